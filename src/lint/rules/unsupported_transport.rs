//! A server that the host cannot reach or start, however it is written.

use crate::diagnostic::Level;
use crate::host::Out;
use crate::host::tell::beyond;
use crate::launch::{PINNED_BRIDGE, needs_allow_http, started};
use crate::lint::file::{At, File, LintServer};
use crate::lint::fix::below;
use crate::lint::reach::unsupported;
use crate::lint::refs::{RefForm, refs};
use crate::lint::url::Url;
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::secret::{secretish_name, sensitive_ranges};

pub(super) static RULE: Rule = Rule {
    id: "unsupported-transport",
    level: Level::Error,
    group: Group::Transport,
    fix: Some(Safety::Unsafe),
    yields_to: &["args-in-command"],
    page: crate::lint::page!("../../../docs/rules/unsupported-transport.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &LintServer<'_>, out: &mut Found<'_>) {
    if let Some((kind, at, at_value)) = unsupported(file, server) {
        // Of a key that the host does not know at all, the key is what is wrong.
        let span = if at_value && at.field.is_some() {
            at.member.value.span
        } else {
            at.member.key_span
        };
        let fix = bridge(file, server, kind, at);
        let help = match &fix {
            Some(_) => "start a bridge such as `mcp-remote` that connects to it".to_owned(),
            None if kind == Transport::Sse => {
                "use the URL of the server's streamable HTTP endpoint".to_owned()
            }
            None => "use a server of a kind that it supports, or a bridge to this one".to_owned(),
        };
        // An address alone does not tell what is spoken there.
        let named = (at.slot != Some(Slot::Url)).then_some(kind);
        out.add(span, beyond(server.name, named, file.host_name()))
            .label(match file.place.format.transports.tag {
                Some(_) => format!(
                    "{} {}",
                    file.host_name(),
                    file.place.format.bad_server.consequence()
                ),
                None => format!(
                    "{} ignores `{}` and uses streamable HTTP",
                    file.host_name(),
                    at.name
                ),
            })
            .help(help)
            .fix(fix);
        return;
    }
    let commands = file.place.format.limits.commands;
    if let Some(command) = server.command.filter(|command| {
        !commands.is_empty() && !command.text.is_empty() && !commands.contains(&command.text)
    }) {
        let known = started(server.line(), commands);
        out.add(
            command.span,
            format!(
                "`{}` starts a program that {} does not run",
                server.name,
                file.host_name()
            ),
        )
        .label(format!(
            "only {} can be run; {} {}",
            commands.join(" and "),
            file.host_name(),
            file.place.format.bad_server.consequence()
        ))
        .help(file.place.format.limits.advice(known))
        .fix(known.and_then(|known| plainly(file, server, known)));
    }
}

/// The program by its plain name, with what follows it as arguments.
fn plainly(file: &File<'_>, server: &LintServer<'_>, known: &str) -> Option<Fix> {
    let line = server.line();
    let command = file.path_of(server.command?.span);
    let title = format!("write `{known}`");
    if line.wrappers.is_empty() {
        return Some(Fix::safe(title).set_text(command, known));
    }
    // What a shell reads may have more to it.
    if line.wrappers.iter().any(|wrapper| wrapper.script.is_some()) {
        return None;
    }
    let args = server.known(Slot::Args).next()?;
    let all = args.member.value.items().len() == server.args.len();
    let words = line.words[1..].iter().map(|word| Out::text(word.text));
    let path = file.path_of(args.member.value.span);
    let fix = Fix::risky(title).set_text(command, known);
    all.then(|| fix.set(path, Out::list(words)))
}

/// Starts a bridge instead. Not where something would be lost, or a header be written out a second time.
fn bridge(file: &File<'_>, server: &LintServer<'_>, kind: Transport, tag: &At<'_>) -> Option<Fix> {
    let url = server.url.filter(|_| {
        file.place.format.spelling(Transport::Stdio).is_some() && server.command.is_none()
    })?;
    if kind == Transport::Ws || !sensitive_ranges(Some("url"), url.text).is_empty() {
        return None;
    }
    let plain = |slot| file.fields().find(|field| field.slot == slot);
    let (command, args) = (plain(Slot::Command)?, plain(Slot::Args)?);
    let mut words = vec![
        "-y".to_owned(),
        PINNED_BRIDGE.to_owned(),
        url.text.to_owned(),
    ];
    // An address that says otherwise is left to the bridge to try.
    let last = Url::parse(url.text).and_then(|url| url.last_segment());
    if kind == Transport::Sse && !matches!(last, Some((_, "mcp" | "http"))) {
        words.extend(["--transport", "sse-only"].map(str::to_owned));
    }
    words.extend(needs_allow_http(url.text).then(|| "--allow-http".to_owned()));
    for header in &server.headers {
        let value = header
            .value
            .filter(|value| is_reference(value.text) || is_harmless(header.key, value.text))?;
        words.extend([
            "--header".to_owned(),
            format!("{}:{}", header.key, value.text),
        ]);
    }
    let list = Out::list(words.into_iter().map(Out::text));
    let path = file.path_of(server.node.span);
    let fix = Fix::risky(format!("start `{PINNED_BRIDGE}` with the URL"));
    let mut fix = fix
        .set_text(below(&path, command.name), "npx")
        .set(below(&path, args.name), list);
    for at in &server.fields {
        let maps = at.field.is_none_or(|field| field.kind.is_map());
        let moved = at.slot == Some(Slot::Url)
            || at.slot == Some(Slot::Headers) && maps
            || at.member.key_span == tag.member.key_span;
        if moved {
            fix = fix.remove(file.path_of(at.member.key_span));
        } else if at.field.is_none_or(|field| !field.on.has(Transport::Stdio)) {
            return None;
        }
    }
    Some(fix)
}

/// Whether a value is one reference that the bridge itself puts in.
fn is_reference(value: &str) -> bool {
    matches!(&refs(value)[..], [found] if found.form == RefForm::Braces && found.range == (0..value.len()))
}

fn is_harmless(key: &str, value: &str) -> bool {
    !value.contains(' ') && !secretish_name(key) && sensitive_ranges(Some(key), value).is_empty()
}
