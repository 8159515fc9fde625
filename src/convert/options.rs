//! What a conversion may be told.

use crate::host::{Host, Place};
use crate::model::Environment;

/// How to convert. Everything the conversion knows about the world is in here.
pub struct Options<'a> {
    /// Whose document to write.
    pub to: &'static Host,
    /// Which of its files; its main one if nothing is said.
    pub place: Option<&'static Place>,
    /// Which servers to convert, by name.
    pub select: &'a dyn Fn(&str) -> bool,
    /// The project whose servers are meant, in a source that keeps them by project; without one, only its user's are.
    pub project: Option<&'a str>,
    /// The project is only where somebody is, so that a source without servers of its own for it is nothing to mention.
    pub project_is_here: bool,
    /// When to expand references.
    pub expand: Expand,
    /// Where those values come from.
    pub environment: &'a Environment,
    /// What to do about a variable that has to be put in and is not set.
    pub unset: Unset,
    /// What to do about a default that the target cannot express.
    pub defaults: Defaults,
    /// Which variables become questions to the user, where the target can ask them.
    pub prompting: Prompting,
    /// What to do about secrets in plain text.
    pub secrets: Secrets,
    /// Reach remote servers through a local bridge where the target only runs processes.
    pub wrap_remote: bool,
    /// The system that the target runs on, if it is known; without one, command lines stay as they are.
    pub platform: Option<Platform>,
    /// Every loss is an error, and then nothing is written.
    pub strict: bool,
    /// The result takes the place of the source, so a server that cannot be written stays as it is.
    pub in_place: bool,
    /// Account for every leaf in [`super::Conversion::rows`].
    pub report: bool,
    /// How many diagnostics to keep.
    pub limit: usize,
}

impl<'a> Options<'a> {
    /// The defaults of the command line, with an environment of your own.
    #[must_use]
    pub fn new(to: &'static Host, environment: &'a Environment) -> Self {
        Self {
            to,
            place: None,
            select: &|_| true,
            project: None,
            project_is_here: false,
            expand: Expand::Auto,
            environment,
            unset: Unset::Error,
            defaults: Defaults::Inline,
            prompting: Prompting::None,
            secrets: Secrets::Keep,
            wrap_remote: false,
            platform: None,
            strict: false,
            in_place: false,
            report: false,
            limit: usize::MAX,
        }
    }

    /// Whether servers are to be changed, and not only said in another host's words.
    pub(super) fn changes_servers(&self) -> bool {
        self.prompting != Prompting::None
            || self.secrets != Secrets::Keep
            || self.platform.is_some()
    }
}

/// A kind of system, as far as it matters to how programs are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// `npx` and its like are scripts, which only `cmd` starts, or a host that knows about them.
    Windows,
    /// There is no `cmd`, and `npx` is a program like any other.
    Unix,
}

impl Platform {
    /// What people write for each.
    pub(crate) const WORDS: &[(&str, Self)] = &[("windows", Self::Windows), ("unix", Self::Unix)];
}

/// When references are replaced by values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Expand {
    /// For hosts that expect values.
    #[default]
    Auto,
    /// For every host.
    Always,
    /// For none.
    Never,
}

impl Expand {
    /// What people write for each.
    pub(crate) const WORDS: &[(&str, Self)] = &[
        ("auto", Self::Auto),
        ("always", Self::Always),
        ("never", Self::Never),
    ];
}

/// What becomes of a variable without a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unset {
    /// It is an error, and nothing is written.
    #[default]
    Error,
    /// The empty string stands in for it.
    Empty,
    /// The reference stays as it was written.
    Keep,
}

/// What becomes of a default that the target cannot express.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Defaults {
    /// It is written as the value, unless it is empty or looks like a secret.
    #[default]
    Inline,
    /// It is dropped, and the reference stays.
    Reference,
}

/// Which variables become questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prompting {
    /// None: the target reads them from its environment.
    #[default]
    None,
    /// Those that look secret.
    Secrets,
    /// All of them.
    All,
}

/// What becomes of secrets that stand in the source in plain text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Secrets {
    /// They are written as they are; one that gets into a shared file is reported.
    #[default]
    Keep,
    /// They become references to variables that are named after their fields.
    Reference,
}
