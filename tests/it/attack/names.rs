//! Secrets that stand where a name belongs: of a server, of a variable, of a list. And what a log would obey.

use crate::support::Folder;

/// Passwords that nothing but their place gives away.
const SECRETS: [&str; 3] = ["Hunter2q7Zr", "hunter2q7zr", "my-q7zr2-word!"];

/// Files with a secret at `S`, of which nothing may be shown.
const FILES: [(&str, &str); 16] = [
    (
        ".codex/config.toml",
        "[mcp_servers.s]\nurl = \"https://h.example/mcp\"\nbearer_token_env_var = \"S\"\n",
    ),
    (
        ".codex/config.toml",
        "[mcp_servers.s]\nurl = \"https://h.example/mcp\"\nenv_http_headers = { \"X-Api-Key\" = \"S\" }\n",
    ),
    (
        ".codex/config.toml",
        "[mcp_servers.s]\ncommand = \"x\"\nenv_vars = [\"S\"]\n",
    ),
    (
        ".config/goose/config.yaml",
        "extensions:\n  s:\n    name: s\n    enabled: true\n    type: stdio\n    cmd: x\n    args: []\n    env_keys: [\"S\"]\n",
    ),
    (
        ".vibe/config.toml",
        "[[mcp_servers]]\nname = \"s\"\ntransport = \"http\"\nurl = \"https://h.example/mcp\"\napi_key_env = \"S\"\n",
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"token=S": {"command": "x"}, "s": {"command": "y", "env": {"A": "b"}}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"password: S": {"command": "x"}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"Bearer S": {"command": "x"}}}"#,
    ),
    (
        "opencode.json",
        r#"{"mcp": {"x --token S": {"type": "local", "command": ["x"]}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"s": {"command": "x", "args": [1], "tokens": ["S"], "keys": ["S"]}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"s": {"command": "x", "args": ["{\"tokens\": [\"S\"], \"secrets\": {\"a\": \"S\"}}"]}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"s": {"command": "x", "env": {"C": "{\"apiKeys\": {\"a\": \"S\"}}"}}}}"#,
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"s": {"command": "x", "env": [{"value": "S", "name": "API_TOKEN"}] oops}}}"#,
    ),
    (
        ".mcp.json",
        "{\"mcpServers\": {\"s\": {\"command\": \"x\" \"env\": [{\"value\": \"S\",\n \"key\": \"API_TOKEN\"}]}}}",
    ),
    (
        ".mcp.json",
        "{\"mcpServers\": {\"s\": {\"command\": \"x\" \"passwords\": [\"S\"]}}}",
    ),
    (
        ".mcp.json",
        r#"{"mcpServers": {"s": {"command": "x", "env": {"A": "${S}"}, "headers": {"X-Api-Key": "${S}"}}}}"#,
    ),
];

const COMMANDS: [&str; 16] = [
    "lint --level info --max-diagnostics 0",
    "lint --level info --format json",
    "lint --level info --format sarif",
    "lint --level info --format github",
    "lint --fix-unsafe --diff",
    "show FILE",
    "show FILE --format json",
    "matrix FILE --to codex --to gemini",
    "diff FILE other.json --right-host claude-code",
    "diff FILE other.json --right-host claude-code --format json",
    "convert FILE -o out/.vscode/mcp.json --diff",
    "convert FILE -o out/.codex/config.toml --diff --format json",
    "convert FILE -o out/.config/goose/config.yaml --dry-run --diff",
    "convert FILE -o out/.cursor/mcp.json --report report.json",
    "convert FILE --to codex,cursor --emit markdown",
    "convert FILE --to claude-code,codex --emit commands",
];

#[test]
fn what_stands_where_a_name_belongs_is_covered() {
    let mut shown = String::new();
    for (number, (file, text)) in FILES.iter().enumerate() {
        let secret = SECRETS[number % SECRETS.len()];
        let text = text
            .replace('S', "\u{1}")
            .replace("mcp\u{1}ervers", "mcpServers");
        let text = text.replace('\u{1}', secret);
        let folder = Folder::new(&[(file, &text), ("other.json", r#"{"mcpServers": {}}"#)]);
        for command in COMMANDS {
            let words = command.replace("FILE", file);
            let ran = folder.run(&words);
            assert!(ran.code < 3, "{words}: {ran:?}");
            let mut output = ran.stdout + &ran.stderr;
            if words.contains("--report") && ran.code < 2 {
                output.push_str(&folder.read("report.json"));
            }
            for line in output
                .lines()
                .filter(|line| line.to_lowercase().contains("q7zr"))
            {
                shown.push_str(&format!("{text}\n  {words}: {line}\n"));
            }
        }
    }
    assert!(shown.is_empty(), "{shown}");
}

#[test]
fn names_that_are_names_stay_in_view() {
    let text = "[mcp_servers.s]\nurl = \"https://h.example/mcp\"\nbearer_token_env_var = \"GITHUB_TOKEN\"\n\
                env_http_headers = { \"X-Mode\" = \"app_mode\" }\n";
    let folder = Folder::new(&[(".codex/config.toml", text)]);
    let ran = folder.run("convert .codex/config.toml -o .vscode/mcp.json --diff");
    assert!(ran.stdout.contains("${env:GITHUB_TOKEN}"), "{ran:?}");
    assert!(ran.stdout.contains("${env:app_mode}"), "{ran:?}");
}

/// What CI systems take for a command of theirs at the start of a line, or anywhere in it.
#[test]
fn no_output_is_a_command_to_a_log() {
    let evil = r"a\n::error file=x::boo\n  ::warning::b\n##[add-mask]x\n##vso[task.x]y";
    let text = format!(
        r#"{{"mcpServers": {{"s": {{"command": "x", "args": ["{evil}"], "env": {{"A": "{evil}"}}}},
        "::error::n": {{"command": "x", "foo": 1}}, "a\n::error::m": {{"command": "y"}}, "b\u202ex": {{"command": "z", "args": ["\u202e"]}}}}}}"#
    );
    let folder = Folder::new(&[
        (".mcp.json", &text),
        ("other.json", r#"{"mcpServers": {}}"#),
    ]);
    for words in [
        "lint --level info",
        "lint --level info --format concise",
        "lint --level info --format markdown",
        "lint --fix-unsafe --diff",
        "show .mcp.json",
        "show .mcp.json --format json",
        "matrix .mcp.json --to codex",
        "matrix .mcp.json --to codex --format markdown",
        "diff .mcp.json other.json --right-host claude-code",
        "convert .mcp.json -o out/.codex/config.toml --diff",
        "convert .mcp.json -o out/.config/goose/config.yaml --diff",
        "convert .mcp.json -o out/.cursor/mcp.json --dry-run",
        "convert .mcp.json --to claude-code,codex --emit commands",
        "convert .mcp.json --to codex,cursor,goose --emit markdown",
        "convert .mcp.json --to cursor,vscode --emit links",
    ] {
        let ran = folder.run(words);
        let output = ran.stdout + &ran.stderr;
        assert!(!output.is_empty(), "{words}");
        for line in output.lines() {
            let obeyed = line.trim_start().starts_with("::")
                || line.contains("##[")
                || line.contains("##vso[")
                || line.contains('\u{202e}');
            assert!(!obeyed, "{words}: {line}");
        }
    }
}

#[test]
fn a_name_that_env_sets_is_shown_as_it_is_written() {
    let text = r#"{"mcpServers": {"s": {"command": "x", "env": {"my key2": "a", "pre-${X}": "b", "s3bucket": "c"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    for command in ["show .mcp.json", "show .mcp.json --format json"] {
        let shown = folder.run(command).stdout;
        for name in ["my key2", "pre-${X}", "s3bucket"] {
            assert!(shown.contains(name), "{name}: {shown}");
        }
    }
}
