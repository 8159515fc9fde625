//! What a configuration says.

use super::ignores::Ignores;
use super::{build, check, shape};
use crate::convert::Expand;
use crate::diagnostic::{Diagnostic, Level};
use crate::glob::Globs;
use crate::host::Host;
use crate::lint::{Policy, Rule};
use crate::syntax::{Language, Span, parse};

/// A configuration. [`Settings::default`] is that of a project without one.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// How strict to be.
    pub preset: Preset,
    /// Rules with a level of their own; without a level they are off.
    pub rules: Vec<(&'static Rule, Option<Level>)>,
    /// Which files to look at.
    pub files: Files,
    /// The baseline, from the folder of the configuration on.
    pub baseline: Option<String>,
    /// Findings that do not count.
    pub ignores: Ignores,
    /// What servers may be.
    pub policy: Option<Policy>,
    /// What to keep equal.
    pub sync: Option<SyncSettings>,
}

/// How strict to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// Every rule at its own level.
    #[default]
    Default,
    /// Advice counts where it is about safety.
    Strict,
    /// Nothing may change by itself.
    Locked,
}

impl Preset {
    pub(super) const WORDS: &[(&str, Self)] = &[
        ("default", Self::Default),
        ("strict", Self::Strict),
        ("locked", Self::Locked),
    ];

    /// The preset with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        shape::meaning(Self::WORDS, name)
    }
}

/// Which files to look at. Paths start at the folder of the configuration and have `/` on every system.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// More files than those that belong to a host by their path.
    pub include: Globs,
    /// Files to leave alone.
    pub exclude: Globs,
    /// The largest file to read, in bytes.
    pub max_size: Option<u64>,
    pub(super) owners: Globs,
    pub(super) hosts: Vec<&'static Host>,
}

impl Files {
    /// Whose file the configuration says this is; of several patterns that fit, the last one counts.
    #[must_use]
    pub fn host(&self, path: &str) -> Option<&'static Host> {
        self.owners.fitting(path).last().map(|at| self.hosts[*at])
    }

    /// Whether files are named that no host's own paths have.
    #[must_use]
    pub fn adds(&self) -> bool {
        !(self.include.words().is_empty() && self.hosts.is_empty())
    }
}

/// Findings that do not count: those that fit all that is said here.
#[derive(Clone, Debug)]
pub struct Ignore {
    /// Where it stands in the configuration.
    pub span: Span,
    /// The rule.
    pub rule: &'static Rule,
    /// Which files, as a pattern.
    pub file: Option<String>,
    /// Which servers, as a pattern.
    pub server: Option<String>,
    /// Which place, as a JSON pointer; all below it are meant too.
    pub pointer: Option<String>,
    /// Why.
    pub reason: String,
}

/// What `mcpconv sync` keeps equal.
#[derive(Clone, Debug)]
pub struct SyncSettings {
    /// The file to copy from.
    pub source: String,
    /// Whose it is, if its path does not tell.
    pub from: Option<&'static Host>,
    /// The files to copy to.
    pub targets: Vec<SyncTarget>,
}

/// A file to copy servers to. It has a host or a file, or both.
#[derive(Clone, Debug)]
pub struct SyncTarget {
    /// Where it stands in the configuration.
    pub span: Span,
    /// Whose file it is.
    pub host: Option<&'static Host>,
    /// Its path.
    pub file: Option<String>,
    /// Only servers with such names; all if nothing is said.
    pub servers: Option<Globs>,
    /// No servers with such names.
    pub skip: Globs,
    /// What becomes of servers that the source does not have.
    pub mode: Mode,
    /// When to put in values.
    pub expand: Expand,
    /// Losses that are known and not reported, and where each is named.
    pub accept: Vec<(&'static Rule, Span)>,
}

/// What becomes of servers that only the target has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// They stay.
    #[default]
    Merge,
    /// They go.
    Mirror,
}

impl Mode {
    pub(super) const WORDS: &[(&str, Self)] = &[("merge", Self::Merge), ("mirror", Self::Mirror)];
}

impl Settings {
    /// Reads a configuration, which has no byte-order mark any more.
    ///
    /// # Errors
    /// Everything that is wrong with it, at its place.
    pub fn parse(text: &str) -> Result<Self, Vec<Diagnostic>> {
        let document = parse(text, Language::Toml).map_err(|error| {
            let problem = check::problem(
                error.span,
                format!("the configuration is not valid TOML: {}", error.reason),
            );
            vec![match error.hint {
                Some(hint) => problem.help(hint),
                None => problem,
            }]
        })?;
        let Some(root) = &document.root else {
            return Ok(Self::default());
        };
        let problems = check::check(root);
        if problems.is_empty() {
            Ok(build::settings(root))
        } else {
            Err(problems)
        }
    }
}
