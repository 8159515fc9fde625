//! What the real hosts did with odd files: our verdict has to be the same.

use crate::support::{Folder, json};

/// The worst that the linter says `host` does with a file, by the words of its labels.
fn verdict(path: &str, host: &str, text: &str) -> &'static str {
    let flags = ["--format", "json", "--level", "info", "--host", host, path];
    let ran = Folder::new(&[(path, text)]).lint(&flags);
    let report = json(&ran.stdout);
    let labels: Vec<String> = report["findings"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|finding| finding["label"].as_str().map(str::to_owned))
        .collect();
    let said = |words: &str| labels.iter().any(|label| label.contains(words));
    match () {
        () if said("refuses to start") || said("does not start") => "start",
        () if said("rejects the whole file") => "file",
        () if said("skips this server") => "server",
        () => "fine",
    }
}

fn librechat(server: &str) -> &'static str {
    let text = format!("version: 1.2.8\nmcpServers:\n  a: {server}\n");
    verdict("librechat.yaml", "librechat", &text)
}

fn fastmcp(server: &str) -> &'static str {
    let text = format!(r#"{{ "mcpServers": {{ "a": {server} }} }}"#);
    verdict("mcp.json", "fastmcp", &text)
}

fn inspector(server: &str) -> &'static str {
    let text = format!(r#"{{ "mcpServers": {{ "a": {server} }} }}"#);
    verdict(".mcp-inspector/mcp.json", "inspector", &text)
}

#[test]
fn librechat_checks_titles_and_urls() {
    for (field, cost) in [
        ("title: My server-1's", "fine"),
        ("title: my_server", "start"),
        ("title: \"\"", "start"),
        ("serverInstructions: 1", "start"),
        ("serverInstructions: use it", "fine"),
        ("stderr: nowhere", "start"),
        ("env: { API_VERSION: 2024-11-05 }", "start"),
        ("env: { API_VERSION: \"2024-11-05\" }", "fine"),
        ("timeout: 9_000", "fine"),
        ("obo: { scopes: x }", "start"),
    ] {
        let server = format!("{{ command: uvx, args: [], {field} }}");
        assert_eq!(librechat(&server), cost, "{field}");
    }
    for (server, cost) in [
        ("type: http, url: \"wss://acme.dev/mcp\"", "start"),
        ("type: websocket, url: \"https://acme.dev/mcp\"", "start"),
        ("type: websocket, url: \"wss://acme.dev/mcp\"", "fine"),
        (
            "type: http, url: \"https://acme.dev/mcp\", proxy: \"ftp://acme.dev\"",
            "start",
        ),
        (
            "type: http, url: \"https://acme.dev/mcp\", oauth: { token_url: word }",
            "start",
        ),
        ("command: \"\", args: []", "server"),
    ] {
        assert_eq!(librechat(&format!("{{ {server} }}")), cost, "{server}");
    }
}

#[test]
fn librechat_does_not_start_with_an_empty_file() {
    assert_eq!(verdict("librechat.yaml", "librechat", ""), "start");
    assert_eq!(verdict(".kimi-code/mcp.json", "kimi", ""), "fine");
    assert_eq!(
        verdict("goose/config.yaml", "goose", "extensions:\n"),
        "fine"
    );
}

#[test]
fn a_client_secret_is_not_written_where_librechat_wants_more_beside_it() {
    let text = r#"{ "mcpServers": { "a": { "url": "https://acme.dev/mcp", "auth": { "CLIENT_ID": "i", "CLIENT_SECRET": "${S}" } } } }"#;
    let folder = Folder::new(&[(".cursor/mcp.json", text)]);
    let ran = folder.run(&["--from", "cursor", "--to", "librechat", ".cursor/mcp.json"]);
    assert!(ran.stdout.contains("client_id") && !ran.stdout.contains("client_secret"));
    assert!(ran.stderr.contains("CLIENT_SECRET"), "{}", ran.stderr);
}

#[test]
fn fastmcp_reads_values_as_pydantic_does() {
    for (field, cost) in [
        (r#""timeout": 1.5"#, "file"),
        (r#""timeout": "1.5""#, "file"),
        (r#""timeout": 30.0"#, "fine"),
        (r#""timeout": "30""#, "fine"),
        (r#""timeout": -1"#, "fine"),
        (r#""timeout": null"#, "fine"),
        (r#""keep_alive": "yes""#, "fine"),
        (r#""keep_alive": "perhaps""#, "file"),
        (r#""transport": null"#, "fine"),
        (r#""env": null"#, "file"),
        (r#""env": { "A": 1 }"#, "server"),
    ] {
        let server = format!(r#"{{ "command": "uvx", {field} }}"#);
        assert_eq!(fastmcp(&server), cost, "{field}");
    }
    assert_eq!(fastmcp(r#"{ "command": "" }"#), "server");
}

#[test]
fn fastmcp_takes_the_whole_root_for_servers_if_one_of_them_is() {
    let bare = r#"{ "a": { "command": "uvx" } }"#;
    assert_eq!(verdict("mcp.json", "fastmcp", bare), "fine");
    let mixed = r#"{ "version": 1, "a": { "command": "uvx" } }"#;
    assert_eq!(verdict("mcp.json", "fastmcp", mixed), "file");
}

#[test]
fn the_inspector_checks_no_values() {
    for (server, cost) in [
        (r#"{ "command": "uvx", "args": [1] }"#, "fine"),
        (r#"{ "command": "uvx", "args": null }"#, "fine"),
        (r#"{ "command": "uvx", "env": { "A": 1 } }"#, "fine"),
        (r#"{ "type": "local", "command": "uvx" }"#, "fine"),
        (r#"{ "command": "uvx", "args": "x" }"#, "file"),
        ("null", "file"),
    ] {
        assert_eq!(inspector(server), cost, "{server}");
    }
}

#[test]
fn vibe_does_not_start_with_a_name_without_letters() {
    let file = |name: &str, more: &str| {
        format!(
            "[[mcp_servers]]\nname = \"{name}\"\ntransport = \"stdio\"\ncommand = \"uvx\"\n{more}\n"
        )
    };
    let vibe = |text: &str| verdict(".vibe/config.toml", "mistral-vibe", text);
    assert_eq!(vibe(&file("a", "")), "fine");
    assert_eq!(vibe(&file("--", "")), "start");
    assert_eq!(vibe("[[mcp_servers]\n"), "start");
    assert_eq!(vibe(&file("a", "startup_timeout_sec = \"9\"")), "fine");
    assert_eq!(vibe(&file("a", "disabled = \"off\"")), "fine");
    assert_eq!(vibe(&file("a", "disabled = \"perhaps\"")), "start");
}
