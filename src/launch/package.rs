//! What a package is called, where it comes from, and how firmly its version is fixed.

use super::place::is_drive;
use super::word::{Word, find_outside, has_reference};
use super::{go, image, npm, nuget, python};

/// Where packages of one kind are published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Ecosystem {
    /// npm.
    Npm,
    /// JSR, for `deno`.
    Jsr,
    /// A script that `deno` loads from a path or an address.
    Deno,
    /// PyPI.
    PyPi,
    /// A registry of container images.
    Image,
    /// Go modules.
    Go,
    /// NuGet.
    NuGet,
}

/// Where one package comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PackageSource {
    /// The registry, under its own name.
    Registry,
    /// The registry, under another name: the package's name is the real one.
    Alias,
    /// A file or folder of this machine.
    Path,
    /// A git repository; the package's name is its address.
    Git,
    /// A file behind an address, which is the package's name.
    Url,
    /// What the project has installed; nothing is fetched.
    Installed,
    /// A variable decides.
    Unknown,
}

impl PackageSource {
    /// The registry, unless a variable is part of the name.
    pub(super) fn registry(name: Word<'_>) -> Self {
        if has_reference(name.text) {
            Self::Unknown
        } else {
            Self::Registry
        }
    }
}

/// How firmly a version is fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Precision {
    /// None is given.
    Absent,
    /// Whatever is newest, in so many words.
    Latest,
    /// Another moving name: `@next`, `:main`.
    Channel,
    /// Any of several versions.
    Range,
    /// A branch of a repository.
    Branch,
    /// A tag that names a version, of an image or a repository. Its owner can move it.
    Tag,
    /// The beginning of a commit.
    ShortCommit,
    /// One version, one commit, or one content.
    Exact,
    /// A variable decides.
    Unknown,
}

/// The version of a package as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Version<'a> {
    /// The version itself, without `@`, `==` or `:`. A range keeps its operators.
    pub word: Option<Word<'a>>,
    /// How firmly it is fixed.
    pub precision: Precision,
}

impl<'a> Version<'a> {
    pub(super) const ABSENT: Self = Self {
        word: None,
        precision: Precision::Absent,
    };

    /// A version that was given; nothing and variables are seen to here.
    pub(super) fn given(word: Word<'a>, precision: impl FnOnce(&str) -> Precision) -> Self {
        let word = word.trimmed();
        if word.text.is_empty() {
            return Self::ABSENT;
        }
        let precision = if has_reference(word.text) {
            Precision::Unknown
        } else {
            precision(word.text)
        };
        Self {
            word: Some(word),
            precision,
        }
    }

    /// The version, if it is a single one.
    #[must_use]
    pub(crate) fn exact(&self) -> Option<&'a str> {
        self.word
            .filter(|_| self.precision == Precision::Exact)
            .map(|word| word.text)
    }
}

/// What a word that asks for a package is made of: its name, or its place, and the version.
pub(super) type Parts<'a> = (Word<'a>, Version<'a>, PackageSource);

/// A package as it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Package<'a> {
    /// The whole of what asks for it: `@scope/name@1.2.3`.
    pub word: Word<'a>,
    /// Its name, without version and extras. For a path or an address, that.
    pub name: Word<'a>,
    /// Its version.
    pub version: Version<'a>,
    /// Where it is published.
    pub ecosystem: Ecosystem,
    /// Where it comes from.
    pub source: PackageSource,
}

impl<'a> Package<'a> {
    /// Reads what asks for a package of `ecosystem`; `None` if there is nothing.
    #[must_use]
    pub(crate) fn parse(word: Word<'a>, ecosystem: Ecosystem) -> Option<Self> {
        let word = word.trimmed();
        let (ecosystem, (name, version, source)) = match ecosystem {
            Ecosystem::Npm => (ecosystem, npm::parse(word)),
            Ecosystem::Jsr | Ecosystem::Deno => npm::parse_deno(word),
            Ecosystem::PyPi => (ecosystem, python::parse(word)),
            Ecosystem::Image => (ecosystem, image::parse(word)),
            Ecosystem::Go => (ecosystem, go::parse(word)),
            Ecosystem::NuGet => (ecosystem, nuget::parse(word)),
        };
        let package = Self {
            word,
            name,
            version,
            ecosystem,
            source,
        };
        (!name.text.is_empty()).then_some(package)
    }

    /// The name under which the registry knows it, if it comes from there.
    #[must_use]
    pub(crate) fn published(&self) -> Option<&'a str> {
        matches!(self.source, PackageSource::Registry | PackageSource::Alias)
            .then_some(self.name.text)
    }

    /// The name in the one spelling that stands for all that the registry holds equal, if it comes from there.
    #[must_use]
    pub(crate) fn canonical(&self) -> Option<String> {
        self.published()
            .map(|name| Self::canonical_name(self.ecosystem, name))
    }

    /// The one spelling of `name` that stands for all that the registry of `ecosystem` holds equal.
    #[must_use]
    pub(crate) fn canonical_name(ecosystem: Ecosystem, name: &str) -> String {
        match ecosystem {
            Ecosystem::PyPi => python::folded(name).collect(),
            Ecosystem::Image => image::short(name).to_owned(),
            Ecosystem::NuGet => name.to_ascii_lowercase(),
            _ => name.to_owned(),
        }
    }

    /// Whether the registry knows it as `name`. Spellings that the registry holds equal are equal.
    #[must_use]
    pub(crate) fn is(&self, name: &str) -> bool {
        let first = |text: &str| text.bytes().next().map(|byte| byte.to_ascii_lowercase());
        self.published().is_some_and(|own| match self.ecosystem {
            Ecosystem::PyPi => {
                first(own) == first(name) && python::folded(own).eq(python::folded(name))
            }
            Ecosystem::Image => image::short(own) == image::short(name),
            Ecosystem::NuGet => own.eq_ignore_ascii_case(name),
            _ => own == name,
        })
    }
}

/// How firmly a name within a git repository is fixed. A tag is told from a branch by its looks.
pub(super) fn git_precision(reference: &str) -> Precision {
    let hex = reference.bytes().all(|byte| byte.is_ascii_hexdigit());
    match reference.len() {
        40 | 64 if hex => Precision::Exact,
        7.. if hex => Precision::ShortCommit,
        _ if reference == "HEAD" => Precision::Latest,
        // Tags of one package among several look like `name/v1` or `name@1`.
        _ if is_versionish(reference.rsplit(['/', '@']).next().unwrap_or_default()) => {
            Precision::Tag
        }
        _ => Precision::Branch,
    }
}

/// Whether the text starts like a version: a digit, perhaps after `v`.
pub(super) fn is_versionish(text: &str) -> bool {
    text.strip_prefix(['v', 'V'])
        .unwrap_or(text)
        .starts_with(|c: char| c.is_ascii_digit())
}

/// Whether the text is a version of three numbers, with or without a part for pre-releases or builds.
pub(super) fn is_semver(text: &str) -> bool {
    let (core, rest) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
    let mut parts = 0;
    let numbers = core
        .split('.')
        .inspect(|_| parts += 1)
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let tail = rest
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.'));
    numbers && parts == 3 && tail && rest.len() != 1
}

/// Whether the text starts with the address of something: `https://`, `git+ssh://` and so on.
pub(super) fn has_scheme(text: &str) -> bool {
    text.split_once(':').is_some_and(|(scheme, rest)| {
        rest.starts_with("//")
            && scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
    })
}

/// Whether a package by this name is a file or folder.
pub(super) fn is_path(text: &str) -> bool {
    let variable = text.starts_with(['$', '{', '%']) && find_outside(text, '/').is_some();
    let starts = ["/", "./", "../", "~/", "file:"]
        .iter()
        .any(|start| text.starts_with(start));
    is_drive(text)
        || variable
        || starts
        || matches!(text, "." | ".." | "~")
        || find_outside(text, '\\').is_some()
}
