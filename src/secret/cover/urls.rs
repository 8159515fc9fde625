//! What URLs hold, and logins that are written like them.

use std::ops::Range;

use super::super::names::names_secret;
use super::super::placeholder;
use super::{MAX_NAME, is_chosen, name_before};

/// What is before the `@` of an address. The user of a web page is a token more often than not; elsewhere it is a role.
pub(in crate::secret) fn urls(value: &str, out: &mut Vec<Range<usize>>) {
    // A path that was made out of a URL has one slash less.
    for (at, _) in value.match_indices(':') {
        if !value[at + 1..].starts_with('/') {
            continue;
        }
        let after = at + ":/".len();
        let start = after + usize::from(value[after..].starts_with('/'));
        let Some(user_info) = user_info(&value[start..]) else {
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

/// Who logs in at the address that a text without its scheme starts with.
fn user_info(text: &str) -> Option<&str> {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\' | '`');
    let authority = &text[..extent(text, |c| ends(c) || matches!(c, '/' | '?' | '#'))];
    if let Some((user_info, _)) = authority.rsplit_once('@') {
        return Some(user_info);
    }
    // A password may have such a mark in it. Behind the name of a host is a number, or what stands for one.
    let (_, password) = authority.split_once(':')?;
    let number = |c: char| c.is_ascii_digit() || matches!(c, '$' | '{' | '<' | '%' | ':');
    if password.is_empty() || password.starts_with(number) || authority.starts_with('[') {
        return None;
    }
    let rest = near(&text[authority.len()..]);
    let at = rest[..extent(rest, ends)].find('@')?;
    Some(&text[..authority.len() + at])
}

/// How far a text goes to the first character that `ends` it, and is not within `${{ secrets.NAME }}`.
fn extent(text: &str, ends: impl Fn(char) -> bool) -> usize {
    let mut at = 0;
    loop {
        at += text[at..].find(&ends).unwrap_or(text.len() - at);
        let before = &text[..at];
        let open = before.rfind("${{");
        let open = open.filter(|open| !before[*open..].contains("}}"));
        match open.and_then(|_| near(&text[at..]).find("}}")) {
            Some(length) => at += length + "}}".len(),
            None => return at,
        }
    }
}

/// The beginning of a text, in which a login or a name has room.
fn near(text: &str) -> &str {
    &text[..text.floor_char_boundary(text.len().min(MAX_NAME))]
}

/// What follows a name of a credential in the path of a URL, as in `https://host/token/value/mcp`, if it looks like one.
pub(super) fn paths(value: &str, out: &mut Vec<Range<usize>>) {
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
pub(super) fn logins(key: Option<&str>, value: &str, out: &mut Vec<Range<usize>>) {
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
        let name = || name_before(value[..start].trim_end_matches([' ', '=', ':', '"', '\'']));
        let proxied = || key.is_some_and(names_proxy) || names_proxy(name());
        if located && !pinned && !password.is_empty() && (is_chosen(password) || proxied()) {
            out.push(at - password.len()..at);
        }
    }
}

/// `user/password@host` in an address of Oracle.
pub(super) fn drivers(value: &str, out: &mut Vec<Range<usize>>) {
    for driver in [":thin:", ":oci:", ":oci8:"] {
        for (at, _) in value.match_indices(driver) {
            let start = at + driver.len();
            let login = near(&value[start..]);
            let login = &login[..extent(login, |c| c.is_whitespace() || matches!(c, '@' | '"'))];
            let at = start + login.len();
            if let Some((user, _)) = login.split_once('/')
                && value[at..].starts_with('@')
            {
                out.push(start + user.len() + 1..at);
            }
        }
    }
}

/// Whether what stands under a name is the address of a proxy.
fn names_proxy(name: &str) -> bool {
    let start = name.len().checked_sub("proxy".len());
    let tail = start.and_then(|start| name.get(start..));
    tail.is_some_and(|tail| tail.eq_ignore_ascii_case("proxy"))
}

/// What stands before the name of a package, and is not a user.
const PACKAGES: [&str; 4] = ["npm", "jsr", "pypi", "docker"];

/// The text that `%41` and the like stand for, and where each of its bytes, and its end, is written; nothing where there
/// are none. Only ASCII, so that the result is text.
pub(super) fn percent_decoded(value: &str) -> Option<(String, Vec<usize>)> {
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
