//! Values that an entry lists for its own references, in front of the variables of the host.

use std::collections::HashSet;

use super::located::Located;
use crate::convert::Status;
use crate::convert::merge::Merger;
use crate::convert::merge::steps::with;
use crate::edit::Change;
use crate::model::Server;

impl Merger<'_, '_> {
    /// Removes the values of variables that `merged` takes from the host, unless the changes from `first` on do so: the
    /// value would count, and the variable would not.
    pub(super) fn unlist(
        &mut self,
        at: &Located<'_, '_>,
        merged: &Server,
        first: usize,
        status: &mut Status,
    ) {
        let format = self.place.format;
        let Some(listed) = format.listing(merged.transport) else {
            return;
        };
        let members = at.get(listed.values).map_or(&[][..], |node| node.members());
        let needed: HashSet<String> = format.listed_in(merged).into_iter().collect();
        let path = at.path(listed.values);
        let touches = |change: &Change| match change {
            Change::Set(known, _) | Change::Remove(known) => known.starts_with(&path),
            _ => false,
        };
        let gone = members.iter().filter(|it| needed.contains(&*it.key));
        let gone: Vec<_> = gone.map(|it| with(&path, &it.key)).collect();
        if gone.is_empty() || self.changes[first..].iter().any(touches) {
            return;
        }
        status.updated.push(listed.values.to_owned());
        match gone.len() == members.len() {
            true => self.changes.push(Change::Remove(path)),
            false => self.changes.extend(gone.into_iter().map(Change::Remove)),
        }
    }
}
