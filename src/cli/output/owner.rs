//! Which host reads the file that is written.

use std::path::Path;

use crate::cli::{absolute, problem};
use crate::diagnostic::Diagnostic;
use crate::host::{Host, aside_at, owner, place_at, stranger_at};

/// Refuses a file that another host reads in its own way.
pub(super) fn belongs(
    path: &Path,
    absolute: &Path,
    host: &'static Host,
) -> Result<(), Box<Diagnostic>> {
    let hosts = crate::hosts::HOSTS;
    if let Some(stranger) = stranger_at(hosts, absolute) {
        return Err(foreign(path, stranger.name)
            .help("print the result instead and check it: not every host expands references in the same way")
            .into());
    }
    if let Some((_, aside)) = aside_at(&[host], absolute).filter(|(_, aside)| aside.sure)
        && place_at(host, absolute).is_none()
    {
        let name = path.display();
        let message = format!("{} does not read servers from `{name}`", host.name);
        return Err(problem("ignored-config-location", message)
            .help(format!("write them to `{}`", aside.instead))
            .into());
    }
    // A file of no particular host may be written for any.
    let other = owner(hosts, absolute)
        .filter(|other| !other.facts.lenient)
        .or_else(|| aside_at(hosts, absolute).map(|(other, _)| other))
        .filter(|other| other.id != host.id);
    match other {
        Some(other) if place_at(host, absolute).is_none() => Err(foreign(path, other.name)
            .help(format!(
                "use `--to {}`, or another file for {}",
                other.id, host.name
            ))
            .into()),
        _ => Ok(()),
    }
}

fn foreign(path: &Path, name: &str) -> Diagnostic {
    let message = format!("`{}` is {name}'s config file", path.display());
    problem("foreign-output", message)
}

/// The host that owns the path of an output.
///
/// # Errors
/// No host does.
pub(in crate::cli) fn host_of(path: &Path) -> Result<&'static Host, Box<Diagnostic>> {
    let given = path;
    let path = absolute(path);
    if let Some(stranger) = stranger_at(crate::hosts::HOSTS, &path) {
        let message = format!(
            "`{}` is {name}'s config file; {name} is not supported yet",
            given.display(),
            name = stranger.name
        );
        return Err(problem("unsupported-host", message)
            .help("`mcpconv hosts` lists supported hosts")
            .into());
    }
    let found = owner(crate::hosts::HOSTS, &path);
    let aside = aside_at(crate::hosts::HOSTS, &path);
    if let Some((host, aside)) = aside.filter(|_| found.is_none_or(|host| host.facts.lenient)) {
        let message = format!(
            "{} does not read servers from `{}`",
            host.name,
            given.display()
        );
        return Err(problem("ignored-config-location", message)
            .help(format!("write to `{}`", aside.instead))
            .into());
    }
    found.ok_or_else(|| {
        let message = format!(
            "cannot tell which host `{}` belongs to",
            path.file_name().unwrap_or_default().display()
        );
        problem("missing-target", message)
            .help(format!(
                "add `--to HOST`; hosts: {}",
                crate::cli::hosts::ids()
            ))
            .into()
    })
}
