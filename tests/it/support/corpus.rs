//! Real files of other people, where they are at hand: beside this checkout, never in it.

use std::fs;
use std::path::PathBuf;

use mcpconv::hosts::by_name;
use mcpconv::internals::syntax::parse;

use super::path;
use super::samples::Sample;

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

/// The corpus, as files of hosts we know, each by its name there.
pub(crate) fn samples() -> Vec<Sample> {
    let samples = of_kind(true);
    assert!(
        samples.is_empty() || samples.len() > 100,
        "only {} files of the corpus were read",
        samples.len()
    );
    samples
}

/// Files of the corpus that are no config files, but servers are read from them.
pub(crate) fn sources() -> Vec<Sample> {
    of_kind(false)
}

fn of_kind(targets: bool) -> Vec<Sample> {
    let Some(entries) = manifest() else {
        return Vec::new();
    };
    let sample = |entry: Entry| {
        let host = by_name(&entry.id).filter(|host| host.is_target() == targets)?;
        let sample = Sample {
            name: entry.file,
            ..Sample::new(host, &entry.real)?
        };
        let parses = parse(&sample.text, sample.place.language).is_ok();
        parses.then_some(sample)
    };
    entries.into_iter().filter_map(sample).collect()
}
