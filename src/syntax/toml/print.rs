//! Values and new documents as text. A new document has a header for each of its entries, plain values first, tables
//! below.

use std::borrow::Cow;

use toml_edit::Key;

use crate::syntax::{Out, OutValue, Page, Tables};

/// How a string is written. A new document may use several lines for one; an edit, which has to follow the line ends of
/// its file, may not.
pub(super) type Quote = fn(&str) -> String;

/// Begins a new document with the members of `frame`.
pub(super) fn begin(page: &mut Page<'_>, frame: &Out) {
    lines(&mut page.text, frame);
    page.top = page.text.len();
    tables(&mut page.text, &mut Vec::new(), frame);
}

/// Adds an entry under its header to a new document.
pub(super) fn entry(page: &mut Page<'_>, name: &str, out: &Out) {
    let text = &mut page.text;
    let mut path: Vec<String> = page.root.iter().map(|name| key(name)).collect();
    if let Some(name_key) = page.list {
        header(text, &path, true);
        let name = Out::text(name);
        line(text, name_key, &name, quote_string);
    } else {
        path.push(key(name));
        header(text, &path, false);
    }
    body(text, &mut path, out, page.style.tables, quote_string);
}

/// Ends a new document with the members of `extras`. One that is empty says in so many words that there are no entries.
pub(super) fn end(page: &mut Page<'_>, extras: &Out) {
    let mut top = String::new();
    lines(&mut top, extras);
    if !top.is_empty() {
        page.text.insert_str(page.top, &top);
    }
    tables(&mut page.text, &mut Vec::new(), extras);
    if page.count == 0 && page.text.is_empty() {
        let root = page.root.iter().map(|name| key(name)).collect::<Vec<_>>();
        let root = root.join(".");
        page.text.push_str(&match page.list {
            Some(_) => format!("{root} = []\n"),
            None => format!("[{root}]\n"),
        });
    }
}

/// The plain members of an object.
fn lines(text: &mut String, out: &Out) {
    for (name, value) in out.members().iter().filter(|(_, value)| !value.is_object()) {
        line(text, name, value, quote_string);
    }
}

/// The objects in an object, each a table of its own, whatever the style.
fn tables(text: &mut String, path: &mut Vec<String>, out: &Out) {
    for (name, value) in out.members().iter().filter(|(_, value)| value.is_object()) {
        path.push(key(name));
        header(text, path, false);
        lines(text, value);
        tables(text, path, value);
        path.pop();
    }
}

/// The members of the table at `path`, whose keys are quoted where they need it, and the tables below it.
pub(super) fn body(
    text: &mut String,
    path: &mut Vec<String>,
    out: &Out,
    tables: Tables,
    quote: Quote,
) {
    let OutValue::Object(members) = &out.value else {
        return;
    };
    let below = |value: &Out| match &value.value {
        // A table that holds only strings stays on one line where the host likes it so.
        OutValue::Object(inner) => tables == Tables::Sub && !inner.is_empty(),
        _ => false,
    };
    for (name, value) in members.iter().filter(|(_, value)| !below(value)) {
        line(text, name, value, quote);
    }
    for (name, value) in members.iter().filter(|(_, value)| below(value)) {
        path.push(key(name));
        // A table of tables needs no header of its own.
        let only_tables = matches!(&value.value, OutValue::Object(inner) if inner.iter().all(|(_, value)| below(value)));
        if !only_tables {
            header(text, path, false);
        }
        body(text, path, value, tables, quote);
        path.pop();
    }
}

/// The header of the table at `path`, whose keys are quoted where they need it.
pub(super) fn header(text: &mut String, path: &[String], list: bool) {
    if !text.is_empty() {
        text.push('\n');
    }
    let keys = path.join(".");
    text.push_str(&if list {
        format!("[[{keys}]]\n")
    } else {
        format!("[{keys}]\n")
    });
}

fn line(text: &mut String, name: &str, value: &Out, quote: Quote) {
    text.push_str(&key(name));
    text.push_str(" = ");
    inline(text, value, quote);
    text.push('\n');
}

/// A value without line breaks of its own.
pub(super) fn inline(text: &mut String, out: &Out, quote: Quote) {
    match &out.value {
        // TOML has no null; nobody asks for one, because no TOML host has a field that takes it.
        OutValue::Null => text.push_str("\"\""),
        OutValue::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        OutValue::Number(number) => text.push_str(&plain_number(number)),
        OutValue::String(value) => text.push_str(&quote(value)),
        OutValue::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                inline(text, item, quote);
            }
            text.push(']');
        }
        OutValue::Object(members) if members.is_empty() => text.push_str("{}"),
        OutValue::Object(members) => {
            text.push_str("{ ");
            for (index, (name, value)) in members.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                text.push_str(&key(name));
                text.push_str(" = ");
                inline(text, value, quote);
            }
            text.push_str(" }");
        }
    }
}

/// A number that TOML knows: YAML has zeros in front, points without digits and another word for infinity.
pub(super) fn plain_number(number: &str) -> Cow<'_, str> {
    if number.parse::<toml_edit::Value>().is_ok() {
        return Cow::Borrowed(number);
    }
    Cow::Owned(match crate::syntax::number(number) {
        Some(value) => value.to_string(),
        None => match number.trim_start_matches(['+', '-', '.']) {
            word if word.eq_ignore_ascii_case("inf") && number.starts_with('-') => "-inf".into(),
            word if word.eq_ignore_ascii_case("inf") => "inf".into(),
            word if word.eq_ignore_ascii_case("nan") => "nan".into(),
            _ => quote_string(number),
        },
    })
}

/// The key as it may stand in a path.
pub(super) fn key(name: &str) -> String {
    Key::new(name).display_repr().into_owned()
}

/// The string in the quotes that suit it best.
pub(super) fn quote_string(value: &str) -> String {
    toml_edit::Value::from(value).to_string().trim().to_owned()
}

/// A string without line breaks of its own: those of the file may be others than those of the string.
pub(super) fn one_line(text: &str) -> String {
    if text.contains(['\n', '\r']) {
        format!("\"{}\"", escaped(text, false))
    } else {
        quote_string(text)
    }
}

/// The inside of a string between double quotes.
pub(super) fn escaped(text: &str, breaks: bool) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => result.push_str("\\\\"),
            '"' => result.push_str("\\\""),
            '\n' if breaks => result.push('\n'),
            '\n' => result.push_str("\\n"),
            '\r' => result.push_str("\\r"),
            '\t' => result.push_str("\\t"),
            c if c.is_control() => result.push_str(&format!("\\u{:04X}", u32::from(c))),
            c => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Span;

    fn object(members: &[(&str, Out)]) -> Out {
        Out::added(OutValue::Object(
            members
                .iter()
                .map(|(key, value)| ((*key).to_owned(), value.clone()))
                .collect(),
        ))
    }

    #[test]
    fn tables_in_tables_get_headers_and_odd_keys_get_quotes() {
        let mode = object(&[("approval_mode", Out::string("approve", Span::default()))]);
        let tools = object(&[("a.b", mode)]);
        let mut text = String::new();
        body(
            &mut text,
            &mut vec!["s".into()],
            &object(&[("tools", tools), ("on", Out::added(OutValue::Bool(true)))]),
            Tables::Sub,
            quote_string,
        );
        assert_eq!(
            text,
            "on = true\n\n[s.tools.\"a.b\"]\napproval_mode = \"approve\"\n"
        );
    }

    #[test]
    fn numbers_of_yaml_become_numbers_of_toml() {
        for (yaml, toml) in [
            ("1", "1"),
            ("08", "8"),
            (".5", "0.5"),
            ("1.", "1"),
            ("1e3", "1e3"),
            ("0o7", "0o7"),
            ("-.inf", "-inf"),
            (".NaN", "nan"),
            ("1979-05-27", "1979-05-27"),
        ] {
            assert_eq!(plain_number(yaml), toml);
        }
    }

    #[test]
    fn strings_survive_the_parser() {
        for value in ["", "it's \"quoted\"", "C:\\x\ny", "\u{1b}\u{7f}", "é🌈"] {
            let mut text = String::from("a = ");
            inline(
                &mut text,
                &Out::string(value, Span::default()),
                quote_string,
            );
            let document: toml_edit::DocumentMut = text.parse().expect(&text);
            assert_eq!(document["a"].as_str(), Some(value), "{text}");
        }
    }
}
