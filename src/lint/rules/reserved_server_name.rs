//! A name that the host keeps for itself.

use crate::diagnostic::Level;
use crate::lint::file::{File, LintServer};
use crate::lint::reach::{address, given};
use crate::lint::url::Url;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;

pub(super) static RULE: Rule = Rule {
    id: "reserved-server-name",
    level: Level::Error,
    group: Group::Names,
    page: crate::lint::page!("../../../docs/rules/reserved-server-name.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let bare = || {
        given(server, Slot::Command)
            .chain(given(server, Slot::Url))
            .next()
            .is_none()
    };
    let own = |host: &str| {
        file.runtime()
            .built_in_hosts
            .iter()
            .any(|own| own.eq_ignore_ascii_case(host))
    };
    let text = address(file, server).filter(|text| {
        Url::parse(text.text)
            .and_then(|url| url.host())
            .is_some_and(own)
    });
    if let Some(text) = text.filter(|_| !file.place.format.names.reserved.contains(&server.name)) {
        out.add(
            text.span,
            format!(
                "`{}` is a server that {} has built in",
                server.name,
                file.host_name()
            ),
        )
        .variant("built-in")
        .label("the entry is not loaded, whatever it is called")
        .help("remove the entry");
        return;
    }
    // An empty one is no name, which is another matter.
    let names = file.place.format.names.reserved;
    let reserved = names.contains(&server.name) && !server.name.is_empty();
    let built_in = file.runtime().reserved_bare.contains(&server.name) && bare();
    if !reserved && !built_in {
        return;
    }
    let finding = out.add(
        server.name_span,
        format!("`{}` is reserved by {}", server.name, file.host_name()),
    );
    if reserved {
        finding.label("the entry is not loaded");
        let base = server.name.trim_matches('_');
        finding.help(format!("choose another name, such as `my-{base}`"));
    } else {
        finding.label(format!(
            "{} {}",
            file.host_name(),
            file.place.format.bad_server.consequence()
        ));
        finding.help("choose another name, and add `command` or `url`");
    }
}
