//! Recognises credentials in configuration values.
//!
//! Three kinds of evidence are weighed: the shape that a vendor gives its
//! tokens, the name that a value goes by, and the randomness of the value.
//! Values are literal text; variable references are the caller's to remove.

mod cover;
mod entropy;
mod find;
mod index;
mod names;
mod placeholder;
mod shapes;
mod veil;
mod words;

use crate::order::Order as _;
use std::ops::Range;

pub(crate) use self::cover::{
    assigned, cover, find_likely, generated, is_generated, is_variable, shows_secret,
};
pub(crate) use self::entropy::entropy;
pub(crate) use self::find::{FoundSecret, find, find_all};
pub(crate) use self::names::{
    is_always_secret, names_environment, names_secret, names_secrets, names_variable, scheme_len,
    secret_flag, secretish_name,
};
pub(crate) use self::placeholder::{is_anybody, may_hold_placeholder, placeholder, placeholder_in};
pub(crate) use self::shapes::Confidence;
pub(crate) use self::veil::{
    veiled, veiled_json, veiled_name, veiled_pointer, veiled_variable, veiled_words,
};
pub(crate) use self::words::CommandLine;

/// Anything shorter is too likely to be a switch or a number.
const LEAST_CHARS: usize = 6;

/// Query parameters that carry credentials under names too plain to be
/// trusted elsewhere.
const QUERY_NAMES: [&str; 3] = ["key", "sig", "signature"];
const LEAST_QUERY_CHARS: usize = 8;

/// Whether the value holds a credential that must be masked when shown and
/// must not be written out as a default.
#[must_use]
pub(crate) fn looks_secret(key: Option<&str>, value: &str) -> bool {
    !sensitive_ranges(key, value).is_empty()
}

/// The byte ranges of the value to mask when it is shown, in order and without
/// overlap. Whatever identifies the credential without revealing it stays out
/// of them: vendor prefixes, user and host of a URL, names of arguments and
/// authentication schemes.
#[must_use]
pub(crate) fn sensitive_ranges(key: Option<&str>, value: &str) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    if value.len() < LEAST_CHARS {
        return out;
    }
    push_url_passwords(value, &mut out);
    push_pairs(value, &mut out);
    if key.is_some_and(secretish_name) {
        // The host of a URL is worth showing when the secret in it is known.
        let located = !out.is_empty() && value.contains("://");
        if !located && let Some(range) = credential(value, 0..value.len()) {
            return vec![range];
        }
    }
    push_shapes(value, &mut out);
    push_assignment(value, &mut out);
    push_flagged_words(value, &mut out);
    merged(out)
}

/// The part of a range that is the credential itself, or nothing when what is
/// there is too short, a stand-in or only the name of a scheme.
fn credential(value: &str, range: Range<usize>) -> Option<Range<usize>> {
    let text = &value[range.clone()];
    let skipped = text.len() - text.trim_start_matches([' ', '\t', '"', '\'']).len();
    let start = range.start + skipped + names::scheme_len(&text[skipped..]);
    let text = value[start..range.end].trim_end_matches([' ', '\t', '\r', '\n', '"', '\'']);
    let end = start + text.len();
    if text.chars().count() < LEAST_CHARS || placeholder(text) {
        return None;
    }
    match find(text).filter(|found| (found.start, found.end) == (0, text.len())) {
        Some(found) if found.is_sample(text) => None,
        Some(found) => Some(start + found.prefix_len..end),
        None => Some(start..end),
    }
}

/// Tokens of vendors whose shape needs no further evidence.
fn push_shapes(value: &str, out: &mut Vec<Range<usize>>) {
    out.extend(find_sure(value).map(|found| found.body()));
}

/// Tokens that are surely tokens: by a shape that needs no further evidence,
/// and none of the samples that vendors print in their manuals.
pub(crate) fn find_sure(value: &str) -> impl Iterator<Item = FoundSecret> {
    find_all(value).filter(|found| found.confidence == Confidence::High && !found.is_sample(value))
}

/// Passwords of `scheme://user:password@host`. They may be short, because the
/// place leaves no doubt about what they are.
fn push_url_passwords(value: &str, out: &mut Vec<Range<usize>>) {
    for (at, mark) in value.match_indices("://") {
        let start = at + mark.len();
        let ends = |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '\\');
        let authority = value[start..].split(ends).next().unwrap_or_default();
        let Some((user_info, _)) = authority.rsplit_once('@') else {
            continue;
        };
        let Some((user, password)) = user_info.split_once(':') else {
            continue;
        };
        if !password.is_empty() && !placeholder(password) {
            let from = start + user.len() + 1;
            out.push(from..from + password.len());
        }
    }
}

/// `name=value` inside a longer text: query parameters, connection strings
/// and environment settings in a shell command.
fn push_pairs(value: &str, out: &mut Vec<Range<usize>>) {
    let bytes = value.as_bytes();
    let mut examined = 0;
    for (at, _) in value.match_indices('=') {
        let Some(lead) = bytes[..at]
            .iter()
            .rposition(|byte| !names::is_name_byte(*byte))
        else {
            continue;
        };
        // `auth==1.2.3` is a version requirement.
        if at < examined || bytes.get(at + 1) == Some(&b'=') {
            continue;
        }
        let name = &value[lead + 1..at];
        let query = matches!(bytes[lead], b'?' | b'&' | b'#');
        let plain = query
            && QUERY_NAMES
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name));
        if !plain && !secretish_name(name) {
            continue;
        }
        let quotes = ['"', '\'', '\\'];
        let text = value[at + 1..].trim_start_matches(quotes);
        let start = value.len() - text.len();
        let stops = |c: char| match bytes[lead] {
            b'?' | b'&' | b'#' => {
                c.is_whitespace() || matches!(c, '&' | '#') || quotes.contains(&c)
            }
            b';' => c == ';' || quotes.contains(&c),
            _ => c.is_whitespace() || quotes.contains(&c),
        };
        let end = text
            .find(stops)
            .map_or(value.len(), |length| start + length);
        examined = end;
        if !plain || end - start >= LEAST_QUERY_CHARS {
            out.extend(credential(value, start..end));
        }
    }
}

/// A value that as a whole is a token, `--flag=value`, `NAME=value` or
/// `Header: value`, also one inside the other as in `--env=NAME=value`.
fn push_assignment(value: &str, out: &mut Vec<Range<usize>>) {
    let mut at = 0;
    loop {
        let rest = &value[at..];
        if entropy::is_random(rest) {
            out.extend(credential(value, at..value.len()));
            return;
        }
        let length = rest
            .bytes()
            .take_while(|byte| names::is_name_byte(*byte))
            .count();
        let (name, tail) = rest.split_at(length);
        let start = at + length + 1;
        match tail.as_bytes() {
            [b'=', b'=', ..] => return,
            [b'=', ..] if secretish_name(name) => {
                out.extend(credential(value, start..value.len()));
                return;
            }
            [b'=', ..] if length > 0 => at = start,
            [b':', ..] if is_header(name, &value[start..]) => {
                out.extend(credential(value, start..value.len()));
                return;
            }
            _ => return,
        }
    }
}

/// Whether a name before a colon makes the text after it a credential. Prose
/// ("Token: see the manual") and image tags (`auth:latest`) have colons too.
fn is_header(name: &str, text: &str) -> bool {
    let trimmed = text.trim();
    let scheme = names::scheme_len(trimmed);
    if names::is_always_secret(name) {
        return true;
    }
    let spaced = text.starts_with(' ') || scheme > 0;
    spaced && secretish_name(name) && !trimmed[scheme..].contains(char::is_whitespace)
}

/// `--flag value` inside a command line kept in one string.
fn push_flagged_words(value: &str, out: &mut Vec<Range<usize>>) {
    let mut at = 0;
    let mut flagged = false;
    for piece in value.split_inclusive(char::is_whitespace) {
        let word = piece.trim_end();
        if !word.is_empty() {
            if flagged && !word.starts_with('-') {
                out.extend(credential(value, at..at + word.len()));
            }
            flagged = secret_flag(word);
        }
        at += piece.len();
    }
}

pub(crate) fn merged(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.order_by_key(|range| (range.start, range.end));
    ranges.dedup_by(|next, kept| {
        let touches = next.start <= kept.end;
        if touches {
            kept.end = kept.end.max(next.end);
        }
        touches
    });
    ranges
}

#[cfg(test)]
mod tests;
