//! The only place that writes the user's files.
//!
//! A file goes through three hands. A [`Snapshot`] is what was read and how to recognise it again; a [`Prepared`] has the
//! new content beside the file, on the disk and checked; [`commit`] puts the prepared ones in place, all or none. What is
//! promised on the way:
//!
//! - Whoever looks at the file, and whenever this process dies, finds the old content or the new one. The exceptions are
//!   files that cannot be replaced by a rename (see [`InPlace`]): those are overwritten while a complete copy of the old
//!   content lies beside them.
//! - A file that somebody else changed since it was read is left alone ([`Error::Changed`]).
//! - Links stay links, permission bits, owner, group, access control lists and extended attributes stay as they are, and a
//!   file that already has the wanted content is not touched.
//! - Several files are exchanged with a [`journal`] beside them: after a kill, the next run finishes what was begun.
//! - Two runs cannot lose each other's change: a folder is locked while files are exchanged in it.
//! - A signal that ends the process removes what lies beside the files, and waits for an exchange that has begun.
//! - After an error no temporary file and no new folder remains. The one exception is a copy of the old content that
//!   could not be put back, and then the error names it.
//!
//! ```
//! use mcpconv::internals::safe_write::{Backup, WriteOptions, Prepared, Snapshot, commit};
//!
//! # let folder = tempfile::tempdir()?;
//! let file = folder.path().join("new/settings.json");
//! let snapshot = Snapshot::read(&file, 1 << 20)?;
//! let verify = |bytes: &[u8]| if bytes == b"{}\n" { Ok(()) } else { Err("not what was meant".to_owned()) };
//! let options = WriteOptions { private: false, backup: Backup::Auto, verify: &verify };
//!
//! commit(vec![Prepared::new(snapshot, b"{}\n".to_vec(), options)?])?;
//! assert_eq!(std::fs::read(&file)?, b"{}\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod attributes;
mod backup;
mod commit;
mod draft;
mod error;
mod in_place;
mod interrupt;
mod journal;
mod lock;
mod prepared;
mod replace;
mod resolve;
mod snapshot;
mod step;
mod stream;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

pub(crate) use self::backup::{KeptBackup, backups, latest};
pub use self::commit::commit;
pub(crate) use self::commit::commit_and_tell;
pub use self::error::Error;
#[cfg(unix)]
pub(crate) use self::interrupt::outlive_limits;
pub(crate) use self::journal::{is_interrupted, recover};
pub use self::prepared::Prepared;
pub(crate) use self::resolve::real_path;
pub use self::snapshot::Snapshot;
pub(crate) use self::stream::stream;

/// How a file is to be written.
#[derive(Clone, Copy)]
pub struct WriteOptions<'a> {
    /// A file that is created is readable by its owner only; otherwise the umask decides. An existing file keeps its mode.
    pub private: bool,
    /// Whether the old content is kept as `FILE.bak`, or `FILE.bak.2` and so on if there is one.
    pub backup: Backup,
    /// Says what is wrong with the content about to be written, if anything.
    pub verify: &'a dyn Fn(&[u8]) -> Result<(), String>,
}

/// When the old content of a file is kept beside it as `FILE.bak`, with the same mode. What has that name already stays,
/// whoever wrote it: the next one is `FILE.bak.2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backup {
    /// For a file that git does not track.
    #[default]
    Auto,
    /// For every file that existed.
    Always,
    /// For none.
    Never,
}

/// What `commit` did to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// The file as it was named.
    pub path: PathBuf,
    /// The file itself, after all links.
    pub real_path: PathBuf,
    /// What became of it.
    pub outcome: WriteOutcome,
    /// Where the old content was kept.
    pub backup: Option<PathBuf>,
    /// Why the file was overwritten instead of replaced, if it was.
    pub in_place: Option<InPlace>,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteOutcome {
    /// It already had the content, and was not touched.
    Unchanged,
    /// It did not exist before.
    Created,
    /// It has new content.
    Updated,
}

/// Why a file is overwritten instead of replaced by a rename.
///
/// Overwriting keeps what a rename would lose, at a price: a crash in the middle leaves a mixture. So a complete copy of
/// the old content is on the disk beside the file before its first byte changes: the backup, or a hidden file that goes
/// away afterwards. Only [`Folder`](Self::Folder) allows no copy, and is therefore refused when a backup is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InPlace {
    /// It has other names, which a rename would leave with the old content.
    HardLink,
    /// Its owner, group or mode cannot be given to another file.
    Access,
    /// Nothing can be created in its folder, but the file itself is writable.
    Folder,
    /// It is mounted on its own, as containers do with single files.
    MountPoint,
}

impl fmt::Display for InPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HardLink => "it has other names (hard links)",
            Self::Access => "its owner or mode cannot be given to a new file",
            Self::Folder => "its folder is not writable",
            Self::MountPoint => "it is a mount point",
        })
    }
}
