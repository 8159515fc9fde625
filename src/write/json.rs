//! JSON as `JSON.stringify` prints it: one element a line, empty containers closed at once.

use std::fmt::Write as _;

use crate::host::{Out, OutValue};

/// Opens the document and the objects that lead to the servers.
pub(super) fn begin(text: &mut String, frame: &Out, root: &[&str], indent: &str) {
    text.push('{');
    let mut first = true;
    if let OutValue::Object(members) = &frame.value {
        for (key, value) in members {
            member(text, key, value, 1, indent, first);
            first = false;
        }
    }
    for (depth, key) in root.iter().enumerate() {
        start_member(text, key, depth + 1, indent, first);
        text.push('{');
        first = true;
    }
}

/// Closes what [`begin`] opened, with `extras` beside the servers.
pub(super) fn end(text: &mut String, extras: &Out, root: &[&str], indent: &str, empty: bool) {
    let mut empty = empty;
    for depth in (1..=root.len()).rev() {
        if !empty {
            new_line(text, depth, indent);
        }
        text.push('}');
        empty = false;
    }
    if let OutValue::Object(members) = &extras.value {
        for (key, value) in members {
            member(text, key, value, 1, indent, false);
        }
    }
    text.push_str("\n}\n");
}

/// A key and its value at `depth`, and the comma before it.
pub(super) fn member(
    text: &mut String,
    key: &str,
    value: &Out,
    depth: usize,
    indent: &str,
    first: bool,
) {
    start_member(text, key, depth, indent, first);
    print(text, value, depth, indent);
}

fn start_member(text: &mut String, key: &str, depth: usize, indent: &str, first: bool) {
    if !first {
        text.push(',');
    }
    new_line(text, depth, indent);
    string(text, key);
    text.push_str(": ");
}

fn new_line(text: &mut String, depth: usize, indent: &str) {
    text.push('\n');
    for _ in 0..depth {
        text.push_str(indent);
    }
}

fn print(text: &mut String, out: &Out, depth: usize, indent: &str) {
    match &out.value {
        OutValue::Null => text.push_str("null"),
        OutValue::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        OutValue::Number(number) => text.push_str(&plain_number(number)),
        OutValue::String(value) => string(text, value),
        OutValue::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push(',');
                }
                new_line(text, depth + 1, indent);
                print(text, item, depth + 1, indent);
            }
            close(text, ']', items.is_empty(), depth, indent);
        }
        OutValue::Object(members) => {
            text.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                member(text, key, value, depth + 1, indent, index == 0);
            }
            close(text, '}', members.is_empty(), depth, indent);
        }
    }
}

fn close(text: &mut String, bracket: char, empty: bool, depth: usize, indent: &str) {
    if !empty {
        new_line(text, depth, indent);
    }
    text.push(bracket);
}

/// A number that JSON knows: TOML has underscores, other bases and infinity.
pub(crate) fn plain_number(number: &str) -> String {
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
pub(crate) fn string(text: &mut String, value: &str) {
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
    use crate::syntax::Span;

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

    #[test]
    fn a_document_is_laid_out_like_json_stringify() {
        let mut text = String::new();
        begin(&mut text, &Out::object(), &["mcp", "servers"], "  ");
        let server = Out::added(OutValue::Object(vec![(
            "args".into(),
            Out::added(OutValue::Array(vec![Out::string("x", Span::default())])),
        )]));
        member(&mut text, "a", &server, 3, "  ", true);
        end(&mut text, &Out::object(), &["mcp", "servers"], "  ", false);
        let value: serde_json::Value = serde_json::from_str(&text).expect("json");
        assert_eq!(
            text,
            serde_json::to_string_pretty(&value).expect("printable") + "\n"
        );
    }

    #[test]
    fn no_servers_is_an_empty_object() {
        let mut text = String::new();
        begin(&mut text, &Out::object(), &["mcpServers"], "  ");
        end(&mut text, &Out::object(), &["mcpServers"], "  ", true);
        assert_eq!(text, "{\n  \"mcpServers\": {}\n}\n");
    }
}
