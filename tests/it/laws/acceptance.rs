//! Law 3 in full: what is written for a host, its own linter has no more to say about than was said about the source,
//! unless the conversion announced it.

use std::collections::BTreeMap;

use mcpconv::convert::{Class, Conversion};
use mcpconv::diagnostic::Level;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::Host;
use mcpconv::lint::{Finding, Subject, lint};

use crate::support::samples::{Sample, fixtures, own_corpus, run};
use crate::support::{corpus, subject};

/// What counts: warnings and worse.
fn serious(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = lint(subject).findings;
    findings.retain(|finding| finding.level >= Level::Warning);
    findings
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
        "variable-in-unexpanded-field" | "malformed-variable" => "unsupported-variable-syntax",
        id => id,
    }
}

/// Whether a diagnostic of the conversion names this server and a part of what the finding is about.
fn is_announced(conversion: &Conversion, server: &str, finding: &Finding) -> bool {
    let parts: Vec<&str> = finding.pointer.split('/').skip(2).collect();
    conversion.diagnostics.list().iter().any(|said| {
        let words = [Some(&said.message), said.label.as_ref(), said.help.as_ref()];
        let words: String = words
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ");
        words.contains(&format!("`{server}`"))
            && (said.rule == finding.rule.id
                || parts
                    .iter()
                    .any(|part| part.parse::<usize>().is_err() && words.contains(part)))
    })
}

/// The findings that nobody was told of, by their rule.
fn unannounced(samples: &[Sample]) -> BTreeMap<&'static str, Vec<String>> {
    let mut wrong: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for sample in samples {
        let before = serious(&subject("x", &sample.text, sample.host, sample.place, None));
        for to in HOSTS {
            let conversion = run(sample, to);
            let Some(text) = &conversion.text else {
                continue;
            };
            // The same file is still at the same place.
            if *text == sample.text || std::ptr::eq(*to, sample.host) {
                continue;
            }
            // Whose file it becomes is not decided yet: the same people see it as before.
            let output = Subject {
                scope: sample.place.scope,
                ..subject(
                    "x",
                    text.trim_start_matches('\u{feff}'),
                    to,
                    &to.places[0],
                    None,
                )
            };
            for finding in serious(&output) {
                let server = origin(&conversion, to, &finding.pointer);
                let known = before.iter().any(|other| {
                    family(other) == family(&finding)
                        && other.server.as_deref().unwrap_or_default() == server
                });
                let excused = known
                    || is_expanded(&conversion, &finding)
                    || is_announced(&conversion, &server, &finding);
                if !excused {
                    wrong.entry(finding.rule.id).or_default().push(format!(
                        "{} -> {}: {} {}",
                        sample.name, to.id, finding.pointer, finding.message
                    ));
                }
            }
        }
    }
    wrong
}

fn assert_none(wrong: &BTreeMap<&'static str, Vec<String>>) {
    let count: usize = wrong.values().map(Vec::len).sum();
    let list: Vec<String> = wrong
        .iter()
        .map(|(rule, cases)| format!("{rule} ({}):\n  {}", cases.len(), cases.join("\n  ")))
        .collect();
    assert!(
        count == 0,
        "{count} findings that nobody was told of\n{}",
        list.join("\n")
    );
}

#[test]
fn the_linter_of_the_target_finds_nothing_new_in_converted_fixtures() {
    assert_none(&unannounced(&fixtures()));
}

#[test]
fn the_linter_of_the_target_finds_nothing_new_in_our_own_files() {
    assert_none(&unannounced(&own_corpus()));
}

#[test]
fn the_linter_of_the_target_finds_nothing_new_in_real_files() {
    assert_none(&unannounced(&corpus::samples()));
}
