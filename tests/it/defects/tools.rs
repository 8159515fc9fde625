//! Limits on the tools of a server: they arrive, or their loss is told. They never get wider in silence.

use serde_json::Value;

use super::{Converted, convert, diagnostics, document, servers, toml_document, value};
use crate::support::{Folder, json};

fn list(server: &Value, field: &str) -> Vec<String> {
    let list = server[field].as_array().cloned().unwrap_or_default();
    list.iter()
        .filter_map(|item| item.as_str().map(str::to_owned))
        .collect()
}

/// Nothing of the server runs: it is not there, or it is disabled.
fn is_off(converted: &Converted) -> bool {
    let Some(server) = converted.found() else {
        return true;
    };
    let document = value(&converted.lenient.stdout);
    server["enabled"] == false
        || server["disabled"] == true
        || document["mcp"]["excluded"]
            .to_string()
            .contains("\"alpha\"")
        || document["tools"]["alpha_*"] == false
        || document["tools"]["alpha*"] == false
        || list(&server, "hide_tools") == ["*"]
        // What an empty list means to Gemini is not known for sure; nobody would take it for all tools.
        || server["includeTools"] == serde_json::json!([])
        || server["enabled_tools"] == serde_json::json!([])
}

/// An opencode document with something more at its root.
fn opencode(more: &str) -> String {
    format!(
        r#"{{"mcp": {{"alpha": {{"type": "local", "command": ["npx", "x"]}}, "zulu": {{"type": "local", "command": ["npx", "zulu"]}}}}, {more}}}"#
    )
}

#[test]
fn a_server_whose_tools_are_all_denied_does_not_get_them_back() {
    for rule in [
        r#""permission": {"alpha_*": "deny"}"#,
        r#""tools": {"alpha_*": false}"#,
        r#""tools": {"alpha*": false}"#,
        r#""permission": {"alpha*": "deny"}"#,
    ] {
        for to in [
            "codex",
            "claude-code",
            "cursor",
            "vscode",
            "gemini",
            "kiro",
            "mistral-vibe",
            "mcp-proxy",
            "xcsh",
        ] {
            let converted = convert("opencode", to, &opencode(rule));
            let named = if rule.contains("tools") {
                "tools"
            } else {
                "permission"
            };
            if converted.strict.code == 0 {
                assert!(is_off(&converted), "{rule} to {to}: {converted:?}");
            } else {
                // The rule stands outside the server, so either its key or its pattern is named.
                assert!(
                    converted.is_told(named)
                        || converted.is_told("alpha*")
                        || converted.is_told("alpha_*"),
                    "{rule} to {to}: {converted:?}"
                );
            }
        }
    }
}

#[test]
fn one_denied_tool_is_denied_elsewhere_or_told() {
    for (rule, key) in [
        (r#""permission": {"alpha_delete": "deny"}"#, "permission"),
        (r#""tools": {"alpha_delete": false}"#, "tools"),
    ] {
        for (to, field) in [
            ("codex", "disabled_tools"),
            ("gemini", "excludeTools"),
            ("kiro", "disabledTools"),
            ("mistral-vibe", "disabled_tools"),
            ("mcp-proxy", "hide_tools"),
        ] {
            let converted = convert("opencode", to, &opencode(rule));
            let server = converted.server();
            let kept = list(&server, field) == ["delete"];
            assert!(
                kept || converted.strict.code == 1
                    && (converted.is_told(key) || converted.is_told("alpha_delete")),
                "{rule} to {to}: {converted:?}"
            );
        }
        // No list of tools at all.
        for to in ["cursor", "vscode", "claude-desktop"] {
            let converted = convert("opencode", to, &opencode(rule));
            assert!(
                converted.strict.code == 1
                    && (converted.is_told(key) || converted.is_told("alpha_delete")),
                "{to}: {converted:?}"
            );
        }
    }
}

#[test]
fn a_tool_that_asks_is_not_forgotten() {
    let converted = convert(
        "opencode",
        "gemini",
        &opencode(r#""permission": {"alpha_push": "ask"}"#),
    );
    // Gemini asks for every tool unless it trusts the server.
    assert!(
        converted.strict.code == 1 || converted.server()["trust"] != true,
        "{converted:?}"
    );
    let converted = convert(
        "opencode",
        "codex",
        &opencode(r#""permission": {"alpha_push": "ask"}"#),
    );
    let mode = &converted.server()["tools"]["push"]["approval_mode"];
    assert!(
        mode == "prompt" || converted.strict.code == 1,
        "{converted:?}"
    );
}

#[test]
fn files_that_differ_in_what_is_denied_do_not_mean_the_same() {
    let plain = "[mcp_servers.alpha]\ncommand = \"npx\"\nargs = [\"x\"]\n";
    for rule in [
        r#""permission": {"alpha_*": "deny"}"#,
        r#""tools": {"alpha*": false}"#,
        r#""permission": {"alpha_delete": "deny"}"#,
    ] {
        let source = format!(
            r#"{{"mcp": {{"alpha": {{"type": "local", "command": ["npx", "x"]}}}}, {rule}}}"#
        );
        let folder = Folder::new(&[("opencode.json", &source), (".codex/config.toml", plain)]);
        let ran = folder.run("diff opencode.json .codex/config.toml");
        assert_eq!(ran.code, 1, "{rule}: {ran:?}");
    }
}

/// Whether the list of one server in Mistral Vibe takes patterns is not known, so it is not among these.
#[test]
fn patterns_are_not_copied_as_names() {
    let proxy = toml_document(
        "mcp-proxy",
        "transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\nhide_tools = [\"delete_*\", \"re:^rm\", \"purge\"]\n",
    );
    for (to, field) in [
        ("codex", "disabled_tools"),
        ("gemini", "excludeTools"),
        ("kiro", "disabledTools"),
    ] {
        let converted = convert("mcp-proxy", to, &proxy);
        converted.tells("hide_tools");
        let names = converted
            .found()
            .map(|server| list(&server, field))
            .unwrap_or_default();
        assert!(
            !names
                .iter()
                .any(|name| name.contains('*') || name.contains(':')),
            "{to}: {names:?}"
        );
    }
    let converted = convert(
        "opencode",
        "codex",
        &opencode(r#""tools": {"alpha_del*": false}"#),
    );
    assert_eq!(converted.strict.code, 1, "{converted:?}");
    let names = list(&converted.server(), "disabled_tools");
    assert!(names.is_empty(), "{names:?}");
}

#[test]
fn patterns_of_what_is_allowed_are_not_copied_as_names() {
    let proxy = toml_document(
        "mcp-proxy",
        "transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\nexpose_tools = [\"get_*\"]\n",
    );
    for (to, field) in [("codex", "enabled_tools"), ("gemini", "includeTools")] {
        let converted = convert("mcp-proxy", to, &proxy);
        converted.tells("expose_tools");
        let names = converted
            .found()
            .map(|server| list(&server, field))
            .unwrap_or_default();
        assert!(!names.contains(&"get_*".to_owned()), "{to}: {names:?}");
    }
}

#[test]
fn plain_names_are_carried_without_a_loss() {
    let proxy = toml_document(
        "mcp-proxy",
        "transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\nhide_tools = [\"purge\"]\n",
    );
    let converted = convert("mcp-proxy", "codex", &proxy);
    assert_eq!(list(&converted.server(), "disabled_tools"), ["purge"]);
    assert!(!converted.is_told("hide_tools"), "{converted:?}");
}

#[test]
fn a_name_is_not_copied_where_it_would_be_read_as_a_pattern() {
    let codex = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\ndisabled_tools = [\"re:x\", \"a*b\"]\n",
    );
    convert("codex", "mcp-proxy", &codex).keeps_or_tells("disabled_tools", |server| {
        let names = list(server, "hide_tools");
        !names.contains(&"re:x".to_owned()) && !names.contains(&"a*b".to_owned())
    });
}

#[test]
fn no_tools_never_become_all_tools() {
    let codex = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\nenabled_tools = []\n",
    );
    for to in [
        "mcp-proxy",
        "opencode",
        "kiro",
        "gemini",
        "mistral-vibe",
        "cursor",
        "vscode",
        "claude-code",
        "xcsh",
    ] {
        let converted = convert("codex", to, &codex);
        assert!(
            is_off(&converted)
                || converted.strict.code == 1 && converted.is_told("enabled_tools")
                || converted.server()["hide_tools"] == serde_json::json!(["*"])
                || converted.server()["includeTools"] == serde_json::json!([]),
            "{to}: {converted:?}"
        );
    }
}

#[test]
fn an_allow_list_that_a_deny_list_empties_is_no_tools_either() {
    let codex = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\nenabled_tools = [\"a\"]\ndisabled_tools = [\"a\"]\n",
    );
    for to in ["mcp-proxy", "kiro", "cursor"] {
        let converted = convert("codex", to, &codex);
        assert!(
            is_off(&converted) || converted.strict.code == 1,
            "{to}: {converted:?}"
        );
    }
}

#[test]
fn a_tool_is_named_by_the_id_that_opencode_makes_of_it() {
    let kiro = document(
        "kiro",
        r#"{"command": "npx", "args": ["x"], "disabledTools": ["repo.delete", "a b", "x-y"]}"#,
    );
    let converted = convert("kiro", "opencode", &kiro);
    let tools = value(&converted.lenient.stdout)["tools"].clone();
    for id in ["alpha_repo_delete", "alpha_a_b", "alpha_x-y"] {
        assert_eq!(tools[id], false, "{id}: {tools}");
    }
    let codex = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\ndisabled_tools = [\"repo/delete\"]\n",
    );
    let converted = convert("codex", "opencode", &codex);
    assert_eq!(
        value(&converted.lenient.stdout)["tools"]["alpha_repo_delete"],
        false,
        "{converted:?}"
    );
}

#[test]
fn a_tool_and_the_id_that_opencode_makes_of_it_mean_the_same() {
    let kiro = r#"{"mcpServers": {"alpha": {"command": "npx", "args": ["x"], "disabledTools": ["repo.delete"]}}}"#;
    let opencode = r#"{"mcp": {"alpha": {"type": "local", "command": ["npx", "x"]}}, "tools": {"alpha_repo_ID": false}}"#;
    for (id, code) in [("delete", 0), ("remove", 1)] {
        let folder = Folder::new(&[
            (".kiro/settings/mcp.json", kiro),
            ("opencode.json", &opencode.replace("ID", id)),
        ]);
        let ran = folder.run("diff .kiro/settings/mcp.json opencode.json");
        assert_eq!(ran.code, code, "{id}: {ran:?}");
    }
}

#[test]
fn the_name_of_the_server_in_an_id_is_made_the_same_way() {
    let gemini = r#"{"mcpServers": {"my.docs": {"command": "npx", "args": ["x"], "excludeTools": ["purge"]}}}"#;
    let converted = convert("gemini", "opencode", gemini);
    assert_eq!(
        value(&converted.lenient.stdout)["tools"]["my_docs_purge"],
        false,
        "{converted:?}"
    );
}

#[test]
fn filters_by_annotation_are_lost_restrictions() {
    for field in ["hide_destructive", "read_only_only"] {
        let proxy = toml_document(
            "mcp-proxy",
            &format!("transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\n{field} = true\n"),
        );
        for to in ["codex", "claude-code", "gemini"] {
            let converted = convert("mcp-proxy", to, &proxy);
            converted.tells(field);
            let rules: Vec<String> = converted
                .diagnostics()
                .iter()
                .filter(|said| said.to_string().contains(field))
                .map(|said| said["rule"].to_string())
                .collect();
            assert!(
                rules
                    .iter()
                    .any(|rule| rule.contains("conversion-restriction-lost")),
                "{field} to {to}: {rules:?}"
            );
        }
    }
}

#[test]
fn the_list_of_all_servers_in_mistral_vibe_is_read() {
    let vibe = "disabled_tools = [\"alpha_delete\"]\n".to_owned()
        + &toml_document(
            "mistral-vibe",
            "transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\n",
        );
    let converted = convert("mistral-vibe", "codex", &vibe);
    let kept = list(&converted.server(), "disabled_tools") == ["delete"];
    assert!(
        kept || converted.strict.code == 1 && converted.is_told("disabled_tools"),
        "{converted:?}"
    );
    // A pattern over all servers.
    let vibe = vibe.replace("alpha_delete", "alpha_*");
    let converted = convert("mistral-vibe", "codex", &vibe);
    assert!(
        is_off(&converted) || converted.strict.code == 1,
        "{converted:?}"
    );
}

#[test]
fn one_field_is_one_warning_however_long_its_list_is() {
    let names = r#"["a", "b", "c", "d", "e", "f"]"#;
    let source = format!(
        r#"{{"mcpServers": {{"one": {{"command": "x", "autoApprove": {names}}}, "two": {{"command": "y", "autoApprove": {names}}}, "three": {{"command": "z", "autoApprove": {names}}}}}}}"#
    );
    let folder = Folder::new(&[]);
    for to in ["cursor", "vscode", "claude-code", "mcp-proxy"] {
        let ran = folder.feed(&format!("--from kiro --to {to} --format json"), &source);
        let said = diagnostics(&ran)
            .iter()
            .filter(|said| said.to_string().contains("autoApprove"))
            .count();
        assert!(
            (1..=3).contains(&said),
            "{to}: {said} warnings about three lists"
        );
        assert_eq!(servers(&value(&ran.stdout)).len(), 3, "{to}");
    }
}

/// In Claude Code the words of `toolPermissions` are the most that a tool may do (observed with 2.1.325): `allow` still asks.
#[test]
fn a_ceiling_is_no_approval() {
    let source = r#"{"mcpServers": {"alpha": {"type": "http", "url": "https://x.example/mcp",
        "toolPermissions": {"search": "allow", "purge": "blocked"}}}}"#;
    for (to, field) in [
        ("roo", "alwaysAllow"),
        ("kiro", "autoApprove"),
        ("cline", "autoApprove"),
    ] {
        let server = convert("claude-code", to, source)
            .found()
            .expect("a server");
        assert!(server.get(field).is_none(), "{to}: {server}");
    }
    let back = r#"{"mcpServers": {"alpha": {"type": "streamable-http", "url": "https://x.example/mcp",
        "alwaysAllow": ["search"], "disabledTools": ["purge"]}}}"#;
    let server = convert("roo", "claude-code", back)
        .found()
        .expect("a server");
    assert_eq!(
        server["toolPermissions"],
        serde_json::json!({"purge": "blocked"})
    );
}

/// A denied tool in `tools` of `.mcp.json` is offered and called all the same (observed with Claude Code 2.1.325).
#[test]
fn a_list_that_nobody_heeds_limits_nothing() {
    let folder = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"alpha": {"type": "http", "url": "https://x.example/mcp",
            "tools": [{"name": "search", "permission_policy": "always_deny"}]}}}"#,
    )]);
    let shown = crate::support::json(&folder.run("show --format json .mcp.json").stdout);
    assert_eq!(
        shown["servers"][0]["tools"]["hidden"],
        serde_json::json!([])
    );
    let said = folder.lint(&["--format", "json", ".mcp.json"]).stdout;
    assert!(said.contains("deprecated-field"), "{said}");
}

#[test]
fn an_empty_list_is_no_list_in_goose_and_crush() {
    let codex = toml_document("codex", "command = \"npx\"\nenabled_tools = []\n");
    for to in ["goose", "crush"] {
        let converted = convert("codex", to, &codex);
        converted.tells("enabled_tools");
    }
    let crush = r#"{"mcp": {"alpha": {"type": "stdio", "command": "x", "enabled_tools": []}}}"#;
    let converted = convert("crush", "codex", crush);
    converted.lossless();
    assert_eq!(converted.server().get("enabled_tools"), None);
}

#[test]
fn a_list_with_nothing_in_it_is_no_loss() {
    for server in [
        r#"{"command": "npx", "args": [], "disabledTools": []}"#,
        r#"{"command": "npx", "env": {}, "autoApprove": []}"#,
    ] {
        for to in ["opencode", "kilo", "goose", "zed", "amp"] {
            convert("kiro", to, &document("kiro", server)).lossless();
        }
    }
}

#[test]
fn patterns_are_reported_once_and_leave_no_empty_list_behind() {
    let proxy = toml_document(
        "mcp-proxy",
        "transport = \"stdio\"\ncommand = \"npx\"\nhide_tools = [\"delete_*\"]\n",
    );
    for to in ["codex", "crush", "goose", "zed", "roo", "droid"] {
        let converted = convert("mcp-proxy", to, &proxy);
        converted.tells("hide_tools");
        let said = converted.diagnostics();
        let lost = said
            .iter()
            .filter(|said| said["rule"] == "conversion-restriction-lost");
        assert_eq!(lost.count(), 1, "{to}: {converted:?}");
        assert!(!converted.server().to_string().contains("[]") || to == "goose");
    }
}

#[test]
fn a_tool_that_asks_is_no_loss_where_every_tool_asks() {
    // Gemini and Qwen ask unless they trust a server; Claude Code, VS Code, Zed and Crush ask too.
    let source = opencode(r#""permission": {"alpha_push": "ask"}"#);
    for to in [
        "gemini",
        "qwen",
        "claude-code",
        "vscode",
        "zed",
        "crush",
        "kiro",
    ] {
        convert("opencode", to, &source).lossless();
    }
    // There, tools run without a prompt.
    convert("opencode", "copilot-agent", &source).tells("permission");
    // Trust is for all tools, so one of them can no longer ask.
    let codex = toml_document(
        "codex",
        "command = \"npx\"\ndefault_tools_approval_mode = \"approve\"\n[mcp_servers.alpha.tools.push]\napproval_mode = \"prompt\"\n",
    );
    convert("codex", "gemini", &codex).tells("push");
}

#[test]
fn a_list_of_no_tools_is_a_rule_against_all_of_them_where_there_are_rules() {
    let source = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"-y\", \"a\"]\nenabled_tools = []\n",
    );
    for to in ["opencode", "kilo"] {
        let converted = convert("codex", to, &source);
        converted.lossless();
        let written = json(&converted.lenient.stdout);
        assert_eq!(written["tools"]["alpha_*"], false, "{written}");
    }
}
