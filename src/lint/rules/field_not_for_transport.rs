//! A field that only means something on servers of another transport.

use crate::diagnostic::Level;
use crate::host::tell::tell;
use crate::host::{Cost, Problem};
use crate::lint::file::{At, File, LintServer};
use crate::lint::reach::{given, unsupported};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::{Slot, Transport};
use crate::syntax::Node;

pub(super) static RULE: Rule = Rule {
    id: "field-not-for-transport",
    level: Level::Warning,
    group: Group::Transport,
    page: crate::lint::page!("../../../docs/rules/field-not-for-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(kind) = server.kind else { return };
    // With both a program and a URL, or a tag for one, nobody knows which of the fields is the odd one.
    let program = given(server, Slot::Command).next().is_some();
    // Nor does a host that does not know the name of the URL know what the other fields are for.
    let unknown = |at: &At<'_>| at.field.is_none() && at.slot == Some(Slot::Url);
    let elsewhere = !program && kind == Transport::Stdio && server.fields.iter().any(unknown);
    let both = program && (kind != Transport::Stdio || given(server, Slot::Url).next().is_some());
    // And no field is for a transport that the host does not have.
    if both || elsewhere || unsupported(file, server).is_some() {
        return;
    }
    for problem in server.problems() {
        let Problem::OtherTransport { at } = problem else {
            continue;
        };
        let at = &server.fields[*at];
        let (Some(slot), cost) = (at.slot, problem.cost(server)) else {
            continue;
        };
        let top = at.name.split('.').next().unwrap_or(&at.name);
        let default = cost == Cost::Ignored
            && server
                .node
                .member(top)
                .is_some_and(|member| is_default(file, top, &member.value));
        let finding = out.tell(tell(server, problem));
        finding.help(help(server, kind, slot));
        if default {
            finding.level(Level::Info);
        }
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
    file.place
        .format
        .defaults
        .iter()
        .any(|(name, words)| *name == field && says(words))
}

fn help(server: &LintServer<'_>, kind: Transport, slot: Slot) -> &'static str {
    let bridged = kind == Transport::Stdio
        && server
            .launch()
            .is_some_and(|launch| launch.second_stage.is_some());
    match slot {
        Slot::Headers if bridged => "pass headers to the bridge as `--header` arguments",
        Slot::Env => "send what the server needs in headers, or set it where the server runs",
        Slot::Headers => "pass it to the program as a variable or an argument",
        _ => "remove it",
    }
}
