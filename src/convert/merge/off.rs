//! What keeps a server off although the source says nothing of the kind.

use super::{BlockingGate, Merger};
use crate::host::{GateKind, Out, ServerEntry, fits_pattern};
use crate::model::Slot;
use crate::syntax::Node;

impl Merger<'_, '_> {
    /// What disables an entry that was updated, but for the lists that enabled servers are taken from: that is up to the
    /// owner of the file.
    pub(super) fn stays_off(&self, entry: &ServerEntry<'_, '_>, wanted: usize) -> Option<String> {
        let server = match self.expected.get(wanted) {
            Some(now) => self.understand_with(&self.reader, entry.root, entry.name, &now.out),
            None => self.read(entry),
        }?;
        let off = server.entry(Slot::Enabled);
        let off = off.filter(|_| server.is_disabled())?;
        (!self.is_listed_off(&off.field)).then(|| off.field.to_string())
    }

    /// Whether a field is a list of disabled servers, or of enabled ones, which follows what the source says.
    pub(super) fn is_listed_off(&self, field: &str) -> bool {
        let lists = |kind| matches!(kind, GateKind::Off | GateKind::Only);
        let mut gates = self.found.gates.iter().filter(|gate| lists(gate.kind));
        gates.any(|gate| gate.path.join(".") == field)
    }

    /// The gate that disables a server against what the source says, where nothing can be done about it: a pattern, or
    /// what its owner said about a server that is new here.
    pub(super) fn blocked(
        &self,
        name: &str,
        out: &Out,
        enabled: Option<bool>,
    ) -> Option<BlockingGate> {
        let new = enabled.is_none() && self.is_new(name);
        if !new && enabled != Some(true) {
            return None;
        }
        let disables = |item: &Node<'_>| {
            let named = item
                .as_str()
                .is_some_and(|text| text.eq_ignore_ascii_case(name));
            named && new || fits_pattern(self.place.format, item, name)
        };
        let gates = self.found.gates.iter();
        let mut gates = gates.filter(|gate| gate.kind == GateKind::Off && gate.root.is_none());
        match gates.find(|gate| gate.node.items().iter().any(disables)) {
            Some(gate) => Some(BlockingGate {
                gate: gate.path.join("."),
                named: true,
            }),
            None => self.ruled_out(name, out),
        }
    }

    /// The gate of the document that disables a server for what it is, and does not list it.
    pub(super) fn ruled_out(&self, name: &str, out: &Out) -> Option<BlockingGate> {
        let server = self.understand_with(&self.reader, 0, name, out)?;
        let entry = server
            .entry(Slot::Enabled)
            .filter(|_| server.is_disabled())?;
        let lists = |kind| matches!(kind, GateKind::Off | GateKind::Only | GateKind::Mentions);
        let mut rules = self.found.gates.iter().filter(|gate| !lists(gate.kind));
        let rule = rules.find(|gate| gate.path.join(".") == entry.field)?;
        let gate = rule.path.join(".");
        Some(BlockingGate { gate, named: false })
    }
}
