//! `mcpconv convert`: files or standard input in, one document out.

mod input;
mod many;

use std::path::{Path, PathBuf};

use super::args::Convert;
use super::environment;
use super::output::{self, Output};
use super::select::Selection;
use super::terminal::Terminal;
use super::{Exit, all, count, hosts, print, problem, rows};
use crate::border::{self, plain};
use crate::convert::{self, Conversion, Environment, Options};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::files;
use crate::host::Host;
use crate::report::Source;
use crate::safe_write;

use input::{Incoming, InputText, notes, pasted, read_all, unknown_paste};

/// Converts as `args` say, and prints the result if there is one.
pub(super) fn run(args: &Convert) -> Exit {
    let terminal = Terminal::new(
        args.format.unwrap_or_default(),
        args.color.unwrap_or_default(),
    );
    let done = if many::is_asked_for(args) {
        many::run(args, &terminal)
    } else {
        one(args, &terminal)
    };
    done.unwrap_or_else(|problem| terminal.fail(*problem))
}

/// Converts for one target.
fn one(args: &Convert, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    let request = Request::new(args)?;
    let output = request.output(args)?;
    let mut inputs = read_all(args, request.from, terminal)?;
    if args.paste {
        inputs = pasted(&inputs, request.from, args)?.ok_or_else(|| unknown_paste(""))?;
    }
    convert_all(args, &request, output, &inputs, terminal)
}

/// Converts what was read. Standard input in which there is no server to be found is tried again as a paste.
fn convert_all(
    args: &Convert,
    request: &Request,
    output: Option<Output>,
    inputs: &[Incoming],
    terminal: &Terminal,
) -> Result<Exit, Box<Diagnostic>> {
    let texts: Vec<InputText<'_>> = inputs
        .iter()
        .map(|input| InputText::new(input, request.from, args))
        .collect();
    let mut sources: Vec<Source<'_>> = texts.iter().map(InputText::source).collect();
    // Messages about the file that is written carry the number after the inputs.
    sources.extend(output.as_ref().map(Output::source));
    let notes = notes(&texts);
    let readable: Vec<convert::Input<'_>> = texts.iter().filter_map(InputText::input).collect();
    if readable.len() < texts.len() {
        if let Some(inputs) = pasted(inputs, request.from, args)? {
            return convert_all(args, request, output, &inputs, terminal);
        }
        terminal.say(&all(notes), &sources);
        return Ok(Exit::Failed);
    }
    let select = |name: &str| request.selection.takes(name);
    let options = request.options(args, &select);
    let mut conversion = match &output {
        Some(output) => output.convert(args, &readable, &options),
        None => convert::convert(&readable, &options),
    };
    if conversion.written + conversion.skipped == 0
        && let Some(inputs) = pasted(inputs, request.from, args)?
    {
        return convert_all(args, request, output, &inputs, terminal);
    }
    conversion.diagnostics = conversion.diagnostics.after(notes);
    request
        .selection
        .unused()
        .into_iter()
        .for_each(|problem| conversion.diagnostics.push(problem));
    if let Err(problem) = save_report(args, &conversion, &sources) {
        conversion.diagnostics.push(*problem);
        conversion.text = None;
    }
    tell(args, &conversion, &sources, terminal, request.to);
    Ok(match (&conversion.text, output) {
        (Some(text), Some(output)) => {
            let sources: Vec<Source<'_>> = texts.iter().map(InputText::source).collect();
            output.finish(args, &conversion, text, &sources, terminal)
        }
        (Some(text), None) => print(text, terminal),
        (None, _) => why(&conversion.diagnostics),
    })
}

/// What was asked for, once its words are understood.
struct Request {
    from: Option<&'static Host>,
    to: &'static Host,
    selection: Selection,
    environment: Environment,
    /// The project as files name it: by the absolute path of its folder.
    project: Option<String>,
}

impl Request {
    fn new(args: &Convert) -> Result<Self, Box<Diagnostic>> {
        let from = args.from.as_deref().map(hosts::named).transpose()?;
        if args.in_place && args.to.is_some() {
            return Err(problem(
                "missing-output",
                "`--in-place` and `--to` cannot be used together",
            )
            .help("drop `--to`, or write to another file with `-o`")
            .into());
        }
        let to = target(args, from)?;
        if args.output() == Some(Path::new("-")) {
            return Err(problem("missing-output", "cannot merge into `-`")
                .help("drop `-o` to print the result")
                .into());
        }
        if (args.diff || args.dry_run) && args.output.is_empty() && !args.in_place {
            return Err(
                problem("missing-output", "`--diff` and `--dry-run` need a file")
                    .help("add `-o FILE`")
                    .into(),
            );
        }
        if args.report.as_deref() == Some(Path::new("-")) {
            return Err(problem(
                "invalid-report",
                "`--report` needs a file; standard output is for the result",
            )
            .help("write `--report FILE`")
            .into());
        }
        Self::to(args, to)
    }

    /// The request to convert for `to`.
    fn to(args: &Convert, to: &'static Host) -> Result<Self, Box<Diagnostic>> {
        let from = args.from.as_deref().map(hosts::named).transpose()?;
        Ok(Self {
            from,
            to,
            selection: Selection::new(&args.server, &args.skip)?,
            environment: environment::collect(&args.variables, args.reach, args.max_size())?,
            project: args
                .project
                .as_deref()
                .or(input::is_layered(args).then_some("."))
                .map(project),
        })
    }

    /// The file to write, if one was named.
    fn output(&self, args: &Convert) -> Result<Option<Output>, Box<Diagnostic>> {
        let path = if args.in_place {
            args.files.first()
        } else {
            args.output.first()
        };
        path.map(|path| Output::named(path, self.to, args.max_size(), &args.reach.border()))
            .transpose()
    }

    fn options<'a>(&'a self, args: &Convert, select: &'a dyn Fn(&str) -> bool) -> Options<'a> {
        Options {
            to: self.to,
            place: None,
            select,
            project: self.project.as_deref(),
            project_is_here: args.project.is_none(),
            expand: args.expand.unwrap_or_default(),
            environment: &self.environment,
            unset: args.unset.unwrap_or_default(),
            defaults: args.defaults.unwrap_or_default(),
            prompting: args.inputs.unwrap_or_default(),
            secrets: args.secrets.unwrap_or_default(),
            wrap_remote: args.wrap_remote,
            platform: args.platform,
            strict: args.strict,
            in_place: false,
            report: args.report.is_some(),
            limit: match args.max_diagnostics.unwrap_or(100) {
                0 => usize::MAX,
                most => most,
            },
        }
    }
}

/// The folder of a project, from the root on.
pub(super) fn project(path: &str) -> String {
    let absolute = path.starts_with(['/', '\\']) || path.get(1..2) == Some(":");
    let dotted = path.split(['/', '\\']).any(|part| part == "..");
    if absolute && !dotted {
        return path.to_owned();
    }
    let full = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    plain(&full).display().to_string()
}

/// The host to write for: the one that was named, or the one the file belongs to.
fn target(args: &Convert, from: Option<&'static Host>) -> Result<&'static Host, Box<Diagnostic>> {
    match (&args.to, args.output()) {
        _ if args.in_place => match (args.files.as_slice(), from) {
            ([path], _) if path.as_os_str() == "-" => Err(problem(
                "missing-output",
                "standard input cannot be changed in place",
            )
            .into()),
            ([_], Some(host)) => hosts::target(host.id),
            ([path], None) => output::host_of(path),
            _ => Err(problem("missing-output", "`--in-place` needs exactly one file").into()),
        },
        (Some(name), _) => hosts::target(name),
        (None, Some(path)) => output::host_of(path),
        (None, None) => Err(missing_target().into()),
    }
}

fn missing_target() -> Diagnostic {
    let help = format!("hosts: {}", hosts::ids());
    problem("missing-target", "missing `--to HOST`").help(help)
}

/// Writes the rows, also those of a conversion that failed; one that did not come so far has none.
fn save_report(
    args: &Convert,
    conversion: &Conversion,
    sources: &[Source<'_>],
) -> Result<(), Box<Diagnostic>> {
    let Some(path) = &args.report else {
        return Ok(());
    };
    if conversion.text.is_none() && conversion.rows.is_empty() {
        return Ok(());
    }
    let unwritable = |why: &str| {
        problem(
            "unwritable-report",
            format!("cannot write `{}`: {why}", path.display()),
        )
    };
    args.reach
        .border()
        .check_named(&super::absolute(path))
        .map_err(|outside| unwritable(&outside.to_string()).help(border::HELP))?;
    let itself = path.canonicalize().ok();
    if itself.is_some()
        && args
            .files
            .iter()
            .any(|input| input.canonicalize().ok() == itself)
    {
        return Err(unwritable("it is one of the inputs").into());
    }
    safe_write::stream(path, |out| rows::write(out, conversion, sources))
        .map_err(|error| unwritable(&files::cause(&error)).into())
}

/// Says what there is to say, and sums it up.
fn tell(
    args: &Convert,
    conversion: &Conversion,
    sources: &[Source<'_>],
    terminal: &Terminal,
    to: &Host,
) {
    let diagnostics = &conversion.diagnostics;
    if args.quiet {
        terminal.say(
            &all(diagnostics
                .list()
                .iter()
                .filter(|problem| problem.level == Level::Error)
                .cloned()),
            sources,
        );
        return;
    }
    terminal.say(diagnostics, sources);
    let warnings = diagnostics.count(Level::Warning);
    if conversion.text.is_some()
        && warnings + conversion.skipped > 0
        && args.output.is_empty()
        && !args.in_place
    {
        let written = count(conversion.written, "server");
        let left_out = if conversion.skipped > 0 {
            format!(", {} skipped", conversion.skipped)
        } else {
            String::new()
        };
        terminal.remark(&format!(
            "\n{written} written for {}{left_out}, {}",
            to.name,
            count(warnings, "warning")
        ));
    }
}

/// Why there is no result: a loss that was forbidden, if nothing worse happened.
fn why(diagnostics: &Diagnostics) -> Exit {
    let worse = diagnostics
        .list()
        .iter()
        .any(|problem| problem.level == Level::Error && problem.rule != "conversion-strict");
    if worse { Exit::Failed } else { Exit::Loss }
}
