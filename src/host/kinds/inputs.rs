//! What the users of one server are asked for: a map from names to a title and a description each.

use std::collections::HashSet;

use serde_json::{Value as Json, json};

use super::{Bad, Below, Remedy, Say, Wanted};
use crate::host::encode::Encoder;
use crate::host::{Out, OutValue};
use crate::model::{Part, Server};
use crate::syntax::{Node, Tree};

/// What must be said about each of them.
const TEXTS: [&str; 2] = ["title", "description"];

pub(super) fn check<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    let Tree::Object(members) = &node.value else {
        return say(Bad::new(node, Wanted::Object, Remedy::Skip));
    };
    for member in members {
        let asks = &member.value;
        let mut bad = |node, wanted| {
            say(Bad {
                below: Below::Key(&member.key),
                ..Bad::new(node, wanted, Remedy::Understood)
            });
        };
        let text = |key: &str| asks.member(key).map(|member| &member.value);
        if !asks.is_object() || TEXTS.iter().any(|key| text(key).is_none()) {
            bad(asks, Wanted::Input);
            continue;
        }
        for node in TEXTS.iter().filter_map(|key| text(key)) {
            if node.as_str().is_none() {
                bad(node, Wanted::Text);
            }
        }
        if let Some(flag) = text("sensitive")
            && !matches!(flag.value, Tree::Bool(_))
        {
            bad(flag, Wanted::Flag);
        }
    }
}

/// The inputs that the server refers to, with what the source asks for them.
pub(super) fn write(encoder: &Encoder) -> Option<Out> {
    let mut members: Vec<(String, Out)> = Vec::new();
    for id in encoder.asked.iter().cloned() {
        let prompt = encoder.prompts.get(&id);
        let text = |text: &str| Out::added(OutValue::String(text.to_owned()));
        let description = prompt.and_then(|prompt| prompt.description.clone());
        let description = description.unwrap_or_else(|| format!("Value of {id}"));
        let mut asks = vec![
            ("title".to_owned(), text(&id)),
            ("description".to_owned(), text(&description)),
        ];
        if prompt.is_some_and(|prompt| prompt.password) {
            asks.push(("sensitive".to_owned(), Out::added(OutValue::Bool(true))));
        }
        members.push((id, Out::added(OutValue::Object(asks))));
    }
    // Its own file says what is asked already.
    (!members.is_empty() && !encoder.same_host).then(|| Out::added(OutValue::Object(members)))
}

/// The ids of the inputs that a server refers to, each once.
pub(crate) fn ids(server: &Server) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut ids: Vec<String> = Vec::new();
    for entry in &server.entries {
        entry.value.each_part(&mut |part| {
            if let Part::Input(id) = part
                && seen.insert(id.clone())
            {
                ids.push(id.clone());
            }
        });
    }
    ids
}

pub(super) fn schema() -> Json {
    let text = json!({ "type": "string" });
    json!({
        "type": "object",
        "additionalProperties": {
            "type": "object",
            "properties": { "title": text, "description": text, "sensitive": { "type": "boolean" } },
            "required": TEXTS,
        },
    })
}
