//! Hidden files beside the one to be replaced.

use std::ffi::OsString;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use super::attributes;
use super::interrupt;
use super::resolve::folder_of;
use super::step::{WriteStep, reached};

/// Names longer than this are left out of the name of a draft, since most filesystems end at 255 bytes.
const LONGEST_NAME: usize = 200;

/// Who may use a draft.
#[derive(Clone, Copy)]
pub(super) enum Access<'a> {
    /// Whoever may use this file.
    Like(&'a Metadata),
    /// Its owner.
    Private,
    /// Whoever the umask lets.
    Umask,
}

/// Content that is on the disk and was read back. The file goes away when this is dropped.
pub(super) struct Draft {
    pub(super) path: TempPath,
    /// Whether it got the access it was meant to have. If not, only its owner has any.
    pub(super) has_access: bool,
    /// Locked for as long as the draft is in use: one that nobody holds is left over.
    #[cfg(unix)]
    _held: File,
}

/// How the name of a draft ends.
pub(super) const SUFFIX: &str = ".mcpconv";

/// How the name of a copy ends that is the only one while its file is being overwritten. It is never removed by anybody
/// else: after a crash it may be all that is left.
pub(super) const COPY_SUFFIX: &str = ".mcpconv-old";

/// How often a draft is made that another run removes at once.
const MOST_SWEPT: u32 = 10;

/// How many characters of the name of a draft are random.
const RANDOM: usize = 12;

impl Draft {
    /// Stores `bytes` beside `real`.
    ///
    /// The name cannot be guessed, and a file that has it already is not opened. It shows what the draft is of, for those
    /// who find it after a crash.
    pub(super) fn beside(real: &Path, bytes: &[u8], access: Access<'_>) -> io::Result<Self> {
        Self::with_suffix(real, bytes, access, SUFFIX)
    }

    /// The same under a name that ends in `suffix`.
    pub(super) fn with_suffix(
        real: &Path,
        bytes: &[u8],
        access: Access<'_>,
        suffix: &str,
    ) -> io::Result<Self> {
        let (mut file, path) = empty(real, access, suffix)?;
        reached(WriteStep::DraftMade)?;
        file.write_all(bytes)?;
        reached(WriteStep::DraftWritten)?;
        let has_access = give(&file, real, access);
        reached(WriteStep::DraftGivenAccess)?;
        file.sync_all()?;
        reached(WriteStep::DraftSynced)?;
        // Elsewhere an open file cannot be renamed.
        #[cfg(not(unix))]
        drop(file);
        if fs::read(&path)? != bytes {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "what was written does not read back the same",
            ));
        }
        Ok(Self {
            path,
            has_access,
            #[cfg(unix)]
            _held: file,
        })
    }
}

/// A new file beside `real`, for its owner only unless the umask decides.
pub(super) fn empty(real: &Path, access: Access<'_>, suffix: &str) -> io::Result<(File, TempPath)> {
    let prefix = prefix(real);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(suffix).rand_bytes(RANDOM);
    // The umask cannot be asked for without changing it, so the system applies it when the file is made.
    #[cfg(unix)]
    if matches!(access, Access::Umask) {
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    #[cfg(not(unix))]
    let _ = access;
    held(&builder, folder_of(real))
}

/// Lets those use `file` who are meant to, and says whether that worked.
pub(super) fn give(file: &File, real: &Path, access: Access<'_>) -> bool {
    match access {
        Access::Like(other) => {
            give_access(file, other).is_ok() && attributes::give(file, real).is_ok()
        }
        Access::Private | Access::Umask => true,
    }
}

/// A new file that nobody takes for one that was left behind.
fn held(builder: &Builder<'_, '_>, folder: &Path) -> io::Result<(File, TempPath)> {
    for _ in 0..MOST_SWEPT {
        let made = interrupt::remembered(|| builder.tempfile_in(folder))?;
        // Elsewhere locks keep others from reading, and what is swept is older than that. Wine also fails to unlock.
        if cfg!(not(unix)) {
            return Ok(made.into_parts());
        }
        // Between being made and being locked there is a moment in which another run may sweep it away.
        let swept = match made.as_file().try_lock() {
            Err(TryLockError::WouldBlock) => true,
            // A filesystem without locks is no reason to fail; nothing is swept there.
            Ok(()) | Err(TryLockError::Error(_)) => fs::symlink_metadata(made.path()).is_err(),
        };
        if !swept {
            return Ok(made.into_parts());
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// How the names of the drafts of `real` begin.
fn prefix(real: &Path) -> OsString {
    let mut prefix = OsString::from(".");
    if let Some(name) = real.file_name().filter(|name| name.len() <= LONGEST_NAME) {
        prefix.push(name);
        prefix.push(".");
    }
    prefix
}

/// What lies beside `real` under a name that was made here.
pub(super) fn drafts(real: &Path, suffix: &str) -> Vec<PathBuf> {
    let prefix = prefix(real);
    let entries = fs::read_dir(folder_of(real))
        .into_iter()
        .flatten()
        .flatten();
    let ours = entries.filter(|entry| {
        let name = entry.file_name();
        let random = name
            .as_encoded_bytes()
            .strip_prefix(prefix.as_encoded_bytes())
            .and_then(|rest| rest.strip_suffix(suffix.as_bytes()));
        random.is_some_and(|random| {
            random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)
        }) && entry.file_type().is_ok_and(|kind| kind.is_file())
    });
    ours.map(|entry| entry.path()).collect()
}

/// Removes drafts of `real` that a run left behind which was killed.
pub(super) fn sweep(real: &Path) {
    for draft in drafts(real, SUFFIX) {
        // Held on to until it is gone, see `held`.
        let abandoned = File::open(&draft).ok().filter(is_abandoned);
        if abandoned.is_some() {
            let _ = fs::remove_file(&draft);
        }
    }
}

/// Whether nobody uses a draft: one that is in use is locked by whoever made it.
#[cfg(unix)]
fn is_abandoned(draft: &File) -> bool {
    draft.try_lock().is_ok()
}

/// Whether nobody uses a draft. Locks do not tell here, but nobody needs one for an hour.
#[cfg(not(unix))]
fn is_abandoned(draft: &File) -> bool {
    let modified = draft.metadata().and_then(|metadata| metadata.modified());
    modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age.as_secs() > 3_600))
}

/// Gives `file` the owner, group and mode of another one, in this order because a change of owner resets bits of the mode.
///
/// If the group cannot be given, the mode is not either: its group bits would let other people in.
#[cfg(unix)]
fn give_access(file: &File, other: &Metadata) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, fchown};
    let own = file.metadata()?;
    let uid = Some(other.uid()).filter(|&uid| uid != own.uid());
    let gid = Some(other.gid()).filter(|&gid| gid != own.gid());
    if uid.is_some() || gid.is_some() {
        fchown(file, uid, gid)?;
    }
    let mode = other.mode() & 0o7777;
    if own.mode() & 0o7777 != mode {
        file.set_permissions(Permissions::from_mode(mode))?;
    }
    Ok(())
}

/// A new file inherits the access of its folder here, and read-only files are not written.
#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "it fails elsewhere")]
fn give_access(_file: &File, _other: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Makes renames in `folder` last.
///
/// Not being able to is no error: without it, a crash of the whole system gives back the old file instead of the new one.
pub(super) fn sync_folder(folder: &Path) {
    // Folders cannot be opened as files on Windows.
    if cfg!(unix)
        && let Ok(folder) = File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
