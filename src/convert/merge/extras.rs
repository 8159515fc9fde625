//! What a document says about servers outside their entries.

use std::collections::{HashMap, HashSet};

use super::order::out_of_order;
use super::stale::{item_of, owner};
use super::steps::{keys, with};
use super::update::same_value;
use super::{Action, Gated, Merger};
use crate::edit::Change;
use crate::host::{Gate, GateKind, Out, OutValue, fits_pattern, gate_prefix, mentioned};
use crate::syntax::{Node, Tree};

impl Merger<'_, '_> {
    /// Gates and questions. A server with what gates say about it is one unit: what the source says there replaces what
    /// was said, what it does not speak of stays, and a server that went leaves nothing behind.
    pub(in crate::convert) fn extras(&mut self, gated: &[Gated], prompts: Option<&Out>) {
        let fixed = |gate: &&Gate| !gate.path.contains(&"*");
        for gate in self.place.gates.iter().filter(fixed) {
            let touched = match gate.kind {
                GateKind::Off | GateKind::Only => self.name_gate(gate, gated),
                GateKind::Mentions => {
                    self.mentions(gate);
                    continue;
                }
                GateKind::ToolRules | GateKind::ToolTables | GateKind::ApprovedMentions => continue,
                kind if kind.is_for_all() => continue,
                _ => self.tool_gate(gate, gated),
            };
            self.note(gate, &touched);
        }
        self.forget_removed();
        self.inputs(prompts);
    }

    /// A list of servers.
    fn name_gate(&mut self, gate: &'static Gate, gated: &[Gated]) -> HashSet<String> {
        let mut touched = HashSet::new();
        let steps = keys(gate.path);
        let node = self.at(&steps);
        // Without a list of those that are on, all are.
        if gate.kind == GateKind::Only && node.is_none() {
            return touched;
        }
        let items = node.map_or(&[][..], Node::items);
        let said = gated.iter().filter(|said| std::ptr::eq(said.gate, gate));
        let (says, opens): (Vec<&Gated>, Vec<&Gated>) =
            said.partition(|said| !said.says.is_empty());
        let small = |name: &String| name.to_ascii_lowercase();
        let mut gone: HashSet<String> = self.removed().iter().map(small).collect();
        // Such a list goes by names in any case, so one that stays may be meant too.
        for name in self.staying() {
            gone.remove(&name.to_ascii_lowercase());
        }
        gone.extend(opens.iter().map(|said| small(&said.server)));
        let named = |item: &Node<'_>| item.as_str().map(str::to_ascii_lowercase);
        let stale = |item: &Node<'_>| named(item).is_some_and(|name| gone.contains(&name));
        let mut len = items.len();
        // Items go from the end, so that those before them keep their places.
        for (at, item) in items
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, item)| stale(item))
        {
            self.changes.push(Change::Remove(item_of(&steps, at)));
            touched.extend(named(item));
            len -= 1;
        }
        let there: HashSet<String> = items.iter().filter_map(named).collect();
        let mut wanted: Vec<(String, Out)> = Vec::new();
        if gate.kind == GateKind::Only {
            let added = self.statuses.iter();
            let added = added.filter(|status| status.action == Action::Added);
            wanted.extend(added.map(|status| {
                let name = status.name.clone();
                (name.clone(), Out::added(OutValue::String(name)))
            }));
        }
        wanted.extend(says.iter().flat_map(|said| said.says.clone()));
        let mut seen = HashSet::new();
        for (name, out) in wanted {
            let listed = there.contains(&name.to_ascii_lowercase())
                || items
                    .iter()
                    .any(|item| fits_pattern(self.place.format, item, &name));
            if !listed && seen.insert(name.clone()) {
                self.changes.push(Change::Set(item_of(&steps, len), out));
                touched.insert(name.to_ascii_lowercase());
                len += 1;
            }
        }
        touched
    }

    /// A list of what an agent may use: a new server has to be mentioned in it, and one that went must not.
    fn mentions(&mut self, gate: &'static Gate) {
        let steps = keys(gate.path);
        let items = self.at(&steps).map_or(&[][..], Node::items);
        let all = items.iter().any(|item| item.as_str() == Some("*"));
        let gone = self.removed();
        let mut len = items.len();
        for (at, item) in items.iter().enumerate().rev() {
            let server = item.as_str().and_then(mentioned).map(|(server, _)| server);
            if server.is_some_and(|server| gone.contains(server)) {
                self.changes.push(Change::Remove(item_of(&steps, at)));
                len -= 1;
            }
        }
        // Without a list, and with this item, an agent has all of them.
        if self.at(&steps).is_none() || all {
            return;
        }
        let added = self
            .statuses
            .iter()
            .filter(|status| status.action == Action::Added);
        let added: Vec<String> = added.map(|status| format!("@{}", status.name)).collect();
        let there: HashSet<&str> = items.iter().filter_map(Node::as_str).collect();
        for name in added
            .into_iter()
            .filter(|name| !there.contains(name.as_str()))
        {
            let out = Out::added(OutValue::String(name));
            self.changes.push(Change::Set(item_of(&steps, len), out));
            len += 1;
        }
    }

    /// What is said about tools, by ids that start with the names of their servers.
    fn tool_gate(&mut self, gate: &'static Gate, gated: &[Gated]) -> HashSet<String> {
        let mut touched = HashSet::new();
        let steps = keys(gate.path);
        let node = self.at(&steps);
        let gone = self.removed();
        let said: HashMap<&str, &Gated> = gated
            .iter()
            .filter(|said| said.gate.kind == GateKind::Tools)
            .map(|said| (said.server.as_str(), said))
            .collect();
        let says: HashMap<(&str, &str), bool> = said
            .values()
            .flat_map(|said| said.says.iter().map(|it| (said.server.as_str(), it)))
            .map(|(server, (key, out))| {
                ((server, &**key), matches!(out.value, OutValue::Bool(true)))
            })
            .collect();
        let prefix = |said: &Gated| gate_prefix(self.place.format, &said.server);
        let all = said
            .values()
            .filter(|said| said.speaks_of_all(&prefix(said)));
        let all_said: HashSet<&str> = all.map(|said| said.server.as_str()).collect();
        let owners = self.owners();
        let format = self.place.format;
        let owner = |id: &str| owner(format, &owners, id).map(str::to_owned);
        let denies = |value: &Node<'_>| {
            matches!(&value.value, Tree::Bool(false)) || value.as_str() == Some("deny")
        };
        let members = node.map_or(&[][..], Node::members);
        let turned: HashSet<&str> = said
            .values()
            .filter(|said| gate.kind == GateKind::Tools && out_of_order(members, said))
            .map(|said| said.server.as_str())
            .collect();
        for member in members {
            let Some(server) = owner(&member.key) else {
                continue;
            };
            let denied = denies(&member.value);
            let unsaid = match says.get(&(&*server, &*member.key)) {
                // It would stand in the place of what is said.
                Some(true) if gate.kind == GateKind::Permissions => denied,
                Some(_) => turned.contains(server.as_str()),
                None if said.contains_key(server.as_str()) => denied || all_said.contains(&*server),
                None => false,
            };
            if unsaid || gone.contains(&server) {
                self.changes.push(Change::Remove(with(&steps, &member.key)));
                touched.insert(server);
            }
        }
        let items = node.map_or(&[][..], Node::items);
        for (at, item) in items.iter().enumerate().rev() {
            let server = item.as_str().and_then(owner);
            if let Some(server) = server.filter(|name| gone.contains(name)) {
                self.changes.push(Change::Remove(item_of(&steps, at)));
                touched.insert(server);
            }
        }
        let own = gated.iter().filter(|said| std::ptr::eq(said.gate, gate));
        for said in own {
            // Behind what allows some, it would deny those too.
            let only_denies = !said.allows_some();
            for (key, out) in &said.says {
                // Another gate may deny it already.
                let gates = self.place.gates.iter();
                let denied = gates
                    .filter(|gate| gate.kind == GateKind::Permissions && only_denies)
                    .any(|gate| {
                        let node = self.at(&keys(gate.path));
                        let member = node.and_then(|node| node.member(key));
                        member.is_some_and(|member| denies(&member.value))
                    });
                let there = node
                    .and_then(|node| node.member(key))
                    .filter(|_| !turned.contains(said.server.as_str()))
                    .is_some_and(|member| same_value(&member.value, out));
                if !there && !denied {
                    self.changes
                        .push(Change::Set(with(&steps, key), out.clone()));
                    touched.insert(said.server.clone());
                }
            }
        }
        touched
    }

    /// Questions: what is missing is added, what is there stays.
    fn inputs(&mut self, prompts: Option<&Out>) {
        let (
            Some(path),
            Some(Out {
                value: OutValue::Array(asks),
                ..
            }),
        ) = (self.place.prompts, prompts)
        else {
            return;
        };
        let steps = keys(path);
        let node = self.at(&steps);
        let items = node.map(Node::items).unwrap_or_default();
        let ids = items
            .iter()
            .map(|item| item.at(&["id"]).and_then(Node::as_str));
        let there: HashSet<Option<&str>> = ids.collect();
        let mut len = items.len();
        for ask in asks {
            let id = ask.get("id").and_then(|id| {
                if let OutValue::String(id) = &id.value {
                    Some(id.as_str())
                } else {
                    None
                }
            });
            if !there.contains(&id) {
                self.changes
                    .push(Change::Set(item_of(&steps, len), ask.clone()));
                len += 1;
            }
        }
    }

    /// Servers may stay as they are in their entries, and change in a gate.
    fn note(&mut self, gate: &Gate, touched: &HashSet<String>) {
        let any_case = matches!(gate.kind, GateKind::Off | GateKind::Only);
        for status in &mut self.statuses {
            let is_touched = match any_case {
                true => touched.contains(&status.name.to_ascii_lowercase()),
                false => touched.contains(&status.name),
            };
            if !is_touched {
                continue;
            }
            if status.action == Action::Unchanged {
                status.action = Action::Updated;
            }
            if status.action == Action::Updated {
                status.updated.push(gate.path.join("."));
            }
        }
    }
}
