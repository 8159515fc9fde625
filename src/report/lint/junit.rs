//! JUnit's XML: a suite for each file, a failed case for each finding.

use super::places::Places;
use super::{Checked, DISABLED, Pieces, Report, UNREADABLE, message, page_url};
use crate::lint::Finding;
use crate::report::sanitize;
use crate::syntax::Columns;

/// All files, also those without a finding: a report without a case would read as if nothing had been looked at.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let places = Places::new(report, Columns::Chars);
    let mut found: Vec<Vec<&Finding>> = report.files.iter().map(|_| Vec::new()).collect();
    report
        .open()
        .for_each(|(_, finding)| found[finding.source].push(finding));
    // Their numbers stand before the cases.
    let counts = |file: &Checked<'_>, found: &[&Finding]| {
        let wrong = usize::from(file.fault.is_some());
        ((found.len() + wrong).max(1), found.len(), wrong)
    };
    let none = (usize::from(report.disabled().is_some()), 0, 0);
    let (tests, failures, errors) = report.files.iter().zip(&found).fold(none, |sum, each| {
        let (tests, failures, errors) = counts(each.0, each.1);
        (sum.0 + tests, sum.1 + failures, sum.2 + errors)
    });
    out("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    out(&format!(
        "<testsuites name=\"mcpconv\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    ));
    for (file, found) in report.files.iter().zip(&found) {
        let path = xml(file.source.name);
        out(&suite(&path, counts(file, found)));
        for finding in found {
            out(&failed(finding, &places, &path));
        }
        if let Some(why) = &file.fault {
            let error = format!(
                "<error message=\"{0}\" type=\"error\">{0}</error>",
                xml(why)
            );
            out(&case(UNREADABLE, &path, &error));
        } else if found.is_empty() {
            out(&format!(
                "    <testcase name=\"org.mcpconv\" classname=\"{path}\"/>\n"
            ));
        }
        out("  </testsuite>\n");
    }
    if let Some((file, sentence)) = report.disabled() {
        let path = xml(file);
        out(&suite(&path, (1, 0, 0)));
        let said = format!("<system-out>{}</system-out>", xml(&sentence));
        out(&case(DISABLED, &path, &said));
        out("  </testsuite>\n");
    }
    out("</testsuites>\n");
}

/// The start of a suite with so many tests, failures and errors.
fn suite(path: &str, (tests, failures, errors): (usize, usize, usize)) -> String {
    format!(
        "  <testsuite name=\"{path}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n"
    )
}

fn failed(finding: &Finding, places: &Places<'_>, path: &str) -> String {
    let at = places.of(finding);
    let help = finding
        .help
        .as_deref()
        .map(|help| format!("\n{}", xml(help)))
        .unwrap_or_default();
    let text = format!(
        "line {}, column {}: {}{help}\n{}",
        at.line,
        at.column,
        xml(&message(finding)),
        page_url(finding.rule)
    );
    let failure = format!(
        "<failure message=\"{}\" type=\"{}\">{text}</failure>",
        xml(&finding.message),
        finding.level.name()
    );
    case(finding.rule.id, path, &failure)
}

fn case(rule: &str, path: &str, outcome: &str) -> String {
    format!(
        "    <testcase name=\"org.mcpconv.{rule}\" classname=\"{path}\">\n      {outcome}\n    </testcase>\n"
    )
}

/// A text that may stand in an attribute or an element. What XML knows no way to write is made visible or replaced.
fn xml(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in sanitize(text).chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&apos;"),
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            c => safe.push(c),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_forbids_does_not_get_in() {
        assert_eq!(
            xml("<a b='c'>\0&\u{ffff}\u{8}\n\""),
            "&lt;a b=&apos;c&apos;&gt;\\u{0}&amp;\u{fffd}\\u{8}\\n&quot;"
        );
    }
}
