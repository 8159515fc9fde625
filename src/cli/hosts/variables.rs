//! Which references a host expands in which fields.

use super::document::Block;
use super::page::{name, quoted};
use crate::cli::words;
use crate::host::{Field, Format, Host, Write};
use crate::model::dialect::{Dialect, Form, Position, VariableNames};
use crate::model::{HostVar, Slot};

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
    if let Some(listed) = main.listed {
        lines.push(format!(
            "On servers with a URL, only variables in `{}` and `{}` of the same entry are expanded",
            listed.names, listed.values
        ));
    }
    if main.needs_named {
        lines.push("A server is skipped while a variable that it names is not set".to_owned());
    }
    if let Some(field) = main.inputs() {
        lines.push(format!(
            "`{{{{X}}}}` is expanded if X is in `{}`",
            field.name
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
    // Which fields, and what is said about them. The first rule that names a field is the one that holds.
    let mut said: Vec<(Vec<&str>, bool, String)> = Vec::new();
    let mut claimed: Vec<Slot> = Vec::new();
    let mut all: Vec<&str> = Vec::new();
    for (slots, dialect) in format.dialects {
        let named = |field: &&Field| {
            slots.contains(&field.slot)
                && !claimed.contains(&field.slot)
                && field.write != Write::Never
        };
        let fields = format.fields.iter().filter(named);
        let names: Vec<&str> = fields.map(|field| field.name).collect();
        claimed.extend(*slots);
        all.extend(&names);
        if names.is_empty() && !slots.is_empty() {
            continue;
        }
        for line in dialect_lines(dialect) {
            match said.iter_mut().find(|(.., known)| *known == line) {
                Some((fields, rest, _)) => {
                    fields.extend(&names);
                    *rest |= slots.is_empty();
                }
                None => said.push((names.clone(), slots.is_empty(), line)),
            }
        }
    }
    let line = |(fields, rest, text): (Vec<&str>, bool, String)| {
        let others: Vec<&str> = all
            .iter()
            .copied()
            .filter(|name| !fields.contains(name))
            .collect();
        let fields = match (rest, others.is_empty()) {
            (false, _) => quoted(&fields),
            (true, true) => "all fields".to_owned(),
            (true, false) => format!("all fields but {}", quoted(&others)),
        };
        format!("In {fields}: {text}")
    };
    said.into_iter().map(line).collect()
}

fn dialect_lines(dialect: &Dialect) -> Vec<String> {
    let mut forms = Vec::new();
    let mut lines = Vec::new();
    let blocked = &dialect.blocked;
    let cost = if blocked.server_only {
        "the server is skipped"
    } else {
        "the whole file is rejected"
    };
    let refused = blocked.forms.iter().flat_map(words::form);
    let refused: Vec<String> = refused
        .chain(blocked.names.iter().map(|name| (*name).to_owned()))
        .map(|word| format!("`{word}`"))
        .collect();
    if !refused.is_empty() {
        lines.push(format!("{} is refused: {cost}", refused.join(", ")));
    }
    for form in dialect.forms {
        if blocked.forms.contains(form) {
            continue;
        }
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
            Form::Name => lines.push(
                "a value that is the name of a set variable is replaced by that variable"
                    .to_owned(),
            ),
            _ => forms.extend(spelled),
        }
    }
    if !forms.is_empty() {
        let mut line = forms.join(", ");
        if let VariableNames::Starting(start) = dialect.names {
            line.push_str(&format!(
                ", only for variables whose names start with `{start}`"
            ));
        }
        if dialect.whole {
            line.push_str(", only as the whole value");
        }
        match dialect.position {
            Position::Anywhere => {}
            Position::AfterScheme => line.push_str(", only after the scheme"),
            Position::AfterHost => line.push_str(", only after the host"),
            Position::InUrl => {
                line.push_str(
                    ", only after the scheme, not as the port, and without a default in the host",
                );
            }
        }
        let mut last = dialect;
        while let Some(then) = last.then {
            let forms: Vec<String> = words::forms(then)
                .iter()
                .map(|form| format!("`{form}`"))
                .collect();
            line.push_str(&format!("; then, in what came out, {}", forms.join(", ")));
            last = then;
        }
        line.push_str(&format!("; unset, {}", words::unset(last.unset)));
        for (holds, text) in [
            (
                dialect.empty_is_unset,
                "; an empty variable counts as unset",
            ),
            (dialect.again, "; values are expanded again"),
            (
                dialect.escapes.contains('$') && dialect.escaped_before.is_empty(),
                "; `\\$` is a plain `$`",
            ),
            (dialect.escaped_before == "{", "; `\\${` is a plain `${`"),
            (dialect.escapes.contains('\\'), ", and `\\\\` a plain `\\`"),
            (dialect.slashes, "; `\\` in a value becomes `/`"),
            (dialect.trims, "; spaces around a value are cut off"),
            (
                dialect.greedy,
                "; a value that starts with `${` and ends with `}` is one reference",
            ),
        ] {
            if holds {
                line.push_str(text);
            }
        }
        if !dialect.never.is_empty() {
            line.push_str(&format!("; never {}", quoted(dialect.never)));
        }
        lines.insert(0, line);
    }
    lines
}
