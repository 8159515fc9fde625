//! What editors show beside a field, in our own words.

use crate::host::Field;
use crate::host::kinds::form;
use crate::model::Transport;

/// What a server of `transport` is. Remote ones share their words, because most of them share their shape.
pub(super) fn transport(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "A server that runs as a child process.",
        Transport::Http | Transport::Sse | Transport::Ws => "A server with a URL.",
    }
}

/// What `field` is about, and in which form.
pub(super) fn field(field: &Field) -> String {
    let what = field.meaning();
    match form(field.kind) {
        "" => format!("{what}."),
        form => format!("{what}. {form}"),
    }
}
