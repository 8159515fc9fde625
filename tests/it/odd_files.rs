//! More of what real clients were seen to do with odd files: values that every parser takes and no process gets.

use crate::at_run_time::Said;
use crate::support::{Folder, json};

#[test]
fn codex_skips_a_server_with_a_variable_of_a_remote_environment_that_it_is_not_in() {
    let vars = r#"env_vars = [{ name = "X", source = "remote" }]"#;
    let said = Said::of(
        "codex",
        &format!(
            "[mcp_servers.here]\ncommand = \"x\"\n{vars}\n\
             [mcp_servers.local]\ncommand = \"x\"\n{vars}\nenvironment_id = \"local\"\n\
             [mcp_servers.away]\ncommand = \"x\"\n{vars}\nenvironment_id = \"box\"\n\
             [mcp_servers.plain]\ncommand = \"x\"\nenv_vars = [{{ name = \"X\", source = \"local\" }}]\n"
        ),
    );
    assert_eq!(
        ["here", "local", "away", "plain"].map(|name| said.effect(name)),
        ["skipped", "skipped", "starts", "starts"]
    );
}

#[test]
fn the_name_of_a_variable_ends_at_its_first_equals_sign() {
    let said = Said::of(
        "claude-code",
        r#"{"mcpServers": {"a": {"command": "x", "env": {"A=B": "c", "=": "d"}}}}"#,
    );
    let env = &said.servers["a"]["env"];
    assert_eq!(env["A"]["value"], "B=c");
    assert_eq!(env["="]["value"], "d");
}

#[test]
fn references_of_opencode_are_replaced_in_names_too() {
    let text = r#"{"$schema": "https://opencode.ai/config.json", "mcp": {
        "a": {"type": "local", "command": ["x"], "environment": {"OWN_{env:WORD}": "1"}},
        "b": {"type": "remote", "url": "https://acme.dev/mcp", "headers": {"X-{env:WORD}": "1"}}
    }}"#;
    let folder = Folder::new(&[("opencode.json", text)]);
    let shown = folder.run("show --format json --values --no-env --env WORD=here opencode.json");
    let servers = &json(&shown.stdout)["servers"];
    assert_eq!(servers[0]["env"]["OWN_here"]["value"], "1", "{servers}");
    assert_eq!(servers[1]["headers"]["x-here"]["value"], "1", "{servers}");
}

#[test]
fn nobody_starts_a_program_without_a_name() {
    let said = Said::of(
        "claude-code",
        r#"{"mcpServers": {"a": {"command": " "}, "b": {"command": "x"}}}"#,
    );
    assert_eq!(said.effect("b"), "starts");
    assert_eq!(said.effect("a"), "rejected");
    assert!(
        said.says("Claude Code skips this server"),
        "{:?}",
        said.labels
    );
    // The file passes, and the server fails when it is started.
    let codex = "[mcp_servers.a]\ncommand = ' '\n[mcp_servers.b]\ncommand = 'x'\n";
    assert_eq!(Said::of("codex", codex).effect("b"), "starts");
}

#[test]
fn a_time_that_no_number_of_the_host_holds_is_refused() {
    let claude = |time: &str| {
        let text = format!(r#"{{"mcpServers": {{"a": {{"command": "x", "timeout": {time}}}}}}}"#);
        Said::of("claude-code", &text).says("Claude Code skips this server")
    };
    assert_eq!(["9007199254740991", "1e16"].map(claude), [false, true]);
    let codex = |time: &str| {
        let text = format!("[mcp_servers.a]\ncommand = \"x\"\nstartup_timeout_sec = {time}\n");
        Said::of("codex", &text).says("Codex does not start")
    };
    assert_eq!(["1e18", "1e20"].map(codex), [false, true]);
}

#[test]
fn a_map_without_its_key_is_a_plugins_file_beside_its_manifest_alone() {
    let text = r#"{"a": {"command": "x"}}"#;
    let servers = |folder: &Folder| {
        let shown = folder.run("show --host claude-code --format json work/.mcp.json");
        json(&shown.stdout)["servers"]
            .as_array()
            .map_or(0, Vec::len)
    };
    let folder = Folder::new(&[("work/.mcp.json", text)]);
    assert_eq!(servers(&folder), 0);
    let folder = folder.with("work/.claude-plugin/plugin.json", br#"{"name": "p"}"#);
    assert_eq!(servers(&folder), 1);
}

#[test]
fn claude_code_complains_about_an_object_without_servers() {
    let label = "Claude Code rejects the whole file";
    assert!(Said::of("claude-code", "{}").says(label));
    assert!(!Said::of("claude-code", r#"{"mcpServers": {}}"#).says(label));
}

#[test]
fn an_empty_name_is_a_name_to_continue() {
    let text = "name: n\nversion: 0.0.1\nschema: v1\nmcpServers:\n  - { name: '', command: x }\n";
    assert_eq!(Said::of("continue", text).effect(""), "starts");
}

#[test]
fn a_tag_of_another_program_stops_librechat() {
    let file =
        |tag: &str| format!("version: 1.2.8\nmcpServers:\n  a: {{ command: {tag} x, args: [] }}\n");
    let label = "LibreChat rejects the whole file";
    for tag in ["", "!!str", "!", "!!binary"] {
        assert!(!Said::of("librechat", &file(tag)).says(label), "{tag}");
    }
    for tag in ["!x", "!!python/name", "!<tag:acme.dev,2020:x>"] {
        assert!(Said::of("librechat", &file(tag)).says(label), "{tag}");
    }
}

#[test]
fn two_spellings_of_one_header_are_joined_by_fetch() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "https://acme.dev/mcp",
        "headers": {"X-A": "1", "X-B": "3", "x-a": "2"}}}}"#;
    let said = Said::of("claude-code", text);
    assert_eq!(said.servers["a"]["headers"]["x-a"]["value"], "1, 2");
    let label = "Claude Code sends both values, with a comma between them";
    assert!(said.says(label), "{:?}", said.labels);
}

#[test]
fn fetch_sends_no_header_beyond_latin_1_and_python_none_beyond_ascii() {
    let effects = |host: &str, kind: &str| {
        let server = |value: &str| {
            format!(r#"{{{kind} "url": "https://acme.dev/mcp", "headers": {{"X-A": "{value}"}}}}"#)
        };
        let (plain, latin, wide) = (server("a"), server("\u{e4}"), server("\u{65e5}"));
        let text = format!(r#"{{"mcpServers": {{"a": {plain}, "b": {latin}, "c": {wide}}}}}"#);
        let said = Said::of(host, &text);
        ["a", "b", "c"].map(|name| said.effect(name).to_owned())
    };
    let tagged = r#""type": "http","#;
    let claude = effects("claude-code", tagged);
    assert_eq!(claude, ["connects", "connects", "rejected"]);
    let fastmcp = effects("fastmcp", "");
    assert_eq!(fastmcp, ["connects", "rejected", "rejected"]);
}

#[test]
fn arguments_of_any_type_become_text_as_javascript_prints_them() {
    let text = r#"{"mcpServers": {"a": {"type": "stdio", "command": "x",
        "args": [null, 7, {"k": 1}, ["y", null, 2]]}}}"#;
    let said = Said::of("droid", text);
    let args = said.servers["a"]["args"].as_array().expect("arguments");
    let args: Vec<_> = args.iter().map(|it| it["value"].clone()).collect();
    assert_eq!(args, ["null", "7", "[object Object]", "y,,2"]);
}

#[test]
fn gemini_looks_up_whatever_stands_in_braces_of_variables_and_headers() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": ["${X/w/x}"],
        "env": {"A": "${X/w/x}", "B": "${input:x}", "C": "${X:-d}"}}}}"#;
    let said = Said::of("gemini", text);
    let env = &said.servers["a"]["env"];
    assert_eq!(env["A"]["value"], "");
    assert_eq!(env["B"]["value"], "");
    assert_eq!(env["C"]["value"], "d");
    assert_eq!(said.servers["a"]["args"][0]["value"], "${X/w/x}");
}
