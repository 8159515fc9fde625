//! A time that is far too short or too long, as one in another unit would be.

use crate::diagnostic::Level;
use crate::host::kinds::is_long;
use crate::host::{Kind, Out, OutValue, Outside};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::{Node, Tree};

pub(super) static RULE: Rule = Rule {
    id: "timeout-unit",
    level: Level::Warning,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    yields_to: &["wrong-type"],
    page: crate::lint::page!("../../../docs/rules/timeout-unit.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for at in &server.fields {
        let Some(field) = at
            .field
            .filter(|field| matches!(field.slot, Slot::CallTimeout | Slot::StartupTimeout))
        else {
            continue;
        };
        // A field that is to be replaced gets another unit with its other name.
        if file
            .host
            .facts
            .retired
            .iter()
            .any(|retired| retired.field == at.name)
        {
            continue;
        }
        let Some(value) = number(&at.member.value) else {
            continue;
        };
        let Some((unit, meant, other)) = suspect(field.kind, field.slot, value) else {
            continue;
        };
        // Where no host is meant in particular, the unit is what others write there most.
        let lenient = file.host.facts.lenient;
        let label = match field.range.outside {
            _ if lenient => format!("read as {unit}; hosts differ"),
            Outside::Clamped => {
                let seconds = if field.kind == Kind::Millis {
                    1.0
                } else {
                    1000.0
                };
                let counts = field.range.in_units(seconds).nearest(value);
                format!("{} uses {counts} {unit} instead", file.host_name())
            }
            _ => format!("{} expects {unit} here", file.host_name()),
        };
        let whole = meant.fract() == 0.0;
        let title = format!("write {meant}");
        // Whole hours look as if they were meant.
        let hours = field.kind != Kind::Millis && value % 3600.0 == 0.0;
        let fix = (!lenient && !hours && (whole || field.kind == Kind::Seconds)).then(|| {
            Fix::risky(&*title).set(
                file.path_of(at.member.value.span),
                Out::added(OutValue::Number(meant.to_string())),
            )
        });
        out.add(
            at.member.value.span,
            format!(
                "`{}` of `{}` is {value} {unit}; were {value} {other} meant?",
                at.name, server.name
            ),
        )
        .label(label)
        .help(format!("{title} if {value} {other} were meant"))
        .fix(fix);
    }
}

/// What is odd about a time of this kind: its unit, what it would be in another, and the name of that.
pub(super) fn suspect(
    kind: Kind,
    slot: Slot,
    value: f64,
) -> Option<(&'static str, f64, &'static str)> {
    match kind {
        Kind::Millis if value > 0.0 && value < 1000.0 => {
            Some(("milliseconds", value * 1000.0, "seconds"))
        }
        Kind::Seconds | Kind::WholeSeconds if is_long(slot, value) => {
            Some(("seconds", value / 1000.0, "milliseconds"))
        }
        _ => None,
    }
}

fn number(node: &Node<'_>) -> Option<f64> {
    let parse = |text: &str| {
        text.trim()
            .replace('_', "")
            .parse()
            .ok()
            .filter(|value: &f64| value.is_finite())
    };
    match &node.value {
        Tree::Number(text) => parse(text),
        Tree::String(text) if text.len() < 16 => parse(text),
        _ => None,
    }
}
