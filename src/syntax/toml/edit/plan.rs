//! What is to become of each part of a document once all changes are in.
//!
//! The changes are taken one after the other, each as if the ones before it had been made: a member that was added can
//! be changed again, and an index counts the items as they are by then.

use std::collections::{BTreeMap, HashMap};

use super::scan::{Doc, NodeId, NodeKind};
use super::spell;
use crate::edit::layer::{self, EditLayer};
use crate::edit::live::Live;
use crate::edit::{Change, Step};
use crate::syntax::{Out, OutValue, path};

pub(super) struct Plan<'a> {
    pub(super) doc: &'a Doc<'a>,
    pub(super) fates: Vec<NodeFate<'a>>,
    pub(super) added: BTreeMap<NodeId, Added<'a>>,
    /// The items of a list in their new order, where it is another.
    pub(super) slots: BTreeMap<NodeId, Slots<'a>>,
    /// The new keys of members.
    pub(super) renamed: HashMap<NodeId, &'a str>,
    /// The way back from them.
    pub(super) names: HashMap<(NodeId, &'a str), NodeId>,
}

/// What becomes of a node.
pub(super) enum NodeFate<'a> {
    /// It stays; something below it may change.
    Stays,
    Goes,
    Becomes(EditLayer<'a>),
}

/// New members of a table, in order; nothing where one was taken back.
#[derive(Default)]
pub(super) struct Added<'a> {
    list: Vec<Option<(&'a str, EditLayer<'a>)>>,
    index: HashMap<&'a str, usize>,
}

/// The items of a list, in order; nothing where one was removed.
pub(super) struct Slots<'a> {
    list: Vec<Option<ItemSlot<'a>>>,
    live: Live,
}

pub(super) enum ItemSlot<'a> {
    Old(NodeId),
    New(EditLayer<'a>),
}

impl<'a> Added<'a> {
    pub(super) fn push(&mut self, key: &'a str, new: EditLayer<'a>) {
        self.index.insert(key, self.list.len());
        self.list.push(Some((key, new)));
    }

    fn rename(&mut self, at: usize, key: &'a str) {
        if let Some((old, _)) = &mut self.list[at] {
            self.index.remove(*old);
            *old = key;
        }
        self.index.insert(key, at);
    }
}

impl<'a> Slots<'a> {
    pub(super) fn new(slots: impl Iterator<Item = ItemSlot<'a>>) -> Self {
        let list: Vec<_> = slots.map(Some).collect();
        let live = Live::new(list.len());
        Self { list, live }
    }

    fn get_mut(&mut self, index: usize) -> Option<&mut ItemSlot<'a>> {
        self.list[self.live.slot(index)?].as_mut()
    }

    fn push(&mut self, new: EditLayer<'a>) {
        self.list.push(Some(ItemSlot::New(new)));
        self.live.push();
    }

    fn insert(&mut self, index: usize, items: &'a [Out]) {
        let slots = std::mem::take(&mut self.list).into_iter().flatten();
        let mut slots: Vec<_> = slots.collect();
        let new = items.iter().map(EditLayer::Given).map(ItemSlot::New);
        slots.splice(index..index, new);
        *self = Self::new(slots.into_iter());
    }

    fn remove(&mut self, index: usize) {
        if let Some(slot) = self.live.remove(index) {
            self.list[slot] = None;
        }
    }
}

/// Whether TOML can say `out`, and why not.
fn writable(out: &Out) -> Result<(), &'static str> {
    match &out.value {
        OutValue::Null => Err("cannot be null in TOML"),
        OutValue::Array(items) => items.iter().try_for_each(writable),
        OutValue::Object(members) => members.iter().try_for_each(|(_, value)| writable(value)),
        _ => Ok(()),
    }
}

impl<'a> Plan<'a> {
    pub(super) fn new(doc: &'a Doc<'a>) -> Self {
        Self {
            doc,
            fates: doc.nodes.iter().map(|_| NodeFate::Stays).collect(),
            added: BTreeMap::new(),
            slots: BTreeMap::new(),
            renamed: HashMap::new(),
            names: HashMap::new(),
        }
    }

    pub(super) fn fate(&self, node: NodeId) -> &NodeFate<'a> {
        &self.fates[node]
    }

    pub(super) fn added(&self, node: NodeId) -> impl Iterator<Item = &(&'a str, EditLayer<'a>)> {
        self.added
            .get(&node)
            .into_iter()
            .flat_map(|added| added.list.iter().flatten())
    }

    pub(super) fn slots(&self, node: NodeId) -> Option<impl Iterator<Item = &ItemSlot<'a>>> {
        self.slots
            .get(&node)
            .map(|slots| slots.list.iter().flatten())
    }

    /// The key that a member gets instead of its own.
    pub(super) fn renamed(&self, node: NodeId) -> Option<&'a str> {
        self.renamed.get(&node).copied()
    }

    pub(super) fn renames(&self) -> bool {
        !self.renamed.is_empty()
    }

    pub(super) fn change(&mut self, change: &'a Change) -> Result<(), String> {
        match change {
            Change::Set(path, out) => {
                writable(out).map_err(|reason| format!("{} {reason}", path::spell(path)))?;
                self.set(path, out)
            }
            Change::Insert(path, items) => {
                items
                    .iter()
                    .try_for_each(writable)
                    .map_err(|reason| format!("{} {reason}", path::spell(path)))?;
                self.insert(path, items)
            }
            Change::Remove(path) => {
                if path.is_empty() {
                    self.reset(0);
                    self.merge(0, &[]);
                } else {
                    self.remove(path);
                }
                Ok(())
            }
            Change::Rename(path, key) => self.rename(path, key),
        }
    }

    /// The member of `node` in the text that is called `key` by now.
    pub(super) fn member(&self, node: NodeId, key: &str) -> Option<NodeId> {
        if let Some(member) = self.names.get(&(node, key)) {
            return Some(*member);
        }
        let member = self.doc.nodes[node].members.get(key)?;
        (!self.renamed.contains_key(member)).then_some(*member)
    }

    fn slots_of(&mut self, node: NodeId, items: &[NodeId]) -> &mut Slots<'a> {
        self.slots
            .entry(node)
            .or_insert_with(|| Slots::new(items.iter().copied().map(ItemSlot::Old)))
    }

    fn set(&mut self, path: &'a [Step], out: &'a Out) -> Result<(), String> {
        let doc = self.doc;
        let mut node = 0;
        for (at, step) in path.iter().enumerate() {
            if let NodeFate::Becomes(new) = &mut self.fates[node] {
                return layer::set(new, path, at, out);
            }
            if matches!(self.fates[node], NodeFate::Goes) && !self.revive(node, step) {
                self.fates[node] = NodeFate::Becomes(layer::grown(path, at, out)?);
                return Ok(());
            }
            match (&doc.nodes[node].kind, step) {
                (NodeKind::Array(items) | NodeKind::Tables(items), Step::Index(index)) => {
                    let slots = self.slots_of(node, items);
                    let count = slots.live.len();
                    match slots.get_mut(*index) {
                        Some(ItemSlot::Old(item)) => node = *item,
                        Some(ItemSlot::New(new)) => return layer::set(new, path, at + 1, out),
                        None if *index == count => {
                            slots.push(layer::grown(path, at + 1, out)?);
                            return Ok(());
                        }
                        None => {
                            let (list, item) =
                                (path::spell(&path[..at]), path::spell(&path[..=at]));
                            return Err(format!(
                                "{list} has {count} items, so {item} cannot be set"
                            ));
                        }
                    }
                }
                (NodeKind::Scalar | NodeKind::Array(_) | NodeKind::Tables(_), Step::Key(_))
                | (_, Step::Index(_)) => {
                    let (place, below) = (path::spell(&path[..at]), path::spell(&path[..=at]));
                    let kind = self.kind(node);
                    return Err(format!("{place} is {kind}, so {below} cannot be set"));
                }
                (_, Step::Key(key)) => match self.member(node, key) {
                    Some(member) => node = member,
                    None => return self.add(node, key, path, at + 1, out),
                },
            }
        }
        self.assign(node, out);
        Ok(())
    }

    /// What a node is, for messages.
    fn kind(&self, node: NodeId) -> &'static str {
        let entry = &self.doc.nodes[node];
        match entry.kind {
            NodeKind::Tables(_) => "a list",
            _ if entry.span.is_empty() => "a table",
            _ => spell::kind(&self.doc.text[entry.span.clone()]),
        }
    }

    /// Adds the member `key`, or changes it where it has been added before.
    fn add(
        &mut self,
        node: NodeId,
        key: &'a str,
        path: &'a [Step],
        at: usize,
        out: &'a Out,
    ) -> Result<(), String> {
        let added = self.added.entry(node).or_default();
        if let Some((_, new)) = added
            .index
            .get(key)
            .and_then(|index| added.list[*index].as_mut())
        {
            return layer::set(new, path, at, out);
        }
        let new = layer::grown(path, at, out)?;
        added.push(key, new);
        Ok(())
    }

    /// The node in the text that `path` leads to; or what it leads into that is new, and how many steps that took.
    fn find(&mut self, path: &[Step]) -> Option<Result<NodeId, (usize, &mut EditLayer<'a>)>> {
        let doc = self.doc;
        let mut node = 0;
        for (at, step) in path.iter().enumerate() {
            match self.fates[node] {
                NodeFate::Becomes(_) => return self.becomes(node).map(|new| Err((at, new))),
                NodeFate::Goes => return None,
                NodeFate::Stays => {}
            }
            match (&doc.nodes[node].kind, step) {
                (NodeKind::Array(items) | NodeKind::Tables(items), Step::Index(index)) => {
                    match self.slots_of(node, items).get_mut(*index)? {
                        ItemSlot::Old(item) => node = *item,
                        ItemSlot::New(_) => {
                            let ItemSlot::New(new) = self.slots.get_mut(&node)?.get_mut(*index)?
                            else {
                                return None;
                            };
                            return Some(Err((at + 1, new)));
                        }
                    }
                }
                (_, Step::Key(key)) => match self.member(node, key) {
                    Some(member) => node = member,
                    None => {
                        let added = self.added.get_mut(&node)?;
                        let (_, new) = added.list[*added.index.get(key.as_str())?].as_mut()?;
                        return Some(Err((at + 1, new)));
                    }
                },
                (_, Step::Index(_)) => return None,
            }
        }
        if matches!(self.fates[node], NodeFate::Becomes(_)) {
            return self.becomes(node).map(|new| Err((path.len(), new)));
        }
        Some(Ok(node))
    }

    fn becomes(&mut self, node: NodeId) -> Option<&mut EditLayer<'a>> {
        match &mut self.fates[node] {
            NodeFate::Becomes(new) => Some(new),
            _ => None,
        }
    }

    /// Puts `items` where `path` leads.
    fn insert(&mut self, path: &'a [Step], items: &'a [Out]) -> Result<(), String> {
        let refused = || format!("nothing can be put before {}", path::spell(path));
        let Some((Step::Index(index), parents)) = path.split_last() else {
            return Err(refused());
        };
        let doc = self.doc;
        let node = match self.find(parents).ok_or_else(refused)? {
            Ok(node) => node,
            Err((at, new)) => return layer::insert(new, path, at, items),
        };
        // A header cannot be put in between without moving what follows it.
        let (NodeKind::Array(old), false) = (
            &doc.nodes[node].kind,
            matches!(self.fates[node], NodeFate::Goes),
        ) else {
            return Err(refused());
        };
        let slots = self.slots_of(node, old);
        if *index > slots.live.len() {
            return Err(refused());
        }
        slots.insert(*index, items);
        Ok(())
    }

    /// Removes what `path`, which has a step, leads to, if anything is there.
    fn remove(&mut self, path: &[Step]) {
        let Some((last, parents)) = path.split_last() else {
            return;
        };
        let doc = self.doc;
        let node = match self.find(parents) {
            Some(Ok(node)) => node,
            Some(Err((at, new))) => return layer::remove(new, &path[at..]),
            None => return,
        };
        if matches!(self.fates[node], NodeFate::Goes) {
            return;
        }
        match (&doc.nodes[node].kind, last) {
            (NodeKind::Array(items) | NodeKind::Tables(items), Step::Index(index)) => {
                self.slots_of(node, items).remove(*index);
            }
            (_, Step::Key(key)) => match self.member(node, key) {
                Some(member) => self.fates[member] = NodeFate::Goes,
                None => {
                    if let Some(added) = self.added.get_mut(&node)
                        && let Some(index) = added.index.remove(key.as_str())
                    {
                        added.list[index] = None;
                    }
                }
            },
            (_, Step::Index(_)) => {}
        }
    }

    /// Gives the member that `path` leads to the key `key`.
    fn rename(&mut self, path: &'a [Step], key: &'a str) -> Result<(), String> {
        let refused = || format!("{} cannot be renamed", path::spell(path));
        let Some((Step::Key(old), parents)) = path.split_last() else {
            return Err(refused());
        };
        let parent = match self.find(parents).ok_or_else(refused)? {
            Ok(parent) => parent,
            Err((at, new)) => return layer::rename(new, path, at, key),
        };
        let kept = |name: &str| {
            self.member(parent, name)
                .filter(|member| !matches!(self.fates[*member], NodeFate::Goes))
        };
        let added = |name: &str| {
            let added = self.added.get(&parent)?;
            added.index.get(name).copied()
        };
        let (member, new) = (kept(old), added(old));
        if old != key && (kept(key).is_some() || added(key).is_some()) {
            return Err(refused());
        }
        let Some(member) = member else {
            let added = self.added.get_mut(&parent);
            let renamed = added.zip(new).map(|(added, at)| added.rename(at, key));
            return renamed.ok_or_else(refused);
        };
        if old == key {
            return Ok(());
        }
        if let Some(before) = self.renamed.insert(member, key) {
            self.names.remove(&(parent, before));
        }
        self.names.insert((parent, key), member);
        Ok(())
    }
}
