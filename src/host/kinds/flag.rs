//! Booleans: plain, turned round, and those that only count as `false`.

use serde_json::{Value as Json, json};

use super::{Bad, Remedy, Rules, Say, Wanted};
use crate::host::encode::give_back;
use crate::host::lower::Lower;
use crate::host::reading::At;
use crate::host::{Field, Kind, Out, OutValue, Write};
use crate::model::{Server, Slot, Value};
use crate::syntax::{Node, Tree, number};

/// What a boolean says, and whether the host reads it so.
pub(super) fn get(node: &Node<'_>, rules: Rules) -> Option<(bool, bool)> {
    match &node.value {
        Tree::Bool(flag) => Some((*flag, true)),
        Tree::String(text) => match &**text {
            "true" | "1" => Some((true, rules.coerces)),
            "false" | "0" => Some((false, rules.coerces)),
            "" if rules.zero_is_false => Some((false, false)),
            word if rules.flag_words => spelled(word).map(|flag| (flag, true)),
            _ => None,
        },
        Tree::Number(text) if rules.zero_is_false && number(text) == Some(0.0) => {
            Some((false, false))
        }
        Tree::Number(text) if rules.flag_words => match number(text) {
            Some(0.0) => Some((false, true)),
            Some(1.0) => Some((true, true)),
            _ => None,
        },
        _ => None,
    }
}

/// The words that Pydantic takes for booleans (observed with FastMCP 4.1.0 and Mistral Vibe 3.0.2).
const WORDS: [(&str, &str); 4] = [("true", "false"), ("yes", "no"), ("on", "off"), ("y", "n")];

fn spelled(word: &str) -> Option<bool> {
    let is = |known: &str| word.eq_ignore_ascii_case(known);
    if WORDS.iter().any(|(yes, _)| is(yes)) || is("t") {
        return Some(true);
    }
    (WORDS.iter().any(|(_, no)| is(no)) || is("f")).then_some(false)
}

pub(super) fn check<'n>(node: &'n Node<'n>, rules: Rules, say: Say<'_, 'n>) {
    match get(node, rules) {
        Some((_, true)) => {}
        Some((_, false)) => say(Bad {
            harmless: (rules.zero_is_false && matches!(node.as_str(), None | Some("")))
                .then_some("it counts as `false`"),
            ..Bad::new(node, Wanted::Flag, Remedy::Understood)
        }),
        None => say(Bad::new(node, Wanted::Flag, Remedy::Skip)),
    }
}

/// `true` is not among what such a field takes (observed with opencode 1.18.33), and says nothing.
pub(super) fn check_off<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    let remedy = match node.value {
        Tree::Bool(false) => return,
        Tree::Bool(true) => Remedy::Without,
        _ => Remedy::Skip,
    };
    say(Bad::new(node, Wanted::ObjectOrFalse, remedy));
}

pub(super) fn read<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    if let Some((flag, _)) = get(&at.member.value, lower.rules) {
        lower.put(
            field,
            at,
            Value::Flag(flag != (field.kind == Kind::NotFlag)),
        );
    }
}

pub(super) fn write(field: &Field, server: &mut Server) -> Option<Out> {
    let entry = server.take(field.slot)?;
    match (entry.slot, &entry.value) {
        (Slot::Enabled, Value::Flag(true)) if field.write != Write::Always => {
            server.implied.push(entry.span);
            None
        }
        (_, Value::Flag(true)) if field.kind == Kind::OffFlag => give_back(server, Some(entry)),
        (_, Value::Flag(value)) => Some(Out::new(
            OutValue::Bool(*value != (field.kind == Kind::NotFlag)),
            entry.span,
        )),
        _ => give_back(server, Some(entry)),
    }
}

pub(super) fn schema(rules: Rules) -> Json {
    if rules.flag_words {
        let words = "^([Tt]([Rr][Uu][Ee])?|[Ff]([Aa][Ll][Ss][Ee])?|[Yy]([Ee][Ss])?|[Nn][Oo]?|[Oo]([Nn]|[Ff][Ff])|[01])$";
        let words = json!({ "type": "string", "pattern": words });
        return json!({ "anyOf": [{ "type": "boolean" }, { "enum": [0, 1] }, words] });
    }
    if rules.coerces {
        return json!({ "enum": [true, false, "true", "false", "1", "0"] });
    }
    json!({ "type": "boolean" })
}

pub(super) fn schema_off() -> Json {
    json!({ "const": false })
}
