//! What holds for every edit, on cases by hand, on real files, and on made-up ones.

mod made_up;
mod tree;

use std::fs;
use std::path::{Path, PathBuf};

use super::edits;
use crate::edit::{Change, Step, apply};
use crate::syntax::tests::out;
use crate::syntax::tests::plain::Plain;
use crate::syntax::{Language, Out, Style, Tables, parse};
use tree::{read, settled};

const SUB: Style = Style {
    tables: Tables::Sub,
    ..Style::TWO
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn path(json: &serde_json::Value) -> Vec<Step> {
    let steps = json.as_array().expect("a path");
    steps
        .iter()
        .map(|step| {
            step.as_str().map_or_else(
                || Step::Index(step.as_u64().unwrap() as usize),
                |key| Step::Key(key.to_owned()),
            )
        })
        .collect()
}

/// `{"set": [path], "to": value}` or `{"remove": [path]}`.
fn changes(text: &str) -> Vec<Change> {
    let json: serde_json::Value = serde_json::from_str(text).expect(text);
    let changes = json.as_array().expect("a list of changes").iter();
    changes
        .map(|change| {
            if let Some(at) = change.get("set") {
                Change::Set(path(at), out(&change["to"]))
            } else {
                Change::Remove(path(&change["remove"]))
            }
        })
        .collect()
}

/// Every folder is a case: `before.toml`, `changes.json`, and what comes of them in `after.toml` or `error.txt`. Hosts that
/// write maps between braces have the word `inline` in the name.
#[test]
fn cases() {
    let folder = root().join("tests/edits/toml");
    let mut folders: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("cases")
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    assert!(folders.len() > 40, "cases are missing");
    let mut wrong = Vec::new();
    for case in folders {
        let file = |name: &str| fs::read_to_string(case.join(name)).ok();
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let before = file("before.toml").expect(&name);
        let changes = changes(&file("changes.json").expect(&name));
        let style = Style {
            tables: if name.contains("host-inline") {
                Tables::Inline
            } else {
                Tables::Sub
            },
            ..SUB
        };
        match (
            edits(&before, &changes, &style),
            file("after.toml"),
            file("error.txt"),
        ) {
            (Ok(edits), Some(after), None) => {
                let got = apply(&before, &edits);
                if got != after {
                    wrong.push(format!(
                        "== {name}\n-- expected\n{after:?}\n-- got\n{got:?}\n{got}"
                    ));
                }
            }
            (Err(got), None, Some(error)) if got.reason == error.trim_end() => {}
            (got, ..) => wrong.push(format!("== {name}\n{got:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Makes the changes and checks what holds for any: the edits lie in order within the text, touch nothing else, and the
/// result says what it should.
fn changed(text: &str, changes: &[Change], style: &Style) -> Result<String, String> {
    let mut wanted = read(text);
    let possible = changes
        .iter()
        .try_for_each(|change| wanted.change(change))
        .is_some();
    let edits = match edits(text, changes, style).map_err(|refused| refused.reason) {
        // The only thing that a tree can and this text cannot.
        Err(reason) if possible => {
            assert!(
                reason.contains("can only be tables")
                    || reason.contains("document is a table")
                    || reason.contains("nothing can be put before"),
                "{reason}\n{text}\n{changes:#?}"
            );
            return Err(reason);
        }
        Err(reason) => return Err(reason),
        Ok(edits) => edits,
    };
    assert!(possible, "not refused: {changes:#?}\n{text}");
    let mut end = None;
    for edit in &edits {
        assert!(
            end.is_none_or(|end| end < edit.span.start) && edit.span.end as usize <= text.len(),
            "{edits:?}\n{text}"
        );
        end = Some(edit.span.end);
    }
    let result = apply(text, &edits);
    assert_eq!(
        settled(read(&result)),
        settled(wanted),
        "\n{text}\n---\n{result}\n---\n{changes:#?}"
    );
    if !text.is_empty() && !result.is_empty() {
        assert_eq!(
            text.ends_with('\n'),
            result.ends_with('\n'),
            "{text:?}\n{result:?}"
        );
    }
    if text.contains('\n') && !text.replace("\r\n", "").contains('\n') && !text.contains("\"\"\"") {
        assert!(
            !result.replace("\r\n", "").contains('\n'),
            "a bare line end in {result:?}"
        );
    }
    Ok(result)
}

fn come_and_go(text: &str, root: &str, server: &Out, style: &Style) {
    let last = match read(text) {
        Plain::Object(members) => match members.into_iter().find(|(key, _)| key == root) {
            Some((_, Plain::Array(items))) => Step::Index(items.len()),
            Some((_, Plain::Scalar(_))) => return,
            _ => Step::Key("new one".to_owned()),
        },
        _ => return,
    };
    let path = vec![Step::Key(root.to_owned()), last];
    let with = changed(text, &[Change::Set(path.clone(), server.clone())], style).expect(text);
    let without = changed(&with, &[Change::Remove(path)], style).expect(&with);
    assert_eq!(without, text, "by way of\n{with}");
}

/// Every file of the corpus takes a server and gives it back, and can lose and change each of its own.
#[test]
fn real_files_keep_what_is_not_changed() {
    let corpus = root().join("../shared/corpus");
    let Ok(hosts) = fs::read_dir(&corpus) else {
        println!("skipped: no corpus at {}", corpus.display());
        return;
    };
    let files = hosts
        .flatten()
        .filter_map(|host| fs::read_dir(host.path()).ok())
        .flat_map(|files| files.flatten().map(|file| file.path()));
    let mut count = 0;
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "toml")) {
        let text = fs::read_to_string(&file).expect("UTF-8");
        if parse(&text, Language::Toml).is_err() {
            continue;
        }
        count += 1;
        let server = out(
            &serde_json::json!({"name": "x", "command": "npx", "args": ["-y", "x"], "env": {"TOKEN": "a\nb"}}),
        );
        for text in [
            text.clone(),
            text.replace("\r\n", "\n").replace('\n', "\r\n"),
            text.trim_end().to_owned(),
        ] {
            come_and_go(&text, "mcp_servers", &server, &SUB);
            come_and_go(&text, "servers", &server, &SUB);
            let steps: Vec<Step> = match read(&text) {
                Plain::Object(members) => {
                    match members.into_iter().find(|(key, _)| key == "mcp_servers") {
                        Some((_, Plain::Array(items))) => {
                            (0..items.len()).map(Step::Index).collect()
                        }
                        Some((_, Plain::Object(members))) => {
                            members.into_iter().map(|(key, _)| Step::Key(key)).collect()
                        }
                        _ => Vec::new(),
                    }
                }
                _ => Vec::new(),
            };
            for step in steps {
                let path = |rest: &[&str]| -> Vec<Step> {
                    let rest = rest.iter().map(|key| Step::Key((*key).to_owned()));
                    [Step::Key("mcp_servers".to_owned()), step.clone()]
                        .into_iter()
                        .chain(rest)
                        .collect()
                };
                changed(&text, &[Change::Remove(path(&[]))], &SUB).expect("removed");
                let set =
                    |keys: &[&str], value: serde_json::Value| Change::Set(path(keys), out(&value));
                let changes = [
                    set(&["args"], serde_json::json!(["-y", "other"])),
                    set(&["env", "NEW"], "v".into()),
                    set(&["cwd"], "/".into()),
                ];
                changed(&text, &changes, &SUB).expect("changed");
            }
        }
    }
    println!("{count} files");
}

#[test]
fn many_servers_take_one_pass() {
    let mut text = String::new();
    for index in 0..10_000 {
        text.push_str(&format!(
            "[mcp_servers.s{index}]\ncommand = \"x\"\n\n[mcp_servers.s{index}.env]\nK = \"v\"\n\n"
        ));
    }
    let at = |index: usize, rest: &[&str]| -> Vec<Step> {
        ["mcp_servers".to_owned(), format!("s{index}")]
            .into_iter()
            .chain(rest.iter().map(|key| (*key).to_owned()))
            .map(Step::Key)
            .collect()
    };
    let mut changes = Vec::new();
    for index in 0..10_000 {
        changes.push(Change::Set(at(index, &["command"]), Out::text("y")));
        changes.push(Change::Set(at(index, &["env", "L"]), Out::text("w")));
        changes.push(Change::Set(
            at(index + 10_000, &["command"]),
            Out::text("z"),
        ));
        if index % 2 == 0 {
            changes.push(Change::Remove(at(index, &[])));
        }
    }
    let result = apply(&text, &edits(&text, &changes, &SUB).expect("edits"));
    let Plain::Object(members) = read(&result) else {
        panic!("a table")
    };
    assert!(matches!(&members[0].1, Plain::Object(servers) if servers.len() == 15_000));
}

#[test]
fn hostile_texts_are_refused_or_changed_but_never_end_the_program() {
    let set = [Change::Set(vec![Step::Key("x".to_owned())], Out::object())];
    for text in [
        format!("{} = 1\n", vec!["a"; 10_000].join(".")),
        format!("[{}]\n", vec!["a"; 10_000].join(".")),
        format!("a = {}\n", "[".repeat(10_000)),
        "a = \"".to_owned(),
        "\u{feff}a = 1\n".to_owned(),
        "a = 1\r".to_owned(),
        "[[a.b]]\n[a]\nb.c.d = 1\n".to_owned(),
    ] {
        let _ = edits(&text, &set, &SUB);
    }
}
