//! `--platform`: command lines for one kind of system.

use serde_json::{Value, json};

use crate::defects::{servers, value};
use crate::support::{Folder, convert, json as parsed};

/// The command line that is written for `to`.
fn line(args: &str, command: &str, words: &[&str]) -> Vec<String> {
    let source = json!({"mcpServers": {"a": {"command": command, "args": words}}});
    let text = convert(&format!("--from kiro {args}"), source.to_string()).silent();
    let server = &servers(&value(&text))["a"];
    let mut line = vec![server["command"].as_str().expect("a command").to_owned()];
    let args = server["args"].as_array().into_iter().flatten();
    line.extend(args.filter_map(Value::as_str).map(str::to_owned));
    line
}

#[test]
fn scripts_get_cmd_on_windows_where_the_host_needs_it() {
    let windows = "--platform windows --to claude-desktop";
    for (command, words, expected) in [
        (
            "npx",
            &["-y", "x"][..],
            &["cmd", "/c", "npx", "-y", "x"][..],
        ),
        ("npx.cmd", &["x"], &["cmd", "/c", "npx", "x"]),
        ("pnpm", &["dlx", "x"], &["cmd", "/c", "pnpm", "dlx", "x"]),
        ("npx", &[], &["cmd", "/c", "npx"]),
        // Programs, paths, and what is wrapped already.
        ("uvx", &["x"], &["uvx", "x"]),
        ("node", &["-v"], &["node", "-v"]),
        ("/opt/npx", &["x"], &["/opt/npx", "x"]),
        ("cmd", &["/c", "npx", "x"], &["cmd", "/c", "npx", "x"]),
    ] {
        assert_eq!(line(windows, command, words), expected, "{command}");
    }
    // This one puts `cmd` in front itself.
    let itself = "--platform windows --to roo";
    assert_eq!(line(itself, "npx", &["x"]), ["npx", "x"]);
    assert_eq!(line(itself, "cmd", &["/c", "npx", "x"]), ["npx", "x"]);
    assert_eq!(
        line(itself, "cmd", &["/c", "node", "-v"]),
        ["cmd", "/c", "node", "-v"]
    );
}

#[test]
fn there_is_no_cmd_on_unix() {
    let unix = "--platform unix --to cursor";
    for (words, expected) in [
        (&["/c", "npx", "-y", "x"][..], &["npx", "-y", "x"][..]),
        (&["/C", "npx.cmd", "x"], &["npx", "x"]),
        (&["/c", "docker", "run", "x"], &["docker", "run", "x"]),
        // A line in one argument is taken apart.
        (&["/c", "npx -y \"a b\""], &["npx", "-y", "a b"]),
        // What only `cmd` understands stays.
        (&["/c", "echo", "x"], &["cmd", "/c", "echo", "x"]),
        (&["/c", "npx x && y"], &["cmd", "/c", "npx x && y"]),
        (&["/c", "npx %X%"], &["cmd", "/c", "npx %X%"]),
        (&["/c", "cd x"], &["cmd", "/c", "cd x"]),
        (
            &["/c", "npx", "x", "2>nul"],
            &["cmd", "/c", "npx", "x", "2>nul"],
        ),
        (&["/k", "npx"], &["cmd", "/k", "npx"]),
    ] {
        assert_eq!(line(unix, "cmd", words), expected, "{words:?}");
    }
}

#[test]
fn without_a_platform_command_lines_stay() {
    assert_eq!(line("--to cursor", "npx", &["x"]), ["npx", "x"]);
    let wrapped = ["cmd", "/c", "npx", "x"];
    assert_eq!(line("--to cursor", "cmd", &wrapped[1..]), wrapped);
}

#[test]
fn there_and_back_is_the_same_and_a_second_merge_changes_nothing() {
    let source = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x"]}}}"#;
    let folder = Folder::new(&[(".mcp.json", source)]);
    let merge = ".mcp.json -o .cursor/mcp.json --platform windows";
    folder.done(merge);
    let written = folder.read(".cursor/mcp.json");
    assert!(written.contains("\"cmd\""), "{written}");
    assert_eq!(folder.run(&format!("{merge} --diff")).code, 0);
    let back = folder.run(".cursor/mcp.json --to claude-code --platform unix");
    let server = parsed(&back.silent())["mcpServers"]["a"].clone();
    assert_eq!(
        (&server["command"], &server["args"]),
        (&json!("npx"), &json!(["-y", "x"]))
    );
}

#[test]
fn every_value_has_its_row_and_no_effect_differs() {
    for (platform, command) in [
        ("windows", json!({"command": "npx", "args": ["-y", "x"]})),
        (
            "unix",
            json!({"command": "cmd", "args": ["/c", "npx", "-y", "x"]}),
        ),
    ] {
        let source = json!({"mcpServers": {"a": command}}).to_string();
        let folder = Folder::new(&[]);
        let args = format!("--from kiro --to codex --platform {platform} --report r.json --strict");
        folder.feed(&args, &source).silent();
        let rows = parsed(&folder.read("r.json"));
        let rows = rows.as_array().expect("rows");
        let (effects, rows): (Vec<&Value>, Vec<&Value>) =
            rows.iter().partition(|row| row["class"] == "effect");
        for row in effects {
            assert!(
                row["aspect"] != "command" && row["aspect"] != "args",
                "{row}"
            );
        }
        let leaves = source.matches("\"").count() / 2 - 4;
        assert_eq!(rows.len(), leaves, "{rows:#?}");
        for row in rows {
            let is_there = row["targets"]
                .as_array()
                .is_some_and(|list| !list.is_empty());
            assert!(is_there || row["class"] == "implied", "{row}");
        }
    }
}

#[test]
fn a_hosts_own_file_is_suited_to_the_system_too() {
    let own = |args: &str, command: &str, words: &[&str]| {
        let source = json!({"mcpServers": {"a": {"command": command, "args": words}}});
        let text = convert(
            &format!("--from cursor --to cursor {args}"),
            source.to_string(),
        )
        .silent();
        servers(&value(&text))["a"].clone()
    };
    let windows = own("--platform windows", "npx", &["x"]);
    assert_eq!(windows["command"], "cmd");
    assert_eq!(windows["args"], json!(["/c", "npx", "x"]));
    let unix = own("--platform unix", "cmd", &["/c", "npx", "x"]);
    assert_eq!(unix["command"], "npx");
    assert_eq!(unix["args"], json!(["x"]));
}

#[test]
fn arguments_that_cmd_acts_on_are_reported() {
    let source = |arg: &str| {
        format!(r#"{{"mcpServers": {{"a": {{"command": "npx", "args": ["-y", "x", "{arg}"]}}}}}}"#)
    };
    let run = |arg: &str| {
        let args = "--from claude-code --to cursor --platform windows --strict";
        crate::support::convert(args, source(arg)).code
    };
    for arg in [
        "https://e.example/?a=1&b=2",
        "%PATH%",
        "a %X% b",
        "x^y",
        "a>b",
    ] {
        assert_eq!(run(arg), 1, "{arg}");
    }
    for arg in ["https://e.example/?a=1", "a & b", "100%", "50% off"] {
        assert_eq!(run(arg), 0, "{arg}");
    }
}

#[test]
fn a_bridge_is_a_script_like_any_other() {
    let source =
        r#"{"mcpServers": {"a": {"type": "sse", "url": "https://e.example/mcp?a=1&b=2"}}}"#;
    for to in ["claude-desktop", "codex"] {
        let args = format!("--from claude-code --to {to} --wrap-remote");
        let (plain, _) = convert(&args, source).warned();
        let (windows, said) = convert(&format!("{args} --platform windows"), source).warned();
        let server = |text: &str| servers(&value(text))["a"].clone();
        assert_eq!(server(&plain)["command"], "npx", "{to}");
        assert_eq!(server(&windows)["command"], "cmd", "{to}");
        assert_eq!(server(&windows)["args"][1], "npx", "{to}");
        assert!(
            said.contains("`cmd` does not pass this argument"),
            "{to}: {said}"
        );
    }
}

#[test]
fn folders_are_put_behind_the_path_as_the_system_does_it() {
    for (platform, mark) in [("windows", ";"), ("unix", ":")] {
        for folder in ["${userHome}/bin", "${env:TOOLS}", "/opt/bin"] {
            let source = format!(
                r#"{{"servers": {{"a": {{"type": "stdio", "command": "x", "env": {{"PATH": "{folder}"}}}}}}}}"#
            );
            let args = format!("--from vscode --to claude-code --platform {platform}");
            let text = convert(&args, source).silent();
            let path = servers(&value(&text))["a"]["env"]["PATH"].clone();
            let path = path.as_str().expect("a path").to_owned();
            assert!(path.starts_with(&format!("${{PATH}}{mark}")), "{path}");
        }
    }
}
