//! Finding and reading `mcpconv.toml`.

use std::path::{Path, PathBuf};

use super::args::Reach;
use super::terminal::Terminal;
use super::{absolute, all, problem};
use crate::border::{self, Border, LeadsOutside};
use crate::config::{FILE_NAME, Settings};
use crate::diagnostic::Diagnostic;
use crate::discover::tilde;
use crate::files;
use crate::git;
use crate::report::{Source, sanitize};
use crate::safe_write::{self, Backup, Prepared, Snapshot, WriteOptions, commit};
use crate::syntax::Language;

/// A configuration, and where it came from.
#[derive(Debug, Default)]
pub(super) struct Configuration {
    /// The file; nothing if there is none.
    pub(super) path: Option<PathBuf>,
    /// Its text.
    pub(super) text: String,
    /// The folder its paths start from.
    pub(super) folder: PathBuf,
    pub(super) settings: Settings,
}

/// Writes `text` as a configuration, if it can be read as one again.
///
/// # Errors
/// It cannot, or the file cannot be written.
pub(super) fn write(snapshot: Snapshot, text: String) -> Result<(), safe_write::Error> {
    let verify = |bytes: &[u8]| match Settings::parse(&String::from_utf8_lossy(bytes)) {
        Ok(_) => Ok(()),
        Err(problems) => Err(problems
            .into_iter()
            .map(|problem| problem.message)
            .collect::<Vec<_>>()
            .join("; ")),
    };
    let options = WriteOptions {
        private: false,
        backup: Backup::Auto,
        verify: &verify,
    };
    commit(vec![Prepared::new(snapshot, text.into_bytes(), options)?]).map(drop)
}

/// Why nothing can be done, and the text that is to blame, if one is.
#[derive(Debug)]
pub(super) struct Refusal {
    problems: Vec<Diagnostic>,
    name: String,
    text: String,
}

impl Refusal {
    pub(super) fn say(self, terminal: &Terminal) {
        terminal.say(
            &all(self.problems),
            &[Source {
                name: &self.name,
                text: &self.text,
                language: Language::Toml,
            }],
        );
    }
}

impl Refusal {
    /// Something in the configuration cannot be done.
    pub(super) fn at(configuration: &Configuration, problem: Diagnostic) -> Self {
        Self {
            problems: vec![problem],
            name: configuration.name(),
            text: configuration.text.clone(),
        }
    }
}

impl From<Box<Diagnostic>> for Refusal {
    fn from(problem: Box<Diagnostic>) -> Self {
        Self {
            problems: vec![problem.of(usize::MAX)],
            name: String::new(),
            text: String::new(),
        }
    }
}

impl Configuration {
    /// The configuration at `path`, or the nearest one in this folder or above it.
    ///
    /// # Errors
    /// It cannot be read, or something is wrong with it; or a link leads out of the project.
    pub(super) fn find(path: Option<&Path>, reach: Reach) -> Result<Self, Refusal> {
        if let Some(path) = path {
            refuse_link(path, &reach.border(), "invalid-configuration")?;
            return Self::read(path.to_owned(), None);
        }
        // What lies above the work tree is not the repository's, and nobody who looks at that sees it.
        let top = git::work_tree(super::here());
        let mut folders = super::here().ancestors();
        let mut last = false;
        let within = std::iter::from_fn(|| {
            let folder = folders.next().filter(|_| !last)?;
            last = Some(folder) == top;
            Some(folder)
        });
        let found = within
            .map(|folder| folder.join(FILE_NAME))
            .find(|file| file.is_file());
        match found {
            Some(path) => {
                let border = Border::of(path.parent().unwrap_or(&path), false);
                Self::read(path, Some(&border))
            }
            None => Ok(Self::none()),
        }
    }

    /// No configuration.
    pub(super) fn none() -> Self {
        Self {
            folder: super::here().to_owned(),
            ..Self::default()
        }
    }

    /// The border of a run with this configuration: around its folder, if that is where we are.
    pub(super) fn border(&self, open: bool) -> Border {
        if self.path.is_some() && super::here().starts_with(&self.folder) {
            Border::around(&self.folder, open)
        } else {
            Border::of(super::here(), open)
        }
    }

    /// Reads `path`, which somebody named, or which was found within `border`.
    fn read(path: PathBuf, border: Option<&Border>) -> Result<Self, Refusal> {
        let name = short(&path);
        let unusable = |fault: Diagnostic| {
            Refusal::from(Box::new(problem(
                "invalid-configuration",
                format!("`{name}`: {}", fault.message),
            )))
        };
        let bytes = match border {
            None => files::read_stream(&path, MAX_SIZE),
            Some(border) => files::InputFile::read_named(&path, MAX_SIZE, border).bytes,
        };
        let bytes = bytes.map_err(|fault| unusable(fault.diagnostic()))?;
        let text = files::text(&bytes)
            .map_err(|(_, fault)| unusable(*fault))?
            .text
            .into_owned();
        let settings = Settings::parse(&text).map_err(|problems| Refusal {
            problems,
            name: name.clone(),
            text: text.clone(),
        })?;
        let folder = super::absolute(&path)
            .parent()
            .map(Path::to_owned)
            .unwrap_or_default();
        Ok(Self {
            path: Some(path),
            text,
            folder,
            settings,
        })
    }

    /// Where a path that the configuration names is: from its folder on, or in the home folder.
    pub(super) fn path_of(&self, path: &str) -> PathBuf {
        self.folder.join(tilde(Path::new(path)))
    }

    /// What to call the file in messages.
    pub(super) fn name(&self) -> String {
        self.path.as_deref().map(short).unwrap_or_default()
    }

    /// A path as the configuration's patterns see it: from its folder, with `/`.
    pub(super) fn relative(&self, path: &Path) -> String {
        relative_to(&self.folder, path)
    }
}

/// Refuses a file of the command line that a link of the repository has elsewhere.
pub(super) fn refuse_link(
    path: &Path,
    border: &Border,
    rule: &'static str,
) -> Result<(), Box<Diagnostic>> {
    let checked = border.check_named(&absolute(path));
    checked.map_err(|outside| not_used(path, &outside, rule))
}

pub(super) fn not_used(path: &Path, outside: &LeadsOutside, rule: &'static str) -> Box<Diagnostic> {
    let name = path.display().to_string();
    let message = format!("`{}` was not used: {outside}", sanitize(&name));
    problem(rule, message).help(border::HELP).into()
}

/// A path from `folder` on, with `/`.
pub(super) fn relative_to(folder: &Path, path: &Path) -> String {
    let path = super::absolute(path);
    slashes(path.strip_prefix(folder).unwrap_or(&path))
}

/// No configuration anybody could read is larger.
const MAX_SIZE: u64 = 4_000_000;

/// A path below the current folder, without that folder.
pub(super) fn short(path: &Path) -> String {
    slashes(path.strip_prefix(super::here()).unwrap_or(path))
}

/// A path as it is written in reports, on any system.
pub(super) fn slashes(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' {
        text.into_owned()
    } else {
        text.replace(std::path::MAIN_SEPARATOR, "/")
    }
}
