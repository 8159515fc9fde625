//! What a server of the target becomes: the source's units, and what else only the target's entry says.
//!
//! A command without its arguments, or a URL with the credentials of another, is a server that nobody wrote. So a unit
//! is taken as a whole: what the source does not say in it goes, and whoever merges reports it.

use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{HashMap, HashSet};

use crate::effect::same_for_people;
use crate::host::{Field, Place};
use crate::model::compare;
use crate::model::{Entry, Pair, Server, Slot, Value};
use crate::syntax::Span;

/// A server after a merge.
pub(super) struct Merged {
    pub(super) server: Server,
    /// What the target's entry said in a unit that the source speaks of, and the source does not say.
    pub(super) removed: Vec<Removed>,
}

/// A value of the target that goes.
pub(super) struct Removed {
    /// What its host calls it.
    pub(super) name: String,
    pub(super) slot: Slot,
    pub(super) span: Span,
    /// The source speaks of what it belongs to, and says that there is none.
    pub(super) replaced: bool,
}

/// Slots that only mean something together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// A command with its arguments.
    Launch,
    /// A URL with what is sent there.
    Endpoint,
}

impl Unit {
    fn of(slot: Slot) -> Option<Self> {
        match slot {
            Slot::Command | Slot::Args => Some(Self::Launch),
            Slot::Url | Slot::Headers | Slot::HeadersHelper => Some(Self::Endpoint),
            slot if slot.is_oauth() => Some(Self::Endpoint),
            _ => None,
        }
    }
}

/// Whether a field is part of what is run or reached, and not one of the settings around it.
pub(super) fn in_a_unit(slot: Slot) -> bool {
    Unit::of(slot).is_some()
}

/// What the file says, with what the source says put on top. Of another transport nothing stays; of a unit that the
/// source speaks of only what the source says; other maps grow by key.
pub(super) fn merge(old: &Server, new: &Server, fields: &[Field]) -> Merged {
    let mut server = Server {
        transport: new.transport,
        transport_span: new.transport_span,
        ..old.clone()
    };
    let mut removed = Vec::new();
    if old.transport != new.transport {
        let fits = |field: &&Field| field.on.has(new.transport);
        // Variables were for the process, even where a server that is connected to may have some.
        let process = is_process(old) != is_process(new);
        server.entries.retain(|entry| {
            if process && entry.slot == Slot::Env {
                removed.extend(unsaid(entry, new));
                return false;
            }
            fields_of(entry, fields).any(|field| fits(&field))
        });
    }
    let spoken: Vec<Unit> = new
        .entries
        .iter()
        .filter_map(|entry| Unit::of(entry.slot))
        .collect();
    let moved = spoken.contains(&Unit::Endpoint) && moves(old, new);
    let changed = moved || old.transport != new.transport || restarts(old, new);
    server.entries.retain(|entry| {
        let credential = moved && fields_of(entry, fields).all(is_remote)
            || changed && fields_of(entry, fields).any(|field| field.signs_in);
        let unit = Unit::of(entry.slot).filter(|unit| spoken.contains(unit));
        match unit {
            Some(_) => removed.extend(unsaid(entry, new)),
            // A native way to sign in was meant for the old URL.
            None if credential && entry.slot.is_native() => removed.push(Removed {
                name: entry.field.to_string(),
                slot: entry.slot,
                span: entry.span,
                replaced: true,
            }),
            None => return true,
        }
        false
    });
    for entry in &new.entries {
        put(&mut server, entry);
    }
    Merged { server, removed }
}

/// Takes away what the file sets for variables that the source hands on, and that reach the process in any case.
pub(super) fn pass_on(merged: &mut Server, new: &Server, inherited: &[String]) -> Vec<Removed> {
    let said: HashSet<&str> = new.map(Slot::Env).iter().map(|pair| &*pair.key).collect();
    let left = inherited.iter().map(String::as_str);
    let left: HashSet<&str> = left.filter(|name| !said.contains(name)).collect();
    let Some(pairs) = merged.map_mut(Slot::Env).filter(|_| !left.is_empty()) else {
        return Vec::new();
    };
    let hands_on = |pair: &Pair| match &pair.value {
        Some(value) => value.refers_to(&pair.key),
        None => false,
    };
    let goes = |pair: &mut Pair| left.contains(&*pair.key) && !hands_on(pair);
    let gone = pairs.extract_if(.., goes).map(|pair| Removed {
        name: pair.key,
        slot: Slot::Env,
        span: pair.value.map_or(pair.span, |value| value.span),
        replaced: true,
    });
    let gone: Vec<Removed> = gone.collect();
    if pairs.is_empty() && !gone.is_empty() {
        merged.take(Slot::Env);
    }
    gone
}

/// Takes out what only the file says, and what its host refuses beside something that the source says.
pub(super) fn exclude(
    merged: &mut Server,
    new: &Server,
    excludes: &[(&str, &[&str])],
) -> Vec<Removed> {
    let says = |server: &Server, name: &str| server.entries.iter().any(|it| it.field == name);
    let says = |name: &str| says(new, name) && says(merged, name);
    let pairs = excludes.iter();
    let pairs = pairs.flat_map(|(one, others)| others.iter().map(move |other| (*one, *other)));
    let losers: Vec<&str> = pairs
        .filter_map(|(one, other)| match (says(one), says(other)) {
            (true, false) => Some(other),
            (false, true) => Some(one),
            _ => None,
        })
        .collect();
    let gone = merged
        .entries
        .extract_if(.., |entry| losers.contains(&&*entry.field));
    let gone = gone.map(|entry| Removed {
        name: entry.field.to_string(),
        slot: entry.slot,
        span: entry.span,
        replaced: false,
    });
    gone.collect()
}

/// Whether the source speaks of the unit that a slot belongs to.
pub(super) fn speaks_of(new: &Server, slot: Slot) -> bool {
    let unit = Unit::of(slot);
    let mut said = new.entries.iter().map(|entry| Unit::of(entry.slot));
    unit.is_some() && said.any(|other| other == unit)
}

fn is_process(server: &Server) -> bool {
    server.transport == crate::model::Transport::Stdio
}

/// The fields of the table that an entry may have been read from.
fn fields_of<'f>(entry: &Entry, fields: &'f [Field]) -> impl Iterator<Item = &'f Field> {
    let (slot, name) = (entry.slot, entry.field.clone());
    fields.iter().filter(move |field| {
        field.slot == slot && (!slot.is_native() || name.starts_with(field.name))
    })
}

fn is_remote(field: &Field) -> bool {
    !field.on.has(crate::model::Transport::Stdio)
}

/// Whether another program is started than before.
fn restarts(old: &Server, new: &Server) -> bool {
    let says = |server: &Server, slot| server.entry(slot).map(|entry| entry.value.clone());
    let differs = |slot| says(new, slot).is_some() && says(old, slot) != says(new, slot);
    differs(Slot::Command) || differs(Slot::Args)
}

/// Whether the new URL belongs to somebody else than the old one.
fn moves(old: &Server, new: &Server) -> bool {
    let (Some(old), Some(new)) = (old.text(Slot::Url), new.text(Slot::Url)) else {
        return false;
    };
    match (old.as_literal(), new.as_literal()) {
        (Some(old), Some(new)) => !origin(old).eq_ignore_ascii_case(origin(new)),
        _ => old != new,
    }
}

/// The scheme and the host of a URL.
fn origin(url: &str) -> &str {
    let start = url.find("://").map_or(0, |at| at + 3);
    let end = url[start..].find(['/', '?', '#', '\\']);
    end.map_or(url, |end| &url[..start + end])
}

/// What an entry says that the new server does not.
fn unsaid(entry: &Entry, new: &Server) -> Vec<Removed> {
    let twin = new.entry(entry.slot);
    let replaced = in_a_unit(entry.slot);
    let gone = |name: String, span| Removed {
        name,
        slot: entry.slot,
        span,
        replaced,
    };
    match (&entry.value, twin.map(|twin| &twin.value)) {
        (Value::Map(old), Some(Value::Map(new))) => {
            let said: HashSet<_> = new
                .iter()
                .map(|pair| entry.slot.folded(&pair.key))
                .collect();
            old.iter()
                .filter(|pair| !said.contains(&entry.slot.folded(&pair.key)))
                .map(|pair| gone(pair.name(&entry.field), pair.span))
                .collect()
        }
        (Value::Map(old), None) => old
            .iter()
            .map(|pair| gone(pair.name(&entry.field), pair.span))
            .collect(),
        (Value::List(list), None) if list.is_empty() => Vec::new(),
        // Where the list is part of another, only its own items go.
        (Value::List(list), None) => vec![gone(entry.field.to_string(), list[0].span)],
        (_, None) => vec![gone(entry.field.to_string(), entry.span)],
        (Value::List(list), Some(Value::List(new))) if new.is_empty() && !list.is_empty() => {
            vec![gone(entry.field.to_string(), list[0].span)]
        }
        _ => Vec::new(),
    }
}

/// Puts an entry of the source into the server.
fn put(server: &mut Server, entry: &Entry) {
    let twin = server.entries.iter_mut().find(|old| {
        old.slot == entry.slot && (!entry.slot.is_native() || old.field == entry.field)
    });
    match (twin, &entry.value) {
        (None, _) => server.entries.push(entry.clone()),
        (
            Some(Entry {
                value: Value::Map(pairs),
                ..
            }),
            Value::Map(new),
        ) => {
            let folded = |pair: &Pair| entry.slot.folded(&pair.key).into_owned();
            let mut known = HashMap::with_capacity(pairs.len());
            for (at, pair) in pairs.iter().enumerate() {
                known.entry(folded(pair)).or_insert(at);
            }
            for pair in new {
                match known.entry(folded(pair)) {
                    Occupied(at) => pairs[*at.get()].value.clone_from(&pair.value),
                    Vacant(place) => {
                        place.insert(pairs.len());
                        pairs.push(pair.clone());
                    }
                }
            }
        }
        (Some(twin), value) => twin.value = value.clone(),
    }
}

/// Whether two readings of a server make their host do the same, and say the same in fields that only it has. Merges,
/// comparisons and checks all ask here, so that they give one answer.
pub(super) fn same(place: &Place, a: &Server, b: &Server) -> bool {
    compare::same(a, b) || a.name == b.name && same_for_people(place, a, b)
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn the_origin_of_a_url_is_its_scheme_and_host() {
        assert_eq!(origin("https://h:1/a?b"), "https://h:1");
        assert_eq!(origin("https://h?b"), "https://h");
        assert_eq!(origin("https://h"), "https://h");
        assert_eq!(origin("h/a"), "h");
    }
}
