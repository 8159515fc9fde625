//! An address whose last part names another transport than the one in use.

use std::ops::Range;

use crate::diagnostic::Level;
use crate::host::{Fallback, Problem, TagRule, Write};
use crate::lint::file::{File, LintServer, Text};
use crate::lint::fix::below;
use crate::lint::reach::{address, needs_tag, unsupported};
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::syntax::Span;

pub(super) static RULE: Rule = Rule {
    id: "transport-url-mismatch",
    level: Level::Warning,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    yields_to: &["retired-endpoint", "placeholder-value"],
    page: crate::lint::page!("../../../docs/rules/transport-url-mismatch.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

/// A transport and an address that do not fit each other.
struct Mismatch<'a> {
    kind: Transport,
    other: Transport,
    text: Text<'a>,
    /// The last part of the path, which names the other transport, and where in the text it is.
    last: &'a str,
    range: Range<usize>,
    /// The host tries the other transport too.
    tries: bool,
}

/// Whether the end of the address names the transport that the server does not get.
pub(super) fn names_the_other(file: &File<'_>, server: &LintServer<'_>) -> bool {
    mismatch(file, server).is_some()
}

fn mismatch<'a>(file: &File<'_>, server: &LintServer<'a>) -> Option<Mismatch<'a>> {
    let (kind, text) = (server.kind?, address(file, server)?);
    // Then the tag is what there is to say something about.
    if needs_tag(file, server) || unsupported(file, server).is_some() {
        return None;
    }
    // Without a tag, each host decides for itself, and it is not known which one reads the file.
    if file.host.facts.lenient && server.tag.is_none() {
        return None;
    }
    let (range, last) = Url::parse(text.text).and_then(|url| url.last_segment())?;
    let other = match (kind, last) {
        (Transport::Http, "sse") => Transport::Sse,
        (Transport::Sse, "mcp" | "http") => Transport::Http,
        _ => return None,
    };
    let format = file.place.format;
    let tries = match format.runtime.fallback {
        Fallback::Either => true,
        Fallback::ToSse => kind == Transport::Http,
        // A file of no particular host is not tried by anybody yet.
        Fallback::Unsaid | Fallback::None => false,
    };
    let (sse, http) = (
        format.spelling(Transport::Sse),
        format.spelling(Transport::Http),
    );
    let merged = sse
        .zip(http)
        .is_some_and(|(sse, http)| !sse.exact && (!tries || sse.word == http.word));
    (!merged).then_some(Mismatch {
        kind,
        other,
        text,
        last,
        range,
        tries,
    })
}

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(Mismatch {
        kind,
        other,
        text,
        last,
        range,
        tries,
    }) = mismatch(file, server)
    else {
        return;
    };
    let format = file.place.format;
    let name = |kind| {
        if kind == Transport::Http {
            "streamable HTTP"
        } else {
            "SSE"
        }
    };
    let finding = out.add(
        file.part(&text, range),
        format!(
            "`{}` uses {}, but its URL ends in `/{last}`",
            server.name,
            name(kind)
        ),
    );
    if tries {
        finding.label(format!(
            "{} falls back to the other transport",
            file.host_name()
        ));
        // Where nobody said which transport it is, nobody said anything wrong.
        if server.tag.is_none() {
            finding.level(Level::Info);
        }
    } else if let Some(tag) = contradicts(server) {
        finding.label(format!(
            "{} goes by `{}` and ignores `{tag}`",
            file.host_name(),
            text.field
        ));
    } else {
        finding.label(format!("such a URL usually means {}", name(other)));
    }
    if let Some((at, right)) = other_key(file, server, &text, other) {
        let title = format!("rename `{}` to `{right}`", text.field);
        finding.help(format!("{title}, or use the URL for {}", name(kind)));
        // A tag that agrees with the old key would contradict the new one.
        if server.tag.is_none() || contradicts(server).is_some() {
            finding.fix(Fix::risky(title).rename(file.path_of(at), right));
        }
        return;
    }
    match format
        .spelling(other)
        .filter(|spelling| spelling.exact && !spelling.word.is_empty())
        .zip(format.transports.tag)
    {
        Some((spelling, tag)) if !is_named_by_key(file, &text) => {
            let title = format!("set `{tag}` to `{}`", spelling.word);
            let path = server.tag.map_or_else(
                || below(&file.path_of(server.node.span), tag),
                |tag| file.path_of(tag.span),
            );
            finding
                .help(format!("{title}, or use the URL for {}", name(kind)))
                .fix(Fix::risky(title).set_text(path, spelling.word));
        }
        _ => {
            finding.help(format!("use the URL for {}", name(kind)));
        }
    }
}

/// The name of a tag that asks for the other transport, where the key decides.
fn contradicts<'s>(server: &'s LintServer<'_>) -> Option<&'s str> {
    server.problems().iter().find_map(|problem| match problem {
        Problem::Contradiction { tag, .. } if server.is_other_remote(*tag) => {
            Some(&*server.fields[*tag].name)
        }
        _ => None,
    })
}

/// The field for addresses of the other transport, where each has its own, and the key to rename.
fn other_key(
    file: &File<'_>,
    server: &LintServer<'_>,
    text: &Text<'_>,
    other: Transport,
) -> Option<(Span, &'static str)> {
    let fields = file.place.format.fields;
    let own = fields.iter().find(|field| field.name == text.field)?;
    let right = fields.iter().find(|field| {
        field.slot == Slot::Url && field.on.has(other) && field.write != Write::Never
    })?;
    let at = server.at(text.field)?;
    (!own.on.has(other)).then_some((at.member.key_span, right.name))
}

/// Whether the key of the address says the transport by itself, so that a tag beside it means nothing.
fn is_named_by_key(file: &File<'_>, text: &Text<'_>) -> bool {
    file.place.format.transports.rule == TagRule::Refines
        && file
            .host
            .facts
            .retired
            .iter()
            .any(|retired| retired.field == text.field)
}
