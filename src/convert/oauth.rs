//! What OAuth is told, where two hosts say it in different words.

use crate::effect::callback_port;
use crate::host::{Format, Host, Loss, LossKind};
use crate::model::{Entry, Server, Slot, Value};

/// Turns a callback that is only a port, or a host and a port, into what the target knows.
pub(super) fn adapt(server: &mut Server, host: &Host, target: &Format) -> Vec<Loss> {
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
    let Some(port) = text.as_literal().and_then(callback_port) else {
        return Vec::new();
    };
    let (field, key_span, span) = (field.clone(), *key_span, *span);
    let has_port = target
        .fields
        .iter()
        .any(|other| other.slot == Slot::OauthCallbackPort && other.on.has(server.transport));
    server.take(Slot::OauthRedirectUri);
    if has_port && server.entry(Slot::OauthCallbackPort).is_none() {
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
