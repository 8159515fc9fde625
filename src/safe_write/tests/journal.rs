//! What the next run makes of a run that was killed.

use super::super::journal::{is_interrupted, recover};
use super::*;

const MAX: u64 = 1 << 20;

fn paths(scenario: &Scenario, folder: &Path) -> Vec<PathBuf> {
    let names = scenario.files.iter().map(|(name, _, _)| folder.join(name));
    names.collect()
}

/// Recovers, and checks that all files are old, or all are new, whatever the kill left; then runs `scenario` once more.
pub(super) fn check_recovery(scenario: &Scenario, folder: &Path, context: &str) {
    let files = paths(scenario, folder);
    let begun = is_interrupted(&files);
    let recovered = recover(&files, MAX).unwrap();
    if let Some(recovered) = &recovered {
        assert!(recovered.left.is_empty(), "{context}: {recovered:?}");
    }
    assert!(!is_interrupted(&files), "{context}: a journal is left");
    let is_new =
        |(name, _, new): &Target| fs::read(folder.join(name)).ok().as_deref() == Some(*new);
    let is_old = |(name, old, _): &Target| fs::read(folder.join(name)).ok().as_deref() == *old;
    let (all_new, all_old) = (
        scenario.files.iter().all(is_new),
        scenario.files.iter().all(is_old),
    );
    assert!(all_new || all_old, "{context}: half written");
    assert!(
        all_new || begun == recovered.is_some() || all_old,
        "{context}"
    );
    scenario.run(folder).unwrap();
    for (name, _, new) in scenario.files {
        assert_eq!(fs::read(folder.join(name)).unwrap(), *new, "{context}");
    }
    // Nobody can tell on Windows whether a draft is in use, so it stays for an hour.
    if cfg!(unix) {
        assert_eq!(drafts(folder), Vec::<PathBuf>::new(), "{context}");
    }
}

fn three() -> (&'static Scenario, tempfile::TempDir, Vec<PathBuf>) {
    let mut scenarios = SCENARIOS.iter();
    let scenario = scenarios.find(|scenario| scenario.name == "three at once");
    let scenario = scenario.unwrap();
    let folder = scenario.set_up();
    let files = paths(scenario, folder.path());
    (scenario, folder, files)
}

/// Kills a run of three files after the first is in place.
fn killed() -> (&'static Scenario, tempfile::TempDir, Vec<PathBuf>) {
    let (scenario, folder, files) = three();
    let index = SCENARIOS.iter().position(|one| one.name == scenario.name);
    let index = index.unwrap();
    for step in 0.. {
        let status = run_and_end(index, step, folder.path()).status;
        assert!(!status.success(), "no step is between two files");
        if is_interrupted(&files) && fs::read(&files[0]).unwrap() == NEW {
            break;
        }
        scenario.set_back(folder.path());
    }
    (scenario, folder, files)
}

#[test]
fn a_run_that_was_killed_between_two_files_is_finished_by_the_next() {
    let (scenario, folder, files) = killed();
    assert!(!files[1].exists());
    let recovered = recover(&files, MAX).unwrap().unwrap();
    assert_eq!(recovered.finished, files[1..]);
    assert_eq!(recovered.left, Vec::<PathBuf>::new());
    for (name, _, new) in scenario.files {
        assert_eq!(fs::read(folder.path().join(name)).unwrap(), *new);
    }
    assert!(recover(&files, MAX).unwrap().is_none(), "once is enough");
}

#[test]
fn what_somebody_changed_after_the_kill_is_left_alone() {
    let (_, _folder, files) = killed();
    fs::write(&files[2], "theirs").unwrap();
    let recovered = recover(&files, MAX).unwrap().unwrap();
    assert_eq!(recovered.finished, files[1..2]);
    assert_eq!(recovered.left, files[2..]);
    assert_eq!(fs::read(&files[2]).unwrap(), b"theirs");
}

#[test]
fn a_journal_writes_nothing_but_what_the_run_writes_anyway() {
    let (_, _folder, files) = killed();
    let recovered = recover(&files[..1], MAX).unwrap().unwrap();
    assert_eq!(recovered.finished, Vec::<PathBuf>::new());
    assert_eq!(recovered.left.len(), 2);
    assert!(!files[1].exists());
    assert_eq!(fs::read(&files[2]).unwrap(), NEW, "it is as it was");
}

#[test]
fn a_journal_that_is_cut_off_or_made_up_changes_nothing() {
    let (_, folder, files) = killed();
    let journal = tree(folder.path())
        .into_keys()
        .find(|path| path.extension().is_some_and(|it| it == "mcpconv-journal"));
    let journal = journal.unwrap();
    let whole = fs::read(&journal).unwrap();
    let before: Vec<_> = files.iter().map(|file| fs::read(file).ok()).collect();
    let mut broken: Vec<Vec<u8>> = (0..whole.len()).map(|end| whole[..end].to_vec()).collect();
    broken.push([whole.as_slice(), b"x"].concat());
    broken.push(b"mcpconv journal 1\n99999999999999999999 1 1 0 0\n\n".to_vec());
    for bytes in broken {
        fs::write(&journal, &bytes).unwrap();
        let recovered = recover(&files, MAX).unwrap();
        assert!(recovered.is_none(), "{}", bytes.len());
        let now: Vec<_> = files.iter().map(|file| fs::read(file).ok()).collect();
        assert_eq!(now, before, "{}", bytes.len());
        assert!(!journal.exists());
    }
}

#[test]
fn files_that_cannot_be_put_back_leave_a_journal_to_the_next_run() {
    let (scenario, folder, files) = three();
    let mut left = 0;
    for step in 0.. {
        let (result, failed) = run_with_full_disk(scenario, folder.path(), step, usize::MAX);
        let half =
            matches!(&result, Err(Error::Stopped { unrestored, .. }) if !unrestored.is_empty());
        assert_eq!(is_interrupted(&files), half, "step {step}");
        if half {
            left += 1;
            check_recovery(scenario, folder.path(), &format!("step {step}"));
        }
        if !failed {
            break;
        }
        scenario.set_back(folder.path());
    }
    assert!(left > 0, "all could be put back, so nothing was tested");
}
