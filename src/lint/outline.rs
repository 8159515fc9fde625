//! What is left of a file when it is closed: enough to compare it with others.

use super::file::File;
use crate::host::{Host, Place, Scope};
use crate::model::Transport;
use crate::syntax::Span;

/// A file in outline.
#[derive(Debug)]
pub struct Outline {
    /// Which file, counted from 0.
    pub source: usize,
    /// Its path, with `/`.
    pub path: String,
    /// Whose it is.
    pub host: &'static Host,
    /// Which of the host's files.
    pub place: &'static Place,
    /// Who shares it.
    pub scope: Scope,
    /// Its servers.
    pub servers: Vec<Outlined>,
}

/// A server in outline. No value is kept that could be secret.
#[derive(Debug)]
pub struct Outlined {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// How it is reached.
    pub kind: Option<Transport>,
}

impl Outline {
    pub(super) fn new(file: &File<'_>, source: usize) -> Self {
        let outline = |server: &super::file::Server<'_>| Outlined { name: server.name.to_owned(), name_span: server.name_span, kind: server.kind };
        Self { source, path: file.path.to_owned(), host: file.host, place: file.place, scope: file.scope, servers: file.seen().map(outline).collect() }
    }
}
