//! The types of fields, as [`decode`](super::super::decode) checks them.

use serde_json::{Value, json};

use super::merge;
use crate::host::{Cost, Field, Host, Kind, Place, TagRule};
use crate::model::Slot;

/// A string that is empty or has a character that is no white space.
pub(super) const NOT_BLANK: &str =
    r"^$|[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]";

/// What the value of `field` may be.
pub(super) fn value(field: &'static Field, host: &Host, place: &Place) -> Value {
    let string = json!({ "type": "string" });
    let strings = json!({ "type": "array", "items": string });
    let amount = json!({ "type": "number", "minimum": 0 });
    match field.kind {
        Kind::Text if field.slot == Slot::Command && !place.format.limits.commands.is_empty() => {
            json!({ "enum": place.format.limits.commands })
        }
        Kind::Text
        | Kind::Line
        | Kind::Spaced
        | Kind::BearerVar
        | Kind::BearerText
        | Kind::KeyVar => string,
        Kind::Argv => argv(field, place),
        Kind::LineOrArgv if field.slot == Slot::Command => {
            json!({ "anyOf": [{ "type": "string", "pattern": NOT_BLANK }, argv(field, place)] })
        }
        Kind::LineOrArgv => json!({ "anyOf": [string, strings] }),
        Kind::List | Kind::Approved => strings,
        Kind::Map | Kind::HeaderVars => json!({ "type": "object", "additionalProperties": string }),
        Kind::LooseMap => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "number", "null"] } })
        }
        Kind::Flag | Kind::NotFlag | Kind::OffFlag | Kind::Trusted => json!({ "type": "boolean" }),
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds | Kind::Number => amount,
        Kind::Port => json!({ "type": "integer", "minimum": 1, "maximum": 65535 }),
        Kind::EnvNames => {
            json!({ "type": "array", "items": { "anyOf": [string, { "type": "object", "properties": { "name": string }, "required": ["name"] }] } })
        }
        Kind::Policies(words) => {
            json!({ "type": "object", "additionalProperties": { "enum": words } })
        }
        Kind::PolicyList(key, words) => policy_list(key, &words, place),
        Kind::PolicyTables(key, words) => {
            json!({ "type": "object", "additionalProperties": { "type": "object", "properties": { key: { "examples": words } } } })
        }
        Kind::DefaultPolicy(words) => json!({ "type": "string", "examples": words }),
        Kind::Tag => tag(field, host, place),
        Kind::Group(groups) => {
            json!({ "enum": groups.iter().map(|(word, _)| word).collect::<Vec<_>>() })
        }
        Kind::Word(words) => json!({ "enum": words }),
        Kind::Object => json!({ "type": "object" }),
        Kind::Any => json!({ "not": { "type": "null" } }),
    }
}

/// A program and its arguments.
fn argv(field: &Field, place: &Place) -> Value {
    let mut list = json!({ "type": "array", "items": { "type": "string" } });
    if field.slot == Slot::Command {
        merge(&mut list, json!({ "minItems": 1 }));
        if !place.format.limits.commands.is_empty() {
            merge(
                &mut list,
                json!({ "prefixItems": [{ "enum": place.format.limits.commands }] }),
            );
        }
    }
    list
}

/// Objects that do not name both a tool and a word are passed over.
fn policy_list(key: &str, words: &[&str], place: &Place) -> Value {
    let mut item =
        json!({ "properties": { "name": { "type": "string" }, key: { "enum": words } } });
    if place.format.unknown_field != Cost::Ignored {
        merge(&mut item, json!({ "additionalProperties": false }));
    }
    json!({ "type": "array", "items": { "if": { "type": "object", "required": ["name", key] }, "then": item } })
}

/// Only the first of several tags is sure to be the one that counts, and only some hosts insist on their words.
fn tag(field: &Field, host: &Host, place: &Place) -> Value {
    let first = host
        .fields(place)
        .iter()
        .find(|field| field.kind == Kind::Tag)
        .is_some_and(|first| first.name == field.name);
    if first && place.format.transports.rule == TagRule::Decides {
        return json!({ "enum": place.format.tag_words() });
    }
    json!({ "type": "string", "examples": place.format.tag_words() })
}
