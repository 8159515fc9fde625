//! Several files in one space of offsets, so that a value knows its file wherever it ends up.

use crate::syntax::{Columns, LineIndex, Span};

/// A place in one of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    /// Which file.
    pub(super) file: usize,
    /// Its line, from 1.
    pub(super) line: usize,
}

/// The files, one after another.
#[derive(Default)]
pub(super) struct Sources<'t> {
    starts: Vec<usize>,
    lines: Vec<LineIndex<'t>>,
    end: usize,
}

impl<'t> Sources<'t> {
    /// Adds a text, and says where it starts; nothing if there is no room for it.
    pub(super) fn add(&mut self, text: &'t str) -> Option<u32> {
        // Nothing of one file touches the next, not even at its end.
        let end = self.end.saturating_add(text.len() + 1);
        let fits = u32::try_from(end).is_ok();
        self.starts.push(if fits { self.end } else { usize::MAX });
        self.lines.push(LineIndex::new(text));
        let start = u32::try_from(self.end).ok().filter(|_| fits);
        self.end = if fits { end } else { usize::MAX };
        start
    }

    /// Where a shifted span starts.
    pub(super) fn at(&self, span: Span) -> Spot {
        let offset = span.range().start;
        let file = self.starts.partition_point(|start| *start <= offset) - 1;
        // Bytes, because counting characters takes time in proportion to the line.
        let (line, _) = self.lines[file].position(offset - self.starts[file], Columns::Bytes);
        Spot { file, line }
    }

    /// Where a span of a file starts that was not shifted.
    pub(super) fn within(&self, file: usize, span: Option<Span>) -> Spot {
        let offset = span.map_or(0, |span| span.range().start);
        let (line, _) = self.lines[file].position(offset, Columns::Bytes);
        Spot { file, line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Language, merged, parse, shift};

    #[test]
    fn merged_values_know_their_files() {
        let texts = [
            "{\n\"a\": {\"x\": 1,\n\"y\": 2}}",
            "{\"a\": {\n\n\"x\": 3,\n\"z\": 4}, \"b\": 5}",
        ];
        let mut sources = Sources::default();
        let roots = texts.map(|text| {
            let mut document = parse(text, Language::Json).expect("JSON");
            shift(&mut document, sources.add(text).expect("room"));
            document.root.expect("an object")
        });
        let [strong, weak] = roots;
        let both = merged(strong, weak, false);
        let at = |path: &[&str]| sources.at(both.at(path).expect("a value").span);
        assert_eq!(at(&["a", "x"]), Spot { file: 0, line: 2 });
        assert_eq!(at(&["a", "y"]), Spot { file: 0, line: 3 });
        assert_eq!(at(&["a", "z"]), Spot { file: 1, line: 4 });
        assert_eq!(at(&["b"]), Spot { file: 1, line: 4 });
        assert_eq!(both.at(&["a"]).map(|node| node.members().len()), Some(3));
    }
}
