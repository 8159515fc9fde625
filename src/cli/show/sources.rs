//! Several files in one space of offsets, so that a value knows its file wherever it ends up.

use crate::syntax::{Columns, Document, LineIndex, Member, Node, Span, Tree};

/// A place in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Which file.
    pub(super) file: usize,
    /// Its line, from 1.
    pub(super) line: usize,
}

/// The files, one after another.
#[derive(Default)]
pub(super) struct Sources<'t> {
    starts: Vec<usize>,
    lines: Vec<LineIndex<'t>>,
    end: usize,
}

impl<'t> Sources<'t> {
    /// Adds a text, and says where it starts; nothing if there is no room for it.
    pub(super) fn add(&mut self, text: &'t str) -> Option<u32> {
        // Nothing of one file touches the next, not even at its end.
        let end = self.end.saturating_add(text.len() + 1);
        let fits = u32::try_from(end).is_ok();
        self.starts.push(if fits { self.end } else { usize::MAX });
        self.lines.push(LineIndex::new(text));
        let start = u32::try_from(self.end).ok().filter(|_| fits);
        self.end = if fits { end } else { usize::MAX };
        start
    }

    /// Where a shifted span starts.
    pub(super) fn at(&self, span: Span) -> Spot {
        let offset = span.range().start;
        let file = self.starts.partition_point(|start| *start <= offset) - 1;
        // Bytes, because counting characters takes time in proportion to the line.
        let (line, _) = self.lines[file].position(offset - self.starts[file], Columns::Bytes);
        Spot { file, line }
    }

    /// Where a span of a file starts that was not shifted.
    pub(super) fn within(&self, file: usize, span: Option<Span>) -> Spot {
        let offset = span.map_or(0, |span| span.range().start);
        let (line, _) = self.lines[file].position(offset, Columns::Bytes);
        Spot { file, line }
    }
}

/// Moves all spans of a document by `by` bytes.
pub(super) fn shift(document: &mut Document<'_>, by: u32) {
    if let Some(root) = &mut document.root {
        shift_node(root, by);
    }
    for note in &mut document.notes {
        note.span = moved(note.span, by);
    }
}

fn moved(span: Span, by: u32) -> Span {
    Span {
        start: span.start + by,
        end: span.end + by,
    }
}

/// No parser of ours nests deeply, so this does not either.
fn shift_node(node: &mut Node<'_>, by: u32) {
    node.span = moved(node.span, by);
    match &mut node.value {
        Tree::Array(items) => items.iter_mut().for_each(|item| shift_node(item, by)),
        Tree::Object(members) => {
            for member in members {
                member.key_span = moved(member.key_span, by);
                shift_node(&mut member.value, by);
            }
        }
        _ => {}
    }
}

/// `strong` laid over `weak`: objects are merged key by key, anything else is replaced. With `joined`, a list of `strong`
/// comes after that of `weak`.
pub(super) fn merged<'t>(strong: Node<'t>, weak: Node<'t>, joined: bool) -> Node<'t> {
    let (ours, theirs) = match (strong.value, weak.value) {
        (Tree::Object(ours), Tree::Object(theirs)) => (ours, theirs),
        (Tree::Array(ours), Tree::Array(theirs)) if joined => {
            return Node {
                span: strong.span,
                value: Tree::Array(theirs.into_iter().chain(ours).collect()),
            };
        }
        (value, _) => {
            return Node {
                span: strong.span,
                value,
            };
        }
    };
    let mut known: std::collections::HashMap<String, usize> = ours
        .iter()
        .enumerate()
        .map(|(at, member)| (member.key.to_string(), at))
        .collect();
    let mut members: Vec<Option<Member<'t>>> = ours.into_iter().map(Some).collect();
    // Where a key stands twice the last one counts.
    let mut seen = std::collections::HashSet::new();
    let weak: Vec<_> = theirs.into_iter().rev().collect();
    let mut weak: Vec<_> = weak
        .into_iter()
        .filter(|member| seen.insert(member.key.to_string()))
        .collect();
    weak.reverse();
    for member in weak {
        match known.get(&*member.key).copied() {
            Some(at) => {
                let own = members[at].take();
                members[at] = own.map(|own| Member {
                    value: merged(own.value, member.value, joined),
                    ..own
                });
            }
            None => {
                known.insert(member.key.to_string(), members.len());
                members.push(Some(member));
            }
        }
    }
    Node {
        span: strong.span,
        value: Tree::Object(members.into_iter().flatten().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Language, parse};

    #[test]
    fn merged_values_know_their_files() {
        let texts = [
            "{\n\"a\": {\"x\": 1,\n\"y\": 2}}",
            "{\"a\": {\n\n\"x\": 3,\n\"z\": 4}, \"b\": 5}",
        ];
        let mut sources = Sources::default();
        let roots = texts.map(|text| {
            let mut document = parse(text, Language::Json).expect("JSON");
            shift(&mut document, sources.add(text).expect("room"));
            document.root.expect("an object")
        });
        let [strong, weak] = roots;
        let both = merged(strong, weak, false);
        let at = |path: &[&str]| sources.at(both.at(path).expect("a value").span);
        assert_eq!(at(&["a", "x"]), Spot { file: 0, line: 2 });
        assert_eq!(at(&["a", "y"]), Spot { file: 0, line: 3 });
        assert_eq!(at(&["a", "z"]), Spot { file: 1, line: 4 });
        assert_eq!(at(&["b"]), Spot { file: 1, line: 4 });
        assert_eq!(both.at(&["a"]).map(|node| node.members().len()), Some(3));
    }

    #[test]
    fn lists_are_joined_where_the_host_does_so() {
        let node = |text| parse(text, Language::Json).expect("JSON").root;
        let both = |joined| {
            let [strong, weak] = ["{\"a\": [\"s\"]}", "{\"a\": [\"w\"]}"].map(node);
            let both = merged(strong.expect("one"), weak.expect("one"), joined);
            let items = both.at(&["a"]).expect("a list").items().to_vec();
            let texts = items.iter().filter_map(|item| item.as_str());
            texts.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(both(false), ["s"]);
        assert_eq!(both(true), ["w", "s"]);
    }
}
