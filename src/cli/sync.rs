//! `mcpconv sync`: one file is the source of truth, and all others follow it.

use std::path::{Path, PathBuf};

use clap::Args;

use super::args::{Color, OutputFormat, Reach, Variables, one_of};
use super::configuration::{Configuration, Refusal, short};
use super::document::{Loaded, Unreadable, load};
use super::output::{self, Output};
use super::terminal::Terminal;
use super::{Exit, all, environment, interrupted, print, problem, unwritable};
use crate::border::{self, Border, LeadsOutside};
use crate::config::{Mode, SyncTarget, size};
use crate::convert::{Conversion, Environment, Options, Platform};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::Host;
use crate::lint::Rule;
use crate::report::{Source, sanitize};
use crate::safe_write::{Backup, WriteOutcome, commit};
use crate::syntax::{Language, Span};

#[derive(Args, Debug)]
pub(super) struct Sync {
    /// Write nothing; exit 1 if a file is out of sync
    #[arg(long)]
    check: bool,
    /// Configuration [default: mcpconv.toml here or above]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Write command lines for a system: windows, unix
    #[arg(long, value_name = "SYSTEM", value_parser = one_of(Platform::WORDS), hide_possible_values = true)]
    platform: Option<Platform>,
    #[command(flatten)]
    reach: Reach,
    #[command(flatten)]
    variables: Variables,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
    /// Print only errors
    #[arg(short, long)]
    quiet: bool,
}

/// Updates all targets from the source, or reports which are out of sync.
pub(super) fn run(args: &Sync) -> Exit {
    let terminal = Terminal::new(OutputFormat::Human, Color::Auto);
    match synced(args, &terminal) {
        Ok(exit) => exit,
        Err(refusal) => {
            refusal.say(&terminal);
            Exit::Failed
        }
    }
}

fn synced(args: &Sync, terminal: &Terminal) -> Result<Exit, Refusal> {
    let configuration = Configuration::find(args.config.as_deref(), args.reach)?;
    let Some(plan) = &configuration.settings.sync else {
        let message = "missing `[sync]` in mcpconv.toml";
        return Err(Refusal::from(Box::new(
            problem("invalid-configuration", message)
                .help("`mcpconv init --print` shows one to start from"),
        )));
    };
    // The configuration chooses the names and the files, so the values are those that the command line gives.
    let environment = environment::collect_asked(&args.variables, args.reach, args.max_size)?;
    let unread = |unread: Box<Unreadable>| {
        problem(
            unread.problem.rule,
            format!("`{}`: {}", sanitize(&plan.source), unread.problem.message),
        )
    };
    let source_file = configuration.path_of(&plan.source);
    // Paths of a configuration start from its folder, and end there.
    let border = Border::around(&configuration.folder, args.reach.allow_outside);
    let outside = |what: &str, name: &str, outside: &LeadsOutside| {
        let message = format!("the {what} `{}` was not used: {outside}", sanitize(name));
        Refusal::from(Box::new(
            problem("invalid-configuration", message).help(border::HELP),
        ))
    };
    border
        .check(&source_file)
        .map_err(|away| outside("source", &plan.source, &away))?;
    let mut files = Vec::new();
    for target in &plan.targets {
        let (_, file) = place(target).map_err(|problem| Refusal::at(&configuration, *problem))?;
        let path = configuration.path_of(&file);
        border
            .check(&path)
            .map_err(|away| outside("target", &file, &away))?;
        files.push(path);
    }
    if args.check {
        interrupted::mention(&files, terminal);
    } else {
        interrupted::finish(&files, args.max_size, terminal)?;
    }
    let source = load(&source_file, plan.from, args.max_size, &border)
        .map_err(|fault| Refusal::from(Box::new(unread(fault))))?;
    let source = Loaded {
        name: plan.source.clone(),
        ..source
    };
    let mut done = Vec::new();
    for target in &plan.targets {
        done.push(one(
            args,
            &configuration,
            &source,
            target,
            &environment,
            &border,
        )?);
    }
    let failed = tell(args, &source, &done, terminal);
    unused(&configuration, &done, terminal);
    if failed > 0 {
        let all = super::count(done.len(), "file");
        terminal.remark(&format!(
            "{failed} of {all} cannot be converted; nothing was written"
        ));
        return Ok(Exit::Failed);
    }
    if args.check {
        return Ok(check(args, &source, done, terminal));
    }
    Ok(write(args, done, terminal)?)
}

/// A target and what is to become of it.
struct Done {
    name: String,
    host: &'static Host,
    output: Output,
    conversion: Conversion,
    accept: Vec<(&'static Rule, Span)>,
}

impl Done {
    /// The new text, if it is not what the file has.
    fn changed(&self) -> Option<&str> {
        let text = self.conversion.text.as_deref();
        text.filter(|new| self.output.differs(new))
    }

    /// What was said and not accepted. An error is never accepted.
    fn said(&self) -> impl Iterator<Item = &Diagnostic> {
        let list = self.conversion.diagnostics.list().iter();
        list.filter(|problem| problem.level == Level::Error || !self.accepts(problem))
    }

    /// The same for what is wrong with the file that is there: until its owner mends that, it is worth a word each time.
    fn said_of_file(&self) -> impl Iterator<Item = &Diagnostic> {
        self.said().filter(|problem| problem.source > 0)
    }

    fn accepts(&self, problem: &Diagnostic) -> bool {
        self.accept.iter().any(|(rule, _)| rule.id == problem.rule)
    }
}

fn one(
    args: &Sync,
    configuration: &Configuration,
    source: &Loaded,
    target: &SyncTarget,
    environment: &Environment,
    border: &Border,
) -> Result<Done, Refusal> {
    let (host, file) = place(target).map_err(|problem| Refusal::at(configuration, *problem))?;
    let path = PathBuf::from(short(&configuration.path_of(&file)));
    let output = Output::configured(&path, host, args.max_size, border)?;
    let select = |name: &str| {
        target.servers.as_ref().is_none_or(|globs| globs.fits(name)) && !target.skip.fits(name)
    };
    let options = Options {
        select: &select,
        expand: target.expand,
        platform: args.platform,
        ..Options::new(host, environment)
    };
    let conversion = output.merge(
        &[source.input()],
        &options,
        target.mode == Mode::Mirror,
        None,
    );
    Ok(Done {
        name: file,
        host,
        output,
        conversion,
        accept: target.accept.clone(),
    })
}

/// Whose file a target is, and where.
fn place(target: &SyncTarget) -> Result<(&'static Host, String), Box<Diagnostic>> {
    let refuse = |message: String, help: &str| {
        Diagnostic::new("invalid-configuration", Level::Error, target.span, message).help(help)
    };
    match (target.host, &target.file) {
        (Some(host), Some(file)) => Ok((host, file.clone())),
        (None, Some(file)) => match crate::host::owner(crate::hosts::HOSTS, Path::new(file)) {
            Some(host) => Ok((host, file.clone())),
            None => Err(refuse(
                format!("cannot tell which host `{file}` belongs to"),
                "add `host`",
            )
            .into()),
        },
        (Some(host), None) => {
            let file = output::project_file(host);
            file.map(|file| (host, file.to_owned())).ok_or_else(|| {
                refuse(
                    format!("{} has no config file in a project", host.name),
                    "add `file`",
                )
                .into()
            })
        }
        (None, None) => Err(refuse(
            "a target needs a host or a file".to_owned(),
            "add `host` or `file`",
        )
        .into()),
    }
}

/// Says what was lost on the way, and how many targets have no result at all. Of files that are in sync, a check says only
/// what is wrong with them: what they lose was said when they were written.
fn tell(args: &Sync, source: &Loaded, done: &[Done], terminal: &Terminal) -> usize {
    let mut failed = 0;
    let in_sync = done.iter().all(|target| target.changed().is_none());
    let quiet = args.quiet || args.check && in_sync;
    if let Some(note) = source.note.as_ref().filter(|_| !quiet) {
        terminal.say(&all([note.clone().of(0)]), &[source.source()]);
    }
    for target in done {
        let worst = target.conversion.text.is_none();
        failed += usize::from(worst);
        let known = args.check && !worst && target.changed().is_none();
        let list: Vec<&Diagnostic> = match known {
            true => target.said_of_file().collect(),
            false => target.said().collect(),
        };
        if list.is_empty() || args.quiet && !worst {
            continue;
        }
        terminal.remark(&format!(
            "{} ({}):",
            sanitize(&target.name),
            target.host.name
        ));
        terminal.say(
            &all(list.into_iter().cloned().map(of_a_target)),
            &[source.source(), target.output.source()],
        );
    }
    failed
}

/// Advice that names options of a conversion names the settings of a target, where it has them.
const SETTINGS: [(&str, &str); 7] = [
    (
        "`--expand always`",
        r#"`expand = "always"` in its `[[sync.target]]`"#,
    ),
    ("`--skip`", "`skip` in its `[[sync.target]]`"),
    ("`--mirror`", r#"`mode = "mirror"`"#),
    (", or choose `--unset empty` or `--unset keep`", ""),
    (", or use `--unset empty`", ""),
    ("`--default reference` keeps the reference instead", ""),
    ("`--replace` writes a new document", ""),
];

fn of_a_target(mut problem: Diagnostic) -> Diagnostic {
    problem.help = problem.help.map(|help| {
        SETTINGS.iter().fold(help, |help, (option, setting)| {
            help.replace(option, setting)
        })
    });
    problem.help = problem.help.filter(|help| !help.is_empty());
    problem
}

/// Says which of the losses that the configuration accepts do not happen.
fn unused(configuration: &Configuration, done: &[Done], terminal: &Terminal) {
    let mut problems = Vec::new();
    for target in done {
        let list = target.conversion.diagnostics.list();
        for (rule, span) in &target.accept {
            if list.iter().any(|problem| problem.rule == rule.id) {
                continue;
            }
            let message = format!(
                "`accept` names `{}`, which does not happen in {}",
                rule.id,
                sanitize(&target.name)
            );
            let problem = Diagnostic::new("unused-ignore", Level::Warning, *span, message);
            problems.push(problem.help("remove it").of(0));
        }
    }
    if problems.is_empty() {
        return;
    }
    let source = Source {
        name: &configuration.name(),
        text: &configuration.text,
        language: Language::Toml,
    };
    terminal.say(&all(problems), &[source]);
}

/// Shows what differs, and ends with one line about all of it.
fn check(args: &Sync, source: &Loaded, done: Vec<Done>, terminal: &Terminal) -> Exit {
    let (mut text, mut drift, mut losses) = (String::new(), 0, 0);
    for target in &done {
        let Some(new) = target.changed() else {
            losses += target.said().count() - target.said_of_file().count();
            continue;
        };
        text.push_str(
            &target
                .output
                .diff(new, &target.conversion, &[source.source()]),
        );
        drift += 1;
    }
    let files = super::count(done.len(), "file");
    if drift == 0 {
        let known = match losses {
            0 => String::new(),
            losses => format!(
                "; {} not shown, `mcpconv sync` lists them",
                super::count(losses, "known message")
            ),
        };
        if !args.quiet {
            terminal.remark(&format!("{files} in sync{known}"));
        }
        return Exit::Done;
    }
    match print(&text, terminal) {
        Exit::Done => {
            terminal.remark(&format!(
                "{drift} of {files} out of sync; run `mcpconv sync`"
            ));
            Exit::Loss
        }
        exit => exit,
    }
}

/// Writes all targets, or none.
fn write(args: &Sync, done: Vec<Done>, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    let mut prepared = Vec::new();
    let mut conversions = Vec::new();
    for target in done {
        let Some(text) = target.conversion.text.as_deref() else {
            continue;
        };
        let private = target.conversion.expanded > 0;
        let ready = target.output.prepare(text, private, Backup::Auto);
        prepared.push(ready.map_err(unwritable)?);
        conversions.push(target.conversion);
    }
    let written = commit(prepared).map_err(unwritable)?;
    if args.quiet {
        return Ok(Exit::Done);
    }
    let mut in_sync = true;
    for (file, conversion) in written.iter().zip(&conversions) {
        if file.outcome != WriteOutcome::Unchanged {
            in_sync = false;
            terminal.remark(&output::summary(file, conversion));
        }
    }
    if in_sync {
        terminal.remark(&format!("{} in sync", super::count(written.len(), "file")));
    }
    Ok(Exit::Done)
}
