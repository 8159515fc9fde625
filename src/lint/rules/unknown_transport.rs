//! A transport in a spelling that the host does not know.

use crate::diagnostic::Level;
use crate::host::tell::tell;
use crate::host::{Problem, universal};
use crate::lint::file::{File, LintServer};
use crate::lint::reach::given;
use crate::lint::refs::literal;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};

pub(super) static RULE: Rule = Rule {
    id: "unknown-transport",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/unknown-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let found = server.problems().iter().find_map(|problem| match problem {
        Problem::UnknownTransport { at, word } => Some((problem, &server.fields[*at], *word)),
        _ => None,
    });
    let Some((problem, tag, word)) = found else {
        return;
    };
    let format = file.place.format;
    if format.transports.elsewhere.contains(&word) || !literal(word) {
        return;
    }
    // What the host cannot do at all is another matter than how it spells it.
    if server.beyond(word).is_some() {
        return;
    }
    let meant = universal(word);
    let finding = out.tell(tell(server, problem));
    // A word that the keys speak against has no single meaning.
    let has = |slot| given(server, slot).next().is_some();
    let fits = |kind: &Transport| {
        if *kind == Transport::Stdio {
            has(Slot::Command) && !has(Slot::Url)
        } else {
            has(Slot::Url) && !has(Slot::Command)
        }
    };
    if let Some(spelling) = meant.filter(fits).and_then(|kind| format.spelling(kind)) {
        let title = format!("write `{}`", spelling.word);
        finding
            .help(&*title)
            .fix(Fix::safe(title).set_text(file.path_of(tag.member.value.span), spelling.word));
    }
}
