//! What single fields take out of a server.

use crate::host::{Out, OutValue};
use crate::model::{Entry, Pair, Part, Server, Slot, Value, as_written};
use crate::secret::veiled_variable;
use crate::syntax::Span;

/// Puts back what a field could not use.
pub(in crate::host) fn give_back(server: &mut Server, entry: Option<Entry>) -> Option<Out> {
    server.entries.extend(entry);
    None
}

pub(super) fn is_empty(value: &Value) -> bool {
    matches!(value, Value::List(list) if list.is_empty())
        || matches!(value, Value::Map(pairs) if pairs.is_empty())
}

/// An empty container is a leaf of its own; a full one consists of its children.
pub(in crate::host) fn container(value: OutValue, empty: bool, span: Span) -> Out {
    if empty {
        Out::new(value, span)
    } else {
        Out::added(value)
    }
}

/// Takes the pairs of a map that `wanted` accepts; a map that is used up goes with them.
pub(in crate::host) fn take_pairs(
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

/// Takes the first header that `wanted` accepts.
pub(in crate::host) fn take_pair(
    server: &mut Server,
    wanted: impl Fn(&Pair) -> bool,
) -> Option<Pair> {
    let first = match &server.entry(Slot::Headers)?.value {
        Value::Map(pairs) => pairs.iter().find(|pair| wanted(pair))?.key.clone(),
        _ => return None,
    };
    take_pairs(server, Slot::Headers, |pair| pair.key == first).pop()
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
        Part::Env { name, .. } => format!("the variable `{}`", veiled_variable(name)),
        Part::Input(id) => format!("the input `{id}`"),
        Part::File(_) => "the content of a file".to_owned(),
        Part::Command(_) => "the output of a command".to_owned(),
        Part::Host(var) => var.name().to_owned(),
        Part::Other(text) => format!("`{}`", as_written(text)),
    }
}
