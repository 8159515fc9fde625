//! What editors show beside a field, in our own words.

use crate::host::{Field, Kind};
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
    match of_kind(field.kind) {
        "" => format!("{what}."),
        form => format!("{what}. {form}"),
    }
}

/// What the type alone does not say.
fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Line => "Without arguments of its own, the line is split into words.",
        Kind::Argv => "Its arguments follow in the same list.",
        Kind::LineOrArgv => "Its arguments may follow in the same line or list.",
        Kind::Spaced => "Separated by spaces.",
        Kind::LooseMap => "`null` removes one.",
        Kind::OffFlag => "`false` disables it.",
        Kind::Millis => "In milliseconds.",
        Kind::Seconds | Kind::WholeSeconds => "In seconds.",
        Kind::Approved => "`*` stands for all.",
        _ => "",
    }
}
