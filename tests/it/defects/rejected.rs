//! A file of the target that its host does without as a whole, so that nothing that is merged into it runs.

use crate::support::Folder;

const SOURCE: &str = r#"{"mcpServers": {"alpha": {"command": "x"}}}"#;

/// Files that keep a host from running any server, each with the rule that says why and what it costs.
const REJECTED: [(&str, &str, &str, &str, &str); 7] = [
    (
        "claude-code",
        ".mcp.json",
        "{\n  // c\n  \"mcpServers\": {\"b\": {\"command\": \"b\"}}\n}\n",
        "jsonc-in-strict-json",
        "rejects the whole file",
    ),
    (
        "droid",
        ".factory/mcp.json",
        r#"{"mcpServers": {"b": {"command": "b"},}}"#,
        "jsonc-in-strict-json",
        "rejects the whole file",
    ),
    (
        "cursor",
        ".cursor/mcp.json",
        r#"{"mcpServers": {"b": {"command": "b", "env": {"P": 80}}}}"#,
        "wrong-type",
        "rejects the whole file",
    ),
    (
        "cline",
        "cline_mcp_settings.json",
        r#"{"mcpServers": {"b": {"command": "b", "env": {"P": 80}}}}"#,
        "wrong-type",
        "rejects the whole file",
    ),
    (
        "codex",
        ".codex/config.toml",
        "[mcp_servers.b]\nurl = \"https://x.example.com/mcp\"\nargs = [\"a\"]\n",
        "field-not-for-transport",
        "does not start",
    ),
    (
        "librechat",
        "librechat.yaml",
        "mcpServers:\n  b: {type: stdio, command: b, args: []}\n",
        "missing-required-field",
        "does not start",
    ),
    (
        "crush",
        "crush.json",
        "\u{feff}{\"mcp\": {\"b\": {\"type\": \"stdio\", \"command\": \"b\"}}}",
        "file-encoding",
        "does not start",
    ),
];

#[test]
fn a_merge_into_a_file_that_its_host_rejects_says_so_once_and_is_a_loss() {
    for (host, name, text, rule, label) in REJECTED {
        let folder = Folder::new(&[("source.json", SOURCE), (name, text)]);
        let line = format!("--from mcpnest --to {host} source.json -o {name}");
        let strict = folder.run(&format!("{line} --strict"));
        assert_eq!(strict.code, 1, "{host}: {strict:?}");
        assert_eq!(folder.read(name), text, "{host}");
        // The second run changes nothing, and the file is as bad as it was.
        for time in ["first", "second"] {
            let ran = folder.run(&line);
            let found = ran.stderr.matches(&format!("warning[{rule}]")).count();
            assert_eq!((ran.code, found), (0, 1), "{host}, {time}: {ran:?}");
            assert!(ran.stderr.contains(label), "{host}, {time}: {ran:?}");
        }
        let lint = folder.lint(&["--host", host, "--format", "concise", name]);
        assert!(lint.stdout.contains(rule), "{host}: {lint:?}");
    }
}

#[test]
fn a_merge_that_mends_the_file_or_a_file_that_is_read_is_not_reported() {
    let broken = r#"{"mcpServers": {"alpha": {"command": "x", "env": {"P": 80}}}}"#;
    let source = r#"{"mcpServers": {"alpha": {"command": "x", "env": {"P": "80"}}}}"#;
    let folder = Folder::new(&[("source.json", source), (".cursor/mcp.json", broken)]);
    folder
        .run("--from mcpnest --to cursor source.json -o .cursor/mcp.json --strict")
        .warned();
    // What goes costs nothing any more.
    let (_, name, text, ..) = REJECTED[2];
    let folder = Folder::new(&[("source.json", SOURCE), (name, text)]);
    folder
        .run(&format!(
            "--from mcpnest --to cursor source.json -o {name} --mirror --strict"
        ))
        .warned();
    // Comments are fine where the host takes them, and a mistake that costs one server only is not about the file.
    for (host, name, text) in [
        (
            "vscode",
            ".vscode/mcp.json",
            "{\n  // c\n  \"servers\": {\"b\": {\"type\": \"stdio\", \"command\": \"b\"}}\n}\n",
        ),
        (
            "claude-code",
            ".mcp.json",
            r#"{"mcpServers": {"b": {"command": "b", "env": {"P": []}}}}"#,
        ),
    ] {
        let folder = Folder::new(&[("source.json", SOURCE), (name, text)]);
        let line = format!("--from mcpnest --to {host} source.json -o {name} --strict");
        let ran = folder.run(&line);
        assert_eq!(ran.code, 0, "{host}: {ran:?}");
    }
}

#[test]
fn sync_and_its_check_report_a_target_that_its_host_rejects() {
    for (host, name, text, rule, label) in REJECTED {
        let config = format!(
            "[sync]\nsource = \"source.json\"\nfrom = \"mcpnest\"\n\n[[sync.target]]\nhost = \"{host}\"\nfile = \"{name}\"\n"
        );
        let folder = Folder::new(&[
            ("source.json", SOURCE),
            (name, text),
            ("mcpconv.toml", &config),
        ]);
        for line in ["sync", "sync --check", "sync"] {
            let ran = folder.run(line);
            assert_eq!(ran.code, 0, "{host}: {line}: {ran:?}");
            let said = format!("warning[{rule}]");
            assert!(ran.stderr.contains(&said), "{host}: {line}: {ran:?}");
            assert!(ran.stderr.contains(label), "{host}: {line}: {ran:?}");
        }
    }
}
