//! What OAuth is told, where two hosts say it in different words.

use crate::effect::callback_port;
use crate::host::{Format, Host, Loss, LossKind, is_absolute_url};
use crate::model::{Entry, Server, Slot, Template, Value};

/// What OAuth is told in the target's terms, and headers that it crowds out there.
pub(super) fn adapt(server: &mut Server, host: &Host, target: &Format) -> Vec<Loss> {
    forget_unused(server, target);
    let mut losses = callback(server, host, target);
    losses.extend(crowded_out(server, host, target));
    losses
}

/// Takes out what OAuth would be told if it were used, where the target cannot be told that it is not: it would use it.
fn forget_unused(server: &mut Server, target: &Format) {
    let mut fields = target.fields.iter();
    let told = fields.any(|field| field.slot == Slot::OauthEnabled);
    if told || server.uses_oauth() != Some(false) {
        return;
    }
    let unused = |entry: &mut Entry| entry.slot.is_oauth() && entry.slot != Slot::OauthEnabled;
    for entry in server.entries.extract_if(.., unused) {
        let items = entry.value.templates().map(|item| item.span);
        server.implied.extend([entry.span].into_iter().chain(items));
    }
}

/// Headers that the target does not send once OAuth is used.
fn crowded_out(server: &mut Server, host: &Host, target: &Format) -> Option<Loss> {
    let brings = |entry: &Entry| {
        let mut fields = target.fields.iter();
        fields.any(|field| field.slot == entry.slot && field.brings.is_some())
    };
    let used = match server.uses_oauth() {
        Some(said) => said,
        None => server.entries.iter().any(brings),
    };
    if !used || !target.runtime.oauth_or_headers.has(server.transport) {
        return None;
    }
    let headers = server.take(Slot::Headers)?;
    let pairs = headers.value.as_map()?;
    if pairs.is_empty() {
        server.implied.push(headers.span);
        return None;
    }
    let message = format!(
        "`{}`: {} does not send `{}` while OAuth is used",
        server.name, host.name, headers.field
    );
    let leaves: Vec<_> = pairs.iter().map(|pair| pair.span).collect();
    Some(
        Loss::new(LossKind::Dropped, Slot::Headers, headers.key_span, message)
            .leaves(leaves)
            .label("dropped")
            .help("remove the OAuth client, or the headers"),
    )
}

/// Turns a callback that is only a port, or a host and a port, into what the target knows.
fn callback(server: &mut Server, host: &Host, target: &Format) -> Vec<Loss> {
    let transport = server.transport;
    let has = |slot| {
        let mut fields = target.fields.iter();
        fields.any(|field| field.slot == slot && field.on.has(transport))
    };
    let short = target.runtime.short_callback && has(Slot::OauthRedirectUri);
    let has_port = has(Slot::OauthCallbackPort);
    let asked = server.entry(Slot::OauthRedirectUri).is_some();
    if let Some(entry) = server.entry_mut(Slot::OauthCallbackPort)
        && let Value::Int(port) = entry.value
        && short
        && !has_port
        && !asked
    {
        let text = format!("127.0.0.1:{port}");
        entry.slot = Slot::OauthRedirectUri;
        entry.value = Value::Text(Template::literal(text, entry.span));
        return Vec::new();
    }
    let Some(Entry {
        value: Value::Text(text),
        field,
        key_span,
        span,
        ..
    }) = server.entry(Slot::OauthRedirectUri)
    else {
        return Vec::new();
    };
    let literal = text.as_literal();
    let port = literal.and_then(callback_port);
    // What is neither a URL nor a port is of use to nobody, wherever it stands.
    if port.is_none() && (short || literal.is_none_or(is_absolute_url)) {
        return Vec::new();
    }
    let (field, key_span, span) = (field.clone(), *key_span, *span);
    if short && !has_port {
        let text = text.as_literal().unwrap_or_default();
        if text.starts_with(':') {
            let whole = Template::literal(format!("127.0.0.1{text}"), span);
            server.entries.iter_mut().for_each(|entry| {
                if entry.slot == Slot::OauthRedirectUri {
                    entry.value = Value::Text(whole.clone());
                }
            });
        }
        return Vec::new();
    }
    // Where nothing of the kind can be said, no other spelling of it can either.
    let says_port = has_port && port.is_some();
    if !says_port && !has(Slot::OauthRedirectUri) {
        return Vec::new();
    }
    server.take(Slot::OauthRedirectUri);
    if let Some(port) = port
        && has_port
        && server.entry(Slot::OauthCallbackPort).is_none()
    {
        server.entries.push(Entry {
            slot: Slot::OauthCallbackPort,
            field,
            key_span,
            span,
            value: Value::Int(i64::from(port)),
        });
        return Vec::new();
    }
    let message = format!(
        "`{}`: {} needs the whole URL in `{field}`",
        server.name, host.name
    );
    vec![
        Loss::new(LossKind::Dropped, Slot::OauthRedirectUri, key_span, message)
            .leaves([span])
            .label("dropped")
            .help("write the callback as a URL"),
    ]
}
