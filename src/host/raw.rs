//! Values without a meaning of ours, between the source tree, the model and the output.

use super::{Out, OutValue};
use crate::model::{Raw, RawValue};
use crate::syntax::{Node, Span, Tree};

impl Raw {
    /// A copy of `node` that outlives its text.
    pub(crate) fn from_node(node: &Node<'_>) -> Self {
        let value = match &node.value {
            Tree::Null => RawValue::Null,
            Tree::Bool(flag) => RawValue::Bool(*flag),
            Tree::Number(text) => RawValue::Number((*text).to_owned()),
            Tree::String(text) => RawValue::String(text.to_string()),
            Tree::Array(items) => RawValue::Array(items.iter().map(Self::from_node).collect()),
            Tree::Object(members) => RawValue::Object(
                members
                    .iter()
                    .map(|member| (member.key.to_string(), Self::from_node(&member.value)))
                    .collect(),
            ),
        };
        Self {
            span: node.span,
            value,
        }
    }

    /// Calls `visit` with where each scalar and each empty container stands.
    pub(crate) fn each_leaf(&self, visit: &mut dyn FnMut(Span)) {
        match &self.value {
            RawValue::Array(items) if !items.is_empty() => {
                items.iter().for_each(|item| item.each_leaf(visit));
            }
            RawValue::Object(members) if !members.is_empty() => {
                members.iter().for_each(|(_, value)| value.each_leaf(visit));
            }
            _ => visit(self.span),
        }
    }

    /// Whether it is `false` or an empty list, so that it limits nothing.
    pub(crate) fn says_no(&self) -> bool {
        match &self.value {
            RawValue::Bool(flag) => !flag,
            RawValue::Array(items) => items.is_empty(),
            _ => false,
        }
    }

    /// The same value for writing; every leaf remembers where it came from.
    pub(crate) fn to_out(&self) -> Out {
        let value = match &self.value {
            RawValue::Null => OutValue::Null,
            RawValue::Bool(flag) => OutValue::Bool(*flag),
            RawValue::Number(text) => OutValue::Number(text.clone()),
            RawValue::String(text) => OutValue::String(text.clone()),
            RawValue::Array(items) => OutValue::Array(items.iter().map(Self::to_out).collect()),
            RawValue::Object(members) => OutValue::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), value.to_out()))
                    .collect(),
            ),
        };
        Out::new(value, self.span)
    }
}
