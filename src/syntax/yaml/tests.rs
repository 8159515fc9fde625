//! Reading and printing YAML.

use super::*;
use crate::syntax::{Language, MAX_DEPTH, Node, OutValue, Tree, parse};

fn root(text: &str) -> Node<'_> {
    parse(text, Language::Yaml).expect(text).root.expect(text)
}

fn fails(text: &str) -> Error {
    parse(text, Language::Yaml).expect_err(text)
}

/// The value as JSON without blanks; numbers in their own spelling.
fn json(node: &Node<'_>) -> String {
    match &node.value {
        Tree::Null => "null".into(),
        Tree::Bool(flag) => flag.to_string(),
        Tree::Number(number) => (*number).into(),
        Tree::String(text) => format!("{text:?}"),
        Tree::Array(items) => {
            let items: Vec<_> = items.iter().map(json).collect();
            format!("[{}]", items.join(","))
        }
        Tree::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|member| format!("{:?}:{}", member.key, json(&member.value)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

#[test]
fn every_node_knows_its_bytes() {
    let text = "\
# first
a:
b: |  # c
  one
  two

c: >-
    x
    y


d: &k !!str 1
e:   # comment
- x
-
- - y
  - z: 1
    w:
f: {a: , b, \"c\":1, ? q : r, }
? g
: h
i: !!map
  j: [ 1,
   2 ]
";
    let root = root(text);
    let at = |path: &[&str]| &text[root.at(path).expect("there").span.range()];
    assert!(at(&[]).starts_with("a:") && at(&[]).ends_with("2 ]"));
    assert_eq!(at(&["a"]), "");
    assert_eq!(root.at(&["a"]).expect("a").span.start, 10);
    assert_eq!(at(&["b"]), "|  # c\n  one\n  two");
    assert_eq!(at(&["c"]), ">-\n    x\n    y");
    assert_eq!(at(&["d"]), "1");
    assert_eq!(at(&["e"]), "- x\n-\n- - y\n  - z: 1\n    w:");
    let items = root.at(&["e"]).expect("e").items();
    assert_eq!(&text[items[2].span.range()], "- y\n  - z: 1\n    w:");
    assert_eq!(&text[items[2].items()[1].span.range()], "z: 1\n    w:");
    assert_eq!(at(&["f"]), "{a: , b, \"c\":1, ? q : r, }");
    assert_eq!(at(&["g"]), "h");
    assert_eq!(at(&["i", "j"]), "[ 1,\n   2 ]");
    let f = root.at(&["f"]).expect("f");
    assert_eq!(&text[f.members()[2].key_span.range()], "\"c\"");
    assert_eq!(
        json(&root),
        "{\"a\":null,\"b\":\"one\\ntwo\\n\",\"c\":\"x y\",\"d\":\"1\",\"e\":[\"x\",null,[\"y\",{\"z\":1,\"w\":null}]],\
         \"f\":{\"a\":null,\"b\":null,\"c\":1,\"q\":\"r\"},\"g\":\"h\",\"i\":{\"j\":[1,2]}}"
    );
}

#[test]
fn scalars_are_read_by_the_core_schema() {
    for (text, value) in [
        ("a: no", "{\"a\":\"no\"}"),
        ("a: 08", "{\"a\":08}"),
        ("a: 1e3", "{\"a\":1e3}"),
        ("a: 0o7", "{\"a\":0o7}"),
        ("a: !!str 1", "{\"a\":\"1\"}"),
        ("a: !!int '1'", "{\"a\":1}"),
        ("a: !x 1", "{\"a\":\"1\"}"),
        ("a: ! 1", "{\"a\":\"1\"}"),
        ("a: ~", "{\"a\":null}"),
        ("a: ''", "{\"a\":\"\"}"),
        ("a: 2001-01-01", "{\"a\":\"2001-01-01\"}"),
        ("1: 2", "{\"1\":2}"),
        ("? [a, b]\n: 1", "{\"[a, b]\":1}"),
        ("? a", "{\"a\":null}"),
        (": 1", "{\"\":1}"),
        ("[a: b, c]", "[{\"a\":\"b\"},\"c\"]"),
        ("[{a: b}: c]", "[{\"{a: b}\":\"c\"}]"),
        ("'it''s'", "\"it's\""),
        ("{\"a\":\"b\"}", "{\"a\":\"b\"}"),
        ("a: &x\nb: *x", "{\"a\":null,\"b\":null}"),
        ("--- |\n x\n", "\"x\\n\""),
        ("a: |\n", "{\"a\":\"\"}"),
        ("a: |+\n\n\nb: 1", "{\"a\":\"\\n\\n\",\"b\":1}"),
    ] {
        assert_eq!(json(&root(text)), value, "{text}");
    }
}

#[test]
fn a_blank_document_is_none() {
    for text in [
        "",
        " \n",
        "# x\n",
        "---\n",
        "--- # x\n...\n",
        "%YAML 1.2\n---\n",
    ] {
        let document = parse(text, Language::Yaml).expect(text);
        assert!(
            document.root.is_none() && document.notes.is_empty(),
            "{text}"
        );
    }
}

#[test]
fn aliases_stand_for_the_text_of_their_anchor() {
    let text = "a: &x {b: [1]}\nc: *x\nd: [*x, &y z, *y]\n*y : 1\n";
    let root = root(text);
    assert_eq!(
        json(&root),
        "{\"a\":{\"b\":[1]},\"c\":{\"b\":[1]},\"d\":[{\"b\":[1]},\"z\",\"z\"],\"z\":1}"
    );
    assert_eq!(&text[root.at(&["c", "b"]).expect("b").span.range()], "[1]");
    // Of two anchors with the same name the last one before the alias counts.
    assert_eq!(json(&self::root("[&a 1, *a, &a 2, *a]")), "[1,1,2,2]");
}

#[test]
fn a_merge_key_is_a_key_or_merges() {
    let text = "a: &a {x: 1, y: 2}\nb: &b {x: 3, z: 4}\nc:\n  x: 0\n  <<: [*a, *b]\n  \"<<\": 5\nd:\n  <<: *a\n  y: 9\n";
    assert_eq!(
        json(root(text).at(&["d"]).expect("d")),
        "{\"<<\":{\"x\":1,\"y\":2},\"y\":9}"
    );
    let merged = parse(text, Language::YamlMerge)
        .expect("yaml")
        .root
        .expect("a map");
    let at = |key: &str| json(merged.at(&[key]).expect("there"));
    assert_eq!(at("c"), "{\"x\":0,\"<<\":5,\"y\":2,\"z\":4}");
    assert_eq!(at("d"), "{\"y\":9,\"x\":1}");
}

#[test]
fn equal_keys_are_both_kept() {
    let notes = |text| parse(text, Language::Yaml).expect("yaml").notes;
    let twice = notes("b: {a: 1}\na: 1\n'a': 2\n");
    assert_eq!(twice.len(), 1);
    assert_eq!(twice[0].span, Span::new(15, 18));
    assert!(notes("a: {a: 1}\nb: [{a: 1}, {a: 1}]\n").is_empty());
    let root = root("a: 1\na: 2\n");
    assert_eq!(json(&root), "{\"a\":1,\"a\":2}");
    assert!(matches!(
        root.at(&["a"]).expect("a").value,
        Tree::Number("2")
    ));
}

#[test]
fn only_the_first_document_is_read_and_a_second_one_noted() {
    let text = "a: 1\n--- # x\nb: 2\n";
    let document = parse(text, Language::Yaml).expect("yaml");
    assert_eq!(json(&document.root.expect("a map")), "{\"a\":1}");
    assert_eq!(document.notes.len(), 1);
    assert_eq!(&text[document.notes[0].span.range()], "---");
    let single = parse("---\na: 1\n...\n", Language::Yaml).expect("yaml");
    assert!(single.notes.is_empty());
}

#[test]
fn a_fault_is_placed_and_explained() {
    let tab = fails("a:\n\tb: 1\n");
    assert!(tab.reason.contains("tab") && tab.hint.is_some(), "{tab:?}");
    assert_eq!(tab.span, Span::new(3, 4));
    let colon = fails("a: b: c\n");
    assert_eq!((colon.span, colon.hint.is_some()), (Span::new(4, 5), true));
    let path = fails("a: \"C:\\Users\"\n");
    assert_eq!(path.span, Span::new(6, 7));
    assert!(path.hint.expect("a hint").contains("backslash"));
    assert!(fails("a: @x\n").hint.expect("a hint").contains("quotes"));
    assert!(fails("a: *x\n").reason.contains("missing anchor"));
    assert!(fails("a: [1, 2\nb: 3\n").span.start > 0);
    assert!(fails("a: \"x\n").reason.contains("not closed"));
    assert!(fails("a: [\n").reason.contains("not closed"));
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    for text in [
        "[".repeat(200_000),
        "- ".repeat(100_000),
        "{a: ".repeat(100_000),
        (0..3_000)
            .map(|depth| format!("{}a:\n", " ".repeat(depth)))
            .collect(),
        "? ".repeat(50_000),
    ] {
        assert!(
            fails(&text).reason.contains("nested deeper"),
            "{:.20}",
            text
        );
    }
    let fits = format!("{}{}", "[".repeat(MAX_DEPTH), "]".repeat(MAX_DEPTH));
    assert!(parse(&fits, Language::Yaml).is_ok());
    let over = format!("[{fits}]");
    assert!(fails(&over).reason.contains("nested deeper"));
}

#[test]
fn aliases_cannot_make_a_short_text_large_or_deep() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let item = format!("*a{}", level - 1);
        bomb.push_str(&format!(
            "a{level}: &a{level} [{}]\n",
            [item.as_str(); 10].join(", ")
        ));
    }
    assert!(fails(&bomb).reason.contains("too much text"));
    assert!(
        fails("a: &a [*a]\n")
            .reason
            .contains("something that contains it")
    );
    let mut deep = String::from("a0: &a0 [x]\n");
    for level in 1..100 {
        deep.push_str(&format!("a{level}: &a{level} [*a{}]\n", level - 1));
    }
    assert!(fails(&deep).reason.contains("nested deeper"));
    let long = format!(
        "a: &a \"{}\\n\"\nb: [{}]\n",
        "x".repeat(100_000),
        ["*a"; 10_000].join(", ")
    );
    assert!(fails(&long).reason.contains("too much text"));
    // Also where the text is only pointed at: whoever reads it takes time for each.
    let plain = long.replace("\\n\"", "").replace('"', "");
    assert!(fails(&plain).reason.contains("too much text"));
    // What people do.
    let many = format!("a: &a {{x: 1}}\nb: [{}]\n", ["*a"; 1_000].join(", "));
    assert!(parse(&many, Language::Yaml).is_ok());
}

#[test]
fn comments_are_told_from_strings() {
    let text = "# a\r\nx: \"# b\" # c\ny: '\n # d'\n\"k #\": e#f # g\nz: |  # h\n  # i\n# j\nw: [ # k\n 1]\n--- # l\n";
    let found: Vec<_> = reader::comments(text)
        .into_iter()
        .map(|span| &text[span.range()])
        .collect();
    assert_eq!(found, ["# a", "# c", "# g", "# h", "# j", "# k", "# l"]);
    assert_eq!(reader::comments("# a\nx: [").len(), 1);
    assert_eq!(reader::comments(&"# x\n".repeat(1_000)).len(), 1_000);
    assert_eq!(
        reader::comments(&format!("a:\n{}- b\n", "# x\n".repeat(1_000))).len(),
        1_000
    );
}

fn printed(looks: &print::YamlLooks, out: &Out, flow: bool) -> String {
    let mut text = String::new();
    if flow {
        looks.flow(&mut text, out);
    } else {
        looks.value(&mut text, out, 0);
    }
    text
}

#[test]
fn strings_survive_wherever_they_stand() {
    let strings = [
        "",
        " ",
        "x",
        "no",
        "on",
        "08",
        "1e3",
        "null",
        "~",
        "2001-01-01",
        "0x1",
        "*a",
        "&a",
        "!a",
        "%a",
        "@a",
        "`a",
        "a: b",
        "a #b",
        "a:",
        "-",
        "- a",
        "-y",
        "--port",
        "---",
        "--- a",
        "...",
        "? a",
        "?",
        ":",
        ": a",
        "[a]",
        "{a}",
        "a, b",
        "${X}",
        "#a",
        "a'b",
        "a\"b",
        "'a'",
        "\"a\"",
        "C:\\Users\\x",
        "C:\\it's",
        "a\nb",
        "a\nb\n",
        "a\nb\n\n",
        "\na",
        " a\nb",
        "a \nb",
        "a\n b\n",
        "a\r\nb",
        "\ttab",
        "a\tb",
        "\u{1b}[31m",
        "\u{7f}",
        "\u{85}",
        "\u{a0}",
        "\u{2028}",
        "\u{feff}a",
        "é🌈",
        "a\n\n\nb",
        "#a\nb",
        "|",
        ">",
        "| a",
        "<<",
        "=",
        "a\n# b\n",
        "key",
        "true",
        "a\n---\nb",
        "a\n...\nb",
        "\n",
        "\n\n",
        " \n",
        "\u{ffff}",
        "\u{fffe}",
    ];
    for quote in [print::QuoteMark::Double, print::QuoteMark::Single] {
        for quote_all in [false, true] {
            let looks = print::YamlLooks {
                quote,
                quote_all,
                ..print::YamlLooks::plain("  ")
            };
            for string in strings {
                let out = Out::text(string);
                let list = Out::list([out.clone(), out.clone()]);
                let inner = Out::added(OutValue::Object(vec![
                    (string.into(), out.clone()),
                    ("list \u{1F600}".into(), list),
                    ("last".into(), out.clone()),
                ]));
                let whole = Out::added(OutValue::Object(vec![
                    ("in".into(), inner),
                    ("z".into(), out),
                ]));
                for flow in [false, true] {
                    let text = printed(&looks, &whole, flow) + "\n";
                    let document = parse(&text, Language::Yaml)
                        .unwrap_or_else(|error| panic!("{error:?}\n{text}"));
                    assert_eq!(
                        json(&document.root.expect("a map")),
                        json(&whole.to_node()),
                        "{text}"
                    );
                }
            }
        }
    }
}

#[test]
fn long_keys_and_numbers_of_other_languages_are_written_so_that_yaml_reads_them() {
    let long = "k".repeat(5_000);
    let number = |text: &str| Out::added(OutValue::Number(text.into()));
    let whole = Out::added(OutValue::Object(vec![(long.clone(), number("1_000"))]));
    let looks = print::YamlLooks::plain("  ");
    for flow in [false, true] {
        let text = printed(&looks, &whole, flow);
        assert!(matches!(
            root(&text).at(&[&long]).expect("there").value,
            Tree::Number("1000")
        ));
    }
    for (from, to) in [
        ("0x10", "0x10"),
        ("0b11", "3"),
        ("inf", ".inf"),
        ("-inf", "-.inf"),
        ("nan", ".nan"),
        ("1979-05-27", "\"1979-05-27\""),
    ] {
        assert_eq!(printed(&looks, &number(from), true), to);
    }
}
