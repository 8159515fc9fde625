//! What a document of TOML says, as far as an edit has to keep it.

use crate::syntax::tests::plain::Plain;
use crate::syntax::{Language, Out, OutValue};

pub(super) fn read(text: &str) -> Plain {
    Plain::read(text, Language::Toml)
}

/// Without the order of members, the spelling of numbers, and the members that hold nothing: a table that exists only by
/// what is in it, or a list by its headers, is gone with the last of them.
pub(super) fn settled(value: Plain) -> Plain {
    filled(value).sorted()
}

fn filled(value: Plain) -> Plain {
    match value {
        Plain::Scalar(text) => Plain::Scalar(by_value(text)),
        Plain::Array(items) => Plain::Array(items.into_iter().map(filled).collect()),
        Plain::Object(members) => {
            let members = members.into_iter().map(|(key, value)| (key, filled(value)));
            let is_filled = |value: &Plain| match value {
                Plain::Scalar(_) => true,
                Plain::Array(items) => !items.is_empty(),
                Plain::Object(members) => !members.is_empty(),
            };
            Plain::Object(members.filter(|(_, value)| is_filled(value)).collect())
        }
    }
}

/// A number without its spelling, and anything else as it is.
fn by_value(text: String) -> String {
    match text.parse() {
        Ok(toml_edit::Value::Integer(number)) => number.into_value().to_string(),
        Ok(toml_edit::Value::Float(number)) => format!("{:?}", number.into_value()),
        _ => text,
    }
}

/// The same value, to be written.
pub(super) fn out(value: &Plain) -> Out {
    Out::added(match value {
        Plain::Scalar(text) if text.starts_with('"') => {
            OutValue::String(serde_json::from_str(text).unwrap())
        }
        Plain::Scalar(text) if text == "true" || text == "false" => OutValue::Bool(text == "true"),
        Plain::Scalar(text) => OutValue::Number(by_value(text.clone())),
        Plain::Array(items) => OutValue::Array(items.iter().map(out).collect()),
        Plain::Object(members) => OutValue::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), out(value)))
                .collect(),
        ),
    })
}
