//! What git tracks although something makes it ignore that: the walk does not come upon it.

use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::folders::walker;
use super::owner::claim;
use super::{Found, WalkFault, clean};
use crate::git::{self, Tracked};

impl Found<'_> {
    /// What git tracks in the work tree that `folder`, an absolute path, lies in, and where it lies in there. Nothing if
    /// nobody can tell.
    pub(super) fn index(&mut self, folder: &Path) -> Option<(Tracked, PathBuf)> {
        let root = git::work_tree(folder).unwrap_or(folder);
        let inside = folder.strip_prefix(root).unwrap_or(Path::new(""));
        match git::tracked(root) {
            Ok(index) => Some((index, inside.to_owned())),
            Err(path) => {
                (self.trouble)(path, WalkFault::Index);
                None
            }
        }
    }

    /// Looks at what is tracked below `folder`, which lies `inside` of the work tree with `index`, and in the `trees` that
    /// the walk came upon.
    pub(super) fn tracked(
        &mut self,
        folder: &Path,
        index: Tracked,
        inside: &Path,
        trees: &[PathBuf],
    ) {
        let known: HashSet<PathBuf> = self.files.iter().map(|(path, _)| path.clone()).collect();
        let mut trees: VecDeque<PathBuf> = trees.iter().map(|path| clean(path)).collect();
        let mut entered: HashSet<PathBuf> = trees.iter().cloned().collect();
        let mut next = Some((folder.to_owned(), index));
        let mut inside = inside;
        while let Some((base, index)) = next {
            let below = |path: &Path| {
                let path = path.strip_prefix(inside).ok()?;
                let installed = path.iter().any(|part| part == "node_modules");
                (!installed).then(|| clean(&base.join(path)))
            };
            for path in index.files.iter().filter_map(|path| below(path)) {
                if !known.contains(&path) {
                    self.tracked_file(&path);
                }
            }
            for path in index.submodules.iter().filter_map(|path| below(path)) {
                if self.is_submodule(&path) && entered.insert(path.clone()) {
                    trees.push_back(path);
                }
            }
            next = std::iter::from_fn(|| trees.pop_front()).find_map(|path| self.entered(path));
            inside = Path::new("");
        }
    }

    fn tracked_file(&mut self, path: &Path) {
        let include = self.wanted.include;
        let named = || claim(path).is_some() || include.is_some_and(|add| add(path).is_some());
        if self.seen.contains(path) || !named() || self.is_left_out(path) {
            return;
        }
        match std::fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_file() => self.file(path),
            Ok(metadata) if metadata.is_symlink() => self.link(path),
            _ => {}
        }
    }

    /// Whether a submodule is checked out in a folder, and no link leads out on the way there.
    fn is_submodule(&self, path: &Path) -> bool {
        let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let is_inside = || self.wanted.border.check(&full).is_ok();
        git::is_work_tree(path) && !self.is_left_out(path) && is_inside()
    }

    /// A work tree within the one that is walked, and what git tracks there. Where nobody can tell, all of it is looked at.
    fn entered(&mut self, folder: PathBuf) -> Option<(PathBuf, Tracked)> {
        match git::tracked(&folder) {
            Ok(index) => Some((folder, index)),
            Err(path) => {
                (self.trouble)(path, WalkFault::Index);
                let exclude = self.wanted.exclude.clone();
                self.walk(&folder, walker(&folder, exclude, false, &Arc::default()));
                None
            }
        }
    }

    fn is_left_out(&self, path: &Path) -> bool {
        let exclude = self.wanted.exclude.as_ref();
        let mut parts = path.ancestors().filter(|part| *part != Path::new(""));
        exclude.is_some_and(|exclude| parts.any(|part| exclude(part)))
    }
}
