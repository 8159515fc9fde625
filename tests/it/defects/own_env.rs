//! A name that the server's own `env` sets belongs to the child.

use super::{Converted, convert, convert_with, document};
use crate::support::{Folder, json};

/// Every host that can start a process.
const TARGETS: &[&str] = &[
    "mcp-json",
    "claude-desktop",
    "vscode",
    "cursor",
    "codex",
    "gemini",
    "opencode",
    "kiro",
    "lmstudio",
    "mistral-vibe",
    "mcp-proxy",
    "mcpnest",
    "xcsh",
];

fn words(converted: &Converted) -> Vec<String> {
    super::command_line(&converted.server())
}

#[test]
fn a_reference_that_the_bridge_expands_from_its_own_environment_stays_text() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["mcp-remote@0.1.38", "https://mcp.example.com/mcp", "--header", "Authorization:${AUTH}"], "env": {"AUTH": "Bearer x"}}"#,
    );
    for to in TARGETS {
        let converted = convert("claude-code", to, &source);
        assert_eq!(converted.lenient.code, 0, "{to}: {converted:?}");
        let words = words(&converted);
        assert_eq!(
            words.last().map(String::as_str),
            Some("Authorization:${AUTH}"),
            "{to}: {words:?}"
        );
        assert_eq!(converted.strict.code, 0, "{to}: {converted:?}");
    }
}

#[test]
fn it_stays_text_in_any_argument_and_beside_other_references() {
    let source = document(
        "claude-code",
        r#"{"command": "uvx", "args": ["srv", "--key=${API_KEY}", "${REGION:-eu}"], "env": {"API_KEY": "made-up"}}"#,
    );
    for (to, region) in [
        ("vscode", "eu"),
        ("opencode", "eu"),
        ("cursor", "${REGION:-eu}"),
        ("gemini", "${REGION:-eu}"),
    ] {
        let words = words(&convert("claude-code", to, &source));
        assert_eq!(words[2], "--key=${API_KEY}", "{to}");
        // VS Code and opencode have no defaults: the value is written instead.
        assert_eq!(words[3], region, "{to}");
    }
}

#[test]
fn a_file_of_no_particular_host_and_cursor_leave_it_to_the_child_as_well() {
    for from in ["mcp-json", "cursor", "xcsh", "gemini"] {
        let source = document(
            from,
            r#"{"command": "npx", "args": ["mcp-remote@0.1.38", "https://mcp.example.com/mcp", "--header", "X-Key:${KEY}"], "env": {"KEY": "made-up"}}"#,
        );
        for to in ["vscode", "opencode", "codex", "claude-desktop"] {
            let words = words(&convert(from, to, &source));
            assert_eq!(
                words.last().map(String::as_str),
                Some("X-Key:${KEY}"),
                "{from} to {to}"
            );
        }
    }
}

#[test]
fn expanding_everything_leaves_what_belongs_to_the_child() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["-y", "srv@1.0.0", "${MODE}", "${KEY}"], "env": {"KEY": "made-up"}}"#,
    );
    let converted = convert_with(
        "claude-code",
        "mcpnest",
        &source,
        "--no-env --env MODE=fast",
    );
    let words = words(&converted);
    assert_eq!(words[3..], ["fast", "${KEY}"], "{converted:?}");
}

#[test]
fn a_host_that_expands_first_does_not_leave_it_to_the_child() {
    // VS Code puts in its own variable, or nothing, before the child starts.
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["-y", "srv@1.0.0", "${env:KEY}"], "env": {"KEY": "made-up"}}"#,
    );
    let converted = convert("vscode", "claude-code", &source);
    assert_eq!(words(&converted)[3], "${KEY:-}", "{converted:?}");
}

#[test]
fn a_program_is_named_by_the_host_and_never_by_the_child() {
    let source = document(
        "claude-code",
        r#"{"command": "${NODE_BIN}", "args": ["s.js"], "env": {"NODE_BIN": "/usr/bin/node"}}"#,
    );
    let converted = convert("claude-code", "vscode", &source);
    assert_eq!(words(&converted)[0], "${env:NODE_BIN}", "{converted:?}");
    let given = "--no-env --env NODE_BIN=/opt/node";
    let converted = convert_with("claude-code", "claude-desktop", &source, given);
    assert_eq!(words(&converted)[0], "/opt/node", "{converted:?}");
}

#[test]
fn a_name_in_its_own_value_is_still_a_reference() {
    // `X: ${X}` hands a variable of the host on; it does not belong to the child alone.
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["${X}"], "env": {"X": "${X}"}}"#,
    );
    let converted = convert("claude-code", "opencode", &source);
    let text = json(&converted.lenient.stdout).to_string();
    assert!(text.contains("{env:X}"), "{converted:?}");
}

#[test]
fn text_that_belongs_to_the_child_is_escaped_where_it_would_be_expanded() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["mcp-remote", "https://x.example.com/mcp", "--header", "Authorization:${AUTH}"], "env": {"AUTH": "Bearer x"}}"#,
    );
    let converted = convert("claude-code", "crush", &source);
    converted.lossless();
    assert_eq!(words(&converted)[4], "Authorization:\\${AUTH}");
}

#[test]
fn what_an_entry_says_about_itself_is_put_in_for_other_hosts() {
    // Warp fills `{{X}}` from `env` and `headers` of the entry.
    let source = document(
        "warp",
        r#"{"command": "npx", "args": ["{{TOK}}", "--key={{KEY}}"], "env": {"TOK": "abc", "KEY": "${KEY}"}}"#,
    );
    for (to, key) in [
        ("claude-code", "--key=${KEY}"),
        ("vscode", "--key=${env:KEY}"),
    ] {
        let converted = convert("warp", to, &source);
        converted.lossless();
        assert_eq!(words(&converted)[1..], ["abc", key], "{to}: {converted:?}");
    }
    let folder = Folder::new(&[(".warp/.mcp.json", &source)]);
    assert_eq!(
        folder
            .run("--to claude-code .warp/.mcp.json -o .mcp.json")
            .code,
        0
    );
    let compared = folder.run("diff .warp/.mcp.json .mcp.json");
    assert_eq!(compared.code, 0, "{}", compared.stdout);
    // One that nobody fills stays what only Warp understands.
    let unfilled = document("warp", r#"{"command": "npx", "args": ["{{NO}}"]}"#);
    assert!(convert("warp", "claude-code", &unfilled).found().is_none());
}

#[test]
fn a_word_that_may_name_a_variable_is_told_as_it_is_compared() {
    // Copilot CLI and xcsh replace a value of `env` that is the name of a set variable.
    for from in ["copilot-cli", "xcsh"] {
        let of = |word: &str| {
            document(
                from,
                &format!(r#"{{"command": "npx", "env": {{"T": "{word}"}}}}"#),
            )
        };
        let home = convert(from, "claude-code", &of("HOME"));
        home.lossless();
        assert_eq!(home.server()["env"]["T"], "${HOME}", "{from}");
        convert(from, "claude-code", &of("PRODUCTION")).tells("T");
        convert(from, "claude-code", &of("production")).lossless();
        convert(from, "opencode", &of("DEBUG")).tells("T");
        // Another host that does the same.
        convert(from, "oh-my-pi", &of("DEBUG")).lossless();
    }
}

#[test]
fn a_reference_in_env_is_the_hosts_also_if_env_sets_the_name() {
    // Gemini replaces the variable first, so a backslash before it would end up in the value.
    let source = document(
        "claude-code",
        r#"{"command": "x", "env": {"LEVEL": "${REGION}", "REGION": "eu"}}"#,
    );
    let level = |to, map| convert("claude-code", to, &source).server()[map]["LEVEL"].clone();
    assert_eq!(level("gemini", "env"), "${REGION}");
    assert_eq!(level("cursor", "env"), "${env:REGION}");
    assert_eq!(level("opencode", "environment"), "{env:REGION}");
}

#[test]
fn a_variable_that_the_source_needs_is_told_where_the_target_leaves_it_to_the_server() {
    let server = r#"{"command": "x", "args": ["${T}"], "env": {"T": "v"}}"#;
    for from in ["warp", "auggie"] {
        for to in ["claude-code", "gemini", "kiro", "copilot-cli"] {
            convert(from, to, &document(from, server)).tells("args");
        }
    }
    let own = r#"{"command": "x", "args": ["${T}"], "env": {"T": "${T}"}}"#;
    convert("warp", "claude-code", &document("warp", own)).lossless();
}

#[test]
fn a_default_is_told_where_the_target_finds_the_variable_in_env() {
    let server = r#"{"command": "x", "args": ["${T:-d}"], "env": {"T": "v"}}"#;
    let source = document("claude-code", server);
    convert("claude-code", "copilot-cli", &source).tells("args");
    convert("claude-code", "gemini", &source).lossless();
}

#[test]
fn what_a_host_finds_in_env_is_written_for_one_that_does_not_look_there() {
    for value in ["v", ""] {
        let server = format!(r#"{{"command": "x", "args": ["$T"], "env": {{"T": "{value}"}}}}"#);
        let source = document("copilot-cli", &server);
        let converted = convert("copilot-cli", "claude-desktop", &source);
        assert_eq!(
            converted.lossless().server()["args"],
            serde_json::json!([value])
        );
    }
}

#[test]
fn text_in_env_that_the_target_reads_as_a_reference_explains_what_becomes_of_args() {
    let server = r#"{"command": "x", "args": ["${T}"], "env": {"T": "${env:T}"}}"#;
    for to in ["cursor", "amazon-q", "mcp-json"] {
        let converted = convert("qwen", to, &document("qwen", server));
        converted.tells("env.T");
        assert!(!converted.is_told("args differs"), "{converted:?}");
    }
}

#[test]
fn a_word_of_the_host_is_its_own_variable_although_env_sets_the_name() {
    // No process reads `${env:X}`: the host puts in its own variable.
    let server = r#"{"command": "srv", "args": ["--t", "${env:T}"], "env": {"T": "lit"}}"#;
    for from in ["cursor", "roo", "cline", "windsurf"] {
        let source = document(from, server);
        for (to, written) in [
            ("claude-code", "${T}"),
            ("gemini", "${T}"),
            ("vscode", "${env:T}"),
            ("cursor", "${env:T}"),
        ] {
            let converted = convert(from, to, &source);
            assert_eq!(words(&converted)[2], written, "{from} to {to}");
        }
        convert(from, "codex", &source).tells("args");
    }
}

#[test]
fn an_argument_that_both_hosts_expand_is_the_same_beside_a_variable_of_the_file() {
    let file = r#"{"mcpServers": {"alpha": {"command": "x", "args": ["z"], "env": {"A": "lit"}}}}"#;
    let source = r#"{"mcpServers": {"alpha": {"command": "x", "args": ["${A}"]}}}"#;
    for (from, to) in [
        ("claude-code", "gemini"),
        ("gemini", "claude-code"),
        ("claude-code", "cursor"),
    ] {
        let more = format!("--from {from} --to {to} --strict");
        let merged = super::merge(("source.json", source), ("target.json", file), &more);
        let server = merged.server("alpha");
        assert_eq!(server["env"]["A"], "lit", "{from} to {to}");
        assert_ne!(server["args"][0], "z", "{from} to {to}");
    }
}
