//! `sync` and `diff`.

use crate::support::Folder;

const SOURCE: &str = r#"{"mcpServers": {"docs": {"type": "http", "url": "https://docs.acme.dev/mcp"}, "local-a": {"command": "a"}}}"#;

fn config(target: &str) -> String {
    format!("[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\n{target}\n")
}

#[test]
fn what_means_the_same_is_in_step_however_it_is_written() {
    let target = "{\n  // ours\n  \"mcpServers\": {\n    \"local-a\": { \"args\": [], \"command\": \"a\" },\n    \"docs\": { \"url\": \"https://docs.acme.dev/mcp\" }\n  }\n}\n";
    let repo = Folder::new(&[
        (".mcp.json", SOURCE),
        (".cursor/mcp.json", target),
        ("mcpconv.toml", &config("host = \"cursor\"")),
    ]);
    let ran = repo.run(&["sync", "--check"]);
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    repo.run(&["sync"]);
    assert_eq!(repo.read(".cursor/mcp.json"), target);
}

#[test]
fn filters_and_modes_decide_what_goes_where() {
    let target = r#"{"mcpServers": {"old": {"command": "o"}}}"#;
    for (more, old, local) in [
        ("", true, true),
        ("mode = \"mirror\"", false, true),
        ("skip = [\"local-*\"]", true, false),
        ("servers = [\"docs\"]", true, false),
    ] {
        let repo = Folder::new(&[
            (".mcp.json", SOURCE),
            (".cursor/mcp.json", target),
            (
                "mcpconv.toml",
                &config(&format!("host = \"cursor\"\n{more}")),
            ),
        ]);
        assert_eq!(repo.run(&["sync"]).code, 0, "{more}");
        let text = repo.read(".cursor/mcp.json");
        assert_eq!(
            (
                text.contains("old"),
                text.contains("local-a"),
                text.contains("docs")
            ),
            (old, local, true),
            "{more}: {text}"
        );
    }
}

#[test]
fn one_target_that_cannot_be_written_keeps_all_others_as_they_are() {
    let targets = config("host = \"cursor\"\n\n[[sync.target]]\nhost = \"codex\"");
    let repo = Folder::new(&[
        (".mcp.json", SOURCE),
        (".codex/config.toml", "[broken"),
        ("mcpconv.toml", &targets),
    ]);
    let ran = repo.run(&["sync"]);
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    assert!(!repo.path().join(".cursor/mcp.json").exists());
    assert_eq!(repo.read(".codex/config.toml"), "[broken");
}

#[test]
fn a_difference_is_shown_without_secrets_and_with_usable_paths() {
    let token = format!("gh{}_{}", 'p', "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let source = format!(
        r#"{{"mcpServers": {{"gh": {{"command": "x", "env": {{"GITHUB_TOKEN": "{token}"}}}}}}}}"#
    );
    let repo = Folder::new(&[
        (".mcp.json", &source),
        (".cursor/mcp.json", "{\n  \"mcpServers\": {}\n}\n"),
        ("mcpconv.toml", &config("host = \"cursor\"")),
    ]);
    let ran = repo.run(&["sync", "--check"]);
    assert!(
        ran.code == 1
            && ran
                .stdout
                .starts_with("--- a/.cursor/mcp.json\n+++ b/.cursor/mcp.json\n"),
        "{}",
        ran.stdout
    );
    assert!(
        !ran.stdout.contains(&token[4..]) && !ran.stderr.contains(&token[4..]),
        "{}",
        ran.stdout
    );
}

#[test]
fn without_a_plan_there_is_nothing_to_do() {
    let repo = Folder::new(&[(".mcp.json", SOURCE)]);
    let ran = repo.run(&["sync"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("[sync]"),
        "{}",
        ran.stderr
    );
}

#[test]
fn two_files_are_compared_by_meaning_and_their_values_are_shown() {
    let other = "[mcp_servers.docs]\nurl = \"https://other.acme.dev/mcp\"\n";
    let repo = Folder::new(&[(".mcp.json", SOURCE), (".codex/config.toml", other)]);
    let ran = repo.run(&["diff", ".mcp.json", ".codex/config.toml"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        ran.stdout,
        ".mcp.json (Claude Code) and .codex/config.toml (Codex) differ\n  docs\n    url: \"https://docs.acme.dev/mcp\" → \"https://other.acme.dev/mcp\"\n  local-a: only in .mcp.json\n",
        "{}",
        ran.stderr
    );
    assert_eq!(repo.run(&["diff", ".mcp.json", "none.json"]).code, 2);
}

#[test]
fn values_that_may_be_secret_are_not_compared_in_public() {
    let token = format!("gh{}_{}", 'p', "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8");
    let left = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "args": ["--token", "{token}"], "env": {{"MODE": "private", "KEY": "${{KEY}}", "ONLY": "here"}}}}}}}}"#
    );
    let right = r#"{"mcpServers": {"a": {"command": "x", "args": ["-v"], "env": {"MODE": "public", "KEY": "${OTHER}"}}}}"#;
    let repo = Folder::new(&[(".mcp.json", left.as_str()), ("b/.mcp.json", right)]);
    for format in ["human", "json"] {
        let ran = repo.run(&["diff", ".mcp.json", "b/.mcp.json", "--format", format]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
        let text = ran.stdout;
        for secret in [&token[4..], "private", "public"] {
            assert!(!text.contains(secret), "{format}: {text}");
        }
        assert!(
            text.contains("${KEY}") && text.contains("${OTHER}"),
            "{text}"
        );
        assert!(text.contains("(hidden)") && text.contains("-v"), "{text}");
    }
}

/// A source with a server that Codex gets with a loss, and its configuration.
fn lossy(more: &str) -> Folder {
    let source = r#"{"mcpServers": {"a": {"command": "a"}, "b": {"type": "sse", "url": "https://b.acme.dev/sse"}}}"#;
    Folder::new(&[
        (".mcp.json", source),
        (
            "mcpconv.toml",
            &config(&format!("host = \"codex\"\n{more}")),
        ),
    ])
}

#[test]
fn a_known_loss_is_accepted_and_an_idle_one_is_reported() {
    let plain = lossy("");
    let ran = plain.run(&["sync"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let rule = ran
        .stderr
        .split(['[', ']'])
        .nth(1)
        .unwrap_or_default()
        .to_owned();
    assert!(rule.starts_with("conversion-"), "{}", ran.stderr);
    let known = lossy(&format!("accept = [\"{rule}\"]"));
    let ran = known.run(&["sync"]);
    assert!(
        ran.code == 0 && !ran.stderr.contains(&rule),
        "{}",
        ran.stderr
    );
    let idle = lossy(&format!(
        "accept = [\"{rule}\", \"conversion-name-changed\"]"
    ));
    let ran = idle.run(&["sync", "--check"]);
    assert!(
        ran.stderr.contains("unused-ignore") && ran.stderr.contains("`conversion-name-changed`"),
        "{}",
        ran.stderr
    );
    let wrong = lossy("accept = [\"nope\"]").run(&["sync"]);
    assert!(
        wrong.code == 2 && wrong.stderr.contains("unknown rule `nope`"),
        "{wrong:?}"
    );
}

#[test]
fn a_check_ends_with_one_line_and_repeats_no_known_loss() {
    let repo = lossy("");
    let ran = repo.run(&["sync", "--check"]);
    assert_eq!(ran.code, 1);
    assert!(ran.stderr.contains("warning["), "{}", ran.stderr);
    assert!(
        ran.stderr
            .ends_with("1 of 1 file out of sync; run `mcpconv sync`\n"),
        "{}",
        ran.stderr
    );
    repo.run(&["sync"]);
    let ran = repo.run(&["sync", "--check"]);
    assert_eq!(ran.code, 0);
    assert_eq!(
        ran.stderr,
        "1 file in sync; 1 known message not shown, `mcpconv sync` lists them\n"
    );
    assert_eq!(repo.run(&["sync", "--check", "--quiet"]).stderr, "");
}

#[test]
fn the_system_can_be_named_for_all_targets() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"]}}}"#;
    let repo = Folder::new(&[
        (".mcp.json", source),
        ("mcpconv.toml", &config("host = \"cursor\"")),
    ]);
    assert_eq!(repo.run(&["sync", "--platform", "windows"]).code, 0);
    let written = repo.read(".cursor/mcp.json");
    let plain = repo.run(&[".mcp.json", "--to", "cursor", "--platform", "windows"]);
    assert!(
        written.contains("npx") && plain.stdout.contains("npx"),
        "{written}"
    );
    assert_eq!(written.contains("cmd"), plain.stdout.contains("cmd"));
}
