//! Files that are merged into: what stands where servers belong, or looks like one, or runs although the source says no.

use crate::support::Folder;

use super::{servers, value};

const SOURCE: &str = r#"{"mcpServers": {"alpha": {"command": "x"}}}"#;

#[test]
fn nothing_where_servers_belong_makes_room_for_some() {
    for (host, name, text) in [
        (
            "antigravity",
            ".agents/mcp_config.json",
            "{\"mcpServers\": null}\n",
        ),
        (
            "gemini",
            ".gemini/settings.json",
            "{\"a\": 1, \"mcpServers\": null}\n",
        ),
        ("cursor", ".cursor/mcp.json", "{\"mcpServers\": null}\n"),
        (
            "continue",
            ".continue/config.yaml",
            "name: n\nversion: 1.0.0\nmcpServers:\n",
        ),
        (
            "continue",
            ".continue/config.yaml",
            "name: n\nversion: 1.0.0\nmcpServers: null\n",
        ),
        ("opencode", "opencode.json", "{\"mcp\": null}\n"),
    ] {
        let folder = Folder::new(&[
            ("source.json", SOURCE),
            ("empty.json", r#"{"mcpServers": {}}"#),
            (name, text),
        ]);
        let line = |source: &str| format!("--from mcpnest --to {host} {source} -o {name}");
        // Without a server there is nothing to do.
        folder.run(&line("empty.json")).warned();
        assert_eq!(folder.read(name), text, "{host}");
        folder.run(&line("source.json")).warned();
        let merged = folder.read(name);
        assert!(
            servers(&value(&merged)).contains_key("alpha"),
            "{host}: {merged}"
        );
        assert!(!merged.contains("null"), "{host}: {merged}");
    }
}

#[test]
fn mirroring_keeps_entries_that_define_no_server() {
    for (host, name, text, kept) in [
        (
            "continue",
            ".continue/config.yaml",
            "name: n\nversion: 1.0.0\nmcpServers:\n  - uses: org/hub\n  - name: old\n    command: o\n",
            "org/hub",
        ),
        (
            "opencode",
            "opencode.json",
            r#"{"mcp": {"toggled": {"enabled": false}, "old": {"type": "local", "command": ["o"]}}}"#,
            r#""toggled": {"enabled": false}"#,
        ),
        (
            "zed",
            ".zed/settings.json",
            r#"{"context_servers": {"of-extension": {"settings": {"a": 1}}, "old": {"command": "o"}}}"#,
            "of-extension",
        ),
    ] {
        let folder = Folder::new(&[("source.json", SOURCE), (name, text)]);
        folder
            .run(&format!(
                "--from mcpnest --to {host} source.json -o {name} --mirror"
            ))
            .warned();
        let merged = folder.read(name);
        assert!(merged.contains(kept), "{host}: {merged}");
        assert!(
            merged.contains("alpha") && !merged.contains("old"),
            "{host}: {merged}"
        );
    }
}

#[test]
fn a_disabled_server_that_still_runs_in_the_file_is_told() {
    let source = r#"{"mcp": {"alpha": {"type": "local", "command": ["x"], "enabled": false}, "zulu": {"type": "local", "command": ["z"]}}}"#;
    for (host, name, root) in [
        ("claude-code", ".mcp.json", "mcpServers"),
        ("amp", ".amp/settings.json", "amp.mcpServers"),
    ] {
        let there = format!(r#"{{"{root}": {{"alpha": {{"command": "x"}}}}}}"#);
        let folder = Folder::new(&[("opencode.json", source), (name, &there)]);
        let line = format!("--from opencode --to {host} opencode.json -o {name}");
        let ran = folder.run(&line);
        assert!(ran.stderr.contains("still enabled"), "{host}: {ran:?}");
        assert!(
            !ran.stderr.contains("so that it does not run"),
            "{host}: {ran:?}"
        );
        assert_eq!(folder.run(&format!("{line} --strict")).code, 1, "{host}");
        // Where there is none, it does not run.
        let folder = Folder::new(&[("opencode.json", source), (name, r#"{"other": {}}"#)]);
        let ran = folder.run(&line);
        assert!(!ran.stderr.contains("still enabled"), "{host}: {ran:?}");
    }
}

#[test]
fn sync_gives_advice_that_its_configuration_can_follow() {
    let source = r#"{"mcpServers": {"alpha": {"type": "http", "url": "https://x.example.com/mcp", "headers": {"Authorization": "Bearer ${T}"}}, "zulu": {"command": "z"}}}"#;
    for host in ["kilo", "junie", "antigravity"] {
        let config =
            format!("[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nhost = \"{host}\"\n");
        let folder = Folder::new(&[(".mcp.json", source), ("mcpconv.toml", &config)]);
        let ran = folder.run("sync");
        assert!(
            ran.stderr.contains("`expand = \"always\"`"),
            "{host}: {ran:?}"
        );
        assert!(!ran.stderr.contains("`--"), "{host}: {ran:?}");
    }
    // A conversion has the option.
    let ran = Folder::new(&[]).feed("--from claude-code --to kilo", source);
    assert!(ran.stderr.contains("`--expand always`"), "{ran:?}");
}
