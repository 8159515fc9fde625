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

    fn wrap(&self, span: Span, key: &str) -> Option<[Edit; 2]> {
        let mut before = String::from("{ ");
        print::string(&mut before, key);
        before.push_str(": ");
        let edit = |at: u32, text| Edit {
            span: Span { start: at, end: at },
            text,
        };
        Some([edit(span.start, before), edit(span.end, " }".to_owned())])
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
