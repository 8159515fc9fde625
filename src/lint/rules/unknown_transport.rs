//! A transport in a spelling that the host does not know.

use crate::diagnostic::Level;
use crate::host::{TagRule, universal};
use crate::lint::file::{File, Server};
use crate::lint::reach::{given, meaning, tag};
use crate::lint::refs::literal;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};

pub(super) static RULE: Rule = Rule {
    id: "unknown-transport",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    page: include_str!("../../../docs/rules/unknown-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    let Some(tag) = tag(server) else { return };
    let Some(word) = tag.member.value.as_str() else {
        return;
    };
    let (host, facts, format) = (file.host, &file.host.facts, file.place.format);
    if meaning(file, word).is_some() || facts.reference_tags.contains(&word) || !literal(word) {
        return;
    }
    let meant = universal(word);
    // What the host cannot do at all is another matter than how it spells it, unless it does something else instead.
    if meant.is_some_and(|kind| format.spelling(kind).is_none() && server.kind == meant) {
        return;
    }
    let decides = format.transports.rule == TagRule::Decides;
    let known: Vec<String> = format
        .transports
        .words
        .iter()
        .map(|spelling| spelling.word)
        .filter(|word| !word.is_empty())
        .fold(Vec::new(), |mut list, word| {
            let word = format!("`{word}`");
            if !list.contains(&word) {
                list.push(word);
            }
            list
        });
    let finding = out.add(
        tag.member.value.span,
        format!(
            "`{}` has a `{}` that {} does not know: `{}`",
            server.name,
            tag.name,
            host.name,
            word.escape_debug()
        ),
    );
    if decides {
        finding.label(format!("{} {}", host.name, format.bad_server.consequence()));
    } else {
        finding.level(Level::Warning).label(format!(
            "{} passes over it and goes by the other keys",
            host.name
        ));
    }
    // A word that the keys speak against has no single meaning.
    let has = |slot| given(server, slot).next().is_some();
    let fits = |kind: &Transport| {
        if *kind == Transport::Stdio {
            has(Slot::Command) && !has(Slot::Url)
        } else {
            has(Slot::Url) && !has(Slot::Command)
        }
    };
    match meant.filter(fits).and_then(|kind| format.spelling(kind)) {
        Some(spelling) => {
            let title = format!("write `{}`", spelling.word);
            finding
                .help(&*title)
                .fix(Fix::safe(title).set_text(file.path_of(tag.member.value.span), spelling.word));
        }
        None => {
            finding.help(format!("write {}", known.join(" or ")));
        }
    }
}
