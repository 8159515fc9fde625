//! Other programs that write at the worst moment.

use super::*;

/// Files `a` and `b` in a fresh folder, and a commit of new content for both during which `meddle` sees every step.
fn commit_while(
    old: &[u8],
    meddle: impl Fn(&Path, WriteStep) -> io::Result<()> + 'static,
) -> (tempfile::TempDir, Result<Vec<WrittenFile>, Error>) {
    let folder = tempfile::tempdir().unwrap();
    let options = WriteOptions {
        private: false,
        backup: Backup::Never,
        verify: &|_| Ok(()),
    };
    let prepared = ["a", "b"].map(|name| {
        let path = folder.path().join(name);
        if !old.is_empty() {
            fs::write(&path, old).unwrap();
        }
        Prepared::new(
            Snapshot::read(&path, 1 << 20).unwrap(),
            NEW.to_vec(),
            options,
        )
        .unwrap()
    });
    let path = folder.path().to_owned();
    HOOK.set(Some(Box::new(move |step| meddle(&path, step))));
    let result = commit(prepared.into());
    HOOK.set(None);
    (folder, result)
}

fn contents(folder: &Path) -> [Option<Vec<u8>>; 2] {
    ["a", "b"].map(|name| fs::read(folder.join(name)).ok())
}

#[test]
fn a_file_changed_while_the_one_before_it_is_written_survives() {
    let (folder, result) = commit_while(OLD, |folder, step| {
        if step == WriteStep::Replaced {
            fs::write(folder.join("b"), "theirs")
        } else {
            Ok(())
        }
    });
    let Err(Error::Stopped {
        cause,
        restored,
        unrestored,
    }) = result
    else {
        panic!("{result:?}")
    };
    assert!(matches!(*cause, Error::Changed { .. }), "{cause}");
    assert_eq!(
        (restored, unrestored.len()),
        (vec![folder.path().join("a")], 0)
    );
    assert_eq!(
        contents(folder.path()),
        [Some(OLD.to_vec()), Some(b"theirs".to_vec())]
    );
    assert_eq!(drafts(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_file_created_at_the_last_moment_survives() {
    let (folder, result) = commit_while(b"", |folder, step| {
        if step == WriteStep::Replacing {
            fs::write(folder.join("a"), "theirs")
        } else {
            Ok(())
        }
    });
    assert!(matches!(result, Err(Error::Changed { .. })), "{result:?}");
    assert_eq!(contents(folder.path()), [Some(b"theirs".to_vec()), None]);
    assert_eq!(drafts(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn a_file_that_was_changed_after_it_was_written_is_not_put_back() {
    let (folder, result) = commit_while(OLD, |folder, step| {
        if step == WriteStep::Replacing && fs::read(folder.join("a"))? == NEW {
            fs::write(folder.join("a"), "theirs")?;
            return Err(io::ErrorKind::StorageFull.into());
        }
        Ok(())
    });
    let Err(error @ Error::Stopped { .. }) = result else {
        panic!("{result:?}")
    };
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name).display().to_string());
    assert_eq!(
        error.to_string(),
        format!(
            "cannot write {b}: no storage space; could not put back {a}: {a} was changed by another program; its content was left alone"
        )
    );
    assert_eq!(
        contents(folder.path()),
        [Some(b"theirs".to_vec()), Some(OLD.to_vec())]
    );
}

#[cfg(unix)]
#[test]
fn room_on_the_disk_is_taken_before_anything_is_overwritten() {
    let scenario = SCENARIOS
        .iter()
        .find(|scenario| scenario.name == "linked, grows")
        .unwrap();
    let folder = scenario.set_up();
    let path = folder.path().join("a");
    let (sender, receiver) = std::sync::mpsc::channel();
    HOOK.set(Some(Box::new(move |step| {
        if step == WriteStep::TailWritten {
            sender.send(fs::read(&path)?).unwrap();
        }
        Ok(())
    })));
    scenario.run(folder.path()).unwrap();
    HOOK.set(None);
    assert_eq!(receiver.recv().unwrap(), [OLD, &NEW[OLD.len()..]].concat());
}

/// Who comes later sees folders that were not there for the run that makes them, and must wait for it all the same.
#[cfg(unix)]
#[test]
fn new_folders_are_locked_while_files_are_put_into_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = ["x/y/a", "z/b"].map(|name| folder.path().join(name));
    let prepared = paths.each_ref().map(|path| {
        let options = WriteOptions {
            private: false,
            backup: Backup::Auto,
            verify: &|_| Ok(()),
        };
        let snapshot = Snapshot::read(path, 1 << 20).expect("nothing");
        Prepared::new(snapshot, NEW.to_vec(), options).expect("prepared")
    });
    let free = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    let root = folder.path().to_owned();
    let seen = std::rc::Rc::clone(&free);
    HOOK.set(Some(Box::new(move |step| {
        if step == WriteStep::Replaced {
            for name in ["", "x/y", "z"] {
                let opened = fs::File::open(root.join(name)).expect("a folder");
                if opened.try_lock().is_ok() {
                    seen.borrow_mut().push(name);
                }
            }
        }
        Ok(())
    })));
    let written = commit(prepared.into());
    HOOK.set(None);
    assert_eq!(written.expect("written").len(), 2);
    assert!(free.borrow().is_empty(), "{free:?}");
}
