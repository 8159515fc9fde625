//! `mcpconv show`: what a host does with its config files, here and now.
//!
//! Files are [found](files), their servers [judged](verdict) as their host would, laid over each other where it has
//! several files ([`arrange`]), and turned into what may be shown ([`card`], [`value`]). Only then does a format come in.

mod arrange;
mod card;
mod files;
mod gates;
mod human;
mod json;
mod page;
mod rows;
mod scene;
mod sources;
mod trace;
mod upwards;
mod value;
mod verdict;
mod words;

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use clap::Args;

use super::args::{COLOR, Color, FORMATS, OutputFormat, Reach, Variables, one_of};
use super::select::Selection;
use super::terminal::Terminal;
use super::{Exit, environment, hosts, print, problem};
use crate::config::size;
use crate::diagnostic::Diagnostic;
use crate::host::Host;
use crate::model::Environment;
pub(super) use upwards::{LayerFile, chosen, disabled, profiles, replace_user, steps};

use card::Answer;
use verdict::Outcome;

pub(super) const EXAMPLES: &str = "\
Examples:
  mcpconv show
  mcpconv show .mcp.json --server github
  mcpconv show --user --host codex
  mcpconv show --host cursor --env-file .env .cursor/mcp.json

Exit codes: 0 shown, 1 a server is rejected because of a mistake,
2 nothing to show, or a file cannot be read";

#[derive(Args, Debug)]
pub(super) struct Show {
    /// Config files or folders; `-` is standard input [default: .]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Host that reads the files [default: detected]
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
    /// Only servers whose name matches (repeatable)
    #[arg(long, value_name = "GLOB")]
    server: Vec<String>,
    /// Read every file that the host reads here, also in your home folder
    #[arg(long, conflicts_with = "files")]
    user: bool,
    /// Only this profile of the host, with `--user`
    #[arg(
        long,
        value_name = "NAME",
        requires = "user",
        allow_hyphen_values = true
    )]
    profile: Option<String>,
    /// Show values of environment variables, except secrets
    #[arg(long, help_heading = "Variables")]
    values: bool,
    #[command(flatten)]
    variables: Variables,
    /// Output format: human, json
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
    format: OutputFormat,
    /// When to use colors: auto, always, never
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = one_of(COLOR), hide_possible_values = true)]
    color: Color,
    #[command(flatten)]
    reach: Reach,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
}

/// Shows what was asked for.
pub(super) fn run(args: &Show) -> Exit {
    let terminal = Terminal::new(args.format, args.color);
    let request = match Request::new(args) {
        Ok(request) => request,
        Err(problem) => {
            terminal.say_alone(*problem);
            return Exit::Failed;
        }
    };
    let gathered = files::gather(args, request.host);
    let mut failed = gathered.tell(&terminal);
    if gathered.files.is_empty() {
        if !failed {
            terminal.say_alone(request.nothing(args));
        }
        return Exit::Failed;
    }
    let answer = arrange::answer(&gathered, &request, args.values);
    for remark in &answer.remarks {
        terminal.remark(remark);
    }
    let unused = request.selection.unused();
    failed |= !unused.is_empty() && answer.cards.is_empty();
    unused
        .into_iter()
        .for_each(|problem| terminal.say_alone(problem));
    let text = match args.format {
        OutputFormat::Human => {
            let look = Terminal::look(args.color, io::stdout().is_terminal());
            human::text(&answer, &look)
        }
        OutputFormat::Json => json::text(&answer),
    };
    match print(&text, &terminal) {
        Exit::Done if failed => Exit::Failed,
        Exit::Done if is_rejected(&answer) => Exit::Loss,
        exit => exit,
    }
}

/// Whether something is not used because of a mistake.
fn is_rejected(answer: &Answer) -> bool {
    let servers = answer.cards.iter().map(|card| &card.verdict);
    answer.files.iter().any(|file| !file.complaints.is_empty())
        || servers
            .into_iter()
            .any(|verdict| matches!(verdict, Outcome::Rejected(_)))
}

/// What was asked for, once its words are understood.
struct Request {
    host: Option<&'static Host>,
    selection: Selection,
    environment: Environment,
}

impl Request {
    fn new(args: &Show) -> Result<Self, Box<Diagnostic>> {
        Ok(Self {
            host: args.host.as_deref().map(hosts::named).transpose()?,
            selection: Selection::new(&args.server, &[])?,
            environment: environment::collect(&args.variables, args.reach, args.max_size)?,
        })
    }

    fn nothing(&self, args: &Show) -> Diagnostic {
        let whose = self
            .host
            .map_or_else(String::new, |host| format!(" of {}", host.name));
        let help = if args.user {
            "`mcpconv hosts HOST` lists the files that a host reads"
        } else {
            "name a file, or use `--user` to read those in your home folder"
        };
        problem(
            "unreadable-file",
            format!("no MCP config files{whose} found"),
        )
        .help(help)
    }
}
