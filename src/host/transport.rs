//! Which transport a server has, as its own host sees it.

use super::{Cost, Host, Kind, Missing, Place, TagRule, Write};
use crate::diagnostic::{Diagnostic, Level};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Span};

/// The transport, and the field that said so.
#[derive(Debug)]
pub(crate) struct Choice {
    pub(crate) transport: Transport,
    pub(crate) tag: Option<Span>,
}

/// Chooses the transport of the server called `name`.
///
/// A server its host would refuse is still understood where only one meaning is possible; the problem is said.
///
/// # Errors
/// Nothing in the server tells how it is reached.
pub(crate) fn choose(
    host: &Host,
    place: &Place,
    name: &str,
    node: &Node<'_>,
    say: &mut dyn FnMut(Diagnostic),
) -> Result<Choice, Box<Diagnostic>> {
    let rules = &place.format.transports;
    let tag = find_tag(host, place, node);
    let word = tag.and_then(Node::as_str);
    let span = tag.map(|node| node.span);
    let known = word
        .and_then(|word| {
            rules
                .words
                .iter()
                .find(|spelling| !spelling.word.is_empty() && spelling.word == word)
        })
        .map(|spelling| spelling.transport);
    let inferred = infer(host, place, node);
    if let Some(tag) = tag.filter(|tag| tag.as_str().is_none()) {
        return Err(refused(
            "wrong-type",
            tag.span,
            format!("`{name}`: the transport is {}, not a string", tag.kind()),
        ));
    }
    let transport = match (word, known) {
        (Some(_), Some(known)) => match (rules.rule, inferred) {
            // The keys decide between a process and an address; the tag only tells which kind of address.
            (TagRule::Refines, Some(inferred))
                if (inferred == Transport::Stdio) != (known == Transport::Stdio) =>
            {
                Some(inferred)
            }
            (TagRule::Refines, Some(inferred)) if named_by_key(host, place, node) => Some(inferred),
            _ => Some(known),
        },
        (Some(word), None) => {
            let guess = universal(word).or(inferred);
            if rules.rule == TagRule::Decides
                && let Some(span) = span
            {
                let said = place
                    .format
                    .spelling(guess.unwrap_or(Transport::Stdio))
                    .map_or("", |spelling| spelling.word);
                let mut problem = Diagnostic::new(
                    "unknown-transport",
                    Level::Warning,
                    span,
                    format!("`{name}`: {} does not know this transport", host.name),
                )
                .label(format!(
                    "{} {}",
                    host.name,
                    Cost::consequence(place.format.bad_server)
                ));
                if !said.is_empty() {
                    problem = problem.help(format!("write `{said}`"));
                }
                say(problem);
            }
            if rules.rule == TagRule::Decides {
                guess
            } else {
                inferred.or(guess)
            }
        }
        (None, _) => match rules.missing {
            Missing::Infer => inferred,
            Missing::Is(transport) => {
                missing_tag(host, place, name, node, transport, inferred, say)
            }
            Missing::Refused => {
                if let Some(inferred) = inferred {
                    let key = rules.tag.unwrap_or("type");
                    let word = place
                        .format
                        .spelling(inferred)
                        .map_or("", |spelling| spelling.word);
                    say(Diagnostic::new(
                        "missing-type",
                        Level::Warning,
                        node.span,
                        format!("`{name}` has no `{key}`"),
                    )
                    .label(format!(
                        "{} {}",
                        host.name,
                        place.format.bad_server.consequence()
                    ))
                    .help(format!("add `{key}` with the value `{word}`")));
                }
                inferred
            }
        },
    };
    match transport {
        Some(transport) => Ok(Choice {
            transport,
            tag: span.filter(|_| word.is_some()),
        }),
        None => {
            let keys: Vec<String> = rules
                .infer
                .iter()
                .map(|(key, _)| format!("`{key}`"))
                .collect();
            Err(refused(
                "missing-transport",
                node.span,
                format!(
                    "`{name}` has none of {}, so nothing tells how it is reached",
                    keys.join(", ")
                ),
            ))
        }
    }
}

/// The field that names the transport. A document of no particular host may have it in several places; of those a
/// string counts before anything else, and an object may only be the way to another one.
pub(crate) fn find_tag<'n, 't>(
    host: &Host,
    place: &Place,
    node: &'n Node<'t>,
) -> Option<&'n Node<'t>> {
    let tags = || {
        let fields = host
            .fields(place)
            .iter()
            .filter(|field| matches!(field.kind, Kind::Tag));
        fields.filter_map(|field| node.dotted(field.name))
    };
    tags()
        .find(|tag| tag.as_str().is_some())
        .or_else(|| tags().find(|tag| !tag.is_object()))
}

/// A server without the tag is `default`, whatever its keys say, and some hosts then refuse it.
fn missing_tag(
    host: &Host,
    place: &Place,
    name: &str,
    node: &Node<'_>,
    default: Transport,
    inferred: Option<Transport>,
    say: &mut dyn FnMut(Diagnostic),
) -> Option<Transport> {
    let Some(inferred) = inferred.filter(|inferred| *inferred != default) else {
        return Some(default);
    };
    let key = place.format.transports.tag.unwrap_or("type");
    let at = place
        .format
        .transports
        .infer
        .iter()
        .find_map(|(key, _)| node.member(key))
        .map_or(node.span, |member| member.key_span);
    say(Diagnostic::new(
        "missing-type",
        Level::Warning,
        at,
        format!("`{name}` has a `url` but no `{key}`"),
    )
    .label(format!(
        "{} {}",
        host.name,
        place.format.bad_server.consequence()
    ))
    .help(format!("read as if it said `{key}: {}`", inferred.name())));
    Some(inferred)
}

/// What the keys of a server say.
fn infer(host: &Host, place: &Place, node: &Node<'_>) -> Option<Transport> {
    let by_key = place
        .format
        .transports
        .infer
        .iter()
        .find(|(key, _)| node.member(key).is_some())
        .map(|(_, transport)| *transport);
    // A key that only other hosts have still gives the transport away, in a document of no particular host.
    by_key.or_else(|| {
        host.fields(place).iter().find_map(|field| {
            let transport = match field.slot {
                Slot::Command => Transport::Stdio,
                Slot::Url => Transport::Http,
                _ => return None,
            };
            field
                .aliases
                .iter()
                .chain([&field.name])
                .any(|name| node.member(name).is_some())
                .then_some(transport)
        })
    })
}

/// Whether an old key names the transport in its own name (`httpUrl`), so that no tag can say otherwise.
fn named_by_key(host: &Host, place: &Place, node: &Node<'_>) -> bool {
    let first = place
        .format
        .transports
        .infer
        .iter()
        .find(|(key, _)| node.member(key).is_some());
    first.is_some_and(|(key, _)| {
        host.fields(place)
            .iter()
            .any(|field| field.name == *key && field.write == Write::Never)
    })
}

/// What a word means in any host, without its punctuation and in lower case.
pub(super) const UNIVERSAL: &[(Transport, &[&str])] = &[
    (Transport::Stdio, &["stdio", "local", "process", "command"]),
    (
        Transport::Http,
        &[
            "http",
            "https",
            "streamablehttp",
            "httpstream",
            "httpstreamable",
            "remote",
        ],
    ),
    (Transport::Sse, &["sse"]),
    (Transport::Ws, &["ws", "websocket"]),
];

/// What a word means in any host, whatever its case and punctuation.
pub(crate) fn universal(word: &str) -> Option<Transport> {
    let plain: String = word
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .map(|c| c.to_ascii_lowercase())
        .collect();
    UNIVERSAL
        .iter()
        .find(|(_, words)| words.contains(&plain.as_str()))
        .map(|(transport, _)| *transport)
}

fn refused(rule: &'static str, span: Span, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::new(rule, Level::Warning, span, message).help("the server is left out"))
}
