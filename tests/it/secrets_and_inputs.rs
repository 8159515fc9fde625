//! Secrets in plain text that a conversion moves, and inputs whose ids meet.

use crate::support::made_up::token;
use crate::support::{Folder, Ran};

fn desktop(token: &str) -> String {
    format!(
        r#"{{"mcpServers": {{"gh": {{"command": "npx", "args": ["-y", "gh"], "env": {{"GITHUB_TOKEN": "{token}", "MODE": "fast"}}}}}}}}"#
    )
}

fn remote(token: &str) -> String {
    format!(
        r#"{{"mcpServers": {{"my api": {{"type": "http", "url": "https://api.example/mcp", "headers": {{"Authorization": "Bearer {token}", "X-Api-Key": "{token}"}}}}}}}}"#
    )
}

/// What becomes of `text` with `option`.
fn converted(text: &str, from: &str, to: &str, option: [&str; 2]) -> Ran {
    let folder = Folder::new(&[("source.json", text)]);
    let [option, value] = option;
    folder.run(&["--from", from, "source.json", "--to", to, option, value])
}

#[test]
fn a_secret_that_moves_into_a_shared_file_is_reported() {
    let token = token();
    for (id, file) in [
        ("vscode", ".vscode/mcp.json"),
        ("cursor", ".cursor/mcp.json"),
    ] {
        let folder = Folder::new(&[]).with("claude_desktop_config.json", desktop(&token));
        let args = ["claude_desktop_config.json", "-o", file, "--strict"];
        let ran = folder.run(&args);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let said = ran.stderr.replace("\n  │ ", " ");
        assert!(
            said.contains("warning[conversion-secret-copied]: `gh`: the secret in `env.GITHUB_TOKEN` is copied into a file that a repository shares"),
            "{id}: {said}"
        );
        assert!(!said.contains(&token), "{said}");
        assert!(folder.read(file).contains(&token));
    }
    // A private file may keep it.
    let folder = Folder::new(&[]).with("claude_desktop_config.json", desktop(&token));
    let ran = folder.run(["claude_desktop_config.json", "--to", "lmstudio"].as_slice());
    assert!(
        !ran.stderr.contains("conversion-secret-copied"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_secret_becomes_a_reference_in_the_targets_own_words() {
    let token = token();
    let to = |host: &str, text: &str| {
        let ran = converted(text, "claude-code", host, ["--secrets", "reference"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(!ran.stdout.contains(&token), "{host}: {}", ran.stdout);
        assert!(!ran.stderr.contains(&token), "{host}: {}", ran.stderr);
        (ran.stdout, ran.stderr)
    };
    let (out, said) = to("cursor", &desktop(&token));
    assert!(
        out.contains(r#""GITHUB_TOKEN": "${env:GITHUB_TOKEN}""#),
        "{out}"
    );
    assert!(out.contains(r#""MODE": "fast""#), "{out}");
    assert!(
        said.contains("set `GITHUB_TOKEN` where Cursor runs"),
        "{said}"
    );
    let (out, _) = to("codex", &desktop(&token));
    assert!(out.contains("env_vars = [\"GITHUB_TOKEN\"]"), "{out}");
    let (out, said) = to("codex", &remote(&token));
    assert!(
        out.contains("bearer_token_env_var = \"MY_API_AUTHORIZATION\""),
        "{out}"
    );
    assert!(out.contains("X-Api-Key = \"MY_API_X_API_KEY\""), "{out}");
    assert!(
        said.contains("set `MY_API_AUTHORIZATION`, `MY_API_X_API_KEY` where Codex runs"),
        "{said}"
    );
    let (out, _) = to("vscode", &remote(&token));
    assert!(
        out.contains(r#""Bearer ${env:MY_API_AUTHORIZATION}""#),
        "{out}"
    );
}

#[test]
fn one_variable_never_stands_for_two_secrets() {
    let (a, b) = (
        token(),
        token()
            .chars()
            .rev()
            .collect::<String>()
            .replace("_phg", "")
            + "x",
    );
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{"API_TOKEN": "{a}"}}}}, "b": {{"command": "x", "env": {{"API_TOKEN": "ghp_{b}"}}}}}}}}"#
    );
    let ran = converted(&text, "claude-code", "cursor", ["--secrets", "reference"]);
    assert!(ran.stdout.contains("${env:API_TOKEN}"), "{}", ran.stdout);
    assert!(ran.stdout.contains("${env:API_TOKEN_2}"), "{}", ran.stdout);
}

#[test]
fn a_target_without_references_keeps_the_secret_and_says_so() {
    let token = token();
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "args": ["--api-key", "{token}"]}}}}}}"#
    );
    let ran = converted(&text, "claude-desktop", "codex", ["--secrets", "reference"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains(&token), "{}", ran.stdout);
    assert!(
        ran.stderr.contains("Codex has no references there"),
        "{}",
        ran.stderr
    );
}

#[test]
fn literal_secrets_become_inputs_where_that_is_asked_for() {
    let token = token();
    for text in [desktop(&token), remote(&token)] {
        let ran = converted(&text, "claude-code", "vscode", ["--inputs", "secrets"]);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        assert!(!ran.stdout.contains(&token), "{}", ran.stdout);
        assert!(ran.stdout.contains("${input:"), "{}", ran.stdout);
        assert!(ran.stdout.contains(r#""password": true"#), "{}", ran.stdout);
    }
}

const ONE: &str = r#"{"inputs": [{"type": "promptString", "id": "tok", "description": "One"}], "servers": {"a": {"command": "a", "env": {"T": "${input:tok}"}}}}"#;
const TWO: &str = r#"{"inputs": [{"type": "promptString", "id": "tok", "description": "Two"}], "servers": {"b": {"command": "b", "env": {"T": "${input:tok}"}}}}"#;

#[test]
fn two_inputs_with_one_id_stay_two() {
    let folder = Folder::new(&[
        ("one.json", ONE),
        ("two.json", TWO),
        ("same.json", &TWO.replace("Two", "One")),
    ]);
    let both = |second: &str| {
        let ran = folder.run(["--from", "vscode", "one.json", second, "--to", "vscode"].as_slice());
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        (
            ran.stdout.split_whitespace().collect::<Vec<_>>().join(" "),
            ran.stderr,
        )
    };
    let (out, said) = both("two.json");
    assert!(
        out.contains(
            r#""b": { "type": "stdio", "command": "b", "env": { "T": "${input:tok-2}" } }"#
        ),
        "{out}"
    );
    assert!(
        out.contains(r#""id": "tok", "description": "One""#),
        "{out}"
    );
    assert!(
        out.contains(r#""id": "tok-2", "description": "Two""#),
        "{out}"
    );
    assert!(said.contains("input `tok` is written as `tok-2`"), "{said}");
    let (out, said) = both("same.json");
    assert_eq!(out.matches(r#""id""#).count(), 1, "{out}");
    assert_eq!(out.matches("${input:tok}").count(), 2, "{out}");
    assert!(!said.contains("is written as"), "{said}");
}

#[test]
fn an_input_of_the_target_is_not_taken_for_another() {
    let folder = Folder::new(&[(".vscode/mcp.json", ONE), ("two.json", TWO)]);
    let args = ["--from", "vscode", "two.json", "-o", ".vscode/mcp.json"];
    for _ in 0..2 {
        assert_eq!(folder.run(args.as_slice()).code, 0);
        let out = folder.read(".vscode/mcp.json");
        assert!(
            out.contains("${input:tok-2}") && out.contains("Two"),
            "{out}"
        );
        assert_eq!(out.matches("\"id\"").count(), 2, "{out}");
    }
}

#[test]
fn variables_that_differ_in_case_get_inputs_of_their_own() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"A": "${API_KEY}", "B": "${api_key}", "C": "${API_KEY}"}}}}"#;
    let ran = converted(text, "claude-code", "vscode", ["--inputs", "all"]);
    assert_eq!(ran.stdout.matches("\"id\"").count(), 2, "{}", ran.stdout);
    for reference in [
        r#""A": "${input:api-key}""#,
        r#""B": "${input:api-key-2}""#,
        r#""C": "${input:api-key}""#,
    ] {
        assert!(ran.stdout.contains(reference), "{}", ran.stdout);
    }
}

#[test]
fn a_skipped_server_asks_for_nothing() {
    let text = r#"{"mcp": {"a": {"type": "local", "command": ["x", "{file:./y}"], "environment": {"T": "{env:A_TOKEN}"}}, "b": {"type": "local", "command": ["b"]}}}"#;
    let folder = Folder::new(&[("opencode.json", text)]);
    let ran = folder.run(["opencode.json", "--to", "vscode", "--inputs", "all"].as_slice());
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("conversion-server-skipped"),
        "{}",
        ran.stderr
    );
    assert!(!ran.stdout.contains("inputs"), "{}", ran.stdout);
}

#[test]
fn advice_is_about_what_the_target_has() {
    let token = token();
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{"GITHUB_TOKEN": "{token}"}}}}}}}}"#
    );
    let folder = Folder::new(&[]).with("source.json", text);
    // Visual Studio has inputs and no variables.
    let ran = folder.run(
        "--from claude-desktop source.json --to visual-studio --secrets reference --format json",
    );
    assert!(ran.stderr.contains("`--inputs secrets`"), "{}", ran.stderr);
    assert!(
        !ran.stderr.contains("use `--secrets reference`"),
        "{}",
        ran.stderr
    );
    // Nobody here knows what a command of the host prints.
    let asks = r#"{"inputs": [{"id": "c", "type": "command", "command": "ext.cmd"}], "servers": {"a": {"command": "x", "env": {"C": "${input:c}"}}}}"#;
    let folder = folder.with(".vscode/mcp.json", asks);
    let ran = folder.run(".vscode/mcp.json --to claude-code --format json");
    assert!(!ran.stderr.contains("--expand always"), "{}", ran.stderr);
    let ran = folder.run(".vscode/mcp.json --to librechat --format json");
    assert!(ran.stderr.contains("output of a command"), "{}", ran.stderr);
}

#[test]
fn a_secret_in_env_is_left_to_the_environment_where_processes_inherit_it_and_nothing_is_expanded() {
    let token = crate::support::made_up::token();
    let source = format!(
        r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["x"], "env": {{"GITHUB_TOKEN": "{token}", "A": "1"}}}}}}}}"#
    );
    // Of Junie nobody knows what its processes inherit, which is a loss.
    for (to, key, code) in [("zed", "context_servers", 0), ("junie", "mcpServers", 1)] {
        let args = format!("--from claude-desktop --to {to} --secrets reference");
        let strict = crate::support::convert(&format!("{args} --strict"), &source);
        assert_eq!(strict.code, code, "{to}: {strict:?}");
        let ran = crate::support::convert(&args, &source);
        assert_eq!(ran.code, 0, "{to}: {ran:?}");
        let unsure = ran.stderr.contains("conversion-env-not-inherited");
        assert_eq!(unsure, code == 1, "{to}: {ran:?}");
        let out = crate::support::json(&ran.stdout);
        assert_eq!(out[key]["a"]["env"], serde_json::json!({"A": "1"}), "{to}");
        assert!(ran.stderr.contains("set `GITHUB_TOKEN`"), "{}", ran.stderr);
    }
}

#[test]
fn a_secret_and_a_variable_of_one_name_stay_two() {
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "x", "env": {{"API_TOKEN": "{}"}}}}, "b": {{"command": "x", "env": {{"API_TOKEN": "${{API_TOKEN}}"}}}}}}}}"#,
        token()
    );
    let ran = converted(&text, "claude-code", "cursor", ["--secrets", "reference"]);
    let out = crate::support::json(&ran.stdout);
    let env = |server: &str| out["mcpServers"][server]["env"]["API_TOKEN"].clone();
    assert_eq!(env("a"), "${env:API_TOKEN_2}", "{out:#}");
    assert_eq!(env("b"), "${env:API_TOKEN}", "{out:#}");
    // Nor does a secret get the variable of an input.
    let text = format!(
        r#"{{"inputs": [{{"id": "api-token", "type": "promptString", "description": "d"}}], "servers": {{"a": {{"command": "x", "env": {{"API_TOKEN": "{}"}}}}, "b": {{"command": "x", "env": {{"API_TOKEN": "${{input:api-token}}"}}}}}}}}"#,
        token()
    );
    let ran = converted(&text, "vscode", "cursor", ["--secrets", "reference"]);
    let out = crate::support::json(&ran.stdout);
    let env = |server: &str| out["mcpServers"][server]["env"]["API_TOKEN"].clone();
    assert_ne!(env("a"), env("b"), "{out:#}");
}

#[test]
fn whoever_asks_for_references_is_told_where_there_are_none() {
    let token = token();
    let text = format!(
        r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["x@1.0.0", "--token", "{token}"], "env": {{"K": "{token}"}}}}}}}}"#
    );
    for to in [
        "claude-desktop",
        "lmstudio",
        "mcpnest",
        "cursor --expand always",
    ] {
        let args = format!("--from claude-code --to {to} --secrets reference --format json");
        let ran = crate::support::convert(&args, &text);
        assert_eq!(ran.code, 0, "{to}: {ran:?}");
        assert!(
            ran.stderr.contains("stays in plain text"),
            "{to}: {}",
            ran.stderr
        );
        assert!(!ran.stderr.contains(&token), "{to}");
    }
}

#[test]
fn a_secret_becomes_a_reference_wherever_the_target_has_words_for_one() {
    let token = token();
    let local = format!(
        r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["x", "--token", "{token}"], "env": {{"K": "{token}"}}}}}}}}"#
    );
    for (to, text) in [
        ("copilot-agent", local.as_str()),
        ("copilot-agent", &remote(&token)),
        ("librechat", &local),
        ("librechat", &remote(&token)),
    ] {
        let args =
            format!("--from claude-code --to {to} --secrets reference --strict --format json");
        let ran = crate::support::convert(&args, text);
        assert_eq!(ran.code, 0, "{to}: {ran:?}");
        assert!(!ran.stdout.contains(&token), "{to}: {}", ran.stdout);
        let prefixed = ran.stderr.contains("set `COPILOT_MCP_");
        assert_eq!(prefixed, to == "copilot-agent", "{}", ran.stderr);
    }
    // Mistral Vibe has words for one header only.
    let text = remote(&token);
    let args = "--from claude-code --to mistral-vibe --secrets reference --format json";
    let ran = crate::support::convert(args, &text);
    assert!(
        ran.stdout
            .contains("api_key_env = \"MY_API_AUTHORIZATION\""),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.stdout.matches(&token).count(), 1, "{}", ran.stdout);
    assert!(
        ran.stderr
            .contains("the secret in `headers.X-Api-Key` stays"),
        "{}",
        ran.stderr
    );
}
