//! Cases written by hand, and the limits. The laws are in [`laws`].

mod laws;

use std::path::Path;

use serde_json::Value as Json;

use super::edits;
use crate::edit::{Change, Step, apply};
use crate::syntax::{Language, Out, parse};

fn out(value: &Json) -> Out {
    let text = value.to_string();
    let document = parse(&text, Language::Json).expect("JSON");
    Out::from_node(&document.root.expect("a value"))
}

fn key(name: &str) -> Step {
    Step::Key(name.into())
}

fn changed(text: &str, changes: &[Change]) -> Result<String, String> {
    let edits = edits(text, changes, "  ", true).map_err(|refused| refused.reason)?;
    Ok(apply(text, &edits))
}

/// `/a/b/#0`: the first item of the member `b` of the member `a`.
fn path(pointer: &str) -> Vec<Step> {
    let step = |segment: &str| match segment.strip_prefix('#') {
        Some(index) => Step::Index(index.parse().expect("an index")),
        None => key(segment),
    };
    pointer.split('/').skip(1).map(step).collect()
}

/// A value is JSON or, if it is none, a string.
fn change(line: &str) -> Change {
    let (verb, rest) = line.split_once(' ').expect("a verb and a path");
    let (pointer, value) = rest.split_once(' ').unwrap_or((rest, "null"));
    let json = || serde_json::from_str(value).unwrap_or_else(|_| Json::String(value.to_owned()));
    match verb {
        "set" => Change::Set(path(pointer), out(&json())),
        "insert" => {
            let items = json().as_array().expect("a list").iter().map(out).collect();
            Change::Insert(path(pointer), items)
        }
        "remove" => Change::Remove(path(pointer)),
        "rename" => Change::Rename(path(pointer), value.to_owned()),
        _ => panic!("{verb} is no change"),
    }
}

/// `¶` is a carriage return before a line's end, `¬` a text's end without a line's end.
fn unescape(text: &str) -> String {
    text.replace("¬\n", "").replace('¶', "\r")
}

/// The files of `tests/edits/yaml` hold cases: a line with `=== ` and the name, the changes, then what was there before
/// behind the first line `---` and what is there after behind a line `+++`.
#[test]
fn cases_written_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/edits/yaml");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("cases")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a case file");
        for case in text.split("=== ").skip(1) {
            count += 1;
            let (head, body) = case.split_once("---\n").expect("a text before");
            let (before, after) = body.split_once("+++\n").expect("a text after");
            let (name, list) = head.split_once('\n').expect("a name");
            let changes: Vec<Change> = list.lines().map(change).collect();
            let after = after
                .strip_suffix("\n\n")
                .map_or_else(|| after.to_owned(), |after| format!("{after}\n"));
            let (before, after) = (unescape(before), unescape(&after));
            let got = changed(&before, &changes);
            if got.as_deref() != Ok(&after) {
                let got = got.unwrap_or_else(|error| error);
                wrong.push(format!("{name}: expected\n{after}\nbut got\n{got}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 50, "only {count} cases were found");
}
