//! Files in the manner of real ones, written for this repository, so that everybody has a judge at hand.
//!
//! `expected.tsv` has a row for every finding at warning level and above, as a person expects it who knows the hosts,
//! and one for every file without any. What looks like a token is put together when the test runs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use mcpconv::hosts::HOSTS;

use crate::refusals::has_refusals;
use crate::support::made_up::fill;
use crate::support::{Folder, files, json, text};

const FOLDER: &str = "tests/corpus/own";

/// A finding: its line, its rule and its level.
type Row = (u64, String, String);

/// A file and what is expected of it.
struct Judged {
    path: String,
    text: String,
    rows: BTreeSet<Row>,
}

fn judged() -> BTreeMap<String, Judged> {
    let mut judged: BTreeMap<String, Judged> = BTreeMap::new();
    for line in text(&format!("{FOLDER}/expected.tsv")).lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, path, rule, at, level, _] = columns[..] else {
            panic!("`{line}` has not six columns")
        };
        let entry = judged.entry(file.to_owned()).or_insert_with(|| Judged {
            path: path.to_owned(),
            text: fill(&text(&format!("{FOLDER}/{file}"))),
            rows: BTreeSet::new(),
        });
        if rule != "-" {
            let row = (
                at.parse().expect("a line"),
                rule.to_owned(),
                level.to_owned(),
            );
            assert!(entry.rows.insert(row), "`{line}` is there twice");
        }
    }
    judged
}

/// What the linter finds, with the host whose file it took it for.
fn found(file: &Judged) -> (String, BTreeSet<Row>) {
    let folder = Folder::new(&[(&file.path, &file.text)]);
    let report = json(&folder.lint(&["--format", "json", &file.path]).stdout);
    let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let findings = report["findings"].as_array().expect("findings");
    let rows = findings
        .iter()
        .filter(|finding| finding["level"] != "info")
        .map(|finding| {
            let line = finding["line"].as_u64().unwrap_or(1);
            (line, word(&finding["rule"]), word(&finding["level"]))
        });
    (word(&report["files"][0]["host"]), rows.collect())
}

#[test]
fn every_file_is_judged_and_every_host_has_some() {
    let judged = judged();
    let names: BTreeSet<String> = files(FOLDER)
        .iter()
        .filter_map(|file| file.file_name()?.to_str().map(str::to_owned))
        .filter(|name| name != "expected.tsv")
        .collect();
    assert_eq!(names, judged.keys().cloned().collect());
    assert!(names.len() >= 30);
    let hosts: BTreeSet<String> = judged.values().map(|file| found(file).0).collect();
    for host in HOSTS {
        // `tests/it/refusals.rs` judges the files of most hosts.
        let known = hosts.contains(host.id) || has_refusals(host);
        assert!(known, "no judged file of {}", host.id);
    }
}

#[test]
fn our_own_files_get_the_findings_that_a_person_expects() {
    let mut report = String::new();
    for (name, file) in judged() {
        let (_, found) = found(&file);
        for (line, rule, level) in file.rows.difference(&found) {
            let _ = writeln!(report, "missed  {name}:{line} {level} {rule}");
        }
        for (line, rule, level) in found.difference(&file.rows) {
            let _ = writeln!(report, "extra   {name}:{line} {level} {rule}");
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn fixes_of_our_own_files_converge_and_bring_nothing_new() {
    for (name, file) in judged() {
        for fix in ["--fix", "--fix-unsafe"] {
            let folder = Folder::new(&[(&file.path, &file.text)]);
            folder.lint(&[fix, &file.path]);
            let once = folder.read(&file.path);
            folder.lint(&[fix, &file.path]);
            assert_eq!(folder.read(&file.path), once, "{name} {fix} goes on");
            let before: BTreeSet<String> = file.rows.iter().map(|row| row.1.clone()).collect();
            let fixed = Judged {
                text: once,
                path: file.path.clone(),
                rows: BTreeSet::new(),
            };
            let after: BTreeSet<String> = found(&fixed).1.into_iter().map(|row| row.1).collect();
            let new: Vec<&String> = after.difference(&before).collect();
            assert!(new.is_empty(), "{name} {fix}: {new:?}");
        }
    }
}
