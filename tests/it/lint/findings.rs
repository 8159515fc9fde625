//! What is said, how, and how it ends.

use serde_json::Value;

use super::{CLEAN, UNTYPED};
use crate::support::made_up::token;
use crate::support::{Folder, LINT_FORMATS};

#[test]
fn the_exit_code_follows_the_level() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    for (args, code) in [
        (&[][..], 1),
        (&["--exit-zero"], 0),
        (&["--fail-on", "never"], 0),
        (&["--format", "sarif"], 0),
        (&["--format", "sarif", "--fail-on", "error"], 1),
        (&["--format", "json"], 1),
    ] {
        assert_eq!(repo.lint(args).code, code, "{args:?}");
    }
    let advice = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "docs-mcp@latest"]}}}"#,
    )]);
    assert_eq!(advice.lint(&[]).code, 0);
    assert_eq!(advice.lint(&["--fail-on", "info"]).code, 1);
}

#[test]
fn a_file_that_cannot_be_parsed_is_one_finding_with_its_place() {
    let repo = Folder::new(&[
        (
            ".mcp.json",
            "{\n  \"mcpServers\": {\n    \"a\": [\"x\": 1]\n  }\n}\n",
        ),
        ("b/.mcp.json", CLEAN),
    ]);
    let ran = repo.lint(&["--format", "concise", "--quiet"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.lines().count() == 1 && ran.stdout.starts_with(".mcp.json:3:"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("error[syntax-error]"), "{}", ran.stdout);
}

#[test]
fn advice_is_counted_and_shown_when_asked_for() {
    let repo = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "docs-mcp@latest"]}}}"#,
    )]);
    let ran = repo.lint(&[]);
    assert_eq!(
        ran.stdout,
        "no findings in 1 file; 1 info hidden, --level info shows it\n"
    );
    assert!(
        repo.lint(&["--level", "info"])
            .stdout
            .contains("unpinned-package")
    );
}

#[test]
fn no_format_shows_a_secret() {
    let token = token();
    let text = format!(
        "{{\"mcpServers\": {{\"gh\": {{\"command\": \"npx\", \"args\": [\"x\", \"--token={token}\"], \"env\": {{\"GITHUB_TOKEN\": \"{token}\"}}, \"headers\": {{\"Authorization\": \"Bearer {token}\"}}}}}}}}"
    );
    let repo = Folder::new(&[(".mcp.json", &text)]);
    for format in LINT_FORMATS {
        for more in [&[][..], &["--diff", "--fix-unsafe"]] {
            let ran = repo.lint(&[&["--level", "info", "--format", format], more].concat());
            // A patch has standard output for itself.
            let findings = if more.is_empty() {
                &ran.stdout
            } else {
                &ran.stderr
            };
            assert!(
                findings.contains("hardcoded-secret"),
                "{format}: {findings}"
            );
            for output in [&ran.stdout, &ran.stderr] {
                assert!(!output.contains(&token[4..]), "{format} {more:?} shows it");
            }
        }
    }
}

#[test]
fn names_from_files_do_not_steer_a_terminal() {
    let repo = Folder::new(&[(
        ".mcp.json",
        "{\"mcpServers\": {\"a\\u001b[31m\\u202eb\": {\"url\": \"https://docs.acme.dev/mcp\"}}}",
    )]);
    for format in LINT_FORMATS {
        let ran = repo.lint(&["--format", format]);
        assert!(
            !ran.stdout.contains(['\u{1b}', '\u{202e}']),
            "{format}: {:?}",
            ran.stdout
        );
    }
}

#[test]
fn several_formats_come_of_one_run() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    let ran = repo.lint(&[
        "-q",
        "--format",
        "github",
        "--report",
        "sarif=out.sarif",
        "--report",
        "json=out.json",
        "--report",
        "markdown=sum.md",
    ]);
    assert!(
        ran.stdout.starts_with("::error file=.mcp.json,line=4"),
        "{}",
        ran.stdout
    );
    let sarif: Value = serde_json::from_str(&repo.read("out.sarif")).expect("JSON");
    assert_eq!(sarif["runs"][0]["results"][0]["ruleId"], "missing-type");
    let json: Value = serde_json::from_str(&repo.read("out.json")).expect("JSON");
    assert_eq!(
        (&json["version"], &json["findings"][0]["rule"]),
        (&Value::from(1), &Value::from("missing-type"))
    );
    assert!(repo.read("sum.md").contains("missing-type"));
    assert_eq!(repo.lint(&["--report", "nonsense=x"]).code, 2);
}

#[test]
fn rules_are_counted() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED), ("a/.mcp.json", UNTYPED)]);
    let ran = repo.lint(&["--statistics", "--format", "concise"]);
    assert!(
        ran.stdout.contains("     2  missing-type\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_schema_of_ones_own_is_checked_with_places_and_without_values() {
    let schema = r#"{"properties": {"mcpServers": {"additionalProperties": {"required": ["description"], "properties": {"command": {"enum": ["uvx"]}}}}}}"#;
    let repo = Folder::new(&[
        ("own.json", schema),
        (
            ".mcp.json",
            "{\"mcpServers\": {\"a\": {\"command\": \"top-secret-program\"}}}",
        ),
    ]);
    let ran = repo.lint(&["--schema", "own.json", "--format", "concise", ".mcp.json"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.stdout.contains(
            ".mcp.json:1:34: error[schema-violation] `/mcpServers/a/command` violates `enum`"
        ),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("violates `required`") && !ran.stdout.contains("top-secret"),
        "{}",
        ran.stdout
    );
    assert_eq!(repo.lint(&["--schema", "none.json"]).code, 2);
}

#[test]
fn a_token_in_the_place_of_a_name_is_not_repeated() {
    let token = token();
    let text = format!(
        "{{\"mcpServers\": {{\"{token}\": {{\"type\": \"{token}\", \"command\": \"x\", \"{token}\": 1, \"env\": {{\"{token}\": 1}}}}, \"a\": {{\"command\": \"npx -y {token}\"}}}}}}"
    );
    let repo = Folder::new(&[(".mcp.json", &text)]);
    for format in LINT_FORMATS {
        let ran = repo.lint(&["--level", "info", "--format", format]);
        assert!(
            ran.code < 2 && !ran.stdout.contains(&token[4..]),
            "{format}: {}",
            ran.stdout
        );
    }
    repo.lint(&["--write-baseline", "known.json"]);
    assert!(!repo.read("known.json").contains(&token[4..]));
}

#[test]
fn a_report_never_takes_the_place_of_a_configuration() {
    let repo = Folder::new(&[(".mcp.json", UNTYPED)]);
    for args in [
        &["-o", ".mcp.json"][..],
        &["--report", "json=.mcp.json"],
        &["--write-baseline", ".mcp.json"],
        &["-o", "mcpconv.toml"],
    ] {
        assert_eq!(repo.lint(args).code, 2, "{args:?}");
    }
    assert_eq!(repo.read(".mcp.json"), UNTYPED);
}

#[test]
fn what_could_not_be_looked_at_is_never_in_a_baseline_in_silence() {
    let repo = Folder::new(&[(".mcp.json", CLEAN)]);
    let ran = repo.lint(&["nope", ".mcp.json", "--write-baseline", "b.json"]);
    assert!(
        ran.code == 2 && ran.stderr.contains("nope"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_token_in_the_place_of_a_variable_is_covered() {
    let token = token();
    let text = format!(
        "{{\"mcpServers\": {{\"a\": {{\"command\": \"x\", \"args\": [\"${{env:{token}}}\", \"${{{token}}}\"]}}}}}}"
    );
    let repo = Folder::new(&[(".mcp.json", &text)]);
    for args in [
        &["--format", "human"][..],
        &["--format", "json"],
        &["--diff", "--fix-unsafe"],
    ] {
        let ran = repo.lint(&[&["--level", "info"], args].concat());
        assert!(
            !ran.stdout.contains(&token[4..]) && !ran.stderr.contains(&token[4..]),
            "{args:?}: {}",
            ran.stdout
        );
    }
}

#[test]
fn nobody_is_told_to_write_a_secret_into_a_shared_file() {
    let server = r#"{"command": "docs", "args": ["--token", "${DOCS_TOKEN}"], "env": {"GH_TOKEN": "${GH_TOKEN}", "API_KEY": "$input:key"}}"#;
    // Of Junie nobody knows what its servers inherit.
    for (host, file, root, inherits) in [
        ("Junie", ".junie/mcp/mcp.json", "mcpServers", false),
        ("Zed", ".zed/settings.json", "context_servers", true),
    ] {
        let text = format!(r#"{{"{root}": {{"docs": {server}}}}}"#);
        let said = Folder::new(&[(file, &text)])
            .lint(&["--format", "json"])
            .stdout;
        let remove = format!("remove it: {host} passes on the variables");
        assert_eq!(said.contains(&remove), inherits, "{said}");
        assert!(said.contains("keep the value out of this file"), "{said}");
        assert!(!said.contains("write the value itself"), "{said}");
    }
}

#[test]
fn a_field_that_many_hosts_have_is_nobodys_in_particular() {
    let repo = Folder::new(&[(
        ".cursor/mcp.json",
        r#"{"mcpServers": {"a": {"command": "x", "disabled": false}}}"#,
    )]);
    let said = repo.lint(&[]).stdout;
    assert!(said.contains("it is a field of other hosts"), "{said}");
}

#[test]
fn drift_in_many_variables_is_told_in_one_line() {
    let env = |names: &[&str]| {
        let pairs = names.iter().map(|name| format!(r#""{name}": "x""#));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        format!(r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{{pairs}}}}}}}}}"#)
    };
    let repo = Folder::new(&[
        (".cursor/mcp.json", &env(&[])),
        (".kiro/settings/mcp.json", &env(&["A", "B", "C", "D", "E"])),
    ]);
    let said = repo.lint(&["--format", "concise"]).stdout;
    assert!(
        said.contains("the variables `A`, `B`, `C` and 2 more"),
        "{said}"
    );
}

#[test]
fn an_unknown_field_says_what_to_do() {
    let repo = Folder::new(&[(
        ".junie/mcp/mcp.json",
        r#"{"version": 1, "mcpServers": {"a": {"command": "x", "watchPaths": ["b"]}, "b": {"command": "x", "frobnicate": 1}}}"#,
    )]);
    let ran = repo.lint(&[]);
    assert!(
        ran.stdout
            .contains("help: remove it: it is a field of Roo Code"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        ran.stdout.matches("help: remove it\n").count(),
        2,
        "{}",
        ran.stdout
    );
}

#[test]
fn one_key_with_a_dot_is_told_from_two_keys() {
    let repo = Folder::new(&[(
        ".amp/settings.json",
        r#"{"amp": {"mcpServers": {"a": {"command": "x"}}}}"#,
    )]);
    let ran = repo.lint(&["--format", "concise"]);
    assert!(
        ran.stdout
            .contains("Amp reads the one key `amp.mcpServers`; `mcpServers` in `amp` is ignored"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_reference_that_a_shell_reads_otherwise_is_said_to_become_empty() {
    let repo = Folder::new(&[(
        "crush.json",
        r#"{"mcp": {"a": {"type": "http", "url": "https://a.acme.dev/mcp", "headers": {"X-Key": "${env:KEY}"}}}}"#,
    )]);
    let ran = repo.lint(&[]);
    assert!(ran.stdout.contains("it becomes empty"), "{}", ran.stdout);
}

#[test]
fn a_file_that_is_about_something_else_is_one_finding() {
    let other =
        r#"{"name": "ci", "on": {"push": {}}, "jobs": {"a": {"steps": [1]}}, "version": "1"}"#;
    let repo = Folder::new(&[(".github/mcp.json", other)]);
    let ran = repo.lint(&["--format", "concise", "--quiet"]);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    assert!(
        ran.stdout.contains("the file has no `mcpServers`"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_list_that_counts_in_another_file_only_is_told_with_that_file() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}, "disabledServers": ["a"]}"#;
    for (file, there) in [
        (".xcsh/mcp.json", "~/.xcsh/agent/mcp.json"),
        (".omp/mcp.json", "~/.omp/agent/mcp.json"),
    ] {
        let ran = Folder::new(&[(file, text)]).lint(&[]);
        let help = format!("move it to `{there}`, where it counts");
        assert!(ran.stdout.contains(&help), "{}", ran.stdout);
    }
}

#[test]
fn what_one_agent_may_use_has_to_be_of_the_right_type() {
    let of = |agent: &str| {
        let text = format!(
            r#"{{"mcp": {{"a": {{"type": "local", "command": ["x"]}}}}, "agent": {{"r": {agent}}}}}"#
        );
        let repo = Folder::new(&[("opencode.json", text.as_str())]);
        repo.lint(&["--format", "concise", "--quiet"]).stdout
    };
    let wrong = of(r#"{"tools": {"a_*": "no"}}"#);
    assert!(
        wrong.contains("`agent.r.tools.a_*` must be a boolean"),
        "{wrong}"
    );
    let wrong = of(r#"{"permission": {"edit": true}}"#);
    assert!(
        wrong.contains("`agent.r.permission.edit` must be `allow`, `ask` or `deny`"),
        "{wrong}"
    );
    let right =
        r#"{"tools": {"a_*": false}, "permission": {"edit": "ask", "bash": {"git *": "allow"}}}"#;
    assert_eq!(of(right), "");
}

#[test]
fn a_value_of_another_type_comes_with_what_was_probably_meant() {
    let repo = Folder::new(&[
        (
            ".roo/mcp.json",
            r#"{"mcpServers": {"a": {"command": "x", "timeout": 60000}}}"#,
        ),
        (
            ".omp/mcp.json",
            r#"{"mcpServers": {"a": {"command": "x", "args": "y"}}}"#,
        ),
        (
            "proxy.toml",
            "[proxy]\nname = \"p\"\n\n[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n",
        ),
    ]);
    let ran = repo.lint(&[]);
    for help in [
        "write 60 if 60000 milliseconds were meant",
        "write a list, with each argument on its own",
        "add the table `proxy.listen`; it may be empty",
    ] {
        assert!(ran.stdout.contains(help), "{help}: {}", ran.stdout);
    }
}

#[test]
fn findings_of_one_kind_in_one_server_are_one_message_with_all_advice() {
    let server = r#"{"type": "stdio", "command": "docker", "args": ["run", "-i", "a:1.0.0"],
        "env": {"A": "${A}", "B": "$B", "C": "%CCC%", "D": "x"}}"#;
    let text = format!(r#"{{"servers": {{"a": {server}}}}}"#);
    let said = Folder::new(&[(".vscode/mcp.json", &text)]).lint(&[]).stdout;
    // Each piece of advice stands at the place that it is about.
    for (rule, advice) in [
        (
            "docker-env-not-forwarded",
            [
                "it; add `-e A`",
                "container; add `-e B`",
                "container; add `-e D`",
            ],
        ),
        (
            "unsupported-variable-syntax",
            [
                "text; write `${env:A}`",
                "expand; write `${env:B}`",
                "expand; write `${env:CCC}`",
            ],
        ),
    ] {
        assert_eq!(said.matches(&format!("[{rule}]")).count(), 1, "{said}");
        for help in advice {
            assert!(said.contains(help), "{help}\n{said}");
        }
    }
}
