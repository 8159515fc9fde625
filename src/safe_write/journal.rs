//! What it takes to finish an exchange of several files that was cut off.
//!
//! A journal lies beside one of the files for as long as they are exchanged, with the old and the new content of each. If
//! the process is killed, it stays; the next run that writes these files finishes what it says ([`recover`]). One that is
//! not complete was never acted on.
//!
//! Whoever can put a file into these folders can put a journal there. So it says nothing about where to write: only
//! files that the run is about to write anyway are looked up in it, and only those that still have their old content get the
//! new one. One that git tracks is not ours.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::commit::exchange;
use super::draft::{Access, COPY_SUFFIX, Draft, drafts, sync_folder};
use super::lock::Locks;
use super::prepared::{Prepared, WritePlan, is_denied};
use super::resolve::{folder_of, real_path};
use super::{Backup, Error, Snapshot, WriteOptions, WriteOutcome, interrupt};
use crate::git;

/// How the name of a journal ends.
const SUFFIX: &str = ".mcpconv-journal";

/// How a journal begins.
const HEADER: &str = "mcpconv journal 1\n";

/// What an earlier run left half done, and what became of it.
#[derive(Debug, Default)]
pub(crate) struct Recovered {
    /// The files that have their new content now.
    pub(crate) finished: Vec<PathBuf>,
    /// The files that somebody changed since, or that this run does not write, and that were left alone.
    pub(crate) left: Vec<PathBuf>,
}

/// One file of a journal. Its path is only compared, never used.
#[derive(Debug, PartialEq, Eq)]
struct Entry {
    path: Vec<u8>,
    old: Option<Vec<u8>>,
    new: Vec<u8>,
    private: bool,
    overwritten: bool,
}

/// Stores what is about to be exchanged, if that is more than one file. It goes away with what this returns.
///
/// Where nothing can be created in any of the folders, there is none.
pub(super) fn keep(prepared: &[Prepared]) -> Result<Option<Draft>, Error> {
    let changed: Vec<&Prepared> = prepared.iter().filter(|one| one.changes()).collect();
    if changed.len() < 2 {
        return Ok(None);
    }
    let bytes = encode(changed.iter().map(|one| one.entry()));
    for one in &changed {
        let real = &one.snapshot.real;
        match Draft::with_suffix(real, &bytes, Access::Private, SUFFIX) {
            Ok(draft) => {
                sync_folder(folder_of(real));
                return Ok(Some(draft));
            }
            Err(error) if is_denied(&error) => {}
            Err(source) => return Err(one.unwritten(source)),
        }
    }
    Ok(None)
}

/// Leaves a journal to the next run.
pub(super) fn leave(journal: Draft) {
    interrupt::forget(&journal.path);
    let _ = journal.path.keep();
}

/// Whether a run that was to write some of `files` was cut off.
pub(crate) fn is_interrupted(files: &[PathBuf]) -> bool {
    !journals(files).is_empty()
}

/// Finishes what an earlier run left half done of `files`. Nothing if there is no such thing.
///
/// # Errors
/// It cannot be finished. The journal stays, and so does what it was about.
pub(crate) fn recover(files: &[PathBuf], max_size: u64) -> Result<Option<Recovered>, Error> {
    if !is_interrupted(files) {
        return Ok(None);
    }
    let reals: Vec<PathBuf> = files.iter().filter_map(|file| real_path(file)).collect();
    let _locks = Locks::new(reals.iter().map(|real| folder_of(real)))?;
    let _held = interrupt::hold();
    let mut recovered = None;
    // Again, because the run that was waited for may have been at work with one.
    for path in journals(files) {
        let most = max_size.saturating_mul(2 * files.len() as u64 + 1);
        let journal = Snapshot::read(&path, most)?;
        let entries = journal.bytes().and_then(decode);
        if let Some(entries) = entries {
            finish(
                entries,
                files,
                max_size,
                recovered.get_or_insert_with(Recovered::default),
            )?;
        }
        fs::remove_file(&path).map_err(|source| Error::Write { path, source })?;
    }
    Ok(recovered)
}

/// Gives those of `files` that a journal names, and that are as they were when it was made, their new content.
fn finish(
    entries: Vec<Entry>,
    files: &[PathBuf],
    max_size: u64,
    recovered: &mut Recovered,
) -> Result<(), Error> {
    let mut prepared = Vec::new();
    let mut copies = Vec::new();
    for entry in entries {
        let Some((file, real)) = files
            .iter()
            .filter_map(|file| Some((file, real_path(file)?)))
            .find(|(_, real)| real.as_os_str().as_encoded_bytes() == entry.path)
        else {
            let name = String::from_utf8_lossy(&entry.path).into_owned();
            recovered.left.push(PathBuf::from(name));
            continue;
        };
        let snapshot = Snapshot::read(file, max_size)?;
        if !entry.is_untouched(snapshot.bytes()) {
            recovered.left.push(file.clone());
            continue;
        }
        if let Some(old) = entry.old {
            copies.push((real, old));
        }
        let options = WriteOptions {
            private: entry.private,
            // The run that was cut off has kept them.
            backup: Backup::Never,
            verify: &|_| Ok(()),
        };
        prepared.push(Prepared::new(snapshot, entry.new, options)?);
    }
    for file in exchange(prepared, None)? {
        if file.outcome != WriteOutcome::Unchanged {
            recovered.finished.push(file.path);
        }
    }
    // What was being overwritten is whole again.
    for (real, old) in copies {
        for copy in drafts(&real, COPY_SUFFIX) {
            if fs::read(&copy).is_ok_and(|bytes| bytes == old) {
                let _ = fs::remove_file(copy);
            }
        }
    }
    Ok(())
}

/// The journals beside `files`.
fn journals(files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let folders: BTreeSet<PathBuf> = files
        .iter()
        .filter_map(|file| Some(folder_of(&real_path(file)?).to_owned()))
        .collect();
    let is_journal = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        let name = name.as_encoded_bytes();
        let plain = || entry.file_type().is_ok_and(|kind| kind.is_file());
        name.starts_with(b".") && name.ends_with(SUFFIX.as_bytes()) && plain()
    };
    folders
        .iter()
        .filter_map(|folder| fs::read_dir(folder).ok())
        .flat_map(|entries| entries.flatten().filter(is_journal))
        .map(|entry| entry.path())
        .filter(|path| git::is_tracked(path) == Some(false))
        .collect()
}

impl Prepared {
    fn entry(&self) -> Entry {
        Entry {
            path: self.snapshot.real.as_os_str().as_encoded_bytes().to_vec(),
            old: self.snapshot.bytes().map(<[u8]>::to_vec),
            new: self.bytes.clone(),
            private: self.private,
            overwritten: matches!(self.plan, WritePlan::Overwrite(_)),
        }
    }
}

impl Entry {
    /// Whether nobody but the run that was cut off has changed the file.
    fn is_untouched(&self, now: Option<&[u8]>) -> bool {
        let mixed = || match (now, &self.old) {
            (Some(now), Some(old)) => self.overwritten && is_mixture(now, old, &self.new),
            _ => false,
        };
        now == self.old.as_deref() || now == Some(&self.new) || mixed()
    }
}

/// Whether overwriting `old` with `new` can leave `now` when it is cut off.
fn is_mixture(now: &[u8], old: &[u8], new: &[u8]) -> bool {
    let lengths = old.len().min(new.len())..=old.len().max(new.len());
    let at = |text: &[u8], index: usize, byte: u8| text.get(index) == Some(&byte);
    lengths.contains(&now.len())
        && now
            .iter()
            .enumerate()
            .all(|(index, byte)| at(old, index, *byte) || at(new, index, *byte))
}

/// A line of numbers for each file, an empty one, and then all bytes one after the other.
fn encode(entries: impl Iterator<Item = Entry>) -> Vec<u8> {
    let (mut head, mut body) = (HEADER.to_owned(), Vec::new());
    for entry in entries {
        let old = entry
            .old
            .as_ref()
            .map_or("-".to_owned(), |old| old.len().to_string());
        head.push_str(&format!(
            "{} {old} {} {} {}\n",
            entry.path.len(),
            entry.new.len(),
            u8::from(entry.private),
            u8::from(entry.overwritten),
        ));
        body.extend(entry.path);
        body.extend(entry.old.unwrap_or_default());
        body.extend(entry.new);
    }
    head.push('\n');
    [head.into_bytes(), body].concat()
}

/// What a journal says, if it is whole.
fn decode(bytes: &[u8]) -> Option<Vec<Entry>> {
    let rest = bytes.strip_prefix(HEADER.as_bytes())?;
    let end = rest.windows(2).position(|pair| pair == b"\n\n")?;
    let lines = std::str::from_utf8(&rest[..end]).ok()?.lines();
    let mut body = &rest[end + 2..];
    let mut take = |length: usize| {
        let (taken, left) = body.split_at_checked(length)?;
        body = left;
        Some(taken.to_vec())
    };
    let mut entries = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split(' ').collect();
        let [path, old, new, private, overwritten] = words[..] else {
            return None;
        };
        let number = |word: &str| word.parse::<usize>().ok();
        entries.push(Entry {
            path: take(number(path)?)?,
            old: match old {
                "-" => None,
                old => Some(take(number(old)?)?),
            },
            new: take(number(new)?)?,
            private: private == "1",
            overwritten: overwritten == "1",
        });
    }
    body.is_empty().then_some(entries)
}
