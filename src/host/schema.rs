//! JSON Schemas from the field tables, so that any editor knows what a host accepts.
//!
//! A document is valid exactly when [`read`](super::read()) has nothing to say about its structure: types, transports,
//! required, unknown and misplaced fields. Names, references and duplicate keys are beyond a schema.

mod choice;
mod depends;
mod server;
mod words;

use serde_json::{Map, Value, json};

use self::server::Variants;
use super::{Cost, FieldWrapper, Host, Place};
use crate::model::Slot;

/// The schema of the main file of `host`: the first of its places, in the form that is not bare.
#[must_use]
pub fn schema(host: &'static Host) -> Value {
    let place = &host.places[0];
    let mut variants = Variants::new(place, None);
    let mut server = json!({ "type": "object" });
    merge(&mut server, choice::choice(host, place, &mut variants));

    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": format!("https://mcpconv.dev/schemas/{}.schema.json", host.id),
        "title": format!("MCP servers of {}", host.name),
        "description": format!("What {} ({}) accepts in {}.", host.name, host.version, place.globs.join(", ")),
        "type": "object",
    });
    let root = |path: &&'static [&'static str]| {
        // The inner map may also be a server of that name, which the outer map describes.
        let inner = place.inner.is_some() && path.last().copied() == place.inner;
        let servers = reference("servers");
        beneath(
            path,
            if inner {
                let objects = place.inner_objects.iter();
                let own: Map<String, Value> = objects
                    .map(|(name, _)| ((*name).to_owned(), json!({ "type": "object" })))
                    .collect();
                let own = json!({ "properties": own });
                let servers = json!([servers, { "additionalProperties": own }]);
                json!({ "if": looks_like_a_server(), "else": { "allOf": servers } })
            } else {
                servers
            },
        )
    };
    let mut roots: Vec<Value> = place.roots.iter().map(root).collect();
    match roots.len() {
        // Only the first that is there is read.
        _ if !place.first_root.is_empty() => {
            let first = place.first_root.iter().rev();
            let chain = first.fold(
                json!(true),
                |rest, path| json!({ "if": there(path), "then": root(path), "else": rest }),
            );
            merge(&mut schema, chain);
        }
        1 => merge(&mut schema, roots.remove(0)),
        _ => merge(&mut schema, json!({ "allOf": roots })),
    }
    if let (true, [key]) = (place.never_empty, place.roots[0]) {
        demand(&mut schema, key);
    }
    for (key, _) in place.required {
        insist(&mut schema, key, "string");
    }
    for key in place.tables {
        insist(&mut schema, key, "object");
    }
    if place.alone && place.unknown_key != Cost::Ignored {
        for key in place.known_keys().into_iter().chain(["$schema"]) {
            if schema["properties"].get(key).is_none() {
                schema["properties"][key] = json!(true);
            }
        }
        schema["additionalProperties"] = json!(false);
    }
    let mut definitions = Map::new();
    if let Some(wrapper) = place.format.wrapper {
        definitions.insert("unwrapped".to_owned(), server);
        let mut inner = "unwrapped";
        // In a wrapper there may be fewer fields, and none of them counts as it would elsewhere.
        if wrapper.tagged || !wrapper.inside.is_empty() {
            inner = "wrapped";
            let mut own = Variants::new(place, Some(wrapper));
            let mut server = json!({ "type": "object" });
            merge(&mut server, choice::choice(host, place, &mut own));
            definitions.insert(inner.to_owned(), server);
            definitions.extend(own.into_definitions());
        }
        server = wrapped(place, &wrapper, inner);
    }
    definitions.insert("servers".to_owned(), servers(place));
    definitions.insert("server".to_owned(), server);
    definitions.extend(variants.into_definitions());
    merge(&mut schema, json!({ "$defs": definitions }));
    schema
}

/// Adds that the member at `path`, names joined by dots, must be there and be of this kind.
fn insist(schema: &mut Value, path: &str, kind: &str) {
    let (key, rest) = path.split_once('.').unwrap_or((path, ""));
    demand(schema, key);
    let inner = &mut schema["properties"][key];
    inner["type"] = json!(if rest.is_empty() { kind } else { "object" });
    if !rest.is_empty() {
        insist(inner, rest, kind);
    }
}

/// Adds that the member `key` must be there.
fn demand(schema: &mut Value, key: &str) {
    match &mut schema["required"] {
        Value::Array(keys) if keys.iter().any(|known| known == key) => {}
        Value::Array(keys) => keys.push(json!(key)),
        none => *none = json!([key]),
    }
}

/// Whether `path` leads anywhere.
fn there(path: &[&str]) -> Value {
    path.iter().rev().fold(
        json!(true),
        |inner, key| json!({ "type": "object", "required": [key], "properties": { *key: inner } }),
    )
}

/// `inner` at the end of `path`. Whatever on the way there is no object holds no servers, which is no fault.
fn beneath(path: &[&str], inner: Value) -> Value {
    path.iter().rev().fold(inner, |inner, key| match *key {
        "*" => json!({ "additionalProperties": inner }),
        key => json!({ "properties": { key: inner } }),
    })
}

/// A server whose fields may stand one level down.
fn wrapped(place: &'static Place, wrapper: &FieldWrapper, inner: &str) -> Value {
    let fields = place.format.fields;
    let beside = fields.iter().filter(|field| wrapper.leaves(field.name));
    let properties = server::properties(place, beside);
    let inside = json!({ "properties": { wrapper.key: reference(inner) } });
    let required = |name: &str| json!({ "required": [name] });
    let names = place.format.reference_fields;
    let refers = any(names.iter().map(|name| required(name)).collect());
    // An entry that only names a server says nothing about how it is reached.
    let reaches = fields
        .iter()
        .filter(|field| matches!(field.slot, Slot::Command | Slot::Url));
    let reaches = any(reaches
        .flat_map(|field| field.names())
        .map(required)
        .collect());
    let inside = match names {
        [] => inside,
        _ => json!({
            "if": refers,
            "then": { "properties": { wrapper.key: { "if": reaches, "then": reference(inner) } } },
            "else": inside,
        }),
    };
    json!({
        "if": present(wrapper.key, &json!({ "type": "object" })),
        "then": { "type": "object", "properties": properties, "allOf": [inside] },
        "else": reference("unwrapped"),
    })
}

/// The map or list of servers.
fn servers(place: &Place) -> Value {
    let server = reference("server");
    if place.list {
        let mut list = json!({ "description": "The servers, each with its name.", "type": "array", "items": server });
        if place.never_empty {
            list["minItems"] = json!(1);
        }
        return list;
    }
    let Some(inner) = place.inner else {
        let kind = match place.null_servers {
            true => json!(["object", "null"]),
            false => json!("object"),
        };
        return json!({ "description": "The servers by name.", "type": kind, "additionalProperties": server });
    };
    let perhaps = json!({ "if": looks_like_a_server(), "then": server });
    let others: Map<String, Value> = place
        .beside
        .iter()
        .chain([&inner])
        .map(|key| ((*key).to_owned(), perhaps.clone()))
        .collect();
    json!({
        "description": "The servers by name, beside settings for all of them.",
        "type": "object",
        "properties": others,
        "additionalProperties": server,
    })
}

/// Objects with a key that only servers have.
fn looks_like_a_server() -> Value {
    let keys: Vec<Value> = super::roots::SERVER_KEYS
        .iter()
        .map(|key| json!({ "required": [key] }))
        .collect();
    json!({ "type": "object", "anyOf": keys })
}

/// A reference to one of the definitions.
fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Adds the keywords of `more` to those of `schema`.
fn merge(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        schema.extend(more);
    }
}

/// A schema of objects that have something at the dotted `path` for which `inner` holds.
fn present(path: &str, inner: &Value) -> Value {
    let (key, inner) = match path.split_once('.') {
        Some((key, rest)) => {
            let mut object = json!({ "type": "object" });
            merge(&mut object, present(rest, inner));
            (key, object)
        }
        None => (path, inner.clone()),
    };
    json!({ "required": [key], "properties": { key: inner } })
}

/// A schema that holds when one of `options` does.
fn any(mut options: Vec<Value>) -> Value {
    options.dedup();
    match options.len() {
        0 => Value::Bool(false),
        1 => options.remove(0),
        _ => json!({ "anyOf": options }),
    }
}
