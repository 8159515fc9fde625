//! What is written for a host, the linter of that host does not object to; and what is repaired stays repaired.

use mcpconv::diagnostic::Level;
use mcpconv::lint::{Finding, Group, Safety, Subject, lint, repair};

use super::case::Case;
use crate::support::samples::{Sample, fixtures};
use crate::support::{assert_all, subject};

/// What is wrong with the form of a document, and so bad that its host does not take it.
fn is_fault(finding: &Finding) -> bool {
    let groups = [
        Group::Syntax,
        Group::Structure,
        Group::Transport,
        Group::Variables,
    ];
    finding.level == Level::Error && groups.contains(&finding.rule.group)
}

/// What is written has no fault that the source did not have.
pub(crate) fn new_faults(case: &Case<'_>) -> Vec<String> {
    let Some(output) = &case.output else {
        return Vec::new();
    };
    let before: Vec<&Finding> = case
        .source
        .findings
        .iter()
        .filter(|found| is_fault(found))
        .collect();
    let after = lint(&subject("x", output.text, case.to, case.place, None)).findings;
    after
        .into_iter()
        .filter(is_fault)
        .filter(|finding| !before.iter().any(|other| other.rule.id == finding.rule.id))
        .map(|finding| format!("{} {}", finding.rule.id, finding.message))
        .collect()
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

#[test]
fn safe_repairs_of_every_fixture_keep_a_comment_on_each_line() {
    let mut wrong = Vec::new();
    for Sample {
        host,
        place,
        name,
        text,
        ..
    } in fixtures()
    {
        let mark = match place.language.name() {
            "JSON" if place.comments => "//",
            "JSON" => continue,
            _ => "#",
        };
        let lines = text.lines().enumerate();
        let commented: Vec<String> = lines
            .map(|(at, line)| format!("{line} {mark} c{at}."))
            .collect();
        let commented = commented.join("\n");
        let find = |now: &Subject<'_>| lint(now).findings;
        let subject = subject("x", &commented, host, place, None);
        let Some(repaired) = repair(&subject, Safety::Safe, &find) else {
            continue;
        };
        for at in 0..text.lines().count() {
            if !repaired.text.contains(&format!(" c{at}.")) {
                wrong.push(format!("{name}: comment {at} after {:?}", repaired.done));
            }
        }
    }
    assert_all(&wrong);
}
