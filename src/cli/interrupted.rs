//! Runs that were killed while they replaced several files.

use std::path::{Path, PathBuf};

use super::configuration::short;
use super::terminal::Terminal;
use super::unwritable;
use crate::diagnostic::Diagnostic;
use crate::report::sanitize;
use crate::safe_write::{is_interrupted, recover};

/// Finishes what such a run began with `files`, all of which this run may write, and reports it.
///
/// # Errors
/// It cannot be finished.
pub(super) fn finish(
    files: &[PathBuf],
    max_size: u64,
    terminal: &Terminal,
) -> Result<(), Box<Diagnostic>> {
    let Some(recovered) = recover(files, max_size).map_err(unwritable)? else {
        return Ok(());
    };
    let name = |path: &Path| sanitize(&short(path)).into_owned();
    for file in &recovered.finished {
        terminal.remark(&format!(
            "{} was updated: an earlier run was interrupted before it",
            name(file)
        ));
    }
    for file in &recovered.left {
        terminal.remark(&format!(
            "{} was not updated: it changed after an earlier run was interrupted",
            name(file)
        ));
    }
    if recovered.finished.is_empty() && recovered.left.is_empty() {
        terminal.remark("an earlier run was interrupted after its last file; nothing is missing");
    }
    Ok(())
}

/// Reports such a run, and writes nothing.
pub(super) fn mention(files: &[PathBuf], terminal: &Terminal) {
    if is_interrupted(files) {
        terminal.remark("an earlier run was interrupted; run `mcpconv sync` to finish it");
    }
}
