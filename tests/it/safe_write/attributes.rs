//! Access control lists and extended attributes.

use std::os::unix::fs::PermissionsExt as _;
use std::process::Command;

use super::unix::{mode, run};
use super::*;

/// Whether the filesystem of `path` has what the tool sets; if not, the test says so.
#[expect(clippy::print_stdout, reason = "says for the test that it was skipped")]
fn set(tool: &str, options: &[&str], path: &Path) -> bool {
    let mut words: Vec<&OsStr> = options.iter().map(OsStr::new).collect();
    words.push(path.as_os_str());
    let done = run(tool, &words);
    if !done {
        println!("skipped: {tool} is missing, or the filesystem does not support it");
    }
    done
}

fn said(tool: &str, options: &[&str], path: &Path) -> String {
    let output = Command::new(tool).args(options).arg(path).output().unwrap();
    String::from_utf8(output.stdout).unwrap()
}

fn list_of(path: &Path) -> String {
    said(
        "getfacl",
        &["--omit-header", "--absolute-names", "--numeric"],
        path,
    )
}

fn attributes_of(path: &Path) -> String {
    let text = said(
        "getfattr",
        &["--dump", "--absolute-names", "--match=-"],
        path,
    );
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn an_access_control_list_survives_on_the_file_and_its_backup() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
    if !set("setfacl", &["-m", "u:12345:r,g:54321:rw,m::rw"], &path) {
        return;
    }
    let before = (list_of(&path), mode(&path));
    assert!(before.0.contains("user:12345:r--"), "{before:?}");
    let written = write_with(&path, b"new", Backup::Always).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    for file in [&path, &written.backup.unwrap()] {
        assert_eq!((list_of(file), mode(file)), before, "{}", file.display());
    }
}

#[test]
fn a_list_that_the_folder_gives_to_new_files_lets_nobody_into_an_old_one() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    if !set("setfacl", &["-d", "-m", "u:12345:rwx"], &root) {
        return;
    }
    // The file was there before: what its folder gives to new ones is not on it.
    let before = list_of(&path);
    assert!(!before.contains("12345"), "{before}");
    let written = write_with(&path, b"new", Backup::Always).unwrap();
    for file in [&path, &written.backup.unwrap()] {
        assert_eq!(list_of(file), before, "{}", file.display());
        assert_eq!(mode(file), 0o640);
    }
}

#[test]
fn a_file_with_an_expanded_value_is_private_whatever_the_folder_gives_to_new_files() {
    let (_guard, root) = folder();
    if !set("setfacl", &["-d", "-m", "u:12345:rwx"], &root) {
        return;
    }
    let path = root.join("a.json");
    let options = WriteOptions {
        private: true,
        ..options(Backup::Auto)
    };
    commit(vec![
        Prepared::new(read(&path), b"new".to_vec(), options).unwrap(),
    ])
    .unwrap();
    assert_eq!(mode(&path) & 0o077, 0, "{}", list_of(&path));
    let list = list_of(&path);
    let granted = list.lines().find(|line| line.starts_with("user:12345:"));
    let effective = granted.is_none_or(|line| line.contains("effective:---"));
    assert!(effective, "{list}");
}

#[test]
fn extended_attributes_survive() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    if !set("setfattr", &["-n", "user.origin", "-v", "by hand"], &path) {
        return;
    }
    set("setfattr", &["-n", "user.empty"], &path);
    let before = attributes_of(&path);
    assert!(before.contains("user.origin=\"by hand\""), "{before}");
    let written = write_with(&path, b"new", Backup::Always).unwrap();
    assert!(written.in_place.is_none(), "replaced, not overwritten");
    for file in [&path, &written.backup.unwrap()] {
        assert_eq!(attributes_of(file), before, "{}", file.display());
    }
}

#[test]
fn an_attribute_that_cannot_be_given_to_a_new_file_stays_on_the_old_one() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    // Only a superuser may set these, and everybody keeps them.
    if !set("setfattr", &["-n", "trusted.origin", "-v", "system"], &path) {
        return;
    }
    let before = attributes_of(&path);
    write(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(attributes_of(&path), before);
}

/// A mode without its list would let a whole group in.
#[test]
fn a_report_keeps_who_may_read_it_and_its_other_names() {
    use crate::support::Folder;
    let folder = Folder::new(&[(".mcp.json", r#"{"mcpServers": {"a": {"command": 1}}}"#)]);
    for words in [
        "lint --report json=out.json",
        "lint --format sarif -o out.json",
        "lint --write-baseline out.json",
        "convert .mcp.json --to codex --report out.json",
    ] {
        let path = folder.path().join("out.json");
        let (twin, _) = (folder.path().join("twin"), fs::remove_file(&path));
        let _ = fs::remove_file(&twin);
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        if !set("setfacl", &["-m", "u:12345:r"], &path) {
            return;
        }
        let before = (list_of(&path), mode(&path));
        folder.run(words);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains('{'), "{words}: {text}");
        assert_eq!((list_of(&path), mode(&path)), before, "{words}");
        fs::hard_link(&path, &twin).unwrap();
        fs::write(&path, "old").unwrap();
        folder.run(words);
        assert_eq!(fs::read_to_string(&twin).unwrap(), text, "{words}");
        let left = names(folder.path());
        assert!(
            !left.iter().any(|name| name.contains(".mcpconv")),
            "{left:?}"
        );
    }
}

#[test]
fn a_report_with_a_name_as_long_as_there_are_is_written() {
    use crate::support::Folder;
    let folder = Folder::new(&[(".mcp.json", r#"{"mcpServers": {"a": {"command": 1}}}"#)]);
    let name = format!("{}.json", "n".repeat(250));
    folder.run(format!("lint --report json={name}").as_str());
    assert!(folder.read(&name).contains("wrong-type"));
}
