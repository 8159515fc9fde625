//! A container as the pieces it is written in, and which of them go when children go.

use crate::syntax::{Node, Span, Tree};

/// A piece of the inside of a container.
#[derive(Clone, Copy, Debug)]
pub(super) struct JsonPiece {
    pub(super) kind: PieceKind,
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) dropped: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// White space within a line.
    Space,
    /// The end of a line.
    Break,
    /// A comment up to the end of its line, without that.
    Line,
    /// A comment with an end of its own.
    Block,
    Comma,
    /// The key and value, or the item, with this index.
    Child(usize),
}

impl JsonPiece {
    fn is_space(&self) -> bool {
        self.kind == PieceKind::Space
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, PieceKind::Line | PieceKind::Block)
    }

    fn is_child(&self) -> bool {
        matches!(self.kind, PieceKind::Child(_))
    }

    fn is_kept_child(&self) -> bool {
        !self.dropped && self.is_child()
    }

    fn is_kept_comma(&self) -> bool {
        !self.dropped && self.kind == PieceKind::Comma
    }
}

/// How many children `node` has.
pub(super) fn count(node: &Node<'_>) -> usize {
    match &node.value {
        Tree::Array(items) => items.len(),
        Tree::Object(members) => members.len(),
        _ => 0,
    }
}

/// The child at `index`, with its key.
pub(super) fn child(node: &Node<'_>, index: usize) -> Span {
    match &node.value {
        Tree::Object(members) => members[index].key_span.to(members[index].value.span),
        _ => value(node, index).span,
    }
}

/// The value of the child at `index`.
pub(super) fn value<'n, 't>(node: &'n Node<'t>, index: usize) -> &'n Node<'t> {
    match &node.value {
        Tree::Object(members) => &members[index].value,
        _ => &node.items()[index],
    }
}

/// What lies between the brackets of `node`.
pub(super) fn inside(node: &Node<'_>) -> (usize, usize) {
    let range = node.span.range();
    (range.start + 1, range.end - 1)
}

/// The pieces of `text` from `from` to `to`, where no child is.
pub(super) fn trivia(text: &str, from: usize, to: usize) -> impl Iterator<Item = JsonPiece> {
    let mut start = from;
    std::iter::from_fn(move || {
        let rest = &text[start..to];
        let bytes = rest.as_bytes();
        let (kind, length) = match bytes.first()? {
            b'\n' => (PieceKind::Break, 1),
            b'\r' => (
                PieceKind::Break,
                if bytes.get(1) == Some(&b'\n') { 2 } else { 1 },
            ),
            b',' => (PieceKind::Comma, 1),
            b'/' if bytes.get(1) == Some(&b'/') => (
                PieceKind::Line,
                rest.find(['\n', '\r']).unwrap_or(rest.len()),
            ),
            b'/' => (
                PieceKind::Block,
                rest.get(2..)
                    .and_then(|rest| rest.find("*/"))
                    .map_or(rest.len(), |end| end + 4),
            ),
            _ => (
                PieceKind::Space,
                rest.find(|c: char| matches!(c, '\n' | '\r') || !c.is_whitespace())
                    .filter(|&end| end > 0)
                    .unwrap_or(rest.len()),
            ),
        };
        let piece = JsonPiece {
            kind,
            start,
            end: start + length,
            dropped: false,
        };
        start = piece.end;
        Some(piece)
    })
}

/// All pieces of a container.
pub(super) struct JsonPieces {
    pub(super) list: Vec<JsonPiece>,
    /// Where the children are in the list.
    children: Vec<usize>,
    /// Where the comma behind each child is in the list.
    commas: Vec<Option<usize>>,
}

impl JsonPieces {
    pub(super) fn of(text: &str, node: &Node<'_>) -> Self {
        let (mut at, close) = inside(node);
        let mut pieces = Self {
            list: Vec::new(),
            children: Vec::new(),
            commas: Vec::new(),
        };
        for index in 0..count(node) {
            let span = child(node, index).range();
            pieces.gap(text, at, span.start);
            pieces.children.push(pieces.list.len());
            pieces.commas.push(None);
            pieces.list.push(JsonPiece {
                kind: PieceKind::Child(index),
                start: span.start,
                end: span.end,
                dropped: false,
            });
            at = span.end;
        }
        pieces.gap(text, at, close);
        pieces
    }

    fn gap(&mut self, text: &str, from: usize, to: usize) {
        for piece in trivia(text, from, to) {
            if piece.kind == PieceKind::Comma
                && let Some(comma) = self.commas.last_mut()
            {
                *comma = Some(self.list.len());
            }
            self.list.push(piece);
        }
    }

    /// Whether there is a comma behind the last child.
    pub(super) fn has_trailing_comma(&self) -> bool {
        self.commas.last().is_some_and(Option::is_some)
    }

    /// Where a comma is missing if more is to follow: behind the last child, if that stays.
    pub(super) fn missing_comma(&self) -> Option<usize> {
        let last = &self.list[*self.children.last()?];
        (!self.has_trailing_comma() && !last.dropped).then_some(last.end)
    }

    /// The last piece that stays and is not white space.
    pub(super) fn last_kept(&self) -> Option<usize> {
        self.last_kept_before(self.list.len())
    }

    fn last_kept_before(&self, end: usize) -> Option<usize> {
        self.list[..end].iter().rposition(|piece| {
            !piece.dropped && !matches!(piece.kind, PieceKind::Space | PieceKind::Break)
        })
    }

    /// Drops the children that `is_gone` names, with everything that is theirs; `follow` if others will come behind.
    pub(super) fn drop_children(&mut self, is_gone: impl Fn(usize) -> bool, follow: bool) {
        let gone: Vec<bool> = (0..self.children.len()).map(is_gone).collect();
        for (index, _) in gone.iter().enumerate().filter(|(_, gone)| **gone) {
            self.list[self.children[index]].dropped = true;
        }
        self.drop_commas(&gone, follow);
        let mut start = 0;
        while start < self.list.len() {
            let end = (start..self.list.len())
                .find(|&at| self.list[at].kind == PieceKind::Break)
                .unwrap_or(self.list.len());
            self.drop_on_line(start, end);
            start = end + 1;
        }
        if !follow
            && !self
                .list
                .iter()
                .any(|piece| !piece.dropped && (piece.is_child() || piece.is_comment()))
        {
            self.drop(0, self.list.len());
        }
    }

    fn drop(&mut self, from: usize, to: usize) {
        for piece in &mut self.list[from..to] {
            piece.dropped = true;
        }
    }

    fn drop_comma(&mut self, index: usize) {
        if let Some(comma) = self.commas[index] {
            self.list[comma].dropped = true;
        }
    }

    /// A child goes with the comma behind it; the last one that stays keeps its comma only if there always was one at
    /// the end, or if more is to come.
    fn drop_commas(&mut self, gone: &[bool], follow: bool) {
        for (index, _) in gone.iter().enumerate().filter(|(_, gone)| **gone) {
            self.drop_comma(index);
        }
        let Some(last) = gone.iter().rposition(|gone| !gone) else {
            return;
        };
        if last + 1 < gone.len() && !follow && !self.has_trailing_comma() {
            self.drop_comma(last);
        }
        // Where commas begin lines, a child goes with the one before it, so that no line is left with only a comma.
        let mut stayed = None;
        for (index, _) in gone.iter().enumerate().filter(|(_, gone)| !**gone) {
            if let Some(before) = stayed
                .replace(index)
                .filter(|&before| before + 1 < index && self.comma_begins_line(before))
            {
                self.drop_comma(before);
                if let Some(comma) = self.commas[index - 1] {
                    self.list[comma].dropped = false;
                }
            }
        }
    }

    fn comma_begins_line(&self, index: usize) -> bool {
        self.commas[index].is_some_and(|comma| {
            self.list[self.children[index]..comma]
                .iter()
                .any(|piece| piece.kind == PieceKind::Break)
        })
    }

    /// Drops what goes of the line from `start` to `end`, which is a break or the end of the container.
    fn drop_on_line(&mut self, start: usize, end: usize) {
        let line = &self.list[start..end];
        if !line.iter().any(|piece| piece.dropped) {
            return;
        }
        let Some(first) = line
            .iter()
            .position(|piece| piece.dropped && piece.is_child())
            .map(|at| start + at)
        else {
            return self.drop_lone_comma(start, end);
        };
        // A comment before the child is a comment above it, and stays; one behind it goes with it.
        let stays = line
            .iter()
            .any(|piece| piece.is_kept_child() || piece.is_kept_comma())
            || self.list[start..first].iter().any(JsonPiece::is_comment);
        let is_last = end == self.list.len();
        match (start == 0, is_last) {
            _ if stays => self.drop_parts(start, first, end),
            (false, false) => self.drop(start, end + 1),
            (true, false) => self.drop_first_line(start, first, end),
            (_, true) => {
                self.drop(start, self.without_end_space(first, end));
                if start > 0 {
                    self.drop_back(start);
                }
            }
        }
    }

    /// A line on which only commas go.
    fn drop_lone_comma(&mut self, start: usize, end: usize) {
        let first = (start..end)
            .find(|&at| !self.list[at].is_space())
            .unwrap_or(end);
        if self.list[start..end]
            .iter()
            .all(|piece| piece.dropped || piece.is_space())
        {
            if start > 0 && end < self.list.len() {
                self.drop(start, end + 1);
            }
        } else if self.list[first].dropped && self.list[first + 1].is_space() {
            self.drop(first, first + 2);
        }
    }

    /// The line of the opening bracket, of which nothing stays: the next child moves up to the bracket.
    fn drop_first_line(&mut self, start: usize, first: usize, end: usize) {
        let next = (end + 1..self.list.len()).find(|&at| !self.list[at].is_space());
        match next.filter(|&next| self.list[next].is_kept_child()) {
            Some(next) => self.drop(first, next),
            None => self.drop(start, end),
        }
    }

    /// The line of the closing bracket starts at `start` and is gone: the bracket moves up to what stays.
    fn drop_back(&mut self, start: usize) {
        // Only the end of its line ends a line comment.
        let from = self.last_kept_before(start).map_or(0, |stays| {
            stays + 1 + usize::from(self.list[stays].kind == PieceKind::Line)
        });
        self.drop(from, start);
    }

    /// A line of which something stays.
    fn drop_parts(&mut self, start: usize, first: usize, end: usize) {
        let mut at = first;
        while at < end {
            if !(self.list[at].dropped && self.list[at].is_child()) {
                at += 1;
                continue;
            }
            let Some(next) = (at..end).find(|&next| self.list[next].is_kept_child()) else {
                if at > start && self.list[at - 1].is_space() {
                    self.list[at - 1].dropped = true;
                }
                for tail in at..self.without_end_space(at, end) {
                    self.list[tail].dropped = !self.list[tail].is_kept_comma();
                }
                return;
            };
            let comma = (at..next)
                .rev()
                .find(|&comma| {
                    self.list[comma].dropped && self.list[comma].kind == PieceKind::Comma
                })
                .unwrap_or(at);
            self.drop(at, comma + 1);
            if self.list[comma + 1].is_space() {
                self.list[comma + 1].dropped = true;
            }
            at = next;
        }
    }

    /// `end`, or one less if the last piece before it, behind `first`, is white space: that was there before the child
    /// and is not its own.
    fn without_end_space(&self, first: usize, end: usize) -> usize {
        if end > first + 1 && self.list[end - 1].is_space() {
            end - 1
        } else {
            end
        }
    }
}
