//! A host may read its files in different ways; each goes by the format of its own place.

use crate::support::{Folder, json};

const BOTH: &str = r#"{"mcpServers": {"a": {"command": "x", "url": "https://example.com/mcp"}}}"#;
const CWD: &str = r#"{"mcpServers": {"a": {"command": "x", "cwd": "/srv"}}}"#;

#[test]
fn a_bad_server_of_a_plugin_of_codex_is_skipped_alone() {
    let folder = Folder::new(&[(".codex-plugin/plugin.json", BOTH)]).with(
        ".codex/config.toml",
        "[mcp_servers.a]\ncommand = 'x'\nurl = 'https://example.com/mcp'\n",
    );
    let plugin = folder.lint(&[".codex-plugin/plugin.json"]).stdout;
    assert!(plugin.contains("conflicting-transport"), "{plugin}");
    assert!(!plugin.contains("does not start"), "{plugin}");
    let config = folder.lint(&[".codex/config.toml"]).stdout;
    assert!(config.contains("does not start"), "{config}");
}

#[test]
fn what_vs_code_ignores_in_a_borrowed_file_is_dropped_with_a_warning() {
    let folder = Folder::new(&[("c.json", CWD)]);
    let convert =
        |to: &str| folder.run(format!("--from cursor --to vscode c.json -o {to}").as_str());
    let borrowed = convert(".mcp.json");
    assert!(
        borrowed.stderr.contains("conversion-field-dropped") && borrowed.stderr.contains("`cwd`"),
        "{borrowed:?}"
    );
    assert!(!folder.read(".mcp.json").contains("cwd"));
    let own = convert(".vscode/mcp.json");
    assert!(!own.stderr.contains("dropped"), "{own:?}");
    assert!(
        folder
            .read(".vscode/mcp.json")
            .contains("\"cwd\": \"/srv\"")
    );
}

#[test]
fn qwen_takes_the_word_http_in_a_borrowed_file_and_no_other() {
    let text = r#"{"mcpServers": {
        "plain": {"url": "https://example.com/mcp"},
        "http": {"type": "http", "url": "https://example.com/mcp"},
        "other": {"type": "streamable-http", "url": "https://example.com/mcp"}
    }}"#;
    let folder = Folder::new(&[(".mcp.json", text)]);
    let ran = folder.run("show --host qwen --format json .mcp.json");
    let data = json(&ran.stdout);
    let transports: Vec<_> = data["servers"]
        .as_array()
        .expect("a list of servers")
        .iter()
        .map(|server| (server["name"].as_str(), server["transports"][0].as_str()))
        .collect();
    let expected = [("plain", "sse"), ("http", "http"), ("other", "sse")];
    assert_eq!(
        transports,
        expected.map(|(name, kind)| (Some(name), Some(kind))),
        "{data:#}"
    );
}

#[test]
fn a_time_of_the_newer_form_is_written_as_an_object() {
    let target = r#"{"mcp": {"servers": {
        "docs": {"type": "local", "command": ["x"], "timeout": {"catalog": 5000, "execution": 5000}}
    }}}"#;
    let source = r#"{"mcpServers": {
        "docs": {"command": "x", "timeout": 60000}, "new": {"command": "y", "timeout": 60000}
    }}"#;
    let folder = Folder::new(&[("opencode.json", target), (".mcp.json", source)]);
    let ran = folder.run("--from claude-code --to opencode .mcp.json -o opencode.json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = json(&folder.read("opencode.json"));
    let docs = &written["mcp"]["servers"]["docs"]["timeout"];
    assert_eq!(docs["execution"], 60000, "{written:#}");
    assert_eq!(docs["catalog"], 60000, "{written:#}");
    // A number would cost the server there, and the two forms stand side by side (observed with 1.18.33).
    assert_eq!(written["mcp"]["new"]["timeout"], 60000, "{written:#}");
}

#[test]
fn a_bad_server_of_the_newer_form_is_skipped_alone() {
    let bad = r#"{"type": "local", "command": "docs-server"}"#;
    let good = r#"{"type": "local", "command": ["docs-server"]}"#;
    let shown = |text: &str| {
        let folder = Folder::new(&[("opencode.json", text)]);
        let ran = folder.run("show --format json opencode.json");
        let data = json(&ran.stdout);
        let servers = data["servers"].as_array().expect("a list").iter();
        let effects = servers.map(|server| server["effect"].as_str().unwrap_or("").to_owned());
        effects.collect::<Vec<_>>()
    };
    let servers = format!(r#"{{"bad": {bad}, "good": {good}}}"#);
    let old = format!(r#"{{"mcp": {servers}}}"#);
    assert_eq!(shown(&old), ["rejected", "rejected"]);
    let new = format!(r#"{{"mcp": {{"servers": {servers}}}}}"#);
    assert_eq!(shown(&new), ["rejected", "starts"]);
}

#[test]
fn xcsh_drops_the_whole_file_where_it_trips() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "args": "-y"}, "b": {"command": "x"}}}"#;
    let folder = Folder::new(&[(".xcsh/mcp.json", text)]);
    let ran = folder.run("show --format json .xcsh/mcp.json");
    let data = json(&ran.stdout);
    assert_eq!(data["servers"][1]["effect"], "rejected", "{data:#}");
}

#[test]
fn inputs_of_a_dev_container_stand_beside_its_servers() {
    let source = r#"{
        "inputs": [{"id": "key", "type": "promptString", "description": "Key", "password": true}],
        "servers": {"a": {"type": "stdio", "command": "x", "env": {"KEY": "${input:key}"}}}
    }"#;
    let target = r#"{"image": "x", "customizations": {"vscode": {"mcp": {"servers": {}}}}}"#;
    let folder = Folder::new(&[
        ("mcp.json", source),
        (".devcontainer/devcontainer.json", target),
    ]);
    let ran = folder.run("--from vscode --to vscode mcp.json -o .devcontainer/devcontainer.json");
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = json(&folder.read(".devcontainer/devcontainer.json"));
    assert!(written["inputs"].is_null(), "{written:#}");
    let mcp = &written["customizations"]["vscode"]["mcp"];
    assert_eq!(mcp["inputs"][0]["id"], "key", "{written:#}");
}

#[test]
fn servers_beside_the_manifest_of_a_plugin_need_no_key_around_them() {
    let bare = r#"{"docs": {"command": "${CLAUDE_PLUGIN_ROOT}/docs"}}"#;
    let folder = Folder::new(&[("tool/.mcp.json", bare)]);
    let lone = folder.lint(&["tool/.mcp.json"]).stdout;
    assert!(lone.contains("misplaced-server"), "{lone}");
    let folder = folder.with("tool/.claude-plugin/plugin.json", r#"{"name": "tool"}"#);
    for path in ["tool", "tool/.mcp.json"] {
        let ran = folder.lint(&[path]);
        assert!(!ran.stdout.contains("misplaced-server"), "{ran:?}");
    }
}

#[test]
fn a_plugin_may_have_several_maps_of_servers_and_paths() {
    let text = r#"{"name": "tool", "mcpServers": [
        {"docs": {"command": "docs-server"}}, "./more.json", {"tracker": {"command": "tracker"}}
    ]}"#;
    let path = ".claude-plugin/plugin.json";
    let folder = Folder::new(&[
        (path, text),
        (".mcp.json", r#"{"mcpServers": {"new": {"command": "x"}}}"#),
    ]);
    let ran = folder.run(format!("--from claude-code --to codex {path}").as_str());
    assert!(ran.stdout.contains("[mcp_servers.docs]"), "{ran:?}");
    assert!(ran.stdout.contains("[mcp_servers.tracker]"), "{ran:?}");
    let ran =
        folder.run(format!("--from claude-code --to claude-code .mcp.json -o {path}").as_str());
    assert_eq!(ran.code, 0, "{ran:?}");
    let written = json(&folder.read(path));
    assert_eq!(
        written["mcpServers"][0]["new"]["command"], "x",
        "{written:#}"
    );
    assert_eq!(written["mcpServers"][1], "./more.json", "{written:#}");
}

#[test]
fn a_manifest_that_names_a_file_is_not_rejected() {
    let path = ".claude-plugin/plugin.json";
    let folder = Folder::new(&[(path, r#"{"name": "tool", "mcpServers": "./servers.json"}"#)]);
    let shown = folder.run(format!("show {path}").as_str());
    assert!(!shown.stdout.contains("rejected"), "{shown:?}");
    let ran = folder.run(format!("--from claude-code --to codex {path}").as_str());
    assert!(ran.stderr.contains("another file"), "{ran:?}");
}

#[test]
fn a_header_that_http_does_not_allow_stops_who_checks_it() {
    let proxy = "[proxy]\nname = 'p'\n[proxy.listen]\n[[backends]]\nname = 'a'\ntransport = 'http'\nurl = 'https://mcp.acme.dev'\nheaders = { 'X Team' = 'docs' }\n";
    let vibe = "[[mcp_servers]]\nname = 'a'\ntransport = 'http'\nurl = 'https://mcp.acme.dev'\nheaders = { 'X Team' = 'docs' }\n";
    let folder = Folder::new(&[("proxy.toml", proxy), (".vibe/config.toml", vibe)]);
    for file in ["proxy.toml", ".vibe/config.toml"] {
        let found = folder.lint(&[file]).stdout;
        assert!(found.contains("does not start"), "{found}");
    }
}

#[test]
fn droid_knows_the_folder_of_a_plugin_in_all_fields_of_its_file() {
    let text = r#"{"mcpServers": {
        "a": {"command": "${DROID_PLUGIN_ROOT}/bin/a"},
        "b": {"command": "b", "args": ["${MODE}"], "env": {"T": "${T}"}}
    }}"#;
    let folder = Folder::new(&[("plugins/tool/mcp.json", text)]);
    let ran = folder.run("--from droid --to codex plugins/tool/mcp.json");
    assert!(ran.stderr.contains("`a` is skipped"), "{ran:?}");
    assert!(ran.stdout.contains(r#"args = ["${MODE}"]"#), "{ran:?}");
    assert!(ran.stdout.contains(r#"env_vars = ["T"]"#), "{ran:?}");
}
