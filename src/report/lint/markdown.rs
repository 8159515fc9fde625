//! A table for the summary of a job, the worst first.

use super::places::Places;
use super::{Report, page_url, urgency};
use crate::diagnostic::Level;
use crate::report::sanitize;
use crate::syntax::Columns;

/// More rows than anybody reads; the rest is counted.
const MAX_ROWS: usize = 100;

/// A heading, the counts, and a row for each finding.
pub(super) fn render(report: &Report<'_>) -> String {
    let count = |level: Level| {
        report
            .open()
            .filter(|(_, finding)| finding.level == level)
            .count()
    };
    let (errors, warnings, infos) = (
        count(Level::Error),
        count(Level::Warning),
        count(Level::Info),
    );
    let ignored = report.findings.len() - report.open().count();
    let mut text = format!(
        "### mcpconv\n\n{errors} errors, {warnings} warnings, {infos} info in {} files",
        report.files.len()
    );
    for (number, word) in [(report.fixed, "fixed"), (ignored, "ignored")] {
        if number > 0 {
            text.push_str(&format!("; {number} {word}"));
        }
    }
    text.push('\n');
    for (file, why) in report.faults() {
        text.push_str(&format!(
            "\n{} could not be read: {}\n",
            code(file.source.name),
            escaped(why)
        ));
    }
    let mut findings: Vec<_> = report.open().map(|(_, finding)| finding).collect();
    findings.sort_by_key(|finding| urgency(finding));
    if !findings.is_empty() {
        text.push_str("\n| level | rule | place | finding |\n|---|---|---|---|\n");
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
            escaped(&finding.message)
        ));
    }
    if let Some(more @ 1..) = findings.len().checked_sub(MAX_ROWS) {
        text.push_str(&format!("\n… and {more} more\n"));
    }
    text
}

/// A text from a file that means nothing to Markdown. A name may hold backticks of its own, so all of them go.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for c in sanitize(text).replace('`', "'").chars() {
        if matches!(
            c,
            '\\' | '|' | '<' | '>' | '[' | ']' | '*' | '_' | '~' | '#' | '@' | '!'
        ) {
            safe.push('\\');
        }
        safe.push(c);
    }
    safe
}

/// A text as code, whatever is in it.
fn code(text: &str) -> String {
    format!("`{}`", sanitize(text).replace('`', "'").replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn the_worst_comes_first_and_nothing_breaks_the_table() {
        insta::assert_snapshot!(sample(render), @r"
        ### mcpconv

        1 errors, 1 warnings, 1 info in 4 files; 1 ignored

        `gone.json` could not be read: permission denied

        | level | rule | place | finding |
        |---|---|---|---|
        | error | [a-secret](https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md) | `a%,:\n\u{202e}<b>.json:1` | 100% of '\\u{1b}\[31mb'\\nis secret |
        | warning | [plain-address](https://github.com/mcpconv/mcpconv/blob/main/docs/rules/plain-address.md) | `.mcp.json:3` | 'é🌈' has a plain address |
        | info | [a-secret](https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md) | `a%,:\n\u{202e}<b>.json:1` | the whole file is odd |
        ");
    }
}
