//! A tab or line break where nobody wants one, most often from a Windows path with single backslashes.

use super::common::notes;
use crate::diagnostic::Level;
use crate::hints::CONTROL;
use crate::host::tell::nul;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::syntax::{NoteKind, Span};

pub(super) static RULE: Rule = Rule {
    id: "control-character",
    level: Level::Error,
    group: Group::Syntax,
    fix: Some(Safety::Unsafe),
    page: crate::lint::page!("../../../docs/rules/control-character.md"),
    checks: &[Check::File(raw), Check::Server(check)],
    ..Rule::NEW
};

/// A control character that stands in the file as it is.
fn raw(file: &File<'_>, out: &mut Found<'_>) {
    for note in notes(file, NoteKind::ControlCharacter) {
        let byte = file
            .text
            .as_bytes()
            .get(note.span.start as usize)
            .copied()
            .unwrap_or_default();
        let (what, escape) = name(byte);
        out.add(
            note.span,
            format!("a string contains {what} as it is, which JSON does not allow"),
        )
        .label(file.place.unreadable_for(file.host))
        .help(format!("write it as `{escape}`"))
        .fix(Fix::risky(format!("write `{escape}`")).replace(note.span, escape));
    }
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if let Some(byte) = control(server.name) {
        let what = name(byte).0;
        out.add(
            server.name_span,
            format!("the name of a server contains {what}"),
        )
        .help("use a name of visible characters");
    }
    for (told, _) in nul(server) {
        out.tell(told);
    }
    for text in server.texts().filter(|text| text.marks.has(CONTROL)) {
        value(file, server, text, out);
    }
    for pair in server.env.iter().chain(&server.headers) {
        if let Some(byte) = control(pair.key) {
            let what = name(byte).0;
            out.add(
                pair.key_span,
                format!(
                    "`{}`: a name in `{}` contains {what}",
                    server.name, pair.field
                ),
            )
            .help("remove it from the name");
        }
    }
}

fn value(file: &File<'_>, server: &LintServer<'_>, text: &Text<'_>, out: &mut Found<'_>) {
    let Some(byte) = control(text.text) else {
        return;
    };
    let (what, escape) = name(byte);
    let message = format!("`{}`: `{}` contains {what}", server.name, text.field);
    let escapes = if is_windows_path(text.text) {
        escapes(file.text, text.span)
    } else {
        Vec::new()
    };
    if let Some(first) = escapes.first() {
        let mut fix = Fix::risky("double the backslash");
        for at in &escapes {
            fix = fix.replace(Span::new(at.range().start, at.range().start + 1), "\\\\");
        }
        let letter = &file.text[first.range()];
        out.add(
            *first,
            format!("{message}; was `{letter}` meant as a path separator?"),
        )
        .label(format!(
            "`{letter}` is one character, so the path is another one"
        ))
        .help("write each backslash of a path twice, or use `/`")
        .fix(fix);
    } else if matches!(text.slot, Slot::Url | Slot::Headers) || text.text.ends_with('\r') {
        out.add(text.span, message)
            .label("it becomes part of the value")
            .help(format!("remove the `{escape}`"));
    }
}

/// The first control character of a text.
fn control(text: &str) -> Option<u8> {
    text.bytes().find(u8::is_ascii_control)
}

fn name(byte: u8) -> (&'static str, &'static str) {
    match byte {
        b'\t' => ("a tab", "\\t"),
        b'\n' => ("a line break", "\\n"),
        b'\r' => ("a carriage return", "\\r"),
        0x08 => ("a backspace", "\\b"),
        0x0c => ("a form feed", "\\f"),
        _ => ("a control character", "\\u00XX"),
    }
}

/// Whether a value, or what follows the `=` in it, starts like a path of Windows.
fn is_windows_path(text: &str) -> bool {
    let starts = |text: &str| match text.as_bytes() {
        [b'\\', ..] => true,
        [drive, b':', next, ..] => {
            drive.is_ascii_alphabetic() && (matches!(next, b'\\' | b'/') || next.is_ascii_control())
        }
        _ => false,
    };
    starts(text) || text.split_once('=').is_some_and(|(_, value)| starts(value))
}

/// Where the source of a string at `span` spells control characters with one letter.
fn escapes(source: &str, span: Span) -> Vec<Span> {
    let range = span.range();
    let raw = source[range.clone()].as_bytes();
    let mut list = Vec::new();
    let mut at = 0;
    // In single quotes, as TOML has them, nothing is escaped.
    while raw.first() == Some(&b'"') && at + 1 < raw.len() {
        if raw[at] != b'\\' {
            at += 1;
            continue;
        }
        if matches!(raw[at + 1], b't' | b'n' | b'b' | b'f' | b'r') {
            list.push(Span::new(range.start + at, range.start + at + 2));
        }
        at += 2;
    }
    list
}
