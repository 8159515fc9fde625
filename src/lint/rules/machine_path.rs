//! A path that exists on one machine only, in a file that is shared.

use std::collections::HashSet;
use std::ops::Range;

use crate::diagnostic::Level;
use crate::hints::{Hints, Marks, SLASHES};
use crate::host::Kind;
use crate::launch::{Container, Launch};
use crate::lint::file::{File, LintServer};
use crate::lint::words::{env_file, local, part};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::dialect::is_name;
use crate::model::{HostVar, Part, Slot};
use crate::secret::{is_anybody, placeholder};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "machine-path",
    level: Level::Warning,
    group: Group::Portability,
    page: crate::lint::page!("../../../docs/rules/machine-path.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Folders of programs that keep several versions of a tool.
static MANAGERS: &[&str] = &[
    ".nvm/versions/",
    ".fnm/",
    ".asdf/",
    ".pyenv/versions/",
    ".volta/",
    "mise/installs/",
];

/// Folders beside the users' own that every machine has, and names that stand for any user.
static NOBODY: &[&str] = &[
    "shared",
    "public",
    "linuxbrew",
    "user",
    "you",
    "name",
    "me",
    "default",
];

/// Users of containers and of machines in the cloud, who are nobody in particular.
static MACHINES: &[&str] = &[
    "app",
    "codespace",
    "coder",
    "ec2-user",
    "gitpod",
    "jovyan",
    "node",
    "project",
    "runner",
    "ubuntu",
    "vagrant",
    "vscode",
    "workspace",
];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if !file.is_project() {
        return;
    }
    for text in server
        .command
        .into_iter()
        .chain(server.cwd)
        .chain(env_file(server))
    {
        let Some(found) = find(text.text) else {
            continue;
        };
        let span = file.part(&text, found.range.clone());
        if text.slot == Slot::Command || server.known(text.slot).next().is_some() {
            let help = path_help(file, text.slot, &found, text.text);
            report(server, span, &found, help, out);
        } else if found.person && found.variant == "home" {
            let help = format!("remove `{}`: {} ignores it", text.field, file.host_name());
            report(server, span, &found, help, out);
        }
    }
    let container = server.launch().and_then(Launch::container);
    // What is handed into a container is about its own files.
    let passed = container.iter().flat_map(Container::variables);
    let passed: HashSet<&str> = passed
        .filter(|variable| variable.value.is_none())
        .map(|variable| variable.name.text)
        .collect();
    for (name, text) in server
        .env
        .iter()
        .filter(|pair| !passed.contains(pair.key))
        .filter_map(|pair| Some((pair.key, pair.value?)))
    {
        if let Some(found) = find(text.text) {
            report(
                server,
                file.part(&text, found.range.clone()),
                &found,
                variable_help(file, name),
                out,
            );
        }
    }
    let in_container = container.is_some();
    for word in local(server) {
        if let Some(found) = find(word.text) {
            let help = match root_word(file, Slot::Args) {
                // Container engines want the whole path.
                Some((_, root)) if in_container => {
                    format!("write the path starting with `{root}`")
                }
                _ => path_help(file, Slot::Args, &found, word.text),
            };
            report(
                server,
                part(file, server, &word, found.range.clone()),
                &found,
                help,
                out,
            );
        }
    }
}

fn report(server: &LintServer<'_>, span: Span, found: &Hit, help: String, out: &mut Found<'_>) {
    out.add(
        span,
        format!(
            "`{}` uses `{}`, which exists on one machine only",
            server.name, found.shown
        ),
    )
    .variant(found.variant)
    .label(if found.variant == "home" && found.person {
        "it also publishes the name of a user"
    } else {
        "the server starts on no other machine"
    })
    .help(help);
}

/// What to write in place of a path of a program, a folder or another file.
fn path_help(file: &File<'_>, slot: Slot, found: &Hit, text: &str) -> String {
    if found.variant == "version-manager" {
        return "write only the program's name, and let `PATH` find it".to_owned();
    }
    if slot == Slot::Command && is_installed(text) {
        return "install the program in `PATH`, and write only its name".to_owned();
    }
    let from_project = match (root_word(file, slot), file.runtime().folder.outside()) {
        (Some((HostVar::PluginRoot, word)), _) | (Some((_, word)), Some(_)) => {
            Some(format!("write the path starting with `{word}`"))
        }
        (Some((_, word)), None) => Some(format!(
            "use a path relative to the project, or starting with `{word}`"
        )),
        (None, None) => Some("use a path relative to the project".to_owned()),
        (None, Some(_)) => None,
    };
    // An argument may be the program as well, where the host has no better word for its place.
    let program = slot == Slot::Command
        || slot == Slot::Args && root_word(file, slot).is_none() && is_program(text);
    match (from_project, program) {
        (Some(path), true) => format!("{path}, or install the program in `PATH`"),
        (Some(path), false) => path,
        (None, true) if slot == Slot::Command => "install the program in `PATH`".to_owned(),
        (None, true) => file.way_out(),
        (None, false) => file.way_out(),
    }
}

/// Whether an argument may be a program or a script, and not a folder or data.
fn is_program(path: &str) -> bool {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(_, ending)| {
        matches!(
            ending,
            "js" | "mjs" | "cjs" | "ts" | "py" | "exe" | "sh" | "rb" | "jar" | "dll"
        )
    })
}

/// What to write in place of a variable's value.
fn variable_help(file: &File<'_>, name: &str) -> String {
    let host = file.host_name();
    let by_name = file
        .fields()
        .find(|field| field.slot == Slot::Env && field.kind == Kind::EnvNames);
    let outside = match (
        by_name,
        file.reference(name, Slot::Env).filter(|_| is_name(name)),
    ) {
        (Some(field), _) => format!(
            "set `{name}` where {host} runs, and name it in `{}`",
            field.name
        ),
        (None, Some(reference)) => {
            format!("set `{name}` where {host} runs, and write `{reference}` here")
        }
        (None, None) => format!("set `{name}` on each machine, and not in this file"),
    };
    match root_word(file, Slot::Env) {
        Some((_, word)) => format!("write the path starting with `{word}`, or {outside}"),
        None => outside,
    }
}

/// How the host spells the folder that the files of the project are in. Those of a plugin are where it was installed.
fn root_word(file: &File<'_>, slot: Slot) -> Option<(HostVar, String)> {
    let dialect = file.place.format.dialect(slot);
    [HostVar::PluginRoot, HostVar::Workspace]
        .into_iter()
        .find_map(|var| Some((var, dialect.spell(&Part::Host(var))?)))
}

/// Whether a program lies where installers put it in a home folder, and not in a project.
fn is_installed(path: &str) -> bool {
    let parts: Vec<&str> = path.split(['/', '\\']).collect();
    let [before @ .., last, "bin", _] = parts.as_slice() else {
        return false;
    };
    let hidden = last.starts_with('.') && !last.ends_with("venv") && *last != ".env";
    // Right in the home folder: `/home/alice/bin`.
    hidden || *last == "go" || before.len() == 2
}

struct Hit {
    range: Range<usize>,
    variant: &'static str,
    /// The name of a person is in it.
    person: bool,
    shown: String,
}

/// The first path in `text` that belongs to one machine.
fn find(text: &str) -> Option<Hit> {
    if !Marks::of(text).has(SLASHES) {
        return None;
    }
    let starts = |at: usize| match text[..at].chars().next_back() {
        None => true,
        Some('/') => text[..at].ends_with("file://") || text[..at].ends_with("file:///"),
        Some(c) => {
            matches!(
                c,
                '=' | ':' | ';' | ',' | '"' | '\'' | '(' | '@' | '>' | '<' | '`' | '|'
            ) || c.is_whitespace()
        }
    };
    let at = |at: usize| -> Option<Hit> {
        let (variant, length) = root(&text[at..])?;
        let end = at + path_length(&text[at..]);
        let shown = &text[at..(at + length).min(end)];
        let user = shown
            .trim_end_matches(['/', '\\'])
            .rsplit(['/', '\\'])
            .next();
        let person =
            user.is_some_and(|user| !MACHINES.contains(&user.to_ascii_lowercase().as_str()));
        let shown = if at + length < end {
            format!("{shown}…")
        } else {
            shown.to_owned()
        };
        Some(Hit {
            range: at..end,
            variant,
            person,
            shown,
        })
    };
    let bytes = text.as_bytes();
    let drive = |at: usize| bytes[at].is_ascii_alphabetic() && bytes.get(at + 1) == Some(&b':');
    let likely = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'/' | b'\\') || drive(*at));
    likely
        .filter(|at| starts(*at))
        .find_map(at)
        .or_else(|| managed(text))
}

/// How far a path goes: to the next mark that parts paths in lists and scripts.
fn path_length(text: &str) -> usize {
    let drive = usize::from(text.get(1..2) == Some(":")) * 2;
    let stop = |c: char| matches!(c, ':' | ';' | ',' | '"' | '\'' | '`' | '|' | '<' | '>');
    text[drive..].find(stop).map_or(text.len(), |at| drive + at)
}

/// Whether `text` starts at the home of somebody or on a drive, and how much of it says so.
fn root(text: &str) -> Option<(&'static str, usize)> {
    let head = text[..text.floor_char_boundary(12)].replace('\\', "/");
    for start in ["/Users/", "/home/"] {
        if head.starts_with(start) {
            return home(text, start.len());
        }
    }
    if head.starts_with("//wsl$/") || head.starts_with("//wsl.localh") {
        return Some(("drive", 6));
    }
    let bytes = text.as_bytes();
    let drive = match bytes {
        [letter, b':', b'/' | b'\\', ..] if letter.is_ascii_alphabetic() => 3,
        [b'/', b'm', b'n', b't', b'/', letter, b'/', ..] if letter.is_ascii_alphabetic() => 7,
        [b'/', letter, b'/', ..]
            if letter.is_ascii_alphabetic() && head[3..].starts_with("Users/") =>
        {
            3
        }
        _ => return None,
    };
    let slashes = ['/', '\\'];
    let rest = text[drive..].trim_start_matches(slashes);
    let folder = rest
        .split(slashes)
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    let skipped = text.len() - drive - rest.len();
    match folder.as_str() {
        // These are where they are on every machine with Windows.
        "windows" => None,
        system if system.starts_with("program files") => None,
        "users" => home(text, drive + skipped + "users/".len()),
        // A path that people are meant to fill in is another matter.
        "path" | "absolute" | "" => None,
        other if other.starts_with(['$', '%', '{', '<']) => None,
        _ => Some(("drive", drive)),
    }
}

/// The user's folder that starts at byte `at` of `text`.
fn home(text: &str, at: usize) -> Option<(&'static str, usize)> {
    let rest = text.get(at..)?;
    let rest_start = rest.len() - rest.trim_start_matches(['/', '\\']).len();
    let user = rest[rest_start..]
        .split(['/', '\\', ':', ';', '"', '\'', ' ', ','])
        .next()
        .unwrap_or_default();
    let filled_in = user.is_empty()
        || user.starts_with(['$', '%', '{', '<', '[', '*', '.'])
        || user.contains(['<', '{', '$']);
    let nobody = filled_in
        || NOBODY.contains(&user.to_ascii_lowercase().as_str())
        || is_anybody(user)
        || placeholder(user);
    let slash = usize::from(rest.len() > rest_start + user.len());
    (!nobody).then_some(("home", at + rest_start + user.len() + slash))
}

/// A folder of a version manager, wherever it is.
fn managed(text: &str) -> Option<Hit> {
    static NAMES: Hints = Hints::new(&[".nvm", ".fnm", ".asdf", ".pyenv", ".volta", "mise"]);
    if !NAMES.any(text) {
        return None;
    }
    let forward = text.replace('\\', "/");
    let (at, name) = MANAGERS
        .iter()
        .find_map(|name| forward.find(name).map(|at| (at, *name)))?;
    let ends = |c: char| c.is_whitespace() || matches!(c, '=' | ':' | ';' | '"' | '\'');
    let start = at - text[..at].rsplit(ends).next().map_or(0, str::len);
    let end = at + path_length(&text[at..]);
    Some(Hit {
        range: start..end,
        variant: "version-manager",
        person: false,
        shown: format!("{}…", &text[at..at + name.len()]),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_one_machine_are_found_wherever_they_stand() {
        for (text, variant, shown) in [
            ("/Users/alice/app/x.js", "home", "/Users/alice/…"),
            ("/home/alice", "home", "/home/alice"),
            ("--log=/home/alice/x", "home", "/home/alice/…"),
            ("/usr/bin:/home/alice/bin:/bin", "home", "/home/alice/…"),
            ("C:\\Users\\alice\\x.exe", "home", "C:\\Users\\alice\\…"),
            ("c:/Users/alice/x", "home", "c:/Users/alice/…"),
            ("D:\\work\\x", "drive", "D:\\…"),
            ("/mnt/d/work", "drive", "/mnt/d/…"),
            ("file:///home/alice/x", "home", "/home/alice/…"),
            ("cd /Users/alice/x && node y", "home", "/Users/alice/…"),
            (
                "${HOME}/.nvm/versions/node/v20/bin/node",
                "version-manager",
                ".nvm/versions/…",
            ),
        ] {
            let hit = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(
                (hit.variant, hit.shown.as_str()),
                (variant, shown),
                "{text}"
            );
        }
    }

    #[test]
    fn programs_of_a_home_folder_are_told_from_those_of_a_project() {
        for path in [
            "/home/alice/.local/bin/docs",
            "/Users/alice/.cargo/bin/docs",
            "C:\\Users\\alice\\bin\\docs.exe",
            "/home/alice/go/bin/docs",
        ] {
            assert!(is_installed(path), "{path}");
        }
        for path in [
            "/home/alice/docs/.venv/bin/python",
            "/home/alice/docs/bin/run",
            "/home/alice/docs/venv/bin/docs",
            "/home/alice/run",
        ] {
            assert!(!is_installed(path), "{path}");
        }
    }

    #[test]
    fn other_paths_are_not() {
        for text in [
            "/usr/bin/python3",
            "/opt/x/bin",
            "/Users/Shared/x",
            "/home/linuxbrew/.linuxbrew/bin/npx",
            "/home/${USER}/x",
            "/Users/<you>/x",
            "/home/username/x",
            "C:\\Program Files\\nodejs\\node.exe",
            "C:\\Windows\\System32\\cmd.exe",
            "https://acme.dev/home/alice/x",
            "dist/index.js",
            "/mnt/data/x",
            "C:\\Users\\%USERNAME%\\x",
            "/home/",
            "C:\\path\\to\\x",
            "é/Users",
        ] {
            assert!(find(text).is_none(), "{text}");
        }
    }
}
