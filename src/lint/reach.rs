//! What the members of a server say about how it is reached.

use super::file::{At, File, LintServer, Text};
use crate::host::reading::is_filled;
use crate::host::{MissingTag, universal};
use crate::model::{Slot, Transport};

/// The members about `slot` that say something, in any host's spelling.
pub(crate) fn given<'s, 'a>(
    server: &'s LintServer<'a>,
    slot: Slot,
) -> impl Iterator<Item = &'s At<'a>> {
    server
        .fields
        .iter()
        .filter(move |at| at.slot == Some(slot) && is_filled(&at.member.value))
}

/// The member that names the transport.
pub(crate) fn tag<'s, 'a>(server: &'s LintServer<'a>) -> Option<&'s At<'a>> {
    let tag = server.tag?;
    server
        .fields
        .iter()
        .find(|at| at.member.value.span == tag.span)
}

/// Whether the host takes an address without a tag for nothing, or for the wrong thing.
pub(crate) fn needs_tag(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let misread = match file.place.format.missing_tag(server.is_wrapped()) {
        MissingTag::Infer => false,
        MissingTag::Is(transport) => transport == Transport::Stdio,
        MissingTag::Refused => true,
    };
    (misread || guesses_sse(file, server)) && server.tag.is_none() && server.command.is_none()
}

/// Whether the host takes a URL without a tag for SSE, though it could be told that it is streamable HTTP.
pub(crate) fn guesses_sse(file: &File<'_>, server: &LintServer<'_>) -> bool {
    let format = file.place.format;
    let url = address(file, server);
    let named = |(key, kind): &(&str, Transport)| {
        *kind == Transport::Sse && url.is_some_and(|url| url.field == *key)
    };
    let tagged = format.spelling(Transport::Http);
    server.tag.is_none()
        && format.transports.tag.is_some()
        && format.transports.infer.iter().any(named)
        // Where another key means streamable HTTP, that key is what is missing.
        && !format.transports.infer.iter().any(|(_, kind)| *kind == Transport::Http)
        && tagged.is_some_and(|spelling| spelling.exact && !spelling.word.is_empty())
}

/// The address that counts: of several, the one whose key the host looks at first.
pub(crate) fn address<'a>(file: &File<'_>, server: &LintServer<'a>) -> Option<Text<'a>> {
    let first = file
        .place
        .format
        .transports
        .infer
        .iter()
        .filter(|(_, kind)| *kind != Transport::Stdio)
        .find_map(|(key, _)| {
            let at = given(server, Slot::Url).find(|at| at.name == *key && at.field.is_some())?;
            Text::of(&at.member.value, Slot::Url, &at.member.key)
        });
    first.or(server.url)
}

/// A transport that is asked for and that the host does not have, the member that says so, and whether its value does.
pub(crate) fn unsupported<'s, 'a>(
    file: &File<'_>,
    server: &'s LintServer<'a>,
) -> Option<(Transport, &'s At<'a>, bool)> {
    wanted(file, server).filter(|(kind, ..)| file.place.format.spelling(*kind).is_none())
}

fn wanted<'s, 'a>(
    file: &File<'_>,
    server: &'s LintServer<'a>,
) -> Option<(Transport, &'s At<'a>, bool)> {
    let address = given(server, Slot::Url).next();
    let has_command = given(server, Slot::Command).next().is_some();
    // A host without such a field reads past it, but whoever wrote it knew what the server speaks.
    let foreign = || {
        let at = server
            .fields
            .iter()
            .find(|at| matches!(&*at.name, "type" | "transport" | "transportType"))?;
        let kind = universal(at.member.value.as_str()?)?;
        (kind != Transport::Stdio && address.is_some()).then_some((kind, at, true))
    };
    if file.place.format.transports.tag.is_none()
        && let Some(found) = foreign()
    {
        return Some(found);
    }
    // A word for a process makes none of a URL.
    let meant = |kind: &Transport| *kind != Transport::Stdio || has_command || address.is_none();
    let kind = server
        .kind
        .filter(meant)
        .or_else(|| (!has_command && address.is_some()).then_some(Transport::Http))?;
    match tag(server) {
        Some(at) if at.member.value.as_str().and_then(universal) == Some(kind) => {
            Some((kind, at, true))
        }
        _ if kind == Transport::Stdio => given(server, Slot::Command)
            .next()
            .map(|at| (kind, at, false)),
        _ => address.map(|at| (kind, at, false)),
    }
}
