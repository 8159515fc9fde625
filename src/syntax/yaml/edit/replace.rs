//! One value in the place of another.

use granit_parser::ScalarStyle;

use super::{Editor, Spot};
use crate::syntax::yaml::layout::{PartId, Shape, YamlLook, YamlPart};
use crate::syntax::yaml::print::{QuoteMark, YamlLooks, is_block};
use crate::syntax::{Out, OutValue};

/// A new value behind a key: what stands on the line of the key, and what stands on lines below, with the line end before
/// them.
struct Behind {
    line: String,
    lines: String,
}

impl Editor<'_, '_> {
    /// Writes `out` where the value `id` is.
    pub(super) fn replace(&mut self, id: PartId, out: &Out, spot: Spot) {
        let part = &self.layout.parts[id];
        let looks = self.looks_of(part);
        match spot {
            Spot::Flow => {
                let mut text = String::new();
                looks.flow(&mut text, out);
                let start = from(part);
                let bare = part.is_empty() && self.source.text[..start].ends_with([':', ',', '-']);
                self.put(
                    start,
                    end(part),
                    if bare { format!(" {text}") } else { text },
                );
            }
            Spot::Key {
                column,
                behind: Some(behind),
            } => self.replace_behind_key(part, out, &looks, column, behind),
            Spot::Key { behind: None, .. } => self.refuse("a key without a value cannot get one"),
            Spot::Item { column, behind } => {
                let start = from(part);
                if part.is_empty() {
                    let mut text = String::from(" ");
                    self.in_place(&mut text, out, &looks, column + 2, behind);
                    self.put(behind, start.max(behind), text);
                } else {
                    let column = self.source.column(start);
                    self.replace_in_place(part, out, &looks, column);
                }
            }
            Spot::Root => {
                let start = from(part);
                if self.source.begins_line(start) {
                    let column = self.source.column(start);
                    self.replace_in_place(part, out, &looks, column);
                } else {
                    // It stands behind `---`.
                    let mut text = self.looks.newline.to_owned();
                    looks.value(&mut text, out, 0);
                    self.put(start, self.end_of(part), text);
                }
            }
        }
    }

    fn replace_in_place(
        &mut self,
        part: &YamlPart<'_>,
        out: &Out,
        looks: &YamlLooks,
        column: usize,
    ) {
        let end = self.end_of(part);
        let mut text = String::new();
        if is_leaf_in_flow(part, out) {
            looks.flow(&mut text, out);
        } else {
            self.in_place(&mut text, out, looks, column, end);
        }
        self.put(from(part), end, text);
    }

    /// A value in `column`; what is behind `end` on its line stays behind it.
    fn in_place(&self, text: &mut String, out: &Out, looks: &YamlLooks, column: usize, end: usize) {
        let rest = &self.source.text[end..self.source.content_end(end)];
        if rest.trim().is_empty() {
            looks.value(text, out, column);
        } else {
            // A comment is about all of the value, and would become a part of a block of text.
            looks.flow(text, out);
        }
    }

    fn replace_behind_key(
        &mut self,
        part: &YamlPart<'_>,
        out: &Out,
        looks: &YamlLooks,
        column: usize,
        behind: usize,
    ) {
        let source = self.source;
        let start = from(part);
        // An anchor that stays is a part of what comes before.
        let head = if start > part.start {
            // Nothing need stand between an anchor and a flow collection.
            word_end(source.text, part.start).min(start)
        } else {
            behind
        };
        let same_line = source.is_one_line(head, start);
        let mut new = if is_leaf_in_flow(part, out) && same_line {
            let mut line = String::from(" ");
            looks.flow(&mut line, out);
            Behind {
                line,
                lines: String::new(),
            }
        } else {
            behind_key(looks, out, column)
        };
        // What is replaced on the line of the key, and what below it.
        let (line, lines) = match &part.shape {
            Shape::Map(YamlLook::Block, _) | Shape::List(YamlLook::Block, _) => {
                let above = self.end_above(start);
                let line_end = source.content_end(head);
                // Blank lines would become a part of a block of text.
                let is_text = new.line.trim_start().starts_with(['|', '>']);
                let from = if is_text && source.text[line_end..above].trim().is_empty() {
                    line_end
                } else {
                    above
                };
                (head..head, from..self.end_of(part))
            }
            Shape::Scalar {
                style: ScalarStyle::Literal | ScalarStyle::Folded,
                ..
            } => {
                let from = source.content_end(start);
                (
                    head..word_end(source.text, start),
                    from..end(part).max(from),
                )
            }
            _ if part.is_empty() => {
                let at = source.content_end(head);
                (head..head.max(start), at..at)
            }
            _ if !same_line => (head..head, self.end_above(start)..end(part)),
            _ if new.line.is_empty() => {
                let at = source.content_end(end(part));
                (head..end(part), at..at)
            }
            _ => {
                // The blanks before the value stay.
                let at = source.content_end(end(part));
                let blanks = source.text[head..start].to_owned();
                new.line = format!("{blanks}{}", new.line.trim_start());
                (head..end(part), at..at)
            }
        };
        self.put(line.start, line.end, new.line);
        self.put(lines.start, lines.end, new.lines);
    }

    /// Where the line above the one that holds `at` ends.
    fn end_above(&self, at: usize) -> usize {
        let line = self.source.line_start(at);
        self.source.content_end(line.saturating_sub(1))
    }

    /// The looks of what comes in the place of `part`: a string keeps its quotes.
    fn looks_of(&self, part: &YamlPart<'_>) -> YamlLooks {
        let style = match &part.shape {
            Shape::Scalar { style, .. } => *style,
            _ => return self.looks,
        };
        match style {
            ScalarStyle::SingleQuoted => YamlLooks {
                quote: QuoteMark::Single,
                quote_all: true,
                ..self.looks
            },
            ScalarStyle::DoubleQuoted => YamlLooks {
                quote: QuoteMark::Double,
                quote_all: true,
                ..self.looks
            },
            ScalarStyle::Plain if !part.is_empty() => YamlLooks {
                quote_all: false,
                ..self.looks
            },
            _ => self.looks,
        }
    }

    /// Where a value ends, with the comment behind a collection in block style, which is one of its last value.
    pub(super) fn end_of(&self, part: &YamlPart<'_>) -> usize {
        match part.shape {
            Shape::Map(YamlLook::Block, _) | Shape::List(YamlLook::Block, _) => {
                self.source.content_end(end(part))
            }
            _ => end(part),
        }
    }
}

fn end(part: &YamlPart<'_>) -> usize {
    part.span.end as usize
}

/// Where what is replaced begins. A tag says what the old value was and goes with it; an anchor stays.
fn from(part: &YamlPart<'_>) -> usize {
    if part.tag.is_some() {
        part.start
    } else {
        part.span.start as usize
    }
}

/// Where the anchor or the head of a block that begins at `start` ends.
fn word_end(text: &str, start: usize) -> usize {
    start + text[start..].find(char::is_whitespace).unwrap_or_default()
}

/// Whether the new value is written like the old one: between brackets.
fn is_leaf_in_flow(part: &YamlPart<'_>, out: &Out) -> bool {
    let filled = match &part.shape {
        Shape::Map(YamlLook::Flow, pairs) => !pairs.is_empty(),
        Shape::List(YamlLook::Flow, items) => !items.is_empty(),
        _ => false,
    };
    filled && matches!(out.value, OutValue::Array(_) | OutValue::Object(_))
}

/// What `out` looks like behind a key in `column`.
fn behind_key(looks: &YamlLooks, out: &Out, column: usize) -> Behind {
    let mut text = String::new();
    looks.below_key(&mut text, out, column);
    let below = match &out.value {
        OutValue::String(string) => is_block(string),
        OutValue::Array(items) => !items.is_empty(),
        OutValue::Object(members) => !members.is_empty(),
        _ => false,
    };
    match text.find(looks.newline).filter(|_| below) {
        Some(at) => Behind {
            lines: text.split_off(at),
            line: text,
        },
        None => Behind {
            line: text,
            lines: String::new(),
        },
    }
}
