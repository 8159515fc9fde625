//! A list names a server that there is not.

use std::collections::{BTreeSet, HashSet};

use crate::diagnostic::Level;
use crate::host::Scope;
use crate::lint::outline::{Named, Outline};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "stale-server-reference",
    level: Level::Warning,
    group: Group::Project,
    page: crate::lint::page!("../../../docs/rules/stale-server-reference.md"),
    checks: &[Check::Project(check)],
    ..Rule::NEW
};

fn check(outlines: &[Outline], out: &mut Found<'_>) {
    for outline in outlines {
        // A user's list may be about projects that nobody has looked at.
        if outline.names.is_empty() || (outline.aside.is_none() && outline.scope == Scope::User) {
            continue;
        }
        let below = |other: &Outline| outline.holds(other) && other.base != outline.base;
        // A file that is called like one of the user's, but lies in a folder of the project, belongs to somebody else.
        let related = |other: &&Outline| {
            std::ptr::eq(other.host, outline.host)
                && match other.scope {
                    Scope::User => !below(other),
                    Scope::Project => other.holds(outline) || outline.holds(other),
                }
        };
        let read: Vec<&Outline> = outlines
            .iter()
            .filter(|other| other.aside.is_none())
            .filter(related)
            .collect();
        let servers: Vec<&str> = read
            .iter()
            .flat_map(|other| &other.servers)
            .map(|server| server.name.as_str())
            .collect();
        // A host that is started in a folder below has other servers, which are no use here. Neither are those of a file in
        // another folder of the project that is only called like one of the user's.
        let own = |other: &Outline| {
            other.scope == Scope::User
                && (other.base == outline.base
                    || other.is_outside() && (other.holds(outline) || !outline.is_outside()))
        };
        let near: Vec<&str> = read
            .iter()
            .filter(|other| match other.scope {
                Scope::User => own(other),
                Scope::Project => !below(other),
            })
            .flat_map(|other| &other.servers)
            .map(|server| server.name.as_str())
            .collect();
        // Without any server in sight, they are likely somewhere else.
        if near.is_empty() {
            continue;
        }
        let known = Known::new(&servers);
        let user = read.iter().any(|other| own(other));
        for named in &outline.names {
            let Some(name) = server_name(outline, named) else {
                continue;
            };
            let whole = named
                .text
                .strip_prefix("mcp__")
                .filter(|_| named.permission);
            if known.has(name) || whole.is_some_and(|whole| known.starts(whole)) {
                continue;
            }
            // Plain lists of a settings file are about the project's own servers; others may mean one of the user.
            let sure = (outline.aside.is_some() && !named.permission) || user;
            let finding = out.add_in(
                outline.source,
                named.span,
                format!("`{name}` in `{}` matches no configured server", named.list),
            );
            finding.level(if sure { Level::Error } else { Level::Warning });
            finding.label(if sure {
                "it does nothing, and may keep the rest of the list from working"
            } else {
                "it does nothing, unless a user has such a server"
            });
            finding.help(format!(
                "remove it, or write the name of a server as it is configured: {}",
                some(&near)
            ));
            finding.pointer.clone_from(&named.pointer);
        }
    }
}

/// The names of servers, looked up for each item of each list.
struct Known {
    /// In small letters, as they are and as ids of tools spell them.
    names: HashSet<String>,
    /// As ids of tools spell them.
    ids: HashSet<String>,
    /// How long these are.
    lengths: BTreeSet<usize>,
}

impl Known {
    fn new(servers: &[&str]) -> Self {
        let ids: HashSet<String> = servers.iter().map(|server| sanitised(server)).collect();
        let both = servers
            .iter()
            .copied()
            .chain(ids.iter().map(String::as_str));
        Self {
            names: both.map(str::to_ascii_lowercase).collect(),
            lengths: ids.iter().map(String::len).collect(),
            ids,
        }
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(&name.to_ascii_lowercase())
            || self.names.contains(&sanitised(name).to_ascii_lowercase())
    }

    /// Whether the id of a tool is of one of them, whose name may itself hold what stands between a server and its tool.
    fn starts(&self, whole: &str) -> bool {
        let whole = sanitised(whole);
        self.lengths.range(..=whole.len()).any(|&length| {
            let (id, rest) = whole.split_at(length);
            (rest.is_empty() || rest.starts_with("__")) && self.ids.contains(id)
        })
    }
}

/// The server that an item names; nothing if it names none, several, or one of the host's own.
fn server_name<'n>(outline: &Outline, named: &'n Named) -> Option<&'n str> {
    let name = if named.permission {
        let rest = named.text.strip_prefix("mcp__")?;
        let rest = rest.split('(').next().unwrap_or(rest);
        rest.split_once("__").map_or(rest, |(server, _)| server)
    } else {
        named.text.as_str()
    };
    let own = outline.place.format.names.reserved.contains(&name)
        || outline.host.facts.brings.iter().any(|own| {
            own.strip_suffix('*')
                .map_or(name == *own, |start| name.starts_with(start))
        });
    (!name.is_empty() && !name.contains('*') && !own).then_some(name)
}

/// As ids of tools spell it.
fn sanitised(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect()
}

/// A few names for an example.
fn some(servers: &[&str]) -> String {
    let names: Vec<String> = servers
        .iter()
        .take(5)
        .map(|name| format!("`{name}`"))
        .collect();
    names.join(", ")
}
