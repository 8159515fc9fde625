//! What is said about a reference that stays as it is written.

use super::fate::is_vain;
use super::words::is_editor_word;
use super::{Stray, VariableFate};
use crate::host::Cost;
use crate::launch::ContainerVariable;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::refs::{Ref, RefForm, unclosed};
use crate::model::Part;
use crate::model::World;
use crate::model::dialect::{Dialect, Form, WhenUnset, is_name};
use crate::secret;

/// What becomes of a stray reference.
pub(crate) fn consequence(file: &File<'_>, text: &Text<'_>, stray: &Stray<'_>) -> String {
    let dialect = file.place.format.dialect(text.slot);
    if stray.fate == VariableFate::Unsupported("blocked") {
        let cost = match dialect.blocked.server_only {
            true => Cost::Server,
            false => file.place.format.bad_server,
        };
        return format!("{} {}", file.host_name(), cost.consequence());
    }
    if stray.fate == VariableFate::Unsupported("template") {
        return format!("{} {}", file.host_name(), Cost::Server.consequence());
    }
    // References are replaced in the text of the file, and this one ends somewhere in what follows it (observed with
    // opencode 1.18.33).
    let open = stray.reference.is_none() && unclosed(text.text) == Some(stray.range.clone());
    if open && !dialect.breaks.is_empty() {
        return file.place.unreadable_for(file.host);
    }
    let inner = dialect
        .references(text.text)
        .into_iter()
        .find(|(range, _)| stray.range.start < range.start && range.end <= stray.range.end);
    let looked_up = stray
        .reference
        .as_ref()
        .is_some_and(|reference| reference.form == RefForm::CurlyEnv)
        && dialect.forms.contains(&Form::Curly);
    match inner {
        Some((range, Part::Env { .. })) => format!(
            "only `{}` in it is expanded, and the rest stays",
            &text.text[range]
        ),
        _ if reads_in_vain(dialect, text.text, stray) => match dialect.unset {
            WhenUnset::RejectsFile => {
                "no variable has this name, so no server of the file is loaded"
            }
            _ => "no variable has this name, so the server is skipped",
        }
        .to_owned(),
        _ if looked_up => "the whole text is read as the name of an unset variable".to_owned(),
        _ if vanishes(dialect, &text.text[stray.range.clone()]) => "it becomes empty".to_owned(),
        _ => "the server receives this text".to_owned(),
    }
}

/// Whether nothing is left of `reference`: a shell reads `${env:X}` as a part of the variable `env`, which is not set.
fn vanishes(dialect: &Dialect, reference: &str) -> bool {
    let unset = |_: &str| None;
    let value = dialect.resolve(reference, &World::new(&unset));
    value.as_text().is_some_and(str::is_empty)
}

/// Whether the host looks up a variable that cannot be there, and does without the server then.
fn reads_in_vain(dialect: &Dialect, text: &str, stray: &Stray<'_>) -> bool {
    let read = dialect.references(text);
    dialect.unset.fails()
        && read
            .iter()
            .any(|(range, part)| *range == stray.range && is_vain(part))
}

/// What to write where a reference is the value of a variable of a container: written out, it would stand in the arguments,
/// which every list of processes shows.
pub(crate) fn container_advice(server: &LintServer<'_>, text: &Text<'_>) -> Option<String> {
    let container = server.launch()?.container()?;
    let given = |variable: &ContainerVariable<'_>| {
        variable
            .value
            .and_then(|value| server.value_of(&value))
            .is_some_and(|value| value.span == text.span)
    };
    let name = container.variables().find(given)?.name.text;
    is_name(name).then(|| format!("write `-e {name}` without a value, and set `{name}` in `env`"))
}

/// A reference as it may be printed. What follows its name may be a default, and that may be anything.
pub(super) fn shown(reference: &Ref<'_>, raw: &str) -> String {
    let generated = secret::is_generated(reference.name);
    let variable = matches!(
        reference.form,
        RefForm::Braces | RefForm::Default | RefForm::Env | RefForm::Bare | RefForm::Angles
    );
    let misnamed = variable && !secret::is_variable(reference.name) && is_name(reference.name);
    let hidden = generated || misnamed || secret::shows_secret(None, reference.name);
    let name = if reference.name.len() > 60 || hidden {
        "…"
    } else {
        reference.name
    };
    let behind = |mark: &str| format!("{name}{mark}…");
    let inner = match reference.form {
        // A name with a hyphen, or a default after it; the latter may be anything.
        RefForm::Default
            if raw
                .get(2 + name.len()..)
                .is_some_and(|rest| rest.starts_with('-')) =>
        {
            let small = raw[2..]
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'}'));
            if small && raw.len() < 40 {
                return raw.to_owned();
            }
            behind("-")
        }
        RefForm::Default => behind(":-"),
        RefForm::Env if reference.default.is_some() => behind(":-"),
        RefForm::Editor => match name.split_once(':') {
            Some((word, _)) if !is_editor_word(word) => format!("{word}:…"),
            _ => name.to_owned(),
        },
        RefForm::CurlyEnv => match name.split_once(":-") {
            Some((name, _)) => format!("{name}:-…"),
            None => name.to_owned(),
        },
        RefForm::CurlyFile | RefForm::BracedFile | RefForm::Shell => "…".to_owned(),
        RefForm::OnePassword => "op://…".to_owned(),
        _ => name.to_owned(),
    };
    reference.form.spell(&inner)
}

/// What is not complete, without anything that may be more than a name.
pub(super) fn torn_shown(text: &str) -> String {
    if text.starts_with("$(") {
        return "$(…)".to_owned();
    }
    if let Some(mark) = ["{env:", "{file:"]
        .into_iter()
        .find(|it| text.starts_with(it))
    {
        return format!("{mark}…");
    }
    let inner = text.strip_prefix("${").unwrap_or_default();
    let name = inner.strip_suffix('}').unwrap_or(inner);
    // A password may begin like a reference.
    let named = |word: &str| word.is_empty() || secret::is_variable(word);
    let harmless = name.len() <= 40 && name.split([' ', '.', '-', ':']).all(named);
    if harmless && !secret::shows_secret(None, name) {
        text.to_owned()
    } else {
        "${…".to_owned()
    }
}
