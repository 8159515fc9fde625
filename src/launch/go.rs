//! Go modules.

use super::package::{
    PackageSource, Parts, Precision, Version, git_precision, is_path, is_semver, is_versionish,
};
use super::word::{Word, find_outside, has_reference};

/// Reads `module/path@version`. Without a version it is a package of the module at hand.
pub(super) fn parse(word: Word<'_>) -> Parts<'_> {
    if is_path(word.text) || word.text.ends_with(".go") {
        return (word, Version::ABSENT, PackageSource::Path);
    }
    let Some(at) = find_outside(word.text, '@') else {
        let source = if has_reference(word.text) {
            PackageSource::Unknown
        } else {
            PackageSource::Installed
        };
        return (word, Version::ABSENT, source);
    };
    let (name, version) = word.around(at, 1);
    let source = PackageSource::registry(name);
    (name, Version::given(version, precision), source)
}

fn precision(version: &str) -> Precision {
    match version {
        "latest" | "upgrade" | "patch" => Precision::Latest,
        _ if version.strip_prefix('v').is_some_and(is_semver) => Precision::Exact,
        _ if version.starts_with(['<', '>']) => Precision::Range,
        _ if version.starts_with('v') && is_versionish(version) => Precision::Range,
        _ => git_precision(version),
    }
}
