//! Puts fixes into a text until nothing is left to fix.

pub(crate) mod apart;
mod batch;
mod claim;
mod comments;

use std::collections::HashSet;

pub(crate) use self::comments::spare_comments;

use self::batch::Batch;
use super::engine::Subject;
use super::finding::Finding;
use super::rule::Safety;
use crate::edit::apply;
use crate::syntax::{Document, Node, Span, SpanSet, Tree, parse};

/// Rounds that even the largest file gets. Fixes of one place wait for each other.
const MIN_ROUNDS: usize = 8;

/// Bytes that are read again in all further rounds. A large file in which every fix waits for another is left half fixed,
/// and what is left is still found. A text of a thousand wrong references would need a hundred rounds, each as long as the
/// text.
const MAX_READ: usize = 1 << 20;

/// A file that is much shorter gets no more rounds for that, so that what all rounds cost never grows faster than the file.
const SHORT: usize = 1 << 14;

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
    let mut refused: HashSet<(&'static str, String)> = HashSet::new();
    for _ in 0..rounds(subject.text) {
        let now = Subject {
            text: &state.text,
            bom: subject.bom && !state.plain,
            utf16: subject.utf16 && !state.plain,
            ..*subject
        };
        // Both take as much memory as the file is long, and only a part of the findings is needed.
        let mut findings = find(&now);
        findings.retain(|finding| {
            let fix = finding.fix.as_ref().filter(|_| finding.ignored.is_none());
            fix.is_some_and(|fix| fix.safety <= safety)
        });
        let document = parse(now.text, now.place.language).ok();
        let doubled = Doubled::of(document.as_ref());
        let due: Vec<&Finding> = findings
            .iter()
            .filter(|finding| !finding.span.is_some_and(|span| doubled.spans.holds(span)))
            .filter(|finding| !refused.contains(&(finding.rule.id, finding.pointer.clone())))
            .collect();
        let root = document
            .as_ref()
            .and_then(|document| document.root.as_ref());
        let breaks = |text: &str| match (&document, parse(text, now.place.language)) {
            (Some(_), Ok(after)) => Doubled::of(Some(&after)).count > doubled.count,
            (Some(_), Err(_)) => true,
            (None, _) => false,
        };
        // Where they break the text together, some of them may still be made.
        let mut count = due.len();
        let (batch, text, broken) = loop {
            let batch = Batch::collect(&now, root, &due[..count]);
            let text = apply(now.text, &batch.edits);
            let broken = breaks(&text);
            if !broken || count <= 1 {
                break (batch, text, broken);
            }
            count /= 2;
        };
        // One that cannot be made must not keep the others from being tried.
        let key = |finding: &Finding| (finding.rule.id, finding.pointer.clone());
        refused.extend(batch.refused.iter().map(|finding| key(finding)));
        let stuck = text == now.text && !batch.encoding;
        if stuck || broken {
            let Some(first) = due.first() else { break };
            if batch.refused.is_empty() {
                refused.insert(key(first));
            }
            continue;
        }
        state.done.extend(batch.done);
        state.plain |= batch.encoding;
        state.text = text;
        // What could not be changed may be open to it now: a comment that no editor reads is gone, for one.
        refused.clear();
    }
    (!state.done.is_empty()).then_some(state)
}

/// How often `text` may be read again, so that what all rounds cost grows no faster than the text.
fn rounds(text: &str) -> usize {
    MIN_ROUNDS + MAX_READ / (text.len() + SHORT)
}

/// Members whose key another member of the same object has too.
///
/// A path leads to one of them only, so that a fix of the other would be made in the wrong place, round after round.
struct Doubled {
    /// How many have the key of an earlier one.
    count: usize,
    /// Where they stand.
    spans: SpanSet,
}

impl Doubled {
    fn of(document: Option<&Document<'_>>) -> Self {
        let (mut count, mut spans) = (0, Vec::new());
        if let Some(root) = document.and_then(|document| document.root.as_ref()) {
            look(root, &mut count, &mut spans);
        }
        Self {
            count,
            spans: spans.into_iter().collect(),
        }
    }
}

fn look(node: &Node<'_>, count: &mut usize, spans: &mut Vec<Span>) {
    match &node.value {
        Tree::Array(items) => items.iter().for_each(|item| look(item, count, spans)),
        Tree::Object(members) => {
            let mut seen = HashSet::with_capacity(members.len());
            let mut twice = HashSet::new();
            for member in members {
                if !seen.insert(&*member.key) {
                    *count += 1;
                    twice.insert(&*member.key);
                }
            }
            for member in members {
                if twice.contains(&*member.key) {
                    spans.push(member.key_span.to(member.value.span));
                }
                look(&member.value, count, spans);
            }
        }
        _ => {}
    }
}
