use super::*;
use crate::paste;

fn emitted(host: &str, text: &str) -> (&'static Host, Vec<EmittedServer>) {
    let host = crate::hosts::by_name(host).expect("a host");
    (host, servers(text, &host.places[0]))
}

const CLAUDE: &str = r#"{"mcpServers": {
  "docs": {"command": "npx", "args": ["-y", "docs mcp", "it's"], "env": {"KEY": "${KEY}"}},
  "web": {"type": "http", "url": "https://docs.example.com/mcp?a=b&c", "headers": {"X-Key": "Bearer ${KEY}"}},
  "odd": {"command": "npx", "timeout": 5000}
}}"#;

#[test]
fn commands_say_what_the_file_says() {
    let (host, servers) = emitted("claude-code", CLAUDE);
    let lines: Vec<String> = commands(host, &servers, Shell::Posix)
        .into_iter()
        .map(|line| line.expect("a command"))
        .collect();
    assert_eq!(
        lines,
        [
            r"claude mcp add docs --env 'KEY=${KEY}' -- npx -y 'docs mcp' 'it'\''s'",
            "claude mcp add --transport http web 'https://docs.example.com/mcp?a=b&c' --header 'X-Key: Bearer ${KEY}'",
            r#"claude mcp add-json odd '{"command":"npx","timeout":5000}'"#,
        ]
    );
    // Our own reader of commands gives the same file again.
    let again = paste::read(&lines.join("\n"), None, None)
        .expect("commands")
        .expect("servers");
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(value(&again.text), value(CLAUDE));
}

#[test]
fn what_a_command_cannot_say_is_named() {
    let (host, servers) = emitted(
        "codex",
        "[mcp_servers.a]\ncommand = \"npx\"\ncwd = \"/x\"\n",
    );
    assert_eq!(
        commands(host, &servers, Shell::Posix),
        [Err(Unsayable {
            server: "a".to_owned(),
            field: Some("cwd".to_owned())
        })]
    );
    let (host, servers) = emitted("cursor", CLAUDE);
    let none = commands(host, &servers, Shell::Posix);
    assert!(
        none.iter()
            .all(|line| line.as_ref().is_err_and(|why| why.field.is_none()))
    );
}

#[test]
fn links_are_read_back() {
    for id in ["cursor", "vscode", "lmstudio"] {
        let root = if id == "vscode" {
            "servers"
        } else {
            "mcpServers"
        };
        let text =
            format!(r#"{{"{root}": {{"docs": {{"command": "npx", "args": ["-y", "ä?>~"]}}}}}}"#);
        let (host, servers) = emitted(id, &text);
        let links = links(host, &servers);
        let link = links[0].as_ref().expect("a link");
        let again = paste::read(link, None, None)
            .expect("a link")
            .expect("a server");
        let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
        assert_eq!(value(&again.text), value(&text), "{link}");
        assert_eq!(again.host.map(|host| host.id), Some(id));
    }
}

#[test]
fn a_link_carries_only_the_inputs_of_its_server() {
    let text = r#"{"inputs": [{"id": "a", "type": "promptString"}, {"id": "b", "type": "promptString"}],
        "servers": {"docs": {"command": "npx", "env": {"KEY": "${input:b}"}}}}"#;
    let (_, servers) = emitted("vscode", text);
    let inputs = servers[0].fields["inputs"].to_string();
    assert_eq!(inputs, r#"[{"id":"b","type":"promptString"}]"#);
}

#[test]
fn words_are_quoted_for_each_shell() {
    assert_eq!(
        Shell::Posix.line(["a", "it's", "", "$X", "--flag"]),
        r"a 'it'\''s' '' '$X' --flag"
    );
    assert_eq!(
        Shell::PowerShell.line(["a", "it's", "$X", "a,b", "{\"a\":1}"]),
        "a 'it''s' '$X' 'a,b' '{\\\"a\\\":1}'"
    );
}

#[test]
fn a_section_is_found_and_replaced() {
    let (host, servers) = emitted("claude-code", CLAUDE);
    let section = HostSection {
        host,
        place: &host.places[0],
        text: CLAUDE,
        servers: &servers,
    };
    let new = markdown(&[section], Shell::Posix);
    assert!(
        new.contains("<summary>Claude Code</summary>") && new.contains("in `.mcp.json`:"),
        "{new}"
    );
    let page = "# Docs\n\n<!-- mcpconv:begin -->\nold\n<!-- mcpconv:end -->\nafter\n";
    let changed = replaced(page, &new).expect("a section");
    assert!(
        changed.starts_with("# Docs\n\n<!-- mcpconv:begin -->\n<details>")
            && changed.ends_with("<!-- mcpconv:end -->\nafter\n")
    );
    assert_eq!(replaced(&changed, &new).as_ref(), Some(&changed));
    assert!(replaced("# Docs\n", &new).is_none());
}

#[test]
fn some_commands_have_the_program_before_the_dashes() {
    let text = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"A": "b"}}}}"#;
    let (host, servers) = emitted("gemini", text);
    let lines = commands(host, &servers, Shell::Posix);
    let line = lines[0].as_ref().expect("a command");
    assert_eq!(line, "gemini mcp add docs --env A=b npx -- -y docs-mcp");
    let again = paste::read(line, None, None)
        .expect("a command")
        .expect("a server");
    let value = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    assert_eq!(value(&again.text), value(text));
}
