//! Values of the file become what is wanted.

use std::collections::{HashMap, HashSet};

use super::changed::names;
use super::located::Located;
use crate::convert::merge::steps::with;
use crate::convert::merge::{Merger, Status};
use crate::edit::{Change, Step};
use crate::host::{Field, Out, OutValue};
use crate::model::Raw;
use crate::syntax::{self, Member, Node, Tree};

impl Merger<'_, '_> {
    pub(super) fn change_field(
        &mut self,
        at: &Located<'_, '_>,
        field: &Field,
        desired: &Out,
        status: &mut Status,
    ) {
        for name in names(field) {
            let before = self.changes.len();
            match (at.get(&name), desired.get(&name)) {
                (None, None) => continue,
                (None, Some(out)) => self.changes.push(Change::Set(at.path(&name), out.clone())),
                (Some(_), None) => self.changes.push(Change::Remove(at.path(&name))),
                (Some(old), Some(out)) => self.change_value(&at.path(&name), old, out),
            }
            if self.changes.len() == before {
                status.unchanged.push(name)
            } else if !status.removed.contains(&name) || desired.get(&name).is_some() {
                status.updated.push(name)
            }
        }
    }

    /// Maps change key by key, anything else as a whole.
    pub(super) fn change_value(&mut self, path: &[Step], old: &Node<'_>, new: &Out) {
        if same_value(old, new) {
            return;
        }
        let (Tree::Object(members), OutValue::Object(wanted)) = (&old.value, &new.value) else {
            self.changes
                .push(Change::Set(path.to_vec(), keep_items(old, new)));
            return;
        };
        let keys: HashSet<&str> = wanted.iter().map(|(key, _)| &**key).collect();
        for member in members.iter().filter(|member| !keys.contains(&*member.key)) {
            self.changes.push(Change::Remove(with(path, &member.key)));
        }
        let before = by_key(members);
        for (key, value) in wanted {
            match before.get(&**key) {
                Some(node) => self.change_value(&with(path, key), node, value),
                None => self
                    .changes
                    .push(Change::Set(with(path, key), value.clone())),
            }
        }
    }
}

/// The values of an object; of a key that stands twice the last one, which counts.
pub(super) fn by_key<'n, 't>(members: &'n [Member<'t>]) -> HashMap<&'n str, &'n Node<'t>> {
    let members = members.iter();
    members.map(|it| (&*it.key, &it.value)).collect()
}

/// A list in which an item that says more than its name stays as it is.
fn keep_items(old: &Node<'_>, new: &Out) -> Out {
    let OutValue::Array(wanted) = &new.value else {
        return new.clone();
    };
    let name = |item: &'_ Node<'_>| item.at(&["name"]).and_then(Node::as_str).map(str::to_owned);
    let items = old.items().iter().rev();
    let named: HashMap<String, &Node<'_>> = items.filter_map(|it| Some((name(it)?, it))).collect();
    let item = |wanted: &Out| {
        let OutValue::String(name) = &wanted.value else {
            return wanted.clone();
        };
        let same = named.get(name);
        same.map_or_else(|| wanted.clone(), |item| Raw::from_node(item).to_out())
    };
    Out {
        value: OutValue::Array(wanted.iter().map(item).collect()),
        ..new.clone()
    }
}

/// Whether a value of the file is already what is wanted.
pub(in crate::convert::merge) fn same_value(node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Tree::Number(a), OutValue::Number(b)) => {
            a == b
                || syntax::number(a)
                    .zip(syntax::number(b))
                    .is_some_and(|(a, b)| a.to_bits() == b.to_bits())
        }
        (Tree::Array(items), OutValue::Array(wanted)) => {
            items.len() == wanted.len()
                && items
                    .iter()
                    .zip(wanted)
                    .all(|(item, wanted)| same_value(item, wanted))
        }
        (Tree::Object(members), OutValue::Object(wanted)) => {
            members.len() == wanted.len() && {
                let members = by_key(members);
                let same = |node: &&Node<'_>, value| same_value(node, value);
                let mut wanted = wanted.iter();
                wanted.all(|(key, value)| members.get(&**key).is_some_and(|it| same(it, value)))
            }
        }
        _ => crate::convert::ledger::same_leaf(node, out),
    }
}
