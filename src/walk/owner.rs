//! Which host a path belongs to.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::LazyLock;

use crate::host::{
    self, Aside, Host, Place, Stranger, aside_at, home_place, is_match, place_at, plain,
    reader_by_root, strangers,
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

/// A path of a host.
struct Row {
    claim: Claim,
    glob: &'static str,
    /// What the folder is called, if that is given.
    folder: Option<&'static str>,
    /// What a folder above is called, if only that is given.
    above: Option<&'static str>,
    /// No servers are read there.
    aside: bool,
}

/// A row whose glob ends in a name with stars.
struct Ends {
    /// The start and the end of the name that are given.
    start: &'static str,
    end: &'static str,
    row: usize,
}

/// All paths of all hosts.
pub(super) struct Table {
    rows: Vec<Row>,
    /// The rows whose globs end in this name: most files are nobody's, and their names tell.
    names: HashMap<&'static str, Vec<usize>>,
    /// The rows of the others.
    ends: Vec<Ends>,
    /// The paths of several parts that are spelled out.
    pub(super) plain: Vec<&'static str>,
}

impl Table {
    /// The rows that a file can fit by its own name and that of its folder.
    fn rows(&self, path: &Path) -> impl Iterator<Item = usize> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().and_then(Path::file_name);
        let named = self.names.get(&*name).into_iter().flatten().copied();
        let ends = self.ends.iter().filter_map(move |ends| {
            let fits = name.ends_with(ends.end) && name.starts_with(ends.start);
            fits.then_some(ends.row)
        });
        named.chain(ends).filter(move |row| {
            let Row {
                folder: own, above, ..
            } = self.rows[*row];
            own.is_none_or(|known| folder == Some(OsStr::new(known)))
                && above.is_none_or(|known| path.iter().any(|part| part == known))
        })
    }
}

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut table = Table {
        rows: Vec::new(),
        names: HashMap::new(),
        ends: Vec::new(),
        plain: Vec::new(),
    };
    let wild = ['*', '?', '[', '{'];
    let mut add = |claim: Claim, globs: &'static [&'static str]| {
        // What is read at home is not read elsewhere, if there is something to be said about that.
        let aside = matches!(claim, Claim::Host(owner) if owner.aside.is_some());
        for glob in globs {
            let row = table.rows.len();
            let path = plain(glob);
            let given = |folder: &&str| !folder.contains(wild);
            let folder = path.rsplit('/').nth(1).filter(given);
            let above = path.split_once('/').map(|(above, _)| above).filter(given);
            table.rows.push(Row {
                claim,
                glob,
                folder,
                above: above.filter(|_| folder.is_none()),
                aside,
            });
            if path.contains('/') && !path.contains(wild) {
                table.plain.push(path);
            }
            let last = glob.rsplit('/').next().unwrap_or(glob);
            match last.find(wild) {
                Some(at) => {
                    let end = last[at..].rsplit(['*', '?', ']', '}']).next();
                    table.ends.push(Ends {
                        start: &last[..at],
                        end: end.unwrap_or_default(),
                        row,
                    });
                }
                None => table.names.entry(last).or_default().push(row),
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
    table
});

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

/// The claim that spells most of a path; of equals the first.
pub(super) fn claim(path: &Path) -> Option<Claim> {
    let rows = TABLE.rows(path);
    let fits = rows.filter(|row| is_match(TABLE.rows[*row].glob, path));
    let best = fits.max_by_key(|at| {
        let row = &TABLE.rows[*at];
        (plain(row.glob).len(), row.aside, Reverse(*at))
    });
    best.map(|row| TABLE.rows[row].claim)
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
            assert!(claim(&path).is_some(), "{}", path.display());
        }
        assert_eq!(TABLE.rows(Path::new("/p/main.rs")).count(), 0);
        assert!(
            owner(Path::new("/p/package.json")).is_none()
                && owner_of_one(Path::new("/p/package.json")).is_none()
        );
    }
}
