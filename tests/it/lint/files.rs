//! Which files are looked at.

use super::{CLEAN, UNTYPED};
use crate::support::Folder;

#[test]
fn a_repository_is_walked_as_git_sees_it_hidden_files_included() {
    let repo = Folder::new(&[
        (".mcp.json", CLEAN),
        ("a/.cursor/mcp.json", CLEAN),
        ("b/.codex/config.toml", ""),
        ("ignored/.mcp.json", CLEAN),
        (".gitignore", "ignored/\n"),
        ("node_modules/x/.mcp.json", CLEAN),
        ("package.json", "{}"),
        (".claude/settings.json", "{}"),
    ]);
    let ran = repo.lint(&["--show-files"]);
    assert_eq!(
        ran.stdout,
        "claude-code  project  .claude/settings.json\nclaude-code  project  .mcp.json\ncursor       project  a/.cursor/mcp.json\ncodex        project  b/.codex/config.toml\n"
    );
    assert_eq!(ran.code, 0);
    // What is named is read, whatever git thinks.
    assert_eq!(
        repo.lint(&["--show-files", "ignored/.mcp.json"]).stdout,
        "claude-code  project  ignored/.mcp.json\n"
    );
}

#[test]
fn the_order_of_findings_does_not_depend_on_threads() {
    let files: Vec<(String, &str)> = (0..100)
        .map(|at| (format!("p{at:03}/.mcp.json"), UNTYPED))
        .collect();
    let files: Vec<(&str, &str)> = files
        .iter()
        .map(|(path, text)| (path.as_str(), *text))
        .collect();
    let repo = Folder::new(&files);
    let first = repo.lint(&["--format", "concise", "--quiet"]);
    assert_eq!(first.stdout.lines().count(), 100, "{}", first.stdout);
    assert!(first.stdout.lines().is_sorted());
    for _ in 0..3 {
        assert_eq!(
            repo.lint(&["--format", "concise", "--quiet"]).stdout,
            first.stdout
        );
    }
}

#[test]
fn a_missing_path_and_nothing_to_lint_are_failures_where_paths_were_given() {
    let repo = Folder::new(&[("a/readme.txt", "x"), ("b/.mcp.json", CLEAN)]);
    assert_eq!(repo.lint(&["none.json"]).code, 2);
    assert_eq!(repo.lint(&["a"]).code, 2);
    // One that is missing does not keep the others from being looked at.
    let ran = repo.lint(&["none.json", "b"]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stdout.contains("no findings in 1 file"),
        "{}",
        ran.stdout
    );
    let empty = Folder::new(&[]);
    let ran = empty.lint(&[]);
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (0, "no MCP config files found\n")
    );
}

#[test]
fn a_file_with_another_name_needs_its_host() {
    let repo = Folder::new(&[("servers.json", UNTYPED), ("x.txt", "{\"a\": 1}")]);
    let ran = repo.lint(&["--host", "claude-code", "servers.json"]);
    assert!(
        ran.code == 1 && ran.stdout.contains("missing-type"),
        "{}",
        ran.stdout
    );
    let ran = repo.lint(&["x.txt"]);
    assert!(
        ran.code == 2 && ran.stdout.contains("--host"),
        "{} {}",
        ran.stdout,
        ran.stderr
    );
    assert_eq!(repo.lint(&["--host", "nobody", "servers.json"]).code, 2);
}

#[test]
fn standard_input_is_called_what_it_is_said_to_be() {
    let repo = Folder::new(&[]);
    let ran = repo.feed(
        &[
            "lint",
            "-",
            "--stdin-filename",
            ".mcp.json",
            "--format",
            "concise",
        ],
        UNTYPED,
    );
    assert!(
        ran.code == 1
            && ran
                .stdout
                .starts_with(".mcp.json:4:7: error[missing-type] "),
        "{}",
        ran.stdout
    );
    let ran = repo.feed(
        &["lint", "-", "--stdin-filename", ".cursor/mcp.json"],
        UNTYPED,
    );
    assert_eq!(ran.code, 0, "{}", ran.stdout);
}

#[test]
fn a_file_that_is_too_large_is_a_finding() {
    let repo = Folder::new(&[(".mcp.json", CLEAN)]);
    let ran = repo.lint(&["--max-size", "20"]);
    assert!(
        ran.code == 1 && ran.stdout.contains("oversized-file"),
        "{}",
        ran.stdout
    );
}

#[test]
fn files_of_the_user_are_looked_at_when_asked_for() {
    let repo = Folder::new(&[("home/.claude.json", UNTYPED), ("work/.mcp.json", CLEAN)]);
    let ran = repo.lint(&["--user", "--show-files", "work"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(
        lines.len() == 2
            && lines
                .iter()
                .any(|line| line.contains("user") && line.ends_with("home/.claude.json")),
        "{}",
        ran.stdout
    );
}

#[test]
fn other_hosts_can_be_asked() {
    let repo = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"type": "sse", "url": "https://docs.acme.dev/sse"}}}"#,
    )]);
    let ran = repo.lint(&["--for", "codex,cursor", "--format", "concise"]);
    assert!(
        ran.stdout.contains("conversion-server-skipped") && ran.stdout.contains("for Codex: "),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_file_is_looked_at_once_however_it_is_reached() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED), ("a/keep", "")]);
    let absolute = repo.path().join(".mcp.json");
    let ran = repo.lint(&[
        "-q",
        "--format",
        "concise",
        ".mcp.json",
        "./.mcp.json",
        "a/../.mcp.json",
        absolute.to_str().expect("text"),
    ]);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("../.mcp.json", repo.path().join("a/.mcp.json"))
            .expect("a link");
        let ran = repo.lint(&["--fix"]);
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (0, "no findings in 1 file; 1 fixed\n"),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn a_name_for_standard_input_is_enough_to_read_it() {
    let repo = Folder::new(&[]);
    assert_eq!(
        repo.feed(&["lint", "--stdin-filename", ".mcp.json"], UNTYPED)
            .code,
        1
    );
}

#[test]
fn a_sample_belongs_to_the_host_of_the_real_file() {
    let repo = Folder::new(&[("claude_desktop_config.example.json", CLEAN)]);
    let ran = repo.lint(&["--show-files", "claude_desktop_config.example.json"]);
    assert!(ran.stdout.starts_with("claude-desktop "), "{}", ran.stdout);
}

/// A chain of folders whose path is longer than the system takes, so that the walk cannot look into the last ones.
#[cfg(unix)]
fn dig(folder: &std::path::Path) {
    let script = "name=$(printf '%0250d' 0); i=0; while [ $i -lt 20 ]; do mkdir $name && cd -P $name || exit 1; i=$((i+1)); done";
    let shell = std::process::Command::new("sh")
        .args(["-c", script])
        .current_dir(folder)
        .stderr(std::process::Stdio::null())
        .status();
    // Some shells keep the whole path in mind and stop when it gets too long; then it is long enough.
    shell.expect("a shell");
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read_is_told_in_every_format_and_the_rest_is_looked_at() {
    let repo = Folder::new(&[(".mcp.json", CLEAN), ("deep/x", "")]);
    dig(&repo.path().join("deep"));
    for (format, hint) in [
        ("concise", "unreadable-file"),
        ("json", "\"fault\""),
        ("sarif", "toolExecutionNotifications"),
        ("github", "::error file=deep/"),
    ] {
        let ran = repo.lint(&["--format", format]);
        assert_eq!(ran.code, 2, "{format}: {}", ran.stdout);
        assert!(
            ran.stdout.contains(hint) && ran.stdout.contains("cannot look into the folder"),
            "{format}: {}",
            ran.stdout
        );
    }
    let ran = repo.lint(&["--show-files"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (2, "claude-code  project  .mcp.json\n")
    );
}

#[cfg(unix)]
#[test]
fn nobody_looks_into_a_folder_that_is_excluded() {
    let repo = Folder::new(&[
        (".mcp.json", CLEAN),
        ("deep/x", ""),
        ("mcpconv.toml", "[files]\nexclude = [\"deep\", \"a**\"]\n"),
        ("abc/.mcp.json", CLEAN),
    ]);
    dig(&repo.path().join("deep"));
    // A pattern that names no folder as a whole leaves out nothing below it.
    let ran = repo.lint(&["--show-files"]);
    assert_eq!(
        (ran.code, ran.stdout.as_str()),
        (
            0,
            "claude-code  project  .mcp.json\nclaude-code  project  abc/.mcp.json\n"
        ),
        "{}",
        ran.stderr
    );
}

/// A plugin's manifest may name a file with its servers, which is linted as that; but it leads nowhere else.
#[test]
fn what_a_manifest_names_is_linted_inside_its_folder_only() {
    let bare = r#"{"docs": {"command": "${CLAUDE_PLUGIN_ROOT}/run"}, "web": {"url": "https://a.acme.dev/mcp"}}"#;
    let manifest = r#"{"name": "p", "mcpServers": ["./config/servers.json", "../outside.json", "/etc/passwd.json",
        "https://acme.dev/x.json", "./bundle.mcpb", "./missing.json"]}"#;
    let repo = Folder::new(&[
        ("p/.claude-plugin/plugin.json", manifest),
        ("p/config/servers.json", bare),
        ("p/other.json", bare),
        ("outside.json", bare),
    ]);
    let files = "claude-code  project  p/.claude-plugin/plugin.json\nclaude-code  project  p/config/servers.json\n";
    assert_eq!(repo.lint(&["--show-files"]).stdout, files);
    for args in [
        &["--format", "concise", "--quiet"][..],
        &["--format", "concise", "--quiet", "p/config/servers.json"],
    ] {
        let ran = repo.lint(args);
        assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
        assert!(ran.stdout.contains("missing-type"), "{}", ran.stdout);
    }
}
