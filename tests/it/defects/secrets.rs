//! A literal secret that moves into a file that others see is told, and never shown.

use super::{diagnostics, servers, value};
use crate::support::Folder;
use crate::support::made_up::token;

fn desktop() -> String {
    format!(
        r#"{{"mcpServers": {{"gh": {{"command": "npx", "args": ["-y", "gh@1.0.0"], "env": {{"GITHUB_TOKEN": "{}"}}}}}}}}"#,
        token()
    )
}

#[test]
fn a_secret_that_is_copied_into_a_shared_file_is_a_warning() {
    for (file, source) in [
        ("claude_desktop_config.json", desktop()),
        ("home/.lmstudio/mcp.json", desktop()),
    ] {
        for target in [
            ".vscode/mcp.json",
            ".cursor/mcp.json",
            ".codex/config.toml",
            ".mcp.json",
            "opencode.json",
            ".gemini/settings.json",
        ] {
            let folder = Folder::new(&[(file, &source)]);
            let ran = folder.run(&format!("{file} -o {target} --format json"));
            assert_eq!(ran.code, 0, "{ran:?}");
            let said = diagnostics(&ran);
            let copied = said
                .iter()
                .find(|said| said["rule"] == "conversion-secret-copied");
            let copied = copied.unwrap_or_else(|| panic!("{file} to {target}: {said:#?}"));
            assert_eq!(copied["level"], "warning");
            assert!(
                copied.to_string().contains("gh") && copied.to_string().contains("GITHUB_TOKEN"),
                "{copied}"
            );
            assert!(!ran.stderr.contains(&token()), "it is shown");
        }
    }
}

#[test]
fn a_secret_in_a_file_of_the_users_own_is_no_news() {
    let folder = Folder::new(&[("claude_desktop_config.json", &desktop())]);
    let ran = folder.run("claude_desktop_config.json -o home/.cursor/mcp.json --format json");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        !diagnostics(&ran)
            .iter()
            .any(|said| said["rule"] == "conversion-secret-copied"),
        "{ran:?}"
    );
}

#[test]
fn a_secret_that_stays_where_it_is_is_no_news() {
    let folder = Folder::new(&[(".cursor/mcp.json", &desktop()), (".vscode/mcp.json", "{}")]);
    let ran = folder.run(".cursor/mcp.json -o .cursor/mcp.json --format json");
    assert!(
        !diagnostics(&ran)
            .iter()
            .any(|said| said["rule"] == "conversion-secret-copied"),
        "{ran:?}"
    );
}

#[test]
fn a_secret_can_be_turned_into_a_reference() {
    for (target, reference) in [
        (".vscode/mcp.json", "${env:GITHUB_TOKEN}"),
        (".cursor/mcp.json", "${env:GITHUB_TOKEN}"),
        (".mcp.json", "${GITHUB_TOKEN}"),
        ("opencode.json", "{env:GITHUB_TOKEN}"),
    ] {
        let folder = Folder::new(&[("claude_desktop_config.json", &desktop())]);
        let ran = folder.run(&format!(
            "claude_desktop_config.json -o {target} --secrets reference --format json"
        ));
        assert_eq!(ran.code, 0, "{ran:?}");
        let text = folder.read(target);
        assert!(!text.contains(&token()), "{target}");
        assert!(text.contains(reference), "{target}: {text}");
        assert!(
            ran.stderr.contains("GITHUB_TOKEN"),
            "which variable to set: {}",
            ran.stderr
        );
    }
    let folder = Folder::new(&[("claude_desktop_config.json", &desktop())]);
    folder.run("claude_desktop_config.json -o .codex/config.toml --secrets reference");
    let server = value(&folder.read(".codex/config.toml"))["mcp_servers"]["gh"].clone();
    assert_eq!(server["env_vars"][0], "GITHUB_TOKEN", "{server}");
}

#[test]
fn two_secrets_in_one_value_become_two_variables() {
    let (first, second) = (token(), token().replace('x', "y").to_uppercase());
    let source = format!(
        r#"{{"mcpServers": {{"a": {{"command": "sh", "args": ["-c", "run token={first} token={second} token={first}"]}}}}}}"#
    );
    let folder = Folder::new(&[]);
    let ran = folder.feed(
        "--from claude-desktop --to cursor --secrets reference",
        &source,
    );
    let written = "run token=${env:A_TOKEN} token=${env:A_TOKEN_2} token=${env:A_TOKEN}";
    assert!(ran.stdout.contains(written), "{ran:?}");
}

#[test]
fn a_secret_that_cannot_become_a_reference_is_told() {
    let source = format!(
        r#"{{"mcpServers": {{"gh": {{"command": "npx", "args": ["--token", "{}"]}}}}}}"#,
        token()
    );
    let folder = Folder::new(&[]);
    let ran = folder.feed(
        "--from claude-desktop --to goose --secrets reference --format json",
        &source,
    );
    assert_eq!(ran.code, 0, "{ran:?}");
    let told = diagnostics(&ran);
    let told = told
        .iter()
        .any(|said| said["rule"] == "conversion-secret-copied" && said["level"] == "warning");
    assert!(told, "{ran:?}");
}

#[test]
fn text_that_only_names_where_a_secret_is_is_none() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["mcp-remote", "https://x.example.com", "--header", "Authorization:${AUTH}"], "env": {"AUTH": "x"}}}}"#;
    let folder = Folder::new(&[]);
    let ran = folder.feed(
        "--from claude-desktop --to claude-code --format json",
        source,
    );
    let told = diagnostics(&ran);
    let secret = |said: &serde_json::Value| said["rule"] == "conversion-secret-copied";
    assert!(!told.iter().any(secret), "{ran:?}");
}

/// A server with a password in a URL, where a variable of its own has all of it.
const DATABASE: &str = r#"{"mcpServers": {"pg": {"command": "npx", "args": ["-y", "pg@1.0.0"],
    "env": {"DATABASE_URL": "postgres://app:s3cretpw99@db.acme.io/app"}}}}"#;

#[test]
fn a_variable_stands_for_all_of_its_value() {
    for (to, reference) in [
        ("vscode", "${env:DATABASE_URL}"),
        ("cursor", "${env:DATABASE_URL}"),
        ("gemini", "${DATABASE_URL}"),
        ("kiro", "${DATABASE_URL}"),
    ] {
        let folder = Folder::new(&[]);
        let run = format!("--from claude-desktop --to {to} --secrets reference");
        let ran = folder.feed(&run, DATABASE);
        let server = servers(&value(&ran.stdout)).remove("pg").expect("a server");
        assert_eq!(server["env"]["DATABASE_URL"], reference, "{to}");
    }
    let folder = Folder::new(&[]);
    let run = "--from claude-desktop --to vscode --inputs secrets";
    let ran = folder.feed(run, DATABASE);
    let server = servers(&value(&ran.stdout)).remove("pg").expect("a server");
    assert_eq!(server["env"]["DATABASE_URL"], "${input:database-url}");
}

#[test]
fn a_part_of_an_argument_has_a_name_of_its_own() {
    let source = r#"{"mcpServers": {"pg": {"command": "npx",
        "args": ["pg@1.0.0", "postgres://app:s3cretpw99@db.acme.io/app"]}}}"#;
    let folder = Folder::new(&[]);
    let run = "--from claude-desktop --to vscode --secrets reference";
    let ran = folder.feed(run, source);
    let server = servers(&value(&ran.stdout)).remove("pg").expect("a server");
    assert_eq!(
        server["args"][1],
        "postgres://app:${env:PG_SECRET}@db.acme.io/app"
    );
    assert!(ran.stderr.contains("to the secret alone"), "{ran:?}");
}

#[test]
fn a_secret_that_is_written_out_is_told_by_where_it_stands() {
    let said = |to: &str, server: &str, more: &str| {
        let source = format!(r#"{{"mcpServers": {{"a": {server}}}}}"#);
        let folder = Folder::new(&[]);
        let run =
            format!("--from claude-code --to {to} --env PW=verysecret12345 --format json {more}");
        let ran = folder.feed(&run, &source);
        assert!(!ran.stderr.contains("verysecret"), "it is shown: {ran:?}");
        let said = diagnostics(&ran);
        said.iter()
            .any(|said| said["rule"] == "conversion-secret-inlined")
    };
    for part in [
        r#""args": ["--password", "${PW}"]"#,
        r#""args": ["--password=${PW}"]"#,
        r#""args": ["--header", "Authorization: Basic ${PW}"]"#,
        r#""args": ["-c", "TOKEN=${PW} srv"]"#,
        r#""env": {"DATABASE_URL": "postgres://u:${PW}@h/db"}"#,
        r#""env": {"AUTH_HEADER": "Bearer ${PW}"}"#,
    ] {
        let server = format!(r#"{{"command": "x", {part}}}"#);
        assert!(said("claude-desktop", &server, ""), "{part}");
    }
    let remote = r#"{"type": "http", "url": "https://h.dev/mcp?api_key=${PW}"}"#;
    assert!(said("zed", remote, "--expand always"));
    assert!(said("claude-desktop", remote, "--wrap-remote"));
    // Nothing there says that it is one.
    for part in [
        r#""args": ["--dir", "${PW}/x"]"#,
        r#""env": {"MODE": "${PW}"}"#,
    ] {
        let server = format!(r#"{{"command": "x", {part}}}"#);
        assert!(!said("claude-desktop", &server, ""), "{part}");
    }
}
