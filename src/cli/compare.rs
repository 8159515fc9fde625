//! `mcpconv diff A B`: two files of any two hosts, compared by what they mean.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::args::{FORMATS, Format, one_of};
use super::terminal::Terminal;
use super::{Exit, all, hosts, print};
use crate::config::size;
use crate::diagnostic::Diagnostic;
use crate::discover::{Choice, choose};
use crate::files;
use crate::host::{Host, read};
use crate::model::Config;
use crate::model::compare::{Difference, compare};
use crate::report::{Source, sanitize};
use crate::syntax::{Columns, LineIndex, parse};

#[derive(Args, Debug)]
pub(super) struct Diff {
    /// One file; `-` is standard input
    #[arg(value_name = "A")]
    left: PathBuf,
    /// The other
    #[arg(value_name = "B")]
    right: PathBuf,
    /// Whose file A is; by path and shape if left out
    #[arg(long, value_name = "HOST")]
    left_host: Option<String>,
    /// Whose file B is
    #[arg(long, value_name = "HOST")]
    right_host: Option<String>,
    /// Print it as: human, json
    #[arg(long, value_name = "FORMAT", default_value = "human", value_parser = one_of(FORMATS), hide_possible_values = true)]
    format: Format,
    /// Refuse larger inputs; takes K, M, G
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
}

/// Compares, and exits with 1 if there is a difference.
pub(super) fn run(args: &Diff) -> Exit {
    let terminal = Terminal::new(Format::Human, super::args::Color::Auto);
    let sides = [(&args.left, &args.left_host), (&args.right, &args.right_host)].map(|(path, host)| Side::read(path, host.as_deref(), args.max_size));
    let [left, right] = match sides {
        [Ok(left), Ok(right)] => [left, right],
        [left, right] => {
            for refused in [left.err(), right.err()].into_iter().flatten() {
                terminal.say(&all([refused.problem.of(0)]), &[Source { name: &refused.name, text: &refused.text, language: crate::syntax::Language::Json }]);
            }
            return Exit::Failed;
        }
    };
    let differences = compare(&left.config, &right.config, std::ptr::eq(left.host, right.host));
    let text = match args.format {
        Format::Human => human(&left, &right, &differences),
        Format::Json => data(&left, &right, &differences),
    };
    match print(&text, &terminal) {
        Exit::Done if !differences.is_empty() => Exit::Loss,
        exit => exit,
    }
}

struct Side {
    name: String,
    text: String,
    host: &'static Host,
    config: Config,
}

/// A file that cannot be compared, and why.
struct Refused {
    name: String,
    text: String,
    problem: Diagnostic,
}

impl Side {
    fn read(path: &Path, host: Option<&str>, limit: u64) -> Result<Self, Box<Refused>> {
        let input = files::Input::read(path, limit);
        let name = input.name.clone();
        let refused = |text: &str, problem: Diagnostic| Box::new(Refused { name: name.clone(), text: text.to_owned(), problem });
        let bytes = input.bytes.map_err(|fault| refused("", fault.diagnostic()))?;
        let decoded = files::text(&bytes).map_err(|(before, problem)| refused(&before, *problem))?;
        let text = decoded.text.into_owned();
        let host = host.map(hosts::named).transpose().map_err(|problem| refused("", *problem))?;
        let Choice { host, place, .. } = choose(host, input.path.as_deref(), &text).map_err(|problem| refused(&text, *problem))?;
        let syntax = |error: crate::syntax::Error| Diagnostic::new("syntax-error", crate::diagnostic::Level::Error, error.span, error.reason);
        let config = parse(&text, place.language).map_err(|error| Box::new(syntax(error))).and_then(|document| Ok(read(&document, host, place)?.config));
        let config = config.map_err(|problem| refused(&text, *problem))?;
        Ok(Self { name, text, host, config })
    }

    /// Its name and host, for messages.
    fn title(&self) -> String {
        format!("{} ({})", sanitize(&self.name), self.host.name)
    }
}

fn human(left: &Side, right: &Side, differences: &[Difference]) -> String {
    if differences.is_empty() {
        return format!("{} and {} mean the same\n", left.title(), right.title());
    }
    let mut text = format!("{} and {} differ\n", left.title(), right.title());
    let mut server = None;
    for difference in differences {
        let what = match (difference.left, difference.right) {
            (Some(_), Some(_)) => "differs".to_owned(),
            (Some(_), None) => format!("only in {}", sanitize(&left.name)),
            _ => format!("only in {}", sanitize(&right.name)),
        };
        let name = sanitize(&difference.server);
        match &difference.what {
            None => {
                let _ = writeln!(text, "  {name}: {what}");
            }
            Some(field) => {
                if server != Some(&difference.server) {
                    let _ = writeln!(text, "  {name}");
                }
                let _ = writeln!(text, "    {}: {what}", sanitize(field));
            }
        }
        server = Some(&difference.server);
    }
    text
}

fn data(left: &Side, right: &Side, differences: &[Difference]) -> String {
    let lines = [left, right].map(|side| LineIndex::new(&side.text));
    let place = |side: usize, span: Option<crate::syntax::Span>| {
        span.map(|span| {
            let (line, column) = lines[side].position(span.range().start, Columns::Chars);
            json!({ "line": line, "column": column })
        })
    };
    let list: Vec<_> = differences
        .iter()
        .map(|difference| json!({ "server": difference.server, "what": difference.what, "left": place(0, difference.left), "right": place(1, difference.right) }))
        .collect();
    let side = |side: &Side| json!({ "file": side.name, "host": side.host.id });
    format!("{:#}\n", json!({ "version": 1, "left": side(left), "right": side(right), "differences": list }))
}
