//! What a host refuses is refused by `lint` and `show`, and is reported by a conversion, also under `--strict`.

use mcpconv::hosts::by_name;
use mcpconv::internals::host::schema;
use mcpconv::internals::syntax::parse;

use crate::support::{Folder, json, plain};

/// A file that a host refuses, in whole or in part.
struct Refused {
    host: &'static str,
    file: &'static str,
    text: &'static str,
    rule: &'static str,
    /// A schema can say it too.
    shape: bool,
}

const fn refused(
    host: &'static str,
    file: &'static str,
    rule: &'static str,
    text: &'static str,
) -> Refused {
    Refused {
        host,
        file,
        text,
        rule,
        shape: false,
    }
}

const fn misshapen(
    host: &'static str,
    file: &'static str,
    rule: &'static str,
    text: &'static str,
) -> Refused {
    Refused {
        shape: true,
        ..refused(host, file, rule, text)
    }
}

impl Refused {
    /// Lint, show and convert say it, and the schema refuses it if it can.
    fn check(&self) {
        let Self {
            host,
            file,
            text,
            rule,
            shape,
        } = *self;
        let folder = Folder::new(&[(file, text)]);
        let lint = folder.lint(&["--host", host, "--format", "json", file]);
        let errors = json(&lint.stdout)["findings"].clone();
        let errors = errors.as_array().expect("a list");
        let is_error = |it: &serde_json::Value| it["rule"] == rule && it["level"] == "error";
        assert!(
            errors.iter().any(is_error),
            "lint, {host}: {text}\n{lint:?}"
        );
        let show = folder.run(&["show", "--host", host, "--format", "json", file]);
        assert_eq!(show.code, 1, "show, {host}: {text}\n{show:?}");
        assert!(show.stdout.contains(rule), "show, {host}: {text}\n{show:?}");
        let to = if host == "codex" { "cursor" } else { "codex" };
        let convert = folder.run(&["--from", host, "--to", to, "--strict", file]);
        let told = convert.stderr.contains(&format!("[{rule}]"));
        assert!(told, "convert, {host}: {text}\n{convert:?}");
        if shape {
            let known = by_name(host).expect("a host");
            let document = parse(text, known.places[0].language).expect("a document");
            let validator = jsonschema::validator_for(&schema(known)).expect("a schema");
            let value = plain(document.root.as_ref().expect("a value"));
            assert!(!validator.is_valid(&value), "schema, {host}: {text}");
        }
    }
}

#[test]
fn a_url_that_is_none_is_refused_where_the_host_checks_it() {
    for (host, file, text) in [
        (
            "roo",
            ".roo/mcp.json",
            r#"{"mcpServers": {"a": {"type": "sse", "url": "e.com:3000/mcp"}}}"#,
        ),
        (
            "cline",
            "cline_mcp_settings.json",
            r#"{"mcpServers": {"a": {"type": "sse", "url": "e.com:3000/mcp"}}}"#,
        ),
        (
            "kimi",
            ".kimi-code/mcp.json",
            r#"{"mcpServers": {"a": {"url": "e.com:3000/mcp"}}}"#,
        ),
        (
            "copilot-cli",
            ".github/mcp.json",
            r#"{"mcpServers": {"a": {"type": "http", "url": "e.com:3000/mcp", "tools": ["*"]}}}"#,
        ),
        (
            "librechat",
            "librechat.yaml",
            "version: '1.2.8'\nmcpServers:\n  a:\n    type: sse\n    url: e.com:3000/mcp\n",
        ),
    ] {
        refused(host, file, "invalid-url", text).check();
    }
}

#[test]
fn no_url_that_is_none_is_written_for_roo_which_would_reject_the_whole_file() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "e.com:3000/mcp"}, "b": {"command": "y"}}}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    let ran = folder.run("--to roo .mcp.json");
    assert!(!ran.stdout.contains("e.com") && ran.stdout.contains("\"b\""));
    assert_eq!(folder.run("--to roo --strict .mcp.json").code, 1);
}

#[test]
fn a_field_that_needs_another_one_is_refused_without_it() {
    let rule = "missing-required-field";
    let nested = |host, file, text| misshapen(host, file, rule, text).check();
    let url = "https://e.com/mcp";
    let json = |fields: &str| -> &'static str {
        format!(
            r#"{{"mcpServers": {{"a": {{"url": "{url}", {fields}}}, "b": {{"command": "y"}}}}}}"#
        )
        .leak()
    };
    nested("cursor", ".cursor/mcp.json", json(r#""auth": {}"#));
    let scope = json(r#""auth": {"scopes": ["x"]}"#);
    nested("cursor", ".cursor/mcp.json", scope);
    let issuer = json(r#""type": "http", "oauth": {"clientId": "x"}"#);
    nested("droid", ".factory/mcp.json", issuer);
    let id = json(r#""type": "http", "tools": ["*"], "oauthScopes": ["x"]"#);
    nested("copilot-cli", ".github/mcp.json", id);
    let zed = r#"{"context_servers": {"a": {"url": "https://e.com/mcp", "oauth": {}}}}"#;
    nested("zed", ".zed/settings.json", zed);
    nested(
        "codex",
        ".codex/config.toml",
        "[mcp_servers.a]\nurl = \"https://e.com/mcp\"\noauth = { client_secret = \"x\" }\n",
    );
    nested(
        "mistral-vibe",
        ".vibe/config.toml",
        "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.com\"\nauth = { type = \"oauth\" }\n",
    );
}

#[test]
fn fields_that_exclude_each_other_are_refused_together() {
    let rule = "unknown-field";
    let vibe = |rest: &str| -> &'static str {
        let head = "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.com\"\n";
        format!("{head}{rest}").leak()
    };
    for rest in [
        "headers = { A = \"b\" }\nauth = { type = \"static\" }\n",
        "api_key_env = \"A\"\nauth = { type = \"static\" }\n",
        "auth = { type = \"oauth\", scopes = [], client_id = \"x\", client_metadata_url = \"https://e.com\" }\n",
        "auth = { type = \"static\", colour = 1 }\n",
    ] {
        misshapen("mistral-vibe", ".vibe/config.toml", rule, vibe(rest)).check();
    }
    let proxy = "[proxy]\nname = \"p\"\n[proxy.listen]\n[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\nexpose_tools = [\"a\"]\nhide_tools = [\"b\"]\n";
    misshapen("mcp-proxy", "proxy.toml", rule, proxy).check();
    let cursor = r#"{"mcpServers": {"a": {"url": "https://e.com/mcp", "tls": {"colour": 1}}}}"#;
    misshapen("cursor", ".cursor/mcp.json", rule, cursor).check();
}

#[test]
fn words_around_a_key_without_the_mark_for_it_are_refused() {
    for format in ["Bearer", "Bearer {key}", "{token} {token}"] {
        let text = format!(
            "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.com\"\nauth = {{ type = \"static\", api_key_env = \"T\", api_key_format = \"{format}\" }}\n"
        );
        misshapen(
            "mistral-vibe",
            ".vibe/config.toml",
            "wrong-type",
            text.leak(),
        )
        .check();
    }
}

#[test]
fn what_says_how_a_key_is_sent_is_no_unknown_field_of_its_object() {
    let text = "[[mcp_servers]]\nname = \"a\"\ntransport = \"http\"\nurl = \"https://e.com\"\nauth = { type = \"static\", api_key_env = \"T\", api_key_header = \"X-A\", api_key_format = \"k {token}\" }\n";
    let host = by_name("mistral-vibe").expect("a host");
    let document = parse(text, host.places[0].language).expect("a document");
    let validator = jsonschema::validator_for(&schema(host)).expect("a schema");
    let value = plain(document.root.as_ref().expect("a value"));
    assert!(validator.is_valid(&value), "{value}");
    let folder = Folder::new(&[(".vibe/config.toml", text)]);
    assert_eq!(folder.lint(&[".vibe/config.toml"]).code, 0);
}

#[test]
fn fields_and_keys_that_a_host_removed_stop_it() {
    let server = "[mcp_servers.a]\nurl = \"https://e.com/mcp\"\n";
    for text in [
        format!("{server}bearer_token = \"y\"\n"),
        format!("profile = \"p\"\n{server}"),
    ] {
        refused(
            "codex",
            ".codex/config.toml",
            "deprecated-field",
            text.leak(),
        )
        .check();
    }
    // Nobody says that it only ignores such a field.
    let text = format!("{server}bearer_token = \"y\"\n");
    let folder = Folder::new(&[(".codex/config.toml", &text)]);
    let ran = folder.run("--to cursor --strict .codex/config.toml");
    assert!(
        ran.code == 1 && !ran.stderr.contains("ignores it"),
        "{ran:?}"
    );
}

#[test]
fn names_that_a_host_refuses_are_reported() {
    let rule = "invalid-server-name";
    let codex = "[mcp_servers.\"a b\"]\nurl = \"https://e.com/mcp\"\n";
    refused("codex", ".codex/config.toml", rule, codex).check();
    let vibe = "[[mcp_servers]]\nname = \"--\"\ntransport = \"http\"\nurl = \"https://e.com\"\n";
    refused("mistral-vibe", ".vibe/config.toml", rule, vibe).check();
    for name in ["a}", "b//c"] {
        let text = format!(
            r#"{{"mcpServers": {{"{name}": {{"type": "local", "command": "x", "args": [], "tools": ["*"]}}}}}}"#
        );
        refused("copilot-cli", ".github/mcp.json", rule, text.leak()).check();
    }
}

#[test]
fn two_names_that_are_one_stop_a_host_that_refuses_them() {
    let rule = "server-name-collision";
    let vibe = |name: &str| {
        format!(
            "[[mcp_servers]]\nname = \"{name}\"\ntransport = \"http\"\nurl = \"https://e.com\"\n"
        )
    };
    let both = vibe("a b") + &vibe("a_b");
    refused("mistral-vibe", ".vibe/config.toml", rule, both.leak()).check();
    let backend = "[[backends]]\nname = \"a\"\ntransport = \"stdio\"\ncommand = \"x\"\n";
    let proxy = format!("[proxy]\nname = \"p\"\n[proxy.listen]\n{backend}{backend}");
    refused("mcp-proxy", "proxy.toml", rule, proxy.leak()).check();
}

#[test]
fn keys_around_the_servers_that_a_host_insists_on_or_refuses_are_reported() {
    let needed = "missing-required-field";
    let yaml = "mcpServers:\n  a:\n    command: x\n    args: []\n";
    misshapen("librechat", "librechat.yaml", needed, yaml).check();
    let list = "mcpServers:\n  - name: a\n    command: x\n";
    refused("continue", ".continue/mcpServers/a.yaml", needed, list).check();
    let anchors = format!("version: '1.2.8'\nx-base: 1\n{yaml}");
    misshapen(
        "librechat",
        "librechat.yaml",
        "unknown-field",
        anchors.leak(),
    )
    .check();
}

#[test]
fn servers_where_their_host_does_not_look_are_converted_and_that_is_reported() {
    let map = r#"{"a": {"command": "x"}}"#;
    let wrapped = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    for (file, text, rule) in [
        (".vscode/mcp.json", wrapped, "wrong-root-key"),
        (".mcp.json", map, "wrong-root-key"),
        (
            ".vscode/settings.json",
            r#"{"mcp": {"servers": {"a": {"command": "x"}}}}"#,
            "ignored-config-location",
        ),
        (".claude/mcp.json", wrapped, "ignored-config-location"),
        (".claude/settings.json", wrapped, "ignored-config-location"),
    ] {
        let folder = Folder::new(&[(file, text), ("other.json", wrapped)]);
        let ran = folder.run(&["--to", "cursor", "--strict", file]);
        let told = ran.stderr.contains(&format!("[{rule}]"));
        assert!(ran.code == 0 && told, "{file}: {ran:?}");
        assert!(ran.stdout.contains("\"a\""), "{file}: {ran:?}");
        let ran = folder.run(&["diff", "--right-host", "cursor", file, "other.json"]);
        assert!(ran.stderr.contains(rule), "{file}: {ran:?}");
    }
    let settings =
        "[sync]\nsource = \".vscode/mcp.json\"\n[[sync.target]]\nfile = \".cursor/mcp.json\"\n";
    let folder = Folder::new(&[(".vscode/mcp.json", wrapped), ("mcpconv.toml", settings)]);
    assert!(folder.run("sync").stderr.contains("[wrong-root-key]"));
    assert!(
        !folder
            .run("sync --check")
            .stderr
            .contains("[wrong-root-key]")
    );
    // Where the host does look, nothing is to be said.
    for (file, text) in [
        (
            ".vscode/mcp.json",
            r#"{"servers": {"a": {"command": "x"}}}"#,
        ),
        (".mcp.json", wrapped),
        ("plugins/p/.mcp.json", map),
        ("any.json", wrapped),
    ] {
        let folder = Folder::new(&[(file, text)]);
        let ran = folder.run(&["--from", "claude-code", "--to", "cursor", "--strict", file]);
        let other = folder.run(&["--to", "cursor", "--strict", file]);
        let own = if file.starts_with(".vscode") {
            other
        } else {
            ran
        };
        assert!(
            own.code == 0 && !own.stderr.contains("warning["),
            "{file}: {own:?}"
        );
    }
}

#[test]
fn a_url_on_a_host_without_urls_is_refused_whatever_its_type() {
    for word in ["stdio", "http"] {
        let text = format!(
            r#"{{"mcpServers": {{"a": {{"type": "{word}", "url": "https://e.com/mcp"}}}}}}"#
        );
        let folder = Folder::new(&[("claude_desktop_config.json", &text)]);
        let ran = folder.lint(&["claude_desktop_config.json"]);
        assert!(
            ran.code == 1 && ran.stdout.contains("Claude Desktop cannot connect to"),
            "{word}: {ran:?}"
        );
    }
}

#[test]
fn a_server_is_not_called_disabled_by_a_value_that_its_host_refuses() {
    let text = r#"{"mcpServers": {"a": {"type": "local", "command": "x", "args": [], "tools": ["*"], "disabled": "true"}}}"#;
    refused("copilot-cli", ".github/mcp.json", "wrong-type", text).check();
}

#[test]
fn of_a_transport_that_a_host_does_not_have_only_the_word_is_wrong() {
    let text = r#"{"mcpServers": {"a": {"type": "ws", "url": "wss://e.com/mcp"}}}"#;
    let folder = Folder::new(&[(".roo/mcp.json", text)]);
    let ran = folder.run("--to droid .roo/mcp.json");
    let known = ran.stderr.contains("[unsupported-transport]");
    assert!(known && !ran.stderr.contains("is not allowed"), "{ran:?}");
    let show = folder.run("show .roo/mcp.json");
    assert!(show.code == 1 && !show.stdout.contains("is not allowed"));
}

#[test]
fn the_linter_and_conversions_give_a_fact_the_same_id() {
    let url = r#""url": "https://mcp.acme.dev/mcp""#;
    for (file, server, rule) in [
        (".mcp.json", "{}".to_owned(), "missing-transport"),
        (
            ".mcp.json",
            r#"{"type": "stdio"}"#.to_owned(),
            "missing-transport",
        ),
        (
            ".cursor/mcp.json",
            r#"{"command": ""}"#.to_owned(),
            "missing-transport",
        ),
        (
            ".cursor/mcp.json",
            format!(r#"{{"type": "ws", {url}}}"#),
            "unsupported-transport",
        ),
        (
            "claude_desktop_config.json",
            format!("{{{url}}}"),
            "unsupported-transport",
        ),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        let folder = Folder::new(&[(file, &text)]);
        let said = folder.run(&format!("--to vscode {file}")).stderr;
        assert!(
            said.contains(&format!("[{rule}]")),
            "{file} {server}: {said}"
        );
        let found = folder.lint(&[file]).stdout;
        assert!(
            found.contains(&format!("[{rule}]")),
            "{file} {server}: {found}"
        );
    }
}

#[test]
fn the_words_of_single_hosts_are_transports_of_a_document_of_none() {
    for (word, reach) in [
        ("STDIO", r#""command": "x""#),
        ("local", r#""command": "x""#),
        ("HTTP", r#""url": "https://mcp.acme.dev/x""#),
        ("remote", r#""url": "https://mcp.acme.dev/x""#),
    ] {
        let text = format!(r#"{{"mcpServers": {{"a": {{"type": "{word}", {reach}}}}}}}"#);
        let folder = Folder::new(&[("mcp.json", &text)]);
        let ran = folder.run("--from mcp-json --to claude-code --strict mcp.json");
        assert_eq!(ran.code, 0, "{word}: {ran:?}");
        assert_eq!(folder.run("show mcp.json").code, 0, "{word}");
        assert_eq!(folder.lint(&["mcp.json"]).code, 0, "{word}");
    }
    let typo = r#"{"mcpServers": {"a": {"type": "htpp", "url": "https://mcp.acme.dev/x"}}}"#;
    let folder = Folder::new(&[("mcp.json", typo)]);
    assert_eq!(folder.lint(&["mcp.json"]).code, 1);
    assert_eq!(folder.run("show mcp.json").code, 1);
}

#[test]
fn a_reference_that_the_host_refuses_in_a_file_is_refused_by_all() {
    let rule = "unsupported-variable-syntax";
    for server in [
        r#"{"type": "local", "command": ["z", "{env:X}"]}"#,
        r#"{"type": "local", "command": ["z"], "environment": {"A": "{env:X}"}}"#,
        r#"{"type": "remote", "url": "https://e.com/mcp", "headers": {"A": "{env:X}"}}"#,
        r#"{"type": "remote", "url": "https://e.com/mcp", "headers": {"A": "{file:x}"}}"#,
    ] {
        let text =
            format!(r#"{{"mcp": {{"g": {{"type": "local", "command": ["y"]}}, "a": {server}}}}}"#);
        refused("kilo", "kilo.json", rule, text.leak()).check();
    }
}

#[test]
fn an_empty_command_costs_the_file_or_the_server_and_all_say_the_same() {
    let servers = r#"{"g": {"command": "y"}, "a": {"command": ""}}"#;
    for (host, file, root, whole) in [
        ("roo", ".roo/mcp.json", "mcpServers", true),
        ("kimi", ".kimi-code/mcp.json", "mcpServers", true),
        ("zed", ".zed/settings.json", "context_servers", false),
        ("cursor", ".cursor/mcp.json", "mcpServers", false),
        ("kiro", ".kiro/settings/mcp.json", "mcpServers", false),
        ("amazon-q", ".amazonq/mcp.json", "mcpServers", false),
        (
            "continue",
            ".continue/mcpServers/x.json",
            "mcpServers",
            false,
        ),
    ] {
        let folder = Folder::new(&[(file, &format!(r#"{{"{root}": {servers}}}"#))]);
        let lint = folder.lint(&["--host", host, file]);
        let show = folder.run(&["show", "--host", host, "--format", "json", file]);
        let shown = json(&show.stdout)["servers"].clone();
        let list = shown.as_array().expect("a list").iter();
        let runs = list.filter(|it| it["effect"] == "starts").count();
        assert_eq!(runs, usize::from(!whole), "{host}: {show:?}");
        for said in [&lint.stdout, &show.stdout] {
            let told = said.contains("rejects the whole file");
            assert_eq!(told, whole, "{host}: {said}");
        }
    }
}

#[test]
fn a_transport_without_its_key_costs_no_more_than_a_server_without_any() {
    for (host, file, root) in [
        ("amazon-q", ".amazonq/mcp.json", "mcpServers"),
        ("crush", "crush.json", "mcp"),
    ] {
        let servers = r#"{"g": {"type": "stdio", "command": "y"}, "a": {"type": "stdio", "url": "https://e.com/mcp"}}"#;
        let text = format!(r#"{{"{root}": {servers}}}"#);
        let folder = Folder::new(&[(file, &text)]);
        for said in [
            folder.lint(&["--host", host, file]).stdout,
            folder.run(&["show", "--host", host, file]).stdout,
        ] {
            assert!(said.contains("skips this server"), "{host}: {said}");
            let more = said.contains("whole file") || said.contains("does not start");
            assert!(!more, "{host}: {said}");
        }
    }
}

#[test]
fn a_field_that_stands_twice_is_refused_where_the_host_does() {
    refused(
        "zed",
        ".zed/settings.json",
        "duplicate-key",
        r#"{"context_servers": {"g": {"command": "y"}, "a": {"command": "x", "command": "z"}}}"#,
    )
    .check();
    let text = r#"{"context_servers": {"a": {"command": "x", "env": {"A": "1", "A": "2"}}}}"#;
    let folder = Folder::new(&[(".zed/settings.json", text)]);
    assert_eq!(folder.run("show .zed/settings.json").code, 0);
}

#[test]
fn what_only_the_command_line_of_a_host_refuses_rejects_no_server() {
    let text = "{\"mcpServers\": {\"a\": {\"command\": \"x\"}} // why\n}";
    let folder = Folder::new(&[(".kiro/settings/mcp.json", text)]);
    let show = folder.run("show .kiro/settings/mcp.json");
    assert_eq!(show.code, 0, "{show:?}");
    let lint = folder.lint(&[".kiro/settings/mcp.json"]);
    assert!(lint.stdout.contains("the command line"), "{lint:?}");
}

#[test]
fn a_value_that_does_no_harm_costs_no_server() {
    for (host, file, root) in [
        ("vscode", ".vscode/mcp.json", "servers"),
        ("mcp-json", "mcp.json", "mcpServers"),
    ] {
        let text = format!(r#"{{"{root}": {{"a": {{"command": "x", "env": true}}}}}}"#);
        let folder = Folder::new(&[(file, &text)]);
        let show = folder.run(&["show", "--host", host, file]);
        assert_eq!(show.code, 0, "{host}: {show:?}");
        let convert = folder.run(&["--from", host, "--to", "kiro", file]);
        assert!(convert.stdout.contains("\"a\""), "{host}: {convert:?}");
        let lint = folder.lint(&["--host", host, file]);
        assert!(!lint.stdout.contains("error["), "{host}: {lint:?}");
    }
}

#[test]
fn an_empty_folder_means_none_and_is_not_written() {
    for (host, file) in [
        ("gemini", ".gemini/settings.json"),
        ("copilot-cli", ".mcp.json"),
        ("mcp-json", "mcp.json"),
    ] {
        let server = r#"{"type": "local", "command": "x", "cwd": "", "tools": ["*"]}"#;
        let text = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        let folder = Folder::new(&[(file, &text)]);
        for to in ["codex", "fastmcp"] {
            let ran = folder.run(&["--from", host, "--to", to, file]);
            assert!(
                ran.code == 0 && !ran.stdout.contains("cwd"),
                "{host}: {ran:?}"
            );
        }
    }
}
