//! How a host connects, and what it falls back to.

use super::{command_line, convert, document, toml_document};

#[test]
fn an_endpoint_that_is_reached_by_falling_back_is_told_where_nothing_falls_back() {
    // Cursor, VS Code and opencode try streamable HTTP and then SSE; Codex and Mistral Vibe know only the first.
    let url = "https://docs.mcp.cloudflare.com/sse";
    for (from, server) in [
        ("cursor", format!(r#"{{"url": "{url}"}}"#)),
        ("vscode", format!(r#"{{"type": "http", "url": "{url}"}}"#)),
        ("vscode", format!(r#"{{"url": "{url}"}}"#)),
        (
            "opencode",
            format!(r#"{{"type": "remote", "url": "{url}"}}"#),
        ),
        (
            "cursor",
            r#"{"url": "https://mcp.example.com/v1/sse?team=a"}"#.to_owned(),
        ),
        (
            "cursor",
            r#"{"url": "https://mcp.example.com/sse/"}"#.to_owned(),
        ),
    ] {
        for to in ["codex", "mistral-vibe"] {
            let converted = convert(from, to, &document(from, &server));
            converted.tells("url");
        }
    }
}

#[test]
fn hosts_that_can_be_told_to_use_sse_are_told_so() {
    let source = document(
        "cursor",
        r#"{"url": "https://docs.mcp.cloudflare.com/sse"}"#,
    );
    for to in ["claude-code", "gemini"] {
        convert("cursor", to, &source).keeps_or_tells("url", |server| server["type"] == "sse");
    }
}

#[test]
fn hosts_that_fall_back_as_well_need_no_warning() {
    let source = document(
        "cursor",
        r#"{"url": "https://docs.mcp.cloudflare.com/sse"}"#,
    );
    for to in ["vscode", "opencode"] {
        let converted = convert("cursor", to, &source);
        assert_eq!(converted.strict.code, 0, "{to}: {converted:?}");
        assert_eq!(
            converted.server()["url"],
            "https://docs.mcp.cloudflare.com/sse"
        );
    }
}

#[test]
fn an_ordinary_endpoint_is_carried_without_a_word() {
    let source = document("cursor", r#"{"url": "https://mcp.example.com/mcp"}"#);
    for to in [
        "codex",
        "claude-code",
        "vscode",
        "opencode",
        "gemini",
        "mistral-vibe",
    ] {
        convert("cursor", to, &source).lossless();
    }
}

#[test]
fn vs_code_runs_the_command_beside_a_type_it_does_not_decide_by() {
    // Anything but `stdio` and `http` is decided by whether there is a command.
    for kind in ["sse", "streamable-http", "local"] {
        let source = document(
            "vscode",
            &format!(
                r#"{{"type": "{kind}", "command": "npx", "args": ["-y", "srv@1.0.0"], "url": "https://x.example.com/sse"}}"#
            ),
        );
        for to in ["codex", "claude-code"] {
            let server = convert("vscode", to, &source).server();
            assert_eq!(
                command_line(&server),
                ["npx", "-y", "srv@1.0.0"],
                "{kind} to {to}"
            );
            assert!(server.get("url").is_none(), "{server}");
        }
    }
}

#[test]
fn vs_code_connects_where_the_type_says_http() {
    let source = document(
        "vscode",
        r#"{"type": "http", "command": "npx", "url": "https://x.example.com/mcp"}"#,
    );
    let server = convert("vscode", "codex", &source).server();
    assert_eq!(server["url"], "https://x.example.com/mcp");
    assert!(server.get("command").is_none(), "{server}");
}

#[test]
fn the_old_shape_of_vs_code_is_unwrapped() {
    let source = document(
        "vscode",
        r#"{"name": "alpha", "version": "1.0.0", "gallery": true, "config": {"type": "stdio", "command": "npx", "args": ["-y", "srv@1.0.0"], "env": {"A": "1"}}}"#,
    );
    let server = convert("vscode", "claude-code", &source).server();
    assert_eq!(command_line(&server), ["npx", "-y", "srv@1.0.0"]);
    assert_eq!(server["env"]["A"], "1");
    let source = document(
        "vscode",
        r#"{"name": "alpha", "config": {"type": "http", "url": "https://x.example.com/mcp"}}"#,
    );
    assert_eq!(
        convert("vscode", "cursor", &source).server()["url"],
        "https://x.example.com/mcp"
    );
}

#[test]
fn of_two_settings_opencode_obeys_the_one_it_knows_longest() {
    for (server, on) in [
        (
            r#"{"type": "local", "command": ["npx", "x"], "enabled": true, "disabled": true}"#,
            true,
        ),
        (
            r#"{"type": "local", "command": ["npx", "x"], "enabled": false, "disabled": false}"#,
            false,
        ),
        (
            r#"{"type": "local", "command": ["npx", "x"], "enabled": false}"#,
            false,
        ),
    ] {
        let source = document("opencode", server);
        for (to, field, off) in [
            ("codex", "enabled", false),
            ("kiro", "disabled", true),
            ("xcsh", "enabled", false),
        ] {
            let written = convert("opencode", to, &source).server();
            assert_eq!(written[field] == off, !on, "{server} to {to}: {written}");
        }
    }
}

#[test]
fn an_entry_that_only_enables_or_disables_is_no_server() {
    for flag in ["true", "false"] {
        let source = document("opencode", &format!(r#"{{"enabled": {flag}}}"#));
        for to in ["codex", "claude-code"] {
            let converted = convert("opencode", to, &source);
            assert_eq!(converted.lenient.code, 0, "{converted:?}");
            assert_eq!(converted.found(), None, "{converted:?}");
            assert!(converted.named("zulu").is_some());
            assert!(
                converted
                    .diagnostics()
                    .iter()
                    .all(|said| said["level"] != "error"),
                "{converted:?}"
            );
        }
    }
}

/// Their own hosts skip these servers or reject the file, so that what the server becomes elsewhere is a guess.
#[test]
fn a_misspelt_transport_is_lost_with_what_was_guessed() {
    let url = r#""url": "https://x.example.com/mcp""#;
    for (from, server) in [
        ("claude-code", format!(r#"{{"type": "htpp", {url}}}"#)),
        (
            "claude-code",
            r#"{"type": "studio", "command": "x"}"#.to_owned(),
        ),
        ("cursor", format!(r#"{{"type": "strem", {url}}}"#)),
        ("kimi", format!(r#"{{"transport": "strem", {url}}}"#)),
        (
            "cline",
            format!(r#"{{"transport": {{"type": "htpp", {url}}}}}"#),
        ),
        ("droid", format!(r#"{{"type": "htpp", {url}}}"#)),
        ("inspector", format!(r#"{{"type": "htpp", {url}}}"#)),
        ("opencode", format!(r#"{{"type": "remot", {url}}}"#)),
        ("mcp-json", format!(r#"{{"transport": "strem", {url}}}"#)),
    ] {
        for to in ["codex", "roo", "gemini"] {
            let converted = convert(from, to, &document(from, &server));
            converted.tells("alpha");
            let said = converted.diagnostics();
            let told = said
                .iter()
                .find(|said| said["rule"] == "unknown-transport")
                .unwrap_or_else(|| panic!("{converted:?}"));
            assert!(told["help"].to_string().contains("converted as"), "{told}");
        }
    }
}

#[test]
fn a_transport_in_another_hosts_word_is_no_guess() {
    for (from, word) in [
        ("claude-code", "streamableHttp"),
        ("copilot-cli", "remote"),
        ("roo", "http"),
        ("cursor", "streamable-http"),
    ] {
        let server = format!(r#"{{"type": "{word}", "url": "https://x.example.com/mcp"}}"#);
        let converted = convert(from, "codex", &document(from, &server));
        assert_eq!(converted.strict.code, 0, "{converted:?}");
    }
    // These go by the other keys, and so does what becomes of the server.
    for (from, server) in [
        ("vscode", r#"{"type": "stdoi", "command": "x"}"#),
        (
            "gemini",
            r#"{"type": "strem", "url": "https://x.example.com/mcp"}"#,
        ),
        ("inspector", r#"{"type": "htpp", "command": "x"}"#),
    ] {
        convert(from, "codex", &document(from, server)).lossless();
    }
}

/// These hosts refuse the file; what is written is a part of what the entry says.
#[test]
fn what_its_own_host_refuses_is_lost_when_it_is_not_written() {
    let url = "https://x.example.com/mcp";
    let toml = |host: &str, lines: String| (host.to_owned(), toml_document(host, &lines));
    let json = |host: &str, server: String| (host.to_owned(), document(host, &server));
    for ((from, source), field) in [
        (
            toml("codex", format!("command = \"x\"\nurl = \"{url}\"\n")),
            "url",
        ),
        (
            toml("codex", format!("url = \"{url}\"\ncwd = \"/x\"\n")),
            "cwd",
        ),
        (
            toml(
                "mcp-proxy",
                "transport = \"stdio\"\ncommand = \"x\"\nfoo = 1\n".to_owned(),
            ),
            "foo",
        ),
        (
            json(
                "mcpnest",
                r#"{"command": "npx", "disabled": true}"#.to_owned(),
            ),
            "disabled",
        ),
        (
            json("roo", format!(r#"{{"command": "x", "url": "{url}"}}"#)),
            "url",
        ),
        (
            json(
                "roo",
                r#"{"command": "x", "headers": {"A": "b"}}"#.to_owned(),
            ),
            "headers",
        ),
    ] {
        for to in ["claude-code", "cursor"] {
            let converted = convert(&from, to, &source);
            assert!(converted.found().is_some(), "{converted:?}");
            converted.tells(field);
        }
    }
}

#[test]
fn a_word_for_the_transport_that_its_host_ignores_is_no_loss() {
    let source =
        r#"{"amp.mcpServers": {"a": {"url": "https://e.example/mcp", "transport": "http"}}}"#;
    for to in ["claude-code", "cursor", "codex", "vscode"] {
        convert("amp", to, source).lossless();
    }
}

#[test]
fn an_endpoint_of_sse_in_a_plain_file_is_one() {
    for server in [
        r#"{"url": "https://mcp.example.com/sse"}"#,
        r#"{"serverUrl": "https://mcp.example.com/sse/?a=b"}"#,
    ] {
        let source = document("mcp-json", server);
        for to in ["claude-code", "gemini", "roo", "cline", "copilot-cli"] {
            let written = convert("mcp-json", to, &source).lossless().server();
            assert_eq!(written["type"], "sse", "{to}");
        }
        for to in ["codex", "zed"] {
            convert("mcp-json", to, &source).tells("url");
        }
        let cursor = convert("mcp-json", "cursor", &source);
        assert!(cursor.lossless().server()["url"].is_string());
    }
    let source = document("mcp-json", r#"{"url": "https://mcp.example.com/mcp"}"#);
    let written = convert("mcp-json", "claude-code", &source).server();
    assert_eq!(written["type"], "http");
}

#[test]
fn hosts_that_do_not_fall_back_are_not_said_to_read_the_same() {
    let ran = |url: &str| {
        let source = format!(r#"{{"mcpServers": {{"a": {{"url": "{url}"}}}}}}"#);
        let folder = crate::support::Folder::new(&[]);
        folder.feed("--to cursor", &source).stderr
    };
    let (sse, http) = (ran("https://h.dev/sse"), ran("https://h.dev/mcp"));
    let others = |text: &str| text.matches("others").count() + text.matches(" and ").count();
    assert!(sse.contains("Cursor") && http.contains("Cursor"), "{sse}");
    assert!(others(&sse) > 0 && sse != http, "{sse}\n{http}");
    assert!(!sse.contains("Gemini CLI,"), "{sse}");
}

#[test]
fn a_type_that_the_url_overrules_is_told() {
    for (from, server) in [
        ("qwen", r#"{"type": "http", "url": "https://x.com/mcp"}"#),
        ("qwen", r#"{"type": "sse", "httpUrl": "https://x.com/mcp"}"#),
        (
            "gemini",
            r#"{"type": "sse", "httpUrl": "https://x.com/mcp"}"#,
        ),
    ] {
        for to in ["claude-code", "vscode"] {
            convert(from, to, &document(from, server)).tells("type");
        }
    }
    let plain = document("qwen", r#"{"type": "sse", "url": "https://x.com/sse"}"#);
    convert("qwen", "claude-code", &plain).lossless();
}

#[test]
fn a_url_that_the_source_cannot_use_is_converted_as_it_is_meant() {
    for (server, kind) in [
        (r#"{"url": "https://h.dev/mcp"}"#, "http"),
        (r#"{"type": "http", "url": "https://h.dev/mcp"}"#, "http"),
        (r#"{"url": "https://h.dev/sse"}"#, "sse"),
    ] {
        let source = document("claude-desktop", server);
        for to in ["claude-code", "vscode"] {
            let converted = convert("claude-desktop", to, &source);
            assert_eq!(converted.strict.code, 0, "{converted:?}");
            assert!(converted.is_told("url"), "{converted:?}");
            let written = converted.server();
            assert_eq!(written["type"], kind, "{to}");
        }
        // It cannot run it itself.
        let own = convert("claude-desktop", "claude-desktop", &source);
        assert_eq!(own.strict.code, 1, "{own:?}");
    }
    // A command is what it starts.
    let both = document(
        "claude-desktop",
        r#"{"command": "x", "url": "https://h.dev/mcp"}"#,
    );
    let written = convert("claude-desktop", "codex", &both).server();
    assert_eq!(command_line(&written), ["x"]);
}
