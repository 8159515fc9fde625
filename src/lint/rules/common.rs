//! What several rules ask or do.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::Kind;
use crate::lint::Fix;
use crate::lint::file::{File, LintServer};
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

/// The way to what is, or may come to be, at `name` in `server`, nested names joined by dots.
pub(super) fn within(file: &File<'_>, server: &LintServer<'_>, name: &str) -> Vec<Step> {
    file.path_of(server.node.span)
        .into_iter()
        .chain(name.split('.').map(|key| Step::Key(key.to_owned())))
        .collect()
}
