//! A document to the model, as its own host would read it.

use super::lower::lower;
use super::reading::Reading;
use super::roots::{Entry as Place_, FoundGate};
use super::{Found, GateKind, Host, Place, find};
use crate::diagnostic::{Diagnostic, Level};
use crate::model::{Config, Entry, Prompt, Server, Slot, Template, Value};
use crate::syntax::{Document, Node, NoteKind, Span};

/// What reading a document gave.
#[derive(Debug)]
pub struct Read {
    /// The servers that could be understood.
    pub config: Config,
    /// What their host would make of the rest.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `document` as `host` reads `place`.
///
/// # Errors
/// The document cannot hold servers at all.
pub fn read(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
) -> Result<Read, Box<Diagnostic>> {
    let found = find(document, place)?;
    let reader = Reader::new(host, place, &found, false);
    let mut diagnostics = notes(document, host, place);
    let mut config = Config {
        servers: Vec::new(),
        prompts: reader.prompts.clone(),
    };
    for entry in found
        .servers
        .iter()
        .filter(|entry| entry.shadowed_by.is_none())
    {
        if let ServerRead::Read(server) =
            reader.server(entry, &mut |problem| diagnostics.push(problem))
        {
            config.servers.push(*server);
        }
    }
    Ok(Read {
        config,
        diagnostics,
    })
}

/// What became of one server.
pub(crate) enum ServerRead {
    Read(Box<Server>),
    Skipped(Box<Diagnostic>),
}

/// Reads the servers of one place, one by one, so that a file with many of them is never held as a whole.
pub(crate) struct Reader<'f, 'n, 't> {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) prompts: Vec<Prompt>,
    gates: &'f [FoundGate<'n, 't>],
    angles: bool,
}

impl<'f, 'n, 't> Reader<'f, 'n, 't> {
    /// With `angles`, `$<NAME>` is a reference too.
    pub(crate) fn new(
        host: &'static Host,
        place: &'static Place,
        found: &'f Found<'n, 't>,
        angles: bool,
    ) -> Self {
        let prompts = found.prompts.map(prompts).unwrap_or_default();
        Self {
            host,
            place,
            prompts,
            gates: &found.gates,
            angles,
        }
    }

    pub(crate) fn server(
        &self,
        entry: &Place_<'_, '_>,
        say: &mut dyn FnMut(Diagnostic),
    ) -> ServerRead {
        let reading = Reading::new(self.host, self.place, entry);
        match lower(&reading, self.angles, say) {
            Ok(mut server) => {
                self.apply_gates(entry, &mut server);
                ServerRead::Read(Box::new(server))
            }
            Err(fault) => ServerRead::Skipped(fault),
        }
    }

    /// A gate says about a server what a field could have said.
    fn apply_gates(&self, entry: &Place_<'_, '_>, server: &mut Server) {
        for gate in self
            .gates
            .iter()
            .filter(|gate| gate.root.is_none_or(|root| root == entry.root))
        {
            match gate.kind {
                GateKind::Off => {
                    if let Some(item) = named(gate.node, &server.name).first() {
                        disable(server, item.span, gate);
                    }
                }
                GateKind::Only => {
                    let named = named(gate.node, &server.name);
                    if named.is_empty() {
                        disable(server, gate.node.span, gate);
                    }
                    server.implied.extend(named.iter().map(|item| item.span));
                }
                GateKind::All => match &gate.node.value {
                    crate::syntax::Value::Bool(false) => disable(server, gate.node.span, gate),
                    _ => server.implied.push(gate.node.span),
                },
                GateKind::Tools => tools(gate, server),
            }
        }
    }
}

/// The items of a list of names that mean `name`.
pub(crate) fn named<'n, 't>(list: &'n Node<'t>, name: &str) -> Vec<&'n Node<'t>> {
    list.items()
        .iter()
        .filter(|item| {
            item.as_str()
                .is_some_and(|text| text.eq_ignore_ascii_case(name))
        })
        .collect()
}

fn disable(server: &mut Server, span: Span, gate: &FoundGate<'_, '_>) {
    if let Some(old) = server.take(Slot::Enabled) {
        server.implied.push(old.span);
    }
    server.entries.push(Entry {
        slot: Slot::Enabled,
        field: gate.path.join(".").into(),
        key_span: span,
        span,
        value: Value::Flag(false),
    });
}

/// `{"server_tool": false}` forbids a tool; the names are joined as the host joins them for the model.
fn tools(gate: &FoundGate<'_, '_>, server: &mut Server) {
    let prefix = format!("{}_", tool_prefix(&server.name));
    for member in gate.node.members() {
        let (Some(tool), crate::syntax::Value::Bool(allowed)) =
            (member.key.strip_prefix(&prefix), &member.value.value)
        else {
            continue;
        };
        let span = member.value.span;
        if *allowed {
            server.implied.push(span);
            continue;
        }
        // Without any of its tools a server is switched off.
        if tool == "*" {
            disable(server, span, gate);
            continue;
        }
        let tool = Template::literal(tool, span);
        match server
            .entries
            .iter_mut()
            .find(|entry| entry.slot == Slot::DenyTools)
        {
            Some(Entry {
                value: Value::List(list),
                ..
            }) => list.push(tool),
            _ => server.entries.push(Entry {
                slot: Slot::DenyTools,
                field: gate.path.join(".").into(),
                key_span: member.key_span,
                span,
                value: Value::List(vec![tool]),
            }),
        }
    }
}

/// A server's name as it appears in front of its tools' names.
pub(crate) fn tool_prefix(name: &str) -> String {
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
                c
            } else {
                '_'
            }
        })
        .collect()
}

/// The questions of a host that asks its user for values.
fn prompts(list: &Node<'_>) -> Vec<Prompt> {
    let text = |item: &Node<'_>, key: &str| {
        item.member(key)
            .and_then(|member| member.value.as_str())
            .map(str::to_owned)
    };
    list.items()
        .iter()
        .filter_map(|item| {
            let kind = text(item, "type");
            Some(Prompt {
                id: text(item, "id")?,
                description: text(item, "description"),
                default: text(item, "default"),
                password: matches!(
                    item.at(&["password"]).map(|node| &node.value),
                    Some(crate::syntax::Value::Bool(true))
                ),
                typed: kind.as_deref() != Some("command"),
                span: item.span,
            })
        })
        .collect()
}

/// What the host itself would refuse about the text.
pub(crate) fn notes(document: &Document<'_>, host: &Host, place: &Place) -> Vec<Diagnostic> {
    let refuse = |note: &crate::syntax::Note, rule, what: &str, help: &str| {
        Diagnostic::new(
            rule,
            Level::Warning,
            note.span,
            format!("{} does not accept {what} here", host.name),
        )
        .label("it would reject this file; it was converted all the same")
        .help(help)
    };
    document
        .notes
        .iter()
        .filter_map(|note| match note.kind {
            NoteKind::Comment => (!place.comments).then(|| {
                refuse(
                    note,
                    "jsonc-in-strict-json",
                    "comments",
                    "remove the comment",
                )
            }),
            NoteKind::HashComment => Some(refuse(
                note,
                "jsonc-in-strict-json",
                "comments that start with `#`",
                "remove the comment",
            )),
            NoteKind::TrailingComma => (!place.trailing_commas).then(|| {
                refuse(
                    note,
                    "jsonc-in-strict-json",
                    "trailing commas",
                    "remove the comma",
                )
            }),
            NoteKind::ControlCharacter => Some(refuse(
                note,
                "control-character",
                "a raw control character",
                "write it as an escape such as `\\t`",
            )),
            NoteKind::OddWhitespace => Some(refuse(
                note,
                "invisible-character",
                "white space that JSON does not know",
                "use plain spaces",
            )),
            NoteKind::MultilineInlineTable => (!place.trailing_commas).then(|| {
                refuse(
                    note,
                    "syntax-error",
                    "inline tables over several lines",
                    "put the table on one line",
                )
            }),
        })
        .collect()
}
