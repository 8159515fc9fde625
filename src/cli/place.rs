//! Which of a host's files a path names, whatever is in it, and what the host does not read there.

use std::path::Path;

use super::absolute;
use crate::convert;
use crate::diagnostic::{Diagnostic, Level};
use crate::discover::{Choice, home};
use crate::host::{Host, Place, find, in_plugin, matches, place_at};
use crate::syntax::parse;
use crate::walk;

/// The place that the path names, where `place` is one of another path: its roots may be in the file, but the host does not
/// look for them there. A place without a path is known by what is in the file alone, and is one of a plugin's.
pub(super) fn there(
    host: &'static Host,
    place: &'static Place,
    path: Option<&Path>,
) -> &'static Place {
    let elsewhere = |path: &&Path| match place.globs {
        [] => place.may_be_bare() && !is_plugin(host, path),
        _ => !matches(place, path),
    };
    let named = path.filter(elsewhere).and_then(|path| place_at(host, path));
    named.unwrap_or(place)
}

/// Whether `path` is that of a plugin's file: by the name of a folder, or by the manifest beside it.
fn is_plugin(host: &Host, path: &Path) -> bool {
    let manifests = host.places.iter().filter(|place| !place.assumed.is_empty());
    let mut manifests = manifests.flat_map(|place| place.globs);
    let beside = path.parent();
    in_plugin(&path.to_string_lossy())
        || manifests.any(|glob| beside.is_some_and(|folder| folder.join(glob).is_file()))
}

/// What to say about a file that was taken for what is in it, if its host does not read these servers from there.
pub(super) fn unread(choice: &Choice, path: &Path, text: &str) -> Option<Diagnostic> {
    let path = absolute(path);
    let read = match walk::owner_of_one(&path).filter(|owner| std::ptr::eq(owner.host, choice.host))
    {
        Some(owner) if owner.aside.is_some() => owner.at_home(&path, home().as_deref()),
        _ => walk::Owner {
            host: choice.host,
            place: there(choice.host, choice.place, Some(&path)),
            aside: None,
        },
    };
    if read.aside.is_none() && std::ptr::eq(read.place, choice.place) {
        return None;
    }
    let document = parse(text, choice.place.language).ok()?;
    let first = find(&document, choice.place)
        .ok()?
        .servers
        .first()?
        .name_span;
    let Some(aside) = read.aside else {
        let found = find(&document, read.place);
        let none = found.is_ok_and(|found| found.roots.is_empty());
        let root = document.root.as_ref().filter(|_| none)?;
        return convert::unread(root, choice.host, read.place);
    };
    let does = match aside.sure {
        true => "does not read servers from this file",
        false => "is not documented to read this file",
    };
    let message = format!("{} {does}", choice.host.name);
    let told = Diagnostic::new("ignored-config-location", Level::Warning, first, message);
    let told = told.label("none of these servers is loaded");
    Some(told.help(format!("move them to `{}`", aside.instead)))
}
