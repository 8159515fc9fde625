//! Folders: where a host starts its servers, and how a path in the project is written for it.

use super::{command_line, convert, convert_with, document, merge};
use crate::support::Folder;

/// Hosts that start their servers in the folder of the project. Kiro is not among them here: its sheet says that its
/// editor starts them elsewhere, other notes say the opposite.
const IN_PROJECT: &[&str] = &["codex", "gemini", "opencode", "xcsh", "claude-code"];

#[test]
fn a_path_in_the_project_is_a_relative_path_where_servers_start_there() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "node", "args": ["${workspaceFolder}/x.mjs"]}"#,
    );
    for to in IN_PROJECT {
        let converted = convert("vscode", to, &source);
        converted.lossless();
        let words = command_line(&converted.server());
        // Claude Code has a name for the folder as well.
        let named = *to == "claude-code" && words[1] == "${CLAUDE_PROJECT_DIR:-.}/x.mjs";
        assert!(words[1] == "./x.mjs" || named, "{to}: {words:?}");
        let values = convert_with("vscode", to, &source, "--expand always");
        assert_eq!(command_line(&values.server()), words, "{to}, expanded");
    }
}

#[test]
fn the_folder_of_the_project_in_claude_code_is_the_same_folder() {
    for text in ["${CLAUDE_PROJECT_DIR:-.}/tools/x.js", "./tools/x.js"] {
        let source = document(
            "claude-code",
            &format!(r#"{{"command": "node", "args": ["{text}"]}}"#),
        );
        for to in ["codex", "gemini", "opencode", "xcsh"] {
            let converted = convert("claude-code", to, &source);
            converted.lossless();
            assert_eq!(
                command_line(&converted.server()),
                ["node", "./tools/x.js"],
                "{text} to {to}"
            );
        }
        // These two know the folder by name; a relative path works as well, because they start there.
        for to in ["vscode", "cursor"] {
            let converted = convert("claude-code", to, &source);
            assert_eq!(converted.strict.code, 0, "{text} to {to}: {converted:?}");
            let words = command_line(&converted.server());
            assert!(
                ["./tools/x.js", "${workspaceFolder}/tools/x.js"].contains(&words[1].as_str()),
                "{text} to {to}: {words:?}"
            );
        }
    }
}

#[test]
fn commands_and_flags_in_the_project_are_relative_too() {
    let source = document(
        "cursor",
        r#"{"command": "${workspaceFolder}/bin/srv", "args": ["--root", "${workspaceFolder}", "${workspaceFolder}/docs"]}"#,
    );
    for to in ["codex", "gemini", "opencode"] {
        let converted = convert("cursor", to, &source);
        assert_eq!(converted.strict.code, 0, "{to}: {converted:?}");
        assert_eq!(
            command_line(&converted.server()),
            ["./bin/srv", "--root", ".", "./docs"],
            "{to}"
        );
    }
}

#[test]
fn a_path_in_a_variable_is_relative_or_told() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "node", "args": ["x"], "env": {"DB": "${workspaceFolder}/db.sqlite"}}"#,
    );
    for to in ["codex", "gemini", "opencode", "claude-code"] {
        convert("vscode", to, &source).keeps_or_tells("DB", |server| {
            server["env"]["DB"] == "./db.sqlite"
                || server["env"]["DB"] == "${CLAUDE_PROJECT_DIR:-.}/db.sqlite"
                || server["environment"]["DB"] == "./db.sqlite"
        });
    }
}

#[test]
fn a_relative_path_is_told_where_servers_start_somewhere_else() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "node", "args": ["${workspaceFolder}/x.mjs"]}"#,
    );
    for to in ["claude-desktop", "lmstudio"] {
        let converted = convert("vscode", to, &source);
        assert_ne!(converted.strict.code, 0, "{to}: {converted:?}");
        assert!(
            converted
                .found()
                .is_none_or(|server| command_line(&server)[1] != "./x.mjs"),
            "{to}"
        );
    }
}

#[test]
fn two_spellings_of_a_path_in_the_project_are_no_difference() {
    let vscode = r#"{"servers": {"a": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/x.mjs"]}}}"#;
    for (file, text) in [
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "node", "args": ["./x.mjs"]}}}"#,
        ),
        (
            ".mcp.json",
            r#"{"mcpServers": {"a": {"command": "node", "args": ["${CLAUDE_PROJECT_DIR:-.}/x.mjs"]}}}"#,
        ),
        (
            ".codex/config.toml",
            "[mcp_servers.a]\ncommand = \"node\"\nargs = [\"./x.mjs\"]\n",
        ),
        (
            "opencode.json",
            r#"{"mcp": {"a": {"type": "local", "command": ["node", "./x.mjs"]}}}"#,
        ),
    ] {
        let config = format!(
            "[sync]\nsource = \".vscode/mcp.json\"\n\n[[sync.target]]\nfile = \"{file}\"\nhost = \"{}\"\n",
            match file {
                ".mcp.json" => "claude-code",
                ".codex/config.toml" => "codex",
                _ => "opencode",
            }
        );
        let folder = Folder::new(&[
            (".vscode/mcp.json", vscode),
            (file, text),
            ("mcpconv.toml", &config),
        ]);
        let ran = folder.run(&format!("diff .vscode/mcp.json {file}"));
        assert_eq!(ran.code, 0, "{text}: {ran:?}");
        let ran = folder.lint(&["--format", "json"]);
        assert!(
            !ran.stdout.contains("server-drift"),
            "{text}: {}",
            ran.stdout
        );
        let ran = folder.run("sync --check");
        assert_eq!(ran.code, 0, "{text}: {ran:?}");
    }
}

#[test]
fn another_path_is_a_difference_for_all_three() {
    let vscode = r#"{"servers": {"a": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/x.mjs"]}}}"#;
    let codex = "[mcp_servers.a]\ncommand = \"node\"\nargs = [\"./y.mjs\"]\n";
    let config = "[sync]\nsource = \".vscode/mcp.json\"\n\n[[sync.target]]\nhost = \"codex\"\n";
    let folder = Folder::new(&[
        (".vscode/mcp.json", vscode),
        (".codex/config.toml", codex),
        ("mcpconv.toml", config),
    ]);
    assert_eq!(
        folder.run("diff .vscode/mcp.json .codex/config.toml").code,
        1
    );
    assert_eq!(folder.run("sync --check").code, 1);
    assert!(
        folder
            .lint(&["--format", "json", "--level", "info"])
            .stdout
            .contains("server-drift")
    );
}

#[test]
fn lint_diff_and_sync_give_one_answer() {
    let claude = |more: &str| {
        format!(r#"{{"mcpServers": {{"a": {{"command": "node", "args": ["x.mjs"]{more}}}}}}}"#)
    };
    let codex =
        |more: &str| format!("[mcp_servers.a]\ncommand = \"node\"\nargs = [\"x.mjs\"]\n{more}");
    let config = "[sync]\nsource = \".mcp.json\"\n\n[[sync.target]]\nhost = \"codex\"\n";
    for (left, right, differs) in [
        ("", "", false),
        // One host hands on everything, the other has to be told.
        (r#", "env": {"T": "${T}"}"#, "env_vars = [\"T\"]\n", false),
        (r#", "env": {"T": "${T}"}"#, "", true),
        (r#", "timeout": 5000"#, "tool_timeout_sec = 60\n", true),
        (r#", "env": {"T": "t"}"#, "env = { U = \"t\" }\n", true),
    ] {
        let folder = Folder::new(&[
            (".mcp.json", &claude(left)),
            (".codex/config.toml", &codex(right)),
            ("mcpconv.toml", config),
        ]);
        let case = format!("{left} and {right}");
        let found = folder.lint(&["--format", "json"]);
        let is_drift = found.stdout.contains("\"server-drift\"");
        assert_eq!(is_drift, differs, "lint: {case}\n{}", found.stdout);
        let ran = folder.run("diff .mcp.json .codex/config.toml");
        assert_eq!(ran.code, i32::from(differs), "diff: {case}\n{ran:?}");
        let ran = folder.run("sync --check");
        assert_eq!(ran.code, i32::from(differs), "sync: {case}\n{ran:?}");
    }
}

#[test]
fn a_folder_that_is_the_default_is_implied() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "cwd": "${workspaceFolder}"}"#,
    );
    for to in IN_PROJECT {
        let converted = convert("vscode", to, &source);
        converted.lossless();
        let server = converted.server();
        assert!(
            server
                .get("cwd")
                .is_none_or(|cwd| cwd == "." || cwd == "./"),
            "{to}: {server}"
        );
    }
}

#[test]
fn other_spellings_of_the_default_folder_are_implied_too() {
    for (from, server) in [
        (
            "cursor",
            r#"{"command": "npx", "args": ["x"], "cwd": "${workspaceFolder}"}"#,
        ),
        (
            "opencode",
            r#"{"type": "local", "command": ["npx", "x"], "cwd": "."}"#,
        ),
        ("gemini", r#"{"command": "npx", "args": ["x"], "cwd": "."}"#),
        (
            "gemini",
            r#"{"command": "npx", "args": ["x"], "cwd": "./"}"#,
        ),
    ] {
        let converted = convert(from, "claude-code", &document(from, server));
        assert_eq!(converted.strict.code, 0, "{from}: {converted:?}");
    }
}

#[test]
fn another_folder_is_not_implied() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "npx", "args": ["x"], "cwd": "${workspaceFolder}/tools"}"#,
    );
    for to in ["codex", "gemini", "opencode", "xcsh"] {
        let converted = convert("vscode", to, &source);
        converted.keeps_or_tells("cwd", |server| {
            server["cwd"] == "./tools" || server["cwd"] == "tools"
        });
        assert_eq!(converted.strict.code, 0, "{to} can say it: {converted:?}");
    }
    convert("vscode", "claude-code", &source).tells("cwd");
}

#[test]
fn a_path_with_spaces_is_one_program() {
    for path in [
        "/Users/me/Library/Application Support/Foo/server",
        "/opt/My Tools/bin/srv",
    ] {
        let source = document("mcp-json", &format!(r#"{{"command": "{path}"}}"#));
        for to in [
            "codex",
            "claude-code",
            "vscode",
            "gemini",
            "opencode",
            "kiro",
            "claude-desktop",
            "lmstudio",
            "xcsh",
            "mcp-proxy",
        ] {
            let converted = convert("mcp-json", to, &source);
            assert_eq!(command_line(&converted.server()), [path], "{to}");
        }
        // Mistral Vibe splits a text, so that a list is needed; Cursor splits where there are no arguments.
        let vibe = convert("mcp-json", "mistral-vibe", &source);
        vibe.keeps_or_tells("command", |server| {
            server["command"].is_array() && command_line(server) == [path]
        });
        let cursor = convert("mcp-json", "cursor", &source);
        cursor.keeps_or_tells("command", |server| {
            server["args"]
                .as_array()
                .is_some_and(|args| !args.is_empty())
                || server["command"] != path
        });
    }
}

#[test]
fn a_windows_path_with_spaces_is_one_program() {
    let source = document(
        "mcp-json",
        r#"{"command": "C:\\Program Files\\Foo\\foo.exe"}"#,
    );
    let converted = convert("mcp-json", "claude-code", &source);
    assert_eq!(
        command_line(&converted.server()),
        ["C:\\Program Files\\Foo\\foo.exe"]
    );
}

#[test]
fn cursor_splits_a_command_without_arguments_and_is_read_so() {
    let source = document("cursor", r#"{"command": "npx -y srv@1.0.0"}"#);
    for to in ["claude-code", "codex"] {
        assert_eq!(
            command_line(&convert("cursor", to, &source).server()),
            ["npx", "-y", "srv@1.0.0"],
            "{to}"
        );
    }
}

#[test]
fn a_merge_of_what_is_already_there_in_another_spelling_changes_nothing() {
    let source = r#"{"servers": {"a": {"type": "stdio", "command": "node", "args": ["${workspaceFolder}/x.mjs"]}}}"#;
    let target = "[mcp_servers.a]\ncommand = \"node\"\nargs = [\"./x.mjs\"]   # ours\n";
    let merged = merge(
        (".vscode/mcp.json", source),
        (".codex/config.toml", target),
        "",
    );
    assert_eq!(merged.ran.code, 0, "{:?}", merged.ran);
    assert_eq!(merged.folder.read(".codex/config.toml"), target);
}

#[test]
fn a_path_in_the_project_may_have_backslashes() {
    let source = document(
        "vscode",
        r#"{"type": "stdio", "command": "${workspaceFolder}\\bin\\run.exe", "args": ["${workspaceFolder}\\x.mjs", "--dir=${workspaceFolder}\\y"]}"#,
    );
    for to in [
        "codex", "gemini", "opencode", "crush", "zed", "amazon-q", "droid", "qwen", "kimi",
    ] {
        let converted = convert("vscode", to, &source);
        let words = command_line(&converted.lossless().server());
        assert_eq!(words, [r".\bin\run.exe", r".\x.mjs", r"--dir=.\y"], "{to}");
        let written = &converted.lenient.stdout;
        let folder = Folder::new(&[("a.json", &source), ("b", written)]);
        let ran = folder.run(&format!(
            "diff a.json b --left-host vscode --right-host {to}"
        ));
        assert_eq!(ran.code, 0, "{to}: {ran:?}");
    }
}

#[test]
fn a_folder_that_its_host_does_not_heed_is_not_where_the_server_starts() {
    let goose = "extensions:\n  a:\n    enabled: true\n    type: stdio\n    name: a\n    cmd: x\n    args: []\n    cwd: sub\n";
    let vscode = r#"{"servers": {"a": {"type": "stdio", "command": "x", "cwd": "sub"}}}"#;
    let folder = Folder::new(&[
        ("goose.yaml", goose),
        (".vscode/mcp.json", vscode),
        ("sub/x", ""),
    ]);
    let ran = folder.run("diff .vscode/mcp.json goose.yaml --right-host goose");
    assert!(ran.code == 1 && ran.stdout.contains("cwd"), "{ran:?}");
    let ran = folder.run("show goose.yaml --host goose --format json");
    assert!(!ran.stdout.contains("sub\""), "{ran:?}");
    // It does not come to be where another host would go there.
    let ran = folder.run("--from goose goose.yaml --to vscode");
    assert!(!ran.stdout.contains("cwd"), "{ran:?}");
    assert!(ran.stderr.contains("cwd"), "{ran:?}");
}

#[test]
fn a_relative_path_does_not_get_into_a_folder_that_is_not_known() {
    let source = document("claude-code", r#"{"command": "./run.sh"}"#);
    for to in ["cline", "windsurf"] {
        convert("claude-code", to, &source).tells("command");
    }
    let folder = document(
        "vscode",
        r#"{"command": "node", "args": ["${workspaceFolder}/s.js"]}"#,
    );
    for to in ["cline", "windsurf"] {
        convert("vscode", to, &folder).tells("args");
    }
}

#[test]
fn a_line_that_begins_with_a_path_is_taken_apart_where_it_is_surely_one() {
    for (line, words) in [
        (
            "/usr/local/bin/uv run server.py",
            vec!["/usr/local/bin/uv", "run", "server.py"],
        ),
        (
            "/usr/bin/node /opt/x.js --y",
            vec!["/usr/bin/node", "/opt/x.js", "--y"],
        ),
        ("./run.sh --flag", vec!["./run.sh", "--flag"]),
        ("/opt/bin/npx -y @a/b", vec!["/opt/bin/npx", "-y", "@a/b"]),
        ("/opt/my tools/run --fast", vec!["/opt/my tools/run --fast"]),
    ] {
        let source = document("mcp-json", &format!(r#"{{"command": "{line}"}}"#));
        for to in ["codex", "claude-code", "opencode"] {
            let written = convert("mcp-json", to, &source).server();
            assert_eq!(command_line(&written), words, "{to}");
        }
    }
}
