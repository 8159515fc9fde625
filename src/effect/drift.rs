//! Where two files make their hosts do different things.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::{Aspect, AspectNames, EffectChange, Tools, compare};
use crate::host::Place;
use crate::model::{
    Config, Entry, Identity, Part, Prompt, Server, Slot, Template, Value, WorldKind,
};
use crate::syntax::Span;

/// A difference between two configurations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Drift {
    /// The server.
    pub(crate) server: String,
    /// What of it; nothing for all of it.
    pub(crate) what: Option<String>,
    /// Where it is on the left, if it is there.
    pub(crate) left: Option<Span>,
    /// Where it is on the right, if it is there.
    pub(crate) right: Option<Span>,
}

/// What the hosts of the two places do differently, in the order of the left configuration. What a host does with any
/// server, whatever its entry says, does not count.
///
/// With `natives`, both are files of one host, and fields that only this host has count as well.
pub(crate) fn drifts(
    left: (&Place, &Config),
    right: (&Place, &Config),
    natives: bool,
) -> Vec<Drift> {
    let (ours, theirs) = (firsts(left.1, natives), firsts(right.1, natives));
    let (left, right) = ((left.0, &*ours), (right.0, &*theirs));
    let pairs = pairs(left, right);
    let paired: HashSet<usize> = pairs.values().copied().collect();
    let whole = |server: &Server, left, right| Drift {
        server: server.name.clone(),
        what: None,
        left,
        right,
    };
    let mut list = Vec::new();
    for (at, server) in left.1.servers.iter().enumerate() {
        match pairs.get(&at) {
            Some(at) => {
                let other = &right.1.servers[*at];
                let changes = changes(left.0, server, right.0, other);
                let names = AspectNames::of([server, other]);
                list.extend(
                    changes
                        .iter()
                        .filter(|change| change.matters())
                        .map(|change| drift(change, &names, server, other)),
                );
                // What limits a server in its host's own way can be compared with nothing that another one says.
                list.extend(native(server, other, |entry| {
                    natives && is_native(entry) || limits(entry)
                }));
            }
            None => list.push(whole(server, Some(server.name_span), None)),
        }
    }
    let others = right.1.servers.iter().enumerate();
    for (_, server) in others.filter(|(at, _)| !paired.contains(at)) {
        list.push(whole(server, None, Some(server.name_span)));
    }
    list
}

/// The servers that count: the first of each name, where several maps of a file have it. With `natives` inputs are called
/// by what they ask for, which hosts express in different ways.
fn firsts(config: &Config, natives: bool) -> Cow<'_, Config> {
    let mut names = HashSet::new();
    let servers = config.servers.iter();
    let firsts = servers.filter(|server| names.insert(server.name.as_str()));
    let firsts: Vec<&Server> = firsts.collect();
    let asked: HashMap<&str, &Prompt> = (config.prompts.iter().filter(|_| natives))
        .map(|prompt| (prompt.id.as_str(), prompt))
        .collect();
    if firsts.len() == config.servers.len() && asked.is_empty() {
        return Cow::Borrowed(config);
    }
    let mut servers: Vec<Server> = firsts.into_iter().cloned().collect();
    if !asked.is_empty() {
        servers.iter_mut().for_each(|server| ask(server, &asked));
    }
    Cow::Owned(Config {
        servers,
        prompts: config.prompts.clone(),
    })
}

/// Calls inputs by what people are asked for: an id is only a name for that within its file.
fn ask(server: &mut Server, asked: &HashMap<&str, &Prompt>) {
    let rename = |template: &mut Template| {
        for part in &mut template.parts {
            if let Part::Input(id) = part
                && let Some(prompt) = asked.get(id.as_str())
            {
                let text = (&prompt.description, &prompt.default);
                *id = format!("{text:?} {} {}", prompt.password, prompt.typed);
                // It would be read again as it was spelled.
                template.raw = None;
            }
        }
    };
    for entry in &mut server.entries {
        match &mut entry.value {
            Value::Text(text) => rename(text),
            Value::List(list) => list.iter_mut().for_each(rename),
            Value::Map(pairs) => {
                let values = pairs.iter_mut().filter_map(|pair| pair.value.as_mut());
                values.for_each(rename);
            }
            _ => {}
        }
    }
}

/// Which server of the right is which of the left: by name, or by the name that a conversion gives it where the other host
/// does not accept its own.
fn pairs(left: (&Place, &Config), right: (&Place, &Config)) -> HashMap<usize, usize> {
    let by_name = |config: &Config| -> HashMap<String, usize> {
        let names = config.servers.iter().enumerate();
        names
            .map(|(at, server)| (server.name.clone(), at))
            .collect()
    };
    let (ours, theirs) = (by_name(left.1), by_name(right.1));
    let mut pairs: HashMap<usize, usize> = HashMap::new();
    for (at, server) in left.1.servers.iter().enumerate() {
        pairs.extend(theirs.get(&server.name).map(|other| (at, *other)));
    }
    let alone = |config: &Config, names: &HashMap<String, usize>| -> Vec<usize> {
        let servers = config.servers.iter().enumerate();
        let alone = servers.filter(|(_, server)| !names.contains_key(&server.name));
        alone.map(|(at, _)| at).collect()
    };
    let (mut lefts, mut rights) = (alone(left.1, &theirs), alone(right.1, &ours));
    for (at, other) in renamed(left.1, &mut lefts, right, &mut rights) {
        pairs.insert(at, other);
    }
    for (other, at) in renamed(right.1, &mut rights, left, &mut lefts) {
        pairs.insert(at, other);
    }
    pairs
}

/// Which of the servers `from` are among those `to` of another place, under the name that they get there. Both lose what
/// was found.
fn renamed(
    source: &Config,
    from: &mut Vec<usize>,
    (place, target): (&Place, &Config),
    to: &mut Vec<usize>,
) -> Vec<(usize, usize)> {
    let mut free: HashMap<&str, Vec<usize>> = HashMap::new();
    for at in to.iter().rev() {
        let name = target.servers[*at].name.as_str();
        // A second one of the name has a number behind it.
        let stem = name.rsplit_once('-').map_or(name, |(stem, _)| stem);
        free.entry(name).or_default().push(*at);
        if stem != name {
            free.entry(stem).or_default().push(*at);
        }
    }
    let mut found = Vec::new();
    let mut taken = HashSet::new();
    from.retain(|at| {
        let server = &source.servers[*at];
        let name = place.format.names.nearest(&server.name);
        let Some(candidates) = free.get_mut(name.as_str()) else {
            return true;
        };
        let identity = Identity::of(server);
        let same = |other: &usize| {
            !taken.contains(other) && Identity::of(&target.servers[*other]) == identity
        };
        let Some(position) = candidates.iter().rev().take(TRIED).position(same) else {
            return true;
        };
        let other = candidates.remove(candidates.len() - 1 - position);
        taken.insert(other);
        found.push((*at, other));
        false
    });
    to.retain(|at| !taken.contains(at));
    found
}

/// Of servers whose names differ only in a number, so many are looked at.
const TRIED: usize = 64;

/// Whether two servers of one host make it do the same, and say the same in fields that only it has.
pub(crate) fn same_for_people(place: &Place, left: &Server, right: &Server) -> bool {
    let changes = changes(place, left, place, right);
    !changes.iter().any(EffectChange::matters) && native(left, right, is_native).is_empty()
}

/// What differs, also between servers that are disabled: they are compared as if they were not, and whether they are comes
/// on top.
pub(crate) fn changes(
    left_place: &Place,
    left: &Server,
    right_place: &Place,
    right: &Server,
) -> Vec<EffectChange> {
    let enabled = |server: &Server| {
        let mut server = server.clone();
        server.entries.retain(|entry| entry.slot != Slot::Enabled);
        server
    };
    if !left.is_disabled() && !right.is_disabled() {
        return compare(left_place, left, right_place, right);
    }
    let (left_on, right_on) = (&enabled(left), &enabled(right));
    let mut list = compare(left_place, left_on, right_place, right_on);
    let hides_all = |place: &Place, server: &Server| Tools::of(place.format, server).hides_all();
    let without_tools = match (left.is_disabled(), right.is_disabled()) {
        (true, false) => hides_all(right_place, right),
        (false, true) => hides_all(left_place, left),
        _ => false,
    };
    if without_tools {
        // A server without tools is as good as disabled.
        list.retain(|change| change.aspect != Aspect::Tools);
    } else if left.is_disabled() != right.is_disabled() {
        let span = |server: &Server| server.entry(Slot::Enabled).map(|entry| entry.span);
        list.push(EffectChange {
            aspect: Aspect::Used,
            left: span(left),
            right: span(right),
            worlds: WorldKind::ALL.to_vec(),
            defaults: false,
        });
    }
    list
}

fn drift(change: &EffectChange, names: &AspectNames<'_>, server: &Server, other: &Server) -> Drift {
    let (left, right) = match (change.left, change.right) {
        // Nothing says where, so it is about both.
        (None, None) => (Some(server.name_span), Some(other.name_span)),
        spans => spans,
    };
    Drift {
        server: server.name.clone(),
        what: Some(names.name(&change.aspect)),
        left,
        right,
    }
}

/// Whether it is a field that has no effect in our terms.
fn is_native(entry: &Entry) -> bool {
    entry.slot.is_native() || entry.slot == Slot::Description
}

/// Whether it is a field that limits the server, and does.
pub(crate) fn limits(entry: &Entry) -> bool {
    let says_no = matches!(&entry.value, Value::Raw(raw) if raw.says_no());
    entry.slot == Slot::Limit && !says_no
}

/// What differs in the fields that count.
fn native(left: &Server, right: &Server, counts: impl Fn(&Entry) -> bool) -> Vec<Drift> {
    let mut fields: HashMap<&str, [Vec<&Entry>; 2]> = HashMap::new();
    let mut order: Vec<&str> = Vec::new();
    for (side, server) in [left, right].into_iter().enumerate() {
        for entry in server.entries.iter().filter(|entry| counts(entry)) {
            let sides = fields.entry(&entry.field).or_insert_with(|| {
                order.push(&entry.field);
                [Vec::new(), Vec::new()]
            });
            sides[side].push(entry);
        }
    }
    let differ = order.into_iter().filter_map(|field| {
        let [a, b] = &fields[field];
        let differ = a
            .iter()
            .map(|it| &it.value)
            .ne(b.iter().map(|it| &it.value));
        let span = |entries: &[&Entry]| entries.first().map(|entry| entry.span);
        differ.then(|| Drift {
            server: left.name.clone(),
            // A field outside of the entry.
            what: Some(field.trim_start_matches('/').to_owned()),
            left: span(a),
            right: span(b),
        })
    });
    differ.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::read;
    use crate::hosts::by_name;
    use crate::syntax::parse;

    fn words(left: (&str, &str), right: (&str, &str)) -> Vec<String> {
        let config = |(id, text): (&str, &str)| {
            let host = by_name(id).expect("a host");
            let place = &host.places[0];
            let document = parse(text, place.language).expect("a document");
            (place, read(&document, host, place).expect("servers").config)
        };
        let (a, b) = (config(left), config(right));
        let side = |drift: &Drift| match (drift.left, drift.right) {
            (Some(_), Some(_)) => "differs",
            (Some(_), None) => "only left",
            _ => "only right",
        };
        drifts((a.0, &a.1), (b.0, &b.1), false)
            .iter()
            .map(|drift| {
                format!(
                    "{} {} {}",
                    drift.server,
                    drift.what.as_deref().unwrap_or("-"),
                    side(drift)
                )
            })
            .collect()
    }

    #[test]
    fn spelling_makes_no_difference() {
        let claude =
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"T": "${T}"}}}}"#;
        let codex = "[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"x\"]\nenv_vars = [\"T\"]\n";
        assert_eq!(
            words(("claude-code", claude), ("codex", codex)),
            Vec::<String>::new()
        );
    }

    #[test]
    fn what_stands_in_for_an_unset_variable_makes_one() {
        let with = |value: &str| {
            format!(r#"{{"mcpServers": {{"a": {{"command": "x", "args": ["{value}"]}}}}}}"#)
        };
        let (plain, default) = (with("${T}"), with("${T:-d}"));
        assert_eq!(
            words(("claude-code", &plain), ("claude-code", &default)),
            ["a args differs"]
        );
        assert!(words(("claude-code", &plain), ("claude-code", &with("${T:-}"))).is_empty());
    }

    #[test]
    fn a_path_in_the_project_is_the_same_in_any_spelling() {
        let vscode =
            r#"{"servers": {"a": {"command": "node", "args": ["${workspaceFolder}/x.mjs"]}}}"#;
        let claude = r#"{"mcpServers": {"a": {"command": "node", "args": ["./x.mjs"]}}}"#;
        assert!(words(("vscode", vscode), ("claude-code", claude)).is_empty());
        let other = claude.replace("x.mjs", "y.mjs");
        assert_eq!(
            words(("vscode", vscode), ("claude-code", &other)),
            ["a args differs"]
        );
    }

    #[test]
    fn meaning_does() {
        let claude = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"T": "1", "U": "2"}}, "b": {"command": "x"}, "d": {"command": "y"}}}"#;
        let vscode = r#"{"servers": {"a": {"command": "npx", "args": ["y"], "env": {"T": "1", "V": "2"}}, "c": {"command": "x"}, "d": {"url": "https://h/mcp"}}}"#;
        let expected = [
            "a args differs",
            "a env.U only left",
            "a env.V only right",
            "b - only left",
            "d transport differs",
            "c - only right",
        ];
        assert_eq!(words(("claude-code", claude), ("vscode", vscode)), expected);
    }
}
