//! YAML 1.2.

mod edit;
mod fault;
mod layout;
mod parse;
mod print;
mod reader;
mod scalar;
#[cfg(test)]
mod tests;

pub(super) use scalar::{is_date, odd_word};

use super::language::{Page, Syntax};
use super::{Document, Error, Out, Span, Style};
use crate::edit::{Change, Edit, Refused};

/// The language.
pub(super) struct Yaml {
    /// The key `<<` puts the members of other maps into its own, as in YAML 1.1.
    pub(super) merge: bool,
}

impl Syntax for Yaml {
    fn name(&self) -> &'static str {
        "YAML"
    }

    fn has_comments(&self) -> bool {
        true
    }

    /// What an alias stands for stands elsewhere.
    fn is_ordered(&self, text: &str) -> bool {
        !text.contains('*')
    }

    fn has_aliases(&self, text: &str) -> bool {
        let before = |c: char| c.is_whitespace() || "[{,".contains(c);
        let named = |c: char| !c.is_whitespace() && !"*\"'".contains(c);
        text.match_indices('*')
            .any(|(at, _)| text[..at].ends_with(before) && text[at + 1..].starts_with(named))
    }

    fn parse<'t>(&self, text: &'t str) -> Result<Document<'t>, Error> {
        parse::parse(text, self.merge)
    }

    fn comments(&self, text: &str) -> Vec<Span> {
        reader::comments(text)
    }

    fn edits(&self, text: &str, changes: &[Change], style: &Style) -> Result<Vec<Edit>, Refused> {
        edit::edits(text, changes, style.indent, self.merge)
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
