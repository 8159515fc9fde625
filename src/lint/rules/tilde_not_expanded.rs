//! `~` where no shell makes a home folder of it.

use super::broad_filesystem_root::gives_away;
use super::common::exchange;
use crate::diagnostic::Level;
use crate::hints::Marks;
use crate::launch::PackageSource;
use crate::lint::file::{File, LintServer, Text};
use crate::lint::strings::{ReadBy, strings};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::dialect::Form;
use crate::model::{HostVar, Part, Slot};

pub(super) static RULE: Rule = Rule {
    id: "tilde-not-expanded",
    level: Level::Error,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/tilde-not-expanded.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// Packages that make a home folder of `~` in their own arguments, as of 2026-11.
static EXPAND: &[&str] = &[
    "@modelcontextprotocol/server-filesystem",
    "mcp-server-sqlite",
];

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for (text, reader) in strings(server, |text| text.marks.has(const { Marks::new(b"~") })) {
        let wanted = matches!(
            text.slot,
            Slot::Command | Slot::Args | Slot::Cwd | Slot::Env
        ) && matches!(reader, ReadBy::Host | ReadBy::Cmd | ReadBy::Bridge);
        let Some(at) = tilde(text.text).filter(|_| wanted) else {
            continue;
        };
        // The shell that reads the whole line does it.
        let shell =
            matches!(text.slot, Slot::Command | Slot::Args) && server.shell_line().is_some();
        if shell
            || (at == 0 && expanded(file, text.slot))
            || in_file(file, &text, at)
            || (text.slot == Slot::Args && taken_care_of(server, &text))
        {
            continue;
        }
        let fix = fix(file, server, &text, at);
        let help = fix.as_ref().map_or_else(
            || "use an absolute path".to_owned(),
            |fix| fix.title.clone(),
        );
        let level = if text.slot == Slot::Env {
            Level::Info
        } else {
            Level::Error
        };
        out.add(
            file.part(&text, at..at + 1),
            format!(
                "`{}` has `~` in `{}`, which {} does not expand",
                server.name,
                text.field,
                file.host_name()
            ),
        )
        .level(level)
        .label(if text.slot == Slot::Env {
            "the server has to expand it itself"
        } else {
            "no shell expands it, so the path does not exist"
        })
        .help(help)
        .fix(fix);
    }
}

/// The place of the first `~` that a shell would expand.
fn tilde(text: &str) -> Option<usize> {
    let ends = |at: usize| matches!(text.as_bytes().get(at + 1), None | Some(b'/' | b'\\'));
    let starts = |at: usize| at == 0 || matches!(text.as_bytes().get(at - 1), Some(b'=' | b':'));
    text.match_indices('~')
        .map(|(at, _)| at)
        .find(|at| starts(*at) && ends(*at) && (*at == 0 || text.len() > at + 1))
}

/// Whether the host expands a leading `~` in `slot`.
fn expanded(file: &File<'_>, slot: Slot) -> bool {
    file.place.format.dialect(slot).forms.contains(&Form::Tilde)
        || file.runtime().tilde.contains(&slot)
}

/// Whether it starts the path of a file whose contents are put in. Hosts that do so expand it there (observed with
/// opencode 1.18.33, documented for Windsurf).
fn in_file(file: &File<'_>, text: &Text<'_>, at: usize) -> bool {
    let dialect = file.place.format.dialect(text.slot);
    let mut found = dialect.references(text.text).into_iter();
    found.any(|(range, part)| matches!(part, Part::File(_)) && range.contains(&at))
}

/// Whether the package that `text` is an argument of expands it.
fn taken_care_of(server: &LintServer<'_>, text: &Text<'_>) -> bool {
    server.launch().is_some_and(|launch| {
        let known = launch.package.source == PackageSource::Registry
            && EXPAND.contains(&launch.package.name.text);
        known
            && launch.package_args.iter().any(|word| {
                server
                    .value_of(word)
                    .is_some_and(|value| value.span == text.span)
            })
    })
}

/// The home folder in the host's own words: of its two spellings the one that it is better to write.
fn fix(file: &File<'_>, server: &LintServer<'_>, text: &Text<'_>, at: usize) -> Option<Fix> {
    let dialect = file.place.format.dialect(text.slot);
    let parts = [Part::Host(HostVar::Home), Part::env("HOME", None)];
    let home = dialect.spell_either(&parts)?;
    let span = file.part(text, at..at + 1);
    let title = format!("write `{home}`");
    // A folder that gives much away does not exist today, and must not come to exist unasked.
    let fix = if gives_away(server, text.span) {
        Fix::risky(title)
    } else {
        Fix::safe(title)
    };
    (!dialect.whole).then(|| exchange(fix, file, span, "~", home))?
}
