//! Where adapted servers go: into a new document, or into one that is there.

use std::collections::HashSet;

use super::adapt::Adapter;
use super::merge::{MergeOutcome, Merger, NewEntry};
use super::status::{Action, Status};
use super::{Input, Target};
use crate::diagnostic::Diagnostic;
use crate::edit;
use crate::host::FoundGate;
use crate::model::{Identity, Server};
use crate::syntax::Node;
use crate::write::Writer;

/// Takes servers one by one, and gives the text at the end.
pub(super) enum Sink<'d, 't> {
    /// A new document. What becomes of each server is only noted for a file, where somebody asks.
    Fresh(Box<Writer>, Option<Vec<Status>>),
    /// One that is changed.
    Merge(Box<Merging<'d, 't>>),
}

pub(super) struct Merging<'d, 't> {
    merger: Merger<'d, 't>,
    text: &'d str,
    /// Goes in front of the result.
    bom: bool,
    mirror: bool,
    /// The project whose servers are meant, in a file that keeps them by project.
    project: Option<&'d str>,
    /// The document is the source itself.
    own: bool,
    names: HashSet<String>,
}

/// A finished document.
pub(super) struct Done {
    pub(super) text: String,
    pub(super) statuses: Vec<Status>,
    /// Why the target does without all of it.
    pub(super) rejected: Option<Diagnostic>,
}

impl<'d, 't> Sink<'d, 't> {
    pub(super) fn fresh(writer: Writer, statuses: bool) -> Self {
        Self::Fresh(Box::new(writer), statuses.then(Vec::new))
    }

    /// The source's own document: what is not chosen any more goes.
    pub(super) fn own(merger: Merger<'d, 't>, input: &Input<'d>) -> Self {
        Self::Merge(Box::new(Merging {
            merger,
            text: input.text,
            bom: input.bom,
            mirror: true,
            project: None,
            own: true,
            names: HashSet::new(),
        }))
    }

    pub(super) fn merge(merger: Merger<'d, 't>, target: &Target<'d>) -> Self {
        Self::Merge(Box::new(Merging {
            merger: merger.marked(target.bom),
            text: target.text,
            bom: false,
            mirror: target.mirror,
            project: target.project,
            own: false,
            names: HashSet::new(),
        }))
    }

    pub(super) fn is_fresh(&self) -> bool {
        matches!(self, Self::Fresh(..))
    }

    pub(super) fn is_own(&self) -> bool {
        matches!(self, Self::Merge(merging) if merging.own)
    }

    /// The project whose servers are meant, in a file that keeps them by project.
    pub(super) fn project(&self) -> Option<&'d str> {
        match self {
            Self::Fresh(..) => None,
            Self::Merge(merging) => merging.project,
        }
    }

    /// The next servers are those of this root of the source's own document.
    pub(super) fn enter(&mut self, root: usize) {
        if let Self::Merge(merging) = self {
            merging.merger.enter(root);
        }
    }

    /// The servers that are there and stay, with what tells them apart.
    pub(super) fn existing(&self) -> Vec<(String, Option<Identity>)> {
        match self {
            Self::Merge(merging) if !merging.mirror => merging.merger.identities(),
            _ => Vec::new(),
        }
    }

    /// The servers that are there and stay, as their host reads them.
    pub(super) fn standing(&self) -> Vec<Server> {
        match self {
            Self::Merge(merging) if !merging.mirror => merging.merger.servers(),
            _ => Vec::new(),
        }
    }

    /// The inputs of the document that is merged into.
    pub(super) fn prompts(&self) -> Option<&'d Node<'t>> {
        match self {
            Self::Merge(merging) if !merging.own => merging.merger.prompts(),
            _ => None,
        }
    }

    /// The servers of the document that is merged into, where it has inputs to which they may refer.
    pub(super) fn asking(&self) -> Vec<Server> {
        match self {
            Self::Merge(merging) if self.prompts().is_some() => merging.merger.servers(),
            _ => Vec::new(),
        }
    }

    /// What the document that is merged into says about servers outside of them.
    pub(super) fn gates(&self) -> &'d [FoundGate<'d, 't>] {
        match self {
            Self::Merge(merging) if !merging.own => merging.merger.gates(),
            _ => &[],
        }
    }

    /// Why a server cannot be merged into what is there.
    pub(super) fn refuses(&mut self, name: &str, new: &NewEntry<'_>) -> Option<String> {
        match self {
            Self::Fresh(..) => None,
            Self::Merge(merging) => merging.merger.refuses(merging.text, name, new),
        }
    }

    /// Whether the document says nothing about a server called `name` yet.
    pub(super) fn is_new(&self, name: &str) -> bool {
        match self {
            Self::Fresh(..) => true,
            Self::Merge(merging) => merging.merger.is_new(name),
        }
    }

    /// The variables that the document sets for the server called `name`.
    pub(super) fn variables(&self, name: &str) -> HashSet<String> {
        match self {
            Self::Fresh(..) => HashSet::new(),
            Self::Merge(merging) => merging.merger.variables(name),
        }
    }

    /// Whether the document has a server called `name` that is not disabled.
    pub(super) fn runs(&self, name: &str) -> bool {
        match self {
            Self::Fresh(..) => false,
            Self::Merge(merging) => merging.merger.runs(name),
        }
    }

    /// Takes a server; what that does to what is there.
    pub(super) fn server(
        &mut self,
        name: &str,
        new: &NewEntry<'_>,
        enabled: Option<bool>,
    ) -> MergeOutcome {
        match self {
            Self::Fresh(writer, statuses) => {
                writer.entry(name, new.out);
                if let Some(statuses) = statuses {
                    statuses.push(Status::new(name, Action::Added));
                }
                MergeOutcome::NOTHING
            }
            Self::Merge(merging) => {
                merging.names.insert(name.to_owned());
                merging.merger.server(name, new, enabled)
            }
        }
    }

    /// A server that the source has and that cannot be written: what another file says about it stays there, but a host's
    /// own document keeps it only if it `stays`.
    pub(super) fn left_out(&mut self, name: &str, stays: bool) {
        if let Self::Merge(merging) = self
            && (stays || !merging.own)
        {
            merging.names.insert(name.to_owned());
        }
    }

    /// The JSON pointer of the server called `name`, before it is handed over.
    pub(super) fn pointer(&self, name: &str) -> String {
        match self {
            Self::Fresh(writer, _) => writer.pointer(name),
            Self::Merge(merging) => merging.merger.pointer(name),
        }
    }

    /// # Errors
    /// Why the document cannot be changed as wanted.
    pub(super) fn finish(self, adapter: &Adapter<'_>) -> Result<Done, String> {
        match self {
            Self::Fresh(writer, statuses) => Ok(Done {
                text: writer.finish(&adapter.extras()),
                statuses: statuses.unwrap_or_default(),
                rejected: None,
            }),
            Self::Merge(merging) => {
                let Merging {
                    mut merger,
                    text,
                    bom,
                    mirror,
                    own,
                    names,
                    ..
                } = *merging;
                if mirror {
                    merger.mirror(&|name| names.contains(name));
                }
                merger.extras(adapter.gates(), adapter.asks(!own).as_ref());
                let changed = edit::edit(text, merger.language(), &merger.changes, merger.style())?;
                let rejected = merger.verify(&changed)?;
                let text = if bom {
                    format!("\u{feff}{changed}")
                } else {
                    changed
                };
                Ok(Done {
                    text,
                    statuses: merger.statuses,
                    rejected,
                })
            }
        }
    }
}
