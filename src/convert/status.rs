//! What becomes of each server of a target.

use std::collections::HashMap;

use crate::host::{FoundServers, Place, find};
use crate::model::Raw;
use crate::syntax;

/// What was done about a server of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// It was not there.
    Added,
    /// Something in it changed.
    Updated,
    /// It already said the same.
    Unchanged,
    /// It is not in the source, and the file mirrors the source.
    Removed,
    /// It could not be written.
    Skipped,
}

impl Action {
    /// The word used in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "added",
            Self::Updated => "updated",
            Self::Unchanged => "unchanged",
            Self::Removed => "removed",
            Self::Skipped => "skipped",
        }
    }
}

/// A server of the target, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Its name there.
    pub name: String,
    /// What was done.
    pub action: Action,
    /// Fields that changed.
    pub updated: Vec<String>,
    /// Fields that were there and stayed.
    pub unchanged: Vec<String>,
    /// Fields that went: of the old transport, or of a unit that the source says otherwise.
    pub removed: Vec<String>,
}

/// What the new text of a file that is replaced does to the servers of the old one.
pub(crate) fn replaced(statuses: &mut Vec<Status>, place: &Place, old: &str, new: &str) {
    let (Ok(old), Ok(new)) = (
        syntax::parse(old, place.language),
        syntax::parse(new, place.language),
    ) else {
        return;
    };
    let (Ok(old), Ok(new)) = (find(&old, place), find(&new, place)) else {
        return;
    };
    let entries = |found: &FoundServers<'_, '_>| -> HashMap<String, Raw> {
        let entries = found.servers.iter();
        entries
            .map(|entry| (entry.name.to_owned(), Raw::from_node(entry.node)))
            .collect()
    };
    let new = entries(&new);
    let mut before = entries(&old);
    for status in statuses.iter_mut().filter(|it| it.action == Action::Added) {
        status.action = match before.remove(&status.name) {
            None => Action::Added,
            Some(there) if new.get(&status.name) == Some(&there) => Action::Unchanged,
            Some(_) => Action::Updated,
        };
    }
    let gone = old
        .servers
        .iter()
        .filter(|entry| before.contains_key(entry.name));
    statuses.extend(gone.map(|entry| Status::new(entry.name, Action::Removed)));
}

impl Status {
    pub(super) fn new(name: &str, action: Action) -> Self {
        Self {
            name: name.to_owned(),
            action,
            updated: Vec::new(),
            unchanged: Vec::new(),
            removed: Vec::new(),
        }
    }
}
