//! A reference that the host knows, in a field in which it does not look for any.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::{Kind, Out};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::fix::below;
use crate::lint::refs::{Ref, RefForm, refs};
use crate::lint::server_path::{field_path, take_pair};
use crate::lint::variables::{
    Stray, VariableFate, consequence, container_advice, is_plain, strays,
};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::Tree;

use super::common::{field_of, written_out};
use super::unsupported_variable_syntax::{by_name, is_workspace, without_workspace};

pub(super) static RULE: Rule = Rule {
    id: "variable-in-unexpanded-field",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/variable-in-unexpanded-field.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    name(file, server, out);
    let mut whole = None;
    for (text, stray) in strays(file, server) {
        let Some(reference) = &stray.reference else {
            continue;
        };
        if let VariableFate::Unlisted(list) = stray.fate {
            unlisted(file, server, text, stray, list, out);
            continue;
        }
        if stray.fate != VariableFate::Elsewhere {
            continue;
        }
        let fix = fix(file, server, text, stray, reference)
            .or_else(|| by_name(file, server, text, stray, reference));
        let dialect = file.place.format.dialect(text.slot);
        let partial = dialect.whole;
        let swallowed = dialect.swallows(dialect.trimmed(text.text));
        // It is about the value, and not about each reference in it.
        if swallowed && whole.replace(text.span) == Some(text.span) {
            continue;
        }
        let message = if swallowed {
            format!(
                "`{}`: `{}` starts with `${{` and ends with `}}`, which {} reads as one reference",
                server.name,
                text.field,
                file.host_name()
            )
        } else if dialect.never.contains(&reference.name) {
            format!(
                "`{}` refers to `{}`, which {} never expands",
                server.name,
                stray.shown,
                file.host_name()
            )
        } else if partial {
            format!(
                "`{}` has text around `{}`, and {} only expands whole values",
                server.name,
                stray.shown,
                file.host_name()
            )
        } else {
            format!(
                "`{}` refers to `{}` in `{}`, where {} does not expand variables",
                server.name,
                stray.shown,
                text.field,
                file.host_name()
            )
        };
        let help = match &fix {
            Some(fix) => fix.title.clone(),
            None if swallowed => "put the whole value into one variable".to_owned(),
            None if is_workspace(reference) => without_workspace(file),
            None => container_advice(server, text)
                .or_else(|| advice(file, text.slot, partial))
                .unwrap_or_else(|| {
                    written_out(file, server, text, stray.range.start, reference.name)
                }),
        };
        out.add(file.part(text, stray.range.clone()), message)
            .label(consequence(file, text, stray))
            .help(help)
            .fix(fix);
    }
}

/// A variable that the entry would have to list.
fn unlisted(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    stray: &Stray<'_>,
    list: &str,
    out: &mut Found<'_>,
) {
    let Some(reference) = &stray.reference else {
        return;
    };
    let name = reference.name.trim();
    let message = format!(
        "`{}` refers to `{}`, which is not in `{list}`",
        server.name, stray.shown
    );
    let mut path = field_path(file, server, list);
    let there = server.node.dotted(list);
    let fix = Fix::safe(format!("add `{name}` to `{list}`"));
    let fix = match there.map(|node| &node.value) {
        None => Some(fix.set(path, Out::list([Out::text(name)]))),
        Some(Tree::Array(items)) => {
            path.push(Step::Index(items.len()));
            Some(fix.set_text(path, name))
        }
        Some(_) => None,
    };
    out.add(file.part(text, stray.range.clone()), message)
        .label(consequence(file, text, stray))
        .help(format!("add `{name}` to `{list}`"))
        .fix(fix);
}

/// Names are never expanded, except where references are put in before the file is parsed.
fn name(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if !server.name.contains('$') {
        return;
    }
    let dialects = file.place.format.dialects;
    let known = |reference: &Ref<'_>| {
        dialects.iter().any(|(_, dialect)| {
            !dialect
                .references(&server.name[reference.range.clone()])
                .is_empty()
        })
    };
    if refs(server.name).iter().any(|reference| {
        !matches!(reference.form, RefForm::CurlyEnv | RefForm::CurlyFile) && known(reference)
    }) {
        out.add(
            server.name_span,
            format!(
                "`{}` is a name with a variable in it, which {} does not expand",
                server.name,
                file.host_name()
            ),
        )
        .label("names are not expanded")
        .help("write the name itself");
    }
}

/// Moves a header to the field that takes the name of a variable.
fn fix(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    stray: &Stray<'_>,
    reference: &Ref<'_>,
) -> Option<Fix> {
    let pair = server.pair_of(text)?;
    if !is_plain(reference) || stray.range.end != text.text.len() {
        return None;
    }
    let before = &text.text[..stray.range.start];
    let bearer =
        pair.key.eq_ignore_ascii_case("authorization") && before.eq_ignore_ascii_case("bearer ");
    let token = field_of(file, Kind::BearerVar);
    let fix = if let Some(name) = token.filter(|name| bearer && server.at(name).is_none()) {
        Fix::safe(format!(
            "set `{name}` to `{}` instead of the header",
            reference.name
        ))
        .set_text(field_path(file, server, name), reference.name)
    } else {
        let name = field_of(file, Kind::HeaderVars).filter(|_| before.is_empty())?;
        let path = below(&field_path(file, server, name), pair.key);
        Fix::safe(format!("put the name of the variable into `{name}`"))
            .set_text(path, reference.name)
    };
    Some(take_pair(fix, file, server, pair.field, pair.key))
}

/// Another place for the variable, where the host has one.
fn advice(file: &File<'_>, slot: Slot, partial: bool) -> Option<String> {
    if partial {
        return Some("put the whole value into the variable, and refer to nothing else".to_owned());
    }
    let by_name = [Kind::BearerVar, Kind::HeaderVars, Kind::KeyVar]
        .into_iter()
        .find_map(|kind| field_of(file, kind));
    let handed = field_of(file, Kind::EnvNames).filter(|_| slot == Slot::Env);
    let name = by_name.filter(|_| slot == Slot::Headers).or(handed)?;
    Some(format!("name the variable in `{name}`"))
}
