//! What holds for every document: random ones, and real ones where they are at hand.

use std::path::{Path, PathBuf};

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};
use proptest::prelude::*;

use super::{changed, key};
use crate::edit::{Change, Step, apply};
use crate::syntax::json::edit::edits;
use crate::syntax::{Language, Node, NoteKind, Tree, decode, parse};
use crate::syntax::{Out, OutValue};

/// A value without a layout, to which changes are made the plain way.
#[derive(Clone, Debug, PartialEq)]
enum Plain {
    Scalar(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Plain {
    fn read(text: &str) -> Self {
        Self::of(
            &parse(text, Language::Json)
                .expect(text)
                .root
                .expect("a value"),
        )
    }

    fn of(node: &Node<'_>) -> Self {
        match &node.value {
            Tree::Null => Self::Scalar("null".into()),
            Tree::Bool(flag) => Self::Scalar(flag.to_string()),
            Tree::Number(number) => Self::Scalar((*number).into()),
            Tree::String(text) => Self::Scalar(format!("{text:?}")),
            Tree::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Tree::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|member| (member.key.to_string(), Self::of(&member.value)))
                    .collect(),
            ),
        }
    }

    fn made(out: &Out) -> Self {
        match &out.value {
            OutValue::Null => Self::Scalar("null".into()),
            OutValue::Bool(flag) => Self::Scalar(flag.to_string()),
            OutValue::Number(number) => Self::Scalar(number.clone()),
            OutValue::String(text) => Self::Scalar(format!("{text:?}")),
            OutValue::Array(items) => Self::Array(items.iter().map(Self::made).collect()),
            OutValue::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), Self::made(value)))
                    .collect(),
            ),
        }
    }

    /// Whether the change could be made.
    fn change(&mut self, change: &Change) -> bool {
        match change {
            Change::Set(path, out) => self.set(path, out),
            Change::Remove(path) => {
                self.remove(path);
                true
            }
            Change::Rename(path, new) => self.rename(path, new),
            Change::Insert(path, items) => self.insert(path, items),
        }
    }

    fn insert(&mut self, path: &[Step], new: &[Out]) -> bool {
        match (self, path) {
            (Self::Array(items), [Step::Index(index)]) if *index <= items.len() => {
                items.splice(index..index, new.iter().map(Self::made));
                true
            }
            (Self::Object(members), [Step::Key(key), rest @ ..]) => {
                let member = members.iter_mut().rfind(|(name, _)| name == key);
                member.is_some_and(|(_, value)| value.insert(rest, new))
            }
            (Self::Array(items), [Step::Index(index), rest @ ..]) => items
                .get_mut(*index)
                .is_some_and(|item| item.insert(rest, new)),
            _ => false,
        }
    }

    fn rename(&mut self, path: &[Step], new: &str) -> bool {
        match (self, path) {
            (Self::Object(members), [Step::Key(key)]) => {
                let taken = key != new && members.iter().any(|(name, _)| name == new);
                let member = members.iter_mut().rfind(|(name, _)| name == key);
                match member.filter(|_| !taken) {
                    Some((name, _)) => *name = new.to_owned(),
                    None => return false,
                }
                true
            }
            (Self::Object(members), [Step::Key(key), rest @ ..]) => {
                let member = members.iter_mut().rfind(|(name, _)| name == key);
                member.is_some_and(|(_, value)| value.rename(rest, new))
            }
            (Self::Array(items), [Step::Index(index), rest @ ..]) => items
                .get_mut(*index)
                .is_some_and(|item| item.rename(rest, new)),
            _ => false,
        }
    }

    fn set(&mut self, path: &[Step], out: &Out) -> bool {
        let Some((step, rest)) = path.split_first() else {
            *self = Self::made(out);
            return true;
        };
        let missing = || {
            if matches!(rest.first(), Some(Step::Index(_))) {
                Self::Array(Vec::new())
            } else {
                Self::Object(Vec::new())
            }
        };
        match (self, step) {
            (Self::Object(members), Step::Key(key)) => {
                if !members.iter().any(|(name, _)| name == key) {
                    members.push((key.clone(), missing()));
                }
                members
                    .iter_mut()
                    .rfind(|(name, _)| name == key)
                    .expect("it is there")
                    .1
                    .set(rest, out)
            }
            (Self::Array(items), Step::Index(index)) if *index <= items.len() => {
                if *index == items.len() {
                    items.push(missing());
                }
                items[*index].set(rest, out)
            }
            _ => false,
        }
    }

    fn remove(&mut self, path: &[Step]) {
        match (self, path) {
            (Self::Object(members), [Step::Key(key)]) => members.retain(|(name, _)| name != key),
            (Self::Array(items), [Step::Index(index)]) if *index < items.len() => {
                drop(items.remove(*index))
            }
            (Self::Object(members), [Step::Key(key), rest @ ..]) => {
                if let Some((_, value)) = members.iter_mut().rfind(|(name, _)| name == key) {
                    value.remove(rest);
                }
            }
            (Self::Array(items), [Step::Index(index), rest @ ..]) => {
                if let Some(item) = items.get_mut(*index) {
                    item.remove(rest);
                }
            }
            _ => {}
        }
    }

    /// Only the last of equal keys: setting what is there already leaves the others where they are.
    fn last_keys(self) -> Self {
        match self {
            Self::Scalar(_) => self,
            Self::Array(items) => Self::Array(items.into_iter().map(Self::last_keys).collect()),
            Self::Object(members) => {
                let mut kept: Vec<(String, Self)> = Vec::new();
                for (key, value) in members {
                    kept.retain(|(name, _)| *name != key);
                    kept.push((key, value.last_keys()));
                }
                Self::Object(kept)
            }
        }
    }

    /// The paths of all containers that can be reached.
    fn containers(&self, path: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, usize)>) {
        if !matches!(self, Self::Scalar(_)) {
            found.push((
                path.clone(),
                if let Self::Array(items) = self {
                    items.len()
                } else {
                    usize::MAX
                },
            ));
        }
        for (step, child) in self.children() {
            path.push(step);
            child.containers(path, found);
            path.pop();
        }
    }

    fn children(&self) -> Vec<(Step, &Self)> {
        match self {
            Self::Scalar(_) => Vec::new(),
            Self::Array(items) => items
                .iter()
                .enumerate()
                .map(|(index, item)| (Step::Index(index), item))
                .collect(),
            Self::Object(members) => {
                let is_last = |at: usize| {
                    members[at + 1..]
                        .iter()
                        .all(|(name, _)| *name != members[at].0)
                };
                members
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| is_last(*at))
                    .map(|(_, (name, value))| (key(name), value))
                    .collect()
            }
        }
    }

    /// Takes out the children that `pick` points at, the last ones first so that the paths of the others stay right.
    fn thin_out(
        &self,
        path: &mut Vec<Step>,
        pick: &mut dyn FnMut() -> bool,
        changes: &mut Vec<Change>,
    ) {
        for (step, child) in self.children().into_iter().rev() {
            path.push(step);
            if pick() {
                changes.push(Change::Remove(path.clone()));
            } else {
                child.thin_out(path, pick, changes);
            }
            path.pop();
        }
    }
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

fn name() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just("a"), Just("b"), Just("c"), Just("é"), Just("d.e")]
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

/// Objects have keys that no document has, so that none is equal to what is there but for its order.
fn new_value() -> impl Strategy<Value = Out> {
    let scalar = prop_oneof![
        Just(OutValue::Null),
        Just(OutValue::Bool(true)),
        Just(OutValue::Number("1".into())),
        Just(OutValue::String("x".into())),
        Just(OutValue::String("\u{e9}\n\"".into())),
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
    let step = prop_oneof![4 => name().prop_map(key), 1 => Just(key("p0")), 2 => (0_usize..4).prop_map(Step::Index)];
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
    prop::collection::vec(change, 0..12)
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

/// A change that adds to the container, and the one that takes it back.
fn there_and_back(path: &[Step], length: usize, value: &Out) -> (Change, Change) {
    let step = if length == usize::MAX {
        key("new")
    } else {
        Step::Index(length)
    };
    let path = [path, &[step]].concat();
    (
        Change::Set(path.clone(), value.clone()),
        Change::Remove(path),
    )
}

/// Containers that hold nothing but white space, with that taken out.
fn closed(text: &str, path: &[Step]) -> String {
    let document = parse(text, Language::Json).expect("json");
    let mut at = document.root.as_ref().expect("a value");
    for step in path {
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
    fn the_result_says_what_was_meant_and_the_rest_is_untouched(text in document(), changes in changes()) {
        let mut plain = Plain::read(&text);
        let mut possible = Vec::new();
        for change in &changes {
            let mut next = plain.clone();
            if next.change(change) {
                plain = next;
                possible.push(change.clone());
            }
        }
        prop_assert_eq!(edits(&text, &changes, "  ").is_ok(), possible.len() == changes.len());

        let edits = edits(&text, &possible, "  ").expect("possible changes");
        let result = apply(&text, &edits);
        prop_assert_eq!(Plain::read(&result).last_keys(), plain.last_keys(), "{}", result);

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
        let mut plain = Plain::read(&text);
        let mut changes = Vec::new();
        let mut bits = (0..64).cycle().step_by(often as usize).map(|bit| picks >> bit & 1 == 1);
        plain.thin_out(&mut Vec::new(), &mut || bits.next() == Some(true), &mut changes);
        if comes && let Plain::Object(_) = plain {
            changes.push(Change::Set(vec![key("new")], Out::object()));
        }
        for change in &changes {
            prop_assert!(plain.change(change));
        }
        let result = changed(&text, &changes).expect("possible changes");
        prop_assert_eq!(Plain::read(&result), plain, "{}", result);
        let left = comments(&result);
        let mut all = comments(&text).into_iter();
        prop_assert!(left.iter().all(|comment| all.any(|old| old == *comment)), "comments are changed: {}", result);
    }

    #[test]
    fn no_comment_goes_unless_its_value_does(text in document(), changes in changes()) {
        let mut plain = Plain::read(&text);
        let mut possible = Vec::new();
        for change in &changes {
            let Change::Set(path, _) = change else { continue };
            let mut containers = Vec::new();
            plain.containers(&mut Vec::new(), &mut containers);
            let mut next = plain.clone();
            if !containers.iter().any(|(container, _)| container == path) && next.change(change) {
                plain = next;
                possible.push(change.clone());
            }
        }
        let result = changed(&text, &possible).expect("possible changes");
        prop_assert_eq!(comments(&text), comments(&result), "{}", result);
    }

    #[test]
    fn what_is_added_and_removed_again_leaves_no_trace(text in document(), value in new_value()) {
        let mut containers = Vec::new();
        Plain::read(&text).containers(&mut Vec::new(), &mut containers);
        for (path, length) in &containers {
            let (add, remove) = there_and_back(path, *length, &value);
            let added = changed(&text, &[add]).expect("a place for it");
            prop_assert!(added != text);
            prop_assert_eq!(changed(&added, &[remove]).expect("json"), closed(&text, path), "{}", added);
        }
        let (add, remove): (Vec<_>, Vec<_>) = containers.iter().map(|(path, length)| there_and_back(path, *length, &value)).unzip();
        let added = changed(&text, &add).expect("a place for each");
        let expected = containers.iter().fold(text, |text, (path, _)| closed(&text, path));
        prop_assert_eq!(changed(&added, &remove).expect("json"), expected, "{}", added);
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
            .is_some_and(|end| end == "json" || end == "jsonc")
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
    let server = super::out(
        &serde_json::json!({"command": "npx", "args": ["-y", "x"], "env": {"TOKEN": "${TOKEN}"}}),
    );
    let (mut maps, mut wrong) = (0, Vec::new());
    for path in &paths {
        let bytes = std::fs::read(path).expect("a file");
        let Ok(text) = decode(&bytes).map(|decoded| decoded.text) else {
            continue;
        };
        let Ok(document) = parse(&text, Language::Json) else {
            continue;
        };
        let Some(root) = document.root.filter(|_| {
            document
                .notes
                .iter()
                .all(|note| note.kind != NoteKind::HashComment)
        }) else {
            continue;
        };
        let mut containers = Vec::new();
        Plain::of(&root).containers(&mut Vec::new(), &mut containers);
        for (map, length) in containers {
            if !matches!(map.last(), Some(Step::Key(name)) if ["mcpServers", "servers", "mcp"].contains(&name.as_str()))
            {
                continue;
            }
            maps += 1;
            let (add, remove) = there_and_back(&map, length, &server);
            let added = changed(&text, &[add]).expect("a place for it");
            if changed(&added, &[remove]).as_deref() != Ok(text.as_ref()) {
                wrong.push(format!("{} {map:?}:\n{added}", path.display()));
            }
        }
    }
    eprintln!("{maps} maps of servers in {} files", paths.len());
    assert!(maps > 100, "only {maps} maps were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
