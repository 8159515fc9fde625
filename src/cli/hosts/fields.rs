//! The fields of a server, and their other spellings.

use super::document::Block;
use super::page::{name, quoted};
use crate::cli::words;
use crate::host::{Cost, Format, Host, Write};

pub(super) fn fields(host: &Host) -> Vec<Block> {
    let main = host.main();
    let mut blocks = vec![table(main)];
    for place in host.places {
        let own = place.format;
        if !std::ptr::eq(own.fields, main.fields) {
            blocks.push(Block::Line(format!("In {}:", name(place))));
            blocks.push(table(own));
        }
        if !own.without.is_empty() {
            blocks.push(Block::Line(format!(
                "In {}, {} is ignored.",
                name(place),
                quoted(own.without)
            )));
        }
    }
    blocks.push(Block::List(deprecated(host)));
    blocks
}

fn table(format: &Format) -> Block {
    let all = words::transports(format);
    let rows = format.fields.iter().map(|field| {
        let on = words::transports_of(format, field);
        let on = if on == all {
            "all".to_owned()
        } else {
            on.join(" ")
        };
        let mut kind = vec![words::kind(field.kind)];
        kind.extend(words::range(field));
        kind.extend(field.required.then(|| "required".to_owned()));
        kind.extend((field.write == Write::Never).then(|| "only read".to_owned()));
        vec![
            format!("`{}`", field.name),
            kind.join("; "),
            on,
            field.meaning().to_owned(),
        ]
    });
    Block::Table(&["Field", "Type", "Transports", "Meaning"], rows.collect())
}

/// Other spellings, and fields that went away.
fn deprecated(host: &Host) -> Vec<String> {
    let aliases = host
        .main()
        .fields
        .iter()
        .filter(|field| !field.aliases.is_empty());
    let aliases =
        aliases.map(|field| format!("`{}` is also read as {}", field.name, quoted(field.aliases)));
    let retired = [
        (host.facts.retired, ""),
        (host.facts.retired_keys, " at the top"),
    ];
    let retired = retired.iter().flat_map(|(list, at)| {
        list.iter().map(move |old| {
            let since = match old.since {
                "" => String::new(),
                since => format!(" since {since}"),
            };
            let cost = match old.cost {
                Cost::Ignored => String::new(),
                cost => format!(" ({})", words::cost(cost)),
            };
            let instead = match old.instead {
                "" => String::new(),
                instead => format!("; use `{instead}`"),
            };
            format!("`{}`{at} is deprecated{since}{cost}{instead}", old.field)
        })
    });
    aliases.chain(retired).collect()
}
