//! Which of several definitions of a server counts.

use std::borrow::Cow;

/// How the files of a host are laid over each other. A project's file beats its user's everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Layers {
    /// The files of the folders above are read too, up to the root of the repository, and the nearest wins.
    pub parents: bool,
    /// Those above the repository too.
    pub beyond: bool,
    /// Files that are looked for in the root of the repository too.
    pub at_root: &'static [&'static str],
    /// Entries of the same name are merged field by field, and not replaced as a whole.
    pub merged: bool,
    /// Entries of the same name in several files all count.
    pub united: bool,
    /// Names in several files are the same whatever the case of their letters.
    pub any_case: bool,
    /// Lists of such entries are joined, that of the weaker file first.
    pub joined: bool,
    /// Names of files beside which no other file of the host is read.
    pub alone: &'static [&'static str],
    /// Files of one folder of which only the first is read, and the second where it is not there.
    pub hides: &'static [(&'static str, &'static str)],
    /// Where servers come from, the strongest first.
    pub order: &'static [Layer],
    /// Variables that name another folder than the one that globs start with: `CODEX_HOME` for `~/.codex`. What follows
    /// a slash is below what the variable names. The first that is set counts.
    pub moved: &'static [(&'static str, &'static str)],
    /// Files of which the user chooses one.
    pub profiles: Option<Profiles>,
}

/// The profiles of a host.
#[derive(Clone, Copy, Debug)]
pub struct Profiles {
    /// Their files, by a glob of one of the host's places.
    pub glob: &'static str,
    /// The file that says what they are called.
    pub names: &'static str,
    /// The key in it of a list with a `location` and a `name` for each.
    pub list: &'static str,
}

impl Layers {
    /// One file for the project, one for the user, and entries are replaced.
    pub const ONE: Self = Self {
        parents: false,
        beyond: false,
        at_root: &[],
        merged: false,
        united: false,
        any_case: false,
        joined: false,
        alone: &[],
        hides: &[],
        order: &[],
        moved: &[],
        profiles: None,
    };
}

impl Layers {
    /// What a name is compared by with those of other files.
    pub(crate) fn key<'n>(&self, name: &'n str) -> Cow<'n, str> {
        match self.any_case {
            true => Cow::Owned(name.to_lowercase()),
            false => Cow::Borrowed(name),
        }
    }
}

/// One of the sources that servers come from.
#[derive(Clone, Copy, Debug)]
pub struct Layer {
    /// Its files, by a glob of one of the host's places; nothing if it is no file, or one that is not in the table.
    pub glob: Option<&'static str>,
    /// The root in them, where one file is several layers.
    pub root: Option<&'static [&'static str]>,
    /// What it is, or what is special about it.
    pub words: &'static str,
    /// All files that the glob leads to are read.
    pub all: bool,
}

impl Layer {
    /// The files of a glob.
    #[must_use]
    pub const fn file(glob: &'static str, words: &'static str) -> Self {
        Self {
            glob: Some(glob),
            root: None,
            words,
            all: false,
        }
    }

    /// All files of a glob with stars, each of which counts.
    #[must_use]
    pub const fn files(glob: &'static str, words: &'static str) -> Self {
        Self {
            all: true,
            ..Self::file(glob, words)
        }
    }

    /// One root of several in the files of a glob.
    #[must_use]
    pub const fn root(
        glob: &'static str,
        root: &'static [&'static str],
        words: &'static str,
    ) -> Self {
        Self {
            glob: Some(glob),
            root: Some(root),
            words,
            all: false,
        }
    }

    /// Something else, such as a command-line option.
    #[must_use]
    pub const fn other(words: &'static str) -> Self {
        Self {
            glob: None,
            root: None,
            words,
            all: false,
        }
    }
}
