//! Packages of PyPI, as `uvx`, `uv run` and `pipx` take them.

use super::package::{
    PackageSource, Parts, Precision, Version, git_precision, has_scheme, is_path, is_versionish,
};
use super::word::{Word, find_outside, outside, rfind_outside};

/// Reads a requirement: `name[extra]==1.0`, `name@1.0`, `name @ address`, an address or a path.
pub(super) fn parse(word: Word<'_>) -> Parts<'_> {
    if let Some(parts) = elsewhere(word) {
        return parts;
    }
    let ends = |c: char| {
        matches!(c, '[' | '@' | '=' | '<' | '>' | '!' | '~' | ';' | '(') || c.is_whitespace()
    };
    let (name, rest) = word.split_at(outside(word.text, ends).next().unwrap_or(word.text.len()));
    // No name has a slash, but a path without a leading dot has one.
    if name.text.contains('/') {
        return (word, Version::ABSENT, PackageSource::Path);
    }
    let source = PackageSource::registry(name);
    let mut rest = rest.trimmed();
    if rest.text.starts_with('[') {
        rest = rest
            .from(rest.text.find(']').map_or(rest.text.len(), |at| at + 1))
            .trimmed();
    }
    if let Some(direct) = rest.after("@") {
        let direct = direct.trimmed();
        let by_name = || (name, Version::given(direct, at_precision), source);
        // No version has one of these: it is a URL, else a path.
        let has = |wanted| find_outside(direct.text, wanted).is_some();
        let place = match (has(':'), has('/')) {
            (true, _) => Some(PackageSource::Url),
            (false, true) => Some(PackageSource::Path),
            (false, false) => None,
        };
        let by_name = || match place {
            Some(place) => (direct, Version::ABSENT, place),
            None => by_name(),
        };
        return elsewhere(direct).unwrap_or_else(by_name);
    }
    let rest = rest
        .split_at(find_outside(rest.text, ';').unwrap_or(rest.text.len()))
        .0;
    (name, specifiers(rest.trimmed()), source)
}

/// A name as PyPI compares it: case does not count, and neither does the kind of separator.
pub(super) fn folded(name: &str) -> impl Iterator<Item = char> + '_ {
    let mut separated = false;
    name.chars().filter_map(move |c| {
        let separator = matches!(c, '-' | '_' | '.');
        let again = separator && separated;
        separated = separator;
        (!again).then_some(if separator {
            '-'
        } else {
            c.to_ascii_lowercase()
        })
    })
}

/// The requirements in a value of `--with`: commas part them, but also the conditions of one requirement. Without
/// `lists` the value is one.
pub(super) fn requirements<'a>(word: Word<'a>, lists: bool) -> impl Iterator<Item = Word<'a>> {
    let mut rest = Some(word);
    std::iter::from_fn(move || {
        let word = rest?;
        let mut inside = 0usize;
        let cut = word.text.char_indices().filter(|_| lists).find(|(at, c)| {
            match c {
                '[' | '{' => inside += 1,
                ']' | '}' => inside = inside.saturating_sub(1),
                _ => {}
            }
            *c == ','
                && inside == 0
                && !word.text[at + 1..]
                    .trim_start()
                    .starts_with(['=', '<', '>', '!', '~'])
        });
        let (one, more) = word.cut(cut.map(|(at, _)| at));
        rest = more;
        Some(one.trimmed())
    })
    .filter(|word| !word.text.is_empty())
}

/// How the names of files with a package end.
const ARCHIVES: [&str; 11] = [
    ".whl",
    ".zip",
    ".tar.gz",
    ".tgz",
    ".tar.bz2",
    ".tbz",
    ".tar.xz",
    ".txz",
    ".tar.lzma",
    ".tar.zst",
    ".tar",
];

/// A package that does not come from the index: its place, its version and the kind of place.
fn elsewhere(word: Word<'_>) -> Option<Parts<'_>> {
    let text = word.text;
    if text.starts_with("git+") {
        let (address, _) = word.split_at(find_outside(text, '#').unwrap_or(text.len()));
        // An `@` in front of the path belongs to the user of the host.
        let host = address.text.find("://").map_or(0, |at| at + 3);
        let path = address.text[host..]
            .find('/')
            .map_or(address.text.len(), |at| host + at);
        return Some(match rfind_outside(&address.text[path..], '@') {
            Some(at) => {
                let (place, reference) = address.around(path + at, 1);
                (
                    place,
                    Version::given(reference, git_precision),
                    PackageSource::Git,
                )
            }
            None => (address, Version::ABSENT, PackageSource::Git),
        });
    }
    if is_path(text)
        || ARCHIVES.iter().any(|ending| text.ends_with(ending)) && !text.contains(['@', ':'])
    {
        return Some((word, Version::ABSENT, PackageSource::Path));
    }
    has_scheme(text).then(|| {
        let Some(at) = find_outside(text, '#') else {
            return (word, Version::ABSENT, PackageSource::Url);
        };
        let (place, fragment) = word.around(at, 1);
        let is_hash = ["sha256=", "sha384=", "sha512="]
            .iter()
            .any(|kind| fragment.text.starts_with(kind));
        (
            place,
            if is_hash {
                Version::given(fragment, |_| Precision::Exact)
            } else {
                Version::ABSENT
            },
            PackageSource::Url,
        )
    })
}

/// The version that conditions such as `==1.0` or `>=1,<2` leave.
fn specifiers(word: Word<'_>) -> Version<'_> {
    let single = !word.text.contains(',');
    match word
        .after("===")
        .or_else(|| word.after("=="))
        .filter(|_| single)
    {
        Some(version) => Version::given(version, at_precision),
        None => Version::given(word, |_| Precision::Range),
    }
}

/// How firmly a version after `@` or `==` is fixed. `1` is one version here, the same as `1.0.0`.
fn at_precision(version: &str) -> Precision {
    let plain = version.bytes().all(|byte| {
        byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'!' | b'+' | b'-' | b'_')
    });
    match version {
        "latest" => Precision::Latest,
        _ if plain && is_versionish(version) => Precision::Exact,
        _ => Precision::Range,
    }
}
