//! Servers in the terms of their host, whatever shape they are in.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::stray::strays;
use super::{At, File, Pair, Server, Text};
use crate::host::{
    Aside, Field, Found, Host, Kind, Place, Scope, ServerEntry, choose, find, find_tag,
};
use crate::hosts::HOSTS;
use crate::model::Slot;
use crate::syntax::{Document, Node, Value};

/// A document and what is known about it from outside.
pub(crate) struct Given<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) bom: bool,
    pub(crate) utf16: bool,
    pub(crate) document: &'a Document<'a>,
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) aside: Option<&'static Aside>,
    pub(crate) scope: Scope,
}

impl<'a> File<'a> {
    pub(crate) fn new(given: Given<'a>) -> Self {
        let Given {
            path,
            text,
            bom,
            utf16,
            document,
            host,
            place,
            aside,
            scope,
        } = given;
        let (found, fault) = match find(document, place) {
            Ok(found) => (found, None),
            Err(fault) => (Found::default(), Some(fault)),
        };
        let mut servers: Vec<Server<'a>> = found
            .servers
            .iter()
            .map(|entry| server(host, place, entry))
            .collect();
        let lost = document
            .root
            .as_ref()
            .filter(|_| aside.is_none() && fault.is_none() && found.roots.is_empty());
        let mut strays = lost.map(|top| strays(host, place, top)).unwrap_or_default();
        // A document of no particular host has its servers under whatever key people are used to.
        if host.facts.lenient {
            servers.extend(
                std::mem::take(&mut strays)
                    .into_iter()
                    .filter(|server| !server.name.is_empty()),
            );
        }
        Self {
            path,
            text,
            bom,
            utf16,
            document,
            host,
            place,
            aside,
            scope,
            found,
            fault,
            servers,
            strays,
        }
    }
}

pub(super) fn server<'a>(
    host: &'static Host,
    place: &'static Place,
    entry: &ServerEntry<'a, 'a>,
) -> Server<'a> {
    let node = entry.node;
    let mut fields = Vec::new();
    members(host, place, node, "", &mut fields);
    let kind = node
        .is_object()
        .then(|| choose(host, place, entry.name, node, &mut |_| {}).ok())
        .flatten()
        .map(|choice| choice.transport);
    let mut server = Server {
        name: entry.name,
        name_span: entry.name_span,
        node,
        hidden: entry.shadowed_by.is_some(),
        kind,
        tag: find_tag(host, place, node),
        fields: Vec::new(),
        command: None,
        args: Vec::new(),
        env: Vec::new(),
        handed: Vec::new(),
        url: None,
        headers: Vec::new(),
        cwd: None,
        line: OnceCell::new(),
        launch: OnceCell::new(),
        packages: OnceCell::new(),
        astray: OnceCell::new(),
    };
    let mut args = Vec::new();
    for at in &fields {
        fill(&mut server, at, &mut args);
    }
    server.args.append(&mut args);
    server.fields = fields;
    server
}

/// Puts a member into the slot it is about. Arguments that stand beside the program come first.
fn fill<'a>(server: &mut Server<'a>, at: &At<'a>, args: &mut Vec<Text<'a>>) {
    let Some(slot) = at.slot else { return };
    let node = &at.member.value;
    // Nested members have no name of their own that lives as long as the document; the last part does.
    let field: &'a str = &at.member.key;
    let text = |node: &'a Node<'a>, slot| {
        node.as_str().map(|text| Text {
            text,
            span: node.span,
            slot,
            field,
        })
    };
    let texts = |slot| node.items().iter().filter_map(move |item| text(item, slot));
    let pairs = |slot| {
        node.members().iter().map(move |member| Pair {
            key: &member.key,
            key_span: member.key_span,
            value: text(&member.value, slot),
            node: &member.value,
            field,
        })
    };
    let kind = at.field.map(|field| field.kind);
    match slot {
        Slot::Command => {
            if let Some(whole) = text(node, slot) {
                let splits = matches!(kind, Some(Kind::Line | Kind::LineOrArgv))
                    && whole.text.contains(char::is_whitespace)
                    && !whole.text.contains('\\');
                let has_args = server
                    .node
                    .member("args")
                    .is_some_and(|args| !args.value.items().is_empty());
                if splits && !(kind == Some(Kind::Line) && has_args) {
                    let mut words = whole.text.split_whitespace();
                    server.command = words.next().map(|text| Text { text, ..whole });
                    server.args.extend(words.map(|text| Text {
                        text,
                        slot: Slot::Args,
                        ..whole
                    }));
                } else {
                    server.command = Some(whole);
                }
            } else if let Value::Array(_) = node.value {
                let mut words = texts(Slot::Args);
                server.command = words.next().map(|word| Text { slot, ..word });
                server.args.extend(words);
            }
        }
        Slot::Args => args.extend(texts(slot)),
        Slot::Env if kind == Some(Kind::EnvNames) => {
            server.handed.extend(node.items().iter().filter_map(|item| {
                text(item, slot)
                    .or_else(|| item.member("name").and_then(|name| text(&name.value, slot)))
            }))
        }
        Slot::Env => server.env.extend(pairs(slot)),
        Slot::Headers
            if matches!(
                kind,
                Some(Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar)
            ) => {}
        Slot::Headers => server.headers.extend(pairs(slot)),
        // A key that the host knows counts before one that it does not.
        Slot::Url if at.field.is_some() || server.url.is_none() => {
            server.url = text(node, slot).or(server.url)
        }
        Slot::Cwd if at.field.is_some() || server.cwd.is_none() => {
            server.cwd = text(node, slot).or(server.cwd)
        }
        _ => {}
    }
}

/// The members of `node`, whose names all start with `prefix`.
fn members<'a>(
    host: &'static Host,
    place: &'static Place,
    node: &'a Node<'a>,
    prefix: &str,
    fields: &mut Vec<At<'a>>,
) {
    for member in node.members() {
        let name: Cow<'a, str> = if prefix.is_empty() {
            Cow::Borrowed(&*member.key)
        } else {
            Cow::Owned(format!("{prefix}{}", member.key))
        };
        if place.list && name == "name" {
            continue;
        }
        let known = host.fields(place);
        let inside = |path: &&'static str| {
            path.strip_prefix(&*name)
                .is_some_and(|rest| rest.starts_with('.'))
        };
        let plain = !member.key.contains('.');
        let nested = plain
            && member.value.is_object()
            && known
                .iter()
                .any(|field| names(field).any(|known| inside(&known)));
        if nested {
            members(host, place, &member.value, &format!("{name}."), fields);
            continue;
        }
        let field = known
            .iter()
            .find(|field| plain && names(field).any(|known| known == name))
            .filter(|_| !place.format.without.contains(&&*name));
        let slot = field
            .map(|field| field.slot)
            .or_else(|| foreign_slot(&name));
        fields.push(At {
            name,
            member,
            field,
            slot,
        });
    }
}

fn names(field: &'static Field) -> impl Iterator<Item = &'static str> {
    std::iter::once(field.name).chain(field.aliases.iter().copied())
}

/// Names of fields in hosts that we have no table of.
const ELSEWHERE: &[(&str, Slot)] = &[
    ("cmd", Slot::Command),
    ("envs", Slot::Env),
    ("environment", Slot::Env),
    ("uri", Slot::Url),
    ("serverUrl", Slot::Url),
    ("baseUrl", Slot::Url),
    ("httpUrl", Slot::Url),
    ("workingDirectory", Slot::Cwd),
    ("isActive", Slot::Enabled),
    ("active", Slot::Enabled),
    ("alwaysAllow", Slot::Approvals),
    ("autoApprove", Slot::Approvals),
];

/// A field that other hosts have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Foreign {
    /// What it is about.
    pub(crate) slot: Slot,
    /// How its value is written.
    pub(crate) kind: Kind,
    /// A host that calls it so, if we have a table of one.
    pub(crate) host: Option<&'static Host>,
}

/// What hosts other than `host` mean by a field of this name.
pub(crate) fn foreign(host: &'static Host, name: &str) -> Option<Foreign> {
    let slot = foreign_slot(name)?;
    let others = HOSTS
        .iter()
        .filter(|other| !std::ptr::eq(**other, host) && !other.facts.lenient);
    let same =
        |field: &&'static Field| field.slot == slot && names(field).any(|known| known == name);
    let found = others.into_iter().find_map(|other| {
        other
            .main()
            .fields
            .iter()
            .find(same)
            .map(|field| (*other, field))
    });
    let kind = match slot {
        Slot::Env | Slot::Headers => Kind::Map,
        Slot::Enabled => Kind::Flag,
        Slot::Approvals => Kind::Approved,
        _ => Kind::Text,
    };
    Some(Foreign {
        slot,
        kind: found.map_or(kind, |(_, field)| field.kind),
        host: found.map(|(host, _)| host),
    })
}

/// Whether any host has a field of this name, whatever it means by it.
pub(crate) fn is_known_somewhere(name: &str) -> bool {
    let inside = |known: &str| {
        known
            .strip_prefix(name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    foreign_slot(name).is_some()
        || HOSTS
            .iter()
            .flat_map(|host| host.main().fields)
            .any(|field| names(field).any(inside))
}

/// What other hosts mean by a field of this name, if they agree.
pub(crate) fn foreign_slot(name: &str) -> Option<Slot> {
    if let Some((_, slot)) = ELSEWHERE.iter().find(|(known, _)| *known == name) {
        return Some(*slot);
    }
    HOSTS
        .iter()
        .flat_map(|host| host.main().fields)
        .find(|field| field.slot != Slot::Native && names(field).any(|known| known == name))
        .map(|field| field.slot)
}
