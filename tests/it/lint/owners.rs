//! What the owner of a file is told, and what would be changed for them.

use crate::support::Folder;

/// The findings in one file, one a line: level, rule, message, label and help.
fn findings(file: &str, text: &str) -> String {
    let ran = Folder::new(&[(file, text)]).lint(&["--level", "info", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&ran.stdout).expect("a report");
    let list = report["findings"].as_array().expect("a list").iter();
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let line = |found: &serde_json::Value| {
        ["level", "rule", "message", "label", "help"].map(|key| word(&found[key]))
    };
    list.map(|found| line(found).join(" | ") + "\n").collect()
}

/// The file after all fixes.
fn fixed(file: &str, text: &str) -> String {
    let repo = Folder::new(&[(file, text)]);
    repo.lint(&["--fix-unsafe"]);
    repo.read(file)
}

#[test]
fn a_placeholder_is_the_value_or_a_part_of_it() {
    let text = r#"{"mcpServers": {"chat": {"command": "docker", "args": ["run", "-i", "-e", "A_TOKEN=REDACTED", "-e", "B_TOKEN=REDACTED", "acme/chat:1.2.3"]}, "docs": {"command": "docs-mcp", "env": {"API_KEY": "<YOUR_KEY>"}}}}"#;
    let found = findings(".mcp.json", text);
    assert!(
        found.contains("`chat`: `args` still has the placeholder `REDACTED`, and 1 more |"),
        "{found}"
    );
    assert!(
        found.contains("`docs`: `API_KEY` is still the placeholder `<YOUR_KEY>` |"),
        "{found}"
    );
}

#[test]
fn a_header_called_like_a_variable_refers_to_it() {
    let text = r#"{"mcpServers": {"docs": {"url": "https://docs.acme.dev/mcp", "headers": {"ACME_API_KEY": "YOUR_API_KEY", "Authorization": "Bearer <YOUR_TOKEN>"}}}}"#;
    // All of it, or nothing: there is no variable called `Authorization`.
    assert_eq!(fixed(".gemini/settings.json", text), text);
    let text = text.replace(r#", "Authorization": "Bearer <YOUR_TOKEN>""#, "");
    assert_eq!(
        fixed(".gemini/settings.json", &text),
        text.replace("YOUR_API_KEY", "${ACME_API_KEY}")
    );
}

#[test]
fn a_name_that_only_shells_refuse_is_looked_up() {
    let of = |name: &str| {
        let text = format!(
            r#"{{"$schema": "https://opencode.ai/config.json", "mcp": {{"a": {{"type": "local", "command": ["a-mcp"], "environment": {{"TOKEN": "{{env:{name}}}"}}}}}}}}"#
        );
        findings("opencode.json", &text)
    };
    let found = of("ACME-Read.Only");
    assert!(
        found.starts_with("warning | malformed-variable | `a` refers to `ACME-Read.Only`, a name that shells cannot set |"),
        "{found}"
    );
    assert!(
        of("MY VAR").starts_with("error | malformed-variable |"),
        "{}",
        of("MY VAR")
    );
    assert_eq!(of("ACME_READ_ONLY"), "");
}

#[test]
fn a_path_in_a_field_that_is_ignored_only_gives_its_user_away() {
    let of = |cwd: &str| {
        let text = format!(r#"{{"mcpServers": {{"a": {{"command": "a-mcp", "cwd": "{cwd}"}}}}}}"#);
        findings(".mcp.json", &text)
    };
    let found = of("/home/alice/app");
    assert!(
        found.contains("| remove `cwd`: Claude Code ignores it\n"),
        "{found}"
    );
    assert!(found.contains("; write paths from there\n"), "{found}");
    let found = of("D:/app");
    assert!(
        found.contains("unknown-field") && !found.contains("machine-path"),
        "{found}"
    );
}

#[test]
fn the_source_of_a_mount_starts_at_the_root() {
    let text = r#"{"servers": {"a": {"command": "docker", "args": ["run", "-i", "--mount", "type=bind,src=/home/alice/app,dst=/app", "acme/a:1.2.3"]}}}"#;
    let found = findings(".vscode/mcp.json", text);
    assert!(
        found.contains("| write the path starting with `${workspaceFolder}`\n"),
        "{found}"
    );
}

#[test]
fn a_setting_below_the_table_of_a_server_is_told_to_move() {
    let text = "[mcp_servers.a]\ncommand = \"a-mcp\"\nlogs = true\n\n# How it thinks.\nmodel_effort = \"high\"\n";
    let found = findings(".codex/config.toml", text);
    let lines: Vec<&str> = found.lines().collect();
    assert!(
        lines.len() == 2
            && lines[0].ends_with("| Codex ignores it | remove it")
            && lines[1].ends_with("if it is a setting of Codex itself, move it above all tables"),
        "{found}"
    );
}

#[test]
fn a_server_with_comments_is_not_moved_without_them() {
    let inside =
        "{\n  \"servers\": {},\n  \"a\": {\n    // why\n    \"command\": \"a-mcp\"\n  }\n}\n";
    assert_eq!(fixed(".vscode/mcp.json", inside), inside);
    // A URL is no comment, nor is one elsewhere in the way.
    let outside = "{\n  // ours\n  \"servers\": {},\n  \"a\": {\n    \"url\": \"https://a.acme.dev/mcp\"\n  }\n}\n";
    assert_eq!(
        fixed(".vscode/mcp.json", outside),
        "{\n  // ours\n  \"servers\": {\n    \"a\": {\n      \"url\": \"https://a.acme.dev/mcp\"\n    }\n  }\n}\n"
    );
}

#[test]
fn a_credential_after_a_list_in_a_query_is_found() {
    let text = r#"{"mcpServers": {"a": {"url": "https://a.acme.dev/mcp?tools=one,two&acmeApiKey=0f3a97c2-1b64-4d8e-9a51-7c20de83b6f1"}}}"#;
    let found = findings(".cursor/mcp.json", text);
    assert!(
        found.starts_with("error | credentials-in-url | `a` has a plain-text credential in the URL in `url`, as `acmeApiKey` |"),
        "{found}"
    );
}

#[test]
fn encryption_is_not_switched_on_for_a_port_that_has_none() {
    let text = |port: &str| {
        format!(r#"{{"mcpServers": {{"a": {{"url": "http://a.acme.dev{port}/mcp"}}}}}}"#)
    };
    assert_eq!(
        fixed(".cursor/mcp.json", &text("")),
        text("").replace("http:", "https:")
    );
    assert_eq!(fixed(".cursor/mcp.json", &text(":5678")), text(":5678"));
    let found = findings(".cursor/mcp.json", &text(":5678"));
    assert!(
        found.contains("| use `https`, with the port that is for it\n"),
        "{found}"
    );
}

#[test]
fn a_file_that_is_clearly_for_another_program_keeps_its_key() {
    let text = |beside: &str| {
        format!(r#"{{{beside}"servers": {{"a": {{"type": "stdio", "command": "a-mcp"}}}}}}"#)
    };
    assert_eq!(
        fixed(".mcp.json", &text("")),
        text("").replace("servers", "mcpServers")
    );
    let inputs =
        text(r#""inputs": [{"id": "org", "type": "promptString", "description": "Name"}], "#);
    assert_eq!(fixed(".mcp.json", &inputs), inputs);
    // Visual Studio reads this very file, and nobody else has such inputs there.
    let found = findings(".mcp.json", &inputs);
    assert!(!found.contains("wrong-root-key"), "{found}");
}

#[test]
fn a_path_with_backslashes_is_told_to_use_slashes() {
    let text = r#"{"servers": {"a": {"command": "dotnet", "args": ["run", "--project", ".\\src\\A.csproj"]}}}"#;
    let found = findings(".vscode/mcp.json", text);
    assert!(
        found.contains("which is a path only on Windows |")
            && found.contains("| write it with `/`, which Windows accepts too\n"),
        "{found}"
    );
}

#[test]
fn only_transports_that_fit_the_entry_are_suggested() {
    let of = |rest: &str| {
        let text = format!(r#"{{"mcpServers": {{"a": {{"type": "url", {rest}}}}}}}"#);
        findings(".mcp.json", &text)
    };
    let found = of(r#""url": "https://a.acme.dev/mcp""#);
    assert!(
        found.contains("| write `http` or `streamable-http` or `sse` or `ws`\n"),
        "{found}"
    );
    let found = of(r#""command": "a-mcp""#);
    assert!(found.contains("| write `stdio`\n"), "{found}");
}

#[test]
fn a_time_that_was_written_in_the_other_unit_is_not_converted() {
    let text = |time: &str| {
        format!(
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"a-mcp\"\n{time}\n"
        )
    };
    assert_eq!(
        fixed(".vibe/config.toml", &text("timeout = 10")),
        text("timeout = 10")
    );
    assert_eq!(
        fixed(".vibe/config.toml", &text("timeout = 10000")),
        text("tool_timeout_sec = 10")
    );
}

#[test]
fn a_server_card_is_not_a_server_of_the_registry() {
    let schemas = "https://static.modelcontextprotocol.io/schemas";
    let text = |schema: &str| {
        format!(
            r#"{{"$schema": "{schemas}/{schema}", "serverInfo": {{"name": "Docs"}}, "transport": {{"type": "streamable-http", "endpoint": "https://docs.acme.dev/mcp"}}}}"#
        )
    };
    let listed = |text: &str| {
        let other = (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "a-mcp"}}}"#,
        );
        let folder = Folder::new(&[(".well-known/mcp/server.json", text), other]);
        folder.lint(&["--show-files"]).stdout
    };
    let card = listed(&text("mcp-server-card/v1.json"));
    assert!(!card.contains("server.json"), "{card}");
    let server = listed(&text("2025-12-11/server.schema.json"));
    assert!(server.contains("server-json"), "{server}");
}

#[test]
fn a_file_that_is_not_read_is_left_alone() {
    let text = r#"{"mcpServers": {"docs": {"command": "docs-mcp", "env": {"DOCS_TOKEN": "${DOCS_TOKEN}"}}}}"#;
    // Windsurf does not document that it reads this one, and other programs do.
    let windsurf = ".windsurf/mcp_config.json";
    let folder = Folder::new(&[(windsurf, text)]);
    folder.lint(&["--fix"]);
    assert_eq!(folder.read(windsurf), text);
    assert_eq!(fixed(windsurf, text), text.replace("${DOCS", "${env:DOCS"));
    // opencode reads another one, in which references look different.
    let plain = text.replace("${DOCS_TOKEN}", &format!("ghp_{}", "q7Rt2Vx9Lm".repeat(4)));
    assert!(findings(".opencode/mcp.json", &plain).contains("hardcoded-secret"));
    assert_eq!(fixed(".opencode/mcp.json", &plain), plain);
}

#[test]
fn the_own_file_of_a_plugin_keeps_paths_that_work_in_its_repository() {
    let manifest = (
        ".claude-plugin/plugin.json",
        r#"{"name": "docs", "version": "1.0.0"}"#,
    );
    let text = r#"{"mcpServers": {"docs": {"command": "node", "args": ["./start.mjs"]}}}"#;
    let folder = Folder::new(&[manifest, (".mcp.json", text)]);
    folder.lint(&["--fix"]);
    assert_eq!(folder.read(".mcp.json"), text);
    folder.lint(&["--fix-unsafe"]);
    assert_eq!(
        folder.read(".mcp.json"),
        text.replace("./start", "${CLAUDE_PLUGIN_ROOT}/start")
    );
}

#[test]
fn servers_that_one_list_allows_are_one_finding() {
    let agent = |allowed: &str| {
        let text = format!(r#"{{"name": "helper", "tools": ["*"], "allowedTools": [{allowed}]}}"#);
        findings(".kiro/agents/helper.json", &text)
    };
    let found = agent(r#""read", "@docs", "@web", "@db", "@docs/*", "@web/*", "@db/*""#);
    assert!(
        found.contains("`docs` and 2 more servers run all their tools without a prompt |"),
        "{found}"
    );
    assert_eq!(found.matches("auto-approve-all").count(), 1, "{found}");
    let found = agent(r#""@docs", "@web""#);
    assert!(
        found.contains("`docs` and 1 more server run all"),
        "{found}"
    );
    assert!(agent(r#""@docs""#).contains("`docs` runs all its tools"));
}

#[test]
fn settings_in_the_folder_of_cline_are_not_those_of_roo() {
    let text = r#"{"mcpServers": {"docs": {"command": "docs-mcp", "autoApprove": ["search"]}}}"#;
    let found = findings(".cline/mcp_settings.json", text);
    assert!(
        found.contains("ignored-config-location | Cline does not read servers from"),
        "{found}"
    );
    assert!(!found.contains("Roo"), "{found}");
}
