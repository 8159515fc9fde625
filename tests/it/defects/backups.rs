//! The file as the user left it is never lost.

use crate::support::Folder;

#[test]
fn the_original_survives_a_second_run() {
    let original =
        r#"{"mcpServers": {"mine": {"command": "precious"}, "a": {"command": "first"}}}"#;
    let folder = Folder::new(&[(".cursor/mcp.json", original)]);
    for command in ["second", "third", "fourth"] {
        folder.write(
            ".mcp.json",
            format!(r#"{{"mcpServers": {{"a": {{"command": "{command}"}}}}}}"#),
        );
        let ran = folder.run(".mcp.json -o .cursor/mcp.json --backup always");
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let kept = std::fs::read_dir(folder.path().join(".cursor"))
        .expect("a folder")
        .map(|entry| entry.expect("a file").path());
    let texts: Vec<String> = kept
        .map(|file| std::fs::read_to_string(file).expect("text"))
        .collect();
    assert!(texts.iter().any(|text| text == original), "{texts:#?}");
}

#[test]
fn a_backup_of_the_users_own_is_not_overwritten() {
    let folder = Folder::new(&[
        (".mcp.json", r#"{"mcpServers": {"a": {"command": "new"}}}"#),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"a": {"command": "old"}}}"#,
        ),
        (".cursor/mcp.json.bak", "kept by hand"),
    ]);
    let ran = folder.run(".mcp.json -o .cursor/mcp.json --backup always");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(folder.read(".cursor/mcp.json.bak"), "kept by hand");
}
