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

fn range(
    Region {
        line,
        column,
        end_line,
        end_column,
    }: Region,
) -> Value {
    json!({ "start": { "line": line, "column": column }, "end": { "line": end_line, "column": end_column } })
}

#[cfg(test)]
mod tests {
    use super::super::sample::sample;
    use super::*;

    #[test]
    fn columns_are_bytes() {
        insta::assert_snapshot!(sample(render), @r#"
        {
          "source": {
            "name": "mcpconv",
            "url": "https://github.com/mcpconv/mcpconv"
          },
          "diagnostics": [
            {
              "message": "permission denied",
              "location": {
                "path": "gone.json"
              },
              "severity": "ERROR",
              "code": {
                "value": "unreadable-file"
              }
            },
            {
              "message": "`é🌈` has a plain address: anybody can listen",
              "location": {
                "path": ".mcp.json",
                "range": {
                  "start": {
                    "line": 3,
                    "column": 24
                  },
                  "end": {
                    "line": 3,
                    "column": 44
                  }
                }
              },
              "severity": "WARNING",
              "code": {
                "value": "plain-address",
                "url": "https://github.com/mcpconv/mcpconv/blob/main/docs/rules/plain-address.md"
              },
              "suggestions": [
                {
                  "range": {
                    "start": {
                      "line": 3,
                      "column": 44
                    },
                    "end": {
                      "line": 3,
                      "column": 44
                    }
                  },
                  "text": ", \"type\": \"http\""
                }
              ]
            },
            {
              "message": "100% of `\\u{1b}[31mb`\\nis secret",
              "location": {
                "path": "a%,:\n\u202e<b>.json",
                "range": {
                  "start": {
                    "line": 1,
                    "column": 26
                  },
                  "end": {
                    "line": 1,
                    "column": 35
                  }
                }
              },
              "severity": "ERROR",
              "code": {
                "value": "a-secret",
                "url": "https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md"
              },
              "suggestions": [
                {
                  "range": {
                    "start": {
                      "line": 1,
                      "column": 26
                    },
                    "end": {
                      "line": 1,
                      "column": 40
                    }
                  },
                  "text": ""
                }
              ]
            },
            {
              "message": "the whole file is odd",
              "location": {
                "path": "a%,:\n\u202e<b>.json"
              },
              "severity": "INFO",
              "code": {
                "value": "a-secret",
                "url": "https://github.com/mcpconv/mcpconv/blob/main/docs/rules/a-secret.md"
              }
            }
          ]
        }
        "#);
    }
}
