//! Two configurations by their meaning, whatever their hosts call it.

use super::{Config, Entry, Part, Server, Slot, Template, Value};
use crate::syntax::Span;

/// Where two configurations differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FieldDifference {
    /// The server.
    pub server: String,
    /// What of it: the name of a slot, with the name of a variable or a header behind a dot; nothing for all of it.
    pub what: Option<String>,
    /// Where it is on the left, if it is there.
    pub left: Option<Span>,
    /// Where it is on the right, if it is there.
    pub right: Option<Span>,
}

/// Where `left` and `right` mean different things, in the order of the left one. What only one host knows counts only if
/// `natives` is set, because another has no words for it.
#[must_use]
pub(crate) fn compare(left: &Config, right: &Config, natives: bool) -> Vec<FieldDifference> {
    let mut list = Vec::new();
    let named =
        |config: &Config, name: &str| config.servers.iter().position(|server| server.name == name);
    for server in &left.servers {
        match named(right, &server.name) {
            Some(at) => servers(server, &right.servers[at], natives, &mut list),
            None => list.push(FieldDifference {
                server: server.name.clone(),
                what: None,
                left: Some(server.name_span),
                right: None,
            }),
        }
    }
    for server in right
        .servers
        .iter()
        .filter(|server| named(left, &server.name).is_none())
    {
        list.push(FieldDifference {
            server: server.name.clone(),
            what: None,
            left: None,
            right: Some(server.name_span),
        });
    }
    list
}

/// Whether two servers of one host mean the same.
pub(crate) fn same(left: &Server, right: &Server) -> bool {
    let mut list = Vec::new();
    servers(left, right, true, &mut list);
    left.name == right.name && list.is_empty()
}

fn servers(left: &Server, right: &Server, natives: bool, list: &mut Vec<FieldDifference>) {
    let mut differ = |what: String, a: Option<Span>, b: Option<Span>| {
        list.push(FieldDifference {
            server: left.name.clone(),
            what: Some(what),
            left: a,
            right: b,
        })
    };
    if left.transport != right.transport {
        differ(
            "transport".to_owned(),
            Some(left.transport_span.unwrap_or(left.name_span)),
            Some(right.transport_span.unwrap_or(right.name_span)),
        );
    }
    let counts = |entry: &&Entry| {
        (natives || !entry.slot.is_native())
            && !(entry.slot == Slot::Enabled && entry.value == Value::Flag(true))
    };
    let same =
        |a: &Entry, b: &Entry| a.slot == b.slot && (!a.slot.is_native() || a.field == b.field);
    for entry in left.entries.iter().filter(counts) {
        match right
            .entries
            .iter()
            .filter(counts)
            .find(|other| same(entry, other))
        {
            Some(other) => values(entry, other, &mut differ),
            None if says_nothing(entry) => {}
            None => differ(name(entry), Some(entry.span), None),
        }
    }
    for other in right
        .entries
        .iter()
        .filter(counts)
        .filter(|other| !left.entries.iter().any(|entry| same(entry, other)))
    {
        if !says_nothing(other) {
            differ(name(other), None, Some(other.span));
        }
    }
}

fn values(left: &Entry, right: &Entry, differ: &mut dyn FnMut(String, Option<Span>, Option<Span>)) {
    let (Value::Map(ours), Value::Map(theirs)) = (&left.value, &right.value) else {
        if !same_value(&left.value, &right.value) {
            differ(name(left), Some(left.span), Some(right.span));
        }
        return;
    };
    for pair in ours {
        match theirs
            .iter()
            .find(|other| left.slot.same_key(&other.key, &pair.key))
        {
            Some(other) if same_text(other.value.as_ref(), pair.value.as_ref()) => {}
            other => differ(
                format!("{}.{}", name(left), pair.key),
                Some(pair.span),
                other.map(|other| other.span),
            ),
        }
    }
    for other in theirs.iter().filter(|other| {
        !ours
            .iter()
            .any(|pair| left.slot.same_key(&other.key, &pair.key))
    }) {
        differ(
            format!("{}.{}", name(left), other.key),
            None,
            Some(other.span),
        );
    }
}

/// Whether two values mean the same, wherever their variables are set.
fn same_value(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Text(left), Value::Text(right)) => same_text(Some(left), Some(right)),
        (Value::List(left), Value::List(right)) => {
            let pairs = left.iter().zip(right);
            left.len() == right.len() && { pairs }.all(|(a, b)| same_text(Some(a), Some(b)))
        }
        _ => left == right,
    }
}

fn same_text(left: Option<&Template>, right: Option<&Template>) -> bool {
    let same = |a: &Part, b: &Part| a == b || a.as_env().is_some() && a.as_env() == b.as_env();
    match (left, right) {
        (Some(left), Some(right)) => {
            let mut pairs = left.parts.iter().zip(&right.parts);
            left.parts.len() == right.parts.len() && pairs.all(|(a, b)| same(a, b))
        }
        _ => left == right,
    }
}

/// An empty list or map says what its absence says, but for a list of the only tools there are.
fn says_nothing(entry: &Entry) -> bool {
    match &entry.value {
        Value::List(list) => list.is_empty() && entry.slot != Slot::AllowTools,
        Value::Map(pairs) => pairs.is_empty(),
        _ => false,
    }
}

/// What a slot is called when no host's word for it will do.
fn name(entry: &Entry) -> String {
    let word = match entry.slot {
        Slot::Command => "command",
        Slot::Args => "args",
        Slot::Env => "env",
        Slot::EnvFile => "env file",
        Slot::Cwd => "cwd",
        Slot::Url => "url",
        Slot::Headers => "headers",
        Slot::StartupTimeout => "startup timeout",
        Slot::CallTimeout => "timeout",
        Slot::Enabled => "enabled",
        Slot::AllowTools => "allowed tools",
        Slot::DenyTools => "denied tools",
        Slot::Approvals => "approvals",
        Slot::DefaultApproval => "default approval",
        Slot::Sandbox => "sandbox",
        Slot::Description => "description",
        _ => &entry.field,
    };
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::read;
    use crate::hosts::by_name;
    use crate::syntax::parse;

    fn config(id: &str, text: &str) -> Config {
        let host = by_name(id).expect("a host");
        let place = &host.places[0];
        read(
            &parse(text, place.language).expect("a document"),
            host,
            place,
        )
        .expect("servers")
        .config
    }

    fn words(left: &Config, right: &Config) -> Vec<String> {
        let side = |difference: &FieldDifference| match (difference.left, difference.right) {
            (Some(_), Some(_)) => "differs",
            (Some(_), None) => "only left",
            _ => "only right",
        };
        compare(left, right, false)
            .iter()
            .map(|d| {
                format!(
                    "{} {} {}",
                    d.server,
                    d.what.as_deref().unwrap_or("-"),
                    side(d)
                )
            })
            .collect()
    }

    #[test]
    fn spelling_makes_no_difference() {
        let claude = config(
            "claude-code",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"T": "${T}"}}}}"#,
        );
        let codex = config(
            "codex",
            "[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"x\"]\nenv_vars = [\"T\"]\n",
        );
        assert_eq!(words(&claude, &codex), Vec::<String>::new());
    }

    #[test]
    fn meaning_does() {
        let claude = config(
            "claude-code",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"T": "1", "U": "2"}}, "b": {"command": "x"}, "d": {"command": "y"}}}"#,
        );
        let vscode = config(
            "vscode",
            r#"{"servers": {"a": {"command": "npx", "args": ["y"], "env": {"T": "1", "V": "2"}}, "c": {"command": "x"}, "d": {"url": "https://h/mcp"}}}"#,
        );
        let expected = [
            "a args differs",
            "a env.U only left",
            "a env.V only right",
            "b - only left",
            "d transport differs",
            "d command only left",
            "d url only right",
            "c - only right",
        ];
        assert_eq!(words(&claude, &vscode), expected);
    }
}
