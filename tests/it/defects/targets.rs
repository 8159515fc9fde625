//! What a target does with a server that it can read and does not want.

use super::{convert, convert_with, document, header, servers, toml_document, value};
use crate::support::Folder;

#[test]
fn xcsh_drops_some_servers_by_itself_and_that_is_told() {
    for server in [
        r#"{"type": "http", "url": "https://mcp.exa.ai/mcp"}"#,
        r#"{"type": "http", "url": "https://mcp.exa.ai/mcp?tools=web_search"}"#,
    ] {
        convert("claude-code", "xcsh", &document("claude-code", server)).tells("url");
    }
    let named = r#"{"mcpServers": {"exa": {"command": "npx", "args": ["-y", "exa-mcp-server@1.0.0"]}, "zulu": {"command": "npx"}}}"#;
    let folder = Folder::new(&[]);
    // A name that it keeps for itself is another one there.
    let ran = folder.feed("--from claude-code --to xcsh", named);
    let servers = &value(&ran.stdout)["mcpServers"];
    assert!(
        servers.get("exa").is_none() && servers.get("exa-mcp").is_some(),
        "{ran:?}"
    );
    assert!(ran.stderr.contains("conversion-name-changed"), "{ran:?}");
}

/// The part of a tool's id that a host makes of a server's name.
fn id(host: &str, name: &str) -> String {
    let odd = |keep: fn(char) -> bool| -> String {
        name.chars()
            .map(|c| if keep(c) { c } else { '_' })
            .collect()
    };
    match host {
        "xcsh" => {
            let lower = name.to_lowercase();
            let words = lower.split(|c: char| !c.is_ascii_lowercase());
            words
                .filter(|word| !word.is_empty())
                .collect::<Vec<_>>()
                .join("_")
        }
        "mistral-vibe" => odd(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-')
            .trim_matches(['_', '-'])
            .to_owned(),
        _ => odd(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-'),
    }
}

#[test]
fn servers_whose_tools_would_have_the_same_id_are_renamed_or_skipped_and_told() {
    // xcsh: lower case, and everything but letters becomes one `_`, so that digits do not count.
    for (to, one, two) in [
        ("xcsh", "my-server", "my server"),
        ("xcsh", "db1", "db2"),
        ("xcsh", "Docs", "docs"),
        ("claude-code", "a b", "a_b"),
        ("opencode", "a.b", "a_b"),
        ("mistral-vibe", "a b", "a_b"),
    ] {
        let source = format!(
            r#"{{"mcpServers": {{"{one}": {{"command": "one"}}, "{two}": {{"command": "two"}}}}}}"#
        );
        let converted = convert("cursor", to, &source);
        let written = servers(&value(&converted.lenient.stdout));
        let mut ids: Vec<String> = written.keys().map(|name| id(to, name)).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(
            ids.len(),
            written.len(),
            "{one} and {two} in {to}: {converted:?}"
        );
        assert!(
            converted
                .diagnostics()
                .iter()
                .any(|said| said.to_string().contains(one) || said.to_string().contains(two)),
            "{converted:?}"
        );
    }
}

#[test]
fn mistral_vibe_gets_no_value_that_stops_it() {
    for server in [
        r#"{"type": "http", "url": "https://x.example.com/mcp", "oauth": {"clientId": "abc", "callbackPort": 80}}"#,
        r#"{"type": "http", "url": "https://x.example.com/mcp", "oauth": {"clientId": "abc", "callbackPort": 70000}}"#,
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"": "x"}}"#,
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"X Y": "x"}}"#,
        r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"Authorization": "Bearer ${T(x86)}"}}"#,
    ] {
        let converted = convert(
            "claude-code",
            "mistral-vibe",
            &document("claude-code", server),
        );
        assert_eq!(converted.strict.code, 1, "{server}: {converted:?}");
        let Some(written) = converted.found() else {
            continue;
        };
        let auth = &written["auth"];
        let port = auth["redirect_port"].as_i64().unwrap_or(2000);
        assert!((1024..=65535).contains(&port), "{written}");
        let headers = auth["headers"].as_object().cloned().unwrap_or_default();
        assert!(
            headers
                .keys()
                .all(|name| !name.is_empty() && !name.contains(' ')),
            "{written}"
        );
        let mut names: Vec<String> = headers.keys().map(|name| name.to_lowercase()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), headers.len(), "{written}");
        let variable = auth["api_key_env"].as_str().unwrap_or("T");
        assert!(
            variable
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_'),
            "{written}"
        );
    }
}

#[test]
fn a_port_that_is_none_costs_the_port_and_not_the_server() {
    let source = document(
        "claude-code",
        r#"{"type": "http", "url": "https://x.example.com/mcp", "oauth": {"clientId": "abc", "callbackPort": 70000}}"#,
    );
    for to in ["codex", "opencode", "xcsh"] {
        let converted = convert("claude-code", to, &source);
        assert!(converted.is_told("callbackPort"), "{converted:?}");
        let server = converted.server();
        assert_eq!(server["url"], "https://x.example.com/mcp");
        assert!(!server.to_string().contains("70000"), "{server}");
    }
}

#[test]
fn the_short_form_of_a_redirect_is_written_in_full() {
    for short in [":7778", "localhost:7778", "127.0.0.1:7778"] {
        let source = document(
            "kiro",
            &format!(
                r#"{{"url": "https://x.example.com/mcp", "oauth": {{"clientId": "id", "redirectUri": "{short}"}}}}"#
            ),
        );
        for to in ["codex", "opencode", "gemini", "xcsh"] {
            let converted = convert("kiro", to, &source);
            let server = converted.server();
            let text = server.to_string();
            assert!(
                !text.contains(&format!("\"{short}\"")),
                "{short} to {to}: {text}"
            );
            assert!(
                text.contains("7778") || converted.is_told("redirectUri"),
                "{short} to {to}: {converted:?}"
            );
            // What is left of it is a whole URL.
            for uri in [
                &server["oauth"]["redirectUri"],
                &server["oauth"]["redirect_uri"],
                &server["oauth"]["callback_url"],
            ] {
                assert!(
                    uri.as_str().is_none_or(|uri| uri.starts_with("http://")),
                    "{short} to {to}: {text}"
                );
            }
        }
    }
}

#[test]
fn the_token_that_codex_sends_is_the_one_that_is_written() {
    let source = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\nbearer_token_env_var = \"TOKEN\"\n[mcp_servers.alpha.http_headers]\nauthorization = \"Bearer made-up\"\n",
    );
    for (to, reference) in [
        ("claude-code", "${TOKEN"),
        ("cursor", "TOKEN"),
        ("vscode", "${env:TOKEN}"),
        ("opencode", "{env:TOKEN}"),
        ("gemini", "TOKEN"),
    ] {
        let converted = convert("codex", to, &source);
        let server = converted.server();
        let written = header(&server["headers"], "Authorization").unwrap_or_default();
        assert!(
            written.starts_with("Bearer ") && written.contains(reference),
            "{to}: {server}"
        );
        assert!(!written.contains("made-up"), "{to}: {server}");
        converted.tells("authorization");
    }
    let converted = convert_with(
        "codex",
        "lmstudio",
        &source,
        "--no-env --env TOKEN=secret-value",
    );
    assert_eq!(
        header(&converted.server()["headers"], "Authorization"),
        Some("Bearer secret-value")
    );
}

#[test]
fn a_literal_header_of_another_case_is_the_same_header() {
    let source = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\nbearer_token_env_var = \"TOKEN\"\n[mcp_servers.alpha.http_headers]\nAUTHORIZATION = \"Basic made-up\"\nX-Team = \"a\"\n",
    );
    let server = convert("codex", "mcp-proxy", &source).server();
    assert_eq!(server["bearer_token"], "${TOKEN}", "{server}");
    assert_eq!(
        header(&server["headers"], "authorization"),
        None,
        "{server}"
    );
    assert_eq!(header(&server["headers"], "x-team"), Some("a"));
}

#[test]
fn a_bridge_without_headers_loses_none() {
    for to in ["mcpnest", "claude-desktop"] {
        // The bridge itself may be worth a warning; headers that are not there are not.
        let said = |headers: &str| {
            let server =
                format!(r#"{{"type": "http", "url": "https://x.example.com/mcp"{headers}}}"#);
            let converted = convert_with(
                "claude-code",
                to,
                &document("claude-code", &server),
                "--wrap-remote",
            );
            assert!(
                super::command_line(&converted.server())
                    .contains(&"https://x.example.com/mcp".to_owned())
            );
            let rules: Vec<String> = converted
                .diagnostics()
                .iter()
                .map(|said| said["rule"].to_string())
                .collect();
            (converted.strict.code, rules)
        };
        assert_eq!(said(r#", "headers": {}"#), said(""), "{to}");
    }
}

#[test]
fn mcpnest_gets_npx_where_writing_npx_is_enough() {
    for (command, args) in [
        ("npx.cmd", r#"["-y", "srv@1.0.0"]"#),
        ("cmd", r#"["/c", "npx", "-y", "srv@1.0.0"]"#),
        ("cmd", r#"["/d", "/s", "/c", "npx", "-y", "srv@1.0.0"]"#),
        ("/usr/local/bin/npx", r#"["-y", "srv@1.0.0"]"#),
        (
            "C:\\\\Program Files\\\\nodejs\\\\npx.cmd",
            r#"["-y", "srv@1.0.0"]"#,
        ),
        ("cmd.exe", r#"["/C", "npx.cmd", "-y", "srv@1.0.0"]"#),
        ("sh", r#"["-c", "npx -y srv@1.0.0"]"#),
        ("cmd", r#"["/c", "npx -y srv@1.0.0"]"#),
    ] {
        let source = document(
            "claude-code",
            &format!(r#"{{"command": "{command}", "args": {args}}}"#),
        );
        let converted = convert("claude-code", "mcpnest", &source);
        match converted.found() {
            Some(server) => assert_eq!(
                super::command_line(&server),
                ["npx", "-y", "srv@1.0.0"],
                "{command}"
            ),
            None => {
                converted.tells("command");
                let said = converted.diagnostics();
                let advice: String = said
                    .iter()
                    .filter(|said| said.to_string().contains(super::NAME))
                    .map(|said| said["help"].to_string())
                    .collect();
                assert!(
                    advice.contains("npx") && !advice.contains("package the server"),
                    "{command}: {advice}"
                );
            }
        }
    }
}

#[test]
fn mcpnest_is_told_to_write_npx_where_that_is_enough() {
    let file = |command: &str, args: &str| {
        format!(
            r#"{{"mcpServers": {{"a": {{"command": "{command}", "args": {args}, "transport": {{"type": "stdio"}}, "env": {{}}}}}}}}"#
        )
    };
    let plain = file("npx", r#"["-y", "srv@1.0.0"]"#);
    for (command, args, flag) in [
        ("/usr/local/bin/npx", r#"["-y", "srv@1.0.0"]"#, "--fix"),
        ("npx.cmd", r#"["-y", "srv@1.0.0"]"#, "--fix"),
        ("cmd", r#"["/c", "npx", "-y", "srv@1.0.0"]"#, "--fix-unsafe"),
        ("cmd", r#"["/c", "npx -y srv@1.0.0"]"#, ""),
        ("sh", r#"["-c", "npx -y srv@1.0.0"]"#, ""),
    ] {
        let text = file(command, args);
        let folder = Folder::new(&[("mcpnest.json", text.as_str())]);
        let said = folder.lint(&["--format", "json"]).stdout;
        let shown = folder.run("show mcpnest.json");
        for said in [&said, &format!("{}{}", shown.stdout, shown.stderr)] {
            assert!(said.contains("write `npx` as the command"), "{said}");
            assert!(!said.contains("package the server"), "{said}");
        }
        assert!(!said.contains("platform-specific-command"), "{said}");
        if !flag.is_empty() {
            folder.lint(&[flag]);
            assert_eq!(folder.read("mcpnest.json"), plain);
        }
    }
    let folder = Folder::new(&[("mcpnest.json", &file("docker", r#"["run", "srv"]"#))]);
    assert!(folder.lint(&[]).stdout.contains("package the server"));
}

#[test]
fn a_line_that_a_shell_makes_something_of_stays_one() {
    for args in [
        r#"["-c", "npx -y srv $X"]"#,
        r#"["-c", "npx -y srv; ls"]"#,
        r#"["-c", "X=1 npx -y srv"]"#,
        r#"["-c", "npx -y srv", "more"]"#,
        r#"["-lc", "npx -y srv"]"#,
    ] {
        let server = format!(r#"{{"command": "sh", "args": {args}}}"#);
        let converted = convert("claude-code", "mcpnest", &document("claude-code", &server));
        assert_eq!(converted.found(), None, "{converted:?}");
    }
}

#[test]
fn all_fields_that_mcpnest_refuses_are_named() {
    let text = r#"{"mcpServers": {"alpha": {"command": "npx", "type": "stdio", "cwd": "/x", "disabled": false}}}"#;
    let folder = Folder::new(&[("mcpnest.json", text)]);
    let ran = folder.lint(&["--host", "mcpnest", "--format", "json", "mcpnest.json"]);
    for field in ["type", "cwd", "disabled"] {
        assert!(
            ran.stdout.contains(&format!("`{field}`")),
            "{field}: {}",
            ran.stdout
        );
    }
    let ran = folder.feed("--from mcpnest --to claude-code --format json", text);
    for field in ["type", "cwd", "disabled"] {
        assert!(ran.stderr.contains(field), "{field}: {}", ran.stderr);
    }
}

#[test]
fn nobody_is_told_to_do_what_was_done() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x", "${command:pick}", "${config:a.b}"], "cwd": "${workspaceFolder:other}"}"#,
    );
    for to in [
        "codex",
        "claude-desktop",
        "mcpnest",
        "claude-code",
        "opencode",
    ] {
        let converted = convert_with("vscode", to, &source, "--expand always --unset empty");
        for said in converted.diagnostics() {
            let help = said["help"].as_str().unwrap_or_default();
            assert!(!help.contains("--expand always"), "{to}: {help}");
        }
    }
}

#[test]
fn a_proxy_needs_a_backend() {
    let folder = Folder::new(&[("proxy.toml", "[proxy]\nname = \"p\"\n\n[proxy.listen]\n")]);
    let ran = folder.lint(&["--format", "json", "proxy.toml"]);
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    // Nothing to write is not a proxy either.
    let folder = Folder::new(&[]);
    let ran = folder.feed(
        "--from claude-code --to mcp-proxy --strict --format json",
        r#"{"mcpServers": {}}"#,
    );
    let empty = ran.stdout.is_empty() || !servers(&value(&ran.stdout)).is_empty();
    assert!(
        ran.code != 0 || empty || !super::diagnostics(&ran).is_empty(),
        "{ran:?}"
    );
}

#[test]
fn a_package_that_another_runner_starts_need_not_be_packaged() {
    let help = |command: &str, args: &str| {
        let source = document(
            "claude-code",
            &format!(r#"{{"command": "{command}", "args": [{args}]}}"#),
        );
        let ran = convert("claude-code", "mcpnest", &source).lenient;
        let mut lines = ran.stderr.lines();
        let help = lines.find(|line| line.contains("help:") || line.contains("\"help\""));
        help.unwrap_or_else(|| panic!("{ran:?}")).to_owned()
    };
    for (command, args, expected) in [
        ("bunx", r#""p""#, "npx -y"),
        ("pnpm", r#""dlx", "p""#, "npx -y"),
        ("env", r#""A=b", "npx", "p""#, "npx -y"),
        ("pipx", r#""run", "p""#, "uvx PACKAGE"),
        ("uv", r#""tool", "run", "p""#, "uvx PACKAGE"),
        (
            "uv",
            r#""run", "--with", "p", "x.py""#,
            "package the server",
        ),
        ("bunx", r#""./p""#, "package the server"),
        ("node", r#""x.js""#, "package the server"),
    ] {
        let help = help(command, args);
        assert!(help.contains(expected), "{command} {args}: {help}");
    }
}
