//! What a process finds in its environment: variables that one host passes on and another does not, `PATH`, and values
//! that a host drops.

mod inherited;

pub(super) use inherited::leave_inherited;

use std::collections::HashSet;

use inherited::{set_anyway, unset_anyway};

use super::Platform;
use crate::effect::lists_windows_folders;
use crate::host::reading::is_header;
use crate::host::{Cost, Format, Host, Inherit, Kind, Loss, LossKind, Many, Place};
use crate::launch::{ReadBy, needs, readers};
use crate::model::dialect::WhenUnset;
use crate::model::{Entry, Pair, Part, Server, Slot, Template, Transport, Value};
use crate::secret::veiled_variable;
use crate::syntax::Span;

/// Fits the environment of a server of `source` to the target, and tells what cannot be had there.
pub(super) fn adapt(
    server: &mut Server,
    source: &Format,
    host: &Host,
    place: &Place,
    platform: Option<Platform>,
) -> Vec<Loss> {
    let mut losses = Vec::new();
    if server.transport == Transport::Stdio {
        set_anyway(server, source, place.format);
        unset_anyway(server, place.format);
    }
    // What nobody sets needs no other word.
    refused(server, source, host, place.format, &mut losses);
    if server.transport == Transport::Stdio {
        paths(server, source, host, place.format, platform, &mut losses);
        hand_on(server, source, host, place.format, &mut losses);
        kept(server, source, host, place.format, &mut losses);
    }
    split_headers(server, source, host, place.format, &mut losses);
    nothing(server, source, host, place.format, &mut losses);
    header_names(server, source, &mut losses);
    losses
}

/// Takes references to variables that only the source's host gives its processes for text of its own: the host itself has
/// none of these, so that it leaves the text for the process, and any other puts nothing in its place.
pub(super) fn leave_given(server: &mut Server, source: &Format, target: &Format) {
    let (own, others) = (source.runtime.gives, target.runtime.gives);
    let only_given = |part: &Part| match part {
        Part::Env { name, default, .. } => {
            let name = name.as_str();
            default.is_none() && own.contains(&name) && !others.contains(&name)
        }
        _ => false,
    };
    for entry in &mut server.entries {
        let dialect = source.dialect(entry.slot);
        entry.value.each_template(&mut |template| {
            for part in template.parts.iter_mut().filter(|part| only_given(part)) {
                if let Some(text) = dialect.spell(part) {
                    *part = Part::Other(text);
                }
            }
        });
    }
}

/// A variable that one of the two hosts appends to, and the other replaces.
fn paths(
    server: &mut Server,
    source: &Format,
    host: &Host,
    target: &Format,
    platform: Option<Platform>,
    losses: &mut Vec<Loss>,
) {
    let (from, to) = (source.runtime.appends, target.runtime.appends);
    if from == to {
        return;
    }
    let dialect = target.dialect(Slot::Env);
    let refers = dialect.has_variables();
    // There is always a `PATH`; without one nothing would be appended to, which such a host says without a default.
    let without = (dialect.unset_in_the_end() == WhenUnset::Empty).then_some("");
    let name = server.name.clone();
    let Some(pairs) = server.map_mut(Slot::Env) else {
        return;
    };
    pairs.retain_mut(|pair| {
        let (appended, appends) = (
            from.contains(&pair.key.as_str()),
            to.contains(&pair.key.as_str()),
        );
        let Some(value) = pair.value.as_mut().filter(|_| appended != appends) else {
            return true;
        };
        let key = &pair.key;
        if appends {
            if let Some(rest) = behind(value, key) {
                *value = rest;
                return true;
            }
            let message = format!(
                "`{name}`: {} appends `{key}` to the inherited value, and does not replace it",
                host.name
            );
            losses.push(
                Loss::new(LossKind::Changed, Slot::Env, pair.span, message)
                    .leaves([pair.span])
                    .label("appended there"),
            );
            return true;
        }
        if refers {
            let mut whole = Template::new(vec![Part::env(key.as_str(), without)], value.span);
            let windows = platform == Some(Platform::Windows) || is_windows(value);
            whole.push_text(if windows { ";" } else { ":" });
            value
                .parts
                .iter()
                .cloned()
                .for_each(|part| whole.push(part));
            *value = whole;
            return true;
        }
        // Alone it would leave the process without any other program.
        let message = format!(
            "`{name}`: {} cannot append to `{key}`, and would replace it",
            host.name
        );
        losses.push(
            Loss::new(LossKind::Dropped, Slot::Env, pair.key_span, message)
                .leaves([pair.span])
                .label("dropped")
                .help(format!("write the whole `{key}` in {}", host.name)),
        );
        false
    });
}

fn is_windows(folders: &Template) -> bool {
    folders.parts.iter().any(|part| match part {
        Part::Text(text) => lists_windows_folders(text),
        _ => false,
    })
}

/// Variables that one of the two hosts does not let an entry set.
fn refused(
    server: &mut Server,
    source: &Format,
    host: &Host,
    target: &Format,
    losses: &mut Vec<Loss>,
) {
    if source.runtime.unsettable.is_empty() && target.runtime.unsettable.is_empty() {
        return;
    }
    let name = server.name.clone();
    let Some(pairs) = server.map_mut(Slot::Env) else {
        return;
    };
    pairs.retain(|pair| {
        let (before, after) = (
            source.runtime.sets(&pair.key),
            target.runtime.sets(&pair.key),
        );
        let many = match (before, after) {
            (true, true) => return true,
            (true, false) => {
                Many::new(format!("{} does not let a server set {{names}}", host.name))
            }
            (false, _) => {
                Many::new("{names} {is|are} dropped, because the source host ignores {it|them} too")
            }
        };
        let many = many.label("dropped").about(&name, &"env", [&pair.key]);
        losses.push(
            Loss::shared(LossKind::Dropped, Slot::Env, pair.key_span, many).leaves([pair.span]),
        );
        false
    });
}

/// Variables that every process has, and that one of the two hosts does not let an entry change.
fn kept(server: &Server, source: &Format, host: &Host, target: &Format, losses: &mut Vec<Loss>) {
    let pairs = server.map(Slot::Env).iter();
    for pair in pairs.filter(|pair| pair.value.is_some()) {
        let many = match (
            source.runtime.keeps(&pair.key),
            target.runtime.keeps(&pair.key),
        ) {
            (false, true) => Many::new(format!(
                "{} keeps its own {{names}}, and ignores the one in `env`",
                host.name
            ))
            .label("not used there"),
            (true, false) => Many::new(format!(
                "the source host keeps its own {{names}}, and {} uses the one in `env`",
                host.name
            ))
            .label("not used in the source"),
            _ => continue,
        };
        let many = many.about(&server.name, &"env", [&pair.key]);
        losses
            .push(Loss::shared(LossKind::Changed, Slot::Env, pair.span, many).leaves([pair.span]));
    }
}

/// What stands behind the inherited value, in a value of the form `${PATH}:…`.
fn behind(value: &Template, key: &str) -> Option<Template> {
    let (first, rest) = value.parts.split_first()?;
    let (Some(name), Some((Part::Text(text), more))) = (first.as_env(), rest.split_first()) else {
        return None;
    };
    let text = text.strip_prefix([':', ';']).filter(|_| name == key)?;
    let mut done = Template::literal(text, value.span);
    more.iter().cloned().for_each(|part| done.push(part));
    Some(done)
}

/// Variables that the command line takes from the host's own environment are named in the entry, where the target does not
/// pass them on by itself.
fn hand_on(
    server: &mut Server,
    source: &Format,
    host: &Host,
    target: &Format,
    losses: &mut Vec<Loss>,
) {
    let (own, others) = (source.runtime.gives, target.runtime.gives);
    let only_given = |name: &str| own.contains(&name) && !others.contains(&name);
    for (name, span) in needed(server, &only_given) {
        let message = format!(
            "`{}`: {} does not set `{name}` for its servers",
            server.name, host.name
        );
        losses.push(
            Loss::new(LossKind::NotInherited, Slot::Env, span, message)
                .label("only the source host sets it")
                .help(format!("set `{name}` in the server's `env`")),
        );
    }
    let (given, inherit) = (source.runtime.inherit, target.runtime.inherit);
    if matches!(inherit, Inherit::All | Inherit::Unknown) {
        return;
    }
    let kept_back = |name: &str| given.passes(name) && !inherit.passes(name);
    let missing = needed(server, &|name| kept_back(name) && !only_given(name));
    let by_name = target
        .fields
        .iter()
        .any(|field| field.kind == Kind::EnvNames);
    let refers = target.dialect(Slot::Env).has_variables();
    for (name, span) in missing {
        if by_name || refers {
            let pair = Pair {
                key: name.clone(),
                key_span: span,
                value: Some(Template::new(
                    vec![Part::env(name.as_str(), Some(""))],
                    span,
                )),
                span,
                field: None,
            };
            match server.map_mut(Slot::Env) {
                Some(pairs) => pairs.push(pair),
                None => server.entries.push(Entry {
                    slot: Slot::Env,
                    field: "env".into(),
                    key_span: span,
                    span,
                    value: Value::Map(vec![pair]),
                }),
            }
            continue;
        }
        let name = veiled_variable(&name);
        let message = format!(
            "`{}`: {} does not pass `{name}` on to its servers",
            server.name, host.name
        );
        losses.push(
            Loss::new(LossKind::NotInherited, Slot::Env, span, message)
                .label("this needs the host's own environment")
                .help(format!("set `{name}` in the server's `env`")),
        );
    }
}

/// The variables among those that are `meant` that the command line needs, each with its argument.
fn needed(server: &Server, meant: &dyn Fn(&str) -> bool) -> Vec<(String, Span)> {
    let Some(command) = server.text(Slot::Command) else {
        return Vec::new();
    };
    let args = server.list(Slot::Args);
    // What a reference stands for is not known, unless it is left to the child; the text around it is.
    let text = |word: &Template| {
        let plain = |part: &Part| matches!(part, Part::Text(_) | Part::Child { .. });
        match (word.as_literal(), word.raw.as_deref()) {
            (Some(literal), _) => literal.to_owned(),
            (None, Some(raw)) if word.parts.iter().all(plain) => raw.to_owned(),
            _ if !word.parts.iter().any(plain) => String::new(),
            _ => word
                .parts
                .iter()
                .fold(String::new(), |text, part| match part {
                    Part::Text(piece) | Part::Child { text: piece, .. } => text + piece,
                    _ => text + "-",
                }),
        }
    };
    let words: Vec<String> = args.iter().map(text).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let command = command.as_literal().unwrap_or_default();
    // What is set for it, and what is in the list already.
    let env = server.map(Slot::Env).iter();
    let mut known: HashSet<&str> = env.map(|pair| &*pair.key).collect();
    needs(command, &words)
        .into_iter()
        .filter(|need| meant(need.name))
        .filter(|need| known.insert(need.name))
        .map(|need| (need.name.to_owned(), args[need.arg].span))
        .collect()
}

/// A header of a bridge with a space in it, where the target cuts arguments at their spaces.
fn split_headers(
    server: &Server,
    source: &Format,
    host: &Host,
    target: &Format,
    losses: &mut Vec<Loss>,
) {
    if source.runtime.splits_arguments || !target.runtime.splits_arguments {
        return;
    }
    let Some(Entry { field, .. }) = server.entry(Slot::Args) else {
        return;
    };
    let args = server.list(Slot::Args);
    let words: Vec<&str> = args
        .iter()
        .map(|arg| arg.as_literal().unwrap_or_default())
        .collect();
    let command = server.text(Slot::Command).and_then(Template::as_literal);
    let command = command.unwrap_or_default();
    let spaced = |arg: &Template| {
        let mut parts = arg.parts.iter();
        parts.any(|part| matches!(part, Part::Text(text) if text.contains(' ')))
    };
    let read = readers(command, words).into_iter().zip(args);
    let mut cut = read.filter(|(reader, arg)| *reader == ReadBy::Bridge && spaced(arg));
    if let Some((_, arg)) = cut.next() {
        let message = format!(
            "`{}`: {} cuts the header in `{field}` at its spaces",
            server.name, host.name
        );
        losses.push(
            Loss::new(LossKind::Changed, Slot::Args, arg.span, message)
                .leaves([arg.span])
                .label("cut there")
                .help("put the value into `env`, and refer to it without a space"),
        );
    }
}

/// Headers whose names or values no header can have: a host fails to connect with them, or does not send them.
fn header_names(server: &mut Server, source: &Format, losses: &mut Vec<Loss>) {
    let unsent = source.runtime.bad_header == Some(Cost::Ignored);
    let name = server.name.clone();
    let field = server
        .entry(Slot::Headers)
        .map(|entry| entry.field.clone())
        .unwrap_or_default();
    let Some(pairs) = server.map_mut(Slot::Headers) else {
        return;
    };
    let mut implied = Vec::new();
    pairs.retain(|pair| {
        let named = is_header(&pair.key, "");
        let literal = pair.value.as_ref().and_then(Template::as_literal);
        if is_header(&pair.key, literal.unwrap_or_default()) {
            return true;
        }
        if unsent {
            implied.push(pair.span);
            return false;
        }
        let (what, field) = match named {
            true => ("{value|values} of {fields}", pair.name(&field)),
            false => (
                "{name|names} {names} in {fields}",
                pair.place(&field).0.to_owned(),
            ),
        };
        let many = Many::new(format!("HTTP does not allow the {what}"))
            .label("dropped")
            .about(&name, &field, [&pair.key]);
        let loss = Loss::shared(LossKind::Dropped, Slot::Headers, pair.key_span, many);
        losses.push(loss.leaves([pair.span]));
        false
    });
    server.implied.extend(implied);
}

/// What one of the two hosts takes for nothing: empty values, and a name that no object of JavaScript can have.
fn nothing(
    server: &mut Server,
    source: &Format,
    host: &Host,
    target: &Format,
    losses: &mut Vec<Loss>,
) {
    let name = server.name.clone();
    for slot in [Slot::Env, Slot::Headers] {
        let field = server.entry(slot).map(|entry| entry.field.clone());
        let Some(pairs) = server.map_mut(slot) else {
            continue;
        };
        let mut implied = Vec::new();
        pairs.retain(|pair| {
            let value = pair.value.as_ref();
            let empty = value.is_some_and(|value| value.parts.is_empty());
            let drops = |format: &Format| {
                let runtime = &format.runtime;
                empty && runtime.drops_empty.contains(&slot) || runtime.loses(&pair.key)
            };
            if drops(source) {
                implied.push(pair.span);
                return false;
            }
            if drops(target) {
                let key = pair.name(field.as_deref().unwrap_or_default());
                let why = match target.runtime.loses(&pair.key) {
                    true => "of {its name|their names}",
                    false => "{it is|they are} empty",
                };
                let many = Many::new(format!("{} drops {{fields}}, because {why}", host.name))
                    .label("not set there")
                    .about(&name, &key, []);
                losses.push(Loss::shared(LossKind::Changed, slot, pair.span, many));
            }
            true
        });
        server.implied.extend(implied);
    }
}
