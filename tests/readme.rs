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
    text.split(fence.as_str()).skip(1).filter_map(|rest| rest.split("```").next()).collect()
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
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
    let output = child.wait_with_output().expect("it ends");
    (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn the_conversion_in_the_readme_is_a_real_one() {
    let readme = readme();
    let console = blocks(&readme, "console")[0];
    let (command, expected) = console.split_once('\n').expect("a command and its output");
    let args: Vec<&str> = command.trim_start_matches("$ mcpconv ").split_whitespace().take_while(|word| *word != "<").collect();
    let (stdout, stderr) = run(&args, blocks(&readme, "json")[0]);
    assert_eq!(stdout, expected);
    assert_eq!(stderr, blocks(&readme, "text")[0]);
}

#[test]
fn the_table_of_hosts_is_the_one_of_the_program() {
    let (list, _) = run(&["hosts"], "");
    let mut table = String::new();
    for (index, line) in list.lines().take_while(|line| !line.is_empty()).enumerate() {
        let mut cells = line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect::<Vec<_>>();
        if index > 0 {
            cells[0] = format!("`{}`", cells[0]);
            cells[2] = format!("`{}`", cells[2]);
            cells[4] = if cells[4].contains('X') { format!("`{}`", cells[4]) } else { cells[4].clone() };
        }
        table.push_str(&format!("| {} |\n", cells.join(" | ").to_owned()));
        if index == 0 {
            table = table.to_lowercase() + "|---|---|---|---|---|\n";
        }
    }
    let readme = readme();
    let (before, rest) = readme.split_once("<!-- hosts -->\n").expect("a place for the table");
    let (_, after) = rest.split_once("<!-- /hosts -->").expect("an end of the table");
    let expected = format!("{before}<!-- hosts -->\n{table}<!-- /hosts -->{after}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), &expected).expect("a writable README");
    } else {
        assert!(readme == expected, "the table of hosts is out of step: UPDATE=1 cargo test --test readme");
    }
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
    let checks = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run")).expect("the checks");
    assert!(checks.contains(&command), "{command}");
}
