//! The few lines a diagnostic is about, as miette wants them.
//!
//! miette reads a source by spans and prints lines as they are. An [`Excerpt`] is therefore a small text of its own: the
//! lines around the marks, with secrets covered and long lines cropped, and the marks moved to where their bytes are now.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

use super::mask::Veil;
use super::window::window;
use super::{Source, blank, sanitize};
use crate::order::Order as _;
use crate::syntax::{Columns, LineIndex, Span};

/// A mark over more lines than this is only drawn on its first line.
const MAX_LINES: usize = 6;

/// A source with what is worked out once for all its diagnostics.
pub(super) struct Sheet<'a> {
    pub(super) name: Cow<'a, str>,
    text: &'a str,
    index: LineIndex<'a>,
    source: Source<'a>,
    veil: OnceCell<Veil<'a>>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(source: Source<'a>) -> Self {
        Self {
            name: sanitize(source.name),
            text: source.text,
            index: LineIndex::new(source.text),
            source,
            veil: OnceCell::new(),
        }
    }

    /// A place in the source in the form that editors and terminals make a link of.
    pub(super) fn place(&self, span: Span) -> String {
        let (line, column) = self.index.position(span.range().start, Columns::Chars);
        format!("{}:{line}:{column}", self.name)
    }

    /// The bytes of a line, counted from 0, without its line break.
    fn line(&self, line: usize) -> Range<usize> {
        let range = self.index.lines(line, line);
        let length = self.text[range.clone()]
            .trim_end_matches(['\n', '\r'])
            .len();
        range.start..range.start + length
    }
}

/// A place to point at, and what to write there.
#[derive(Debug)]
pub(super) struct Mark {
    pub(super) span: Span,
    pub(super) label: Option<String>,
    pub(super) primary: bool,
}

/// How much room there is, and how to show that something was left out.
pub(super) struct ExcerptFrame {
    pub(super) columns: usize,
    pub(super) omission: &'static str,
}

/// Some lines of a [`Sheet`] with marks in them.
#[derive(Debug)]
pub(super) struct Excerpt {
    name: String,
    text: String,
    parts: Vec<Part>,
    pub(super) labels: Vec<LabeledSpan>,
    /// The line and column, from 0, of each label's start in the source.
    places: Vec<(usize, usize)>,
    /// Marks that lie outside of the cropped lines.
    pub(super) unseen: Vec<Mark>,
}

/// Lines of an excerpt that follow each other in the source too.
#[derive(Debug)]
struct Part {
    bytes: Range<usize>,
    /// The first line, from 0.
    line: usize,
    lines: usize,
}

/// A line of an excerpt: which bytes of the source it shows, and where they are now.
struct Row {
    line: usize,
    shown: Range<usize>,
    at: usize,
    /// Whether something behind `shown` was left out.
    cropped: bool,
}

/// A mark cut to the text, and the lines it is drawn on.
struct Cut {
    bytes: Range<usize>,
    first: usize,
    last: usize,
    primary: bool,
}

impl Excerpt {
    pub(super) fn new(sheet: &Sheet<'_>, marks: Vec<Mark>, frame: &ExcerptFrame) -> Self {
        let cuts: Vec<Cut> = marks.iter().map(|mark| cut(sheet, mark)).collect();
        let mut excerpt = Self {
            name: sheet.name.to_string(),
            text: String::new(),
            parts: Vec::new(),
            labels: Vec::new(),
            places: Vec::new(),
            unseen: Vec::new(),
        };
        let mut rows = Vec::new();
        for lines in groups(sheet, &cuts) {
            let start = excerpt.text.len();
            rows.extend(
                lines
                    .clone()
                    .map(|line| excerpt.row(sheet, line, &cuts, frame)),
            );
            excerpt.parts.push(Part {
                bytes: start..excerpt.text.len(),
                line: lines.start,
                lines: lines.len(),
            });
        }
        for (mark, cut) in marks.into_iter().zip(cuts) {
            match moved(&rows, &cut) {
                Some(span) => excerpt.mark(sheet, mark, &cut, span),
                None => excerpt.unseen.push(mark),
            }
        }
        excerpt
    }

    /// Appends a line of the source.
    fn row(&mut self, sheet: &Sheet<'_>, line: usize, cuts: &[Cut], frame: &ExcerptFrame) -> Row {
        let bytes = sheet.line(line);
        let shown = window(
            sheet.text,
            bytes.clone(),
            focus(&bytes, line, cuts, frame.columns),
            frame.columns,
        );
        if shown.start > bytes.start {
            self.text.push_str(frame.omission);
        }
        let at = self.text.len();
        self.text.push_str(&blank(
            &sheet
                .veil
                .get_or_init(|| Veil::new(&sheet.source))
                .covered(shown.clone()),
        ));
        if shown.end < bytes.end {
            self.text.push_str(frame.omission);
        }
        // Also behind the last line of a file, so that a mark at its end has a place to point at.
        self.text.push('\n');
        Row {
            line,
            cropped: shown.end < bytes.end,
            shown,
            at,
        }
    }

    fn mark(&mut self, sheet: &Sheet<'_>, mark: Mark, cut: &Cut, span: Range<usize>) {
        let label = if mark.primary {
            LabeledSpan::new_primary_with_span
        } else {
            LabeledSpan::new_with_span
        };
        self.labels.push(label(mark.label, SourceSpan::from(span)));
        let (line, column) = sheet.index.position(cut.bytes.start, Columns::Chars);
        self.places.push((line - 1, column - 1));
    }
}

/// The lines to show, in order and not overlapping: those of the marks with one more on each side.
fn groups(sheet: &Sheet<'_>, cuts: &[Cut]) -> Vec<Range<usize>> {
    let end = sheet.index.line(sheet.text.len());
    // The empty line behind the last line break is worth showing only to point at it.
    let last = if sheet.line(end).is_empty() {
        end.saturating_sub(1)
    } else {
        end
    };
    let mut lines: Vec<Range<usize>> = cuts
        .iter()
        .map(|cut| cut.first.saturating_sub(1)..(cut.last + 1).min(last).max(cut.last) + 1)
        .collect();
    lines.sort_unstable_by_key(|lines| lines.start);
    lines.dedup_by(|next, before| {
        let touches = next.start <= before.end;
        if touches {
            before.end = before.end.max(next.end);
        }
        touches
    });
    lines
}

fn cut(sheet: &Sheet<'_>, mark: &Mark) -> Cut {
    let text = sheet.text;
    let start = text.floor_char_boundary(mark.span.range().start);
    let end = text.ceil_char_boundary(mark.span.range().end).max(start);
    // A line break at the end of a mark would only pull in the line behind.
    let end = start + text[start..end].trim_end_matches(['\n', '\r']).len();
    let (first, last) = (sheet.index.line(start), sheet.index.line(end));
    if last - first < MAX_LINES {
        return Cut {
            bytes: start..end,
            first,
            last,
            primary: mark.primary,
        };
    }
    Cut {
        bytes: start..sheet.line(first).end.max(start),
        first,
        last: first,
        primary: mark.primary,
    }
}

/// The bytes of a line that must be in view: the primary mark's, and those of other marks as far as there is room.
fn focus(bytes: &Range<usize>, line: usize, cuts: &[Cut], columns: usize) -> Range<usize> {
    let mut on_line: Vec<&Cut> = cuts
        .iter()
        .filter(|cut| cut.first == line || cut.last == line)
        .collect();
    on_line.order_by_key(|cut| !cut.primary);
    let mut parts = on_line
        .iter()
        .map(|cut| cut.bytes.start.max(bytes.start)..cut.bytes.end.min(bytes.end));
    let first = parts.next().unwrap_or(bytes.start..bytes.start);
    parts.fold(first, |focus, part| {
        let both = focus.start.min(part.start)..focus.end.max(part.end);
        if both.len() <= columns / 2 {
            both
        } else {
            focus
        }
    })
}

/// Where the bytes of a mark are in the excerpt; nothing if its start was cropped away.
fn moved(rows: &[Row], cut: &Cut) -> Option<Range<usize>> {
    let row = |line: usize| rows.iter().find(|row| row.line == line);
    let move_to = |row: &Row, offset: usize| {
        row.at + offset.clamp(row.shown.start, row.shown.end) - row.shown.start
    };
    let (first, last) = (row(cut.first)?, row(cut.last)?);
    if cut.bytes.start < first.shown.start || first.cropped && cut.bytes.start > first.shown.end {
        return None;
    }
    let start = move_to(first, cut.bytes.start);
    Some(start..move_to(last, cut.bytes.end).max(start))
}

impl SourceCode for Excerpt {
    /// The whole part that `span` lies in; without context, which is how miette asks for a label's place, only that.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let asked = span.offset()..span.offset() + span.len();
        let holds = |part: &&Part| part.bytes.start <= asked.start && asked.end <= part.bytes.end;
        let part = self
            .parts
            .iter()
            .rfind(holds)
            .ok_or(MietteError::OutOfBounds)?;
        let (line, column) = match self.labels.iter().position(|label| label.inner() == span) {
            Some(label) if before == 0 && after == 0 => self.places[label],
            _ => (part.line, 0),
        };
        let data = self.text[part.bytes.clone()].as_bytes();
        Ok(Box::new(MietteSpanContents::new_named(
            self.name.clone(),
            data,
            SourceSpan::from(part.bytes.clone()),
            line,
            column,
            part.lines,
        )))
    }
}
