//! The `mcpconv` command.
fn main() {}
