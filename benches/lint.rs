//! How fast the linter is, beside programs on the same tree: walking, reading and parsing the same files with nothing
//! else, and other linters, where they are installed (`agnix`, `biome`, `check-jsonschema`).
//!
//! CPU time is what counts, since the linter uses all cores. Every number is a ratio of runs that took turns.
//! `cargo bench --bench lint` prints them; nothing fails here.

#![expect(clippy::print_stdout, reason = "the numbers are for people")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn main() {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("bare") => return bare(Path::new(&args.next().expect("a folder")), true),
        Some("walk") => return bare(Path::new(&args.next().expect("a folder")), false),
        _ => {}
    }
    let folder = std::env::temp_dir().join(format!("mcpconv-lint-bench-{}", std::process::id()));
    let one = tree(&folder.join("one"), 1, 0);
    let many = tree(&folder.join("many"), 1_000, 0);
    let crowd = tree(&folder.join("crowd"), 1_000, 100_000);
    println!(
        "{:<40} {:<18} {:>10} {:>10} {:>9} {:>10}",
        "tree", "program", "cpu", "wall", "of bare", "memory"
    );
    compare("1 file", &one, 100, true);
    compare("1,000 files", &many, 9, true);
    compare("1,000 files among 100,000 others", &crowd, 5, false);
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Walks as the linter does, and reads and parses the files it would look at, or only walks.
fn bare(folder: &Path, parse: bool) {
    let mut files = 0;
    for entry in ignore::WalkBuilder::new(folder)
        .hidden(false)
        .require_git(false)
        .build()
        .flatten()
    {
        if entry.file_name() != ".mcp.json" || !parse {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).expect("text");
        let options = jsonc_parser::CollectOptions::default();
        let parsed =
            jsonc_parser::parse_to_ast(&text, &options, &jsonc_parser::ParseOptions::default())
                .expect("JSON");
        assert!(parsed.value.is_some());
        files += 1;
    }
    assert!(files > 0 || !parse);
}

/// A folder with `count` files of 0.6 KB, each in a folder of its own, and `others` that belong to no host.
fn tree(folder: &Path, count: usize, others: usize) -> PathBuf {
    for index in 0..count {
        let place = folder.join(format!("p{}/q{index}", index / 50));
        std::fs::create_dir_all(&place).expect("a folder");
        std::fs::write(place.join(".mcp.json"), text(index)).expect("a file");
    }
    for index in 0..others {
        let place = folder.join(format!("src{}/m{}", index / 5_000, index / 100));
        if index % 100 == 0 {
            std::fs::create_dir_all(&place).expect("a folder");
        }
        std::fs::write(place.join(format!("f{index}.ts")), "export {};\n").expect("a file");
    }
    folder.to_owned()
}

fn text(index: usize) -> String {
    format!(
        r#"{{
  "mcpServers": {{
    "docs-{index}": {{
      "type": "http",
      "url": "https://docs.acme.dev/mcp",
      "headers": {{ "Authorization": "Bearer ${{DOCS_TOKEN}}" }}
    }},
    "browser": {{
      "command": "npx",
      "args": ["-y", "@playwright/mcp@0.0.83", "--headless"],
      "env": {{ "BROWSER": "chromium", "TIMEOUT": "30000" }}
    }},
    "git": {{
      "command": "uvx",
      "args": ["mcp-server-git==2026.1.14", "--repository", "."]
    }},
    "db": {{
      "command": "docker",
      "args": ["run", "-i", "--rm", "-e", "DATABASE_URL", "acme/db-mcp:1.4.2"],
      "env": {{ "DATABASE_URL": "${{DATABASE_URL}}" }}
    }}
  }}
}}
"#
    )
}

fn compare(name: &str, folder: &Path, runs: usize, others: bool) {
    let own = std::env::current_exe()
        .expect("this program")
        .display()
        .to_string();
    let at = folder.display().to_string();
    let mut programs = vec![
        ("bare", vec![own.clone(), "bare".into(), at.clone()]),
        ("walk only", vec![own, "walk".into(), at.clone()]),
        (
            "mcpconv lint",
            vec![
                env!("CARGO_BIN_EXE_mcpconv").into(),
                "lint".into(),
                "--no-config".into(),
                "--quiet".into(),
                at.clone(),
            ],
        ),
    ];
    if others {
        programs.push(("agnix", vec!["agnix".into(), at.clone()]));
        programs.push((
            "biome lint",
            vec![
                "biome".into(),
                "lint".into(),
                "--max-diagnostics=none".into(),
                at.clone(),
            ],
        ));
        let schema = Path::new(env!("CARGO_MANIFEST_DIR")).join("schemas/claude-code.schema.json");
        let script = format!(
            "find '{at}' -name .mcp.json -print0 | xargs -0 check-jsonschema --schemafile '{}'",
            schema.display()
        );
        programs.push(("check-jsonschema", vec!["sh".into(), "-c".into(), script]));
    }
    let installed = |program: &str| {
        Command::new(program)
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok()
    };
    programs.retain(|(name, command)| {
        // Our own programs are there; asked for its version, this one would start over.
        let there = match *name {
            "check-jsonschema" => installed(name),
            "agnix" | "biome lint" => installed(&command[0]),
            _ => true,
        };
        if !there {
            println!("{:<40} {name:<18} skipped: not installed", "");
        }
        there
    });
    let mut measured: Vec<Vec<Usage>> = programs.iter().map(|_| Vec::new()).collect();
    for round in 0..runs {
        for (at, (name, command)) in programs.iter().enumerate() {
            // The slow ones need no more than a few runs to be told apart.
            let slow = matches!(*name, "agnix" | "biome lint" | "check-jsonschema");
            if !slow || round < 3 {
                measured[at].extend(usage(command));
            }
        }
    }
    let base = measured[0]
        .iter()
        .map(|usage| usage.cpu)
        .collect::<Vec<_>>();
    let base = median(base);
    for ((program, _), usages) in programs.iter().zip(&measured) {
        if usages.is_empty() {
            println!("{name:<40} {program:<18} skipped: no GNU time");
            continue;
        }
        let of = |get: fn(&Usage) -> f64| median(usages.iter().map(get).collect());
        let (cpu, wall, memory) = (
            of(|usage| usage.cpu),
            of(|usage| usage.wall),
            of(|usage| usage.memory),
        );
        let ratio = if base > 0.0 {
            format!("{:.2}x", cpu / base)
        } else {
            "-".to_owned()
        };
        println!(
            "{name:<40} {program:<18} {:>7.1} ms {:>7.1} ms {ratio:>9} {:>7.1} MB",
            cpu * 1000.0,
            wall * 1000.0,
            memory / 1024.0
        );
    }
}

/// What a run took, in seconds and KiB.
struct Usage {
    cpu: f64,
    wall: f64,
    memory: f64,
}

/// GNU time counts in hundredths of a second, so a quick command is run many times over.
fn usage(command: &[String]) -> Option<Usage> {
    const REPEAT: u32 = 20;
    let quoted: Vec<String> = command
        .iter()
        .map(|word| format!("'{}'", word.replace('\'', "'\\''")))
        .collect();
    let quick = !matches!(command[0].as_str(), "agnix" | "biome" | "sh");
    let repeat = if quick { REPEAT } else { 1 };
    let script = format!(
        "i=0; while [ $i -lt {repeat} ]; do {} >/dev/null 2>&1; i=$((i+1)); done",
        quoted.join(" ")
    );
    let output = Command::new("/usr/bin/time")
        .args(["-f", "%U %S %e %M", "sh", "-c", &script])
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let numbers: Vec<f64> = text
        .lines()
        .last()?
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    let [user, system, wall, memory] = numbers[..] else {
        return None;
    };
    let repeat = f64::from(repeat);
    Some(Usage {
        cpu: (user + system) / repeat,
        wall: wall / repeat,
        memory,
    })
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}
