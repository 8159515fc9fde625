//! A second opinion on references: every text that looks like one, in every position, from every host into every other,
//! in several worlds. Either the server gets the same text as before, or somebody is told.

mod hosts;
mod tools;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

use self::hosts::{Position, World, effect, server};
use crate::defects::{diagnostics, servers, value};
use crate::schemas::toml;
use crate::support::{Folder, Ran, json};

/// Hosts whose reading of texts was seen, or that are known to read nothing. Kiro is not among them: its editor and its
/// command line differ.
const HOSTS: &[&str] = &[
    "claude-code",
    "vscode",
    "cursor",
    "codex",
    "gemini",
    "opencode",
    "xcsh",
    "mcp-proxy",
    "mistral-vibe",
    "claude-desktop",
    "lmstudio",
    "mcpnest",
];

/// Hosts that must be given values, and have no references of their own.
const VALUES: &[&str] = &["claude-desktop", "lmstudio", "mcpnest"];

const TEXTS: &[&str] = &[
    "plain",
    "a b",
    "",
    "${X}",
    "${X:-d}",
    "${X:-}",
    "$X",
    "${env:X}",
    "{env:X}",
    "a${X}b",
    "a${env:X}b",
    "a{env:X}b",
    "${X}${Y}",
    "$${X}",
    "${X-d}",
    "${X:+x}",
    "a\\$5",
    "${A:-${B}}",
    "${X:-a:-b}",
    "{env:X:-d}",
    "${env:X:-d}",
    "${my-var}",
    "${OWN}",
    "%X%",
    "MY_NAME",
    "$",
    "${",
    "${}",
    "US$5",
    "{X}",
    "{{X}}",
    "${T}",
    "${env:T}",
    "{env:T}",
];

/// The value of a variable as Gemini hands it on, with these variables set.
pub(crate) fn gemini_reads(text: &str, set: &[(&str, &str)]) -> String {
    let world = set
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let server = json!({"env": {"T": text}});
    effect("gemini", Position::Variable, &server, &world)
}

const POSITIONS: &[Position] = &[
    Position::Argument,
    Position::Variable,
    Position::Header,
    Position::Url,
];

/// The texts for a position, each with its number. Only a process has variables of its own.
fn texts(position: Position) -> impl Iterator<Item = (usize, &'static str)> {
    let fits = move |text: &&str| position == Position::Argument || *text != "${OWN}";
    TEXTS
        .iter()
        .copied()
        .enumerate()
        .filter(move |(_, text)| fits(text))
}

/// All the texts in all positions, as one document of a host.
fn document(host: &str) -> String {
    let mut named = BTreeMap::new();
    for position in POSITIONS {
        let remote = matches!(position, Position::Header | Position::Url);
        if remote && ["claude-desktop", "mcpnest"].contains(&host) {
            continue;
        }
        for (index, text) in texts(*position) {
            let name = name(*position, index);
            named.insert(name.clone(), server(host, &name, *position, text));
        }
    }
    let list: Vec<&Value> = named.values().collect();
    match host {
        "vscode" => json!({ "servers": named }).to_string(),
        "opencode" => json!({ "mcp": named }).to_string(),
        "codex" => toml(&json!({ "mcp_servers": named })),
        "mistral-vibe" => toml(&json!({ "mcp_servers": list })),
        "mcp-proxy" => toml(&json!({ "proxy": {"name": "p", "listen": {}}, "backends": list })),
        _ => json!({ "mcpServers": named }).to_string(),
    }
}

fn name(position: Position, index: usize) -> String {
    let letter = char::from(b'a' + u8::try_from(index % 26).expect("a letter"));
    let kind = format!("{position:?}").to_lowercase();
    format!("{kind}{}{letter}", ["", "q"][usize::from(index >= 26)])
}

/// Every variable with a value in which `_` is its name. `A` is never set: what becomes of the second brace of a nested
/// reference was only seen without it.
fn world(value: &str) -> World {
    ["X", "Y", "B", "T", "MY_NAME"]
        .iter()
        .map(|name| ((*name).to_owned(), value.replace('_', name)))
        .collect()
}

/// The servers that the conversion had something to say about, in a message or in the report. What the report says about
/// effects is about one of them, see [`differences_in`].
fn announced(ran: &Ran, report: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for row in report
        .as_array()
        .into_iter()
        .flatten()
        .filter(|row| row["class"] != "effect")
        .filter(|row| !row["rule"].is_null() || !row["reason"].is_null())
    {
        names.extend(row["server"].as_str().map(str::to_owned));
    }
    for said in diagnostics(ran) {
        let words = said["message"].as_str().unwrap_or_default().to_owned();
        names.extend(words.split('`').skip(1).step_by(2).map(str::to_owned));
    }
    names
}

/// The differences that the report has rows for: server, what differs without its name, and what variables are.
fn differences_in(report: &Value) -> BTreeSet<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut differences = BTreeSet::new();
    for row in report.as_array().into_iter().flatten() {
        let aspect = text(&row["aspect"]);
        let kind = aspect.split('.').next().unwrap_or_default();
        for world in row["worlds"].as_array().into_iter().flatten() {
            differences.insert((text(&row["server"]), kind.to_owned(), text(world)));
        }
    }
    differences
}

/// What the report calls a position.
fn aspect(position: Position) -> &'static str {
    match position {
        Position::Argument => "args",
        Position::Variable => "env",
        Position::Header => "headers",
        Position::Url => "url",
    }
}

/// What became of a document: the servers that somebody was told of, the differences that are in the report, and the
/// servers that were written.
struct Outcome {
    told: BTreeSet<String>,
    reported: BTreeSet<(String, String, String)>,
    written: BTreeMap<String, Value>,
}

/// Converts the document of one host for another one, which is given the values of this world if it needs any.
fn convert(from: &str, to: &str, world: &World) -> Outcome {
    let folder = Folder::new(&[]);
    let variables: Vec<String> = world
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let mut args = vec!["--from", from, "--to", to, "--format", "json", "--no-env"];
    args.extend(["--max-diagnostics", "0", "--report", "rows.json"]);
    if VALUES.contains(&to) {
        args.extend(["--unset", "empty"]);
        args.extend(variables.iter().flat_map(|set| ["--env", set]));
    }
    let ran = folder.feed(args, document(from));
    assert_eq!(ran.code, 0, "{from} to {to}: {}", ran.stderr);
    let report = json(&folder.read("rows.json"));
    Outcome {
        told: announced(&ran, &report),
        reported: differences_in(&report),
        written: servers(&value(&ran.stdout)),
    }
}

/// The same, done once: only a host that must be given values gets another document in another world.
fn outcome(from: &'static str, to: &'static str, world: &World) -> Arc<Outcome> {
    type Key = (&'static str, &'static str, World);
    static DONE: Mutex<BTreeMap<Key, Arc<Outcome>>> = Mutex::new(BTreeMap::new());
    let world = if VALUES.contains(&to) {
        world.clone()
    } else {
        World::new()
    };
    let key = (from, to, world);
    if let Some(known) = DONE.lock().expect("no panic before").get(&key) {
        return Arc::clone(known);
    }
    let fresh = Arc::new(convert(from, to, &key.2));
    let mut done = DONE.lock().expect("no panic before");
    Arc::clone(done.entry(key).or_insert(fresh))
}

/// Every difference that nobody was told of, in these worlds of one kind, by the host that it comes from and the text.
fn differences(
    kind: &str,
    worlds: &[World],
) -> BTreeMap<(&'static str, &'static str), Vec<String>> {
    let mut wrong: BTreeMap<_, Vec<String>> = BTreeMap::new();
    for from in HOSTS {
        let source = servers(&value(&document(from)));
        for to in HOSTS.iter().filter(|to| *to != from) {
            for world in worlds {
                let outcome = outcome(from, to, world);
                let Outcome {
                    told,
                    reported,
                    written,
                } = &*outcome;
                for (position, (index, text)) in POSITIONS
                    .iter()
                    .flat_map(|position| texts(*position).map(move |text| (*position, text)))
                {
                    let name = name(position, index);
                    let row = (name.clone(), aspect(position).to_owned(), kind.to_owned());
                    let is_told = told.contains(&name) || reported.contains(&row);
                    let Some(before) = source.get(&name).filter(|_| !is_told) else {
                        continue;
                    };
                    // It drops the variable, and this model does not know what is inherited instead.
                    if *from == "xcsh" && position == Position::Variable && text.is_empty() {
                        continue;
                    }
                    let before = effect(from, position, before, world);
                    // A host that hands on the reference itself, because there is nothing to put in, fails: there is
                    // no meaning to keep. Where it is text in any case, another world shows it.
                    if world.values().all(String::is_empty)
                        && before.contains(text)
                        && text != "plain"
                    {
                        continue;
                    }
                    let after = written
                        .get(&name)
                        .map(|server| effect(to, position, server, world));
                    if after.as_ref() != Some(&before) {
                        let line = format!("{to} {position:?}: {before:?} became {after:?}");
                        wrong.entry((*from, text)).or_default().push(line);
                    }
                }
            }
        }
    }
    wrong
}

fn assert_none(wrong: &BTreeMap<(&'static str, &'static str), Vec<String>>) {
    let lines: Vec<String> = wrong
        .iter()
        .map(|((from, text), cases)| {
            format!("{from} {text:?} ({}): {}", cases.len(), cases.join("; "))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "differences that nobody was told of:\n{}",
        lines.join("\n")
    );
}

#[test]
fn a_set_variable_means_the_same_everywhere() {
    assert_none(&differences("set", &[world("v_"), world("v _ w")]));
}

#[test]
fn an_unset_variable_means_the_same_everywhere() {
    assert_none(&differences("unset", &[World::new()]));
}

#[test]
fn an_empty_variable_means_the_same_everywhere() {
    assert_none(&differences("empty", &[world("")]));
}
