//! Which part of a text a change of its tree stays in.

use std::collections::HashMap;

use crate::edit::{Change, Step};
use crate::syntax::{Node, Span, Tree};

/// The parts of one document.
pub(super) struct PartTree<'n> {
    root: Option<&'n Node<'n>>,
    whole: Span,
    /// The members of the objects that were asked for, by key. The last one of a key is the one that a path leads to.
    members: HashMap<*const Node<'n>, HashMap<&'n str, usize>>,
}

impl<'n> PartTree<'n> {
    pub(super) fn new(root: Option<&'n Node<'n>>, whole: Span) -> Self {
        Self {
            root,
            whole,
            members: HashMap::new(),
        }
    }

    /// The part that `change` stays in. Another change whose part does not touch this one has no say in its edits.
    pub(super) fn of(&mut self, change: &Change) -> Span {
        let path = match change {
            Change::Set(path, _)
            | Change::Insert(path, _)
            | Change::Remove(path)
            | Change::Rename(path, _) => path,
        };
        let (Some(root), Some((last, above))) = (self.root, path.split_last()) else {
            return self.whole;
        };
        let mut node = root;
        for step in above {
            match self.child(node, step) {
                Some(child) => node = child,
                // What is missing is put into the last that is there.
                None => return node.span,
            }
        }
        match (change, &node.value, last) {
            (Change::Set(..), ..) => self.child(node, last).map_or(node.span, |it| it.span),
            (Change::Remove(_), Tree::Object(members), Step::Key(key)) => {
                // With a member goes what separates it from its neighbours.
                let Some(at) = self.position(node, key) else {
                    return node.span;
                };
                let before = at.checked_sub(1).and_then(|at| members.get(at));
                let start = before.map_or(node.span.start, |it| it.value.span.end);
                let after = members.get(at + 1);
                let end = after.map_or(node.span.end, |it| it.key_span.start);
                let own = members[at].key_span.to(members[at].value.span);
                Span { start, end }.to(own)
            }
            // Whatever else is changed in the member goes by its old name.
            (Change::Rename(..), Tree::Object(members), Step::Key(key)) => {
                let at = self.position(node, key);
                at.map_or(node.span, |at| {
                    members[at].key_span.to(members[at].value.span)
                })
            }
            // The items of a list count from each other.
            _ => node.span,
        }
    }

    /// The key at the end of `path`.
    pub(super) fn key(&mut self, path: &[Step]) -> Option<Span> {
        let (Step::Key(key), above) = path.split_last()? else {
            return None;
        };
        let mut node = self.root?;
        for step in above {
            node = self.child(node, step)?;
        }
        let at = self.position(node, key)?;
        node.members().get(at).map(|member| member.key_span)
    }

    fn child(&mut self, node: &'n Node<'n>, step: &Step) -> Option<&'n Node<'n>> {
        match (&node.value, step) {
            (Tree::Array(items), Step::Index(at)) => items.get(*at),
            (Tree::Object(members), Step::Key(key)) => {
                self.position(node, key).map(|at| &members[at].value)
            }
            _ => None,
        }
    }

    fn position(&mut self, node: &'n Node<'n>, key: &str) -> Option<usize> {
        let known = self
            .members
            .entry(std::ptr::from_ref(node))
            .or_insert_with(|| {
                let members = node.members().iter().enumerate();
                members.map(|(at, member)| (&*member.key, at)).collect()
            });
        known.get(key).copied()
    }
}
