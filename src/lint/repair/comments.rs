//! Fixes that would take a comment with them. Whoever wrote it should see that go, so none of them is safe.
//!
//! Rules say what becomes of values, and only the edits tell what else goes: the comment behind an entry, or in a table
//! that is empty now. So this looks at the edits, whatever rule and language they come from.

use super::apart::Patient;
use super::rounds;
use crate::edit::Edit;
use crate::lint::engine::Subject;
use crate::lint::finding::Finding;
use crate::lint::fix::Fix;
use crate::lint::rule::Safety;
use crate::syntax::{Span, comments};

/// Makes the safe fixes unsafe that delete a comment of `subject`.
///
/// One whose edits would take too long to work out counts as one that does.
pub(crate) fn spare_comments(subject: &Subject<'_>, findings: &mut [Finding]) {
    let is_safe = |fix: &Fix| fix.safety == Safety::Safe;
    let safe = || findings.iter().filter_map(|finding| finding.fix.as_ref());
    let fixes: Vec<&Fix> = safe().filter(|fix| is_safe(fix)).collect();
    if fixes.is_empty() {
        return;
    }
    let comments = comments(subject.text, subject.place.language);
    if comments.is_empty() {
        return;
    }
    let patient = Patient {
        text: subject.text,
        language: subject.place.language,
        style: &subject.host.style,
    };
    let mut spared = vec![false; fixes.len()];
    let mut allowance = rounds(subject.text) * subject.text.len();
    patient.each(&fixes, &mut allowance, &mut |group| {
        for (fix, edits) in group {
            spared[fix] = !edits
                .iter()
                .any(|edit| deletes(subject.text, edit, &comments));
        }
    });
    let all = findings.iter_mut().filter_map(|it| it.fix.as_mut());
    for (fix, spared) in all.filter(|fix| is_safe(fix)).zip(spared) {
        if !spared {
            fix.safety = Safety::Unsafe;
            fix.title.push_str(" (deletes a comment)");
        }
    }
}

/// Whether `edit` leaves nothing of one of the `comments`, which are in order, or only a part of it.
fn deletes(text: &str, edit: &Edit, comments: &[Span]) -> bool {
    let first = comments.partition_point(|comment| comment.end <= edit.span.start);
    comments[first..]
        .iter()
        .take_while(|comment| comment.start < edit.span.end)
        // Some edits write anew what stands between the values that change.
        .any(|comment| !edit.text.contains(&text[comment.range()]))
}
