//! A server that another file of the same host hides or changes.

use std::collections::HashMap;

use crate::diagnostic::Level;
use crate::host::{Cost, Scope};
use crate::lint::outline::{Outline, Outlined, ancestors};
use crate::lint::{Check, Found, Group, Rule};

pub(super) static RULE: Rule = Rule {
    id: "shadowed-server",
    level: Level::Warning,
    group: Group::Project,
    page: crate::lint::page!("../../../docs/rules/shadowed-server.md"),
    checks: &[Check::Project(check)],
    ..Rule::NEW
};

fn check(outlines: &[Outline], out: &mut Found<'_>) {
    let read: Vec<&Outline> = outlines
        .iter()
        .filter(|outline| outline.aside.is_none() && !outline.sample && !outline.servers.is_empty())
        .collect();
    // Only files above each other, and those of the user, can meet; in a large repository that is few of the pairs.
    let mut folders: HashMap<&str, Vec<&Outline>> = HashMap::new();
    read.iter()
        .for_each(|outline| folders.entry(&outline.base).or_default().push(outline));
    let personal: Vec<&Outline> = read
        .iter()
        .copied()
        .filter(|outline| is_personal(outline))
        .collect();
    for loser in &read {
        hidden_file(loser, folders.get(loser.base.as_str()), out);
    }
    for winner in &read {
        let above = || {
            ancestors(&winner.base)
                .filter_map(|folder| folders.get(folder))
                .flatten()
                .filter(|outline| outline.scope != Scope::User)
        };
        let losers: Vec<&Outline> = if is_alone(winner) {
            read.clone()
        } else {
            above().chain(&personal).copied().collect()
        };
        // The first one of a name counts.
        let mut own: HashMap<&str, &Outlined> = HashMap::new();
        for loser in losers {
            let Some(why) = beats(winner, loser) else {
                continue;
            };
            if own.is_empty() {
                for server in defined(winner) {
                    own.entry(&server.name).or_insert(server);
                }
            }
            let host = winner.host;
            for server in defined(loser) {
                let Some(other) = own.get(server.name.as_str()) else {
                    continue;
                };
                let Some((own, wins)) = server.shape.as_ref().zip(other.shape.as_ref()) else {
                    continue;
                };
                let mut differences = own.differences(wins);
                // Joined, the same arguments stand there twice.
                if differences.is_empty() && host.layers.joined && own.has_args() {
                    differences.push("args are joined".to_owned());
                }
                if differences.is_empty() {
                    continue;
                }
                let verb = if host.layers.merged && why != Why::Alone {
                    "changed"
                } else {
                    "hidden"
                };
                let message = format!(
                    "`{}` in `{}` is {verb} by `{}`: {}",
                    server.name,
                    loser.path,
                    winner.path,
                    differences.join(", ")
                );
                let finding = out.add_in(loser.source, server.name_span, message);
                finding
                    .label(why.text())
                    .help("give one of them another name, or make them equal");
                let both = winner.place.format.other_transport;
                if verb == "changed" && own.is_remote() != wins.is_remote() && both != Cost::Ignored
                {
                    finding.level(Level::Error).label(format!(
                        "{} puts `command` and `url` into one entry, and {}",
                        host.subject(),
                        both.consequence()
                    ));
                }
                finding.related_in(winner.source, other.name_span, "this entry wins");
                finding.pointer.clone_from(&server.pointer);
                finding.server = Some(server.name.clone());
                if why == Why::Alone {
                    finding.variant("replaces-all");
                }
            }
        }
    }
}

/// The servers that a file defines itself.
fn defined(outline: &Outline) -> impl Iterator<Item = &Outlined> {
    let servers = outline.servers.iter();
    servers.filter(|server| !server.inner && server.defines)
}

/// A file that its host does not read, because of another one in the same folder: one finding, unless the other one has all
/// of its servers too.
fn hidden_file(loser: &Outline, beside: Option<&Vec<&Outline>>, out: &mut Found<'_>) {
    let below = |outline: &Outline, name: &str| {
        let folder = outline.path.strip_suffix(name);
        folder.is_some_and(|folder| folder.trim_end_matches('/') == outline.base)
    };
    let hides = loser.host.layers.hides.iter();
    for (first, _) in hides.filter(|(_, second)| below(loser, second)) {
        let mut others = beside.into_iter().flatten();
        let Some(winner) = others.find(|other| below(other, first)) else {
            continue;
        };
        let theirs: HashMap<&str, &Outlined> = winner
            .servers
            .iter()
            .map(|other| (other.name.as_str(), other))
            .collect();
        let there = |server: &&Outlined| {
            let other = theirs.get(server.name.as_str());
            let shapes = server
                .shape
                .as_ref()
                .zip(other.and_then(|it| it.shape.as_ref()));
            shapes.is_some_and(|(own, wins)| own.differences(wins).is_empty())
        };
        let mut missing = loser.servers.iter().filter(|server| !there(server));
        let Some(server) = missing.next() else {
            continue;
        };
        let more = match missing.count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let host = loser.host.name;
        let message = format!(
            "{host} ignores `{}`, with `{}`{more}, because of `{}`",
            loser.path, server.name, winner.path
        );
        let finding = out.add_in(loser.source, server.name_span, message);
        finding
            .label(format!("{host} reads only `{first}` here"))
            .help(format!("put all servers into `{first}`"))
            .variant("hidden-file");
        finding.pointer.clone_from(&server.pointer);
        finding.server = Some(server.name.clone());
    }
}

/// Why one file wins over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Alone,
    Project,
    Nearer,
    Later,
}

impl Why {
    fn text(self) -> &'static str {
        match self {
            Self::Alone => "beside the other file, nothing else is read",
            Self::Project => "the project's file wins over the user's",
            Self::Nearer => "in the folder below, the nearer file wins",
            Self::Later => "of the two files in this folder, the other is read last",
        }
    }
}

/// Whether the host reads both files, and `winner` last.
fn beats(winner: &Outline, loser: &Outline) -> Option<Why> {
    let host = winner.host;
    if !std::ptr::eq(host, loser.host) || std::ptr::eq(winner, loser) {
        return None;
    }
    let layers = &host.layers;
    if is_alone(winner) || is_alone(loser) {
        return (is_alone(winner) && !is_alone(loser)).then_some(Why::Alone);
    }
    // Files of one folder, in whatever form they are.
    let rank = |outline: &Outline| {
        let path = outline.path.trim_start_matches("./");
        let own = path.strip_prefix(&outline.base)?.trim_start_matches('/');
        let mut order = layers.order.iter();
        order.position(|layer| layer.glob == Some(own))
    };
    let both = |is: &dyn Fn(&Outline) -> bool| is(winner) && is(loser);
    if layers.merged
        && winner.base == loser.base
        && both(&|outline| outline.scope == Scope::Project)
        && let (Some(first), Some(second)) = (rank(winner), rank(loser))
    {
        return (first < second).then_some(Why::Later);
    }
    // Files of plugins and agents are laid over each other in other ways.
    let main = |outline: &Outline| {
        host.places
            .first()
            .is_some_and(|place| std::ptr::eq(place, outline.place))
    };
    let (project, user) = (
        winner.scope == Scope::Project && main(winner),
        is_personal(loser),
    );
    if project && user {
        return Some(Why::Project);
    }
    if !main(winner) || !main(loser) || winner.scope != loser.scope {
        return None;
    }
    if winner.base != loser.base {
        return (layers.parents && loser.holds(winner)).then_some(Why::Nearer);
    }
    let order = |outline: &Outline| {
        outline
            .place
            .globs
            .iter()
            .position(|glob| glob.rsplit('/').next() == Some(name(outline)))
    };
    (layers.merged && order(winner)? > order(loser)?).then_some(Why::Later)
}

/// Whether it is the file of whoever runs the host. What only looks like one, within a repository, is somebody's copy.
fn is_personal(outline: &Outline) -> bool {
    outline.scope == Scope::User
        && (outline.path.starts_with(['/', '~']) || outline.path.get(1..3) == Some(":/"))
}

/// Whether its host reads nothing else beside it.
fn is_alone(outline: &Outline) -> bool {
    outline.host.layers.alone.contains(&name(outline))
}

fn name(outline: &Outline) -> &str {
    outline.path.rsplit('/').next().unwrap_or(&outline.path)
}
