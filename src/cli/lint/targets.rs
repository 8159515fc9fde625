//! Which files to lint, and as whose.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use super::setup::Setup;
use crate::cli::configuration::{short, slashes};
use crate::cli::manifest::{named_by, owner_by_manifest};
use crate::cli::{absolute, problem};
use crate::diagnostic::Diagnostic;
use crate::discover::choose;
use crate::files::{self, FileFault};
use crate::host::{Scope, place_at, strangers};
use crate::order::Order as _;
use crate::report::sanitize;
use crate::walk::{self, Owner, WalkFault, WantedFiles};

/// A file to lint.
#[derive(Debug)]
pub(super) struct LintTarget {
    /// What to call it: its path with `/`, as it was reached.
    pub(super) name: String,
    /// Where it is; nothing for standard input.
    pub(super) path: Option<PathBuf>,
    /// Whose it is, if its path tells.
    pub(super) owner: Option<Owner>,
    pub(super) scope: Option<Scope>,
    /// Why it is not a file to read: a folder that nobody could look into, a link that leads elsewhere.
    pub(super) trouble: Option<Box<Diagnostic>>,
    /// It may have servers that others have too.
    pub(super) compared: bool,
}

impl LintTarget {
    fn new(path: PathBuf, owner: Option<Owner>, scope: Option<Scope>) -> Self {
        Self {
            name: short(&path),
            path: Some(path),
            owner,
            scope,
            trouble: None,
            compared: true,
        }
    }

    /// Who shares it. Where only the content tells whose file it is, nothing tells that; most files are shared.
    pub(super) fn scope(&self, setup: &Setup<'_>) -> Scope {
        let by_place = self.owner.map_or(Scope::Project, |owner| owner.place.scope);
        self.scope.or(setup.args.scope).unwrap_or(by_place)
    }

    /// Whose file this is, by its path or else by what is in it.
    ///
    /// # Errors
    /// Nobody can tell.
    pub(super) fn owner(&self, setup: &Setup<'_>, text: &str) -> Result<Owner, Box<Diagnostic>> {
        let path = self
            .path
            .as_deref()
            .or(setup.args.stdin_filename.as_deref());
        let stranger = path.and_then(|path| strangers::by_content(path, text));
        if let Some(owner) = self
            .owner
            .filter(|_| stranger.is_none() || setup.host.is_some())
        {
            let path = path.filter(|_| setup.host.is_none());
            return Ok(path.map_or(owner, |path| owner.by_content(path, text)));
        }
        let choice = choose(setup.host, path, text).map_err(|problem| {
            Box::new(Diagnostic {
                help: Some(HELP.to_owned()),
                ..*problem
            })
        })?;
        Ok(Owner {
            host: choice.host,
            place: choice.place,
            aside: None,
        })
    }
}

const HELP: &str = "pass `--host HOST`; `mcpconv hosts` lists the hosts";

/// What there is to lint.
#[derive(Debug, Default)]
pub(super) struct Targets {
    pub(super) files: Vec<LintTarget>,
    /// What is wrong with the rest.
    pub(super) problems: Vec<Diagnostic>,
    /// Files of hosts that we do not support, with the names of the hosts.
    pub(super) unsupported: Vec<(PathBuf, &'static str)>,
    /// Files of hosts that are not linted, and why; only for `--show-files`.
    skipped: Vec<(PathBuf, String)>,
}

/// The files that `args` name, in order.
pub(super) fn targets(setup: &Setup<'_>) -> Targets {
    let args = setup.args;
    // A name for standard input says that it is to be read.
    let default = [PathBuf::from(if args.stdin_filename.is_some() {
        "-"
    } else {
        "."
    })];
    let paths = if args.paths.is_empty() {
        &default
    } else {
        args.paths.as_slice()
    };
    let mut targets = Targets::default();
    for path in paths {
        named(setup, path, &mut targets);
    }
    if args.user {
        match setup.home.as_deref() {
            Some(home) => targets.files.extend(
                walk::of_user(home)
                    .into_iter()
                    .map(|(path, owner)| LintTarget::new(path, Some(owner), Some(Scope::User))),
            ),
            None => targets.problems.push(problem(
                "unreadable-file",
                "cannot find the home folder for `--user`; set `HOME`",
            )),
        }
    }
    once(&mut targets.files, paths.len() > 1 || args.user);
    follow(setup, &mut targets.files);
    targets
}

/// Adds the files that others among them name. Their servers get names of their own, so that no other file has them.
fn follow(setup: &Setup<'_>, targets: &mut Vec<LintTarget>) {
    let manifests = targets.iter().filter_map(|target| {
        let owner = target.owner.filter(|owner| owner.place.paths)?;
        Some((owner, target.path.clone()?))
    });
    let named: Vec<(PathBuf, Owner)> = manifests
        .flat_map(|(owner, path)| named_by(&owner, &path))
        .filter(|(path, _)| !setup.excluded(path))
        .collect();
    if named.is_empty() {
        return;
    }
    let known: HashMap<PathBuf, usize> = targets
        .iter()
        .enumerate()
        .filter_map(|(at, target)| Some((target.path.clone()?, at)))
        .collect();
    for (path, owner) in named {
        match known.get(&path) {
            Some(at) => {
                targets[*at].owner = Some(owner);
                targets[*at].compared = false;
            }
            None => targets.push(LintTarget {
                compared: false,
                ..LintTarget::new(path, Some(owner), setup.args.scope)
            }),
        }
    }
    targets.order_by(|a, b| a.name.cmp(&b.name));
}

/// Keeps one of each file, however it was reached.
fn once(targets: &mut Vec<LintTarget>, several: bool) {
    targets.order_by(|a, b| a.name.cmp(&b.name));
    let mut seen = HashSet::new();
    // Paths that start at the same place are equal if they are spelled the same; only links lead elsewhere.
    let absolutes = targets
        .iter()
        .filter(|target| target.path.as_ref().is_some_and(|path| path.is_absolute()))
        .count();
    let mixed = absolutes > 0 && absolutes < targets.len();
    targets.retain(|target| match &target.path {
        Some(path) if several => seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())),
        Some(path) => seen.insert(if mixed { absolute(path) } else { path.clone() }),
        None => seen.insert(PathBuf::from("-")),
    });
}

/// Adds what a path on the command line stands for.
fn named(setup: &Setup<'_>, path: &Path, targets: &mut Targets) {
    let args = setup.args;
    if path == Path::new("-") {
        let name = args
            .stdin_filename
            .as_deref()
            .map_or_else(|| "<stdin>".to_owned(), slashes);
        let owner = args
            .stdin_filename
            .as_deref()
            .and_then(|path| owner_of(setup, path));
        targets.files.push(LintTarget {
            name,
            path: None,
            owner,
            scope: args.scope,
            trouble: None,
            compared: true,
        });
        return;
    }
    let shown = || sanitize(&path.display().to_string()).into_owned();
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => {
            targets.problems.push(problem(
                "unreadable-file",
                format!("cannot read `{}`: {}", shown(), files::cause(&error)),
            ));
            return;
        }
    };
    // Who names a path means it, but a link on the way is the repository's.
    let outside = setup.border.check_named(&absolute(path)).err();
    let trouble = outside.map(|outside| Box::new(FileFault::Outside(outside).diagnostic()));
    if metadata.is_dir() {
        if trouble.is_some() {
            targets.files.push(LintTarget {
                trouble,
                ..LintTarget::new(path.to_owned(), None, None)
            });
            return;
        }
        let include = |path: &Path| setup.included(path);
        // Who names a folder means it, even if the configuration excludes it as a whole.
        let exclude = setup.exclude().filter(|_| {
            args.paths.is_empty() || args.force_exclude || !setup.excludes_all_of(path)
        });
        // A list of files also has those that are passed over.
        let listed = args.show_files;
        let wanted = WantedFiles {
            sources: true,
            host: setup.host.filter(|_| !listed),
            include: setup.includes().then_some(&include),
            exclude: exclude.clone().filter(|_| !listed),
            border: &setup.border.for_folder(&absolute(path)),
        };
        let mut found = walk::below(path, &wanted, &mut |path, fault| {
            let trouble = match fault {
                WalkFault::Unsupported(name) => return targets.unsupported.push((path, name)),
                WalkFault::Folder(cause) => problem(
                    "unreadable-file",
                    format!("cannot look into the folder: {cause}"),
                ),
                WalkFault::Index => problem(
                    "unreadable-file",
                    "git's index cannot be read, so `.gitignore` hides nothing",
                ),
                WalkFault::Link(outside) => FileFault::Outside(outside).diagnostic(),
            };
            targets.files.push(LintTarget {
                trouble: Some(Box::new(trouble)),
                ..LintTarget::new(path, None, None)
            });
        });
        if listed {
            let excluded = |path: &Path| {
                let parts = path.ancestors().filter(|part| *part != Path::new(""));
                let mut parts = parts.filter(|part| *part != Path::new("."));
                exclude
                    .as_ref()
                    .is_some_and(|exclude| parts.any(|part| exclude(part)))
            };
            let out = |target: &LintTarget| target.path.as_deref().is_some_and(excluded);
            targets
                .files
                .retain(|target| target.trouble.is_none() || !out(target));
            targets.unsupported.retain(|(path, _)| !excluded(path));
            let other = |owner: Option<Owner>| {
                let owner = owner.filter(|owner| {
                    setup
                        .host
                        .is_some_and(|host| !std::ptr::eq(host, owner.host))
                });
                owner.map(|owner| format!("a file of {}", owner.host.name))
            };
            found.retain(|(path, owner)| {
                let why = excluded(path).then(|| "excluded by the configuration".to_owned());
                let why = why.or_else(|| other(*owner));
                let kept = why.is_none();
                targets.skipped.extend(why.map(|why| (path.clone(), why)));
                kept
            });
        }
        targets.files.extend(found.into_iter().map(|(path, owner)| {
            let owner = owner.map(|owner| match owner.aside {
                Some(_) => owner.at_home(&absolute(&path), setup.home.as_deref()),
                None => owner,
            });
            let scope = args.scope.or_else(|| {
                owner
                    .filter(|owner| setup.is_home_file(&path, owner))
                    .map(|_| Scope::User)
            });
            LintTarget::new(path, owner, scope)
        }));
        return;
    }
    let path = walk::clean(path);
    if !(args.force_exclude && setup.excluded(&path)) {
        let owner = owner_of(setup, &path);
        let scope = args.scope.or_else(|| {
            owner
                .filter(|owner| setup.is_home_file(&path, owner))
                .map(|_| Scope::User)
        });
        if trouble.is_some() {
            targets.files.push(LintTarget {
                trouble,
                ..LintTarget::new(path, owner, scope)
            });
            return;
        }
        // A link stands for the file it leads to, which is what a report has to name.
        let real = if path.is_symlink() {
            path.canonicalize().unwrap_or(path)
        } else {
            path
        };
        targets.files.push(LintTarget::new(real, owner, scope));
    }
}

/// Whose file a path that was named is, if the path tells.
fn owner_of(setup: &Setup<'_>, path: &Path) -> Option<Owner> {
    if let Some(host) = setup.host {
        return place_at(host, &absolute(path)).map(|place| Owner {
            host,
            place,
            aside: None,
        });
    }
    let path = absolute(path);
    // A plugin's file may have the name of another.
    owner_by_manifest(&path)
        .or_else(|| walk::owner_of_one(&path))
        .map(|owner| owner.at_home(&path, setup.home.as_deref()))
        .or_else(|| setup.included(&path).flatten())
        .or_else(|| walk::owner_of_sample(&path))
}

/// `--show-files`: what would be linted, and as whose.
pub(super) fn list(setup: &Setup<'_>, all: &Targets) -> String {
    let targets = &all.files;
    let host = |target: &LintTarget| {
        target
            .owner
            .map(|owner| owner.host)
            .or(setup.host)
            .map_or("by content", |host| host.id)
    };
    let width = targets
        .iter()
        .map(|target| host(target).len())
        .max()
        .unwrap_or(0);
    let line = |target: &LintTarget| {
        let host = host(target);
        let scope = match target.scope(setup) {
            Scope::User => "user   ",
            _ => "project",
        };
        format!("{host:<width$}  {scope}  {}\n", sanitize(&target.name))
    };
    let mut text: String = targets
        .iter()
        .filter(|target| target.trouble.is_none())
        .map(line)
        .collect();
    for (path, why) in skipped(all) {
        let name = short(&path);
        text.push_str(&format!(
            "{:<width$}  skipped  {}  ({why})\n",
            "-",
            sanitize(&name)
        ));
    }
    text
}

/// Files of hosts that lie below the folders, and why they are not linted.
fn skipped(targets: &Targets) -> Vec<(PathBuf, String)> {
    let listed: HashSet<PathBuf> = targets
        .files
        .iter()
        .filter_map(|target| Some(absolute(target.path.as_deref()?)))
        .collect();
    let left = targets.skipped.iter();
    let left = left.filter(|(path, _)| !listed.contains(&absolute(path)));
    let unsupported = targets.unsupported.iter();
    let unsupported =
        unsupported.map(|(path, name)| (path.clone(), format!("{name} is not supported")));
    let mut files: Vec<_> = left.cloned().chain(unsupported).collect();
    files.order();
    files.dedup();
    files
}
