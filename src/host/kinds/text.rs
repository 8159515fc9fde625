//! A string; also one with words between spaces.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Say, Wanted};
use crate::host::Field;
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::model::Value;
use crate::syntax::Node;

pub(super) fn check<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    if node.as_str().is_none() {
        say(Bad::new(node, Wanted::Text, Remedy::Skip));
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(text) = node.as_str() {
        let value = Value::Text(lower.template(field.slot, text, node.span));
        lower.put(field, at, value);
    }
}

pub(super) fn read_spaced<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    let words = node.as_str().unwrap_or_default().split_whitespace();
    let list = words
        .map(|word| lower.template(field.slot, word, node.span))
        .collect();
    lower.put(field, at, Value::List(list));
}

pub(super) fn schema() -> Json {
    json!({ "type": "string" })
}
