//! Differences between two texts, with secrets covered and nothing a terminal would obey.

use std::path::Path;

use super::configuration::short;
use crate::report::{Source, masked, sanitize};

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
    visible(
        &similar::TextDiff::from_lines(old, new)
            .unified_diff()
            .header(&sanitize(old_name), &sanitize(new_name))
            .to_string(),
    )
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
