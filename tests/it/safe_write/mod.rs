//! What happens to files, folders, links and modes when something is written, and what is refused.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test may give up like the test itself"
)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs};

use mcpconv::internals::safe_write::{
    Backup, Error, Prepared, Snapshot, WriteOptions, WriteOutcome, WrittenFile, commit,
};
use tempfile::TempDir;

const MAX: u64 = 1 << 20;

fn options(backup: Backup) -> WriteOptions<'static> {
    WriteOptions {
        private: false,
        backup,
        verify: &|_| Ok(()),
    }
}

/// Whether a path is too long for wine 8, which has no room for its real name (ERROR_MORE_DATA).
#[expect(clippy::print_stderr, reason = "whoever runs it is told what was not")]
fn is_beyond_wine(written: &Result<WrittenFile, Error>) -> bool {
    let Err(Error::Read { source, .. }) = written else {
        return false;
    };
    let beyond = cfg!(windows) && source.raw_os_error() == Some(234);
    if beyond {
        eprintln!("skipped: this system cannot tell where a long path leads");
    }
    beyond
}

fn read(path: &Path) -> Snapshot {
    Snapshot::read(path, MAX).unwrap()
}

fn prepare(path: &Path, bytes: &[u8]) -> Result<Prepared, Error> {
    Prepared::new(
        Snapshot::read(path, MAX)?,
        bytes.to_vec(),
        options(Backup::Never),
    )
}

fn write(path: &Path, bytes: &[u8]) -> Result<WrittenFile, Error> {
    commit(vec![prepare(path, bytes)?]).map(|mut written| written.remove(0))
}

fn write_with(path: &Path, bytes: &[u8], backup: Backup) -> Result<WrittenFile, Error> {
    commit(vec![Prepared::new(
        Snapshot::read(path, MAX)?,
        bytes.to_vec(),
        options(backup),
    )?])
    .map(|mut written| written.remove(0))
}

/// A fresh folder, named as the system itself names it.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = fs::canonicalize(folder.path()).unwrap();
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

fn age(path: &Path) -> SystemTime {
    let long_ago = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000);
    fs::File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(long_ago)
        .unwrap();
    long_ago
}

#[test]
fn a_new_file_gets_its_folders() {
    let (_guard, root) = folder();
    let path = root.join("a/b/c.json");
    let written = write(&path, b"new").unwrap();
    assert_eq!(
        written,
        WrittenFile {
            path: path.clone(),
            real_path: path.clone(),
            outcome: WriteOutcome::Created,
            backup: None,
            in_place: None
        }
    );
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(&root.join("a/b")), ["c.json"]);
}

#[test]
fn an_empty_file_can_be_created() {
    let (_guard, root) = folder();
    assert_eq!(
        write(&root.join("a"), b"").unwrap().outcome,
        WriteOutcome::Created
    );
    assert_eq!(fs::read(root.join("a")).unwrap(), b"");
}

#[test]
fn an_update_leaves_only_the_file() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let written = write(&path, b"new").unwrap();
    assert_eq!(
        (written.outcome, written.in_place),
        (WriteOutcome::Updated, None)
    );
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(&root), ["a.json"]);
}

#[test]
fn the_same_content_is_not_written() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "same").unwrap();
    let time = age(&path);
    let before = fs::metadata(&path).unwrap();
    assert!(!prepare(&path, b"same").unwrap().changes());
    assert_eq!(
        write_with(&path, b"same", Backup::Always).unwrap().outcome,
        WriteOutcome::Unchanged
    );
    let after = fs::metadata(&path).unwrap();
    assert_eq!(after.modified().unwrap(), time);
    #[cfg(unix)]
    assert_eq!(
        std::os::unix::fs::MetadataExt::ino(&after),
        std::os::unix::fs::MetadataExt::ino(&before)
    );
    assert_eq!(after.len(), before.len());
    assert_eq!(names(&root), ["a.json"]);
}

#[test]
fn nothing_is_left_of_what_is_prepared_and_dropped() {
    let (_guard, root) = folder();
    let old = root.join("old.json");
    fs::write(&old, "old").unwrap();
    let files =
        ["x/y/a.json", "x/y/b.json", "x/c.json", "old.json"].map(|name| read(&root.join(name)));
    let prepared = files
        .map(|snapshot| Prepared::new(snapshot, b"new".to_vec(), options(Backup::Always)).unwrap());
    assert!(names(&root).len() > 2, "nothing was prepared");
    drop(prepared);
    assert_eq!(names(&root), ["old.json"]);
    assert_eq!(fs::read(old).unwrap(), b"old");
}

#[test]
fn content_that_does_not_pass_its_check_is_not_written() {
    let (_guard, root) = folder();
    let path = root.join("x/a.json");
    let refuse = WriteOptions {
        verify: &|_| Err("no closing brace".to_owned()),
        ..options(Backup::Auto)
    };
    let error = Prepared::new(read(&path), b"{".to_vec(), refuse).unwrap_err();
    assert!(
        matches!(&error, Error::Rejected { reason, .. } if reason == "no closing brace"),
        "{error}"
    );
    assert!(names(&root).is_empty());
}

#[test]
fn a_relative_path_is_relative_to_the_working_folder() {
    let (_guard, root) = folder();
    let here = fs::canonicalize(env::current_dir().unwrap()).unwrap();
    let Some(up) = root.ancestors().find(|folder| here.starts_with(folder)) else {
        return println!("skipped: no relative path leads to the folder for temporary files");
    };
    let mut relative: PathBuf = here
        .strip_prefix(up)
        .unwrap()
        .components()
        .map(|_| "..")
        .collect();
    relative.push(root.strip_prefix(up).unwrap());
    let relative = relative.join("a.json");
    assert!(relative.is_relative());
    assert_eq!(
        write(&relative, b"old").unwrap().real_path,
        root.join("a.json")
    );
    assert_eq!(
        write(&relative, b"new").unwrap().outcome,
        WriteOutcome::Updated
    );
    assert_eq!(fs::read(root.join("a.json")).unwrap(), b"new");
}

#[test]
fn odd_names_are_names_like_any_other() {
    let (_guard, root) = folder();
    let long = "n".repeat(250);
    let names = ["with spaces/and more.json", "-o", "ünï🌈", &long].map(OsStr::new);
    #[cfg(target_os = "linux")]
    let names = names
        .into_iter()
        .chain([std::os::unix::ffi::OsStrExt::from_bytes(
            b"not-utf8-\xff\xfe.json",
        )]);
    for path in names.into_iter().map(|name| root.join(name)) {
        let written = write(&path, b"old");
        if is_beyond_wine(&written) {
            continue;
        }
        assert_eq!(
            written.unwrap().outcome,
            WriteOutcome::Created,
            "{}",
            path.display()
        );
        let updated = write(&path, b"new");
        if is_beyond_wine(&updated) {
            continue;
        }
        assert_eq!(
            updated.unwrap().outcome,
            WriteOutcome::Updated,
            "{}",
            path.display()
        );
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }
}

#[test]
fn a_file_changed_since_it_was_read_is_left_alone() {
    type Change = fn(&Path);
    let changes: [(&str, Change); 4] = [
        ("other content", |path| fs::write(path, "theirs").unwrap()),
        ("same length and time, other content", |path| {
            let time = fs::metadata(path).unwrap().modified().unwrap();
            fs::write(path, "OLD").unwrap();
            fs::File::options()
                .write(true)
                .open(path)
                .unwrap()
                .set_modified(time)
                .unwrap();
        }),
        ("other time", |path| assert!(age(path) < SystemTime::now())),
        ("removed", |path| fs::remove_file(path).unwrap()),
    ];
    for (name, change) in changes {
        let (_guard, root) = folder();
        let (first, second) = (root.join("first"), root.join("second"));
        fs::write(&first, "old").unwrap();
        fs::write(&second, "old").unwrap();
        let prepared = vec![
            prepare(&first, b"new").unwrap(),
            prepare(&second, b"new").unwrap(),
        ];
        change(&second);
        let theirs = fs::read(&second).ok();
        let error = commit(prepared).unwrap_err();
        assert!(
            matches!(&error, Error::Changed { path } if *path == second),
            "{name}: {error}"
        );
        assert_eq!(fs::read(&second).ok(), theirs, "{name}");
        assert_eq!(fs::read(&first).unwrap(), b"old", "{name}");
        assert!(
            names(&root).iter().all(|name| !name.starts_with('.')),
            "{name}: {:?}",
            names(&root)
        );
    }
}

#[test]
fn a_file_that_appears_after_the_reading_is_left_alone() {
    let (_guard, root) = folder();
    let path = root.join("x/a.json");
    let prepared = prepare(&path, b"new").unwrap();
    fs::write(&path, "theirs").unwrap();
    assert!(matches!(commit(vec![prepared]), Err(Error::Changed { .. })));
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
    assert_eq!(names(&root.join("x")), ["a.json"]);
}

#[test]
fn the_same_file_cannot_be_written_twice_at_once() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    let twice = vec![
        prepare(&path, b"one").unwrap(),
        prepare(&root.join("./a.json"), b"two").unwrap(),
    ];
    assert!(matches!(commit(twice), Err(Error::SameFile { .. })));
    assert!(names(&root).is_empty());

    fs::write(&path, "old").unwrap();
    let with_backup = Prepared::new(read(&path), b"new".to_vec(), options(Backup::Always)).unwrap();
    let backup_itself = prepare(&root.join("a.json.bak"), b"new").unwrap();
    assert!(matches!(
        commit(vec![with_backup, backup_itself]),
        Err(Error::SameFile { .. })
    ));
    assert_eq!(names(&root), ["a.json"]);
}

#[test]
fn if_the_second_cannot_be_prepared_the_first_is_unchanged() {
    let (_guard, root) = folder();
    let first = root.join("first");
    fs::write(&first, "old").unwrap();
    fs::write(root.join("in the way"), "").unwrap();
    let prepared = prepare(&first, b"new").unwrap();
    assert!(matches!(
        prepare(&root.join("in the way/second"), b"new"),
        Err(Error::Read { .. })
    ));
    drop(prepared);
    assert_eq!(fs::read(&first).unwrap(), b"old");
    assert_eq!(names(&root), ["first", "in the way"]);
}

#[test]
fn folders_and_their_names_are_refused() {
    let guard = tempfile::tempdir().unwrap();
    let root = guard.path();
    for name in ["", ".", "..", "missing/", "missing/.", "missing/.."] {
        let error = Snapshot::read(&root.join(name), MAX).unwrap_err();
        assert!(
            matches!(error, Error::NotAFile { .. } | Error::Read { .. }),
            "{name:?}: {error}"
        );
    }
    assert!(Snapshot::read(Path::new(""), MAX).is_err());
    assert!(names(root).is_empty());
}

#[test]
fn a_file_over_the_limit_is_refused() {
    let (_guard, root) = folder();
    fs::write(root.join("a"), "12345").unwrap();
    assert_eq!(
        Snapshot::read(&root.join("a"), 5).unwrap().bytes(),
        Some(&b"12345"[..])
    );
    assert!(matches!(
        Snapshot::read(&root.join("a"), 4),
        Err(Error::TooLarge { limit: 4, .. })
    ));
}

#[test]
fn a_read_only_file_is_refused_even_for_a_superuser() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    fs::write(&path, "old").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let error = write(&path, b"new").unwrap_err();
    assert!(matches!(error, Error::ReadOnly { .. }), "{error}");
    assert_eq!(
        error.to_string(),
        format!("{} is read-only", path.display())
    );
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(names(&root), ["a.json"]);
}

#[test]
fn the_old_content_is_kept_as_asked() {
    let (_guard, root) = folder();
    for (in_git, backup, kept) in [
        (false, Backup::Auto, true),
        (false, Backup::Always, true),
        (false, Backup::Never, false),
        (true, Backup::Auto, false),
        (true, Backup::Always, true),
        (true, Backup::Never, false),
    ] {
        let work = root.join(format!("{in_git}-{backup:?}"));
        let path = work.join("deep/er/a.json");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if in_git {
            crate::support::git::track(&work, &["deep/er/a.json"]);
        }
        assert_eq!(
            write_with(&path, b"old", backup).unwrap().backup,
            None,
            "there was nothing to keep"
        );
        let written = write_with(&path, b"new", backup).unwrap();
        let expected = kept.then(|| work.join("deep/er/a.json.bak"));
        assert_eq!(written.backup, expected, "{in_git} {backup:?}");
        assert_eq!(
            expected.map(|path| fs::read(path).unwrap()),
            kept.then(|| b"old".to_vec())
        );
        assert_eq!(names(path.parent().unwrap()).len(), 1 + usize::from(kept));
    }
}

#[test]
fn a_backup_never_takes_the_place_of_the_one_before() {
    let (_guard, root) = folder();
    let path = root.join("a.json");
    for content in ["one", "two", "three"] {
        write_with(&path, content.as_bytes(), Backup::Always).unwrap();
    }
    assert_eq!(fs::read(root.join("a.json.bak")).unwrap(), b"one");
    assert_eq!(fs::read(root.join("a.json.bak.2")).unwrap(), b"two");
    assert_eq!(names(&root), ["a.json", "a.json.bak", "a.json.bak.2"]);
}

#[test]
fn what_has_the_name_of_a_backup_and_is_not_ours_stays() {
    let (_guard, root) = folder();
    let (first, second) = (root.join("first"), root.join("second"));
    fs::write(&first, "old").unwrap();
    fs::write(&second, "old").unwrap();
    fs::create_dir(root.join("second.bak")).unwrap();
    let prepared = [&first, &second]
        .map(|path| Prepared::new(read(path), b"new".to_vec(), options(Backup::Always)).unwrap());
    commit(prepared.into()).unwrap();
    assert_eq!(
        names(&root),
        ["first", "first.bak", "second", "second.bak", "second.bak.2"]
    );
    assert_eq!(fs::read(root.join("second.bak.2")).unwrap(), b"old");
}

#[test]
fn secrets_do_not_show_in_debug_output() {
    let (_guard, root) = folder();
    fs::write(root.join("a"), "hunter2").unwrap();
    let prepared = prepare(&root.join("a"), b"hunter3").unwrap();
    assert!(!format!("{prepared:?}").contains("hunter"));
    let bytes = format!("{:?}", b"hunter2");
    assert!(!format!("{prepared:?}").contains(bytes.trim_matches(['[', ']'])));
}

mod together;

#[cfg(unix)]
mod unix;

#[cfg(unix)]
mod refused;

#[cfg(target_os = "linux")]
mod attributes;

#[cfg(target_os = "linux")]
mod killed;

#[cfg(windows)]
mod windows;
