//! How a document is laid out, as far as it shows: what a new piece of it should look like.

use super::pieces::{self, PieceKind};
use crate::syntax::json::print::Looks;
use crate::syntax::{LineIndex, Node, Span, Tree};

/// A text and its lines.
pub(super) struct JsonText<'t> {
    pub(super) text: &'t str,
    pub(super) lines: LineIndex<'t>,
}

impl<'t> JsonText<'t> {
    /// The blanks at the start of the line that holds `offset`.
    pub(super) fn indent_at(&self, offset: u32) -> &'t str {
        let line = self.lines.line(offset as usize);
        let line = &self.text[self.lines.lines(line, line)];
        &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
    }

    pub(super) fn is_one_line(&self, span: Span) -> bool {
        self.lines.line(span.start as usize) == self.lines.line(span.end as usize)
    }

    fn has_break(&self, from: usize, to: usize) -> bool {
        pieces::trivia(self.text, from, to).any(|piece| piece.kind == PieceKind::Break)
    }
}

/// The habits of a document or, further down, of the containers around a place.
pub(super) type Habit<'t> = Looks<'t>;

impl<'t> Habit<'t> {
    /// The habits of the whole document.
    pub(super) fn of(source: &JsonText<'t>, root: Option<&Node<'_>>, indent: &'t str) -> Self {
        let mut survey = Survey::default();
        if let Some(root) = root {
            survey.look(source, root);
        }
        // The most common one; of equally common ones the first.
        let unit = survey
            .units
            .iter()
            .rev()
            .max_by_key(|(_, count)| *count)
            .map_or(indent, |(unit, _)| *unit);
        let crlf = source.text.matches("\r\n").count();
        let newline = if crlf * 2 > source.text.matches('\n').count() {
            "\r\n"
        } else {
            "\n"
        };
        Self {
            newline,
            short_lists: survey.short > survey.long,
            ..Self::plain(unit)
        }
    }

    /// The habits inside of `node`: what it shows itself goes before what was seen around it.
    pub(super) fn within(mut self, source: &JsonText<'t>, node: &Node<'_>) -> Self {
        let text = source.text;
        let count = pieces::count(node);
        if let Some(last) = node.members().last() {
            let colon = &text[last.key_span.end as usize..last.value.span.start as usize];
            if colon.trim_matches([' ', '\t']) == ":" {
                self.colon = colon;
            }
        }
        if count > 1 {
            let gap = &text[pieces::child(node, count - 2).range().end
                ..pieces::child(node, count - 1).range().start];
            self.comma = gap
                .strip_prefix(',')
                .filter(|blanks| is_blank(blanks))
                .or(self.comma);
        }
        if count > 0 {
            let first =
                Some(&text[node.span.range().start + 1..pieces::child(node, 0).range().start])
                    .filter(|blanks| is_blank(blanks));
            let pad = if node.is_object() {
                &mut self.braces
            } else {
                &mut self.brackets
            };
            *pad = first.or(*pad);
        }
        self
    }
}

fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
}

/// How a container lays out its children.
pub(super) struct Frame<'t> {
    /// Each of them begins a line.
    pub(super) wide: bool,
    /// The blanks before them, if they begin lines.
    pub(super) indent: String,
    pub(super) habit: Habit<'t>,
}

impl<'t> Frame<'t> {
    /// The layout of `node`, in which `habit` is what was seen around it.
    pub(super) fn of(source: &JsonText<'t>, node: &Node<'_>, habit: Habit<'t>) -> Self {
        let mut habit = habit.within(source, node);
        let outer = source.indent_at(node.span.start);
        let (open, close) = pieces::inside(node);
        let Some(last) = pieces::count(node).checked_sub(1) else {
            return Self {
                wide: source.has_break(open, close),
                indent: format!("{outer}{}", habit.unit),
                habit,
            };
        };
        let start = pieces::child(node, last).start;
        let before = last
            .checked_sub(1)
            .map_or(open, |before| pieces::child(node, before).end as usize);
        let wide = source.has_break(before, start as usize)
            || source.has_break(open, pieces::child(node, 0).start as usize);
        if !wide {
            return Self {
                wide,
                indent: format!("{outer}{}", habit.unit),
                habit,
            };
        }
        let indent = source.indent_at(start);
        habit.unit = indent
            .strip_prefix(outer)
            .filter(|unit| !unit.is_empty())
            .unwrap_or(habit.unit);
        Self {
            wide,
            indent: indent.to_owned(),
            habit,
        }
    }
}

/// What is counted all over the document.
#[derive(Default)]
struct Survey<'t> {
    units: Vec<(&'t str, usize)>,
    short: usize,
    long: usize,
}

/// Enough for any real document; more could only slow the count down.
const UNITS: usize = 8;

impl<'t> Survey<'t> {
    fn look(&mut self, source: &JsonText<'t>, node: &Node<'_>) {
        if pieces::count(node) == 0 {
            return;
        }
        let first = pieces::child(node, 0);
        if !source.is_one_line(Span {
            start: node.span.start,
            end: first.start,
        }) {
            self.unit(
                source.indent_at(node.span.start),
                source.indent_at(first.start),
            );
        }
        if let Tree::Array(items) = &node.value
            && items
                .iter()
                .all(|item| !matches!(item.value, Tree::Array(_) | Tree::Object(_)))
        {
            *(if source.is_one_line(node.span) {
                &mut self.short
            } else {
                &mut self.long
            }) += 1;
        }
        for index in 0..pieces::count(node) {
            self.look(source, pieces::value(node, index));
        }
    }

    fn unit(&mut self, outer: &str, inner: &'t str) {
        let Some(unit) = inner.strip_prefix(outer).filter(|unit| !unit.is_empty()) else {
            return;
        };
        match self.units.iter().position(|(seen, _)| *seen == unit) {
            Some(at) => self.units[at].1 += 1,
            None if self.units.len() < UNITS => self.units.push((unit, 1)),
            None => {}
        }
    }
}
