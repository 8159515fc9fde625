//! Words that say what the next one is: flags of a command line, and schemes such as `Bearer`.

use std::ops::Range;

use super::super::CommandLine;
use super::super::names::{is_name_byte, is_switch, names_password, names_secret};
use super::{ENDS, credential, is_chosen, is_mixed};

/// `--flag value` in a command line that is one string, and `-u user:password`.
pub(super) fn flags(value: &str, out: &mut Vec<Range<usize>>) {
    let mut line = CommandLine::default();
    let mut before = "";
    for (start, word) in words(value) {
        let bare = word.trim_start_matches(['"', '\'', '`', '\\', '(', '[', ',']);
        let from = start + word.len() - bare.len();
        // What stands behind `Name:` is for `assignments` to say: prose has colons too.
        let bare = bare.trim_end_matches(['"', '\'', '`', '\\', ',', ':']);
        if let Some(said) = line.word(bare) {
            let quote = word
                .chars()
                .next()
                .filter(|c| matches!(c, '"' | '\'' | '`'));
            // What is in quotes goes on to the next one. A word of quotes alone opens a value, or is an empty one.
            let inside = if bare.is_empty() { start + 1 } else { from };
            let end = match quote.filter(|_| said.end == bare.len()) {
                Some(quote) => value[inside..]
                    .find(quote)
                    .map_or(value.len(), |length| (inside + length).max(from)),
                None => start + word.len(),
            };
            out.push(credential(value, from + said.start..end));
        } else if names_password(before) && is_mixed(bare) {
            out.push(credential(value, from..from + bare.len()));
        }
        if !matches!(bare, "" | "is" | "=") {
            before = bare;
        }
    }
}

/// Whether the argument behind `word` is covered whatever it looks like.
pub(in crate::secret) fn is_flag(word: &str) -> bool {
    let Some(name) = word.strip_prefix("--").or_else(|| {
        // Some programs have long flags with one dash.
        word.strip_prefix('-').filter(|name| name.len() > 2)
    }) else {
        return false;
    };
    let plain = !name.is_empty() && name.bytes().all(is_name_byte);
    plain
        && (super::super::secret_flag(word)
            || name == "key"
            || names_secret(name) && !is_switch(name))
}

/// `Bearer value` and `Basic value`, in whatever they are; `token value` only if that is all there is.
pub(super) fn schemes(value: &str, out: &mut Vec<Range<usize>>) {
    let two = words(value).take(3).count() == 2;
    if two
        && let [(0, scheme), (start, word)] = words(value).collect::<Vec<_>>()[..]
        && scheme.eq_ignore_ascii_case("token")
        && word.len() >= 12
        && is_chosen(word)
    {
        out.push(credential(value, start..start + word.len()));
    }
    let (mut scheme, mut assigned) = (false, false);
    for (start, word) in words(value) {
        if scheme {
            let length = word.find(ENDS).unwrap_or(word.len());
            // Prose has words behind such a word too.
            let alone = two && start + word.len() == value.trim_end().len();
            if alone || assigned || is_chosen(&word[..length]) || has_digit(&word[..length]) {
                out.push(credential(value, start..start + length));
            }
        }
        let name = word.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
        let name = name.unwrap_or_default();
        scheme = ["bearer", "basic"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name));
        // `Name: Bearer value` is a header, whatever its name.
        let before = value[..start + word.len() - name.len()].trim_end_matches([' ', '"', '\'']);
        assigned = scheme && before.ends_with([':', '=']);
    }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

/// The words of a text, each with where it starts.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(char::is_whitespace)
        .map(move |piece| {
            let start = at;
            at += piece.len();
            (start, piece.trim_end())
        })
        .filter(|(_, word)| !word.is_empty())
}
