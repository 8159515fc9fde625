//! How a format tells transports apart.

use crate::host::Cost;
use crate::model::Transport;

/// How a transport is told, in reading and writing.
#[derive(Clone, Copy, Debug)]
pub struct Transports {
    /// The field that names it, nested names joined by dots.
    pub tag: Option<&'static str>,
    /// What that field is worth.
    pub rule: TagRule,
    /// What a server without the field is.
    pub missing: MissingTag,
    /// Its words. For writing, the first of each transport counts; a transport without a word is not supported.
    pub words: &'static [Spelling],
    /// The keys that give a transport away, the winner first.
    pub infer: &'static [(&'static str, Transport)],
    /// Parts of a URL's path that give a transport away, before a `/`, `?`, `&` or the end.
    pub paths: &'static [(&'static str, Transport)],
    /// What another word costs, where that is not what a bad server costs.
    pub unknown: Option<Cost>,
    /// Words in the place of a transport that say that the server is defined elsewhere.
    pub elsewhere: &'static [&'static str],
    /// Words in the place of a transport for what is part of the host itself, and no server.
    pub built_in: &'static [&'static str],
    /// Schemes of URLs that tell another transport than the key they stand under.
    pub schemes: &'static [(&'static str, Transport)],
}

impl Transports {
    /// No tag: `command` is a process, `url` is HTTP.
    pub const NEW: Self = Self {
        tag: None,
        rule: TagRule::Decides,
        missing: MissingTag::Infer,
        words: &[],
        infer: &[("command", Transport::Stdio), ("url", Transport::Http)],
        paths: &[],
        unknown: None,
        elsewhere: &[],
        built_in: &[],
        schemes: &[],
    };
}

impl Transports {
    /// Whether a host that tells transports by schemes takes `url` for one of `transport`.
    pub(crate) fn fits_scheme(&self, transport: Transport, url: &str) -> bool {
        let scheme = url
            .trim()
            .split_once("://")
            .map_or("", |(scheme, _)| scheme);
        let mut known = self.schemes.iter();
        match known.find(|(known, _)| known.eq_ignore_ascii_case(scheme)) {
            Some((_, told)) => *told == transport,
            None => !self.schemes.iter().any(|(_, told)| *told == transport),
        }
    }
}

/// What the tag is worth beside the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagRule {
    /// It decides; a word that is not in the list is refused.
    Decides,
    /// It decides if its word is in the list; otherwise the keys do.
    Hints,
    /// The keys decide; among remote servers it tells the kind.
    Refines,
    /// Nothing: the keys decide alone.
    Unused,
    /// It decides if its word is one of these; with any other it only tells the kind of remote server.
    Listed(&'static [&'static str]),
}

/// What a server without a tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingTag {
    /// What its keys say.
    Infer,
    /// This.
    Is(Transport),
    /// Refused.
    Refused,
}

/// A word for a transport.
#[derive(Clone, Copy, Debug)]
pub struct Spelling {
    /// Which transport.
    pub transport: Transport,
    /// Its word; empty where the host has no tag.
    pub word: &'static str,
    /// A new file does without it, because the host takes this transport anyway.
    pub implied: bool,
    /// The host knows this very transport, and does not just try it after another.
    pub exact: bool,
}

impl Spelling {
    /// A word that must be written.
    #[must_use]
    pub const fn tagged(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: false,
            exact: true,
        }
    }

    /// A word that is understood and need not be written.
    #[must_use]
    pub const fn implied(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: true,
            exact: true,
        }
    }

    /// A word that need not be written, for a transport that the host tries after another whatever is written.
    #[must_use]
    pub const fn tried(transport: Transport, word: &'static str) -> Self {
        Self {
            exact: false,
            ..Self::implied(transport, word)
        }
    }

    /// The transport works there, but cannot be told from another.
    #[must_use]
    pub const fn merged(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: word.is_empty(),
            exact: false,
        }
    }
}
