//! Our own JSON. `docs/json.md` describes it; nothing of it follows from how our types look.

use serde_json::{Map, Value, json};

use super::places::{Places, Region};
use super::stream::list;
use super::{Pieces, Report};
use crate::diagnostic::Level;
use crate::lint::{By, Finding};
use crate::report::json::escaped;
use crate::secret::{veiled_name, veiled_pointer};
use crate::syntax::{Columns, Span};

/// The version of the form, raised when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// The whole report as one object.
pub(super) fn whole(report: &Report<'_>, out: Pieces<'_>) {
    let writer = Writer::new(report);
    let files: Vec<Value> = (0..report.files.len())
        .map(|source| writer.file(source).into())
        .collect();
    let count = |level: Level| {
        report
            .open()
            .filter(|(_, finding)| finding.level == level)
            .count()
    };
    let counts = json!({
        "error": count(Level::Error),
        "warning": count(Level::Warning),
        "info": count(Level::Info),
        "ignored": report.findings.len() - report.open().count(),
        "fixed": report.fixed,
        "hidden": report.tally.hidden_count(),
    });
    let mut frame = json!({ "version": VERSION, "findings": [], "counts": counts, "files": files });
    if !report.disabled.is_empty() {
        frame["disabled"] = report.disabled.data();
    }
    let findings = report.findings.iter();
    list(
        &frame,
        "findings",
        findings.map(|finding| writer.finding(finding).into()),
        out,
    );
}

/// An object for each finding, on a line of its own, one for each file that could not be read, and one for what a
/// configuration takes away.
pub(super) fn lines(report: &Report<'_>, out: Pieces<'_>) {
    let writer = Writer::new(report);
    let findings = report
        .findings
        .iter()
        .map(|finding| writer.finding(finding));
    let faults = (0..report.files.len())
        .filter(|&source| report.files[source].fault.is_some())
        .map(|source| writer.file(source));
    let line = |mut fields: Map<String, Value>| {
        fields.shift_insert(0, "version".to_owned(), VERSION.into());
        escaped(&format!("{}\n", Value::Object(fields)))
    };
    let disabled = (!report.disabled.is_empty())
        .then(|| Map::from_iter([("disabled".to_owned(), report.disabled.data())]));
    faults
        .chain(disabled)
        .chain(findings)
        .for_each(|fields| out(&line(fields)));
}

struct Writer<'a> {
    report: Report<'a>,
    places: Places<'a>,
}

impl<'a> Writer<'a> {
    fn new(report: &Report<'a>) -> Self {
        Self {
            report: *report,
            places: Places::new(report, Columns::Chars),
        }
    }

    fn finding(&self, finding: &Finding) -> Map<String, Value> {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| {
            if !value.is_null() {
                fields.insert(name.to_owned(), value);
            }
        };
        put("rule", finding.rule.id.into());
        put("variant", finding.variant.into());
        put("level", finding.level.name().into());
        put("file", self.report.path(finding).into());
        put("host", self.report.files[finding.source].host.id.into());
        put("server", finding.server.as_deref().map(veiled_name).into());
        put("pointer", veiled_pointer(&finding.pointer).into());
        if let Some(span) = finding.span {
            self.place(finding.source, span)
                .into_iter()
                .for_each(|(name, number)| put(name, number.into()));
        }
        put("message", finding.message.as_str().into());
        put("label", finding.label.as_deref().into());
        put("help", finding.help.as_deref().into());
        put("url", super::page_url(finding.rule).into());
        put("related", self.related(finding));
        put("fix", self.fix(finding));
        let ignored = finding
            .ignored
            .as_ref()
            .map(|ignored| json!({ "by": by(ignored.by), "reason": ignored.reason }));
        put("ignored", ignored.into());
        fields
    }

    fn related(&self, finding: &Finding) -> Value {
        let each = finding.related.iter().map(|related| {
            let mut fields = Map::new();
            fields.insert(
                "file".to_owned(),
                self.report.files[related.source].source.name.into(),
            );
            fields.extend(
                self.place(related.source, related.span)
                    .map(|(name, number)| (name.to_owned(), number.into())),
            );
            fields.insert("label".to_owned(), related.label.as_str().into());
            Value::Object(fields)
        });
        each.collect()
    }

    fn fix(&self, finding: &Finding) -> Value {
        let Some(fix) = &finding.fix else {
            return Value::Null;
        };
        let edits = self.places.edits(finding);
        let left_out = edits.is_none();
        let edits = edits.into_iter().flatten().map(|edit| {
            let mut fields: Map<String, Value> = self
                .place(finding.source, edit.span)
                .map(|(name, number)| (name.to_owned(), number.into()))
                .into_iter()
                .collect();
            fields.insert("text".to_owned(), edit.text.as_str().into());
            Value::Object(fields)
        });
        let mut told = json!({ "title": fix.title, "safety": fix.safety.name(), "edits": edits.collect::<Value>() });
        if left_out {
            told["editsLeftOut"] = true.into();
        }
        told
    }

    fn place(&self, source: usize, span: Span) -> [(&'static str, usize); 6] {
        let Region {
            line,
            column,
            end_line,
            end_column,
        } = self.places.region(source, span);
        let bytes = span.range();
        [
            ("line", line),
            ("column", column),
            ("endLine", end_line),
            ("endColumn", end_column),
            ("start", bytes.start),
            ("end", bytes.end),
        ]
    }

    fn file(&self, source: usize) -> Map<String, Value> {
        let file = &self.report.files[source];
        let known = [
            ("file", Some(file.source.name)),
            ("host", Some(file.host.id)),
            ("fault", file.fault.as_deref()),
        ];
        known
            .into_iter()
            .filter_map(|(name, text)| Some((name.to_owned(), text?.into())))
            .collect()
    }
}

fn by(by: By) -> &'static str {
    match by {
        By::Comment => "comment",
        By::Configuration => "configuration",
        By::Baseline => "baseline",
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn every_line_is_an_object() {
        for line in sample(lines).lines() {
            assert!(
                serde_json::from_str::<Value>(line).is_ok_and(|value| value["version"] == VERSION),
                "{line}"
            );
        }
    }
}
