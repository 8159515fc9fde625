//! What a conversion reports and prefers where a file has servers of several projects or layers.

use std::collections::HashSet;

use super::{Input, Options};
use crate::diagnostic::{Diagnostic, Level};
use crate::host::scope::{RootReach, owner};
use crate::host::{FoundServers, Layer, Place};

/// How early servers of a file come in the host's own order; the first wins. Files of one place may be several layers.
pub(super) fn rank(input: &Input<'_>, reach: RootReach) -> usize {
    let order = input.host.layers.order;
    let first = |glob_fits: &dyn Fn(&str) -> bool| {
        let stands_for = |layer: &Layer| {
            let root = layer
                .root
                .is_none_or(|root| root.contains(&"*") == (reach == RootReach::Project));
            root && layer.glob.is_some_and(glob_fits)
        };
        order.iter().position(stands_for)
    };
    first(&|glob| input.glob == Some(glob))
        .or_else(|| first(&|glob| input.place.globs.contains(&glob)))
        .unwrap_or(order.len())
}

/// What is worth saying about the choice.
pub(super) fn note(
    place: &Place,
    found: &FoundServers<'_, '_>,
    reach: &[RootReach],
    options: &Options<'_>,
) -> Option<Diagnostic> {
    if !place.roots.iter().any(|root| root.contains(&"*")) {
        return None;
    }
    if let Some(project) = options.project {
        let missing = !reach.contains(&RootReach::Project) && !options.project_is_here;
        return missing.then(|| {
            let message = format!("this file has no servers of the project `{project}`");
            Diagnostic::new("project-servers", Level::Warning, None, message)
                .help("use the project's folder as it is written in the file")
        });
    }
    let used: HashSet<usize> = found.servers.iter().map(|entry| entry.root).collect();
    let private: Vec<&str> = found
        .roots
        .iter()
        .enumerate()
        .filter(|(at, _)| reach[*at] == RootReach::Private)
        .filter(|(at, _)| used.contains(at))
        .filter_map(|(_, root)| owner(place, root))
        .collect();
    let first = private.first()?;
    let shown: Vec<String> = private
        .iter()
        .take(3)
        .map(|project| format!("`{project}`"))
        .collect();
    let more = match private.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "the private servers of {}{more} are not read",
        shown.join(", ")
    );
    Some(
        Diagnostic::new("project-servers", Level::Info, None, message).help(format!(
            "use `--project {first}` to read those of a project"
        )),
    )
}
