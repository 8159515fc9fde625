//! A name that the host refuses, changes, or cannot tell from that of a tool.

use crate::diagnostic::Level;
use crate::host::tell::tell;
use crate::host::{Cost, Names, Problem};
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
    let (names, name) = (&file.place.format.names, server.name);
    // A list's entry without a name lacks a field, which is another matter.
    let unnamed = file.place.list
        && server
            .node
            .member("name")
            .is_none_or(|name| name.value.as_str().is_none());
    let reserved = names.reserved.contains(&name);
    if unnamed || reserved && !name.is_empty() {
        return;
    }
    // What is no letter or digit becomes a mark, and marks are cut off.
    let nothing = names.trim && !name.contains(|c: char| c.is_ascii_alphanumeric());
    let bare = name.is_empty() || nothing;
    let refused = !bare && !names.fits(name);
    let (what, cost) = if bare {
        (
            "is empty".to_owned(),
            match names.has_rules() {
                _ if nothing => file.place.format.bad_server,
                _ if reserved => Cost::Server,
                true => names.invalid,
                false => Cost::Ignored,
            },
        )
    } else if refused {
        (unfit(names, name), names.invalid)
    } else if name.trim() != name {
        ("starts or ends with a space".to_owned(), Cost::Ignored)
    } else {
        return ambiguous(file, server, out);
    };
    let finding = out.add(
        server.name_span,
        format!("the server name `{}` {what}", name.escape_debug()),
    );
    finding
        .level(cost.level())
        .help("use letters, digits and `-`")
        .fix(rename(file, server, &slug(names, name)));
    finding.label(match cost {
        Cost::Ignored if refused => format!(
            "{} accepts it, but changes it in tool names",
            file.host_name()
        ),
        Cost::Ignored => "such a name is hard to refer to".to_owned(),
        cost => format!("{} {}", file.host_name(), cost.consequence()),
    });
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

/// What is wrong with a name that the host does not take.
fn unfit(names: &Names, name: &str) -> String {
    let banned = &names.banned;
    let odd = || name.chars().find(|c| banned.chars.contains(*c));
    if names.extra.is_some() || name.chars().count() > names.max {
        format!("does not match {}", pattern(names))
    } else if name.chars().any(char::is_control) && banned.control {
        "has a control character in it".to_owned()
    } else if let Some(c) = odd().or(banned.lone) {
        let end = if odd().is_some() {
            ""
        } else {
            " at one end, or twice in a row"
        };
        format!("has `{c}` in it{end}")
    } else {
        "is not allowed".to_owned()
    }
}

fn pattern(names: &Names) -> String {
    let end = if names.max == usize::MAX {
        "+".to_owned()
    } else {
        format!("{{1,{}}}", names.max)
    };
    format!("`^[a-zA-Z0-9{}]{end}$`", names.extra.unwrap_or_default())
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
    let fix = Fix::risky(format!("call it `{name}`"));
    if file.place.list {
        return Some(fix.set_text(file.path_of(server.name_span), name));
    }
    Some(fix.rename(file.path_of(server.name_span), name))
}
