//! Runs the rules over a file, and over all files together.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::LazyLock;

use super::asleep::spare_disabled;
use super::file::{File, LintServer, OddWords, around, in_order};
use super::finding::{Finding, Found};
use super::fix::Fix;
use super::outline::Outline;
use super::policy::Policy;
use super::repair::spare_comments;
use super::rule::{Check, Group, Rule};
use super::rules::{POLICY_VIOLATION, RULES, check_policy};
use super::unread::Unread;
use crate::diagnostic::Level;
use crate::host::{Aside, Host, Place, Scope, host_by_root, place_by_shape};
use crate::order::Order as _;
use crate::secret::{veiled, veiled_pointer};
use crate::syntax::path::push_pointer;
use crate::syntax::{Document, Span, parse, stem};

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
    #[doc(hidden)]
    pub aside: Option<&'static Aside>,
    /// Who shares it.
    pub scope: Scope,
    /// What its servers may be.
    #[doc(hidden)]
    pub policy: Option<&'a Policy>,
    /// Other files are looked at that may have the same servers, so that something has to be kept for a comparison.
    pub compared: bool,
}

impl<'a> Subject<'a> {
    /// A text that is known by its host and place alone.
    #[doc(hidden)]
    #[must_use]
    pub fn at(path: &'a str, text: &'a str, host: &'static Host, place: &'static Place) -> Self {
        Self {
            source: 0,
            path,
            text,
            bom: false,
            utf16: false,
            host,
            place,
            aside: None,
            scope: place.scope,
            policy: None,
            compared: true,
        }
    }
}

/// What came of it.
#[derive(Debug)]
pub struct Linted {
    /// The findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// The file in outline, if it could be read and other files may ask for it.
    pub outline: Option<Outline>,
}

/// Checks one text.
#[must_use]
pub fn lint(subject: &Subject<'_>) -> Linted {
    let Subject {
        source,
        text,
        host,
        place,
        ..
    } = *subject;
    let mut findings = Vec::new();
    let document = match parse(text, place.language) {
        Ok(document) => document.named(stem(subject.path)),
        Err(error) => {
            let unread = Unread {
                text,
                host,
                place,
                error: &error,
            };
            each(&mut findings, source, |_, check, out| {
                if let Check::Unread(check) = check {
                    check(&unread, out);
                }
            });
            heed(host, &mut findings);
            veil(&mut findings);
            return Linted {
                findings,
                outline: None,
            };
        }
    };
    if place.source.is_some() {
        return source_only(subject, &document);
    }
    // Some hosts take the map of servers without a root as well; and a file of no particular host may be one of another's.
    let place = place_by_shape(host, place, &document)
        .filter(|_| subject.aside.is_none())
        .unwrap_or(place);
    let (host, place) = Some(Path::new(subject.path))
        .filter(|_| host.facts.lenient)
        .and_then(|path| host_by_root(host, place, path, &document))
        .unwrap_or((host, place));
    let odd = OddWords::default();
    let subject = Subject {
        host,
        place,
        ..*subject
    };
    let file = File::new(&subject, &document, &odd);
    each(&mut findings, source, |_, check, out| {
        if let Check::File(check) = check {
            check(&file, out);
        }
    });
    // How a server is written does not matter where nobody reads it.
    let read = file.aside.is_none_or(|aside| !aside.sure);
    let seen = file.seen().map(|server| (server, read));
    let strays = file.strays.iter().map(|server| (server, false));
    // All rules look at one server before the next, so that what they ask about it is near.
    let above = findings.len();
    for (server, read) in seen.chain(strays) {
        for (rule, check) in &*OF_SERVERS {
            if read || rule.strays {
                let mut out = Found::new(rule, source, &mut findings);
                check(&file, server, &mut out);
            }
        }
    }
    if let Some(aside) = file.aside {
        // The file that the servers belong in may spell it another way, and another host may read this one.
        for finding in &mut findings[above..] {
            finding.fix = finding
                .fix
                .take()
                .filter(|_| !aside.sure)
                .map(Fix::doubtful);
        }
    }
    if let Some(policy) = subject.policy {
        check_policy(
            &file,
            policy,
            &mut Found::new(&POLICY_VIOLATION, source, &mut findings),
        );
    }
    heed(host, &mut findings);
    spare_disabled(&file, &mut findings);
    settle(&mut findings);
    locate(&mut findings, &file);
    gather(&mut findings);
    spare_comments(&subject, &mut findings);
    veil(&mut findings);
    Linted {
        findings,
        outline: Outline::new(&file, source, subject.compared),
    }
}

type ServerCheck = fn(&File<'_>, &LintServer<'_>, &mut Found<'_>);

/// What rules look for in each server, in their order.
static OF_SERVERS: LazyLock<Vec<(&'static Rule, ServerCheck)>> = LazyLock::new(|| {
    let all = RULES
        .iter()
        .flat_map(|rule| rule.checks.iter().map(|check| (*rule, check)));
    let of_servers = all.filter_map(|(rule, check)| match check {
        Check::Server(check) => Some((rule, *check)),
        _ => None,
    });
    of_servers.collect()
});

/// What is safe for one host may not be for another, and of some files nobody knows which one reads them.
fn heed(host: &Host, findings: &mut [Finding]) {
    if host.facts.lenient {
        for finding in findings {
            finding.fix = finding.fix.take().map(Fix::doubtful);
        }
    }
}

/// Checks a document that is no config file: its text, and what stands in the way of a conversion.
fn source_only(subject: &Subject<'_>, document: &Document<'_>) -> Linted {
    let Subject {
        source,
        text,
        host,
        place,
        ..
    } = *subject;
    let odd = OddWords::default();
    let file = File::new(subject, document, &odd);
    let mut findings = Vec::new();
    each(&mut findings, source, |rule, check, out| {
        if let (true, Check::File(check)) = (rule.group == Group::Syntax || rule.texts, check) {
            check(&file, out);
        }
    });
    // Whoever starts the server fills in its variables, and no host's spelling of them is right here.
    for finding in &mut findings {
        finding.fix = None;
        if finding.rule.texts {
            finding.help("revoke it, and declare a variable in its place");
        }
    }
    let told = crate::host::parse(text, place)
        .map(|document| match crate::host::read(&document, host, place) {
            Ok(read) => read.diagnostics,
            Err(fault) => vec![*fault],
        })
        .unwrap_or_default();
    for problem in told {
        let rule = RULES.iter().find(|rule| rule.id == problem.rule);
        // What a conversion loses is said when there is one.
        let rule = rule.filter(|rule| !matches!(rule.group, Group::Syntax | Group::Conversion));
        if let (Some(rule), Level::Warning | Level::Error) = (rule, problem.level) {
            let mut out = Found::new(rule, source, &mut findings);
            let finding = out.add(problem.span, problem.message).level(problem.level);
            finding.label = problem.label;
            finding.help = problem.help;
        }
    }
    settle(&mut findings);
    locate(&mut findings, &file);
    veil(&mut findings);
    Linted {
        findings,
        outline: None,
    }
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
    veil(&mut findings);
    findings
}

/// Gives findings that came from elsewhere their place in the document of `subject`.
pub(crate) fn place(subject: &Subject<'_>, findings: &mut [Finding]) {
    if let Ok(document) = parse(subject.text, subject.place.language) {
        let document = document.named(stem(subject.path));
        let odd = OddWords::default();
        locate(findings, &File::new(subject, &document, &odd));
        veil(findings);
    }
}

fn each(findings: &mut Vec<Finding>, source: usize, run: impl Fn(&Rule, Check, &mut Found<'_>)) {
    for rule in RULES {
        let mut out = Found::new(rule, source, findings);
        rule.checks
            .iter()
            .for_each(|check| run(rule, *check, &mut out));
    }
}

/// Of several findings about the same bytes, those go that yield to another; and all are put in order.
fn settle(findings: &mut Vec<Finding>) {
    let mut places: Vec<(Span, &'static str)> = findings
        .iter()
        .filter_map(|finding| Some((finding.span?, finding.rule.id)))
        .collect();
    places.sort_unstable();
    // How far the places up to here reach, so that a search can end early.
    let reach: Vec<u32> = places
        .iter()
        .scan(0, |furthest, (span, _)| {
            Some(*{
                *furthest = span.end.max(*furthest);
                furthest
            })
        })
        .collect();
    findings.retain(|finding| {
        let Some(span) = finding.span.filter(|_| !finding.rule.yields_to.is_empty()) else {
            return true;
        };
        let behind = places.partition_point(|(other, _)| other.start < span.end || *other == span);
        let near = (0..behind)
            .rev()
            .take_while(|&at| reach[at] > span.start || places[at].0 == span);
        let touches =
            |other: Span| other == span || (other.start < span.end && span.start < other.end);
        !near
            .into_iter()
            .any(|at| touches(places[at].0) && finding.rule.yields_to.contains(&places[at].1))
    });
    let place = |finding: &Finding| finding.span.map(|span| (span.start, span.end));
    findings.order_by(|a, b| {
        let rank = || rank(a.rule).cmp(&rank(b.rule));
        place(a).cmp(&place(b)).then_with(rank)
    });
}

/// Where a rule is in the list of rules.
fn rank(rule: &'static Rule) -> usize {
    let at = RULES.iter().position(|other| std::ptr::eq(*other, rule));
    at.unwrap_or(RULES.len())
}

/// Makes one finding of several in one server, for rules that say the same thing again and again.
fn gather(findings: &mut Vec<Finding>) {
    let mut first: BTreeMap<(&str, Level, String), usize> = BTreeMap::new();
    let mut kept = 0;
    for at in 0..findings.len() {
        let (before, rest) = findings.split_at_mut(at);
        let finding = &rest[0];
        if let (true, Some(server), Some(span)) = (finding.rule.once, &finding.server, finding.span)
        {
            match first.entry((finding.rule.id, finding.level, server.clone())) {
                Entry::Vacant(entry) => {
                    entry.insert(kept);
                }
                Entry::Occupied(entry) => {
                    let all = &mut before[*entry.get()];
                    all.related(span, "and here");
                    // All of it is repaired, or none.
                    let both = all.fix.take().zip(finding.fix.as_ref());
                    all.fix = both.and_then(|(fix, more)| fix.and(more));
                    continue;
                }
            }
        }
        findings.swap(kept, at);
        kept += 1;
    }
    findings.truncate(kept);
    for finding in findings {
        let more = finding.related.len();
        if finding.rule.once && more > 0 {
            let _ = write!(finding.message, ", and {more} more");
            if let Some(fix) = &mut finding.fix {
                let _ = write!(fix.title, " and {more} more");
            }
        }
    }
}

/// Says of each finding where it is in the document, and whose server it is about.
pub(crate) fn locate(findings: &mut [Finding], file: &File<'_>) {
    // A file has strays only where it has no servers.
    let servers = if file.servers.is_empty() {
        &file.strays
    } else {
        &file.servers
    };
    let sorted = in_order(servers);
    for finding in findings {
        let Some(span) = finding.span else { continue };
        push_pointer(&mut finding.pointer, &file.path_of(span));
        let server = around(servers, span, sorted, |server| {
            server.name_span.contains(span) || server.node.span.contains(span)
        });
        if let Some(server) = server {
            finding.of_server(servers[server].name);
        }
    }
}

/// A text of ours that is longer holds a name that nobody would read to its end.
const MAX_TEXT: usize = 600;

/// Whatever a rule repeats of a file, even a name, may be a token that somebody put in the wrong place.
fn veil(findings: &mut [Finding]) {
    for finding in findings {
        let related = finding.related.iter_mut().map(|related| &mut related.label);
        let texts = [
            Some(&mut finding.message),
            finding.label.as_mut(),
            finding.help.as_mut(),
            finding.server.as_mut(),
        ];
        let title = finding.fix.as_mut().map(|fix| &mut fix.title);
        texts
            .into_iter()
            .flatten()
            .chain(related)
            .chain(title)
            .for_each(|text| cover(text, veiled));
        cover(&mut finding.pointer, veiled_pointer);
    }
}

/// Covers tokens in a text, and cuts it if it is endless.
fn cover(text: &mut String, veil: fn(&str) -> Cow<'_, str>) {
    if text.len() > MAX_TEXT
        && let Some((end, _)) = text.char_indices().nth(MAX_TEXT)
    {
        text.truncate(end);
        text.push('…');
    }
    if let Cow::Owned(covered) = veil(text) {
        *text = covered;
    }
}
