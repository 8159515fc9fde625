//! A part of a document becomes another value, with as few changes as that takes.

use super::plan::{ItemSlot, NodeFate, Plan, Slots};
use super::scan::{NodeId, NodeKind};
use super::spell;
use crate::edit::Step;
use crate::edit::layer::EditLayer;
use crate::syntax::{Out, OutValue};

impl<'a> Plan<'a> {
    /// The node becomes `out`, with as few changes as that takes.
    pub(super) fn assign(&mut self, node: NodeId, out: &'a Out) {
        self.reset(node);
        let doc = self.doc;
        let entry = &doc.nodes[node];
        match (&entry.kind, &out.value) {
            (NodeKind::Scalar, _) if spell::same(&doc.text[entry.span.clone()], out) => {}
            // Such a table is there only as long as something is in it.
            (NodeKind::Dotted { .. } | NodeKind::Implicit, OutValue::Object(new))
                if new.is_empty() =>
            {
                self.fates[node] = NodeFate::Becomes(EditLayer::Given(out))
            }
            (
                NodeKind::Inline(_)
                | NodeKind::Section(_)
                | NodeKind::Implicit
                | NodeKind::Dotted { .. },
                OutValue::Object(new),
            ) => self.merge(node, new),
            (NodeKind::Tables(_), OutValue::Array(new))
                if new.is_empty() || !new.iter().all(Out::is_object) =>
            {
                self.fates[node] = NodeFate::Becomes(EditLayer::Given(out))
            }
            (NodeKind::Array(old) | NodeKind::Tables(old), OutValue::Array(new)) => {
                self.align(node, old, new)
            }
            _ => self.fates[node] = NodeFate::Becomes(EditLayer::Given(out)),
        }
    }

    pub(super) fn merge(&mut self, node: NodeId, new: &'a [(String, Out)]) {
        let doc = self.doc;
        for member in doc.nodes[node].members.values() {
            self.fates[*member] = NodeFate::Goes;
        }
        for (key, value) in new {
            match self.member(node, key) {
                Some(member) => self.assign(member, value),
                None => {
                    let added = self.added.entry(node).or_default();
                    added.push(key, EditLayer::Given(value));
                }
            }
        }
    }

    /// Items that are the same at both ends stay where they are; those between take each other's places.
    fn align(&mut self, node: NodeId, old: &[NodeId], new: &'a [Out]) {
        let same = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| self.equal(**old, new))
            .count();
        let (old_rest, new_rest) = (&old[same..], &new[same..]);
        // A header cannot be put in between without moving what follows it.
        let ends = matches!(self.doc.nodes[node].kind, NodeKind::Array(_));
        let tail = old_rest
            .iter()
            .rev()
            .zip(new_rest.iter().rev())
            .take_while(|(old, new)| ends && self.equal(**old, new))
            .count();
        let (old_middle, new_middle) = (
            &old_rest[..old_rest.len() - tail],
            &new_rest[..new_rest.len() - tail],
        );
        if old_middle.is_empty() && new_middle.is_empty() {
            return;
        }
        let both = old_middle.len().min(new_middle.len());
        for (old, new) in old_middle.iter().zip(new_middle) {
            self.assign(*old, new);
        }
        let stay = old[..same + both].iter().copied().map(ItemSlot::Old);
        let come = new_middle[both..]
            .iter()
            .map(EditLayer::Given)
            .map(ItemSlot::New);
        let end = old_rest[old_rest.len() - tail..]
            .iter()
            .copied()
            .map(ItemSlot::Old);
        self.slots
            .insert(node, Slots::new(stay.chain(come).chain(end)));
    }

    fn equal(&self, node: NodeId, out: &Out) -> bool {
        let entry = &self.doc.nodes[node];
        match (&entry.kind, &out.value) {
            (NodeKind::Scalar, _) => spell::same(&self.doc.text[entry.span.clone()], out),
            (NodeKind::Array(old) | NodeKind::Tables(old), OutValue::Array(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|(old, new)| self.equal(*old, new))
            }
            (NodeKind::Array(_) | NodeKind::Tables(_), _) => false,
            (_, OutValue::Object(new)) => {
                entry.members.len() == new.len()
                    && new.iter().all(|(key, value)| {
                        entry
                            .members
                            .get(key)
                            .is_some_and(|old| self.equal(*old, value))
                    })
            }
            _ => false,
        }
    }

    /// Forgets what was planned for the node and all below it.
    pub(super) fn reset(&mut self, node: NodeId) {
        self.fates[node] = NodeFate::Stays;
        self.added.remove(&node);
        self.slots.remove(&node);
        let doc = self.doc;
        let entry = &doc.nodes[node];
        let items = match &entry.kind {
            NodeKind::Array(items) | NodeKind::Tables(items) => items.as_slice(),
            _ => &[],
        };
        for below in entry.members.values().chain(items) {
            if let Some(key) = self.renamed.remove(below) {
                self.names.remove(&(node, key));
            }
            self.reset(*below);
        }
    }

    /// Lets the node stay after all, but with nothing in it, if it is one in which `step` can be taken.
    pub(super) fn revive(&mut self, node: NodeId, step: &Step) -> bool {
        match (&self.doc.nodes[node].kind, step) {
            (NodeKind::Array(_) | NodeKind::Tables(_), Step::Index(_)) => {
                self.reset(node);
                self.slots.insert(node, Slots::new(std::iter::empty()));
            }
            (NodeKind::Scalar | NodeKind::Array(_) | NodeKind::Tables(_), _)
            | (_, Step::Index(_)) => {
                return false;
            }
            _ => {
                self.reset(node);
                self.merge(node, &[]);
            }
        }
        true
    }
}
