//! Documents that describe a published server: read for every host, never written.

use std::collections::BTreeSet;

use mcpconv::diagnostic::Level;
use mcpconv::hosts::{SOURCES, by_name};
use mcpconv::internals::syntax::{Language, Node, Tree, parse};
use mcpconv::lint::lint;
use serde_json::{Value, json};

use crate::laws::case::{Case, Law, broken};
use crate::laws::checks::acceptance;
use crate::laws::effects::effects;
use crate::support::samples::{Sample, run};
use crate::support::{assert_all, corpus, files, subject};

fn samples() -> Vec<Sample> {
    let mut samples = corpus::sources();
    for host in SOURCES {
        let own = files(&format!("tests/fixtures/{}", host.id));
        assert!(!own.is_empty(), "{} has no fixtures", host.id);
        samples.extend(
            own.iter()
                .map(|file| Sample::new(host, file).expect("UTF-8")),
        );
    }
    samples
}

fn sample(id: &str, text: &str) -> Sample {
    let host = by_name(id).expect("a source");
    Sample {
        host,
        place: &host.places[0],
        name: id.to_owned(),
        text: text.to_owned(),
        bom: false,
    }
}

fn fixture(id: &str, name: &str) -> Sample {
    let text = crate::support::text(&format!("tests/fixtures/{id}/{name}"));
    sample(id, &text)
}

fn written(sample: &Sample, to: &str) -> Value {
    let conversion = run(sample, by_name(to).expect("a host"));
    let text = conversion.text.expect("an output");
    serde_json::from_str(&text).expect("JSON")
}

/// The node that a JSON pointer leads to.
fn resolve<'n, 't>(root: &'n Node<'t>, pointer: &str) -> Option<&'n Node<'t>> {
    pointer.split('/').skip(1).try_fold(root, |node, segment| {
        let key = segment.replace("~1", "/").replace("~0", "~");
        match &node.value {
            Tree::Array(items) => items.get(key.parse::<usize>().ok()?),
            _ => node.member(&key).map(|member| &member.value),
        }
    })
}

/// Every row is about one value of the document as it is written.
fn traced(case: &Case<'_>) -> Vec<String> {
    let document = parse(&case.source.sample.text, Language::Json).expect("JSON");
    let root = document.root.as_ref().expect("a root");
    let conversion = case.conversion;
    let mut seen = BTreeSet::new();
    let mut wrong = Vec::new();
    for row in &conversion.rows {
        match resolve(root, &row.pointer) {
            Some(node) if node.span == row.span => {}
            _ => wrong.push(format!("{} is not in the document", row.pointer)),
        }
        if !seen.insert(row.pointer.clone()) {
            wrong.push(format!("{} has two rows", row.pointer));
        }
    }
    if conversion.text.is_some() && conversion.rows.is_empty() {
        wrong.push("no row at all".to_owned());
    }
    wrong
}

#[test]
fn every_host_gets_what_the_source_means() {
    let laws: [Law; 3] = [
        ("accepted", acceptance),
        ("effects", effects),
        ("traced", traced),
    ];
    assert_all(&broken(&samples(), |_, _| true, &laws));
}

#[test]
fn a_package_becomes_its_command() {
    let output = written(&fixture("server-json", "full.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["ledger-mcp"],
        json!({
            "command": "npx",
            "args": [
                "--loglevel", "error", "-y", "@acme/ledger-mcp@3.1.0", "--book=2026", "${LEDGER_MCP_PATH}",
                "--mode", "ro", "--region=eu", "--verbose"
            ],
            "env": {
                "LEDGER_TOKEN": "${LEDGER_TOKEN}",
                "LEDGER_PIN": "${LEDGER_PIN:-}",
                "LEDGER_CURRENCY": "EUR",
                "LEDGER_FORMAT": "json",
                "NPM_CONFIG_REGISTRY": "https://npm.acme.dev/"
            }
        })
    );
    let output = written(&fixture("server-json", "container.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["scanner"]["args"],
        json!([
            "run",
            "-i",
            "--rm",
            "--network",
            "none",
            "-e",
            "SCANNER_KEY",
            "ghcr.io/acme/scanner:0.4.0",
            "serve"
        ])
    );
    let output = written(&fixture("server-json", "tools.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["tools"],
        json!({ "command": "dnx", "args": ["Acme.Tools@2.0.0", "--yes", "--", "mcp"] })
    );
}

#[test]
fn what_has_no_value_is_asked_for_where_that_is_possible() {
    let output = written(&fixture("server-json", "remote.json"), "vscode");
    assert_eq!(
        output["servers"]["board"]["url"],
        "https://${input:board_tenant}.acme.dev/${input:board_zone}/sse"
    );
    assert_eq!(
        output["inputs"],
        json!([
            { "type": "promptString", "id": "board_tenant", "description": "Your tenant" },
            { "type": "pickString", "id": "board_zone", "description": "Value of board_zone", "default": "eu", "options": ["eu", "us"] },
            { "type": "promptString", "id": "board_token", "description": "Value of board_token", "password": true }
        ])
    );
    let output = written(&fixture("server-json", "remote.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["board"],
        json!({
            "type": "sse",
            "url": "https://${BOARD_TENANT}.acme.dev/eu/sse",
            "headers": { "Authorization": "Bearer ${BOARD_TOKEN}", "X-Team": "core" }
        })
    );
}

#[test]
fn a_bundle_becomes_its_command() {
    let output = written(&fixture("mcpb", "full.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["acme-files"],
        json!({
            "command": "node",
            "args": [
                "${ACME_FILES_DIR}/dist/index.js", "--root", "${HOME}/notes", "docs", "src", "--lang=${ACME_FILES_LANG}"
            ],
            "env": { "FILES_TOKEN": "${ACME_FILES_TOKEN}", "FILES_LIMIT": "50", "FILES_MODE": "ro" }
        })
    );
    let output = written(&fixture("mcpb", "uv.json"), "cursor");
    assert_eq!(
        output["mcpServers"]["acme-sheets"]["args"],
        json!([
            "run",
            "--directory",
            "${env:ACME_SHEETS_DIR}",
            "src/server.py"
        ])
    );
}

#[test]
fn a_project_of_fastmcp_becomes_what_it_runs() {
    let output = written(&fixture("fastmcp-json", "full.json"), "cursor");
    assert_eq!(
        output["mcpServers"]["weather"]["args"],
        json!([
            "run",
            "--python",
            ">=3.11",
            "--with",
            "httpx==0.28.1",
            "--with",
            "pydantic",
            "--with-requirements",
            "requirements.txt",
            "--with-editable",
            ".",
            "fastmcp",
            "run",
            "src/weather.py:mcp",
            "--",
            "--units",
            "metric"
        ])
    );
    let output = written(&fixture("fastmcp-json", "http.json"), "claude-code");
    assert_eq!(
        output["mcpServers"]["tides"],
        json!({ "type": "http", "url": "http://127.0.0.1:9300/tides" })
    );
}

#[test]
fn what_is_left_out_is_reported_and_is_no_loss() {
    let conversion = run(
        &fixture("server-json", "full.json"),
        by_name("claude-code").expect("a host"),
    );
    let said: Vec<&str> = conversion
        .diagnostics
        .list()
        .iter()
        .map(|said| said.message.as_str())
        .collect();
    for words in [
        "`ledger-mcp`: `LEDGER_CACHE`, `extra` dropped",
        "`ledger-mcp`: this remote is not used",
        "a package of type `mcpb` cannot be started",
        "`LEDGER_TOKEN` is read from the environment",
    ] {
        assert!(
            said.iter().any(|said| said.contains(words)),
            "{words}: {said:?}"
        );
    }
    assert_eq!(conversion.diagnostics.count(Level::Warning), 0);
}

#[test]
fn nothing_is_written_where_nothing_can_be_started() {
    let useless = r#"{"name": "a/b", "version": "1", "packages": [{"registryType": "cargo", "identifier": "x"}]}"#;
    let conversion = run(
        &sample("server-json", useless),
        by_name("cursor").expect("a host"),
    );
    assert_eq!(conversion.diagnostics.count(Level::Error), 1);
    let text = conversion.text.unwrap_or_default();
    assert!(!text.contains("command") && !text.contains("url"), "{text}");
}

#[test]
fn the_linter_says_what_stands_in_the_way() {
    let findings = |sample: &Sample| -> Vec<(String, Level)> {
        let subject = subject("x", &sample.text, sample.host, sample.place, None);
        let findings = lint(&subject).findings.into_iter();
        findings
            .map(|found| (found.rule.id.to_owned(), found.level))
            .collect()
    };
    // What a conversion would lose is nothing that is wrong with them.
    for sample in samples() {
        assert_eq!(findings(&sample), [], "{}", sample.name);
    }
    let useless = r#"{"name": "a/b", "version": "1", "packages": [{"registryType": "cargo", "identifier": "x"}]}"#;
    let found = findings(&sample("server-json", useless));
    assert_eq!(found, [("missing-transport".to_owned(), Level::Error)]);
    let commented = r#"{"manifest_version": "0.3", "name": "a", // no
        "server": {"type": "node", "mcp_config": {"command": "node", "args": "x"}}}"#;
    let found = findings(&sample("mcpb", commented));
    assert_eq!(
        found,
        [
            ("jsonc-in-strict-json".to_owned(), Level::Error),
            ("wrong-type".to_owned(), Level::Warning)
        ]
    );
}

#[test]
fn an_option_with_several_values_is_told_once() {
    let text = r#"{"manifest_version": "0.3", "name": "db", "version": "1.0.0", "description": "d", "author": {"name": "a"},
        "server": {"type": "node", "entry_point": "s.js", "mcp_config": {"command": "node", "args": ["${user_config.dirs}", "--first=${user_config.dirs}"]}},
        "user_config": {"dirs": {"type": "directory", "title": "t", "description": "d", "multiple": true, "required": true}}}"#;
    let folder = crate::support::Folder::new(&[("manifest.json", text)]);
    let ran = folder.run("manifest.json --to claude-code --format json");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(
        ran.stderr.matches("may have several values").count(),
        1,
        "{}",
        ran.stderr
    );
}

#[test]
fn an_argument_that_is_there_or_not_has_no_value() {
    let text = r#"{"name": "io.acme/db", "version": "1.0.0", "packages": [{
        "registryType": "oci", "identifier": "ghcr.io/acme/db:1.0.0", "transport": {"type": "stdio"},
        "runtimeArguments": [
            {"type": "named", "name": "-i", "value": "true", "format": "boolean"},
            {"type": "named", "name": "--tty", "value": "false", "format": "boolean"},
            {"type": "named", "name": "--network", "value": "host"}]}]}"#;
    let conversion = run(
        &sample("server-json", text),
        by_name("codex").expect("a host"),
    );
    let written = conversion.text.unwrap_or_default();
    let args = r#"["run", "--rm", "-i", "--network", "host", "ghcr.io/acme/db:1.0.0"]"#;
    assert!(written.contains(args), "{written}");
}
