//! A line for each finding, for people in a hurry and for editors that know compilers.

use super::places::Places;
use super::{DISABLED, Pieces, Report, UNREADABLE};
use crate::report::sanitize;
use crate::syntax::Columns;

/// `path:line:column: level[rule] message`, with `[fixable]` after it if `--fix` would change it.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let places = Places::new(report, Columns::Chars);
    let faults = report.faults().map(|(file, why)| {
        format!(
            "{}: error[{UNREADABLE}] {}\n",
            sanitize(file.source.name),
            sanitize(why)
        )
    });
    let findings = report.open().map(|(_, finding)| {
        let at = places.of(finding);
        let mark = match finding.mark() {
            Some(mark) => format!(" {mark}"),
            None => String::new(),
        };
        let (path, level, rule) = (
            sanitize(report.path(finding)),
            finding.level.name(),
            finding.rule.id,
        );
        format!(
            "{path}:{}:{}: {level}[{rule}] {}{mark}\n",
            at.line,
            at.column,
            sanitize(&finding.message)
        )
    });
    let disabled = report.disabled().map(|(file, sentence)| {
        format!(
            "{}: info[{DISABLED}] {}\n",
            sanitize(file),
            sanitize(&sentence)
        )
    });
    faults
        .chain(disabled)
        .chain(findings)
        .for_each(|line| out(&line));
}
