//! Which parts of a document fixes have laid claim to, so that none gets in another's way.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::edit::{Change, Step};
use crate::syntax::{Node, Tree};

/// The claims to a value and all that is in it.
#[derive(Default)]
pub(super) struct Claims<'n> {
    /// The value in the document; nothing where there is none yet.
    node: Option<&'n Node<'n>>,
    /// The members of the value, once one was asked for.
    members: Option<HashMap<&'n str, &'n Node<'n>>>,
    /// Somebody claims all of it.
    whole: bool,
    /// Somebody adds to it.
    grows: bool,
    /// What fixes add at the end of a list, if nothing else is added to it.
    appended: HashSet<String>,
    below: BTreeMap<Step, Self>,
}

impl<'n> Claims<'n> {
    pub(super) fn new(root: Option<&'n Node<'n>>) -> Self {
        Self {
            node: root,
            ..Self::default()
        }
    }

    /// Claims what `changes` touch, unless that is claimed already.
    ///
    /// Two that add to the same value get in each other's way too: what the first adds may be all that is missing. Different
    /// items at the end of a list do not.
    pub(super) fn take(&mut self, changes: &[Change]) -> bool {
        if let [Change::Set(path, item)] = changes
            && let Some((Step::Index(index), list)) = path.split_last()
        {
            let item = format!("{:?}", item.value);
            if let Some(taken) = self.append(list, *index, item) {
                return taken;
            }
        }
        let places: Vec<_> = changes
            .iter()
            .flat_map(|change| places(change, changes.len() == 1))
            .collect();
        let free = places
            .iter()
            .all(|(path, last)| self.is_free(path, last.as_ref()));
        if free {
            for (path, last) in places {
                self.claim(path, last.as_ref());
            }
        }
        free
    }

    fn is_free(&mut self, path: &[Step], last: Option<&Step>) -> bool {
        let mut at = self;
        for step in path.iter().chain(last) {
            let exists = at.child(step).is_some();
            if at.whole || at.node.is_some() && !exists && at.grows {
                return false;
            }
            if !at.below.contains_key(step) {
                return true;
            }
            at = at.step(step);
        }
        !at.whole && !at.grows && at.below.is_empty()
    }

    /// Whether an item could be claimed for the end of a list that others have added to; nothing if that is not what it is.
    fn append(&mut self, list: &[Step], index: usize, item: String) -> Option<bool> {
        let mut at = self;
        for step in list {
            if at.whole {
                return Some(false);
            }
            at = at.step(step);
        }
        let end = match &at.node?.value {
            Tree::Array(items) => items.len(),
            _ => return None,
        };
        if index != end || at.whole || at.grows && at.appended.is_empty() {
            return None;
        }
        at.grows = true;
        Some(at.appended.insert(item))
    }

    fn claim(&mut self, path: &[Step], last: Option<&Step>) {
        let mut at = self;
        for step in path.iter().chain(last) {
            if at.node.is_some() && at.child(step).is_none() {
                at.grows = true;
                at.appended.clear();
            }
            at = at.step(step);
        }
        at.whole = true;
    }

    fn child(&mut self, step: &Step) -> Option<&'n Node<'n>> {
        match (&self.node?.value, step) {
            (Tree::Array(items), Step::Index(index)) => items.get(*index),
            (Tree::Object(members), Step::Key(key)) => self
                .members
                .get_or_insert_with(|| {
                    let pairs = members.iter();
                    pairs.map(|member| (&*member.key, &member.value)).collect()
                })
                .get(key.as_str())
                .copied(),
            _ => None,
        }
    }

    fn step(&mut self, step: &Step) -> &mut Self {
        let node = self.child(step);
        self.below
            .entry(step.clone())
            .or_insert_with(|| Self::new(node))
    }
}

/// The places that a change touches: a path, and a last step of its own. An item that goes moves those after it, so that
/// a fix that is not this change `alone` needs the whole list for itself.
fn places(change: &Change, alone: bool) -> Vec<(&[Step], Option<Step>)> {
    match change {
        Change::Remove(path) if !alone && matches!(path.last(), Some(Step::Index(_))) => {
            vec![(&path[..path.len() - 1], None)]
        }
        Change::Set(path, _) | Change::Remove(path) => vec![(path, None)],
        Change::Insert(path, _) => vec![(&path[..path.len().saturating_sub(1)], None)],
        Change::Rename(path, key) => {
            let parent = &path[..path.len().saturating_sub(1)];
            vec![(path, None), (parent, Some(Step::Key(key.clone())))]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::path::keys;
    use crate::syntax::{Language, Out, OutValue, parse};

    fn taken(claims: &mut Claims<'_>, change: Change) -> bool {
        !claims.take(&[change])
    }

    #[test]
    fn a_value_belongs_to_one_fix_and_so_does_the_end_of_an_object() {
        let document = parse("{\"a\": {\"b\": 1, \"c\": 2}, \"d\": 3}", Language::Json);
        let document = document.expect("JSON");
        let claims = &mut Claims::new(document.root.as_ref());
        let set = |path: &[&str]| Change::Set(keys(path), Out::object());
        let remove = |path: &[&str]| Change::Remove(keys(path));
        assert!(!taken(claims, set(&["a", "b"])));
        assert!(taken(claims, set(&["a", "b"])));
        assert!(taken(claims, set(&["a", "b", "x"])));
        assert!(taken(claims, remove(&["a"])));
        assert!(!taken(claims, remove(&["a", "c"])));
        assert!(!taken(claims, set(&["a", "new"])));
        assert!(taken(claims, set(&["a", "newer"])));
        assert!(!taken(claims, Change::Rename(keys(&["d"]), "e".to_owned())));
        assert!(taken(claims, set(&["f"])));
    }

    #[test]
    fn different_items_can_be_added_to_a_list_at_once() {
        let document = parse("{\"a\": [1], \"b\": 2}", Language::Json).expect("JSON");
        let claims = &mut Claims::new(document.root.as_ref());
        let append = |text: &str, at| {
            let item = Out::added(OutValue::String(text.to_owned()));
            Change::Set([keys(&["a"]), vec![Step::Index(at)]].concat(), item)
        };
        assert!(!taken(claims, append("x", 1)));
        assert!(!taken(claims, append("y", 1)));
        assert!(taken(claims, append("x", 1)));
        assert!(taken(claims, Change::Remove(keys(&["a"]))));
        assert!(!taken(claims, append("z", 0)));
        assert!(taken(claims, append("z", 0)));
        let whole = &mut Claims::new(document.root.as_ref());
        assert!(!taken(whole, Change::Remove(keys(&["a"]))));
        assert!(taken(whole, append("x", 1)));
    }
}
