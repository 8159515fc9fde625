//! Names of container images.

use super::package::{PackageSource, Parts, Precision, Version, is_versionish};
use super::word::{Word, find_outside, rfind_outside};

/// Reads `registry:port/name:tag@digest`.
pub(super) fn parse(word: Word<'_>) -> Parts<'_> {
    let whole = word.after("docker://").unwrap_or(word);
    let (tagged, digest) = whole.cut(find_outside(whole.text, '@'));
    // A colon in front of a slash is that of a port.
    let slash = rfind_outside(tagged.text, '/').unwrap_or(0);
    let (name, tag) = tagged.cut(rfind_outside(tagged.text, ':').filter(|at| *at > slash));
    let version = match (digest, tag) {
        (Some(digest), _) => Version::given(digest, |digest| {
            if is_digest(digest) {
                Precision::Exact
            } else {
                Precision::Channel
            }
        }),
        (None, Some(tag)) => Version::given(tag, precision),
        (None, None) => Version::ABSENT,
    };
    (name, version, PackageSource::registry(name))
}

/// The name without the registry that is meant when none is named.
pub(super) fn short(name: &str) -> &str {
    let hub = ["docker.io/", "index.docker.io/", "registry-1.docker.io/"];
    let name = hub
        .iter()
        .find_map(|host| name.strip_prefix(host))
        .unwrap_or(name);
    name.strip_prefix("library/").unwrap_or(name)
}

fn precision(tag: &str) -> Precision {
    match tag {
        "latest" => Precision::Latest,
        _ if is_versionish(tag) => Precision::Tag,
        _ => Precision::Channel,
    }
}

fn is_digest(digest: &str) -> bool {
    digest.split_once(':').is_some_and(|(kind, hash)| {
        !kind.is_empty() && hash.len() >= 32 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}
