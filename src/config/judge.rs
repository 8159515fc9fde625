//! What a configuration makes of findings: their levels, and which of them do not count.

use super::comment;
use super::settings::{Preset, Settings};
use crate::diagnostic::Level;
use crate::glob::is_plain;
use crate::lint::{By, Finding, Ignored, Rule, Subject, rules};
use crate::order::Order as _;
use crate::syntax::Span;

/// A file whose findings are judged.
#[derive(Clone, Copy, Debug)]
pub struct LintedFile<'a> {
    /// Its path from the folder of the configuration on, with `/`.
    pub path: &'a str,
    /// What was linted.
    pub subject: &'a Subject<'a>,
    /// It could be parsed. If not, nobody knows what else would have been found in it, and no ignore is called unused.
    pub read: bool,
    /// Findings may be ignored at all.
    pub ignores: bool,
}

/// Which ignores of a configuration came to something, in one file or, merged, in all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// A file was linted that the ignore is about.
    pub(super) files: Vec<bool>,
    /// There was a finding that it is about.
    pub(super) findings: Vec<bool>,
}

impl Used {
    /// Adds what another file used.
    pub fn merge(&mut self, other: &Self) {
        let join = |mine: &mut Vec<bool>, theirs: &[bool]| {
            mine.resize(mine.len().max(theirs.len()), false);
            mine.iter_mut()
                .zip(theirs)
                .for_each(|(mine, theirs)| *mine |= theirs);
        };
        join(&mut self.files, &other.files);
        join(&mut self.findings, &other.findings);
    }
}

impl Settings {
    /// The level of a finding; nothing if its rule is off.
    #[must_use]
    pub fn level(&self, finding: &Finding) -> Option<Level> {
        let Rule {
            id, strict, locked, ..
        } = *finding.rule;
        if let Some((_, level)) = self.rules.iter().find(|(rule, _)| rule.id == id) {
            return *level;
        }
        let raised = match self.preset {
            Preset::Default => None,
            Preset::Strict => strict,
            Preset::Locked => locked.or(strict),
        };
        // What the host makes worse stays as bad as it is.
        Some(
            raised
                .filter(|_| !finding.kept)
                .map_or(finding.level, |level| level.max(finding.level)),
        )
    }

    /// Puts the findings of a file on their levels, drops those of rules that are off, marks those that do not count, and
    /// adds what is wrong with the comments that say so.
    ///
    /// All findings of the file must be there, also those that came of comparing it with others.
    pub fn judge(&self, target: &LintedFile<'_>, findings: &mut Vec<Finding>) -> Used {
        let files = self.ignores.about(target.path);
        let mut used = Used {
            findings: vec![false; files.len()],
            files,
        };
        let added = self.comments(target, findings);
        if !added.is_empty() {
            findings.extend(added.into_iter().map(|finding| Finding {
                source: target.subject.source,
                ..finding
            }));
            findings.order_by_key(|finding| finding.span.map(|span| (span.start, span.end)));
        }
        findings.retain_mut(|finding| match self.level(finding) {
            Some(level) => {
                finding.level = level;
                self.ignore(finding, target, &mut used);
                true
            }
            None => false,
        });
        if !target.read {
            used.findings
                .iter_mut()
                .zip(&used.files)
                .for_each(|(used, about)| *used |= about);
        }
        used
    }

    /// Marks what comments in the file itself are about, and returns what is wrong with them.
    fn comments(&self, target: &LintedFile<'_>, findings: &mut [Finding]) -> Vec<Finding> {
        let Subject { text, place, .. } = *target.subject;
        let taken = place.comments || place.language.syntax().has_comments();
        let Some((comments, lines)) = taken.then(|| comment::read(text, place.language)).flatten()
        else {
            return Vec::new();
        };
        let mut hit = vec![false; comments.ignores.len()];
        let mut due = comments.by_line();
        for finding in findings
            .iter_mut()
            .filter(|finding| self.level(finding).is_some())
        {
            let Some(line) = finding.span.map(|span| lines.line(span.range().start)) else {
                continue;
            };
            let Some(covering) = due.get_mut(&(line, finding.rule.id)) else {
                continue;
            };
            // The first gives the reason; the others are used as well, and need not be walked again.
            for at in covering.iter() {
                hit[*at] = true;
            }
            covering.truncate(1);
            if target.ignores {
                finding.ignored.get_or_insert_with(|| Ignored {
                    by: By::Comment,
                    reason: comments.ignores[covering[0]].reason.clone(),
                });
            }
        }
        let idle = comments
            .ignores
            .iter()
            .zip(hit)
            .filter(|(_, hit)| !hit && target.read);
        let idle =
            idle.map(|(inline, _)| unused(inline.span, inline.rule, "this comment", "the comment"));
        comments.faults.into_iter().chain(idle).collect()
    }

    fn ignore(&self, finding: &mut Finding, target: &LintedFile<'_>, used: &mut Used) {
        let Some(ignore) = self.ignores.covering(finding, target.path, used) else {
            return;
        };
        if target.ignores {
            finding.ignored.get_or_insert_with(|| Ignored {
                by: By::Configuration,
                reason: ignore.reason.clone(),
            });
        }
    }

    /// The ignores that came to nothing, as findings about the configuration, which is file number `source`.
    ///
    /// If not the `whole` project was linted, only those are reported that name a single file which was: any other may be
    /// needed for a file that nobody looked at.
    #[must_use]
    pub fn unused(&self, used: &Used, whole: bool, source: usize) -> Vec<Finding> {
        let flag = |list: &[bool], at: usize| list.get(at).copied().unwrap_or_default();
        let mut findings = Vec::new();
        for (at, ignore) in self
            .ignores
            .iter()
            .enumerate()
            .filter(|(at, _)| !flag(&used.findings, *at))
        {
            let linted = flag(&used.files, at);
            let single = ignore.file.as_deref().is_some_and(is_plain);
            if !(whole || linted && single) {
                continue;
            }
            let mut finding = unused(ignore.span, ignore.rule, "this `[[ignore]]`", "the entry");
            if let Some(word) = ignore.file.as_ref().filter(|_| !linted) {
                finding.message = format!("no file matches `{word}` of this `[[ignore]]`");
            }
            finding.pointer = format!("/ignore/{at}");
            finding.source = source;
            findings.extend(
                self.level(&finding)
                    .map(|level| Finding { level, ..finding }),
            );
        }
        findings
    }
}

fn unused(span: Span, rule: &Rule, what: &str, thing: &str) -> Finding {
    let mut finding = Finding::new(
        &rules::UNUSED_IGNORE,
        span,
        format!("nothing is found that {what} about `{}` covers", rule.id),
    );
    finding
        .label("this is no longer needed")
        .help(format!("remove {thing}"));
    finding
}
