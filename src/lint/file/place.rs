//! Places in a file.

use std::ops::Range;

use crate::edit::Step;
use crate::syntax::{Node, Span, Tree};

/// The bytes of `source` that spell `range` of `decoded`, which is written at `span`.
pub(super) fn part(source: &str, span: Span, decoded: &str, range: Range<usize>) -> Span {
    let raw = &source[span.range()];
    let place = |at: usize, length: usize| {
        let start = span.range().start + at;
        Span::new(start, start + length)
    };
    // Nearly all values are written as they are, in quotes.
    let quoted =
        raw.len() == decoded.len() + 2 && raw.as_bytes()[1..].starts_with(decoded.as_bytes());
    let found = if quoted { Some(1) } else { raw.find(decoded) };
    if let Some(at) = found.filter(|_| !decoded.is_empty())
        && range.end <= decoded.len()
    {
        return place(at + range.start, range.len());
    }
    // With escapes or the lines of a YAML block inside, nobody knows which byte became which character; but what is
    // there only once can be found.
    let Some(part) = decoded.get(range).filter(|part| !part.is_empty()) else {
        return span;
    };
    let mut found = raw.match_indices(part);
    match (found.next(), found.next()) {
        (Some((at, _)), None) => place(at, part.len()),
        _ => span,
    }
}

/// The way from `node` to the key or value at `span`. In JSON, members are `sorted` by their places.
pub(super) fn path(node: &Node<'_>, span: Span, sorted: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut node = node;
    loop {
        let next = match &node.value {
            Tree::Object(members) => {
                let holds = |member: &&crate::syntax::Member<'_>| {
                    member.key_span.contains(span) || member.value.span.contains(span)
                };
                // TOML spreads a table over several places; the tightest one counts.
                let size = |member: &&crate::syntax::Member<'_>| {
                    member
                        .value
                        .span
                        .end
                        .saturating_sub(member.value.span.start)
                };
                let found = near(members, span, sorted)
                    .iter()
                    .filter(holds)
                    .min_by_key(size);
                found.map(|member| {
                    (
                        Step::Key(member.key.to_string()),
                        (!member.key_span.contains(span)).then_some(&member.value),
                    )
                })
            }
            Tree::Array(items) => {
                let behind = items.partition_point(|item| item.span.start <= span.start);
                let near = behind.saturating_sub(1)..behind;
                // Items may be out of order where aliases stand for them.
                let all = if sorted { 0..0 } else { 0..items.len() };
                let at = near.chain(all).find(|at| items[*at].span.contains(span));
                at.map(|at| (Step::Index(at), Some(&items[at])))
            }
            _ => None,
        };
        match next {
            Some((step, Some(child))) => {
                steps.push(step);
                node = child;
            }
            Some((step, None)) => {
                steps.push(step);
                return steps;
            }
            None => return steps,
        }
    }
}

/// The members that can hold `span`: of those that are in order only the ones around it.
fn near<'n, 't>(
    members: &'n [crate::syntax::Member<'t>],
    span: Span,
    sorted: bool,
) -> &'n [crate::syntax::Member<'t>] {
    if !sorted {
        return members;
    }
    let at = members.partition_point(|member| member.value.span.start <= span.start);
    &members[at.saturating_sub(1)..(at + 1).min(members.len())]
}

/// Visits every string below `node`, which stands under `key`.
pub(crate) fn strings<'a>(
    key: Option<&'a str>,
    node: &'a Node<'a>,
    visit: &mut dyn FnMut(Option<&'a str>, &'a Node<'a>),
) {
    match &node.value {
        Tree::String(_) => visit(key, node),
        Tree::Array(items) => items.iter().for_each(|item| strings(key, item, visit)),
        Tree::Object(members) => members
            .iter()
            .for_each(|member| strings(Some(&member.key), &member.value, visit)),
        _ => {}
    }
}

/// Whether a path belongs to documentation, examples or templates.
pub(super) fn is_sample(path: &str) -> bool {
    let mut parts = path.split(['/', '\\']).rev();
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    let folder = |part: &str| {
        [
            "doc",
            "docs",
            "documentation",
            "example",
            "examples",
            "sample",
            "samples",
            "template",
            "templates",
        ]
        .contains(&part.to_ascii_lowercase().as_str())
    };
    let marked = name
        .split(['.', '-', '_'])
        .any(|part| matches!(part, "example" | "sample" | "template" | "dist" | "tmpl"));
    marked || parts.any(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Language, parse};

    #[test]
    fn a_part_of_a_block_of_text_is_found_by_what_it_says() {
        let source = "a: |\n  one two\n  three two\n";
        let (span, decoded) = (Span::new(3, 27), "one two\nthree two\n");
        let found = |word: &str| {
            let at = decoded.find(word).expect("a word");
            &source[part(source, span, decoded, at..at + word.len()).range()]
        };
        assert_eq!(found("three"), "three");
        // What is there twice could be either.
        assert_eq!(found("two"), &source[span.range()]);
    }

    #[test]
    fn a_place_is_found_by_its_bytes() {
        let text = r#"{"a": {"b": ["x", "y z"]}}"#;
        let document = parse(text, Language::Json).expect("JSON");
        let root = document.root.as_ref().expect("a value");
        let at = |needle: &str| {
            let start = text.find(needle).expect("in the text");
            path(root, Span::new(start, start + needle.len()), true)
        };
        assert_eq!(at("\"b\""), [Step::Key("a".into()), Step::Key("b".into())]);
        assert_eq!(
            at("z"),
            [Step::Key("a".into()), Step::Key("b".into()), Step::Index(1)]
        );
    }

    #[test]
    fn samples_are_known_by_their_path() {
        for path in [
            "docs/.mcp.json",
            "a/examples/b/mcp.json",
            ".mcp.example.json",
            "mcp.json.template",
            "x/.mcp.sample.json",
        ] {
            assert!(is_sample(path), "{path}");
        }
        for path in [".mcp.json", "a/.cursor/mcp.json", "documents/mcp.json"] {
            assert!(!is_sample(path), "{path}");
        }
    }
}
