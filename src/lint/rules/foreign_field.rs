//! A field under the name that another host gives it.

use crate::diagnostic::Level;
use crate::edit::Step;
use crate::host::{Field, Kind, Out, OutValue, Write};
use crate::hosts::HOSTS;
use crate::lint::file::{At, File, Server, foreign};
use crate::lint::tree::{copy, has_comment, is_out_of_reach, rename};
use crate::lint::{Check, Fix, Found, Group, Rule, Safety};
use crate::model::{Slot, Transport};
use crate::syntax::{Member, Value, number};

pub(super) static RULE: Rule = Rule {
    id: "foreign-field",
    level: Level::Warning,
    group: Group::Structure,
    fix: Some(Safety::Safe),
    page: include_str!("../../../docs/rules/foreign-field.md"),
    checks: &[Check::Server(check)],
    ..Rule::NEW
};

fn check(file: &File<'_>, server: &Server<'_>, out: &mut Found<'_>) {
    if file.host.facts.lenient || is_out_of_reach(file, server) {
        return;
    }
    for at in &server.fields {
        if is_group(at) {
            group(file, server, at, out);
        } else if at.field.is_none() {
            let equal = foreign(file.host, &at.name).and_then(|other| Some((other.host, other.kind, field_for(file, server, other.slot, other.kind)?)));
            let Some((host, kind, field)) = equal.or_else(|| tag(file, server, at)) else { continue };
            let whose = host.map_or("another host".to_owned(), |host| host.name.to_owned());
            let message = format!("`{}`: `{}` is {whose}'s name; {} uses `{}`", server.name, at.name, file.host_name(), field.name);
            let absent = server.at(field.name).is_none() && server.known(field.slot).all(|known| known.slot == Some(Slot::Native));
            let fix = if absent { repair(file, server, at, kind, field) } else { None };
            let vital = matches!(field.slot, Slot::Command | Slot::Url);
            out.add(at.member.key_span, message)
                .level(if vital { Level::Error } else { file.host.unknown_field.level() })
                .label(format!("{} {}", file.host_name(), file.host.unknown_field.consequence()))
                .help(fix.as_ref().map_or_else(|| format!("use `{}`", field.name), |fix| fix.title.clone()))
                .fix(fix);
        }
    }
}

/// This host's field for `slot` on the server's transport, of the same kind if there is one.
fn field_for(file: &File<'_>, server: &Server<'_>, slot: Slot, kind: Kind) -> Option<&'static Field> {
    let transport = match (slot, &server.command, &server.url) {
        (Slot::Command, ..) => Transport::Stdio,
        (Slot::Url, ..) => Transport::Http,
        // Without a word about the transport, keys of other hosts tell what is meant.
        (_, None, Some(_)) if server.tag.is_none() => Transport::Http,
        _ => server.kind.unwrap_or(Transport::Stdio),
    };
    let fits = |field: &&Field| field.slot == slot && field.write != Write::Never && field.on.has(transport) && !file.place.without.contains(&field.name);
    let fields = || file.host.fields(file.place).iter().filter(fits);
    fields().find(|field| same_kind(field.kind, kind)).or_else(|| fields().next())
}

/// The field that names the transport, under another name.
fn tag(file: &File<'_>, server: &Server<'_>, at: &At<'_>) -> Option<(Option<&'static crate::host::Host>, Kind, &'static Field)> {
    at.member.value.as_str()?;
    if server.tag.is_some() {
        return None;
    }
    let own = file.host.fields(file.place).iter().find(|field| field.kind == Kind::Tag && field.write != Write::Never)?;
    let others = HOSTS.iter().filter(|host| !host.facts.lenient);
    let host = others.into_iter().find(|host| host.fields.iter().any(|field| field.kind == Kind::Tag && field.name == at.name))?;
    Some((Some(host), Kind::Tag, own))
}

fn same_kind(a: Kind, b: Kind) -> bool {
    let class = |kind| match kind {
        Kind::Line => Kind::Text,
        Kind::LooseMap => Kind::Map,
        kind => kind,
    };
    class(a) == class(b)
}

/// The same under this host's name: safe if nothing but the name changes.
fn repair(file: &File<'_>, server: &Server<'_>, at: &At<'_>, kind: Kind, field: &'static Field) -> Option<Fix> {
    let value = &at.member.value;
    let title = format!("rename it to `{}`", field.name);
    let (fix, out) = match (kind, field.kind, &value.value) {
        (Kind::Tag, _, Value::String(word)) => {
            file.host.transports.words.iter().find(|spelling| spelling.word == *word)?;
            (Fix::safe(title), copy(value))
        }
        (Kind::Flag, Kind::NotFlag, Value::Bool(flag)) | (Kind::NotFlag, Kind::Flag, Value::Bool(flag)) => {
            (Fix::risky(format!("set `{}` to `{}`", field.name, !flag)), Out::added(OutValue::Bool(!flag)))
        }
        (from, to, Value::Number(text)) if from != to => {
            let text = convert(number(text)?, from, to)?;
            (Fix::risky(format!("set `{}` to {text}", field.name)), Out::added(OutValue::Number(text)))
        }
        (from, to, found) if same_kind(from, to) && fits(to, found) => (Fix::safe(title), copy(value)),
        _ => return None,
    };
    if fix.safety == Safety::Safe && !at.name.contains('.') && !field.name.contains('.') {
        return rename(file, fix, at.member, field.name);
    }
    if fix.safety == Safety::Safe && has_comment(file, value.span) {
        return None;
    }
    Some(fix.set(below(file, server, field.name), out).remove(file.path_of(at.member.key_span)))
}

/// A time in another unit.
fn convert(value: f64, from: Kind, to: Kind) -> Option<String> {
    let factor = |kind| match kind {
        Kind::Millis => Some(1.0),
        Kind::Seconds | Kind::WholeSeconds => Some(1000.0),
        _ => None,
    };
    let value = value * factor(from)? / factor(to)?;
    (value >= 0.0 && (to == Kind::Seconds || value.fract() == 0.0)).then(|| value.to_string())
}

fn fits(kind: Kind, value: &Value<'_>) -> bool {
    match kind {
        Kind::Text | Kind::Line | Kind::Spaced | Kind::BearerVar | Kind::KeyVar => matches!(value, Value::String(_)),
        Kind::Map | Kind::LooseMap | Kind::HeaderVars | Kind::Object => matches!(value, Value::Object(_)),
        Kind::List | Kind::Argv | Kind::Approved | Kind::EnvNames => matches!(value, Value::Array(_)),
        Kind::Flag | Kind::NotFlag | Kind::Trusted => matches!(value, Value::Bool(_)),
        Kind::Millis | Kind::Seconds | Kind::WholeSeconds | Kind::Port | Kind::Number => matches!(value, Value::Number(_)),
        _ => false,
    }
}

/// Whether a value groups fields that stand side by side here: `transport: {…}`, or the `command: {…}` of old.
pub(super) fn is_group(at: &At<'_>) -> bool {
    let value = &at.member.value;
    let has = |keys: &[&str]| keys.iter().any(|key| value.member(key).is_some());
    match &*at.name {
        "transport" => has(&["type", "url", "command", "headers", "args", "env"]),
        "command" => has(&["path"]),
        _ => false,
    }
}

fn group(file: &File<'_>, server: &Server<'_>, at: &At<'_>, out: &mut Found<'_>) {
    let fix = Fix::safe(format!("put the fields of `{}` into the server", at.name));
    // A program takes the place of the group that it was in.
    let replaced = at.member.value.members().iter().any(|member| flat(file, at, member) == Some(&*at.name));
    let mut fix = Some(if replaced { fix } else { fix.remove(file.path_of(at.member.key_span)) });
    for member in at.member.value.members() {
        fix = fix.and_then(|fix| {
            let name = flat(file, at, member)?;
            let free = name == at.name || server.node.dotted(name).is_none();
            free.then(|| fix.set(below(file, server, name), copy(&member.value)))
        });
    }
    out.add(at.member.key_span, format!("`{}`: {} wants the fields of `{}` in the server itself", server.name, file.host_name(), at.name))
        .level(Level::Error)
        .label(format!("{} does not look inside", file.host_name()))
        .help("put them into the server, one level up")
        .fix(fix.filter(|_| !has_comment(file, at.member.value.span)));
}

/// What a member of a group is called when it stands in the server.
fn flat(file: &File<'_>, at: &At<'_>, member: &Member<'_>) -> Option<&'static str> {
    if member.key == "type" {
        let word = member.value.as_str()?;
        file.host.transports.words.iter().find(|spelling| spelling.word == word)?;
        return file.host.transports.tag;
    }
    let transport = if at.member.value.member("url").is_some() { Transport::Http } else { Transport::Stdio };
    let name = if member.key == "path" { "command" } else { &*member.key };
    let field = file.host.fields(file.place).iter().find(|field| field.name == name && field.on.has(transport))?;
    fits(field.kind, &member.value.value).then_some(field.name)
}

fn below(file: &File<'_>, server: &Server<'_>, name: &str) -> Vec<Step> {
    file.path_of(server.node.span).into_iter().chain(name.split('.').map(|key| Step::Key(key.to_owned()))).collect()
}
