//! One server of the target becomes what the source says.

mod buried;
mod changed;
mod complete;
mod leftovers;
mod listed;
mod located;
mod outcome;
mod values;

use std::collections::{HashMap, HashSet};

pub(super) use self::values::same_value;

use self::changed::Changed;
use self::complete::completed;
use self::located::Located;
use super::steps::{below, with};
use super::unit::{Merged, exclude, in_a_unit, merge, pass_on, same, speaks_of};
use super::{Action, MergeOutcome, Merger, NewEntry, Status};
use crate::convert::tools::join_lists;
use crate::edit::Change;
use crate::host::{Cost, Encoder, Field, Kind, Out, OutValue, ServerEntry, Write};
use crate::model::{Entry, IgnoredField, Reason, Server, Slot, Transport};
use crate::order::Order as _;
use crate::syntax::{Span, SpanSet};

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
}
