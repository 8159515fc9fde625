//! Links, modes, and things that are no files.

use std::fs::Permissions;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};
use std::os::unix::net::UnixListener;
use std::process::{Command, Stdio};

use mcpconv::internals::safe_write::InPlace;

use super::*;

pub(crate) fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

/// Runs a program quietly and tells whether it succeeded.
pub(crate) fn run(program: &str, arguments: &[&OsStr]) -> bool {
    Command::new(program)
        .args(arguments)
        .stderr(Stdio::null())
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[test]
fn modes_are_kept() {
    for wanted in [0o644, 0o600, 0o755, 0o664, 0o640] {
        let (_guard, root) = folder();
        let path = root.join("a.json");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(wanted)).unwrap();
        // An expanded value makes a new file private, and leaves the mode of an old one to its owner.
        let options = WriteOptions {
            private: true,
            ..options(Backup::Always)
        };
        commit(vec![
            Prepared::new(read(&path), b"new".to_vec(), options).unwrap(),
        ])
        .unwrap();
        assert_eq!(mode(&path), wanted, "{wanted:o}");
        assert_eq!(mode(&root.join("a.json.bak")), wanted, "{wanted:o}");
    }
}

/// The umask belongs to the whole process, so the writing is done in another one.
#[test]
fn the_umask_decides_the_mode_of_a_new_file_unless_it_is_private() {
    for (umask, public) in [
        ("022", 0o644),
        ("027", 0o640),
        ("077", 0o600),
        ("000", 0o666),
    ] {
        let (_guard, root) = folder();
        let status = Command::new("sh")
            .args([
                "-c",
                r#"umask "$1" && exec "$0" --exact safe_write::unix::creates_two_files --ignored --quiet"#,
            ])
            .arg(env::current_exe().unwrap())
            .arg(umask)
            .current_dir(&root)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(status.success());
        assert_eq!(mode(&root.join("new/public")), public, "umask {umask}");
        assert_eq!(mode(&root.join("new/private")), 0o600, "umask {umask}");
    }
}

#[test]
#[ignore = "writes into the working folder; another test runs it in a process of its own"]
fn creates_two_files() {
    write(Path::new("new/public"), b"new").unwrap();
    let private = WriteOptions {
        private: true,
        ..options(Backup::Auto)
    };
    commit(vec![
        Prepared::new(read(Path::new("new/private")), b"new".to_vec(), private).unwrap(),
    ])
    .unwrap();
}

#[test]
fn a_link_stays_a_link_and_its_target_changes() {
    let (_guard, root) = folder();
    fs::create_dir(root.join("real")).unwrap();
    fs::create_dir(root.join("links")).unwrap();
    let real = root.join("real/a.json");
    symlink(&real, root.join("absolute")).unwrap();
    symlink("../real/a.json", root.join("links/relative")).unwrap();
    symlink("links/relative", root.join("chain")).unwrap();
    symlink("real", root.join("folder")).unwrap();
    for link in ["absolute", "links/relative", "chain", "folder/a.json"] {
        let target = fs::read_link(root.join(link)).ok();
        fs::write(&real, "old").unwrap();
        let written = write_with(&root.join(link), b"new", Backup::Always).unwrap();
        assert_eq!(written.real_path, real, "{link}");
        assert_eq!(written.backup, Some(root.join("real/a.json.bak")), "{link}");
        assert_eq!(fs::read_link(root.join(link)).ok(), target, "{link}");
        assert_eq!(fs::read(&real).unwrap(), b"new", "{link}");
        assert_eq!(
            names(&root.join("real")),
            ["a.json", "a.json.bak"],
            "{link}"
        );
        assert_eq!(names(&root.join("links")), ["relative"], "{link}");
    }
}

#[test]
fn a_dangling_link_gets_its_target_if_the_folder_exists() {
    let (_guard, root) = folder();
    fs::create_dir(root.join("real")).unwrap();
    symlink("real/a.json", root.join("link")).unwrap();
    assert_eq!(
        write(&root.join("link"), b"new").unwrap().outcome,
        WriteOutcome::Created
    );
    assert_eq!(fs::read(root.join("real/a.json")).unwrap(), b"new");
    assert!(root.join("link").is_symlink());

    symlink("nowhere/a.json", root.join("lost")).unwrap();
    symlink("nowhere", root.join("lost folder")).unwrap();
    for path in ["lost", "lost folder/a.json"] {
        let error = Snapshot::read(&root.join(path), MAX).unwrap_err();
        assert!(matches!(error, Error::DanglingLink { .. }), "{error}");
    }
}

#[test]
fn a_link_that_never_ends_is_refused() {
    let (_guard, root) = folder();
    symlink("b", root.join("a")).unwrap();
    symlink("a", root.join("b")).unwrap();
    assert!(matches!(
        Snapshot::read(&root.join("a"), MAX),
        Err(Error::LinkLoop { .. })
    ));
    assert!(matches!(
        Snapshot::read(&root.join("a/file"), MAX),
        Err(Error::Read { .. })
    ));
}

#[test]
fn a_link_that_is_pointed_elsewhere_counts_as_a_change() {
    let (_guard, root) = folder();
    for name in ["one", "two"] {
        fs::write(root.join(name), "old").unwrap();
    }
    symlink("one", root.join("link")).unwrap();
    let prepared = prepare(&root.join("link"), b"new").unwrap();
    fs::remove_file(root.join("link")).unwrap();
    symlink("two", root.join("link")).unwrap();
    assert!(matches!(commit(vec![prepared]), Err(Error::Changed { .. })));
    assert_eq!(fs::read(root.join("one")).unwrap(), b"old");

    symlink("three", root.join("dangling")).unwrap();
    let prepared = prepare(&root.join("dangling"), b"new").unwrap();
    fs::remove_file(root.join("dangling")).unwrap();
    symlink("four", root.join("dangling")).unwrap();
    assert!(matches!(commit(vec![prepared]), Err(Error::Changed { .. })));
    assert_eq!(names(&root), ["dangling", "link", "one", "two"]);
}

#[test]
fn a_mode_that_became_stricter_counts_as_a_change() {
    let (_guard, root) = folder();
    let path = root.join("a");
    fs::write(&path, "old").unwrap();
    let prepared = prepare(&path, b"new").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    assert!(matches!(commit(vec![prepared]), Err(Error::Changed { .. })));
    assert_eq!(mode(&path), 0o600);
}

#[test]
fn hard_links_stay_one_file() {
    let (_guard, root) = folder();
    let (path, other) = (root.join("a.json"), root.join("other.json"));
    fs::write(&path, "old").unwrap();
    fs::hard_link(&path, &other).unwrap();
    for content in ["a longer text", "short"] {
        let written = write(&path, content.as_bytes()).unwrap();
        assert_eq!(
            (written.outcome, written.in_place),
            (WriteOutcome::Updated, Some(InPlace::HardLink))
        );
        assert_eq!(fs::read_to_string(&other).unwrap(), content);
        assert_eq!(names(&root), ["a.json", "other.json"]);
    }
    let both = vec![
        prepare(&path, b"one").unwrap(),
        prepare(&other, b"two").unwrap(),
    ];
    assert!(matches!(commit(both), Err(Error::SameFile { .. })));
}

#[test]
fn pipes_sockets_and_devices_are_refused_without_waiting() {
    let (_guard, root) = folder();
    let _socket = UnixListener::bind(root.join("socket")).unwrap();
    let mut cases = vec![
        (root.join("socket"), "a socket"),
        (PathBuf::from("/dev/null"), "a device"),
        (root.clone(), "a folder"),
    ];
    if run("mkfifo", &[root.join("pipe").as_os_str()]) {
        symlink("pipe", root.join("link to pipe")).unwrap();
        cases.push((root.join("pipe"), "a named pipe"));
        cases.push((root.join("link to pipe"), "a named pipe"));
    }
    for (path, what) in cases {
        let error = Snapshot::read(&path, MAX).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("{} is {what}, not a file", path.display())
        );
    }
}
