//! `mcpconv lint`: finds the files, reads each as its host would, and says what is wrong.

pub(super) mod args;
mod check;
mod fix;
mod ignores;
mod output;
mod portable;
mod schema;
mod setup;
mod targets;

use super::Exit;
use super::terminal::Terminal;
use crate::diagnostic::{Diagnostic, Level};
use crate::report::sanitize;
use args::{FailOn, Lint};
use check::{CheckedFile, check};
use fix::Repairs;
use setup::Setup;
use targets::{list, targets};

/// Lints as `args` say.
pub(super) fn run(args: &Lint) -> Exit {
    let terminal = Terminal::new(super::args::OutputFormat::Human, args.color);
    let setup = match Setup::new(args) {
        Ok(setup) => setup,
        Err(refusal) => {
            refusal.say(&terminal);
            return Exit::Failed;
        }
    };
    let mut targets = targets(&setup);
    let mut problems = std::mem::take(&mut targets.problems);
    if args.show_files {
        let unread = targets.files.iter().filter_map(|target| {
            Some(super::problem(
                "unreadable-file",
                format!(
                    "`{}`: {}",
                    sanitize(&target.name),
                    target.trouble.as_ref()?.message
                ),
            ))
        });
        problems.extend(unread);
        let failed = !problems.is_empty();
        problems
            .drain(..)
            .for_each(|problem| terminal.say_alone(problem));
        let exit = super::print(&list(&setup, &targets), &terminal);
        return if failed { Exit::Failed } else { exit };
    }
    if !args.quiet {
        super::tell_unsupported(&targets.unsupported, &terminal);
    }
    if targets.files.is_empty() && problems.is_empty() {
        let exit = nothing(args, &terminal);
        // A configuration that leaves out everything must not look like a repository without config files.
        if exit == Exit::Failed || args.force_exclude || setup.disabled().is_empty() {
            return exit;
        }
    }
    let mut files = check(&setup, targets.files);
    let notes = files.iter().filter(|_| !args.quiet);
    let notes = notes.filter_map(|file| Some((file.note.clone()?, file.source())));
    notes.for_each(|(note, source)| terminal.say(&super::all([note]), &[source]));
    if let Some(reason) = &args.add_ignore {
        return ignores::add(&setup, files, reason, &terminal).unwrap_or_else(|problem| {
            terminal.say_alone(*problem);
            Exit::Failed
        });
    }
    let repairs = fix::apply(&setup, &mut files, &terminal);
    let stale = setup.conclude(&mut files);
    problems.extend(repairs.problems.iter().cloned());
    if let Some(path) = &args.write_baseline {
        let unread = files
            .iter()
            .filter_map(|file| file.fault.clone())
            .chain(problems);
        let unread: Vec<Diagnostic> = unread
            .inspect(|problem| terminal.say_alone(problem.clone()))
            .collect();
        return match setup.write_baseline(path, &files) {
            Ok(line) => {
                terminal.remark(&line);
                if unread.is_empty() {
                    Exit::Done
                } else {
                    Exit::Failed
                }
            }
            Err(problem) => {
                terminal.say_alone(*problem);
                Exit::Failed
            }
        };
    }
    let exit = finish(&setup, &files, &repairs, problems, &terminal);
    stale
        .filter(|_| !args.quiet)
        .iter()
        .for_each(|line| terminal.remark(line));
    // The process ends here and its memory with it; taking thousands of files apart first would only take time.
    std::mem::forget(files);
    exit
}

/// Tells everything and says how it ended.
fn finish(
    setup: &Setup<'_>,
    files: &[CheckedFile],
    repairs: &Repairs,
    mut problems: Vec<Diagnostic>,
    terminal: &Terminal,
) -> Exit {
    let written = output::write(setup, files, repairs, terminal).unwrap_or_else(|problem| {
        problems.push(*problem);
        Exit::Failed
    });
    let failed = written == Exit::Failed
        || !problems.is_empty()
        || files.iter().any(|file| file.fault.is_some());
    problems
        .into_iter()
        .for_each(|problem| terminal.say_alone(problem));
    if failed {
        return Exit::Failed;
    }
    let changes = setup.args.diff && repairs.done > 0 && !is_upload(setup);
    if setup.args.exit_zero || !(changes || is_bad(setup, files)) {
        Exit::Done
    } else {
        Exit::Loss
    }
}

/// Code scanning wants its file uploaded, whatever is in it.
fn is_upload(setup: &Setup<'_>) -> bool {
    setup.args.format == args::LintFormat::Machine(crate::report::lint::ReportFormat::Sarif)
        && setup.args.fail_on.is_none()
}

/// Whether anything counts as a failure.
fn is_bad(setup: &Setup<'_>, files: &[CheckedFile]) -> bool {
    let limit = match setup.args.fail_on {
        Some(FailOn::From(level)) => level,
        None if !is_upload(setup) => Level::Error,
        Some(FailOn::Never) | None => return false,
    };
    let counted = files
        .iter()
        .flat_map(|file| &file.findings)
        .filter(|finding| finding.ignored.is_none());
    counted.into_iter().any(|finding| finding.level >= limit)
}

/// No host's file anywhere: a mistake if somebody said where to look.
fn nothing(args: &Lint, terminal: &Terminal) -> Exit {
    let named = !args.paths.is_empty();
    // A hook names files, all of which may be excluded.
    if args.force_exclude {
        return Exit::Done;
    }
    if named {
        terminal.say_alone(
            super::problem("unreadable-file", "no MCP config files found")
                .help("pass a file and its host: `--host HOST FILE`"),
        );
        return Exit::Failed;
    }
    if !args.quiet {
        terminal.remark("no MCP config files found");
    }
    Exit::Done
}
