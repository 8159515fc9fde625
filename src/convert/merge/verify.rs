//! A merged document is read again before anybody gets it.

use std::collections::{HashMap, HashSet};

use super::unit::same;
use super::{Action, Merger, Status};
use crate::host::{Place, Reader, ServerEntry, ServerRead, find};
use crate::model::{Server, Value};
use crate::syntax::{self, Span};

impl Merger<'_, '_> {
    /// Reads the changed text again: what was added or updated is there as meant, and every other server as it was.
    ///
    /// # Errors
    /// What is not as it should be.
    pub(in crate::convert) fn verify(&self, text: &str) -> Result<(), String> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let document = syntax::parse(text, self.place.language)
            .map_err(|error| format!("the result would not parse: {}", error.reason))?
            .named(self.document.name);
        let found = find(&document, self.place).map_err(|problem| problem.message.clone())?;
        let reader = Reader::new(self.host, self.place, &found, false);
        let mut after: HashMap<&str, Server> = HashMap::new();
        let ours = |entry: &&ServerEntry<'_, '_>| {
            crate::host::steps(self.place, document.root.as_ref(), &found.roots[entry.root])
                == self.root
                || self
                    .existing
                    .get(entry.name)
                    .is_some_and(|old| self.found.roots[old.root] == found.roots[entry.root])
        };
        for entry in found
            .servers
            .iter()
            .rev()
            .filter(|entry| entry.shadowed_by.is_none())
            .filter(ours)
        {
            if let ServerRead::Read(server) = reader.server(entry, &mut |_| {}) {
                after.insert(entry.name, *server);
            }
        }
        let meant = |wanted: &Server| {
            after
                .get(wanted.name.as_str())
                .is_some_and(|server| same_but_for_gates(self.place, server, wanted))
        };
        if let Some(lost) = self.expected.iter().find(|wanted| !meant(wanted)) {
            return Err(format!("`{}` would change meaning", lost.name));
        }
        let removed = |status: &&Status| {
            status.action == Action::Removed && after.contains_key(status.name.as_str())
        };
        if let Some(status) = self.statuses.iter().find(removed) {
            return Err(format!("`{}` would still be there", status.name));
        }
        let touched: HashSet<&str> = self
            .statuses
            .iter()
            .filter(|status| status.action != Action::Unchanged)
            .map(|status| status.name.as_str())
            .collect();
        for entry in self
            .existing
            .values()
            .filter(|entry| !touched.contains(entry.name))
        {
            if self.read(entry).is_some_and(|server| !meant(&server)) {
                return Err(format!(
                    "`{}` would change, although nothing was asked of it",
                    entry.name
                ));
            }
        }
        Ok(())
    }
}

/// Gates are not part of a server's entry; what is said about it there is not its own business.
fn same_but_for_gates(place: &Place, a: &Server, b: &Server) -> bool {
    let plain = |server: &Server| {
        let mut server = server.clone();
        let (whole, nowhere) = (server.span, Span::default());
        let own = |span: Span| whole == nowhere || span == nowhere || whole.contains(span);
        // A list may be of both: tools that the entry hides, and those that a gate does.
        server.entries.retain_mut(|entry| match &mut entry.value {
            Value::List(items) if !items.is_empty() => {
                items.retain(|item| own(item.span));
                !items.is_empty()
            }
            _ => whole == nowhere || whole.contains(entry.span),
        });
        server
    };
    same(place, &plain(a), &plain(b)) || same(place, a, b)
}
