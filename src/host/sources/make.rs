//! What transcripts are made of: nodes that remember where they come from, and inputs.

use std::borrow::Cow;

use crate::syntax::{Member, Node, Span, Tree};

/// A string.
pub(super) fn text<'t>(text: impl Into<Cow<'t, str>>, span: Span) -> Node<'t> {
    Node {
        span,
        value: Tree::String(text.into()),
    }
}

/// A list.
pub(super) fn list(items: Vec<Node<'_>>, span: Span) -> Node<'_> {
    Node {
        span,
        value: Tree::Array(items.into()),
    }
}

/// A member of an object.
pub(super) fn member<'t>(key: impl Into<Cow<'t, str>>, at: Span, value: Node<'t>) -> Member<'t> {
    Member {
        key: key.into(),
        key_span: at,
        value,
    }
}

/// An object.
pub(super) fn object(members: Vec<Member<'_>>, span: Span) -> Node<'_> {
    Node {
        span,
        value: Tree::Object(members.into()),
    }
}

/// The whole document: servers and inputs.
pub(super) fn document<'t>(
    name: &str,
    at: Span,
    server: Option<Node<'t>>,
    asked: Asked<'t>,
    span: Span,
) -> Node<'t> {
    let servers = server.map(|server| member(name.to_owned(), at, server));
    let mut members = vec![member(
        "mcpServers",
        span,
        object(servers.into_iter().collect(), span),
    )];
    if !asked.list.is_empty() {
        members.push(member("inputs", span, list(asked.list, span)));
    }
    object(members, span)
}

/// What is asked for, each once.
#[derive(Default)]
pub(super) struct Asked<'t> {
    list: Vec<Node<'t>>,
    ids: Vec<String>,
}

/// Something to ask for.
pub(super) struct Question<'n, 't> {
    pub(super) id: String,
    pub(super) description: Option<Node<'t>>,
    pub(super) default: Option<(String, Span)>,
    pub(super) secret: bool,
    pub(super) choices: Option<&'n Node<'t>>,
    /// Where it stands.
    pub(super) span: Span,
}

impl<'t> Asked<'t> {
    /// Asks, and gives the reference to the answer.
    pub(super) fn ask(&mut self, question: Question<'_, 't>) -> String {
        let reference = format!("${{input:{}}}", question.id);
        if self.ids.contains(&question.id) {
            return reference;
        }
        let span = question.span;
        let choices = question
            .choices
            .filter(|choices| !choices.items().is_empty());
        let kind = if choices.is_some() {
            "pickString"
        } else {
            "promptString"
        };
        let mut members = vec![
            member("type", span, text(kind, span)),
            member("id", span, text(question.id.clone(), span)),
        ];
        let words = question.description.filter(|node| node.as_str().is_some());
        let words = words.unwrap_or_else(|| text(format!("Value of {}", question.id), span));
        members.push(member("description", span, words));
        if let Some((default, at)) = question.default {
            members.push(member("default", at, text(default, at)));
        }
        if let Some(choices) = choices {
            members.push(member("options", choices.span, choices.clone()));
        }
        if question.secret {
            let yes = Node {
                span,
                value: Tree::Bool(true),
            };
            members.push(member("password", span, yes));
        }
        self.ids.push(question.id);
        self.list.push(object(members, span));
        reference
    }
}

/// The name of a server: what every host takes.
pub(super) fn server_name(name: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    let plain = last.chars().map(|c| match c {
        c if c.is_ascii_alphanumeric() || c == '_' || c == '-' => c,
        _ => '-',
    });
    let plain: String = plain.collect();
    match plain.trim_matches('-') {
        "" => "server".to_owned(),
        name => name.to_owned(),
    }
}

/// The id of an input that is no variable of the server's own: with its name in front, because nobody means the
/// user's `PATH` by `{path}`.
pub(super) fn own_id(server: &str, name: &str) -> String {
    let name = name.trim_start_matches('-');
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    format!("{server}_{name}").chars().map(plain).collect()
}

/// A scalar as text.
pub(super) fn scalar(node: &Node<'_>) -> Option<String> {
    match &node.value {
        Tree::String(text) => Some(text.to_string()),
        Tree::Number(text) => Some((*text).to_owned()),
        Tree::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
