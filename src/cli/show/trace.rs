//! Which parts of a value came from which environment variable.
//!
//! The effect is asked for twice: in the world as it is, and in one in which every value stands between marks. Where both
//! agree but for the marks, the marks say what came from where, through every pass of the host's expansion. Where they
//! do not, all of the value counts as coming from the environment.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

use crate::effect::Said;
use crate::model::world::{Piece, Resolved};
use crate::model::{Environment, Part};

/// Characters that no text may contain.
const OPEN: char = '\u{fdd1}';
const SHUT: char = '\u{fdd2}';
/// The first of the private characters that stand for variables.
const FIRST: u32 = 0x10_0000;
const MOST: usize = 0xfffd;

/// Looks up variables with marks around their values.
pub(super) struct Trace<'e> {
    environment: &'e Environment,
    names: RefCell<Vec<String>>,
    numbers: RefCell<HashMap<String, usize>>,
}

/// A piece of a value with where it came from.
#[derive(Debug, PartialEq)]
pub(super) enum Segment {
    /// Text, with the variables it came from, the outermost first.
    Text {
        text: String,
        from: Vec<String>,
        /// It came from the environment, or may have.
        foreign: bool,
    },
    /// A reference that the host hands on as text.
    Unset(String),
    /// Something that only the host knows.
    Unknown(Part),
    /// A value that breaks the text around it.
    Broken,
}

impl<'e> Trace<'e> {
    pub(super) fn new(environment: &'e Environment) -> Self {
        Self {
            environment,
            names: RefCell::default(),
            numbers: RefCell::default(),
        }
    }

    /// The value of a variable between marks. An empty one has no place for them, and may mean something else than a
    /// value.
    pub(super) fn marked(&self, name: &str) -> Option<Cow<'e, str>> {
        let value = self.environment.get(name)?;
        let mut names = self.names.borrow_mut();
        let mut numbers = self.numbers.borrow_mut();
        let number = *numbers.entry(name.to_owned()).or_insert_with(|| {
            names.push(name.to_owned());
            names.len() - 1
        });
        let mark = u32::try_from(number)
            .ok()
            .and_then(|number| char::from_u32(FIRST + number));
        match mark.filter(|_| number < MOST && !value.is_empty()) {
            Some(mark) => Some(Cow::Owned(format!("{OPEN}{mark}{value}{SHUT}"))),
            None => Some(Cow::Borrowed(value)),
        }
    }

    /// The pieces of `said`, of which `marked` is the marked twin.
    pub(super) fn segments(&self, said: &Said, marked: Option<&Said>) -> Vec<Segment> {
        let cut = marked.and_then(|marked| self.cut(&marked.value));
        match cut.filter(|segments| agree(segments, &said.value)) {
            Some(segments) => segments,
            None => said
                .value
                .pieces()
                .iter()
                .map(|piece| plain(piece, &said.variables))
                .collect(),
        }
    }

    /// The pieces of a name that references may be replaced in, of which `marked` is the marked twin.
    pub(super) fn name(&self, name: &str, marked: Option<&str>) -> Vec<Segment> {
        let cut = marked.and_then(|marked| self.cut(&Resolved::text(marked)));
        let cut = cut.filter(|segments| agree(segments, &Resolved::text(name)));
        cut.unwrap_or_else(|| {
            vec![Segment::Text {
                text: name.to_owned(),
                from: self.names.borrow().clone(),
                foreign: true,
            }]
        })
    }

    /// A marked value in pieces; nothing if its marks do not add up.
    fn cut(&self, value: &Resolved) -> Option<Vec<Segment>> {
        let names = self.names.borrow();
        let mut segments = Vec::new();
        let mut open: Vec<String> = Vec::new();
        for piece in value.pieces() {
            let Piece::Text(text) = piece else {
                segments.push(plain(piece, &[]));
                continue;
            };
            let mut rest = text.as_str();
            while let Some(at) = rest.find([OPEN, SHUT]) {
                push(&mut segments, &rest[..at], &open);
                let mut tail = rest[at..].chars();
                if tail.next() == Some(SHUT) {
                    open.pop()?;
                } else {
                    let number = u32::from(tail.next()?).checked_sub(FIRST)?;
                    open.push(names.get(usize::try_from(number).ok()?)?.clone());
                }
                rest = tail.as_str();
            }
            push(&mut segments, rest, &open);
        }
        open.is_empty().then_some(segments)
    }
}

/// A text without its marks.
pub(super) fn unmarked(text: &str) -> Cow<'_, str> {
    if !text.contains([OPEN, SHUT]) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            OPEN => drop(chars.next()),
            SHUT => {}
            c => plain.push(c),
        }
    }
    Cow::Owned(plain)
}

fn push(segments: &mut Vec<Segment>, text: &str, from: &[String]) {
    if !text.is_empty() {
        segments.push(Segment::Text {
            text: text.to_owned(),
            from: from.to_vec(),
            foreign: !from.is_empty(),
        });
    }
}

fn plain(piece: &Piece, variables: &[String]) -> Segment {
    match piece {
        Piece::Text(text) => Segment::Text {
            text: text.clone(),
            from: variables.to_vec(),
            foreign: true,
        },
        Piece::Unresolved { text, .. } => Segment::Unset(text.clone()),
        Piece::Unknown(part) => Segment::Unknown(part.clone()),
        Piece::Broken | Piece::Fails(_) => Segment::Broken,
    }
}

/// Whether the segments are the pieces of `value`.
fn agree(segments: &[Segment], value: &Resolved) -> bool {
    let mut joined = Resolved::default();
    for segment in segments {
        joined.push(match segment {
            Segment::Text { text, .. } => Piece::Text(text.clone()),
            Segment::Unset(text) => Piece::Unresolved {
                name: String::new(),
                text: text.clone(),
            },
            Segment::Unknown(part) => Piece::Unknown(part.clone()),
            Segment::Broken => Piece::Broken,
        });
    }
    let same = |(a, b): (&Piece, &Piece)| match (a, b) {
        (Piece::Unresolved { text: a, .. }, Piece::Unresolved { text: b, .. }) => a == b,
        (a, b) => a == b,
    };
    joined.pieces().len() == value.pieces().len()
        && joined.pieces().iter().zip(value.pieces()).all(same)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::model::World;
    use crate::model::dialect::{Dialect, Form};
    use crate::syntax::Span;

    fn environment(pairs: &[(&str, &str)]) -> Environment {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Environment::from(pairs.iter().map(owned).collect::<HashMap<_, _>>())
    }

    fn segments(dialect: &Dialect, text: &str, pairs: &[(&str, &str)]) -> Vec<Segment> {
        let environment = environment(pairs);
        let trace = Trace::new(&environment);
        let said = |world: &World<'_>| Said {
            value: dialect.resolve(text, world),
            variables: vec!["ALL".to_owned()],
            missing: Vec::new(),
            span: Span::default(),
        };
        let plain = |name: &str| environment.get(name).map(Cow::Borrowed);
        let marked = |name: &str| trace.marked(name);
        let (truth, marked) = (said(&World::new(&plain)), said(&World::new(&marked)));
        trace.segments(&truth, Some(&marked))
    }

    fn text(text: &str, from: &[&str]) -> Segment {
        Segment::Text {
            text: text.to_owned(),
            from: from.iter().map(|name| (*name).to_owned()).collect(),
            foreign: !from.is_empty(),
        }
    }

    const BRACES: Dialect = Dialect {
        forms: &[Form::Braces],
        ..Dialect::NEW
    };

    #[test]
    fn values_are_told_from_the_text_around_them() {
        assert_eq!(
            segments(&BRACES, "a${X}b${Y}${Z}", &[("X", "1"), ("Y", "")]),
            [
                text("a", &[]),
                text("1", &["X"]),
                text("b", &[]),
                Segment::Unset("${Z}".to_owned())
            ]
        );
    }

    #[test]
    fn a_value_within_a_value_came_from_both() {
        let again = Dialect {
            again: true,
            ..BRACES
        };
        assert_eq!(
            segments(&again, "${X}", &[("X", "a${Y}"), ("Y", "b")]),
            [text("a", &["X"]), text("b", &["X", "Y"])]
        );
    }

    #[test]
    fn what_the_marks_would_change_counts_as_foreign() {
        static NAMES: Dialect = Dialect {
            forms: &[Form::Name],
            ..Dialect::NEW
        };
        // The second pass sees the name of a variable only without marks.
        let twice = Dialect {
            then: Some(&NAMES),
            ..BRACES
        };
        let found = segments(&twice, "${X}", &[("X", "SECOND"), ("SECOND", "b")]);
        assert_eq!(found, [text("b", &["ALL"])]);
    }
}
