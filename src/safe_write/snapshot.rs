//! What a file was when it was read.

use std::fs::{self, File, FileType, Metadata};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::{fmt, io, iter};

use super::Error;
use super::resolve::{ResolvedPath, folder_of, resolve};

/// A file as it was when it was read, or the fact that there was none.
pub struct Snapshot {
    path: PathBuf,
    pub(super) real: PathBuf,
    pub(super) missing_folders: Vec<PathBuf>,
    pub(super) bytes: Vec<u8>,
    pub(super) metadata: Option<Metadata>,
}

impl Snapshot {
    /// Reads the file that `path` leads to. A file that does not exist is no error; its folders may be missing too.
    ///
    /// Anything but a regular file of at most `max_size` bytes is refused before it is opened, because opening a named
    /// pipe waits for its writer.
    pub fn read(path: &Path, max_size: u64) -> Result<Self, Error> {
        if crate::border::is_device(path) {
            return Err(Error::NotAFile {
                path: path.to_owned(),
                what: "a device",
            });
        }
        let ResolvedPath { real, missing } = resolve(path)?;
        let mut snapshot = Self {
            path: path.to_owned(),
            real,
            missing_folders: missing,
            bytes: Vec::new(),
            metadata: None,
        };
        if crate::border::is_kernels(&snapshot.real) {
            return Err(Error::NotAFile {
                path: snapshot.path,
                what: "the kernel's",
            });
        }
        match fs::metadata(&snapshot.real) {
            Ok(metadata) => snapshot.check(&metadata, max_size)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(snapshot),
            Err(source) => return Err(snapshot.unreadable(source)),
        }
        let file = File::open(&snapshot.real).map_err(|source| snapshot.unreadable(source))?;
        let metadata = file
            .metadata()
            .map_err(|source| snapshot.unreadable(source))?;
        snapshot.check(&metadata, max_size)?;
        if !crate::border::is_at(&metadata, &snapshot.real) {
            return Err(snapshot.changed());
        }
        // One byte more than allowed, so that a file that grows meanwhile is noticed and its end not lost.
        let mut bytes = Vec::new();
        file.take(max_size.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(|source| snapshot.unreadable(source))?;
        if bytes.len() as u64 > max_size {
            return Err(Error::TooLarge {
                path: snapshot.path,
                limit: max_size,
            });
        }
        snapshot.bytes = bytes;
        snapshot.metadata = Some(metadata);
        Ok(snapshot)
    }

    /// The file as it was named.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file itself, after all links.
    #[must_use]
    pub fn real_path(&self) -> &Path {
        &self.real
    }

    /// Whether there was a file.
    #[must_use]
    pub fn existed(&self) -> bool {
        self.metadata.is_some()
    }

    /// The content, unless there was no file.
    #[must_use]
    pub fn bytes(&self) -> Option<&[u8]> {
        self.existed().then_some(self.bytes.as_slice())
    }

    /// Fails unless the path still leads to the same file with the same content.
    ///
    /// The time of the last change is too coarse on some filesystems, and can be set back, hence the comparison of bytes.
    pub(super) fn recheck(&self) -> Result<(), Error> {
        let now = match Self::read(&self.path, self.bytes.len() as u64) {
            Ok(now) => now,
            Err(error @ Error::Read { .. }) => return Err(error),
            Err(_) => return Err(self.changed()),
        };
        let same = match (&self.metadata, &now.metadata) {
            (Some(before), Some(now)) => same_file(before, now),
            (None, None) => true,
            _ => false,
        };
        if same && now.real == self.real && now.bytes == self.bytes {
            Ok(())
        } else {
            Err(self.changed())
        }
    }

    /// The folders that are locked to write the file: the first one above it that was there when it was read, which others
    /// lock that have seen the same, and its own, which is all that others see who come later.
    ///
    /// A lock is a file on Windows, and would keep a new folder from being removed again.
    pub(super) fn locked_folders(&self) -> impl Iterator<Item = &Path> {
        let own = folder_of(&self.real);
        let first = folder_of(self.missing_folders.first().unwrap_or(&self.real));
        let own = Some(own).filter(|own| cfg!(not(windows)) && *own != first);
        iter::once(first).chain(own)
    }

    pub(super) fn changed(&self) -> Error {
        Error::Changed {
            path: self.path.clone(),
        }
    }

    fn check(&self, metadata: &Metadata, max_size: u64) -> Result<(), Error> {
        if !metadata.is_file() {
            return Err(Error::NotAFile {
                path: self.path.clone(),
                what: describe(metadata.file_type()),
            });
        }
        if metadata.len() > max_size {
            return Err(Error::TooLarge {
                path: self.path.clone(),
                limit: max_size,
            });
        }
        Ok(())
    }

    fn unreadable(&self, source: io::Error) -> Error {
        Error::Read {
            path: self.path.clone(),
            source,
        }
    }
}

// Not derived, because the content may hold secrets and a panic prints what it is given.
impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot")
            .field("path", &self.path)
            .field("real", &self.real)
            .field("existed", &self.existed())
            .finish_non_exhaustive()
    }
}

#[cfg(unix)]
fn describe(file_type: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt as _;
    match file_type {
        it if it.is_dir() => "a folder",
        it if it.is_fifo() => "a named pipe",
        it if it.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn describe(file_type: FileType) -> &'static str {
    if file_type.is_dir() {
        "a folder"
    } else {
        "a device"
    }
}

/// Whether this is the same file, unchanged as far as its metadata tells. Who may read it counts as well: writing must
/// not undo a change of mode that came in between.
pub(super) fn same_file(before: &Metadata, now: &Metadata) -> bool {
    before.len() == now.len()
        && before.modified().ok() == now.modified().ok()
        && same_inode(before, now)
}

#[cfg(unix)]
fn same_inode(before: &Metadata, now: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |of: &Metadata| (of.dev(), of.ino(), of.mode(), of.uid(), of.gid());
    identity(before) == identity(now)
}

#[cfg(not(unix))]
fn same_inode(before: &Metadata, now: &Metadata) -> bool {
    before.permissions() == now.permissions()
}
