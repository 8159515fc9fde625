//! What git says about files: the folder of a work tree, and which files it tracks. Nothing is run; the index is read.

mod index;

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

pub(crate) use self::index::Tracked;
use crate::border::plain;
use crate::files::is_odd;

/// No file with nothing but the path of a folder is longer.
const MAX_POINTER: u64 = 4096;

/// The folder of the work tree that `folder` lies in. Submodules and linked work trees have a file called `.git`.
pub(crate) fn work_tree(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|folder| is_work_tree(folder))
}

/// Whether `folder` is that of a work tree.
pub(crate) fn is_work_tree(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// Whether git tracks the file at `real`, a path without links; nothing if the index cannot be read.
pub(crate) fn is_tracked(real: &Path) -> Option<bool> {
    let inside = real
        .parent()
        .and_then(work_tree)
        .and_then(|root| Some((root, real.strip_prefix(root).ok()?)));
    let Some((root, inside)) = inside else {
        return Some(false);
    };
    Some(tracked(root).ok()?.files.contains(inside))
}

/// What git tracks in the work tree at `root`. Where there is no index, that is nothing.
///
/// # Errors
/// There is an index that cannot be read: its path.
pub(crate) fn tracked(root: &Path) -> Result<Tracked, PathBuf> {
    let Some(path) = git_folder(root).map(|folder| folder.join("index")) else {
        return Ok(Tracked::default());
    };
    match fs::metadata(&path) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            Ok(Tracked::default())
        }
        _ => Tracked::read(&path).ok_or_else(|| {
            // That of a submodule is reached by way of the submodule.
            plain(&std::path::absolute(&path).unwrap_or(path))
        }),
    }
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
