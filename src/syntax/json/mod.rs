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

    fn is_ordered(&self) -> bool {
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

    fn value(&self, out: &Out) -> String {
        let mut text = String::new();
        print::Looks::ONE_LINE.inline(&mut text, out);
        text
    }

    fn key(&self, key: &str) -> String {
        let mut text = String::with_capacity(key.len() + 2);
        print::string(&mut text, key);
        text
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
