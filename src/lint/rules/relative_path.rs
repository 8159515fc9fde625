//! A path relative to a folder that is not the project's.

use crate::diagnostic::Level;
use crate::host::Scope;
use crate::launch::{Word, program};
use crate::lint::file::{File, LintServer};
use crate::lint::server_path::server_path;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{HostVar, Part, Slot};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "relative-path",
    level: Level::Warning,
    group: Group::Portability,
    fix: Some(Safety::Safe),
    yields_to: &["placeholder-value"],
    page: include_str!("../../../docs/rules/relative-path.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Programs whose first operand is a script, and their options that take a value. `-m` and `-c` leave no script.
static INTERPRETERS: &[(&str, &[&str])] = &[
    (
        "node",
        &[
            "-r",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "-C",
            "--conditions",
            "--env-file",
        ],
    ),
    ("python", &["-W", "-X"]),
    (
        "deno",
        &["-c", "--config", "--import-map", "-L", "--log-level"],
    ),
    ("bun", &["-r", "--preload", "--cwd", "-c", "--config"]),
    ("ruby", &["-I", "-r"]),
    ("php", &["-d"]),
    ("bash", &["-o"]),
    ("sh", &["-o"]),
];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(start) = start(file, server).filter(|_| server.is_stdio()) else {
        return;
    };
    let mut report = |span: Span, text: &str, slot: Slot| {
        let fix = fix(file, span, text, slot);
        let help = fix.as_ref().map_or_else(
            || "write the path from the root on".to_owned(),
            |fix| fix.title.clone(),
        );
        out.add(
            span,
            format!(
                "`{}` uses the relative path `{text}`, which {} resolves from {start}",
                server.name,
                file.host_name()
            ),
        )
        .label("it is not found there, unless the folder happens to be the right one")
        .help(help)
        .fix(fix);
    };
    let known_cwd = server.known(Slot::Cwd).next().is_some();
    if let Some(cwd) = server.cwd.filter(|_| known_cwd) {
        if is_relative(cwd.text) {
            report(cwd.span, cwd.text, Slot::Cwd);
        }
        // Everything else starts from there.
        return;
    }
    let Some((first, rest)) = server.line().words.split_first() else {
        return;
    };
    if is_relative(first.text) && first.text.contains(['/', '\\']) {
        report(
            server.word(file, first),
            first.text,
            if first.index == 0 {
                Slot::Command
            } else {
                Slot::Args
            },
        );
    }
    for word in script(first.text, rest)
        .into_iter()
        .chain(directory(rest))
        .filter(|word| is_relative(word.text))
    {
        report(server.word(file, &word), word.text, Slot::Args);
    }
}

/// Where relative paths start from, if that is not the project's folder.
fn start(file: &File<'_>, server: &LintServer<'_>) -> Option<&'static str> {
    if let Some(start) = file.runtime().folder.outside() {
        return Some(start);
    }
    if file.host.facts.lenient {
        return None;
    }
    // A user's file may have a part for each project.
    let depth = file.place.roots.first().map_or(0, |root| root.len()) + 1;
    (file.scope == Scope::User && server_path(file, server).len() <= depth)
        .then_some("whatever folder it was started in")
}

/// The script that an interpreter is given.
fn script<'a>(command: &str, rest: &[Word<'a>]) -> Option<Word<'a>> {
    // `python3.11` and `ruby3` are the same programs.
    let full = program(command);
    let name = full.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let (_, values) = INTERPRETERS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.text {
            "-m" | "-c" | "-e" | "-p" | "--eval" | "--print" | "-"
                if !values.contains(&word.text) =>
            {
                return None;
            }
            "run" if matches!(name, "deno" | "bun") => {}
            option if values.contains(&option) => _ = words.next(),
            option if option.starts_with('-') => {}
            // `bun run dev` is a task, and a subcommand is no file.
            operand if matches!(name, "deno" | "bun") && !operand.contains(['/', '\\', '.']) => {
                return None;
            }
            _ => return Some(*word),
        }
    }
    None
}

/// The value of `--directory`.
fn directory<'a>(rest: &[Word<'a>]) -> Option<Word<'a>> {
    rest.iter()
        .enumerate()
        .find_map(|(at, word)| match word.text.strip_prefix("--directory")? {
            "" => rest.get(at + 1).copied(),
            value => value
                .starts_with('=')
                .then(|| word.split_at("--directory=".len()).1),
        })
}

fn is_relative(text: &str) -> bool {
    let rooted = text.starts_with(['/', '\\', '~', '$', '%', '{', '<', '-', '@'])
        || text.as_bytes().get(1) == Some(&b':');
    let scheme = text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'+')
    });
    !text.is_empty() && !rooted && !scheme
}

/// The same path from the project on, where the host has a word for that.
fn fix(file: &File<'_>, span: Span, text: &str, slot: Slot) -> Option<Fix> {
    let root = file
        .host
        .dialect(file.place, slot)
        .spell(&Part::Host(HostVar::Workspace))?;
    let inner = span.range();
    let raw = file.text.get(inner)?;
    let quotes = usize::from(raw != text && raw.starts_with(['"', '\'']));
    let span = Span::new(
        span.range().start + quotes,
        span.range().end.checked_sub(quotes)?,
    );
    let plain = file.text.get(span.range()) == Some(text) && !text.starts_with("..");
    let rest = text.strip_prefix("./").unwrap_or(text);
    let (path, kept) = if rest == "." || rest.is_empty() {
        (root.clone(), "")
    } else {
        (format!("{root}/{rest}"), rest)
    };
    // What stays of it stays as it is written.
    let start = span.range().start;
    let prefix = Span::new(start, start + text.len() - kept.len());
    let fix = plain.then(|| Fix::safe(format!("write `{path}`")))?;
    fix.splice(prefix, &path[..path.len() - kept.len()])
}
