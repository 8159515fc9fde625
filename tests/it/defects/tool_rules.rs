//! Rules about tools, of which the last that fits counts, and lists that lose all of their items on the way.

use serde_json::json;

use super::{convert, diagnostics, merge, toml_document};
use crate::support::{Folder, json as as_json};

fn opencode(permission: &str) -> String {
    format!(
        r#"{{"mcp": {{"alpha": {{"type": "local", "command": ["npx", "x"]}}, "zulu": {{"type": "local", "command": ["npx", "zulu"]}}}}, "permission": {permission}}}"#
    )
}

#[test]
fn a_later_pattern_overrules_a_rule_about_one_tool() {
    // The pattern gives the tool back, in either key.
    let tools = opencode("{}").replace(
        r#""permission": {}"#,
        r#""tools": {"alpha_del": false, "alpha_d*": true}"#,
    );
    let permission = opencode(r#"{"alpha_del": "deny", "alpha_d*": "allow"}"#);
    for (to, field) in [
        ("codex", "disabled_tools"),
        ("kiro", "disabledTools"),
        ("qwen", "excludeTools"),
        ("mcp-proxy", "hide_tools"),
    ] {
        for source in [&tools, &permission] {
            let converted = convert("opencode", to, source);
            let server = converted.lossless().server();
            assert_eq!(server.get(field), None, "{converted:?}");
        }
    }
}

#[test]
fn a_tool_that_a_later_pattern_hides_is_not_on_the_list_of_allowed_ones() {
    let some = opencode(
        r#"{"alpha_*": "deny", "alpha_del": "allow", "alpha_get": "allow", "alpha_d*": "deny"}"#,
    );
    let none = opencode(r#"{"alpha_*": "deny", "alpha_del": "allow", "alpha_d*": "deny"}"#);
    for (from, to, field) in [
        ("opencode", "codex", "enabled_tools"),
        ("kilo", "crush", "enabled_tools"),
        ("kilo", "mcp-proxy", "expose_tools"),
    ] {
        let converted = convert(from, to, &some);
        let server = converted.lossless().server();
        assert_eq!(server[field], json!(["get"]), "{converted:?}");
    }
    let converted = convert("opencode", "codex", &none);
    let server = converted.lossless().server();
    assert_eq!(server["enabled_tools"], json!([]), "{converted:?}");
}

#[test]
fn what_is_given_back_of_a_hidden_pattern_is_reported() {
    for rules in [
        r#"{"alpha_d*": "deny", "alpha_del": "allow"}"#,
        r#"{"alpha_d*": "deny", "alpha_del*": "allow"}"#,
    ] {
        let converted = convert("opencode", "mcp-proxy", &opencode(rules));
        converted.tells("permission");
        assert_eq!(converted.server()["hide_tools"], json!(["d*"]));
    }
    // Patterns that share no tool do not touch each other.
    let apart = opencode(r#"{"alpha_d*": "deny", "alpha_get*": "allow"}"#);
    convert("opencode", "mcp-proxy", &apart).lossless();
}

#[test]
fn a_tool_that_runs_where_all_others_ask_is_approved() {
    let source = opencode(r#"{"alpha_*": "ask", "alpha_read": "allow"}"#);
    let converted = convert("opencode", "codex", &source);
    let server = converted.lossless().server();
    assert_eq!(server["default_tools_approval_mode"], "prompt");
    assert_eq!(server["tools"]["read"]["approval_mode"], "approve");
    for (to, field) in [("kiro", "autoApprove"), ("roo", "alwaysAllow")] {
        let converted = convert("opencode", to, &source);
        let server = converted.lossless().server();
        assert_eq!(server[field], json!(["read"]), "{converted:?}");
    }
    convert("opencode", "qwen", &source).tells("permission");
}

#[test]
fn a_list_of_allowed_tools_that_loses_its_items_never_becomes_all_tools() {
    let goose = "extensions:\n  alpha:\n    enabled: true\n    type: stdio\n    cmd: x\n    args: []\n    available_tools: [\"*\"]\n  zulu:\n    enabled: true\n    type: stdio\n    cmd: z\n    args: []\n";
    let converted = convert("goose", "copilot-cli", goose);
    converted.tells("available_tools");
    assert_eq!(converted.server()["tools"], json!([]), "{converted:?}");
    let crush =
        r#"{"mcp": {"alpha": {"type": "stdio", "command": "x", "enabled_tools": ["b*", "re:q"]}}}"#;
    for (from, source, field) in [
        ("crush", crush, "enabled_tools"),
        ("goose", goose, "available_tools"),
    ] {
        let converted = convert(from, "mcp-proxy", source);
        converted.tells(field);
        assert_eq!(converted.server()["hide_tools"], json!(["*"]));
    }
    // Where nothing can say so, that is what is reported.
    let proxy = toml_document(
        "mcp-proxy",
        "transport = \"stdio\"\ncommand = \"npx\"\nexpose_tools = [\"get_*\"]\n",
    );
    for to in ["goose", "crush"] {
        let converted = convert("mcp-proxy", to, &proxy);
        converted.tells("expose_tools");
        let rules: Vec<_> = converted.diagnostics();
        let lost = rules
            .iter()
            .filter(|said| said["rule"] == "conversion-restriction-lost");
        assert_eq!(lost.count(), 1, "{converted:?}");
    }
}

#[test]
fn patterns_of_one_gate_are_reported_once() {
    let vibe = "disabled_tools = [\"alpha_del*\", \"alpha_rm*\"]\n".to_owned()
        + &toml_document(
            "mistral-vibe",
            "transport = \"stdio\"\ncommand = \"npx\"\nargs = [\"x\"]\n",
        );
    for to in ["mcp-proxy", "codex", "claude-code"] {
        let converted = convert("mistral-vibe", to, &vibe);
        converted.tells("disabled_tools");
        assert_eq!(converted.diagnostics().len(), 1, "{converted:?}");
    }
}

/// `a_*` is about all tools of `a`, and of `a_b` too.
#[test]
fn a_rule_that_hides_tools_of_another_server_is_reported() {
    let source = |lists: [&str; 2]| {
        let [first, second] = lists;
        format!(
            "[mcp_servers.alpha]\ncommand = \"x\"\n{first}\n[mcp_servers.alpha_b]\ncommand = \"y\"\n{second}\n"
        )
    };
    for (lists, told) in [
        (["enabled_tools = [\"x\"]", ""], true),
        (["disabled_tools = [\"b_c\"]", ""], true),
        (["disabled_tools = [\"c_b\"]", ""], false),
    ] {
        for to in ["opencode", "kilo"] {
            let converted = convert("codex", to, &source(lists));
            assert_eq!(converted.strict.code, i32::from(told), "{converted:?}");
            // Also without `--strict`, and once.
            let said = converted.diagnostics();
            assert_eq!(said.len(), usize::from(told), "{converted:?}");
            assert!(!told || said[0].to_string().contains("alpha_b"), "{said:?}");
        }
    }
    let only = "[mcp_servers.alpha]\ncommand = \"x\"\nenabled_tools = [\"x\"]\n";
    let there = r#"{"mcp": {"alpha_b": {"type": "local", "command": ["y"]}}}"#;
    let merged = merge((".codex/config.toml", only), ("opencode.json", there), "");
    let said = diagnostics(&merged.ran);
    assert!(said[0].to_string().contains("alpha_b"), "{said:?}");
}

#[test]
fn tools_that_share_an_id_are_one_key() {
    let roo =
        r#"{"mcpServers": {"alpha": {"command": "x", "disabledTools": ["q.r", "q r", "q_r"]}}}"#;
    for to in ["opencode", "kilo"] {
        let converted = convert("roo", to, roo);
        let text = &converted.lossless().lenient.stdout;
        assert_eq!(text.matches("alpha_q_r").count(), 1, "{text}");
    }
}

/// opencode and Kilo Code put `tools` in front of `permission`, whose word counts for a key of both
/// (packages/opencode/src/config/config.ts).
#[test]
fn tools_and_permissions_are_one_list_of_rules() {
    let source = |tools: &str, permission: &str| {
        opencode(permission).replace(
            r#""permission""#,
            &format!(r#""tools": {tools}, "permission""#),
        )
    };
    for (tools, permission, field, expected) in [
        (
            r#"{"alpha_*": false}"#,
            r#"{"alpha_read": "allow"}"#,
            "enabled_tools",
            json!(["read"]),
        ),
        (
            r#"{"alpha_del": false}"#,
            r#"{"alpha_*": "allow"}"#,
            "disabled_tools",
            json!(null),
        ),
        (
            r#"{"alpha_del": false}"#,
            r#"{"alpha_del": "allow"}"#,
            "disabled_tools",
            json!(null),
        ),
        (
            r#"{"alpha_del": true}"#,
            r#"{"alpha_*": "deny"}"#,
            "enabled_tools",
            json!([]),
        ),
        (
            r#"{"alpha_del": false}"#,
            r#"{"alpha_x": "deny"}"#,
            "disabled_tools",
            json!(["del", "x"]),
        ),
    ] {
        for from in ["opencode", "kilo"] {
            let converted = convert(from, "codex", &source(tools, permission));
            let server = converted.lossless().server();
            let found = server.get(field).cloned().unwrap_or_default();
            assert_eq!(found, expected, "{tools} {permission}: {converted:?}");
        }
    }
}

#[test]
fn permissions_that_show_what_is_to_be_hidden_are_reported() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "disabledTools": ["q"]}}}"#;
    let target = |permission: &str| {
        format!(
            r#"{{"mcp": {{"a": {{"type": "local", "command": ["x"]}}}}, "permission": {permission}}}"#
        )
    };
    for (permission, told) in [
        (r#"{"a_q": "allow"}"#, true),
        (r#"{"*": "allow"}"#, true),
        (r#""allow""#, true),
        (r#"{"a_*": "ask"}"#, true),
        (r#"{"bash": "ask"}"#, false),
        (r#"{"*": "allow", "a_q": "deny"}"#, false),
    ] {
        let target = target(permission);
        let files = [
            (".kiro/settings/mcp.json", source),
            ("opencode.json", &target),
        ];
        let merged = merge(files[0], files[1], "");
        let said = diagnostics(&merged.ran);
        let lost = said
            .iter()
            .any(|said| said["rule"] == "conversion-restriction-lost");
        assert_eq!(lost, told, "{permission}: {:?}", merged.ran);
        let merged = merge(files[0], files[1], "--strict");
        assert_eq!(merged.ran.code, i32::from(told), "{:?}", merged.ran);
    }
}

#[test]
fn a_rule_that_is_written_stands_behind_the_patterns_that_overrule_it() {
    let source = r#"{"mcpServers": {"a": {"command": "x", "disabledTools": ["q"]}}}"#;
    for (file, tools) in [
        ("opencode.json", r#"{"a_q": true, "a_*": true}"#),
        ("opencode.json", r#"{"a_q": false, "*": true}"#),
        ("kilo.json", r#"{"a_q": false, "a_?": true, "b": false}"#),
    ] {
        let target = format!(
            r#"{{"mcp": {{"a": {{"type": "local", "command": ["x"]}}}}, "tools": {tools}}}"#
        );
        let merged = merge((".kiro/settings/mcp.json", source), (file, &target), "");
        let text = merged.folder.read(file);
        let (at, over) = (text.find("\"a_q\""), text.rfind("true"));
        assert!(at > over, "{text}");
        let ran = merged
            .folder
            .run(&format!("diff .kiro/settings/mcp.json {file}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        let ran = merged
            .folder
            .run(&format!(".kiro/settings/mcp.json -o {file} --dry-run"));
        assert_eq!(ran.code, 0, "{ran:?}");
    }
}

#[test]
fn a_limit_of_a_server_and_one_of_the_file_are_one_message() {
    let source = format!(
        "disabled_tools = [\"*_write\"]\n{}",
        toml_document(
            "mistral-vibe",
            "transport = \"stdio\"\ncommand = \"x\"\ndisabled_tools = [\"del\"]\n"
        )
    );
    for to in ["cursor", "goose"] {
        let args = format!("--from mistral-vibe --to {to} --server alpha --format json");
        let said = diagnostics(&crate::support::convert(&args, &source));
        let lost = |said: &&serde_json::Value| said["rule"] == "conversion-restriction-lost";
        assert_eq!(said.iter().filter(lost).count(), 1, "{to}: {said:?}");
    }
}

#[test]
fn a_server_whose_tools_are_all_hidden_starts_without_them() {
    for rules in [
        r#""tools": {"alpha_*": false}"#,
        r#""permission": {"alpha_*": "deny"}"#,
        r#""tools": {"alpha_*": false}, "agent": {"rev": {"tools": {"alpha_*": true}}}"#,
    ] {
        let server = r#""mcp": {"alpha": {"type": "local", "command": ["npx", "x"]}, "zulu": {"type": "local", "command": ["npx", "zulu"]}}"#;
        let text = format!("{{{server}, {rules}}}");
        for file in ["opencode.json", "kilo.json"] {
            let shown = Folder::new(&[(file, &text)]).run("show --format json");
            let shown = as_json(&shown.stdout);
            let alpha = &shown["servers"][0];
            assert_eq!(alpha["effect"], "starts", "{alpha:#}");
            assert_eq!(alpha["tools"]["only"], json!([]), "{alpha:#}");
        }
        // Where they cannot be hidden it is disabled, and where it cannot be disabled it is skipped.
        for (to, written) in [("zed", true), ("kiro", true), ("claude-code", false)] {
            let converted = convert("opencode", to, &text);
            let said = format!("{converted:?}");
            assert!(said.contains("none of its tools is available"), "{said}");
            assert!(!said.contains("it is disabled, which"), "{said}");
            let Some(server) = converted.found() else {
                assert!(!written, "{said}");
                continue;
            };
            let off = server["enabled"] == false || server["disabled"] == true;
            assert!(written && off, "{said}");
            // What an agent may use all the same is lost there.
            if rules.contains("agent") {
                converted.tells("tools");
            }
        }
    }
}
