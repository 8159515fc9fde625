//! What the other files of a host mean for the servers of one.

use serde_json::Value;

use super::{command_line, servers, value};
use crate::support::{Folder, json};

const TWO: &str = r#"{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}"#;
const ONE: &str = r#"{"mcpServers": {"a": {"command": "x"}}}"#;

/// What `show --user` says of the servers of a host: their effects, with the files they are from.
fn shown(folder: &Folder, host: &str) -> Vec<(String, String, String)> {
    let data = json(
        &folder
            .run(format!("show --user --host {host} --format json").as_str())
            .stdout,
    );
    let servers = data["servers"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    servers
        .map(|it| (text(&it["name"]), text(&it["effect"]), text(&it["file"])))
        .collect()
}

/// The effects of servers by name.
fn effects(folder: &Folder, host: &str) -> Vec<(String, String)> {
    let servers = shown(folder, host).into_iter();
    servers.map(|(name, effect, _)| (name, effect)).collect()
}

#[test]
fn a_server_that_settings_disable_is_reported_wherever_it_is_read() {
    for (file, settings) in [
        (
            ".claude/settings.local.json",
            r#"{"disabledMcpjsonServers": ["B"]}"#,
        ),
        (
            ".claude/settings.json",
            r#"{"deniedMcpServers": [{"serverName": "b"}]}"#,
        ),
        (
            "home/.claude/settings.json",
            r#"{"disabledMcpjsonServers": ["b"]}"#,
        ),
    ] {
        let sync = "[sync]\nsource = \".mcp.json\"\n[[sync.target]]\nhost = \"cursor\"\n";
        let folder = Folder::new(&[
            (".mcp.json", TWO),
            (file, settings),
            ("mcpconv.toml", sync),
            ("other.json", TWO),
        ]);
        let name = file.replacen("home/", "~/", 1);
        let mut commands = vec!["--user --from claude-code --to opencode --strict"];
        if !file.starts_with("home") {
            commands.extend([
                ".mcp.json --to opencode --strict",
                "diff .mcp.json other.json --right-host cursor",
                "sync --check",
            ]);
        }
        for command in commands {
            let ran = folder.run(command);
            let told = ran.stderr.contains(&format!("`b` is disabled in `{name}`"));
            assert!(told && !ran.stderr.contains("`a` is"), "{command}: {ran:?}");
            if command.contains("--strict") {
                assert_eq!(
                    (ran.code, ran.stdout.as_str()),
                    (1, ""),
                    "{command}: {ran:?}"
                );
            }
        }
        // What is skipped needs no word, nor does a file that is not the project's.
        let skipped = "--user --from claude-code --to opencode --strict --skip b";
        assert_eq!(folder.run(skipped).code, 0);
        let elsewhere = "--from claude-code --to opencode --strict other.json";
        assert_eq!(folder.run(elsewhere).code, 0);
    }
}

#[test]
fn a_file_that_the_host_drops_hides_nothing() {
    let broken = r#"{"mcpServers": {"a": {"command": "dead"}},}"#;
    let mistyped = r#"{"mcpServers": {"a": {"command": "dead"}, "b": {"command": "x", "env": 1}}}"#;
    for (host, project, user, dead) in [
        (
            "droid",
            ".factory/mcp.json",
            "home/.factory/mcp.json",
            broken,
        ),
        (
            "cursor",
            ".cursor/mcp.json",
            "home/.cursor/mcp.json",
            mistyped,
        ),
        (
            "auggie",
            ".augment/settings.json",
            "home/.augment/settings.json",
            mistyped,
        ),
    ] {
        let folder = Folder::new(&[(project, dead), (user, ONE)]);
        let seen = shown(&folder, host);
        let own: Vec<_> = seen.iter().filter(|(name, ..)| name == "a").collect();
        assert_eq!(own.len(), 1, "{host}: {seen:?}");
        assert_eq!(own[0].1, "starts", "{host}: {seen:?}");
        assert!(own[0].2.starts_with("~/"), "{host}: {seen:?}");
        let ran = folder.run(format!("--user --from {host} --to kiro").as_str());
        let written = servers(&value(&ran.stdout));
        assert_eq!(command_line(&written["a"]), ["x"], "{host}: {ran:?}");
        // Fine files win as ever.
        folder.write(project, ONE.replace("\"x\"", "\"near\""));
        let ran = folder.run(format!("--user --from {host} --to kiro").as_str());
        let written = servers(&value(&ran.stdout));
        assert_eq!(command_line(&written["a"]), ["near"], "{host}: {ran:?}");
    }
}

#[test]
fn a_host_that_does_not_start_runs_none_of_its_servers() {
    for (host, project, text, user, fine) in [
        (
            "gemini",
            ".gemini/settings.json",
            r#"{"mcpServers": {"p": {"command": "p"}},}"#,
            "home/.gemini/settings.json",
            ONE,
        ),
        (
            "qwen",
            ".qwen/settings.json",
            r#"{"mcpServers": {"p": {"command": "p"}},}"#,
            "home/.qwen/settings.json",
            ONE,
        ),
        (
            "amp",
            ".amp/settings.json",
            r#"{"amp.mcpServers": {"p": {"#,
            "home/.config/amp/settings.json",
            r#"{"amp.mcpServers": {"a": {"command": "x"}}}"#,
        ),
        (
            "mistral-vibe",
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"p\"\ntransport = \"sse\"\nurl = \"https://e.com/mcp\"\n",
            "home/.vibe/config.toml",
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n",
        ),
    ] {
        let folder = Folder::new(&[(project, text), (user, fine)]);
        let seen = effects(&folder, host);
        let names: Vec<&str> = seen.iter().map(|(name, _)| name.as_str()).collect();
        assert!(names.contains(&"a"), "{host}: {seen:?}");
        let runs = seen.iter().any(|(_, effect)| effect != "rejected");
        assert!(!runs, "{host}: {seen:?}");
    }
}

#[test]
fn files_above_the_repository_are_not_read_unless_the_host_does() {
    let opencode =
        |name: &str| format!(r#"{{"mcp": {{"{name}": {{"type": "local", "command": ["x"]}}}}}}"#);
    let map = |name: &str| format!(r#"{{"mcpServers": {{"{name}": {{"command": "x"}}}}}}"#);
    let toml = |name: &str| format!("[mcp_servers.{name}]\ncommand = \"x\"\n");
    let crush =
        |name: &str| format!(r#"{{"mcp": {{"{name}": {{"type": "stdio", "command": "x"}}}}}}"#);
    let names = ["above", "root", "inner"];
    let texts = |of: &dyn Fn(&str) -> String| names.map(of);
    for (host, file, texts, above) in [
        ("opencode", "opencode.json", texts(&opencode), false),
        ("kilo", "kilo.json", texts(&opencode), false),
        ("codex", ".codex/config.toml", texts(&toml), false),
        ("copilot-cli", ".mcp.json", texts(&map), false),
        ("droid", ".factory/mcp.json", texts(&map), false),
        ("crush", "crush.json", texts(&crush), false),
        ("claude-code", ".mcp.json", texts(&map), true),
    ] {
        let folder = Folder::new(&[
            (file, &texts[0]),
            (&format!("repo/{file}"), &texts[1]),
            (&format!("repo/inner/{file}"), &texts[2]),
            ("repo/.git/HEAD", "ref: refs/heads/main\n"),
        ]);
        let mut command =
            folder.command(format!("show --user --host {host} --format json").as_str());
        command.current_dir(folder.path().join("repo/inner"));
        let output = command.output().expect("a program that runs");
        let data = json(&String::from_utf8_lossy(&output.stdout));
        let servers = data["servers"].as_array().expect("a list").iter();
        let found: Vec<&str> = servers.filter_map(|it| it["name"].as_str()).collect();
        for name in names {
            let read = name != "above" || above;
            assert_eq!(found.contains(&name), read, "{host}: {found:?}");
        }
    }
}

#[test]
fn a_key_that_the_host_does_not_read_in_a_file_defines_nothing() {
    let folder = Folder::new(&[
        ("home/.mcp.json", ONE),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "counts"}}}"#,
        ),
    ]);
    let ran = folder.run("--user --from visual-studio --to kiro");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("`mcpServers` is ignored"), "{ran:?}");
    let written = servers(&value(&ran.stdout));
    assert_eq!(command_line(&written["a"]), ["counts"]);
}

#[test]
fn servers_of_one_name_all_run_where_the_host_knows_them_apart() {
    let folder = Folder::new(&[
        (".warp/.mcp.json", ONE),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "other"}}}"#,
        ),
    ]);
    let seen = effects(&folder, "warp");
    let start = seen.iter().filter(|(_, effect)| effect == "starts");
    assert_eq!(start.count(), 2, "{seen:?}");
    // No other host has room for both.
    let ran = folder.run("--user --from warp --to kiro --strict");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.stderr.contains("[shadowed-server]"), "{ran:?}");
}

#[test]
fn null_takes_nothing_away_where_lists_are_joined() {
    let folder = Folder::new(&[
        ("crush.json", r#"{"mcp": {"a": null}}"#),
        (
            "home/.config/crush/crush.json",
            r#"{"mcp": {"a": {"type": "stdio", "command": "x"}}}"#,
        ),
    ]);
    let seen = effects(&folder, "crush");
    assert_eq!(seen, [("a".to_owned(), "starts".to_owned())]);
}

#[test]
fn names_are_compared_across_files_as_the_host_compares_them() {
    let server = |name: &str, command: &str| {
        format!(r#"{{"servers": {{"{name}": {{"command": "{command}"}}}}}}"#)
    };
    let folder = Folder::new(&[
        (".vscode/mcp.json", &server("Foo", "near")),
        ("home/.config/Code/User/mcp.json", &server("foo", "far")),
    ]);
    let seen = effects(&folder, "vscode");
    assert_eq!(seen, [("Foo".to_owned(), "starts".to_owned())]);
    let ran = folder.run("--user --from vscode --to kiro");
    let written = servers(&value(&ran.stdout));
    assert_eq!(written.len(), 1, "{ran:?}");
    assert_eq!(command_line(&written["Foo"]), ["near"]);
    // Within one file both are there.
    let both = r#"{"servers": {"Foo": {"command": "x"}, "foo": {"command": "y"}}}"#;
    folder.write(".vscode/mcp.json", both);
    assert_eq!(effects(&folder, "vscode").len(), 2);
}

#[test]
fn what_one_file_says_about_all_servers_holds_for_those_of_the_others() {
    for (host, project, server, user, gate) in [
        (
            "qwen",
            ".qwen/settings.json",
            ONE,
            "home/.qwen/settings.json",
            r#"{"mcp": {"excluded": ["a*"]}}"#,
        ),
        (
            "gemini",
            ".gemini/settings.json",
            ONE,
            "home/.gemini/settings.json",
            r#"{"mcp": {"allowed": ["b"]}}"#,
        ),
        (
            "qwen",
            ".qwen/settings.json",
            ONE,
            "home/.qwen/settings.json",
            r#"{"mcp": {"allowed": ["b"]}}"#,
        ),
        (
            "mistral-vibe",
            ".vibe/config.toml",
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n",
            "home/.vibe/config.toml",
            "enable_mcp = false\n",
        ),
    ] {
        let folder = Folder::new(&[(project, server), (user, gate)]);
        let seen = effects(&folder, host);
        assert_eq!(
            seen,
            [("a".to_owned(), "skipped".to_owned())],
            "{host}: {gate}"
        );
        let ran = folder.run(format!("--user --from {host} --to kiro").as_str());
        let written = servers(&value(&ran.stdout));
        assert_eq!(written["a"]["disabled"], true, "{host}: {gate}: {ran:?}");
    }
}

#[test]
fn a_server_that_the_user_disables_for_a_project_is_disabled_in_its_file() {
    let folder = Folder::new(&[(".mcp.json", TWO)]);
    let path = folder.path().canonicalize().expect("a folder");
    let state = serde_json::json!({"projects": {path.to_str().expect("text"): {"disabledMcpServers": ["a"]}}});
    folder.write("home/.claude.json", state.to_string());
    let ran = folder.run("--user --from claude-code --to kiro");
    let written = servers(&value(&ran.stdout));
    assert_eq!(written["a"]["disabled"], true, "{ran:?}");
    assert!(!ran.stderr.contains("about no server"), "{ran:?}");
}

#[test]
fn files_of_the_root_and_of_the_hosts_own_folder_are_read() {
    let kimi = Folder::new(&[
        ("repo/.git/HEAD", "ref: refs/heads/main\n"),
        ("repo/.mcp.json", ONE),
        ("repo/sub/.keep", ""),
    ]);
    let mut command = kimi.command("show --user --host kimi --format json");
    command.current_dir(kimi.path().join("repo/sub"));
    let output = command.output().expect("a program that runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"a\""));
    let opencode =
        |name: &str| format!(r#"{{"mcp": {{"a": {{"type": "local", "command": ["{name}"]}}}}}}"#);
    let crush =
        |name: &str| format!(r#"{{"mcp": {{"a": {{"type": "stdio", "command": "{name}"}}}}}}"#);
    for (host, weak, strong, text) in [
        (
            "opencode",
            "opencode.json",
            ".opencode/opencode.json",
            opencode as fn(&str) -> String,
        ),
        (
            "opencode",
            ".opencode/opencode.json",
            "home/.opencode/opencode.json",
            opencode,
        ),
        ("crush", "crush.json", ".crush/crush.json", crush),
    ] {
        let folder = Folder::new(&[(weak, &text("weak")), (strong, &text("strong"))]);
        let ran = folder.run(format!("--user --from {host} --to kiro").as_str());
        let written = servers(&value(&ran.stdout));
        assert_eq!(command_line(&written["a"]), ["strong"], "{host}: {ran:?}");
        let seen = folder.run(format!("show --user --host {host}").as_str());
        assert!(seen.stdout.contains("strong"), "{host}: {seen:?}");
        assert!(!seen.stdout.contains("weak"), "{host}: {seen:?}");
    }
}
