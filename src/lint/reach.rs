//! What the members of a server say about how it is reached.

use super::file::{At, File, Server};
use crate::diagnostic::Level;
use crate::host::{Cost, Missing, universal};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Value};

/// Whether a value says anything: not `null`, and no empty text, list or map.
pub(crate) fn filled(node: &Node<'_>) -> bool {
    match &node.value {
        Value::Null => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    }
}

/// The members about `slot` that say something, in any host's spelling.
pub(crate) fn given<'s, 'a>(server: &'s Server<'a>, slot: Slot) -> impl Iterator<Item = &'s At<'a>> {
    server.fields.iter().filter(move |at| at.slot == Some(slot) && filled(&at.member.value))
}

/// The member that names the transport.
pub(crate) fn tag<'s, 'a>(server: &'s Server<'a>) -> Option<&'s At<'a>> {
    let tag = server.tag?;
    server.fields.iter().find(|at| at.member.value.span == tag.span)
}

/// The transport that a word of the tag stands for in this host.
pub(crate) fn meaning(file: &File<'_>, word: &str) -> Option<Transport> {
    let known = file.host.transports.words.iter().find(|spelling| !spelling.word.is_empty() && spelling.word == word);
    known.map(|spelling| spelling.transport).or_else(|| universal(word).filter(|_| file.host.facts.lenient))
}

/// Whether the host takes an address without a tag for nothing, or for the wrong thing.
pub(crate) fn needs_tag(file: &File<'_>, server: &Server<'_>) -> bool {
    let misread = match file.host.transports.missing {
        Missing::Infer => false,
        Missing::Is(transport) => transport == Transport::Stdio,
        Missing::Refused => true,
    };
    misread && server.tag.is_none() && server.command.is_none()
}

/// How bad it is when something costs this much.
pub(crate) fn level(cost: Cost) -> Level {
    if cost == Cost::Ignored { Level::Warning } else { Level::Error }
}

/// The transport with its article, in front of `server`.
pub(crate) fn article(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "a stdio",
        Transport::Http => "an HTTP",
        Transport::Sse => "an SSE",
        Transport::Ws => "a WebSocket",
    }
}
