//! Values behind a name, in whatever language: `NAME=value`, `Name: value`, `"name": "value"`, `<name>value</name>`.

use std::ops::Range;

use super::super::names::{
    is_always_secret, names_password, names_secret, names_token, scheme_len,
};
use super::{ENDS, bare, credential, name_before, names_value};

/// `NAME=value`, `Name: value` and `"name": "value"` anywhere in a text.
pub(super) fn assignments(value: &str, out: &mut Vec<Range<usize>>) {
    each(value, &mut |_, _, range| {
        let found = credential(value, range);
        if !found.is_empty() {
            out.push(found);
        }
    });
}

/// The same with their names, and without the quotes and the scheme around the values. Parameters of a URL are not among
/// them.
#[must_use]
pub(crate) fn assigned(value: &str) -> Vec<(&str, Range<usize>)> {
    let mut found = Vec::new();
    each(value, &mut |name, query, range| {
        if !query {
            found.push((name, bare(value, range)));
        }
    });
    found
}

/// Hands over the name of a credential, whether it is a parameter of a URL, and what stands behind it.
fn each<'v>(value: &'v str, take: &mut dyn FnMut(&'v str, bool, Range<usize>)) {
    let bytes = value.as_bytes();
    let mut examined = 0;
    let address = is_address(value);
    for (at, sign) in value.match_indices(['=', ':']) {
        if at < examined {
            continue;
        }
        // Some languages assign with `:=`.
        let before = value[..at].strip_suffix(':').filter(|_| sign == "=");
        let before = unindexed(before.unwrap_or(&value[..at]));
        let before = before.trim_end_matches([' ', '"', '\'', '\\', ']']);
        let quoted = before.len() < at && !value[before.len()..at].trim().is_empty();
        let name = name_before(before);
        let length = name.len();
        let lead = bytes[..before.len() - length].last().copied();
        let query = matches!(lead, Some(b'?' | b'&' | b'#')) && sign == "=";
        let plain = query && QUERY.iter().any(|known| known.eq_ignore_ascii_case(name));
        if name.is_empty() || !(plain || names_value(name)) {
            continue;
        }
        let start = at + 1 + opening(&value[at + 1..], sign);
        let rest = &value[start..];
        // What follows is a group of values, each with a name of its own.
        if rest.trim_start().starts_with(['{', '[']) {
            continue;
        }
        // `$PWD:/data` and `/run/secrets/token:/token` say what is mounted where.
        let named = before.len() - length;
        let slash = lead == Some(b'/') && is_word_start(bytes, named - 1);
        let mounted = lead == Some(b'$') || lead == Some(b'/') && !slash;
        if sign == ":" && mounted && !quoted && rest.starts_with('/') {
            continue;
        }
        let header = is_always_secret(name);
        if sign == ":" && !header && !quoted {
            // Image tags (`auth:latest`) and prose (`Token: see the manual`) have colons too.
            let words = rest.trim();
            let words = &words[scheme_len(words)..];
            let spaced = rest.starts_with([' ', '"', '\'']);
            let words = words.split([',', '\'', '"', '\\', '\n']).next();
            let prose = words.unwrap_or_default().contains(' ');
            let named = || names_password(name) || names_token(name) && lead != Some(b'/');
            let joined = || slash || name.starts_with("--") || named() || !is_tag(rest);
            if rest.starts_with("//") || if spaced { prose } else { !joined() } {
                continue;
            }
        }
        // `auth==1.2.3` and `token>=2` are version requirements.
        if rest.starts_with('=') || matches!(lead, Some(b'>' | b'<' | b'!' | b'~')) && sign == "=" {
            continue;
        }
        let block = (sign == ":").then(|| block(before, rest)).flatten();
        let around = quote_around(value, named);
        // A blank within an address is a part of it if there is nothing else.
        let end = match address && query {
            true => value[start..]
                .find(['&', '#', '"', '\'', '\\'])
                .map_or(value.len(), |length| start + length),
            false => start + block.unwrap_or_else(|| extent(rest, sign, header, query, around)),
        };
        examined = end;
        take(name, query, start..end);
    }
}

/// Whether a text starts with the scheme of an address.
fn is_address(text: &str) -> bool {
    let scheme = text.trim_start().split_once("://");
    scheme.is_some_and(|(scheme, _)| {
        !scheme.is_empty() && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// A name without the place in a list: `token[]` and `token[0]`.
fn unindexed(name: &str) -> &str {
    let open = name.strip_suffix(']').map(|list| {
        let list = list.trim_end_matches(|c: char| c.is_ascii_digit());
        list.strip_suffix('[')
    });
    open.flatten().unwrap_or(name)
}

/// How much stands before a value: the rest of `=>`, and the dollar of the shell's `$'…'`.
fn opening(rest: &str, sign: &str) -> usize {
    let text = rest.strip_prefix('>').filter(|_| sign == "=");
    let text = text.unwrap_or(rest);
    let value = text.trim_start_matches(' ');
    match value
        .strip_prefix('$')
        .filter(|text| text.starts_with(['"', '\'']))
    {
        Some(quoted) => rest.len() - quoted.len(),
        None => rest.len() - text.len(),
    }
}

/// How far a YAML block scalar goes: to the next line that is indented no more than the line of its key.
fn block(before: &str, rest: &str) -> Option<usize> {
    let (head, lines) = rest.split_once('\n')?;
    let style = head.trim().strip_prefix(['|', '>'])?;
    if !style
        .chars()
        .all(|c| c.is_ascii_digit() || matches!(c, '+' | '-'))
    {
        return None;
    }
    let indent = |line: &str| line.len() - line.trim_start_matches([' ', '-']).len();
    let own = indent(before.rsplit('\n').next().unwrap_or_default());
    let inside = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > own;
    let body: usize = lines
        .split_inclusive('\n')
        .take_while(inside)
        .map(str::len)
        .sum();
    Some(head.len() + 1 + body)
}

/// Whether a word starts at `at`.
fn is_word_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes[at - 1].is_ascii_whitespace() || matches!(bytes[at - 1], b'"' | b'\'')
}

/// Whether the text starts with what may be the tag of an image, a port or a scope.
fn is_tag(text: &str) -> bool {
    let ends = |c: char| c.is_whitespace() || ENDS.contains(&c);
    let word = text.split(ends).next().unwrap_or_default();
    word.bytes().all(|byte| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'_')
    })
}

/// `<password>value</password>`.
pub(super) fn elements(value: &str, out: &mut Vec<Range<usize>>) {
    for (at, _) in value.match_indices('>') {
        let name = name_before(&value[..at]);
        if !value[..at - name.len()].ends_with('<') || !names_secret(name) {
            continue;
        }
        let rest = &value[at + 1..];
        let length = rest.find('<').unwrap_or(rest.len());
        out.push(credential(value, at + 1..at + 1 + length));
    }
}

/// Query parameters that carry credentials under names too plain to be trusted elsewhere.
const QUERY: [&str; 6] = ["key", "sig", "signature", "code", "k", "t"];

/// The quote that a header in a command line was opened with.
fn quote_around(value: &str, name: usize) -> Option<char> {
    value[..name]
        .chars()
        .next_back()
        .filter(|c| matches!(c, '"' | '\'' | '`'))
}

/// How far the value at the start of `rest` goes.
fn extent(rest: &str, sign: &str, header: bool, query: bool, around: Option<char>) -> usize {
    let text = rest.trim_start_matches(' ');
    // Letters may say which kind of string it is, as in Python's `b"…"`.
    let kind = text.len()
        - text
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .len();
    let kind = kind * usize::from(kind <= 2 && text[kind..].starts_with(['"', '\'']));
    let lead = rest.len() - text.len() + kind;
    let inner = &rest[lead..];
    let escapes = inner.len() - inner.trim_start_matches('\\').len();
    let opened = inner[escapes..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = opened {
        // Up to the same quote behind as many backslashes; three of them are one.
        let triple = quote.to_string().repeat(3);
        let long = escapes == 0 && inner.starts_with(&triple);
        let close = match long {
            true => triple,
            false => format!("{}{quote}", "\\".repeat(escapes)),
        };
        let from = close.len();
        return lead + from + closing(&inner[from..], &close, escapes);
    }
    if let Some(quote) = around {
        return rest.find(quote).unwrap_or(rest.len());
    }
    if header && sign == ":" {
        return rest.find(['"', '\'', '\n']).unwrap_or(rest.len());
    }
    let scheme = scheme_len(inner);
    let body = &inner[scheme..];
    let stops = |c: char| match (query, sign) {
        (true, _) => c.is_whitespace() || matches!(c, '&' | '#' | '"' | '\'' | '\\'),
        (_, "=") => c.is_whitespace() || matches!(c, '"' | '\'' | '\\' | ';' | '`'),
        _ => c.is_whitespace() || ENDS.contains(&c),
    };
    // A connection string has blanks in its values, and ends them with `;`.
    let length = match (sign, body.split_once(';')) {
        ("=", Some((value, tail)))
            if !query && tail.contains('=') && !value.contains(['"', '\'']) =>
        {
            value.len()
        }
        _ => body.find(stops).unwrap_or(body.len()),
    };
    lead + scheme + length
}

/// Where `close` stands in `text` that is not itself escaped.
fn closing(text: &str, close: &str, escapes: usize) -> usize {
    for (at, _) in text.match_indices(close) {
        let backslashes = text[..at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count();
        let inside = if escapes == 0 {
            backslashes % 2 == 1
        } else {
            backslashes > 0
        };
        if !inside {
            return at;
        }
    }
    text.len()
}
