//! One key twice in one object, of which a parser keeps one without a word.

use std::cell::OnceCell;
use std::collections::HashSet;

use crate::diagnostic::Level;
use crate::host::reading::overruled;
use crate::host::tell::{tell, twice};
use crate::host::{Cost, Problem};
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};
use crate::syntax::{Language, Member, Node, Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "duplicate-key",
    level: Level::Error,
    group: Group::Syntax,
    page: crate::lint::page!("../../../docs/rules/duplicate-key.md"),
    checks: &[Check::File(check), Check::Server(headers)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    // A TOML parser refuses such a file on its own.
    if file.place.language != Language::Toml
        && let Some(root) = file.root()
    {
        let owners = Owners {
            file,
            sorted: OnceCell::new(),
            refused: refused(file),
        };
        walk(&owners, root, out);
    }
}

/// Finds the server around a place, once there is something to say about one.
struct Owners<'f, 'a> {
    file: &'f File<'a>,
    sorted: OnceCell<Vec<(Span, &'a str)>>,
    /// The keys of fields that their server must not have twice, which are told with the server.
    refused: HashSet<Span>,
}

fn refused(file: &File<'_>) -> HashSet<Span> {
    if file.place.format.doubled == Cost::Ignored {
        return HashSet::new();
    }
    let problems = file.servers.iter().flat_map(|server| server.problems());
    let doubled = problems.filter_map(|problem| match problem {
        Problem::Doubled { later, .. } => Some(later.key_span),
        _ => None,
    });
    doubled.collect()
}

impl<'a> Owners<'_, 'a> {
    fn of(&self, place: Span) -> Option<&'a str> {
        let sorted = self.sorted.get_or_init(|| {
            let servers = self.file.servers.iter();
            let mut list: Vec<_> = servers
                .map(|server| (server.entry.span, server.name))
                .collect();
            list.sort_unstable_by_key(|(span, _)| *span);
            list
        });
        let at = sorted.partition_point(|(span, _)| span.start <= place.start);
        let (span, name) = sorted.get(at.checked_sub(1)?)?;
        span.contains(place).then_some(*name)
    }
}

fn walk(owners: &Owners<'_, '_>, node: &Node<'_>, out: &mut Found<'_>) {
    match &node.value {
        Tree::Array(items) => items.iter().for_each(|item| walk(owners, item, out)),
        Tree::Object(members) => {
            let winners = overruled(members, false);
            for (at, first) in members.iter().enumerate() {
                if let Some(winner) = winners.winner(at) {
                    report(owners, first, &members[winner], out);
                }
                walk(owners, &first.value, out);
            }
        }
        _ => {}
    }
}

/// The case of a header does not matter, and some hosts refuse a field that stands twice.
fn headers(_: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for problem in server.problems() {
        if matches!(
            problem,
            Problem::SameHeader { .. } | Problem::Doubled { .. }
        ) {
            out.tell(tell(server, problem));
        }
    }
}

fn report(owners: &Owners<'_, '_>, first: &Member<'_>, later: &Member<'_>, out: &mut Found<'_>) {
    let at = later.key_span;
    if owners.refused.contains(&at) {
        return;
    }
    let host = owners.file.host_name();
    let mut told = twice(host, owners.of(at), &later.key, first.key_span, at);
    if owners.file.place.language.is_yaml() {
        told.message = format!("`{}` is defined twice; {host} rejects the file", later.key);
        told.label = owners.file.place.unreadable_for(owners.file.host);
        told.related = Some((first.key_span, "the first one"));
    }
    out.tell(told);
}
