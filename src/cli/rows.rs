//! The file of `--report`: an array with one object for each value of the sources, then one for each difference in what
//! the target does.
//!
//! Every object has the same keys. `v` is the version of this form, raised when a key changes its meaning or goes away,
//! or when there are objects of a new kind; `file`, `server` (or null), `pointer` (a JSON pointer), `line`, `column`,
//! `start` and `end` say where the value stands; `class` is what became of it, `targets` where it stands in the output
//! (JSON pointers); `rule` and `reason` (or null) explain a loss. Lines and columns count from 1, columns in characters;
//! `start` and `end` are bytes of the text as UTF-8, without a byte-order mark. No values are in it.
//!
//! A difference has the class `effect`. Its pointers are those of the server, since it need not come from one value; its
//! position is that of the value which makes it, or of the server's name. `aspect` says what differs, and `worlds` for
//! which variables: `set`, `empty`, `unset`, `special`. For values, they are null and empty.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::convert::{Conversion, EffectRow, Row};
use crate::order::Order as _;
use crate::report::{Source, escaped};
use crate::secret::{veiled, veiled_name, veiled_pointer};
use crate::syntax::Span;

const VERSION: u32 = 2;

/// Writes the rows of `conversion` to `out`, each on a line of its own.
///
/// # Errors
/// Whatever `out` says.
pub(super) fn write(
    out: &mut dyn Write,
    conversion: &Conversion,
    sources: &[Source<'_>],
) -> io::Result<()> {
    let mut positions = Positions::new(sources);
    // In source order, so that positions are found by going on.
    let mut effects: Vec<&EffectRow> = conversion.effects.iter().collect();
    effects.order_by_key(|row| (row.source, row.span.start));
    let mut before = "[\n";
    for row in &conversion.rows {
        out.write_all(before.as_bytes())?;
        out.write_all(escaped(&value(row, &mut positions).to_string()).as_bytes())?;
        before = ",\n";
    }
    for row in &effects {
        out.write_all(before.as_bytes())?;
        out.write_all(escaped(&effect(row, &mut positions).to_string()).as_bytes())?;
        before = ",\n";
    }
    let is_empty = conversion.rows.is_empty() && effects.is_empty();
    out.write_all(if is_empty { b"[]\n" } else { b"\n]\n" })
}

/// What became of a value.
fn value(row: &Row, positions: &mut Positions<'_>) -> Value {
    let (file, line, column) = positions.of(row.source, row.span);
    json!({
        "v": VERSION,
        "file": file,
        "server": row.server.as_deref().map(veiled_name),
        "pointer": veiled_pointer(&row.pointer),
        "line": line,
        "column": column,
        "start": row.span.start,
        "end": row.span.end,
        "class": row.class.name(),
        "aspect": null,
        "worlds": [],
        "targets": row.targets.iter().map(|target| veiled_pointer(target)).collect::<Vec<_>>(),
        "rule": row.rule,
        "reason": row.reason.as_deref().map(veiled),
    })
}

/// What the target does not do as the source's host does.
fn effect(row: &EffectRow, positions: &mut Positions<'_>) -> Value {
    let (file, line, column) = positions.of(row.source, row.span);
    let worlds: Vec<&str> = row.worlds.iter().map(|kind| kind.id()).collect();
    json!({
        "v": VERSION,
        "file": file,
        "server": veiled_name(&row.server),
        "pointer": veiled_pointer(&row.pointer),
        "line": line,
        "column": column,
        "start": row.span.start,
        "end": row.span.end,
        "class": "effect",
        "aspect": row.what,
        "worlds": worlds,
        "targets": [veiled_pointer(&row.target_pointer)],
        "rule": row.rule,
        "reason": veiled(&row.reason),
    })
}

/// Finds names, lines and columns.
struct Positions<'t> {
    names: Vec<&'t str>,
    cursors: Vec<Cursor<'t>>,
}

impl<'t> Positions<'t> {
    fn new(sources: &[Source<'t>]) -> Self {
        Self {
            names: sources.iter().map(|source| source.name).collect(),
            cursors: sources
                .iter()
                .map(|source| Cursor::new(source.text))
                .collect(),
        }
    }

    /// The file, line and column where `span` begins.
    fn of(&mut self, source: usize, span: Span) -> (&'t str, usize, usize) {
        let (line, column) = self.cursors[source].position(span.range().start);
        (self.names[source], line, column)
    }
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
        let offset = self.text.floor_char_boundary(offset);
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
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::convert::Class;
    use crate::diagnostic::Diagnostics;
    use crate::effect::Aspect;
    use crate::model::WorldKind;
    use crate::syntax::{Columns, Language, LineIndex};

    fn report(rows: Vec<Row>, effects: Vec<EffectRow>) -> String {
        let sources = [Source {
            name: "a.json",
            text: "{\n1}",
            language: Language::Json,
        }];
        let conversion = Conversion {
            text: None,
            diagnostics: Diagnostics::new(0),
            rows,
            effects,
            statuses: Vec::new(),
            expanded: 0,
            values: BTreeSet::new(),
            written: 0,
            skipped: 0,
            losses: 0,
        };
        let mut out = Vec::new();
        write(&mut out, &conversion, &sources).expect("memory");
        String::from_utf8(out).expect("text")
    }

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
        let effect = EffectRow {
            source: 0,
            server: "b".to_owned(),
            pointer: "/a".to_owned(),
            target: "t".to_owned(),
            target_pointer: "/t".to_owned(),
            aspect: Aspect::Env("X".to_owned()),
            what: "env.X".to_owned(),
            span: Span::new(0, 1),
            worlds: WorldKind::ALL.to_vec(),
            rule: None,
            replaced: false,
            reason: "env.X differs".to_owned(),
            silent: true,
        };
        let rows = vec![row(Some("b"), Some("r")), row(None, None)];
        insta::assert_snapshot!(report(rows, vec![effect]), @r#"
        [
        {"v":2,"file":"a.json","server":"b","pointer":"/a/b","line":2,"column":1,"start":2,"end":3,"class":"dropped","aspect":null,"worlds":[],"targets":["/c"],"rule":"r","reason":null},
        {"v":2,"file":"a.json","server":null,"pointer":"/a/b","line":2,"column":1,"start":2,"end":3,"class":"dropped","aspect":null,"worlds":[],"targets":["/c"],"rule":null,"reason":null},
        {"v":2,"file":"a.json","server":"b","pointer":"/a","line":1,"column":1,"start":0,"end":1,"class":"effect","aspect":"env.X","worlds":["set","empty","unset","special"],"targets":["/t"],"rule":null,"reason":"env.X differs"}
        ]
        "#);
        assert_eq!(report(Vec::new(), Vec::new()), "[]\n");
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
