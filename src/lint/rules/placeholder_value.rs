//! A value that somebody was meant to fill in.

use crate::diagnostic::Level;
use crate::hints::scheme_end;
use crate::lint::file::{File, LintServer, Text, strings_below};
use crate::lint::refs::{RefForm, refs};
use crate::lint::tree::is_json;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::model::dialect::is_name;
use crate::secret::{
    is_generated, may_hold_placeholder, placeholder, placeholder_in, secret_flag, secretish_name,
    shows_secret,
};
use crate::syntax::{Language, Node, parse};

pub(super) static RULE: Rule = Rule {
    id: "placeholder-value",
    level: Level::Warning,
    group: Group::Structure,
    fix: Some(Safety::Unsafe),
    yields_to: &[
        "hardcoded-secret",
        "possible-secret",
        "unsupported-variable-syntax",
        "malformed-variable",
    ],
    once: true,
    page: crate::lint::page!("../../../docs/rules/placeholder-value.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Host names that nobody can have (RFC 2606 and 6761).
static EXAMPLES: &[&str] = &["example.com", "example.net", "example.org", "example"];

/// The longest stand-in that is shown.
const SHORT: usize = 40;

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for pair in server.env.iter().chain(&server.headers) {
        let Some(text) = &pair.value else { continue };
        let Some(found) = stand_in(text.text, &|| secretish_name(pair.key)) else {
            continue;
        };
        // A header that is called like a variable is meant to have its value: `CONTEXT7_API_KEY`.
        let named = match text.slot {
            Slot::Env => is_name(pair.key),
            _ => is_name(pair.key) && pair.key.contains('_') && found == text.text.trim(),
        };
        let fix = named.then(|| file.reference(pair.key, text.slot)).flatten();
        let fix = fix.map(|reference| {
            Fix::risky(format!("refer to the variable `{}`", pair.key))
                .set_text(file.path_of(text.span), reference)
        });
        report(file, server, pair.key, text, found, out, fix);
    }
    for text in server.command.iter().chain(&server.cwd).chain(&server.url) {
        if let Some(found) = stand_in(text.text, &|| false) {
            report(file, server, text.field, text, found, out, None);
        }
    }
    let mut before = "";
    for arg in &server.args {
        if let Some(found) = stand_in(arg.text, &|| secret_flag(before)) {
            report(file, server, arg.field, arg, found, out, None);
        }
        before = arg.text;
    }
}

fn report(
    file: &File<'_>,
    server: &LintServer<'_>,
    name: &str,
    text: &Text<'_>,
    found: &str,
    out: &mut Found<'_>,
    fix: Option<Fix>,
) {
    // Braces are a reference to some hosts.
    let dialect = file.place.format.dialect(text.slot);
    if found.contains('{') && !dialect.references(text.text).is_empty() {
        return;
    }
    let start = text.text.find(found).unwrap_or_default();
    let shown = found.chars().count() <= SHORT
        && !found.contains(char::is_control)
        && !is_generated(found)
        && !shows_secret(Some(name), found);
    let what = if shown {
        format!("the placeholder `{found}`")
    } else {
        "a placeholder".to_owned()
    };
    out.add(
        file.part(text, start..start + found.len()),
        if found == text.text.trim() {
            format!("`{}`: `{name}` is still {what}", server.name)
        } else {
            format!("`{}`: `{name}` still has {what}", server.name)
        },
    )
    .level(if file.is_sample() {
        Level::Info
    } else {
        Level::Warning
    })
    .label("the server cannot use it")
    .help(fix.as_ref().map_or("write the real value".to_owned(), |_| {
        "write the real value, or a reference to a variable".to_owned()
    }))
    .fix(fix);
}

/// The part of a value that is to be filled in. Plain words count only where a secret is expected.
fn stand_in<'t>(text: &'t str, secret: &dyn Fn() -> bool) -> Option<&'t str> {
    if !may_hold_placeholder(text) {
        return None;
    }
    let text = text.trim();
    // A reference is filled in by somebody else; double braces around words are no host's reference.
    if let Some(found) = in_json(text) {
        return Some(found);
    }
    let braces = |text: &str| {
        Some(
            text.strip_prefix("{{")?
                .strip_suffix("}}")?
                .trim()
                .to_owned(),
        )
    };
    if braces(text).is_some_and(|name| placeholder(&name)) {
        return Some(text);
    }
    if refs(text)
        .iter()
        .any(|found| found.form != RefForm::Mustache)
    {
        return inner(text);
    }
    if let Some(found) = example_host(text).or_else(|| password(text)) {
        return Some(found);
    }
    let value = |separator: &str| {
        text.split_once(separator)
            .filter(|(name, _)| !name.is_empty() && !name.contains(['/', '\\', ' ']))
            .map(|(_, value)| value)
    };
    let pair = value("=").map(|inner| (inner, text.split('=').next().unwrap_or_default()));
    let header = value(": ").map(|inner| (inner, text.split(':').next().unwrap_or_default()));
    for (part, name) in [Some((text, "")), pair, header].into_iter().flatten() {
        let word = part.bytes().all(|byte| byte.is_ascii_alphabetic());
        let expected = || secret() || secretish_name(name.trim_start_matches('-'));
        if placeholder(part) && (!word || expected() || is_plain(part)) {
            return Some(part);
        }
    }
    // Paths also stand in the middle: `type=bind,src=/path/to/data,dst=/data`.
    text.split(['=', ','])
        .find(|part| part.contains(['/', '\\']) && placeholder(part))
        .or_else(|| inner(text))
}

/// A part of an address or a path. What a reference falls back to is as good as written out.
fn inner(text: &str) -> Option<&str> {
    placeholder_in(text).map(|range| &text[range])
}

/// A value in a text that is an object of JSON.
fn in_json(text: &str) -> Option<&str> {
    let document = is_json(text)
        .then(|| parse(text, Language::Json).ok())
        .flatten()?;
    let mut found = None;
    let mut visit = |key: Option<&str>, node: &Node<'_>| {
        let inner = text
            .get(node.span.range())
            .and_then(|raw| raw.get(1..raw.len() - 1))
            .unwrap_or_default();
        found = found.or_else(|| stand_in(inner, &|| key.is_some_and(secretish_name)));
    };
    strings_below(None, document.root.as_ref()?, &mut visit);
    found
}

/// What stands between `://` and the path of an address that the text is or holds.
fn authority(text: &str) -> Option<&str> {
    let rest = &text[scheme_end(text)? + "://".len()..];
    rest.split(|c: char| c.is_whitespace() || matches!(c, '/' | '?' | '#' | '"' | '\'' | ','))
        .next()
}

/// The password of an address, unless it is but a word, which may be the real one where somebody tries things out.
fn password(text: &str) -> Option<&str> {
    let (user, _) = authority(text)?.rsplit_once('@')?;
    let (_, password) = user.split_once(':')?;
    let word = password.bytes().all(|byte| byte.is_ascii_alphabetic()) && !is_plain(password);
    (placeholder(password) && !word).then_some(password)
}

/// Whether a single word can only be meant for filling in.
fn is_plain(word: &str) -> bool {
    word.starts_with("YOUR") || word == "REDACTED" || word.to_ascii_lowercase().contains("changeme")
}

/// The reserved name in a text that is or holds an address.
fn example_host(text: &str) -> Option<&str> {
    let host = authority(text)?.rsplit('@').next()?;
    let host = host.split(':').next()?;
    let folded = host.to_ascii_lowercase();
    let reserved = |name: &&str| {
        folded
            .strip_suffix(*name)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    EXAMPLES.iter().any(reserved).then_some(host)
}
