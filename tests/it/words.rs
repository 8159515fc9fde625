//! Texts for users have the words of the field. What is in this list was once said here, and nobody searches for it.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::support::{path, text};

/// What not to write, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    (r"\baddress(es)?\b", "URL"),
    (
        r"\bswitch(es|ed)? (it |them )?(off|on)\b",
        "disable, enable",
    ),
    (r"\b(a|the|no such) switch\b", "a setting, a field"),
    (r"\bstand-ins?\b", "placeholder"),
    (r"\brepair(s|ed|ing)?\b", "fix"),
    (r"\b(the|a|no) (question|answer)s?\b", "input, value"),
    (r"\bby hand\b", "yourself, manually"),
    (r"\bwhose files?\b", "host"),
    (r"\b(told|tells|says)\b", "reports, is reported"),
    (r"\b(all the same|anew|hence)\b", "still, again, so"),
    (r"\bbehind\b", "after"),
    (r"\bis none\b", "is not one"),
    (r"\bis no\b", "is not"),
    (
        r"\b(speaks|spoken|knows|takes|holds)\b",
        "supports, accepts, has",
    ),
    (
        r"\b(leaves?|left) (it |them |the server |this one )?out\b",
        "skip, drop",
    ),
    (r"\bcosts the start\b", "refuses to start"),
    (r"\b(in|out of) step\b", "in sync"),
    (r"\bleaf\b", "value"),
    (r"\bkept up\b", "maintained"),
    (r"\bwithout a word\b", "silently"),
    (r"\bpass(es|ed) over\b", "ignores"),
];

/// What may be said although it looks like one of them.
const FINE: &[&str] = &["there is no", "There is no", "is no longer", "a=address"];

fn all(folder: &Path, ending: &str, list: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let file = entry.expect("a file").path();
        if file.is_dir() {
            all(&file, ending, list);
        } else if file.extension().is_some_and(|found| found == ending) {
            list.push(file);
        }
    }
}

/// The texts of a source file that people may see: strings of several words, and help of the command line.
fn shown(code: &str) -> Vec<(usize, String)> {
    let code = code.split("#[cfg(test)]\nmod ").next().expect("code");
    let string = Regex::new(r#""((?:[^"\\]|\\.)*)""#).expect("an expression");
    let lines: Vec<&str> = code.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let plain = line.trim_start();
        if plain.starts_with("///") {
            let below = lines[at..]
                .iter()
                .find(|line| !line.trim_start().starts_with("///"));
            let help = below.is_some_and(|line| {
                let line = line.trim_start();
                line.starts_with("#[arg") || line.starts_with("#[command")
            });
            if help {
                found.push((at + 1, plain.to_owned()));
            }
        } else if !plain.starts_with("//")
            && !["expect(", "assert", "panic!"]
                .iter()
                .any(|word| plain.contains(word))
        {
            let texts = string.captures_iter(line).map(|text| text[1].to_owned());
            found.extend(
                texts
                    .filter(|text| text.contains(' '))
                    .map(|text| (at + 1, text)),
            );
        }
    }
    found
}

/// The lines of a page that are not code.
fn written(page: &str) -> Vec<(usize, String)> {
    let mut fenced = false;
    let lines = page.lines().enumerate().filter(|(_, line)| {
        let fence = line.starts_with("```");
        fenced ^= fence;
        !fence && !fenced
    });
    lines.map(|(at, line)| (at + 1, line.to_owned())).collect()
}

#[test]
fn texts_for_users_have_the_words_of_the_field() {
    let words: Vec<(Regex, &str)> = WORDS
        .iter()
        .map(|(word, better)| {
            (
                Regex::new(&format!("(?i){word}")).expect("an expression"),
                *better,
            )
        })
        .collect();
    let mut texts: Vec<(String, usize, String)> = Vec::new();
    let mut add = |name: &str, lines: Vec<(usize, String)>| {
        texts.extend(
            lines
                .into_iter()
                .map(|(line, text)| (name.to_owned(), line, text)),
        );
    };
    let (mut sources, mut pages) = (Vec::new(), Vec::new());
    all(&path("src"), "rs", &mut sources);
    all(&path("docs"), "md", &mut pages);
    let name = |file: &Path| {
        let inside = file.strip_prefix(path("")).expect("a file of ours");
        inside.display().to_string().replace('\\', "/")
    };
    for file in sources {
        let name = name(&file);
        let tests = name.contains("/tests") || name.ends_with("sample.rs");
        if !tests {
            add(&name, shown(&text(&name)));
        }
    }
    for file in pages {
        let name = name(&file);
        // What was decided and found out is not about using the program.
        if !name.starts_with("docs/decisions/") && name != "docs/conformance.md" {
            add(&name, written(&text(&name)));
        }
    }
    for name in [
        "README.md",
        "examples/README.md",
        "action.yml",
        ".pre-commit-hooks.yaml",
        "pyproject.toml",
    ] {
        add(name, written(&text(name)));
    }
    for name in [
        "action/run.sh",
        "action/install.sh",
        "action/choose.sh",
        "action/common.sh",
    ] {
        let lines = written(&text(name));
        add(
            name,
            lines
                .into_iter()
                .filter(|(_, line)| !line.trim_start().starts_with('#'))
                .collect(),
        );
    }
    assert!(texts.len() > 5000, "{} texts", texts.len());
    let mut wrong = Vec::new();
    for (name, line, text) in &texts {
        let text = FINE
            .iter()
            .fold(text.clone(), |text, fine| text.replace(fine, ""));
        for (word, better) in &words {
            if let Some(found) = word.find(&text) {
                wrong.push(format!(
                    "{name}:{line}: not `{}` but: {better}\n    {}",
                    found.as_str(),
                    text.trim()
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} texts:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_search_finds_what_is_there() {
    let code = "/// Whose file it is\n#[arg(long)]\nx: \"it is no good\"; // behind\n/// It tells.\nfn f() {}\n#[cfg(test)]\nmod tests { \"in step with\" }";
    let found: Vec<String> = shown(code).into_iter().map(|(_, text)| text).collect();
    assert_eq!(found, ["/// Whose file it is", "it is no good"]);
    assert_eq!(written("a\n```\nb\n```\nc").len(), 2);
}
