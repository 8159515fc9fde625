//! Places in a text: byte ranges inside, lines and columns only at the edge.

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

/// Finds lines in a text without walking it again for every position.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Walks `text` once.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .collect();
        Self { text, starts }
    }

    /// The line and column of `offset`, both from 1.
    ///
    /// An offset inside a character counts as the start of that character, and one past the end as the end, so a wrong
    /// offset gives a wrong column and never a panic.
    #[must_use]
    pub fn position(&self, offset: usize, unit: Columns) -> (usize, usize) {
        let offset = self.text.floor_char_boundary(offset.min(self.text.len()));
        let line = self.line(offset);
        let before = &self.text[self.starts[line]..offset];
        let column = match unit {
            Columns::Bytes => before.len(),
            Columns::Chars => before.chars().count(),
            Columns::Utf16 => before.encode_utf16().count(),
        };
        (line + 1, column + 1)
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
    use super::*;

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
