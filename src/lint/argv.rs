//! Repairs of command lines: a word more, a word less, a letter less.

use super::file::{File, LintServer, Text};
use super::fix::Fix;
use crate::launch::{Flag, Word};
use crate::syntax::{Span, Step};

/// Adds `words` behind `word`: as values of the list that it is one of, or within the script that holds it.
///
/// Nothing if its place is not known well enough.
pub(crate) fn add_after(
    fix: Fix,
    file: &File<'_>,
    server: &LintServer<'_>,
    word: &Word<'_>,
    words: &[&str],
) -> Option<Fix> {
    let text = server.value_of(word)?;
    if is_whole(server, text, word) {
        let mut path = file.path_of(text.span);
        let Some(Step::Index(index)) = path.last_mut() else {
            return None;
        };
        *index += 1;
        return Some(fix.insert(path, words));
    }
    let end = part(file, server, word)?.range().end;
    let more: String = words.iter().map(|word| format!(" {word}")).collect();
    fix.splice(Span::new(end, end), more)
}

/// Takes the option away that `flag` is, or its letter where it shares a word with others.
pub(crate) fn drop_switch(
    fix: Fix,
    file: &File<'_>,
    server: &LintServer<'_>,
    flag: &Flag<'_>,
) -> Option<Fix> {
    let text = server.value_of(&flag.word)?;
    if flag.is_bundled() {
        return fix.splice(part(file, server, &flag.at)?, "");
    }
    if is_whole(server, text, &flag.word) {
        return Some(fix.remove(file.path_of(text.span)));
    }
    let span = part(file, server, &flag.word)?;
    let blank = file.text[..span.range().start].ends_with(' ');
    fix.splice(
        Span::new(span.range().start - usize::from(blank), span.range().end),
        "",
    )
}

/// Whether a word is a value of its own in a list.
pub(crate) fn is_whole(server: &LintServer<'_>, text: &Text<'_>, word: &Word<'_>) -> bool {
    let command = server
        .command
        .as_ref()
        .is_some_and(|command| command.span == text.span);
    !command && !text.piece && text.text == word.text
}

/// The bytes of a word, if they can be told.
fn part(file: &File<'_>, server: &LintServer<'_>, word: &Word<'_>) -> Option<Span> {
    let text = server.value_of(word)?;
    let shared = server
        .args
        .iter()
        .filter(|arg| arg.span == text.span)
        .count()
        > 1;
    let span = file.part(text, word.range());
    // What is added after a word in quotes would land inside them.
    let quoted = text.piece && file.text[span.range().end..].starts_with(['\'', '"', '\\']);
    let quoted = quoted && !file.text[..span.range().start].ends_with([' ', '\t']);
    (!shared && !quoted && span.range().len() == word.text.len()).then_some(span)
}
