//! What tells one server from another, so that a renamed one is known again.

use super::{Server, Slot, Template, Transport};

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
        if server.transport != Transport::Stdio {
            return server.text(Slot::Url).cloned().map(Self::Remote);
        }
        let option = |arg: &&Template| arg.as_literal().is_some_and(|arg| arg.starts_with('-'));
        let first = server.list(Slot::Args).iter().find(|arg| !option(arg));
        let command = server.text(Slot::Command)?;
        Some(Self::Process(command.clone(), first.cloned()))
    }
}
