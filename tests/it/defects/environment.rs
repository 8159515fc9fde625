//! The environment of the child: what it inherits, what is set, appended or removed.

use super::{convert, document, toml_document};
use crate::support::{Folder, json};

#[test]
fn a_variable_that_a_shell_script_reads_is_handed_on_or_told() {
    // Claude Code hands on its whole environment; Codex, Mistral Vibe and Claude Desktop only a few names.
    for (field, server) in [
        (
            "GITHUB_TOKEN",
            r#"{"command": "sh", "args": ["-c", "srv --t $GITHUB_TOKEN"]}"#,
        ),
        (
            "GITHUB_TOKEN",
            r#"{"command": "sh", "args": ["-c", "docker run -i --rm -e GITHUB_TOKEN=$GITHUB_TOKEN img"]}"#,
        ),
        (
            "API_KEY",
            r#"{"command": "bash", "args": ["-c", "API_KEY=\"$API_KEY\" exec node s.js"]}"#,
        ),
        (
            "API_KEY",
            r#"{"command": "sh", "args": ["-c", "srv ${API_KEY:?is needed}"]}"#,
        ),
        (
            "API_KEY",
            r#"{"command": "bash", "args": ["-lc", "exec srv \"${API_KEY}\""]}"#,
        ),
        (
            "DB_URL",
            r#"{"command": "/bin/sh", "args": ["-c", "DEBUG=1 srv --db=\"$DB_URL\""]}"#,
        ),
    ] {
        let source = document("claude-code", server);
        let converted = convert("claude-code", "codex", &source);
        let handed = converted
            .found()
            .is_some_and(|server| server["env_vars"].to_string().contains(field));
        assert!(handed || converted.is_told(field), "{field}: {converted:?}");
        for to in ["mistral-vibe", "claude-desktop"] {
            let converted = convert("claude-code", to, &source);
            assert!(
                converted.is_told(field) || converted.lenient.code == 2,
                "{field} to {to}: {converted:?}"
            );
        }
    }
}

#[test]
fn names_that_codex_hands_on_by_itself_need_no_word() {
    let source = document(
        "claude-code",
        r#"{"command": "sh", "args": ["-c", "cd $HOME && exec srv"]}"#,
    );
    convert("claude-code", "codex", &source).lossless();
}

#[test]
fn a_secret_name_that_gemini_takes_out_of_the_environment_is_handed_on_or_told() {
    let source = document(
        "claude-code",
        r#"{"command": "sh", "args": ["-c", "srv --t $GITHUB_TOKEN"]}"#,
    );
    let converted = convert("claude-code", "gemini", &source);
    let handed = converted
        .found()
        .is_some_and(|server| server["env"]["GITHUB_TOKEN"].is_string());
    assert!(handed || converted.is_told("GITHUB_TOKEN"), "{converted:?}");
}

#[test]
fn a_path_that_vs_code_appends_does_not_replace_the_path_elsewhere() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"PATH": "/opt/bin"}}"#,
    );
    for to in [
        "claude-code",
        "cursor",
        "codex",
        "gemini",
        "opencode",
        "kiro",
        "xcsh",
        "mistral-vibe",
    ] {
        convert("vscode", to, &source).keeps_or_tells("PATH", |server| {
            let path = server["env"]["PATH"]
                .as_str()
                .or(server["environment"]["PATH"].as_str());
            // Both are there: the variable of the host, then the folder.
            path.is_some_and(|path| path.contains("PATH") && path.ends_with("/opt/bin"))
        });
    }
}

#[test]
fn a_path_that_replaces_is_told_where_it_would_be_appended() {
    for from in ["claude-code", "cursor", "gemini"] {
        let source = document(
            from,
            r#"{"command": "npx", "args": ["x"], "env": {"PATH": "/opt/bin"}}"#,
        );
        convert(from, "vscode", &source).tells("PATH");
    }
}

#[test]
fn xcsh_gets_no_value_that_makes_it_crash_or_that_it_drops() {
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"GONE": null, "A": "1"}}"#,
    );
    let converted = convert("vscode", "xcsh", &vscode);
    converted.tells("GONE");
    let env = converted
        .found()
        .map(|server| server["env"].clone())
        .unwrap_or_default();
    assert!(!env["GONE"].is_null() || env.get("GONE").is_none(), "{env}");
    for from in ["claude-code", "cursor", "vscode"] {
        let source = document(
            from,
            r#"{"command": "npx", "args": ["x"], "env": {"EMPTY": "", "A": "1"}}"#,
        );
        convert(from, "xcsh", &source).tells("EMPTY");
    }
    let codex = toml_document(
        "codex",
        "url = \"https://x.example.com/mcp\"\n[mcp_servers.alpha.http_headers]\nX-Empty = \"\"\n",
    );
    convert("codex", "xcsh", &codex).tells("X-Empty");
}

#[test]
fn a_variable_that_is_removed_is_told_where_nothing_can_be_removed() {
    let vscode = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "env": {"HTTP_PROXY": null}}"#,
    );
    for to in [
        "claude-code",
        "cursor",
        "gemini",
        "opencode",
        "kiro",
        "mcp-proxy",
    ] {
        let converted = convert("vscode", to, &vscode);
        converted.tells("HTTP_PROXY");
        assert!(
            !converted.lenient.stdout.contains("null"),
            "{to}: {converted:?}"
        );
    }
}

#[test]
fn a_variable_with_a_source_is_used() {
    let codex = toml_document(
        "codex",
        "command = \"npx\"\nargs = [\"x\"]\nenv_vars = [{ name = \"REGION\", source = \"local\" }]\n",
    );
    for (to, expected) in [("vscode", "${env:REGION}"), ("opencode", "{env:REGION}")] {
        let converted = convert("codex", to, &codex);
        let server = converted.server();
        let value = server["env"]["REGION"]
            .as_str()
            .or(server["environment"]["REGION"].as_str())
            .map(str::to_owned);
        // Where the child inherits everything, it may be left out as well.
        assert!(
            value.is_none() || value.as_deref() == Some(expected),
            "{to}: {server}"
        );
        assert_eq!(converted.strict.code, 0, "{to}: {converted:?}");
    }
}

#[test]
fn a_variable_that_is_handed_on_anyway_does_not_cost_the_server() {
    let folder = Folder::new(&[(
        ".mcp.json",
        r#"{"mcpServers": {"a": {"command": "x", "env": {"TOKEN": "${TOKEN}", "MODE": "fast"}}}}"#,
    )]);
    let ran = folder.run(".mcp.json --to zed --report rows.json");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(
        ran.stdout.contains("fast") && !ran.stdout.contains("TOKEN"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stderr.contains("warning"), "{}", ran.stderr);
    let rows = folder.read("rows.json");
    assert!(rows.contains("implied"), "{rows}");
    // Somebody who wants the value gets it.
    let folder = folder.set("TOKEN", "abc");
    let ran = folder.run(".mcp.json --to zed --expand always");
    assert!(ran.stdout.contains("abc"), "{ran:?}");
}

#[test]
fn a_variable_that_cmd_reads_is_handed_on() {
    let source = document(
        "claude-code",
        r#"{"command": "cmd", "args": ["/c", "srv --t %GITHUB_TOKEN%"]}"#,
    );
    let server = convert("claude-code", "codex", &source).server();
    assert_eq!(server["env_vars"], serde_json::json!(["GITHUB_TOKEN"]));
}

#[test]
fn a_variable_that_the_host_keeps_for_itself_is_told_in_both_directions() {
    // Every process has a `PATH`, and on its command line Amazon Q lets its own win.
    let server = r#"{"command": "npx", "args": ["x"], "env": {"PATH": "/opt/bin", "LOG": "1"}}"#;
    let claude = document("claude-code", server);
    let converted = convert("claude-code", "amazon-q", &claude);
    converted.tells("PATH");
    assert!(!converted.is_told("LOG"), "{converted:?}");
    convert("amazon-q", "claude-code", &document("amazon-q", server)).tells("PATH");
    let folder = Folder::new(&[(".mcp.json", &claude), (".amazonq/mcp.json", &claude)]);
    assert_eq!(folder.run("diff .mcp.json .amazonq/mcp.json").code, 1);
}

#[test]
fn show_has_the_value_that_the_host_keeps() {
    let text = r#"{"mcpServers": {"a": {"command": "x", "env": {"MODE": "fast"}}}}"#;
    let folder = Folder::new(&[
        (".amazonq/mcp.json", text),
        (".kiro/settings/mcp.json", text),
    ]);
    let shown = |file: &str, more: &str| {
        let args = format!("show {file} --format json --values --no-env {more}");
        json(&folder.run(args.as_str()).stdout)["servers"][0]["env"]["MODE"]["value"].clone()
    };
    assert_eq!(shown(".amazonq/mcp.json", ""), "fast");
    assert_eq!(shown(".amazonq/mcp.json", "--env MODE=slow"), "slow");
    assert_eq!(shown(".kiro/settings/mcp.json", "--env MODE=slow"), "fast");
}

#[test]
fn folders_of_windows_are_put_behind_path_as_windows_does() {
    let source =
        r#"{"servers": {"a": {"type": "stdio", "command": "x", "env": {"PATH": "C:\\bin"}}}}"#;
    let out = crate::support::convert("--from vscode --to claude-code --strict", source).silent();
    let out = crate::support::json(&out);
    assert_eq!(out["mcpServers"]["a"]["env"]["PATH"], r"${PATH};C:\bin");
}

#[test]
fn a_variable_that_is_handed_on_only_if_it_is_set_is_left_out_while_it_is_not() {
    let source = "[mcp_servers.a]\ncommand = \"npx\"\nenv_vars = [\"AWS_PROFILE\", \"SET\"]\n";
    for to in ["claude-desktop", "mcpnest"] {
        let args = format!("--from codex --to {to} --strict --no-env --env SET=1 --format json");
        let ran = crate::support::convert(&args, source);
        assert_eq!(ran.code, 0, "{to}: {ran:?}");
        let said = super::diagnostics(&ran);
        assert_eq!(said.len(), 1, "{to}: {said:?}");
        assert_eq!(said[0]["level"], "info", "{to}: {said:?}");
        let message = said[0]["message"].to_string();
        assert!(message.contains("`AWS_PROFILE` is dropped"), "{message}");
        let out = crate::support::json(&ran.stdout);
        let env = &out["mcpServers"]["a"]["env"];
        assert_eq!(*env, serde_json::json!({"SET": "1"}), "{to}");
    }
}

#[test]
fn a_variable_that_the_source_never_sets_is_told_once() {
    let source = "extensions:\n  a:\n    enabled: true\n    type: stdio\n    cmd: x\n    args: []\n    envs: {PATH: /opt, A: \"1\"}\n";
    let ran = crate::support::convert("--from goose --to vscode --format json", source);
    let said = super::diagnostics(&ran);
    assert_eq!(said.len(), 1, "{said:?}");
}

/// Crush and Gemini put nothing in the place of a variable that is not set, as VS Code does.
#[test]
fn a_path_with_references_is_no_loss_where_unset_is_empty() {
    for path in ["${env:HOME}/bin", "${env:PATH}/x"] {
        let source = document(
            "vscode",
            &format!(r#"{{"type": "stdio", "command": "x", "env": {{"PATH": "{path}"}}}}"#),
        );
        for to in ["crush", "gemini"] {
            let converted = convert("vscode", to, &source);
            let server = converted.lossless().server();
            let written = server["env"]["PATH"].as_str().expect("a path");
            assert!(written.starts_with("${PATH}:${"), "{converted:?}");
        }
    }
}

#[test]
fn a_path_that_is_handed_on_is_not_said_where_the_host_has_its_own() {
    let named = toml_document("codex", "command = \"x\"\nenv_vars = [\"PATH\"]\n");
    let itself = document(
        "claude-code",
        r#"{"command": "x", "env": {"PATH": "${PATH}"}}"#,
    );
    for (from, source) in [("claude-code", &itself), ("codex", &named)] {
        // Two append to it, one keeps its own, and one lets no entry set it.
        for to in ["vscode", "warp", "amazon-q", "goose"] {
            let server = convert(from, to, source).lossless().server();
            assert!(
                !server.to_string().contains("PATH"),
                "{from} to {to}: {server}"
            );
        }
    }
}

#[test]
fn a_variable_is_not_taken_from_a_process_that_never_gets_it() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "x", "env": {"DEBUG": null}}"#,
    );
    for to in [
        "codex",
        "roo",
        "cline",
        "librechat",
        "auggie",
        "mistral-vibe",
        "inspector",
        "claude-desktop",
        "fastmcp",
    ] {
        convert("vscode", to, &source).lossless();
    }
    // What these hand on stays there.
    assert!(convert("vscode", "cursor", &source).is_told("DEBUG"));
    assert!(convert("vscode", "codex", &source.replace("DEBUG", "PATH")).is_told("PATH"));
}

#[test]
fn a_script_in_a_container_reads_the_variables_of_the_container() {
    for args in [
        r#""run", "-i", "--rm", "-e", "MODE=lit", "img:1", "sh", "-c", "srv $MODE""#,
        r#""exec", "-i", "c", "sh", "-c", "srv $MODE""#,
        r#""compose", "run", "svc", "bash", "-lc", "srv $MODE""#,
    ] {
        for program in ["docker", "/usr/bin/podman", "nerdctl"] {
            let server = format!(r#"{{"command": "{program}", "args": [{args}]}}"#);
            alone(&server, "MODE");
        }
        let server = format!(r#"{{"command": "env", "args": ["A=b", "docker", {args}]}}"#);
        alone(&server, "MODE");
    }
    alone(
        r#"{"command": "kubectl", "args": ["exec", "-i", "pod", "--", "sh", "-c", "srv $MODE"]}"#,
        "MODE",
    );
    // What stands in front of the container is read on this machine, and so is a variable without a value.
    for server in [
        r#"{"command": "sh", "args": ["-c", "docker run -i -e X=$MODE img:1"]}"#,
        r#"{"command": "docker", "args": ["run", "-i", "-e", "MODE", "img:1"]}"#,
    ] {
        let source = document("claude-code", server);
        let codex = convert("claude-code", "codex", &source).server();
        assert_eq!(codex["env_vars"], serde_json::json!(["MODE"]), "{server}");
    }
}

/// The server takes no variable of this name from its host.
#[track_caller]
fn alone(server: &str, name: &str) {
    let source = document("claude-code", server);
    for to in ["codex", "mistral-vibe", "roo"] {
        let converted = convert("claude-code", to, &source);
        let written = converted.lossless().server();
        assert_eq!(written.get("env_vars"), None, "{to}: {written}");
        assert_eq!(written.get("env"), None, "{to}: {written}");
    }
    let codex = convert("claude-code", "codex", &source).lenient.stdout;
    let ran = Folder::new(&[(".codex/config.toml", &codex)]).lint(&[]);
    assert!(!ran.stdout.contains("env-not-forwarded"), "{name}: {ran:?}");
}

#[test]
fn a_variable_that_is_handed_through_is_written_out() {
    let source = toml_document("codex", "command = \"x\"\nenv_vars = [\"GITHUB_TOKEN\"]");
    for to in ["windsurf", "qwen", "kiro", "roo", "claude-code", "vscode"] {
        let there = convert("codex", to, &source);
        let back = convert(to, "codex", &there.lenient.stdout).server();
        assert_eq!(back["env_vars"][0], "GITHUB_TOKEN", "{to}: {there:?}");
    }
    // Zed has no references; its processes inherit the variable.
    convert("codex", "zed", &source).lossless();
}
