//! Every spelling of a reference that some host knows, in every place of a server, from every host into every other: few
//! files have them, and what a host makes of another one's spelling is where conversions go wrong.

use std::fmt::Write as _;

use mcpconv::hosts::{HOSTS, by_name};
use mcpconv::internals::host::Host;
use serde_json::Value;

use super::case::{Law, broken, printed};
use super::checks::conservation;
use super::effects::effects;
use crate::support::samples::{Sample, run};
use crate::support::{assert_all, plain};

const LAWS: &[Law] = &[
    ("nothing is lost in silence", conservation),
    ("the target does the same", effects),
];

const SPELLINGS: &[&str] = &[
    "$T",
    "${T}",
    "${T:-d}",
    "${T-d}",
    "${T:-}",
    "${T:-${U}}",
    "${T:+d}",
    "${T:?d}",
    "${env:T}",
    "${env:T:-d}",
    "{env:T}",
    "$env:T",
    "%T%",
    "{{T}}",
    "${{ secrets.T }}",
    "${input:T}",
    "${workspaceFolder}",
    "${userHome}",
    "~",
    "$$T",
    "$${T}",
    "\\${T}",
    "${T",
    "${}",
    "$",
    "!T",
    "{file:T}",
    "<T>",
    "",
    " ",
];

/// What becomes one of them.
const MARK: &str = "zzSpellingzz";

/// A server for each place that a reference can stand in.
const SERVERS: &[&str] = &[
    r#"{"command": "zzSpellingzz", "args": ["a"]}"#,
    r#"{"command": "npx", "args": ["zzSpellingzz"]}"#,
    r#"{"command": "npx", "args": ["--x=zzSpellingzz/b"]}"#,
    r#"{"command": "npx", "args": ["zzSpellingzz"], "env": {"T": "own"}}"#,
    r#"{"command": "npx", "args": ["zzSpellingzz"], "env": {"T": "zzSpellingzz"}}"#,
    r#"{"command": "npx", "args": ["${T}"], "env": {"T": "zzSpellingzz"}}"#,
    r#"{"command": "npx", "env": {"A": "zzSpellingzz"}}"#,
    r#"{"command": "npx", "env": {"A": "zzSpellingzz", "T": "own"}}"#,
    r#"{"command": "npx", "cwd": "zzSpellingzz/b"}"#,
    r#"{"type": "http", "url": "https://x.example/zzSpellingzz"}"#,
    r#"{"type": "http", "url": "https://x.example/", "headers": {"X-A": "zzSpellingzz"}}"#,
    r#"{"type": "http", "url": "https://x.example/", "headers": {"Authorization": "Bearer zzSpellingzz"}}"#,
];

/// Each spelling goes from every host into every fifth, so that each pair is tried with many. With `MCPCONV_HOSTS`, all
/// pairs with these hosts are tried.
#[test]
fn the_laws_hold_for_every_spelling_of_a_reference() {
    let bases: Vec<Base> = HOSTS.iter().map(|host| base(host)).collect();
    let step = match std::env::var_os("MCPCONV_HOSTS") {
        Some(_) => 1,
        None => 5,
    };
    let mut wrong = Vec::new();
    for (at, spelling) in SPELLINGS.iter().enumerate() {
        let samples: Vec<Sample> = bases.iter().map(|base| base.with(spelling)).collect();
        let targets: Vec<&str> = HOSTS
            .iter()
            .skip(at % step)
            .step_by(step)
            .map(|host| host.id)
            .collect();
        let chosen =
            |sample: &Sample, to: &Host| sample.host.id != to.id && targets.contains(&to.id);
        wrong.extend(broken(&samples, chosen, LAWS));
    }
    assert_all(&wrong);
}

/// A document of a host with marks where spellings go.
struct Base {
    host: &'static Host,
    document: Value,
}

fn base(host: &'static Host) -> Base {
    let from = by_name("mcp-json").expect("a host");
    let mut text = String::new();
    for (at, server) in SERVERS.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        write!(text, "{comma}\"s{at}\": {server}").expect("a text");
    }
    let sample = Sample {
        host: from,
        place: &from.places[0],
        name: String::new(),
        text: format!("{{\"mcpServers\": {{{text}}}}}"),
        bom: false,
    };
    let text = match from.id == host.id {
        true => sample.text,
        false => run(&sample, host).text.expect("a document"),
    };
    assert!(text.contains(MARK), "{}: no place is left", host.id);
    let sample = Sample {
        host,
        place: &host.places[0],
        text,
        ..sample
    };
    let document = sample.document();
    Base {
        host,
        document: plain(document.root.as_ref().expect("a document")),
    }
}

impl Base {
    fn with(&self, spelling: &str) -> Sample {
        let mut document = self.document.clone();
        put(&mut document, spelling);
        let place = &self.host.places[0];
        Sample {
            host: self.host,
            place,
            name: format!("{} with `{spelling}`", self.host.id),
            text: printed(place.language, &document),
            bom: false,
        }
    }
}

fn put(value: &mut Value, spelling: &str) {
    match value {
        Value::String(text) => *text = text.replace(MARK, spelling),
        Value::Array(items) => items.iter_mut().for_each(|item| put(item, spelling)),
        Value::Object(map) => map.values_mut().for_each(|value| put(value, spelling)),
        _ => {}
    }
}
