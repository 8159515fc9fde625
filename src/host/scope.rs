//! Which servers are meant in a file that keeps those of every project.
//!
//! Such a file has servers of its user and private servers of single projects. Those of one project say nothing about
//! another, so they are never joined: either a project is named, and its own servers win over the user's, or only the
//! user's are read. (Claude Code: local before project before user,
//! <https://code.claude.com/docs/en/mcp#scope-hierarchy-and-precedence>.)

use super::{FoundGate, FoundServers, GateKind, Place};

/// How a root of a file counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum RootReach {
    /// It belongs to the project that was named, and wins.
    Project,
    /// It belongs to everybody who reads the file.
    Plain,
    /// It belongs to another project.
    Private,
}

/// How each of the roots counts for `project`.
pub(crate) fn reach(
    place: &Place,
    found: &FoundServers<'_, '_>,
    project: Option<&str>,
) -> Vec<RootReach> {
    let of = |root: &Vec<&str>| match owner(place, root) {
        None => RootReach::Plain,
        Some(owner) if project.is_some_and(|project| same_folder(owner, project)) => {
            RootReach::Project
        }
        Some(_) => RootReach::Private,
    };
    found.roots.iter().map(of).collect()
}

/// The project that a root belongs to.
pub(crate) fn owner<'n>(place: &Place, root: &[&'n str]) -> Option<&'n str> {
    if place.roots.contains(&root) {
        return None;
    }
    let pattern = place.roots.iter().find(|pattern| matches(pattern, root))?;
    let star = pattern.iter().position(|part| *part == "*")?;
    root.get(star).copied()
}

/// Whether two spellings are of one folder.
pub(crate) fn same_folder(a: &str, b: &str) -> bool {
    // Windows has another spelling for paths of any length, `\\?\C:\work`.
    let plain = |path: &str| {
        let path = path.trim_end_matches(['/', '\\']).replace('\\', "/");
        path.strip_prefix("//?/").map(str::to_owned).unwrap_or(path)
    };
    plain(a) == plain(b)
}

/// The root of gates that are about servers of other projects, which no server has.
const NOBODY: usize = usize::MAX;

/// What a file says about servers of other projects outside their entries holds for nobody here; what it says about
/// those of the named one holds for the user's servers there as well.
pub(crate) fn limit_gates(place: &Place, found: &mut FoundServers<'_, '_>, project: Option<&str>) {
    for gate in &mut found.gates {
        let fits = |pattern: &&[&str]| matches(pattern, &gate.path);
        // The name of an agent or a profile is not that of a project.
        let gates = place.gates.iter();
        let of_one = |kind| matches!(kind, GateKind::AgentTools | GateKind::ProfileTools);
        let gates = gates.filter(|gate| !of_one(gate.kind));
        let patterns = gates.map(|gate| gate.path);
        let mut patterns = patterns.filter(|pattern| pattern.contains(&"*"));
        let star = patterns
            .find(fits)
            .and_then(|pattern| pattern.iter().position(|part| *part == "*"));
        let Some(owner) = star.and_then(|star| gate.path.get(star)) else {
            continue;
        };
        let named = project.is_some_and(|project| same_folder(owner, project));
        gate.root = if named { None } else { Some(NOBODY) };
    }
}

/// Whether a gate is about servers of another project.
pub(crate) fn is_private(gate: &FoundGate<'_, '_>) -> bool {
    gate.root == Some(NOBODY)
}

fn matches(pattern: &[&str], path: &[&str]) -> bool {
    let mut pairs = pattern.iter().zip(path);
    pattern.len() == path.len() && pairs.all(|(part, key)| *part == "*" || part == key)
}

#[cfg(test)]
mod tests {
    use super::same_folder;

    #[test]
    fn a_folder_has_several_spellings() {
        assert!(same_folder("C:/work/", r"\\?\C:\work"));
        assert!(same_folder(r"C:\work", "C:/work"));
        assert!(!same_folder("/work", "/work/a"));
    }
}
