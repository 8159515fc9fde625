//! What a reference means when its variable is not set, or empty.

use super::{convert, document, toml_document};

#[test]
fn where_an_unset_variable_is_empty_it_is_empty_in_claude_code_too() {
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x", "${env:O}"], "env": {"O": "${env:O}"}}"#,
    );
    let opencode = document(
        "opencode",
        r#"{"type": "local", "command": ["npx", "x", "{env:O}"], "environment": {"O": "{env:O}"}}"#,
    );
    for (from, source) in [("vscode", vscode), ("opencode", opencode)] {
        let converted = convert(from, "claude-code", &source);
        let server = converted.server();
        assert_eq!(server["env"]["O"], "${O:-}", "{from}");
        assert_eq!(server["args"][1], "${O:-}", "{from}");
    }
}

#[test]
fn the_same_holds_in_urls_and_headers() {
    let vscode = document(
        "vscode",
        r#"{"type": "http", "url": "https://x.example.com/${env:TEAM}/mcp", "headers": {"X-Team": "t-${env:TEAM}"}}"#,
    );
    let opencode = document(
        "opencode",
        r#"{"type": "remote", "url": "https://x.example.com/{env:TEAM}/mcp", "headers": {"X-Team": "t-{env:TEAM}"}}"#,
    );
    for (from, source) in [("vscode", vscode), ("opencode", opencode)] {
        let server = convert(from, "claude-code", &source).server();
        assert_eq!(
            server["url"], "https://x.example.com/${TEAM:-}/mcp",
            "{from}"
        );
        assert_eq!(server["headers"]["X-Team"], "t-${TEAM:-}", "{from}");
    }
}

#[test]
fn other_hosts_with_defaults_get_the_empty_default_too() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x", "${env:O}"]}"#,
    );
    // Gemini leaves an unset reference in `args` as text, and so does xcsh.
    for to in ["gemini", "xcsh"] {
        let converted = convert("vscode", to, &source);
        assert_eq!(
            converted.server()["args"][1],
            "${O:-}",
            "{to}: {converted:?}"
        );
    }
}

#[test]
fn a_variable_that_codex_hands_on_is_never_handed_on_as_its_own_reference() {
    // Codex sets nothing if the variable is unset, Claude Code would set the text `${AWS_PROFILE}`.
    let source = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\nenv_vars = [\"AWS_PROFILE\", { name = \"REGION\", source = \"local\" }]\n",
    );
    let server = convert("codex", "claude-code", &source).server();
    for name in ["AWS_PROFILE", "REGION"] {
        let value = server["env"][name].as_str();
        assert!(
            value.is_none() || value == Some(&format!("${{{name}:-}}")),
            "{server}"
        );
    }
}

#[test]
fn a_header_that_codex_takes_from_a_variable_is_empty_and_not_a_text() {
    let source = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\n[mcp_servers.alpha.env_http_headers]\nX-Team = \"TEAM\"\n",
    );
    let converted = convert("codex", "claude-code", &source);
    converted.keeps_or_tells("TEAM", |server| server["headers"]["X-Team"] == "${TEAM:-}");
}

#[test]
fn a_plain_reference_of_claude_code_stays_what_it_is_on_the_way_back() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x"], "env": {"O": "${O:-}"}}"#,
    );
    let there = convert("claude-code", "vscode", &source);
    there.lossless();
    let back = convert("vscode", "claude-code", &there.lenient.stdout);
    assert_eq!(back.server()["env"]["O"], "${O:-}");
}

#[test]
fn an_empty_default_is_no_loss_where_unset_is_empty() {
    for (to, expected) in [("vscode", "${env:A}"), ("opencode", "{env:A}")] {
        let source = document(
            "claude-code",
            r#"{"command": "npx", "args": ["x", "${A:-}"]}"#,
        );
        let converted = convert("claude-code", to, &source);
        converted.lossless();
        let words = super::command_line(&converted.server());
        assert_eq!(words.last().map(String::as_str), Some(expected), "{to}");
    }
}

#[test]
fn an_empty_default_is_no_loss_in_headers_and_from_other_hosts() {
    for from in ["claude-code", "gemini", "xcsh", "cursor"] {
        let source = document(
            from,
            r#"{"type": "http", "url": "https://x.example.com/mcp", "headers": {"X-Team": "${TEAM:-}"}}"#,
        );
        for (to, expected) in [("vscode", "${env:TEAM}"), ("opencode", "{env:TEAM}")] {
            let converted = convert(from, to, &source);
            assert_eq!(converted.strict.code, 0, "{from} to {to}: {converted:?}");
            assert_eq!(
                converted.server()["headers"]["X-Team"],
                expected,
                "{from} to {to}"
            );
        }
    }
}

#[test]
fn what_looks_like_a_default_and_is_none_is_read_as_its_host_reads_it() {
    // Both look up a variable with the name `X:-d`, which cannot exist, and put in nothing.
    let opencode = document(
        "opencode",
        r#"{"type": "local", "command": ["npx", "x"], "environment": {"T": "{env:X:-d}"}}"#,
    );
    for to in ["claude-code", "cursor", "vscode", "codex", "gemini"] {
        convert("opencode", to, &opencode).keeps_or_tells("T", |server| server["env"]["T"] == "");
    }
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"T": "${env:X:-d}"}}"#,
    );
    convert("vscode", "opencode", &vscode)
        .keeps_or_tells("T", |server| server["environment"]["T"] == "");
    for to in ["claude-code", "cursor", "codex"] {
        convert("vscode", to, &vscode).keeps_or_tells("T", |server| server["env"]["T"] == "");
    }
}

#[test]
fn a_text_that_only_the_target_takes_for_a_reference_is_told() {
    // Cursor leaves `${env:X:-d}` alone; Claude Code reads the name `env:X` with the default `d`.
    let cursor = document(
        "cursor",
        r#"{"command": "npx", "args": ["x"], "env": {"T": "${env:X:-d}"}}"#,
    );
    convert("cursor", "claude-code", &cursor).tells("T");
    // A Claude Code file with opencode's spelling: text for one, a reference for the other.
    let claude = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x", "{env:HOME}"]}"#,
    );
    convert("claude-code", "opencode", &claude).tells("args");
    // opencode puts a value after the `$`.
    let claude = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x"], "env": {"T": "${env:HOME}"}}"#,
    );
    convert("claude-code", "opencode", &claude).keeps_or_tells("T", |_| false);
}

#[test]
fn a_host_that_skips_the_server_without_a_variable_is_told() {
    // Goose starts no extension while a name of `env_keys` is unset; VS Code and Codex do without the variable.
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"O": "${env:O}"}}"#,
    );
    convert("vscode", "goose", &vscode).tells("O");
    let codex = toml_document("codex", "command = \"npx\"\nenv_vars = [\"AWS_PROFILE\"]\n");
    convert("codex", "goose", &codex).tells("AWS_PROFILE");
    // Claude Code hands on the text of the reference, with which nobody can do anything.
    let claude = document("claude-code", r#"{"command": "npx", "env": {"O": "${O}"}}"#);
    convert("claude-code", "goose", &claude).lossless();
}

#[test]
fn a_name_that_no_variable_can_have_is_not_handed_on() {
    let warp = r#"{"mcpServers": {"alpha": {"url": "https://api.example.com/mcp", "headers": {"Authorization": "Bearer ${TO${KEN}"}}, "beta": {"command": "npx"}}}"#;
    for to in ["kimi", "codex", "copilot-agent", "claude-code", "cursor"] {
        let converted = convert("warp", to, warp);
        converted.tells("TO${KEN");
        assert!(
            !converted.lenient.stdout.contains("KEN"),
            "{to}: {converted:?}"
        );
    }
}

#[test]
fn a_variable_that_is_inherited_anyway_is_not_named_where_the_reference_would_do_harm() {
    // These hosts hand on their whole environment, and cannot say "nothing if it is unset".
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"O": "${env:O}", "MODE": "ro"}}"#,
    );
    let codex = toml_document("codex", "command = \"npx\"\nenv_vars = [\"O\"]\n");
    for (from, source) in [("vscode", &vscode), ("codex", &codex)] {
        // The way back needs the name.
        for to in ["amp", "qwen"] {
            let converted = convert(from, to, source);
            converted.tells("O");
            let text = &converted.lenient.stdout;
            assert!(text.contains("O}"), "{from} to {to}: {converted:?}");
        }
        // Warp drops the whole file if the variable is not set.
        let converted = convert(from, "warp", source);
        converted.lossless();
        let text = &converted.lenient.stdout;
        assert!(!text.contains("O}"), "{from}: {converted:?}");
    }
    // Under another name, nothing is inherited.
    let other = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "env": {"P": "${env:O}"}}"#,
    );
    convert("vscode", "amp", &other).tells("P");
    // And Roo Code hands on a few variables only.
    convert("codex", "roo", &codex).tells("O");
}

#[test]
fn a_default_with_a_default_is_written_like_any_other() {
    let source = document(
        "crush",
        r#"{"type": "stdio", "command": "npx", "env": {"N": "${M-${K-z}}"}}"#,
    )
    .replace("mcpServers", "mcp")
    .replace(r#"{"command""#, r#"{"type": "stdio", "command""#);
    for to in ["vscode", "opencode", "qwen", "windsurf"] {
        let converted = convert("crush", to, &source);
        converted.tells("N");
        let server = converted.server();
        let env = server.get("env").unwrap_or(&server["environment"]);
        assert_eq!(env["N"], "z", "{to}: {converted:?}");
    }
}

#[test]
fn a_brace_that_the_first_reading_leaves_behind_a_value_is_told() {
    // Claude Code reads headers twice, Gemini CLI everything: with `T` set, `}` follows its value.
    let servers = [
        r#"{"type": "http", "url": "https://x.example/", "headers": {"X-T": "a${T:-${U}}"}}"#,
        r#"{"command": "x", "env": {"A": "${T:-${U}}"}}"#,
    ];
    for (from, servers) in [("claude-code", &servers[..1]), ("gemini", &servers[..])] {
        for server in servers {
            let source = document(from, server);
            convert(from, "crush", &source).tells("T");
            let itself = convert(from, from, &source).strict;
            assert_eq!((itself.code, itself.stdout), (0, source));
        }
    }
}

#[test]
fn an_escaped_mark_before_a_reference_is_no_part_of_it() {
    let server = r#"{"command": "x", "args": ["$${T}"], "env": {"T": "$${T}"}}"#;
    let there = convert("claude-code", "gemini", &document("claude-code", server));
    assert_eq!(there.lossless().server()["env"]["T"], "\\$${T}");
    let back = convert("gemini", "claude-code", &there.lenient.stdout);
    assert_eq!(back.lossless().server()["env"]["T"], "$${T:-}");
}

/// No host reads `$<X>`, so a conversion reads it as a reference, and to say what its host makes of it says nothing.
#[test]
fn references_in_angles_lose_nothing_where_others_do_not() {
    for from in ["claude-code", "mcp-json", "kiro"] {
        for (value, to, written) in [
            ("$<X>", "gemini", "${X}"),
            ("a$<X>b", "opencode", "a{env:X}b"),
            ("$<X:-d>", "cursor", "${X:-d}"),
            ("$<X>/$<Y>", "vscode", "${env:X}/${env:Y}"),
        ] {
            let server = format!(r#"{{"command": "npx", "args": ["{value}"]}}"#);
            let converted = convert(from, to, &document(from, &server));
            let server = converted.lossless().server();
            let line = super::command_line(&server);
            assert_eq!(line, ["npx", written], "{converted:?}");
        }
    }
    // What cannot be said is still reported.
    let server = r#"{"command": "npx", "args": ["$<X>"]}"#;
    let converted = convert("claude-code", "codex", &document("claude-code", server));
    assert_eq!(converted.strict.code, 1, "{converted:?}");
    converted.tells("args");
}

/// Gemini reads values of `env` and headers a second time, and xcsh takes such a value for a command or for a name.
#[test]
fn a_default_that_a_second_pass_reads_is_not_passed_off_as_text() {
    let env = |value: &str| {
        let server = format!(r#"{{"command": "npx", "env": {{"E": "{value}"}}}}"#);
        document("claude-code", &server)
    };
    let headers = |value: &str| {
        let server = format!(
            r#"{{"type": "http", "url": "https://x.example.com/mcp", "headers": {{"E": "{value}"}}}}"#
        );
        document("claude-code", &server)
    };
    for (value, to) in [
        ("${A:-$B}", "gemini"),
        ("${A:-x$B}", "gemini"),
        ("${A:-!id}", "xcsh"),
        ("${A:-!id}", "oh-my-pi"),
    ] {
        for source in [env(value), headers(value)] {
            let converted = convert("claude-code", to, &source);
            assert_eq!(converted.found(), None, "{converted:?}");
            converted.tells("E");
        }
    }
    // A word in capitals may be the name of a variable; it nearly never is.
    let converted = convert("claude-code", "xcsh", &env("${LEVEL:-INFO}"));
    converted.tells("env.E");
    assert_eq!(converted.server()["env"]["E"], "${LEVEL:-INFO}");
    for (value, to) in [
        ("${A:-b}", "gemini"),
        ("${A:-b}", "xcsh"),
        ("x${A:-INFO}", "xcsh"),
        ("x${A:-INFO}", "copilot-cli"),
        ("${A:-$B}", "cursor"),
    ] {
        let converted = convert("claude-code", to, &env(value));
        assert_eq!(converted.lossless().server()["env"]["E"], value);
    }
}

#[test]
fn a_variable_without_a_value_stops_a_conversion_that_needs_one_whatever_its_host_makes_of_it() {
    let list = |host: &str, root: &str, server: &str| {
        (
            host.to_owned(),
            format!(r#"{{"{root}": {{"a": {server}}}}}"#),
        )
    };
    let sources = [
        list(
            "vscode",
            "servers",
            r#"{"command": "npx", "args": ["srv", "${env:O}"]}"#,
        ),
        list(
            "vscode",
            "servers",
            r#"{"command": "npx", "env": {"T": "${env:O}"}}"#,
        ),
        list(
            "vscode",
            "servers",
            r#"{"command": "npx", "env": {"O": "${env:O}"}}"#,
        ),
        list(
            "opencode",
            "mcp",
            r#"{"type": "local", "command": ["npx", "{env:O}"]}"#,
        ),
        list(
            "crush",
            "mcp",
            r#"{"type": "stdio", "command": "npx", "args": ["$O"]}"#,
        ),
        list(
            "gemini",
            "mcpServers",
            r#"{"command": "npx", "env": {"T": "$O"}}"#,
        ),
        list(
            "claude-code",
            "mcpServers",
            r#"{"command": "npx", "args": ["${O}"]}"#,
        ),
    ];
    for (from, source) in &sources {
        for to in ["claude-desktop", "cursor --expand always"] {
            let args = format!("--from {from} --to {to} --no-env --format json");
            let run = |more: &str| crate::support::convert(&format!("{args} {more}"), source);
            let ran = run("--unset error");
            assert_eq!(ran.code, 2, "{from} to {to}: {ran:?}");
            assert!(ran.stderr.contains("needs the variable `O`"), "{ran:?}");
            assert!(ran.stdout.is_empty(), "{from} to {to}: {ran:?}");
            assert_eq!(run("--unset empty").code, 0, "{from} to {to}");
            let kept = run("--unset keep");
            assert!(kept.stdout.contains("O}"), "{from} to {to}: {kept:?}");
            let set = run("--env O=value");
            assert!(set.stdout.contains("value"), "{from} to {to}: {set:?}");
        }
    }
    // A default that the file itself has is a value, also an empty one.
    let said = r#"{"mcpServers": {"a": {"command": "npx", "args": ["x", "${O:-}"], "env": {"T": "${O:-}"}}}}"#;
    for from in ["claude-code", "gemini"] {
        let args = format!("--from {from} --to claude-desktop --no-env --strict");
        let ran = crate::support::convert(&args, said);
        assert_eq!(ran.code, 0, "{from}: {ran:?}");
        let server = &super::servers(&super::value(&ran.stdout))["a"];
        assert_eq!(
            (&server["args"][1], &server["env"]["T"]),
            (&"".into(), &"".into())
        );
    }
}

#[test]
fn a_bearer_token_that_is_optional_in_the_source_is_reported_where_it_becomes_required() {
    let header = |value: &str| {
        format!(
            r#"{{"type": "http", "url": "https://e.example/mcp", "headers": {{"Authorization": "Bearer {value}"}}}}"#
        )
    };
    for to in ["codex", "kimi"] {
        for (from, value) in [("vscode", "${env:TOK}"), ("claude-code", "${TOK:-}")] {
            let converted = convert(from, to, &document(from, &header(value)));
            converted.tells("TOK");
            assert_eq!(converted.strict.code, 1, "{from} to {to}: {converted:?}");
        }
        // Claude Code sends the text of the reference, with which nobody can do anything.
        let required = document("claude-code", &header("${TOK}"));
        convert("claude-code", to, &required).lossless();
    }
    let codex = toml_document(
        "codex",
        "url = \"https://e.example/mcp\"\nbearer_token_env_var = \"TOK\"\n",
    );
    convert("codex", "kimi", &codex).lossless();
}

#[test]
fn a_reference_that_is_kept_as_text_is_reported_with_its_variable() {
    let source = document(
        "claude-code",
        r#"{"command": "npx", "args": ["x", "${NOPE}"], "env": {"E": "a ${NOPE}"}}"#,
    );
    for to in ["codex", "zed"] {
        let args = format!("--from claude-code --to {to} --expand always --unset keep");
        let (_, said) = crate::support::convert(&args, &source).warned();
        assert_eq!(said.matches("warning[").count(), 1, "{said}");
        let told = ["`NOPE` is not set", "`args`", "`env.E`"];
        assert!(told.iter().all(|word| said.contains(word)), "{said}");
    }
    // Who reads the text as the same reference loses nothing.
    let args = "--from claude-code --to claude-code --expand always --unset keep --strict";
    crate::support::convert(args, &source).silent();
}

#[test]
fn nobody_is_told_to_set_what_every_process_has() {
    let server = |fields: &str| {
        document(
            "vscode",
            &format!(r#"{{"type": "stdio", "command": "srv", {fields}}}"#),
        )
    };
    for to in ["roo", "cline", "cursor"] {
        let args = server(r#""args": ["--path", "${env:PATH}"], "env": {"PATH": "${env:PATH}"}"#);
        convert("vscode", to, &args).lossless();
    }
    let env = document(
        "cursor",
        r#"{"command": "srv", "env": {"PATH": "${env:PATH}"}}"#,
    );
    for to in ["amazon-q", "cline", "roo"] {
        convert("cursor", to, &env).lossless();
    }
    // The home folder has no word of its own there.
    for to in ["warp", "librechat"] {
        convert("vscode", to, &server(r#""args": ["${userHome}/x"]"#)).lossless();
    }
    convert("vscode", "roo", &server(r#""args": ["${env:TEAM}"]"#)).tells("args");
}
