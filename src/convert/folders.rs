//! Relative paths, where the target starts servers in another folder than the source's host.

use crate::diagnostic::{Diagnostic, Level};
use crate::host::{Folder, Format, Host, Loss, LossKind, Place, Scope};
use crate::launch::{is_relative, relative_paths, unwrap, words};
use crate::model::{Part, Server, Slot, Template, Transport};
use crate::syntax::Span;

/// Takes out a folder that the source's host is told in vain, where the target would go there.
pub(super) fn take_unheeded(server: &mut Server, source: &Format, target: &Format) -> Option<Loss> {
    if !source.runtime.absolute_cwd || target.runtime.absolute_cwd {
        return None;
    }
    let text = server.text(Slot::Cwd)?;
    if !text.as_literal().is_some_and(is_relative) {
        return None;
    }
    let span = text.span;
    let entry = server.take(Slot::Cwd)?;
    let message = format!(
        "`{}`: `{}` is dropped, because the source host ignores a relative path",
        server.name, entry.field
    );
    let loss = Loss::new(LossKind::Dropped, Slot::Cwd, span, message).leaves([span]);
    Some(loss.label("relative path").help("use an absolute path"))
}

/// A note about relative paths that leave a project's file for one of its user, and start from wherever that host was
/// started in.
pub(super) fn without_a_project(
    server: &Server,
    source: &Place,
    host: &Host,
    target: &Place,
) -> Option<Diagnostic> {
    let leaves = (source.scope, target.scope) == (Scope::Project, Scope::User);
    let starts_there = target.format.runtime.folder == Folder::Project;
    if !leaves || !starts_there || server.transport != Transport::Stdio {
        return None;
    }
    let in_slot = |slot, found: Vec<Span>| Some((slot, found.first().copied()?));
    let (slot, span) = match server.text(Slot::Cwd) {
        Some(text) if text.as_literal().is_some_and(is_relative) => (Slot::Cwd, text.span),
        Some(_) => return None,
        None => in_slot(Slot::Command, command(server))
            .or_else(|| in_slot(Slot::Args, arguments(server)))?,
    };
    let message = format!(
        "`{}`: relative paths in `{}` start in whatever folder {} was started in",
        server.name,
        server.entry(slot)?.field,
        host.name
    );
    let note = Diagnostic::new("relative-path", Level::Info, span, message);
    Some(note.label("relative path").help("use an absolute path"))
}

/// What is not found any more, one message per slot. The paths in `meant` say the project's folder in the target's words.
pub(super) fn adapt(
    server: &Server,
    source: &Format,
    host: &Host,
    target: &Format,
    meant: &[Span],
) -> Vec<Loss> {
    let mut losses = paths(server, source, host, target, meant);
    losses.extend(contents(server, host));
    losses.extend(ignored(server, source, host, target));
    losses
}

/// A folder that the target is told in vain.
fn ignored(server: &Server, source: &Format, host: &Host, target: &Format) -> Option<Loss> {
    let entry = server.entry(Slot::Cwd)?;
    let text = entry.value.as_text()?;
    let relative = text.as_literal().is_some_and(is_relative);
    if !relative || source.runtime.absolute_cwd || !target.runtime.absolute_cwd {
        return None;
    }
    let message = format!(
        "`{}`: {} ignores a relative `{}`",
        server.name, host.name, entry.field
    );
    let loss = Loss::new(LossKind::Changed, Slot::Cwd, text.span, message).leaves([text.span]);
    Some(loss.label("relative path").help("use an absolute path"))
}

/// References to the content of a file: where their relative paths start is for each host to say, and no two agree.
fn contents(server: &Server, host: &Host) -> Vec<Loss> {
    let relative = |text: &&Template| matches!(text.parts.iter().find_map(as_file), Some(path) if is_relative(path));
    let mut losses = Vec::new();
    for entry in &server.entries {
        let found: Vec<Span> = entry
            .value
            .templates()
            .filter(relative)
            .map(|text| text.span)
            .collect();
        let Some(first) = found.first().copied() else {
            continue;
        };
        let message = format!(
            "`{}`: {} may look for the file in `{}` in another folder",
            server.name, host.name, entry.field
        );
        losses.push(
            Loss::new(LossKind::Changed, entry.slot, first, message)
                .leaves(found)
                .label("relative path")
                .help("use an absolute path"),
        );
    }
    losses
}

fn as_file(part: &Part) -> Option<&str> {
    match part {
        Part::File(path) => Some(path),
        _ => None,
    }
}

fn paths(
    server: &Server,
    source: &Format,
    host: &Host,
    target: &Format,
    meant: &[Span],
) -> Vec<Loss> {
    let (from, to) = (source.runtime.folder, target.runtime.folder);
    // A folder that the target cannot be told leaves its own.
    let mut fields = target.fields.iter();
    let homeless = server.entry(Slot::Cwd).is_some()
        && !fields.any(|field| {
            field.slot == Slot::Cwd
                && field.on.has(Transport::Stdio)
                && !target.without.contains(&field.name)
        });
    // Two folders that nobody knows are only the same where one host has both.
    let same = from == to && (from != Folder::Unknown || std::ptr::eq(source, target));
    if same && !homeless || server.transport != Transport::Stdio {
        return Vec::new();
    }
    let told = |slot, mut found: Vec<Span>| {
        found.retain(|span| !meant.contains(span));
        told(server, slot, found, host, (from, to))
    };
    // A folder of its own decides, and a relative one starts from the host's.
    if let Some(text) = server.text(Slot::Cwd).filter(|_| !homeless) {
        let relative = text.as_literal().is_some_and(is_relative);
        let found = if relative {
            vec![text.span]
        } else {
            Vec::new()
        };
        return told(Slot::Cwd, found).into_iter().collect();
    }
    let mut losses = Vec::new();
    for (slot, found) in [
        (Slot::Command, command(server)),
        (Slot::Args, arguments(server)),
        (Slot::Env, pairs(server)),
        (Slot::EnvFile, text(server, Slot::EnvFile)),
    ] {
        losses.extend(told(slot, found));
    }
    losses
}

fn told(
    server: &Server,
    slot: Slot,
    found: Vec<Span>,
    host: &Host,
    (from, to): (Folder, Folder),
) -> Option<Loss> {
    let known = ![from, to].contains(&Folder::Unknown);
    let first = found.first().copied()?;
    let entry = server.entry(slot)?;
    let start = match to {
        Folder::Project => "in the project's folder".to_owned(),
        _ => to.outside().map_or_else(
            || "in a folder that is not known".to_owned(),
            |words| format!("in {words}"),
        ),
    };
    let lead = if known { "lead" } else { "may lead" };
    let message = format!(
        "`{}`: {} starts servers {start}, so relative paths in `{}` {lead} elsewhere",
        server.name, host.name, entry.field
    );
    Some(
        Loss::new(LossKind::Changed, slot, first, message)
            .leaves(found)
            .label("relative path")
            .help("use an absolute path"),
    )
}

fn text(server: &Server, slot: Slot) -> Vec<Span> {
    let text = server.text(slot).filter(|text| is_path(text));
    text.map(|text| text.span).into_iter().collect()
}

fn pairs(server: &Server) -> Vec<Span> {
    let pairs = server.map(Slot::Env).iter();
    let values = pairs.filter_map(|pair| pair.value.as_ref());
    values
        .filter(|value| is_path(value))
        .map(|value| value.span)
        .collect()
}

fn command(server: &Server) -> Vec<Span> {
    let mut found = text(server, Slot::Command);
    if let Some(text) = server.text(Slot::Command)
        && found.is_empty()
        && line(server).contains(&0)
    {
        found.push(text.span);
    }
    found
}

fn arguments(server: &Server) -> Vec<Span> {
    let known = line(server);
    let paths = server
        .list(Slot::Args)
        .iter()
        .enumerate()
        .filter(|(at, arg)| is_path(arg) || known.contains(&(at + 1)));
    paths.map(|(_, arg)| arg.span).collect()
}

/// Which words of the command line are relative paths, counted with the program as 0.
fn line(server: &Server) -> Vec<usize> {
    let Some(command) = server.text(Slot::Command) else {
        return Vec::new();
    };
    let literal = |text: &Template| text.as_literal().unwrap_or("$").to_owned();
    let args: Vec<String> = server.list(Slot::Args).iter().map(literal).collect();
    let command = literal(command);
    let line = unwrap(words(&command, args.iter().map(String::as_str)));
    relative_paths(&line.words)
        .iter()
        .map(|word| word.index)
        .collect()
}

/// Whether a text starts like a path from here, on its own or behind an option.
fn is_path(text: &Template) -> bool {
    let first = match text.parts.first() {
        Some(Part::Text(first)) => first,
        Some(Part::Env {
            default: Some(default),
            ..
        }) => return is_path(default),
        _ => return false,
    };
    let starts = |text: &str| {
        text == "."
            || text == ".."
            || text.starts_with("./")
            || text.starts_with("../")
            || text.starts_with(".\\")
    };
    starts(first)
        || first
            .split_once('=')
            .is_some_and(|(_, value)| starts(value))
}
