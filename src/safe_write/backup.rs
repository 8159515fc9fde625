//! The names of backups: `FILE.bak`, `FILE.bak.2`, `FILE.bak.3`…

use crate::order::Order as _;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// More than anybody has of one file.
const MOST: u32 = 9_999;

/// A backup that is there.
#[derive(Clone, Debug)]
pub(crate) struct KeptBackup {
    /// Which one, counted from 1; later ones have higher numbers.
    pub(crate) number: u32,
    /// Where it is.
    pub(crate) path: PathBuf,
    /// When it was last written.
    pub(crate) modified: Option<SystemTime>,
    /// How many bytes it has.
    pub(crate) size: u64,
}

/// The name of a backup of `file`.
pub(super) fn name(file: &Path, number: u32) -> PathBuf {
    let mut name: OsString = file.as_os_str().to_owned();
    name.push(".bak");
    if number > 1 {
        name.push(format!(".{number}"));
    }
    PathBuf::from(name)
}

/// The backups of `file`, a path without links, by their numbers. Whatever has such a name and is no file is none.
pub(crate) fn backups(file: &Path) -> Vec<KeptBackup> {
    let (Some(folder), Some(own)) = (file.parent(), file.file_name()) else {
        return Vec::new();
    };
    let mut start = own.to_owned();
    start.push(".bak");
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<KeptBackup> = entries
        .filter_map(|entry| {
            let other = entry.file_name();
            let rest = other
                .as_encoded_bytes()
                .strip_prefix(start.as_encoded_bytes())?;
            let number = match std::str::from_utf8(rest).ok()? {
                "" => 1,
                rest => rest
                    .strip_prefix('.')?
                    .parse()
                    .ok()
                    .filter(|number| *number > 1)?,
            };
            let metadata = fs::symlink_metadata(entry.path()).ok()?;
            metadata.is_file().then(|| KeptBackup {
                number,
                path: name(file, number),
                modified: metadata.modified().ok(),
                size: metadata.len(),
            })
        })
        .collect();
    found.order_by_key(|backup| backup.number);
    found
}

/// The first number after all that are taken, whatever has them.
pub(super) fn next_number(file: &Path) -> u32 {
    let last = backups(file).last().map_or(0, |backup| backup.number);
    (last + 1..MOST)
        .find(|number| fs::symlink_metadata(name(file, *number)).is_err())
        .unwrap_or(MOST)
}
