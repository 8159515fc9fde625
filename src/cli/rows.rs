//! The file of `--report`: an array with one object for each value of the sources.
//!
//! Every object has the same keys. `v` is the version of this form, raised when a key changes its meaning or goes
//! away; `file`, `server` (or null), `pointer` (a JSON pointer), `line`, `column`, `start` and `end` say where the value
//! stands; `class` is what became of it, `targets` where it stands in the output (JSON pointers); `rule` and `reason`
//! (or null) explain a loss. Lines and columns count from 1, columns in characters; `start` and `end` are bytes of the
//! text as UTF-8, without a byte-order mark. No values are in it.

use std::io::{self, Write};

use serde_json::json;

use crate::convert::Row;
use crate::report::Source;

const VERSION: u32 = 1;

/// Writes `rows` to `out`, each on a line of its own.
///
/// # Errors
/// Whatever `out` says.
pub(super) fn write(out: &mut dyn Write, rows: &[Row], sources: &[Source<'_>]) -> io::Result<()> {
    let mut cursors: Vec<Cursor<'_>> = sources
        .iter()
        .map(|source| Cursor::new(source.text))
        .collect();
    let mut before = "[\n";
    for row in rows {
        out.write_all(before.as_bytes())?;
        let (line, column) = cursors[row.source].position(row.span.range().start);
        let object = json!({
            "v": VERSION,
            "file": sources[row.source].name,
            "server": row.server,
            "pointer": row.pointer,
            "line": line,
            "column": column,
            "start": row.span.start,
            "end": row.span.end,
            "class": row.class.name(),
            "targets": row.targets,
            "rule": row.rule,
            "reason": row.reason,
        });
        serde_json::to_writer(&mut *out, &object)?;
        before = ",\n";
    }
    out.write_all(if rows.is_empty() { b"[]\n" } else { b"\n]\n" })
}

/// Counts lines and columns of places that mostly follow each other, without going back to the start of a line that
/// may hold the whole file.
struct Cursor<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            offset: 0,
            line: 1,
            column: 1,
        }
    }

    fn position(&mut self, offset: usize) -> (usize, usize) {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let passed = &self.text[self.offset..offset];
        if let Some(at) = passed.rfind('\n') {
            self.line += passed.bytes().filter(|byte| *byte == b'\n').count();
            self.column = 1 + passed[at + 1..].chars().count();
        } else {
            self.column += passed.chars().count();
        }
        self.offset = offset;
        (self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::convert::Class;
    use crate::syntax::{Columns, Language, LineIndex, Span};

    #[test]
    fn a_row_has_every_key() {
        let row = |server: Option<&str>, rule| Row {
            source: 0,
            server: server.map(str::to_owned),
            pointer: "/a/b".to_owned(),
            span: Span::new(2, 3),
            class: Class::Dropped,
            targets: vec!["/c".to_owned()],
            rule,
            reason: None,
        };
        let sources = [Source {
            name: "a.json",
            text: "{\n1}",
            language: Language::Json,
        }];
        let mut out = Vec::new();
        write(
            &mut out,
            &[row(Some("b"), Some("r")), row(None, None)],
            &sources,
        )
        .expect("memory");
        insta::assert_snapshot!(String::from_utf8(out).expect("text"), @r#"
        [
        {"v":1,"file":"a.json","server":"b","pointer":"/a/b","line":2,"column":1,"start":2,"end":3,"class":"dropped","targets":["/c"],"rule":"r","reason":null},
        {"v":1,"file":"a.json","server":null,"pointer":"/a/b","line":2,"column":1,"start":2,"end":3,"class":"dropped","targets":["/c"],"rule":null,"reason":null}
        ]
        "#);
        let mut out = Vec::new();
        write(&mut out, &[], &sources).expect("memory");
        assert_eq!(out, b"[]\n");
    }

    proptest! {
        #[test]
        fn a_cursor_says_what_a_line_index_says(text in "([a\n]|é|🌈){0,30}", offsets in prop::collection::vec(0..90usize, 0..9)) {
            let (index, mut cursor) = (LineIndex::new(&text), Cursor::new(&text));
            for offset in offsets {
                prop_assert_eq!(cursor.position(offset), index.position(offset, Columns::Chars));
            }
        }
    }
}
