//! The variables that can be put in: the process's own, those of files, those of the command line; the later wins.

use std::collections::HashMap;
use std::env;
use std::path::Path;

use super::args::{Reach, Variables};
use super::configuration::refuse_link;
use super::problem;
use crate::convert::Environment;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::syntax::{Columns, LineIndex};

/// Stands for a `$` while a file is parsed. Unicode promises that it is no character of any text.
const DOLLAR: char = '\u{fdd0}';

/// Collects the variables that `args` allow, from files of at most `limit` bytes.
///
/// # Errors
/// A file that cannot be read or parsed, or an `--env` that is no assignment; values are never repeated.
pub(super) fn collect(
    args: &Variables,
    reach: Reach,
    limit: u64,
) -> Result<Environment, Box<Diagnostic>> {
    gather(args, reach, limit, !args.no_env)
}

/// The same without the process's own, unless `--env NAME` asks for one: for a command whose configuration chooses which
/// values are used, and where they are written or shown.
///
/// # Errors
/// As [`collect`].
pub(super) fn collect_asked(
    args: &Variables,
    reach: Reach,
    limit: u64,
) -> Result<Environment, Box<Diagnostic>> {
    gather(args, reach, limit, false)
}

fn gather(
    args: &Variables,
    reach: Reach,
    limit: u64,
    own: bool,
) -> Result<Environment, Box<Diagnostic>> {
    let mut environment = if own {
        Environment::reading(of_process)
    } else {
        Environment::default()
    };
    for path in &args.env_file {
        refuse_link(path, &reach.border(), "invalid-env-file")?;
        environment.variables.extend(read(path, limit)?);
    }
    for assignment in &args.env {
        let (name, value) = match assignment.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (assignment.as_str(), env::var(assignment).ok()),
        };
        if name.is_empty() {
            return Err(no_assignment().into());
        }
        environment
            .variables
            .extend(value.map(|value| (name.to_owned(), value)));
    }
    Ok(environment)
}

/// The variables of this process that are text.
fn of_process() -> HashMap<String, String> {
    env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}

fn no_assignment() -> Diagnostic {
    problem("invalid-variable", "`--env` needs a name")
        .help("use `--env NAME=VALUE`, or `--env NAME` for the value of this process")
}

fn read(path: &Path, limit: u64) -> Result<Vec<(String, String)>, Box<Diagnostic>> {
    let name = path.display();
    let unusable =
        |fault: Diagnostic| problem("invalid-env-file", format!("`{name}`: {}", fault.message));
    let bytes = files::read_stream(path, limit).map_err(|fault| unusable(fault.diagnostic()))?;
    let decoded = files::text(&bytes).map_err(|(_, fault)| unusable(*fault))?;
    parse(&decoded.text).map_err(|line| {
        problem(
            "invalid-env-file",
            format!("`{name}` has no `NAME=VALUE` in line {line}"),
        )
        .help("quote values with spaces, quotes or backslashes")
        .into()
    })
}

/// The variables of a `.env` file, or the line that is none.
///
/// A `$` stands for itself. dotenvy would put in variables of the process there, which `--no-env` forbids, and would
/// make something else of a password that happens to hold one.
fn parse(text: &str) -> Result<Vec<(String, String)>, usize> {
    let shielded = shield(text);
    dotenvy::from_read_iter(shielded.as_bytes())
        .map(|variable| match variable {
            Ok((name, value)) => Ok((name, value.replace(DOLLAR, "$"))),
            Err(dotenvy::Error::LineParse(rest, _)) => Err(line_of(&shielded, &rest)),
            Err(_) => Err(1),
        })
        .collect()
}

/// `text` with every `$` that is not escaped already replaced.
fn shield(text: &str) -> String {
    let mut escaped = false;
    text.chars()
        .map(|c| {
            let literal = escaped;
            escaped = c == '\\' && !escaped;
            if c == '$' && !literal { DOLLAR } else { c }
        })
        .collect()
}

/// The line, from 1, in which `part` of `text` starts.
fn line_of(text: &str, part: &str) -> usize {
    LineIndex::new(text)
        .position(text.find(part).unwrap_or(0), Columns::Bytes)
        .0
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::args::Cli;

    fn pairs(text: &str) -> Vec<(String, String)> {
        parse(text).expect("a file of variables")
    }

    #[test]
    fn an_env_file_keeps_its_dollars() {
        let text = "A=pa$$word\nB=\"${HOME} $PATH\" # note\nC='\\$x'\nD=\"\\$y \\\\$z\"\nexport E = e\n\n# F=1\n";
        let expected = [
            ("A", "pa$$word"),
            ("B", "${HOME} $PATH"),
            ("C", "\\$x"),
            ("D", "$y \\$z"),
            ("E", "e"),
        ];
        assert_eq!(
            pairs(text),
            expected.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
    }

    #[test]
    fn a_broken_line_is_named_by_its_number() {
        assert_eq!(parse("A=1\n\nB=two words\n"), Err(3));
        assert_eq!(parse("A=1\nB\n"), Err(2));
        assert_eq!(parse("A=\"open\n"), Err(1));
    }

    #[test]
    fn the_later_wins_and_the_process_can_be_shut_out() {
        let folder = env::temp_dir().join(format!("mcpconv-env-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = |name: &str, text: &str| {
            let path = folder.join(name);
            std::fs::write(&path, text).expect("a file");
            path.to_str().expect("a plain path").to_owned()
        };
        let (first, second) = (
            file("a", "A=first\nB=first\nC=first\nPATH=first\n"),
            file("b", "B=second\nC=second\n"),
        );
        let words = |more: &[&str]| {
            let words = ["mcpconv"]
                .iter()
                .chain(more)
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>();
            let args = Cli::try_parse_from(words).expect("a command line").convert;
            collect(&args.variables, args.reach, 1 << 20)
        };
        let found = words(&[
            "--env-file",
            &first,
            "--env-file",
            &second,
            "--env",
            "C=last",
            "--env",
            "D=a=b",
        ])
        .expect("variables");
        assert_eq!(
            ["A", "B", "C", "D", "PATH"].map(|name| found.get(name)),
            [
                Some("first"),
                Some("second"),
                Some("last"),
                Some("a=b"),
                Some("first")
            ]
        );
        assert!(words(&[]).expect("variables").get("PATH").is_some());
        let shut_out = words(&["--no-env"]).expect("variables");
        assert_eq!(shut_out.get("PATH"), None);
        let refused = words(&["--env", "=hidden"]).expect_err("no name");
        assert!(!format!("{refused:?}").contains("hidden"));
        std::fs::remove_dir_all(&folder).expect("the folder");
    }
}
