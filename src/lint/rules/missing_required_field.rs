//! A server without a field that its host insists on.

use super::common::within;
use super::wrong_type::is_named_oddly;
use crate::diagnostic::Level;
use crate::host::reading::Due;
use crate::host::tell::{is_strange, no_root, no_server, required, tell};
use crate::host::{Field, Kind, MissingTag, Out, OutValue, Problem};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};

use super::foreign_field::has_foreign_tag;

pub(super) static RULE: Rule = Rule {
    id: "missing-required-field",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    yields_to: &["missing-transport", "missing-type"],
    page: crate::lint::page!("../../../docs/rules/missing-required-field.md"),
    checks: &[Check::File(empty), Check::File(root), Check::Server(check)],
    ..Rule::NEW
};

/// A file without any server, where the host insists on one.
fn empty(file: &File<'_>, out: &mut Found<'_>) {
    let strange = file.root().is_some_and(|root| is_strange(file.place, root));
    if file.aside.is_none() && file.fault.is_none() && file.strays.is_empty() && !strange {
        no_server(file.host, file.place, &file.found).map(|told| out.tell(told));
    }
}

/// Keys at the top that the host insists on.
fn root(file: &File<'_>, out: &mut Found<'_>) {
    if file.aside.is_some() {
        return;
    }
    let own = file.root().filter(|root| !is_strange(file.place, root));
    let told = own.map_or_else(Vec::new, |root| {
        let mut told = required(file.host, file.place, root);
        told.extend(no_root(file.host, file.place, root));
        told
    });
    for told in told {
        if told.rule == RULE.id {
            out.tell(told);
        }
    }
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for problem in server.problems() {
        let fix = match problem {
            // One that is no string is the business of another rule.
            Problem::Unnamed if is_named_oddly(server) => continue,
            Problem::Unnamed => None,
            // One with a URL is the business of another rule.
            Problem::MissingTag { meant, .. } if *meant == Transport::Stdio => {
                if !is_due(file, server) || has_foreign_tag(file, server) {
                    continue;
                }
                tag_fix(file, server)
            }
            Problem::MissingField(Due::Which(field, parent)) => {
                word_fix(file, server, field, parent)
            }
            Problem::MissingField(Due::OfGroup(field, _)) => {
                matches!(field.kind, Kind::List | Kind::ScalarList).then(|| {
                    Fix::safe(format!("add an empty `{}`", field.name))
                        .set(within(file, server, field.name), Out::list([]))
                })
            }
            Problem::MissingField(Due::On(field, _)) => neutral_fix(file, server, field),
            Problem::MissingField(_) => None,
            _ => continue,
        };
        let finding = out.tell(tell(server, problem));
        if let Some(fix) = fix {
            finding.help(fix.title.clone()).fix(fix);
        }
    }
}

/// Adds what every other host takes a missing field for: no arguments, and a server that is enabled.
fn neutral_fix(file: &File<'_>, server: &LintServer<'_>, field: &'static Field) -> Option<Fix> {
    let (title, value) = match (field.slot, field.kind) {
        (Slot::Args, Kind::List | Kind::ScalarList) => (
            format!("add an empty `{}`", field.name),
            OutValue::Array(Vec::new()),
        ),
        (Slot::Enabled, Kind::Flag) => (
            format!("add `{}` with the value `true`", field.name),
            OutValue::Bool(true),
        ),
        _ => return None,
    };
    Some(Fix::safe(title).set(within(file, server, field.name), Out::added(value)))
}

/// Names the transport of a process.
fn tag_fix(file: &File<'_>, server: &LintServer<'_>) -> Option<Fix> {
    let format = file.place.format;
    let (tag, word) = (
        format.transports.tag?,
        format.spelling(Transport::Stdio)?.word,
    );
    let fix = Fix::safe(format!("add `{tag}` with the value `{word}`"));
    Some(fix.set_text(within(file, server, tag), word))
}

/// Whether a process has to be called one.
pub(super) fn is_due(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let missing = file.place.format.missing_tag(server.is_wrapped());
    let due = missing == MissingTag::Refused && server.tag.is_none() && server.url.is_none();
    due && server.known(Slot::Command).next().is_some()
}

/// Names the group that all members of an object belong to, if there is only one.
fn word_fix(
    file: &File<'_>,
    server: &LintServer<'_>,
    field: &'static Field,
    parent: &str,
) -> Option<Fix> {
    let Kind::Group(groups) = field.kind else {
        return None;
    };
    let table = server.node.dotted(parent)?;
    let of = |names: &[&str]| {
        table.members().iter().all(|member| {
            names.iter().any(|name| {
                name.strip_prefix(parent)
                    .is_some_and(|rest| rest[1..] == *member.key)
            })
        })
    };
    let mut fitting = groups
        .iter()
        .filter(|(_, names)| !table.members().is_empty() && of(names));
    let (word, _) = fitting.next().filter(|_| fitting.next().is_none())?;
    let fix = Fix::safe(format!("add `{}` with the value `{word}`", field.name));
    Some(fix.set_text(within(file, server, field.name), *word))
}
