//! Large and crowded files: every command gives an answer of a size that people can use. How long it takes is measured by
//! `cargo bench --bench growth`.

use crate::support::Folder;

/// A file of Claude Code with as many servers as `each` is called for.
fn servers(count: usize, each: impl Fn(usize) -> String) -> String {
    let list: Vec<String> = (0..count).map(each).collect();
    format!("{{\"mcpServers\": {{\n{}\n}}}}\n", list.join(",\n"))
}

#[test]
fn errors_of_one_file_are_bounded() {
    let text = servers(2_000, |at| format!("\"s{at}\": {at}"));
    let folder = Folder::new(&[(".mcp.json", &text), ("sub/.mcp.json", &text)]);
    let ran = folder.lint(&["--no-config"]);
    assert_eq!(ran.code, 1);
    // A hundred in all, and no more than that of one file for those that come after.
    let shown = ran.stdout.matches("error[wrong-type]").count();
    assert!((200..=300).contains(&shown), "{shown}");
    assert!(ran.stdout.contains("sub/.mcp.json"), "each file is there");
    let rest = format!("and {} more, --max-diagnostics 0 shows them", 4_000 - shown);
    assert!(ran.stdout.contains(&rest), "{rest}");
    assert!(ran.stdout.contains("4000 errors in 2 files"));
    let all = folder.lint(&[
        "--no-config",
        "--max-diagnostics",
        "0",
        "--format",
        "concise",
    ]);
    assert_eq!(all.stdout.matches("wrong-type").count(), 4_000);
}

#[test]
fn a_text_full_of_references_is_answered() {
    for (piece, host) in [
        ("$A ", ".mcp.json"),
        ("${A:-", ".mcp.json"),
        ("${A}", ".cursor/mcp.json"),
        ("{env:A}", ".mcp.json"),
        ("<your-key>", ".mcp.json"),
    ] {
        let text = servers(1, |_| {
            format!(
                "\"a\": {{\"command\": \"npx\", \"args\": [\"{}\"]}}",
                piece.repeat(4_000)
            )
        });
        let folder = Folder::new(&[(host, &text)]);
        let ran = folder.lint(&["--no-config", "--level", "info", "--format", "json"]);
        assert!(ran.code < 2, "{piece}: {}", ran.stderr);
        let report = crate::support::json(&ran.stdout);
        let findings = report["findings"].as_array().expect("findings").len();
        assert!(
            findings < 100,
            "{piece}: {findings} findings about one text"
        );
    }
}

/// It takes a fraction of a second. Reading the rest of the text for each path, as we once did, takes minutes.
#[test]
fn a_text_full_of_mounts_is_answered() {
    let text = servers(1, |_| {
        let mounts = "x/foo:/".repeat(80_000);
        format!("\"a\": {{\"command\": \"npx\", \"args\": [\"{mounts}\"]}}")
    });
    let folder = Folder::new(&[(".mcp.json", &text)]);
    let ran = folder.lint(&["--no-config"]);
    assert!(ran.code < 2, "{}", ran.stderr);
}

/// It takes a second or two. Asking every ignore about every finding, as we once did, takes minutes.
#[test]
fn as_many_ignores_as_findings_are_answered() {
    let count = 8_000;
    let text = servers(count, |at| {
        format!("\"s{at}\": {{\"url\": \"https://a.dev/m\"}}")
    });
    let ignores = |more: fn(usize) -> String| {
        let entry = |at| {
            let more = more(at);
            format!("[[ignore]]\nrule = \"missing-type\"\nreason = \"r\"\n{more}\n")
        };
        (0..count).map(entry).collect::<String>()
    };
    for (configuration, ignored) in [
        (ignores(|at| format!("server = \"s{at}\"")), count),
        (
            ignores(|at| format!("server = \"s7\"\npointer = \"/x/{at}\"")),
            0,
        ),
    ] {
        let folder = Folder::new(&[(".mcp.json", &text), ("mcpconv.toml", &configuration)]);
        let ran = folder.lint(&["--quiet", "--format", "json"]);
        let report = crate::support::json(&ran.stdout);
        let findings = report["findings"].as_array().expect("findings");
        let left = findings
            .iter()
            .filter(|one| one["rule"] == "missing-type" && one["ignored"].is_null());
        assert_eq!(left.count(), count - ignored);
    }
}

#[test]
fn as_many_comments_as_findings_on_one_line_are_answered() {
    let server = |at: usize| {
        format!(
            "\"s{at}\": {{\"command\": \"npx\", \"args\": [\"a\"]}} /* mcpconv-ignore: unpinned-package r */"
        )
    };
    let list: Vec<String> = (0..10_000).map(server).collect();
    let text = format!("{{\"servers\": {{{}}}}}\n", list.join(","));
    let folder = Folder::new(&[(".vscode/mcp.json", &text)]);
    let ran = folder.lint(&["--no-config", "--level", "info", "--format", "concise"]);
    assert!(!ran.stdout.contains("unpinned-package"), "{}", ran.stdout);
}

#[test]
fn a_server_with_very_many_wrong_references_is_answered() {
    let pairs: Vec<String> = (0..100_000)
        .map(|at| format!("\"A{at}\": \"${{B{at}}}\""))
        .collect();
    let text = servers(1, |_| {
        format!(
            "\"a\": {{\"command\": \"x\", \"env\": {{{}}}}}",
            pairs.join(",")
        )
    });
    let folder = Folder::new(&[("b.json", &text)]);
    for host in ["vscode", "codex"] {
        let ran = folder.lint(&["b.json", "--host", host, "--no-config", "--quiet"]);
        assert_eq!(ran.code, 1, "{}", ran.stderr);
    }
}

#[test]
fn names_that_the_target_cannot_tell_apart_are_all_kept() {
    let text = servers(3_000, |at| {
        format!("\"s{at}\": {{\"command\": \"npx\", \"args\": [\"p{at}\"]}}")
    });
    let folder = Folder::new(&[("in.json", &text)]);
    let ran = folder.run(&[
        "in.json",
        "--from",
        "claude-code",
        "--to",
        "xcsh",
        "--quiet",
    ]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let written = crate::support::json(&ran.stdout);
    let servers = written["mcpServers"].as_object().expect("servers");
    assert_eq!(servers.len(), 3_000);
}

/// An anchor that is meant in a thousand places is one of a thousand leaves, each of which went to all of them.
#[test]
fn a_report_about_many_aliases_of_one_anchor_is_bounded() {
    let aliases = "      - *a\n".repeat(1_000);
    let text = format!(
        "a: &a --x\nextensions:\n  s:\n    enabled: true\n    type: stdio\n    cmd: x\n    args:\n{aliases}"
    );
    let folder = Folder::new(&[(".config/goose/config.yaml", &text)]);
    let ran = folder.run("convert .config/goose/config.yaml -o .cursor/mcp.json --report r.json");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let size = folder.read("r.json").len();
    assert!(size < 4_000_000, "{size}");
}

#[test]
fn as_many_inputs_as_are_missing_are_declared_at_once() {
    let server = |at: usize| {
        format!(
            r#""s{at}": {{"type": "http", "url": "https://x.acme.dev/mcp", "headers": {{"X-A": "${{input:i{at}}}"}}}}"#
        )
    };
    let list: Vec<String> = (0..400).map(server).collect();
    let text = format!("{{\"servers\": {{\n{}\n}}}}\n", list.join(",\n"));
    let folder = Folder::new(&[(".vscode/mcp.json", &text)]);
    let ran = folder.lint(&["--no-config", "--fix"]);
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    let fixed = folder.read(".vscode/mcp.json");
    assert_eq!(fixed.matches("promptString").count(), 400);
}

/// It takes a few seconds. Looking through all variables for each, as we once did, takes minutes.
#[test]
fn a_merge_of_very_many_variables_is_answered() {
    let file = |field: &str, prefix: &str, value: &str| {
        let pairs: Vec<String> = (0..20_000)
            .map(|at| format!("\"{prefix}{at}\": \"{value}\""))
            .collect();
        servers(1, |_| {
            format!("\"a\": {{{field}: {{{}}}}}", pairs.join(", "))
        })
    };
    for field in [
        r#""command": "x", "env""#,
        r#""type": "http", "url": "https://h.example/m", "headers""#,
    ] {
        let folder = Folder::new(&[
            ("a.json", &file(field, "A", "1")),
            ("b.json", &file(field, "B", "1")),
            ("c.json", &file(field, "A", "2")),
        ]);
        for target in ["b.json", "c.json"] {
            let ran = folder.run(
                format!("a.json --from claude-code --to cursor -o {target} --dry-run -q").as_str(),
            );
            assert!(ran.code < 2, "{}", ran.stderr);
        }
    }
}
