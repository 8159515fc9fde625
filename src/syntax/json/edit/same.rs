//! Whether a document already says what it is to say.

use std::collections::HashMap;

use crate::syntax::json::print;
use crate::syntax::{Member, Node, Out, OutValue, Tree};

/// Whether `node` already says `out`. The order of members does not matter, and of equal keys the last one counts.
pub(super) fn same(text: &str, node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Tree::String(old), OutValue::String(new)) => old == new,
        (Tree::Array(old), OutValue::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(text, old, new))
        }
        (Tree::Object(old), OutValue::Object(new)) => same_members(text, old, new),
        (Tree::Array(_) | Tree::Object(_), _) | (_, OutValue::Array(_) | OutValue::Object(_)) => {
            false
        }
        _ => {
            let mut spelled = String::new();
            print::scalar(&mut spelled, out);
            text[node.span.range()] == spelled
        }
    }
}

fn same_members(text: &str, old: &[Member<'_>], new: &[(String, Out)]) -> bool {
    let old: HashMap<&str, &Node<'_>> = old
        .iter()
        .map(|member| (member.key.as_ref(), &member.value))
        .collect();
    let new: HashMap<&str, &Out> = new
        .iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect();
    // The order in which a map is walked cannot be seen in whether all of it is equal.
    old.len() == new.len()
        && old
            .iter()
            .all(|(key, old)| new.get(key).is_some_and(|new| same(text, old, new)))
}
