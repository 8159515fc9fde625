//! Words for tools that are allowed, asked about or forbidden.

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use super::approval::{approvals, take_approvals};
use super::{Bad, Below, Remedy, Say, Wanted, map};
use crate::host::encode::give_back;
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::host::{Cost, Field, Kind, Out, OutValue, Place};
use crate::model::{Entry, IgnoredField, Raw, Reason, Server, Slot, Template, Value};
use crate::syntax::{Node, Span, Tree, dotted};

pub(super) fn check<'n>(kind: Kind, node: &'n Node<'n>, say: Say<'_, 'n>) {
    match kind {
        Kind::Policies(words) => map::each(
            node,
            Wanted::Policy(words),
            &|value| policy(value, &words),
            say,
        ),
        Kind::PolicyList(key, words) => check_list(node, key, words, say),
        Kind::PolicyTables(key, words) => {
            map::each(
                node,
                Wanted::Object,
                &|value| (!value.is_object()).then_some(Remedy::Skip),
                say,
            );
            for tool in node.members() {
                let setting = tool.value.member(key);
                let unknown =
                    |node: &&Node<'n>| !node.as_str().is_some_and(|it| words.contains(&it));
                if let Some(node) = setting.map(|it| &it.value).filter(unknown) {
                    say(Bad {
                        below: Below::Key(&tool.key),
                        ..Bad::new(node, Wanted::Word(words), Remedy::Without)
                    });
                }
            }
        }
        _ => {}
    }
}

/// Whether a value is one of the words.
fn policy(node: &Node<'_>, words: &[&str]) -> Option<Remedy> {
    match node.as_str() {
        Some(word) if words.contains(&word) => None,
        Some(_) => Some(Remedy::Without),
        None => Some(Remedy::Skip),
    }
}

/// Objects that do not name both a tool and a word are passed over.
fn check_list<'n>(node: &'n Node<'n>, key: &str, words: [&'static str; 3], say: Say<'_, 'n>) {
    let Tree::Array(items) = &node.value else {
        return say(Bad::new(node, Wanted::Objects, Remedy::Skip));
    };
    for (at, item) in items.iter().enumerate() {
        let mut refuse = |node, wanted, remedy| {
            say(Bad {
                below: Below::Item(at),
                ..Bad::new(node, wanted, remedy)
            });
        };
        if !item.is_object() {
            refuse(item, Wanted::Object, Remedy::Without);
        }
        let (Some(name), Some(word)) = (item.member("name"), item.member(key)) else {
            continue;
        };
        if name.value.as_str().is_none() {
            refuse(&name.value, Wanted::Text, Remedy::Skip);
        }
        if let Some(remedy) = policy(&word.value, &words) {
            refuse(&word.value, Wanted::Policy(words), remedy);
        }
    }
}

/// Words for the most that a tool may do: run, run when asked, and nothing. The first limits nothing, and grants nothing either.
pub(super) fn read_policies<'n>(lower: &mut Lower<'_, 'n>, at: &At<'n>, words: &[&str]) {
    let mut tools = Vec::new();
    for member in at.member.value.members() {
        if member.value.as_str() == words.first().copied() {
            lower.server.entries.push(Entry {
                slot: Slot::Native,
                field: dotted::join(&at.name, &member.key).into(),
                key_span: member.key_span,
                span: member.value.span,
                value: Value::Raw(Raw::from_node(&member.value)),
            });
        } else {
            tools.push((&*member.key, member.key_span, &member.value));
        }
    }
    policies(lower, at, words, tools);
}

/// Objects with a tool's name and a word for it, which nobody heeds.
pub(super) fn read_list<'n>(lower: &mut Lower<'_, 'n>, at: &At<'n>) {
    lower.server.ignored.push(IgnoredField {
        field: at.name.to_string(),
        slot: None,
        key_span: at.member.key_span,
        span: at.member.value.span,
        reason: Reason::Unknown,
    });
}

/// Tables by tool with such a word in them; what else they hold stays with the host.
pub(super) fn read_tables<'n>(lower: &mut Lower<'_, 'n>, at: &At<'n>, key: &str, words: &[&str]) {
    // The others are the host's own.
    let words = &words[..2];
    let mut tools = Vec::new();
    for tool in at.member.value.members() {
        for setting in tool.value.members() {
            let word = setting.value.as_str();
            if setting.key == key && word.is_some_and(|word| words.contains(&word)) {
                tools.push((&*tool.key, tool.key_span, &setting.value));
            } else {
                lower.server.entries.push(Entry {
                    slot: Slot::Native,
                    field: dotted::join(&dotted::join(&at.name, &tool.key), &setting.key).into(),
                    key_span: setting.key_span,
                    span: setting.value.span,
                    value: Value::Raw(Raw::from_node(&setting.value)),
                });
            }
        }
    }
    policies(lower, at, words, tools);
}

/// One word for all tools that are not named.
pub(super) fn read_default<'n>(
    lower: &mut Lower<'_, 'n>,
    field: &'static Field,
    at: &At<'n>,
    words: &[&str],
) {
    let node = &at.member.value;
    let meaning = match node.as_str() {
        Some(word) if word == words[0] => "allow",
        Some(word) if word == words[1] => "ask",
        _ => return lower.add(Slot::Native, at, Value::Raw(Raw::from_node(node))),
    };
    lower.put(
        field,
        at,
        Value::Text(Template::literal(meaning, node.span)),
    );
}

fn policies<'n>(
    lower: &mut Lower<'_, 'n>,
    at: &At<'n>,
    words: &[&str],
    tools: Vec<(&str, Span, &Node<'n>)>,
) {
    let mut allowed = Vec::new();
    let mut denied = Vec::new();
    for (tool, tool_span, node) in tools {
        let span = node.span;
        let word = node.as_str().unwrap_or_default();
        let mut say = |meaning| {
            allowed.push(pair(
                tool,
                tool_span,
                Template::literal(meaning, span),
                span,
            ))
        };
        match words.iter().position(|known| *known == word) {
            Some(0) => say("allow"),
            Some(1) => say("ask"),
            Some(_) => denied.push(Template::literal(tool, span)),
            None => lower.server.ignored.push(IgnoredField {
                field: dotted::join(&at.name, tool),
                slot: None,
                key_span: tool_span,
                span,
                reason: Reason::Unknown,
            }),
        }
    }
    if !allowed.is_empty() {
        approvals(lower, at, allowed);
    }
    if denied.is_empty() {
        return;
    }
    match lower.server.list_mut(Slot::DenyTools) {
        Some(list) => list.extend(denied),
        None => lower.add(Slot::DenyTools, at, Value::List(denied)),
    }
}

pub(super) fn write_policies(server: &mut Server, words: &[&str; 3]) -> Option<Out> {
    let mut members: Vec<(String, Out)> = Vec::new();
    let denied = server.take(Slot::DenyTools);
    let forbidden: HashSet<String> = match &denied {
        Some(Entry {
            value: Value::List(tools),
            ..
        }) => tools
            .iter()
            .filter_map(Template::as_literal)
            .map(str::to_owned)
            .collect(),
        _ => HashSet::new(),
    };
    for pair in take_approvals(server, "ask") {
        // What is forbidden needs no word about asking.
        if forbidden.contains(&pair.key) {
            server.implied.push(pair.span);
        } else {
            members.push((pair.key, Out::string(words[1], pair.span)));
        }
    }
    if let Some(Entry {
        value: Value::List(tools),
        ..
    }) = denied
    {
        members.extend(tools.iter().map(|tool| {
            (
                tool.as_literal().unwrap_or_default().to_owned(),
                Out::string(words[2], tool.span),
            )
        }));
    }
    (!members.is_empty()).then(|| Out::added(OutValue::Object(members)))
}

pub(super) fn write_tables(server: &mut Server, key: &str, words: &[&str]) -> Option<Out> {
    let mut members = Vec::new();
    for (word, meaning) in words.iter().zip(["allow", "ask"]) {
        members.extend(take_approvals(server, meaning).into_iter().map(|pair| {
            let setting = Out::added(OutValue::Object(vec![(
                key.to_owned(),
                Out::string(*word, pair.span),
            )]));
            (pair.key, setting)
        }));
    }
    (!members.is_empty()).then(|| Out::added(OutValue::Object(members)))
}

pub(super) fn write_default(field: &Field, server: &mut Server, words: &[&str]) -> Option<Out> {
    match server.take(field.slot) {
        Some(Entry {
            value: Value::Text(text),
            span,
            ..
        }) => {
            let allows = text.as_literal() == Some("allow");
            Some(Out::string(words[usize::from(!allows)], span))
        }
        other => give_back(server, other),
    }
}

pub(super) fn schema(kind: Kind, place: &Place) -> Json {
    match kind {
        Kind::Policies(words) => {
            json!({ "type": "object", "additionalProperties": { "enum": words } })
        }
        Kind::PolicyList(key, words) => {
            let mut item =
                json!({ "properties": { "name": { "type": "string" }, key: { "enum": words } } });
            if place.format.unknown_field != Cost::Ignored {
                item["additionalProperties"] = json!(false);
            }
            json!({ "type": "array", "items": { "type": "object", "if": { "required": ["name", key] }, "then": item } })
        }
        Kind::PolicyTables(key, words) => {
            json!({ "type": "object", "additionalProperties": { "type": "object", "properties": { key: { "enum": words } } } })
        }
        _ => json!(true),
    }
}

pub(super) fn schema_default(words: &[&str]) -> Json {
    json!({ "enum": words })
}
