//! JUnit's XML: a suite for each file, a failed case for each finding.

use super::places::Places;
use super::{DISABLED, Report, UNREADABLE, message, page_url};
use crate::lint::Finding;
use crate::report::sanitize;
use crate::syntax::Columns;

/// All files, also those without a finding: a report without a case would read as if nothing had been looked at.
pub(super) fn render(report: &Report<'_>) -> String {
    let places = Places::new(report, Columns::Chars);
    let mut found: Vec<Vec<&Finding>> = report.files.iter().map(|_| Vec::new()).collect();
    report
        .open()
        .for_each(|(_, finding)| found[finding.source].push(finding));
    let (mut suites, mut tests, mut failures, mut errors) = (String::new(), 0, 0, 0);
    for (file, found) in report.files.iter().zip(&found) {
        let path = xml(file.source.name);
        let mut cases: Vec<String> = found
            .iter()
            .map(|finding| failed(finding, &places, &path))
            .collect();
        if let Some(why) = &file.fault {
            cases.push(case(
                UNREADABLE,
                &path,
                &format!(
                    "<error message=\"{0}\" type=\"error\">{0}</error>",
                    xml(why)
                ),
            ));
        }
        if cases.is_empty() {
            cases.push(format!(
                "    <testcase name=\"org.mcpconv\" classname=\"{path}\"/>\n"
            ));
        }
        let wrong = usize::from(file.fault.is_some());
        let (count, failed) = (cases.len(), found.len());
        suites.push_str(&format!("  <testsuite name=\"{path}\" tests=\"{count}\" failures=\"{failed}\" errors=\"{wrong}\">\n"));
        suites.extend(cases);
        suites.push_str("  </testsuite>\n");
        (tests, failures, errors) = (tests + count, failures + failed, errors + wrong);
    }
    if let Some((file, sentence)) = report.disabled() {
        let path = xml(file);
        suites.push_str(&format!(
            "  <testsuite name=\"{path}\" tests=\"1\" failures=\"0\" errors=\"0\">\n"
        ));
        let said = format!("<system-out>{}</system-out>", xml(&sentence));
        suites.push_str(&case(DISABLED, &path, &said));
        suites.push_str("  </testsuite>\n");
        tests += 1;
    }
    let root = format!(
        "<testsuites name=\"mcpconv\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
    );
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{root}\n{suites}</testsuites>\n")
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
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn a_suite_for_each_file() {
        insta::assert_snapshot!(sample(render), @r#"
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="mcpconv" tests="5" failures="3" errors="1">
          <testsuite name=".mcp.json" tests="1" failures="1" errors="0">
            <testcase name="org.mcpconv.plain-address" classname=".mcp.json">
              <failure message="`é🌈` has a plain address" type="warning">line 3, column 20: `é🌈` has a plain address: anybody can listen
        use `https`
        https://github.com/mcpconv/mcpconv/blob/main/docs/rules/plain-address.md</failure>
            </testcase>
          </testsuite>
          <testsuite name="a%,:\n\u{202e}&lt;b&gt;.json" tests="2" failures="2" errors="0">
            <testcase name="org.mcpconv.a-secret" classname="a%,:\n\u{202e}&lt;b&gt;.json">
              <failure message="100% of `\u{1b}[31mb`\nis secret" type="error">line 1, column 23: 100% of `\u{1b}[31mb`\nis secret
        https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md</failure>
            </testcase>
            <testcase name="org.mcpconv.a-secret" classname="a%,:\n\u{202e}&lt;b&gt;.json">
              <failure message="the whole file is odd" type="info">line 1, column 1: the whole file is odd
        https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md</failure>
            </testcase>
          </testsuite>
          <testsuite name="empty.json" tests="1" failures="0" errors="0">
            <testcase name="org.mcpconv" classname="empty.json"/>
          </testsuite>
          <testsuite name="gone.json" tests="1" failures="0" errors="1">
            <testcase name="org.mcpconv.unreadable-file" classname="gone.json">
              <error message="permission denied" type="error">permission denied</error>
            </testcase>
          </testsuite>
        </testsuites>
        "#);
    }

    #[test]
    fn what_xml_forbids_does_not_get_in() {
        assert_eq!(
            xml("<a b='c'>\0&\u{ffff}\u{8}\n\""),
            "&lt;a b=&apos;c&apos;&gt;\\u{0}&amp;\u{fffd}\\u{8}\\n&quot;"
        );
    }
}
