//! What a change would do to other places: through an alias, or behind an anchor.

use std::collections::HashMap;

use crate::edit::layer::{self, EditLayer};
use crate::edit::{Change, Step};
use crate::syntax::path::spell;
use crate::syntax::yaml::layout::{Layout, PartId, Shape};
use crate::syntax::yaml::parse::merges;

pub(super) struct Guard<'l, 't> {
    layout: &'l Layout<'t>,
    /// Which values aliases stand for; empty if there are no aliases.
    used: Vec<bool>,
    /// The values of the members that a map with `<<` has of its own.
    own: HashMap<PartId, Vec<PartId>>,
}

/// What a slot of a container is in the text.
enum Child {
    Part(PartId),
    /// A member of another map, put in by `<<`.
    Merged,
}

impl<'l, 't> Guard<'l, 't> {
    pub(super) fn new(layout: &'l Layout<'t>, merge: bool) -> Self {
        let mut used = Vec::new();
        for part in &layout.parts {
            if let Shape::Alias(target) = part.shape {
                used.resize(layout.parts.len(), false);
                used[target] = true;
            }
        }
        let mut own = HashMap::new();
        for (id, part) in layout.parts.iter().enumerate() {
            if let (true, Shape::Map(_, pairs)) = (merge && !used.is_empty(), &part.shape)
                && pairs.iter().any(|pair| merges(layout, pair))
            {
                let left = pairs.iter().filter(|pair| !merges(layout, pair));
                own.insert(id, left.map(|pair| pair.value).collect());
            }
        }
        Self { layout, used, own }
    }

    /// Whether `change` stays in the value that it is about.
    pub(super) fn check(&self, plan: &mut EditLayer<'_>, change: &Change) -> Result<(), String> {
        let (Some(root), false) = (self.layout.root, self.used.is_empty()) else {
            return Ok(());
        };
        let (Change::Set(path, _)
        | Change::Insert(path, _)
        | Change::Remove(path)
        | Change::Rename(path, _)) = change;
        let slots = layer::trace(plan, path);
        let mut at = root;
        self.shared(at, &path[..0])?;
        for (depth, slot) in slots.iter().enumerate() {
            let here = &path[..=depth];
            let last = depth + 1 == path.len();
            at = match self.child(at, *slot) {
                None => return Ok(()),
                Some(Child::Part(part)) => part,
                // A member of its own goes before the one that is merged in.
                Some(Child::Merged) if last && matches!(change, Change::Set(..)) => return Ok(()),
                Some(Child::Merged) => {
                    return Err(format!(
                        "{} comes from elsewhere by `<<`; change it there, or write it out here",
                        spell(here)
                    ));
                }
            };
            if let Shape::Alias(_) = self.layout.parts[at].shape {
                if last {
                    return Ok(());
                }
                return Err(format!(
                    "{} is an alias, `{}`, of a value elsewhere; change it there, or write it out here",
                    spell(here),
                    &self.layout.text[self.layout.parts[at].span.range()]
                ));
            }
            if !(last && matches!(change, Change::Rename(..))) {
                self.shared(at, here)?;
            }
        }
        Ok(())
    }

    /// Refuses what would change under an alias.
    fn shared(&self, id: PartId, path: &[Step]) -> Result<(), String> {
        if self.used[id] {
            return Err(format!(
                "{} has an anchor, and an alias elsewhere refers to it, which would change as well",
                spell(path)
            ));
        }
        Ok(())
    }

    /// What is in the slot of the container `id`; nothing if it is new.
    fn child(&self, id: PartId, slot: usize) -> Option<Child> {
        match &self.layout.parts[id].shape {
            Shape::List(_, items) => items.get(slot).map(|item| Child::Part(item.value)),
            Shape::Map(_, pairs) => match self.own.get(&id) {
                None => pairs.get(slot).map(|pair| Child::Part(pair.value)),
                Some(own) => Some(
                    own.get(slot)
                        .map_or(Child::Merged, |part| Child::Part(*part)),
                ),
            },
            _ => None,
        }
    }
}
