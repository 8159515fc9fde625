//! A map from names to strings; in a loose one numbers count as their text, and `null` removes a name. A sifted one keeps
//! what is a string.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::{AS_TEXT, Bad, Below, Remedy, Rules, Say, Wanted, printed, printed_number};
use crate::host::encode::{Encoder, Name, container, give_back};
use crate::host::lower::Lower;
use crate::host::reading::{At, overruled};
use crate::host::{Field, Kind, Out, OutValue, Skip, Write};
use crate::model::{IgnoredField, Pair, Reason, Server, Slot, Template, Value};
use crate::syntax::{Language, Node, Tree, dotted};

pub(super) fn check<'n>(kind: Kind, node: &'n Node<'n>, say: Say<'_, 'n>) {
    let scalars = kind == Kind::ScalarMap;
    let nulls = scalars || kind == Kind::LooseMap;
    let numbers = scalars || matches!(kind, Kind::LooseMap | Kind::NumberMap);
    let sifted = kind == Kind::SiftedMap;
    each(
        node,
        Wanted::Text,
        &|value| match value.value {
            Tree::String(_) => None,
            _ if sifted => Some(Remedy::Without),
            Tree::Number(_) if numbers => None,
            Tree::Null if nulls => None,
            Tree::Bool(_) if scalars => None,
            Tree::Number(_) | Tree::Null | Tree::Bool(_) => Some(Remedy::Understood),
            _ => Some(Remedy::Skip),
        },
        &mut |bad| {
            let alone = sifted && bad.below != Below::Itself;
            let text = kind == Kind::LooseMap && matches!(bad.node.value, Tree::Bool(_));
            say(Bad {
                harmless: match alone {
                    true => Some("dropped; the others are kept"),
                    false => text.then_some(AS_TEXT),
                },
                ..bad
            });
        },
    );
}

/// For a host that takes the positions of a list for names.
pub(super) fn check_positions<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    say(Bad {
        harmless: Some("the positions count as names"),
        ..Bad::new(node, Wanted::Object, Remedy::Understood)
    });
    let text = |item: &Node<'n>| item.as_str().is_some();
    super::list::each(node, Wanted::Object, Wanted::Text, &text, say);
}

/// For a host that prints `null`. Some print any value, and others trip over it (observed with Gemini CLI 0.61.0).
pub(super) fn check_loose<'n>(kind: Kind, node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    check(kind, node, &mut |bad| {
        let printed = rules.loose_maps || matches!(bad.node.value, Tree::Null);
        if bad.below == Below::Itself || !printed {
            return say(bad);
        }
        say(Bad {
            harmless: Some(AS_TEXT),
            remedy: Remedy::Understood,
            ..bad
        });
    });
}

/// Checks that `node` is an object, and each of its values.
pub(super) fn each<'n>(
    node: &'n Node<'n>,
    wanted: Wanted,
    remedy: &dyn Fn(&Node<'n>) -> Option<Remedy>,
    say: Say<'_, 'n>,
) {
    let Tree::Object(members) = &node.value else {
        return say(Bad::new(node, Wanted::Object, Remedy::Skip));
    };
    for member in members {
        if let Some(remedy) = remedy(&member.value) {
            say(Bad {
                below: Below::Key(&member.key),
                ..Bad::new(&member.value, wanted, remedy)
            });
        }
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let members = at.member.value.members();
    let winners = overruled(members, field.slot == Slot::Headers);
    let mut pairs = Vec::with_capacity(members.len());
    let joins = field.slot == Slot::Headers && lower.reading.place.format.runtime.joins_headers;
    let mut joined: HashMap<usize, String> = HashMap::new();
    // A host that takes numbers prints them; what others should have been given is a text with the same spelling.
    let prints = lower.rules.loose_maps
        || matches!(
            field.kind,
            Kind::NumberMap | Kind::LooseMap | Kind::ScalarMap
        ) && lower.reading.place.language == Language::Json
            && !lower.reading.host.facts.lenient;
    for (index, member) in members.iter().enumerate() {
        let span = member.value.span;
        if let (Some(winner), Some(text)) = (winners.winner(index), member.value.as_str())
            && joins
            && members[winner].key != member.key
        {
            let before = joined.entry(winner).or_default();
            before.push_str(text);
            before.push_str(", ");
            let riding = (span, members[winner].value.span);
            lower.server.riders.push(riding);
            continue;
        }
        if winners.winner(index).is_some() {
            lower.server.ignored.push(IgnoredField {
                field: dotted::join(&at.name, &member.key),
                slot: None,
                key_span: member.key_span,
                span,
                reason: Reason::Duplicate,
            });
            continue;
        }
        if super::time::read_in_map(lower, at, member) {
            continue;
        }
        if field.kind == Kind::SiftedMap && member.value.as_str().is_none() {
            lower.server.ignored.push(IgnoredField {
                field: dotted::join(&at.name, &member.key),
                slot: None,
                key_span: member.key_span,
                span,
                reason: Reason::Refused,
            });
            continue;
        }
        if field.kind == Kind::ScalarMap && matches!(member.value.value, Tree::Null) {
            lower.server.implied.push(span);
            continue;
        }
        let value = match &member.value.value {
            Tree::Null if lower.rules.loose || lower.rules.loose_maps => {
                Some(Template::literal("null", span))
            }
            Tree::Number(text) if prints => Some(Template::literal(printed_number(text), span)),
            Tree::Array(_) | Tree::Object(_) if lower.rules.loose_maps => {
                Some(Template::literal(printed(&member.value), span))
            }
            Tree::String(text) => {
                let before = joined.remove(&index).unwrap_or_default();
                Some(lower.template(field.slot, &(before + text), span))
            }
            Tree::Number(text) => Some(Template::literal(*text, span)),
            Tree::Bool(flag) => Some(Template::literal(flag.to_string(), span)),
            _ => None,
        };
        pairs.push(Pair {
            key: member.key.to_string(),
            key_span: member.key_span,
            value,
            span,
            field: None,
        });
    }
    let positions = lower.rules.positions;
    let items = at.member.value.items().iter().enumerate();
    for (position, item) in items.filter(|_| positions) {
        if !matches!(item.value, Tree::Array(_) | Tree::Object(_)) {
            pairs.push(Pair {
                key: position.to_string(),
                key_span: item.span,
                value: Some(lower.template(field.slot, &printed(item), item.span)),
                span: item.span,
                field: None,
            });
        }
    }
    lower.put(field, at, Value::Map(pairs));
}

pub(super) fn write(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let Some(entry) = server.take(field.slot) else {
        return Ok(None);
    };
    let Value::Map(pairs) = &entry.value else {
        return Ok(give_back(server, Some(entry)));
    };
    let mut members: Vec<(String, Out)> = Vec::with_capacity(pairs.len());
    for pair in pairs {
        let value = match &pair.value {
            Some(text) => encoder.string(Name::of(&entry.field, pair), field.slot, text)?,
            None if field.kind == Kind::LooseMap => Out::new(OutValue::Null, pair.span),
            None => {
                let name = pair.name(&entry.field);
                let leaves = vec![pair.span];
                encoder.dropped(
                    &server.name,
                    &name,
                    entry.slot,
                    pair.key_span,
                    leaves,
                    false,
                );
                continue;
            }
        };
        members.push((pair.key.clone(), value));
    }
    // A map that lost all of its pairs is not written as if it had been empty.
    if members.is_empty() && !pairs.is_empty() && field.write != Write::Always {
        return Ok(None);
    }
    Ok(Some(container(
        OutValue::Object(members),
        pairs.is_empty(),
        entry.span,
    )))
}

/// The same for headers, of a host that a bad one keeps from connecting.
pub(super) fn schema_headers(kind: Kind, bare: bool) -> Json {
    let mut schema = schema(kind);
    schema["propertyNames"] = json!({ "pattern": r"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$" });
    let line = json!({ "pattern": r"^[ \t\r\n]*(?:[^\p{Cc}]|\t)*[ \t\r\n]*$" });
    schema["additionalProperties"]["allOf"] = match bare {
        true => json!([line, { "not": { "pattern": r"^[ \t]|[ \t]$" } }]),
        false => json!([line]),
    };
    schema
}

pub(super) fn schema(kind: Kind) -> Json {
    match kind {
        Kind::LooseMap => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "number", "null"] } })
        }
        Kind::ScalarMap => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "number", "boolean", "null"] } })
        }
        Kind::NumberMap => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "number"] } })
        }
        _ => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
    }
}
