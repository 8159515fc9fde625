//! A server with neither a program nor an address.

use crate::diagnostic::Level;
use crate::host::tell::tell;
use crate::host::{Cost, Field, Kind, Problem};
use crate::lint::file::{File, LintServer};
use crate::lint::reach::given;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::{Language, Tree};

use super::foreign_field::is_group;
use super::misplaced_server::is_no_server;

pub(super) static RULE: Rule = Rule {
    id: "missing-transport",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    yields_to: &["misplaced-server"],
    page: crate::lint::page!("../../../docs/rules/missing-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let missing = |problem: &&Problem<'_>| matches!(problem, Problem::MissingTransport { .. });
    let Some(problem) = server.problems().iter().find(missing) else {
        return;
    };
    // A key of another host is told as such.
    let reached = given(server, Slot::Command)
        .chain(given(server, Slot::Url))
        .next()
        .is_some();
    // What stands in a group of fields is told by the rule about such groups.
    let grouped = server.fields.iter().any(is_group);
    if reached || grouped || is_no_server(file, server) {
        return;
    }
    let finding = out.tell(tell(server, problem));
    // A command that is left empty in a server that nobody starts is not missed.
    let left_empty = server
        .known(Slot::Command)
        .chain(server.known(Slot::Url))
        .next()
        .is_some();
    if left_empty && is_disabled(server) && problem.cost(server) == Cost::Server {
        finding.level(Level::Info);
    }
    if let Some((parent, field)) = parent(file, server) {
        let root = file.found.roots.first().map(|root| root.join("."));
        let table = format!("{}.{parent}.{}", root.unwrap_or_default(), field.name);
        finding
            .help(format!(
                "the quotes make one name of it; write `[{table}]` for the `{}` of `{parent}`",
                field.name
            ))
            .fix(unquote(file, server, parent, field));
    }
}

/// Whether the entry itself says that the server is not used.
fn is_disabled(server: &LintServer<'_>) -> bool {
    server.known(Slot::Enabled).any(|at| {
        let off = |field: &Field| matches!(at.member.value.value, Tree::Bool(flag) if flag == (field.kind == Kind::NotFlag));
        at.field.is_some_and(off)
    })
}

/// Whether the entry is the variables or headers of another server, cut off from it by quotes.
pub(super) fn is_cut_off(file: &File<'_>, server: &LintServer<'_>) -> bool {
    given(server, Slot::Command)
        .chain(given(server, Slot::Url))
        .next()
        .is_none()
        && parent(file, server).is_some()
}

/// The server and the map that `[servers."name.env"]` was meant for.
fn parent<'f>(file: &'f File<'_>, server: &'f LintServer<'_>) -> Option<(&'f str, &'static Field)> {
    let (parent, last) = server
        .name
        .rsplit_once('.')
        .filter(|_| file.place.language == Language::Toml)?;
    let field = file.fields().find(|field| {
        field.name == last && (field.kind.is_map() || field.kind == Kind::HeaderVars)
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
    server: &LintServer<'_>,
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
        .then(|| Fix::safe("remove the quotes").replace(server.name_span, server.name))
}
