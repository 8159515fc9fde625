//! Profiles: a host may keep a file of servers for each, and uses one of them at a time.

use std::collections::HashMap;
use std::path::Path;

use super::search::LayerSearch;
use super::{LayerFile, Only};
use crate::cli::problem;
use crate::diagnostic::Diagnostic;
use crate::files::InputFile;
use crate::host::Host;
use crate::order::Order as _;

/// No list of profiles is larger.
const LONGEST_STATE: u64 = 1 << 26;

/// The file of a profile.
pub(in crate::cli) struct ProfileFile {
    /// What its user calls it, or its folder.
    pub(in crate::cli) name: String,
    folder: String,
    pub(super) file: LayerFile,
}

/// The profiles of `host` that have a file.
pub(in crate::cli) fn profiles(
    host: &'static Host,
    here: &Path,
    home: Option<&Path>,
) -> Vec<ProfileFile> {
    let search = LayerSearch {
        host,
        folders: vec![here],
        root: None,
        home,
    };
    let Some(profiles) = host.layers.profiles else {
        return Vec::new();
    };
    let (Some(place), Some((above, below))) =
        (search.place(profiles.glob), profiles.glob.split_once("/*/"))
    else {
        return Vec::new();
    };
    let called = search.of_user(profiles.names);
    let called: Vec<HashMap<String, String>> = called
        .iter()
        .map(|path| names(path, profiles.list))
        .collect();
    let mut found = Vec::new();
    for folder in search.of_user(above) {
        let inside = std::fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in inside {
            let path = entry.path().join(below);
            let folder = entry.file_name().to_string_lossy().into_owned();
            if path.is_file() {
                let name = called.iter().find_map(|names| names.get(&folder));
                found.push(ProfileFile {
                    name: name.unwrap_or(&folder).clone(),
                    folder,
                    file: LayerFile {
                        path,
                        place,
                        only: Only::All,
                    },
                });
            }
        }
    }
    found.order_by(|a, b| a.name.cmp(&b.name));
    found
}

/// What the profiles are called that `list` of the file at `path` has, by their folders.
fn names(path: &Path, list: &str) -> HashMap<String, String> {
    let state = InputFile::read(path, LONGEST_STATE).bytes.ok();
    let state = state.and_then(|bytes| serde_json::from_slice::<serde_json::Value>(&bytes).ok());
    let profiles = state.as_ref().and_then(|state| state.get(list)?.as_array());
    let mut names = HashMap::new();
    for profile in profiles.into_iter().flatten() {
        if let (Some(folder), Some(name)) = (profile["location"].as_str(), profile["name"].as_str())
        {
            // The first one counts.
            names
                .entry(folder.to_owned())
                .or_insert_with(|| name.to_owned());
        }
    }
    names
}

/// The profile that is called so.
///
/// # Errors
/// There is none, or the host's profiles are not known.
pub(in crate::cli) fn chosen(
    host: &Host,
    profiles: Vec<ProfileFile>,
    wanted: &str,
) -> Result<ProfileFile, Box<Diagnostic>> {
    if host.layers.profiles.is_none() {
        let message = format!("profiles of {} are not supported", host.name);
        let problem = problem("unreadable-file", message);
        return Err(Box::new(problem.help(
            "name the profile's file instead of `--user` and `--profile`",
        )));
    }
    let names: Vec<String> = profiles
        .iter()
        .map(|profile| format!("`{}`", profile.name))
        .collect();
    let fits = |profile: &ProfileFile| profile.name == wanted || profile.folder == wanted;
    profiles.into_iter().find(fits).ok_or_else(|| {
        let message = format!("no profile `{wanted}` with MCP servers found");
        let problem = problem("unreadable-file", message);
        Box::new(match names.is_empty() {
            true => problem,
            false => problem.help(format!("use one of {}", names.join(", "))),
        })
    })
}

/// A profile has its file instead of the user's.
pub(in crate::cli) fn replace_user(steps: &mut Vec<LayerFile>, profile: ProfileFile) {
    let own = |step: &LayerFile| std::ptr::eq(step.place, profile.file.place);
    let at = steps.iter().position(own).unwrap_or(steps.len());
    steps.retain(|step| !own(step));
    steps.insert(at.min(steps.len()), profile.file);
}
