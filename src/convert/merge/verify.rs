//! A merged document is read again before anybody gets it.

use std::collections::{HashMap, HashSet};

use super::unit::same;
use super::{Action, Merger, Status};
use crate::host::{Reader, ServerEntry, ServerRead, find};
use crate::model::Server;
use crate::syntax;

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
        // What else is said of them there is not their entries' business.
        let reader = Reader::new(self.host, self.place, &found, false).of_entries();
        let mut after: HashMap<(usize, &str), (usize, Server)> = HashMap::new();
        // The number that each root had before.
        let numbers: HashMap<&[&str], usize> = (self.found.roots.iter().enumerate())
            .map(|(at, root)| (root.as_slice(), at))
            .collect();
        let numbers: Vec<Option<usize>> = (found.roots.iter())
            .map(|root| numbers.get(root.as_slice()).copied())
            .collect();
        let key = |entry: &ServerEntry<'_, '_>| match self.own {
            true => numbers[entry.root].unwrap_or(usize::MAX),
            false => 0,
        };
        let ours = |entry: &&ServerEntry<'_, '_>| {
            crate::host::steps(self.place, document.root.as_ref(), &found.roots[entry.root])
                == self.root
                || self
                    .existing
                    .get(&(key(entry), entry.name))
                    .is_some_and(|old| numbers[entry.root] == Some(old.root))
        };
        for entry in found
            .servers
            .iter()
            .rev()
            .filter(|entry| entry.shadowed_by.is_none())
            .filter(ours)
        {
            if let ServerRead::Read(server) = reader.server(entry, &mut |_| {}) {
                after.insert((key(entry), entry.name), (entry.root, *server));
            }
        }
        let lost = self.expected.iter().find(|wanted| {
            let is = after.get(&(wanted.root, wanted.name.as_str()));
            is.is_none_or(|(root, server)| {
                let meant = self.understand_with(&reader, *root, &wanted.name, &wanted.out);
                !meant.is_some_and(|meant| same(self.place, server, &meant))
            })
        });
        if let Some(lost) = lost {
            return Err(format!("`{}` would change meaning", lost.name));
        }
        let stayed = |root: usize, was: &Server| {
            let is = after.get(&(root, was.name.as_str()));
            is.is_some_and(|(_, server)| same(self.place, server, was))
        };
        let left: HashSet<&str> = after.keys().map(|(_, name)| *name).collect();
        let removed = |status: &&Status| {
            status.action == Action::Removed && left.contains(status.name.as_str())
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
        for ((root, _), entry) in self
            .existing
            .iter()
            .filter(|(_, entry)| !touched.contains(entry.name))
        {
            if self
                .read_entry(entry)
                .is_some_and(|server| !stayed(*root, &server))
            {
                return Err(format!(
                    "`{}` would change, although nothing was asked of it",
                    entry.name
                ));
            }
        }
        Ok(())
    }
}
