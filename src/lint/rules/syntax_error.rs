//! A text that is not in the language its host reads.

use super::common::notes;
use crate::diagnostic::Level;
use crate::host::Place;
use crate::host::tell::blank;
use crate::launch::path_like;
use crate::lint::file::File;
use crate::lint::unread::Unread;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::{Language, NoteKind, Span};

pub(super) static RULE: Rule = Rule {
    id: "syntax-error",
    level: Level::Error,
    group: Group::Syntax,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/syntax-error.md"),
    checks: &[Check::Unread(unread), Check::File(check)],
    ..Rule::NEW
};

fn unread(unread: &Unread<'_>, out: &mut Found<'_>) {
    let language = match unread.place.language {
        Language::Json if unread.place.comments => "JSON with comments",
        language => language.name(),
    };
    let at = (unread.error.span.start as usize).min(unread.text.len());
    let fix = backslashes(unread, at).or_else(|| curly_quotes(unread, at));
    let finding = out.add(
        unread.error.span,
        format!(
            "cannot parse this file as {language}: {}",
            unread.error.reason
        ),
    );
    finding
        .label(unread.place.unreadable_for(unread.host))
        .fix(fix);
    if let Some(hint) = unread.error.hint {
        finding.help(hint);
    }
}

/// A file without anything in it, and newer TOML than the host's parser knows.
fn check(file: &File<'_>, out: &mut Found<'_>) {
    let cost = file.place.blank_for(file.host);
    if let Some(cost) = cost.filter(|_| file.root().is_none()) {
        let (message, help) = blank(file.place.language);
        out.add(Span::default(), message)
            .label(Place::rejected_for(file.host, cost))
            .help(help);
    }
    for note in &file.document.notes {
        let (what, help) = match note.kind {
            NoteKind::LoneSurrogate => {
                let (level, label) = half(file);
                out.add(note.span, "this escape is half of a character")
                    .level(level)
                    .label(label)
                    .help("write both halves, or the character itself");
                continue;
            }
            NoteKind::SecondDocument => (
                "more than one document in a file",
                "keep one document; only the first was looked at",
            ),
            NoteKind::UnknownTag => ("a tag that YAML does not define", "remove the tag"),
            _ => continue,
        };
        out.add(
            note.span,
            format!("{} does not accept {what}", file.host_name()),
        )
        .label(file.place.unreadable_for(file.host))
        .help(help);
    }
    if file.place.language != Language::Toml || file.place.trailing_commas {
        return;
    }
    for note in notes(file, NoteKind::MultilineInlineTable) {
        out.add(
            note.span,
            format!(
                "{} does not accept an inline table over several lines or with a trailing comma",
                file.host_name()
            ),
        )
        .label("its parser reads TOML 1.0 and stops here")
        .help("put the table on one line, or under a header of its own");
    }
}

/// What becomes of half of a surrogate pair.
fn half(file: &File<'_>) -> (Level, String) {
    match file.place.halves {
        true if file.host.facts.lenient => {
            let why = "some hosts reject the file, others read U+FFFD here";
            (Level::Error, why.to_owned())
        }
        true => {
            let why = format!("{} reads U+FFFD here", file.host_name());
            (Level::Warning, why)
        }
        false => (Level::Error, file.place.unreadable_for(file.host)),
    }
}

/// Doubles the backslashes of the path that reading stopped in.
fn backslashes(unread: &Unread<'_>, at: usize) -> Option<Fix> {
    let (inner, text) = string_around(unread.text, at)?;
    let bytes = text.as_bytes();
    // Half of a pair that stands for one character is no folder.
    let half = ["\\ud", "\\uD"].iter().any(|start| text.contains(start));
    let ambiguous = half
        || text.starts_with("\\\\")
        || text.contains("\\\"")
        || !text.contains('\\')
        || !path_like(text);
    if ambiguous {
        return None;
    }
    let mut fix = Fix::safe("double the backslashes");
    let mut index = 0;
    while index < bytes.len() {
        match (bytes[index], bytes.get(index + 1)) {
            (b'\\', Some(b'\\')) => index += 1,
            (b'\\', _) => fix = fix.replace(Span::new(inner + index, inner + index + 1), "\\\\"),
            _ => {}
        }
        index += 1;
    }
    Some(fix)
}

/// The text between the double quotes around byte `at`, which are on one line, and where it starts.
fn string_around(text: &str, at: usize) -> Option<(usize, &str)> {
    let at = text.floor_char_boundary(at);
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let line = text[start..].lines().next().unwrap_or_default();
    if line.contains("\"\"\"") {
        return None;
    }
    let mut open = None;
    let mut escaped = false;
    for (index, byte) in line.bytes().enumerate() {
        match (open, byte) {
            _ if escaped => escaped = false,
            (Some(_), b'\\') => escaped = true,
            (None, b'"') => open = Some(index + 1),
            (Some(first), b'"') => {
                if (first..=index).contains(&(at - start)) {
                    return Some((start + first, &line[first..index]));
                }
                open = None;
            }
            _ => {}
        }
    }
    None
}

/// Puts straight quotes where a JSON string has curly ones around it.
fn curly_quotes(unread: &Unread<'_>, at: usize) -> Option<Fix> {
    const CURLY: [char; 4] = ['“', '”', '‘', '’'];
    let first = unread
        .text
        .get(at..)?
        .chars()
        .next()
        .filter(|c| CURLY.contains(c) && unread.place.language == Language::Json)?;
    let inner = at + first.len_utf8();
    let rest = unread.text[inner..].lines().next().unwrap_or_default();
    let length = rest.find(|c| c == '"' || CURLY.contains(&c))?;
    let last = rest[length..].chars().next()?;
    // A quote inside the string would end it too early.
    let behind = rest[length + last.len_utf8()..].trim_start();
    if rest[..length].contains('\\')
        || !(behind.is_empty() || behind.starts_with([':', ',', '}', ']']))
    {
        return None;
    }
    let fix = Fix::safe("use straight quotes").replace(Span::new(at, inner), "\"");
    Some(if last == '"' {
        fix
    } else {
        fix.replace(
            Span::new(inner + length, inner + length + last.len_utf8()),
            "\"",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::by_name;
    use crate::lint::{Subject, lint};

    fn help(id: &str, text: &str) -> String {
        let host = by_name(id).expect("a host");
        let findings = lint(&Subject::at("x", text, host, &host.places[0])).findings;
        assert_eq!(
            findings
                .iter()
                .map(|finding| finding.rule.id)
                .collect::<Vec<_>>(),
            ["syntax-error"],
            "{text}"
        );
        findings[0].help.clone().unwrap_or_default()
    }

    #[test]
    fn well_known_mistakes_are_explained() {
        for (text, hint) in [
            ("{“mcpServers”: {}}", "straight"),
            ("{'mcpServers': {}}", "double quotes"),
            (
                r#"{"mcpServers": {"a": {"command": "C:\Users\me"}}}"#,
                "backslash",
            ),
            (r#"{"mcpServers": ["a": {}]}"#, "`{` and `}`"),
            ("{\"a\": 1\n\"b\": 2}", "comma"),
        ] {
            assert!(help("claude-code", text).contains(hint), "{text}");
        }
        for (text, hint) in [
            ("a = “b”", "straight"),
            (r#"a = "C:\Users""#, "backslash"),
            (r#"a = "C:\me""#, "backslash"),
        ] {
            assert!(help("codex", text).contains(hint), "{text}");
        }
    }

    #[test]
    fn only_what_has_one_meaning_is_repaired() {
        let host = by_name("claude-code").expect("a host");
        for text in [
            r#"{"a": "\\server\share"}"#,
            r#"{"a": "https://acme.dev/\d"}"#,
            r#"{"a": “b"c”}"#,
        ] {
            let error = crate::syntax::parse(text, Language::Json).expect_err("an error");
            let unread = Unread {
                text,
                host,
                place: &host.places[0],
                error: &error,
            };
            let at = error.span.start as usize;
            assert!(
                backslashes(&unread, at).is_none() && curly_quotes(&unread, at).is_none(),
                "{text}"
            );
        }
    }
}
