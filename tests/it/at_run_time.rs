//! What real clients were seen to do with odd files (`tests/conformance`), held against what `lint` and `show` say.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Folder, json};

/// What we say about a file of a host: what becomes of each server, and all labels of findings.
struct Said {
    servers: BTreeMap<String, Value>,
    labels: Vec<String>,
}

impl Said {
    fn of(host: &str, text: &str) -> Self {
        let file = if host == "codex" {
            "file.toml"
        } else {
            "file.json"
        };
        let folder = Folder::new(&[(file, text)]);
        let args = ["--host", host, "--format", "json", file];
        let shown = json(
            &folder
                .run([&["show", "--values"][..], &args].concat())
                .stdout,
        );
        let servers = shown["servers"].as_array().expect("servers").iter();
        let name = |server: &Value| server["name"].as_str().expect("a name").to_owned();
        let found = json(
            &folder
                .lint(&[&["--level", "info"][..], &args].concat())
                .stdout,
        );
        let findings = found["findings"].as_array().expect("findings").iter();
        Self {
            servers: servers.map(|it| (name(it), it.clone())).collect(),
            labels: findings
                .filter_map(|it| Some(it["label"].as_str()?.to_owned()))
                .collect(),
        }
    }

    fn effect(&self, name: &str) -> &str {
        self.servers[name]["effect"].as_str().expect("an effect")
    }

    fn args(&self, name: &str) -> Vec<&str> {
        let args = self.servers[name]["args"].as_array().expect("arguments");
        args.iter().filter_map(|it| it["value"].as_str()).collect()
    }

    fn says(&self, label: &str) -> bool {
        self.labels.iter().any(|it| it == label)
    }
}

#[test]
fn droid_knows_only_the_last_of_servers_whose_names_become_one() {
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {"a.b": {"command": "x"}, "a-b": {"command": "y"}, "c": {"command": "z"}}}"#,
    );
    assert_eq!(
        ["a.b", "a-b", "c"].map(|name| said.effect(name)),
        ["skipped", "starts", "starts"]
    );
    assert!(said.says("Droid skips this server"), "{:?}", said.labels);
}

#[test]
fn droid_takes_an_unknown_type_for_a_process_and_arguments_of_another_type_for_none() {
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {
            "local": {"type": "local", "command": "x"},
            "web": {"type": "streamable-http", "url": "https://acme.dev/mcp"},
            "text": {"type": "stdio", "command": "x", "args": "a b"},
            "numbers": {"type": "stdio", "command": "x", "args": [1, true, "z"]}
        }}"#,
    );
    assert_eq!(
        ["local", "web", "text", "numbers"].map(|name| said.effect(name)),
        ["starts", "rejected", "starts", "starts"]
    );
    assert_eq!(said.args("text"), [""; 0]);
    assert_eq!(said.args("numbers"), ["1", "true", "z"]);
}

#[test]
fn a_server_that_is_null_stops_droid_and_empties_the_files_of_oh_my_pi() {
    let text = r#"{"mcpServers": {"a": null, "b": {"command": "x"}}}"#;
    assert!(Said::of("droid", text).says("Droid does not start"));
    let said = Said::of("oh-my-pi", text);
    assert!(
        said.says("oh-my-pi rejects the whole file"),
        "{:?}",
        said.labels
    );
    assert_eq!(said.effect("b"), "rejected");
}

#[test]
fn oh_my_pi_ignores_wrong_switches_and_times_and_trips_over_numbers_in_env() {
    let said = Said::of(
        "oh-my-pi",
        r#"{"mcpServers": {
            "switch": {"command": "a", "enabled": "no"},
            "time": {"command": "b", "timeout": -1},
            "numbers": {"command": "c", "args": [1]},
            "env": {"command": "d", "env": {"A": 1}},
            "EXA": {"command": "e"}
        }}"#,
    );
    assert_eq!(
        ["switch", "time", "numbers", "env", "EXA"].map(|name| said.effect(name)),
        ["starts", "starts", "starts", "rejected", "rejected"]
    );
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": "y"}, "b": {"command": "x"}}}"#;
    assert!(Said::of("oh-my-pi", text).says("oh-my-pi rejects the whole file"));
}

#[test]
fn the_first_permission_of_amp_that_fits_decides_whether_a_server_runs() {
    let said = Said::of(
        "amp",
        r#"{
            "amp.mcpPermissions": [
                {"matches": {"command": "*/good"}, "action": "allow"},
                {"matches": {"command": "*", "args": "*--write*"}, "action": "ask"},
                {"matches": {"url": ["*.evil.dev/*", "http:*"]}, "action": "reject"},
                {"matches": {"command": "/^docker$/"}, "action": "reject"},
                {"matches": {"command": "*/good"}, "action": "reject"}
            ],
            "amp.mcpServers": {
                "good": {"command": "/opt/good", "args": ["--write"]},
                "writes": {"command": "npx", "args": ["-y", "acme", "--write", "x"]},
                "reads": {"command": "npx", "args": ["-y", "acme"]},
                "evil": {"url": "https://mcp.evil.dev/mcp"},
                "web": {"url": "https://acme.dev/mcp"},
                "docker": {"command": "docker"}
            }
        }"#,
    );
    assert_eq!(
        ["good", "writes", "reads", "evil", "web", "docker"].map(|name| said.effect(name)),
        [
            "starts", "skipped", "starts", "skipped", "connects", "skipped"
        ]
    );
    let path = said.servers["writes"]["at"]["line"].as_u64();
    assert_eq!(path, Some(4), "{:#}", said.servers["writes"]);
}

#[test]
fn amp_does_not_start_with_broken_settings() {
    let said = Said::of("amp", r#"{"amp.mcpServers": {"a": {"command": "x"}"#);
    assert!(said.says("Amp does not start"), "{:?}", said.labels);
}

#[test]
fn auggie_runs_a_line_with_marks_of_a_shell_in_one() {
    let said = Said::of(
        "auggie",
        r#"{"mcpServers": {
            "pipe": {"command": "npx", "args": ["-y", "acme@1.0.0", "|", "tee", "log"]},
            "variable": {"command": "run", "args": ["$HOME/x", 7]},
            "quoted": {"command": "run", "args": ["'$HOME|x'", "\"a;b\""]},
            "escape": {"command": "run", "env": {"A": "\\$5 \\${B}"}}
        }}"#,
    );
    assert_eq!(
        said.args("pipe"),
        ["-c", "npx -y acme@1.0.0 | tee log"],
        "{:?}",
        said.labels
    );
    assert_eq!(said.servers["pipe"]["command"]["value"], "sh");
    assert_eq!(said.args("variable"), ["-c", "run $HOME/x 7"]);
    assert_eq!(said.args("quoted"), ["$HOME|x", "a;b"]);
    assert_eq!(
        said.servers["escape"]["env"]["A"]["value"], r"\$5 ${B}",
        "a backslash counts before `${{` only"
    );
    assert!(
        said.says("Auggie runs command and arguments in a shell, which acts on it"),
        "{:?}",
        said.labels
    );
}

#[test]
fn an_incomplete_server_costs_auggie_its_file_and_amp_ignores_half_of_oauth() {
    let said = Said::of(
        "auggie",
        r#"{"mcpServers": {"a": {}, "b": {"command": "x"}}}"#,
    );
    assert!(
        said.says("Auggie rejects the whole file"),
        "{:?}",
        said.labels
    );
    let text =
        r#"{"amp.mcpServers": {"a": {"url": "https://acme.dev/mcp", "oauth": {"clientId": "x"}}}}"#;
    let said = Said::of("amp", text);
    assert_eq!(said.effect("a"), "connects");
    let text = r#"{"mcpServers": {"a": {"url": "https://acme.dev/mcp", "oauthScopes": ["x"]}}}"#;
    assert_eq!(Said::of("copilot-cli", text).effect("a"), "rejected");
}

#[test]
fn values_reach_auggie_between_single_quotes_which_no_shell_looks_into() {
    let folder = Folder::new(&[]);
    let source = r#"{"mcpServers": {"a": {"command": "run", "args": ["${ROOT}/x", "a b"]}}}"#;
    let ran = folder.feed("--from claude-code --to auggie --quiet", source);
    let written = json(&ran.stdout);
    assert_eq!(
        written["mcpServers"]["a"]["args"],
        serde_json::json!(["'${ROOT}/x'", "\"a b\""])
    );
}

#[test]
fn an_empty_program_or_url_and_a_time_of_0_fail_one_server_of_codex() {
    for server in [
        "command = \"\"",
        "url = \"\"",
        "command = \"x\"\nstartup_timeout_sec = 0",
    ] {
        let text = format!("[mcp_servers.good]\ncommand = \"good\"\n[mcp_servers.a]\n{server}\n");
        let said = Said::of("codex", &text);
        assert_eq!(said.effect("good"), "starts", "{server}");
        assert_eq!(said.effect("a"), "rejected", "{server}");
        assert!(said.says("Codex skips this server"), "{:?}", said.labels);
    }
    let fine = "[mcp_servers.a]\ncommand = \"x\"\ntool_timeout_sec = 0\n";
    assert_eq!(Said::of("codex", fine).effect("a"), "starts");
}

#[test]
fn codex_skips_a_server_without_a_name() {
    let said = Said::of("codex", "[mcp_servers.\"\"]\ncommand = \"x\"\n");
    assert_eq!(said.effect(""), "rejected");
}

#[test]
fn codex_takes_port_0_and_wants_an_issuer_only_with_its_way_to_sign_in() {
    let server = |more: &str| {
        let text = format!(
            "[mcp_servers.a]\nurl = \"https://acme.dev/mcp\"\noauth = {{ client_id = \"x\", {more} }}\n"
        );
        Said::of("codex", &text)
    };
    assert_eq!(server("callback_port = 0").effect("a"), "connects");
    let issuer = "authorization_server_issuer = \"https://x\"";
    assert!(server(issuer).says("Codex does not start"));
    let text = format!(
        "[mcp_servers.a]\nurl = \"https://acme.dev/mcp\"\nauth = \"ema_auth\"\noauth = {{ client_id = \"x\", {issuer} }}\n"
    );
    assert_eq!(Said::of("codex", &text).effect("a"), "connects");
}

#[test]
fn codex_sends_no_header_that_http_does_not_allow() {
    let said = Said::of(
        "codex",
        "[mcp_servers.a]\nurl = \"https://acme.dev/mcp\"\nhttp_headers = { \"X A\" = \"1\", \"\" = \"2\", \"X-C\" = \"3\\n4\", \"X-D\" = \"5\" }\n",
    );
    let headers = said.servers["a"]["headers"].as_object().expect("headers");
    assert_eq!(headers.keys().collect::<Vec<_>>(), ["X-D"]);
    assert!(said.says("Codex ignores it"), "{:?}", said.labels);
}

#[test]
fn blanks_around_a_url_are_not_part_of_it() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": " https://acme.dev/mcp "}}}"#;
    let said = Said::of("claude-code", text);
    assert_eq!(
        said.servers["a"]["url"]["value"], "https://acme.dev/mcp",
        "{:#}",
        said.servers["a"]
    );
}

#[test]
fn claude_code_skips_a_server_whose_oauth_is_no_object_or_has_metadata_without_tls() {
    for oauth in ["false", r#"{"authServerMetadataUrl": "http://x/y"}"#] {
        let text = format!(
            r#"{{"mcpServers": {{"a": {{"type": "http", "url": "https://acme.dev/mcp", "oauth": {oauth}}}}}}}"#
        );
        let said = Said::of("claude-code", &text);
        assert_eq!(said.effect("a"), "rejected", "{oauth}");
        assert!(
            said.says("Claude Code skips this server"),
            "{:?}",
            said.labels
        );
    }
}

#[test]
fn gemini_uses_values_of_other_types_as_javascript_does() {
    let said = Said::of(
        "gemini",
        r#"{"mcpServers": {
            "items": {"command": "a", "args": [1, true, null], "env": {"Z": null}},
            "number": {"command": "a", "env": {"N": 8080}},
            "nulls": {"command": "b", "args": null, "env": null},
            "list": {"command": "c", "env": ["A=1"]},
            "web": {"httpUrl": "https://acme.dev/mcp", "type": null, "headers": {"X-A": null}},
            "broken": {"httpUrl": "https://acme.dev/mcp", "headers": {"X A": "1"}},
            "never": {"command": "d", "timeout": 0},
            "bound": {"command": "e", "authProviderType": "google_credentials"}
        }}"#,
    );
    assert_eq!(
        ["items", "nulls", "list", "web"].map(|name| said.effect(name)),
        ["starts", "starts", "starts", "connects"]
    );
    assert_eq!(
        ["number", "broken", "never", "bound"].map(|name| said.effect(name)),
        ["rejected"; 4]
    );
    assert_eq!(said.args("items"), ["1", "true", "null"]);
    let env = |server: &str, name: &str| said.servers[server]["env"][name]["value"].clone();
    assert_eq!(env("items", "Z"), "null");
    assert_eq!(env("list", "0"), "A=1");
    assert_eq!(said.servers["web"]["headers"]["X-A"]["value"], "null");
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": "y"}}}"#;
    assert!(Said::of("gemini", text).says("Gemini CLI does not start"));
}

#[test]
fn fastmcp_takes_a_null_command_beside_a_url() {
    let said = Said::of(
        "fastmcp",
        r#"{"mcpServers": {"a": {"command": null, "url": "https://acme.dev/mcp"}}}"#,
    );
    assert_eq!(said.effect("a"), "connects");
    let said = Said::of("fastmcp", r#"{"mcpServers": {"a": {"command": null}}}"#);
    assert_eq!(said.effect("a"), "rejected");
}

#[test]
fn an_entry_that_is_no_object_costs_vscode_all_servers_and_null_fields_cost_nothing() {
    let text = r#"{"servers": {"a": {"command": "x"}, "b": null}}"#;
    let said = Said::of("vscode", text);
    assert_eq!(said.effect("a"), "rejected");
    assert!(
        said.says("VS Code rejects the whole file"),
        "{:?}",
        said.labels
    );
    let said = Said::of(
        "vscode",
        r#"{"servers": {"a": {"command": "x", "args": null, "env": null}, "b": {"command": "x", "args": ["${cwd}"]}}}"#,
    );
    assert_eq!(said.effect("a"), "starts");
    assert!(!said.args("b")[0].contains("cwd"), "{:?}", said.args("b"));
}

#[test]
fn codex_refuses_unknown_words_keys_of_variables_and_blank_helpers() {
    for server in [
        "command = \"x\"\nomit_tools_from = [\"chat\"]",
        "command = \"x\"\nenv_vars = [{ name = \"A\", value = \"x\" }]",
        "url = \"https://acme.dev/mcp\"\nhttp_headers_helper = \" \"",
    ] {
        let said = Said::of("codex", &format!("[mcp_servers.a]\n{server}\n"));
        assert!(said.says("Codex does not start"), "{server}");
    }
    let text = "[mcp_servers.a]\ncommand = \"x\"\ntools = { search = { mode = \"x\" } }\n";
    let said = Said::of("codex", text);
    assert_eq!(said.effect("a"), "starts");
    assert!(said.says("Codex ignores it"), "{:?}", said.labels);
}

#[test]
fn an_unknown_type_costs_inspector_one_server() {
    let said = Said::of(
        "inspector",
        r#"{"mcpServers": {"a": {"type": "websocket", "url": "https://acme.dev/mcp"}, "b": {"command": "x"}}}"#,
    );
    assert_eq!(
        ["a", "b"].map(|name| said.effect(name)),
        ["rejected", "starts"]
    );
    assert!(
        said.says("MCP Inspector skips this server"),
        "{:?}",
        said.labels
    );
}

#[test]
fn a_header_that_http_does_not_take_fails_one_server_of_amp_cline_copilot_and_kimi() {
    for (host, root) in [
        ("amp", "amp.mcpServers"),
        ("cline", "mcpServers"),
        ("copilot-cli", "mcpServers"),
        ("kimi", "mcpServers"),
    ] {
        for header in [r#""X A": "1""#, r#""X-A": "1\n2""#] {
            let text = format!(
                r#"{{"{root}": {{"good": {{"command": "x"}}, "a": {{"url": "https://acme.dev/mcp", "headers": {{{header}}}}}}}}}"#
            );
            let said = Said::of(host, &text);
            assert_eq!(said.effect("good"), "starts", "{host} {header}");
            assert_eq!(said.effect("a"), "rejected", "{host} {header}");
        }
    }
}

#[test]
fn copilot_does_not_connect_to_a_url_with_blanks_around_it_and_none_is_written() {
    let text = r#"{"mcpServers": {"a": {"url": " https://acme.dev/mcp"}, "b": {"url": "https://acme.dev/mcp "}}}"#;
    let said = Said::of("copilot-cli", text);
    assert_eq!(said.effect("a"), "rejected");
    assert_eq!(said.effect("b"), "rejected");
    let source = r#"{"mcpServers": {"a": {"type": "http", "url": " https://acme.dev/${X} "}}}"#;
    let folder = Folder::new(&[]);
    let ran = folder.feed("--from claude-code --to copilot-cli --quiet", source);
    let written = json(&ran.stdout);
    assert_eq!(written["mcpServers"]["a"]["url"], "https://acme.dev/${X}");
}

#[test]
fn amp_takes_the_positions_of_a_list_for_names_and_starts_with_a_list_at_the_top() {
    let text = r#"{"amp.mcpServers": {"a": {"command": "x", "env": ["one"]}, "b": {"command": "x", "env": {"A": null}}}}"#;
    let said = Said::of("amp", text);
    assert_eq!(said.servers["a"]["env"]["0"]["value"], "one");
    assert_eq!(said.effect("b"), "rejected");
    let said = Said::of("amp", r#"[{"amp.mcpServers": {}}]"#);
    assert!(said.says("Amp rejects the whole file"), "{:?}", said.labels);
    let said = Said::of("amp", "");
    assert!(said.says("Amp does not start"), "{:?}", said.labels);
    let said = Said::of("amp", r#"{"amp": {"mcpServers": {"a": {"command": "x"}}}}"#);
    assert!(
        said.says("none of its servers is loaded"),
        "{:?}",
        said.labels
    );
}

#[test]
fn cline_needs_a_type_in_a_transport_and_an_id_beside_a_secret() {
    let text = r#"{"mcpServers": {"a": {"transport": {"command": "x"}}}}"#;
    let said = Said::of("cline", text);
    assert!(
        said.says("Cline rejects the whole file"),
        "{:?}",
        said.labels
    );
    let text = r#"{"mcpServers": {"a": {"type": "sse", "url": "https://acme.dev/sse", "oauthClient": {"clientSecret": "x"}}}}"#;
    let said = Said::of("cline", text);
    assert_eq!(said.effect("a"), "connects", "in the extension");
    assert!(
        said.says("Cline rejects the whole file"),
        "on the command line: {:?}",
        said.labels
    );
    let source = "mcpServers:\n  a: { type: sse, url: 'https://acme.dev/sse', oauth: { client_secret: x } }\n";
    let folder = Folder::new(&[]);
    let ran = folder.feed("--from librechat --to cline --quiet", source);
    let written = json(&ran.stdout);
    assert_eq!(
        written["mcpServers"]["a"]["oauthClient"],
        Value::Null,
        "{written}"
    );
}

#[test]
fn a_second_key_for_servers_costs_what_the_entry_costs_that_it_is_taken_for() {
    let said = Said::of(
        "kilo",
        r#"{"mcp": {"servers": {"a": {"type": "local", "command": ["x"]}}}}"#,
    );
    assert!(
        said.says("Kilo Code rejects the whole file"),
        "{:?}",
        said.labels
    );
    let said = Said::of(
        "kilo",
        r#"{"mcp": {"a": {"type": "local", "command": ["x"]}, "env": {"A": "1"}}}"#,
    );
    assert!(
        said.says("Kilo Code reads it as a server, and rejects the whole file"),
        "{:?}",
        said.labels
    );
}
