//! Help, advice and counts, word for word where they once said something that was not so.

use crate::support::Folder;

/// What `lint` says about one file, in one line.
fn lint(host: &str, name: &str, text: &str) -> String {
    let folder = Folder::new(&[(name, text)]);
    let ran = folder.lint(&[name, "--host", host, "--no-config"]);
    let said = format!("{}{}", ran.stdout, ran.stderr);
    said.replace("\n  │ ", " ")
}

#[test]
fn help_is_printed_as_it_is() {
    let folder = Folder::new(&[]);
    for words in ["--help", "convert --help", "help sync", "show --help"] {
        let said = folder.run(words).stdout;
        assert!(said.contains("Read KEY=value lines"), "{words}: {said}");
    }
    // What is wrong with an argument repeats it.
    let ran = folder.run("lint --tokn=hidden-word-of-somebody");
    assert_eq!(ran.code, 2);
    assert!(!ran.stderr.contains("hidden-word"), "{}", ran.stderr);
}

#[test]
fn the_command_line_is_told_what_is_wrong_with_it() {
    let text = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let folder = Folder::new(&[("x.json", text)]);
    let ran = folder.run("x.json --to cursor --in-place");
    assert!(
        ran.stderr
            .contains("`--in-place` and `--to` cannot be used together"),
        "{}",
        ran.stderr
    );
    let ran = folder.run("lint nofile.json");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{}", ran.stderr);
    let ran = folder.run("help lnt");
    assert!(
        ran.stderr.contains("did you mean `lint`?"),
        "{}",
        ran.stderr
    );
}

#[test]
fn one_location_more_is_one() {
    let pairs: Vec<String> = (0..10)
        .map(|at| format!("\"A{at}\": \"${{B{at}}}\""))
        .collect();
    let text = format!(
        "{{\"servers\": {{\"a\": {{\"command\": \"x\", \"env\": {{\n{}}}}}}}}}",
        pairs.join(",\n")
    );
    let said = lint("vscode", "mcp.json", &text);
    assert!(said.contains("and 1 more location\n"), "{said}");
}

#[test]
fn a_host_that_refuses_two_transports_is_not_said_to_use_one() {
    let text = "[mcp_servers.a]\ncommand = \"x\"\nurl = \"https://h.example/mcp\"\n";
    let said = lint("codex", "c.toml", text);
    assert!(said.contains("Codex accepts only one of them"), "{said}");
    assert!(!said.contains("uses only one"), "{said}");
}

#[test]
fn servers_in_another_shape_are_asked_for_in_the_words_of_the_language() {
    let said = lint(
        "codex",
        "c.toml",
        "[[mcp_servers]]\nname = \"a\"\ncommand = \"x\"\n",
    );
    assert!(
        said.contains("help: write a table for each server, such as `[mcp_servers.NAME]`"),
        "{said}"
    );
    let said = lint(
        "continue",
        "c.yaml",
        "name: x\nversion: 1.0.0\nmcpServers:\n  a:\n    command: x\n",
    );
    assert!(
        said.contains("help: write one list of objects, each with its `name`"),
        "{said}"
    );
    let said = lint("cursor", "c.json", r#"{"mcpServers": [{"command": "x"}]}"#);
    assert!(
        said.contains("help: write an object with the servers by their names"),
        "{said}"
    );
}

#[test]
fn servers_one_level_too_deep_are_asked_up() {
    let said = lint(
        "cursor",
        "c.json",
        r#"{"mcpServers": {"mcpServers": {"a": {"command": "x"}}}}"#,
    );
    assert!(
        said.contains("`a` looks like a server but is not directly inside `mcpServers`"),
        "{said}"
    );
    assert!(
        said.contains("help: move the servers one level up"),
        "{said}"
    );
}

#[test]
fn a_value_of_a_wrong_type_is_shown_how_to_be_written() {
    let text = "version: 1.2.8\nmcpServers:\n  a:\n    type: streamable-http\n    url: https://h.example/mcp\n    headers:\n      X: {{LIBRECHAT_USER_ID}}\n";
    let said = lint("librechat", "l.yaml", text);
    assert!(said.contains("help: put it between quotes"), "{said}");
    let text =
        r#"{"mcpServers": {"a": {"type": "local", "command": "x", "args": [], "tools": "*"}}}"#;
    let said = lint("copilot-agent", "c.json", text);
    assert!(said.contains("help: put it between `[` and `]`"), "{said}");
    let text = r#"{"mcpServers": {"a": {"type": "local", "command": "x", "args": []}}}"#;
    let said = lint("copilot-agent", "c.json", text);
    assert!(
        said.contains("help: add `tools`, such as `[\"*\"]`"),
        "{said}"
    );
}
