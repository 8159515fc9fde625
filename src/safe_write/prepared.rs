//! New content, ready to be put in place.

use std::fs::{self, Metadata, OpenOptions};
use std::path::PathBuf;
use std::{fmt, io};

use super::backup;
use super::draft::{Access, COPY_SUFFIX, Draft, sweep};
use super::interrupt;
use super::step::{WriteStep, reached};
use super::{Backup, Error, InPlace, Snapshot, WriteOptions};
use crate::git;

/// New content of a file, checked and on the disk, so that little is left that can fail. Dropping it leaves no trace.
pub struct Prepared {
    pub(super) snapshot: Snapshot,
    pub(super) bytes: Vec<u8>,
    pub(super) plan: WritePlan,
    /// Whether a file that is created is for its owner only.
    pub(super) private: bool,
    pub(super) backup: Option<Kept>,
    /// The old content for as long as the file is being overwritten and there is no backup.
    pub(super) net: Option<Draft>,
    // The last one, since fields are dropped in this order and only empty folders can be removed.
    pub(super) folders: Folders,
}

/// How the new content gets into its place.
pub(super) enum WritePlan {
    /// It is there already.
    Nothing,
    /// Under a name that must still be free.
    Create(Draft),
    /// In exchange for the old file.
    Rename(Draft),
    /// Over the old content.
    Overwrite(InPlace),
}

/// A backup: a draft until it gets its name.
pub(super) struct Kept {
    pub(super) draft: Option<Draft>,
    pub(super) path: PathBuf,
    /// Whether it is one of this run, and not an earlier one with the same content.
    pub(super) fresh: bool,
}

impl Prepared {
    /// Checks `bytes`, makes the folders that are missing, and stores the new content (and the old one, if it is to be
    /// kept) beside the file. The file itself is not touched.
    ///
    /// The check sees the bytes in memory; those on the disk are read back and must be the same.
    pub fn new(
        snapshot: Snapshot,
        bytes: Vec<u8>,
        options: WriteOptions<'_>,
    ) -> Result<Self, Error> {
        let mut prepared = Self {
            snapshot,
            bytes,
            plan: WritePlan::Nothing,
            private: options.private,
            backup: None,
            net: None,
            folders: Folders::default(),
        };
        sweep(&prepared.snapshot.real);
        if prepared.snapshot.bytes() == Some(&prepared.bytes) {
            return Ok(prepared);
        }
        (options.verify)(&prepared.bytes).map_err(|reason| Error::Rejected {
            path: prepared.snapshot.path().to_owned(),
            reason,
        })?;
        match prepared.snapshot.metadata.clone() {
            None => prepared.create()?,
            Some(metadata) => prepared.update(&metadata, options.backup)?,
        }
        Ok(prepared)
    }

    /// Whether committing this changes a file.
    #[must_use]
    pub fn changes(&self) -> bool {
        !matches!(self.plan, WritePlan::Nothing)
    }

    /// The file as it was when it was read.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    fn create(&mut self) -> Result<(), Error> {
        self.folders.make(&self.snapshot.missing_folders)?;
        reached(WriteStep::FoldersMade).map_err(|source| self.unwritten(source))?;
        let access = if self.private {
            Access::Private
        } else {
            Access::Umask
        };
        let draft = Draft::beside(&self.snapshot.real, &self.bytes, access)
            .map_err(|source| self.unwritten(source))?;
        self.plan = WritePlan::Create(draft);
        Ok(())
    }

    fn update(&mut self, metadata: &Metadata, backup: Backup) -> Result<(), Error> {
        self.check_writable(metadata)?;
        self.plan = if has_other_names(metadata) {
            WritePlan::Overwrite(InPlace::HardLink)
        } else {
            match Draft::beside(&self.snapshot.real, &self.bytes, Access::Like(metadata)) {
                Ok(draft) if draft.has_access => WritePlan::Rename(draft),
                Ok(_) => WritePlan::Overwrite(InPlace::Access),
                Err(error) if is_denied(&error) => WritePlan::Overwrite(InPlace::Folder),
                Err(source) => return Err(self.unwritten(source)),
            }
        };
        let due = match backup {
            Backup::Auto => git::is_tracked(&self.snapshot.real) != Some(true),
            Backup::Always => true,
            Backup::Never => false,
        };
        if due {
            self.backup = Some(self.draft_backup(metadata)?);
        } else if matches!(self.plan, WritePlan::Overwrite(_)) {
            match self.draft_copy(metadata) {
                Ok(net) => self.net = Some(net),
                Err(error) if is_denied(&error) => {
                    self.plan = WritePlan::Overwrite(InPlace::Folder)
                }
                Err(source) => return Err(self.unwritten(source)),
            }
        }
        Ok(())
    }

    fn check_writable(&self, metadata: &Metadata) -> Result<(), Error> {
        let read_only = |source| Error::ReadOnly {
            path: self.snapshot.path().to_owned(),
            source,
        };
        // Asked for on its own, because a superuser may open it all the same.
        if metadata.permissions().readonly() {
            return Err(read_only(None));
        }
        match OpenOptions::new().write(true).open(&self.snapshot.real) {
            Ok(_) => Ok(()),
            Err(error) if is_denied(&error) => Err(read_only(Some(error))),
            Err(source) => Err(self.unwritten(source)),
        }
    }

    fn draft_backup(&self, metadata: &Metadata) -> Result<Kept, Error> {
        let real = &self.snapshot.real;
        let kept = backup::backups(real).unwrap_or_default();
        if let Some(last) = backup::latest(&kept).filter(|last| {
            last.size == self.snapshot.bytes.len() as u64
                && fs::read(&last.path).is_ok_and(|bytes| bytes == self.snapshot.bytes)
        }) {
            return Ok(Kept {
                draft: None,
                path: last.path.clone(),
                fresh: false,
            });
        }
        let path = backup::free_name(real).ok_or_else(|| Error::Backup {
            path: self.snapshot.path().to_owned(),
            backup: backup::name(real, 1),
            source: io::ErrorKind::AlreadyExists.into(),
        })?;
        match self.draft_old_content(metadata) {
            Ok(draft) => Ok(Kept {
                draft: Some(draft),
                path,
                fresh: true,
            }),
            Err(source) => Err(Error::Backup {
                path: self.snapshot.path().to_owned(),
                backup: path,
                source,
            }),
        }
    }

    pub(super) fn draft_old_content(&self, metadata: &Metadata) -> io::Result<Draft> {
        Draft::beside(
            &self.snapshot.real,
            &self.snapshot.bytes,
            Access::Like(metadata),
        )
    }

    /// The same for as long as the file itself is being overwritten.
    pub(super) fn draft_copy(&self, metadata: &Metadata) -> io::Result<Draft> {
        Draft::with_suffix(
            &self.snapshot.real,
            &self.snapshot.bytes,
            Access::Like(metadata),
            COPY_SUFFIX,
        )
    }

    pub(super) fn unwritten(&self, source: io::Error) -> Error {
        Error::Write {
            path: self.snapshot.path().to_owned(),
            source,
        }
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prepared")
            .field("snapshot", &self.snapshot)
            .field("changes", &self.changes())
            .finish_non_exhaustive()
    }
}

/// Folders that were missing when the file was read. Dropping this removes those that are empty, unless they are kept.
///
/// A folder that exists by now counts as well: it was made for another file of the same run, which may be the first to go.
#[derive(Default)]
pub(super) struct Folders(pub(super) Vec<PathBuf>);

impl Folders {
    fn make(&mut self, missing: &[PathBuf]) -> Result<(), Error> {
        for folder in missing {
            match interrupt::remembered_folder(folder) {
                Ok(()) => {}
                Err(_) if folder.is_dir() => {}
                Err(source) => {
                    return Err(Error::Folder {
                        path: folder.clone(),
                        source,
                    });
                }
            }
            self.0.push(folder.clone());
        }
        Ok(())
    }

    pub(super) fn keep(&mut self) -> Vec<PathBuf> {
        self.0.iter().for_each(|folder| interrupt::forget(folder));
        std::mem::take(&mut self.0)
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        for folder in self.0.iter().rev() {
            let _ = fs::remove_dir(folder);
            interrupt::forget(folder);
        }
    }
}

pub(super) fn is_denied(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

#[cfg(unix)]
pub(super) fn has_other_names(metadata: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(metadata) > 1
}

#[cfg(not(unix))]
pub(super) fn has_other_names(_metadata: &Metadata) -> bool {
    false
}
