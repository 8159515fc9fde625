//! JSON, with or without comments.

mod edit;
mod parse;
mod print;

use super::language::{Page, Syntax};
use super::{Document, Error, Out, Span, Style};
use crate::edit::{Change, Edit, Refused};

/// The language.
pub(super) struct Json;

impl Syntax for Json {
    fn name(&self) -> &'static str {
        "JSON"
    }

    fn has_comments(&self) -> bool {
        false
    }

    fn is_ordered(&self, _: &str) -> bool {
        true
    }

    fn parse<'t>(&self, text: &'t str) -> Result<Document<'t>, Error> {
        parse::parse(text)
    }

    fn comments(&self, text: &str) -> Vec<Span> {
        parse::comments(text)
    }

    fn edits(&self, text: &str, changes: &[Change], style: &Style) -> Result<Vec<Edit>, Refused> {
        edit::edits(text, changes, style.indent)
    }

    fn wrap(&self, text: &str, span: Span, key: &str) -> Option<Vec<Edit>> {
        let document = text.get(span.range())?;
        let edit = |at: usize, text: &str| Edit {
            span: Span::new(at, at),
            text: text.to_owned(),
        };
        let mut name = String::new();
        print::string(&mut name, key);
        let Some(second) = document.lines().nth(1) else {
            let pad = if document.starts_with("{ ") { " " } else { "" };
            return Some(vec![
                edit(span.range().start, &format!("{{{pad}{name}: ")),
                edit(span.range().end, &format!("{pad}}}")),
            ]);
        };
        // No string goes over a line, so every line moves by what the first one has.
        let newline = if document.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        };
        let unit = &second[..second.len() - second.trim_start().len()];
        let unit = if unit.is_empty() { "  " } else { unit };
        let mut edits = vec![edit(
            span.range().start,
            &format!("{{{newline}{unit}{name}: "),
        )];
        for (at, _) in document.match_indices('\n') {
            if !document[at + 1..].starts_with(['\r', '\n']) {
                edits.push(edit(span.range().start + at + 1, unit));
            }
        }
        edits.push(edit(span.range().end, &format!("{newline}}}")));
        Some(edits)
    }

    fn begin(&self, page: &mut Page<'_>, frame: &Out) {
        print::begin(page, frame);
    }

    fn entry(&self, page: &mut Page<'_>, name: &str, out: &Out) {
        print::entry(page, name, out);
    }

    fn end(&self, page: &mut Page<'_>, extras: &Out) {
        print::end(page, extras);
    }
}
