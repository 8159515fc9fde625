//! Verdicts on bad and odd files that real clients confirmed (`tests/conformance`), held without the clients.
//!
//! `tests/conformance/confirmed/HOST.txt` is written from the results of a run: where the file goes, then for each case what
//! the linter says that the host does, and the servers that run according to `show`.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::support::{Folder, assert_all, json, path};

/// Where the servers of the cases are; nothing is started or connected to.
const HTTP: &str = "http://127.0.0.1:9";

/// What is set where a case is tried, as `tests/conformance/harness/worlds.py` has it.
const VARIABLES: &[&str] = &[
    "PATH=/usr/bin",
    "LANG=C.UTF-8",
    "TERM=dumb",
    "NO_COLOR=1",
    "CASE_WORD=word",
    "CASE_EMPTY=",
    "CASE_MCP=mcp",
    "CASE_QUOTE=a\"b\\c",
    "CASE_DOLLAR=$CASE_WORD ${CASE_WORD}",
];

/// What a label says that the host does, the worst first, as `tests/conformance/harness/ours.py` has it.
const WORDS: &[(&str, &[&str])] = &[
    ("refused", &["does not start", "refuses to start"]),
    (
        "rejected",
        &[
            "rejects the file",
            "rejects the whole file",
            "skips the file",
            "skips the whole file",
            "ignores the file",
            "ignores the whole file",
            "none of its servers is loaded",
            "no server is loaded",
        ],
    ),
    (
        "dropped",
        &[
            "leaves the server out",
            "skips the server",
            "skips this server",
            "skips this one",
            "skips it",
            "drops the server",
            "rejects the server",
            "rejects this server",
            "rejects it",
            "never starts",
            "does not look for servers here",
        ],
    ),
    (
        "ignored",
        &[
            "ignores",
            "has no such switch",
            "has no such setting",
            "has no such field",
            "passes over",
            "has no effect",
            "is not used",
            "does not use",
        ],
    ),
];

#[test]
fn the_linter_and_show_say_what_real_clients_do_with_bad_files() {
    let mut wrong = Vec::new();
    let mut asked = 0;
    let hosts = fs::read_dir(path("tests/conformance/confirmed")).expect("a folder");
    for file in hosts.map(|entry| entry.expect("an entry").path()) {
        let host = file.file_stem().and_then(|it| it.to_str()).expect("a name");
        let confirmed = fs::read_to_string(&file).expect("text");
        let (place, lines) = confirmed.split_once('\n').expect("a place");
        let cases = cases(host);
        for line in lines.lines() {
            let (name, verdict) = line.split_once(" => ").expect("a verdict");
            let Some((_, bytes)) = cases.iter().find(|(known, _)| known == name) else {
                wrong.push(format!("{host}: there is no case `{name}` any more"));
                continue;
            };
            let ours = ours(host, place, bytes);
            if ours != verdict {
                wrong.push(format!("{host}, {name}: {ours}, confirmed was {verdict}"));
            }
            asked += 1;
        }
    }
    assert_all(&wrong);
    assert!(asked > 100, "only {asked} cases");
}

/// The cases of a host, as `tests/conformance/harness/cases.py` reads them: names and contents.
fn cases(host: &str) -> Vec<(String, Vec<u8>)> {
    let text =
        fs::read_to_string(path(&format!("tests/conformance/cases/{host}.txt"))).expect("cases");
    let mut found: Vec<(&str, String)> = Vec::new();
    let (mut frame, mut whole) = ("%s", false);
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("### ") {
            whole = true;
            found.push((head, String::new()));
        } else if let Some(next) = line.strip_prefix("%%% ") {
            (frame, whole) = (next, false);
        } else if whole {
            let (_, text) = found.last_mut().expect("a case");
            text.push_str(line);
            text.push('\n');
        } else if let Some(case) = line.strip_prefix("- ") {
            let (head, body) = case.split_once(" => ").expect("a body");
            found.push((
                head,
                (frame.replace("%s", body) + "\n").replace(" ;; ", "\n"),
            ));
        }
    }
    let named = |(head, text): (&str, String)| {
        let mut notes = head.split('|').map(str::trim);
        let name = notes.next().unwrap_or_default().to_owned();
        (name, bytes(&notes.collect::<Vec<_>>(), &text))
    };
    found.into_iter().map(named).collect()
}

fn bytes(notes: &[&str], text: &str) -> Vec<u8> {
    let text = text.replace("@BIN@", "/box/bin").replace("@HTTP@", HTTP);
    if notes.contains(&"empty") {
        Vec::new()
    } else if notes.contains(&"crlf") {
        text.replace('\n', "\r\n").into_bytes()
    } else if notes.contains(&"utf16") {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    } else if notes.contains(&"latin1") {
        text.chars()
            .map(|c| u8::try_from(c).expect("a byte"))
            .collect()
    } else if notes.contains(&"bom") {
        [b"\xef\xbb\xbf", text.as_bytes()].concat()
    } else {
        text.into_bytes()
    }
}

/// The same with `new` wherever `old` stands. In UTF-16, which no host reads, nothing stands.
fn replace(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(at) = rest.windows(old.len()).position(|window| window == old) {
        out.extend_from_slice(&rest[..at]);
        out.extend_from_slice(new);
        rest = &rest[at + old.len()..];
    }
    out.extend_from_slice(rest);
    out
}

/// Our verdict in a line.
fn ours(host: &str, place: &str, bytes: &[u8]) -> String {
    // `show` looks whether the folders are there that servers start in.
    let folder = Folder::new(&[("home/.keep", ""), ("project/.keep", "")]);
    let home = folder.path().join("home").display().to_string();
    let project = folder.path().join("project").display().to_string();
    let bytes = replace(bytes, b"@HOME@", home.as_bytes());
    let bytes = replace(&bytes, b"@PROJECT@", project.as_bytes());
    let folder = folder.with(place, bytes);
    let lint = format!(
        "lint --host {host} --format json --level info --no-config --max-diagnostics 0 {place}"
    );
    let ran = folder.run(lint.as_str());
    let said = if ran.stdout.is_empty() {
        Value::Null
    } else {
        json(&ran.stdout)
    };
    let none = Vec::new();
    let labels = said["findings"]
        .as_array()
        .unwrap_or(&none)
        .iter()
        .filter_map(|it| it["label"].as_str());
    let rank = |label: &str| {
        WORDS
            .iter()
            .position(|(_, words)| words.iter().any(|it| label.contains(it)))
    };
    let worst = labels
        .filter_map(rank)
        .min()
        .map_or("fine", |at| WORDS[at].0);
    if matches!(worst, "refused" | "rejected") {
        return worst.to_owned();
    }
    let mut show = vec![
        "show", "--host", host, "--format", "json", "--values", "--no-env",
    ];
    let home = format!("HOME={home}");
    show.extend(["--env", &home]);
    show.extend(VARIABLES.iter().flat_map(|it| ["--env", it]));
    show.push(place);
    let ran = folder.run(show);
    let shown = if ran.stdout.is_empty() {
        Value::Null
    } else {
        json(&ran.stdout)
    };
    let running =
        |server: &&Value| matches!(server["effect"].as_str(), Some("starts" | "connects"));
    let names: BTreeSet<String> = shown["servers"]
        .as_array()
        .unwrap_or(&none)
        .iter()
        .filter(running)
        .filter_map(target)
        .collect();
    let names: Vec<String> = names.into_iter().collect();
    format!("{worst}: {}", names.join(" "))
        .trim_end()
        .to_owned()
}

/// Which server of the case it is: the last part of its command, or the first of its URL's path. Nothing if it is none of
/// those that are there.
fn target(server: &Value) -> Option<String> {
    if let Some(command) = server["command"]["value"].as_str() {
        let (folder, name) = command.rsplit_once('/').unwrap_or(("", command));
        let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
        let there =
            matches!(folder, "" | "/box/bin") && !name.is_empty() && name.chars().all(plain);
        return match shell_line(server) {
            Some(name) => Some(name),
            None => there.then(|| name.to_owned()),
        };
    }
    let rest = server["url"]["value"].as_str()?.trim().strip_prefix(HTTP)?;
    let mut parts = rest.split(['/', '?', '#']).skip(1);
    let name = parts.next().filter(|name| !name.is_empty())?;
    parts.next().map(|_| name.to_owned())
}

/// The server that a shell's line starts.
fn shell_line(server: &Value) -> Option<String> {
    let line = server["args"].as_array()?.get(1)?["value"].as_str()?;
    let shell = server["command"]["value"].as_str()?.ends_with("sh");
    let (_, rest) = line.split_once("/bin/").filter(|_| shell)?;
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-'));
    Some(rest[..end.unwrap_or(rest.len())].to_owned())
}
