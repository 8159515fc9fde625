//! What a target says about its servers outside their entries.

use crate::host::{Gate, GateKind, Host, Out, OutValue, Place, tool_prefix};
use crate::model::{Entry, Server, Slot, Template, Value};
use crate::syntax::Step;
use crate::syntax::path::push_pointer;

/// A gate's path, and what is to be written there by key.
pub(super) type GateEntries = (&'static [&'static str], Vec<(String, Out)>);

/// Something a gate will say about a server, if that server is written.
pub(super) struct Gated {
    gate: &'static Gate,
    key: String,
    out: Out,
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

/// The gates of one target.
pub(super) struct TargetGates {
    target: &'static Host,
    place: &'static Place,
    entries: Vec<GateEntries>,
}

impl TargetGates {
    pub(super) fn new(target: &'static Host, place: &'static Place) -> Self {
        Self {
            target,
            place,
            entries: Vec::new(),
        }
    }

    /// Takes out of a server what the target says about it in a gate.
    pub(super) fn take(&self, server: &mut Server, name: &str) -> Vec<Gated> {
        let mut gated = Vec::new();
        for gate in self
            .place
            .gates
            .iter()
            .filter(|gate| !gate.path.contains(&"*"))
        {
            let has_field = |slot| {
                self.target
                    .fields(self.place)
                    .iter()
                    .any(|field| field.slot == slot && field.on.has(server.transport))
            };
            match gate.kind {
                GateKind::Off if server.is_disabled() && !has_field(Slot::Enabled) => {
                    let entry = server.take(Slot::Enabled).expect("it is set");
                    let out = Out::string(name, entry.span).moved();
                    gated.push(Gated {
                        gate,
                        key: name.to_owned(),
                        out,
                    });
                }
                GateKind::Tools if !has_field(Slot::DenyTools) => {
                    if let Some(Entry {
                        value: Value::List(tools),
                        ..
                    }) = server.take(Slot::DenyTools)
                    {
                        let prefix = tool_prefix(name);
                        let key = |tool: &Template| {
                            let tool = tool.as_literal().unwrap_or_default();
                            format!("{prefix}_{}", pattern_id(tool))
                        };
                        gated.extend(tools.iter().map(|tool| {
                            let out = Out::new(OutValue::Bool(false), tool.span).moved();
                            Gated {
                                gate,
                                key: key(tool),
                                out,
                            }
                        }));
                    }
                }
                _ => {}
            }
        }
        gated
    }

    /// Keeps what [`TargetGates::take`] gave for a server that is written; gives the JSON pointers of those places.
    pub(super) fn put(&mut self, gated: Vec<Gated>) -> Vec<(String, Out)> {
        let mut outside = Vec::with_capacity(gated.len());
        for Gated { gate, key, out } in gated {
            let known = self.entries.iter().position(|(path, _)| *path == gate.path);
            let at = known.unwrap_or_else(|| {
                self.entries.push((gate.path, Vec::new()));
                self.entries.len() - 1
            });
            let list = &mut self.entries[at].1;
            let mut pointer = crate::host::pointer(gate.path);
            let step = if gate.kind == GateKind::Off {
                Step::Index(list.len())
            } else {
                Step::Key(&key)
            };
            push_pointer(&mut pointer, &[step]);
            outside.push((pointer, out.clone()));
            list.push((key, out));
        }
        outside
    }

    pub(super) fn entries(&self) -> &[GateEntries] {
        &self.entries
    }

    /// The gates of a new document.
    pub(super) fn extras(&self) -> Out {
        let mut extras = Out::object();
        for (path, entries) in &self.entries {
            let off = |gate: &Gate| gate.path == *path && gate.kind == GateKind::Off;
            let value = if self.place.gates.iter().any(off) {
                OutValue::Array(entries.iter().map(|(_, out)| out.clone()).collect())
            } else {
                OutValue::Object(entries.clone())
            };
            extras.set(&path.join("."), Out::added(value));
        }
        extras
    }
}
