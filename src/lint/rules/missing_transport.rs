//! A server with neither a program nor an address.

use crate::diagnostic::Level;
use crate::host::{Field, Kind};
use crate::lint::file::{File, Server};
use crate::lint::reach::given;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::Language;

use super::foreign_field::is_group;
use super::misplaced_server::is_no_server;

pub(super) static RULE: Rule = Rule {
    id: "missing-transport",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    yields_to: &["misplaced-server"],
    page: include_str!("../../../docs/rules/missing-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let reached = given(server, Slot::Command)
        .chain(given(server, Slot::Url))
        .next()
        .is_some();
    // What stands in a group of fields is told by the rule about such groups.
    let grouped = server.fields.iter().any(is_group);
    if reached
        || grouped
        || !server.node.is_object()
        || is_defined_elsewhere(file, server)
        || is_no_server(file, server)
    {
        return;
    }
    let finding = out.add(
        server.name_span,
        format!("`{}` has neither a command nor an address", server.name),
    );
    finding.label(format!(
        "{} {}",
        file.host_name(),
        file.place.format.bad_server.consequence()
    ));
    match parent(file, server) {
        Some((parent, field)) => {
            let table = format!(
                "{}.{parent}.{}",
                file.found
                    .roots
                    .first()
                    .map(|root| root.join("."))
                    .unwrap_or_default(),
                field.name
            );
            finding.help(format!(
                "the quotes make one name of it; write `[{table}]` for the `{}` of `{parent}`",
                field.name
            ));
            finding.fix(unquote(file, server, parent, field));
        }
        None => {
            let keys: Vec<String> = file
                .place
                .format
                .transports
                .infer
                .iter()
                .map(|(key, _)| format!("`{key}`"))
                .collect();
            finding.help(format!("add {}", keys.join(" or ")));
        }
    }
}

fn is_defined_elsewhere(file: &File<'_>, server: &Server<'_>) -> bool {
    let facts = &file.host.facts;
    let tag = server.tag.and_then(|tag| tag.as_str());
    let switched = file.runtime().toggles
        && !server.fields.is_empty()
        && server
            .fields
            .iter()
            .all(|at| at.slot == Some(Slot::Enabled));
    switched
        || tag.is_some_and(|word| facts.reference_tags.contains(&word))
        || server
            .fields
            .iter()
            .any(|at| facts.reference_fields.contains(&&*at.name))
        || file.runtime().reserved_bare.contains(&server.name)
}

/// Whether the entry is the variables or headers of another server, cut off from it by quotes.
pub(super) fn is_cut_off(file: &File<'_>, server: &Server<'_>) -> bool {
    given(server, Slot::Command)
        .chain(given(server, Slot::Url))
        .next()
        .is_none()
        && parent(file, server).is_some()
}

/// The server and the map that `[servers."name.env"]` was meant for.
fn parent<'f>(file: &'f File<'_>, server: &'f Server<'_>) -> Option<(&'f str, &'static Field)> {
    let (parent, last) = server
        .name
        .rsplit_once('.')
        .filter(|_| file.place.language == Language::Toml)?;
    let field = file.host.fields(file.place).iter().find(|field| {
        field.name == last && matches!(field.kind, Kind::Map | Kind::LooseMap | Kind::HeaderVars)
    })?;
    server
        .fields
        .iter()
        .all(|at| at.member.value.as_str().is_some())
        .then_some((parent, field))
}

/// Takes the quotes away, if the server is there and lacks the map, so that no other meaning is possible.
fn unquote(
    file: &File<'_>,
    server: &Server<'_>,
    parent: &str,
    field: &'static Field,
) -> Option<Fix> {
    let owner = file.seen().find(|other| other.name == parent)?;
    let quoted = &file.text[server.name_span.range()];
    let plain = server
        .name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'));
    let once = file.text.matches(quoted).count() == 1;
    let is_name =
        quoted.trim_matches(['"', '\'']) == server.name && quoted.len() == server.name.len() + 2;
    (plain && once && is_name && owner.node.member(field.name).is_none())
        .then(|| Fix::safe("take the quotes away").replace(server.name_span, server.name))
}
