//! Documents and changes the plain way, to compare with what the editors of all languages make of a text.

use crate::edit::{Change, Step};
use crate::syntax::{Language, Node, Out, Tree, parse};

/// What a document says, whatever it looks like. Scalars are in their own spelling, and strings between quotes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plain {
    Scalar(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Plain {
    pub(crate) fn read(text: &str, language: Language) -> Self {
        let document = parse(text, language).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let nothing = || Self::Scalar(String::new());
        document.root.as_ref().map_or_else(nothing, Self::of)
    }

    pub(crate) fn of(node: &Node<'_>) -> Self {
        match &node.value {
            Tree::Null => Self::Scalar("null".into()),
            Tree::Bool(flag) => Self::Scalar(flag.to_string()),
            Tree::Number(number) => Self::Scalar((*number).into()),
            Tree::String(text) => Self::Scalar(format!("{text:?}")),
            Tree::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Tree::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|member| (member.key.to_string(), Self::of(&member.value)))
                    .collect(),
            ),
        }
    }

    fn made(out: &Out) -> Self {
        Self::of(&out.to_node())
    }

    /// The value at `path`; of equal keys the last one counts.
    pub(crate) fn at(&mut self, path: &[Step]) -> Option<&mut Self> {
        path.iter()
            .try_fold(self, |value, step| match (value, step) {
                (Self::Object(members), Step::Key(key)) => members
                    .iter_mut()
                    .rfind(|(name, _)| name == key)
                    .map(|(_, value)| value),
                (Self::Array(items), Step::Index(index)) => items.get_mut(*index),
                _ => None,
            })
    }

    /// Makes a change; nothing comes back where it cannot be made.
    pub(crate) fn change(&mut self, change: &Change) -> Option<()> {
        match change {
            Change::Set(path, out) => return self.set(path, out),
            Change::Remove(path) => {
                let (last, parents) = path.split_last()?;
                match (self.at(parents), last) {
                    (Some(Self::Object(members)), Step::Key(key)) => {
                        members.retain(|(name, _)| name != key);
                    }
                    (Some(Self::Array(items)), Step::Index(index)) if *index < items.len() => {
                        items.remove(*index);
                    }
                    _ => {}
                }
            }
            Change::Rename(path, new) => {
                let (Step::Key(key), parents) = path.split_last()? else {
                    return None;
                };
                let Self::Object(members) = self.at(parents)? else {
                    return None;
                };
                if key != new && members.iter().any(|(name, _)| name == new) {
                    return None;
                }
                let (name, _) = members.iter_mut().rfind(|(name, _)| name == key)?;
                name.clone_from(new);
            }
            Change::Insert(path, new) => {
                let (Step::Index(index), parents) = path.split_last()? else {
                    return None;
                };
                match self.at(parents)? {
                    Self::Array(items) if *index <= items.len() => {
                        items.splice(index..index, new.iter().map(Self::made));
                    }
                    _ => return None,
                }
            }
        }
        Some(())
    }

    fn set(&mut self, path: &[Step], out: &Out) -> Option<()> {
        let Some((step, rest)) = path.split_first() else {
            *self = Self::made(out);
            return Some(());
        };
        // What a missing value has to be for the next step.
        let missing = || match rest.first() {
            Some(Step::Index(_)) => Self::Array(Vec::new()),
            _ => Self::Object(Vec::new()),
        };
        let is_missing = self.at(std::slice::from_ref(step)).is_none();
        match (&mut *self, step) {
            (Self::Object(members), Step::Key(key)) if is_missing => {
                members.push((key.clone(), missing()));
            }
            (Self::Array(items), Step::Index(index)) if *index == items.len() => {
                items.push(missing());
            }
            _ => {}
        }
        self.at(std::slice::from_ref(step))?.set(rest, out)
    }

    /// Those of `changes` that can be made, one after the other; they are made.
    pub(crate) fn change_all(&mut self, changes: &[Change]) -> Vec<Change> {
        let mut possible = Vec::new();
        for change in changes {
            let mut next = self.clone();
            if next.change(change).is_some() {
                *self = next;
                possible.push(change.clone());
            }
        }
        possible
    }

    /// Without the order of members.
    pub(crate) fn sorted(self) -> Self {
        match self {
            Self::Scalar(_) => self,
            Self::Array(items) => Self::Array(items.into_iter().map(Self::sorted).collect()),
            Self::Object(members) => {
                let members = members.into_iter();
                let mut members: Vec<_> =
                    members.map(|(key, value)| (key, value.sorted())).collect();
                members.sort_by(|one, other| one.0.cmp(&other.0));
                Self::Object(members)
            }
        }
    }

    /// The children that can be reached, with the steps to them.
    pub(crate) fn children(&self) -> Vec<(Step, &Self)> {
        match self {
            Self::Scalar(_) => Vec::new(),
            Self::Array(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| (Step::Index(index), item))
                .collect(),
            Self::Object(members) => {
                let is_last = |at: usize| {
                    members[at + 1..]
                        .iter()
                        .all(|(name, _)| *name != members[at].0)
                };
                members
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| is_last(*at))
                    .map(|(_, (name, value))| (Step::Key(name.clone()), value))
                    .collect()
            }
        }
    }

    /// The path of one more child, for each container that can be reached.
    pub(crate) fn vacancies(&self) -> Vec<Vec<Step>> {
        let own = match self {
            Self::Scalar(_) => return Vec::new(),
            Self::Array(items) => Step::Index(items.len()),
            Self::Object(_) => Step::Key("new".into()),
        };
        let mut found = vec![vec![own]];
        for (step, child) in self.children() {
            let below = child.vacancies().into_iter();
            found.extend(below.map(|rest| [vec![step.clone()], rest].concat()));
        }
        found
    }
}
