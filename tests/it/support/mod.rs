//! What the tests share: running the program, files that exist for one test, samples of every host, the corpus.

pub(crate) mod corpus;
pub(crate) mod git;
pub(crate) mod made_up;
mod program;
pub(crate) mod samples;

use std::fs;
use std::path::{Path, PathBuf};

use mcpconv::internals::host::{Aside, Host, Place};
use mcpconv::internals::syntax::{Node, Tree};
use mcpconv::lint::Subject;
use serde_json::Value;

pub(crate) use program::{Folder, Ran, convert};

/// What `lint --format` takes.
pub(crate) const LINT_FORMATS: &[&str] = &[
    "human",
    "concise",
    "json",
    "json-lines",
    "sarif",
    "github",
    "gitlab",
    "junit",
    "rdjson",
    "markdown",
];

/// A file of the repository.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text of a file of the repository.
pub(crate) fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A copy of a folder in `examples/`, in which the program can be run.
pub(crate) fn example(name: &str) -> Folder {
    fn copy(from: &Path, below: &Path, to: &Folder) {
        for entry in fs::read_dir(from).expect("an example") {
            let entry = entry.expect("a file").path();
            let inside = below.join(entry.file_name().expect("a name"));
            if entry.is_dir() {
                copy(&entry, &inside, to);
            } else {
                to.write(
                    inside.to_str().expect("UTF-8"),
                    fs::read(&entry).expect("a file"),
                );
            }
        }
    }
    let folder = Folder::new(&[]);
    copy(&path("examples").join(name), Path::new(""), &folder);
    folder
}

/// Whether files that are made from the code are to be written rather than compared.
pub(crate) fn updating() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// The code blocks of a page in this language, in order.
pub(crate) fn blocks<'t>(page: &'t str, language: &str) -> Vec<&'t str> {
    let fence = format!("```{language}\n");
    page.split(fence.as_str())
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect()
}

/// The files of a folder of the repository, sorted.
pub(crate) fn files(folder: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(path(folder))
        .unwrap_or_else(|error| panic!("{folder}: {error}"))
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    files
}

pub(crate) fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The tree without its spans.
pub(crate) fn plain(node: &Node<'_>) -> Value {
    match &node.value {
        Tree::Null => Value::Null,
        Tree::Bool(flag) => (*flag).into(),
        Tree::Number(text) => serde_json::from_str(&text.replace('_', ""))
            .unwrap_or_else(|_| Value::String((*text).to_owned())),
        Tree::String(text) => Value::String(text.to_string()),
        Tree::Array(items) => items.iter().map(plain).collect(),
        Tree::Object(members) => members
            .iter()
            .map(|member| (member.key.to_string(), plain(&member.value)))
            .collect(),
    }
}

/// A text at `path`, as the linter gets it.
pub(crate) fn subject<'a>(
    path: &'a str,
    text: &'a str,
    host: &'static Host,
    place: &'static Place,
    aside: Option<&'static Aside>,
) -> Subject<'a> {
    Subject {
        aside,
        ..Subject::at(path, text, host, place)
    }
}

/// Panics with everything that is wrong, each line with its case.
pub(crate) fn assert_all(wrong: &[String]) {
    let shown: Vec<&str> = wrong.iter().take(40).map(String::as_str).collect();
    assert!(
        wrong.is_empty(),
        "{} broken laws:\n{}",
        wrong.len(),
        shown.join("\n")
    );
}
