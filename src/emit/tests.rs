use super::*;
use crate::paste;

fn emitted(host: &str, text: &str) -> (&'static Host, Vec<EmittedServer>) {
    let host = crate::hosts::by_name(host).expect("a host");
    (host, servers(text, &host.places[0]))
}

/// The commands that add the servers of a file.
fn lines(host: &str, text: &str, shell: Shell) -> Vec<String> {
    let (host, servers) = emitted(host, text);
    let lines = commands(host, &servers, shell).into_iter();
    lines
        .map(|line| line.unwrap_or_else(|why| panic!("{}: {why:?}", host.id)))
        .collect()
}

/// The field of the first server that no command can say.
fn unsaid(host: &str, text: &str) -> Option<String> {
    let (host, servers) = emitted(host, text);
    let why = commands(host, &servers, Shell::Posix).remove(0);
    why.expect_err("no command").field
}

/// What our own reader of commands and links makes of a text.
fn read_back(text: &str) -> paste::Pasted {
    paste::read(text, None, None)
        .expect("something pasted")
        .unwrap_or_else(|why| panic!("{text}: {}", why.message))
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

const CLAUDE: &str = r#"{"mcpServers": {
  "docs": {"command": "npx", "args": ["-y", "docs mcp", "it's"], "env": {"KEY": "${KEY}"}},
  "web": {"type": "http", "url": "https://docs.example.com/mcp?a=b&c", "headers": {"X-Key": "Bearer ${KEY}"}},
  "odd": {"command": "npx", "timeout": 5000}
}}"#;

#[test]
fn commands_say_what_the_file_says() {
    let lines = lines("claude-code", CLAUDE, Shell::Posix);
    assert_eq!(
        lines,
        [
            r"claude mcp add docs --env 'KEY=${KEY}' -- npx -y 'docs mcp' 'it'\''s'",
            "claude mcp add --transport http web 'https://docs.example.com/mcp?a=b&c' --header 'X-Key: Bearer ${KEY}'",
            r#"claude mcp add-json odd '{"command":"npx","timeout":5000}'"#,
        ]
    );
    // Our own reader of commands gives the same file again.
    assert_eq!(value(&read_back(&lines.join("\n")).text), value(CLAUDE));
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
fn no_line_has_a_character_that_a_terminal_obeys() {
    let config = |arg: &str| {
        format!(
            r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["{arg}"], "timeout": 5000}}}}}}"#
        )
    };
    // JSON has escapes for them, words do not.
    for escape in ["\\u007f", "\\u001b[2J", "\\u009b2J"] {
        let lines = lines("claude-code", &config(escape), Shell::Posix);
        assert!(lines[0].contains(escape), "{lines:?}");
        assert_eq!(unsaid("gemini", &config(escape)).as_deref(), Some("args"));
    }
}

#[test]
fn links_are_read_back() {
    for id in ["cursor", "vscode", "lmstudio", "kiro"] {
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
        let again = read_back(link);
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
        "a \"it's\" '$X' \"a,b\" '{\\\"a\\\":1}'"
    );
    assert_eq!(
        Shell::PowerShell.line(["", "it's $5", "C:\\x y\\", "a\\\"b", "50% off"]),
        r#"'""' 'it''s $5' 'C:\x y\\' 'a\\\"b' '50% off'"#
    );
    assert_eq!(
        Shell::of(Some(crate::convert::Platform::Windows)),
        Shell::PowerShell
    );
}

#[test]
fn words_with_quotes_mean_the_same_in_every_powershell() {
    let text =
        r#"{"servers": {"docs": {"type": "stdio", "command": "npx", "args": ["-y", "docs-mcp"]}}}"#;
    let line = &lines("vscode", text, Shell::PowerShell)[0];
    assert!(
        line.starts_with("$PSNativeCommandArgumentPassing = 'Legacy'; code --add-mcp '"),
        "{line}"
    );
    let again = read_back(line);
    assert!(again.text.contains("docs-mcp"), "{}", again.text);
    assert!(!again.text.contains("Legacy"), "{}", again.text);
    // Nothing is needed where nothing is escaped.
    let lines = lines("claude-code", CLAUDE, Shell::PowerShell);
    assert!(lines.iter().any(|line| line.starts_with("claude mcp add ")));
    for line in &lines {
        let prepared = line.starts_with("$PSNativeCommandArgumentPassing");
        assert_eq!(prepared, line.contains("\\\""), "{line}");
    }
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
    let line = &lines("gemini", text, Shell::Posix)[0];
    assert_eq!(line, "gemini mcp add docs npx --env A=b -- -y docs-mcp");
    assert_eq!(value(&read_back(line).text), value(text));
}

/// For each host whose command we write: a file, and the lines for it. The clients that can be run offline (Claude Code
/// 2.1.325, Codex 0.166.0, Gemini CLI 0.61.0, Qwen Code 0.24.4, Copilot CLI 1.0.102, Amp 0.0.1790142911) made the same files of
/// these lines.
const LINES: &[(&str, &str, &[&str])] = &[
    (
        "qwen",
        r#"{"mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"K": "${K}"}, "trust": true, "includeTools": ["a", "b"]},
            "web": {"httpUrl": "https://docs.example.com/mcp", "headers": {"A": "b c"}, "oauth": {"clientId": "x", "scopes": ["r", "w"], "enabled": true}},
            "old": {"url": "https://docs.example.com/sse"}
        }}"#,
        &[
            "qwen mcp add docs npx --env 'K=${K}' --trust --include-tools a --include-tools b -- -y docs-mcp",
            "qwen mcp add --transport http web https://docs.example.com/mcp --header 'A: b c' --oauth-client-id x --oauth-scopes r,w",
            "qwen mcp add --transport sse old https://docs.example.com/sse",
        ],
    ),
    (
        "copilot-cli",
        r#"{"mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs mcp"], "env": {"K": "${K}"}, "tools": ["a", "b"]},
            "web": {"url": "https://docs.example.com/mcp", "headers": {"A": "b: c"}, "timeout": 5000, "tools": []},
            "old": {"type": "sse", "url": "https://docs.example.com/sse"}
        }}"#,
        &[
            "copilot mcp add docs --env 'K=${K}' --tools a,b -- npx -y 'docs mcp'",
            "copilot mcp add --transport http web https://docs.example.com/mcp --header 'A: b: c' --timeout 5000 --tools ''",
            "copilot mcp add --transport sse old https://docs.example.com/sse",
        ],
    ),
    (
        "amp",
        r#"{"amp.mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"K": "${K}"}},
            "web": {"url": "https://docs.example.com/mcp", "headers": {"A": "b=c d"}}
        }}"#,
        &[
            "amp mcp add docs --env 'K=${K}' -- npx -y docs-mcp",
            "amp mcp add web https://docs.example.com/mcp --header 'A=b=c d'",
        ],
    ),
    (
        "droid",
        r#"{"mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"K": "${K}"}},
            "web": {"type": "http", "url": "https://docs.example.com/mcp", "headers": {"A": "b"}, "oauth": false}
        }}"#,
        &[
            "droid mcp add docs 'npx -y docs-mcp' --env 'K=${K}'",
            "droid mcp add --type http web https://docs.example.com/mcp --header 'A: b' --no-oauth",
        ],
    ),
    (
        "auggie",
        r#"{"mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"K": "v"}},
            "web": {"url": "https://docs.example.com/mcp", "headers": {"A": "b"}}
        }}"#,
        &[
            "auggie mcp add docs --command npx --args '-y docs-mcp' --env K=v",
            "auggie mcp add --transport http web --url https://docs.example.com/mcp --header 'A: b'",
        ],
    ),
    (
        "kiro",
        r#"{"mcpServers": {
            "docs": {"command": "npx", "args": ["-y", "docs-mcp"], "env": {"K": "${K}"}, "disabled": true},
            "web": {"url": "https://docs.example.com/mcp", "headers": {"A": "b"}}
        }}"#,
        &[
            "kiro-cli mcp add --name docs --command npx --args -y,docs-mcp --env 'K=${K}' --disabled",
            "kiro-cli mcp add --name web --url https://docs.example.com/mcp --headers '{\"A\":\"b\"}'",
        ],
    ),
    (
        "amazon-q",
        r#"{"mcpServers": {"docs": {"command": "npx", "args": ["-y", "docs-mcp"], "timeout": 9000}}}"#,
        &["q mcp add --name docs --command npx --args -y,docs-mcp --timeout 9000"],
    ),
];

#[test]
fn every_grammar_is_written_and_read_back() {
    for (id, text, expected) in LINES {
        for shell in [Shell::Posix, Shell::PowerShell] {
            let lines = lines(id, text, shell);
            if shell == Shell::Posix {
                assert_eq!(lines, *expected, "{id}");
            }
            let again = read_back(&lines.join("\n"));
            assert_eq!(again.host.map(|host| host.id), Some(*id));
            let key = if *id == "amp" {
                "amp.mcpServers"
            } else {
                "mcpServers"
            };
            let root = |text: &str| value(text)[key].clone();
            assert_eq!(root(&again.text), root(text), "{lines:?}");
        }
    }
    // Whatever a host's command is, it is in this list or tested above.
    for host in crate::hosts::HOSTS {
        let written = host.commands.iter().any(|add| !add.read_only);
        let tested = LINES.iter().any(|(id, ..)| *id == host.id)
            || ["claude-code", "codex", "gemini", "vscode"].contains(&host.id);
        assert_eq!(written, tested, "{}", host.id);
    }
}

#[test]
fn a_line_that_could_not_be_taken_apart_again_is_not_written() {
    let text = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["a b"]}}}"#;
    for id in ["droid", "auggie"] {
        assert_eq!(unsaid(id, text).as_deref(), Some("args"), "{id}");
    }
    let equals = r#"{"mcpServers": {"docs": {"command": "npx", "env": {"A": "b=c"}}}}"#;
    assert!(unsaid("qwen", equals).is_some());
    let commas = r#"{"mcpServers": {"docs": {"command": "npx", "args": ["a,b"]}}}"#;
    assert!(unsaid("kiro", commas).is_some());
}
