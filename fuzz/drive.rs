//! Tries targets with mutated seeds for some time. Needs no nightly; what it lacks is coverage to go by.
//!
//! `drive [--seconds N] [--seed N] [--all] [TARGET]…`: each target for N seconds, all of them if none is named. The first input
//! that breaks a law, or each of them with `--all`, is written to `fuzz/artifacts`, named after its target, and makes the run end
//! with 1. `drive [TARGET]… FILE…` tries these files, `drive --shrink TARGET FILE…` makes them as short as they can be and still
//! break, and `drive --write-seeds FOLDER` only writes what every run starts from. `drive --each TARGET…` leaves nothing to
//! chance: each value of each seed becomes each odd one, for each pair of hosts. With files, those go to each host as they are.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use mcpconv_fuzz::mutate::{Numbers, each, mutated, to_each};
use mcpconv_fuzz::{TARGETS, seeds};

/// How many inputs are kept, so that changes add up, before all but the seeds are dropped: after many rounds of changes
/// nothing is left that can be read.
const MOST_KEPT: usize = 2_000;

fn main() -> ExitCode {
    let (mut seconds, mut seed, mut names, mut files) = (20, 1, Vec::new(), Vec::new());
    let (mut all, mut shrink, mut systematically) = (false, false, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok());
        match word.as_str() {
            "--seconds" => seconds = number().expect("a number of seconds"),
            "--seed" => seed = number().expect("a number"),
            "--all" => all = true,
            "--shrink" => shrink = true,
            "--each" => systematically = true,
            "--write-seeds" => return write_seeds(&words.next().expect("a folder")),
            _ if Path::new(&word).is_file() => files.push(PathBuf::from(word)),
            _ => names.push(word),
        }
    }
    let mut code = ExitCode::SUCCESS;
    for file in &files {
        let data = std::fs::read(file).expect("a file");
        let wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
        for (name, target) in TARGETS.iter().filter(|(name, _)| wanted(name)) {
            println!("{name} with {}", file.display());
            if shrink {
                std::fs::write(file, shrunk(*target, data.clone())).expect("a file");
            } else if systematically {
                for data in to_each(&data).filter(|data| breaks(*target, data)) {
                    println!("{name}: broken by {}", kept(name, &data).display());
                    code = ExitCode::FAILURE;
                }
            } else {
                target(&data);
            }
        }
    }
    if !files.is_empty() {
        return code;
    }
    for name in &names {
        assert!(
            TARGETS.iter().any(|(known, _)| known == name),
            "no target `{name}`"
        );
    }
    for (name, target) in TARGETS {
        if names.is_empty() || names.iter().any(|wanted| wanted == name) {
            let mut broken = |data: &[u8]| {
                println!("{name}: broken by {}", kept(name, data).display());
                code = ExitCode::FAILURE;
            };
            let count = match systematically {
                true => systematic(*target, &mut broken),
                false => drive(
                    *target,
                    Duration::from_secs(seconds),
                    seed,
                    all,
                    &mut broken,
                ),
            };
            println!("{name:<10} {count:>9} inputs");
        }
    }
    code
}

fn write_seeds(folder: &str) -> ExitCode {
    for (at, seed) in seeds::all().iter().enumerate() {
        std::fs::write(Path::new(folder).join(format!("seed-{at:03}")), seed).expect("a file");
    }
    ExitCode::SUCCESS
}

fn breaks(target: fn(&[u8]), data: &[u8]) -> bool {
    catch_unwind(AssertUnwindSafe(|| target(data))).is_err()
}

/// What is left of an input that breaks a target once nothing more can be cut out of it.
fn shrunk(target: fn(&[u8]), mut data: Vec<u8>) -> Vec<u8> {
    assert!(breaks(target, &data), "it breaks nothing");
    std::panic::set_hook(Box::new(|_| ()));
    let mut length = data.len() / 2;
    while length > 0 {
        let before = data.len();
        let mut at = 0;
        while at + length <= data.len() {
            let shorter = [&data[..at], &data[at + length..]].concat();
            if breaks(target, &shorter) {
                data = shorter;
            } else {
                at += length;
            }
        }
        if data.len() == before {
            length /= 2;
        }
    }
    data
}

/// How many inputs were tried.
fn systematic(target: fn(&[u8]), broken: &mut dyn FnMut(&[u8])) -> u64 {
    let mut count = 0;
    for seed in seeds::all().iter().filter(|seed| seed.len() > 2) {
        for data in each(seed) {
            count += 1;
            if breaks(target, &data) {
                broken(&data);
            }
        }
    }
    count
}

/// How many inputs were tried: the first one that breaks it is the last, unless `all` are wanted.
fn drive(
    target: fn(&[u8]),
    time: Duration,
    seed: u64,
    all: bool,
    broken: &mut dyn FnMut(&[u8]),
) -> u64 {
    let mut inputs = seeds::all();
    let seeds = inputs.len();
    let mut numbers = Numbers::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let (start, mut count) = (Instant::now(), 0);
    while start.elapsed() < time {
        let (one, other) = (numbers.below(inputs.len()), numbers.below(inputs.len()));
        let data = mutated(&inputs[one], &inputs[other], &mut numbers);
        count += 1;
        if breaks(target, &data) {
            broken(&data);
            if all {
                continue;
            }
            break;
        }
        // Without coverage, any is as good as another; some are kept so that changes add up.
        if numbers.below(20) == 0 {
            if inputs.len() >= MOST_KEPT {
                inputs.truncate(seeds);
            }
            inputs.push(data);
        }
    }
    count
}

fn kept(name: &str, data: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts");
    let hash = data.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let path = folder.join(format!("{name}-{hash:016x}"));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(&path, data).expect("a file");
    path
}
