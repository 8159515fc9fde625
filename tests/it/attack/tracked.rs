//! What git tracks is checked, whatever hides it, wherever its index is.

use std::fs;

use crate::support::git::{split, track};
use crate::support::{Folder, LINT_FORMATS};

const BAD: &str = r#"{"mcpServers": {"a": {"command": 1}}}"#;

/// A work tree whose list of ignored files hides these, of which some are tracked.
fn hidden(files: &[&str], tracked: &[&str]) -> Folder {
    let folder = Folder::new(&[(".gitignore", "*.json\nclones/\n")]);
    for file in files {
        folder.write(file, BAD);
    }
    track(folder.path(), tracked);
    folder
}

/// The files in which something was found.
fn found(folder: &Folder) -> Vec<String> {
    let ran = folder.lint(&["--format", "concise"]);
    let lines = ran.stdout.lines();
    let found = lines.filter_map(|line| Some(line.split_once(": error[wrong-type]")?.0));
    found
        .map(|place| place.split(':').next().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn a_work_tree_in_another_hides_nothing_that_it_tracks() {
    let files = [
        "sub/.mcp.json",
        "sub/deep/.mcp.json",
        "sub/deep/.cursor/mcp.json",
    ];
    let folder = hidden(&files, &[".gitignore"]);
    assert!(found(&folder).is_empty());
    track(&folder.path().join("sub"), &[".mcp.json"]);
    assert_eq!(found(&folder), ["sub/.mcp.json"]);
    track(&folder.path().join("sub/deep"), &[".cursor/mcp.json"]);
    assert_eq!(
        found(&folder),
        ["sub/.mcp.json", "sub/deep/.cursor/mcp.json"]
    );
    // The folder of a submodule has a file that says where git keeps its index.
    let own = folder.path().join(".git/modules/sub");
    fs::create_dir_all(own.parent().expect("a folder")).expect("a folder");
    fs::rename(folder.path().join("sub/.git"), own).expect("a move");
    folder.write("sub/.git", "gitdir: ../.git/modules/sub\n");
    assert_eq!(
        found(&folder),
        ["sub/.mcp.json", "sub/deep/.cursor/mcp.json"]
    );
}

#[test]
fn a_submodule_in_an_ignored_folder_is_checked_if_it_is_tracked() {
    let files = [
        "clones/a/.mcp.json",
        "clones/a/b/.mcp.json",
        "clones/c/.mcp.json",
    ];
    let folder = hidden(&files, &["clones/a/"]);
    for clone in ["clones/a", "clones/a/b", "clones/c"] {
        track(&folder.path().join(clone), &[".mcp.json"]);
    }
    assert_eq!(found(&folder), ["clones/a/.mcp.json"]);
    track(&folder.path().join("clones/a"), &[".mcp.json", "b/"]);
    assert_eq!(
        found(&folder),
        ["clones/a/.mcp.json", "clones/a/b/.mcp.json"]
    );
    // What the configuration excludes stays out.
    folder.write("mcpconv.toml", "[files]\nexclude = [\"clones/a/b/**\"]\n");
    assert_eq!(found(&folder), ["clones/a/.mcp.json"]);
}

#[cfg(unix)]
#[test]
fn a_submodule_is_not_looked_for_through_a_link() {
    let folder = hidden(&[], &[]);
    let outside = Folder::new(&[("m/.mcp.json", BAD)]);
    track(&outside.path().join("m"), &[".mcp.json"]);
    track(folder.path(), &["clones/m/"]);
    std::os::unix::fs::symlink(outside.path(), folder.path().join("clones")).expect("a link");
    assert!(found(&folder).is_empty());
}

#[test]
fn a_split_index_hides_nothing() {
    let files = [".mcp.json", "b/.mcp.json", "c/.mcp.json"];
    let folder = hidden(&files, &[".mcp.json", "b/.mcp.json"]);
    split(folder.path(), &[], 0);
    assert_eq!(found(&folder), [".mcp.json", "b/.mcp.json"]);
    let folder = hidden(&files, &[".mcp.json", "b/.mcp.json"]);
    split(folder.path(), &["c/.mcp.json"], 0b10);
    assert_eq!(found(&folder), [".mcp.json", "c/.mcp.json"]);
    // Also that of a submodule.
    let folder = hidden(&["sub/.mcp.json"], &["sub/"]);
    track(&folder.path().join("sub"), &[".mcp.json"]);
    split(&folder.path().join("sub"), &[], 0);
    assert_eq!(found(&folder), ["sub/.mcp.json"]);
}

#[test]
fn an_index_that_cannot_be_read_is_reported_and_nothing_is_hidden() {
    for broken in ["empty", "cut", "later", "no shared"] {
        let folder = hidden(
            &[".mcp.json", "sub/.mcp.json", "clones/.mcp.json"],
            &[".mcp.json"],
        );
        for tree in ["", "sub"] {
            track(&folder.path().join(tree), &[".mcp.json"]);
            let index = folder.path().join(tree).join(".git/index");
            let mut bytes = fs::read(&index).expect("an index");
            match broken {
                "empty" => bytes.clear(),
                "cut" => bytes.truncate(bytes.len() - 21),
                "later" => bytes[7] = 5,
                _ => {
                    split(&folder.path().join(tree), &[], 0);
                    bytes = fs::read(&index).expect("an index");
                    let shared = index.with_file_name(format!("sharedindex.{}", "07".repeat(20)));
                    fs::remove_file(shared).expect("an index");
                }
            }
            fs::write(&index, bytes).expect("an index");
            if tree.is_empty() {
                for format in LINT_FORMATS {
                    let ran = folder.lint(&["--format", format]);
                    let said = ran.stdout.contains("index") && ran.stdout.contains("hides nothing");
                    assert!(ran.code == 2 && said, "{broken} {format}: {ran:?}");
                }
                let files = [".mcp.json", "clones/.mcp.json", "sub/.mcp.json"];
                assert_eq!(found(&folder), files, "{broken}");
                track(folder.path(), &["sub/"]);
            }
        }
        // That of a submodule says nothing about the rest.
        assert_eq!(found(&folder), ["sub/.mcp.json"], "{broken}");
        let ran = folder.lint(&["--format", "concise"]);
        assert!(
            ran.code == 2 && ran.stdout.contains("sub/.git/index"),
            "{ran:?}"
        );
    }
}
