//! Putting prepared files in place, all or none.

use std::fs::{self, File};
use std::path::Path;
use std::{io, mem};

use super::backup;
use super::draft::{Draft, sync_folder};
use super::in_place::{Failure, overwrite, restore, restore_time};
use super::interrupt;
use super::journal;
use super::lock::Locks;
use super::prepared::{Prepared, WritePlan};
use super::replace::replace;
use super::resolve::folder_of;
use super::step::{WriteStep, reached};
use super::{Error, InPlace, WriteOutcome, WrittenFile};

/// Puts all of `prepared` in place, in their order, and tells what was done to each.
///
/// Before the first file is touched, all are compared with what was read, and the backups are kept. If a file fails after
/// that, those before it get their old content back, or are removed if they are new; [`Error::Stopped`] tells which, and
/// holds the cause.
///
/// Between the last look at an existing file and its replacement remain a few microseconds in which a change by another
/// program goes unnoticed. A new file has no such gap, except on filesystems that cannot rename without replacing.
pub fn commit(prepared: Vec<Prepared>) -> Result<Vec<WrittenFile>, Error> {
    commit_and_tell(prepared, |_| ())
}

/// The same, and no signal ends the process before `tell` has said what was done.
pub(crate) fn commit_and_tell(
    prepared: Vec<Prepared>,
    tell: impl FnOnce(&[WrittenFile]),
) -> Result<Vec<WrittenFile>, Error> {
    distinct(&prepared)?;
    let changed = prepared.iter().filter(|one| one.changes());
    let _locks = Locks::new(changed.flat_map(|one| one.snapshot.locked_folders()))?;
    // From here on a signal waits until all files have been exchanged, or none.
    let _held = interrupt::hold();
    let written = exchange(prepared, Some(journal::keep))?;
    tell(&written);
    Ok(written)
}

/// Makes a journal of what is about to be exchanged.
type KeepJournal = fn(&[Prepared]) -> Result<Option<Draft>, Error>;

/// Puts all of `prepared` in place while nobody else does. A journal outlives this only if files remain half exchanged.
pub(super) fn exchange(
    mut prepared: Vec<Prepared>,
    keep_journal: Option<KeepJournal>,
) -> Result<Vec<WrittenFile>, Error> {
    for one in &prepared {
        one.snapshot.recheck()?;
        reached(WriteStep::Checked).map_err(|source| one.unwritten(source))?;
    }
    let mut placed: Vec<Placed> = Vec::new();
    let mut journal = None;
    let result = prepared
        .iter_mut()
        .try_for_each(Prepared::keep_backup)
        .and_then(|()| {
            journal = keep_journal.map_or(Ok(None), |keep| keep(&prepared))?;
            prepared.iter_mut().try_for_each(|one| {
                placed.push(one.put()?);
                Ok(())
            })
        });
    match result {
        Ok(()) => Ok(prepared
            .into_iter()
            .zip(placed)
            .map(|(one, placed)| one.finish(placed))
            .collect()),
        Err(cause) => Err(take_back(prepared, &placed, journal, cause)),
    }
}

/// How a file got its new content.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Placed {
    Untouched,
    Created,
    Renamed,
    Overwritten(InPlace),
}

/// Fails if two files would be written to the same place.
fn distinct(prepared: &[Prepared]) -> Result<(), Error> {
    for (index, one) in prepared.iter().enumerate() {
        for other in &prepared[..index] {
            let backs_up = |of: &Prepared, path: &Path| {
                of.backup.as_ref().is_some_and(|backup| backup.path == path)
            };
            let same = one.snapshot.real == other.snapshot.real || same_inode(one, other);
            if same || backs_up(one, &other.snapshot.real) || backs_up(other, &one.snapshot.real) {
                return Err(Error::SameFile {
                    path: other.snapshot.path().to_owned(),
                    other: one.snapshot.path().to_owned(),
                });
            }
        }
    }
    Ok(())
}

#[cfg(unix)]
fn same_inode(one: &Prepared, other: &Prepared) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |of: &Prepared| {
        of.snapshot
            .metadata
            .as_ref()
            .map(|metadata| (metadata.dev(), metadata.ino()))
    };
    identity(one).is_some_and(|one| Some(one) == identity(other))
}

#[cfg(not(unix))]
fn same_inode(_one: &Prepared, _other: &Prepared) -> bool {
    false
}

/// Undoes what was done so far and explains it. Drafts and new folders go with `prepared`.
fn take_back(
    mut prepared: Vec<Prepared>,
    placed: &[Placed],
    journal: Option<Draft>,
    cause: Error,
) -> Error {
    let mut restored = Vec::new();
    let mut unrestored = Vec::new();
    for (index, one) in prepared.iter_mut().enumerate().rev() {
        let placed = placed.get(index).copied().unwrap_or(Placed::Untouched);
        match one.take_back(placed) {
            Ok(()) if placed == Placed::Untouched => {}
            Ok(()) => restored.push(one.snapshot.path().to_owned()),
            Err(error) => {
                unrestored.push(error);
                continue;
            }
        }
        // The backup of the file that is damaged is the only good copy of it.
        let damaged = matches!(&cause, Error::Damaged { path, .. } if path == one.snapshot.path());
        if !damaged
            && let Some(backup) = one
                .backup
                .take_if(|backup| backup.draft.is_none() && backup.fresh)
        {
            let _ = fs::remove_file(&backup.path);
        }
    }
    match journal {
        Some(journal) if !unrestored.is_empty() => journal::leave(journal),
        // Before the new folders, which have to be empty.
        journal => drop(journal),
    }
    if restored.is_empty() && unrestored.is_empty() {
        cause
    } else {
        Error::Stopped {
            cause: Box::new(cause),
            restored,
            unrestored,
        }
    }
}

impl Prepared {
    /// Gives the backup its name. It is complete before that, and nothing that has the name already is replaced.
    fn keep_backup(&mut self) -> Result<(), Error> {
        let Some((draft, backup)) = self
            .backup
            .as_mut()
            .and_then(|backup| Some((backup.draft.take()?, &mut backup.path)))
        else {
            return Ok(());
        };
        let kept = backup::keep(draft.path, backup, &self.snapshot.real);
        let backup = &*backup;
        sync_folder(folder_of(backup));
        let failed = |source| Error::Backup {
            path: self.snapshot.path().to_owned(),
            backup: backup.clone(),
            source,
        };
        if let Err(source) = kept {
            let error = failed(source);
            // Nothing of ours has that name, so nothing is to be removed.
            self.backup = None;
            return Err(error);
        }
        reached(WriteStep::BackupKept).map_err(failed)
    }

    /// Puts the new content in place. If this fails, the file is as before, or [`Error::Damaged`] says that it is not.
    fn put(&mut self) -> Result<Placed, Error> {
        // Once more, since writing the files before this one took its time.
        self.snapshot.recheck()?;
        reached(WriteStep::Replacing).map_err(|source| self.unwritten(source))?;
        let placed = match mem::replace(&mut self.plan, WritePlan::Nothing) {
            WritePlan::Nothing => return Ok(Placed::Untouched),
            WritePlan::Create(draft) => self.create_at_last(draft)?,
            WritePlan::Rename(draft) => match replace(draft, &self.snapshot) {
                Ok(()) => Placed::Renamed,
                // Nothing can take the place of a mount point. Elsewhere the file is in use, and not ours to write to.
                Err(error) if cfg!(unix) && error.kind() == io::ErrorKind::ResourceBusy => {
                    self.overwrite(InPlace::MountPoint)?
                }
                Err(error) => return Err(self.unwritten(error)),
            },
            WritePlan::Overwrite(why) => self.overwrite(why)?,
        };
        sync_folder(folder_of(&self.snapshot.real));
        // Too late to fail.
        let _ = reached(WriteStep::Replaced);
        Ok(placed)
    }

    fn create_at_last(&self, draft: Draft) -> Result<Placed, Error> {
        match draft.path.persist_noclobber(&self.snapshot.real) {
            Ok(()) => Ok(Placed::Created),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(self.snapshot.changed())
            }
            // Some filesystems can neither link nor rename without replacing.
            Err(error) => {
                self.snapshot.recheck()?;
                error
                    .path
                    .persist(&self.snapshot.real)
                    .map(|()| Placed::Created)
                    .map_err(|error| self.unwritten(error.error))
            }
        }
    }

    fn overwrite(&mut self, why: InPlace) -> Result<Placed, Error> {
        if why == InPlace::MountPoint
            && self.backup.is_none()
            && let Some(metadata) = &self.snapshot.metadata
        {
            self.net = Some(
                self.draft_copy(metadata)
                    .map_err(|source| self.unwritten(source))?,
            );
        }
        // The copy of the old content must outlive a crash of the system, so its name has to be on the disk too.
        sync_folder(folder_of(&self.snapshot.real));
        match overwrite(&self.snapshot, &self.bytes) {
            Ok(()) => Ok(Placed::Overwritten(why)),
            Err(Failure::Harmless(error)) => Err(error),
            Err(Failure::Damaged(source)) => Err(self.damaged(source)),
        }
    }

    /// The error for a file that has neither content; the copy of the old one stays from now on.
    fn damaged(&mut self, source: io::Error) -> Error {
        let net = self.net.take().and_then(|net| {
            interrupt::forget(&net.path);
            net.path.keep().ok()
        });
        let backup = self
            .backup
            .as_ref()
            .filter(|backup| backup.draft.is_none())
            .map(|backup| backup.path.clone());
        Error::Damaged {
            path: self.snapshot.path().to_owned(),
            copy: backup.or(net),
            source,
        }
    }

    /// Gives the file its old content back, unless somebody has changed it again.
    fn take_back(&mut self, placed: Placed) -> Result<(), Error> {
        if placed == Placed::Untouched {
            return Ok(());
        }
        let real = &self.snapshot.real;
        if fs::read(real).map_err(|source| self.unwritten(source))? != self.bytes {
            return Err(self.snapshot.changed());
        }
        match (placed, &self.snapshot.metadata) {
            (Placed::Overwritten(_), _) => {
                restore(&self.snapshot).map_err(|source| self.damaged(source))?
            }
            (_, Some(metadata)) => {
                let draft = self
                    .draft_old_content(metadata)
                    .map_err(|source| self.unwritten(source))?;
                if let Ok(file) = File::options().write(true).open(&draft.path) {
                    restore_time(&file, &self.snapshot);
                }
                replace(draft, &self.snapshot).map_err(|source| self.unwritten(source))?;
            }
            (_, None) => fs::remove_file(real).map_err(|source| self.unwritten(source))?,
        }
        sync_folder(folder_of(&self.snapshot.real));
        Ok(())
    }

    fn finish(mut self, placed: Placed) -> WrittenFile {
        for folder in self.folders.keep() {
            sync_folder(folder_of(&folder));
        }
        let (outcome, in_place) = match placed {
            Placed::Untouched => (WriteOutcome::Unchanged, None),
            Placed::Created => (WriteOutcome::Created, None),
            Placed::Renamed => (WriteOutcome::Updated, None),
            Placed::Overwritten(why) => (WriteOutcome::Updated, Some(why)),
        };
        let backup = self.backup.take().map(|backup| backup.path);
        WrittenFile {
            path: self.snapshot.path().to_owned(),
            real_path: self.snapshot.real.clone(),
            outcome,
            backup,
            in_place,
        }
    }
}
