//! Times that a host ignores are not there; times that it reads as text are.

use super::{convert, document, toml_document};

#[test]
fn a_time_that_claude_code_ignores_is_not_handed_on() {
    for ignored in [1, 60, 999] {
        let source = document(
            "claude-code",
            &format!(r#"{{"command": "npx", "args": ["x"], "timeout": {ignored}}}"#),
        );
        for (to, field) in [
            ("codex", "tool_timeout_sec"),
            ("gemini", "timeout"),
            ("opencode", "timeout"),
            ("xcsh", "timeout"),
            ("kiro", "timeout"),
            ("mistral-vibe", "tool_timeout_sec"),
            ("mcp-proxy", "timeout"),
        ] {
            let server = convert("claude-code", to, &source).server();
            assert!(server.get(field).is_none(), "{ignored} to {to}: {server}");
        }
    }
}

#[test]
fn the_first_time_that_counts_is_handed_on() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x"], "timeout": 1000}"#,
    );
    let server = convert("claude-code", "codex", &source).server();
    assert_eq!(server["tool_timeout_sec"].as_f64(), Some(1.0), "{server}");
}

#[test]
fn a_time_that_xcsh_ignores_is_not_handed_on() {
    for ignored in ["0", "-5"] {
        let source = document(
            "xcsh",
            &format!(r#"{{"command": "npx", "args": ["x"], "timeout": {ignored}}}"#),
        );
        for (to, field) in [
            ("codex", "tool_timeout_sec"),
            ("opencode", "timeout"),
            ("claude-code", "timeout"),
        ] {
            let converted = convert("xcsh", to, &source);
            let server = converted.server();
            assert!(server.get(field).is_none(), "{ignored} to {to}: {server}");
        }
    }
}

#[test]
fn a_time_below_what_the_target_obeys_is_told() {
    // Half a second means something to opencode, and nothing to Claude Code.
    let source = document(
        "opencode",
        r#"{"type": "local", "command": ["npx", "x"], "timeout": 500}"#,
    );
    convert("opencode", "claude-code", &source).tells("timeout");
}

#[test]
fn a_number_in_quotes_counts_where_the_host_reads_it() {
    for from in ["gemini", "xcsh"] {
        let source = document(
            from,
            r#"{"command": "npx", "args": ["x"], "timeout": "5000"}"#,
        );
        let converted = convert(from, "codex", &source);
        let seconds = converted.server()["tool_timeout_sec"].as_f64();
        assert_eq!(seconds, Some(5.0), "{from}: {converted:?}");
        assert!(
            !converted.is_told("timeout"),
            "{from}: it is not lost: {converted:?}"
        );
    }
}

#[test]
fn a_flag_in_quotes_counts_where_the_host_reads_it() {
    for (text, on) in [("false", false), ("0", false), ("true", true), ("1", true)] {
        let source = document(
            "xcsh",
            &format!(r#"{{"command": "npx", "args": ["x"], "enabled": "{text}"}}"#),
        );
        let server = convert("xcsh", "codex", &source).server();
        assert_eq!(server["enabled"] != false, on, "{text}: {server}");
    }
    let source = document(
        "gemini",
        r#"{"command": "npx", "args": ["x"], "trust": "false"}"#,
    );
    let converted = convert("gemini", "claude-code", &source);
    assert_eq!(super::command_line(&converted.server()), ["npx", "x"]);
    assert!(
        !converted
            .diagnostics()
            .iter()
            .any(|said| said["rule"] == "conversion-server-skipped"),
        "{converted:?}"
    );
}

#[test]
fn a_short_time_of_a_plain_file_is_a_warning() {
    let source = document("mcp-json", r#"{"command": "x", "timeout": 60}"#);
    for to in ["codex", "kiro", "gemini"] {
        let converted = convert("mcp-json", to, &source);
        assert!(converted.is_told("timeout"), "{to}: {converted:?}");
        assert_eq!(converted.strict.code, 0, "{to}: {converted:?}");
    }
    let long = document("mcp-json", r#"{"command": "x", "timeout": 60000}"#);
    convert("mcp-json", "codex", &long).lossless();
    // In a host of its own, the unit is known.
    let gemini = document("gemini", r#"{"command": "x", "timeout": 60}"#);
    assert!(!convert("gemini", "codex", &gemini).is_told("timeout"));
}

#[test]
fn one_time_for_connecting_and_calls_becomes_two() {
    let opencode = document(
        "opencode",
        r#"{"type": "local", "command": ["x"], "timeout": 120000}"#,
    );
    let xcsh = document("xcsh", r#"{"command": "x", "timeout": 120000}"#);
    for (from, source) in [("opencode", &opencode), ("xcsh", &xcsh)] {
        let codex = convert(from, "codex", source).lossless().server();
        assert_eq!(codex["startup_timeout_sec"], 120, "{from}");
        assert_eq!(codex["tool_timeout_sec"], 120, "{from}");
        let qwen = convert(from, "qwen", source).lossless().server();
        assert_eq!(qwen["discoveryTimeoutMs"], 120_000, "{from}");
        // Gemini CLI has no time for connecting.
        let gemini = convert(from, "gemini", source).lossless().server();
        assert_eq!(gemini["timeout"], 120_000, "{from}");
    }
}

#[test]
fn two_times_become_one_only_if_they_are_equal() {
    let codex = |startup: u32| {
        let lines =
            format!("command = \"x\"\nstartup_timeout_sec = {startup}\ntool_timeout_sec = 60");
        toml_document("codex", &lines)
    };
    for to in ["opencode", "xcsh"] {
        let equal = convert("codex", to, &codex(60)).lossless().server();
        assert_eq!(equal["timeout"], 60_000, "{to}");
        convert("codex", to, &codex(20)).tells("startup_timeout_sec");
    }
}

#[test]
fn a_time_that_does_not_fit_is_not_a_field_that_is_missing() {
    let source = toml_document("codex", "command = \"x\"\ntool_timeout_sec = 0");
    for (to, has) in [
        ("gemini", true),
        ("roo", true),
        ("opencode", true),
        ("cursor", false),
    ] {
        let converted = convert("codex", to, &source);
        converted.tells("tool_timeout_sec");
        let said = format!("{converted:?}");
        assert_eq!(said.contains("does not accept this value"), has, "{said}");
    }
}
