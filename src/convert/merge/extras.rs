//! What a document says about servers outside their entries.

use super::steps::at_steps;
use super::update::same_value;
use super::{GateEntries, Merger};
use crate::edit::{Change, Step};
use crate::host::{GateKind, Out, OutValue, named};
use crate::syntax::Node;

impl Merger<'_, '_> {
    /// Gates and questions: what is missing is added, what is there stays.
    pub(in crate::convert) fn extras(&mut self, gates: &[GateEntries], prompts: Option<&Out>) {
        let top = self.document.root.as_ref();
        for (path, entries) in gates {
            let steps: Vec<Step> = path
                .iter()
                .map(|key| Step::Key((*key).to_owned()))
                .collect();
            let node = top.and_then(|top| at_steps(top, &steps));
            let off = self
                .place
                .gates
                .iter()
                .any(|gate| gate.path == *path && gate.kind == GateKind::Off);
            let mut len = node.map_or(0, |node| node.items().len());
            for (key, out) in entries {
                let mut target = steps.clone();
                let there = if off {
                    node.is_some_and(|node| !named(node, key).is_empty())
                } else {
                    node.and_then(|node| node.member(key))
                        .is_some_and(|member| same_value(&member.value, out))
                };
                if there {
                    continue;
                }
                target.push(if off {
                    Step::Index(len)
                } else {
                    Step::Key(key.clone())
                });
                len += 1;
                self.changes.push(Change::Set(target, out.clone()));
            }
        }
        if let (
            Some(path),
            Some(Out {
                value: OutValue::Array(asks),
                ..
            }),
        ) = (self.place.prompts, prompts)
        {
            let steps: Vec<Step> = path
                .iter()
                .map(|key| Step::Key((*key).to_owned()))
                .collect();
            let node = top.and_then(|top| at_steps(top, &steps));
            let mut len = node.map_or(0, |node| node.items().len());
            for ask in asks {
                let id = ask.get("id").and_then(|id| {
                    if let OutValue::String(id) = &id.value {
                        Some(id.as_str())
                    } else {
                        None
                    }
                });
                let known = node.is_some_and(|node| {
                    node.items()
                        .iter()
                        .any(|item| item.at(&["id"]).and_then(Node::as_str) == id)
                });
                if !known {
                    let mut target = steps.clone();
                    target.push(Step::Index(len));
                    len += 1;
                    self.changes.push(Change::Set(target, ask.clone()));
                }
            }
        }
    }
}
