//! Where findings are, in the unit of the format at hand, and what their repairs change.

use std::cell::{Cell, OnceCell};

use super::{Checked, Report};
use crate::edit::{Edit, apply};
use crate::lint::Finding;
use crate::report::Source;
use crate::report::mask::Veil;
use crate::syntax::{Columns, LineIndex, Span};

/// How many bytes of text are read again to work out repairs. Each repair costs its whole file, so that without a bound
/// a large file with many findings would take minutes.
const MAX_READ: usize = 16 << 20;

/// The bytes of a byte-order mark in UTF-8.
const MARK: usize = 3;

/// A range as formats write it: from 1, its end not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) end_line: usize,
    pub(super) end_column: usize,
}

/// The files of a report with their lines, which are found when first asked for.
pub(super) struct Places<'a> {
    files: &'a [Checked<'a>],
    unit: Columns,
    rulers: Vec<OnceCell<Ruler<'a>>>,
    allowance: Cell<usize>,
}

impl<'a> Places<'a> {
    pub(super) fn new(report: &Report<'a>, unit: Columns) -> Self {
        let rulers = report.files.iter().map(|_| OnceCell::new()).collect();
        Self {
            files: report.files,
            unit,
            rulers,
            allowance: Cell::new(MAX_READ),
        }
    }

    /// Where `span` is in the file with this number.
    ///
    /// A byte-order mark is bytes of the first line, and nothing to those who count characters.
    pub(super) fn region(&self, source: usize, span: Span) -> Region {
        let file = &self.files[source];
        let ruler = self.rulers[source].get_or_init(|| Ruler::new(file.source.text, self.unit));
        let at = |offset: u32| {
            let (line, column) = ruler.position(offset as usize);
            (
                line,
                if file.bom && line == 1 && self.unit == Columns::Bytes {
                    column + MARK
                } else {
                    column
                },
            )
        };
        let ((line, column), (end_line, end_column)) =
            (at(span.start), at(span.end.max(span.start)));
        Region {
            line,
            column,
            end_line,
            end_column,
        }
    }

    /// The region of a finding; the start of the file if it is about the whole of it.
    pub(super) fn of(&self, finding: &Finding) -> Region {
        finding.span.map_or(
            Region {
                line: 1,
                column: 1,
                end_line: 1,
                end_column: 1,
            },
            |span| self.region(finding.source, span),
        )
    }

    /// The replacements that repair a finding. None if it has no repair, if the repair is none of the text, if it cannot
    /// be worked out, or if it would repeat what looks like a secret: a repair may move a value that stood elsewhere.
    pub(super) fn edits(&self, finding: &Finding) -> Vec<Edit> {
        let Some(fix) = &finding.fix else {
            return Vec::new();
        };
        let file = &self.files[finding.source];
        let Some(left) = self.allowance.get().checked_sub(file.source.text.len()) else {
            return Vec::new();
        };
        self.allowance.set(left);
        let edits = fix
            .edits(file.source.text, file.source.language, &file.host.style)
            .unwrap_or_default();
        if reveals(&file.source, &edits) {
            Vec::new()
        } else {
            edits
        }
    }
}

/// Whether `edits` put something into the text that must not be shown.
fn reveals(source: &Source<'_>, edits: &[Edit]) -> bool {
    if edits.iter().all(|edit| edit.text.is_empty()) {
        return false;
    }
    let repaired = apply(source.text, edits);
    // Only what is put in is looked at: to look for secrets is what takes time.
    let veil = Veil::new(&Source {
        text: &repaired,
        ..*source
    });
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let (mut added, mut removed) = (0, 0);
    sorted.iter().any(|edit| {
        let start = edit.span.range().start + added - removed;
        let inserted = start..start + edit.text.len();
        added += edit.text.len();
        removed += edit.span.range().len();
        veil.covered(inserted.clone()) != repaired[inserted]
    })
}

/// Measures a text in one unit. Lines may be as long as the text, so columns are not counted from the start of a line but
/// from a mark nearby.
struct Ruler<'a> {
    text: &'a str,
    lines: LineIndex<'a>,
    unit: Columns,
    /// How many units stand before each multiple of [`STEP`] bytes.
    marks: Vec<usize>,
}

/// The distance between two marks of a [`Ruler`].
const STEP: usize = 1024;

impl<'a> Ruler<'a> {
    fn new(text: &'a str, unit: Columns) -> Self {
        let mut ruler = Self {
            text,
            lines: LineIndex::new(text),
            unit,
            marks: vec![0],
        };
        for mark in 1..=text.len() / STEP {
            let before = ruler.before(mark * STEP);
            ruler.marks.push(before);
        }
        ruler
    }

    /// The line and column of `offset`, both from 1. See [`LineIndex::position`] for offsets that are none.
    fn position(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.text.len());
        let line = self.lines.line(self.text.floor_char_boundary(offset));
        let start = self.lines.lines(line, line).start;
        (line + 1, self.before(offset) - self.before(start) + 1)
    }

    /// How many units stand before the character at `offset`.
    fn before(&self, offset: usize) -> usize {
        let mark = (offset / STEP).min(self.marks.len() - 1);
        let part = &self.text
            [self.text.floor_char_boundary(mark * STEP)..self.text.floor_char_boundary(offset)];
        let count = match self.unit {
            Columns::Bytes => part.len(),
            Columns::Chars => part.chars().count(),
            Columns::Utf16 => part.encode_utf16().count(),
        };
        self.marks[mark] + count
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::DisabledChecks;
    use super::*;
    use crate::hosts::by_name;
    use crate::lint::{Finding, Fix, RULES};
    use crate::syntax::Language;

    proptest! {
        #[test]
        fn a_ruler_agrees_with_counting_from_the_start_of_the_line(text in "([a-z]{0,900}|é|🌈|\n|\r\n){0,12}", offsets in prop::collection::vec(0usize..9000, 1..20)) {
            for unit in [Columns::Bytes, Columns::Chars, Columns::Utf16] {
                let (ruler, index) = (Ruler::new(&text, unit), LineIndex::new(&text));
                for &offset in &offsets {
                    prop_assert_eq!(ruler.position(offset), index.position(offset, unit), "{} {:?}", offset, unit);
                }
            }
        }
    }

    fn edits(text: &str, fix: Fix) -> Vec<Edit> {
        let source = Source {
            name: "a.json",
            text,
            language: Language::Json,
        };
        let files = [Checked {
            source,
            host: by_name("claude-code").expect("a host"),
            bom: false,
            fault: None,
        }];
        let mut finding = Finding::new(RULES[0], None, "a");
        finding.fix = Some(fix);
        Places::new(
            &Report {
                files: &files,
                findings: &[],
                tally: super::super::Tally::default(),
                fixed: 0,
                disabled: &DisabledChecks::default(),
            },
            Columns::Chars,
        )
        .edits(&finding)
    }

    #[test]
    fn a_repair_that_moves_a_secret_is_not_shown() {
        let text = format!(
            r#"{{"x": 1, "headers": {{"Authorization": "Bearer {}"}}}}"#,
            "q7Zr".repeat(5)
        );
        assert_eq!(
            edits(&text, Fix::safe("a").replace(Span::new(6, 7), "22")).len(),
            1
        );
        assert_eq!(
            edits(
                &text,
                Fix::safe("a").replace(Span::new(10, text.len() - 1), "\"y\": 3")
            )
            .len(),
            1
        );
        let moved = format!("\"q7Zr{}\"", "q7Zr".repeat(5));
        let value = text.find("\"Bearer").expect("a value");
        assert!(
            edits(
                &text,
                Fix::safe("a")
                    .replace(Span::new(6, 7), "22")
                    .replace(Span::new(value, text.len() - 2), moved)
            )
            .is_empty()
        );
    }

    #[test]
    fn a_file_that_cannot_be_changed_so_gives_no_edits() {
        assert!(
            edits(
                "{",
                Fix::safe("a").set_text(vec![crate::edit::Step::Key("a".to_owned())], "b")
            )
            .is_empty()
        );
    }
}
