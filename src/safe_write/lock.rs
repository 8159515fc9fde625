//! One run at a time in a folder, for as long as it takes to exchange files there.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Error;
use super::resolve::folder_of;

/// How often a folder that is locked is tried again, and how long that takes.
const TRIES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

/// Locks on folders, which go when this is dropped, or the process ends in whatever way.
#[derive(Debug, Default)]
pub(super) struct Locks(Vec<File>);

impl Locks {
    /// Locks the folders of `files`, in an order that is the same for everybody.
    ///
    /// A filesystem without locks is used without them: the files are still compared with what was read.
    pub(super) fn new<'p>(files: impl Iterator<Item = &'p Path>) -> Result<Self, Error> {
        let folders: BTreeSet<PathBuf> = files.map(|file| folder_of(file).to_owned()).collect();
        let mut locks = Self::default();
        for folder in folders {
            // Folders cannot be opened as files on Windows, and nothing is lost there: an open file cannot be replaced.
            let Ok(file) = File::open(&folder).and_then(|file| file.metadata().map(|_| file))
            else {
                continue;
            };
            for attempt in 0.. {
                match file.try_lock() {
                    Ok(()) => {
                        locks.0.push(file);
                        break;
                    }
                    Err(TryLockError::WouldBlock) if attempt < TRIES => std::thread::sleep(PAUSE),
                    Err(TryLockError::WouldBlock) => return Err(Error::Locked { path: folder }),
                    Err(TryLockError::Error(_)) => break,
                }
            }
        }
        Ok(locks)
    }
}
