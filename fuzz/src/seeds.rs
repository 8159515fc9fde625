//! Where inputs start from: the fixtures of every host, and what once went wrong.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mcpconv::{HOSTS, Host};

/// The fixture of a host with every field in it.
pub fn full(host: &Host) -> &'static str {
    static FULL: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
        let of = |host: &&'static Host| {
            let is_full = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "full");
            let file = files(&fixtures().join(host.id)).into_iter().find(is_full)?;
            Some((host.id, std::fs::read_to_string(file).ok()?))
        };
        HOSTS.iter().filter_map(of).collect()
    });
    FULL.get(host.id).map_or("", String::as_str)
}

/// All of them, each with the bytes that choose hosts. Crashes that were found are in `fuzz/crashes`.
pub fn all() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (at, host) in HOSTS.iter().enumerate() {
        let at = u8::try_from(at).expect("few hosts");
        for file in files(&fixtures().join(host.id)) {
            let text = std::fs::read(file).unwrap_or_default();
            seeds.push([&[at, at.wrapping_mul(7)], text.as_slice()].concat());
        }
    }
    assert!(seeds.len() >= HOSTS.len(), "the fixtures were not found");
    let crashes = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes"));
    seeds.extend(crashes.iter().filter_map(|file| std::fs::read(file).ok()));
    seeds
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures")
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.retain(|file| {
        file.is_file() && file.extension().is_none_or(|extension| extension != "tsv")
    });
    files.sort();
    files
}
