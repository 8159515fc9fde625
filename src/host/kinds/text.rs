//! A string; also one with words between spaces, and one that `false` may stand for.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Say, Wanted};
use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Out, OutValue, Skip, TextShape};
use crate::model::{Entry, Server, Value};
use crate::syntax::{Node, Tree};

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

pub(super) fn check_off<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    if node.as_str().is_none() && !matches!(node.value, Tree::Bool(false)) {
        say(Bad::new(node, Wanted::TextOrFalse, Remedy::Without));
    }
}

pub(super) fn read_off<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    match at.member.value.value {
        Tree::Bool(flag) => lower.put(field, at, Value::Flag(flag)),
        _ => read(lower, field, at),
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

pub(super) fn write(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let mut entry = server.take(field.slot);
    if field.shape == TextShape::Trimmed
        && let Some(Value::Text(text)) = entry.as_mut().map(|entry| &mut entry.value)
    {
        text.trim();
    }
    match entry {
        // Where nothing is refused, leaving it out says the same.
        Some(Entry {
            value: Value::Text(text),
            span,
            ..
        }) if matches!(field.shape, TextShape::Filled | TextShape::NotBlank)
            && text.as_literal() == Some("") =>
        {
            server.implied.push(span);
            Ok(None)
        }
        Some(entry @ Entry { .. }) if is_misshapen(field, &entry) => {
            Ok(give_back(server, Some(entry)))
        }
        Some(Entry {
            value: Value::Text(text),
            field: name,
            ..
        }) => Ok(Some(encoder.string(&name, field.slot, &text)?)),
        other => Ok(give_back(server, other)),
    }
}

pub(super) fn write_off(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    match server.take(field.slot) {
        Some(Entry {
            value: Value::Flag(false),
            span,
            ..
        }) => Ok(Some(Out::new(OutValue::Bool(false), span))),
        other => {
            give_back(server, other);
            write(encoder, field, server)
        }
    }
}

pub(super) fn write_spaced(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let (list, name, span) = match server.take(field.slot) {
        Some(Entry {
            value: Value::List(list),
            field: name,
            span,
            ..
        }) => (list, name, span),
        other => return Ok(give_back(server, other)),
    };
    // No words at all are no text, which hosts refuse.
    if list.is_empty() {
        server.implied.push(span);
        return Ok(None);
    }
    let words = encoder.strings(&name, field.slot, &list)?;
    let from = words.iter().flat_map(|word| word.from.iter().copied());
    let texts = words.iter().filter_map(|word| match &word.value {
        OutValue::String(text) => Some(text.as_str()),
        _ => None,
    });
    Ok(Some(Out {
        value: OutValue::String(texts.collect::<Vec<_>>().join(" ")),
        from: from.collect(),
        moved: false,
    }))
}

pub(super) fn schema_off() -> Json {
    json!({ "anyOf": [{ "type": "string" }, { "const": false }] })
}

/// Whether the target would refuse the text.
fn is_misshapen(field: &Field, entry: &Entry) -> bool {
    let Value::Text(text) = &entry.value else {
        return false;
    };
    text.as_literal().is_some_and(|it| !field.shape.fits(it))
}

pub(super) fn schema_shaped(shape: TextShape) -> Json {
    let pattern = match shape {
        TextShape::Any => return schema(),
        TextShape::Filled => return json!({ "type": "string", "minLength": 1 }),
        TextShape::OneOf(words) => return json!({ "enum": words }),
        TextShape::NotBlank => r"\S".to_owned(),
        TextShape::Variable => "^([A-Za-z_][A-Za-z0-9_]*)?$".to_owned(),
        TextShape::Trimmed => r"^$|^\S(?:[\s\S]*\S)?$".to_owned(),
        TextShape::Title => r"^[\p{Alphabetic}\p{N}][\p{Alphabetic}\p{N} '’-]*$".to_owned(),
        TextShape::Url(schemes) => {
            let scheme = match schemes {
                [] => "[A-Za-z0-9+.-]+".to_owned(),
                schemes => format!("(?:{})", schemes.join("|")),
            };
            format!(r"\$\{{|\{{\{{|^\s*{scheme}://[^/?#\s]")
        }
    };
    json!({ "type": "string", "pattern": pattern })
}

pub(super) fn schema() -> Json {
    json!({ "type": "string" })
}
