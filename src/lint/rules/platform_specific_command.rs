//! A command that only one kind of system can run, in a file that is shared.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::hints::SLASHES;
use crate::launch::{WrapperKind, cmd_switches, is_builtin, is_cmd_operator, is_script, program};
use crate::lint::file::{File, LintServer};
use crate::lint::server_path::field_path;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::{Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "platform-specific-command",
    level: Level::Warning,
    group: Group::Portability,
    fix: Some(Safety::Unsafe),
    // A host that runs a few programs alone refuses it on every system.
    yields_to: &["unsupported-transport"],
    page: crate::lint::page!("../../../docs/rules/platform-specific-command.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Programs that only Windows has. PowerShell is elsewhere too, under its own name.
static WINDOWS: &[&str] = &["cmd", "powershell", "wsl"];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if !file.is_project() || !server.is_stdio() {
        return;
    }
    let Some(command) = server.command else {
        return;
    };
    let windows = windows(file, server);
    let (span, shown, variant) = match windows {
        Some((span, shown)) => (span, shown, "windows"),
        None => match unix(file, server) {
            Some((span, shown)) => (span, shown, "unix"),
            None => return,
        },
    };
    let system = if variant == "windows" {
        "Windows"
    } else {
        "Unix"
    };
    let fix = (variant == "windows")
        .then(|| fix(file, server, command.text))
        .flatten();
    let needed = fix.is_some() && is_needed(file, server);
    // A path that only has the wrong slashes, and is no program.
    let slashes = span != command.span && is_backslashed(&shown) && !in_scripts(&shown);
    let help = match &fix {
        Some(fix) if needed => format!(
            "{}; Windows users can generate their own file with `mcpconv --platform windows`",
            fix.title
        ),
        Some(fix) => fix.title.clone(),
        None if slashes => "write it with `/`, which Windows accepts too".to_owned(),
        None => "name a program that every system has, such as `npx`, `uvx` or `node`".to_owned(),
    };
    let what = if slashes { "is a path" } else { "runs" };
    let message = format!(
        "`{}` uses `{shown}`, which {what} only on {system}",
        server.name
    );
    out.add(span, message)
        .variant(variant)
        .level(if variant == "windows" {
            Level::Warning
        } else {
            Level::Info
        })
        .label("the file is shared with people on other systems")
        .help(help)
        // Whoever wrote it is on Windows, and should not be left without a server.
        .fix(fix.filter(|_| !needed));
}

/// Whether Windows cannot do without `cmd` or the ending: it is there for a script such as `npx`, which the host does not
/// find by itself.
fn is_needed(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let script = server.line().words.first();
    script.is_some_and(|word| is_script(word.text)) && !file.place.format.finds_scripts()
}

/// What needs Windows, and where it stands.
fn windows(file: &File<'_>, server: &LintServer<'_>) -> Option<(Span, String)> {
    let command = server.command.as_ref()?;
    let is_windows = |text: &str| {
        WINDOWS
            .iter()
            .any(|name| name.eq_ignore_ascii_case(program(text)))
            || has_ending(text, &[".exe", ".cmd", ".bat", ".ps1"])
    };
    // A command is a path in any case, also without an ending.
    if is_windows(command.text) || in_scripts(command.text) || backslashed(command.text).is_some() {
        return Some((command.span, last(command.text)));
    }
    if let Some(first) = server
        .line()
        .words
        .first()
        .filter(|first| first.index > 0 && is_windows(first.text))
    {
        return Some((server.word(file, first), last(first.text)));
    }
    let mut paths = server.args.iter().chain(&server.cwd);
    paths
        .find(|text| {
            text.marks.has(SLASHES) && (in_scripts(text.text) || is_backslashed(text.text))
        })
        .map(|text| (text.span, harmless(text.text, "Scripts")))
}

/// What needs Unix, and where it stands.
fn unix(file: &File<'_>, server: &LintServer<'_>) -> Option<(Span, String)> {
    if let Some(wrapper) = server
        .line()
        .wrappers
        .iter()
        .find(|wrapper| wrapper.kind == WrapperKind::Shell)
    {
        return Some((
            server.word(file, &wrapper.word),
            wrapper.word.text.to_owned(),
        ));
    }
    let mut texts = server.command.iter().chain(&server.args);
    texts
        .find(|text| text.marks.has(SLASHES) && venv(text.text, "bin"))
        .map(|text| (text.span, harmless(text.text, ".venv/bin")))
}

/// The path, or only `folder` if there may be more than a path in the text.
fn harmless(text: &str, folder: &str) -> String {
    let more = text.contains(char::is_whitespace) || crate::secret::shows_secret(None, text);
    if more {
        folder.to_owned()
    } else {
        text.to_owned()
    }
}

fn has_ending(text: &str, endings: &[&str]) -> bool {
    text.len() > 4
        && text.get(text.len() - 4..).is_some_and(|ending| {
            endings
                .iter()
                .any(|known| known.eq_ignore_ascii_case(ending))
        })
}

/// The name of the file, which is what only one system has.
fn last(text: &str) -> String {
    text.rsplit(['/', '\\']).next().unwrap_or(text).to_owned()
}

fn in_scripts(text: &str) -> bool {
    venv(text, "Scripts")
}

/// Whether a path goes through the folder of a virtual environment called `folder`.
fn venv(text: &str, folder: &str) -> bool {
    let ends = |part: &str, end: &str| {
        part.len() >= end.len()
            && part.as_bytes()[part.len() - end.len()..].eq_ignore_ascii_case(end.as_bytes())
    };
    let environment = |part: &str| {
        ends(part, "venv")
            || [".env", "env"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(part))
    };
    let path = text.bytes().any(|byte| matches!(byte, b'/' | b'\\'));
    path && text.match_indices(folder).any(|(at, _)| {
        let whole = text[at + folder.len()..]
            .chars()
            .next()
            .is_none_or(|c| matches!(c, '/' | '\\'));
        let before = text[..at]
            .strip_suffix(['/', '\\'])
            .and_then(|path| path.rsplit(['/', '\\']).next());
        whole && before.is_some_and(environment)
    })
}

/// Whether it is a relative path with backslashes, and not some text that has them.
fn is_backslashed(text: &str) -> bool {
    backslashed(text).is_some_and(|(first, last)| {
        let file = last
            .split_once('.')
            .is_some_and(|(name, ending)| !name.is_empty() && (1..=5).contains(&ending.len()));
        matches!(first, "." | "..") || file
    })
}

/// The first and the last of several words that are parted by backslashes alone.
fn backslashed(text: &str) -> Option<(&str, &str)> {
    let word = |part: &str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
    };
    let (first, rest) = text.split_once('\\')?;
    (word(first) && rest.split('\\').all(word))
        .then(|| (first, rest.rsplit('\\').next().unwrap_or(rest)))
}

/// `cmd /c X` becomes `X`, and `npx.cmd` becomes `npx`.
fn fix(file: &File<'_>, server: &LintServer<'_>, command: &str) -> Option<Fix> {
    let at = server.known(Slot::Command).next()?;
    let path = field_path(file, server, &at.name);
    let item = |path: &[Step], index: usize| {
        path.iter()
            .cloned()
            .chain([Step::Index(index)])
            .collect::<Vec<_>>()
    };
    let listed = matches!(at.member.value.value, Tree::Array(_));
    if at.member.value.as_str().is_some_and(|text| text != command) {
        return None;
    }
    if !program(command).eq_ignore_ascii_case("cmd") {
        let bare = has_ending(command, &[".exe", ".cmd"])
            && !command.contains(['/', '\\'])
            && !WINDOWS.contains(&program(command));
        let path = if listed { item(&path, 0) } else { path };
        return bare.then(|| {
            Fix::risky(format!("write `{}`", program(command))).set_text(path, program(command))
        });
    }
    let switches = cmd_switches(server.args.iter().map(|arg| Some(arg.text)))?;
    let inner = server
        .args
        .get(switches)
        .filter(|inner| !inner.text.contains(char::is_whitespace) && !inner.text.is_empty())?;
    // What only `cmd` understands cannot do without it, and a script of it runs nowhere else.
    let bare = has_ending(inner.text, &[".cmd", ".exe"]) && !inner.text.contains('/');
    let name = if bare {
        program(inner.text)
    } else {
        inner.text
    };
    if is_builtin(WrapperKind::Cmd, inner.text)
        || has_ending(name, &[".bat", ".cmd", ".exe", ".ps1"])
        || WINDOWS.contains(&name)
        || inner.text.contains('\\')
        || server.args.iter().any(|arg| is_cmd_operator(arg.text))
    {
        return None;
    }
    let title = format!(
        "start `{}` without `cmd`",
        harmless(&last(name), "the program")
    );
    let without = |fix: Fix, list: &[Step]| {
        let gone = (0..=switches).rev();
        gone.fold(fix, |fix, at| fix.remove(item(list, at)))
    };
    if listed {
        let whole = at.member.value.items().len() == server.args.len() + 1;
        return whole.then(|| {
            let fix = Fix::risky(title);
            let fix = if bare {
                fix.set_text(item(&path, switches + 1), name)
            } else {
                fix
            };
            without(fix, &path)
        });
    }
    // An item that is no string has no number among the arguments.
    let args = server
        .known(Slot::Args)
        .next()
        .filter(|at| at.member.value.items().len() == server.args.len())?;
    let list = field_path(file, server, &args.name);
    Some(without(Fix::risky(title).set_text(path, name), &list))
}
