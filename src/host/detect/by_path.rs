//! Paths and the globs of places.

use std::path::{Components, Path};
use std::str::RSplit;

use globset::{GlobBuilder, GlobMatcher};

use crate::host::{Aside, Host, Place, Scope};

/// The host whose own place matches `path` most closely: `.cursor/mcp.json` is more than any `mcp.json`.
pub(super) fn by_path(
    hosts: &[&'static Host],
    path: &Path,
) -> Option<(usize, &'static Host, &'static Place)> {
    let places = hosts.iter().flat_map(|host| {
        host.places
            .iter()
            .filter(|place| place.own)
            .map(move |place| (*host, place))
    });
    let fits = places.filter_map(|(host, place)| Some((closeness(place, path)?, host, place)));
    // Of equals the first counts, as everywhere in the table.
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// How much of `path` the closest of a place's globs spells out; nothing if none fits.
fn closeness(place: &Place, path: &Path) -> Option<usize> {
    closest(place.globs, path)
}

/// How much of `path` the closest of `globs` spells out; nothing if none fits.
pub(in crate::host) fn closest(globs: &[&str], path: &Path) -> Option<usize> {
    // Most globs end in a plain name, which is quickly compared.
    let name = path.file_name()?.to_str().unwrap_or_default();
    let likely = |glob: &&&str| glob.ends_with(name) || glob.contains('*');
    globs
        .iter()
        .filter(likely)
        .filter(|glob| is_match(glob, path))
        .map(|glob| plain(glob).len())
        .max()
}

/// Whether `path` ends as the glob says. Nearly all globs are names with stars, for which no expression need be made.
pub(crate) fn is_match(glob: &str, path: &Path) -> bool {
    if is_simple(glob) {
        return ends_as(plain(glob).rsplit('/'), path.components());
    }
    matcher(glob).is_some_and(|matcher| matcher.is_match(path))
}

fn is_simple(glob: &str) -> bool {
    !glob.bytes().any(|byte| matches!(byte, b'?' | b'[' | b'{'))
}

/// Whether a path ends as the parts of a simple glob say, of which `**` stands for any folders. Both go backwards.
fn ends_as(mut glob: RSplit<'_, char>, mut path: Components<'_>) -> bool {
    while let Some(segment) = glob.next() {
        if segment == "**" {
            while !ends_as(glob.clone(), path.clone()) {
                if path.next_back().is_none() {
                    return false;
                }
            }
            return true;
        }
        let part = path.next_back();
        if !part.is_some_and(|part| is_like(segment, &part.as_os_str().to_string_lossy())) {
            return false;
        }
    }
    true
}

/// Whether a name is as this part of a glob says, in which a star is any text.
fn is_like(segment: &str, name: &str) -> bool {
    if !segment.contains('*') {
        return segment == name;
    }
    let mut parts = segment.split('*');
    let (Some(first), last) = (parts.next(), parts.next_back()) else {
        return false;
    };
    let (Some(rest), Some(last)) = (name.strip_prefix(first), last) else {
        return name == segment;
    };
    let Some(rest) = rest.strip_suffix(last) else {
        return false;
    };
    let after = |rest: &str, part: &str| rest.find(part).map(|at| at + part.len());
    parts
        .try_fold(rest, |rest, part| Some(&rest[after(rest, part)?..]))
        .is_some()
}

/// The user's own place of `host` at `path`, if that is where it looks in `home`.
///
/// `~/.cursor/mcp.json` and `.cursor/mcp.json` of a project look alike; only the home folder tells.
pub(crate) fn home_place(
    host: &'static Host,
    path: &Path,
    home: Option<&Path>,
) -> Option<&'static Place> {
    let home = home?;
    let fits = |glob: &&str| is_in_home(glob, path, home);
    host.places
        .iter()
        .find(|place| place.scope == Scope::User && place.globs.iter().any(fits))
}

/// Whether `path` is where a glob of a user's file leads in `home`.
fn is_in_home(glob: &str, path: &Path, home: &Path) -> bool {
    let (Some(glob), Ok(inside)) = (glob.strip_prefix("~/"), path.strip_prefix(home)) else {
        return false;
    };
    if is_simple(glob) && !glob.contains("**") {
        let deep = inside.components().count() == glob.split('/').count();
        return deep && ends_as(glob.rsplit('/'), inside.components());
    }
    compiled(glob).is_some_and(|glob| glob.is_match(inside))
}

/// The glob of a place that leads to `path`, if that is where the host looks.
pub(crate) fn glob_at(place: &Place, path: &Path, home: Option<&Path>) -> Option<&'static str> {
    let leads = |glob: &&str| {
        if glob.starts_with("~/") {
            return home.is_some_and(|home| is_in_home(glob, path, home));
        }
        match glob.starts_with('/') {
            true => path == Path::new(glob),
            false => is_match(glob, path),
        }
    };
    let mut globs = place.globs.iter().copied();
    globs.find(leads)
}

/// The host that `path` belongs to.
#[must_use]
pub fn owner(hosts: &[&'static Host], path: &Path) -> Option<&'static Host> {
    by_path(hosts, path).map(|(_, host, _)| host)
}

/// The place of `host` that `path` names.
#[must_use]
pub fn place_at(host: &'static Host, path: &Path) -> Option<&'static Place> {
    let fits = host
        .places
        .iter()
        .filter_map(|place| Some((closeness(place, path)?, place)));
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, place)| place)
}

/// The file of settings without servers that `path` names, and whose it is.
#[must_use]
pub fn aside_at(hosts: &[&'static Host], path: &Path) -> Option<(&'static Host, &'static Aside)> {
    hosts.iter().find_map(|host| {
        host.facts
            .asides
            .iter()
            .find(|aside| closeness(&aside.place, path).is_some())
            .map(|aside| (*host, aside))
    })
}

/// Whether a place's globs match `path`, whatever folder it is in.
pub(crate) fn matches(place: &Place, path: &Path) -> bool {
    closeness(place, path).is_some()
}

/// Whether a path is that of a plugin's file, by the names of its folders.
pub(crate) fn in_plugin(path: &str) -> bool {
    let named = |folder: &str| {
        folder.starts_with("plugin") || folder.ends_with("plugin") || folder.ends_with("plugins")
    };
    path.to_ascii_lowercase()
        .rsplit(['/', '\\'])
        .skip(1)
        .any(named)
}

/// A glob without the folder it starts from, so that a project's file and the user's are equally close.
pub(crate) fn plain(glob: &str) -> &str {
    let below = glob.strip_prefix("~/").unwrap_or(glob);
    below.strip_prefix('/').unwrap_or(below)
}

fn matcher(glob: &str) -> Option<GlobMatcher> {
    compiled(&format!("{{**/,}}{}", plain(glob)))
}

fn compiled(glob: &str) -> Option<GlobMatcher> {
    let glob = GlobBuilder::new(glob)
        .literal_separator(true)
        .backslash_escape(false)
        .build();
    glob.ok().map(|glob| glob.compile_matcher())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_globs_match_as_expressions_do() {
        let globs = [
            ".mcp.json",
            ".kiro/agents/*.json",
            "~/.lark/*/mcp*.j*n",
            "*.code-workspace",
            "a*",
            "*",
            ".c/servers/**/*.json",
            ".c/**/s/**/a*",
        ];
        let paths = [
            ".mcp.json",
            "x/.mcp.json",
            "/x/.mcp.json",
            "x.mcp.json",
            ".kiro/agents/a.json",
            "/home/u/.kiro/agents/.json",
            ".kiro/agents/b/a.json",
            ".lark/a/mcp.json",
            "u/.lark/a.b/mcp-json-jn",
            ".lark/mcp.json",
            "t.code-workspace",
            "code-workspace",
            "a",
            "ba",
            ".c/servers/a.json",
            "x/.c/servers/a/b/c.json",
            ".c/servers/a/b/c.jsonc",
            "servers/a.json",
            ".c/s/a",
            ".c/s/s/x/s/y/ab",
            ".c/x/y/a",
        ];
        for glob in globs {
            assert!(is_simple(glob), "{glob}");
            for path in paths {
                let expected = matcher(glob).is_some_and(|matcher| matcher.is_match(path));
                assert_eq!(is_match(glob, Path::new(path)), expected, "{glob} {path}");
            }
        }
    }
}
