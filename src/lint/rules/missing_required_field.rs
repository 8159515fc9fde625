//! A server without a field that its host insists on.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::{Field, Kind, Missing, Out, OutValue};
use crate::lint::file::{File, Server};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Span};

use super::foreign_field::has_foreign_tag;
use super::missing_type::without_tag;

pub(super) static RULE: Rule = Rule {
    id: "missing-required-field",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    yields_to: &["missing-transport", "missing-type"],
    page: include_str!("../../../docs/rules/missing-required-field.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    if !server.node.is_object() {
        return;
    }
    let host = file.host_name();
    let label = || format!("{host} {}", file.place.format.bad_server.consequence());
    if file.place.list && server.name.is_empty() {
        let start = server.node.span.range().start;
        let line = file.text[server.node.span.range()]
            .lines()
            .next()
            .unwrap_or_default()
            .len();
        out.add(
            Span::new(start, start + line),
            format!("a server has no `name`, and {host} needs one"),
        )
        .label(label())
        .help("add a `name`");
    }
    let mut say = |field: &str, why: &str, label: &str, fix: Option<Fix>| {
        let name = if server.name.is_empty() {
            "a server".to_owned()
        } else {
            format!("`{}`", server.name)
        };
        let help = fix
            .as_ref()
            .map_or_else(|| format!("add `{field}`"), |fix| fix.title.clone());
        out.add(
            server.name_span,
            format!("{name} has no `{field}`; {host} needs it {why}"),
        )
        .label(label)
        .help(help)
        .fix(fix);
    };
    if let Some((tag, word)) = missing_tag(file, server) {
        let fix = Fix::safe(format!("add `{tag}` with the value `{word}`"))
            .set_text(below(file, server, tag), word);
        say(
            tag,
            "on every server",
            &without_tag(file, server),
            Some(fix),
        );
    }
    let present = |field: &Field| {
        server
            .fields
            .iter()
            .any(|at| at.field.is_some_and(|known| std::ptr::eq(known, field)))
    };
    for field in file.host.fields(file.place) {
        let told = |needed: &str| {
            file.host
                .facts
                .whole
                .iter()
                .any(|(_, inner)| *inner == needed)
        };
        if let Some(needed) = field.needs.filter(|needed| {
            present(field) && server.node.dotted(needed).is_none() && !told(needed)
        }) {
            say(needed, &format!("beside `{}`", field.name), &label(), None);
        }
        if let Kind::Group(groups) = field.kind {
            group(file, server, field, groups, &mut |name, why, fix| {
                say(name, why, &label(), fix)
            });
        }
    }
    for (object, needed) in file.host.facts.whole {
        if server.node.dotted(object).is_some_and(Node::is_object)
            && server.node.dotted(needed).is_none()
        {
            say(needed, &format!("in `{object}`"), &label(), None);
        }
    }
    for (field, kind) in missing(file, server) {
        say(
            field.name,
            &format!("on {} servers", kind.name()),
            &label(),
            None,
        );
    }
}

/// The tag of a process that says nothing about its transport; one with an address is the business of another rule.
fn missing_tag(file: &File<'_>, server: &Server<'_>) -> Option<(&'static str, &'static str)> {
    let tag = file.place.format.transports.tag.filter(|tag| {
        is_due(file, server) && server.node.dotted(tag).is_none() && !has_foreign_tag(file, server)
    })?;
    Some((tag, file.place.format.spelling(Transport::Stdio)?.word))
}

/// Whether a process has to be called one.
pub(super) fn is_due(file: &File<'_>, server: &Server<'_>) -> bool {
    let due = file.place.format.transports.missing == Missing::Refused
        && server.tag.is_none()
        && server.url.is_none();
    due && server.known(Slot::Command).next().is_some()
}

/// Fields that the server's transport cannot do without. What tells the transport itself is the business of another rule.
fn missing(file: &File<'_>, server: &Server<'_>) -> Vec<(&'static Field, Transport)> {
    let Some(kind) = server.kind else {
        return Vec::new();
    };
    let fields = file
        .host
        .fields(file.place)
        .iter()
        .filter(|field| field.required && field.on.has(kind) && field.kind != Kind::Tag);
    let given = |slot: Slot| server.fields.iter().any(|at| at.slot == Some(slot));
    fields
        .filter(|field| !matches!(field.slot, Slot::Command | Slot::Url) && !given(field.slot))
        .map(|field| (field, kind))
        .collect()
}

/// A word that tells which of several groups of fields is there.
fn group(
    file: &File<'_>,
    server: &Server<'_>,
    field: &Field,
    groups: &[(&str, &[&str])],
    say: &mut dyn FnMut(&str, &str, Option<Fix>),
) {
    let Some((parent, _)) = field.name.rsplit_once('.') else {
        return;
    };
    let Some(table) = server.node.dotted(parent).filter(|table| table.is_object()) else {
        return;
    };
    let Some(word) = server.node.dotted(field.name) else {
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
        let only = fitting.next().filter(|_| fitting.next().is_none());
        let fix = only.map(|(word, _)| {
            Fix::safe(format!("add `{}` with the value `{word}`", field.name))
                .set_text(below(file, server, field.name), *word)
        });
        return say(field.name, &format!("in `{parent}`"), fix);
    };
    let names = groups
        .iter()
        .find(|(known, _)| word.as_str() == Some(*known))
        .map(|(_, names)| *names)
        .unwrap_or_default();
    let always =
        file.host.fields(file.place).iter().filter(|field| {
            field.write == crate::host::Write::Always && names.contains(&field.name)
        });
    for field in always.filter(|field| server.node.dotted(field.name).is_none()) {
        let fix = (field.kind == Kind::List).then(|| {
            Fix::safe(format!("add an empty `{}`", field.name)).set(
                below(file, server, field.name),
                Out::added(OutValue::Array(Vec::new())),
            )
        });
        say(field.name, &format!("in this kind of `{parent}`"), fix);
    }
}

fn below(file: &File<'_>, server: &Server<'_>, name: &str) -> Vec<Step> {
    file.path_of(server.node.span)
        .into_iter()
        .chain(name.split('.').map(|key| Step::Key(key.to_owned())))
        .collect()
}
