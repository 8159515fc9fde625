//! Reaching a remote server from a host that only runs processes: through `mcp-remote`.

use crate::host::{Loss, LossKind};
use crate::launch::{PINNED_BRIDGE as PACKAGE, needs_allow_http};
use crate::model::refs::as_variable;
use crate::model::{Entry, Pair, Part, Server, Slot, Template, Transport, Value};

/// What starts the bridge.
pub(super) const COMMAND: &str = "npx";

/// Turns a remote server into a process that talks to it.
///
/// Header values go through variables of the process: the bridge puts them in itself, a space in an argument is mangled
/// on some systems, and arguments can be seen by everyone on the machine.
pub(super) fn wrap(server: &mut Server, target: &str) -> Vec<Loss> {
    let Some(Entry {
        value: Value::Text(url),
        field,
        key_span,
        span,
        ..
    }) = server.take(Slot::Url)
    else {
        return Vec::new();
    };
    let mut args = vec![
        Template::literal("-y", span),
        Template::literal(PACKAGE, span),
        Template { span, ..url },
    ];
    if server.transport == Transport::Sse {
        args.extend(["--transport", "sse-only"].map(|word| Template::literal(word, span)));
    }
    // Only the start of an address tells; what comes from a variable is for whoever sets it.
    if matches!(args[2].parts.first(), Some(Part::Text(start)) if needs_allow_http(start)) {
        args.push(Template::literal("--allow-http", span));
    }
    let mut env = Vec::new();
    let mut leaves = vec![span];
    if let Some(Entry {
        value: Value::Map(headers),
        span,
        ..
    }) = server.take(Slot::Headers)
    {
        // No headers are what the bridge sends anyway.
        if headers.is_empty() {
            server.implied.push(span);
        }
        for pair in headers {
            let Some(value) = pair.value else { continue };
            let mut variable = format!("MCP_HEADER_{}", as_variable(&pair.key));
            while env.iter().any(|other: &Pair| other.key == variable) {
                variable.push('_');
            }
            args.push(Template::literal("--header", pair.span));
            args.push(Template::literal(
                format!("{}:${{{variable}}}", pair.key),
                pair.span,
            ));
            leaves.push(pair.span);
            env.push(Pair {
                key: variable,
                // Messages about it name the field: the variable stands nowhere in the source.
                key_span: pair.span,
                value: Some(value),
                span: pair.span,
                field: pair.field,
            });
        }
    }
    let entry = |slot, name: &str, value| Entry {
        slot,
        field: name.to_owned().into(),
        key_span,
        span,
        value,
    };
    server.entries.push(entry(
        Slot::Command,
        "command",
        Value::Text(Template::literal(COMMAND, span)),
    ));
    server
        .entries
        .push(entry(Slot::Args, &field, Value::List(args)));
    if !env.is_empty() {
        server
            .entries
            .push(entry(Slot::Env, "headers", Value::Map(env)));
    }
    server.implied.extend(server.transport_span.take());
    let from = server.transport.label();
    server.transport = Transport::Stdio;
    let message = format!(
        "`{}` is reached through `{COMMAND} {PACKAGE}`, because {target} does not support {from}",
        server.name
    );
    vec![
        Loss::new(LossKind::Changed, Slot::Url, key_span, message)
            .leaves(leaves)
            .label("this becomes an argument of the bridge"),
    ]
}
