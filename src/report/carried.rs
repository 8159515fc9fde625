//! Secrets on their way from one text into another.
//!
//! In a source, what stands beside a value may say that it is one. Where a conversion puts it, nothing may say so any more,
//! so what is covered in the source is covered there too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::mask::{hidden, masked};
use super::{Source, walk};
use crate::secret;
use crate::syntax::path::push_key;
use crate::syntax::{self, Node, Span, Tree};

/// A shorter text may stand anywhere for something else.
const SHORTEST: usize = 4;

/// A value that is made of more secrets is covered without a look for each of them.
const MOST: usize = 64;

/// Where the variables of a text are defined, beside it.
const VARIABLES: &str = "variables";

/// How the texts are called that have variables in them.
const FILLED: [&str; 2] = ["value", "url"];

/// What of a source is covered when it is shown.
#[derive(Debug)]
pub(crate) struct SourceSecrets<'t> {
    text: &'t str,
    ranges: Vec<Range<usize>>,
    /// By the place of a text, where the variables are defined whose values are put into it.
    variables: HashMap<Span, Span>,
}

impl<'t> SourceSecrets<'t> {
    pub(crate) fn of(source: &Source<'t>) -> Self {
        let mut variables = HashMap::new();
        if source.text.contains(VARIABLES)
            && let Ok(document) = syntax::parse(source.text, source.language)
            && let Some(root) = &document.root
        {
            filled(root, &mut variables);
        }
        Self {
            text: source.text,
            ranges: hidden(source),
            variables,
        }
    }

    /// What is covered within the bytes `span`, and of the variables whose values are put in there.
    pub(crate) fn within(&self, span: Span) -> impl Iterator<Item = &'t str> + use<'_, 't> {
        let own = self.ranges(span).map(|range| &self.text[range.clone()]);
        own.chain(self.put_in(span))
    }

    /// What is covered of `value`, which was made of what stands at `span`; in order.
    pub(crate) fn covered(&self, span: Span, value: &str) -> Vec<Range<usize>> {
        let range = span.range();
        // Quotes are no part of what is covered.
        let whole = |it: &Range<usize>| it.start <= range.start + 1 && range.end <= it.end + 1;
        let texts: Vec<&str> = self.within(span).take(MOST + 1).collect();
        if texts.len() > MOST || self.ranges(span).any(whole) {
            return std::iter::once(0..value.len()).collect();
        }
        // Where the value is the text itself, what is covered there is covered here, and nothing that looks like it.
        let [open, close] = [range.start + 1, range.end.saturating_sub(1)];
        let starts = [range.clone(), open..close.max(open)].into_iter();
        let mut starts = starts.filter(|inner| self.text.get(inner.clone()) == Some(value));
        let mut found = Vec::new();
        let texts = match starts.next() {
            Some(inner) => {
                let shifted = |at: usize| at.clamp(inner.start, inner.end) - inner.start;
                let ranges = self.ranges(span);
                found.extend(ranges.map(|it| shifted(it.start)..shifted(it.end)));
                self.put_in(span).collect()
            }
            None => texts,
        };
        for text in texts {
            // A short text may be anywhere.
            if text.len() < SHORTEST && value.contains(text) {
                return std::iter::once(0..value.len()).collect();
            }
            found.extend(value.match_indices(text).map(|(at, _)| at..at + text.len()));
        }
        secret::merged(found)
    }

    /// What is covered of the variables whose values are put in at `span`.
    fn put_in(&self, span: Span) -> impl Iterator<Item = &'t str> + use<'_, 't> {
        let variables = self.variables.get(&span).copied().into_iter();
        let ranges = variables.flat_map(|span| self.ranges(span));
        ranges.map(|range| &self.text[range.clone()])
    }

    fn ranges(&self, span: Span) -> impl Iterator<Item = &Range<usize>> + use<'_, 't> {
        let span = span.range();
        let first = self.ranges.partition_point(|range| range.end <= span.start);
        let ranges = self.ranges[first..].iter();
        ranges.take_while(move |range| range.start < span.end)
    }

    fn all(&self) -> impl Iterator<Item = &'t str> + use<'_, 't> {
        self.ranges.iter().map(|range| &self.text[range.clone()])
    }
}

/// Remembers the texts below `node` that have their variables beside them. Recursion is bounded, since no parser of ours
/// nests deeply.
fn filled(node: &Node<'_>, out: &mut HashMap<Span, Span>) {
    if let Some(variables) = node.member(VARIABLES) {
        let texts = FILLED.iter().filter_map(|name| node.member(name));
        out.extend(texts.map(|text| (text.value.span, variables.value.span)));
    }
    let members = node.members().iter().map(|member| &member.value);
    members
        .chain(node.items())
        .for_each(|child| filled(child, out));
}

/// What is known about the secrets in a text that was made from others.
#[derive(Debug, Default)]
pub(crate) struct Carried<'a> {
    /// By JSON pointer, texts of which a value is made; nothing for all of it.
    places: BTreeMap<&'a str, Vec<Option<&'a str>>>,
    /// What defaults may be made of, wherever they are put.
    defaults: HashSet<&'a str>,
}

impl<'a> Carried<'a> {
    /// Secrets of these sources, of which it is not known where they are.
    pub(crate) fn from(sources: &[SourceSecrets<'a>]) -> Self {
        let all = sources.iter().flat_map(SourceSecrets::all);
        Self {
            places: BTreeMap::new(),
            defaults: all.filter(|text| text.len() >= SHORTEST).collect(),
        }
    }

    /// A value at this pointer, or below it, is covered, whatever it looks like.
    pub(crate) fn whole(&mut self, pointer: &'a str) {
        self.places.entry(pointer).or_default().push(None);
    }

    /// So is this text in it.
    pub(crate) fn part(&mut self, pointer: &'a str, text: &'a str) {
        self.places.entry(pointer).or_default().push(Some(text));
    }

    /// A copy of a text of the same length in which all of that is covered, with what looks like a secret.
    #[must_use]
    pub(crate) fn masked(&self, source: &Source<'_>) -> String {
        let covered = masked(source);
        let Ok(syntax::Document {
            root: Some(root), ..
        }) = syntax::parse(source.text, source.language)
        else {
            return covered;
        };
        let mut ranges = Vec::new();
        self.walk(source.text, &root, &mut String::new(), &mut ranges);
        let mut bytes = covered.into_bytes();
        for range in ranges {
            for byte in &mut bytes[range] {
                if !matches!(byte, b'\n' | b'\r') {
                    *byte = b'*';
                }
            }
        }
        // Stars stand for whole texts, and so for whole characters.
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Collects what is to be covered of `node`, which is at `pointer`. Recursion is bounded, since no parser of ours nests
    /// deeply.
    fn walk(&self, text: &str, node: &Node<'_>, pointer: &mut String, out: &mut Vec<Range<usize>>) {
        let here = self.places.get(pointer.as_str());
        if here.is_some_and(|texts| texts.contains(&None)) {
            return out.push(walk::unquoted(text, node.span.range()));
        }
        let length = pointer.len();
        match &node.value {
            Tree::Object(members) => {
                for member in members {
                    push_key(pointer, &member.key);
                    self.walk(text, &member.value, pointer, out);
                    let value = member.value.as_str().unwrap_or_default();
                    if member.key == "default" && self.defaults.contains(value) {
                        out.push(walk::unquoted(text, member.value.span.range()));
                    }
                    pointer.truncate(length);
                }
            }
            Tree::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    push_key(pointer, &at.to_string());
                    self.walk(text, item, pointer, out);
                    pointer.truncate(length);
                }
            }
            _ => {
                // A value may have become a part of another one.
                pointer.push('/');
                let below = self.places.range(pointer.as_str()..);
                let below = below.take_while(|(place, _)| place.starts_with(pointer.as_str()));
                let texts = here.into_iter().chain(below.map(|(_, texts)| texts));
                let texts: Vec<_> = texts.flatten().take(MOST + 1).collect();
                match texts.len() {
                    0..=MOST => texts
                        .into_iter()
                        .for_each(|part| parts(text, node, *part, out)),
                    _ => out.push(walk::unquoted(text, node.span.range())),
                }
                pointer.truncate(length);
            }
        }
    }
}

/// Where `part` stands in a value.
fn parts(text: &str, node: &Node<'_>, part: Option<&str>, out: &mut Vec<Range<usize>>) {
    let inner = walk::unquoted(text, node.span.range());
    let Some(part) = part.filter(|part| !part.is_empty()) else {
        return out.push(inner);
    };
    let found = text[inner.clone()].match_indices(part);
    let found = found.map(|(at, part)| inner.start + at..inner.start + at + part.len());
    let before = out.len();
    out.extend(found);
    // With escapes, the same text is written differently.
    let escaped = part.contains('\\') || node.as_str().is_some_and(|it| it != &text[inner.clone()]);
    if out.len() == before && escaped {
        out.push(inner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;

    fn json(text: &str) -> Source<'_> {
        Source {
            name: "a",
            text,
            language: Language::Json,
        }
    }

    #[test]
    fn what_is_hidden_in_a_source_is_hidden_where_it_is_put() {
        let source = r#"[{"password": true, "default": "sunflower"}, {"default": "plain"}]"#;
        let hidden = SourceSecrets::of(&json(source));
        let all = Span::new(0, source.len());
        assert_eq!(hidden.within(all).collect::<Vec<_>>(), ["sunflower"]);
        let texts = [hidden];
        let mut carried = Carried::from(&texts);
        carried.part("/a/0", "sunflower");
        carried.part("/b/c/d", "sunflower");
        carried.whole("/e");
        let text = r#"{"a": ["--x=sunflower", "sunflower"], "b": {"c": "x sunflower"}, "e": {"f": 1}, "i": [{"default": "sunflower"}]}"#;
        assert_eq!(
            carried.masked(&json(text)),
            r#"{"a": ["--x=*********", "sunflower"], "b": {"c": "x *********"}, "e": ********, "i": [{"default": "*********"}]}"#
        );
    }

    #[test]
    fn what_is_hidden_in_a_variable_is_hidden_where_it_is_put_in() {
        let source = r#"{"value": "A={v}", "variables": {"v": {"isSecret": true, "value": "sunflower"}, "w": {"value": "plain"}}}"#;
        let hidden = SourceSecrets::of(&json(source));
        let start = source.find("\"A=").expect("a text");
        let span = Span::new(start, start + "\"A={v}\"".len());
        assert_eq!(hidden.within(span).collect::<Vec<_>>(), ["sunflower"]);
        assert_eq!(hidden.covered(span, "A=sunflower").first(), Some(&(2..11)));
        assert!(hidden.covered(span, "A=plain").is_empty());
    }

    #[test]
    fn a_short_secret_is_covered_where_it_stands_and_not_where_its_letters_do() {
        for (value, secret) in [
            ("postgresql://postgres:postgres@localhost/postgres", 22..30),
            ("http://u:a@host.example/api/data", 9..10),
            ("mysql -u root -ptest test && test -f tests/test.sh", 16..20),
        ] {
            let source = format!(r#"["{value}"]"#);
            let hidden = SourceSecrets::of(&json(&source));
            let covered = hidden.covered(Span::new(1, source.len() - 1), value);
            assert!(covered.contains(&secret), "{value}: {covered:?}");
            let shown = &value[secret.end..];
            let after = covered.iter().filter(|range| range.start >= secret.end);
            assert_eq!(after.count(), 0, "{shown}: {covered:?}");
        }
    }

    #[test]
    fn what_is_written_with_escapes_is_covered_whole() {
        let mut carried = Carried::default();
        carried.part("/a", "sun\"flower");
        assert_eq!(
            carried.masked(&json(r#"{"a": "x sun\"flower"}"#)),
            r#"{"a": "*************"}"#
        );
    }

    #[test]
    fn a_value_that_was_replaced_by_a_reference_is_shown() {
        let mut carried = Carried::default();
        carried.part("/a", "sunflower");
        let text = r#"{"a": "Bearer ${input:x}"}"#;
        assert_eq!(carried.masked(&json(text)), text);
    }
}
