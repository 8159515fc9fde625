//! What real clients were seen to do with odd files (`tests/conformance`), held against what `lint` and `show` say.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Folder, json};

/// What we say about a file of a host: what becomes of each server, and all labels of findings.
pub(crate) struct Said {
    pub(crate) servers: BTreeMap<String, Value>,
    pub(crate) labels: Vec<String>,
}

impl Said {
    pub(crate) fn of(host: &str, text: &str) -> Self {
        let file = match host {
            "codex" => "file.toml",
            "continue" | "goose" | "librechat" => "file.yaml",
            _ => "file.json",
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

    pub(crate) fn effect(&self, name: &str) -> &str {
        self.servers[name]["effect"].as_str().expect("an effect")
    }

    fn args(&self, name: &str) -> Vec<&str> {
        let args = self.servers[name]["args"].as_array().expect("arguments");
        args.iter().filter_map(|it| it["value"].as_str()).collect()
    }

    pub(crate) fn says(&self, label: &str) -> bool {
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
        said.says("the command line of Cline rejects the whole file"),
        "{:?}",
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

#[test]
fn positions_in_a_list_of_servers_are_their_names_to_javascript() {
    for (host, root) in [
        ("droid", "mcpServers"),
        ("gemini", "mcpServers"),
        ("inspector", "mcpServers"),
        ("oh-my-pi", "mcpServers"),
        ("qwen", "mcpServers"),
        ("vscode", "servers"),
    ] {
        let text = format!(r#"{{"{root}": [{{"command": "x"}}, {{"command": "y"}}]}}"#);
        let said = Said::of(host, &text);
        assert_eq!(said.effect("1"), "starts", "{host}");
        let label = "uses their positions as names, from `0` on";
        assert!(
            said.labels.iter().any(|it| it.ends_with(label)),
            "{host}: {:?}",
            said.labels
        );
    }
    // Others want a map, and nothing is added to a list.
    let said = Said::of("claude-code", r#"{"mcpServers": [{"command": "x"}]}"#);
    assert!(said.servers.is_empty());
    let folder = Folder::new(&[
        (
            ".qwen/settings.json",
            r#"{"mcpServers": [{"command": "x"}]}"#,
        ),
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "y"}}}"#),
    ]);
    let ran = folder.run("--from claude-code --to qwen .mcp.json -o .qwen/settings.json");
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(
        ran.stderr.contains("the servers are a list, not an object"),
        "{ran:?}"
    );
}

#[test]
fn opencode_does_not_start_with_a_gate_of_another_type_and_gemini_ignores_it() {
    let server = r#""mcp": {"a": {"type": "local", "command": ["x"]}}"#;
    for gate in [
        r#""tools": {"a_search": "no"}"#,
        r#""permission": {"a_search": "never"}"#,
        r#""permission": {"a_search": {"*": 1}}"#,
    ] {
        let said = Said::of("opencode", &format!("{{{gate}, {server}}}"));
        assert_eq!(said.effect("a"), "rejected", "{gate}");
        assert!(said.says("opencode does not start"), "{gate}");
    }
    for gate in [
        r#""tools": {"a_search": false}"#,
        r#""permission": {"a_search": {"*": "ask"}}"#,
        r#""permission": "allow""#,
    ] {
        let said = Said::of("opencode", &format!("{{{gate}, {server}}}"));
        assert_eq!(said.effect("a"), "starts", "{gate}");
        assert!(!said.says("opencode does not start"), "{gate}");
    }
    let text = r#"{"mcp": {"excluded": "a"}, "mcpServers": {"a": {"command": "x"}}}"#;
    let said = Said::of("gemini", text);
    assert_eq!(said.effect("a"), "starts");
    assert!(said.says("Gemini CLI ignores it"), "{:?}", said.labels);
}

#[test]
fn names_become_ids_of_droid_without_dashes_at_their_ends_or_in_a_row() {
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {"/name": {"command": "x"}, "name}": {"command": "y"}, "a//b": {"command": "z"}, "_b_": {"command": "z"}}}"#,
    );
    assert_eq!(said.effect("/name"), "skipped");
    assert_eq!(said.effect("name}"), "starts");
    assert_eq!(said.servers["a//b"]["id"], "a-b");
    assert_eq!(said.servers["_b_"]["id"], "_b_");
}

#[test]
fn a_header_that_http_does_not_take_costs_droid_the_server() {
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {"a": {"type": "http", "url": "http://127.0.0.1:9/mcp", "headers": {"X A": "1"}}}}"#,
    );
    assert_eq!(said.effect("a"), "rejected");
}

#[test]
fn oh_my_pi_knows_one_server_for_each_connection_and_none_without_a_name() {
    let said = Said::of(
        "oh-my-pi",
        r#"{"mcpServers": {
            "a": {"command": "x", "args": ["1"]},
            "b": {"command": "x", "args": ["1"], "timeout": 5},
            "c": {"command": "x", "args": ["2"]},
            "off": {"command": "x", "args": ["3"], "enabled": false},
            "d": {"command": "x", "args": ["3"]},
            "e": {"command": "x", "args": ["${X:-${Y:-z}}"]},
            "f": {"args": ["${X:-${Y:-z}}"], "command": "x"},
            "": {"command": "y"}
        }}"#,
    );
    assert_eq!(said.effect("a"), "starts");
    assert_eq!(said.effect("e"), "starts");
    assert_eq!(said.effect("f"), "skipped");
    assert_eq!(said.effect("b"), "skipped");
    assert_eq!(said.servers["b"]["why"], "`a` has the same connection");
    assert_eq!(said.effect("c"), "starts");
    assert_eq!(said.effect("d"), "starts");
    assert_eq!(said.effect(""), "rejected");
    assert!(said.says("oh-my-pi skips this server"), "{:?}", said.labels);
}

#[test]
fn qwen_runs_without_arguments_of_another_type_and_leaves_out_what_it_is_embedded_with() {
    let said = Said::of(
        "qwen",
        r#"{"$version": 4, "mcpServers": {"a": {"command": "x", "args": "y"}, "c": {"command": "x", "args": [1]}, "b": {"type": "sdk", "command": "x"}, "__proto__": {"command": "x"}}}"#,
    );
    assert_eq!(said.effect("a"), "starts");
    assert_eq!(said.args("a"), [""; 0]);
    assert_eq!(said.args("c"), ["1"]);
    assert_eq!(said.effect("b"), "skipped");
    assert_eq!(said.effect("__proto__"), "rejected");
    let none = Said::of("qwen", r#"{"$version": 4, "mcpServers": null}"#);
    assert!(none.labels.is_empty(), "{:?}", none.labels);
}

#[test]
fn codex_uses_dates_as_text_and_wants_one_way_to_sign_in_for_its_method() {
    let said = Said::of(
        "codex",
        "[mcp_servers.a]\ncommand = \"x\"\nargs = [2024-01-01, 10:00:00]\nenv = { DAY = 2024-01-02 }\n",
    );
    assert_eq!(said.effect("a"), "starts");
    assert_eq!(said.args("a"), ["2024-01-01", "10:00:00"]);
    assert_eq!(said.servers["a"]["env"]["DAY"]["value"], "2024-01-02");
    let said = Said::of(
        "codex",
        "[mcp_servers.a]\nurl = \"http://127.0.0.1:9/mcp\"\noauth = { client_id = \"x\", token_endpoint_auth_method = \"none\" }\n",
    );
    assert!(said.says("Codex does not start"), "{:?}", said.labels);
}

#[test]
fn a_header_of_codex_may_have_a_variable_and_a_value_without_it() {
    let source = r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp", "headers": {"X-Level": "${LEVEL:-none}"}}}}"#;
    let folder = Folder::new(&[(".mcp.json", source)]);
    let ran = folder.run("--from claude-code --to codex --strict .mcp.json");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{ran:?}");
    assert!(ran.stdout.contains("env_http_headers"), "{ran:?}");
    assert!(ran.stdout.contains(r#"X-Level = "LEVEL""#), "{ran:?}");
    assert!(ran.stdout.contains(r#"X-Level = "none""#), "{ran:?}");
    let folder = Folder::new(&[("config.toml", ran.stdout.as_str())]);
    let back = folder.run("--from codex --to claude-code --strict config.toml");
    assert!(back.stdout.contains("${LEVEL:-none}"), "{back:?}");
    for (env, value) in [("LEVEL=high", "high"), ("LEVEL=", "none"), ("X=", "none")] {
        let args =
            format!("show --host codex --format json --values --no-env --env {env} config.toml");
        let shown = json(&folder.run(args.as_str()).stdout);
        let header = &shown["servers"][0]["headers"]["X-Level"];
        let header = match header.is_null() {
            true => &shown["servers"][0]["headers"]["x-level"],
            false => header,
        };
        assert_eq!(header["value"], value, "{env}: {shown:#}");
    }
}

#[test]
fn vibe_sends_no_header_for_an_empty_key() {
    let folder = Folder::new(&[(
        "config.toml",
        "[[mcp_servers]]\nname = \"a\"\ntransport = \"streamable-http\"\nurl = \"http://127.0.0.1:9/mcp\"\napi_key_env = \"DOCS_TOKEN\"\n",
    )]);
    let args = "show --host mistral-vibe --format json --no-env --env DOCS_TOKEN= config.toml";
    let shown = json(&folder.run(args).stdout);
    let headers = &shown["servers"][0]["headers"];
    let header = headers.as_object().and_then(|it| it.values().next());
    let unset = header.map(|header| header["unset"].clone());
    assert_eq!(
        unset.expect("a header")[0]["becomes"],
        "absent",
        "{shown:#}"
    );
}

#[test]
fn opencode_stops_at_references_without_an_end_and_at_files_that_are_not_there() {
    let file = |argument: &str| {
        format!(r#"{{"mcp": {{"a": {{"type": "local", "command": ["x", "{argument}"]}}}}}}"#)
    };
    let said = Said::of("opencode", &file("{env:CASE_WORD"));
    assert!(said.says("opencode does not start"), "{:?}", said.labels);
    let said = Said::of("opencode", &file("{file:nowhere.txt}"));
    assert_eq!(said.args("a"), ["<fails>"]);
    let said = Said::of("opencode", &file("{file:file.json}"));
    assert_ne!(said.args("a"), ["<fails>"]);
}

#[test]
fn a_mistake_in_the_second_form_of_opencode_costs_one_server() {
    let said = Said::of(
        "opencode",
        r#"{"mcp": {"servers": {"good": {"type": "local", "command": ["x"]}, "a": {"type": "local", "command": "x"}}}}"#,
    );
    assert_eq!(said.effect("good"), "starts");
    assert_eq!(said.effect("a"), "rejected");
    assert!(said.says("opencode skips this server"), "{:?}", said.labels);
}

#[test]
fn positions_in_a_list_of_variables_are_their_names_to_droid() {
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {"a": {"command": "x", "env": ["OWN=1"]}}}"#,
    );
    assert_eq!(said.servers["a"]["env"]["0"]["value"], "OWN=1");
    let said = Said::of(
        "droid",
        r#"{"mcpServers": {"a": {"command": "x", "env": {"OWN": 1}}}}"#,
    );
    assert_eq!(said.effect("a"), "rejected");
}

#[test]
fn a_nul_keeps_every_process_from_being_started() {
    for entry in [
        r#"{"command": "x", "args": ["a\u0000b"]}"#,
        r#"{"command": "x", "env": {"OWN": "a\u0000b"}}"#,
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {entry}, "good": {{"command": "y"}}}}}}"#);
        for (host, label) in [
            ("cline", "Cline skips this server"),
            ("claude-code", "Claude Code skips this server"),
        ] {
            let said = Said::of(host, &text);
            assert_eq!(said.effect("a"), "rejected", "{host}: {entry}");
            assert_eq!(said.effect("good"), "starts", "{host}: {entry}");
            assert!(said.says(label), "{:?}", said.labels);
        }
    }
}

#[test]
#[cfg(unix)] // `/etc/passwd` is the file.
fn no_process_starts_in_a_file_and_goose_starts_it_elsewhere() {
    let said = Said::of(
        "cline",
        r#"{"mcpServers": {"a": {"command": "x", "cwd": "/etc/passwd"}}}"#,
    );
    assert_eq!(said.effect("a"), "skipped");
    for folder in ["/etc/passwd", "/is/not/there"] {
        let said = Said::of(
            "goose",
            &format!(
                "extensions: {{a: {{enabled: true, type: stdio, name: a, cmd: x, args: [], cwd: {folder}}}}}\n"
            ),
        );
        assert_eq!(said.effect("a"), "starts");
        assert_ne!(said.servers["a"]["folder"]["value"], folder);
    }
}

#[test]
fn large_and_small_numbers_are_printed_as_javascript_does() {
    let said = Said::of(
        "vscode",
        r#"{"servers": {"a": {"command": "x", "env": {"A": 1e21, "B": 1e-7, "C": -0, "D": true}}}}"#,
    );
    let value = |name: &str| said.servers["a"]["env"][name]["value"].clone();
    assert_eq!(
        ["A", "B", "C", "D"].map(value),
        ["1e+21", "1e-7", "0", "true"]
    );
}

#[test]
fn headers_that_a_host_sets_itself_are_not_those_of_the_entry() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "http://127.0.0.1:9/mcp", "headers": {"Accept": "text/plain", "__proto__": "1", "X-A": "1"}}}}"#;
    let said = Said::of("claude-code", text);
    let headers = said.servers["a"]["headers"].as_object().expect("headers");
    assert_eq!(headers.keys().collect::<Vec<_>>(), ["X-A"]);
    let folder = Folder::new(&[("a.json", text)]);
    let ran = folder.run("--from claude-code --to vscode --strict --report r.json a.json");
    let report = std::fs::read_to_string(folder.path().join("r.json")).expect("a report");
    assert!(
        !report.contains("headers.accept"),
        "{report}\n{}",
        ran.stderr
    );
}

#[test]
fn auggie_skips_a_server_with_an_empty_credential() {
    let show = |entry: &str, variable: &str| {
        let text = format!(r#"{{"mcpServers": {{"a": {entry}}}}}"#);
        let folder = Folder::new(&[("a.json", text.as_str())]);
        let args = format!("show --host auggie --format json --no-env {variable} a.json");
        json(&folder.run(args.as_str()).stdout)["servers"][0]["effect"].clone()
    };
    let token = r#"{"command": "x", "env": {"apiToken": "${VALUE}"}}"#;
    let argument = r#"{"command": "x", "args": ["--auth=${VALUE:-}"]}"#;
    let plain = r#"{"command": "x", "args": ["${VALUE:-}"], "env": {"KEYBOARD": "${VALUE:-}"}}"#;
    assert_eq!(show(token, "--env VALUE=1"), "starts");
    assert_eq!(show(token, "--env VALUE="), "skipped");
    assert_eq!(show(argument, ""), "skipped");
    assert_eq!(show(plain, ""), "starts");
}

#[test]
fn a_name_that_is_handed_on_is_not_the_reference_to_it() {
    let text = r#"{"mcpServers": {"a": {"url": "http://127.0.0.1:9/mcp", "headers": {"X-A": "TEAM_ID"}}}}"#;
    let folder = Folder::new(&[("a.json", text)]);
    folder.run("--from oh-my-pi --to claude-code --report r.json a.json");
    let report = std::fs::read_to_string(folder.path().join("r.json")).expect("a report");
    let rows = json(&report);
    let mut rows = rows.as_array().expect("rows").iter();
    let header = rows.find(|row| row["aspect"] == "headers.x-a");
    let worlds = header.expect("a row")["worlds"].to_string();
    assert!(worlds.contains("unset"), "{worlds}");
}

#[test]
fn a_reference_in_the_name_of_another_is_a_part_of_it_where_any_name_will_do() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": ["${A_${PATH}}"]}}}"#;
    assert_eq!(Said::of("oh-my-pi", text).args("a"), ["${A_${PATH}}"]);
}

#[test]
fn white_space_that_json_does_not_know_is_some_to_vs_code_only() {
    let servers = "{\u{a0}\"servers\": {\"a\": {\"command\": \"x\"}}}";
    assert_eq!(Said::of("vscode", servers).effect("a"), "starts");
    let said = Said::of("cline", &servers.replace("servers", "mcpServers"));
    assert!(
        said.says("Cline rejects the whole file"),
        "{:?}",
        said.labels
    );
}

#[test]
fn a_list_of_no_scopes_is_not_written_for_hosts_that_refuse_it() {
    let text = "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://mcp.acme.dev/mcp\"\n[mcp_servers.auth]\ntype = \"oauth\"\nclient_id = \"docs\"\nscopes = []\n";
    let folder = Folder::new(&[("config.toml", text)]);
    let ran = folder.run("--from mistral-vibe --to copilot-cli config.toml");
    assert!(!ran.stdout.contains("oauthScopes"), "{}", ran.stdout);
    assert!(ran.stdout.contains("oauthClientId"), "{}", ran.stdout);
}
