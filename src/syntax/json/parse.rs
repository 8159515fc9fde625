//! JSON, with the comments and trailing commas that people write into it.
//!
//! `jsonc-parser` splits the text into tokens; the tree is put together here on a stack of our own, so that neither
//! nesting nor size can overflow the program's.

mod fault;
mod halves;

use std::borrow::Cow;

use jsonc_parser::errors::ParseError;
use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use crate::syntax::{Document, Error, MAX_DEPTH, Member, Node, Note, NoteKind, Span, Tree};
use halves::halves;

/// Boxed, because every token goes through a result.
type Fault = Box<Error>;

pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    read(text).map_err(|fault| *fault)
}

fn read(text: &str) -> Result<Document<'_>, Fault> {
    let scanner = Scanner::new(text, &STRICT);
    let mut reader = Reader {
        scanner,
        base: 0,
        text,
        odd: has_odd_space(text),
        patched: None,
        notes: Vec::new(),
        end: 0,
        items: Vec::new(),
        members: Vec::new(),
    };
    let root = match reader.next()? {
        None => None,
        Some(token) => Some(reader.value(token)?),
    };
    if root.is_some() && reader.next()?.is_some() {
        return Err(reader.error("there is text after the end of the document", None));
    }
    Ok(Document {
        origin: None,
        root,
        notes: reader.notes,
        name: None,
    })
}

/// Whether there may be white space that JSON does not allow.
fn has_odd_space(text: &str) -> bool {
    !text.is_ascii()
        || text
            .bytes()
            .fold(false, |found, byte| found | matches!(byte, 0x0b | 0x0c))
}

/// The comments of `text`, up to where it stops making sense.
pub(super) fn comments(text: &str) -> Vec<Span> {
    let mut scanner = Scanner::new(text, &STRICT);
    let (mut base, mut end) = (0, 0);
    let mut spans = Vec::new();
    loop {
        match scanner.scan() {
            Ok(Some(Token::CommentLine(_) | Token::CommentBlock(_))) => {
                let span = (base + scanner.token_start(), base + scanner.token_end());
                spans.push(Span::new(span.0, span.1));
            }
            Ok(Some(_)) => {}
            Ok(None) => return spans,
            Err(_) => {
                let Some(halves) = halves(text, end) else {
                    return spans;
                };
                base = halves.span.end as usize;
                scanner = Scanner::new(&text[base..], &STRICT);
            }
        }
        end = base + scanner.token_end();
    }
}

const STRICT: ScannerOptions = ScannerOptions {
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

struct Reader<'t> {
    scanner: Scanner<'t>,
    /// Where the scanner's text starts: behind the last comment that it does not know.
    base: usize,
    text: &'t str,
    /// The text may have white space that JSON does not allow.
    odd: bool,
    /// Where the current token is, if the scanner gave up on it.
    patched: Option<Span>,
    notes: Vec<Note>,
    /// Where the token before the current one ended.
    end: usize,
    /// The children of all containers that are still open, so that each container is allocated once and exactly.
    items: Vec<Node<'t>>,
    members: Vec<Member<'t>>,
}

/// A container that is still open: where it starts, and from where on the children are its own.
enum Open<'t> {
    Array {
        start: usize,
        first: usize,
    },
    Object {
        start: usize,
        first: usize,
        key: Cow<'t, str>,
        key_span: Span,
    },
}

impl<'t> Reader<'t> {
    /// The value that starts with `token`, with all its children.
    fn value(&mut self, token: Token<'t>) -> Result<Node<'t>, Fault> {
        let mut open: Vec<Open<'t>> = Vec::new();
        let mut token = token;
        loop {
            // A value is due: take it, or open a container and go for its first child.
            let start = self.start();
            let mut done = match token {
                Token::OpenBracket | Token::OpenBrace if open.len() >= MAX_DEPTH => {
                    return Err(self.error(
                        format!("the document is nested deeper than {MAX_DEPTH} levels"),
                        None,
                    ));
                }
                Token::OpenBracket => match self.expect("a value or `]`")? {
                    Token::CloseBracket => self.node(start, Tree::Array(Box::default())),
                    next => {
                        open.push(Open::Array {
                            start,
                            first: self.items.len(),
                        });
                        token = next;
                        continue;
                    }
                },
                Token::OpenBrace => match self.expect("a key or `}`")? {
                    Token::CloseBrace => self.node(start, Tree::Object(Box::default())),
                    next => {
                        let (key, key_span) = self.key(next)?;
                        open.push(Open::Object {
                            start,
                            first: self.members.len(),
                            key,
                            key_span,
                        });
                        token = self.expect("a value")?;
                        continue;
                    }
                },
                Token::String(text) => self.node(start, Tree::String(text)),
                Token::Number(text) => self.node(start, Tree::Number(text)),
                Token::Boolean(value) => self.node(start, Tree::Bool(value)),
                Token::Null => self.node(start, Tree::Null),
                _ => return Err(self.unexpected("a value")),
            };
            // A value is done: hand it to its container, and close every container that ends here.
            loop {
                let next = match open.last_mut() {
                    None => return Ok(done),
                    Some(Open::Array { .. }) => {
                        self.items.push(done);
                        self.after_item()?
                    }
                    Some(Open::Object { key, key_span, .. }) => {
                        self.members.push(Member {
                            key: std::mem::take(key),
                            key_span: *key_span,
                            value: done,
                        });
                        self.after_member()?
                    }
                };
                match (next, open.last_mut()) {
                    (Some(next), Some(Open::Object { key, key_span, .. })) => {
                        (*key, *key_span) = self.key(next)?;
                        token = self.expect("a value")?;
                        break;
                    }
                    (Some(next), _) => {
                        token = next;
                        break;
                    }
                    (None, _) => match open.pop() {
                        Some(Open::Array { start, first }) => {
                            let items = self.items.drain(first..).collect();
                            done = self.node(start, Tree::Array(items));
                        }
                        Some(Open::Object { start, first, .. }) => {
                            let members = self.members.drain(first..).collect();
                            done = self.node(start, Tree::Object(members));
                        }
                        None => return Err(self.unexpected("a value")),
                    },
                }
            }
        }
    }

    /// What follows an item of a list: a further one, or nothing if the list ends.
    fn after_item(&mut self) -> Result<Option<Token<'t>>, Fault> {
        match self.expect("`,` or `]`")? {
            Token::Comma => self.after_comma(&Token::CloseBracket),
            Token::CloseBracket => Ok(None),
            Token::Colon => Err(self.error(
                "a list cannot contain `key: value` pairs",
                Some("use `{` and `}` instead of `[` and `]`"),
            )),
            _ => Err(self.missing_comma("`,` or `]`")),
        }
    }

    /// What follows a member of an object: a further one, or nothing if the object ends.
    fn after_member(&mut self) -> Result<Option<Token<'t>>, Fault> {
        match self.expect("`,` or `}`")? {
            Token::Comma => self.after_comma(&Token::CloseBrace),
            Token::CloseBrace => Ok(None),
            _ => Err(self.missing_comma("`,` or `}`")),
        }
    }

    /// The key that `token` is, and the colon behind it.
    fn key(&mut self, token: Token<'t>) -> Result<(Cow<'t, str>, Span), Fault> {
        let Token::String(key) = token else {
            return Err(self.unexpected("a key in double quotes"));
        };
        let span = self.span();
        match self.expect("`:`")? {
            Token::Colon => Ok((key, span)),
            _ => Err(self.unexpected("`:` after the key")),
        }
    }

    /// What follows a comma: a further element, or nothing if `close` follows and the comma was one too many.
    fn after_comma(&mut self, close: &Token<'t>) -> Result<Option<Token<'t>>, Fault> {
        let comma = self.span();
        let next = self.expect("a further value")?;
        if next == *close {
            self.note(NoteKind::TrailingComma, comma);
            return Ok(None);
        }
        Ok(Some(next))
    }

    fn expect(&mut self, wanted: &str) -> Result<Token<'t>, Fault> {
        match self.next()? {
            Some(token) => Ok(token),
            None => Err(self.error(
                format!("the document ends where {wanted} was expected"),
                None,
            )),
        }
    }

    /// The next token that is not a comment.
    fn next(&mut self) -> Result<Option<Token<'t>>, Fault> {
        loop {
            let end = self.token_end();
            self.patched = None;
            let token = match self.scanner.scan() {
                Ok(token) => token,
                Err(error) => {
                    if let Some(text) = self.half_characters(end) {
                        Some(Token::String(Cow::Owned(text)))
                    } else {
                        self.hash_comment(&error, end)
                            .ok_or_else(|| self.scanner_error(&error))?;
                        continue;
                    }
                }
            };
            self.white_space(end);
            match token {
                Some(Token::CommentLine(_) | Token::CommentBlock(_)) => {
                    self.note(NoteKind::Comment, self.span())
                }
                Some(Token::String(_)) => {
                    self.end = end;
                    self.control_characters();
                    return Ok(token);
                }
                _ => {
                    self.end = end;
                    return Ok(token);
                }
            }
        }
    }

    /// Goes past a comment that starts with `#`, which no host takes in JSON and people write all the same.
    fn hash_comment(&mut self, error: &ParseError, from: usize) -> Option<()> {
        let start = self.base + error.range().start;
        let comment = self
            .text
            .get(start..)
            .filter(|rest| rest.starts_with('#'))?;
        // Only between tokens: within one the scanner has come further.
        self.text[from..start].trim().is_empty().then_some(())?;
        let length = comment.find(['\n', '\r']).unwrap_or(comment.len());
        self.note(NoteKind::HashComment, Span::new(start, start + length));
        self.base = start + length;
        self.scanner = Scanner::new(&self.text[self.base..], &STRICT);
        Some(())
    }

    /// Goes past a string with halves of pairs in it, if that is what the scanner minds.
    fn half_characters(&mut self, from: usize) -> Option<String> {
        let halves = halves(self.text, from)?;
        let mut scanner = Scanner::new(&halves.replaced, &STRICT);
        let Ok(Some(Token::String(text))) = scanner.scan() else {
            return None;
        };
        self.base = halves.span.end as usize;
        self.scanner = Scanner::new(&self.text[self.base..], &STRICT);
        self.patched = Some(halves.span);
        self.note(NoteKind::LoneSurrogate, halves.first);
        Some(text.into_owned())
    }

    fn start(&self) -> usize {
        self.patched
            .map_or(self.base + self.scanner.token_start(), |span| {
                span.start as usize
            })
    }

    fn token_end(&self) -> usize {
        self.patched
            .map_or(self.base + self.scanner.token_end(), |span| {
                span.end as usize
            })
    }

    /// The scanner skips whatever Unicode calls white space; JSON knows four kinds.
    fn white_space(&mut self, from: usize) {
        if !self.odd {
            return;
        }
        let gap = &self.text[from..self.start()];
        if let Some(at) = gap.find(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')) {
            let width = gap[at..].chars().next().map_or(1, char::len_utf8);
            self.note(
                NoteKind::OddWhitespace,
                Span::new(from + at, from + at + width),
            );
        }
    }

    fn control_characters(&mut self) {
        let start = self.start();
        let raw = &self.text.as_bytes()[start..self.token_end()];
        // All at once is faster than up to the first one, which nearly no string has.
        if !raw.iter().fold(false, |found, byte| found | (*byte < 0x20)) {
            return;
        }
        if let Some(at) = raw.iter().position(|&byte| byte < 0x20) {
            self.note(
                NoteKind::ControlCharacter,
                Span::new(start + at, start + at + 1),
            );
        }
    }

    fn note(&mut self, kind: NoteKind, span: Span) {
        if self.notes.iter().all(|note| note.kind != kind) {
            self.notes.push(Note { kind, span });
        }
    }

    fn node(&self, start: usize, value: Tree<'t>) -> Node<'t> {
        Node {
            span: Span::new(start, self.token_end()),
            value,
        }
    }

    fn span(&self) -> Span {
        Span::new(self.start(), self.token_end())
    }
}

#[cfg(test)]
mod tests;
