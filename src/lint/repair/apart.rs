//! The edits of many fixes, each on its own. A report shows them beside their findings, and any one may be taken.
//!
//! To work out a fix takes a look at the whole text. Fixes that stay in different parts of it are therefore worked out
//! together, and every edit is given to the fix whose part it lies in; where that cannot be told, they are worked out in
//! smaller groups, and in the end alone.

mod part;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet, VecDeque};

use self::part::PartTree;
use crate::edit::{Change, Edit, Step, edits};
use crate::lint::fix::{Fix, Repair};
use crate::order::Order as _;
use crate::syntax::{Language, Span, Style, parse};

/// A text with fixes that are to be worked out.
pub(crate) struct Patient<'t> {
    pub(crate) text: &'t str,
    pub(crate) language: Language,
    pub(crate) style: &'t Style,
}

/// The number of a fix, and what it changes.
pub(crate) type OwnEdits = (usize, Vec<Edit>);

impl Patient<'_> {
    /// Hands the edits of `fixes` to `take`, group by group; a group's edits do not touch each other. A fix that cannot be
    /// made has none.
    ///
    /// Every group costs the length of the text out of `allowance`. What that is not enough for is never handed over.
    pub(crate) fn each(
        &self,
        fixes: &[&Fix],
        allowance: &mut usize,
        take: &mut dyn FnMut(Vec<OwnEdits>),
    ) {
        let document = parse(self.text, self.language).ok();
        let root = document.as_ref().and_then(|it| it.root.as_ref());
        let whole = Span::new(0, self.text.len());
        let mut tree = PartTree::new(root, whole);
        let part = |fix: &&Fix| part_of(fix, &mut tree).unwrap_or(whole);
        let parts: Vec<Span> = fixes.iter().map(part).collect();
        let mut key = |fix: usize| renamed(fixes[fix]).and_then(|(path, _)| tree.key(path));
        let followers = self.alike(fixes);
        let follow: HashSet<usize> = followers.values().flatten().copied().collect();
        let placed = |fix: usize| Placed {
            fix,
            part: parts[fix],
        };
        let leaders = (0..fixes.len()).filter(|fix| !follow.contains(fix));
        let mut groups = groups(leaders.map(placed).collect());
        // The largest first: it is better to leave out the few that need the whole text each.
        groups.order_by_key(|group| Reverse(group.len()));
        let mut groups = VecDeque::from(groups);
        let mut spelled: Vec<OwnEdits> = Vec::new();
        while let Some(group) = groups.pop_front() {
            let Some(left) = allowance.checked_sub(self.text.len()) else {
                break;
            };
            *allowance = left;
            let made = match self.together(fixes, &group) {
                Ok(made) => made,
                // They come after all others, since there is no telling how many more they become.
                Err(smaller) => {
                    groups.extend(smaller);
                    continue;
                }
            };
            for (leader, edits) in &made {
                for &fix in followers.get(leader).into_iter().flatten() {
                    let text = match &edits[..] {
                        [edit] if Some(edit.span) == key(*leader) => Some(edit.text.clone()),
                        _ => None,
                    };
                    match key(fix).zip(text) {
                        Some((span, text)) => spelled.push((fix, vec![Edit { span, text }])),
                        None => groups.push_back(vec![placed(fix)]),
                    }
                }
            }
            take(made);
        }
        if !spelled.is_empty() {
            take(spelled);
        }
    }

    /// Fixes that only give a member the same new name as another fix gives to a member beside it. They cannot be made
    /// together, but a name is spelled the same in both places, at least in JSON; elsewhere it may stand in several.
    fn alike(&self, fixes: &[&Fix]) -> BTreeMap<usize, Vec<usize>> {
        let mut leaders: BTreeMap<(&[Step], &str), usize> = BTreeMap::new();
        let mut followers: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (fix, it) in fixes.iter().enumerate() {
            if let Some((path, name)) = renamed(it).filter(|_| self.language == Language::Json)
                && let Some((_, above)) = path.split_last()
            {
                let leader = *leaders.entry((above, name)).or_insert(fix);
                if leader != fix {
                    followers.entry(leader).or_default().push(fix);
                }
            }
        }
        followers
    }

    /// The edits of each fix in `group`.
    ///
    /// # Errors
    /// Smaller groups to try instead.
    fn together(
        &self,
        fixes: &[&Fix],
        group: &[Placed],
    ) -> Result<Vec<OwnEdits>, Vec<Vec<Placed>>> {
        if let [only] = group {
            let edits = fixes[only.fix].edits(self.text, self.language, self.style);
            return Ok(vec![(only.fix, edits.unwrap_or_default())]);
        }
        let (mut changes, mut owners): (Vec<Change>, Vec<usize>) = (Vec::new(), Vec::new());
        let mut all: Vec<Edit> = Vec::new();
        for (at, it) in group.iter().enumerate() {
            match &fixes[it.fix].repair {
                Repair::Changes(own) => {
                    changes.extend_from_slice(own);
                    owners.resize(changes.len(), at);
                }
                Repair::Edits(own) => all.extend_from_slice(own),
                Repair::Encoding => {}
            }
        }
        if !changes.is_empty() {
            match edits(self.text, self.language, &changes, self.style) {
                Ok(made) => all.extend(made),
                Err(refused) => {
                    let bad: HashSet<usize> =
                        refused.changes.iter().map(|at| owners[*at]).collect();
                    return Err(without(group, &bad));
                }
            }
        }
        let mut own: Vec<OwnEdits> = group.iter().map(|it| (it.fix, Vec::new())).collect();
        for edit in all {
            let at = group.partition_point(|it| it.part.end < edit.span.start);
            match group.get(at) {
                Some(it) if it.part.contains(edit.span) => own[at].1.push(edit),
                _ => return Err(halves(group)),
            }
        }
        Ok(own)
    }
}

/// Puts fixes together that stay in different parts of the text, into as few groups as possible.
fn groups(mut placed: Vec<Placed>) -> Vec<Vec<Placed>> {
    placed.order_by_key(|it| (it.part.start, it.part.end));
    let mut groups: Vec<Vec<Placed>> = Vec::new();
    // Where each group ends so far, the first end first.
    let mut ends: BinaryHeap<Reverse<(u32, usize)>> = BinaryHeap::new();
    for it in placed {
        let first = ends.peek().map(|Reverse(first)| *first);
        let at = match first.filter(|(end, _)| *end < it.part.start) {
            Some((_, at)) => {
                ends.pop();
                at
            }
            None => {
                groups.push(Vec::new());
                groups.len() - 1
            }
        };
        ends.push(Reverse((it.part.end, at)));
        groups[at].push(it);
    }
    groups
}

/// A fix, by its number, and the part of the text it stays in.
#[derive(Clone, Copy)]
struct Placed {
    fix: usize,
    part: Span,
}

/// The path of the member that a fix gives another name, and the name, if it does nothing else.
fn renamed(fix: &Fix) -> Option<(&[Step], &str)> {
    match &fix.repair {
        Repair::Changes(changes) => match &changes[..] {
            [Change::Rename(path, name)] => Some((path, name)),
            _ => None,
        },
        _ => None,
    }
}

/// The part of the text that a fix stays in; nothing for one that changes no text.
fn part_of(fix: &Fix, parts: &mut PartTree<'_>) -> Option<Span> {
    let spans: Vec<Span> = match &fix.repair {
        Repair::Changes(changes) => changes.iter().map(|change| parts.of(change)).collect(),
        Repair::Edits(edits) => edits.iter().map(|edit| edit.span).collect(),
        Repair::Encoding => Vec::new(),
    };
    spans.into_iter().reduce(Span::to)
}

/// The group without those that cannot be made with the others, and each of these alone.
fn without(group: &[Placed], bad: &HashSet<usize>) -> Vec<Vec<Placed>> {
    if bad.is_empty() {
        return halves(group);
    }
    let (mut good, mut groups) = (Vec::new(), Vec::new());
    for (at, it) in group.iter().enumerate() {
        if bad.contains(&at) {
            groups.push(vec![*it]);
        } else {
            good.push(*it);
        }
    }
    if !good.is_empty() {
        groups.push(good);
    }
    groups
}

fn halves(group: &[Placed]) -> Vec<Vec<Placed>> {
    let (first, second) = group.split_at(group.len() / 2);
    vec![first.to_vec(), second.to_vec()]
}

#[cfg(test)]
mod tests;
