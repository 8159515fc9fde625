//! A variable that the command line needs, on a host that hands only a few through.

use crate::diagnostic::Level;
use crate::host::{Inherit, Kind};
use crate::lint::file::{File, Server};
use crate::lint::fix::below;
use crate::lint::refs::{RefForm, refs};
use crate::lint::server_path::{field_path, hand_through, handing_field};
use crate::lint::strings::{ReadBy, readers};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::Slot;
use crate::model::dialect::is_name;
use crate::syntax::{Span, Value};

pub(super) static RULE: Rule = Rule {
    id: "env-not-forwarded",
    level: Level::Warning,
    group: Group::Variables,
    fix: Some(Safety::Safe),
    page: include_str!("../../../docs/rules/env-not-forwarded.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    if file.runtime().inherit == Inherit::All || !server.is_stdio() || server.args.is_empty() {
        return;
    }
    let mut missing: Vec<(String, Span)> = Vec::new();
    needed(file, server, &mut missing);
    missing.retain(|(name, _)| !has(file, server, name));
    let mut seen: Vec<&str> = Vec::new();
    for (name, span) in &missing {
        if seen.contains(&name.as_str()) {
            continue;
        }
        seen.push(name);
        let listed = handing_field(file).and_then(|field| {
            hand_through(
                Fix::safe(format!("list `{name}` in `{field}`")),
                file,
                server,
                name,
            )
        });
        let fix = listed.or_else(|| set(file, server, name));
        let help = fix
            .as_ref()
            .map_or_else(|| format!("set `{name}` in `env`"), |fix| fix.title.clone());
        out.add(
            *span,
            format!(
                "`{}` needs `{name}`, which {} does not hand through",
                server.name,
                file.host_name()
            ),
        )
        .label(if matches!(file.runtime().inherit, Inherit::Few(_)) {
            format!(
                "{} starts servers with a minimal environment, so it is empty here",
                file.host_name()
            )
        } else {
            format!(
                "{} withholds variables whose names look secret, so it is empty here",
                file.host_name()
            )
        })
        .help(help)
        .fix(fix);
    }
}

/// Sets the variable to itself, where the host can refer to it.
fn set(file: &File<'_>, server: &Server<'_>, name: &str) -> Option<Fix> {
    let field = file
        .host
        .fields(file.place)
        .iter()
        .find(|field| field.slot == Slot::Env && field.kind == Kind::Map)?;
    let reference = file.reference(name, Slot::Env)?;
    // Something else may stand in its place.
    if server
        .at(field.name)
        .is_some_and(|at| !matches!(at.member.value.value, Value::Object(_)))
    {
        return None;
    }
    let path = below(&field_path(file, server, field.name), name);
    Some(
        Fix::safe(format!("set `{name}` to `{reference}` in `{}`", field.name))
            .set_text(path, reference),
    )
}

/// Whether the server gets the variable after all.
fn has(file: &File<'_>, server: &Server<'_>, name: &str) -> bool {
    file.runtime().inherit.passes(name)
        || server.env.iter().any(|pair| pair.key == name)
        || server.handed.iter().any(|text| text.text == name)
}

/// The variables that the command line takes from its environment by its own means.
fn needed(file: &File<'_>, server: &Server<'_>, list: &mut Vec<(String, Span)>) {
    if let Some(launch) = server.launch() {
        for variable in launch
            .container()
            .iter()
            .flat_map(|container| container.variables().collect::<Vec<_>>())
        {
            if variable.value.is_none() && is_name(variable.name.text) {
                list.push((
                    variable.name.text.to_owned(),
                    server.word(file, &variable.name),
                ));
            }
        }
    }
    if !server.args.iter().any(|arg| arg.text.contains('$')) {
        return;
    }
    let readers = readers(server);
    let read_by = |wanted: ReadBy| {
        server
            .args
            .iter()
            .zip(&readers)
            .filter(move |(_, reader)| **reader == wanted)
            .map(|(arg, _)| arg)
    };
    for arg in read_by(ReadBy::Bridge) {
        for reference in refs(arg.text)
            .into_iter()
            .filter(|reference| reference.form == RefForm::Braces)
        {
            list.push((reference.name.to_owned(), file.part(arg, reference.range)));
        }
    }
    let Some(command) = server.command else {
        return;
    };
    let elsewhere = matches!(crate::launch::program(command.text), "ssh" | "wsl");
    let given = |name: &str| {
        server
            .line()
            .wrappers
            .iter()
            .flat_map(|wrapper| &wrapper.assigned)
            .any(|word| word.text.split('=').next() == Some(name))
    };
    for arg in read_by(ReadBy::Shell).filter(|_| !elsewhere) {
        for reference in refs(arg.text) {
            let plain = matches!(reference.form, RefForm::Braces | RefForm::Bare);
            if plain && is_inherited(arg.text, reference.name) && !given(reference.name) {
                list.push((reference.name.to_owned(), file.part(arg, reference.range)));
            }
        }
    }
}

/// What a shell sets itself.
const SHELL_VARIABLES: &[&str] = &[
    "PWD", "OLDPWD", "IFS", "RANDOM", "SECONDS", "LINENO", "UID", "EUID", "PPID", "SHLVL",
    "HOSTNAME", "OPTARG", "OPTIND", "REPLY",
];

/// Whether a script takes `name` from outside. Names in small letters are most likely its own.
fn is_inherited(script: &str, name: &str) -> bool {
    let capitals = !name.contains(|c: char| c.is_ascii_lowercase());
    let set = script.match_indices(name).any(|(at, _)| {
        let before = script[..at].chars().next_back();
        let after = &script[at + name.len()..];
        let word = before.is_none_or(|c| c.is_whitespace() || matches!(c, ';' | '&' | '(' | '{'));
        word && (after.starts_with('=')
            || script[..at].trim_end().ends_with("read")
            || script[..at].trim_end().ends_with("for"))
    });
    capitals && !set && !name.starts_with("BASH") && !SHELL_VARIABLES.contains(&name)
}
