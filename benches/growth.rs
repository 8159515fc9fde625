//! How every command grows with its input: families of files at n, 2n and 4n, with the exponent of what a run costs.
//!
//! 1 is linear. The exponent compares what the step from 2n to 4n costs with the step from n to 2n, so that start-up does
//! not count. `cargo bench --bench growth` runs all of it, `cargo bench --bench growth -- references lint` the families and
//! commands with these words in their names (`family`, then `command`; `all` is any, `=lint` only `lint` itself). The worst
//! of each command comes at the end. Nothing fails here. `GROWTH=time` takes minutes where valgrind takes an
//! hour, and `GROWTH=1` counts at full size where it divides the sizes by 8.

#![expect(clippy::print_stdout, reason = "the numbers are for people")]

#[path = "growth/commands.rs"]
mod commands;
#[path = "growth/families.rs"]
mod families;
#[path = "growth/measure.rs"]
mod measure;
#[path = "growth/texts.rs"]
mod texts;

use std::collections::BTreeMap;
use std::path::Path;

use commands::{Command, Reach};
use families::Family;
use measure::{Meter, Usage};

/// Multiples of the smallest file of a family.
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
            .is_none_or(|word| match word.strip_prefix('=') {
                Some(whole) => name == whole,
                None => word == "all" || name.contains(word.as_str()),
            })
    };
    let folder = std::env::temp_dir().join(format!("mcpconv-growth-{}", std::process::id()));
    let meter = Meter::best();
    println!("{}", meter.unit());
    println!(
        "{:<26} {:<24} {:>10} {:>10} {:>10} {:>8} {:>10}",
        "family", "command", "n", "2n", "4n", "exponent", "printed"
    );
    // What all families are tried with comes first.
    let pairs = |rare: bool| {
        families::ALL.iter().flat_map(move |family| {
            let commands = commands::ALL.iter();
            commands
                .filter(move |command| matches!(command.reach, Reach::Some) == rare)
                .map(move |command| (family, command))
        })
    };
    let mut worst: BTreeMap<&str, (f64, &str)> = BTreeMap::new();
    let mut steep = 0;
    for (family, command) in pairs(false).chain(pairs(true)) {
        let asked = words.get(1).is_some_and(|word| word != "all");
        let reached = match command.reach {
            Reach::Every => true,
            Reach::Some => family.all_commands || asked,
        };
        if reached && wanted(0, family.name) && wanted(1, command.name) {
            let exponent = row(&folder, meter, family, command);
            steep += usize::from(exponent > LINEAR);
            let most = worst.entry(command.name).or_insert((exponent, family.name));
            if exponent > most.0 {
                *most = (exponent, family.name);
            }
        }
    }
    println!("\nthe worst of each command");
    for (command, (exponent, family)) in worst {
        println!("{command:<24} {exponent:>8.2}  {family}");
    }
    println!("{steep} above {LINEAR}");
    let _ = std::fs::remove_dir_all(&folder);
}

/// Prints one row; its exponent.
fn row(folder: &Path, meter: Meter, family: &Family, command: &Command) -> f64 {
    let usages: Vec<Usage> = STEPS
        .iter()
        .map(|step| {
            run(
                folder,
                meter,
                family,
                command,
                family.size / meter.scale() * step,
            )
        })
        .collect();
    let (first, second) = (
        usages[1].cost - usages[0].cost,
        usages[2].cost - usages[1].cost,
    );
    // What costs no more than reading the file takes shows nothing but the steps of buffers, and what costs less at 2n than at
    // n was refused there for its size.
    let exponent = if second < 0.02 * usages[2].cost || first < 0.0 {
        0.0
    } else {
        (second / first.max(second / 16.0)).log2()
    };
    let late = usages.iter().any(|usage| usage.late);
    let exponent = if late { f64::INFINITY } else { exponent };
    println!(
        "{:<26} {:<24} {:>10.2} {:>10.2} {:>10.2} {:>8.2} {:>10}{}{}",
        family.name,
        command.name,
        usages[0].cost,
        usages[1].cost,
        usages[2].cost,
        exponent,
        format!("{} KB", usages[2].printed / 1024),
        if exponent > LINEAR { "  <<" } else { "" },
        if usages[2].refused { "  refused" } else { "" },
    );
    exponent
}

/// A run of the command in a folder of its own, with the family's files of about this size.
fn run(folder: &Path, meter: Meter, family: &Family, command: &Command, size: usize) -> Usage {
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
    meter.usage(folder, &words)
}
