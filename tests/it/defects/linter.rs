//! Findings that were wrong or noise, and repairs that their owner would have thrown out.

use crate::support::{Folder, json};

/// The findings of `--level info`, each as its rule, its level and its line.
fn findings(path: &str, text: &str) -> Vec<(String, String, u64)> {
    let repo = Folder::new(&[(path, text)]);
    let ran = repo.lint(&["--level", "info", "--format", "json", path]);
    let report = json(&ran.stdout);
    let list = report["findings"].as_array().expect("a list of findings");
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    list.iter()
        .map(|found| {
            let line = found["line"].as_u64().unwrap_or_default();
            (word(&found["rule"]), word(&found["level"]), line)
        })
        .collect()
}

/// The levels of the findings of one rule.
fn levels(path: &str, text: &str, rule: &str) -> Vec<String> {
    let all = findings(path, text).into_iter();
    all.filter(|found| found.0 == rule)
        .map(|found| found.1)
        .collect()
}

/// What becomes of a file when it is repaired.
pub(super) fn repaired(path: &str, text: &str, flag: &str) -> String {
    let repo = Folder::new(&[(path, text)]);
    repo.lint(&[flag, "--exit-zero", path]);
    repo.read(path)
}

/// One server of a host that has its servers under `mcpServers`.
pub(super) fn servers(server: &str) -> String {
    format!(r#"{{"mcpServers": {{"alpha": {server}}}}}"#)
}

#[test]
fn servers_under_a_second_root_that_nobody_reads_are_a_warning() {
    let text = r#"{"servers": {"a": {"command": "a"}}, "mcpServers": {"b": {"command": "b"}}}"#;
    let found = levels(".vscode/mcp.json", text, "wrong-root-key");
    assert_eq!(found, ["warning"]);
    // The same servers for another host are there on purpose.
    let both = r#"{"servers": {"a": {"command": "a"}}, "mcpServers": {"a": {"command": "a"}}}"#;
    assert_eq!(levels(".vscode/mcp.json", both, "wrong-root-key"), ["info"]);
}

#[test]
fn a_file_that_is_not_read_is_named_as_its_host_names_it() {
    let text = servers(r#"{"command": "a"}"#);
    for (path, name) in [
        (
            "x/.gemini/antigravity/mcp_config.json",
            ".gemini/antigravity/mcp_config.json",
        ),
        ("x/.claude/settings.json", ".claude/settings.json"),
    ] {
        let ran = Folder::new(&[(path, &text)]).lint(&["--format", "json", path]);
        let message = json(&ran.stdout)["findings"][0]["message"].to_string();
        assert!(
            message.contains(&format!("servers from `{name}`")),
            "{message}"
        );
    }
}

#[test]
fn a_server_under_the_root_of_another_host_starts_after_the_fix() {
    let text = "mcpServers:\n  docs:\n    command: docs-mcp\n";
    let path = ".config/goose/config.yaml";
    let fixed = repaired(path, text, "--fix");
    assert!(
        fixed.contains("enabled: true") && fixed.contains("args: []"),
        "{fixed}"
    );
    assert_eq!(findings(path, &fixed), [], "{fixed}");
}

#[test]
fn a_file_that_is_not_read_is_not_told_how_to_be_written() {
    let text = servers(r#"{"url": "https://docs.acme.dev/mcp"}"#);
    for path in [".claude/mcp.json", ".claude/settings.json"] {
        let found = findings(path, &text);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, "ignored-config-location");
        assert_eq!(repaired(path, &text, "--fix"), text, "{path}");
    }
    let found = findings(".opencode/mcp.json", &text);
    assert_eq!(found[0].0, "ignored-config-location", "{found:?}");
}

#[test]
fn values_of_one_server_that_are_to_be_filled_in_are_one_finding() {
    let text = servers(
        r#"{"command": "a", "env": {"A": "YOUR_A_HERE", "B": "YOUR_B_HERE", "C": "YOUR_C_HERE"}}"#,
    );
    let found = levels(".cursor/mcp.json", &text, "placeholder-value");
    assert_eq!(found, ["warning"]);
    let fixed = repaired(".cursor/mcp.json", &text, "--fix-unsafe");
    for name in ["A", "B", "C"] {
        assert!(fixed.contains(&format!("${{env:{name}}}")), "{fixed}");
    }
}

#[test]
fn tools_that_change_things_are_found_at_their_own_place_and_taken_off_together() {
    let text = "{\"mcpServers\": {\"alpha\": {\"command\": \"a\", \"autoApprove\": [\n\"read_file\",\n\"replace_symbol_body\",\n\"insert_after_symbol\",\n\"write_memory\"\n]}}}";
    let path = ".kiro/settings/mcp.json";
    let found = findings(path, text);
    let at: Vec<u64> = found
        .iter()
        .filter(|found| found.0 == "auto-approve-all")
        .map(|found| found.2)
        .collect();
    assert_eq!(at, [3], "{found:?}");
    let fixed = repaired(path, text, "--fix-unsafe");
    assert!(fixed.contains("read_file") && !fixed.contains("replace_symbol_body"));
    assert!(!fixed.contains("insert_after_symbol") && !fixed.contains("write_memory"));
    // Nobody knows what the others do: nothing is taken off.
    let mixed =
        servers(r#"{"command": "a", "alwaysAllow": ["create_entities", "relate_entities"]}"#);
    assert_eq!(repaired(".roo/mcp.json", &mixed, "--fix-unsafe"), mixed);
}

#[test]
fn a_folder_of_the_projects_own_code_and_a_proxy_are_no_warnings() {
    for (name, value, level) in [
        ("PYTHONPATH", "src", "info"),
        ("PYTHONPATH", "${workspaceFolder}/src", "info"),
        ("PYTHONPATH", "../shared", "warning"),
        ("NODE_PATH", "/opt/shared", "warning"),
        ("HTTPS_PROXY", "http://proxy.corp:3128", "info"),
        ("LD_PRELOAD", "./x.so", "error"),
    ] {
        let text = servers(&format!(
            r#"{{"command": "a", "env": {{"{name}": "{value}"}}}}"#
        ));
        let found = levels(".cursor/mcp.json", &text, "code-injecting-env");
        assert_eq!(found, [level], "{name}={value}");
    }
}

#[test]
fn a_time_that_an_installer_writes_is_no_other_unit() {
    let codex = |line: &str| format!("[mcp_servers.alpha]\ncommand = \"a\"\n{line}\n");
    for (line, count) in [
        ("tool_timeout_sec = 10000", 0),
        ("tool_timeout_sec = 60000", 1),
        ("startup_timeout_sec = 30000", 1),
    ] {
        let found = levels(".codex/config.toml", &codex(line), "timeout-unit");
        assert_eq!(found.len(), count, "{line}");
    }
}

#[test]
fn two_settings_that_are_harmful_together_go_together() {
    let text = "approval_policy = \"never\"\nsandbox_mode = \"danger-full-access\"\n\n[mcp_servers.alpha]\ncommand = \"a\"\n";
    let fixed = repaired(".codex/config.toml", text, "--fix-unsafe");
    assert!(
        !fixed.contains("never") && !fixed.contains("danger"),
        "{fixed}"
    );
}

#[test]
fn a_name_that_older_versions_read_otherwise_is_no_safe_repair() {
    let text = servers(r#"{"httpUrl": "https://docs.acme.dev/mcp"}"#);
    assert_eq!(repaired(".gemini/settings.json", &text, "--fix"), text);
    let fixed = repaired(".gemini/settings.json", &text, "--fix-unsafe");
    assert!(fixed.contains(r#""url""#), "{fixed}");
}

#[test]
fn a_script_of_windows_keeps_its_shell() {
    for script in ["run.bat", "tools\\\\run.cmd", "run.ps1"] {
        let text = servers(&format!(
            r#"{{"command": "cmd", "args": ["/c", "{script}"]}}"#
        ));
        assert_eq!(
            repaired(".mcp.json", &text, "--fix-unsafe"),
            text,
            "{script}"
        );
    }
    // Only a host that finds `npx.cmd` by itself can do without.
    let text = servers(r#"{"command": "cmd", "args": ["/c", "npx", "-y", "a@1.0.0"]}"#);
    for path in [".mcp.json", ".trae/mcp.json"] {
        assert_eq!(repaired(path, &text, "--fix-unsafe"), text, "{path}");
    }
    let fixed = repaired(".roo/mcp.json", &text, "--fix-unsafe");
    assert!(fixed.contains(r#""command": "npx""#), "{fixed}");
}

#[test]
fn a_url_that_a_host_takes_for_sse_is_told() {
    let text = servers(r#"{"url": "https://docs.acme.dev/docs"}"#);
    for path in [".roo/mcp.json", "cline_mcp_settings.json"] {
        assert_eq!(levels(path, &text, "missing-type"), ["warning"], "{path}");
        // It may work as it is.
        assert_eq!(repaired(path, &text, "--fix"), text, "{path}");
    }
    let sse = servers(r#"{"url": "https://docs.acme.dev/sse"}"#);
    assert!(levels(".roo/mcp.json", &sse, "missing-type").is_empty());
}

#[test]
fn a_file_in_a_folder_of_the_project_gives_no_advice_to_the_whole() {
    let repo = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"docs": {"command": "a"}}}"#),
        (
            "app/.claude.json",
            r#"{"mcpServers": {"other": {"command": "b"}}}"#,
        ),
        (
            ".claude/settings.json",
            r#"{"disabledMcpjsonServers": ["gone"]}"#,
        ),
    ]);
    let ran = repo.lint(&[]);
    assert!(
        ran.stdout.contains("stale-server-reference"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("`other`"), "{}", ran.stdout);
}

#[test]
fn a_file_of_another_folder_says_nothing_about_the_servers_of_this_one() {
    let settings = r#"{"permissions": {"allow": ["mcp__linear__list"]}}"#;
    let user = r#"{"mcpServers": {"other": {"command": "x"}}}"#;
    for there in ["a/.claude.json", ".claude.json"] {
        let repo = Folder::new(&[(there, user), ("b/.claude/settings.json", settings)]);
        let ran = repo.lint(&[]);
        assert_eq!(ran.code, 0, "{}", ran.stdout);
        assert!(!ran.stdout.contains("linear"), "{}", ran.stdout);
        repo.write(
            "b/.mcp.json",
            r#"{"mcpServers": {"docs": {"command": "a"}}}"#,
        );
        let found = repo.lint(&[]);
        let found = found.stdout;
        assert!(
            found.contains("warning") && found.contains("`docs`"),
            "{found}"
        );
        assert!(!found.contains("`other`"), "{found}");
    }
    // Somebody's own file is about every project.
    let repo = Folder::new(&[
        ("home/.claude.json", user),
        ("p/.claude/settings.json", settings),
    ]);
    let mut command = repo.command("lint . --user --level warning");
    let output = command.current_dir(repo.path().join("p")).output();
    let said = String::from_utf8(output.expect("mcpconv runs").stdout).expect("UTF-8");
    assert!(said.contains("`other`") && said.contains("error"), "{said}");
}

#[test]
fn whom_to_trust_is_decided_for_each_host() {
    let repo = Folder::new(&[
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"docs": {"command": "a"}}}"#,
        ),
        (
            ".gemini/settings.json",
            r#"{"mcpServers": {"docs": {"command": "a", "trust": true}}}"#,
        ),
    ]);
    let ran = repo.lint(&[]);
    assert!(!ran.stdout.contains("server-drift"), "{}", ran.stdout);
}

#[test]
fn a_file_of_no_particular_host_speaks_of_no_host() {
    let ran = Folder::new(&[("mcp.json", &servers(r#"{"command": 3}"#))]).lint(&["mcp.json"]);
    assert!(!ran.stdout.contains("MCP JSON"), "{}", ran.stdout);
}

#[test]
fn a_folder_among_the_arguments_is_nothing_to_install() {
    let text = servers(
        r#"{"command": "npx", "args": ["-y", "a@1.0.0", "/home/alice/docs", "/home/project/x"]}"#,
    );
    for path in [
        ".mcp.json",
        ".trae/mcp.json",
        ".junie/mcp/mcp.json",
        ".kiro/settings/mcp.json",
    ] {
        let ran = Folder::new(&[(path, &text)]).lint(&[path]);
        assert!(ran.stdout.contains("machine-path"), "{}", ran.stdout);
        assert!(
            !ran.stdout.contains("install the program"),
            "{}",
            ran.stdout
        );
        let names = ran.stdout.matches("the name of a user").count();
        assert_eq!(names, 1, "{}", ran.stdout);
    }
}

#[test]
fn a_host_without_a_word_for_the_project_has_a_way_out() {
    let text = servers(r#"{"command": "node", "args": ["srv/index.js"]}"#);
    let ran = Folder::new(&[(".kiro/settings/mcp.json", &text)]).lint(&[]);
    assert!(ran.stdout.contains("relative-path"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("~/.kiro/settings/mcp.json"),
        "{}",
        ran.stdout
    );
}

#[test]
fn braces_around_words_to_fill_in_and_an_input_without_braces_are_told() {
    let text = servers(r#"{"command": "a", "env": {"PLACE": "{{YOUR_FILE_PATH}}"}}"#);
    assert_eq!(
        levels(".amazonq/mcp.json", &text, "placeholder-value"),
        ["warning"]
    );
    let text = servers(r#"{"command": "a", "env": {"KEY": "$input:docs_key"}}"#);
    let found = levels(".cursor/mcp.json", &text, "unsupported-variable-syntax");
    assert_eq!(found, ["error"]);
    assert_eq!(repaired(".cursor/mcp.json", &text, "--fix-unsafe"), text);
}

#[test]
fn a_token_of_three_parts_counts_also_where_it_says_nothing() {
    // Not the payload of any token: it does not decode.
    let part = [
        "eyJhbGciOiJIUzI1NiJ9",
        "eyJpc3MiOiJ4Mzk5cWt6dGw",
        "Zk83bQp4LWt1dzJ2VGhSYzlE",
    ];
    let text = servers(&format!(
        r#"{{"command": "a", "env": {{"SUPABASE_KEY": "{}"}}}}"#,
        part.join(".")
    ));
    let found = findings(".cursor/mcp.json", &text);
    let secret = |found: &&(String, String, u64)| found.0.ends_with("-secret");
    assert_eq!(found.iter().filter(secret).count(), 1, "{found:?}");
}

#[test]
fn a_file_of_no_particular_host_is_not_repaired_unasked() {
    let text = "\u{feff}{\"mcpServers\": {\"alpha\": {\"command\": \"npx -y a@1.0.0\"}},}";
    for flag in ["--fix", "--diff"] {
        assert_eq!(repaired("mcp.json", text, flag), text, "{flag}");
    }
    let secret = servers(r#"{"command": "a", "env": {"DOCS_KEY": "YOUR_KEY_HERE"}}"#);
    // Nobody knows whether the host puts anything in the place of a reference.
    assert_eq!(repaired("mcp.json", &secret, "--fix-unsafe"), secret);
}

#[test]
fn what_describes_a_published_server_is_found_by_its_content() {
    let repo = Folder::new(&[
        (
            "server.json",
            r#"{"$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json", "name": "dev.acme/docs", "version": "1.0.0", "packages": []}"#,
        ),
        ("api/server.json", r#"{"port": 80}"#),
        (
            "bundle/manifest.json",
            r#"{"manifest_version": "0.3", "name": "docs", "server": {"type": "node"}}"#,
        ),
        (
            "public/manifest.json",
            r#"{"manifest_version": 3, "name": "docs"}"#,
        ),
    ]);
    let ran = repo.lint(&["--show-files"]);
    let files: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().last())
        .collect();
    assert_eq!(
        files,
        ["bundle/manifest.json", "server.json"],
        "{}",
        ran.stdout
    );
}

#[test]
fn tools_that_an_agent_runs_unasked_are_found() {
    let text = r#"{"mcpServers": {"docs": {"command": "a"}}, "allowedTools": ["fs_read", "@docs/create_page", "@other"]}"#;
    for path in [".amazonq/cli-agents/dev.json", ".kiro/agents/dev.json"] {
        let mut found = levels(path, text, "auto-approve-all");
        found.sort();
        assert_eq!(found, ["error", "warning"], "{path}");
    }
}

#[test]
fn the_older_command_of_zed_is_read_as_zed_reads_it() {
    let text = r#"{"context_servers": {"docs": {"command": {"path": "npx", "args": ["a@1.0.0"], "env": {"K": "v"}}}}}"#;
    assert!(
        findings(".zed/settings.json", text)
            .iter()
            .all(|found| found.1 != "error")
    );
    let repo = Folder::new(&[(".zed/settings.json", text)]);
    let ran = repo.run("convert --from zed --to cursor .zed/settings.json");
    let written = json(&ran.stdout);
    let docs = &written["mcpServers"]["docs"];
    assert_eq!(docs["command"], "npx", "{}", ran.stdout);
    assert_eq!(docs["args"][0], "a@1.0.0");
    assert_eq!(docs["env"]["K"], "v");
}

#[test]
fn an_empty_secret_is_not_written_for_a_host_that_refuses_it() {
    let text = servers(
        r#"{"url": "https://docs.acme.dev/mcp", "oauth": {"clientId": "i", "clientSecret": ""}}"#,
    );
    let repo = Folder::new(&[(".gemini/settings.json", &text)]);
    let ran = repo.run("convert --from gemini --to codex .gemini/settings.json");
    assert!(ran.stdout.contains("client_id") && !ran.stdout.contains("client_secret"));
    let codex = "[mcp_servers.a]\nurl = \"https://docs.acme.dev/mcp\"\n[mcp_servers.a.oauth]\nclient_id = \"i\"\nclient_secret = \"\"\n";
    assert_eq!(levels(".codex/config.toml", codex, "wrong-type"), ["error"]);
}

#[test]
fn what_a_host_does_not_load_stays_in_its_own_file() {
    for (host, path, text) in [
        (
            "cursor",
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"args": ["x"]}, "b c": {"command": 3}, "d": 5, "ok": {"command": "x"}}}"#,
        ),
        (
            "codex",
            ".codex/config.toml",
            "[mcp_servers.a]\nargs = [\"x\"]\n[mcp_servers.\"b c\"]\ncommand = \"x\"\n[mcp_servers.ok]\ncommand = \"x\"\n",
        ),
        (
            "vscode",
            ".vscode/mcp.json",
            r#"{"servers": {"a": {"type": "http"}, "b": {"type": "foo", "url": "https://x.dev/mcp"}, "ok": {"command": "x"}}}"#,
        ),
    ] {
        let repo = Folder::new(&[(path, text)]);
        let ran = repo.run(format!("convert --from {host} --to {host} {path}").as_str());
        assert_eq!(ran.stdout, text, "{host}: {}", ran.stderr);
        repo.run(format!("convert --from {host} --to {host} {path} -o {path}").as_str());
        assert_eq!(repo.read(path), text, "{host}");
    }
}

/// Servers come in another order than the items of the list that are about them, and share some.
#[test]
fn only_what_is_found_is_taken_off_a_list_of_tools() {
    let text = |allowed: &str| {
        format!(
            r#"{{"mcpServers": {{"a": {{"command": "x"}}, "b": {{"command": "y"}}, "c": {{"command": "z"}}}}, "tools": {{"allowed": {allowed}}}}}"#
        )
    };
    for found in [
        r#""mcp_b_*", "mcp_a_*", "#,
        r#""mcp_c_*", "mcp_b_*", "mcp_a_*", "#,
        r#""mcp_b_*", "mcp_*", "#,
    ] {
        let before = text(&format!(r#"[{found}"read_file", "other"]"#));
        let folder = Folder::new(&[(".gemini/settings.json", &before)]);
        folder.run("lint --fix-unsafe .gemini/settings.json");
        let after = folder.read(".gemini/settings.json");
        assert_eq!(after, text(r#"["read_file", "other"]"#), "{found}");
    }
}

#[test]
fn a_denial_that_the_host_does_not_heed_is_no_old_name() {
    let text = servers(
        r#"{"type": "http", "url": "https://mcp.acme.dev", "tools": [{"name": "purge", "permission_policy": "always_deny"}]}"#,
    );
    let ran = Folder::new(&[(".mcp.json", &text)]).lint(&["--format", "json", ".mcp.json"]);
    let found = &json(&ran.stdout)["findings"][0];
    let said = found.to_string();
    assert_eq!(found["level"], "warning", "{said}");
    assert!(said.contains("`purge` is not denied"), "{said}");
    assert!(
        said.contains("toolPermissions") && !said.contains("remove it"),
        "{said}"
    );
}

#[test]
fn an_empty_right_root_does_not_excuse_a_wrong_one() {
    let full = r#"{"a": {"type": "http", "url": "https://mcp.acme.dev"}}"#;
    for (path, right, wrong) in [
        (".mcp.json", "mcpServers", "servers"),
        (".vscode/mcp.json", "servers", "mcpServers"),
        (".cursor/mcp.json", "mcpServers", "servers"),
    ] {
        let text = format!(r#"{{"{wrong}": {full}, "{right}": {{}}}}"#);
        assert_eq!(levels(path, &text, "wrong-root-key"), ["error"], "{text}");
        let empty = format!(r#"{{"{wrong}": {{}}, "{right}": {{}}}}"#);
        assert!(!levels(path, &empty, "wrong-root-key").contains(&"error".to_owned()));
    }
    let text = format!(r#"{{"mcpServers": {full}, "servers": {{}}}}"#);
    let fixed = repaired(".vscode/mcp.json", &text, "--fix");
    assert_eq!(findings(".vscode/mcp.json", &fixed), [], "{fixed}");
}

#[test]
fn entries_that_are_no_servers_are_not_moved_to_where_servers_belong() {
    let text = r#"{"mcp": {"supabase": {"link": "https://mcp.acme.dev"}}}"#;
    for path in [".mcp.json", ".cursor/mcp.json"] {
        assert_eq!(levels(path, text, "wrong-root-key"), ["error"]);
        assert_eq!(repaired(path, text, "--fix"), text, "{path}");
    }
}

#[test]
fn a_package_beside_the_one_that_runs_is_only_installed() {
    let said = |server: &str| {
        let text = servers(server);
        let repo = Folder::new(&[(".mcp.json", &*text)]);
        repo.lint(&["--format", "concise", ".mcp.json"]).stdout
    };
    let beside = said(
        r#"{"command": "uvx", "args": ["--with", "mcp-server-sqlite==1.0.0", "acme-mcp==1.0.0"]}"#,
    );
    assert!(beside.contains("installs `mcp-server-sqlite`"), "{beside}");
    let alone = said(r#"{"command": "uvx", "args": ["mcp-server-sqlite==1.0.0"]}"#);
    assert!(alone.contains("runs `mcp-server-sqlite`"), "{alone}");
}
