//! A file server whose folder is everything.

use super::dangerous_container::sources;
use crate::diagnostic::Level;
use crate::launch::{Launch, MountKind, Word};
use crate::lint::file::{File, LintServer};
use crate::lint::packages::{FILE_SERVERS, FileServer};
use crate::lint::roots::{Breadth, breadth};
use crate::lint::{Check, Found, Group, Rule};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "broad-filesystem-root",
    level: Level::Warning,
    group: Group::Security,
    security: Some("6.5"),
    tags: &["MCP02"],
    yields_to: &["dangerous-container"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/broad-filesystem-root.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(launch) = server.launch() else {
        return;
    };
    let open = known(launch)
        .and_then(|known| known.setting)
        .filter(|_| folders(launch).is_empty());
    if let Some(setting) = open {
        out.add(
            server.word(file, &launch.package.word),
            format!(
                "`{}` may read and write everything: no folder is named",
                server.name
            ),
        )
        .variant("open")
        .label("every key and document of whoever starts it")
        .help(format!(
            "name the folders that it is for in its own setting `{setting}`"
        ));
    }
    for (folder, broad) in broad(launch) {
        let disk = broad == Breadth::Disk && file.is_project();
        out.add(
            server.word(file, &folder),
            format!(
                "`{}` may read and write all of `{}`",
                server.name, folder.text
            ),
        )
        .level(if disk { Level::Error } else { Level::Warning })
        .label(format!(
            "this is {}, with every key and document in it",
            broad.name()
        ))
        .help("name the one folder that the server is for");
    }
}

/// What is known about the package, if it is a file server.
fn known(launch: &Launch<'_>) -> Option<&'static FileServer> {
    FILE_SERVERS
        .iter()
        .find(|known| known.ecosystem == launch.package.ecosystem && launch.package.is(known.name))
}

/// The folders of a file server that are too broad.
fn broad<'a>(launch: &Launch<'a>) -> Vec<(Word<'a>, Breadth)> {
    let folders = known(launch).map(|_| folders(launch)).unwrap_or_default();
    folders
        .into_iter()
        .filter_map(|folder| Some((folder, breadth(folder.text)?)))
        .collect()
}

/// Whether the argument at `value` hands over more than it should. A repair that makes such a path work takes a person.
pub(super) fn gives_away(server: &LintServer<'_>, value: Span) -> bool {
    let Some(launch) = server.launch() else {
        return false;
    };
    let here = |word: &Word<'_>| server.value_of(word).is_some_and(|text| text.span == value);
    broad(launch).iter().any(|(folder, _)| here(folder)) || sources(launch).iter().any(here)
}

/// The folders that the server may use. What it is told inside a container are folders of the container, so that the
/// mounts count there.
fn folders<'a>(launch: &Launch<'a>) -> Vec<Word<'a>> {
    match launch.container() {
        Some(container) => container
            .mounts()
            .filter(|mount| mount.kind == MountKind::Bind)
            .filter_map(|mount| mount.source)
            .collect(),
        None => launch
            .package_args
            .iter()
            .filter(|word| !word.text.starts_with('-'))
            .copied()
            .collect(),
    }
}
