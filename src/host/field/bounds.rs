//! Which numbers and texts count in a field.

use crate::model::{Part, Server, Slot, Transport};

/// The numbers that count in a field; times are in milliseconds, whatever the unit of the field.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// The smallest.
    pub least: f64,
    /// The largest.
    pub most: f64,
    /// What becomes of any other.
    pub outside: Outside,
}

/// What a host does with a number outside of a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It does as if the field were not there.
    Ignored,
    /// It takes it for a mistake, as bad as a wrong type.
    Refused,
    /// It takes the nearest number of the range.
    Clamped,
}

impl Range {
    /// Any number that the kind of the field takes.
    pub const ANY: Self = Self {
        least: 0.0,
        most: f64::INFINITY,
        outside: Outside::Ignored,
    };

    /// Whether `value` counts as it is.
    #[must_use]
    pub fn has(&self, value: f64) -> bool {
        (self.least..=self.most).contains(&value)
    }

    /// The number of the range that is nearest to `value`.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        value.max(self.least).min(self.most)
    }

    /// The same in another unit, of which one has so many of these.
    #[must_use]
    pub fn in_units(self, unit: f64) -> Self {
        Self {
            least: self.least / unit,
            most: self.most / unit,
            ..self
        }
    }

    /// In words, as in "a number from 1 to 3600"; nothing where any number will do.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        match (self.least > 0.0, self.most.is_finite()) {
            (_, true) => Some(format!("from {} to {}", self.least, self.most)),
            (true, false) => Some(format!("of at least {}", self.least)),
            (false, false) => None,
        }
    }
}

/// What a text must look like, beyond being one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextShape {
    /// Anything.
    Any,
    /// Not empty.
    Filled,
    /// Not empty, and not only blanks.
    NotBlank,
    /// Without blanks around it.
    Trimmed,
    /// One of these words, also in a list of them.
    OneOf(&'static [&'static str]),
    /// Letters, digits, spaces, hyphens and apostrophes, a letter or digit first.
    Title,
    /// The name of a variable: letters, digits and underscores, no digit first. An empty one is as good as none.
    Variable,
    /// An absolute URL, with one of these schemes if there are any. References stand for anything.
    Url(&'static [&'static str]),
}

impl TextShape {
    /// Whether `text` looks so.
    #[must_use]
    pub fn fits(self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Filled => !text.is_empty(),
            Self::NotBlank => !text.trim().is_empty(),
            Self::Trimmed => text.trim() == text,
            Self::OneOf(words) => words.contains(&text),
            Self::Title => {
                let inner = |c: char| c.is_alphanumeric() || " '’-".contains(c);
                text.starts_with(char::is_alphanumeric) && text.chars().all(inner)
            }
            Self::Variable => {
                let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
                !text.starts_with(|c: char| c.is_ascii_digit()) && text.chars().all(part)
            }
            Self::Url(schemes) => {
                let scheme = text.trim().split_once("://").map(|(scheme, _)| scheme);
                text.contains("${")
                    || text.contains("{{")
                    || is_absolute_url(text)
                        && (schemes.is_empty()
                            || schemes
                                .iter()
                                .any(|it| scheme.is_some_and(|is| is.eq_ignore_ascii_case(it))))
            }
        }
    }
}

/// Whether a parser of URLs takes `text` for an absolute one.
pub(crate) fn is_absolute_url(text: &str) -> bool {
    let text = text.trim();
    text.split_once("://").is_some_and(|(scheme, rest)| {
        let part = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
        !scheme.is_empty()
            && scheme.chars().all(part)
            && !rest.is_empty()
            && !rest.starts_with(['/', '?', '#'])
    })
}

/// Whether the end of a URL's path tells that a server speaks SSE there, as all of them once did.
pub(crate) fn ends_in_sse(url: &str) -> bool {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    path.trim_end_matches('/').ends_with("/sse")
}

/// Whether a server is reached over streamable HTTP at a URL that is one of SSE by its name.
pub(crate) fn looks_like_sse(server: &Server) -> bool {
    let last = server.text(Slot::Url).and_then(|url| url.parts.last());
    server.transport == Transport::Http
        && matches!(last, Some(Part::Text(text)) if ends_in_sse(text))
}
