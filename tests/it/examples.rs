//! What `examples/README.md` and the documentation say about the examples is true.

use crate::support::{Folder, example, json, path, text};

/// The files of the monorepo, each of another host.
const FILES: &[(&str, &str)] = &[
    (".codex/config.toml", "codex"),
    (".cursor/mcp.json", "cursor"),
    (".gemini/settings.json", "gemini"),
    (".kiro/settings/mcp.json", "kiro"),
    (".mcp.json", "claude-code"),
    (".vscode/mcp.json", "vscode"),
    (".zed/settings.json", "zed"),
    ("opencode.json", "opencode"),
];

#[test]
fn the_monorepo_has_files_of_eight_hosts_and_no_findings() {
    let folder = example("monorepo");
    let listed = folder.lint(&["--show-files"]).silent();
    for (file, host) in FILES {
        let found = listed
            .lines()
            .any(|line| line.starts_with(host) && line.ends_with(&format!(" {file}")));
        assert!(found, "{file} is not {host}'s in\n{listed}");
    }
    let ran = folder.lint(&["--fail-on", "warning", "--level", "warning"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(
        ran.stdout.starts_with("no findings in 9 files"),
        "{}",
        ran.stdout
    );
}

#[test]
fn the_monorepo_is_in_sync_and_a_change_is_noticed() {
    let folder = example("monorepo");
    let ran = folder.run("sync --check");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, "7 files in sync\n"));
    let source = folder.read(".mcp.json");
    folder.write(
        ".mcp.json",
        source.replace("docs-mcp@2.1.0", "docs-mcp@2.2.0"),
    );
    let ran = folder.run("sync --check");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(
        ran.stderr
            .contains("7 of 7 files out of sync; run `mcpconv sync`"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stdout
            .contains("--- a/.cursor/mcp.json\n+++ b/.cursor/mcp.json"),
        "{}",
        ran.stdout
    );
    folder.done("sync");
    assert_eq!(folder.run("sync --check").code, 0);
    // What is not about servers stays.
    assert!(
        folder
            .read(".codex/config.toml")
            .starts_with("model = \"gpt-5-codex\"\n")
    );
    assert!(folder.read(".vscode/mcp.json").contains("// Updated by"));
}

#[test]
fn the_monorepo_can_be_shown_for_every_host() {
    let folder = example("monorepo")
        .set("GITHUB_TOKEN", "t")
        .set("DATABASE_URL", "d");
    for (file, host) in FILES {
        let shown = json(
            &folder
                .run(["show", "--format", "json", file].as_slice())
                .silent(),
        );
        let servers = shown["servers"].as_array().expect("a list");
        let wanted = if *host == "zed" { 1 } else { 3 };
        assert_eq!(servers.len(), wanted, "{file}: {shown}");
        for server in servers {
            let effect = server["effect"].as_str().expect("an effect");
            assert!(matches!(effect, "starts" | "connects"), "{file}: {server}");
        }
    }
}

#[test]
fn the_commands_of_the_page_work() {
    let page = text("examples/README.md");
    let commands: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("mcpconv "))
        .map(|line| line.split('#').next().expect("text").trim())
        .collect();
    assert!(commands.len() > 3, "{commands:?}");
    let folder = example("monorepo");
    for command in commands {
        let ran = folder.run(command);
        assert_eq!(ran.code, 0, "{command}: {ran:?}");
    }
}

#[test]
fn the_mistakes_are_found_and_fixed() {
    let folder = example("mistakes");
    let ran = folder.lint(&["--format", "concise"]);
    assert_eq!(ran.code, 1);
    for rule in [
        "missing-type",
        "docker-stdio-flags",
        "unsupported-variable-syntax",
    ] {
        assert!(
            ran.stdout.contains(&format!("error[{rule}]")),
            "{}",
            ran.stdout
        );
    }
    assert_eq!(folder.lint(&["--fix", "--quiet"]).code, 0);
    let fixed = folder.read(".mcp.json");
    assert!(
        fixed.contains(r#""type": "http""#) && fixed.contains(r#""-i""#),
        "{fixed}"
    );
    assert!(fixed.contains(r#""${DATABASE_URL}""#), "{fixed}");
}

/// The examples are no configuration of this repository: the one at the top leaves them out.
#[test]
fn the_repository_itself_has_no_config_files() {
    let own = text("mcpconv.toml");
    let sample = text("examples/mistakes/.mcp.json");
    let folder = Folder::new(&[
        ("mcpconv.toml", &own),
        ("examples/mistakes/.mcp.json", &sample),
        ("tests/fixtures/x/.mcp.json", &sample),
    ]);
    let ran = folder.lint(&[]);
    // What leaves them out is told.
    let told = "no findings in 0 files\n`mcpconv.toml` excludes `examples`, `tests`\n";
    assert_eq!((ran.code, ran.stdout.as_str()), (0, told), "{ran:?}");
    assert!(
        ran.stderr.contains("no MCP config files found"),
        "{}",
        ran.stderr
    );
    // Who names a folder means it.
    assert_eq!(folder.lint(&["examples/mistakes"]).code, 1);
    assert_eq!(
        folder.lint(&["examples/mistakes", "--force-exclude"]).code,
        0
    );
    assert!(path("examples/mistakes/mcpconv.toml").exists());
}
