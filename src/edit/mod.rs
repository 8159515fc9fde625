//! Changing a document without touching anything else in it.
//!
//! A change is said in terms of the tree (set this, remove that) and becomes byte ranges of the text. Whatever lies
//! outside those ranges stays byte for byte: comments, order, quoting, indentation, line ends.

pub(crate) mod layer;
pub(crate) mod live;

use crate::order::Order as _;
pub(crate) use crate::syntax::Step;
use crate::syntax::{Language, Out, Span, Style};

/// A change to a document.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The value at the path becomes this; a member that is missing is added at the end, parents and all. An index equal
    /// to the length of its list adds an item.
    Set(Vec<Step>, Out),
    /// The values become items of a list, before the one at the path or, where that is one past the last, after all.
    Insert(Vec<Step>, Vec<Out>),
    /// The value at the path goes, with its key. A path that leads nowhere is no mistake.
    Remove(Vec<Step>),
    /// The member at the path gets another key, wherever the old one is written. No other may be called so.
    Rename(Vec<Step>, String),
}

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// Changes that cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    /// Which of them, in order; none if the document cannot be changed at all.
    pub(crate) changes: Vec<usize>,
    /// Why the first of them cannot: a sentence without a full stop.
    pub(crate) reason: String,
}

impl Refused {
    /// The document cannot be changed.
    pub(crate) fn all(reason: impl Into<String>) -> Self {
        Self {
            changes: Vec::new(),
            reason: reason.into(),
        }
    }

    /// Makes every change by `make`; those that fail do not keep the others from being tried.
    pub(crate) fn by_change<'c>(
        changes: &'c [Change],
        mut make: impl FnMut(&'c Change) -> Result<(), String>,
    ) -> Result<(), Self> {
        let mut refused = Self::all("");
        for (at, change) in changes.iter().enumerate() {
            if let Err(reason) = make(change) {
                if refused.changes.is_empty() {
                    refused.reason = reason;
                }
                refused.changes.push(at);
            }
        }
        if refused.changes.is_empty() {
            Ok(())
        } else {
            Err(refused)
        }
    }
}

/// Puts `edits`, which do not overlap, into `text`.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.order_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result =
        String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut at = 0;
    for edit in sorted {
        let range = edit.span.range();
        debug_assert!(at <= range.start, "edits overlap");
        result.push_str(&text[at..range.start]);
        result.push_str(&edit.text);
        at = range.end;
    }
    result.push_str(&text[at..]);
    result
}

/// Puts `changes` into `text`.
///
/// # Errors
/// A change that cannot be made, with the reason.
pub(crate) fn edit(
    text: &str,
    language: Language,
    changes: &[Change],
    style: &Style,
) -> Result<String, String> {
    if changes.is_empty() {
        return Ok(text.to_owned());
    }
    let edits = edits(text, language, changes, style).map_err(|refused| refused.reason)?;
    Ok(apply(text, &edits))
}

/// The replacements that put `changes` into `text`.
///
/// # Errors
/// The changes that cannot be made.
pub(crate) fn edits(
    text: &str,
    language: Language,
    changes: &[Change],
    style: &Style,
) -> Result<Vec<Edit>, Refused> {
    language.syntax().edits(text, changes, style)
}
