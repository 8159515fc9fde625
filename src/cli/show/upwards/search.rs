//! Which files of a host are there when it starts in a folder, and in which order they count.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::globs::spelled_out;
use super::{LayerFile, Only};
use crate::discover::below_home;
use crate::git::work_tree;
use crate::host::{Host, Layer, Place, Scope};
use crate::order::Order as _;

/// The files of `host` that are there, the strongest first.
pub(in crate::cli) fn steps(
    host: &'static Host,
    here: &Path,
    home: Option<&Path>,
) -> Vec<LayerFile> {
    let layers = &host.layers;
    let top = match (layers.parents, layers.beyond) {
        (true, true) => None,
        // Outside a repository there is nothing that says where the project starts.
        (true, false) => Some(work_tree(here).unwrap_or(here)),
        (false, _) => Some(here),
    };
    let ancestors = here.ancestors();
    let folders = ancestors.take_while(|folder| top.is_none_or(|top| folder.starts_with(top)));
    let folders: Vec<&Path> = folders.collect();
    let search = LayerSearch {
        host,
        folders,
        root: work_tree(here),
        home,
    };
    let (mut steps, mut seen) = (Vec::new(), HashSet::new());
    for run in search.runs() {
        search.run(&run, &mut steps, &mut seen);
    }
    // Beside some files nothing else is read.
    let is_alone = |step: &LayerFile| {
        let name = step.path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| host.layers.alone.contains(&name))
    };
    if steps.iter().any(is_alone) {
        steps.retain(is_alone);
    }
    let is_hidden = |step: &LayerFile| {
        let beside = |(first, second): &(&'static str, &'static str)| {
            if second.starts_with("~/") {
                let is_there = || search.of_user(first).iter().any(|path| path.is_file());
                return search.of_user(second).contains(&step.path) && is_there();
            }
            let mut folders = search.folders.iter().copied().chain(search.root);
            let folder = folders.find(|it| it.join(second) == step.path);
            folder.is_some_and(|folder| folder.join(first).is_file())
        };
        host.layers.hides.iter().any(beside)
    };
    steps.retain(|step| !is_hidden(step));
    steps
}

pub(super) struct LayerSearch<'s> {
    pub(super) host: &'static Host,
    /// The folder at hand and, if the host looks there too, those above it.
    pub(super) folders: Vec<&'s Path>,
    /// The root of the repository.
    pub(super) root: Option<&'s Path>,
    pub(super) home: Option<&'s Path>,
}

/// Globs of one place that follow each other, so that all of them are looked for in one folder before the next.
struct LayerRun {
    place: &'static Place,
    globs: Vec<&'static str>,
    only: Only,
    /// Globs with stars are looked for too.
    all: bool,
}

impl LayerSearch<'_> {
    fn runs(&self) -> Vec<LayerRun> {
        let mut runs: Vec<LayerRun> = Vec::new();
        for layer in self.host.layers.order {
            let place = |glob| match layer.all {
                true => self.host.places.iter().find(|it| it.globs.contains(&glob)),
                false => self.place(glob),
            };
            let Some((glob, place)) = layer.glob.and_then(|glob| Some((glob, place(glob)?))) else {
                continue;
            };
            let only = only(layer);
            match runs.last_mut() {
                Some(last) if std::ptr::eq(last.place, place) && last.only == only => {
                    last.globs.push(glob);
                }
                _ => runs.push(LayerRun {
                    place,
                    globs: vec![glob],
                    only,
                    all: layer.all,
                }),
            }
        }
        // What the order does not mention comes after what it does mention of the same place.
        let mut mentioned: Vec<&str> = runs.iter().flat_map(|run| run.globs.clone()).collect();
        for run in runs.iter_mut().rev() {
            let more = run.place.globs.iter().copied();
            let more: Vec<&str> = more.filter(|glob| !mentioned.contains(glob)).collect();
            mentioned.extend(&more);
            run.globs.extend(more);
        }
        if runs.is_empty() {
            let places = self.host.places.iter().filter(|place| self.is_read(place));
            runs.extend(places.map(|place| LayerRun {
                place,
                globs: place.globs.to_vec(),
                only: Only::All,
                all: false,
            }));
            runs.order_by_key(|run| run.place.scope == Scope::User);
        }
        runs
    }

    /// The place that has `glob`, if a host that starts in a folder reads it.
    pub(super) fn place(&self, glob: &str) -> Option<&'static Place> {
        let mut places = self.host.places.iter();
        places.find(|place| place.globs.contains(&glob) && self.is_read(place))
    }

    /// Files of plugins and agents are read only where these are installed or chosen, which nothing here tells.
    fn is_read(&self, place: &Place) -> bool {
        let main = std::ptr::eq(place, &self.host.places[0]);
        place.scope == Scope::User || main || !place.own
    }

    /// Adds the files of `run` to `steps`, whose paths are `seen`.
    fn run(&self, run: &LayerRun, steps: &mut Vec<LayerFile>, seen: &mut HashSet<PathBuf>) {
        let globs = run
            .globs
            .iter()
            .filter(|glob| run.all || !glob.contains('*'));
        let mut add = |path: PathBuf| {
            let known = run.all && seen.contains(&path);
            if path.is_file() && !known {
                seen.insert(path.clone());
                steps.push(LayerFile {
                    path,
                    place: run.place,
                    only: run.only,
                });
            }
        };
        // A user may have a file of their own in a project.
        let here = |glob: &&&str| run.place.scope == Scope::Project || glob.starts_with('.');
        let (here, home): (Vec<&&str>, Vec<&&str>) = globs.partition(here);
        for folder in &self.folders {
            let paths = here.iter().map(|glob| folder.join(glob));
            paths.flat_map(spelled_out).for_each(&mut add);
        }
        let root = self.root.filter(|root| !self.folders.contains(root));
        for glob in here
            .iter()
            .filter(|glob| self.host.layers.at_root.contains(glob))
        {
            root.map(|root| root.join(glob))
                .into_iter()
                .for_each(&mut add);
        }
        let paths = home.iter().flat_map(|glob| self.of_user(glob));
        paths.flat_map(spelled_out).for_each(&mut add);
    }

    /// Where a file of the user may be.
    pub(super) fn of_user(&self, glob: &str) -> Vec<PathBuf> {
        if let Some(moved) = self.moved(glob) {
            return vec![moved];
        }
        match self.home {
            _ if glob.starts_with('/') => vec![PathBuf::from(glob)],
            Some(home) => {
                let below = below_home(glob).into_iter();
                below.map(|below| home.join(below)).collect()
            }
            None => Vec::new(),
        }
    }
}

impl LayerSearch<'_> {
    /// Where a variable says that a file is.
    fn moved(&self, glob: &str) -> Option<PathBuf> {
        self.host.layers.moved.iter().find_map(|(variable, from)| {
            let rest = glob.strip_prefix(from)?;
            let below = match rest.strip_prefix('/') {
                Some(below) => below,
                None if rest.is_empty() => "",
                None => return None,
            };
            let (name, folder) = variable.split_once('/').unwrap_or((variable, ""));
            let value = std::env::var_os(name).filter(|value| !value.is_empty())?;
            let path = [folder, below].into_iter().filter(|part| !part.is_empty());
            Some(path.fold(PathBuf::from(value), |path, part| path.join(part)))
        })
    }
}

/// Which servers a layer stands for, in a file that keeps those of every project.
fn only(layer: &Layer) -> Only {
    match layer.root {
        None => Only::All,
        Some(root) if root.contains(&"*") => Only::Project,
        Some(_) => Only::Plain,
    }
}
