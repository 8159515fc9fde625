//! Which folders a walk looks into.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

use super::{Exclude, clean};
use crate::git;

/// Folders that a walk came upon.
#[derive(Debug, Default)]
pub(super) struct Met {
    /// Nobody can say what is ignored there. They were passed over.
    pub(super) odd: Vec<PathBuf>,
    /// Git work trees within the one that is walked. What git tracks there is read again when it is needed: all of it at
    /// once may be much.
    pub(super) trees: Vec<PathBuf>,
    /// Those with an index that cannot be read, by its path.
    pub(super) unreadable: Vec<PathBuf>,
}

impl Met {
    pub(super) fn taken(met: &Mutex<Self>) -> Self {
        std::mem::take(&mut *met.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A walk below `folder`. What git ignores is left out with `ignores`; what else there is about the folders is added to
/// `met`.
pub(super) fn walker(
    folder: &Path,
    exclude: Option<Exclude>,
    ignores: bool,
    met: &Arc<Mutex<Met>>,
) -> WalkBuilder {
    let mut walker = WalkBuilder::new(folder);
    let met = Arc::clone(met);
    walker
        .hidden(false)
        // Only git's word counts: a file called `.ignore` hides things from search tools, not from hosts.
        .ignore(false)
        .git_ignore(ignores)
        .git_exclude(ignores)
        .parents(ignores)
        .require_git(false)
        .filter_entry(move |entry| {
            let own = entry.file_name() != ".git" && entry.file_name() != "node_modules";
            // The folder that was named is looked into in any case.
            if !own || entry.depth() == 0 {
                return own;
            }
            let path = entry.path();
            if exclude
                .as_ref()
                .is_some_and(|exclude| exclude(&clean(path)))
            {
                return false;
            }
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            !(ignores && is_folder) || has_plain_ignores(path, &met)
        });
    walker
}

/// Whether what is ignored in a folder can be said; notes it in `met` if not, and that it is a work tree.
fn has_plain_ignores(folder: &Path, met: &Mutex<Met>) -> bool {
    let is_tree = git::is_work_tree(folder);
    let mut odd = has_odd_list(folder) || is_tree && has_odd_excludes(folder);
    if !is_tree && !odd {
        return true;
    }
    let index = (!odd).then(|| git::tracked(folder));
    let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
    match index {
        Some(Ok(_)) => met.trees.push(folder.to_owned()),
        Some(Err(path)) => {
            met.unreadable.push(path);
            odd = true;
        }
        None => {}
    }
    if odd {
        met.odd.push(folder.to_owned());
    }
    !odd
}

/// No list of ignored files that people write is larger.
const LONGEST_IGNORES: u64 = 1 << 18;

/// Whether a list of ignored files in `folder` is not to be read.
pub(super) fn has_odd_ignores(folder: &Path) -> bool {
    has_odd_list(folder) || has_odd_excludes(folder)
}

/// A link may lead to a device that never ends; git does not follow it either, unless the list is its own.
fn has_odd_list(folder: &Path) -> bool {
    std::fs::symlink_metadata(folder.join(".gitignore"))
        .is_ok_and(|metadata| !metadata.is_file() || metadata.len() > LONGEST_IGNORES)
}

fn has_odd_excludes(folder: &Path) -> bool {
    git::has_odd_excludes(folder, LONGEST_IGNORES)
}
