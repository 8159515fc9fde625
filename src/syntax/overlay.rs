//! Documents that are laid over each other, with their spans in one space of offsets.

use std::collections::{HashMap, HashSet};

use super::{Document, Member, Node, Span, Tree};

/// Moves all spans of a document by `by` bytes.
pub(crate) fn shift(document: &mut Document<'_>, by: u32) {
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
/// comes after that of `weak`, and `null` takes nothing away.
pub(crate) fn merged<'t>(strong: Node<'t>, weak: Node<'t>, joined: bool) -> Node<'t> {
    let (ours, theirs) = match (strong.value, weak.value) {
        (Tree::Object(ours), Tree::Object(theirs)) => (ours, theirs),
        (Tree::Array(ours), Tree::Array(theirs)) if joined => {
            return Node {
                span: strong.span,
                value: Tree::Array(theirs.into_iter().chain(ours).collect()),
            };
        }
        (Tree::Null, value) if joined => {
            return Node {
                span: weak.span,
                value,
            };
        }
        (value, _) => {
            return Node {
                span: strong.span,
                value,
            };
        }
    };
    let mut known: HashMap<String, usize> = ours
        .iter()
        .enumerate()
        .map(|(at, member)| (member.key.to_string(), at))
        .collect();
    let mut members: Vec<Option<Member<'t>>> = ours.into_iter().map(Some).collect();
    // Where a key stands twice the last one counts.
    let mut seen = HashSet::new();
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
