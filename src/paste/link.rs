//! Links that install a server.

use serde_json::{Map, Value};

use super::fault::Lack;
use crate::host::{Carries, Host, InstallLink};
use crate::hosts::HOSTS;

/// A server that a link carries.
#[derive(Debug)]
pub(super) struct Linked {
    pub(super) host: &'static Host,
    pub(super) name: Option<String>,
    pub(super) server: Map<String, Value>,
    /// What was assumed.
    pub(super) notes: Vec<String>,
}

/// The first link in `text` that some host installs from, to its end.
pub(super) fn find(text: &str) -> Option<(&'static Host, &'static InstallLink, &str)> {
    let links = HOSTS
        .iter()
        .flat_map(|host| host.links.iter().map(move |link| (*host, link)));
    let starts = links.flat_map(|(host, link)| {
        let prefixes = link.prefixes.iter();
        prefixes.filter_map(move |prefix| Some((text.find(prefix)?, prefix.len(), host, link)))
    });
    let (start, length, host, link) =
        starts.min_by_key(|(start, length, ..)| (*start, usize::MAX - *length))?;
    let rest = &text[start + length..];
    let ends = |c: char| c.is_whitespace() || matches!(c, ')' | '"' | '\'' | '<' | '>' | '`' | ']');
    let end = rest.find(ends).unwrap_or(rest.len());
    Some((host, link, &rest[..end]))
}

/// Reads what follows the prefix of a link.
///
/// # Errors
/// There is no server in it.
pub(super) fn read(host: &'static Host, link: &InstallLink, rest: &str) -> Result<Linked, Lack> {
    let rest = rest.replace("&amp;", "&");
    // A redirect carries the whole of another link.
    if let Some(inner) = parameter(&rest, "url").map(|url| decoded(url, true))
        && let Some((host, link, rest)) = find(&inner)
    {
        return read(host, link, rest);
    }
    let read = |text: &str| match link.carries {
        Carries::Base64 => object(&base64(text)?),
        _ => object(text),
    };
    // Whoever passes a link on may encode it once more.
    let object = |text: &str, form: bool| {
        let once = decoded(text, form);
        let found = read(&once).or_else(|| read(&decoded(&once, form)));
        found.ok_or(Lack::NoJsonInLink)
    };
    let (name, server) = match link.carries {
        Carries::NamedJson => (None, object(&rest, false)?),
        Carries::Base64 | Carries::Config => {
            let config = parameter(&rest, "config").ok_or(Lack::NoConfig)?;
            let name = parameter(&rest, "name").map(|name| decoded(name, true));
            (name, object(config, link.carries == Carries::Config)?)
        }
    };
    let mut server = server;
    let own = match server.get("name") {
        Some(Value::String(own)) if name.is_none() => Some(own.clone()),
        _ => None,
    };
    if own.is_some() {
        server.remove("name");
    }
    let notes = split(&mut server).map(str::to_owned).into_iter().collect();
    Ok(Linked {
        host,
        name: name.or(own),
        server,
        notes,
    })
}

fn object(text: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(text) {
        Ok(Value::Object(server)) => Some(server),
        _ => None,
    }
}

/// Takes a whole command line apart that stands where the program should be; links are often made that way. A path may have
/// blanks.
fn split(server: &mut Map<String, Value>) -> Option<&'static str> {
    let has_args = matches!(server.get("args"), Some(Value::Array(args)) if !args.is_empty());
    let line = server.get("command").and_then(Value::as_str)?.to_owned();
    let (program, _) = line.trim().split_once(char::is_whitespace)?;
    if has_args || program.contains(['/', '\\', '"', '\'']) {
        return None;
    }
    let words = super::shell::commands(&line).into_iter().next()?;
    let (program, args) = words.split_first()?;
    let args: Vec<Value> = args.iter().map(|word| word.text().into()).collect();
    server.insert("command".to_owned(), program.text().into());
    server.insert("args".to_owned(), args.into());
    Some("its `command` is a whole command line, which was split into program and arguments")
}

/// The parameter `name` of a query, as it is written.
fn parameter<'q>(query: &'q str, name: &str) -> Option<&'q str> {
    let query = query.split('#').next().unwrap_or_default();
    query
        .split('&')
        .filter_map(|pair| pair.split_once('='))
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value)
}

/// Text without its percent signs; in a form, a plus is a blank.
fn decoded(text: &str, form: bool) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        rest = tail;
        let pair = |digits: &[u8]| {
            let digits = std::str::from_utf8(digits).ok()?;
            u8::from_str_radix(digits, 16).ok()
        };
        match (byte, tail) {
            (b'%', [high, low, after @ ..]) => match pair(&[*high, *low]) {
                Some(byte) => {
                    bytes.push(byte);
                    rest = after;
                }
                None => bytes.push(b'%'),
            },
            (b'+', _) if form => bytes.push(b' '),
            (byte, _) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The digits of Base64.
pub(crate) const DIGITS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The text that Base64 stands for, in either alphabet, with or without padding. A blank was a plus before somebody read the
/// link as a form.
fn base64(text: &str) -> Option<String> {
    let (mut bits, mut held, mut bytes) = (0u32, 0u32, Vec::new());
    for byte in text.trim_end_matches('=').bytes() {
        let byte = match byte {
            b'-' | b' ' => b'+',
            b'_' => b'/',
            byte => byte,
        };
        // A digit's position is below 64.
        let digit = DIGITS.iter().position(|digit| *digit == byte)? as u32;
        bits = bits << 6 | digit;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::{base64 as to_base64, encoded};

    fn linked(text: &str) -> Linked {
        let (host, link, rest) = find(text).expect("a link");
        read(host, link, rest).expect("a server")
    }

    #[test]
    fn links_of_editors_carry_a_server() {
        let base64 = to_base64(br#"{"command":"npx","args":["-y","docs~mcp?"]}"#);
        for text in [
            format!("cursor://anysphere.cursor-deeplink/mcp/install?name=docs&config={base64}"),
            format!("[![x](https://i.example.com/x.svg)](https://cursor.com/en/install-mcp?name=docs&config={})", encoded(&base64)),
            "vscode:mcp/install?%7B%22name%22%3A%22docs%22%2C%22command%22%3A%22npx%22%7D".to_owned(),
            "https://insiders.vscode.dev/redirect/mcp/install?name=docs&config=%7B%22command%22%3A%22npx%22%7D&quality=insiders".to_owned(),
            format!("https://cursor.com/install-mcp?name=docs&config={}", encoded(&encoded(&base64))),
            "vscode:mcp/install?%257B%2522name%2522%253A%2522docs%2522%252C%2522command%2522%253A%2522npx%2522%257D".to_owned(),
            "https://vscode.dev/redirect?url=vscode%3Amcp%2Finstall%3F%257B%2522name%2522%253A%2522docs%2522%252C%2522command%2522%253A%2522npx%2522%257D".to_owned(),
        ] {
            let linked = linked(&text);
            assert_eq!(linked.name.as_deref(), Some("docs"), "{text}");
            assert_eq!(linked.server["command"], "npx", "{text}");
        }
    }

    #[test]
    fn a_link_without_a_server_says_what_is_missing() {
        for (text, fault) in [
            (
                "cursor://anysphere.cursor-deeplink/mcp/install?name=docs",
                Lack::NoConfig,
            ),
            (
                "cursor://anysphere.cursor-deeplink/mcp/install?name=docs&config=%%%",
                Lack::NoJsonInLink,
            ),
            ("vscode:mcp/install?docs", Lack::NoJsonInLink),
        ] {
            let (host, link, rest) = find(text).expect("a link");
            assert_eq!(
                read(host, link, rest).expect_err("no server"),
                fault,
                "{text}"
            );
        }
        assert!(find("https://example.com/mcp").is_none());
    }

    #[test]
    fn what_is_written_is_read_back() {
        for text in ["", "a", "ab", "abc", "äöü?>~", "{\"a\": [1, 2]}"] {
            assert_eq!(base64(&to_base64(text.as_bytes())).as_deref(), Some(text));
            assert_eq!(decoded(&encoded(text), true), text);
        }
    }
}
