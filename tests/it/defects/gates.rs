//! A server and what the file says about it elsewhere are one unit in merges.

use serde_json::{Value, json};

use super::{diagnostics, is_serious, merge, value};
use crate::support::Folder;

const KIRO: &str = ".kiro/settings/mcp.json";

fn kiro(server: &str) -> String {
    format!(r#"{{"mcpServers": {{"a": {server}}}}}"#)
}

fn opencode(rest: &str) -> String {
    format!(
        r#"{{"mcp": {{"a": {{"type": "local", "command": ["npx", "x"]}}, "a_b": {{"type": "local", "command": ["npx", "y"]}}}}, {rest}}}"#
    )
}

/// What the target is after a merge, which a second merge does not change and no comparison of plans disputes.
fn merged(source: &str, file: &str, target: &str, more: &str) -> Value {
    let once = merge((KIRO, source), (file, target), more);
    let text = once.folder.read(file);
    assert_eq!(once.ran.code, 0, "{:?}", once.ran);
    for plan in ["", "--dry-run", "--diff"] {
        let ran = once.folder.run(&format!("{KIRO} -o {file} {more} {plan}"));
        assert_eq!(ran.code, 0, "{plan}: {ran:?}");
    }
    assert_eq!(once.folder.read(file), text, "the second merge changes it");
    value(&text)
}

#[test]
fn the_tools_that_a_source_hides_replace_those_that_were_hidden() {
    let source = kiro(r#"{"command": "npx", "args": ["x"], "disabledTools": ["del"]}"#);
    let target =
        opencode(r#""tools": {"bash": true, "a_old": false, "a_on": true, "a_b_keep": false}"#);
    let now = merged(&source, "opencode.json", &target, "");
    let expected = json!({"bash": true, "a_on": true, "a_b_keep": false, "a_del": false});
    assert_eq!(now["tools"], expected);
    // The same said by permissions, and a whole server that was hidden.
    let target = opencode(r#""permission": {"a_old": "deny", "a_ask": "ask", "a_b_x": "deny"}"#);
    let now = merged(&source, "opencode.json", &target, "");
    assert_eq!(now["permission"], json!({"a_ask": "ask", "a_b_x": "deny"}));
    let target = opencode(r#""tools": {"a_*": false}"#);
    let now = merged(&source, "opencode.json", &target, "");
    assert_eq!(now["tools"], json!({"a_del": false}));
}

#[test]
fn a_source_that_does_not_speak_of_tools_leaves_the_users_own_rules_alone() {
    let source = kiro(r#"{"command": "npx", "args": ["x"]}"#);
    let target = opencode(r#""tools": {"a_old": false}"#);
    let now = merged(&source, "opencode.json", &target, "");
    assert_eq!(now["tools"], json!({"a_old": false}));
}

#[test]
fn a_tool_that_is_denied_by_a_permission_is_not_denied_again() {
    let source = kiro(r#"{"command": "npx", "args": ["x"], "disabledTools": ["del"]}"#);
    let target = opencode(r#""permission": {"a_del": "deny"}"#);
    let now = merged(&source, "opencode.json", &target, "");
    assert_eq!(now.get("tools"), None, "{now}");
}

#[test]
fn a_mirror_takes_what_was_said_about_removed_servers_along() {
    let source = kiro(r#"{"command": "npx", "args": ["x"]}"#);
    let target = opencode(r#""tools": {"bash": false, "a_x": false, "a_b_y": false, "b*": false}"#);
    let now = merged(&source, "opencode.json", &target, "--mirror");
    assert_eq!(
        now["tools"],
        json!({"bash": false, "a_x": false, "b*": false})
    );
    for (gate, left) in [("excluded", json!(["zz"])), ("allowed", json!(["a", "zz"]))] {
        let names = if gate == "excluded" {
            r#"["b", "zz"]"#
        } else {
            r#"["b", "a", "zz"]"#
        };
        let target = format!(
            r#"{{"mcp": {{"{gate}": {names}}}, "mcpServers": {{"a": {{"command": "npx", "args": ["x"]}}, "b": {{"command": "y"}}}}}}"#
        );
        let now = merged(&source, ".gemini/settings.json", &target, "--mirror");
        assert_eq!(now["mcp"][gate], left);
    }
}

#[test]
fn a_source_that_enables_a_server_takes_it_off_the_list_of_the_disabled() {
    let source = kiro(r#"{"command": "npx", "args": ["x"], "disabled": false}"#);
    let target = r#"{"mcp": {"excluded": ["a", "b"], "allowed": ["b"]}, "mcpServers": {"a": {"command": "npx", "args": ["x"]}, "b": {"command": "y"}}}"#;
    let now = merged(&source, ".gemini/settings.json", target, "");
    assert_eq!(
        now["mcp"],
        json!({"excluded": ["b"], "allowed": ["b", "a"]})
    );
    // What only the file says stays.
    let silent = kiro(r#"{"command": "npx", "args": ["x"]}"#);
    let now = merged(&silent, ".gemini/settings.json", target, "");
    assert_eq!(
        now["mcp"],
        json!({"excluded": ["a", "b"], "allowed": ["b"]})
    );
}

#[test]
fn a_pattern_that_covers_a_server_needs_no_name_beside_it() {
    let target = r#"{"$version": 4, "mcp": {"excluded": ["a*"]}, "mcpServers": {"a": {"command": "npx", "args": ["x"]}}}"#;
    let off = kiro(r#"{"command": "npx", "args": ["x"], "disabled": true}"#);
    let now = merged(&off, ".qwen/settings.json", target, "");
    assert_eq!(now["mcp"]["excluded"], json!(["a*"]));
    let target =
        r#"{"$version": 4, "mcp": {"allowed": ["a*"]}, "mcpServers": {"b": {"command": "y"}}}"#;
    let new = kiro(r#"{"command": "npx", "args": ["x"]}"#);
    let now = merged(&new, ".qwen/settings.json", target, "");
    assert_eq!(now["mcp"]["allowed"], json!(["a*"]));
}

#[test]
fn a_new_server_that_the_file_disables_is_a_loss() {
    for (file, target) in [
        (
            ".gemini/settings.json",
            r#"{"mcp": {"excluded": ["a"]}, "mcpServers": {}}"#,
        ),
        (
            ".qwen/settings.json",
            r#"{"$version": 4, "mcp": {"excluded": ["*"]}, "mcpServers": {}}"#,
        ),
    ] {
        let source = kiro(r#"{"command": "npx", "args": ["x"]}"#);
        let folder = Folder::new(&[(KIRO, &source), (file, target)]);
        let run = |strict: &str| folder.run(&format!("{KIRO} -o {file} --format json {strict}"));
        assert_eq!(run("--strict").code, 1, "{file}");
        assert_eq!(folder.read(file), target, "nothing was written");
        let ran = run("");
        let told = diagnostics(&ran);
        let told = told
            .iter()
            .any(|said| is_serious(said) && said.to_string().contains("mcp.excluded"));
        assert!(told, "{ran:?}");
    }
}

#[test]
fn an_agent_uses_only_what_its_list_mentions() {
    let agent = |tools: &str| {
        format!(
            r#"{{"name": "r", "tools": {tools}, "mcpServers": {{"a": {{"command": "npx", "args": ["x"]}}, "b": {{"command": "npx", "args": ["y"]}}}}}}"#
        )
    };
    for (file, to) in [
        (".amazonq/cli-agents/r.json", "codex"),
        (".kiro/agents/r.json", "codex"),
    ] {
        let convert = |tools: &str| {
            let folder = Folder::new(&[(file, &agent(tools))]);
            let ran = folder.run(&format!("--to {to} {file}"));
            assert_eq!(ran.code, 0, "{ran:?}");
            ran.stdout
        };
        assert!(!convert(r#"["*"]"#).contains("enabled"), "{file}");
        let some = convert(r#"["fs_read", "@a/search", "@b"]"#);
        assert!(some.contains(r#"enabled_tools = ["search"]"#), "{some}");
        let one = convert(r#"["@b"]"#);
        assert_eq!(one.matches("enabled = false").count(), 1, "{one}");
        assert!(
            convert("[]").matches("enabled = false").count() == 2,
            "{file}"
        );
    }
}

#[test]
fn an_agent_may_use_a_server_that_is_new_to_it() {
    let target = r#"{"name": "r", "tools": ["fs_read", "@b"], "mcpServers": {"b": {"command": "npx", "args": ["y"]}}}"#;
    let source = kiro(r#"{"command": "npx", "args": ["x"]}"#);
    let now = merged(&source, ".amazonq/cli-agents/r.json", target, "");
    assert_eq!(now["tools"], json!(["fs_read", "@b", "@a"]));
    let now = merged(&source, ".amazonq/cli-agents/r.json", target, "--mirror");
    assert_eq!(now["tools"], json!(["fs_read", "@a"]));
    let now = merged(
        &source,
        ".amazonq/cli-agents/r.json",
        &target.replace("@b", "*"),
        "",
    );
    assert_eq!(now["tools"], json!(["fs_read", "*"]));
}
