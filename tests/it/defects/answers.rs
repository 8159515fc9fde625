//! Variables that stand for inputs: each has a name that stands for nothing else, and is asked for only where it is left.

use serde_json::Value;

use super::{diagnostics, servers, value};
use crate::support::{Ran, convert};

/// A file of VS Code with an input of this id, to which an argument refers.
fn asking(id: &str) -> String {
    format!(
        r#"{{"inputs": [{{"id": "{id}", "type": "promptString", "description": "d"}}], "servers": {{"a": {{"command": "npx", "args": ["srv", "${{input:{id}}}"]}}}}}}"#
    )
}

/// What the program advises to set.
fn advice(ran: &Ran) -> Vec<String> {
    let said = diagnostics(ran).into_iter();
    let help = said.filter_map(|said| said["help"].as_str().map(str::to_owned));
    help.filter(|help| help.starts_with("set `")).collect()
}

#[test]
fn an_input_never_becomes_a_variable_that_the_system_has() {
    for id in ["path", "home", "user", "shell", "pwd", "term", "ключ", "_"] {
        let source = asking(id);
        for to in ["claude-desktop", "mcpnest", "cursor --expand always"] {
            let ran = convert(&format!("--from vscode --to {to} --format json"), &source);
            assert_eq!(ran.code, 2, "{id} for {to}: {ran:?}");
            assert!(ran.stdout.is_empty(), "{id} for {to}: {ran:?}");
        }
        let ran = convert("--from vscode --to cursor --format json", &source);
        let written = servers(&value(&ran.stdout))["a"]["args"][1].clone();
        let name = written
            .as_str()
            .and_then(|text| text.strip_prefix("${env:")?.strip_suffix('}'))
            .unwrap_or_else(|| panic!("{id}: {ran:?}"));
        assert!(name.starts_with("INPUT"), "{id}: {name}");
        assert!(advice(&ran)[0].contains(name), "{id}: {ran:?}");
    }
}

#[test]
fn an_input_and_a_variable_of_the_source_stay_two() {
    let source = r#"{"inputs": [{"id": "api-key", "type": "promptString", "description": "d"}], "servers": {"a": {"command": "x", "env": {"K": "${input:api-key}"}}, "b": {"command": "y", "env": {"K": "${env:API_KEY}"}}}}"#;
    for to in ["cursor", "claude-code", "opencode", "gemini"] {
        let ran = convert(&format!("--from vscode --to {to} --format json"), source);
        let servers = servers(&value(&ran.stdout));
        let text = |name: &str| servers[name].to_string();
        assert!(text("a").contains("API_KEY_2"), "{to}: {ran:?}");
        assert!(!text("b").contains("API_KEY_2"), "{to}: {ran:?}");
        assert!(advice(&ran)[0].contains("`API_KEY_2`"), "{to}: {ran:?}");
    }
}

#[test]
fn only_a_variable_that_is_left_is_to_be_set() {
    let source = r#"{"inputs": [{"id": "host", "type": "promptString", "description": "d", "default": "e.com"}, {"id": "tok", "type": "promptString", "description": "d"}], "servers": {"a": {"url": "https://${input:host}/mcp"}, "b": {"command": "x", "env": {"T": "${input:tok}"}}}}"#;
    let said = |options: &str| {
        let ran = convert(&format!("--from vscode --format json {options}"), source);
        assert_eq!(ran.code, 0, "{options}: {ran:?}");
        advice(&ran)
    };
    for to in ["codex", "opencode", "goose"] {
        let advice = said(&format!("--to {to}"));
        assert!(
            !advice.iter().any(|help| help.contains("HOST")),
            "{to}: {advice:?}"
        );
    }
    let values = said("--to cursor --expand always --env TOK=1");
    assert!(values.is_empty(), "{values:?}");
    let values = said("--to claude-desktop --server b --env TOK=1");
    assert!(values.is_empty(), "{values:?}");
    let renamed = said("--to copilot-agent");
    assert!(renamed[0].contains("`COPILOT_MCP_TOK`"), "{renamed:?}");
    assert!(!renamed.iter().any(|help| help.contains("`TOK`")));
}

#[test]
fn a_published_server_keeps_the_names_of_its_variables() {
    let source = r#"{"name": "io.example/a", "version": "1.0.0", "packages": [{"registryType": "npm", "identifier": "a", "version": "1.0.0", "transport": {"type": "stdio"}, "environmentVariables": [{"name": "TERM", "isRequired": true}]}]}"#;
    let ran = convert("--from server-json --to cursor --format json", source);
    let written: Value = servers(&value(&ran.stdout))["a"]["env"]["TERM"].clone();
    assert!(
        written.as_str().is_some_and(|text| !text.contains("INPUT")),
        "{ran:?}"
    );
}
