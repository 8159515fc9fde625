//! `mcpconv matrix`: which servers survive in which hosts, and why not.
//!
//! Every answer is a conversion's own account of itself ([`cells`]); nothing is decided here.

mod cells;
mod data;
mod text;

use std::collections::HashSet;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use rayon::prelude::*;

use super::args::{COLOR, Choices, Color, OutputFormat, Reach, one_of};
use super::convert::project;
use super::document::{Loaded, load};
use super::progress::Progress;
use super::select::Selection;
use super::terminal::Terminal;
use super::{Exit, all, hosts, print, problem};
use crate::config::size;
use crate::convert::{Environment, Input, Options, Unset, convert};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::Host;
use crate::hosts::HOSTS;
use crate::report::Source;
use cells::{Column, Matrix};

pub(super) const EXAMPLES: &str = "\
Examples:
  mcpconv matrix .mcp.json
  mcpconv matrix .mcp.json --to codex --to vscode
  mcpconv matrix --format markdown < .cursor/mcp.json

Exit codes: 0 shown, 2 a file cannot be read or has no servers";

#[derive(Args, Debug)]
pub(super) struct MatrixArgs {
    /// Config files [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Source host [default: detected]
    #[arg(long, value_name = "HOST")]
    from: Option<String>,
    /// Only these target hosts: `a,b` (repeatable) [default: all]
    #[arg(long, value_name = "HOST", value_delimiter = ',')]
    to: Vec<String>,
    /// Project folder, for `~/.claude.json`
    #[arg(long, value_name = "DIR")]
    project: Option<String>,
    /// Only servers whose name matches (repeatable)
    #[arg(long, value_name = "GLOB")]
    server: Vec<String>,
    /// Output format: human, markdown, json
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
    format: MatrixFormat,
    /// When to use colors: auto, always, never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = one_of(COLOR), hide_possible_values = true)]
    color: Color,
    #[command(flatten)]
    reach: Reach,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatrixFormat {
    Human,
    Markdown,
    Json,
}

const FORMATS: Choices<MatrixFormat> = &[
    ("human", MatrixFormat::Human),
    ("markdown", MatrixFormat::Markdown),
    ("json", MatrixFormat::Json),
];

/// Prints what becomes of every server in every host.
pub(super) fn run(args: &MatrixArgs) -> Exit {
    let format = match args.format {
        MatrixFormat::Json => OutputFormat::Json,
        MatrixFormat::Human | MatrixFormat::Markdown => OutputFormat::Human,
    };
    let terminal = Terminal::new(format, args.color);
    let (targets, selection, from) = match request(args) {
        Ok(request) => request,
        Err(problem) => return terminal.fail(*problem),
    };
    let Some(files) = read(args, from, &terminal) else {
        return Exit::Failed;
    };
    let project = args.project.as_deref().map(project);
    let matrix = match matrix(&files, &targets, &selection, project.as_deref()) {
        Ok(matrix) => matrix,
        Err(problems) => {
            let sources: Vec<Source<'_>> = files.iter().map(Loaded::source).collect();
            terminal.say(&all(problems), &sources);
            return Exit::Failed;
        }
    };
    let unused = selection.unused();
    unused
        .into_iter()
        .for_each(|problem| terminal.say_alone(problem));
    if matrix.servers.is_empty() {
        return terminal.fail(problem(
            "unreadable-file",
            "there are no servers to convert",
        ));
    }
    let text = match args.format {
        MatrixFormat::Human => {
            let look = Terminal::look(args.color, io::stdout().is_terminal());
            text::human(&matrix, look.width)
        }
        MatrixFormat::Markdown => text::markdown(&matrix),
        MatrixFormat::Json => data::text(&matrix),
    };
    print(&text, &terminal)
}

/// The targets and the servers that were asked for, and the host whose files they are in.
fn request(args: &MatrixArgs) -> Result<Request, Box<Diagnostic>> {
    let mut targets = Vec::new();
    for name in &args.to {
        targets.push(hosts::target(name)?);
    }
    if targets.is_empty() {
        targets = HOSTS.to_vec();
    }
    let selection = Selection::new(&args.server, &[])?;
    let from = args.from.as_deref().map(hosts::named).transpose()?;
    Ok((targets, selection, from))
}

type Request = (Vec<&'static Host>, Selection, Option<&'static Host>);

/// All files, if all of them can be read.
fn read(
    args: &MatrixArgs,
    from: Option<&'static Host>,
    terminal: &Terminal,
) -> Option<Vec<Loaded>> {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() {
        &stdin
    } else {
        args.files.as_slice()
    };
    let mut files = Vec::new();
    let mut failed = false;
    for path in paths {
        match load(path, from, args.max_size, &args.reach.border()) {
            Ok(file) => {
                if let Some(note) = &file.note {
                    terminal.say(&all([note.clone().of(0)]), &[file.source()]);
                }
                files.push(file);
            }
            Err(refused) => {
                failed = true;
                refused.say(terminal);
            }
        }
    }
    (!failed).then_some(files)
}

/// What becomes of the servers in every target.
///
/// # Errors
/// The files cannot be converted to any host.
fn matrix(
    files: &[Loaded],
    targets: &[&'static Host],
    selection: &Selection,
    project: Option<&str>,
) -> Result<Matrix, Vec<Diagnostic>> {
    let inputs: Vec<Input<'_>> = files.iter().map(Loaded::input).collect();
    // What becomes of a server must not depend on whose machine it is: no variable is set.
    let environment = Environment::default();
    // A pattern remembers that it was used, which only one thread can do.
    let chosen: Vec<String> = names(&inputs, &environment, project)
        .into_iter()
        .filter(|name| selection.takes(name))
        .collect();
    let sought: HashSet<&str> = chosen.iter().map(String::as_str).collect();
    let is_chosen = |name: &str| sought.contains(name);
    let progress = Progress::new(true, targets.len(), "hosts");
    let done = AtomicUsize::new(0);
    let columns: Vec<(Column, Vec<Diagnostic>)> = targets
        .par_iter()
        .map(|to| {
            let options = Options {
                select: &is_chosen,
                project,
                unset: Unset::Empty,
                report: true,
                ..Options::new(to, &environment)
            };
            let conversion = convert(&inputs, &options);
            let errors = conversion.diagnostics.list().iter();
            let errors = errors.filter(|said| said.level == Level::Error).cloned();
            let errors = errors.collect();
            progress.tell(done.fetch_add(1, Ordering::Relaxed) + 1);
            (Column::new(to, &conversion), errors)
        })
        .collect();
    progress.end();
    // A file that cannot be read cannot be read for any host.
    let failed = columns
        .iter()
        .all(|(column, errors)| column.servers.is_empty() && !errors.is_empty());
    if failed {
        let first = columns.into_iter().next();
        return Err(first.map(|(_, errors)| errors).unwrap_or_default());
    }
    let files = files.iter();
    Ok(Matrix {
        files: files
            .map(|file| (file.name.clone(), file.choice.host))
            .collect(),
        servers: chosen,
        columns: columns.into_iter().map(|(column, _)| column).collect(),
    })
}

/// The servers of all files, in their order, each name once.
fn names(inputs: &[Input<'_>], environment: &Environment, project: Option<&str>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for input in inputs {
        let options = Options {
            project,
            unset: Unset::Empty,
            report: true,
            ..Options::new(input.host, environment)
        };
        let conversion = convert(std::slice::from_ref(input), &options);
        let rows = conversion.rows.iter().filter_map(|row| row.server.clone());
        let statuses = conversion.statuses.iter().map(|status| status.name.clone());
        for name in rows.chain(statuses) {
            if seen.insert(name.clone()) {
                names.push(name);
            }
        }
    }
    names
}
