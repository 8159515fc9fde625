//! Law 3 in full: what is written for a host, its own linter has no more to say about than was said about the source,
//! unless the conversion announced it.

use std::ops::Range;

use mcpconv::convert::{Class, Conversion};
use mcpconv::diagnostic::Level;
use mcpconv::internals::host::Host;
use mcpconv::lint::{Finding, Subject, lint};

use super::case::Case;
use crate::support::subject;

/// What counts: warnings and worse.
fn serious(findings: &[Finding]) -> impl Iterator<Item = &Finding> {
    findings
        .iter()
        .filter(|finding| finding.level >= Level::Warning)
}

/// The server of the source that a part of the output was made from.
fn origin(conversion: &Conversion, to: &Host, pointer: &str) -> String {
    let root = format!("/{}/", to.places[0].roots[0].join("/"));
    let key = |pointer: &str| -> Option<String> {
        let rest = pointer.strip_prefix(&root)?;
        rest.split('/').next().map(str::to_owned)
    };
    let found = key(pointer);
    let of = conversion
        .rows
        .iter()
        .find(|row| found.is_some() && row.targets.iter().any(|target| key(target) == found));
    of.and_then(|row| row.server.clone()).unwrap_or_default()
}

/// Whether the value came out of the environment, so that the file has no part in what is wrong with it.
fn is_expanded(conversion: &Conversion, finding: &Finding) -> bool {
    conversion
        .rows
        .iter()
        .any(|row| row.class == Class::Expanded && row.targets.contains(&finding.pointer))
}

/// What two rules say about one mistake: a reference that stays text does so by one rule here and by another one there.
fn family(finding: &Finding) -> &'static str {
    match finding.rule.id {
        "variable-in-unexpanded-field" | "malformed-variable" | "undefined-input" => {
            "unsupported-variable-syntax"
        }
        // A transport that a host guesses wrong is one that somebody wrote once it is written down.
        "missing-type" => "transport-url-mismatch",
        id => id,
    }
}

/// The values of the source that what the finding is about was made from.
fn sources(conversion: &Conversion, finding: &Finding) -> Vec<Range<usize>> {
    let made = conversion.rows.iter();
    let made = made.filter(|row| row.targets.contains(&finding.pointer));
    made.map(|row| row.span.range()).collect()
}

/// Whether a diagnostic of the conversion names this server and a part of what the finding is about: its rule, its field,
/// a key in that, or the value that it was made from.
fn is_announced(conversion: &Conversion, to: &Host, server: &str, finding: &Finding) -> bool {
    // What leads to the fields: an empty start, the root, and the server.
    let above = to.places[0].roots[0].len() + 2;
    let parts: Vec<&str> = finding.pointer.split('/').skip(above).collect();
    conversion.diagnostics.list().iter().any(|said| {
        let words = [Some(&said.message), said.label.as_ref(), said.help.as_ref()];
        let words: String = words
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        let within = |made: &Range<usize>| {
            said.span
                .is_some_and(|span| span.range().start < made.end && made.start < span.range().end)
        };
        words.contains(&format!("`{server}`"))
            && (said.rule == finding.rule.id
                || sources(conversion, finding).iter().any(within)
                || parts
                    .iter()
                    .any(|part| part.parse::<usize>().is_err() && words.contains(part)))
    })
}

/// The findings that nobody was told of.
pub(crate) fn unannounced(case: &Case<'_>) -> Vec<String> {
    let sample = case.source.sample;
    let Some(output) = case
        .output
        .as_ref()
        .filter(|_| !std::ptr::eq(case.to, sample.host))
    else {
        // The same file is still at the same place.
        return Vec::new();
    };
    let before: Vec<&Finding> = serious(&case.source.findings).collect();
    // Whose file it becomes is not decided yet: the same people see it as before.
    let subject = Subject {
        scope: sample.place.scope,
        ..subject("x", output.text, case.to, case.place, None)
    };
    let mut wrong = Vec::new();
    for finding in serious(&lint(&subject).findings) {
        let server = origin(case.conversion, case.to, &finding.pointer);
        let made = sources(case.conversion, finding);
        let known = before.iter().any(|other| {
            // What its own host refuses is not looked at any further.
            let refused = other.level == Level::Error
                && other.span.is_some_and(|span| made.contains(&span.range()));
            (family(other) == family(finding) || refused)
                && other.server.as_deref().unwrap_or_default() == server
        });
        let excused = known
            || is_expanded(case.conversion, finding)
            || is_announced(case.conversion, case.to, &server, finding);
        if !excused {
            wrong.push(format!(
                "{} at {} {}",
                finding.rule.id, finding.pointer, finding.message
            ));
        }
    }
    wrong
}
