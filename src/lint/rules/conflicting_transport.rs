//! A program and an address in one entry, or a tag that says the opposite of the keys.

use crate::diagnostic::Level;
use crate::host::TagRule;
use crate::lint::file::{At, File, Server};
use crate::lint::reach::{given, level, meaning, tag, unsupported};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::{Slot, Transport};

pub(super) static RULE: Rule = Rule {
    id: "conflicting-transport",
    level: Level::Warning,
    group: Group::Transport,
    page: include_str!("../../../docs/rules/conflicting-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let command = given(server, Slot::Command).next();
    let mut addresses: Vec<&At<'_>> = given(server, Slot::Url).collect();
    // Of two addresses, one that the host does not know is only a foreign name.
    if addresses.iter().any(|at| at.field.is_some()) {
        addresses.retain(|at| at.field.is_some());
    }
    let mut keys: Vec<&At<'_>> = command
        .into_iter()
        .chain(addresses.iter().copied())
        .collect();
    match keys[..] {
        [] => {}
        // What the tag asks for the host cannot do, with whichever key.
        [_] if unsupported(file, server).is_some() => {}
        [only] => contradicted(file, server, only, out),
        _ => {
            keys.sort_by_key(|at| at.member.key_span);
            both(file, server, &keys, out);
        }
    }
}

/// Two keys, each of which says how the server is reached.
fn both(file: &File<'_>, server: &Server<'_>, keys: &[&At<'_>], out: &mut Found<'_>) {
    let refused = file.place.format.other_transport;
    let by_tag = server
        .tag
        .and_then(|tag| tag.as_str())
        .and_then(|word| meaning(file, word))
        .filter(|_| file.place.format.transports.rule != TagRule::Refines);
    let fits = |at: &&&At<'_>| {
        by_tag.is_some_and(|kind| (kind == Transport::Stdio) == (at.slot == Some(Slot::Command)))
    };
    let first = || {
        file.place
            .format
            .transports
            .infer
            .iter()
            .find_map(|(key, _)| keys.iter().find(|at| at.name == *key))
    };
    let rejects = level(refused) == Level::Error;
    let Some(winner) = (if rejects {
        keys.first()
    } else {
        keys.iter()
            .find(fits)
            .or_else(first)
            .or_else(|| keys.first())
    }) else {
        return;
    };
    let Some(loser) = keys
        .iter()
        .rev()
        .find(|at| at.member.key_span != winner.member.key_span)
    else {
        return;
    };
    let what = if rejects {
        "takes only one of them".to_owned()
    } else {
        format!("uses `{}`", winner.name)
    };
    out.add(
        loser.member.key_span,
        format!(
            "`{}` has both `{}` and `{}`; {} {what}",
            server.name,
            winner.name,
            loser.name,
            file.host_name()
        ),
    )
    .level(level(refused))
    .label(if rejects {
        format!("{} {}", file.host_name(), refused.consequence())
    } else {
        "this one is passed over".to_owned()
    })
    .help("keep the one that is meant, or make two servers of them")
    .related(
        winner.member.key_span,
        if rejects {
            "the other one"
        } else {
            "this one counts"
        },
    );
}

/// A tag for a process beside an address, or the other way round.
fn contradicted(file: &File<'_>, server: &Server<'_>, only: &At<'_>, out: &mut Found<'_>) {
    let Some(tag) = tag(server) else { return };
    let Some(word) = tag.member.value.as_str() else {
        return;
    };
    let Some(kind) = meaning(file, word) else {
        return;
    };
    if (kind == Transport::Stdio) == (only.slot == Some(Slot::Command)) {
        return;
    }
    let keys_decide = file.place.format.transports.rule == TagRule::Refines;
    let (passed, counts) = if keys_decide {
        (tag, only)
    } else {
        (only, tag)
    };
    let needed = if kind == Transport::Stdio {
        "no command"
    } else {
        "no address"
    };
    let finding = out.add(
        passed.member.key_span,
        format!(
            "`{}` has `{}` beside `{}: {word}`",
            server.name, only.name, tag.name
        ),
    );
    finding
        .related(counts.member.key_span, "this one counts")
        .help(format!(
            "make `{}` fit the key, or the key fit it",
            tag.name
        ));
    if keys_decide {
        finding.label(format!(
            "{} goes by `{}` and passes over this",
            file.host_name(),
            only.name
        ));
    } else {
        let cost = file.place.format.bad_server;
        finding.level(Level::Error).label(format!(
            "{} goes by `{}`, finds {needed}, and {}",
            file.host_name(),
            tag.name,
            cost.consequence()
        ));
    }
}
