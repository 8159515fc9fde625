//! What a host only trips over when it starts or reaches a server: its parser takes the file, and no schema can say it.

use super::Told;
use crate::diagnostic::Level;
use crate::host::reading::{FieldState, Reading, is_open};
use crate::host::{Cost, Kind};
use crate::model::dialect::Position;
use crate::model::{Slot, Transport};
use crate::syntax::Span;

/// What there is to say about such mistakes, and what they cost.
pub(crate) fn late(reading: &Reading<'_>) -> Vec<(Told, Cost)> {
    let fields = reading.fields.iter();
    let read = fields.filter(|at| at.state == FieldState::Read);
    let found = read.filter_map(|at| {
        let text = at.member.value.as_str()?;
        let span = at.member.value.span;
        match at.slot? {
            Slot::Url if reading.kind != Some(Transport::Stdio) => {
                early_reference(reading, text, span)
            }
            Slot::Command if at.field?.kind == Kind::LineOrArgv && is_open(text) => {
                Some(open_quote(reading, span))
            }
            _ => None,
        }
    });
    found.collect()
}

/// A reference where the host looks at the URL before it expands anything.
fn early_reference(reading: &Reading<'_>, text: &str, span: Span) -> Option<(Told, Cost)> {
    let dialect = reading.host.dialect(reading.place, Slot::Url);
    dialect.early_reference(text)?;
    let part = match dialect.position {
        Position::AfterHost => "scheme or host",
        _ => "scheme",
    };
    let message = format!("`{}`: its URL has a reference in its {part}", reading.name);
    let help = format!("write the {part} as text, and use references for the rest");
    let cost = reading.place.format.bad_server;
    Some(told(reading, "invalid-url", span, message, help, cost))
}

/// A command line that nobody can split (observed with Mistral Vibe 3.0.2).
fn open_quote(reading: &Reading<'_>, span: Span) -> (Told, Cost) {
    let message = format!(
        "`{}`: a quote in its command line is not closed",
        reading.name
    );
    let help = "close the quote, or write a list of words".to_owned();
    told(
        reading,
        "args-in-command",
        span,
        message,
        help,
        Cost::Server,
    )
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
