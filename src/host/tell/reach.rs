//! Words about how a server is reached.

use super::{Told, article, missing_field};
use crate::diagnostic::Level;
use crate::host::reading::Reading;
use crate::host::{Cost, ends_in_sse};
use crate::model::{Slot, Transport};
use crate::syntax::Span;

/// That the host has no such transport as a server asks for; none is named where an address alone tells.
pub(crate) fn beyond(name: &str, kind: Option<Transport>, host: &str) -> String {
    let what = match kind {
        Some(kind) => format!("is {} server", article(kind)),
        None => "has a URL".to_owned(),
    };
    format!("`{name}` {what}, which {host} cannot connect to")
}

pub(super) fn unknown_transport(reading: &Reading<'_>, span: Span, tag: &str, word: &str) -> Told {
    let format = reading.place.format;
    let host = reading.host.name;
    let decides = format.refuses_word(reading.kind);
    // Only what the rest of the entry is for.
    let has = |slot| reading.fields.iter().any(|at| at.slot == Some(slot));
    let remote = match (has(Slot::Command), has(Slot::Url)) {
        (true, false) => Some(false),
        (false, true) => Some(true),
        _ => None,
    };
    let fits = |word: &str| {
        let mut spellings = format.transports.words.iter();
        spellings.any(|spelling| {
            let local = spelling.transport == Transport::Stdio;
            spelling.word == word && remote.is_none_or(|remote| remote != local)
        })
    };
    let mut known = format.tag_words();
    if known.iter().any(|word| fits(word)) {
        known.retain(|word| fits(word));
    }
    let words: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
    Told {
        rule: "unknown-transport",
        level: if decides {
            Level::Error
        } else {
            Level::Warning
        },
        span,
        message: format!(
            "`{}` has a `{tag}` that {host} does not support: `{}`",
            reading.name,
            word.escape_debug()
        ),
        label: if decides && reading.passes_for_toggle() {
            without_tag(reading)
        } else if decides {
            let cost = format.transports.unknown.unwrap_or(format.bad_server);
            format!("{host} {}", cost.consequence())
        } else {
            format!("{host} ignores it and goes by the other keys")
        },
        help: Some(format!("write {}", words.join(" or "))),
        related: None,
    }
}

pub(super) fn missing_tag(reading: &Reading<'_>, at: usize, meant: Transport) -> Told {
    let format = reading.place.format;
    let tag = format.transports.tag.unwrap_or("type");
    let url = || reading.fields[at].member.value.as_str();
    let spelling = match meant {
        Transport::Http if url().is_some_and(ends_in_sse) => format.spelling(Transport::Sse),
        _ => None,
    };
    let word = spelling.or_else(|| format.spelling(meant));
    let word = word.map_or("", |spelling| spelling.word);
    let help = format!("add `{tag}` with the value `{word}`");
    let label = without_tag(reading);
    if meant == Transport::Stdio {
        return Told {
            label,
            ..missing_field(reading, tag, "on every server").help(help)
        };
    }
    let at = &reading.fields[at];
    Told {
        rule: "missing-type",
        level: Level::Error,
        span: at.member.key_span,
        message: format!("`{}` has `{}` but no `{tag}`", reading.name, at.name),
        label,
        help: Some(help),
        related: None,
    }
}

/// What the host does with a server that does not say how it is reached.
pub(crate) fn without_tag(reading: &Reading<'_>) -> String {
    let host = reading.host.name;
    if reading.passes_for_toggle() {
        return format!(
            "{host} reads the entry as a setting for a server defined elsewhere, and silently skips this one"
        );
    }
    format!("{host} {}", reading.place.format.lacking().consequence())
}

/// What a mistake costs.
pub(super) fn costing(reading: &Reading<'_>, cost: Cost) -> String {
    match cost {
        Cost::Server if reading.is_taken_for_toggle() => without_tag(reading),
        _ => format!("{} {}", reading.host.subject(), cost.consequence()),
    }
}

/// Two keys, each of which says how the server is reached.
pub(super) fn conflict(reading: &Reading<'_>, winner: usize, loser: usize) -> Told {
    let host = reading.host.name;
    let (winner, loser) = (&reading.fields[winner], &reading.fields[loser]);
    let cost = reading.place.format.other_transport;
    let refuses = cost != Cost::Ignored;
    let what = if refuses {
        "accepts only one of them".to_owned()
    } else {
        format!("uses `{}`", winner.name)
    };
    let (label, other) = if refuses {
        (format!("{host} {}", cost.consequence()), "the other one")
    } else {
        ("this one is ignored".to_owned(), "this one counts")
    };
    Told {
        rule: "conflicting-transport",
        level: cost.level(),
        span: loser.member.key_span,
        message: format!(
            "`{}` has both `{}` and `{}`; {host} {what}",
            reading.name, winner.name, loser.name
        ),
        label,
        help: Some("keep one of them, or split the server in two".to_owned()),
        related: Some((winner.member.key_span, other)),
    }
}

pub(super) fn contradiction(reading: &Reading<'_>, tag: usize, only: usize) -> Told {
    let host = reading.host.name;
    if reading.is_other_remote(tag) {
        return other_remote(reading, tag, only);
    }
    let (tag, only) = (&reading.fields[tag], &reading.fields[only]);
    let word = tag.member.value.as_str().unwrap_or_default();
    let decides = reading.place.format.word_decides(word);
    let (ignored, counts) = if decides { (only, tag) } else { (tag, only) };
    let needed = if only.slot == Some(Slot::Command) {
        "no URL"
    } else {
        "no command"
    };
    Told {
        rule: "conflicting-transport",
        level: if decides {
            Level::Error
        } else {
            Level::Warning
        },
        span: ignored.member.key_span,
        message: format!(
            "`{}` has `{}` beside `{}: {word}`",
            reading.name, only.name, tag.name
        ),
        label: if decides {
            format!(
                "{host} goes by `{}`, finds {needed}, and {}",
                tag.name,
                reading.place.format.lacking().consequence()
            )
        } else {
            format!("{host} goes by `{}` and ignores this", only.name)
        },
        help: Some(format!(
            "make `{}` fit the key, or the key fit it",
            tag.name
        )),
        related: Some((counts.member.key_span, "this one counts")),
    }
}

/// A tag for streamable HTTP beside a key that means SSE, or the other way round.
fn other_remote(reading: &Reading<'_>, tag: usize, only: usize) -> Told {
    let host = reading.host.name;
    let key = reading.fields[only].name.clone();
    let meant = reading.said(tag).map_or("another transport", remote_name);
    let used = reading.kind.map_or("another transport", remote_name);
    let (tag, only) = (&reading.fields[tag], &reading.fields[only]);
    let word = tag.member.value.as_str().unwrap_or_default();
    let help = match reading.key_for_tag() {
        Some(right) => format!("write `{right}` instead of `{key}` for {meant}"),
        None => format!("remove `{}`", tag.name),
    };
    Told {
        rule: "conflicting-transport",
        level: Level::Warning,
        span: tag.member.key_span,
        message: format!(
            "`{}` has `{}: {}`, but {host} connects to `{key}` over {used}",
            reading.name,
            tag.name,
            word.escape_debug()
        ),
        label: format!("{host} goes by `{key}` and ignores this"),
        help: Some(help),
        related: Some((only.member.key_span, "this one counts")),
    }
}

/// A remote transport in words.
fn remote_name(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "stdio",
        Transport::Http => "streamable HTTP",
        Transport::Sse => "SSE",
        Transport::Ws => "WebSocket",
    }
}
