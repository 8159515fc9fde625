//! The command line: the only part that knows arguments, the environment and the terminal.
//!
//! Standard output carries the result and nothing else, and only if all went well; everything said about it goes to
//! standard error.

mod args;
mod compare;
mod configuration;
mod convert;
mod diff;
mod document;
mod environment;
mod generate;
mod hosts;
mod init;
mod interrupted;
mod lint;
mod manifest;
mod matrix;
mod output;
mod place;
mod progress;
mod prose;
mod restore;
mod rows;
mod rules;
mod select;
mod show;
mod suggest;
mod sync;
mod terminal;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{CommandFactory as _, FromArgMatches as _, Parser as _, Subcommand as _};

use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::order::Order as _;
use crate::report;
use crate::report::lint::count;
use args::{Bare, Cli, Command, OutputFormat};
use terminal::Terminal;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    /// All is done.
    Done,
    /// Something was found; or would have been lost, and that was forbidden; or would change, and that was asked.
    Loss,
    /// Nothing was done.
    Failed,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Loss => Self::from(1),
            Exit::Failed => Self::from(2),
        }
    }
}

/// Runs the command that `args` spell, the first of which is the program's own name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    #[cfg(unix)]
    crate::safe_write::outlive_limits();
    let args: Vec<OsString> = args.into_iter().collect();
    if args.len() < 2 {
        terminal::write_stderr(&Cli::command().render_help().to_string());
        return Exit::Failed.into();
    }
    if let Some(message) = suggest::mistyped(&args) {
        terminal::write_stderr(&message);
        return Exit::Failed.into();
    }
    let exit = match parsed(&args) {
        Ok(Cli {
            command: None,
            convert,
        }) => convert::run(&convert),
        Ok(Cli {
            command: Some(command),
            ..
        }) => obey(command),
        Err(error) => usage(&error),
    };
    exit.into()
}

fn obey(command: Command) -> Exit {
    match command {
        Command::Convert(asked) => convert::run(&asked),
        Command::Lint(asked) => lint::run(&asked),
        Command::Sync(asked) => sync::run(&asked),
        Command::Restore(asked) => restore::run(&asked),
        Command::Init(asked) => init::run(&asked),
        Command::Show(asked) => show::run(&asked),
        Command::Diff(asked) => compare::run(&asked),
        Command::Matrix(asked) => matrix::run(&asked),
        Command::Rules { format } => answer(Ok(rules::list(format)), format),
        Command::Explain { rule } => answer(rules::explain(&rule), OutputFormat::Human),
        Command::Hosts(asked) => answer(hosts::run(&asked), asked.format),
        Command::Schema { host } => answer(schema(&host), OutputFormat::Human),
        Command::Completions { shell } => {
            answer(Ok(generate::completions(shell)), OutputFormat::Human)
        }
        Command::Man => answer(Ok(generate::man()), OutputFormat::Human),
    }
}

/// The words of the command line. A conversion that names no command is parsed without the other commands first: setting
/// up all their options takes as long as converting a small file.
fn parsed(words: &[OsString]) -> Result<Cli, clap::Error> {
    let is_command = |word: &OsString| {
        let is = |word| word == "help" || Command::has_subcommand(word);
        word.to_str().is_some_and(is)
    };
    if !words.iter().skip(1).any(is_command) {
        // Taking the definitions apart again is for nothing in a run as short as this.
        let definitions = Box::leak(Box::new(Bare::command()));
        if let Ok(mut matches) = definitions.try_get_matches_from_mut(words)
            && let Ok(Bare { convert }) = Bare::from_arg_matches_mut(&mut matches)
        {
            return Ok(Cli {
                command: None,
                convert,
            });
        }
    }
    Cli::try_parse_from(words)
}

fn schema(host: &str) -> Result<String, Box<Diagnostic>> {
    if host == "mcpconv" {
        return Ok(format!("{:#}\n", crate::config::schema()));
    }
    Ok(format!("{:#}\n", crate::host::schema(hosts::target(host)?)))
}

/// Prints what was asked for, or why there is no answer.
fn answer(answer: Result<String, Box<Diagnostic>>, format: OutputFormat) -> Exit {
    let terminal = Terminal::new(format, args::Color::Auto);
    match answer {
        Ok(text) => print(&text, &terminal),
        Err(problem) => terminal.fail(*problem),
    }
}

/// Prints help, the version, or what is wrong with the command line.
fn usage(error: &clap::Error) -> Exit {
    let text = error.render().to_string();
    if error.use_stderr() {
        // Arguments are repeated in the message.
        let safe: String = text
            .lines()
            .map(crate::secret::veiled_words)
            .map(|line| report::sanitize(&line).into_owned() + "\n")
            .collect();
        terminal::write_stderr(&safe);
        return Exit::Failed;
    }
    print(
        &text,
        &Terminal::new(OutputFormat::Human, args::Color::Auto),
    )
}

/// Writes the result to standard output. Nobody listening any more is no failure.
fn print(text: &str, terminal: &Terminal) -> Exit {
    print_bytes(text.as_bytes(), terminal)
}

fn print_bytes(bytes: &[u8], terminal: &Terminal) -> Exit {
    let mut stdout = BufWriter::new(io::stdout().lock());
    printed(
        stdout.write_all(bytes).and_then(|()| stdout.flush()),
        terminal,
    )
}

/// How writing to standard output went, told if it failed.
fn printed(done: io::Result<()>, terminal: &Terminal) -> Exit {
    match done {
        Ok(()) => Exit::Done,
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
        Err(error) => terminal.fail(problem(
            "unwritable-output",
            format!("cannot write the result: {}", crate::files::cause(&error)),
        )),
    }
}

/// An error that is about no input.
fn problem(rule: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(rule, Level::Error, None, message).of(usize::MAX)
}

/// The same about something that does not keep the rest from being done.
fn warning(rule: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic {
        level: Level::Warning,
        ..problem(rule, message)
    }
}

/// A file that cannot be written.
fn unwritable(error: crate::safe_write::Error) -> Box<Diagnostic> {
    problem("unwritable-output", error.to_string()).into()
}

/// Advice to name the host of a file, for a command in which another option than `--from` does that.
fn named_by(option: &str, mut problem: Diagnostic) -> Diagnostic {
    problem.help = problem.help.map(|help| help.replace("--from", option));
    problem
}

/// A few messages, all of them to be shown.
fn all(problems: impl IntoIterator<Item = Diagnostic>) -> Diagnostics {
    let mut diagnostics = Diagnostics::new(usize::MAX);
    problems
        .into_iter()
        .for_each(|problem| diagnostics.push(problem));
    diagnostics
}

/// Names files that are left alone because their hosts are not supported.
fn tell_unsupported(files: &[(PathBuf, &str)], terminal: &Terminal) {
    const MOST: usize = 5;
    let mut files: Vec<_> = files.iter().collect();
    files.order();
    for (path, host) in files.iter().take(MOST) {
        let path = configuration::short(path);
        let path = crate::report::sanitize(&path);
        terminal.remark(&format!("skipped `{path}`: {host} is not supported yet"));
    }
    if let Some(more) = files.len().checked_sub(MOST).filter(|more| *more > 0) {
        let more = count(more, "more file");
        terminal.remark(&format!(
            "skipped {more} of such hosts; `lint --show-files` lists them"
        ));
    }
}

/// The folder we were started in; asked for once, since every file's path may need it.
fn here() -> &'static Path {
    static HERE: OnceLock<PathBuf> = OnceLock::new();
    HERE.get_or_init(|| std::env::current_dir().unwrap_or_default())
}

/// A path from the root on, since the folder that a file lies in belongs to its path.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(here().join(path)).unwrap_or_else(|_| path.to_owned())
}
