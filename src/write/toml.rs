//! TOML as its hosts write it: a header for each server, plain values first, tables below.

use toml_edit::Key;

use crate::host::{Out, OutValue, Place, Tables};

/// How a string is written. A new document may use several lines for one; an edit, which has to follow the line ends of
/// its file, may not.
pub(crate) type Quote = fn(&str) -> String;

/// A server under its header.
pub(super) fn server(text: &mut String, place: &Place, name: &str, out: &Out, tables: Tables) {
    let mut path: Vec<String> = place.roots[0].iter().map(|key| quote_key(key)).collect();
    if place.list {
        header(text, &path, true);
        line(
            text,
            "name",
            &Out::added(OutValue::String(name.to_owned())),
            quote_string,
        );
    } else {
        path.push(quote_key(name));
        header(text, &path, false);
    }
    body(text, &mut path, out, tables, quote_string);
}

/// The members of an object; objects in it become tables of their own, whatever the style.
pub(super) fn table(text: &mut String, path: &mut Vec<String>, out: &Out) {
    let OutValue::Object(members) = &out.value else {
        return;
    };
    for (key, value) in members {
        if !matches!(value.value, OutValue::Object(_)) {
            line(text, key, value, quote_string);
        }
    }
    for (key, value) in members {
        if matches!(value.value, OutValue::Object(_)) {
            path.push(quote_key(key));
            header(text, path, false);
            table(text, path, value);
            path.pop();
        }
    }
}

/// No servers, said in so many words.
pub(super) fn no_servers(text: &mut String, place: &Place) {
    let root = place.roots[0].join(".");
    text.push_str(&if place.list {
        format!("{root} = []\n")
    } else {
        format!("[{root}]\n")
    });
}

/// The members of the table at `path`, whose keys are quoted where they need it, and the tables below it.
pub(crate) fn body(
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
    for (key, value) in members.iter().filter(|(_, value)| !below(value)) {
        line(text, key, value, quote);
    }
    for (key, value) in members.iter().filter(|(_, value)| below(value)) {
        path.push(quote_key(key));
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
pub(crate) fn header(text: &mut String, path: &[String], list: bool) {
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

fn line(text: &mut String, key: &str, value: &Out, quote: Quote) {
    text.push_str(&quote_key(key));
    text.push_str(" = ");
    inline(text, value, quote);
    text.push('\n');
}

/// A value without line breaks of its own.
pub(crate) fn inline(text: &mut String, out: &Out, quote: Quote) {
    match &out.value {
        // TOML has no null; nobody asks for one, because no TOML host has a field that takes it.
        OutValue::Null => text.push_str("\"\""),
        OutValue::Bool(flag) => text.push_str(if *flag { "true" } else { "false" }),
        OutValue::Number(number) => text.push_str(number),
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
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                text.push_str(&quote_key(key));
                text.push_str(" = ");
                inline(text, value, quote);
            }
            text.push_str(" }");
        }
    }
}

/// The key as it may stand in a path.
pub(crate) fn quote_key(key: &str) -> String {
    Key::new(key).display_repr().into_owned()
}

/// The string in the quotes that suit it best.
pub(crate) fn quote_string(value: &str) -> String {
    toml_edit::Value::from(value).to_string().trim().to_owned()
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
