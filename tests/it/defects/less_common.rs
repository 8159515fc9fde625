//! What hosts with fewer users do in their own way: values that are not there, second names, names that are one.

use super::{convert, servers, value};
use crate::support::Folder;

fn show(host: &str, text: &str) -> String {
    let ran = Folder::new(&[]).feed(&format!("show --no-env --host {host} -"), text);
    ran.stdout
}

#[test]
fn of_two_names_of_a_field_the_newer_counts_alone() {
    let entry = r#"{"type": "local", "command": ["x"], "env": {"A": "1", "T": "old"}, "environment": {"B": "2"}}"#;
    let source = format!(
        r#"{{"mcp": {{"alpha": {entry}, "zulu": {{"type": "local", "command": ["z"]}}}}}}"#
    );
    let converted = convert("kilo", "claude-code", &source);
    let written = &servers(&value(&converted.lenient.stdout))["alpha"];
    assert_eq!(
        written["env"],
        serde_json::json!({"B": "2"}),
        "{converted:?}"
    );
    assert_eq!(converted.strict.code, 1, "{converted:?}");
    let shown = show("kilo", &source);
    assert!(
        shown.contains("overridden") && !shown.contains(" old"),
        "{shown}"
    );
    // Neither does a merge bring back what did not count.
    let more = r#"{"mcpServers": {"alpha": {"command": "x", "env": {"C": "3"}}}}"#;
    let folder = Folder::new(&[("source.json", more), ("kilo.json", &source)]);
    folder
        .run("--from claude-code --to kilo source.json -o kilo.json")
        .warned();
    let merged = &servers(&value(&folder.read("kilo.json")))["alpha"];
    assert_eq!(
        merged["environment"],
        serde_json::json!({"B": "2", "C": "3"})
    );
    // Alone, the older name is as good.
    let alone = source.replace(r#", "environment": {"B": "2"}"#, "");
    let converted = convert("kilo", "claude-code", &alone);
    let written = &servers(&value(&converted.lenient.stdout))["alpha"];
    assert_eq!(written["env"]["T"], "old", "{converted:?}");
    assert_eq!(converted.strict.code, 0, "{converted:?}");
}

#[test]
fn a_url_that_an_unset_variable_leaves_broken_costs_what_a_broken_url_costs() {
    let of = |url: &str| {
        format!(
            r#"{{"mcpServers": {{"alpha": {{"type": "sse", "url": "{url}"}}, "zulu": {{"command": "x"}}}}}}"#
        )
    };
    let shown = show("cline", &of("${env:MCP_URL}"));
    assert!(shown.contains("2 servers: 2 skipped"), "{shown}");
    assert!(
        shown.contains("with the whole file, because MCP_URL is unset"),
        "{shown}"
    );
    let shown = show("cline", &of("https://x.example.com/${env:PART}"));
    assert!(shown.contains("1 starts, 1 connects"), "{shown}");
    let line = "show --no-env --env MCP_URL=https://x.example.com --host cline -";
    let ran = Folder::new(&[]).feed(line, of("${env:MCP_URL}"));
    assert!(ran.stdout.contains("1 starts, 1 connects"), "{ran:?}");
}

#[test]
fn a_variable_that_costs_the_file_is_named_without_what_may_be_secret() {
    let of = |value: &str| {
        format!(r#"{{"mcpServers": {{"alpha": {{"command": "x", "env": {{"A": "{value}"}}}}}}}}"#)
    };
    let shown = show("warp", &of("${A_NAME:-s3cr3t}"));
    assert!(
        shown.contains("A_NAME:-…") && !shown.contains("s3cr3t"),
        "{shown}"
    );
    let shown = show("warp", &of("${A_NAME}"));
    assert!(shown.contains("because A_NAME is unset"), "{shown}");
}

#[test]
fn what_stays_of_an_unset_reference_is_shown_as_the_host_leaves_it() {
    let of = |value: &str| {
        format!(r#"{{"mcpServers": {{"alpha": {{"command": "x", "env": {{"A": "{value}"}}}}}}}}"#)
    };
    let shown = show("amazon-q", &of("a-${env:NO_NAME}"));
    assert!(shown.contains("a-${NO_NAME}"), "{shown}");
    let shown = show("cursor", &of("a-${env:NO_NAME}"));
    assert!(shown.contains("a-${env:NO_NAME}"), "{shown}");
}

#[test]
fn a_text_that_a_shell_refuses_costs_the_server_and_is_told() {
    let of = |text: &str| {
        format!(
            r#"{{"mcp": {{"alpha": {{"type": "stdio", "command": "x", "args": ["{text}"]}}, "zulu": {{"type": "stdio", "command": "z"}}}}}}"#
        )
    };
    for text in ["$", "${A", "$(x"] {
        let shown = show("crush", &of(text));
        assert!(shown.contains("1 starts, 1 rejected"), "{text}: {shown}");
        let folder = Folder::new(&[("crush.json", &of(text))]);
        let lint = folder.lint(&["--format", "concise", "crush.json"]);
        assert_eq!(
            lint.stdout.matches("malformed-variable").count(),
            1,
            "{text}: {lint:?}"
        );
        let converted = convert("crush", "claude-code", &of(text));
        assert!(
            converted.lenient.stderr.contains("Crush cannot expand"),
            "{converted:?}"
        );
        assert_eq!(converted.strict.code, 1, "{text}");
    }
    for text in ["a$b", "5 $", "\\\\$", "${A:-x}"] {
        let shown = show("crush", &of(text));
        assert!(shown.contains("2 servers: 2 start"), "{text}: {shown}");
        // Only a shell minds.
        let cursor = format!(
            r#"{{"mcpServers": {{"alpha": {{"command": "x", "args": ["{text}", "$"]}}}}}}"#
        );
        assert!(show("cursor", &cursor).contains("● alpha"), "{text}");
    }
}

#[test]
fn names_that_differ_only_in_case_are_one_server_where_the_host_says_so() {
    let source = r#"{"mcpServers": {"GitHub": {"command": "a"}, "github": {"command": "b"}}}"#;
    let converted = convert("claude-code", "vscode", source);
    let written = servers(&value(&converted.lenient.stdout));
    let mut names: Vec<String> = written.keys().map(|name| name.to_lowercase()).collect();
    names.dedup();
    assert_eq!(names.len(), 2, "{converted:?}");
    assert!(
        converted.lenient.stderr.contains("conversion-name-changed"),
        "{converted:?}"
    );
    assert_eq!(converted.strict.code, 1, "{converted:?}");
    let there = r#"{"servers": {"github": {"type": "stdio", "command": "b"}}}"#;
    let one = r#"{"mcpServers": {"GitHub": {"command": "a"}}}"#;
    let folder = Folder::new(&[("source.json", one), (".vscode/mcp.json", there)]);
    let ran = folder.run("--from claude-code --to vscode source.json -o .vscode/mcp.json");
    assert!(ran.stderr.contains("conversion-name-changed"), "{ran:?}");
    let text = source.replace("mcpServers", "servers");
    let shown = show("vscode", &text);
    assert!(shown.contains("1 starts, 1 skipped"), "{shown}");
    let lint = Folder::new(&[(".vscode/mcp.json", &text)]).lint(&["--format", "concise"]);
    assert_eq!(
        lint.stdout.matches("server-name-collision").count(),
        1,
        "{lint:?}"
    );
    // Other characters keep names apart, and in other hosts case does too.
    let apart = r#"{"mcpServers": {"git hub": {"command": "a"}, "git-hub": {"command": "b"}}}"#;
    assert_eq!(convert("claude-code", "vscode", apart).strict.code, 0);
    assert_eq!(convert("claude-code", "cursor", source).strict.code, 0);
    assert!(show("claude-code", source).contains("2 servers: 2 start"));
}

#[test]
fn a_word_that_its_host_ignores_is_no_matter_where_the_file_disables_the_server() {
    let text = r#"{"$version": 4, "mcpServers": {"alpha": {"command": "x", "disabled": true}, "zulu": {"command": "x", "disabled": true}}, "mcp": {"excluded": ["alpha"]}}"#;
    for (host, file) in [
        ("qwen", ".qwen/settings.json"),
        ("gemini", ".gemini/settings.json"),
    ] {
        let lint =
            Folder::new(&[(file, text)]).lint(&["--format", "concise", "--host", host, file]);
        let told: Vec<&str> = lint
            .stdout
            .lines()
            .filter(|line| line.contains("still starts"))
            .collect();
        assert!(
            told.len() == 1 && told[0].contains("`zulu`"),
            "{host}: {lint:?}"
        );
    }
}
