//! Which file a path means, after all links, whether it exists or not.

use std::ffi::OsString;
use std::path::{Path, PathBuf, is_separator};
use std::{fs, io};

use super::Error;

/// As many as Linux follows.
const MOST_LINKS: usize = 40;

/// The file that a path means.
pub(super) struct ResolvedPath {
    pub(super) real: PathBuf,
    /// The folders it lacks, the outermost first.
    pub(super) missing: Vec<PathBuf>,
}

/// Follows `path` through symbolic links. The last of them may lead to a file that does not exist, provided its folder
/// does; without links, folders may be missing too.
pub(super) fn resolve(path: &Path) -> Result<ResolvedPath, Error> {
    let read = |source| Error::Read {
        path: path.to_owned(),
        source,
    };
    let mut at = path.to_owned();
    for followed in 0..=MOST_LINKS {
        match fs::symlink_metadata(&at) {
            Ok(metadata) if metadata.is_symlink() => {
                let target = fs::read_link(&at).map_err(read)?;
                at = folder_of(&at).join(target);
            }
            Ok(_) => {
                return Ok(ResolvedPath {
                    real: fs::canonicalize(&at).map_err(read)?,
                    missing: Vec::new(),
                });
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return absent(path, &at, followed > 0);
            }
            Err(error) => return Err(read(error)),
        }
    }
    Err(Error::LinkLoop {
        path: path.to_owned(),
    })
}

/// The file that `path` leads to after all links, whether it exists or not; nothing if it leads nowhere.
pub(crate) fn real_path(path: &Path) -> Option<PathBuf> {
    match fs::canonicalize(path) {
        Ok(real) => Some(real),
        Err(_) => resolve(path).ok().map(|resolved| resolved.real),
    }
}

/// The file `at`, which does not exist.
fn absent(path: &Path, at: &Path, linked: bool) -> Result<ResolvedPath, Error> {
    let Some(name) = at.file_name().filter(|_| !names_folder(at)) else {
        return Err(Error::NotAFile {
            path: path.to_owned(),
            what: "the name of a folder",
        });
    };
    let dangling = || Error::DanglingLink {
        path: path.to_owned(),
        target: at.to_owned(),
    };
    let mut names: Vec<OsString> = Vec::new();
    let mut folder = folder_of(at);
    let mut real = loop {
        match fs::canonicalize(folder) {
            // Not every system minds if the folder is a file.
            Ok(real) if real.is_file() => {
                return Err(Error::Read {
                    path: path.to_owned(),
                    source: io::ErrorKind::NotADirectory.into(),
                });
            }
            Ok(real) => break real,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // A link that exists and leads nowhere cannot be created as a folder.
                if linked || fs::symlink_metadata(folder).is_ok() {
                    return Err(dangling());
                }
                // After `..` nobody knows where we would be.
                let Some(name) = folder.file_name() else {
                    return Err(Error::Read {
                        path: path.to_owned(),
                        source: error,
                    });
                };
                names.push(name.to_owned());
                folder = folder_of(folder);
            }
            Err(source) => {
                return Err(Error::Read {
                    path: path.to_owned(),
                    source,
                });
            }
        }
    };
    let mut missing = Vec::new();
    for name in names.iter().rev() {
        real.push(name);
        missing.push(real.clone());
    }
    real.push(name);
    Ok(ResolvedPath { real, missing })
}

/// Whether the spelling alone says that this is a folder. `Path` ignores such endings.
fn names_folder(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let bytes = bytes.strip_suffix(b".").unwrap_or(bytes);
    bytes
        .last()
        .is_none_or(|&last| is_separator(char::from(last)))
}

/// The folder that `path` lies in, also for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => Path::new("."),
        Some(folder) => folder,
        None => path,
    }
}
