//! Servers that say that they are disabled, in words that their host does not know. They run nowhere as long as something
//! else is wrong with them, and what mends that is left to a person.

use std::collections::BTreeSet;

use super::file::{File, LintServer};
use super::finding::Finding;
use super::fix::{Fix, Repair};
use super::rule::{Group, Safety};
use super::rules::says_off;
use crate::diagnostic::Level;
use crate::edit::{Change, Step};
use crate::model::Slot;
use crate::syntax::{Span, SpanSet};

/// Takes fixes that may start such a server for unsafe, whichever rule they are of.
pub(super) fn spare_disabled(file: &File<'_>, findings: &mut [Finding]) {
    let is_safe = |fix: &Fix| fix.safety == Safety::Safe;
    let mut fixes = findings.iter().filter_map(|finding| finding.fix.as_ref());
    if !fixes.any(is_safe) {
        return;
    }
    let mut asleep = Asleep::default();
    let servers = file.servers.iter().chain(&file.strays);
    servers.for_each(|server| asleep.look(file, server));
    if asleep.servers.is_empty() {
        return;
    }
    let spans: SpanSet = asleep.spans.iter().copied().collect();
    for finding in findings {
        // The word itself may get the name that it has here, and then it is heeded.
        let own = finding
            .span
            .is_some_and(|span| asleep.words.contains(&span));
        // A text that its host cannot read starts nothing.
        let unread = finding.rule.group == Group::Syntax && finding.level == Level::Error;
        let wakes = |fix: &Fix| unread || asleep.is_touched(fix, &spans);
        if !own && finding.fix.as_ref().is_some_and(wakes) {
            finding.fix = finding.fix.take().map(Fix::doubtful);
        }
    }
}

#[derive(Default)]
struct Asleep {
    /// Where the words stand.
    words: BTreeSet<Span>,
    /// The servers, by their bytes.
    spans: Vec<Span>,
    /// The same, by their paths.
    servers: BTreeSet<Vec<Step>>,
    /// What is around them.
    around: BTreeSet<Vec<Step>>,
}

impl Asleep {
    fn look(&mut self, file: &File<'_>, server: &LintServer<'_>) {
        let fields = server.fields.iter();
        let enabled = fields.filter(|at| at.slot == Some(Slot::Enabled));
        let (known, foreign): (Vec<_>, Vec<_>) = enabled.partition(|at| at.field.is_some());
        let off = foreign.iter().filter(|at| says_off(file.host, at));
        let words: Vec<Span> = off.map(|at| at.member.key_span).collect();
        // What the host's own field says counts.
        if words.is_empty() || !known.is_empty() {
            return;
        }
        self.words.extend(words);
        self.spans.push(server.name_span.to(server.entry.span));
        let path = file.path_of(server.entry.span);
        for end in 0..path.len() {
            self.around.insert(path[..end].to_vec());
        }
        self.servers.insert(path);
    }

    /// Whether a fix changes one of the servers, or something around them.
    fn is_touched(&self, fix: &Fix, spans: &SpanSet) -> bool {
        match &fix.repair {
            Repair::Changes(changes) => changes.iter().any(|change| {
                let (Change::Set(path, _)
                | Change::Insert(path, _)
                | Change::Remove(path)
                | Change::Rename(path, _)) = change;
                let within = || (1..=path.len()).any(|end| self.servers.contains(&path[..end]));
                self.around.contains(path) || within()
            }),
            Repair::Edits(edits) => {
                let all = edits.iter().map(|edit| edit.span).reduce(Span::to);
                all.is_some_and(|all| spans.meets(all))
            }
            Repair::Encoding => false,
        }
    }
}
