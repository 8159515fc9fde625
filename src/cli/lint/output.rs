//! Findings for people and programs, and the line that sums them up.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;

use super::args::{Lint, LintFormat, report_file};
use super::check::CheckedFile;
use super::fix::Repairs;
use super::setup::Setup;
use crate::cli::args::Color;
use crate::cli::terminal::{Terminal, write_stderr};
use crate::cli::{Exit, print, print_bytes, printed, problem};
use crate::diagnostic::{Diagnostic, Diagnostics, Level, Related};
use crate::files;
use crate::lint::{Finding, Safety};
use crate::order::Order as _;
use crate::report::lint::{Checked as Shown, Pieces, Report, ReportFormat, Tally, render};
use crate::report::{self, Look, Source};
use crate::safe_write;

/// Writes the findings to wherever they are wanted.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn write(
    setup: &Setup<'_>,
    files: &[CheckedFile],
    repairs: &Repairs,
    terminal: &Terminal,
) -> Result<Exit, Box<Diagnostic>> {
    let args = setup.args;
    for further in &args.report {
        // Both are checked before the first file is read.
        let Some((format, path)) = report_file(further) else {
            continue;
        };
        let adds = format == LintFormat::Machine(ReportFormat::Markdown);
        save(Path::new(path), adds, |out| {
            text(setup, format, files, repairs, false, out);
        })?;
    }
    let machine = !matches!(
        args.format,
        LintFormat::Human | LintFormat::Machine(ReportFormat::Concise)
    );
    let to_file = args.output_file.is_some();
    let text = |out: Pieces<'_>| text(setup, args.format, files, repairs, !to_file, out);
    let mut exit = Exit::Done;
    if let Some(path) = &args.output_file {
        save(path, false, text)?;
    }
    match &repairs.stdin {
        // The text that was repaired owns standard output.
        Some(repaired) if !args.diff => {
            if !to_file {
                stderr_by(text);
            }
            exit = print_bytes(repaired, terminal);
        }
        _ => {
            // A patch is for programs, so nothing else stands beside it.
            if args.diff {
                exit = print(&repairs.diff, terminal);
                write_stderr(&repairs.notes);
            }
            match (to_file, args.diff) {
                (true, _) => {}
                (false, true) => stderr_by(text),
                (false, false) if exit == Exit::Done => exit = print_by(text, terminal),
                (false, false) => {}
            }
        }
    }
    if machine && args.statistics {
        write_stderr(&statistics(files, args.level));
    }
    Ok(exit)
}

/// Hands the pieces of `text` to `out`. After a failure there is nothing more to write, and the first one counts.
fn write_by(out: &mut dyn Write, text: impl FnOnce(Pieces<'_>)) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    let mut done = Ok(());
    text(&mut |piece| {
        if done.is_ok() {
            done = out.write_all(piece.as_bytes());
        }
    });
    done.and_then(|()| out.flush())
}

fn print_by(text: impl FnOnce(Pieces<'_>), terminal: &Terminal) -> Exit {
    printed(write_by(&mut io::stdout().lock(), text), terminal)
}

fn stderr_by(text: impl FnOnce(Pieces<'_>)) {
    // If nobody can be told, nobody can be told that either.
    let _ = write_by(&mut io::stderr().lock(), text);
}

fn save(path: &Path, adds: bool, text: impl FnOnce(Pieces<'_>)) -> Result<(), Box<Diagnostic>> {
    let unwritable = |error: io::Error| {
        problem(
            "unwritable-report",
            format!(
                "cannot write `{}`: {}",
                path.display(),
                files::cause(&error)
            ),
        )
    };
    // A step summary is a file that every step adds to.
    if adds && path.exists() {
        let mut file = std::fs::OpenOptions::new()
            .append(true)
            .open(path)
            .map_err(unwritable)?;
        return write_by(&mut file, text).map_err(|error| unwritable(error).into());
    }
    safe_write::stream(path, |out| write_by(out, text)).map_err(|error| unwritable(error).into())
}

/// The findings from the level on that was asked for.
fn text(
    setup: &Setup<'_>,
    format: LintFormat,
    files: &[CheckedFile],
    repairs: &Repairs,
    terminal: bool,
    out: Pieces<'_>,
) {
    let args = setup.args;
    match format {
        LintFormat::Human => out(&human(setup, files, repairs, terminal)),
        LintFormat::Machine(machine) => {
            let shown: Vec<Shown<'_>> = files.iter().map(shown).collect();
            let asked = |finding: &&Finding| finding.level >= args.level;
            let findings: Cow<'_, [Finding]> = match files {
                // A large file has many, and they need not be there twice.
                [file] if file.findings.iter().all(|finding| asked(&finding)) => {
                    Cow::Borrowed(&file.findings)
                }
                _ => files
                    .iter()
                    .flat_map(|file| &file.findings)
                    .filter(asked)
                    .cloned()
                    .collect(),
            };
            render(
                machine,
                &Report {
                    files: &shown,
                    findings: &findings,
                    tally: tally(args, files),
                    fixed: if args.diff { 0 } else { repairs.done },
                    disabled: &setup.disabled(),
                },
                out,
            );
            if machine == ReportFormat::Concise {
                out(&closing(setup, files, repairs));
            }
        }
    }
}

fn shown(file: &CheckedFile) -> Shown<'_> {
    let host = file
        .owner
        .map_or(crate::hosts::HOSTS[0], |owner| owner.host);
    let fault = file.fault.as_ref().map(|fault| fault.message.clone());
    Shown {
        source: file.source(),
        host,
        bom: file.bom,
        fault,
    }
}

fn human(setup: &Setup<'_>, files: &[CheckedFile], repairs: &Repairs, terminal: bool) -> String {
    let args = setup.args;
    let sources: Vec<Source<'_>> = files.iter().map(CheckedFile::source).collect();
    let limit = if args.max_diagnostics == 0 {
        usize::MAX
    } else {
        args.max_diagnostics
    };
    let mut diagnostics = Diagnostics::new(limit);
    for file in files {
        file.fault
            .iter()
            .for_each(|fault| diagnostics.push(fault.clone()));
        let counted = file
            .findings
            .iter()
            .filter(|finding| finding.ignored.is_none() && finding.level >= args.level);
        grouped(counted)
            .into_iter()
            .for_each(|diagnostic| diagnostics.push(diagnostic));
    }
    // Nobody looks at a file in colour, unless asked to.
    let color = if !terminal && args.color == Color::Auto {
        Color::Never
    } else {
        args.color
    };
    let look = Look {
        pages: true,
        ..Terminal::look(color, terminal && io::stdout().is_terminal())
    };
    let mut text = report::human(&diagnostics, &sources, &look);
    let mut closing = closing(setup, files, repairs);
    let disabled = setup.disabled();
    if !disabled.is_empty() && !args.quiet {
        closing.push_str(&format!("{}\n", report::sanitize(&disabled.sentence())));
    }
    if !text.is_empty() && !closing.is_empty() {
        text.push('\n');
    }
    text + &closing
}

/// What findings of one kind have in common: rule, variant, level, server, and whether a fix would change them.
type Likeness<'f> = (
    &'static str,
    Option<&'static str>,
    Level,
    &'f str,
    Option<&'static str>,
);

/// The findings of a file as people read them: several of one kind in one server are one message with several labels.
fn grouped<'f>(findings: impl Iterator<Item = &'f Finding>) -> Vec<Diagnostic> {
    let mut groups: Vec<Alike<'f>> = Vec::new();
    let mut seen: BTreeMap<Likeness<'_>, usize> = BTreeMap::new();
    for finding in findings {
        let mark = finding.mark();
        let key = finding.server.as_deref().map(|server| {
            (
                finding.rule.id,
                finding.variant,
                finding.level,
                server,
                mark,
            )
        });
        match (key.and_then(|key| seen.get(&key)), finding.span, key) {
            (Some(&at), Some(span), Some((.., server, _))) => {
                let Alike { first, helps, .. } = &mut groups[at];
                helps.push(finding.help.as_deref());
                let own = finding.message.strip_prefix(&format!("`{server}`"));
                let label = own.map_or(finding.message.as_str(), |own| {
                    own.trim_start_matches([':', ' '])
                });
                first.related.push(Related {
                    source: finding.source,
                    span,
                    label: label.to_owned(),
                });
            }
            _ => {
                if let Some(key) = key.filter(|_| finding.span.is_some()) {
                    seen.insert(key, groups.len());
                }
                groups.push(Alike {
                    first: finding.diagnostic(),
                    helps: vec![finding.help.as_deref()],
                    mark,
                });
            }
        }
    }
    groups.into_iter().map(Alike::told).collect()
}

/// Findings of one kind in one server.
struct Alike<'f> {
    first: Diagnostic,
    /// What to do about each of them.
    helps: Vec<Option<&'f str>>,
    mark: Option<&'static str>,
}

/// Advice that fits behind a label.
const SHORT: usize = 72;

impl Alike<'_> {
    fn told(self) -> Diagnostic {
        let Self {
            mut first,
            helps,
            mark,
        } = self;
        let more = helps.len() - 1;
        let differ = helps.iter().any(|help| *help != helps[0]);
        let short = helps.iter().flatten().all(|help| help.len() <= SHORT);
        // Different advice stands where it is to be followed, if there is room for it.
        if differ && short {
            let own = first.related.len() - more;
            let related = first.related[own..].iter_mut();
            let labels = related.map(|related| &mut related.label);
            let main = first.label.get_or_insert_default();
            for (label, help) in std::iter::once(main).chain(labels).zip(&helps) {
                let part = if label.is_empty() { "" } else { "; " };
                label.push_str(&help.map_or(String::new(), |help| format!("{part}{help}")));
            }
            first.help = None;
        } else if differ {
            helps.iter().for_each(|help| advise(&mut first, *help));
        }
        if more > 0 {
            first.message.push_str(&format!(", and {more} more"));
        }
        if let Some(mark) = mark {
            first.message.push_str(&format!(" {mark}"));
        }
        first
    }
}

/// Adds what to do about another place, if that is not said yet and there is room for it.
fn advise(first: &mut Diagnostic, help: Option<&str>) {
    const ROOM: usize = 160;
    if let (Some(said), Some(help)) = (&mut first.help, help)
        && said.len() + help.len() <= ROOM
        && !said.contains(help)
    {
        said.push_str("; ");
        said.push_str(help);
    }
}

/// What stands below the findings.
fn closing(setup: &Setup<'_>, files: &[CheckedFile], repairs: &Repairs) -> String {
    let args = setup.args;
    let mut text = if args.statistics {
        statistics(files, args.level)
    } else {
        String::new()
    };
    // A file that is missing is an error, and that nothing was found in it is no news.
    if args.quiet || files.is_empty() && setup.disabled().excluded.is_empty() {
        return text;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text + &summary(args, files, repairs) + "\n"
}

/// How often each rule was broken, the most frequent first.
fn statistics(files: &[CheckedFile], least: Level) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in files
        .iter()
        .flat_map(|file| &file.findings)
        .filter(|finding| finding.ignored.is_none() && finding.level >= least)
    {
        *counts.entry(finding.rule.id).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.order_by_key(|(id, count)| (std::cmp::Reverse(*count), *id));
    counts
        .into_iter()
        .map(|(id, count)| format!("{count:>6}  {id}\n"))
        .collect()
}

/// One line about all of it.
fn summary(args: &Lint, files: &[CheckedFile], repairs: &Repairs) -> String {
    let findings = || files.iter().flat_map(|file| &file.findings);
    let open = || findings().filter(|finding| finding.ignored.is_none());
    let unread = files.iter().filter(|file| file.fault.is_some()).count();
    let tally = tally(args, files);
    let mut line = tally.headline();
    let shown = || open().filter(|finding| finding.level >= args.level);
    let fixable = |safety| {
        shown()
            .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety == safety))
            .count()
    };
    let ignored = findings()
        .filter(|finding| finding.ignored.is_some())
        .count();
    let notes = [
        (
            repairs.done,
            if args.diff { "would be fixed" } else { "fixed" },
        ),
        (fixable(Safety::Safe), "fixable with --fix"),
        (fixable(Safety::Unsafe), "fixable with --fix-unsafe"),
        (ignored, "ignored"),
        (unread, "unreadable"),
    ];
    for (number, word) in notes.iter().filter(|(number, _)| *number > 0) {
        line.push_str(&format!("; {number} {word}"));
    }
    tally
        .hidden()
        .iter()
        .for_each(|hidden| line.push_str(&format!("; {hidden}")));
    line
}

/// What was found in the files that could be read.
fn tally(args: &Lint, files: &[CheckedFile]) -> Tally {
    let open = files
        .iter()
        .flat_map(|file| &file.findings)
        .filter(|finding| finding.ignored.is_none())
        .map(|finding| finding.level);
    let read = files.iter().filter(|file| file.fault.is_none()).count();
    Tally::of(open, args.level, read)
}
