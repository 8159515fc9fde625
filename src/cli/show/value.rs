//! A value of an effect as it may be shown: secrets covered always, values of the environment unless they are asked for.

use std::collections::HashSet;

use super::sources::Spot;
use super::trace::Segment;
use crate::effect::{Becomes, Missing, Said};
use crate::model::{Part, as_written};
use crate::report::{SourceSecrets, conceal};
use crate::secret::{self, CommandLine};
use crate::syntax::Span;

/// Stands for what is covered where there is no other sign for it.
pub(super) const MASK: &str = "********";

/// A value that may be shown.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) pieces: Vec<Visible>,
    /// The variables that it was made from.
    pub(super) from: Vec<String>,
    /// Those of them that are set, and empty.
    pub(super) empty: Vec<String>,
    /// Variables that are not set.
    pub(super) missing: Vec<Missing>,
    pub(super) at: Spot,
}

/// What is shown of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Visible {
    Text(String),
    /// Something that is covered.
    Mask,
    /// A reference that is handed on as text.
    Unset(String),
    /// Something that only the host knows, in words.
    Unknown(String),
    /// A value that breaks the text around it.
    Broken,
}

impl Shown {
    /// Whether it was made from this variable, or would have been.
    pub(super) fn refers_to(&self, name: &str) -> bool {
        let missing = self.missing.iter().map(|it| &it.name);
        let mut names = self.from.iter().chain(&self.empty).chain(missing);
        names.any(|it| it == name)
    }

    pub(super) fn is_masked(&self) -> bool {
        self.pieces.contains(&Visible::Mask)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Whether it is a path that starts from another folder.
    pub(super) fn is_relative(&self) -> bool {
        match self.pieces.first() {
            Some(Visible::Text(text)) => {
                !text.starts_with(['/', '~', '\\', '$', '%']) && text.get(1..2) != Some(":")
            }
            _ => false,
        }
    }

    /// The same for a place between single quotes in a shell.
    pub(super) fn quoted(&self) -> Self {
        let quoted = |piece: &Visible| match piece {
            Visible::Text(text) => Visible::Text(text.replace('\'', "'\\''")),
            Visible::Unset(text) => Visible::Unset(text.replace('\'', "'\\''")),
            other => other.clone(),
        };
        Self {
            pieces: self.pieces.iter().map(quoted).collect(),
            from: Vec::new(),
            empty: Vec::new(),
            missing: Vec::new(),
            at: self.at,
        }
    }

    /// Where several values come from, and what is missing in them, each once.
    pub(super) fn summed_up(list: &[Self]) -> Self {
        let unique = |names: &dyn Fn(&Self) -> &[String]| {
            let mut seen = HashSet::new();
            let all = list.iter().flat_map(names);
            all.filter(|name| seen.insert(*name)).cloned().collect()
        };
        let mut seen = HashSet::new();
        let missing = list.iter().flat_map(|shown| &shown.missing);
        Self {
            pieces: Vec::new(),
            from: unique(&|shown| &shown.from),
            empty: unique(&|shown| &shown.empty),
            missing: missing
                .filter(|it| seen.insert(&it.name))
                .cloned()
                .collect(),
            at: Spot { file: 0, line: 0 },
        }
    }

    /// In one line, with `mask` for what is covered.
    pub(super) fn line(&self, mask: &str) -> String {
        self.pieces.iter().map(|piece| piece.text(mask)).collect()
    }
}

impl Visible {
    pub(super) fn text(&self, mask: &str) -> String {
        match self {
            Self::Text(text) | Self::Unset(text) => text.clone(),
            Self::Mask => mask.to_owned(),
            Self::Unknown(words) => format!("<{words}>"),
            Self::Broken => "<fails>".to_owned(),
        }
    }
}

/// Way a value is to be looked at.
#[derive(Clone, Copy)]
pub(super) struct Looking<'l> {
    /// The name that it goes by, such as that of a header.
    pub(super) key: Option<&'l str>,
    /// What the arguments before it, such as `--token`, say about it.
    pub(super) line: CommandLine,
    /// What its file says about it, and where it stands there.
    pub(super) secrets: Option<(&'l SourceSecrets<'l>, Span)>,
    /// Values of the environment may be shown.
    pub(super) values: bool,
}

/// Covers what must not be seen of `segments`, which are the pieces of `said`.
pub(super) fn shown(said: &Said, segments: &[Segment], looking: Looking<'_>, at: Spot) -> Shown {
    let whole: String = segments.iter().map(spelled).collect();
    let named = looking.key.is_some_and(secret::secretish_name);
    let mut line = looking.line;
    let told = line.word(&whole);
    let flagged = told.is_some();
    let mut hidden = conceal(looking.key, &whole, told);
    // What stands beside it may say more than its name.
    let beside = looking.secrets.into_iter();
    hidden.extend(beside.flat_map(|(secrets, span)| secrets.covered(span, &whole)));
    hidden = secret::merged(hidden);
    if hidden.is_empty() && named && is_short_secret(&whole) {
        hidden.push(0..whole.len());
    }
    // A default is a secret by the name of the variable that it stands for.
    let mut defaults = said
        .missing
        .iter()
        .filter(|it| it.becomes == Becomes::Default);
    let by_default = |it: &Missing| secret::shows_secret(Some(&it.name), &whole);
    if hidden.is_empty() && defaults.any(by_default) {
        hidden.push(0..whole.len());
    }
    let mut pieces = Vec::new();
    let mut start = 0;
    for segment in segments {
        let end = start + spelled(segment).len();
        match segment {
            Segment::Text {
                text,
                from,
                foreign,
            } => {
                let secret = named
                    || flagged
                    || from
                        .iter()
                        .any(|name| secret::shows_secret(Some(name), text));
                if *foreign && (!looking.values || secret) {
                    push(&mut pieces, Visible::Mask);
                } else {
                    cover(text, start, &hidden, &mut pieces);
                }
            }
            Segment::Unset(text) if !conceal(None, text, None).is_empty() => {
                push(&mut pieces, Visible::Mask);
            }
            Segment::Unset(text) => pieces.push(Visible::Unset(text.clone())),
            Segment::Unknown(part) => pieces.push(Visible::Unknown(unknown(part, looking.key))),
            Segment::Broken => pieces.push(Visible::Broken),
        }
        start = end;
    }
    let mut from: Vec<String> = Vec::new();
    for segment in segments {
        if let Segment::Text { from: names, .. } = segment {
            names
                .iter()
                .filter(|name| !is_missing(said, name))
                .for_each(|name| {
                    if !from.contains(name) {
                        from.push(name.clone());
                    }
                });
        }
    }
    let empty = |name: &&String| !from.contains(name) && !is_missing(said, name);
    Shown {
        empty: said.variables.iter().filter(empty).cloned().collect(),
        missing: said.missing.clone(),
        pieces,
        from,
        at,
    }
}

fn is_missing(said: &Said, name: &str) -> bool {
    said.missing.iter().any(|missing| missing.name == name)
}

/// The segment as it counts in the search for secrets: what is not known is one character that nothing is made of.
fn spelled(segment: &Segment) -> &str {
    match segment {
        Segment::Text { text, .. } | Segment::Unset(text) => text,
        Segment::Unknown(_) | Segment::Broken => "\u{fffc}",
    }
}

/// Passwords are secret even where they are too short to be taken for one by their looks.
fn is_short_secret(text: &str) -> bool {
    let plain = [
        "", "true", "false", "yes", "no", "on", "off", "none", "null",
    ];
    !secret::placeholder(text)
        && !text.contains(['$', '{', '\u{fffc}'])
        && !plain.contains(&text.to_ascii_lowercase().as_str())
        && text.len() < 6
}

/// Adds `text`, which starts at `start` of the whole value, without what is in `hidden`.
fn cover(text: &str, start: usize, hidden: &[std::ops::Range<usize>], pieces: &mut Vec<Visible>) {
    let mut at = 0;
    for range in hidden {
        let from = range.start.clamp(start, start + text.len()) - start;
        let to = range.end.clamp(start, start + text.len()) - start;
        let (from, to) = (text.floor_char_boundary(from), text.ceil_char_boundary(to));
        if from < to && at <= from {
            push(pieces, Visible::Text(text[at..from].to_owned()));
            push(pieces, Visible::Mask);
            at = to;
        }
    }
    push(pieces, Visible::Text(text[at..].to_owned()));
}

/// Adds a piece; texts grow together, and so do covers.
fn push(pieces: &mut Vec<Visible>, piece: Visible) {
    match (pieces.last_mut(), piece) {
        (_, Visible::Text(text)) if text.is_empty() => {}
        (Some(Visible::Text(last)), Visible::Text(text)) => last.push_str(&text),
        (Some(Visible::Mask), Visible::Mask) => {}
        (_, piece) => pieces.push(piece),
    }
}

/// What only the host knows, in words.
fn unknown(part: &Part, key: Option<&str>) -> String {
    match part {
        Part::Input(id) => format!("input {id}"),
        Part::File(path) => format!("contents of {path}"),
        Part::Command(command) => {
            let hidden = conceal(key, command, None);
            let mut pieces = Vec::new();
            cover(command, 0, &hidden, &mut pieces);
            let line: String = pieces.iter().map(|piece| piece.text("***")).collect();
            format!("output of {line}")
        }
        Part::Host(var) => var.name().to_owned(),
        Part::Other(text) => as_written(text).to_owned(),
        Part::Text(text) | Part::Child { text, .. } => text.clone(),
        Part::Env { name, .. } => name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::world::Resolved;

    fn line(segments: &[(&str, Option<&str>)], key: Option<&str>, values: bool) -> String {
        let segments: Vec<Segment> = segments
            .iter()
            .map(|(text, from)| Segment::Text {
                text: (*text).to_owned(),
                from: from.iter().map(|name| (*name).to_owned()).collect(),
                foreign: from.is_some(),
            })
            .collect();
        let said = Said {
            value: Resolved::default(),
            variables: Vec::new(),
            missing: Vec::new(),
            span: Span::default(),
        };
        let looking = Looking {
            key,
            line: CommandLine::default(),
            secrets: None,
            values,
        };
        shown(&said, &segments, looking, Spot { file: 0, line: 1 }).line("###")
    }

    #[test]
    fn values_of_the_environment_are_shown_only_when_asked_for() {
        let url = [
            ("https://", None),
            ("host.example", Some("HOST")),
            ("/x", None),
        ];
        assert_eq!(line(&url, Some("url"), false), "https://###/x");
        assert_eq!(line(&url, Some("url"), true), "https://host.example/x");
    }

    #[test]
    fn secrets_are_covered_whatever_was_asked_for() {
        let token = format!("ghp_{}", "a1B2".repeat(9));
        for values in [false, true] {
            for (segments, key) in [
                (vec![("abc", Some("MY_TOKEN"))], None),
                (vec![("abc", Some("PLAIN"))], Some("API_TOKEN")),
                (vec![("abc", None)], Some("PASSWORD")),
                (vec![(token.as_str(), Some("PLAIN"))], Some("REGION")),
                (vec![(token.as_str(), None)], Some("REGION")),
            ] {
                let line = line(&segments, key, values);
                assert!(!line.contains("abc") && !line.contains("a1B2"), "{line}");
                assert!(line.contains("###"), "{line}");
            }
        }
    }

    #[test]
    fn plain_text_is_shown() {
        assert_eq!(line(&[("debug", None)], Some("LOG_LEVEL"), false), "debug");
        assert_eq!(line(&[("false", None)], Some("AUTH_TOKEN"), false), "false");
    }
}
