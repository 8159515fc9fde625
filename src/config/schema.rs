//! The JSON Schema of the configuration, so that any editor knows what can be said in it.
//!
//! A document is valid exactly when the parser takes it, but for what a schema cannot tell: whether a pattern is well
//! formed, and whether a size is below 4 GiB.

use serde_json::{Map, Value, json};

use super::shape::{KeyShape, KeyTable, ROOT, WordList};
use crate::lint::by_id;

/// The schema of `mcpconv.toml`.
#[must_use]
pub fn schema() -> Value {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://mcpconv.dev/schemas/mcpconv.schema.json",
        "title": "Configuration of mcpconv",
        "description": "What can be said in mcpconv.toml.",
    });
    if let (Value::Object(schema), Value::Object(root)) = (&mut schema, table(&ROOT)) {
        schema.extend(root);
    }
    schema
}

fn table(table: &KeyTable) -> Value {
    let described = |key: &super::shape::Key| {
        let mut value = json!({ "description": key.about });
        if let (Value::Object(value), Value::Object(more)) = (&mut value, shape(key.shape)) {
            value.extend(more);
        }
        (key.name.to_owned(), value)
    };
    let properties: Map<String, Value> = table.keys.iter().map(described).collect();
    let mut value =
        json!({ "type": "object", "properties": properties, "additionalProperties": false });
    let required: Vec<&str> = table
        .keys
        .iter()
        .filter(|key| key.required)
        .map(|key| key.name)
        .collect();
    if !required.is_empty() {
        value["required"] = json!(required);
    }
    if !table.either.is_empty() {
        value["anyOf"] = table
            .either
            .iter()
            .map(|key| json!({ "required": [key] }))
            .collect();
    }
    value
}

fn shape(shape: KeyShape) -> Value {
    let glob = json!({ "type": "string", "minLength": 1 });
    match shape {
        KeyShape::Word(words) => json!({ "enum": (words.list)() }),
        KeyShape::Words(words) => {
            json!({ "type": "array", "items": { "enum": (words.list)() } })
        }
        KeyShape::Text => json!({ "type": "string", "pattern": r"\S" }),
        KeyShape::Size => {
            json!({ "type": "string", "pattern": r"^[0-9]+\s*([KkMmGg][Ii]?)?[Bb]?$" })
        }
        KeyShape::Pointer => json!({ "type": "string", "pattern": "^(/([^/~]|~[01])*)*$" }),
        KeyShape::Glob(_) => glob,
        KeyShape::Globs(_) | KeyShape::Packages => json!({ "type": "array", "items": glob }),
        KeyShape::Addresses => {
            json!({ "type": "array", "items": { "type": "string", "pattern": "^.+://." } })
        }
        KeyShape::Table(keys) => table(keys),
        KeyShape::Tables(keys) => json!({ "type": "array", "minItems": 1, "items": table(keys) }),
        KeyShape::Choices(keys, values) => choices(keys, values),
        KeyShape::Owners(hosts) => {
            json!({ "type": "object", "propertyNames": { "minLength": 1 }, "additionalProperties": { "enum": (hosts.list)() } })
        }
    }
}

fn choices(keys: &WordList, values: &WordList) -> Value {
    let values = (values.list)();
    let one = |key: &str| {
        let about = by_id(key)
            .map(|rule| format!("{} On its own: {}.", rule.summary(), rule.level.name()))
            .unwrap_or_default();
        (
            key.to_owned(),
            json!({ "description": about, "enum": values }),
        )
    };
    let properties: Map<String, Value> = (keys.list)().into_iter().map(one).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}
