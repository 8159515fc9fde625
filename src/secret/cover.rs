//! What to cover of a value that is shown.
//!
//! This is broader than what the rules report: a report that hides too much costs a look into the file, one that shows a
//! credential costs the credential. So a name is enough here, whatever its value looks like, and a text may hold its
//! secrets in any of the ways in which people put them there: URLs, headers and flags of a command line, assignments,
//! JSON, and several of them in one another.

use std::ops::Range;

use super::find::find_joined;
use super::index::SHORTEST;
use super::names::{
    is_always_secret, is_name_byte, names_password, names_secret, names_variable,
    reads_as_variable, scheme_len,
};
use super::shapes::Confidence;
use super::{CommandLine, FoundSecret, entropy, merged, placeholder};
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

/// The byte ranges of `value`, which stands under `key`, that must not be shown; in order and without overlap.
#[must_use]
pub(crate) fn cover(key: Option<&str>, value: &str) -> Vec<Range<usize>> {
    // A URL in a parameter of a URL is written in percent signs twice.
    cover_decoded(key, value, 2)
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
        logins(value, &mut out);
    }
    if marks.has(const { Marks::new(b"=:") }) {
        assignments(value, &mut out);
    }
    if marks.has(const { Marks::new(b">") }) {
        elements(value, &mut out);
    }
    // A word alone says nothing about another, but `-uname:password` about itself.
    if marks.has(const { Marks::new(b" :") }) {
        flags(value, &mut out);
    }
    if marks.has(BLANK) {
        schemes(value, &mut out);
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
    let around = [' ', '\t', '\r', '\n', '"', '\'', '`', '\\'];
    let text = &value[range.clone()];
    let skipped = text.len() - text.trim_start_matches(around).len();
    let start = range.start + skipped + scheme_len(&text[skipped..]);
    let text = value[start..range.end].trim_end_matches(around);
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

/// What is before the `@` of an address. The user of a web page is a token more often than not; elsewhere it is a role.
pub(super) fn urls(value: &str, out: &mut Vec<Range<usize>>) {
    // A path that was made out of a URL has one slash less.
    for (at, _) in value.match_indices(':') {
        if !value[at + 1..].starts_with('/') {
            continue;
        }
        let after = at + ":/".len();
        let start = after + usize::from(value[after..].starts_with('/'));
        let ends =
            |c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | '\\' | '`');
        let authority = value[start..].split(ends).next().unwrap_or_default();
        let Some((user_info, _)) = authority.rsplit_once('@') else {
            continue;
        };
        let scheme = value[..at]
            .rsplit(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or_default();
        let web = ["http", "https", "ws", "wss"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(scheme));
        let from = match user_info.split_once(':') {
            _ if web => 0,
            Some((user, _)) => user.len() + 1,
            None => continue,
        };
        let (mut at, end) = (start + from, start + user_info.len());
        for part in value[at..end].split(':') {
            if !placeholder(part) {
                out.push(at..at + part.len());
            }
            at += part.len() + 1;
        }
    }
}

/// What follows a name of a credential in the path of a URL, as in `https://host/token/value/mcp`, if it looks like one.
fn paths(value: &str, out: &mut Vec<Range<usize>>) {
    if !value.contains("://") {
        return;
    }
    let ends =
        |c: char| c.is_whitespace() || matches!(c, '?' | '#' | '&' | '"' | '\'' | '\\' | '`');
    let (mut at, mut named) = (0, false);
    for part in value.split('/') {
        let word = part.split(ends).next().unwrap_or_default();
        if named && word.len() >= 12 && is_chosen(word) {
            out.push(at..at + word.len());
        }
        named = word.len() == part.len() && part.len() <= MAX_NAME && names_secret(part);
        at += part.len() + 1;
    }
}

/// `user:password@host` without a scheme before it. Packages and images are written like that too, so the password has to
/// look like one.
fn logins(value: &str, out: &mut Vec<Range<usize>>) {
    for (at, _) in value.match_indices('@') {
        let word = |byte: &u8| {
            !byte.is_ascii_whitespace() && !matches!(byte, b'/' | b'"' | b'\'' | b'`' | b'=' | b',')
        };
        let before = value.as_bytes()[..at].iter().rev().take(MAX_NAME);
        let start = at - before.take_while(|byte| word(byte)).count();
        let Some((user, password)) = value.get(start..at).and_then(|text| text.split_once(':'))
        else {
            continue;
        };
        let host = &value[at + 1..];
        let located = host.starts_with(|c: char| c.is_ascii_alphanumeric());
        let pinned = host.starts_with("sha") || PACKAGES.contains(&user);
        if located && !pinned && is_chosen(password) {
            out.push(at - password.len()..at);
        }
    }
}

/// Whether a word has digits or letters of both cases in it, as passwords do and words that people write do not.
fn is_chosen(word: &str) -> bool {
    let capital = word.bytes().skip(1).any(|byte| byte.is_ascii_uppercase());
    is_mixed(word) || word.len() >= 6 && capital && word.contains(|c: char| c.is_ascii_lowercase())
}

/// What stands before the name of a package, and is not a user.
const PACKAGES: [&str; 4] = ["npm", "jsr", "pypi", "docker"];

/// `NAME=value`, `Name: value` and `"name": "value"` anywhere in a text.
fn assignments(value: &str, out: &mut Vec<Range<usize>>) {
    let bytes = value.as_bytes();
    let mut examined = 0;
    for (at, sign) in value.match_indices(['=', ':']) {
        if at < examined {
            continue;
        }
        let before = value[..at].trim_end_matches([' ', '"', '\'', '\\', ']']);
        let quoted = before.len() < at && !value[before.len()..at].trim().is_empty();
        let name = name_before(before);
        let length = name.len();
        let lead = bytes[..before.len() - length].last().copied();
        let query = matches!(lead, Some(b'?' | b'&' | b'#')) && sign == "=";
        let plain = query && QUERY.iter().any(|known| known.eq_ignore_ascii_case(name));
        if name.is_empty() || !(plain || names_value(name)) {
            continue;
        }
        let start = at + 1;
        let rest = &value[start..];
        // What follows is a group of values, each with a name of its own.
        if rest.trim_start().starts_with(['{', '[']) {
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
            let joined = || {
                let start = before.len() - length;
                let slash = lead == Some(b'/') && is_word_start(bytes, start - 1);
                slash || name.starts_with("--") || names_password(name) || !is_tag(rest)
            };
            if rest.starts_with("//") || if spaced { prose } else { !joined() } {
                continue;
            }
        }
        // `auth==1.2.3` and `token>=2` are version requirements.
        if rest.starts_with('=') || matches!(lead, Some(b'>' | b'<' | b'!' | b'~')) && sign == "=" {
            continue;
        }
        let end = start
            + extent(
                rest,
                sign,
                header,
                query,
                quote_around(value, before.len() - length),
            );
        examined = end;
        let found = credential(value, start..end);
        if !found.is_empty() {
            out.push(found);
        }
    }
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
fn elements(value: &str, out: &mut Vec<Range<usize>>) {
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

/// `Bearer value` and `Basic value`, in whatever they are; `token value` only if that is all there is.
fn schemes(value: &str, out: &mut Vec<Range<usize>>) {
    let two = words(value).take(3).count() == 2;
    if two
        && let [(0, scheme), (start, word)] = words(value).collect::<Vec<_>>()[..]
        && scheme.eq_ignore_ascii_case("token")
        && word.len() >= 12
        && is_chosen(word)
    {
        out.push(credential(value, start..start + word.len()));
    }
    let mut scheme = false;
    for (start, word) in words(value) {
        if scheme {
            let length = word.find(ENDS).unwrap_or(word.len());
            // Prose has words behind such a word too.
            let alone = two && start + word.len() == value.trim_end().len();
            if alone || word[..length].bytes().any(|byte| byte.is_ascii_digit()) {
                out.push(credential(value, start..start + length));
            }
        }
        let name = word.rsplit(|c: char| !c.is_ascii_alphabetic()).next();
        scheme = name.is_some_and(|name| {
            ["bearer", "basic"]
                .iter()
                .any(|known| known.eq_ignore_ascii_case(name))
        });
    }
}

/// The text that `%41` and the like stand for, and where each of its bytes, and its end, is written; nothing where there
/// are none. Only ASCII, so that the result is text.
fn percent_decoded(value: &str) -> Option<(String, Vec<usize>)> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16);
    let bytes = value.as_bytes();
    let mut plain = Vec::new();
    let mut places = Vec::new();
    let (mut at, mut found) = (0, false);
    while at < bytes.len() {
        places.push(at);
        let code = match &bytes[at..] {
            [b'%', high, low, ..] => digit(high).zip(digit(low)),
            _ => None,
        };
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                plain.push(code);
                (at, found) = (at + 3, true);
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    places.push(at);
    let plain = found.then(|| String::from_utf8(plain).ok()).flatten()?;
    Some((plain, places))
}

/// No name of a variable, a header or a key is longer.
const MAX_NAME: usize = 200;

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
    let lead = rest.len() - rest.trim_start_matches(' ').len();
    let inner = &rest[lead..];
    let escapes = inner.len() - inner.trim_start_matches('\\').len();
    let opened = inner[escapes..]
        .chars()
        .next()
        .filter(|c| matches!(c, '"' | '\'' | '`'));
    if let Some(quote) = opened {
        // Up to the same quote behind as many backslashes.
        let from = escapes + quote.len_utf8();
        let close = format!("{}{quote}", "\\".repeat(escapes));
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

/// `--flag value` in a command line that is one string, and `-u user:password`.
fn flags(value: &str, out: &mut Vec<Range<usize>>) {
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

/// Whether a word has letters and digits, as passwords do and words that people write do not.
fn is_mixed(word: &str) -> bool {
    word.len() >= 6
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// Whether the argument behind `word` is covered whatever it looks like.
pub(super) fn is_flag(word: &str) -> bool {
    let Some(name) = word.strip_prefix("--").or_else(|| {
        // Some programs have long flags with one dash.
        word.strip_prefix('-').filter(|name| name.len() > 2)
    }) else {
        return false;
    };
    let plain = !name.is_empty() && name.bytes().all(is_name_byte);
    plain
        && (super::secret_flag(word)
            || name == "key"
            || names_secret(name) && !super::names::is_switch(name))
}

/// Whether a text has no words in it that people would write: it goes from capitals to small letters and digits too often.
#[must_use]
pub(crate) fn is_generated(text: &str) -> bool {
    let kind = |byte: u8| match byte {
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        b'0'..=b'9' => 3,
        _ => 0,
    };
    let word = text.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let hex = word
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    let switches = word
        .as_bytes()
        .windows(2)
        .filter(|pair| kind(pair[0]) != 0 && kind(pair[1]) != 0 && kind(pair[0]) != kind(pair[1]))
        .count();
    word.len() >= 8 && !hex && switches * 5 >= word.len() * 2
}

/// The ASCII characters that end a word in which something may be generated.
static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = matches!(byte as u8, b' ' | 0x09..=0x0d)
            || matches!(
                byte as u8,
                b'=' | b':' | b'/' | b'?' | b'#' | b'@' | b'[' | b']'
            );
        byte += 1;
    }
    let mut at = 0;
    while at < ENDS.len() {
        table[ENDS[at] as usize] = true;
        at += 1;
    }
    table
};

/// Words that look generated although nothing names them.
pub(crate) fn generated(value: &str) -> Vec<Range<usize>> {
    // What is shorter is no word that looks so.
    const SHORTEST: usize = 24;
    let mut out = Vec::new();
    let mut length = 0;
    let long = value.bytes().any(|byte| {
        length = if ENDS_WORD[usize::from(byte)] {
            0
        } else {
            length + 1
        };
        length == SHORTEST
    });
    if !long {
        return out;
    }
    let (mut at, mut before) = (0, "");
    let ends = |c: char| match u8::try_from(c) {
        Ok(byte) if byte.is_ascii() => ENDS_WORD[usize::from(byte)],
        _ => c.is_whitespace(),
    };
    for piece in value.split_inclusive(ends) {
        let word = piece.trim_end_matches(ends);
        if word.len() < SHORTEST {
            (at, before) = (at + piece.len(), piece);
            continue;
        }
        // A digest behind its name pins what is run, and is public.
        let digest = before.ends_with(['@', ':']) && before.contains("sha")
            || value[..at].ends_with("sha256-")
            || ["sha1-", "sha256-", "sha384-", "sha512-"]
                .iter()
                .any(|start| word.starts_with(start));
        let long = !word.contains('.') && is_generated(word);
        if !digest && (entropy::is_random(word) || long && !placeholder(word)) {
            out.push(at..at + word.len());
        }
        (at, before) = (at + piece.len(), piece);
    }
    out
}

#[cfg(test)]
mod tests;
