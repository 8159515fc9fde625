//! How fast the filter is, beside programs that do less: reading and parsing the file with nothing else, and `jq -c .`.
//!
//! Every number is a ratio of runs that took turns on the same machine, because machines differ and are busy.
//! `cargo bench --bench filter` prints them; nothing fails here.

#![expect(clippy::print_stdout, reason = "the numbers are for people")]

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("bare") {
        return bare();
    }
    let folder = std::env::temp_dir().join(format!("mcpconv-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    // Copies, as installers make them: what a linker has just written lies in memory in smaller pieces, and starts slower.
    let [ours, own] = [
        ("mcpconv", PathBuf::from(env!("CARGO_BIN_EXE_mcpconv"))),
        ("bare", std::env::current_exe().expect("this program")),
    ]
    .map(|(name, program)| {
        let copy = folder.join(name);
        std::fs::copy(program, &copy).expect("a writable folder");
        copy.display().to_string()
    });
    let small = file(&folder, "small.json", 3);
    let medium = file(&folder, "medium.json", 30_000);
    let large = file(&folder, "large.json", 300_000);
    println!(
        "{:<34} {:>9} {:>12} {:>12} {:>12} {:>10}",
        "file", "size", "mcpconv", "bare", "jq", "memory"
    );
    for (name, path, runs) in [
        ("3 servers", &small, 300),
        ("30,000 servers", &medium, 7),
        ("300,000 servers", &large, 5),
    ] {
        compare(name, path, runs, [&ours, &own]);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Reads and parses what comes in, and does nothing with it.
fn bare() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert!(value.is_object());
}

/// A document of `count` servers, about 100 bytes each, as people write them.
fn file(folder: &Path, name: &str, count: usize) -> PathBuf {
    let mut text = String::from("{\n  \"mcpServers\": {\n");
    for index in 0..count {
        let comma = if index + 1 < count { "," } else { "" };
        let _ = writeln!(
            text,
            "    \"s{index}\": {{\"command\": \"npx\", \"args\": [\"-y\", \"pkg-{index}\"], \"env\": {{\"TOKEN\": \"${{TOKEN}}\", \"N\": \"{index}\"}}}}{comma}"
        );
    }
    text.push_str("  }\n}\n");
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a writable folder");
    path
}

fn compare(name: &str, path: &Path, runs: usize, [ours, own]: [&str; 2]) {
    let command = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    let ours: Vec<String> = command(&[ours, "--from", "claude-code", "--to", "cursor"]);
    let bare: Vec<String> = command(&[own, "bare"]);
    let jq: Vec<String> = command(&["jq", "-c", "."]);
    let has_jq = Command::new("jq")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    let (mut times, mut bare_times, mut jq_times) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..runs {
        times.push(time(&ours, path));
        bare_times.push(time(&bare, path));
        if has_jq {
            jq_times.push(time(&jq, path));
        }
    }
    let size = std::fs::metadata(path).expect("the file").len();
    let (ours_at, bare_at) = (median(&mut times), median(&mut bare_times));
    let ratio = |other: Duration| ours_at.as_secs_f64() / other.as_secs_f64();
    let jq = if has_jq {
        format!("{:.2}x of jq", ratio(median(&mut jq_times)))
    } else {
        "no jq".to_owned()
    };
    let memory = memory(&ours, path).map_or_else(
        || "skipped: no GNU time".to_owned(),
        |kib| format!("{kib} KiB ({:.1}x)", kib as f64 * 1024.0 / size as f64),
    );
    println!(
        "{name:<34} {size:>9} {:>12} {:>12} {jq:>12} {memory:>10}",
        format!("{ours_at:.2?}"),
        format!("{:.2}x of bare", ratio(bare_at))
    );
}

fn time(command: &[String], path: &Path) -> Duration {
    let start = Instant::now();
    let status = Command::new(&command[0])
        .args(&command[1..])
        .stdin(std::fs::File::open(path).expect("the file"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("it starts");
    assert!(status.success(), "{command:?}");
    start.elapsed()
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// The most memory the command had, in KiB, as GNU time tells it.
fn memory(command: &[String], path: &Path) -> Option<u64> {
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%M"])
        .args(command)
        .stdin(std::fs::File::open(path).ok()?)
        .stdout(Stdio::null())
        .output()
        .ok()?;
    String::from_utf8_lossy(&output.stderr)
        .lines()
        .last()?
        .trim()
        .parse()
        .ok()
}
