//! Facts about single hosts that several parts of the program have to agree on: the linter, `show`, conversions, merges.

use serde_json::Value;

use crate::support::{Folder, json};

/// The labels of all findings in a file.
fn labels(path: &str, text: &str) -> Vec<String> {
    let flags = ["--format", "json", "--level", "info", path];
    let ran = Folder::new(&[(path, text)]).lint(&flags);
    let report = json(&ran.stdout);
    let findings = report["findings"].as_array().into_iter().flatten();
    findings
        .filter_map(|finding| finding["label"].as_str().map(str::to_owned))
        .collect()
}

/// Rules and levels of the findings in a file, in their order.
fn findings(path: &str, text: &str) -> Vec<(String, String)> {
    let flags = ["--format", "json", "--level", "info", path];
    let ran = Folder::new(&[(path, text)]).lint(&flags);
    let report = json(&ran.stdout);
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().into_iter().flatten();
    findings
        .map(|finding| (word(&finding["rule"]), word(&finding["level"])))
        .collect()
}

fn shown(path: &str, text: &str) -> String {
    let ran = Folder::new(&[(path, text)]).run(format!("show --no-env {path}").as_str());
    ran.stdout
}

#[test]
fn a_file_that_stops_its_host_is_reported_as_such_by_the_linter_and_by_show() {
    for (path, text, words) in [
        (
            ".agents/mcp_config.json",
            "{\"mcpServers\": []}",
            "Antigravity does not start",
        ),
        (
            ".agents/mcp_config.json",
            "[]",
            "Antigravity does not start",
        ),
        (
            ".agents/mcp_config.json",
            "{,}",
            "Antigravity does not start",
        ),
        ("crush.json", "{\"mcp\": {},}", "Crush does not start"),
        (
            ".copilot/mcp-config.json",
            "{,}",
            "Copilot CLI does not start",
        ),
        ("kilo.json", "{,}", "Kilo Code rejects the whole file"),
        (".gemini/settings.json", "", "Gemini CLI does not start"),
        (".gemini/settings.json", "[]", "Gemini CLI does not start"),
        (
            ".amazonq/cli-agents/a.json",
            "{\"name\": \"a\", \"bogus\": 1, \"mcpServers\": {\"a\": {\"command\": \"uvx\"}}}",
            "Amazon Q Developer rejects the whole file",
        ),
    ] {
        let labels = labels(path, text);
        assert!(
            labels.iter().any(|label| label == words),
            "{path}: {labels:?}"
        );
        let shown = shown(path, text);
        assert!(shown.contains(words), "{path}: {shown}");
    }
}

#[test]
fn what_a_host_takes_for_no_servers_is_no_mistake() {
    for (path, text) in [
        (".agents/mcp_config.json", "{\"mcpServers\": null}"),
        ("crush.json", ""),
    ] {
        assert_eq!(findings(path, text), [], "{path}");
        assert!(shown(path, text).contains("no servers"), "{path}");
    }
}

#[test]
fn a_null_server_of_crush_costs_nothing_but_itself() {
    let text = r#"{"mcp": {"a": null, "b": {"type": "stdio", "command": "uvx"}}}"#;
    assert!(shown("crush.json", text).contains("1 starts, 1 rejected"));
}

#[test]
fn copilot_cli_reads_a_bare_map_with_a_schema_beside_it() {
    let text = r#"{"$schema": "https://acme.dev/s", "a": {"command": "uvx"}}"#;
    assert!(shown(".github/mcp.json", text).contains("● a · Copilot CLI · starts"));
}

#[test]
fn a_settings_file_beside_which_another_is_not_read_hides_it_in_the_home_folder_too() {
    let one = |name: &str| format!(r#"{{"amp.mcpServers": {{"{name}": {{"command": "uvx"}}}}}}"#);
    let folder = Folder::new(&[
        (".config/amp/settings.json", &one("a")),
        (".config/amp/settings.jsonc", &one("b")),
        ("work/.amp/settings.json", &one("c")),
        ("work/.amp/settings.jsonc", &one("d")),
    ]);
    let mut command = folder.command("show --no-env --user --host amp");
    let output = command
        .current_dir(folder.path().join("work"))
        .env("HOME", folder.path())
        .env_remove("XDG_CONFIG_HOME")
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&output.stdout);
    let there = |name: &str| shown.contains(&format!("● {name} · Amp"));
    assert!(there("a") && there("c"), "{shown}");
    assert!(!there("b") && !there("d"), "{shown}");
}

#[test]
fn files_in_the_folder_for_settings_are_the_users() {
    let servers = r#"{"mcpServers": {"a": {"command": "uvx", "args": ["~/x"]}}}"#;
    for file in [
        ".config/Claude/claude_desktop_config.json",
        "Library/Application Support/Claude/claude_desktop_config.json",
    ] {
        let folder = Folder::new(&[(file, servers), ("work/a.txt", "")]);
        for args in ["show --no-env --user --host claude-desktop", "lint --user"] {
            let mut command = folder.command(args);
            let output = command
                .current_dir(folder.path().join("work"))
                .env("HOME", folder.path())
                .output()
                .expect("it runs");
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(
                said.contains("claude_desktop_config.json"),
                "{args}: {said}"
            );
        }
    }
}

#[test]
fn amp_disables_tools_and_servers_by_the_ids_of_their_tools() {
    let text = r#"{
        "amp.mcpServers": {"a": {"command": "uvx"}, "b": {"command": "uvx"}, "c": {"command": "npx"}},
        "amp.tools.disable": ["mcp__a__*", "mcp__b__drop", "Bash"],
        "amp.mcpPermissions": [{"matches": {"command": "/^npx$/"}, "action": "reject"}]
    }"#;
    let shown = shown(".amp/settings.json", text);
    assert!(shown.contains("○ a · Amp · skipped"), "{shown}");
    assert!(shown.contains("tools      all but drop"), "{shown}");
    assert!(shown.contains("○ c · Amp · skipped"), "{shown}");
}

#[test]
fn what_a_shell_expands_is_reported_where_the_process_does_not_have_it() {
    let rows = |args: &str| {
        let server =
            format!(r#"{{"command": "npx", "args": ["x@1.0.0", {args}], "env": {{"A": "1"}}}}"#);
        let text = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        findings(".augment/settings.json", &text)
    };
    let row = |level: &str| vec![("shell-wrapper".to_owned(), level.to_owned())];
    assert_eq!(rows(r#""$FOO""#), row("warning"));
    assert_eq!(rows(r#""\"$FOO\"""#), row("warning"));
    assert_eq!(rows(r#""$A""#), row("info"));
    assert_eq!(rows(r#""$HOME/x""#), row("info"));
    // It is no mistake that these are not references of the host.
    assert_eq!(rows(r#""~/x""#), row("info"));
    assert_eq!(rows(r#""`id`""#), row("info"));
}

#[test]
fn a_server_behind_an_alias_is_the_only_one_that_is_not_merged() {
    let config = "common: &c {enabled: true, type: stdio, cmd: uvx, args: [x]}\n\
                  extensions:\n  web: *c\n  own: {enabled: true, type: stdio, cmd: uvx, args: []}\n";
    let source = r#"{"mcpServers": {
        "web": {"type": "http", "url": "https://acme.dev/mcp"},
        "own": {"command": "npx", "args": ["run"]},
        "new": {"command": "npx", "args": ["z"]}
    }}"#;
    let folder = Folder::new(&[("goose/config.yaml", config), (".mcp.json", source)]);
    let ran = folder.run("--to goose .mcp.json -o goose/config.yaml");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stderr
            .contains("`web` is skipped: `extensions.web` is an alias")
    );
    let written = folder.read("goose/config.yaml");
    assert!(written.contains("  web: *c\n"), "{written}");
    assert!(written.contains("cmd: npx, args: [run]"), "{written}");
    assert!(written.contains("new:"), "{written}");
}

#[test]
fn a_file_of_kimi_cli_in_a_repository_is_the_projects() {
    let text = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x@1.0.0", "/home/bob/x"], "timeout": 30}}}"#;
    let row = ("machine-path".to_owned(), "warning".to_owned());
    assert_eq!(findings(".kimi/mcp.json", text), [row]);
}

#[test]
fn the_old_settings_of_continue_have_web_sockets() {
    let text = r#"{"experimental": {"modelContextProtocolServers": [
        {"transport": {"type": "websocket", "url": "wss://acme.dev/mcp"}}
    ]}}"#;
    let folder = Folder::new(&[(".continue/config.json", text)]);
    let ran = folder.run(&[".continue/config.json", "--to", "claude-code"]);
    assert!(ran.stdout.contains(r#""type": "ws""#), "{ran:?}");
}

#[test]
fn a_url_that_a_host_cannot_connect_to_is_not_missing() {
    let text = r#"{"mcpServers": {"a": {"url": "https://acme.dev/mcp"}}}"#;
    let shown = shown("claude_desktop_config.json", text);
    assert!(
        shown.contains("has a URL, which Claude Desktop cannot connect to"),
        "{shown}"
    );
}

#[test]
fn switches_that_gemini_cli_no_longer_reads_are_reported() {
    let text = r#"{"allowMCPServers": ["a"], "mcpServers": {"a": {"command": "uvx"}}}"#;
    let row = ("deprecated-field".to_owned(), "warning".to_owned());
    assert_eq!(findings(".gemini/settings.json", text), [row]);
}

#[test]
fn a_list_of_extensions_is_read_in_recipes_only() {
    let text = "extensions:\n  - {name: a, type: stdio, cmd: uvx, args: []}\n";
    let config = shown("goose/config.yaml", text);
    assert!(
        config.contains("the servers are a list, not an object"),
        "{config}"
    );
    assert!(shown(".goose/recipes/a.yaml", text).contains("● a · Goose · starts"));
}

#[test]
fn a_command_in_a_value_is_reported_where_the_host_runs_it() {
    let text = r#"{"mcp": {"a": {"type": "stdio", "command": "uvx", "env": {"T": "$(cat t)"}}}}"#;
    let row = ("shell-wrapper".to_owned(), "warning".to_owned());
    assert_eq!(findings("crush.json", text), [row]);
}

#[test]
fn of_two_names_of_a_field_the_one_that_the_host_prefers_counts() {
    let url = |server: &str| {
        let text = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        let ran = crate::support::convert("--from antigravity --to cursor", &text);
        json(&ran.stdout)["mcpServers"]["a"]["url"].clone()
    };
    for server in [
        r#"{"url": "https://a.example", "serverUrl": "https://b.example"}"#,
        r#"{"serverUrl": "https://b.example", "url": "https://a.example"}"#,
        r#"{"ServerURL": "https://b.example", "URL": "https://a.example", "command": "x"}"#,
        r#"{"URL": "https://b.example", "command": "x"}"#,
    ] {
        assert_eq!(url(server), "https://b.example", "{server}");
    }
}

#[test]
fn a_way_to_sign_in_that_only_its_host_has_is_reported_as_lost() {
    for (host, server) in [
        (
            "antigravity",
            r#"{"url": "https://a.example", "authProviderType": "google_credentials"}"#,
        ),
        ("kimi", r#"{"url": "https://a.example", "auth": "oauth"}"#),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        let args = format!("--from {host} --to cursor --strict");
        crate::support::convert(&args, &text).failed(1);
    }
}

#[test]
fn a_path_with_spaces_is_not_quoted_for_nobody_in_particular() {
    let path = r#"/Library/Application Support/x"#;
    let text = format!(r#"{{"mcpServers": {{"a": {{"command": "{path}"}}}}}}"#);
    let out = crate::support::convert("--from claude-code --to mcp-json --strict", &text).silent();
    assert_eq!(json(&out)["mcpServers"]["a"]["command"], path);
}
