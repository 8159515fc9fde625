//! Texts of ours that repeat names out of a file, with what somebody put in the place of a name covered.

use std::borrow::Cow;
use std::ops::Range;

use super::cover::{
    ENDS, MAX_NAME, cover, credential, find_likely, generated, is_variable, name_before,
    names_value, urls,
};
use super::merged;
use super::names::names_environment;
use crate::hints::Marks;
use crate::syntax::path;

/// A text of ours: a token that somebody put in the place of a name is covered, and so is who logs in at a URL. What is
/// quoted in backticks is somebody else's, and covered as any value is.
#[must_use]
pub(crate) fn veiled(text: &str) -> Cow<'_, str> {
    let mut ranges = told(text);
    quoted(text, |_| false, &mut ranges);
    starred(text, ranges)
}

/// The same for JSON, in which every string is a text of its own.
#[must_use]
pub(crate) fn veiled_json(json: &str) -> Cow<'_, str> {
    let mut ranges = told(json);
    let first = ranges.len();
    quoted(
        json,
        |at| json[at..].starts_with('"') && !is_escaped(json, at),
        &mut ranges,
    );
    // No escape is cut in two.
    for range in &mut ranges[first..] {
        range.start -= usize::from(is_escaped(json, range.start));
        range.end += usize::from(is_escaped(json, range.end));
    }
    starred(json, ranges)
}

/// A line about the words of a command line, in which they stand in single quotes and may have some of their own.
#[must_use]
pub(crate) fn veiled_words(line: &str) -> Cow<'_, str> {
    let mut ranges = told(line);
    let marks: Vec<usize> = line.match_indices('\'').map(|(at, _)| at).collect();
    let all = marks.first().copied().zip(marks.last().copied());
    let pairs = marks.windows(2).map(|pair| (pair[0], pair[1]));
    for (start, end) in pairs.chain(all.filter(|(first, last)| first < last)) {
        let found = cover(None, &line[start + 1..end]).into_iter();
        ranges.extend(found.map(|range| start + 1 + range.start..start + 1 + range.end));
    }
    starred(line, ranges)
}

/// What gives itself away, wherever it stands in a text of ours.
fn told(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = find_likely(text).map(|found| found.body()).collect();
    ranges.extend(generated(text));
    let marks = Marks::of(text);
    if marks.has(const { Marks::new(b":") }) {
        let first = ranges.len();
        urls(text, &mut ranges);
        let found = ranges.split_off(first).into_iter();
        ranges.extend(found.filter(|range| !is_reference(&text[range.clone()])));
    }
    if marks.has(const { Marks::new(b"=") }) {
        named_words(text, &mut ranges);
    }
    ranges
}

/// Whether a backslash before `at` takes what is there away from its meaning.
fn is_escaped(text: &str, at: usize) -> bool {
    let before = text.as_bytes()[..at].iter().rev();
    before.take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// The name of a server, a field or a header, which is nothing but what somebody wrote.
#[must_use]
pub(crate) fn veiled_name(name: &str) -> Cow<'_, str> {
    starred(name, cover(None, name))
}

/// The name of a variable, as it may be shown.
#[must_use]
pub(crate) fn veiled_variable(name: &str) -> Cow<'_, str> {
    if is_variable(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.chars().map(|_| '*').collect())
    }
}

/// A JSON pointer, in which every step is such a name.
#[must_use]
pub(crate) fn veiled_pointer(pointer: &str) -> Cow<'_, str> {
    let mut variable = false;
    let mut shown = Cow::Borrowed("");
    for (at, step) in pointer.split('/').enumerate() {
        let name = path::unescaped(step);
        let covered = if variable {
            veiled_variable(&name)
        } else {
            veiled_name(&name)
        };
        variable = names_environment(step);
        let is_plain = matches!(covered, Cow::Borrowed(_));
        match &mut shown {
            // All of it up to here is as it was.
            Cow::Borrowed(before) if is_plain => {
                let end = before.len() + usize::from(at > 0) + step.len();
                shown = Cow::Borrowed(&pointer[..end]);
            }
            _ if at > 0 => path::push_key(shown.to_mut(), &covered),
            _ => shown.to_mut().push_str(&covered),
        }
    }
    shown
}

fn starred(text: &str, mut ranges: Vec<Range<usize>>) -> Cow<'_, str> {
    ranges.retain(|range| !range.is_empty());
    if ranges.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut covered = String::with_capacity(text.len());
    let mut at = 0;
    for range in merged(ranges) {
        covered.push_str(&text[at..range.start]);
        covered.extend(text[range.clone()].chars().map(|_| '*'));
        at = range.end;
    }
    covered.push_str(&text[at..]);
    Cow::Owned(covered)
}

/// `NAME=word` in a text of any length.
fn named_words(text: &str, out: &mut Vec<Range<usize>>) {
    for (at, _) in text.match_indices('=') {
        let name = name_before(&text[..at]);
        if !names_value(name) || text[at + 1..].starts_with('=') {
            continue;
        }
        let rest = &text[at + 1..];
        let ends = |c: char| c.is_whitespace() || ENDS.contains(&c);
        let length = rest.find(ends).unwrap_or(rest.len());
        let found = credential(text, at + 1..at + 1 + length);
        if !is_reference(&text[found.clone()]) {
            out.push(found);
        }
    }
}

/// What is in backticks, on one line and before what `ends` a text.
fn quoted(text: &str, ends: impl Fn(usize) -> bool, out: &mut Vec<Range<usize>>) {
    let mut marks: Vec<usize> = Vec::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'`' => marks.push(at),
            b'\n' => between(text, &std::mem::take(&mut marks), out),
            b'"' if ends(at) => between(text, &std::mem::take(&mut marks), out),
            _ => {}
        }
    }
    between(text, &marks, out);
}

/// What is between the backticks at `marks`; all of it if one of them is a part of a name.
fn between(text: &str, marks: &[usize], out: &mut Vec<Range<usize>>) {
    let mut look = |start: usize, end: usize| {
        let inner = &text[start + 1..end];
        let moved = |range: Range<usize>| start + 1 + range.start..start + 1 + range.end;
        let found = cover(None, inner).into_iter().map(moved);
        out.extend(found.filter(|range| !is_reference(&text[range.clone()])));
        out.extend(misnamed(inner).map(moved));
    };
    match marks {
        [first, .., last] if marks.len() % 2 == 1 => look(*first, *last),
        _ => marks
            .chunks_exact(2)
            .for_each(|pair| look(pair[0], pair[1])),
    }
}

/// What stands where the name of a variable belongs, and is none: in `${NAME}`, `{env:NAME}` and `env.NAME`. The lines of
/// the file that are shown beside our text are covered there too.
fn misnamed(text: &str) -> impl Iterator<Item = Range<usize>> {
    let names = text.match_indices(['{', '.']).filter_map(|(at, mark)| {
        let (before, inner) = (&text[..at], &text[at + 1..]);
        let name = match (mark, inner.strip_prefix("env:")) {
            ("{", Some(name)) => name,
            ("{", None) if before.ends_with('$') => inner,
            (".", _) if names_environment(name_before(before)) => inner,
            _ => return None,
        };
        let near = || name.bytes().take(MAX_NAME);
        let word = near()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        // `${env.NAME}`, which is meant as a reference.
        let opened = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '.');
        let braced = opened.ends_with("${") && name[word..].starts_with('}');
        let length = match mark {
            _ if mark == "{" || braced => word,
            _ => near()
                .take_while(|byte| !matches!(byte, b' ' | b'[' | b'.' | b'='))
                .count(),
        };
        let closed = mark == "." || name[length..].starts_with(['}', ':']);
        let start = text.len() - name.len();
        let name = name
            .get(..length)
            .filter(|name| !name.is_empty() && closed)?;
        (!is_variable(name)).then_some(start..start + length)
    });
    names.filter(|range| text[range.clone()].contains(char::is_alphanumeric))
}

/// Whether a text is a reference as we write them in our advice, or says nothing at all.
fn is_reference(text: &str) -> bool {
    let inner = text
        .strip_prefix("${{ secrets.")
        .map(|inner| inner.trim_end_matches([' ', '}']))
        .or_else(|| text.strip_prefix("${"))
        .or_else(|| text.strip_prefix("{env:"))
        .or_else(|| text.strip_prefix("$<"));
    let name = inner.map(|inner| {
        let inner = inner.strip_prefix("env:").unwrap_or(inner);
        let inner = inner.strip_prefix("input:").unwrap_or(inner);
        inner.trim_end_matches(['}', '>', '-', ':', '…'])
    });
    name.is_some_and(is_variable) || !text.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_covered_as_a_value() {
        for (text, expected) in [
            ("`password: s3` is skipped", "`password: **` is skipped"),
            (
                "`Bearer s3` and `x --token s3`",
                "`Bearer **` and `x --token **`",
            ),
            ("`token=s3` is new", "`token=**` is new"),
            ("password: s3 is prose", "password: s3 is prose"),
            ("?token=${TOKEN}&token=s3", "?token=${TOKEN}&token=**"),
            (
                "write `Authorization: Bearer ${TOKEN}`",
                "write `Authorization: Bearer ${TOKEN}`",
            ),
            (
                "write `${q7Rk2}` or `{env:q7Rk2}`",
                "write `${*****}` or `{env:*****}`",
            ),
            ("`env.1f3a` is no string", "`env.****` is no string"),
            (
                "`${env.GITHUB_TOKEN}`, `${process.env.X}`, `${env.1f3a}`",
                "`${env.GITHUB_TOKEN}`, `${process.env.X}`, `${env.****}`",
            ),
            (
                "`env.A_B[0]`, `${A_B:-x}`, `${input:q7}`",
                "`env.A_B[0]`, `${A_B:-x}`, `${input:q7}`",
            ),
        ] {
            assert_eq!(veiled(text), expected);
        }
    }

    #[test]
    fn words_of_a_command_line_are_covered_as_values() {
        for (line, expected) in [
            (
                "invalid value 'password:s3' for '--emit <WHAT>'",
                "invalid value 'password:**' for '--emit <WHAT>'",
            ),
            (
                "invalid value 'Bearer s3' for '-x'",
                "invalid value 'Bearer **' for '-x'",
            ),
            (
                "invalid value 'it's password:s3' for '-x'",
                "invalid value 'it's password:**' for '-x'",
            ),
            ("try '--help'.", "try '--help'."),
        ] {
            assert_eq!(veiled_words(line), expected);
        }
    }

    #[test]
    fn a_reference_in_an_address_is_shown() {
        for text in ["https://${USER}:s3@h/", "https://${{ secrets.USER }}:s3@h/"] {
            let shown = veiled(text).into_owned();
            assert_eq!(shown, text.replace("s3", "**"));
        }
    }

    #[test]
    fn json_stays_json() {
        for text in [
            r#"{"a": "`", "b": "`token: s3`", "c": ["`password=\\\"s3\\\"`"]}"#,
            r#"{"b": "`it`s Bearer s3` is new"}"#,
        ] {
            let shown = veiled_json(text);
            assert!(!shown.contains("s3"), "{shown}");
            assert!(
                serde_json::from_str::<serde_json::Value>(&shown).is_ok(),
                "{shown}"
            );
        }
    }

    #[test]
    fn every_step_of_a_pointer_is_a_name() {
        for (pointer, expected) in [
            ("", ""),
            ("/a/0/b~1c/", "/a/0/b~1c/"),
            ("/a/https:~1~1s3@h~1/b", "/a/https:~1~1**@h~1/b"),
            ("/s/env/hunter2x/a~1b", "/s/env/********/a~1b"),
            ("/Bearer s3", "/Bearer **"),
        ] {
            assert_eq!(veiled_pointer(pointer), expected);
        }
    }

    #[test]
    fn a_password_in_the_place_of_a_variable_is_covered() {
        for name in [
            "TOKEN",
            "GITHUB_TOKEN2",
            "github_token",
            "http_proxy",
            "oauth2_token",
            "myVar",
            "db1_host",
        ] {
            assert_eq!(veiled_variable(name), name);
        }
        for name in [
            "Hunter2x",
            "hunter2x",
            "my-token!",
            "two words",
            "1A",
            "Q7ZR4K2XW9LM4TB8VN3H",
        ] {
            assert!(!veiled_variable(name).contains(|c| c != '*'), "{name}");
        }
    }
}
