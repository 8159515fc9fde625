//! What several rules ask or do.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::Kind;
use crate::launch::Package;
use crate::lint::Fix;
use crate::lint::file::{File, LintServer, Text};
use crate::model::Slot;
use crate::secret::{secret_flag, secretish_name};
use crate::syntax::{Note, NoteKind, Span};

/// How bad it is what a file makes everybody do who has it: worse in a shared one.
pub(super) fn shared_level(file: &File<'_>) -> Level {
    if file.is_project() {
        Level::Error
    } else {
        Level::Warning
    }
}

/// What reading noted of this kind.
pub(super) fn notes<'f>(file: &'f File<'_>, kind: NoteKind) -> impl Iterator<Item = &'f Note> {
    let notes = file.document.notes.iter();
    notes.filter(move |note| note.kind == kind)
}

/// The name of the host's field of this kind.
pub(super) fn field_of(file: &File<'_>, kind: Kind) -> Option<&'static str> {
    let field = file.fields().find(|field| field.kind == kind)?;
    Some(field.name)
}

/// Puts `new` where `old` stands at `span`; nothing if the file spells `old` in another way there, since bytes can only be
/// replaced where nothing is escaped.
pub(super) fn exchange(
    fix: Fix,
    file: &File<'_>,
    span: Span,
    old: &str,
    new: impl Into<String>,
) -> Option<Fix> {
    let plain = file.text.get(span.range()) == Some(old);
    plain.then(|| fix.splice(span, new))?
}

/// What to write where the host replaces no reference, such as the one to `name` that starts at `at` in `text`.
pub(super) fn written_out(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    at: usize,
    name: &str,
) -> String {
    let host = file.host_name();
    let why = format!("{host} has no references here");
    // The variables of a process may be the field in which references work.
    let local = matches!(text.slot, Slot::Command | Slot::Args);
    let expands = local && file.reference("NAME", Slot::Env).is_some();
    let maps = || {
        file.fields()
            .find(|field| field.slot == Slot::Env && field.kind.in_map())
    };
    let env = expands.then(maps).flatten().map(|field| field.name);
    // A server elsewhere can only be sent what the host knows.
    let sent = matches!(text.slot, Slot::Headers | Slot::Url);
    if !is_for_credential(server, text, at, name) {
        return match env {
            _ if sent => format!("write the value itself: {why}"),
            Some(env) => format!("write the value itself, or pass it in `{env}`: {why}"),
            None => format!("write the value itself, or let the server read it: {why}"),
        };
    }
    if let Some(env) = env {
        return format!(
            "keep the value out of this file, and pass it in `{env}`, where {host} expands references"
        );
    }
    match file.own_file() {
        _ if sent && !file.is_project() => {
            format!("write the value itself, and keep this file to yourself: {why}")
        }
        Some(own) if sent => format!(
            "keep the value out of this file, and put the server into your own `{own}`: {why}"
        ),
        None if sent => {
            format!(
                "keep the value out of this file; everyone has to add the server themselves: {why}"
            )
        }
        _ => format!("keep the value out of this file, and let the server read it: {why}"),
    }
}

/// Whether a credential is meant to stand at `at` in `text`: by the name of the variable, or by what is around it.
fn is_for_credential(server: &LintServer<'_>, text: &Text<'_>, at: usize, name: &str) -> bool {
    let pair = server.pair_of(text);
    let key = pair.map_or(text.field, |pair| pair.key);
    let before = text.text[..at].trim_end_matches(['"', '\'', ' ']);
    let scheme = before.rsplit([' ', ':', '=']).next().unwrap_or_default();
    let option = before.strip_suffix(['=', ':']).map(|before| {
        let last = before.rsplit(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
        last.into_iter().next().unwrap_or_default()
    });
    let place = |arg: &Text<'_>| arg.span.start;
    let position = server
        .args
        .binary_search_by_key(&text.span.start, place)
        .ok();
    let flag = position
        .and_then(|at| at.checked_sub(1))
        .map(|at| server.args[at].text);
    secretish_name(name)
        || secretish_name(key)
        || option.is_some_and(secretish_name)
        || flag.is_some_and(secret_flag)
        || ["bearer", "basic"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(scheme))
}

/// The way to what is, or may come to be, at `name` in `server`, nested names joined by dots.
pub(super) fn within(file: &File<'_>, server: &LintServer<'_>, name: &str) -> Vec<Step> {
    file.path_of(server.node.span)
        .into_iter()
        .chain(name.split('.').map(|key| Step::Key(key.to_owned())))
        .collect()
}

/// What a server does with one of its packages: it runs one, and has others installed beside that.
pub(super) fn verb(server: &LintServer<'_>, package: &Package<'_>) -> &'static str {
    let is_same = |other: &Package<'_>| std::ptr::eq(other.word.text, package.word.text);
    match server.launch() {
        Some(launch) if launch.extra.iter().any(is_same) => "installs",
        _ => "runs",
    }
}
