//! `mcpconv convert`: files or standard input in, one document out.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use super::args::Convert;
use super::environment;
use super::output::{self, Output};
use super::select::Selection;
use super::terminal::Terminal;
use super::{Exit, all, count, hosts, print, problem, rows};
use crate::convert::{self, Conversion, Environment, Options};
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::discover::{Choice, choose};
use crate::files;
use crate::host::Host;
use crate::paste;
use crate::report::Source;
use crate::syntax::Language;

/// Converts as `args` say, and prints the result if there is one.
pub(super) fn run(args: &Convert) -> Exit {
    let terminal = Terminal::new(args.format, args.color);
    let request = match Request::new(args) {
        Ok(request) => request,
        Err(problem) => {
            terminal.say_alone(*problem);
            return Exit::Failed;
        }
    };
    let output = match request.output(args) {
        Ok(output) => output,
        Err(problem) => {
            terminal.say_alone(*problem);
            return Exit::Failed;
        }
    };
    let mut inputs = read_all(args, &terminal);
    if args.paste {
        inputs = match pasted(&inputs, &request, args) {
            Ok(Some(inputs)) => inputs,
            Ok(None) => {
                terminal.say_alone(unknown_paste());
                return Exit::Failed;
            }
            Err(problem) => {
                terminal.say_alone(*problem);
                return Exit::Failed;
            }
        };
    }
    convert_all(args, &request, output, &inputs, &terminal)
}

/// Converts what was read. Standard input in which there is no server to be found is tried again as a paste.
fn convert_all(
    args: &Convert,
    request: &Request,
    output: Option<Output>,
    inputs: &[Incoming],
    terminal: &Terminal,
) -> Exit {
    let texts: Vec<Text<'_>> = inputs
        .iter()
        .map(|input| Text::new(input, request.from))
        .collect();
    let again = |terminal: &Terminal| match pasted(inputs, request, args) {
        Ok(again) => again.map(Ok),
        Err(problem) => {
            terminal.say_alone(*problem);
            Some(Err(Exit::Failed))
        }
    };
    let mut sources: Vec<Source<'_>> = texts.iter().map(Text::source).collect();
    let target = output
        .as_ref()
        .map(|output| (output.source(), output.text()));
    // Messages about the file that is written carry the number after the inputs.
    sources.extend(target.iter().map(|((name, language), text)| Source {
        name,
        text,
        language: *language,
    }));
    let notes: Vec<Diagnostic> = texts
        .iter()
        .enumerate()
        .flat_map(|(at, text)| text.notes.iter().map(move |note| note.clone().of(at)))
        .collect();
    let readable: Vec<convert::Input<'_>> = texts.iter().filter_map(Text::input).collect();
    if readable.len() < texts.len() {
        match again(terminal) {
            Some(Ok(inputs)) => return convert_all(args, request, output, &inputs, terminal),
            Some(Err(exit)) => return exit,
            None => {}
        }
        terminal.say(&all(notes), &sources);
        return Exit::Failed;
    }
    let select = |name: &str| request.selection.takes(name);
    let options = request.options(args, &select);
    let mut conversion = match &output {
        Some(output) => output.convert(args, &readable, &options),
        None => convert::convert(&readable, &options),
    };
    if conversion.text.is_none() || conversion.written + conversion.skipped == 0 {
        match again(terminal) {
            Some(Ok(inputs)) => return convert_all(args, request, output, &inputs, terminal),
            Some(Err(exit)) => return exit,
            None => {}
        }
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
    match (&conversion.text, output) {
        (Some(text), Some(output)) => output.finish(args, &conversion, text, terminal),
        (Some(text), None) => print(text, terminal),
        (None, _) => why(&conversion.diagnostics),
    }
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
        let to = target(args, from)?;
        if args.output.as_deref() == Some(Path::new("-")) {
            return Err(problem("missing-output", "`-` is no file to merge into")
                .help("without `-o`, the result is printed")
                .into());
        }
        if args.in_place && args.to.is_some() {
            return Err(problem(
                "missing-output",
                "`--in-place` keeps the file its own host's",
            )
            .help("leave out `--to`, or write another file with `-o`")
            .into());
        }
        if (args.diff || args.dry_run) && args.output.is_none() && !args.in_place {
            return Err(
                problem("missing-output", "there is no file to compare with")
                    .help("name one with `-o FILE`")
                    .into(),
            );
        }
        if args.report.as_deref() == Some(Path::new("-")) {
            return Err(problem(
                "invalid-report",
                "standard output is for the result, so the report needs a file of its own",
            )
            .help("write `--report FILE`")
            .into());
        }
        Ok(Self {
            from,
            to,
            selection: Selection::new(&args.server, &args.skip)?,
            environment: environment::collect(&args.variables, args.max_size)?,
            project: args.project.as_deref().map(project),
        })
    }

    /// The file to write, if one was named.
    fn output(&self, args: &Convert) -> Result<Option<Output>, Box<Diagnostic>> {
        let path = if args.in_place {
            args.files.first()
        } else {
            args.output.as_ref()
        };
        path.map(|path| Output::new(path, self.to, args.max_size))
            .transpose()
    }

    fn options<'a>(&'a self, args: &Convert, select: &'a dyn Fn(&str) -> bool) -> Options<'a> {
        Options {
            to: self.to,
            place: None,
            select,
            project: self.project.as_deref(),
            expand: args.expand,
            environment: &self.environment,
            unset: args.unset,
            defaults: args.defaults,
            prompting: args.inputs,
            secrets: args.secrets,
            wrap_remote: args.wrap_remote,
            strict: args.strict,
            in_place: false,
            report: args.report.is_some(),
            limit: if args.max_diagnostics == 0 {
                usize::MAX
            } else {
                args.max_diagnostics
            },
        }
    }
}

/// The folder of a project, from the root on.
fn project(path: &str) -> String {
    let absolute = path.starts_with(['/', '\\']) || path.get(1..2) == Some(":");
    if absolute {
        return path.to_owned();
    }
    let full = std::path::absolute(path).unwrap_or_else(|_| PathBuf::from(path));
    let full: PathBuf = full.components().collect();
    full.display().to_string()
}

/// The host to write for: the one that was named, or the one the file belongs to.
fn target(args: &Convert, from: Option<&'static Host>) -> Result<&'static Host, Box<Diagnostic>> {
    match (&args.to, &args.output) {
        _ if args.in_place => match (args.files.as_slice(), from) {
            ([path], _) if path.as_os_str() == "-" => Err(problem(
                "missing-output",
                "standard input cannot be changed in place",
            )
            .into()),
            ([_], Some(host)) => Ok(host),
            ([path], None) => output::host_of(path),
            _ => Err(problem("missing-output", "`--in-place` takes exactly one file").into()),
        },
        (Some(name), _) => hosts::named(name),
        (None, Some(path)) => output::host_of(path),
        (None, None) => {
            let help = format!("write `--to HOST`, where HOST is one of {}", hosts::ids());
            Err(problem("missing-target", "say which host to write for")
                .help(help)
                .into())
        }
    }
}

/// Reads all inputs, also after one could not be read, so that every fault is told at once.
fn read_all(args: &Convert, terminal: &Terminal) -> Vec<Incoming> {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() {
        &stdin
    } else {
        args.files.as_slice()
    };
    if args.files.is_empty() && !args.quiet && io::stdin().is_terminal() {
        terminal
            .remark("reading from the terminal; name a file instead, or end the input with Ctrl-D");
    }
    paths
        .iter()
        .map(|path| Incoming {
            file: files::InputFile::read(path, args.max_size),
            paste: None,
        })
        .collect()
}

/// An input, and what is known of it if it was pasted.
struct Incoming {
    file: files::InputFile,
    paste: Option<(Option<&'static Host>, Vec<Diagnostic>)>,
}

/// From this size on, nobody pastes it.
const LARGEST_PASTE: usize = 1 << 20;

/// The inputs with what people paste made into config files; nothing if there is none among them. Files are looked at only
/// with `--paste`.
///
/// # Errors
/// Something was pasted, and it is not complete.
fn pasted(
    inputs: &[Incoming],
    request: &Request,
    args: &Convert,
) -> Result<Option<Vec<Incoming>>, Box<Diagnostic>> {
    let [input] = inputs else {
        return Ok(None);
    };
    let bytes = match &input.file.bytes {
        Ok(bytes) if bytes.len() < LARGEST_PASTE && input.paste.is_none() => bytes,
        _ => return Ok(None),
    };
    if input.file.path.is_some() && !args.paste {
        return Ok(None);
    }
    let Ok(decoded) = files::text(bytes) else {
        return Ok(None);
    };
    let name = args.name.as_deref();
    let Some(found) = paste::read(&decoded.text, request.from, name).transpose()? else {
        return Ok(None);
    };
    let file = files::InputFile {
        name: input.file.name.clone(),
        path: None,
        bytes: Ok(found.text.into_bytes()),
    };
    let paste = Some((found.host, found.notes));
    Ok(Some(vec![Incoming { file, paste }]))
}

fn unknown_paste() -> Diagnostic {
    problem(
        "unreadable-paste",
        "there is no config, command or link in the text that we know",
    )
    .help("paste a config file, a part of one, an `mcp add` command or an install link")
}

/// An input as text, with the host it belongs to; without one, it cannot be converted.
struct Text<'i> {
    name: &'i str,
    text: Cow<'i, str>,
    bom: bool,
    choice: Option<Choice>,
    notes: Vec<Diagnostic>,
}

impl<'i> Text<'i> {
    fn new(incoming: &'i Incoming, from: Option<&'static Host>) -> Self {
        let input = &incoming.file;
        let (host, said) = match &incoming.paste {
            Some((host, said)) => (*host, said.as_slice()),
            None => (from, [].as_slice()),
        };
        let unusable = |text, problem| Self {
            name: &input.name,
            text,
            bom: false,
            choice: None,
            notes: vec![problem],
        };
        let bytes = match &input.bytes {
            Ok(bytes) => bytes,
            Err(fault) => return unusable(Cow::Borrowed(""), fault.diagnostic()),
        };
        let decoded = match files::text(bytes) {
            Ok(decoded) => decoded,
            Err((before, problem)) => return unusable(before, *problem),
        };
        let path = input.path.as_deref();
        match choose(host.or(from), path, &decoded.text) {
            Ok(mut choice) => {
                let encoding = decoded.utf16.then(|| utf16(choice.host));
                let said = said.iter().cloned();
                let notes = encoding.into_iter().chain(said).chain(choice.note.take());
                let notes = notes.collect();
                Self {
                    name: &input.name,
                    text: decoded.text,
                    bom: decoded.bom,
                    choice: Some(choice),
                    notes,
                }
            }
            Err(problem) => unusable(decoded.text, *problem),
        }
    }

    fn source(&self) -> Source<'_> {
        let language = self
            .choice
            .as_ref()
            .map_or(Language::Json, |choice| choice.place.language);
        Source {
            name: self.name,
            text: &self.text,
            language,
        }
    }

    fn input(&self) -> Option<convert::Input<'_>> {
        self.choice.as_ref().map(|choice| convert::Input {
            text: &self.text,
            bom: self.bom,
            host: choice.host,
            place: choice.place,
        })
    }
}

fn utf16(host: &Host) -> Diagnostic {
    let message = format!("the file is UTF-16, which {} does not read", host.name);
    Diagnostic::new("file-encoding", Level::Warning, None, message)
        .help("save the file as UTF-8; it was converted all the same")
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
            format!("cannot write the report `{}`: {why}", path.display()),
        )
    };
    let itself = path.canonicalize().ok();
    if itself.is_some()
        && args
            .files
            .iter()
            .any(|input| input.canonicalize().ok() == itself)
    {
        return Err(unwritable("it is one of the inputs").into());
    }
    files::replace(path, |out| rows::write(out, conversion, sources))
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
        && args.output.is_none()
        && !args.in_place
    {
        let written = count(conversion.written, "server");
        let left_out = if conversion.skipped > 0 {
            format!(", {} left out", conversion.skipped)
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
