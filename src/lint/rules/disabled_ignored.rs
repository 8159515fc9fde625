//! A switch that says off, on a host without that switch.

use crate::diagnostic::Level;
use crate::host::{Cost, Host, Kind};
use crate::lint::file::{At, File, LintServer, foreign};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;
use crate::syntax::Tree;

pub(super) static RULE: Rule = Rule {
    id: "disabled-ignored",
    level: Level::Warning,
    group: Group::Structure,
    page: crate::lint::page!("../../../docs/rules/disabled-ignored.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    outer(file, server, out);
    let has_switch = file
        .host
        .fields(file.place)
        .iter()
        .any(|field| field.slot == Slot::Enabled);
    if has_switch || file.place.format.unknown_field != Cost::Ignored {
        return;
    }
    for at in server
        .fields
        .iter()
        .filter(|at| at.slot == Some(Slot::Enabled) && at.field.is_none())
    {
        if !says_off(file.host, at) {
            continue;
        }
        let host = file.host_name();
        let finding = out.add(
            at.member.key_span,
            format!(
                "`{}`: {host} ignores `{}`, so this server still starts",
                server.name, at.name
            ),
        );
        finding.label(format!("{host} has no such field"));
        if file.host.facts.off.is_empty() {
            finding.help("remove the entry");
        } else {
            finding.help(file.host.facts.off);
        }
    }
}

/// Whether a field of another host says that the server is switched off.
pub(super) fn says_off(host: &'static Host, at: &At<'_>) -> bool {
    let Some(foreign) = foreign(host, &at.name).filter(|foreign| foreign.slot == Slot::Enabled)
    else {
        return false;
    };
    matches!(at.member.value.value, Tree::Bool(flag) if flag == (foreign.kind == Kind::NotFlag))
}

/// A switch that the host only knows in another of its maps of servers.
fn outer(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if file.place.inner_settings.is_empty() || server.inner {
        return;
    }
    let host = file.host_name();
    let fields = file.host.fields(file.place);
    for at in server
        .fields
        .iter()
        .filter(|at| file.place.inner_settings.contains(&&*at.name))
    {
        let known = fields.iter().find(|field| field.name == at.name);
        let kind = known.map(|field| field.kind);
        let off = matches!(at.member.value.value, Tree::Bool(flag) if flag == (kind == Some(Kind::NotFlag)));
        let Some(switch) = fields
            .iter()
            .find(|field| field.kind == Kind::Flag && field.slot == Slot::Enabled)
            .filter(|_| off)
        else {
            continue;
        };
        if server.at(switch.name).is_some() {
            continue;
        }
        let title = format!("write `\"{}\": false`", switch.name);
        out.add(
            at.member.key_span,
            format!(
                "`{}`: {host} ignores `{}`, so this server still starts",
                server.name, at.name
            ),
        )
        .label(format!(
            "{host} has it only in `{}`",
            file.place.inner.unwrap_or_default()
        ))
        .help(title);
    }
}
