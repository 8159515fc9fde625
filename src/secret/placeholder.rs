//! Values that stand where a credential is meant to be filled in.

use std::ops::Range;

use super::names::{scheme_len, secretish_name};
use crate::hints::{Hints, Marks, scheme_end};

/// Words that are a stand-in when they are the whole value.
const BARE: [&str; 3] = ["token", "secret", "password"];

/// Words that make a value a stand-in when the others only name its kind. The
/// latter alone do not: `API_KEY` as an argument may name a variable.
const STAND_INS: [&str; 6] = ["placeholder", "todo", "tbd", "dummy", "example", "sample"];

const KINDS: [&str; 11] = [
    "token", "secret", "password", "apikey", "api", "key", "access", "auth", "client", "private",
    "value",
];

/// "Your", "replace" and "here" as others say it.
const OTHER_TONGUES: [&str; 4] = ["votre", "remplacez", "remplacer", "aqui"];

/// Words that a stand-in for a credential tends to end in.
const NOUNS: [&str; 4] = ["key", "token", "secret", "password"];

/// Whether the value is a stand-in such as `<token>`, `your-api-key`,
/// `changeme` or `xxxx` and not a credential. Weak passwords such as `test` or
/// `postgres` are real values and do not count.
#[must_use]
pub(crate) fn placeholder(value: &str) -> bool {
    if !may_hold_placeholder(value) {
        return false;
    }
    let trimmed = value.trim();
    let credential = trimmed[scheme_len(trimmed)..].trim();
    // A scheme alone may itself be the stand-in word.
    let text = if credential.is_empty() {
        trimmed
    } else {
        credential
    };
    if text.is_empty() {
        return false;
    }
    let folded = text.to_lowercase();
    is_bracketed(text)
        || is_elided(&folded)
        || has_monotonous_body(&folded)
        || is_sample_path(&folded)
        || is_worded(&folded)
}

/// The part of an address or a path that is to be filled in:
/// `https://your-server.dev`, `/Users/<username>/x`, `C:\Users\YourName`.
#[must_use]
pub(crate) fn placeholder_in(text: &str) -> Option<Range<usize>> {
    // What is named so, or is in brackets.
    static WORDS: Hints = Hints::new(&["your", "user"]);
    if !Marks::of(text).has(const { Marks::new(b"<") }) && !WORDS.any(text) {
        return None;
    }
    bracketed_in(text).or_else(|| {
        let mut before = "";
        let ends = |c: char| {
            let mark =
                c.is_ascii_punctuation() && !matches!(c, '-' | '_' | '!' | '*' | '+' | '^' | '~');
            mark || c.is_whitespace()
        };
        let scheme = scheme_end(text).map_or(text.len(), |at| at + "://".len());
        let mut at = 0;
        for word in text.split_inclusive(ends) {
            let (start, bare) = (at, word.trim_end_matches(ends));
            at += word.len();
            let end = start + bare.len();
            let referred = text[..start].ends_with(['$', '{', '%']);
            let home = matches!(before, "Users/" | "Users\\" | "home/");
            if !referred
                && (is_yours(bare) || home && is_anybody(bare))
                && is_within(text, scheme, start..end)
            {
                return Some(start..end);
            }
            // `C:\\Users\\me` has empty words between its separators.
            if !bare.is_empty() {
                before = word;
            }
        }
        None
    })
}

/// Whether the word at these bytes is a piece of an address or a path, and not one of its own in some text. The first
/// scheme of the text, if there is one, ends at `scheme`.
fn is_within(text: &str, scheme: usize, word: Range<usize>) -> bool {
    let joins = |c: Option<char>| c.is_some_and(|c| matches!(c, '/' | '\\' | '.' | '@'));
    let query =
        |c: Option<char>| scheme <= word.start && c.is_some_and(|c| matches!(c, '?' | '&' | '='));
    let (before, after) = (
        text[..word.start].chars().next_back(),
        text[word.end..].chars().next(),
    );
    joins(before) || joins(after) || query(before)
}

/// `your-server`, `YOUR_HOST` and `yourName`, but not `yours`.
fn is_yours(word: &str) -> bool {
    let Some(rest) = word
        .get(..4)
        .filter(|start| start.eq_ignore_ascii_case("your"))
        .map(|_| &word[4..])
    else {
        return false;
    };
    let parted = rest.starts_with(['-', '_']) && rest.len() > 1;
    let capitals = word.starts_with("YOUR") && !rest.contains(|c: char| c.is_lowercase());
    parted
        || !rest.is_empty()
            && (capitals
                || !word.starts_with("YOUR") && rest.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// A name that stands for whoever reads it, where the name of a user is expected.
pub(crate) fn is_anybody(user: &str) -> bool {
    let folded = user.to_ascii_lowercase();
    let rest = folded
        .strip_prefix("your")
        .map(|rest| rest.trim_start_matches(['-', '_']));
    rest.is_some_and(|rest| ["name", "user"].iter().any(|word| rest.starts_with(word)))
        || matches!(folded.as_str(), "username" | "user-name" | "user_name")
}

/// `<some words>` behind a separator. In a text with spaces the marks may be those of a shell.
fn bracketed_in(text: &str) -> Option<Range<usize>> {
    let wordy = |inner: &str| {
        inner.starts_with(char::is_alphabetic)
            && inner.ends_with(char::is_alphanumeric)
            && inner
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '.'))
    };
    let blank =
        |at: Option<usize>, outside: Range<usize>| at.is_some_and(|at| outside.contains(&at));
    let (first, last) = (
        text.find(char::is_whitespace),
        text.rfind(char::is_whitespace),
    );
    text.match_indices('<').find_map(|(start, _)| {
        // One that is opened again before it is closed has no words in it.
        let length = text[start + 1..].find(['<', '>'])?;
        let end = start + 1 + length + 1;
        if !text[..end].ends_with('>') {
            return None;
        }
        let parted = if start == 0 {
            text[end..].starts_with(['/', '\\'])
        } else {
            text[..start].ends_with(['/', '\\', ':', '=', '@', '.', '-', '_'])
        };
        let whole = !blank(first, 0..start) && !blank(last, end..text.len());
        (parted && whole && wordy(&text[start + 1..end - 1])).then_some(start..end)
    })
}

/// What every stand-in has some of: these words or marks, or a run of equal or counting characters. Nearly all values have
/// none of it, and there are many.
pub(crate) fn may_hold_placeholder(value: &str) -> bool {
    static WORDS: Hints = Hints::new(&[
        "...",
        "…",
        "xxx",
        "***",
        "your",
        "here",
        "token",
        "secret",
        "password",
        "key",
        "placeholder",
        "todo",
        "tbd",
        "dummy",
        "example",
        "sample",
        "path",
        "paste",
        "insert",
        "change",
        "replace",
        "redact",
        "user",
        "votre",
        "remplace",
        "aqui",
    ])
    .and_runs();
    Marks::of(value).has(const { Marks::new(b"<[{") }) || WORDS.any(value)
}

/// `<anything>`, `[some words]` and `{{some words}}`. Double braces around
/// capitals are a template reference in several tools, hence lower case only.
fn is_bracketed(text: &str) -> bool {
    let inside = |open: &str, close: &str| text.strip_prefix(open)?.strip_suffix(close);
    let wordy = |inner: &str| {
        inner.contains(char::is_alphabetic)
            && inner
                .chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
    };
    inside("<", ">").is_some_and(|inner| !inner.is_empty() && !inner.contains('<'))
        || inside("[", "]").is_some_and(wordy)
        // No host replaces this; a program may, but not where a credential is expected.
        || inside("{", "}").is_some_and(|inner| wordy(inner) && (secretish_name(inner) || BARE.contains(&inner)))
        || inside("{{", "}}").is_some_and(|inner| wordy(inner) && !inner.contains(char::is_uppercase))
}

/// `...` on its own or after the beginning of a token. Slashes are excluded
/// because `./...` is a package pattern.
fn is_elided(text: &str) -> bool {
    let shown = match text.strip_suffix("...") {
        Some(shown) => shown,
        None => match text.strip_suffix('…') {
            Some(shown) => shown,
            None => return false,
        },
    };
    shown.len() <= 20 && !shown.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '\\'))
}

/// `xxxx`, `***`, `ghp_xxxx` and `sk-1234567890`: the whole text or what
/// follows some separator repeats one character or counts upwards.
fn has_monotonous_body(text: &str) -> bool {
    // No vendor prefix has more separators; the bound keeps long texts cheap.
    const STARTS: usize = 5;
    let separators = text
        .match_indices(['-', '_', '.', ':'])
        .map(|(at, _)| at + 1);
    std::iter::once(0)
        .chain(separators)
        .take(STARTS)
        .any(|start| {
            let body = &text.as_bytes()[start..];
            let crossed_out = body
                .iter()
                .all(|byte| matches!(byte, b'x' | b'*' | b'-' | b'_'))
                && body
                    .iter()
                    .filter(|byte| matches!(byte, b'x' | b'*'))
                    .count()
                    >= 3;
            crossed_out || monotonous(body)
        })
}

/// Whether at least eight letters and digits, punctuation left out, repeat one
/// character or mostly count upwards (`1234567890abcdef`).
pub(super) fn monotonous(body: &[u8]) -> bool {
    const LEAST: usize = 8;
    // A counting sequence restarts about this often, as from `0` to `a`.
    const STRETCH: usize = 12;
    let plain = |byte: &u8| byte.is_ascii_alphanumeric();
    if body
        .iter()
        .any(|byte| !plain(byte) && !matches!(byte, b'-' | b'_' | b'.'))
    {
        return false;
    }
    let mut count = 0;
    let mut same = 0;
    let mut rising = 0;
    let mut last = 0;
    for byte in body.iter().copied().filter(plain) {
        same += usize::from(byte == last);
        rising += usize::from(byte == last.wrapping_add(1) || (last, byte) == (b'9', b'0'));
        last = byte;
        count += 1;
    }
    count >= LEAST && (same == count - 1 || count - 1 - rising <= count / STRETCH)
}

fn is_sample_path(text: &str) -> bool {
    let path = text.replace('\\', "/");
    let rooted = match path.as_bytes() {
        [b'a'..=b'z', b':', ..] => &path[2..],
        _ => &path,
    };
    [
        "/path/to",
        "/absolute/path",
        "/full/path",
        "/your/path",
        "path/to",
        "absolute/path/to",
        "full/path/to",
    ]
    .iter()
    .any(|sample| {
        rooted
            .strip_prefix(sample)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

/// The stand-ins made of words; anything with other punctuation than `-`, `_`
/// and blanks, such as a host name, keeps its words from being recognised.
fn is_worded(text: &str) -> bool {
    const FEW: usize = 5;
    if text.starts_with('-') {
        return false; // A flag names a credential without standing in for one.
    }
    let parts = text.split(['-', '_', ' ']);
    let words: Vec<&str> = parts.filter(|word| !word.is_empty()).collect();
    let [first, .., last] = words[..] else {
        return words.first().is_some_and(|word| is_stand_in(word));
    };
    let noun = NOUNS.contains(&last);
    let prose = text.contains(' ') && words.len() > FEW;
    let told_to = |verb, what| words.windows(2).any(|pair| pair == [verb, what]);
    first == "your"
        || (words.contains(&"your") && !text.contains(' '))
        || (last == "here" && !prose)
        || ["paste-", "insert-"]
            .iter()
            .any(|verb| text.starts_with(verb))
        || (matches!(
            first,
            "my" | "paste" | "insert" | "add" | "enter" | "put" | "provide"
        ) && noun)
        || told_to("change", "me")
        || told_to("replace", "me")
        || told_to("replace", "with")
        || words.iter().any(|word| OTHER_TONGUES.contains(word))
        || words
            .iter()
            .any(|word| is_asking(word) || is_redacted(word))
        || (words.iter().any(|word| STAND_INS.contains(word))
            && words
                .iter()
                .all(|word| STAND_INS.contains(word) || KINDS.contains(word)))
}

fn is_stand_in(word: &str) -> bool {
    let glued = word.strip_prefix("your").unwrap_or_default();
    is_asking(word)
        || is_redacted(word)
        || BARE.contains(&word)
        || STAND_INS.contains(&word)
        || NOUNS.iter().any(|noun| glued.ends_with(noun))
}

/// Somebody took a value out.
fn is_redacted(word: &str) -> bool {
    word.trim_matches(|c: char| !c.is_alphanumeric()) == "redacted"
}

fn is_asking(word: &str) -> bool {
    word.starts_with("changeme") || word.starts_with("replaceme")
}

#[cfg(test)]
mod tests;
