//! Keys outside the servers that say something about them, read as if their fields had said it.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::roots::FoundGate;
use super::{Format, GateKind};
use crate::model::{Entry, Raw, Server, Slot, Template, Value};
use crate::syntax::{Node, Span, Value as Tree};

/// The gates of a file, so that none is walked again for every server.
pub(crate) struct Gates<'f, 'n, 't> {
    gates: Vec<Gate<'f, 'n, 't>>,
    format: &'static Format,
}

struct Gate<'f, 'n, 't> {
    found: &'f FoundGate<'n, 't>,
    by_name: OnceCell<ByName<'n, 't>>,
    sorted: OnceCell<Vec<Said<'n, 't>>>,
}

/// Servers by their names in small letters.
type ByName<'n, 't> = HashMap<String, Vec<&'n Node<'t>>>;

/// What a gate says about a tool or a pattern of them.
struct Said<'n, 't> {
    /// The text up to the first mark of a pattern.
    plain: &'n str,
    text: &'n str,
    key_span: Span,
    node: &'n Node<'t>,
}

impl<'f, 'n, 't> Gates<'f, 'n, 't> {
    pub(super) fn new(found: &'f [FoundGate<'n, 't>], format: &'static Format) -> Self {
        let gates = found
            .iter()
            .map(|found| Gate {
                found,
                by_name: OnceCell::new(),
                sorted: OnceCell::new(),
            })
            .collect();
        Self { gates, format }
    }

    /// Puts into a server of `root` what the gates say about it.
    pub(super) fn apply(&self, root: usize, server: &mut Server) {
        for gate in &self.gates {
            if gate.found.root.is_some_and(|own| own != root) {
                continue;
            }
            let node = gate.found.node;
            match gate.found.kind {
                GateKind::Off => {
                    if let Some(item) = gate.named(&server.name).first() {
                        gate.disable(server, item.span);
                    }
                }
                GateKind::Only => {
                    let named = gate.named(&server.name);
                    if named.is_empty() {
                        gate.disable(server, node.span);
                    }
                    server.implied.extend(named.iter().map(|item| item.span));
                }
                GateKind::All => match &node.value {
                    Tree::Bool(false) => gate.disable(server, node.span),
                    _ => server.implied.push(node.span),
                },
                GateKind::Tools => gate.tools(server, &self.prefix(&server.name)),
                GateKind::DenyTools => gate.denied(server, &self.prefix(&server.name)),
                GateKind::AllowTools => gate.allowed(server, &self.prefix(&server.name)),
            }
        }
    }

    /// What stands in front of the names of a server's tools.
    fn prefix(&self, name: &str) -> String {
        let id = match self.format.runtime.ids.names {
            Some(ids) => ids.id(name),
            None => tool_prefix(name),
        };
        format!("{id}_")
    }
}

impl<'n, 't> Gate<'_, 'n, 't> {
    /// The items of a list that name the server.
    fn named(&self, name: &str) -> &[&'n Node<'t>] {
        let by_name = self.by_name.get_or_init(|| {
            let mut names: ByName<'n, 't> = HashMap::new();
            for item in self.found.node.items() {
                if let Some(text) = item.as_str() {
                    names
                        .entry(text.to_ascii_lowercase())
                        .or_default()
                        .push(item);
                }
            }
            names
        });
        by_name
            .get(&name.to_ascii_lowercase())
            .map_or(&[], Vec::as_slice)
    }

    /// All that is said about tools, in the order of the names.
    fn sorted(&self) -> &[Said<'n, 't>] {
        self.sorted.get_or_init(|| {
            let node = self.found.node;
            let members = node
                .members()
                .iter()
                .map(|member| (&*member.key, member.key_span, &member.value));
            let items = node
                .items()
                .iter()
                .filter_map(|item| Some((item.as_str()?, item.span, item)));
            let mut said: Vec<Said<'n, 't>> = members
                .chain(items)
                .map(|(text, key_span, node)| Said {
                    plain: plain_start(text),
                    text,
                    key_span,
                    node,
                })
                .collect();
            said.sort_by_key(|said| said.plain);
            said
        })
    }

    /// What is said about tools that start with `prefix`.
    fn about(&self, prefix: &str) -> &[Said<'n, 't>] {
        let sorted = self.sorted();
        let start = sorted.partition_point(|said| said.plain < prefix);
        let count = sorted[start..].partition_point(|said| said.plain.starts_with(prefix));
        &sorted[start..start + count]
    }

    /// A pattern that may mean tools of any server, this one among them.
    fn general(&self, prefix: &str) -> Option<&Said<'n, 't>> {
        let sorted = self.sorted();
        (0..prefix.len())
            .filter(|end| prefix.is_char_boundary(*end))
            .find_map(|end| {
                let start = &prefix[..end];
                let at = sorted.partition_point(|said| said.plain < start);
                sorted[at..]
                    .iter()
                    .take_while(|said| said.plain == start)
                    .find(|said| said.plain != said.text)
            })
    }

    /// `{"server_tool": false}` forbids a tool.
    fn tools(&self, server: &mut Server, prefix: &str) {
        let mut denied = Vec::new();
        for said in self.about(prefix) {
            let Tree::Bool(allowed) = said.node.value else {
                continue;
            };
            let span = said.node.span;
            match &said.text[prefix.len()..] {
                _ if allowed => server.implied.push(span),
                // Without any of its tools a server is disabled.
                "*" => self.disable(server, span),
                tool => denied.push((said.key_span, Template::literal(tool, span))),
            }
        }
        self.list(server, Slot::DenyTools, denied);
    }

    /// A list of tools, of all servers, that are hidden. A pattern can only be carried over where it hides a whole server.
    fn denied(&self, server: &mut Server, prefix: &str) {
        let mut denied = Vec::new();
        for said in self.about(prefix) {
            match &said.text[prefix.len()..] {
                "*" => self.disable(server, said.node.span),
                tool if said.plain == said.text => {
                    denied.push((said.key_span, Template::literal(tool, said.node.span)));
                }
                _ => self.limit(server, said),
            }
        }
        self.list(server, Slot::DenyTools, denied);
        if let Some(said) = self.general(prefix) {
            self.limit(server, said);
        }
    }

    /// A list of the only tools of all servers. An empty one is what the host starts from, and limits nothing.
    fn allowed(&self, server: &mut Server, prefix: &str) {
        if self.found.node.items().is_empty() {
            return;
        }
        let about = self.about(prefix);
        if let Some(all) = about.iter().find(|said| &said.text[prefix.len()..] == "*") {
            return server.implied.push(all.node.span);
        }
        let pattern = about.iter().find(|said| said.plain != said.text);
        if let Some(said) = pattern.or_else(|| self.general(prefix)) {
            return self.limit(server, said);
        }
        if about.is_empty() {
            return self.disable(server, self.found.node.span);
        }
        let tools = about
            .iter()
            .map(|said| {
                let tool = Template::literal(&said.text[prefix.len()..], said.node.span);
                (said.key_span, tool)
            })
            .collect();
        self.list(server, Slot::AllowTools, tools);
    }

    fn field(&self) -> String {
        self.found.path.join(".")
    }

    fn disable(&self, server: &mut Server, span: Span) {
        if let Some(old) = server.take(Slot::Enabled) {
            server.implied.push(old.span);
        }
        server.entries.push(Entry {
            slot: Slot::Enabled,
            field: self.field().into(),
            key_span: span,
            span,
            value: Value::Flag(false),
        });
    }

    /// Adds tools to a list of the server.
    fn list(&self, server: &mut Server, slot: Slot, tools: Vec<(Span, Template)>) {
        let Some((key_span, first)) = tools.first() else {
            return;
        };
        let (key_span, span) = (*key_span, first.span);
        let tools = tools.into_iter().map(|(_, tool)| tool);
        match server.entries.iter_mut().find(|entry| entry.slot == slot) {
            Some(Entry {
                value: Value::List(list),
                ..
            }) => list.extend(tools),
            _ => server.entries.push(Entry {
                slot,
                field: self.field().into(),
                key_span,
                span,
                value: Value::List(tools.collect()),
            }),
        }
    }

    /// What limits the server in a way that no other host can say.
    fn limit(&self, server: &mut Server, said: &Said<'_, '_>) {
        server.entries.push(Entry {
            slot: Slot::Limit,
            // Not to be taken for a field of the server that is called the same.
            field: format!("/{}", self.field()).into(),
            key_span: said.key_span,
            span: said.node.span,
            value: Value::Raw(Raw::from_node(said.node)),
        });
    }
}

/// The text up to the first mark of a glob; nothing of it is sure in a regular expression.
fn plain_start(text: &str) -> &str {
    if text.starts_with("re:") {
        return "";
    }
    text.split(['*', '?', '[']).next().unwrap_or_default()
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
