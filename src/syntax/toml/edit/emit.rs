//! From what is to become of each part to the bytes that change.

mod grow;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::list::List;
use super::pieces::TomlPieces;
use super::plan::{ItemSlot, NodeFate, Plan};
use super::scan::{Doc, NodeId, NodeKind, PlaceId};
use super::spell;
use crate::edit::layer::EditLayer;
use crate::syntax::{Out, Tables};

pub(super) struct Emitter<'d> {
    doc: &'d Doc<'d>,
    plan: &'d Plan<'d>,
    tables: Tables,
    eol: &'d str,
    pieces: TomlPieces,
    /// What goes from and comes into each pair of braces.
    braces: BTreeMap<PlaceId, Braces>,
    /// The ends of sections that were asked for.
    ends: BTreeMap<PlaceId, usize>,
}

#[derive(Default)]
struct Braces {
    gone: BTreeSet<usize>,
    added: Vec<(usize, String)>,
}

/// A value that is new, whole.
fn fresh<'a>(new: &EditLayer<'a>) -> Cow<'a, Out> {
    // Nothing new has anything old in it.
    new.fresh().unwrap_or_else(|| Cow::Owned(Out::object()))
}

impl<'d> Emitter<'d> {
    pub(super) fn new(doc: &'d Doc<'d>, plan: &'d Plan<'d>, tables: Tables, eol: &'d str) -> Self {
        Self {
            doc,
            plan,
            tables,
            eol,
            pieces: TomlPieces::default(),
            braces: BTreeMap::new(),
            ends: BTreeMap::new(),
        }
    }

    pub(super) fn run(mut self) -> Result<TomlPieces, String> {
        if let NodeFate::Becomes(_) = self.plan.fate(0) {
            return Err("a TOML document is a table and cannot be anything else".to_owned());
        }
        self.node(0)?;
        if self.plan.renames() {
            self.keys();
        }
        Ok(self.pieces)
    }

    /// Writes the new keys of members, wherever their old ones stay.
    fn keys(&mut self) {
        let mut keys = Vec::new();
        for place in &self.doc.places {
            let entries = place.entries.iter().flat_map(|entry| {
                let nodes = entry.through.iter().chain([&entry.value]);
                nodes.zip(&entry.keys)
            });
            let header = place
                .header
                .iter()
                .flat_map(|head| head.nodes.iter().zip(&head.keys));
            for (node, range) in header.chain(entries) {
                if let Some(key) = self.plan.renamed(*node) {
                    let text = spell::key(key, &self.doc.text[range.clone()]);
                    keys.push((range.clone(), text));
                }
            }
        }
        self.pieces.replace_kept(keys);
    }

    /// Writes what changes in and below a node that stays. What is below comes first, so that a table that is added to the
    /// last server stands before the next server.
    fn node(&mut self, node: NodeId) -> Result<(), String> {
        let doc = self.doc;
        match &doc.nodes[node].kind {
            NodeKind::Scalar => {}
            NodeKind::Array(items) => self.array(node, items)?,
            NodeKind::Tables(elements) => self.elements(node, elements)?,
            NodeKind::Inline(place) => {
                self.members(node)?;
                self.inline(node, *place);
            }
            NodeKind::Section(_) | NodeKind::Implicit | NodeKind::Dotted { .. } => {
                self.members(node)?
            }
        }
        Ok(())
    }

    fn members(&mut self, node: NodeId) -> Result<(), String> {
        let (doc, plan) = (self.doc, self.plan);
        let mut come = Vec::new();
        for (key, member) in &doc.nodes[node].members {
            match plan.fate(*member) {
                NodeFate::Stays => self.node(*member)?,
                NodeFate::Goes => self.take(*member),
                NodeFate::Becomes(new) if doc.nodes[*member].at.is_some() => {
                    self.replace(*member, new)
                }
                NodeFate::Becomes(new) => {
                    self.take(*member);
                    come.push((plan.renamed(*member).unwrap_or(key), fresh(new)));
                }
            }
        }
        come.extend(plan.added(node).map(|(key, new)| (*key, fresh(new))));
        if !come.is_empty() {
            if doc.in_braces(node) {
                self.grow_braces(node, &come)
            } else {
                self.grow(node, &come)
            }
        }
        Ok(())
    }

    fn array(&mut self, node: NodeId, items: &[NodeId]) -> Result<(), String> {
        let (doc, plan) = (self.doc, self.plan);
        for item in items {
            match plan.fate(*item) {
                NodeFate::Becomes(out) => self.replace(*item, out),
                _ => self.node(*item)?,
            }
        }
        let Some(slots) = plan.slots(node) else {
            return Ok(());
        };
        let like = items
            .last()
            .map(|item| &doc.text[doc.nodes[*item].span.clone()]);
        let mut removed = vec![true; items.len()];
        let mut added = Vec::new();
        let mut next = 0;
        for slot in slots {
            match slot {
                ItemSlot::Old(item) => {
                    let index = items[next..]
                        .iter()
                        .position(|other| other == item)
                        .map_or(next, |ahead| next + ahead);
                    removed[index] = false;
                    next = index + 1;
                }
                ItemSlot::New(new) => added.push((next, spell::value(&fresh(new), like, self.eol))),
            }
        }
        let items = items
            .iter()
            .map(|item| doc.nodes[*item].span.clone())
            .collect();
        self.list(doc.nodes[node].span.clone(), false, items, removed, added);
        Ok(())
    }

    fn inline(&mut self, node: NodeId, place: PlaceId) {
        let Some(Braces { gone, added }) = self.braces.remove(&place) else {
            return;
        };
        let count = self.doc.places[place].entries.len();
        let items = (0..count)
            .map(|index| self.doc.entry(place, index))
            .collect();
        let removed = (0..count).map(|index| gone.contains(&index)).collect();
        self.list(
            self.doc.nodes[node].span.clone(),
            true,
            items,
            removed,
            added,
        );
    }

    fn list(
        &mut self,
        span: Range<usize>,
        braces: bool,
        items: Vec<Range<usize>>,
        removed: Vec<bool>,
        added: Vec<(usize, String)>,
    ) {
        if removed.contains(&true) || !added.is_empty() {
            List {
                text: self.doc.text,
                eol: self.eol,
                span,
                braces,
                items,
                removed,
                added,
            }
            .edit(&mut self.pieces);
        }
    }

    /// The tables of a list under headers.
    fn elements(&mut self, node: NodeId, elements: &[NodeId]) -> Result<(), String> {
        let plan = self.plan;
        let path = self.path(node);
        let kept: BTreeSet<NodeId> = match plan.slots(node) {
            None => elements.iter().copied().collect(),
            Some(slots) => slots
                .filter_map(|slot| {
                    if let ItemSlot::Old(element) = slot {
                        Some(*element)
                    } else {
                        None
                    }
                })
                .collect(),
        };
        for element in elements {
            match plan.fate(*element) {
                _ if !kept.contains(element) => self.take(*element),
                NodeFate::Becomes(_) => {
                    return Err(format!("the tables under `[[{path}]]` can only be tables"));
                }
                _ => self.node(*element)?,
            }
        }
        for slot in plan.slots(node).into_iter().flatten() {
            match slot {
                ItemSlot::New(new) => {
                    let out = fresh(new);
                    if !out.is_object() {
                        return Err(format!("the tables under `[[{path}]]` can only be tables"));
                    }
                    self.block(node, &path, &out, true);
                }
                ItemSlot::Old(_) => {}
            }
        }
        Ok(())
    }

    fn replace(&mut self, node: NodeId, new: &EditLayer<'_>) {
        let span = self.doc.nodes[node].span.clone();
        let text = spell::value(&fresh(new), Some(&self.doc.text[span.clone()]), self.eol);
        self.pieces.replace(span, text);
    }

    /// Takes a node out, wherever its parts stand.
    fn take(&mut self, node: NodeId) {
        let doc = self.doc;
        let entry = &doc.nodes[node];
        if let Some((place, index)) = entry.at {
            if doc.places[place].braces {
                self.braces.entry(place).or_default().gone.insert(index);
            } else {
                let range = doc.entry(place, index);
                self.pieces
                    .delete(self.doc.line_start(range.start)..self.doc.line_end(range.end));
            }
            return;
        }
        if let NodeKind::Section(place) = entry.kind {
            self.take_section(place);
        }
        let elements = if let NodeKind::Tables(elements) = &entry.kind {
            elements.as_slice()
        } else {
            &[]
        };
        for below in entry.members.values().chain(elements) {
            self.take(*below);
        }
    }

    /// A header and its lines, with the comments between them and a blank line before them.
    fn take_section(&mut self, place: PlaceId) {
        let Some(head) = &self.doc.places[place].header else {
            return;
        };
        let start = self.doc.line_start(head.keys[0].start);
        let before = self.doc.line_start(start.saturating_sub(1));
        let blank = self.doc.text[before..start].trim().is_empty();
        self.pieces
            .delete(if blank { before } else { start }..self.doc.last_line(place));
    }

    /// The keys of a header for `node`, spelled as the last header that has them.
    fn path(&self, node: NodeId) -> String {
        let entry = &self.doc.nodes[node];
        let head = entry
            .last
            .and_then(|place| self.doc.places[place].header.as_ref());
        match (head, entry.depth) {
            (Some(head), depth) if depth > 0 => self.spelled(&head.keys[..depth], &head.nodes),
            _ => String::new(),
        }
    }

    /// The first keys of an entry, with the dot after them.
    fn prefix(&self, place: PlaceId, entry: usize, keys: usize) -> String {
        let entry = &self.doc.places[place].entries[entry];
        self.spelled(&entry.keys[..keys], &entry.through) + "."
    }

    /// Keys with what is between them, in their new spelling where they have one.
    fn spelled(&self, keys: &[Range<usize>], nodes: &[NodeId]) -> String {
        let mut text = String::new();
        let mut at = keys.first().map_or(0, |key| key.start);
        for (key, node) in keys.iter().zip(nodes) {
            text.push_str(&self.doc.text[at..key.start]);
            match self.plan.renamed(*node) {
                Some(name) => text.push_str(&spell::key(name, &self.doc.text[key.clone()])),
                None => text.push_str(&self.doc.text[key.clone()]),
            }
            at = key.end;
        }
        text
    }

    /// What stands between key and value in the last entry of a place.
    fn sign(&self, place: PlaceId) -> Option<&'d str> {
        let entry = self.doc.places[place].entries.last()?;
        Some(&self.doc.text[entry.keys.last()?.end..self.doc.nodes[entry.value].span.start])
    }
}
