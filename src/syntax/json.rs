//! JSON, with the comments and trailing commas that people write into it.
//!
//! `jsonc-parser` splits the text into tokens; the tree is put together here on a stack of our own, so that neither
//! nesting nor size can overflow the program's.

use std::borrow::Cow;

use jsonc_parser::errors::ParseError;
use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::{Document, Error, MAX_DEPTH, Member, Node, Note, NoteKind, Span, Value};

pub(super) fn parse(text: &str) -> Result<Document<'_>, Error> {
    let mut reader = Reader { scanner: Scanner::new(text, &STRICT), text, notes: Vec::new(), end: 0 };
    let root = match reader.next()? {
        None => None,
        Some(token) => Some(reader.value(token)?),
    };
    if root.is_some() && reader.next()?.is_some() {
        return Err(reader.error("there is text after the end of the document", None));
    }
    Ok(Document { root, notes: reader.notes })
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
    text: &'t str,
    notes: Vec<Note>,
    /// Where the token before the current one ended.
    end: usize,
}

/// A container that is still open.
enum Open<'t> {
    Array(Vec<Node<'t>>, usize),
    Object(Vec<Member<'t>>, usize, Option<(Cow<'t, str>, Span)>),
}

impl<'t> Reader<'t> {
    /// The value that starts with `token`, with all its children.
    fn value(&mut self, token: Token<'t>) -> Result<Node<'t>, Error> {
        let mut open: Vec<Open<'t>> = Vec::new();
        let mut token = token;
        loop {
            // A value is due: take it, or open a container and go for its first child.
            let start = self.scanner.token_start();
            let mut done = match token {
                Token::OpenBracket | Token::OpenBrace if open.len() >= MAX_DEPTH => {
                    return Err(self.error(format!("the document is nested deeper than {MAX_DEPTH} levels"), None));
                }
                Token::OpenBracket => match self.expect("a value or `]`")? {
                    Token::CloseBracket => self.node(start, Value::Array(Box::default())),
                    first => {
                        open.push(Open::Array(Vec::new(), start));
                        token = first;
                        continue;
                    }
                },
                Token::OpenBrace => match self.expect("a key or `}`")? {
                    Token::CloseBrace => self.node(start, Value::Object(Box::default())),
                    first => {
                        let key = self.key(first)?;
                        open.push(Open::Object(Vec::new(), start, Some(key)));
                        token = self.expect("a value")?;
                        continue;
                    }
                },
                Token::String(text) => self.node(start, Value::String(text)),
                Token::Number(text) => self.node(start, Value::Number(text)),
                Token::Boolean(value) => self.node(start, Value::Bool(value)),
                Token::Null => self.node(start, Value::Null),
                _ => return Err(self.unexpected("a value")),
            };
            // A value is done: hand it to its container, and close every container that ends here.
            loop {
                let Some(top) = open.pop() else { return Ok(done) };
                match top {
                    Open::Array(mut items, start) => {
                        items.push(done);
                        match self.separator("`,` or `]`")? {
                            Token::Comma => match self.after_comma(&Token::CloseBracket)? {
                                Some(next) => {
                                    open.push(Open::Array(items, start));
                                    token = next;
                                    break;
                                }
                                None => done = self.node(start, Value::Array(items.into_boxed_slice())),
                            },
                            Token::CloseBracket => done = self.node(start, Value::Array(items.into_boxed_slice())),
                            Token::Colon => {
                                return Err(self.error("a list cannot hold `key: value` pairs", Some("use `{` and `}` instead of `[` and `]`")));
                            }
                            _ => return Err(self.missing_comma("`,` or `]`")),
                        }
                    }
                    Open::Object(mut members, start, key) => {
                        let (key, key_span) = key.expect("a value in an object follows its key");
                        members.push(Member { key, key_span, value: done });
                        match self.separator("`,` or `}`")? {
                            Token::Comma => match self.after_comma(&Token::CloseBrace)? {
                                Some(next) => {
                                    let key = self.key(next)?;
                                    open.push(Open::Object(members, start, Some(key)));
                                    token = self.expect("a value")?;
                                    break;
                                }
                                None => done = self.node(start, Value::Object(members.into_boxed_slice())),
                            },
                            Token::CloseBrace => done = self.node(start, Value::Object(members.into_boxed_slice())),
                            _ => return Err(self.missing_comma("`,` or `}`")),
                        }
                    }
                }
            }
        }
    }

    /// The key that `token` is, and the colon behind it.
    fn key(&mut self, token: Token<'t>) -> Result<(Cow<'t, str>, Span), Error> {
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
    fn after_comma(&mut self, close: &Token<'t>) -> Result<Option<Token<'t>>, Error> {
        let comma = self.span();
        let next = self.expect("a further value")?;
        if next == *close {
            self.note(NoteKind::TrailingComma, comma);
            return Ok(None);
        }
        Ok(Some(next))
    }

    fn separator(&mut self, wanted: &str) -> Result<Token<'t>, Error> {
        self.expect(wanted)
    }

    fn expect(&mut self, wanted: &str) -> Result<Token<'t>, Error> {
        match self.next()? {
            Some(token) => Ok(token),
            None => Err(self.error(format!("the document ends where {wanted} was expected"), None)),
        }
    }

    /// The next token that is not a comment.
    fn next(&mut self) -> Result<Option<Token<'t>>, Error> {
        loop {
            let end = self.scanner.token_end();
            let token = self.scanner.scan().map_err(|error| self.scanner_error(&error))?;
            self.white_space(end);
            match token {
                Some(Token::CommentLine(_) | Token::CommentBlock(_)) => self.note(NoteKind::Comment, self.span()),
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

    /// The scanner skips whatever Unicode calls white space; JSON knows four kinds.
    fn white_space(&mut self, from: usize) {
        let gap = &self.text[from..self.scanner.token_start()];
        if let Some(at) = gap.find(|c| !matches!(c, ' ' | '\t' | '\n' | '\r')) {
            let width = gap[at..].chars().next().map_or(1, char::len_utf8);
            self.note(NoteKind::OddWhitespace, Span::new(from + at, from + at + width));
        }
    }

    fn control_characters(&mut self) {
        let start = self.scanner.token_start();
        let raw = &self.text.as_bytes()[start..self.scanner.token_end()];
        if let Some(at) = raw.iter().position(|&byte| byte < 0x20) {
            self.note(NoteKind::ControlCharacter, Span::new(start + at, start + at + 1));
        }
    }

    fn note(&mut self, kind: NoteKind, span: Span) {
        if self.notes.iter().all(|note| note.kind != kind) {
            self.notes.push(Note { kind, span });
        }
    }

    fn node(&self, start: usize, value: Value<'t>) -> Node<'t> {
        Node { span: Span::new(start, self.scanner.token_end()), value }
    }

    fn span(&self) -> Span {
        Span::new(self.scanner.token_start(), self.scanner.token_end())
    }

    fn error(&self, reason: impl Into<String>, hint: Option<&'static str>) -> Error {
        Error { span: self.span(), reason: reason.into(), hint }
    }

    fn unexpected(&self, wanted: &str) -> Error {
        let hint = match &self.text[self.span().range()] {
            text if text.starts_with(['“', '”', '‘', '’']) => Some("use straight double quotes"),
            _ => None,
        };
        self.error(format!("{wanted} was expected here"), hint)
    }

    fn missing_comma(&self, wanted: &str) -> Error {
        let gap = &self.text[self.end..self.scanner.token_start()];
        let hint = gap.contains('\n').then_some("a comma is probably missing at the end of the line above");
        Error { hint, ..self.unexpected(wanted) }
    }

    /// The scanner's own complaint in our words, with a hint where its cause is well known.
    fn scanner_error(&self, error: &ParseError) -> Error {
        let range = error.range();
        let span = Span::new(range.start, range.end.max(range.start));
        let reason = error.kind().to_string();
        let near = &self.text[range.start.min(self.text.len())..];
        let hint = if near.starts_with('\'') {
            Some("use double quotes")
        } else if near.starts_with(['“', '”', '‘', '’']) {
            Some("use straight double quotes")
        } else if near.starts_with('\\') || reason.contains("escape") {
            Some("write a backslash as `\\\\`, or use `/` in paths")
        } else {
            None
        };
        let mut reason = reason;
        if let Some(first) = reason.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        Error { span, reason, hint }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(text: &str) -> Vec<NoteKind> {
        parse(text).expect("a readable text").notes.iter().map(|note| note.kind).collect()
    }

    fn fails(text: &str) -> Error {
        parse(text).expect_err("an unreadable text")
    }

    #[test]
    fn every_node_knows_its_bytes() {
        let text = r#"{"a": [1, "b\n", {"c": null}], "d": true}"#;
        let root = parse(text).expect("json").root.expect("a value");
        let at = |path: &[&str]| &text[root.at(path).expect("there").span.range()];
        assert_eq!(at(&[]), text);
        assert_eq!(at(&["a"]), r#"[1, "b\n", {"c": null}]"#);
        assert_eq!(at(&["d"]), "true");
        let items = root.at(&["a"]).expect("a").items();
        assert_eq!(items[1].as_str(), Some("b\n"));
        assert_eq!(&text[items[2].members()[0].key_span.range()], r#""c""#);
    }

    #[test]
    fn what_a_strict_parser_refuses_is_read_and_noted() {
        assert_eq!(notes("{\"a\": 1}"), []);
        assert_eq!(notes("// x\n{\"a\": [1,],}"), [NoteKind::Comment, NoteKind::TrailingComma]);
        assert_eq!(notes("{} /* behind */"), [NoteKind::Comment]);
        assert_eq!(notes("{\"a\": \"x\ty\"}"), [NoteKind::ControlCharacter]);
        assert_eq!(notes("{\u{a0}}"), [NoteKind::OddWhitespace]);
    }

    #[test]
    fn both_of_two_equal_keys_are_kept_and_the_last_one_counts() {
        let root = parse(r#"{"a": 1, "a": 2}"#).expect("json").root.expect("a value");
        assert_eq!(root.members().len(), 2);
        assert!(matches!(root.at(&["a"]).map(|node| &node.value), Some(Value::Number("2"))));
    }

    #[test]
    fn blank_text_is_no_document_and_no_error() {
        assert!(parse(" \n").expect("readable").root.is_none());
    }

    #[test]
    fn a_fault_is_placed_and_explained() {
        assert_eq!(fails("{\"a\": 1} x").span, Span::new(9, 10));
        assert!(fails("{\"a\": ").reason.contains("ends where a value was expected"));
        assert_eq!(fails("[\"a\": 1]").hint, Some("use `{` and `}` instead of `[` and `]`"));
        assert_eq!(fails("{'a': 1}").hint, Some("use double quotes"));
        assert_eq!(fails("{“a”: 1}").hint, Some("use straight double quotes"));
        assert!(fails("{\"a\": 1\n\"b\": 2}").hint.expect("a hint").contains("comma"));
        assert!(fails(r#"{"a": "C:\Users"}"#).hint.expect("a hint").contains("backslash"));
        assert!(fails("{\"a\": .5}").span.start >= 6);
        assert!(fails("{a: 1}").reason.contains("a key in double quotes"));
    }

    #[test]
    fn deep_nesting_is_an_error_and_no_overflow() {
        let deep = "[".repeat(200_000);
        assert!(fails(&deep).reason.contains("nested deeper"));
        let fits = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
        assert!(parse(&fits).is_ok());
    }
}
