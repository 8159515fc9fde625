//! The same server, different for each host of one project.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::effect::{Aspect, EffectChange, changes};
use crate::host::Scope;
use crate::launch::Ecosystem;
use crate::lint::outline::{Outline, Outlined};
use crate::lint::shape::ShapePart;
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Server;

pub(super) static RULE: Rule = Rule {
    id: "server-drift",
    level: Level::Warning,
    group: Group::Project,
    tags: &["MCP09"],
    page: crate::lint::page!("../../../docs/rules/server-drift.md"),
    checks: &[Check::Project(check)],
    ..Rule::NEW
};

fn check(outlines: &[Outline], out: &mut Found<'_>) {
    let shared: Vec<&Outline> = outlines
        .iter()
        .filter(|outline| {
            outline.scope == Scope::Project && outline.aside.is_none() && !outline.sample
        })
        .collect();
    // Files of one folder, those that came before first.
    let mut folders: HashMap<&str, Vec<&Outline>> = HashMap::new();
    for second in shared {
        let before = folders.entry(&second.base).or_default();
        for server in second.servers.iter().filter(|server| server.defines) {
            // The first file that has the server is the one the others are held against.
            let earlier = before
                .iter()
                .filter(|first| !std::ptr::eq(first.host, second.host));
            let Some((first, other)) = earlier
                .filter_map(|first| Some((*first, counterpart(first, second, server)?)))
                .next()
            else {
                continue;
            };
            let differences = differences((first, other), (second, server));
            if differences.is_empty() {
                continue;
            }
            let message = format!(
                "`{}` differs between `{}` and `{}`: {}",
                server.name,
                first.path,
                second.path,
                differences.join(", ")
            );
            let finding = out.add_in(second.source, server.name_span, message);
            finding.label("users of the other host get another server");
            // Which of them is right, nobody but their owner knows.
            finding.help(format!(
                "make the entries equal; `mcpconv diff {} {}` shows what differs",
                first.path, second.path
            ));
            finding.related_in(first.source, other.name_span, "the other entry");
            finding.pointer.clone_from(&server.pointer);
            finding.server = Some(server.name.clone());
        }
        before.push(second);
    }
}

/// What the two hosts do differently with their entries, in words that hold no value.
///
/// Effects decide, as for `mcpconv diff`. Different spellings of one launch, and the values of variables and headers, which
/// may well be personal, are no drift between files; nor is what only one of the hosts has a field for.
fn differences(
    (first, other): (&Outline, &Outlined),
    (second, server): (&Outline, &Outlined),
) -> Vec<String> {
    let Some((one, another)) = other.shape.as_ref().zip(server.shape.as_ref()) else {
        return Vec::new();
    };
    let Some((left, right)) = other.model.as_ref().zip(server.model.as_ref()) else {
        return one.differences(another);
    };
    let mut changed: Vec<Aspect> = changes(first.place, left, second.place, right)
        .into_iter()
        .filter(EffectChange::matters)
        .map(|change| change.aspect)
        .collect();
    if changed.is_empty() {
        return Vec::new();
    }
    let other_kind = changed.contains(&Aspect::Transport);
    let mut list = one.differences_in(another, &|part| {
        other_kind || changed.iter().any(|aspect| is_about(part, aspect))
    });
    let has = |outline: &Outline, aspect: &Aspect| {
        let mut fields = outline.place.format.fields.iter();
        fields.any(|field| aspect.is_about(field.slot))
    };
    // Whoever sets no timeout is content with the host's own, which no other host has to share.
    let sets = |model: &Server, aspect: &Aspect| {
        let mut slots = model.entries.iter().map(|entry| entry.slot);
        !matches!(aspect, Aspect::StartupTimeout | Aspect::CallTimeout)
            || slots.any(|slot| aspect.is_about(slot))
    };
    changed.retain(|aspect| {
        has(first, aspect) && has(second, aspect) && sets(left, aspect) && sets(right, aspect)
    });
    let mut more: Vec<&str> = changed.iter().filter_map(words).collect();
    more.dedup();
    list.extend(more.into_iter().map(str::to_owned));
    list
}

fn is_about(part: ShapePart<'_>, aspect: &Aspect) -> bool {
    match (part, aspect) {
        (ShapePart::Launch, Aspect::Program | Aspect::Args)
        | (ShapePart::Url, Aspect::Url)
        | (ShapePart::Tools, Aspect::Tools) => true,
        (ShapePart::Env(name), Aspect::Env(other)) => name == other,
        (ShapePart::Header(name), Aspect::Header(other)) => name.eq_ignore_ascii_case(other),
        _ => false,
    }
}

/// What to call a difference that no part of a shape is about.
fn words(aspect: &Aspect) -> Option<&'static str> {
    match aspect {
        Aspect::Used => Some("whether it is disabled"),
        Aspect::Folder => Some("the folder"),
        Aspect::EnvFile => Some("the file with variables"),
        Aspect::StartupTimeout | Aspect::CallTimeout => Some("the timeout"),
        Aspect::Sandbox => Some("the sandbox"),
        Aspect::Oauth(_) => Some("OAuth"),
        Aspect::HeadersHelper => Some("the headers helper"),
        Aspect::Transport
        | Aspect::Fallback
        | Aspect::Program
        | Aspect::Args
        | Aspect::Env(_)
        | Aspect::Inherited
        // Whom to trust is decided for each host, and `auto-approve-all` looks at it.
        | Aspect::Approvals
        | Aspect::DefaultFolder
        | Aspect::Url
        | Aspect::Header(_)
        | Aspect::Tools => None,
    }
}

/// The package that a server comes down to.
fn package(server: &Outlined) -> Option<&(Ecosystem, String)> {
    let (package, _) = server.shape.as_ref()?.package.as_ref()?;
    Some(package)
}

/// The entry of `first` for the same server: by its name, or else by the package if only one entry of each file has it
/// and gives it the same arguments.
fn counterpart<'o>(
    first: &'o Outline,
    second: &Outline,
    server: &Outlined,
) -> Option<&'o Outlined> {
    if let Some(named) = first
        .servers
        .iter()
        .find(|other| other.name == server.name && other.defines)
    {
        return Some(named);
    }
    let own = package(server)?;
    let has = |other: &&Outlined| package(other) == Some(own);
    let mut found = first.servers.iter().filter(has);
    let shape = server.shape.as_ref()?;
    // One that is disabled may be an older one under its old name.
    let off = |server: &Outlined| {
        server
            .model
            .as_ref()
            .is_some_and(|model| model.is_disabled())
    };
    let only = found.next().filter(|only| {
        let given = only
            .shape
            .as_ref()
            .is_some_and(|other| other.is_given(shape));
        given && off(only) == off(server)
    })?;
    let alone = found.next().is_none() && second.servers.iter().filter(has).count() == 1;
    let free = !second.servers.iter().any(|other| other.name == only.name);
    (alone && free).then_some(only)
}
