//! Packages of npm and of `deno`.

use super::package::{
    Ecosystem, PackageSource, Parts, Precision, Version, git_precision, has_scheme, is_path,
    is_semver, is_versionish,
};
use super::word::{Word, find_outside, has_reference, outside, rfind_outside};

/// Reads `name@version` and all that can stand in the place of either.
pub(super) fn parse(word: Word<'_>) -> Parts<'_> {
    if let Some(parts) = elsewhere(word) {
        return parts;
    }
    let (name, version) = split(word);
    // A name has the slash of its scope and no other; npm takes the rest for a path.
    let mut below = outside(name.text, |c| c == '/').map(|at| &name.text[at + 1..]);
    if below.any(|part| part.starts_with('.') || !name.text.starts_with('@'))
        || outside(name.text, |c| c == '/').nth(1).is_some()
    {
        return (word, Version::ABSENT, PackageSource::Path);
    }
    let Some(version) = version else {
        return (name, Version::ABSENT, PackageSource::registry(name));
    };
    if version.text.starts_with("workspace:") {
        return (name, Version::ABSENT, PackageSource::Installed);
    }
    // `name@1/2` is no version, so that what looks like a repository is one.
    if let Some(parts) = elsewhere(version) {
        return parts;
    }
    // No version has one of these: npm takes it for a URL, else for a path.
    if outside(version.text, |c| c == ':').next().is_some() {
        return (version, Version::ABSENT, PackageSource::Url);
    }
    if version.text.starts_with('.') || outside(version.text, |c| c == '/').next().is_some() {
        return (version, Version::ABSENT, PackageSource::Path);
    }
    published(name, Some(version), PackageSource::registry(name))
}

/// A package of the registry with what follows the `@` of its name.
fn published<'a>(name: Word<'a>, version: Option<Word<'a>>, source: PackageSource) -> Parts<'a> {
    let given = |version| Version::given(version, precision);
    (name, version.map_or(Version::ABSENT, given), source)
}

/// Reads what `deno run` is given: `npm:name@version/program`, `jsr:@scope/name@version`, an address or a file.
pub(super) fn parse_deno(word: Word<'_>) -> (Ecosystem, Parts<'_>) {
    for (prefix, ecosystem) in [("npm:", Ecosystem::Npm), ("jsr:", Ecosystem::Jsr)] {
        let Some(rest) = word.after(prefix) else {
            continue;
        };
        let rest = rest.after("/").unwrap_or(rest);
        // The first slash of a scoped name belongs to it; what follows another one names a program or a module.
        let scope = usize::from(rest.text.starts_with('@'));
        let rest = outside(rest.text, |c| c == '/')
            .nth(scope)
            .map_or(rest, |at| rest.split_at(at).0);
        let (name, version) = split(rest);
        return (
            ecosystem,
            published(name, version, PackageSource::registry(name)),
        );
    }
    let source = match word.text {
        text if has_scheme(text) && !text.starts_with("file:") => PackageSource::Url,
        text if has_reference(text) && !is_path(text) => PackageSource::Unknown,
        _ => PackageSource::Path,
    };
    (Ecosystem::Deno, (word, Version::ABSENT, source))
}

/// The name and what follows its `@`. The `@` of a scope is part of the name.
fn split(word: Word<'_>) -> (Word<'_>, Option<Word<'_>>) {
    word.cut(outside(word.text, |c| c == '@').find(|at| *at > 0))
}

/// A package that does not come from the registry: its place, its version and the kind of place.
fn elsewhere(word: Word<'_>) -> Option<Parts<'_>> {
    let text = word.text;
    if let Some(real) = word.after("npm:") {
        let (name, version) = split(real);
        return Some(published(name, version, PackageSource::Alias));
    }
    if is_path(text) || is_archive(text) && !text.contains(['@', ':']) {
        return Some((word, Version::ABSENT, PackageSource::Path));
    }
    if is_git(text) {
        let Some(at) = find_outside(text, '#') else {
            return Some((word, Version::ABSENT, PackageSource::Git));
        };
        let (place, reference) = word.around(at, 1);
        let version = match reference.after("semver:") {
            Some(range) => Version::given(range, |range| {
                if is_semver(range) {
                    Precision::Tag
                } else {
                    Precision::Range
                }
            }),
            None => Version::given(reference, git_precision),
        };
        return Some((place, version, PackageSource::Git));
    }
    has_scheme(text).then(|| {
        (
            word.split_at(rfind_outside(text, '#').unwrap_or(text.len()))
                .0,
            Version::ABSENT,
            PackageSource::Url,
        )
    })
}

/// Whether npm takes the text for a git repository: by its scheme, by a hoster's short form, or as `owner/name`.
fn is_git(text: &str) -> bool {
    const STARTS: [&str; 7] = [
        "git+",
        "git://",
        "ssh://",
        "github:",
        "gitlab:",
        "bitbucket:",
        "gist:",
    ];
    // `git@1.0` is a package, `git@host.name:path` is not.
    let over_ssh = text
        .strip_prefix("git@")
        .and_then(|rest| rest.split_once(':'))
        .is_some_and(|(host, _)| host.contains('.'));
    if over_ssh || STARTS.iter().any(|start| text.starts_with(start)) {
        return true;
    }
    let place = text.split('#').next().unwrap_or(text);
    if has_scheme(text) {
        let hosted = [
            "https://github.com/",
            "https://gitlab.com/",
            "https://bitbucket.org/",
        ]
        .iter()
        .find_map(|host| place.strip_prefix(host));
        let repository = hosted.is_some_and(|path| {
            path.trim_end_matches('/').split('/').count() == 2 && !is_archive(path)
        });
        return repository || place.ends_with(".git");
    }
    let mut parts = place.split('/');
    let part = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && !part.contains(['@', ':', ' ']))
    };
    !text.starts_with('@') && part(parts.next()) && part(parts.next()) && parts.next().is_none()
}

fn is_archive(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    [".tgz", ".tar.gz", ".tar"]
        .iter()
        .any(|ending| text.ends_with(ending))
}

fn precision(version: &str) -> Precision {
    let bare = version.trim_start_matches(['=', 'v', ' ']);
    match version {
        "latest" => Precision::Latest,
        _ if is_semver(bare) => Precision::Exact,
        _ if version.contains(['^', '~', '<', '>', '*', '|', ' ', '='])
            || is_versionish(bare)
            || matches!(bare, "x" | "X" | "") =>
        {
            Precision::Range
        }
        _ => Precision::Channel,
    }
}
