//! `--for HOST`: would this file work there?

use std::collections::HashSet;

use super::setup::Setup;
use crate::convert::{Environment, Expand, Input, Options, Unset, convert};
use crate::host::{Host, place_at};
use crate::lint::{Finding, Group, Subject, by_id, lint, place};
use crate::syntax::{Span, stem};

/// What the other hosts that were asked about would make of a file, beyond `known`.
///
/// A host that reads the very file is asked as its owner is. For any other, the file is converted, and what that would
/// lose is told.
pub(super) fn findings(
    setup: &Setup<'_>,
    subject: &Subject<'_>,
    known: &[Finding],
) -> Vec<Finding> {
    let mut all: Vec<Finding> = Vec::new();
    let spans: HashSet<Span> = known.iter().filter_map(|other| other.span).collect();
    let places: HashSet<(&str, Option<Span>)> = known
        .iter()
        .map(|other| (other.rule.id, other.span))
        .collect();
    for &host in setup
        .others
        .iter()
        .filter(|host| !std::ptr::eq(**host, subject.host) && subject.aside.is_none())
    {
        let path = crate::cli::absolute(std::path::Path::new(subject.path));
        let mut found = match place_at(host, &path) {
            Some(at) => {
                lint(&Subject {
                    host,
                    place: at,
                    aside: None,
                    ..*subject
                })
                .findings
            }
            None => losses(host, subject),
        };
        found.iter_mut().for_each(|finding| finding.pointer.clear());
        place(subject, &mut found);
        // What the file's own host does not know is no loss.
        let told = |finding: &Finding| {
            let elsewhere = finding.rule.group == Group::Conversion
                && finding.span.is_some_and(|span| spans.contains(&span));
            elsewhere || places.contains(&(finding.rule.id, finding.span))
        };
        let news = found.into_iter().filter(|finding| !told(finding));
        all.extend(news.map(|finding| Finding {
            message: format!("for {}: {}", host.name, finding.message),
            fix: None,
            ..finding
        }));
    }
    all
}

/// What a conversion would lose.
fn losses(host: &'static Host, subject: &Subject<'_>) -> Vec<Finding> {
    let environment = Environment::default();
    let options = Options {
        expand: Expand::Never,
        unset: Unset::Keep,
        limit: usize::MAX,
        ..Options::new(host, &environment)
    };
    let input = Input {
        text: subject.text,
        bom: subject.bom,
        host: subject.host,
        place: subject.place,
        name: stem(subject.path),
        glob: None,
        disabled: None,
    };
    let conversion = convert(&[input], &options);
    let told = conversion.diagnostics.list().iter().filter_map(|problem| {
        // What reading the file says is said already, by its own rules.
        let rule = by_id(problem.rule).filter(|rule| rule.group == Group::Conversion)?;
        let mut finding = Finding {
            source: subject.source,
            level: problem.level,
            ..Finding::new(rule, problem.span, problem.message.clone())
        };
        (finding.label, finding.help) = (problem.label.clone(), problem.help.clone());
        Some(finding)
    });
    told.collect()
}
