//! What `CONTRIBUTING.md` promises about the modules is true.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{path, text};

/// The modules that may know about the outside world.
const EDGE: &[&str] = &[
    "border.rs",
    "cli",
    "config",
    "discover.rs",
    "files.rs",
    "git",
    "git.rs",
    "internals.rs",
    "main.rs",
    "report",
    "safe_write",
    "walk",
    "walk.rs",
];

/// What nobody else may use.
const OUTSIDE: &[&str] = &[
    "std::env",
    "std::fs",
    "std::process",
    "std::thread",
    "std::time",
    "std::io",
    "rayon",
    "clap",
    "miette",
    "tempfile",
];

fn sources(folder: &Path, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            sources(&path, list);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            list.push(path);
        }
    }
}

/// The code of a file without its tests, which may read files.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("UTF-8");
    let code = text.split("#[cfg(test)]\nmod tests {").next();
    let lines = code.unwrap_or_default().lines();
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// Whether `code` names this path, from its start to the end of a word.
fn uses(code: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(name).any(|(at, _)| {
        let end = &code[at + name.len()..];
        let begins = !code[..at].ends_with(|c: char| word(c) || c == ':');
        let ends = match name.starts_with("std::") {
            true => !end.starts_with(word),
            false => end.starts_with("::"),
        };
        begins && ends
    })
}

fn first(path: &Path, root: &Path) -> String {
    let inside = path.strip_prefix(root).expect("a file of ours");
    let first = inside.components().next().expect("a name");
    first.as_os_str().to_string_lossy().into_owned()
}

#[test]
fn only_the_edge_touches_the_outside_world() {
    let root = path("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let is_test = |file: &Path| {
        let inside = file.strip_prefix(&root).expect("a file of ours");
        inside
            .components()
            .any(|part| matches!(part.as_os_str().to_str(), Some("tests" | "tests.rs")))
    };
    let (edge, pure): (Vec<_>, Vec<_>) = files
        .iter()
        .filter(|file| !is_test(file))
        .partition(|file| EDGE.contains(&first(file, &root).as_str()));
    assert!(
        pure.len() > 150 && edge.len() > 30,
        "the folders have moved"
    );
    let wrong: Vec<String> = pure
        .iter()
        .flat_map(|file| {
            let code = code(file);
            let used = OUTSIDE.iter().filter(move |word| uses(&code, word));
            used.map(|word| format!("{} uses {word}", file.display()))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // The search finds what is there.
    let cli: String = edge.iter().map(|file| code(file)).collect();
    let unused: Vec<&&str> = ["std::env", "std::fs", "std::io", "clap", "rayon"]
        .iter()
        .filter(|name| !uses(&cli, name))
        .collect();
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn modules_of_the_edge_are_only_built_for_the_command_line() {
    let lib = text("src/lib.rs");
    for module in EDGE.iter().map(|name| name.trim_end_matches(".rs")) {
        if module == "main" {
            continue;
        }
        let declared = [format!("\nmod {module};"), format!("\npub mod {module};")];
        let at = declared.iter().find_map(|line| lib.find(line.as_str()));
        let at = at.unwrap_or_else(|| panic!("{module} is not declared"));
        let above = lib[..at]
            .lines()
            .rev()
            .take(2)
            .collect::<Vec<_>>()
            .join("\n");
        assert!(
            above.contains("#[cfg(feature = \"cli\")]"),
            "{module}: {above}"
        );
    }
}

#[test]
fn the_documents_name_modules_that_exist() {
    let root = path("src");
    for page in ["CONTRIBUTING.md", "docs/architecture.md"] {
        let page_text = text(page);
        let mut named = 0;
        for word in page_text.split('`').skip(1).step_by(2) {
            let inside = word.strip_prefix("src/").map(|rest| root.join(rest));
            let made_up = word.contains("lark") || word.contains("empty_command");
            if let Some(file) = inside.filter(|_| !made_up && !word.contains(['<', '*'])) {
                named += 1;
                assert!(file.exists(), "{page}: {word} does not exist");
            }
        }
        assert!(named > 4, "{page} names {named} modules");
    }
}

/// The name of the type that a line defines, unless it is private to its module.
fn shared_type(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = match rest.strip_prefix('(') {
        Some(scope) => scope.split_once(')')?.1,
        None => rest,
    };
    let words = ["struct ", "enum ", "type ", "trait "];
    let name = words
        .iter()
        .find_map(|word| rest.trim_start().strip_prefix(word))?;
    name.split(|c: char| !c.is_alphanumeric()).next()
}

#[test]
fn types_that_several_modules_see_have_names_of_their_own() {
    let mut files = Vec::new();
    sources(&path("src"), &mut files);
    files.sort();
    let mut seen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in &files {
        for name in code(file).lines().filter_map(shared_type) {
            let place = file.display().to_string();
            seen.entry(name.to_owned()).or_default().push(place);
        }
    }
    assert!(seen.len() > 200, "{} types were found", seen.len());
    // Every module may call its error so, as people expect.
    seen.remove("Error");
    let twice: Vec<String> = seen
        .iter()
        .filter(|(_, places)| places.len() > 1)
        .map(|(name, places)| format!("{name}: {}", places.join(", ")))
        .collect();
    assert!(twice.is_empty(), "{}", twice.join("\n"));
}
