//! What tells one server from another, so that a renamed one is known again.

use super::refs::refs;
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
        let option = |arg: &&Template| arg.as_literal().is_some_and(|arg| arg.starts_with('-'));
        let first = server.list(Slot::Args).iter().find(|arg| !option(arg));
        let command = server.text(Slot::Command)?;
        Some(Self::Process(loose(command), first.map(loose)))
    }
}

/// A text in which a reference is only the name of its variable: what one host reads as text may be a reference to another.
fn loose(text: &Template) -> String {
    let part = |part: &Part| match part {
        Part::Text(text) => {
            let (mut done, mut at) = (String::new(), 0);
            for found in refs(text) {
                done.push_str(&text[at..found.range.start]);
                done.push_str(found.name);
                at = found.range.end;
            }
            done + &text[at..]
        }
        other => other
            .variable()
            .map_or_else(|| format!("{other:?}"), str::to_owned),
    };
    text.parts.iter().map(part).collect()
}
