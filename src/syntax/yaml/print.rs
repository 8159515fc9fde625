//! Values and new documents as text: block style, one key a line, as few quotes as every reader of YAML 1.1 and 1.2 needs.

use std::fmt::Write as _;

use super::scalar;
use crate::syntax::{Out, OutValue, Page};

/// How long a list may be that is written on one line among lines.
const SHORT: usize = 80;

/// A key that is longer than this needs a mark; the limit is 1024 characters, quotes and escapes included.
const LONG_KEY: usize = 250;

/// What new text looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct YamlLooks {
    pub(super) newline: &'static str,
    /// How many blanks a level is indented.
    pub(super) unit: usize,
    /// How many of them a list below its key is indented.
    pub(super) dash: usize,
    /// Lists of plain values are written on one line, between brackets.
    pub(super) short_lists: bool,
    /// The quotes of strings that need some.
    pub(super) quote: QuoteMark,
    /// Strings are in quotes whether they need them or not.
    pub(super) quote_all: bool,
    /// So are keys.
    pub(super) quote_keys: bool,
}

/// The quotes that are used where both will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QuoteMark {
    Double,
    Single,
}

impl YamlLooks {
    /// The looks of a document that shows none of its own. YAML is never indented with tabs.
    pub(super) fn plain(indent: &str) -> Self {
        let blanks = indent.bytes().all(|byte| byte == b' ');
        let unit = if blanks && !indent.is_empty() {
            indent.len()
        } else {
            2
        };
        Self {
            newline: "\n",
            unit,
            dash: unit,
            short_lists: false,
            quote: QuoteMark::Double,
            quote_all: false,
            quote_keys: false,
        }
    }

    /// A key and its value; the key stands in `column`.
    pub(super) fn member(&self, text: &mut String, key: &str, value: &Out, column: usize) {
        self.key(text, key, column);
        self.below_key(text, value, column);
    }

    /// A key and its colon.
    pub(super) fn key(&self, text: &mut String, key: &str, column: usize) {
        let start = text.len();
        self.string(text, key, self.quote_keys);
        if text.len() - start > LONG_KEY {
            text.insert_str(start, "? ");
            self.new_line(text, column);
        }
        text.push(':');
    }

    /// A value behind a key that stands in `column`, with what sets it apart.
    pub(super) fn below_key(&self, text: &mut String, value: &Out, column: usize) {
        match &value.value {
            OutValue::Object(members) if !members.is_empty() => {
                self.new_line(text, column + self.unit);
                self.members(text, members, column + self.unit);
            }
            OutValue::Array(items) if !items.is_empty() => {
                text.push(' ');
                if self.short_list(text, value) {
                    return;
                }
                text.pop();
                self.new_line(text, column + self.dash);
                self.items(text, items, column + self.dash);
            }
            _ => {
                text.push(' ');
                self.leaf(text, value, column + self.unit);
            }
        }
    }

    /// A value behind a dash, or at the beginning of a document, that stands in `column` itself.
    pub(super) fn value(&self, text: &mut String, value: &Out, column: usize) {
        match &value.value {
            OutValue::Object(members) if !members.is_empty() => self.members(text, members, column),
            OutValue::Array(items) if !items.is_empty() => {
                if !self.short_list(text, value) {
                    self.items(text, items, column);
                }
            }
            _ => self.leaf(text, value, column),
        }
    }

    /// A dash and an item behind it; the dash stands in `column`.
    pub(super) fn item(&self, text: &mut String, value: &Out, column: usize) {
        text.push_str("- ");
        self.value(text, value, column + 2);
    }

    fn members(&self, text: &mut String, members: &[(String, Out)], column: usize) {
        for (index, (key, value)) in members.iter().enumerate() {
            if index > 0 {
                self.new_line(text, column);
            }
            self.member(text, key, value, column);
        }
    }

    fn items(&self, text: &mut String, items: &[Out], column: usize) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.new_line(text, column);
            }
            self.item(text, item, column);
        }
    }

    /// Writes a list on one line if that is the habit.
    fn short_list(&self, text: &mut String, value: &Out) -> bool {
        if !self.short_lists || !is_plain_list(value) {
            return false;
        }
        let start = text.len();
        self.flow(text, value);
        let short = text.len() - start <= SHORT;
        if !short {
            text.truncate(start);
        }
        short
    }

    /// A value without children; the lines of a long text stand in `column`.
    pub(super) fn leaf(&self, text: &mut String, value: &Out, column: usize) {
        match &value.value {
            OutValue::String(string) if is_block(string) => self.block(text, string, column),
            _ => self.flow(text, value),
        }
    }

    /// A text over several lines.
    pub(super) fn block(&self, text: &mut String, string: &str, column: usize) {
        text.push_str(if string.ends_with('\n') { "|" } else { "|-" });
        // The last line has no end: whoever writes what comes next begins a line.
        let lines = string.strip_suffix('\n').unwrap_or(string);
        for line in lines.split('\n') {
            if line.is_empty() {
                text.push_str(self.newline);
            } else {
                self.new_line(text, column);
                text.push_str(line);
            }
        }
    }

    /// A value all on one line, between brackets.
    pub(super) fn flow(&self, text: &mut String, value: &Out) {
        match &value.value {
            OutValue::Null => text.push_str("null"),
            OutValue::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
            OutValue::Number(number) => self.number(text, number),
            OutValue::String(string) => self.string(text, string, self.quote_all),
            OutValue::Array(items) => {
                text.push('[');
                for (index, item) in items.iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    self.flow(text, item);
                }
                text.push(']');
            }
            OutValue::Object(members) => {
                text.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    self.flow_member(text, key, value);
                }
                text.push('}');
            }
        }
    }

    /// A key and its value between braces.
    pub(super) fn flow_member(&self, text: &mut String, key: &str, value: &Out) {
        let start = text.len();
        self.string(text, key, self.quote_keys);
        if text.len() - start > LONG_KEY {
            text.insert_str(start, "? ");
            text.push(' ');
        }
        text.push_str(": ");
        self.flow(text, value);
    }

    /// A number that YAML knows: TOML has underscores, other words for infinity, and dates.
    fn number(&self, text: &mut String, number: &str) {
        if scalar::plain(number) == scalar::ScalarKind::Number {
            return text.push_str(number);
        }
        match crate::syntax::number(number) {
            Some(value) if value.is_finite() => text.push_str(&value.to_string()),
            Some(value) if value.is_nan() => text.push_str(".nan"),
            Some(value) => text.push_str(if value > 0.0 { ".inf" } else { "-.inf" }),
            None => self.string(text, number, true),
        }
    }

    /// A string on one line, in quotes where it needs some or if it `must` have them.
    pub(super) fn string(&self, text: &mut String, string: &str, must: bool) {
        if !must && is_safe_plain(string) {
            text.push_str(string);
        } else if !string.contains(is_special) && self.suits_single(string) {
            text.push('\'');
            text.push_str(&string.replace('\'', "''"));
            text.push('\'');
        } else {
            double_quoted(text, string);
        }
    }

    /// Single quotes are better for a string without them in which double quotes would escape something.
    fn suits_single(&self, string: &str) -> bool {
        match self.quote {
            QuoteMark::Single => true,
            QuoteMark::Double => string.contains(['"', '\\']) && !string.contains('\''),
        }
    }

    pub(super) fn new_line(&self, text: &mut String, column: usize) {
        text.push_str(self.newline);
        text.extend(std::iter::repeat_n(' ', column));
    }
}

fn is_plain(out: &Out) -> bool {
    match &out.value {
        OutValue::Array(_) | OutValue::Object(_) => false,
        OutValue::String(text) => !text.contains('\n'),
        _ => true,
    }
}

fn is_plain_list(out: &Out) -> bool {
    matches!(&out.value, OutValue::Array(items) if items.iter().all(is_plain))
}

/// Whether a string is written as a block: it has several lines, and nothing in it that a block cannot say or that would
/// be hard to see in one.
pub(super) fn is_block(string: &str) -> bool {
    let line = string.strip_suffix('\n').unwrap_or(string);
    // Blank lines at the end would be hard to tell from those behind the text.
    line.contains('\n')
        && !line.ends_with('\n')
        && !string.starts_with([' ', '\n', '#'])
        && !string.contains(|c| c != '\n' && is_special(c))
        && string.split('\n').all(|line| !line.ends_with(' '))
}

/// Whether a character has to be escaped: it cannot be seen, or it would end the line for some reader.
fn is_special(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}'
        )
}

/// Whether a string means itself without quotes, wherever it stands.
pub(super) fn is_safe_plain(string: &str) -> bool {
    let mut chars = string.chars();
    let Some(first) = chars.next() else {
        return false;
    };
    let begins = match first {
        '-' => chars
            .next()
            .is_some_and(|next| next.is_alphanumeric() || next == '-'),
        '?' | ':' | ',' | '[' | ']' | '{' | '}' | '#' | '&' | '*' | '!' | '|' | '>' | '\''
        | '"' | '%' | '@' | '`' | '=' | '~' | '<' => false,
        first => !first.is_whitespace(),
    };
    begins
        && !string.ends_with([' ', ':'])
        && !string.starts_with("---")
        && !string.starts_with("...")
        && !string.contains(|c| is_special(c) || matches!(c, ',' | '[' | ']' | '{' | '}'))
        && !string.contains(": ")
        && !string.contains(" #")
        && !string.ends_with(char::is_whitespace)
        && !scalar::is_mistakable(string)
}

fn double_quoted(text: &mut String, string: &str) {
    text.push('"');
    for c in string.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            c if is_special(c) => {
                let _ = match u32::from(c) {
                    code @ ..=0xff => write!(text, "\\x{code:02x}"),
                    code => write!(text, "\\u{code:04x}"),
                };
            }
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Begins a new document and the maps that lead to its entries.
pub(super) fn begin(page: &mut Page<'_>, frame: &Out) {
    let looks = YamlLooks::plain(page.style.indent);
    for (key, value) in frame.members() {
        looks.member(&mut page.text, key, value, 0);
        page.text.push('\n');
    }
    for (depth, key) in page.root.iter().enumerate() {
        if depth > 0 {
            looks.new_line(&mut page.text, depth * looks.unit);
        }
        looks.key(&mut page.text, key, depth * looks.unit);
    }
}

/// Adds an entry to a new document.
pub(super) fn entry(page: &mut Page<'_>, name: &str, out: &Out) {
    let looks = YamlLooks::plain(page.style.indent);
    let column = page.root.len() * looks.unit;
    if page.root.is_empty() {
        if page.count > 0 {
            page.text.push('\n');
        }
    } else {
        looks.new_line(&mut page.text, column);
    }
    let Some(name_key) = page.list else {
        return looks.member(&mut page.text, name, out, column);
    };
    page.text.push_str("- ");
    let name = Out::text(name);
    looks.member(&mut page.text, name_key, &name, column + 2);
    for (key, value) in out.members() {
        looks.new_line(&mut page.text, column + 2);
        looks.member(&mut page.text, key, value, column + 2);
    }
}

/// Ends what [`begin`] began, with `extras` beside the entries.
pub(super) fn end(page: &mut Page<'_>, extras: &Out) {
    let looks = YamlLooks::plain(page.style.indent);
    let nested = !page.root.is_empty();
    if page.count == 0 && nested {
        page.text
            .push_str(if page.list.is_some() { " []" } else { " {}" });
    }
    if page.count > 0 || nested {
        page.text.push('\n');
    }
    for (key, value) in extras.members() {
        looks.member(&mut page.text, key, value, 0);
        page.text.push('\n');
    }
    if page.text.is_empty() {
        page.text.push_str("{}\n");
    }
}
