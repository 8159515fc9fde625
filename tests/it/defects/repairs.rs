//! Repairs that started, redirected or mixed up what they should have left alone.

use serde_json::{Value, json};

use super::linter::{repaired, servers};
use crate::support::Folder;

#[test]
fn a_fix_points_at_no_other_program_or_url_than_the_one_that_works() {
    for (path, text) in [
        (
            ".gemini/settings.json",
            servers(r#"{"command": "srv", "serverUrl": "https://mcp.acme.dev"}"#),
        ),
        (
            ".gemini/settings.json",
            servers(
                r#"{"command": "srv", "transport": {"type": "http", "url": "https://mcp.acme.dev"}}"#,
            ),
        ),
        (
            ".roo/mcp.json",
            servers(r#"{"command": "srv", "httpUrl": "https://mcp.acme.dev"}"#),
        ),
        (
            ".roo/mcp.json",
            servers(r#"{"cmd": "srv", "serverUrl": "https://mcp.acme.dev"}"#),
        ),
        (
            ".kiro/settings/mcp.json",
            servers(r#"{"url": "https://mcp.acme.dev", "cmd": "srv"}"#),
        ),
        (
            ".zed/settings.json",
            r#"{"context_servers": {"a": {"url": "https://mcp.acme.dev", "cmd": "srv"}}}"#.into(),
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"srv\"\nserverUrl = \"https://mcp.acme.dev\"\n".into(),
        ),
    ] {
        for flag in ["--fix", "--fix-unsafe"] {
            assert_eq!(repaired(path, &text, flag), text, "{path} {flag}");
        }
    }
}

#[test]
fn a_safe_fix_starts_no_server_that_any_host_would_call_disabled() {
    for (path, text) in [
        (
            ".roo/mcp.json",
            servers(r#"{"cmd": "srv", "enabled": false}"#),
        ),
        (
            ".kiro/settings/mcp.json",
            servers(r#"{"cmd": "srv", "isActive": false}"#),
        ),
        (
            ".mcp.json",
            servers(r#"{"url": "https://mcp.acme.dev/mcp", "disabled": true}"#),
        ),
        (
            ".mcp.json",
            servers(r#"{"url": "https://mcp.acme.dev/mcp", "disabled": "true"}"#),
        ),
        (
            ".mcp.json",
            r#"{"alpha": {"command": "srv", "disabled": true}}"#.into(),
        ),
        (
            ".vscode/mcp.json",
            r#"{"servers": {"a": {"command": "npx -y srv@1.0.0", "enabled": false}}}"#.into(),
        ),
        (
            ".vscode/mcp.json",
            servers(r#"{"command": "srv", "disabled": true}"#),
        ),
        (
            ".cursor/mcp.json",
            servers(
                r#"{"url": "https://mcp.acme.dev/mcp", "type": "streamableHttp", "enabled": false}"#,
            ),
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"alpha": {"command": "srv", "disabled": true},}}"#.into(),
        ),
    ] {
        assert_eq!(repaired(path, &text, "--fix"), text, "{path}");
        assert_ne!(repaired(path, &text, "--fix-unsafe"), text, "{path}");
    }
}

#[test]
fn a_safe_fix_is_made_where_the_server_stays_disabled() {
    let moved = repaired(
        ".roo/mcp.json",
        r#"{"servers": {"alpha": {"command": "srv", "disabled": true}}}"#,
        "--fix",
    );
    assert_eq!(moved, servers(r#"{"command": "srv", "disabled": true}"#));
    // Its neighbours are no concern of it.
    let text = r#"{"mcpServers": {"a": {"url": "https://a.acme.dev/mcp"}, "b": {"url": "https://b.acme.dev/mcp", "disabled": true}}}"#;
    let fixed = repaired(".mcp.json", text, "--fix");
    assert_eq!(fixed.matches("\"type\"").count(), 1, "{fixed}");
}

#[test]
fn a_server_that_a_list_may_name_keeps_its_name() {
    for list in [
        r#""mcp": {"excluded": ["my_server"]}"#,
        r#""mcp": {"allowed": ["my_server"]}"#,
    ] {
        let text = format!(r#"{{{list}, "mcpServers": {{"my_server": {{"command": "srv"}}}}}}"#);
        let fixed = repaired(".gemini/settings.json", &text, "--fix-unsafe");
        assert_eq!(fixed, text);
    }
    let other =
        r#"{"mcp": {"excluded": ["docs"]}, "mcpServers": {"my_server": {"command": "srv"}}}"#;
    let fixed = repaired(".gemini/settings.json", other, "--fix-unsafe");
    assert!(fixed.contains("\"my-server\""), "{fixed}");
    // Claude Code has such lists in its settings.
    let text = r#"{"mcpServers": {" docs ": {"command": "srv"}}}"#;
    assert_eq!(repaired(".mcp.json", text, "--fix-unsafe"), text);
}

#[test]
fn different_credentials_become_different_variables() {
    let text = r#"{"mcpServers": {
  "db": {"command": "srv", "args": ["postgres://u:Xk82mQpa9@a.acme.dev/a", "postgres://u:Yz73nRqb8@b.acme.dev/b"]},
  "a-b": {"type": "http", "url": "https://a.acme.dev/mcp", "headers": {"Authorization": "Bearer q7Rk2Zx9Lm4Tb8aa"}},
  "a.b": {"type": "http", "url": "https://b.acme.dev/mcp", "headers": {"Authorization": "Bearer z7Rk2Zx9Lm4Tb8bb"}},
  "x": {"command": "srv", "env": {"API_KEY": "q7Rk2Zx9Lm4Tb8cc"}},
  "y": {"command": "srv", "env": {"API_KEY": "q7Rk2Zx9Lm4Tb8dd"}},
  "z": {"command": "srv", "env": {"API_KEY": "q7Rk2Zx9Lm4Tb8cc"}},
  "w": {"command": "srv", "env": {"OTHER": "${W_TOKEN}", "W_TOKEN": "q7Rk2Zx9Lm4Tb8ee"}}
}}"#;
    let repo = Folder::new(&[(".mcp.json", text)]);
    let told = repo.lint(&["--level", "info", "--format", "json"]);
    repo.lint(&["--level", "info", "--fix-unsafe", "--exit-zero"]);
    let fixed = repo.read(".mcp.json");
    for (name, count) in [
        ("DB_URL", 1),
        ("DB_URL_2", 1),
        ("A_B_TOKEN", 1),
        ("A_B_TOKEN_2", 1),
        ("API_KEY", 2),
        ("Y_API_KEY", 1),
        ("W_TOKEN", 1),
        ("W_TOKEN_2", 1),
    ] {
        let reference = format!("${{{name}}}");
        assert_eq!(fixed.matches(&reference).count(), count, "{name}: {fixed}");
        // The advice names the same variable as the fix.
        let advice = format!("`{reference}`");
        let expected = name != "W_TOKEN";
        assert_eq!(told.stdout.contains(&advice), expected, "{}", told.stdout);
    }
}

#[test]
fn a_token_that_nothing_is_sent_to_is_removed_and_not_renamed() {
    let text = "[mcp_servers.a]\ncommand = \"srv\"\nbearer_token = \"${TOKEN}\"\n";
    let fixed = repaired(".codex/config.toml", text, "--fix-unsafe");
    assert_eq!(fixed, "[mcp_servers.a]\ncommand = \"srv\"\n");
}

#[test]
fn inputs_move_with_the_servers_that_use_them() {
    let input = r#"{"id": "env", "type": "pickString", "description": "Stage", "options": ["dev", "prod"], "default": "dev"}"#;
    let block = format!(
        r#"{{"inputs": [{input}], "servers": {{"a": {{"command": "a", "args": ["${{input:env}}"]}}}}}}"#
    );
    let block: Value = serde_json::from_str(&block).expect("JSON");
    let fixed = |path: &str, text: &Value| -> Value {
        let text = repaired(path, &text.to_string(), "--fix");
        serde_json::from_str(&text).expect("JSON")
    };
    for path in [".vscode/mcp.json", ".vs/mcp.json"] {
        assert_eq!(fixed(path, &json!({"mcp": block})), block, "{path}");
        // Nothing is made up, and nothing is overwritten.
        let both = json!({"inputs": [], "mcp": block});
        assert_eq!(fixed(path, &both), both, "{path}");
        let mut rest = block.clone();
        rest["sandbox"] = json!({});
        let around = json!({"settings": {"mcp": rest, "editor.tabSize": 2}});
        let after = fixed(path, &around);
        assert!(
            after == around || after["inputs"] == block["inputs"],
            "{after:#}"
        );
        assert!(after.to_string().contains("editor.tabSize"), "{after:#}");
    }
    let stray = json!({"mcp": {"inputs": block["inputs"]}, "servers": block["servers"]});
    assert_eq!(fixed(".vscode/mcp.json", &stray), stray);
}
