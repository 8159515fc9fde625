//! What can be said to `mcpconv lint`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::super::args::{COLOR, Choices, Color, Reach, one_of};
use crate::config::size;
use crate::diagnostic::Level;
use crate::host::Scope;
use crate::report::lint::ReportFormat;

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  mcpconv lint
  mcpconv lint --fix .mcp.json
  mcpconv lint --for codex,gemini .mcp.json
  mcpconv lint --format sarif -o mcpconv.sarif
  mcpconv lint - --stdin-filename .cursor/mcp.json < draft.json

Exit codes: 0 no errors, 1 errors (see --fail-on), 2 a file cannot be read or bad usage";

#[derive(Args, Debug)]
pub(in crate::cli) struct Lint {
    /// Files and folders; `-` is standard input [default: .]
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,

    /// Host of the files [default: detected]
    #[arg(long, value_name = "HOST", help_heading = "Files")]
    pub(super) host: Option<String>,
    /// Also report what would not work in these hosts
    #[arg(
        long = "for",
        value_name = "HOST",
        value_delimiter = ',',
        help_heading = "Files"
    )]
    pub(super) others: Vec<String>,
    /// File name of standard input
    #[arg(long, value_name = "PATH", help_heading = "Files")]
    pub(super) stdin_filename: Option<PathBuf>,
    /// Scope of the files: project, user [default: by path]
    #[arg(long, value_name = "WHO", value_parser = one_of(SCOPES), hide_possible_values = true, help_heading = "Files")]
    pub(super) scope: Option<Scope>,
    /// Also check the files in your home folder
    #[arg(long, help_heading = "Files")]
    pub(super) user: bool,
    #[command(flatten)]
    pub(super) reach: Reach,
    /// Skip excluded files even if they are named
    #[arg(long, help_heading = "Files")]
    pub(super) force_exclude: bool,
    /// Only list the files and their hosts
    #[arg(long, help_heading = "Files")]
    pub(super) show_files: bool,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", value_parser = size, help_heading = "Files")]
    pub(super) max_size: Option<u64>,

    /// Configuration [default: mcpconv.toml here or above]
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub(super) config: Option<PathBuf>,
    /// Ignore mcpconv.toml
    #[arg(long, conflicts_with = "config", help_heading = "Rules")]
    pub(super) no_config: bool,
    /// Also report ignored findings
    #[arg(long, help_heading = "Rules")]
    pub(super) no_ignores: bool,
    /// Ignore all findings, for this reason: in comments, else in `mcpconv.toml`
    #[arg(long, value_name = "REASON", conflicts_with_all = ["fix", "fix_unsafe", "diff", "write_baseline"], help_heading = "Rules")]
    pub(super) add_ignore: Option<String>,
    /// Report only findings that are not in this baseline
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub(super) baseline: Option<PathBuf>,
    /// Write all current findings to a baseline
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub(super) write_baseline: Option<PathBuf>,
    /// Also check against a JSON Schema of your own
    #[arg(long, value_name = "FILE", help_heading = "Rules")]
    pub(super) schema: Option<PathBuf>,

    /// Apply safe fixes
    #[arg(long, help_heading = "Fixes")]
    pub(super) fix: bool,
    /// Also apply fixes that may change what runs
    #[arg(long, help_heading = "Fixes")]
    pub(super) fix_unsafe: bool,
    /// Print fixes as a diff and write nothing
    #[arg(long, help_heading = "Fixes")]
    pub(super) diff: bool,

    /// Output format: human, concise, json, json-lines, sarif, github, gitlab, junit, rdjson, markdown
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = formats(), hide_possible_values = true, help_heading = "Findings")]
    pub(super) format: LintFormat,
    /// Write findings to a file
    #[arg(short, long, value_name = "FILE", help_heading = "Findings")]
    pub(super) output_file: Option<PathBuf>,
    /// Also write a report, such as sarif=FILE (repeatable)
    #[arg(long, value_name = "FORMAT=FILE", help_heading = "Findings")]
    pub(super) report: Vec<String>,
    /// Lowest level to show and fix: info, warning, error
    #[arg(long, value_name = "LEVEL", default_value = "warning", value_parser = one_of(LEVELS), hide_possible_values = true, help_heading = "Findings")]
    pub(super) level: Level,
    /// Lowest level that fails: info, warning, error, never [default: error]
    #[arg(long, value_name = "LEVEL", value_parser = one_of(FAIL_ON), hide_possible_values = true, help_heading = "Findings")]
    pub(super) fail_on: Option<FailOn>,
    /// Exit with 0 even if there are errors
    #[arg(long, help_heading = "Findings")]
    pub(super) exit_zero: bool,
    /// Count findings by rule
    #[arg(long, help_heading = "Findings")]
    pub(super) statistics: bool,
    /// When to use colors: auto, always, never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = one_of(COLOR), hide_possible_values = true, help_heading = "Findings")]
    pub(super) color: Color,
    /// Maximum findings to print, 0 = all
    #[arg(
        long,
        value_name = "N",
        default_value_t = 100,
        help_heading = "Findings"
    )]
    pub(super) max_diagnostics: usize,
    /// Print only findings
    #[arg(short, long, help_heading = "Findings")]
    pub(super) quiet: bool,
}

/// What makes a run a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailOn {
    /// A finding of this level or a worse one.
    From(Level),
    /// Nothing.
    Never,
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LintFormat {
    /// For people.
    Human,
    /// For programs.
    Machine(ReportFormat),
}

const SCOPES: Choices<Scope> = &[("project", Scope::Project), ("user", Scope::User)];
const LEVELS: Choices<Level> = &[
    ("info", Level::Info),
    ("warning", Level::Warning),
    ("error", Level::Error),
];
const FAIL_ON: Choices<FailOn> = &[
    ("info", FailOn::From(Level::Info)),
    ("warning", FailOn::From(Level::Warning)),
    ("error", FailOn::From(Level::Error)),
    ("never", FailOn::Never),
];

/// The format with this name.
pub(super) fn format(word: &str) -> Option<LintFormat> {
    let machine = || {
        ReportFormat::ALL
            .iter()
            .find(|format| format.name() == word)
            .map(|format| LintFormat::Machine(*format))
    };
    if word == "human" {
        Some(LintFormat::Human)
    } else {
        machine()
    }
}

/// The format and the file of a report: `FORMAT=FILE`, or a file of JSON.
pub(super) fn report_file(text: &str) -> Option<(LintFormat, &str)> {
    let (format, path) = match text.split_once('=') {
        Some((word, path)) => (format(word)?, path),
        None => (LintFormat::Machine(ReportFormat::Json), text),
    };
    (!path.is_empty()).then_some((format, path))
}

fn formats() -> impl TypedValueParser<Value = LintFormat> {
    let words = ["human"]
        .into_iter()
        .chain(ReportFormat::ALL.iter().map(|format| format.name()));
    PossibleValuesParser::new(words)
        .map(|word| format(&word).expect("clap lets in only these words"))
}
