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

#[test]
fn a_mirror_keeps_what_restricts_a_server_whose_name_differs_only_in_case() {
    let source = r#"{"mcpServers": {"a": {"command": "y"}}}"#;
    let two = r#""mcpServers": {"A": {"command": "x"}, "a": {"command": "y"}}"#;
    let local = r#""mcp": {"A": {"type": "local", "command": ["x"]}, "a": {"type": "local", "command": ["y"]}}"#;
    for (file, target, left) in [
        (
            "opencode.json",
            format!(
                r#"{{{local}, "tools": {{"a_del": false, "A_x": false}}, "permission": {{"a_del": "deny"}}}}"#
            ),
            vec![r#""tools": {"a_del": false}"#, r#""a_del": "deny""#],
        ),
        (
            ".qwen/settings.json",
            format!(
                r#"{{{two}, "mcp": {{"excluded": ["a"]}}, "permissions": {{"deny": ["mcp__a__del", "mcp__A__x"]}}}}"#
            ),
            vec![r#"["a"]"#, r#"["mcp__a__del"]"#],
        ),
        (
            ".gemini/settings.json",
            format!(
                r#"{{{two}, "mcp": {{"excluded": ["a"]}}, "tools": {{"exclude": ["mcp_a_del"]}}}}"#
            ),
            vec![r#"["a"]"#, r#"["mcp_a_del"]"#],
        ),
        (
            ".amazonq/cli-agents/x.json",
            format!(r#"{{{two}, "tools": ["@a", "@A"]}}"#),
            vec![r#""tools": ["@a"]"#],
        ),
        (
            ".amp/settings.json",
            format!(
                r#"{{{}, "amp.tools.disable": ["mcp__a__del", "mcp__A__del"]}}"#,
                two.replace("mcpServers", "amp.mcpServers")
            ),
            vec![r#"["mcp__a__del"]"#],
        ),
    ] {
        let done = merge((".mcp.json", source), (file, &target), "--mirror --strict");
        assert_eq!(done.ran.code, 0, "{file}: {:?}", done.ran);
        let text = done.folder.read(file);
        assert!(!text.contains(r#""A""#), "{file}: {text}");
        for part in left {
            assert!(text.contains(part), "{file}: {part} in {text}");
        }
    }
}

#[test]
fn a_server_changes_whatever_several_gates_say_about_it() {
    let source = r#"{"mcpServers": {"a": {"command": "new"}}}"#;
    let listed = r#"{"mcpServers": {"a": {"command": "new", "enabledTools": ["r"]}}}"#;
    let old = r#""mcp": {"a": {"type": "local", "command": ["old"]}}"#;
    for (source, rest) in [
        (
            source,
            r#""tools": {"a_*": false}, "agent": {"p": {"tools": {"a_*": true}}}"#,
        ),
        (
            source,
            r#""permission": {"a_*": "deny"}, "agent": {"p": {"permission": {"a_x": "allow"}}}"#,
        ),
        (
            source,
            r#""tools": {"*": false}, "mode": {"build": {"tools": {"a_*": true}}}"#,
        ),
        (listed, r#""tools": {"a_*": false}"#),
        (listed, r#""experimental": {"mcp_timeout": 700}"#),
    ] {
        let target = format!("{{{old}, {rest}}}");
        for file in ["opencode.json", "kilo.json"] {
            let done = merge((".factory/mcp.json", source), (file, &target), "--strict");
            assert_eq!(done.ran.code, 0, "{rest}: {:?}", done.ran);
            let text = done.folder.read(file);
            assert!(text.contains(r#"["new"]"#), "{text}");
        }
    }
    for (file, target) in [
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"a": {"command": "old"}}, "tools": {"exclude": ["mcp_a_z"], "allowed": ["mcp_a_y"]}}"#,
        ),
        (
            ".amazonq/cli-agents/x.json",
            r#"{"mcpServers": {"a": {"command": "old"}, "c": {"command": "x"}}, "tools": ["@a"], "allowedTools": ["@c/x"]}"#,
        ),
        (
            ".vibe/config.toml",
            "disabled_tools = [\"a_*\"]\n[tools.a_x]\npermission = \"always\"\n[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"old\"\n",
        ),
    ] {
        let done = merge((".mcp.json", source), (file, target), "--strict");
        assert_eq!(done.ran.code, 0, "{file}: {:?}", done.ran);
        let text = done.folder.read(file);
        assert_eq!(text, target.replace("\"old\"", "\"new\""));
    }
}

#[test]
fn a_source_without_tools_leaves_none_on() {
    for source in [
        r#"{"mcpServers": {"a": {"command": "y", "enabledTools": []}}}"#,
        r#"{"mcpServers": {"a": {"command": "y", "enabledTools": ["q"], "disabledTools": ["q"]}}}"#,
    ] {
        for (rest, left) in [
            (
                r#""tools": {"a_*": false, "a_del": true, "b": true}"#,
                json!({"tools": {"a_*": false, "b": true}}),
            ),
            (
                r#""permission": {"a_*": "deny", "a_del": "allow"}"#,
                json!({"permission": {"a_*": "deny"}}),
            ),
        ] {
            let target =
                format!(r#"{{"mcp": {{"a": {{"type": "local", "command": ["y"]}}}}, {rest}}}"#);
            for file in ["opencode.json", "kilo.json"] {
                let done = merge((".factory/mcp.json", source), (file, &target), "--strict");
                assert_eq!(done.ran.code, 0, "{rest}: {:?}", done.ran);
                let mut now = value(&done.folder.read(file));
                now.as_object_mut().expect("an object").remove("mcp");
                assert_eq!(now, left, "{source}");
            }
        }
    }
}

#[test]
fn a_permission_that_denies_a_server_does_not_hide_the_tools_that_a_source_allows() {
    let source = r#"{"mcpServers": {"a": {"command": "y", "enabledTools": ["r", "s"]}}}"#;
    let target = r#"{"mcp": {"a": {"type": "local", "command": ["y"]}}, "permission": {"a_*": "deny", "a_s": "deny", "a_r": "ask"}}"#;
    let done = merge(
        (".factory/mcp.json", source),
        ("opencode.json", target),
        "--strict",
    );
    assert_eq!(done.ran.code, 0, "{:?}", done.ran);
    let now = value(&done.folder.read("opencode.json"));
    assert_eq!(now["permission"], json!({"a_*": "deny", "a_r": "ask"}));
    assert_eq!(
        now["tools"],
        json!({"a_*": false, "a_r": true, "a_s": true})
    );
}

#[test]
fn two_lists_of_tools_become_one_where_the_host_accepts_one() {
    let proxy = |list: &str| {
        format!(
            "[proxy]\nname = \"p\"\n[proxy.listen]\n[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n{list}\n"
        )
    };
    for (tools, list, left) in [
        (
            r#""enabledTools": ["read"]"#,
            r#"hide_tools = ["del"]"#,
            r#"expose_tools = ["read"]"#,
        ),
        (
            r#""disabledTools": ["del"]"#,
            r#"expose_tools = ["read", "del"]"#,
            r#"expose_tools = ["read"]"#,
        ),
    ] {
        let source = format!(r#"{{"mcpServers": {{"a": {{"command": "x", {tools}}}}}}}"#);
        let target = ("proxy.toml", &*proxy(list));
        let done = merge((".factory/mcp.json", &source), target, "--strict");
        assert_eq!(done.ran.code, 0, "{:?}", done.ran);
        assert_eq!(done.folder.read("proxy.toml"), proxy(left));
    }
    // What cannot be joined is not left beside the other, and told.
    let source = proxy(r#"hide_resources = ["x"]"#);
    let target = proxy(r#"expose_resources = ["y"]"#);
    let done = merge(("mcp-proxy-a.toml", &source), ("proxy.toml", &target), "");
    assert_eq!(done.folder.read("proxy.toml"), source);
    assert!(
        done.ran.stderr.contains("`expose_resources` is removed"),
        "{:?}",
        done.ran
    );
    let strict = merge(
        ("mcp-proxy-a.toml", &source),
        ("proxy.toml", &target),
        "--strict",
    );
    assert_eq!(
        (strict.ran.code, strict.folder.read("proxy.toml")),
        (1, target)
    );
}

#[test]
fn a_mirror_takes_along_what_agents_profiles_and_rules_say_of_removed_servers() {
    let source = r#"{"mcpServers": {"a": {"command": "y"}}}"#;
    let vibe = |name: &str| {
        format!("[[mcp_servers]]\nname = \"{name}\"\ntransport = \"stdio\"\ncommand = \"y\"\n")
    };
    let rule = |name: &str| format!("[tools.{name}_read]\npermission = \"always\"\n");
    let profile = |servers: &str, rules: &str| {
        format!(
            r#""agent": {{"profiles": {{"p": {{"context_servers": {{{servers}}}}}}}, "tool_permissions": {{"tools": {{{rules}}}}}}}"#
        )
    };
    for (file, target, left) in [
        (
            ".amazonq/cli-agents/x.json",
            r#"{"mcpServers": {"a": {"command": "y"}, "c": {"command": "x"}}, "tools": ["*"], "allowedTools": ["@c/x", "@a/x", "@c"]}"#.to_owned(),
            r#"{"mcpServers": {"a": {"command": "y"}}, "tools": ["*"], "allowedTools": ["@a/x"]}"#.to_owned(),
        ),
        (
            ".zed/settings.json",
            format!(
                r#"{{"context_servers": {{"a": {{"command": "y"}}, "c": {{"command": "x"}}}}, {}}}"#,
                profile(
                    r#""a": {"tools": {"x": true}}, "c": {"tools": {"x": true}}"#,
                    r#""mcp:a:x": {"default": "allow"}, "mcp:c:x": {"default": "allow"}"#
                )
            ),
            format!(
                r#"{{"context_servers": {{"a": {{"command": "y"}}}}, {}}}"#,
                profile(
                    r#""a": {"tools": {"x": true}}"#,
                    r#""mcp:a:x": {"default": "allow"}"#
                )
            ),
        ),
        (
            ".vibe/config.toml",
            format!("{}{}{}{}", rule("c"), rule("a"), vibe("a"), vibe("c")),
            format!("{}{}", rule("a"), vibe("a")),
        ),
        (
            ".qwen/settings.json",
            r#"{"mcpServers": {"a": {"command": "y"}, "c": {"command": "x"}}, "permissions": {"deny": ["mcp__c", "mcp__a"]}}"#.to_owned(),
            r#"{"mcpServers": {"a": {"command": "y"}}, "permissions": {"deny": ["mcp__a"]}}"#.to_owned(),
        ),
        (
            "opencode.json",
            r#"{"mcp": {"a": {"type": "local", "command": ["y"]}, "c": {"type": "local", "command": ["y"]}}, "agent": {"p": {"tools": {"c_*": false, "a_x": false}}}}"#.to_owned(),
            r#"{"mcp": {"a": {"type": "local", "command": ["y"]}}, "agent": {"p": {"tools": {"a_x": false}}}}"#.to_owned(),
        ),
    ] {
        let done = merge((".mcp.json", source), (file, &target), "--mirror");
        assert_eq!(done.ran.code, 0, "{file}: {:?}", done.ran);
        assert_eq!(done.folder.read(file), left);
    }
}

#[test]
fn a_field_that_names_a_server_does_not_outlive_it() {
    let backend = |name: &str, more: &str| {
        format!(
            "[[backends]]\nname = \"{name}\"\ntransport = \"stdio\"\ncommand = \"{name}\"\n{more}"
        )
    };
    let proxy = |backends: &[String]| {
        format!(
            "[proxy]\nname = \"p\"\n\n[proxy.listen]\n\n{}",
            backends.join("\n")
        )
    };
    for field in ["failover_for", "canary_of", "mirror_of"] {
        let named = backend("b", &format!("{field} = \"a\"\n"));
        let both = proxy(&[backend("a", ""), named]);
        let only = r#"{"mcpServers": {"b": {"command": "b"}}}"#;
        let done = merge((".mcp.json", only), ("proxy.toml", &both), "--mirror");
        assert_eq!(done.ran.code, 0, "{:?}", done.ran);
        assert_eq!(done.folder.read("proxy.toml"), proxy(&[backend("b", "")]));
        let folder = Folder::new(&[("proxy.toml", &*both)]);
        for choice in ["--skip a", "--server b"] {
            let args =
                format!("proxy.toml --to mcp-proxy {choice} -o mcp-proxy-new.toml --replace");
            let ran = folder.run(&args);
            assert_eq!(ran.code, 0, "{ran:?}");
            assert!(
                ran.stderr.contains(&format!("`b`: `{field}` is dropped")),
                "{ran:?}"
            );
            assert!(!folder.read("mcp-proxy-new.toml").contains(field));
            assert_eq!(folder.run(&format!("{args} --strict")).code, 1);
        }
        // The target has it.
        let kept = folder.run("proxy.toml --to mcp-proxy -o mcp-proxy-all.toml --strict");
        assert_eq!(kept.code, 0, "{kept:?}");
        let again = "proxy.toml --to mcp-proxy --skip a -o mcp-proxy-all.toml --strict";
        assert_eq!(folder.run(again).code, 0);
        assert!(folder.read("mcp-proxy-all.toml").contains(field));
    }
}

#[test]
fn what_limits_a_server_in_its_hosts_own_way_is_a_difference_and_shown() {
    let vibe = |line: &str| {
        format!("{line}\n[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"y\"\n")
    };
    let proxy = |line: &str| {
        format!(
            "[proxy]\nname = \"p\"\n[proxy.listen]\n[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"y\"\n{line}\n"
        )
    };
    let with = |servers: &str, rest: &str| {
        format!(r#"{{"{servers}": {{"a": {{"command": "y"}}}}, {rest}}}"#)
    };
    let opencode = |rest: &str| {
        format!(r#"{{"mcp": {{"a": {{"type": "local", "command": ["y"]}}}}, {rest}}}"#)
    };
    for (file, text, field) in [
        (
            "proxy.toml",
            proxy("read_only_only = true"),
            "read_only_only",
        ),
        (
            "proxy.toml",
            proxy("hide_destructive = true"),
            "hide_destructive",
        ),
        (
            "proxy.toml",
            proxy("expose_prompts = [\"x\"]"),
            "expose_prompts",
        ),
        (
            ".vibe/config.toml",
            vibe("disabled_tools = [\"a_d*\"]"),
            "disabled_tools",
        ),
        (
            ".vibe/config.toml",
            vibe("disabled_tools = [\"re:^a_.*\"]"),
            "disabled_tools",
        ),
        (
            ".vibe/config.toml",
            vibe("enabled_tools = [\"re:^b\"]"),
            "enabled_tools",
        ),
        (
            ".zed/settings.json",
            with(
                "context_servers",
                r#""agent": {"profiles": {"p": {"context_servers": {"a": {"tools": {"x": false}}}}}}"#,
            ),
            "agent.profiles.p",
        ),
        (
            ".augment/settings.json",
            with("mcpServers", r#""removedTools": ["x_a"]"#),
            "removedTools",
        ),
        (
            ".amp/settings.json",
            with(
                "amp.mcpServers",
                r#""amp.permissions": [{"tool": "mcp__a__x", "action": "reject"}]"#,
            ),
            "amp.permissions",
        ),
        (
            "opencode.json",
            opencode(r#""agent": {"p": {"tools": {"a_x": false}}}"#),
            "agent.p.tools",
        ),
        (
            "opencode.json",
            opencode(r#""mode": {"p": {"permission": {"a_x": "deny"}}}"#),
            "mode.p.permission",
        ),
    ] {
        let plain = r#"{"mcpServers": {"a": {"command": "y"}}}"#;
        let folder = Folder::new(&[(file, &*text), (".factory/mcp.json", plain)]);
        for (left, right) in [(file, ".factory/mcp.json"), (".factory/mcp.json", file)] {
            let ran = folder.run(&format!("diff {left} {right}"));
            assert_eq!(ran.code, 1, "{ran:?}");
            assert!(ran.stdout.contains(&format!("{field}: only in")), "{ran:?}");
        }
        assert_eq!(folder.run(&format!("diff {file} {file}")).code, 0, "{text}");
        let shown = folder.run(&format!("show {file}"));
        assert!(
            shown.stdout.contains(&format!("limited by {field}")),
            "{shown:?}"
        );
        let json = value(&folder.run(&format!("show {file} --format json")).stdout);
        assert_eq!(json["servers"][0]["limits"][0]["field"], field, "{json}");
    }
    let off = proxy("read_only_only = false\nexpose_prompts = []");
    let folder = Folder::new(&[
        ("proxy.toml", &*off),
        (
            ".factory/mcp.json",
            r#"{"mcpServers": {"a": {"command": "y"}}}"#,
        ),
    ]);
    assert_eq!(folder.run("diff proxy.toml .factory/mcp.json").code, 0);
}

#[test]
fn no_tools_at_all_is_the_same_however_it_is_said() {
    let codex = |lists: &str| format!("[mcp_servers.a]\ncommand = \"y\"\n{lists}\n");
    for lists in [
        "enabled_tools = []",
        "enabled_tools = []\ndisabled_tools = [\"z\"]",
        "enabled_tools = [\"a\"]\ndisabled_tools = [\"a\"]",
    ] {
        let source = codex(lists);
        for (file, target) in [
            (
                "proxy.toml",
                "[proxy]\nname = \"p\"\n[proxy.listen]\n[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"y\"\n",
            ),
            ("opencode.json", "{}"),
            ("kilo.json", "{}"),
        ] {
            let done = merge((".codex/config.toml", &source), (file, target), "--strict");
            assert_eq!(done.ran.code, 0, "{lists}: {:?}", done.ran);
            let ran = done.folder.run(&format!("diff .codex/config.toml {file}"));
            assert_eq!(ran.code, 0, "{lists}: {ran:?}");
        }
    }
}

#[test]
fn a_server_that_stays_disabled_although_the_source_enables_it_is_reported() {
    let source = "[mcp_servers.b]\ncommand = \"y\"\nenabled = true\n";
    let silent = "[mcp_servers.b]\ncommand = \"y\"\n";
    let vibe =
        "[[mcp_servers]]\nname = \"b\"\ntransport = \"stdio\"\ncommand = \"y\"\ndisabled = true\n";
    for (file, target) in [
        (
            ".factory/mcp.json",
            r#"{"mcpServers": {"b": {"command": "y", "disabled": true}}}"#,
        ),
        (
            ".factory/mcp.json",
            r#"{"mcpServers": {"b": {"command": "z", "disabled": true}}}"#,
        ),
        (
            ".kimi-code/mcp.json",
            r#"{"mcpServers": {"b": {"command": "z", "enabled": false}}}"#,
        ),
        (
            ".zed/settings.json",
            r#"{"context_servers": {"b": {"command": "z", "enabled": false}}}"#,
        ),
        (
            "opencode.json",
            r#"{"mcp": {"b": {"type": "local", "command": ["y"], "enabled": false}}}"#,
        ),
        (".vibe/config.toml", vibe),
        (
            ".amazonq/cli-agents/x.json",
            r#"{"mcpServers": {"b": {"command": "y"}, "c": {"command": "x"}}, "tools": ["@c"]}"#,
        ),
    ] {
        let done = merge((".codex/config.toml", source), (file, target), "--strict");
        assert_eq!(done.ran.code, 0, "{file}: {:?}", done.ran);
        assert!(
            done.ran.stderr.contains("`b` stays disabled"),
            "{file}: {:?}",
            done.ran
        );
        let done = merge((".codex/config.toml", silent), (file, target), "");
        assert!(
            !done.ran.stderr.contains("stays disabled"),
            "{file}: {:?}",
            done.ran
        );
    }
    // A list of disabled servers is changed.
    let target = r#"{"mcpServers": {"b": {"command": "y"}}, "mcp": {"excluded": ["b"]}}"#;
    let file = ".gemini/settings.json";
    let done = merge((".codex/config.toml", source), (file, target), "--strict");
    assert_eq!(value(&done.folder.read(file))["mcp"]["excluded"], json!([]));
    assert!(
        !done.ran.stderr.contains("stays disabled"),
        "{:?}",
        done.ran
    );
}

#[test]
fn a_server_that_source_and_file_disable_stays_disabled() {
    let source = r#"{"mcpServers": {"a": {"command": "new", "disabled": true}}}"#;
    let target = r#"{"mcpServers": {"a": {"command": "old"}}, "disabledServers": ["a"]}"#;
    for file in [".xcsh/mcp.json", ".omp/mcp.json"] {
        let done = merge((".factory/mcp.json", source), (file, target), "--strict");
        assert_eq!(done.ran.code, 0, "{:?}", done.ran);
        let ran = done.folder.run(&format!("diff .factory/mcp.json {file}"));
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(done.folder.read(file).contains("\"new\""));
    }
    // A server whose tools are all hidden would start, and a disabled one does not.
    let source = r#"{"mcpServers": {"a": {"command": "new", "disabled": true}}}"#;
    let target =
        r#"{"mcp": {"a": {"type": "local", "command": ["old"]}}, "tools": {"a_*": false}}"#;
    let done = merge(
        (".factory/mcp.json", source),
        ("opencode.json", target),
        "--strict",
    );
    assert_eq!(done.ran.code, 0, "{:?}", done.ran);
    let disabled = r#"["new"], "enabled": false}"#;
    assert_eq!(
        done.folder.read("opencode.json"),
        target.replace(r#"["old"]}"#, disabled)
    );
}
