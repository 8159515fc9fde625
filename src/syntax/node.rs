//! The tree every syntax is read into.

use std::borrow::Cow;

use super::{Span, dotted};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Node<'t> {
    /// From its first to one past its last byte, quotes and brackets included.
    pub span: Span,
    /// What it is.
    pub value: Tree<'t>,
}

/// What a [`Node`] holds. Children are boxed slices: exactly as long as needed, because files may have millions.
#[derive(Clone, Debug)]
pub enum Tree<'t> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number in its own spelling, so that nothing is rounded; also a TOML date or time.
    Number(&'t str),
    /// A string, decoded.
    String(Cow<'t, str>),
    /// A list.
    Array(Box<[Node<'t>]>),
    /// A map in source order, in which a key may stand twice.
    Object(Box<[Member<'t>]>),
}

/// A key and its value.
#[derive(Clone, Debug)]
pub struct Member<'t> {
    /// The key, decoded.
    pub key: Cow<'t, str>,
    /// Where the key stands, quotes included.
    pub key_span: Span,
    /// The value.
    pub value: Node<'t>,
}

impl<'t> Node<'t> {
    /// The members of an object; none for anything else.
    #[must_use]
    pub fn members(&self) -> &[Member<'t>] {
        match &self.value {
            Tree::Object(members) => members,
            _ => &[],
        }
    }

    /// The items of an array; none for anything else.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Tree::Array(items) => items,
            _ => &[],
        }
    }

    /// The member called `key`; the last one where it stands twice, as in every JSON parser of a host we know.
    #[must_use]
    pub fn member(&self, key: &str) -> Option<&Member<'t>> {
        self.members().iter().rev().find(|member| member.key == key)
    }

    /// The value at `path`, through objects only.
    #[must_use]
    pub fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |node, key| {
            node.member(key).map(|member| &member.value)
        })
    }

    /// The value at a path whose keys are joined by dots, as fields are named.
    #[must_use]
    pub fn dotted(&self, path: &str) -> Option<&Self> {
        dotted::keys(path).try_fold(self, |node, key| {
            node.member(&key).map(|member| &member.value)
        })
    }

    /// Whether what it holds stands in the text one after the other, which TOML and aliases of YAML need not do.
    pub(crate) fn is_ordered(&self) -> bool {
        match &self.value {
            Tree::Array(items) => {
                let follows = |pair: &[Self]| pair[0].span.end <= pair[1].span.start;
                items.windows(2).all(follows) && items.iter().all(Self::is_ordered)
            }
            Tree::Object(members) => {
                let end = |member: &Member<'_>| member.key_span.end.max(member.value.span.end);
                let start =
                    |member: &Member<'_>| member.key_span.start.min(member.value.span.start);
                let follows = |pair: &[Member<'_>]| end(&pair[0]) <= start(&pair[1]);
                members.windows(2).all(follows)
                    && members.iter().all(|member| member.value.is_ordered())
            }
            _ => true,
        }
    }

    /// Visits the values in it that hold no others; empty lists and objects are some too.
    pub(crate) fn each_leaf(&self, visit: &mut dyn FnMut(&Self)) {
        match &self.value {
            Tree::Array(items) if !items.is_empty() => {
                items.iter().for_each(|item| item.each_leaf(visit));
            }
            Tree::Object(members) if !members.is_empty() => members
                .iter()
                .for_each(|member| member.value.each_leaf(visit)),
            _ => visit(self),
        }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match &self.value {
            Tree::String(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a date or time, if it is one.
    pub(crate) fn as_date(&self) -> Option<&str> {
        match self.value {
            Tree::Number(text) if super::yaml::is_date(text) || text.contains(':') => Some(text),
            _ => None,
        }
    }

    /// Whether this is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        matches!(self.value, Tree::Object(_))
    }

    /// What it is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Tree::Null => "null",
            Tree::Bool(_) => "a boolean",
            Tree::Number(text) if super::yaml::is_date(text) => "a date",
            Tree::Number(_) => "a number",
            Tree::String(_) => "a string",
            Tree::Array(_) => "a list",
            Tree::Object(_) => "an object",
        }
    }
}
