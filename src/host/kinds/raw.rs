//! Values without a meaning of ours: objects with anything in them, words of the host's own, anything at all.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Say, Wanted};
use crate::host::Field;
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::model::{Raw, Value};
use crate::syntax::Node;

pub(super) fn check<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    if !node.is_object() {
        say(Bad::new(node, Wanted::Object, Remedy::Skip));
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    lower.put(field, at, Value::Raw(Raw::from_node(&at.member.value)));
}

pub(super) fn schema() -> Json {
    json!({ "type": "object" })
}

pub(super) fn schema_any() -> Json {
    json!({ "not": { "type": "null" } })
}
