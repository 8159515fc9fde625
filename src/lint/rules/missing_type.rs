//! An address without the field that says how it is spoken to, on a host that needs it.

use crate::diagnostic::Level;
use crate::host::Missing;
use crate::lint::file::{File, Server};
use crate::lint::fix::below;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};

pub(super) static RULE: Rule = Rule {
    id: "missing-type",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    page: include_str!("../../../docs/rules/missing-type.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let (Some(tag), None, Some(url)) = (file.host.transports.tag, server.tag, server.url) else { return };
    let Some(at) = server.known(Slot::Url).next() else { return };
    let needed = match file.host.transports.missing {
        Missing::Infer => return,
        Missing::Is(transport) => transport == Transport::Stdio && server.command.is_none(),
        Missing::Refused => true,
    };
    if !needed {
        return;
    }
    let sse = url.text.trim_end_matches('/').ends_with("/sse");
    let kind = if sse && file.host.spelling(Transport::Sse).is_some() { Transport::Sse } else { Transport::Http };
    let Some(spelling) = file.host.spelling(kind) else { return };
    let title = format!("add `\"{tag}\": \"{}\"`", spelling.word);
    let fix = if sse { Fix::risky(&*title) } else { Fix::safe(&*title) };
    out.add(at.member.key_span, format!("`{}` has a `{}` but no `{tag}`", server.name, at.name))
        .label(format!("{} {}", file.host_name(), file.host.bad_server.consequence()))
        .help(title)
        .fix(fix.set_text(below(&file.path_of(server.node.span), tag), spelling.word));
}
