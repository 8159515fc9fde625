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

/// Another token than [`token`].
fn other_token() -> String {
    let token = token();
    let (head, tail) = token.split_at(4);
    format!("{head}{}", tail.chars().rev().collect::<String>())
}

/// What `${input:…}` of each server's `env` refers to.
fn asked(document: &Value, server: &str, variable: &str) -> Value {
    let value = document["servers"][server]["env"][variable].as_str();
    let id = value.and_then(|text| text.strip_prefix("${input:")?.strip_suffix('}'));
    let id = id.unwrap_or_else(|| panic!("{server}: {document:#}"));
    let inputs = document["inputs"].as_array().expect("inputs");
    let same: Vec<&Value> = inputs.iter().filter(|input| input["id"] == id).collect();
    assert_eq!(same.len(), 1, "{id}: {document:#}");
    same[0].clone()
}

#[test]
fn a_secret_never_gets_an_input_that_the_target_has_for_something_else() {
    let there = r#"{"inputs": [{"id": "api-key", "type": "promptString", "description": "Jira API key"}], "servers": {"jira": {"command": "j", "env": {"K": "${input:api-key}"}}}}"#;
    let literal = format!(
        r#"{{"mcpServers": {{"stripe": {{"command": "s", "env": {{"API_KEY": "{}"}}}}}}}}"#,
        token()
    );
    let variable =
        r#"{"mcpServers": {"stripe": {"command": "s", "env": {"API_KEY": "${API_KEY}"}}}}"#;
    for source in [literal.as_str(), variable] {
        for file in [".vscode/mcp.json", ".vs/mcp.json"] {
            let folder = Folder::new(&[(file, there), ("source.json", source)]);
            let merge = format!("--from claude-code source.json -o {file} --inputs secrets");
            assert_eq!(folder.run(&merge).code, 0);
            let document = value(&folder.read(file));
            let input = asked(&document, "stripe", "API_KEY");
            assert_ne!(input["id"], "api-key", "{document:#}");
            assert_eq!(input["password"], true, "{document:#}");
            assert_eq!(asked(&document, "jira", "K")["description"], "Jira API key");
            let first = folder.read(file);
            assert_eq!(folder.run(&merge).code, 0);
            assert_eq!(folder.read(file), first, "merging twice is merging once");
        }
    }
    // The same in a file that is changed in itself.
    let own = there.replace(
        r#""servers": {"#,
        &format!(
            r#""servers": {{"stripe": {{"command": "s", "env": {{"API_KEY": "{}"}}}}, "#,
            token()
        ),
    );
    let folder = Folder::new(&[(".vscode/mcp.json", &own)]);
    let ran = folder.run(".vscode/mcp.json --to vscode --inputs secrets");
    let document = value(&ran.stdout);
    let input = asked(&document, "stripe", "API_KEY");
    assert_ne!(input["id"], "api-key", "{document:#}");
}

#[test]
fn two_secrets_and_a_variable_of_one_name_are_three_inputs() {
    let source = format!(
        r#"{{"mcpServers": {{
            "work": {{"command": "x", "env": {{"GITHUB_TOKEN": "{0}"}}}},
            "home": {{"command": "x", "env": {{"GITHUB_TOKEN": "{1}"}}}},
            "again": {{"command": "x", "env": {{"GITHUB_TOKEN": "{0}"}}}},
            "shared": {{"command": "x", "env": {{"GITHUB_TOKEN": "${{GITHUB_TOKEN}}"}}}},
            "args": {{"command": "x", "args": ["--token", "{0}", "--token", "{1}"]}}}}}}"#,
        token(),
        other_token()
    );
    for to in ["vscode", "visual-studio"] {
        let file = format!("{to}.json");
        let folder = Folder::new(&[("source.json", &source)]);
        let merge =
            format!("--from claude-code source.json --to {to} -o {file} --inputs secrets --strict");
        let ran = folder.run(&merge);
        assert_eq!(ran.code, 0, "{ran:?}");
        let written = folder.read(&file);
        let document = value(&written);
        let id = |server: &str| asked(&document, server, "GITHUB_TOKEN")["id"].clone();
        let all: BTreeSet<String> = ["work", "home", "shared"]
            .map(|server| id(server).to_string())
            .into();
        assert_eq!(all.len(), 3, "{document:#}");
        assert_eq!(id("work"), id("again"), "{document:#}");
        let args = &document["servers"]["args"]["args"];
        assert_ne!(args[1], args[3], "{document:#}");
        let words: BTreeSet<String> = ["work", "home", "shared"]
            .map(|server| asked(&document, server, "GITHUB_TOKEN")["description"].to_string())
            .into();
        assert_eq!(words.len(), 3, "{document:#}");
        assert_eq!(folder.run(&merge).code, 0);
        assert_eq!(folder.read(&file), written, "merging twice is merging once");
        // Nor does a variable of a later source get the input of a secret.
        let later = r#"{"mcpServers": {"later": {"command": "x", "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}"}}}}"#;
        let folder = folder.with("source.json", later);
        assert_eq!(folder.run(&merge).code, 0);
        let document = value(&folder.read(&file));
        assert_eq!(
            asked(&document, "later", "GITHUB_TOKEN")["id"],
            id("shared")
        );
    }
}

#[test]
fn an_input_that_its_owner_renamed_stays_where_it_is() {
    let source = format!(
        r#"{{"mcpServers": {{"a": {{"command": "a", "env": {{"A_TOKEN": "{}"}}}}, "b": {{"command": "b", "env": {{"B_TOKEN": "${{B_TOKEN}}"}}}}}}}}"#,
        token()
    );
    let there = r#"{"inputs": [{"id": "mine", "type": "promptString", "description": "Mine"}, {"id": "yours", "type": "promptString", "description": "Yours"}], "servers": {"a": {"type": "stdio", "command": "a", "env": {"A_TOKEN": "${input:mine}"}}, "b": {"type": "stdio", "command": "b", "env": {"B_TOKEN": "${input:yours}"}}}}"#;
    let folder = Folder::new(&[(".vscode/mcp.json", there), ("source.json", &source)]);
    let ran =
        folder.run("--from claude-code source.json -o .vscode/mcp.json --inputs secrets --strict");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.read(".vscode/mcp.json"), there);
}

/// LibreChat asks for each server apart, and every other host once for each id.
#[test]
fn inputs_of_two_servers_in_their_own_entries_stay_two() {
    let server = |name: &str, words: &str| {
        format!(
            "  {name}:\n    type: streamable-http\n    url: https://{name}.example/mcp\n    headers: {{Authorization: \"Bearer {{{{TOKEN}}}}\"}}\n    customUserVars: {{TOKEN: {{title: Token, description: {words}}}}}\n"
        )
    };
    for second in ["Token of b", "Token of a"] {
        let source = format!(
            "version: 1.2.8\nmcpServers:\n{}{}",
            server("a", "Token of a"),
            server("b", second)
        );
        for to in ["vscode", "visual-studio", "cursor", "claude-code"] {
            let args = format!("--from librechat --to {to} --format json");
            let ran = crate::support::convert(&args, &source);
            let written = servers(&value(&ran.stdout));
            let header = |server: &str| written[server]["headers"]["Authorization"].to_string();
            assert_ne!(header("a"), header("b"), "{to}: {ran:?}");
            assert!(
                ran.stderr.contains("`TOKEN` is written as `b-TOKEN`"),
                "{ran:?}"
            );
            let said = ran.stderr.contains("means something else");
            assert!(!said, "{to}: {ran:?}");
        }
        // What is there already has another meaning, and a second run changes nothing.
        let there = r#"{"inputs": [{"id": "TOKEN", "type": "promptString", "description": "Mine"}], "servers": {"mine": {"type": "stdio", "command": "m", "env": {"T": "${input:TOKEN}"}}}}"#;
        let folder = Folder::new(&[(".vscode/mcp.json", there), ("librechat.yaml", &source)]);
        let merge = "--from librechat librechat.yaml -o .vscode/mcp.json";
        assert_eq!(folder.run(merge).code, 0);
        let first = folder.read(".vscode/mcp.json");
        let document = value(&first);
        assert_eq!(ids(&document).len(), 3, "{document:#}");
        assert_eq!(document["servers"]["mine"]["env"]["T"], "${input:TOKEN}");
        assert_eq!(folder.run(merge).code, 0);
        assert_eq!(folder.read(".vscode/mcp.json"), first);
    }
}

#[test]
fn inputs_are_compared_by_what_they_ask_for() {
    let vscode = |id: &str, inputs: &str| {
        format!(
            r#"{{"inputs": [{inputs}], "servers": {{"a": {{"type": "stdio", "command": "x", "env": {{"T": "${{input:{id}}}"}}}}}}}}"#
        )
    };
    let ask = |id: &str, rest: &str| {
        format!(r#"{{"id": "{id}", "type": "promptString", "description": "A"{rest}}}"#)
    };
    let left = vscode("tok", &ask("tok", ""));
    for (right, same) in [
        (left.clone(), true),
        (vscode("tok-2", &ask("tok-2", "")), true),
        (vscode("tok", &ask("tok", r#", "default": "d""#)), false),
        (vscode("tok", &ask("tok", r#", "password": true"#)), false),
        (
            vscode("tok", &ask("tok", "").replace("\"A\"", "\"B\"")),
            false,
        ),
        (vscode("tok", ""), false),
    ] {
        let folder = crate::support::Folder::new(&[
            (".vscode/mcp.json", &*left),
            ("other/.vscode/mcp.json", &*right),
        ]);
        let ran = folder.run("diff .vscode/mcp.json other/.vscode/mcp.json");
        assert_eq!(ran.code, i32::from(!same), "{right}: {ran:?}");
    }
}
