//! An address without the field that says how it is spoken to, on a host that needs it.

use crate::diagnostic::Level;
use crate::host::Missing;
use crate::lint::file::{At, File, Server};
use crate::lint::fix::below;
use crate::lint::reach::needs_tag;
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::syntax::Value;

use super::foreign_field::has_foreign_tag;

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
    let (Some(tag), None, Some(url)) = (file.place.format.transports.tag, server.tag, server.url)
    else {
        return;
    };
    let Some(at) = server.known(Slot::Url).next() else {
        return;
    };
    let sse = Url::parse(url.text)
        .and_then(|url| url.last_segment())
        .is_some_and(|(_, last)| last == "sse");
    let wrong_guess = file.place.format.transports.missing == Missing::Is(Transport::Sse) && !sse;
    // A tag under the name that another host gives it is renamed, and says more than the address.
    if url.text.trim().is_empty()
        || !(needs_tag(file, server) || wrong_guess)
        || has_foreign_tag(file, server)
    {
        return;
    }
    let kind = if sse && file.place.format.spelling(Transport::Sse).is_some() {
        Transport::Sse
    } else {
        Transport::Http
    };
    let Some(spelling) = file.place.format.spelling(kind) else {
        return;
    };
    let title = format!("add `{tag}` with the value `{}`", spelling.word);
    let fix = if sse {
        Fix::risky(&*title)
    } else {
        Fix::safe(&*title)
    };
    let finding = out.add(
        at.member.key_span,
        format!("`{}` has `{}` but no `{tag}`", server.name, at.name),
    );
    finding
        .help(title)
        .fix(fix.set_text(below(&file.path_of(server.node.span), tag), spelling.word));
    if wrong_guess {
        finding.level(Level::Warning).label(format!(
            "{} then uses the older SSE transport",
            file.host_name()
        ));
    } else {
        finding.label(without_tag(file, server));
    }
}

/// What the host does with a server that does not say how it is reached.
pub(super) fn without_tag(file: &File<'_>, server: &Server<'_>) -> String {
    let host = file.host_name();
    let switch = |at: &At<'_>| {
        at.slot == Some(Slot::Enabled) && matches!(at.member.value.value, Value::Bool(_))
    };
    if file.runtime().toggles
        && server
            .fields
            .iter()
            .any(|at| at.field.is_some() && switch(at))
    {
        return format!(
            "{host} takes the entry for a switch of a server that is defined elsewhere, and leaves this one out without a word"
        );
    }
    format!("{host} {}", file.place.format.bad_server.consequence())
}
