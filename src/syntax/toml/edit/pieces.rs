//! The changes to the bytes, as they are collected, and what becomes of them together.

use std::ops::Range;

use crate::edit::Edit;
use crate::order::Order as _;
use crate::syntax::Span;

/// Replacements in a text that may touch and overlap.
#[derive(Default)]
pub(super) struct TomlPieces {
    list: Vec<Piece>,
}

struct Piece {
    range: Range<usize>,
    text: String,
    /// Starts with a header, and so comes after everything else that is put in at the same place.
    block: bool,
}

impl Piece {
    /// Takes in the next piece, which touches this one.
    fn join(&mut self, next: &Self) {
        self.range.end = self.range.end.max(next.range.end);
        self.text.push_str(&next.text);
    }
}

impl TomlPieces {
    pub(super) fn replace(&mut self, range: Range<usize>, text: String) {
        self.list.push(Piece {
            range,
            text,
            block: false,
        });
    }

    pub(super) fn insert(&mut self, at: usize, text: String) {
        self.replace(at..at, text);
    }

    pub(super) fn delete(&mut self, range: Range<usize>) {
        self.replace(range, String::new());
    }

    /// Replaces what is not replaced or deleted by what was asked for before.
    pub(super) fn replace_kept(&mut self, parts: Vec<(Range<usize>, String)>) {
        let mut changed: Vec<Range<usize>> = self
            .list
            .iter()
            .map(|piece| piece.range.clone())
            .filter(|range| !range.is_empty())
            .collect();
        changed.order_by_key(|range| range.start);
        // Where those before each of them reach.
        let mut reach = 0;
        let reaches: Vec<usize> = changed
            .iter()
            .map(|range| {
                reach = reach.max(range.end);
                reach
            })
            .collect();
        for (range, text) in parts {
            let before = changed.partition_point(|other| other.start <= range.start);
            if before == 0 || reaches[before - 1] <= range.start {
                self.replace(range, text);
            }
        }
    }

    /// Tables with their headers, to stand apart from what is before them.
    pub(super) fn block(&mut self, at: usize, text: String) {
        self.list.push(Piece {
            range: at..at,
            text,
            block: true,
        });
    }

    /// The edits, in order and apart from each other. Where `added_end`, the last line end of `text` is not in the real one.
    pub(super) fn finish(mut self, text: &str, eol: &str, added_end: bool) -> Vec<Edit> {
        // Stable, so that what was put in at the same place stays in its order.
        self.list
            .order_by_key(|piece| (piece.range.start, piece.range.end, piece.block));
        let mut merged: Vec<Piece> = Vec::new();
        let first = text.len() - text.trim_start().len();
        for mut piece in self.list {
            let touched = merged
                .last_mut()
                .filter(|last| piece.range.start <= last.range.end);
            if piece.block
                && (piece.range.start > first
                    || touched.as_ref().is_some_and(|last| !last.text.is_empty()))
            {
                piece.text.insert_str(0, eol);
            }
            match touched {
                Some(last) => last.join(&piece),
                None => merged.push(piece),
            }
        }
        if let Some(piece) = merged.first_mut().filter(|piece| piece.range.start == 0) {
            begin(piece, text);
        }
        // The first piece may have grown up to the second.
        if merged.len() > 1 && merged[1].range.start <= merged[0].range.end {
            let second = merged.remove(1);
            merged[0].join(&second);
        }
        if let Some(piece) = merged
            .last_mut()
            .filter(|piece| piece.range.end == text.len())
        {
            // Nor is there anything after this.
            while piece.text.ends_with(&format!("{eol}{eol}")) {
                piece.text.truncate(piece.text.len() - eol.len());
            }
        }
        if added_end {
            end(&mut merged, text, eol);
        }
        merged.retain(|piece| text[piece.range.clone()] != piece.text);
        merged
            .into_iter()
            .map(|piece| Edit {
                span: Span::new(piece.range.start, piece.range.end),
                text: piece.text,
            })
            .collect()
    }
}

/// Nothing is left before this, so there is nothing to stand apart from.
fn begin(piece: &mut Piece, text: &str) {
    if piece.text.is_empty() {
        let rest = &text[piece.range.end..];
        let content = rest.trim_start();
        if !content.is_empty() {
            let blank = &rest[..rest.len() - content.len()];
            piece.range.end += blank.rfind('\n').map_or(0, |at| at + 1);
        }
    } else if piece.range.end > 0 {
        let kept = piece.text.trim_start_matches(['\r', '\n']).len();
        piece.text.drain(..piece.text.len() - kept);
    }
}

/// A text without a last line end is to have none afterwards either.
fn end(merged: &mut Vec<Piece>, text: &str, eol: &str) {
    let length = text.len() - eol.len();
    while let Some(mut last) = merged.pop_if(|piece| piece.range.end > length) {
        let added = last.range.start > length;
        while last.text.ends_with(eol) {
            last.text.truncate(last.text.len() - eol.len());
        }
        if last.text.is_empty() {
            let start = text[..last.range.start]
                .trim_end_matches(['\r', '\n'])
                .len();
            if let Some(before) = merged.last_mut().filter(|piece| start <= piece.range.end) {
                before.join(&last);
                continue;
            }
            last.range.start = start;
        } else if added {
            last.text.insert_str(0, eol);
        }
        last.range = last.range.start.min(length)..length;
        match merged
            .last_mut()
            .filter(|piece| last.range.start <= piece.range.end)
        {
            Some(before) => before.join(&last),
            None => merged.push(last),
        }
        return;
    }
}
