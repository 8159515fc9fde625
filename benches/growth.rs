//! How every command grows with its input: families of files at n, 2n and 4n, with the exponent of the CPU time.
//!
//! 1 is linear; start-up is taken off first. What a run prints and the memory it needs are shown beside it.
//! `cargo bench --bench growth` runs all of it, `cargo bench --bench growth -- references lint` the families and commands
//! with these words in their names (`family`, then `command`; `all` is any). Nothing fails here.

#![expect(clippy::print_stdout, reason = "the numbers are for people")]

#[path = "growth/commands.rs"]
mod commands;
#[path = "growth/families.rs"]
mod families;
#[path = "growth/measure.rs"]
mod measure;
#[path = "growth/texts.rs"]
mod texts;

use std::path::Path;

use commands::{Command, Reach};
use families::Family;
use measure::Usage;

/// Bytes of the smallest file of a family, and the multiples that follow.
const STEPS: [usize; 3] = [1, 2, 4];

/// From here on an exponent is marked.
const LINEAR: f64 = 1.1;

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    let wanted = |at: usize, name: &str| {
        words
            .get(at)
            .is_none_or(|word| word == "all" || name.contains(word.as_str()))
    };
    let folder = std::env::temp_dir().join(format!("mcpconv-growth-{}", std::process::id()));
    println!(
        "{:<26} {:<24} {:>9} {:>9} {:>9} {:>8} {:>10} {:>10}",
        "family", "command", "n", "2n", "4n", "exponent", "printed", "memory"
    );
    let mut steep = 0;
    // What all families are tried with comes first.
    let pairs = |rare: bool| {
        families::ALL.iter().flat_map(move |family| {
            let commands = commands::ALL.iter();
            commands
                .filter(move |command| matches!(command.reach, Reach::Some) == rare)
                .map(move |command| (family, command))
        })
    };
    for (family, command) in pairs(false).chain(pairs(true)) {
        let asked = words.get(1).is_some_and(|word| word != "all");
        let reached = match command.reach {
            Reach::Every => true,
            Reach::Some => family.all_commands || asked,
        };
        if reached && wanted(0, family.name) && wanted(1, command.name) {
            steep += usize::from(row(&folder, family, command));
        }
    }
    println!("{steep} above {LINEAR}");
    let _ = std::fs::remove_dir_all(&folder);
}

/// Prints one row; whether it is steep.
fn row(folder: &Path, family: &Family, command: &Command) -> bool {
    let start = run(folder, family, command, 0);
    let usages: Vec<Usage> = STEPS
        .iter()
        .map(|step| run(folder, family, command, family.size * step))
        .collect();
    let seconds: Vec<f64> = usages
        .iter()
        .map(|usage| (usage.cpu - start.cpu).max(0.0))
        .collect();
    // Below that the clock's own steps are what is measured.
    let exponent = (seconds[0] >= 0.04 || seconds[2] >= 0.4)
        .then(|| (seconds[2] / seconds[0].max(0.01)).log2() / 2.0);
    let late = usages.iter().any(|usage| usage.late);
    let steep = late || exponent.is_some_and(|exponent| exponent > LINEAR);
    let shown = |at: usize| {
        let mark = if usages[at].late { ">" } else { "" };
        format!("{mark}{:.2} s", seconds[at])
    };
    println!(
        "{:<26} {:<24} {:>9} {:>9} {:>9} {:>8} {:>10} {:>10}{}",
        family.name,
        command.name,
        shown(0),
        shown(1),
        shown(2),
        exponent.map_or_else(|| "-".to_owned(), |exponent| format!("{exponent:.2}")),
        format!("{} KB", usages[2].printed / 1024),
        format!("{} MB", usages[2].memory / 1024),
        if steep { "  <<" } else { "" },
    );
    steep
}

/// A run of the command in a folder of its own, with the family's files of about this size.
fn run(folder: &Path, family: &Family, command: &Command, size: usize) -> Usage {
    let _ = std::fs::remove_dir_all(folder);
    for (name, text) in (family.files)(size) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    (command.prepare)(folder, family);
    let words: Vec<String> = command
        .words
        .iter()
        .map(|word| {
            word.replace("FILE", family.file)
                .replace("HOST", family.host)
        })
        .collect();
    measure::usage(folder, &words)
}
