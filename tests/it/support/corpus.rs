//! Real files of other people, where they are at hand: beside this checkout, never in it.

use std::fs;
use std::path::PathBuf;

use super::path;

/// A file of the corpus.
pub(crate) struct Entry {
    /// Its name there.
    pub(crate) file: String,
    /// The host it is of.
    pub(crate) id: String,
    /// The path it had in its repository.
    pub(crate) path: String,
    /// Where it is now.
    pub(crate) real: PathBuf,
}

/// All of them; nothing, and a word about it, if they are not here.
#[expect(clippy::print_stderr, reason = "a test that was skipped says so")]
pub(crate) fn manifest() -> Option<Vec<Entry>> {
    let root = path("../shared/corpus");
    let Ok(manifest) = fs::read_to_string(root.join("MANIFEST.tsv")) else {
        eprintln!("skipped: there is no corpus beside this checkout");
        return None;
    };
    let entry = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, id, _, path, ..] = columns[..] else {
            panic!("`{line}` of the manifest has too few columns")
        };
        Entry {
            file: file.to_owned(),
            id: id.to_owned(),
            path: path.to_owned(),
            real: root.join(file),
        }
    };
    Some(manifest.lines().skip(1).map(entry).collect())
}
