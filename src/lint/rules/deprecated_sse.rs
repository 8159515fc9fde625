//! The older transport of remote servers.

use crate::diagnostic::Level;
use crate::lint::file::{File, LintServer};
use crate::lint::reach::{address, given, tag};
use crate::lint::url::Url;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::{Slot, Transport};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "deprecated-sse",
    level: Level::Info,
    group: Group::Deprecation,
    page: crate::lint::page!("../../../docs/rules/deprecated-sse.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let (span, url) = match direct(file, server).or_else(|| bridged(file, server)) {
        Some(found) => found,
        None => return,
    };
    if url
        .and_then(Url::parse)
        .is_some_and(|url| url.is_loopback())
    {
        return;
    }
    out.add(
        span,
        format!(
            "`{}` uses the SSE transport, which is deprecated",
            server.name
        ),
    )
    .label("servers and hosts are dropping it")
    .help("use streamable HTTP if the server offers it");
}

type Place<'a> = (Span, Option<&'a str>);

fn direct<'a>(file: &File<'_>, server: &LintServer<'a>) -> Option<Place<'a>> {
    if server.kind != Some(Transport::Sse) {
        return None;
    }
    let span = tag(server)
        .map(|at| at.member.value.span)
        .or_else(|| given(server, Slot::Url).next().map(|at| at.member.key_span))?;
    Some((span, address(file, server).map(|url| url.text)))
}

/// A bridge that is told to speak nothing else.
fn bridged<'a>(file: &File<'_>, server: &LintServer<'a>) -> Option<Place<'a>> {
    let launch = server.launch()?;
    let stage = launch.second_stage.as_ref()?;
    let word = launch
        .package_option("--transport")
        .last()
        .filter(|word| word.text == "sse-only")?;
    Some((server.word(file, &word), stage.url.map(|url| url.text)))
}
