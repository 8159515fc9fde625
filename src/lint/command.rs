//! The command line of a server, and the variables that are set along the way.

use std::borrow::Cow;

use super::file::{File, LintServer};
use crate::launch::{Unwrapped, Word, WrapperKind};
use crate::model::dialect::is_name;
use crate::syntax::{Node, Span, Tree};

/// The words that the program gets; where a shell does more than start one program, the words of all that it does.
pub(crate) fn words<'s, 'a>(server: &'s LintServer<'a>) -> Cow<'s, [Word<'a>]> {
    let Unwrapped { words, wrappers } = server.line();
    let script = wrappers
        .last()
        .and_then(|wrapper| wrapper.script)
        .filter(|_| words.is_empty());
    script.map_or(Cow::Borrowed(words), |script| pieces(script).collect())
}

/// What stands between white space and the marks of a shell.
fn pieces(script: Word<'_>) -> impl Iterator<Item = Word<'_>> {
    let parts = script.text.split(|c: char| {
        c.is_whitespace() || matches!(c, ';' | '&' | '|' | '(' | ')' | '"' | '\'')
    });
    let mut at = script.start;
    let placed = parts.map(move |text| {
        let start = at;
        // Every mark in the list is one byte, but white space may be more.
        let end = start - script.start + text.len();
        at = start + text.len() + script.text[end..].chars().next().map_or(0, char::len_utf8);
        Word {
            text,
            start,
            ..script
        }
    });
    placed.filter(|word| !word.text.is_empty())
}

/// A variable that is set for the process, or for what it starts in turn.
pub(crate) struct Assigned<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What it is set to, also if that is a number or a boolean.
    pub(crate) value: Cow<'a, str>,
    /// Where the name stands.
    pub(crate) span: Span,
    /// A script sets it, among all that it does.
    pub(crate) script: bool,
}

/// All variables that are set: in the entry, by `env NAME=value` and its like, and for a container.
pub(crate) fn assigned<'a>(file: &File<'_>, server: &LintServer<'a>) -> Vec<Assigned<'a>> {
    let pairs = server.env.iter().filter_map(|pair| {
        Some(Assigned {
            name: pair.key,
            value: plain(pair.node)?,
            span: pair.key_span,
            script: false,
        })
    });
    let mut list: Vec<Assigned<'a>> = pairs.collect();
    if server.command.is_none() {
        return list;
    }
    let line = server.line();
    let is_script = line.is_script();
    let wrapped = line.wrappers.iter();
    let wrapped = wrapped.flat_map(|wrapper| wrapper.assigned.iter().copied());
    let script = line
        .wrappers
        .last()
        .filter(|wrapper| is_script && wrapper.kind == WrapperKind::Shell)
        .and_then(|wrapper| wrapper.script);
    let container = server.launch().and_then(|launch| launch.container());
    let passed = container
        .iter()
        .flat_map(|container| container.named("env"));
    let words = wrapped
        .chain(passed.filter_map(|flag| flag.value))
        .map(|word| (word, false))
        .chain(script.into_iter().flat_map(pieces).map(|word| (word, true)));
    list.extend(words.filter_map(|(word, script)| {
        let (name, value) = word
            .text
            .split_once('=')
            .filter(|(name, _)| is_name(name))?;
        Some(Assigned {
            name,
            value: Cow::Borrowed(value),
            span: server.word(file, &Word { text: name, ..word }),
            script,
        })
    }));
    list
}

/// A value as the process sees it.
fn plain<'a>(node: &'a Node<'a>) -> Option<Cow<'a, str>> {
    match &node.value {
        Tree::String(text) => Some(Cow::Borrowed(text)),
        Tree::Number(text) => Some(Cow::Borrowed(text)),
        Tree::Bool(flag) => Some(Cow::Borrowed(if *flag { "true" } else { "false" })),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_a_script_know_their_bytes() {
        let text = "export A=1 && (b\u{a0}'c d'); e|f";
        let found: Vec<_> = pieces(Word {
            text,
            index: 2,
            start: 3,
        })
        .map(|word| (word.text, &text[word.start - 3..][..word.text.len()]))
        .collect();
        assert!(found.iter().all(|(word, there)| word == there), "{found:?}");
        assert_eq!(
            found.iter().map(|(word, _)| *word).collect::<Vec<_>>(),
            ["export", "A=1", "b", "c", "d", "e", "f"]
        );
    }
}
