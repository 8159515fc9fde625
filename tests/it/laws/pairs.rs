//! Every fixture of every host into every host.

use mcpconv::hosts::HOSTS;

use super::checks::{acceptance, conservation};
use crate::support::assert_all;
use crate::support::samples::{Sample, fixtures, run};

#[test]
fn nothing_is_lost_in_silence() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        for to in HOSTS {
            let conversion = run(&sample, to);
            wrong.extend(
                conservation(&sample, to, &conversion)
                    .into_iter()
                    .map(|line| format!("{} -> {}: {line}", sample.name, to.id)),
            );
        }
    }
    assert_all(&wrong);
}

#[test]
fn the_target_reads_what_was_meant() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        for to in HOSTS {
            let conversion = run(&sample, to);
            wrong.extend(
                acceptance(&sample, to, &conversion)
                    .into_iter()
                    .map(|line| format!("{} -> {}: {line}", sample.name, to.id)),
            );
        }
    }
    assert_all(&wrong);
}

#[test]
fn a_host_into_itself_changes_no_byte() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        let conversion = run(&sample, sample.host);
        let expected = format!(
            "{}{}",
            if sample.bom { "\u{feff}" } else { "" },
            sample.text
        );
        if conversion.text.as_deref() != Some(&expected) {
            let said: Vec<String> = conversion
                .diagnostics
                .list()
                .iter()
                .map(|problem| problem.message.clone())
                .collect();
            wrong.push(format!(
                "{}: {said:?}\n{}",
                sample.name,
                conversion.text.unwrap_or_default()
            ));
        }
    }
    assert_all(&wrong);
}

/// There and back: what neither way reports as lost is what it was.
#[test]
fn the_way_back_gives_the_same_meaning() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        for via in HOSTS.iter().filter(|host| host.id != sample.host.id) {
            let Some(text) = run(&sample, via).text else {
                continue;
            };
            let there = Sample {
                host: via,
                place: &via.places[0],
                name: format!("{} -> {}", sample.name, via.id),
                text,
                bom: false,
            };
            let back = run(&there, sample.host);
            wrong.extend(
                conservation(&there, sample.host, &back)
                    .into_iter()
                    .chain(acceptance(&there, sample.host, &back))
                    .map(|line| format!("{} -> {}: {line}", there.name, sample.host.id)),
            );
        }
    }
    assert_all(&wrong);
}
