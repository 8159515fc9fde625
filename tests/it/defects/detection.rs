//! Whose file it is: known, named, or refused; never guessed from nothing.

use super::{servers, value};
use crate::support::Folder;

#[test]
fn the_settings_of_vs_code_are_not_taken_for_opencode() {
    let text = r#"{"editor.tabSize": 2, "mcp": {"servers": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "srv@1.0.0"], "env": {"T": "${env:T}"}}}}}"#;
    for file in [
        ".vscode/settings.json",
        "home/.config/Code/User/settings.json",
    ] {
        let folder = Folder::new(&[(file, text)]);
        let ran = folder.run(&format!("{file} --to claude-code --format json"));
        assert_eq!(ran.code, 0, "{ran:?}");
        let written = servers(&value(&ran.stdout));
        assert_eq!(written["a"]["command"], "npx", "{written:#?}");
        // opencode would leave this text alone.
        assert!(!ran.stdout.contains("${env:T}"), "{}", ran.stdout);
        assert!(!ran.stderr.contains("opencode"), "{}", ran.stderr);
    }
    let workspace = format!(r#"{{"folders": [], "settings": {text}}}"#);
    let folder = Folder::new(&[("team.code-workspace", &workspace)]);
    let ran = folder.run("team.code-workspace --to claude-code");
    assert_eq!(servers(&value(&ran.stdout))["a"]["command"], "npx");
}

#[test]
fn a_server_without_a_map_around_it_is_refused() {
    for (from, text) in [
        (
            "claude-code",
            r#"{"command": "npx", "args": ["-y", "srv@1.0.0"]}"#,
        ),
        ("cursor", r#"{"url": "https://x.example.com/mcp"}"#),
        ("vscode", r#"{"type": "stdio", "command": "npx"}"#),
        ("opencode", r#"{"type": "local", "command": ["npx"]}"#),
        ("codex", "command = \"npx\"\nargs = [\"x\"]\n"),
        ("gemini", r#"{"httpUrl": "https://x.example.com/mcp"}"#),
    ] {
        for to in ["vscode", "claude-code", "codex"] {
            // What is pasted may be a server alone, which is said; a file may not.
            let folder = Folder::new(&[]).with("servers", text);
            let ran = folder.run(&format!("--from {from} --to {to} servers"));
            assert_eq!(
                (ran.code, ran.stdout.as_str()),
                (2, ""),
                "{from} to {to}: {ran:?}"
            );
            assert!(ran.stderr.contains("error["), "{}", ran.stderr);
        }
    }
}

#[test]
fn a_document_without_servers_is_still_fine() {
    for (from, text) in [
        ("claude-code", r#"{"mcpServers": {}}"#),
        ("gemini", r#"{"theme": "dark"}"#),
        ("codex", "model = \"o\"\n"),
    ] {
        let ran = Folder::new(&[]).feed(&format!("--from {from} --to cursor"), text);
        assert_eq!(ran.code, 0, "{from}: {ran:?}");
    }
}

#[test]
fn a_file_of_another_host_is_not_written_in_a_guessed_spelling() {
    // Both expand `${env:X}` and nothing else.
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "srv@1.0.0"], "env": {"TOKEN": "${TOKEN}"}}}}"#;
    for file in [
        ".roo/mcp.json",
        "home/.codeium/windsurf/mcp_config.json",
        ".windsurf/mcp_config.json",
    ] {
        for old in [None, Some(r#"{"mcpServers": {"b": {"command": "mine"}}}"#)] {
            let folder = Folder::new(&[(".mcp.json", source)]);
            if let Some(old) = old {
                folder.write(file, old);
            }
            let ran = folder.run(&format!(".mcp.json -o {file}"));
            let now = std::fs::read_to_string(folder.path().join(file)).unwrap_or_default();
            assert!(!now.contains("\"${TOKEN}\""), "{file}: {now}");
            assert!(
                ran.code == 2 || now.contains("${env:TOKEN}"),
                "{file}: {ran:?}"
            );
        }
    }
}

#[test]
fn a_file_that_says_whose_it_is_is_believed() {
    let crush = r#"{"$schema": "https://charm.land/crush.json", "mcp": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "srv@1.0.0"]}}}"#;
    for file in [".crush.json", "crush.json", "elsewhere.json"] {
        let folder = Folder::new(&[(file, crush)]);
        let ran = folder.run(&format!("{file} --to codex"));
        let named = ran.stderr.to_lowercase();
        assert!(!named.contains("opencode"), "{file}: {ran:?}");
        assert!(
            ran.code == 0 && ran.stdout.contains("srv@1.0.0")
                || ran.code == 2 && named.contains("crush"),
            "{file}: {ran:?}"
        );
    }
}

#[test]
fn a_language_that_is_not_read_is_not_called_a_broken_file_of_somebody() {
    let goose = "extensions:\n  docs:\n    enabled: true\n    type: stdio\n    name: docs\n    cmd: npx\n    args: [\"-y\", \"srv@1.0.0\"]\n    timeout: 300\n";
    for file in [
        "home/.config/goose/config.yaml",
        "config.yaml",
        "goose/config.yaml",
    ] {
        let folder = Folder::new(&[(file, goose)]);
        let ran = folder.run(&format!("{file} --to claude-code"));
        let said = ran.stderr.to_lowercase();
        assert!(
            !said.contains("codex") && !said.contains("toml"),
            "{file}: {ran:?}"
        );
        assert!(
            ran.code == 0 && ran.stdout.contains("srv@1.0.0") || ran.code == 2,
            "{file}: {ran:?}"
        );
    }
    let folder = Folder::new(&[("goose/config.yaml", goose)]);
    let ran = folder.run("goose/config.yaml --to claude-code");
    assert!(
        ran.code == 0 || ran.stderr.to_lowercase().contains("goose") || ran.stderr.contains("YAML"),
        "{ran:?}"
    );
}

#[test]
fn one_language_is_not_written_into_a_file_of_another() {
    let source = r#"{"mcpServers": {"a": {"command": "npx"}}}"#;
    let codex = "model = \"o\"\n";
    for (to, file, old) in [
        ("cursor", ".codex/config.toml", Some(codex)),
        ("cursor", ".codex/config.toml", None),
        ("codex", ".cursor/mcp.json", None),
        ("codex", ".cursor/mcp.json", Some("{}")),
    ] {
        let folder = Folder::new(&[(".mcp.json", source)]);
        if let Some(old) = old {
            folder.write(file, old);
        }
        let ran = folder.run(&format!(".mcp.json --to {to} -o {file}"));
        assert_eq!(ran.code, 2, "{to} into {file}: {ran:?}");
        assert_eq!(
            std::fs::read_to_string(folder.path().join(file))
                .ok()
                .as_deref(),
            old,
            "{to} into {file}"
        );
    }
}

#[test]
fn a_first_configuration_writes_into_no_file_by_itself() {
    let files = [
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "srv@1.0.0"]}}}"#,
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "srv@1.0.0"]}}}"#,
        ),
        (
            "apps/web/.cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "srv@2.0.0", "--port", "1"]}}}"#,
        ),
        (
            "apps/web/.vscode/mcp.json",
            r#"{"servers": {"a": {"type": "stdio", "command": "web"}}}"#,
        ),
    ];
    let folder = Folder::new(&files);
    assert_eq!(folder.run("init").code, 0);
    let settings = value(&folder.read("mcpconv.toml"));
    assert!(settings.get("sync").is_none(), "{settings:#}");
    folder.run("sync");
    for (file, text) in files {
        assert_eq!(folder.read(file), text, "{file}");
    }
    // What is proposed does not reach into other apps.
    assert!(
        !folder.read("mcpconv.toml").contains("apps/web"),
        "{}",
        folder.read("mcpconv.toml")
    );
}

#[test]
fn a_file_that_many_hosts_read_differently_names_a_few_of_them() {
    // Some count in seconds.
    let text = r#"{"mcpServers": {"a": {"command": "x", "timeout": 60}}}"#;
    let ran = Folder::new(&[("servers.json", text)]).run("servers.json --to codex");
    let words = ran.stderr.split_whitespace().filter(|word| *word != "│");
    let said = words.collect::<Vec<_>>().join(" ");
    assert!(said.contains("others read this file differently"), "{said}");
}

#[test]
fn a_file_that_is_given_by_a_flag_is_of_no_particular_host() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let folder = Folder::new(&[
        (".q/mcp-config.json", text),
        ("home/.copilot/mcp-config.json", text),
    ]);
    let ran = folder.run("lint --show-files .q/mcp-config.json home/.copilot/mcp-config.json");
    let hosts: Vec<&str> = ran
        .stdout
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(hosts, ["mcp-json", "copilot-cli"], "{ran:?}");
}

#[test]
fn a_project_of_fastmcp_is_known_without_its_source_and_from_servers_of_a_client() {
    let schema = "https://gofastmcp.com/public/schemas/fastmcp.json/v1.json";
    let folder = Folder::new(&[
        (
            "fastmcp.json",
            &format!(r#"{{"$schema": "{schema}", "environment": {{}}}}"#),
        ),
        (
            "client/fastmcp.json",
            &format!(r#"{{"$schema": "{schema}", "mcpServers": {{"a": {{"command": "x"}}}}}}"#),
        ),
    ]);
    let ran = folder.run("lint fastmcp.json");
    assert!(ran.stdout.contains("missing `source.path`"), "{ran:?}");
    let ran = folder.run("client/fastmcp.json --to cursor");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.stdout.contains("\"command\": \"x\""), "{ran:?}");
}

#[test]
fn a_file_of_several_hosts_asks_for_the_one_it_was_written_for() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "timeout": 5}}}"#;
    let ran = Folder::new(&[("a.json", text)]).run("a.json --to cursor");
    assert!(ran.stderr.contains("[ambiguous-host]"), "{ran:?}");
    assert!(
        ran.stderr.contains("name the host that it was written for"),
        "{ran:?}"
    );
    assert_eq!(ran.stderr.matches("--from").count(), 1, "{ran:?}");
}
