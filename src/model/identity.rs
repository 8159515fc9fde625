//! What tells one server from another, so that a renamed one is known again.

use super::{Part, Server, Slot, Template, Transport};

/// What tells one server from another, whatever it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// The program, and the first argument that is not an option.
    Process(String, Option<String>),
    /// The URL.
    Remote(String),
}

impl Identity {
    /// Nothing where the server says neither.
    pub(crate) fn of(server: &Server) -> Option<Self> {
        if server.transport != Transport::Stdio {
            return server.text(Slot::Url).map(loose).map(Self::Remote);
        }
        let first = server.list(Slot::Args).iter().find(|arg| !is_option(arg));
        let command = server.text(Slot::Command)?;
        Some(Self::Process(loose(command), first.map(loose)))
    }
}

/// Whether it starts with `-`, whatever follows: `-${A}` is text to one host and holds a reference for another.
fn is_option(arg: &Template) -> bool {
    matches!(arg.parts.first(), Some(Part::Text(text)) if text.starts_with('-'))
}

/// The letters and digits of a text, with only the name for a reference: what one host reads as text may be a reference to
/// another.
fn loose(text: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => text.replace("env:", ""),
        Part::Env { name, default, .. } => {
            let default = default.as_ref().map(loose);
            format!("{name}{}", default.unwrap_or_default())
        }
        other => format!("{other:?}"),
    };
    let all: String = text.parts.iter().map(part).collect();
    all.chars().filter(|c| c.is_alphanumeric()).collect()
}
