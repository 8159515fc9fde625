//! Law 7: the target does what the source's host does, or says what it does not.

use std::collections::BTreeMap;

use mcpconv::convert::Conversion;
use mcpconv::effect::compare;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::{Host, read};
use mcpconv::internals::syntax::parse;

use crate::support::assert_all;
use crate::support::corpus;
use crate::support::samples::{Sample, fixtures, own_corpus, run};

/// Every difference between what is done with the source and with the output has a row; one that shows where variables
/// have plain values was told.
pub(crate) fn effects(sample: &Sample, to: &'static Host, conversion: &Conversion) -> Vec<String> {
    let Some(text) = conversion
        .text
        .as_deref()
        .filter(|text| *text != sample.text)
    else {
        return Vec::new();
    };
    let text = text.trim_start_matches('\u{feff}');
    let place = &to.places[0];
    let output = parse(text, place.language).expect("an output that parses");
    let written = read(&output, to, place)
        .expect("an output with servers")
        .config;
    let document = sample.document();
    let source = read(&document, sample.host, sample.place)
        .expect("a source with servers")
        .config;
    let names: BTreeMap<&str, &str> = conversion
        .effects
        .iter()
        .map(|row| (row.server.as_str(), row.target.as_str()))
        .collect();
    let mut wrong = Vec::new();
    for server in &source.servers {
        let name = names
            .get(server.name.as_str())
            .copied()
            .unwrap_or(&server.name);
        let Some(twin) = written.servers.iter().find(|other| other.name == name) else {
            continue;
        };
        for change in compare(sample.place, server, place, twin) {
            let row = conversion
                .effects
                .iter()
                .find(|row| row.server == server.name && row.aspect == change.aspect);
            match row {
                None => wrong.push(format!(
                    "`{}`: {} has no row",
                    server.name,
                    change.aspect.name()
                )),
                Some(row) if change.is_plain() && row.rule.is_none() && !row.replaced => {
                    wrong.push(format!(
                        "`{}`: {} differs in silence ({:?})",
                        server.name,
                        change.aspect.name(),
                        change.worlds
                    ));
                }
                Some(_) => {}
            }
        }
    }
    wrong
}

#[test]
fn every_target_does_what_the_source_does_or_says_what_it_does_not() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        for to in HOSTS {
            let conversion = run(&sample, to);
            let lines = effects(&sample, to, &conversion);
            wrong.extend(
                lines
                    .into_iter()
                    .map(|line| format!("{} -> {}: {line}", sample.name, to.id)),
            );
        }
    }
    assert_all(&wrong);
}

#[test]
fn the_same_holds_for_real_files_and_our_own() {
    let mut wrong = Vec::new();
    for sample in own_corpus().into_iter().chain(corpus::samples()) {
        for to in HOSTS {
            let conversion = run(&sample, to);
            let lines = effects(&sample, to, &conversion);
            wrong.extend(
                lines
                    .into_iter()
                    .map(|line| format!("{} -> {}: {line}", sample.name, to.id)),
            );
        }
    }
    assert_all(&wrong);
}
