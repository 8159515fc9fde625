//! Overwriting a file that cannot be replaced.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};

use super::snapshot::same_file;
use super::step::{WriteStep, reached};
use super::{Error, Snapshot};

/// An overwriting that did not succeed.
pub(super) enum Failure {
    /// The file has its old content.
    Harmless(Error),
    /// The file has neither its old content nor the new one.
    Damaged(io::Error),
}

/// Exchanges the content of the file that `snapshot` was taken of. If that fails, the old content is put back.
pub(super) fn overwrite(snapshot: &Snapshot, bytes: &[u8]) -> Result<(), Failure> {
    let unwritten = |source| {
        Failure::Harmless(Error::Write {
            path: snapshot.path().to_owned(),
            source,
        })
    };
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&snapshot.real)
        .map_err(unwritten)?;
    let now = file.metadata().map_err(unwritten)?;
    if snapshot
        .metadata
        .as_ref()
        .is_none_or(|before| !same_file(before, &now))
    {
        return Err(Failure::Harmless(snapshot.changed()));
    }
    reached(WriteStep::Overwriting).map_err(unwritten)?;
    match put(&mut file, &snapshot.bytes, bytes) {
        Ok(()) => Ok(()),
        Err(error) => match put_back(&mut file, snapshot) {
            Ok(()) => Err(unwritten(error)),
            Err(_) => Err(Failure::Damaged(error)),
        },
    }
}

/// Puts the old content back into a file that has been overwritten.
pub(super) fn restore(snapshot: &Snapshot) -> io::Result<()> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .open(&snapshot.real)?;
    put_back(&mut file, snapshot)
}

fn put_back(file: &mut File, snapshot: &Snapshot) -> io::Result<()> {
    put(file, &snapshot.bytes, &snapshot.bytes)?;
    restore_time(file, snapshot);
    Ok(())
}

/// Sets the time of the last change back to what it was, if the system lets us; the content is what matters.
pub(super) fn restore_time(file: &File, snapshot: &Snapshot) {
    if let Some(modified) = snapshot
        .metadata
        .as_ref()
        .and_then(|before| before.modified().ok())
    {
        let _ = file.set_modified(modified);
    }
}

/// Exchanges `old` for `new` in `file`.
///
/// What needs room on the disk goes first, behind the old content, which is still whole if there is none. The part after
/// that reuses what the file has. Nothing is truncated before its replacement is there.
fn put(file: &mut File, old: &[u8], new: &[u8]) -> io::Result<()> {
    let (head, tail) = new.split_at(old.len().min(new.len()));
    if !tail.is_empty() {
        file.seek(SeekFrom::Start(old.len() as u64))?;
        file.write_all(tail)?;
        file.sync_all()?;
        reached(WriteStep::TailWritten)?;
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(head)?;
    reached(WriteStep::HeadWritten)?;
    file.set_len(new.len() as u64)?;
    file.sync_all()?;
    reached(WriteStep::Overwritten)?;

    let mut now = Vec::with_capacity(new.len());
    file.seek(SeekFrom::Start(0))?;
    file.take(new.len() as u64 + 1).read_to_end(&mut now)?;
    if now == new {
        Ok(())
    } else {
        Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "what was written does not read back the same",
        ))
    }
}
