//! A new document.
//!
//! It is what an edit of an empty document gives, and is printed by the same code, but entry by entry: nothing is kept but
//! the text, because there may be hundreds of thousands of them, and nothing is parsed again. A test holds the two to each
//! other.

use crate::syntax::{Language, Out, Page, Step, Style, path};

/// Puts a new document together, entry by entry.
pub(crate) struct Writer {
    language: Language,
    page: Page<'static>,
}

impl Writer {
    /// A document whose entries stand at `root`, with `frame` before them. If they are the items of a list, `list` is the
    /// key of their names.
    pub(crate) fn new(
        language: Language,
        style: &'static Style,
        root: &'static [&'static str],
        list: Option<&'static str>,
        frame: &Out,
    ) -> Self {
        let mut page = Page {
            text: String::new(),
            root,
            list,
            style,
            count: 0,
            top: 0,
        };
        language.syntax().begin(&mut page, frame);
        Self { language, page }
    }

    /// Adds an entry.
    pub(crate) fn entry(&mut self, name: &str, out: &Out) {
        self.language.syntax().entry(&mut self.page, name, out);
        self.page.count += 1;
    }

    /// The document, with `extras` beside the entries.
    pub(crate) fn finish(mut self, extras: &Out) -> String {
        self.language.syntax().end(&mut self.page, extras);
        self.page.text
    }

    /// The JSON pointer that the next entry will have.
    pub(crate) fn pointer(&self, name: &str) -> String {
        let mut pointer = String::new();
        for key in self.page.root {
            path::push_key(&mut pointer, key);
        }
        let step = match self.page.list {
            Some(_) => Step::Index(self.page.count),
            None => Step::Key(name),
        };
        path::push_pointer(&mut pointer, &[step]);
        pointer
    }
}

#[cfg(test)]
mod tests;
