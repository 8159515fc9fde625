//! What several rules need to know about a tree.

use super::file::{File, LintServer};
use crate::model::Slot;
use crate::syntax::{Node, NoteKind, Out, Span, Tree, comments};

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
        && file.fields().all(|field| field.slot != Slot::Url)
}

/// A copy of `node`, to be written somewhere else.
pub(crate) fn copy(node: &Node<'_>) -> Out {
    Out::added(Out::from_node(node).to_plain())
}

/// Whether a comment stands within `span`, which would get lost if its value were written anew. Not every mark of one
/// is a comment: URLs and colors have them too.
pub(crate) fn has_comment(file: &File<'_>, span: Span) -> bool {
    let starts = file.comments.get_or_init(|| {
        let language = file.place.language;
        let kinds = [NoteKind::Comment, NoteKind::HashComment];
        let notes = file.document.notes.iter();
        let noted = notes.filter(|note| kinds.contains(&note.kind));
        let mut starts: Vec<usize> = noted.map(|note| note.span.range().start).collect();
        // JSON notes only the first one of a kind.
        if language.syntax().has_comments() || !starts.is_empty() {
            let more = comments(file.text, language);
            starts.extend(more.iter().map(|comment| comment.range().start));
        }
        starts.sort_unstable();
        starts
    });
    let next = starts.partition_point(|start| *start < span.range().start);
    starts
        .get(next)
        .is_some_and(|start| *start < span.range().end)
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

/// A word without its case, punctuation and blanks.
pub(crate) fn plain(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-') && !c.is_whitespace())
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
