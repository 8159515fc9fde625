//! Keys outside the servers that say something about them, read as if their fields had said it.

mod gate;
mod hosts;
mod rules;
mod tools;
mod variables;
mod verdicts;

use std::collections::{HashMap, HashSet};

use self::gate::{ReadGate, add_tools};
pub(crate) use self::hosts::{is_private, names_host};
use self::tools::GateIds;
pub(crate) use self::tools::PROFILE_SERVERS;
use self::verdicts::ToolVerdict;
use super::roots::FoundGate;
use super::{Format, GateKind, ServerEntry};
use crate::glob;
use crate::model::{Entry, Server, Slot, Template, Transport, Value};
use crate::syntax::{Node, Span, Tree};

/// The gates of a file, so that none is walked again for every server.
pub(crate) struct Gates<'f, 'n, 't> {
    /// About all servers.
    common: Vec<ReadGate<'f, 'n, 't>>,
    /// About those of one root.
    by_root: HashMap<usize, Vec<ReadGate<'f, 'n, 't>>>,
    format: &'static Format,
}

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
            list.push(ReadGate::new(found));
        }
        gates
    }

    /// Those that fill in what entries leave out, and none that judges servers.
    pub(super) fn that_fill(mut self) -> Self {
        let fills = |gate: &ReadGate<'_, '_, '_>| gate.found.kind.fills();
        self.common.retain(fills);
        self.by_root
            .values_mut()
            .for_each(|gates| gates.retain(fills));
        self
    }

    /// Puts into a server of `root` what the gates say about it and its entry.
    pub(super) fn apply(&self, root: usize, entry: &Node<'_>, server: &mut Server) {
        let own = self.by_root.get(&root).into_iter().flatten();
        for gate in self.common.iter().chain(own) {
            self.apply_one(gate, entry, server);
        }
    }

    /// Puts into a server of another file what holds for all files, with `at` for where it is said. Of the kinds that
    /// replace each other, only those `alone` count, which no other file has.
    pub(crate) fn reach_out(
        &self,
        entry: &Node<'_>,
        server: &mut Server,
        at: Span,
        alone: &[GateKind],
    ) {
        let mut said = Server {
            entries: Vec::new(),
            ..server.clone()
        };
        let everywhere = |gate: &&ReadGate<'_, '_, '_>| {
            use GateKind::{DenyIds, DenyTools, Off, Rules, ToolRules};
            let adds = matches!(
                gate.found.kind,
                Off | DenyTools | DenyIds | Rules | ToolRules
            );
            adds || alone.contains(&gate.found.kind)
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
            inherited: Vec::new(),
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

/// The kinds of gates about all servers that just one of several files has. Which of several such gates counts is not
/// known.
pub(crate) fn of_one_file<'g, 'n: 'g, 't: 'n>(
    files: impl Iterator<Item = &'g [FoundGate<'n, 't>]>,
) -> Vec<GateKind> {
    let mut kinds = [(GateKind::All, 0), (GateKind::Only, 0)];
    for gates in files {
        for (kind, count) in &mut kinds {
            let is_one = |gate: &FoundGate<'_, '_>| gate.kind == *kind && gate.root.is_none();
            *count += usize::from(gates.iter().any(is_one));
        }
    }
    let alone = kinds.into_iter().filter(|(_, count)| *count == 1);
    alone.map(|(kind, _)| kind).collect()
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
