//! What holds for every format.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;

use super::sample::{real, rules, sample, whole};
use super::{Pieces, Report, ReportFormat, render, sarif};
use crate::lint::RULES;
use crate::report::sanitize::is_unsafe;

/// An empty run, the made-up one and one with the findings of real rules.
fn samples(format: ReportFormat) -> [(&'static str, String); 3] {
    // The rules of the made-up findings are in no registry.
    let all = [RULES, &rules()].concat();
    let render = |report: &Report<'_>, out: Pieces<'_>| {
        if format == ReportFormat::Sarif {
            sarif::render(report, &all, out);
        } else {
            render(format, report, out);
        }
    };
    [
        ("empty", whole(|out| render(&Report::of(&[], &[]), out))),
        ("sample", sample(render)),
        ("real", real(render)),
    ]
}

/// `UPDATE=1 cargo test` writes the files anew.
#[test]
fn the_sample_is_what_its_file_says_in_every_format() {
    for &format in ReportFormat::ALL {
        let text = sample(|report, out| match format {
            ReportFormat::Sarif => sarif::render(report, &rules(), out),
            _ => render(format, report, out),
        });
        let file = reports().join(format!("sample.{}", format.name()));
        if env::var_os("UPDATE").is_some() {
            fs::write(&file, &text).expect("a writable file");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(text, expected, "{}", file.display());
    }
}

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reports")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

#[test]
fn no_format_prints_what_a_terminal_obeys() {
    for &format in ReportFormat::ALL {
        for (name, text) in samples(format) {
            assert!(
                !text.contains(|c| c != '\n' && is_unsafe(c)),
                "{} of {name}:\n{text}",
                format.name()
            );
            assert!(text.is_empty() || text.ends_with('\n'));
        }
    }
}

#[test]
fn no_format_repeats_a_value() {
    for &format in ReportFormat::ALL {
        for (name, text) in samples(format) {
            assert!(
                !text.contains("q7z.invalid"),
                "{} of {name}:\n{text}",
                format.name()
            );
        }
    }
}

#[test]
fn reports_fit_their_schemas() {
    for format in [ReportFormat::GitLab, ReportFormat::RdJson] {
        let schema = fs::read_to_string(reports().join(format!("{}.schema.json", format.name())))
            .expect("a schema");
        let validator = jsonschema::draft202012::new(&json(&schema)).expect("a valid schema");
        for (name, text) in samples(format) {
            let errors: Vec<String> = validator
                .iter_errors(&json(&text))
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(
                errors.is_empty(),
                "{} of {name}: {errors:#?}",
                format.name()
            );
        }
    }
}

#[test]
fn fingerprints_are_unique() {
    for (name, text) in samples(ReportFormat::GitLab) {
        let report = json(&text);
        let issues = report.as_array().expect("a list");
        let prints: BTreeSet<&str> = issues
            .iter()
            .filter_map(|issue| issue["fingerprint"].as_str())
            .collect();
        assert_eq!(prints.len(), issues.len(), "{name}");
    }
}

/// What code scanning refuses or needs, which the schema of SARIF does not say.
#[test]
fn code_scanning_gets_what_it_asks_for() {
    for (name, text) in samples(ReportFormat::Sarif) {
        let log = json(&text);
        let run = &log["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), RULES.len() + 2);
        assert!(rules.is_sorted_by_key(|rule| rule["id"].as_str()));
        for rule in rules {
            for text in ["shortDescription", "fullDescription", "help"]
                .map(|field| rule[field]["text"].as_str().unwrap_or_default())
            {
                assert!(!text.is_empty(), "{rule}");
            }
            assert!(
                rule["fullDescription"]["text"]
                    .as_str()
                    .is_some_and(|text| text.chars().count() <= 1024)
            );
            assert!(
                rule["properties"]["tags"]
                    .as_array()
                    .is_some_and(|tags| tags.len() <= 20)
            );
        }
        for result in run["results"].as_array().expect("results") {
            let place = &result["locations"][0]["physicalLocation"];
            for field in ["startLine", "startColumn", "endLine", "endColumn"] {
                assert!(
                    place["region"][field]
                        .as_u64()
                        .is_some_and(|number| number > 0),
                    "{name}: {result:#}"
                );
            }
            assert!(
                place["artifactLocation"]["uri"]
                    .as_str()
                    .is_some_and(|uri| uri.is_ascii() && !uri.is_empty())
            );
            assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
            let index = result["ruleIndex"]
                .as_u64()
                .and_then(|index| usize::try_from(index).ok())
                .expect("an index");
            assert_eq!(rules[index]["id"], result["ruleId"]);
        }
    }
}

/// Not a test of ours: `tests/reports/validate` names a folder, and lets other tools judge what is put there.
#[test]
fn samples_are_written_where_others_can_judge_them() {
    let Some(folder) = env::var_os("MCPCONV_REPORTS") else {
        return;
    };
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("a folder");
    for &format in ReportFormat::ALL {
        for (name, text) in samples(format) {
            fs::write(folder.join(format!("{name}.{}", format.name())), text)
                .expect("a writable folder");
        }
    }
}

#[test]
fn the_documents_name_every_field_and_format() {
    let read = |name: &str| {
        fs::read_to_string(
            Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("docs")
                .join(name),
        )
        .expect("a document")
    };
    let mut keys = BTreeSet::new();
    names(
        &json(&sample(|report, out| {
            render(ReportFormat::Json, report, out)
        })),
        &mut keys,
    );
    let (fields, formats) = (read("json.md"), read("ci-formats.md"));
    let missing: Vec<&String> = keys
        .iter()
        .filter(|key| !fields.contains(&format!("`{key}`")))
        .collect();
    assert!(
        missing.is_empty(),
        "docs/json.md does not explain {missing:?}"
    );
    for format in ReportFormat::ALL {
        assert!(
            formats.contains(&format!("`{}`", format.name())),
            "docs/ci-formats.md does not name {}",
            format.name()
        );
    }
}

/// All names of members in `value`.
fn names(value: &Value, out: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| names(item, out)),
        Value::Object(members) => members.iter().for_each(|(name, member)| {
            out.insert(name.clone());
            names(member, out);
        }),
        _ => {}
    }
}
