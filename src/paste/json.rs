//! JSON as people write and copy it: with single or curly quotes, keys without quotes, words of Python, a comma too many,
//! without its outer braces, or with text behind its end.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use crate::syntax::{self, Language, Node, Tree};

/// What had to be mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sin {
    SingleQuotes,
    CurlyQuotes,
    BareKeys,
    PythonWords,
    Elision,
    ExtraClosers,
    TextAfterEnd,
    NoBraces,
}

impl Sin {
    /// What there was, for people.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::SingleQuotes => "single quotes",
            Self::CurlyQuotes => "curly quotes",
            Self::BareKeys => "keys without quotes",
            Self::PythonWords => "`True`, `False` or `None`",
            Self::Elision => "`...` in it",
            Self::ExtraClosers => "closing braces too many",
            Self::TextAfterEnd => "text after its end",
            Self::NoBraces => "no braces around it",
        }
    }
}

/// A text that is JSON now, and what was not.
#[derive(Debug)]
pub(super) struct Mended {
    pub(super) text: String,
    pub(super) sins: BTreeSet<Sin>,
}

/// Makes JSON of `text`; nothing if it is no object, or ends within one.
pub(super) fn mend(text: &str) -> Option<Mended> {
    let mut mender = Mender {
        rest: text,
        out: String::with_capacity(text.len() + 2),
        sins: BTreeSet::new(),
        open: Vec::new(),
    };
    mender.run()?;
    Some(Mended {
        text: mender.out,
        sins: mender.sins,
    })
}

/// What `text` holds, comments and trailing commas apart; nothing if it is no object.
pub(super) fn object(text: &str) -> Option<Map<String, Value>> {
    let document = syntax::parse(text, Language::Json).ok()?;
    match document.root.as_ref().map(value)? {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// The object that an argument of a command holds. Windows wants a backslash before each double quote, which is still there
/// between single quotes.
pub(super) fn argument(text: &str) -> Option<Map<String, Value>> {
    let read = |text: &str| mend(text).and_then(|mended| object(&mended.text));
    read(text).or_else(|| read(&text.replace("\\\"", "\"")))
}

pub(crate) fn value(node: &Node<'_>) -> Value {
    match &node.value {
        Tree::Null => Value::Null,
        Tree::Bool(flag) => (*flag).into(),
        Tree::Number(text) => text.parse().map_or(Value::Null, Value::Number),
        Tree::String(text) => text.as_ref().into(),
        Tree::Array(items) => items.iter().map(value).collect(),
        Tree::Object(members) => {
            let pairs = members
                .iter()
                .map(|member| (member.key.to_string(), value(&member.value)));
            Value::Object(pairs.collect())
        }
    }
}

struct Mender<'t> {
    rest: &'t str,
    out: String,
    sins: BTreeSet<Sin>,
    /// The closing brackets that are still due.
    open: Vec<char>,
}

impl<'t> Mender<'t> {
    fn run(&mut self) -> Option<()> {
        self.blanks();
        if self.rest.is_empty() {
            return None;
        }
        let fragment = !self.rest.starts_with('{');
        if fragment {
            self.sins.insert(Sin::NoBraces);
            self.out.push('{');
        }
        loop {
            self.blanks();
            let Some(c) = self.rest.chars().next() else {
                break;
            };
            match c {
                '{' | '[' => {
                    if fragment && self.open.is_empty() && !self.out.trim_end().ends_with(':') {
                        return None;
                    }
                    self.open.push(if c == '{' { '}' } else { ']' });
                    self.take(c);
                }
                '}' | ']' => match self.open.pop() {
                    Some(due) if due == c => self.take(c),
                    Some(_) => return None,
                    // The end of what the fragment was cut from.
                    None if fragment => {
                        self.sins.insert(Sin::ExtraClosers);
                        self.rest = &self.rest[c.len_utf8()..];
                        continue;
                    }
                    None => return None,
                },
                ',' | ':' => self.take(c),
                '.' | '…' => self.elision()?,
                '"' | '\'' | '“' | '”' | '„' | '‘' | '’' | '«' => self.string(c)?,
                _ => self.word()?,
            }
            if self.open.is_empty() && !fragment {
                break;
            }
        }
        if !self.open.is_empty() {
            // Something that was cut off is not all of it.
            return None;
        }
        if fragment {
            self.out.push('}');
        } else if !self.rest.trim().is_empty() {
            let closers = |c: char| c.is_whitespace() || matches!(c, '}' | ']' | ',' | ';');
            let only = self.rest.chars().all(closers);
            self.sins.insert(if only {
                Sin::ExtraClosers
            } else {
                Sin::TextAfterEnd
            });
        }
        Some(())
    }

    /// Hands blanks and comments on.
    fn blanks(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            let comment = match &self.rest[blank..] {
                rest if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                rest if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                _ => 0,
            };
            // A blank that is none in JSON (copied from a page) becomes one that is.
            let json = |c: char| {
                if matches!(c, '\n' | '\r' | '\t') {
                    c
                } else {
                    ' '
                }
            };
            self.out.extend(self.rest[..blank].chars().map(json));
            self.out.push_str(&self.rest[blank..blank + comment]);
            self.rest = &self.rest[blank + comment..];
            if comment == 0 {
                return;
            }
        }
    }

    fn take(&mut self, c: char) {
        self.out.push(c);
        self.rest = &self.rest[c.len_utf8()..];
    }

    /// Leaves out what somebody wrote for "and so on", with its comma.
    fn elision(&mut self) -> Option<()> {
        let rest = self
            .rest
            .strip_prefix('…')
            .or_else(|| self.rest.strip_prefix("..."))?;
        self.sins.insert(Sin::Elision);
        self.rest = rest;
        self.blanks();
        let separated = self.out.trim_end().ends_with(['{', '[', ',', ':']);
        let closes = self.rest.starts_with(['}', ']']) || self.rest.is_empty();
        match self.rest.strip_prefix(',') {
            Some(rest) if separated => self.rest = rest,
            None if !separated && !closes => self.out.push(','),
            _ => {}
        }
        Some(())
    }

    fn string(&mut self, open: char) -> Option<()> {
        let body = &self.rest[open.len_utf8()..];
        let ends = |c: char| match open {
            '"' => c == '"',
            '\'' => c == '\'',
            '‘' | '’' => matches!(c, '’' | '‘' | '\''),
            '«' => c == '»',
            _ => matches!(c, '“' | '”' | '"'),
        };
        let mut value = String::new();
        let mut chars = body.char_indices();
        let end = loop {
            let (at, c) = chars.next()?;
            match c {
                c if ends(c) => break at + c.len_utf8(),
                '\\' => {
                    value.push('\\');
                    let (_, escaped) = chars.next()?;
                    // JSON has no `\'`.
                    if escaped == '\'' {
                        value.pop();
                    }
                    value.push(escaped);
                }
                '"' => value.push_str("\\\""),
                '\n' | '\r' => return None,
                '\t' => value.push_str("\\t"),
                c => value.push(c),
            }
        };
        match open {
            '"' => {}
            '\'' => {
                self.sins.insert(Sin::SingleQuotes);
            }
            _ => {
                self.sins.insert(Sin::CurlyQuotes);
            }
        }
        self.out.push('"');
        self.out.push_str(&value);
        self.out.push('"');
        self.rest = &body[end..];
        Some(())
    }

    /// A number, a word of JSON or Python, or a key without quotes.
    fn word(&mut self) -> Option<()> {
        let part = |c: char| c.is_alphanumeric() || "_-+.$@/".contains(c);
        let length = self.rest.find(|c| !part(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..length];
        let is_key = self.rest[length..].trim_start().starts_with(':')
            && word.starts_with(|c: char| c.is_alphabetic() || "_$@".contains(c));
        let number = || serde_json::from_str::<serde_json::Number>(word).is_ok();
        let out = match word {
            "" => return None,
            _ if is_key => {
                self.sins.insert(Sin::BareKeys);
                format!("\"{word}\"")
            }
            "true" | "false" | "null" => word.to_owned(),
            "True" | "False" | "None" => {
                self.sins.insert(Sin::PythonWords);
                match word {
                    "None" => "null".to_owned(),
                    word => word.to_lowercase(),
                }
            }
            _ if number() => word.to_owned(),
            _ => return None,
        };
        self.out.push_str(&out);
        self.rest = &self.rest[length..];
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mended(text: &str) -> (String, Vec<Sin>) {
        let mended = mend(text).unwrap_or_else(|| panic!("{text} is JSON of a kind"));
        let document = crate::syntax::parse(&mended.text, crate::syntax::Language::Json);
        assert!(document.is_ok(), "{}", mended.text);
        (mended.text, mended.sins.into_iter().collect())
    }

    #[test]
    fn usual_sins_are_mended_and_named() {
        assert_eq!(
            mended("{'a': {b: \"it's\", c: 'say \"x\"'}}"),
            (
                "{\"a\": {\"b\": \"it's\", \"c\": \"say \\\"x\\\"\"}}".to_owned(),
                vec![Sin::SingleQuotes, Sin::BareKeys]
            )
        );
        assert_eq!(mended("{“a”: “b”}").0, "{\"a\": \"b\"}");
        assert_eq!(
            mended("{\"a\": True, \"b\": None}").0,
            "{\"a\": true, \"b\": null}"
        );
        assert_eq!(mended("{\"a\": 1} and so on").1, [Sin::TextAfterEnd]);
        assert_eq!(mended("{\"a\": 1}}").1, [Sin::ExtraClosers]);
        assert_eq!(mended("{\"a\": 'C:\\\\x'}").0, "{\"a\": \"C:\\\\x\"}");
        for text in [
            "{..., \"a\": 1}",
            "{\"a\": 1, ...}",
            "{\n  ...\n  \"a\": 1\n}",
            "{\"a\": 1\n …\n}",
        ] {
            let (mended, sins) = mended(text);
            assert_eq!(object(&mended).expect("an object").len(), 1, "{text}");
            assert_eq!(sins, [Sin::Elision], "{text}");
        }
        assert_eq!(mended("{\u{a0}\"a\": 1, // so\n}").1, []);
    }

    #[test]
    fn a_fragment_gets_its_braces() {
        assert_eq!(
            mended("\"a\": {\"b\": [1]},"),
            ("{\"a\": {\"b\": [1]},}".to_owned(), vec![Sin::NoBraces])
        );
        assert_eq!(
            mended("\"a\": {\"b\": 1}\n  }\n}").1,
            [Sin::ExtraClosers, Sin::NoBraces]
        );
    }

    #[test]
    fn what_is_no_json_stays_out() {
        for text in [
            "",
            "hello world",
            "{\"a\": ",
            "[1]",
            "a = 1",
            "{\"a\": b}",
            "claude mcp add x",
            "- a: b",
        ] {
            assert!(mend(text).is_none(), "{text}");
        }
    }
}
