//! Ways through a document.

use crate::edit::Step;
use crate::host::scope::{owner, same_folder};
use crate::host::{FoundServers, Place};
use crate::syntax::{Node, dotted};

/// The path to the servers: the chosen project's, the one that is there, or the host's main one.
pub(super) fn root_path(
    place: &Place,
    found: &FoundServers<'_, '_>,
    project: Option<&str>,
) -> Vec<Step> {
    let key = |key: &str| Step::Key(key.to_owned());
    if let (Some(project), Some(pattern)) =
        (project, place.roots.iter().find(|path| path.contains(&"*")))
    {
        // The file may spell the folder in another way.
        let mut owners = found.roots.iter().filter_map(|root| owner(place, root));
        let project = owners
            .find(|owner| same_folder(owner, project))
            .unwrap_or(project);
        return pattern
            .iter()
            .map(|part| key(if *part == "*" { project } else { part }))
            .collect();
    }
    let plain = |path: &&&[&str]| !path.contains(&"*");
    let present = |path: &&&[&str]| found.roots.iter().any(|root| root.as_slice() == **path);
    if found.roots.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // The innermost is the one a file is written for, unless servers are spelled in another way there.
    let other =
        |path: &&&[&str]| !place.inner_objects.is_empty() && path.last().copied() == place.inner;
    let chosen = place
        .roots
        .iter()
        .rev()
        .filter(plain)
        .filter(|path| !other(path))
        .find(present)
        .or_else(|| place.roots.iter().find(plain));
    chosen
        .map(|path| path.iter().map(|part| key(part)).collect())
        .unwrap_or_default()
}

pub(super) fn keys(path: &[&str]) -> Vec<Step> {
    path.iter()
        .map(|key| Step::Key((*key).to_owned()))
        .collect()
}

pub(super) fn at_steps<'n, 't>(node: &'n Node<'t>, steps: &[Step]) -> Option<&'n Node<'t>> {
    steps.iter().try_fold(node, |node, step| match step {
        Step::Key(key) => node.member(key).map(|member| &member.value),
        Step::Index(index) => node.items().get(*index),
    })
}

pub(super) fn below(path: &[Step], name: &str) -> Vec<Step> {
    path.iter()
        .cloned()
        .chain(dotted::keys(name).map(|key| Step::Key(key.into_owned())))
        .collect()
}

pub(super) fn with(path: &[Step], key: &str) -> Vec<Step> {
    path.iter()
        .cloned()
        .chain([Step::Key(key.to_owned())])
        .collect()
}
