//! Words without marks, and words that only some hosts know: which of them are references.

use crate::host::{Format, Host, Loss, LossKind, Many, Place};
use crate::model::dialect::{Form, VariableNames, WhenUnset, is_always_set};
use crate::model::{Environment, Part, Server, Slot, Template, Value};

/// Tells where the source host takes a word for the name of a variable if there is one, and the target never does.
pub(in crate::convert) fn names_in_text(
    server: &Server,
    (source, source_place): (&'static Host, &'static Place),
    (host, place): (&'static Host, &'static Place),
) -> Vec<Loss> {
    let name = server.name.clone();
    let mut losses = Vec::new();
    let mut tell = |slot: Slot, field: String, text: &Template| {
        let word = text.as_literal().unwrap_or_default();
        let read = source_place.format.dialect(slot).may_name(word);
        if !read || place.format.dialect(slot).may_name(word) {
            return;
        }
        let many = Many::new(format!(
            "{} may read the text of {{fields}} as a reference, and {} does not",
            source.name, host.name
        ))
        .label("only text unless a variable of that name is set")
        .help("write a reference if the variable is meant")
        .about(&name, &field, []);
        losses.push(Loss::shared(LossKind::Changed, slot, text.span, many).leaves([text.span]));
    };
    for entry in &server.entries {
        if let Value::Map(pairs) = &entry.value {
            for pair in pairs {
                if let Some(value) = &pair.value {
                    tell(entry.slot, pair.name(&entry.field), value);
                }
            }
        }
    }
    losses
}

/// Reports what only other hosts know, such as `${workspaceFolder}`: the source's host leaves it as text, and there is no
/// such variable for the target either.
pub(in crate::convert) fn known_elsewhere(
    server: &Server,
    (source, from): (&'static Host, &'static Format),
    to: &'static Format,
) -> Vec<Loss> {
    let mut losses = Vec::new();
    let mut tell = |slot: Slot, field: String, text: &Template| {
        let (own, dialect) = (from.dialect(slot), to.dialect(slot));
        let raw = text.raw.as_deref().unwrap_or_default();
        if own.unset_in_the_end() != WhenUnset::Kept || !raw.contains("${") {
            return;
        }
        // Each once: there are only a few such words.
        let mut names: Vec<&str> = Vec::new();
        for name in text.parts.iter().filter_map(Part::as_env) {
            if !names.contains(&name) && names_host_variable(name) {
                names.push(name);
            }
        }
        names.retain(|name| raw.contains(&format!("${{{name}}}")));
        let kept = dialect.unset_in_the_end() == WhenUnset::Kept;
        if names.is_empty() || kept && dialect.print(text).is_ok_and(|text| text == raw) {
            return;
        }
        for name in names {
            let many = Many::new(format!(
                "{} does not know {{names}}, which {{becomes a variable|become variables}} in {{fields}}",
                source.name
            ))
            .label("only other hosts know it")
            .help("write the path that is meant")
            .about(&server.name, &field, [name]);
            losses.push(Loss::shared(LossKind::Changed, slot, text.span, many));
        }
    };
    for entry in &server.entries {
        match &entry.value {
            Value::Map(pairs) => {
                for pair in pairs {
                    if let Some(value) = pair.value.as_ref().filter(|it| it.has_references()) {
                        tell(entry.slot, pair.name(&entry.field), value);
                    }
                }
            }
            value => value
                .templates()
                .filter(|text| text.has_references())
                .for_each(|text| tell(entry.slot, entry.field.to_string(), text)),
        }
    }
    losses
}

/// Whether some host knows `name` as a word of its own for a folder or the like. One in capitals may be a variable as well.
fn names_host_variable(name: &str) -> bool {
    let knows = |form: &Form| matches!(form, Form::Vars(vars) if vars.iter().any(|(word, _)| *word == name));
    let mut formats = crate::hosts::HOSTS.iter().flat_map(|host| host.formats());
    name.contains(|c: char| c.is_ascii_lowercase())
        && formats.any(|format| {
            let mut dialects = format.dialects.iter();
            dialects.any(|(_, dialect)| dialect.forms.iter().any(knows))
        })
}

/// Settles which bare words are the names of variables, where the host passes on as it is written whatever names none: those
/// of variables that are known here, and the variable's own name. Where a later pass reads names alone, or where no word looks
/// like such a name by chance, the variable is meant.
pub(in crate::convert) fn settle_names(
    server: &mut Server,
    source: &'static Format,
    environment: &Environment,
) {
    let dialect = source.dialect(Slot::Env);
    let names = dialect.forms.contains(&Form::Name) && dialect.has_variables();
    let by_chance = names && !matches!(dialect.names, VariableNames::Starting(_));
    let Some(pairs) = server.map_mut(Slot::Env).filter(|_| by_chance) else {
        return;
    };
    for pair in pairs {
        let Some(value) = pair.value.as_mut() else {
            continue;
        };
        let Some(word) = value.written().filter(|word| dialect.may_name(word)) else {
            continue;
        };
        let known = word == pair.key || is_always_set(word) || environment.get(word).is_some();
        let is_read = value.as_env() == Some(word);
        if known && !is_read {
            *value = Template {
                raw: Some(word.into()),
                ..Template::new(vec![Part::env(word, None)], value.span)
            };
        } else if !known && is_read {
            *value = Template::literal(word, value.span);
        }
    }
}
