//! Convert, lint and the schemas read a server the same way.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{command_line, convert, diagnostics, document, is_serious, toml_document};
use crate::support::{Folder, json};

/// The findings of the linter, whatever their level.
fn findings(host: &str, text: &str) -> Vec<Value> {
    let name = match host {
        "codex" => ".codex/config.toml",
        "mistral-vibe" => ".vibe/config.toml",
        "mcp-proxy" => "proxy.toml",
        "gemini" => ".gemini/settings.json",
        "cursor" => ".cursor/mcp.json",
        "vscode" => ".vscode/mcp.json",
        "opencode" => "opencode.json",
        "kiro" => ".kiro/settings/mcp.json",
        "xcsh" => ".xcsh/mcp.json",
        _ => ".mcp.json",
    };
    let ran = Folder::new(&[(name, text)]).lint(&["--format", "json", "--level", "info", name]);
    let report = json(&ran.stdout);
    report["findings"]
        .as_array()
        .or(report["diagnostics"].as_array())
        .cloned()
        .unwrap_or_else(|| panic!("{report:#}"))
}

fn rules(findings: &[Value]) -> BTreeSet<String> {
    findings
        .iter()
        .filter_map(|finding| finding["rule"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn the_linter_splits_a_command_line_as_its_host_does() {
    for command in [
        "'npx -y \"mcp-remote@0.1.0\" https://x.example.com/mcp'",
        "\"npx -y 'mcp-remote@0.1.0' https://x.example.com/mcp\"",
        "\"npx  -y   mcp-remote@0.1.0 https://x.example.com/mcp\"",
        "\"'npx' -y mcp-re'mote@0.1.0' https://x.example.com/mcp\"",
    ] {
        let text = toml_document(
            "mistral-vibe",
            &format!("transport = \"stdio\"\ncommand = {command}\n"),
        );
        assert!(
            rules(&findings("mistral-vibe", &text)).contains("vulnerable-package"),
            "{command}"
        );
        let words = command_line(&convert("mistral-vibe", "claude-code", &text).server());
        assert_eq!(
            words,
            ["npx", "-y", "mcp-remote@0.1.0", "https://x.example.com/mcp"],
            "{command}"
        );
    }
    let cursor = document(
        "cursor",
        r#"{"command": "npx -y \"mcp-remote@0.1.0\" https://x.example.com/mcp"}"#,
    );
    assert!(rules(&findings("cursor", &cursor)).contains("vulnerable-package"));
}

#[test]
fn a_host_that_does_not_split_is_not_split_by_the_linter() {
    let source = document("claude-code", r#"{"command": "npx -y mcp-remote@0.1.0"}"#);
    let found = rules(&findings("claude-code", &source));
    assert!(found.contains("args-in-command"), "{found:?}");
}

/// Whether the schema of a host accepts a document.
fn is_valid(host: &str, text: &str) -> bool {
    let schema = json(&Folder::new(&[]).run(&format!("schema {host}")).silent());
    jsonschema::validator_for(&schema)
        .expect("a schema")
        .is_valid(&json(text))
}

#[test]
fn a_flag_in_quotes_has_one_answer_in_gemini() {
    let text = document(
        "gemini",
        r#"{"command": "npx", "args": ["x"], "trust": "false"}"#,
    );
    // Gemini takes the text for the flag.
    let converted = convert("gemini", "cursor", &text);
    assert_eq!(command_line(&converted.server()), ["npx", "x"]);
    assert!(
        !rules(&converted.diagnostics()).contains("conversion-server-skipped"),
        "{converted:?}"
    );
    assert!(
        !findings("gemini", &text)
            .iter()
            .any(|finding| finding["level"] == "error")
    );
    assert!(is_valid("gemini", &text));
}

#[test]
fn a_number_in_quotes_has_one_answer_in_gemini() {
    let text = document(
        "gemini",
        r#"{"command": "npx", "args": ["x"], "timeout": "5000"}"#,
    );
    assert!(is_valid("gemini", &text));
    assert!(
        !findings("gemini", &text)
            .iter()
            .any(|finding| finding["level"] == "error")
    );
    let text = document(
        "gemini",
        r#"{"command": "npx", "args": ["x"], "timeout": "soon"}"#,
    );
    assert!(!is_valid("gemini", &text));
    assert!(findings("gemini", &text).iter().any(is_serious));
}

#[test]
fn a_time_of_zero_has_one_answer_in_claude_code() {
    // Claude Code wants more than nothing, and skips the server.
    for bad in ["0", "-1"] {
        let text = document(
            "claude-code",
            &format!(r#"{{"command": "npx", "args": ["x"], "timeout": {bad}}}"#),
        );
        assert!(
            findings("claude-code", &text)
                .iter()
                .any(|finding| finding["level"] == "error"),
            "{bad}"
        );
        assert!(!is_valid("claude-code", &text), "{bad}");
        let converted = convert("claude-code", "codex", &text);
        // Whether a value that is wrong at its source is a loss is left open; that it is told is not.
        assert!(converted.is_told("timeout"), "{converted:?}");
        assert!(
            converted
                .found()
                .is_none_or(|server| server.get("tool_timeout_sec").is_none()),
            "{converted:?}"
        );
    }
}

#[test]
fn a_time_of_zero_has_one_answer_in_opencode() {
    let text = document(
        "opencode",
        r#"{"type": "local", "command": ["npx", "x"], "timeout": 0}"#,
    );
    assert!(
        findings("opencode", &text)
            .iter()
            .any(|finding| finding["level"] == "error")
    );
    assert!(!is_valid("opencode", &text));
    assert!(convert("opencode", "codex", &text).is_told("timeout"));
}

#[test]
fn convert_and_lint_say_the_same_rule_at_the_same_span() {
    let rules = [
        "duplicate-key",
        "missing-type",
        "wrong-type",
        "missing-transport",
        "unknown-transport",
        "missing-required-field",
    ];
    for (host, server) in [
        (
            "claude-code",
            r#"{"command": "npx", "command": "uvx", "args": ["x"]}"#,
        ),
        ("claude-code", r#"{"url": "https://x.example.com/mcp"}"#),
        ("claude-code", r#"{"command": "npx", "args": "x"}"#),
        ("claude-code", r#"{"command": "npx", "env": {"A": 5}}"#),
        ("claude-code", r#"{"command": 5}"#),
        (
            "claude-code",
            r#"{"type": "streamableHttp", "url": "https://x.example.com/mcp"}"#,
        ),
        ("cursor", r#"{"command": "npx", "env": {"A": 5}}"#),
        ("opencode", r#"{"command": ["npx", "x"]}"#),
        ("opencode", r#"{"type": "local", "command": "npx"}"#),
        ("kiro", r#"{"command": "npx", "disabled": "yes"}"#),
        ("gemini", r#"{"command": "npx", "args": "x"}"#),
        (
            "vscode",
            r#"{"type": "stdio", "command": "npx", "args": [5]}"#,
        ),
    ] {
        let text = document(host, server);
        let key = |said: &Value| {
            let rule = said["rule"].as_str()?;
            rules.contains(&rule).then(|| {
                (
                    rule.to_owned(),
                    said["start"].as_u64(),
                    said["end"].as_u64(),
                )
            })
        };
        let to = if host == "cursor" {
            "claude-code"
        } else {
            "cursor"
        };
        let ran = Folder::new(&[]).feed(&format!("--from {host} --to {to} --format json"), &text);
        let converted: BTreeSet<_> = diagnostics(&ran).iter().filter_map(key).collect();
        let linted: BTreeSet<_> = findings(host, &text).iter().filter_map(key).collect();
        assert!(!linted.is_empty(), "{host} {server}");
        assert!(
            converted.is_subset(&linted),
            "{host} {server}: convert {converted:?}, lint {linted:?}"
        );
        assert!(
            !converted.is_empty(),
            "{host} {server}: convert says nothing of {linted:?}"
        );
    }
}

#[test]
fn of_two_servers_with_one_name_continue_keeps_the_first() {
    let source = "name: a\nversion: 1.0.0\nmcpServers:\n  - name: alpha\n    command: one\n  - name: alpha\n    command: two\n";
    let converted = convert("continue", "codex", source);
    assert_eq!(command_line(&converted.server()), ["one"]);
    let said = converted.diagnostics();
    let told = said.iter().find(|said| said["rule"] == "duplicate-key");
    assert!(told.is_some_and(|said| said.to_string().contains("first")));
}

#[test]
fn a_token_goes_to_the_field_that_names_its_variable() {
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"Authorization": "Bearer ${TOK}", "X-Team": "a"}}"#,
    );
    let converted = convert("claude-code", "kimi", &source);
    converted.lossless();
    let server = converted.server();
    assert_eq!(server["bearerTokenEnvVar"], "TOK");
    assert_eq!(server["headers"], serde_json::json!({"X-Team": "a"}));
}

#[test]
fn an_entry_that_passes_for_a_toggle_is_lost_alone() {
    let wrong = [
        r#"{"type": "stdio", "command": "npx", "args": ["x@1.0.0"], "enabled": true}"#,
        r#"{"command": "npx", "enabled": false}"#,
        r#"{"type": "http", "url": 5, "enabled": true}"#,
        r#"{"type": 5, "url": "https://mcp.acme.dev", "enabled": true}"#,
        r#"{"environment": {"A": 1}, "enabled": true}"#,
    ];
    let effects = |file: &str, server: &str| {
        let folder = Folder::new(&[(file, &document("opencode", server))]);
        let shown = json(&folder.run(&["show", "--format", "json", file]).stdout);
        let servers = shown["servers"].as_array().cloned().unwrap_or_default();
        let effect = |name: &str| {
            let mut named = servers.iter().filter(|server| server["name"] == name);
            named.next().map(|server| server["effect"].clone())
        };
        (effect("alpha"), effect("zulu"))
    };
    for server in wrong {
        for file in ["opencode.json", "kilo.json"] {
            let (alpha, zulu) = effects(file, server);
            assert_ne!(alpha.expect("it is shown"), "starts", "{file}: {server}");
            assert_eq!(zulu.expect("it is shown"), "starts", "{file}: {server}");
        }
        let found = findings("opencode", &document("opencode", server));
        let of_server: Vec<&Value> = found.iter().filter(|it| it["level"] == "error").collect();
        assert_eq!(of_server.len(), 1, "{server}: {found:?}");
        let told = convert("opencode", "claude-code", &document("opencode", server));
        assert!(told.found().is_none(), "{told:?}");
        assert!(told.named("zulu").is_some(), "{told:?}");
    }
    // Without the boolean no other form fits, and the host does not start.
    let (_, zulu) = effects("opencode.json", r#"{"type": "stdio", "command": "npx"}"#);
    assert_eq!(zulu.expect("it is shown"), "rejected");
    // A known word is no toggle to it.
    let (_, zulu) = effects(
        "opencode.json",
        r#"{"type": "local", "command": "npx", "enabled": true}"#,
    );
    assert_eq!(zulu.expect("it is shown"), "rejected");
}
