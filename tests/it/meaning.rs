//! Meaning, not spelling: what single conversions give, one behaviour a test.

use std::collections::HashMap;

use mcpconv::convert::{
    Conversion, Defaults, Environment, Expand, Input, Options, Prompting, Unset, convert,
};
use mcpconv::diagnostic::Level;
use mcpconv::hosts::by_name;
use mcpconv::internals::host::place_in;

/// A conversion with what it was given, for short tests.
struct Case<'a> {
    from: &'a str,
    to: &'a str,
    text: &'a str,
    env: &'a [(&'a str, &'a str)],
    expand: Expand,
    unset: Unset,
    defaults: Defaults,
    prompting: Prompting,
    wrap: bool,
    strict: bool,
}

fn case<'a>(from: &'a str, to: &'a str, text: &'a str) -> Case<'a> {
    Case {
        from,
        to,
        text,
        env: &[],
        expand: Expand::Auto,
        unset: Unset::Error,
        defaults: Defaults::Inline,
        prompting: Prompting::None,
        wrap: false,
        strict: false,
    }
}

impl Case<'_> {
    fn run(&self) -> Conversion {
        let host = by_name(self.from).expect("a host");
        let place = place_in(host, None, self.text).unwrap_or(&host.places[0]);
        let variables: HashMap<String, String> = self
            .env
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        let environment = Environment::from(variables);
        let options = Options {
            expand: self.expand,
            unset: self.unset,
            defaults: self.defaults,
            prompting: self.prompting,
            wrap_remote: self.wrap,
            strict: self.strict,
            ..Options::new(by_name(self.to).expect("a host"), &environment)
        };
        convert(
            &[Input {
                text: self.text,
                bom: false,
                host,
                place,
                name: None,
                glob: None,
                disabled: None,
            }],
            &options,
        )
    }

    /// The output without layout, so that a test shows only what it is about.
    fn gives(&self, expected: &str) {
        let conversion = self.run();
        let text = conversion
            .text
            .clone()
            .unwrap_or_else(|| panic!("nothing was written: {:?}", said(&conversion)));
        assert_eq!(squeeze(&text), squeeze(expected), "{:?}", said(&conversion));
    }

    /// What it says, as `rule: message`.
    fn says(&self, expected: &[&str]) {
        let conversion = self.run();
        let said = said(&conversion);
        for part in expected {
            assert!(
                said.iter().any(|line| line.contains(part)),
                "{part:?} is not in {said:#?}"
            );
        }
        if expected.is_empty() {
            assert!(said.is_empty(), "{said:#?}");
        }
    }
}

fn said(conversion: &Conversion) -> Vec<String> {
    let list = conversion.diagnostics.list().iter();
    list.map(|d| {
        format!(
            "{} {}: {} | {} | {}",
            d.level.name(),
            d.rule,
            d.message,
            d.label.as_deref().unwrap_or(""),
            d.help.as_deref().unwrap_or("")
        )
    })
    .collect()
}

fn squeeze(text: &str) -> String {
    text.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .replace("{ ", "{")
        .replace(" }", "}")
        .replace("[ ", "[")
        .replace(" ]", "]")
}

/// A Claude Code document with one server.
fn claude(server: &str) -> String {
    format!(r#"{{"mcpServers": {{"a": {server}}}}}"#)
}

#[test]
fn codex_gets_variables_by_name() {
    let text = claude(
        r#"{"command": "npx", "args": ["x"], "env": {"TOKEN": "${TOKEN}", "MODE": "fast"}}"#,
    );
    case("claude-code", "codex", &text).gives(r#"[mcp_servers.a] command = "npx" args = ["x"] env_vars = ["TOKEN"] [mcp_servers.a.env] MODE = "fast""#);
}

#[test]
fn codex_gets_headers_by_the_names_of_variables() {
    let text = claude(
        r#"{"type": "http", "url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${T}", "X-Team": "${TEAM}", "X-A": "b"}}"#,
    );
    case("claude-code", "codex", &text).gives(
        r#"[mcp_servers.a] url = "https://x.example/mcp" bearer_token_env_var = "T" [mcp_servers.a.env_http_headers] X-Team = "TEAM" [mcp_servers.a.http_headers] X-A = "b""#,
    );
}

#[test]
fn codex_names_become_references_again() {
    let text = "[mcp_servers.a]\ncommand = 'npx'\nenv_vars = ['T']\n[mcp_servers.b]\nurl = 'https://x.example'\nbearer_token_env_var = 'B'\nenv_http_headers = {X-K = 'K'}\n";
    case("codex", "vscode", text).gives(
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "env": {"T": "${env:T}"}}, "b": {"type": "http", "url": "https://x.example", "headers": {"Authorization": "Bearer ${env:B}", "X-K": "${env:K}"}}}}"#,
    );
}

#[test]
fn a_reference_without_a_place_leaves_the_server_out_and_says_how_to_keep_it() {
    let text = r#"{"mcpServers": {"a": {"command": "npx", "args": ["--key", "${K}"]}, "b": {"command": "uvx"}}}"#;
    let case = case("claude-code", "codex", text);
    case.gives("[mcp_servers.b] command = \"uvx\"");
    case.says(&[
        "warning conversion-server-skipped: `a` is skipped",
        "--expand always",
    ]);
}

#[test]
fn expand_always_writes_the_value() {
    let text = claude(r#"{"command": "npx", "args": ["--key", "${K}-x"]}"#);
    let case = Case {
        expand: Expand::Always,
        env: &[("K", "v$K")],
        ..case("claude-code", "codex", &text)
    };
    case.gives(r#"[mcp_servers.a] command = "npx" args = ["--key", "v$K-x"]"#);
}

#[test]
fn references_are_respelled_for_each_host() {
    let text = claude(r#"{"command": "npx", "env": {"A": "x-${T}-y"}}"#);
    for (to, expected) in [
        (
            "cursor",
            r#"{"mcpServers": {"a": {"command": "npx", "env": {"A": "x-${env:T}-y"}}}}"#,
        ),
        (
            "gemini",
            r#"{"mcpServers": {"a": {"command": "npx", "env": {"A": "x-${T}-y"}}}}"#,
        ),
        (
            "kiro",
            r#"{"mcpServers": {"a": {"command": "npx", "env": {"A": "x-${T}-y"}}}}"#,
        ),
        (
            "opencode",
            r#"{"$schema": "https://opencode.ai/config.json", "mcp": {"a": {"type": "local", "command": ["npx"], "environment": {"A": "x-{env:T}-y"}}}}"#,
        ),
    ] {
        case("claude-code", to, &text).gives(expected);
    }
}

#[test]
fn a_default_the_target_cannot_say_is_written_as_the_value_or_dropped_as_asked() {
    let text = claude(r#"{"command": "npx", "args": ["${DIR:-./data}"]}"#);
    let inline = case("claude-code", "vscode", &text);
    inline.gives(r#"{"servers": {"a": {"type": "stdio", "command": "npx", "args": ["./data"]}}}"#);
    inline.says(&[
        "warning conversion-value-lossy: `a`: the default of `DIR` is written as the value",
        "no longer overrides it",
    ]);
    let reference = Case {
        defaults: Defaults::Reference,
        ..inline
    };
    reference.gives(
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "args": ["${env:DIR}"]}}}"#,
    );
    reference.says(&["loses its default"]);
}

#[test]
fn a_default_that_looks_secret_is_never_written_out() {
    let token = format!("ghp_{}", "a1B2".repeat(9));
    let text = claude(&format!(
        r#"{{"command": "npx", "env": {{"GITHUB_TOKEN": "${{GITHUB_TOKEN:-{token}}}"}}}}"#
    ));
    let case = case("claude-code", "vscode", &text);
    case.gives(r#"{"servers": {"a": {"type": "stdio", "command": "npx", "env": {"GITHUB_TOKEN": "${env:GITHUB_TOKEN}"}}}}"#);
    assert!(said(&case.run()).iter().all(|line| !line.contains(&token)));
}

#[test]
fn an_empty_default_keeps_the_reference() {
    let text = claude(r#"{"command": "npx", "env": {"A": "${A:-}"}}"#);
    case("claude-code", "vscode", &text).gives(
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "env": {"A": "${env:A}"}}}}"#,
    );
}

#[test]
fn angle_references_mean_the_same_in_any_source() {
    let text = claude(r#"{"command": "npx", "env": {"A": "$<T>", "B": "$<U:-d>"}}"#);
    case("claude-code", "cursor", &text).gives(
        r#"{"mcpServers": {"a": {"command": "npx", "env": {"A": "${env:T}", "B": "${U:-d}"}}}}"#,
    );
    let codex = "[mcp_servers.a]\ncommand = 'npx'\nenv = {A = '$<T>'}\n";
    case("codex", "cursor", codex)
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "env": {"A": "${env:T}"}}}}"#);
}

#[test]
fn a_dollar_that_is_text_stays_text() {
    let codex = "[mcp_servers.a]\ncommand = 'npx'\nargs = ['$5', '${X}']\n";
    let kept = case("codex", "claude-code", codex);
    kept.gives(r#"{"mcpServers": {"a": {"command": "npx", "args": ["$5", "${X}"]}}}"#);
    kept.says(&["may read the text of `args` as a reference"]);
    // opencode would replace it by nothing, so the server is left out.
    let text = claude(r#"{"command": "npx", "args": ["{env:X}"]}"#);
    case("claude-code", "opencode", &text).says(&[
        "would read the text of `args` as a reference",
        "error conversion-server-skipped: the only server",
    ]);
}

#[test]
fn inputs_become_variables_and_their_defaults_stay() {
    let text = r#"{"inputs": [{"type": "promptString", "id": "api-key", "description": "Key", "password": true}, {"type": "pickString", "id": "env", "description": "E", "options": ["a"], "default": "a"}],
        "servers": {"a": {"type": "stdio", "command": "npx", "env": {"KEY": "${input:api-key}", "ENV": "${input:env}"}}}}"#;
    let case = case("vscode", "claude-code", text);
    case.gives(r#"{"mcpServers": {"a": {"command": "npx", "env": {"KEY": "${API_KEY}", "ENV": "${ENV:-a}"}}}}"#);
    case.says(&["input `api-key` becomes variable `API_KEY`"]);
}

#[test]
fn secrets_become_questions_where_that_is_asked_for() {
    let text = claude(
        r#"{"command": "npx", "env": {"GITHUB_TOKEN": "${GITHUB_TOKEN}", "HOST": "${HOST}"}}"#,
    );
    let case = Case {
        prompting: Prompting::Secrets,
        ..case("claude-code", "vscode", &text)
    };
    case.gives(
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "env": {"GITHUB_TOKEN": "${input:github-token}", "HOST": "${env:HOST}"}}},
            "inputs": [{"type": "promptString", "id": "github-token", "description": "Value of GITHUB_TOKEN", "password": true}]}"#,
    );
}

#[test]
fn folders_of_the_host_are_translated() {
    let text = r#"{"servers": {"a": {"type": "stdio", "command": "npx", "args": ["${workspaceFolder}/x", "${userHome}/y"]}}}"#;
    case("vscode", "claude-code", text).gives(r#"{"mcpServers": {"a": {"command": "npx", "args": ["${CLAUDE_PROJECT_DIR:-.}/x", "${HOME}/y"]}}}"#);
    case("vscode", "cursor", text).gives(
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["${workspaceFolder}/x", "~/y"]}}}"#,
    );
}

#[test]
fn transports_are_inferred_as_the_source_does_it() {
    // An address beats a command for Gemini, and the other way round for Claude Code.
    let both = claude(r#"{"command": "npx", "url": "https://x.example/mcp"}"#);
    let gemini = case("gemini", "codex", &both);
    gemini.gives(r#"[mcp_servers.a] url = "https://x.example/mcp""#);
    gemini.says(&["`command` is dropped: Gemini CLI ignores it"]);
    case("claude-code", "codex", &both).gives(r#"[mcp_servers.a] command = "npx""#);
    let legacy = claude(
        r#"{"httpUrl": "https://x.example/mcp", "url": "https://y.example/sse", "type": "sse"}"#,
    );
    case("gemini", "codex", &legacy).says(&["`url` is dropped"]);
}

#[test]
fn a_url_without_a_type_is_converted_with_a_warning_that_its_host_would_not_load_it() {
    let text = claude(r#"{"url": "https://x.example/mcp"}"#);
    let case = case("claude-code", "cursor", &text);
    case.gives(r#"{"mcpServers": {"a": {"url": "https://x.example/mcp"}}}"#);
    case.says(&[
        "warning missing-type: `a` has `url` but no `type`",
        "Claude Code skips this server",
    ]);
}

#[test]
fn transport_words_are_respelled() {
    let text = claude(r#"{"type": "streamable-http", "url": "https://x.example/mcp"}"#);
    case("claude-code", "mistral-vibe", &text).gives(
        r#"[[mcp_servers]] name = "a" transport = "streamable-http" url = "https://x.example/mcp""#,
    );
    case("claude-code", "vscode", &text)
        .gives(r#"{"servers": {"a": {"type": "http", "url": "https://x.example/mcp"}}}"#);
    let ws = claude(r#"{"type": "ws", "url": "wss://x.example/ws"}"#);
    case("claude-code", "mcp-proxy", &ws)
        .gives(r#"[proxy] name = "mcpconv" [proxy.listen] [[backends]] name = "a" transport = "websocket" url = "wss://x.example/ws""#);
    case("claude-code", "codex", &ws).says(&["Codex does not support WebSocket"]);
}

#[test]
fn times_change_their_unit() {
    let text = claude(r#"{"command": "npx", "timeout": 1500}"#);
    case("claude-code", "codex", &text)
        .gives(r#"[mcp_servers.a] command = "npx" tool_timeout_sec = 1.5"#);
    let whole = case("claude-code", "mcp-proxy", &text);
    whole.says(&["conversion-value-lossy: `a`: `timeout` becomes 2"]);
    let codex = "[mcp_servers.a]\ncommand = 'npx'\ntool_timeout_sec = 90.5\n";
    case("codex", "claude-code", codex)
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "timeout": 90500}}}"#);
}

#[test]
fn a_disabled_server_stays_disabled_or_stays_out() {
    let kiro = claude(r#"{"command": "npx", "disabled": true}"#);
    case("kiro", "codex", &kiro).gives(r#"[mcp_servers.a] command = "npx" enabled = false"#);
    case("kiro", "gemini", &kiro)
        .gives(r#"{"mcpServers": {"a": {"command": "npx"}}, "mcp": {"excluded": ["a"]}}"#);
    case("kiro", "claude-code", &kiro).says(&[
        "it is disabled, which Claude Code cannot express",
        "error conversion-server-skipped",
    ]);
    let gemini = r#"{"mcp": {"excluded": ["a"]}, "mcpServers": {"a": {"command": "npx"}, "b": {"command": "uvx"}}}"#;
    case("gemini", "kiro", gemini).gives(
        r#"{"mcpServers": {"a": {"command": "npx", "disabled": true}, "b": {"command": "uvx"}}}"#,
    );
    let only = r#"{"mcp": {"allowed": ["B"]}, "mcpServers": {"a": {"command": "npx"}, "b": {"command": "uvx"}}}"#;
    case("gemini", "opencode", only).gives(
        r#"{"$schema": "https://opencode.ai/config.json", "mcp": {"a": {"type": "local", "command": ["npx"], "enabled": false}, "b": {"type": "local", "command": ["uvx"]}}}"#,
    );
}

#[test]
fn a_switch_the_source_ignores_is_not_obeyed() {
    let text = claude(r#"{"command": "npx", "disabled": true}"#);
    let case = case("claude-code", "kiro", &text);
    case.gives(r#"{"mcpServers": {"a": {"command": "npx"}}}"#);
    case.says(&["`disabled` is dropped: Claude Code ignores it"]);
}

#[test]
fn tool_lists_and_approvals_are_translated_and_never_widened() {
    let gemini = claude(
        r#"{"command": "npx", "includeTools": ["a"], "excludeTools": ["b"], "trust": true}"#,
    );
    case("gemini", "codex", &gemini)
        .gives(r#"[mcp_servers.a] command = "npx" enabled_tools = ["a"] disabled_tools = ["b"] default_tools_approval_mode = "approve""#);
    case("gemini", "cursor", &gemini)
        .says(&["warning conversion-restriction-lost: `a`: Cursor cannot express `includeTools`"]);
    case("gemini", "opencode", &gemini)
        .gives(r#"{"$schema": "https://opencode.ai/config.json", "mcp": {"a": {"type": "local", "command": ["npx"]}}, "tools": {"a_*": false, "a_a": true}}"#);
    let kiro = claude(r#"{"command": "npx", "autoApprove": ["x"], "disabledTools": ["y"]}"#);
    case("kiro", "codex", &kiro).gives(r#"[mcp_servers.a] command = "npx" disabled_tools = ["y"] [mcp_servers.a.tools.x] approval_mode = "approve""#);
    case("kiro", "opencode", &kiro)
        .gives(r#"{"$schema": "https://opencode.ai/config.json", "mcp": {"a": {"type": "local", "command": ["npx"]}}, "tools": {"a_y": false}}"#);
}

#[test]
fn opencode_commands_are_one_list() {
    let text = r#"{"mcp": {"a": {"type": "local", "command": ["npx", "-y", "x"], "environment": {"A": "b"}}, "r": {"type": "remote", "url": "https://x.example"}}}"#;
    case("opencode", "claude-code", text)
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"], "env": {"A": "b"}}, "r": {"type": "http", "url": "https://x.example"}}}"#);
}

#[test]
fn a_command_line_is_split_only_where_its_host_splits_it() {
    let text = claude(r#"{"command": "npx -y x"}"#);
    case("cursor", "codex", &text).gives(r#"[mcp_servers.a] command = "npx" args = ["-y", "x"]"#);
    case("claude-code", "codex", &text).gives(r#"[mcp_servers.a] command = "npx -y x""#);
    // Cursor would split the program's name again.
    case("claude-code", "cursor", &text)
        .gives(r#"{"mcpServers": {"a": {"command": "\"npx -y x\""}}}"#);
}

#[test]
fn the_second_pass_of_xcsh_is_read_and_cannot_be_escaped() {
    let text = claude(r#"{"command": "npx", "env": {"T": "GITHUB_TOKEN", "M": "production"}}"#);
    case("xcsh", "claude-code", &text).gives(r#"{"mcpServers": {"a": {"command": "npx", "env": {"T": "${GITHUB_TOKEN}", "M": "production"}}}}"#);
    let run = claude(r#"{"command": "npx", "env": {"T": "!rm -rf /"}}"#);
    case("claude-code", "xcsh", &run)
        .says(&["cannot be escaped", "error conversion-server-skipped"]);
    case("xcsh", "claude-code", &run).says(&["does not support the output of a command"]);
    let name = claude(r#"{"command": "npx", "env": {"T": "SOME_NAME"}}"#);
    case("claude-code", "xcsh", &name).says(&["may read the text of `env.T` as a reference"]);
}

#[test]
fn mistral_gets_its_one_key_by_the_name_of_a_variable() {
    let text = claude(
        r#"{"type": "http", "url": "https://x.example", "headers": {"X-Key": "k ${K}", "X-A": "b"}}"#,
    );
    case("claude-code", "mistral-vibe", &text).gives(
        r#"[[mcp_servers]] name = "a" transport = "streamable-http" url = "https://x.example" [mcp_servers.auth] type = "static" api_key_env = "K" api_key_header = "X-Key" api_key_format = "k {token}" [mcp_servers.auth.headers] X-A = "b""#,
    );
}

#[test]
fn a_proxy_gets_its_bearer_token_in_its_own_field() {
    let text = claude(
        r#"{"type": "http", "url": "https://x.example", "headers": {"Authorization": "Bearer ${T}"}}"#,
    );
    case("claude-code", "mcp-proxy", &text)
        .gives(r#"[proxy] name = "mcpconv" [proxy.listen] [[backends]] name = "a" transport = "http" url = "https://x.example" bearer_token = "${T}""#);
    let partial =
        claude(r#"{"type": "http", "url": "https://x.example", "headers": {"X-A": "k ${T}"}}"#);
    case("claude-code", "mcp-proxy", &partial)
        .says(&["does not support the variable `T` in `headers.X-A`"]);
}

#[test]
fn names_are_made_to_fit_and_that_is_said() {
    let text = r#"{"mcpServers": {"a b": {"command": "npx"}, "a-b": {"command": "uvx"}}}"#;
    let case = case("claude-code", "codex", text);
    case.gives(r#"[mcp_servers.a-b-2] command = "npx" [mcp_servers.a-b] command = "uvx""#);
    case.says(&["warning conversion-name-changed: `a b` is written as `a-b-2`"]);
}

#[test]
fn numbers_in_env_are_what_the_host_prints_and_null_removes() {
    let text =
        r#"{"servers": {"a": {"type": "stdio", "command": "npx", "env": {"N": 1.50, "X": null}}}}"#;
    let case = case("vscode", "claude-code", text);
    case.gives(r#"{"mcpServers": {"a": {"command": "npx", "env": {"N": "1.5"}}}}"#);
    case.says(&["conversion-field-dropped: `a`: Claude Code has no equivalent of `env.X`"]);
}

#[test]
fn variables_that_docker_counts_on_are_named_where_the_target_clears_the_environment() {
    let text = claude(
        r#"{"command": "docker", "args": ["run", "-i", "-e", "GITHUB_TOKEN", "-e", "A=b", "img"]}"#,
    );
    case("claude-code", "codex", &text).gives(
        "[mcp_servers.a]\ncommand = \"docker\"\nargs = [\"run\", \"-i\", \"-e\", \"GITHUB_TOKEN\", \"-e\", \"A=b\", \"img\"]\nenv_vars = [\"GITHUB_TOKEN\"]\n",
    );
    case("claude-code", "mistral-vibe", &text).says(&[
        "warning conversion-env-not-inherited: `a`: Mistral Vibe does not pass `GITHUB_TOKEN` on",
    ]);
    case("claude-code", "cursor", &text).says(&[]);
}

#[test]
fn nested_defaults_end_where_their_host_ends_them() {
    let text = claude(r#"{"command": "npx", "args": ["${A:-${B}}"]}"#);
    case("claude-code", "mcp-json", &text)
        .says(&["malformed-variable: `a`: the default of `A` ends at the first `}`"]);
}

#[test]
fn mcpnest_gets_exactly_its_four_fields() {
    let text = r#"{"mcpServers": {"a": {"type": "stdio", "command": "npx", "args": ["-y", "${P:-x}"], "env": {"K": "${K}"}, "timeout": 1000}, "b": {"command": "uvx"}}}"#;
    let case = Case {
        env: &[("K", "value")],
        ..case("claude-code", "mcpnest", text)
    };
    case.gives(
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"], "transport": {"type": "stdio"}, "env": {"K": "value"}}, "b": {"command": "uvx", "transport": {"type": "stdio"}, "env": {}}}}"#,
    );
    case.says(&[
        "warning conversion-field-dropped: `a`: MCPNest has no equivalent of `timeout`",
        "has invalid fields: timeout. Allowed fields: command, args, transport, env",
    ]);
}

#[test]
fn mcpnest_refuses_other_commands_in_its_own_words() {
    for command in ["python", "node", "NPX", "/usr/bin/node", "npx-wrapper.cmd"] {
        let text = claude(&format!(r#"{{"command": "{command}"}}"#));
        case("claude-code", "mcpnest", &text).says(&[
            &format!("has invalid command '{command}'. Allowed commands: uvx, npx"),
            "package the server",
            "error",
        ]);
    }
}

#[test]
fn mcpnest_skips_remote_servers_and_points_at_the_field() {
    for server in [
        r#"{"type": "http", "url": "https://x.example"}"#,
        r#"{"type": "sse", "url": "https://x.example"}"#,
        r#"{"command": "npx", "url": "https://x"}"#,
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {server}, "ok": {{"command": "uvx"}}}}}}"#);
        let conversion = case("claude-code", "mcpnest", &text).run();
        let skip = conversion
            .diagnostics
            .list()
            .iter()
            .find(|d| d.rule == "conversion-server-skipped")
            .expect("a warning");
        assert_eq!(skip.level, Level::Warning);
        assert_eq!(&text[skip.span.expect("a place").range()], "\"url\"");
        assert!(
            skip.label
                .as_deref()
                .is_some_and(|label| label.contains("has invalid fields: url"))
        );
        assert_eq!(conversion.written, 1);
    }
    let headers = claude(r#"{"command": "npx", "headers": {"A": "b"}}"#);
    case("claude-code", "mcpnest", &headers).says(&["has invalid fields: headers"]);
    let nothing = claude(r#"{"type": "stdio", "args": []}"#);
    case("claude-code", "mcpnest", &nothing).says(&["is missing required fields: command"]);
}

#[test]
fn an_unset_variable_stops_the_conversion_and_names_itself_and_its_server() {
    let text = claude(r#"{"command": "npx", "args": ["${ONE}"], "env": {"K": "${TWO}"}}"#);
    let stop = case("claude-code", "mcpnest", &text);
    assert!(stop.run().text.is_none());
    stop.says(&[
        "error undefined-variable: `a` needs the variable `ONE`",
        "error undefined-variable: `a` needs the variable `TWO`",
    ]);
    Case { unset: Unset::Empty, ..case("claude-code", "mcpnest", &text) }
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "args": [""], "transport": {"type": "stdio"}, "env": {"K": ""}}}}"#);
    Case { unset: Unset::Keep, ..case("claude-code", "mcpnest", &text) }
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "args": ["${ONE}"], "transport": {"type": "stdio"}, "env": {"K": "${TWO}"}}}}"#);
}

#[test]
fn a_secret_that_is_written_out_is_told_once_and_never_shown() {
    let text =
        claude(r#"{"command": "npx", "env": {"API_KEY": "${API_KEY}", "REGION": "${REGION}"}}"#);
    let case = Case {
        env: &[("API_KEY", "s3cr3t-value-9"), ("REGION", "eu")],
        ..case("claude-code", "mcpnest", &text)
    };
    let said = said(&case.run());
    assert_eq!(
        said.iter()
            .filter(|line| line.contains("conversion-secret-inlined"))
            .count(),
        1,
        "{said:#?}"
    );
    assert!(said.iter().all(|line| !line.contains("s3cr3t-value-9")));
}

#[test]
fn a_set_but_empty_variable_counts_as_set() {
    let text = claude(r#"{"command": "npx", "env": {"A": "${A:-d}"}}"#);
    Case { env: &[("A", "")], ..case("claude-code", "mcpnest", &text) }
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "transport": {"type": "stdio"}, "env": {"A": ""}}}}"#);
}

#[test]
fn a_bridge_is_built_only_where_it_is_asked_for() {
    let text = claude(
        r#"{"type": "http", "url": "https://x.example/mcp", "headers": {"Authorization": "Bearer ${T}"}}"#,
    );
    case("claude-code", "claude-desktop", &text).says(&["--wrap-remote"]);
    let wrapped = Case {
        wrap: true,
        env: &[("T", "v")],
        ..case("claude-code", "claude-desktop", &text)
    };
    wrapped.gives(
        r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "mcp-remote@0.15.1", "https://x.example/mcp", "--header", "Authorization:${MCP_HEADER_AUTHORIZATION}"], "env": {"MCP_HEADER_AUTHORIZATION": "Bearer v"}}}}"#,
    );
    Case {
        wrap: true,
        env: &[("T", "v")],
        ..case("claude-code", "mcpnest", &text)
    }
    .says(&["is reached through `npx mcp-remote@0.15.1`"]);
}

#[test]
fn strict_writes_nothing_after_a_loss() {
    let text = claude(r#"{"command": "npx", "alwaysLoad": true}"#);
    let strict = Case {
        strict: true,
        ..case("claude-code", "codex", &text)
    };
    assert!(strict.run().text.is_none());
    strict.says(&["error conversion-strict"]);
    let clean = claude(r#"{"command": "npx", "type": "stdio"}"#);
    Case {
        strict: true,
        ..case("claude-code", "codex", &clean)
    }
    .gives(r#"[mcp_servers.a] command = "npx""#);
}

#[test]
fn one_bad_server_does_not_cost_the_others() {
    let text = r#"{"mcpServers": {"n": null, "s": "x", "c": {"command": 42}, "args": {"command": "npx", "args": ["a", 1]}, "ok": {"command": "uvx"}}}"#;
    let case = case("claude-code", "codex", text);
    case.gives(r#"[mcp_servers.ok] command = "uvx""#);
    case.says(&[
        "`n` must be an object, found null",
        "`s` must be an object, found a string",
        "`c`: `command` must be a string, found a number",
        "`args`: `args[1]` must be a string, found a number",
    ]);
}

#[test]
fn documents_that_cannot_hold_servers_are_refused() {
    for text in [
        r#"{"mcpServers": []}"#,
        r#"{"mcpServers": "x"}"#,
        "[]",
        "null",
        "7",
        "",
    ] {
        let conversion = case("claude-code", "codex", text).run();
        assert!(conversion.text.is_none(), "{text}");
        assert_eq!(conversion.diagnostics.count(Level::Error), 1, "{text}");
    }
    case(
        "claude-code",
        "codex",
        r#"{"servers": {"a": {"command": "x"}}}"#,
    )
    .says(&[
        "error wrong-root-key: Claude Code keeps its servers under `mcpServers`, not `servers`",
        "VS Code",
    ]);
}

#[test]
fn what_the_source_host_would_refuse_is_converted_and_told() {
    let text = "{\"mcpServers\": {\"a\": {\"command\": \"npx\",} /* x */}}";
    let case = case("claude-code", "codex", text);
    case.gives(r#"[mcp_servers.a] command = "npx""#);
    case.says(&[
        "Claude Code does not accept comments here",
        "Claude Code does not accept trailing commas here",
    ]);
}

#[test]
fn a_secret_in_a_command_is_not_repeated() {
    let token = format!("ghp_{}", "a1B2c3".repeat(6));
    let text = claude(&format!(r#"{{"command": "run --token {token}"}}"#));
    assert!(
        said(&case("claude-code", "mcpnest", &text).run())
            .iter()
            .all(|line| !line.contains(&token))
    );
    let expanded = claude(r#"{"command": "${CMD}"}"#);
    let case = Case {
        env: &[("CMD", "p4ssw0rd-x")],
        ..case("claude-code", "mcpnest", &expanded)
    };
    assert!(
        said(&case.run())
            .iter()
            .all(|line| !line.contains("p4ssw0rd-x"))
    );
}

#[test]
fn a_tool_that_asks_is_never_approved_without_a_word() {
    let codex = "[mcp_servers.a]\ncommand = 'npx'\ndefault_tools_approval_mode = 'approve'\n[mcp_servers.a.tools.z]\napproval_mode = 'prompt'\n";
    case("codex", "kiro", codex)
        .says(&["conversion-restriction-lost: `a`: Kiro cannot express `tools.z`"]);
}

#[test]
fn the_place_that_makes_most_of_a_document_is_chosen() {
    let xcsh = r#"{"mcpServers": {"noisy": {"command": "x"}, "b": {"command": "y"}}, "disabledServers": ["noisy"]}"#;
    case("xcsh", "codex", xcsh).gives(
        r#"[mcp_servers.noisy] command = "x" enabled = false [mcp_servers.b] command = "y""#,
    );
    let claude = r#"{"mcpServers": {"u": {"command": "x"}}, "projects": {"/p": {"mcpServers": {"l": {"command": "y"}}}}}"#;
    case("claude-code", "codex", claude).gives(r#"[mcp_servers.u] command = "x""#);
}

#[test]
fn a_path_with_spaces_is_no_command_line() {
    let windows = claude(r#"{"command": "C:\\Program Files\\node.exe", "args": ["x"]}"#);
    case("mcp-json", "codex", &windows)
        .gives(r#"[mcp_servers.a] command = 'C:\Program Files\node.exe' args = ["x"]"#);
    let mac = claude(r#"{"command": "/Applications/My App/bin", "args": ["x"]}"#);
    case("mcp-json", "codex", &mac)
        .gives(r#"[mcp_servers.a] command = "/Applications/My App/bin" args = ["x"]"#);
    let reference = claude(r#"{"command": "npx -y ${env:PKG}"}"#);
    case("cursor", "claude-code", &reference)
        .gives(r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "${PKG}"]}}}"#);
}

#[test]
fn what_is_told_does_not_depend_on_the_report() {
    let gemini = r#"{"mcpServers": {"a": {"command": "x"}}, "mcp": {"excluded": ["a"]}}"#;
    case("gemini", "codex", gemini).says(&[]);
}

#[test]
fn nothing_is_written_twice() {
    let kiro = claude(r#"{"command": "x", "autoApprove": ["t", "t"]}"#);
    case("kiro", "codex", &kiro).gives(
        r#"[mcp_servers.a] command = "x" [mcp_servers.a.tools.t] approval_mode = "approve""#,
    );
    let codex = "[mcp_servers.a]\ncommand = 'x'\nenv_vars = ['X', 'X']\nenv = { X = '1' }\n";
    case("codex", "claude-code", codex)
        .gives(r#"{"mcpServers": {"a": {"command": "x", "env": {"X": "1"}}}}"#);
    let headers = claude(
        r#"{"type": "http", "url": "https://x.example", "headers": {"X-A": "1", "x-a": "2"}}"#,
    );
    case("claude-code", "mcp-proxy", &headers)
        .gives(r#"[proxy] name = "mcpconv" [proxy.listen] [[backends]] name = "a" transport = "http" url = "https://x.example" headers = {x-a = "1, 2"}"#);
}

#[test]
fn fields_that_need_each_other_come_together_or_not_at_all() {
    let codex = "[mcp_servers.a]\nurl = 'https://x.example'\nscopes = ['read']\n";
    case("codex", "cursor", codex).gives(r#"{"mcpServers": {"a": {"url": "https://x.example"}}}"#);
    case("codex", "cursor", codex).says(&["Cursor has no equivalent of `scopes`"]);
    let gemini = claude(r#"{"command": "x", "timeout": 0}"#);
    case("gemini", "mistral-vibe", &gemini).says(&["wrong-type", "`timeout`"]);
    let names = r#"{"mcpServers": {"-a": {"command": "x"}, "a": {"command": "y"}}}"#;
    case("claude-code", "mistral-vibe", names)
        .gives(r#"[[mcp_servers]] name = "a-2" transport = "stdio" command = "x" [[mcp_servers]] name = "a" transport = "stdio" command = "y""#);
}

#[test]
fn what_a_closed_host_refuses_in_its_own_file_is_reported_and_stays() {
    let text = r#"{"mcpServers": {"a": {"command": "npx", "type": "stdio", "cwd": "/x"}}}"#;
    let case = case("mcpnest", "mcpnest", text);
    case.gives(text);
    case.says(&["no field `type`", "no field `cwd`"]);
}

#[test]
fn a_refused_command_needs_no_variables() {
    let text = r#"{"mcpServers": {"a": {"command": "python", "args": ["${NOPE}"]}, "b": {"command": "uvx"}}}"#;
    case("claude-code", "mcpnest", text).gives(
        r#"{"mcpServers": {"b": {"command": "uvx", "transport": {"type": "stdio"}, "env": {}}}}"#,
    );
}

#[test]
fn one_fault_is_told_once() {
    for (from, server) in [
        ("claude-code", r#"{"args": []}"#),
        ("claude-code", r#"{"command": "npx", "args": null}"#),
        ("claude-code", r#"{"command": "x", "command": "npx"}"#),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {server}, "b": {{"command": "uvx"}}}}}}"#);
        let conversion = case(from, "mcpnest", &text).run();
        assert_eq!(
            conversion.diagnostics.list().len(),
            1,
            "{server}: {:#?}",
            said(&conversion)
        );
    }
    let text = r#"{"mcpServers": {"a": {}, "b": {"command": "uvx"}}}"#;
    case("claude-code", "mcpnest", text).says(&["Server 'a' is missing required fields: command"]);
    case(
        "claude-code",
        "mcpnest",
        &claude(r#"{"command": "npx", "cwd": "x"}"#),
    )
    .says(&["has invalid fields: cwd"]);
}

#[test]
fn a_root_that_stands_twice_is_told() {
    let text = r#"{"servers": {"a": {"command": "x"}}, "servers": {"b": {"command": "y"}}}"#;
    let case = case("vscode", "codex", text);
    case.gives(r#"[mcp_servers.b] command = "y""#);
    case.says(&["warning duplicate-key: `servers` is defined twice; "]);
}

#[test]
fn an_address_that_is_only_a_reference_cannot_be_written_where_it_is_taken_apart_first() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "${URL}"}, "b": {"type": "http", "url": "https://${HOST}/mcp"}}}"#;
    case("claude-code", "vscode", text)
        .gives(r#"{"servers": {"b": {"type": "http", "url": "https://${env:HOST}/mcp"}}}"#);
}

#[test]
fn a_group_of_fields_has_what_its_host_wants_of_it() {
    let text =
        claude(r#"{"type": "http", "url": "https://x.example", "oauth": {"clientId": "c"}}"#);
    case("claude-code", "mistral-vibe", &text).gives(
        r#"[[mcp_servers]] name = "a" transport = "streamable-http" url = "https://x.example" [mcp_servers.auth] type = "oauth" client_id = "c" scopes = []"#,
    );
}

#[test]
fn a_server_without_any_of_its_tools_has_none_anywhere() {
    let text = r#"{"tools": {"a_*": false}, "mcp": {"a": {"type": "local", "command": ["x"]}, "b": {"type": "local", "command": ["y"]}}}"#;
    case("opencode", "codex", text)
        .gives(r#"[mcp_servers.a] command = "x" enabled_tools = [] [mcp_servers.b] command = "y""#);
}

#[test]
fn of_two_switches_the_one_that_says_no_wins() {
    for switches in [
        r#""disabled": false, "enabled": false"#,
        r#""enabled": false, "disabled": false"#,
        r#""disabled": true, "enabled": true"#,
    ] {
        let text = claude(&format!(r#"{{"command": "x", {switches}}}"#));
        case("mcp-json", "codex", &text).gives(r#"[mcp_servers.a] command = "x" enabled = false"#);
    }
}

#[test]
fn a_target_that_tries_sse_after_http_reaches_an_sse_server_and_nothing_is_lost() {
    let text = claude(r#"{"type": "sse", "url": "https://x.example/events"}"#);
    for host in ["kiro", "windsurf", "amp"] {
        let strict = Case {
            strict: true,
            ..case("claude-code", host, &text)
        };
        strict.says(&["info conversion-value-lossy: `a`: ", "first, then SSE"]);
        assert!(strict.run().text.is_some(), "{host}");
    }
}

#[test]
fn a_timeout_of_0_is_no_limit_where_the_host_takes_it_so() {
    let text = claude(r#"{"command": "x", "timeout": 0}"#);
    let strict = Case {
        strict: true,
        ..case("oh-my-pi", "inspector", &text)
    };
    strict.gives(r#"{"mcpServers": {"a": {"command": "x", "requestTimeout": 0}}}"#);
    case("oh-my-pi", "codex", &text)
        .says(&["warning conversion-value-lossy: `a`: Codex cannot disable its timeout"]);
}

#[test]
fn a_reference_in_the_name_of_a_variable_is_not_written_as_text() {
    let opencode =
        r#"{"mcp": {"a": {"type": "local", "command": ["x"], "environment": {"K_{env:A}": "v"}}}}"#;
    let warp = claude(r#"{"url": "https://x.example/mcp", "headers": {"X-${A}": "v"}}"#);
    for (from, text) in [("opencode", opencode), ("warp", &*warp)] {
        for to in ["codex", "lmstudio", "claude-code"] {
            case(from, to, text).says(&["does not expand references in names of variables"]);
        }
    }
    case("opencode", "kilo", opencode).says(&[]);
    // Where they are not replaced, they are text like any other.
    let text = claude(r#"{"command": "x", "env": {"K_${A}": "v"}}"#);
    case("claude-code", "cursor", &text).says(&[]);
}
