//! A program and its arguments that the host joins with spaces and leaves to a shell.
//!
//! A text is several words there unless it is quoted. References of the host's own are put in before the shell reads the
//! line. Where the shell would do more than that (`$X`, `~`, `*`, `|`), the server is a shell with that line.

use serde_json::{Value as Json, json};

use super::command::NOT_BLANK;
use super::list;
use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::{At, shell_words};
use crate::host::{Field, Out, OutValue, Skip};
use crate::model::{Entry, Part, Server, Slot, Template, Value};
use crate::syntax::Tree;

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    // They are part of the line then.
    if lower.reading.shell_line().is_some() {
        let items = at.member.value.items().iter();
        return lower.server.implied.extend(items.map(|item| item.span));
    }
    let mut list = Vec::new();
    for item in at.member.value.items() {
        match &item.value {
            Tree::String(text) => {
                let words = shell_words(text);
                // A blank item is no word at all.
                if words.is_empty() {
                    lower.server.implied.push(item.span);
                }
                for word in words {
                    list.push(lower.template(field.slot, &word.text, item.span));
                }
            }
            Tree::Number(text) => list.push(Template::literal(*text, item.span)),
            Tree::Bool(flag) => list.push(Template::literal(flag.to_string(), item.span)),
            _ => {}
        }
    }
    lower.put(field, at, Value::List(list));
}

/// The program alone; its arguments have a field of their own.
pub(super) fn write_program(
    encoder: &mut Encoder,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    match server.take(Slot::Command) {
        Some(Entry {
            value: Value::Text(text),
            field: name,
            ..
        }) => {
            let out = encoder.string(&name, Slot::Command, &text)?;
            Ok(Some(quoted(out, &text)))
        }
        other => Ok(give_back(server, other)),
    }
}

pub(super) fn write(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    list::write_each(encoder, field, server, quoted)
}

fn quoted(out: Out, text: &Template) -> Out {
    let OutValue::String(printed) = &out.value else {
        return out;
    };
    let is_text = |part: &&Part| matches!(part, Part::Text(_));
    let references = text.parts.iter().filter(|part| !is_text(part)).count();
    Out {
        value: OutValue::String(quote(printed, references)),
        ..out
    }
}

/// `text`, in which the host has so many references, as one word. Double quotes are preferred, because the shell of
/// Windows knows no others; but a shell elsewhere expands things in them, those of a value that is put in among them.
fn quote(text: &str, references: usize) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./:=@,+%".contains(c);
    if references == 0 && !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut after = text.split('\\').skip(1);
    let odd = references > 0
        || text.contains(['"', '`'])
        || text.matches('$').count() != references
        || after.any(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r', '$']));
    if odd {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        format!("\"{text}\"")
    }
}

pub(super) fn schema_program() -> Json {
    json!({ "type": "string", "pattern": NOT_BLANK })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_one_word_again() {
        for (text, references, written) in [
            ("--stdio", 0, "--stdio"),
            ("", 0, "\"\""),
            ("a b", 0, "\"a b\""),
            ("it's", 0, "\"it's\""),
            ("${ROOT}/x", 1, "'${ROOT}/x'"),
            ("$5; rm", 0, "'$5; rm'"),
            ("say \"it's\"", 0, r#"'say "it'\''s"'"#),
            (r"C:\my tools\x", 0, r#""C:\my tools\x""#),
            (r"end\", 0, r"'end\'"),
            (r"a\\b", 0, r"'a\\b'"),
            ("*", 0, "\"*\""),
        ] {
            let found = quote(text, references);
            assert_eq!(found, written);
            let words = shell_words(&found);
            assert_eq!(words.len(), 1, "{found}");
            assert_eq!(words[0].text, text, "{found}");
        }
    }
}
