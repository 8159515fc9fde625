//! The README says what is true. `UPDATE=1 cargo test` rewrites what is made from the code.

use std::fs;
use std::sync::Mutex;

use crate::support::{Folder, blocks, convert, json, path, text, updating};

fn readme() -> String {
    text("README.md")
}

#[test]
fn the_conversion_in_the_readme_is_a_real_one() {
    let readme = readme();
    let console = blocks(&readme, "console")[0];
    let (command, expected) = console.split_once('\n').expect("a command and its output");
    let args: Vec<&str> = command
        .trim_start_matches("$ mcpconv ")
        .split_whitespace()
        .take_while(|word| *word != "<")
        .collect();
    let ran = convert(args, blocks(&readme, "json")[0]);
    assert_eq!(ran.stdout, expected);
    assert_eq!(ran.stderr, blocks(&readme, "text")[0]);
}

/// Puts `new` between two marks of the README, or checks that it is there.
fn keep(mark: &str, new: &str) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = WRITING.lock();
    let readme = readme();
    let (before, rest) = readme
        .split_once(&format!("<!-- {mark} -->\n"))
        .expect("a place for it");
    let (_, after) = rest
        .split_once(&format!("<!-- /{mark} -->"))
        .expect("an end of it");
    let expected = format!("{before}<!-- {mark} -->\n{new}<!-- /{mark} -->{after}");
    if updating() {
        fs::write(path("README.md"), &expected).expect("a writable README");
    } else {
        assert!(
            readme == expected,
            "{mark} is out of step: UPDATE=1 cargo test --test it readme"
        );
    }
}

#[test]
fn the_findings_in_the_readme_are_real_ones() {
    let folder = Folder::new(&[(".mcp.json", blocks(&readme(), "json")[1])]);
    let found = folder.lint(&[]).stdout;
    keep("lint", &format!("```console\n$ mcpconv lint\n{found}```\n"));
}

#[test]
fn the_table_of_rules_is_the_one_of_the_program() {
    let rules = json(&convert("rules --format json", "").stdout);
    let mut table = String::from("| rule | level | fix | finds |\n|---|---|---|---|\n");
    for rule in rules.as_array().expect("a list") {
        let text = |key: &str| rule[key].as_str().unwrap_or_default();
        table.push_str(&format!(
            "| [`{id}`](docs/rules/{id}.md) | {} | {} | {} |\n",
            text("level"),
            text("fix"),
            text("summary"),
            id = text("id")
        ));
    }
    keep("rules", &table);
}

#[test]
fn the_table_of_hosts_is_the_one_of_the_program() {
    let list = convert("hosts", "").stdout;
    let mut table = String::new();
    for (index, line) in list.lines().take_while(|line| !line.is_empty()).enumerate() {
        let mut cells = line
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>();
        if index > 0 {
            cells[0] = format!("[`{id}`](docs/hosts/{id}.md)", id = cells[0]);
            cells[2] = format!("`{}`", cells[2]);
            cells[4] = if cells[4].contains('X') {
                format!("`{}`", cells[4])
            } else {
                cells[4].clone()
            };
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ").to_owned()));
        if index == 0 {
            table = table.to_lowercase() + "|---|---|---|---|---|\n";
        }
    }
    keep("hosts", &table);
}

#[test]
fn the_checks_run_the_test_command_of_the_readme() {
    let command = blocks(&readme(), "sh")[0]
        .lines()
        .find(|line| line.starts_with("cargo test"))
        .expect("a test command")
        .split('#')
        .next()
        .expect("text")
        .trim()
        .to_owned();
    let checks = text(".ci/run");
    assert!(checks.contains(&command), "{command}");
}
