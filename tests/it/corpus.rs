//! Real files are the judge: what a person expects of them, by reading, is compared with what is found.
//!
//! `expected.tsv` has a row for every finding at warning level and above, and one for every file without any.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use mcpconv::diagnostic::Level;
use mcpconv::hosts::{HOSTS, by_name};
use mcpconv::internals::host::{Aside, Host, Place, aside_at, owner, place_at};
use mcpconv::internals::syntax::{Columns, Decoded, LineIndex, decode};
use mcpconv::lint::{Safety, Subject, lint, repair};

use crate::support;
use crate::support::corpus::{Entry, manifest};

/// A finding by its file, its rule and its line.
type Row = (String, String, usize);

/// The real files that somebody judged, and what is in them.
fn corpus(judged: &BTreeSet<String>) -> Vec<(Entry, Vec<u8>)> {
    let entries = manifest().unwrap_or_default().into_iter();
    entries
        .filter(|entry| judged.contains(&entry.file))
        .map(|entry| {
            let bytes = std::fs::read(&entry.real).expect("a file of the manifest");
            (entry, bytes)
        })
        .collect()
}

/// Whose file it is: by its path, or by what the manifest says.
fn place_of(
    path: &str,
    id: &str,
) -> Option<(&'static Host, &'static Place, Option<&'static Aside>)> {
    let at = Path::new(path);
    if let Some((host, aside)) = aside_at(HOSTS, at) {
        return Some((host, &aside.place, Some(aside)));
    }
    let host = by_name(id).or_else(|| owner(HOSTS, at))?;
    Some((host, place_at(host, at).unwrap_or(&host.places[0]), None))
}

fn expected() -> (BTreeSet<String>, BTreeMap<Row, String>) {
    let text = include_str!("../corpus/expected.tsv");
    let (mut files, mut rows) = (BTreeSet::new(), BTreeMap::new());
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [file, rule, line, _, note] = columns[..] else {
            panic!("`{line}` has not five columns")
        };
        files.insert(file.to_owned());
        if rule != "-" {
            rows.insert(
                (
                    file.to_owned(),
                    rule.to_owned(),
                    line.parse().expect("a line"),
                ),
                note.to_owned(),
            );
        }
    }
    (files, rows)
}

fn subject<'a>(
    path: &'a str,
    decoded: &'a Decoded<'_>,
    (host, place, aside): (&'static Host, &'static Place, Option<&'static Aside>),
) -> Subject<'a> {
    Subject {
        bom: decoded.bom,
        utf16: decoded.utf16,
        ..support::subject(path, &decoded.text, host, place, aside)
    }
}

#[test]
fn real_files_get_the_findings_that_a_person_expects() {
    let (judged, rows) = expected();
    let files = corpus(&judged);
    if files.is_empty() {
        return;
    }
    let mut found: BTreeMap<Row, String> = BTreeMap::new();
    for (Entry { file, path, id, .. }, bytes) in &files {
        let Some((host, place, aside)) = place_of(path, id) else {
            panic!("{file}: {path} is no file of a host")
        };
        let decoded = decode(bytes).expect("text");
        let subject = subject(path, &decoded, (host, place, aside));
        let lines = LineIndex::new(&decoded.text);
        for finding in lint(&subject)
            .findings
            .into_iter()
            .filter(|finding| finding.level >= Level::Warning)
        {
            let line = finding.span.map_or(1, |span| {
                lines.position(span.range().start, Columns::Chars).0
            });
            found.insert(
                (file.clone(), finding.rule.id.to_owned(), line),
                finding.message,
            );
        }
    }
    let missed: Vec<&Row> = rows.keys().filter(|row| !found.contains_key(row)).collect();
    let extra: Vec<&Row> = found.keys().filter(|row| !rows.contains_key(row)).collect();
    let mut report = String::new();
    for row in &missed {
        let _ = writeln!(
            report,
            "missed  {}:{} {} ({})",
            row.0, row.2, row.1, rows[row]
        );
    }
    for row in &extra {
        let _ = writeln!(
            report,
            "extra   {}:{} {} ({})",
            row.0, row.2, row.1, found[row]
        );
    }
    let hits = rows.len() - missed.len();
    let permille = |part: usize, whole: usize| (part * 1000).checked_div(whole).unwrap_or(1000);
    let (recall, precision) = (permille(hits, rows.len()), permille(hits, found.len()));
    eprintln!(
        "{} files, {} findings expected, {} found",
        files.len(),
        rows.len(),
        found.len()
    );
    eprintln!(
        "recall {}.{} %, precision {}.{} %",
        recall / 10,
        recall % 10,
        precision / 10,
        precision % 10
    );
    eprintln!("{report}");
    assert!(recall >= 970 && precision >= 980, "{report}");
}

#[test]
fn repairs_of_real_files_converge_and_leave_them_readable() {
    let (judged, _) = expected();
    for (Entry { file, path, id, .. }, bytes) in &corpus(&judged) {
        let Some((host, place, aside)) = place_of(path, id) else {
            continue;
        };
        let decoded = decode(bytes).expect("text");
        let subject = subject(path, &decoded, (host, place, aside));
        for safety in [Safety::Safe, Safety::Unsafe] {
            let find = |now: &Subject<'_>| lint(now).findings;
            let Some(repaired) = repair(&subject, safety, &find) else {
                continue;
            };
            let parses =
                |text: &str| mcpconv::internals::syntax::parse(text, place.language).is_ok();
            assert!(
                parses(&repaired.text) || !parses(&decoded.text),
                "{file} cannot be read any more"
            );
            let again = Subject {
                text: &repaired.text,
                bom: decoded.bom && !repaired.plain,
                utf16: decoded.utf16 && !repaired.plain,
                ..subject
            };
            let more = repair(&again, safety, &find).map(|more| more.done);
            assert_eq!(more, None, "{file}, after {:?}", repaired.done);
        }
    }
}
