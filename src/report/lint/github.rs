//! Annotations of GitHub Actions: commands on standard output that the runner turns into notes on a pull request.

use super::places::{Places, Region};
use super::{DISABLED, Pieces, Report, UNREADABLE, message, page_url, urgency};
use crate::diagnostic::Level;
use crate::lint::Finding;
use crate::order::Order as _;
use crate::report::sanitize::{is_unsafe, sanitize};
use crate::syntax::Columns;

/// A command for each finding. Only the first ten of each kind are shown, so the worst come first.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let places = Places::new(report, Columns::Chars);
    let mut findings: Vec<&Finding> = report.open().map(|(_, finding)| finding).collect();
    findings.order_by_key(|finding| urgency(finding));
    let faults = report.faults().map(|(file, why)| {
        format!(
            "::error file={},title={UNREADABLE}::{}\n",
            property(file.source.name),
            data(why)
        )
    });
    let findings = findings.into_iter().map(|finding| {
        let kind = match finding.level {
            Level::Info => "notice",
            Level::Warning => "warning",
            Level::Error => "error",
        };
        let place = finding
            .span
            .map(|span| place(places.region(finding.source, span)))
            .unwrap_or_default();
        let help = finding
            .help
            .as_deref()
            .map(|help| format!("%0A{}", data(help)))
            .unwrap_or_default();
        let (path, title) = (property(report.path(finding)), property(finding.rule.id));
        format!(
            "::{kind} file={path}{place},title={title}::{}{help}%0A{}\n",
            data(&message(finding)),
            data(&page_url(finding.rule))
        )
    });
    let disabled = report.disabled().map(|(file, sentence)| {
        format!(
            "::notice file={},title={DISABLED}::{}\n",
            property(file),
            data(&sentence)
        )
    });
    faults
        .chain(disabled)
        .chain(findings)
        .for_each(|line| out(&line));
}

/// Columns mean something only within one line.
fn place(at: Region) -> String {
    let mut place = format!(",line={},endLine={}", at.line, at.end_line);
    if at.line == at.end_line {
        place.push_str(&format!(",col={},endColumn={}", at.column, at.end_column));
    }
    place
}

/// A text behind the second pair of colons. A line break cannot end it, since none is left.
fn data(text: &str) -> String {
    sanitize(text).replace('%', "%25")
}

/// The value of a property. The runner looks for the file under this name, so only what a log must not show is changed.
fn property(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '%' => safe.push_str("%25"),
            '\r' => safe.push_str("%0D"),
            '\n' => safe.push_str("%0A"),
            ':' => safe.push_str("%3A"),
            ',' => safe.push_str("%2C"),
            c if is_unsafe(c) => safe.push_str(&sanitize(c.encode_utf8(&mut [0; 4]))),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_ends_a_property_or_a_command() {
        assert_eq!(
            property("a,b:c%0A\r\n\u{1b}"),
            "a%2Cb%3Ac%250A%0D%0A\\u{1b}"
        );
        assert_eq!(data("100%\n::error::x"), "100%25\\n::error::x");
    }
}
