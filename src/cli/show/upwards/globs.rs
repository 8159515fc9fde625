//! Files by paths with stars in their names.

use std::path::{Path, PathBuf};

use crate::cli::configuration::slashes;
use crate::host::is_match;

/// How far below a folder files are looked for.
const DEEPEST: usize = 8;

/// The files that a path with stars in its names leads to.
pub(super) fn spelled_out(glob: PathBuf) -> Vec<PathBuf> {
    let text = glob.to_string_lossy();
    let Some(star) = text.find('*') else {
        return vec![glob];
    };
    let last = |text: &str| text.rfind(['/', '\\']);
    let folder = last(&text[..star]).map_or("", |end| &text[..end]);
    let mut found = Vec::new();
    // A link of a repository may lead to the whole disk.
    if std::fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir()) {
        below(Path::new(folder), DEEPEST, &mut found);
    }
    // Compared from the folder's own name on: what is before it has marks of globs on Windows (`\\?\`).
    let own = last(folder).map_or(0, |end| end + 1);
    let glob = slashes(Path::new(&text[own..]));
    found.retain(|path| is_match(&glob, path));
    found.sort();
    found
}

fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => below(&entry.path(), depth - 1, found),
            Ok(kind) if !kind.is_dir() => found.push(entry.path()),
            _ => {}
        }
    }
}
