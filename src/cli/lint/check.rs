//! Reads the files and runs the rules over them.

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use super::args::LintFormat;
use super::portable;
use super::schema;
use super::setup::Setup;
use super::targets::LintTarget;
use crate::cli::document::{PastedFile, is_broken_json, pasted};
use crate::cli::progress::Progress;
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::host::Scope;
use crate::hosts::HOSTS;
use crate::lint::outline::{Outline, meet};
use crate::lint::{Finding, Subject, by_id, lint, project};
use crate::order::Order as _;
use crate::report::Source;
use crate::syntax::Language;
use crate::walk::Owner;

/// Starting threads costs more than reading this many files.
const FEW: usize = 32;

/// A file and what is to be said about it.
#[derive(Debug)]
pub(super) struct CheckedFile {
    pub(super) target: LintTarget,
    pub(super) owner: Option<Owner>,
    pub(super) text: String,
    pub(super) bom: bool,
    pub(super) utf16: bool,
    pub(super) language: Language,
    /// What came in, if it is no text.
    pub(super) raw: Option<Vec<u8>>,
    pub(super) findings: Vec<Finding>,
    pub(super) outline: Option<Outline>,
    /// What it was taken for, if it was pasted.
    pub(super) note: Option<Diagnostic>,
    /// Why it could not be looked at.
    pub(super) fault: Option<Diagnostic>,
}

impl CheckedFile {
    pub(super) fn new(target: LintTarget) -> Self {
        Self {
            target,
            owner: None,
            text: String::new(),
            bom: false,
            utf16: false,
            language: Language::Json,
            raw: None,
            findings: Vec::new(),
            outline: None,
            note: None,
            fault: None,
        }
    }

    /// The file for the linter.
    pub(super) fn subject<'a>(
        &'a self,
        setup: &'a Setup<'_>,
        source: usize,
    ) -> Option<Subject<'a>> {
        let Owner { host, place, aside } = self.owner?;
        Some(Subject {
            source,
            bom: self.bom,
            utf16: self.utf16,
            aside,
            scope: self.target.scope(setup),
            policy: setup.policy(),
            compared: self.target.compared,
            ..Subject::at(&self.target.name, &self.text, host, place)
        })
    }

    pub(super) fn source(&self) -> Source<'_> {
        Source {
            name: &self.target.name,
            text: &self.text,
            language: self.language,
        }
    }
}

/// Checks all `targets`, and then all of them together.
pub(super) fn check(setup: &Setup<'_>, mut targets: Vec<LintTarget>) -> Vec<CheckedFile> {
    introduce(setup, &mut targets);
    let wanted = setup.args.format == LintFormat::Human && !setup.args.quiet;
    let progress = Progress::new(wanted, targets.len(), "files");
    let done = AtomicUsize::new(0);
    let one = |(at, target): (usize, LintTarget)| {
        let checked = read(setup, at, target);
        progress.tell(done.fetch_add(1, Ordering::Relaxed) + 1);
        checked
    };
    let mut files: Vec<CheckedFile> = if targets.len() < FEW {
        targets.into_iter().enumerate().map(one).collect()
    } else {
        targets.into_par_iter().enumerate().map(one).collect()
    };
    progress.end();
    together(setup, &mut files);
    files
}

/// Finds out which files have to be compared with others. In a large repository that is few of them.
fn introduce(setup: &Setup<'_>, targets: &mut [LintTarget]) {
    let ordinary = |target: &LintTarget, owner: &Owner| {
        let name = target.name.rsplit('/').next().unwrap_or_default();
        target.scope(setup) == Scope::Project && !owner.host.layers.alone.contains(&name)
    };
    let files: Vec<_> = targets
        .iter()
        .map(|target| {
            (
                target.name.as_str(),
                target
                    .owner
                    .filter(|owner| ordinary(target, owner))
                    .map(|owner| owner.place),
            )
        })
        .collect();
    let met = meet(&files);
    targets
        .iter_mut()
        .zip(met)
        .for_each(|(target, met)| target.compared &= met);
}

/// What the files say about each other.
fn together(setup: &Setup<'_>, files: &mut [CheckedFile]) {
    let outlines: Vec<Outline> = files
        .iter_mut()
        .filter_map(|file| file.outline.take())
        .collect();
    for finding in project(&outlines) {
        if let Some(file) = files.get_mut(finding.source) {
            file.findings.push(finding);
        }
    }
    for (at, file) in files.iter_mut().enumerate() {
        file.findings.order_by_key(|finding| finding.span);
        judge(setup, at, file);
    }
}

/// Decides what counts of the findings of a file.
fn judge(setup: &Setup<'_>, at: usize, file: &mut CheckedFile) {
    let findings = std::mem::take(&mut file.findings);
    let read = file.owner.is_some()
        && !findings
            .iter()
            .any(|finding| finding.rule.id == "syntax-error");
    // A file that is nobody's has no comments that we would understand.
    let nobody = Owner {
        host: HOSTS[0],
        place: &HOSTS[0].places[0],
        aside: None,
    };
    let Owner { host, place, aside } = file.owner.unwrap_or(nobody);
    let unknown = Subject {
        source: at,
        aside,
        ..Subject::at(&file.target.name, "", host, place)
    };
    file.findings = setup.judge(&file.subject(setup, at).unwrap_or(unknown), read, findings);
}

fn read(setup: &Setup<'_>, at: usize, target: LintTarget) -> CheckedFile {
    let mut checked = CheckedFile::new(target);
    if let Some(trouble) = &checked.target.trouble {
        checked.fault = Some((**trouble).clone().of(at));
        return checked;
    }
    let stdin = std::path::Path::new("-");
    let input = files::InputFile::read(
        checked.target.path.as_deref().unwrap_or(stdin),
        setup.max_size(),
    );
    let bytes = match input.bytes {
        Ok(bytes) => bytes,
        // What was not read to its end cannot be passed on.
        Err(files::FileFault::TooLarge(limit))
            if checked.target.path.is_some() || !setup.repairs() =>
        {
            checked.findings.extend(told(
                "oversized-file",
                at,
                files::FileFault::TooLarge(limit).diagnostic(),
            ));
            return checked;
        }
        Err(fault) => {
            checked.fault = Some(fault.diagnostic().of(at));
            return checked;
        }
    };
    match files::text(&bytes) {
        Ok(decoded) => {
            (checked.text, checked.bom, checked.utf16) =
                (decoded.text.into_owned(), decoded.bom, decoded.utf16)
        }
        Err((before, problem)) => {
            checked.text = before.into_owned();
            checked.raw = Some(bytes.clone());
            let mut finding = told("file-encoding", at, *problem);
            if let (Some(finding), Ok(owner)) =
                (&mut finding, checked.target.owner(setup, &checked.text))
            {
                finding.label = Some(owner.place.not_utf8_for(owner.host));
            }
            checked.findings.extend(finding);
            return checked;
        }
    }
    if is_paste(setup, &checked) {
        match pasted(&checked.text, setup.host) {
            Ok(Some(PastedFile { text, choice, note })) => {
                let owner = Owner {
                    host: choice.host,
                    place: choice.place,
                    aside: None,
                };
                (checked.text, checked.bom, checked.note) = (text, false, note);
                (checked.owner, checked.language) = (Some(owner), owner.place.language);
                rules(setup, at, &mut checked);
                return checked;
            }
            Ok(None) => {}
            Err(problem) => {
                checked.text.clear();
                checked.fault = Some(problem.of(at));
                return checked;
            }
        }
    }
    match checked.target.owner(setup, &checked.text) {
        Ok(owner) => (checked.owner, checked.language) = (Some(owner), owner.place.language),
        Err(problem) => {
            checked.fault = Some(problem.of(at));
            return checked;
        }
    }
    rules(setup, at, &mut checked);
    checked
}

/// Whether a text may be one that somebody pasted: it is no file, and nobody said what file it is. What means to be JSON and
/// is not has to be reported.
fn is_paste(setup: &Setup<'_>, checked: &CheckedFile) -> bool {
    checked.target.path.is_none()
        && setup.args.stdin_filename.is_none()
        && !is_broken_json(&checked.text)
}

/// Checks all files once more, after some of them were changed.
pub(super) fn again(setup: &Setup<'_>, files: &mut [CheckedFile]) {
    files
        .iter_mut()
        .enumerate()
        .for_each(|(at, file)| rules(setup, at, file));
    together(setup, files);
}

/// Runs everything that looks at one file alone.
fn rules(setup: &Setup<'_>, at: usize, checked: &mut CheckedFile) {
    let Some(subject) = checked.subject(setup, at) else {
        return;
    };
    let mut linted = lint(&subject);
    linted.findings.extend(schema::violations(setup, &subject));
    let portable = portable::findings(setup, &subject, &linted.findings);
    linted.findings.extend(portable);
    // Thousands of files are kept at a time.
    linted.findings.shrink_to_fit();
    (checked.findings, checked.outline) = (linted.findings, linted.outline);
}

/// A fault of the file itself as a finding.
fn told(rule: &str, source: usize, problem: Diagnostic) -> Option<Finding> {
    let rule = by_id(rule)?;
    let mut finding = Finding {
        source,
        ..Finding::new(rule, problem.span, problem.message)
    };
    (finding.label, finding.help) = (problem.label, problem.help);
    Some(finding)
}
