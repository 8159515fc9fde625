//! Characters that nobody sees, and addresses with letters that look like others.

use std::ops::Range;

use super::common::{notes, shared_level};
use crate::diagnostic::Level;
use crate::hints::WIDE;
use crate::lint::characters::{first_invisible, mixes_scripts};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};
use crate::syntax::{NoteKind, Span};

pub(super) static RULE: Rule = Rule {
    id: "invisible-character",
    level: Level::Error,
    group: Group::Syntax,
    page: crate::lint::page!("../../../docs/rules/invisible-character.md"),
    checks: &[Check::File(white_space), Check::Server(check)],
    ..Rule::NEW
};

/// White space between tokens that JSON does not know.
fn white_space(file: &File<'_>, out: &mut Found<'_>) {
    let odd = notes(file, NoteKind::OddWhitespace);
    for note in odd.filter(|_| !file.place.any_blanks) {
        let c = file.text[note.span.range()].chars().next().unwrap_or(' ');
        out.add(
            note.span,
            format!(
                "the file contains U+{:04X}, which JSON does not allow as white space",
                u32::from(c)
            ),
        )
        .label(file.place.unreadable_for(file.host))
        .help("use plain spaces");
    }
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let values = server
        .command
        .iter()
        .chain(&server.args)
        .chain(&server.url)
        .filter(|text| text.marks.has(WIDE))
        .map(|text| ("", text.field, text.text, text.span));
    let names = server
        .env
        .iter()
        .chain(&server.headers)
        .map(|pair| ("a name in ", pair.field, pair.key, pair.key_span));
    let own = ("", "", server.name, server.name_span);
    for (what, field, text, span) in std::iter::once(own).chain(values).chain(names) {
        let Some((_, c, name)) = first_invisible(text) else {
            continue;
        };
        let what = if field.is_empty() {
            "the name of a server".to_owned()
        } else {
            format!("`{}`: {what}`{field}`", server.name)
        };
        out.add(
            narrow(file, span, c),
            format!(
                "{what} contains U+{:04X} ({name}), which is invisible or reorders text",
                u32::from(c)
            ),
        )
        .level(shared_level(file))
        .label("what is shown is not what is used")
        .help("type it again without the character");
    }
    lookalike(file, server, out);
}

fn lookalike(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(url) = &server.url else { return };
    let Some((_, rest)) = url.text.split_once("://") else {
        return;
    };
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or(authority);
    let Some(label) = host.split(['.', ':']).find(|label| mixes_scripts(label)) else {
        return;
    };
    let start = url.text.find(label).unwrap_or_default();
    out.add(
        file.part(url, start..start + label.len()),
        format!(
            "`{}`: the host of `{}` mixes letters of several scripts",
            server.name, url.field
        ),
    )
    .level(shared_level(file))
    .label("it looks like another URL")
    .help("check who owns this URL, and type it again");
}

/// The character itself, also where an escape spells it.
fn narrow(file: &File<'_>, span: Span, c: char) -> Span {
    let start = span.range().start;
    spelled(&file.text[span.range()], c).map_or(span, |found| {
        Span::new(start + found.start, start + found.end)
    })
}

/// Where `raw`, a string as it is written in JSON or TOML, spells `c` first.
fn spelled(raw: &str, c: char) -> Option<Range<usize>> {
    let short: String = c
        .encode_utf16(&mut [0; 2])
        .iter()
        .map(|unit| format!("\\u{unit:04x}"))
        .collect();
    let escapes = [short, format!("\\U{:08x}", u32::from(c))];
    // A backslash may itself be escaped.
    let real = |at: usize| {
        raw[..at]
            .bytes()
            .rev()
            .take_while(|byte| *byte == b'\\')
            .count()
            % 2
            == 0
    };
    let starts = |at: usize, spelling: &str| {
        let there = raw.get(at..at + spelling.len()).unwrap_or_default();
        // The letter behind the backslash counts as it is; the digits do not.
        there.get(..2) == spelling.get(..2) && there.eq_ignore_ascii_case(spelling) && real(at)
    };
    raw.char_indices().find_map(|(at, first)| {
        if first == c {
            return Some(at..at + c.len_utf8());
        }
        let spelling = escapes
            .iter()
            .find(|spelling| first == '\\' && starts(at, spelling))?;
        Some(at..at + spelling.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_found_as_itself_and_as_an_escape() {
        for (raw, c, found) in [
            ("\"npx\u{200b}\"", '\u{200b}', Some(4..7)),
            (r#""npx\u200b""#, '\u{200b}', Some(4..10)),
            (r#""npx\u200B""#, '\u{200b}', Some(4..10)),
            (r#""a\\u200b \u200b""#, '\u{200b}', Some(10..16)),
            (r#""x\uDB40\uDC41""#, '\u{e0041}', Some(2..14)),
            (r#""x\U000E0041""#, '\u{e0041}', Some(2..12)),
            (r#""x""#, '\u{200b}', None),
        ] {
            assert_eq!(spelled(raw, c), found, "{raw}");
        }
    }
}
