//! A field that only means something on servers of another transport.

use crate::diagnostic::Level;
use crate::host::Cost;
use crate::lint::file::{File, Server};
use crate::lint::reach::{article, filled, given, level, unsupported};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Value};

pub(super) static RULE: Rule = Rule {
    id: "field-not-for-transport",
    level: Level::Warning,
    group: Group::Transport,
    page: include_str!("../../../docs/rules/field-not-for-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let Some(kind) = server.kind else { return };
    // With both a program and an address, or a tag for one, nobody knows which of the fields is the odd one.
    let program = given(server, Slot::Command).next().is_some();
    let both = program && (kind != Transport::Stdio || given(server, Slot::Url).next().is_some());
    // And no field is for a transport that the host does not have.
    if both || unsupported(file, server).is_some() {
        return;
    }
    let mut last = "";
    for at in &server.fields {
        let Some(field) = at.field.filter(|field| {
            !field.on.has(kind) && !matches!(field.slot, Slot::Command | Slot::Url)
        }) else {
            continue;
        };
        let cost = cost(file, field.name);
        let says = filled(&at.member.value) && !matches!(at.member.value.value, Value::Bool(false));
        if !says && cost == Cost::Ignored {
            continue;
        }
        // Of a group of nested fields the key that holds them is enough.
        let name = at.name.split('.').next().unwrap_or(&at.name);
        if name == last {
            continue;
        }
        last = name;
        let Some(member) = server.node.member(name) else {
            continue;
        };
        let what = if cost == Cost::Ignored {
            "has no effect"
        } else {
            "is not allowed"
        };
        let finding = out.add(
            member.key_span,
            format!(
                "`{}` is {} server, on which `{name}` {what}",
                server.name,
                article(kind)
            ),
        );
        let level = if cost == Cost::Ignored && is_default(file, name, &member.value) {
            Level::Info
        } else {
            level(cost)
        };
        finding
            .level(level)
            .label(format!("{} {}", file.host_name(), cost.consequence()))
            .help(help(server, kind, field.slot));
    }
}

/// Whether it says what holds anyway, so that nobody need have meant anything by it.
fn is_default(file: &File<'_>, field: &str, value: &Node<'_>) -> bool {
    let says = |words: &[&str]| {
        value.items().len() == words.len()
            && value
                .items()
                .iter()
                .zip(words)
                .all(|(item, word)| item.as_str() == Some(*word))
    };
    file.host
        .facts
        .defaults
        .iter()
        .any(|(name, words)| *name == field && says(words))
}

fn cost(file: &File<'_>, field: &str) -> Cost {
    file.host
        .facts
        .crossing
        .iter()
        .find(|(name, _)| *name == field)
        .map_or(file.place.format.other_transport, |(_, cost)| *cost)
}

fn help(server: &Server<'_>, kind: Transport, slot: Slot) -> &'static str {
    let bridged = kind == Transport::Stdio
        && server
            .launch()
            .is_some_and(|launch| launch.second_stage.is_some());
    match slot {
        Slot::Headers if bridged => "pass headers to the bridge as `--header` arguments",
        Slot::Env => "send what the server needs in headers, or set it where the server runs",
        Slot::Headers => "pass it to the program as a variable or an argument",
        _ => "take it out",
    }
}
