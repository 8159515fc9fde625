//! Edits in order and apart from each other.

use crate::edit::Edit;
use crate::order::Order as _;
use crate::syntax::Span;

/// Puts the edits in order, makes one of those that touch or overlap, and leaves out those that change nothing.
pub(super) fn tidy(text: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    // Stable: of two insertions in the same place, the one that was made first comes first.
    edits.order_by_key(|edit| (edit.span.start, edit.span.end));
    let mut tidied: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match tidied.last_mut() {
            Some(last) if edit.span.start <= last.span.end => {
                last.span = last.span.to(edit.span);
                last.text.push_str(&edit.text);
            }
            _ => tidied.push(edit),
        }
    }
    tidied.retain(|edit| text[edit.span.range()] != edit.text);
    tidied
}

/// The edits for `text`, which has no last line end, made from those for the same with `eol` behind it: the result is to
/// have none either, if that can `cut` a line end off what stays.
pub(super) fn without_end(text: &str, eol: &str, edits: &[Edit], cut: bool) -> Vec<Edit> {
    let mut edits = edits.to_vec();
    let end = text.len();
    if let Some(last) = edits.pop_if(|edit| edit.span.end as usize > end) {
        let start = last.span.start as usize;
        let mut new = last.text.strip_suffix(eol).unwrap_or(&last.text).to_owned();
        if start > end && !new.is_empty() {
            new.insert_str(0, eol);
        }
        edits.push(Edit {
            span: Span::new(start.min(end), end),
            text: new,
        });
    }
    // The line ends above what went would now be the last.
    let before = edits.len().checked_sub(2).map(|at| edits[at].span.end);
    let last = edits
        .last_mut()
        .filter(|edit| cut && edit.span.end as usize == end && edit.text.is_empty());
    if let Some(last) = last {
        let stays = text[..last.span.start as usize].trim_end_matches(['\r', '\n']);
        let start = stays.len().max(before.unwrap_or_default() as usize);
        last.span = Span::new(start, end);
    }
    tidy(text, edits)
}
