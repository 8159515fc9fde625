//! What a rule is: a description, a page, and what it looks at.

use super::file::{File, LintServer};
use super::finding::Found;
use super::outline::Outline;
use super::unread::Unread;
use crate::diagnostic::Level;

/// A check. One file, one page, one line in the registry.
#[derive(Debug)]
pub struct Rule {
    /// Its name, for ever.
    pub id: &'static str,
    /// How bad its findings are when neither the host nor the file says otherwise.
    pub level: Level,
    /// What it is about.
    pub group: Group,
    /// The safest repair it knows.
    pub fix: Option<Safety>,
    /// Its level in the `strict` and `locked` presets, where that is another one.
    pub strict: Option<Level>,
    /// Its level in the `locked` preset alone.
    pub locked: Option<Level>,
    /// How dangerous it is, from 0.1 to 10.0, if it is about security.
    pub security: Option<&'static str>,
    /// Further words to filter by, such as an OWASP id.
    pub tags: &'static [&'static str],
    /// Rules whose finding about the same bytes makes one of this rule needless.
    pub yields_to: &'static [&'static str],
    /// Several findings in one server are one, with several places.
    pub once: bool,
    /// It also looks at servers that the host does not find, because what is wrong with them is wrong all the same.
    pub strays: bool,
    /// It looks at all texts of a document, also of one that is not a config file.
    pub texts: bool,
    /// What people read, in Markdown.
    pub page: &'static str,
    /// What it looks at; nothing if its findings come from elsewhere.
    pub(crate) checks: &'static [Check],
}

/// What a rule looks at: the narrowest that sees enough.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Check {
    /// A text that could not be parsed.
    Unread(fn(&Unread<'_>, &mut Found<'_>)),
    /// A file.
    File(fn(&File<'_>, &mut Found<'_>)),
    /// Each server of a file.
    Server(fn(&File<'_>, &LintServer<'_>, &mut Found<'_>)),
    /// All files at once.
    Project(fn(&[Outline], &mut Found<'_>)),
}

/// What a rule is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The text itself.
    Syntax,
    /// Keys and types.
    Structure,
    /// How a server is reached.
    Transport,
    /// References to variables.
    Variables,
    /// What servers are called.
    Names,
    /// What works on one machine only.
    Portability,
    /// Credentials, code and permissions.
    Security,
    /// What is no longer to be used.
    Deprecation,
    /// Several files at once.
    Project,
    /// What a conversion loses.
    Conversion,
    /// The linter itself.
    Tool,
}

impl Group {
    /// The word used in lists and tags.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Structure => "structure",
            Self::Transport => "transport",
            Self::Variables => "variables",
            Self::Names => "names",
            Self::Portability => "portability",
            Self::Security => "security",
            Self::Deprecation => "deprecation",
            Self::Project => "project",
            Self::Conversion => "conversion",
            Self::Tool => "tool",
        }
    }
}

/// The page of a rule, as people read it: what is below a line (`---`) is for tests alone, more than half of the bytes of
/// all pages, and does not get into the program.
macro_rules! page {
    ($path:expr) => {{
        const ALL: &str = include_str!($path);
        const SHOWN: [u8; $crate::lint::rule::shown(ALL)] =
            *ALL.as_bytes().first_chunk().expect("a part of it");
        match std::str::from_utf8(&SHOWN) {
            Ok(page) => page,
            Err(_) => panic!("a line ends between characters"),
        }
    }};
}
pub(crate) use page;

/// How many bytes of a page come before its first line of dashes.
pub(crate) const fn shown(page: &str) -> usize {
    let bytes = page.as_bytes();
    let mut at = 0;
    while at + 5 <= bytes.len() {
        if let [b'\n', b'-', b'-', b'-', b'\n', ..] = bytes.split_at(at).1 {
            return at + 1;
        }
        at += 1;
    }
    bytes.len()
}

/// Whether a repair needs a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Safety {
    /// The meaning stays, or what does not work today gets the only meaning it can have.
    Safe,
    /// Something starts, goes or is allowed differently afterwards.
    Unsafe,
}

impl Safety {
    /// The word used in every output.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Unsafe => "unsafe",
        }
    }
}

impl Rule {
    /// A rule without anything special, to be completed.
    pub(crate) const NEW: Self = Self {
        id: "",
        level: Level::Warning,
        group: Group::Structure,
        fix: None,
        strict: None,
        locked: None,
        security: None,
        tags: &[],
        yields_to: &[],
        once: false,
        strays: false,
        texts: false,
        page: "",
        checks: &[],
    };

    /// Whether it looks at files itself; the findings of others come from elsewhere.
    #[doc(hidden)]
    #[must_use]
    pub fn has_checks(&self) -> bool {
        !self.checks.is_empty()
    }

    /// What it finds, in one sentence: the first paragraph of its page, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let body = self
            .page
            .split_once('\n')
            .map_or("", |(_, body)| body)
            .trim_start();
        let paragraph = body.split("\n\n").next().unwrap_or(body);
        paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}
