//! A valid name keeps itself; an invalid one moves aside, and everybody is told.

use super::{command_line, convert, document, merge, servers, value};
use crate::support::Folder;

#[test]
fn a_valid_name_is_never_taken_by_an_invalid_one() {
    for (to, bad, good) in [
        ("codex", "my server", "my-server"),
        ("codex", "my server", "my_server"),
        ("mistral-vibe", "my server", "my_server"),
        ("mistral-vibe", "-docs-", "docs"),
        ("xcsh", "my server", "my-server"),
    ] {
        for (first, second) in [(bad, good), (good, bad)] {
            let source = format!(
                r#"{{"mcpServers": {{"{first}": {{"command": "of {first}"}}, "{second}": {{"command": "of {second}"}}}}}}"#
            );
            let converted = convert("claude-code", to, &source);
            let written = servers(&value(&converted.lenient.stdout));
            let kept = &written[good];
            assert!(
                command_line(kept).join(" ").contains(&format!("of {good}")),
                "{to}: {written:#?}"
            );
            assert!(
                converted
                    .diagnostics()
                    .iter()
                    .any(|said| said.to_string().contains(bad)),
                "{to}: {converted:?}"
            );
        }
    }
}

#[test]
fn a_merge_updates_the_entry_of_the_name_that_is_valid() {
    let source = r#"{"mcpServers": {"my server": {"command": "of-the-odd-one"}, "my-server": {"command": "of-the-good-one"}}}"#;
    let target = "[mcp_servers.my-server]\ncommand = \"old\"\nstartup_timeout_sec = 7\n";
    let merged = merge((".mcp.json", source), (".codex/config.toml", target), "");
    let server = merged.server("my-server");
    assert_eq!(command_line(&server), ["of-the-good-one"]);
    assert_eq!(server["startup_timeout_sec"], 7);
    assert!(
        merged
            .folder
            .read(".codex/config.toml")
            .contains("of-the-odd-one"),
        "both are there"
    );
}

#[test]
fn an_invalid_name_does_not_overwrite_the_users_own_server() {
    let source = r#"{"mcpServers": {"my server": {"command": "theirs"}}}"#;
    let target = "[mcp_servers.my-server]\ncommand = \"mine\"\n\n[mcp_servers.my_server]\ncommand = \"mine\"\n";
    let folder = Folder::new(&[(".mcp.json", source), (".codex/config.toml", target)]);
    folder.run(".mcp.json -o .codex/config.toml");
    let now = servers(&value(&folder.read(".codex/config.toml")));
    assert_eq!(now["my-server"]["command"], "mine", "{now:#?}");
    assert_eq!(now["my_server"]["command"], "mine", "{now:#?}");
}

#[test]
fn three_names_that_become_one_are_three_servers() {
    let source = r#"{"mcpServers": {"a b": {"command": "one"}, "a+b": {"command": "two"}, "a%b": {"command": "three"}}}"#;
    for to in ["codex", "mistral-vibe", "xcsh"] {
        let converted = convert("claude-code", to, source);
        let written = servers(&value(&converted.lenient.stdout));
        let mut commands: Vec<String> = written
            .values()
            .map(|server| command_line(server).join(" "))
            .collect();
        commands.sort();
        let skipped = converted
            .diagnostics()
            .iter()
            .filter(|said| said["rule"] == "conversion-server-skipped")
            .count();
        assert_eq!(commands.len() + skipped, 3, "{to}: {converted:?}");
        assert!(converted.diagnostics().len() >= 2, "{to}: {converted:?}");
    }
}

#[test]
fn a_server_that_its_own_host_does_not_load_is_told() {
    let source = r#"{"mcpServers": {"exa": {"command": "search"}}}"#;
    for from in ["xcsh", "oh-my-pi"] {
        let converted = convert(from, "vscode", source);
        let told = converted.diagnostics();
        let rules = told
            .iter()
            .filter(|said| said["rule"] == "reserved-server-name");
        assert_eq!(rules.count(), 1, "{from}: {converted:?}");
    }
}

#[test]
fn a_name_that_is_its_own_id_keeps_it() {
    // Droid and Copilot CLI accept both names, and make one id of them.
    for to in ["droid", "copilot-cli"] {
        let source = r#"{"mcpServers": {"my server": {"command": "of bad"}, "my-server": {"command": "of good"}}}"#;
        let converted = convert("claude-code", to, source);
        let written = servers(&value(&converted.lenient.stdout));
        assert_eq!(command_line(&written["my-server"]), ["of good"], "{to}");
        assert_eq!(written.len(), 2, "{to}: {written:?}");
    }
}

#[test]
fn a_connection_that_only_one_host_starts_twice_is_told() {
    let two = |root: &str| {
        format!(r#"{{"{root}": {{"a": {{"command": "x"}}, "b": {{"command": "x"}}}}}}"#)
    };
    for (from, to, code) in [
        ("claude-code", "oh-my-pi", 1),
        ("oh-my-pi", "claude-code", 1),
        ("claude-code", "cursor", 0),
    ] {
        let args = format!("--from {from} --to {to} --strict");
        let ran = crate::support::convert(&args, two("mcpServers"));
        assert_eq!(ran.code, code, "{from} {to}: {ran:?}");
    }
}

/// Goose makes the key of an extension from its `name`, and not from the key in the file.
#[test]
fn an_entry_that_has_a_name_of_its_own_is_called_so() {
    let entry = |key: &str, name: &str, command: &str| {
        format!(
            "  {key}:\n    enabled: true\n    type: stdio\n    name: {name}\n    cmd: {command}\n    args: []\n"
        )
    };
    let goose = format!("extensions:\n{}", entry("k", "alpha", "old"));
    let source = r#"{"mcpServers": {"alpha": {"command": "new"}, "k": {"command": "other"}}}"#;
    let folder = Folder::new(&[("a.json", source), ("goose.yaml", &goose)]);
    folder.done("--from mcp-json a.json --to goose -o goose.yaml --strict");
    let written = folder.read("goose.yaml");
    assert!(
        written.starts_with(&goose.replace("old", "new")),
        "{written}"
    );
    // The key of another server is not taken from it.
    let extensions = value(&written)["extensions"].clone();
    assert_eq!(extensions["k-2"]["name"], "k");
    assert_eq!(extensions["k-2"]["cmd"], "other");
    let text = folder
        .run("--from goose goose.yaml --to claude-code --strict")
        .silent();
    let there = servers(&value(&text));
    assert_eq!(command_line(&there["alpha"]), ["new"]);
    assert_eq!(command_line(&there["k"]), ["other"]);
    let ran = folder.run("diff a.json goose.yaml --left-host mcp-json --right-host goose");
    assert_eq!(ran.code, 0, "{ran:?}");
    // In its own file it is found under its key.
    folder.done("--from goose goose.yaml --in-place --skip alpha");
    assert!(!folder.read("goose.yaml").contains("name: alpha"));
    assert!(folder.read("goose.yaml").contains("name: k"));
}

/// The name that Goose's own windows write is the key in other letters.
#[test]
fn a_name_that_makes_the_key_is_the_same_server() {
    let goose = "extensions:\n  github:\n    enabled: true\n    type: stdio\n    name: Git Hub\n    cmd: old\n    args: []\n";
    let source = r#"{"mcpServers": {"github": {"command": "new"}}}"#;
    let folder = Folder::new(&[("a.json", source), ("goose.yaml", goose)]);
    let text = folder
        .run("--from goose goose.yaml --to claude-code")
        .silent();
    assert!(servers(&value(&text)).contains_key("github"), "{text}");
    folder.done("--from mcp-json a.json --to goose -o goose.yaml --strict");
    let extensions = value(&folder.read("goose.yaml"))["extensions"].clone();
    assert_eq!(extensions.as_object().map(serde_json::Map::len), Some(1));
    assert_eq!(extensions["github"]["cmd"], "new");
}

#[test]
fn a_reference_in_the_name_of_a_variable_or_header_is_told_where_only_one_host_expands_it() {
    for (from, to, server) in [
        (
            "vscode",
            "codex",
            r#"{"type": "stdio", "command": "srv", "env": {"${env:NAME}": "v"}}"#,
        ),
        (
            "vscode",
            "cursor",
            r#"{"type": "stdio", "command": "srv", "env": {"A_${input:k}": "v"}}"#,
        ),
        (
            "vscode",
            "claude-code",
            r#"{"type": "http", "url": "https://e.example/mcp", "headers": {"X-${env:K}": "v"}}"#,
        ),
        (
            "claude-code",
            "vscode",
            r#"{"command": "srv", "env": {"${env:NAME}": "v"}}"#,
        ),
        (
            "opencode",
            "vscode",
            r#"{"type": "local", "command": ["srv"], "environment": {"{env:NAME}": "v"}}"#,
        ),
    ] {
        let converted = convert(from, to, &document(from, server));
        converted.tells("references in names of variables");
        assert_eq!(converted.found(), None, "{from} to {to}");
        assert!(!converted.is_told("HTTP does not allow"), "{converted:?}");
    }
    let own = r#"{"type": "stdio", "command": "srv", "env": {"${env:NAME}": "v"}}"#;
    convert("vscode", "vscode", &document("vscode", own)).lossless();
}

#[test]
fn a_reference_in_the_name_of_a_server_is_told_where_only_one_host_expands_it() {
    let named = |from: &str, name: &str, server: &str| {
        document(from, server).replace(r#""alpha""#, &format!(r#""alpha-{name}""#))
    };
    let (local, plain) = (
        r#"{"type": "local", "command": ["srv"]}"#,
        r#"{"command": "srv"}"#,
    );
    for (from, to, name, server) in [
        ("opencode", "claude-code", "{env:N}", local),
        ("claude-code", "opencode", "{env:N}", plain),
        ("claude-code", "warp", "${N}", plain),
        ("warp", "cursor", "${N}", plain),
    ] {
        let converted = convert(from, to, &named(from, name, server));
        converted.tells("references in names of servers");
        let text = &converted.lenient.stdout;
        assert!(!text.contains("alpha"), "{from} to {to}: {text}");
    }
    // VS Code expands the names in `env`, but not those of servers.
    let same = named("claude-code", "${env:N}", plain);
    convert("claude-code", "vscode", &same).lossless();
    convert("opencode", "opencode", &named("opencode", "{env:N}", local)).lossless();
}
