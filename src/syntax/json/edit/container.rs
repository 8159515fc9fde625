//! The edits of a container: children that change, go and come.

use super::Editor;
use super::habit::Frame;
use super::pieces::{self, JsonPieces, PieceKind};
use crate::edit::layer::{Branch, LayerSlot};
use crate::syntax::Node;
use crate::syntax::json::print::{is_plain, string};

impl Editor<'_, '_> {
    /// What `branch` does to the container `node`, which stands in one laid out as `outer` says.
    pub(super) fn container(&mut self, branch: &Branch<'_>, node: &Node<'_>, outer: &Frame<'_>) {
        let frame = Frame::of(self.source, node, outer.habit);
        let count = pieces::count(node);
        let old = &branch.slots[..count];
        for (index, slot) in old.iter().enumerate().filter(|(_, slot)| !slot.gone) {
            if slot.renamed {
                let span = node.members()[index].key_span;
                let mut text = String::new();
                string(&mut text, slot.key);
                self.replace(span.start as usize, span.end as usize, text);
            }
            self.value(&slot.value, pieces::value(node, index), &frame);
        }
        let (inserted, added): (Vec<_>, Vec<_>) = branch
            .new_slots(count)
            .into_iter()
            .partition(|(before, _)| before.is_some());
        let added: Vec<_> = added.into_iter().map(|(_, slot)| slot).collect();
        let stays = old.iter().all(|slot| !slot.gone);
        self.insert(node, &inserted, &frame, stays);
        if added.is_empty() && stays {
            return;
        }
        let mut pieces = JsonPieces::of(self.source.text, node);
        pieces.drop_children(|index| old[index].gone, !added.is_empty());
        let blank = pieces
            .list
            .iter()
            .all(|piece| piece.kind == PieceKind::Space);
        match (added.is_empty(), blank) {
            (true, _) => {}
            (false, true) => self.open(&pieces, node, &added, &frame, outer.wide),
            (false, false) => self.append(&pieces, node, &added, &frame),
        }
        self.drop(&pieces);
    }

    /// Puts items before others. Where all others stay, a comment on the line before stays with what it is about.
    fn insert(
        &mut self,
        node: &Node<'_>,
        inserted: &[(Option<usize>, &LayerSlot<'_>)],
        frame: &Frame<'_>,
        stays: bool,
    ) {
        for run in inserted.chunk_by(|(a, _), (b, _)| a == b) {
            let Some(next) = run[0].0 else { continue };
            let start = pieces::child(node, next).range().start;
            let from = match next.checked_sub(1) {
                Some(before) => pieces::child(node, before).range().end,
                None => pieces::inside(node).0,
            };
            let line_end = pieces::trivia(self.source.text, from, start)
                .skip_while(|piece| next > 0 && piece.kind != PieceKind::Comma)
                .find(|piece| piece.kind == PieceKind::Break)
                .filter(|_| stays && frame.wide);
            let mut text = String::new();
            for (_, slot) in run {
                if line_end.is_some() {
                    text.push_str(&frame.indent);
                }
                child(&mut text, slot, node, frame, frame.wide);
                text.push(',');
                match line_end {
                    Some(line_end) => {
                        text.push_str(&self.source.text[line_end.start..line_end.end])
                    }
                    None if frame.wide => {
                        text.push_str(frame.habit.newline);
                        text.push_str(&frame.indent);
                    }
                    None => text.push_str(frame.habit.comma()),
                }
            }
            let at = line_end.map_or(start, |line_end| line_end.end);
            self.replace(at, at, text);
        }
    }

    /// Fills a container that has nothing in it.
    fn open(
        &mut self,
        pieces: &JsonPieces,
        node: &Node<'_>,
        added: &[&LayerSlot<'_>],
        frame: &Frame<'_>,
        wide: bool,
    ) {
        let (start, end) = pieces::inside(node);
        let habit = frame.habit;
        let plain = || {
            added
                .iter()
                .all(|slot| slot.value.fresh().is_some_and(|out| is_plain(&out)))
        };
        let mut text = String::new();
        if !wide || habit.short_lists && !node.is_object() && plain() {
            let pad = if pieces.list.is_empty() {
                habit.pad(node.is_object())
            } else {
                &self.source.text[start..end]
            };
            text.push_str(pad);
            for (index, slot) in added.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                text.push_str(if index > 0 { habit.comma() } else { "" });
                child(&mut text, slot, node, frame, false);
            }
            text.push_str(pad);
        } else {
            for (index, slot) in added.iter().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                text.push_str(habit.newline);
                text.push_str(&frame.indent);
                child(&mut text, slot, node, frame, true);
            }
            text.push_str(habit.newline);
            text.push_str(self.source.indent_at(node.span.start));
        }
        self.replace(start, end, text);
    }

    /// Adds children behind everything that stays in a container, comments and all.
    fn append(
        &mut self,
        pieces: &JsonPieces,
        node: &Node<'_>,
        added: &[&LayerSlot<'_>],
        frame: &Frame<'_>,
    ) {
        if let Some(comma) = pieces.missing_comma() {
            self.replace(comma, comma, ",".into());
        }
        let last = pieces.last_kept();
        let after = last.map_or(0, |last| last + 1);
        let line_end = pieces.list[after..]
            .iter()
            .find(|piece| !piece.dropped && piece.kind == PieceKind::Break);
        let behind_line_comment =
            last.is_some_and(|last| pieces.list[last].kind == PieceKind::Line);
        let wide = frame.wide || behind_line_comment;
        let mut text = String::new();
        let at = match line_end {
            Some(line_end) if wide => {
                for (index, slot) in added.iter().enumerate() {
                    text.push_str(&frame.indent);
                    child(&mut text, slot, node, frame, true);
                    text.push_str(comma(pieces, added, index));
                    text.push_str(&self.source.text[line_end.start..line_end.end]);
                }
                line_end.end
            }
            _ => {
                for (index, slot) in added.iter().enumerate() {
                    match last.map(|last| pieces.list[last].kind) {
                        _ if wide => {
                            text.push_str(frame.habit.newline);
                            text.push_str(&frame.indent);
                        }
                        None if index == 0 => text.push_str(first_space(pieces, self.source.text)),
                        Some(PieceKind::Block) if index == 0 => text.push(' '),
                        _ => text.push_str(frame.habit.comma()),
                    }
                    child(&mut text, slot, node, frame, wide);
                    text.push_str(comma(pieces, added, index));
                }
                last.map_or(node.span.range().start + 1, |last| pieces.list[last].end)
            }
        };
        self.replace(at, at, text);
    }

    fn drop(&mut self, pieces: &JsonPieces) {
        for run in pieces.list.chunk_by(|a, b| a.dropped == b.dropped) {
            if let [first, ..] = run
                && first.dropped
            {
                self.replace(first.start, run[run.len() - 1].end, String::new());
            }
        }
    }
}

fn child(text: &mut String, slot: &LayerSlot<'_>, node: &Node<'_>, frame: &Frame<'_>, wide: bool) {
    // What is added is always new.
    if let Some(out) = slot.value.fresh() {
        frame.habit.child(
            text,
            node.is_object().then_some(slot.key),
            &out,
            wide,
            frame.indent.as_str().into(),
        );
    }
}

/// The comma behind the added child at `index`: behind the last one only where that is the habit.
fn comma(pieces: &JsonPieces, added: &[&LayerSlot<'_>], index: usize) -> &'static str {
    if index + 1 < added.len() || pieces.has_trailing_comma() {
        ","
    } else {
        ""
    }
}

/// The white space behind the opening bracket, on its line.
fn first_space<'t>(pieces: &JsonPieces, text: &'t str) -> &'t str {
    match pieces.list.first() {
        Some(piece) if piece.kind == PieceKind::Space => &text[piece.start..piece.end],
        _ => "",
    }
}
