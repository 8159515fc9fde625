//! The same mistakes in other words: other hosts, other fields, other ways to merge. Tables of input and expectation.

use serde_json::{Value, json};

use super::{
    Converted, convert, convert_with, diagnostics, document, is_serious, merge, servers,
    toml_document, value,
};
use crate::support::Folder;

fn warnings(converted: &Converted) -> Vec<Value> {
    let said = converted.diagnostics().into_iter();
    said.filter(is_serious).collect()
}

#[test]
fn tokens_that_a_host_keeps_in_the_entry_go_with_the_old_url() {
    let moved =
        r#"{"mcpServers": {"api": {"type": "http", "url": "https://new.example.com/mcp"}}}"#;
    for (file, old) in [
        (
            "cline_mcp_settings.json",
            r#"{"mcpServers": {"api": {"type": "streamableHttp", "url": "https://old.example.org/mcp", "oauth": {"tokens": "OLD"}}}}"#,
        ),
        (
            "cline_mcp_settings.json",
            r#"{"mcpServers": {"api": {"transport": {"type": "streamableHttp", "url": "https://old.example.org/mcp"}, "oauth": {"tokens": "OLD"}}}}"#,
        ),
        (
            ".github/mcp.json",
            r#"{"mcpServers": {"api": {"type": "http", "url": "https://old.example.org/mcp", "oidc": {"audience": "OLD"}}}}"#,
        ),
    ] {
        let merged = merge((".mcp.json", moved), (file, old), "");
        let server = merged.server("api");
        assert!(!server.to_string().contains("OLD"), "{file}: {server}");
    }
}

#[test]
fn strict_lets_the_source_say_none_and_keeps_what_only_the_user_says() {
    let bare = r#"{"mcpServers": {"db": {"command": "db-server"}}}"#;
    let remote = r#"{"mcpServers": {"db": {"type": "http", "url": "https://x.example.com/mcp"}}}"#;
    let old =
        r#"{"mcpServers": {"db": {"command": "npx", "args": ["-y", "old"], "env": {"A": "1"}}}}"#;
    for (source, code) in [(bare, 0), (remote, 1)] {
        let folder = Folder::new(&[(".mcp.json", source), (".cursor/mcp.json", old)]);
        let ran = folder.run(".mcp.json -o .cursor/mcp.json --strict --format json");
        assert_eq!(ran.code, code, "{ran:?}");
        assert_eq!(folder.read(".cursor/mcp.json") == old, code == 1);
        let said = diagnostics(&ran);
        let removed = said
            .iter()
            .find(|said| said["rule"] == "merge-field-removed");
        assert!(removed.is_some(), "{ran:?}");
    }
}

#[test]
fn what_is_lost_in_several_places_is_told_once() {
    let source = document(
        "vscode",
        r#"{"command": "srv", "args": ["${env:Q}", "${env:R}"], "env": {"O": "${env:O}c", "P": "a${env:P}b"}}"#,
    );
    for (to, names) in [
        ("windsurf", ["`args`", "`env.O`", "`env.P`", "`R`"]),
        ("librechat", ["`args`", "`env.O`", "`env.P`", "`R`"]),
        ("warp", ["`args`", "`env.O`", "`env.P`", "`R`"]),
        (
            "copilot-agent",
            ["`O`", "`COPILOT_MCP_P`", "`COPILOT_MCP_Q`", "`R`"],
        ),
    ] {
        let converted = convert("vscode", to, &source);
        let told = warnings(&converted);
        assert_eq!(told.len(), 1, "{to}: {converted:?}");
        let message = told[0]["message"].as_str().unwrap_or_default();
        for name in names {
            assert!(message.contains(name), "{to}: {message}");
        }
    }
    let source = document(
        "claude-code",
        r#"{"command": "srv", "env": {"PATH": "/opt/bin", "NODE_OPTIONS": "--x", "TEMP": "y"}}"#,
    );
    assert_eq!(warnings(&convert("claude-code", "goose", &source)).len(), 1);
}

#[test]
fn a_token_that_codex_and_kimi_insist_on_stays_a_plain_reference() {
    let codex = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\nbearer_token_env_var = \"T\"\n",
    );
    let kimi = document(
        "kimi",
        r#"{"url": "https://x.example.com/mcp", "bearerTokenEnvVar": "T"}"#,
    );
    for (from, source) in [("codex", &codex), ("kimi", &kimi)] {
        for (to, header) in [
            ("claude-code", "Bearer ${T}"),
            ("windsurf", "Bearer ${env:T}"),
            ("roo", "Bearer ${env:T}"),
        ] {
            let converted = convert(from, to, source);
            let server = converted.lossless().server();
            assert_eq!(server["headers"]["Authorization"], header, "{converted:?}");
        }
        // The field is named as it stands there: it has no key.
        let converted = convert(from, "zed", source);
        let told = converted.diagnostics()[0].to_string();
        assert!(
            told.contains("in `bearer") && !told.contains(".Authorization"),
            "{told}"
        );
    }
}

#[test]
fn what_an_agent_of_opencode_may_do_is_told() {
    for (rule, field) in [
        (
            r#""agent": {"build": {"tools": {"alpha_*": false}}}"#,
            "agent.build.tools",
        ),
        (
            r#""agent": {"plan": {"permission": {"alpha_push": "ask"}}}"#,
            "agent.plan.permission",
        ),
        (
            r#""tools": {"alpha_*": false}, "agent": {"build": {"tools": {"alpha_*": true}}}"#,
            "agent.build.tools",
        ),
    ] {
        let source = format!(
            r#"{{"mcp": {{"alpha": {{"type": "local", "command": ["x"]}}, "zulu": {{"type": "local", "command": ["z"]}}}}, {rule}}}"#
        );
        for to in ["codex", "roo", "gemini"] {
            let converted = convert("opencode", to, &source);
            assert_eq!(converted.strict.code, 1, "{converted:?}");
            assert!(converted.is_told(field), "{to}: {converted:?}");
        }
    }
}

#[test]
fn names_that_are_allowed_without_those_that_are_denied_are_one_list() {
    let both = toml_document(
        "codex",
        "command = \"x\"\nenabled_tools = [\"get\", \"drop\"]\ndisabled_tools = [\"drop\"]\n",
    );
    for (to, field) in [
        ("goose", "available_tools"),
        ("copilot-agent", "tools"),
        ("mcp-proxy", "expose_tools"),
    ] {
        let converted = convert("codex", to, &both);
        let server = converted.lossless().server();
        assert_eq!(server[field], json!(["get"]), "{converted:?}");
    }
    let none = toml_document(
        "codex",
        "command = \"x\"\nenabled_tools = [\"drop\"]\ndisabled_tools = [\"drop\"]\n",
    );
    convert("codex", "goose", &none).tells("enabled_tools");
    let converted = convert("codex", "mcp-proxy", &none);
    let server = converted.lossless().server();
    assert_eq!(server["hide_tools"], json!(["*"]), "{converted:?}");
    let converted = convert("codex", "copilot-agent", &none);
    assert_eq!(converted.lossless().server()["tools"], json!([]));
}

#[test]
fn advice_about_a_bridge_can_be_followed() {
    let source = document("lmstudio", r#"{"url": "https://x.example.com/sse"}"#);
    for to in ["codex", "zed", "goose"] {
        let converted = convert("lmstudio", to, &source);
        assert_eq!(converted.found(), None, "{converted:?}");
        let told = converted.diagnostics()[0]["help"].to_string();
        assert!(told.contains("--wrap-remote"), "{to}: {told}");
        let converted = convert_with("lmstudio", to, &source, "--wrap-remote");
        assert!(converted.found().is_some(), "{converted:?}");
    }
}

#[test]
fn advice_about_defaults_and_secrets_can_be_followed() {
    let source = document("claude-code", r#"{"command": "x", "args": ["${K:-d}"]}"#);
    for (to, advice) in [
        ("zed", "--expand always"),
        ("codex", "--expand always"),
        ("vscode", "--default reference"),
    ] {
        let converted = convert("claude-code", to, &source);
        let told = warnings(&converted)[0]["help"].to_string();
        assert!(told.contains(advice), "{to}: {told}");
        assert!(
            convert_with("claude-code", to, &source, advice)
                .found()
                .is_some()
        );
    }
    let token = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
    let source = document(
        "claude-desktop",
        &format!(r#"{{"command": "x", "args": ["--token", "{token}"]}}"#),
    );
    for (to, has) in [("zed", false), ("kilo", false), ("roo", true)] {
        let converted = convert("claude-desktop", to, &source);
        let told = warnings(&converted)[0]["help"].to_string();
        assert_eq!(told.contains("--secrets reference"), has, "{to}: {told}");
    }
}

#[test]
fn a_shell_finds_its_variables_beside_references_too() {
    for (from, server) in [
        (
            "claude-code",
            r#"{"command": "sh", "args": ["-c", "srv $TOK ${OTHER:-x}"]}"#,
        ),
        (
            "claude-code",
            r#"{"command": "pwsh", "args": ["-Command", "srv $env:TOK"]}"#,
        ),
        (
            "opencode",
            r#"{"type": "local", "command": ["bash", "-c", "srv ${TOK:-none}"]}"#,
        ),
    ] {
        let source = document(from, server);
        let converted = convert(from, "codex", &source);
        assert_eq!(
            converted.server()["env_vars"],
            json!(["TOK"]),
            "{converted:?}"
        );
        let converted = convert(from, "roo", &source);
        let env = &converted.server()["env"];
        assert_eq!(env["TOK"], "${env:TOK}", "{converted:?}");
    }
}

#[test]
fn what_a_host_does_not_set_is_not_set_elsewhere() {
    for from in ["xcsh", "oh-my-pi", "warp"] {
        let source = document(from, r#"{"command": "x", "env": {"E": "", "F": "f"}}"#);
        for to in ["claude-code", "roo", "opencode", "crush", "xcsh"] {
            if from == to {
                continue;
            }
            let converted = convert(from, to, &source);
            let server = converted.lossless().server();
            let text = server.to_string();
            assert!(
                text.contains("\"F\":") && !text.contains("\"E\":"),
                "{converted:?}"
            );
        }
    }
    // Warp puts its own `PATH` in front.
    let source = document("warp", r#"{"command": "x", "env": {"PATH": "/opt/bin"}}"#);
    let converted = convert("warp", "claude-code", &source);
    let server = converted.lossless().server();
    assert_eq!(server["env"]["PATH"], "${PATH}:/opt/bin", "{converted:?}");
}

#[test]
fn a_callback_that_is_a_port_stays_one() {
    let kiro = |uri: &str| {
        document(
            "kiro",
            &format!(
                r#"{{"url": "https://x.example.com/mcp", "oauth": {{"redirectUri": "{uri}"}}}}"#
            ),
        )
    };
    for uri in [":7778", "127.0.0.1:7778"] {
        let converted = convert("kiro", "amazon-q", &kiro(uri));
        let server = converted.lossless().server();
        assert_eq!(server["oauth"]["redirectUri"], "127.0.0.1:7778");
    }
    let codex = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\noauth = { callback_port = 7778 }\n",
    );
    for to in ["kiro", "amazon-q"] {
        let converted = convert("codex", to, &codex);
        let server = converted.lossless().server();
        assert_eq!(server["oauth"]["redirectUri"], "127.0.0.1:7778");
    }
}

#[test]
fn two_inputs_never_become_one_variable() {
    let file = |text: &str, server: &str| {
        format!(
            r#"{{"inputs": [{{"id": "tok", "type": "promptString", "description": "{text}"}}], "servers": {{"{server}": {{"command": "x", "env": {{"T": "${{input:tok}}"}}}}}}}}"#
        )
    };
    for (second, expected) in [("B", "${TOK_2}"), ("A", "${TOK}")] {
        let (a, b) = (file("A", "alpha"), file(second, "beta"));
        let folder = Folder::new(&[("p/.vscode/mcp.json", &a), ("q/.vscode/mcp.json", &b)]);
        let ran = folder.run("p/.vscode/mcp.json q/.vscode/mcp.json --to claude-code");
        let servers = servers(&value(&ran.stdout));
        assert_eq!(servers["alpha"]["env"]["T"], "${TOK}", "{ran:?}");
        assert_eq!(servers["beta"]["env"]["T"], expected, "{ran:?}");
        if second == "B" {
            assert!(ran.stderr.contains("variable `TOK_2`"), "{ran:?}");
        }
    }
    let one = r#"{"inputs": [{"id": "api-key", "type": "promptString", "description": "A"}, {"id": "API_KEY", "type": "promptString", "description": "B"}], "servers": {"alpha": {"command": "x", "args": ["${input:api-key}", "${input:API_KEY}"]}}}"#;
    for (to, first, second) in [
        ("cursor", "${env:API_KEY}", "${env:API_KEY_2}"),
        ("crush", "${API_KEY}", "${API_KEY_2}"),
    ] {
        let converted = convert("vscode", to, one);
        assert_eq!(converted.server()["args"], json!([first, second]));
    }
}

#[test]
fn inputs_are_asked_for_also_where_the_variable_would_be_inherited() {
    let source = document(
        "claude-code",
        r#"{"command": "x", "env": {"API_KEY": "${API_KEY}"}}"#,
    );
    for which in ["all", "secrets"] {
        let more = format!("--inputs {which}");
        let converted = convert_with("claude-code", "visual-studio", &source, &more);
        let server = converted.lossless().server();
        assert_eq!(
            server["env"]["API_KEY"], "${input:api-key}",
            "{converted:?}"
        );
    }
}

#[test]
fn a_folder_that_goose_ignores_is_told() {
    let source = document(
        "vscode",
        r#"{"command": "x", "cwd": "${workspaceFolder}/sub"}"#,
    );
    convert("vscode", "goose", &source).tells("cwd");
    let source = document("vscode", r#"{"command": "x", "cwd": "/abs"}"#);
    convert("vscode", "goose", &source).lossless();
}

#[test]
fn a_timeout_that_xcsh_ignores_does_not_cost_the_server() {
    for timeout in ["0", "-5"] {
        let server = format!(r#"{{"command": "x", "timeout": {timeout}}}"#);
        let converted = convert("xcsh", "codex", &document("xcsh", &server));
        assert_eq!(converted.server().get("tool_timeout_sec"), None);
        let told = converted.diagnostics()[0].to_string();
        assert!(!told.contains("skips this server"), "{told}");
    }
}

#[test]
fn a_comparison_shows_what_holds_and_not_what_is_written() {
    let on = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let off = r#"{"mcpServers": {"a": {"command": "x", "disabled": true}}}"#;
    let folder = Folder::new(&[(".mcp.json", on), (".roo/mcp.json", off)]);
    let ran = folder.run("diff .mcp.json .roo/mcp.json");
    assert!(
        ran.stdout.contains("enabled: only in .roo/mcp.json: false"),
        "{ran:?}"
    );
}

#[test]
fn a_transport_that_its_own_host_does_not_have_is_what_is_reported() {
    let folder = Folder::new(&[]);
    let source = r#"{"mcpServers": {"a": {"type": "sse", "url": "https://mcp.acme.dev/sse"}}}"#;
    let ran = folder.feed("--from claude-desktop --to kiro", source);
    let told = "`a` is an SSE server, which Claude Desktop cannot connect to";
    assert!(ran.stderr.contains(told), "{ran:?}");
}

#[test]
fn an_empty_command_is_reported_once_its_variable_is_expanded() {
    let folder = Folder::new(&[]);
    let source = r#"{"mcpServers": {"a": {"command": "${A_RUN}", "args": ["b"]}}}"#;
    let ran = folder.feed(
        "--from claude-code --to claude-desktop --unset empty",
        source,
    );
    let told = "`a` is skipped: its `command` is empty";
    assert!(ran.stderr.contains(told), "{ran:?}");
}

#[test]
fn servers_under_the_root_of_another_host_are_reported_beside_those_that_are_read() {
    let folder = Folder::new(&[]);
    let source = r#"{"servers": {"a": {"command": "x"}}, "mcpServers": {"b": {"command": "y"}}}"#;
    let ran = folder.feed("--from vscode --to cursor", source);
    assert!(ran.stderr.contains("`mcpServers` is ignored"), "{ran:?}");
    assert!(ran.stdout.contains("\"a\"") && !ran.stdout.contains("\"b\""));
}

#[test]
fn a_command_of_which_only_blanks_are_left_is_none() {
    let source = document(
        "copilot-agent",
        r#"{"type": "local", "command": " $COPILOT_MCP_X", "args": [], "tools": ["*"]}"#,
    );
    let converted = convert_with(
        "copilot-agent",
        "claude-desktop",
        &source,
        "--no-env --unset empty",
    );
    assert!(converted.found().is_none(), "{converted:?}");
    converted.tells("command");
}

#[test]
fn a_disabled_server_is_skipped_where_its_name_would_disable_others() {
    let source =
        r#"{"mcpServers": {"*": {"command": "x", "disabled": true}, "zulu": {"command": "y"}}}"#;
    let converted = convert("kiro", "qwen", source);
    assert_eq!(converted.strict.code, 1, "{converted:?}");
    assert_eq!(converted.named("*"), None);
    assert!(
        !converted.lenient.stdout.contains("excluded"),
        "{converted:?}"
    );
    // Gemini compares names.
    assert!(convert("kiro", "gemini", source).named("*").is_some());
}

#[test]
fn approved_tools_that_the_target_may_read_as_references_are_told() {
    let source = document("cline", r#"{"command": "x", "autoApprove": ["${N}"]}"#);
    convert("cline", "mcp-json", &source).tells("autoApprove");
}

#[test]
fn scopes_without_a_word_in_them_are_none() {
    for scopes in ["", " "] {
        let server = format!(
            r#"{{"type": "http", "url": "https://a.example/mcp", "oauth": {{"clientId": "c", "scopes": ["{scopes}"]}}}}"#
        );
        for to in ["claude-code", "opencode", "librechat", "oh-my-pi"] {
            let converted = convert("mcp-json", to, &document("mcp-json", &server));
            assert!(!converted.is_told("scopes differs"), "{converted:?}");
        }
    }
}

#[test]
fn the_folder_itself_is_what_a_server_without_a_folder_gets() {
    for (from, to) in [
        ("antigravity", "copilot-cli"),
        ("cursor", "gemini"),
        ("gemini", "opencode"),
    ] {
        for folder in [".", ""] {
            let server = format!(r#"{{"command": "x", "cwd": "{folder}"}}"#);
            let converted = convert(from, to, &document(from, &server));
            assert!(!converted.is_told("cwd"), "{converted:?}");
        }
    }
}

#[test]
fn an_empty_name_is_one_for_mcp_proxy() {
    let source = r#"{"mcpServers": {"": {"command": "npx", "args": ["x"]}}}"#;
    let converted = convert("claude-code", "mcp-proxy", source);
    assert!(converted.named("").is_some(), "{converted:?}");
}

#[test]
fn a_server_without_tools_is_as_good_as_disabled() {
    let server = "transport = \"stdio\"\ncommand = \"x\"\nhide_tools = [\"*\"]\n";
    let source = toml_document("mcp-proxy", server);
    let converted = convert("mcp-proxy", "opencode", &source);
    assert!(!converted.is_told("enabled differs"), "{converted:?}");
    converted.lossless();
}

#[test]
fn an_empty_headers_helper_is_none() {
    let server = r#"{"type": "http", "url": "https://a.example/mcp", "headersHelper": ""}"#;
    let source = document("claude-code", server);
    let converted = convert("claude-code", "codex", &source);
    assert!(
        !converted.is_told("headers helper differs"),
        "{converted:?}"
    );
}
