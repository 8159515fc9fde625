//! SARIF 2.1.0 with everything that code scanning asks for.
//!
//! All rules are listed, not only those that found something, so that an index always means the same rule. No text of a
//! file is repeated: there are no snippets, and fixes hold only what is new.

mod rules;
mod uri;

use std::cell::OnceCell;

use serde_json::{Value, json};

use super::fingerprint::fingerprints;
use super::line_hash::LineHashes;
use super::places::{Places, Region};
use super::stream::list;
use super::{HOME, Pieces, Report, message, urgency};
use crate::diagnostic::Level;
use crate::lint::{By, Finding, Ignored, Rule};
use crate::order::Order as _;
use crate::report::sanitize;
use crate::secret::veiled_pointer;
use crate::syntax::{Columns, Span};

/// Code scanning takes no more results in a run.
const MAX_RESULTS: usize = 25_000;

/// Code scanning takes no more places in a result.
const MAX_RELATED: usize = 999;

/// The report as a log with one run, whose tool has these `rules`.
pub(super) fn render(report: &Report<'_>, rules: &[&'static Rule], out: Pieces<'_>) {
    log(report, rules, MAX_RESULTS, out);
}

fn log(report: &Report<'_>, rules: &[&'static Rule], limit: usize, out: Pieces<'_>) {
    let writer = Writer::new(report, rules);
    let kept = worst(report.findings, limit);
    let frame = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "mcpconv",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": HOME,
                "rules": writer.rules.iter().map(|rule| rules::describe(rule)).collect::<Value>(),
            } },
            "columnKind": "utf16CodeUnits",
            "automationDetails": { "id": "mcpconv/" },
            "originalUriBaseIds": { uri::BASE: { "description": { "text": "The folder in which mcpconv ran." } } },
            "invocations": [writer.invocation(&kept)],
            "results": [],
        }],
    });
    let results = kept.iter().map(|&at| writer.result(at));
    list(&frame, "results", results, out);
}

/// The numbers of the worst findings, at most `limit`, in their own order.
fn worst(findings: &[Finding], limit: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..findings.len()).collect();
    if numbers.len() > limit {
        numbers.order_by_key(|&at| urgency(&findings[at]));
        numbers.truncate(limit);
        numbers.sort_unstable();
    }
    numbers
}

struct Writer<'a> {
    report: Report<'a>,
    rules: Vec<&'static Rule>,
    places: Places<'a>,
    hashes: Vec<OnceCell<LineHashes>>,
    prints: Vec<u64>,
}

impl<'a> Writer<'a> {
    fn new(report: &Report<'a>, rules: &[&'static Rule]) -> Self {
        let mut rules = rules.to_vec();
        rules.order_by_key(|rule| rule.id);
        let hashes = report.files.iter().map(|_| OnceCell::new()).collect();
        Self {
            report: *report,
            rules,
            places: Places::new(report, Columns::Utf16),
            hashes,
            prints: fingerprints(report),
        }
    }

    /// The result for the finding with this number.
    fn result(&self, at: usize) -> Value {
        let finding = &self.report.findings[at];
        let region = self.places.of(finding);
        let mut location = self.location(finding.source, region);
        if !finding.pointer.is_empty() {
            location["logicalLocations"] =
                json!([{ "fullyQualifiedName": veiled_pointer(&finding.pointer) }]);
        }
        let mut prints = json!({ "mcpconvPointer/v1": format!("{:016x}", self.prints[at]) });
        if let Some(hash) = self.line_hash(finding.source, region.line) {
            prints["primaryLocationLineHash"] = hash.into();
        }
        let mut result = json!({
            "ruleId": finding.rule.id,
            "level": level(finding.level),
            "message": text(&message(finding)),
            "locations": [location],
            "partialFingerprints": prints,
            // All results have a list or none has: a result without one would say that nothing is known about it.
            "suppressions": finding.ignored.iter().map(suppression).collect::<Value>(),
        });
        if let Ok(index) = self
            .rules
            .binary_search_by_key(&finding.rule.id, |rule| rule.id)
        {
            result["ruleIndex"] = index.into();
        }
        if !finding.related.is_empty() {
            result["relatedLocations"] = self.related(finding);
        }
        if let Some(fix) = self.fix(finding) {
            result["fixes"] = json!([fix]);
        }
        result
    }

    fn location(&self, source: usize, region: Region) -> Value {
        json!({ "physicalLocation": { "artifactLocation": uri::artifact(self.report.files[source].source.name), "region": range(region) } })
    }

    fn related(&self, finding: &Finding) -> Value {
        let each = finding
            .related
            .iter()
            .take(MAX_RELATED)
            .enumerate()
            .map(|(at, related)| {
                let mut location = self.location(
                    related.source,
                    self.places.region(related.source, related.span),
                );
                location["id"] = (at + 1).into();
                location["message"] = text(&related.label);
                location
            });
        each.collect()
    }

    fn fix(&self, finding: &Finding) -> Option<Value> {
        let fix = finding.fix.as_ref()?;
        let replacements: Vec<Value> = self
            .places
            .edits(finding)?
            .iter()
            .map(|edit| self.replacement(finding.source, edit.span, &edit.text))
            .collect();
        let artifact = uri::artifact(self.report.path(finding));
        let change = json!({ "artifactLocation": artifact, "replacements": replacements });
        let what = format!("{} ({})", fix.title, fix.safety.name());
        (!replacements.is_empty())
            .then(|| json!({ "description": text(&what), "artifactChanges": [change] }))
    }

    fn replacement(&self, source: usize, span: Span, text: &str) -> Value {
        let mut replacement = json!({ "deletedRegion": range(self.places.region(source, span)) });
        if !text.is_empty() {
            replacement["insertedContent"] = json!({ "text": text });
        }
        replacement
    }

    fn line_hash(&self, source: usize, line: usize) -> Option<String> {
        let file = &self.report.files[source];
        self.hashes[source]
            .get_or_init(|| LineHashes::new(file.source.text, file.bom))
            .line(line)
    }

    /// How the run went. A file that could not be read is told of but does not make the run a failure, for which code
    /// scanning would refuse all results, unless there was nothing else to read.
    fn invocation(&self, kept: &[usize]) -> Value {
        let left_out = self.report.findings.len() - kept.len();
        let mut notifications: Vec<Value> = Vec::new();
        for (file, why) in self.report.faults() {
            let place = json!({ "physicalLocation": { "artifactLocation": uri::artifact(file.source.name) } });
            notifications
                .push(json!({ "level": "error", "message": text(why), "locations": [place] }));
        }
        let successful = notifications.is_empty() || notifications.len() < self.report.files.len();
        if left_out > 0 {
            let what = format!(
                "{left_out} findings are omitted, because code scanning accepts no more; the worst are kept."
            );
            notifications.push(json!({ "level": "warning", "message": text(&what) }));
        }
        let kept = kept.iter().map(|&at| &self.report.findings[at]);
        if let Some((_, what)) = self.places.unedited(kept) {
            notifications.push(json!({ "level": "note", "message": text(&what) }));
        }
        let mut invocation = json!({ "executionSuccessful": successful, "toolExecutionNotifications": notifications });
        if let Some((file, sentence)) = self.report.disabled() {
            let place = json!({ "physicalLocation": { "artifactLocation": uri::artifact(file) } });
            let off = self.report.disabled.off.iter();
            invocation["toolConfigurationNotifications"] =
                json!([{ "level": "note", "message": text(&sentence), "locations": [place] }]);
            invocation["ruleConfigurationOverrides"] = off
                .map(|rule| json!({ "descriptor": { "id": rule }, "configuration": { "enabled": false } }))
                .collect();
        }
        invocation
    }
}

/// A message. What looks like a link in it comes from a name in a file, and nobody is to be led anywhere by that.
fn text(message: &str) -> Value {
    json!({ "text": sanitize(message).replace("](", "] (") })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Info => "note",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

fn range(at: Region) -> Value {
    json!({ "startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column })
}

fn suppression(ignored: &Ignored) -> Value {
    let kind = match ignored.by {
        By::Comment => "inSource",
        By::Configuration | By::Baseline => "external",
    };
    if ignored.reason.is_empty() {
        json!({ "kind": kind })
    } else {
        json!({ "kind": kind, "justification": ignored.reason })
    }
}

#[cfg(test)]
mod tests;
