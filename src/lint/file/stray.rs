//! Servers that stand where their host does not look for them.

use super::LintServer;
use super::build::{TextSource, server};
use crate::host::{Host, Place, ServerEntry};
use crate::hosts::HOSTS;
use crate::lint::tree::{is_server, plain};
use crate::syntax::{Node, Tree};

/// Where hosts that we have no table of keep their servers (November 2026).
static ELSEWHERE: &[&[&str]] = &[
    &["context_servers"],
    &["extensions"],
    &["amp.mcpServers"],
    &["github.copilot.chat.mcp.servers"],
    &["experimental", "modelContextProtocolServers"],
];

/// Where any host keeps its servers.
pub(crate) fn known_roots() -> impl Iterator<Item = &'static [&'static str]> {
    let roots = HOSTS
        .iter()
        .flat_map(|host| host.places)
        .flat_map(|place| place.roots.iter().copied());
    roots
        .chain(ELSEWHERE.iter().copied())
        .filter(|root| !root.contains(&"*"))
}

/// The paths of what looks like the root of another host, or like the right one in another spelling; the longest only.
/// With `beside`, the right one is there too.
pub(crate) fn foreign_roots<'a>(
    place: &Place,
    top: &'a Node<'_>,
    beside: bool,
) -> Vec<Vec<&'a str>> {
    let own = |key: &str| {
        place.roots.iter().any(|root| root.first() == Some(&key)) || place.keys.contains(&key)
    };
    let mut found = Vec::new();
    let mut others = top
        .members()
        .iter()
        .filter(|member| !own(&member.key))
        .peekable();
    if others.peek().is_none() {
        return found;
    }
    let roots: Vec<&[&str]> = known_roots()
        .filter(|root| !place.roots.contains(root))
        .collect();
    let right = place
        .roots
        .first()
        .and_then(|root| root.last())
        .map(|key| plain(key));
    // A key with a dot in it is easily taken for two.
    let dotted = place.roots.iter().filter(|root| root.len() == 1);
    let dotted = dotted.filter_map(|root| root[0].rsplit_once('.'));
    let nested: Vec<(&str, &str)> = roots
        .iter()
        .filter(|root| root.len() == 2)
        .map(|root| (root[0], root[1]))
        .chain(dotted)
        .collect();
    for member in others {
        let key: &str = &member.key;
        let folded = plain(key);
        let mut nested = nested.iter().filter(|(first, _)| plain(first) == folded);
        let inner = |(_, second): &(&str, &str)| {
            member
                .value
                .members()
                .iter()
                .find(|inner| plain(&inner.key) == plain(second) && holds_servers(&inner.value))
        };
        let known = right.as_ref() == Some(&folded)
            || roots
                .iter()
                .any(|root| root.len() == 1 && plain(root[0]) == folded);
        if let Some(inner) = nested.find_map(inner) {
            found.push(vec![key, &*inner.key]);
        } else if known
            && (holds_servers(&member.value)
                || place.alone && may_hold_servers(&member.value, beside))
        {
            found.push(vec![key]);
        }
    }
    found
}

/// Whether a value is a map or list of servers.
fn holds_servers(node: &Node<'_>) -> bool {
    match &node.value {
        Tree::Object(members) => members
            .iter()
            .any(|member| is_server(&member.value) || is_address(&member.value)),
        Tree::Array(items) => items.iter().any(is_server),
        _ => false,
    }
}

/// Whether a value can only be meant for servers, in a file that is about nothing else.
fn may_hold_servers(node: &Node<'_>, beside: bool) -> bool {
    node.is_object() && (!beside || node.members().iter().all(|member| member.value.is_object()))
}

/// An address by itself, where its server was expected.
fn is_address(node: &Node<'_>) -> bool {
    node.as_str()
        .is_some_and(|text| text.starts_with("http://") || text.starts_with("https://"))
}

/// The servers under such roots, and in a file without any root those at its top.
pub(super) fn strays<'a>(
    host: &'static Host,
    place: &'static Place,
    top: &'a Node<'a>,
    source: &TextSource<'a>,
) -> Vec<LintServer<'a>> {
    let mut list = Vec::new();
    let mut add = |node: &'a Node<'a>| {
        for member in node
            .members()
            .iter()
            .filter(|member| is_server(&member.value))
        {
            let entry = ServerEntry {
                name: &member.key,
                name_span: member.key_span,
                node: &member.value,
                root: 0,
                key: None,
                index: None,
                whole: false,
                inner: false,
                shadowed_by: None,
            };
            list.push(server(host, place, &entry, source));
        }
        for (index, item) in node
            .items()
            .iter()
            .enumerate()
            .filter(|(_, item)| is_server(item))
        {
            let name = item
                .member("name")
                .and_then(|name| Some((name.value.as_str()?, name.value.span)));
            let (name, name_span) = name.unwrap_or(("", item.span));
            list.push(server(
                host,
                place,
                &ServerEntry {
                    name,
                    name_span,
                    node: item,
                    root: 0,
                    key: None,
                    index: Some(index),
                    whole: false,
                    inner: false,
                    shadowed_by: None,
                },
                source,
            ));
        }
    };
    let roots = foreign_roots(place, top, false);
    for path in &roots {
        top.at(path).into_iter().for_each(&mut add);
    }
    if roots.is_empty() && place.alone {
        add(top);
    }
    list
}
