//! The README says what is true. `UPDATE=1 cargo test` rewrites what is made from the code.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

fn readme() -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).expect("a README")
}

/// The blocks of a language, in order.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    text.split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

fn run(args: &[&str], stdin: &str) -> (String, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mcpconv"))
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // A command that does not read its input may have closed it already.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (
        String::from_utf8(output.stdout).expect("text"),
        String::from_utf8(output.stderr).expect("text"),
    )
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
    let (stdout, stderr) = run(&args, blocks(&readme, "json")[0]);
    assert_eq!(stdout, expected);
    assert_eq!(stderr, blocks(&readme, "text")[0]);
}

/// Puts `new` between two marks of the README, or checks that it is there.
fn keep(mark: &str, new: &str) {
    let readme = readme();
    let (before, rest) = readme
        .split_once(&format!("<!-- {mark} -->\n"))
        .expect("a place for it");
    let (_, after) = rest
        .split_once(&format!("<!-- /{mark} -->"))
        .expect("an end of it");
    let expected = format!("{before}<!-- {mark} -->\n{new}<!-- /{mark} -->{after}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(
            Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"),
            &expected,
        )
        .expect("a writable README");
    } else {
        assert!(
            readme == expected,
            "{mark} is out of step: UPDATE=1 cargo test --test readme -- --test-threads 1"
        );
    }
}

#[test]
fn the_findings_in_the_readme_are_real_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(
        folder.path().join(".mcp.json"),
        blocks(&readme(), "json")[1],
    )
    .expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_mcpconv"))
        .arg("lint")
        .current_dir(folder.path())
        .env_clear()
        .output()
        .expect("it runs");
    keep(
        "lint",
        &format!(
            "```console\n$ mcpconv lint\n{}```\n",
            String::from_utf8(output.stdout).expect("text")
        ),
    );
}

#[test]
fn the_table_of_rules_is_the_one_of_the_program() {
    let (list, _) = run(&["rules", "--format", "json"], "");
    let rules: serde_json::Value = serde_json::from_str(&list).expect("JSON");
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
    let (list, _) = run(&["hosts"], "");
    let mut table = String::new();
    for (index, line) in list.lines().take_while(|line| !line.is_empty()).enumerate() {
        let mut cells = line
            .split("  ")
            .map(str::trim)
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>();
        if index > 0 {
            cells[0] = format!("`{}`", cells[0]);
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
    let checks = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run"))
        .expect("the checks");
    assert!(checks.contains(&command), "{command}");
}
