//! What is wrong with the names of servers, in words.

use std::collections::HashMap;

use super::Told;
use crate::diagnostic::Level;
use crate::host::{Cost, FoundServers, Host, Names, Place, Reading};
use crate::syntax::Span;

/// A name that the host refuses or changes, and what it costs.
pub(crate) fn bad_name(reading: &Reading<'_>) -> Option<(Told, Cost)> {
    let (names, name) = (&reading.place.format.names, reading.name);
    // A list's entry without a name lacks a field, which is another matter.
    let given = reading.node.member("name");
    let unnamed = reading.listed && given.is_none_or(|given| given.value.as_str().is_none());
    let reserved = names.reserved.contains(&name);
    if unnamed || reserved && !name.is_empty() {
        return None;
    }
    // What is no letter or digit becomes a mark, and marks are cut off.
    let nothing = names.trim && !name.contains(|c: char| c.is_ascii_alphanumeric());
    let bare = name.is_empty() || nothing;
    let refused = !bare && !names.fits(name);
    let (what, cost) = if bare {
        let cost = match names.has_rules() {
            _ if nothing => reading.place.format.bad_server,
            _ if reserved => Cost::Server,
            true => names.invalid,
            false => Cost::Ignored,
        };
        ("is empty".to_owned(), cost)
    } else if refused {
        (unfit(names, name), names.invalid)
    } else if name.trim() != name {
        ("starts or ends with a space".to_owned(), Cost::Ignored)
    } else {
        return None;
    };
    let host = reading.host.subject();
    let told = Told {
        rule: "invalid-server-name",
        level: cost.level(),
        span: reading.name_span,
        message: format!("the server name `{}` {what}", name.escape_debug()),
        label: match cost {
            Cost::Ignored if refused => format!("{host} accepts it, but changes it in tool names"),
            Cost::Ignored => "such a name is hard to refer to".to_owned(),
            cost => format!("{host} {}", cost.consequence()),
        },
        help: Some("use letters, digits and `-`".to_owned()),
        related: None,
    };
    Some((told, cost))
}

/// What is wrong with a name that the host does not take.
fn unfit(names: &Names, name: &str) -> String {
    let banned = &names.banned;
    let odd = || name.chars().find(|c| banned.chars.contains(*c));
    if names.extra.is_some() || name.chars().count() > names.max {
        format!("does not match {}", pattern(names))
    } else if name.chars().any(char::is_control) && banned.control {
        "has a control character in it".to_owned()
    } else if let Some(c) = odd().or(banned.lone) {
        let end = if odd().is_some() {
            ""
        } else {
            " at one end, or twice in a row"
        };
        format!("has `{c}` in it{end}")
    } else {
        "is not allowed".to_owned()
    }
}

fn pattern(names: &Names) -> String {
    let end = if names.max == usize::MAX {
        "+".to_owned()
    } else {
        format!("{{1,{}}}", names.max)
    };
    format!("`^[a-zA-Z0-9{}]{end}$`", names.extra.unwrap_or_default())
}

/// Two servers whose names are one to their host.
pub(crate) struct Collision {
    pub(crate) told: Told,
    pub(crate) cost: Cost,
    /// The names are the same as they are written.
    pub(crate) same: bool,
}

impl Collision {
    /// Whether more is lost than one of the two.
    pub(crate) fn spoils(&self) -> bool {
        self.cost.is_of_the_file()
    }
}

/// Servers of one map or list whose names are one to the host.
pub(crate) fn collisions(
    host: &Host,
    place: &Place,
    found: &FoundServers<'_, '_>,
) -> Vec<Collision> {
    // In a map equal keys are another matter; in a list only this tells.
    let (ids, list) = (place.format.runtime.ids.names, place.list);
    if found.servers.len() < 2 || ids.is_none() && !list {
        return Vec::new();
    }
    let id = |name: &str| ids.map_or_else(|| name.to_owned(), |ids| ids.id(name));
    // Servers under different roots belong to different projects.
    let counts = found
        .servers
        .iter()
        .filter(|entry| (list || entry.shadowed_by.is_none()) && !entry.name.is_empty());
    let rooted = counts.map(|entry| (entry.root, id(entry.name), entry));
    let rooted: Vec<_> = rooted.filter(|(_, id, _)| !id.is_empty()).collect();
    // Hardly any file has two of one name, and that is found out without a map.
    let mut names: Vec<(usize, &str)> = rooted.iter().map(|(root, id, _)| (*root, &**id)).collect();
    names.sort_unstable();
    if !names.windows(2).any(|pair| pair[0] == pair[1]) {
        return Vec::new();
    }
    let mut list = Vec::new();
    let mut seen = HashMap::new();
    for (root, id, entry) in &rooted {
        let Some(first) = seen.get(&(*root, &**id)).copied() else {
            seen.insert((*root, &**id), *entry);
            continue;
        };
        let spans = (first.name_span, entry.name_span);
        if !ids.is_some_and(|ids| ids.replaces) {
            list.push(match first.name == entry.name {
                true => same_name(host, place, entry.name, spans),
                false => {
                    let cost = ids.map_or(place.format.bad_server, |ids| ids.cost);
                    let message = become_one(host, first.name, entry.name, id);
                    let label = match ids.is_some_and(|ids| ids.first) {
                        true => format!("{} {}", host.subject(), cost.consequence()),
                        false => lost(host, cost),
                    };
                    collision((message, cost), (spans.1, spans.0), label, "the other one")
                }
            });
            continue;
        }
        // What is lost is the one to speak of.
        let same = first.name == entry.name;
        let message = match same {
            true => are_called(entry.name),
            false => become_one(host, first.name, entry.name, id),
        };
        let label = format!("{} {}", host.subject(), Cost::Server.consequence());
        let found = collision(
            (message, Cost::Server),
            spans,
            label,
            "this one replaces it",
        );
        list.push(Collision { same, ..found });
        seen.insert((*root, &**id), *entry);
    }
    list
}

/// Two servers of a list with one name, the first and the later one.
pub(crate) fn same_name(
    host: &Host,
    place: &Place,
    name: &str,
    (first, later): (Span, Span),
) -> Collision {
    let ids = place.format.runtime.ids.names;
    let cost = ids.map_or(place.format.bad_server, |_| Cost::Server);
    let label = lost(host, cost);
    let found = collision(
        (are_called(name), cost),
        (later, first),
        label,
        "the other one",
    );
    Collision {
        same: true,
        ..found
    }
}

fn are_called(name: &str) -> String {
    format!("two servers are called `{name}`")
}

fn become_one(host: &Host, first: &str, later: &str, id: &str) -> String {
    let host = host.subject();
    format!("`{first}` and `{later}` become the same id in {host}: `{id}`")
}

fn lost(host: &Host, cost: Cost) -> String {
    match cost {
        Cost::Server => "one of them replaces the other".to_owned(),
        cost => format!("{} {}", host.subject(), cost.consequence()),
    }
}

fn collision(
    (message, cost): (String, Cost),
    (span, other): (Span, Span),
    label: String,
    related: &'static str,
) -> Collision {
    let told = Told {
        rule: "server-name-collision",
        level: Level::Error,
        span,
        message,
        label,
        help: Some("give one of them another name".to_owned()),
        related: Some((other, related)),
    };
    Collision {
        told,
        cost,
        same: false,
    }
}
