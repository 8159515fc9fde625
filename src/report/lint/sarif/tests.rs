use super::super::sample::{rules, sample};
use super::*;

#[test]
fn what_is_worst_is_kept() {
    let of = |level: Level, by: Option<By>| {
        let mut finding = Finding::new(rules()[0], None, "a");
        finding.level = level;
        finding.ignored = by.map(|by| Ignored {
            by,
            reason: String::new(),
        });
        finding
    };
    let findings = [
        of(Level::Info, None),
        of(Level::Error, Some(By::Baseline)),
        of(Level::Warning, None),
        of(Level::Error, None),
    ];
    assert_eq!(worst(&findings, 2), [2, 3]);
    assert_eq!(worst(&findings, 3), [0, 2, 3]);
    assert_eq!(worst(&findings, 4), [0, 1, 2, 3]);
}

#[test]
fn a_run_that_is_cut_says_so() {
    let log = sample(|report, out| log(report, &rules(), 2, out));
    let log: Value = serde_json::from_str(&log).expect("JSON");
    let run = &log["runs"][0];
    let kept: Vec<&Value> = run["results"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|result| &result["level"])
        .collect();
    assert_eq!(kept, ["warning", "error"]);
    assert_eq!(
        run["invocations"][0]["toolExecutionNotifications"][1]["message"]["text"]
            .as_str()
            .map(|text| &text[..10]),
        Some("2 findings")
    );
}
