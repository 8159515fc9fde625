//! Where adapted servers go: into a new document, or into one that is there.

use std::collections::HashSet;

use super::adapt::Adapter;
use super::merge::{Merger, Status};
use super::{Input, Target};
use crate::edit;
use crate::host::Out;
use crate::write::Writer;

/// Takes servers one by one, and gives the text at the end.
pub(super) enum Sink<'d, 't> {
    /// A new document.
    Fresh(Box<Writer>),
    /// One that is changed.
    Merge(Box<Merging<'d, 't>>),
}

pub(super) struct Merging<'d, 't> {
    merger: Merger<'d, 't>,
    text: &'d str,
    /// Goes in front of the result.
    bom: bool,
    mirror: bool,
    /// The document is the source itself.
    own: bool,
    names: HashSet<String>,
}

/// A finished document.
pub(super) struct Done {
    pub(super) text: String,
    pub(super) statuses: Vec<Status>,
}

impl<'d, 't> Sink<'d, 't> {
    pub(super) fn fresh(writer: Writer) -> Self {
        Self::Fresh(Box::new(writer))
    }

    /// The source's own document: what is not chosen any more goes.
    pub(super) fn own(merger: Merger<'d, 't>, input: &Input<'d>) -> Self {
        Self::Merge(Box::new(Merging { merger, text: input.text, bom: input.bom, mirror: true, own: true, names: HashSet::new() }))
    }

    pub(super) fn merge(merger: Merger<'d, 't>, target: &Target<'d>) -> Self {
        Self::Merge(Box::new(Merging { merger, text: target.text, bom: false, mirror: target.mirror, own: false, names: HashSet::new() }))
    }

    pub(super) fn is_own(&self) -> bool {
        matches!(self, Self::Merge(merging) if merging.own)
    }

    pub(super) fn server(&mut self, name: &str, out: &Out) {
        match self {
            Self::Fresh(writer) => writer.server(name, out),
            Self::Merge(merging) => {
                merging.merger.server(name, out);
                merging.names.insert(name.to_owned());
            }
        }
    }

    /// The JSON pointer of the server called `name`, before it is handed over.
    pub(super) fn pointer(&self, name: &str) -> String {
        match self {
            Self::Fresh(writer) => writer.pointer(name),
            Self::Merge(merging) => merging.merger.pointer(name),
        }
    }

    /// # Errors
    /// Why the document cannot be changed as wanted.
    pub(super) fn finish(self, adapter: &Adapter<'_>) -> Result<Done, String> {
        match self {
            Self::Fresh(writer) => Ok(Done { text: writer.finish(&adapter.extras()), statuses: Vec::new() }),
            Self::Merge(merging) => {
                let Merging { mut merger, text, bom, mirror, own, names } = *merging;
                if mirror {
                    merger.mirror(&|name| names.contains(name));
                }
                merger.extras(adapter.gates(), adapter.asks(!own).as_ref());
                let changed = edit::edit(text, merger.language(), &merger.changes, merger.style())?;
                merger.verify(&changed)?;
                let text = if bom { format!("\u{feff}{changed}") } else { changed };
                Ok(Done { text, statuses: merger.statuses })
            }
        }
    }
}
