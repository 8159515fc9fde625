//! What is wrong with a text, with a hint where the cause is well known.

use jsonc_parser::errors::ParseError;

use super::{Fault, Reader};
use crate::syntax::{Error, Span};

impl Reader<'_> {
    pub(super) fn error(&self, reason: impl Into<String>, hint: Option<&'static str>) -> Fault {
        Box::new(Error {
            span: self.span(),
            reason: reason.into(),
            hint,
        })
    }

    pub(super) fn unexpected(&self, wanted: &str) -> Fault {
        let hint = match &self.text[self.span().range()] {
            text if text.starts_with(['“', '”', '‘', '’']) => {
                Some("use straight double quotes")
            }
            _ => None,
        };
        self.error(format!("{wanted} was expected here"), hint)
    }

    pub(super) fn missing_comma(&self, wanted: &str) -> Fault {
        let gap = &self.text[self.end..self.start()];
        let hint = gap
            .contains('\n')
            .then_some("a comma is probably missing at the end of the line above");
        Box::new(Error {
            hint,
            ..*self.unexpected(wanted)
        })
    }

    /// The scanner's own complaint in our words, with a hint where its cause is well known.
    pub(super) fn scanner_error(&self, error: &ParseError) -> Fault {
        let (start, end) = (
            self.base + error.range().start,
            self.base + error.range().end,
        );
        let span = Span::new(start, end.max(start));
        let reason = error.kind().to_string();
        let near = &self.text[start.min(self.text.len())..];
        let hint = if near.starts_with('\'') {
            Some("use double quotes")
        } else if near.starts_with(['“', '”', '‘', '’']) {
            Some("use straight double quotes")
        } else if near.starts_with('\\') || reason.contains("escape") {
            Some("write a backslash as `\\\\`, or use `/` in paths")
        } else {
            None
        };
        let mut reason = reason;
        if let Some(first) = reason.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        Box::new(Error { span, reason, hint })
    }
}
