//! Whether two servers of one host say the same, field by field, what only that host has included.

use std::collections::BTreeSet;

use super::{Entry, Pair, Part, Raw, RawValue, Server, Slot, Template, Value};
use crate::order::Order as _;
use crate::syntax::Span;

/// Whether two servers of one host say the same.
pub(crate) fn same(left: &Server, right: &Server) -> bool {
    // What is said outside the entry, in a list of disabled servers, is not the entry's to change.
    let own = |entry: &Entry, server: &Server| {
        // What is about to be written has no place yet, and becomes a part of the entry.
        [server.span, entry.span].contains(&Span::default()) || server.span.contains(entry.span)
    };
    let outside = |server: &Server| {
        let mut gates = server
            .entries
            .iter()
            .filter(|entry| entry.slot == Slot::Enabled);
        gates.any(|entry| !own(entry, server))
    };
    let gated = outside(left) || outside(right);
    let counts = |entry: &&Entry| {
        let enabled = entry.slot == Slot::Enabled;
        !(enabled && (gated || entry.value == Value::Flag(true))) && !says_nothing(entry)
    };
    let twin = |entry: &Entry, server: &Server| -> bool {
        let same = |other: &&Entry| {
            entry.slot == other.slot && (!entry.slot.is_native() || entry.field == other.field)
        };
        let mut others = server.entries.iter().filter(counts).filter(same);
        others.any(|other| same_value(entry.slot, &entry.value, &other.value))
    };
    let all_in = |one: &Server, other: &Server| {
        let mut entries = one.entries.iter().filter(counts);
        entries.all(|entry| twin(entry, other))
    };
    left.name == right.name
        && left.transport == right.transport
        && all_in(left, right)
        && all_in(right, left)
}

/// What a server starts or connects to, and how: equal for servers with the same connection.
pub(crate) fn connection(server: &Server) -> BTreeSet<String> {
    let counts = |entry: &&Entry| {
        let reach = [Slot::Command, Slot::Args, Slot::Cwd, Slot::Url];
        let given = [Slot::Env, Slot::Headers];
        reach.contains(&entry.slot) || given.contains(&entry.slot) || entry.slot.is_oauth()
    };
    let entries = server.entries.iter().filter(counts);
    entries
        .map(|entry| format!("{:?} {}", entry.slot, meaning(entry.slot, &entry.value)))
        .chain([format!("{:?}", server.transport)])
        .collect()
}

/// A value in a form that is equal where [`same_value`] says so, wherever it stands.
fn meaning(slot: Slot, value: &Value) -> String {
    match value {
        Value::Text(text) => format!("{:?}", parts(text)),
        Value::List(list) => format!("{:?}", list.iter().map(parts).collect::<Vec<_>>()),
        Value::Map(pairs) => {
            let pairs = sorted(slot, pairs).into_iter();
            let texts = pairs.map(|(key, value)| (key, value.as_ref().map(parts)));
            format!("{:?}", texts.collect::<Vec<_>>())
        }
        Value::Raw(raw) => raw_meaning(raw),
        other => format!("{other:?}"),
    }
}

fn parts(text: &Template) -> Vec<String> {
    let part = |part: &Part| match part {
        _ if part.as_env().is_some() => format!("{:?}", part.as_env()),
        Part::Env {
            name,
            default,
            lacks,
        } => format!("{name:?} {lacks:?} {:?}", default.as_ref().map(parts)),
        other => format!("{other:?}"),
    };
    text.parts.iter().map(part).collect()
}

fn raw_meaning(raw: &Raw) -> String {
    match &raw.value {
        RawValue::Array(items) => {
            format!("{:?}", items.iter().map(raw_meaning).collect::<Vec<_>>())
        }
        RawValue::Object(members) => {
            let members = members.iter();
            let members = members.map(|(key, value)| (key, raw_meaning(value)));
            format!("{:?}", members.collect::<Vec<_>>())
        }
        plain => format!("{plain:?}"),
    }
}

/// An empty list or map says what its absence says, but for a list of the only tools there are.
fn says_nothing(entry: &Entry) -> bool {
    match &entry.value {
        Value::List(list) => list.is_empty() && entry.slot != Slot::AllowTools,
        Value::Map(pairs) => pairs.is_empty(),
        _ => false,
    }
}

/// Whether two values mean the same, wherever their variables are set.
fn same_value(slot: Slot, left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => same_text(Some(left), Some(right)),
        (Value::List(left), Value::List(right)) => {
            let mut pairs = left.iter().zip(right);
            left.len() == right.len() && pairs.all(|(a, b)| same_text(Some(a), Some(b)))
        }
        (Value::Map(left), Value::Map(right)) => same_map(slot, left, right),
        _ => left == right,
    }
}

/// The order of a map means nothing.
fn sorted(slot: Slot, pairs: &[Pair]) -> Vec<(String, Option<Template>)> {
    let fold = |key: &str| match slot {
        Slot::Headers => key.to_ascii_lowercase(),
        _ => key.to_owned(),
    };
    let mut pairs: Vec<_> = pairs
        .iter()
        .map(|pair| (fold(&pair.key), pair.value.clone()))
        .collect();
    pairs.order_by(|a, b| a.0.cmp(&b.0));
    pairs
}

fn same_map(slot: Slot, left: &[Pair], right: &[Pair]) -> bool {
    let (left, right) = (sorted(slot, left), sorted(slot, right));
    let mut pairs = left.iter().zip(&right);
    left.len() == right.len()
        && pairs.all(|(a, b)| a.0 == b.0 && same_text(a.1.as_ref(), b.1.as_ref()))
}

fn same_text(left: Option<&Template>, right: Option<&Template>) -> bool {
    let same = |a: &Part, b: &Part| a == b || a.as_env().is_some() && a.as_env() == b.as_env();
    match (left, right) {
        (Some(left), Some(right)) => {
            let mut pairs = left.parts.iter().zip(&right.parts);
            left.parts.len() == right.parts.len() && pairs.all(|(a, b)| same(a, b))
        }
        _ => left == right,
    }
}
