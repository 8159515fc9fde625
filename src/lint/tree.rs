//! What several rules need to know about a tree.

use super::file::{File, LintServer};
use crate::model::Slot;
use crate::syntax::{Node, NoteKind, Out, Span, Tree};

/// Keys that only servers have.
const SERVER_KEYS: [&str; 5] = ["command", "cmd", "url", "httpUrl", "serverUrl"];

/// Whether an object is a server, wherever it stands.
pub(crate) fn is_server(node: &Node<'_>) -> bool {
    let tells = |value: &Node<'_>| matches!(value.value, Tree::String(_) | Tree::Array(_));
    SERVER_KEYS
        .iter()
        .any(|key| node.member(key).is_some_and(|member| tells(&member.value)))
}

/// Whether a value has no parts.
pub(crate) fn is_scalar(node: &Node<'_>) -> bool {
    !matches!(node.value, Tree::Array(_) | Tree::Object(_))
}

/// Whether the server has an address on a host that only starts processes, so that none of its fields matter.
pub(crate) fn is_out_of_reach(file: &File<'_>, server: &LintServer<'_>) -> bool {
    server.url.is_some()
        && server.command.is_none()
        && file
            .host
            .fields(file.place)
            .iter()
            .all(|field| field.slot != Slot::Url)
}

/// A copy of `node`, to be written somewhere else.
pub(crate) fn copy(node: &Node<'_>) -> Out {
    Out::added(Out::from_node(node).to_plain())
}

/// Whether a comment may stand within `span`, which would get lost if its value were written anew.
pub(crate) fn has_comment(file: &File<'_>, span: Span) -> bool {
    let text = &file.text[span.range()];
    let noted = || {
        let kinds = [NoteKind::Comment, NoteKind::HashComment];
        let mut notes = file.document.notes.iter();
        notes.any(|note| kinds.contains(&note.kind))
    };
    ["//", "/*", "#"].iter().any(|mark| text.contains(mark))
        && (file.place.language.syntax().has_comments() || noted())
}

/// How many single changes make one word of the other, up to `limit`.
pub(crate) fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit || a.len() > 64 {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let cost = (corner + usize::from(x != y))
                .min(row[j] + 1)
                .min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], cost);
        }
    }
    row.last().copied().filter(|distance| *distance <= limit)
}

/// A word without its case and punctuation.
pub(crate) fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

/// Whether a text looks like an object of JSON, which some servers take in a variable or an argument.
pub(crate) fn is_json(text: &str) -> bool {
    text.starts_with('{') && text.ends_with('}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_a_distance() {
        assert_eq!(distance("header", "headers", 2), Some(1));
        assert_eq!(distance("comand", "command", 2), Some(1));
        assert_eq!(distance("link", "url", 2), None);
        assert_eq!(distance("", "ab", 2), Some(2));
    }
}
