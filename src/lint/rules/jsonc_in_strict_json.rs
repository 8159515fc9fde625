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
    page: include_str!("../../../docs/rules/jsonc-in-strict-json.md"),
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
        let comma = note.kind == NoteKind::TrailingComma;
        let (variant, fix) = if comma {
            ("trailing-comma", Fix::safe("remove the comma").replace(note.span, ""))
        } else {
            ("comment", Fix::risky("remove the comment").replace(with_blanks(file.text, note.span), ""))
        };
        let help = fix.title.clone();
        out.add(note.span, format!("{} does not accept {what} in this file", file.host_name()))
            .variant(variant)
            .label("its parser stops here, and none of the servers is read")
            .help(help)
            .fix(fix);
    }
}

/// A comment with the blanks in front of it, and with its line if it has one to itself.
fn with_blanks(text: &str, comment: Span) -> Span {
    let (start, end) = (comment.start as usize, comment.end as usize);
    let before = text[..start].trim_end_matches([' ', '\t']);
    let after = text[end..].trim_start_matches([' ', '\t', '\r']);
    match after.strip_prefix('\n') {
        Some(next) if before.is_empty() || before.ends_with('\n') => Span::new(before.len(), text.len() - next.len()),
        None if !after.is_empty() => comment,
        _ => Span::new(before.len(), end),
    }
}
