//! Cuts writing short at every step: once with an error, once with errors from there on, once by ending the process.

mod journal;
mod races;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io, process};

use super::step::WriteStep;
use super::{Backup, Error, Prepared, Snapshot, WriteOptions, WrittenFile, commit};

type Hook = Box<dyn FnMut(WriteStep) -> io::Result<()>>;

thread_local! {
    static HOOK: RefCell<Option<Hook>> = const { RefCell::new(None) };
}

pub(super) fn reached(step: WriteStep) -> io::Result<()> {
    HOOK.with_borrow_mut(|hook| hook.as_mut().map_or(Ok(()), |hook| hook(step)))
}

const OLD: &[u8] = b"{\n  \"old\": true\n}\n";
const NEW: &[u8] = b"{\n  \"old\": false,\n  \"new\": [1, 2, 3]\n}\n";

/// A file with its old content, if it exists, and its new one.
type Target = (&'static str, Option<&'static [u8]>, &'static [u8]);

/// Files to write in one go. All of them are in the same fresh folder.
struct Scenario {
    name: &'static str,
    files: &'static [Target],
    backup: Backup,
    hard_link: bool,
}

const SCENARIOS: &[Scenario] = &[
    Scenario {
        name: "one with backup",
        files: &[("a", Some(OLD), NEW)],
        backup: Backup::Always,
        hard_link: false,
    },
    Scenario {
        name: "new in new folders",
        files: &[("x/y/a", None, NEW), ("x/y/b", None, OLD)],
        backup: Backup::Auto,
        hard_link: false,
    },
    Scenario {
        name: "three at once",
        files: &[
            ("a", Some(OLD), NEW),
            ("b", None, NEW),
            ("c", Some(NEW), OLD),
        ],
        backup: Backup::Never,
        hard_link: false,
    },
    Scenario {
        name: "linked, grows",
        files: &[("a", Some(OLD), NEW)],
        backup: Backup::Never,
        hard_link: true,
    },
    Scenario {
        name: "linked, shrinks",
        files: &[("a", Some(NEW), OLD), ("b", Some(OLD), NEW)],
        backup: Backup::Never,
        hard_link: true,
    },
    Scenario {
        name: "linked with backup",
        files: &[("a", Some(OLD), NEW)],
        backup: Backup::Always,
        hard_link: true,
    },
];

impl Scenario {
    fn set_up(&self) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        self.set_back(folder.path());
        folder
    }

    /// Makes `folder` what it was before anything was written.
    fn set_back(&self, folder: &Path) {
        for path in tree(folder).into_keys() {
            let _ = fs::remove_file(path);
        }
        for (name, old, _) in self.files {
            if let Some(old) = old {
                fs::write(folder.join(name), old).unwrap();
            }
            if self.hard_link {
                fs::hard_link(folder.join(name), folder.join(format!("{name}.link"))).unwrap();
            }
        }
    }

    fn run(&self, folder: &Path) -> Result<Vec<WrittenFile>, Error> {
        let options = WriteOptions {
            private: false,
            backup: self.backup,
            verify: &|_| Ok(()),
        };
        let snapshots: Vec<_> = self
            .files
            .iter()
            .map(|(name, _, _)| Snapshot::read(&folder.join(name), 1 << 20))
            .collect::<Result<_, _>>()?;
        let prepared = snapshots
            .into_iter()
            .zip(self.files)
            .map(|(snapshot, (_, _, new))| Prepared::new(snapshot, new.to_vec(), options));
        commit(prepared.collect::<Result<_, _>>()?)
    }

    fn check_new(&self, folder: &Path, context: &str) {
        for (name, _, new) in self.files {
            assert_eq!(
                fs::read(folder.join(name)).unwrap(),
                *new,
                "{context}: {name}"
            );
        }
        assert_eq!(drafts(folder), Vec::<PathBuf>::new(), "{context}");
    }
}

/// Every file and folder below `folder`, with its content.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.append(&mut tree(&path));
            found.insert(path, None);
        } else {
            found.insert(path.clone(), Some(fs::read(path).unwrap()));
        }
    }
    found
}

fn drafts(folder: &Path) -> Vec<PathBuf> {
    tree(folder)
        .into_keys()
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "mcpconv")
        })
        .collect()
}

/// Runs `scenario` with a full disk from step `first` to step `last`. Tells whether it got that far.
fn run_with_full_disk(
    scenario: &Scenario,
    folder: &Path,
    first: usize,
    last: usize,
) -> (Result<Vec<WrittenFile>, Error>, bool) {
    let mut at = 0;
    let (sender, receiver) = std::sync::mpsc::channel();
    let hook = move |_| {
        at += 1;
        if !(first..=last).contains(&(at - 1)) {
            return Ok(());
        }
        sender.send(()).unwrap();
        Err(io::Error::from(io::ErrorKind::StorageFull))
    };
    HOOK.set(Some(Box::new(hook)));
    let result = scenario.run(folder);
    HOOK.set(None);
    (result, receiver.try_recv().is_ok())
}

#[test]
fn an_error_at_any_step_leaves_everything_as_it_was() {
    for scenario in SCENARIOS {
        for step in 0.. {
            let context = format!("{}, step {step}", scenario.name);
            let folder = scenario.set_up();
            let before = tree(folder.path());
            let (result, failed) = run_with_full_disk(scenario, folder.path(), step, step);
            match result {
                Ok(_) => scenario.check_new(folder.path(), &context),
                Err(error) => {
                    assert!(
                        !matches!(error, Error::Damaged { .. }),
                        "{context}: {error}"
                    );
                    assert_eq!(tree(folder.path()), before, "{context}: {error}");
                }
            }
            if !failed {
                assert!(step >= 6, "{context}: nothing was tried");
                break;
            }
        }
    }
}

#[test]
fn when_nothing_works_any_more_the_error_names_a_copy_of_the_old_content() {
    let mut damaged = 0;
    for scenario in SCENARIOS {
        for step in 0.. {
            let context = format!("{}, from step {step} on", scenario.name);
            let folder = scenario.set_up();
            let (result, failed) = run_with_full_disk(scenario, folder.path(), step, usize::MAX);
            let lost = match &result {
                Err(Error::Stopped {
                    cause, unrestored, ..
                }) => unrestored.iter().chain([cause.as_ref()]).collect(),
                Err(error) => vec![error],
                Ok(_) => Vec::new(),
            };
            for (name, old, new) in scenario.files {
                let path = folder.path().join(name);
                let now = fs::read(&path).ok();
                let copy = lost.iter().find_map(|error| match error {
                    Error::Damaged { path: of, copy, .. } if *of == path => copy.clone(),
                    _ => None,
                });
                damaged += usize::from(copy.is_some());
                let whole = now.as_deref() == *old || now.as_deref() == Some(*new);
                assert!(
                    whole || copy.is_some_and(|copy| fs::read(copy).ok().as_deref() == *old),
                    "{context}: {name} is lost"
                );
            }
            if !failed {
                break;
            }
        }
    }
    // Hard links are not told apart on Windows, so nothing is overwritten there.
    assert!(
        damaged > 0 || cfg!(windows),
        "no step damages a file, so nothing was tested"
    );
}

#[test]
fn a_process_that_ends_at_any_step_leaves_the_old_content_or_the_new_one() {
    for (index, scenario) in SCENARIOS.iter().enumerate() {
        for step in 0.. {
            let context = format!("{}, ended at step {step}", scenario.name);
            let folder = scenario.set_up();
            let status = run_and_end(index, step, folder.path());
            if status.status.success() {
                scenario.check_new(folder.path(), &context);
                break;
            }
            assert_eq!(
                status.status.code(),
                Some(CUT_SHORT),
                "{context}: {}",
                String::from_utf8_lossy(&status.stdout)
            );
            for (name, old, new) in scenario.files {
                let now = fs::read(folder.path().join(name)).ok();
                let whole = now.as_deref() == *old || now.as_deref() == Some(*new);
                // What is overwritten in place has its old content beside it.
                let copied = || {
                    tree(folder.path()).into_iter().any(|(path, content)| {
                        content.as_deref() == *old && belongs_to(&path, name)
                    })
                };
                assert!(
                    whole || scenario.hard_link && copied(),
                    "{context}: {name} is lost"
                );
            }
            if scenario.files.len() > 1 {
                journal::check_recovery(scenario, folder.path(), &context);
            }
        }
    }
}

/// Runs a scenario in a process of its own, which ends at `step`.
fn run_and_end(scenario: usize, step: usize, folder: &Path) -> process::Output {
    Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "safe_write::tests::writes_and_ends_at_a_step",
            "--ignored",
            "--quiet",
        ])
        .env("MCPCONV_TEST_CASE", format!("{scenario} {step}"))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// Whether `path` is a backup or a draft of the file `name`.
fn belongs_to(path: &Path, name: &str) -> bool {
    let file_name = path.file_name().unwrap().to_string_lossy();
    file_name == format!("{name}.bak")
        || file_name.starts_with(&format!(".{name}."))
            && (file_name.ends_with(".mcpconv") || file_name.ends_with(".mcpconv-old"))
}

/// What the process below leaves with when it gets to its step.
const CUT_SHORT: i32 = 86;

#[test]
#[ignore = "ends its process; another test runs it in one of its own"]
#[expect(clippy::exit, reason = "no destructor may run")]
fn writes_and_ends_at_a_step() {
    let case = env::var("MCPCONV_TEST_CASE").unwrap();
    let (index, step) = case.split_once(' ').unwrap();
    let (index, mut left): (usize, usize) = (index.parse().unwrap(), step.parse().unwrap());
    HOOK.set(Some(Box::new(move |_| {
        if left == 0 {
            process::exit(CUT_SHORT);
        }
        left -= 1;
        Ok(())
    })));
    SCENARIOS[index].run(Path::new("")).unwrap();
}
