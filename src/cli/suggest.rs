//! A command that is spelled almost right. Without a command, the first word is the file to convert, so a typo would
//! otherwise be answered with what is wrong with a conversion.

use std::ffi::OsString;
use std::path::Path;

use clap::{CommandFactory as _, Subcommand as _};

use super::args::{Cli, Command};
use crate::nearest::nearest;

/// What to say about `args`, the first of which is the program's own name, if they start with a word that is neither a
/// command nor a file.
pub(super) fn mistyped(args: &[OsString]) -> Option<String> {
    let asked = args.get(1)?.to_str()?;
    let helped = asked == "help";
    let word = if helped {
        args.get(2)?.to_str()?
    } else {
        asked
    };
    let like_a_command = !word.is_empty()
        && !word.starts_with('-')
        && word.chars().all(|c| c.is_ascii_alphabetic() || c == '-');
    if !like_a_command || Command::has_subcommand(word) || !helped && Path::new(word).exists() {
        return None;
    }
    let known = Cli::command();
    let mut names: Vec<&str> = known
        .get_subcommands()
        .map(clap::Command::get_name)
        .collect();
    names.push("help");
    // With a target, it is a file that is missing.
    let converts = args.iter().skip(2).any(|arg| {
        let arg = arg.to_string_lossy();
        arg.starts_with("--to") || arg.starts_with("-o") || arg.starts_with("--output")
    });
    if converts || names.contains(&word) {
        return None;
    }
    let tip = match nearest(word, names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if helped => "`mcpconv help` lists the commands".to_owned(),
        None => {
            "`mcpconv help` lists the commands; there is no such file to convert either".to_owned()
        }
    };
    Some(format!("error: unknown command `{word}`\n\n  tip: {tip}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(words: &str) -> Option<String> {
        let args: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        mistyped(&args)
    }

    #[test]
    fn every_command_is_found_behind_a_typo() {
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            let swapped: String = match name.split_at(1) {
                (first, rest) if rest.len() > 2 => {
                    format!("{first}{}{}", &rest[1..2], &rest[..1]) + &rest[2..]
                }
                _ => format!("{name}x"),
            };
            let message = said(&format!("mcpconv {swapped}")).expect("a typo");
            assert!(
                message.contains(&format!("did you mean `{name}`?")),
                "{swapped}: {message}"
            );
            assert_eq!(said(&format!("mcpconv {name}")), None);
            assert_eq!(said(&format!("mcpconv help {swapped}")), Some(message));
        }
    }

    #[test]
    fn options_and_files_are_no_typos() {
        for words in [
            "mcpconv --to codex",
            "mcpconv -",
            "mcpconv a.json",
            "mcpconv lnt --to codex",
            "mcpconv src",
        ] {
            assert_eq!(said(words), None, "{words}");
        }
        assert!(
            said("mcpconv lnt --fix")
                .expect("a typo")
                .contains("`lint`")
        );
        assert!(
            said("mcpconv zzzz")
                .expect("a typo")
                .contains("mcpconv help")
        );
    }
}
