//! What is to become of each part of a document once all changes are in.
//!
//! The changes are taken one after the other, each as if the ones before it had been made: a member that was added can
//! be changed again, and an index counts the items as they are by then.

use std::collections::BTreeMap;

use super::path::{is_object, remove_in, set_in, spell, wrap, writable};
use super::print;
use super::scan::{Doc, Kind, NodeId};
use crate::edit::{Change, Step};
use crate::host::{Out, OutValue};

pub(super) struct Plan<'d> {
    doc: &'d Doc<'d>,
    fates: Vec<Fate>,
    added: BTreeMap<NodeId, Added>,
    /// The items of a list in their new order, where it is another.
    slots: BTreeMap<NodeId, Vec<Slot>>,
}

/// What becomes of a node.
#[derive(Clone)]
pub(super) enum Fate {
    /// It stays; something below it may change.
    Stays,
    Goes,
    Becomes(Out),
}

/// New members of a table, in order; nothing where one was taken back.
#[derive(Default)]
struct Added {
    list: Vec<Option<(String, Out)>>,
    index: BTreeMap<String, usize>,
}

pub(super) enum Slot {
    Old(NodeId),
    New(Out),
}

impl<'d> Plan<'d> {
    pub(super) fn new(doc: &'d Doc<'d>) -> Self {
        Self {
            doc,
            fates: vec![Fate::Stays; doc.nodes.len()],
            added: BTreeMap::new(),
            slots: BTreeMap::new(),
        }
    }

    pub(super) fn fate(&self, node: NodeId) -> &Fate {
        &self.fates[node]
    }

    pub(super) fn added(&self, node: NodeId) -> impl Iterator<Item = &(String, Out)> {
        self.added
            .get(&node)
            .into_iter()
            .flat_map(|added| added.list.iter().flatten())
    }

    pub(super) fn slots(&self, node: NodeId) -> Option<&[Slot]> {
        self.slots.get(&node).map(Vec::as_slice)
    }

    pub(super) fn change(&mut self, change: &Change) -> Result<(), String> {
        match change {
            Change::Set(path, out) => {
                writable(out).map_err(|reason| format!("{} {reason}", spell(path)))?;
                self.set(0, path, 0, out)
            }
            Change::Remove(path) => {
                match path.split_last() {
                    None => self.assign(0, &Out::object()),
                    Some((last, parents)) => self.remove(parents, last),
                }
                Ok(())
            }
        }
    }

    /// Sets what `path` leads to; its steps before `at` have led to `node`.
    fn set(
        &mut self,
        mut node: NodeId,
        path: &[Step],
        mut at: usize,
        out: &Out,
    ) -> Result<(), String> {
        while let Some(step) = path.get(at) {
            if let Fate::Becomes(new) = &mut self.fates[node] {
                return set_in(new, path, at, out);
            }
            if matches!(self.fates[node], Fate::Goes) && !self.revive(node, step) {
                self.fates[node] = Fate::Becomes(wrap(path, at, out)?);
                return Ok(());
            }
            let entry = &self.doc.nodes[node];
            match (&entry.kind, step) {
                (Kind::Array(items) | Kind::Tables(items), Step::Index(index)) => {
                    let slots = self
                        .slots
                        .entry(node)
                        .or_insert_with(|| items.iter().copied().map(Slot::Old).collect());
                    let count = slots.len();
                    match slots.get_mut(*index) {
                        Some(Slot::Old(item)) => node = *item,
                        Some(Slot::New(new)) => return set_in(new, path, at + 1, out),
                        None if *index == count => {
                            slots.push(Slot::New(wrap(path, at + 1, out)?));
                            return Ok(());
                        }
                        None => {
                            return Err(format!(
                                "{} has {} items, so {} cannot be set",
                                spell(&path[..at]),
                                count,
                                spell(&path[..=at])
                            ));
                        }
                    }
                }
                (Kind::Scalar | Kind::Array(_) | Kind::Tables(_), Step::Key(_))
                | (_, Step::Index(_)) => {
                    let kind = if entry.span.is_empty() {
                        "a table"
                    } else {
                        print::kind(&self.doc.text[entry.span.clone()])
                    };
                    let kind = if matches!(entry.kind, Kind::Tables(_)) {
                        "a list"
                    } else {
                        kind
                    };
                    return Err(format!(
                        "{} is {kind}, so {} cannot be set",
                        spell(&path[..at]),
                        spell(&path[..=at])
                    ));
                }
                (_, Step::Key(key)) => match entry.members.get(key) {
                    Some(member) => node = *member,
                    None => return self.add(node, key, path, at + 1, out),
                },
            }
            at += 1;
        }
        self.assign(node, out);
        Ok(())
    }

    /// Adds the member `key`, or changes it where it has been added before.
    fn add(
        &mut self,
        node: NodeId,
        key: &str,
        path: &[Step],
        at: usize,
        out: &Out,
    ) -> Result<(), String> {
        let added = self.added.entry(node).or_default();
        if let Some((_, new)) = added
            .index
            .get(key)
            .and_then(|index| added.list[*index].as_mut())
        {
            return set_in(new, path, at, out);
        }
        added.index.insert(key.to_owned(), added.list.len());
        added
            .list
            .push(Some((key.to_owned(), wrap(path, at, out)?)));
        Ok(())
    }

    /// Removes what is at `last` below `parents`, if anything is.
    fn remove(&mut self, parents: &[Step], last: &Step) {
        let mut node = 0;
        for (at, step) in parents.iter().chain([last]).enumerate() {
            let rest = || parents[at..].iter().chain([last]);
            match &mut self.fates[node] {
                Fate::Becomes(new) => return remove_in(new, rest()),
                Fate::Goes => return,
                Fate::Stays => {}
            }
            let is_last = at == parents.len();
            let entry = &self.doc.nodes[node];
            match (&entry.kind, step) {
                (Kind::Array(items) | Kind::Tables(items), Step::Index(index)) => {
                    let slots = self
                        .slots
                        .entry(node)
                        .or_insert_with(|| items.iter().copied().map(Slot::Old).collect());
                    if *index >= slots.len() {
                        return;
                    }
                    if is_last {
                        slots.remove(*index);
                        return;
                    }
                    match &mut slots[*index] {
                        Slot::Old(item) => node = *item,
                        Slot::New(new) => return remove_in(new, rest().skip(1)),
                    }
                }
                (_, Step::Key(key)) => match entry.members.get(key) {
                    Some(member) => node = *member,
                    None => {
                        let Some(added) = self.added.get_mut(&node) else {
                            return;
                        };
                        let Some(slot) = added
                            .index
                            .get(key)
                            .and_then(|index| added.list.get_mut(*index))
                        else {
                            return;
                        };
                        match slot {
                            Some((_, new)) if !is_last => remove_in(new, rest().skip(1)),
                            _ => *slot = None,
                        }
                        return;
                    }
                },
                (_, Step::Index(_)) => return,
            }
        }
        self.fates[node] = Fate::Goes;
    }

    /// The node becomes `out`, with as few changes as that takes.
    fn assign(&mut self, node: NodeId, out: &Out) {
        self.reset(node);
        let doc = self.doc;
        let entry = &doc.nodes[node];
        match (&entry.kind, &out.value) {
            (Kind::Scalar, _) if print::same(&doc.text[entry.span.clone()], out) => {}
            // Such a table is there only as long as something is in it.
            (Kind::Dotted { .. } | Kind::Implicit, OutValue::Object(new)) if new.is_empty() => {
                self.fates[node] = Fate::Becomes(out.clone())
            }
            (
                Kind::Inline(_) | Kind::Section(_) | Kind::Implicit | Kind::Dotted { .. },
                OutValue::Object(new),
            ) => self.merge(node, new),
            (Kind::Tables(_), OutValue::Array(new))
                if new.is_empty() || !new.iter().all(is_object) =>
            {
                self.fates[node] = Fate::Becomes(out.clone())
            }
            (Kind::Array(old) | Kind::Tables(old), OutValue::Array(new)) => {
                self.align(node, old, new)
            }
            _ => self.fates[node] = Fate::Becomes(out.clone()),
        }
    }

    fn merge(&mut self, node: NodeId, new: &[(String, Out)]) {
        let members = &self.doc.nodes[node].members;
        let mut gone = members.clone();
        for (key, value) in new {
            match members.get(key) {
                Some(member) => {
                    gone.remove(key);
                    self.assign(*member, value);
                }
                None => {
                    let added = self.added.entry(node).or_default();
                    added.index.insert(key.clone(), added.list.len());
                    added.list.push(Some((key.clone(), value.clone())));
                }
            }
        }
        for member in gone.into_values() {
            self.fates[member] = Fate::Goes;
        }
    }

    /// Items that are the same at both ends stay where they are; those between take each other's places.
    fn align(&mut self, node: NodeId, old: &[NodeId], new: &[Out]) {
        let same = old
            .iter()
            .zip(new)
            .take_while(|(old, new)| self.equal(**old, new))
            .count();
        let (old_rest, new_rest) = (&old[same..], &new[same..]);
        // A header cannot be put in between without moving what follows it.
        let ends = matches!(self.doc.nodes[node].kind, Kind::Array(_));
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
        let stay = old[..same + both].iter().copied().map(Slot::Old);
        let come = new_middle[both..].iter().cloned().map(Slot::New);
        let end = old_rest[old_rest.len() - tail..]
            .iter()
            .copied()
            .map(Slot::Old);
        self.slots
            .insert(node, stay.chain(come).chain(end).collect());
    }

    fn equal(&self, node: NodeId, out: &Out) -> bool {
        let entry = &self.doc.nodes[node];
        match (&entry.kind, &out.value) {
            (Kind::Scalar, _) => print::same(&self.doc.text[entry.span.clone()], out),
            (Kind::Array(old) | Kind::Tables(old), OutValue::Array(new)) => {
                old.len() == new.len()
                    && old.iter().zip(new).all(|(old, new)| self.equal(*old, new))
            }
            (Kind::Array(_) | Kind::Tables(_), _) => false,
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
    fn reset(&mut self, node: NodeId) {
        self.fates[node] = Fate::Stays;
        self.added.remove(&node);
        self.slots.remove(&node);
        let doc = self.doc;
        let entry = &doc.nodes[node];
        let items = match &entry.kind {
            Kind::Array(items) | Kind::Tables(items) => items.as_slice(),
            _ => &[],
        };
        for below in entry.members.values().chain(items) {
            self.reset(*below);
        }
    }

    /// Lets the node stay after all, but with nothing in it, if it is one in which `step` can be taken.
    fn revive(&mut self, node: NodeId, step: &Step) -> bool {
        match (&self.doc.nodes[node].kind, step) {
            (Kind::Array(_) | Kind::Tables(_), Step::Index(_)) => {
                self.reset(node);
                self.slots.insert(node, Vec::new());
            }
            (Kind::Scalar | Kind::Array(_) | Kind::Tables(_), _) | (_, Step::Index(_)) => {
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
