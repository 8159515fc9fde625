//! A document to the model, as its own host would read it.

use std::collections::HashSet;
use std::rc::Rc;

use super::gates::Gates;
use super::lower::lower;
use super::reading::{Problem, Reading};
use super::roots::ServerEntry;
use super::scope::{RootReach, limit_gates, reach};
use super::tell::{
    Told, beyond, collisions, late, no_server, numbered, refused_keys, required, tell, unknown_keys,
};
use super::{Cost, FoundServers, Host, Place, find, looks_like_sse};
use crate::diagnostic::{Diagnostic, Level};
use crate::model::{Config, Prompt, Prompts, Server, Slot, Transport};
use crate::syntax::{Document, Node, NoteKind, Span};

/// What reading a document gave.
#[derive(Debug)]
pub struct Read {
    /// The servers that could be understood.
    pub config: Config,
    /// What their host would make of the rest.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads `document` as `host` reads `place`.
///
/// # Errors
/// The document cannot hold servers at all.
pub fn read(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
) -> Result<Read, Box<Diagnostic>> {
    read_found(document, host, place, &find(document, place)?)
}

/// The same without private servers of other projects than `project`; its own win over the user's.
///
/// # Errors
/// The document cannot have servers at all.
pub(crate) fn read_for(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
    project: Option<&str>,
) -> Result<Read, Box<Diagnostic>> {
    let mut found = find(document, place)?;
    limit_gates(place, &mut found, project);
    let reach = reach(place, &found, project);
    if reach.iter().any(|reach| *reach != RootReach::Plain) {
        let entries = found.servers.iter();
        let own: HashSet<String> = entries
            .filter(|entry| reach[entry.root] == RootReach::Project)
            .map(|entry| entry.name.to_string())
            .collect();
        found.servers.retain(|entry| match reach[entry.root] {
            RootReach::Project => true,
            RootReach::Plain => !own.contains(entry.name),
            RootReach::Private => false,
        });
    }
    read_found(document, host, place, &found)
}

fn read_found(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
    found: &FoundServers<'_, '_>,
) -> Result<Read, Box<Diagnostic>> {
    let reader = Reader::new(host, place, found, false);
    let mut diagnostics = notes(document, host, place);
    diagnostics.extend(super::remarks(document, place));
    diagnostics.extend(no_server(host, place, found).map(Told::diagnostic));
    diagnostics.extend(numbered(host, place, found).map(Told::diagnostic));
    if let Some(root) = &document.root {
        let missing = required(host, place, root).into_iter();
        let unknown = unknown_keys(host, place, root, found).into_iter();
        let told = missing.chain(unknown.map(|(told, _)| told));
        diagnostics.extend(told.map(Told::diagnostic));
    }
    let mut config = Config {
        servers: Vec::new(),
        prompts: reader.prompts.list().to_vec(),
    };
    for entry in found
        .servers
        .iter()
        .filter(|entry| entry.shadowed_by.is_none())
    {
        if let ServerRead::Read(server) =
            reader.server(entry, &mut |problem| diagnostics.push(problem))
        {
            config.servers.push(*server);
        }
    }
    Ok(Read {
        config,
        diagnostics,
    })
}

/// What became of one server.
pub(crate) enum ServerRead {
    Read(Box<Server>),
    Skipped(Box<Diagnostic>),
}

/// Reads the servers of one place, one by one, so that a file with many of them is never held as a whole.
pub(crate) struct Reader<'f, 'n, 't> {
    pub(crate) host: &'static Host,
    pub(crate) place: &'static Place,
    pub(crate) prompts: Rc<Prompts>,
    gates: Gates<'f, 'n, 't>,
    angles: bool,
}

impl<'f, 'n, 't> Reader<'f, 'n, 't> {
    /// With `angles`, `$<NAME>` is a reference too.
    pub(crate) fn new(
        host: &'static Host,
        place: &'static Place,
        found: &'f FoundServers<'n, 't>,
        angles: bool,
    ) -> Self {
        let mut prompts = found.prompts.map(prompts).unwrap_or_default();
        if let Some(field) = place.format.inputs() {
            let asked = found.servers.iter();
            let asked = asked.filter_map(|entry| entry.node.dotted(field.name));
            for input in asked.flat_map(own_inputs) {
                if prompts.get(&input.id).is_none() {
                    prompts.push(input);
                }
            }
        }
        Self {
            host,
            place,
            prompts: Rc::new(prompts),
            gates: Gates::new(&found.gates, place.format),
            angles,
        }
    }

    /// One for what entries say themselves, without what the rest of the document makes of it.
    pub(crate) fn of_entries(self) -> Self {
        Self {
            gates: self.gates.that_fill(),
            ..self
        }
    }

    /// What to say about an entry for a part of the host itself, which is no server.
    pub(crate) fn built_in(&self, entry: &ServerEntry<'_, '_>) -> Option<Diagnostic> {
        let reading = Reading::new(self.host, self.place, entry);
        let told = reading
            .is_built_in()
            .then(|| tell(&reading, &Problem::Reference))?;
        Some(Diagnostic {
            level: Level::Info,
            ..told.diagnostic()
        })
    }

    pub(crate) fn server(
        &self,
        entry: &ServerEntry<'_, '_>,
        say: &mut dyn FnMut(Diagnostic),
    ) -> ServerRead {
        let reading = Reading::new(self.host, self.place, entry);
        match lower(&reading, self.angles, say) {
            Ok(mut server) => {
                self.gates.apply(entry.root, entry.node, &mut server);
                ServerRead::Read(Box::new(server))
            }
            Err(fault) => ServerRead::Skipped(fault),
        }
    }

    /// A server with a URL as a document of no particular host means it, where this host only starts processes; and what
    /// to say about it.
    pub(crate) fn remote_as_meant(
        &self,
        entry: &ServerEntry<'_, '_>,
    ) -> Option<(Box<Server>, Vec<Diagnostic>)> {
        if self.place.format.has_remote() {
            return None;
        }
        let mut hosts = crate::hosts::HOSTS.iter().copied();
        let plain = hosts.find(|host| host.facts.lenient)?;
        let reading = Reading::new(plain, &plain.places[0], entry);
        let mut said = Vec::new();
        let mut server = lower(&reading, self.angles, &mut |told| said.push(told)).ok()?;
        let url = server.entry(Slot::Url).map(|url| url.key_span);
        let url = url.filter(|_| server.transport != Transport::Stdio)?;
        if server.transport_span.is_none() && looks_like_sse(&server) {
            server.transport = Transport::Sse;
        }
        let kind = server.transport;
        let message = beyond(entry.name, Some(kind), self.host.name);
        let told = Diagnostic::new("unsupported-transport", Level::Warning, url, message)
            .label(format!(
                "{} {}",
                self.host.name,
                self.place.format.lacking().consequence()
            ))
            .help(format!("converted as {}", kind.label()));
        said.insert(0, told);
        Some((Box::new(server), said))
    }

    /// Where an entry has something for which its host skips the server, or more.
    pub(crate) fn refused(&self, entry: &ServerEntry<'_, '_>) -> Vec<Span> {
        let reading = Reading::new(self.host, self.place, entry);
        let problems = reading.problems();
        let told = problems.iter().map(|problem| tell(&reading, problem));
        let told = told.chain(late(&reading).into_iter().map(|(told, _)| told));
        let refused = told.filter(|told| told.level == Level::Error);
        refused.map(|told| told.span).collect()
    }
}

/// The same without what only one of the host's programs refuses.
pub(crate) fn refusals(document: &Document<'_>, host: &Host, place: &Place) -> Vec<Diagnostic> {
    let tolerated = |told: &Diagnostic| {
        let mut notes = document.notes.iter();
        place.strict.is_some()
            && notes.any(|note| note.kind == NoteKind::Comment && Some(note.span) == told.span)
    };
    let mut refused = notes(document, host, place);
    refused.retain(|told| !tolerated(told));
    refused
}

/// Whether a host does without the whole file, or does not start because of it.
pub(crate) fn is_dropped(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
    found: &FoundServers<'_, '_>,
) -> bool {
    dropped(document, host, place, found).is_some()
}

/// The first of the reasons for that, and which of the two it is.
pub(crate) fn dropped(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
    found: &FoundServers<'_, '_>,
) -> Option<(Diagnostic, Cost)> {
    if place.unreadable.is_of_the_file()
        && let Some(reason) = refusals(document, host, place).into_iter().next()
    {
        return Some((reason, place.unreadable));
    }
    let root = document.root.iter();
    let keys = root.flat_map(|root| refused_keys(host, place, root, found));
    let names = collisions(host, place, found).into_iter();
    let names = names.map(|found| (found.told, found.cost));
    let none = no_server(host, place, found).map(|told| (told, place.format.bad_server));
    let around = keys.chain(names).chain(none);
    let counts = found
        .servers
        .iter()
        .filter(|entry| entry.shadowed_by.is_none());
    let entries = counts.flat_map(|entry| {
        let reading = Reading::new(host, place, entry);
        let problems = reading.problems();
        let refused = problems.iter().filter(|problem| {
            (problem.is_refused(&reading) || problem.skips(&reading))
                && problem.cost(&reading).is_of_the_file()
        });
        let refused = refused.map(|problem| (tell(&reading, problem), problem.cost(&reading)));
        refused.chain(late(&reading)).collect::<Vec<_>>()
    });
    let mut reasons = around.chain(entries);
    let (told, cost) = reasons.find(|(_, cost)| cost.is_of_the_file())?;
    Some((told.diagnostic(), cost))
}

/// The questions of a host that asks its user for values.
fn prompts(list: &Node<'_>) -> Prompts {
    let text = |item: &Node<'_>, key: &str| {
        item.member(key)
            .and_then(|member| member.value.as_str())
            .map(str::to_owned)
    };
    let mut prompts = Prompts::default();
    list.items()
        .iter()
        .filter_map(|item| {
            let kind = text(item, "type");
            Some(Prompt {
                id: text(item, "id")?,
                description: text(item, "description"),
                default: text(item, "default"),
                password: matches!(
                    item.at(&["password"]).map(|node| &node.value),
                    Some(crate::syntax::Tree::Bool(true))
                ),
                typed: kind.as_deref() != Some("command"),
                span: item.span,
            })
        })
        .for_each(|prompt| prompts.push(prompt));
    prompts
}

/// What the users of one server are asked for.
pub(crate) fn own_inputs<'n>(map: &'n Node<'_>) -> impl Iterator<Item = Prompt> + 'n {
    map.members().iter().map(|member| {
        let text = |key| member.value.at(&[key]).and_then(Node::as_str);
        let is = |flag| {
            let found = member.value.at(&["sensitive"]).map(|node| &node.value);
            matches!(found, Some(crate::syntax::Tree::Bool(known)) if *known == flag)
        };
        Prompt {
            id: member.key.to_string(),
            description: text("description").or(text("title")).map(str::to_owned),
            default: None,
            // Nothing is shown of such a value unless the entry says so.
            password: !is(false),
            typed: true,
            span: member.value.span,
        }
    })
}

/// That a host does not take the byte-order mark of a file.
pub(crate) fn no_mark(host: &Host) -> Diagnostic {
    let message = format!("{} does not accept a byte-order mark", host.name);
    Diagnostic::new("file-encoding", Level::Warning, Span::default(), message)
        .help("save the file as UTF-8 without a byte-order mark")
}

/// What the host itself would refuse about the text.
pub(crate) fn notes(document: &Document<'_>, host: &Host, place: &Place) -> Vec<Diagnostic> {
    let refuse = |note: &crate::syntax::Note, rule, what: &str, help: &str| {
        Diagnostic::new(
            rule,
            Level::Warning,
            note.span,
            format!("{} does not accept {what} here", host.name),
        )
        .label("it would reject this file; the file was converted anyway")
        .help(help)
    };
    document
        .notes
        .iter()
        .filter_map(|note| match note.kind {
            NoteKind::Comment => (!place.comments).then(|| {
                refuse(
                    note,
                    "jsonc-in-strict-json",
                    "comments",
                    "remove the comment",
                )
            }),
            NoteKind::HashComment => Some(refuse(
                note,
                "jsonc-in-strict-json",
                "comments that start with `#`",
                "remove the comment",
            )),
            NoteKind::TrailingComma => (!place.trailing_commas).then(|| {
                refuse(
                    note,
                    "jsonc-in-strict-json",
                    "trailing commas",
                    "remove the comma",
                )
            }),
            NoteKind::ControlCharacter => Some(refuse(
                note,
                "control-character",
                "a raw control character",
                "write it as an escape such as `\\t`",
            )),
            NoteKind::OddWhitespace => (!place.any_blanks).then(|| {
                refuse(
                    note,
                    "invisible-character",
                    "white space that JSON does not allow",
                    "use plain spaces",
                )
            }),
            NoteKind::LoneSurrogate => (!place.halves).then(|| {
                refuse(
                    note,
                    "syntax-error",
                    "half of a surrogate pair",
                    "write both halves, or the character itself; it was read as U+FFFD",
                )
            }),
            NoteKind::MultilineInlineTable => (!place.trailing_commas).then(|| {
                refuse(
                    note,
                    "syntax-error",
                    "inline tables over several lines",
                    "put the table on one line",
                )
            }),
            NoteKind::EqualKeys => Some(refuse(
                note,
                "duplicate-key",
                "a key twice in one map",
                "keep one of them; the last one was read",
            )),
            NoteKind::UnknownTag => Some(refuse(
                note,
                "syntax-error",
                "a tag that YAML does not define",
                "remove the tag; the value was read as if it had none",
            )),
            NoteKind::SecondDocument => Some(refuse(
                note,
                "syntax-error",
                "more than one document",
                "keep one document in the file; only the first was read",
            )),
        })
        .collect()
}
