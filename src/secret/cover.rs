//! What to cover of a value that is shown.
//!
//! This is broader than what the rules report: a report that hides too much costs a look into the file, one that shows a
//! credential costs the credential. So a name is enough here, whatever its value looks like, and a text may hold its
//! secrets in any of the ways in which people put them there: URLs, headers and flags of a command line, assignments,
//! JSON, and several of them in one another.

mod assignments;
mod flags;
mod generated;
#[cfg(test)]
mod tests;
mod urls;

use std::ops::Range;

pub(crate) use self::assignments::assigned;
use self::assignments::{assignments, calls, elements};
pub(super) use self::flags::is_flag;
use self::flags::{flags, schemes};
pub(crate) use self::generated::{generated, is_generated};
use self::generated::{is_chosen, is_mixed, private_keys};
pub(super) use self::urls::urls;
use self::urls::{drivers, logins, paths, percent_decoded};
use super::find::find_joined;
use super::index::SHORTEST;
use super::names::{is_name_byte, names_secret, names_variable, reads_as_variable, scheme_len};
use super::shapes::Confidence;
use super::{FoundSecret, entropy, merged, placeholder};
use crate::hints::{BLANK, Marks};

/// Values that say how something is done, and are not what it is done with.
const PLAIN: [&str; 27] = [
    "true",
    "false",
    "yes",
    "no",
    "none",
    "null",
    "on",
    "off",
    "auto",
    "oauth",
    "oauth2",
    "basic",
    "bearer",
    "token",
    "jwt",
    "env",
    "info",
    "debug",
    "latest",
    "string",
    "object",
    "required",
    "optional",
    "default",
    "static",
    "prompt",
    "reference",
];

/// What ends a word of a command line or a document.
pub(super) const ENDS: [char; 14] = [
    '"', '\'', '`', '\\', ',', ';', '&', '|', '(', ')', '{', '}', '<', '>',
];

/// No name of a variable, a header or a key is longer.
pub(super) const MAX_NAME: usize = 200;

/// The byte ranges of `value`, which stands under `key`, that must not be shown; in order and without overlap.
#[must_use]
pub(crate) fn cover(key: Option<&str>, value: &str) -> Vec<Range<usize>> {
    // A URL in a parameter of a URL is written in percent signs twice, and one that leads through several sites more often.
    cover_decoded(key, value, 4)
}

/// The same, where a text is decoded as often as `times`.
fn cover_decoded(key: Option<&str>, value: &str, times: usize) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let marks = Marks::of(value);
    // What has no marks is one word, and only a long one says something by itself.
    if key.is_none() && marks == Marks::NONE && value.len() < SHORTEST {
        return out;
    }
    if marks.has(const { Marks::new(b":") }) {
        urls(value, &mut out);
        paths(value, &mut out);
    }
    let located = !out.is_empty() && value.contains("://");
    // What should be the name of a variable is a secret if it does not read as one.
    let misplaced = key.is_some_and(names_variable) && !is_variable(value);
    if (misplaced || key.is_some_and(names_secret)) && !located {
        let whole = credential(value, 0..value.len());
        if !whole.is_empty() {
            return vec![whole];
        }
    }
    if marks.has(const { Marks::new(b"@") }) {
        logins(key, value, &mut out);
        drivers(value, &mut out);
    }
    if marks.has(const { Marks::new(b"=:") }) {
        assignments(value, &mut out);
    }
    if marks.has(const { Marks::new(b">") }) {
        elements(value, &mut out);
    }
    if marks.has(const { Marks::new(b"(") }) {
        calls(value, &mut out);
    }
    // A word alone says nothing about another, but `-uname:password` about itself.
    if marks.has(const { Marks::new(b" :") }) {
        flags(value, &mut out);
    }
    if marks.has(BLANK) {
        schemes(value, &mut out);
        private_keys(value, &mut out);
    }
    out.extend(find_likely(value).map(|found| found.body()));
    out.extend(generated(value));
    if marks.has(const { Marks::new(b"%") })
        && let Some((plain, places)) = percent_decoded(value).filter(|_| times > 0)
    {
        let ranges = cover_decoded(key, &plain, times - 1).into_iter();
        out.extend(ranges.map(|range| places[range.start]..places[range.end]));
    }
    let mut out = merged(out);
    out.retain(|range| !range.is_empty());
    out
}

/// Whether the value holds something that must not be shown, so that no message may repeat it.
#[must_use]
pub(crate) fn shows_secret(key: Option<&str>, value: &str) -> bool {
    !cover(key, value).is_empty()
}

/// Whether a text is the name of a variable, and not what somebody put in its place.
#[must_use]
pub(crate) fn is_variable(text: &str) -> bool {
    reads_as_variable(text)
        && !entropy::is_random(text)
        && !(text.len() >= 12 && is_generated(text))
        && find_likely(text).next().is_none()
}

/// Whether a name, or what it ends with behind a dot, is one of a credential.
pub(super) fn names_value(name: &str) -> bool {
    let last = name.rsplit_once('.').map(|(_, last)| last);
    names_secret(name) || last.is_some_and(names_secret)
}

/// The name that a text ends with.
pub(super) fn name_before(text: &str) -> &str {
    let length = text
        .bytes()
        .rev()
        .take(MAX_NAME)
        .take_while(|byte| is_name_byte(*byte))
        .count();
    &text[text.len() - length..]
}

/// Tokens by their shape, also those whose shape alone is not enough for a finding, unless they are made of plain words.
pub(crate) fn find_likely(value: &str) -> impl Iterator<Item = FoundSecret> {
    find_joined(value).filter(|found| {
        let body = &value[found.body()];
        let digits = body.bytes().filter(u8::is_ascii_digit).count();
        let sure = found.confidence == Confidence::High || digits >= 3;
        sure && !found.is_sample(value)
    })
}

/// The credential itself in a range: without a scheme, quotes and blanks around it; nothing where a placeholder or a
/// plain word is.
pub(super) fn credential(value: &str, range: Range<usize>) -> Range<usize> {
    let Range { start, end } = bare(value, range);
    let text = &value[start..end];
    let plain = PLAIN.iter().any(|word| word.eq_ignore_ascii_case(text));
    // In brackets, a password cannot be told from a placeholder.
    if plain || placeholder(text) && !is_generated(text) && !text.starts_with('[') {
        return start..start;
    }
    // The prefix of a vendor says whose token it is, and nothing about it.
    let prefix = find_likely(text)
        .find(|found| (found.start, found.end) == (0, text.len()))
        .map_or(0, |found| found.prefix_len);
    start + prefix..start + text.len()
}

/// What is in a range without a scheme, quotes and blanks around it.
fn bare(value: &str, range: Range<usize>) -> Range<usize> {
    let around = [' ', '\t', '\r', '\n', '"', '\'', '`', '\\'];
    let text = &value[range.clone()];
    let skipped = text.len() - text.trim_start_matches(around).len();
    let start = range.start + skipped + scheme_len(&text[skipped..]);
    start..start + value[start..range.end].trim_end_matches(around).len()
}
