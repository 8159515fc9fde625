//! New values as text, in the habits of the document.

use std::borrow::Cow;
use std::collections::HashMap;

use super::habit::Habit;
use crate::host::{Out, OutValue};
use crate::syntax::{Member, Node, Value};
use crate::write::json;

/// How long a list may be that is written on one line among lines.
const SHORT: usize = 80;

impl Habit<'_> {
    /// A member of an object or, without a key, an item of a list.
    pub(super) fn child(
        &self,
        text: &mut String,
        key: Option<&str>,
        out: &Out,
        wide: bool,
        indent: &str,
    ) {
        if let Some(key) = key {
            text.push_str(&string(key));
            text.push_str(self.colon);
        }
        self.value(text, out, wide, indent);
    }

    /// A value that begins on a line indented by `indent`; `wide` if its children may have lines of their own.
    pub(super) fn value(&self, text: &mut String, out: &Out, wide: bool, indent: &str) {
        let start = text.len();
        if !wide || self.short_lists && is_plain_list(out) {
            self.inline(text, out);
            if !wide || text.len() - start <= SHORT {
                return;
            }
            text.truncate(start);
        }
        self.expanded(text, out, indent);
    }

    /// All on one line.
    pub(super) fn inline(&self, text: &mut String, out: &Out) {
        let Some((object, children)) = children(out) else {
            return text.push_str(&scalar(out));
        };
        let pad = if children.is_empty() {
            ""
        } else {
            self.pad(object)
        };
        text.push(if object { '{' } else { '[' });
        text.push_str(pad);
        for (index, (key, value)) in children.into_iter().enumerate() {
            if index > 0 {
                text.push(',');
                text.push_str(self.comma());
            }
            self.child(text, key, value, false, "");
        }
        text.push_str(pad);
        text.push(if object { '}' } else { ']' });
    }

    /// Every child on its own line.
    pub(super) fn expanded(&self, text: &mut String, out: &Out, indent: &str) {
        let Some((object, children)) = children(out).filter(|(_, children)| !children.is_empty())
        else {
            return self.inline(text, out);
        };
        let inner = format!("{indent}{}", self.unit);
        text.push(if object { '{' } else { '[' });
        for (index, (key, value)) in children.into_iter().enumerate() {
            text.push_str(if index > 0 { "," } else { "" });
            text.push_str(self.newline);
            text.push_str(&inner);
            self.child(text, key, value, true, &inner);
        }
        text.push_str(self.newline);
        text.push_str(indent);
        text.push(if object { '}' } else { ']' });
    }
}

/// A key, except in a list, and a value.
type Child<'o> = (Option<&'o str>, &'o Out);

/// The children of a container, and whether it is an object.
fn children(out: &Out) -> Option<(bool, Vec<Child<'_>>)> {
    match &out.value {
        OutValue::Array(items) => Some((false, items.iter().map(|item| (None, item)).collect())),
        OutValue::Object(members) => Some((
            true,
            members
                .iter()
                .map(|(key, value)| (Some(key.as_str()), value))
                .collect(),
        )),
        _ => None,
    }
}

pub(super) fn is_plain(out: &Out) -> bool {
    !matches!(out.value, OutValue::Array(_) | OutValue::Object(_))
}

fn is_plain_list(out: &Out) -> bool {
    matches!(&out.value, OutValue::Array(items) if items.iter().all(is_plain))
}

fn scalar(out: &Out) -> Cow<'_, str> {
    match &out.value {
        OutValue::Bool(flag) => Cow::Borrowed(if *flag { "true" } else { "false" }),
        OutValue::Number(spelling) => Cow::Owned(json::plain_number(spelling)),
        OutValue::String(value) => Cow::Owned(string(value)),
        OutValue::Null | OutValue::Array(_) | OutValue::Object(_) => Cow::Borrowed("null"),
    }
}

fn string(value: &str) -> String {
    let mut text = String::with_capacity(value.len() + 2);
    json::string(&mut text, value);
    text
}

/// Whether `node` already says `out`. The order of members does not matter, and of equal keys the last one counts.
pub(super) fn same(text: &str, node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Value::String(old), OutValue::String(new)) => old == new,
        (Value::Array(old), OutValue::Array(new)) => {
            old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(text, old, new))
        }
        (Value::Object(old), OutValue::Object(new)) => same_members(text, old, new),
        (Value::Array(_) | Value::Object(_), _) | (_, OutValue::Array(_) | OutValue::Object(_)) => {
            false
        }
        _ => text[node.span.range()] == *scalar(out),
    }
}

fn same_members(text: &str, old: &[Member<'_>], new: &[(String, Out)]) -> bool {
    let old: HashMap<&str, &Node<'_>> = old
        .iter()
        .map(|member| (member.key.as_ref(), &member.value))
        .collect();
    let new: HashMap<&str, &Out> = new
        .iter()
        .map(|(key, value)| (key.as_str(), value))
        .collect();
    // The order in which a map is walked cannot be seen in whether all of it is equal.
    old.len() == new.len()
        && old
            .iter()
            .all(|(key, old)| new.get(key).is_some_and(|new| same(text, old, new)))
}
