//! Servers that their host does not read, because they are not where it looks.

use crate::diagnostic::{Diagnostic, Level};
use crate::host::tell::passed_by;
use crate::host::{Host, Place, foreign_root, is_bare, root_name};
use crate::syntax::{Member, Node, Span};

/// That `what` is not where the host looks.
pub(super) fn not_loaded(host: &Host, wanted: &str, what: &str, at: Span) -> Diagnostic {
    let message = passed_by(host.name, wanted, what);
    Diagnostic::new("wrong-root-key", Level::Warning, at, message)
        .label("not loaded")
        .help(format!("move what is in it to `{wanted}`"))
}

/// What to say about a document without any of the roots of `place`, if it has servers elsewhere.
pub(crate) fn unread(root: &Node<'_>, host: &Host, place: &Place) -> Option<Diagnostic> {
    let wanted = root_name(place);
    let ignored = |what: &str, at: Span| not_loaded(host, &wanted, what, at);
    let servers = |key: &&Member<'_>| is_bare(&key.value);
    let foreign = foreign_root(root, host).map(|(key, _)| key);
    match foreign.filter(servers) {
        Some(key) => Some(ignored(&format!("`{}` is", key.key), key.key_span)),
        None if is_bare(root) => {
            let first = root.members().first()?;
            Some(ignored("the servers of this file are", first.key_span))
        }
        None => None,
    }
}
