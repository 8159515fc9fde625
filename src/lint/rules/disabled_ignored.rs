//! A switch that says off, on a host without that switch.

use crate::diagnostic::Level;
use crate::host::{Cost, Host, Kind};
use crate::lint::file::{At, File, LintServer, foreign};
use crate::lint::outline::models;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;
use crate::syntax::Tree;

pub(super) static RULE: Rule = Rule {
    id: "disabled-ignored",
    level: Level::Warning,
    group: Group::Structure,
    page: crate::lint::page!("../../../docs/rules/disabled-ignored.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let has_switch = file.fields().any(|field| field.slot == Slot::Enabled);
    if has_switch || file.place.format.unknown_field != Cost::Ignored {
        return;
    }
    let found = file.servers.iter().flat_map(|server| {
        let fields = server.fields.iter();
        let off = fields.filter(|at| at.slot == Some(Slot::Enabled) && at.field.is_none());
        let off = off.filter(|at| says_off(file.host, at));
        off.map(move |at| (server, at))
    });
    let mut found = found.peekable();
    if found.peek().is_none() {
        return;
    }
    // A list elsewhere in the file may disable it.
    let models = models(file);
    let runs = |server: &LintServer<'_>| {
        let model = models.get(&server.name_span);
        model.is_none_or(|model| !model.is_disabled())
    };
    for (server, at) in found.filter(|(server, _)| runs(server)) {
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
pub(crate) fn says_off(host: &'static Host, at: &At<'_>) -> bool {
    let Some(foreign) = foreign(host, &at.name).filter(|foreign| foreign.slot == Slot::Enabled)
    else {
        return false;
    };
    let said = match &at.member.value.value {
        Tree::Bool(flag) => Some(*flag),
        // It was meant so, whatever its own host makes of it.
        _ => at.member.value.as_str().and_then(meant),
    };
    said == Some(foreign.kind == Kind::NotFlag)
}

/// What a word says that people write for a switch.
fn meant(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" => Some(false),
        _ => None,
    }
}
