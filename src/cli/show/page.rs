//! Rows of labels and values, wrapped to the terminal, each with its place at the right.

use crate::report::{Look, sanitize};
use crate::secret::veiled;

/// Narrower than this nothing is aligned to the right; wider than that the eye loses the line.
const MIN_WIDTH: usize = 40;
const MAX_WIDTH: usize = 120;

/// Where values start.
const INDENT: usize = 13;

/// Way a piece of text looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    Plain,
    Bold,
    Dim,
    Good,
    Warn,
    Bad,
}

impl Ink {
    fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Bold => "1",
            Self::Dim => "2",
            Self::Good => "32",
            Self::Warn => "33",
            Self::Bad => "31",
        }
    }
}

/// What is not broken over lines: pieces of text, each with its look.
#[derive(Clone, Debug, Default)]
pub(super) struct Cell(Vec<(Ink, String)>);

impl Cell {
    /// One piece; what a terminal would obey is made visible.
    pub(super) fn new(style: Ink, text: &str) -> Self {
        Self::default().with(style, text)
    }

    /// One more piece.
    pub(super) fn with(mut self, style: Ink, text: &str) -> Self {
        self.0.push((style, sanitize(text).into_owned()));
        self
    }

    /// Another cell after this one, without a break between them.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }

    /// The same with blanks up to a width.
    pub(super) fn padded(mut self, width: usize) -> Self {
        let blanks = width.saturating_sub(self.width());
        self.0.push((Ink::Plain, " ".repeat(blanks)));
        self
    }

    fn width(&self) -> usize {
        self.0.iter().map(|(_, text)| text.chars().count()).sum()
    }
}

/// Words of a sentence, which may be broken anywhere.
pub(super) fn words(style: Ink, text: &str) -> Vec<Cell> {
    // What is quoted may have blanks in it.
    let text = veiled(text);
    let words = text.split(' ').filter(|word| !word.is_empty());
    words.map(|word| Cell::new(style, word)).collect()
}

/// The text that grows.
pub(super) struct Paper<'l> {
    look: &'l Look,
    width: usize,
    text: String,
    /// The look that the terminal was last told.
    style: Ink,
}

impl<'l> Paper<'l> {
    pub(super) fn new(look: &'l Look) -> Self {
        Self {
            look,
            width: look.width.clamp(MIN_WIDTH, MAX_WIDTH),
            text: String::new(),
            style: Ink::Plain,
        }
    }

    pub(super) fn finish(self) -> String {
        self.text
    }

    pub(super) fn blank(&mut self) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
    }

    /// A line that stands on its own, with its place at the right.
    pub(super) fn heading(&mut self, cells: &[Cell], at: &str) {
        self.lines("", cells, 2, at);
    }

    /// A label and its value.
    pub(super) fn row(&mut self, label: &str, cells: &[Cell], at: &str) {
        let label = format!("  {label:<0$}", INDENT - 2);
        self.lines(&label, cells, INDENT, at);
    }

    fn lines(&mut self, label: &str, cells: &[Cell], indent: usize, at: &str) {
        self.paint(Ink::Dim, label);
        let mut column = label.chars().count();
        let mut first = true;
        for cell in cells {
            let width = cell.width();
            if !first && column + 1 + width > self.width {
                self.end();
                self.text.push_str(&" ".repeat(indent));
                column = indent;
            } else if !first {
                self.text.push(' ');
                column += 1;
            }
            for (style, text) in &cell.0 {
                self.paint(*style, text);
            }
            column += width;
            first = false;
        }
        self.place(column, indent, at);
        self.end();
    }

    /// The place of a row: at the right if there is room, else below.
    fn place(&mut self, column: usize, indent: usize, at: &str) {
        if at.is_empty() {
            return;
        }
        let at = sanitize(at);
        let width = at.chars().count();
        if column + 2 + width <= self.width {
            self.text.push_str(&" ".repeat(self.width - column - width));
        } else {
            self.end();
            self.text.push_str(&" ".repeat(indent));
        }
        self.paint(Ink::Dim, &at);
    }

    /// Adds text; the terminal is told about its look only where that changes.
    fn paint(&mut self, style: Ink, text: &str) {
        let blank = text.trim().is_empty();
        if self.look.color && style != self.style && !blank {
            if self.style != Ink::Plain {
                self.text.push_str("\u{1b}[0m");
            }
            if style != Ink::Plain {
                self.text.push_str(&format!("\u{1b}[{}m", style.code()));
            }
            self.style = style;
        }
        self.text.push_str(text);
    }

    /// Ends a line, without blanks or a look at its end.
    fn end(&mut self) {
        let end = self.text.trim_end_matches(' ').len();
        self.text.truncate(end);
        if self.style != Ink::Plain {
            self.text.push_str("\u{1b}[0m");
            self.style = Ink::Plain;
        }
        self.text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(width: usize, color: bool, cells: &[Cell]) -> String {
        let look = Look {
            color,
            unicode: true,
            width,
            pages: false,
        };
        let mut page = Paper::new(&look);
        page.row("args", cells, "a.json:1");
        page.finish()
    }

    #[test]
    fn places_stand_at_the_right_or_below() {
        let cells = words(Ink::Plain, "one two three four five six");
        assert_eq!(
            page(60, false, &cells),
            format!(
                "  args       one two three four five six{}a.json:1\n",
                " ".repeat(12)
            )
        );
        assert_eq!(
            page(40, false, &cells),
            "  args       one two three four five six\n             a.json:1\n"
        );
    }

    #[test]
    fn no_line_is_wider_than_the_terminal_if_its_words_are_not() {
        let cells = words(Ink::Warn, &"word ".repeat(50));
        for line in page(72, false, &cells).lines() {
            assert!(line.chars().count() <= 72, "{line}");
        }
    }

    #[test]
    fn what_a_terminal_obeys_is_visible() {
        let text = page(80, true, &[Cell::new(Ink::Bad, "a\u{1b}[2J\u{202e}b\n")]);
        assert!(text.contains("\\u{1b}[2J\\u{202e}b\\n"), "{text}");
    }
}
