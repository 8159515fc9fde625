//! Reviewdog's diagnostics, with columns in bytes.

use serde_json::{Map, Value, json};

use super::places::{Places, Region};
use super::stream::list;
use super::{DISABLED, HOME, Pieces, Report, UNEDITED, UNREADABLE, message, page_url};
use crate::diagnostic::Level;
use crate::lint::Finding;
use crate::report::sanitize;
use crate::syntax::Columns;

/// All findings as one object.
pub(super) fn render(report: &Report<'_>, out: Pieces<'_>) {
    let places = Places::new(report, Columns::Bytes);
    let faults = report
        .faults()
        .map(|(file, why)| json!({ "message": sanitize(why), "location": { "path": file.source.name }, "severity": "ERROR", "code": { "value": UNREADABLE } }));
    let findings = report
        .open()
        .map(|(_, finding)| diagnostic(finding, report.path(finding), &places));
    let disabled = report
        .disabled()
        .map(|(file, sentence)| json!({ "message": sanitize(&sentence), "location": { "path": file }, "severity": "INFO", "code": { "value": DISABLED } }));
    let frame = json!({ "source": { "name": "mcpconv", "url": HOME }, "diagnostics": [] });
    let unedited = places
        .unedited(report.open().map(|(_, finding)| finding))
        .map(|(file, sentence)| json!({ "message": sentence, "location": { "path": file }, "severity": "INFO", "code": { "value": UNEDITED } }));
    list(
        &frame,
        "diagnostics",
        faults.chain(disabled).chain(unedited).chain(findings),
        out,
    );
}

fn diagnostic(finding: &Finding, path: &str, places: &Places<'_>) -> Value {
    let mut location = Map::new();
    location.insert("path".to_owned(), path.into());
    if let Some(span) = finding.span {
        location.insert(
            "range".to_owned(),
            range(places.region(finding.source, span)),
        );
    }
    let severity = match finding.level {
        Level::Info => "INFO",
        Level::Warning => "WARNING",
        Level::Error => "ERROR",
    };
    let code = json!({ "value": finding.rule.id, "url": page_url(finding.rule) });
    let mut diagnostic = json!({ "message": message(finding), "location": location, "severity": severity, "code": code });
    // Each suggestion is taken or left by itself, so half a repair must not be one.
    if let Some([edit]) = places.edits(finding) {
        diagnostic["suggestions"] = json!([{ "range": range(places.region(finding.source, edit.span)), "text": edit.text }]);
    }
    diagnostic
}

fn range(at: Region) -> Value {
    json!({ "start": { "line": at.line, "column": at.column }, "end": { "line": at.end_line, "column": at.end_column } })
}
