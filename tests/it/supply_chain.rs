//! What others give us: actions and tools of workflows, dependencies. And that the promises of SECURITY.md have tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::Command;

use regex::Regex;
use serde_json::Value;

use crate::support::{files, json, path, text};

/// The workflows and the action: name and text.
fn workflows() -> Vec<(String, String)> {
    let mut list = vec![("action.yml".to_owned(), text("action.yml"))];
    for file in files(".github/workflows") {
        let name = file.display().to_string();
        list.push((name, std::fs::read_to_string(file).expect("text")));
    }
    assert!(list.len() > 2, "workflows were not found");
    list
}

fn pattern(pattern: &str) -> Regex {
    Regex::new(pattern).expect("a pattern")
}

#[test]
fn actions_are_pinned_to_a_commit() {
    let uses = pattern(r"(?m)^\s*-?\s*uses:\s*(\S+)(.*)$");
    let commit = pattern(r"^[\w.-]+/[\w./-]+@[0-9a-f]{40}$");
    let version = pattern(r"# v\d+\.\d+\.\d+$");
    let mut seen = 0;
    for (name, text) in workflows() {
        for found in uses.captures_iter(&text) {
            let (action, comment) = (&found[1], found[2].trim_end());
            seen += 1;
            if action != "./" {
                assert!(commit.is_match(action), "{name}: {action}");
                assert!(
                    version.is_match(comment),
                    "{name}: {action} says no version"
                );
            }
        }
    }
    assert!(seen > 10, "only {seen} actions were found");
}

/// What floats in a line of a workflow: a tool without an exact version, or a runner or toolchain that moves.
fn floating(line: &str) -> Option<String> {
    // Comments are for people.
    let line = line.split(" #").next().unwrap_or(line);
    let word = pattern(r"(?:^|[\s:@-])(stable|nightly|beta|latest)(?:\s|$)");
    if let Some(found) = word.captures(line) {
        return Some(found[1].to_owned());
    }
    let fetched = [
        (r"\bnpx\s+(?:-\S+\s+)*(\S+)", r"@\d+\.\d+\.\d+$"),
        (r"\bpipx\s+run\s+(?:-\S+\s+)*(\S+)", r"==\d+(\.\d+)+$"),
        (r"\bpip3?\s+install\s+(?:-\S+\s+)*(\S+)", r"==\d+(\.\d+)+$"),
        (r"\bnpm\s+install\s+-g\s+(\S+)", r"@\d+\.\d+\.\d+$"),
        (
            r"\bcargo\s+install\s+(?:--locked\s+)?([a-z]\S*)",
            r"@\d+\.\d+\.\d+$",
        ),
        (
            r"\btoolchain\s+install\s+(\S+)",
            r#"^("\$RUST"|\d+\.\d+\.\d+)$"#,
        ),
    ];
    fetched.into_iter().find_map(|(tool, exact)| {
        let found = pattern(tool).captures(line)?;
        (!pattern(exact).is_match(&found[1])).then(|| found[1].to_owned())
    })
}

#[test]
fn tools_of_workflows_have_exact_versions() {
    for (bad, what) in [
        ("npx --yes npm@11 publish x", "npm@11"),
        (
            "rustup toolchain install stable --profile minimal",
            "stable",
        ),
        ("runs-on: ubuntu-latest", "latest"),
        ("run: pipx run maturin sdist", "maturin"),
        ("cargo install --locked cargo-deny", "cargo-deny"),
    ] {
        assert_eq!(floating(bad).as_deref(), Some(what), "{bad}");
    }
    let mut rust = BTreeSet::new();
    let version = pattern(r"(?m)^\s*RUST: (\d+\.\d+\.\d+)");
    for (name, text) in workflows() {
        for line in text.lines() {
            assert_eq!(floating(line), None, "{name}: {line}");
        }
        rust.extend(
            version
                .captures_iter(&text)
                .map(|found| found[1].to_owned()),
        );
    }
    assert_eq!(rust.len(), 1, "one version of Rust: {rust:?}");
}

/// The packages that the program and its tests are made of here, as cargo describes them. Those of other platforms are
/// not there on a machine that has only built for its own.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", &platform()])
        .current_dir(path("."))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata = json(&String::from_utf8_lossy(&output.stdout));
    metadata["packages"].as_array().expect("packages").clone()
}

/// What cargo builds for.
fn platform() -> String {
    let output = Command::new(env!("CARGO"))
        .arg("-vV")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("the platform").to_owned()
}

/// The strings between the brackets behind `key` in deny.toml.
fn denied(key: &str) -> BTreeSet<String> {
    let text = text("deny.toml");
    let list = text.split(&format!("\n{key} = [")).nth(1).expect("a list");
    let list = list.split("\n]").next().unwrap_or_default();
    let list = list.split(']').next().unwrap_or_default();
    let quoted = pattern(if key == "skip" {
        r#"crate = "([^"]+)""#
    } else {
        r#""([^"]+)""#
    });
    quoted
        .captures_iter(list)
        .map(|found| found[1].to_owned())
        .collect()
}

#[test]
#[cfg_attr(windows, ignore = "the same everywhere, and cargo may not be there")]
fn dependencies_have_known_licences_and_one_source() {
    let (allowed, skipped, registries) =
        (denied("allow"), denied("skip"), denied("allow-registry"));
    assert!(allowed.contains("MIT") && registries.len() == 1);
    // One of several is enough, where all of those that are joined by AND are allowed.
    let fits = |licence: &str| {
        let licence = licence.replace('/', " OR ");
        let all = licence.split(" AND ").all(|part| {
            let choices = part.trim_matches(['(', ')']).split(" OR ");
            choices.into_iter().any(|choice| {
                let plain = choice.trim_matches(['(', ')', ' ']);
                allowed.contains(plain.split(" WITH ").next().unwrap_or(plain))
            })
        });
        all && !licence.is_empty()
    };
    assert!(fits("(MIT OR Apache-2.0) AND Unicode-3.0") && fits("Unlicense/MIT"));
    assert!(!fits("GPL-3.0") && !fits("MIT AND GPL-3.0") && !fits(""));
    let all = packages();
    assert!(all.len() > 50, "only {} packages", all.len());
    for package in &all {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(fits(licence), "{}: {licence}", package["name"]);
    }
    let mut versions: BTreeMap<String, usize> = BTreeMap::new();
    let (lock, field) = (text("Cargo.lock"), pattern(r#"(?m)^(\w+) = "([^"]+)"$"#));
    for package in lock.split("[[package]]").skip(1) {
        let field = |wanted: &str| {
            let mut all = field.captures_iter(package);
            all.find(|found| &found[1] == wanted)
                .map(|found| found[2].to_owned())
        };
        let name = field("name").expect("a name");
        match field("source") {
            Some(source) => {
                let registry = source.strip_prefix("registry+").unwrap_or(&source);
                assert!(registries.contains(registry), "{name}: {source}");
            }
            None => assert_eq!(name, "mcpconv", "a dependency without a source"),
        }
        *versions.entry(name).or_default() += 1;
    }
    let doubled: BTreeSet<String> = versions
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(name, _)| name)
        .collect();
    assert_eq!(
        doubled, skipped,
        "`skip` in deny.toml says which are there twice"
    );
}

/// All sources of tests: ours in Rust, and those of the packages.
fn tests() -> String {
    fn collect(folder: PathBuf, all: &mut String) {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(path, all);
            } else if path
                .extension()
                .is_some_and(|ext| ext == "rs" || ext == "py")
            {
                all.push_str(&std::fs::read_to_string(path).expect("text"));
            }
        }
    }
    let mut all = String::new();
    for folder in ["src", "tests/it", "tests/packages", "fuzz"] {
        collect(path(folder), &mut all);
    }
    all
}

#[test]
fn every_promise_has_tests_that_exist() {
    let page = text("SECURITY.md");
    let promises = page
        .split("## What is promised")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next())
        .expect("the promises");
    let (tests, name) = (tests(), pattern("`([a-z]+_[a-z_]+)`"));
    let rows: Vec<&str> = promises
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| promise"))
        .collect();
    assert!(rows.len() > 8, "only {} promises", rows.len());
    for row in rows {
        let named: Vec<String> = name
            .captures_iter(row)
            .map(|found| found[1].to_owned())
            .collect();
        assert!(!named.is_empty(), "a promise without a test: {row}");
        for test in named {
            assert!(is_test(&tests, &test), "{test} is not a test: {row}");
        }
    }
    let page = text("docs/security.md");
    let long = pattern("`([a-z]+(?:_[a-z]+){2,})`");
    let named: BTreeSet<&str> = long
        .captures_iter(&page)
        .filter_map(|found| found.get(1).map(|name| name.as_str()))
        .collect();
    assert!(named.len() > 30, "only {} tests", named.len());
    for test in named {
        assert!(is_test(&tests, test), "docs/security.md: no test {test}");
    }
}

fn is_test(tests: &str, name: &str) -> bool {
    ["fn", "def"]
        .iter()
        .any(|word| tests.contains(&format!("{word} {name}(")))
}
