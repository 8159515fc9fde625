//! Findings for programs: one small file per format, none of which knows a rule or repeats a value of a file.
//!
//! Every format has its own unit of columns and its own idea of where a span ends; `docs/ci-formats.md` says which.

mod concise;
mod disabled;
mod fingerprint;
mod github;
mod gitlab;
mod json;
mod junit;
mod line_hash;
mod markdown;
mod page;
mod places;
mod rdjson;
#[cfg(test)]
mod sample;
mod sarif;
mod stream;
mod tally;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;

pub(crate) use self::disabled::DisabledChecks;
use super::{Source, sanitize};
use crate::host::Host;
use crate::lint::{Finding, RULES, Rule};
pub(crate) use page::unlinked;
pub(crate) use tally::{Tally, count};

/// Where the project lives.
const HOME: &str = env!("CARGO_PKG_REPOSITORY");

/// What a file that could not be read is filed under, where a format wants a name for it.
const UNREADABLE: &str = "unreadable-file";

/// The same for fixes that are told without their edits.
const UNEDITED: &str = "edits-left-out";

/// The same for what a configuration takes away.
const DISABLED: &str = "disabled-checks";

/// A file that was looked at.
#[derive(Clone, Debug)]
pub(crate) struct Checked<'a> {
    /// Its path, relative to where we run and with `/`, and its text without a byte-order mark.
    pub source: Source<'a>,
    /// Whose it is.
    pub host: &'static Host,
    /// It began with a byte-order mark.
    pub bom: bool,
    /// Why it could not be read.
    pub fault: Option<String>,
}

/// What came of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Report<'a> {
    /// All files.
    pub files: &'a [Checked<'a>],
    /// What was found in them, by file and then by place. Each names its file by the index in `files`.
    pub findings: &'a [Finding],
    /// How many there are, also of those that are not among them because of their level.
    pub tally: Tally,
    /// How many were fixed before.
    pub fixed: usize,
    /// What a configuration takes away.
    pub disabled: &'a DisabledChecks,
}

/// A form that a report can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// A line for each finding.
    Concise,
    /// Our own JSON.
    Json,
    /// Our own JSON, a line for each finding.
    JsonLines,
    /// SARIF 2.1.0, as code scanning wants it.
    Sarif,
    /// Annotations of GitHub Actions.
    GitHub,
    /// GitLab's code quality report.
    GitLab,
    /// JUnit's XML.
    JUnit,
    /// Reviewdog's diagnostics.
    RdJson,
    /// A table for the summary of a job.
    Markdown,
}

impl ReportFormat {
    /// Every format, in the order in which help lists them.
    pub(crate) const ALL: &'static [Self] = &[
        Self::Concise,
        Self::Json,
        Self::JsonLines,
        Self::Sarif,
        Self::GitHub,
        Self::GitLab,
        Self::JUnit,
        Self::RdJson,
        Self::Markdown,
    ];

    /// The word on the command line.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Concise => "concise",
            Self::Json => "json",
            Self::JsonLines => "json-lines",
            Self::Sarif => "sarif",
            Self::GitHub => "github",
            Self::GitLab => "gitlab",
            Self::JUnit => "junit",
            Self::RdJson => "rdjson",
            Self::Markdown => "markdown",
        }
    }
}

/// Takes a report piece by piece. A piece is as long as what is said about one finding, not as the report.
pub(crate) type Pieces<'o> = &'o mut dyn FnMut(&str);

/// The report in this format; it ends with a line break, or is empty where the format has nothing to say.
///
/// # Panics
/// If a finding names a file that is not there.
pub(crate) fn render(format: ReportFormat, report: &Report<'_>, out: Pieces<'_>) {
    match format {
        ReportFormat::Concise => concise::render(report, out),
        ReportFormat::Json => json::whole(report, out),
        ReportFormat::JsonLines => json::lines(report, out),
        ReportFormat::Sarif => sarif::render(report, RULES, out),
        ReportFormat::GitHub => github::render(report, out),
        ReportFormat::GitLab => gitlab::render(report, out),
        ReportFormat::JUnit => junit::render(report, out),
        ReportFormat::RdJson => rdjson::render(report, out),
        ReportFormat::Markdown => markdown::render(report, out),
    }
}

impl<'a> Report<'a> {
    /// The findings that count, each with its number.
    fn open(&self) -> impl Iterator<Item = (usize, &'a Finding)> + use<'a> {
        self.findings
            .iter()
            .enumerate()
            .filter(|(_, finding)| finding.ignored.is_none())
    }

    /// The files that could not be read, and why.
    fn faults(&self) -> impl Iterator<Item = (&'a Checked<'a>, &'a str)> + use<'a> {
        self.files
            .iter()
            .filter_map(|file| Some((file, file.fault.as_deref()?)))
    }

    /// What a configuration takes away, as a sentence about a file.
    fn disabled(&self) -> Option<(&'a str, String)> {
        (!self.disabled.is_empty()).then(|| (self.disabled.file.as_str(), self.disabled.sentence()))
    }

    fn path(&self, finding: &Finding) -> &'a str {
        self.files[finding.source].source.name
    }
}

/// What is wrong and why it matters, for formats that show one text to people.
fn message(finding: &Finding) -> String {
    let message = sanitize(&finding.message);
    match &finding.label {
        Some(label) => format!("{message}: {}", sanitize(label)),
        None => message.into_owned(),
    }
}

/// Where people read about a rule.
pub(crate) fn page_url(rule: &Rule) -> String {
    format!("{HOME}/blob/main/docs/rules/{}.md", rule.id)
}

/// What to show first where only some can be shown: what counts, then what is worst.
fn urgency(finding: &Finding) -> impl Ord + use<> {
    (finding.ignored.is_some(), Reverse(finding.level))
}
