//! Whether a document says what it is to say.

use std::collections::HashMap;

use crate::edit::layer::{Branch, EditLayer};
use crate::syntax::yaml::parse;
use crate::syntax::{Node, Out, OutValue, Tree, number};

/// Whether `text` says what `plan` meant.
pub(super) fn is_meant(text: &str, plan: &EditLayer<'_>, merge: bool) -> bool {
    let root = parse::parse(text, merge)
        .ok()
        .and_then(|document| document.root);
    root.is_some_and(|root| becomes(plan, &root))
}

/// Whether nothing in a container changes.
pub(super) fn is_untouched(branch: &Branch<'_>) -> bool {
    let Some(origin) = branch.origin else {
        return false;
    };
    let count = match &origin.value {
        Tree::Array(items) => items.len(),
        Tree::Object(members) => members.len(),
        _ => 0,
    };
    branch.slots.len() == count
        && branch.slots.iter().all(|slot| {
            !slot.gone
                && !slot.renamed
                && match &slot.value {
                    EditLayer::Old(_) => true,
                    EditLayer::Given(_) => false,
                    EditLayer::Inside(branch) => is_untouched(branch),
                }
        })
}

/// Whether `new` is what `plan` makes of a value.
fn becomes(plan: &EditLayer<'_>, new: &Node<'_>) -> bool {
    match plan {
        EditLayer::Old(old) => equal(old, new),
        EditLayer::Given(out) => says(new, out),
        EditLayer::Inside(branch) => {
            let kept = branch.kept();
            match &new.value {
                Tree::Array(items) if branch.is_list() => {
                    kept.len() == items.len()
                        && kept
                            .iter()
                            .zip(items)
                            .all(|(slot, item)| becomes(&slot.value, item))
                }
                Tree::Object(_) if !branch.is_list() => {
                    let new = by_key(new);
                    let kept: HashMap<&str, &EditLayer<'_>> = kept
                        .into_iter()
                        .map(|slot| (slot.key, &slot.value))
                        .collect();
                    // The order in which a map is walked cannot be seen in whether all of it is equal.
                    kept.len() == new.len()
                        && kept
                            .iter()
                            .all(|(key, plan)| new.get(key).is_some_and(|new| becomes(plan, new)))
                }
                _ => false,
            }
        }
    }
}

/// The members of an object, of equal keys the last one.
fn by_key<'n, 't>(node: &'n Node<'t>) -> HashMap<&'n str, &'n Node<'t>> {
    node.members()
        .iter()
        .map(|member| (member.key.as_ref(), &member.value))
        .collect()
}

fn equal(old: &Node<'_>, new: &Node<'_>) -> bool {
    match (&old.value, &new.value) {
        (Tree::Null, Tree::Null) => true,
        (Tree::Bool(old), Tree::Bool(new)) => old == new,
        (Tree::Number(old), Tree::Number(new)) => old == new,
        (Tree::String(old), Tree::String(new)) => old == new,
        (Tree::Array(old), Tree::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| equal(old, new))
        }
        (Tree::Object(old), Tree::Object(new)) => {
            old.len() == new.len()
                && old
                    .iter()
                    .zip(new)
                    .all(|(old, new)| old.key == new.key && equal(&old.value, &new.value))
        }
        _ => false,
    }
}

/// Whether `node` already says `out`. The order of members does not matter, and of equal keys the last one counts.
pub(super) fn says(node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Tree::Null, OutValue::Null) => true,
        (Tree::Bool(old), OutValue::Bool(new)) => old == new,
        (Tree::Number(old), OutValue::Number(new)) => {
            old == new || number(old).is_some_and(|old| Some(old) == number(new))
        }
        (Tree::String(old), OutValue::String(new)) => old == new,
        // A number that YAML does not have is written as a string.
        (Tree::String(old), OutValue::Number(new)) => old == new,
        (Tree::Array(old), OutValue::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| says(old, new))
        }
        (Tree::Object(_), OutValue::Object(new)) => {
            let old = by_key(node);
            let new: HashMap<&str, &Out> = new
                .iter()
                .map(|(key, value)| (key.as_str(), value))
                .collect();
            // The order in which a map is walked cannot be seen in whether all of it is equal.
            old.len() == new.len()
                && old
                    .iter()
                    .all(|(key, old)| new.get(key).is_some_and(|new| says(old, new)))
        }
        _ => false,
    }
}
