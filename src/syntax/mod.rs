//! Text to spanned trees and back. JSON (with or without comments), TOML and YAML give the same [`Node`]s, are changed in the
//! same terms ([`Step`], [`Out`]) and offer the same things ([`Language`]).
//!
//! Readers are tolerant: what a strict parser refuses but a person plainly meant (a comment, a trailing comma, a
//! byte-order mark) becomes a [`Note`], and the host decides what it costs. Only a text without a meaning is an
//! [`Error`].

mod decode;
pub(crate) mod dotted;
mod json;
mod language;
mod node;
mod out;
mod overlay;
pub(crate) mod path;
mod span;
mod spans;
mod style;
#[cfg(test)]
mod tests;
mod toml;
mod yaml;

pub use decode::{Decoded, decode};
pub use language::Language;
pub(crate) use language::Page;
pub use node::{Member, Node, Tree};
pub(crate) use out::{Out, OutValue};
pub(crate) use overlay::{merged, shift};
pub(crate) use path::Step;
pub use span::{Columns, LineIndex, Span};
pub(crate) use spans::SpanSet;
pub(crate) use style::{Style, Tables};

/// What a word of YAML without quotes is, if it is no string.
pub(crate) fn odd_word(text: &str) -> Option<&'static str> {
    yaml::odd_word(text)
}

/// How deep arrays and objects may nest. Below the limits of every parser we build on, and far above real files.
pub(crate) const MAX_DEPTH: usize = 64;

/// A text that was read as far as it has a meaning.
#[derive(Debug)]
pub struct Document<'t> {
    /// The value of the document; nothing when the text is blank.
    pub root: Option<Node<'t>>,
    /// What a strict parser would have stumbled over, the first of each kind.
    pub notes: Vec<Note>,
    /// What the root was before somebody put it into other words.
    pub origin: Option<Node<'t>>,
    /// What the file is called, without its ending, where that means something.
    pub name: Option<&'t str>,
}

impl<'t> Document<'t> {
    /// The same, of a file with this name.
    #[must_use]
    pub fn named(self, name: Option<&'t str>) -> Self {
        Self { name, ..self }
    }
}

/// The name of the file at `path`, without its ending.
pub(crate) fn stem(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next()?;
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    (!stem.is_empty() && !stem.starts_with('<')).then_some(stem)
}

/// Something a strict parser refuses, at its first place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it is.
    pub kind: NoteKind,
    /// Where it is.
    pub span: Span,
}

/// The kinds of [`Note`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoteKind {
    /// `//` or `/* */` in JSON.
    Comment,
    /// A comment in JSON that starts with `#`, which even hosts with comments do not take.
    HashComment,
    /// A comma before `}` or `]` in JSON.
    TrailingComma,
    /// A control character inside a JSON string that should have been escaped.
    ControlCharacter,
    /// White space that JSON does not know.
    OddWhitespace,
    /// An escape in a JSON string that is half of a pair, and so no character. It was read as U+FFFD, which is what becomes
    /// of it wherever it is printed.
    LoneSurrogate,
    /// A line break or a trailing comma inside a TOML inline table, which TOML 1.0 does not know.
    MultilineInlineTable,
    /// A key that stands twice in one YAML map, which no host takes; JSON parsers do.
    EqualKeys,
    /// A second document in a YAML text; only the first one is read.
    SecondDocument,
    /// A tag of another program in a YAML text, which readers of YAML 1.1 refuse (observed with js-yaml 4.1.0).
    UnknownTag,
}

/// Why a text has no meaning, and from where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Where reading stopped.
    pub span: Span,
    /// What is wrong, in lower case and without a full stop.
    pub reason: String,
    /// What is probably meant, where that can be guessed.
    pub hint: Option<&'static str>,
}

/// The value of a number in any of the spellings that JSON and TOML have for it.
#[must_use]
pub(crate) fn number(text: &str) -> Option<f64> {
    let plain = text.replace('_', "");
    #[expect(
        clippy::cast_precision_loss,
        reason = "no setting needs more than 53 bits"
    )]
    let based = |prefix: &str, radix| {
        plain
            .strip_prefix(prefix)
            .and_then(|digits| i64::from_str_radix(digits, radix).ok())
            .map(|number| number as f64)
    };
    based("0x", 16)
        .or_else(|| based("0o", 8))
        .or_else(|| based("0b", 2))
        .or_else(|| plain.parse().ok())
}

/// Reads `text`, which has no byte-order mark any more.
///
/// # Errors
/// The first place where the text stops making sense, or where it nests deeper than `MAX_DEPTH`.
pub fn parse(text: &str, language: Language) -> Result<Document<'_>, Error> {
    language.syntax().parse(text)
}

/// Where the comments of `text` are, up to where it stops making sense.
pub(crate) fn comments(text: &str, language: Language) -> Vec<Span> {
    language.syntax().comments(text)
}
