//! Puts a [`Layout`] together.
//!
//! `granit-parser` gives events; they are put together here on a stack of our own, so that neither nesting nor size can
//! overflow the program's. What the events do not tell (where a dash, a colon or the head of a block scalar stands) is
//! looked for between them, in one walk over the text.

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;

use granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, StructureStyle};

use super::fault;
use super::layout::{Item, Layout, PartId, Shape, YamlLook, YamlPair, YamlPart};
use crate::syntax::{Error, MAX_DEPTH, Span};

/// Reads the first document of `text`, which has no byte-order mark any more.
pub(super) fn read(text: &str) -> Result<Layout<'_>, Error> {
    let parser = Parser::new_from_str_with_options(text, options(false));
    let mut reader = Reader {
        text,
        events: parser.peekable(),
        parts: Vec::new(),
        anchors: HashMap::new(),
        at: 0,
    };
    reader.document()
}

/// The comments of `text` with their marks, in order, up to where it stops making sense.
pub(super) fn comments(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Parser::new_from_str_with_options(text, options(true))
        .map_while(Result::ok)
        .filter(|(event, _)| matches!(event, Event::Comment(..)))
        .filter_map(|(_, span)| span.byte_range())
        .map(|range| Span::new(range.start, range.end))
        .collect();
    // One behind a key may be told after the value below it.
    spans.sort_unstable();
    spans
}

fn options(comments: bool) -> Options {
    granit_parser::options! {
        emit_comments: comments,
        max_buffered_comment_events: usize::MAX,
        emit_anchor_events: true,
        flow_nesting_limit: MAX_DEPTH + 1,
        block_nesting_limit: MAX_DEPTH + 1,
    }
}

/// The first byte from `at` on that is neither white space nor in a comment.
fn skip_trivia(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = at;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => {
                at = bytes[at..]
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .map_or(bytes.len(), |length| at + length);
            }
            _ => break,
        }
    }
    at
}

struct Reader<'t, E: Iterator<Item = Result<(Event<'t>, granit_parser::Span), ScanError>>> {
    text: &'t str,
    events: Peekable<E>,
    parts: Vec<YamlPart<'t>>,
    anchors: HashMap<usize, PartId>,
    /// Up to where the text has been taken in.
    at: usize,
}

/// An event, its bytes, and where its tag begins.
struct Told<'t> {
    event: Event<'t>,
    range: Range<usize>,
    tag: Option<usize>,
}

/// A collection that is still open.
struct Open {
    id: PartId,
    /// The key that waits for its value, its mark and its colon.
    key: Option<(Option<usize>, PartId, Option<usize>)>,
    /// The `?` of the key that comes next, or the dash of the item.
    mark: Option<usize>,
}

impl<'t, E> Reader<'t, E>
where
    E: Iterator<Item = Result<(Event<'t>, granit_parser::Span), ScanError>>,
{
    fn next(&mut self) -> Result<Option<Told<'t>>, Error> {
        match self.events.next() {
            None => Ok(None),
            Some(Ok((event, span))) => {
                let tag = span.tag_span().and_then(|span| span.byte_range());
                if let Some(tag) = &tag {
                    self.at = self.at.max(tag.end);
                }
                Ok(Some(Told {
                    event,
                    range: span.byte_range().unwrap_or(self.at..self.at),
                    tag: tag.map(|tag| tag.start),
                }))
            }
            Some(Err(error)) => Err(fault::error(self.text, &error)),
        }
    }

    fn document(&mut self) -> Result<Layout<'t>, Error> {
        let mut open: Vec<Open> = Vec::new();
        let mut root = None;
        let mut end = self.text.len();
        while let Some(Told { event, range, tag }) = self.next()? {
            match event {
                Event::DocumentStart(true, _) => self.at = range.end,
                Event::DocumentEnd => {
                    if range.start < range.end {
                        end = range.start;
                    }
                    break;
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    if let Some(closed) = open.pop() {
                        self.close(closed.id, &range);
                        if self.hand_over(&mut open, closed.id) {
                            root = Some(closed.id);
                        }
                    }
                }
                event @ (Event::Alias(_)
                | Event::Scalar(..)
                | Event::SequenceStart(..)
                | Event::MappingStart(..)) => {
                    if let Some(parent) = open.last_mut() {
                        self.before_child(parent);
                    }
                    let (id, collection) = self.part(event, &range, tag)?;
                    if collection {
                        if open.len() >= MAX_DEPTH {
                            return Err(fault::too_deep(Span::new(range.start, range.end)));
                        }
                        open.push(Open {
                            id,
                            key: None,
                            mark: None,
                        });
                    } else if self.hand_over(&mut open, id) {
                        root = Some(id);
                    }
                }
                _ => {}
            }
        }
        let second = loop {
            match self.next()? {
                None => break None,
                Some(Told {
                    event: Event::DocumentStart(..),
                    range,
                    ..
                }) => break Some(Span::new(range.start, range.end)),
                Some(_) => {}
            }
        };
        if let Some(second) = second {
            end = end.min(second.start as usize);
        }
        // A document with nothing in it is a blank one.
        let root = root.filter(|&id| !self.parts[id].is_blank());
        Ok(Layout {
            text: self.text,
            parts: std::mem::take(&mut self.parts),
            root,
            end,
            second,
        })
    }

    /// The dash, the comma or the question mark before the next child of `parent`.
    fn before_child(&mut self, parent: &mut Open) {
        if parent.key.is_some() {
            return;
        }
        let mut next = skip_trivia(self.text, self.at);
        let byte = |at: usize| self.text.as_bytes().get(at);
        match &self.parts[parent.id].shape {
            Shape::List(YamlLook::Block, _) => {
                if byte(next) == Some(&b'-') {
                    parent.mark = Some(next);
                    self.at = next + 1;
                }
                // A list without indentation is only known by its first dash.
                if let Shape::List(_, items) = &self.parts[parent.id].shape
                    && items.is_empty()
                {
                    let part = &mut self.parts[parent.id];
                    part.span = Span::new(next, next);
                    if !part.anchored && part.tag.is_none() {
                        part.start = next;
                    }
                }
            }
            Shape::List(..) if byte(next) == Some(&b',') => self.at = next + 1,
            Shape::Map(look, _) => {
                if *look == YamlLook::Flow && byte(next) == Some(&b',') {
                    next = skip_trivia(self.text, next + 1);
                }
                let marked = byte(next) == Some(&b'?')
                    && byte(next + 1).is_none_or(|byte| byte.is_ascii_whitespace());
                if marked {
                    parent.mark = Some(next);
                    self.at = next + 1;
                }
            }
            _ => {}
        }
    }

    /// Takes in a value or the beginning of a collection. Says whether it is one.
    fn part(
        &mut self,
        event: Event<'t>,
        range: &Range<usize>,
        tag_start: Option<usize>,
    ) -> Result<(PartId, bool), Error> {
        let id = self.parts.len();
        let anchor = match &event {
            Event::Scalar(_, _, anchor, _)
            | Event::SequenceStart(_, anchor, _)
            | Event::MappingStart(_, anchor, _) => *anchor,
            _ => 0,
        };
        let mut start = tag_start;
        if anchor != 0 {
            self.anchors.insert(anchor, id);
            if let Some(Ok((Event::Anchor(..), _))) = self.events.peek()
                && let Some(Told { range, .. }) = self.next()?
            {
                start = Some(start.map_or(range.start, |start| start.min(range.start)));
                self.at = self.at.max(range.end);
            }
        }
        let mut span = range.clone();
        let (shape, tag) = match event {
            Event::Alias(anchor) => {
                self.at = range.end;
                let target = self.anchors.get(&anchor).copied();
                let target = target
                    .ok_or_else(|| fault::unknown_anchor(Span::new(range.start, range.end)))?;
                (Shape::Alias(target), None)
            }
            Event::Scalar(text, style, _, tag) => {
                let end = self.scalar(&mut span, style);
                (Shape::Scalar { text, style, end }, tag)
            }
            Event::SequenceStart(style, _, tag) => {
                (Shape::List(self.look(style, range), Vec::new()), tag)
            }
            Event::MappingStart(style, _, tag) => {
                (Shape::Map(self.look(style, range), Vec::new()), tag)
            }
            _ => return Err(fault::too_deep(Span::new(range.start, range.end))),
        };
        let collection = matches!(shape, Shape::List(..) | Shape::Map(..));
        self.parts.push(YamlPart {
            span: Span::new(span.start, span.end),
            start: start.unwrap_or(span.start),
            anchored: anchor != 0,
            tag,
            shape,
        });
        Ok((id, collection))
    }

    /// Takes in a scalar; its real `span` is not always the one of its event. Gives where the next token may begin.
    fn scalar(&mut self, span: &mut Range<usize>, style: ScalarStyle) -> usize {
        match style {
            ScalarStyle::Literal | ScalarStyle::Folded => {
                let head = skip_trivia(self.text, self.at);
                let end = span.end.max(head);
                let line = |at: usize| {
                    let rest = &self.text[at..];
                    at + rest.find('\n').unwrap_or(rest.len())
                };
                let content = self.text[head..end].trim_end().len();
                *span = head..(head + content).max(line(head).min(end));
                // A head at the end of the text, or one whose lines are all blank.
                let kept = self.text[span.clone()].trim_end_matches('\r').len();
                span.end = head + kept;
                self.at = end.max(span.end);
            }
            _ if span.start == span.end => *span = self.at..self.at,
            _ => self.at = span.end,
        }
        self.at
    }

    fn look(&mut self, style: StructureStyle, range: &Range<usize>) -> YamlLook {
        match style {
            StructureStyle::Block => YamlLook::Block,
            StructureStyle::Flow if range.start == range.end => YamlLook::Bare,
            StructureStyle::Flow => {
                self.at = range.end;
                YamlLook::Flow
            }
        }
    }

    /// Ends a collection.
    fn close(&mut self, id: PartId, range: &Range<usize>) {
        let ends = match &self.parts[id].shape {
            Shape::List(YamlLook::Flow, _) | Shape::Map(YamlLook::Flow, _) => {
                self.at = range.end;
                Some(range.end)
            }
            Shape::List(_, items) => items
                .last()
                .map(|item| self.parts[item.value].span.end as usize),
            Shape::Map(_, pairs) => pairs.last().map(|pair| {
                let key = self.parts[pair.key].span.end as usize;
                key.max(self.parts[pair.value].span.end as usize)
            }),
            _ => None,
        };
        let starts = match &self.parts[id].shape {
            Shape::Map(YamlLook::Block | YamlLook::Bare, pairs) => pairs
                .first()
                .map(|pair| pair.mark.unwrap_or(self.parts[pair.key].start)),
            _ => None,
        };
        let part = &mut self.parts[id];
        let was = part.span.start as usize;
        let start = starts.unwrap_or(was);
        if part.start == was {
            part.start = start;
        }
        part.span = Span::new(start, ends.unwrap_or(start).max(start));
    }

    /// Hands a value that is complete to its collection. Says whether there is none, so that it is the root.
    fn hand_over(&mut self, open: &mut [Open], id: PartId) -> bool {
        let Some(parent) = open.last_mut() else {
            return true;
        };
        if let Shape::List(_, items) = &mut self.parts[parent.id].shape {
            items.push(Item {
                dash: parent.mark.take(),
                value: id,
            });
            return false;
        }
        let Some((mark, key, colon)) = parent.key.take() else {
            let next = skip_trivia(self.text, self.at);
            let bytes = self.text.as_bytes();
            let block = matches!(self.parts[parent.id].shape, Shape::Map(YamlLook::Block, _));
            let apart = !block
                || bytes
                    .get(next + 1)
                    .is_none_or(|byte| byte.is_ascii_whitespace());
            let colon = (bytes.get(next) == Some(&b':') && apart).then_some(next);
            if let Some(colon) = colon {
                self.at = colon + 1;
            }
            parent.key = Some((parent.mark.take(), id, colon));
            return false;
        };
        if let Shape::Map(_, pairs) = &mut self.parts[parent.id].shape {
            pairs.push(YamlPair {
                mark,
                key,
                colon,
                value: id,
            });
        }
        false
    }
}
