//! Values as text, in the manner of what stood there before.

use std::borrow::Cow;

use toml_edit::Value as TomlValue;

use crate::syntax::toml::print::{self, escaped, inline, one_line};
use crate::syntax::{Out, OutValue};

/// A value on one line. A string follows the quotes of `like`, the spelling of the value it replaces or stands beside.
pub(super) fn value(out: &Out, like: Option<&str>, eol: &str) -> String {
    match (&out.value, like) {
        (OutValue::String(text), Some(like)) => string(text, like, eol),
        _ => {
            let mut text = String::new();
            inline(&mut text, out, one_line);
            text
        }
    }
}

/// A key in quotes like those of `like`, the one it replaces.
pub(super) fn key(name: &str, like: &str) -> String {
    let literal = || !name.contains(|c: char| c == '\'' || c.is_control());
    match like.as_bytes().first() {
        Some(b'\'') if literal() => format!("'{name}'"),
        Some(b'"' | b'\'') => format!("\"{}\"", escaped(name, false)),
        _ => print::key(name),
    }
}

/// `key = value`, spaced around the sign as in `like`, the text between a key and its value nearby.
pub(super) fn pair(key: &str, out: &Out, like: Option<&str>, eol: &str) -> String {
    let sign = if like == Some("=") { "=" } else { " = " };
    format!("{key}{sign}{}", value(out, None, eol))
}

/// The pairs for `key` and a value in which objects are spelled out as dotted keys.
pub(super) fn dotted<'o>(key: &str, out: &'o Out, pairs: &mut Vec<(String, Cow<'o, Out>)>) {
    match &out.value {
        OutValue::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                dotted(&format!("{key}.{}", print::key(name)), value, pairs);
            }
        }
        _ => pairs.push((key.to_owned(), Cow::Borrowed(out))),
    }
}

fn string(text: &str, like: &str, eol: &str) -> String {
    // A raw line break would become the file's, which is right only if the string has the same.
    let breaks = eol == "\n" && !text.contains('\r');
    let plain = |allowed: &[char]| {
        text.chars()
            .all(|c| !c.is_control() || c == '\t' || allowed.contains(&c))
    };
    if let Some(rest) = like.strip_prefix("'''") {
        let allowed: &[char] = if breaks { &['\n'] } else { &[] };
        // Where the text itself starts with a break, the first one is not part of the string and has to stand there.
        let lead = if rest.starts_with(['\n', '\r']) || text.starts_with('\n') {
            eol
        } else {
            ""
        };
        if plain(allowed) && !text.contains("'''") && !text.ends_with('\'') {
            return format!("'''{lead}{text}'''");
        }
    } else if let Some(rest) = like.strip_prefix("\"\"\"") {
        let lead = if rest.starts_with(['\n', '\r']) || (breaks && text.starts_with('\n')) {
            eol
        } else {
            ""
        };
        return format!("\"\"\"{lead}{}\"\"\"", escaped(text, breaks));
    } else if like.starts_with('\'') {
        if plain(&[]) && !text.contains('\'') {
            return format!("'{text}'");
        }
    } else if like.starts_with('"') {
        return format!("\"{}\"", escaped(text, false));
    }
    one_line(text)
}

/// Whether `spelled`, a value that is neither a list nor a table, says the same as `out`.
pub(super) fn same(spelled: &str, out: &Out) -> bool {
    let Ok(old) = spelled.parse::<TomlValue>() else {
        return false;
    };
    match (&old, &out.value) {
        (TomlValue::String(old), OutValue::String(new)) => old.value() == new,
        (TomlValue::Boolean(old), OutValue::Bool(new)) => old.value() == new,
        (_, OutValue::Number(new)) if spelled == new => true,
        // `1_000` is the same as `1000`, but `30.0` is not the same as `30`: some hosts insist on one of them.
        (_, OutValue::Number(new)) => match (&old, new.parse::<TomlValue>()) {
            (TomlValue::Integer(old), Ok(TomlValue::Integer(new))) => old.value() == new.value(),
            (TomlValue::Float(old), Ok(TomlValue::Float(new))) => old.value() == new.value(),
            (TomlValue::Datetime(old), Ok(TomlValue::Datetime(new))) => old.value() == new.value(),
            _ => false,
        },
        _ => false,
    }
}

/// What a spelled value is, for messages.
pub(super) fn kind(spelled: &str) -> &'static str {
    match spelled.as_bytes().first() {
        Some(b'"' | b'\'') => "a string",
        Some(b't' | b'f') => "a boolean",
        Some(b'[') => "a list",
        Some(b'{') => "a table",
        _ => "a number",
    }
}
