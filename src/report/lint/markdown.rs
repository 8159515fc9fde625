//! A table for the summary of a job, the worst first.

use super::places::Places;
use super::{Pieces, Report, page_url, urgency};
use crate::order::Order as _;
use crate::report::sanitize;
use crate::syntax::Columns;

/// More rows than anybody reads; the rest is counted.
const MAX_ROWS: usize = 100;

/// A heading, the counts, and a row for each finding.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let ignored = report.findings.len() - report.open().count();
    let mut text = format!("### mcpconv\n\n{}", report.tally.headline());
    for (number, word) in [(report.fixed, "fixed"), (ignored, "ignored")] {
        if number > 0 {
            text.push_str(&format!("; {number} {word}"));
        }
    }
    if let Some(hidden) = report.tally.hidden() {
        text.push_str(&format!("; {hidden}"));
    }
    text.push('\n');
    for (file, why) in report.faults() {
        text.push_str(&format!(
            "\ncannot read {}: {}\n",
            code(file.source.name),
            code(why)
        ));
    }
    if let Some((_, sentence)) = report.disabled() {
        text.push_str(&format!("\n{}\n", code(&sentence)));
    }
    let mut findings: Vec<_> = report.open().map(|(_, finding)| finding).collect();
    findings.order_by_key(|finding| urgency(finding));
    if !findings.is_empty() {
        text.push_str("\n| level | rule | location | finding |\n|---|---|---|---|\n");
    }
    let places = Places::new(report, Columns::Chars);
    for finding in findings.iter().take(MAX_ROWS) {
        let place = format!("{}:{}", report.path(finding), places.of(finding).line);
        let (level, rule) = (finding.level.name(), finding.rule);
        text.push_str(&format!(
            "| {level} | [{}]({}) | {} | {} |\n",
            rule.id,
            page_url(rule),
            code(&place),
            code(&finding.message)
        ));
    }
    if let Some(more @ 1..) = findings.len().checked_sub(MAX_ROWS) {
        text.push_str(&format!("\n… and {more} more\n"));
    }
    out(&text);
}

/// A text as code, whatever is in it: nothing there is markup, and an address does not become a link.
fn code(text: &str) -> String {
    format!("`{}`", sanitize(text).replace('`', "'").replace('|', "\\|"))
}
