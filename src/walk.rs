//! Finding the files to lint: what was named, and what lies below the folders that were named.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use ignore::WalkBuilder;

use crate::border::{Border, LeadsOutside};
use crate::discover::below_home;
use crate::files::InputFile;
use crate::git;
use crate::host::{self, Aside, Host, Place, aside_at, place_at, plain, strangers};
use crate::hosts::{HOSTS, SOURCES};
use crate::order::Order as _;
use crate::syntax::Node;

/// Whose file a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) aside: Option<&'static Aside>,
}

/// All paths of all hosts in one set.
struct Table {
    set: GlobSet,
    /// What each glob stands for, and how much of a path it spells out.
    rows: Vec<(Owner, usize)>,
    /// The names of files that the globs end in: most files are nobody's, and their names tell.
    names: HashSet<&'static str>,
    /// The same where only the start and the end of a name are given.
    ends: Vec<(&'static str, &'static str)>,
    /// The paths of several parts that are spelled out.
    plain: Vec<&'static str>,
}

impl Table {
    /// Whether a file of this name can be anybody's.
    fn knows(&self, name: &OsStr) -> bool {
        let fits = |name: &str| {
            self.names.contains(name)
                || self
                    .ends
                    .iter()
                    .any(|(start, end)| name.starts_with(start) && name.ends_with(end))
        };
        name.to_str().is_none_or(fits)
    }
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut set = GlobSetBuilder::new();
    let mut rows = Vec::new();
    let (mut names, mut ends, mut spelled) = (HashSet::new(), Vec::new(), Vec::new());
    let mut add = |owner: Owner| {
        for glob in owner.place.globs {
            if let Ok(built) = pattern(glob) {
                set.add(built);
                rows.push((owner, plain(glob).len()));
                let path = plain(glob);
                if path.contains('/') && !path.contains(['*', '?', '[', '{']) {
                    spelled.push(path);
                }
                let last = glob.rsplit('/').next().unwrap_or(glob);
                match last.find(['*', '?', '[', '{']) {
                    Some(at) => ends.push((
                        &last[..at],
                        last[at..]
                            .rsplit(['*', '?', ']', '}'])
                            .next()
                            .unwrap_or_default(),
                    )),
                    None => _ = names.insert(last),
                }
            }
        }
    };
    for host in HOSTS {
        host.places
            .iter()
            .filter(|place| place.own)
            .for_each(|place| {
                add(Owner {
                    host,
                    place,
                    aside: None,
                })
            });
        host.facts.asides.iter().for_each(|aside| {
            add(Owner {
                host,
                place: &aside.place,
                aside: Some(aside),
            })
        });
    }
    // What is published may lie anywhere, under names that other files have too.
    for host in SOURCES {
        let places = host.places.iter().map(|place| Owner {
            host,
            place,
            aside: None,
        });
        places.for_each(&mut add);
    }
    Table {
        set: set.build().unwrap_or_default(),
        rows,
        names,
        ends,
        plain: spelled,
    }
});

/// A glob that fits in any folder.
fn pattern(glob: &str) -> Result<globset::Glob, globset::Error> {
    let anywhere = format!("**/{}", plain(glob));
    GlobBuilder::new(&anywhere)
        .literal_separator(true)
        .backslash_escape(false)
        .build()
}

/// The same as [`owner`] for a single path, without building the table of all of them.
pub(crate) fn owner_of_one(path: &Path) -> Option<Owner> {
    if let Some((host, aside)) = aside_at(HOSTS, path) {
        return Some(Owner {
            host,
            place: &aside.place,
            aside: Some(aside),
        });
    }
    let host = host::owner(HOSTS, path)?;
    place_at(host, path).map(|place| Owner {
        host,
        place,
        aside: None,
    })
}

/// Whose file `path` is by its name without the words that mark a sample (`mcp.example.json`).
pub(crate) fn owner_of_sample(path: &Path) -> Option<Owner> {
    let name = path.file_name()?.to_str()?;
    let marks = ["example", "sample", "template", "dist"];
    let plain: Vec<&str> = name
        .split('.')
        .filter(|part| !marks.contains(part))
        .collect();
    let plain = plain.join(".");
    (plain != name)
        .then(|| owner_of_one(&path.with_file_name(plain)))
        .flatten()
}

/// Whose file `path` is: the host that spells most of it; of equals the first.
pub(crate) fn owner(path: &Path) -> Option<Owner> {
    let rows = TABLE.set.matches(path).into_iter().map(|at| TABLE.rows[at]);
    let (owner, length) = rows.reduce(|best, next| if next.1 > best.1 { next } else { best })?;
    // A host that we do not support may say more about the path.
    let stranger = strangers::by_path(&Path::new("/").join(path));
    stranger
        .is_none_or(|(more, _)| more <= length)
        .then_some(owner)
}

/// Which files are wanted.
pub(crate) struct WantedFiles<'w> {
    /// Only files of this host.
    pub(crate) host: Option<&'static Host>,
    /// Also what describes a published server, where its content says so.
    pub(crate) sources: bool,
    /// Further files; whose they are may be known only by what is in them.
    pub(crate) include: Option<&'w Include<'w>>,
    /// No file with such a path, and nothing below a folder with one.
    pub(crate) exclude: Option<Exclude>,
    /// No file that a link has outside of this.
    pub(crate) border: &'w Border,
}

/// Why something below a folder is not among its files.
#[derive(Debug)]
pub(crate) enum WalkFault {
    /// A folder cannot be read, and why.
    Folder(String),
    /// A link leads elsewhere.
    Link(LeadsOutside),
}

/// Whether a path is added, and whose it is if that is known.
pub(crate) type Include<'i> = dyn Fn(&Path) -> Option<Option<Owner>> + 'i;

/// Whether a path is left out. The walk may outlive whoever started it, so that it has to own what it asks.
pub(crate) type Exclude = Arc<dyn Fn(&Path) -> bool + Send + Sync>;

/// The files below `folder` that belong to some host, in the order of their paths. What git ignores is left out unless it
/// tracks it; hidden files are not.
///
/// What cannot be looked at is passed over, and told to `trouble`.
pub(crate) fn below(
    folder: &Path,
    wanted: &WantedFiles<'_>,
    trouble: &mut dyn FnMut(PathBuf, WalkFault),
) -> Vec<(PathBuf, Option<Owner>)> {
    let mut found = Found {
        wanted,
        files: Vec::new(),
        links: HashSet::new(),
        trouble,
    };
    let full = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let ignores = !full.ancestors().any(has_odd_ignores);
    let odd = Arc::default();
    found.walk(
        folder,
        walker(folder, wanted.exclude.clone(), ignores, &odd),
    );
    let odd: Vec<PathBuf> =
        std::mem::take(&mut *odd.lock().unwrap_or_else(PoisonError::into_inner));
    for folder in odd {
        let exclude = wanted.exclude.clone();
        found.walk(&folder, walker(&folder, exclude, false, &Arc::default()));
    }
    found.tracked(folder);
    let mut files = found.files;
    files.order_by(|a, b| a.0.cmp(&b.0));
    files
}

/// No description of a server is larger.
const LONGEST: u64 = 1 << 20;

/// Whether a file that is called like the description of a server is one.
fn is_published(path: &Path, place: &Place) -> bool {
    let Ok(bytes) = InputFile::read(path, LONGEST).bytes else {
        return false;
    };
    let text = String::from_utf8_lossy(&bytes);
    let Ok(document) = crate::syntax::parse(&text, place.language) else {
        return false;
    };
    let fits = |root: &Node<'_>| place.source.is_some_and(|source| (source.fits)(root));
    document.root.as_ref().is_some_and(fits)
}

/// The files of hosts that a walk comes upon.
struct Found<'w> {
    wanted: &'w WantedFiles<'w>,
    files: Vec<(PathBuf, Option<Owner>)>,
    /// The links that were looked at.
    links: HashSet<PathBuf>,
    trouble: &'w mut dyn FnMut(PathBuf, WalkFault),
}

impl Found<'_> {
    /// Looks at everything that `walker` comes upon below `folder`.
    fn walk(&mut self, folder: &Path, walker: WalkBuilder) {
        for entry in walker.build() {
            match entry {
                Ok(entry) => match entry.file_type() {
                    Some(kind) if kind.is_dir() => {}
                    Some(kind) if kind.is_symlink() => self.link(entry.path()),
                    Some(kind) if kind.is_file() => self.file(entry.path()),
                    _ => {}
                },
                Err(error) => {
                    let cause = error
                        .io_error()
                        .map_or_else(|| error.to_string(), |error| error.kind().to_string());
                    let path = clean(whereabouts(&error).unwrap_or(folder));
                    (self.trouble)(path, WalkFault::Folder(cause));
                }
            }
        }
    }

    /// Whose file `path` is, if it is wanted; that may be known only by what is in it.
    fn owner(&self, path: &Path) -> Option<Option<Owner>> {
        let name = path.file_name().unwrap_or_default();
        if self.wanted.include.is_none() && !TABLE.knows(name) {
            return None;
        }
        let own = owner(path).filter(|found| {
            let meant = self
                .wanted
                .host
                .is_none_or(|host| std::ptr::eq(host, found.host));
            meant
                && (found.place.source.is_none()
                    || self.wanted.sources && is_published(path, found.place))
        });
        own.map(Some)
            .or_else(|| self.wanted.include.and_then(|include| include(path)))
    }

    fn file(&mut self, path: &Path) {
        let path = clean(path);
        if let Some(owner) = self.owner(&path) {
            self.files.push((path, owner));
        }
    }

    /// A link stands for the file it leads to; whose it is, its own place tells. A link to a folder is not walked, but
    /// hosts open their files through it.
    fn link(&mut self, path: &Path) {
        let path = clean(path);
        if !self.links.insert(path.clone()) {
            return;
        }
        if !path.is_dir() {
            return self.linked(path);
        }
        let (Some(name), Some(parent)) = (path.file_name(), path.parent()) else {
            return;
        };
        for glob in TABLE.plain.iter().filter(|glob| {
            let first = glob.split('/').next().unwrap_or_default();
            OsStr::new(first) == name
        }) {
            self.linked(parent.join(glob));
        }
    }

    fn linked(&mut self, path: PathBuf) {
        // Where it leads is asked for before anything is read.
        let named = owner(&path).is_some()
            || self
                .wanted
                .include
                .is_some_and(|include| include(&path).is_some());
        if !named || !path.is_file() {
            return;
        }
        if self
            .wanted
            .exclude
            .as_ref()
            .is_some_and(|exclude| exclude(&path))
        {
            return;
        }
        let full = std::path::absolute(&path).unwrap_or_else(|_| path.clone());
        match self.wanted.border.check(&full) {
            Ok(()) => {
                if let Some(owner) = self.owner(&path) {
                    let real = path.canonicalize().unwrap_or(path);
                    self.files.push((real, owner));
                }
            }
            Err(outside) => (self.trouble)(path, WalkFault::Link(outside)),
        }
    }

    /// Adds files that git tracks although something tells it to ignore them.
    fn tracked(&mut self, folder: &Path) {
        let full = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
        let Some(root) = git::work_tree(&full) else {
            return;
        };
        let Ok(inside) = full.strip_prefix(root) else {
            return;
        };
        let known: HashSet<PathBuf> = self.files.iter().map(|(path, _)| path.clone()).collect();
        for path in git::tracked(root) {
            let Ok(below) = path.strip_prefix(inside) else {
                continue;
            };
            let path = clean(&folder.join(below));
            let hidden = below.iter().any(|part| part == "node_modules");
            if hidden || known.contains(&path) || self.owner(&path).is_none() {
                continue;
            }
            let excluded = |path: &Path| {
                self.wanted
                    .exclude
                    .as_ref()
                    .is_some_and(|exclude| exclude(path))
            };
            if path
                .ancestors()
                .any(|part| part != Path::new("") && excluded(part))
            {
                continue;
            }
            match std::fs::symlink_metadata(&path) {
                Ok(metadata) if metadata.is_file() => self.file(&path),
                Ok(metadata) if metadata.is_symlink() => self.link(&path),
                _ => {}
            }
        }
    }
}

/// A walk below `folder`. What git ignores is left out with `ignores`; folders where nobody can say what that is are
/// passed over, and added to `odd`.
fn walker(
    folder: &Path,
    exclude: Option<Exclude>,
    ignores: bool,
    odd: &Arc<Mutex<Vec<PathBuf>>>,
) -> WalkBuilder {
    let mut walker = WalkBuilder::new(folder);
    let odd = Arc::clone(odd);
    walker
        .hidden(false)
        // Only git's word counts: a file called `.ignore` hides things from search tools, not from hosts.
        .ignore(false)
        .git_ignore(ignores)
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
            let is_odd = ignores && is_folder && has_odd_ignores(path);
            if is_odd {
                odd.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(path.to_owned());
            }
            !is_odd
        });
    walker
}

/// No list of ignored files that people write is larger.
const LONGEST_IGNORES: u64 = 1 << 18;

/// Whether the list of ignored files in `folder` is not to be read. A link may lead to a device that never ends; git does
/// not follow it either.
fn has_odd_ignores(folder: &Path) -> bool {
    std::fs::symlink_metadata(folder.join(".gitignore"))
        .is_ok_and(|metadata| !metadata.is_file() || metadata.len() > LONGEST_IGNORES)
}

/// Where something went wrong.
fn whereabouts(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            whereabouts(err)
        }
        _ => None,
    }
}

/// The same path without a leading `./`.
pub(crate) fn clean(path: &Path) -> PathBuf {
    let path: PathBuf = path
        .components()
        .filter(|part| !matches!(part, Component::CurDir))
        .collect();
    if path.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        path
    }
}

/// The user's own files of all hosts that are there.
pub(crate) fn of_user(home: &Path) -> Vec<(PathBuf, Owner)> {
    let mut files: HashMap<PathBuf, Owner> = HashMap::new();
    for host in HOSTS {
        for place in host
            .places
            .iter()
            .filter(|place| place.scope == crate::host::Scope::User)
        {
            for glob in place.globs {
                let plain = below_home(glob).into_iter();
                let plain = plain.filter(|below| !below.contains('*'));
                for path in plain.map(|below| home.join(below)) {
                    if path.is_file() {
                        files.entry(path).or_insert(Owner {
                            host,
                            place,
                            aside: None,
                        });
                    }
                }
            }
        }
    }
    let mut files: Vec<_> = files.into_iter().collect();
    files.order_by(|a, b| a.0.cmp(&b.0));
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_path_and_many_have_the_same_owners() {
        let globs = HOSTS
            .iter()
            .flat_map(|host| {
                host.places
                    .iter()
                    .chain(host.facts.asides.iter().map(|aside| &aside.place))
            })
            .flat_map(|place| place.globs);
        for glob in globs {
            let path = Path::new("/p").join(plain(glob).replace("**", "a").replace('*', "b"));
            let key = |owner: Option<Owner>| {
                owner.map(|owner| (owner.host.id, std::ptr::from_ref(owner.place)))
            };
            assert_eq!(
                key(owner(&path)),
                key(owner_of_one(&path)),
                "{}",
                path.display()
            );
            assert!(
                TABLE.knows(path.file_name().unwrap_or_default()),
                "{}",
                path.display()
            );
        }
        assert!(!TABLE.knows(OsStr::new("main.rs")));
        assert!(
            owner(Path::new("/p/package.json")).is_none()
                && owner_of_one(Path::new("/p/package.json")).is_none()
        );
    }
}
