use super::*;

fn notes(text: &str) -> Vec<NoteKind> {
    parse(text)
        .expect("a readable text")
        .notes
        .iter()
        .map(|note| note.kind)
        .collect()
}

fn fails(text: &str) -> Error {
    parse(text).expect_err("an unreadable text")
}

#[test]
fn every_node_knows_its_bytes() {
    let text = r#"{"a": [1, "b\n", {"c": null}], "d": true}"#;
    let root = parse(text).expect("json").root.expect("a value");
    let at = |path: &[&str]| &text[root.at(path).expect("there").span.range()];
    assert_eq!(at(&[]), text);
    assert_eq!(at(&["a"]), r#"[1, "b\n", {"c": null}]"#);
    assert_eq!(at(&["d"]), "true");
    let items = root.at(&["a"]).expect("a").items();
    assert_eq!(items[1].as_str(), Some("b\n"));
    assert_eq!(&text[items[2].members()[0].key_span.range()], r#""c""#);
}

#[test]
fn what_a_strict_parser_refuses_is_read_and_noted() {
    assert_eq!(notes("{\"a\": 1}"), []);
    assert_eq!(
        notes("// x\n{\"a\": [1,],}"),
        [NoteKind::Comment, NoteKind::TrailingComma]
    );
    assert_eq!(notes("{} /* behind */"), [NoteKind::Comment]);
    assert_eq!(
        notes("# one\n# two\n{\"a\": 1, # three\n\"b\": [2]} # four"),
        [NoteKind::HashComment]
    );
    assert_eq!(notes("{\"a\": \"x\ty\"}"), [NoteKind::ControlCharacter]);
    assert_eq!(notes("{\u{a0}}"), [NoteKind::OddWhitespace]);
    assert_eq!(notes(r#"["\ud83d"]"#), [NoteKind::LoneSurrogate]);
}

#[test]
fn half_of_a_pair_is_read_as_the_replacement_character() {
    let text = r#"{"\udc00": ["\\ud83d", "a\"\ud83dé\uD83D\uDE00\n", /* x */ "b"] } // y"#;
    let document = parse(text).expect("json");
    let root = document.root.as_ref().expect("a value");
    assert_eq!(root.members()[0].key, "\u{fffd}");
    let items = root.members()[0].value.items();
    let texts: Vec<_> = items.iter().filter_map(Node::as_str).collect();
    assert_eq!(texts, ["\\ud83d", "a\"\u{fffd}é😀\n", "b"]);
    assert_eq!(
        &text[items[1].span.range()],
        r#""a\"\ud83dé\uD83D\uDE00\n""#
    );
    assert_eq!(&text[items[2].span.range()], r#""b""#);
    assert_eq!(&text[document.notes[0].span.range()], r"\udc00");
    let comments = comments(text);
    let comments: Vec<_> = comments.iter().map(|span| &text[span.range()]).collect();
    assert_eq!(comments, ["/* x */", "// y"]);
    for text in [r#"["\ud83d"#, r#"["\ud83d\x"]"#, r#"["\ud83"]"#] {
        fails(text);
    }
}

#[test]
fn both_of_two_equal_keys_are_kept_and_the_last_one_counts() {
    let root = parse(r#"{"a": 1, "a": 2}"#)
        .expect("json")
        .root
        .expect("a value");
    assert_eq!(root.members().len(), 2);
    assert!(matches!(
        root.at(&["a"]).map(|node| &node.value),
        Some(Tree::Number("2"))
    ));
}

#[test]
fn places_behind_a_comment_of_another_language_are_right() {
    let text = "# é\n{\"a\": # x\n \"b\"}";
    let document = parse(text).expect("readable");
    let root = document.root.expect("a value");
    assert_eq!(&text[root.members()[0].key_span.range()], "\"a\"");
    assert_eq!(&text[root.members()[0].value.span.range()], "\"b\"");
    assert_eq!(&text[document.notes[0].span.range()], "# é");
    assert_eq!(fails("# x\n{\"a\": tru}").span.start, 10);
    assert!(fails("{\"a\": 1#\n2}").span.start >= 6);
}

#[test]
fn blank_text_is_no_document_and_no_error() {
    assert!(parse(" \n").expect("readable").root.is_none());
}

#[test]
fn a_fault_is_placed_and_explained() {
    assert_eq!(fails("{\"a\": 1} x").span, Span::new(9, 10));
    assert!(
        fails("{\"a\": ")
            .reason
            .contains("ends where a value was expected")
    );
    assert_eq!(
        fails("[\"a\": 1]").hint,
        Some("use `{` and `}` instead of `[` and `]`")
    );
    assert_eq!(fails("{'a': 1}").hint, Some("use double quotes"));
    assert_eq!(fails("{“a”: 1}").hint, Some("use straight double quotes"));
    assert!(
        fails("{\"a\": 1\n\"b\": 2}")
            .hint
            .expect("a hint")
            .contains("comma")
    );
    assert!(
        fails(r#"{"a": "C:\Users"}"#)
            .hint
            .expect("a hint")
            .contains("backslash")
    );
    assert!(fails("{\"a\": .5}").span.start >= 6);
    assert!(fails("{a: 1}").reason.contains("a key in double quotes"));
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = "[".repeat(200_000);
    assert!(fails(&deep).reason.contains("nested deeper"));
    let fits = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    assert!(parse(&fits).is_ok());
}
