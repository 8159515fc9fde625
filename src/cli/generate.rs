//! `mcpconv completions` and `mcpconv man`, made from the definitions of the command line.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory as _};
use clap_complete::Shell;

use super::args::Cli;
use crate::hosts::readable;
use crate::lint::RULES;

/// What `shell` needs to complete commands, options, hosts and rules.
pub(super) fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut offering(Cli::command()), "mcpconv", &mut text);
    let mut text = String::from_utf8_lossy(&text).into_owned();
    if shell == Shell::Fish {
        text.push_str(&fish_arguments());
    }
    text
}

/// What the generator for fish leaves out: names that are arguments and not values of options.
fn fish_arguments() -> String {
    let command = offering(Cli::command());
    let named = command.get_subcommands().filter_map(|sub| {
        let argument = sub.get_positionals().next()?;
        let names: Vec<String> = argument
            .get_possible_values()
            .iter()
            .map(|value| value.get_name().to_owned())
            .collect();
        let (sub, names) = (sub.get_name(), names.join(" "));
        (!names.is_empty()).then(|| {
            format!(
                "complete -c mcpconv -n \"__fish_seen_subcommand_from {sub}\" -f -a \"{names}\"\n"
            )
        })
    });
    named.collect()
}

/// The command with names to choose from. Only completions list them: when a name is unknown, our own message suggests
/// the nearest one.
fn offering(command: Command) -> Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    let command = command.mut_args(named);
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, offering)
    })
}

fn named(arg: Arg) -> Arg {
    let value = arg.get_value_names().and_then(|names| names.first());
    let hosts = || readable().map(|host| host.id);
    match (value.map(|name| name.as_str()), arg.get_id().as_str()) {
        (Some("HOST"), "to") => {
            let lists = ["all", "detected"];
            arg.value_parser(PossibleValuesParser::new(hosts().chain(lists)))
        }
        (Some("HOST"), _) => arg.value_parser(PossibleValuesParser::new(hosts())),
        (Some("RULE"), _) => {
            arg.value_parser(PossibleValuesParser::new(RULES.iter().map(|rule| rule.id)))
        }
        _ => arg,
    }
}

/// The manual: a page for the program and one for each command, one after the other.
pub(super) fn man() -> String {
    let mut command = Cli::command();
    command.build();
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command.clone()).render(&mut text);
    for sub in command.get_subcommands() {
        let title = format!("mcpconv-{}", sub.get_name());
        let _ = clap_mangen::Man::new(sub.clone().display_name(&title))
            .title(title)
            .render(&mut text);
    }
    String::from_utf8_lossy(&text).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_offer_every_host_and_every_rule() {
        // Elvish and PowerShell complete names of commands and options only.
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = completions(shell);
            let hosts = readable().map(|host| host.id);
            let missing: Vec<&str> = hosts
                .chain(RULES.iter().map(|rule| rule.id))
                .filter(|name| !text.contains(name))
                .collect();
            assert!(missing.is_empty(), "{shell}: {missing:?}");
        }
    }

    #[test]
    fn every_command_is_in_the_manual_and_in_every_completion() {
        let manual = man().replace('\\', "");
        for command in Cli::command().get_subcommands() {
            let name = command.get_name();
            assert!(
                manual.contains(&format!("mcpconv-{name}")),
                "{name} is not in the manual"
            );
            for shell in [
                Shell::Bash,
                Shell::Zsh,
                Shell::Fish,
                Shell::PowerShell,
                Shell::Elvish,
            ] {
                assert!(
                    completions(shell).contains(name),
                    "{name} is not completed in {shell}"
                );
            }
        }
    }
}
