//! Several targets at once, and what people paste instead of a file.

mod emitted;
mod goals;

use std::path::PathBuf;

use super::super::args::{Convert, Emit};
use super::super::output::{self, Output};
use super::super::progress::Progress;
use super::super::terminal::Terminal;
use super::super::{Exit, absolute, hosts, interrupted, print, problem, unwritable, warning};
use super::input::{InputText, notes, settled};
use super::{Request, why};
use crate::convert::{self, Conversion, Expand, Options, Secrets};
use crate::diagnostic::{Diagnostic, Level};
use crate::emit::{self, EmittedServer};
use crate::host::{Host, Place};
use crate::report::{Source, is_obeyed, masked};
use crate::safe_write::commit;

use emitted::{lines, section};
use goals::{Goal, goals};

/// Whether there is more to do than one document for one host.
pub(super) fn is_asked_for(args: &Convert) -> bool {
    let several = |to: &str| to.contains(',') || matches!(to, "all" | "detected");
    args.emit() != Emit::Config
        || args.output_dir.is_some()
        || args.output.len() > 1
        || args.to.as_deref().is_some_and(several)
}

/// Converts for every target, and writes all results or none.
///
/// # Errors
/// What was asked for cannot be done.
pub(super) fn run(args: &Convert, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    if args.in_place || args.report.is_some() {
        let what = if args.in_place {
            "--in-place"
        } else {
            "--report"
        };
        return Err(problem("missing-output", format!("`{what}` is for one target only")).into());
    }
    let goals = goals(args)?;
    let from = args.from.as_deref().map(hosts::named).transpose()?;
    let inputs = settled(args, from, terminal)?;
    let texts: Vec<InputText<'_>> = inputs
        .iter()
        .map(|input| InputText::new(input, from, args))
        .collect();
    let sources: Vec<Source<'_>> = texts.iter().map(InputText::source).collect();
    let notes = notes(&texts);
    if !notes.is_empty() && !args.quiet {
        terminal.say(&super::all(notes), &sources);
    }
    let readable: Vec<convert::Input<'_>> = texts.iter().filter_map(InputText::input).collect();
    if readable.len() < texts.len() {
        return Ok(Exit::Failed);
    }
    if args.emit() == Emit::Config && !args.diff && !args.dry_run {
        let border = args.reach.border();
        let files = goals.iter().filter_map(|goal| goal.file.clone());
        let files: Vec<PathBuf> = files
            .filter(|file| border.check_named(&absolute(file)).is_ok())
            .collect();
        interrupted::finish(&files, args.max_size(), terminal)?;
    }
    let mut done = Vec::new();
    let progress = Progress::new(!args.quiet, goals.len(), "hosts");
    for goal in goals {
        done.push(Done::new(args, goal, &readable)?);
        progress.tell(done.len());
    }
    progress.end();
    // Every target says what it loses. Files are written all or none; what is passed around does without a host, and so
    // does whoever asked for all of them.
    let mut worst = Exit::Done;
    let spares = args.to.as_deref() == Some("all") && !args.strict;
    let mut spared = Vec::new();
    for target in &done {
        target.tell(args, &sources, terminal);
        if target.conversion.text.is_some() {
            continue;
        }
        if spares {
            spared.push(target.host.name);
        } else {
            worst = why(&target.conversion.diagnostics);
        }
    }
    if args.emit() != Emit::Config {
        done.retain(|target| target.conversion.text.is_some() && !target.is_withheld(terminal));
    } else if !spared.is_empty() {
        done.retain(|target| target.conversion.text.is_some());
        let message = format!("nothing is written for {}", spared.join(", "));
        terminal.say_alone(warning("missing-output", message));
    }
    if done.is_empty() {
        return Ok(Exit::Failed);
    }
    if worst != Exit::Done && args.emit() == Emit::Config {
        return Ok(worst);
    }
    match args.emit() {
        Emit::Config => write(args, done, &sources, terminal),
        Emit::Commands | Emit::Links => Ok(lines(args, &done, terminal)),
        Emit::Markdown => section(args, &done, terminal),
    }
}

/// A target and what came of it.
struct Done {
    host: &'static Host,
    output: Option<Output>,
    conversion: Conversion,
}

impl Done {
    fn new(
        args: &Convert,
        goal: Goal,
        inputs: &[convert::Input<'_>],
    ) -> Result<Self, Box<Diagnostic>> {
        let request = Request::to(args, goal.host)?;
        let file = goal.file.filter(|_| args.emit() == Emit::Config);
        let output = file
            .map(|path| Output::named(&path, goal.host, args.max_size(), &args.reach.border()))
            .transpose()?;
        let select = |name: &str| request.selection.takes(name);
        let mut options: Options<'_> = request.options(args, &select);
        if args.emit() != Emit::Config {
            // What is passed around never holds the values of whoever made it.
            options.expand = Expand::Never;
            options.secrets = Secrets::Reference;
            options.place = Some(&goal.host.places[0]);
        }
        let conversion = match &output {
            Some(output) => output.convert(args, inputs, &options),
            None => convert::convert(inputs, &options),
        };
        Ok(Self {
            host: goal.host,
            output,
            conversion,
        })
    }

    fn place(&self) -> &'static Place {
        &self.host.places[0]
    }

    /// Whether there is a secret in plain text, because the host has no references for it, or what a log would obey; then
    /// it is said so.
    fn is_withheld(&self, terminal: &Terminal) -> bool {
        let text = self.conversion.text.as_deref().unwrap_or_default();
        let language = self.place().language;
        let name = self.host.name;
        let covered = masked(&Source {
            name,
            text,
            language,
        });
        let (rule, message) = if covered != text {
            (
                "conversion-secret-copied",
                format!("{name} needs a secret in plain text, so it is skipped"),
            )
        } else if is_obeyed(text) {
            (
                "control-character",
                format!("{name} needs text that a terminal or a CI log obeys, so it is skipped"),
            )
        } else {
            return false;
        };
        terminal.say_alone(warning(rule, message));
        true
    }

    fn servers(&self) -> Vec<EmittedServer> {
        let text = self.conversion.text.as_deref().unwrap_or_default();
        emit::servers(text, self.place())
    }

    /// Says what happened on the way to this target.
    fn tell(&self, args: &Convert, sources: &[Source<'_>], terminal: &Terminal) {
        let list = self.conversion.diagnostics.list().iter();
        let told = list.filter(|problem| !args.quiet || problem.level == Level::Error);
        let told: Vec<Diagnostic> = told.cloned().collect();
        if told.is_empty() {
            return;
        }
        terminal.remark(&format!("{}:", self.host.name));
        let mut sources = sources.to_vec();
        sources.extend(self.output.as_ref().map(Output::source));
        terminal.say(&super::all(told), &sources);
    }
}

/// Writes all files or none, or shows what would be written.
fn write(
    args: &Convert,
    done: Vec<Done>,
    sources: &[Source<'_>],
    terminal: &Terminal,
) -> Result<Exit, Box<Diagnostic>> {
    let (mut shown, mut changed, mut prepared, mut conversions) =
        (String::new(), false, Vec::new(), Vec::new());
    for target in done {
        let (Some(output), Some(text)) = (target.output, target.conversion.text.as_deref()) else {
            continue;
        };
        if let Some(one) = output.shown(args, text, &target.conversion, sources) {
            changed |= output.differs(text);
            shown.push_str(&one);
            continue;
        }
        let private = target.conversion.expanded > 0;
        prepared.push(
            output
                .prepare(text, private, args.backup.unwrap_or_default())
                .map_err(unwritable)?,
        );
        conversions.push(target.conversion);
    }
    if args.diff || args.dry_run {
        return Ok(output::if_changed(print(&shown, terminal), changed));
    }
    let written = commit(prepared).map_err(unwritable)?;
    if !args.quiet {
        let told = written.iter().zip(&conversions);
        told.for_each(|(file, conversion)| terminal.remark(&output::summary(file, conversion)));
    }
    Ok(Exit::Done)
}
