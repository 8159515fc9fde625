//! TOML 1.1.

mod comments;
mod edit;
mod parse;
mod print;

use super::language::{Page, Syntax};
use super::{Document, Error, Out, Span, Style};
use crate::edit::{Change, Edit, Refused};

/// The language.
pub(super) struct Toml;

impl Syntax for Toml {
    fn name(&self) -> &'static str {
        "TOML"
    }

    fn has_comments(&self) -> bool {
        true
    }

    /// Headers of one table may stand between those of another.
    fn is_ordered(&self, _: &str) -> bool {
        false
    }

    fn parse<'t>(&self, text: &'t str) -> Result<Document<'t>, Error> {
        parse::parse(text)
    }

    fn comments(&self, text: &str) -> Vec<Span> {
        comments::comments(text)
    }

    fn edits(&self, text: &str, changes: &[Change], style: &Style) -> Result<Vec<Edit>, Refused> {
        edit::edits(text, changes, style)
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
