//! Whether a reference is replaced, and what keeps it from that.

use super::words::{is_editor_word, is_of_plugin, may_be_unplaced, needs_default, owned};
use super::{Names, TextRead, VariableFate};
use crate::host::Kind;
use crate::launch::program;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::refs::{Ref, RefForm};
use crate::lint::strings::ReadBy;
use crate::model::dialect::{Dialect, is_name};
use crate::model::{Part, Slot};
use crate::secret;

/// What keeps `reference` from being replaced; nothing if it is replaced, or if it is no reference after all.
pub(super) fn fate(
    file: &File<'_>,
    server: &LintServer<'_>,
    names: &Names<'_, '_>,
    text: &Text<'_>,
    read: &TextRead<'_>,
    reader: ReadBy,
    reference: &Ref<'_>,
) -> Option<VariableFate> {
    let form = reference.form;
    let expanded_by_reader = match reader {
        ReadBy::Bridge => form == RefForm::Braces,
        ReadBy::Cmd => form == RefForm::Percent,
        _ => false,
    };
    if expanded_by_reader || !plausible(server, text, read, reference) {
        return None;
    }
    let facts = &file.host.facts;
    if facts.shell_forms.contains(&text.slot) && matches!(form, RefForm::Default | RefForm::Percent)
    {
        return None;
    }
    let dialect = file.place.format.dialect(text.slot);
    if is_of_plugin(file, text.slot, reference) {
        return None;
    }
    if needs_default(dialect, reference).is_some() && !may_be_unplaced(file) {
        return Some(VariableFate::Unsupported("form"));
    }
    if is_settled(file, names, text, reference) {
        return None;
    }
    if form == RefForm::Mustache && file.runtime().own_templates {
        let given = names.sets(reference.name) || names.sends(reference.name);
        return (!given).then_some(VariableFate::Unsupported("template"));
    }
    let whole = read
        .around(&reference.range)
        .filter(|(_, part)| !is_vain(part));
    match whole {
        Some((_, Part::Env { name, .. }))
            if form == RefForm::Braces && is_editor_word(name) && !facts.lenient =>
        {
            return Some(VariableFate::Unsupported("editor"));
        }
        Some((range, _)) if dialect.blocks(&text.text[range.clone()]) => {
            return Some(VariableFate::Unsupported("blocked"));
        }
        // The variable `input` is empty, and the rest stays.
        Some((_, Part::Env { .. })) if lost_braces(text.text, reference) => {
            return Some(VariableFate::Unsupported("form"));
        }
        Some((_, Part::Env { name, .. })) => return unlisted(names, name),
        Some(_) => return None,
        None => {}
    }
    if malformed(text.text, reference) {
        return Some(VariableFate::Malformed);
    }
    if read.swallowed || dialect.never.contains(&reference.name) {
        return Some(VariableFate::Elsewhere);
    }
    let alone = &text.text[reference.range.clone()];
    let dialects = file.place.format.dialects;
    let reads = |dialect: &Dialect| {
        dialect
            .references(alone)
            .iter()
            .any(|(range, part)| *range == (0..alone.len()) && !is_vain(part))
    };
    // A field with variables in another spelling wants that one, wherever this one is known.
    let variable = is_plain(reference) || form == RefForm::Default;
    let other_spelling = variable && dialect.has_variables() && !reads(dialect);
    let elsewhere = !other_spelling && dialects.iter().any(|(_, dialect)| reads(dialect))
        || (is_plain(reference) && has_sibling(file, text.slot));
    if elsewhere
        && !(form == RefForm::Braces
            && is_editor_word(reference.name)
            && !owned(dialects, reference.name))
    {
        return Some(VariableFate::Elsewhere);
    }
    if facts.lenient {
        return None;
    }
    Some(VariableFate::Unsupported(match form {
        RefForm::Input => "input",
        RefForm::Editor => "editor",
        RefForm::Braces if is_editor_word(reference.name) => "editor",
        RefForm::Default
            if reference
                .default
                .is_some_and(|default| default.contains("${"))
                && dialect.has_defaults() =>
        {
            "nested"
        }
        _ if reference.default.is_some() || reference.name.contains(":-") => "default",
        _ => "form",
    }))
}

/// `$input:key` is what becomes of `${input:key}` without its braces. There is no variable called `input`.
pub(crate) fn lost_braces(text: &str, reference: &Ref<'_>) -> bool {
    let rest = text[reference.range.end..].strip_prefix(':');
    reference.form == RefForm::Bare
        && matches!(reference.name, "input" | "env")
        && rest.is_some_and(|name| name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Whether the host finds the variable in the server's own `env`, or puts in the default because it has no such variable.
fn is_settled(
    file: &File<'_>,
    names: &Names<'_, '_>,
    text: &Text<'_>,
    reference: &Ref<'_>,
) -> bool {
    let known = file.place.format.dialect(text.slot).names;
    let own = file.runtime().own_env && text.slot != Slot::Env && names.sets(reference.name);
    own || is_name(reference.name) && !known.has(reference.name) && reference.default.is_some()
}

/// The field that should list the variable `name`, if references count only for what the entry lists.
fn unlisted(names: &Names<'_, '_>, name: &str) -> Option<VariableFate> {
    let (field, listed) = names.listed.as_ref()?;
    (!listed.contains(name)).then_some(VariableFate::Unlisted(field))
}

/// Whether it is an environment variable and nothing else, in any spelling.
pub(crate) fn is_plain(reference: &Ref<'_>) -> bool {
    let spelled = matches!(
        reference.form,
        RefForm::Braces
            | RefForm::Env
            | RefForm::Bare
            | RefForm::CurlyEnv
            | RefForm::Percent
            | RefForm::Angles
    );
    spelled
        && reference.default.is_none()
        && is_name(reference.name)
        && !(reference.form == RefForm::Braces && is_editor_word(reference.name))
}

/// Whether the host takes the names of variables in a field beside the one of `slot`. Those for child processes are handed
/// through, which is another thing.
fn has_sibling(file: &File<'_>, slot: Slot) -> bool {
    slot == Slot::Headers
        && file.fields().any(|field| {
            matches!(
                field.kind,
                Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar
            )
        })
}

/// Whether text that looks like a reference is likely meant as one. A password may well hold a `$`.
fn plausible(
    server: &LintServer<'_>,
    text: &Text<'_>,
    read: &TextRead<'_>,
    reference: &Ref<'_>,
) -> bool {
    let name = reference.name;
    let capitals = |name: &str| {
        name.bytes().all(|byte| {
            byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'(' | b')')
        })
    };
    match reference.form {
        RefForm::Bare => {
            let before = text.text[..reference.range.start].chars().next_back();
            (capitals(name) || lost_braces(text.text, reference))
                && !before.is_some_and(|c| c.is_alphanumeric() || c == '$')
                && !read.has_token(&reference.range)
                && !secret::shows_secret(None, name)
        }
        // Addresses have escapes such as `%2F` in them, and so have passwords.
        RefForm::Percent => {
            let glued = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
            let (before, after) = text.text.split_at(reference.range.start);
            let within = glued(before.chars().next_back())
                && glued(after[reference.range.len()..].chars().next());
            name.len() > 2 && !within && !text.text.contains("://") && text.slot != Slot::Url
        }
        // What stands in for a value is another matter, and so are templates that the program fills in.
        RefForm::Mustache => {
            name.contains(|c: char| c.is_ascii_uppercase())
                && !name.starts_with(['.', '$'])
                && !name.contains(' ')
                && !secret::placeholder(name)
        }
        RefForm::Shell => matches!(text.slot, Slot::Env | Slot::Headers) && name.contains(' '),
        // `op run` puts them in.
        RefForm::OnePassword => !server
            .command
            .iter()
            .chain(&server.args)
            .any(|word| program(word.text) == "op"),
        _ => true,
    }
}

/// Whether a reference in the wider sense is none in any host's grammar.
fn malformed(text: &str, reference: &Ref<'_>) -> bool {
    let tail = &text[reference.range.clone()];
    match reference.form {
        RefForm::Default => !tail
            .get(2 + reference.name.len()..)
            .is_some_and(|rest| rest.starts_with(":-")),
        RefForm::Editor => {
            reference.name != "/"
                && !is_editor_word(reference.name.split([':', '.']).next().unwrap_or_default())
        }
        RefForm::Input => reference.name.trim().is_empty(),
        RefForm::CurlyEnv => !is_name(
            reference
                .name
                .split_once(":-")
                .map_or(reference.name, |(name, _)| name),
        ),
        _ => false,
    }
}

/// Whether it is a variable that nobody can set.
pub(super) fn is_vain(part: &Part) -> bool {
    matches!(part, Part::Env { name, .. } if !is_name(name))
}
