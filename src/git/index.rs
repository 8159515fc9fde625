//! Git's index of versions 2, 3 and 4 (git's `Documentation/gitformat-index`), also where it is split in two files.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// No index is larger; the one of the largest public repositories has some 100 MB.
const MAX_INDEX: u64 = 1 << 29;

/// No path that a system opens is longer. The names of an index of version 4 take up those before them, so that a small
/// one could come to any length.
const MAX_PATH: usize = 4096;

/// The most that all names of an index come to.
const MAX_NAMES: usize = 1 << 29;

/// The mode of an entry that is the folder of another work tree.
const SUBMODULE: u32 = 0o160_000;

/// What git tracks in a work tree, as paths from its folder on.
#[derive(Debug, Default)]
pub(crate) struct Tracked {
    pub(crate) files: BTreeSet<PathBuf>,
    /// The folders of submodules, which have an index of their own.
    pub(crate) submodules: Vec<PathBuf>,
}

impl Tracked {
    /// The index at `path`, with the one that it shares with others; nothing if either cannot be read.
    pub(super) fn read(path: &Path) -> Option<Self> {
        let Raw {
            mut entries,
            shared,
        } = Raw::parse(&bytes(path)?)?;
        if let Some(shared) = shared {
            let name = format!("sharedindex.{}", shared.hash);
            let base = Raw::parse(&bytes(&path.with_file_name(name))?)?.entries;
            let deleted = ones(&shared.deleted, base.len())?;
            let kept = base.into_iter().enumerate();
            entries
                .extend(kept.filter_map(|(at, entry)| (!deleted.contains(&at)).then_some(entry)));
        }
        let mut index = Self::default();
        for entry in entries {
            // What replaces an entry of the shared index has no name of its own.
            let path = path_of(entry.name).filter(|path| !path.as_os_str().is_empty());
            // Git refuses to track anything else, and whoever made the index may not be git.
            let plain = |path: &PathBuf| {
                let mut parts = path.components();
                parts.all(|part| matches!(part, Component::Normal(_)))
            };
            match path.filter(plain) {
                Some(path) if entry.mode == SUBMODULE => index.submodules.push(path),
                Some(path) => _ = index.files.insert(path),
                None => {}
            }
        }
        Some(index)
    }
}

fn bytes(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::metadata(path).ok()?;
    if !metadata.is_file() || metadata.len() > MAX_INDEX {
        return None;
    }
    fs::read(path).ok()
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

/// What is in one file.
#[derive(Debug)]
struct Raw {
    entries: Vec<Entry>,
    shared: Option<Shared>,
}

#[derive(Debug, PartialEq, Eq)]
struct Entry {
    name: Vec<u8>,
    mode: u32,
}

/// The index that this one only changes.
#[derive(Debug)]
struct Shared {
    /// Its hash, which is part of its name.
    hash: String,
    /// Which of its entries do not count, as git packs that.
    deleted: Vec<u8>,
}

impl Raw {
    fn parse(bytes: &[u8]) -> Option<Self> {
        // An index does not say which hash it has. Only with the right one do its parts come to its length.
        Self::with_hash(bytes, 20).or_else(|| Self::with_hash(bytes, 32))
    }

    fn with_hash(bytes: &[u8], hash: usize) -> Option<Self> {
        let end = bytes.len().checked_sub(hash)?;
        let (entries, mut at) = entries(&bytes[..end], hash)?;
        let mut shared = None;
        while at < end {
            let size = usize::try_from(number(bytes, at + 4)?).ok()?;
            let data = bytes[..end].get(at + 8..)?.get(..size)?;
            match bytes.get(at..at + 4)? {
                b"link" => shared = Shared::parse(data, hash)?,
                // Some entries are folders of which nothing is checked out.
                b"sdir" => {}
                // What has a small letter in front is needed to understand the rest.
                [first, ..] if first.is_ascii_uppercase() => {}
                _ => return None,
            }
            at += 8 + size;
        }
        Some(Self { entries, shared })
    }
}

impl Shared {
    /// Reads the extension `link`: a hash, nothing but zeros if there is no such index, and two bitmaps.
    fn parse(data: &[u8], hash: usize) -> Option<Option<Self>> {
        let (hash, deleted) = data.split_at_checked(hash)?;
        Some(hash.iter().any(|byte| *byte != 0).then(|| Self {
            hash: hash.iter().map(|byte| format!("{byte:02x}")).collect(),
            deleted: deleted.to_vec(),
        }))
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    let number = bytes.get(at..)?.first_chunk()?;
    Some(u32::from_be_bytes(*number))
}

/// The entries, and where they end.
fn entries(bytes: &[u8], hash: usize) -> Option<(Vec<Entry>, usize)> {
    if bytes.get(..4)? != b"DIRC" {
        return None;
    }
    let (version, count) = (number(bytes, 4)?, number(bytes, 8)?);
    if !(2..=4).contains(&version) {
        return None;
    }
    let mut entries: Vec<Entry> = Vec::new();
    let (mut at, mut total) = (12, 0);
    for _ in 0..count {
        // Times, identity and size come to 40 bytes; after them are the hash and two bytes of flags.
        let flags_at = at + 40 + hash;
        let flags = u16::from_be_bytes(*bytes.get(flags_at..)?.first_chunk()?);
        let extended = version >= 3 && flags & 0x4000 != 0;
        let mut start = flags_at + if extended { 4 } else { 2 };
        let mut name = Vec::new();
        if version == 4 {
            let (strip, length) = offset(bytes.get(start..)?)?;
            start += length;
            let before = entries.last().map_or(&[][..], |entry| &entry.name);
            name.extend_from_slice(&before[..before.len().checked_sub(strip)?]);
        }
        let length = bytes.get(start..)?.iter().position(|byte| *byte == 0)?;
        name.extend_from_slice(&bytes[start..start + length]);
        total += name.len();
        if name.len() > MAX_PATH || total > MAX_NAMES {
            return None;
        }
        let mode = number(bytes, at + 24)?;
        entries.push(Entry { name, mode });
        at = if version == 4 {
            start + length + 1
        } else {
            // One to eight zeros fill an entry up to a multiple of eight.
            at + ((start - at + length + 8) & !7)
        };
    }
    (at <= bytes.len()).then_some((entries, at))
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

/// Which bits below `limit` are set in a bitmap that git packed (EWAH): a word says how many words of equal bits come next,
/// and how many as they are.
fn ones(bytes: &[u8], limit: usize) -> Option<HashSet<usize>> {
    let count = usize::try_from(number(bytes, 4)?).ok()?;
    let (words, _) = bytes.get(8..)?.as_chunks::<8>();
    let mut words = words
        .get(..count)?
        .iter()
        .map(|word| u64::from_be_bytes(*word));
    let mut ones = HashSet::new();
    let mut at = 0_usize;
    while let Some(marker) = words.next() {
        let equal = usize::try_from((marker >> 1) & 0xffff_ffff).ok()?;
        let end = at.saturating_add(equal.saturating_mul(64)).min(limit);
        if marker & 1 == 1 {
            ones.extend(at..end);
        }
        at = end;
        for _ in 0..marker >> 33 {
            let word = words.next()?;
            let set = (0..64).filter(|bit| word >> bit & 1 == 1);
            ones.extend(set.map(|bit| at + bit));
            at += 64;
        }
    }
    Some(ones)
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
            let found = Raw::parse(&index(version, &all)).expect("an index").entries;
            let found: Vec<_> = found
                .iter()
                .map(|entry| String::from_utf8_lossy(&entry.name))
                .collect();
            assert_eq!(found, all, "{version}");
        }
    }

    #[test]
    fn names_that_come_to_more_than_any_path_are_refused() {
        let long = "a".repeat(MAX_PATH);
        assert!(Raw::parse(&index(2, &[&long])).is_some());
        assert!(Raw::parse(&index(2, &[&long, &format!("{long}b")])).is_none());
    }

    #[test]
    fn what_is_no_whole_index_is_refused() {
        for version in 2..=4 {
            let whole = index(version, &["a", "b"]);
            for end in 0..whole.len() {
                assert!(Raw::parse(&whole[..end]).is_none(), "{version} {end}");
            }
        }
        let mut later = index(2, &["a"]);
        later[7] = 9;
        assert!(Raw::parse(&later).is_none());
        // An extension that has to be known, and one that has not.
        for (signature, known) in [(b"TREE", true), (b"some", false)] {
            let mut extended = index(2, &["a"]);
            let end = extended.len() - 20;
            extended.splice(end..end, [&signature[..], b"\0\0\0\x01x"].concat());
            assert_eq!(Raw::parse(&extended).is_some(), known);
        }
    }

    #[test]
    fn a_packed_bitmap_has_its_ones() {
        let packed = |words: &[u64]| {
            let mut bytes = vec![0; 4];
            bytes.extend(u32::try_from(words.len()).expect("a few").to_be_bytes());
            bytes.extend(words.iter().flat_map(|word| word.to_be_bytes()));
            bytes
        };
        let all = |words: &[u64], limit| {
            let mut ones: Vec<usize> = ones(&packed(words), limit)?.into_iter().collect();
            ones.sort_unstable();
            Some(ones)
        };
        // One word as it is; then a word of ones, none as it is; then as many as nobody has.
        assert_eq!(all(&[1 << 33, 0b101], 9), Some(vec![0, 2]));
        assert_eq!(all(&[1 << 1, 1 | 1 << 1], 66), Some(vec![64, 65]));
        assert_eq!(all(&[u64::from(u32::MAX) << 1 | 1], 2), Some(vec![0, 1]));
        assert_eq!(all(&[2 << 33, 0], 9), None);
        assert_eq!(ones(&packed(&[0])[..9], 9), None);
    }
}
