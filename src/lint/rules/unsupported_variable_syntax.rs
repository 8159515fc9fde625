//! A reference in a spelling that the host does not know in any field.

use super::broad_filesystem_root::gives_away;
use super::common::{exchange, field_of, written_out};
use crate::diagnostic::Level;
use crate::host::{Folder, Kind};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::refs::{Ref, RefForm};
use crate::lint::server_path::{hand_through, handing_field, take_pair};
use crate::lint::variables::{
    Stray, VariableFate, consequence, container_advice, is_plain, lost_braces, needs_default,
    strays,
};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::dialect::is_name;
use crate::model::refs::as_variable;
use crate::model::{HostVar, Part, Slot};

pub(super) static RULE: Rule = Rule {
    id: "unsupported-variable-syntax",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/unsupported-variable-syntax.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for (text, stray) in strays(file, server) {
        let (VariableFate::Unsupported(variant), Some(reference)) = (stray.fate, &stray.reference)
        else {
            continue;
        };
        // A shell expands it in its own way, which is told as such.
        if matches!(text.slot, Slot::Command | Slot::Args) && server.shell_line().is_some() {
            continue;
        }
        let span = file.part(text, stray.range.clone());
        let fix = fix(file, server, text, stray, reference);
        let help = match &fix {
            Some(fix) => fix.title.clone(),
            None => advice(file, server, text, reference),
        };
        let verb = match variant {
            "blocked" => "refuses in this file",
            "template" => "finds neither in `env` nor in `headers`",
            _ => "does not expand",
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
    if lost_braces(text.text, reference) {
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
        // A dollar sign before a word may be meant as one: in a price, a pattern, a path in JSON.
        let pair = server.pair_of(text);
        let meant =
            reference.form != RefForm::Bare || pair.is_some_and(|it| it.key == reference.name);
        // What becomes a folder that gives much away must not become it unasked.
        let fix = if safe && meant && !gives_away(server, text.span) {
            Fix::safe(title)
        } else {
            Fix::risky(title)
        };
        let (span, old) = (
            file.part(text, stray.range.clone()),
            &text.text[stray.range.clone()],
        );
        return exchange(fix, file, span, old, spelled);
    }
    if is_workspace(reference) && reference.default.is_none() {
        return relative(file, server, text, stray);
    }
    by_name(file, server, text, stray, reference)
}

/// A variable that is set to itself, listed where the host takes variables by name.
pub(super) fn by_name(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    stray: &Stray<'_>,
    reference: &Ref<'_>,
) -> Option<Fix> {
    let pair = server.pair_of(text)?;
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

/// Whether the project's folder is meant.
pub(super) fn is_workspace(reference: &Ref<'_>) -> bool {
    known(reference.name) == Some(HostVar::Workspace)
}

/// What to write for a path in the project, where the host has no word for its folder.
pub(super) fn without_workspace(file: &File<'_>) -> String {
    match file.runtime().folder.outside() {
        None if file.is_project() => "use a path relative to the project".to_owned(),
        _ => file.way_out(),
    }
}

/// The same path without the project's folder, where the host starts servers in it.
fn relative(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    stray: &Stray<'_>,
) -> Option<Fix> {
    let there = file.is_project() && file.runtime().folder == Folder::Project;
    let below = &text.text[stray.range.end..];
    let separated = below.is_empty() || below.starts_with('/');
    let start = stray.range.start;
    let whole = start == 0 || text.text[..start].ends_with('=');
    if !there || !separated || !whole || server.cwd.is_some() {
        return None;
    }
    // A program without a separator is looked for elsewhere.
    let rest = below.trim_start_matches('/');
    let (prefix, end) = match (text.slot, rest) {
        (_, "") => (".", text.text.len()),
        (Slot::Command, _) => ("./", text.text.len() - rest.len()),
        _ => ("", text.text.len() - rest.len()),
    };
    let span = file.part(text, start..end);
    let fix = Fix::risky(format!("write `{}{prefix}{rest}`", &text.text[..start]));
    exchange(fix, file, span, &text.text[start..end], prefix)
}

/// How the host spells the same, and whether nothing is lost.
fn spelled(file: &File<'_>, text: &Text<'_>, reference: &Ref<'_>) -> Option<(String, bool)> {
    let dialect = file.place.format.dialect(text.slot);
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
    if is_workspace(reference) {
        return without_workspace(file);
    }
    let slot = text.slot;
    // What fills a variable may well be called like it.
    let own = || server.pair_of(text).map_or("NAME", |pair| pair.key);
    let unnamed = matches!(reference.form, RefForm::Input | RefForm::Editor)
        || lost_braces(text.text, reference);
    // A header is no name for a variable; that of an input says what it is for.
    let asked = as_variable(reference.name);
    let name = match reference.form {
        RefForm::Input if slot != Slot::Env => &asked,
        _ if unnamed => own(),
        _ => reference.name,
    };
    let name = if is_name(name) { name } else { "NAME" };
    let names = file.place.format.dialect(slot).names;
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
    match (
        slot,
        field_of(file, Kind::EnvNames),
        field_of(file, Kind::BearerVar).or(field_of(file, Kind::HeaderVars)),
    ) {
        (Slot::Headers, _, Some(field)) => format!("name the variable in `{field}`"),
        (Slot::Env, Some(field), _) => format!("name the variable in `{field}`"),
        _ => container_advice(server, text).unwrap_or_else(|| {
            let host = file.host_name();
            let itself = slot == Slot::Env
                && name == own()
                && reference.range == (0..text.text.len())
                && file.runtime().inherit.surely_passes(name);
            if itself {
                format!("remove it: {host} passes on the variables that it has itself")
            } else {
                written_out(file, server, text, reference.range.start, name)
            }
        }),
    }
}
