//! What a target says about its servers outside their entries.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::host::{Gate, GateKind, Out, OutValue, Place, gate_prefix, tool_prefix};
use crate::model::{Server, Slot, Template, Value};
use crate::syntax::path::push_pointer;
use crate::syntax::{Span, Step};

/// What a gate is to say about a server, if that server is written. Nothing is something too: what the gate of a file
/// said before goes.
pub(super) struct Gated {
    pub(super) gate: &'static Gate,
    pub(super) server: String,
    pub(super) says: Vec<(String, Out)>,
}

impl Gated {
    /// Whether it lists the tools that may be used, and not only those that may not.
    pub(super) fn allows_some(&self) -> bool {
        let mut says = self.says.iter();
        says.any(|(_, out)| matches!(out.value, OutValue::Bool(true)))
    }

    /// Tools of other names may have one id, about which the last word counts.
    fn distinct(mut self) -> Self {
        let mut seen = HashSet::new();
        self.says.reverse();
        self.says.retain(|(key, _)| seen.insert(key.clone()));
        self.says.reverse();
        self
    }

    /// Whether it says something about all tools whose ids start with `prefix`.
    pub(super) fn speaks_of_all(&self, prefix: &str) -> bool {
        let mut says = self.says.iter();
        says.any(|(key, _)| key.strip_suffix('*') == Some(prefix))
    }

    /// Whether it hides tools whose ids start with `prefix`.
    fn hides_some_of(&self, prefix: &str) -> bool {
        self.says.iter().any(|(key, out)| {
            let plain = key.split(['*', '?']).next().unwrap_or_default();
            let shared = match plain == key {
                true => plain.starts_with(prefix),
                false => plain.starts_with(prefix) || prefix.starts_with(plain),
            };
            shared && matches!(out.value, OutValue::Bool(false))
        })
    }
}

/// Whether a place has a list that can turn off the server of this name.
pub(super) fn can_turn_off(place: &Place, name: &str) -> bool {
    let mut gates = place.gates.iter();
    gates.any(|gate| gate.kind == GateKind::Off && !gate.path.contains(&"*"))
        && !is_pattern(place, name)
}

/// Whether the name would turn off other servers too.
fn is_pattern(place: &Place, name: &str) -> bool {
    place.format.runtime.server_globs && name.contains(['*', '?'])
}

/// A tool's name, or a pattern of them, as it appears in ids.
fn pattern_id(tool: &str) -> String {
    let id = |piece: &str| tool_prefix(piece);
    let mut done = String::new();
    for piece in tool.split_inclusive(['*', '?']) {
        let plain = piece.trim_end_matches(['*', '?']);
        done.push_str(&id(plain));
        done.push_str(&piece[plain.len()..]);
    }
    done
}

/// The tools that a server may use, if they are named one by one and nothing else limits them, and where the list is.
fn take_names(server: &mut Server) -> Option<(Vec<Template>, Span)> {
    let is_name = |tool: &Template| {
        let name = tool.as_literal();
        name.is_some_and(|name| !name.contains(['*', '?', '[']) && !name.starts_with("re:"))
    };
    let named = server.list(Slot::AllowTools).iter().all(is_name);
    if !named || server.entry(Slot::DenyTools).is_some() {
        return None;
    }
    let entry = server.take(Slot::AllowTools)?;
    match entry.value {
        Value::List(tools) => Some((tools, entry.span)),
        _ => None,
    }
}

/// The gates of one target.
pub(super) struct TargetGates {
    place: &'static Place,
    said: Vec<Gated>,
    /// How many servers are disabled by name.
    off: usize,
}

impl TargetGates {
    pub(super) fn new(place: &'static Place) -> Self {
        Self {
            place,
            said: Vec::new(),
            off: 0,
        }
    }

    /// Takes out of a server what the target says about it in a gate.
    pub(super) fn take(&self, server: &mut Server, name: &str) -> Vec<Gated> {
        let mut gated = Vec::new();
        let transport = server.transport;
        let has_field = |slot| {
            let fields = self.place.format.fields.iter();
            let mut fields = fields.filter(|field| field.slot == slot);
            fields.any(|field| field.on.has(transport))
        };
        let about = |gate, says| Gated {
            gate,
            server: name.to_owned(),
            says,
        };
        let gates = self.place.gates.iter();
        for gate in gates.filter(|gate| !gate.path.contains(&"*")) {
            match gate.kind {
                GateKind::Off if is_pattern(self.place, name) => {}
                GateKind::Off if server.is_disabled() && !has_field(Slot::Enabled) => {
                    let entry = server.take(Slot::Enabled).expect("it is set");
                    let out = Out::string(name, entry.span).moved();
                    gated.push(about(gate, vec![(name.to_owned(), out)]));
                }
                GateKind::Off if server.entry(Slot::Enabled).is_some() => {
                    gated.push(about(gate, Vec::new()));
                }
                GateKind::Only if server.entry(Slot::Enabled).is_some() => {
                    let out = Out::added(OutValue::String(name.to_owned()));
                    gated.push(about(gate, vec![(name.to_owned(), out)]));
                }
                GateKind::Tools if !has_field(Slot::DenyTools) => {
                    let prefix = gate_prefix(self.place.format, name);
                    let verdict = |allows: bool, tool: &Template| {
                        let id = pattern_id(tool.as_literal().unwrap_or_default());
                        let out = Out::new(OutValue::Bool(allows), tool.span).moved();
                        (format!("{prefix}{id}"), out)
                    };
                    let mut says = Vec::new();
                    // The last one that is about a tool counts: nothing, and then these.
                    let allowed = match has_field(Slot::AllowTools) {
                        true => None,
                        false => take_names(server),
                    };
                    if let Some((tools, list)) = &allowed {
                        let nothing = OutValue::Bool(false);
                        let out = match tools.is_empty() {
                            true => Out::new(nothing, *list).moved(),
                            false => Out::added(nothing),
                        };
                        says.push((format!("{prefix}*"), out));
                        says.extend(tools.iter().map(|tool| verdict(true, tool)));
                    }
                    let denied = match server.take(Slot::DenyTools).map(|entry| entry.value) {
                        Some(Value::List(tools)) => tools,
                        _ if allowed.is_some() => Vec::new(),
                        _ => continue,
                    };
                    says.extend(denied.iter().map(|tool| verdict(false, tool)));
                    gated.push(about(gate, says));
                }
                _ => {}
            }
        }
        gated
    }

    /// Keeps what [`TargetGates::take`] gave for a server that is written; gives the JSON pointers of those places.
    pub(super) fn put(&mut self, gated: Vec<Gated>) -> Vec<(String, Out)> {
        let mut outside = Vec::new();
        for gated in gated {
            let gate = gated.gate;
            let written = gated.says.iter().filter(|_| gate.kind != GateKind::Only);
            for (key, out) in written {
                let mut pointer = crate::host::pointer(gate.path);
                let step = match gate.kind {
                    GateKind::Off => Step::Index(self.off),
                    _ => Step::Key(key.as_str()),
                };
                self.off += usize::from(gate.kind == GateKind::Off);
                push_pointer(&mut pointer, &[step]);
                outside.push((pointer, out.clone()));
            }
            self.said.push(gated.distinct());
        }
        outside
    }

    /// The servers among these names whose tools are hidden by what is said about another one, and that one. Ids are a
    /// name and a tool in one text, so that a name may look like the start of another server's tools.
    pub(super) fn spilled<'n>(
        &'n self,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<(&'n str, &'n Gated)> {
        let tools = |said: &&Gated| said.gate.kind == GateKind::Tools;
        if !self.said.iter().any(|said| tools(&said)) {
            return Vec::new();
        }
        let prefix = |name: &str| gate_prefix(self.place.format, name);
        let names: BTreeMap<String, &str> = names.map(|name| (prefix(name), name)).collect();
        let tools_said: Vec<&Gated> = self.said.iter().filter(tools).collect();
        let by_server: HashMap<&str, usize> = tools_said
            .iter()
            .enumerate()
            .map(|(at, said)| (said.server.as_str(), at))
            .collect();
        let mut spilled = Vec::new();
        for (at, said) in tools_said.iter().enumerate() {
            let own = prefix(&said.server);
            let others = names.range(own.clone()..);
            for (other, name) in others.take_while(|(other, _)| other.starts_with(&own)) {
                // The last one that is about a tool counts.
                let later = by_server.get(name).filter(|later| **later > at);
                let overruled = later.is_some_and(|later| tools_said[*later].speaks_of_all(other));
                if *other != own && !overruled && said.hides_some_of(other) {
                    spilled.push((*name, *said));
                }
            }
        }
        spilled
    }

    /// All that the source says about servers in gates.
    pub(super) fn said(&self) -> &[Gated] {
        &self.said
    }

    /// The gates of a new document.
    pub(super) fn extras(&self) -> Out {
        let mut extras = Out::object();
        // In a document without a list of those that are on, all are.
        let gates = self.place.gates.iter();
        for gate in gates.filter(|gate| gate.kind != GateKind::Only) {
            let said = self
                .said
                .iter()
                .filter(|said| std::ptr::eq(said.gate, gate));
            let entries: Vec<(String, Out)> = said.flat_map(|said| said.says.clone()).collect();
            if entries.is_empty() {
                continue;
            }
            let value = match gate.kind {
                GateKind::Off => OutValue::Array(entries.into_iter().map(|(_, out)| out).collect()),
                _ => OutValue::Object(entries),
            };
            extras.set(&gate.path.join("."), Out::added(value));
        }
        extras
    }
}
