//! What is to be written: a tree in the target's shape whose leaves know the source leaves they come from.

use std::borrow::Cow;

use super::{Member, Node, Span, Step, Tree, dotted};

/// A value to be written.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Out {
    pub(crate) value: OutValue,
    /// The source leaves that are in it.
    pub(crate) from: Vec<Span>,
    /// It stands in a place of its own, not in the target's counterpart of the source field.
    pub(crate) moved: bool,
}

/// What an [`Out`] holds.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum OutValue {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Out>),
    Object(Vec<(String, Out)>),
}

impl Out {
    pub(crate) fn new(value: OutValue, from: Span) -> Self {
        Self {
            value,
            from: vec![from],
            moved: false,
        }
    }

    /// A value that no leaf of the source stands for.
    pub(crate) fn added(value: OutValue) -> Self {
        Self {
            value,
            from: Vec::new(),
            moved: false,
        }
    }

    /// A string that no leaf of the source stands for.
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Self::added(OutValue::String(text.into()))
    }

    /// A list that no leaf of the source stands for.
    pub(crate) fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::added(OutValue::Array(items.into_iter().collect()))
    }

    pub(crate) fn string(text: impl Into<String>, from: Span) -> Self {
        Self::new(OutValue::String(text.into()), from)
    }

    pub(crate) fn object() -> Self {
        Self::added(OutValue::Object(Vec::new()))
    }

    pub(crate) fn is_object(&self) -> bool {
        matches!(self.value, OutValue::Object(_))
    }

    /// The members of an object; none for anything else.
    pub(crate) fn members(&self) -> &[(String, Self)] {
        match &self.value {
            OutValue::Object(members) => members,
            _ => &[],
        }
    }

    pub(crate) fn moved(mut self) -> Self {
        self.moved = true;
        self
    }

    /// Puts `value` at the dotted `path`, making the objects on the way. An object that is already there is merged.
    pub(crate) fn set(&mut self, path: &str, value: Self) {
        let (first, rest) = dotted::split_first(path);
        let OutValue::Object(members) = &mut self.value else {
            return;
        };
        let at = members
            .iter()
            .position(|(key, _)| *key == first)
            .unwrap_or_else(|| {
                members.push((first.into_owned(), Self::object()));
                members.len() - 1
            });
        match rest {
            Some(rest) => members[at].1.set(rest, value),
            None => members[at].1 = value,
        }
    }

    /// The member at the dotted `path`.
    pub(crate) fn get(&self, path: &str) -> Option<&Self> {
        dotted::keys(path).try_fold(self, |out, key| match &out.value {
            OutValue::Object(members) => members
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| value),
            _ => None,
        })
    }

    /// Takes the member at the dotted `path` away, if it is there.
    pub(crate) fn remove(&mut self, path: &str) {
        let OutValue::Object(members) = &mut self.value else {
            return;
        };
        match dotted::split_first(path) {
            (first, None) => members.retain(|(key, _)| *key != first),
            (first, Some(rest)) => members
                .iter_mut()
                .filter(|(key, _)| *key == first)
                .for_each(|(_, value)| value.remove(rest)),
        }
    }

    /// Gives the member at `path` another key, if it is there.
    pub(crate) fn rename(&mut self, path: &str, name: &str) {
        let (key, rest) = dotted::split_first(path);
        let OutValue::Object(members) = &mut self.value else {
            return;
        };
        let Some((own, value)) = members.iter_mut().find(|(own, _)| *own == key) else {
            return;
        };
        match rest {
            Some(rest) => value.rename(rest, name),
            None => name.clone_into(own),
        }
    }

    /// A copy of `node`; every leaf remembers that it came from there.
    pub(crate) fn from_node(node: &Node<'_>) -> Self {
        let value = match &node.value {
            Tree::Null => OutValue::Null,
            Tree::Bool(flag) => OutValue::Bool(*flag),
            Tree::Number(text) => OutValue::Number((*text).to_owned()),
            Tree::String(text) => OutValue::String(text.to_string()),
            Tree::Array(items) => OutValue::Array(items.iter().map(Self::from_node).collect()),
            Tree::Object(members) => OutValue::Object(
                members
                    .iter()
                    .map(|member| (member.key.to_string(), Self::from_node(&member.value)))
                    .collect(),
            ),
        };
        Self::new(value, node.span)
    }

    /// The value alone, without where it came from.
    pub(crate) fn to_plain(&self) -> OutValue {
        match &self.value {
            OutValue::Array(items) => OutValue::Array(
                items
                    .iter()
                    .map(|item| Self::added(item.to_plain()))
                    .collect(),
            ),
            OutValue::Object(members) => OutValue::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), Self::added(value.to_plain())))
                    .collect(),
            ),
            scalar => scalar.clone(),
        }
    }

    /// The same value as a tree, to be read back.
    pub(crate) fn to_node(&self) -> Node<'_> {
        let value = match &self.value {
            OutValue::Null => Tree::Null,
            OutValue::Bool(flag) => Tree::Bool(*flag),
            OutValue::Number(text) => Tree::Number(text),
            OutValue::String(text) => Tree::String(Cow::Borrowed(text)),
            OutValue::Array(items) => Tree::Array(items.iter().map(Self::to_node).collect()),
            OutValue::Object(members) => Tree::Object(
                members
                    .iter()
                    .map(|(key, value)| Member {
                        key: Cow::Borrowed(key),
                        key_span: Span::default(),
                        value: value.to_node(),
                    })
                    .collect(),
            ),
        };
        Node {
            span: Span::default(),
            value,
        }
    }

    /// Calls `visit` for every leaf.
    pub(crate) fn each_leaf(&self, visit: &mut dyn FnMut(&Self)) {
        match &self.value {
            OutValue::Array(items) if !items.is_empty() => {
                items.iter().for_each(|item| item.each_leaf(visit))
            }
            OutValue::Object(members) if !members.is_empty() => {
                members.iter().for_each(|(_, value)| value.each_leaf(visit))
            }
            _ => visit(self),
        }
    }

    /// Calls `visit` for every leaf with its path below this value.
    pub(crate) fn leaves<'o>(
        &'o self,
        path: &mut Vec<Step<&'o str>>,
        visit: &mut dyn FnMut(&[Step<&'o str>], &'o Self),
    ) {
        match &self.value {
            OutValue::Array(items) if !items.is_empty() => {
                for (index, item) in items.iter().enumerate() {
                    path.push(Step::Index(index));
                    item.leaves(path, visit);
                    path.pop();
                }
            }
            OutValue::Object(members) if !members.is_empty() => {
                for (key, value) in members {
                    path.push(Step::Key(key));
                    value.leaves(path, visit);
                    path.pop();
                }
            }
            _ => visit(path, self),
        }
    }
}
