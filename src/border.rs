//! The border around what a repository may lead us to.
//!
//! A configuration, a link or a manifest of a repository is written by whoever sent it. What it names is read and written
//! only below the *root*: the configuration's folder, else the git work tree, else the folder at hand. What lies outside
//! takes a word on the command line: `--allow-outside`, or the path itself.
//!
//! So does what lies in `.git` and its kin: programs are started because of what is in there, and credentials are kept there,
//! which is why version control takes no file of such a name from a repository.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path, PathBuf};
use std::{fmt, fs};

use crate::git;
use crate::safe_write::{self, Snapshot};

/// The root, and whether it may be left.
#[derive(Clone, Debug)]
pub(crate) struct Border {
    /// The root after all links.
    real: PathBuf,
    /// The root as it was reached.
    spelled: PathBuf,
    open: bool,
}

/// A path that leads out of the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeadsOutside {
    /// The file as it was named.
    pub(crate) path: PathBuf,
    /// The file itself, after all links.
    pub(crate) real: PathBuf,
    /// The root.
    pub(crate) root: PathBuf,
    /// The folder of version control inside of the root that it leads into, if that is why.
    inside: Option<OsString>,
}

impl fmt::Display for LeadsOutside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = |path: &Path| crate::report::sanitize(&path.display().to_string()).into_owned();
        write!(f, "it leads to `{}`, ", shown(&self.real))?;
        match &self.inside {
            Some(folder) => write!(f, "inside `{}`", shown(Path::new(folder))),
            None => write!(f, "outside `{}`", shown(&self.root)),
        }
    }
}

/// What to do about a path that is outside.
pub(crate) const HELP: &str = "use `--allow-outside` if that is what you want";

impl Border {
    /// The border around `folder` itself.
    pub(crate) fn around(folder: &Path, open: bool) -> Self {
        Self {
            real: fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()),
            spelled: plain(folder),
            open,
        }
    }

    /// The border around the git work tree that `folder`, an absolute path, lies in; around `folder` if it lies in none.
    pub(crate) fn of(folder: &Path, open: bool) -> Self {
        let folder = plain(folder);
        match git::work_tree(&folder) {
            Some(root) => Self::around(root, open),
            None => Self::around(&folder, open),
        }
    }

    /// The same border, or the one of `folder` if that is somewhere else: somebody named it.
    pub(crate) fn for_folder(&self, folder: &Path) -> Self {
        match self.check(folder) {
            Ok(()) => self.clone(),
            Err(_) => Self::of(
                &fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned()),
                self.open,
            ),
        }
    }

    /// Refuses an absolute path that a file named, and that leads outside or into version control. One that leads nowhere
    /// is for its reader to report.
    pub(crate) fn check(&self, path: &Path) -> Result<(), LeadsOutside> {
        self.check_unless(path, false)
    }

    /// Refuses an absolute path of the command line that is inside by its name and leads outside: the link on the way is
    /// the repository's. A path that is outside by its name is meant, and so is one in a folder of version control.
    pub(crate) fn check_named(&self, path: &Path) -> Result<(), LeadsOutside> {
        match self.spelled_inside(path) {
            Some(internals) => self.check_unless(path, internals),
            None => Ok(()),
        }
    }

    /// The same for a file that was found at `real`: a link may have been pointed elsewhere since its path was checked.
    pub(crate) fn check_found(&self, path: &Path, real: &Path) -> Result<(), LeadsOutside> {
        self.judge(path, real.to_owned(), false)
    }

    /// The same for an absolute path of the command line.
    pub(crate) fn check_found_named(&self, path: &Path, real: &Path) -> Result<(), LeadsOutside> {
        self.spelled_inside(path).map_or(Ok(()), |internals| {
            self.judge(path, real.to_owned(), internals)
        })
    }

    /// The same for a file that was read, and is to be written.
    pub(crate) fn check_read(&self, file: &Snapshot) -> Result<(), LeadsOutside> {
        self.check_found(file.path(), file.real_path())
    }

    /// The same for a path of the command line.
    pub(crate) fn check_read_named(&self, file: &Snapshot) -> Result<(), LeadsOutside> {
        let full = std::path::absolute(file.path()).unwrap_or_else(|_| file.path().to_owned());
        self.check_found_named(&full, file.real_path())
    }

    /// Nothing if an absolute path is outside by its name, else whether its name is one of version control.
    fn spelled_inside(&self, path: &Path) -> Option<bool> {
        let spelled = plain(path);
        let roots = [&self.spelled, &self.real];
        let inside = roots
            .iter()
            .find_map(|root| spelled.strip_prefix(root).ok());
        inside.map(|inside| internal(inside).is_some())
    }

    fn check_unless(&self, path: &Path, internals: bool) -> Result<(), LeadsOutside> {
        let real = (!self.open).then(|| safe_write::real_path(path)).flatten();
        real.map_or(Ok(()), |real| self.judge(path, real, internals))
    }

    /// Refuses a file at `real`, a path without links.
    fn judge(&self, path: &Path, real: PathBuf, internals: bool) -> Result<(), LeadsOutside> {
        let inside = match real.strip_prefix(&self.real) {
            _ if self.open => return Ok(()),
            Ok(_) if internals => return Ok(()),
            Ok(inside) => match internal(inside) {
                None => return Ok(()),
                folder => folder.map(OsStr::to_owned),
            },
            Err(_) => None,
        };
        Err(LeadsOutside {
            path: path.to_owned(),
            root: self.real.clone(),
            real,
            inside,
        })
    }
}

/// The folder of version control that a path goes through. Some systems do not tell capitals from small letters.
fn internal(path: &Path) -> Option<&OsStr> {
    const FOLDERS: [&str; 4] = [".git", ".hg", ".jj", ".svn"];
    let mut parts = path.iter();
    parts.find(|part| {
        FOLDERS
            .iter()
            .any(|folder| part.eq_ignore_ascii_case(folder))
    })
}

/// A path without `.` and `..`, by its spelling alone.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            part => plain.push(part),
        }
    }
    plain
}

/// Whether the file that was opened is the one at `real`, a path without links, and no link took the place of anything there.
#[cfg(unix)]
pub(crate) fn is_at(opened: &fs::Metadata, real: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let unmoved = fs::canonicalize(real).is_ok_and(|now| now == *real);
    let there = fs::symlink_metadata(real);
    unmoved && there.is_ok_and(|there| (there.dev(), there.ino()) == (opened.dev(), opened.ino()))
}

#[cfg(not(unix))]
pub(crate) fn is_at(_opened: &fs::Metadata, _real: &Path) -> bool {
    true
}

/// Whether a path without links is the kernel's: it may have anybody's secrets in it, and reading it may never end.
pub(crate) fn is_kernels(real: &Path) -> bool {
    cfg!(unix) && ["/proc", "/sys"].iter().any(|root| real.starts_with(root))
}

/// Whether Windows takes the last name of a path for a device, in whatever folder and with whatever ending: `con`, `lpt1.json`.
pub(crate) fn is_device(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    cfg!(windows) && is_device_name(&name)
}

fn is_device_name(name: &str) -> bool {
    // What follows a dot or a colon is no part of the name, and blanks at its end count for nothing.
    let name = name.split(['.', ':']).next().unwrap_or_default().trim_end();
    let numbered = |start: &str| {
        let rest = name.get(start.len()..).unwrap_or_default();
        let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
        name.get(..start.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(start))
            && rest.chars().count() == 1
            && rest.chars().all(is_digit)
    };
    let known = ["con", "prn", "aux", "nul", "conin$", "conout$"];
    known.iter().any(|known| name.eq_ignore_ascii_case(known)) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests;
