//! Changing a document without touching anything else in it.
//!
//! A change is said in terms of the tree (set this, remove that) and becomes byte ranges of the text. Whatever lies
//! outside those ranges stays byte for byte: comments, order, quoting, indentation, line ends.

mod json;
mod toml;

use crate::host::{Out, Style};
use crate::syntax::{Language, Span};

/// A step on the way to a value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    /// The member of an object or table.
    Key(String),
    /// The item of a list.
    Index(usize),
}

/// A change to a document.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    /// The value at the path becomes this; a member that is missing is added at the end, parents and all. An index equal
    /// to the length of its list adds an item.
    Set(Vec<Step>, Out),
    /// The value at the path goes, with its key. A path that leads nowhere is no mistake.
    Remove(Vec<Step>),
}

/// A replacement of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// Puts `edits`, which do not overlap, into `text`.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
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
    Ok(apply(text, &edits(text, language, changes, style)?))
}

/// The replacements that put `changes` into `text`.
///
/// # Errors
/// A change that cannot be made, with the reason.
pub(crate) fn edits(
    text: &str,
    language: Language,
    changes: &[Change],
    style: &Style,
) -> Result<Vec<Edit>, String> {
    match language {
        Language::Json => json::edits(text, changes, style.indent),
        Language::Toml => toml::edits(text, changes, style),
    }
}
