//! A host may read its files in different ways; each goes by the format of its own place.

use crate::support::Folder;

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
