//! A field that the host has given up, or is about to.

use crate::diagnostic::Level;
use crate::host::tell::retired as told;
use crate::host::{Cost, Field, Kind, Place, Retired};
use crate::lint::file::{At, File, LintServer};
use crate::lint::fix::below;
use crate::lint::tree::is_server;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::model::refs::as_variable;
use crate::syntax::Node;

pub(super) static RULE: Rule = Rule {
    id: "deprecated-field",
    level: Level::Warning,
    group: Group::Deprecation,
    fix: Some(Safety::Safe),
    page: crate::lint::page!("../../../docs/rules/deprecated-field.md"),
    checks: &[Check::File(keys), Check::Server(fields)],
    ..Rule::NEW
};

/// Keys of the document itself.
fn keys(file: &File<'_>, out: &mut Found<'_>) {
    let Some(root) = file.root() else { return };
    for retired in file.host.facts.retired_keys {
        let Some(member) = root.member(retired.field) else {
            continue;
        };
        // A key on the way to the servers counts only where the host looks for it; elsewhere it is a wrong root.
        let leads = |place: &Place| {
            place
                .roots
                .iter()
                .any(|path| path.first() == Some(&retired.field))
        };
        let root = file.host.places.iter().any(leads);
        if !root || file.aside.is_none() && leads(file.place) {
            let finding = out.add(member.key_span, told(file.host, retired));
            finding.level(retired.cost.level());
            match retired.instead {
                "" if retired.cost != Cost::Ignored => finding
                    .label(format!(
                        "{} {}",
                        file.host_name(),
                        retired.cost.consequence()
                    ))
                    .help("remove it"),
                "" => finding.label("no longer has an effect").help("remove it"),
                instead if holds_servers(&member.value) => finding
                    .label(format!("servers belong in `{instead}`"))
                    .help(format!("move them to `{instead}`")),
                instead => finding
                    .label(format!("what is in it belongs in `{instead}`"))
                    .help(format!("move it to `{instead}`")),
            };
        }
    }
}

/// Whether there is a server somewhere below.
fn holds_servers(node: &Node<'_>) -> bool {
    is_server(node)
        || node
            .members()
            .iter()
            .any(|member| holds_servers(&member.value))
}

fn fields(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    for at in &server.fields {
        let Some(retired) = file
            .host
            .facts
            .retired
            .iter()
            .find(|retired| retired.field == at.name)
        else {
            continue;
        };
        if let Some((what, help)) = said_in_vain(file, at) {
            out.add(at.member.key_span, format!("`{}`: {what}", server.name))
                .level(Level::Warning)
                .label(format!("{} ignores it", file.host_name()))
                .help(help);
            continue;
        }
        let finding = out.add(
            at.member.key_span,
            format!("`{}`: {}", server.name, told(file.host, retired)),
        );
        finding
            .level(retired.cost.level())
            .help(match replacement(file, server, retired) {
                None => "remove it".to_owned(),
                Some(_) => format!("use `{}`", retired.instead),
            })
            .fix(fix(file, server, at, retired));
        if retired.cost != Cost::Ignored {
            finding.label(format!(
                "{} {}",
                file.host_name(),
                retired.cost.consequence()
            ));
        } else if retired.instead.is_empty() {
            finding.label("it has no effect any more");
        } else if at.field.is_none() {
            finding.label(format!("{} ignores it", file.host_name()));
        } else {
            finding.label(format!("`{}` is the name to use now", retired.instead));
        }
    }
}

/// That the host does not heed a list of words about tools, which of them are not denied for it, and what would deny them.
fn said_in_vain(file: &File<'_>, at: &At<'_>) -> Option<(String, String)> {
    let Kind::PolicyList(key, [.., deny]) = at.field?.kind else {
        return None;
    };
    let text = |item: &Node<'_>, key: &str| Some(item.member(key)?.value.as_str()?.to_owned());
    let denied = |item: &&Node<'_>| text(item, key).as_deref() == Some(deny);
    let denied = at.member.value.items().iter().filter(denied);
    let tools: Vec<String> = denied.filter_map(|item| text(item, "name")).collect();
    let unused = format!("{} does not use `{}` here", file.host_name(), at.name);
    let Some((first, more)) = tools.split_first() else {
        return Some((unused, "remove it".to_owned()));
    };
    let (others, are) = match more.len() {
        0 => (String::new(), "is"),
        count => (format!(" and {count} more"), "are"),
    };
    let heeded = file.fields().find_map(|field| match field.kind {
        Kind::Policies([.., word]) => {
            Some(format!("`{{\"{first}\": \"{word}\"}}` in `{}`", field.name))
        }
        _ => None,
    });
    let help = match heeded {
        Some(policy) => format!("write {policy}"),
        None => "remove it".to_owned(),
    };
    Some((
        format!("`{first}`{others} {are} not denied; {unused}"),
        help,
    ))
}

/// The field to use now, unless the host refuses it on a server of this kind.
fn replacement(
    file: &File<'_>,
    server: &LintServer<'_>,
    retired: &Retired,
) -> Option<&'static Field> {
    let kind = server.kind;
    let fits = |field: &&Field| {
        field.name == retired.instead && kind.is_none_or(|kind| field.on.has(kind))
    };
    file.fields().find(fits)
}

fn fix(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>, retired: &Retired) -> Option<Fix> {
    if server.at(retired.instead).is_some() {
        return None;
    }
    let parent = file.path_of(server.node.span);
    let new = below(&parent, retired.instead);
    let title = format!("use `{}`", retired.instead);
    let Some(field) = replacement(file, server, retired) else {
        let known = file.fields().any(|field| field.name == retired.instead);
        let gone = Fix::risky("remove it").remove(file.path_of(at.member.key_span));
        return known.then_some(gone);
    };
    if field.kind == Kind::BearerVar {
        // The name is only a proposal, and the token has to be put there by its owner.
        let variable = as_variable(server.name);
        let old = below(&parent, retired.field);
        return Some(Fix::risky(title).remove(old).set_text(
            new,
            format!(
                "{}_TOKEN",
                variable.trim_start_matches(|c: char| c.is_ascii_digit())
            ),
        ));
    }
    // A tag that means nothing beside the old name may mean something beside the new one.
    let tag = server.tag.filter(|_| field.slot == Slot::Url);
    let agrees = tag.is_none_or(|tag| {
        let known = tag.as_str().and_then(|word| file.place.format.word(word));
        known.map(|spelling| spelling.transport) == server.kind
    });
    if !retired.renamed || !agrees {
        return None;
    }
    // Not everybody who has the file has the newest version.
    let fix = if retired.reread {
        Fix::risky(title)
    } else {
        Fix::safe(title)
    };
    Some(fix.rename(file.path_of(at.member.key_span), retired.instead))
}
