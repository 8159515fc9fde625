//! Fixes that are made together. Everything here is one walk over the text and one over the fixes, however many there are.

use std::collections::{BTreeMap, HashSet};

use super::claim::Claims;
use crate::edit::{Change, Edit, Step, edits};
use crate::lint::engine::Subject;
use crate::lint::finding::Finding;
use crate::lint::fix::Repair;
use crate::order::Order as _;
use crate::syntax::{Node, Span};

/// Fixes that do not get in each other's way.
#[derive(Default)]
pub(super) struct Batch<'f> {
    pub(super) edits: Vec<Edit>,
    /// The file becomes plain UTF-8.
    pub(super) encoding: bool,
    /// The rules and titles of the fixes that were made.
    pub(super) done: Vec<(&'static str, String)>,
    /// Findings whose fixes cannot be made.
    pub(super) refused: Vec<&'f Finding>,
}

impl<'f> Batch<'f> {
    /// The fixes of `due` that can be made at once; of two that meet, the first.
    pub(super) fn collect(
        subject: &Subject<'_>,
        root: Option<&Node<'_>>,
        due: &[&'f Finding],
    ) -> Self {
        let mut batch = Self::default();
        let mut made = vec![false; due.len()];
        let mut tree = claimed(root, due);
        batch.edits = batch.changes(subject, due, &mut tree);
        for at in tree {
            made[at] = true;
        }
        let mut taken: BTreeMap<u32, u32> = spans(&batch.edits).collect();
        for (at, finding) in due.iter().enumerate() {
            match finding.fix.as_ref().map(|fix| &fix.repair) {
                Some(Repair::Encoding) => (batch.encoding, made[at]) = (true, true),
                Some(Repair::Edits(edits))
                    if !edits.is_empty() && !edits.iter().any(|edit| meets(&taken, edit.span)) =>
                {
                    made[at] = true;
                    taken.extend(spans(edits));
                    batch.edits.extend_from_slice(edits);
                }
                _ => {}
            }
        }
        let made = due.iter().zip(made).filter(|(_, made)| *made);
        batch.done = made
            .filter_map(|(finding, _)| Some((finding.rule.id, finding.fix.as_ref()?.title.clone())))
            .collect();
        batch
    }

    /// The edits of the fixes `tree` of `due`, which change values of the tree. Those that cannot be made leave the list.
    fn changes(
        &mut self,
        subject: &Subject<'_>,
        due: &[&'f Finding],
        tree: &mut Vec<usize>,
    ) -> Vec<Edit> {
        while !tree.is_empty() {
            let (changes, owners) = in_order(due, tree);
            let style = &subject.host.style;
            let refused = match edits(subject.text, subject.place.language, &changes, style) {
                Ok(edits) => return edits,
                Err(refused) => refused,
            };
            let bad: HashSet<usize> = refused.changes.iter().map(|at| owners[*at]).collect();
            if bad.is_empty() && tree.len() > 1 {
                // It is not known which of them spoils the whole.
                tree.truncate(tree.len() / 2);
                continue;
            }
            let is_bad = |at: &usize| bad.is_empty() || bad.contains(at);
            self.refused
                .extend(tree.iter().filter(|at| is_bad(at)).map(|at| due[*at]));
            tree.retain(|at| !is_bad(at));
        }
        Vec::new()
    }
}

/// The fixes of `due` that change values of the tree and do not get in each other's way.
fn claimed(root: Option<&Node<'_>>, due: &[&Finding]) -> Vec<usize> {
    let mut claims = Claims::new(root);
    let free = |(at, finding): (usize, &&Finding)| match &finding.fix.as_ref()?.repair {
        Repair::Changes(changes) if !changes.is_empty() => claims.take(changes).then_some(at),
        _ => None,
    };
    due.iter().enumerate().filter_map(free).collect()
}

/// The changes of the fixes `tree` of `due`, and whose each of them is.
///
/// Every fix counts items as they are in the text, so that those which are added to a list all have the number of the first.
/// Removed ones would move those after them, so they go last, from the end
/// of their list on; where a fix does more with a list, [`Claims`] has left it the list alone.
fn in_order(due: &[&Finding], tree: &[usize]) -> (Vec<Change>, Vec<usize>) {
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let mut added: BTreeMap<&[Step], usize> = BTreeMap::new();
    for &at in tree {
        let Some(Repair::Changes(changes)) = due[at].fix.as_ref().map(|fix| &fix.repair) else {
            continue;
        };
        let lone = changes.len() == 1;
        for change in changes {
            match change {
                Change::Remove(path) if lone && matches!(path.last(), Some(Step::Index(_))) => {
                    last.push(((path, change.clone()), at));
                }
                Change::Set(path, item) if lone => {
                    let before = added.entry(path).or_default();
                    let mut path = path.clone();
                    if let Some(Step::Index(index)) = path.last_mut() {
                        *index += *before;
                    }
                    *before += 1;
                    first.push((Change::Set(path, item.clone()), at));
                }
                _ => first.push((change.clone(), at)),
            }
        }
    }
    last.order_by(|((a, _), _), ((b, _), _)| b.cmp(a));
    let last = last.into_iter().map(|((_, change), at)| (change, at));
    first.into_iter().chain(last).unzip()
}

fn spans(edits: &[Edit]) -> impl Iterator<Item = (u32, u32)> {
    edits.iter().map(|edit| (edit.span.start, edit.span.end))
}

/// Whether `span` touches one of the spans that are `taken`, none of which touches another.
fn meets(taken: &BTreeMap<u32, u32>, span: Span) -> bool {
    let before = taken.range(..=span.end).next_back();
    before.is_some_and(|(_, end)| *end >= span.start)
}
