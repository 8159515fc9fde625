//! Headers whose values come from variables, and the bearer token of `Authorization`.

use super::{Remedy, Say, Wanted, map};
use crate::host::Field;
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::model::{Pair, Part, Template, Value};
use crate::syntax::{Node, Span};

pub(super) fn check_vars<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    map::each(
        node,
        Wanted::Text,
        &|value| value.as_str().is_none().then_some(Remedy::Skip),
        say,
    );
}

/// A map from headers to the variables with their values.
pub(super) fn read_vars<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let pairs = at
        .member
        .value
        .members()
        .iter()
        .filter_map(|member| {
            let span = member.value.span;
            let value = Template::env(member.value.as_str()?, span);
            Some(pair(&member.key, member.key_span, value, span))
        })
        .collect();
    lower.put(field, at, Value::Map(pairs));
}

/// The variable with the token.
pub(super) fn read_bearer_var<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(var) = node.as_str() {
        let pair = bearer(Template::env(var, node.span), node.span);
        lower.put(field, at, Value::Map(vec![pair]));
    }
}

/// The token itself.
pub(super) fn read_bearer<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(text) = node.as_str() {
        let token = lower.template(field.slot, text, node.span);
        lower.put(field, at, Value::Map(vec![bearer(token, node.span)]));
    }
}

/// The variable with a key; its neighbours say in which header and with which words around it it is sent.
pub(super) fn read_key<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    let Some(var) = node.as_str() else { return };
    let stem = field.name.strip_suffix("_env").unwrap_or(field.name);
    let mut neighbour = |suffix: &str| {
        let found = lower.reading.node.dotted(&format!("{stem}{suffix}"))?;
        let text = found.as_str()?;
        lower.server.riders.push((found.span, node.span));
        Some(text)
    };
    let header = neighbour("_header").unwrap_or("Authorization");
    let format = neighbour("_format").unwrap_or("Bearer {token}");
    let (before, after) = format.split_once("{token}").unwrap_or((format, ""));
    let mut template = Template::literal(before, node.span);
    // Without the variable the header is not sent.
    template.push(Part::env(var, Some("")));
    template.push_text(after);
    let pair = pair(header, node.span, template, node.span);
    lower.put(field, at, Value::Map(vec![pair]));
}

/// An `Authorization` header with a bearer token.
fn bearer(token: Template, span: Span) -> Pair {
    let mut value = Template::literal("Bearer ", span);
    for part in token.parts {
        value.push(part);
    }
    pair("Authorization", span, value, span)
}
