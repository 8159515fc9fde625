//! The names of backups: `FILE.bak`, `FILE.bak.2`, `FILE.bak.3`…

use crate::order::Order as _;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use std::{fs, io};

use tempfile::TempPath;

use crate::git;

/// More than anybody has of one file. Higher numbers are not ours.
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
    /// Whether git tracks it: whoever has written the repository may have made it.
    pub(crate) tracked: bool,
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
///
/// # Errors
/// The folder is there and cannot be read.
pub(crate) fn backups(file: &Path) -> io::Result<Vec<KeptBackup>> {
    let (Some(folder), Some(own)) = (file.parent(), file.file_name()) else {
        return Ok(Vec::new());
    };
    let mut start = own.to_owned();
    start.push(".bak");
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?.flatten(),
    };
    let mut found: Vec<KeptBackup> = entries
        .filter_map(|entry| {
            let other = entry.file_name();
            let rest = other
                .as_encoded_bytes()
                .strip_prefix(start.as_encoded_bytes())?;
            let number = number(std::str::from_utf8(rest).ok()?)?;
            let path = entry.path();
            let metadata = fs::symlink_metadata(&path).ok()?;
            metadata.is_file().then(|| KeptBackup {
                number,
                tracked: false,
                path,
                modified: metadata.modified().ok(),
                size: metadata.len(),
            })
        })
        .collect();
    if let Some(root) = git::work_tree(folder).filter(|_| !found.is_empty()) {
        let tracked = git::tracked(root);
        for backup in &mut found {
            let inside = backup.path.strip_prefix(root);
            // Where nobody can tell, it may be the repository's.
            backup.tracked = inside.is_ok_and(|path| {
                let index = tracked.as_ref();
                index.map_or(true, |index| index.files.contains(path))
            });
        }
    }
    found.order_by_key(|backup| backup.number);
    Ok(found)
}

/// The number that the end of a name says, if it is spelled as we spell it: `.bak.02` is somebody else's.
fn number(end: &str) -> Option<u32> {
    if end.is_empty() {
        return Some(1);
    }
    let digits = end.strip_prefix('.')?;
    let number = digits.parse().ok()?;
    ((2..=MOST).contains(&number) && number.to_string() == digits).then_some(number)
}

/// The latest backup that is surely not the repository's.
pub(crate) fn latest(backups: &[KeptBackup]) -> Option<&KeptBackup> {
    backups.iter().rfind(|backup| !backup.tracked)
}

/// A name that nothing has yet: after the latest backup if there is room, else in the first gap. There may be none.
pub(super) fn free_name(file: &Path) -> Option<PathBuf> {
    // A folder that cannot be listed may still be written to.
    let last = latest(&backups(file).unwrap_or_default()).map_or(0, |backup| backup.number);
    (last + 1..=MOST)
        .chain(1..=last)
        .map(|number| name(file, number))
        .find(|name| fs::symlink_metadata(name).is_err())
}

/// Gives `draft` the name `backup`, or another one if that was taken meanwhile. Nothing is replaced.
pub(super) fn keep(mut draft: TempPath, backup: &mut PathBuf, file: &Path) -> io::Result<()> {
    loop {
        let Err(failed) = draft.persist_noclobber(&*backup) else {
            return Ok(());
        };
        draft = failed.path;
        if fs::symlink_metadata(&*backup).is_err() {
            // Some filesystems can neither link nor rename without replacing.
            return draft.persist(&*backup).map_err(|failed| failed.error);
        }
        *backup = free_name(file).ok_or(failed.error)?;
    }
}
