//! Settings that switch servers off, beside the files that define them.

use std::path::{Path, PathBuf};

use super::super::Show;
use super::super::files::{ShownFile, workspace};
use super::{LayerFile, Only, at_home};
use crate::border::Border;
use crate::cli::configuration::short;
use crate::cli::here;
use crate::convert::DisabledServers;
use crate::discover::home;
use crate::files::{self, InputFile};
use crate::host::{Aside, Host, Place, Scope, matches};
use crate::syntax::parse;

/// The settings that switch servers of the project off, though they have none themselves.
pub(super) fn switches(host: &'static Host, steps: &[LayerFile]) -> Vec<LayerFile> {
    let project = steps.iter().any(|step| step.place.scope == Scope::Project);
    let home = home();
    let home = home.as_deref().filter(|home| *home != here());
    let folders = [Some(here()), home].into_iter().flatten();
    let folders: Vec<&Path> = folders.filter(|_| project).collect();
    settings(host, &folders)
}

/// The same for a file of a project: the settings in the project's folder.
pub(in crate::cli::show) fn beside(args: &Show, file: &ShownFile) -> Vec<ShownFile> {
    let project = file.aside.is_none() && file.place.scope == Scope::Project;
    let folder = Path::new(&file.workspace);
    let folders: Vec<&Path> = Some(folder).filter(|_| project).into_iter().collect();
    let files = settings(file.host, &folders).into_iter();
    files
        .filter_map(|step| {
            let input = InputFile::read_named(&step.path, args.max_size, &args.reach.border());
            let bytes = input.bytes.ok()?;
            let decoded = files::text(&bytes).ok()?;
            let aside = aside_of(file.host, step.place)?;
            switches_off(aside, &decoded.text).then(|| ShownFile {
                name: short(&step.path),
                text: decoded.text.into_owned(),
                bom: decoded.bom,
                utf16: decoded.utf16,
                host: file.host,
                place: step.place,
                aside: Some(aside),
                workspace: file.workspace.clone(),
            })
        })
        .collect()
}

/// Servers of the project's file at `path` that settings of its host disable, by their names in small letters; those of
/// the user too, if the files of a user are converted.
pub(in crate::cli) fn disabled(
    (host, place): (&'static Host, &'static Place),
    path: &Path,
    user: bool,
    (limit, border): (u64, &Border),
) -> DisabledServers {
    let mut servers = DisabledServers::default();
    if place.scope != Scope::Project || !matches(place, path) {
        return servers;
    }
    let folder = workspace(place, Some(path));
    let folders = [Some(PathBuf::from(folder)), home().filter(|_| user)];
    let folders: Vec<&Path> = folders.iter().flatten().map(PathBuf::as_path).collect();
    for step in settings(host, &folders) {
        let input = InputFile::read_named(&step.path, limit, border);
        let Ok(bytes) = &input.bytes else { continue };
        let decoded = files::text(bytes).ok();
        let Some((aside, decoded)) = aside_of(host, step.place).zip(decoded) else {
            continue;
        };
        let document = parse(&decoded.text, step.place.language).ok();
        let Some(top) = document.and_then(|document| document.root) else {
            continue;
        };
        for (_, name, _) in aside.stopped(&top) {
            let file = servers.entry(name.to_ascii_lowercase());
            file.or_insert_with(|| at_home(&step.path));
        }
    }
    servers
}

/// The settings of `host` in these folders that may switch servers off.
fn settings(host: &'static Host, folders: &[&Path]) -> Vec<LayerFile> {
    let asides = host
        .facts
        .asides
        .iter()
        .filter(|aside| !aside.off.is_empty() || !aside.rules.is_empty());
    let files = asides.flat_map(|aside| {
        let paths = folders
            .iter()
            .flat_map(|folder| aside.place.globs.iter().map(|glob| folder.join(glob)));
        let there: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        there.into_iter().map(|path| LayerFile {
            path,
            place: &aside.place,
            only: Only::All,
        })
    });
    files.collect()
}

/// Whether there is a list of servers that the host skips.
pub(super) fn switches_off(aside: &Aside, text: &str) -> bool {
    let document = parse(text, aside.place.language).ok();
    let top = document.and_then(|document| document.root);
    let mut lists = aside
        .off
        .iter()
        .chain(aside.rules.iter().map(|(list, _)| list));
    top.is_some_and(|top| lists.any(|list| top.at(list).is_some()))
}

/// What `place` is an aside of, if it is one.
pub(super) fn aside_of(host: &'static Host, place: &Place) -> Option<&'static Aside> {
    let mut asides = host.facts.asides.iter();
    asides.find(|aside| std::ptr::eq(&aside.place, place))
}
