//! One host in full, for people.

use super::columns;
use crate::cli::words;
use crate::host::{Dialects, Field, Host, Missing, Place, Write};
use crate::model::dialect::{Form, Unset};

/// All we know about `host`.
pub(super) fn page(host: &Host) -> String {
    let mut page = format!("{}\n\n", host.name);
    page.push_str(&columns("  ", &facts(host)));
    for (heading, text) in [
        ("Files", places(host)),
        ("Transports", transports(host)),
        ("References", references(host)),
        ("Fields", fields(host, host.main().fields)),
    ] {
        page.push_str(&format!("\n{heading}\n{text}"));
    }
    for place in host.places {
        let own = place.format.fields;
        if !std::ptr::eq(own, host.main().fields) {
            page.push_str(&format!(
                "\nFields in {}\n{}",
                name(place),
                fields(host, own)
            ));
        }
    }
    page
}

fn facts(host: &Host) -> Vec<Vec<String>> {
    let mut facts = vec![("id", host.id.to_owned())];
    if !host.aliases.is_empty() {
        facts.push(("also", host.aliases.join(", ")));
    }
    facts.push(("facts of", host.version.to_owned()));
    facts.push(("server names", words::names(&host.main().names)));
    if !host.main().limits.commands.is_empty() {
        facts.push((
            "commands",
            format!("only {}", host.main().limits.commands.join(", ")),
        ));
    }
    if !host.main().limits.refuses.is_empty() {
        facts.push((
            "refuses",
            host.main()
                .limits
                .refuses
                .iter()
                .map(|slot| words::slot(*slot))
                .collect::<Vec<_>>()
                .join(", "),
        ));
    }
    if host.main().limits.one_tool_list {
        facts.push(("tool lists", "only one of the two".to_owned()));
    }
    facts.push((
        "inherits",
        words::inherit(host.main().runtime.inherit).to_owned(),
    ));
    let mistakes = [
        ("unknown field", host.main().unknown_field),
        ("misplaced field", host.main().other_transport),
        ("bad server", host.main().bad_server),
    ];
    facts.extend(mistakes.map(|(mistake, cost)| (mistake, format!("costs {}", words::cost(cost)))));
    facts
        .into_iter()
        .map(|(name, fact)| vec![name.to_owned(), fact])
        .collect()
}

fn name(place: &Place) -> String {
    if place.globs.is_empty() {
        "any other file".to_owned()
    } else {
        place.globs.join(", ")
    }
}

fn places(host: &Host) -> String {
    let mut text = String::new();
    for place in host.places {
        text.push_str(&format!(
            "  {}\n    {}\n    accepts {}\n",
            name(place),
            place_facts(place).join(", "),
            accepted(place)
        ));
        for gate in place.gates {
            text.push_str(&format!(
                "    {}: {}\n",
                gate.path.join("."),
                words::gate(gate.kind)
            ));
        }
        if let Some(path) = place.prompts {
            text.push_str(&format!("    {}: questions to the user\n", path.join(".")));
        }
    }
    text
}

fn place_facts(place: &Place) -> Vec<String> {
    let roots: Vec<String> = place.roots.iter().map(|path| path.join(".")).collect();
    let shape = if place.list { "a list" } else { "a map" };
    let or_bare = if place.bare {
        " or the document itself"
    } else {
        ""
    };
    let mut facts = vec![
        words::scope(place.scope).to_owned(),
        place.language.name().to_owned(),
        format!("{shape} under {}{or_bare}", roots.join(", ")),
    ];
    if let Some(key) = place.inner {
        facts.push(format!("further servers under {key}"));
    }
    if !place.own {
        facts.push("borrowed from another host".to_owned());
    }
    facts
}

fn accepted(place: &Place) -> String {
    let all = [
        (place.comments, "comments"),
        (place.trailing_commas, "trailing commas"),
        (place.bom, "byte-order mark"),
    ];
    all.map(|(accepted, what)| {
        if accepted {
            what.to_owned()
        } else {
            format!("no {what}")
        }
    })
    .join(", ")
}

fn transports(host: &Host) -> String {
    let rules = &host.main().transports;
    let rows: Vec<Vec<String>> = rules
        .words
        .iter()
        .map(|spelling| {
            let word = if spelling.word.is_empty() {
                "no word".to_owned()
            } else {
                format!("\"{}\"", spelling.word)
            };
            let need = match (spelling.word.is_empty(), spelling.implied, spelling.exact) {
                (_, _, false) => "not told from another",
                (false, true, true) => "may be left out",
                _ => "",
            };
            vec![spelling.transport.name().to_owned(), word, need.to_owned()]
        })
        .collect();
    let mut text = columns("  ", &rows);
    if let Some(tag) = rules.tag {
        text.push_str(&format!("  `{tag}` {}\n", words::tag_rule(rules.rule)));
    }
    let without = if rules.tag.is_some() {
        "without it, "
    } else {
        ""
    };
    let keys: Vec<String> = rules
        .infer
        .iter()
        .map(|(key, transport)| format!("`{key}` means {}", transport.name()))
        .collect();
    text.push_str(&match rules.missing {
        Missing::Infer => format!("  {without}{}\n", keys.join(", ")),
        Missing::Is(transport) => format!("  {without}a server is {}\n", transport.name()),
        Missing::Refused => format!("  {without}a server is refused\n"),
    });
    text
}

fn references(host: &Host) -> String {
    let mut text = dialects("  ", host.main().dialects);
    let by_name = words::by_name(host, &host.places[0]);
    if !by_name.is_empty() {
        text.push_str(&format!(
            "  variables are named in {}\n",
            by_name.join(", ")
        ));
    }
    if text.is_empty() {
        text.push_str("  none\n");
    }
    if host.main().expects_values {
        text.push_str("  values are put in when converting\n");
    }
    for place in host.places {
        let own = place.format.dialects;
        if !std::ptr::eq(own, host.main().dialects) {
            text.push_str(&format!("  in {}\n{}", name(place), dialects("    ", own)));
        }
    }
    text
}

fn dialects(indent: &str, dialects: Dialects) -> String {
    let mut text = String::new();
    for (slots, dialect) in dialects {
        let fields = if slots.is_empty() {
            "all fields".to_owned()
        } else {
            slots
                .iter()
                .map(|slot| words::slot(*slot))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let forms = words::forms(dialect);
        let forms = if forms.is_empty() {
            "none".to_owned()
        } else {
            forms.join(" ")
        };
        text.push_str(&format!("{indent}{fields}: {forms}\n"));
        for (word, var) in dialect.forms.iter().flat_map(|form| {
            if let Form::Vars(vars) = form {
                *vars
            } else {
                &[]
            }
        }) {
            text.push_str(&format!("{indent}  ${{{word}}} is {}\n", var.name()));
        }
        if dialect.whole {
            text.push_str(&format!("{indent}  only as the whole value\n"));
        }
        if !dialect.forms.is_empty() {
            let unset = match dialect.unset {
                Unset::Kept => "stays as it is written",
                Unset::Empty => "becomes empty",
            };
            text.push_str(&format!("{indent}  a variable that is not set {unset}\n"));
        }
    }
    text
}

fn fields(host: &Host, fields: &[Field]) -> String {
    let heading = ["NAME", "MEANING", "TRANSPORTS", "TYPE"]
        .map(str::to_owned)
        .to_vec();
    let all = words::transports(host);
    let rows = fields.iter().map(|field| {
        let on = words::transports_of(host, field);
        let on = if on == all {
            "all".to_owned()
        } else {
            on.join(" ")
        };
        let mut kind = vec![words::kind(field.kind)];
        kind.extend(field.required.then(|| "required".to_owned()));
        kind.extend((field.write == Write::Never).then(|| "legacy".to_owned()));
        kind.extend((field.write == Write::Always).then(|| "always written".to_owned()));
        kind.extend(
            (!field.aliases.is_empty())
                .then(|| format!("also called {}", field.aliases.join(", "))),
        );
        vec![
            field.name.to_owned(),
            words::meaning(field).to_owned(),
            on,
            kind.join("; "),
        ]
    });
    columns("  ", &[heading].into_iter().chain(rows).collect::<Vec<_>>())
}
