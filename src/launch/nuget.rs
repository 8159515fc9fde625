//! Packages of NuGet, as `dnx` takes them.

use super::package::{PackageSource, Parts, Precision, Version, is_versionish};
use super::word::{Word, find_outside};

/// Reads `Name@version`.
pub(super) fn parse(word: Word<'_>) -> Parts<'_> {
    let (name, version) = word.cut(find_outside(word.text, '@'));
    let version = version.map_or(Version::ABSENT, self::version);
    (name, version, PackageSource::registry(name))
}

/// A version from the name or from `--version`.
pub(super) fn version(word: Word<'_>) -> Version<'_> {
    Version::given(word, |version| {
        let bare = version
            .strip_prefix('[')
            .and_then(|rest| rest.strip_suffix(']'))
            .unwrap_or(version);
        match bare {
            "*" => Precision::Latest,
            _ if is_versionish(bare) && !bare.contains(['*', ',', '(', ')', '[', ']']) => {
                Precision::Exact
            }
            _ => Precision::Range,
        }
    })
}
