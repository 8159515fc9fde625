//! Variables for all servers: processes get them, and references find them.

use super::ReadGate;
use super::tools::GateItem;
use crate::host::Format;
use crate::host::lower::pair;
use crate::model::{Entry, Part, Raw, Server, Slot, Transport, Value};

impl ReadGate<'_, '_, '_> {
    /// Sets variables for a process that sets no others of these names. One that the entry refers to is a setting of the
    /// host: where it is lost, the reference finds something else.
    pub(super) fn set_variables(&self, server: &mut Server, format: &Format) {
        for member in self.found.node.members() {
            let (name, value) = (&*member.key, &member.value);
            let Some(text) = value.as_str() else {
                server.implied.push(value.span);
                continue;
            };
            let own = server.map(Slot::Env).iter().any(|pair| pair.key == name);
            if refers_to(server, name) {
                let said = &GateItem::new(name, member.key_span, value);
                self.entry(
                    server,
                    Slot::Native,
                    said,
                    Value::Raw(Raw::from_node(value)),
                );
            } else if own || server.transport != Transport::Stdio {
                server.implied.push(value.span);
            } else {
                let text = format.dialect(Slot::Env).read(text, value.span, false);
                let pair = pair(name, member.key_span, text, value.span);
                match server.map_mut(Slot::Env) {
                    Some(pairs) => pairs.push(pair),
                    None => server.entries.push(Entry {
                        slot: Slot::Env,
                        field: self.field().into(),
                        key_span: member.key_span,
                        span: value.span,
                        value: Value::Map(vec![pair]),
                    }),
                }
            }
        }
    }
}

/// Whether a reference of the entry is to this variable.
fn refers_to(server: &Server, variable: &str) -> bool {
    let mut refers = false;
    for entry in &server.entries {
        entry.value.each_part(&mut |part| {
            refers |= matches!(part, Part::Env { name, .. } if name == variable);
        });
    }
    refers
}
