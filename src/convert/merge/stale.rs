//! What a document says about servers that go, in lists and maps that a merge leaves alone otherwise.

use std::collections::{HashMap, HashSet};

use super::steps::{below, keys, with};
use super::{Action, Expected, Merger};
use crate::edit::{Change, Step};
use crate::host::{Format, GateKind, PROFILE_SERVERS, gate_prefix, mentioned};
use crate::syntax::Node;

impl Merger<'_, '_> {
    /// Removes what agents, profiles and rules say about servers that go.
    pub(super) fn forget_removed(&mut self) {
        let gone = self.removed();
        if gone.is_empty() {
            return;
        }
        let owners = self.owners();
        let about = |text: &str| {
            let owner = match mentioned(text) {
                Some((server, _)) => Some(server),
                None => owner(self.place.format, &owners, text),
            };
            owner.is_some_and(|server| gone.contains(server))
        };
        let mut changes = Vec::new();
        let apart = self.found.gates.iter().filter(|gate| {
            use GateKind::{AgentTools, ApprovedMentions, ProfileTools, ToolRules, ToolTables};
            let kind = gate.kind;
            gate.root.is_none()
                && matches!(
                    kind,
                    AgentTools | ApprovedMentions | ProfileTools | ToolRules | ToolTables
                )
        });
        for gate in apart {
            let mut steps = keys(&gate.path);
            let mut node = gate.node;
            if gate.kind == GateKind::ProfileTools {
                let Some(own) = node.member(PROFILE_SERVERS) else {
                    continue;
                };
                (steps, node) = (with(&steps, &own.key), &own.value);
            }
            let by_name = gate.kind == GateKind::ProfileTools;
            for member in node.members() {
                if by_name && gone.contains(&*member.key) || !by_name && about(&member.key) {
                    changes.push(Change::Remove(with(&steps, &member.key)));
                }
            }
            // Items go from the end, so that those before them keep their places.
            for (at, item) in node.items().iter().enumerate().rev() {
                if tool(item).is_some_and(about) {
                    changes.push(Change::Remove(item_of(&steps, at)));
                }
            }
        }
        self.changes.append(&mut changes);
        self.forget_names(&gone);
    }

    /// Removes the fields of servers that stay in which one that goes is named.
    fn forget_names(&mut self, gone: &HashSet<String>) {
        let fields = self.place.format.fields.iter();
        let fields: Vec<_> = fields.filter(|field| field.names_server).collect();
        let mut touched: HashMap<&str, &str> = HashMap::new();
        let mut changes = Vec::new();
        let staying = self.existing.values();
        for entry in staying.filter(|entry| !gone.contains(entry.name)) {
            for field in &fields {
                let named = entry.node.dotted(field.name).and_then(Node::as_str);
                if named.is_some_and(|name| gone.contains(name)) {
                    let path = below(&self.path_of(entry), field.name);
                    changes.push(Change::Remove(path));
                    touched.insert(entry.name, field.name);
                }
            }
        }
        // Before servers go from a list, and others move up.
        self.changes.splice(0..0, changes);
        for status in &mut self.statuses {
            if let Some(field) = touched.get(&*status.name) {
                status.action = Action::Updated;
                status.removed.push((*field).to_owned());
            }
        }
        // They do not mean what was expected of them without it.
        let kept = |wanted: &Expected| !touched.contains_key(&*wanted.name);
        self.expected.retain(kept);
    }

    /// The servers that go.
    pub(super) fn removed(&self) -> HashSet<String> {
        let gone = self.statuses.iter();
        let gone = gone.filter(|status| status.action == Action::Removed);
        gone.map(|status| status.name.clone()).collect()
    }

    /// The servers that are there in the end.
    pub(super) fn staying(&self) -> impl Iterator<Item = &str> {
        let gone = self.removed();
        let there = self.existing.keys().map(|(_, name)| *name);
        let there = there.filter(move |name| !gone.contains(*name));
        let written = self.statuses.iter();
        let written = written.filter(|status| status.action != Action::Removed);
        there.chain(written.map(|status| status.name.as_str()))
    }

    /// Servers by what the ids of their tools start with. One that stays has an id before one that goes.
    pub(super) fn owners(&self) -> HashMap<String, String> {
        let gone = self.removed();
        let names = gone.iter().map(String::as_str).chain(self.staying());
        names
            .map(|name| (gate_prefix(self.place.format, name), name.to_owned()))
            .collect()
    }
}

/// The server that an id of a tool, or one for all tools of a server, is about.
pub(super) fn owner<'o>(
    format: &Format,
    owners: &'o HashMap<String, String>,
    id: &str,
) -> Option<&'o str> {
    let ids = &format.runtime.ids;
    let last = ids.listed.1.chars().next_back().filter(|_| !ids.behind)?;
    let ends = id.char_indices().rev().filter(|(_, c)| *c == last);
    let mut prefixes = ends.map(|(at, _)| &id[..at + last.len_utf8()]);
    let found = prefixes.find_map(|prefix| owners.get(prefix));
    let alone = || owners.get(&format!("{id}{}", ids.listed.1));
    let found = found.or_else(|| ids.alone.then(alone).flatten());
    found.map(String::as_str)
}

/// The tool that an item of a list is about.
fn tool<'n>(item: &'n Node<'_>) -> Option<&'n str> {
    let named = || item.at(&["tool"]).or_else(|| item.at(&["toolName"]));
    item.as_str().or_else(|| named().and_then(Node::as_str))
}

pub(super) fn item_of(steps: &[Step], at: usize) -> Vec<Step> {
    let mut path = steps.to_vec();
    path.push(Step::Index(at));
    path
}
