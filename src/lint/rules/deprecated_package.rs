//! A package that its owners have put away, renamed or replaced, and a bridge that is not needed.

use super::common::{exchange, verb};
use crate::diagnostic::Level;
use crate::lint::file::{File, LintServer};
use crate::lint::packages::{DEPRECATED, Instead, PackageState};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Transport;

pub(super) static RULE: Rule = Rule {
    id: "deprecated-package",
    level: Level::Warning,
    group: Group::Deprecation,
    fix: Some(Safety::Unsafe),
    tags: &["MCP04"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/deprecated-package.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for package in server.packages() {
        let Some(known) = DEPRECATED
            .iter()
            .find(|known| known.ecosystem == package.ecosystem && package.is(known.name))
        else {
            continue;
        };
        let span = server.word(file, &package.word);
        let finding = out.add(
            span,
            format!(
                "`{}` {} `{}`, which {}",
                server.name,
                verb(server, package),
                known.name,
                known.state.words()
            ),
        );
        finding.label("security holes in it stay open");
        match known.instead {
            Some(instead) => finding.help(format!("use {}", instead.words())),
            None => finding.help("look for a maintained server"),
        };
        // Another program has options of its own; under another name it is the same one.
        let fits = known.state == PackageState::Renamed
            || server
                .launch()
                .is_some_and(|launch| launch.package_args.is_empty());
        if let (Some(Instead::Npm(name)), true) = (known.instead, known.same && fits) {
            let fix = Fix::risky(format!("use `{name}`"));
            finding.fix(exchange(fix, file, span, package.word.text, name));
        }
    }
    bridge(file, server, out);
}

/// A bridge to an address that the host could speak to itself.
fn bridge(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(launch) = server.launch() else {
        return;
    };
    if launch.second_stage.is_none_or(|stage| stage.url.is_none())
        || file.place.format.spelling(Transport::Http).is_none()
        // How to connect does not matter before somebody reads it.
        || file.aside.is_some_and(|aside| aside.sure)
    {
        return;
    }
    let name = launch.package.name.text;
    out.add(
        server.word(file, &launch.package.word),
        format!(
            "`{}` uses `{name}`, but {} supports HTTP itself",
            server.name,
            file.host_name()
        ),
    )
    .level(Level::Info)
    .label("one more program to fetch, start and keep up to date")
    .help("set the server's `url` directly");
}
