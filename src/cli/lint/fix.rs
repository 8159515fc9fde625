//! `--fix`, `--fix-unsafe` and `--diff`: repairs, written through the safe writer or only shown.

use std::cell::Cell;

use super::check::{CheckedFile, again};
use super::setup::Setup;
use crate::cli::configuration::short;
use crate::cli::diff::unified;
use crate::cli::output::{refused, written_name};
use crate::cli::problem;
use crate::cli::terminal::Terminal;
use crate::diagnostic::Diagnostic;
use crate::lint::{Finding, Repaired, Safety, Subject, lint, repair};
use crate::report::{Source, sanitize};
use crate::safe_write::{self, Backup, Prepared, Snapshot, WrittenFile, commit_and_tell};
use crate::syntax::parse;

/// What the repairs came to.
#[derive(Debug, Default)]
pub(super) struct Repairs {
    /// How many findings were repaired.
    pub(super) done: usize,
    /// What they change, if that was asked for.
    pub(super) diff: String,
    /// What a patch cannot say.
    pub(super) notes: String,
    /// What came from standard input, repaired or not.
    pub(super) stdin: Option<Vec<u8>>,
    /// What could not be written.
    pub(super) problems: Vec<Diagnostic>,
}

/// Repairs `files` as far as `args` allow, and looks at them again. Each file is written by itself, since no repair needs
/// one in another file, and is named before anything can end the run.
pub(super) fn apply(setup: &Setup<'_>, files: &mut [CheckedFile], terminal: &Terminal) -> Repairs {
    let mut repairs = Repairs::default();
    let args = setup.args;
    if !(args.fix || args.fix_unsafe || args.diff) {
        return repairs;
    }
    let safety = if args.fix_unsafe {
        Safety::Unsafe
    } else {
        Safety::Safe
    };
    let tell = |written: &[WrittenFile]| {
        for file in written.iter().filter(|_| !args.quiet) {
            terminal.remark(&told(file));
        }
    };
    let mut changed = false;
    for (at, file) in files.iter_mut().enumerate() {
        if file.target.path.is_none() {
            repairs.stdin = Some(
                file.raw
                    .take()
                    .unwrap_or_else(|| bytes(file.bom, &file.text)),
            );
        }
        let Some(repaired) = repaired(setup, at, file, safety) else {
            continue;
        };
        let count = repaired.done.len();
        if args.diff {
            let (diff, note) = shown(file, &repaired);
            repairs.diff.push_str(&diff);
            repairs.notes.push_str(&note);
            repairs.done += count;
            continue;
        }
        match write(setup, file, &repaired.text, repaired.plain, &tell) {
            Ok(()) => {
                repairs.done += count;
                (file.bom, file.utf16) =
                    (file.bom && !repaired.plain, file.utf16 && !repaired.plain);
                file.text = repaired.text;
                if file.target.path.is_none() {
                    repairs.stdin = Some(bytes(file.bom, &file.text));
                }
                changed = true;
            }
            Err(problem) => repairs.problems.push(*problem),
        }
    }
    if changed {
        again(setup, files);
    }
    repairs
}

fn repaired(setup: &Setup<'_>, at: usize, file: &CheckedFile, safety: Safety) -> Option<Repaired> {
    // What is not shown is not changed either.
    let level = setup.args.level;
    let due = |finding: &Finding| {
        finding.ignored.is_none()
            && finding.level >= level
            && finding.fix.as_ref().is_some_and(|fix| fix.safety <= safety)
    };
    let subject = file
        .subject(setup, at)
        .filter(|_| file.findings.iter().any(due))?;
    // What was found in the file itself is known.
    let known = Cell::new(true);
    let find = |now: &Subject<'_>| -> Vec<Finding> {
        if known.take() {
            return file.findings.iter().filter(|it| due(it)).cloned().collect();
        }
        let findings = setup.judge(now, true, lint(now).findings);
        findings.into_iter().filter(due).collect()
    };
    repair(&subject, safety, &find)
}

/// A text as a file holds it.
fn bytes(bom: bool, text: &str) -> Vec<u8> {
    format!("{}{text}", if bom { "\u{feff}" } else { "" }).into_bytes()
}

/// The patch, and what it cannot say.
fn shown(file: &CheckedFile, repaired: &Repaired) -> (String, String) {
    let source = file.source();
    let diff = unified(
        &source,
        &Source {
            text: &repaired.text,
            ..source
        },
    );
    let note = if repaired.plain {
        let name = crate::report::sanitize(&file.target.name);
        format!("{name}: would be saved as plain UTF-8\n")
    } else {
        String::new()
    };
    (diff, note)
}

/// Writes the new text of a file, if it is still what it was, and tells what was done.
///
/// # Errors
/// It is not, or it cannot be written.
pub(super) fn write(
    setup: &Setup<'_>,
    file: &CheckedFile,
    text: &str,
    plain: bool,
    tell: &dyn Fn(&[WrittenFile]),
) -> Result<(), Box<Diagnostic>> {
    let Some(path) = &file.target.path else {
        return Ok(());
    };
    let unwritable =
        |error: safe_write::Error| Box::new(problem("unwritable-output", error.to_string()));
    let snapshot = Snapshot::read(path, setup.max_size()).map_err(unwritable)?;
    let checked = setup.border.check_read_named(&snapshot);
    checked.map_err(|outside| refused(path, &outside))?;
    let unchanged = snapshot.bytes().is_some_and(|bytes| {
        crate::files::text(bytes).is_ok_and(|decoded| decoded.text == file.text)
    });
    if !unchanged {
        let message = format!(
            "`{}` changed while it was looked at, and was left alone",
            crate::report::sanitize(&file.target.name)
        );
        return Err(problem("unwritable-output", message).into());
    }
    let bytes = bytes(file.bom && !plain, text);
    let language = file.language;
    // A text that did not parse before may need more than one repair, the others by hand.
    let parsed = parse(&file.text, language).is_ok();
    let verify = |bytes: &[u8]| {
        let text = std::str::from_utf8(bytes).map_err(|error| error.to_string())?;
        match parse(text.strip_prefix('\u{feff}').unwrap_or(text), language) {
            Err(error) if parsed => Err(error.reason),
            _ => Ok(()),
        }
    };
    let options = safe_write::WriteOptions {
        private: false,
        backup: Backup::Auto,
        verify: &verify,
    };
    Prepared::new(snapshot, bytes, options)
        .and_then(|prepared| commit_and_tell(vec![prepared], tell))
        .map_err(unwritable)?;
    Ok(())
}

/// What was done to a file.
fn told(file: &WrittenFile) -> String {
    let mut line = format!("{} was fixed", written_name(file));
    if let Some(backup) = &file.backup {
        let backup = short(backup);
        line.push_str(&format!("; the old content is in {}", sanitize(&backup)));
    }
    line
}
