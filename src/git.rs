//! What git says about files: the folder of a work tree, and which files it tracks. Nothing is run; the index is read.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::files::is_odd;

/// No index is larger; the one of the largest public repositories has some 100 MB.
const MAX_INDEX: u64 = 1 << 29;

/// No path that a system opens is longer. The names of an index of version 4 take up those before them, so that a small
/// one could come to any length.
const MAX_PATH: usize = 4096;

/// The most that all names of an index come to.
const MAX_NAMES: usize = 1 << 29;

/// No file with nothing but the path of a folder is longer.
const MAX_POINTER: u64 = 4096;

/// The folder of the work tree that `folder` lies in. Submodules and linked work trees have a file called `.git`.
pub(crate) fn work_tree(folder: &Path) -> Option<&Path> {
    folder
        .ancestors()
        .find(|folder| fs::symlink_metadata(folder.join(".git")).is_ok())
}

/// Whether git tracks the file at `real`, a path without links.
pub(crate) fn is_tracked(real: &Path) -> bool {
    let Some(root) = real.parent().and_then(work_tree) else {
        return false;
    };
    let Ok(inside) = real.strip_prefix(root) else {
        return false;
    };
    tracked(root).contains(inside)
}

/// The files that git tracks in the work tree at `root`, as paths from there on. An index that cannot be read has none.
pub(crate) fn tracked(root: &Path) -> BTreeSet<PathBuf> {
    let read = || {
        let index = git_folder(root)?.join("index");
        let metadata = fs::metadata(&index).ok()?;
        if !metadata.is_file() || metadata.len() > MAX_INDEX {
            return None;
        }
        fs::read(index).ok()
    };
    let bytes = read().unwrap_or_default();
    names(&bytes)
        .unwrap_or_default()
        .into_iter()
        .filter_map(path_of)
        // Git refuses to track anything else, and whoever made the index may not be git.
        .filter(|path| {
            path.components()
                .all(|part| matches!(part, Component::Normal(_)))
        })
        .collect()
}

/// The path that a name of the index is. Git takes any bytes for one, and so do most systems.
#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
fn path_of(name: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;
    Some(PathBuf::from(std::ffi::OsString::from_vec(name)))
}

#[cfg(not(unix))]
fn path_of(name: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(name).ok().map(PathBuf::from)
}

/// Whether what tells git's own list of ignored files in the work tree at `root` is not to be read: it is no regular file,
/// or larger than `limit`.
pub(crate) fn has_odd_excludes(root: &Path, limit: u64) -> bool {
    let entry = root.join(".git");
    let Ok(metadata) = fs::metadata(&entry) else {
        return false;
    };
    if metadata.is_dir() {
        return is_odd(&entry.join("info/exclude"), limit);
    }
    if is_odd(&entry, MAX_POINTER) {
        return true;
    }
    // A linked work tree shares the list with the others.
    let Some(own) = git_folder(root) else {
        return false;
    };
    let pointer = own.join("commondir");
    if is_odd(&pointer, MAX_POINTER) {
        return true;
    }
    let common = fs::read_to_string(pointer).unwrap_or_default();
    is_odd(&own.join(common.trim()).join("info/exclude"), limit)
}

/// Where git keeps what it knows about the work tree at `root`.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let entry = root.join(".git");
    let metadata = fs::metadata(&entry).ok()?;
    if metadata.is_dir() {
        return Some(entry);
    }
    if !metadata.is_file() || metadata.len() > MAX_POINTER {
        return None;
    }
    let text = fs::read_to_string(entry).ok()?;
    Some(root.join(text.strip_prefix("gitdir:")?.trim()))
}

/// The names in an index of version 2, 3 or 4 (git's `Documentation/gitformat-index`); nothing if it is not one.
fn names(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let number = |at: usize| -> Option<u32> {
        Some(u32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
    };
    if bytes.get(..4)? != b"DIRC" {
        return None;
    }
    let (version, count) = (number(4)?, number(8)?);
    if !(2..=4).contains(&version) {
        return None;
    }
    // Times, identity and size come to 40 bytes; behind them are the hash and two bytes of flags.
    let hash = hash_length(bytes);
    let mut names: Vec<Vec<u8>> = Vec::new();
    let (mut at, mut total) = (12, 0);
    for _ in 0..count {
        let flags_at = at + 40 + hash;
        let flags = u16::from_be_bytes(bytes.get(flags_at..flags_at + 2)?.try_into().ok()?);
        let extended = version >= 3 && flags & 0x4000 != 0;
        let mut start = flags_at + if extended { 4 } else { 2 };
        let mut name = Vec::new();
        if version == 4 {
            let (strip, length) = offset(bytes.get(start..)?)?;
            start += length;
            let before = names.last().map_or(&[][..], Vec::as_slice);
            name.extend_from_slice(&before[..before.len().checked_sub(strip)?]);
        }
        let length = bytes.get(start..)?.iter().position(|byte| *byte == 0)?;
        name.extend_from_slice(&bytes[start..start + length]);
        total += name.len();
        if name.len() > MAX_PATH || total > MAX_NAMES {
            return None;
        }
        names.push(name);
        at = if version == 4 {
            start + length + 1
        } else {
            // One to eight zeros fill an entry up to a multiple of eight.
            at + ((start - at + length + 8) & !7)
        };
    }
    Some(names)
}

/// An index does not say which hash it has, but it ends with one over all that comes before. Entries with SHA-1 are by far
/// the most frequent; one with SHA-256 has its flags 12 bytes further on, and a name there that is no name with SHA-1.
fn hash_length(bytes: &[u8]) -> usize {
    let plausible = |hash: usize| {
        let flags_at = 12 + 40 + hash;
        let flags = bytes
            .get(flags_at..flags_at + 2)
            .and_then(|flags| flags.try_into().ok())
            .map(u16::from_be_bytes);
        let named = usize::from(flags.unwrap_or_default() & 0x0fff);
        let name = bytes.get(flags_at + 2..).unwrap_or_default();
        let length = name.iter().position(|byte| *byte == 0);
        named > 0 && length == Some(named)
    };
    if !plausible(20) && plausible(32) {
        32
    } else {
        20
    }
}

/// A number of variable length, as git packs offsets, and how many bytes it takes.
fn offset(bytes: &[u8]) -> Option<(usize, usize)> {
    let mut value = usize::from(bytes.first()? & 0x7f);
    let mut length = 1;
    while bytes[length - 1] & 0x80 != 0 {
        let byte = bytes.get(length).filter(|_| length < 5)?;
        value = ((value + 1) << 7) | usize::from(byte & 0x7f);
        length += 1;
    }
    Some((value, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index of this version with these names.
    fn index(version: u32, names: &[&str]) -> Vec<u8> {
        let mut bytes = b"DIRC".to_vec();
        bytes.extend(version.to_be_bytes());
        bytes.extend(u32::try_from(names.len()).expect("a few").to_be_bytes());
        let mut before = "";
        for name in names {
            let start = bytes.len();
            bytes.extend([1; 60]);
            // Git has twelve bits for the length of a name, all of them set where it is longer.
            let length = u16::try_from(name.len().min(0xfff)).expect("short");
            bytes.extend(length.to_be_bytes());
            if version == 4 {
                let common = name
                    .bytes()
                    .zip(before.bytes())
                    .take_while(|(a, b)| a == b)
                    .count();
                bytes.push(u8::try_from(before.len() - common).expect("short"));
                bytes.extend(&name.as_bytes()[common..]);
                bytes.push(0);
            } else {
                bytes.extend(name.as_bytes());
                bytes.push(0);
                while !(bytes.len() - start).is_multiple_of(8) {
                    bytes.push(0);
                }
            }
            before = name;
        }
        bytes.extend([0; 20]);
        bytes
    }

    #[test]
    fn an_index_of_every_version_has_its_names() {
        let all = [
            ".mcp.json",
            ".vscode/mcp.json",
            ".vscode/settings.json",
            "é",
        ];
        for version in 2..=4 {
            let found = names(&index(version, &all)).expect("an index");
            let found: Vec<_> = found
                .iter()
                .map(|name| String::from_utf8_lossy(name))
                .collect();
            assert_eq!(found, all, "{version}");
        }
    }

    #[test]
    fn names_that_come_to_more_than_any_path_are_refused() {
        let long = "a".repeat(MAX_PATH);
        assert!(names(&index(2, &[&long])).is_some());
        assert!(names(&index(2, &[&long, &format!("{long}b")])).is_none());
    }

    #[test]
    fn what_is_no_index_has_no_names() {
        let whole = index(2, &["a", "b"]);
        for end in 0..whole.len() - 20 {
            // Cut anywhere, it is refused or shorter, and never a panic.
            let _ = names(&whole[..end]);
        }
        assert!(names(b"").is_none() && names(b"DIRC\0\0\0\x09\0\0\0\x01").is_none());
        assert!(names(&index(4, &["a"])[..40]).is_none());
    }
}
