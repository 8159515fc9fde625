//! GitLab's code quality report.

use serde_json::{Value, json};

use super::fingerprint::{fingerprint, fingerprints};
use super::places::Places;
use super::stream::list;
use super::{DISABLED, Pieces, Report, UNREADABLE};
use crate::diagnostic::Level;
use crate::lint::Finding;
use crate::report::sanitize;
use crate::syntax::Columns;

/// From here on a security rule is about something that can be used right away.
const CRITICAL: f64 = 7.0;

/// All findings as one list.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let places = Places::new(report, Columns::Chars);
    let prints = fingerprints(report);
    let faults = report.faults().map(|(file, why)| {
        let path = file.source.name;
        issue(
            UNREADABLE,
            why,
            fingerprint(&[UNREADABLE, path], 0),
            "major",
            path,
            1,
        )
    });
    let findings = report.open().map(|(at, finding)| {
        let line = places.of(finding).line;
        issue(
            finding.rule.id,
            &finding.message,
            prints[at],
            severity(finding),
            report.path(finding),
            line,
        )
    });
    let disabled = report.disabled().map(|(file, sentence)| {
        let print = fingerprint(&[DISABLED, file], 0);
        issue(DISABLED, &sentence, print, "info", file, 1)
    });
    list(&json!([]), "", faults.chain(disabled).chain(findings), out);
}

/// The rule is said in the description too, because its own field is not shown.
fn issue(
    rule: &str,
    message: &str,
    fingerprint: u64,
    severity: &str,
    path: &str,
    line: usize,
) -> Value {
    json!({
        "description": format!("{rule}: {}", sanitize(message)),
        "check_name": rule,
        "fingerprint": format!("{fingerprint:016x}"),
        "severity": severity,
        "location": { "path": path, "lines": { "begin": line } },
    })
}

fn severity(finding: &Finding) -> &'static str {
    let danger = finding
        .rule
        .security
        .and_then(|danger| danger.parse::<f64>().ok());
    match finding.level {
        Level::Info => "info",
        Level::Warning => "minor",
        Level::Error if danger.is_some_and(|danger| danger >= CRITICAL) => "critical",
        Level::Error => "major",
    }
}
