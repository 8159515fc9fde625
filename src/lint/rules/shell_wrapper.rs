//! A server that a shell, an interpreter or another user's rights stand in front of.

use super::remote_script_execution::runs_unseen;
use crate::diagnostic::Level;
use crate::hints::Marks;
use crate::host::Out;
use crate::launch::{Unwrapped, Word, WrapperKind, is_builtin, program};
use crate::lint::file::{File, LintServer};
use crate::lint::strings::strings;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Part, Slot};
use crate::secret::shows_secret;

pub(super) static RULE: Rule = Rule {
    id: "shell-wrapper",
    level: Level::Warning,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("5.0"),
    tags: &["MCP05"],
    page: crate::lint::page!("../../../docs/rules/shell-wrapper.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    substitutions(file, server, out);
    if let Some((text, mark)) = server.shell_line()
        && let Some(command) = server.command
    {
        let host = file.host_name();
        let set = |name: &str| server.env.iter().any(|pair| pair.key == name);
        let inherit = file.runtime().inherit;
        let missing = shell_variables(&text)
            .into_iter()
            .find(|name| !set(name) && !inherit.passes(name));
        if let Some(name) = missing {
            let message = format!(
                "`{}` refers to `${name}`, which a shell expands",
                server.name
            );
            out.add(command.span, message)
                .variant("shell")
                .level(Level::Warning)
                .label(format!(
                    "it is empty: {host} does not pass `{name}` to the process"
                ))
                .help(match file.reference(name, Slot::Args) {
                    Some(form) => format!("write `{form}`"),
                    None => format!("set `{name}` in `env`"),
                });
            return;
        }
        let message = format!("`{}` has a mark of a shell, `{mark}`", server.name);
        out.add(command.span, message)
            .variant("shell")
            .level(Level::Info)
            .label(format!(
                "{host} runs command and arguments in a shell, which acts on it"
            ))
            .help("put what is meant as text between single quotes");
        return;
    }
    let line = server.line();
    let Some((word, case)) = case(line) else {
        return;
    };
    // What is in such a script is far worse than that there is one.
    if matches!(case, Case::Script | Case::Code) && runs_unseen(server) {
        return;
    }
    let name = program(word.text);
    let level = if file.is_project() && !matches!(case, Case::Plain | Case::Needed) {
        Level::Warning
    } else {
        Level::Info
    };
    let (variant, message, help) = match case {
        Case::Script => (
            "shell",
            format!("is started by a script in `{name}`"),
            "put the script into a file of the project and start that",
        ),
        Case::Plain => (
            "shell",
            format!("is started through `{name}` without need"),
            "start the program itself",
        ),
        Case::Needed => {
            let help =
                "write the expanded value, or let the host expand it, and start the program itself";
            (
                "shell",
                format!(
                    "is started through `{name}`, which sets, expands or runs something of its own"
                ),
                help,
            )
        }
        Case::Code => (
            "inline-code",
            format!("is code in an argument of `{name}`"),
            "put the code into a file of the project and start that",
        ),
        Case::Elevated => (
            "elevated",
            format!("is started with other rights by `{name}`"),
            "start it with the rights of the user",
        ),
    };
    out.add(
        server.word(file, &word),
        format!("`{}` {message}", server.name),
    )
    .variant(variant)
    .level(level)
    .label(format!("reviewers and allow lists see only `{name}`"))
    .help(help)
    .fix(if case == Case::Plain {
        direct(file, server, line)
    } else {
        None
    });
}

/// Commands in values, whose output some hosts put in.
fn substitutions(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let level = if file.is_project() {
        Level::Warning
    } else {
        Level::Info
    };
    for (text, _) in strings(server, |text| text.marks.has(const { Marks::new(b"`!(") })) {
        let dialect = file.place.format.dialect(text.slot);
        let parts = dialect.references(text.text).into_iter();
        let mut commands = parts.filter_map(|(range, part)| match part {
            Part::Command(command) => Some((range, is_echo(&command))),
            _ => None,
        });
        // One that does more than print text counts before one that does not.
        let Some((range, echo)) = commands
            .clone()
            .find(|(_, echo)| !echo)
            .or_else(|| commands.next())
        else {
            continue;
        };
        let level = if echo { Level::Info } else { level };
        let message = format!("`{}` runs a command to get `{}`", server.name, text.field);
        out.add(file.part(&text, range), message)
            .variant("substitution")
            .level(level)
            .label(format!(
                "{} runs it before the server starts",
                file.host_name()
            ))
            .help("use a variable, and run the command where it is set");
    }
}

/// Whether a command only prints its text, as in Crush's own example `$(echo Bearer $TOKEN)`.
fn is_echo(command: &str) -> bool {
    let mut words = command.split_whitespace();
    let prints = words.next().is_some_and(|word| word == "echo");
    prints && !command.contains(['`', ';', '|', '&', '<', '>', '(', '\n'])
}

/// The variables that a shell puts into a line, as in `$NAME`.
fn shell_variables(line: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let (mut single, mut double) = (false, false);
    let mut chars = line.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\'' if !double => single = !single,
            '"' if !single => double = !double,
            '\\' if !single => {
                chars.next();
            }
            '$' if !single => {
                let rest = &line[at + 1..];
                let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let name = &rest[..rest.find(|c| !part(c)).unwrap_or(rest.len())];
                if !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) {
                    names.push(name);
                }
            }
            _ => {}
        }
    }
    names
}

/// What stands in front.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    Script,
    /// One command in which the shell has nothing to do.
    Plain,
    /// One command in which it has.
    Needed,
    Code,
    Elevated,
}

/// The worst of what stands in front of the program, and its word.
fn case<'a>(line: &Unwrapped<'a>) -> Option<(Word<'a>, Case)> {
    let last = line.wrappers.last().filter(|wrapper| {
        line.is_script() && matches!(wrapper.kind, WrapperKind::Shell | WrapperKind::Cmd)
    });
    let elevated = line
        .wrappers
        .iter()
        .find(|wrapper| wrapper.kind == WrapperKind::Elevated);
    let plain = line
        .wrappers
        .iter()
        .find(|wrapper| wrapper.kind == WrapperKind::Shell);
    last.map(|wrapper| (wrapper.word, Case::Script))
        .or(elevated.map(|wrapper| (wrapper.word, Case::Elevated)))
        .or_else(|| inner(&line.words))
        .or(plain.map(|wrapper| {
            (
                wrapper.word,
                if is_plain(line) {
                    Case::Plain
                } else {
                    Case::Needed
                },
            )
        }))
}

/// Whether a shell neither sets a variable nor puts anything in the place of what is written, nor carries it out itself.
fn is_plain(line: &Unwrapped<'_>) -> bool {
    let shells = || {
        line.wrappers
            .iter()
            .filter(|wrapper| wrapper.kind == WrapperKind::Shell)
    };
    let expands = |word: &Word<'_>| word.text.contains(['$', '~', '*', '?', '[', '{']);
    let own = line
        .words
        .first()
        .is_some_and(|word| is_builtin(WrapperKind::Shell, word.text));
    shells().all(|wrapper| wrapper.assigned.is_empty()) && !own && !line.words.iter().any(expands)
}

/// Programs that are not taken for wrappers elsewhere: other shells, interpreters, `runas`.
fn inner<'a>(words: &[Word<'a>]) -> Option<(Word<'a>, Case)> {
    let (first, rest) = words.split_first()?;
    let name = program(first.text).to_ascii_lowercase();
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    let option = |known: &[&str]| {
        rest.iter()
            .take_while(|word| word.text.starts_with(['-', '/']))
            .find(|word| {
                known
                    .iter()
                    .any(|known| known.eq_ignore_ascii_case(word.text))
            })
    };
    let has = |known: &[&str]| option(known).is_some();
    let case = match stem {
        "runas" => Case::Elevated,
        "powershell" | "pwsh" if has(&["-Command", "-c"]) => {
            let at = rest.iter().position(|word| {
                ["-command", "-c"].contains(&word.text.to_ascii_lowercase().as_str())
            })?;
            let acts = |word: &Word<'_>| {
                word.text
                    .contains([';', '|', '&', '(', ')', '>', '<', '`', '$', '{'])
            };
            if rest[at + 1..].iter().any(acts) {
                Case::Script
            } else {
                Case::Plain
            }
        }
        "powershell" | "pwsh" if has(&["-EncodedCommand", "-enc", "-ec", "-e"]) => Case::Script,
        "fish" | "ksh" if has(&["-c"]) => Case::Script,
        "python" | "py" if has(&["-c"]) => Case::Code,
        "node" | "bun" if has(&["-e", "--eval", "-p", "--print", "-pe"]) => Case::Code,
        "deno" if rest.first().is_some_and(|word| word.text == "eval") => Case::Code,
        "ruby" | "perl" if has(&["-e"]) => Case::Code,
        _ => return None,
    };
    Some((*first, case))
}

/// The program itself, unless something secret would have to be written again.
fn direct(file: &File<'_>, server: &LintServer<'_>, line: &Unwrapped<'_>) -> Option<Fix> {
    let [wrapper] = line.wrappers.as_slice() else {
        return None;
    };
    let script = wrapper.script.filter(|_| wrapper.word.index == 0)?;
    if shows_secret(None, script.text) || server.args.len() != script.index {
        return None;
    }
    let (program, args) = line.words.split_first()?;
    // A shell also runs a script that does not name its interpreter, and one that reads a profile finds programs that the
    // host does not.
    let is_script = [".sh", ".bash", ".zsh"]
        .iter()
        .any(|ending| program.text.ends_with(ending));
    let reads_profile = server.args.iter().any(|arg| {
        let flags = arg.text.strip_prefix('-').filter(|_| arg.text.len() < 5);
        flags.is_some_and(|flags| flags.contains(['l', 'i'])) || arg.text == "--login"
    });
    if is_script || reads_profile {
        return None;
    }
    let list = |words: &[Word<'_>]| Out::list(words.iter().map(|word| Out::text(word.text)));
    let fix = Fix::risky(format!("start `{}` itself", program.text));
    let command = file.path_of(server.command.filter(|command| !command.piece)?.span);
    if let Some(at) = server.known(Slot::Args).next() {
        return Some(
            fix.set_text(command, program.text)
                .set(file.path_of(at.member.value.span), list(args)),
        );
    }
    let at = server
        .known(Slot::Command)
        .next()
        .filter(|at| !at.member.value.items().is_empty())?;
    Some(fix.set(file.path_of(at.member.value.span), list(&line.words)))
}
