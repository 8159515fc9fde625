//! What a file says about its servers outside of their entries counts for them, and is carried or reported.

use serde_json::{Value, json};

use super::{diagnostics, servers, value};
use crate::support::{Folder, convert};

/// The server `a` after a conversion that loses nothing.
pub(super) fn carried(from: &str, to: &str, text: &str) -> Value {
    let out = convert(&format!("--from {from} --to {to} --strict"), text).silent();
    servers(&value(&out)).remove("a").expect("a server")
}

/// The rules that a conversion reports.
pub(super) fn reported(from: &str, to: &str, text: &str) -> Vec<String> {
    let args = format!("--from {from} --to {to} --format json");
    let said = diagnostics(&convert(&args, text));
    let rules = said.iter().filter_map(|said| said["rule"].as_str());
    rules.map(str::to_owned).collect()
}

#[test]
fn a_time_for_all_servers_is_that_of_each_without_one() {
    let zed = |rest: &str| {
        format!(
            r#"{{"context_server_timeout": 700, "context_servers": {{"a": {{"command": "x"{rest}}}}}}}"#
        )
    };
    // Zed never waits longer than ten minutes.
    let server = carried("zed", "claude-code", &zed(""));
    assert_eq!(server["timeout"], 600_000);
    let server = carried("zed", "claude-code", &zed(r#", "timeout": 20"#));
    assert_eq!(server["timeout"], 20_000);
    let text = r#"{"experimental": {"mcp_timeout": 9000}, "mcp": {"a": {"type": "local", "command": ["x"]}}}"#;
    for host in ["opencode", "kilo"] {
        assert_eq!(
            carried(host, "claude-code", text)["timeout"],
            9000,
            "{host}"
        );
    }
    // A host that has no such time says so.
    let said = reported("zed", "cursor", &zed(""));
    assert_eq!(said, ["conversion-field-dropped"]);
}

#[test]
fn the_time_of_a_file_stays_out_of_the_entries_that_are_merged_into_it() {
    let target = r#"{"context_server_timeout": 300, "context_servers": {"a": {"command": "x"}}}"#;
    let source = r#"{"mcpServers": {"a": {"command": "y"}, "b": {"command": "z"}}}"#;
    let folder = Folder::new(&[(".mcp.json", source), (".zed/settings.json", target)]);
    folder.done(".mcp.json -o .zed/settings.json");
    let expected = r#"{"context_server_timeout": 300, "context_servers": {"a": {"command": "y"}, "b": {"command": "z"}}}"#;
    assert_eq!(value(&folder.read(".zed/settings.json")), value(expected));
    assert_eq!(
        folder.run(".mcp.json -o .zed/settings.json --dry-run").code,
        0
    );
    let shown = folder.run("show .zed/settings.json --server a").stdout;
    assert!(shown.contains("300 s per call"), "{shown}");
}

#[test]
fn the_callback_port_of_codex_is_that_of_its_remote_servers() {
    let text = "mcp_oauth_callback_port = 5555\n[mcp_servers.a]\nurl = \"https://e.example/mcp\"\n[mcp_servers.b]\ncommand = \"x\"\n";
    let server = carried("codex", "claude-code", text);
    assert_eq!(server["oauth"], json!({"callbackPort": 5555}));
}

#[test]
fn rules_about_tools_that_only_the_host_can_apply_are_reported_as_lost() {
    let server = r#"{"command": "npx", "args": ["x"]}"#;
    for (from, text) in [
        (
            "zed",
            format!(
                r#"{{"context_servers": {{"a": {server}}}, "agent": {{"tool_permissions": {{"tools": {{"mcp:a:drop": {{"default": "deny"}}}}}}}}}}"#
            ),
        ),
        (
            "zed",
            format!(
                r#"{{"context_servers": {{"a": {server}}}, "agent": {{"profiles": {{"ask": {{"context_servers": {{"a": {{"tools": {{"drop": false}}}}}}}}}}}}}}"#
            ),
        ),
        (
            "amp",
            format!(
                r#"{{"amp.mcpServers": {{"a": {server}}}, "amp.permissions": [{{"tool": "mcp__a__*", "action": "reject"}}]}}"#
            ),
        ),
        (
            "auggie",
            format!(
                r#"{{"mcpServers": {{"a": {server}}}, "toolPermissions": [{{"toolName": "drop_a", "permission": {{"type": "deny"}}}}]}}"#
            ),
        ),
        (
            "auggie",
            format!(r#"{{"mcpServers": {{"a": {server}}}, "removedTools": ["drop_a"]}}"#),
        ),
    ] {
        for to in ["codex", "claude-code"] {
            let said = reported(from, to, &text);
            assert_eq!(said, ["conversion-restriction-lost"], "{from} {to} {text}");
        }
        // What is said about another server is none of this one's.
        let other = text
            .replace("mcp:a:", "mcp:b:")
            .replace(r#"{"a": {"tools"#, r#"{"b": {"tools"#)
            .replace("mcp__a__", "mcp__b__")
            .replace("drop_a", "drop_b");
        assert!(reported(from, "codex", &other).is_empty(), "{other}");
    }
}

#[test]
fn an_answer_for_every_input_of_a_tool_is_one_for_the_tool() {
    let text = |permission: &str| {
        format!(
            r#"{{"mcp": {{"a": {{"type": "local", "command": ["x"]}}}}, "permission": {permission}}}"#
        )
    };
    let server = carried("opencode", "codex", &text(r#"{"a_drop": {"*": "deny"}}"#));
    assert_eq!(server["disabled_tools"], json!(["drop"]));
    // Tools of servers are asked for without an input, so that other patterns never fit.
    let rest = r#"{"a_drop": {"rm *": "deny", "*": "allow"}}"#;
    let server = carried("opencode", "codex", &text(rest));
    assert_eq!(server.get("disabled_tools"), None);
}

#[test]
fn times_of_an_object_count_only_where_two_are_the_same() {
    let pair = r#"{"catalog": 9000, "execution": 9000}"#;
    for (times, wanted) in [
        (pair, json!(9000)),
        (r#"{"catalog": 9000, "execution": 8000}"#, Value::Null),
        (r#"{"execution": 9000}"#, Value::Null),
        (
            r#"{"startup": 1000, "catalog": 9000, "execution": 9000}"#,
            Value::Null,
        ),
    ] {
        let all = format!(
            r#"{{"mcp": {{"timeout": {times}, "servers": {{"a": {{"type": "local", "command": ["x"]}}}}}}}}"#
        );
        assert_eq!(
            carried("opencode", "claude-code", &all)["timeout"],
            wanted,
            "{all}"
        );
        let own = format!(
            r#"{{"mcp": {{"servers": {{"a": {{"type": "local", "command": ["x"], "timeout": {times}}}}}}}}}"#
        );
        let ran = convert("--from opencode --to claude-code", &own);
        let server = &servers(&value(&ran.stdout))["a"];
        assert_eq!(server["timeout"], wanted, "{own}");
    }
    // The older setting wins.
    let both = format!(
        r#"{{"experimental": {{"mcp_timeout": 7000}}, "mcp": {{"timeout": {pair}, "a": {{"type": "local", "command": ["x"]}}}}}}"#
    );
    assert_eq!(carried("opencode", "claude-code", &both)["timeout"], 7000);
}

#[test]
fn tools_that_run_without_asking_are_approved() {
    let text = r#"{"permissions": {"allowed_tools": ["view", "mcp_a_read", "mcp_a_list:execute", "mcp_b_drop"]},
        "mcp": {"a": {"type": "stdio", "command": "x"}}}"#;
    let server = carried("crush", "kiro", text);
    assert_eq!(server["autoApprove"], json!(["read", "list"]));
    assert_eq!(
        reported("crush", "cursor", text),
        ["conversion-field-dropped"]
    );
}

#[test]
fn a_server_at_a_host_that_is_not_listed_is_disabled() {
    let text = |url: &str| {
        format!(
            "version: 1.2.8\nmcpSettings: {{allowedDomains: ['*.example.com']}}\nmcpServers:\n  a: {{type: streamable-http, url: '{url}'}}\n"
        )
    };
    let server = |url: &str| carried("librechat", "vscode", &text(url));
    assert_eq!(server("https://mcp.example.com/mcp")["type"], "http");
    let off = carried("librechat", "kiro", &text("https://example.org/mcp"));
    assert_eq!(off["disabled"], true);
    // Only the host knows what a variable leads to.
    let said = reported("librechat", "vscode", &text("https://${HOST}/mcp"));
    assert!(
        said.iter()
            .any(|rule| rule == "conversion-restriction-lost"),
        "{said:?}"
    );
}

#[test]
fn a_private_url_is_reported_for_a_host_that_refuses_those() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "http://localhost:3000/mcp"}}}"#;
    assert_eq!(
        reported("claude-code", "librechat", text),
        ["conversion-value-lossy"]
    );
    let public = text.replace("http://localhost:3000", "https://example.com");
    assert!(reported("claude-code", "librechat", &public).is_empty());
    let folder = Folder::new(&[
        (".mcp.json", text),
        (
            "librechat.yaml",
            "version: 1.2.8\nmcpSettings:\n  allowedDomains: [localhost]\nmcpServers: {}\n",
        ),
    ]);
    let ran = folder.run("--to librechat .mcp.json -o librechat.yaml --strict");
    assert_eq!(ran.code, 0, "{ran:?}");
}

#[test]
fn a_new_server_that_settings_of_the_target_forbid_is_reported() {
    for (to, file, settings) in [
        (
            "amp",
            ".amp/settings.json",
            r#"{"amp.mcpPermissions": [{"matches": {"command": "x"}, "action": "reject"}]}"#,
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"tools": {"a_*": false}, "mcp": {}}"#,
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"permission": {"*": "deny"}, "mcp": {}}"#,
        ),
    ] {
        let source = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
        let folder = Folder::new(&[(".mcp.json", source), (file, settings)]);
        let ran = folder.run(&format!("--to {to} .mcp.json -o {file} --format json"));
        let said = diagnostics(&ran);
        assert!(
            said.iter()
                .any(|said| said["rule"] == "conversion-value-lossy"),
            "{to} {settings}: {ran:?}"
        );
    }
}

#[test]
fn arguments_of_an_allowed_tool_are_no_part_of_its_name() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "includeTools": ["read(path)", "list"], "excludeTools": ["rm(x)"]}}}"#;
    for host in ["gemini", "qwen"] {
        let server = carried(host, "codex", text);
        assert_eq!(server["enabled_tools"], json!(["read", "list"]), "{host}");
        assert_eq!(server["disabled_tools"], json!(["rm(x)"]), "{host}");
    }
}

#[test]
fn what_the_older_name_of_agents_forbids_is_reported() {
    for rules in [
        r#"{"tools": {"a_*": false}}"#,
        r#"{"permission": {"a_drop": "deny"}}"#,
    ] {
        let text = format!(
            r#"{{"mode": {{"plan": {rules}}}, "mcp": {{"a": {{"type": "local", "command": ["x"]}}}}}}"#
        );
        assert_eq!(
            reported("opencode", "codex", &text),
            ["conversion-restriction-lost"],
            "{rules}"
        );
    }
}

#[test]
fn a_variable_that_only_the_source_gives_its_processes_is_reported() {
    let text = |argument: &str| {
        format!(
            r#"{{"mcpServers": {{"a": {{"command": "sh", "args": ["-c", "node {argument}/x.js"]}}}}}}"#
        )
    };
    for to in ["vscode", "opencode", "codex"] {
        let said = reported("claude-code", to, &text("$CLAUDE_PROJECT_DIR"));
        assert_eq!(said, ["conversion-env-not-inherited"], "{to}");
        // A reference is left to the process too, and others would put nothing in its place.
        let said = reported("claude-code", to, &text("${CLAUDE_PROJECT_DIR}"));
        assert!(
            said.iter().any(|rule| rule == "conversion-server-skipped"),
            "{to} {said:?}"
        );
    }
    let text = text("${CLAUDE_PROJECT_DIR:-.}");
    carried("claude-code", "vscode", &text);
}

#[test]
fn an_input_that_nobody_declares_is_reported() {
    let text =
        r#"{"servers": {"a": {"type": "stdio", "command": "x", "args": ["${input:token}"]}}}"#;
    for to in ["claude-code", "opencode", "cursor"] {
        assert_eq!(reported("vscode", to, text), ["undefined-input"], "{to}");
    }
    carried("vscode", "visual-studio", text);
}

#[test]
fn a_callback_that_is_neither_a_url_nor_a_port_is_not_copied() {
    for callback in ["localhost", ":0", ":99999"] {
        let text = format!(
            r#"{{"mcpServers": {{"a": {{"url": "https://x.example.com/mcp", "oauth": {{"redirectUri": "{callback}"}}}}}}}}"#
        );
        for to in ["codex", "opencode", "gemini"] {
            assert_eq!(
                reported("kiro", to, &text),
                ["conversion-field-dropped"],
                "{to} {callback}"
            );
        }
    }
}

#[test]
fn settings_that_count_only_from_elsewhere_change_nothing() {
    // Gemini CLI takes these from its vendor's service alone, and ignores them in files.
    let text = r#"{"admin": {"mcp": {"enabled": false}}, "mcpServers": {"a": {"command": "x"}}}"#;
    assert_eq!(carried("gemini", "codex", text), json!({"command": "x"}));
}
