//! A literal that its name gives away as a credential.

mod looks;
mod named;

use std::collections::BTreeMap;
use std::ops::Range;

use crate::diagnostic::Level;
use crate::hints::Marks;
use crate::host::Kind;
use crate::launch::{Word, loopback};
use crate::lint::command::words;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::refs::{literal, literal_but_for_dollars};
use crate::lint::secrets::SecretSpot;
use crate::lint::tree::is_json;
use crate::lint::{Check, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::secret::{
    Confidence, assigned, find, is_always_secret, placeholder, scheme_len, secret_flag,
    secretish_name,
};
use crate::syntax::{Language, Node, Span, Tree, parse};

pub(super) use looks::is_token;
use looks::{is_credential, is_in_name, is_jwt, is_key};

pub(super) static RULE: Rule = Rule {
    id: "possible-secret",
    level: Level::Warning,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("7.0"),
    tags: &["MCP01"],
    yields_to: &["hardcoded-secret", "credentials-in-url"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/possible-secret.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let mut found = Vec::new();
    for pair in &server.headers {
        let Some(value) = pair.value else { continue };
        found.extend(
            header(pair.key, value.text, 0..value.text.len())
                .map(|lead| (value.span, value.text, lead)),
        );
    }
    for pair in &server.env {
        let Some(value) = pair.value else { continue };
        if is_json(value.text) {
            found.extend(
                json("env", value.text)
                    .into_iter()
                    .map(|lead| (value.span, value.text, lead)),
            );
            continue;
        }
        let lead = named("env", pair.key, value.text, 0..value.text.len())
            .or_else(|| weak(server, pair.key, value.text));
        found.extend(lead.map(|lead| (value.span, value.text, lead)));
    }
    for at in &server.fields {
        let (Some(text), kind) = (at.member.value.as_str(), at.field.map(|field| field.kind))
        else {
            continue;
        };
        let lead = match kind {
            Some(Kind::TextVar) => None,
            Some(Kind::BearerText | Kind::BearerOrOauth | Kind::KeyText) => {
                header("authorization", text, 0..text.len()).map(|lead| Lead {
                    name: at.name.to_string(),
                    ..lead
                })
            }
            _ if at.field.is_none() || at.slot == Some(Slot::OauthClientSecret) => {
                named("env", &at.member.key, text, 0..text.len())
            }
            _ => None,
        };
        found.extend(lead.map(|lead| (at.member.value.span, text, lead)));
    }
    found.extend(named::credentials(server));
    let words = words(server);
    for (at, word) in words.iter().enumerate() {
        let Some(value) = server.value_of(word) else {
            continue;
        };
        found.extend(
            argument(word, words.get(at + 1))
                .into_iter()
                .filter_map(|(held, lead)| {
                    let value = if held.index == word.index {
                        value
                    } else {
                        server.value_of(&held)?
                    };
                    Some((value.span, value.text, lead))
                }),
        );
    }
    let mut seen: BTreeMap<usize, usize> = found
        .iter()
        .map(|(value, _, lead)| placed(*value, &lead.range))
        .collect();
    for text in server.texts().filter(|text| text.slot != Slot::Url) {
        for lead in within(text) {
            // Each is found once, with the name that says most.
            let (start, end) = placed(text.span, &lead.range);
            let before = seen.range(..end).next_back();
            if before.is_none_or(|(_, other)| *other <= start) {
                seen.insert(start, end);
                found.push((text.span, text.text, lead));
            }
        }
    }
    for (span, text, lead) in found {
        add(file, server, out, span, text, lead);
    }
}

/// A range of the string at `value` among those of all others.
fn placed(value: Span, range: &Range<usize>) -> (usize, usize) {
    let start = value.range().start;
    (start + range.start, start + range.end)
}

/// What stands under a name anywhere in a text: `--env=NAME=value`, a variable that a script sets, a header in its quotes.
fn within(text: &Text<'_>) -> Vec<Lead> {
    let variant = match text.slot {
        Slot::Env => "env",
        Slot::Headers => "auth-header",
        _ => "argument",
    };
    if !text.marks.has(const { Marks::new(b"=:") }) || is_json(text.text) {
        return Vec::new();
    }
    let lead = |(name, range): (&str, Range<usize>)| {
        let body = &text.text[range.clone()];
        // What a shell would print, and what some other language makes of a call.
        if body.starts_with("$(")
            || body.starts_with('(')
            || text.text[..range.start].ends_with('`')
        {
            return None;
        }
        if is_in_name(text.text, range.clone()) {
            return None;
        }
        // A property of Java.
        let name = name.strip_prefix("-D").unwrap_or(name);
        if !is_always_secret(name) {
            return named(variant, name, text.text, range);
        }
        let word = body.find(char::is_whitespace).unwrap_or(body.len());
        let lead = header(name, text.text, range.start..range.start + word);
        // An option may be called like a header, and takes plain words too.
        lead.filter(|lead| is_credential(&text.text[lead.range.clone()]))
    };
    assigned(text.text).into_iter().filter_map(lead).collect()
}

/// What looks like a credential in some string.
struct Lead {
    variant: &'static str,
    /// Its name: a key, a header, an option.
    name: String,
    /// The bytes of the string.
    range: Range<usize>,
    level: Option<Level>,
}

fn add(
    file: &File<'_>,
    server: &LintServer<'_>,
    out: &mut Found<'_>,
    value: Span,
    text: &str,
    lead: Lead,
) {
    let level = match lead.level {
        Some(Level::Error) if !file.is_project() => Level::Warning,
        other => other.unwrap_or(Level::Warning),
    };
    let length = lead.range.len();
    let spot = SecretSpot::new(file, Some(&lead.name), value, text, lead.range);
    out.add(
        spot.span(file),
        format!(
            "`{}` has what looks like a plain-text credential in `{}`",
            server.name, lead.name
        ),
    )
    .variant(lead.variant)
    .level(level)
    .label(format!(
        "{length} characters that everyone who can read the file can use"
    ))
    .help(format!("if it is one: {}", spot.help(file)))
    .fix(spot.fix(file));
}

/// The value of a header.
fn header(name: &str, text: &str, range: Range<usize>) -> Option<Lead> {
    const SHORTEST: usize = 8;
    if !is_always_secret(name) {
        return named("auth-header", name, text, range);
    }
    let range = trimmed(text, range);
    let start = range.start + scheme_len(&text[range.clone()]);
    let body = &text[start..range.end];
    // What a shell would print is no credential, and no host that runs it has one here.
    let real = body.len() >= SHORTEST
        && literal(body)
        && !placeholder(body)
        && !is_command_substitution(body);
    real.then(|| Lead {
        variant: "auth-header",
        name: name.trim().to_owned(),
        range: start..range.end,
        level: Some(Level::Error),
    })
}

/// `$(gh auth token)`, or the same in backticks.
fn is_command_substitution(text: &str) -> bool {
    text.starts_with("$(") && text.ends_with(')')
        || text.len() > 2 && text.starts_with('`') && text.ends_with('`')
}

/// A value whose name is that of a credential.
fn named(variant: &'static str, name: &str, text: &str, range: Range<usize>) -> Option<Lead> {
    let range = trimmed(text, range);
    let body = &text[range.clone()];
    if !(secretish_name(name) || is_key(name) && is_jwt(body)) {
        return None;
    }
    if body.is_empty() || !literal_but_for_dollars(body) || placeholder(body) {
        return None;
    }
    let made = |variant, range| {
        Some(Lead {
            variant,
            name: name.to_owned(),
            range,
            level: None,
        })
    };
    match find(body).filter(|found| !found.is_sample(body)) {
        Some(found) if found.confidence == Confidence::Medium => made(
            "medium-shape",
            range.start + found.start..range.start + found.end,
        ),
        _ if is_credential(body) => made(variant, range),
        _ => None,
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + part.len() - part.trim_start().len();
    start..start.max(range.start + part.trim_end().len())
}

/// A weak password for a service on this machine.
fn weak(server: &LintServer<'_>, name: &str, text: &str) -> Option<Lead> {
    let password = || {
        let folded = name.to_ascii_lowercase();
        ["password", "passwd", "pwd"]
            .iter()
            .any(|word| folded.contains(word))
    };
    if !secretish_name(name) || !password() {
        return None;
    }
    let plain = !text.is_empty()
        && literal(text)
        && !placeholder(text)
        && !text.contains(|c: char| c.is_whitespace() || matches!(c, '/' | '\\'));
    let local = || server.texts().any(|other| loopback(other.text));
    (plain && local()).then(|| Lead {
        variant: "env",
        name: name.to_owned(),
        range: 0..text.len(),
        level: Some(Level::Info),
    })
}

/// What an argument gives away, in itself or in the one after it; with the word that holds it.
fn argument<'a>(word: &Word<'a>, next: Option<&Word<'a>>) -> Vec<(Word<'a>, Lead)> {
    let one = |held: &Word<'a>, lead: Option<Lead>| {
        // Ranges count from the start of the value that holds the word.
        lead.map(|lead| {
            (
                *held,
                Lead {
                    range: lead.range.start + held.start..lead.range.end + held.start,
                    ..lead
                },
            )
        })
        .into_iter()
        .collect::<Vec<_>>()
    };
    let text = word.text;
    if is_json(text) {
        return json("argument", text)
            .into_iter()
            .flat_map(|lead| one(word, Some(lead)))
            .collect();
    }
    if let Some((flag, value)) = text.split_once('=') {
        let range = flag.len() + 1..text.len();
        let shifted = |lead: Lead| Lead {
            range: lead.range.start + range.start..lead.range.end + range.start,
            ..lead
        };
        return match flag {
            "--header" | "-H" => one(word, header_text(value).map(shifted)),
            _ if is_json(value) => json("argument", value)
                .into_iter()
                .flat_map(|lead| one(word, Some(shifted(lead))))
                .collect(),
            "--key" => one(
                word,
                is_token(value).then(|| Lead {
                    variant: "argument",
                    name: flag.to_owned(),
                    range,
                    level: None,
                }),
            ),
            _ if !value.starts_with('=')
                && flag.bytes().all(|byte| {
                    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.')
                }) =>
            {
                one(word, named("argument", flag, text, range))
            }
            _ => Vec::new(),
        };
    }
    let Some(next) = next.filter(|next| !next.text.starts_with('-')) else {
        return Vec::new();
    };
    match text {
        "--header" | "-H" => one(next, header_text(next.text)),
        "--key" => one(
            next,
            is_token(next.text).then(|| Lead {
                variant: "argument",
                name: text.to_owned(),
                range: 0..next.text.len(),
                level: None,
            }),
        ),
        _ if secret_flag(text) => one(next, named("argument", text, next.text, 0..next.text.len())),
        _ => Vec::new(),
    }
}

/// `Name: value`.
fn header_text(text: &str) -> Option<Lead> {
    let colon = text.find(':')?;
    header(&text[..colon], text, colon + 1..text.len())
}

/// What the keys of a JSON text give away.
fn json(variant: &'static str, text: &str) -> Vec<Lead> {
    let mut leads = Vec::new();
    if let Ok(document) = parse(text, Language::Json)
        && let Some(root) = &document.root
    {
        walk(root, variant, text, &mut leads);
    }
    leads
}

fn walk(node: &Node<'_>, variant: &'static str, text: &str, leads: &mut Vec<Lead>) {
    match &node.value {
        Tree::Object(members) => {
            for member in members {
                if member.value.as_str().is_some() {
                    let span = member.value.span.range();
                    let inner = span.start + 1..span.end.saturating_sub(1).max(span.start + 1);
                    let header = is_always_secret(&member.key);
                    leads.extend(if header {
                        self::header(&member.key, text, inner)
                    } else {
                        named(variant, &member.key, text, inner)
                    });
                } else {
                    walk(&member.value, variant, text, leads);
                }
            }
        }
        Tree::Array(items) => items
            .iter()
            .for_each(|item| walk(item, variant, text, leads)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_in_json_are_read() {
        let found = json(
            "argument",
            r#"{"a": {"apiKey": "q7Rk2Zx9Lm4Tb8"}, "list": [{"password": "x"}], "token": 5}"#,
        );
        assert_eq!(
            found
                .iter()
                .map(|lead| lead.name.as_str())
                .collect::<Vec<_>>(),
            ["apiKey"]
        );
        assert!(json("argument", "{").is_empty() && json("argument", "{}").is_empty());
    }

    #[test]
    fn what_a_command_prints_is_not_in_the_file() {
        for text in ["Bearer $(gh auth token)", "`cat ~/.acme-key`"] {
            assert!(
                header("Authorization", text, 0..text.len()).is_none(),
                "{text}"
            );
        }
    }
}
