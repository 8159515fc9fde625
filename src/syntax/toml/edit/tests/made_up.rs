//! Documents, values and changes that nobody would write.

use proptest::prelude::*;

use super::tree::{out, read};
use super::{SUB, changed, come_and_go};
use crate::edit::{Change, Step};
use crate::syntax::toml::edit::edits;
use crate::syntax::{Language, parse};
use crate::syntax::{Out, OutValue, Style, Tables};

fn key() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[abc]", 1 => Just("\"a\"".to_owned()), 1 => Just("'b'".to_owned()), 1 => Just("\"x y\"".to_owned()), 1 => Just("\"\\u0061.c\"".to_owned())]
}

fn keys() -> impl Strategy<Value = String> {
    prop::collection::vec(key(), 1..4).prop_map(|keys| keys.join("."))
}

fn scalar() -> impl Strategy<Value = String> {
    let all = [
        "1",
        "1_0",
        "0x1F",
        "2.50",
        "true",
        "\"s\"",
        "'l\\'",
        "\"\\t\\\"#]}\"",
        "'''m''''",
        "\"\"\"\nq\"\"\"",
        "\"\"\"a\n# b\n\"\"\"\"",
        "\"\"",
        "\"é🌈\"",
    ];
    prop::sample::select(all.to_vec()).prop_map(str::to_owned)
}

/// A value of any layout.
fn spelled() -> impl Strategy<Value = String> {
    let gap = || prop::sample::select(vec!["", " ", "  ", "\n", "\n  ", " # c ,]}\n\t"]);
    scalar().prop_recursive(3, 12, 4, move |inner| {
        let item = (gap(), inner.clone(), gap());
        let entry = (
            gap(),
            keys(),
            prop::sample::select(vec!["=", " = ", "  =\t"]),
            inner,
            gap(),
        );
        prop_oneof![
            (prop::collection::vec(item, 0..4), gap(), any::<bool>()).prop_map(
                |(items, end, comma)| {
                    let items: Vec<String> = items
                        .into_iter()
                        .map(|(before, item, after)| format!("{before}{item}{after}"))
                        .collect();
                    let comma = if comma && !items.is_empty() { "," } else { "" };
                    format!("[{}{comma}{end}]", items.join(","))
                }
            ),
            (prop::collection::vec(entry, 0..4), gap(), any::<bool>()).prop_map(
                |(items, end, comma)| {
                    let items: Vec<String> = items
                        .into_iter()
                        .map(|(before, key, sign, value, after)| {
                            format!("{before}{key}{sign}{value}{after}")
                        })
                        .collect();
                    let comma = if comma && !items.is_empty() { "," } else { "" };
                    format!("{{{}{comma}{end}}}", items.join(","))
                }
            ),
        ]
    })
}

fn lines() -> impl Strategy<Value = String> {
    let indent = prop::sample::select(vec!["", "", "", "  ", "\t"]);
    let line = prop_oneof![
        3 => keys().prop_map(|keys| format!("[{keys}]")),
        2 => keys().prop_map(|keys| format!("[[ {keys} ]]")),
        6 => (keys(), prop::sample::select(vec!["=", " = "]), spelled()).prop_map(|(keys, sign, value)| format!("{keys}{sign}{value}")),
        1 => Just("# comment".to_owned()),
        2 => Just(String::new()),
    ];
    let end = prop::sample::select(vec!["\n", "\n", " # beside\n"]);
    (indent, line, end).prop_map(|(indent, line, end)| format!("{indent}{line}{end}"))
}

/// Documents of lines in any order, as far as they make sense together.
fn document() -> impl Strategy<Value = String> {
    (prop::collection::vec(lines(), 0..14), 0..4u8, any::<bool>()).prop_map(
        |(lines, ends, last)| {
            let mut text = String::new();
            for (index, line) in lines.into_iter().enumerate() {
                let line = if ends == 0 || (ends == 1 && index % 3 == 0) {
                    line.replace('\n', "\r\n")
                } else {
                    line
                };
                let before = text.len();
                text.push_str(&line);
                if edits(&text, &[], &SUB).is_err() {
                    text.truncate(before);
                }
            }
            let cut = text.trim_end_matches(['\r', '\n']);
            if last && parse(cut, Language::Toml).is_ok() {
                cut.to_owned()
            } else {
                text
            }
        },
    )
}

fn value() -> impl Strategy<Value = Out> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "s",
            "",
            "it's",
            "x#y",
            "a \"b\" 'c'",
            "C:\\d",
            "two\nlines\n",
            "\u{7f}\r\t"
        ])
        .prop_map(|text| OutValue::String(text.to_owned())),
        prop::sample::select(vec!["1", "10", "2.5"])
            .prop_map(|number| OutValue::Number(number.to_owned())),
        any::<bool>().prop_map(OutValue::Bool),
    ];
    leaf.prop_map(Out::added).prop_recursive(3, 12, 4, |inner| {
        let name = prop::sample::select(vec!["a", "b", "c", "x y", "a.c"]).prop_map(str::to_owned);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| Out::added(OutValue::Array(items))),
            prop::collection::btree_map(name, inner, 0..4)
                .prop_map(|members| Out::added(OutValue::Object(members.into_iter().collect()))),
        ]
    })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        5 => prop::sample::select(vec!["a", "b", "c", "x y", "a.c"]).prop_map(|key| Step::Key(key.to_owned())),
        1 => (0..3usize).prop_map(Step::Index),
    ];
    prop::collection::vec(step, 1..5)
}

fn change() -> impl Strategy<Value = Change> {
    let insert = (steps(), 0..3usize, prop::collection::vec(value(), 0..3));
    prop_oneof![
        6 => (steps(), value()).prop_map(|(path, out)| Change::Set(path, out)),
        2 => steps().prop_map(Change::Remove),
        2 => (steps(), "[abc]").prop_map(|(path, key)| Change::Rename(path, key)),
        1 => insert.prop_map(|(mut path, index, items)| {
            path.push(Step::Index(index));
            Change::Insert(path, items)
        }),
    ]
}

fn style() -> impl Strategy<Value = Style> {
    any::<bool>().prop_map(|sub| Style {
        tables: if sub { Tables::Sub } else { Tables::Inline },
        ..SUB
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_document_says_afterwards_what_it_should(text in document(), changes in prop::collection::vec(change(), 1..6), style in style()) {
        // Most changes that are made up cannot be made together; those that can be made alone are.
        if changed(&text, &changes, &style).is_err() {
            for change in changes {
                let _ = changed(&text, &[change], &style);
            }
        }
    }

    #[test]
    fn setting_what_is_there_changes_nothing(text in document()) {
        let same = out(&read(&text));
        prop_assert_eq!(edits(&text, &[Change::Set(Vec::new(), same)], &SUB), Ok(Vec::new()), "{}", text);
    }

    #[test]
    fn a_server_that_comes_and_goes_leaves_no_trace(text in document(), server in value(), style in style()) {
        let server = if server.is_object() { server } else { Out::object() };
        for root in ["a", "b", "mcp_servers"] {
            come_and_go(&text, root, &server, &style);
        }
    }
}
