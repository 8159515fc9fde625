//! What is left of a file when it is closed: enough to compare it with others.

use std::collections::{HashMap, HashSet};

use super::file::{File, LintServer};
use super::reach::given;
use super::shape::ServerShape;
use crate::host::{Aside, GateKind, Host, Place, Scope, read};
use crate::model::{Server, Slot};
use crate::syntax::path::pointer;
use crate::syntax::{Node, Span};

/// A file in outline.
#[derive(Debug)]
pub struct Outline {
    /// Which file, counted from 0.
    pub(crate) source: usize,
    /// Its path, with `/`.
    pub(crate) path: String,
    /// The folder it is about: that of its path, without the folders that belong to the host.
    pub(crate) base: String,
    /// Whose it is.
    pub(crate) host: &'static Host,
    /// Which of the host's files.
    pub(crate) place: &'static Place,
    /// It is a file of settings, which the host does not read servers from.
    pub(crate) aside: Option<&'static Aside>,
    /// Who shares it.
    pub(crate) scope: Scope,
    /// Its path says that nobody runs it.
    pub(crate) sample: bool,
    /// Its servers.
    pub(crate) servers: Vec<Outlined>,
    /// Where it names servers outside their entries.
    pub(crate) names: Vec<Named>,
}

/// A server in outline: only its name where it is not to be compared. Its values are kept to be compared, never to be shown.
#[derive(Debug)]
pub(crate) struct Outlined {
    /// Its name.
    pub(crate) name: String,
    /// Where the name stands.
    pub(crate) name_span: Span,
    /// The entry, as a JSON pointer.
    pub(crate) pointer: String,
    /// It says what to start or to connect to. If not, it switches or completes a server that is defined elsewhere.
    pub(crate) defines: bool,
    /// It is for one project of many.
    pub(crate) inner: bool,
    /// What it comes down to, if another file may have it too.
    pub(crate) shape: Option<Box<ServerShape>>,
    /// What its host reads in it, likewise; nothing if it does not take it.
    pub(crate) model: Option<Box<Server>>,
}

/// The name of a server in a list.
#[derive(Debug)]
pub(crate) struct Named {
    /// The name of the list.
    pub(crate) list: String,
    /// The item: a name, or a permission that holds one.
    pub(crate) text: String,
    /// Where it stands.
    pub(crate) span: Span,
    /// The item, as a JSON pointer.
    pub(crate) pointer: String,
    /// It is a permission (`mcp__server__tool`) and not a name.
    pub(crate) permission: bool,
}

impl Outline {
    /// Nothing if nobody would ask for it: the file meets no other, and names no servers outside their entries.
    pub(super) fn new(file: &File<'_>, source: usize, compared: bool) -> Option<Self> {
        let names = names(file);
        let mut models = if compared {
            models(file)
        } else {
            HashMap::new()
        };
        (compared || !names.is_empty()).then(|| Self {
            source,
            path: file.path.to_owned(),
            base: base(file.path, file.place).to_owned(),
            host: file.host,
            place: file.place,
            aside: file.aside,
            scope: file.scope,
            sample: file.is_sample(),
            servers: file
                .seen()
                .map(|server| {
                    let model = models.remove(&server.name_span);
                    outlined(file, server, model, compared)
                })
                .collect(),
            names,
        })
    }

    /// Whether the folder of `other` is the same one or below.
    #[must_use]
    pub fn holds(&self, other: &Self) -> bool {
        if self.base.is_empty() || other.base.is_empty() {
            return self.base.is_empty() && self.is_outside() == other.is_outside();
        }
        let rest = other.base.strip_prefix(self.base.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }

    /// Whether the path leads away from the folder that is looked at.
    #[must_use]
    pub(crate) fn is_outside(&self) -> bool {
        let drive = self.path.as_bytes().get(1) == Some(&b':');
        drive || self.path.starts_with(['/', '~']) || self.path.starts_with("../")
    }
}

/// The servers as their host reads them, by where their names stand.
pub(crate) fn models(file: &File<'_>) -> HashMap<Span, Box<Server>> {
    let Ok(read) = read(file.document, file.host, file.place) else {
        return HashMap::new();
    };
    let servers = read.config.servers.into_iter();
    servers
        .map(|server| (server.name_span, Box::new(server)))
        .collect()
}

fn outlined(
    file: &File<'_>,
    server: &LintServer<'_>,
    model: Option<Box<Server>>,
    compared: bool,
) -> Outlined {
    let (name, name_span) = (server.name.to_owned(), server.name_span);
    if !compared {
        return Outlined {
            name,
            name_span,
            pointer: String::new(),
            defines: false,
            inner: false,
            shape: None,
            model: None,
        };
    }
    let path = super::server_path::server_path(file, server);
    let depth = file.place.roots.first().map_or(0, |root| root.len()) + 1;
    Outlined {
        name,
        name_span,
        inner: path.len() > depth && file.place.roots.iter().any(|root| root.contains(&"*")),
        pointer: pointer(&path),
        defines: given(server, Slot::Command)
            .chain(given(server, Slot::Url))
            .next()
            .is_some(),
        shape: Some(Box::new(ServerShape::new(file, server))),
        model,
    }
}

/// The lists of names: those that switch servers off or on, and those of a file of settings.
fn names(file: &File<'_>) -> Vec<Named> {
    let mut list = Vec::new();
    let mut add = |name: String, node: &Node<'_>, permission: bool| {
        for item in node.items() {
            if let Some(text) = item.as_str() {
                let pointer = pointer(&file.path_of(item.span));
                list.push(Named {
                    list: name.clone(),
                    text: text.to_owned(),
                    span: item.span,
                    pointer,
                    permission,
                });
            }
        }
    };
    for gate in file
        .found
        .gates
        .iter()
        .filter(|gate| matches!(gate.kind, GateKind::Off | GateKind::Only))
    {
        add(gate.path.join("."), gate.node, false);
    }
    for (path, permission) in file.aside.map(|aside| aside.names).unwrap_or_default() {
        if let Some(node) = file.root().and_then(|root| root.at(path)) {
            add(path.join("."), node, *permission);
        }
    }
    list
}

/// Which of several files may have the same servers: those that are about the same folder or one above, and all
/// where there is one that is not just a file of a project. Each is given by its path, and its place if it is just that.
#[must_use]
pub(crate) fn meet(files: &[(&str, Option<&'static Place>)]) -> Vec<bool> {
    let bases: Option<Vec<&str>> = files
        .iter()
        .map(|(path, place)| Some(base(path, (*place)?)))
        .collect();
    let Some(bases) = bases else {
        return vec![true; files.len()];
    };
    let mut counts: HashMap<&str, usize> = HashMap::new();
    bases
        .iter()
        .for_each(|base| *counts.entry(*base).or_default() += 1);
    let above = |base| {
        ancestors(base)
            .skip(1)
            .filter(|folder| counts.contains_key(folder))
    };
    let below: HashSet<&str> = bases.iter().flat_map(|base| above(base)).collect();
    bases
        .iter()
        .map(|base| counts[base] > 1 || below.contains(base) || above(base).next().is_some())
        .collect()
}

/// A folder and all folders above it, down to the one that paths start from.
pub(super) fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |&folder| {
        if folder.is_empty() {
            None
        } else {
            Some(folder.rsplit_once('/').map_or("", |(above, _)| above))
        }
    })
}

/// The folder that a file is about: `a/.cursor/mcp.json` is about `a`.
fn base<'p>(path: &'p str, place: &Place) -> &'p str {
    let path = path.trim_start_matches("./");
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let fits = |glob: &&&str| {
        glob.rsplit('/')
            .next()
            .is_some_and(|last| last == name || last.contains('*'))
    };
    // Folders of one host may have files of one name.
    let whole = |glob: &&&str| {
        let rest = path.strip_suffix(**glob);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let all = place.globs.iter().filter(whole);
    let glob = all
        .max_by_key(|glob| glob.len())
        .or_else(|| place.globs.iter().find(fits))
        .map(|glob| glob.trim_start_matches("~/").trim_start_matches('/'));
    let Some((first, _)) = glob.and_then(|glob| glob.split_once('/')) else {
        return folders;
    };
    let own = ancestors(folders).find(|folder| {
        let last = folder.rsplit_once('/').map_or(*folder, |(_, last)| last);
        last == first
    });
    own.and_then(|own| ancestors(own).nth(1)).unwrap_or(folders)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{owner, place_at};
    use crate::hosts::HOSTS;

    #[test]
    fn folders_of_the_host_do_not_count() {
        for (path, expected) in [
            (".mcp.json", ""),
            ("app/.mcp.json", "app"),
            ("./app/.cursor/mcp.json", "app"),
            (".vscode/mcp.json", ""),
            ("/p/a/.kiro/settings/mcp.json", "/p/a"),
            ("a/.gemini/settings.json", "a"),
            ("a/.kilocode/mcp.json", "a"),
            ("a/.kilo/kilo.json", "a"),
            ("a/kilo.json", "a"),
        ] {
            let at = std::path::Path::new(path);
            let host = owner(HOSTS, at).expect("a host");
            assert_eq!(
                base(path, place_at(host, at).expect("a place")),
                expected,
                "{path}"
            );
        }
    }

    #[test]
    fn only_files_about_the_same_folder_or_one_above_meet() {
        let place = |path: &str| {
            owner(HOSTS, std::path::Path::new(path))
                .and_then(|host| place_at(host, std::path::Path::new(path)))
        };
        let met = |paths: &[&'static str]| {
            meet(
                &paths
                    .iter()
                    .map(|path| (*path, place(path)))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(
            met(&[
                "a/.mcp.json",
                "b/.mcp.json",
                "b/.cursor/mcp.json",
                "ab/.mcp.json"
            ]),
            [false, true, true, false]
        );
        assert_eq!(
            met(&["a/.mcp.json", "a/b/c/.mcp.json", "d/.mcp.json"]),
            [true, true, false]
        );
        assert_eq!(met(&[".mcp.json", "x/.mcp.json"]), [true, true]);
        assert_eq!(met(&["a/.mcp.json", "b/unknown.txt"]), [true, true]);
        assert_eq!(met(&["a/.mcp.json"]), [false]);
    }
}
