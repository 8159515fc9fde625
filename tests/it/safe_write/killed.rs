//! `mcpconv sync` of several files, ended or failing at every system call that matters: the real program under strace.

use std::collections::BTreeMap;
use std::process::Command;

use crate::support::Folder;

use super::*;

const FILES: [&str; 3] = [".codex/config.toml", ".cursor/mcp.json", ".vscode/mcp.json"];

fn repository() -> Folder {
    let server = r#"{"mcpServers": {"a": {"command": "npx", "args": ["-y", "x@1.0.0"]}}}"#;
    let targets = FILES.map(|file| format!("[[sync.target]]\nfile = \"{file}\"\n"));
    Folder::new(&[
        (".mcp.json", server),
        (
            "mcpconv.toml",
            &format!("[sync]\nsource = \".mcp.json\"\n{}", targets.concat()),
        ),
        (
            ".cursor/mcp.json",
            r#"{"mcpServers": {"mine": {"command": "deno"}}}"#,
        ),
        (".codex/config.toml", "# mine\n"),
    ])
}

/// Every file and folder below `folder`, with its content.
fn tree(folder: &Path) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
    fn add(root: &Path, folder: &Path, found: &mut BTreeMap<PathBuf, Option<Vec<u8>>>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().to_owned();
            if path.is_dir() {
                found.insert(name, None);
                add(root, &path, found);
            } else {
                found.insert(name, fs::read(path).ok());
            }
        }
    }
    let mut found = BTreeMap::new();
    add(folder, folder, &mut found);
    found
}

/// What the files are before and after, and the system calls in between.
struct Undisturbed {
    before: BTreeMap<PathBuf, Option<Vec<u8>>>,
    after: BTreeMap<PathBuf, Option<Vec<u8>>>,
    trace: String,
}

impl Undisturbed {
    #[expect(clippy::print_stdout, reason = "says for the test that it was skipped")]
    fn new() -> Option<Self> {
        let folder = repository();
        let before = tree(folder.path());
        let guard = tempfile::tempdir().unwrap();
        let trace = guard.path().join("trace");
        let done = sync_under_strace(&folder, &["-o", trace.to_str().unwrap()]);
        if !done.is_some_and(|status| status.success()) {
            println!(
                "skipped: strace does not work here; the unit tests stop at each step instead"
            );
            return None;
        }
        Some(Self {
            before,
            after: tree(folder.path()),
            trace: fs::read_to_string(trace).unwrap(),
        })
    }

    /// Runs `sync` once for each call of `calls` that comes after the targets were looked at, with `action` there.
    fn each(&self, calls: &[&str], action: &str, check: impl Fn(&Folder, &str)) {
        let targets = self.trace.find(FILES[0]).unwrap();
        let (start, rest) = self.trace.split_at(targets);
        let count = |part: &str, call: &str| part.matches(&format!(" {call}(")).count();
        for call in calls {
            let (first, more) = (count(start, call), count(rest, call));
            for nth in first + 1..=first + more {
                let folder = repository();
                let inject = format!("inject={call}:{action}:when={nth}");
                let options = [
                    "-o",
                    "/dev/null",
                    "-e",
                    &format!("trace={call}"),
                    "-e",
                    &inject,
                ];
                sync_under_strace(&folder, &options);
                check(&folder, &inject);
            }
        }
        let tried: usize = calls.iter().map(|call| count(rest, call)).sum();
        assert!(tried > 5, "{tried} calls are few: {}", self.trace);
    }

    fn is_new(&self, now: &BTreeMap<PathBuf, Option<Vec<u8>>>, file: &str) -> bool {
        now.get(Path::new(file)) == self.after.get(Path::new(file))
    }

    fn is_old(&self, now: &BTreeMap<PathBuf, Option<Vec<u8>>>, file: &str) -> bool {
        now.get(Path::new(file)) == self.before.get(Path::new(file))
    }
}

fn sync_under_strace(folder: &Folder, options: &[&str]) -> Option<std::process::ExitStatus> {
    let program = folder.command("sync");
    let mut strace = Command::new("strace");
    strace
        .arg("-f")
        .args(options)
        .arg(program.get_program())
        .args(program.get_args())
        .current_dir(folder.path())
        .env("HOME", folder.path())
        .stdin(std::process::Stdio::null())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null());
    strace.status().ok()
}

/// The calls that change something, or hold something on to.
const CALLS: [&str; 9] = [
    "openat",
    "write",
    "fsync",
    "fchmod",
    "renameat",
    "renameat2",
    "mkdir",
    "unlink",
    "flock",
];

#[test]
fn a_sync_that_is_killed_at_any_system_call_is_finished_by_the_next() {
    let Some(undisturbed) = Undisturbed::new() else {
        return;
    };
    let half = std::cell::Cell::new(0);
    undisturbed.each(&CALLS, "signal=KILL", |folder, at| {
        let now = tree(folder.path());
        for file in FILES {
            let whole = undisturbed.is_old(&now, file) || undisturbed.is_new(&now, file);
            assert!(whole, "{at}: {file} is lost");
        }
        let some = FILES.iter().any(|file| undisturbed.is_new(&now, file));
        let all = FILES.iter().all(|file| undisturbed.is_new(&now, file));
        let checked = folder.run("sync --check");
        assert_eq!(checked.code, i32::from(!all), "{at}: {checked:?}");
        let next = folder.run("sync");
        assert_eq!(next.code, 0, "{at}: {next:?}");
        if some && !all {
            half.set(half.get() + 1);
            for ran in [&checked, &next] {
                assert!(ran.stderr.contains("interrupted"), "{at}: {ran:?}");
            }
        }
        let mut now = tree(folder.path());
        // A backup of the run that was killed is one of the files as they are.
        now.retain(|path, _| path.extension().is_none_or(|extension| extension != "bak"));
        let mut after = undisturbed.after.clone();
        after.retain(|path, _| path.extension().is_none_or(|extension| extension != "bak"));
        assert_eq!(now, after, "{at}: something is missing, or left over");
    });
    assert!(half.get() > 0, "no kill came between two files");
}

#[test]
fn a_sync_that_is_interrupted_writes_all_files_or_none_and_leaves_nothing_behind() {
    let Some(undisturbed) = Undisturbed::new() else {
        return;
    };
    let written = std::cell::Cell::new([0, 0]);
    for (action, calls) in [
        ("signal=TERM", CALLS.as_slice()),
        ("signal=INT", &["fsync", "renameat", "renameat2"]),
        ("signal=HUP", &["fsync", "renameat", "renameat2"]),
    ] {
        undisturbed.each(calls, action, |folder, at| {
            let now = tree(folder.path());
            let all = now == undisturbed.after;
            assert!(all || now == undisturbed.before, "{at}: {:?}", now.keys());
            let mut counts = written.get();
            counts[usize::from(all)] += 1;
            written.set(counts);
        });
    }
    let [none, all] = written.get();
    assert!(none > 0 && all > 0, "{none} and {all}");
}

#[test]
fn a_sync_with_a_system_call_that_fails_writes_all_files_or_none() {
    let Some(undisturbed) = Undisturbed::new() else {
        return;
    };
    // What cannot be removed stays, whatever we do.
    let calls: Vec<&str> = CALLS.into_iter().filter(|call| *call != "unlink").collect();
    for error in ["error=ENOSPC", "error=EIO"] {
        undisturbed.each(&calls, error, |folder, at| {
            let now = tree(folder.path());
            let all = FILES.iter().all(|file| undisturbed.is_new(&now, file));
            let none = FILES.iter().all(|file| undisturbed.is_old(&now, file));
            assert!(all || none, "{at}: {:?}", now.keys());
            let is_hidden = |path: &PathBuf| path.to_string_lossy().contains(".mcpconv");
            assert!(!now.keys().any(is_hidden), "{at}: {:?}", now.keys());
        });
    }
}

/// Fixes do not need each other, so some files may be fixed and others not, but whoever looks knows which.
#[test]
fn a_file_that_is_fixed_is_named_though_a_signal_ends_the_run() {
    let files = [".mcp.json", "sub/.mcp.json"];
    let text = r#"{"mcpServers": {"a": {"url": "https://mcp.acme.dev/mcp"}}}"#;
    let (mut some, mut nth) = (0, 0);
    loop {
        nth += 1;
        let folder = Folder::new(&files.map(|file| (file, text)));
        // The call takes its time, so that the signal is seen before the next one.
        let inject = format!("inject=fsync:signal=TERM:delay_exit=300000:when={nth}");
        let program = folder.command("lint --fix --no-config");
        let mut strace = Command::new("strace");
        strace
            .args(["-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync", "-e"])
            .arg(&inject)
            .arg(program.get_program())
            .args(program.get_args())
            .current_dir(folder.path())
            .env("HOME", folder.path());
        let Ok(done) = strace.output() else { return };
        let said = String::from_utf8_lossy(&done.stderr);
        let fixed = files.map(|file| folder.read(file) != text);
        for (file, fixed) in files.iter().zip(fixed) {
            let named = said.contains(&format!("{file} was fixed"));
            assert_eq!(named, fixed, "{inject}: {file}: {said}");
        }
        some += usize::from(fixed[0] != fixed[1]);
        if done.status.success() {
            break;
        }
        assert!(nth < 100, "{said}");
    }
    // Where strace does not work, the first run is the last; a busy machine may hand over each signal too late.
    if some == 0 {
        eprintln!("skipped: no signal came between two files");
    }
}

/// Beyond such a limit, the system ends a program that does not ask it not to.
#[test]
fn a_limit_on_the_size_of_files_leaves_the_old_file_and_nothing_else() {
    let server = |name: &str, length| {
        let value = "b".repeat(length);
        format!(r#"{{"mcpServers": {{"{name}": {{"command": "x", "env": {{"A": "{value}"}}}}}}}}"#)
    };
    let (source, old) = (server("a", 2_000), server("b", 20_000));
    for linked in [true, false] {
        let folder = Folder::new(&[("s.json", &source), ("c.json", &old)]);
        if linked {
            let path = folder.path();
            std::fs::hard_link(path.join("c.json"), path.join("other.json")).expect("a link");
        }
        let program = folder.command("s.json --from claude-code --to cursor -o c.json -q");
        let done = Command::new("sh")
            .args(["-c", "ulimit -f 8 && exec \"$0\" \"$@\""])
            .arg(program.get_program())
            .args(program.get_args())
            .current_dir(folder.path())
            .env("HOME", folder.path())
            .output()
            .expect("a shell");
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{said}");
        assert!(said.contains("file too large"), "{said}");
        assert_eq!(folder.read("c.json"), old);
        let names = tree(folder.path()).into_keys();
        let left: Vec<PathBuf> = names
            .filter(|name| name.to_string_lossy().contains("mcpconv"))
            .collect();
        assert!(left.is_empty(), "{left:?}");
    }
}
