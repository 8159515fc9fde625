//! Differences between two texts, with secrets covered and nothing a terminal would obey.

use std::fmt::Write as _;
use std::path::Path;

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::udiff::UnifiedHunkHeader;
use similar::{DiffOp, DiffableStr as _, group_diff_ops};

use super::configuration::short;
use crate::report::{Source, masked, sanitize};

/// How many unchanged lines are shown around a change.
const CONTEXT: usize = 3;

/// A unified diff of two states of one file, in which what looks secret is covered.
pub(super) fn unified(old: &Source<'_>, new: &Source<'_>) -> String {
    between(
        &format!("a/{}", header(old.name)),
        &masked(old),
        &format!("b/{}", header(new.name)),
        &masked(new),
    )
}

/// A path as a patch names it: from the current folder, or at least without a root that `patch` would refuse.
pub(super) fn header(name: &str) -> String {
    short(Path::new(name))
        .trim_start_matches("./")
        .trim_start_matches('/')
        .to_owned()
}

/// A unified diff of texts that may be shown.
pub(super) fn between(old_name: &str, old: &str, new_name: &str, new: &str) -> String {
    let (old, new) = (old.tokenize_lines(), new.tokenize_lines());
    let mut diff = String::new();
    for hunk in group_diff_ops(changed(&old, &new), CONTEXT) {
        if hunk.is_empty() {
            continue;
        }
        if diff.is_empty() {
            let (old_name, new_name) = (sanitize(old_name), sanitize(new_name));
            let _ = writeln!(diff, "--- {old_name}\n+++ {new_name}");
        }
        let _ = writeln!(diff, "{}", UnifiedHunkHeader::new(&hunk));
        for change in hunk.iter().flat_map(|part| part.iter_changes(&old, &new)) {
            let line = change.value();
            let _ = write!(diff, "{}{line}", change.tag());
            if !line.ends_with_newline() {
                diff.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
    visible(&diff)
}

/// What became of the lines. `similar::TextDiff` chooses among six algorithms at run time, all of which would be in the
/// program: a tenth of a megabyte.
fn changed(old: &[&str], new: &[&str]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()) = myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len());
    hook.into_inner().into_inner().into_ops()
}

/// Text from files, with everything a terminal could take for a command made visible.
fn visible(diff: &str) -> String {
    let safe = |line: &str| {
        line.trim_end_matches(['\n', '\r'])
            .split('\t')
            .map(|part| sanitize(part).into_owned())
            .collect::<Vec<_>>()
            .join("\t")
    };
    diff.split_inclusive('\n')
        .map(|line| format!("{}\n", safe(line)))
        .collect()
}
