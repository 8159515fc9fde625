//! The languages, and what each has to offer. A further one is a folder beside [`json`](super::json),
//! [`toml`](super::toml) and [`yaml`](super::yaml), a variant of [`Language`] and its line in [`Language::syntax`].

use super::{Document, Error, Out, Span, Style, json, toml, yaml};
use crate::edit::{Change, Edit, Refused};

/// The language a file is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// JSON; comments and trailing commas are read and noted.
    Json,
    /// TOML 1.1.
    Toml,
    /// YAML 1.2, in which `<<` is a key like any other.
    Yaml,
    /// YAML 1.2, but the key `<<` puts the members of other maps into its own, as in YAML 1.1.
    YamlMerge,
}

impl Language {
    /// The name people use.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.syntax().name()
    }

    /// Whether this is YAML, whatever `<<` means in it.
    #[must_use]
    pub fn is_yaml(self) -> bool {
        matches!(self, Self::Yaml | Self::YamlMerge)
    }

    /// Whether a file in this language is one in `other`, whatever `<<` means in them.
    #[must_use]
    pub fn is_same(self, other: Self) -> bool {
        self == other || self.is_yaml() && other.is_yaml()
    }

    /// What can be done with a text in this language.
    pub(crate) fn syntax(self) -> &'static dyn Syntax {
        match self {
            Self::Json => &json::Json,
            Self::Toml => &toml::Toml,
            Self::Yaml => &yaml::Yaml { merge: false },
            Self::YamlMerge => &yaml::Yaml { merge: true },
        }
    }
}

/// Everything that has to know a language. Whoever needs more than this asks for a method here, so that no other code
/// spells a quote or a bracket.
pub(crate) trait Syntax: Sync {
    /// The name people use.
    fn name(&self) -> &'static str;

    /// Whether comments belong to the language; if not, a host may still read them.
    fn has_comments(&self) -> bool;

    /// Whether the members of every object of `text` stand in it in the order of the tree, none within another.
    fn is_ordered(&self, text: &str) -> bool;

    /// Whether a value of `text` may stand in several places of the tree.
    fn has_aliases(&self, _text: &str) -> bool {
        false
    }

    /// The tree of `text`, which has no byte-order mark any more.
    ///
    /// # Errors
    /// The first place where the text stops making sense, or where it nests deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    fn parse<'t>(&self, text: &'t str) -> Result<Document<'t>, Error>;

    /// The comments of `text` with their marks, in order, up to where it stops making sense. The tree does not keep them,
    /// because few ever look.
    fn comments(&self, text: &str) -> Vec<Span>;

    /// The replacements that make `changes`, one after the other: in order and apart from each other.
    ///
    /// # Errors
    /// The changes that cannot be made.
    fn edits(&self, text: &str, changes: &[Change], style: &Style) -> Result<Vec<Edit>, Refused>;

    /// The replacements that make the whole document, which stands at `span`, the value of `key`, and change nothing in it;
    /// nothing if the language cannot say that.
    fn wrap(&self, _text: &str, _span: Span, _key: &str) -> Option<Vec<Edit>> {
        None
    }

    /// Begins the new document `page`, with `frame` before its entries.
    fn begin(&self, page: &mut Page<'_>, frame: &Out);

    /// Adds an entry called `name` to a new document.
    fn entry(&self, page: &mut Page<'_>, name: &str, out: &Out);

    /// Ends a new document, with `extras` after its entries.
    fn end(&self, page: &mut Page<'_>, extras: &Out);
}

/// A new document that is written entry by entry.
pub(crate) struct Page<'a> {
    pub(crate) text: String,
    /// The keys that lead to the entries.
    pub(crate) root: &'a [&'a str],
    /// The entries are the items of a list, and their names are members of theirs with this key.
    pub(crate) list: Option<&'a str>,
    pub(crate) style: &'a Style,
    /// How many entries there are by now.
    pub(crate) count: usize,
    /// Where plain values at the top end, for a language in which none may follow a table.
    pub(crate) top: usize,
}
