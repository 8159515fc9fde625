use super::*;

fn pasted(text: &str) -> Pasted {
    match read(text, None, None) {
        Some(Ok(pasted)) => pasted,
        other => panic!("{text}: {other:?}"),
    }
}

fn fault(text: &str) -> String {
    match read(text, None, None) {
        Some(Err(problem)) => problem.message,
        other => panic!("{text}: {other:?}"),
    }
}

/// The config file as JSON without blanks, and the id of its host.
fn config(text: &str) -> (String, &'static str) {
    let pasted = pasted(text);
    let json = match serde_json::from_str::<Value>(&pasted.text) {
        Ok(json) => json.to_string(),
        Err(_) => pasted.text,
    };
    (json, pasted.host.map_or("", |host| host.id))
}

#[test]
fn commands_of_hosts_become_their_config_files() {
    for (text, json, host) in [
        (
            "claude mcp add docs -e KEY=a -- npx -y docs-mcp --flag",
            r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","docs-mcp","--flag"],"env":{"KEY":"a"}}}}"#,
            "claude-code",
        ),
        (
            "$ claude mcp add --transport http docs https://docs.example.com/mcp \\\n    --header \"Authorization: Bearer $TOKEN\"",
            r#"{"mcpServers":{"docs":{"type":"http","url":"https://docs.example.com/mcp","headers":{"Authorization":"Bearer ${TOKEN}"}}}}"#,
            "claude-code",
        ),
        (
            "claude mcp add docs npx -y docs-mcp -e KEY=a",
            r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","docs-mcp"],"env":{"KEY":"a"}}}}"#,
            "claude-code",
        ),
        (
            "claude mcp add -e A=1 B=2 --scope user docs -- run it",
            r#"{"mcpServers":{"docs":{"command":"run","args":["it"],"env":{"A":"1","B":"2"}}}}"#,
            "claude-code",
        ),
        (
            r#"claude mcp add-json docs '{"command":"npx","args":["-y","docs-mcp"]}' -s user"#,
            r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","docs-mcp"]}}}"#,
            "claude-code",
        ),
        (
            "gemini mcp add -t sse --trust --include-tools a,b docs https://docs.example.com/sse",
            r#"{"mcpServers":{"docs":{"url":"https://docs.example.com/sse","type":"sse","trust":true,"includeTools":["a","b"]}}}"#,
            "gemini",
        ),
        (
            r#"code --add-mcp "{\"name\":\"docs\",\"command\":\"npx\",\"inputs\":[{\"id\":\"k\",\"type\":\"promptString\"}]}""#,
            r#"{"servers":{"docs":{"command":"npx"}},"inputs":[{"id":"k","type":"promptString"}]}"#,
            "vscode",
        ),
        (
            "npx -y add-mcp@latest https://docs.example.com/mcp -n docs --header 'X-Key: ${KEY}' -a cursor -y",
            r#"{"mcpServers":{"docs":{"type":"http","url":"https://docs.example.com/mcp","headers":{"X-Key":"${KEY}"}}}}"#,
            "mcp-json",
        ),
        (
            "npx add-mcp @acme/docs-mcp --env KEY=a",
            r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","@acme/docs-mcp"],"env":{"KEY":"a"}}}}"#,
            "mcp-json",
        ),
        (
            "API_KEY=$API_KEY uvx mcp-server-docs --root .",
            r#"{"mcpServers":{"docs":{"command":"uvx","args":["mcp-server-docs","--root","."],"env":{"API_KEY":"${API_KEY}"}}}}"#,
            "mcp-json",
        ),
    ] {
        let (found, from) = config(text);
        let value = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
        assert_eq!(value(&found), value(json), "{text}\n{found}");
        assert_eq!(from, host, "{text}");
    }
    assert_eq!(
        config("codex mcp add docs --env KEY=$KEY --env B=c -- npx docs-mcp"),
        (
            "[mcp_servers.docs]\ncommand = \"npx\"\nargs = [\"docs-mcp\"]\nenv_vars = [\"KEY\"]\n\n[mcp_servers.docs.env]\nB = \"c\"\n".to_owned(),
            "codex"
        )
    );
    assert_eq!(
        config("codex mcp add docs --url https://docs.example.com/mcp --bearer-token-env-var TOKEN"),
        (
            "[mcp_servers.docs]\nurl = \"https://docs.example.com/mcp\"\nbearer_token_env_var = \"TOKEN\"\n".to_owned(),
            "codex"
        )
    );
}

#[test]
fn fragments_and_lone_servers_get_what_is_missing() {
    for (text, json) in [
        (
            r#""docs": {"command": "npx", "args": ["docs-mcp"]},"#,
            r#"{"mcpServers":{"docs":{"command":"npx","args":["docs-mcp"]}}}"#,
        ),
        (
            r#"{"command": "npx", "args": ["-y", "@acme/docs-mcp"]}"#,
            r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","@acme/docs-mcp"]}}}"#,
        ),
        (
            r#"{"url": "https://mcp.acme.dev/mcp"}"#,
            r#"{"mcpServers":{"acme":{"url":"https://mcp.acme.dev/mcp"}}}"#,
        ),
        (
            "{docs: {'command': 'npx'}}",
            r#"{"mcpServers":{"docs":{"command":"npx"}}}"#,
        ),
        (
            "“mcpServers”: {“docs”: {“command”: “npx”}}\nthat is all",
            "",
        ),
        (
            "{\"mcpServers\": {\"docs\": {\"command\": \"npx\"}}} add this",
            r#"{"mcpServers":{"docs":{"command":"npx"}}}"#,
        ),
    ] {
        if json.is_empty() {
            assert!(read(text, None, None).is_none(), "{text}");
        } else {
            assert_eq!(config(text).0, json, "{text}");
        }
    }
    let named = read(r#"{"command": "x"}"#, None, Some("mine"))
        .expect("a server")
        .expect("a name");
    assert!(named.text.contains("\"mine\""), "{}", named.text);
}

#[test]
fn the_block_that_is_meant_is_found_in_a_readme() {
    let text = "# Docs\n\n```sh\nnpm install docs-mcp\n```\n\nThen:\n\n```json\n{\"mcpServers\": {\"docs\": {\"command\": \"npx\"}}}\n```\n\n```toml\n[mcp_servers.docs]\ncommand = \"npx\"\n```\n";
    assert_eq!(
        config(text).0,
        "{\"mcpServers\":{\"docs\":{\"command\":\"npx\"}}}"
    );
    let pasted = pasted(text);
    assert_eq!(pasted.notes[0].message, "read the code block at line 10");
    let other = text.replace("command = \"npx\"", "command = \"uvx\"");
    assert!(
        fault(&other).starts_with("the blocks at line 10"),
        "{}",
        fault(&other)
    );
    let codex = crate::hosts::by_name("codex");
    let chosen = read(&other, codex, None)
        .expect("blocks")
        .expect("the one for Codex");
    assert!(chosen.text.contains("uvx"), "{}", chosen.text);
    assert_eq!(
        config("Run\n\n```bash\ncd x\nclaude mcp add docs -- npx docs-mcp\n```\n").1,
        "claude-code"
    );
}

#[test]
fn what_is_missing_is_said() {
    for (text, message) in [
        (
            "claude mcp add docs",
            "this looks like a `claude mcp add` command, but it has neither a program nor a URL",
        ),
        (
            "claude mcp add -t http docs npx",
            "this looks like a `claude mcp add` command for a remote server, but it has no URL",
        ),
        (
            "claude mcp add -t carrier docs x",
            "`carrier` is not a transport",
        ),
        (
            "claude mcp add --nope docs -- x",
            "the command has no option `--nope`",
        ),
        ("claude mcp add docs -e", "`-e` has no value"),
        (
            "claude mcp add-json docs nope",
            "this looks like a `claude mcp add-json` command, but the server is not a JSON object",
        ),
        (
            "npx -y @smithery/cli install docs --client claude",
            "`@smithery/cli` is an installer: the command does not contain the server",
        ),
    ] {
        assert_eq!(fault(text), message, "{text}");
    }
    for text in [
        "",
        "hello",
        "cd x && make",
        "a: b\nc: d\n",
        "docker ps",
        "npm install x",
    ] {
        assert!(read(text, None, None).is_none(), "{text}");
    }
}
