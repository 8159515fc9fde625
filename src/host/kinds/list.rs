//! A list of strings.

use std::borrow::Cow;

use serde_json::{Value as Json, json};

use super::{AS_TEXT, Bad, Below, Remedy, Say, Wanted, printed};
use crate::host::encode::{Encoder, container, give_back};
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind, Out, OutValue, Skip};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::{Node, Tree};

pub(super) fn check<'n>(node: &'n Node<'n>, wanted: Wanted, say: Say<'_, 'n>) {
    each(
        node,
        wanted,
        Wanted::Text,
        &|item| item.as_str().is_some(),
        say,
    );
}

pub(super) fn check_scalars<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    let fits = |item: &Node<'n>| scalar(item).is_some();
    each(node, Wanted::Texts, Wanted::Text, &fits, say);
}

/// For a host that prints whatever is there.
pub(super) fn check_loose<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    check(node, Wanted::Texts, &mut |bad| say(as_text(bad)));
}

/// The same, where scalars are no mistake.
pub(super) fn check_loose_scalars<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    check_scalars(node, &mut |bad| say(as_text(bad)));
}

/// What is wrong in a list, and used as text.
fn as_text(bad: Bad<'_>) -> Bad<'_> {
    match bad.below {
        Below::Itself => bad,
        _ => Bad {
            harmless: Some(AS_TEXT),
            remedy: Remedy::Understood,
            ..bad
        },
    }
}

/// The text of a value, as programs print it.
fn scalar<'n>(item: &'n Node<'_>) -> Option<Cow<'n, str>> {
    let other = matches!(item.value, Tree::Null | Tree::Array(_) | Tree::Object(_));
    (!other).then(|| printed(item))
}

/// Checks that `node` is a list, all of whose items fit.
pub(super) fn each<'n>(
    node: &'n Node<'n>,
    list: Wanted,
    item: Wanted,
    fits: &dyn Fn(&Node<'n>) -> bool,
    say: Say<'_, 'n>,
) {
    let Tree::Array(items) = &node.value else {
        return say(Bad::new(node, list, Remedy::Skip));
    };
    for (at, value) in items.iter().enumerate().filter(|(_, value)| !fits(value)) {
        say(Bad {
            below: Below::Item(at),
            ..Bad::new(value, item, Remedy::Skip)
        });
    }
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let items = at.member.value.items().iter();
    let loose = lower.rules.loose;
    let mut list: Vec<Template> = match field.kind {
        Kind::List if loose || lower.rules.dates => items
            .map(|item| lower.template(field.slot, &printed(item), item.span))
            .collect(),
        Kind::ScalarList if lower.rules.loose_lists => items
            .map(|item| lower.template(field.slot, &printed(item), item.span))
            .collect(),
        Kind::ScalarList => items
            .filter_map(|item| Some(lower.template(field.slot, &scalar(item)?, item.span)))
            .collect(),
        _ => templates(lower, field.slot, &at.member.value),
    };
    // Who asks for no scope in particular says nothing, and some hosts refuse it (Copilot CLI 1.0.102).
    if field.slot == Slot::OauthScopes && list.is_empty() {
        lower.server.implied.push(at.member.value.span);
        return;
    }
    if field.slot == Slot::AllowTools && lower.reading.place.format.runtime.calls {
        for item in &mut list {
            let tool = item.as_literal().and_then(|text| text.split_once('('));
            if let Some(tool) = tool.map(|(tool, _)| Template::literal(tool, item.span)) {
                *item = tool;
            }
        }
    }
    lower.put(field, at, Value::List(list));
}

/// The strings of a list.
pub(super) fn templates(lower: &mut Lower<'_, '_>, slot: Slot, node: &Node<'_>) -> Vec<Template> {
    node.items()
        .iter()
        .filter_map(|item| Some(lower.template(slot, item.as_str()?, item.span)))
        .collect()
}

pub(super) fn write(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    write_each(encoder, field, server, |out, _| out)
}

/// The same, where the host reads each string in its own way.
pub(super) fn write_each(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
    each: fn(Out, &Template) -> Out,
) -> Result<Option<Out>, Skip> {
    match server.take(field.slot) {
        Some(Entry {
            value: Value::List(list),
            field: name,
            span,
            ..
        }) => {
            let items = encoder.strings(&name, field.slot, &list)?;
            let items = items.into_iter().zip(&list);
            Ok(Some(container(
                OutValue::Array(items.map(|(out, text)| each(out, text)).collect()),
                list.is_empty(),
                span,
            )))
        }
        other => Ok(give_back(server, other)),
    }
}

pub(super) fn schema_scalars() -> Json {
    json!({ "type": "array", "items": { "type": ["string", "number", "boolean"] } })
}

pub(super) fn schema() -> Json {
    json!({ "type": "array", "items": { "type": "string" } })
}
