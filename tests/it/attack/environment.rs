//! Values of the environment are used only where the person who runs the command asked for them.

use crate::support::Folder;

/// MCPNest needs values in place of references.
const CONFIG: &str = "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nhost = \"mcpnest\"\nfile = \"mcpnest.json\"\n\n[[sync.target]]\nhost = \"cursor\"\nexpand = \"always\"\n";

fn repository() -> Folder {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0"], "env": {"A": "${AWS_SECRET}", "B": "b${AWS_SECRET}"}}}}"#;
    Folder::new(&[(".mcp.json", source), ("mcpconv.toml", CONFIG)])
        .set("AWS_SECRET", "q7Zr-of-the-runner")
}

#[test]
fn a_repository_does_not_choose_which_variables_of_the_process_are_used() {
    for words in [
        "sync --check",
        "sync",
        "sync --check --env OTHER=x",
        "sync --env OTHER",
    ] {
        let folder = repository();
        let ran = folder.run(words);
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(!said.contains("q7Zr"), "{words}: {said}");
        for file in ["mcpnest.json", ".cursor/mcp.json"] {
            let text = std::fs::read_to_string(folder.path().join(file)).unwrap_or_default();
            assert!(!text.contains("q7Zr"), "{words}: {text}");
        }
    }
}

#[test]
fn a_variable_that_is_asked_for_is_used_and_not_shown() {
    let folder = repository();
    let ran = folder.run("sync --check --env AWS_SECRET");
    assert!(!format!("{ran:?}").contains("q7Zr"), "{ran:?}");
    assert_eq!(folder.run("sync --env AWS_SECRET").code, 0);
    assert!(folder.read("mcpnest.json").contains("q7Zr-of-the-runner"));
    assert!(
        folder
            .read(".cursor/mcp.json")
            .contains("bq7Zr-of-the-runner")
    );
    assert_eq!(folder.run("sync --check --env AWS_SECRET").code, 0);
    // A variable that the process does not have stays unset.
    let ran = folder.run("convert .mcp.json --to mcpnest --no-env --env MISSING");
    assert_eq!(ran.code, 2, "{ran:?}");
}
