//! Files that another file names: the manifest of a plugin may say where its servers are. Only what is inside the plugin's
//! folder is looked at, whatever the manifest says.

use std::path::{Component, Path, PathBuf};

use crate::files::{self, InputFile};
use crate::host::{Host, Place};
use crate::hosts::HOSTS;
use crate::syntax::{self, Node, Tree};
use crate::walk::Owner;

/// How far up a manifest is looked for.
const LEVELS: usize = 8;

/// No manifest is larger.
const LIMIT: u64 = 1 << 20;

/// The files that the manifest at `path` names, and whose they are.
pub(in crate::cli) fn named_by(owner: &Owner, path: &Path) -> Vec<(PathBuf, Owner)> {
    let Some(place) = place_of_named(owner.host).filter(|_| owner.place.paths) else {
        return Vec::new();
    };
    let named = Owner {
        host: owner.host,
        place,
        aside: None,
    };
    let glob = owner.place.globs.first().copied().unwrap_or_default();
    let Some(folder) = path.ancestors().nth(glob.split('/').count()) else {
        return Vec::new();
    };
    if !path.is_file() {
        return Vec::new();
    }
    let mut files = paths_in(owner.place, path);
    files.extend(owner.place.assumed.iter().map(|&file| file.to_owned()));
    let inside = files.iter().filter_map(|file| inside(folder, file));
    let mut list: Vec<(PathBuf, Owner)> = Vec::new();
    for file in inside {
        if !list.iter().any(|(known, _)| *known == file) {
            list.push((file, named));
        }
    }
    list
}

/// Whose file `path` is, if a manifest in one of the folders above names it.
pub(in crate::cli) fn owner_by_manifest(path: &Path) -> Option<Owner> {
    let places = || {
        let all = HOSTS
            .iter()
            .flat_map(|host| host.places.iter().map(move |place| (*host, place)));
        all.filter(|(_, place)| place.paths)
    };
    let folders = path.ancestors().skip(1).take(LEVELS);
    let mut found = folders.flat_map(|folder| {
        places().filter_map(move |(host, place)| {
            let owner = Owner {
                host,
                place,
                aside: None,
            };
            let manifest = folder.join(place.globs.first()?);
            let list = named_by(&owner, &manifest);
            list.into_iter().find(|(file, _)| file == path)
        })
    });
    found.next().map(|(_, owner)| owner)
}

/// The place of a host's files that a manifest names.
fn place_of_named(host: &'static Host) -> Option<&'static Place> {
    host.places.iter().find(|place| place.named)
}

/// The paths that stand where the servers are expected.
fn paths_in(place: &Place, manifest: &Path) -> Vec<String> {
    let Ok(bytes) = InputFile::read(manifest, LIMIT).bytes else {
        return Vec::new();
    };
    let Ok(text) = files::text(&bytes) else {
        return Vec::new();
    };
    let Ok(document) = syntax::parse(&text.text, place.language) else {
        return Vec::new();
    };
    let servers = document.root.as_ref().and_then(|root| {
        let path = place.roots.first()?;
        root.at(path)
    });
    let text = |node: &Node<'_>| node.as_str().map(str::to_owned);
    match servers.map(|node| (&node.value, node)) {
        Some((Tree::Array(items), _)) => items.iter().filter_map(text).collect(),
        Some((_, node)) => text(node).into_iter().collect(),
        None => Vec::new(),
    }
}

/// The file at `path` from `folder`, unless it is outside, or none that has servers in it.
fn inside(folder: &Path, path: &str) -> Option<PathBuf> {
    let relative = Path::new(path);
    let plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let json = relative.extension().is_some_and(|end| end == "json");
    if path.contains("://") || !json || !relative.components().all(plain) {
        return None;
    }
    let file = crate::walk::clean(&folder.join(relative));
    // A link may lead anywhere.
    let real = file.canonicalize().ok()?;
    let root = if folder.as_os_str().is_empty() {
        Path::new(".").canonicalize().ok()?
    } else {
        folder.canonicalize().ok()?
    };
    (real.starts_with(root) && real.is_file()).then_some(file)
}
