//! What holds for every document: random ones, broken ones, and real ones where they are at hand.

use proptest::prelude::*;
use serde_json::json;

use super::{changed, out};
use crate::edit::{Change, Step, apply};
use crate::syntax::tests::corpus;
use crate::syntax::tests::made_up::{changes, new_value};
use crate::syntax::tests::plain::Plain;
use crate::syntax::yaml::edit::edits;
use crate::syntax::{Language, Node, comments, parse};

fn read(text: &str) -> Plain {
    Plain::read(text, Language::Yaml)
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
    fn the_result_says_what_was_meant_and_the_rest_is_untouched(text in document(false), changes in changes(8)) {
        let mut meant = read(&text);
        let possible = meant.change_all(&changes);
        prop_assert_eq!(edits(&text, &changes, "  ", false).is_ok(), possible.len() == changes.len());
        let edits = edits(&text, &possible, "  ", false).map_err(|refused| TestCaseError::fail(refused.reason))?;
        let result = apply(&text, &edits);
        prop_assert_eq!(read(&result).sorted(), meant.sorted(), "{}", result);
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
        for path in meant.vacancies() {
            let result = changed(&text, &[Change::Set(path, value.clone())]).map_err(TestCaseError::fail)?;
            prop_assert_eq!(notes(&text), notes(&result), "{}", result);
        }
        for (step, old) in meant.children() {
            if let (Step::Key(_), Plain::Scalar(_)) = (&step, old) {
                let result = changed(&text, &[Change::Set(vec![step], value.clone())]).map_err(TestCaseError::fail)?;
                prop_assert_eq!(notes(&text), notes(&result), "{}", result);
            }
        }
    }

    #[test]
    fn what_is_added_and_removed_again_leaves_no_trace(text in document(true), value in new_value()) {
        for path in read(&text).vacancies() {
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
    ]), cut in 0_usize..4, changes in changes(8)) {
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

#[test]
fn real_files_get_a_server_and_lose_it_again() {
    let files = corpus(&["yaml", "yml"]);
    let server =
        out(&json!({"name": "n", "cmd": "npx", "args": ["-y", "x"], "env": {"TOKEN": "${TOKEN}"}}));
    let (mut maps, mut wrong) = (0, Vec::new());
    for (path, text) in &files {
        let Ok(document) = parse(text, Language::Yaml) else {
            eprintln!("cannot be read: {}", path.display());
            continue;
        };
        for place in document
            .root
            .iter()
            .flat_map(|root| Plain::of(root).vacancies())
        {
            maps += 1;
            let back = changed(text, &[Change::Set(place.clone(), server.clone())])
                .and_then(|added| changed(&added, &[Change::Remove(place.clone())]));
            if back.as_ref() != Ok(text) {
                wrong.push(format!(
                    "{} {place:?}: {:.300}",
                    path.display(),
                    back.unwrap_or_else(|error| error)
                ));
            }
        }
    }
    eprintln!("{maps} containers in {} files", files.len());
    assert!(
        wrong.is_empty(),
        "{} of {maps}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
