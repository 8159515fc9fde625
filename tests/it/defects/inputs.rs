//! VS Code's inputs: an id belongs to its text.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{convert_with, document, servers, value};
use crate::support::Folder;
use crate::support::made_up::token;

fn one(description: &str, server: &str) -> String {
    format!(
        r#"{{"inputs": [{{"id": "tok", "type": "promptString", "description": "{description}", "password": true}}], "servers": {{"{server}": {{"type": "stdio", "command": "{server}", "env": {{"T": "${{input:tok}}"}}}}}}}}"#
    )
}

fn ids(document: &Value) -> BTreeSet<String> {
    let inputs = document["inputs"].as_array().cloned().unwrap_or_default();
    inputs
        .iter()
        .filter_map(|input| input["id"].as_str().map(str::to_owned))
        .collect()
}

#[test]
fn two_inputs_with_one_id_stay_two() {
    let folder = Folder::new(&[
        ("a/.vscode/mcp.json", &one("The key of A", "a")),
        ("b/.vscode/mcp.json", &one("The key of B", "b")),
    ]);
    let ran = folder.run("a/.vscode/mcp.json b/.vscode/mcp.json --to vscode --format json");
    let document = value(&ran.stdout);
    let (a, b) = (
        &document["servers"]["a"]["env"]["T"],
        &document["servers"]["b"]["env"]["T"],
    );
    assert_ne!(a, b, "{document:#}");
    assert_eq!(ids(&document).len(), 2, "{document:#}");
    for (reference, text) in [(a, "The key of A"), (b, "The key of B")] {
        let id = reference
            .as_str()
            .and_then(|text| text.strip_prefix("${input:"))
            .and_then(|text| text.strip_suffix('}'))
            .expect("an input");
        let inputs = document["inputs"].as_array().expect("inputs");
        let input = inputs
            .iter()
            .find(|input| input["id"] == id)
            .unwrap_or_else(|| panic!("{id}: {document:#}"));
        assert_eq!(input["description"], text);
    }
}

#[test]
fn the_same_input_in_two_files_stays_one() {
    let folder = Folder::new(&[
        ("a/.vscode/mcp.json", &one("The key", "a")),
        ("b/.vscode/mcp.json", &one("The key", "b")),
    ]);
    let ran = folder.run("a/.vscode/mcp.json b/.vscode/mcp.json --to vscode --format json");
    assert_eq!(ids(&value(&ran.stdout)), BTreeSet::from(["tok".to_owned()]));
}

#[test]
fn two_inputs_with_one_id_do_not_become_one_variable_in_silence() {
    let folder = Folder::new(&[
        ("a/.vscode/mcp.json", &one("The key of A", "a")),
        ("b/.vscode/mcp.json", &one("The key of B", "b")),
    ]);
    for to in ["claude-code", "codex", "opencode"] {
        let ran = folder.run(&format!(
            "a/.vscode/mcp.json b/.vscode/mcp.json --to {to} --strict --format json"
        ));
        if ran.code == 0 {
            let written = servers(&value(&ran.stdout));
            assert_ne!(
                written["a"].to_string().replace("\"a\"", ""),
                written["b"].to_string().replace("\"b\"", ""),
                "{to}: {written:#?}"
            );
        }
    }
}

#[test]
fn a_merge_does_not_answer_one_input_with_another() {
    let source = one("The key of A", "a");
    let target = one("The key of B", "b");
    let folder = Folder::new(&[
        ("a/.vscode/mcp.json", &source),
        (".vscode/mcp.json", &target),
    ]);
    let ran = folder.run("a/.vscode/mcp.json -o .vscode/mcp.json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let document = value(&folder.read(".vscode/mcp.json"));
    assert_ne!(
        document["servers"]["a"]["env"]["T"], document["servers"]["b"]["env"]["T"],
        "{document:#}"
    );
    assert_eq!(ids(&document).len(), 2, "{document:#}");
}

#[test]
fn variables_that_differ_in_case_are_asked_for_apart() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x"], "env": {"API_KEY": "${API_KEY}"}}, "b": {"command": "npx", "args": ["y"], "env": {"api_key": "${api_key}"}}}}"#;
    for which in ["all", "secrets"] {
        let folder = Folder::new(&[]);
        let ran = folder.feed(
            &format!("--from claude-code --to vscode --inputs {which} --format json"),
            source,
        );
        let document = value(&ran.stdout);
        let (a, b) = (
            &document["servers"]["a"]["env"]["API_KEY"],
            &document["servers"]["b"]["env"]["api_key"],
        );
        assert_ne!(a, b, "{which}: {document:#}");
        assert_eq!(ids(&document).len(), 2, "{which}: {document:#}");
    }
}

#[test]
fn literal_secrets_become_inputs_where_that_is_asked_for() {
    let token = token();
    for (server, place) in [
        (
            format!(r#"{{"command": "npx", "args": ["x"], "env": {{"GITHUB_TOKEN": "{token}"}}}}"#),
            "/env/GITHUB_TOKEN",
        ),
        (
            format!(
                r#"{{"type": "http", "url": "https://x.example.com/mcp", "headers": {{"Authorization": "Bearer {token}"}}}}"#
            ),
            "/headers/Authorization",
        ),
    ] {
        let converted = convert_with(
            "claude-code",
            "vscode",
            &document("claude-code", &server),
            "--inputs secrets",
        );
        assert!(
            !converted.lenient.stdout.contains(&token),
            "it is still there: {place}"
        );
        let written = converted.server();
        assert!(
            written
                .pointer(place)
                .and_then(Value::as_str)
                .is_some_and(|text| text.contains("${input:")),
            "{written}"
        );
        let inputs = value(&converted.lenient.stdout)["inputs"].clone();
        assert_eq!(inputs[0]["password"], true, "{inputs}");
    }
}

/// That is said about its id, and the value is the same.
#[test]
fn an_input_with_another_id_is_reported_once() {
    let file = |text: &str, server: &str| {
        format!(
            r#"{{"inputs": [{{"id": "tok", "type": "promptString", "description": "{text}"}}], "servers": {{"{server}": {{"type": "stdio", "command": "x", "env": {{"T": "${{input:tok}}"}}}}}}}}"#
        )
    };
    let (source, target) = (file("A", "alpha"), file("B", "beta"));
    let folder = Folder::new(&[(".vscode/mcp.json", &source), (".vs/mcp.json", &target)]);
    let ran = folder.run(".vscode/mcp.json -o .vs/mcp.json --format json");
    let said = super::diagnostics(&ran);
    assert_eq!(said.len(), 1, "{ran:?}");
    assert_eq!(said[0]["rule"], "conversion-name-changed", "{ran:?}");
}
