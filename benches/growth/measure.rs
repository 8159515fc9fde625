//! What a run costs.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A run that takes longer is ended.
const PATIENCE: Duration = Duration::from_secs(300);

/// How runs are measured.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meter {
    /// Blocks of code that were entered, counted by valgrind: the same in every run, however busy the machine is, so that
    /// small files are enough. A block has a handful of instructions, and counting those takes five times as long.
    Blocks,
    /// Milliseconds of CPU, as bash counts them, where there is no valgrind or `GROWTH=time` asks for it: quick, and true
    /// to a tenth or so.
    Milliseconds,
}

/// Runs its arguments, and writes what they took into the file that comes first.
const TIMED: &str = r#"log=$1; shift; TIMEFORMAT='%U %S'; { time "$@" 2>&3; } 3>&2 2>"$log""#;

/// What a run took, and the bytes that it printed.
pub(crate) struct Usage {
    pub(crate) cost: f64,
    pub(crate) printed: u64,
    pub(crate) late: bool,
    /// The program did nothing, and said why.
    pub(crate) refused: bool,
}

impl Meter {
    /// The best there is on this machine.
    pub(crate) fn best() -> Self {
        let there = Command::new("valgrind")
            .arg("--version")
            .stdout(Stdio::null())
            .status();
        let quick = std::env::var_os("GROWTH").is_some_and(|how| how == "time");
        if !quick && there.is_ok_and(|status| status.success()) {
            Self::Blocks
        } else {
            Self::Milliseconds
        }
    }

    /// What the sizes of the families are divided by: `GROWTH=4` where a small quadratic part is looked for.
    pub(crate) fn scale(self) -> usize {
        let asked = std::env::var("GROWTH").ok();
        match self {
            Self::Blocks => asked.and_then(|by| by.parse().ok()).unwrap_or(8),
            Self::Milliseconds => 1,
        }
    }

    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Blocks => "million blocks of code",
            Self::Milliseconds => "milliseconds of CPU",
        }
    }

    /// Runs the program in the folder.
    pub(crate) fn usage(self, folder: &Path, words: &[String]) -> Usage {
        let counts = folder.join("counts.log");
        let program = env!("CARGO_BIN_EXE_mcpconv");
        let mut command = match self {
            Self::Blocks => {
                let mut command = Command::new("valgrind");
                command
                    .args(["--tool=none", "--stats=yes"])
                    .arg(format!("--log-file={}", counts.display()))
                    .arg(program);
                command
            }
            Self::Milliseconds => {
                let mut command = Command::new("bash");
                command
                    .args(["-c", TIMED, "bash"])
                    .arg(&counts)
                    .arg(program);
                command
            }
        };
        let start = Instant::now();
        let mut child = command
            .args(words)
            .current_dir(folder)
            .env("HOME", folder.join("home"))
            .env("RAYON_NUM_THREADS", "1")
            .env_remove("CI")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let printed = [
            drain(child.stdout.take().expect("a pipe")),
            drain(child.stderr.take().expect("a pipe")),
        ];
        let mut late = false;
        let status = loop {
            if let Some(status) = child.try_wait().expect("our child") {
                break status;
            }
            if start.elapsed() > PATIENCE {
                late = true;
                let _ = child.kill();
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let cost = match self {
            Self::Blocks => blocks(&counts).unwrap_or(0.0) / 1e6,
            Self::Milliseconds => seconds(&counts).unwrap_or(0.0) * 1e3,
        };
        let printed = printed.into_iter();
        Usage {
            cost,
            printed: printed.map(|thread| thread.join().unwrap_or(0)).sum(),
            late,
            refused: status.code() == Some(2),
        }
    }
}

/// The total that valgrind wrote down: it checks for events at the start of each block.
fn blocks(log: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(log).ok()?;
    let line = text.lines().find(|line| line.ends_with("event checks."))?;
    let count = line.split_whitespace().rev().nth(2)?;
    count.replace(',', "").parse().ok()
}

/// Counts what comes through a pipe.
fn drain(mut pipe: impl std::io::Read + Send + 'static) -> std::thread::JoinHandle<u64> {
    std::thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        let mut total = 0;
        while let Ok(read @ 1..) = pipe.by_ref().read(&mut buffer) {
            total += read as u64;
        }
        total
    })
}

/// The seconds that bash wrote down: of the program, and of the system for it.
fn seconds(log: &Path) -> Option<f64> {
    let text = std::fs::read_to_string(log).ok()?;
    let parts = text.split_whitespace().map(str::parse::<f64>);
    parts.sum::<Result<f64, _>>().ok()
}
