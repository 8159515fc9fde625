//! A package in a version with a known hole.

use std::cmp::Ordering;

use super::common::{exchange, verb};
use crate::diagnostic::Level;
use crate::launch::{Package, Precision};
use crate::lint::file::{File, LintServer};
use crate::lint::packages::{VULNERABLE, Vulnerable};
use crate::lint::version::compare;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};

pub(super) static RULE: Rule = Rule {
    id: "vulnerable-package",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("8.8"),
    tags: &["MCP04"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/vulnerable-package.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for package in server.packages() {
        let known = VULNERABLE
            .iter()
            .filter(|known| known.ecosystem == package.ecosystem && package.is(known.name));
        let known: Vec<&Vulnerable> = known.filter(|known| concerns(known, package)).collect();
        // The version that repairs the last of them repairs all.
        let newest = known
            .iter()
            .max_by(|a, b| compare(package.ecosystem, a.fixed, b.fixed).unwrap_or(Ordering::Equal));
        let Some(fixed) = newest.map(|known| known.fixed) else {
            continue;
        };
        let ids = known
            .iter()
            .map(|known| known.ids)
            .collect::<Vec<_>>()
            .join(", ");
        let name = package.name.text;
        let exact = package.version.precision == Precision::Exact;
        let version = package.version.word.filter(|_| exact);
        match version {
            Some(version) => {
                let span = server.word(file, &version);
                let sure = known.iter().any(|known| known.confirmed);
                let fix = sure.then(|| Fix::risky(format!("raise `{name}` to {fixed}")));
                let fix = fix.and_then(|fix| exchange(fix, file, span, version.text, fixed));
                out.add(
                    server.word(file, &package.word),
                    format!(
                        "`{}` {} `{name}` {}, which is affected by {ids}",
                        server.name,
                        verb(server, package),
                        version.text
                    ),
                )
                .level(if sure { Level::Error } else { Level::Warning })
                .label(if sure {
                    format!("fixed in {fixed}")
                } else {
                    format!("said to be fixed in {fixed}")
                })
                .help(format!("use `{name}` {fixed} or newer"))
                .fix(fix);
            }
            None => {
                out.add(
                    server.word(file, &package.word),
                    format!(
                        "`{}` may run a version of `{name}` that is affected by {ids}",
                        server.name
                    ),
                )
                .level(Level::Info)
                .label(format!(
                    "versions before {fixed} are affected, and none is pinned here"
                ))
                .help(format!("pin version {fixed} or newer"));
            }
        }
    }
}

/// Whether the version that was asked for has the hole, or may have it.
fn concerns(known: &Vulnerable, package: &Package<'_>) -> bool {
    // The newest has none of these holes any more.
    let Some(version) = package.version.exact() else {
        return !matches!(
            package.version.precision,
            Precision::Unknown | Precision::Latest
        );
    };
    let before = |limit: &str| compare(package.ecosystem, version, limit) == Some(Ordering::Less);
    before(known.fixed) && (known.since.is_empty() || !before(known.since))
}
