//! Folders that hold more than a server should be given.

use super::refs::refs;

/// How much a folder holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Breadth {
    /// The whole disk.
    Disk,
    /// What belongs to the system, or to all users.
    System,
    /// All that one person has.
    Home,
    /// A folder where people keep what is theirs: documents, downloads, the desktop.
    Personal,
}

impl Breadth {
    /// What it is, in words.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Disk => "the whole disk",
            Self::System => "a folder of the system",
            Self::Home => "a whole home folder",
            Self::Personal => "a folder of personal files",
        }
    }
}

/// How broad a path is; nothing if it is no broader than people mean.
pub(crate) fn breadth(path: &str) -> Option<Breadth> {
    let path = path.trim();
    if let Some(rest) = below_home(path) {
        let plain = rest.replace('\\', "/");
        let inner = plain.trim_matches('/');
        return match synced(inner).unwrap_or(inner) {
            "" | "." if synced(inner).is_some() => Some(Breadth::Personal),
            "" | "." => Some(Breadth::Home),
            "Desktop" | "Documents" | "Downloads" => Some(Breadth::Personal),
            _ => None,
        };
    }
    let plain = path.replace('\\', "/");
    let drive = matches!(plain.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let inner = if drive { &plain[2..] } else { &plain };
    if !drive && !inner.starts_with('/') {
        return None;
    }
    match inner.trim_matches('/') {
        "" => Some(Breadth::Disk),
        "home" | "Users" | "etc" | "var" => Some(Breadth::System),
        _ => None,
    }
}

/// What follows the folder that a service keeps in step with other machines. Systems move the documents there.
fn synced(path: &str) -> Option<&str> {
    const FOLDERS: [&str; 5] = [
        "OneDrive",
        "Dropbox",
        "Google Drive",
        "iCloudDrive",
        "Library/Mobile Documents/com~apple~CloudDocs",
    ];
    FOLDERS.iter().find_map(|folder| {
        let rest = path.strip_prefix(folder)?;
        // `OneDrive - Acme`.
        let rest = if rest.starts_with(" - ") {
            rest.find('/').map_or("", |at| &rest[at..])
        } else {
            rest
        };
        (rest.is_empty() || rest.starts_with('/')).then(|| rest.trim_start_matches('/'))
    })
}

/// What follows the home folder of somebody in a path that starts there, however that is spelled.
pub(crate) fn below_home(path: &str) -> Option<&str> {
    let ends = |rest: &str| rest.is_empty() || rest.starts_with(['/', '\\']);
    if let Some(rest) = path.strip_prefix('~').filter(|rest| ends(rest)) {
        return Some(rest);
    }
    if let Some(found) = refs(path).first().filter(|found| found.range.start == 0) {
        let home = ["HOME", "USERPROFILE", "userHome", "homeDir"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(found.name));
        return path
            .get(found.range.end..)
            .filter(|rest| home && ends(rest));
    }
    if let Some(rest) = path.strip_prefix("/root").filter(|rest| ends(rest)) {
        return Some(rest);
    }
    // `C:\Users\me`, and the same as other systems see it.
    let drive = match path.as_bytes() {
        [letter, b':', ..] if letter.is_ascii_alphabetic() => path.get(2..),
        [b'/', letter, b'/', ..] if letter.is_ascii_alphabetic() => path.get(2..),
        _ => path.strip_prefix("/mnt").and_then(|rest| rest.get(2..)),
    };
    let homes = ["/home/", "/Users/", "\\Users\\"];
    let inner = [Some(path), drive]
        .into_iter()
        .flatten()
        .find_map(|path| homes.iter().find_map(|home| path.strip_prefix(home)))?;
    let user = inner.find(['/', '\\']).unwrap_or(inner.len());
    (user > 0).then(|| &inner[user..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broad_folders_are_known_in_every_spelling() {
        for (path, broad) in [
            ("/", Breadth::Disk),
            ("C:\\", Breadth::Disk),
            ("d:/", Breadth::Disk),
            ("~", Breadth::Home),
            ("~/", Breadth::Home),
            ("$HOME", Breadth::Home),
            ("${HOME:-/x}/", Breadth::Home),
            ("${env:HOME}", Breadth::Home),
            ("{env:HOME}", Breadth::Home),
            ("${userHome}", Breadth::Home),
            ("%USERPROFILE%", Breadth::Home),
            ("/root", Breadth::Home),
            ("/home/me", Breadth::Home),
            ("/Users/me/", Breadth::Home),
            ("C:\\Users\\me", Breadth::Home),
            ("/mnt/c/Users/me", Breadth::Home),
            ("/home", Breadth::System),
            ("/Users", Breadth::System),
            ("C:/Users", Breadth::System),
            ("/etc", Breadth::System),
            ("/var/", Breadth::System),
            ("~/Desktop", Breadth::Personal),
            ("/Users/me/Documents", Breadth::Personal),
            ("C:\\Users\\me\\Downloads\\", Breadth::Personal),
            ("C:\\Users\\me\\OneDrive\\Desktop", Breadth::Personal),
            (
                "C:\\Users\\me\\OneDrive - Acme Corp\\Documents\\",
                Breadth::Personal,
            ),
            ("/Users/me/OneDrive/Documents", Breadth::Personal),
            ("~/Dropbox", Breadth::Personal),
        ] {
            assert_eq!(breadth(path), Some(broad), "{path}");
        }
        for path in [
            "",
            ".",
            "./docs",
            "~/src",
            "~me",
            "/home/me/src",
            "/srv",
            "${workspaceFolder}",
            "$HOMEPAGE",
            "Documents",
            "C:\\src",
            "/Users/me/Documents/a",
            "~/OneDrive/src",
            "~/OneDriver",
        ] {
            assert_eq!(breadth(path), None, "{path}");
        }
    }
}
