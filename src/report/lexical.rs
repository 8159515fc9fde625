//! Finds secrets in text that no parser can read: a broken file, a comment.
//!
//! It knows words, quotes and what follows a key, and where in doubt it hides too much.

use std::ops::Range;

use super::conceal::{conceal, conceal_text};
use super::walk::{SECRET, is_name, is_value, marks_secrets};
use crate::secret::{CommandLine, names_secret, names_secrets};

/// How far a word may reach out of what is shown and still be recognised by its shape alone.
const REACH: usize = 1024;

/// How many bytes may have to be read to find out what the first word to be shown belongs to.
const STRIDE: usize = 64 * 1024;

/// What looks like a secret in `text` where it touches `wanted`, in no order.
pub(super) fn hidden(text: &str, wanted: &Range<usize>) -> Vec<Range<usize>> {
    by_word(Scanner::new(text), wanted)
        .chain(by_shape(text, wanted))
        .collect()
}

/// A text that was split into words once, to be asked about parts of it.
#[derive(Debug)]
pub(super) struct BrokenText<'t> {
    text: &'t str,
    /// Places to start from, in order.
    marks: Vec<Scanner<'t>>,
    /// What is covered because nobody can tell what it belongs to, in order.
    parted: Vec<Range<usize>>,
}

impl<'t> BrokenText<'t> {
    /// A text of which reading stopped at `spot`.
    pub(super) fn new(text: &'t str, spot: usize) -> Self {
        let mut scanner = Scanner::new(text);
        let mut marks = vec![scanner.clone()];
        while scanner.next().is_some() {
            if scanner.at / STRIDE >= marks.len() {
                marks.push(scanner.clone());
            }
        }
        Self {
            text,
            marks,
            parted: parted(text, spot),
        }
    }

    /// As [`hidden`].
    pub(super) fn hidden(&self, wanted: &Range<usize>) -> Vec<Range<usize>> {
        let after = self.marks.partition_point(|mark| mark.at <= wanted.start);
        by_word(self.marks[after.saturating_sub(1)].clone(), wanted)
            .chain(by_shape(self.text, wanted))
            .chain(self.parted(wanted).iter().cloned())
            .collect()
    }

    fn parted(&self, wanted: &Range<usize>) -> &[Range<usize>] {
        let start = self
            .parted
            .partition_point(|range| range.end <= wanted.start);
        let end = self
            .parted
            .partition_point(|range| range.start < wanted.end);
        self.parted.get(start..end).unwrap_or_default()
    }
}

/// The words on the line of a broken `spot`, and on the one before, that come after the name of a secret: what belongs to
/// what is not certain there.
fn parted(text: &str, spot: usize) -> Vec<Range<usize>> {
    let spot = text.floor_char_boundary(spot);
    let end = text[spot..].find('\n').map_or(text.len(), |at| spot + at);
    let mut starts = text[..spot].rmatch_indices('\n').map(|(at, _)| at + 1);
    let start = starts.nth(1).unwrap_or_default();
    let mut found = Vec::new();
    let mut at = start;
    for line in text[start..end].split_inclusive('\n') {
        let mut named = false;
        for word in line.split_inclusive(parts_words) {
            let (start, after) = (at, named);
            // A quote within a name may be the one that broke it.
            let name = word.replace(is_quote, "");
            let name = name.trim_matches(|c: char| !c.is_alphanumeric());
            named = named || !name.is_empty() && names_secret(name);
            at += word.len();
            let mut part = start;
            for piece in word.split_inclusive(|c| parts_words(c) || is_quote(c)) {
                let shown = piece.trim_end_matches(|c| parts_words(c) || is_quote(c));
                if after && !shown.is_empty() {
                    found.push(part..part + shown.len());
                }
                part += piece.len();
            }
        }
    }
    found
}

fn parts_words(c: char) -> bool {
    c.is_whitespace() || is_punctuation(c)
}

fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'')
}

fn by_word<'t>(
    scanner: Scanner<'t>,
    wanted: &Range<usize>,
) -> impl Iterator<Item = Range<usize>> + use<'t> {
    let Range { start, end } = *wanted;
    scanner
        .take_while(move |word| word.range.start < end)
        .filter(move |word| word.range.end > start)
        .filter(|word| !is_property(word.text))
        .flat_map(|word| {
            conceal(word.key, word.text, word.said)
                .into_iter()
                .map(move |range| word.range.start + range.start..word.range.start + range.end)
        })
}

/// Looks at whole lines without any idea of their parts.
fn by_shape(text: &str, wanted: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let Range { start, end } = *wanted;
    let mut behind = text.floor_char_boundary(start.saturating_sub(REACH));
    text[behind..text.ceil_char_boundary(end + REACH)]
        .split_inclusive('\n')
        .map(move |line| {
            behind += line.len();
            (behind - line.len(), line)
        })
        .filter(move |(at, line)| at + line.len() > start && *at < end)
        .flat_map(|(at, line)| {
            conceal_text(line)
                .into_iter()
                .map(move |range| at + range.start..at + range.end)
        })
}

/// A value, or something that may be one.
struct Word<'t> {
    range: Range<usize>,
    text: &'t str,
    key: Option<&'t str>,
    /// What of it is a credential because of the word before.
    said: Option<Range<usize>>,
}

/// Gives one word after the other.
#[derive(Clone, Debug)]
struct Scanner<'t> {
    text: &'t str,
    at: usize,
    /// The key that what comes next may belong to.
    key: Option<&'t str>,
    /// What the value is of that stands under a name such as `value`.
    outer: Option<&'t str>,
    /// Whether `outer` stands beside it, as in `"name": "TOKEN", "value": "…"`.
    beside: bool,
    /// What the words before say about the next one.
    line: CommandLine,
    /// Whether a separator was just passed, so that a value must follow.
    due: bool,
    /// Whether something in the text says that a value is a secret: which one is not known before its object ends.
    marked: bool,
}

impl<'t> Iterator for Scanner<'t> {
    type Item = Word<'t>;

    fn next(&mut self) -> Option<Word<'t>> {
        loop {
            let rest = &self.text[self.at..];
            let word = match rest.chars().next()? {
                '"' => self.quoted('"', '"'),
                // What an editor for prose makes of quotes.
                '“' | '”' | '„' => self.quoted(rest.chars().next()?, '”'),
                // Not the apostrophe in a comment that doesn't quote anything.
                '\'' if !self.text[..self.at].ends_with(char::is_alphanumeric) => {
                    self.quoted('\'', '\'')
                }
                '{' => {
                    let outer = self.key;
                    self.forget();
                    self.outer = outer;
                    None
                }
                '}' => self.forget(),
                '\n' => {
                    self.due = false;
                    self.at += 1;
                    None
                }
                _ if !self.due
                    && ["//", "/*", "#"]
                        .iter()
                        .any(|comment| rest.starts_with(comment)) =>
                {
                    // A command line may go on in the next comment.
                    let line = self.line;
                    self.forget();
                    self.line = line;
                    // The rest of what opens it is no word.
                    self.at +=
                        rest[1..].len() - rest[1..].trim_start_matches(['/', '*', '#']).len();
                    None
                }
                // An item of a list in YAML.
                '-' if rest[1..].starts_with([' ', '\t']) => {
                    self.at += 1;
                    None
                }
                c if c.is_whitespace() || is_punctuation(c) => {
                    self.at += c.len_utf8();
                    None
                }
                _ => self.bare(),
            };
            if word.is_some() {
                return word;
            }
        }
    }
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            key: None,
            outer: None,
            beside: false,
            line: CommandLine::default(),
            due: false,
            marked: marks_secrets(text),
        }
    }

    /// Goes past a byte behind which nothing belongs to what was before.
    fn forget(&mut self) -> Option<Word<'t>> {
        *self = Self {
            at: self.at + 1,
            key: None,
            outer: None,
            beside: false,
            line: CommandLine::default(),
            due: false,
            ..*self
        };
        None
    }

    /// A string in quotes, which ends with the line at the latest.
    fn quoted(&mut self, open: char, quote: char) -> Option<Word<'t>> {
        let start = self.at + open.len_utf8();
        let mut escaped = false;
        let end = self.text[start..].find(|c| {
            let ends = c == '\n' || c == quote && !escaped;
            escaped = c == '\\' && quote == '"' && !escaped;
            ends
        });
        let end = end.map_or(self.text.len(), |length| start + length);
        let behind = if self.text[end..].starts_with(quote) {
            end + quote.len_utf8()
        } else {
            end
        };
        self.word(start..end, behind)
    }

    /// A word without quotes. Right behind a separator `:` and `=` are part of it, as in a URL or in Base64.
    fn bare(&mut self) -> Option<Word<'t>> {
        let start = self.at;
        let due = self.due;
        let ends = |c: char| {
            c.is_whitespace()
                || c == '"'
                || if due {
                    matches!(c, ',' | '{' | '}' | '[' | ']')
                } else {
                    is_punctuation(c)
                }
        };
        let end = self.text[start..]
            .find(ends)
            .map_or(self.text.len(), |length| start + length);
        // What follows is still the value that was due.
        if opens_block(&self.text[start..end]) {
            self.at = end;
            return None;
        }
        self.word(start..end, end)
    }

    /// The word at `range`, unless it is a key because a separator follows.
    fn word(&mut self, range: Range<usize>, behind: usize) -> Option<Word<'t>> {
        let text = &self.text[range.clone()];
        let after = self.text[behind..].trim_start();
        if !self.due && after.starts_with([':', '=']) {
            let at = self.text.len() - after.len() + 1;
            // What is named outside may still be named beside it, further on.
            let key = match self.outer {
                _ if text == "default" => SECRET,
                _ if self.marked && is_value(text) => SECRET,
                Some(outer) if is_value(text) && self.beside => outer,
                _ if is_value(text) => SECRET,
                Some(outer) if names_secrets(outer) => SECRET,
                _ => text,
            };
            *self = Self {
                at,
                key: Some(key),
                outer: self.outer,
                beside: self.beside,
                line: CommandLine::default(),
                due: true,
                ..*self
            };
            // It may be anything that somebody pasted in its place.
            return Some(Word {
                range,
                text,
                key: None,
                said: None,
            });
        }
        if self.key.is_some_and(is_name) {
            (self.outer, self.beside) = (Some(text), true);
        }
        let listed = self.key.is_some_and(names_secrets);
        let word = Word {
            range,
            text,
            key: if listed { Some(SECRET) } else { self.key },
            said: self.line.word(text),
        };
        (self.at, self.due) = (behind, false);
        // Of a key and its value, what should stand between them may be missing.
        if after.starts_with(['"', '\'']) && names_secret(text) {
            self.key = Some(text);
        }
        Some(word)
    }
}

/// What opens a text in YAML that goes on in the next lines, such as `|` and `>-`.
fn opens_block(text: &str) -> bool {
    let rest = text.strip_prefix(['|', '>']);
    rest.is_some_and(|rest| {
        rest.len() < 3
            && rest
                .bytes()
                .all(|byte| matches!(byte, b'+' | b'-' | b'1'..=b'9'))
    })
}

/// An anchor or a tag of YAML, which stands before a value and is none.
fn is_property(text: &str) -> bool {
    let name = text
        .strip_prefix(['&', '!'])
        .map(|name| name.trim_start_matches('!'));
    name.is_some_and(|name| name.len() < 6 && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

fn is_punctuation(c: char) -> bool {
    matches!(c, '{' | '}' | '[' | ']' | '(' | ')' | ',' | ';' | ':' | '=')
}
