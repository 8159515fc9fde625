//! A map or a list that is changed.

use std::collections::HashMap;

use super::{Branch, EditLayer, Find, LayerSlot};
use crate::edit::Step;
use crate::edit::live::Live;
use crate::syntax::{Member, Node, Out, OutValue, Tree};

impl<'a> Branch<'a> {
    /// An empty container that has a place for `step`.
    pub(super) fn new(step: Option<&Step>) -> Self {
        let find = match step {
            Some(Step::Index(_)) => Find::Order(Live::default()),
            _ => Find::Keys(HashMap::new()),
        };
        Self {
            origin: None,
            slots: Vec::new(),
            find,
        }
    }

    pub(super) fn over(node: &'a Node<'a>) -> Option<Self> {
        match &node.value {
            Tree::Array(items) => Some(Self::list(Some(node), items.iter().map(EditLayer::Old))),
            Tree::Object(members) => Some(Self::map(
                Some(node),
                members
                    .iter()
                    .map(|Member { key, value, .. }| (key.as_ref(), EditLayer::Old(value))),
            )),
            _ => None,
        }
    }

    pub(super) fn of(out: &'a Out) -> Option<Self> {
        match &out.value {
            OutValue::Array(items) => Some(Self::list(None, items.iter().map(EditLayer::Given))),
            OutValue::Object(members) => Some(Self::map(
                None,
                members
                    .iter()
                    .map(|(key, value)| (key.as_str(), EditLayer::Given(value))),
            )),
            _ => None,
        }
    }

    fn list(origin: Option<&'a Node<'a>>, items: impl Iterator<Item = EditLayer<'a>>) -> Self {
        let slots: Vec<_> = items.map(|value| LayerSlot::new("", value)).collect();
        let find = Find::Order(Live::new(slots.len()));
        Self {
            origin,
            slots,
            find,
        }
    }

    pub(super) fn map(
        origin: Option<&'a Node<'a>>,
        members: impl Iterator<Item = (&'a str, EditLayer<'a>)>,
    ) -> Self {
        let mut keys = HashMap::new();
        let slots = members
            .enumerate()
            .map(|(at, (key, value))| LayerSlot {
                twin: keys.insert(key, at),
                ..LayerSlot::new(key, value)
            })
            .collect();
        Self {
            origin,
            slots,
            find: Find::Keys(keys),
        }
    }

    /// The number of items, if it is a list.
    pub(super) fn length(&self) -> Option<usize> {
        match &self.find {
            Find::Keys(_) => None,
            Find::Order(live) => Some(live.len()),
            Find::Mixed(order) => Some(order.len()),
        }
    }

    pub(super) fn get(&self, step: &Step) -> Option<usize> {
        match (&self.find, step) {
            (Find::Keys(keys), Step::Key(key)) => keys.get(key.as_str()).copied(),
            (Find::Order(live), Step::Index(index)) => live.slot(*index),
            (Find::Mixed(order), Step::Index(index)) => order.get(*index).copied(),
            _ => None,
        }
    }

    /// The value at `step`. A missing one is added as a container for `next`; nothing if it has no place here.
    pub(super) fn slot(
        &mut self,
        step: &'a Step,
        next: Option<&Step>,
    ) -> Option<&mut EditLayer<'a>> {
        let at = match self.get(step) {
            Some(at) => at,
            None => {
                let key = match (&mut self.find, step) {
                    (Find::Keys(keys), Step::Key(key)) => {
                        keys.insert(key, self.slots.len());
                        key
                    }
                    (Find::Order(live), Step::Index(index)) if *index == live.len() => {
                        live.push();
                        ""
                    }
                    (Find::Mixed(order), Step::Index(index)) if *index == order.len() => {
                        order.push(self.slots.len());
                        ""
                    }
                    _ => return None,
                };
                self.slots
                    .push(LayerSlot::new(key, EditLayer::Inside(Self::new(next))));
                self.slots.len() - 1
            }
        };
        Some(&mut self.slots[at].value)
    }

    /// Puts `items` before the one at `index`, if this is a list that long.
    pub(super) fn insert(&mut self, index: usize, items: &'a [Out]) -> bool {
        if self.length().is_none_or(|length| index > length) {
            return false;
        }
        let order = match &mut self.find {
            Find::Keys(_) => return false,
            Find::Order(live) => (0..live.len()).filter_map(|at| live.slot(at)).collect(),
            Find::Mixed(order) => std::mem::take(order),
        };
        let first = self.slots.len();
        self.slots.extend(
            items
                .iter()
                .map(|item| LayerSlot::new("", EditLayer::Given(item))),
        );
        let (before, after) = order.split_at(index);
        let order = [before, &Vec::from_iter(first..self.slots.len()), after].concat();
        self.find = Find::Mixed(order);
        true
    }

    /// The children that are new, in order, each with the child in the text that it stands before; none for those after
    /// all of them.
    pub(crate) fn new_slots(&self, old: usize) -> Vec<(Option<usize>, &LayerSlot<'a>)> {
        let Find::Mixed(order) = &self.find else {
            let added = self.slots[old..].iter().filter(|slot| !slot.gone);
            return added.map(|slot| (None, slot)).collect();
        };
        let mut next = None;
        let mut added = Vec::new();
        for &at in order.iter().rev() {
            if at < old {
                next = Some(at);
            } else {
                added.push((next, &self.slots[at]));
            }
        }
        added.reverse();
        added
    }

    /// The children that are left, in order.
    pub(crate) fn kept(&self) -> Vec<&LayerSlot<'a>> {
        match &self.find {
            Find::Mixed(order) => order.iter().map(|at| &self.slots[*at]).collect(),
            _ => self.slots.iter().filter(|slot| !slot.gone).collect(),
        }
    }

    /// Whether this is a list.
    pub(crate) fn is_list(&self) -> bool {
        !matches!(self.find, Find::Keys(_))
    }

    /// Takes out the item, or every member with the key.
    pub(super) fn remove(&mut self, step: &Step) {
        let mut at = match (&mut self.find, step) {
            (Find::Keys(keys), Step::Key(key)) => keys.remove(key.as_str()),
            (Find::Order(live), Step::Index(index)) => live.remove(*index),
            (Find::Mixed(order), Step::Index(index)) if *index < order.len() => {
                Some(order.remove(*index))
            }
            _ => None,
        };
        while let Some(slot) = at.and_then(|at| self.slots.get_mut(at)) {
            slot.gone = true;
            at = slot.twin;
        }
    }

    /// Gives the member `old` the key `new`, if there is one and no other is called so. Of several the last one counts.
    pub(super) fn rename(&mut self, old: &str, new: &'a str) -> bool {
        let Find::Keys(keys) = &mut self.find else {
            return false;
        };
        if old == new || keys.contains_key(new) {
            return old == new && keys.contains_key(old);
        }
        let Some((old, at)) = keys.remove_entry(old) else {
            return false;
        };
        let slot = &mut self.slots[at];
        (slot.key, slot.renamed) = (new, true);
        if let Some(twin) = slot.twin.take() {
            keys.insert(old, twin);
        }
        keys.insert(new, at);
        true
    }

    pub(super) fn fresh(&self) -> Option<OutValue> {
        if self.origin.is_some() {
            return None;
        }
        // Nothing old is ever inside of something new, so no child is lost here.
        let children = self
            .kept()
            .into_iter()
            .filter_map(|slot| Some((slot.key, slot.value.fresh()?.into_owned())));
        Some(match self.find {
            Find::Keys(_) => OutValue::Object(
                children
                    .map(|(key, value)| (key.to_owned(), value))
                    .collect(),
            ),
            Find::Order(_) | Find::Mixed(_) => {
                OutValue::Array(children.map(|(_, value)| value).collect())
            }
        })
    }
}
