//! What a host refuses or ignores, the linter says: for every host a file with all of it, judged by a person.
//!
//! `tests/fixtures/<id>/refused.<ext>` is the file, and `refused.tsv` beside it has a row `rule<TAB>line<TAB>level` for every
//! finding at warning level and above, sorted by line. More files have more of the name in front of the extension, and so
//! do their rows: `refused-user.json` and `refused-user.tsv`. What looks like a token is a mark, filled in here.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use mcpconv::diagnostic::Level;
use mcpconv::hosts::HOSTS;
use mcpconv::internals::host::Host;
use mcpconv::internals::syntax::{Columns, LineIndex};
use mcpconv::lint::lint;

use crate::support::samples::Sample;
use crate::support::{files, subject};

/// A finding, in the order of a file of them: its line, its rule, its level. Several may be on one line.
type Row = (usize, String, String);

/// The rows of a host's files, with the file that each of them is about.
fn judged(host: &Host) -> Vec<(PathBuf, PathBuf)> {
    let files = files(&format!("tests/fixtures/{}", host.id));
    let name = |path: &Path| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    let is_ours = |path: &&PathBuf| name(path).is_some_and(|name| name.starts_with("refused"));
    let mut pairs = Vec::new();
    let mut about = BTreeSet::new();
    for rows in files.iter().filter(is_ours).filter(|path| is_table(path)) {
        let stem = rows.file_stem().expect("a name").to_string_lossy();
        let fits = |path: &&PathBuf| {
            let rest = name(path).and_then(|name| Some(name.strip_prefix(&*stem)?.to_owned()));
            !is_table(path) && rest.is_some_and(|rest| rest.starts_with('.'))
        };
        let file = files.iter().find(fits);
        let file = file.unwrap_or_else(|| panic!("{} is about no file", rows.display()));
        assert!(
            about.insert(file.clone()),
            "{} has two tables",
            file.display()
        );
        pairs.push((file.clone(), rows.clone()));
    }
    for file in files.iter().filter(is_ours).filter(|path| !is_table(path)) {
        assert!(about.contains(file), "{} is not judged", file.display());
    }
    pairs
}

/// Whether somebody judged what a host refuses.
pub(crate) fn has_refusals(host: &Host) -> bool {
    !judged(host).is_empty()
}

fn is_table(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tsv")
}

fn expected(table: &Path) -> Vec<Row> {
    let text = std::fs::read_to_string(table).expect("a table");
    let row = |line: &str| {
        let columns: Vec<&str> = line.split('\t').collect();
        let [rule, at, level] = columns[..] else {
            panic!("{}: `{line}` has not three columns", table.display())
        };
        let at = at
            .parse()
            .unwrap_or_else(|_| panic!("{}: `{line}` has no line", table.display()));
        (at, rule.to_owned(), level.to_owned())
    };
    let rows: Vec<Row> = text.lines().map(row).collect();
    assert!(!rows.is_empty(), "{} expects nothing", table.display());
    let lines: Vec<usize> = rows.iter().map(|row| row.0).collect();
    assert!(
        lines.is_sorted(),
        "{} is not sorted by line",
        table.display()
    );
    rows
}

fn found(sample: &Sample) -> Vec<Row> {
    let lines = LineIndex::new(&sample.text);
    let line = |at: usize| lines.position(at, Columns::Chars).0;
    let findings = lint(&subject(
        &sample.name,
        &sample.text,
        sample.host,
        sample.place,
        None,
    ))
    .findings;
    findings
        .into_iter()
        .filter(|finding| finding.level >= Level::Warning)
        .map(|finding| {
            let at = finding.span.map_or(1, |span| line(span.range().start));
            (
                at,
                finding.rule.id.to_owned(),
                finding.level.name().to_owned(),
            )
        })
        .collect()
}

/// How often each row is there.
fn counted(rows: &[Row]) -> BTreeMap<&Row, usize> {
    let mut counts = BTreeMap::new();
    for row in rows {
        *counts.entry(row).or_default() += 1;
    }
    counts
}

/// The rows that `these` have and `those` have not, or not as often.
fn more<'r>(these: &'r [Row], those: &[Row]) -> Vec<&'r Row> {
    let there = counted(those);
    counted(these)
        .into_iter()
        .flat_map(|(row, count)| {
            let known = there.get(row).copied().unwrap_or_default();
            std::iter::repeat_n(row, count.saturating_sub(known))
        })
        .collect()
}

#[test]
fn what_a_host_refuses_is_found() {
    let mut report = String::new();
    for host in HOSTS {
        for (file, table) in judged(host) {
            let sample = Sample::new(host, &file).expect("fixtures are UTF-8");
            let (expected, found) = (expected(&table), found(&sample));
            let cases = [
                ("missing   ", more(&expected, &found)),
                ("unexpected", more(&found, &expected)),
            ];
            for (word, rows) in cases {
                for (line, rule, level) in rows {
                    let _ = writeln!(report, "{word} {}\t{rule}\t{line}\t{level}", sample.name);
                }
            }
        }
    }
    assert!(report.is_empty(), "\n{report}");
}

#[test]
fn every_host_has_a_file_with_what_it_refuses() {
    for host in HOSTS {
        assert!(
            has_refusals(host),
            "{}: write tests/fixtures/{0}/refused.* with its table",
            host.id
        );
    }
}
