//! What is run on the families.

use std::path::Path;

use super::families::Family;

/// Which families a command is tried with.
pub(crate) enum Reach {
    /// All of them.
    Every,
    /// Those that are marked so, unless the command is asked for by name.
    Some,
}

/// Words with `FILE` and `HOST` for the family's own.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) words: &'static [&'static str],
    pub(crate) reach: Reach,
    /// Puts beside the family's files what the command also needs.
    pub(crate) prepare: fn(&Path, &Family),
}

const fn every(name: &'static str, words: &'static [&'static str]) -> Command {
    Command {
        name,
        words,
        reach: Reach::Every,
        prepare: nothing,
    }
}

const fn some(name: &'static str, words: &'static [&'static str]) -> Command {
    Command {
        name,
        words,
        reach: Reach::Some,
        prepare: nothing,
    }
}

fn nothing(_: &Path, _: &Family) {}

fn copy(folder: &Path, family: &Family, to: &str) {
    let to = folder.join(to);
    std::fs::create_dir_all(to.parent().expect("a folder")).expect("a folder");
    std::fs::copy(folder.join(family.file), to).expect("the family's file");
}

/// A second file like the first.
fn twin(folder: &Path, family: &Family) {
    copy(folder, family, &format!("twin/{}", family.file));
}

/// The same text as the file of another host.
fn other(folder: &Path, family: &Family) {
    copy(folder, family, ".cursor/mcp.json");
}

/// A configuration that syncs the file with a new one of Cursor and one of Codex that already has many servers.
fn plan(folder: &Path, family: &Family) {
    target(folder, family);
    let text = format!(
        "[sync]\nsource = \"{}\"\nfrom = \"{}\"\n[[sync.target]]\nhost = \"cursor\"\n[[sync.target]]\nhost = \"codex\"\n",
        family.file, family.host
    );
    std::fs::write(folder.join("mcpconv.toml"), text).expect("a file");
}

/// A file of Codex as large as the family's, to merge into.
fn target(folder: &Path, family: &Family) {
    let size = std::fs::metadata(folder.join(family.file))
        .expect("the family's file")
        .len();
    let text = super::texts::codex(usize::try_from(size).expect("small"));
    std::fs::create_dir_all(folder.join(".codex")).expect("a folder");
    if family.host != "codex" {
        std::fs::write(folder.join(".codex/config.toml"), text).expect("a file");
    }
}

/// The family's file with other digits in all names and values: what it says of the same servers is something else.
fn apart(folder: &Path, family: &Family) {
    let text = std::fs::read_to_string(folder.join(family.file)).unwrap_or_default();
    let other = |c: char| match c {
        '0'..='8' => char::from(c as u8 + 1),
        '9' => '0',
        _ => c,
    };
    let text: String = text.chars().map(other).collect();
    std::fs::write(folder.join("apart.json"), text).expect("a file");
}

macro_rules! convert {
    ($name:literal, $($word:literal),*) => {
        some(concat!("convert ", $name), &["FILE", "--from", "HOST", "--no-env", $($word),*])
    };
}

macro_rules! lint {
    ($name:literal, $($word:literal),*) => {
        some(
            concat!("lint ", $name),
            &["lint", "--host", "HOST", "--no-config", "--exit-zero", $($word,)* "FILE"],
        )
    };
}

pub(crate) const ALL: &[Command] = &[
    every(
        "convert codex",
        &["FILE", "--from", "HOST", "--no-env", "--to", "codex"],
    ),
    every(
        "convert continue",
        &["FILE", "--from", "HOST", "--no-env", "--to", "continue"],
    ),
    every(
        "convert opencode",
        &["FILE", "--from", "HOST", "--no-env", "--to", "opencode"],
    ),
    every(
        "lint",
        &[
            "lint",
            "--host",
            "HOST",
            "--no-config",
            "--level",
            "info",
            "FILE",
        ],
    ),
    every(
        "lint json",
        &[
            "lint",
            "--host",
            "HOST",
            "--no-config",
            "--level",
            "info",
            "--format",
            "json",
            "FILE",
        ],
    ),
    every(
        "fix",
        &[
            "lint",
            "--host",
            "HOST",
            "--no-config",
            "--fix-unsafe",
            "--diff",
            "--level",
            "info",
            "FILE",
        ],
    ),
    every("show", &["show", "--host", "HOST", "--no-env", "FILE"]),
    convert!("vscode", "--to", "vscode"),
    convert!("vscode inputs", "--to", "vscode", "--inputs", "all"),
    convert!("cursor secrets", "--to", "cursor", "--secrets", "reference"),
    convert!("claude-code", "--to", "claude-code"),
    convert!(
        "gemini expand",
        "--to",
        "gemini",
        "--expand",
        "always",
        "--unset",
        "keep"
    ),
    convert!("mcpnest", "--to", "mcpnest", "--unset", "empty"),
    convert!("goose", "--to", "goose"),
    convert!("mcp-proxy", "--to", "mcp-proxy"),
    convert!("xcsh", "--to", "xcsh"),
    convert!("itself", "--to", "HOST", "-o", "FILE", "--dry-run"),
    convert!("json", "--to", "codex", "--format", "json"),
    convert!("all messages", "--to", "codex", "--max-diagnostics", "0"),
    convert!("report", "--to", "codex", "--report", "report.json"),
    convert!("commands", "--to", "codex", "--emit", "commands"),
    convert!("links", "--to", "cursor", "--emit", "links"),
    convert!("markdown", "--to", "cursor", "--emit", "markdown"),
    convert!("windows", "--to", "cursor", "--platform", "windows"),
    convert!("remote", "--to", "codex", "--wrap-remote"),
    Command {
        prepare: target,
        ..convert!(
            "merge",
            "--to",
            "codex",
            "-o",
            ".codex/config.toml",
            "--dry-run"
        )
    },
    Command {
        prepare: target,
        ..convert!(
            "merge diff",
            "--to",
            "codex",
            "-o",
            ".codex/config.toml",
            "--diff"
        )
    },
    Command {
        prepare: apart,
        ..convert!(
            "merge apart",
            "--to",
            "HOST",
            "-o",
            "apart.json",
            "--dry-run"
        )
    },
    Command {
        prepare: target,
        ..convert!(
            "mirror",
            "--to",
            "codex",
            "-o",
            ".codex/config.toml",
            "--mirror",
            "--diff"
        )
    },
    Command {
        prepare: other,
        ..convert!(
            "diff",
            "--to",
            "cursor",
            "-o",
            ".cursor/mcp.json",
            "--replace",
            "--diff"
        )
    },
    lint!("all findings", "--level", "info", "--max-diagnostics", "0"),
    lint!("concise", "--level", "info", "--format", "concise"),
    lint!("json-lines", "--level", "info", "--format", "json-lines"),
    lint!("sarif", "--level", "info", "--format", "sarif"),
    lint!("github", "--level", "info", "--format", "github"),
    lint!("gitlab", "--level", "info", "--format", "gitlab"),
    lint!("junit", "--level", "info", "--format", "junit"),
    lint!("rdjson", "--level", "info", "--format", "rdjson"),
    lint!("markdown", "--level", "info", "--format", "markdown"),
    lint!("for others", "--for", "codex,gemini,vscode"),
    lint!("baseline", "--write-baseline", "baseline.json"),
    lint!("fix in place", "--fix"),
    Command {
        prepare: twin,
        ..some(
            "diff",
            &[
                "diff",
                "--left-host",
                "HOST",
                "--right-host",
                "HOST",
                "FILE",
                "twin/FILE",
            ],
        )
    },
    Command {
        prepare: target,
        ..some(
            "diff json",
            &[
                "diff",
                "--left-host",
                "HOST",
                "--right-host",
                "codex",
                "--format",
                "json",
                "FILE",
                ".codex/config.toml",
            ],
        )
    },
    Command {
        prepare: plan,
        ..some("sync", &["sync", "--check", "--no-env"])
    },
    some(
        "show json",
        &[
            "show", "--host", "HOST", "--no-env", "--format", "json", "FILE",
        ],
    ),
    some(
        "matrix",
        &[
            "matrix", "--from", "HOST", "FILE", "--to", "codex", "--to", "gemini",
        ],
    ),
    some(
        "matrix json",
        &[
            "matrix", "--from", "HOST", "FILE", "--to", "codex", "--to", "vscode", "--format",
            "json",
        ],
    ),
    some("paste", &["--paste", "--to", "codex", "--no-env", "FILE"]),
    some("lint folder", &["lint", "--no-config", "--exit-zero", "."]),
];
