//! Documents and changes the plain way, to compare with.

use crate::edit::{Change, Step};
use crate::syntax::{Language, Node, Tree, parse};
use crate::syntax::{Out, OutValue};

/// What a document says, whatever it looks like.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    Leaf(String),
    List(Vec<Self>),
    Map(Vec<(String, Self)>),
}

impl Plain {
    pub(super) fn of(text: &str) -> Self {
        Self::read(
            &parse(text, Language::Toml)
                .expect(text)
                .root
                .expect("a table"),
        )
    }

    fn read(node: &Node<'_>) -> Self {
        match &node.value {
            Tree::Null => unreachable!("TOML has no null"),
            Tree::Bool(flag) => Self::Leaf(flag.to_string()),
            Tree::Number(number) => Self::number(number),
            Tree::String(text) => Self::Leaf(format!("{text:?}")),
            Tree::Array(items) => Self::List(items.iter().map(Self::read).collect()),
            Tree::Object(members) => Self::Map(
                members
                    .iter()
                    .map(|member| (member.key.to_string(), Self::read(&member.value)))
                    .collect(),
            ),
        }
    }

    fn number(text: &str) -> Self {
        let value: toml_edit::Value = text.parse().expect(text);
        Self::Leaf(value.as_integer().map_or_else(
            || format!("{:?}", value.as_float().unwrap()),
            |number| number.to_string(),
        ))
    }

    fn written(out: &Out) -> Self {
        match &out.value {
            OutValue::Null => unreachable!("nobody asks for it"),
            OutValue::Bool(flag) => Self::Leaf(flag.to_string()),
            OutValue::Number(number) => Self::number(number),
            OutValue::String(text) => Self::Leaf(format!("{text:?}")),
            OutValue::Array(items) => Self::List(items.iter().map(Self::written).collect()),
            OutValue::Object(members) => Self::Map(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), Self::written(value)))
                    .collect(),
            ),
        }
    }

    /// Makes a change the plain way; nothing comes back where it cannot be made.
    pub(super) fn change(&mut self, change: &Change) -> Option<()> {
        match change {
            Change::Set(path, out) => self.set(path, out),
            Change::Remove(path) => {
                self.remove(path);
                Some(())
            }
            Change::Rename(path, new) => self.rename(path, new),
            Change::Insert(path, items) => self.insert(path, items),
        }
    }

    fn insert(&mut self, path: &[Step], new: &[Out]) -> Option<()> {
        match (self, path) {
            (Self::List(items), [Step::Index(index)]) if *index <= items.len() => {
                items.splice(index..index, new.iter().map(Self::written));
                Some(())
            }
            (Self::Map(members), [Step::Key(key), rest @ ..]) => {
                let (_, value) = members.iter_mut().find(|(name, _)| name == key)?;
                value.insert(rest, new)
            }
            (Self::List(items), [Step::Index(index), rest @ ..]) => {
                items.get_mut(*index)?.insert(rest, new)
            }
            _ => None,
        }
    }

    fn rename(&mut self, path: &[Step], new: &str) -> Option<()> {
        match (self, path) {
            (Self::Map(members), [Step::Key(key)]) => {
                if key != new && members.iter().any(|(name, _)| name == new) {
                    return None;
                }
                let (name, _) = members.iter_mut().find(|(name, _)| name == key)?;
                *name = new.to_owned();
                Some(())
            }
            (Self::Map(members), [Step::Key(key), rest @ ..]) => {
                let (_, value) = members.iter_mut().find(|(name, _)| name == key)?;
                value.rename(rest, new)
            }
            (Self::List(items), [Step::Index(index), rest @ ..]) => {
                items.get_mut(*index)?.rename(rest, new)
            }
            _ => None,
        }
    }

    fn set(&mut self, path: &[Step], out: &Out) -> Option<()> {
        let Some((step, rest)) = path.split_first() else {
            *self = Self::written(out);
            return Some(());
        };
        // What a missing value has to be for the next step.
        let fresh = || {
            if matches!(rest.first(), Some(Step::Index(_))) {
                Self::List(Vec::new())
            } else {
                Self::Map(Vec::new())
            }
        };
        match (self, step) {
            (Self::Map(members), Step::Key(key)) => {
                let at = members
                    .iter()
                    .position(|(name, _)| name == key)
                    .unwrap_or_else(|| {
                        members.push((key.clone(), fresh()));
                        members.len() - 1
                    });
                members[at].1.set(rest, out)
            }
            (Self::List(items), Step::Index(index)) if *index <= items.len() => {
                if *index == items.len() {
                    items.push(fresh());
                }
                items[*index].set(rest, out)
            }
            _ => None,
        }
    }

    fn remove(&mut self, path: &[Step]) {
        match (self, path) {
            (Self::Map(members), [Step::Key(key)]) => members.retain(|(name, _)| name != key),
            (Self::Map(members), [Step::Key(key), rest @ ..]) => {
                if let Some((_, member)) = members.iter_mut().find(|(name, _)| name == key) {
                    member.remove(rest);
                }
            }
            (Self::List(items), [Step::Index(index)]) if *index < items.len() => {
                items.remove(*index);
            }
            (Self::List(items), [Step::Index(index), rest @ ..]) if *index < items.len() => {
                items[*index].remove(rest)
            }
            _ => {}
        }
    }

    /// Without the order of members, and without the members that hold nothing: a table that exists only by what is in it,
    /// or a list by its headers, is gone with the last of them.
    pub(super) fn settled(self) -> Self {
        match self {
            Self::Map(members) => {
                let members = members
                    .into_iter()
                    .map(|(key, value)| (key, value.settled()));
                let mut members: Vec<_> = members
                    .filter(|(_, value)| {
                        !matches!(value, Self::Map(inner) if inner.is_empty())
                            && *value != Self::List(Vec::new())
                    })
                    .collect();
                members.sort_by(|one, other| one.0.cmp(&other.0));
                Self::Map(members)
            }
            Self::List(items) => Self::List(items.into_iter().map(Self::settled).collect()),
            leaf @ Self::Leaf(_) => leaf,
        }
    }

    pub(super) fn out(&self) -> Out {
        Out::added(match self {
            Self::Leaf(text) if text.starts_with('"') => {
                OutValue::String(serde_json::from_str(text).unwrap())
            }
            Self::Leaf(text) if text == "true" || text == "false" => OutValue::Bool(text == "true"),
            Self::Leaf(text) => OutValue::Number(text.clone()),
            Self::List(items) => OutValue::Array(items.iter().map(Self::out).collect()),
            Self::Map(members) => OutValue::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), value.out()))
                    .collect(),
            ),
        })
    }
}
