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

/// What was assumed.
fn note(text: &str) -> String {
    pasted(text)
        .note()
        .map_or_else(String::new, |note| note.message)
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
    assert_eq!(note(text), "read the code block at line 10");
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
            "this looks like a `claude mcp add` command, but it is for a remote server and has no URL",
        ),
        (
            "claude mcp add -t carrier docs x",
            "this looks like a `claude mcp add` command, but `carrier` is not a transport",
        ),
        (
            "claude mcp add --nope=abc docs -- x",
            "this looks like a `claude mcp add` command, but it has no option `--nope`",
        ),
        (
            "claude mcp add docs -e",
            "this looks like a `claude mcp add` command, but `-e` has no value",
        ),
        (
            "amp mcp add docs --header nope https://x.example.com/mcp",
            "this looks like an `amp mcp add` command, but an option has no name and value",
        ),
        (
            "copilot mcp add docs --timeout soon -- npx x",
            "this looks like a `copilot mcp add` command, but an option needs a number",
        ),
        (
            "codex mcp add docs --url",
            "this looks like a `codex mcp add` command, but `--url` has no value",
        ),
        (
            "kiro-cli mcp add --name docs",
            "this looks like a `kiro-cli mcp add` command, but it has neither a program nor a URL",
        ),
        (
            "claude mcp add-json docs nope",
            "this looks like a `claude mcp add-json` command, but what should be the server is not a JSON object",
        ),
        (
            "claude mcp add -t http docs",
            "this looks like a `claude mcp add` command, but it is for a remote server and has no URL",
        ),
        (
            "docker run -i --rm",
            "this looks like a `docker` command, but it does not say which image to run",
        ),
        (
            "npx -y",
            "this looks like a `npx` command, but it does not say which package to run",
        ),
        (
            "vscode:mcp/install?docs",
            "this looks like an install link of VS Code, but what should be the server is not a JSON object",
        ),
        (
            "npx -y @smithery/cli install docs --client claude",
            "this looks like a `npx` command, but `@smithery/cli` is an installer and does not say what the server is",
        ),
        (
            "cursor://anysphere.cursor-deeplink/mcp/install?name=docs",
            "this looks like an install link of Cursor, but it has no `config`",
        ),
        (
            "```json\n{\"docs\": {\"command\": \"npx\"}}\n```\n```json\n{\"docs\": {\"command\": \"docker\"}}\n```\n",
            "the blocks at line 2 (`docs`: npx) and line 5 (`docs`: docker) define different servers",
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

const DOCS: &str = r#"{"mcpServers":{"docs":{"command":"npx","args":["-y","docs-mcp"]}}}"#;

#[test]
fn spellings_from_the_wild_are_one_server() {
    for text in [
        "PS C:\\Users\\me> claude mcp add docs -- npx -y docs-mcp",
        "me@host:~/src$ claude mcp add docs -- npx -y docs-mcp",
        "(venv) $ claude mcp add docs -- npx -y docs-mcp",
        "$ claude mcp add docs \\\n    --scope user \\\n    -- npx -y docs-mcp",
        "claude mcp add docs `\n  -s project `\n  -- npx -y docs-mcp",
        "claude mcp add docs ^\r\n  -- npx -y docs-mcp\r\n",
        "claude mcp add —scope user docs — npx -y docs-mcp",
        "# Claude Code\nclaude mcp add docs -- npx -y docs-mcp  # the server",
        "To install it run\n\n    claude mcp add docs -- npx -y docs-mcp\n\nThen restart. That's all!\n",
        "Run `claude mcp add docs -- npx -y docs-mcp` in your terminal.",
        "| host | how |\n|---|---|\n| Claude | `claude mcp add docs -- npx -y docs-mcp` |\n",
        "1. Open a terminal\n2. Type\n   ```\n   claude mcp add docs -- npx -y docs-mcp\n   ```\n",
        "## Add to your config\n\n{\n  \"mcpServers\": {\n    \"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]}\n  }\n}\n\nRestart.\n",
        "Add this to `claude_desktop_config.json`:\n\n    {\n      \"mcpServers\": {\n        \"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]}\n      }\n    }\n\nDone.\n",
        ".mcp.json\n{ \"mcpServers\": { ..., \"docs\": {\"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]} } }\n",
        "[{\"name\": \"docs\", \"command\": \"npx\", \"args\": [\"-y\", \"docs-mcp\"]}]",
        "droid mcp add docs \"npx -y docs-mcp\"",
        "auggie mcp add docs --command npx --args \"-y docs-mcp\"",
        "kiro-cli mcp add --scope global --name docs --command npx --args -y,docs-mcp",
        "qwen mcp add --scope user docs npx -y docs-mcp",
        "kimi mcp add --transport stdio docs -- npx -y docs-mcp",
        "cline mcp add docs --yes -- npx -y docs-mcp",
        "copilot mcp add docs -- npx -y docs-mcp",
        "devin mcp add docs -- npx -y docs-mcp",
        "npx -y docs-mcp",
        "https://cursor.com/en-US/install-mcp?name=docs&config=eyJjb21tYW5kIjoibnB4IC15IGRvY3MtbWNwIn0%3D",
        "kiro://kiro.mcp/add?name=docs&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22docs-mcp%22%5D%7D",
    ] {
        let value: Value = serde_json::from_str(&pasted(text).text).unwrap_or_else(|_| {
            let mended = json::mend(&pasted(text).text).expect("JSON of a kind");
            Value::Object(json::object(&mended.text).expect("an object"))
        });
        let expected: Value = serde_json::from_str(DOCS).expect("JSON");
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn what_was_assumed_is_said_in_one_line() {
    for (text, expected) in [
        (
            "docker run -i --rm -e KEY acme/docs",
            "read as a `docker` command; no name is given, so it is called `docs`",
        ),
        (
            "claude mcp add a -- npx a-mcp\nclaude mcp add b -- npx b-mcp\ncodex mcp add a -- npx a-mcp",
            "read as 2 commands, the first of them a `claude mcp add` command for Claude Code; commands for Codex were skipped",
        ),
        (
            "https://mcp.acme.dev/mcp",
            "read as the URL of a server; HTTP was assumed; no name is given, so it is called `acme`",
        ),
        (
            "claude mcp add docs — npx “docs mcp”",
            "read as a `claude mcp add` command for Claude Code; curly quotes and long dashes were read as plain ones",
        ),
        (
            "devin mcp add docs -- npx docs-mcp",
            "read as a `devin mcp add` command; `devin` is not known, so it was read like `claude mcp add`",
        ),
    ] {
        assert_eq!(note(text), expected, "{text}");
    }
}

#[test]
fn variables_that_are_set_before_belong_to_the_server() {
    let expected =
        r#"{"mcpServers":{"docs":{"command":"npx","args":["docs-mcp"],"env":{"DOCS_KEY":"abc"}}}}"#;
    for text in [
        "export DOCS_KEY=abc\nnpx docs-mcp",
        "set DOCS_KEY=abc\nnpx docs-mcp",
        "$env:DOCS_KEY=\"abc\"; npx docs-mcp",
        "$env:DOCS_KEY = 'abc'\nnpx docs-mcp",
        "env DOCS_KEY=abc npx docs-mcp",
        "DOCS_KEY=abc npx docs-mcp",
    ] {
        assert_eq!(config(text).0, expected, "{text}");
    }
}

#[test]
fn prose_is_told_from_broken_files() {
    for text in [
        "hello",
        "Note: this is prose.\nIt has: colons.",
        "cd x && make",
        "See https://example.com/a?b=c for more.",
    ] {
        assert!(is_prose(text), "{text}");
    }
    for text in [
        "",
        "{\"mcpServers\": {",
        "[mcp_servers.a",
        "[mcp_servers.a]\ncommand = ",
        "command = \"x",
        "extensions:\n  a: [",
        "// comment\n{",
        "1",
        "\"text\"",
    ] {
        assert!(!is_prose(text), "{text}");
    }
}

#[test]
fn broken_json_is_called_json() {
    for (text, message) in [
        (
            "{\"mcpServers\": {\"a\": {\"command\": \"npx\" \"args\": []}}}",
            "this looks like JSON, but it cannot be read from line 1 on",
        ),
        (
            "{\n\"mcpServers\": {\"a\": {\"command\": \"npx\", \"args\": [\"-y\"",
            "this looks like JSON, but it cannot be read from line 2 on",
        ),
        (
            "{\"a\": 1}",
            "this looks like JSON, but there is no server in it",
        ),
        (
            "{\"name\": \"io.github.x/y\", \"description\": \"d\", \"version\": \"1\"}",
            "this looks like the `server.json` of a registry, but it has neither",
        ),
    ] {
        assert!(read(text, None, None).is_none(), "{text}");
        let said = unknown(text).message;
        assert!(said.starts_with(message), "{said}");
    }
}

#[test]
fn a_member_without_braces_is_json_and_not_yaml() {
    let text = "\"mcpServers\": {\n  \"docs\": {\n    \"command\": \"npx\"\n  }\n}";
    assert_eq!(
        note(text),
        "read as JSON, although it has no braces around it"
    );
}

#[test]
fn commands_may_write_their_words_in_another_way() {
    for (text, name) in [
        (
            "code --add-mcp='{\"name\":\"docs\",\"command\":\"npx\"}'",
            "docs",
        ),
        (
            "claude mcp add --scope local -- docs npx -y docs-mcp",
            "docs",
        ),
        (
            "code --add-mcp '{\"command\":\"npx\",\"args\":[\"-y\",\"docs-mcp\"]}'",
            "docs",
        ),
    ] {
        let (text, _) = config(text);
        assert!(text.contains(&format!("\"{name}\":{{")), "{text}");
        assert!(text.contains("\"command\":\"npx\""), "{text}");
    }
}

#[test]
fn a_url_that_ends_in_sse_is_not_taken_for_another_transport() {
    for (url, kind) in [
        ("https://mcp.acme.dev/sse", "sse"),
        ("https://mcp.acme.dev/sse/?x=1", "sse"),
        ("https://mcp.acme.dev/mcp", "http"),
        ("https://mcp.acme.dev/?next=/sse", "http"),
    ] {
        let value: Value = serde_json::from_str(&pasted(url).text).expect("JSON");
        assert_eq!(value["mcpServers"]["acme"]["type"], kind, "{url}");
    }
}
