//! What the configuration of a repository disables is visible, and the command line wins over it.

use crate::support::{Folder, LINT_FORMATS};

const BAD: &str = r#"{"mcpServers": {"a": {"command": 1}}}"#;

const CONFIG: &str = r#"
[rules]
wrong-type = "off"
unpinned-package = "info"
possible-secret = "info"

[files]
exclude = ["vendor/**"]

[policy]
commands = ["*"]

[[ignore]]
rule = "machine-path"
reason = "said the attacker"
"#;

#[test]
fn a_configuration_that_leaves_out_every_file_is_shown() {
    for pattern in [".mcp.json", "**/*.json", ".*"] {
        let settings = format!("[files]\nexclude = [\"{pattern}\"]\n");
        let folder = Folder::new(&[(".mcp.json", BAD), ("mcpconv.toml", &settings)]);
        for format in LINT_FORMATS {
            let ran = folder.lint(&["--format", format]);
            let text = ran.stdout.replace('\\', "");
            assert!(
                text.contains("mcpconv.toml") && text.contains(pattern),
                "{format} {pattern}: {ran:?}"
            );
        }
        assert_eq!(folder.lint(&["--no-config"]).code, 1);
    }
}

#[test]
fn what_excludes_everything_excludes_all_that_nobody_named() {
    for pattern in ["**", "**/*", "*"] {
        let settings = format!("[files]\nexclude = [\"{pattern}\"]\n");
        let folder = Folder::new(&[(".mcp.json", BAD), ("mcpconv.toml", &settings)]);
        for format in LINT_FORMATS {
            let ran = folder.lint(&["--format", format]);
            assert_eq!(ran.code, 0, "{format} {pattern}: {ran:?}");
            assert!(
                !ran.stdout.contains("must be a string"),
                "{format}: {ran:?}"
            );
        }
        let listed = folder.lint(&["--show-files"]);
        assert!(listed.stdout.contains("skipped  .mcp.json"), "{listed:?}");
        for named in [".", ".mcp.json"] {
            assert_eq!(folder.lint(&[named]).code, 1, "{pattern} {named}");
            assert_eq!(
                folder.lint(&[named, "--force-exclude"]).code,
                0,
                "{pattern} {named}"
            );
        }
    }
}

#[test]
fn every_format_shows_what_the_baseline_of_a_configuration_hides() {
    let two = r#"{"mcpServers": {"a": {"command": 1}, "b": {"command": 2}}}"#;
    let folder = Folder::new(&[(".mcp.json", two), ("mcpconv.toml", "")]);
    let ran = folder.lint(&["--write-baseline", "known.json"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    for format in LINT_FORMATS {
        folder.write("mcpconv.toml", "baseline = \"known.json\"\n");
        let ran = folder.lint(&["--format", format]);
        let text = ran.stdout.replace('\\', "");
        let said = text.contains("mcpconv.toml") && text.contains("known.json");
        let counted = text.contains("hides 2 findings") || text.contains("\"findings\":2");
        let spaced = text.contains("\"findings\": 2");
        assert!(
            ran.code == 0 && said && (counted || spaced),
            "{format}: {ran:?}"
        );
        // Who names it on the command line knows, and without it nothing is hidden.
        let shown = |ran: &crate::support::Ran| ran.stdout.contains("known.json");
        assert!(!shown(&folder.lint(&["--format", format, "--no-ignores"])));
        folder.write("mcpconv.toml", "");
        let ran = folder.lint(&["--format", format, "--baseline", "known.json"]);
        assert!(ran.code == 0 && !shown(&ran), "{format}: {ran:?}");
    }
    // One that hides nothing takes nothing away.
    folder.write("mcpconv.toml", "baseline = \"known.json\"\n");
    folder.write(".mcp.json", r#"{"mcpServers": {}}"#);
    assert!(!folder.lint(&[]).stdout.contains("known.json"));
}

#[test]
fn every_format_shows_what_a_configuration_disables() {
    let folder = Folder::new(&[
        (".mcp.json", BAD),
        ("vendor/.mcp.json", BAD),
        ("mcpconv.toml", CONFIG),
    ]);
    for format in LINT_FORMATS {
        let ran = folder.lint(&["--format", format]);
        for word in [
            "mcpconv.toml",
            "wrong-type",
            "possible-secret",
            "vendor/",
            "machine-path",
            "policy",
        ] {
            // Markdown escapes what means something to it.
            let text = ran.stdout.replace('\\', "");
            assert!(text.contains(word), "{format} has no {word}: {text}");
        }
        // Without such settings there is nothing to report.
        let plain = Folder::new(&[
            (".mcp.json", BAD),
            ("mcpconv.toml", "[rules]\nmachine-path = \"error\"\n"),
        ]);
        let ran = plain.lint(&["--format", format]);
        // SARIF describes all rules, some of which mention the configuration.
        for word in [
            "disabled-checks",
            "toolConfigurationNotifications",
            "disables `",
        ] {
            assert!(!ran.stdout.contains(word), "{format}: {}", ran.stdout);
        }
    }
}

#[test]
fn a_pattern_of_the_configuration_is_only_text() {
    let config = "[files]\nexclude = [\"<b>::error::x\\u001b[31m](http://evil.invalid)\"]\n";
    let folder = Folder::new(&[(".mcp.json", BAD), ("mcpconv.toml", config)]);
    for format in LINT_FORMATS {
        let ran = folder.lint(&["--format", format]);
        assert!(!ran.stdout.contains('\u{1b}'), "{format}: {}", ran.stdout);
        assert!(!ran.stdout.contains("\n::error::x"), "{format}");
        if *format == "junit" {
            assert!(!ran.stdout.contains("<b>"), "{format}: {}", ran.stdout);
        }
    }
}

#[test]
fn the_command_line_wins_over_the_repositorys_configuration() {
    let folder = Folder::new(&[
        (".mcp.json", BAD),
        ("mcpconv.toml", CONFIG),
        ("home/strict.toml", "preset = \"strict\"\n"),
    ]);
    assert_eq!(folder.lint(&[]).code, 0);
    assert_eq!(folder.lint(&["--no-config"]).code, 1);
    assert_eq!(folder.lint(&["--config", "home/strict.toml"]).code, 1);
    // A broken configuration is an error, and not the end of the checks that were asked for without it.
    folder.write("mcpconv.toml", "broken");
    assert_eq!(folder.lint(&[]).code, 2);
    assert_eq!(folder.lint(&["--no-config"]).code, 1);
}

#[test]
fn ignores_in_a_file_can_be_disabled_and_are_counted() {
    let text = "{\"mcpServers\": {\n// mcpconv-ignore: wrong-type said the attacker\n\"a\": {\"command\": 1}}}";
    let folder = Folder::new(&[(".vscode/mcp.json", &text.replace("mcpServers", "servers"))]);
    let ran = folder.lint(&[]);
    assert!(ran.code == 0 && ran.stdout.contains("1 ignored"), "{ran:?}");
    assert_eq!(folder.lint(&["--no-ignores"]).code, 1);
}
