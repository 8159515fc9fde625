//! Command lines and what is found in them.

mod containers;
mod laws;
mod runners;
mod versions;
mod wrappers;

use super::*;

/// Splits a line of plain words, so that cases read like what one would type.
fn found(line: &str) -> Option<Launch<'_>> {
    let mut words = line.split(' ').filter(|word| !word.is_empty());
    let command = words.next().unwrap_or_default();
    launch(command, &words.collect::<Vec<_>>())
}

/// The runner, the name and version of the package, and what the package is given.
fn shown(launch: Option<&Launch<'_>>) -> String {
    let Some(launch) = launch else {
        return "none".to_owned();
    };
    let version = launch
        .package
        .version
        .word
        .map(|version| format!(" {}", version.text))
        .unwrap_or_default();
    let program = launch
        .program
        .map(|program| format!(" ({})", program.text))
        .unwrap_or_default();
    let args: String = launch
        .package_args
        .iter()
        .map(|word| format!(" [{}]", word.text))
        .collect();
    format!(
        "{:?}: {}{version}{program}{args}",
        launch.runner, launch.package.name.text
    )
}

fn check(cases: &[(&str, &str)]) {
    for (line, expected) in cases {
        assert_eq!(shown(found(line).as_ref()), *expected, "{line}");
    }
}

#[test]
fn a_package_inside_a_shell_command_is_found_with_its_version() {
    let found = launch(
        "sh",
        &["-c", "exec npx -y @playwright/mcp@latest --headless"],
    )
    .expect("a package");
    assert_eq!(found.package.name.text, "@playwright/mcp");
    assert_eq!(found.package.version.precision, Precision::Latest);
    let version = found.package.version.word.expect("a version");
    assert_eq!((version.index, version.range()), (2, 28..34));
}
