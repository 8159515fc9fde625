//! The shape of a document: which roots and gates it has, and what a host reads out of it.

use std::cell::OnceCell;
use std::path::Path;

use super::{Detected, LARGE, matches};
use crate::host::roots::{is_bare, looks_like_a_server};
use crate::host::{Fallback, Host, Place, looks_like_sse, read};
use crate::model::{Config, Part, Server, Template, Transport};
use crate::syntax::{self, Document, Language, Node, Tree};

/// The place of `host` that fits: the first that has both the path and the shape, then by shape, then by path.
#[must_use]
pub fn place_in(host: &'static Host, path: Option<&Path>, text: &str) -> Option<&'static Place> {
    place_among(host, path, &Shapes::new(text))
}

/// The same, for a text that other hosts are asked about too.
fn place_among(
    host: &'static Host,
    path: Option<&Path>,
    shapes: &Shapes<'_>,
) -> Option<&'static Place> {
    let text = shapes.text;
    let named = |place: &&Place| path.is_some_and(|path| matches(place, path));
    let places = host.places;
    // Where some files of a host have a list of servers and others a map, the one tells them from the other.
    let mixed = places.iter().any(|place| place.list != places[0].list);
    if path.is_none()
        && (text.len() > LARGE || !mixed && opens_as_main(host, text))
        && is_plainly_main(host, text)
    {
        return Some(&places[0]);
    }
    let both = places
        .iter()
        .find(|place| named(place) && shapes.fit(place, mixed) > 0);
    // A list is not read where the path says that there is a map, and the other way round. In a folder of the host's own
    // there is no plugin's file, which may be a bare map.
    let in_folder = |place: &Place| place.globs.iter().any(|glob| glob.contains('/'));
    let contradicts = |place: &Place| {
        let named = places.iter().find(named);
        named.is_some_and(|named| {
            named.roots == place.roots && named.list != place.list
                || in_folder(named) && shapes.is_bare_for(place)
        })
    };
    // Without a path, the place that makes most of the document; of equals the first.
    let by_shape = || {
        let fits = places
            .iter()
            .filter(|place| !contradicts(place))
            .map(|place| (shapes.fit(place, mixed), place))
            .filter(|(fit, _)| *fit > 0);
        fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
            .map(|(_, place)| place)
    };
    both.or_else(by_shape).or_else(|| places.iter().find(named))
}

/// Another of the host's own places, if the document has none of the roots of `place` and is itself a map of servers, which
/// that other place takes.
pub(crate) fn place_by_shape(
    host: &'static Host,
    place: &'static Place,
    document: &Document<'_>,
) -> Option<&'static Place> {
    let bare = |other: &&'static Place| {
        other.own && other.may_be_bare() && other.language == place.language
    };
    let root = document
        .root
        .as_ref()
        .filter(|root| !has_root(root, place) && is_bare(root))?;
    host.places
        .iter()
        .find(bare)
        .filter(|other| has_root(root, other))
}

/// The host whose root the document has, if it has none of those of `place`: of all hosts if `place` is of no particular
/// one, else of those that read the same file.
pub(crate) fn host_by_root(
    host: &'static Host,
    place: &'static Place,
    path: &Path,
    document: &Document<'_>,
) -> Option<(&'static Host, &'static Place)> {
    let root = document
        .root
        .as_ref()
        .filter(|root| !has_root(root, place))?;
    // `servers` alone is what many write; with questions beside it, it is what one host writes.
    let asks = |other: &Place| other.prompts.is_some_and(|path| root.at(path).is_some());
    let filled = |other: &Place| {
        let servers = other.roots.first().and_then(|path| root.at(path));
        servers.is_some_and(|servers| {
            servers
                .members()
                .iter()
                .any(|member| looks_like_a_server(&member.value))
        })
    };
    let others = crate::hosts::HOSTS.iter().copied();
    let mut others = others.filter(|other| !std::ptr::eq(*other, host) && !other.facts.lenient);
    if host.facts.lenient {
        let main = |other: &&'static Host| {
            let main = &other.places[0];
            let asked = main.prompts.is_none() || asks(main);
            main.language == place.language && asked && filled(main)
        };
        return others.find(main).map(|other| (other, &other.places[0]));
    }
    others.find_map(|other| {
        let mut places = other.places.iter();
        let reads = |other: &&Place| matches(other, path) && asks(other) && filled(other);
        places.find(reads).map(|place| (other, place))
    })
}

/// Whether the first key of a JSON text is the one under which the main place has its servers: then it need not be read
/// to find that out, and is read only once, to be converted.
fn opens_as_main(host: &Host, text: &str) -> bool {
    let rest = || {
        text.trim_start()
            .strip_prefix('{')?
            .trim_start()
            .strip_prefix('"')
    };
    let &[key] = host.places[0].roots.first().copied().unwrap_or_default() else {
        return false;
    };
    rest()
        .and_then(|rest| rest.strip_prefix(key))
        .is_some_and(|rest| rest.starts_with('"'))
}

/// Whether a text has the main place's key and none that only another place of the host has.
fn is_plainly_main(host: &Host, text: &str) -> bool {
    let quoted = |key: &str| text.contains(&format!("\"{key}\""));
    let Some((main, others)) = host.places.split_first() else {
        return false;
    };
    let key = |path: &&'static [&'static str]| path.first().copied();
    let keys = others.iter().flat_map(|place| {
        place
            .roots
            .iter()
            .copied()
            .chain(place.gates.iter().map(|gate| gate.path))
            .chain(place.prompts)
    });
    let own = main.roots.first().and_then(key);
    main.language == Language::Json
        && own.is_some_and(quoted)
        && keys
            .filter_map(|path| key(&path))
            .filter(|key| Some(*key) != own)
            .all(|key| !quoted(key))
}

/// A text read at most once in each language.
struct Shapes<'t> {
    text: &'t str,
    json: OnceCell<Option<Document<'t>>>,
    toml: OnceCell<Option<Document<'t>>>,
    yaml: OnceCell<Option<Document<'t>>>,
    merged: OnceCell<Option<Document<'t>>>,
}

impl<'t> Shapes<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            json: OnceCell::new(),
            toml: OnceCell::new(),
            yaml: OnceCell::new(),
            merged: OnceCell::new(),
        }
    }

    /// The text in `language`; nothing if it makes no sense in it.
    fn document(&self, language: Language) -> Option<&Document<'t>> {
        let read = match language {
            Language::Json => &self.json,
            Language::Toml => &self.toml,
            Language::Yaml => &self.yaml,
            Language::YamlMerge => &self.merged,
        };
        read.get_or_init(|| syntax::parse(self.text, language).ok())
            .as_ref()
    }

    /// Whether the text is only of use to the place as a map of servers without a key around it.
    fn is_bare_for(&self, place: &Place) -> bool {
        let document = self.document(place.language);
        let root = document.and_then(|document| document.root.as_ref());
        let rooted = |root: &Node<'_>| {
            let mut paths = place.roots.iter();
            paths.any(|path| leads_somewhere(root, path))
        };
        root.is_some_and(|root| place.bare.takes(root) && !rooted(root))
    }

    /// How many of the place's roots and gates are there. If `mixed`, a list under a root is not as good as a map.
    fn fit(&self, place: &Place, mixed: bool) -> usize {
        let text = self.text;
        // Every JSON text is YAML too, but hardly ever meant for a host that writes YAML.
        if place.language.is_yaml() && text.trim_start().starts_with(['{', '[', '/']) {
            return 0;
        }
        let Some(root) = self
            .document(place.language)
            .and_then(|document| document.root.as_ref())
            .filter(|root| has_root(root, place) || place.single && is_single_server(root, place))
        else {
            return 0;
        };
        let other = |path: &&[&str]| {
            let found = root.at(path).map(|node| &node.value);
            match found {
                Some(Tree::Array(_)) => !place.list,
                Some(Tree::Object(_)) => place.list,
                _ => false,
            }
        };
        if mixed && place.roots.iter().any(other) {
            return 0;
        }
        let gates = place
            .gates
            .iter()
            .map(|gate| gate.path)
            .chain(place.prompts);
        1 + place
            .roots
            .iter()
            .copied()
            .chain(gates)
            .filter(|path| leads_somewhere(root, path))
            .count()
    }
}

pub(super) fn has_root(root: &Node<'_>, place: &Place) -> bool {
    place.roots.iter().any(|path| leads_somewhere(root, path)) || place.bare.takes(root)
}

pub(super) fn leads_somewhere(node: &Node<'_>, path: &[&str]) -> bool {
    match path.split_first() {
        None => true,
        Some((&"*", rest)) => node
            .members()
            .iter()
            .any(|member| leads_somewhere(&member.value, rest)),
        Some((key, rest)) => node
            .member(key)
            .is_some_and(|member| leads_somewhere(&member.value, rest)),
    }
}

pub(super) fn by_shape(hosts: &[&'static Host], text: &str) -> Detected {
    let mut candidates: Vec<(&'static Host, &'static Place, Config, bool)> = Vec::new();
    let mut elsewhere = Vec::new();
    let shapes = Shapes::new(text);
    for &host in hosts {
        let Some(place) = place_among(host, None, &shapes).filter(|place| place.own) else {
            continue;
        };
        // A plugin's file looks like another host's main one, and is known by its path only.
        let main = |other: &&&'static Host| {
            !std::ptr::eq(**other, host) && other.places[0].roots.contains(&place.roots[0])
        };
        if !std::ptr::eq(place, &host.places[0]) && hosts.iter().any(|other| main(&other)) {
            continue;
        }
        let Some(document) = shapes.document(place.language) else {
            continue;
        };
        if !document
            .root
            .as_ref()
            .is_some_and(|root| place.roots.iter().any(|path| leads_somewhere(root, path)))
        {
            continue;
        }
        // A host that takes a list for a map is not the one that a list was written for.
        let numbered = |root: &Node<'_>| {
            let mut servers = place.roots.iter().filter_map(|path| root.at(path));
            servers.any(|servers| place.numbers(servers))
        };
        if document.root.as_ref().is_some_and(numbered) {
            continue;
        }
        if let Ok(found) = read(document, host, place) {
            // Nobody writes references for a host that takes them for text.
            let plain = place.format.expects_values && text.contains("${")
                || found.config.servers.iter().any(has_text_like_a_reference);
            let clean = !plain
                && found.diagnostics.is_empty()
                && found
                    .config
                    .servers
                    .iter()
                    .all(|server| server.ignored.is_empty() && is_named(place, server));
            // Some hosts also read what is another's by rights.
            let own = |root: &Node<'_>| leads_somewhere(root, place.roots[0]);
            if !document.root.as_ref().is_some_and(own) {
                elsewhere.push(host.id);
            }
            candidates.push((host, place, found.config, clean));
        }
    }
    // A host that would complain about the document, or pass over part of it, is not the one it was written for.
    if candidates.iter().any(|(.., clean)| *clean) {
        candidates.retain(|(.., clean)| *clean);
    }
    let at_home = |host: &Host| !elsewhere.contains(&host.id);
    if candidates.iter().any(|(host, ..)| at_home(host)) {
        candidates.retain(|(host, ..)| at_home(host));
    }
    let Some((host, place, config, _)) = candidates.first() else {
        return Detected::None;
    };
    let agree = candidates.iter().all(|(_, _, other, _)| {
        config.servers.len() == other.servers.len()
            && config
                .servers
                .iter()
                .zip(&other.servers)
                .all(|(a, b)| a.same_meaning(b))
    });
    let falls_back = |place: &Place| place.format.runtime.fallback != Fallback::None;
    // Where an endpoint is reached by falling back, those that do not would not reach it.
    let by_falling = agree && falls_back(place) && config.servers.iter().any(looks_like_sse);
    let all = candidates
        .iter()
        .filter(|(_, place, ..)| !by_falling || falls_back(place))
        .map(|(host, ..)| *host)
        .collect();
    if agree {
        Detected::One(host, place, all)
    } else {
        Detected::Several(all)
    }
}

/// Whether the transport of a server is said as the host's own files say it. A host that guesses SSE where nothing is said,
/// and names it whenever it writes a file, is hardly the one that is meant; nor is one that takes any `url` for SSE.
fn is_named(place: &Place, server: &Server) -> bool {
    let format = place.format;
    let spelling = format.spelling(server.transport);
    let guessed = format.transports.infer.contains(&("url", Transport::Sse));
    server.transport != Transport::Sse
        || server.transport_span.is_some()
        || !guessed && spelling.is_none_or(|spelling| spelling.implied)
}

/// Whether something that looks like a reference is plain text to the host that read the server.
fn has_text_like_a_reference(server: &Server) -> bool {
    let is = |text: &Template| {
        let plain = |part: &Part| matches!(part, Part::Text(text) if text.contains("${"));
        text.parts.iter().any(plain)
    };
    let mut entries = server.entries.iter();
    entries.any(|entry| entry.value.templates().any(is))
}

/// Whether a document is one server of `place` without anything around it.
pub(crate) fn is_single_server(root: &Node<'_>, place: &Place) -> bool {
    let says = |key: &str| {
        let value = root.member(key).map(|member| &member.value);
        value.is_some_and(|value| value.as_str().is_some() || !value.items().is_empty())
    };
    let infer = place.format.transports.infer;
    infer.iter().any(|(key, _)| says(key)) || says("command") || says("url")
}
