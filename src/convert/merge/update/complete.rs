//! An entry that its host does not read as a server becomes one.

use super::changed::names;
use crate::convert::merge::steps::{below, with};
use crate::convert::merge::unit::in_a_unit;
use crate::convert::merge::{Action, Merger, Status};
use crate::edit::{Change, Step};
use crate::host::{Kind, Out, OutValue, ServerEntry};
use crate::syntax::Node;

impl Merger<'_, '_> {
    /// What is there is no whole server, perhaps only a switch: what is missing is added, and what belongs to a unit
    /// that the source speaks of goes.
    pub(super) fn complete(
        &mut self,
        path: &[Step],
        entry: &ServerEntry<'_, '_>,
        out: &Out,
        mut status: Status,
    ) -> Status {
        match &out.value {
            OutValue::Object(members) if entry.node.is_object() => {
                for (key, value) in members {
                    self.changes
                        .push(Change::Set(with(path, key), value.clone()));
                    status.updated.push(key.clone());
                }
                let foreign = |name: &String| {
                    let top = name.split('.').next().unwrap_or(name);
                    entry.node.dotted(name).is_some() && out.get(top).is_none()
                };
                let fields = self.place.format.fields.iter();
                let gone = fields
                    .filter(|field| in_a_unit(field.slot) || field.kind == Kind::Tag)
                    .flat_map(names)
                    .filter(foreign);
                for name in gone {
                    self.changes.push(Change::Remove(below(path, &name)));
                    status.removed.push(name);
                }
                let wrapper = self.place.format.wrapper;
                if let Some(wrapper) = wrapper.filter(|it| it.open(entry.node).is_some()) {
                    self.changes.push(Change::Remove(with(path, wrapper.key)));
                    status.removed.push(wrapper.key.to_owned());
                }
            }
            _ => self.changes.push(Change::Set(path.to_vec(), out.clone())),
        }
        Status {
            action: Action::Updated,
            ..status
        }
    }
}

/// What is there in the end: the members of `out`, and of `node` what is not `removed`.
pub(super) fn completed(node: &Node<'_>, out: &Out, removed: &[String]) -> Out {
    let mut left = match node.is_object() {
        true => Out::from_node(node),
        false => Out::object(),
    };
    removed.iter().for_each(|name| left.remove(name));
    for (key, value) in out.members() {
        left.set(key, value.clone());
    }
    left
}
