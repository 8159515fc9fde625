//! Every fixture of every host into every host.

use mcpconv::convert::Conversion;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::Host;

use super::checks::{acceptance, conservation};
use crate::support::assert_all;
use crate::support::samples::{Sample, fixtures, own_corpus, run};

/// What one of the checks says about every one of these samples in every host that is chosen for it.
fn broken(
    samples: &[Sample],
    chosen: impl Fn(&Sample, &Host) -> bool,
    check: impl Fn(&Sample, &'static Host, &Conversion) -> Vec<String>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for sample in samples {
        for to in HOSTS.iter().filter(|to| chosen(sample, to)) {
            let lines = check(sample, to, &run(sample, to)).into_iter();
            wrong.extend(lines.map(|line| format!("{} -> {}: {line}", sample.name, to.id)));
        }
    }
    wrong
}

#[test]
fn nothing_is_lost_in_silence() {
    assert_all(&broken(&fixtures(), |_, _| true, conservation));
}

#[test]
fn the_target_reads_what_was_meant() {
    assert_all(&broken(&fixtures(), |_, _| true, acceptance));
}

#[test]
fn nothing_is_lost_in_silence_in_our_own_files() {
    let other = |sample: &Sample, to: &Host| sample.host.id != to.id;
    assert_all(&broken(&own_corpus(), other, conservation));
    assert_all(&broken(&own_corpus(), other, acceptance));
}

/// A file that is edited for its own host may lose a server or get another name for one.
#[test]
#[ignore = "rows of an edited file still name the places before servers were renamed or removed"]
fn a_report_says_where_values_are_in_an_edited_file() {
    let same = |sample: &Sample, to: &Host| sample.host.id == to.id;
    assert_all(&broken(&own_corpus(), same, conservation));
    assert_all(&broken(&own_corpus(), same, acceptance));
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
