//! What tells one server from another, so that a renamed one is known again.

use super::{Entry, Server, Slot, Template, Transport, Value};

/// What tells one server from another, whatever it is called.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Identity {
    /// The program, and the first argument that is not an option.
    Process(Template, Option<Template>),
    /// The URL.
    Remote(Template),
}

impl Identity {
    /// Nothing where the server says neither.
    pub(crate) fn of(server: &Server) -> Option<Self> {
        let text = |slot| match server.entry(slot) {
            Some(Entry {
                value: Value::Text(text),
                ..
            }) => Some(text.clone()),
            _ => None,
        };
        if server.transport != Transport::Stdio {
            return text(Slot::Url).map(Self::Remote);
        }
        let first = match server.entry(Slot::Args) {
            Some(Entry {
                value: Value::List(args),
                ..
            }) => args
                .iter()
                .find(|arg| !arg.as_literal().is_some_and(|arg| arg.starts_with('-')))
                .cloned(),
            _ => None,
        };
        text(Slot::Command).map(|command| Self::Process(command, first))
    }
}
