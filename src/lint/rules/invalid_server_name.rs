//! A name that the host refuses, changes, or cannot tell from that of a tool.

use crate::diagnostic::Level;
use crate::host::tell::{bad_name, tell};
use crate::host::{Names, Problem};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};

pub(super) static RULE: Rule = Rule {
    id: "invalid-server-name",
    level: Level::Error,
    group: Group::Names,
    fix: Some(Safety::Unsafe),
    yields_to: &["misplaced-server"],
    page: crate::lint::page!("../../../docs/rules/invalid-server-name.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let mut problems = server.problems().iter();
    if let Some(odd) = problems.find(|problem| matches!(problem, Problem::OddName)) {
        out.tell(tell(server, odd));
        return;
    }
    let names = &file.place.format.names;
    let Some((told, _)) = bad_name(server) else {
        if !names.reserved.contains(&server.name) {
            ambiguous(file, server, out);
        }
        return;
    };
    let slug = slug(names, server.name);
    out.tell(told).fix(rename(file, server, &slug));
}

fn ambiguous(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let mark = file.runtime().ids.ambiguous;
    if mark.is_empty() || !server.name.contains(mark) {
        return;
    }
    out.add(
        server.name_span,
        format!(
            "the server name `{}` has `{mark}` in it",
            server.name.escape_debug()
        ),
    )
    .variant("ambiguous")
    .level(Level::Warning)
    .label(format!(
        "{} puts `{mark}` between a server and its tools, so they cannot be distinguished",
        file.host_name()
    ))
    .help("use `-` instead")
    .fix(rename(
        file,
        server,
        server.name.replace(mark, "-").trim_matches('-'),
    ));
}

/// Small letters, with dashes in place of what the host does not take.
fn slug(names: &Names, name: &str) -> String {
    let mut slug = String::new();
    for c in name.trim().chars() {
        if c.is_ascii_alphanumeric() || names.extra.unwrap_or("_.-").contains(c) {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(names.max.min(100));
    slug.trim_matches('-').to_owned()
}

/// Writes another name, if it is not taken.
fn rename(file: &File<'_>, server: &LintServer<'_>, name: &str) -> Option<Fix> {
    if name.is_empty() || name == server.name || file.servers.iter().any(|other| other.name == name)
    {
        return None;
    }
    // A list that disables the server, or limits its tools, would be about none any more.
    let mut asides = file.host.facts.asides.iter();
    if file.found.may_name(server.name) || asides.any(|aside| !aside.names.is_empty()) {
        return None;
    }
    let fix = Fix::risky(format!("call it `{name}`"));
    if file.place.list {
        return Some(fix.set_text(file.path_of(server.name_span), name));
    }
    Some(fix.rename(file.path_of(server.name_span), name))
}
