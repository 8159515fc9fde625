//! Comments and trailing commas where the host's parser takes neither.

use crate::diagnostic::Level;
use crate::lint::file::File;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::{Language, NoteKind, Span};

pub(super) static RULE: Rule = Rule {
    id: "jsonc-in-strict-json",
    level: Level::Error,
    group: Group::Syntax,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/jsonc-in-strict-json.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    if file.place.language != Language::Json {
        return;
    }
    for note in &file.document.notes {
        let (what, taken) = match note.kind {
            NoteKind::Comment => ("comments", file.place.comments),
            NoteKind::HashComment => ("comments that start with `#`", false),
            NoteKind::TrailingComma => ("trailing commas", file.place.trailing_commas),
            _ => continue,
        };
        if taken {
            continue;
        }
        let (variant, mut fix) = match note.kind {
            NoteKind::TrailingComma => ("trailing-comma", Fix::safe("remove trailing commas")),
            _ => ("comment", Fix::risky("remove comments")),
        };
        // The note is about the first one; the repair is for all.
        for span in all(file.text, note.kind) {
            fix = fix.replace(span, "");
        }
        let help = fix.title.clone();
        let host = file.host_name();
        // Only one of the host's programs is in the way: what to do about it is for people to decide.
        if let (NoteKind::Comment, Some(strict)) = (note.kind, file.place.strict) {
            out.add(
                note.span,
                format!("{strict} of {host} does not accept {what} in this file"),
            )
            .level(Level::Warning)
            .variant(variant)
            .label(format!("{strict} {}", file.place.unreadable.consequence()))
            .help(help);
            continue;
        }
        out.add(
            note.span,
            format!("{host} does not accept {what} in this file"),
        )
        .variant(variant)
        .label(file.place.unreadable_for(file.host))
        .help(help)
        .fix(fix);
    }
}

/// What a repair takes away of a text that could be parsed.
fn all(text: &str, kind: NoteKind) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut at, mut comma) = (0, None);
    while let Some(&byte) = bytes.get(at) {
        let rest = &bytes[at..];
        let line = || {
            rest.iter()
                .position(|byte| matches!(byte, b'\n' | b'\r'))
                .unwrap_or(rest.len())
        };
        let (length, comment) = match byte {
            b'"' => (string(rest), None),
            b'/' if rest.starts_with(b"//") => (line(), Some(NoteKind::Comment)),
            b'/' if rest.starts_with(b"/*") => (
                text[at + 2..].find("*/").map_or(rest.len(), |end| end + 4),
                Some(NoteKind::Comment),
            ),
            b'#' => (line(), Some(NoteKind::HashComment)),
            _ => (1, None),
        };
        if comment == Some(kind) {
            found.push(with_blanks(text, Span::new(at, at + length)));
        }
        match byte {
            b',' => comma = Some(at),
            b'}' | b']' => found.extend(
                comma
                    .take()
                    .filter(|_| kind == NoteKind::TrailingComma)
                    .map(|at| Span::new(at, at + 1)),
            ),
            _ if comment.is_some() || byte.is_ascii_whitespace() => {}
            _ => comma = None,
        }
        at += length;
    }
    found
}

/// How long the string is that a text starts with, quotes included.
fn string(text: &[u8]) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    text.len()
}

/// A comment with the blanks in front of it, and with its line if it has one to itself.
fn with_blanks(text: &str, comment: Span) -> Span {
    let (start, end) = (comment.start as usize, comment.end as usize);
    let before = text[..start].trim_end_matches([' ', '\t']);
    let after = text[end..].trim_start_matches([' ', '\t', '\r']);
    match after.strip_prefix('\n') {
        Some(next) if before.is_empty() || before.ends_with('\n') => {
            Span::new(before.len(), text.len() - next.len())
        }
        // A value takes the place of the comment, and a mark that follows moves up to what stands in front.
        None if !after.is_empty() && (before.is_empty() || before.ends_with('\n')) => {
            Span::new(start, text.len() - after.len())
        }
        None if text[end..].starts_with([',', ']', '}']) => Span::new(before.len(), end),
        None if !after.is_empty() => comment,
        _ => Span::new(before.len(), end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_of_a_kind_is_found_outside_strings() {
        let text = "{ // a\n\"b, // ]\\\"\": [1, 2, /* c */ ], # d\n}";
        let of = |kind| {
            all(text, kind)
                .into_iter()
                .map(|span| &text[span.range()])
                .collect::<Vec<_>>()
        };
        assert_eq!(of(NoteKind::Comment), [" // a", "/* c */"]);
        assert_eq!(of(NoteKind::HashComment), [" # d"]);
        assert_eq!(of(NoteKind::TrailingComma), [",", ","]);
        let text = "{\n  /* a */ \"b\": [1 /* c */,]\n}";
        let of = |kind| {
            all(text, kind)
                .into_iter()
                .map(|span| &text[span.range()])
                .collect::<Vec<_>>()
        };
        assert_eq!(of(NoteKind::Comment), ["/* a */ ", " /* c */"]);
    }
}
