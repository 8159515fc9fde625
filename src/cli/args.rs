//! What can be said on the command line.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};

use crate::border::Border;
use crate::config::size;
use crate::convert::{Defaults, Expand, Platform, Prompting, Secrets, Unset};
use crate::discover::tilde;
use crate::report::lint::ReportFormat;
use crate::safe_write::Backup;

const EXAMPLES: &str = "\
Examples:
  mcpconv .mcp.json --to cursor
  mcpconv .mcp.json -o .codex/config.toml --diff
  mcpconv --from claude-code --to mcpnest < .mcp.json > mcpnest.json
  mcpconv lint --fix
  mcpconv show --user --host codex
  mcpconv hosts codex

Exit codes: 0 done, 1 a loss under --strict or a change under --diff
or --dry-run, 2 nothing was written";

/// Converts and checks MCP config files of AI hosts.
#[derive(Debug, Parser)]
#[command(
    name = "mcpconv",
    version,
    max_term_width = 100,
    args_conflicts_with_subcommands = true,
    subcommand_help_heading = "Commands",
    after_help = EXAMPLES,
    override_usage = "mcpconv [OPTIONS] --to <HOST> [FILE]...\n       mcpconv <COMMAND>"
)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) convert: Convert,
}

/// A conversion alone; whatever it does not understand is left to [`Cli`].
#[derive(Debug, Parser)]
#[command(disable_help_flag = true)]
pub(super) struct Bare {
    #[command(flatten)]
    pub(super) convert: Convert,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Convert a config file [default command]
    #[command(after_help = EXAMPLES)]
    Convert(Box<Convert>),
    /// Check MCP config files
    #[command(after_help = super::lint::args::EXAMPLES)]
    Lint(Box<super::lint::args::Lint>),
    /// Sync host configs from one source
    Sync(super::sync::Sync),
    /// Restore a file from its backup
    Restore(super::restore::Restore),
    /// Create mcpconv.toml
    Init(super::init::Init),
    /// Show what a host starts and connects to
    #[command(after_help = super::show::EXAMPLES)]
    Show(super::show::Show),
    /// Compare two config files by what runs
    Diff(super::compare::Diff),
    /// Show which servers work in which hosts, and why not
    #[command(after_help = super::matrix::EXAMPLES)]
    Matrix(super::matrix::MatrixArgs),
    /// List lint rules
    Rules {
        /// Output format: human, json
        #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
        format: OutputFormat,
    },
    /// Explain a rule and how to fix its findings
    Explain {
        /// Name of the rule
        #[arg(value_name = "RULE")]
        rule: String,
    },
    /// List hosts, or show one in detail
    Hosts(Hosts),
    /// Print the JSON Schema of a host's config file
    Schema {
        /// Host, or `mcpconv` for mcpconv.toml
        #[arg(value_name = "HOST")]
        host: String,
    },
    /// Generate shell completions
    Completions {
        /// bash, elvish, fish, powershell, zsh
        #[arg(value_name = "SHELL", hide_possible_values = true)]
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

#[derive(Args, Debug)]
pub(super) struct Hosts {
    /// Host to show in detail
    #[arg(value_name = "HOST")]
    pub(super) host: Option<String>,
    /// Compare what hosts support
    #[arg(long, conflicts_with = "host")]
    pub(super) fields: bool,
    /// Output format: human, json
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
    pub(super) format: OutputFormat,
}

/// A default that clap knows is parsed as a word of the command line in every run; ten of them were 3% of a small conversion.
#[derive(Args, Debug)]
pub(super) struct Convert {
    /// Files to convert [default: standard input]
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// Source host [default: detected]
    #[arg(long, value_name = "HOST")]
    pub(super) from: Option<String>,
    /// Target host; also `a,b`, `all` or `detected`
    #[arg(long, value_name = "HOST")]
    pub(super) to: Option<String>,

    /// Read a README, an `mcp add` command or an install link
    #[arg(long)]
    pub(super) paste: bool,
    /// Name of a pasted server that has none
    #[arg(long, value_name = "NAME")]
    pub(super) name: Option<String>,

    /// Merge into this file instead of printing (repeatable)
    #[arg(short, long, value_name = "FILE", value_parser = written(), help_heading = "Files")]
    pub(super) output: Vec<PathBuf>,
    /// Merge into each target's config file in this folder
    #[arg(
        long,
        value_name = "DIR",
        value_parser = written(),
        conflicts_with = "output",
        help_heading = "Files"
    )]
    pub(super) output_dir: Option<PathBuf>,
    /// Read all files of the `--from` host; with `--to detected`: write those in your home folder
    #[arg(long, help_heading = "Files")]
    pub(super) user: bool,
    /// Profile of the `--from` host to read, with `--user`
    #[arg(
        long,
        value_name = "NAME",
        requires = "user",
        allow_hyphen_values = true,
        help_heading = "Files"
    )]
    pub(super) profile: Option<String>,
    /// What to write: config, commands, links, markdown [default: config]
    #[arg(long, value_name = "WHAT", value_parser = one_of(EMIT), hide_possible_values = true, help_heading = "Files")]
    pub(super) emit: Option<Emit>,
    /// With `--emit markdown -o FILE`: exit 1 if FILE is stale
    #[arg(long, requires = "output", help_heading = "Files")]
    pub(super) check: bool,
    /// Change the given file itself
    #[arg(long, conflicts_with_all = ["output", "output_dir", "replace", "mirror"], help_heading = "Files")]
    pub(super) in_place: bool,
    /// Also remove servers that the source does not have
    #[arg(long, requires = "output", help_heading = "Files")]
    pub(super) mirror: bool,
    /// Replace the whole file
    #[arg(
        long,
        requires = "output",
        conflicts_with = "mirror",
        help_heading = "Files"
    )]
    pub(super) replace: bool,
    /// Project folder, for `~/.claude.json`
    #[arg(long, value_name = "DIR", help_heading = "Files")]
    pub(super) project: Option<String>,
    #[command(flatten)]
    pub(super) reach: Reach,
    /// Print a diff and write nothing
    #[arg(long, help_heading = "Files")]
    pub(super) diff: bool,
    /// List what would happen to each server and write nothing
    #[arg(long, conflicts_with = "diff", help_heading = "Files")]
    pub(super) dry_run: bool,
    /// Keep the old file as FILE.bak: auto, always, never [default: auto]
    #[arg(long, value_name = "WHEN", value_parser = one_of(BACKUP), hide_possible_values = true, help_heading = "Files")]
    pub(super) backup: Option<Backup>,

    /// Only servers whose name matches (repeatable)
    #[arg(long, value_name = "GLOB", help_heading = "Servers")]
    pub(super) server: Vec<String>,
    /// Skip servers whose name matches (repeatable)
    #[arg(long, value_name = "GLOB", help_heading = "Servers")]
    pub(super) skip: Vec<String>,
    /// Run remote servers through `mcp-remote` where needed
    #[arg(long, help_heading = "Servers")]
    pub(super) wrap_remote: bool,
    /// Write command lines for a system: windows, unix
    #[arg(long, value_name = "SYSTEM", value_parser = one_of(Platform::WORDS), hide_possible_values = true, help_heading = "Servers")]
    pub(super) platform: Option<Platform>,
    /// Fail if anything would be lost
    #[arg(long, help_heading = "Servers")]
    pub(super) strict: bool,

    /// Expand references: auto, always, never [default: auto]
    #[arg(long, value_name = "WHEN", value_parser = one_of(Expand::WORDS), hide_possible_values = true, help_heading = "Variables")]
    pub(super) expand: Option<Expand>,
    #[command(flatten)]
    pub(super) variables: Variables,
    /// Unset variables that must be expanded: error, empty, keep [default: error]
    #[arg(long, value_name = "WHAT", value_parser = one_of(UNSET), hide_possible_values = true, help_heading = "Variables")]
    pub(super) unset: Option<Unset>,
    /// Defaults the target can't express: inline, reference [default: inline]
    #[arg(long = "default", value_name = "HOW", value_parser = one_of(DEFAULTS), hide_possible_values = true, help_heading = "Variables")]
    pub(super) defaults: Option<Defaults>,
    /// Variables to turn into inputs: none, secrets, all [default: none]
    #[arg(long, value_name = "WHICH", value_parser = one_of(INPUTS), hide_possible_values = true, help_heading = "Variables")]
    pub(super) inputs: Option<Prompting>,
    /// Plain-text secrets: keep, reference [default: keep]
    #[arg(long, value_name = "HOW", value_parser = one_of(SECRETS), hide_possible_values = true, help_heading = "Variables")]
    pub(super) secrets: Option<Secrets>,

    /// Also write a report: json=FILE, or just FILE
    #[arg(long, value_name = "FORMAT=FILE", value_parser = json_report, help_heading = "Messages")]
    pub(super) report: Option<PathBuf>,
    /// Format of messages: human, json [default: human]
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS), hide_possible_values = true, help_heading = "Messages")]
    pub(super) format: Option<OutputFormat>,
    /// When to use colors: auto, always, never [default: auto]
    #[arg(long, value_name = "WHEN", value_parser = one_of(COLOR), hide_possible_values = true, help_heading = "Messages")]
    pub(super) color: Option<Color>,
    /// Maximum diagnostics to print, 0 = all [default: 100]
    #[arg(long, value_name = "N", help_heading = "Messages")]
    pub(super) max_diagnostics: Option<usize>,
    /// Print only errors
    #[arg(short, long, help_heading = "Messages")]
    pub(super) quiet: bool,

    /// Maximum size of an input (K, M, G) [default: 64MB]
    #[arg(long, value_name = "BYTES", value_parser = size)]
    pub(super) max_size: Option<u64>,
}

/// How far links and settings of a repository may lead.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Follow links and settings out of the project
    #[arg(long, help_heading = "Files")]
    pub(super) allow_outside: bool,
}

impl Reach {
    /// The border for what the command line names, where no configuration counts.
    pub(super) fn border(self) -> Border {
        Border::of(super::here(), self.allow_outside)
    }
}

/// Where values come from.
#[derive(Args, Debug)]
pub(super) struct Variables {
    /// Read KEY=value lines (repeatable, the last wins)
    #[arg(long, value_name = "FILE", help_heading = "Variables")]
    pub(super) env_file: Vec<PathBuf>,
    /// Set a variable, or use the value it has (repeatable)
    #[arg(long, value_name = "KEY[=VALUE]", help_heading = "Variables")]
    pub(super) env: Vec<String>,
    /// Ignore the environment of this process
    #[arg(long, help_heading = "Variables")]
    pub(super) no_env: bool,
}

/// The file of a report. `lint` writes reports in many formats, a conversion in one.
fn json_report(text: &str) -> Result<PathBuf, String> {
    match text.split_once('=') {
        Some(("json", path)) => Ok(path.into()),
        Some((format, _)) if ReportFormat::ALL.iter().any(|known| known.name() == format) => {
            Err("a conversion has only the format json".to_owned())
        }
        _ => Ok(text.into()),
    }
}

/// The most that is read of an input, unless another size is asked for.
pub(super) const MAX_SIZE: u64 = 64_000_000;

/// A path to write to.
fn written() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().map(|path| tilde(&path))
}

impl Convert {
    /// What to write.
    pub(super) fn emit(&self) -> Emit {
        self.emit.unwrap_or_default()
    }

    /// The most that is read of an input.
    pub(super) fn max_size(&self) -> u64 {
        self.max_size.unwrap_or(MAX_SIZE)
    }

    /// The file to write, if it is one.
    pub(super) fn output(&self) -> Option<&Path> {
        self.output.first().map(PathBuf::as_path)
    }
}

/// What to write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Emit {
    #[default]
    Config,
    Commands,
    Links,
    Markdown,
}

/// How to print what was asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum OutputFormat {
    #[default]
    Human,
    Json,
}

/// When to colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The words of an option and what they stand for.
pub(super) type Choices<T> = &'static [(&'static str, T)];

const BACKUP: Choices<Backup> = &[
    ("auto", Backup::Auto),
    ("always", Backup::Always),
    ("never", Backup::Never),
];
const UNSET: Choices<Unset> = &[
    ("error", Unset::Error),
    ("empty", Unset::Empty),
    ("keep", Unset::Keep),
];
const DEFAULTS: Choices<Defaults> = &[
    ("inline", Defaults::Inline),
    ("reference", Defaults::Reference),
];
const INPUTS: Choices<Prompting> = &[
    ("none", Prompting::None),
    ("secrets", Prompting::Secrets),
    ("all", Prompting::All),
];
const EMIT: Choices<Emit> = &[
    ("config", Emit::Config),
    ("commands", Emit::Commands),
    ("links", Emit::Links),
    ("markdown", Emit::Markdown),
];
const SECRETS: Choices<Secrets> = &[("keep", Secrets::Keep), ("reference", Secrets::Reference)];
pub(super) const FORMATS: Choices<OutputFormat> =
    &[("human", OutputFormat::Human), ("json", OutputFormat::Json)];
pub(super) const COLOR: Choices<Color> = &[
    ("auto", Color::Auto),
    ("always", Color::Always),
    ("never", Color::Never),
];

pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    choices: Choices<T>,
) -> impl TypedValueParser<Value = T> {
    OneOf(choices)
}

/// Accepts the words of `Choices`. [`PossibleValuesParser`] would set up a list of words for every option of every run;
/// here it is asked only for what it says about a word that is not among them.
#[derive(Clone)]
struct OneOf<T: 'static>(Choices<T>);

impl<T: Copy + Send + Sync + 'static> TypedValueParser for OneOf<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        if let Some((_, chosen)) = self.0.iter().find(|(word, _)| value == *word) {
            return Ok(*chosen);
        }
        let words = PossibleValuesParser::new(self.0.iter().map(|(word, _)| *word));
        match words.parse_ref(command, arg, value) {
            Err(error) => Err(error),
            Ok(_) => unreachable!("no such word"),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            self.0.iter().map(|(word, _)| PossibleValue::new(*word)),
        ))
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_command_line_is_sound_and_its_help_fits_a_terminal() {
        Cli::command().debug_assert();
        let help = Cli::command().term_width(80).render_help().to_string();
        assert!(
            help.lines().all(|line| line.chars().count() <= 80),
            "{help}"
        );
    }

    #[test]
    fn a_conversion_without_other_commands_is_parsed_the_same() {
        let words = ["mcpconv", "--to", "codex", "--strict", "x.json"];
        let alone = Bare::try_parse_from(words).expect("alone").convert;
        let among = Cli::try_parse_from(words).expect("among all").convert;
        assert_eq!(format!("{alone:?}"), format!("{among:?}"));
    }

    #[test]
    fn the_bare_form_and_convert_are_the_same() {
        let words = ["--to", "codex", "--server", "a*", "-q", "x.json"];
        let bare = Cli::try_parse_from(["mcpconv"].iter().chain(&words))
            .expect("the bare form")
            .convert;
        let Some(Command::Convert(named)) =
            Cli::try_parse_from(["mcpconv", "convert"].iter().chain(&words))
                .expect("the command")
                .command
        else {
            panic!("`convert` is a command");
        };
        assert_eq!(format!("{bare:?}"), format!("{named:?}"));
    }
}
