//! A program with its arguments, in one string or list where the host reads it so.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Say, Wanted, list};
use crate::host::encode::{Encoder, give_back};
use crate::host::lower::Lower;
use crate::host::reading::{At, split};
use crate::host::{Field, Kind, Out, OutValue, Place, Skip};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::Node;

/// A string that is empty or has a character that is no white space.
pub(crate) const NOT_BLANK: &str =
    r"^$|[^\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]";

pub(super) fn check<'n>(kind: Kind, node: &'n Node<'n>, say: Say<'_, 'n>) {
    match (kind, node.as_str()) {
        (Kind::Line | Kind::LoneLine | Kind::LineOrArgv, Some(_)) => {}
        (Kind::Line | Kind::LoneLine, None) => say(Bad::new(node, Wanted::Text, Remedy::Skip)),
        (Kind::LineOrArgv, None) => list::check(node, Wanted::TextOrTexts, say),
        _ => list::check(node, Wanted::Texts, say),
    }
}

/// The program; its arguments are put where they belong when all fields are read.
pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some((line, _)) = lower.reading.shell_line() {
        let words = ["sh", "-c"].map(|word| Template::literal(word, node.span));
        let line = lower.template(Slot::Args, &line, node.span);
        return lower.put(
            field,
            at,
            Value::List(words.into_iter().chain([line]).collect()),
        );
    }
    if let Some(words) = lower.reading.command_words(at) {
        let list = words
            .iter()
            .map(|word| lower.template(Slot::Args, &word.text, node.span))
            .collect();
        return lower.put(field, at, Value::List(list));
    }
    match node.as_str() {
        Some(text) => {
            let value = Value::Text(lower.template(field.slot, text, node.span));
            lower.put(field, at, value);
        }
        None => {
            let list = list::templates(lower, Slot::Args, node);
            lower.put(field, at, Value::List(list));
        }
    }
}

/// A program in a field whose text the host splits into words.
pub(super) fn write_line(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let Some(entry) = server.take(Slot::Command) else {
        return Ok(None);
    };
    let Value::Text(text) = &entry.value else {
        return Ok(give_back(server, Some(entry)));
    };
    let out = encoder.string(&entry.field, Slot::Command, text)?;
    let OutValue::String(program) = &out.value else {
        return Ok(Some(out));
    };
    let has_args = !server.list(Slot::Args).is_empty();
    if field.kind == Kind::LoneLine {
        if has_args || split::is_plain(program) {
            return Ok(Some(out));
        }
        let quoted = format!("'{}'", program.replace('\'', r"'\''"));
        return Ok(Some(Out {
            value: OutValue::String(quoted),
            ..out
        }));
    }
    let splits = program.contains(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\'));
    // What no host would take for a line need not be quoted in a document of no particular host.
    let whole = encoder.host.facts.lenient && !split::demands(program);
    if !splits || (has_args || whole) && field.kind == Kind::Line {
        return Ok(Some(out));
    }
    if field.kind == Kind::LineOrArgv {
        return Ok(Some(Out::added(OutValue::Array(vec![out]))));
    }
    let quoted = format!("\"{}\"", program.replace('\\', "\\\\").replace('"', "\\\""));
    Ok(Some(Out {
        value: OutValue::String(quoted),
        ..out
    }))
}

/// A program and its arguments in one list.
pub(super) fn write_list(encoder: &mut Encoder, server: &mut Server) -> Result<Option<Out>, Skip> {
    let Some(command) = server.take(Slot::Command) else {
        return Ok(None);
    };
    let mut words = Vec::new();
    if let Value::Text(text) = &command.value {
        words.push(encoder.string(&command.field, Slot::Args, text)?);
    }
    if let Some(Entry {
        value: Value::List(list),
        field,
        ..
    }) = server.take(Slot::Args)
    {
        words.extend(encoder.strings(&field, Slot::Args, &list)?);
    }
    Ok(Some(Out::added(OutValue::Array(words))))
}

/// A string; one of a few where the host runs only those programs.
pub(super) fn schema_program(field: &Field, place: &Place) -> Json {
    let commands = place.format.limits.commands;
    if field.slot == Slot::Command && !commands.is_empty() {
        return json!({ "enum": commands });
    }
    json!({ "type": "string" })
}

pub(super) fn schema(field: &Field, place: &Place) -> Json {
    let string = json!({ "type": "string" });
    match field.kind {
        Kind::Argv => argv(field, place),
        Kind::LineOrArgv if field.slot == Slot::Command => {
            json!({ "anyOf": [{ "type": "string", "pattern": NOT_BLANK }, argv(field, place)] })
        }
        Kind::LineOrArgv => json!({ "anyOf": [string, list::schema()] }),
        _ => string,
    }
}

/// A program and its arguments.
fn argv(field: &Field, place: &Place) -> Json {
    let mut list = list::schema();
    if field.slot == Slot::Command {
        list["minItems"] = json!(1);
        if !place.format.limits.commands.is_empty() {
            list["prefixItems"] = json!([{ "enum": place.format.limits.commands }]);
        }
    }
    list
}
