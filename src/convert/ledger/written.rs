//! Where the leaves of one server went.

use super::{Class, Fate, reason, same_leaf};
use crate::convert::adapt::Adapted;
use crate::host::{Loss, Out};
use crate::syntax::path::push_pointer;
use crate::syntax::{Node, Span, Step};

/// A leaf: where its source starts, its path in the server, its value, and its pointer where that is asked for.
type Leaf<'a> = (u32, Vec<Step<&'a str>>, &'a Out, Option<String>);

/// Where the leaves of one server went.
pub(super) struct Written<'a> {
    /// Where a source leaf starts, and a place of the output it is in.
    places: Vec<Leaf<'a>>,
    adapted: &'a Adapted,
    base: Option<String>,
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
        places.sort_by_key(|(start, ..)| *start);
        Self {
            places,
            adapted,
            base,
        }
    }

    fn of(&self, start: u32) -> &[Leaf<'a>] {
        let first = self.places.partition_point(|(at, ..)| *at < start);
        let last = self.places.partition_point(|(at, ..)| *at <= start);
        &self.places[first..last]
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
        self.adapted
            .losses
            .iter()
            .find(|loss| loss.leaves.contains(&span))
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
        if let Some((_, main)) = server.riders.iter().find(|(rider, _)| *rider == span) {
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
        if server.implied.contains(&span) || server.transport_span == Some(span) {
            return Some(Fate::plain(Class::Implied));
        }
        if let Some(loss) = loss.or_else(|| {
            self.adapted
                .losses
                .iter()
                .find(|loss| loss.leaves.iter().any(|leaf| leaf.contains(span)))
        }) {
            return Some(Fate::dropped(Some(loss.kind.rule()), loss.message.clone()));
        }
        let field = server
            .ignored
            .iter()
            .find(|field| field.span.contains(span))?;
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
