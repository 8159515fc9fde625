//! One host in full, for people: the text of `mcpconv hosts HOST` and of `docs/hosts/HOST.md`.

use super::document::{self, Block, Section};
use super::{fields, files, running, variables};
use crate::cli::words;
use crate::host::{Cost, Evidence, Format, Host, How, Kind, Layer, MissingTag, Place, Write};
use crate::model::Slot;

/// All we know about `host`, for a terminal.
pub(super) fn text(host: &Host) -> String {
    document::text(host.name, &intro(host), &sections(host))
}

/// The same, for a browser.
#[cfg(test)]
pub(super) fn markdown(host: &Host) -> String {
    document::markdown(host.name, &intro(host), &sections(host))
}

fn intro(host: &Host) -> String {
    let also = match host.aliases {
        [] => String::new(),
        aliases => format!(" (also {})", quoted(aliases)),
    };
    if !host.is_target() {
        return format!(
            "Source `{}`{also}: servers are read from it (`--from {}`), and never written to it. Facts of version {}.",
            host.id, host.id, host.version
        );
    }
    format!(
        "Host id `{}`{also}. Facts of version {}.",
        host.id, host.version
    )
}

/// What becomes of a document that is read and never written.
fn carried(host: &Host) -> Vec<Block> {
    let sources = host.places.iter().filter_map(|place| place.source);
    let parts = sources.flat_map(|source| source.becomes);
    let rows = parts.map(|(part, becomes)| vec![(*part).to_owned(), (*becomes).to_owned()]);
    vec![Block::Table(&["Part", "Becomes"], rows.collect())]
}

/// The parts of a page that are about config files.
const OF_TARGETS: &[&str] = &[
    "Transports",
    "Fields",
    "Variables",
    "At run time",
    "Mistakes",
];

fn sections(host: &Host) -> Vec<Section> {
    let all = [
        ("Files", files::files(host)),
        ("What becomes of it", carried(host)),
        ("Precedence", precedence(host)),
        ("Transports", transports(host.main())),
        ("Fields", fields::fields(host)),
        ("Variables", variables::variables(host)),
        ("At run time", vec![Block::List(running::lines(host))]),
        ("Mistakes", mistakes(host)),
        (
            "Pitfalls",
            vec![Block::List(
                host.pitfalls
                    .iter()
                    .map(|text| (*text).to_owned())
                    .collect(),
            )],
        ),
        (
            "Evidence",
            vec![Block::List(host.evidence.iter().map(evidence).collect())],
        ),
    ];
    let filled = |block: &Block| match block {
        Block::Table(_, rows) => !rows.is_empty(),
        Block::List(items) | Block::Steps(items) => !items.is_empty(),
        Block::Line(_) => true,
    };
    all.into_iter()
        .map(|(title, blocks)| Section {
            title,
            blocks: blocks.into_iter().filter(filled).collect(),
        })
        .filter(|section| !section.blocks.is_empty())
        .filter(|section| host.is_target() || !OF_TARGETS.contains(&section.title))
        .collect()
}

/// Names in backticks, with commas between them.
pub(super) fn quoted(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The files of `place`, in words.
pub(super) fn name(place: &Place) -> String {
    match place.globs {
        [] if place.named => "a file that a manifest names".to_owned(),
        [] => "any other file".to_owned(),
        globs => quoted(globs),
    }
}

fn precedence(host: &Host) -> Vec<Block> {
    let layers = &host.layers;
    if layers.order.is_empty() {
        return Vec::new();
    }
    let step = |layer: &Layer| match (layer.glob, layer.root, layer.words) {
        (Some(glob), None, "") => format!("`{glob}`"),
        (Some(glob), None, words) => format!("`{glob}`: {words}"),
        (Some(glob), Some(root), words) => format!("`{}` in `{glob}`: {words}", root.join(".")),
        (None, _, words) => words.to_owned(),
    };
    let mut notes = vec![
        if layers.joined {
            "Entries of the same name are merged field by field, and lists are joined."
        } else if layers.united {
            "Entries of the same name in several files are servers of their own."
        } else if layers.merged {
            "Entries of the same name are merged field by field."
        } else {
            "An entry replaces weaker ones of the same name as a whole."
        }
        .to_owned(),
    ];
    if layers.any_case {
        notes.push("The case of names does not matter between files.".to_owned());
    }
    if layers.parents {
        let end = match layers.beyond {
            true => "",
            false => " up to the root of the git repository",
        };
        notes.push(format!(
            "Files in parent folders{end} are read too; the nearest wins."
        ));
    }
    for (variable, folder) in layers.moved {
        let (name, below) = variable.split_once('/').unwrap_or((variable, ""));
        let stands = match below {
            "" => format!("`{name}` names"),
            below => format!("`{below}` in `{name}` is"),
        };
        notes.push(format!("{stands} another location than `{folder}`."));
    }
    if let Some(profiles) = layers.profiles {
        let glob = profiles.glob;
        notes.push(format!(
            "A profile has its own file, `{glob}`; `--profile` reads it."
        ));
    }
    vec![
        Block::Line("The strongest first:".to_owned()),
        Block::Steps(layers.order.iter().map(step).collect()),
        Block::List(notes),
    ]
}

fn transports(format: &Format) -> Vec<Block> {
    let rules = &format.transports;
    let rows = rules.words.iter().map(|spelling| {
        let word = match spelling.word {
            "" => "-".to_owned(),
            word => format!("`{word}`"),
        };
        let note = match (spelling.word.is_empty(), spelling.implied, spelling.exact) {
            (_, _, false) => "works, but is read as another one",
            (false, true, true) => "optional",
            _ => "",
        };
        vec![spelling.transport.name().to_owned(), word, note.to_owned()]
    });
    let keys: Vec<String> = rules
        .infer
        .iter()
        .map(|(key, transport)| format!("`{key}` means {}", transport.name()))
        .collect();
    let mut notes = Vec::new();
    if let Some(tag) = rules.tag {
        notes.push(format!("`{tag}` {}", words::tag_rule(rules.rule)));
    }
    if !rules.built_in.is_empty() {
        notes.push(format!(
            "Entries with {} are parts of the host, not servers",
            quoted(rules.built_in)
        ));
    }
    let without = match rules.tag {
        Some(tag) => format!("Without `{tag}`, "),
        None => String::new(),
    };
    notes.push(match rules.missing {
        MissingTag::Infer => {
            let schemes = rules.schemes.iter().map(|(scheme, transport)| {
                format!("a URL with `{scheme}:` means {}", transport.name())
            });
            let paths = rules.paths.iter().map(|(part, transport)| {
                format!("a URL with `{part}` in its path means {}", transport.name())
            });
            let all: Vec<String> = keys.into_iter().chain(schemes).chain(paths).collect();
            format!("{without}{}", all.join(", "))
        }
        MissingTag::Is(transport) => format!("{without}a server is {}", transport.name()),
        MissingTag::Refused => format!("{without}a server is refused"),
    });
    vec![
        Block::Table(&["Transport", "Value", "Note"], rows.collect()),
        Block::List(notes),
    ]
}

fn mistakes(host: &Host) -> Vec<Block> {
    let main = host.main();
    let mut costs = vec![
        ("Unknown field".to_owned(), words::cost(main.unknown_field)),
        (
            "Field of another transport".to_owned(),
            words::cost(main.other_transport),
        ),
    ];
    for (field, cost) in main.crossing {
        costs.push((
            format!("`{field}` on another transport"),
            words::cost(*cost),
        ));
    }
    let top = &host.places[0];
    if top.alone && top.unknown_key != Cost::Ignored {
        costs.push((
            "Unknown key at the top".to_owned(),
            words::cost(top.unknown_key),
        ));
    }
    match main.incomplete {
        None => costs.push((
            "Wrong type, or a required field is missing".to_owned(),
            words::cost(main.bad_server),
        )),
        Some(incomplete) => {
            costs.push(("Wrong type".to_owned(), words::cost(main.bad_server)));
            costs.push(("Missing field".to_owned(), words::cost(incomplete)));
        }
    }
    let soft = main.fields.iter().filter(|field| field.soft);
    let soft: Vec<&str> = soft.map(|field| field.name).collect();
    if !soft.is_empty() {
        let what = format!("Wrong type in {}", quoted(&soft));
        costs.push((what, words::cost(Cost::Ignored)));
    }
    for place in host.places {
        if place.format.bad_server != main.bad_server {
            let what = format!("The same in {}", name(place));
            costs.push((what, words::cost(place.format.bad_server)));
        }
    }
    if main.names.has_rules() {
        let cost = words::cost(main.names.invalid);
        costs.push(("Invalid server name".to_owned(), cost));
    }
    if let Some(ids) = main.runtime.ids.names {
        let cost = match ids.cost {
            Cost::Server if ids.first => "only the first of the servers is used",
            Cost::Server => "one of the servers is lost",
            cost => words::cost(cost),
        };
        costs.push(("Two names that become the same id".to_owned(), cost));
    }
    if main.runtime.equal_headers != Cost::Ignored {
        let what = "Headers whose names differ in case only".to_owned();
        costs.push((what, words::cost(main.runtime.equal_headers)));
    }
    let rows = costs
        .into_iter()
        .map(|(mistake, cost)| vec![mistake, cost.to_owned()]);
    vec![Block::Table(&["Mistake", "What happens"], rows.collect())]
}

fn evidence(evidence: &Evidence) -> String {
    let about = evidence.about;
    match evidence.found {
        How::Observed(version) => format!("Observed with {version}: {about}"),
        How::Source(version, link) => format!("Source ({version}): {about}, {}", linked(link)),
        How::Documented(link) => format!("Documented: {about}, {}", linked(link)),
        How::Reported(link) => format!("Reported: {about}, {}", linked(link)),
        How::Unsure(reason) => format!("Unsure: {about} ({reason})"),
    }
}

/// What is no link is the name of a document.
fn linked(link: &str) -> String {
    if link.starts_with("https://") {
        format!("<{link}>")
    } else {
        link.to_owned()
    }
}

/// How a server is disabled, if that is possible.
pub(super) fn disabling(host: &Host) -> Option<String> {
    let field = host
        .main()
        .fields
        .iter()
        .find(|field| field.slot == Slot::Enabled && field.write != Write::Never);
    match (field, host.facts.off) {
        (Some(field), _) => {
            let value = field.kind == Kind::NotFlag;
            Some(format!(
                "To disable a server, set `{}` to {value}",
                field.name
            ))
        }
        (None, "") => None,
        (None, how) => Some(format!("To disable a server, {how}")),
    }
}
