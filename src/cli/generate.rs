//! `mcpconv completions` and `mcpconv man`, made from the definitions of the command line.

use clap::CommandFactory as _;
use clap_complete::Shell;

use super::args::Cli;

/// What `shell` needs to complete commands and options.
pub(super) fn completions(shell: Shell) -> String {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "mcpconv", &mut text);
    String::from_utf8_lossy(&text).into_owned()
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
