//! Servers into an existing document: added, or updated unit by unit, with everything else left alone.
//!
//! What is compared is the meaning. A field changes only if the source says something else about it than the file does;
//! then it is written in the file's own host's way, and what said it before goes.

mod extras;
mod off;
mod order;
mod reread;
mod room;
mod stale;
mod steps;
mod unit;
mod update;
mod verify;

use std::collections::{HashMap, HashSet};

pub(super) use self::room::opened;
use self::steps::{at_steps, root_path};
use super::gates::Gated;
use super::status::{Action, Status};
use crate::diagnostic::Diagnostic;
use crate::edit::{self, Change, Step};
use crate::host::{
    FoundGate, FoundServers, Host, Out, OutValue, Place, Problem, Reader, Reading, ServerEntry,
    Style,
};
use crate::model::{Identity, Server};
use crate::order::Order as _;
use crate::syntax::path::{pointer, push_pointer};
use crate::syntax::{Document, Language, Node};

/// A server that is to be written.
#[derive(Clone, Copy)]
pub(super) struct NewEntry<'a> {
    pub(super) out: &'a Out,
    /// Variables that it hands on without a word, so that a value of theirs that is there counts no more.
    pub(super) inherited: &'a [String],
}

/// What taking in a server did to what was there.
pub(super) struct MergeOutcome {
    /// Something of the server could not be merged.
    pub(super) lost: bool,
    /// Something of what was there went.
    pub(super) removed: Option<Box<Diagnostic>>,
    /// The gate that disables it there.
    pub(super) blocked: Option<BlockingGate>,
    /// What keeps it disabled there, although the source enables it.
    pub(super) stays_off: Option<String>,
}

/// What the document says about servers keeps one from running.
pub(super) struct BlockingGate {
    /// Where it says so.
    pub(super) gate: String,
    /// It names the server, or has a pattern for it.
    pub(super) named: bool,
}

impl MergeOutcome {
    pub(super) const NOTHING: Self = Self {
        lost: false,
        removed: None,
        blocked: None,
        stays_off: None,
    };
    const LOST: Self = Self {
        lost: true,
        removed: None,
        blocked: None,
        stays_off: None,
    };
}

/// What the entry of a server is to say in the end.
struct Expected {
    /// The number that its root had before.
    root: usize,
    name: String,
    out: Out,
}

/// Collects the changes to one document.
pub(super) struct Merger<'d, 't> {
    host: &'static Host,
    place: &'static Place,
    /// The document that is changed.
    document: &'d Document<'t>,
    found: &'d FoundServers<'d, 't>,
    /// Reads them. It knows what the document says about all of its servers.
    reader: Reader<'d, 'd, 't>,
    /// Reads what their entries say.
    entries: Reader<'d, 'd, 't>,
    /// Where new servers go.
    root: Vec<Step>,
    /// The servers that are there, by name: each root of a document that is changed in itself has its own.
    existing: HashMap<(usize, &'d str), &'d ServerEntry<'d, 't>>,
    /// All entries that count, also those that another one of their name hides.
    every: Vec<&'d ServerEntry<'d, 't>>,
    /// The keys that servers of other names stand under.
    keys: HashSet<&'d str>,
    /// The root whose servers are meant, in such a document.
    at: usize,
    /// The document is the source itself, in which nothing is mended.
    own: bool,
    /// The number of the document in diagnostics.
    source: usize,
    /// A byte-order mark stands in front of it.
    bom: bool,
    /// How many items a list of servers will have.
    len: usize,
    pub(super) changes: Vec<Change>,
    pub(super) statuses: Vec<Status>,
    /// What servers that are added or updated must mean in the end, by their keys in `existing`.
    expected: Vec<Expected>,
    /// How many bytes were edited to find out whether they can be.
    tried: usize,
    /// Whether parts of the document are shared.
    shared: Option<bool>,
}

/// As many bytes are edited once for each server that shares a part with others. A try goes through the whole document.
const MAX_TRIED: usize = 4 << 20;

impl<'d, 't> Merger<'d, 't> {
    /// `project` chooses among the roots of a file that keeps servers by project.
    pub(super) fn new(
        host: &'static Host,
        place: &'static Place,
        document: &'d Document<'t>,
        found: &'d FoundServers<'d, 't>,
        project: Option<&str>,
    ) -> Self {
        let top = document.root.as_ref();
        let root = match found.roots.first() {
            // One of several maps in a list, perhaps.
            Some(first) if place.paths => crate::host::steps(place, top, first),
            _ => root_path(place, found, project),
        };
        // A project's servers are its own; otherwise every place counts that is not some project's.
        let counts = |path: &Vec<&str>| {
            crate::host::steps(place, top, path) == root
                || (project.is_none()
                    && (path.is_empty() || place.roots.contains(&path.as_slice())))
        };
        let own = found.servers.iter();
        let own = own.filter(|entry| counts(&found.roots[entry.root]));
        let every: Vec<&ServerEntry<'_, '_>> = own.collect();
        let existing = firsts(&every, |_| 0);
        let len = document
            .root
            .as_ref()
            .and_then(|top| at_steps(top, &root))
            .map_or(0, |node| node.items().len());
        Self {
            host,
            place,
            document,
            found,
            reader: Reader::new(host, place, found, false),
            entries: Reader::new(host, place, found, false).of_entries(),
            root,
            keys: (found.servers.iter().filter_map(|entry| entry.key)).collect(),
            existing,
            every,
            at: 0,
            own: false,
            source: 0,
            bom: false,
            len,
            changes: Vec::new(),
            statuses: Vec::new(),
            expected: Vec::new(),
            tried: 0,
            shared: None,
        }
    }

    /// For a document that is changed in itself: every server in it counts, whatever it is under.
    pub(super) fn whole(
        host: &'static Host,
        place: &'static Place,
        document: &'d Document<'t>,
        found: &'d FoundServers<'d, 't>,
    ) -> Self {
        let counts = |entry: &&'d ServerEntry<'d, 't>| entry.shadowed_by.is_none();
        let entries: Vec<&ServerEntry<'_, '_>> = found.servers.iter().filter(counts).collect();
        Self {
            own: true,
            existing: firsts(&entries, |entry| entry.root),
            every: found.servers.iter().collect(),
            ..Self::new(host, place, document, found, None)
        }
    }

    /// The next servers are those of this root.
    pub(super) fn enter(&mut self, root: usize) {
        if self.own {
            self.at = root;
        }
    }

    /// The server called `name` that is there.
    fn there(&self, name: &str) -> Option<&'d ServerEntry<'d, 't>> {
        self.existing.get(&(self.at, name)).copied()
    }

    /// Diagnostics about the document carry this number.
    pub(super) fn numbered(self, source: usize) -> Self {
        Self { source, ..self }
    }

    pub(super) fn prompts(&self) -> Option<&'d Node<'t>> {
        self.found.prompts
    }

    pub(super) fn gates(&self) -> &'d [FoundGate<'d, 't>] {
        &self.found.gates
    }

    /// The servers that are there, with what tells them apart.
    pub(super) fn identities(&self) -> Vec<(String, Option<Identity>)> {
        let entries = self.existing.values();
        let mut list: Vec<_> = entries
            .map(|entry| {
                let identity = self.read(entry).as_ref().and_then(Identity::of);
                (entry.name.to_owned(), identity)
            })
            .collect();
        list.sort_by(|a, b| a.0.cmp(&b.0));
        list
    }

    /// The servers that are there, as far as they can be read.
    pub(super) fn servers(&self) -> Vec<Server> {
        let mut entries: Vec<_> = self.existing.values().collect();
        entries.order_by_key(|entry| entry.node.span.start);
        entries
            .into_iter()
            .filter_map(|entry| self.read(entry))
            .collect()
    }

    pub(super) fn language(&self) -> Language {
        self.place.language
    }

    pub(super) fn style(&self) -> &'static Style {
        &self.host.style
    }

    /// The JSON pointer of the server called `name`, as it is or as it will be.
    pub(super) fn pointer(&self, name: &str) -> String {
        if let Some(entry) = self.there(name) {
            return entry.pointer(&self.found.roots);
        }
        let last = if self.place.list {
            Step::Index(self.len)
        } else {
            Step::Key(self.key(name))
        };
        let mut pointer = pointer(&self.root);
        push_pointer(&mut pointer, &[last]);
        pointer
    }

    /// The key for a new server. Its name is that of another one, perhaps, where entries have names of their own.
    fn key(&self, name: &str) -> String {
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let mut keys = std::iter::once(name.to_owned()).chain(numbered);
        let free = |key: &String| !self.keys.contains(key.as_str()) && self.is_new(key);
        keys.find(free).unwrap_or_default()
    }

    /// Whether no server is called `name` yet.
    pub(super) fn is_new(&self, name: &str) -> bool {
        self.there(name).is_none()
    }

    /// Adds a server, or updates the one of the same name.
    ///
    /// What of it is lost, because what is there rules it out, and what goes.
    pub(super) fn server(
        &mut self,
        name: &str,
        new: &NewEntry<'_>,
        enabled: Option<bool>,
    ) -> MergeOutcome {
        let out = new.out;
        let blocked = self.blocked(name, out, enabled);
        let Some(entry) = self.there(name) else {
            // There is no room beside a server that is the whole document.
            if self.found.servers.iter().any(|entry| entry.whole) {
                return MergeOutcome::LOST;
            }
            let mut path = self.root.clone();
            let mut out = out.clone();
            if self.place.list {
                path.push(Step::Index(self.len));
                self.len += 1;
                if let OutValue::Object(members) = &mut out.value {
                    members.insert(
                        0,
                        (
                            "name".to_owned(),
                            Out::added(OutValue::String(name.to_owned())),
                        ),
                    );
                }
            } else {
                path.push(Step::Key(self.key(name)));
            }
            if self.understand(name, &out).is_some() {
                self.expect(name, &out);
            }
            self.changes.push(Change::Set(path, out));
            self.statuses.push(Status::new(name, Action::Added));
            return MergeOutcome {
                blocked,
                ..MergeOutcome::NOTHING
            };
        };
        if self.is_built_in(entry) {
            self.statuses.push(Status::new(name, Action::Unchanged));
            return MergeOutcome::LOST;
        }
        let first = self.changes.len();
        let wanted = self.expected.len();
        let (status, mut outcome) = self.update(name, entry, *new);
        if enabled == Some(true) && blocked.is_none() && !self.own {
            outcome.stays_off = self.stays_off(entry, wanted);
        }
        if entry.inner && self.respell(first) {
            // It says more than what was wished for.
            let at = self.at;
            self.expected
                .retain(|wanted| (wanted.root, wanted.name.as_str()) != (at, name));
        }
        self.statuses.push(status);
        MergeOutcome { blocked, ..outcome }
    }

    /// Takes note of what is to be read as the server called `name` in the end.
    fn expect(&mut self, name: &str, out: &Out) {
        self.expected.push(Expected {
            root: self.at,
            name: name.to_owned(),
            out: out.clone(),
        });
    }

    /// Writes what must be an object in the map inside of the map as one, in the changes from `first` on; whether there
    /// was any.
    fn respell(&mut self, first: usize) -> bool {
        let place = self.place;
        let mut whole: Vec<Vec<Step>> = Vec::new();
        for change in &mut self.changes[first..] {
            let Change::Set(path, out) = change else {
                continue;
            };
            let Some(Step::Key(key)) = path.last() else {
                continue;
            };
            let mut objects = place.inner_objects.iter();
            let Some((_, keys)) = objects.find(|(field, _)| field == key) else {
                continue;
            };
            if !out.is_object() {
                let members = keys.iter().map(|key| ((*key).to_owned(), out.clone()));
                *out = Out::added(OutValue::Object(members.collect()));
                whole.push(path.clone());
            }
        }
        let below = |path: &[Step]| {
            let mut whole = whole.iter();
            whole.any(|whole| path.len() > whole.len() && path.starts_with(whole))
        };
        let mut at = 0;
        self.changes.retain(|change| {
            at += 1;
            let path = match change {
                Change::Set(path, _) | Change::Insert(path, _) => path,
                Change::Remove(path) | Change::Rename(path, _) => path,
            };
            at <= first || !below(path)
        });
        !whole.is_empty()
    }

    /// Why a server that is there cannot be changed to `out`, as one that is shared with another part of the document.
    pub(super) fn refuses(&mut self, text: &str, name: &str, new: &NewEntry<'_>) -> Option<String> {
        let syntax = self.language().syntax();
        // The text is that of the document, whichever server is asked about.
        let shared = *self.shared.get_or_insert_with(|| syntax.has_aliases(text));
        if !shared || self.is_new(name) {
            return None;
        }
        let (changes, expected) = (self.changes.len(), self.expected.len());
        let statuses = self.statuses.len();
        self.server(name, new, None);
        let own = &self.changes[changes..];
        // What changes nothing needs no try; and what is left when there were too many is tried with all others at the end.
        let refused = if own.is_empty() || self.tried + text.len() > MAX_TRIED {
            None
        } else {
            self.tried += text.len();
            edit::edit(text, self.language(), own, self.style()).err()
        };
        self.changes.truncate(changes);
        self.expected.truncate(expected);
        self.statuses.truncate(statuses);
        refused
    }

    fn at(&self, steps: &[Step]) -> Option<&'d Node<'t>> {
        let top = self.document.root.as_ref();
        top.and_then(|top| at_steps(top, steps))
    }

    /// Removes servers that are not among `names`.
    pub(super) fn mirror(&mut self, names: &dyn Fn(&str) -> bool) {
        // What another one of the same name hides would come to light.
        let hidden = |entry: &ServerEntry<'_, '_>| {
            entry.shadowed_by.is_some() && entry.index.is_none() && entry.key.is_none()
        };
        let every = self.every.iter().copied();
        let mut gone: Vec<&ServerEntry<'_, '_>> = every
            .filter(|entry| !names(entry.name) && !entry.whole && !self.is_built_in(entry))
            .filter(|entry| !hidden(entry) && (self.own || self.defines_server(entry)))
            .collect();
        let mut told = HashSet::new();
        // Items go from the end, so that those before them keep their places.
        gone.sort_by_key(|entry| std::cmp::Reverse(entry.name_span));
        for entry in gone {
            self.changes.push(Change::Remove(self.path_of(entry)));
            if told.insert(entry.name) {
                self.statuses.push(Status::new(entry.name, Action::Removed));
            }
        }
    }

    fn path_of(&self, entry: &ServerEntry<'_, '_>) -> Vec<Step> {
        let top = self.document.root.as_ref();
        let mut path = crate::host::steps(self.place, top, &self.found.roots[entry.root]);
        if entry.whole {
            return path;
        }
        path.push(entry.step());
        path
    }

    /// Whether the entry is about a part of the host itself, which no source knows.
    fn is_built_in(&self, entry: &ServerEntry<'_, '_>) -> bool {
        Reading::new(self.host, self.place, entry).is_built_in()
    }

    /// Whether the entry defines a server, and does not only name or disable one that another file defines.
    fn defines_server(&self, entry: &ServerEntry<'_, '_>) -> bool {
        let reading = Reading::new(self.host, self.place, entry);
        let problems = reading.problems();
        let mut problems = problems.iter();
        !problems.any(|problem| matches!(problem, Problem::Toggle | Problem::Reference))
    }
}

/// Servers by name. The first of a name counts, where entries of several maps, or with names of their own, share one.
fn firsts<'d, 't>(
    entries: &[&'d ServerEntry<'d, 't>],
    root: impl Fn(&ServerEntry<'_, '_>) -> usize,
) -> HashMap<(usize, &'d str), &'d ServerEntry<'d, 't>> {
    let entries = entries.iter().rev().copied();
    let entries = entries.filter(|entry| entry.shadowed_by.is_none());
    entries
        .map(|entry| ((root(entry), entry.name), entry))
        .collect()
}
