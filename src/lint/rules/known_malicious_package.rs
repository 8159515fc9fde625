//! A package that is known to do harm.

use super::common::verb;
use crate::diagnostic::Level;
use crate::lint::file::{File, LintServer};
use crate::lint::packages::MALICIOUS;
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "known-malicious-package",
    level: Level::Error,
    group: Group::Security,
    security: Some("9.5"),
    tags: &["MCP04"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/known-malicious-package.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for package in server.packages() {
        let Some(known) = MALICIOUS
            .iter()
            .find(|known| known.ecosystem == package.ecosystem && package.is(known.name))
        else {
            continue;
        };
        out.add(
            server.word(file, &package.word),
            format!(
                "`{}` {} `{}`, which is known to be malicious",
                server.name,
                verb(server, package),
                known.name
            ),
        )
        .label(known.why)
        .help("remove the server, and change every password and token that it could see");
    }
}
