//! Which transport a server has, as its own host sees it.

use crate::host::{Format, Kind, MissingTag, Place, Spelling, TagRule, Write};
use crate::model::{Slot, Transport};
use crate::syntax::{Node, Tree};

/// How a server is reached, and what stood in the way of knowing it.
pub(super) struct Reached {
    pub(super) transport: Option<Transport>,
    pub(super) fault: Option<ReachFault>,
}

/// Why the transport is not plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReachFault {
    /// The tag has a word that the host does not know.
    UnknownWord,
    /// There is no tag, and the keys mean this transport, which the host does not see.
    MissingTag(Transport),
}

/// Chooses the transport of the server with these members.
///
/// A server its host would refuse is still understood where only one meaning is possible.
pub(super) fn choose(
    place: &Place,
    node: &Node<'_>,
    tag: Option<&Node<'_>>,
    wrapped: bool,
) -> Reached {
    let format = place.format;
    let missing = format.missing_tag(wrapped);
    let rules = &format.transports;
    let word = tag.and_then(Node::as_str);
    let inferred = infer(format, node);
    let fine = |transport| Reached {
        transport,
        fault: None,
    };
    if tag.is_some() && word.is_none() {
        return fine(None);
    }
    let Some(word) = word else {
        return match (missing, inferred) {
            (MissingTag::Infer, inferred) => fine(inferred),
            (MissingTag::Is(default), inferred) => match inferred {
                // A server without the tag is the default, whatever its keys say, and some hosts then refuse it.
                Some(inferred) if inferred != default => Reached {
                    transport: Some(inferred),
                    fault: Some(ReachFault::MissingTag(inferred)),
                },
                _ => fine(Some(default)),
            },
            (MissingTag::Refused, inferred) => Reached {
                transport: inferred,
                fault: inferred.map(ReachFault::MissingTag),
            },
        };
    };
    let Some(known) = format.word(word) else {
        let guess = universal(word);
        if rules.rule == TagRule::Unused && guess.is_some() {
            return fine(inferred.or(guess));
        }
        let transport = if rules.rule == TagRule::Decides {
            guess.or(inferred)
        } else {
            inferred.or(guess)
        };
        return Reached {
            transport,
            fault: Some(ReachFault::UnknownWord),
        };
    };
    let said = known.transport;
    fine(Some(match inferred {
        // The keys decide between a process and a URL; the tag only tells which kind of remote server it is.
        Some(inferred) if !format.word_decides(word) => {
            if (inferred == Transport::Stdio) != (said == Transport::Stdio)
                || rules.rule == TagRule::Unused
                || named_by_key(format, node, said)
            {
                inferred
            } else {
                said
            }
        }
        _ => said,
    }))
}

impl Format {
    /// What a server without a tag is, among its other fields or in a wrapper.
    pub(crate) fn missing_tag(&self, wrapped: bool) -> MissingTag {
        match self.wrapper {
            Some(wrapper) if wrapped && wrapper.tagged => MissingTag::Refused,
            _ => self.transports.missing,
        }
    }

    /// What a word of the tag stands for.
    pub(crate) fn word(&self, word: &str) -> Option<&'static Spelling> {
        let mut words = self.transports.words.iter();
        words.find(|spelling| !spelling.word.is_empty() && spelling.word == word)
    }

    /// Whether the field `key` is an older one that names the transport in its own name, or one that servers of the
    /// transport that the tag `said` do not have.
    pub(crate) fn names_transport(&self, key: &str, said: Transport) -> bool {
        let mut fields = self.fields.iter().filter(|field| field.name == key);
        fields.any(|field| field.write == Write::Never || !field.on.has(said))
    }

    /// Whether a server with a word that the host does not know is refused. Where the word only hints at the transport, it
    /// is as if it were not there, and then the server may be taken for what it is not.
    pub(crate) fn refuses_word(&self, meant: Option<Transport>) -> bool {
        match (self.transports.rule, self.transports.missing) {
            (TagRule::Decides, _) => true,
            (TagRule::Hints, MissingTag::Is(default)) => meant != Some(default),
            _ => false,
        }
    }

    /// Whether a known word of the tag decides, whatever the keys say.
    pub(crate) fn word_decides(&self, word: &str) -> bool {
        match self.transports.rule {
            TagRule::Decides | TagRule::Hints => true,
            TagRule::Refines | TagRule::Unused => false,
            TagRule::Listed(words) => words.contains(&word),
        }
    }
}

/// The field that names the transport. A document of no particular host may have it in several places; of those a
/// string counts before anything else, and an object may only be the way to another one.
pub(super) fn find_tag<'n>(
    place: &Place,
    node: &'n Node<'n>,
    wrapped: bool,
) -> Option<&'n Node<'n>> {
    let wrapper = place.format.wrapper.filter(|_| wrapped);
    let tags = || {
        let fields = place.format.fields.iter();
        fields
            .filter(|field| matches!(field.kind, Kind::Tag))
            .filter(move |field| wrapper.is_none_or(|wrapper| wrapper.holds(field.name)))
            .filter_map(|field| match place.format.any_case {
                true => place
                    .format
                    .member(node, field.name)
                    .map(|it| (field, &it.value)),
                false => node.dotted(field.name).map(|it| (field, it)),
            })
            .filter(|(field, tag)| {
                let nothing = field.nullable || place.format.runtime.loose;
                // Where another value is ignored, it is as if it were not there.
                let counts = !field.soft || tag.as_str().is_some();
                counts && !(nothing && matches!(tag.value, Tree::Null))
            })
            .map(|(_, tag)| tag)
    };
    tags()
        .find(|tag| tag.as_str().is_some())
        .or_else(|| tags().find(|tag| !tag.is_object()))
}

/// What the keys of a server say.
fn infer(format: &Format, node: &Node<'_>) -> Option<Transport> {
    let by_key = telling(format, node).map(|(_, transport)| *transport);
    let by_key = by_key.map(|transport| by_url(format, node).unwrap_or(transport));
    // A key that only other hosts have still gives the transport away, in a document of no particular host.
    by_key.or_else(|| {
        format.fields.iter().find_map(|field| {
            let transport = match field.slot {
                Slot::Command => Transport::Stdio,
                Slot::Url => Transport::Http,
                _ => return None,
            };
            field
                .names()
                .any(|name| format.member(node, name).is_some())
                .then_some(transport)
        })
    })
}

/// The key that gives the transport away. One without a value only counts where no other has one.
fn telling(format: &Format, node: &Node<'_>) -> Option<&'static (&'static str, Transport)> {
    let there = |null: bool| {
        move |(key, _): &&(&str, Transport)| {
            let member = format.member(node, key);
            member.is_some_and(|it| null || !matches!(it.value.value, Tree::Null))
        }
    };
    let mut keys = format.transports.infer.iter();
    keys.find(there(false))
        .or_else(|| format.transports.infer.iter().find(there(true)))
}

/// What the scheme or the path of a URL says, where the host goes by it.
fn by_url(format: &Format, node: &Node<'_>) -> Option<Transport> {
    let rules = &format.transports;
    if rules.schemes.is_empty() && rules.paths.is_empty() {
        return None;
    }
    let (key, _) = telling(format, node).filter(|(_, kind)| *kind != Transport::Stdio)?;
    let url = node.member(key)?.value.as_str()?.trim();
    let (scheme, rest) = url.split_once("://")?;
    let mut schemes = rules.schemes.iter();
    let by_scheme = schemes.find(|(known, _)| known.eq_ignore_ascii_case(scheme));
    let ends = |part: &str| {
        rest.match_indices(part).any(|(at, _)| {
            let rest = &rest[at + part.len()..];
            rest.is_empty() || rest.starts_with(['/', '?', '&'])
        })
    };
    let by_path = || rules.paths.iter().find(|(part, _)| ends(part));
    by_scheme.or_else(by_path).map(|(_, transport)| *transport)
}

/// Whether a key names the transport in its own name (`httpUrl`), so that no tag can say otherwise.
fn named_by_key(format: &Format, node: &Node<'_>, said: Transport) -> bool {
    let mut keys = format.transports.infer.iter();
    keys.find(|(key, _)| format.member(node, key).is_some())
        .is_some_and(|(key, _)| format.names_transport(key, said))
}

/// What a word means in any host, without its punctuation and in lower case.
pub(crate) const UNIVERSAL: &[(Transport, &[&str])] = &[
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
    let plain = word
        .bytes()
        .filter(u8::is_ascii_alphanumeric)
        .map(|byte| byte.to_ascii_lowercase());
    UNIVERSAL
        .iter()
        .find(|(_, words)| words.iter().any(|known| known.bytes().eq(plain.clone())))
        .map(|(transport, _)| *transport)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::Field;

    #[test]
    fn urls_give_transports_away() {
        static FORMAT: Format = Format {
            fields: &[Field::new("url", Slot::Url, Kind::Text)],
            transports: crate::host::Transports {
                schemes: &[("wss", Transport::Ws)],
                paths: &[("/sse", Transport::Sse)],
                ..crate::host::Transports::NEW
            },
            ..Format::NEW
        };
        for (url, transport) in [
            ("https://h/sse", Transport::Sse),
            ("https://h/sse/", Transport::Sse),
            ("https://h/sse?a=b", Transport::Sse),
            ("https://h/sse2", Transport::Http),
            ("https://sse/mcp", Transport::Http),
            ("WSS://h/sse", Transport::Ws),
        ] {
            let text = format!(r#"{{"url": "{url}"}}"#);
            let document = crate::syntax::parse(&text, crate::syntax::Language::Json).unwrap();
            let node = document.root.as_ref().unwrap();
            assert_eq!(infer(&FORMAT, node), Some(transport), "{url}");
        }
    }
}
