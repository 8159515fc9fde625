//! Whose document is this? By its path if there is one, then by its `$schema`, then by keys that only one host has, then
//! by its shape. A file of a host without a table is named and left alone.

mod by_path;
mod by_shape;
#[cfg(test)]
mod tests;

pub(super) use by_path::closest;
pub use by_path::{aside_at, owner, place_at};
pub(crate) use by_path::{glob_at, home_place, in_plugin, is_match, matches, plain};
pub use by_shape::place_in;
pub(crate) use by_shape::{host_by_root, is_single_server, place_by_shape};

use std::path::Path;

use super::roots::is_bare;
use super::{Host, Place, Scope, Stranger, strangers};
use crate::syntax::{self, Language, Member, Node};
use by_path::by_path;
use by_shape::{by_shape, has_root, leads_somewhere};

/// What could be found out.
#[derive(Debug)]
pub(crate) enum Detected {
    /// One host, or several that read the same out of it.
    One(&'static Host, &'static Place, Vec<&'static Host>),
    /// Several hosts that read different things out of it.
    Several(Vec<&'static Host>),
    /// A host that exists and has no table yet, by its name.
    Unsupported(&'static str),
    /// No host we know.
    None,
}

/// Finds out which of `hosts` the document belongs to.
#[must_use]
pub(crate) fn detect(hosts: &[&'static Host], path: Option<&Path>, text: &str) -> Detected {
    if let Some(stranger) = path.and_then(|path| stranger_at(hosts, path)) {
        return Detected::Unsupported(stranger.name);
    }
    if let Some(stranger) = path.and_then(|path| strangers::by_content(path, text)) {
        return Detected::Unsupported(stranger.name);
    }
    let owned = path.and_then(|path| by_path(hosts, path).map(|found| (path, found)));
    let known = owned.filter(|(_, (_, host, _))| !host.facts.lenient);
    if let Some((path, (_, host, place))) = known {
        // The name of a file in the home folder, elsewhere.
        if place.scope == Scope::User
            && let Some(found) = by_aside(hosts, path, text)
        {
            return found;
        }
        if let Some((host, place)) = reader_by_root(host, place, path, text) {
            return Detected::One(host, place, Vec::new());
        }
        // A path may belong to one host and still hold two shapes; the shape decides between the host's own places.
        let place = place_in(host, Some(path), text).unwrap_or(place);
        return Detected::One(host, place, Vec::new());
    }
    if let Some(found) = path.and_then(|path| by_aside(hosts, path, text)) {
        return found;
    }
    if let Some(found) = by_source(text) {
        return found;
    }
    if let Some((host, place)) = path.and_then(|path| servers_of_source(path, text)) {
        return Detected::One(host, place, Vec::new());
    }
    if let Some(found) = by_word(hosts, text) {
        return found;
    }
    if let Some((path, (_, host, place))) = owned {
        let place = place_in(host, Some(path), text).unwrap_or(place);
        return Detected::One(host, place, Vec::new());
    }
    by_shape(hosts, text)
}

/// The host without a table that `path` belongs to, if no other host spells as much of it.
pub(crate) fn stranger_at(hosts: &[&'static Host], path: &Path) -> Option<&'static Stranger> {
    let (close, stranger) = strangers::by_path(path)?;
    let known = by_path(hosts, path).is_some_and(|(other, ..)| other >= close);
    (!known).then_some(stranger)
}

/// Another host that reads this very file, if the document has what only that one looks for.
pub(crate) fn reader_by_root(
    host: &'static Host,
    place: &'static Place,
    path: &Path,
    text: &str,
) -> Option<(&'static Host, &'static Place)> {
    // Hardly any file lacks the key of its own host, and the others need not be read for it.
    let key = |path: &&'static [&'static str]| {
        let key = path.last().copied().unwrap_or_default();
        text.contains(&format!("\"{key}\""))
    };
    if place.language != Language::Json || text.len() > LARGE || place.roots.iter().any(key) {
        return None;
    }
    let document = syntax::parse(text, place.language).ok()?;
    host_by_root(host, place, path, &document)
}

/// Servers in a file of settings, where its host once read them.
fn by_aside(hosts: &[&'static Host], path: &Path, text: &str) -> Option<Detected> {
    let (host, aside) = aside_at(hosts, path)?;
    let document = syntax::parse(text, aside.place.language).ok()?;
    let root = document.root.as_ref()?;
    has_root(root, &aside.place).then(|| Detected::One(host, &aside.place, Vec::new()))
}

/// A document that describes a published server, by what is in it: many files have the names of such documents.
fn by_source(text: &str) -> Option<Detected> {
    const WORDS: [&str; 6] = [
        "\"packages\"",
        "\"remotes\"",
        "\"mcp_config\"",
        "_version\"",
        "\"source\"",
        "gofastmcp.com/",
    ];
    if text.len() > LARGE || !WORDS.iter().any(|word| text.contains(word)) {
        return None;
    }
    let document = syntax::parse(text, Language::Json).ok()?;
    let root = document.root.as_ref()?;
    crate::hosts::SOURCES.iter().find_map(|host| {
        let place = super::sources::fitting(host.places, root)?;
        Some(Detected::One(host, place, Vec::new()))
    })
}

/// The host that reads servers from a file with the name of a document that describes one, if that is what is in it.
pub(crate) fn servers_of_source(
    path: &Path,
    text: &str,
) -> Option<(&'static Host, &'static Place)> {
    let named = |host: &&&Host| host.places.iter().any(|place| matches(place, path));
    if text.len() > LARGE || !crate::hosts::SOURCES.iter().any(|host| named(&host)) {
        return None;
    }
    let places = crate::hosts::HOSTS
        .iter()
        .flat_map(|host| host.places.iter().map(move |place| (*host, place)));
    let mut readers = places.filter(|(_, place)| !place.own && matches(place, path));
    let (host, place) = readers.next()?;
    let document = syntax::parse(text, place.language).ok()?;
    let root = document.root.as_ref()?;
    let rooted = place.roots.iter().any(|path| leads_somewhere(root, path));
    rooted.then_some((host, place))
}

/// What a document says about itself: its `$schema`, or keys that only one host has.
fn by_word(hosts: &[&'static Host], text: &str) -> Option<Detected> {
    let asides = hosts
        .iter()
        .flat_map(|host| host.facts.asides.iter().map(move |aside| (*host, aside)))
        .filter(|(_, aside)| aside.place.roots.iter().any(|path| is_nested(path)));
    // Most documents say nothing of the kind, and need not be read for it.
    let mut words = asides
        .clone()
        .filter_map(|(_, aside)| aside.place.roots.first()?.first().copied())
        .chain(["$schema"]);
    if text.len() > LARGE || !words.any(|word| text.contains(&format!("\"{word}\""))) {
        return None;
    }
    let document = syntax::parse(text, Language::Json).ok()?;
    let root = document.root.as_ref().filter(|root| root.is_object())?;
    let schema = root
        .member("$schema")
        .and_then(|member| member.value.as_str())
        .unwrap_or_default();
    let names = |host: &&&'static Host| host.schemas.iter().any(|part| schema.contains(part));
    if let Some(host) = hosts.iter().find(names) {
        let place = place_in(host, None, text).unwrap_or(&host.places[0]);
        return Some(Detected::One(host, place, Vec::new()));
    }
    if let Some(stranger) = strangers::by_schema(schema) {
        return Some(Detected::Unsupported(stranger.name));
    }
    // Settings of an editor: what is one server to another host is a map of servers there.
    let fits = |path: &&[&str]| is_nested(path) && root.at(path).is_some_and(is_bare);
    let mut fitting = asides.filter(|(_, aside)| aside.place.roots.iter().any(fits));
    let (host, aside) = fitting.next()?;
    Some(Detected::One(host, &aside.place, Vec::new()))
}

/// Whether a path is one that no host keeps its servers under, but for the one with these settings.
fn is_nested(path: &[&str]) -> bool {
    path.len() == 2 || matches!(path, [key] if key.contains('.'))
}

/// From this size on, reading a text only to find out what it is would be felt.
const LARGE: usize = 1 << 20;

/// The main key of a place, for messages.
pub(crate) fn root_name(place: &Place) -> String {
    place
        .roots
        .first()
        .map(|path| path.join("."))
        .unwrap_or_default()
}

/// A key at the top of the document under which other hosts keep their servers, and those hosts.
pub(crate) fn foreign_root<'n, 't>(
    root: &'n Node<'t>,
    host: &Host,
) -> Option<(&'n Member<'t>, Vec<&'static str>)> {
    root.members().iter().find_map(|member| {
        let others: Vec<&'static str> = crate::hosts::HOSTS
            .iter()
            .filter(|other| !std::ptr::eq(**other, host))
            .filter(|other| {
                main(other).is_some_and(|path| {
                    path.first() == Some(&&*member.key) && leads_somewhere(root, path)
                })
            })
            .map(|other| other.name)
            .collect();
        (!others.is_empty()).then_some((member, others))
    })
}

/// Where a host looks for servers first.
fn main(host: &Host) -> Option<&'static [&'static str]> {
    let place = host.places.first()?;
    place.roots.first().copied()
}

/// A map of servers at the top that only other hosts look for.
pub(crate) fn other_root<'n, 't>(root: &'n Node<'t>, place: &Place) -> Option<&'n Member<'t>> {
    let own = |key: &str| place.roots.iter().any(|path| path.first() == Some(&key));
    let known = |key: &str| {
        crate::hosts::HOSTS
            .iter()
            .any(|host| main(host) == Some(&[key]))
    };
    let mut members = root.members().iter();
    members.find(|member| !own(&member.key) && known(&member.key) && is_bare(&member.value))
}
