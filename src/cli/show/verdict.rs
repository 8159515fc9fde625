//! Whether a host uses a server at all, by the same reader and the same problems as everything else.

use std::borrow::Cow;
use std::collections::btree_map::Entry as MapEntry;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::sources::{Sources, Spot};
use crate::diagnostic::Diagnostic;
use crate::host::scope::{self, RootReach};
use crate::host::tell::{
    Collision, blank, collisions, late, no_server, odd_names, refused_keys, spelled_as_fractions,
    tell, wrong_gates,
};
use crate::host::{
    Cost, FoundGate, FoundServers, GateKind, Host, Ids, Layers, Place, Problem, Reader, Reading,
    ServerEntry, ServerRead, find, is_named, refusals,
};
use crate::launch::{started, unwrap, words};
use crate::model::compare::connection;
use crate::model::{Server, Slot, Template};
use crate::syntax::{Document, Span};

/// A server of a file, judged.
pub(super) struct Judged {
    pub(super) name: String,
    pub(super) at: Spot,
    /// It belongs to the project at hand, to all projects, or to another one.
    pub(super) reach: RootReach,
    /// A later entry of the same name in the same map counts instead.
    pub(super) hidden: bool,
    pub(super) verdict: Outcome<Box<Server>>,
}

/// What becomes of a server.
pub(super) enum Outcome<T> {
    /// The host uses it, unless its effect says otherwise.
    Used(T),
    /// The host skips it, as it is meant to.
    Skipped(String, Option<Spot>),
    /// The host refuses it, because of mistakes.
    Rejected(Vec<Complaint>),
}

/// What a host refuses, in words.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    pub(super) rule: &'static str,
    pub(super) message: String,
    /// What follows from it.
    pub(super) label: String,
    pub(super) help: Option<String>,
    pub(super) at: Spot,
    pub(super) cost: Cost,
}

/// A file, judged.
#[derive(Default)]
pub(super) struct JudgedFile {
    pub(super) servers: Vec<Judged>,
    /// What makes the host refuse the file as a whole.
    pub(super) complaints: Vec<Complaint>,
    /// Names of servers that it disables, wherever they are defined; in small letters.
    pub(super) off: HashMap<String, Spot>,
    /// Names of servers that it refuses, in small letters.
    pub(super) denied: HashMap<String, Spot>,
}

/// Judges the servers of `document`, a file of `place` whose spans were shifted, for `project`.
pub(super) fn judge(
    document: &Document<'_>,
    host: &'static Host,
    place: &'static Place,
    project: &str,
    (sources, number): (&Sources<'_>, usize),
) -> JudgedFile {
    let judge = Judge {
        host,
        place,
        sources,
        file: number,
    };
    let mut file = JudgedFile {
        complaints: judge.of_text(document),
        ..JudgedFile::default()
    };
    if let Some(cost) = place.blank_for(host).filter(|_| document.root.is_none()) {
        let (message, help) = blank(place.language);
        file.complaints.push(Complaint {
            rule: "syntax-error",
            message: message.to_owned(),
            label: Place::rejected_for(host, cost),
            help: Some(help.to_owned()),
            at: sources.within(number, None),
            cost,
        });
    }
    let mut found = match find(document, place) {
        Ok(found) => found,
        // The file that it names is read in its stead.
        Err(_) if place.paths && names_a_file(document, place) => return file,
        Err(fault) => {
            let top = document.root.as_ref().map(|root| root.span);
            let cost = match fault.span {
                Some(_) if fault.span == top => place.no_object(),
                _ => place.misshapen(),
            };
            file.complaints.push(Complaint {
                label: Place::rejected_for(host, cost),
                ..judge.complaint(*fault, cost)
            });
            return file;
        }
    };
    file.complaints.extend(judge.of_file(document, &found));
    scope::limit_gates(place, &mut found, Some(project));
    let reach = scope::reach(place, &found, Some(project));
    if let Some(told) = no_server(host, place, &found) {
        let cost = place.format.bad_server;
        file.complaints
            .push(judge.complaint(told.diagnostic(), cost));
    }
    // The host does without the value, or without the file.
    if let Some(cost @ (Cost::File | Cost::Start)) = place.wrong_gate {
        let told = wrong_gates(host, place, &found).into_iter();
        file.complaints
            .extend(told.map(|told| judge.complaint(told.diagnostic(), cost)));
    }
    let everywhere = |gate: &&FoundGate<'_, '_>| gate.kind == GateKind::Off && gate.root.is_none();
    for item in found
        .gates
        .iter()
        .filter(everywhere)
        .flat_map(|gate| gate.node.items())
    {
        if let Some(name) = item.as_str() {
            let at = sources.at(item.span);
            file.off.entry(name.to_ascii_lowercase()).or_insert(at);
        }
    }
    let reader = Reader::new(host, place, &found, false);
    for entry in &found.servers {
        let hidden = entry.shadowed_by.is_some();
        let verdict = judge.entry(&reader, entry);
        // A mistake in one server may cost all of them, unless nobody sees it.
        if let Outcome::Rejected(list) = &verdict
            && !hidden
        {
            let severe = |it: &&Complaint| it.cost.is_of_the_file();
            file.complaints
                .extend(list.iter().find(severe).map(|it| about(it, entry.name)));
        }
        file.servers.push(Judged {
            name: entry.name.to_owned(),
            at: sources.at(entry.name_span),
            reach: reach[entry.root],
            hidden,
            verdict,
        });
    }
    replace(place, &mut file.servers);
    merge(place, &mut file.servers);
    file
}

/// Whether a path stands where the servers are expected.
fn names_a_file(document: &Document<'_>, place: &Place) -> bool {
    let top = document.root.as_ref();
    let servers = place.roots.first().and_then(|path| top?.at(path));
    servers.is_some_and(is_named)
}

/// Of servers with the same connection, hosts that look for those know only the first.
fn merge(place: &Place, servers: &mut [Judged]) {
    if !place.format.runtime.once {
        return;
    }
    let mut first: BTreeMap<(RootReach, BTreeSet<String>), (String, Spot)> = BTreeMap::new();
    for judged in servers.iter_mut().filter(|judged| !judged.hidden) {
        let Outcome::Used(server) = &judged.verdict else {
            continue;
        };
        if server.is_disabled() {
            continue;
        }
        match first.entry((judged.reach, connection(server))) {
            MapEntry::Occupied(known) => {
                let (name, at) = known.get();
                let why = format!("`{name}` has the same connection");
                judged.verdict = Outcome::Skipped(why, Some(*at));
            }
            MapEntry::Vacant(new) => {
                new.insert((judged.name.clone(), judged.at));
            }
        }
    }
}

/// Of servers whose names become one, hosts that go by that alone know only the last, or the first.
fn replace(place: &Place, servers: &mut [Judged]) {
    match place.format.runtime.ids.names {
        Some(ids) if ids.replaces => keep_one(&ids, "replaces it", servers.iter_mut().rev()),
        Some(ids) if ids.first => keep_one(&ids, "comes first", servers.iter_mut()),
        _ => {}
    }
}

fn keep_one<'j>(ids: &Ids, how: &str, servers: impl Iterator<Item = &'j mut Judged>) {
    let mut known: BTreeMap<(RootReach, String), (String, Spot)> = BTreeMap::new();
    for server in servers.filter(|server| !server.hidden) {
        let id = (server.reach, ids.id(&server.name));
        match known.get(&id) {
            Some((name, at)) => {
                let why = format!("`{name}` has the same id, and {how}");
                server.verdict = Outcome::Skipped(why, Some(*at));
            }
            None => {
                known.insert(id, (server.name.clone(), server.at));
            }
        }
    }
}

/// The complaint about one server, for the file that it spoils.
fn about(complaint: &Complaint, name: &str) -> Complaint {
    let mut complaint = complaint.clone();
    if !complaint.message.contains(&format!("`{name}`")) {
        complaint.message = format!("`{name}`: {}", complaint.message);
    }
    complaint
}

struct Judge<'j, 't> {
    host: &'static Host,
    place: &'static Place,
    sources: &'j Sources<'t>,
    /// The number of the file.
    file: usize,
}

impl Judge<'_, '_> {
    /// What the host refuses about the text itself.
    fn of_text(&self, document: &Document<'_>) -> Vec<Complaint> {
        refusals(document, self.host, self.place)
            .into_iter()
            .map(|note| Complaint {
                label: self.place.unreadable_for(self.host),
                ..self.complaint(note, self.place.unreadable)
            })
            .collect()
    }

    /// Keys around the servers, and names of theirs, that make the host refuse the file.
    fn of_file(&self, document: &Document<'_>, found: &FoundServers<'_, '_>) -> Vec<Complaint> {
        let keys = document.root.iter();
        let keys = keys.flat_map(|root| refused_keys(self.host, self.place, root, found));
        let names = collisions(self.host, self.place, found).into_iter();
        let names = names.filter(Collision::spoils);
        keys.chain(names.map(|found| (found.told, found.cost)))
            .map(|(told, cost)| Complaint {
                label: Place::rejected_for(self.host, cost),
                ..self.complaint(told.diagnostic(), cost)
            })
            .collect()
    }

    fn complaint(&self, problem: Diagnostic, cost: Cost) -> Complaint {
        Complaint {
            rule: problem.rule,
            message: problem.message,
            label: problem.label.unwrap_or_default(),
            help: problem.help,
            // What is about no place in particular is about the file.
            at: match problem.span {
                Some(span) if span != Span::default() => self.sources.at(span),
                _ => self.sources.within(self.file, None),
            },
            cost,
        }
    }

    fn entry(
        &self,
        reader: &Reader<'_, '_, '_>,
        entry: &ServerEntry<'_, '_>,
    ) -> Outcome<Box<Server>> {
        let reading = Reading::new(self.host, self.place, entry);
        let mut complaints = Vec::new();
        let mut has_odd_flag = false;
        for problem in reading.problems() {
            let cost = problem.cost(&reading);
            if let Problem::WrongType { at, .. } = problem {
                let slot = reading.fields[at].slot;
                has_odd_flag |= slot == Some(Slot::Enabled) && cost != Cost::Ignored;
            }
            let told = tell(&reading, &problem);
            if matches!(problem, Problem::Toggle | Problem::Reference) {
                let why = told.message;
                let why = why.split_once("` ").map_or(why.as_str(), |(_, why)| why);
                return Outcome::Skipped(why.to_owned(), Some(self.sources.at(told.span)));
            }
            let refused = match problem {
                // An empty command or URL is one to the parser of many a host.
                Problem::MissingTransport { refused } => refused || cost.is_of_the_file(),
                _ => problem.is_refused(&reading) && cost != Cost::Ignored,
            };
            if refused || problem.skips(&reading) {
                complaints.push(self.complaint(told.diagnostic(), cost));
            }
        }
        let fractions = spelled_as_fractions(&reading);
        let names = odd_names(&reading).filter(|(_, _, cost)| *cost != Cost::Ignored);
        let names = names.map(|(_, told, cost)| (told, cost));
        for (told, cost) in late(&reading).into_iter().chain(fractions).chain(names) {
            complaints.push(self.complaint(told.diagnostic(), cost));
        }
        let server = match reader.server(entry, &mut |_| {}) {
            ServerRead::Read(server) => server,
            ServerRead::Skipped(fault) => {
                if complaints.is_empty() {
                    complaints.push(self.complaint(*fault, self.place.format.bad_server));
                }
                return Outcome::Rejected(complaints);
            }
        };
        complaints.extend(self.command(&server));
        // What says that it is disabled may itself be the mistake.
        let only_here = !has_odd_flag
            && complaints
                .iter()
                .all(|complaint| complaint.cost == Cost::Server);
        if complaints.is_empty() || server.is_disabled() && only_here {
            Outcome::Used(server)
        } else {
            Outcome::Rejected(complaints)
        }
    }

    /// A program that the host does not run.
    fn command(&self, server: &Server) -> Option<Complaint> {
        let limits = &self.place.format.limits;
        let program = server.text(Slot::Command)?;
        let text = program.as_literal()?;
        if limits.commands.is_empty() || text.is_empty() || limits.commands.contains(&text) {
            return None;
        }
        let args: Option<Vec<&str>> = server
            .list(Slot::Args)
            .iter()
            .map(Template::as_literal)
            .collect();
        let args = args.unwrap_or_default();
        Some(self.said(
            "unsupported-transport",
            program.span,
            format!(
                "{} only runs `{}`",
                self.host.name,
                limits.commands.join("` and `")
            ),
            limits.advice(started(&unwrap(words(text, args)), limits.commands)),
            self.place.format.bad_server,
        ))
    }

    fn said(
        &self,
        rule: &'static str,
        span: Span,
        message: String,
        help: String,
        cost: Cost,
    ) -> Complaint {
        Complaint {
            rule,
            message,
            label: format!("{} {}", self.host.name, cost.consequence()),
            help: Some(help).filter(|help| !help.is_empty()),
            at: self.sources.at(span),
            cost,
        }
    }
}

/// All servers by name, in order, each with its file.
pub(super) fn by_name<'j>(
    servers: &[(usize, &'j Judged)],
    layers: &Layers,
) -> HashMap<Cow<'j, str>, Vec<(usize, &'j Judged)>> {
    let mut names: HashMap<_, Vec<_>> = HashMap::new();
    for (file, server) in servers {
        let all = names.entry(layers.key(&server.name)).or_default();
        all.push((*file, *server));
    }
    names
}
