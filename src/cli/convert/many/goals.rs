//! For whom to convert, and into which files.

use std::path::{Path, PathBuf};

use crate::cli::args::{Convert, Emit};
use crate::cli::convert::missing_target;
use crate::cli::output::{self, project_file};
use crate::cli::{here, hosts, problem};
use crate::diagnostic::Diagnostic;
use crate::discover::home;
use crate::host::{Host, Scope};
use crate::hosts::HOSTS;

/// A target, and the file to write for it.
pub(super) struct Goal {
    pub(super) host: &'static Host,
    pub(super) file: Option<PathBuf>,
}

/// The targets that `--to` names, or whose files `-o` does.
pub(super) fn goals(args: &Convert) -> Result<Vec<Goal>, Box<Diagnostic>> {
    let to = args.to.as_deref();
    let files = args.emit() == Emit::Config;
    if files && !args.output.is_empty() {
        let named = to
            .filter(|to| !to.contains(','))
            .map(hosts::target)
            .transpose()?;
        let goal = |path: &PathBuf| {
            let host = named.map_or_else(|| output::host_of(path), Ok)?;
            Ok(Goal {
                host,
                file: Some(path.clone()),
            })
        };
        return args.output.iter().map(goal).collect();
    }
    let detected = to == Some("detected");
    let mut hosts: Vec<&'static Host> = match to {
        None => return Err(missing_target().into()),
        Some("all") => HOSTS
            .iter()
            .copied()
            .filter(|host| !host.facts.lenient)
            .collect(),
        Some("detected") => Vec::new(),
        Some(names) => {
            let names = names
                .split(',')
                .map(str::trim)
                .filter(|name| !name.is_empty());
            names.map(hosts::target).collect::<Result<_, _>>()?
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    hosts.retain(|host| seen.insert(host.id));
    if detected {
        let found = detected_files(args.user);
        if found.is_empty() {
            let folder = if args.user {
                "the home folder"
            } else {
                "this folder"
            };
            return Err(problem(
                "missing-target",
                format!("no host has a config file in {folder}"),
            )
            .help("name the hosts: `--to a,b`")
            .into());
        }
        return Ok(found);
    }
    let Some(folder) = args.output_dir.as_ref().filter(|_| files) else {
        if files {
            return Err(problem(
                "missing-output",
                "several documents cannot be printed at once",
            )
            .help("use `--output-dir DIR`, or one `-o FILE` for each host")
            .into());
        }
        return Ok(hosts
            .into_iter()
            .map(|host| Goal { host, file: None })
            .collect());
    };
    let goal = |host: &'static Host| Goal {
        host,
        file: Some(folder.join(file_in_folder(host))),
    };
    Ok(hosts.into_iter().map(goal).collect())
}

/// Where a host's file goes in a folder: where it would be in a project, else in a folder of its own.
fn file_in_folder(host: &Host) -> PathBuf {
    match project_file(host) {
        Some(file) => PathBuf::from(file),
        None => {
            let glob = host.places[0].globs.first().copied().unwrap_or("mcp.json");
            let name = glob.rsplit('/').next().unwrap_or("mcp.json");
            Path::new(host.id).join(name.replace('*', "mcp"))
        }
    }
}

/// The files of hosts that are there, in this folder or in the home folder.
fn detected_files(user: bool) -> Vec<Goal> {
    let scope = if user { Scope::User } else { Scope::Project };
    let folder = if user {
        home()
    } else {
        Some(here().to_path_buf())
    };
    let Some(folder) = folder else {
        return Vec::new();
    };
    let file = |host: &&'static Host| {
        let places = host
            .places
            .iter()
            .filter(|place| place.own && place.scope == scope);
        let mut globs = places
            .flat_map(|place| place.globs)
            .filter(|glob| !glob.contains('*'));
        let found = globs.find(|glob| folder.join(glob.trim_start_matches("~/")).is_file())?;
        let file = folder.join(found.trim_start_matches("~/"));
        let file = file
            .strip_prefix(here())
            .map_or(file.clone(), Path::to_path_buf);
        Some(Goal {
            host,
            file: Some(file),
        })
    };
    let hosts = HOSTS.iter().copied().filter(|host| !host.facts.lenient);
    hosts.filter_map(|host| file(&host)).collect()
}
