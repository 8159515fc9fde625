//! Places in a text: byte ranges inside, lines and columns only at the edge.

use std::sync::OnceLock;

/// A byte range of a source text. Half the size of `Range<usize>`, because every node of a tree carries one;
/// texts are therefore at most 4 GiB long, which the reader of files enforces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`.
    ///
    /// # Panics
    /// If an offset does not fit 32 bits, which no text that was let in can have.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let narrow =
            |offset: usize| u32::try_from(offset).expect("texts over 4 GiB are refused when read");
        Self {
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// The same range for slicing.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// Whether `other` lies within this range.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// The unit in which an output format counts columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Columns {
    /// UTF-8 bytes.
    Bytes,
    /// Unicode scalar values: our own JSON, and what people count.
    Chars,
    /// UTF-16 code units.
    Utf16,
}

impl Columns {
    fn count(self, text: &str) -> usize {
        match self {
            Self::Bytes => text.len(),
            Self::Chars => text.chars().count(),
            Self::Utf16 => text.encode_utf16().count(),
        }
    }
}

/// Finds lines in a text without walking it again for every position.
///
/// A line may be as long as the text, so columns far from its start are counted from a mark nearby.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
    chars: OnceLock<Vec<usize>>,
    utf16: OnceLock<Vec<usize>>,
}

/// The distance between two marks of a [`LineIndex`].
const STEP: usize = 1024;

impl<'a> LineIndex<'a> {
    /// Walks `text` once.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .collect();
        Self {
            text,
            starts,
            chars: OnceLock::new(),
            utf16: OnceLock::new(),
        }
    }

    /// The line and column of `offset`, both from 1.
    ///
    /// An offset inside a character counts as the start of that character, and one past the end as the end, so a wrong
    /// offset gives a wrong column and never a panic.
    #[must_use]
    pub fn position(&self, offset: usize, unit: Columns) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.line(offset);
        let start = self.starts[line];
        let column = if offset - start <= STEP {
            unit.count(&self.text[start..offset])
        } else {
            self.before(offset, unit) - self.before(start, unit)
        };
        (line + 1, column + 1)
    }

    /// How many units stand before `offset`, where a character starts.
    fn before(&self, offset: usize, unit: Columns) -> usize {
        let marks = match unit {
            Columns::Bytes => return offset,
            Columns::Chars => self.chars.get_or_init(|| self.marks(unit)),
            Columns::Utf16 => self.utf16.get_or_init(|| self.marks(unit)),
        };
        let mark = offset / STEP;
        marks[mark] + unit.count(&self.text[self.text.floor_char_boundary(mark * STEP)..offset])
    }

    /// How many units stand before each multiple of [`STEP`] bytes.
    fn marks(&self, unit: Columns) -> Vec<usize> {
        let (mut marks, mut at) = (vec![0], 0);
        for mark in 1..=self.text.len() / STEP {
            let next = self.text.floor_char_boundary(mark * STEP);
            marks.push(marks[mark - 1] + unit.count(&self.text[at..next]));
            at = next;
        }
        marks
    }

    /// The index, from 0, of the line that holds `offset`.
    pub(crate) fn line(&self, offset: usize) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The bytes of the lines `first..=last`, counted from 0 and cut at the end of the text.
    pub(crate) fn lines(&self, first: usize, last: usize) -> std::ops::Range<usize> {
        let end = self
            .starts
            .get(last + 1)
            .copied()
            .unwrap_or(self.text.len());
        self.starts[first.min(self.starts.len() - 1)]..end
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_column_is_what_stands_before_it_in_its_line(text in "([a-z]{0,900}|é|🌈|\n|\r\n){0,12}", offsets in prop::collection::vec(0usize..9000, 1..20)) {
            let index = LineIndex::new(&text);
            for unit in [Columns::Bytes, Columns::Chars, Columns::Utf16] {
                for &offset in &offsets {
                    let before = &text[..text.floor_char_boundary(offset)];
                    let line = before.rsplit('\n').next().unwrap_or_default();
                    let place = (before.matches('\n').count() + 1, unit.count(line) + 1);
                    prop_assert_eq!(index.position(offset, unit), place, "{} {:?}", offset, unit);
                }
            }
        }
    }

    #[test]
    fn columns_are_counted_in_the_unit_that_was_asked_for() {
        let index = LineIndex::new("a\né🌈x");
        let x = "a\né🌈".len();
        assert_eq!(index.position(x, Columns::Bytes), (2, 7));
        assert_eq!(index.position(x, Columns::Chars), (2, 3));
        assert_eq!(index.position(x, Columns::Utf16), (2, 4));
    }

    #[test]
    fn an_offset_inside_a_character_or_past_the_end_does_not_panic() {
        let index = LineIndex::new("é");
        assert_eq!(index.position(1, Columns::Chars), (1, 1));
        assert_eq!(index.position(99, Columns::Chars), (1, 2));
    }
}
