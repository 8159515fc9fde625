//! `mcpconv restore`: puts back what a file was before it was written.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::Args;

use super::args::{Color, OutputFormat, Reach};
use super::output::written_name;
use super::terminal::Terminal;
use super::{Exit, absolute, print, problem, unwritable};
use crate::border::{self, LeadsOutside};
use crate::config::size;
use crate::diagnostic::Diagnostic;
use crate::files::cause;
use crate::report::sanitize;
use crate::safe_write::{
    Backup, KeptBackup, Prepared, Snapshot, WriteOptions, WriteOutcome, backups, commit, latest,
    real_path,
};

#[derive(Args, Debug)]
pub(super) struct Restore {
    /// File to restore
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// List its backups, and write nothing
    #[arg(long)]
    list: bool,
    /// Which backup [default: the latest]
    #[arg(long, value_name = "N", conflicts_with = "list")]
    number: Option<u32>,
    #[command(flatten)]
    reach: Reach,
    /// Maximum size of a file (K, M, G)
    #[arg(long, value_name = "BYTES", default_value = "64MB", value_parser = size)]
    max_size: u64,
}

/// Restores a file, or lists what it could be restored from.
pub(super) fn run(args: &Restore) -> Exit {
    let terminal = Terminal::new(OutputFormat::Human, Color::Auto);
    restored(args, &terminal).unwrap_or_else(|problem| terminal.fail(*problem))
}

fn restored(args: &Restore, terminal: &Terminal) -> Result<Exit, Box<Diagnostic>> {
    let name = sanitize(&args.file.display().to_string()).into_owned();
    let full = absolute(&args.file);
    let border = args.reach.border();
    let refused = |outside: LeadsOutside| {
        let message = format!("`{name}` was not restored: {outside}");
        problem("unwritable-output", message).help(border::HELP)
    };
    border.check_named(&full).map_err(refused)?;
    let kept = backups(&real_path(&full).unwrap_or(full)).map_err(|error| {
        let message = format!("cannot look for backups of `{name}`: {}", cause(&error));
        problem("unreadable-file", message)
    })?;
    if args.list && !kept.is_empty() {
        return Ok(print(&list(&kept), terminal));
    }
    let chosen = match args.number {
        Some(number) => kept.iter().find(|backup| backup.number == number),
        None => latest(&kept),
    };
    let missing = || {
        let which = args
            .number
            .map_or(String::new(), |number| format!(" {number}"));
        let problem = problem("unreadable-file", format!("`{name}` has no backup{which}"));
        match kept.last().filter(|_| args.number.is_none()) {
            Some(tracked) => problem.help(format!(
                "git tracks {}, so anybody may have written it; `--number {}` restores it",
                sanitize(&tracked.path.display().to_string()),
                tracked.number
            )),
            None => problem.help("`--list` lists the backups; `--backup always` keeps one also for files that git tracks"),
        }
    };
    let chosen = chosen.ok_or_else(missing)?;
    let now = Snapshot::read(&args.file, args.max_size).map_err(unwritable)?;
    border.check_read_named(&now).map_err(refused)?;
    let older = args.number.is_none().then(|| older(&kept, &now, args));
    let chosen = older.flatten().unwrap_or(chosen);
    let old = Snapshot::read(&chosen.path, args.max_size).map_err(unwritable)?;
    // It may have gone, or become a link, since the folder was read.
    let bytes = old.bytes().filter(|_| old.real_path() == chosen.path);
    let bytes = bytes.ok_or_else(missing)?.to_vec();
    let options = WriteOptions {
        // A backup is as private as its file was.
        private: true,
        backup: Backup::Always,
        verify: &|_| Ok(()),
    };
    let written = Prepared::new(now, bytes, options)
        .and_then(|prepared| commit(vec![prepared]))
        .map_err(unwritable)?;
    for file in &written {
        let from = sanitize(&chosen.path.display().to_string()).into_owned();
        let mut line = match file.outcome {
            WriteOutcome::Unchanged => format!("{} is the same as {from}", written_name(file)),
            _ => format!("{} was restored from {from}", written_name(file)),
        };
        if let Some(backup) = &file.backup {
            let backup = backup.display().to_string();
            line.push_str(&format!("; the old content is in {}", sanitize(&backup)));
        }
        terminal.remark(&line);
    }
    Ok(Exit::Done)
}

/// The latest backup that is not what the file is anyway: a run that was killed before it replaced the file has left such
/// a one, and the one that it was to put back is older.
fn older<'k>(kept: &'k [KeptBackup], now: &Snapshot, args: &Restore) -> Option<&'k KeptBackup> {
    let now = now.bytes()?;
    let is_same = |backup: &KeptBackup| {
        let read = || Snapshot::read(&backup.path, args.max_size);
        backup.size == now.len() as u64 && read().is_ok_and(|old| old.bytes() == Some(now))
    };
    let own = kept.iter().rev().filter(|backup| !backup.tracked);
    own.into_iter().find(|backup| !is_same(backup))
}

/// A line for each backup, the latest last.
fn list(kept: &[KeptBackup]) -> String {
    let line = |backup: &KeptBackup| {
        let path = backup.path.display().to_string();
        format!(
            "{:>4}  {:>9} bytes  {}  {}{}\n",
            backup.number,
            backup.size,
            age(backup.modified),
            sanitize(&path),
            if backup.tracked {
                " (tracked by git)"
            } else {
                ""
            }
        )
    };
    kept.iter().map(line).collect()
}

/// How long ago something was, in the largest unit that fits.
fn age(time: Option<SystemTime>) -> String {
    let passed = time
        .and_then(|time| time.elapsed().ok())
        .map(|passed: Duration| passed.as_secs());
    match passed {
        None => "at an unknown time".to_owned(),
        Some(seconds @ 0..60) => format!("{seconds} s ago"),
        Some(seconds @ 60..3_600) => format!("{} min ago", seconds / 60),
        Some(seconds @ 3_600..86_400) => format!("{} h ago", seconds / 3_600),
        Some(seconds) => format!("{} d ago", seconds / 86_400),
    }
}
