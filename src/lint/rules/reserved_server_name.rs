//! A name that the host keeps for itself.

use crate::diagnostic::Level;
use crate::lint::file::{File, Server};
use crate::lint::reach::given;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;

pub(super) static RULE: Rule = Rule {
    id: "reserved-server-name",
    level: Level::Error,
    group: Group::Names,
    page: include_str!("../../../docs/rules/reserved-server-name.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let bare = || given(server, Slot::Command).chain(given(server, Slot::Url)).next().is_none();
    let reserved = file.host.names.reserved.contains(&server.name);
    let built_in = file.host.facts.reserved_bare.contains(&server.name) && bare();
    if !reserved && !built_in {
        return;
    }
    let finding = out.add(server.name_span, format!("`{}` is a name that {} keeps for itself", server.name, file.host_name()));
    if reserved {
        finding.label("the entry is not loaded");
        let base = server.name.trim_matches('_');
        finding.help(format!("choose another name, such as `my-{base}`"));
    } else {
        finding.label(format!("{} {}", file.host_name(), file.host.bad_server.consequence()));
        finding.help("choose another name, and say how the server is reached");
    }
}
