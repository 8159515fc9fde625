//! What several rules need to know about a tree, and to change in it.

use super::file::{File, Server};
use super::fix::Fix;
use crate::host::Out;
use crate::model::{Raw, Slot};
use crate::syntax::{Language, Member, Node, NoteKind, Span, Value};

/// Keys that only servers have.
const SERVER_KEYS: [&str; 5] = ["command", "cmd", "url", "httpUrl", "serverUrl"];

/// Whether an object is a server, wherever it stands.
pub(crate) fn is_server(node: &Node<'_>) -> bool {
    let tells = |value: &Node<'_>| matches!(value.value, Value::String(_) | Value::Array(_));
    SERVER_KEYS
        .iter()
        .any(|key| node.member(key).is_some_and(|member| tells(&member.value)))
}

/// Whether a value has no parts.
pub(crate) fn is_scalar(node: &Node<'_>) -> bool {
    !matches!(node.value, Value::Array(_) | Value::Object(_))
}

/// Whether the server has an address on a host that only starts processes, so that none of its fields matter.
pub(crate) fn is_out_of_reach(file: &File<'_>, server: &Server<'_>) -> bool {
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
    Out::added(Raw::from_node(node).to_out().to_plain())
}

/// Whether a comment may stand within `span`, which would get lost if its value were written anew.
pub(crate) fn has_comment(file: &File<'_>, span: Span) -> bool {
    let text = &file.text[span.range()];
    match file.place.language {
        Language::Toml => text.contains('#'),
        Language::Json => {
            let noted = file
                .document
                .notes
                .iter()
                .any(|note| matches!(note.kind, NoteKind::Comment | NoteKind::HashComment));
            noted && ["//", "/*", "#"].iter().any(|mark| text.contains(mark))
        }
    }
}

/// Lets `fix` give a member another name. Nothing if that would cost a comment.
pub(crate) fn rename(file: &File<'_>, fix: Fix, member: &Member<'_>, name: &str) -> Option<Fix> {
    let span = member.key_span;
    match file.place.language {
        Language::Json => Some(fix.replace(span, format!("\"{name}\""))),
        Language::Toml if stands_alone(file.text, span) => Some(fix.replace(span, name)),
        Language::Toml if has_comment(file, member.value.span) => None,
        // A key may stand in several headers, so the value is written anew under its new name.
        Language::Toml => {
            let old = file.path_of(span);
            let mut new = old.clone();
            new.pop()?;
            Some(
                fix.set(super::fix::below(&new, name), copy(&member.value))
                    .remove(old),
            )
        }
    }
}

/// Whether a TOML key is all that stands before its `=`.
fn stands_alone(text: &str, span: Span) -> bool {
    let before = text[..span.range().start].trim_end_matches([' ', '\t']);
    let after = text[span.range().end..].trim_start_matches([' ', '\t']);
    after.starts_with('=') && (before.is_empty() || before.ends_with(['\n', '{', ',']))
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
