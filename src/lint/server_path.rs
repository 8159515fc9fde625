//! Ways to a server and its fields, for repairs that add to it.

use super::file::{File, LintServer};
use super::fix::{Fix, below};
use crate::edit::Step;
use crate::host::{Kind, Out, OutValue, steps};
use crate::syntax::{Node, Tree};

/// The way to `server`, by the names of its map and its own. Spans do not tell, because TOML spreads tables.
pub(crate) fn server_path(file: &File<'_>, server: &LintServer<'_>) -> Vec<Step> {
    let address = |node: &Node<'_>| std::ptr::from_ref(node).addr();
    let order = file.order.get_or_init(|| {
        let entries = file.found.servers.iter().enumerate();
        entries
            .map(|(at, entry)| (address(entry.node), at))
            .collect()
    });
    let Some(entry) = order
        .get(&address(server.node))
        .map(|at| &file.found.servers[*at])
    else {
        return file.path_of(server.node.span);
    };
    let root = file
        .found
        .roots
        .get(entry.root)
        .map(Vec::as_slice)
        .unwrap_or_default();
    let root = steps(file.place, file.root(), root);
    root.into_iter().chain([entry.step()]).collect()
}

/// The way to a field of `server`, nested names joined by dots.
pub(crate) fn field_path(file: &File<'_>, server: &LintServer<'_>, name: &str) -> Vec<Step> {
    name.split('.')
        .fold(server_path(file, server), |path, key| below(&path, key))
}

/// Adds to `fix` that the variable `name` is handed through; nothing if the host cannot do that.
pub(crate) fn hand_through(
    fix: Fix,
    file: &File<'_>,
    server: &LintServer<'_>,
    name: &str,
) -> Option<Fix> {
    let field = handing_field(file)?;
    let path = field_path(file, server, field);
    let text = OutValue::String(name.to_owned());
    match server.at(field).map(|at| &at.member.value.value) {
        Some(Tree::Array(items)) => {
            let end = path.into_iter().chain([Step::Index(items.len())]).collect();
            Some(fix.set(end, Out::added(text)))
        }
        Some(_) => None,
        None => Some(fix.set(path, Out::added(OutValue::Array(vec![Out::added(text)])))),
    }
}

/// The field that lists variables to hand through, if the host has one.
pub(crate) fn handing_field(file: &File<'_>) -> Option<&'static str> {
    file.fields()
        .find(|field| field.kind == Kind::EnvNames)
        .map(|field| field.name)
}

/// Adds to `fix` that the pair called `key` goes from the map `field`, and with the last pair the map.
pub(crate) fn take_pair(
    fix: Fix,
    file: &File<'_>,
    server: &LintServer<'_>,
    field: &str,
    key: &str,
) -> Fix {
    let path = field_path(file, server, field);
    let last = server
        .at(field)
        .is_some_and(|at| at.member.value.members().len() == 1);
    if last {
        fix.remove(path)
    } else {
        fix.remove(below(&path, key))
    }
}
