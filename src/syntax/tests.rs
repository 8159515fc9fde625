//! What the tests of several languages share: edits written by hand in `tests/edits`, and real files.

pub(super) mod made_up;
pub(super) mod plain;

use std::path::{Path, PathBuf};

use serde_json::Value as Json;

use super::{Language, Out, OutValue, decode, parse};
use crate::edit::{Change, Step};

/// A value to be written.
pub(super) fn out(value: &Json) -> Out {
    Out::added(match value {
        Json::Null => OutValue::Null,
        Json::Bool(flag) => OutValue::Bool(*flag),
        Json::Number(number) => OutValue::Number(number.to_string()),
        Json::String(text) => OutValue::String(text.clone()),
        Json::Array(items) => OutValue::Array(items.iter().map(out).collect()),
        Json::Object(members) => OutValue::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), out(value)))
                .collect(),
        ),
    })
}

pub(super) fn key(name: &str) -> Step {
    Step::Key(name.into())
}

/// `/a/b/#0`: the first item of the member `b` of the member `a`.
pub(super) fn path(pointer: &str) -> Vec<Step> {
    let step = |segment: &str| match segment.strip_prefix('#') {
        Some(index) => Step::Index(index.parse().expect("an index")),
        None => key(segment),
    };
    pointer.split('/').skip(1).map(step).collect()
}

/// A verb, a path and a value, which is JSON or, if it is not, a string.
pub(super) fn change(line: &str) -> Change {
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
        _ => panic!("{verb} is not a change"),
    }
}

/// `¶` is a carriage return before a line's end, `→` a tab, `·` a blank at the end of a line, `¬` a text's end without a
/// line's end.
fn unescape(text: &str) -> String {
    text.replace("¬\n", "")
        .replace('¶', "\r")
        .replace('→', "\t")
        .replace('·', " ")
}

/// Tries the cases of `tests/edits/<folder>`, and returns how many there are. A case is a line with `=== ` and the name,
/// the changes, then what was there before, after the first line `---`, and what is there afterwards, after a line `+++`.
pub(super) fn try_all(
    folder: &str,
    changed: fn(&str, &[Change]) -> Result<String, String>,
) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/edits")
        .join(folder);
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
                wrong.push(format!(
                    "{name}: expected\n{after}\nbut got\n{got}\n{got:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    count
}

/// The files of the corpus with these endings that hold text; none where it is not at hand.
pub(super) fn corpus(endings: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder)
            .into_iter()
            .flatten()
            .filter_map(Result::ok)
            .map(|entry| entry.path())
        {
            let ending = path.extension().and_then(|ending| ending.to_str());
            if path.is_dir() {
                folders.push(path);
            } else if ending.is_some_and(|ending| endings.contains(&ending)) {
                let bytes = std::fs::read(&path).expect("a file");
                found.extend(decode(&bytes).map(|decoded| (path, decoded.text.into_owned())));
            }
        }
    }
    if found.is_empty() {
        eprintln!("skipped: there is no corpus beside this checkout");
    }
    found
}

#[test]
fn the_order_of_what_a_document_holds_is_known() {
    let ordered = |text: &str, language| {
        let document = parse(text, language).expect("a document");
        document.root.expect("a value").is_ordered()
    };
    assert!(ordered(r#"{"a": {"b": [1, 2]}, "c": {}}"#, Language::Json));
    let toml = |text| ordered(text, Language::Toml);
    assert!(toml("[s]\na = { x = 1 }\nb = { x = 2 }\n"));
    assert!(toml("[s.a]\nx = 1\n\n[s.a.env]\ny = 1\n\n[s.b]\nx = 2\n"));
    assert!(!toml("[s.a]\nx = 1\n\n[t]\nx = 1\n\n[s.b]\nx = 2\n"));
    let yaml = |text| ordered(text, Language::Yaml);
    assert!(yaml("a: 1\nb: [2, 3]\n"));
    assert!(!yaml("a: &x {b: 1}\nc: 2\nd: *x\n"));
}
