//! Where findings are, in the unit of the format at hand, and what their repairs change.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::{Checked, Report};
use crate::edit::{Edit, apply};
use crate::lint::{Finding, Fix, OwnEdits, Patient};
use crate::order::Order as _;
use crate::report::Source;
use crate::report::mask::Veil;
use crate::syntax::{Columns, LineIndex, Span};

/// How many bytes of text are read again to work out repairs. Repairs that get in each other's way cost the whole file
/// each, so that without a bound a large file with many of them would take minutes.
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
    findings: &'a [Finding],
    lines: Vec<OnceCell<LineIndex<'a>>>,
    repairs: OnceCell<HashMap<*const Finding, Vec<Edit>>>,
}

impl<'a> Places<'a> {
    pub(super) fn new(report: &Report<'a>, unit: Columns) -> Self {
        let lines = report.files.iter().map(|_| OnceCell::new()).collect();
        Self {
            files: report.files,
            unit,
            findings: report.findings,
            lines,
            repairs: OnceCell::new(),
        }
    }

    /// Where `span` is in the file with this number.
    ///
    /// A byte-order mark is bytes of the first line, and nothing to those who count characters.
    pub(super) fn region(&self, source: usize, span: Span) -> Region {
        let file = &self.files[source];
        let lines = self.lines[source].get_or_init(|| LineIndex::new(file.source.text));
        let at = |offset: u32| {
            let (line, column) = lines.position(offset as usize, self.unit);
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
        let start = Region {
            line: 1,
            column: 1,
            end_line: 1,
            end_column: 1,
        };
        let of = |span| self.region(finding.source, span);
        finding.span.map_or(start, of)
    }

    /// The replacements that repair a finding. Empty if it has no repair, if the repair is none of the text, if it cannot
    /// be worked out, or if it would repeat what looks like a secret: a repair may move a value that stood elsewhere.
    /// Nothing if working it out would take too long.
    pub(super) fn edits(&self, finding: &Finding) -> Option<&[Edit]> {
        if finding.fix.is_none() {
            return Some(&[]);
        }
        let repairs = self.repairs.get_or_init(|| self.repairs());
        let edits = repairs.get(&std::ptr::from_ref(finding));
        edits.map(Vec::as_slice)
    }

    /// The replacements of all findings that have a repair, as far as that does not take too long.
    fn repairs(&self) -> HashMap<*const Finding, Vec<Edit>> {
        let mut by_file: Vec<(Vec<&Finding>, Vec<&Fix>)> = Vec::new();
        by_file.resize_with(self.files.len(), Default::default);
        for finding in self.findings {
            if let Some(fix) = &finding.fix {
                let (findings, fixes) = &mut by_file[finding.source];
                findings.push(finding);
                fixes.push(fix);
            }
        }
        let mut repairs = HashMap::new();
        let mut allowance = MAX_READ;
        for (file, (findings, fixes)) in self.files.iter().zip(by_file) {
            if fixes.is_empty() {
                continue;
            }
            let patient = Patient {
                text: file.source.text,
                language: file.source.language,
                style: &file.host.style,
            };
            patient.each(&fixes, &mut allowance, &mut |mut group| {
                conceal(&file.source, &mut group);
                repairs.extend(
                    group
                        .into_iter()
                        .map(|(at, edits)| (std::ptr::from_ref(findings[at]), edits)),
                );
            });
        }
        repairs
    }

    /// What is to be said, and of which file first, if `findings`, asked for in this order, are too many for all to have
    /// their edits.
    pub(super) fn unedited<'f>(
        &self,
        findings: impl Iterator<Item = &'f Finding>,
    ) -> Option<(&'a str, String)> {
        let mut without = findings.filter(|finding| self.edits(finding).is_none());
        let file = self.files[without.next()?.source].source.name;
        let count = 1 + without.count();
        Some((
            file,
            format!(
                "The edits of {count} fixes are left out, because the files are too large to work out all of them. \
                 `mcpconv lint --fix --diff` shows them."
            ),
        ))
    }
}

/// Takes away the edits of those that put something into the text which must not be shown.
fn conceal(source: &Source<'_>, group: &mut [OwnEdits]) {
    let mut all: Vec<(usize, &Edit)> = Vec::new();
    for (at, (_, edits)) in group.iter().enumerate() {
        all.extend(edits.iter().map(|edit| (at, edit)));
    }
    if all.iter().all(|(_, edit)| edit.text.is_empty()) {
        return;
    }
    all.order_by_key(|(_, edit)| (edit.span.start, edit.span.end));
    let edits: Vec<Edit> = all.iter().map(|(_, edit)| (*edit).clone()).collect();
    let repaired = apply(source.text, &edits);
    // Only what is put in is looked at: to look for secrets is what takes time.
    let veil = Veil::new(&Source {
        text: &repaired,
        ..*source
    });
    let (mut added, mut removed) = (0, 0);
    let mut revealing = Vec::new();
    for (at, edit) in all {
        let start = edit.span.range().start + added - removed;
        let inserted = start..start + edit.text.len();
        added += edit.text.len();
        removed += edit.span.range().len();
        if veil.covered(inserted.clone()) != repaired[inserted] {
            revealing.push(at);
        }
    }
    for at in revealing {
        group[at].1.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{checked, whole};
    use super::super::{ReportFormat, render};
    use super::*;
    use crate::lint::{Finding, Fix, RULES};

    fn fixed(fix: Fix) -> Finding {
        Finding {
            fix: Some(fix),
            ..Finding::new(RULES[0], None, "a")
        }
    }

    fn edits(text: &str, fix: Fix) -> Vec<Edit> {
        let files = [checked("a.json", text)];
        let findings = [fixed(fix)];
        let places = Places::new(&Report::of(&files, &findings), Columns::Chars);
        places.edits(&findings[0]).expect("a small file").to_vec()
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
    fn edits_that_are_left_out_are_told() {
        let text = format!("{{\"x\": 1}}{}", " ".repeat(MAX_READ / 2));
        let files = [checked("a.json", &text)];
        let fixed = || fixed(Fix::safe("a").replace(Span::new(6, 7), ""));
        let findings = [fixed(), Finding::new(RULES[0], None, "b"), fixed(), fixed()];
        let report = Report::of(&files, &findings);
        let places = Places::new(&report, Columns::Chars);
        let (file, sentence) = places.unedited(findings.iter()).expect("a sentence");
        assert_eq!(file, "a.json");
        assert!(sentence.contains("The edits of 2 fixes"), "{sentence}");
        let given: Vec<bool> = findings
            .iter()
            .map(|finding| places.edits(finding).is_some())
            .collect();
        assert_eq!(given, [true, true, false, false]);
        assert!(places.unedited(findings[..2].iter()).is_none());
        for (format, words) in [
            (ReportFormat::Json, "\"editsLeftOut\": true"),
            (ReportFormat::JsonLines, "\"editsLeftOut\":true"),
            (ReportFormat::Sarif, "The edits of 2 fixes are left out"),
            (ReportFormat::RdJson, "The edits of 2 fixes are left out"),
        ] {
            let text = whole(|out| render(format, &report, out));
            assert!(text.contains(words), "{}:\n{text}", format.name());
        }
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
