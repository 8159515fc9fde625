//! Items between brackets or braces: which bytes to change so that some go and others come.

use std::collections::VecDeque;
use std::ops::Range;

use super::pieces::TomlPieces;
use super::scan::{skip_blanks, skip_trivia};

/// A list in a text and what is to become of it.
pub(super) struct List<'t> {
    pub(super) text: &'t str,
    pub(super) eol: &'t str,
    /// With both brackets.
    pub(super) span: Range<usize>,
    /// Braces, not brackets.
    pub(super) braces: bool,
    pub(super) items: Vec<Range<usize>>,
    pub(super) removed: Vec<bool>,
    /// New items, each before the item of this number, in order.
    pub(super) added: Vec<(usize, String)>,
}

impl List<'_> {
    pub(super) fn edit(mut self, pieces: &mut TomlPieces) {
        if self.items.is_empty() {
            return self.fill(pieces);
        }
        let commas: Vec<Option<usize>> =
            self.items.iter().map(|item| self.comma(item.end)).collect();
        let mut appended = VecDeque::new();
        // For each item, the first one from there on that stays.
        let mut next_kept = vec![None; self.items.len() + 1];
        for index in (0..self.items.len()).rev() {
            next_kept[index] = if self.removed[index] {
                next_kept[index + 1]
            } else {
                Some(index)
            };
        }
        for (before, text) in std::mem::take(&mut self.added) {
            match next_kept[before] {
                Some(index) => self.insert(index, &text, &commas, pieces),
                None => appended.push_back(text),
            }
        }
        let mut kept = self
            .removed
            .iter()
            .rposition(|removed| !removed)
            .map_or(0, |last| last + 1);
        // New items take the places of those that go at the end.
        while kept < self.items.len()
            && let Some(text) = appended.pop_front()
        {
            pieces.replace(self.items[kept].clone(), text);
            self.removed[kept] = false;
            kept += 1;
        }
        for index in (0..kept).filter(|index| self.removed[*index]) {
            self.remove(index, &commas, pieces);
        }
        if kept < self.items.len() {
            self.truncate(kept, &commas, pieces);
        } else {
            self.append(appended.into(), &commas, pieces);
        }
    }

    /// Puts the first items into an empty list.
    fn fill(&self, pieces: &mut TomlPieces) {
        let inside = self.span.start + 1..self.span.end - 1;
        let interior = &self.text[inside.clone()];
        let items: Vec<&str> = self.added.iter().map(|(_, text)| text.as_str()).collect();
        if items.is_empty() {
            return;
        }
        let Some(line) = interior.rfind('\n') else {
            // A space on each side is what taking the items out again takes along.
            let pad = if self.braces || !interior.is_empty() {
                " "
            } else {
                ""
            };
            return pieces.insert(inside.start, format!("{pad}{}{pad}", items.join(", ")));
        };
        let line = inside.start + line + 1;
        let comment = interior
            .find('#')
            .map(|at| indent(self.text, inside.start + at))
            .filter(|indent| !indent.is_empty());
        let indent = comment.map_or_else(
            || format!("{}  ", &self.text[line..inside.end]),
            str::to_owned,
        );
        let last = if self.braces { "" } else { "," };
        pieces.insert(
            line,
            format!(
                "{indent}{}{last}{}",
                items.join(&format!(",{}{indent}", self.eol)),
                self.eol
            ),
        );
    }

    /// Puts `text` before the item `index`, which stays.
    fn insert(&self, index: usize, text: &str, commas: &[Option<usize>], pieces: &mut TomlPieces) {
        let start = self.items[index].start;
        let gap = if self.starts_line(index) {
            format!(",{}{}", self.eol, indent(self.text, start))
        } else {
            self.separator(commas).to_owned()
        };
        pieces.insert(start, format!("{text}{gap}"));
    }

    /// Takes out the item `index`, after which others stay.
    fn remove(&self, index: usize, commas: &[Option<usize>], pieces: &mut TomlPieces) {
        let item = &self.items[index];
        let Some(comma) = commas[index] else { return };
        if let Some(lines) = self.lines(index, commas) {
            pieces.delete(lines);
            // It may stand on the next line, before the next item.
            return pieces.delete(comma..comma + 1);
        }
        let next = self.items[index + 1].start;
        if self.is_blank(comma + 1..next) {
            self.cut(item.start..item.end, comma, pieces);
            pieces.delete(comma..next);
        } else {
            self.cut(self.blanks_before(index)..item.end, comma, pieces);
        }
    }

    /// Takes out all items from `kept` on.
    fn truncate(&self, kept: usize, commas: &[Option<usize>], pieces: &mut TomlPieces) {
        let count = self.items.len();
        let end = commas[count - 1].map_or(self.items[count - 1].end, |comma| comma + 1);
        let whole = self.items[0].start..end;
        if kept == 0 && self.on_one_line() {
            let spaced = self.is_blank(whole.start - 1..whole.start)
                && self.is_blank(whole.end..whole.end + 1);
            return pieces.delete(if spaced {
                whole.start - 1..whole.end + 1
            } else {
                whole
            });
        }
        for index in kept..count {
            let lines = self.lines(index, commas);
            pieces.delete(lines.unwrap_or(self.blanks_before(index)..self.items[index].end));
        }
        // The comma after what stays goes only if no item had one after it at the end.
        let first = if commas[count - 1].is_some() {
            kept
        } else {
            kept.saturating_sub(1)
        };
        for comma in commas[first..].iter().flatten() {
            pieces.delete(*comma..comma + 1);
        }
    }

    /// Adds items after the last one.
    fn append(&self, added: Vec<String>, commas: &[Option<usize>], pieces: &mut TomlPieces) {
        let index = self.items.len() - 1;
        let (item, comma) = (&self.items[index], commas[index]);
        let after = comma.map_or(item.end, |comma| comma + 1);
        if added.is_empty() {
            return;
        }
        if !self.starts_line(index) || !self.text[after..self.span.end].contains('\n') {
            let separator = self.separator(commas);
            let joined = added.join(separator);
            return pieces.insert(
                after,
                if comma.is_some() {
                    format!("{}{joined},", &separator[1..])
                } else {
                    format!("{separator}{joined}")
                },
            );
        }
        if comma.is_none() {
            pieces.insert(after, ",".to_owned());
        }
        let line_end = self.text[after..]
            .find('\n')
            .map_or(self.text.len(), |length| after + length + 1);
        let indent = indent(self.text, item.start);
        let last = if comma.is_some() { "," } else { "" };
        pieces.insert(
            line_end,
            format!(
                "{indent}{}{last}{}",
                added.join(&format!(",{}{indent}", self.eol)),
                self.eol
            ),
        );
    }

    /// The whole lines of an item that shares them with nothing but its comma and a comment.
    fn lines(&self, index: usize, commas: &[Option<usize>]) -> Option<Range<usize>> {
        if !self.starts_line(index) {
            return None;
        }
        let item = &self.items[index];
        let after = skip_blanks(self.text, item.end);
        let after = if commas[index] == Some(after) {
            skip_blanks(self.text, after + 1)
        } else {
            after
        };
        let rest = &self.text[after..];
        let line = &rest[..rest.find('\n')? + 1];
        let clear = line.starts_with('#') || line.trim().is_empty();
        clear.then_some(item.start - indent(self.text, item.start).len()..after + line.len())
    }

    /// Whether no line ends between the items.
    fn on_one_line(&self) -> bool {
        let starts = self
            .items
            .iter()
            .map(|item| item.start)
            .chain([self.span.end]);
        let ends = std::iter::once(self.span.start).chain(self.items.iter().map(|item| item.end));
        starts
            .zip(ends)
            .all(|(start, end)| !self.text[end..start].contains('\n'))
    }

    fn starts_line(&self, index: usize) -> bool {
        // Never further back than the blanks go: there may be many items on one line.
        let before = &self.text[self.span.start..self.items[index].start];
        before.trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// Deletes an item and the comma after it, but not a comment between them.
    fn cut(&self, item: Range<usize>, comma: usize, pieces: &mut TomlPieces) {
        if self.is_blank(item.end..comma) {
            pieces.delete(item.start..comma + 1);
        } else {
            pieces.delete(item);
            pieces.delete(comma..comma + 1);
        }
    }

    /// Where the spaces before an item begin; its own start when it is the first on its line or in the list.
    fn blanks_before(&self, index: usize) -> usize {
        let start = self.items[index].start;
        if index == 0 || self.starts_line(index) {
            start
        } else {
            self.text[..start].trim_end_matches([' ', '\t']).len()
        }
    }

    /// What stands between items on one line here.
    fn separator(&self, commas: &[Option<usize>]) -> &'static str {
        let tight = |index: usize| {
            commas[index].is_some_and(|comma| comma + 1 == self.items[index + 1].start)
        };
        if self.items.len() > 1 && tight(self.items.len() - 2) {
            ","
        } else {
            ", "
        }
    }

    fn comma(&self, end: usize) -> Option<usize> {
        let at = skip_trivia(self.text, end);
        self.text[at..].starts_with(',').then_some(at)
    }

    fn is_blank(&self, range: Range<usize>) -> bool {
        self.text[range].chars().all(|c| c == ' ' || c == '\t')
    }
}

/// The white space at the start of the line that holds `at`.
pub(super) fn indent(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
    &text[start..skip_blanks(text, start).min(at)]
}
