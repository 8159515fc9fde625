//! A new document is what an edit of an empty one gives.

use super::*;
use crate::edit::{Change, edit};
use crate::syntax::{OutValue, Tables, parse};

const SUB: Style = Style::TWO;
const INLINE: Style = Style {
    indent: "\t",
    tables: Tables::Inline,
};

fn out(json: &str) -> Out {
    let document = parse(json, Language::Json).expect(json);
    Out::from_node(&document.root.expect("a value"))
}

fn servers() -> Vec<(&'static str, Out)> {
    vec![
        (
            "a",
            out(r#"{"command": "x", "args": ["y\"", "é", 1], "env": {"K.1": "v"}}"#),
        ),
        ("b c", out(r#"{"url": "u", "on": true, "none": []}"#)),
        (
            "c",
            out(r#"{"tools": {"t": {"mode": "ask"}, "u": {"mode": "no"}}, "env": {}}"#),
        ),
        ("d", out("{}")),
    ]
}

fn root(language: Language) -> &'static [&'static str] {
    match language {
        Language::Json => &["mcp", "servers"],
        Language::Toml | Language::Yaml | Language::YamlMerge => &["servers"],
    }
}

fn written(language: Language, style: &'static Style, list: bool, count: usize) -> String {
    let root: &[&str] = root(language);
    let list = list.then_some("name");
    let mut writer = Writer::new(language, style, root, list, &out(r#"{"$schema": "s"}"#));
    for (name, out) in servers().into_iter().take(count) {
        writer.entry(name, &out);
    }
    writer.finish(&out(r#"{"inputs": [1, 2]}"#))
}

fn edited(language: Language, style: &'static Style, list: bool, count: usize) -> String {
    let mut changes = vec![Change::Set(path::keys(&["$schema"]), out("\"s\""))];
    for (at, (name, mut out)) in servers().into_iter().take(count).enumerate() {
        let mut place = path::keys(root(language));
        if list {
            place.push(Step::Index(at));
            if let OutValue::Object(members) = &mut out.value {
                let name = Out::text(name);
                members.insert(0, ("name".to_owned(), name));
            }
        } else {
            place.push(Step::Key(name.to_owned()));
        }
        changes.push(Change::Set(place, out));
    }
    if count == 0 {
        changes.push(Change::Set(path::keys(root(language)), Out::object()));
    }
    changes.push(Change::Set(path::keys(&["inputs"]), out("[1, 2]")));
    edit("", language, &changes, style).expect("a document")
}

#[test]
fn json_is_written_as_it_is_edited() {
    for style in [&SUB, &INLINE] {
        for count in [0, 1, 4] {
            let text = written(Language::Json, style, false, count);
            assert_eq!(text, edited(Language::Json, style, false, count));
            serde_json::from_str::<serde_json::Value>(&text).expect(&text);
        }
    }
}

#[test]
fn json_looks_as_json_stringify_prints_it() {
    let text = written(Language::Json, &SUB, false, 4);
    // The other printer sorts keys, so that only the lines can be compared.
    let value: serde_json::Value = serde_json::from_str(&text).expect(&text);
    let other = serde_json::to_string_pretty(&value).expect("printable");
    let lines = |text: &str| {
        let mut lines: Vec<String> = text
            .lines()
            .map(|line| line.trim_end_matches(',').to_owned())
            .collect();
        lines.sort();
        lines
    };
    assert_eq!(lines(&text), lines(&other));
    assert!(text.ends_with("}\n"), "{text}");
}

#[test]
fn toml_is_written_as_it_is_edited() {
    for style in [&SUB, &INLINE] {
        for (list, count) in [(false, 1), (false, 4), (true, 1), (true, 4)] {
            let text = written(Language::Toml, style, list, count);
            assert_eq!(text, edited(Language::Toml, style, list, count));
            parse(&text, Language::Toml).expect(&text);
        }
    }
}

#[test]
fn yaml_is_written_as_it_is_edited() {
    for style in [&SUB, &INLINE] {
        for (list, count) in [(false, 0), (false, 1), (false, 4), (true, 1), (true, 4)] {
            let text = written(Language::Yaml, style, list, count);
            assert_eq!(text, edited(Language::Yaml, style, list, count));
            parse(&text, Language::Yaml).expect(&text);
        }
    }
}

#[test]
fn yaml_is_written_in_block_style() {
    let text = written(Language::Yaml, &SUB, true, 1);
    let expected = "\
$schema: s
servers:
  - name: a
    command: x
    args:
      - y\"
      - é
      - 1
    env:
      K.1: v
inputs:
  - 1
  - 2
";
    assert_eq!(text, expected);
}
