//! Servers into an existing document: added, or updated field by field, with everything else left alone.
//!
//! What is compared is the meaning. A field changes only if the source says something else about it than the file does;
//! then it is written in the file's own host's way, and what said it before goes.

use std::collections::HashMap;

use super::gates::GateEntries;
use super::status::{Action, Status};
use crate::edit::{Change, Step};
use crate::host::{
    Cost, Encoder, Field, Format, Found, GateKind, Host, Kind, Missing, Out, OutValue, Place,
    Reader, ServerEntry, ServerRead, Style, Write, find, named, push_segment,
};
use crate::model::{Entry, Raw, Server, Slot, Transport, Value};
use crate::syntax::{self, Document, Language, Node, Span, Value as Tree};

/// Collects the changes to one document.
pub(super) struct Merger<'d, 't> {
    host: &'static Host,
    place: &'static Place,
    /// The document that is changed.
    document: &'d Document<'t>,
    found: &'d Found<'d, 't>,
    /// Where new servers go.
    root: Vec<Step>,
    /// The servers that are there, by name.
    existing: HashMap<&'d str, &'d ServerEntry<'d, 't>>,
    /// The document is the source itself, in which nothing is mended.
    own: bool,
    /// How many items a list of servers will have.
    len: usize,
    /// How many names were added to each gate.
    allowed: Vec<usize>,
    pub(super) changes: Vec<Change>,
    pub(super) statuses: Vec<Status>,
    /// What servers that are added or updated must mean in the end.
    expected: Vec<Server>,
}

impl<'d, 't> Merger<'d, 't> {
    /// `project` chooses among the roots of a file that keeps servers by project.
    pub(super) fn new(
        host: &'static Host,
        place: &'static Place,
        document: &'d Document<'t>,
        found: &'d Found<'d, 't>,
        project: Option<&str>,
    ) -> Self {
        let root = root_path(place, found, project);
        // A project's servers are its own; otherwise every place counts that is not some project's.
        let counts = |path: &Vec<&str>| {
            let steps = path.iter().map(|key| Step::Key((*key).to_owned()));
            steps.eq(root.iter().cloned())
                || (project.is_none()
                    && (path.is_empty() || place.roots.contains(&path.as_slice())))
        };
        let own = found
            .servers
            .iter()
            .filter(|entry| counts(&found.roots[entry.root]) && entry.shadowed_by.is_none());
        let existing: HashMap<&str, &ServerEntry<'_, '_>> =
            own.map(|entry| (entry.name, entry)).collect();
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
            root,
            existing,
            own: false,
            len,
            allowed: vec![0; found.gates.len()],
            changes: Vec::new(),
            statuses: Vec::new(),
            expected: Vec::new(),
        }
    }

    /// For a document that is changed in itself: every server in it counts, whatever it is under.
    pub(super) fn whole(
        host: &'static Host,
        place: &'static Place,
        document: &'d Document<'t>,
        found: &'d Found<'d, 't>,
    ) -> Self {
        let mut merger = Self {
            own: true,
            ..Self::new(host, place, document, found, None)
        };
        for entry in found
            .servers
            .iter()
            .rev()
            .filter(|entry| entry.shadowed_by.is_none())
        {
            merger.existing.insert(entry.name, entry);
        }
        merger
    }

    pub(super) fn language(&self) -> Language {
        self.place.language
    }

    pub(super) fn style(&self) -> &'static Style {
        &self.host.style
    }

    /// The JSON pointer of the server called `name`, as it is or as it will be.
    pub(super) fn pointer(&self, name: &str) -> String {
        if let Some(entry) = self.existing.get(name) {
            return entry.pointer(&self.found.roots);
        }
        let mut pointer = String::new();
        let last = if self.place.list {
            Step::Index(self.len)
        } else {
            Step::Key(name.to_owned())
        };
        for step in self.root.iter().chain([&last]) {
            match step {
                Step::Key(key) => push_segment(&mut pointer, key),
                Step::Index(index) => push_segment(&mut pointer, &index.to_string()),
            }
        }
        pointer
    }

    /// Reads the changed text again: what was added or updated is there as meant, and every other server as it was.
    ///
    /// # Errors
    /// What is not as it should be.
    pub(super) fn verify(&self, text: &str) -> Result<(), String> {
        if self.changes.is_empty() {
            return Ok(());
        }
        let document = syntax::parse(text, self.place.language)
            .map_err(|error| format!("the result would not parse: {}", error.reason))?;
        let found = find(&document, self.place).map_err(|problem| problem.message.clone())?;
        let reader = Reader::new(self.host, self.place, &found, false);
        let mut after: HashMap<&str, Server> = HashMap::new();
        let ours = |entry: &&ServerEntry<'_, '_>| {
            let steps: Vec<Step> = found.roots[entry.root]
                .iter()
                .map(|key| Step::Key((*key).to_owned()))
                .collect();
            steps == self.root
                || self
                    .existing
                    .get(entry.name)
                    .is_some_and(|old| self.found.roots[old.root] == found.roots[entry.root])
        };
        for entry in found
            .servers
            .iter()
            .rev()
            .filter(|entry| entry.shadowed_by.is_none())
            .filter(ours)
        {
            if let ServerRead::Read(server) = reader.server(entry, &mut |_| {}) {
                after.insert(entry.name, *server);
            }
        }
        let meant = |wanted: &Server| {
            after
                .get(wanted.name.as_str())
                .is_some_and(|server| same_but_for_gates(server, wanted))
        };
        if let Some(lost) = self.expected.iter().find(|wanted| !meant(wanted)) {
            return Err(format!("`{}` would not say what it should", lost.name));
        }
        let removed = |status: &&Status| {
            status.action == Action::Removed && after.contains_key(status.name.as_str())
        };
        if let Some(status) = self.statuses.iter().find(removed) {
            return Err(format!("`{}` would still be there", status.name));
        }
        let touched = |name: &str| {
            self.statuses
                .iter()
                .any(|status| status.name == name && status.action != Action::Unchanged)
        };
        for entry in self.existing.values().filter(|entry| !touched(entry.name)) {
            if self.read(entry).is_some_and(|server| !meant(&server)) {
                return Err(format!(
                    "`{}` would change, although nothing was asked of it",
                    entry.name
                ));
            }
        }
        Ok(())
    }

    /// Adds a server, or updates the one of the same name.
    ///
    /// Whether something of it is lost, because what is there rules it out.
    pub(super) fn server(&mut self, name: &str, out: &Out) -> bool {
        let Some(entry) = self.existing.get(name).copied() else {
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
                path.push(Step::Key(name.to_owned()));
            }
            self.expected.extend(self.understand(name, &out));
            self.allow(name);
            self.changes.push(Change::Set(path, out));
            self.statuses.push(Status::new(name, Action::Added));
            return false;
        };
        let (status, lost) = self.update(name, entry, out);
        self.statuses.push(status);
        lost
    }

    /// Where only listed servers are on, a new one has to be on the list.
    fn allow(&mut self, name: &str) {
        for (at, gate) in self
            .found
            .gates
            .iter()
            .enumerate()
            .filter(|(_, gate)| gate.kind == GateKind::Only)
        {
            let listed = !named(gate.node, name).is_empty();
            if !listed {
                let mut path: Vec<Step> = gate
                    .path
                    .iter()
                    .map(|key| Step::Key((*key).to_owned()))
                    .collect();
                path.push(Step::Index(gate.node.items().len() + self.allowed[at]));
                self.allowed[at] += 1;
                self.changes.push(Change::Set(
                    path,
                    Out::added(OutValue::String(name.to_owned())),
                ));
            }
        }
    }

    fn update(&mut self, name: &str, entry: &ServerEntry<'_, '_>, out: &Out) -> (Status, bool) {
        let mut status = Status::new(name, Action::Unchanged);
        let path = self.path_of(entry);
        let Some(new) = self.understand(name, out) else {
            return (status, true);
        };
        let Some(old) = self.read(entry) else {
            return (self.complete(&path, entry, out, status), false);
        };
        let merged = merge(&old, &new, self.host.fields(self.place));
        let complete = self.place.format.always(merged.transport);
        let mut missing: Vec<&Field> = complete
            .filter(|field| entry.node.dotted(field.name).is_none())
            .collect();
        // A host that does not go by the keys leaves a server without its tag out.
        let implied = self
            .place
            .format
            .spelling(merged.transport)
            .is_none_or(|spelling| spelling.implied);
        if self.place.format.transports.missing != Missing::Infer && !implied && !self.own {
            let tag = |field: &&Field| {
                field.kind == Kind::Tag
                    && field.write != Write::Never
                    && entry.node.dotted(field.name).is_none()
            };
            missing.extend(self.host.fields(self.place).iter().filter(tag));
        }
        if merged.same_meaning(&old) && missing.is_empty() {
            status.unchanged = old
                .entries
                .iter()
                .map(|entry| entry.field.to_string())
                .collect();
            return (status, false);
        }
        let encode = |server: &Server| {
            Encoder::new(self.host, self.place, true)
                .server(&mut server.clone())
                .ok()
        };
        let desired = encode(&merged).unwrap_or_else(|| out.clone());
        let before = encode(&old);
        // Fields can rule each other out, so what the host will understand counts, not what was wished for.
        let understood = self.understand(name, &desired);
        let lost = understood
            .as_ref()
            .is_none_or(|server| server.same_meaning(&old))
            && !merged.same_meaning(&old);
        let changed = Changed::new(&old, &merged, self.place.format);
        let differs = |name: &str| {
            let before = before.as_ref().and_then(|before| before.get(name));
            let after = desired.get(name);
            before.map(Out::to_plain) != after.map(Out::to_plain)
        };
        for field in self.host.fields(self.place) {
            if old.transport != merged.transport
                && !field.on.has(merged.transport)
                && field.kind != Kind::Tag
            {
                self.remove_stale(&path, entry.node, field, &mut status);
            } else if changed.touches(field)
                || differs(field.name)
                || missing.iter().any(|other| other.name == field.name)
            {
                self.change_field(&path, entry.node, field, &desired, &mut status);
            } else if entry.node.dotted(field.name).is_some() {
                status.unchanged.push(field.name.to_owned());
            }
        }
        if old.transport != merged.transport {
            self.remove_empty(&path, entry.node, &mut status);
        }
        if self.place.format.unknown_field != Cost::Ignored {
            for field in &old.ignored {
                self.changes
                    .push(Change::Remove(below(&path, &field.field)));
                status.removed.push(field.field.clone());
            }
        }
        if !status.updated.is_empty() || !status.removed.is_empty() {
            status.action = Action::Updated;
            self.expected.extend(understood);
        }
        (status, lost)
    }

    /// What is there is no whole server, perhaps only a switch: what is missing is added, and nothing else is touched.
    fn complete(
        &mut self,
        path: &[Step],
        entry: &ServerEntry<'_, '_>,
        out: &Out,
        mut status: Status,
    ) -> Status {
        match &out.value {
            OutValue::Object(members) if entry.node.is_object() => {
                for (key, value) in members {
                    self.changes
                        .push(Change::Set(with(path, key), value.clone()));
                    status.updated.push(key.clone());
                }
            }
            _ => self.changes.push(Change::Set(path.to_vec(), out.clone())),
        }
        Status {
            action: Action::Updated,
            ..status
        }
    }

    /// A group of fields that all went is of no use any more, and some hosts refuse it.
    fn remove_empty(&mut self, path: &[Step], node: &Node<'_>, status: &mut Status) {
        let parents = self
            .host
            .fields(self.place)
            .iter()
            .filter_map(|field| field.name.split_once('.').map(|(parent, _)| parent));
        let mut parents: Vec<&str> = parents.collect();
        parents.dedup();
        for parent in parents {
            let Some(group) = node.dotted(parent).filter(|group| group.is_object()) else {
                continue;
            };
            let gone = |key: &str| status.removed.contains(&format!("{parent}.{key}"));
            if group.members().iter().all(|member| gone(&member.key)) {
                self.changes.push(Change::Remove(with(path, parent)));
            }
        }
    }

    fn remove_stale(&mut self, path: &[Step], node: &Node<'_>, field: &Field, status: &mut Status) {
        for name in names(field)
            .into_iter()
            .filter(|name| node.dotted(name).is_some())
        {
            self.changes.push(Change::Remove(below(path, &name)));
            status.removed.push(name);
        }
    }

    fn change_field(
        &mut self,
        path: &[Step],
        node: &Node<'_>,
        field: &Field,
        desired: &Out,
        status: &mut Status,
    ) {
        for name in names(field) {
            let before = self.changes.len();
            match (node.dotted(&name), desired.get(&name)) {
                (None, None) => continue,
                (None, Some(out)) => self
                    .changes
                    .push(Change::Set(below(path, &name), out.clone())),
                (Some(_), None) => self.changes.push(Change::Remove(below(path, &name))),
                (Some(old), Some(out)) => self.change_value(&below(path, &name), old, out),
            }
            if self.changes.len() > before {
                status.updated.push(name)
            } else {
                status.unchanged.push(name)
            }
        }
    }

    /// Maps change key by key, anything else as a whole.
    fn change_value(&mut self, path: &[Step], old: &Node<'_>, new: &Out) {
        if same(old, new) {
            return;
        }
        let (Tree::Object(members), OutValue::Object(wanted)) = (&old.value, &new.value) else {
            self.changes
                .push(Change::Set(path.to_vec(), keep_items(old, new)));
            return;
        };
        for member in members
            .iter()
            .filter(|member| !wanted.iter().any(|(key, _)| *key == member.key))
        {
            self.changes.push(Change::Remove(with(path, &member.key)));
        }
        for (key, value) in wanted {
            match old.member(key) {
                Some(member) => self.change_value(&with(path, key), &member.value, value),
                None => self
                    .changes
                    .push(Change::Set(with(path, key), value.clone())),
            }
        }
    }

    /// Removes servers that are not among `names`.
    pub(super) fn mirror(&mut self, names: &dyn Fn(&str) -> bool) {
        let mut gone: Vec<&ServerEntry<'_, '_>> = self
            .existing
            .values()
            .copied()
            .filter(|entry| !names(entry.name))
            .collect();
        // Items go from the end, so that those before them keep their places.
        gone.sort_by_key(|entry| std::cmp::Reverse(entry.name_span));
        for entry in gone {
            self.changes.push(Change::Remove(self.path_of(entry)));
            self.statuses.push(Status::new(entry.name, Action::Removed));
        }
    }

    /// Gates and questions: what is missing is added, what is there stays.
    pub(super) fn extras(&mut self, gates: &[GateEntries], prompts: Option<&Out>) {
        let top = self.document.root.as_ref();
        for (path, entries) in gates {
            let steps: Vec<Step> = path
                .iter()
                .map(|key| Step::Key((*key).to_owned()))
                .collect();
            let node = top.and_then(|top| at_steps(top, &steps));
            let off = self
                .place
                .gates
                .iter()
                .any(|gate| gate.path == *path && gate.kind == GateKind::Off);
            let mut len = node.map_or(0, |node| node.items().len());
            for (key, out) in entries {
                let mut target = steps.clone();
                let there = if off {
                    node.is_some_and(|node| !named(node, key).is_empty())
                } else {
                    node.and_then(|node| node.member(key))
                        .is_some_and(|member| same(&member.value, out))
                };
                if there {
                    continue;
                }
                target.push(if off {
                    Step::Index(len)
                } else {
                    Step::Key(key.clone())
                });
                len += 1;
                self.changes.push(Change::Set(target, out.clone()));
            }
        }
        if let (
            Some(path),
            Some(Out {
                value: OutValue::Array(asks),
                ..
            }),
        ) = (self.place.prompts, prompts)
        {
            let steps: Vec<Step> = path
                .iter()
                .map(|key| Step::Key((*key).to_owned()))
                .collect();
            let node = top.and_then(|top| at_steps(top, &steps));
            let mut len = node.map_or(0, |node| node.items().len());
            for ask in asks {
                let id = ask.get("id").and_then(|id| {
                    if let OutValue::String(id) = &id.value {
                        Some(id.as_str())
                    } else {
                        None
                    }
                });
                let known = node.is_some_and(|node| {
                    node.items()
                        .iter()
                        .any(|item| item.at(&["id"]).and_then(Node::as_str) == id)
                });
                if !known {
                    let mut target = steps.clone();
                    target.push(Step::Index(len));
                    len += 1;
                    self.changes.push(Change::Set(target, ask.clone()));
                }
            }
        }
    }

    fn path_of(&self, entry: &ServerEntry<'_, '_>) -> Vec<Step> {
        let mut path: Vec<Step> = self.found.roots[entry.root]
            .iter()
            .map(|key| Step::Key((*key).to_owned()))
            .collect();
        path.push(
            entry
                .index
                .map_or_else(|| Step::Key(entry.name.to_owned()), Step::Index),
        );
        path
    }

    /// The server that is there, as its host reads it.
    fn read(&self, entry: &ServerEntry<'_, '_>) -> Option<Server> {
        match Reader::new(self.host, self.place, self.found, false).server(entry, &mut |_| {}) {
            ServerRead::Read(server) => Some(*server),
            ServerRead::Skipped(_) => None,
        }
    }

    /// The server that is to be written, as its host will read it.
    fn understand(&self, name: &str, out: &Out) -> Option<Server> {
        let node = out.to_node();
        let nothing = Found::default();
        let span = crate::syntax::Span::default();
        let entry = ServerEntry {
            name,
            name_span: span,
            node: &node,
            root: 0,
            index: None,
            shadowed_by: None,
        };
        match Reader::new(self.host, self.place, &nothing, false).server(&entry, &mut |_| {}) {
            ServerRead::Read(server) => Some(*server),
            ServerRead::Skipped(_) => None,
        }
    }
}

/// What differs between two readings of a server.
struct Changed {
    slots: Vec<Slot>,
    transport: bool,
    /// Keys that give the transport away, if it changed.
    keys: &'static [(&'static str, Transport)],
}

impl Changed {
    fn new(old: &Server, new: &Server, format: &Format) -> Self {
        let mut slots: Vec<Slot> = old
            .entries
            .iter()
            .chain(&new.entries)
            .map(|entry| entry.slot)
            .collect();
        slots.sort_unstable();
        slots.dedup();
        let values = |server: &Server, slot| -> Vec<Value> {
            server
                .entries
                .iter()
                .filter(|entry| entry.slot == slot)
                .map(|entry| entry.value.in_order(slot))
                .collect()
        };
        slots.retain(|slot| values(old, *slot) != values(new, *slot));
        let transport = old.transport != new.transport;
        let keys = if transport {
            format.transports.infer
        } else {
            &[]
        };
        Self {
            slots,
            transport,
            keys,
        }
    }

    fn touches(&self, field: &Field) -> bool {
        let has = |slot| self.slots.contains(&slot);
        if self.keys.iter().any(|(key, _)| *key == field.name) {
            return true;
        }
        match field.kind {
            Kind::Tag => self.transport,
            Kind::Group(_) => [
                Slot::Headers,
                Slot::OauthScopes,
                Slot::OauthClientId,
                Slot::OauthClientMetadataUrl,
                Slot::OauthCallbackPort,
            ]
            .into_iter()
            .any(has),
            Kind::Argv | Kind::Line | Kind::LineOrArgv => has(Slot::Command) || has(Slot::Args),
            // A list of approvals also holds the word for all tools; a map of policies also holds what is forbidden.
            Kind::Approved => has(field.slot) || has(Slot::DefaultApproval),
            Kind::Policies(_) => has(field.slot) || has(Slot::DenyTools),
            _ => has(field.slot),
        }
    }
}

/// What the file says, with what the source says put on top. Maps grow by key; of another transport nothing stays.
fn merge(old: &Server, new: &Server, fields: &[Field]) -> Server {
    let mut merged = Server {
        transport: new.transport,
        transport_span: new.transport_span,
        ..old.clone()
    };
    if old.transport != new.transport {
        let fits = |entry: &Entry| {
            let same = |field: &&Field| {
                field.slot == entry.slot
                    && (entry.slot != Slot::Native || entry.field.starts_with(field.name))
            };
            fields
                .iter()
                .filter(same)
                .any(|field| field.on.has(new.transport))
        };
        merged.entries.retain(fits);
    }
    for entry in &new.entries {
        let twin = merged.entries.iter_mut().find(|old| {
            old.slot == entry.slot && (entry.slot != Slot::Native || old.field == entry.field)
        });
        match twin {
            None => merged.entries.push(entry.clone()),
            Some(Entry {
                value: Value::Map(pairs),
                ..
            }) if matches!(entry.value, Value::Map(_)) => {
                let Value::Map(new) = &entry.value else {
                    continue;
                };
                for pair in new {
                    match pairs
                        .iter_mut()
                        .find(|old| entry.slot.same_key(&old.key, &pair.key))
                    {
                        Some(old) => old.value.clone_from(&pair.value),
                        None => pairs.push(pair.clone()),
                    }
                }
            }
            Some(twin) => twin.value = entry.value.clone(),
        }
    }
    merged
}

/// Gates are not part of a server's entry; whether it is switched off there is not its own business.
fn same_but_for_gates(a: &Server, b: &Server) -> bool {
    let plain = |server: &Server| {
        let mut server = server.clone();
        server.entries.retain(|entry| {
            !matches!(entry.slot, Slot::Enabled | Slot::DenyTools)
                || server.span.contains(entry.span)
                || server.span == Span::default()
        });
        server
    };
    plain(a).same_meaning(&plain(b)) || a.same_meaning(b)
}

/// The path to the servers: the chosen project's, the one that is there, or the host's main one.
fn root_path(place: &Place, found: &Found<'_, '_>, project: Option<&str>) -> Vec<Step> {
    let key = |key: &str| Step::Key(key.to_owned());
    if let (Some(project), Some(pattern)) =
        (project, place.roots.iter().find(|path| path.contains(&"*")))
    {
        return pattern
            .iter()
            .map(|part| key(if *part == "*" { project } else { part }))
            .collect();
    }
    let plain = |path: &&&[&str]| !path.contains(&"*");
    let present = |path: &&&[&str]| found.roots.iter().any(|root| root.as_slice() == **path);
    if found.roots.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    // The innermost is the one a file is written for.
    let chosen = place
        .roots
        .iter()
        .rev()
        .filter(plain)
        .find(present)
        .or_else(|| place.roots.iter().find(plain));
    chosen
        .map(|path| path.iter().map(|part| key(part)).collect())
        .unwrap_or_default()
}

fn at_steps<'n, 't>(node: &'n Node<'t>, steps: &[Step]) -> Option<&'n Node<'t>> {
    steps.iter().try_fold(node, |node, step| match step {
        Step::Key(key) => node.member(key).map(|member| &member.value),
        Step::Index(index) => node.items().get(*index),
    })
}

fn below(path: &[Step], name: &str) -> Vec<Step> {
    path.iter()
        .cloned()
        .chain(name.split('.').map(|key| Step::Key(key.to_owned())))
        .collect()
}

fn with(path: &[Step], key: &str) -> Vec<Step> {
    path.iter()
        .cloned()
        .chain([Step::Key(key.to_owned())])
        .collect()
}

/// Every name under which a field, or a part of it, may stand.
fn names(field: &Field) -> Vec<String> {
    let mut names: Vec<String> = [field.name]
        .iter()
        .chain(field.aliases)
        .map(|name| (*name).to_owned())
        .collect();
    if let (Kind::KeyVar, Some(stem)) = (field.kind, field.name.strip_suffix("_env")) {
        names.extend([format!("{stem}_header"), format!("{stem}_format")]);
    }
    names
}

/// A list in which an item that says more than its name stays as it is.
fn keep_items(old: &Node<'_>, new: &Out) -> Out {
    let OutValue::Array(wanted) = &new.value else {
        return new.clone();
    };
    let item = |wanted: &Out| {
        let OutValue::String(name) = &wanted.value else {
            return wanted.clone();
        };
        let same = old
            .items()
            .iter()
            .find(|item| item.at(&["name"]).and_then(Node::as_str) == Some(name));
        same.map_or_else(|| wanted.clone(), |item| Raw::from_node(item).to_out())
    };
    Out {
        value: OutValue::Array(wanted.iter().map(item).collect()),
        ..new.clone()
    }
}

/// Whether a value of the file is already what is wanted.
fn same(node: &Node<'_>, out: &Out) -> bool {
    match (&node.value, &out.value) {
        (Tree::Number(a), OutValue::Number(b)) => {
            a == b
                || syntax::number(a)
                    .zip(syntax::number(b))
                    .is_some_and(|(a, b)| a.to_bits() == b.to_bits())
        }
        (Tree::Array(items), OutValue::Array(wanted)) => {
            items.len() == wanted.len()
                && items
                    .iter()
                    .zip(wanted)
                    .all(|(item, wanted)| same(item, wanted))
        }
        (Tree::Object(members), OutValue::Object(wanted)) => {
            members.len() == wanted.len()
                && wanted.iter().all(|(key, value)| {
                    node.member(key)
                        .is_some_and(|member| same(&member.value, value))
                })
        }
        _ => super::ledger::same_leaf(node, out),
    }
}
