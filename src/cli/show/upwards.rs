//! `--user`: the files that a host reads when it starts in a folder, in the order of its own precedence.

use std::path::{Path, PathBuf};

use super::Show;
use super::files::{Gathered, LayeredFiles, Only, ShownFile};
use crate::cli::configuration::{short, slashes};
use crate::cli::{here, problem};
use crate::diagnostic::Diagnostic;
use crate::discover::{below_home, home};
use crate::files::{self, InputFile};
use crate::host::{Aside, Host, Layer, Place, Scope, is_match};
use crate::hosts::HOSTS;
use crate::order::Order as _;
use crate::syntax::parse;

/// The files that hosts read when they start here.
pub(super) fn of_hosts(args: &Show, host: Option<&'static Host>, gathered: &mut Gathered) {
    let home = home();
    let home = home.as_deref();
    if home.is_none() {
        let message = "`--user` needs the home folder, and `HOME` is not set";
        gathered.fault("", "", problem("unreadable-file", message));
    }
    for known in HOSTS {
        if host.is_some_and(|host| !std::ptr::eq(host, *known)) {
            continue;
        }
        let mut steps = steps(known, here(), home);
        let profiles = profiles(known, here(), home);
        if let Some(wanted) = &args.profile {
            match chosen(profiles, wanted) {
                Ok(profile) => replace_user(&mut steps, profile),
                Err(problem) if host.is_some() => gathered.fault("", "", *problem),
                Err(_) => {}
            }
        } else {
            // Only one of them is in use, and nothing here tells which.
            for profile in profiles {
                layers(args, known, &[profile.file], gathered);
            }
        }
        gathered.disabled_by_name(known, home);
        // A file of another host alone does not mean that this one is in use.
        if host.is_some() || steps.iter().any(|step| step.place.own) {
            layers(args, known, &steps, gathered);
        }
    }
}

/// Reads the files of one host.
fn layers(args: &Show, host: &'static Host, steps: &[LayerFile], gathered: &mut Gathered) {
    let mut group = LayeredFiles {
        host,
        layers: Vec::new(),
    };
    let mut read: Vec<(&Path, usize)> = Vec::new();
    let asides = switches(host, steps);
    for step in steps.iter().chain(&asides) {
        if let Some((_, at)) = read.iter().find(|(path, _)| *path == step.path) {
            group.layers.push((*at, step.only));
            continue;
        }
        let name = at_home(&step.path);
        let input = InputFile::read_named(&step.path, args.max_size, &args.reach.border());
        let decoded = match &input.bytes {
            Ok(bytes) => match files::text(bytes) {
                Ok(decoded) => Ok(decoded),
                Err((_, problem)) => {
                    let loosely = files::loosely(bytes).filter(|_| step.place.any_bytes);
                    loosely.ok_or(*problem)
                }
            },
            Err(fault) => Err(fault.diagnostic()),
        };
        let aside = aside_of(host, step.place);
        match decoded {
            Err(problem) => gathered.fault(&name, "", problem),
            // Of settings, only those that switch something off are of interest here.
            Ok(decoded) if aside.is_some_and(|aside| !switches_off(aside, &decoded.text)) => {}
            Ok(decoded) => {
                read.push((&step.path, gathered.files.len()));
                group.layers.push((gathered.files.len(), step.only));
                gathered.files.push(ShownFile {
                    name,
                    text: decoded.text.into_owned(),
                    bom: decoded.bom,
                    utf16: decoded.utf16,
                    host,
                    place: step.place,
                    aside,
                    workspace: slashes(here()),
                });
            }
        }
    }
    if !group.layers.is_empty() {
        gathered.groups.push(group);
    }
}

/// The settings that switch servers of the project off, though they have none themselves.
fn switches(host: &'static Host, steps: &[LayerFile]) -> Vec<LayerFile> {
    let project = steps.iter().any(|step| step.place.scope == Scope::Project);
    let home = home();
    let home = home.as_deref().filter(|home| *home != here());
    let folders = [Some(here()), home].into_iter().flatten();
    let folders: Vec<&Path> = folders.filter(|_| project).collect();
    settings(host, &folders)
}

/// The same for a file of a project: the settings in the project's folder.
pub(super) fn beside(args: &Show, file: &ShownFile) -> Vec<ShownFile> {
    let project = file.aside.is_none() && file.place.scope == Scope::Project;
    let folder = Path::new(&file.workspace);
    let folders: Vec<&Path> = Some(folder).filter(|_| project).into_iter().collect();
    let files = settings(file.host, &folders).into_iter();
    files
        .filter_map(|step| {
            let input = InputFile::read_named(&step.path, args.max_size, &args.reach.border());
            let bytes = input.bytes.ok()?;
            let decoded = files::text(&bytes).ok()?;
            let aside = aside_of(file.host, step.place)?;
            switches_off(aside, &decoded.text).then(|| ShownFile {
                name: short(&step.path),
                text: decoded.text.into_owned(),
                bom: decoded.bom,
                utf16: decoded.utf16,
                host: file.host,
                place: step.place,
                aside: Some(aside),
                workspace: file.workspace.clone(),
            })
        })
        .collect()
}

/// The settings of `host` in these folders that may switch servers off.
fn settings(host: &'static Host, folders: &[&Path]) -> Vec<LayerFile> {
    let asides = host
        .facts
        .asides
        .iter()
        .filter(|aside| !aside.off.is_empty() || !aside.rules.is_empty());
    let files = asides.flat_map(|aside| {
        let paths = folders
            .iter()
            .flat_map(|folder| aside.place.globs.iter().map(|glob| folder.join(glob)));
        let there: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        there.into_iter().map(|path| LayerFile {
            path,
            place: &aside.place,
            only: Only::All,
        })
    });
    files.collect()
}

/// Whether there is a list of servers that the host skips.
fn switches_off(aside: &Aside, text: &str) -> bool {
    let document = parse(text, aside.place.language).ok();
    let top = document.and_then(|document| document.root);
    let mut lists = aside
        .off
        .iter()
        .chain(aside.rules.iter().map(|(list, _)| list));
    top.is_some_and(|top| lists.any(|list| top.at(list).is_some()))
}

/// What `place` is an aside of, if it is one.
fn aside_of(host: &'static Host, place: &Place) -> Option<&'static Aside> {
    let mut asides = host.facts.asides.iter();
    asides.find(|aside| std::ptr::eq(&aside.place, place))
}

/// A path as people know it: from here, from home, or in full.
fn at_home(path: &Path) -> String {
    let home = home();
    // The folder at hand may hold the home folder, as that of a container does.
    let near = |home: &Path| path.starts_with(here()) && here().starts_with(home);
    let below = home.as_deref().filter(|home| !near(home));
    match below.and_then(|home| path.strip_prefix(home).ok()) {
        Some(below) => format!("~/{}", slashes(below)),
        None => short(path),
    }
}

/// A file that a host reads, and which of its servers count at this point.
pub(in crate::cli) struct LayerFile {
    pub(in crate::cli) path: PathBuf,
    pub(in crate::cli) place: &'static Place,
    pub(super) only: Only,
}

/// The file of a profile.
pub(in crate::cli) struct ProfileFile {
    /// What its user calls it, or its folder.
    pub(in crate::cli) name: String,
    folder: String,
    file: LayerFile,
}

/// The profiles of `host` that have a file.
pub(in crate::cli) fn profiles(
    host: &'static Host,
    here: &Path,
    home: Option<&Path>,
) -> Vec<ProfileFile> {
    let search = LayerSearch {
        host,
        folders: vec![here],
        home,
    };
    let Some(profiles) = host.layers.profiles else {
        return Vec::new();
    };
    let (Some(place), Some((above, below))) =
        (search.place(profiles.glob), profiles.glob.split_once("/*/"))
    else {
        return Vec::new();
    };
    let called = search.of_user(profiles.names);
    let called: Vec<String> = called
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    let mut found = Vec::new();
    for folder in search.of_user(above) {
        let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in inside {
            let path = entry.path().join(below);
            let folder = entry.file_name().to_string_lossy().into_owned();
            if path.is_file() {
                let name = called
                    .iter()
                    .find_map(|text| name_of(text, profiles.list, &folder));
                found.push(ProfileFile {
                    name: name.unwrap_or_else(|| folder.clone()),
                    folder,
                    file: LayerFile {
                        path,
                        place,
                        only: Only::All,
                    },
                });
            }
        }
    }
    found.order_by(|a, b| a.name.cmp(&b.name));
    found
}

/// What the profile in `folder` is called.
fn name_of(text: &str, list: &str, folder: &str) -> Option<String> {
    let state: serde_json::Value = serde_json::from_str(text).ok()?;
    let mut profiles = state.get(list)?.as_array()?.iter();
    let profile = profiles.find(|profile| profile["location"] == folder)?;
    profile["name"].as_str().map(str::to_owned)
}

/// The profile that is called so.
///
/// # Errors
/// There is none.
pub(in crate::cli) fn chosen(
    profiles: Vec<ProfileFile>,
    wanted: &str,
) -> Result<ProfileFile, Box<Diagnostic>> {
    let names: Vec<String> = profiles
        .iter()
        .map(|profile| format!("`{}`", profile.name))
        .collect();
    let fits = |profile: &ProfileFile| profile.name == wanted || profile.folder == wanted;
    profiles.into_iter().find(fits).ok_or_else(|| {
        let message = format!("no profile `{wanted}` with MCP servers found");
        let problem = problem("unreadable-file", message);
        Box::new(match names.is_empty() {
            true => problem,
            false => problem.help(format!("use one of {}", names.join(", "))),
        })
    })
}

/// A profile has its file instead of the user's.
pub(in crate::cli) fn replace_user(steps: &mut Vec<LayerFile>, profile: ProfileFile) {
    let own = |step: &LayerFile| std::ptr::eq(step.place, profile.file.place);
    let at = steps.iter().position(own).unwrap_or(steps.len());
    steps.retain(|step| !own(step));
    steps.insert(at.min(steps.len()), profile.file);
}

/// The files of `host` that are there, the strongest first.
pub(in crate::cli) fn steps(
    host: &'static Host,
    here: &Path,
    home: Option<&Path>,
) -> Vec<LayerFile> {
    let parents = host.layers.parents;
    let folders: Vec<&Path> = if parents {
        here.ancestors().collect()
    } else {
        vec![here]
    };
    let search = LayerSearch {
        host,
        folders,
        home,
    };
    let mut steps = Vec::new();
    for run in search.runs() {
        search.run(&run, &mut steps);
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
            let folder = search
                .folders
                .iter()
                .find(|it| it.join(second) == step.path);
            folder.is_some_and(|folder| folder.join(first).is_file())
        };
        host.layers.hides.iter().any(beside)
    };
    steps.retain(|step| !is_hidden(step));
    steps
}

struct LayerSearch<'s> {
    host: &'static Host,
    /// The folder at hand and, if the host looks there too, those above it.
    folders: Vec<&'s Path>,
    home: Option<&'s Path>,
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
    fn place(&self, glob: &str) -> Option<&'static Place> {
        let mut places = self.host.places.iter();
        places.find(|place| place.globs.contains(&glob) && self.is_read(place))
    }

    /// Files of plugins and agents are read only where these are installed or chosen, which nothing here tells.
    fn is_read(&self, place: &Place) -> bool {
        let main = std::ptr::eq(place, &self.host.places[0]);
        place.scope == Scope::User || main || !place.own
    }

    fn run(&self, run: &LayerRun, steps: &mut Vec<LayerFile>) {
        let globs = run
            .globs
            .iter()
            .filter(|glob| run.all || !glob.contains('*'));
        let mut add = |path: PathBuf| {
            let known = |step: &LayerFile| run.all && step.path == path;
            if path.is_file() && !steps.iter().any(known) {
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
        let paths = home.iter().flat_map(|glob| self.of_user(glob));
        paths.flat_map(spelled_out).for_each(&mut add);
    }

    /// Where a file of the user may be.
    fn of_user(&self, glob: &str) -> Vec<PathBuf> {
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

/// How far below a folder files are looked for.
const DEEPEST: usize = 8;

/// The files that a path with stars in its names leads to.
fn spelled_out(glob: PathBuf) -> Vec<PathBuf> {
    let text = glob.to_string_lossy();
    let Some(star) = text.find('*') else {
        return vec![glob];
    };
    let last = |text: &str| text.rfind(['/', '\\']);
    let folder = last(&text[..star]).map_or("", |end| &text[..end]);
    let mut found = Vec::new();
    // A link of a repository may lead to the whole disk.
    if std::fs::symlink_metadata(folder).is_ok_and(|it| it.is_dir()) {
        below(Path::new(folder), DEEPEST, &mut found);
    }
    // Compared from the folder's own name on: what is before it has marks of globs on Windows (`\\?\`).
    let own = last(folder).map_or(0, |end| end + 1);
    let glob = slashes(Path::new(&text[own..]));
    found.retain(|path| is_match(&glob, path));
    found.sort();
    found
}

fn below(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && depth > 0 => below(&entry.path(), depth - 1, found),
            Ok(kind) if !kind.is_dir() => found.push(entry.path()),
            _ => {}
        }
    }
}
