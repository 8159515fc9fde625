//! Text that starts like a reference and is none.

use super::common::{exchange, written_out};
use crate::diagnostic::Level;
use crate::host::tell::broken_texts;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::inputs::{id, questions};
use crate::lint::refs::RefForm;
use crate::lint::variables::{Stray, VariableFate, consequence, strays};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::dialect::{Form, WhenUnset, is_name};
use crate::model::{Part, Slot};

pub(super) static RULE: Rule = Rule {
    id: "malformed-variable",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/malformed-variable.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let mut told = Vec::new();
    for (text, stray) in strays(file, server)
        .iter()
        .filter(|(_, stray)| stray.fate == VariableFate::Malformed)
    {
        // A shell that reads the whole line makes sense of it.
        if matches!(text.slot, Slot::Command | Slot::Args) && server.shell_line().is_some() {
            continue;
        }
        let raw = &text.text[stray.range.clone()];
        told.push(file.part(text, stray.range.clone()));
        if let Some(name) = unusual(file, text, stray) {
            let message = format!(
                "`{}` refers to `{name}`, a name that shells cannot set",
                server.name
            );
            out.add(file.part(text, stray.range.clone()), message)
                .level(Level::Warning)
                .variant("name")
                .label("empty, unless something else sets the variable")
                .help("rename the variable: use only letters, digits and underscores");
            continue;
        }
        let fix = trimmed(file, text, stray)
            .or_else(|| answer(file, text, stray))
            .or_else(|| of_a_language(file, text, stray));
        let command = raw.starts_with("$(") || raw.starts_with('`');
        let message = match (command, raw.starts_with('`')) {
            (true, true) => format!(
                "`{}` has a command between backticks, which is never run",
                server.name
            ),
            (true, false) => format!(
                "`{}` has `{}` outside a shell, where it is never run",
                server.name, stray.shown
            ),
            _ => format!(
                "`{}` has `{}`, which is not a complete variable reference",
                server.name, stray.shown
            ),
        };
        let help = match &fix {
            Some(fix) => fix.title.clone(),
            None if command => {
                "run the command before, and use a variable with its output".to_owned()
            }
            None => file.reference("NAME", text.slot).map_or_else(
                || written_out(file, server, text, stray.range.start, ""),
                |form| format!("write `{form}`, with a name of letters, digits and underscores"),
            ),
        };
        out.add(file.part(text, stray.range.clone()), message)
            .label(consequence(file, text, stray))
            .help(help)
            .fix(fix);
    }
    // What a shell refuses, and does not look like a reference.
    for (broken, _) in broken_texts(server) {
        if !told.iter().any(|span| broken.span.contains(*span)) {
            out.tell(broken);
        }
    }
}

/// The variable that the host looks up, though its name has signs that no shell accepts: other programs, and Windows, can
/// still set it.
fn unusual<'t>(file: &File<'_>, text: &Text<'_>, stray: &Stray<'t>) -> Option<&'t str> {
    let dialect = file.place.format.dialect(text.slot);
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let reference = stray.reference.as_ref()?;
    let looked_up = reference.form == RefForm::CurlyEnv
        && dialect.forms.contains(&Form::Curly)
        && dialect.unset == WhenUnset::Empty;
    (looked_up && !reference.name.is_empty() && reference.name.chars().all(sign))
        .then_some(reference.name)
}

/// `${inputs.x}` as `${input:x}`, if the file asks for `x`.
fn answer(file: &File<'_>, text: &Text<'_>, stray: &Stray<'_>) -> Option<Fix> {
    let raw = &text.text[stray.range.clone()];
    let name = raw.strip_prefix("${")?.strip_suffix('}')?;
    let word = name
        .strip_prefix("inputs")
        .or_else(|| name.strip_prefix("input"));
    let meant = word
        .and_then(|rest| rest.strip_prefix(['.', ':']))
        .unwrap_or(name)
        .trim();
    questions(file)
        .iter()
        .find(|item| id(item) == Some(meant))?;
    let fixed = file
        .place
        .format
        .dialect(text.slot)
        .spell(&Part::Input(meant.to_owned()))?;
    let span = file.part(text, stray.range.clone());
    let fix = Fix::safe(format!("write `{fixed}`"));
    exchange(fix, file, span, raw, fixed)
}

/// `${env.X}` and `${process.env.X}`, as programs write them, in the spelling of the host.
fn of_a_language(file: &File<'_>, text: &Text<'_>, stray: &Stray<'_>) -> Option<Fix> {
    let raw = &text.text[stray.range.clone()];
    let inner = raw.strip_prefix("${")?.strip_suffix('}')?;
    let name = ["env.", "process.env.", "ENV."]
        .iter()
        .find_map(|start| inner.strip_prefix(start))?;
    let fixed = file
        .place
        .format
        .dialect(text.slot)
        .spell(&Part::env(name, None))
        .filter(|_| is_name(name))?;
    let span = file.part(text, stray.range.clone());
    let fix = Fix::risky(format!("write `{fixed}`"));
    exchange(fix, file, span, raw, fixed)
}

/// `${ X }` without its spaces, if the host then reads it.
fn trimmed(file: &File<'_>, text: &Text<'_>, stray: &Stray<'_>) -> Option<Fix> {
    let raw = &text.text[stray.range.clone()];
    let name = raw.strip_prefix("${")?.strip_suffix('}')?;
    let fixed = format!("${{{}}}", name.trim());
    let reads = file
        .place
        .format
        .dialect(text.slot)
        .references(&fixed)
        .iter()
        .any(|(range, _)| *range == (0..fixed.len()));
    let span = file.part(text, stray.range.clone());
    let fix = Fix::safe("remove the spaces");
    (name.trim() != name && reads).then(|| exchange(fix, file, span, raw, fixed))?
}
