//! What a value should have been.

use std::borrow::Cow;

use crate::host::{Field, Kind, Range, TextShape};
use crate::model::Slot;

/// What a host takes in a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Wanted {
    Text,
    /// A string that looks so.
    Shaped(TextShape),
    TextOrFalse,
    Texts,
    TextOrTexts,
    Names,
    NameAndSource,
    Flag,
    Object,
    Objects,
    ObjectOrFalse,
    Number,
    Whole,
    /// What any of these takes.
    Either(&'static [Kind]),
    /// A time, in whole units or not, 0 included or not.
    Time {
        whole: bool,
        zero: bool,
    },
    /// A number of a range, in whole units or not.
    Within {
        whole: bool,
        range: Range,
    },
    Port,
    Word(&'static [&'static str]),
    Policy([&'static str; 3]),
    Group(&'static [(&'static str, &'static [&'static str])]),
    /// What a user is asked for.
    Input,
    Anything,
}

impl Wanted {
    /// In words, after "must be".
    pub(crate) fn phrase(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Text => "a string",
            Self::Shaped(shape) => match shape {
                TextShape::Any => "a string",
                TextShape::Filled | TextShape::NotBlank => "a string that is not empty",
                TextShape::Variable => "the name of an environment variable",
                TextShape::Trimmed => "a string without white space around it",
                TextShape::Title => {
                    "letters, digits, spaces, `-` and `'`, starting with a letter or digit"
                }
                TextShape::OneOf(words) => return one_of(words.iter().copied()),
                TextShape::Url([]) => "an absolute URL",
                TextShape::Url(schemes) => {
                    let schemes: Vec<String> =
                        schemes.iter().map(|it| format!("`{it}://`")).collect();
                    return Cow::Owned(format!("a URL with {}", schemes.join(" or ")));
                }
            },
            Self::TextOrFalse => "a string or `false`",
            Self::Texts => "a list of strings",
            Self::TextOrTexts => "a string or a list of strings",
            Self::Names => "a list of names",
            Self::NameAndSource => "an object with `name` and `source` alone",
            Self::Flag => "`true` or `false`",
            Self::Object => "an object",
            Self::Objects => "a list of objects",
            Self::ObjectOrFalse => "an object or `false`",
            Self::Number => "a number of at least 0",
            Self::Whole => "a whole number",
            Self::Either(kinds) => {
                let plain = |kind: &Kind| {
                    let field = Field::new("", Slot::Native, *kind);
                    super::wanted(&field, super::number::STRICT).phrase()
                };
                let list: Vec<_> = kinds.iter().map(plain).collect();
                return Cow::Owned(list.join(" or "));
            }
            Self::Time { whole, zero } => match (whole, zero) {
                (true, true) => "a whole number of at least 0",
                (true, false) => "a whole number above 0",
                (false, true) => "a number of at least 0",
                (false, false) => "a number above 0",
            },
            Self::Within { whole, range } => {
                let number = if whole { "a whole number" } else { "a number" };
                let range = range.words().unwrap_or_else(|| "of at least 0".to_owned());
                return Cow::Owned(format!("{number} {range}"));
            }
            Self::Port => "a port from 1 to 65535",
            Self::Input => "an object with a `title` and a `description`",
            Self::Anything => "a value",
            Self::Word(words) => return one_of(words.iter().copied()),
            Self::Policy(words) => return one_of(words.iter().copied()),
            Self::Group(groups) => return one_of(groups.iter().map(|(word, _)| *word)),
        })
    }
}

fn one_of<'w>(words: impl Iterator<Item = &'w str>) -> Cow<'static, str> {
    let list: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    Cow::Owned(format!("one of {}", list.join(", ")))
}

/// What the type of a field alone does not say about its values.
pub(crate) fn form(kind: Kind) -> &'static str {
    match kind {
        Kind::Line => "Without arguments of its own, the line is split into words.",
        Kind::LoneLine => "Without arguments of its own, the line runs in a shell.",
        Kind::Argv => "Its arguments follow in the same list.",
        Kind::LineOrArgv => "Its arguments may follow in the same line or list.",
        Kind::Spaced => "Separated by spaces.",
        Kind::ShellLine => "A shell reads the line, arguments included.",
        Kind::ShellWords => "A shell reads them: quote what has spaces or marks.",
        Kind::LooseMap => "`null` removes one.",
        Kind::OffFlag => "`false` disables it.",
        Kind::OffText => "`false` for none.",
        Kind::Millis => "In milliseconds.",
        Kind::Seconds | Kind::WholeSeconds => "In seconds.",
        Kind::Approved => "`*` means all.",
        _ => "",
    }
}
