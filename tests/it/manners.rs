//! How the command line behaves before it does anything: help, typos, colours, names of files in patches.

use crate::support::{Folder, json};

const ONE: &str =
    r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp@1.0.0"]}}}"#;

#[test]
fn help_is_there_however_it_is_asked_for() {
    let folder = Folder::new(&[]);
    let help = folder.run("help").silent();
    assert!(
        help.contains("Usage: mcpconv") && help.contains("  lint "),
        "{help}"
    );
    assert_eq!(folder.run("--help").silent(), help);
    let lint = folder.run("help lint").silent();
    assert!(lint.starts_with("Check MCP config files\n"), "{lint}");
    assert_eq!(folder.run("lint --help").silent(), lint);
    // Nothing was asked for, so nothing was done.
    assert!(folder.run("").failed(2).contains("Usage: mcpconv"));
}

#[test]
fn a_mistyped_command_gets_a_suggestion() {
    let folder = Folder::new(&[]);
    for (typed, meant) in [
        ("lnt", "lint"),
        ("hsots", "hosts"),
        ("lnt --fix", "lint"),
        ("Sync", "sync"),
    ] {
        let said = folder.run(typed).failed(2);
        assert!(
            said.contains(&format!("did you mean `{meant}`?")),
            "{typed}: {said}"
        );
        assert!(!said.contains("--to"), "{typed}: {said}");
    }
    assert!(folder.run("frobnicate").failed(2).contains("mcpconv help"));
    // A file of that name is a file.
    let folder = Folder::new(&[("lnt", ONE)]);
    assert!(folder.run("lnt").failed(2).contains("missing `--to HOST`"));
    assert!(
        folder
            .run("lnt --from claude-code --to codex")
            .silent()
            .contains("docs")
    );
    let gone = Folder::new(&[]).run("lnt --to codex").failed(2);
    assert!(
        gone.contains("cannot read `lnt`") || gone.contains("lnt"),
        "{gone}"
    );
}

#[test]
fn colours_follow_the_usual_variables() {
    let coloured = |folder: &Folder| {
        folder
            .lint(&["--host", "claude-code", "a.json"])
            .stdout
            .contains('\u{1b}')
    };
    let broken = r#"{"mcpServers": {"docs": {"url": "https://docs.acme.dev/mcp"}}}"#;
    let plain = || Folder::new(&[("a.json", broken)]);
    assert!(!coloured(&plain()));
    assert!(coloured(&plain().set("FORCE_COLOR", "1")));
    assert!(!coloured(
        &plain().set("FORCE_COLOR", "1").set("NO_COLOR", "1")
    ));
    assert!(coloured(&plain().set("CLICOLOR_FORCE", "1")));
    assert!(!coloured(&plain().set("FORCE_COLOR", "0")));
}

#[test]
fn a_report_is_named_in_the_same_way_everywhere() {
    let folder = Folder::new(&[(".mcp.json", ONE)]);
    for (args, file) in [
        ("--to codex .mcp.json --report a.json", "a.json"),
        ("--to codex .mcp.json --report json=b.json", "b.json"),
        ("lint --report c.json", "c.json"),
        ("lint --report json=d.json", "d.json"),
    ] {
        assert_eq!(folder.run(args).code, 0, "{args}");
        let report = json(&folder.read(file));
        assert!(
            report.is_array() || report["version"] == 1,
            "{args}: {report}"
        );
    }
    let refused = folder
        .run("--to codex .mcp.json --report sarif=x")
        .failed(2);
    assert!(refused.contains("only the format json"), "{refused}");
    assert!(
        folder
            .run("lint --report nonsense=x")
            .failed(2)
            .contains("unknown format")
    );
}

#[test]
fn patches_name_files_from_here() {
    let folder = Folder::new(&[
        (".mcp.json", ONE),
        (".cursor/mcp.json", "{\"mcpServers\": {}}\n"),
    ]);
    let full = folder.path().join(".cursor/mcp.json").display().to_string();
    for target in [".cursor/mcp.json", "./.cursor/mcp.json", &full] {
        let ran = folder.run([".mcp.json", "-o", target, "--diff"].as_slice());
        assert!(
            ran.stdout
                .starts_with("--- a/.cursor/mcp.json\n+++ b/.cursor/mcp.json\n"),
            "{target}: {}",
            ran.stdout
        );
    }
}

#[test]
fn a_file_of_another_host_is_not_written() {
    let folder = Folder::new(&[(".mcp.json", ONE)]);
    let refused = folder
        .run(".mcp.json --to cursor -o .codex/config.toml")
        .failed(2);
    assert!(
        refused.contains("foreign-output") && refused.contains("--to codex"),
        "{refused}"
    );
    assert!(!folder.path().join(".codex").exists());
}

#[test]
fn losses_are_told_by_field_and_findings_by_server() {
    let folder = Folder::new(&[(
        ".roo/mcp.json",
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0"], "alwaysAllow": ["r1", "r2", "r3"]}}}"#,
    )]);
    let (_, said) = folder.run(".roo/mcp.json --to cursor").warned();
    assert_eq!(
        said.matches("alwaysAllow` ").count() + said.matches("of `alwaysAllow`").count(),
        1,
        "{said}"
    );
    let folder = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0"],
  "env": {"A": "YOUR_TOKEN", "B": "<YOUR_KEY>", "C": "your-key-here"}}}}"#,
    )]);
    let ran = folder.lint(&[]);
    assert_eq!(
        ran.stdout.matches("[placeholder-value]").count(),
        1,
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("and 2 more"), "{}", ran.stdout);
    let counts = json(&folder.lint(&["--format", "json"]).stdout)["counts"]["warning"].clone();
    assert!(
        ran.stdout.contains(&format!("{counts} warning")),
        "{}",
        ran.stdout
    );
    let table = folder.lint(&["--format", "markdown"]).stdout;
    assert!(table.contains(&format!("{counts} warning")), "{table}");
}
