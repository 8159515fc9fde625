//! A config file, or a part of one, with what is missing around it.

use serde_json::{Map, Value};

use super::command::lenient;
use super::fault::{Lack, PasteFault};
use super::{Pasted, json, name, written};
use crate::diagnostic::list;
use crate::host::{Detected, Host, detect, find, is_bare, is_single_server};
use crate::hosts::HOSTS;
use crate::syntax::{self, Language};

/// Whether `text` is a config file of some host as it is.
fn is_config(text: &str) -> bool {
    match detect(HOSTS, None, text) {
        Detected::One(_, place, _) => syntax::parse(text, place.language).is_ok(),
        _ => false,
    }
}

/// `text` as a config file of any language, with what is missing around it.
pub(super) fn document(
    text: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Pasted> {
    if text.trim().is_empty() {
        return None;
    }
    // A member without the braces around it would be YAML, too.
    if !text.trim_start().starts_with('"') && is_config(text) {
        return Some(Pasted {
            host: None,
            text: text.to_owned(),
            notes: Vec::new(),
        });
    }
    let lenient = lenient()?;
    let host = from.unwrap_or(lenient);
    if text.trim_start().starts_with('[') {
        return listed(text, host);
    }
    let mended = json::mend(text)?;
    let parsed = syntax::parse(&mended.text, Language::Json).ok()?;
    let root = parsed.root.as_ref()?;
    let mut notes = sins(&mended);
    let of_nobody = |key: &str| {
        let roots = host.places.iter().flat_map(|place| place.roots);
        roots.into_iter().any(|root| root.first() == Some(&key))
    };
    let has_root = root.members().iter().any(|member| of_nobody(&member.key));
    if !has_root && is_single_server(root, &lenient.places[0]) {
        let mut server = json::object(&mended.text)?;
        let own = match server.get("name") {
            Some(Value::String(own)) => Some(own.clone()),
            _ => None,
        };
        server.remove("name");
        let called = name.map(str::to_owned).or(own).unwrap_or_else(|| {
            let derived = derived(&server);
            notes.push(format!(
                "read as one server without a name; it is called `{derived}`"
            ));
            derived
        });
        let text = written(host, &[(called, server)])?;
        return Some(Pasted {
            host: Some(host),
            text,
            notes,
        });
    }
    if is_config(&mended.text) {
        return Some(Pasted {
            host: None,
            text: mended.text,
            notes,
        });
    }
    if is_bare(root) {
        notes.push("read as a map of servers".to_owned());
        let servers = json::object(&mended.text)?;
        let servers: Vec<_> = servers
            .into_iter()
            .filter_map(|(name, server)| match server {
                Value::Object(server) => Some((name, server)),
                _ => None,
            })
            .collect();
        return Some(Pasted {
            host: Some(host),
            text: written(host, &servers)?,
            notes,
        });
    }
    let reads = |host: &&'static Host| {
        host.places.iter().any(|place| {
            place.language == Language::Json
                && find(&parsed, place).is_ok_and(|found| !found.servers.is_empty())
        })
    };
    from.filter(reads).map(|_| Pasted {
        host: from,
        text: mended.text,
        notes,
    })
}

/// What had to be mended, as a note.
fn sins(mended: &json::Mended) -> Vec<String> {
    let sins: Vec<&str> = mended.sins.iter().map(|sin| sin.words()).collect();
    if sins.is_empty() {
        return Vec::new();
    }
    vec![format!("read as JSON, although it has {}", list(&sins))]
}

/// A list of servers, each with its name.
fn listed(text: &str, host: &'static Host) -> Option<Pasted> {
    let mended = json::mend(&format!("{{\"all\": {}}}", text.trim()))?;
    let mut object = json::object(&mended.text)?;
    let Some(Value::Array(items)) = object.remove("all") else {
        return None;
    };
    let server = |item: Value| match item {
        Value::Object(mut server) => {
            let runs = ["command", "url", "serverUrl", "httpUrl"];
            let runs = runs.iter().any(|key| server.contains_key(*key));
            match (runs, server.remove("name")) {
                (true, Some(Value::String(name))) => Some((name, server)),
                (true, None) => Some((derived(&server), server)),
                _ => None,
            }
        }
        _ => None,
    };
    let servers: Vec<(String, Map<String, Value>)> =
        items.into_iter().map(server).collect::<Option<_>>()?;
    if servers.is_empty() {
        return None;
    }
    let mut notes = sins(&mended);
    notes.push("read as a list of servers".to_owned());
    Some(Pasted {
        host: Some(host),
        text: written(host, &servers)?,
        notes,
    })
}

/// The name of a server that has none.
pub(super) fn derived(server: &Map<String, Value>) -> String {
    let text = |key: &str| server.get(key).and_then(Value::as_str);
    if let Some(url) = ["url", "serverUrl", "httpUrl"]
        .iter()
        .find_map(|key| text(key))
    {
        return name::of_url(url);
    }
    let args = match server.get("args") {
        Some(Value::Array(args)) => args.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    match (text("command"), server.get("command")) {
        (Some(line), _) if args.is_empty() && line.contains(' ') => {
            let words: Vec<&str> = line.split_whitespace().collect();
            name::of_command(words[0], &words[1..])
        }
        (Some(command), _) => name::of_command(command, &args),
        (None, Some(Value::Array(argv))) => {
            let argv: Vec<&str> = argv.iter().filter_map(Value::as_str).collect();
            argv.split_first().map_or_else(
                || "server".to_owned(),
                |(program, args)| name::of_command(program, args),
            )
        }
        _ => "server".to_owned(),
    }
}

/// What is wrong with a text that begins like JSON, and in which no server was found.
pub(super) fn fault(text: &str) -> Option<PasteFault> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let document = match syntax::parse(text, Language::Json) {
        Ok(document) => document,
        Err(error) => {
            let before = text.get(..error.span.start as usize).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            return Some(Lack::Syntax(error.reason, line).of("JSON"));
        }
    };
    let root = document.root.as_ref()?;
    let has = |key: &str| root.member(key).is_some();
    let published = has("name") && has("version") && has("description");
    Some(if published && !has("mcpServers") {
        Lack::NoPackages.of("the `server.json` of a registry")
    } else {
        Lack::NoServers.of("JSON")
    })
}
