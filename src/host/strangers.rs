//! Hosts that we know to exist and do not support yet: enough of each to recognise its files and to leave them alone.
//!
//! Guessing would be worse than refusing. Several of these read what looks like everybody's file and expand references in
//! a way of their own.

use std::path::Path;

use super::detect::closest;
use crate::syntax::{Node, Tree};

/// A host without a table.
#[derive(Debug)]
pub(crate) struct Stranger {
    /// What people call it.
    pub(crate) name: &'static str,
    /// Where its files are.
    globs: &'static [&'static str],
    /// What stands in the `$schema` of its files.
    schemas: &'static [&'static str],
    /// Keys at the top of a file that nobody else has.
    keys: &'static [&'static str],
}

const NEW: Stranger = Stranger {
    name: "",
    globs: &[],
    schemas: &[],
    keys: &[],
};

/// Paths and keys are those of the hosts' own documentation and sources, as of 2026-11.
static STRANGERS: &[Stranger] = &[
    Stranger {
        name: "Crush (shell config)",
        globs: &["crushrc", ".crushrc"],
        ..NEW
    },
    Stranger {
        name: "JetBrains Air",
        globs: &[".air/mcp.json"],
        ..NEW
    },
    Stranger {
        name: "TRAE CLI",
        globs: &["trae_cli.yaml"],
        ..NEW
    },
];

/// The stranger whose file `path` is, with how much of the path says so.
pub(crate) fn by_path(path: &Path) -> Option<(usize, &'static Stranger)> {
    let fits = STRANGERS
        .iter()
        .filter_map(|stranger| Some((closest(stranger.globs, path)?, stranger)));
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// All keys that only a stranger has.
pub(crate) fn keys() -> impl Iterator<Item = &'static str> {
    STRANGERS
        .iter()
        .flat_map(|stranger| stranger.keys.iter().copied())
}

/// The stranger that a document names, or whose keys it has.
pub(crate) fn by_root(root: &Node<'_>) -> Option<&'static Stranger> {
    let schema = match root.member("$schema").map(|member| &member.value.value) {
        Some(Tree::String(schema)) => Some(schema),
        _ => None,
    };
    let named = |stranger: &&Stranger| {
        let mut known = stranger.schemas.iter();
        schema.is_some_and(|schema| known.any(|part| schema.contains(part)))
    };
    let keyed = |stranger: &&Stranger| {
        let mut keys = stranger.keys.iter();
        keys.any(|key| root.member(key).is_some())
    };
    let mut all = STRANGERS.iter();
    all.find(named).or_else(|| STRANGERS.iter().find(keyed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_keys_and_schemas_name_their_hosts() {
        for (path, name) in [
            ("/p/.air/mcp.json", "JetBrains Air"),
            ("/p/trae_cli.yaml", "TRAE CLI"),
        ] {
            let found = by_path(Path::new(path)).map(|(_, stranger)| stranger.name);
            assert_eq!(found, Some(name), "{path}");
        }
        assert!(by_path(Path::new("/p/.mcp.json")).is_none());
        assert!(by_path(Path::new("/p/.cursor/mcp.json")).is_none());
        let text = r#"{"mcpServers": {}}"#;
        let document = crate::syntax::parse(text, crate::syntax::Language::Json).expect("JSON");
        let root = document.root.as_ref().expect("a root");
        assert!(by_root(root).is_none());
    }

    #[test]
    fn nobody_is_known_twice() {
        for stranger in STRANGERS {
            let known = |host: &&&crate::host::Host| host.name == stranger.name;
            assert!(
                crate::hosts::HOSTS.iter().find(known).is_none(),
                "{} has a table",
                stranger.name
            );
        }
    }
}
