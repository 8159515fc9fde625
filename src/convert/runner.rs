//! The plain name of a runner, for targets that only start certain commands.
//!
//! `npx.cmd`, `cmd /c npx` and `/usr/local/bin/npx` are what machines need that find `npx` in no other way. A target with
//! a list of commands finds its own.

use crate::diagnostic::{Diagnostic, Level};
use crate::launch::{Ecosystem, Runner, cmd_switches, launch_words, words};
use crate::model::{Server, Slot, Template, Value};
use crate::syntax::Span;

/// Writes the plain name of one of `commands` where the server starts it in another way; what is worth saying about it.
pub(super) fn plain(server: &mut Server, commands: &[&str]) -> Option<Diagnostic> {
    let word = server.text(Slot::Command)?.as_literal()?.to_owned();
    if commands.is_empty() || commands.contains(&word.as_str()) {
        return None;
    }
    if let Some(said) = out_of_a_line(server, &word, commands) {
        return Some(said);
    }
    let switches = match name(&word).as_str() {
        "cmd" => cmd_switches(server.list(Slot::Args).iter().map(Template::as_literal)),
        _ => None,
    };
    let inner = match switches {
        Some(switches) => server
            .list(Slot::Args)
            .get(switches)?
            .as_literal()?
            .to_owned(),
        None => word.clone(),
    };
    let plain = name(&inner);
    let known = commands.iter().find(|command| **command == plain)?;
    let mut implied = Vec::new();
    let mut span = server.entry(Slot::Command)?.span;
    if let Some(switches) = switches {
        implied.push(span);
        let args = server.list_mut(Slot::Args)?;
        implied.extend(args.drain(..switches).map(|word| word.span));
        span = args.remove(0).span;
    }
    let entry = server.entry_mut(Slot::Command)?;
    entry.value = Value::Text(Template::literal(*known, span));
    server.implied.extend(implied);
    Some(said(server, known, span))
}

/// Which of `commands` could start the package that the server runs in another way.
pub(super) fn advice(server: &Server, commands: &[&str]) -> Option<String> {
    let command = server.text(Slot::Command)?.as_literal()?;
    let args = server.list(Slot::Args).iter();
    let args = args.map(|arg| arg.as_literal().unwrap_or("${X}"));
    let launch = launch_words(words(command, args))?;
    let (known, line, registry) = match launch.package.ecosystem {
        Ecosystem::Npm => ("npx", "npx -y PACKAGE", "npm"),
        Ecosystem::PyPi => ("uvx", "uvx PACKAGE", "PyPI"),
        _ => return None,
    };
    // Beside a script, a package is one of its parts.
    let runs_it = launch.runner != Runner::UvRun && launch.package.published().is_some();
    (runs_it && commands.contains(&known))
        .then(|| format!("its package is on {registry}: use `{line}`"))
}

fn said(server: &Server, known: &str, span: Span) -> Diagnostic {
    let message = format!(
        "`{}`: `{known}` is written without what surrounds it",
        server.name
    );
    Diagnostic::new("conversion-value-lossy", Level::Info, span, message)
        .label("the target finds the command by its plain name")
}

/// The same for `sh -c "npx -y pkg"` and `cmd /c "npx -y pkg"`: a line of words that no shell makes anything else of.
fn out_of_a_line(server: &mut Server, shell: &str, commands: &[&str]) -> Option<Diagnostic> {
    let args = server.list(Slot::Args);
    let switches = match name(shell).as_str() {
        "sh" | "bash" | "dash" | "zsh" => {
            (args.first()?.as_literal()? == "-c" && args.len() == 2).then_some(1)
        }
        "cmd" => cmd_switches(args.iter().map(Template::as_literal))
            .filter(|switches| args.len() == switches + 1),
        _ => None,
    }?;
    let line = args.get(switches)?.as_literal()?.to_owned();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || " @/._:=+,-".contains(c);
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let first = words.next()?;
    if !line.chars().all(is_plain) || first == line {
        return None;
    }
    let plain = name(first);
    let known = commands.iter().find(|command| **command == plain)?;
    let list = server.list_mut(Slot::Args)?;
    let span = list[switches].span;
    let mut implied: Vec<Span> = list.drain(..).map(|word| word.span).collect();
    implied.truncate(switches);
    list.extend(words.map(|word| Template::literal(word, span)));
    let entry = server.entry_mut(Slot::Command)?;
    implied.push(entry.span);
    entry.value = Value::Text(Template::literal(*known, span));
    server.implied.extend(implied);
    Some(said(server, known, span))
}

/// The name of a program without its folder and without what Windows adds.
fn name(word: &str) -> String {
    let file = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let lower = file.to_ascii_lowercase();
    let stem = [".cmd", ".exe", ".bat", ".ps1"]
        .iter()
        .find_map(|end| lower.strip_suffix(end));
    stem.map_or_else(|| file.to_owned(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn programs_have_plain_names() {
        for word in [
            "npx",
            "npx.cmd",
            "/usr/local/bin/npx",
            r"C:\Program Files\nodejs\NPX.CMD",
        ] {
            assert_eq!(name(word), "npx", "{word}");
        }
        assert_eq!(name("npx-wrapper"), "npx-wrapper");
    }
}
