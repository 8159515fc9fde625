//! Ways in which a conversion, a merge, a comparison or a check once changed what a host really does.
//!
//! Every test is about one behaviour, with the file that showed it and variants of it in other hosts. What is asserted
//! is meaning: values in the output as its host reads them, exit codes with and without `--strict`, and diagnostics
//! that name server and field. Sentences are not.

mod alarms;
mod answers;
mod backups;
mod beside;
mod detection;
mod environment;
mod gates;
mod host_words;
mod inputs;
mod layered;
mod layers;
mod less_common;
mod linter;
mod merged_files;
mod names;
mod outside;
mod own_env;
mod places;
mod positions;
mod readers;
mod real_hosts;
mod rejected;
mod repairs;
mod secrets;
mod settings;
mod targets;
mod timeouts;
mod tool_rules;
mod tools;
mod transports;
mod units;
mod unknown_inheritance;
mod unset;
mod variable_names;
mod variants;

use std::collections::BTreeMap;
use std::fmt;

use mcpconv::internals::syntax::{Language, parse};
use serde_json::Value;

use crate::support::{Folder, Ran, json, plain};

/// The server that a test is about. There is always a second one, so that a skipped server is not a failed run.
const NAME: &str = "alpha";

/// A JSON document of `host` with the server under test, and one more that every host runs.
fn document(host: &str, server: &str) -> String {
    let (root, other) = match host {
        "vscode" => (
            "servers",
            r#"{"type": "stdio", "command": "npx", "args": ["-y", "zulu@1.0.0"]}"#,
        ),
        "opencode" => (
            "mcp",
            r#"{"type": "local", "command": ["npx", "-y", "zulu@1.0.0"]}"#,
        ),
        _ => (
            "mcpServers",
            r#"{"command": "npx", "args": ["-y", "zulu@1.0.0"]}"#,
        ),
    };
    format!(r#"{{"{root}": {{"{NAME}": {server}, "zulu": {other}}}}}"#)
}

/// A TOML document of `host` with the server under test, given as its lines, and one more.
fn toml_document(host: &str, lines: &str) -> String {
    let second = "command = \"npx\"\nargs = [\"-y\", \"zulu@1.0.0\"]\n";
    match host {
        "codex" => format!("[mcp_servers.{NAME}]\n{lines}\n[mcp_servers.zulu]\n{second}"),
        "mistral-vibe" => format!(
            "[[mcp_servers]]\nname = \"{NAME}\"\n{lines}\n[[mcp_servers]]\nname = \"zulu\"\ntransport = \"stdio\"\n{second}"
        ),
        "mcp-proxy" => format!(
            "[proxy]\nname = \"p\"\n[proxy.listen]\n\n[[backends]]\nname = \"{NAME}\"\n{lines}\n[[backends]]\nname = \"zulu\"\ntransport = \"stdio\"\n{second}"
        ),
        _ => panic!("{host} has no TOML"),
    }
}

/// The document, whatever its language.
pub(crate) fn value(text: &str) -> Value {
    let read = |language| {
        let document = parse(text, language).ok()?;
        document.root.as_ref().map(plain)
    };
    read(Language::Json)
        .or_else(|| read(Language::Toml))
        .or_else(|| read(Language::Yaml))
        .unwrap_or_else(|| panic!("it cannot be read:\n{text}"))
}

/// The servers of a document by their names, wherever its host keeps them.
pub(crate) fn servers(document: &Value) -> BTreeMap<String, Value> {
    let roots = [
        "/mcpServers",
        "/servers",
        "/mcp/servers",
        "/mcp",
        "/mcp_servers",
        "/backends",
        "/extensions",
        "/context_servers",
    ];
    match roots.iter().find_map(|root| document.pointer(root)) {
        Some(Value::Object(map)) => map.clone().into_iter().collect(),
        Some(Value::Array(list)) => list
            .iter()
            .map(|server| {
                (
                    server["name"].as_str().unwrap_or_default().to_owned(),
                    server.clone(),
                )
            })
            .collect(),
        _ => BTreeMap::new(),
    }
}

/// A conversion, as it is and with `--strict`.
struct Converted {
    source: String,
    lenient: Ran,
    strict: Ran,
}

fn convert(from: &str, to: &str, source: &str) -> Converted {
    convert_with(from, to, source, "")
}

/// The same with more arguments.
fn convert_with(from: &str, to: &str, source: &str, more: &str) -> Converted {
    let folder = Folder::new(&[]);
    let run = |strict: &str| {
        folder.feed(
            &format!("--from {from} --to {to} --format json {more} {strict}"),
            source,
        )
    };
    Converted {
        source: source.to_owned(),
        lenient: run(""),
        strict: run("--strict"),
    }
}

impl Converted {
    /// The server under test, if it was written.
    fn found(&self) -> Option<Value> {
        self.named(NAME)
    }

    fn named(&self, name: &str) -> Option<Value> {
        if self.lenient.stdout.is_empty() {
            return None;
        }
        servers(&value(&self.lenient.stdout)).remove(name)
    }

    /// The server under test, which must be there.
    fn server(&self) -> Value {
        self.found()
            .unwrap_or_else(|| panic!("`{NAME}` was not written: {self:?}"))
    }

    fn diagnostics(&self) -> Vec<Value> {
        diagnostics(&self.lenient)
    }

    /// Everything arrived, and there is nothing to warn of.
    #[track_caller]
    fn lossless(&self) -> &Self {
        assert_eq!(self.strict.code, 0, "{self:?}");
        let warned = self.diagnostics().iter().any(is_serious);
        assert!(!warned, "{self:?}");
        self
    }

    /// Whether a warning names the server under test and this field of it. `--strict` has all of them.
    fn is_told(&self, field: &str) -> bool {
        diagnostics(&self.strict)
            .iter()
            .any(|said| is_serious(said) && names(said, &self.source, NAME, field))
    }

    /// A loss: `--strict` fails, and a warning names the server and the field.
    #[track_caller]
    fn tells(&self, field: &str) -> &Self {
        assert_eq!(self.strict.code, 1, "`--strict` does not fail: {self:?}");
        assert_eq!(self.strict.stdout, "", "{self:?}");
        assert!(self.is_told(field), "nobody is told of `{field}`: {self:?}");
        self
    }

    /// The meaning is kept without a loss, or the loss is told.
    #[track_caller]
    fn keeps_or_tells(&self, field: &str, kept: impl Fn(&Value) -> bool) -> &Self {
        if self.strict.code == 0 {
            let server = self.server();
            assert!(kept(&server), "another meaning, and not a word: {self:?}");
            return self;
        }
        self.tells(field)
    }
}

/// Short enough to be read when a test fails.
impl fmt::Debug for Converted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        writeln!(f, "\n  from {}", squeeze(&self.source))?;
        writeln!(f, "  to   {}", squeeze(&self.lenient.stdout))?;
        for said in self.diagnostics() {
            let part = |name: &str| said[name].as_str().unwrap_or_default().to_owned();
            writeln!(
                f,
                "  {} {}: {} | {} | {}",
                part("level"),
                part("rule"),
                part("message"),
                part("label"),
                part("help")
            )?;
        }
        let codes = (self.lenient.code, self.strict.code);
        writeln!(f, "  exit {}, with --strict {}", codes.0, codes.1)
    }
}

/// The diagnostics of a run with `--format json`.
pub(crate) fn diagnostics(ran: &Ran) -> Vec<Value> {
    if ran.stderr.is_empty() {
        return Vec::new();
    }
    let report = json(&ran.stderr);
    report["diagnostics"]
        .as_array()
        .cloned()
        .unwrap_or_default()
}

fn is_serious(said: &Value) -> bool {
    said["level"] == "warning" || said["level"] == "error"
}

/// Whether a diagnostic is about this field of this server: by its words, or by where it points.
fn names(said: &Value, source: &str, server: &str, field: &str) -> bool {
    let words = said.to_string();
    if !words.contains(server) {
        return false;
    }
    let start = said["start"]
        .as_u64()
        .and_then(|at| usize::try_from(at).ok());
    let end = said["end"].as_u64().and_then(|at| usize::try_from(at).ok());
    let pointed = start.zip(end).is_some_and(|(start, end)| {
        source
            .get(start..end)
            .is_some_and(|text| text.contains(field))
            || source
                .match_indices(field)
                .any(|(at, _)| (at..at + field.len() + 6).contains(&start))
    });
    pointed || words.contains(field)
}

/// A merge into an existing file: what the file is afterwards, and how it went.
struct Merged {
    folder: Folder,
    file: String,
    ran: Ran,
}

fn merge(source: (&str, &str), target: (&str, &str), more: &str) -> Merged {
    let folder = Folder::new(&[source, target]);
    let ran = folder.run(&format!(
        "{} -o {} --format json {more}",
        source.0, target.0
    ));
    Merged {
        folder,
        file: target.0.to_owned(),
        ran,
    }
}

impl Merged {
    fn document(&self) -> Value {
        value(&self.folder.read(&self.file))
    }

    #[track_caller]
    fn server(&self, name: &str) -> Value {
        assert_eq!(self.ran.code, 0, "{:#?}", self.ran);
        servers(&self.document())
            .remove(name)
            .unwrap_or_else(|| panic!("{}: {:#?}", self.folder.read(&self.file), self.ran))
    }
}

/// The value under a key of a map, whatever the case of the key.
fn header<'v>(headers: &'v Value, name: &str) -> Option<&'v str> {
    let headers = headers.as_object()?;
    let mut found = headers
        .iter()
        .filter(|(key, _)| key.eq_ignore_ascii_case(name));
    let (_, value) = found.next()?;
    assert!(found.next().is_none(), "{name} is there twice: {headers:?}");
    value.as_str()
}

/// Program and arguments, wherever the host writes them.
fn command_line(server: &Value) -> Vec<String> {
    let words = |value: &Value| -> Vec<String> {
        match value {
            Value::Array(list) => list
                .iter()
                .map(|word| word.as_str().unwrap_or("?").to_owned())
                .collect(),
            Value::String(word) => vec![word.clone()],
            _ => Vec::new(),
        }
    };
    [words(&server["command"]), words(&server["args"])].concat()
}
