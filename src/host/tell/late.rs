//! What no schema can say: mistakes that a host only trips over when it starts or reaches a server, and those that are in
//! the text of a name or a value.

use super::{Told, bad_name, retired};
use crate::diagnostic::Level;
use crate::host::reading::{FieldState, Reading, is_open};
use crate::host::{Cost, Kind, is_absolute_url};
use crate::model::dialect::{Dialect, Form, Position};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Span, Tree};

/// What there is to say about such mistakes, and what they cost.
pub(crate) fn late(reading: &Reading<'_>) -> Vec<(Told, Cost)> {
    let urls = strings(reading, Slot::Url).filter(|_| reading.kind != Some(Transport::Stdio));
    let early = urls.filter_map(|(_, text, span)| early_reference(reading, text, span));
    let early = early.chain(open_quotes(reading));
    let early = early.chain(empty_folder(reading));
    let early = early.chain(equals_in_names(reading));
    let early = early.chain(nul(reading)).chain(odd_formats(reading));
    let early = early.chain(bad_urls(reading)).chain(removed(reading));
    let early = early.chain(refused_references(reading));
    let early = early.chain(broken_texts(reading));
    // A name that is missing was told.
    let named = !reading.listed || !reading.name.is_empty();
    let name = bad_name(reading).filter(|(_, cost)| named && *cost != Cost::Ignored);
    early.chain(name).collect()
}

/// URLs that are none, where the host looks at them when it reads the file. What a reference makes of one is not known.
fn bad_urls(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let format = reading.place.format;
    let remote = reading.kind.filter(|kind| *kind != Transport::Stdio);
    let kind = remote.filter(|_| format.checks_urls);
    let fields = reading.fields.iter();
    let urls = fields.filter(|at| at.state == FieldState::Read && at.slot == Some(Slot::Url));
    urls.filter_map(move |at| {
        let (kind, value) = (kind?, &at.member.value);
        let read = format
            .dialect(Slot::Url)
            .read(value.as_str()?, value.span, false);
        let text = read.as_literal()?;
        let (what, help) = if !is_absolute_url(text) {
            let help = "start it with `https://`, or `http://` on this machine";
            ("is not an absolute http(s) URL", help)
        } else if !format.transports.fits_scheme(kind, text) {
            let help = "use the URL of the server for this transport";
            ("has the scheme of another transport", help)
        } else {
            return None;
        };
        let message = format!("`{}` of `{}` {what}", at.name, reading.name);
        let (help, cost) = (help.to_owned(), format.bad_server);
        Some(told(
            reading,
            "invalid-url",
            value.span,
            message,
            help,
            cost,
        ))
    })
}

/// References that the host refuses in this file, the first one of each field.
fn refused_references(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let format = reading.place.format;
    let fields = reading.fields.iter();
    let read = fields.filter(|at| at.state == FieldState::Read);
    read.filter_map(move |at| {
        let dialect = format.dialect(at.slot?);
        if !dialect.refuses_some() {
            return None;
        }
        let span = blocked_in(&at.member.value, dialect)?;
        let cost = match dialect.blocked.server_only {
            true => Cost::Server,
            false => format.bad_server,
        };
        let message = format!(
            "`{}`: `{}` has a reference, which {} refuses in this file",
            reading.name,
            at.name,
            reading.host.subject()
        );
        let help = "write the value itself, or let the server read the variable".to_owned();
        let rule = "unsupported-variable-syntax";
        Some(told(reading, rule, span, message, help, cost))
    })
}

/// Texts that a shell cannot expand, the first one of each field.
pub(crate) fn broken_texts(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let mut dialects = reading.place.format.dialects.iter();
    let is_shell = dialects.any(|(_, dialect)| dialect.has(Form::Bash));
    let fields = reading.fields.iter();
    let read = fields.filter(move |at| is_shell && at.state == FieldState::Read);
    read.filter_map(|at| {
        let dialect = reading.place.format.dialect(at.slot?);
        let span = broken_in(&at.member.value, dialect)?;
        let message = format!(
            "`{}`: {} cannot expand a text in `{}`",
            reading.name,
            reading.host.subject(),
            at.name
        );
        let help = "close what it opens, or write `\\$` for the character itself".to_owned();
        let rule = "malformed-variable";
        Some(told(reading, rule, span, message, help, Cost::Server))
    })
}

fn broken_in(node: &Node<'_>, dialect: &Dialect) -> Option<Span> {
    match &node.value {
        Tree::String(text) => dialect.is_broken(text).then_some(node.span),
        Tree::Array(items) => items.iter().find_map(|item| broken_in(item, dialect)),
        Tree::Object(members) => {
            let mut values = members.iter().map(|member| &member.value);
            values.find_map(|value| broken_in(value, dialect))
        }
        _ => None,
    }
}

fn blocked_in(node: &Node<'_>, dialect: &Dialect) -> Option<Span> {
    match &node.value {
        Tree::String(text) => dialect.blocks(text).then_some(node.span),
        Tree::Array(items) => items.iter().find_map(|item| blocked_in(item, dialect)),
        Tree::Object(members) => members.iter().find_map(|member| {
            let key = dialect.blocks(&member.key).then_some(member.key_span);
            key.or_else(|| blocked_in(&member.value, dialect))
        }),
        _ => None,
    }
}

/// Fields that the host gave up and does not pass over.
fn removed(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let fields = reading.host.facts.retired.iter();
    let costly = fields.filter(|field| field.cost != Cost::Ignored);
    costly.filter_map(|field| {
        let span = reading.at(field.field)?.member.key_span;
        let message = format!("`{}`: {}", reading.name, retired(reading.host, field));
        let help = match field.instead {
            "" => "remove it".to_owned(),
            instead => format!("use `{instead}`"),
        };
        Some(told(
            reading,
            "deprecated-field",
            span,
            message,
            help,
            field.cost,
        ))
    })
}

/// Words around a key without the mark for the key, or with another one.
pub(crate) fn odd_formats(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let keys = reading.fields.iter().filter_map(|at| {
        let field = at.field.filter(|field| field.kind == Kind::KeyVar)?;
        let name = format!("{}_format", field.name.strip_suffix("_env")?);
        (at.state == FieldState::Read).then_some(name)
    });
    keys.filter_map(|name| {
        let node = reading.node.dotted(&name)?;
        let rest = node.as_str()?.replacen("{token}", "", 1);
        let plain = rest.len() < node.as_str()?.len() && !rest.contains(['{', '}']);
        let message = format!(
            "`{}`: `{name}` must contain `{{token}}`, and no other mark",
            reading.name
        );
        let help = "write `{token}` where the key belongs".to_owned();
        let cost = reading.place.format.bad_server;
        (!plain).then(|| told(reading, "wrong-type", node.span, message, help, cost))
    })
}

/// Where texts for a process have a NUL. No system can hand it on.
pub(crate) fn nul(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let process = [Slot::Command, Slot::Args, Slot::Env, Slot::Cwd];
    let fields = reading.fields.iter();
    let read = fields.filter(move |at| {
        at.state == FieldState::Read && at.slot.is_some_and(|slot| process.contains(&slot))
    });
    read.filter_map(|at| {
        let span = nul_in(&at.member.value)?;
        let message = format!("`{}`: `{}` contains a NUL", reading.name, at.name);
        let help = "remove the `\\u0000`".to_owned();
        let rule = "control-character";
        Some(told(reading, rule, span, message, help, Cost::Server))
    })
}

fn nul_in(node: &Node<'_>) -> Option<Span> {
    match &node.value {
        Tree::String(text) => text.contains('\0').then_some(node.span),
        Tree::Array(items) => items.iter().find_map(nul_in),
        Tree::Object(members) => members.iter().find_map(|member| {
            let key = member.key.contains('\0').then_some(member.key_span);
            key.or_else(|| nul_in(&member.value))
        }),
        _ => None,
    }
}

/// A folder without a name, on a host that goes there all the same.
pub(crate) fn empty_folder(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let fields = reading.fields.iter();
    let folders = fields.filter(|at| at.state == FieldState::Read && at.slot == Some(Slot::Cwd));
    let late = folders.filter(|at| at.field.is_some_and(|field| field.late_empty));
    let empty = late.filter(|at| at.member.value.as_str() == Some(""));
    empty.map(|at| {
        let message = format!("`{}`: `{}` is empty", reading.name, at.name);
        let rule = "relative-path";
        let help = "remove the field".to_owned();
        told(
            reading,
            rule,
            at.member.value.span,
            message,
            help,
            Cost::Server,
        )
    })
}

/// Variables with a `=` in their names, on a host that does not start a process with one.
pub(crate) fn equals_in_names(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let refuses = reading.place.format.runtime.refuses_equals;
    let fields = reading.fields.iter();
    let maps = fields
        .filter(move |at| refuses && at.state == FieldState::Read && at.slot == Some(Slot::Env));
    let members = maps.flat_map(|at| at.member.value.members());
    let wrong = members.filter(|member| member.key.contains('='));
    wrong.map(|member| {
        let message = format!("`{}`: the name of a variable has a `=` in it", reading.name);
        let help = "write the name without it".to_owned();
        told(
            reading,
            "wrong-type",
            member.key_span,
            message,
            help,
            Cost::Server,
        )
    })
}

/// Whole numbers that are spelled as fractions, where only an integer will do (`9e3`, observed with Goose 1.52.0).
/// A conversion can read them, and a schema takes them.
pub(crate) fn spelled_as_fractions(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let fields = reading.fields.iter();
    let times = fields.filter(|at| {
        let seconds = at
            .field
            .is_some_and(|field| field.kind == Kind::WholeSeconds);
        at.state == FieldState::Read && seconds
    });
    let odd = times.filter(|at| match at.member.value.value {
        Tree::Number(text) => {
            let whole = text.parse::<f64>().is_ok_and(|time| time.fract() == 0.0);
            whole && text.contains(['.', 'e', 'E'])
        }
        _ => false,
    });
    odd.map(|at| {
        let message = format!("`{}`: `{}` is spelled as a fraction", reading.name, at.name);
        let help = "write it with digits only".to_owned();
        let (span, cost) = (at.member.value.span, reading.place.format.bad_server);
        told(reading, "wrong-type", span, message, help, cost)
    })
}

/// The strings that count and are about `slot`, with the kind of their field.
fn strings<'r>(
    reading: &'r Reading<'_>,
    slot: Slot,
) -> impl Iterator<Item = (Option<Kind>, &'r str, Span)> {
    let fields = reading.fields.iter();
    let read = fields.filter(move |at| at.state == FieldState::Read && at.slot == Some(slot));
    read.filter_map(|at| {
        let value = &at.member.value;
        Some((
            at.field.map(|field| field.kind),
            value.as_str()?,
            value.span,
        ))
    })
}

/// A reference where the host looks at the URL before it expands anything.
fn early_reference(reading: &Reading<'_>, text: &str, span: Span) -> Option<(Told, Cost)> {
    let dialect = reading.place.format.dialect(Slot::Url);
    let range = dialect.early_reference(text)?;
    let part = match dialect.position {
        Position::AfterHost => "scheme or host",
        Position::InUrl if text[..range.start].contains("://") => "host or port",
        _ => "scheme",
    };
    let message = format!("`{}`: its URL has a reference in its {part}", reading.name);
    let help = format!("write the {part} as text, and use references for the rest");
    let cost = reading.place.format.bad_server;
    Some(told(reading, "invalid-url", span, message, help, cost))
}

/// Command lines that nobody can split (observed with Mistral Vibe 3.0.2).
pub(crate) fn open_quotes(reading: &Reading<'_>) -> impl Iterator<Item = (Told, Cost)> {
    let lines = strings(reading, Slot::Command);
    let open = lines.filter(|(kind, text, _)| *kind == Some(Kind::LineOrArgv) && is_open(text));
    open.map(|(_, _, span)| {
        let message = format!(
            "`{}`: a quote in its command line is not closed",
            reading.name
        );
        let help = "close the quote, or write a list of words".to_owned();
        let rule = "args-in-command";
        told(reading, rule, span, message, help, Cost::Server)
    })
}

fn told(
    reading: &Reading<'_>,
    rule: &'static str,
    span: Span,
    message: String,
    help: String,
    cost: Cost,
) -> (Told, Cost) {
    let told = Told {
        rule,
        level: Level::Error,
        span,
        message,
        label: format!("{} {}", reading.host.subject(), cost.consequence()),
        help: Some(help),
        related: None,
    };
    (told, cost)
}
