//! Cases written by hand, and the limits. The laws are in [`laws`].

mod laws;

use super::edits;
use crate::edit::{Change, Step, apply};
use crate::syntax::tests::{change, key, out, try_all};

fn changed(text: &str, changes: &[Change]) -> Result<String, String> {
    let edits = edits(text, changes, "  ", true).map_err(|refused| refused.reason)?;
    Ok(apply(text, &edits))
}

#[test]
fn cases_written_by_hand() {
    let count = try_all("yaml", changed);
    assert!(count > 50, "only {count} cases were found");
}

#[test]
fn a_value_behind_an_alias_is_not_changed_through_it_but_told() {
    let text = "\
base: &base
  command: x
  env: {A: b}
servers:
  a: *base
  b:
    <<: *base
    args: []
  c: &c {x: 1}
  d: [*c]
";
    let refused = |line: &str| changed(text, &[change(line)]).expect_err(line);
    for (line, reason) in [
        (
            "set /servers/a/command y",
            "`servers.a` is an alias, `*base`,",
        ),
        (
            "remove /servers/a/command",
            "`servers.a` is an alias, `*base`,",
        ),
        (
            "rename /servers/a/command y",
            "`servers.a` is an alias, `*base`,",
        ),
        ("set /servers/a/new y", "`servers.a` is an alias, `*base`,"),
        (
            "set /servers/b/env/A y",
            "`servers.b.env` comes from elsewhere by `<<`",
        ),
        (
            "remove /servers/b/command",
            "`servers.b.command` comes from elsewhere by `<<`",
        ),
        ("set /base/command y", "`base` has an anchor"),
        ("remove /base", "`base` has an anchor"),
        ("set /servers/c/x 2", "`servers.c` has an anchor"),
        ("set /servers/d/#0/x 2", "`servers.d[0]` is an alias, `*c`,"),
    ] {
        let told = refused(line);
        assert!(told.starts_with(reason), "{line}: {told}");
    }
    let changes = [
        change("set /servers/a/command y"),
        change("set /servers/e {\"command\": \"z\"}"),
        change("set /servers/b/env/A y"),
    ];
    let told = edits(text, &changes, "  ", true).expect_err("two of them");
    assert_eq!(told.changes, [0, 2]);

    let done = |line: &str| changed(text, &[change(line)]).expect(line);
    assert!(done("set /servers/b/command z").contains("    args: []\n    command: z\n"));
    assert!(done("set /servers/a {\"url\": \"u\"}").contains("  a:\n    url: u\n"));
    assert!(!done("remove /servers/a").contains("a: *base"));
    assert!(done("rename /base other").starts_with("other: &base\n"));
    assert!(done("set /servers/e 1").contains("  d: [*c]\n  e: 1\n"));
    assert!(done("set /servers/b/args/#0 q").contains("    args:\n      - q\n"));
}

#[test]
fn a_value_without_a_place_is_refused_by_its_path() {
    let refused = |text: &str, line: &str| changed(text, &[change(line)]).expect_err(line);
    assert_eq!(
        refused("a: x", "set /a/b 1"),
        "`a` is a string, so `a.b` cannot be set"
    );
    assert_eq!(
        refused("a: null", "set /a/b 1"),
        "`a` is null, so `a.b` cannot be set"
    );
    assert_eq!(
        refused("a: [1, 2]", "set /a/#5 1"),
        "`a` is a list of length 2, so `a[5]` cannot be set"
    );
    assert_eq!(
        refused("a: 1\n\tb: 2\n", "set /c 1"),
        "line 2, column 1: YAML does not allow a tab as indentation"
    );
    assert_eq!(
        refused("a: 1", "remove "),
        "the document itself cannot be removed"
    );
    assert!(refused("[a: b]", "set /#0/a 2").contains("cannot be changed"));
}

#[test]
fn many_changes_at_once_take_no_longer_than_they_must() {
    const MANY: usize = 20_000;
    let at = |index: usize| [key("servers"), Step::Key(format!("server-{index}"))];
    let set = |rest: &[Step]| -> Vec<Change> {
        let value = |index: usize| out(&serde_json::json!(index));
        (0..MANY)
            .map(|index| Change::Set([&at(index), rest].concat(), value(index)))
            .collect()
    };
    for start in [
        "servers:\n  first: 1 # one\n",
        "servers: {first: 1} # one\n",
    ] {
        let full = changed(start, &set(&[])).expect("a place for each");
        assert_eq!(full.matches("server-").count(), MANY);
        let remove: Vec<Change> = (0..MANY)
            .map(|index| Change::Remove(at(index).to_vec()))
            .collect();
        assert_eq!(changed(&full, &remove).expect("each is there"), start);
        let nested = changed(start, &set(&[key("port")])).expect("a place for each");
        assert_eq!(
            changed(&nested, &set(&[key("port")])).expect("each"),
            nested
        );
    }
    // With an alias, each change is looked at.
    let aliased = format!(
        "a: &a 1\nb: *a\n{}",
        changed("servers: {}\n", &set(&[key("port")])).expect("a place for each")
    );
    let other: Vec<Change> = (0..MANY)
        .map(|index| {
            Change::Set(
                [&at(index)[..], &[key("port")]].concat(),
                out(&serde_json::json!("x")),
            )
        })
        .collect();
    let result = changed(&aliased, &other).expect("each is there");
    assert_eq!(result.matches("port: x").count(), MANY);
}

#[test]
fn lines_that_a_text_keeps_stay_with_it() {
    for text in [
        "- |+\n  one\n\n- 1",
        "- |+\n  one\n\n- 1\n",
        "\n- |+\n  one\n\n- 1",
        "- |+\n  one\n\n- 1\n\n",
    ] {
        let done = edits(text, &[Change::Remove(vec![Step::Index(1)])], "  ", false);
        assert!(done.is_ok(), "{text:?}: {done:?}");
    }
}

#[test]
fn a_text_without_a_last_line_break_has_none_after_its_last_list_is_empty() {
    for text in ["a: 1\nd:\n\n- 1", "d:\n\n\n  - 1", "d: # c\n\n- 1"] {
        let path = vec![key("d"), Step::Index(0)];
        let done = changed(text, &[Change::Remove(path)]).expect("it is there");
        assert!(done.contains("[]") && !done.ends_with('\n'), "{done:?}");
    }
}

#[test]
fn a_block_of_text_in_the_place_of_a_list_has_no_blank_line_in_it() {
    let value = out(&serde_json::json!("one\ntwo"));
    let done = changed("a:\n\n- 1", &[Change::Set(vec![key("a")], value)]);
    assert_eq!(done.expect("it is there"), "a: |-\n  one\n  two");
}
