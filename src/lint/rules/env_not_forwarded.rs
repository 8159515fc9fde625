//! A variable that the command line needs, on a host that hands only a few through.

use crate::diagnostic::Level;
use crate::host::{Inherit, Kind};
use crate::launch::{Need, needs};
use crate::lint::file::{File, LintServer};
use crate::lint::fix::below;
use crate::lint::server_path::{field_path, hand_through, handing_field};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::{Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "env-not-forwarded",
    level: Level::Warning,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/env-not-forwarded.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let inherit = file.runtime().inherit;
    if matches!(inherit, Inherit::All | Inherit::Unknown)
        || !server.is_stdio()
        || server.args.is_empty()
    {
        return;
    }
    let mut missing = needed(file, server);
    missing.retain(|(name, _)| !has(file, server, name));
    let mut seen: Vec<&str> = Vec::new();
    for (name, span) in &missing {
        if seen.contains(&name.as_str()) {
            continue;
        }
        seen.push(name);
        let listed = handing_field(file).and_then(|field| {
            hand_through(
                Fix::safe(format!("list `{name}` in `{field}`")),
                file,
                server,
                name,
            )
        });
        let fix = listed.or_else(|| set(file, server, name));
        let help = fix
            .as_ref()
            .map_or_else(|| format!("set `{name}` in `env`"), |fix| fix.title.clone());
        out.add(
            *span,
            format!(
                "`{}` needs `{name}`, which {} does not pass on",
                server.name,
                file.host_name()
            ),
        )
        .label(if matches!(file.runtime().inherit, Inherit::Few(_)) {
            format!(
                "{} starts servers with a minimal environment, so it is empty here",
                file.host_name()
            )
        } else {
            format!(
                "{} does not pass on variables with secret-looking names, so it is empty",
                file.host_name()
            )
        })
        .help(help)
        .fix(fix);
    }
}

/// Sets the variable to itself, where the host can refer to it.
fn set(file: &File<'_>, server: &LintServer<'_>, name: &str) -> Option<Fix> {
    let field = file
        .fields()
        .find(|field| field.slot == Slot::Env && field.kind == Kind::Map)?;
    let reference = file.reference(name, Slot::Env)?;
    // Something else may stand in its place.
    if server
        .at(field.name)
        .is_some_and(|at| !matches!(at.member.value.value, Tree::Object(_)))
    {
        return None;
    }
    let path = below(&field_path(file, server, field.name), name);
    Some(
        Fix::safe(format!("set `{name}` to `{reference}` in `{}`", field.name))
            .set_text(path, reference),
    )
}

/// Whether the server gets the variable after all.
fn has(file: &File<'_>, server: &LintServer<'_>, name: &str) -> bool {
    file.runtime().inherit.passes(name)
        || server.env.iter().any(|pair| pair.key == name)
        || server.handed.iter().any(|text| text.text == name)
}

/// The variables that the command line takes from its environment by its own means, and where.
fn needed(file: &File<'_>, server: &LintServer<'_>) -> Vec<(String, Span)> {
    let Some(command) = server.command else {
        return Vec::new();
    };
    let args: Vec<&str> = server.args.iter().map(|arg| arg.text).collect();
    // What the host puts in itself, nobody looks for later.
    let dialect = file.place.format.dialect(Slot::Args);
    let expanded = |need: &Need<'_>| {
        let read = dialect.references(args[need.arg]);
        read.iter().any(|(range, _)| *range == need.range)
    };
    needs(command.text, &args)
        .into_iter()
        .filter(|need| !need.optional && !expanded(need))
        .map(|need| {
            (
                need.name.to_owned(),
                file.part(&server.args[need.arg], need.range),
            )
        })
        .collect()
}
