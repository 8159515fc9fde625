//! Servers under the key that another host reads.

use std::collections::HashSet;

use crate::diagnostic::Level;
use crate::host::reading::Reading;
use crate::host::{Place, Problem, ServerEntry, tell};
use crate::lint::file::{File, foreign_roots};
use crate::lint::fix::below;
use crate::lint::tree::{copy, has_comment, is_server, plain};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::path::keys;
use crate::syntax::{Member, Node, Tree};

pub(super) static RULE: Rule = Rule {
    id: "wrong-root-key",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/wrong-root-key.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let Some(top) = file.root().filter(|root| root.is_object()) else {
        return;
    };
    if file.aside.is_some() || file.fault.is_some() || file.host.facts.lenient {
        return;
    }
    let Some(right) = file.place.roots.first().copied() else {
        return;
    };
    passed_over(file, out);
    let beside = !file.found.roots.is_empty();
    let mut wrong = foreign_roots(file.place, top, beside);
    // With nothing in the right key of a file about servers, none of them is there for the host on purpose.
    let all_lost = file.place.alone
        && file.found.servers.is_empty()
        && wrong
            .iter()
            .filter_map(|path| member(top, path))
            .any(|it| lost(file, it) > 0);
    let both = beside && !all_lost;
    // Beside the right key, other settings may well hold what looks like servers.
    if both && !file.place.alone {
        wrong.retain(|path| path.last().is_some_and(|key| tells(key)));
    }
    let only = wrong.len() == 1 && !both;
    for path in &wrong {
        let Some(member) = member(top, path) else {
            continue;
        };
        let (reads, ignored) = (right.join("."), path.join("."));
        // A key with a dot in it looks like a way of two keys.
        let message = match path.as_slice() {
            [outer @ .., last] if reads == ignored => format!(
                "{} reads the one key `{reads}`; `{last}` in `{}` is ignored",
                file.host_name(),
                outer.join(".")
            ),
            _ => tell::passed_by(file.host_name(), &reads, &format!("`{ignored}` is")),
        };
        let key = top
            .member(path[0])
            .map_or(member.key_span, |first| first.key_span);
        let finding = out.add(key, message);
        if both {
            let help = format!("move its servers to `{reads}` if they are meant for this host");
            finding.help(help);
            // Where the host has the same servers, the other key is there for another host.
            match lost(file, member) {
                0 => finding.level(Level::Info).label("another host may read it"),
                1 => finding
                    .level(Level::Warning)
                    .label("a server in it is nowhere else, and not loaded"),
                count => finding.level(Level::Warning).label(format!(
                    "{count} servers in it are nowhere else, and not loaded"
                )),
            };
            continue;
        }
        let fix = if only {
            repair(file, top, path, member, right)
        } else {
            None
        };
        let help = match other_reader(file, path) {
            Some(other) => format!(
                "rename it to `{reads}`, or add `{reads}` beside it if the file is also for {other}, which reads `{ignored}` here"
            ),
            None if path.len() != right.len() => format!("move what is in it to `{reads}`"),
            None => format!("rename it to `{reads}`"),
        };
        finding
            .label("none of its servers is loaded")
            .help(help)
            .fix(fix);
    }
}

/// Whether a key can be about nothing else than MCP servers: `mcpServers`, `context_servers`, and not `servers` or `extensions`.
fn tells(key: &str) -> bool {
    let plain = plain(key);
    plain.ends_with("mcpservers") || plain == "contextservers"
}

/// How many servers below `member` the host has under no key of its own.
fn lost(file: &File<'_>, member: &Member<'_>) -> usize {
    let names: HashSet<&str> = file.seen().map(|server| server.name).collect();
    let servers = member.value.members().iter();
    servers
        .filter(|server| is_server(&server.value) && !names.contains(&*server.key))
        .count()
}

/// Roots of the host's own that it does not read, because it finds another one first.
fn passed_over(file: &File<'_>, out: &mut Found<'_>) {
    for hidden in &file.found.hidden {
        if let Some(root) = hidden
            .instead
            .filter(|_| !hidden.member.value.members().is_empty())
        {
            out.tell(tell::passed_over(
                file.host_name(),
                root,
                &hidden.path,
                hidden.member.key_span,
            ));
        }
    }
}

/// The program that reads servers from just this key of the file.
fn other_reader(file: &File<'_>, path: &[&str]) -> Option<&'static str> {
    file.place
        .others
        .iter()
        .find(|(key, _)| path == [*key])
        .map(|(_, name)| *name)
}

fn member<'n, 't>(top: &'n Node<'t>, path: &[&str]) -> Option<&'n Member<'t>> {
    let (last, parents) = path.split_last()?;
    top.at(parents)?.member(last)
}

/// Whether there is a server among the entries, and they are not about something else.
fn names_a_server(entries: &Node<'_>) -> bool {
    let is_one = |node: &Node<'_>| is_server(node) || node.member("uri").is_some();
    let mut members = entries.members().iter();
    members.any(|member| is_one(&member.value)) || entries.items().iter().any(is_one)
}

/// Whether the host passes over these servers today, and would refuse the file or its start with one of them, for something
/// that no fix mends.
fn is_worse(file: &File<'_>, member: &Member<'_>) -> bool {
    let map = member.value.members().iter();
    let map = map.map(|server| (&*server.key, server.key_span, &server.value));
    let list = member.value.items().iter();
    let list = list.map(|server| ("", server.span, server));
    let mut servers = map.chain(list);
    servers.any(|(name, name_span, node)| {
        let entry = ServerEntry {
            name,
            name_span,
            node,
            root: 0,
            key: None,
            index: None,
            whole: false,
            inner: false,
            shadowed_by: None,
        };
        let reading = Reading::new(file.host, file.place, &entry);
        let mut problems = reading.problems().into_iter();
        problems.any(|problem| {
            let lasts = matches!(
                problem,
                Problem::MissingTransport { .. } | Problem::Conflict { .. }
            );
            lasts && problem.cost(&reading).is_of_the_file()
        })
    })
}

fn repair(
    file: &File<'_>,
    top: &Node<'_>,
    path: &[&str],
    member: &Member<'_>,
    right: &[&str],
) -> Option<Fix> {
    let shape = match &member.value.value {
        Tree::Array(_) => file.place.list,
        Tree::Object(members) => {
            !file.place.list && members.iter().all(|member| member.value.is_object())
        }
        _ => false,
    };
    let own = top.at(right);
    if !shape || own.is_some_and(|own| !own.is_object() || !own.members().is_empty()) {
        return None;
    }
    // What stands beside the key shows whose file it is: `inputs`, for one, which would be of no use any more.
    let mut beside = top.members().iter();
    if other_reader(file, path).is_some()
        && beside.any(|other| other.key != path[0] && other.key != "$schema")
    {
        return None;
    }
    let title = format!("rename `{}` to `{}`", path.join("."), right.join("."));
    // For somebody else the file may work as it is.
    let doubtful = !names_a_server(&member.value) || is_worse(file, member);
    let fix = if other_reader(file, path).is_some() || doubtful {
        Fix::risky(title)
    } else {
        Fix::safe(title)
    };
    if let ([_], [name], None) = (path, right, own) {
        return Some(fix.rename(keys(path), *name));
    }
    // What else is in the object around it stays there, but for what goes with the servers.
    let parent = top.at(&path[..path.len() - 1])?;
    let (_, outer) = right.split_last()?;
    let along: Vec<&Member<'_>> = siblings(file.place, outer)
        .filter_map(|key| parent.member(key))
        .collect();
    let there = |other: &&Member<'_>| {
        top.at(outer)
            .is_some_and(|it| it.member(&other.key).is_some())
    };
    let moved = || along.iter().copied().chain([member]);
    if along.iter().any(there) || moved().any(|it| has_comment(file, it.value.span)) {
        return None;
    }
    let fix = moved().fold(fix, |fix, moved| {
        let own = if std::ptr::eq(moved, member) {
            keys(right)
        } else {
            below(&keys(outer), &moved.key)
        };
        fix.set(own, copy(&moved.value))
    });
    let inner = &path[..path.len() - 1];
    // Nothing else in it: the object goes as a whole, and so do those around it that hold nothing else.
    if parent.members().len() == moved().count() && !right.starts_with(inner) {
        let alone = |length: &usize| {
            let around = top.at(&path[..*length]);
            around.is_some_and(|it| it.members().len() == 1) && !right.starts_with(&path[..*length])
        };
        let gone = (1..inner.len()).rev().take_while(alone).last();
        return Some(fix.remove(keys(&path[..gone.unwrap_or(inner.len())])));
    }
    Some(moved().fold(fix, |fix, moved| {
        fix.remove(below(&keys(inner), &moved.key))
    }))
}

/// Keys that are about all servers of a place, and stand in the same object as their map.
fn siblings<'p>(place: &'p Place, outer: &'p [&str]) -> impl Iterator<Item = &'static str> + 'p {
    let inputs = place.prompts.and_then(|path| path.split_last());
    let inputs = inputs.filter(move |(_, parents)| *parents == outer);
    let keys = place.keys.iter().filter(|_| outer.is_empty());
    inputs.map(|(key, _)| *key).into_iter().chain(keys.copied())
}
