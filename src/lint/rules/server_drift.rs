//! The same server, different for each host of one project.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::host::Scope;
use crate::lint::outline::{Outline, Outlined};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "server-drift",
    level: Level::Warning,
    group: Group::Project,
    tags: &["MCP09"],
    page: include_str!("../../../docs/rules/server-drift.md"),
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
            let Some((one, another)) = other.shape.as_ref().zip(server.shape.as_ref()) else {
                continue;
            };
            let differences = one.differences(another);
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
            finding.label("whoever works with the other host gets another server");
            finding.help(format!(
                "make the entries equal, for example with `mcpconv convert` from `{}`",
                first.path
            ));
            finding.related_in(first.source, other.name_span, "the other entry");
            finding.pointer.clone_from(&server.pointer);
            finding.server = Some(server.name.clone());
        }
        before.push(second);
    }
}

/// The package that a server comes down to.
fn package(server: &Outlined) -> Option<&str> {
    server
        .shape
        .as_ref()?
        .package
        .as_ref()
        .map(|(name, _)| name.as_str())
}

/// The entry of `first` for the same server: by its name, or else by the package if only one entry of each file has it.
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
    let only = found.next()?;
    let alone = found.next().is_none() && second.servers.iter().filter(has).count() == 1;
    let free = !second.servers.iter().any(|other| other.name == only.name);
    (alone && free).then_some(only)
}
