//! One key twice in one object, of which a parser keeps one without a word.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::host::Cost;
use crate::lint::file::{File, Server};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;
use crate::syntax::{Language, Member, Node, Span, Value};

pub(super) static RULE: Rule = Rule {
    id: "duplicate-key",
    level: Level::Error,
    group: Group::Syntax,
    page: include_str!("../../../docs/rules/duplicate-key.md"),
    checks: &[Check::File(check), Check::Server(headers)],
    ..Rule::NEW
};

/// From this size on, comparing every key with every other would be felt.
const MANY: usize = 16;

fn check(file: &File<'_>, out: &mut Found<'_>) {
    // A TOML parser refuses such a file on its own.
    if let (Language::Json, Some(root)) = (file.place.language, file.root()) {
        walk(file, root, out);
    }
}

fn walk(file: &File<'_>, node: &Node<'_>, out: &mut Found<'_>) {
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| walk(file, item, out)),
        Value::Object(members) => {
            twice(members, &mut |first, later| report(file, first, later, out));
            members
                .iter()
                .for_each(|member| walk(file, &member.value, out));
        }
        _ => {}
    }
}

fn twice<'m>(members: &'m [Member<'_>], found: &mut dyn FnMut(Span, &'m Member<'_>)) {
    if members.len() < MANY {
        for (at, later) in members.iter().enumerate() {
            if let Some(first) = members[..at].iter().find(|first| first.key == later.key) {
                found(first.key_span, later);
            }
        }
        return;
    }
    let mut seen: HashMap<&str, Span> = HashMap::with_capacity(members.len());
    for member in members {
        if let Some(first) = seen.get(&*member.key) {
            found(*first, member);
        } else {
            seen.insert(&member.key, member.key_span);
        }
    }
}

/// The case of a header does not matter.
fn headers(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    for at in server
        .fields
        .iter()
        .filter(|at| at.slot == Some(Slot::Headers))
    {
        let members = at.member.value.members();
        for (index, later) in members.iter().enumerate() {
            let same = |first: &&Member<'_>| {
                first.key != later.key && first.key.eq_ignore_ascii_case(&later.key)
            };
            let Some(first) = members[..index].iter().find(same) else {
                continue;
            };
            let cost = file.runtime().equal_headers;
            if cost == Cost::Ignored {
                report(file, first.key_span, later, out);
            } else {
                let host = file.host_name();
                out.add(
                    later.key_span,
                    format!(
                        "`{}`: `{}` and `{}` are one header, and {host} does not take it twice",
                        server.name, first.key, later.key
                    ),
                )
                .label(format!("{host} {}", cost.consequence()))
                .related(first.key_span, "the other one")
                .help("keep one of them");
            }
        }
    }
}

fn report(file: &File<'_>, first: Span, later: &Member<'_>, out: &mut Found<'_>) {
    let server = file
        .servers
        .iter()
        .find(|server| server.node.span.contains(later.key_span));
    let whose = server.map_or_else(String::new, |server| format!("`{}`: ", server.name));
    out.add(
        later.key_span,
        format!(
            "{whose}`{}` is defined twice; {} keeps only the last one",
            later.key,
            file.host_name()
        ),
    )
    .label("this one counts")
    .related(first, "this one is lost")
    .help("keep one of them, or put what both hold into one");
}
