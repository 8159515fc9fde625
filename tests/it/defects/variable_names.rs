//! Fields that name a variable, and have something else: a credential, a reference, nothing.

use serde_json::Value;

use super::{convert, linter::repaired, toml_document};
use crate::support::made_up::fill;
use crate::support::{Folder, json};

/// The rules of the errors and warnings about a file.
fn errors(path: &str, text: &str) -> Vec<String> {
    let ran = Folder::new(&[(path, text)]).lint(&["--format", "json", path]);
    let report = json(&ran.stdout);
    let findings = report["findings"].as_array().expect("a list of findings");
    let serious = findings.iter().filter(|found| found["level"] != "info");
    let rule = |found: &Value| found["rule"].as_str().unwrap_or_default().to_owned();
    serious.map(rule).collect()
}

/// A file of each host with a field for the name of a variable.
fn files(value: &str) -> [(&'static str, String); 5] {
    let remote = "url = \"https://mcp.acme.dev\"\n";
    let codex = |line: String| toml_document("codex", &format!("{remote}{line}"));
    [
        (
            ".codex/config.toml",
            codex(format!("bearer_token_env_var = '{value}'")),
        ),
        (
            ".codex/config.toml",
            codex(format!("env_http_headers = {{ X-Key = '{value}' }}")),
        ),
        (
            ".codex/config.toml",
            toml_document("codex", &format!("command = \"a\"\nenv_vars = ['{value}']")),
        ),
        (
            ".kimi-code/mcp.json",
            format!(
                r#"{{"mcpServers": {{"alpha": {{"url": "https://mcp.acme.dev", "bearerTokenEnvVar": "{value}"}}}}}}"#
            ),
        ),
        (
            ".config/goose/config.yaml",
            format!(
                "extensions:\n  alpha:\n    enabled: true\n    type: stdio\n    name: alpha\n    cmd: a\n    args: []\n    env_keys: ['{value}']\n"
            ),
        ),
    ]
}

#[test]
fn a_credential_in_the_place_of_a_name_is_reported_as_one() {
    let token = fill("{{random:43}}");
    for value in [
        token.clone(),
        format!("Bearer {token}"),
        "3f2b8c1e-9d4a-4b6f-8e21-7c5d9a0b1e34".to_owned(),
    ] {
        for (path, text) in files(&value) {
            assert_eq!(errors(path, &text), ["possible-secret"], "{path}: {text}");
            let ran = Folder::new(&[(path, &text)]).lint(&[path]);
            assert!(!ran.stdout.contains(&token), "{}", ran.stdout);
        }
    }
}

#[test]
fn what_no_variable_can_be_called_is_an_error() {
    for value in ["", "A=b", "my token", "Bearer ${TOKEN}"] {
        for (path, text) in files(value) {
            assert_eq!(errors(path, &text), ["wrong-type"], "{path}: {text}");
            assert_eq!(repaired(path, &text, "--fix"), text);
        }
    }
    for value in ["DOCS_TOKEN", "docs_token", "MY-VAR", "SPRING_my.key"] {
        for (path, text) in files(value) {
            assert_eq!(errors(path, &text), [""; 0], "{path}: {text}");
        }
    }
}

#[test]
fn of_a_reference_the_name_is_left() {
    for value in ["$DOCS_TOKEN", "${DOCS_TOKEN}"] {
        for (path, text) in files(value) {
            assert_eq!(errors(path, &text), ["wrong-type"], "{path}: {text}");
            let fixed = repaired(path, &text, "--fix");
            assert_eq!(errors(path, &fixed), [""; 0], "{path}: {fixed}");
            assert!(
                fixed.contains("DOCS_TOKEN") && !fixed.contains('$'),
                "{fixed}"
            );
        }
    }
}

#[test]
fn a_host_that_checks_names_gets_the_same_fix() {
    let vibe = |value: &str| {
        let line = format!(
            "transport = \"http\"\nurl = \"https://mcp.acme.dev\"\napi_key_env = '{value}'"
        );
        toml_document("mistral-vibe", &line)
    };
    let path = ".vibe/config.toml";
    assert_eq!(errors(path, &vibe("${K}")), ["wrong-type"]);
    assert_eq!(repaired(path, &vibe("${K}"), "--fix"), vibe("K"));
    let token = fill("{{random:43}}");
    assert!(
        errors(path, &vibe(&format!("Bearer {token}"))).contains(&"possible-secret".to_owned())
    );
}

#[test]
fn what_is_shown_and_advised_is_what_the_linter_says() {
    let (path, text) = &files("$DOCS_TOKEN")[0];
    let ran = Folder::new(&[(path, text)]).run("show --format json");
    let shown = json(&ran.stdout);
    assert_eq!(shown["servers"][0]["effect"], "rejected", "{shown:#}");
    // A value that nothing can be set to cannot be written either.
    let (_, text) = &files("Bearer plain words")[1];
    let told = convert("codex", "claude-code", text);
    assert!(told.found().is_none(), "{told:?}");
    assert!(!format!("{told:?}").contains("--expand always"), "{told:?}");
}

#[test]
fn a_name_with_many_digits_is_still_one() {
    for (path, text) in files("A1B2C3_TOKEN") {
        assert!(errors(path, &text).is_empty(), "{path}: {text}");
    }
}
