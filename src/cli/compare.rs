//! `mcpconv diff A B`: two files of any two hosts, compared by what they mean.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::{FORMATS, OutputFormat, Reach, one_of};
use super::convert::project;
use super::document::{Loaded, Unreadable, load};
use super::terminal::Terminal;
use super::{Exit, all, hosts, named_by, print};
use crate::config::size;
use crate::convert::disabled_elsewhere;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::discover::Choice;
use crate::effect::{Drift, drifts};
use crate::host::{Host, Place, read_for};
use crate::model::Config;
use crate::report::{Source, masked, sanitize, sanitize_name};
use crate::secret::{veiled_name, veiled_variable};
use crate::syntax::{Columns, Document, LineIndex, stem};

#[derive(Args, Debug)]
pub(super) struct Diff {
    /// First file; `-` is standard input
    #[arg(value_name = "A")]
    left: PathBuf,
    /// Second file
    #[arg(value_name = "B")]
    right: PathBuf,
    /// Host of A [default: detected]
    #[arg(long, value_name = "HOST")]
    left_host: Option<String>,
    /// Host of B [default: detected]
    #[arg(long, value_name = "HOST")]
    right_host: Option<String>,
    /// Project folder, for `~/.claude.json`
    #[arg(long, value_name = "DIR")]
    project: Option<String>,
    /// Output format: human, json
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
    format: OutputFormat,
    #[command(flatten)]
    reach: Reach,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
}

/// Compares, and exits with 1 if there is a difference.
pub(super) fn run(args: &Diff) -> Exit {
    let terminal = Terminal::new(OutputFormat::Human, super::args::Color::Auto);
    let sides = [
        (&args.left, &args.left_host),
        (&args.right, &args.right_host),
    ]
    .map(|(path, host)| Side::read(path, host.as_deref(), args));
    let [left, right] = match sides {
        [Ok(left), Ok(right)] => [left, right],
        [left, right] => {
            let refused = [left.err(), right.err()].into_iter().zip(OPTIONS);
            for (mut refused, option) in refused.filter_map(|(it, option)| Some((it?, option))) {
                refused.problem = named_by(option, refused.problem);
                refused.say(&terminal);
            }
            return Exit::Failed;
        }
    };
    for (side, option) in [&left, &right].into_iter().zip(OPTIONS) {
        let source = side.source();
        if let Some(note) = &side.note {
            terminal.say(&all([named_by(option, note.clone()).of(0)]), &[source]);
        }
        // What a host does not run is compared as it was meant.
        if !side.problems.list().is_empty() {
            terminal.say(&side.problems, &[source]);
        }
    }
    let differences = drifts(
        (left.place, &left.config),
        (right.place, &right.config),
        std::ptr::eq(left.host, right.host),
    );
    let text = match args.format {
        OutputFormat::Human => human(&left, &right, &differences),
        OutputFormat::Json => data(&left, &right, &differences),
    };
    match print(&text, &terminal) {
        Exit::Done if !differences.is_empty() => Exit::Loss,
        exit => exit,
    }
}

/// The options that name the hosts of the two files.
const OPTIONS: [&str; 2] = ["--left-host", "--right-host"];

struct Side {
    name: String,
    text: String,
    host: &'static Host,
    place: &'static Place,
    config: Config,
    note: Option<Diagnostic>,
    /// What its host does not take as it is written.
    problems: Diagnostics,
}

impl Side {
    fn read(path: &Path, host: Option<&str>, args: &Diff) -> Result<Self, Box<Unreadable>> {
        let unnamed = |problem: Box<Diagnostic>| {
            Box::new(Unreadable {
                name: path.display().to_string(),
                text: String::new(),
                problem: *problem,
            })
        };
        let Loaded {
            name,
            text,
            choice,
            note,
            disabled,
            ..
        } = load(
            path,
            host.map(hosts::named).transpose().map_err(unnamed)?,
            args.max_size,
            &args.reach.border(),
        )?;
        let project = args.project.as_deref().map(project);
        let syntax = |error: crate::syntax::Error| {
            Diagnostic::new(
                "syntax-error",
                crate::diagnostic::Level::Error,
                error.span,
                error.reason,
            )
        };
        let document =
            crate::host::parse(&text, choice.place).map_err(|error| Box::new(syntax(error)));
        let document = document.map(|document| document.named(stem(&name)));
        match document.and_then(|document| servers(&document, &choice, project.as_deref())) {
            Ok((config, mut problems)) => {
                for server in config.servers.iter().filter(|it| !it.is_disabled()) {
                    let named = (server.name.as_str(), server.name_span);
                    let told = disabled_elsewhere(choice.host, named, Some(&disabled));
                    told.into_iter().for_each(|it| problems.push(it.of(0)));
                }
                Ok(Self {
                    host: choice.host,
                    place: choice.place,
                    name,
                    text,
                    config,
                    note,
                    problems,
                })
            }
            Err(problem) => Err(Box::new(Unreadable {
                name,
                text,
                problem: *problem,
            })),
        }
    }

    fn source(&self) -> Source<'_> {
        Source {
            name: &self.name,
            text: &self.text,
            language: self.place.language,
        }
    }

    /// Its name and host, for messages.
    fn title(&self) -> String {
        format!("{} ({})", sanitize(&self.name), self.host.name)
    }
}

/// So many problems of a file are told.
const TOLD: usize = 20;

/// The servers of a file that count for a project, and what is wrong with them.
fn servers(
    document: &Document<'_>,
    choice: &Choice,
    project: Option<&str>,
) -> Result<(Config, Diagnostics), Box<Diagnostic>> {
    let read = read_for(document, choice.host, choice.place, project)?;
    let mut problems = Diagnostics::new(TOLD);
    let told = read.diagnostics.into_iter();
    told.for_each(|it| problems.push(it.of(0)));
    Ok((read.config, problems))
}

fn human(left: &Side, right: &Side, differences: &[Drift]) -> String {
    if differences.is_empty() {
        return format!("{} and {} mean the same\n", left.title(), right.title());
    }
    let mut text = format!("{} and {} differ\n", left.title(), right.title());
    let values = Values::of_both(left, right);
    let mut server = None;
    for difference in differences {
        let [old, new] = values.each_ref().map(|values| values.of(difference));
        let only = |side: &Side, value: Option<String>| {
            let value = value.map_or_else(String::new, |value| format!(": {value}"));
            format!("only in {}{value}", sanitize(&side.name))
        };
        let what = match (difference.left, difference.right) {
            (Some(_), Some(_)) => match (old, new) {
                (Some(old), Some(new)) if old != new => format!("{old} → {new}"),
                _ => "different".to_owned(),
            },
            (Some(_), None) => only(left, old),
            _ => only(right, new),
        };
        let name = sanitize_name(&difference.server);
        match &difference.what {
            None => {
                let _ = writeln!(text, "  {name}: {what}");
            }
            Some(field) => {
                if server != Some(&difference.server) {
                    let _ = writeln!(text, "  {name}");
                }
                let _ = writeln!(text, "    {}: {what}", sanitize(&shown_field(field)));
            }
        }
        server = Some(&difference.server);
    }
    text
}

/// What stands in a file, with everything covered that may be secret.
struct Values {
    /// The text, byte for byte.
    covered: String,
    left: bool,
}

/// Longer values are cut.
const LONGEST_VALUE: usize = 60;

impl Values {
    fn of_both(left: &Side, right: &Side) -> [Self; 2] {
        [(left, true), (right, false)].map(|(side, left)| Self {
            covered: masked(&side.source()),
            left,
        })
    }

    /// What `difference` is about on this side, in one line. Values of variables and headers are shown only if they refer to
    /// something.
    fn of(&self, difference: &Drift) -> Option<String> {
        let what = difference.what.as_deref()?;
        let span = if self.left {
            difference.left
        } else {
            difference.right
        };
        let text = self.covered.get(span?.range())?;
        // What stands there may be `disabled: true`, or the server's name in a list.
        if what == "enabled" {
            let one_sided = difference.left.is_none() || difference.right.is_none();
            return one_sided.then(|| "false".to_owned());
        }
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        // Where nothing says it, the whole server is pointed at.
        let plain = text.trim_matches(['"', '\'']);
        if plain.is_empty()
            || plain == difference.server
            || text.starts_with('[') && what == "transport"
        {
            return None;
        }
        let private = what.starts_with("env.") || what.starts_with("headers.");
        if private && !(plain.starts_with(['$', '{']) && plain.ends_with(['}', ')'])) {
            return Some("(hidden)".to_owned());
        }
        let mut short: String = text.chars().take(LONGEST_VALUE).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        Some(sanitize(&short).into_owned())
    }
}

/// What differs, with a password in the place of a variable's name covered.
fn shown_field(field: &str) -> Cow<'_, str> {
    match field.strip_prefix("env.") {
        Some(name) => format!("env.{}", veiled_variable(name)).into(),
        None => veiled_name(field),
    }
}

fn data(left: &Side, right: &Side, differences: &[Drift]) -> String {
    let lines = [left, right].map(|side| LineIndex::new(&side.text));
    let values = Values::of_both(left, right);
    let place = |side: usize, difference: &Drift| {
        let span = [difference.left, difference.right][side];
        span.map(|span| {
            let (line, column) = lines[side].position(span.range().start, Columns::Chars);
            let value = values[side].of(difference);
            json!({ "line": line, "column": column, "value": value })
        })
    };
    let list: Vec<_> = differences
        .iter()
        .map(|difference| json!({ "server": veiled_name(&difference.server), "what": difference.what.as_deref().map(shown_field), "left": place(0, difference), "right": place(1, difference) }))
        .collect();
    let side = |side: &Side| json!({ "file": side.name, "host": side.host.id });
    crate::report::escaped(&format!(
        "{:#}\n",
        json!({ "version": 1, "left": side(left), "right": side(right), "differences": list })
    ))
}
