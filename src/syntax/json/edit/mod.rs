//! Changes to JSON, with or without comments, as byte ranges of the text.
//!
//! The changes are first put over the tree as a [`layer`], so that many of them cost no more than one walk. Each
//! container they touch is then looked at as the [`pieces`] it is written in, and gets its edits from its own
//! [`habit`]s: where commas stand, what begins a line, how deep it is indented.
//!
//! Adding a member and removing it again gives the original bytes back, with one exception: an empty container with
//! nothing but white space in it comes back as `{}` or `[]`. Whatever stood between its brackets cannot be told from
//! what opening it up has put there.

mod container;
mod habit;
mod pieces;
mod same;
#[cfg(test)]
mod tests;

use habit::{Frame, Habit, JsonText};
use pieces::{PieceKind, trivia};

use crate::edit::layer::{self, EditLayer};
use crate::edit::{Change, Edit, Refused};
use crate::syntax::{Columns, Document, Language, LineIndex, Node, NoteKind, Span, parse};

/// The edits that make `changes`, one after the other, to `text`: in order, apart from each other, and none that leaves
/// its bytes as they were. [`crate::edit::apply`] puts them in.
///
/// `indent` is a level of indentation, for a document that shows none of its own.
///
/// # Errors
/// If the text cannot be read, or if a value is to be set where there is no place for it.
pub(super) fn edits(text: &str, changes: &[Change], indent: &str) -> Result<Vec<Edit>, Refused> {
    let document = read(text).map_err(Refused::all)?;
    let mut plan = document.root.as_ref().map(EditLayer::Old);
    Refused::by_change(changes, |change| layer::make(&mut plan, change))?;
    let source = JsonText {
        text,
        lines: LineIndex::new(text),
    };
    let habit = Habit::of(&source, document.root.as_ref(), indent);
    let frame = Frame {
        wide: true,
        indent: String::new(),
        habit,
    };
    let mut editor = Editor {
        source: &source,
        edits: Vec::new(),
    };
    match (&plan, &document.root) {
        (Some(plan), Some(root)) => editor.value(plan, root, &frame),
        (Some(plan), None) => editor.document(plan, &frame),
        (None, _) => {}
    }
    Ok(tidy(text, editor.edits))
}

fn read(text: &str) -> Result<Document<'_>, String> {
    let place = |span: Span, reason: &str| {
        let (line, column) = LineIndex::new(text).position(span.start as usize, Columns::Chars);
        format!("line {line}, column {column}: {reason}")
    };
    let document = parse(text, Language::Json).map_err(|error| place(error.span, &error.reason))?;
    // Only the reader goes past these; nothing here knows where they end.
    match document
        .notes
        .iter()
        .find(|note| note.kind == NoteKind::HashComment)
    {
        Some(note) => Err(place(note.span, "a comment starts with `#`")),
        None => Ok(document),
    }
}

/// Collects the edits of a document.
struct Editor<'s, 't> {
    source: &'s JsonText<'t>,
    edits: Vec<Edit>,
}

impl Editor<'_, '_> {
    /// What `plan` does to the value `node`, which stands in a container laid out as `frame` says.
    fn value(&mut self, plan: &EditLayer<'_>, node: &Node<'_>, frame: &Frame<'_>) {
        if let EditLayer::Inside(branch) = plan
            && branch.origin.is_some()
        {
            return self.container(branch, node, frame);
        }
        let Some(out) = plan.fresh() else { return };
        if same::same(self.source.text, node, &out) {
            return;
        }
        let indent = self.source.indent_at(node.span.start);
        let mut text = String::new();
        if pieces::count(node) == 0 {
            frame
                .habit
                .value(&mut text, &out, frame.wide, indent.into());
        } else if self.source.is_one_line(node.span) {
            frame
                .habit
                .within(self.source, node)
                .inline(&mut text, &out);
        } else {
            frame
                .habit
                .within(self.source, node)
                .expanded(&mut text, &out, indent.into());
        }
        self.replace(node.span.start as usize, node.span.end as usize, text);
    }

    /// A value for a document that has none: behind its comments, on lines of its own.
    fn document(&mut self, plan: &EditLayer<'_>, frame: &Frame<'_>) {
        let Some(out) = plan.fresh() else { return };
        let newline = frame.habit.newline;
        let mut text = String::new();
        frame.habit.value(&mut text, &out, true, "".into());
        let pieces: Vec<_> = trivia(self.source.text, 0, self.source.text.len()).collect();
        let comments = pieces
            .iter()
            .rposition(|piece| matches!(piece.kind, PieceKind::Line | PieceKind::Block))
            .map_or(0, |last| last + 1);
        let at = match pieces[comments..]
            .iter()
            .find(|piece| piece.kind == PieceKind::Break)
        {
            Some(line_end) if comments > 0 => {
                text.push_str(newline);
                line_end.end
            }
            Some(_) => 0,
            None => {
                text.push_str(newline);
                if comments > 0 {
                    text.insert_str(0, newline);
                }
                self.source.text.len()
            }
        };
        self.replace(at, at, text);
    }

    fn replace(&mut self, start: usize, end: usize, text: String) {
        self.edits.push(Edit {
            span: Span::new(start, end),
            text,
        });
    }
}

/// Puts the edits in order, makes one of those that touch, and leaves out those that change nothing.
fn tidy(text: &str, mut edits: Vec<Edit>) -> Vec<Edit> {
    // Stable: of two insertions in the same place, the one that was made first comes first.
    edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut tidied: Vec<Edit> = Vec::with_capacity(edits.len());
    for edit in edits {
        match tidied.last_mut() {
            Some(last) if last.span.end == edit.span.start => {
                last.span = last.span.to(edit.span);
                last.text.push_str(&edit.text);
            }
            _ => tidied.push(edit),
        }
    }
    tidied.retain(|edit| text[edit.span.range()] != edit.text);
    tidied
}
