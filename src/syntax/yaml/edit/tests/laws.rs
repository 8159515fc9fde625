//! What holds for every document: random ones, broken ones, and real ones where they are at hand.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::{Value as Json, json};

use super::{changed, key, out};
use crate::edit::{Change, Step, apply};
use crate::syntax::yaml::edit::edits;
use crate::syntax::{Language, Node, Out, OutValue, Tree, comments, decode, parse};

/// What a document says, whatever it looks like.
fn read(text: &str) -> Json {
    let document = parse(text, Language::Yaml).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    document.root.as_ref().map_or(Json::Null, plain)
}

fn plain(node: &Node<'_>) -> Json {
    match &node.value {
        Tree::Null => Json::Null,
        Tree::Bool(flag) => json!(flag),
        Tree::Number(number) => json!(format!("number {number}")),
        Tree::String(text) => json!(format!("text {text}")),
        Tree::Array(items) => items.iter().map(plain).collect(),
        Tree::Object(members) => Json::Object(
            members
                .iter()
                .map(|member| (member.key.to_string(), plain(&member.value)))
                .collect(),
        ),
    }
}

fn made(out: &Out) -> Json {
    plain(&out.to_node())
}

/// Makes a change the plain way. Says whether it could be made.
fn make(value: &mut Json, change: &Change) -> bool {
    match change {
        Change::Set(path, out) => set(value, path, out),
        Change::Remove(path) => {
            let Some((last, parents)) = path.split_last() else {
                return false;
            };
            match (at(value, parents), last) {
                (Some(Json::Object(members)), Step::Key(key)) => {
                    members.shift_remove(key);
                }
                (Some(Json::Array(items)), Step::Index(index)) if *index < items.len() => {
                    items.remove(*index);
                }
                _ => {}
            }
            true
        }
        Change::Rename(path, new) => {
            let Some((Step::Key(old), parents)) = path.split_last() else {
                return false;
            };
            let Some(Json::Object(members)) = at(value, parents) else {
                return false;
            };
            if !members.contains_key(old) || old != new && members.contains_key(new) {
                return false;
            }
            let renamed = std::mem::take(members).into_iter().map(|(name, value)| {
                let name = if name == *old { new.clone() } else { name };
                (name, value)
            });
            *members = renamed.collect();
            true
        }
        Change::Insert(path, new) => {
            let Some((Step::Index(index), parents)) = path.split_last() else {
                return false;
            };
            match at(value, parents) {
                Some(Json::Array(items)) if *index <= items.len() => {
                    items.splice(index..index, new.iter().map(made));
                    true
                }
                _ => false,
            }
        }
    }
}

fn at<'v>(value: &'v mut Json, path: &[Step]) -> Option<&'v mut Json> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.as_object_mut()?.get_mut(key),
        Step::Index(index) => value.as_array_mut()?.get_mut(*index),
    })
}

fn set(value: &mut Json, path: &[Step], out: &Out) -> bool {
    let Some((step, rest)) = path.split_first() else {
        *value = made(out);
        return true;
    };
    let missing = || match rest.first() {
        Some(Step::Index(_)) => json!([]),
        _ => json!({}),
    };
    match (value, step) {
        (Json::Object(members), Step::Key(key)) => set(
            members.entry(key.clone()).or_insert_with(missing),
            rest,
            out,
        ),
        (Json::Array(items), Step::Index(index)) if *index <= items.len() => {
            if *index == items.len() {
                items.push(missing());
            }
            set(&mut items[*index], rest, out)
        }
        _ => false,
    }
}

/// The paths of all containers, with the lengths of lists.
fn containers(value: &Json, path: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, Option<usize>)>) {
    match value {
        Json::Object(members) => {
            found.push((path.clone(), None));
            for (name, value) in members {
                path.push(key(name));
                containers(value, path, found);
                path.pop();
            }
        }
        Json::Array(items) => {
            found.push((path.clone(), Some(items.len())));
            for (index, value) in items.iter().enumerate() {
                path.push(Step::Index(index));
                containers(value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

/// A document to be written.
#[derive(Clone, Debug)]
enum Sketch {
    Leaf(&'static str),
    /// Lines of text, with the head before them.
    Block(&'static str, &'static [&'static str]),
    Map(bool, Vec<(&'static str, Trivia, Self)>),
    List(bool, bool, Vec<(Trivia, Self)>),
}

/// What stands around a child: a comment above it, a blank line above it, a comment behind it.
type Trivia = (bool, bool, bool);

impl Sketch {
    /// Writes the value behind a key or a dash; what is above it stands in `column`.
    fn write(&self, text: &mut String, column: usize, behind: &str, comment: bool) {
        let note = if comment { " # behind, 'x" } else { "" };
        match self {
            Self::Leaf(leaf) => {
                text.push_str(behind);
                text.push_str(leaf);
                text.push_str(note);
                text.push('\n');
            }
            Self::Block(head, lines) => {
                text.push_str(&format!("{behind}{head}{note}\n"));
                for line in *lines {
                    let pad = if line.is_empty() { 0 } else { column + 2 };
                    text.push_str(&format!("{:pad$}{line}\n", ""));
                }
            }
            Self::Map(block, members) if *block && !members.is_empty() => {
                text.push_str(&format!("{note}\n"));
                for (key, trivia, value) in members {
                    above(text, *trivia, column + 2);
                    text.push_str(&format!("{:1$}{key}:", "", column + 2));
                    value.write(text, column + 2, " ", trivia.2);
                }
            }
            Self::List(true, indented, items) if !items.is_empty() => {
                let column = column + if *indented { 2 } else { 0 };
                text.push_str(&format!("{note}\n"));
                for (trivia, value) in items {
                    above(text, *trivia, column);
                    text.push_str(&format!("{:column$}-", ""));
                    match value {
                        // The first key behind the dash.
                        Self::Map(true, members) if !members.is_empty() && !trivia.2 => {
                            let mut inner = String::new();
                            value.write(&mut inner, column, "", false);
                            let first = inner.trim_start_matches('\n');
                            if first.trim_start().starts_with('#') || inner.starts_with("\n\n") {
                                text.push_str(&inner);
                            } else {
                                text.push(' ');
                                text.push_str(first.trim_start());
                            }
                        }
                        Self::List(true, _, inner) => {
                            Self::List(true, true, inner.clone()).write(text, column, " ", trivia.2)
                        }
                        value => value.write(text, column, " ", trivia.2),
                    }
                }
            }
            flow => {
                text.push_str(behind);
                flow.flow(text);
                text.push_str(note);
                text.push('\n');
            }
        }
    }

    fn flow(&self, text: &mut String) {
        match self {
            Self::Leaf("") => text.push('~'),
            Self::Leaf(leaf) => text.push_str(leaf),
            Self::Block(..) => text.push_str("\"x\\ny\""),
            Self::Map(_, members) => {
                text.push('{');
                for (index, (key, _, value)) in members.iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    text.push_str(&format!("{key}: "));
                    value.flow(text);
                }
                text.push('}');
            }
            Self::List(_, spaced, items) => {
                text.push_str(if *spaced { "[ " } else { "[" });
                for (index, (_, value)) in items.iter().enumerate() {
                    text.push_str(if index > 0 { ", " } else { "" });
                    value.flow(text);
                }
                text.push_str(if *spaced { " ]" } else { "]" });
            }
        }
    }
}

fn above(text: &mut String, trivia: Trivia, column: usize) {
    if trivia.1 {
        text.push('\n');
    }
    if trivia.0 {
        text.push_str(&format!("{:column$}# above: {{\n", ""));
    }
}

fn sketch(blanks: bool) -> impl Strategy<Value = Sketch> {
    let leaf = prop_oneof![
        Just(Sketch::Leaf("1")),
        Just(Sketch::Leaf("true")),
        Just(Sketch::Leaf(if blanks { "" } else { "null" })),
        Just(Sketch::Leaf("word")),
        Just(Sketch::Leaf("two words#3")),
        Just(Sketch::Leaf("'it''s: x'")),
        Just(Sketch::Leaf("\"a\\n\\\"b # c\"")),
        Just(Sketch::Leaf("http://x?a=b")),
        Just(Sketch::Leaf("no")),
        Just(Sketch::Block("|", &["one", "", "  two"])),
        Just(Sketch::Block(">-", &["one", "two", ""])),
        Just(Sketch::Block("|+", &["one", ""])),
    ];
    let trivia = || {
        (
            prop::bool::weighted(0.2),
            prop::bool::weighted(0.2),
            prop::bool::weighted(0.2),
        )
    };
    leaf.prop_recursive(4, 40, 5, move |inner| {
        let member = (0_usize..5, trivia(), inner.clone());
        let block = || prop::bool::weighted(0.7);
        prop_oneof![
            (block(), prop::collection::vec(member, 0..5)).prop_map(|(block, members)| {
                let mut seen = [false; 5];
                let names = ["a", "b", "\"c\"", "é", "'d.e'"];
                let members = members
                    .into_iter()
                    .filter(|(name, ..)| !std::mem::replace(&mut seen[*name], true))
                    .map(|(name, trivia, value)| (names[name], trivia, value));
                Sketch::Map(block, members.collect())
            }),
            (
                block(),
                any::<bool>(),
                prop::collection::vec((trivia(), inner), 0..4)
            )
                .prop_map(|(block, indented, items)| Sketch::List(block, indented, items)),
        ]
    })
}

fn document(blanks: bool) -> impl Strategy<Value = String> {
    let start = prop_oneof![
        4 => Just(""),
        1 => Just("# head\n"),
        1 => Just("---\n"),
        1 => Just("%YAML 1.2\n---\n# x\n"),
    ];
    let end = prop_oneof![4 => Just(""), 1 => Just("# end\n"), 1 => Just("...\n"), 1 => Just("---\nb: 2\n")];
    let ends = prop_oneof![4 => Just("\n"), 1 => Just("\r\n")];
    (start, sketch(blanks), end, ends, prop::bool::weighted(0.8)).prop_map(
        |(start, sketch, end, eol, complete)| {
            let mut text = String::new();
            match &sketch {
                Sketch::Map(true, members) if !members.is_empty() => {
                    // At the margin.
                    for (key, trivia, value) in members {
                        above(&mut text, *trivia, 0);
                        text.push_str(&format!("{key}:"));
                        value.write(&mut text, 0, " ", trivia.2);
                    }
                }
                Sketch::List(true, _, items) if !items.is_empty() => {
                    Sketch::List(true, false, items.clone()).write(&mut text, 0, "", false);
                }
                // A text behind the mark of a document, or at its beginning.
                Sketch::Leaf(_) | Sketch::Block(..) => text.push_str("a: x\n"),
                other => other.write(&mut text, 0, "", false),
            }
            let text = format!("{start}{text}{end}").replace('\n', eol);
            if complete {
                text
            } else {
                text.trim_end_matches(['\n', '\r']).to_owned()
            }
        },
    )
}

fn new_value() -> impl Strategy<Value = Out> {
    let scalar = prop_oneof![
        Just(OutValue::Null),
        Just(OutValue::Bool(true)),
        Just(OutValue::Number("1".into())),
        Just(OutValue::String("x".into())),
        Just(OutValue::String("no".into())),
        Just(OutValue::String("\u{e9}\n\"".into())),
        Just(OutValue::String("one\n  two\n".into())),
    ];
    scalar
        .prop_map(Out::added)
        .prop_recursive(2, 8, 3, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..3)
                    .prop_map(|items| Out::added(OutValue::Array(items))),
                prop::collection::vec(inner, 0..3).prop_map(|values| {
                    let members = values
                        .into_iter()
                        .enumerate()
                        .map(|(index, value)| (format!("p{index}"), value));
                    Out::added(OutValue::Object(members.collect()))
                }),
            ]
        })
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let name = prop_oneof![
        Just("a"),
        Just("b"),
        Just("c"),
        Just("é"),
        Just("d.e"),
        Just("p0")
    ];
    let step = prop_oneof![4 => name.prop_map(key), 2 => (0_usize..4).prop_map(Step::Index)];
    prop::collection::vec(step, 1..4)
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let change = prop_oneof![
        (steps(), new_value()).prop_map(|(path, out)| Change::Set(path, out)),
        steps().prop_map(Change::Remove),
        (steps(), "[a-e]").prop_map(|(path, key)| Change::Rename(path, key)),
        (
            steps(),
            0_usize..4,
            prop::collection::vec(new_value(), 0..3)
        )
            .prop_map(|(mut path, index, items)| {
                path.push(Step::Index(index));
                Change::Insert(path, items)
            }),
    ];
    prop::collection::vec(change, 0..8)
}

fn notes(text: &str) -> Vec<String> {
    let spans = comments(text, Language::Yaml);
    spans
        .into_iter()
        .map(|span| text[span.range()].to_owned())
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_result_says_what_was_meant_and_the_rest_is_untouched(text in document(false), changes in changes()) {
        let mut meant = read(&text);
        let mut possible = Vec::new();
        for change in &changes {
            let mut next = meant.clone();
            if make(&mut next, change) {
                meant = next;
                possible.push(change.clone());
            }
        }
        prop_assert_eq!(edits(&text, &changes, "  ", false).is_ok(), possible.len() == changes.len());
        let edits = edits(&text, &possible, "  ", false).map_err(|refused| TestCaseError::fail(refused.reason))?;
        let result = apply(&text, &edits);
        prop_assert_eq!(read(&result), meant, "{}", result);
        let mut at = 0;
        for edit in &edits {
            let range = edit.span.range();
            prop_assert!(at < range.start || at == 0, "edits touch");
            prop_assert!(text[range.clone()] != edit.text, "an edit changes nothing");
            at = range.end;
        }
        let cuts = |text: &str| text.split_once("\n---\nb: 2").map(|(_, rest)| rest.to_owned());
        prop_assert_eq!(cuts(&text), cuts(&result));
        if edits.is_empty() {
            prop_assert_eq!(&text, &result);
        } else if text.contains("\r\n") {
            prop_assert_eq!(result.matches('\n').count(), result.matches("\r\n").count(), "{}", result);
        }
        // A text that keeps its last lines may now stand at the end.
        if !text.contains("|+") {
            prop_assert_eq!(text.ends_with('\n'), result.ends_with('\n'));
        }
    }

    #[test]
    fn no_comment_goes_when_something_is_added_or_a_plain_value_changes(text in document(true), value in new_value()) {
        let meant = read(&text);
        let mut found = Vec::new();
        containers(&meant, &mut Vec::new(), &mut found);
        for (path, length) in &found {
            let step = length.map_or_else(|| key("new"), Step::Index);
            let path = [path.as_slice(), &[step]].concat();
            let result = changed(&text, &[Change::Set(path, value.clone())]).map_err(TestCaseError::fail)?;
            prop_assert_eq!(notes(&text), notes(&result), "{}", result);
        }
        if let Json::Object(members) = &meant {
            for (name, old) in members {
                if old.is_object() || old.is_array() {
                    continue;
                }
                let result = changed(&text, &[Change::Set(vec![key(name)], value.clone())]).map_err(TestCaseError::fail)?;
                prop_assert_eq!(notes(&text), notes(&result), "{}", result);
            }
        }
    }

    #[test]
    fn what_is_added_and_removed_again_leaves_no_trace(text in document(true), value in new_value()) {
        let mut found = Vec::new();
        containers(&read(&text), &mut Vec::new(), &mut found);
        for (path, length) in &found {
            let step = length.map_or_else(|| key("new"), Step::Index);
            let path = [path.as_slice(), &[step]].concat();
            let added = changed(&text, &[Change::Set(path.clone(), value.clone())]).map_err(TestCaseError::fail)?;
            prop_assert!(added != text);
            let back = changed(&added, &[Change::Remove(path)]).map_err(TestCaseError::fail)?;
            // Whatever stood between empty brackets cannot be told from what opening them has put there.
            prop_assert_eq!(back.replace("[  ]", "[]"), text.replace("[  ]", "[]"), "{}", added);
        }
    }

    #[test]
    fn no_text_ends_the_program(text in document(true), at in any::<prop::sample::Index>(), junk in prop::sample::select(vec![
        "", " ", "\t", "\n", ":", "- ", "? ", "#", "\"", "'", "[", "]", "{", "}", ",", "&x ", "*x", "!!str ", "|", ">", "%", "---\n",
        "...\n", "<<: ", "\u{feff}", "\u{85}", "\0", "é", "\r", "&a *a", "!<x> ", "\\",
    ]), cut in 0_usize..4, changes in changes()) {
        let at = text.floor_char_boundary(at.index(text.len() + 1));
        let end = text.ceil_char_boundary((at + cut).min(text.len()));
        let broken = format!("{}{junk}{}", &text[..at], &text[end..]);
        for merge in [false, true] {
            let _ = edits(&broken, &changes, "  ", merge);
        }
        for language in [Language::Yaml, Language::YamlMerge] {
            if let Ok(document) = parse(&broken, language) {
                within(document.root.as_ref(), &broken);
            }
        }
        let _ = comments(&broken, Language::Yaml);
    }
}

/// Every value can be cut out of its text.
fn within(node: Option<&Node<'_>>, text: &str) {
    let Some(node) = node else { return };
    assert!(
        text.get(node.span.range()).is_some(),
        "{:?} in {text}",
        node.span
    );
    for member in node.members() {
        assert!(text.get(member.key_span.range()).is_some());
        within(Some(&member.value), text);
    }
    for item in node.items() {
        within(Some(item), text);
    }
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok)
        .map(|entry| entry.path())
    {
        if path.is_dir() {
            files(&path, found);
        } else if path
            .extension()
            .is_some_and(|end| end == "yaml" || end == "yml")
        {
            found.push(path);
        }
    }
}

#[test]
fn real_files_get_a_server_and_lose_it_again() {
    let mut paths = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        &mut paths,
    );
    if paths.is_empty() {
        eprintln!("skipped: there is no corpus beside this checkout");
        return;
    }
    let server =
        out(&json!({"name": "n", "cmd": "npx", "args": ["-y", "x"], "env": {"TOKEN": "${TOKEN}"}}));
    let (mut maps, mut wrong) = (0, Vec::new());
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let Ok(text) = decode(&bytes).map(|decoded| decoded.text) else {
            continue;
        };
        let Ok(document) = parse(&text, Language::Yaml) else {
            eprintln!("cannot be read: {}", path.display());
            continue;
        };
        let mut found = Vec::new();
        containers(
            &document.root.as_ref().map_or(Json::Null, plain),
            &mut Vec::new(),
            &mut found,
        );
        for (map, length) in found {
            maps += 1;
            let step = length.map_or_else(|| key("new"), Step::Index);
            let place = [map.as_slice(), &[step]].concat();
            let back = changed(&text, &[Change::Set(place.clone(), server.clone())])
                .and_then(|added| changed(&added, &[Change::Remove(place)]));
            if back.as_deref() != Ok(text.as_ref()) {
                wrong.push(format!(
                    "{} {map:?}: {:.300}",
                    path.display(),
                    back.unwrap_or_else(|error| error)
                ));
            }
        }
    }
    eprintln!("{maps} containers in {} files", paths.len());
    assert!(
        wrong.is_empty(),
        "{} of {maps}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
