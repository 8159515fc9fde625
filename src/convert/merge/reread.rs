//! Servers as their host reads them: those that are there, and those that are to be written.

use super::Merger;
use crate::host::{FoundServers, Out, Reader, ServerEntry, ServerRead};
use crate::model::Server;

impl Merger<'_, '_> {
    /// The server that is there, as its host reads it.
    pub(super) fn read(&self, entry: &ServerEntry<'_, '_>) -> Option<Server> {
        read_with(&self.reader, entry)
    }

    /// The same for what the entry itself says.
    pub(super) fn read_entry(&self, entry: &ServerEntry<'_, '_>) -> Option<Server> {
        read_with(&self.entries, entry)
    }

    /// The server that is to be written, as its host will read it.
    pub(super) fn understand(&self, name: &str, out: &Out) -> Option<Server> {
        let nothing = FoundServers::default();
        let reader = Reader::new(self.host, self.place, &nothing, false);
        self.understand_with(&reader, 0, name, out)
    }

    pub(super) fn understand_with(
        &self,
        reader: &Reader<'_, '_, '_>,
        root: usize,
        name: &str,
        out: &Out,
    ) -> Option<Server> {
        let node = out.to_node();
        let span = crate::syntax::Span::default();
        let entry = ServerEntry {
            name,
            name_span: span,
            node: &node,
            root,
            key: None,
            index: None,
            whole: false,
            // What is to be written has the spelling of the outer map.
            inner: false,
            shadowed_by: None,
        };
        read_with(reader, &entry)
    }
}

fn read_with(reader: &Reader<'_, '_, '_>, entry: &ServerEntry<'_, '_>) -> Option<Server> {
    match reader.server(entry, &mut |_| {}) {
        ServerRead::Read(server) => Some(*server),
        ServerRead::Skipped(_) => None,
    }
}
