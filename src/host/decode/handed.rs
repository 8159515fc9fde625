//! Variables that are handed on by their names.

use super::{Decoder, Fault, pair};
use crate::host::Field;
use crate::model::{Pair, Part, Template};
use crate::syntax::{Node, Value as Tree};

impl<'d> Decoder<'d> {
    /// Variables that keep their names: `"X"` or `{name = "X", …}`.
    pub(super) fn env_names(&mut self, node: &'d Node<'d>, name: &str) -> Result<Vec<Pair>, Fault> {
        if !matches!(node.value, Tree::Array(_)) {
            return Err(self.fault(node, name, "a list of names"));
        }
        let mut pairs = Vec::new();
        for item in node.items() {
            let (var, span) = match item.member("name") {
                Some(member) => {
                    let others = item.members().iter().filter(|other| other.key != "name");
                    for other in others {
                        // From here is where variables come from anyway.
                        if other.value.as_str() == Some("local") {
                            self.server
                                .riders
                                .push((other.value.span, member.value.span));
                        } else {
                            self.unknown(other, &format!("{name}.{}", other.key));
                        }
                    }
                    (self.string(&member.value, name)?, member.value.span)
                }
                None => (self.string(item, name)?, item.span),
            };
            // Saying it twice says no more.
            if pairs.iter().any(|old: &Pair| old.key == var) {
                self.server.implied.push(span);
            } else {
                pairs.push(pair(&var, span, Template::env(var.clone(), span), span));
            }
        }
        Ok(pairs)
    }

    /// The variable with a key; its neighbours say in which header and with which words around it it is sent.
    pub(super) fn key_var(
        &mut self,
        field: &Field,
        node: &Node<'_>,
        name: &str,
    ) -> Result<Pair, Fault> {
        let var = self.string(node, name)?;
        let stem = field.name.strip_suffix("_env").unwrap_or(field.name);
        let group = self.node;
        let mut neighbour = |suffix: &str| {
            let path = format!("{stem}{suffix}");
            let found = group
                .dotted(&path)
                .filter(|found| found.as_str().is_some())?;
            self.server.riders.push((found.span, node.span));
            found.as_str()
        };
        let header = neighbour("_header").unwrap_or("Authorization").to_owned();
        let format = neighbour("_format").unwrap_or("Bearer {token}").to_owned();
        let (before, after) = format.split_once("{token}").unwrap_or((&format, ""));
        let mut template = Template::literal(before, node.span);
        template.push(Part::Env {
            name: var,
            default: None,
        });
        template.push_text(after);
        Ok(pair(&header, node.span, template, node.span))
    }
}
