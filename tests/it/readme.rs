//! The README says what is true. `UPDATE=1 cargo test` rewrites what is made from the code.

use std::fs;
use std::sync::Mutex;

use crate::support::{Folder, blocks, example, path, text, updating};

fn readme() -> String {
    text("README.md")
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
            "{mark} is out of sync: UPDATE=1 cargo test --test it readme"
        );
    }
}

#[test]
fn the_conversion_in_the_readme_is_a_real_one() {
    let folder = example("monorepo");
    let made = folder.run(".mcp.json --to codex").silent();
    let input = folder.read(".mcp.json");
    let wanted = "`examples/monorepo/.mcp.json`:";
    keep(
        "convert",
        &format!(
            "{wanted}\n\n```json\n{input}```\n\nFor Codex:\n\n```console\n$ mcpconv .mcp.json --to codex\n{made}```\n"
        ),
    );
}

#[test]
#[cfg(unix)] // The README shows the paths of Unix.
fn the_answer_of_show_in_the_readme_is_a_real_one() {
    let folder = example("monorepo").set("DATABASE_URL", "x");
    let args = "show .cursor/mcp.json";
    let ran = folder.run(args);
    assert_eq!(ran.code, 0, "{ran:?}");
    let here = folder.path().canonicalize().expect("a path");
    let shown = ran
        .stdout
        .replace(&here.display().to_string(), "/home/me/shop");
    keep("show", &format!("```text\n$ mcpconv {args}\n{shown}```\n"));
}

#[test]
fn the_first_command_of_the_readme_works() {
    let readme = readme();
    let command = blocks(&readme, "sh")[0]
        .lines()
        .find_map(|line| line.strip_prefix("cargo run --release -- "))
        .expect("a command");
    let args: Vec<&str> = command.split_whitespace().collect();
    let (file, rest) = args.split_first().expect("a file");
    let input = text(file);
    let made = Folder::new(&[(file, &input)]).run([&[*file], rest].concat());
    let (output, said) = made.warned();
    assert!(output.contains("mcpServers") && said.is_empty(), "{said}");
}

#[test]
fn the_readme_is_short_and_its_promises_are_there() {
    let readme = readme();
    let lines = readme.lines().count();
    assert!(lines < 250, "{lines} lines");
    assert!(readme.contains("mcpconv --from claude-code --to mcpnest < .mcp.json"));
    let hosts = mcpconv::hosts::HOSTS.len();
    assert!(
        readme.contains(&format!("between {hosts} AI hosts")),
        "there are {hosts} hosts"
    );
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
