//! What single fields take out of a server.

use crate::host::kinds::source_of;
use crate::host::{Field, Kind, Out, OutValue, Write};
use crate::model::{Entry, Pair, Part, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Puts back what a field could not use.
pub(super) fn give_back(server: &mut Server, entry: Option<Entry>) -> Option<Out> {
    server.entries.extend(entry);
    None
}

pub(super) fn is_empty(value: &Value) -> bool {
    matches!(value, Value::List(list) if list.is_empty())
        || matches!(value, Value::Map(pairs) if pairs.is_empty())
}

/// An empty container is a leaf of its own; a full one consists of its children.
pub(super) fn container(value: OutValue, empty: bool, span: Span) -> Out {
    if empty {
        Out::new(value, span)
    } else {
        Out::added(value)
    }
}

pub(super) fn empty(kind: Kind) -> OutValue {
    match kind {
        Kind::Map | Kind::LooseMap | Kind::HeaderVars | Kind::Object => {
            OutValue::Object(Vec::new())
        }
        Kind::List | Kind::EnvNames | Kind::Argv | Kind::Approved => OutValue::Array(Vec::new()),
        Kind::Flag => OutValue::Bool(true),
        Kind::NotFlag => OutValue::Bool(false),
        _ => OutValue::String(String::new()),
    }
}

pub(super) fn flag(field: &Field, server: &mut Server) -> Option<Out> {
    let entry = server.take(field.slot)?;
    match (entry.slot, &entry.value) {
        (Slot::Enabled, Value::Flag(true)) if field.write != Write::Always => {
            server.implied.push(entry.span);
            None
        }
        (_, Value::Flag(true)) if field.kind == Kind::OffFlag => give_back(server, Some(entry)),
        (_, Value::Flag(value)) => Some(Out::new(
            OutValue::Bool(*value != (field.kind == Kind::NotFlag)),
            entry.span,
        )),
        _ => give_back(server, Some(entry)),
    }
}

/// Takes the pairs of a map that `wanted` accepts; a map that is used up goes with them.
pub(super) fn take_pairs(
    server: &mut Server,
    slot: Slot,
    wanted: impl Fn(&Pair) -> bool,
) -> Vec<Pair> {
    let Some(at) = server.entries.iter().position(|entry| entry.slot == slot) else {
        return Vec::new();
    };
    let Value::Map(pairs) = &mut server.entries[at].value else {
        return Vec::new();
    };
    let (taken, left): (Vec<Pair>, Vec<Pair>) = std::mem::take(pairs)
        .into_iter()
        .partition(|pair| wanted(pair));
    let used_up = left.is_empty() && !taken.is_empty();
    *pairs = left;
    if used_up {
        server.entries.remove(at);
    }
    taken
}

/// Where a variable that is handed through comes from, if the entry says so.
pub(super) fn handed_from(field: &Field, server: &mut Server, variable: &str) -> Option<Out> {
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

pub(super) fn take_pair(server: &mut Server, wanted: impl Fn(&Pair) -> bool) -> Option<Pair> {
    let first = match &server.entry(Slot::Headers)?.value {
        Value::Map(pairs) => pairs.iter().find(|pair| wanted(pair))?.key.clone(),
        _ => return None,
    };
    take_pairs(server, Slot::Headers, |pair| pair.key == first).pop()
}

/// The token of an `Authorization` header of the form `Bearer …`.
pub(super) fn bearer(pair: &Pair) -> Option<Template> {
    let value = pair
        .value
        .as_ref()
        .filter(|_| pair.key.eq_ignore_ascii_case("authorization"))?;
    let (Part::Text(first), rest) = value.parts.split_first()? else {
        return None;
    };
    let mut token = Template::literal(first.strip_prefix("Bearer ")?, value.span);
    for part in rest {
        token.push(part.clone());
    }
    Some(token)
}

/// A variable between two texts, either of which may be empty.
pub(super) fn around(pair: &Pair) -> Option<(&str, &str, &str)> {
    let (before, variable, after) = match pair.value.as_ref()?.parts.as_slice() {
        [variable] => ("", variable, ""),
        [Part::Text(before), variable] => (before.as_str(), variable, ""),
        [variable, Part::Text(after)] => ("", variable, after.as_str()),
        [Part::Text(before), variable, Part::Text(after)] => {
            (before.as_str(), variable, after.as_str())
        }
        _ => return None,
    };
    // The braces are the format's own.
    let plain = !before.contains(['{', '}']) && !after.contains(['{', '}']);
    Some((before, variable.as_env().filter(|_| plain)?, after))
}

pub(super) fn take_approvals(server: &mut Server, word: &'static str) -> Vec<Pair> {
    take_pairs(server, Slot::Approvals, |pair| {
        pair.value.as_ref().and_then(Template::as_literal) == Some(word)
    })
}

pub(super) fn approved(server: &mut Server) -> Option<Out> {
    let mut tools: Vec<Out> = take_approvals(server, "allow")
        .into_iter()
        .map(|pair| Out::string(pair.key, pair.span))
        .collect();
    if let Some(entry) = server.take(Slot::DefaultApproval) {
        match &entry.value {
            Value::Text(text) if text.as_literal() == Some("allow") => {
                tools.push(Out::string("*", entry.span));
                // Now everything runs without asking, also what should ask: that has to be said.
                return Some(Out::added(OutValue::Array(tools)));
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
    (!tools.is_empty()).then(|| Out::added(OutValue::Array(tools)))
}

pub(super) fn trusted(server: &mut Server) -> Option<Out> {
    let entry = server.take(Slot::DefaultApproval)?;
    match &entry.value {
        Value::Text(text) if text.as_literal() == Some("allow") => {
            Some(Out::new(OutValue::Bool(true), entry.span))
        }
        _ => {
            server.implied.push(entry.span);
            None
        }
    }
}

pub(super) fn policies(server: &mut Server, words: &[&str; 3]) -> Option<Out> {
    let mut members: Vec<(String, Out)> = Vec::new();
    let denied = server.take(Slot::DenyTools);
    let forbids = |tool: &str| matches!(&denied, Some(Entry { value: Value::List(tools), .. }) if tools.iter().any(|other| other.as_literal() == Some(tool)));
    for (word, meaning) in words.iter().zip(["allow", "ask"]) {
        for pair in take_approvals(server, meaning) {
            // What is forbidden needs no word about asking.
            if forbids(&pair.key) {
                server.implied.push(pair.span);
            } else {
                members.push((pair.key, Out::string(*word, pair.span)));
            }
        }
    }
    if let Some(Entry {
        value: Value::List(tools),
        ..
    }) = denied
    {
        members.extend(tools.iter().map(|tool| {
            (
                tool.as_literal().unwrap_or_default().to_owned(),
                Out::string(words[2], tool.span),
            )
        }));
    }
    (!members.is_empty()).then(|| Out::added(OutValue::Object(members)))
}

pub(super) fn policy_tables(server: &mut Server, key: &str, words: &[&str; 2]) -> Option<Out> {
    let mut members = Vec::new();
    for (word, meaning) in words.iter().zip(["allow", "ask"]) {
        members.extend(take_approvals(server, meaning).into_iter().map(|pair| {
            let setting = Out::added(OutValue::Object(vec![(
                key.to_owned(),
                Out::string(*word, pair.span),
            )]));
            (pair.key, setting)
        }));
    }
    (!members.is_empty()).then(|| Out::added(OutValue::Object(members)))
}

pub(super) fn remove(out: &mut Out, path: &str) {
    let OutValue::Object(members) = &mut out.value else {
        return;
    };
    match path.split_once('.') {
        None => members.retain(|(key, _)| key != path),
        Some((first, rest)) => {
            if let Some((_, inner)) = members.iter_mut().find(|(key, _)| key == first) {
                remove(inner, rest);
            }
        }
    }
}

pub(super) fn set_first(out: &mut Out, path: &str, value: Out) {
    let OutValue::Object(members) = &mut out.value else {
        return;
    };
    match path.split_once('.') {
        None => members.insert(0, (path.to_owned(), value)),
        Some((first, rest)) => {
            if let Some((_, inner)) = members.iter_mut().find(|(key, _)| key == first) {
                set_first(inner, rest, value);
            }
        }
    }
}

/// A reference, for messages.
pub(super) fn describe(part: &Part) -> String {
    match part {
        Part::Text(_) | Part::Child { .. } => "text".to_owned(),
        Part::Env { name, .. } => format!("the variable `{name}`"),
        Part::Input(id) => format!("the input `{id}`"),
        Part::File(_) => "the content of a file".to_owned(),
        Part::Command(_) => "the output of a command".to_owned(),
        Part::Host(var) => var.name().to_owned(),
        Part::Other(text) => format!("`{text}`"),
    }
}
