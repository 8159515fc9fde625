//! Cases written by hand, and the limits. The laws are in [`laws`].

mod laws;

use std::path::Path;

use serde_json::Value as Json;

use super::edits;
use crate::edit::{Change, Step, apply};
use crate::syntax::{Language, MAX_DEPTH, parse};
use crate::syntax::{Out, OutValue};

fn out(value: &Json) -> Out {
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

fn key(name: &str) -> Step {
    Step::Key(name.into())
}

fn changed(text: &str, changes: &[Change]) -> Result<String, String> {
    let edits = edits(text, changes, "  ").map_err(|refused| refused.reason)?;
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

fn change(line: &str) -> Change {
    let (verb, rest) = line.split_once(' ').expect("a verb and a path");
    let (pointer, value) = rest.split_once(' ').unwrap_or((rest, "null"));
    match verb {
        "set" => Change::Set(
            path(pointer),
            out(&serde_json::from_str(value).expect(value)),
        ),
        "remove" => Change::Remove(path(pointer)),
        "rename" => Change::Rename(path(pointer), value.to_owned()),
        _ => panic!("{verb} is no change"),
    }
}

/// `¶` is a carriage return before a line's end, `→` a tab, `·` a blank at the end of a line, `¬` a text's end without a line's end.
fn unescape(text: &str) -> String {
    text.replace("¬\n", "")
        .replace('¶', "\r")
        .replace('→', "\t")
        .replace('·', " ")
}

/// The files of `tests/edits/json` hold cases: a line with `=== ` and the name, the changes, then what was there before
/// behind a line `---` and what is there after behind a line `+++`.
#[test]
fn cases_written_by_hand() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/edits/json");
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
    assert!(count > 70, "only {count} cases were found");
}

#[test]
fn a_value_without_a_place_is_refused_by_its_path() {
    let refused = |text: &str, line: &str| changed(text, &[change(line)]).expect_err(line);
    assert_eq!(
        refused(r#"{"a": "x"}"#, "set /a/b 1"),
        "`a` is a string, so `a.b` cannot be set"
    );
    assert_eq!(
        refused(r#"{"a": {"b": []}}"#, "set /a/b/c 1"),
        "`a.b` is a list, so `a.b.c` cannot be set"
    );
    assert_eq!(
        refused(r#"{"a": {}}"#, "set /a/#0 1"),
        "`a` is an object, so `a[0]` cannot be set"
    );
    assert_eq!(
        refused(r#"{"a": [1, 2]}"#, "set /a/#5 1"),
        "`a` is a list of length 2, so `a[5]` cannot be set"
    );
    assert_eq!(
        refused(r#"{}"#, "set /a.b/#1/c 1"),
        "`\"a.b\"` is a list of length 0, so `\"a.b\"[1].c` cannot be set"
    );
    assert_eq!(
        refused("[]", "set /a 1"),
        "the document is a list, so `a` cannot be set"
    );
    assert_eq!(
        refused("null", "set /a 1"),
        "the document is null, so `a` cannot be set"
    );
    assert_eq!(
        refused("{}", "remove "),
        "the document itself cannot be removed"
    );
    assert_eq!(
        refused("{\n \"é\": x}", "set /a 1"),
        "line 2, column 7: unexpected token"
    );
    let deep = |depth: usize| {
        changed(
            "{}",
            &[Change::Set(
                vec![key("a"); depth],
                out(&serde_json::json!([])),
            )],
        )
    };
    assert!(
        deep(MAX_DEPTH)
            .expect_err("too deep")
            .ends_with("would be nested deeper than 64 levels")
    );
    assert!(
        parse(
            &deep(MAX_DEPTH - 1).expect("just deep enough"),
            Language::Json
        )
        .is_ok()
    );
}

#[test]
fn many_changes_at_once_take_no_longer_than_they_must() {
    const MANY: usize = 100_000;
    let path = |index: usize, rest: &[Step]| {
        [
            &[key("mcpServers"), Step::Key(format!("server-{index}"))],
            rest,
        ]
        .concat()
    };
    let set = |rest: &[Step], offset: usize| -> Vec<Change> {
        let value = |index: usize| Out::added(OutValue::Number((index + offset).to_string()));
        (0..MANY)
            .map(|index| Change::Set(path(index, rest), value(index)))
            .collect()
    };

    // New members of one object, over lines; and all of them gone again.
    let start = "{\n  \"mcpServers\": {\n    \"first\": 1 // one\n  }\n}\n";
    let full = changed(start, &set(&[], 0)).expect("a place for each");
    assert_eq!(full.matches("server-").count(), MANY);
    let remove: Vec<Change> = (0..MANY)
        .map(|index| Change::Remove(path(index, &[])))
        .collect();
    assert_eq!(changed(&full, &remove).expect("each is there"), start);

    // Values in as many objects, all on one line.
    let port = [key("port")];
    let nested = changed("{\"a\":1}", &set(&port, 0)).expect("a place for each");
    let other = changed(&nested, &set(&port, 1)).expect("each is there");
    assert_eq!(
        changed(&other, &set(&port, 0)).expect("each is there"),
        nested
    );
}
