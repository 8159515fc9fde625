//! Changes to a YAML text, as byte ranges of it.
//!
//! The changes are put over the tree as a [`layer`]; what they would do to other places, through an alias or behind an
//! anchor, is refused ([`guard`]). Each collection they touch gets its edits in its own style: by lines ([`block`]) or
//! between brackets ([`flow`]). YAML has more ways to write a thing than anybody remembers, so the result is read again and
//! compared with what was meant ([`verify`]): a document that cannot be changed safely is not changed.

mod block;
mod flow;
mod guard;
mod habit;
mod replace;
mod tidy;
mod verify;

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use guard::Guard;
use habit::YamlText;

use super::layout::{Layout, PartId, Shape, YamlLook};
use super::{parse, print, reader};
use crate::edit::layer::{self, Branch, EditLayer};
use crate::edit::{Change, Edit, Refused, Step, apply};
use crate::syntax::{Columns, Error, LineIndex, Node, Out, OutValue, Span, Tree, path};

/// The edits that make `changes`, one after the other, to `text`: in order, apart from each other, and none that leaves its
/// bytes as they were.
///
/// # Errors
/// The text is not YAML, a value is to be set where there is no place for it, or it cannot be changed without changing
/// something else.
pub(super) fn edits(
    text: &str,
    changes: &[Change],
    indent: &str,
    merge: bool,
) -> Result<Vec<Edit>, Refused> {
    let eol = line_end(text);
    let complete = text.is_empty() || text.ends_with('\n');
    let lines = if complete {
        text.to_owned()
    } else {
        format!("{text}{eol}")
    };
    let place = |error: Error| {
        let at = error.span.start as usize;
        let (line, column) = LineIndex::new(text).position(at, Columns::Chars);
        Refused::all(format!("line {line}, column {column}: {}", error.reason))
    };
    let layout = reader::read(&lines).map_err(place)?;
    let root = parse::tree(&layout, merge).map_err(place)?;

    let mut plan = root.as_ref().map(EditLayer::Old);
    let guard = Guard::new(&layout, merge);
    Refused::by_change(changes, |change| {
        if let Some(plan) = &mut plan {
            guard.check(plan, change)?;
        }
        layer::make(&mut plan, change)
    })?;
    let Some(plan) = plan else {
        return Ok(Vec::new());
    };

    let source = YamlText::new(&lines, eol);
    let mut editor = Editor {
        looks: habit::looks(&source, &layout, indent),
        layout: &layout,
        source: &source,
        merge,
        edits: Vec::new(),
        refused: None,
    };
    match (layout.root, &root) {
        (Some(id), Some(root)) => editor.value(&plan, id, root, Spot::Root),
        _ => editor.document(&plan),
    }
    if let Some(reason) = editor.refused {
        return Err(Refused::all(reason));
    }
    let edits = tidy::tidy(&lines, editor.edits);
    let is_meant =
        |edits: &[Edit]| edits.is_empty() || verify::is_meant(&apply(text, edits), &plan, merge);
    let ways = if complete {
        vec![edits]
    } else {
        // The last line end may belong to a text that keeps it.
        vec![
            tidy::without_end(text, eol, &edits, true),
            tidy::without_end(text, eol, &edits, false),
        ]
    };
    ways.into_iter()
        .find(|edits| is_meant(edits))
        .ok_or_else(|| {
            Refused::all(
                "the changes cannot be made without changing something else in the document",
            )
        })
}

/// What makes the items `new` of `old`: those at the beginning and at the end that are the same stay.
fn other_items(old: &[Node<'_>], new: &[Out]) -> Vec<Change> {
    let same = |(old, new): &(&Node<'_>, &Out)| verify::says(old, new);
    let first = old.iter().zip(new).take_while(same).count();
    let (left, right) = (&old[first..], &new[first..]);
    let last = left
        .iter()
        .rev()
        .zip(right.iter().rev())
        .take_while(same)
        .count();
    let (left, right) = (left.len() - last, &right[..right.len() - last]);
    let at = |index: usize| vec![Step::Index(first + index)];
    let both = left.min(right.len());
    let set = (0..both).map(|index| Change::Set(at(index), right[index].clone()));
    let gone = (both..left).rev().map(|index| Change::Remove(at(index)));
    let come = (right.len() > both).then(|| Change::Insert(at(both), right[both..].to_vec()));
    set.chain(gone).chain(come).collect()
}

/// How most lines of the text end.
fn line_end(text: &str) -> &'static str {
    let all = text.matches('\n').count();
    let both = text.matches("\r\n").count();
    if both * 2 > all { "\r\n" } else { "\n" }
}

/// Where a value stands.
#[derive(Clone, Copy)]
enum Spot {
    /// It is the document.
    Root,
    /// Behind a key of a map in block style: the column of the key, and the place behind its colon.
    Key {
        column: usize,
        behind: Option<usize>,
    },
    /// Behind the dash of a list in block style: the column of the dash, and the place behind it.
    Item { column: usize, behind: usize },
    /// Between brackets.
    Flow,
}

/// Collects the edits of a document.
struct Editor<'s, 't> {
    layout: &'s Layout<'t>,
    source: &'s YamlText<'t>,
    looks: print::YamlLooks,
    merge: bool,
    edits: Vec<Edit>,
    /// Why the changes cannot be made.
    refused: Option<String>,
}

impl Editor<'_, '_> {
    /// What `plan` does to the value `id`, which is `node` in the tree.
    fn value(&mut self, plan: &EditLayer<'_>, id: PartId, node: &Node<'_>, spot: Spot) {
        match plan {
            EditLayer::Old(_) => {}
            EditLayer::Inside(branch) if branch.origin.is_some() => {
                self.container(branch, id, node, spot);
            }
            _ => {
                if let Some(out) = plan.fresh()
                    && !verify::says(node, &out)
                {
                    self.other(id, node, &out, spot);
                }
            }
        }
    }

    /// Another value in the place of an old one. Of a list that stays a list, and of a map that stays a map, only the
    /// children that differ are touched.
    fn other(&mut self, id: PartId, node: &Node<'_>, out: &Out, spot: Spot) {
        let changes: Vec<Change> = match (&self.layout.parts[id].shape, &node.value, &out.value) {
            (
                Shape::List(YamlLook::Block | YamlLook::Flow, _),
                Tree::Array(old),
                OutValue::Array(new),
            ) if !old.is_empty() && !new.is_empty() => other_items(old, new),
            (
                Shape::Map(YamlLook::Block | YamlLook::Flow, _),
                Tree::Object(old),
                OutValue::Object(new),
            ) if new.iter().any(|(key, _)| node.member(key).is_some()) => {
                let names: HashSet<&str> = new.iter().map(|(key, _)| key.as_str()).collect();
                let gone = old
                    .iter()
                    .filter(|member| !names.contains(member.key.as_ref()))
                    .map(|member| Change::Remove(path::keys(&[&member.key])));
                let set = new
                    .iter()
                    .map(|(key, value)| Change::Set(path::keys(&[key]), value.clone()));
                gone.chain(set).collect()
            }
            _ => return self.replace(id, out, spot),
        };
        let mut plan = Some(EditLayer::Old(node));
        let made = changes
            .iter()
            .try_for_each(|change| layer::make(&mut plan, change));
        match (made, plan) {
            (Ok(()), Some(EditLayer::Inside(branch))) => self.container(&branch, id, node, spot),
            _ => self.replace(id, out, spot),
        }
    }

    fn container(&mut self, branch: &Branch<'_>, id: PartId, node: &Node<'_>, spot: Spot) {
        let part = &self.layout.parts[id];
        match &part.shape {
            Shape::Map(YamlLook::Block, pairs) => self.block_map(branch, id, pairs, node, spot),
            Shape::List(YamlLook::Block, items) => self.block_list(branch, id, items, node, spot),
            Shape::Map(YamlLook::Flow, pairs) if pairs.is_empty() => self.fill(branch, id, spot),
            Shape::List(YamlLook::Flow, items) if items.is_empty() => self.fill(branch, id, spot),
            Shape::Map(YamlLook::Flow, pairs) => self.flow_map(branch, id, pairs, node),
            Shape::List(YamlLook::Flow, items) => self.flow_list(branch, id, items, node),
            Shape::Scalar { .. } => self.fill(branch, id, spot),
            Shape::Map(YamlLook::Bare, _) | Shape::List(YamlLook::Bare, _) | Shape::Alias(_) => {
                // A branch that was only looked at changes nothing.
                if !verify::is_untouched(branch) {
                    self.refuse("a map without braces in a list with brackets cannot be changed");
                }
            }
        }
    }

    /// Puts children into a container that has none.
    fn fill(&mut self, branch: &Branch<'_>, id: PartId, spot: Spot) {
        let node = branch.origin;
        let children = branch
            .kept()
            .into_iter()
            .filter_map(|slot| Some((slot.key, slot.value.fresh()?.into_owned())));
        let value = if branch.is_list() {
            OutValue::Array(children.map(|(_, value)| value).collect())
        } else {
            let members = children.map(|(key, value)| (key.to_owned(), value));
            OutValue::Object(members.collect())
        };
        let out = Out::added(value);
        if !node.is_some_and(|node| verify::says(node, &out)) {
            self.replace(id, &out, spot);
        }
    }

    /// A value for a document that has none: behind its comments, on lines of its own.
    fn document(&mut self, plan: &EditLayer<'_>) {
        let Some(out) = plan.fresh() else { return };
        let mut text = String::new();
        let at = self.layout.end;
        if at > 0 && !self.source.text[..at].ends_with('\n') {
            text.push_str(self.looks.newline);
        }
        self.looks.value(&mut text, &out, 0);
        text.push_str(self.looks.newline);
        self.put(at, at, text);
    }

    fn put(&mut self, start: usize, end: usize, text: String) {
        self.edits.push(Edit {
            span: Span::new(start, end),
            text,
        });
    }

    fn refuse(&mut self, reason: &str) {
        self.refused.get_or_insert_with(|| reason.to_owned());
    }
}
