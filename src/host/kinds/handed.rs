//! Variables that are handed through under their own names: `"X"`, or `{name = "X", source = "local"}`.

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use super::{Bad, Below, Remedy, Say, Wanted, list};
use crate::host::Field;
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::model::{Entry, Raw, Slot, Template, Value};
use crate::syntax::Node;

/// Where a variable may come from. From here is where variables come from anyway.
const SOURCES: &[&str] = &["local", "remote"];

pub(super) fn check<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    let named = |item: &Node<'_>| {
        item.member("name")
            .is_some_and(|name| name.value.as_str().is_some())
    };
    list::each(
        node,
        Wanted::Names,
        Wanted::Text,
        &|item| item.as_str().is_some() || named(item),
        say,
    );
    for (at, item) in node.items().iter().enumerate() {
        if let Some(source) = item.member("source")
            && !source
                .value
                .as_str()
                .is_some_and(|word| SOURCES.contains(&word))
        {
            say(Bad {
                below: Below::Item(at),
                ..Bad::new(&source.value, Wanted::Word(SOURCES), Remedy::Understood)
            });
        }
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let mut pairs = Vec::new();
    let mut seen = HashSet::new();
    for item in at.member.value.items() {
        let named = item.member("name");
        let node = named.map_or(item, |member| &member.value);
        let Some(name) = node.as_str() else { continue };
        for other in item.members().iter().filter(|other| other.key != "name") {
            let span = other.value.span;
            if other.value.as_str() == Some("local") {
                lower.server.riders.push((span, node.span));
            } else if other.key == "source" {
                // Elsewhere there is no other environment that it could come from.
                lower.server.entries.push(Entry {
                    slot: Slot::Native,
                    field: source_of(field.name, name).into(),
                    key_span: other.key_span,
                    span,
                    value: Value::Raw(Raw::from_node(&other.value)),
                });
            } else {
                lower.unknown(other, &format!("{}.{}", at.name, other.key));
            }
        }
        // Saying it twice says no more.
        if seen.insert(name) {
            let value = Template::env(name, node.span);
            pairs.push(pair(name, node.span, value, node.span));
        } else {
            lower.server.implied.push(node.span);
        }
    }
    lower.put(field, at, Value::Map(pairs));
}

/// How the source of a variable is called in messages.
pub(crate) fn source_of(field: &str, variable: &str) -> String {
    format!("{field}[{variable}].source")
}

pub(super) fn schema() -> Json {
    let string = json!({ "type": "string" });
    let named = json!({
        "type": "object",
        "properties": { "name": string, "source": { "enum": SOURCES } },
        "required": ["name"],
    });
    json!({ "type": "array", "items": { "anyOf": [string, named] } })
}
