//! Where the leaves of one server went.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::{Class, Fate, reason, same_leaf};
use crate::convert::adapt::Adapted;
use crate::host::{Loss, Out};
use crate::order::Order as _;
use crate::syntax::path::push_pointer;
use crate::syntax::{Node, Span, Step};

/// A leaf: where its source starts, its path in the server, its value, and its pointer where that is asked for.
type Leaf<'a> = (u32, Vec<Step<&'a str>>, &'a Out, Option<String>);

/// More places of one leaf are not told: an anchor of YAML may be meant in as many places as a file has lines, and each of
/// them is a leaf with all these places.
const MAX_PLACES: usize = 64;

/// Where the leaves of one server went.
pub(super) struct Written<'a> {
    /// Where a source leaf starts, and a place of the output it is in.
    places: Vec<Leaf<'a>>,
    adapted: &'a Adapted,
    base: Option<String>,
    /// Every leaf that was lost, with the first loss that says so.
    lost: HashMap<Span, usize>,
    /// The losses by the spans that they are about.
    losses: Holders,
    /// The fields that no host reads.
    ignored: Holders,
    implied: HashSet<Span>,
    /// What says something about another field, and that one.
    riders: HashMap<Span, Span>,
}

/// Spans of one document, each within another or apart from it, with a number each.
///
/// A server may have as many fields as a file has bytes, so none of them is looked for among all.
struct Holders {
    /// In order, an outer one before those in it: the span, the lowest number of it and all around it, the next around it.
    spans: Vec<(Span, usize, Option<usize>)>,
}

impl Holders {
    fn new(spans: impl Iterator<Item = (Span, usize)>) -> Self {
        let mut sorted: Vec<(Span, usize)> = spans.collect();
        sorted.order_by_key(|(span, number)| (span.start, Reverse(span.end), *number));
        sorted.dedup_by_key(|(span, _)| *span);
        let mut spans: Vec<(Span, usize, Option<usize>)> = Vec::with_capacity(sorted.len());
        let mut around: Vec<usize> = Vec::new();
        for (span, number) in sorted {
            while around.pop_if(|at| !spans[*at].0.contains(span)).is_some() {}
            let outer = around.last().copied();
            let lowest = outer.map_or(number, |at| number.min(spans[at].1));
            around.push(spans.len());
            spans.push((span, lowest, outer));
        }
        Self { spans }
    }

    /// The lowest number of those that hold `span`, which is not empty.
    fn first(&self, span: Span) -> Option<usize> {
        let behind = self
            .spans
            .partition_point(|(each, ..)| each.start <= span.start);
        let mut at = behind.checked_sub(1);
        while let Some((each, lowest, outer)) = at.map(|at| self.spans[at]) {
            if each.contains(span) {
                return Some(lowest);
            }
            at = outer;
        }
        None
    }
}

impl<'a> Written<'a> {
    pub(super) fn new(adapted: &'a Adapted, base: Option<String>) -> Self {
        let mut places = Vec::new();
        adapted.out.leaves(&mut Vec::new(), &mut |path, out| {
            for span in &out.from {
                places.push((span.start, path.to_vec(), out, None));
            }
        });
        for (pointer, out) in &adapted.outside {
            for span in &out.from {
                places.push((span.start, Vec::new(), out, Some(pointer.clone())));
            }
        }
        places.order_by_key(|(start, ..)| *start);
        let leaves = || {
            let losses = adapted.losses.iter().enumerate();
            losses.flat_map(|(at, loss)| loss.leaves.iter().map(move |leaf| (*leaf, at)))
        };
        let mut lost = HashMap::new();
        leaves().for_each(|(leaf, at)| {
            lost.entry(leaf).or_insert(at);
        });
        let server = &adapted.server;
        let mut riders = HashMap::new();
        for (rider, main) in &server.riders {
            riders.entry(*rider).or_insert(*main);
        }
        let fields = server.ignored.iter().enumerate();
        Self {
            places,
            adapted,
            base,
            lost,
            losses: Holders::new(leaves()),
            ignored: Holders::new(fields.map(|(at, field)| (field.span, at))),
            implied: server.implied.iter().copied().collect(),
            riders,
        }
    }

    /// The places of what starts there.
    fn of(&self, start: u32) -> &[Leaf<'a>] {
        let first = self.places.partition_point(|(at, ..)| *at < start);
        let last = self.places.partition_point(|(at, ..)| *at <= start);
        &self.places[first..last.min(first + MAX_PLACES)]
    }

    fn targets(&self, start: u32) -> Vec<String> {
        let Some(base) = &self.base else {
            return Vec::new();
        };
        self.of(start)
            .iter()
            .map(|(_, path, _, outside)| {
                let mut target = outside.clone().unwrap_or_else(|| base.clone());
                push_pointer(&mut target, path);
                target
            })
            .collect()
    }

    fn loss(&self, span: Span) -> Option<&'a Loss> {
        self.lost.get(&span).map(|at| &self.adapted.losses[*at])
    }

    /// The fate of a source leaf, if anything was said about it.
    pub(super) fn fate(&self, path: &[Step<&str>], node: &Node<'_>) -> Option<Fate> {
        let server = &self.adapted.server;
        let span = node.span;
        let places = self.of(span.start);
        let loss = self.loss(span);
        let told = |class| Fate {
            class,
            targets: self.targets(span.start),
            rule: loss.map(|loss| loss.kind.rule()),
            reason: loss.map(|loss| loss.message.clone()),
        };
        if !places.is_empty() {
            let class = if self.adapted.expanded.contains(&span) {
                Class::Expanded
            } else if places.iter().any(|(_, _, out, _)| out.moved) {
                Class::Moved
            } else if !places.iter().any(|(_, _, out, _)| same_leaf(node, out)) || places.len() > 1
            {
                Class::Rewritten
            } else if places.iter().any(|(_, place, ..)| same_path(place, path)) {
                Class::Kept
            } else {
                Class::Renamed
            };
            return Some(told(class));
        }
        if let Some(main) = self.riders.get(&span) {
            let main_places = self.of(main.start);
            if !main_places.is_empty() {
                return Some(Fate {
                    class: Class::Rewritten,
                    targets: self.targets(main.start),
                    rule: None,
                    reason: None,
                });
            }
            let loss = self.loss(*main);
            return Some(Fate::dropped(
                loss.map(|loss| loss.kind.rule()),
                loss.map_or("it belongs to a field that is dropped", |loss| {
                    &loss.message
                }),
            ));
        }
        if self.implied.contains(&span) || server.transport_span == Some(span) {
            return Some(Fate::plain(Class::Implied));
        }
        let around = || {
            let at = self.losses.first(span)?;
            Some(&self.adapted.losses[at])
        };
        if let Some(loss) = loss.or_else(around) {
            return Some(Fate::dropped(Some(loss.kind.rule()), loss.message.clone()));
        }
        let field = &server.ignored[self.ignored.first(span)?];
        Some(Fate::dropped(
            Some("conversion-field-dropped"),
            reason(field.reason),
        ))
    }

    /// The name of a server in a list is a leaf; elsewhere it is the key.
    pub(super) fn name_fate(&self, name: &str, node: &Node<'_>) -> Fate {
        let class = if node.as_str() == Some(name) {
            Class::Kept
        } else {
            Class::Rewritten
        };
        Fate {
            targets: self.base.iter().cloned().collect(),
            ..Fate::plain(class)
        }
    }

    /// Leaves outside the server's own entry that it made use of.
    pub(super) fn outside(&self, adapted: &Adapted) -> Vec<(u32, Fate)> {
        let own = adapted.server.span;
        let mut fates: Vec<(u32, Fate)> = Vec::new();
        for (start, _, out, _) in self
            .places
            .iter()
            .filter(|(start, ..)| !(own.start..own.end).contains(start))
        {
            let class = if out.moved {
                Class::Kept
            } else {
                Class::Rewritten
            };
            fates.push((
                *start,
                Fate {
                    targets: self.targets(*start),
                    ..Fate::plain(class)
                },
            ));
        }
        fates.extend(
            adapted
                .server
                .implied
                .iter()
                .filter(|span| !own.contains(**span))
                .map(|span| (span.start, Fate::plain(Class::Implied))),
        );
        for loss in &adapted.losses {
            let outside = loss
                .leaves
                .iter()
                .filter(|span| !own.contains(**span) && self.of(span.start).is_empty());
            fates.extend(outside.map(|span| {
                (
                    span.start,
                    Fate::dropped(Some(loss.kind.rule()), loss.message.clone()),
                )
            }));
        }
        fates
    }
}

/// Whether two paths lead to the same field; the position in a list does not matter.
fn same_path(a: &[Step<&str>], b: &[Step<&str>]) -> bool {
    a.len() == b.len()
        && a.iter().zip(b).all(|pair| match pair {
            (Step::Key(a), Step::Key(b)) => a == b,
            (Step::Index(_), Step::Index(_)) => true,
            _ => false,
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Spans as a tree has them: halves of halves, some of them, each with a number.
    fn spans(mask: u32) -> Vec<Span> {
        let mut list = Vec::new();
        let mut open = vec![(0usize, 16usize)];
        let mut bit = 0;
        while let Some((start, end)) = open.pop() {
            if mask >> (bit % 32) & 1 == 1 {
                list.push(Span::new(start, end));
            }
            bit += 1;
            if end - start > 1 {
                let middle = start.midpoint(end);
                open.extend([(start, middle), (middle, end)]);
            }
        }
        list
    }

    proptest! {
        #[test]
        fn the_first_that_holds_a_span_is_the_one_a_search_finds(mask: u32, start in 0usize..16, length in 1usize..8, turn in 0usize..31) {
            let mut list = spans(mask);
            let by = turn % list.len().max(1);
            list.rotate_left(by);
            let holders = Holders::new(list.iter().enumerate().map(|(at, span)| (*span, at)));
            let span = Span::new(start, (start + length).min(16));
            // Spans of one document do not cross.
            prop_assume!(list.iter().all(|each| each.contains(span) || span.contains(*each) || each.end <= span.start || span.end <= each.start));
            prop_assert_eq!(holders.first(span), list.iter().position(|each| each.contains(span)));
        }
    }
}
