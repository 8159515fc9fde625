//! Which files a host reads, and where its servers are in them.

use super::document::Block;
use super::page::{name, quoted};
use crate::cli::words;
use crate::host::{Host, Place};
use crate::syntax::Language;

pub(super) fn files(host: &Host) -> Vec<Block> {
    let mut rows = Vec::new();
    for place in host.places {
        let unnamed = [name(place)];
        let globs = place.globs.iter().map(|glob| format!("`{glob}`"));
        let unnamed = unnamed.into_iter().filter(|_| place.globs.is_empty());
        for file in globs.chain(unnamed) {
            let scope = words::scope(place.scope).to_owned();
            let servers = match place.source {
                Some(_) => "the document is one server".to_owned(),
                None => servers(place),
            };
            rows.push(vec![file, scope, syntax(place), servers]);
        }
    }
    let mut notes = match host.is_target() {
        true => keys(host),
        false => vec!["Other files of this name are recognized by their content".to_owned()],
    };
    for place in host.places {
        let keys: Vec<&str> = place.required.iter().map(|(key, _)| *key).collect();
        let line = format!("{} must be at the top", quoted(&keys));
        if !keys.is_empty() && !notes.contains(&line) {
            notes.push(line);
        }
        if place.single {
            let line = "{} may be one server without anything around it, called as the file is";
            notes.push(line.replace("{}", &name(place)));
        }
        if let Some(first) = place.unnamed.first() {
            let line = format!(
                "Servers in {} have no names; they are called `{first}` and so on",
                name(place)
            );
            notes.push(line);
        }
    }
    for place in host.places.iter().filter(|place| !place.own) {
        notes.push(format!("{} belongs to another host", name(place)));
    }
    for aside in host.facts.asides {
        let verb = if aside.place.globs.len() == 1 {
            "is"
        } else {
            "are"
        };
        let sure = if aside.sure {
            "not read"
        } else {
            "not documented to be read"
        };
        notes.push(format!(
            "{} {verb} {sure} for servers; use `{}`",
            name(&aside.place),
            aside.instead
        ));
    }
    vec![
        Block::Table(&["File", "Scope", "Syntax", "Servers under"], rows),
        Block::List(notes),
    ]
}

/// Keys besides those of servers, each with the files that have it, unless all of them do.
fn keys(host: &Host) -> Vec<String> {
    let inputs = format!("inputs, which {} asks for", host.name);
    let mut found: Vec<(String, &str, Vec<&str>)> = Vec::new();
    for place in host.places {
        let gates = place
            .gates
            .iter()
            .map(|gate| (gate.path, words::gate(gate.kind)));
        let prompts = place.prompts.map(|path| (path, inputs.as_str()));
        for (path, meaning) in gates.chain(prompts) {
            let key = path.join(".");
            let at = place.globs.first().copied().unwrap_or("any other file");
            match found.iter_mut().find(|(known, ..)| *known == key) {
                Some((_, _, files)) => files.push(at),
                None => found.push((key, meaning, vec![at])),
            }
        }
    }
    let line = |(key, meaning, files): (String, &str, Vec<&str>)| {
        if files.len() == host.places.len() {
            format!("`{key}`: {meaning}")
        } else {
            format!("`{key}` in {}: {meaning}", quoted(&files))
        }
    };
    found.into_iter().map(line).collect()
}

fn syntax(place: &Place) -> String {
    let mut text = place.language.name().to_owned();
    let accepted = [
        (place.comments, "comments"),
        (place.trailing_commas, "trailing commas"),
    ];
    let accepted: Vec<&str> = accepted
        .into_iter()
        .filter(|(accepted, _)| *accepted)
        .map(|(_, what)| what)
        .collect();
    if !accepted.is_empty() && place.language == Language::Json {
        text.push_str(&format!(" with {}", accepted.join(" and ")));
    }
    if !place.bom {
        text.push_str(", no byte-order mark");
    }
    text
}

fn servers(place: &Place) -> String {
    let roots: Vec<String> = place
        .roots
        .iter()
        .map(|path| format!("`{}`", path.join(".")))
        .collect();
    let mut text = roots.join(", ");
    if place.list {
        text.push_str(", a list");
    }
    if place.may_be_bare() {
        text.push_str(", or the whole document");
    }
    if place.paths {
        text.push_str(", or in a file that is named there");
    }
    text
}
