//! What is written for a host, the linter of that host does not object to; and what is repaired stays repaired.

use mcpconv::hosts::HOSTS;
use mcpconv::lint::{Finding, Group, Safety, Subject, lint, repair};

use crate::support::samples::{Sample, fixtures, run};
use crate::support::{assert_all, subject};

/// What is wrong with the form of a document, and so bad that its host does not take it.
fn structural(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = lint(subject).findings;
    findings.retain(|finding| {
        finding.level.name() == "error"
            && matches!(
                finding.rule.group,
                Group::Syntax | Group::Structure | Group::Transport | Group::Variables
            )
    });
    findings
}

#[test]
fn what_is_written_has_no_fault_that_the_source_did_not_have() {
    let mut wrong = Vec::new();
    for sample in fixtures() {
        let before = structural(&subject("x", &sample.text, sample.host, sample.place, None));
        for to in HOSTS {
            let Some(text) = run(&sample, to).text else {
                continue;
            };
            let text = text.trim_start_matches('\u{feff}');
            for finding in structural(&subject("x", text, to, &to.places[0], None)) {
                if !before.iter().any(|other| other.rule.id == finding.rule.id) {
                    wrong.push(format!(
                        "{} -> {}: {} {}",
                        sample.name, to.id, finding.rule.id, finding.message
                    ));
                }
            }
        }
    }
    assert_all(&wrong);
}

#[test]
fn repairs_of_every_fixture_converge() {
    let mut wrong = Vec::new();
    for Sample {
        host,
        place,
        name,
        text,
        ..
    } in fixtures()
    {
        for safety in [Safety::Safe, Safety::Unsafe] {
            let find = |now: &Subject<'_>| lint(now).findings;
            let Some(repaired) = repair(&subject("x", &text, host, place, None), safety, &find)
            else {
                continue;
            };
            if let Some(again) = repair(
                &subject("x", &repaired.text, host, place, None),
                safety,
                &find,
            ) {
                wrong.push(format!(
                    "{name}: {:?} after {:?}",
                    again.done, repaired.done
                ));
            }
        }
    }
    assert_all(&wrong);
}
