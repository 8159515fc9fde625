//! Keys outside the servers that say something about them, read as if their fields had said it.

mod hosts;
mod rules;
mod tools;
mod variables;
mod verdicts;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

pub(crate) use self::hosts::{is_private, names_host};
use self::tools::{GateIds, GateItem};
use self::verdicts::ToolVerdict;
use super::roots::FoundGate;
use super::{Format, GateKind, ServerEntry, kinds};
use crate::glob;
use crate::model::{Entry, Pair, Raw, Server, Slot, Template, Transport, Value};
use crate::syntax::{Node, Span, Tree};

/// The gates of a file, so that none is walked again for every server.
pub(crate) struct Gates<'f, 'n, 't> {
    /// About all servers.
    common: Vec<ReadGate<'f, 'n, 't>>,
    /// About those of one root.
    by_root: HashMap<usize, Vec<ReadGate<'f, 'n, 't>>>,
    format: &'static Format,
}

struct ReadGate<'f, 'n, 't> {
    found: &'f FoundGate<'n, 't>,
    by_name: OnceCell<ByName<'n, 't>>,
    globs: OnceCell<Vec<&'n Node<'t>>>,
    sorted: OnceCell<Vec<GateItem<'n, 't>>>,
}

/// Servers by their names in small letters.
type ByName<'n, 't> = HashMap<String, Vec<&'n Node<'t>>>;

impl<'f, 'n, 't> Gates<'f, 'n, 't> {
    pub(crate) fn new(found: &'f [FoundGate<'n, 't>], format: &'static Format) -> Self {
        let mut gates = Self {
            common: Vec::new(),
            by_root: HashMap::new(),
            format,
        };
        for found in found {
            let list = match found.root {
                Some(root) => gates.by_root.entry(root).or_default(),
                None => &mut gates.common,
            };
            list.push(ReadGate {
                found,
                by_name: OnceCell::new(),
                globs: OnceCell::new(),
                sorted: OnceCell::new(),
            });
        }
        gates
    }

    /// Puts into a server of `root` what the gates say about it and its entry.
    pub(super) fn apply(&self, root: usize, entry: &Node<'_>, server: &mut Server) {
        let own = self.by_root.get(&root).into_iter().flatten();
        for gate in self.common.iter().chain(own) {
            self.apply_one(gate, entry, server);
        }
    }

    /// Puts into a server of another file what holds for all files, with `at` for where it is said.
    pub(crate) fn reach_out(&self, entry: &Node<'_>, server: &mut Server, at: Span) {
        let mut said = Server {
            entries: Vec::new(),
            ..server.clone()
        };
        let everywhere = |gate: &&ReadGate<'_, '_, '_>| {
            use GateKind::{DenyIds, DenyTools, Off, Rules, ToolRules};
            matches!(
                gate.found.kind,
                Off | DenyTools | DenyIds | Rules | ToolRules
            )
        };
        for gate in self.common.iter().filter(everywhere) {
            self.apply_one(gate, entry, &mut said);
        }
        for found in said.entries {
            let value = match (found.slot, found.value) {
                (Slot::Enabled, value) => {
                    let old = server.take(Slot::Enabled);
                    server.implied.extend(old.map(|old| old.span));
                    value
                }
                (Slot::DenyTools, Value::List(tools)) => {
                    let tools = tools.iter().filter_map(Template::as_literal);
                    let tools = tools.map(|tool| Template::literal(tool, at));
                    match server.list_mut(Slot::DenyTools) {
                        Some(list) => {
                            add_tools(list, tools);
                            continue;
                        }
                        None => Value::List(tools.collect()),
                    }
                }
                (Slot::Limit, _) => Value::Text(Template::literal("deny", at)),
                _ => continue,
            };
            server.entries.push(Entry {
                key_span: at,
                span: at,
                value,
                ..found
            });
        }
    }

    /// The tools of a server that run without asking by what stands outside of its entry, and where that is said.
    /// `*` is for all of them.
    pub(crate) fn approved(&self, entry: &ServerEntry<'_, '_>) -> Vec<(String, Span)> {
        let mut server = Server {
            name: entry.name.to_owned(),
            name_span: entry.name_span,
            span: entry.node.span,
            transport: Transport::Stdio,
            transport_span: None,
            entries: Vec::new(),
            ignored: Vec::new(),
            implied: Vec::new(),
            riders: Vec::new(),
        };
        let own = self.by_root.get(&entry.root).into_iter().flatten();
        let all = self.common.iter().chain(own);
        let counts = |kind: GateKind| {
            kind.approves() || matches!(kind, GateKind::DenyTools | GateKind::DenyIds)
        };
        for gate in all.filter(|gate| counts(gate.found.kind)) {
            self.apply_one(gate, entry.node, &mut server);
        }
        // What is not there does not run.
        if server.is_disabled() {
            return Vec::new();
        }
        let denied = server.list(Slot::DenyTools).iter();
        let denied: HashSet<&str> = denied.filter_map(Template::as_literal).collect();
        let allows = |word: &Template| word.as_literal() == Some("allow");
        let default = server.entry(Slot::DefaultApproval);
        let default = default.filter(|entry| entry.value.templates().any(allows));
        let tools = server.map(Slot::Approvals).iter();
        let tools = tools.filter(|pair| pair.value.as_ref().is_some_and(allows));
        let tools = tools.filter(|pair| !denied.contains(pair.key.as_str()));
        let tools = tools.map(|pair| (pair.key.clone(), pair.span));
        let default = default.map(|entry| ("*".to_owned(), entry.span));
        default.into_iter().chain(tools).collect()
    }

    fn apply_one(&self, gate: &ReadGate<'f, 'n, 't>, entry: &Node<'_>, server: &mut Server) {
        let node = gate.found.node;
        match gate.found.kind {
            GateKind::Off => {
                if let Some(span) = self.named(gate, &server.name).first() {
                    gate.disable(server, *span);
                }
            }
            GateKind::Only => {
                let named = self.named(gate, &server.name);
                if named.is_empty() {
                    gate.disable(server, node.span);
                }
                server.implied.extend(named);
            }
            GateKind::All => match &node.value {
                Tree::Bool(false) => gate.disable(server, node.span),
                _ => server.implied.push(node.span),
            },
            GateKind::Rules => gate.permit(server, entry),
            GateKind::Mentions => gate.mention(server),
            GateKind::AgentTools | GateKind::ToolRules => {
                let about = match self.format.runtime.ids.behind {
                    true => gate.ending(&format!("_{}", server.name)),
                    false => gate.about(&self.ids(&server.name)),
                };
                gate.of_an_agent(server, about);
            }
            GateKind::ToolTables => gate.of_tools(server, &self.ids(&server.name)),
            GateKind::ProfileTools => gate.of_a_profile(server),
            GateKind::Default(name) => gate.stand_in(server, self.format, name),
            GateKind::ApprovedTools => {
                let asking = self.beside(gate, GateKind::AskedTools);
                gate.approve(server, &self.ids(&server.name), asking);
            }
            GateKind::AskedTools => gate.ask(server, &self.ids(&server.name)),
            GateKind::CoreTools => {
                let mut others = self.common.iter();
                let approved = others.find(|other| other.found.kind == GateKind::ApprovedTools);
                let ids = self.ids(&server.name);
                gate.leave_only(server, &ids, approved);
                gate.approve(server, &ids, None);
            }
            GateKind::ApprovedMentions => gate.approve_mentioned(server),
            GateKind::Variables => gate.set_variables(server, self.format),
            GateKind::Hosts => gate.limit_hosts(server),
            GateKind::PrivateHosts => {}
            // An empty list is what the host starts from, and limits nothing.
            GateKind::AllowTools if node.items().is_empty() => {}
            GateKind::AllowTools => {
                gate.judge(None, server, &self.ids(&server.name), ToolVerdict::Deny);
            }
            GateKind::Tools => {
                let later = self.beside(gate, GateKind::Permissions);
                gate.judge(later, server, &self.ids(&server.name), ToolVerdict::Allow);
            }
            // The host puts `tools` in front of it, which is where both are read (packages/opencode/src/config/config.ts).
            GateKind::Permissions if self.beside(gate, GateKind::Tools).is_some() => {}
            GateKind::DenyTools | GateKind::DenyIds | GateKind::Permissions => {
                gate.judge(None, server, &self.ids(&server.name), ToolVerdict::Allow);
            }
        }
    }

    /// The gate of another kind that counts for the same servers.
    fn beside(&self, gate: &ReadGate<'f, 'n, 't>, kind: GateKind) -> Option<&ReadGate<'f, 'n, 't>> {
        let root = gate.found.root;
        let own = root.and_then(|root| self.by_root.get(&root));
        let mut gates = own.unwrap_or(&self.common).iter();
        gates.find(|other| other.found.kind == kind)
    }

    /// The items of a list that are about a server: its name, or a pattern where the host has those.
    fn named(&self, gate: &ReadGate<'f, 'n, 't>, name: &str) -> Vec<Span> {
        let globs = match self.format.runtime.server_globs {
            true => gate.globs(),
            false => &[],
        };
        let fits = |item: &&&Node<'_>| item.as_str().is_some_and(|text| glob::fits(text, name));
        let exact = gate.named(name).iter();
        exact
            .chain(globs.iter().filter(fits))
            .map(|item| item.span)
            .collect()
    }

    fn ids(&self, server: &str) -> GateIds {
        let ids = &self.format.runtime.ids;
        let start = gate_prefix(self.format, server);
        let alone = start.strip_suffix(ids.listed.1).filter(|_| ids.alone);
        GateIds {
            alone: alone.map(str::len),
            everything: ids.everything.then_some(ids.listed.0),
            start,
        }
    }
}

/// Puts tools behind those of a list, and gives the places of those that are on it already.
fn add_tools(list: &mut Vec<Template>, tools: impl Iterator<Item = Template>) -> Vec<Span> {
    let names = list.iter().filter_map(Template::as_literal);
    let mut named: HashSet<String> = names.map(str::to_owned).collect();
    let mut again = Vec::new();
    for tool in tools {
        match tool.as_literal() {
            Some(name) if !named.insert(name.to_owned()) => again.push(tool.span),
            _ => list.push(tool),
        }
    }
    again
}

/// What stands in front of the names of a server's tools in gates.
pub(crate) fn gate_prefix(format: &Format, name: &str) -> String {
    let id = match format.runtime.ids.names {
        Some(ids) => ids.id(name),
        None => name.to_owned(),
    };
    let (before, after) = format.runtime.ids.listed;
    format!("{before}{id}{after}")
}

/// Whether the item of a gate's list is a pattern that a server's name fits.
pub(crate) fn fits_pattern(format: &Format, item: &Node<'_>, server: &str) -> bool {
    let text = item.as_str().filter(|text| text.contains(['*', '?']));
    format.runtime.server_globs && text.is_some_and(|text| glob::fits(text, server))
}

impl<'n, 't> ReadGate<'_, 'n, 't> {
    /// The items of a list that name the server.
    fn named(&self, name: &str) -> &[&'n Node<'t>] {
        let by_name = self.by_name.get_or_init(|| {
            let mut names: ByName<'n, 't> = HashMap::new();
            for item in self.found.node.items() {
                let text = item.as_str().map(|text| match self.found.kind {
                    GateKind::Mentions | GateKind::ApprovedMentions => {
                        mentioned(text).map_or(text, |(server, _)| server)
                    }
                    _ => text,
                });
                if let Some(text) = text {
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

    /// The items of a list that are patterns.
    fn globs(&self) -> &[&'n Node<'t>] {
        self.globs.get_or_init(|| {
            let items = self.found.node.items().iter();
            let glob =
                |item: &&Node<'_>| item.as_str().is_some_and(|text| text.contains(['*', '?']));
            items.filter(glob).collect()
        })
    }

    fn field(&self) -> String {
        self.found.path.join(".")
    }

    /// Lets an agent use what the list mentions: all, the server, or some of its tools.
    fn mention(&self, server: &mut Server) {
        let mut tools = Vec::new();
        let mut whole: Vec<Span> = self.named("*").iter().map(|item| item.span).collect();
        for item in self.named(&server.name) {
            match item.as_str().and_then(mentioned) {
                Some((name, None | Some("*"))) if name == server.name => whole.push(item.span),
                Some((name, Some(tool))) if name == server.name => {
                    tools.push((item.span, Template::literal(tool, item.span)));
                }
                _ => {}
            }
        }
        if !whole.is_empty() {
            server.implied.extend(whole);
            server.implied.extend(tools.iter().map(|(span, _)| *span));
        } else if tools.is_empty() {
            self.disable(server, self.found.node.span);
        } else {
            self.list(server, Slot::AllowTools, tools);
        }
    }

    /// Gives a server without the field `name` the value that stands here for all of them.
    fn stand_in(&self, server: &mut Server, format: &'static Format, name: &str) {
        let node = self.found.node;
        let mut pairs = format.pairs.iter();
        let value = match pairs.find(|pair| pair.field == name) {
            Some(pair) => pair.counting(node),
            None => Some(node),
        };
        let mut fields = format.fields.iter();
        let field = fields.find(|field| field.name == name && field.on.has(server.transport));
        let field = field.filter(|field| server.entry(field.slot).is_none());
        match field.and_then(|field| Some((field.slot, kinds::stand_in(field, value?)?))) {
            Some((slot, value)) => server.entries.push(Entry {
                slot,
                field: self.field().into(),
                key_span: node.span,
                span: node.span,
                value,
            }),
            None => server.implied.push(node.span),
        }
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

    /// Adds tools to a list of the server. Several gates and the entry may name the same tool.
    fn list(&self, server: &mut Server, slot: Slot, tools: Vec<(Span, Template)>) {
        let Some((key_span, first)) = tools.first() else {
            return;
        };
        let (key_span, span) = (*key_span, first.span);
        let tools = tools.into_iter().map(|(_, tool)| tool);
        let again = match server.list_mut(slot) {
            Some(list) => add_tools(list, tools),
            None => {
                let mut list = Vec::new();
                let again = add_tools(&mut list, tools);
                server.entries.push(Entry {
                    slot,
                    field: self.field().into(),
                    key_span,
                    span,
                    value: Value::List(list),
                });
                again
            }
        };
        server.implied.extend(again);
    }

    /// Adds words about tools, of which the first about a tool counts.
    fn approvals(&self, server: &mut Server, asks: Vec<Pair>) {
        let there = server.map(Slot::Approvals).iter();
        let mut named: HashSet<String> = there.map(|pair| pair.key.clone()).collect();
        let (asks, again): (Vec<Pair>, Vec<Pair>) = asks
            .into_iter()
            .partition(|pair| named.insert(pair.key.clone()));
        server.implied.extend(again.iter().map(|pair| pair.span));
        let Some(first) = asks.first() else {
            return;
        };
        let (key_span, span) = (first.key_span, first.span);
        match server.map_mut(Slot::Approvals) {
            Some(pairs) => pairs.extend(asks),
            None => server.entries.push(Entry {
                slot: Slot::Approvals,
                field: self.field().into(),
                key_span,
                span,
                value: Value::Map(asks),
            }),
        }
    }

    /// What limits the server in a way that no other host can say.
    fn limit(&self, server: &mut Server, said: &GateItem<'_, '_>) {
        let raw = Raw::from_node(said.node);
        self.entry(server, Slot::Limit, said, Value::Raw(raw));
    }

    fn entry(&self, server: &mut Server, slot: Slot, said: &GateItem<'_, '_>, value: Value) {
        server.entries.push(Entry {
            slot,
            // Not to be taken for a field of the server that is called the same.
            field: format!("/{}", self.field()).into(),
            key_span: said.key_span,
            span: said.node.span,
            value,
        });
    }
}

/// The server and, where there is one, the tool that an item of a list such as `@server/tool` mentions.
pub(crate) fn mentioned(item: &str) -> Option<(&str, Option<&str>)> {
    let name = item.strip_prefix('@')?;
    Some(match name.split_once('/') {
        Some((server, tool)) => (server, Some(tool)),
        None => (name, None),
    })
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
