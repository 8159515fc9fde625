//! A merged document is read again before anybody gets it.

use std::collections::{HashMap, HashSet};

use super::unit::same;
use super::{Action, Merger, Status};
use crate::diagnostic::Diagnostic;
use crate::host::{
    Cost, FoundServers, Host, Reader, ServerEntry, ServerRead, dropped, find, no_mark,
};
use crate::model::Server;
use crate::syntax::{self, Document};

impl Merger<'_, '_> {
    /// With `bom`, a byte-order mark stands in front of the document.
    pub(in crate::convert) fn marked(self, bom: bool) -> Self {
        Self { bom, ..self }
    }

    /// Reads the changed text again: what was added or updated is there as meant, and every other server as it was. What
    /// makes the host do without all of them is told.
    ///
    /// # Errors
    /// What is not as it should be.
    pub(in crate::convert) fn verify(&self, text: &str) -> Result<Option<Diagnostic>, String> {
        if self.changes.is_empty() {
            return Ok(self.rejection(self.document, self.found));
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
        Ok(self.rejection(&document, &found))
    }

    /// Why the host runs no server of the document once it is changed into this one.
    fn rejection(
        &self,
        document: &Document<'_>,
        found: &FoundServers<'_, '_>,
    ) -> Option<Diagnostic> {
        if self.own {
            return None;
        }
        let unreadable = self.place.unreadable;
        if self.bom && !self.place.bom && unreadable.is_of_the_file() {
            let reason = no_mark(self.host).of(self.source);
            return Some(rejected(self.host, unreadable, reason));
        }
        let (reason, cost) = dropped(document, self.host, self.place, found)?;
        // What is wrong was there before, in most cases, and is pointed at there.
        let before = || dropped(self.document, self.host, self.place, self.found);
        let before = before().filter(|(before, _)| before.message == reason.message);
        Some(rejected(
            self.host,
            cost,
            Diagnostic {
                source: self.source,
                span: before.and_then(|(before, _)| before.span),
                related: Vec::new(),
                ..reason
            },
        ))
    }
}

/// That a host runs no server of the file that is written, for this reason.
fn rejected(host: &Host, cost: Cost, reason: Diagnostic) -> Diagnostic {
    let why = &reason.message;
    let message = match cost {
        Cost::Start => format!("{} does not start with this file: {why}", host.subject()),
        _ => format!(
            "none of the servers in this file runs, because {} rejects it: {why}",
            host.name
        ),
    };
    let label = format!("{} {}", host.subject(), cost.consequence());
    Diagnostic { message, ..reason }.label(label).loss()
}
