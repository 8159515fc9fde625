//! Tools that run without asking: a list of them, or all.

use std::borrow::Cow;
use std::collections::HashSet;

use super::{flag, list};
use crate::host::encode::{give_back, take_pairs};
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::host::{Encoder, Field, Kind, Out, OutValue, Skip};
use crate::model::{Entry, Pair, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Tools that need no approval; `*` is all of them.
pub(super) fn read_approved<'n>(lower: &mut Lower<'_, 'n>, field: &Field, at: &At<'n>) {
    let node = &at.member.value;
    let tools = list::templates(lower, Slot::Approvals, node);
    if tools.is_empty() {
        lower.server.implied.push(node.span);
    }
    let mut pairs = Vec::new();
    let mut seen = HashSet::new();
    for tool in &tools {
        let text = tool.as_literal().unwrap_or_default();
        let allow = Template::literal("allow", tool.span);
        if text == "*" && field.kind == Kind::ApprovedNames {
            // No tool is called so, and nothing else is meant by it there.
            lower.server.implied.push(tool.span);
        } else if text == "*" {
            lower.server.entries.push(Entry {
                slot: Slot::DefaultApproval,
                field: Cow::Owned(at.name.to_string()),
                key_span: at.member.key_span,
                span: tool.span,
                value: Value::Text(allow),
            });
        } else if seen.insert(text) {
            pairs.push(pair(text, tool.span, allow, tool.span));
        } else {
            lower.server.implied.push(tool.span);
        }
    }
    if !pairs.is_empty() {
        approvals(lower, at, pairs);
    }
}

/// Adds what is said about tools to what other fields said.
pub(super) fn approvals<'n>(lower: &mut Lower<'_, 'n>, at: &At<'n>, new: Vec<Pair>) {
    let server = &mut lower.server;
    let Some(Entry {
        value: Value::Map(pairs),
        ..
    }) = server
        .entries
        .iter_mut()
        .find(|entry| entry.slot == Slot::Approvals)
    else {
        return lower.add(Slot::Approvals, at, Value::Map(new));
    };
    let known: HashSet<String> = pairs.iter().map(|pair| pair.key.clone()).collect();
    for pair in new {
        // Saying it twice says no more.
        if known.contains(&pair.key) {
            server.implied.push(pair.span);
        } else {
            pairs.push(pair);
        }
    }
}

/// Asking is what happens anyway, so only `true` says something.
pub(super) fn read_trusted<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let span = at.member.value.span;
    match flag::get(&at.member.value, lower.rules) {
        Some((true, _)) => lower.put(field, at, Value::Text(Template::literal("allow", span))),
        _ => lower.server.implied.push(span),
    }
}

/// Takes the tools with this word.
pub(super) fn take_approvals(server: &mut Server, word: &'static str) -> Vec<Pair> {
    take_pairs(server, Slot::Approvals, |pair| {
        pair.value.as_ref().and_then(Template::as_literal) == Some(word)
    })
}

pub(super) fn write_approved(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let allowed = take_approvals(server, "allow").into_iter();
    let allowed: Vec<_> = allowed
        .map(|pair| Template::literal(pair.key, pair.span))
        .collect();
    let mut tools = encoder.strings(field.name, field.slot, &allowed)?;
    if let Some(entry) = server.take(Slot::DefaultApproval) {
        match &entry.value {
            Value::Text(text)
                if text.as_literal() == Some("allow") && field.kind == Kind::ApprovedNames =>
            {
                give_back(server, Some(entry));
            }
            Value::Text(text) if text.as_literal() == Some("allow") => {
                tools.push(Out::string("*", entry.span));
                // Now everything runs without asking, also what should ask: that has to be said.
                return Ok(Some(Out::added(OutValue::Array(tools))));
            }
            _ => server.implied.push(entry.span),
        }
    }
    // A tool that is not on the list is asked about anyway.
    let asked: Vec<Span> = take_approvals(server, "ask")
        .into_iter()
        .map(|pair| pair.span)
        .collect();
    server.implied.extend(asked);
    Ok((!tools.is_empty()).then(|| Out::added(OutValue::Array(tools))))
}

pub(super) fn write_trusted(server: &mut Server) -> Option<Out> {
    let entry = server.take(Slot::DefaultApproval);
    if let Some(entry) = &entry
        && let Value::Text(text) = &entry.value
        && text.as_literal() == Some("allow")
    {
        return Some(Out::new(OutValue::Bool(true), entry.span));
    }
    // Without trust, every tool is asked about.
    let asked = take_approvals(server, "ask").into_iter();
    server.implied.extend(asked.map(|pair| pair.span));
    server.implied.extend(entry.map(|entry| entry.span));
    None
}
