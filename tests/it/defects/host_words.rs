//! Words that one host knows and another does not: folders, bare names, blanks in references.

use super::{command_line, convert, convert_with, document};

const FOLDERS: &str =
    r#"{"command": "node", "args": ["${workspaceFolder}/s.js", "${userHome}/x"]}"#;

#[test]
fn the_words_of_editors_mean_folders_in_a_plain_file() {
    let source = document("mcp-json", FOLDERS);
    let line = |to| command_line(&convert("mcp-json", to, &source).lossless().server());
    assert_eq!(
        line("vscode"),
        ["node", "${workspaceFolder}/s.js", "${userHome}/x"]
    );
    assert_eq!(line("opencode"), ["node", "./s.js", "{env:HOME}/x"]);
    assert_eq!(
        line("claude-code"),
        ["node", "${CLAUDE_PROJECT_DIR:-.}/s.js", "${HOME}/x"]
    );
    // Codex starts servers in the project too, and knows no home.
    convert("mcp-json", "codex", &source).tells("args");
}

#[test]
fn a_word_that_the_source_leaves_as_text_is_not_a_variable_in_silence() {
    for from in ["claude-code", "gemini", "copilot-cli", "qwen"] {
        let source = document(from, FOLDERS);
        for to in ["vscode", "opencode", "cursor", "roo", "windsurf"] {
            convert(from, to, &source).tells("workspaceFolder");
        }
        // A name in capitals is one that variables have, and a default stands in for it.
        for arg in ["${PLUGIN_ROOT}/s.js", "${SOURCE_DIR}/s.js"] {
            let server = format!(r#"{{"command": "node", "args": ["{arg}"]}}"#);
            let converted = convert(from, "vscode", &document(from, &server));
            assert!(!converted.is_told("ROOT"), "{from}: {converted:?}");
        }
    }
    let source = document("claude-code", FOLDERS);
    // It is the same text there.
    convert("claude-code", "gemini", &source).lossless();
    let default = r#"{"command": "node", "args": ["${workspaceFolder:-.}/s.js"]}"#;
    convert("claude-code", "xcsh", &document("claude-code", default)).lossless();
}

#[test]
fn a_bare_word_is_a_reference_only_to_a_variable_that_is_there() {
    let server = r#"{"command": "uvx", "args": ["p"], "env": {"MODE": "READ_ONLY", "TOK": "TOK", "LEVEL": "DEBUG"}}"#;
    let source = document("copilot-cli", server);
    for (to, own, other) in [
        ("claude-code", "${TOK}", "${READ_ONLY}"),
        ("opencode", "{env:TOK}", "{env:READ_ONLY}"),
        ("vscode", "${env:TOK}", "${env:READ_ONLY}"),
    ] {
        let env = |server: serde_json::Value| match server.get("environment") {
            Some(env) => env.clone(),
            None => server["env"].clone(),
        };
        let text = convert("copilot-cli", to, &source);
        text.tells("MODE");
        let written = env(text.server());
        assert_eq!(written["MODE"], "READ_ONLY", "{to}");
        assert_eq!(written["TOK"], own, "{to}");
        let known = "--env READ_ONLY=1 --env DEBUG=x";
        let set = convert_with("copilot-cli", to, &source, known);
        assert_eq!(env(set.lossless().server())["MODE"], other, "{to}");
        assert!(env(set.server())["LEVEL"].to_string().contains("DEBUG}"));
    }
    // Only secrets of the agent have such names.
    let server = r#"{"type": "local", "command": "uvx", "args": ["p"], "tools": ["*"], "env": {"KEY": "COPILOT_MCP_KEY"}}"#;
    let source = document("copilot-agent", server);
    let written = convert("copilot-agent", "claude-code", &source).server();
    assert_eq!(written["env"]["KEY"], "${COPILOT_MCP_KEY}");
}

#[test]
fn a_folder_within_another_text_is_not_a_relative_path() {
    for (from, arg) in [
        ("vscode", "file://${workspaceFolder}/a"),
        ("roo", "${workspaceFolder}:/ws"),
        ("cursor", "type=bind,src=${workspaceFolder},dst=/ws"),
    ] {
        let server = format!(r#"{{"command": "npx", "args": ["x", "{arg}"]}}"#);
        let source = document(from, &server);
        convert(from, "claude-code", &source).tells("args");
        convert(from, "codex", &source).tells("args");
    }
    let path =
        r#"{"command": "npx", "args": ["x", "--root=${workspaceFolder}/a", "${workspaceFolder}"]}"#;
    let converted = convert("vscode", "claude-code", &document("vscode", path));
    let line = command_line(&converted.lossless().server());
    let folder = "${CLAUDE_PROJECT_DIR:-.}";
    assert_eq!(line[2..], [format!("--root={folder}/a"), folder.to_owned()]);
    // And what stands in a text is what Claude Code makes of it.
    let server = format!(r#"{{"command": "npx", "args": ["x", "file://{folder}/a"]}}"#);
    let converted = convert("claude-code", "vscode", &document("claude-code", &server));
    let line = command_line(&converted.tells("args").server());
    assert_eq!(line[2], "file://./a");
}

#[test]
fn blanks_around_a_name_do_not_count_for_cline() {
    let server = r#"{"command": "x", "args": [], "env": {"K": "${env: A }"}}"#;
    let source = document("cline", server);
    let written = convert("cline", "claude-code", &source).lossless().server();
    assert_eq!(written["env"]["K"], "${A}");
    let written = convert("cline", "opencode", &source).server();
    assert_eq!(written["environment"]["K"], "{env:A}");
}

#[test]
fn an_opening_that_is_not_closed_swallows_the_next_reference() {
    // The first `}` closes the first `${`, and no variable has such a name.
    let source = document("cline", r#"{"command": "x", "args": ["${${env:A}"]}"#);
    convert("cline", "claude-code", &source).tells("args");
    convert("cline", "qwen", &source).tells("args");
    let source = document("cursor", r#"{"command": "x", "args": ["${ ${B}"]}"#);
    let line = command_line(&convert("cursor", "opencode", &source).server());
    assert_eq!(line[1], "${ ${B}");
}

#[test]
fn a_callback_has_no_help_where_it_has_no_field() {
    let oauth =
        r#"{"url": "https://x.com/mcp", "oauth": {"clientId": "id", "redirectUri": ":7778"}}"#;
    let source = document("kiro", oauth);
    let help = |to: &str| {
        let converted = convert("kiro", to, &source);
        converted.tells("oauth.redirectUri");
        let said = converted.diagnostics();
        said.iter()
            .any(|said| said["help"].to_string().contains("as a URL"))
    };
    for to in ["vscode", "windsurf", "roo", "cline"] {
        assert!(!help(to), "{to}");
    }
    for to in ["gemini", "qwen"] {
        assert!(help(to), "{to}");
    }
}
