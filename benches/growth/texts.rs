//! Texts that grow.

use std::fmt::Write as _;

/// The piece, again and again, up to about this many bytes.
pub(crate) fn repeat(piece: &str, size: usize) -> String {
    piece.repeat(size / piece.len())
}

/// What `piece` makes of 0, 1, 2, … with `between` them, up to about this many bytes.
pub(crate) fn count(size: usize, between: &str, piece: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut at = 0;
    while text.len() < size {
        if at > 0 {
            text.push_str(between);
        }
        text.push_str(&piece(at));
        at += 1;
    }
    text
}

/// A file of Claude Code with these servers.
pub(crate) fn servers(servers: &str) -> String {
    format!("{{\n  \"mcpServers\": {{\n{servers}\n  }}\n}}\n")
}

/// A file of Claude Code with one server of these members.
pub(crate) fn server(members: &str) -> String {
    servers(&format!("    \"a\": {{ {members} }}"))
}

/// A file of Claude Code with one server, which has this for an argument.
pub(crate) fn argument(text: &str) -> String {
    let quoted = text.replace('\\', "\\\\").replace('"', "\\\"");
    server(&format!(
        "\"command\": \"npx\", \"args\": [\"-y\", \"x@1.0.0\", \"{quoted}\"]"
    ))
}

/// A file of Codex with servers.
pub(crate) fn codex(size: usize) -> String {
    count(size, "\n", |at| {
        let mut text = String::new();
        let _ = writeln!(text, "# Server number {at}");
        let _ = writeln!(
            text,
            "[mcp_servers.s{at}]\ncommand = \"npx\"\nargs = [\"-y\", \"pkg-{at}@1.0.0\"]"
        );
        let _ = writeln!(text, "[mcp_servers.s{at}.env]\nMODE = \"{at}\"");
        text
    })
}
