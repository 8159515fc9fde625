//! A package that is fetched in whatever version there is.

use crate::diagnostic::Level;
use crate::launch::{Ecosystem, Package, PackageSource, Precision};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};
use crate::secret::shows_secret;

pub(super) static RULE: Rule = Rule {
    id: "unpinned-package",
    level: Level::Info,
    group: Group::Security,
    strict: Some(Level::Warning),
    locked: Some(Level::Error),
    security: Some("4.0"),
    tags: &["MCP04"],
    // No version of what does not exist can be named.
    yields_to: &["nonexistent-package"],
    page: crate::lint::page!("../../../docs/rules/unpinned-package.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if !file.is_project() {
        return;
    }
    for package in server.packages() {
        let Some((variant, how)) = loose(package) else {
            continue;
        };
        let name = shown(package);
        let help = match (package.source, package.ecosystem) {
            (PackageSource::Git, _) => "add the full commit".to_owned(),
            (PackageSource::Url, _) => "add a hash, or use the published package".to_owned(),
            (_, Ecosystem::Image) => format!("name the content: `{name}@sha256:…`"),
            (_, Ecosystem::PyPi) => format!("name one version: `{name}==…`"),
            _ => format!("name one version: `{name}@…`"),
        };
        let finding = out.add(
            server.word(file, &package.word),
            format!("`{}` fetches `{name}` {how}", server.name),
        );
        // A tag is rarely moved, and images have little else that people can read.
        if variant == "tag" {
            finding.keep_level();
        }
        finding
            .variant(variant)
            .label("a new release runs at the next start, without review")
            .help(help);
    }
}

/// Which case it is, and how the version is chosen; nothing if it is fixed, or if nothing is fetched.
fn loose(package: &Package<'_>) -> Option<(&'static str, &'static str)> {
    let precision = package.version.precision;
    if matches!(precision, Precision::Exact | Precision::Unknown) {
        return None;
    }
    let kind = match package.ecosystem {
        Ecosystem::Npm => "npm",
        Ecosystem::Jsr => "jsr",
        Ecosystem::PyPi => "pypi",
        Ecosystem::Image => "image",
        Ecosystem::Go => "go",
        Ecosystem::NuGet => "nuget",
        Ecosystem::Deno => return None,
    };
    match (package.source, precision) {
        (PackageSource::Path | PackageSource::Installed | PackageSource::Unknown, _) => None,
        (PackageSource::Registry | PackageSource::Alias | PackageSource::Git, Precision::Tag) => {
            Some(("tag", "by a tag, which its owner can move"))
        }
        (PackageSource::Git, Precision::ShortCommit) => Some(("git", "by a shortened commit")),
        (PackageSource::Git, _) => Some(("git", "at whatever commit is newest")),
        (PackageSource::Url, _) => Some((kind, "without a hash")),
        (PackageSource::Registry | PackageSource::Alias, Precision::Range) => {
            Some((kind, "at whatever version is newest in a range"))
        }
        (PackageSource::Registry | PackageSource::Alias, _) => {
            Some((kind, "at whatever version is newest"))
        }
    }
}

/// The name, or of an address what cannot be a password. A login that is taken for a package has its password before the
/// `@`, where nothing says any more what it is.
fn shown<'a>(package: &Package<'a>) -> &'a str {
    let name = package.name.text;
    match package.source {
        PackageSource::Git | PackageSource::Url => name
            .split(['?', '#'])
            .next()
            .and_then(|name| name.rsplit('@').next())
            .unwrap_or(name),
        _ if shows_secret(None, package.word.text) => "…",
        _ => name,
    }
}
