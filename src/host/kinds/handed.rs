//! Variables that are handed through under their own names: `"X"`, or `{name = "X", source = "local"}`.

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use super::{Bad, Below, Remedy, Say, Wanted, list};
use crate::host::encode::{Caveat, Encoder, Name, take_pairs};
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::host::{Field, Format, Out, OutValue};
use crate::model::dialect::{WhenUnset, is_always_set};
use crate::model::{Entry, Part, Raw, RawValue, Server, Slot, Template, Value, WorldKind};
use crate::syntax::{Node, Span};

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
        let known = |key: &str| matches!(key, "name" | "source");
        if let Some(other) = item.members().iter().find(|other| !known(&other.key)) {
            say(Bad {
                below: Below::Item(at),
                ..Bad::new(&other.value, Wanted::NameAndSource, Remedy::Without)
            });
        }
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
            let needed = lower.reading.place.format.needs_named;
            let value = match needed {
                true => Template::new(vec![Part::env(name, None)], node.span),
                false => Template::env(name, node.span),
            };
            pairs.push(pair(name, node.span, value, node.span));
        } else {
            lower.server.implied.push(node.span);
        }
    }
    lower.put(field, at, Value::Map(pairs));
}

/// Where `server` asks for a variable of a remote environment and does not run in one, so that the host skips it. Merges
/// go on with such a server: where it runs may change.
pub(crate) fn from_elsewhere(format: &Format, server: &Server) -> Option<Span> {
    let (field, here) = format.runtime.environment?;
    let is_here = |value: &Value| match value {
        Value::Text(text) => text.as_literal() == Some(here),
        Value::Raw(raw) => matches!(&raw.value, RawValue::String(word) if word == here),
        _ => false,
    };
    let mut entries = server.entries.iter();
    if entries.any(|entry| entry.field == field && !is_here(&entry.value)) {
        return None;
    }
    let mut entries = server.entries.iter();
    let entry =
        entries.find(|entry| entry.slot == Slot::Native && entry.field.ends_with("].source"))?;
    Some(entry.span)
}

/// How the source of a variable is called in messages.
fn source_of(field: &str, variable: &str) -> String {
    format!("{field}[{variable}].source")
}

/// Takes the variables that keep their names.
pub(super) fn write(encoder: &mut Encoder, field: &Field, server: &mut Server) -> Option<Out> {
    let said = server.entry(Slot::Env).map(|entry| entry.field.clone());
    let names = take_pairs(server, Slot::Env, |pair| {
        pair.value.as_ref().and_then(Template::as_env) == Some(&pair.key)
    });
    // Without a value the one host does without the variable, and the other without the server.
    for pair in names.iter().filter(|_| encoder.place.format.needs_named) {
        let text = pair.value.as_ref();
        let optional =
            text.and_then(|text| Some((text, text.parts.iter().find_map(Part::optional)?)));
        match optional.filter(|(_, name)| !is_always_set(name)) {
            Some((text, name)) => {
                let field = Name::of(said.as_deref().unwrap_or(field.name), pair);
                let unset = WhenUnset::SkipsServer;
                let loss = encoder.unset_differs(field, Slot::Env, text, name, unset);
                encoder.losses.push(loss);
            }
            None => encoder.caveats.push(Caveat {
                slot: Slot::Env,
                kind: WorldKind::Unset,
            }),
        }
    }
    let items: Vec<Out> = names
        .into_iter()
        .map(|pair| {
            let source = encoder
                .same_host
                .then(|| take_source(field, server, &pair.key));
            let name = Out::string(pair.key, pair.span).moved();
            match source.flatten() {
                Some(source) => Out::added(OutValue::Object(vec![
                    ("name".to_owned(), name),
                    ("source".to_owned(), source),
                ])),
                None => name,
            }
        })
        .collect();
    (!items.is_empty()).then(|| Out::added(OutValue::Array(items)))
}

/// Where a variable that is handed through comes from, if the entry says so.
fn take_source(field: &Field, server: &mut Server, variable: &str) -> Option<Out> {
    let name = source_of(field.name, variable);
    let at = server
        .entries
        .iter()
        .position(|entry| entry.field == name)?;
    match server.entries.remove(at).value {
        Value::Raw(raw) => Some(raw.to_out()),
        _ => None,
    }
}

pub(super) fn schema() -> Json {
    let string = json!({ "type": "string" });
    let named = json!({
        "type": "object",
        "properties": { "name": string, "source": { "enum": SOURCES } },
        "required": ["name"],
        "additionalProperties": false,
    });
    json!({ "type": "array", "items": { "anyOf": [string, named] } })
}
