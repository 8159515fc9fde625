//! Comments and trailing commas where the host's parser takes neither.

use crate::diagnostic::Level;
use crate::lint::file::File;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::{Language, NoteKind};

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
        let (what, variant, taken) = match note.kind {
            NoteKind::Comment => ("comments", "comment", file.place.comments),
            NoteKind::TrailingComma => ("trailing commas", "trailing-comma", file.place.trailing_commas),
            _ => continue,
        };
        if taken {
            continue;
        }
        let fix = match note.kind {
            NoteKind::Comment => Fix::risky("remove the comment"),
            _ => Fix::safe("remove the comma"),
        };
        let help = fix.title.clone();
        out.add(note.span, format!("{} does not accept {what} in this file", file.host_name()))
            .variant(variant)
            .label("its parser stops here, and none of the servers is read")
            .help(help)
            .fix(fix.replace(note.span, ""));
    }
}
