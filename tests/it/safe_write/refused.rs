//! Other people's files, and systems that refuse to write or end us in the middle.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};
use std::process::{Command, Stdio};

use mcpconv::internals::safe_write::InPlace;

use super::unix::{mode, run};
use super::*;

fn is_root() -> bool {
    let (_guard, root) = folder();
    fs::metadata(root).unwrap().uid() == 0
}

/// Runs a test in `root` as somebody without privileges, whom permissions bind. Only a superuser can do that.
#[expect(clippy::print_stdout, reason = "says for the test that it was skipped")]
fn as_nobody(root: &Path, test: &str) {
    const SETPRIV: [&str; 3] = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    if !run(
        "setpriv",
        &SETPRIV
            .iter()
            .chain(&["true"])
            .map(OsStr::new)
            .collect::<Vec<_>>(),
    ) {
        return println!("skipped: permissions do not bind a superuser, and setpriv does not work");
    }
    fs::set_permissions(root, Permissions::from_mode(0o777)).unwrap();
    // Where the program lies, others may not be allowed to look. A link rather than a copy, because a program that is
    // being written cannot be run, and another test may have forked while it was.
    let program = root.join("test");
    let own = env::current_exe().unwrap();
    fs::hard_link(&own, &program)
        .or_else(|_| fs::copy(&own, &program).map(drop))
        .unwrap();
    let output = Command::new("setpriv")
        .args(SETPRIV)
        .arg(&program)
        .args(["--exact", test, "--include-ignored"])
        .current_dir(root)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{said}"
    );
}

#[test]
fn owner_and_group_are_kept_where_allowed() {
    if !is_root() {
        return println!("skipped: only a superuser can make a file of somebody else's");
    }
    let (_guard, root) = folder();
    let path = root.join("a");
    fs::write(&path, "old").unwrap();
    chown(&path, Some(12345), Some(54321)).unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    write_with(&path, b"new", Backup::Always).unwrap();
    for path in [path, root.join("a.bak")] {
        let metadata = fs::metadata(path).unwrap();
        assert_eq!(
            (metadata.uid(), metadata.gid(), metadata.mode() & 0o7777),
            (12345, 54321, 0o640)
        );
    }
}

#[test]
fn in_a_folder_without_permission_a_writable_file_is_overwritten() {
    if is_root() {
        let (_guard, root) = folder();
        return as_nobody(
            &root,
            "safe_write::refused::in_a_folder_without_permission_a_writable_file_is_overwritten",
        );
    }
    let (_guard, root) = folder();
    let path = root.join("a");
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&root, Permissions::from_mode(0o555)).unwrap();
    let without = write(&path, b"new");
    // A backup that is due cannot be kept, and the file is not worth less for that.
    let with_backup = write_with(&path, b"newer", Backup::Auto);
    let created = write(&root.join("b"), b"new");
    let folder_created = write(&root.join("x/b"), b"new");
    fs::set_permissions(&root, Permissions::from_mode(0o755)).unwrap();

    assert_eq!(without.unwrap().in_place, Some(InPlace::Folder));
    assert!(
        matches!(with_backup, Err(Error::Backup { .. })),
        "{with_backup:?}"
    );
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert!(matches!(created, Err(Error::Write { .. })), "{created:?}");
    assert!(
        matches!(folder_created, Err(Error::Folder { .. })),
        "{folder_created:?}"
    );
    assert_eq!(names(&root), ["a"]);
}

#[test]
fn a_file_of_somebody_else_keeps_its_owner_or_is_refused() {
    if !is_root() {
        return println!("skipped: only a superuser can make a file of somebody else's");
    }
    let (_guard, root) = folder();
    for (name, mode) in [("writable", 0o666), ("readable", 0o644), ("secret", 0o600)] {
        fs::write(root.join(name), "old").unwrap();
        fs::set_permissions(root.join(name), Permissions::from_mode(mode)).unwrap();
    }
    as_nobody(
        &root,
        "safe_write::refused::writes_what_belongs_to_somebody_else",
    );
}

#[test]
#[ignore = "writes into the working folder; another test runs it in a process of its own"]
fn writes_what_belongs_to_somebody_else() {
    assert!(matches!(
        write(Path::new("secret"), b"new"),
        Err(Error::Read { .. })
    ));
    assert!(matches!(
        write(Path::new("readable"), b"new"),
        Err(Error::ReadOnly {
            source: Some(_),
            ..
        })
    ));
    let written = write_with(Path::new("writable"), b"new", Backup::Always).unwrap();
    assert_eq!(written.in_place, Some(InPlace::Access));
    assert_eq!(fs::read("writable").unwrap(), b"new");
    assert_eq!(
        (
            fs::metadata("writable").unwrap().uid(),
            mode(Path::new("writable"))
        ),
        (0, 0o666)
    );
    // The copy cannot be given back to the owner, so nobody else may read it.
    assert_eq!(mode(Path::new("writable.bak")), 0o600);
    assert_eq!(
        names(Path::new(".")),
        ["readable", "secret", "test", "writable", "writable.bak"]
    );
}

/// Something mounted, until dropped.
struct Mount(PathBuf);

impl Mount {
    fn new(arguments: &[&str], at: &Path) -> Option<Self> {
        let arguments: Vec<_> = arguments
            .iter()
            .map(OsStr::new)
            .chain([at.as_os_str()])
            .collect();
        run("mount", &arguments).then(|| Self(at.to_owned()))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        run("umount", &[self.0.as_os_str()]);
    }
}

#[test]
fn a_full_disk_leaves_the_old_file_and_nothing_else() {
    let (_guard, root) = folder();
    let Some(_mount) = Mount::new(&["-t", "tmpfs", "-o", "size=64k", "tmpfs"], &root) else {
        return println!(
            "skipped: a small disk cannot be mounted; the unit tests inject the error instead"
        );
    };
    let (path, linked) = (root.join("a"), root.join("linked"));
    fs::write(&path, "old").unwrap();
    fs::write(&linked, "old").unwrap();
    fs::hard_link(&linked, root.join("other name")).unwrap();
    for path in [&path, &linked, &root.join("x/new")] {
        let before = fs::read(path).ok();
        let Err(Error::Write { source, .. }) = write(path, &[b'x'; 100_000]) else {
            panic!("there was room")
        };
        assert_eq!(source.kind(), std::io::ErrorKind::StorageFull);
        assert_eq!(fs::read(path).ok(), before);
        assert_eq!(names(&root), ["a", "linked", "other name"]);
    }
    assert_eq!(
        write(&path, b"fits").unwrap().outcome,
        WriteOutcome::Updated
    );
}

#[test]
fn a_file_that_is_a_mount_point_is_overwritten() {
    let (_guard, root) = folder();
    let path = root.join("a");
    fs::write(&path, "old").unwrap();
    let Some(_mount) = Mount::new(&["--bind", path.to_str().unwrap()], &path) else {
        return println!("skipped: nothing can be mounted");
    };
    assert_eq!(
        write(&path, b"new content").unwrap().in_place,
        Some(InPlace::MountPoint)
    );
    assert_eq!(fs::read(&path).unwrap(), b"new content");
    assert_eq!(names(&root), ["a"]);
}

#[test]
fn if_the_second_cannot_be_put_in_place_the_first_gets_its_old_content_back() {
    let (_guard, root) = folder();
    let [first, second, new] = ["first", "second", "x/new"].map(|name| root.join(name));
    fs::write(&first, "old").unwrap();
    fs::write(&second, "old").unwrap();
    let time = age(&first);
    let prepared = [&first, &new, &second]
        .map(|path| Prepared::new(read(path), b"new".to_vec(), options(Backup::Always)).unwrap());
    // As if another program had made it unchangeable in between; its content, time and mode stay.
    if !run("chattr", &["+i".as_ref(), second.as_os_str()]) {
        return println!(
            "skipped: chattr does not work here; the unit tests inject the error instead"
        );
    }
    let result = commit(prepared.into());
    run("chattr", &["-i".as_ref(), second.as_os_str()]);
    let Err(Error::Stopped {
        cause,
        restored,
        unrestored,
    }) = result
    else {
        panic!("{result:?}")
    };
    assert!(
        matches!(&*cause, Error::Write { path, .. } if *path == second),
        "{cause}"
    );
    assert_eq!(restored, [new, first.clone()]);
    assert!(unrestored.is_empty());
    assert_eq!(
        (fs::read(&first).unwrap(), fs::read(&second).unwrap()),
        (b"old".to_vec(), b"old".to_vec())
    );
    assert_eq!(fs::metadata(&first).unwrap().modified().unwrap(), time);
    assert_eq!(names(&root), ["first", "second"]);
}

/// Every system call that matters, instead of the steps that we thought of: once the process is killed there, once the
/// call fails.
#[test]
fn whatever_happens_at_any_system_call_the_old_file_or_the_new_one_is_there() {
    const CALLS: [&str; 7] = [
        "openat", "read", "write", "fsync", "fchmod", "renameat", "close",
    ];
    let (_guard, root) = folder();
    fs::write(root.join("a"), "the old content").unwrap();
    let trace = root.join("trace");
    if !update_a_under_strace(&root, &["-o".as_ref(), trace.as_os_str()]) {
        return println!(
            "skipped: strace does not work here; the unit tests stop at each step instead"
        );
    }
    let trace = fs::read_to_string(trace).unwrap();
    // What comes before is the start of the program.
    let (start, rest) = trace.split_at(trace.find("/a\"").unwrap());
    let count = |part: &str, call: &str| part.matches(&format!(" {call}(")).count();

    for (call, action) in CALLS
        .iter()
        .flat_map(|call| [(call, "signal=KILL"), (call, "error=EIO")])
    {
        let first = count(start, call);
        assert!(count(rest, call) > 0, "{call} is never called");
        for nth in first..=first + count(rest, call) {
            let (_guard, root) = folder();
            fs::write(root.join("a"), "the old content").unwrap();
            fs::set_permissions(root.join("a"), Permissions::from_mode(0o640)).unwrap();
            let inject = format!("inject={call}:{action}:when={}", nth.max(1));
            let done = update_a_under_strace(
                &root,
                &[
                    "-o",
                    "/dev/null",
                    "-e",
                    &format!("trace={call}"),
                    "-e",
                    &inject,
                ]
                .map(OsStr::new),
            );
            let now = fs::read_to_string(root.join("a")).unwrap();
            assert!(
                ["the old content", "the new content of the file"].contains(&now.as_str()),
                "{inject}: {now}"
            );
            if done || action.starts_with("error") {
                assert!(
                    names(&root).iter().all(|name| !name.starts_with('.')),
                    "{inject}: {:?}",
                    names(&root)
                );
            }
        }
    }
}

fn update_a_under_strace(root: &Path, options: &[&OsStr]) -> bool {
    let mut strace = Command::new("strace");
    strace
        .arg("-f")
        .args(options)
        .arg(env::current_exe().unwrap())
        .args([
            "--exact",
            "safe_write::refused::updates_a",
            "--ignored",
            "--quiet",
        ]);
    strace
        .current_dir(root)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[test]
#[ignore = "writes into the working folder; another test runs it in a process of its own"]
fn updates_a() {
    write_with(
        Path::new("a"),
        b"the new content of the file",
        Backup::Always,
    )
    .unwrap();
}
