//! Finding the files to lint: what was named, and what lies below the folders that were named.

mod folders;
mod owner;
mod tracked;

pub(crate) use owner::{Owner, owner, owner_of_one, owner_of_sample};

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;

use self::folders::{Met, has_odd_ignores, walker};
use self::owner::{Claim, TABLE, claim};
use crate::border::{Border, LeadsOutside};
use crate::discover::below_home;
use crate::files::InputFile;
use crate::host::{Host, servers_of_source, strangers};
use crate::hosts::HOSTS;
use crate::order::Order as _;

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
    /// Git's index cannot be read.
    Index,
    /// A link leads elsewhere.
    Link(LeadsOutside),
    /// It belongs to a host that we do not support, by its name.
    Unsupported(&'static str),
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
        seen: HashSet::new(),
        trouble,
    };
    let full = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    let index = found.index(&full);
    let ignores = index.is_some() && !full.ancestors().any(has_odd_ignores);
    let met = Arc::default();
    let exclude = || wanted.exclude.clone();
    found.walk(folder, walker(folder, exclude(), ignores, &met));
    let met = Met::taken(&met);
    for path in met.unreadable {
        (found.trouble)(path, WalkFault::Index);
    }
    for folder in met.odd {
        let all = walker(&folder, exclude(), false, &Arc::default());
        found.walk(&folder, all);
    }
    if let Some((index, inside)) = index.filter(|_| ignores) {
        found.tracked(folder, index, &inside, &met.trees);
    }
    let mut files = found.files;
    files.order_by(|a, b| a.0.cmp(&b.0));
    files
}

/// No description of a server is larger.
const LONGEST: u64 = 1 << 20;

/// The text of a file that only its content tells the owner of; nothing if it cannot be read or is too large.
fn content(path: &Path) -> Option<String> {
    let bytes = InputFile::read(path, LONGEST).bytes.ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whose file this is that is called like the description of a server: the description's own, or that of a host which
/// reads servers from such a file.
fn published(path: &Path, named: Owner) -> Option<Owner> {
    let text = content(path)?;
    let document = crate::syntax::parse(&text, named.place.language).ok()?;
    let root = document.root.as_ref()?;
    let source = named.place.source?;
    if (source.fits)(root) {
        return Some(named);
    }
    let (host, place) = servers_of_source(path, &text)?;
    Some(Owner {
        host,
        place,
        aside: None,
    })
}

/// What a walk makes of a file.
enum Verdict {
    /// One of those that are wanted. Whose it is may be known only by what is in it.
    Wanted(Option<Owner>),
    /// That of a host that we do not support, by its name.
    Unsupported(&'static str),
    Other,
}

/// The files of hosts that a walk comes upon.
struct Found<'w> {
    wanted: &'w WantedFiles<'w>,
    files: Vec<(PathBuf, Option<Owner>)>,
    /// The links that were looked at.
    links: HashSet<PathBuf>,
    /// The files with a host's name that were looked at, wanted or not.
    seen: HashSet<PathBuf>,
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

    /// Whether `path` is wanted, by who claims it. What is in it is looked at where names do not tell.
    fn judge(&self, path: &Path, claim: Option<Claim>) -> Verdict {
        let meant = |owner: &Owner| {
            let host = self.wanted.host;
            host.is_none_or(|host| std::ptr::eq(host, owner.host))
        };
        let own = match claim {
            Some(Claim::Host(owner)) if owner.place.source.is_some() => published(path, owner)
                .filter(|found| {
                    meant(found) && (self.wanted.sources || found.place.source.is_none())
                }),
            Some(Claim::Host(owner)) => Some(owner).filter(meant),
            _ => None,
        };
        let shared = || {
            let text = content(path).filter(|_| own.is_some())?;
            strangers::by_content(path, &text)
        };
        let stranger = match claim {
            Some(Claim::Stranger(stranger)) => Some(stranger),
            _ if strangers::is_shared(path) => shared(),
            _ => None,
        };
        let own = own.filter(|_| stranger.is_none()).map(Some);
        let added = || self.wanted.include.and_then(|include| include(path));
        match (own.or_else(added), stranger) {
            (Some(owner), _) => Verdict::Wanted(owner),
            // Who asks for the files of one host does not ask for these.
            (None, Some(stranger)) if self.wanted.host.is_none() => {
                Verdict::Unsupported(stranger.name)
            }
            _ => Verdict::Other,
        }
    }

    fn file(&mut self, path: &Path) {
        let path = clean(path);
        let claim = claim(&path);
        if claim.is_some() {
            self.seen.insert(path.clone());
        }
        match self.judge(&path, claim) {
            Verdict::Wanted(owner) => self.files.push((path, owner)),
            Verdict::Unsupported(name) => (self.trouble)(path, WalkFault::Unsupported(name)),
            Verdict::Other => {}
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
        let claim = claim(&path);
        let named = claim.is_some_and(|claim| claim.host().is_some())
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
                if let Verdict::Wanted(owner) = self.judge(&path, claim) {
                    let real = path.canonicalize().unwrap_or(path);
                    self.files.push((real, owner));
                }
            }
            Err(outside) => (self.trouble)(path, WalkFault::Link(outside)),
        }
    }
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
