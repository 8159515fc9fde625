//! What a host does with its servers when it runs, in sentences.

use super::page::{disabling, quoted};
use crate::cli::words;
use crate::host::{Also, Fallback, Folder, Host, Ids, Inherit, Matching, On};
use crate::model::{Slot, Transport};

/// One sentence for each fact.
pub(super) fn lines(host: &Host) -> Vec<String> {
    let format = host.main();
    let runtime = &format.runtime;
    let has = |transport| format.spelling(transport).is_some();
    let mut lines = Vec::new();
    if has(Transport::Stdio) {
        lines.push(inherited(runtime.inherit));
        let folder = match runtime.folder {
            Folder::Unknown => "a folder that is not documented",
            folder => folder.outside().unwrap_or("the project's folder"),
        };
        let cwd = format.fields.iter().find(|field| field.slot == Slot::Cwd);
        let unless = cwd.map_or(String::new(), |field| {
            format!(", unless `{}` is set", field.name)
        });
        lines.push(format!("Servers start in {folder}{unless}"));
    }
    if runtime.resolves_shims {
        lines.push("On Windows, `npx` and other scripts need no `cmd /c`".to_owned());
    }
    if !runtime.appends.is_empty() {
        lines.push(format!(
            "{} of an entry is appended to the inherited one",
            quoted(runtime.appends)
        ));
    }
    if !runtime.unsettable.is_empty() {
        lines.push(format!(
            "Variables that an entry cannot set: {}",
            quoted(runtime.unsettable)
        ));
    }
    if runtime.keeps_own_env {
        lines.push("A variable that the host itself has beats the one of an entry".to_owned());
    }
    match runtime.fallback {
        // Nobody tries anything there; it is what such a URL is meant for.
        Fallback::Unsaid => {
            lines.push("A URL that ends in `/sse` is read as SSE".to_owned());
        }
        Fallback::ToSse => lines.push("Streamable HTTP is tried first, then SSE".to_owned()),
        Fallback::Either => {
            lines.push("Streamable HTTP and SSE are both tried".to_owned());
        }
        Fallback::None => {}
    }
    if !runtime.schemes.is_empty() {
        lines.push(format!(
            "URLs may also start with {}",
            quoted(runtime.schemes)
        ));
    }
    if let Some(how) = disabling(host) {
        lines.push(how);
    }
    lines.push(format!("Server names: {}", words::names(&format.names)));
    if let Some(ids) = &runtime.ids.names {
        lines.push(ids_of(ids));
    }
    let limits = &format.limits;
    if !limits.commands.is_empty() {
        lines.push(format!(
            "Only these commands are run: {}",
            quoted(limits.commands)
        ));
    }
    if limits.one_tool_list {
        lines.push("Only one of the two tool lists may be there".to_owned());
    }
    if !runtime.reserved_bare.is_empty() {
        lines.push(format!(
            "{} without a command or URL is a server of its own",
            quoted(runtime.reserved_bare)
        ));
    }
    if !runtime.built_in_hosts.is_empty() {
        lines.push(format!(
            "Servers at {} are skipped, because they are built in",
            quoted(runtime.built_in_hosts)
        ));
    }
    if !runtime.drops_empty.is_empty() {
        let names: Vec<&str> = runtime.drops_empty.iter().map(|slot| slot.name()).collect();
        let line = format!("{} with an empty value are dropped", names.join(" and "));
        lines.push(line[..1].to_uppercase() + &line[1..]);
    }
    for (holds, line) in [
        (
            runtime.oauth_or_headers != On::NONE,
            "With OAuth, an HTTP server gets no headers",
        ),
        (format.any_case, "The case of field names does not matter"),
        (
            runtime.toggles,
            "An entry that only enables or disables changes a server that is defined elsewhere",
        ),
        (
            runtime.coerces,
            "Strings such as `\"true\"` and `\"500\"` count as booleans and numbers",
        ),
        (runtime.no_zero_time, "A timeout of 0 is an error"),
        (
            runtime.own_env,
            "References in other fields also find the variables of `env`",
        ),
        (
            runtime.own_templates,
            "`{{X}}` is the value of `X` in `env` or `headers`; a server without it is skipped",
        ),
        (
            runtime.empty_list_is_none,
            "An empty list of allowed tools allows all of them",
        ),
        (
            runtime.server_globs,
            "Lists of enabled and disabled servers may have `*` and `?`",
        ),
        (
            runtime.matching == Matching::ExactOrAll,
            "`*` in a tool list is all tools",
        ),
        (
            runtime.matching == Matching::Glob,
            "Tool lists may have `*` and `?`",
        ),
        (
            runtime.matching == Matching::GlobOrRegex,
            "Tool lists may have `*` and `?`, or `re:` and a regular expression",
        ),
    ] {
        if holds {
            lines.push(line.to_owned());
        }
    }
    lines.extend(
        host.places
            .iter()
            .filter_map(|place| place.also)
            .map(second),
    );
    lines
}

/// What a second program that reads the same file does differently.
fn second(also: Also) -> String {
    let format = also.place.format;
    let mut words: Vec<String> = Vec::new();
    for (_, dialect) in format.dialects {
        words.extend(words::forms(dialect).iter().map(|form| format!("`{form}`")));
    }
    let expands = match words.as_slice() {
        [] => "expands nothing".to_owned(),
        words => format!("expands {}", words.join(", ")),
    };
    let inherits = inherited(format.runtime.inherit).replacen("Processes", "its processes", 1);
    format!(
        "All of this is what {} does; {} reads the same file, {expands}, and {inherits}",
        also.first, also.second
    )
}

fn inherited(inherit: Inherit) -> String {
    match inherit {
        Inherit::All => "Processes inherit all variables of the host".to_owned(),
        Inherit::Filtered(words) => format!(
            "Processes inherit the variables of the host, except those with one of these words in their names: {}",
            quoted(words)
        ),
        Inherit::Unknown => "Which variables processes inherit is not documented".to_owned(),
        Inherit::Few([]) => "Processes inherit no variables".to_owned(),
        Inherit::Few(names) => format!("Processes inherit only {}", quoted(names)),
    }
}

fn ids_of(ids: &Ids) -> String {
    if ids.every {
        return "Names that differ only in case are one: the first server is used".to_owned();
    }
    let cut = match ids.longest {
        usize::MAX => String::new(),
        longest => format!(", cut after {longest} characters"),
    };
    format!("{}{cut}", changed(ids))
}

fn changed(ids: &Ids) -> String {
    let digits = if ids.digits { ", digits" } else { "" };
    let keeps: Vec<String> = ids.keeps.chars().map(|c| format!("`{c}`")).collect();
    let lower = if ids.lower { ", in lower case" } else { "" };
    let (keeps, other) = (keeps.join(" "), ids.other);
    if ids.drops {
        return format!(
            "In tool ids, spaces of names become `{other}`, and characters other than letters{digits} and {keeps} are dropped{lower}"
        );
    }
    let spaces = if ids.unspaced {
        "; spaces are dropped"
    } else {
        ""
    };
    format!(
        "In tool ids, characters of names other than letters{digits} and {keeps} become `{other}`{lower}{spaces}"
    )
}
