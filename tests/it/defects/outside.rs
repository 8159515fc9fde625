//! Settings outside of entries that hosts heed for tools, variables and callbacks, also on the way to another file of the
//! same host.

use serde_json::json;

use super::settings::{carried, reported};
use super::{diagnostics, servers, value};
use crate::support::Folder;

#[test]
fn what_a_file_says_outside_of_entries_goes_to_another_file_of_the_host_or_is_reported() {
    // Each with what the other file is to have, in its entry or (with a slash) outside of it; nothing where it is reported.
    for (host, file, text, wanted) in [
        (
            "opencode",
            "opencode.json",
            r#"{"experimental": {"mcp_timeout": 9000}, "mcp": {"a": {"type": "local", "command": ["x"]}}}"#,
            Some(("timeout", json!(9000))),
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"permission": {"a_*": "deny"}, "mcp": {"a": {"type": "local", "command": ["x"]}}}"#,
            Some(("/tools/a_*", json!(false))),
        ),
        (
            "gemini",
            ".gemini/settings.json",
            r#"{"tools": {"exclude": ["mcp_a_drop"]}, "mcpServers": {"a": {"command": "x"}}}"#,
            Some(("excludeTools", json!(["drop"]))),
        ),
        (
            "zed",
            ".zed/settings.json",
            r#"{"agent": {"tool_permissions": {"tools": {"mcp:a:drop": {"default": "deny"}}}}, "context_servers": {"a": {"command": "x", "args": []}}}"#,
            None,
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"agent": {"plan": {"tools": {"a_*": false}}}, "mcp": {"a": {"type": "local", "command": ["x"]}}}"#,
            None,
        ),
    ] {
        let other = format!("other/{file}");
        let folder = Folder::new(&[(file, text), (&other, "{}")]);
        let args = format!("--from {host} --to {host} {file} -o {other} --format json");
        let ran = folder.run(&args);
        let said = diagnostics(&ran);
        let lost = said
            .iter()
            .any(|said| said["rule"] == "conversion-restriction-lost");
        assert_eq!(lost, wanted.is_none(), "{text}: {said:?}");
        let written = value(&folder.read(&other));
        if let Some((field, value)) = wanted {
            let server = &servers(&written)["a"];
            let found = written.pointer(field).unwrap_or(&server[field]);
            assert_eq!(*found, value, "{text}");
        }
    }
}

#[test]
fn tools_are_excluded_and_allowed_by_their_ids() {
    let text =
        |tools: &str| format!(r#"{{"tools": {tools}, "mcpServers": {{"a": {{"command": "x"}}}}}}"#);
    let some = text(r#"{"exclude": ["mcp_a_drop", "ls"], "allowed": ["mcp_a_read"]}"#);
    let server = carried("gemini", "kiro", &some);
    assert_eq!(server["disabledTools"], json!(["drop"]));
    assert_eq!(server["autoApprove"], json!(["read"]));
    let all = carried("gemini", "kiro", &text(r#"{"exclude": ["mcp_a_*"]}"#));
    assert_eq!(all["disabled"], true);
    let other = carried("gemini", "kiro", &text(r#"{"exclude": ["mcp_b_drop"]}"#));
    assert_eq!(other, json!({"command": "x"}));
}

#[test]
fn the_only_tools_of_gemini_are_those_of_servers_too() {
    let text = |tools: &str, entry: &str| {
        format!(r#"{{"tools": {tools}, "mcpServers": {{"a": {{"command": "x"{entry}}}}}}}"#)
    };
    let codex = |tools: &str, entry: &str| carried("gemini", "codex", &text(tools, entry));
    // Tools of Gemini CLI itself leave a server none of its own.
    assert_eq!(codex(r#"{"core": ["ls"]}"#, "")["enabled"], false);
    assert_eq!(codex(r#"{"core": []}"#, "")["enabled"], false);
    // Those on the list run without asking, as do those on the other, which need not be on this one.
    let some = codex(
        r#"{"core": ["ls", "mcp_a_read(x)"], "allowed": ["mcp_a_list"]}"#,
        "",
    );
    assert_eq!(some["enabled_tools"], json!(["read", "list"]));
    for tool in ["read", "list"] {
        assert_eq!(some["tools"][tool]["approval_mode"], "approve", "{tool}");
    }
    for all in ["*", "mcp_*", "mcp_a_*"] {
        let open = codex(&format!(r#"{{"core": ["ls", "{all}"]}}"#), "");
        assert!(open.get("enabled_tools").is_none(), "{all}: {open}");
        assert_eq!(open["default_tools_approval_mode"], "approve", "{all}");
    }
    // An entry limits its server further.
    let core = r#"{"core": ["mcp_a_read", "mcp_a_list"]}"#;
    let both = codex(core, r#", "includeTools": ["list", "drop"]"#);
    assert_eq!(both["enabled_tools"], json!(["list"]));
    let neither = codex(core, r#", "includeTools": ["drop"]"#);
    assert_eq!(neither["enabled"], false);
}

#[test]
fn tools_are_denied_and_approved_by_the_rules_of_qwen() {
    let kiro = |rules: &str| {
        let text = format!(r#"{{{rules}, "mcpServers": {{"a": {{"command": "x"}}}}}}"#);
        carried("qwen", "kiro", &text)
    };
    for denied in [
        r#""permissions": {"deny": ["mcp__a__drop", "Bash", "mcp__b"]}"#,
        r#""tools": {"exclude": ["mcp__a__drop"]}"#,
        r#""tools": {"disabled": ["mcp__a__drop", "mcp__a", "mcp__a__*"]}"#,
    ] {
        assert_eq!(kiro(denied)["disabledTools"], json!(["drop"]), "{denied}");
        assert!(kiro(denied).get("disabled").is_none(), "{denied}");
    }
    for all in ["mcp__a", "mcp__a__*", "mcp__*", "*"] {
        let denied = kiro(&format!(r#""permissions": {{"deny": ["{all}"]}}"#));
        assert_eq!(denied["disabled"], true, "{all}");
        let allowed = kiro(&format!(r#""permissions": {{"allow": ["{all}"]}}"#));
        assert_eq!(allowed["autoApprove"], json!(["*"]), "{all}");
    }
    let both =
        r#""permissions": {"allow": ["mcp__a__read", "mcp__a__list"], "ask": ["mcp__a__list"]}"#;
    assert_eq!(kiro(both)["autoApprove"], json!(["read"]));
    // What no other host can say is reported.
    let text =
        r#"{"permissions": {"deny": ["mcp__a__read_*"]}, "mcpServers": {"a": {"command": "x"}}}"#;
    assert_eq!(
        reported("qwen", "cursor", text),
        ["conversion-restriction-lost"]
    );
}

#[test]
fn a_table_of_a_tool_permits_it_or_not() {
    let text = r#"
[[mcp_servers]]
name = "a"
transport = "stdio"
command = "x"

[tools.a_drop]
permission = "never"

[tools.a_read]
permission = "always"
timeout = 5

[tools.a_list]
permission = "ask"

[tools.bash]
permission = "never"
"#;
    let server = carried("mistral-vibe", "kiro", text);
    assert_eq!(server["disabledTools"], json!(["drop"]));
    assert_eq!(server["autoApprove"], json!(["read"]));
}

#[test]
fn a_profile_without_servers_is_reported() {
    let text = |profile: &str| {
        format!(
            r#"{{"agent": {{"profiles": {{"p": {profile}}}}}, "context_servers": {{"a": {{"command": "x", "args": []}}}}}}"#
        )
    };
    for profile in [
        r#"{"enable_all_context_servers": false}"#,
        r#"{"enable_all_context_servers": false, "context_servers": {"a": {"tools": {"t": true}}}}"#,
        r#"{"enable_all_context_servers": true, "context_servers": {"a": {"tools": {"t": false}}}}"#,
    ] {
        let said = reported("zed", "codex", &text(profile));
        assert_eq!(said, ["conversion-restriction-lost"], "{profile}");
    }
    let all = r#"{"enable_all_context_servers": true, "tools": {"grep": false}}"#;
    assert!(reported("zed", "codex", &text(all)).is_empty());
}

#[test]
fn a_default_that_denies_every_tool_is_reported() {
    let text = |word: &str| {
        format!(
            r#"{{"agent": {{"tool_permissions": {{"default": "{word}"}}}}, "context_servers": {{"a": {{"command": "x", "args": []}}}}}}"#
        )
    };
    assert_eq!(
        reported("zed", "codex", &text("deny")),
        ["conversion-restriction-lost"]
    );
    assert!(reported("zed", "codex", &text("confirm")).is_empty());
}

#[test]
fn variables_for_all_processes_are_those_of_each() {
    let text = |rest: &str| {
        format!(
            r#"{{"env": {{"K": "v"}}, "mcp": {{"a": {{"type": "stdio", "command": "x"{rest}}}}}}}"#
        )
    };
    let server = carried("crush", "kiro", &text(""));
    assert_eq!(server["env"], json!({"K": "v"}));
    let server = carried("crush", "kiro", &text(r#", "env": {"K": "own", "L": "1"}"#));
    assert_eq!(server["env"], json!({"K": "own", "L": "1"}));
    // What the host itself puts in for the variable is another matter.
    let said = reported("crush", "claude-code", &text(r#", "args": ["$K"]"#));
    assert_eq!(said, ["conversion-field-dropped"]);
}

#[test]
fn tools_that_an_agent_may_use_without_asking_are_approved() {
    let text = |allowed: &str| {
        format!(
            r#"{{"name": "d", "tools": ["*"], "allowedTools": [{allowed}], "mcpServers": {{"a": {{"command": "x"}}}}}}"#
        )
    };
    let one = carried("amazon-q", "codex", &text(r#""fs_read", "@a/read""#));
    assert_eq!(one["tools"], json!({"read": {"approval_mode": "approve"}}));
    let all = carried("amazon-q", "codex", &text(r#""@a""#));
    assert_eq!(all["default_tools_approval_mode"], "approve");
    let some = reported("amazon-q", "codex", &text(r#""@a/w*""#));
    assert_eq!(some, ["conversion-field-dropped"]);
    let none = carried("amazon-q", "codex", &text(r#""@b/read""#));
    assert_eq!(none, json!({"command": "x"}));
}

#[test]
fn a_callback_for_all_servers_is_that_of_each() {
    let text = "mcp_oauth_callback_url = \"https://example.com/cb\"\n[mcp_servers.a]\nurl = \"https://example.com/mcp\"\n";
    let server = carried("codex", "opencode", text);
    assert_eq!(server["oauth"]["redirectUri"], "https://example.com/cb");
}

#[test]
fn a_field_that_only_said_what_holds_anyway_is_no_loss() {
    let text = r#"{"context_servers": {"a": {"source": "custom", "command": "npx", "args": ["-y", "x"]}}}"#;
    assert!(reported("zed", "cursor", text).is_empty());
    let other = text.replace("source", "sauce");
    assert_eq!(
        reported("zed", "cursor", &other),
        ["conversion-field-dropped"]
    );
}

/// TOML with a table twice is not read at all.
#[test]
fn a_tool_that_several_lists_name_is_written_once() {
    let qwen = r#"{
        "permissions": {"deny": ["mcp__a__drop"], "allow": ["mcp__a__read", "mcp__a__read", "mcp__a__read(x)"]},
        "tools": {"exclude": ["mcp__a__drop"], "disabled": ["mcp__a__rm"], "allowed": ["mcp__a__read"]},
        "mcpServers": {"a": {"command": "x", "excludeTools": ["rm"]}}
    }"#;
    let gemini = r#"{
        "tools": {"exclude": ["mcp_a_drop", "mcp_a_drop"], "allowed": ["mcp_a_read", "mcp_a_read"]},
        "mcpServers": {"a": {"command": "x", "excludeTools": ["rm"]}}
    }"#;
    for (from, text) in [("qwen", qwen), ("gemini", gemini)] {
        let codex = carried(from, "codex", text);
        assert_eq!(codex["disabled_tools"], json!(["rm", "drop"]), "{from}");
        let kiro = carried(from, "kiro", text);
        assert_eq!(kiro["disabledTools"], json!(["rm", "drop"]), "{from}");
        assert_eq!(kiro["autoApprove"], json!(["read"]), "{from}");
    }
}

#[test]
fn a_tool_that_has_to_ask_in_qwen_does_not_run_by_another_list() {
    let carried = |to: &str, ask: &str, entry: &str| {
        let text = format!(
            r#"{{"permissions": {{"ask": ["{ask}"], "allow": ["mcp__a__read", "mcp__a__*"]}}, "mcpServers": {{"a": {{"command": "x"{entry}}}}}}}"#
        );
        carried("qwen", to, &text)
    };
    for entry in ["", r#", "trust": true"#] {
        for all in ["mcp__a", "mcp__a__*", "mcp__*"] {
            let kiro = carried("kiro", all, entry);
            assert!(kiro.get("autoApprove").is_none(), "{all}: {kiro}");
            let codex = carried("codex", all, entry);
            assert_eq!(codex["default_tools_approval_mode"], "prompt", "{all}");
            assert!(codex.get("tools").is_none(), "{all}: {codex}");
        }
        let codex = carried("codex", "mcp__a__read", entry);
        assert_eq!(codex["default_tools_approval_mode"], "approve");
        assert_eq!(codex["tools"]["read"]["approval_mode"], "prompt");
    }
    let text = r#"{"permissions": {"ask": ["mcp__a__re*"], "allow": ["mcp__a__read", "mcp__a__list"]}, "mcpServers": {"a": {"command": "x"}}}"#;
    let folder = Folder::new(&[(".qwen/settings.json", text)]);
    let kiro = value(&folder.run("--to kiro .qwen/settings.json").stdout);
    assert_eq!(servers(&kiro)["a"]["autoApprove"], json!(["list"]));
}

#[test]
fn what_an_agent_allows_twice_is_no_loss() {
    let agent = |allowed: &str| {
        let text =
            format!(r#"{{"allowedTools": {allowed}, "mcpServers": {{"a": {{"command": "x"}}}}}}"#);
        let folder = Folder::new(&[(".kiro/agents/d.json", &text)]);
        folder.run("--strict --to codex .kiro/agents/d.json")
    };
    for allowed in [r#"["@a", "@a/*"]"#, r#"["@a/read", "@a/read"]"#] {
        let ran = agent(allowed);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert_eq!(ran.stdout.matches("\"approve\"").count(), 1, "{ran:?}");
    }
}
