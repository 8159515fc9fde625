//! Any bytes in: an answer or one clear diagnostic, never a panic, half a file or a raw control byte.

use crate::support::{Folder, convert};

/// Nothing is done: exit code 2, nothing on stdout, one error that says `expected`.
fn refused(from: &str, input: &[u8], expected: &str) {
    let output = convert(&["--from", from, "--to", "cursor"], input);
    let stderr = output.stderr;
    assert_eq!(output.code, 2, "{stderr}");
    assert!(output.stdout.is_empty());
    assert!(
        stderr.contains(expected),
        "{expected:?} is not in\n{stderr}"
    );
    assert_eq!(stderr.matches("error[").count(), 1, "{stderr}");
    no_raw_controls(&stderr);
}

/// The rest is converted: exit code 0, a warning that says `expected`.
fn tolerated(from: &str, input: &[u8], expected: &str) -> String {
    let output = convert(&["--from", from, "--to", "mcp-json"], input);
    let stderr = output.stderr;
    assert_eq!(output.code, 0, "{stderr}");
    assert!(
        stderr.contains(expected),
        "{expected:?} is not in\n{stderr}"
    );
    no_raw_controls(&stderr);
    output.stdout
}

fn no_raw_controls(text: &str) {
    let raw = text.chars().find(|c| c.is_control() && *c != '\n' || matches!(*c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200b}'..='\u{200f}'));
    assert_eq!(raw, None, "{text:?}");
}

#[test]
fn empty_input() {
    refused("claude-code", b"", "the input is empty");
    refused("claude-code", b" \r\n\t", "the input is empty");
}

#[test]
fn a_byte_order_mark_is_taken_off_and_told_where_the_host_refuses_it() {
    let text = b"\xEF\xBB\xBF{\"mcpServers\": {\"a\": {\"command\": \"npx\"}}}";
    tolerated(
        "gemini",
        text,
        "Gemini CLI does not accept a byte-order mark",
    );
    let output = convert(&["--from", "claude-code", "--to", "cursor"], text);
    assert!(output.stderr.is_empty() && output.stdout.starts_with("{"));
}

#[test]
fn a_byte_order_mark_stays_where_nothing_is_changed() {
    let text = b"\xEF\xBB\xBF{\"mcpServers\": {\"a\": {\"command\": \"npx\"}}}\r\n";
    let output = Folder::new(&[]).output("--from claude-code --to claude-code", text);
    assert_eq!(output.stdout, text);
}

#[test]
fn utf_16() {
    let text = r#"{"mcpServers": {"a": {"command": "npx"}}}"#;
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let input: Vec<u8> = [0xFEFF]
            .into_iter()
            .chain(text.encode_utf16())
            .flat_map(bytes)
            .collect();
        assert!(tolerated("claude-code", &input, "UTF-16").contains("npx"));
    }
}

#[test]
fn invalid_utf_8() {
    refused(
        "claude-code",
        b"{\"mcpServers\": {\"a\": {\"command\": \"\xFF\"}}}",
        "not valid UTF-8 at byte 34",
    );
}

#[test]
fn truncated_documents() {
    let whole =
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "é\n"], "timeout": 12}}}"#;
    for (at, _) in whole.char_indices().skip(1) {
        refused(
            "claude-code",
            &whole.as_bytes()[..at],
            "cannot parse as JSON",
        );
    }
    refused(
        "codex",
        b"[mcp_servers.a]\ncommand = \"npx",
        "cannot parse as TOML",
    );
}

#[test]
fn two_hundred_thousand_brackets() {
    for open in ["[", "{\"a\":"] {
        refused(
            "claude-code",
            open.repeat(200_000).as_bytes(),
            "nested deeper than 64 levels",
        );
    }
    refused(
        "codex",
        format!("a = {}", "[".repeat(200_000)).as_bytes(),
        "cannot parse as TOML",
    );
    refused(
        "codex",
        format!("a = {}", "{a=".repeat(200_000)).as_bytes(),
        "cannot parse as TOML",
    );
}

#[test]
fn duplicate_keys_count_as_their_host_counts_them() {
    let text = br#"{"mcpServers": {"a": {"command": "first"}, "a": {"command": "x", "command": "last", "env": {"K": "1", "K": "2"}}}}"#;
    let output = tolerated(
        "claude-code",
        text,
        "`a` is defined twice; Claude Code keeps only the last one",
    );
    assert!(
        output.contains("last") && !output.contains("first"),
        "{output}"
    );
    tolerated("claude-code", text, "`command` is defined twice");
    tolerated(
        "claude-code",
        text,
        "`a`: `K` is defined twice; Claude Code keeps only the last one",
    );
    refused(
        "codex",
        b"[mcp_servers.a]\ncommand = 'x'\ncommand = 'y'\n",
        "duplicate key",
    );
}

#[test]
fn servers_that_are_no_map() {
    for value in ["[]", "\"x\"", "7", "true", "null"] {
        refused(
            "claude-code",
            format!("{{\"mcpServers\": {value}}}").as_bytes(),
            "the servers are",
        );
    }
    refused(
        "codex",
        b"[[mcp_servers]]\nname = 'x'\n",
        "the servers are a list, not an object",
    );
    refused(
        "mistral-vibe",
        b"[mcp_servers.x]\ncommand = 'x'\n",
        "the servers are an object, not a list",
    );
}

#[test]
fn a_server_that_is_no_object_costs_only_itself() {
    for value in ["null", "\"x\"", "[]", "3"] {
        let text = format!(r#"{{"mcpServers": {{"bad": {value}, "good": {{"command": "npx"}}}}}}"#);
        let output = tolerated("claude-code", text.as_bytes(), "must be an object, found");
        assert!(output.contains("good") && !output.contains("bad"));
    }
}

#[test]
fn a_number_where_a_string_belongs_costs_only_that_server() {
    for field in [
        r#""command": 1"#,
        r#""command": "x", "args": "y""#,
        r#""command": "x", "args": [1]"#,
        r#""command": "x", "env": []"#,
    ] {
        let text =
            format!(r#"{{"mcpServers": {{"bad": {{{field}}}, "good": {{"command": "npx"}}}}}}"#);
        let output = tolerated("claude-code", text.as_bytes(), "warning[wrong-type]");
        assert!(
            output.contains("good") && !output.contains("bad"),
            "{output}"
        );
    }
}

#[test]
fn names_with_escape_sequences_never_reach_the_terminal() {
    let name = "\\u001b[31mred\\nline\\u202e\\u200b\\u009b1m";
    let text = format!(
        r#"{{"mcpServers": {{"{name}": {{"command": "npx", "{name}": 1, "env": {{"{name}": 5}}}}, "{name}x": 3}}}}"#
    );
    tolerated("claude-code", text.as_bytes(), "red");
    refused(
        "claude-code",
        "{\"mcpServers\": {\"\u{1b}]0;x\u{7}\u{202e}\" 1}}".as_bytes(),
        "cannot parse as JSON",
    );
    let output = convert(
        &["--from", "claude-code", "--to", "codex", "--format", "json"],
        text.as_bytes(),
    );
    no_raw_controls(&output.stderr);
}

#[test]
fn documents_of_other_hosts_are_named() {
    refused(
        "claude-code",
        br#"{"servers": {"a": {"command": "npx"}}}"#,
        "VS Code",
    );
    refused(
        "vscode",
        br#"{"mcp": {"a": {"type": "local", "command": ["x"]}}}"#,
        "opencode",
    );
}

#[test]
fn other_values_at_the_top() {
    for text in ["[]", "null", "7", "\"x\"", "true"] {
        refused("claude-code", text.as_bytes(), "the document is");
    }
}

#[test]
fn line_ends_of_all_kinds_are_read() {
    for end in ["\r\n", "\r", "\n", ""] {
        let text = format!(
            "{{{end}\"mcpServers\": {{{end}\"a\": {{\"command\": \"npx\"}}{end}}}{end}}}{end}"
        );
        assert!(
            convert(&["--from", "claude-code", "--to", "codex"], text.as_bytes())
                .stdout
                .starts_with("[mcp_servers.a]")
        );
    }
}
