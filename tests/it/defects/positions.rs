//! Where a reference may stand: what one host expands anywhere breaks another one.

use serde_json::Value;

use super::{convert, convert_with, document};
use crate::second_opinion::gemini_reads;
use crate::support::Folder;

/// Whether Gemini hands on the variable `T` as this text, whatever is set.
fn is_read_as(server: &Value, text: &str) -> bool {
    let written = server["env"]["T"].as_str().unwrap_or_default();
    [&[][..], &[("X", "1"), ("HOME", "/root"), ("word", "w")]]
        .iter()
        .all(|set| gemini_reads(written, set) == text)
}

#[test]
fn a_url_that_starts_with_a_reference_is_not_written_for_vs_code() {
    // VS Code takes the URL apart before it expands anything; one that does not start with a scheme drops all servers.
    for url in [
        "${BASE_URL}/mcp",
        "${BASE_URL}",
        "${SCHEME}://x.example.com/mcp",
        "${SCHEME}:${REST}",
    ] {
        let source = document(
            "claude-code",
            &format!(r#"{{"type": "http", "url": "{url}"}}"#),
        );
        let converted = convert("claude-code", "vscode", &source);
        converted.tells("url");
        assert_eq!(converted.found(), None, "{url}");
    }
}

#[test]
fn references_behind_the_scheme_of_a_url_are_written_for_vs_code() {
    for (url, expected) in [
        ("https://${HOST}/mcp", "https://${env:HOST}/mcp"),
        (
            "https://x.example.com/${TEAM}/mcp",
            "https://x.example.com/${env:TEAM}/mcp",
        ),
        (
            "https://x.example.com/mcp?team=${TEAM}",
            "https://x.example.com/mcp?team=${env:TEAM}",
        ),
    ] {
        let source = document(
            "claude-code",
            &format!(r#"{{"type": "http", "url": "{url}"}}"#),
        );
        assert_eq!(
            convert("claude-code", "vscode", &source).server()["url"],
            expected
        );
    }
}

#[test]
fn the_same_url_from_other_hosts_is_not_written_either() {
    let cursor = document("cursor", r#"{"url": "${env:BASE}/mcp"}"#);
    let opencode = document("opencode", r#"{"type": "remote", "url": "{env:BASE}/mcp"}"#);
    let gemini = document("gemini", r#"{"url": "$BASE/mcp", "type": "http"}"#);
    let xcsh = document("xcsh", r#"{"type": "http", "url": "${BASE}/mcp"}"#);
    for (from, source) in [
        ("cursor", cursor),
        ("opencode", opencode),
        ("gemini", gemini),
        ("xcsh", xcsh),
    ] {
        let converted = convert(from, "vscode", &source);
        converted.tells("url");
        assert_eq!(converted.found(), None, "{from}");
    }
}

#[test]
fn with_its_value_written_out_the_url_is_fine() {
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "${BASE_URL}/mcp"}"#,
    );
    let converted = convert_with(
        "claude-code",
        "vscode",
        &source,
        "--expand always --env BASE_URL=https://x.example.com",
    );
    assert_eq!(converted.server()["url"], "https://x.example.com/mcp");
}

#[test]
fn a_default_that_holds_the_scheme_can_be_written_out() {
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "${BASE_URL:-https://x.example.com}/mcp"}"#,
    );
    convert("claude-code", "vscode", &source)
        .keeps_or_tells("url", |server| server["url"] == "https://x.example.com/mcp");
}

#[test]
fn the_folder_of_a_plugin_is_no_variable_of_the_environment() {
    let bare = r#"{"alpha": {"command": "${CLAUDE_PLUGIN_ROOT}/bin/x", "args": ["--data", "${CLAUDE_PLUGIN_DATA}/db"]}, "zulu": {"command": "npx", "args": ["-y", "zulu@1.0.0"]}}"#;
    let wrapped = document(
        "claude-code",
        r#"{"command": "${CLAUDE_PLUGIN_ROOT}/bin/x"}"#,
    );
    for source in [bare, &wrapped] {
        for to in ["vscode", "opencode", "codex", "gemini", "xcsh", "cursor"] {
            let converted = convert("claude-code", to, source);
            converted.tells("command");
            assert!(
                !converted.lenient.stdout.contains("CLAUDE_PLUGIN"),
                "{to}: {converted:?}"
            );
        }
    }
}

#[test]
fn the_folder_of_a_plugin_is_told_in_arguments_and_variables_too() {
    for (field, server) in [
        (
            "args",
            r#"{"command": "node", "args": ["${CLAUDE_PLUGIN_ROOT}/server.js"]}"#,
        ),
        (
            "HOME_OF",
            r#"{"command": "node", "args": ["x"], "env": {"HOME_OF": "${CLAUDE_PLUGIN_DATA}"}}"#,
        ),
    ] {
        let converted = convert("claude-code", "vscode", &document("claude-code", server));
        converted.tells(field);
        assert!(
            !converted.lenient.stdout.contains("${env:"),
            "{converted:?}"
        );
    }
}

#[test]
fn what_gemini_reads_a_second_time_is_not_written_as_if_it_were_text() {
    // Values of `env` and headers are read again there, as a shell would: these are texts for Claude Code.
    for text in [r"a\$5", "${X-d}", "${X:+x}"] {
        let value = text.replace('\\', r"\\");
        let source = document(
            "claude-code",
            &format!(r#"{{"command": "npx", "args": ["x"], "env": {{"T": "{value}"}}}}"#),
        );
        convert("claude-code", "gemini", &source)
            .keeps_or_tells("T", |server| is_read_as(server, text));
    }
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"X-T": "${my-var}"}}"#,
    );
    convert("claude-code", "gemini", &source).keeps_or_tells("X-T", |server| {
        let written = server["headers"]["X-T"].as_str().unwrap_or_default();
        gemini_reads(written, &[]) == "${my-var}"
    });
}

#[test]
fn a_dollar_from_a_host_without_references_is_told_for_gemini() {
    for text in ["pa$$word", "$HOME/x"] {
        let source = super::toml_document(
            "codex",
            &format!(
                "command = \"npx\"\nargs = [\"x\"]\n[mcp_servers.alpha.env]\nT = \"{text}\"\n"
            ),
        );
        convert("codex", "gemini", &source).keeps_or_tells("T", |server| is_read_as(server, text));
    }
}

#[test]
fn in_arguments_gemini_reads_only_once() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x", "${X-d}"]}"#,
    );
    convert("claude-code", "gemini", &source)
        .keeps_or_tells("args", |server| server["args"][1] == "${X-d}");
}

#[test]
fn a_nested_default_in_a_header_is_the_value_of_the_inner_variable() {
    // Claude Code ends the reference at the first brace, and reads what is left in a header once more.
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"X-T": "${A:-${B}}"}}"#,
    );
    for to in ["vscode", "opencode", "codex", "cursor", "xcsh", "kiro"] {
        let converted = convert("claude-code", to, &source);
        converted.keeps_or_tells("X-T", |_| false);
        let text = converted
            .found()
            .map(|server| server.to_string())
            .unwrap_or_default();
        assert!(
            !text.contains("\"${B}\"") || !["vscode", "opencode", "codex"].contains(&to),
            "{to}: {text}"
        );
    }
    let values = convert_with(
        "claude-code",
        "cursor",
        &source,
        "--no-env --expand always --env B=bee",
    );
    assert_eq!(values.server()["headers"]["X-T"], "bee");
}

#[test]
fn a_nested_default_in_an_argument_is_not_read_again() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x", "${A:-${B}}"]}"#,
    );
    let values = convert_with(
        "claude-code",
        "claude-desktop",
        &source,
        "--no-env --env B=bee",
    );
    values.keeps_or_tells("args", |server| server["args"][1] == "${B}");
}

#[test]
fn a_url_that_has_to_parse_as_it_is_written_starts_with_its_scheme() {
    for (url, written) in [
        ("${BASE_URL}/mcp", false),
        ("https://${HOST}/mcp", true),
        ("https://h.example.com/${TEAM}", true),
    ] {
        let source = document(
            "claude-code",
            &format!(r#"{{"type": "http", "url": "{url}"}}"#),
        );
        let converted = convert("claude-code", "copilot-cli", &source);
        assert_eq!(converted.found().is_some(), written, "{url}: {converted:?}");
        if !written {
            converted.tells("url");
        }
    }
}

/// Where Trae starts its servers is not known; where its workspace folder is, is.
#[test]
fn a_workspace_folder_is_a_path_from_where_the_target_starts() {
    let source = document(
        "trae",
        r#"{"command": "x", "args": ["${workspaceFolder}", "--d=${workspaceFolder}/y"]}"#,
    );
    for to in ["codex", "zed", "crush"] {
        let converted = convert("trae", to, &source);
        let server = converted.lossless().server();
        let line = super::command_line(&server);
        assert_eq!(line, ["x", ".", "--d=./y"], "{converted:?}");
    }
    // A path that was relative before may lead anywhere.
    let source = source.replace("${workspaceFolder}\",", "./z\",");
    convert("trae", "codex", &source).tells("args");
}

#[test]
fn a_url_that_is_none_with_the_reference_in_it_is_not_written_for_copilot_cli() {
    for (url, written) in [
        ("https://x.example.com:${PORT}/mcp", false),
        ("https://x.example.com:80${PORT}/mcp", false),
        ("https://${HOST:-x.example.com}/mcp", false),
        ("http://${HOST}:${PORT}/mcp", false),
        ("http://[::1]:${PORT}/mcp", false),
        ("https://${HOST}/mcp", true),
        ("https://${HOST}:8443/mcp", true),
        ("https://me:${PASSWORD:-x}@x.example.com/mcp", true),
        ("https://x.example.com/${TEAM:-a}/mcp", true),
        ("https://x.example.com?at=${AT:-a:b}", true),
    ] {
        let server = format!(r#"{{"type": "http", "url": "{url}"}}"#);
        let converted = convert(
            "claude-code",
            "copilot-cli",
            &document("claude-code", &server),
        );
        assert_eq!(converted.found().is_some(), written, "{converted:?}");
        if !written {
            converted.tells("url");
        }
        let server = server.replace("http\"", "http\", \"tools\": [\"*\"]");
        let folder = Folder::new(&[("own.json", &document("copilot-cli", &server))]);
        let ran = folder.lint(&["--host", "copilot-cli", "own.json"]);
        let refused = ran.stdout.contains("error[invalid-url]");
        assert_eq!(refused, !written, "{url}: {ran:?}");
    }
}
