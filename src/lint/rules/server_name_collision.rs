//! Two names that become one.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::host::Cost;
use crate::lint::file::{File, LintServer};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "server-name-collision",
    level: Level::Error,
    group: Group::Names,
    page: crate::lint::page!("../../../docs/rules/server-name-collision.md"),
    checks: &[Check::File(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, out: &mut Found<'_>) {
    // In a map equal keys are another matter; in a list only this tells.
    let (ids, list) = (file.runtime().ids.names, file.place.list);
    if file.servers.len() < 2 || ids.is_none() && !list {
        return;
    }
    let id = |server: &LintServer<'_>| {
        ids.map_or_else(|| server.name.to_owned(), |ids| ids.id(server.name))
    };
    // Servers under different roots belong to different projects.
    let rooted = file
        .found
        .servers
        .iter()
        .map(|entry| entry.root)
        .zip(&file.servers)
        .filter(|(_, server)| (list || !server.hidden) && !server.name.is_empty())
        .map(|(root, server)| (root, id(server), server))
        .filter(|(_, id, _)| !id.is_empty());
    let rooted: Vec<(usize, String, &LintServer<'_>)> = rooted.collect();
    // Hardly any file has two of one name, and that is found out without a map.
    let mut names: Vec<(usize, &str)> = rooted.iter().map(|(root, id, _)| (*root, &**id)).collect();
    names.sort_unstable();
    if !names.windows(2).any(|pair| pair[0] == pair[1]) {
        return;
    }
    let mut seen: HashMap<(usize, &str), &LintServer<'_>> = HashMap::new();
    for (root, id, server) in &rooted {
        let Some(first) = seen.get(&(*root, &**id)) else {
            seen.insert((*root, id), server);
            continue;
        };
        let same = first.name == server.name;
        let message = if same {
            format!("two servers are called `{}`", server.name)
        } else {
            format!(
                "`{}` and `{}` become the same id in {}: `{id}`",
                first.name,
                server.name,
                file.host_name()
            )
        };
        let cost = ids.map_or(file.place.format.bad_server, |ids| {
            if same { Cost::Server } else { ids.cost }
        });
        // What is lost is the one to speak of.
        if ids.is_some_and(|ids| ids.replaces) {
            out.add(first.name_span, message)
                .label(format!(
                    "{} {}",
                    file.host_name(),
                    Cost::Server.consequence()
                ))
                .help("give one of them another name")
                .related(server.name_span, "this one replaces it");
            seen.insert((*root, id), server);
            continue;
        }
        let label = if cost == Cost::Server {
            "one of them replaces the other".to_owned()
        } else {
            format!("{} {}", file.host_name(), cost.consequence())
        };
        out.add(server.name_span, message)
            .label(label)
            .help("give one of them another name")
            .related(first.name_span, "the other one");
    }
}
