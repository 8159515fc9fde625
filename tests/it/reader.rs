//! One reader: what it makes of a server, and that conversions, the linter and the schemas say the same about it.

use mcpconv::diagnostic::Level;
use mcpconv::hosts::by_name;
use mcpconv::internals::host::{read, schema};
use mcpconv::internals::syntax::parse;
use mcpconv::lint::lint;
use mcpconv::model::{Reason, Server, Slot, Transport, Value};

use crate::support::{plain, subject};

/// A document and everything that the three of them make of it.
struct Seen {
    servers: Vec<Server>,
    /// Rule, span and message of what reading says.
    said: Vec<(&'static str, String, String)>,
    /// The same of the linter, whatever the level.
    found: Vec<(&'static str, String, String)>,
    /// The rules of the linter's errors.
    errors: Vec<&'static str>,
    valid: bool,
}

fn seen(id: &str, text: &str) -> Seen {
    let host = by_name(id).expect("a host");
    let place = &host.places[0];
    let document = parse(text, place.language).expect("a document");
    let read = read(&document, host, place).expect("servers");
    let part = |span: Option<mcpconv::internals::syntax::Span>| {
        span.map_or_else(String::new, |span| text[span.range()].to_owned())
    };
    let said = read
        .diagnostics
        .iter()
        .map(|said| (said.rule, part(said.span), said.message.clone()))
        .collect();
    let findings = lint(&subject("file", text, host, place, None)).findings;
    let found = findings
        .iter()
        .map(|found| (found.rule.id, part(found.span), found.message.clone()))
        .collect();
    let errors = findings
        .iter()
        .filter(|found| found.level == Level::Error)
        .map(|found| found.rule.id)
        .collect();
    let validator = jsonschema::validator_for(&schema(host)).expect("a schema");
    let valid = validator.is_valid(&plain(document.root.as_ref().expect("a value")));
    Seen {
        servers: read.config.servers,
        said,
        found,
        errors,
        valid,
    }
}

/// One server called `a`.
fn one(id: &str, server: &str) -> Seen {
    let text = match id {
        "vscode" => format!(r#"{{"servers": {{"a": {server}}}}}"#),
        "opencode" => format!(r#"{{"mcp": {{"a": {server}}}}}"#),
        _ => format!(r#"{{"mcpServers": {{"a": {server}}}}}"#),
    };
    seen(id, &text)
}

impl Seen {
    fn server(&self) -> &Server {
        self.servers
            .first()
            .unwrap_or_else(|| panic!("{:?}", self.said))
    }

    fn text(&self, slot: Slot) -> Option<&str> {
        match &self.server().entry(slot)?.value {
            Value::Text(text) => text.as_literal(),
            _ => None,
        }
    }

    fn list(&self, slot: Slot) -> Vec<&str> {
        match self.server().entry(slot).map(|entry| &entry.value) {
            Some(Value::List(list)) => list.iter().filter_map(|item| item.as_literal()).collect(),
            _ => Vec::new(),
        }
    }

    fn rules(&self) -> Vec<&'static str> {
        self.said.iter().map(|(rule, ..)| *rule).collect()
    }
}

#[test]
fn vs_code_takes_any_other_type_beside_a_command_for_stdio() {
    for word in ["sse", "streamable-http", "whatever"] {
        let seen = one(
            "vscode",
            &format!(r#"{{"type": "{word}", "command": "x"}}"#),
        );
        assert_eq!(seen.server().transport, Transport::Stdio, "{word}");
        assert_eq!(seen.text(Slot::Command), Some("x"), "{word}");
        assert!(seen.valid, "{word}");
        assert_eq!(seen.errors, [] as [&str; 0], "{word}");
    }
    let both = one(
        "vscode",
        r#"{"type": "http", "command": "x", "url": "https://a.dev/mcp"}"#,
    );
    assert_eq!(both.server().transport, Transport::Http);
    let remote = one("vscode", r#"{"type": "sse", "url": "https://a.dev/sse"}"#);
    assert_eq!(remote.server().transport, Transport::Sse);
}

#[test]
fn vs_code_unwraps_the_shape_of_its_first_previews() {
    let seen = one(
        "vscode",
        r#"{"name": "a", "config": {"command": "npx", "args": ["-y", "mcp-remote@0.1.0", "https://a.dev/mcp"]}, "version": "1"}"#,
    );
    assert_eq!(seen.text(Slot::Command), Some("npx"));
    assert_eq!(seen.list(Slot::Args).len(), 3);
    assert!(seen.valid && seen.said.is_empty(), "{:?}", seen.said);
    let found: Vec<&str> = seen.found.iter().map(|(rule, ..)| *rule).collect();
    assert!(found.contains(&"vulnerable-package"), "{found:?}");
    assert!(!found.contains(&"missing-transport"), "{found:?}");
    // What is wrong inside is wrong for all three.
    let wrong = one("vscode", r#"{"config": {"command": "npx", "args": "x"}}"#);
    assert_eq!(wrong.rules(), ["wrong-type"]);
    assert!(wrong.errors.contains(&"wrong-type") && !wrong.valid);
}

#[test]
fn an_entry_of_opencode_that_only_enables_defines_no_server() {
    for server in [r#"{"enabled": false}"#, r#"{"enabled": true}"#] {
        let seen = one("opencode", server);
        assert!(seen.servers.is_empty());
        assert_eq!(seen.rules(), ["conversion-server-skipped"], "{server}");
        assert!(
            seen.said[0].2.contains("defined elsewhere"),
            "{:?}",
            seen.said
        );
        assert!(seen.valid, "{server}");
        assert_eq!(seen.errors, [] as [&str; 0], "{server}");
    }
    // With a command and no type it is lost without a word.
    let lost = one("opencode", r#"{"enabled": true, "command": ["x"]}"#);
    assert_eq!(lost.rules(), ["missing-required-field"]);
    assert!(!lost.valid && lost.errors.contains(&"missing-required-field"));
}

#[test]
fn of_two_switches_of_opencode_the_older_one_counts() {
    let command = r#""type": "local", "command": ["x"]"#;
    for (switches, enabled) in [
        (r#""enabled": true, "disabled": true"#, true),
        (r#""disabled": true, "enabled": true"#, true),
        (r#""enabled": false, "disabled": false"#, false),
    ] {
        let seen = one("opencode", &format!("{{{command}, {switches}}}"));
        assert_eq!(!seen.server().is_disabled(), enabled, "{switches}");
    }
    // Nobody knows who reads a plain file, so what is disabled anywhere stays disabled.
    let plain = one(
        "mcp-json",
        r#"{"command": "x", "enabled": false, "disabled": false}"#,
    );
    assert!(plain.server().is_disabled());
}

#[test]
fn mcp_proxy_does_not_start_without_a_backend() {
    let proxy = "[proxy]\nname = \"p\"\n[proxy.listen]\n";
    for text in [proxy.to_owned(), format!("backends = []\n{proxy}")] {
        let text = text.as_str();
        let seen = seen("mcp-proxy", text);
        assert_eq!(seen.rules(), ["missing-required-field"], "{text}");
        assert_eq!(seen.errors, ["missing-required-field"], "{text}");
        assert!(!seen.valid, "{text}");
    }
}

#[test]
fn tool_lists_of_all_servers_of_mistral_vibe_are_read() {
    let server = "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n";
    let seen = |top: &str| seen("mistral-vibe", &format!("{top}\n{server}"));
    let denied = seen("disabled_tools = [\"bash\", \"a_delete\", \"b_push\"]");
    assert_eq!(denied.list(Slot::DenyTools), ["delete"]);
    assert!(seen("disabled_tools = [\"a_*\"]").server().is_disabled());
    assert_eq!(
        seen("enabled_tools = [\"a_get\", \"bash\"]").list(Slot::AllowTools),
        ["get"]
    );
    assert!(seen("enabled_tools = [\"bash\"]").server().is_disabled());
    assert!(!seen("enabled_tools = []").server().is_disabled());
    for pattern in ["re:^a_", "*_delete", "a_del*"] {
        let seen = seen(&format!("disabled_tools = [\"{pattern}\"]"));
        assert!(seen.server().entry(Slot::Limit).is_some(), "{pattern}");
        assert!(seen.list(Slot::DenyTools).is_empty(), "{pattern}");
    }
}

#[test]
fn permissions_of_opencode_limit_tools_and_the_last_one_counts() {
    let seen = |permission: &str| {
        seen(
            "opencode",
            &format!(
                r#"{{"mcp": {{"a": {{"type": "local", "command": ["x"]}}}}, "permission": {permission}}}"#
            ),
        )
    };
    assert_eq!(
        seen(r#"{"a_rm": "deny", "bash": "deny"}"#).list(Slot::DenyTools),
        ["rm"]
    );
    for all in [
        r#"{"a_*": "deny"}"#,
        r#"{"a*": "deny"}"#,
        r#"{"*": "deny"}"#,
        r#""deny""#,
    ] {
        // It starts, and offers nothing.
        let seen = seen(all);
        assert!(!seen.server().is_disabled(), "{all}");
        assert!(seen.server().entry(Slot::AllowTools).is_some(), "{all}");
        assert!(seen.list(Slot::AllowTools).is_empty(), "{all}");
    }
    let given_back = seen(r#"{"*": "deny", "a_*": "allow"}"#);
    assert!(given_back.server().entry(Slot::AllowTools).is_none());
    let some = seen(r#"{"*": "deny", "a_get": "allow"}"#);
    assert_eq!(some.list(Slot::AllowTools), ["get"]);
    assert!(!some.server().is_disabled());
    let asks = seen(r#"{"a_push": "ask"}"#);
    assert!(asks.server().entry(Slot::Approvals).is_some());
}

#[test]
fn codex_sends_the_token_of_the_variable_and_not_the_header() {
    let top = "[mcp_servers.a]\nurl = \"https://a.dev/mcp\"\n";
    for fields in [
        "bearer_token_env_var = \"T\"\nhttp_headers = { authorization = \"Bearer old\", X = \"1\" }\n",
        "http_headers = { authorization = \"Bearer old\", X = \"1\" }\nbearer_token_env_var = \"T\"\n",
    ] {
        let seen = seen("codex", &format!("{top}{fields}"));
        let server = seen.server();
        let Some(Value::Map(pairs)) = server.entry(Slot::Headers).map(|entry| &entry.value) else {
            panic!("{server:?}")
        };
        let token: Vec<_> = pairs
            .iter()
            .filter(|pair| pair.key.eq_ignore_ascii_case("authorization"))
            .collect();
        assert_eq!(token.len(), 1);
        assert!(
            token[0]
                .value
                .as_ref()
                .is_some_and(|value| value.has_references())
        );
        assert_eq!(pairs.len(), 2);
        let overruled: Vec<&str> = server
            .ignored
            .iter()
            .filter(|ignored| ignored.reason == Reason::Overruled)
            .map(|ignored| ignored.field.as_str())
            .collect();
        assert_eq!(overruled, ["http_headers.authorization"], "{fields}");
    }
}

#[test]
fn a_path_with_blanks_in_a_plain_file_is_one_program() {
    let path = "/Users/me/Library/Application Support/Foo/server";
    let seen = one("mcp-json", &format!(r#"{{"command": "{path}"}}"#));
    assert_eq!(seen.text(Slot::Command), Some(path));
    assert!(seen.list(Slot::Args).is_empty());
    let line = one("mcp-json", r#"{"command": "npx -y \"a b\""}"#);
    assert_eq!(line.text(Slot::Command), Some("npx"));
    assert_eq!(line.list(Slot::Args), ["-y", "a b"]);
    let quoted = one("mcp-json", r#"{"command": "'/opt/my tools/run' --fast"}"#);
    assert_eq!(quoted.text(Slot::Command), Some("/opt/my tools/run"));
    // Cursor splits whatever it gets.
    let cursor = one("cursor", r#"{"command": "/opt/x --fast"}"#);
    assert_eq!(cursor.list(Slot::Args), ["--fast"]);
}

#[test]
fn findings_point_at_words_inside_a_command_line() {
    let text = "[[mcp_servers]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = 'npx -y \"mcp-remote@0.1.0\" https://a.dev/mcp'\n";
    let seen = seen("mistral-vibe", text);
    let found = seen
        .found
        .iter()
        .find(|(rule, ..)| *rule == "vulnerable-package");
    let (_, part, _) = found.unwrap_or_else(|| panic!("{:?}", seen.found));
    assert!(
        "mcp-remote@0.1.0".contains(part.as_str()) && !part.is_empty(),
        "{part}"
    );
}

#[test]
fn strings_are_values_where_the_host_takes_them_for_some() {
    let seen = one(
        "gemini",
        r#"{"command": "x", "trust": "false", "timeout": "5000"}"#,
    );
    assert!(
        seen.said.is_empty() && seen.valid && seen.errors.is_empty(),
        "{:?}",
        seen.said
    );
    assert!(seen.server().entry(Slot::DefaultApproval).is_none());
    let time = seen
        .server()
        .entry(Slot::CallTimeout)
        .map(|entry| &entry.value);
    assert_eq!(time, Some(&Value::Millis(5000.0)));
    let trusted = one("gemini", r#"{"command": "x", "trust": "true"}"#);
    assert_eq!(trusted.text(Slot::DefaultApproval), Some("allow"));
    // Elsewhere it is wrong, for all three.
    let kiro = one("kiro", r#"{"command": "x", "disabled": "true"}"#);
    assert_eq!(kiro.rules(), ["wrong-type"]);
    assert!(!kiro.valid && kiro.errors.contains(&"wrong-type"));
}

#[test]
fn a_time_or_port_that_is_none_costs_itself_and_not_the_server() {
    for (server, slot) in [
        (r#"{"command": "x", "timeout": 0}"#, Slot::CallTimeout),
        (r#"{"command": "x", "timeout": -5}"#, Slot::CallTimeout),
        (
            r#"{"type": "http", "url": "https://a.dev/mcp", "oauth": {"callbackPort": 70000}}"#,
            Slot::OauthCallbackPort,
        ),
    ] {
        let seen = one("claude-code", server);
        assert!(seen.server().entry(slot).is_none(), "{server}");
        assert!(
            seen.server()
                .ignored
                .iter()
                .any(|ignored| ignored.reason == Reason::Refused)
        );
        assert_eq!(seen.rules(), ["wrong-type"], "{server}");
        assert!(!seen.valid, "{server}");
        assert!(
            seen.found.iter().any(|(rule, ..)| *rule == "wrong-type"),
            "{server}"
        );
    }
}

#[test]
fn the_source_of_a_variable_of_codex_is_told_and_kept() {
    let text = "[mcp_servers.a]\ncommand = \"x\"\nenv_vars = [{ name = \"A\", source = \"local\" }, { name = \"B\", source = \"remote\" }]\n";
    let host = |id: &str| by_name(id).expect("a host");
    let environment = mcpconv::convert::Environment::default();
    let run = |to: &str| {
        let input = mcpconv::convert::Input {
            text,
            bom: false,
            host: host("codex"),
            place: &host("codex").places[0],
            name: None,
            glob: None,
            disabled: None,
        };
        mcpconv::convert::convert(
            &[input],
            &mcpconv::convert::Options::new(host(to), &environment),
        )
    };
    let claude = run("claude-code");
    let said: Vec<&str> = claude
        .diagnostics
        .list()
        .iter()
        .map(|said| said.message.as_str())
        .collect();
    assert!(
        said.iter().any(|said| said.contains("env_vars[B].source")),
        "{said:?}"
    );
    assert!(!said.iter().any(|said| said.contains("[A]")), "{said:?}");
    let codex = run("codex").text.expect("a document");
    assert!(codex.contains("remote"), "{codex}");
    let wrong = seen("codex", &text.replace("remote", "elsewhere"));
    assert_eq!(wrong.rules(), ["wrong-type"]);
    assert!(!wrong.valid && wrong.errors.contains(&"wrong-type"));
}

/// What reading says, the linter says too: the same rule, the same bytes, the same words.
#[test]
fn convert_and_lint_use_the_same_words() {
    for (id, server) in [
        ("claude-code", r#"{"command": "x", "command": "y"}"#),
        (
            "claude-code",
            r#"{"command": "x", "env": {"A": "1", "A": "2"}}"#,
        ),
        ("claude-code", r#"{"command": "x", "env": {"A": 1}}"#),
        (
            "claude-code",
            r#"{"command": "x", "args": [1, true, null]}"#,
        ),
        ("claude-code", r#"{"command": 5}"#),
        ("claude-code", r#"{"command": "x", "timeout": 0}"#),
        ("claude-code", r#"{"url": "https://a.dev/mcp"}"#),
        (
            "claude-code",
            r#"{"type": "websocket", "url": "https://a.dev/mcp"}"#,
        ),
        ("claude-code", r#"{"type": "http", "command": "x"}"#),
        ("claude-code", r#"{"type": 5, "command": "x"}"#),
        ("claude-code", r#"{"args": []}"#),
        ("claude-code", "null"),
        (
            "claude-code",
            r#"{"type": "http", "url": "https://a.dev/mcp", "headers": {"A": "1", "a": "2"}}"#,
        ),
        ("opencode", r#"{"command": ["x"]}"#),
        ("opencode", r#"{"type": "local", "command": "x"}"#),
        ("opencode", r#"{"type": "local", "command": []}"#),
        (
            "opencode",
            r#"{"type": "remote", "url": "https://a.dev/mcp", "oauth": true}"#,
        ),
        ("cursor", r#"{"command": "  "}"#),
        ("vscode", r#"{"command": "x", "env": {"A": true}}"#),
        ("gemini", r#"{"command": "x", "timeout": "soon"}"#),
        ("kiro", r#"{"command": "x", "disabled": "yes"}"#),
    ] {
        let seen = one(id, server);
        assert!(!seen.said.is_empty(), "{id} {server}");
        for said in &seen.said {
            assert!(
                seen.found.contains(said),
                "{id} {server}: {said:?} is not in {:#?}",
                seen.found
            );
        }
    }
    for (id, text) in [
        (
            "codex",
            "[mcp_servers.a]\ncommand = \"x\"\nurl = \"https://a.dev/mcp\"\n",
        ),
        (
            "codex",
            "[mcp_servers.a]\nurl = \"https://a.dev/mcp\"\nargs = []\n",
        ),
        (
            "mistral-vibe",
            "[[mcp_servers]]\ntransport = \"stdio\"\ncommand = \"x\"\n",
        ),
        (
            "mistral-vibe",
            "[[mcp_servers]]\nname = \"a\"\ncommand = \"x\"\n",
        ),
        (
            "mcp-proxy",
            "[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\nfoo = 1\n",
        ),
        (
            "mcp-proxy",
            "[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\nheaders = { A = \"1\" }\n",
        ),
    ] {
        let seen = seen(id, text);
        assert!(!seen.said.is_empty(), "{id} {text}");
        for said in &seen.said {
            assert!(
                seen.found.contains(said),
                "{id} {text}: {said:?} is not in {:#?}",
                seen.found
            );
        }
    }
}

/// Looking up names must not walk all of them for each; here it is only the answers that are compared.
#[test]
fn large_objects_are_read_like_small_ones() {
    let count = 3000;
    let pairs: Vec<String> = (0..count)
        .map(|at| format!(r#""K{}": "{at}""#, at % (count / 2)))
        .collect();
    let unknown: Vec<String> = (0..count).map(|at| format!(r#""f{at}": 1"#)).collect();
    let seen = one(
        "claude-code",
        &format!(
            r#"{{"command": "old", "env": {{{}}}, {}, "command": "new"}}"#,
            pairs.join(", "),
            unknown.join(", ")
        ),
    );
    assert_eq!(seen.text(Slot::Command), Some("new"));
    let Some(Value::Map(env)) = seen.server().entry(Slot::Env).map(|entry| &entry.value) else {
        panic!("no variables")
    };
    assert_eq!(env.len(), count / 2);
    assert_eq!(
        env[0].value.as_ref().and_then(|value| value.as_literal()),
        Some("1500")
    );
    let twice = seen
        .rules()
        .iter()
        .filter(|rule| **rule == "duplicate-key")
        .count();
    assert_eq!(twice, count / 2 + 1);
}

/// Go reads keys in any case, and of several the last.
#[test]
fn the_case_of_a_field_may_not_matter() {
    let text = r#"{"mcp": {"a": {"Type": "stdio", "COMMAND": "first", "Command": "second", "args": ["x"], "Timeout": 3}}}"#;
    let seen = seen("crush", text);
    let server = &seen.servers[0];
    assert_eq!(server.transport, Transport::Stdio);
    let Some(Value::Text(program)) = server.entry(Slot::Command).map(|entry| &entry.value) else {
        panic!("a program");
    };
    assert_eq!(program.as_literal(), Some("second"));
    assert!(server.entry(Slot::StartupTimeout).is_some());
    assert!(seen.said.iter().any(|(rule, ..)| *rule == "duplicate-key"));
}

/// Headers that a host does not send once OAuth is used.
#[test]
fn fields_that_crowd_others_out_are_told() {
    let text = r#"{"mcp": {"a": {"type": "http", "url": "https://h/mcp", "oauth": true, "headers": {"X-A": "b"}}}}"#;
    let seen = seen("crush", text);
    assert!(seen.servers[0].entry(Slot::Headers).is_none());
    assert!(
        seen.servers[0]
            .ignored
            .iter()
            .any(|field| field.reason == Reason::Overruled)
    );
    assert!(
        seen.found
            .iter()
            .any(|(rule, at, _)| *rule == "unknown-field" && at == "\"headers\"")
    );
    let open = text.replace("\"oauth\": true, ", "");
    assert!(
        self::seen("crush", &open).servers[0]
            .entry(Slot::Headers)
            .is_some()
    );
}
