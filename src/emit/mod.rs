//! What people paste instead of a file: the commands that add servers to a host, the links that install them, a section for
//! a README. All of them are made from the config file that the conversion wrote, so they say what it says.

mod command;
mod link;
mod markdown;
mod quote;

pub(crate) use command::NAME;
#[cfg(test)]
pub(crate) use link::{base64, encoded};
pub(crate) use markdown::{HostSection, markdown, replaced};
pub(crate) use quote::{LEGACY, Shell};

use std::collections::{BTreeSet, HashMap};

use serde_json::{Map, Value};

use crate::host::{Host, Place, find};
use crate::paste::object_of;
use crate::syntax;

/// A server in the fields of its host.
pub(crate) struct EmittedServer {
    name: String,
    fields: Map<String, Value>,
}

impl EmittedServer {
    /// The fields with the name before them.
    fn named(&self) -> Value {
        let mut named = Map::new();
        named.insert("name".to_owned(), self.name.as_str().into());
        named.extend(self.fields.clone());
        named.into()
    }
}

/// What can be said about each server, in order, or what cannot.
pub(crate) type Lines = Vec<Result<String, Unsayable>>;

/// A server that a command or a link cannot carry.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Unsayable {
    /// Which server.
    pub(crate) server: String,
    /// The field that has no place there; nothing if the host has no such command or link at all.
    pub(crate) field: Option<String>,
}

/// The servers of the config file `text`, and what the host asks its user for.
pub(crate) fn servers(text: &str, place: &'static Place) -> Vec<EmittedServer> {
    let Ok(document) = syntax::parse(text, place.language) else {
        return Vec::new();
    };
    let Ok(found) = find(&document, place) else {
        return Vec::new();
    };
    let asked = place.prompts.and_then(|path| {
        let node = document.root.as_ref()?.at(path)?;
        Some((*path.last()?, crate::paste::value_of(node)))
    });
    let list = asked.as_ref().and_then(|(_, asked)| asked.as_array());
    let mut by_id: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, input) in list.into_iter().flatten().enumerate() {
        let id = input.get("id").and_then(Value::as_str).unwrap_or_default();
        by_id.entry(id).or_default().push(at);
    }
    let entries = found.servers.iter().filter_map(|entry| {
        let mut fields = object_of(entry.node)?;
        // A list has the name among the fields.
        if place.list {
            fields.remove("name");
        }
        if let Some((key, Value::Array(asked))) = &asked {
            let used = json(fields.clone().into());
            let ids = used
                .split("${input:")
                .skip(1)
                .filter_map(|rest| rest.split('}').next());
            let mine: BTreeSet<usize> = ids
                .filter_map(|id| by_id.get(id))
                .flatten()
                .copied()
                .collect();
            let mine: Vec<Value> = mine.into_iter().map(|at| asked[at].clone()).collect();
            if !mine.is_empty() {
                fields.insert((*key).to_owned(), mine.into());
            }
        }
        Some(EmittedServer {
            name: entry.name.to_string(),
            fields,
        })
    });
    entries.collect()
}

/// The commands that add `servers` to `host`.
pub(crate) fn commands(host: &'static Host, servers: &[EmittedServer], shell: Shell) -> Lines {
    let one = |server| command::write(host, server, shell);
    servers.iter().map(one).collect()
}

/// The links that install `servers` into `host`.
pub(crate) fn links(host: &'static Host, servers: &[EmittedServer]) -> Lines {
    servers
        .iter()
        .map(|server| link::write(host, server))
        .collect()
}

/// JSON on one line, without a character that a terminal obeys.
fn json(value: Value) -> String {
    let mut text = String::new();
    for c in value.to_string().chars() {
        // What is left of these stands in strings.
        if c.is_control() {
            text.push_str(&format!("\\u{:04x}", u32::from(c)));
        } else {
            text.push(c);
        }
    }
    text
}

#[cfg(test)]
mod tests;
