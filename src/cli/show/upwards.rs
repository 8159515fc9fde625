//! `--user`: the files that a host reads when it starts in a folder, in the order of its own precedence.

mod globs;
mod profiles;
mod search;
mod settings;

pub(in crate::cli) use profiles::{chosen, profiles, replace_user};
pub(in crate::cli) use search::steps;
pub(super) use settings::beside;
pub(in crate::cli) use settings::disabled;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use self::settings::{aside_of, switches, switches_off};
use super::Show;
use super::files::{Gathered, LayeredFiles, Only, ShownFile};
use crate::cli::configuration::{short, slashes};
use crate::cli::{here, problem};
use crate::discover::home;
use crate::files::{self, InputFile};
use crate::host::{Host, Place};
use crate::hosts::HOSTS;

/// The files that hosts read when they start here.
pub(super) fn of_hosts(args: &Show, host: Option<&'static Host>, gathered: &mut Gathered) {
    let home = home();
    let home = home.as_deref();
    if home.is_none() {
        let message = "`--user` needs the home folder, and `HOME` is not set";
        gathered.fault("", "", problem("unreadable-file", message));
    }
    for known in HOSTS {
        if host.is_some_and(|host| !std::ptr::eq(host, *known)) {
            continue;
        }
        let mut steps = steps(known, here(), home);
        let profiles = profiles(known, here(), home);
        if let Some(wanted) = &args.profile {
            match chosen(known, profiles, wanted) {
                Ok(profile) => replace_user(&mut steps, profile),
                Err(problem) if host.is_some() => gathered.fault("", "", *problem),
                Err(_) => {}
            }
        } else {
            // Only one of them is in use, and nothing here tells which.
            for profile in profiles {
                layers(args, known, &[profile.file], gathered);
            }
        }
        gathered.disabled_by_name(known, home);
        // A file of another host alone does not mean that this one is in use.
        if host.is_some() || steps.iter().any(|step| step.place.own) {
            layers(args, known, &steps, gathered);
        }
    }
}

/// Reads the files of one host.
fn layers(args: &Show, host: &'static Host, steps: &[LayerFile], gathered: &mut Gathered) {
    let mut group = LayeredFiles {
        host,
        layers: Vec::new(),
    };
    let mut read: HashMap<&Path, usize> = HashMap::new();
    let asides = switches(host, steps);
    for step in steps.iter().chain(&asides) {
        if let Some(at) = read.get(step.path.as_path()) {
            group.layers.push((*at, step.only));
            continue;
        }
        let name = at_home(&step.path);
        let input = InputFile::read_named(&step.path, args.max_size, &args.reach.border());
        let decoded = match &input.bytes {
            Ok(bytes) => match files::text(bytes) {
                Ok(decoded) => Ok(decoded),
                Err((_, problem)) => {
                    let loosely = files::loosely(bytes).filter(|_| step.place.any_bytes);
                    loosely.ok_or(*problem)
                }
            },
            Err(fault) => Err(fault.diagnostic()),
        };
        let aside = aside_of(host, step.place);
        match decoded {
            Err(problem) => gathered.fault(&name, "", problem),
            // Of settings, only those that switch something off are of interest here.
            Ok(decoded) if aside.is_some_and(|aside| !switches_off(aside, &decoded.text)) => {}
            Ok(decoded) => {
                read.insert(&step.path, gathered.files.len());
                group.layers.push((gathered.files.len(), step.only));
                gathered.files.push(ShownFile {
                    name,
                    text: decoded.text.into_owned(),
                    bom: decoded.bom,
                    utf16: decoded.utf16,
                    host,
                    place: step.place,
                    aside,
                    workspace: slashes(here()),
                });
            }
        }
    }
    if !group.layers.is_empty() {
        gathered.groups.push(group);
    }
}

/// A path as people know it: from here, from home, or in full.
fn at_home(path: &Path) -> String {
    let home = home();
    // The folder at hand may hold the home folder, as that of a container does.
    let near = |home: &Path| path.starts_with(here()) && here().starts_with(home);
    let below = home.as_deref().filter(|home| !near(home));
    match below.and_then(|home| path.strip_prefix(home).ok()) {
        Some(below) => format!("~/{}", slashes(below)),
        None => short(path),
    }
}

/// A file that a host reads, and which of its servers count at this point.
pub(in crate::cli) struct LayerFile {
    pub(in crate::cli) path: PathBuf,
    pub(in crate::cli) place: &'static Place,
    pub(super) only: Only,
}
