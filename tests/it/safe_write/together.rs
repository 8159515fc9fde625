//! Several runs at once, drafts that a killed run left, and backups.

use std::process::Stdio;

use crate::support::Folder;

use super::*;

/// Each run adds a server of its own to one file. A run that sees somebody else's change gives up and is started again; what
/// a run that succeeded has written is never lost.
#[test]
fn two_runs_at_once_lose_no_update() {
    const RUNS: usize = 4;
    for round in 0..10 {
        let folder = Folder::new(&[("out/.mcp.json", "{}\n")]);
        let source = |name: usize| {
            format!(
                r#"{{"mcpServers": {{"s{name}": {{"command": "deno", "args": ["{round}"]}}}}}}"#
            )
        };
        for run in 0..RUNS {
            folder.write(&format!("in/{run}.json"), source(run));
        }
        let start = |run: usize| {
            let words = format!("--from claude-code in/{run}.json -o out/.mcp.json --backup never");
            let mut command = folder.command(words.as_str());
            let command = command.stdin(Stdio::null()).stderr(Stdio::null());
            (run, command.spawn().unwrap())
        };
        let mut left: Vec<usize> = (0..RUNS).collect();
        for _ in 0..50 {
            let running: Vec<_> = left.iter().map(|run| start(*run)).collect();
            left.clear();
            for (run, mut child) in running {
                if !child.wait().unwrap().success() {
                    left.push(run);
                }
            }
            if left.is_empty() {
                break;
            }
        }
        let text = folder.read("out/.mcp.json");
        for run in 0..RUNS {
            assert!(
                text.contains(&format!("\"s{run}\"")),
                "s{run} is lost: {text}"
            );
        }
        assert_eq!(names(&folder.path().join("out")), [".mcp.json"]);
    }
}

/// A draft as a run leaves it that was killed, and files that only look like one.
#[test]
fn drafts_that_a_killed_run_left_are_removed_and_nothing_else_is() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let stale = root.join(".a.json.Ab3dEf6hIj9k.mcpconv");
    let others = [
        ".a.json.Ab3dEf6hIj9k.mcpconv-old",
        ".a.json.short.mcpconv",
        ".a.json.Ab3dEf6hIj9k.mcpconv.txt",
        ".b.json.Ab3dEf6hIj9k.mcpconv",
        "a.json.Ab3dEf6hIj9k.mcpconv",
    ];
    for content in ["new", "newer"] {
        fs::write(&stale, "half a fi").unwrap();
        if cfg!(not(unix)) {
            age(&stale);
        }
        for name in others {
            fs::write(root.join(name), "theirs").unwrap();
        }
        // Also if there is nothing to write.
        for content in [content, content] {
            write(&path, content.as_bytes()).unwrap();
        }
        assert!(!stale.exists());
        for name in others {
            assert_eq!(fs::read(root.join(name)).unwrap(), b"theirs", "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_draft_in_use_is_not_removed() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let first = prepare(&path, b"first").unwrap();
    let before = names(&root);
    assert_eq!(before.len(), 2, "{before:?}");
    let second = prepare(&path, b"second").unwrap();
    assert!(names(&root).contains(&before[0]), "{:?}", names(&root));
    commit(vec![first]).unwrap();
    assert!(matches!(commit(vec![second]), Err(Error::Changed { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"first");
    assert_eq!(names(&root), ["a.json"]);
}

const OLD: &str = r#"{"mcpServers": {"mine": {"command": "deno"}}}"#;

#[test]
fn restore_puts_back_any_backup_and_keeps_what_it_replaces() {
    let folder = Folder::new(&[(".mcp.json", OLD)]);
    let add = |name: &str| {
        let server = format!(r#"{{"mcpServers": {{"{name}": {{"command": "npx"}}}}}}"#);
        let words = "--from claude-code - -o .mcp.json";
        assert_eq!(folder.feed(words, server).code, 0);
        folder.read(".mcp.json")
    };
    let first = add("one");
    let second = add("two");
    assert_eq!(folder.read(".mcp.json.bak"), OLD);
    assert_eq!(folder.read(".mcp.json.bak.2"), first);

    let list = folder.run("restore .mcp.json --list");
    assert_eq!((list.code, list.stdout.lines().count()), (0, 2), "{list:?}");
    assert!(list.stdout.contains(".mcp.json.bak.2"), "{list:?}");
    assert_eq!(folder.read(".mcp.json"), second, "listing writes nothing");

    let said = folder.done("restore .mcp.json");
    assert_eq!(folder.read(".mcp.json"), first);
    assert!(said.contains(".mcp.json.bak.2"), "{said}");
    assert_eq!(folder.read(".mcp.json.bak.3"), second, "nothing is lost");
    folder.done("restore .mcp.json --number 1");
    assert_eq!(folder.read(".mcp.json"), OLD);
    assert_eq!(folder.read(".mcp.json.bak"), OLD);
    assert_eq!(folder.read(".mcp.json.bak.2"), first);

    let said = folder.run("restore .mcp.json --number 77").failed(2);
    assert!(said.contains("no backup 77"), "{said}");
    let said = folder.run("restore other.json").failed(2);
    assert!(said.contains("has no backup"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_restore_that_was_killed_is_made_up_for_by_the_next() {
    let folder = Folder::new(&[
        (".mcp.json", "new"),
        (".mcp.json.bak", "old"),
        // The run was killed when it had kept what the file has, and not yet replaced it.
        (".mcp.json.bak.2", "new"),
    ]);
    folder.done("restore .mcp.json");
    assert_eq!(folder.read(".mcp.json"), "old");
    // A backup that is asked for is taken, and where all are the same there is nothing to do.
    folder.done("restore .mcp.json --number 2");
    assert_eq!(folder.read(".mcp.json"), "new");
    let folder = Folder::new(&[(".mcp.json", "new"), (".mcp.json.bak", "new")]);
    let said = folder.done("restore .mcp.json");
    assert!(said.contains("is the same as"), "{said}");
}

#[cfg(unix)]
#[test]
fn restore_neither_leaves_the_folder_nor_follows_what_is_no_backup() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new(&[
        ("repo/.mcp.json", OLD),
        ("private.json", "private"),
        ("home/.mcp.json", OLD),
        ("home/.mcp.json.bak", "theirs"),
    ]);
    let repo = folder.path().join("repo");
    crate::support::git::track(&repo, &[]);
    symlink("../private.json", repo.join(".mcp.json.bak")).unwrap();
    symlink("../home/.mcp.json", repo.join("link.json")).unwrap();
    let run = |words: &str| {
        let output = folder.command(words).current_dir(&repo).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    for words in [
        "restore .mcp.json",
        "restore link.json",
        "restore .mcp.json --list",
    ] {
        let said = run(words);
        assert!(!said.contains("theirs"), "{words}: {said}");
    }
    assert_eq!(folder.read("repo/.mcp.json"), OLD);
    assert_eq!(folder.read("home/.mcp.json"), OLD);
}

/// A repository can bring files of any name along.
#[test]
fn planted_backups_neither_stop_a_write_nor_are_replaced() {
    for planted in [
        "9999",
        "9998",
        "10000",
        "4294967295",
        "99999999999999999999",
        "02",
        "+2",
        "-1",
        "0",
        "1",
    ] {
        let (_guard, root) = folder();
        let path = root.join("a.json");
        let planted = root.join(format!("a.json.bak.{planted}"));
        fs::write(&path, "0").unwrap();
        fs::write(&planted, "planted").unwrap();
        let mut kept = Vec::new();
        for turn in 0..3 {
            let written = write_with(&path, format!("{}", turn + 1).as_bytes(), Backup::Always);
            let backup = written.unwrap().backup.unwrap();
            assert_eq!(fs::read(&backup).unwrap(), turn.to_string().as_bytes());
            assert!(!kept.contains(&backup), "{}", backup.display());
            kept.push(backup);
        }
        assert_eq!(fs::read(&planted).unwrap(), b"planted");
        assert_eq!(names(&root).len(), 5, "{:?}", names(&root));
    }
}

#[test]
fn a_name_that_no_backup_of_ours_has_is_not_restored() {
    for end in ["02", "+2", "1", "0", " 2", "10000", "4294967295"] {
        let folder = Folder::new(&[(".mcp.json", OLD)]);
        folder.write(&format!(".mcp.json.bak.{end}"), "planted");
        for words in [
            "restore .mcp.json",
            "restore .mcp.json --list",
            "restore .mcp.json --number 2",
        ] {
            let said = folder.run(words).failed(2);
            assert!(said.contains("no backup"), "{end}: {said}");
            assert_eq!(folder.read(".mcp.json"), OLD, "{end}, {words}");
        }
    }
}

#[test]
fn a_backup_that_git_tracks_is_restored_only_by_its_number() {
    let folder = Folder::new(&[
        (".mcp.json", OLD),
        (".mcp.json.bak.77", r#"{"mcpServers": {}}"#),
    ]);
    crate::support::git::track(folder.path(), &[".mcp.json.bak.77"]);
    let said = folder.run("restore .mcp.json").failed(2);
    assert!(said.contains("--number 77"), "{said}");
    assert_eq!(folder.read(".mcp.json"), OLD);
    let server = r#"{"mcpServers": {"one": {"command": "npx"}}}"#;
    assert_eq!(
        folder
            .feed("--from claude-code - -o .mcp.json", server)
            .code,
        0
    );
    let said = folder.run("restore .mcp.json --list");
    assert!(said.stdout.contains("(tracked by git)"), "{said:?}");
    let said = folder.done("restore .mcp.json");
    assert!(!said.contains(".bak.77"), "{said}");
    assert_eq!(folder.read(".mcp.json"), OLD);
    folder.done("restore .mcp.json --number 77");
    assert_eq!(folder.read(".mcp.json"), r#"{"mcpServers": {}}"#);
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_searched_for_backups_is_reported() {
    let folder = Folder::new(&[("file.txt", "")]);
    let said = folder.run("restore file.txt/.mcp.json --list").failed(2);
    assert!(said.contains("not a directory"), "{said}");
}
