//! What a server must have, or must not, because of what else is in it.

use serde_json::{Map, Value, json};

use super::{any, present};
use crate::host::{Field, Format, Kind, Write};

/// All such rules, each of which holds on its own.
pub(super) fn rules(format: &'static Format) -> Vec<Value> {
    let mut rules = Vec::new();
    let fields = || format.fields.iter();
    let whole = format.limits.whole;
    for (object, needed) in whole {
        let field = fields().find(|field| field.name == *needed);
        let names = field.into_iter().flat_map(Field::names);
        rules.push(when(
            object,
            &is_object(),
            [*needed].into_iter().chain(names),
        ));
    }
    for field in fields() {
        // One that is told of its object is enough.
        let inner = |needed: &&&str| whole.iter().any(|(_, inner)| *inner == **needed);
        for needed in field.needs.iter().filter(|needed| !inner(needed)) {
            rules.extend(
                field
                    .names()
                    .map(|name| when(name, &json!(true), [*needed])),
            );
        }
        if let Some((other, word)) = field.beside {
            let is = present(other, &json!({ "const": word }));
            let rule = |name| json!({ "if": present(name, &json!(true)), "then": is });
            rules.extend(field.names().map(rule));
        }
        if let Kind::Group(groups) = field.kind {
            group(format, field, groups, &mut rules);
        }
    }
    // An empty list is as good as none.
    let says = json!({ "not": { "type": "array", "maxItems": 0 } });
    for (object, others) in format.limits.excludes {
        let others = others.iter().map(|name| present(name, &says)).collect();
        rules.push(json!({ "if": present(object, &says), "then": { "not": any(others) } }));
    }
    for (object, more) in format.limits.closed {
        let below = |name: &'static str| name.strip_prefix(object)?.strip_prefix('.');
        let own = fields().flat_map(Field::names).filter_map(below);
        let keys = own.chain(more.iter().copied());
        let keys = keys.map(|key| key.split('.').next().unwrap_or(key).to_owned());
        // What says how a key is sent stands beside it.
        let sent = fields().filter(|field| field.kind == Kind::KeyVar);
        let sent = sent.filter_map(|field| below(field.name)?.strip_suffix("_env"));
        let sent = sent.flat_map(|stem| ["_header", "_format"].map(|end| format!("{stem}{end}")));
        let keys: Map<String, Value> = keys.chain(sent).map(|key| (key, json!(true))).collect();
        rules.push(within(
            object,
            json!({ "properties": keys, "additionalProperties": false }),
        ));
    }
    rules
}

/// A word that tells which group of fields is there, and the fields that go with it.
fn group(
    format: &'static Format,
    field: &'static Field,
    groups: &[(&str, &[&str])],
    rules: &mut Vec<Value>,
) {
    let Some((parent, _)) = field.name.rsplit_once('.') else {
        return;
    };
    rules.push(when(parent, &is_object(), [field.name]));
    for (word, names) in groups {
        let others = groups.iter().filter(|(other, _)| other != word);
        let others = others.flat_map(|(_, names)| names.iter());
        let others = others.filter(|name| !names.contains(name)).copied();
        let sent = others.clone().filter_map(|name| name.strip_suffix("_env"));
        let sent = sent.flat_map(|stem| ["_header", "_format"].map(|end| format!("{stem}{end}")));
        let others = others.map(str::to_owned).chain(sent);
        let others = others.map(|name| present(&name, &json!(true))).collect();
        let other = present(field.name, &json!({ "const": word }));
        rules.push(json!({ "if": other, "then": { "not": any(others) } }));
        let always = format.fields.iter();
        let always =
            always.filter(|field| field.write == Write::Always && names.contains(&field.name));
        let is = json!({ "const": word });
        rules.extend(always.map(|needed| when(field.name, &is, [needed.name])));
    }
}

fn is_object() -> Value {
    json!({ "type": "object" })
}

/// Where what is at `path` is like this, one of these has to be there.
fn when<'n>(path: &str, like: &Value, names: impl IntoIterator<Item = &'n str>) -> Value {
    let names = names.into_iter().map(|name| present(name, &json!(true)));
    json!({ "if": present(path, like), "then": any(names.collect()) })
}

/// What holds of the value at `path`, if there is one.
pub(super) fn within(path: &str, inner: Value) -> Value {
    path.rsplit('.')
        .fold(inner, |inner, key| json!({ "properties": { key: inner } }))
}
