//! A server that stands where its host does not look.

use crate::diagnostic::Level;
use crate::host::{Cost, in_plugin, root_name};
use crate::lint::file::{File, LintServer, known_roots};
use crate::lint::fix::below;
use crate::lint::tree::{copy, has_comment, is_scalar, is_server};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::syntax::path::keys;
use crate::syntax::{Member, Node, Span, Tree};

pub(super) static RULE: Rule = Rule {
    id: "misplaced-server",
    level: Level::Error,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/misplaced-server.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    let Some(top) = file.root().filter(|root| root.is_object()) else {
        return;
    };
    if file.aside.is_some() || file.fault.is_some() {
        return;
    }
    // A form that the host takes from plugins is found by its shape alone, wherever the file is.
    let by_shape = file.place.globs.is_empty()
        && !file.place.named
        && file.found.roots.iter().any(Vec::is_empty);
    if file.found.roots.is_empty() || by_shape && !file.host.facts.lenient {
        return bare(file, top, out);
    }
    outside(file, top, out);
    for server in file.seen() {
        nested(file, server, out);
        part_of_a_server(file, server, out);
    }
}

fn found<'f>(
    file: &File<'_>,
    out: &'f mut Found<'_>,
    member: &Member<'_>,
    variant: &'static str,
) -> &'f mut crate::lint::Finding {
    let directly = if variant == "nested-root" {
        "directly "
    } else {
        ""
    };
    let message = format!(
        "`{}` looks like a server but is not {directly}inside `{}`",
        member.key,
        root_name(file.place)
    );
    let finding = out.add(member.key_span, message);
    finding.variant(variant).label(format!(
        "{} does not look for servers here",
        file.host_name()
    ));
    finding
}

/// A document without the key that servers belong under. Files that hold other settings are none of our business.
fn bare(file: &File<'_>, top: &Node<'_>, out: &mut Found<'_>) {
    if !file.place.alone {
        return;
    }
    let root = root_name(file.place);
    if is_server(top) {
        let brace = Span::new(top.span.range().start, top.span.range().start + 1);
        out.add(
            brace,
            format!("the document is one server, not a map of servers inside `{root}`"),
        )
        .variant("bare-map")
        .label(format!("{} finds no server in it", file.host_name()))
        .help(format!("put it under a name inside `{root}`"));
        return;
    }
    let servers: Vec<_> = top
        .members()
        .iter()
        .filter(|member| is_server(&member.value))
        .collect();
    let all = servers.len() == top.members().len();
    // A plugin of this host needs no key around the servers.
    if all
        && file
            .host
            .places
            .iter()
            .any(|place| place.may_be_bare() && place.roots == file.place.roots)
        && in_plugin(file.path)
    {
        return;
    }
    let wrap =
        all && !file.place.list && file.place.roots.first().is_some_and(|root| root.len() == 1);
    for (index, member) in servers.iter().enumerate() {
        let fix = (wrap && index == 0)
            .then(|| Fix::safe(format!("put the servers inside `{root}`")))
            .and_then(|fix| fix.wrap(file.place.language, file.text, top.span, &root));
        found(file, out, member, "bare-map")
            .help(format!("put it inside `{root}`"))
            .fix(fix);
    }
}

/// Servers beside the key that they belong under.
fn outside(file: &File<'_>, top: &Node<'_>, out: &mut Found<'_>) {
    for root in file.place.roots.iter().filter(|root| !root.contains(&"*")) {
        let Some((last, parents)) = root.split_last() else {
            continue;
        };
        let section = if parents.is_empty() {
            file.place.alone
        } else {
            !file.place.roots.contains(&parents)
        };
        let Some(parent) = top
            .at(parents)
            .filter(|parent| section && parent.member(last).is_some())
        else {
            continue;
        };
        let known = |key: &str| {
            key == *last
                || file
                    .place
                    .roots
                    .iter()
                    .any(|root| root.first() == Some(&key))
        };
        for member in parent
            .members()
            .iter()
            .filter(|member| !known(&member.key) && is_server(&member.value))
        {
            let free = !file.place.list
                && !has_comment(file, member.value.span)
                && top
                    .at(root)
                    .is_some_and(|root| root.member(&member.key).is_none());
            let fix = free.then(|| {
                let target = below(&keys(root), &member.key);
                Fix::risky(format!("move it into `{last}`"))
                    .set(target, copy(&member.value))
                    .remove(file.path_of(member.key_span))
            });
            found(file, out, member, "outside-root")
                .help(format!("move it into `{}`", root.join(".")))
                .fix(fix);
        }
    }
}

/// The map of servers in a server: the key for servers once more, this host's or another's.
fn inner_map<'s, 'a>(file: &File<'_>, server: &'s LintServer<'a>) -> Option<&'s Node<'a>> {
    if file.place.list || is_server(server.node) {
        return None;
    }
    let is_root = |key: &str| known_roots().any(|root| root.last() == Some(&key));
    let inner = server
        .node
        .members()
        .iter()
        .find(|member| is_root(&member.key))
        .map(|member| &member.value);
    let holder = if is_root(server.name) {
        Some(server.node)
    } else {
        inner
    };
    holder.filter(|holder| {
        holder
            .members()
            .iter()
            .any(|member| is_server(&member.value))
    })
}

/// Whether what stands in the place of a server is something else, of which this rule tells.
pub(super) fn is_no_server(file: &File<'_>, server: &LintServer<'_>) -> bool {
    inner_map(file, server).is_some() || is_part(file, server)
}

/// The key for servers once more, where a server was expected.
fn nested(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    let Some(holder) = inner_map(file, server) else {
        return;
    };
    let servers: Vec<_> = holder
        .members()
        .iter()
        .filter(|member| is_server(&member.value))
        .collect();
    let path = file.path_of(server.name_span);
    let Some((_, root)) = path.split_last() else {
        return;
    };
    let alone = servers.len() == holder.members().len()
        && (std::ptr::eq(holder, server.node) || server.node.members().len() == 1)
        && !has_comment(file, server.node.span);
    let taken = servers
        .iter()
        .any(|member| file.servers.iter().any(|server| server.name == member.key));
    for (index, member) in servers.iter().enumerate() {
        let fix = (index == 0 && alone && !taken).then(|| {
            let fix = Fix::risky("move the servers one level up").remove(path.clone());
            servers.iter().fold(fix, |fix, member| {
                fix.set(below(root, &member.key), copy(&member.value))
            })
        });
        let finding = found(file, out, member, "nested-root");
        if let Some(cost) = more_than_itself(server) {
            finding.label(format!("{} {}", file.host_name(), cost.consequence()));
        }
        finding.help("move the servers one level up").fix(fix);
    }
}

/// What it costs that an entry is no server, where that is more than the entry.
fn more_than_itself(server: &LintServer<'_>) -> Option<Cost> {
    let refused = server
        .problems()
        .iter()
        .filter(|problem| problem.is_refused(server));
    let mut costs = refused.map(|problem| problem.cost(server));
    costs.find(|cost| cost.is_of_the_file())
}

/// `env` and its like belong into a server, not beside it.
fn is_part(file: &File<'_>, server: &LintServer<'_>) -> bool {
    match &server.node.value {
        _ if file.place.list || is_server(server.node) => false,
        Tree::Object(members) if matches!(server.name, "env" | "headers") => {
            !members.is_empty() && members.iter().all(|member| is_scalar(&member.value))
        }
        Tree::Array(items) if server.name == "args" => items.iter().all(is_scalar),
        _ => false,
    }
}

fn part_of_a_server(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if is_part(file, server) {
        out.add(
            server.name_span,
            format!("`{}` is next to the servers, not inside one", server.name),
        )
        .variant("env-outside-server")
        .label(match more_than_itself(server) {
            Some(cost) => format!(
                "{} reads it as a server, and {}",
                file.host_name(),
                cost.consequence()
            ),
            None => format!("{} reads it as a server of that name", file.host_name()),
        })
        .help("move it into the server that it belongs to");
    }
}
