//! Which references a host expands in which fields.

use super::document::Block;
use super::page::{name, quoted};
use crate::cli::words;
use crate::host::{Field, Format, Host, Write};
use crate::model::HostVar;
use crate::model::dialect::{Dialect, Form};

pub(super) fn variables(host: &Host) -> Vec<Block> {
    let main = host.main();
    let mut lines = dialects(main);
    let by_name = words::by_name(main);
    if !by_name.is_empty() {
        lines.push(format!(
            "Variables are named in {}, without `$`",
            quoted(&by_name)
        ));
    }
    if main.expects_values {
        lines.push(
            "There are no references: `mcpconv` expands them when it converts to this host"
                .to_owned(),
        );
    } else if lines.is_empty() {
        lines.push("There are no references: `${X}` is passed on as text".to_owned());
    }
    let mut blocks = vec![Block::List(lines)];
    let mut seen = vec![main.dialects];
    for place in host.places {
        let own = place.format.dialects;
        if seen.iter().any(|known| std::ptr::eq(*known, own)) {
            continue;
        }
        seen.push(own);
        let mut lines = dialects(place.format);
        if lines.is_empty() {
            lines.push("Nothing is expanded".to_owned());
        }
        blocks.push(Block::Line(format!("In {}:", name(place))));
        blocks.push(Block::List(lines));
    }
    blocks
}

/// What is expanded in which fields, and what happens to a variable that is not set.
fn dialects(format: &Format) -> Vec<String> {
    // Which fields, and what is said about them. What is said about all is said once.
    let mut said: Vec<(Vec<String>, String)> = Vec::new();
    let mut groups = 0;
    for (slots, dialect) in format.dialects {
        let named = |field: &&Field| slots.contains(&field.slot) && field.write != Write::Never;
        let names: Vec<&str> = format
            .fields
            .iter()
            .filter(named)
            .map(|field| field.name)
            .collect();
        let fields = match (slots.is_empty(), names.is_empty()) {
            (false, true) => continue,
            (false, false) => quoted(&names),
            (true, _) => "all other fields".to_owned(),
        };
        groups += 1;
        for line in dialect_lines(dialect) {
            match said.iter_mut().find(|(_, known)| *known == line) {
                Some((all, _)) => all.push(fields.clone()),
                None => said.push((vec![fields.clone()], line)),
            }
        }
    }
    let rest = format.dialects.iter().any(|(slots, _)| slots.is_empty());
    let line = |(fields, text): (Vec<String>, String)| {
        let all = rest && fields.len() == groups;
        let fields = if all {
            "all fields".to_owned()
        } else {
            fields.join(" and ")
        };
        format!("In {fields}: {text}")
    };
    said.into_iter().map(line).collect()
}

fn dialect_lines(dialect: &Dialect) -> Vec<String> {
    let mut forms = Vec::new();
    let mut lines = Vec::new();
    for form in dialect.forms {
        let spelled = words::form(form)
            .into_iter()
            .map(|word| format!("`{word}`"));
        match form {
            Form::Vars(list) => {
                let is = |(word, (_, var)): (String, &(&str, HostVar))| {
                    format!("{word} is {}", var.name())
                };
                lines.push(spelled.zip(*list).map(is).collect::<Vec<_>>().join(", "));
            }
            Form::Own(_) => lines.push(format!(
                "{}, of this host alone",
                spelled.collect::<Vec<_>>().join(", ")
            )),
            _ => forms.extend(spelled),
        }
    }
    if !forms.is_empty() {
        let whole = if dialect.whole {
            ", only as the whole value"
        } else {
            ""
        };
        let unset = words::unset(dialect.unset);
        lines.insert(0, format!("{}{whole}; unset, {unset}", forms.join(", ")));
    }
    lines
}
