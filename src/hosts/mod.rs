//! The hosts we know. Each is one file of facts; adding one is a file, a line here, a schema and a folder of fixtures.

mod claude_code;
mod codex;
mod mcpnest;

use crate::host::Host;

/// Every host, in the order in which they are listed and, where a document fits several, chosen.
pub static HOSTS: &[&Host] = &[&claude_code::HOST, &codex::HOST, &mcpnest::HOST];

/// The host called `name`, by its id or one of its other names.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Host> {
    HOSTS.iter().copied().find(|host| host.id == name || host.aliases.contains(&name))
}
