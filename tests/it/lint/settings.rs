//! The configuration, ignores and the baseline.

use super::{CLEAN, UNTYPED};
use crate::support::{Folder, Ran};

#[test]
fn levels_and_presets_are_obeyed() {
    let floating =
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "docs-mcp@latest"]}}}"#;
    for (config, code, word) in [
        ("preset = \"strict\"\n", 0, "warning"),
        ("preset = \"locked\"\n", 1, "error"),
        (
            "preset = \"locked\"\n[rules]\nunpinned-package = \"off\"\n",
            0,
            "no findings",
        ),
        ("[rules]\nunpinned-package = \"error\"\n", 1, "error"),
    ] {
        let repo = Folder::new(&[(".mcp.json", floating), ("mcpconv.toml", config)]);
        let ran = repo.lint(&[]);
        assert!(
            ran.code == code && ran.stdout.contains(word),
            "{config}: {} {}",
            ran.code,
            ran.stdout
        );
    }
}

#[test]
fn a_configuration_is_found_above_and_its_paths_start_there() {
    let config = "[files]\nexclude = [\"a/old/**\"]\n";
    let repo = Folder::new(&[
        ("mcpconv.toml", config),
        ("a/old/.mcp.json", UNTYPED),
        ("a/new/.mcp.json", CLEAN),
    ]);
    let mut inside = repo.command("lint");
    let ran = Ran::from(
        inside
            .current_dir(repo.path().join("a"))
            .output()
            .expect("it runs"),
    );
    assert!(
        ran.code == 0 && ran.stdout.starts_with("no findings in 1 file\n"),
        "{ran:?}"
    );
    assert!(ran.stdout.contains("excludes `a/old/**`"), "{ran:?}");
    // A file that is named is read, unless a hook says otherwise.
    assert_eq!(repo.lint(&["a/old/.mcp.json"]).code, 1);
    assert_eq!(repo.lint(&["--force-exclude", "a/old/.mcp.json"]).code, 0);
    assert_eq!(repo.lint(&["--no-config", "a"]).code, 1);
}

#[test]
fn a_bad_configuration_is_told_with_its_place() {
    let repo = Folder::new(&[
        (
            "mcpconv.toml",
            "preset = \"strickt\"\n[rules]\nmissing-tpye = \"off\"\n",
        ),
        (".mcp.json", CLEAN),
    ]);
    let ran = repo.lint(&[]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("mcpconv.toml:1:10") && ran.stderr.contains("mcpconv.toml:3:1"),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains("missing-type"), "{}", ran.stderr);
}

#[test]
fn ignores_need_a_match_and_auditors_see_through_them() {
    let config = "[[ignore]]\nrule = \"missing-type\"\nfile = \".mcp.json\"\nserver = \"docs\"\nreason = \"known\"\n\n[[ignore]]\nrule = \"machine-path\"\nreason = \"none\"\n";
    let repo = Folder::new(&[(".mcp.json", UNTYPED), ("mcpconv.toml", config)]);
    let ran = repo.lint(&[]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("unused-ignore")
            && ran.stdout.contains("mcpconv.toml:7:1")
            && ran.stdout.contains("1 ignored"),
        "{}",
        ran.stdout
    );
    assert_eq!(repo.lint(&["--no-ignores"]).code, 1);
}

#[test]
fn comments_ignore_where_the_host_takes_them() {
    let text = "{\n  \"servers\": {\n    // mcpconv-ignore: machine-path only for the demo\n    \"a\": { \"command\": \"/home/alice/bin/x\" },\n    \"b\": { \"command\": \"/home/alice/bin/y\" } // mcpconv-ignore: machine-path same here\n  }\n}\n";
    let repo = Folder::new(&[(".vscode/mcp.json", text)]);
    let ran = repo.lint(&[]);
    assert!(
        ran.stdout.contains("no findings") && ran.stdout.contains("2 ignored"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_baseline_lets_only_new_findings_count() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    let ran = repo.lint(&["--write-baseline", "known.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(!repo.read("known.json").contains("acme.dev"));
    let ran = repo.lint(&["--baseline", "known.json"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("1 ignored"),
        "{}",
        ran.stdout
    );
    std::fs::write(
        repo.path().join(".mcp.json"),
        UNTYPED.replace(
            "\"docs\": {",
            "\"more\": {\"url\": \"https://h.acme.dev/mcp\"}, \"docs\": {",
        ),
    )
    .expect("a file");
    let ran = repo.lint(&["--baseline", "known.json"]);
    assert!(
        ran.code == 1 && ran.stdout.contains("`more`") && !ran.stdout.contains("`docs`"),
        "{}",
        ran.stdout
    );
    assert_eq!(repo.lint(&["--baseline", "none.json"]).code, 2);
}

#[test]
fn a_policy_allows_only_what_it_names() {
    let config = "[policy]\ncommands = [\"npx\"]\npackages = [\"@acme/*\"]\nurls = [\"https://*.acme.dev/**\"]\n";
    let servers = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "@acme/x@1.0.0"]}, "b": {"command": "npx", "args": ["-y", "other@1.0.0"]}, "c": {"command": "node"}, "d": {"type": "http", "url": "https://h.other.dev/mcp"}}}"#;
    let repo = Folder::new(&[(".mcp.json", servers), ("mcpconv.toml", config)]);
    let ran = repo.lint(&["--format", "concise", "-q"]);
    assert_eq!(
        ran.stdout.matches("policy-violation").count(),
        3,
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 1);
}

#[test]
fn a_first_configuration_is_written_and_can_be_read() {
    let repo = Folder::new(&[
        (".mcp.json", CLEAN),
        (".cursor/mcp.json", r#"{"mcpServers": {}}"#),
    ]);
    assert_eq!(repo.run(&["init"]).code, 0);
    let text = repo.read("mcpconv.toml");
    assert!(
        text.contains("source = \".mcp.json\"") && text.contains("file = \".cursor/mcp.json\""),
        "{text}"
    );
    assert_eq!(repo.lint(&[]).code, 0);
    assert_eq!(repo.run(&["init"]).code, 2);
    // Nothing is written into other files before somebody has asked for it.
    assert_eq!(repo.run(&["sync"]).code, 2);
    let (head, sync) = text.split_once("# [sync]").expect("a proposal");
    let sync = sync.replace("\n# ", "\n").replace("\n#\n", "\n");
    repo.write("mcpconv.toml", format!("{head}[sync]{sync}"));
    repo.write(
        "mcpconv.toml",
        repo.read("mcpconv.toml")
            .replace("mode = \"mirror\"", "mode = \"merge\""),
    );
    let ran = repo.run(&["sync", "--check"]);
    assert!(
        ran.code == 1 && ran.stdout.contains("docs.acme.dev"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(repo.run(&["sync"]).code, 0);
    assert_eq!(repo.run(&["sync", "--check"]).code, 0);
    let ran = repo.run(&["diff", ".mcp.json", ".cursor/mcp.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn findings_are_ignored_in_comments_or_in_the_configuration() {
    let vscode = "{\n  \"servers\": {\n    \"a\": { \"command\": \"npx\", \"args\": [\"a-mcp\"], \"nope\": 1 }\n  }\n}\n";
    let strict =
        "{\n  \"mcpServers\": {\n    \"a\": { \"command\": \"npx\", \"nope\": 1 }\n  }\n}\n";
    let codex = "[mcp_servers.a]\ncommand = \"npx\"\nnope = 1\n";
    let repo = Folder::new(&[
        (".vscode/mcp.json", vscode),
        (".mcp.json", strict),
        (".codex/config.toml", codex),
    ]);
    let before = repo.lint(&["--format", "concise"]);
    assert!(
        before.stdout.contains("nope") || before.stdout.contains("unknown-field"),
        "{before:?}"
    );
    let ran = repo.lint(&["--add-ignore", "tried by hand"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stderr.contains("ignored"), "{}", ran.stderr);
    assert!(
        repo.read(".vscode/mcp.json")
            .contains("    // mcpconv-ignore: "),
        "{}",
        repo.read(".vscode/mcp.json")
    );
    assert!(
        repo.read(".codex/config.toml")
            .contains("# mcpconv-ignore: ")
    );
    assert_eq!(repo.read(".mcp.json"), strict);
    let configuration = repo.read("mcpconv.toml");
    assert!(
        configuration.contains("file = \".mcp.json\"") && configuration.contains("tried by hand"),
        "{configuration}"
    );
    let after = repo.lint(&[]);
    assert!(
        after.code == 0 && !after.stdout.contains("warning"),
        "{after:?}"
    );
    let again = repo.lint(&["--add-ignore", "again"]);
    assert!(again.stderr.contains("no findings to ignore"), "{again:?}");
    assert_eq!(repo.read("mcpconv.toml"), configuration);
    assert_eq!(repo.lint(&["--add-ignore", " "]).code, 2);
}

#[test]
fn a_baseline_may_be_named_in_the_configuration() {
    let strict = r#"{"mcpServers": {"a": {"command": "npx", "nope": 1}}}"#;
    let repo = Folder::new(&[
        (".mcp.json", strict),
        ("mcpconv.toml", "baseline = \"known.json\"\n"),
    ]);
    let missing = repo.lint(&[]);
    assert!(
        missing.code == 2 && missing.stderr.contains("known.json"),
        "{missing:?}"
    );
    assert_eq!(repo.lint(&["--write-baseline", "known.json"]).code, 0);
    let known = repo.lint(&["--level", "info"]);
    assert!(
        known.code == 0 && known.stdout.contains("ignored"),
        "{known:?}"
    );
}

#[test]
fn files_that_are_skipped_are_listed_with_the_reason() {
    let strict = r#"{"mcpServers": {"a": {"command": "npx"}}}"#;
    let repo = Folder::new(&[
        (".mcp.json", strict),
        (".air/mcp.json", strict),
        ("old/.mcp.json", strict),
        ("mcpconv.toml", "[files]\nexclude = [\"old/**\"]\n"),
    ]);
    let ran = repo.lint(&["--show-files"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let skipped: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.contains("skipped"))
        .collect();
    assert_eq!(skipped.len(), 2, "{}", ran.stdout);
    assert!(
        skipped[0].ends_with(".air/mcp.json  (JetBrains Air is not supported)"),
        "{skipped:?}"
    );
    assert!(
        skipped[1].ends_with("old/.mcp.json  (excluded by the configuration)"),
        "{skipped:?}"
    );
}

#[test]
fn files_of_hosts_without_support_are_named_and_left_alone() {
    let text = r#"{"mcpServers": {"a": {"url": "https://a.example/mcp"}}}"#;
    let files = [
        ".qoder/mcp.json",
        ".ai/mcp/mcp.json",
        "config/mcporter.json",
    ];
    let repo = Folder::new(&files.map(|path| (path, text)));
    let ran = repo.lint(&["--fix", "--level", "info"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (0, ""),
        "nothing is found: {ran:?}"
    );
    let remarks = [
        "skipped `.ai/mcp/mcp.json`: JetBrains AI Assistant is not supported yet",
        "skipped `.qoder/mcp.json`: Qoder is not supported yet",
        "skipped `config/mcporter.json`: MCPorter is not supported yet",
        "no MCP config files found",
    ];
    assert_eq!(ran.stderr.lines().collect::<Vec<_>>(), remarks);
    assert!(repo.lint(&["--quiet"]).stderr.is_empty());
    for path in files {
        let ran = repo.run(&[path, "--to", "cursor"]);
        assert!(
            ran.code == 2 && ran.stderr.contains("is not supported yet"),
            "{path}: {ran:?}"
        );
    }
}

#[test]
fn a_file_that_shares_its_name_with_a_known_host_is_known_by_what_is_in_it() {
    let servers = r#""mcpServers": {"a": {"command": "npx", "args": ["-y", "a-mcp@1.0.0"]}}"#;
    let hub = format!(r#"{{{servers}, "users": [{{"username": "admin"}}], "groups": []}}"#);
    let plain = format!("{{{servers}}}");
    let repo = Folder::new(&[
        ("hub/mcp_settings.json", hub.as_str()),
        ("roo/mcp_settings.json", plain.as_str()),
    ]);
    let ran = repo.lint(&["--show-files"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{ran:?}");
    assert!(lines[0].starts_with("roo ") && lines[0].ends_with("roo/mcp_settings.json"));
    assert!(lines[1].ends_with("hub/mcp_settings.json  (MCPHub is not supported)"));
    let skipped = "skipped `hub/mcp_settings.json`: MCPHub is not supported yet";
    assert!(repo.lint(&[]).stderr.contains(skipped));
    for args in [
        &["lint", "hub/mcp_settings.json"][..],
        &["show", "hub/mcp_settings.json"],
        &["hub/mcp_settings.json", "--to", "codex"],
    ] {
        let ran = repo.run(args);
        let said = ran.stderr.contains("MCPHub is not supported yet")
            || ran.stdout.contains("MCPHub is not supported yet");
        assert!(ran.code == 2 && said, "{args:?}: {ran:?}");
    }
    let ran = repo.lint(&["--host", "roo", "hub/mcp_settings.json"]);
    assert_eq!(ran.code, 0, "who names the host means it: {ran:?}");
}

#[test]
fn who_asks_for_one_host_hears_nothing_of_hosts_without_support() {
    let text = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "a-mcp@1.0.0"]}}}"#;
    let repo = Folder::new(&[(".qoder/mcp.json", text), (".cursor/mcp.json", text)]);
    for command in ["lint", "show"] {
        let ran = repo.run(&[command, "--host", "cursor"]);
        assert!(ran.code == 0 && !ran.stderr.contains("Qoder"), "{ran:?}");
        assert!(repo.run(&[command]).stderr.contains("Qoder"), "{command}");
    }
}

#[test]
fn a_fastmcp_json_with_servers_is_linted_in_a_walk() {
    let servers = r#"{"mcpServers": {"a": {"command": "npx -y a-mcp"}}}"#;
    let project = r#"{"source": {"path": "server.py"}, "deployment": {}}"#;
    let repo = Folder::new(&[
        ("a/fastmcp.json", servers),
        ("b/fastmcp.json", project),
        ("c/fastmcp.json", r#"{"other": true}"#),
    ]);
    let ran = repo.lint(&["--show-files"]);
    let hosts: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(hosts, ["fastmcp", "fastmcp-json"], "{ran:?}");
    let ran = repo.run(&["a/fastmcp.json", "--to", "cursor"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("npx -y a-mcp"),
        "{ran:?}"
    );
}

#[test]
fn a_config_of_the_home_folder_is_said_not_to_be_read_elsewhere() {
    let text = r#"{"experimental": {"modelContextProtocolServers": [
        {"transport": {"type": "stdio", "command": "npx", "args": ["-y", "a-mcp@1.0.0"]}}]}}"#;
    let repo = Folder::new(&[(".continue/config.json", text)]);
    let ran = repo.lint(&[]);
    assert!(
        ran.stdout
            .contains("is not documented to read servers from"),
        "{ran:?}"
    );
    let ran = repo.run(&[".continue/config.json", "--to", "cursor"]);
    assert!(
        ran.code == 0 && ran.stdout.contains("a-mcp@1.0.0"),
        "{ran:?}"
    );
}
