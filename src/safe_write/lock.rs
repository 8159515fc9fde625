//! One run at a time in a folder, for as long as it takes to exchange files there.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::time::Duration;

use super::Error;

/// How often a folder that is locked is tried again, and how long that takes.
const TRIES: u32 = 500;
const PAUSE: Duration = Duration::from_millis(20);

/// Locks on folders, which go when this is dropped, or the process ends in whatever way.
#[derive(Debug, Default)]
pub(super) struct Locks(Vec<File>);

/// What came of an attempt to lock a folder.
enum Attempt {
    Locked(File),
    Busy,
    /// Folders cannot be locked there.
    Impossible,
}

impl Locks {
    /// Locks `folders`, in an order that is the same for everybody.
    ///
    /// A filesystem without locks is used without them: the files are still compared with what was read.
    pub(super) fn new<'p>(folders: impl Iterator<Item = &'p Path>) -> Result<Self, Error> {
        let folders: BTreeSet<&Path> = folders.collect();
        let mut locks = Self::default();
        for folder in folders {
            for tries in 0.. {
                match attempt(folder) {
                    Attempt::Locked(file) => {
                        locks.0.push(file);
                        break;
                    }
                    Attempt::Busy if tries < TRIES => std::thread::sleep(PAUSE),
                    Attempt::Busy => {
                        return Err(Error::Locked {
                            path: folder.to_owned(),
                        });
                    }
                    Attempt::Impossible => break,
                }
            }
        }
        Ok(locks)
    }
}

/// Locks the folder itself, so that no file is left behind.
#[cfg(unix)]
fn attempt(folder: &Path) -> Attempt {
    use std::fs::TryLockError;
    let Ok(file) = File::open(folder) else {
        return Attempt::Impossible;
    };
    match file.try_lock() {
        Ok(()) => Attempt::Locked(file),
        Err(TryLockError::WouldBlock) => Attempt::Busy,
        Err(TryLockError::Error(_)) => Attempt::Impossible,
    }
}

/// Folders cannot be opened as files, so there is a file in it that only one process can have open. The system removes it
/// when it is closed, however the process ends.
#[cfg(windows)]
fn attempt(folder: &Path) -> Attempt {
    use std::os::windows::fs::OpenOptionsExt as _;
    const DELETE_ON_CLOSE: u32 = 0x0400_0000;
    const SHARING_VIOLATION: i32 = 32;
    let opened = File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .share_mode(0)
        .custom_flags(DELETE_ON_CLOSE)
        .open(folder.join(".mcpconv-lock"));
    match opened {
        Ok(file) => Attempt::Locked(file),
        Err(error) if error.raw_os_error() == Some(SHARING_VIOLATION) => Attempt::Busy,
        Err(_) => Attempt::Impossible,
    }
}

#[cfg(not(any(unix, windows)))]
fn attempt(_folder: &Path) -> Attempt {
    Attempt::Impossible
}
