use super::*;

#[test]
fn devices_are_known_by_their_names() {
    for name in [
        "con", "NUL", "aux.json", "lpt1", "COM9.txt", "com³", "prn .a", "CONIN$",
    ] {
        assert!(is_device_name(name), "{name}");
    }
    for name in [
        "config", "con-1", "lpt10", "lpt", "com", "mcp.json", "a.con", "coma", "comü",
    ] {
        assert!(!is_device_name(name), "{name}");
    }
}

#[test]
fn a_path_is_inside_by_where_it_leads() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("root");
    fs::create_dir_all(root.join("sub")).expect("folders");
    fs::write(folder.path().join("out.json"), "").expect("a file");
    let border = Border::around(&root, false);
    for inside in [
        "a.json",
        "sub/a.json",
        "sub/../a.json",
        "new/deep/a.json",
        "",
    ] {
        assert_eq!(border.check(&root.join(inside)), Ok(()), "{inside}");
    }
    for outside in [
        "../out.json",
        "../new.json",
        "sub/../../out.json",
        "/etc/passwd",
    ] {
        assert!(border.check(&root.join(outside)).is_err(), "{outside}");
        assert!(border.check_named(&root.join(outside)).is_ok(), "{outside}");
    }
    assert_eq!(
        Border::around(&root, true).check(Path::new("/etc/passwd")),
        Ok(())
    );
}

#[cfg(unix)]
#[test]
fn a_link_of_the_repository_is_no_word_of_the_person() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("root");
    fs::create_dir_all(root.join("sub")).expect("folders");
    fs::create_dir_all(folder.path().join("home")).expect("folders");
    fs::write(folder.path().join("home/out.json"), "").expect("a file");
    for (link, target) in [
        ("a.json", "../home/out.json"),
        ("dangling.json", "../home/new.json"),
        ("folder", "../home"),
        ("chain.json", "a.json"),
    ] {
        std::os::unix::fs::symlink(target, root.join(link)).expect("a link");
    }
    let border = Border::around(&root, false);
    for link in [
        "a.json",
        "dangling.json",
        "folder/out.json",
        "folder/new.json",
        "chain.json",
    ] {
        assert!(border.check(&root.join(link)).is_err(), "{link}");
        assert!(border.check_named(&root.join(link)).is_err(), "{link}");
    }
    let outside = border.check(&root.join("chain.json")).expect_err("outside");
    assert!(outside.real.ends_with("home/out.json"), "{outside}");
}

/// What counts is the file that was read, wherever its path leads by now.
#[cfg(unix)]
#[test]
fn a_link_that_is_pointed_elsewhere_after_its_check_leads_nobody_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().join("root");
    fs::create_dir(&root).expect("a folder");
    fs::write(folder.path().join("private"), "").expect("a file");
    fs::write(root.join("inside"), "inside").expect("a file");
    let link = root.join("link");
    let point = |target: &str| {
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(target, &link).expect("a link");
    };
    let border = Border::around(&root, false);
    point("../private");
    let outside = Snapshot::read(&link, 100).expect("a file");
    point("inside");
    let inside = Snapshot::read(&link, 100).expect("a file");
    assert_eq!(border.check(&link), Ok(()));
    assert_eq!(border.check_read(&inside), Ok(()));
    assert!(border.check_read(&outside).is_err());
    assert!(border.check_read_named(&outside).is_err());
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_a_file_or_its_folder_is_not_what_was_opened() {
    let guard = tempfile::tempdir().expect("a folder");
    let root = fs::canonicalize(guard.path()).expect("a folder");
    fs::create_dir(root.join("sub")).expect("a folder");
    let path = root.join("sub/a");
    fs::write(&path, "").expect("a file");
    let opened = fs::File::open(&path).and_then(|file| file.metadata());
    let opened = opened.expect("a file");
    assert!(is_at(&opened, &path));
    fs::rename(root.join("sub"), root.join("old")).expect("renamed");
    std::os::unix::fs::symlink("old", root.join("sub")).expect("a link");
    assert!(!is_at(&opened, &path), "the folder is a link now");
    assert!(is_at(&opened, &root.join("old/a")));
    fs::rename(root.join("old/a"), root.join("old/b")).expect("renamed");
    std::os::unix::fs::symlink("b", root.join("old/a")).expect("a link");
    assert!(!is_at(&opened, &root.join("old/a")), "the file is a link");
}
