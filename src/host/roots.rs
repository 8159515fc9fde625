//! Where in a document the servers are, and what else in it speaks of them.

mod found;

use found::own_name;
pub(crate) use found::{FoundGate, FoundServers, Hidden, ServerEntry, pointer};

use std::collections::{HashMap, HashSet};

use super::{Kind, Place, is_single_server};
use crate::diagnostic::{Diagnostic, Level};
use crate::order::Order as _;
use crate::syntax::{Document, Node, Span, Step, Tree, odd_word};

/// Finds the servers of `place` in `document`.
///
/// Nothing is found, and no error, when none of the place's roots is there.
///
/// # Errors
/// A root that is there but cannot hold servers.
pub(crate) fn find<'n, 't>(
    document: &'n Document<'t>,
    place: &Place,
) -> Result<FoundServers<'n, 't>, Box<Diagnostic>> {
    let mut found = FoundServers {
        origin: document.origin.as_ref(),
        ..FoundServers::default()
    };
    let Some(top) = &document.root else {
        return Ok(found);
    };
    if !top.is_object() {
        return Err(fault(
            top.span,
            format!("the document is {}, not an object", top.kind()),
        ));
    }
    let mut seen = HashSet::new();
    let only = place.first_root.iter().find(|root| top.at(root).is_some());
    if let Some(only) = only {
        pass_over(top, place, only, &mut found.hidden);
    }
    let read = |root: &&&[&str]| only.is_none_or(|only| only == *root);
    for root in place.roots.iter().filter(read) {
        hide(top, root, &mut seen, &mut found.hidden);
        walk(top, root, &mut Vec::new(), &mut |path, node| {
            // A server may well be called what the inner map is called.
            if place.inner.is_some()
                && root.last().copied() == place.inner
                && looks_like_a_server(node)
            {
                return Ok(());
            }
            if place.null_servers && matches!(node.value, Tree::Null) {
                return Ok(());
            }
            if place.paths
                && let Some(maps) = maps(node)
            {
                for (step, map) in maps {
                    found.roots.push([path, &[step]].concat());
                    found.empty = Some(map.span);
                    servers(map, place, found.roots.len() - 1, &mut found.servers)?;
                }
                return Ok(());
            }
            found.roots.push(path.to_vec());
            found.empty = Some(node.span);
            if place.numbers(node) {
                found.numbered = Some(node.span);
            }
            let at = found.roots.len() - 1;
            let first = found.servers.len();
            servers(node, place, at, &mut found.servers)?;
            if place.inner.is_some() && root.last().copied() == place.inner {
                let inner = &mut found.servers[first..];
                inner.iter_mut().for_each(|entry| entry.inner = true);
            }
            Ok(())
        })?;
    }
    if found.roots.is_empty() && place.bare.takes(top) {
        found.roots.push(Vec::new());
        servers(top, place, 0, &mut found.servers)?;
    }
    if found.roots.is_empty() && place.single && is_single_server(top, place) {
        found.roots.push(Vec::new());
        found.servers.push(ServerEntry {
            name: document.name.unwrap_or("server"),
            name_span: Span::new(top.span.range().start, top.span.range().start),
            node: top,
            root: 0,
            key: None,
            index: None,
            whole: true,
            inner: false,
            shadowed_by: None,
        });
    }
    // Of several roots, each with gates of its own, by the object that holds both.
    let mut owners: HashMap<&[&str], usize> = HashMap::new();
    if place.gates.iter().any(|gate| gate.path.contains(&"*")) {
        for (at, root) in found.roots.iter().enumerate() {
            if let Some((_, owner)) = root.split_last() {
                owners.entry(owner).or_insert(at);
            }
        }
    }
    let mut gates = Vec::new();
    for gate in place.gates {
        walk(top, gate.path, &mut Vec::new(), &mut |path, node| {
            let own = path.split_last().filter(|_| gate.path.contains(&"*"));
            let root = own.and_then(|(_, owner)| owners.get(owner).copied());
            gates.push(FoundGate {
                kind: gate.kind,
                path: path.to_vec(),
                node,
                root,
            });
            Ok(())
        })?;
    }
    found.gates = gates;
    found.prompts = place.prompts.and_then(|path| top.at(path));
    Ok(found)
}

/// The maps of servers in a list of such maps and of paths of files, each with its position.
fn maps<'n, 't>(node: &'n Node<'t>) -> Option<Vec<(&'static str, &'n Node<'t>)>> {
    let Tree::Array(items) = &node.value else {
        return None;
    };
    let maps = STEPS
        .into_iter()
        .zip(items)
        .filter(|(_, it)| it.is_object());
    let maps: Vec<_> = maps.collect();
    let named = items.iter().filter(|it| it.as_str().is_some()).count();
    (!maps.is_empty() && maps.len() + named == items.len()).then_some(maps)
}

/// Whether nothing but paths of files stands where servers are expected.
pub(crate) fn is_named(node: &Node<'_>) -> bool {
    let items = node.items();
    let named = |node: &Node<'_>| node.as_str().is_some();
    named(node) || !items.is_empty() && items.iter().all(named)
}

/// Whether a text is the path of a JSON file.
fn is_file(node: &Node<'_>) -> bool {
    node.as_str().is_some_and(|path| path.ends_with(".json"))
}

/// The steps of a path under which servers were found.
pub(crate) fn steps(place: &Place, top: Option<&Node<'_>>, path: &[&str]) -> Vec<Step> {
    // Positions are only found in lists of maps and of files. To look for them takes as long as the document.
    if !place.paths {
        return path
            .iter()
            .map(|key| Step::Key((*key).to_owned()))
            .collect();
    }
    let mut node = top;
    let step = |key: &&str| {
        let items = node.map(Node::items).unwrap_or_default();
        let index = key.parse().ok().filter(|at| *at < items.len());
        node = match index {
            Some(at) => items.get(at),
            None => node
                .and_then(|node| node.member(key))
                .map(|member| &member.value),
        };
        index.map_or_else(|| Step::Key((*key).to_owned()), Step::Index)
    };
    path.iter().map(step).collect()
}

/// Positions in a list as steps of a path. Nobody has more than a few maps of servers in one.
const STEPS: [&str; 32] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

/// Keys by which a server is told from a map of servers.
pub(super) const SERVER_KEYS: [&str; 3] = ["command", "url", "type"];

/// Whether a document is itself a map of servers.
pub(crate) fn is_bare(root: &Node<'_>) -> bool {
    !root.members().is_empty()
        && root
            .members()
            .iter()
            .all(|member| looks_like_a_server(&member.value))
}

pub(super) fn looks_like_a_server(node: &Node<'_>) -> bool {
    SERVER_KEYS.iter().any(|key| node.member(key).is_some())
}

/// Notes the roots that are there, and not read because of `only`.
fn pass_over<'n, 't>(
    top: &'n Node<'t>,
    place: &Place,
    only: &'static [&'static str],
    hidden: &mut Vec<Hidden<'n, 't>>,
) {
    let member = |path: &[&str]| {
        let (last, parents) = path.split_last()?;
        top.at(parents)?.member(last)
    };
    let winner = member(only).map(|member| member.key_span);
    for root in place.first_root.iter().filter(|root| **root != only) {
        if let (Some(member), Some(winner)) = (member(root), winner) {
            hidden.push(Hidden {
                path: root.to_vec(),
                member,
                winner,
                instead: Some(only),
            });
        }
    }
}

/// Notes the keys on the way of `pattern` that are hidden by later ones.
fn hide<'n, 't>(
    top: &'n Node<'t>,
    pattern: &[&str],
    seen: &mut HashSet<Span>,
    hidden: &mut Vec<Hidden<'n, 't>>,
) {
    let mut node = top;
    let mut path = Vec::new();
    for key in pattern.iter().take_while(|key| **key != "*") {
        let Some(last) = node.member(key) else { return };
        path.push(&*last.key);
        for member in node
            .members()
            .iter()
            .filter(|member| member.key == *key && member.key_span != last.key_span)
        {
            if seen.insert(member.key_span) {
                hidden.push(Hidden {
                    path: path.clone(),
                    member,
                    winner: last.key_span,
                    instead: None,
                });
            }
        }
        node = &last.value;
    }
}

type Visit<'v, 'n, 't> = &'v mut dyn FnMut(&[&'n str], &'n Node<'t>) -> Result<(), Box<Diagnostic>>;

/// Calls `visit` for every node that `pattern` leads to.
fn walk<'n, 't>(
    node: &'n Node<'t>,
    pattern: &[&str],
    path: &mut Vec<&'n str>,
    visit: Visit<'_, 'n, 't>,
) -> Result<(), Box<Diagnostic>> {
    let Some((first, rest)) = pattern.split_first() else {
        return visit(path, node);
    };
    // Where a key stands twice the last one counts, so the search goes backwards.
    let matching = node
        .members()
        .iter()
        .rev()
        .filter(|member| *first == "*" || member.key == *first);
    let mut matching: Vec<_> = if *first == "*" {
        matching.collect()
    } else {
        matching.take(1).collect()
    };
    matching.reverse();
    for member in matching {
        path.push(&member.key);
        walk(&member.value, rest, path, visit)?;
        path.pop();
    }
    Ok(())
}

fn servers<'n, 't>(
    node: &'n Node<'t>,
    place: &Place,
    root: usize,
    servers: &mut Vec<ServerEntry<'n, 't>>,
) -> Result<(), Box<Diagnostic>> {
    let first = servers.len();
    if place.list {
        if !matches!(node.value, crate::syntax::Tree::Array(_)) {
            return Err(fault(
                node.span,
                format!("the servers are {}, not a list", node.kind()),
            ));
        }
        for (index, item) in node.items().iter().enumerate() {
            let name = item.member("name");
            let (text, span) = name
                .and_then(|member| Some((member.value.as_str()?, member.value.span)))
                .unwrap_or_else(|| {
                    let name = place.unnamed.get(index).copied();
                    (name.unwrap_or_default(), item.span)
                });
            servers.push(ServerEntry {
                name: text,
                name_span: span,
                node: item,
                root,
                key: None,
                index: Some(index),
                whole: false,
                inner: false,
                shadowed_by: None,
            });
        }
    } else if place.numbers(node) {
        for (item, name) in node.items().iter().zip(POSITIONS) {
            servers.push(ServerEntry {
                name,
                name_span: item.span,
                node: item,
                root,
                key: None,
                index: None,
                whole: false,
                inner: false,
                shadowed_by: None,
            });
        }
    } else {
        if is_named(node) && (place.paths || is_file(node)) {
            let message = "the servers are in another file, which this one names";
            let problem = fault(node.span, message.to_owned());
            return Err(match node.as_str() {
                Some(path) => Box::new(problem.help(format!("convert `{path}`"))),
                None => problem,
            });
        }
        if !node.is_object() {
            return Err(fault(
                node.span,
                format!("the servers are {}, not an object", node.kind()),
            ));
        }
        servers.reserve_exact(node.members().len());
        let mut fields = place.format.fields.iter();
        let ids = place.format.runtime.ids.names;
        let own = fields.find(|field| field.kind == Kind::OwnName);
        for member in node.members() {
            if place.inner == Some(&*member.key) && !looks_like_a_server(&member.value) {
                continue;
            }
            if place.beside.contains(&&*member.key) && !looks_like_a_server(&member.value) {
                continue;
            }
            // An entry whose key is no string is skipped, whatever its name.
            let bare = member.key_span.range().len() == member.key.len();
            let odd = place.text_names && bare && odd_word(&member.key).is_some();
            let own = own.filter(|_| !odd);
            let own = own.and_then(|field| own_name(member, field, ids));
            servers.push(ServerEntry {
                name: own.unwrap_or(&member.key),
                // What is wrong with a key is wrong with the server.
                name_span: member.key_span,
                node: &member.value,
                root,
                key: own.map(|_| &*member.key),
                index: None,
                whole: false,
                inner: false,
                shadowed_by: None,
            });
        }
    }
    shadow(&mut servers[first..], place.first_wins);
    Ok(())
}

/// The names that positions give. A longer list is nobody's, and a mistake whatever its host makes of it.
const POSITIONS: [&str; 32] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
    "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29", "30", "31",
];

impl Place {
    /// Whether the positions in `node` are the names of the servers.
    pub(super) fn numbers(&self, node: &Node<'_>) -> bool {
        self.numbered && matches!(&node.value, Tree::Array(items) if items.len() <= POSITIONS.len())
    }
}

/// What is wrong with a list in the place of a map, where the host makes do with it.
pub(super) const NOT_A_MAP: &str = "the servers are a list, not an object";

/// Marks all but one of the entries that share a name: the last, or the first where that one wins.
fn shadow(servers: &mut [ServerEntry<'_, '_>], first_wins: bool) {
    let mut order: Vec<u32> = (0..u32::try_from(servers.len()).unwrap_or(u32::MAX)).collect();
    if first_wins {
        order.reverse();
    }
    order.order_by_key(|&at| servers[at as usize].name);
    for pair in order.windows(2).rev() {
        let (loser, winner) = (pair[0] as usize, pair[1] as usize);
        // Items of a list that have no name have nothing in common.
        // Of entries with names of their own, nobody has found out which one wins.
        let keyed = servers[loser].key.is_some() || servers[winner].key.is_some();
        if !keyed
            && servers[loser].name == servers[winner].name
            && (servers[loser].index.is_none() || !servers[loser].name.is_empty())
        {
            servers[loser].shadowed_by = servers[winner]
                .shadowed_by
                .or(Some(servers[winner].name_span));
        }
    }
}

fn fault(span: Span, message: String) -> Box<Diagnostic> {
    Box::new(
        Diagnostic::new("wrong-type", Level::Error, span, message)
            .label("servers are expected here"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Field, Format, Kind, Spelling, Transports};
    use crate::model::{Slot, Transport};
    use crate::syntax::parse;

    static FORMAT: Format = Format {
        fields: &[Field::new("command", Slot::Command, Kind::Text).stdio()],
        transports: Transports {
            words: &[Spelling::implied(Transport::Stdio, "")],
            ..Transports::NEW
        },
        ..Format::NEW
    };

    fn names(place: &Place, text: &str, file: Option<&str>) -> Vec<String> {
        let document = parse(text, place.language).expect("JSON").named(file);
        let found = find(&document, place).expect("servers");
        let pointers = found.servers.iter();
        pointers
            .map(|entry| format!("{} {}", entry.name, entry.pointer(&found.roots)))
            .collect()
    }

    #[test]
    fn a_document_that_is_one_server_is_called_as_its_file() {
        let place = Place {
            format: &FORMAT,
            single: true,
            ..Place::JSON
        };
        let text = r#"{"command": "x"}"#;
        assert_eq!(names(&place, text, Some("notes")), ["notes "]);
        assert_eq!(names(&place, text, None), ["server "]);
        let map = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
        assert_eq!(names(&place, map, Some("notes")), ["a /mcpServers/a"]);
    }

    #[test]
    fn items_without_names_are_called_by_their_numbers() {
        let place = Place {
            format: &FORMAT,
            list: true,
            unnamed: &["first"],
            ..Place::JSON
        };
        let text = r#"{"mcpServers": [{"command": "x"}, {"command": "y"}, {"command": "z"}]}"#;
        let found = names(&place, text, None);
        assert_eq!(
            found,
            ["first /mcpServers/0", " /mcpServers/1", " /mcpServers/2"]
        );
    }
}
