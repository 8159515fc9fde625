//! A path that exists on one machine only, in a file that is shared.

use std::ops::Range;

use crate::diagnostic::Level;
use crate::lint::file::{File, Server};
use crate::lint::words::{env_file, local, part};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::dialect::Form;
use crate::model::{HostVar, Slot};
use crate::secret::{is_anybody, placeholder};

pub(super) static RULE: Rule = Rule {
    id: "machine-path",
    level: Level::Warning,
    group: Group::Portability,
    page: include_str!("../../../docs/rules/machine-path.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Folders of programs that keep several versions of a tool.
static MANAGERS: &[&str] = &[".nvm/versions/", ".fnm/", ".asdf/", ".pyenv/versions/", ".volta/", "mise/installs/"];

/// Folders beside the users' own that every machine has, and names that stand for any user.
static NOBODY: &[&str] = &["shared", "public", "linuxbrew", "user", "you", "name", "me", "default"];

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    if !file.is_project() {
        return;
    }
    let pairs = server.env.iter().filter_map(|pair| pair.value);
    let whole = server.command.into_iter().chain(server.cwd).chain(pairs).chain(env_file(server));
    for text in whole {
        if let Some(found) = find(text.text) {
            let span = file.part(&text, found.range.clone());
            report(file, server, text.slot, span, &found, out);
        }
    }
    for word in local(server) {
        if let Some(found) = find(word.text) {
            let span = part(file, server, &word, found.range.clone());
            report(file, server, Slot::Args, span, &found, out);
        }
    }
}

fn report(file: &File<'_>, server: &Server<'_>, slot: Slot, span: crate::syntax::Span, found: &Hit, out: &mut Found<'_>) {
    let vars = file.host.dialect(file.place, slot).forms.iter().filter_map(|form| match form {
        Form::Vars(vars) => vars.iter().find(|(_, var)| *var == HostVar::Workspace).map(|(word, _)| *word),
        _ => None,
    });
    let root = vars.into_iter().next();
    let help = match (found.variant, root) {
        ("version-manager", _) => "name the program alone, and let `PATH` find it".to_owned(),
        (_, Some(word)) => format!("write the path from the project on, or from `${{{word}}}` on"),
        _ => "write the path from the project on, or install the program where `PATH` finds it".to_owned(),
    };
    out.add(span, format!("`{}` uses `{}`, which exists on one machine only", server.name, found.shown))
        .variant(found.variant)
        .label(if found.variant == "home" { "it also publishes the name of a user" } else { "the server does not start for anybody else" })
        .help(help);
}

struct Hit {
    range: Range<usize>,
    variant: &'static str,
    shown: String,
}

/// The first path in `text` that belongs to one machine.
fn find(text: &str) -> Option<Hit> {
    if !text.contains(['/', '\\']) {
        return None;
    }
    let starts = |at: usize| match text[..at].chars().next_back() {
        None => true,
        Some('/') => text[..at].ends_with("file://") || text[..at].ends_with("file:///"),
        Some(c) => matches!(c, '=' | ':' | ';' | ',' | '"' | '\'' | '(' | '@' | '>' | '<' | '`' | '|') || c.is_whitespace(),
    };
    let at = |at: usize| -> Option<Hit> {
        let (variant, length) = root(&text[at..])?;
        let end = at + path_length(&text[at..]);
        let shown = &text[at..(at + length).min(end)];
        let shown = if at + length < end { format!("{shown}…") } else { shown.to_owned() };
        Some(Hit { range: at..end, variant, shown })
    };
    let bytes = text.as_bytes();
    let drive = |at: usize| bytes[at].is_ascii_alphabetic() && bytes.get(at + 1) == Some(&b':');
    let likely = (0..bytes.len()).filter(|at| matches!(bytes[*at], b'/' | b'\\') || drive(*at));
    likely.filter(|at| starts(*at)).find_map(at).or_else(|| managed(text))
}

/// How far a path goes: to the next mark that parts paths in lists and scripts.
fn path_length(text: &str) -> usize {
    let drive = usize::from(text.get(1..2) == Some(":")) * 2;
    let stop = |c: char| matches!(c, ':' | ';' | ',' | '"' | '\'' | '`' | '|' | '<' | '>');
    text[drive..].find(stop).map_or(text.len(), |at| drive + at)
}

/// Whether `text` starts at the home of somebody or on a drive, and how much of it says so.
fn root(text: &str) -> Option<(&'static str, usize)> {
    let same = |part: &str| part.replace('\\', "/");
    let head: String = same(text.get(..text.floor_char_boundary(12)).unwrap_or(text));
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
        [b'/', letter, b'/', ..] if letter.is_ascii_alphabetic() && same(&text[3..]).starts_with("Users/") => 3,
        _ => return None,
    };
    let rest = same(&text[drive..]);
    let folder = rest.trim_start_matches('/').split('/').next().unwrap_or_default().to_ascii_lowercase();
    let skipped = rest.len() - rest.trim_start_matches('/').len();
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
    let user = rest[rest_start..].split(['/', '\\', ':', ';', '"', '\'', ' ', ',']).next().unwrap_or_default();
    let filled_in = user.is_empty() || user.starts_with(['$', '%', '{', '<', '[', '*', '.']) || user.contains(['<', '{', '$']);
    let nobody = filled_in || NOBODY.contains(&user.to_ascii_lowercase().as_str()) || is_anybody(user) || placeholder(user);
    let slash = usize::from(rest.len() > rest_start + user.len());
    (!nobody).then_some(("home", at + rest_start + user.len() + slash))
}

/// A folder of a version manager, wherever it is.
fn managed(text: &str) -> Option<Hit> {
    let forward = text.replace('\\', "/");
    let (at, name) = MANAGERS.iter().find_map(|name| forward.find(name).map(|at| (at, *name)))?;
    let start = text[..at].rfind(|c: char| c.is_whitespace() || matches!(c, '=' | ':' | ';' | '"' | '\'')).map_or(0, |at| at + 1);
    let end = at + path_length(&text[at..]);
    Some(Hit { range: start..end, variant: "version-manager", shown: format!("{}…", &text[at..at + name.len()]) })
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
            ("${HOME}/.nvm/versions/node/v20/bin/node", "version-manager", ".nvm/versions/…"),
        ] {
            let hit = find(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((hit.variant, hit.shown.as_str()), (variant, shown), "{text}");
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
