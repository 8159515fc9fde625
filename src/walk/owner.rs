//! Which host a path belongs to.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::host::{
    self, Aside, Host, Place, Stranger, aside_at, home_place, place_at, plain, reader_by_root,
    strangers,
};
use crate::hosts::{HOSTS, SOURCES};

/// Whose file a path names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owner {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) aside: Option<&'static Aside>,
}

/// Who a path says a file belongs to.
#[derive(Clone, Copy)]
pub(super) enum Claim {
    Host(Owner),
    /// A host that we do not support.
    Stranger(&'static Stranger),
}

impl Owner {
    /// The same file, as the host reads it in the home folder if that is where it is.
    pub(crate) fn at_home(self, path: &Path, home: Option<&Path>) -> Self {
        let read = self.aside.and_then(|_| home_place(self.host, path, home));
        match read {
            Some(place) => Self {
                place,
                aside: None,
                ..self
            },
            None => self,
        }
    }

    /// The same file, as that one of its readers reads it whose key is in it.
    pub(crate) fn by_content(self, path: &Path, text: &str) -> Self {
        let other = Some(self).filter(|owner| owner.aside.is_none());
        let other = other.and_then(|owner| reader_by_root(owner.host, owner.place, path, text));
        match other {
            Some((host, place)) => Self {
                host,
                place,
                aside: None,
            },
            None => self,
        }
    }
}

impl Claim {
    pub(super) fn host(self) -> Option<Owner> {
        match self {
            Self::Host(owner) => Some(owner),
            Self::Stranger(_) => None,
        }
    }
}

/// All paths of all hosts in one set.
pub(super) struct Table {
    set: GlobSet,
    /// What each glob stands for, how much of a path it spells out, and whether no servers are read there.
    rows: Vec<(Claim, (usize, bool))>,
    /// The names of files that the globs end in: most files are nobody's, and their names tell.
    names: HashSet<&'static str>,
    /// The same where only the start and the end of a name are given.
    ends: Vec<(&'static str, &'static str)>,
    /// The paths of several parts that are spelled out.
    pub(super) plain: Vec<&'static str>,
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

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut set = GlobSetBuilder::new();
    let mut rows = Vec::new();
    let (mut names, mut ends, mut spelled) = (HashSet::new(), Vec::new(), Vec::new());
    let mut add = |claim: Claim, globs: &'static [&'static str]| {
        // What is read at home is not read elsewhere, if there is something to be said about that.
        let aside = matches!(claim, Claim::Host(owner) if owner.aside.is_some());
        for glob in globs {
            if let Ok(built) = pattern(glob) {
                set.add(built);
                rows.push((claim, (plain(glob).len(), aside)));
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
    let mut owned = |host, place: &'static Place, aside| {
        let owner = Owner { host, place, aside };
        add(Claim::Host(owner), place.globs);
    };
    for host in HOSTS {
        for place in host.places.iter().filter(|place| place.own) {
            owned(host, place, None);
        }
        for aside in host.facts.asides {
            owned(host, &aside.place, Some(aside));
        }
    }
    // What is published may lie anywhere, under names that other files have too.
    for host in SOURCES {
        for place in host.places {
            owned(host, place, None);
        }
    }
    for stranger in strangers::all() {
        add(Claim::Stranger(stranger), stranger.globs);
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
    claim(path)?.host()
}

/// Most files are nobody's, and their names tell.
pub(super) fn known_claim(path: &Path) -> Option<Claim> {
    TABLE.knows(path.file_name()?).then(|| claim(path))?
}

fn claim(path: &Path) -> Option<Claim> {
    let rows = TABLE.set.matches(path).into_iter().map(|at| TABLE.rows[at]);
    let best = rows.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.map(|(claim, _)| claim)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_path_and_many_have_the_same_owners() {
        let globs = HOSTS
            .iter()
            .flat_map(|host| {
                // What is not the host's own may be that of a source, which only its content tells.
                let places = host.places.iter().filter(|place| place.own);
                places.chain(host.facts.asides.iter().map(|aside| &aside.place))
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
