//! A package that looks official and was never published.

use super::common::{exchange, verb};
use crate::diagnostic::Level;
use crate::launch::{Ecosystem, Launch, Package, Runner, Word};
use crate::lint::file::{File, LintServer};
use crate::lint::packages::{DEPRECATED, Instead, NEVER, registry};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};

pub(super) static RULE: Rule = Rule {
    id: "nonexistent-package",
    level: Level::Error,
    group: Group::Security,
    fix: Some(Safety::Unsafe),
    security: Some("7.0"),
    tags: &["MCP04"],
    strays: true,
    page: crate::lint::page!("../../../docs/rules/nonexistent-package.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for package in server.packages() {
        let is = |known: &str| match known.strip_suffix('*') {
            Some(start) => package
                .published()
                .is_some_and(|name| name.starts_with(start)),
            None => package.is(known),
        };
        let Some(known) = NEVER
            .iter()
            .find(|known| package.ecosystem == Ecosystem::Npm && is(known.name))
        else {
            continue;
        };
        let (name, words) = (package.name.text, known.instead.words());
        out.add(
            server.word(file, &package.word),
            format!(
                "`{}` {} `{name}`, which does not exist on {}",
                server.name,
                verb(server, package),
                registry(package.ecosystem)
            ),
        )
        .label("the server cannot start, and whoever publishes the name first decides what runs")
        .help(format!("use {words}"))
        .fix(repair(file, server, package, known.instead));
    }
}

fn repair(
    file: &File<'_>,
    server: &LintServer<'_>,
    package: &Package<'_>,
    instead: Instead,
) -> Option<Fix> {
    match instead {
        Instead::Npm(name) => {
            let span = server.word(file, &package.word);
            let fix = Fix::risky(format!("use `{name}`"));
            exchange(fix, file, span, package.word.text, name)
        }
        // One finding is not exchanged for another.
        Instead::PyPi(name) if DEPRECATED.iter().any(|known| known.name == name) => None,
        Instead::PyPi(name) => server
            .launch()
            .and_then(|launch| python(file, server, launch, package, name)),
        Instead::Words(_) => None,
    }
}

/// The same entry with `uvx`. Only where the runner has no option but `-y`, each word is a value of its own, and the program
/// gets nothing but options: what the others know are options, and an operand stops them.
fn python(
    file: &File<'_>,
    server: &LintServer<'_>,
    launch: &Launch<'_>,
    package: &Package<'_>,
    name: &str,
) -> Option<Fix> {
    let plain = launch.runner == Runner::Npx
        && launch.package == *package
        && launch
            .package_args
            .first()
            .is_none_or(|first| first.text.starts_with('-'))
        && launch
            .options
            .iter()
            .all(|flag| matches!(flag.name, "yes" | "quiet"));
    let path = |word: &Word<'_>| {
        let value = server
            .value_of(word)
            .filter(|value| value.text == word.text)?;
        file.text
            .get(value.span.range())
            .filter(|raw| raw.len() <= value.text.len() + 2)?;
        Some(file.path_of(value.span))
    };
    let runner = path(&launch.runner_word).filter(|_| plain)?;
    let mut fix = Fix::risky(format!("use `{name}` with `uvx`"))
        .set_text(runner, "uvx")
        .set_text(path(&package.word)?, name);
    let mut gone: Vec<_> = launch
        .options
        .iter()
        .map(|flag| path(&flag.word))
        .collect::<Option<_>>()?;
    gone.dedup();
    for path in gone {
        fix = fix.remove(path);
    }
    Some(fix)
}
