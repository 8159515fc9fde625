//! A key that the host does not know.

use crate::diagnostic::Level;
use crate::host::tell::tell;
use crate::host::{Cost, Problem};
use crate::launch::path_like;
use crate::lint::file::{At, File, LintServer, foreign_roots, has_field, is_known_somewhere};
use crate::lint::tree::{distance, is_out_of_reach, is_server, plain};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;
use crate::syntax::{Language, Member, Node, Tree};

use super::misplaced_server::is_no_server;
use super::missing_transport::is_cut_off;

pub(super) static RULE: Rule = Rule {
    id: "unknown-field",
    level: Level::Warning,
    group: Group::Structure,
    yields_to: &[
        "foreign-field",
        "deprecated-field",
        "conflicting-transport",
        "unsupported-transport",
        "disabled-ignored",
        "wrong-root-key",
        "misplaced-server",
    ],
    page: crate::lint::page!("../../../docs/rules/unknown-field.md"),
    checks: &[Check::File(top), Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if is_note(file, server) {
        let message = format!("`{}` is not a server", server.name);
        out.add(server.name_span, message)
            .level(Level::Info)
            .variant("comment")
            .label(format!("{} ignores it", file.host_name()));
    }
    // Their members are no fields.
    if is_out_of_reach(file, server) || is_no_server(file, server) || is_cut_off(file, server) {
        return;
    }
    for problem in server.problems() {
        let at = match problem {
            Problem::NotInside { .. } | Problem::Unsettable { .. } => {
                out.tell(tell(server, problem));
                continue;
            }
            Problem::Excluded { .. } => {
                out.tell(tell(server, problem)).variant("beside");
                continue;
            }
            Problem::UnknownField { at } => &server.fields[*at],
            _ => continue,
        };
        let lenient = file.host.facts.lenient;
        if at.name == "$schema" || lenient && is_known_somewhere(&at.name) {
            continue;
        }
        let host = file.host_name();
        let cost = problem.cost(server);
        let finding = out.tell(tell(server, problem));
        // Where the host converts an older form, what is empty is not lost.
        let converted = file.place.format.without.contains(&&*at.name);
        if converted && cost == Cost::Ignored && is_empty(&at.member.value) {
            finding.level(Level::Info);
            continue;
        }
        if is_comment(&at.member.key) && cost == Cost::Ignored {
            finding.level(Level::Info).variant("comment");
            continue;
        }
        // Whoever reads a file of no particular host may know it.
        if file.host.facts.lenient {
            finding
                .level(Level::Info)
                .label("no host is known to read it");
            continue;
        }
        if at.slot == Some(Slot::Cwd) && starts_from_there(server) {
            let why = format!("{host} ignores it, so relative paths do not work");
            let help = match file.runtime().folder.outside() {
                // Nobody has their files there.
                Some(_) => file.way_out(),
                None => format!("write the paths from the folder that {host} starts the server in"),
            };
            finding.level(Level::Error).label(why).help(help);
        }
        if at.slot == Some(Slot::Cwd) && finding.help.is_none() {
            let outside = file.runtime().folder.outside();
            let place = outside.unwrap_or("the folder that it was started in itself");
            // A shared file has no absolute paths that are right for everyone.
            let how = if outside.is_none() && file.is_project() {
                "write paths from there"
            } else {
                "name files by absolute paths"
            };
            finding.help(format!("{host} starts the server in {place}; {how}"));
        }
        if let Some(meant) = meant(file, server, at) {
            finding.help(format!("did you mean `{meant}`?"));
        } else if finding.help.is_none() && stands_apart(file, at) {
            finding.help(format!(
                "in TOML, it belongs to the table above it: if it is a setting of {host} itself, move it above all tables"
            ));
        } else if finding.help.is_none() {
            finding.help(match has_field(&at.name) {
                Some(other) => format!("remove it: it is a field of {other}"),
                None => "remove it".to_owned(),
            });
        }
    }
}

/// Whether a key of TOML is set off from the table that it belongs to, as settings are that are meant to be on their own.
fn stands_apart(file: &File<'_>, at: &At<'_>) -> bool {
    let start = at.member.key_span.range().start;
    let mut lines = file.text[..start].rsplit('\n').skip(1).map(str::trim);
    file.place.language == Language::Toml
        && !file.place.alone
        && file.text[..start].ends_with('\n')
        && lines
            .next()
            .is_some_and(|line| line.is_empty() || line.starts_with('#'))
}

/// Whether an entry is a note to readers, on a host that leaves out nothing but the entry itself.
pub(super) fn is_note(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let harmless = matches!(file.place.format.bad_server, Cost::Ignored | Cost::Server);
    harmless && !file.place.list && !server.node.is_object() && is_comment(server.name)
}

/// Keys at the top of a file that is about servers alone.
fn top(file: &File<'_>, out: &mut Found<'_>) {
    let Some(top) = file
        .root()
        .filter(|_| file.place.alone && file.aside.is_none() && file.fault.is_none())
    else {
        return;
    };
    // Where the document itself is the map of servers, its keys are their names.
    if file.found.roots.iter().any(Vec::is_empty) || file.host.facts.lenient {
        return;
    }
    // Under the key of another host, the other keys may well be that host's too.
    if file.found.roots.is_empty() && !foreign_roots(file.place, top, false).is_empty() {
        return;
    }
    let known = file.place.known_keys();
    let unknown = top.members().iter().filter(|member| {
        member.key != "$schema" && !known.contains(&&*member.key) && !is_server(&member.value)
    });
    let unknown: Vec<&Member<'_>> = unknown.collect();
    if is_something_else(file, top, &unknown) {
        let host = file.host_name();
        let root = file.place.roots.first().map(|path| path.join("."));
        let root = root.unwrap_or_default();
        out.add(
            unknown[0].key_span,
            format!("the file has no `{root}`, nor anything else that {host} reads"),
        )
        .label("none of its servers, if it has any, is loaded")
        .help(format!(
            "add `{root}`, or give the file another name if it is not {host}'s"
        ));
        return;
    }
    for member in unknown {
        let host = file.host_name();
        let finding = out.add(
            member.key_span,
            format!("{host} has no top-level field `{}`", member.key),
        );
        let cost = file.place.unknown_key;
        finding
            .level(cost.level())
            .label(format!("{host} {}", cost.consequence()));
        if is_comment(&member.key) && cost == Cost::Ignored {
            finding.level(Level::Info).variant("comment");
            continue;
        }
        let elsewhere = file.host.places.iter().find(|place| {
            let keys = place.known_keys();
            place.own && keys.contains(&&*member.key) && !place.globs.is_empty()
        });
        finding.help(match nearest(&member.key, known.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => match elsewhere {
                Some(place) => format!("move it to `{}`, where it counts", place.globs[0]),
                None => "remove it".to_owned(),
            },
        });
    }
}

/// Whether a file has the name of one of the host's, and is about something else: each of its keys is unknown then.
fn is_something_else(file: &File<'_>, top: &Node<'_>, unknown: &[&Member<'_>]) -> bool {
    let known = file.place.known_keys();
    file.found.roots.is_empty()
        && unknown.len() > 1
        && unknown.len() == top.members().len()
        && !unknown
            .iter()
            .any(|member| nearest(&member.key, known.iter().copied()).is_some())
}

/// Whether a value says nothing: an empty list, map or text.
fn is_empty(value: &Node<'_>) -> bool {
    match &value.value {
        Tree::Null => true,
        Tree::String(text) => text.is_empty(),
        Tree::Array(items) => items.is_empty(),
        Tree::Object(members) => members.is_empty(),
        Tree::Bool(_) | Tree::Number(_) => false,
    }
}

/// Whether a key is a way to leave a note in a language without comments.
fn is_comment(key: &str) -> bool {
    key.starts_with('_') || key.starts_with("//") || matches!(key, "$comment" | "#" | "comment")
}

/// Whether what the server starts is found by way of the folder it starts in.
fn starts_from_there(server: &LintServer<'_>) -> bool {
    let relative = |text: &str| {
        path_like(text) && !text.starts_with(['/', '~', '\\', '$', '%', '{']) && !text.contains(':')
    };
    let file = |text: &str| {
        let ending = text.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| {
            ["js", "mjs", "cjs", "ts", "py", "sh", "rb", "jar", "exe"].contains(&ending)
        }) && !text.contains(['/', '\\', ':', '@'])
    };
    server
        .command
        .iter()
        .chain(&server.args)
        .any(|text| !text.text.starts_with('-') && (relative(text.text) || file(text.text)))
}

fn meant(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>) -> Option<&'static str> {
    let fits = |on: crate::host::On| server.kind.is_none_or(|kind| on.has(kind));
    let names = file
        .fields()
        .filter(|field| fits(field.on))
        .map(|field| field.name);
    nearest(&at.name, names.filter(|name| server.at(name).is_none()))
}

/// The name that was probably meant.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = plain(name);
    // Short names are near to everything.
    let limit = if wanted.len() < 5 { 1 } else { 2 };
    known
        .filter_map(|known| Some((distance(&wanted, &plain(known), limit)?, known)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, known)| known)
}
