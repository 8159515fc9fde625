//! A reference in a spelling that the host does not know in any field.

use super::broad_filesystem_root::gives_away;
use crate::diagnostic::Level;
use crate::host::Kind;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::refs::{Ref, RefForm};
use crate::lint::server_path::{hand_through, handing_field, take_pair};
use crate::lint::variables::{
    Stray, VariableFate, consequence, container_advice, is_plain, needs_default, strays,
};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{HostVar, Part, Slot};

pub(super) static RULE: Rule = Rule {
    id: "unsupported-variable-syntax",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: include_str!("../../../docs/rules/unsupported-variable-syntax.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for (text, stray) in strays(file, server) {
        let (VariableFate::Unsupported(variant), Some(reference)) = (stray.fate, &stray.reference)
        else {
            continue;
        };
        let span = file.part(text, stray.range.clone());
        let fix = fix(file, server, text, stray, reference);
        let help = match &fix {
            Some(fix) => fix.title.clone(),
            None => advice(file, server, text, reference),
        };
        let verb = if variant == "blocked" {
            "refuses in this file"
        } else {
            "does not expand"
        };
        out.add(
            span,
            format!(
                "`{}` refers to `{}`, which {} {verb}",
                server.name,
                stray.shown,
                file.host_name()
            ),
        )
        .variant(variant)
        .label(consequence(file, text, stray))
        .help(help)
        .fix(fix);
    }
}

/// The same reference in the host's own spelling, or the host's other way to the variable.
fn fix(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    stray: &Stray<'_>,
    reference: &Ref<'_>,
) -> Option<Fix> {
    // `$input:key` lost its braces, and there is no variable called `input`.
    if text.text[stray.range.end..].starts_with(':') && matches!(reference.name, "input" | "env") {
        return None;
    }
    if let Some((spelled, safe)) = spelled(file, text, reference) {
        let title = format!(
            "write `{}`",
            if reference.default.is_some() {
                shortened(&spelled)
            } else {
                spelled.clone()
            }
        );
        let span = file.part(text, stray.range.clone());
        // Bytes can only be replaced where nothing is escaped.
        let plain = file.text.get(span.range()) == text.text.get(stray.range.clone());
        // What becomes a folder that gives much away must not become it unasked.
        let fix = if safe && !gives_away(server, text.span) {
            Fix::safe(title)
        } else {
            Fix::risky(title)
        };
        return plain.then(|| fix.splice(span, spelled))?;
    }
    let pair = server
        .env
        .iter()
        .find(|pair| pair.value.is_some_and(|value| value.span == text.span))?;
    let field = handing_field(file)?;
    let whole = stray.range == (0..text.text.len());
    if !whole || !is_plain(reference) || reference.name != pair.key {
        return None;
    }
    let fix = hand_through(
        Fix::safe(format!("list `{}` in `{field}`", pair.key)),
        file,
        server,
        pair.key,
    )?;
    Some(take_pair(fix, file, server, pair.field, pair.key))
}

/// How the host spells the same, and whether nothing is lost.
fn spelled(file: &File<'_>, text: &Text<'_>, reference: &Ref<'_>) -> Option<(String, bool)> {
    let dialect = file.host.dialect(file.place, text.slot);
    if let Some(word) = needs_default(dialect, reference) {
        return Some((format!("${{{word}}}"), true));
    }
    let env = |default: Option<&str>| Part::env(reference.name, default);
    let (part, safe) = match (reference.form, reference.default) {
        (RefForm::Braces, None) if !is_plain(reference) => {
            (Part::Host(known(reference.name)?), false)
        }
        (_, None) if is_plain(reference) => (env(None), true),
        (RefForm::Default | RefForm::Env, Some(default))
            if !default.contains(['$', '{']) && dialect.has_defaults() =>
        {
            (env(Some(default)), true)
        }
        (RefForm::Default | RefForm::Env, Some(_)) => (env(None), false),
        // Where a relative path starts is another matter, and hosts disagree on it.
        (RefForm::CurlyFile | RefForm::BracedFile, None) => {
            (Part::File(reference.name.to_owned()), false)
        }
        (RefForm::CurlyEnv, None) => (Part::env(reference.name.split_once(":-")?.0, None), false),
        _ => return None,
    };
    let spelled = dialect.spell(&part)?;
    let whole = dialect.whole && reference.range != (0..text.text.len());
    (!whole && dialect.references(&spelled).len() == 1).then_some((spelled, safe))
}

/// A default may be anything.
fn shortened(spelled: &str) -> String {
    spelled
        .split_once(":-")
        .map_or_else(|| spelled.to_owned(), |(name, _)| format!("{name}:-…}}"))
}

/// What an editor's word stands for, where other hosts know it too.
fn known(word: &str) -> Option<HostVar> {
    match word {
        "workspaceFolder" | "workspacePath" => Some(HostVar::Workspace),
        "userHome" => Some(HostVar::Home),
        "workspaceFolderBasename" => Some(HostVar::WorkspaceName),
        "pathSeparator" => Some(HostVar::PathSeparator),
        _ => None,
    }
}

/// What to do where nothing can be repaired.
fn advice(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    reference: &Ref<'_>,
) -> String {
    let slot = text.slot;
    let name = if matches!(reference.form, RefForm::Input | RefForm::Editor) {
        "NAME"
    } else {
        reference.name
    };
    let name = if crate::model::dialect::is_name(name) {
        name
    } else {
        "NAME"
    };
    let names = file.host.dialect(file.place, slot).names;
    if !names.has(name) {
        let name = names.nearest(name);
        if let Some(spelled) = file.reference(&name, slot) {
            return format!("write `{spelled}`, and add a variable of this name");
        }
    }
    if let Some(spelled) = file.reference(name, slot) {
        return format!(
            "export the value where {} runs, and write `{spelled}`",
            file.host_name()
        );
    }
    let by_name = |kind: Kind| {
        file.host
            .fields(file.place)
            .iter()
            .find(|field| field.kind == kind)
            .map(|field| field.name)
    };
    match (
        slot,
        by_name(Kind::EnvNames),
        by_name(Kind::BearerVar).or(by_name(Kind::HeaderVars)),
    ) {
        (Slot::Headers, _, Some(field)) => format!("name the variable in `{field}`"),
        (Slot::Env, Some(field), _) => format!("name the variable in `{field}`"),
        _ => container_advice(server, text).unwrap_or_else(|| {
            format!(
                "write the value itself, or let the server read it: {} has no references here",
                file.host_name()
            )
        }),
    }
}
