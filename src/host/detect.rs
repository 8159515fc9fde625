//! Whose document is this? By its path if there is one, then by its `$schema`, then by keys that only one host has, then
//! by its shape. A file of a host without a table is named and left alone.

use std::cell::OnceCell;
use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};

use super::roots::{is_bare, looks_like_a_server};
use super::{Aside, Host, Place, Scope, Stranger, read, strangers};
use crate::model::{Config, Part, Server, Template, Transport, Value};
use crate::syntax::{self, Document, Language, Member, Node, Tree};

/// What could be found out.
#[derive(Debug)]
pub(crate) enum Detected {
    /// One host, or several that read the same out of it.
    One(&'static Host, &'static Place, Vec<&'static Host>),
    /// Several hosts that read different things out of it.
    Several(Vec<&'static Host>),
    /// A host that exists and has no table yet, by its name.
    Unsupported(&'static str),
    /// No host we know.
    None,
}

/// Finds out which of `hosts` the document belongs to.
#[must_use]
pub(crate) fn detect(hosts: &[&'static Host], path: Option<&Path>, text: &str) -> Detected {
    if let Some(stranger) = path.and_then(|path| stranger_at(hosts, path)) {
        return Detected::Unsupported(stranger.name);
    }
    let owned = path.and_then(|path| by_path(hosts, path).map(|found| (path, found)));
    let known = owned.filter(|(_, (_, host, _))| !host.facts.lenient);
    if let Some((path, (_, host, place))) = known {
        // A path may belong to one host and still hold two shapes; the shape decides between the host's own places.
        let place = place_in(host, Some(path), text).unwrap_or(place);
        return Detected::One(host, place, Vec::new());
    }
    if let Some(found) = path.and_then(|path| by_aside(hosts, path, text)) {
        return found;
    }
    if let Some(found) = by_source(text) {
        return found;
    }
    if let Some(found) = by_word(hosts, text) {
        return found;
    }
    if let Some((path, (_, host, place))) = owned {
        let place = place_in(host, Some(path), text).unwrap_or(place);
        return Detected::One(host, place, Vec::new());
    }
    by_shape(hosts, text)
}

/// The host without a table that `path` belongs to, if no other host spells as much of it.
pub(crate) fn stranger_at(hosts: &[&'static Host], path: &Path) -> Option<&'static Stranger> {
    let (close, stranger) = strangers::by_path(path)?;
    let known = by_path(hosts, path).is_some_and(|(other, ..)| other >= close);
    (!known).then_some(stranger)
}

/// Servers in a file of settings, where its host once read them.
fn by_aside(hosts: &[&'static Host], path: &Path, text: &str) -> Option<Detected> {
    let (host, aside) = aside_at(hosts, path)?;
    let document = syntax::parse(text, aside.place.language).ok()?;
    let root = document.root.as_ref()?;
    has_root(root, &aside.place).then(|| Detected::One(host, &aside.place, Vec::new()))
}

/// A document that describes a published server, by what is in it: many files have the names of such documents.
fn by_source(text: &str) -> Option<Detected> {
    const WORDS: [&str; 5] = [
        "\"packages\"",
        "\"remotes\"",
        "\"mcp_config\"",
        "_version\"",
        "\"source\"",
    ];
    if text.len() > LARGE || !WORDS.iter().any(|word| text.contains(word)) {
        return None;
    }
    let document = syntax::parse(text, Language::Json).ok()?;
    let root = document.root.as_ref()?;
    crate::hosts::SOURCES.iter().find_map(|host| {
        let place = super::sources::fitting(host.places, root)?;
        Some(Detected::One(host, place, Vec::new()))
    })
}

/// What a document says about itself: its `$schema`, or keys that only one host has.
fn by_word(hosts: &[&'static Host], text: &str) -> Option<Detected> {
    let asides = hosts
        .iter()
        .flat_map(|host| host.facts.asides.iter().map(move |aside| (*host, aside)))
        .filter(|(_, aside)| aside.place.roots.iter().any(|path| is_nested(path)));
    // Most documents say nothing of the kind, and need not be read for it.
    let mut words = asides
        .clone()
        .filter_map(|(_, aside)| aside.place.roots.first()?.first().copied())
        .chain(strangers::keys())
        .chain(["$schema"]);
    if text.len() > LARGE || !words.any(|word| text.contains(&format!("\"{word}\""))) {
        return None;
    }
    let document = syntax::parse(text, Language::Json).ok()?;
    let root = document.root.as_ref().filter(|root| root.is_object())?;
    let schema = root
        .member("$schema")
        .and_then(|member| member.value.as_str())
        .unwrap_or_default();
    let names = |host: &&&'static Host| host.schemas.iter().any(|part| schema.contains(part));
    if let Some(host) = hosts.iter().find(names) {
        let place = place_in(host, None, text).unwrap_or(&host.places[0]);
        return Some(Detected::One(host, place, Vec::new()));
    }
    if let Some(stranger) = strangers::by_root(root) {
        return Some(Detected::Unsupported(stranger.name));
    }
    // Settings of an editor: what is one server to another host is a map of servers there.
    let fits = |path: &&[&str]| is_nested(path) && root.at(path).is_some_and(is_bare);
    let mut fitting = asides.filter(|(_, aside)| aside.place.roots.iter().any(fits));
    let (host, aside) = fitting.next()?;
    Some(Detected::One(host, &aside.place, Vec::new()))
}

/// Whether a path is one that no host keeps its servers under, but for the one with these settings.
fn is_nested(path: &[&str]) -> bool {
    path.len() == 2 || matches!(path, [key] if key.contains('.'))
}

/// The host whose own place matches `path` most closely: `.cursor/mcp.json` is more than any `mcp.json`.
fn by_path(hosts: &[&'static Host], path: &Path) -> Option<(usize, &'static Host, &'static Place)> {
    let places = hosts.iter().flat_map(|host| {
        host.places
            .iter()
            .filter(|place| place.own)
            .map(move |place| (*host, place))
    });
    let fits = places.filter_map(|(host, place)| Some((closeness(place, path)?, host, place)));
    // Of equals the first counts, as everywhere in the table.
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
}

/// How much of `path` the closest of a place's globs spells out; nothing if none fits.
fn closeness(place: &Place, path: &Path) -> Option<usize> {
    closest(place.globs, path)
}

/// How much of `path` the closest of `globs` spells out; nothing if none fits.
pub(super) fn closest(globs: &[&str], path: &Path) -> Option<usize> {
    // Most globs end in a plain name, which is quickly compared.
    let name = path.file_name()?.to_str().unwrap_or_default();
    let likely = |glob: &&&str| {
        glob.rsplit('/')
            .next()
            .is_some_and(|last| last == name || last.contains('*'))
    };
    globs
        .iter()
        .filter(likely)
        .filter(|glob| is_match(glob, path))
        .map(|glob| plain(glob).len())
        .max()
}

/// Whether `path` ends as the glob says. Most globs are names with a star at most, for which no expression need be made.
fn is_match(glob: &str, path: &Path) -> bool {
    if is_simple(glob) {
        return ends_like(plain(glob), path).is_some();
    }
    matcher(glob).is_some_and(|matcher| matcher.is_match(path))
}

fn is_simple(glob: &str) -> bool {
    !glob.contains("**") && !glob.contains(['?', '[', '{'])
}

/// What of `path` is before the part that a simple glob matches.
fn ends_like<'p>(glob: &str, path: &'p Path) -> Option<std::path::Components<'p>> {
    let mut rest = path.components();
    let fits = |segment: &str, name: Option<&str>| name.is_some_and(|name| is_like(segment, name));
    let all = glob.rsplit('/').all(|segment| {
        let part = rest.next_back();
        fits(segment, part.and_then(|part| part.as_os_str().to_str()))
    });
    all.then_some(rest)
}

/// Whether a name is as this part of a glob says, in which a star is any text.
fn is_like(segment: &str, name: &str) -> bool {
    let mut parts = segment.split('*');
    let (Some(first), last) = (parts.next(), parts.next_back()) else {
        return false;
    };
    let (Some(rest), Some(last)) = (name.strip_prefix(first), last) else {
        return name == segment;
    };
    let Some(rest) = rest.strip_suffix(last) else {
        return false;
    };
    let after = |rest: &str, part: &str| rest.find(part).map(|at| at + part.len());
    parts
        .try_fold(rest, |rest, part| Some(&rest[after(rest, part)?..]))
        .is_some()
}

/// The user's own place of `host` at `path`, if that is where it looks in `home`.
///
/// `~/.cursor/mcp.json` and `.cursor/mcp.json` of a project look alike; only the home folder tells.
pub(crate) fn home_place(
    host: &'static Host,
    path: &Path,
    home: Option<&Path>,
) -> Option<&'static Place> {
    let inside = path.strip_prefix(home?).ok()?;
    let fits = |glob: &&str| {
        let Some(glob) = glob.strip_prefix("~/") else {
            return false;
        };
        if is_simple(glob) {
            return ends_like(glob, inside).is_some_and(|mut rest| rest.next().is_none());
        }
        compiled(glob).is_some_and(|glob| glob.is_match(inside))
    };
    host.places
        .iter()
        .find(|place| place.scope == Scope::User && place.globs.iter().any(fits))
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

/// The host that `path` belongs to.
#[must_use]
pub fn owner(hosts: &[&'static Host], path: &Path) -> Option<&'static Host> {
    by_path(hosts, path).map(|(_, host, _)| host)
}

/// The place of `host` that `path` names.
#[must_use]
pub fn place_at(host: &'static Host, path: &Path) -> Option<&'static Place> {
    let fits = host
        .places
        .iter()
        .filter_map(|place| Some((closeness(place, path)?, place)));
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, place)| place)
}

/// The file of settings without servers that `path` names, and whose it is.
#[must_use]
pub fn aside_at(hosts: &[&'static Host], path: &Path) -> Option<(&'static Host, &'static Aside)> {
    hosts.iter().find_map(|host| {
        host.facts
            .asides
            .iter()
            .find(|aside| closeness(&aside.place, path).is_some())
            .map(|aside| (*host, aside))
    })
}

/// Whether a place's globs match `path`, whatever folder it is in.
pub(crate) fn matches(place: &Place, path: &Path) -> bool {
    closeness(place, path).is_some()
}

/// A glob without the folder it starts from, so that a project's file and the user's are equally close.
pub(crate) fn plain(glob: &str) -> &str {
    glob.trim_start_matches("~/").trim_start_matches('/')
}

fn matcher(glob: &str) -> Option<GlobMatcher> {
    compiled(&format!("{{**/,}}{}", plain(glob)))
}

fn compiled(glob: &str) -> Option<GlobMatcher> {
    let glob = GlobBuilder::new(glob)
        .literal_separator(true)
        .backslash_escape(false)
        .build();
    glob.ok().map(|glob| glob.compile_matcher())
}

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
    if path.is_none() && text.len() > LARGE && is_plainly_main(host, text) {
        return Some(&host.places[0]);
    }
    let named = |place: &&Place| path.is_some_and(|path| matches(place, path));
    let places = host.places;
    // Where some files of a host have a list of servers and others a map, the one tells them from the other.
    let mixed = places.iter().any(|place| place.list != places[0].list);
    let both = places
        .iter()
        .find(|place| named(place) && shapes.fit(place, mixed) > 0);
    // Without a path, the place that makes most of the document; of equals the first.
    let by_shape = || {
        let fits = places
            .iter()
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
    let bare = |other: &&'static Place| other.own && other.bare && other.language == place.language;
    let root = document
        .root
        .as_ref()
        .filter(|root| !has_root(root, place) && is_bare(root))?;
    host.places
        .iter()
        .find(bare)
        .filter(|other| has_root(root, other))
}

/// The host whose main root the document has, if it has none of those of `place`, which is of no particular host.
pub(crate) fn host_by_root(
    host: &'static Host,
    place: &'static Place,
    document: &Document<'_>,
) -> Option<(&'static Host, &'static Place)> {
    let root = document
        .root
        .as_ref()
        .filter(|root| host.facts.lenient && !has_root(root, place))?;
    let main = |other: &&'static Host| {
        let main = &other.places[0];
        let servers = main.roots.first().and_then(|path| root.at(path));
        // `servers` alone is what many write; with questions beside it, it is what one host writes.
        main.language == place.language
            && main.prompts.is_none_or(|path| root.at(path).is_some())
            && servers.is_some_and(|servers| {
                servers
                    .members()
                    .iter()
                    .any(|member| looks_like_a_server(&member.value))
            })
    };
    crate::hosts::HOSTS
        .iter()
        .copied()
        .filter(|other| !other.facts.lenient)
        .find(main)
        .map(|other| (other, &other.places[0]))
}

/// From this size on, reading a text only to find out what it is would be felt.
const LARGE: usize = 1 << 20;

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

fn has_root(root: &Node<'_>, place: &Place) -> bool {
    place.roots.iter().any(|path| leads_somewhere(root, path)) || (place.bare && is_bare(root))
}

fn leads_somewhere(node: &Node<'_>, path: &[&str]) -> bool {
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

fn by_shape(hosts: &[&'static Host], text: &str) -> Detected {
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
    let all: Vec<&'static Host> = candidates.iter().map(|(host, ..)| *host).collect();
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
    server.entries.iter().any(|entry| match &entry.value {
        Value::Text(text) => is(text),
        Value::List(list) => list.iter().any(is),
        Value::Map(pairs) => pairs.iter().filter_map(|pair| pair.value.as_ref()).any(is),
        _ => false,
    })
}

/// The main key of a place, for messages.
pub(crate) fn root_name(place: &Place) -> String {
    place
        .roots
        .first()
        .map(|path| path.join("."))
        .unwrap_or_default()
}

/// A key at the top of the document under which other hosts keep their servers, and those hosts.
pub(crate) fn foreign_root<'n, 't>(
    root: &'n Node<'t>,
    host: &Host,
) -> Option<(&'n Member<'t>, Vec<&'static str>)> {
    let main = |other: &Host| {
        other
            .places
            .first()
            .and_then(|place| place.roots.first().copied())
    };
    root.members().iter().find_map(|member| {
        let others: Vec<&'static str> = crate::hosts::HOSTS
            .iter()
            .filter(|other| !std::ptr::eq(**other, host))
            .filter(|other| {
                main(other).is_some_and(|path| {
                    path.first() == Some(&&*member.key) && leads_somewhere(root, path)
                })
            })
            .map(|other| other.name)
            .collect();
        (!others.is_empty()).then_some((member, others))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::HOSTS;

    #[test]
    fn simple_globs_match_as_expressions_do() {
        let globs = [
            ".mcp.json",
            ".kiro/agents/*.json",
            "~/.lark/*/mcp*.j*n",
            "*.code-workspace",
            "a*",
            "*",
        ];
        let paths = [
            ".mcp.json",
            "x/.mcp.json",
            "/x/.mcp.json",
            "x.mcp.json",
            ".kiro/agents/a.json",
            "/home/u/.kiro/agents/.json",
            ".kiro/agents/b/a.json",
            ".lark/a/mcp.json",
            "u/.lark/a.b/mcp-json-jn",
            ".lark/mcp.json",
            "t.code-workspace",
            "code-workspace",
            "a",
            "ba",
        ];
        for glob in globs {
            assert!(is_simple(glob), "{glob}");
            for path in paths {
                let expected = matcher(glob).is_some_and(|matcher| matcher.is_match(path));
                assert_eq!(is_match(glob, Path::new(path)), expected, "{glob} {path}");
            }
        }
    }

    #[test]
    fn a_path_belongs_to_the_host_that_spells_most_of_it() {
        for (path, id) in [
            ("/p/.mcp.json", "claude-code"),
            ("/p/.vscode/mcp.json", "vscode"),
            ("/p/.cursor/mcp.json", "cursor"),
            ("/p/mcp.json", "mcp-json"),
            ("/p/.codex/config.toml", "codex"),
            ("/p/.vibe/config.toml", "mistral-vibe"),
            ("/p/.kiro/settings/mcp.json", "kiro"),
            ("/home/me/.lmstudio/mcp.json", "lmstudio"),
            ("/p/.xcsh/mcp.json", "xcsh"),
            ("/p/a/b/opencode.jsonc", "opencode"),
            ("/p/crush.json", "crush"),
            ("/p/.amp/settings.json", "amp"),
            ("/p/.augment/settings.json", "auggie"),
            ("/p/.augment/settings.local.json", "auggie"),
            ("/home/me/.augment/settings.json", "auggie"),
            ("/home/me/.config/amp/settings.jsonc", "amp"),
            ("/p/a/.crush.json", "crush"),
            ("/home/me/.config/crush/crush.json", "crush"),
            ("/p/.gemini/settings.json", "gemini"),
            ("/p/tool/gemini-extension.json", "gemini"),
            ("/p/.idx/mcp.json", "gemini"),
            ("/p/.qwen/settings.json", "qwen"),
            ("/p/tool/qwen-extension.json", "qwen"),
            ("/p/.github/mcp.json", "copilot-cli"),
            ("/home/me/.copilot/mcp-config.json", "copilot-cli"),
            ("/p/.github/copilot-mcp.json", "copilot-agent"),
            ("/p/tool/.claude-plugin/plugin.json", "claude-code"),
            ("/p/.devcontainer/devcontainer.json", "vscode"),
            ("/p/team.code-workspace", "vscode"),
            ("/home/me/.claude.json", "claude-code"),
            ("/p/proxy.toml", "mcp-proxy"),
            ("/home/me/.config/goose/config.yaml", "goose"),
            ("/p/dots/goose/config.yaml", "goose"),
            ("/p/.goose/recipes/triage.yaml", "goose"),
            ("/p/librechat.yaml", "librechat"),
            ("/p/librechat.example.yaml", "librechat"),
            ("/p/.continue/mcpServers/notes.json", "continue"),
            ("/p/.continue/mcpServers/team/notes.yml", "continue"),
            ("/p/.continue/agents/review.yaml", "continue"),
            ("/home/me/.continue/config.yaml", "continue"),
            ("/home/me/.codeium/windsurf/mcp_config.json", "windsurf"),
            ("/home/me/.codeium/mcp_config.json", "windsurf"),
            ("/p/mcp_config.json", "mcp-json"),
            ("/p/.roo/mcp.json", "roo"),
            ("/p/kilo.jsonc", "kilo"),
            ("/p/.kilocode/mcp.json", "kilo"),
            ("/p/.kilo/opencode.json", "kilo"),
            ("/p/.zed/settings.json", "zed"),
            ("/home/me/.config/zed/settings.json", "zed"),
            ("/home/me/.config/kilo/opencode.json", "kilo"),
            (
                "/home/me/.cline/data/settings/cline_mcp_settings.json",
                "cline",
            ),
            ("/p/dotfiles/cline_mcp_settings.json", "cline"),
            (
                "/home/me/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json",
                "roo",
            ),
            ("/p/.factory/mcp.json", "droid"),
            ("/p/.amazonq/mcp.json", "amazon-q"),
            ("/p/.amazonq/cli-agents/dev.json", "amazon-q"),
            ("/home/me/.aws/amazonq/mcp.json", "amazon-q"),
            ("/p/.kimi-code/mcp.json", "kimi"),
            ("/home/me/.kimi/mcp.json", "kimi"),
            ("/p/kimi.plugin.json", "kimi"),
            ("/p/.agents/mcp_config.json", "antigravity"),
            ("/home/me/.gemini/config/mcp_config.json", "antigravity"),
            ("/p/plugins/docs/mcp_config.json", "antigravity"),
            ("/p/.trae/mcp.json", "trae"),
            ("/home/me/.config/Trae/User/mcp.json", "trae"),
            ("/home/me/.config/Code/User/mcp.json", "vscode"),
            ("/p/.warp/.mcp.json", "warp"),
            ("/p/.agents/.mcp.json", "warp"),
            ("/p/.junie/mcp/mcp.json", "junie"),
            ("/p/.vs/mcp.json", "visual-studio"),
            ("/p/.omp/mcp.json", "oh-my-pi"),
            ("/p/.omp/.mcp.json", "oh-my-pi"),
            ("/home/me/.omp/agent/mcp.json", "oh-my-pi"),
            ("/home/me/.mcp-inspector/mcp.json", "inspector"),
        ] {
            assert_eq!(
                owner(HOSTS, Path::new(path)).map(|host| host.id),
                Some(id),
                "{path}"
            );
        }
        assert!(owner(HOSTS, Path::new("/p/settings.json")).is_none());
    }

    #[test]
    fn a_url_without_a_type_is_nobodys_sse() {
        let text = r#"{"mcpServers": {"a": {"url": "https://acme.dev/mcp"}}}"#;
        let Detected::One(host, _, all) = detect(HOSTS, None, text) else {
            panic!("one host");
        };
        assert_eq!(host.id, "mcp-json");
        assert!(all.iter().all(|host| host.id != "roo" && host.id != "qwen"));
        let text = r#"{"mcpServers": {"a": {"type": "streamable-http", "url": "https://acme.dev/mcp",
            "watchPaths": ["a"]}}}"#;
        assert!(matches!(detect(HOSTS, None, text), Detected::One(host, ..) if host.id == "roo"));
    }

    #[test]
    fn a_file_in_a_project_is_the_projects() {
        for (id, path) in [
            ("codex", "p/.codex/config.toml"),
            ("kiro", "p/.kiro/settings/mcp.json"),
            ("cursor", ".cursor/mcp.json"),
        ] {
            let host = crate::hosts::by_name(id).expect("a host");
            assert_eq!(
                place_at(host, Path::new(path)).map(|place| place.scope),
                Some(crate::host::Scope::Project),
                "{path}"
            );
        }
    }

    #[test]
    fn what_is_published_is_known_by_what_is_in_it() {
        let found = |path: Option<&str>, text: &str| match detect(HOSTS, path.map(Path::new), text)
        {
            Detected::One(host, ..) => Some(host.id),
            _ => None,
        };
        let entry = r#"{"name": "dev.acme/a", "version": "1", "remotes": [{"type": "sse", "url": "https://a"}]}"#;
        assert_eq!(found(Some("/p/server.json"), entry), Some("server-json"));
        assert_eq!(found(None, entry), Some("server-json"));
        let bundle = r#"{"manifest_version": "0.3", "name": "a", "server": {"mcp_config": {"command": "a"}}}"#;
        assert_eq!(found(Some("/p/manifest.json"), bundle), Some("mcpb"));
        let project = r#"{"source": {"path": "server.py"}, "environment": {"type": "uv"}}"#;
        assert_eq!(
            found(Some("/p/fastmcp.json"), project),
            Some("fastmcp-json")
        );
        // Data of a mock server, and a browser's extension.
        let data = r#"{"posts": [{"id": 1}], "packages": []}"#;
        assert_eq!(found(Some("/p/server.json"), data), None);
        let extension = r#"{"manifest_version": 3, "name": "a", "version": "1"}"#;
        assert_eq!(found(Some("/p/manifest.json"), extension), None);
        // A path that belongs to a host decides.
        assert_eq!(found(Some("/p/.cursor/mcp.json"), entry), Some("cursor"));
    }
}
