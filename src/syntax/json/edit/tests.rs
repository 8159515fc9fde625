//! Cases written by hand, and the limits. The laws are in [`laws`].

mod laws;

use super::edits;
use crate::edit::{Change, Step, apply};
use crate::syntax::tests::{change, key, out, try_all};
use crate::syntax::{Language, MAX_DEPTH, Out, OutValue, parse};

fn changed(text: &str, changes: &[Change]) -> Result<String, String> {
    let edits = edits(text, changes, "  ").map_err(|refused| refused.reason)?;
    Ok(apply(text, &edits))
}

#[test]
fn cases_written_by_hand() {
    let count = try_all("json", changed);
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
