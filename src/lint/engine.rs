//! Runs the rules over a file, and over all files together.

use super::file::{File, Given};
use super::finding::{Finding, Found};
use super::outline::Outline;
use super::policy::Policy;
use super::rule::{Check, Rule};
use super::rules::{POLICY_VIOLATION, RULES, check_policy};
use super::unread::Unread;
use crate::edit::Step;
use crate::host::{Aside, Host, Place, Scope, place_by_shape, push_segment};
use crate::syntax::parse;

/// A text to lint.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Its number, which its findings carry.
    pub source: usize,
    /// Its path, with `/`, as people wrote it.
    pub path: &'a str,
    /// The text, without a byte-order mark.
    pub text: &'a str,
    /// It began with a byte-order mark.
    pub bom: bool,
    /// It was UTF-16.
    pub utf16: bool,
    /// Whose it is.
    pub host: &'static Host,
    /// Which of the host's files.
    pub place: &'static Place,
    /// It is a file of settings, which the host does not read servers from.
    pub aside: Option<&'static Aside>,
    /// Who shares it.
    pub scope: Scope,
    /// What its servers may be.
    pub policy: Option<&'a Policy>,
}

/// What came of it.
#[derive(Debug)]
pub struct Linted {
    /// The findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// The file in outline, if it could be read.
    pub outline: Option<Outline>,
}

/// Checks one text.
#[must_use]
pub fn lint(subject: &Subject<'_>) -> Linted {
    let Subject { source, path, text, bom, utf16, host, place, aside, scope, policy } = *subject;
    let mut findings = Vec::new();
    let document = match parse(text, place.language) {
        Ok(document) => document,
        Err(error) => {
            let unread = Unread { path, text, host, place, error: &error };
            each(&mut findings, source, |_, check, out| {
                if let Check::Unread(check) = check {
                    check(&unread, out);
                }
            });
            return Linted { findings, outline: None };
        }
    };
    // Some hosts take the map of servers without a root as well.
    let place = place_by_shape(host, place, &document).filter(|_| aside.is_none()).unwrap_or(place);
    let file = File::new(Given { path, text, bom, utf16, document: &document, host, place, aside, scope });
    each(&mut findings, source, |rule, check, out| match check {
        Check::File(check) => check(&file, out),
        Check::Server(check) => {
            let strays = file.strays.iter().filter(|_| rule.strays);
            file.seen().chain(strays).for_each(|server| check(&file, server, out));
        }
        Check::Unread(_) | Check::Project(_) => {}
    });
    if let Some(policy) = policy {
        check_policy(&file, policy, &mut Found::new(&POLICY_VIOLATION, source, &mut findings));
    }
    settle(&mut findings);
    locate(&mut findings, &file);
    Linted { findings, outline: Some(Outline::new(&file, source)) }
}

/// Compares files with each other.
#[must_use]
pub fn project(outlines: &[Outline]) -> Vec<Finding> {
    let mut findings = Vec::new();
    each(&mut findings, 0, |_, check, out| {
        if let Check::Project(check) = check {
            check(outlines, out);
        }
    });
    findings
}

fn each(findings: &mut Vec<Finding>, source: usize, run: impl Fn(&Rule, Check, &mut Found<'_>)) {
    for rule in RULES {
        let mut out = Found::new(rule, source, findings);
        rule.checks.iter().for_each(|check| run(rule, *check, &mut out));
    }
}

/// Of several findings about the same bytes, those go that yield to another; and all are put in order.
fn settle(findings: &mut Vec<Finding>) {
    let places: Vec<(&'static Rule, Option<crate::syntax::Span>)> = findings.iter().map(|finding| (finding.rule, finding.span)).collect();
    let touch = |a: crate::syntax::Span, b: crate::syntax::Span| a == b || (a.start < b.end && b.start < a.end);
    findings.retain(|finding| {
        let Some(span) = finding.span else { return true };
        let yields = |(rule, other): &(&'static Rule, Option<crate::syntax::Span>)| {
            finding.rule.yields_to.contains(&rule.id) && other.is_some_and(|other| touch(span, other))
        };
        !places.iter().any(yields)
    });
    findings.sort_by_key(|finding| finding.span.map(|span| (span.start, span.end)));
}

/// Says of each finding where it is in the document, and whose server it is about.
fn locate(findings: &mut [Finding], file: &File<'_>) {
    for finding in findings {
        let Some(span) = finding.span else { continue };
        for step in file.path_of(span) {
            match step {
                Step::Key(key) => push_segment(&mut finding.pointer, &key),
                Step::Index(at) => push_segment(&mut finding.pointer, &at.to_string()),
            }
        }
        let server = file.servers.iter().chain(&file.strays).find(|server| server.name_span.contains(span) || server.node.span.contains(span));
        finding.server = server.map(|server| server.name.to_owned());
    }
}
