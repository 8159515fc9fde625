//! Puts repairs into a text until nothing is left to repair.

use std::collections::HashSet;

use super::engine::Subject;
use super::finding::Finding;
use super::fix::Repair;
use super::rule::Safety;
use crate::edit::{Edit, apply};
use crate::syntax::{Node, Value, parse};

/// More rounds than any real file needs. Notes about commas and comments come one at a time.
const MAX_ROUNDS: usize = 200;

/// A text after its repair.
#[derive(Debug)]
pub struct Repaired {
    /// The text.
    pub text: String,
    /// It is to be written without a byte-order mark, as UTF-8.
    pub plain: bool,
    /// What was done: the rule and the title of the repair, in order.
    pub done: Vec<(&'static str, String)>,
}

/// Repairs what `find` finds in `subject`, and in what becomes of it, as far as `safety` allows; nothing if there is
/// nothing to repair.
///
/// The result can be parsed if the text could, and a repair that would break it is left out.
#[must_use]
pub fn repair(
    subject: &Subject<'_>,
    safety: Safety,
    find: &dyn Fn(&Subject<'_>) -> Vec<Finding>,
) -> Option<Repaired> {
    let mut state = Repaired {
        text: subject.text.to_owned(),
        plain: false,
        done: Vec::new(),
    };
    let mut refused: Vec<(&'static str, String)> = Vec::new();
    for _ in 0..MAX_ROUNDS {
        let now = Subject {
            text: &state.text,
            bom: subject.bom && !state.plain,
            utf16: subject.utf16 && !state.plain,
            ..*subject
        };
        let findings = find(&now);
        let due = findings
            .iter()
            .filter(|finding| finding.ignored.is_none())
            .filter(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safety <= safety));
        let due: Vec<&Finding> = due
            .filter(|finding| {
                !refused
                    .iter()
                    .any(|(rule, at)| (*rule, at) == (finding.rule.id, &finding.pointer))
            })
            .collect();
        let mut batch = Batch::collect(&now, &due);
        if batch.is_empty() {
            break;
        }
        let mut text = apply(&state.text, &batch.edits);
        if breaks(subject, &state.text, &text) && batch.done.len() > 1 {
            batch = Batch::collect(&now, &due[..1]);
            text = apply(&state.text, &batch.edits);
        }
        let stuck = text == state.text && !batch.encoding;
        if stuck || breaks(subject, &state.text, &text) {
            refused.extend(
                due.iter()
                    .take(1)
                    .map(|finding| (finding.rule.id, finding.pointer.clone())),
            );
            continue;
        }
        state.plain |= batch.encoding;
        state.text = text;
        state.done.append(&mut batch.done);
    }
    (!state.done.is_empty()).then_some(state)
}

/// Repairs that do not get in each other's way.
#[derive(Default)]
struct Batch {
    edits: Vec<Edit>,
    encoding: bool,
    done: Vec<(&'static str, String)>,
}

impl Batch {
    fn collect(subject: &Subject<'_>, due: &[&Finding]) -> Self {
        let mut batch = Self::default();
        for finding in due {
            let Some(fix) = &finding.fix else { continue };
            let encoding = matches!(fix.repair, Repair::Encoding);
            let Ok(edits) = fix.edits(subject.text, subject.place.language, &subject.host.style)
            else {
                continue;
            };
            // Two repairs at one place wait for each other, also if both only add there.
            let meet =
                |a: &Edit, b: &Edit| a.span.start <= b.span.end && b.span.start <= a.span.end;
            if (edits.is_empty() && !encoding)
                || edits
                    .iter()
                    .any(|edit| batch.edits.iter().any(|other| meet(edit, other)))
            {
                continue;
            }
            batch.encoding |= encoding;
            batch.edits.extend(edits);
            batch.done.push((finding.rule.id, fix.title.clone()));
        }
        batch
    }

    fn is_empty(&self) -> bool {
        self.done.is_empty()
    }
}

/// Whether a text is worse than it was: it cannot be parsed any more, or has one more key twice.
fn breaks(subject: &Subject<'_>, before: &str, after: &str) -> bool {
    let doubles = |text: &str| {
        parse(text, subject.place.language)
            .ok()
            .map(|document| document.root.as_ref().map_or(0, doubles))
    };
    match (doubles(before), doubles(after)) {
        (Some(before), Some(after)) => after > before,
        (before, after) => before.is_some() && after.is_none(),
    }
}

/// How many members have the key of an earlier one.
fn doubles(node: &Node<'_>) -> usize {
    match &node.value {
        Value::Array(items) => items.iter().map(doubles).sum(),
        Value::Object(members) => {
            let mut seen = HashSet::new();
            members
                .iter()
                .map(|member| usize::from(!seen.insert(&*member.key)) + doubles(&member.value))
                .sum()
        }
        _ => 0,
    }
}
