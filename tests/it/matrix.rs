//! `mcpconv matrix` says what the converter does.

use mcpconv::convert::{Conversion, Environment, Options, Unset, convert};
use mcpconv::hosts::HOSTS;
use serde_json::Value;

use crate::support::samples::{Sample, fixtures};
use crate::support::{Folder, json, path};

fn matrix(sample: &Sample, more: &[&str]) -> String {
    let file = path("tests/fixtures").join(&sample.name);
    let file = file.to_str().expect("a plain path");
    let args = ["matrix", "--from", sample.host.id, file];
    let ran = Folder::new(&[]).run([&args, more].concat());
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", sample.name);
    ran.stdout
}

/// What happens to one server alone.
fn alone(sample: &Sample, to: &'static mcpconv::hosts::Host, server: &str) -> Conversion {
    let environment = Environment::default();
    let select = |name: &str| name == server;
    let options = Options {
        select: &select,
        unset: Unset::Empty,
        ..Options::new(to, &environment)
    };
    convert(&[sample.input()], &options)
}

#[test]
fn it_agrees_with_conversions_of_every_server() {
    let samples = fixtures();
    let sample = samples
        .iter()
        .find(|sample| sample.name == "claude-code/full.json");
    let sample = sample.expect("a fixture");
    let data = json(&matrix(sample, &["--format", "json"]));
    let hosts = data["hosts"].as_array().expect("hosts");
    assert_eq!(hosts.len(), HOSTS.len());
    let mut seen = std::collections::BTreeSet::new();
    for (column, to) in hosts.iter().zip(HOSTS) {
        assert_eq!(column["host"], to.id);
        for cell in column["servers"].as_array().expect("servers") {
            let server = cell["server"].as_str().expect("a name");
            let done = alone(sample, to, server);
            let expected = match (done.written, done.losses + done.expanded) {
                (0, _) => "skipped",
                (_, 0) => "kept",
                _ => "changed",
            };
            assert_eq!(cell["result"], expected, "{server} in {}", to.id);
            let reasons = cell["reasons"].as_array().map_or(0, Vec::len);
            assert_eq!(reasons == 0, expected == "kept", "{cell}");
            seen.insert(expected);
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[test]
fn it_fits_a_terminal_and_has_every_host() {
    for sample in fixtures()
        .iter()
        .filter(|sample| sample.name.contains("/full."))
    {
        let text = matrix(sample, &[]);
        for line in text.lines() {
            assert!(line.chars().count() <= 100, "{}: {line}", sample.name);
        }
        for host in HOSTS {
            let has = |line: &str| line.trim_start().split(' ').next() == Some(host.id);
            assert!(text.lines().any(has), "{}: {}", sample.name, host.id);
        }
    }
}

#[test]
fn many_servers_are_counted() {
    let servers: serde_json::Map<String, Value> = (0..30)
        .map(|number| (format!("server-{number}"), json(r#"{"command": "x"}"#)))
        .collect();
    let folder = Folder::new(&[]);
    let input = serde_json::json!({ "mcpServers": servers }).to_string();
    let text = folder.feed("matrix --from kiro --to codex", input).silent();
    assert!(text.starts_with("30 servers of <stdin> (Kiro)\n"), "{text}");
    assert!(text.contains("KEPT  CHANGED  SKIPPED"), "{text}");
    assert!(text.contains("codex  30    -        -"), "{text}");
}

#[test]
fn a_file_without_servers_is_refused() {
    let folder = Folder::new(&[]);
    for input in ["", "{", r#"{"mcpServers": {}}"#, "[]"] {
        let ran = folder.feed("matrix --from kiro", input);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{input}: {ran:?}");
        assert!(ran.stderr.contains("error["), "{ran:?}");
    }
    folder
        .feed("matrix --from kiro --to nobody", "{}")
        .failed(2);
}

#[test]
fn what_is_lost_outside_of_a_server_is_a_change_of_it() {
    let text = r#"{"mcp": {"a": {"type": "local", "command": ["x"]}, "b": {"type": "local", "command": ["y"]}}, "tools": {"a_del*": false}}"#;
    let folder = Folder::new(&[("opencode.json", text)]);
    let data = json(
        &folder
            .run("matrix opencode.json --to codex --format json")
            .stdout,
    );
    let servers = &data["hosts"][0]["servers"];
    assert_eq!(servers[0]["result"], "changed", "{data}");
    assert_eq!(
        servers[0]["reasons"][0]["rule"],
        "conversion-restriction-lost"
    );
    assert_eq!(servers[1]["result"], "kept", "{data}");
}

#[test]
fn an_input_that_becomes_a_variable_is_a_change() {
    let text = r#"{"inputs": [{"id": "tok", "type": "promptString", "description": "T"}], "servers": {"a": {"command": "x", "env": {"T": "${input:tok}"}}, "b": {"command": "y"}}}"#;
    let folder = Folder::new(&[(".vscode/mcp.json", text)]);
    let data = json(
        &folder
            .run("matrix .vscode/mcp.json --to cursor --format json")
            .stdout,
    );
    let servers = &data["hosts"][0]["servers"];
    assert_eq!(servers[0]["result"], "changed", "{data}");
    assert_eq!(servers[1]["result"], "kept", "{data}");
}
