//! A key that the host does not know.

use crate::diagnostic::Level;
use crate::host::{Cost, Kind};
use crate::launch::path_like;
use crate::lint::file::{At, File, Server, is_known_somewhere};
use crate::lint::tree::{distance, is_out_of_reach, is_server, plain};
use crate::lint::{Check, Found, Group, Rule};
use crate::model::Slot;

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
    page: include_str!("../../../docs/rules/unknown-field.md"),
    checks: &[Check::File(top), Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    if is_out_of_reach(file, server) {
        return;
    }
    for at in server.fields.iter().filter(|at| at.field.is_none() && at.name != "$schema") {
        if (file.host.facts.lenient && is_known_somewhere(&at.name)) || is_neighbour(file, &at.name) {
            continue;
        }
        let host = file.host_name();
        let finding = out.add(at.member.key_span, format!("`{}`: {host} does not know `{}`", server.name, at.name));
        let cost = file.host.unknown_field;
        finding.label(format!("{host} {}", cost.consequence())).level(cost.level());
        if is_comment(&at.member.key) && cost == Cost::Ignored {
            finding.level(Level::Info).variant("comment");
            continue;
        }
        if at.slot == Some(Slot::Cwd) && starts_from_there(server) {
            let why = format!("{host} ignores it, so the relative paths of the server lead nowhere");
            finding.level(Level::Error).label(why).help(format!("write the paths from the folder that {host} starts the server in"));
        }
        if let Some(meant) = meant(file, server, at) {
            finding.help(format!("did you mean `{meant}`?"));
        }
    }
}

/// Keys at the top of a file that is about servers alone.
fn top(file: &File<'_>, out: &mut Found<'_>) {
    let Some(top) = file.root().filter(|_| file.place.alone && file.aside.is_none() && !file.found.roots.is_empty()) else { return };
    // Where the document itself is the map of servers, its keys are their names.
    if file.found.roots.iter().any(Vec::is_empty) || file.host.facts.lenient {
        return;
    }
    let known = known(file);
    for member in top.members().iter().filter(|member| member.key != "$schema" && !known.contains(&&*member.key) && !is_server(&member.value)) {
        let host = file.host_name();
        let finding = out.add(member.key_span, format!("{host} does not know `{}` at the top of this file", member.key));
        finding.label(format!("{host} ignores it"));
        if is_comment(&member.key) {
            finding.level(Level::Info).variant("comment");
            continue;
        }
        if let Some(meant) = nearest(&member.key, known.iter().copied()) {
            finding.help(format!("did you mean `{meant}`?"));
        }
    }
}

fn known(file: &File<'_>) -> Vec<&'static str> {
    let place = file.place;
    let paths = place.roots.iter().copied().chain(place.gates.iter().map(|gate| gate.path)).chain(place.prompts);
    paths.filter_map(|path| path.first().copied()).chain(place.keys.iter().copied()).collect()
}

/// Whether a key is a way to leave a note in a language without comments.
fn is_comment(key: &str) -> bool {
    key.starts_with('_') || key.starts_with("//") || matches!(key, "$comment" | "#" | "comment")
}

/// Whether the name says how the key of another field is sent.
fn is_neighbour(file: &File<'_>, name: &str) -> bool {
    let stem = name.strip_suffix("_header").or_else(|| name.strip_suffix("_format"));
    let belongs = |stem: &str| file.host.fields(file.place).iter().any(|field| field.kind == Kind::KeyVar && field.name.strip_suffix("_env") == Some(stem));
    stem.is_some_and(belongs)
}

/// Whether what the server starts is found by way of the folder it starts in.
fn starts_from_there(server: &Server<'_>) -> bool {
    let relative = |text: &str| path_like(text) && !text.starts_with(['/', '~', '\\', '$', '%', '{']) && !text.contains(':');
    let file = |text: &str| {
        let ending = text.rsplit_once('.').map(|(_, ending)| ending);
        ending.is_some_and(|ending| ["js", "mjs", "cjs", "ts", "py", "sh", "rb", "jar", "exe"].contains(&ending)) && !text.contains(['/', '\\', ':', '@'])
    };
    server.command.iter().chain(&server.args).any(|text| !text.text.starts_with('-') && (relative(text.text) || file(text.text)))
}

fn meant(file: &File<'_>, server: &Server<'_>, at: &At<'_>) -> Option<&'static str> {
    let fits = |on: crate::host::On| server.kind.is_none_or(|kind| on.has(kind));
    let names = file.host.fields(file.place).iter().filter(|field| fits(field.on)).map(|field| field.name);
    nearest(&at.name, names.filter(|name| server.at(name).is_none()))
}

/// The name that was probably meant.
fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = plain(name);
    // Short names are near to everything.
    let limit = if wanted.len() < 5 { 1 } else { 2 };
    known.filter_map(|known| Some((distance(&wanted, &plain(known), limit)?, known))).min_by_key(|(distance, _)| *distance).map(|(_, known)| known)
}
