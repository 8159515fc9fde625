//! Headers whose values come from variables, and the bearer token of `Authorization`.

use super::{Remedy, Say, Wanted, map};
use crate::host::encode::{Encoder, Name, give_back, take_pair, take_pairs};
use crate::host::lower::{Lower, pair};
use crate::host::reading::At;
use crate::host::{Field, Loss, LossKind, Out, OutValue, Skip};
use crate::model::dialect::WhenUnset;
use crate::model::{Entry, Lacks, Pair, Part, Server, Slot, Template, Value};
use crate::secret::veiled_variable;
use crate::syntax::{Node, Span};

pub(super) fn check_vars<'n>(node: &'n Node<'n>, say: Say<'_, 'n>) {
    map::each(
        node,
        Wanted::Text,
        &|value| value.as_str().is_none().then_some(Remedy::Skip),
        say,
    );
}

/// A map from headers to the variables with their values.
pub(super) fn read_vars<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let pairs = at
        .member
        .value
        .members()
        .iter()
        .filter_map(|member| {
            let span = member.value.span;
            let value = Template::env(member.value.as_str()?, span);
            Some(pair(&member.key, member.key_span, value, span))
        })
        .collect();
    lower.put(field, at, Value::Map(pairs));
}

/// The variable with the token.
pub(super) fn read_bearer_var<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(var) = node.as_str() {
        // Unset or empty, the connection is not even tried (observed with Codex 0.166.0 and Kimi).
        let needed = Part::Env {
            name: var.to_owned(),
            default: None,
            lacks: Lacks::Needed,
        };
        let token = Template::new(vec![needed], node.span);
        lower.put(field, at, Value::Map(vec![bearer(token, node.span)]));
    }
}

/// The token itself.
pub(super) fn read_bearer<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    if let Some(text) = node.as_str() {
        let token = lower.template(field.slot, text, node.span);
        lower.put(field, at, Value::Map(vec![bearer(token, node.span)]));
    }
}

/// The token itself, or the word for signing in.
pub(super) fn read_bearer_or_oauth<'n>(
    lower: &mut Lower<'_, 'n>,
    field: &'static Field,
    at: &At<'n>,
) {
    if at.member.value.as_str() == Some("oauth") {
        lower.add(Slot::OauthEnabled, at, Value::Flag(true));
    } else {
        read_bearer(lower, field, at);
    }
}

/// A token stays among the headers, where it needs no second form.
pub(super) fn write_oauth(server: &mut Server) -> Option<Out> {
    match server.take(Slot::OauthEnabled)? {
        Entry {
            value: Value::Flag(true),
            span,
            ..
        } => Some(Out::string("oauth", span)),
        other => give_back(server, Some(other)),
    }
}

/// The variable with a key; its neighbours say in which header and with which words around it it is sent.
pub(super) fn read_key<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    let Some(var) = node.as_str() else { return };
    let stem = field.name.strip_suffix("_env").unwrap_or(field.name);
    let mut neighbour = |suffix: &str| {
        let found = lower.reading.node.dotted(&format!("{stem}{suffix}"))?;
        let text = found.as_str()?;
        lower.server.riders.push((found.span, node.span));
        Some(text)
    };
    let header = neighbour("_header").unwrap_or("Authorization");
    let format = neighbour("_format").unwrap_or("Bearer {token}");
    let (before, after) = format.split_once("{token}").unwrap_or((format, ""));
    let mut template = Template::literal(before, node.span);
    // Without the variable the header is not sent, and neither with an empty one (observed with Mistral Vibe 3.0.2).
    let mut variable = Part::env(var, Some(""));
    if let Part::Env { lacks, .. } = &mut variable {
        *lacks = Lacks::Blank;
    }
    template.push(variable);
    template.push_text(after);
    let pair = pair(header, node.span, template, node.span);
    lower.put(field, at, Value::Map(vec![pair]));
}

/// The key itself; its neighbours say who gives it, and in which header with which words before it it is sent.
pub(super) fn read_key_text<'n>(lower: &mut Lower<'_, 'n>, field: &'static Field, at: &At<'n>) {
    let node = &at.member.value;
    let Some(text) = node.as_str() else { return };
    let siblings = lower.reading.siblings(field);
    let word = |name: &str| {
        let mut found = siblings.iter().filter(|(key, _)| *key == name);
        found.next().and_then(|(_, node)| node.as_str())
    };
    if word("source") != Some("admin") {
        return lower.ignore(at, at.slot, crate::model::Reason::Overruled);
    }
    let (header, before) = match word("authorization_type") {
        Some("custom") => (word("custom_header").unwrap_or("X-Api-Key"), ""),
        Some("basic") => ("Authorization", "Basic "),
        _ => ("Authorization", "Bearer "),
    };
    let mut value = Template::literal(before, node.span);
    for part in lower.template(field.slot, text, node.span).parts {
        value.push(part);
    }
    let pair = pair(header, node.span, value, node.span);
    lower.put(field, at, Value::Map(vec![pair]));
}

/// An `Authorization` header with a bearer token.
fn bearer(token: Template, span: Span) -> Pair {
    let mut value = Template::literal("Bearer ", span);
    for part in token.parts {
        value.push(part);
    }
    pair("Authorization", span, value, span)
}

pub(super) fn write_vars(encoder: &Encoder, server: &mut Server) -> Option<Out> {
    let mut vars = Vec::new();
    // The value that is written out counts while the variable has none.
    if encoder.place.format.header_vars_win {
        let headers = server.entries.iter_mut();
        let headers = headers.filter(|entry| entry.slot == Slot::Headers);
        for entry in headers {
            let Value::Map(pairs) = &mut entry.value else {
                continue;
            };
            for pair in pairs {
                let split = pair.value.as_ref().and_then(Template::as_env_or);
                let Some((name, default)) = split else {
                    continue;
                };
                vars.push((pair.key.clone(), Out::string(name, pair.span).moved()));
                pair.value = Some(Template::literal(default, pair.span));
            }
        }
    }
    let pairs = take_pairs(server, Slot::Headers, |pair| {
        pair.value.as_ref().and_then(Template::as_env).is_some()
    });
    vars.extend(pairs.into_iter().filter_map(|pair| {
        let name = pair.value.as_ref()?.as_env()?.to_owned();
        Some((pair.key, Out::string(name, pair.span).moved()))
    }));
    (!vars.is_empty()).then(|| Out::added(OutValue::Object(vars)))
}

pub(super) fn write_bearer_var(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Option<Out> {
    let pair = take_pair(server, |pair| {
        token(pair).is_some_and(|token| token.as_env().is_some())
    })?;
    let token = token(&pair)?;
    // The source connects without a token, and hosts with such a field do not.
    if let Some(name) = token.parts.first().and_then(Part::optional) {
        let place = Name("headers", Some(&pair.key));
        let skips = WhenUnset::SkipsServer;
        let loss = encoder.unset_differs(place, field.slot, &token, name, skips);
        encoder.losses.push(loss);
    }
    Some(Out::string(token.as_env()?, pair.span).moved())
}

pub(super) fn write_bearer(
    encoder: &mut Encoder,
    field: &Field,
    server: &mut Server,
) -> Result<Option<Out>, Skip> {
    let pair = take_pair(server, |pair| {
        token(pair).is_some_and(|token| token.has_references())
    });
    match pair.as_ref().and_then(token) {
        Some(token) => {
            let out = encoder.string("headers.Authorization", field.slot, &token)?;
            Ok(Some(out.moved()))
        }
        None => Ok(None),
    }
}

/// One header whose value is a variable between two texts.
pub(super) fn write_key(encoder: &mut Encoder, field: &Field, server: &mut Server) -> Option<Out> {
    let pair = take_pair(server, |pair| pair.value.as_ref().is_some_and(is_key))?;
    let (before, name, after) = around(pair.value.as_ref()?)?;
    let stem = field.name.rsplit('.').next()?.strip_suffix("_env")?;
    let moved = |text: &str| Out::string(text, pair.span).moved();
    let mut group = vec![(format!("{stem}_env"), moved(name))];
    if !pair.key.eq_ignore_ascii_case("authorization") {
        group.push((format!("{stem}_header"), moved(&pair.key)));
    }
    // Without the variable, and with an empty one, the whole header is not sent.
    if !matches!((before, after), ("" | "Bearer ", "")) {
        let message = format!(
            "`{}`: {} sends `headers.{}` only while `{}` has a value",
            server.name,
            encoder.host.name,
            pair.key,
            veiled_variable(name)
        );
        encoder.losses.push(
            Loss::new(LossKind::Changed, field.slot, pair.span, message)
                .leaves([pair.span])
                .label("the text around the variable is sent anyway in the source"),
        );
    }
    let format = format!("{before}{{token}}{after}");
    if format != "Bearer {token}" {
        group.push((format!("{stem}_format"), moved(&format)));
    }
    // The caller sets one value at the field's own path, and then spreads the neighbours.
    Some(Out::added(OutValue::Object(group)))
}

/// The token of an `Authorization` header of the form `Bearer …`.
fn token(pair: &Pair) -> Option<Template> {
    let value = pair
        .value
        .as_ref()
        .filter(|_| pair.key.eq_ignore_ascii_case("authorization"))?;
    let (Part::Text(first), rest) = value.parts.split_first()? else {
        return None;
    };
    let mut token = Template::literal(first.strip_prefix("Bearer ")?, value.span);
    for part in rest {
        token.push(part.clone());
    }
    Some(token)
}

/// Whether a header of this value can be sent from a variable with a key. Windows has variables with parentheses in their
/// names, and whoever checks names refuses them.
pub(crate) fn is_key(value: &Template) -> bool {
    around(value).is_some_and(|(_, name, _)| !name.contains(['(', ')']))
}

/// A variable between two texts, either of which may be empty.
fn around(value: &Template) -> Option<(&str, &str, &str)> {
    let (before, variable, after) = match value.parts.as_slice() {
        [variable] => ("", variable, ""),
        [Part::Text(before), variable] => (before.as_str(), variable, ""),
        [variable, Part::Text(after)] => ("", variable, after.as_str()),
        [Part::Text(before), variable, Part::Text(after)] => {
            (before.as_str(), variable, after.as_str())
        }
        _ => return None,
    };
    // The braces are the format's own.
    let plain = !before.contains(['{', '}']) && !after.contains(['{', '}']);
    Some((before, variable.as_env().filter(|_| plain)?, after))
}
