//! Paths of a command line that are relative to the folder it starts in.

use super::runners::{Runner, call, is_runner};
use super::{Word, program};

/// Programs whose first operand is a script, and their options that take a value. `-m` and `-c` leave no script.
static INTERPRETERS: &[(&str, &[&str])] = &[
    (
        "node",
        &[
            "-r",
            "--require",
            "--import",
            "--loader",
            "--experimental-loader",
            "-C",
            "--conditions",
            "--env-file",
        ],
    ),
    ("python", &["-W", "-X"]),
    (
        "deno",
        &["-c", "--config", "--import-map", "-L", "--log-level"],
    ),
    ("bun", &["-r", "--preload", "--cwd", "-c", "--config"]),
    ("ruby", &["-I", "-r"]),
    ("php", &["-d"]),
    ("bash", &["-o"]),
    ("sh", &["-o"]),
];

/// The program, the script of an interpreter and the value of `--directory`, where they are relative paths.
pub(crate) fn relative_paths<'a>(words: &[Word<'a>]) -> Vec<Word<'a>> {
    let Some((first, rest)) = words.split_first() else {
        return Vec::new();
    };
    let command = Some(*first).filter(|word| word.text.contains(['/', '\\']));
    let found = command
        .into_iter()
        .chain(script(first.text, rest))
        .chain(behind_uv(words))
        .chain(directory(rest));
    found.filter(|word| is_relative(word.text)).collect()
}

/// The interpreter that `command` is, with its options that take values.
fn interpreter(command: &str) -> Option<&'static (&'static str, &'static [&'static str])> {
    // `python3.11` and `ruby3` are the same programs.
    let full = program(command);
    let name = full.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    INTERPRETERS
        .iter()
        .find(|(known, _)| known.eq_ignore_ascii_case(name))
}

/// Whether `command` leads to a program that runs scripts or packages, and does nothing by itself.
pub(crate) fn runs_others(command: &str) -> bool {
    interpreter(command).is_some() || is_runner(program(command))
}

/// The script that an interpreter is given.
fn script<'a>(command: &str, rest: &[Word<'a>]) -> Option<Word<'a>> {
    let (name, values) = interpreter(command)?;
    let mut words = rest.iter();
    while let Some(word) = words.next() {
        match word.text {
            "-m" | "-c" | "-e" | "-p" | "--eval" | "--print" | "-"
                if !values.contains(&word.text) =>
            {
                return None;
            }
            "run" if matches!(*name, "deno" | "bun") => {}
            option if values.contains(&option) => _ = words.next(),
            option if option.starts_with('-') => {}
            // `bun run dev` is a task, and a subcommand is no file.
            operand if matches!(*name, "deno" | "bun") && !operand.contains(['/', '\\', '.']) => {
                return None;
            }
            _ => return Some(*word),
        }
    }
    None
}

/// The script that `uv run` starts, unless it goes to another folder first.
fn behind_uv<'a>(words: &[Word<'a>]) -> Option<Word<'a>> {
    let call = call(words).filter(|call| call.runner == Runner::UvRun)?;
    let (first, rest) = call.rest.split_first()?;
    let elsewhere = call.flags.iter().any(|flag| flag.name == "directory");
    let is_file = first.text.ends_with(".py") || first.text.contains(['/', '\\']);
    let started = if is_file {
        Some(*first)
    } else {
        script(first.text, rest)
    };
    started.filter(|_| !elsewhere)
}

/// The value of `--directory`.
fn directory<'a>(rest: &[Word<'a>]) -> Option<Word<'a>> {
    rest.iter()
        .enumerate()
        .find_map(|(at, word)| match word.text.strip_prefix("--directory")? {
            "" => rest.get(at + 1).copied(),
            value => value
                .starts_with('=')
                .then(|| word.split_at("--directory=".len()).1),
        })
}

/// Whether a text is a path that starts from nowhere in particular.
pub(crate) fn is_relative(text: &str) -> bool {
    let rooted = text.starts_with(['/', '\\', '~', '$', '%', '{', '<', '-', '@'])
        || text.as_bytes().get(1) == Some(&b':');
    let scheme = text.split_once(':').is_some_and(|(scheme, _)| {
        scheme.len() > 1
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'+')
    });
    !text.is_empty() && !rooted && !scheme
}
