//! What is of no use any more once a server has changed.

use std::collections::HashSet;

use super::changed::names;
use super::located::Located;
use crate::convert::merge::unit::in_a_unit;
use crate::convert::merge::{Merger, Status};
use crate::edit::Change;
use crate::host::{Field, Out, leads_into};
use crate::model::{Reason, Server, Transport};

impl Merger<'_, '_> {
    /// A group of fields that all went is of no use any more, and some hosts refuse it.
    pub(super) fn remove_empty(
        &mut self,
        at: &Located<'_, '_>,
        transport: Transport,
        desired: &Out,
        status: &mut Status,
    ) {
        let parents = self
            .place
            .format
            .fields
            .iter()
            .filter_map(|field| field.name.split_once('.').map(|(parent, _)| parent));
        let mut parents: Vec<&str> = parents.collect();
        parents.dedup();
        for parent in parents {
            let Some(group) = at
                .get(parent)
                .filter(|group| group.is_object() && desired.get(parent).is_none())
            else {
                continue;
            };
            let gone = |key: &str| {
                let name = format!("{parent}.{key}");
                status.removed.contains(&name) || status.updated.contains(&name)
            };
            // One that was empty before is of no use to another transport.
            let below = |field: &&Field| leads_into(field.name, parent);
            let mut fields = self.place.format.fields.iter().filter(below);
            let useful = fields.any(|field| field.on.has(transport));
            if group.members().iter().all(|member| gone(&member.key))
                && (!group.members().is_empty() || !useful)
            {
                self.changes.push(Change::Remove(at.path(parent)));
            }
        }
    }

    /// What had no effect with the transport of before, and would have one with the new one, goes too.
    pub(super) fn remove_dormant(
        &mut self,
        at: &Located<'_, '_>,
        old: &Server,
        transport: Transport,
        desired: &Out,
        status: &mut Status,
    ) {
        let dormant = old.ignored.iter();
        let dormant = dormant.filter(|ignored| ignored.reason == Reason::Transport);
        let dormant: HashSet<&str> = dormant.map(|ignored| ignored.field.as_str()).collect();
        let is_dormant = |name: &String| {
            let mut others = dormant.iter();
            dormant.contains(name.as_str()) || others.any(|other| leads_into(other, name))
        };
        let fields = self.place.format.fields.iter();
        let fields = fields.filter(|field| field.on.has(transport));
        for name in fields.flat_map(names).filter(is_dormant) {
            let (Some(value), false) = (at.get(&name), status.removed.contains(&name)) else {
                continue;
            };
            let Some(wanted) = desired.get(&name) else {
                if !status.updated.contains(&name) {
                    self.changes.push(Change::Remove(at.path(&name)));
                }
                status.removed.push(name);
                continue;
            };
            let wanted: HashSet<&str> = wanted.members().iter().map(|(key, _)| &**key).collect();
            let members = value.members().iter();
            let gone = members.filter(|member| !wanted.contains(&*member.key));
            let gone = gone.map(|member| format!("{name}.{}", member.key));
            status.removed.extend(gone);
        }
    }

    /// Whether anything goes with it that only the user's entry says.
    pub(super) fn remove_stale(
        &mut self,
        at: &Located<'_, '_>,
        field: &Field,
        desired: &Out,
        status: &mut Status,
    ) -> bool {
        let mut own = false;
        // The same may have another name on the new transport, and then it only changes.
        let mut others = self.place.format.fields.iter();
        let moves = !field.slot.is_native()
            && others.any(|it| it.slot == field.slot && desired.get(it.name).is_some());
        for name in names(field) {
            let Some(value) = at.get(&name) else {
                continue;
            };
            let empty = value.is_object() && value.members().is_empty();
            own |= !empty && !in_a_unit(field.slot) && !field.slot.is_native();
            self.changes.push(Change::Remove(at.path(&name)));
            match moves {
                true => status.updated.push(name),
                false => status.removed.push(name),
            }
        }
        own
    }
}
