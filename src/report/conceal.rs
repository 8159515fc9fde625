//! What to cover of a single value.

use std::ops::Range;

use super::walk;
use crate::secret;
use crate::syntax::{self, Language};

/// A longer value is covered without a look: nobody reads it in a message, and a certificate or a key file may be in it.
const MAX_VALUE: usize = 4096;

/// The bytes of `value`, which stands under `key`, that must not be shown; those that the words of its command line
/// `said` are a credential are among them.
///
/// References stay in view, since they are no secrets and often what the message is about; their defaults do not.
pub(crate) fn conceal(
    key: Option<&str>,
    value: &str,
    said: Option<Range<usize>>,
) -> Vec<Range<usize>> {
    let whole = 0..value.len();
    if value.len() > MAX_VALUE {
        return vec![whole];
    }
    if is_bare_reference(value) || is_format(value) {
        return Vec::new();
    }
    if said.as_ref() == Some(&whole) {
        return sparing(value, vec![whole]);
    }
    let mut ranges = secret::cover(key, value);
    ranges.extend(said);
    ranges.extend(in_document(value));
    ranges.extend(misnamed(value));
    ranges.extend(defaults(value));
    sparing(value, secret::merged(ranges))
}

/// What a document within the value hides: configurations are handed over as JSON in an argument or a variable.
fn in_document(value: &str) -> Vec<Range<usize>> {
    let start = value.find(['{', '[']);
    let end = value.rfind(['}', ']']);
    let Some((start, end)) = start.zip(end).filter(|(start, end)| start < end) else {
        return Vec::new();
    };
    let text = &value[start..=end];
    let Ok(syntax::Document {
        root: Some(root), ..
    }) = syntax::parse(text, Language::Json)
    else {
        return Vec::new();
    };
    let hidden = walk::hidden(text, Some(&root), false, &(0..text.len()));
    let moved = hidden.into_iter();
    moved
        .map(|range| start + range.start..start + range.end)
        .collect()
}

/// `$NAME` and `%NAME%`, which only capitals tell from a password.
fn is_bare_reference(value: &str) -> bool {
    let name = value
        .strip_prefix('$')
        .or_else(|| value.strip_prefix('%')?.strip_suffix('%'));
    name.is_some_and(|name| {
        let plain = name
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
        plain
            && name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_')
            && !secret::looks_secret(None, name)
    })
}

/// `Bearer {token}`, which says how a value is sent.
fn is_format(value: &str) -> bool {
    let word = value
        .rsplit(' ')
        .next()
        .and_then(|word| word.strip_prefix('{')?.strip_suffix('}'));
    word.is_some_and(|word| matches!(word, "token" | "key" | "api_key" | "value"))
        && value.len() < 40
        && !value.contains(['=', ':'])
}

/// What to cover of `text`, which may be anything, by its looks alone.
pub(super) fn conceal_text(text: &str) -> Vec<Range<usize>> {
    let shapes = secret::find_likely(text).map(|found| found.body());
    let named = secret::sensitive_ranges(None, text);
    let ranges = shapes.chain(named).chain(secret::generated(text)).collect();
    let mut ranges = sparing(text, secret::merged(ranges));
    ranges.retain(|range| !opens_table(&text[range.clone()]));
    ranges
}

/// Whether it is only the beginning of a map, up to where its first value starts: `{ "type" =`.
fn opens_table(text: &str) -> bool {
    text.strip_prefix('{').map(str::trim).is_some_and(|inner| {
        let key = inner.strip_suffix(['=', ':']).map(str::trim_end);
        inner.is_empty()
            || key.is_some_and(|key| {
                key.bytes().all(|byte| {
                    byte.is_ascii_alphanumeric()
                        || matches!(byte, b'_' | b'-' | b'.' | b'"' | b'\'')
                })
            })
    })
}

fn sparing(text: &str, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    if ranges.is_empty() || !text.contains(['$', '{']) {
        ranges
    } else {
        without(ranges, &references(text))
    }
}

/// `ranges` without the bytes that are in `spared`, both in order.
fn without(ranges: Vec<Range<usize>>, spared: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut rest = Vec::new();
    for range in ranges {
        let mut at = range.start;
        let first = spared.partition_point(|spare| spare.end <= range.start);
        for spare in spared[first..]
            .iter()
            .take_while(|spare| spare.start < range.end)
        {
            rest.push(at..spare.start.max(at));
            at = spare.end;
        }
        rest.push(at.min(range.end)..range.end);
    }
    rest.retain(|range| !range.is_empty());
    rest
}

/// Where references stand that can be told from a password by their form in every host: `${NAME}`, `${env:NAME}`,
/// `${input:id}`, `{env:NAME}`, `{file:path}`, `${file:path}`, `${{ secrets.NAME }}` and `$<NAME>`. Of `${NAME:-default}` only what is around the default.
fn references(value: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut at = 0;
    while let Some(start) = value[at..].find(['$', '{']).map(|skipped| at + skipped) {
        at = start + 1;
        let tail = &value[start..];
        if let Some(length) = secret_name(tail) {
            at = start + length;
            found.push(start..at);
            continue;
        }
        let opened = OPENINGS.iter().find(|(open, _)| tail.starts_with(open));
        let Some((open, close)) = opened.copied() else {
            continue;
        };
        let inner = &tail[open.len()..];
        let path = open.ends_with("file:");
        let length = inner
            .find(|c: char| {
                let named = c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '~');
                !(named || c == '-' && path)
            })
            .unwrap_or(inner.len());
        let inner = &inner[length..];
        let name_end = start + open.len() + length;
        if inner.starts_with(close) {
            at = name_end + 1;
            found.push(start..at);
        } else if let Some(length) = dotted_words(&tail[open.len()..], close) {
            at = start + open.len() + length + 1;
            found.push(start..at);
        } else if let Some(default) = inner.strip_prefix(":-") {
            let end = default
                .find(close)
                .map_or(value.len(), |length| name_end + 2 + length);
            found.push(start..name_end + 2);
            at = end.max(at);
            found.push(end..(end + 1).min(value.len()));
        } else if let Some(id) = inner.strip_prefix(':') {
            let length = id
                .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')))
                .unwrap_or(id.len());
            if id[length..].starts_with(close) {
                at = name_end + 1 + length + 1;
                found.push(start..at);
            }
        }
    }
    // What somebody put where a name belongs is no reference.
    found.retain(|range| {
        let text = &value[range.clone()];
        let token = secret::find(text);
        variable(text).is_none_or(secret::is_variable)
            && !token.is_some_and(|token| token.confidence == secret::Confidence::High)
    });
    found
}

/// The name of the variable that the text of a reference starts with, up to where a default starts; nothing if it refers
/// to something else.
fn variable(reference: &str) -> Option<&str> {
    let opened = OPENINGS
        .iter()
        .find(|(open, _)| reference.starts_with(open))?;
    let inner = &reference[opened.0.len()..];
    let inner = inner.strip_prefix("env:").unwrap_or(inner);
    let name = inner.split([opened.1, ':']).next().unwrap_or_default();
    let other = inner[name.len()..].starts_with(':') && !inner[name.len()..].starts_with(":-");
    let plain = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    (plain && !other && !name.is_empty() && !opened.0.ends_with("file:")).then_some(name)
}

/// The names in references that do not read as names of variables.
fn misnamed(value: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (at, _) in value.match_indices(['$', '{']) {
        let tail = &value[at..];
        let near = &tail[..tail.floor_char_boundary(tail.len().min(MAX_NAME))];
        if let Some(name) = variable(near).filter(|name| !secret::is_variable(name)) {
            let start = at + name.as_ptr().addr() - near.as_ptr().addr();
            found.push(start..start + name.len());
        }
    }
    found
}

/// The defaults in references to variables whose names say that they are secrets, in any way in which hosts and shells write
/// them: `${TOKEN:-default}`, `${env:TOKEN:-default}`, `${TOKEN-default}`.
fn defaults(value: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut examined = 0;
    for (at, _) in value.match_indices(['$', '{']) {
        let tail = &value[at..];
        let opened = OPENINGS.iter().find(|(open, _)| tail.starts_with(open));
        let Some((open, close)) = opened.filter(|_| at >= examined) else {
            continue;
        };
        let inner = &tail[open.len()..];
        let name = inner.strip_prefix("env:").unwrap_or(inner);
        let length = name.bytes().take(MAX_NAME).take_while(is_plain).count();
        let (name, rest) = name.split_at(length);
        let mut operators = [":-", ":=", ":+", "-", "=", "+", ":"].iter();
        let default = operators.find_map(|sign| rest.strip_prefix(*sign));
        let Some(default) = default.filter(|_| secret::names_secret(name)) else {
            continue;
        };
        let default = &default[..default.find(*close).unwrap_or(default.len())];
        let start = at + default.as_ptr().addr() - tail.as_ptr().addr();
        let covered = secret::cover(Some(name), default);
        // It may be a reference itself, which the first bracket ends.
        let end = (start + default.len() + 1).min(value.len());
        let covered = without(covered, &references(&value[start..end])).into_iter();
        found.extend(covered.map(|range| start + range.start..start + range.end));
        examined = start + default.len();
    }
    found
}

fn is_plain(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.')
}

/// No name of a variable is longer.
const MAX_NAME: usize = 200;

/// How long `${{ secrets.NAME }}` or `${{ inputs.NAME }}` is that `text` starts with.
fn secret_name(text: &str) -> Option<usize> {
    let inner = &text.strip_prefix("${{")?[..text.find("}}")? - 3];
    let name = ["secrets.", "inputs."]
        .iter()
        .find_map(|from| inner.trim().strip_prefix(from))?;
    let named = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'/');
    (!name.is_empty() && name.bytes().all(named)).then_some(3 + inner.len() + 2)
}

/// How references start, and what ends them.
const OPENINGS: [(&str, char); 5] = [
    ("${file:", '}'),
    ("${", '}'),
    ("$<", '>'),
    ("{env:", '}'),
    ("{file:", '}'),
];

/// How long a name such as `inputs.api-key` is that `close` follows. Nothing but small letters, so that it is no default
/// and no password.
fn dotted_words(inner: &str, close: char) -> Option<usize> {
    let name = &inner[..inner.find(close)?];
    let (first, rest) = name.split_once('.')?;
    let word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase());
    (word(first) && rest.split(['.', '-', '_']).all(word)).then_some(name.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(key: &str, value: &str) -> String {
        let hidden = conceal(Some(key), value, None);
        value
            .char_indices()
            .map(|(at, c)| {
                if hidden.iter().any(|range| range.contains(&at)) {
                    '*'
                } else {
                    c
                }
            })
            .collect()
    }

    fn flagged(value: &str) -> Vec<Range<usize>> {
        let mut line = secret::CommandLine::default();
        line.word("--token");
        conceal(None, value, line.word(value))
    }

    #[test]
    fn references_stay_in_view() {
        for value in [
            "${TOKEN}",
            "Bearer ${env:MY_TOKEN}",
            "${input:github-token}",
            "${inputs.api-key}",
            "{env:TOKEN}",
            "{file:~/.token}",
            "Bearer ${file:~/.secrets/api-token}",
            "$<MY_TOKEN>",
            "${{ secrets.MY_TOKEN }}",
            "Bearer ${{inputs.MY_TOKEN}}",
            "$JIRA_API_TOKEN",
            "%MY_TOKEN%",
        ] {
            assert_eq!(shown("API_TOKEN", value), value);
            assert!(
                flagged(value.trim_start_matches("Bearer ")).is_empty(),
                "{value}"
            );
        }
    }

    #[test]
    fn what_is_no_name_of_a_secret_is_covered() {
        for value in [
            "${{ q7Zrq7Zrq7Zr }}",
            "${{ secrets.q7Zr q7Zrq7Zr }}",
            "${{ secrets.q7Zr",
        ] {
            assert!(shown("API_TOKEN", value).contains('*'), "{value}");
        }
    }

    #[test]
    fn the_form_of_a_header_is_no_secret() {
        assert_eq!(shown("api_key_format", "Bearer {token}"), "Bearer {token}");
        assert!(!shown("api_key_format", "Bearer {q7Zrq7Zrq7Zr}").contains("q7Zr"));
    }

    #[test]
    fn a_table_that_opens_is_no_secret() {
        for text in [
            "\nauth={ \"type\"=\"",
            "\nauth={api_key_env=\"",
            "\nauth={ ",
        ] {
            assert!(conceal_text(text).is_empty(), "{text}");
        }
        for text in ["auth={q7Zrq7Zr}", "auth={q7Zrq7Zr", "auth=q7Zrq7Zr"] {
            assert!(!conceal_text(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn what_only_resembles_a_reference_is_covered() {
        let secret = "q7Zr".repeat(5);
        let random = "Q7ZR2KX9LM4TB8WV".repeat(2);
        assert!(!shown("API_TOKEN", &format!("${random}")).contains("Q7ZR"));
        for value in [
            format!("${secret}"),
            format!("{{{secret}}}"),
            format!("${{{secret}!}}"),
            format!("${{{secret}"),
            format!("${{inputs.a-{secret}}}"),
        ] {
            assert!(!shown("API_TOKEN", &value).contains("q7Zr"), "{value}");
        }
    }

    #[test]
    fn a_default_is_covered_and_its_reference_is_not() {
        let secret = "q7Zr".repeat(5);
        assert_eq!(
            shown("API_TOKEN", &format!("${{TOKEN:-{secret}}}")),
            format!("${{TOKEN:-{}}}", "*".repeat(20))
        );
        assert!(!shown("API_TOKEN", &format!("${{TOKEN:-{secret}")).contains("q7Zr"));
        assert_eq!(
            shown("API_TOKEN", &format!("{secret}${{A}}{secret}")),
            format!("{0}${{A}}{0}", "*".repeat(20))
        );
    }

    #[test]
    fn the_default_of_a_variable_is_covered_by_its_name() {
        for (value, expected) in [
            ("${TOKEN:-s3}", "${TOKEN:-**}"),
            ("x ${env:API_KEY:-s3} y", "x ${env:API_KEY:-**} y"),
            ("${DB_PASSWORD-s3}", "${DB_PASSWORD-**}"),
            ("${TOKEN:=s3}", "${TOKEN:=***"),
            ("{env:TOKEN:-s3}", "{env:TOKEN:-**}"),
            ("${TOKEN:-s3", "${TOKEN:-**"),
            ("${A:-x}${TOKEN:-s3}", "${A:-x}${TOKEN:-**}"),
            ("${TOKEN:-<your token>}", "${TOKEN:-<your token>}"),
            ("${REGION:-eu}", "${REGION:-eu}"),
        ] {
            assert_eq!(shown("MODE", value), expected);
        }
        let nested = shown("MODE", "${TOKEN:-${OTHER:-s3}}");
        assert!(
            nested.contains("{OTHER:-") && !nested.contains("s3"),
            "{nested}"
        );
    }

    #[test]
    fn an_endless_value_is_covered_whole() {
        let value = "word ".repeat(1000);
        assert_eq!(conceal(None, &value, None).first(), Some(&(0..value.len())));
    }

    #[test]
    fn a_flag_behind_a_flag_is_no_secret() {
        assert!(flagged("--verbose").is_empty());
        assert_eq!(flagged("abc").first(), Some(&(0..3)));
    }

    #[test]
    fn a_document_in_a_value_is_covered_by_its_own_names() {
        for (value, expected) in [
            (r#"{"token": ["s3", "b"]}"#, r#"{"token": ["**", "*"]}"#),
            (
                r#"{"name": "API_TOKEN", "value": "s3"}"#,
                r#"{"name": "API_TOKEN", "value": "**"}"#,
            ),
            (r#"{"api\u005fkey": "s3"}"#, r#"{"api\u005fkey": "**"}"#),
            (
                r#"--config={"auth": {"type": "bearer", "value": "s3"}} x"#,
                r#"--config={"auth": {"type": "bearer", "value": "**"}} x"#,
            ),
        ] {
            assert_eq!(shown("CONF", value), expected);
        }
    }
}
