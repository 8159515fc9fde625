//! Values behind a name, in whatever language: `NAME=value`, `Name: value`, `"name": "value"`, `<name>value</name>`.

use std::ops::Range;

use super::super::names::{
    is_always_secret, is_name_byte, names_password, names_secret, names_secrets, names_token,
    scheme_len,
};
use super::flags::is_flag;
use super::{ENDS, MAX_NAME, bare, credential, name_before, names_value};

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
    let written = value.trim_end();
    let mut connection = Connection::new(value);
    for (at, sign) in value.match_indices(['=', ':']) {
        if at < examined {
            continue;
        }
        // Some languages assign with `:=`, and add with `+=`.
        let before = value[..at].strip_suffix([':', '+']);
        let before = before.filter(|_| sign == "=");
        let before = unindexed(before.unwrap_or(&value[..at]));
        let before = before.trim_end_matches([' ', '"', '\'', '\\', ']']);
        let quoted = before.len() < at && !value[before.len()..at].trim().is_empty();
        let name = name_before(before);
        let length = name.len();
        let lead = bytes[..before.len() - length].last().copied();
        let query = matches!(lead, Some(b'?' | b'&' | b'#')) && sign == "=";
        let plain = query && QUERY.iter().any(|known| known.eq_ignore_ascii_case(name));
        let named = plain || names_value(name) || sign == "=" && is_flag(name);
        // Only behind a name of credentials, because lists may stand in one another.
        let listed = sign == ":" && (named || names_secrets(name));
        let list = listed.then(|| list(before, &value[at + 1..])).flatten();
        if name.is_empty() || !named && list.is_none() {
            continue;
        }
        let start = at + 1 + opening(&value[at + 1..], sign);
        let rest = &value[start..];
        // What follows is a group of values, each with a name of its own.
        if rest.trim_start().starts_with(['{', '[']) {
            if sign == "="
                && !query
                && let Some(length) = braced(rest, lead)
            {
                examined = start + length;
                take(name, query, start + 1..start + length);
            }
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
        if sign == ":" && !header && !quoted && list.is_none() {
            // Image tags (`auth:latest`) and prose (`Token: see the manual`) have colons too.
            let words = written.get(start..).unwrap_or_default().trim_start();
            let words = &words[scheme_len(words)..];
            let spaced = rest.starts_with([' ', '"', '\'']);
            // No further than that, because the same text stands behind each of many names.
            let ends = [' ', ',', '\'', '"', '\\', '\n'];
            let prose = || {
                words
                    .find(ends)
                    .is_some_and(|at| words[at..].starts_with(' '))
            };
            let named = || names_password(name) || names_token(name) && lead != Some(b'/');
            let joined = || slash || name.starts_with("--") || named() || !is_tag(rest);
            if rest.starts_with("//") || if spaced { prose() } else { !joined() } {
                continue;
            }
        }
        // `auth==1.2.3` and `token>=2` are version requirements.
        if rest.starts_with('=') || matches!(lead, Some(b'>' | b'<' | b'!' | b'~')) && sign == "=" {
            continue;
        }
        let block = list.or_else(|| block(before, rest).filter(|_| sign == ":"));
        let around = quote_around(value, named);
        // A blank within an address is a part of it if there is nothing else.
        let end = match address && query {
            true => value[start..]
                .find(['&', '#', '"', '\'', '\\'])
                .map_or(value.len(), |length| start + length),
            false => {
                let end = connection.end(start).filter(|_| sign == "=" && !query);
                let connected = end.map(|end| end - start);
                start
                    + block
                        .unwrap_or_else(|| extent(rest, sign, (header, query), around, connected))
            }
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
    let blank = [' ', '\t', '\r'];
    let style = rest.trim_start_matches(blank).strip_prefix(['|', '>'])?;
    let style = style.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-'));
    let lines = style.trim_start_matches(blank).strip_prefix('\n')?;
    let own = indent(before);
    let inside = |line: &&str| line.trim().is_empty() || line.len() - line.trim_start().len() > own;
    let body: usize = lines
        .split_inclusive('\n')
        .take_while(inside)
        .map(str::len)
        .sum();
    Some(rest.len() - lines.len() + body)
}

/// How far a YAML list goes that stands under its key: to the next line that is no item and not indented more than that.
fn list(before: &str, rest: &str) -> Option<usize> {
    let (head, lines) = rest.split_at(rest.find(|c| !matches!(c, ' ' | '\t' | '\r'))?);
    let items = lines.strip_prefix('\n')?;
    if !items.trim_start().starts_with("- ") {
        return None;
    }
    let own = indent(before);
    let inside = |line: &&str| {
        let text = line.trim_start();
        let depth = line.len() - text.len();
        text.is_empty() || depth > own || depth == own && text.starts_with("- ")
    };
    let body = items.split_inclusive('\n').take_while(inside);
    Some(head.len() + 1 + body.map(str::len).sum::<usize>())
}

/// How far the line of a key is indented that `before` ends with.
fn indent(before: &str) -> usize {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.len() - line.trim_start_matches([' ', '-']).len()
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

/// `<password>value</password>`, and `<key>password</key><string>value</string>`.
pub(super) fn elements(value: &str, out: &mut Vec<Range<usize>>) {
    for (at, _) in value.match_indices('>') {
        let name = name_before(&value[..at]);
        if !value[..at - name.len()].ends_with('<') {
            continue;
        }
        let mut start = at + 1;
        let key = name_of_next(&value[start..]).filter(|_| name.eq_ignore_ascii_case("key"));
        match key {
            Some((key, length)) if names_secret(key) => start += length,
            _ if names_secret(name) => {}
            _ => continue,
        }
        let length = value[start..].find('<').unwrap_or(value.len() - start);
        out.push(credential(value, start..start + length));
    }
}

/// The key that a text starts with, and how far its value is: `password</key><string>`.
fn name_of_next(text: &str) -> Option<(&str, usize)> {
    let length = text
        .bytes()
        .take(MAX_NAME)
        .take_while(|byte| is_name_byte(*byte));
    let (key, rest) = text.split_at(length.count());
    let value = rest
        .strip_prefix("</key>")?
        .trim_start()
        .strip_prefix("<string>")?;
    Some((key, text.len() - value.len()))
}

/// `set('NAME', 'value')`, in whatever language.
pub(super) fn calls(value: &str, out: &mut Vec<Range<usize>>) {
    for (at, _) in value.match_indices('(') {
        let inner = value[at + 1..].trim_start_matches(' ');
        let Some(quote) = inner.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            continue;
        };
        let length = inner[1..].bytes().take(MAX_NAME);
        let (name, rest) =
            inner[1..].split_at(length.take_while(|byte| is_name_byte(*byte)).count());
        let argument = rest
            .strip_prefix(quote)
            .map(|rest| rest.trim_start_matches(' '));
        let argument = argument.and_then(|rest| rest.strip_prefix(','));
        let text = argument
            .map(|rest| rest.trim_start_matches(' '))
            .unwrap_or_default();
        if let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\''))
            && names_value(name)
        {
            let start = value.len() - text.len() + 1;
            let end = start + closing(&text[1..], &quote.to_string(), 0);
            out.push(credential(value, start..end));
        }
    }
}

/// Query parameters that carry credentials under names too plain to be trusted elsewhere.
const QUERY: [&str; 6] = ["key", "sig", "signature", "code", "k", "t"];

/// The quote that a header in a command line was opened with, and the backslashes before it.
fn quote_around(value: &str, name: usize) -> Option<(char, usize)> {
    let before = &value[..name];
    let quote = before.chars().next_back();
    let quote = quote.filter(|c| matches!(c, '"' | '\'' | '`'))?;
    let bytes = before[..name - 1].bytes().rev();
    Some((
        quote,
        bytes.take(16).take_while(|byte| *byte == b'\\').count(),
    ))
}

/// A connection string, which has blanks in its values and ends them with `;`. It is asked for from many places, in order,
/// and reads the text once.
struct Connection<'v> {
    value: &'v str,
    semicolon: Option<usize>,
    quote: Option<usize>,
    last: Option<usize>,
}

impl<'v> Connection<'v> {
    fn new(value: &'v str) -> Self {
        Self {
            value,
            // No value starts there, so that the first is looked for.
            semicolon: Some(0),
            quote: Some(0),
            last: value.rfind('='),
        }
    }

    /// Where the value ends that starts at `start`, if another follows.
    fn end(&mut self, start: usize) -> Option<usize> {
        let next = |known: Option<usize>, ends: &[char]| match known {
            Some(at) if at >= start => known,
            Some(_) => self.value[start..].find(ends).map(|length| start + length),
            None => None,
        };
        self.semicolon = next(self.semicolon, &[';']);
        self.quote = next(self.quote, &['"', '\'']);
        let end = self.semicolon?;
        let plain = self.quote.is_none_or(|quote| quote > end);
        (plain && self.last > Some(end)).then_some(end)
    }
}

/// How long a value in the braces of ODBC is, up to the one that closes it. `{name}` alone stands for something else.
fn braced(rest: &str, lead: Option<u8>) -> Option<usize> {
    let inner = rest.strip_prefix('{')?;
    let mut at = 0;
    loop {
        at += inner[at..].find(['{', '}', '"', '\'', '\n'])?;
        let after = inner[at..].strip_prefix('}')?;
        if !after.starts_with('}') {
            let listed = lead == Some(b';') || after.starts_with(';');
            return listed.then_some(1 + at);
        }
        at += "}}".len();
    }
}

/// How far the value at the start of `rest` goes; that of a connection string as far as `connected`.
fn extent(
    rest: &str,
    sign: &str,
    (header, query): (bool, bool),
    around: Option<(char, usize)>,
    connected: Option<usize>,
) -> usize {
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
    let shell = sign == "=" && !query;
    if let Some(quote) = opened {
        // Up to the same quote behind as many backslashes; three of them are one.
        let triple = quote.to_string().repeat(3);
        let long = escapes == 0 && inner.starts_with(&triple);
        let close = match long {
            true => triple,
            false => format!("{}{quote}", "\\".repeat(escapes)),
        };
        let from = close.len();
        let end = lead + from + closing(&inner[from..], &close, escapes);
        let behind = (end + 1).min(rest.len());
        let goes_on = shell && escapes == 0 && !long && around.is_none();
        let word = behind
            + if goes_on {
                pieces(&rest[behind..], &BEHIND)
            } else {
                0
            };
        return if word > behind { word } else { end };
    }
    match around {
        Some(('"', escapes)) => {
            let close = format!("{}\"", "\\".repeat(escapes));
            return closing(rest, &close, escapes);
        }
        Some((quote, _)) => return rest.find(quote).unwrap_or(rest.len()),
        None => {}
    }
    if header && sign == ":" {
        return parameters(rest);
    }
    if shell
        && inner.starts_with(['(', '$'])
        && let Some(length) = bracketed(inner)
    {
        return lead + length;
    }
    let scheme = scheme_len(inner);
    let body = &inner[scheme..];
    if shell {
        return connected.unwrap_or_else(|| lead + scheme + pieces(body, &[';', '`']));
    }
    let stops = |c: char| match query {
        true => c.is_whitespace() || matches!(c, '&' | '#' | '"' | '\'' | '\\'),
        false => c.is_whitespace() || ENDS.contains(&c),
    };
    lead + scheme + body.find(stops).unwrap_or(body.len())
}

/// What ends a word of a shell behind a quote, or a text in some other language.
const BEHIND: [char; 15] = [
    ';', '|', '&', '<', '>', '(', ')', '{', '}', '[', ']', ',', ':', '.', '`',
];

/// How far a word of a shell goes on that may be put together of pieces: `a'b c'"d"\ e`. A quote that nothing but the end of
/// something follows closes what stands around the word.
fn pieces(text: &str, ends: &[char]) -> usize {
    let closes = |rest: &str| {
        let next = rest.chars().next();
        next.is_none_or(|c| c.is_whitespace() || c == '\\' || BEHIND.contains(&c))
    };
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at + c.len_utf8()..];
        at += match c {
            '"' | '\'' if closes(rest) => break,
            '"' | '\'' => match rest.find([c, '\n']) {
                Some(length) if rest[length..].starts_with(c) => 1 + length + 1,
                _ => break,
            },
            // Before a letter or a quote it may be an escape of the text around.
            '\\' => match rest.chars().next() {
                Some(' ' | '$' | '&' | '!' | '#' | '(' | ')' | ';' | '|' | '*') => 2,
                _ => break,
            },
            c if c.is_whitespace() || ends.contains(&c) => break,
            c => c.len_utf8(),
        };
    }
    at
}

/// How long what a shell puts together is that the text starts with: a list, or what a command prints. All of it if
/// nothing closes it.
fn bracketed(text: &str) -> Option<usize> {
    let start = text.strip_prefix('$').unwrap_or(text);
    if !start.starts_with('(') {
        return None;
    }
    let mut depth = 0;
    for (at, c) in start.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(text.len() - start.len() + at + 1),
            ')' => depth -= 1,
            _ => {}
        }
    }
    Some(text.len())
}

/// How far the value of a header goes, which may have parameters in quotes: `Digest username="u", response="r"`.
fn parameters(text: &str) -> usize {
    let mut at = 0;
    while let Some(length) = text[at..].find(['"', '\'', '\n']) {
        at += length;
        let opens = text[..at].ends_with('=') && text[at..].starts_with('"');
        match text[at + 1..].find('"').filter(|_| opens) {
            Some(length) => at += 1 + length + 1,
            None => return at,
        }
    }
    text.len()
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
