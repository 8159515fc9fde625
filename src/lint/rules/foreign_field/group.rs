//! Fields in an object of their own that this host wants in the server itself.

use super::fits;
use crate::diagnostic::Level;
use crate::host::{Problem, universal};
use crate::lint::file::{At, File, LintServer};
use crate::lint::rules::common::within;
use crate::lint::tree::{copy, has_comment};
use crate::lint::{Fix, Found};
use crate::model::Transport;
use crate::syntax::Member;

/// Whether a value groups fields that stand side by side here: `transport: {…}`, or the `command: {…}` of old.
pub(in crate::lint::rules) fn is_group(at: &At<'_>) -> bool {
    let value = &at.member.value;
    let has = |keys: &[&str]| keys.iter().any(|key| value.member(key).is_some());
    match &*at.name {
        "transport" => has(&["type", "url", "command", "headers", "args", "env"]),
        "command" => has(&["path"]),
        _ => false,
    }
}

pub(super) fn group(file: &File<'_>, server: &LintServer<'_>, at: &At<'_>, out: &mut Found<'_>) {
    let fix = Fix::safe(format!("put the fields of `{}` into the server", at.name));
    // A program takes the place of the group that it was in.
    let replaced = at
        .member
        .value
        .members()
        .iter()
        .any(|member| flat(file, at, member) == Some(&*at.name));
    let mut fix = Some(if replaced {
        fix
    } else {
        fix.remove(file.path_of(at.member.key_span))
    });
    for member in at.member.value.members() {
        fix = fix.and_then(|fix| {
            let name = flat(file, at, member)?;
            let free = name == at.name || server.node.dotted(name).is_none();
            free.then(|| fix.set(within(file, server, name), copy(&member.value)))
        });
    }
    // Beside another command or URL, those of the group would take over, or spoil the entry.
    let (starts, connects) = brings(at);
    let beside = server.command.is_some() || server.url.is_some();
    let fix = fix.filter(|_| !(starts && connects || beside && (starts || connects)));
    // Some hosts have a field of that name, which is something else.
    let mut problems = server.problems().iter();
    let wrong = problems.find(|problem| match problem {
        Problem::WrongType { at: index, .. } => std::ptr::eq(&server.fields[*index], at),
        _ => false,
    });
    let label = match wrong.map(|problem| problem.cost(server)) {
        Some(cost) => format!("{} {}", file.host_name(), cost.consequence()),
        None => format!("{} does not look inside", file.host_name()),
    };
    out.add(
        at.member.key_span,
        format!(
            "`{}`: {} wants the fields of `{}` in the server itself",
            server.name,
            file.host_name(),
            at.name
        ),
    )
    .level(Level::Error)
    .label(label)
    .help("put them into the server, one level up")
    .fix(fix.filter(|_| !has_comment(file, at.member.value.span)));
}

/// Whether a group says what to start, and what to connect to.
fn brings(at: &At<'_>) -> (bool, bool) {
    let value = &at.member.value;
    let has = |key| value.member(key).is_some();
    let word = value.member("type").and_then(|word| word.value.as_str());
    let kind = word.and_then(universal);
    let remote = kind.is_some_and(|kind| kind != Transport::Stdio);
    (has("command") || has("path"), has("url") || remote)
}

/// What a member of a group is called when it stands in the server.
fn flat(file: &File<'_>, at: &At<'_>, member: &Member<'_>) -> Option<&'static str> {
    if member.key == "type" {
        let word = member.value.as_str()?;
        file.place
            .format
            .transports
            .words
            .iter()
            .find(|spelling| spelling.word == word)?;
        return file.place.format.transports.tag;
    }
    let transport = if at.member.value.member("url").is_some() {
        Transport::Http
    } else {
        Transport::Stdio
    };
    let name = if member.key == "path" {
        "command"
    } else {
        &*member.key
    };
    let field = file
        .fields()
        .find(|field| field.name == name && field.on.has(transport))?;
    fits(field.kind, &member.value.value).then_some(field.name)
}
