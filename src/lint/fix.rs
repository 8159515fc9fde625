//! A repair, said in terms of the document.

use super::rule::Safety;
use crate::edit::{Change, Edit, Refused, edits};
use crate::syntax::{Language, Out, OutValue, Span, Step, Style};

/// A repair. It never holds a secret: what is secret is only ever replaced.
#[derive(Clone, Debug)]
pub struct Fix {
    /// What it does, in a few words.
    pub title: String,
    /// Whether it needs a person.
    pub safety: Safety,
    pub(crate) repair: Repair,
}

/// What a [`Fix`] changes.
#[derive(Clone, Debug)]
pub(crate) enum Repair {
    /// Values in the tree.
    Changes(Vec<Change>),
    /// Bytes of the text.
    Edits(Vec<Edit>),
    /// The file becomes UTF-8 without a byte-order mark; the text stays.
    Encoding,
}

impl Fix {
    pub(crate) fn safe(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            safety: Safety::Safe,
            repair: Repair::Changes(Vec::new()),
        }
    }

    pub(crate) fn risky(title: impl Into<String>) -> Self {
        Self {
            safety: Safety::Unsafe,
            ..Self::safe(title)
        }
    }

    /// The same, where it may not be what is wanted.
    pub(crate) fn doubtful(mut self) -> Self {
        self.safety = Safety::Unsafe;
        self
    }

    fn change(mut self, change: Change) -> Self {
        match &mut self.repair {
            Repair::Changes(list) if !list.is_empty() => list.push(change),
            // Most have one, and there may be many of them.
            other => *other = Repair::Changes(vec![change]),
        }
        self
    }

    /// Sets the value at `path`.
    pub(crate) fn set(self, path: Vec<Step>, value: Out) -> Self {
        self.change(Change::Set(path, value))
    }

    /// Sets the value at `path` to a string.
    pub(crate) fn set_text(self, path: Vec<Step>, text: impl Into<String>) -> Self {
        self.set(path, Out::added(OutValue::String(text.into())))
    }

    /// Puts strings before the item at `path`.
    pub(crate) fn insert(self, path: Vec<Step>, texts: &[&str]) -> Self {
        let string = |text: &&str| Out::added(OutValue::String((*text).to_owned()));
        self.change(Change::Insert(path, texts.iter().map(string).collect()))
    }

    /// This and `other` at once, if both change values of the tree and need the same care.
    pub(crate) fn and(mut self, other: &Self) -> Option<Self> {
        match (&mut self.repair, &other.repair) {
            (Repair::Changes(all), Repair::Changes(more)) if self.safety == other.safety => {
                all.extend(more.iter().cloned());
                Some(self)
            }
            _ => None,
        }
    }

    /// Takes the value at `path` away, with its key.
    pub(crate) fn remove(self, path: Vec<Step>) -> Self {
        self.change(Change::Remove(path))
    }

    /// Gives the member at `path` another key.
    pub(crate) fn rename(self, path: Vec<Step>, key: impl Into<String>) -> Self {
        self.change(Change::Rename(path, key.into()))
    }

    /// Replaces a part of a string, whose bytes in the file are `span`. Not to be mixed with changes of the tree.
    ///
    /// Nothing if `text` cannot stand as it is between quotes of any kind.
    pub(crate) fn splice(self, span: Span, text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        let odd = |c: char| matches!(c, '"' | '\'' | '\\') || c.is_control();
        (!text.contains(odd)).then(|| self.replace(span, text))
    }

    /// Makes the whole document, which stands at `span`, the value of `key`. Nothing if its language cannot say that.
    pub(crate) fn wrap(
        self,
        language: Language,
        text: &str,
        span: Span,
        key: &str,
    ) -> Option<Self> {
        let edits = language.syntax().wrap(text, span, key)?;
        Some(
            edits
                .into_iter()
                .fold(self, |fix, edit| fix.replace(edit.span, edit.text)),
        )
    }

    /// Replaces bytes as they stand in the file, for what no change of the tree can say: comments, commas and the like.
    /// Not to be mixed with changes of the tree.
    pub(crate) fn replace(mut self, span: Span, text: impl Into<String>) -> Self {
        let edit = Edit {
            span,
            text: text.into(),
        };
        match &mut self.repair {
            Repair::Edits(list) => list.push(edit),
            other => *other = Repair::Edits(vec![edit]),
        }
        self
    }

    /// Writes the same text as plain UTF-8.
    pub(crate) fn encoding(mut self) -> Self {
        self.repair = Repair::Encoding;
        self
    }

    /// The bytes of `text` that change, and into what.
    ///
    /// # Errors
    /// What cannot be changed so, with the reason.
    pub(crate) fn edits(
        &self,
        text: &str,
        language: Language,
        style: &Style,
    ) -> Result<Vec<Edit>, Refused> {
        match &self.repair {
            Repair::Changes(changes) => edits(text, language, changes, style),
            Repair::Edits(edits) => Ok(edits.clone()),
            Repair::Encoding => Ok(Vec::new()),
        }
    }
}

pub(crate) use crate::syntax::path::below;
