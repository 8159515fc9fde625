//! Diagnostics for programs.

use std::cell::OnceCell;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::Source;
use super::sanitize::{is_command, is_unsafe};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::secret::veiled_json;
use crate::syntax::{Columns, LineIndex, Span};

/// The version of the form, raised when a field changes its meaning or goes away.
const VERSION: u32 = 1;

/// All `diagnostics` as one JSON object, with a line break at its end.
///
/// Lines and columns are counted from 1, columns in characters; `start` and `end` are bytes. What is not known is left
/// out. No value of a source is repeated, so there is nothing to cover.
#[must_use]
pub(crate) fn json(diagnostics: &Diagnostics, sources: &[Source<'_>]) -> String {
    let places = Places {
        sources: sources
            .iter()
            .map(|&source| (source, OnceCell::new()))
            .collect(),
    };
    let list: Vec<Value> = diagnostics
        .list()
        .iter()
        .map(|diagnostic| places.diagnostic(diagnostic))
        .collect();
    let mut counts = Map::new();
    for level in [Level::Error, Level::Warning, Level::Info] {
        counts.insert(level.name().to_owned(), diagnostics.count(level).into());
    }
    let report = json!({ "version": VERSION, "diagnostics": list, "counts": counts, "leftOut": diagnostics.left_out() });
    escaped(&format!("{report:#}\n"))
}

/// The sources with their lines, which are found when first asked for.
struct Places<'a> {
    sources: Vec<(Source<'a>, OnceCell<LineIndex<'a>>)>,
}

impl Places<'_> {
    fn diagnostic(&self, diagnostic: &Diagnostic) -> Value {
        let mut fields = Map::new();
        fields.insert("rule".to_owned(), diagnostic.rule.into());
        fields.insert("level".to_owned(), diagnostic.level.name().into());
        self.place(diagnostic.source, diagnostic.span, &mut fields);
        fields.insert("message".to_owned(), diagnostic.message.as_str().into());
        for (name, text) in [("label", &diagnostic.label), ("help", &diagnostic.help)] {
            if let Some(text) = text {
                fields.insert(name.to_owned(), text.as_str().into());
            }
        }
        let related = diagnostic.related.iter().map(|related| {
            let mut fields = Map::new();
            self.place(related.source, Some(related.span), &mut fields);
            fields.insert("label".to_owned(), related.label.as_str().into());
            Value::Object(fields)
        });
        fields.insert("related".to_owned(), related.collect());
        Value::Object(fields)
    }

    fn place(&self, source: usize, span: Option<Span>, fields: &mut Map<String, Value>) {
        let Some((source, lines)) = self.sources.get(source) else {
            return;
        };
        fields.insert("file".to_owned(), source.name.into());
        let Some(span) = span else {
            return;
        };
        let lines = lines.get_or_init(|| LineIndex::new(source.text));
        let (line, column) = lines.position(span.range().start, Columns::Chars);
        let (end_line, end_column) = lines.position(span.range().end, Columns::Chars);
        let numbers = [
            ("line", line),
            ("column", column),
            ("endLine", end_line),
            ("endColumn", end_column),
            ("start", span.range().start),
            ("end", span.range().end),
        ];
        fields.extend(numbers.map(|(name, number)| (name.to_owned(), number.into())));
    }
}

/// `json` with the characters that a terminal obeys or hides as escapes, and tokens covered. They can only stand in
/// strings, where an escape means the same.
pub(crate) fn escaped(json: &str) -> String {
    let json = veiled_json(json);
    let mut safe = String::with_capacity(json.len());
    for (at, c) in json.char_indices() {
        let command = c == '#' && is_command(&json[at..]);
        if c == '\n' || !command && !is_unsafe(c) {
            safe.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(safe, "\\u{unit:04x}");
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Language;

    fn source<'a>(name: &'a str, text: &'a str) -> Source<'a> {
        Source {
            name,
            text,
            language: Language::Json,
        }
    }

    #[test]
    fn a_diagnostic_has_all_its_fields_in_order() {
        let mut diagnostics = Diagnostics::new(1);
        let text = "{\n\"🌈\": 1}";
        diagnostics.push(
            Diagnostic::new("a-rule", Level::Warning, Span::new(10, 11), "a message")
                .label("why")
                .help("what to do")
                .related(1, Span::new(0, 1), "there"),
        );
        diagnostics.push(Diagnostic::new("a-rule", Level::Info, None, "left out"));
        insta::assert_snapshot!(json(&diagnostics, &[source("a.json", text), source("b.json", "{}")]), @r#"
        {
          "version": 1,
          "diagnostics": [
            {
              "rule": "a-rule",
              "level": "warning",
              "file": "a.json",
              "line": 2,
              "column": 6,
              "endLine": 2,
              "endColumn": 7,
              "start": 10,
              "end": 11,
              "message": "a message",
              "label": "why",
              "help": "what to do",
              "related": [
                {
                  "file": "b.json",
                  "line": 1,
                  "column": 1,
                  "endLine": 1,
                  "endColumn": 2,
                  "start": 0,
                  "end": 1,
                  "label": "there"
                }
              ]
            }
          ],
          "counts": {
            "error": 0,
            "warning": 1,
            "info": 1
          },
          "leftOut": 1
        }
        "#);
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let mut diagnostics = Diagnostics::new(9);
        diagnostics.push(Diagnostic::new("a", Level::Error, None, "b"));
        diagnostics.push(Diagnostic::new("a", Level::Error, Span::new(0, 1), "b").of(7));
        let report: Value =
            serde_json::from_str(&json(&diagnostics, &[source("c", "")])).expect("JSON");
        assert_eq!(
            report["diagnostics"][0],
            json!({ "rule": "a", "level": "error", "file": "c", "message": "b", "related": [] })
        );
        assert_eq!(
            report["diagnostics"][1],
            json!({ "rule": "a", "level": "error", "message": "b", "related": [] })
        );
    }

    #[test]
    fn unsafe_characters_are_escaped_and_keep_their_meaning() {
        let name = "a\u{202e}\x1b\u{7f}\u{e0041}\n\"é🌈";
        let mut diagnostics = Diagnostics::new(9);
        diagnostics.push(Diagnostic::new("a", Level::Error, None, name));
        let text = json(&diagnostics, &[source(name, "")]);
        assert!(!text.contains(|c| c != '\n' && is_unsafe(c)), "{text:?}");
        assert!(text.ends_with("}\n"));
        let report: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(report["diagnostics"][0]["file"], name);
        assert_eq!(report["diagnostics"][0]["message"], name);
    }
}
