//! A name that leaves little room for those of its tools.

use crate::diagnostic::Level;
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "long-server-name",
    level: Level::Info,
    group: Group::Names,
    page: crate::lint::page!("../../../docs/rules/long-server-name.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let ids = &file.runtime().ids;
    if server.name.len() <= ids.long_name {
        return;
    }
    let length = ids.names.map_or_else(
        || server.name.chars().count(),
        |names| names.id(server.name).chars().count(),
    );
    if length <= ids.long_name {
        return;
    }
    let room = ids.longest.saturating_sub(ids.extra + length);
    out.add(
        server.name_span,
        format!("a server name of {length} characters leaves {room} for the names of its tools"),
    )
    .label(format!(
        "server and tool name together may have {} characters; longer ones {}",
        ids.longest, ids.beyond
    ))
    .help(format!(
        "choose a name of at most {} characters",
        ids.long_name
    ));
}
