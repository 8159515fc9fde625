//! Why a file was not written.

use std::path::{Path, PathBuf};
use std::{error, fmt, io};

use crate::files::cause;

/// A file that was not written, and why. Unless the variant says otherwise, nothing was changed.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file, or a folder on the way to it, cannot be read.
    Read {
        /// The file as it was named.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// There is something else than a file: a folder, a pipe, a socket, a device.
    NotAFile {
        /// The file as it was named.
        path: PathBuf,
        /// What it is, with its article.
        what: &'static str,
    },
    /// The file is larger than the caller is willing to read.
    TooLarge {
        /// The file as it was named.
        path: PathBuf,
        /// The most bytes it may have.
        limit: u64,
    },
    /// The symbolic link leads back to itself, or through too many others.
    LinkLoop {
        /// The file as it was named.
        path: PathBuf,
    },
    /// The symbolic link leads into a folder that does not exist.
    DanglingLink {
        /// The file as it was named.
        path: PathBuf,
        /// Where the link leads.
        target: PathBuf,
    },
    /// The file may not be written. A rename could replace it all the same, but that is not what its owner meant.
    ReadOnly {
        /// The file as it was named.
        path: PathBuf,
        /// The cause, unless the mode said it.
        source: Option<io::Error>,
    },
    /// A folder for the file cannot be created.
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The new content did not pass its check.
    Rejected {
        /// The file as it was named.
        path: PathBuf,
        /// What is wrong with the content.
        reason: String,
    },
    /// The new content cannot be stored or put in place.
    Write {
        /// The file as it was named.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The old content cannot be kept.
    Backup {
        /// The file as it was named.
        path: PathBuf,
        /// Where the old content was to be kept.
        backup: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// Another run is writing files in this folder, and does not come to an end.
    Locked {
        /// The folder.
        path: PathBuf,
    },
    /// Two of the files to write are one and the same, or one is the backup of another.
    SameFile {
        /// The one file as it was named.
        path: PathBuf,
        /// The other file as it was named.
        other: PathBuf,
    },
    /// Somebody else changed the file since it was read, or since it was written and should be put back.
    Changed {
        /// The file as it was named.
        path: PathBuf,
    },
    /// Overwriting failed in the middle, and so did putting the old content back.
    Damaged {
        /// The file as it was named.
        path: PathBuf,
        /// A complete copy of the old content.
        copy: Option<PathBuf>,
        /// The cause.
        source: io::Error,
    },
    /// One file failed after others had been written.
    Stopped {
        /// What failed.
        cause: Box<Self>,
        /// The files that have their old content again.
        restored: Vec<PathBuf>,
        /// The files that do not, and why.
        unrestored: Vec<Self>,
    },
}

impl Error {
    /// The file this is about.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Read { path, .. }
            | Self::NotAFile { path, .. }
            | Self::TooLarge { path, .. }
            | Self::LinkLoop { path }
            | Self::DanglingLink { path, .. }
            | Self::ReadOnly { path, .. }
            | Self::Folder { path, .. }
            | Self::Rejected { path, .. }
            | Self::Write { path, .. }
            | Self::Backup { path, .. }
            | Self::SameFile { path, .. }
            | Self::Changed { path }
            | Self::Locked { path }
            | Self::Damaged { path, .. } => path,
            Self::Stopped { cause, .. } => cause.path(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path().display();
        match self {
            Self::Read { source, .. } => write!(f, "cannot read {path}: {}", cause(source)),
            Self::NotAFile { what, .. } => write!(f, "{path} is {what}, not a file"),
            Self::TooLarge { limit, .. } => write!(f, "{path} is larger than {limit} bytes"),
            Self::LinkLoop { .. } => write!(f, "{path} is a symbolic link that never ends"),
            Self::DanglingLink { target, .. } => write!(
                f,
                "{path} leads to {}, whose folder does not exist",
                target.display()
            ),
            Self::ReadOnly { source: None, .. } => write!(f, "{path} is read-only"),
            Self::ReadOnly {
                source: Some(source),
                ..
            } => write!(f, "{path} is read-only: {}", cause(source)),
            Self::Locked { .. } => write!(f, "another run is writing in {path}; try again later"),
            Self::Folder { source, .. } => {
                write!(f, "cannot create the folder {path}: {}", cause(source))
            }
            Self::Rejected { reason, .. } => write!(
                f,
                "the new content of {path} is not what it should be: {reason}"
            ),
            Self::Write { source, .. } if is_in_use(source) => write!(
                f,
                "cannot write {path}: {}; close the programs that use it and try again",
                cause(source)
            ),
            Self::Write { source, .. } => write!(f, "cannot write {path}: {}", cause(source)),
            Self::Backup { backup, source, .. } => write!(
                f,
                "cannot keep the old content of {path} as {}: {}",
                backup.display(),
                cause(source)
            ),
            Self::SameFile { other, .. } => write!(
                f,
                "{path} and {} cannot both be written, they are the same file",
                other.display()
            ),
            Self::Changed { .. } => write!(
                f,
                "{path} was changed by another program; its content was left alone"
            ),
            Self::Damaged {
                copy: Some(copy),
                source,
                ..
            } => write!(
                f,
                "{path} is damaged: {}; its old content is in {}",
                cause(source),
                copy.display()
            ),
            Self::Damaged {
                copy: None, source, ..
            } => write!(f, "{path} is damaged: {}", cause(source)),
            Self::Stopped {
                cause,
                restored,
                unrestored,
            } => {
                write!(f, "{cause}")?;
                restored.iter().try_for_each(|path| {
                    write!(f, "; {} has its old content again", path.display())
                })?;
                unrestored.iter().try_for_each(|error| {
                    write!(
                        f,
                        "; could not put back {}: {error}",
                        error.path().display()
                    )
                })
            }
        }
    }
}

/// Whether another program has the file open, which keeps us from replacing it on Windows.
fn is_in_use(error: &io::Error) -> bool {
    const ACCESS_DENIED_SHARING_VIOLATION_LOCK_VIOLATION: [i32; 3] = [5, 32, 33];
    let number = error.raw_os_error();
    cfg!(windows)
        && number.is_some_and(|it| ACCESS_DENIED_SHARING_VIOLATION_LOCK_VIOLATION.contains(&it))
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::Read { source, .. }
            | Self::Folder { source, .. }
            | Self::Write { source, .. }
            | Self::Backup { source, .. }
            | Self::Damaged { source, .. }
            | Self::ReadOnly {
                source: Some(source),
                ..
            } => Some(source),
            // Its message already holds that of the cause.
            Self::Stopped { cause, .. } => cause.source(),
            _ => None,
        }
    }
}
