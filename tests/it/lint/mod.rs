//! The linter as people run it.

mod comments;
mod files;
mod findings;
mod fixes;
mod owners;
mod secrets;
mod settings;
mod sync;

/// A server without a fault.
const CLEAN: &str =
    r#"{"mcpServers": {"docs": {"type": "http", "url": "https://docs.acme.dev/mcp"}}}"#;

/// One that its host leaves out, with a safe repair.
const UNTYPED: &str = "{\n  \"mcpServers\": {\n    \"docs\": {\n      \"url\": \"https://docs.acme.dev/mcp\"\n    }\n  }\n}\n";
