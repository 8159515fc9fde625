//! What the files of a host say about the servers of each other, outside of their entries.

use std::collections::HashMap;

use super::verdict::{Judged, Outcome};
use crate::host::scope::limit_gates;
use crate::host::{FoundServers, GateKind, Gates, Place, find, of_one_file};
use crate::syntax::{Document, Node};

/// The servers and gates of files, by their numbers.
pub(super) struct FoundFiles<'n, 't>(Vec<(usize, &'static Place, FoundServers<'n, 't>)>);

impl<'n, 't> FoundFiles<'n, 't> {
    /// Those of `files`, for `project`.
    pub(super) fn new(
        files: impl Iterator<Item = (usize, &'static Place, &'n Document<'t>)>,
        project: &str,
    ) -> Self {
        let found = files.filter_map(|(file, place, document)| {
            let mut found = find(document, place).ok()?;
            limit_gates(place, &mut found, Some(project));
            Some((file, place, found))
        });
        Self(found.collect())
    }

    pub(super) fn gates(&self) -> GatesBeside<'_, 'n, 't> {
        let gates = self.0.iter();
        let gates = gates.filter(|(.., found)| !found.gates.is_empty());
        let gates = gates.map(|(file, place, found)| {
            let gates = Gates::new(&found.gates, place.format);
            (*file, gates)
        });
        let all = self.0.iter().map(|(.., found)| found.gates.as_slice());
        let entries = self.0.iter().flat_map(|(file, _, found)| {
            let counts = found.servers.iter().filter(|it| it.shadowed_by.is_none());
            counts.map(move |entry| ((*file, entry.name), entry.node))
        });
        GatesBeside {
            alone: of_one_file(all),
            gates: gates.collect(),
            entries: entries.collect(),
        }
    }
}

/// The gates of the files of one host.
pub(super) struct GatesBeside<'f, 'n, 't> {
    gates: Vec<(usize, Gates<'f, 'n, 't>)>,
    alone: Vec<GateKind>,
    /// The entries of servers.
    entries: HashMap<(usize, &'n str), &'n Node<'t>>,
}

impl GatesBeside<'_, '_, '_> {
    /// The server with what the other files say about it, if there are any.
    pub(super) fn applied(&self, file: usize, judged: &Judged) -> Option<Judged> {
        let Outcome::Used(server) = &judged.verdict else {
            return None;
        };
        let mut others = self.gates.iter().filter(|(of, _)| *of != file).peekable();
        others.peek()?;
        let entry = self.entries.get(&(file, judged.name.as_str()))?;
        let mut server = server.clone();
        for (_, gates) in others {
            let at = server.name_span;
            gates.reach_out(entry, &mut server, at, &self.alone);
        }
        Some(Judged {
            name: judged.name.clone(),
            at: judged.at,
            reach: judged.reach,
            hidden: judged.hidden,
            verdict: Outcome::Used(server),
        })
    }
}
