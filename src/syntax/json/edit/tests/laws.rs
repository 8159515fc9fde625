//! What holds for every document: random ones, and real ones where they are at hand.

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};
use proptest::prelude::*;

use super::{changed, key};
use crate::edit::{Change, Step, apply};
use crate::syntax::json::edit::edits;
use crate::syntax::tests::corpus;
use crate::syntax::tests::made_up::{changes, name, new_value};
use crate::syntax::tests::plain::Plain;
use crate::syntax::{Language, NoteKind, Out, parse};

/// Takes out the children that `pick` points at, the last ones first so that the paths of the others stay right.
fn thin_out(
    value: &Plain,
    path: &mut Vec<Step>,
    pick: &mut dyn FnMut() -> bool,
    changes: &mut Vec<Change>,
) {
    for (step, child) in value.children().into_iter().rev() {
        path.push(step);
        if pick() {
            changes.push(Change::Remove(path.clone()));
        } else {
            thin_out(child, path, pick, changes);
        }
        path.pop();
    }
}

/// Only the last of equal keys: setting what is there already leaves the others where they are.
fn last_keys(value: Plain) -> Plain {
    match value {
        Plain::Scalar(_) => value,
        Plain::Array(items) => Plain::Array(items.into_iter().map(last_keys).collect()),
        Plain::Object(members) => {
            let mut kept: Vec<(String, Plain)> = Vec::new();
            for (key, value) in members {
                kept.retain(|(name, _)| *name != key);
                kept.push((key, last_keys(value)));
            }
            Plain::Object(kept)
        }
    }
}

fn read(text: &str) -> Plain {
    Plain::read(text, Language::Json)
}

/// White space and comments between two tokens.
fn gap() -> impl Strategy<Value = String> {
    let one = prop_oneof![
        8 => Just(""),
        8 => Just(" "),
        8 => Just("\n  "),
        2 => Just("\n"),
        2 => Just("\r\n\t"),
        1 => Just("\r"),
        1 => Just("\u{a0}"),
        2 => Just("  "),
        3 => Just(" // ü, \"x\n"),
        2 => Just("\n  // own line\n  "),
        3 => Just(" /* in } line */ "),
        1 => Just("/* over\n lines */"),
    ];
    prop_oneof![4 => one.clone().prop_map(String::from), 1 => (one.clone(), one).prop_map(|(a, b)| format!("{a}{b}"))]
}

/// How the children of a container are set apart: before a child, before its comma or the last bracket.
fn layout() -> impl Strategy<Value = Option<(&'static str, &'static str)>> {
    prop_oneof![
        Just(None),
        Just(Some(("\n    ", "\n  "))),
        Just(Some((" ", " "))),
        Just(Some(("", ""))),
        Just(Some(("\r\n\t", "\r\n")))
    ]
}

fn scalar() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just("null"),
        Just("true"),
        Just("1"),
        Just("-2.50e1"),
        Just("\"x\""),
        Just("\"\\u00e9 // no comment, {\""),
        Just("[]"),
        Just("{}")
    ]
}

fn document() -> impl Strategy<Value = String> {
    let value = scalar()
        .prop_map(String::from)
        .prop_recursive(4, 40, 5, |inner| {
            let child = (name(), [gap(), gap(), gap(), gap()], inner);
            (
                any::<bool>(),
                any::<bool>(),
                layout(),
                gap(),
                prop::collection::vec(child, 0..5),
            )
                .prop_map(|(object, trailing, layout, end, children)| {
                    let mut text = String::from(if object { "{" } else { "[" });
                    let count = children.len();
                    for (index, (name, [before, colon, value_gap, behind], value)) in
                        children.into_iter().enumerate()
                    {
                        text += layout.map_or(&before, |(before, _)| before);
                        if object {
                            text += &match layout {
                                Some(("", _)) => format!("\"{name}\":"),
                                Some(_) => format!("\"{name}\": "),
                                None => format!("\"{name}\"{colon}:{value_gap}"),
                            };
                        }
                        text += &value;
                        if layout.is_none() {
                            text += &behind;
                        }
                        if trailing || index + 1 < count {
                            text.push(',');
                        }
                    }
                    text += match layout {
                        Some((_, end)) if count > 0 => end,
                        _ => &end,
                    };
                    text.push(if object { '}' } else { ']' });
                    text
                })
        });
    (gap(), value, gap()).prop_map(|(before, value, behind)| format!("{before}{value}{behind}"))
}

fn comments(text: &str) -> Vec<String> {
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    let mut found = Vec::new();
    while let Some(token) = scanner.scan().expect(text) {
        if let Token::CommentLine(comment) | Token::CommentBlock(comment) = token {
            found.push(comment.to_owned());
        }
    }
    found
}

/// A change that adds a value, and the one that takes it back.
fn there_and_back(path: &[Step], value: &Out) -> (Change, Change) {
    (
        Change::Set(path.to_vec(), value.clone()),
        Change::Remove(path.to_vec()),
    )
}

/// Without what stands in the container of `path`, if that is nothing but white space.
fn closed(text: &str, path: &[Step]) -> String {
    let document = parse(text, Language::Json).expect("json");
    let mut at = document.root.as_ref().expect("a value");
    for step in &path[..path.len() - 1] {
        at = match step {
            Step::Key(key) => &at.member(key).expect("a member").value,
            Step::Index(index) => &at.items()[*index],
        };
    }
    let inside = at.span.range().start + 1..at.span.range().end - 1;
    if text[inside.clone()].trim().is_empty() {
        format!("{}{}", &text[..inside.start], &text[inside.end..])
    } else {
        text.to_owned()
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_result_says_what_was_meant_and_the_rest_is_untouched(text in document(), changes in changes(12)) {
        let mut plain = read(&text);
        let possible = plain.change_all(&changes);
        prop_assert_eq!(edits(&text, &changes, "  ").is_ok(), possible.len() == changes.len());

        let edits = edits(&text, &possible, "  ").expect("possible changes");
        let result = apply(&text, &edits);
        prop_assert_eq!(last_keys(read(&result)), last_keys(plain), "{}", result);

        let mut old = 0;
        let mut new = 0;
        for edit in &edits {
            let range = edit.span.range();
            prop_assert!(old <= range.start && (old < range.start || old == 0), "edits touch");
            prop_assert_eq!(&text[old..range.start], &result[new..new + range.start - old]);
            prop_assert!(text[range.clone()] != edit.text, "an edit changes nothing");
            new += range.start - old + edit.text.len();
            old = range.end;
        }
        prop_assert_eq!(&text[old..], &result[new..]);

        if possible.iter().all(|change| matches!(change, Change::Set(path, _) if path.iter().all(|step| matches!(step, Step::Key(_))))) {
            // Refused only where the first of two changes has no place any more behind the second.
            prop_assert_eq!(changed(&result, &possible).unwrap_or(result.clone()), result, "a second time");
        }
    }

    #[test]
    fn any_children_may_go_while_another_comes(text in document(), picks in any::<u64>(), often in 1_u32..3, comes in any::<bool>()) {
        let mut plain = read(&text);
        let mut changes = Vec::new();
        let mut bits = (0..64).cycle().step_by(often as usize).map(|bit| picks >> bit & 1 == 1);
        thin_out(&plain, &mut Vec::new(), &mut || bits.next() == Some(true), &mut changes);
        if comes && let Plain::Object(_) = plain {
            changes.push(Change::Set(vec![key("new")], Out::object()));
        }
        for change in &changes {
            prop_assert!(plain.change(change).is_some());
        }
        let result = changed(&text, &changes).expect("possible changes");
        prop_assert_eq!(read(&result), plain, "{}", result);
        let left = comments(&result);
        let mut all = comments(&text).into_iter();
        prop_assert!(left.iter().all(|comment| all.any(|old| old == *comment)), "comments are changed: {}", result);
    }

    #[test]
    fn no_comment_goes_unless_its_value_does(text in document(), changes in changes(12)) {
        let mut plain = read(&text);
        let mut possible = Vec::new();
        for change in &changes {
            let Change::Set(path, _) = change else { continue };
            if !matches!(plain.at(path), Some(Plain::Array(_) | Plain::Object(_))) {
                possible.extend(plain.change_all(std::slice::from_ref(change)));
            }
        }
        let result = changed(&text, &possible).expect("possible changes");
        prop_assert_eq!(comments(&text), comments(&result), "{}", result);
    }

    #[test]
    fn what_is_added_and_removed_again_leaves_no_trace(text in document(), value in new_value()) {
        let places = read(&text).vacancies();
        for path in &places {
            let (add, remove) = there_and_back(path, &value);
            let added = changed(&text, &[add]).expect("a place for it");
            prop_assert!(added != text);
            prop_assert_eq!(changed(&added, &[remove]).expect("json"), closed(&text, path), "{}", added);
        }
        let (add, remove): (Vec<_>, Vec<_>) = places.iter().map(|path| there_and_back(path, &value)).unzip();
        let added = changed(&text, &add).expect("a place for each");
        let expected = places.iter().fold(text, |text, path| closed(&text, path));
        prop_assert_eq!(changed(&added, &remove).expect("json"), expected, "{}", added);
    }
}

#[test]
fn real_files_get_a_server_and_lose_it_again() {
    let files = corpus(&["json", "jsonc"]);
    if files.is_empty() {
        return;
    }
    let server = super::out(
        &serde_json::json!({"command": "npx", "args": ["-y", "x"], "env": {"TOKEN": "${TOKEN}"}}),
    );
    let (mut maps, mut wrong) = (0, Vec::new());
    for (path, text) in &files {
        let Ok(document) = parse(text, Language::Json) else {
            continue;
        };
        let mut notes = document.notes.iter();
        let Some(root) = document
            .root
            .filter(|_| notes.all(|note| note.kind != NoteKind::HashComment))
        else {
            continue;
        };
        for place in Plain::of(&root).vacancies() {
            let [.., Step::Key(map), _] = &place[..] else {
                continue;
            };
            if !["mcpServers", "servers", "mcp"].contains(&map.as_str()) {
                continue;
            }
            maps += 1;
            let (add, remove) = there_and_back(&place, &server);
            let added = changed(text, &[add]).expect("a place for it");
            if changed(&added, &[remove]).as_ref() != Ok(text) {
                wrong.push(format!("{} {place:?}:\n{added}", path.display()));
            }
        }
    }
    eprintln!("{maps} maps of servers in {} files", files.len());
    assert!(maps > 100, "only {maps} maps were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
