//! Values and new documents as text. The looks of a new document are those of `JSON.stringify`: one element a line, empty
//! containers closed at once; an edit takes them from the document.

use std::fmt::Write as _;

use crate::syntax::{Out, OutValue, Page};

/// How long a list may be that is written on one line among lines.
const SHORT: usize = 80;

/// What new text looks like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks<'t> {
    pub(super) newline: &'static str,
    /// A level of indentation.
    pub(super) unit: &'t str,
    /// The colon, with the blanks around it.
    pub(super) colon: &'t str,
    /// The blanks behind a comma on one line, where it was seen.
    pub(super) comma: Option<&'t str>,
    /// The blanks inside the braces of an object on one line, where they were seen.
    pub(super) braces: Option<&'t str>,
    /// The same for the brackets of a list.
    pub(super) brackets: Option<&'t str>,
    /// Lists of plain values are written on one line, even where everything else has a line of its own.
    pub(super) short_lists: bool,
}

/// The blanks before a line: those of the line that a value begins on, and some levels more.
#[derive(Clone, Copy)]
pub(super) struct Indent<'a> {
    base: &'a str,
    levels: usize,
}

impl<'a> From<&'a str> for Indent<'a> {
    fn from(base: &'a str) -> Self {
        Self { base, levels: 0 }
    }
}

impl Indent<'_> {
    fn deeper(self) -> Self {
        Self {
            levels: self.levels + 1,
            ..self
        }
    }
}

impl<'t> Looks<'t> {
    /// The looks of a document that shows none of its own.
    pub(super) const fn plain(unit: &'t str) -> Self {
        Self {
            newline: "\n",
            unit,
            colon: ": ",
            comma: None,
            braces: None,
            brackets: None,
            short_lists: false,
        }
    }

    /// The blanks behind a comma on one line.
    pub(super) fn comma(&self) -> &'t str {
        self.comma
            .unwrap_or(if self.colon.ends_with(':') { "" } else { " " })
    }

    /// The blanks inside the brackets of a container on one line.
    pub(super) fn pad(&self, object: bool) -> &'t str {
        if object { self.braces } else { self.brackets }.unwrap_or("")
    }

    /// A member of an object or, without a key, an item of a list.
    pub(super) fn child(
        &self,
        text: &mut String,
        key: Option<&str>,
        out: &Out,
        wide: bool,
        indent: Indent<'_>,
    ) {
        if let Some(key) = key {
            string(text, key);
            text.push_str(self.colon);
        }
        self.value(text, out, wide, indent);
    }

    /// A value that begins on a line indented by `indent`; `wide` if its children may have lines of their own.
    pub(super) fn value(&self, text: &mut String, out: &Out, wide: bool, indent: Indent<'_>) {
        let start = text.len();
        if !wide || self.short_lists && is_plain_list(out) {
            self.inline(text, out);
            if !wide || text.len() - start <= SHORT {
                return;
            }
            text.truncate(start);
        }
        self.expanded(text, out, indent);
    }

    /// All on one line.
    pub(super) fn inline(&self, text: &mut String, out: &Out) {
        self.container(text, out, |text, place, object| match place {
            PrintSpot::Open | PrintSpot::Close => text.push_str(self.pad(object)),
            PrintSpot::Child { first, key, value } => {
                if !first {
                    text.push(',');
                    text.push_str(self.comma());
                }
                self.child(text, key, value, false, "".into());
            }
        });
    }

    /// Every child on its own line.
    pub(super) fn expanded(&self, text: &mut String, out: &Out, indent: Indent<'_>) {
        self.container(text, out, |text, place, _| match place {
            PrintSpot::Open => {}
            PrintSpot::Close => self.new_line(text, indent),
            PrintSpot::Child { first, key, value } => {
                if !first {
                    text.push(',');
                }
                self.new_line(text, indent.deeper());
                self.child(text, key, value, true, indent.deeper());
            }
        });
    }

    /// The brackets of a value that has children, with `write` for what is between them; any other value itself.
    fn container<'o>(
        &self,
        text: &mut String,
        out: &'o Out,
        mut write: impl FnMut(&mut String, PrintSpot<'o>, bool),
    ) {
        match &out.value {
            OutValue::Array(items) if !items.is_empty() => {
                text.push('[');
                write(text, PrintSpot::Open, false);
                for (index, value) in items.iter().enumerate() {
                    let first = index == 0;
                    let key = None;
                    write(text, PrintSpot::Child { first, key, value }, false);
                }
                write(text, PrintSpot::Close, false);
                text.push(']');
            }
            OutValue::Object(members) if !members.is_empty() => {
                text.push('{');
                write(text, PrintSpot::Open, true);
                for (index, (key, value)) in members.iter().enumerate() {
                    let first = index == 0;
                    let key = Some(key.as_str());
                    write(text, PrintSpot::Child { first, key, value }, true);
                }
                write(text, PrintSpot::Close, true);
                text.push('}');
            }
            _ => scalar(text, out),
        }
    }

    fn new_line(&self, text: &mut String, indent: Indent<'_>) {
        text.push_str(self.newline);
        text.push_str(indent.base);
        for _ in 0..indent.levels {
            text.push_str(self.unit);
        }
    }
}

/// A place between the brackets of a container.
enum PrintSpot<'o> {
    Open,
    Child {
        first: bool,
        /// Nothing in a list.
        key: Option<&'o str>,
        value: &'o Out,
    },
    Close,
}

/// Begins a new document and the objects that lead to its entries. No host has JSON whose entries are a list.
pub(super) fn begin(page: &mut Page<'_>, frame: &Out) {
    page.text.push('{');
    let mut first = true;
    for (key, value) in frame.members() {
        member(page, key, value, 1, first);
        first = false;
    }
    for (depth, key) in page.root.iter().enumerate() {
        start_member(page, key, depth + 1, first);
        page.text.push('{');
        first = true;
    }
}

/// Adds an entry to a new document.
pub(super) fn entry(page: &mut Page<'_>, name: &str, out: &Out) {
    member(page, name, out, page.root.len() + 1, page.count == 0);
}

/// Ends what [`begin`] began, with `extras` beside the entries.
pub(super) fn end(page: &mut Page<'_>, extras: &Out) {
    let looks = Looks::plain(page.style.indent);
    let mut empty = page.count == 0;
    for levels in (1..=page.root.len()).rev() {
        if !empty {
            looks.new_line(&mut page.text, Indent { base: "", levels });
        }
        page.text.push('}');
        empty = false;
    }
    for (key, value) in extras.members() {
        member(page, key, value, 1, false);
    }
    page.text.push_str("\n}\n");
}

/// A key and its value on a line of their own, and the comma before them.
fn member(page: &mut Page<'_>, key: &str, value: &Out, levels: usize, first: bool) {
    start_member(page, key, levels, first);
    let indent = Indent { base: "", levels };
    Looks::plain(page.style.indent).expanded(&mut page.text, value, indent);
}

fn start_member(page: &mut Page<'_>, key: &str, levels: usize, first: bool) {
    let looks = Looks::plain(page.style.indent);
    if !first {
        page.text.push(',');
    }
    looks.new_line(&mut page.text, Indent { base: "", levels });
    string(&mut page.text, key);
    page.text.push_str(looks.colon);
}

pub(super) fn is_plain(out: &Out) -> bool {
    !matches!(out.value, OutValue::Array(_) | OutValue::Object(_))
}

fn is_plain_list(out: &Out) -> bool {
    matches!(&out.value, OutValue::Array(items) if items.iter().all(is_plain))
}

/// A value without children.
pub(super) fn scalar(text: &mut String, out: &Out) {
    match &out.value {
        OutValue::Null => text.push_str("null"),
        OutValue::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        OutValue::Number(number) => text.push_str(&plain_number(number)),
        OutValue::String(value) => string(text, value),
        OutValue::Array(_) => text.push_str("[]"),
        OutValue::Object(_) => text.push_str("{}"),
    }
}

/// A number that JSON knows: TOML has underscores, other bases and infinity.
fn plain_number(number: &str) -> String {
    let plain = number.replace('_', "");
    if serde_json::from_str::<serde_json::Number>(&plain).is_ok() {
        return plain;
    }
    match crate::syntax::number(number).filter(|value| value.is_finite()) {
        Some(value) => value.to_string(),
        // A date, a time or infinity has no number in JSON; its text is the best there is.
        None => {
            let mut quoted = String::new();
            string(&mut quoted, &plain);
            quoted
        }
    }
}

/// A string in quotes, escaped as little as JSON allows.
pub(super) fn string(text: &mut String, value: &str) {
    text.push('"');
    let mut rest = value;
    while let Some(at) =
        rest.find(|c: char| matches!(c, '"' | '\\' | '\u{0}'..='\u{1f}' | '\u{7f}'))
    {
        text.push_str(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => text.push_str("\\\""),
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            b'\r' => text.push_str("\\r"),
            b'\t' => text.push_str("\\t"),
            byte => {
                let _ = write!(text, "\\u{byte:04x}");
            }
        }
        rest = &rest[at + 1..];
    }
    text.push_str(rest);
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_survive_a_strict_parser() {
        for value in [
            "",
            "a\"b\\c",
            "tab\tline\nreturn\r",
            "\u{1b}[31m",
            "é🌈\u{2028}",
        ] {
            let mut text = String::new();
            string(&mut text, value);
            assert_eq!(serde_json::from_str::<String>(&text).expect(&text), value);
        }
    }

    #[test]
    fn numbers_of_other_syntaxes_become_numbers_of_json() {
        assert_eq!(plain_number("1_000"), "1000");
        assert_eq!(plain_number("0x10"), "16");
        assert_eq!(plain_number("+7"), "7");
        assert_eq!(plain_number("90.5"), "90.5");
        assert_eq!(plain_number("inf"), "\"inf\"");
    }
}
