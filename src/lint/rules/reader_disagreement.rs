//! An entry that two programs of one host read differently.

use crate::diagnostic::Level;
use crate::host::tell::{article, tell};
use crate::host::{Also, Cost, Reading};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::dialect::Position;
use crate::model::{Slot, Transport};

pub(super) static RULE: Rule = Rule {
    id: "reader-disagreement",
    level: Level::Warning,
    group: Group::Structure,
    yields_to: &["wrong-type", "missing-transport", "unknown-transport"],
    page: crate::lint::page!("../../../docs/rules/reader-disagreement.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let Some(also) = file.place.also else { return };
    for (entry, server) in file.found.servers.iter().zip(&file.servers) {
        if server.hidden || !server.node.is_object() {
            continue;
        }
        let second = Reading::new(file.host, also.place, entry);
        transport(&also, server, &second, out);
        refused(file, &also, server, &second, out);
        references(file, &also, server, out);
    }
}

/// A server that only one of them takes for HTTP, or for a process.
fn transport(also: &Also, server: &LintServer<'_>, second: &Reading<'_>, out: &mut Found<'_>) {
    let (Some(first), Some(other)) = (server.kind, second.kind) else {
        return;
    };
    if first == other {
        return;
    }
    let message = format!(
        "`{}` is {} server for {}, and {} server for {}",
        server.name,
        article(first),
        also.first,
        article(other),
        also.second
    );
    let span = second.tag.map_or(server.name_span, |tag| tag.span);
    let format = second.place.format;
    let tag = format.transports.tag.unwrap_or("type");
    let word = |kind: Transport| format.spelling(kind).map_or("", |spelling| spelling.word);
    out.add(span, message)
        .label(format!("{} ignores this", also.first))
        .help(format!(
            "write `{tag}` with the value `{}` or `{}`",
            word(other),
            word(first)
        ));
}

/// What only the second of them refuses.
fn refused(
    file: &File<'_>,
    also: &Also,
    server: &LintServer<'_>,
    second: &Reading<'_>,
    out: &mut Found<'_>,
) {
    if server
        .problems()
        .iter()
        .any(|problem| problem.is_refused(server) && problem.cost(server) != Cost::Ignored)
    {
        return;
    }
    for problem in second.problems() {
        let cost = problem.cost(second);
        if !problem.is_refused(second) || cost == Cost::Ignored {
            continue;
        }
        let told = tell(second, &problem);
        let message = format!("only {} accepts this: {}", also.first, told.message);
        out.add(told.span, message)
            .label(consequence(file, also, cost));
    }
}

/// References that the second of them takes for text.
fn references(file: &File<'_>, also: &Also, server: &LintServer<'_>, out: &mut Found<'_>) {
    let strays = |text: &&Text<'_>| {
        let first = file.place.format.dialect(text.slot);
        let second = also.place.format.dialect(text.slot);
        !first.references(text.text).is_empty() && second.references(text.text).is_empty()
    };
    let pairs = server.env.iter().chain(&server.headers);
    let texts = server
        .command
        .iter()
        .chain(&server.args)
        .chain(pairs.filter_map(|pair| pair.value.as_ref()))
        .chain(&server.cwd);
    // The text of a reference is no part of a host's name.
    if let Some(url) = server.url.as_ref().filter(strays) {
        let dialect = file.place.format.dialect(Slot::Url);
        let at = dialect.references(url.text).first().map(|(at, _)| at.start);
        let start = at.map_or("", |at| &url.text[..at]);
        if Position::AfterHost.allows(start) {
            say(also, server, url, out);
        } else {
            let message = format!(
                "`{}` has a reference in the host of `{}`, which only {} expands",
                server.name, url.field, also.first
            );
            let cost = also.place.format.bad_server;
            // Whoever uses the extension alone is not concerned.
            out.add(url.span, message)
                .level(Level::Info)
                .label(consequence(file, also, cost))
                .help("write the host as text");
        }
    }
    if let Some(text) = texts.clone().find(strays) {
        say(also, server, text, out);
    }
}

fn say(also: &Also, server: &LintServer<'_>, text: &Text<'_>, out: &mut Found<'_>) {
    let message = format!(
        "`{}` has a reference in `{}`, which only {} expands",
        server.name, text.field, also.first
    );
    out.add(text.span, message)
        .level(Level::Info)
        .variant("reference")
        .label(format!("{} passes it on as text", also.second))
        .help("write the value itself if both are used, in a file that is not shared");
}

fn consequence(file: &File<'_>, also: &Also, cost: Cost) -> String {
    format!(
        "{} of {} {}",
        also.second,
        file.host_name(),
        cost.consequence()
    )
}
