//! One server of the target becomes what the source says.

mod buried;
mod changed;
mod complete;
mod listed;
mod located;

use std::collections::{HashMap, HashSet};

use self::changed::{Changed, names};
use self::complete::completed;
use self::located::Located;
use super::steps::{below, with};
use super::unit::{Merged, Removed, exclude, in_a_unit, merge, pass_on, same, speaks_of};
use super::{Action, MergeOutcome, Merger, NewEntry, Status};
use crate::convert::tools::join_lists;
use crate::diagnostic::{Diagnostic, Level};
use crate::edit::{Change, Step};
use crate::host::{Cost, Encoder, Field, Kind, Out, OutValue, ServerEntry, Write, leads_into};
use crate::model::{Entry, IgnoredField, Raw, Reason, Server, Slot, Transport};
use crate::order::Order as _;
use crate::syntax::{self, Member, Node, Span, SpanSet, Tree};

impl Merger<'_, '_> {
    /// Whether there is a server called `name` that is not disabled.
    pub(in crate::convert) fn runs(&self, name: &str) -> bool {
        let server = self.there(name).and_then(|entry| self.read(entry));
        server.is_some_and(|server| !server.is_disabled())
    }

    /// The variables that the entry of the server called `name` sets.
    pub(in crate::convert) fn variables(&self, name: &str) -> HashSet<String> {
        let server = self.there(name).and_then(|entry| self.read_entry(entry));
        let pairs = server.iter().flat_map(|server| server.map(Slot::Env));
        let set = pairs.filter(|pair| pair.value.is_some());
        set.map(|pair| pair.key.clone()).collect()
    }

    /// Makes the server that is there say what `out` says, unit by unit.
    pub(super) fn update(
        &mut self,
        name: &str,
        entry: &ServerEntry<'_, '_>,
        NewEntry { out, inherited }: NewEntry<'_>,
    ) -> (Status, MergeOutcome) {
        let mut status = Status::new(name, Action::Unchanged);
        let path = self.path_of(entry);
        let Some(mut new) = self.understand(name, out) else {
            return (status, MergeOutcome::LOST);
        };
        self.forget_unsaid(&mut new, out);
        let Some(old) = self.read_entry(entry) else {
            let mut out = out.clone();
            if entry.inner {
                self.rename_inner(&mut out);
            }
            let status = self.complete(&path, entry, &out, status);
            // A field of the user's may be what its host skips the server for.
            let left = completed(entry.node, &out, &status.removed);
            let lost = !entry.inner && self.understand(name, &left).is_none();
            let outcome = self.outcome(lost, name, &status.removed, Vec::new(), entry, false);
            return (status, outcome);
        };
        if let Some(whole) = self.read(entry) {
            self.forget_said(&mut new, &old, &whole);
        }
        let format = self.place.format;
        let Merged {
            server: mut merged,
            mut removed,
        } = merge(&old, &new, format.fields);
        join_lists(&mut merged, self.host, self.place);
        removed.extend(exclude(&mut merged, &new, format.limits.excludes));
        let handed_on = pass_on(&mut merged, &new, inherited);
        let only_handed_on = removed.is_empty();
        removed.extend(handed_on);
        let at = Located::new(self.place.format, &path, entry.node);
        let missing = self.missing(&at, &old, merged.transport);
        let refused = self.refused(entry, out);
        let speaks = |slot| speaks_of(&new, slot) || new.entry(slot).is_some();
        let is_refused = |place: Span| {
            let next = refused.partition_point(|span| span.start < place.start);
            refused.get(next).is_some_and(|span| place.contains(*span))
        };
        let mended = |field: &Field| {
            (field.kind == Kind::Tag || speaks(field.slot))
                && at.get(field.name).is_some_and(|it| is_refused(it.span))
        };
        let unwanted = |ignored: &IgnoredField| {
            let slot = ignored.slot;
            slot.is_some_and(|slot| in_a_unit(slot) || speaks(slot))
                && (is_refused(ignored.key_span) || is_refused(ignored.span))
        };
        let mends = self.place.format.fields.iter().any(mended) || old.ignored.iter().any(unwanted);
        if same(self.place, &merged, &old) && missing.is_empty() && !mends {
            status.unchanged = old
                .entries
                .iter()
                .map(|entry| entry.field.to_string())
                .collect();
            return (status, MergeOutcome::NOTHING);
        }
        status.removed = self.names_in(&at, &removed);
        let encode = |server: &Server| {
            // Text that the source leaves alone may look like a reference here, and be one only if it is spelled otherwise.
            let mut encoder = Encoder::new(self.host, self.place, true);
            encoder.verbatim = true;
            encoder.server(&mut server.clone()).ok()
        };
        let mut desired = encode(&merged).unwrap_or_else(|| out.clone());
        at.name_transport(self.place.format, merged.transport, &mut desired);
        let mut before = encode(&old);
        if entry.inner {
            self.rename_inner(&mut desired);
            before.iter_mut().for_each(|out| self.rename_inner(out));
        }
        // Fields can rule each other out, so what the host will understand counts, not what was wished for.
        let understood = self.understand(name, &desired);
        let lost = understood
            .as_ref()
            .is_none_or(|server| same(self.place, server, &old))
            && !same(self.place, &merged, &old);
        let changed = Changed::new(&old, &merged, self.place.format);
        // A list that asks for nothing is no entry of either reading, and is refused in another group all the same.
        let of_other_group = |name: &str| {
            let word = |tag: &str| match &desired.get(tag)?.value {
                OutValue::String(word) => Some(word.clone()),
                _ => None,
            };
            self.place.format.is_of_other_group(name, word)
        };
        let differs = |name: &str| {
            let before = before.as_ref().and_then(|before| before.get(name));
            let after = desired.get(name);
            before.map(Out::to_plain) != after.map(Out::to_plain)
        };
        // What only the user's entry says, and the new transport has no use for.
        let mut own = removed.iter().any(|gone| !gone.replaced);
        let first = self.changes.len();
        // What stands in the map of another field is changed with that.
        let fields = self.place.format.fields.iter();
        for field in fields.filter(|field| !field.kind.in_map()) {
            if old.transport != merged.transport
                && !field.on.has(merged.transport)
                && field.kind != Kind::Tag
            {
                own |= self.remove_stale(&at, field, &desired, &mut status);
            } else if changed.touches(field)
                || differs(field.name)
                || of_other_group(field.name)
                || missing.iter().any(|other| other.name == field.name)
                || mended(field)
            {
                self.change_field(&at, field, &desired, &mut status);
            } else if at.get(field.name).is_some() {
                status.unchanged.push(field.name.to_owned());
            }
        }
        if old.transport != merged.transport {
            self.remove_dormant(&at, &old, merged.transport, &desired, &mut status);
        }
        self.unbury(&at, &desired, first, &mut status);
        self.unlist(&at, &merged, first, &mut status);
        self.remove_empty(&at, merged.transport, &desired, &mut status);
        // What was overruled in a unit that the source speaks of would count again.
        let strict = self.place.format.unknown_field != Cost::Ignored;
        let revived = |ignored: &IgnoredField| {
            ignored.reason == Reason::Overruled
                && desired.get(&ignored.field).is_none()
                && ignored.slot.is_some_and(|slot| speaks_of(&new, slot))
        };
        let replaced = |ignored: &IgnoredField| {
            let mut missing = missing.iter();
            missing.any(|field| field.name == ignored.field)
                && desired.get(&ignored.field).is_some()
        };
        let goes = |field: &&IgnoredField| {
            let left_out = || unwanted(field) && desired.get(&field.field).is_none();
            (strict || revived(field) || left_out()) && !replaced(field)
        };
        let gone: HashSet<String> = status.removed.iter().cloned().collect();
        let goes = |field: &&IgnoredField| goes(field) && !gone.contains(&field.field);
        for field in old.ignored.iter().filter(goes) {
            // A field that the host does not have may have dots in its name.
            let steps = match entry.node.member(&field.field) {
                Some(_) => with(&path, &field.field),
                None => below(&path, &field.field),
            };
            self.changes.push(Change::Remove(steps));
            status.removed.push(field.field.clone());
        }
        // A part of what is removed as a whole need not be named, nor anything twice.
        let whole: HashSet<String> = status.removed.iter().cloned().collect();
        let mut named = HashSet::new();
        status.removed.retain(|name| {
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let part = end < name.len() && whole.contains(&name[..end]);
            !part && named.insert(name.clone())
        });
        // Several fields may share one of their names.
        let updated: HashSet<&String> = status.updated.iter().collect();
        status.unchanged.retain(|name| !updated.contains(name));
        if !status.updated.is_empty() || !status.removed.is_empty() {
            status.action = Action::Updated;
            if understood.is_some() {
                self.expect(name, &desired);
            }
        }
        let spans = removed.iter().map(|gone| gone.span).collect();
        let handed_on = only_handed_on && removed.len() == status.removed.len();
        let mut outcome = self.outcome(lost, name, &status.removed, spans, entry, handed_on);
        if let Some(problem) = outcome.removed.as_mut().filter(|_| own) {
            problem.loss = true;
        }
        (status, outcome)
    }

    /// Where the entry has something for which its host skips the server, and that the source does not have just so, in
    /// order. Its own document is for its owner to mend.
    fn refused(&self, entry: &ServerEntry<'_, '_>, out: &Out) -> Vec<Span> {
        if self.own {
            return Vec::new();
        }
        let mut refused = self.reader.refused(entry);
        refused.retain(|span| entry.node.span.contains(*span));
        if refused.is_empty() {
            return refused;
        }
        let members = out.members().iter();
        let wanted: HashMap<&str, &Out> = members.map(|(key, out)| (&**key, out)).collect();
        let stays = entry.node.members().iter().filter(|member| {
            let out = wanted.get(&*member.key);
            out.is_some_and(|out| same_value(&member.value, out))
        });
        let stays = stays.map(|member| member.key_span.to(member.value.span));
        let stays: SpanSet = stays.collect();
        refused.retain(|span| !stays.holds(*span));
        refused.order_by_key(|span| (span.start, span.end));
        refused
    }

    /// Gives fields the keys that they have in the map inside of the map.
    fn rename_inner(&self, out: &mut Out) {
        for (path, name) in self.place.inner_names {
            out.rename(path, name);
        }
    }

    /// What is only written because its host wants it there says nothing about the server that is there already.
    fn forget_unsaid(&self, new: &mut Server, out: &Out) {
        for field in self.place.format.always(new.transport) {
            let unsaid = out.get(field.name).is_some_and(|out| {
                let mut from = out.from.len();
                out.each_leaf(&mut |leaf| from += leaf.from.len());
                from == 0
            });
            if unsaid && !in_a_unit(field.slot) && !field.slot.is_native() {
                new.take(field.slot);
            }
        }
    }

    /// What the rest of the document says already, its entry need not say, unless that is changed to say otherwise.
    fn forget_said(&self, new: &mut Server, old: &Server, whole: &Server) {
        let says = |server: &Server, entry: &Entry| {
            let said = server.entry(entry.slot);
            said.is_some_and(|said| {
                said.value.in_order(said.slot) == entry.value.in_order(entry.slot)
            })
        };
        let off = whole.entry(Slot::Enabled);
        let off = off.is_some_and(|entry| self.is_listed_off(&entry.field));
        let stays = |entry: &Entry| entry.slot.is_native() || entry.slot == Slot::Enabled && off;
        new.entries
            .retain(|entry| stays(entry) || !says(whole, entry) || says(old, entry));
    }

    /// Fields that the server does not have, and that its host needs or we always write.
    fn missing(
        &self,
        at: &Located<'_, '_>,
        old: &Server,
        transport: Transport,
    ) -> Vec<&'static Field> {
        // What its own document lacks is for its owner to add, unless it is cleaned anyway.
        if self.own && self.place.format.unknown_field == Cost::Ignored {
            return Vec::new();
        }
        // What its host does not read is as good as not there.
        let unread = |name| {
            let mut ignored = old.ignored.iter();
            ignored.any(|ignored| ignored.field == name && ignored.reason != Reason::Duplicate)
        };
        let absent = |field: &&Field| at.get(field.name).is_none() || unread(field.name);
        let mut missing: Vec<&'static Field> =
            self.place.format.always(transport).filter(absent).collect();
        if !self.own && self.place.format.needs_tag(transport) {
            let tag = |field: &&Field| field.kind == Kind::Tag && field.write != Write::Never;
            missing.extend(self.place.format.fields.iter().filter(tag).filter(absent));
        }
        missing
    }

    /// What there is to say about an update.
    fn outcome(
        &self,
        lost: bool,
        server: &str,
        removed: &[String],
        spans: Vec<Span>,
        entry: &ServerEntry<'_, '_>,
        handed_on: bool,
    ) -> MergeOutcome {
        // In its own document the adapter has told every loss.
        if removed.is_empty() || self.own {
            return MergeOutcome {
                lost,
                ..MergeOutcome::NOTHING
            };
        }
        let names: Vec<String> = removed.iter().map(|name| format!("`{name}`")).collect();
        let (verb, them, variables) = match removed.len() {
            1 => ("is", "it", "the variable"),
            _ => ("are", "them", "the variables"),
        };
        // The source may have them, and leave their values to the environment.
        let (why, help) = match handed_on {
            true => (
                format!("the source hands {variables} on"),
                format!("set {them} where {} runs", self.host.name),
            ),
            false => (
                format!("the source does not have {them}"),
                format!("add {them} to the source to keep {them}"),
            ),
        };
        let message = format!(
            "`{server}`: {} {verb} removed, because {why}",
            names.join(", ")
        );
        let spans = if spans.is_empty() {
            vec![entry.name_span]
        } else {
            spans
        };
        let mut problem = Diagnostic::new("merge-field-removed", Level::Warning, spans[0], message)
            .label("removed")
            .help(help);
        for span in &spans[1..] {
            problem = problem.related(self.source, *span, "removed");
        }
        MergeOutcome {
            lost,
            removed: Some(Box::new(problem.of(self.source))),
            ..MergeOutcome::NOTHING
        }
    }

    /// What the document calls what goes.
    fn names_in(&self, at: &Located<'_, '_>, removed: &[Removed]) -> Vec<String> {
        if removed.is_empty() {
            return Vec::new();
        }
        let fields = self.place.format.fields.iter();
        let names =
            fields.flat_map(|field| names(field).into_iter().map(|name| (field.slot, name)));
        let there = names.filter_map(|(slot, name)| Some((slot, at.get(&name)?, name)));
        // There may be as many parts as there are that go.
        let there: Vec<_> = there
            .map(|(slot, value, name)| {
                let items = value.items().iter().map(|item| item.span);
                let members = value.members().iter().map(|member| member.value.span);
                let mut parts: HashMap<Span, usize> = HashMap::new();
                for (at, span) in items.chain(members).enumerate() {
                    parts.entry(span).or_insert(at);
                }
                (slot, value, name, parts)
            })
            .collect();
        let name_of = |gone: &Removed| {
            for (slot, value, name, parts) in &there {
                if value.span == gone.span {
                    // A command line in one string is still there, without its arguments.
                    let part = gone.slot == Slot::Args && *slot == Slot::Command;
                    return if part {
                        format!("{name} (arguments)")
                    } else {
                        name.clone()
                    };
                }
                let part = parts.get(&gone.span).copied();
                if value.is_object() {
                    if let Some(at) = part {
                        return format!("{name}.{}", value.members()[at].key);
                    }
                } else if value.span.contains(gone.span) {
                    // Only a part of the value says it, such as the arguments of a command line in one list.
                    return match part {
                        None | Some(0) => name.clone(),
                        Some(first) => format!("{name}[{first}]"),
                    };
                }
            }
            gone.name.clone()
        };
        removed.iter().map(name_of).collect()
    }

    /// A group of fields that all went is of no use any more, and some hosts refuse it.
    fn remove_empty(
        &mut self,
        at: &Located<'_, '_>,
        transport: Transport,
        desired: &Out,
        status: &mut Status,
    ) {
        let parents = self
            .place
            .format
            .fields
            .iter()
            .filter_map(|field| field.name.split_once('.').map(|(parent, _)| parent));
        let mut parents: Vec<&str> = parents.collect();
        parents.dedup();
        for parent in parents {
            let Some(group) = at
                .get(parent)
                .filter(|group| group.is_object() && desired.get(parent).is_none())
            else {
                continue;
            };
            let gone = |key: &str| {
                let name = format!("{parent}.{key}");
                status.removed.contains(&name) || status.updated.contains(&name)
            };
            // One that was empty before is of no use to another transport.
            let below = |field: &&Field| leads_into(field.name, parent);
            let mut fields = self.place.format.fields.iter().filter(below);
            let useful = fields.any(|field| field.on.has(transport));
            if group.members().iter().all(|member| gone(&member.key))
                && (!group.members().is_empty() || !useful)
            {
                self.changes.push(Change::Remove(at.path(parent)));
            }
        }
    }

    /// What had no effect with the transport of before, and would have one with the new one, goes too.
    fn remove_dormant(
        &mut self,
        at: &Located<'_, '_>,
        old: &Server,
        transport: Transport,
        desired: &Out,
        status: &mut Status,
    ) {
        let dormant = old.ignored.iter();
        let dormant = dormant.filter(|ignored| ignored.reason == Reason::Transport);
        let names: HashSet<&str> = dormant.map(|ignored| ignored.field.as_str()).collect();
        let is_dormant = |name: &String| {
            let mut others = names.iter();
            names.contains(name.as_str()) || others.any(|other| leads_into(other, name))
        };
        let fields = self.place.format.fields.iter();
        let fields = fields.filter(|field| field.on.has(transport));
        for name in fields.flat_map(changed::names).filter(is_dormant) {
            let (Some(value), false) = (at.get(&name), status.removed.contains(&name)) else {
                continue;
            };
            let Some(wanted) = desired.get(&name) else {
                if !status.updated.contains(&name) {
                    self.changes.push(Change::Remove(at.path(&name)));
                }
                status.removed.push(name);
                continue;
            };
            let wanted: HashSet<&str> = wanted.members().iter().map(|(key, _)| &**key).collect();
            let members = value.members().iter();
            let gone = members.filter(|member| !wanted.contains(&*member.key));
            let gone = gone.map(|member| format!("{name}.{}", member.key));
            status.removed.extend(gone);
        }
    }

    /// Whether anything goes with it that only the user's entry says.
    fn remove_stale(
        &mut self,
        at: &Located<'_, '_>,
        field: &Field,
        desired: &Out,
        status: &mut Status,
    ) -> bool {
        let mut own = false;
        // The same may have another name on the new transport, and then it only changes.
        let mut others = self.place.format.fields.iter();
        let moves = !field.slot.is_native()
            && others.any(|it| it.slot == field.slot && desired.get(it.name).is_some());
        for name in names(field) {
            let Some(value) = at.get(&name) else {
                continue;
            };
            let empty = value.is_object() && value.members().is_empty();
            own |= !empty && !in_a_unit(field.slot) && !field.slot.is_native();
            self.changes.push(Change::Remove(at.path(&name)));
            match moves {
                true => status.updated.push(name),
                false => status.removed.push(name),
            }
        }
        own
    }

    fn change_field(
        &mut self,
        at: &Located<'_, '_>,
        field: &Field,
        desired: &Out,
        status: &mut Status,
    ) {
        for name in names(field) {
            let before = self.changes.len();
            match (at.get(&name), desired.get(&name)) {
                (None, None) => continue,
                (None, Some(out)) => self.changes.push(Change::Set(at.path(&name), out.clone())),
                (Some(_), None) => self.changes.push(Change::Remove(at.path(&name))),
                (Some(old), Some(out)) => self.change_value(&at.path(&name), old, out),
            }
            if self.changes.len() == before {
                status.unchanged.push(name)
            } else if !status.removed.contains(&name) || desired.get(&name).is_some() {
                status.updated.push(name)
            }
        }
    }

    /// Maps change key by key, anything else as a whole.
    fn change_value(&mut self, path: &[Step], old: &Node<'_>, new: &Out) {
        if same_value(old, new) {
            return;
        }
        let (Tree::Object(members), OutValue::Object(wanted)) = (&old.value, &new.value) else {
            self.changes
                .push(Change::Set(path.to_vec(), keep_items(old, new)));
            return;
        };
        let keys: HashSet<&str> = wanted.iter().map(|(key, _)| &**key).collect();
        for member in members.iter().filter(|member| !keys.contains(&*member.key)) {
            self.changes.push(Change::Remove(with(path, &member.key)));
        }
        let before = by_key(members);
        for (key, value) in wanted {
            match before.get(&**key) {
                Some(node) => self.change_value(&with(path, key), node, value),
                None => self
                    .changes
                    .push(Change::Set(with(path, key), value.clone())),
            }
        }
    }
}

/// The values of an object; of a key that stands twice the last one, which counts.
fn by_key<'n, 't>(members: &'n [Member<'t>]) -> HashMap<&'n str, &'n Node<'t>> {
    let members = members.iter();
    members.map(|it| (&*it.key, &it.value)).collect()
}

/// A list in which an item that says more than its name stays as it is.
fn keep_items(old: &Node<'_>, new: &Out) -> Out {
    let OutValue::Array(wanted) = &new.value else {
        return new.clone();
    };
    let name = |item: &'_ Node<'_>| item.at(&["name"]).and_then(Node::as_str).map(str::to_owned);
    let items = old.items().iter().rev();
    let named: HashMap<String, &Node<'_>> = items.filter_map(|it| Some((name(it)?, it))).collect();
    let item = |wanted: &Out| {
        let OutValue::String(name) = &wanted.value else {
            return wanted.clone();
        };
        let same = named.get(name);
        same.map_or_else(|| wanted.clone(), |item| Raw::from_node(item).to_out())
    };
    Out {
        value: OutValue::Array(wanted.iter().map(item).collect()),
        ..new.clone()
    }
}

/// Whether a value of the file is already what is wanted.
pub(super) fn same_value(node: &Node<'_>, out: &Out) -> bool {
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
                    .all(|(item, wanted)| same_value(item, wanted))
        }
        (Tree::Object(members), OutValue::Object(wanted)) => {
            members.len() == wanted.len() && {
                let members = by_key(members);
                let same = |node: &&Node<'_>, value| same_value(node, value);
                let mut wanted = wanted.iter();
                wanted.all(|(key, value)| members.get(&**key).is_some_and(|it| same(it, value)))
            }
        }
        _ => super::super::ledger::same_leaf(node, out),
    }
}
