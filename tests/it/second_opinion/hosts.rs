//! What hosts do with a server, written down a second time and only as far as texts go: from what the real programs
//! were seen to do, not from the tables of this crate.

use std::collections::BTreeMap;
use std::sync::Mutex;

use regex::{Captures, Regex};
use serde_json::{Value, json};

/// Variables of the environment in which a host runs.
pub(super) type World = BTreeMap<String, String>;

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Position {
    Argument,
    Variable,
    Header,
    Url,
}

/// What a server gets of one text: the argument, the value of the variable `T`, the header `X-T`, or the URL. Nothing
/// stands for a variable or a header that is not there, or is empty; hosts differ in that, and servers seldom do.
pub(super) fn effect(host: &str, position: Position, server: &Value, world: &World) -> String {
    let raw = match position {
        Position::Argument => match &server["command"] {
            Value::Array(words) => words.last().cloned().unwrap_or_default(),
            _ => server["args"]
                .as_array()
                .and_then(|args| args.last().cloned())
                .unwrap_or_default(),
        },
        Position::Variable => server
            .get("env")
            .or(server.get("environment"))
            .map(|env| env["T"].clone())
            .unwrap_or_default(),
        Position::Header => {
            let headers = ["/headers", "/http_headers", "/auth/headers"];
            headers
                .iter()
                .find_map(|path| server.pointer(path)?.get("X-T"))
                .cloned()
                .unwrap_or_default()
        }
        Position::Url => server["url"].clone(),
    };
    let by_name = |name: &str| world.get(name).cloned().unwrap_or_default();
    // Codex prefers the header that it takes from a variable, unless that is unset or blank.
    let named = server["env_http_headers"]["X-T"].as_str().map(by_name);
    if let Some(value) = named.filter(|value| !value.trim().is_empty()) {
        return value;
    }
    if let Some(text) = raw.as_str() {
        return expand(host, position, text, world);
    }
    // Codex and Mistral Vibe take some values by the name of a variable.
    match position {
        Position::Variable if server["env_vars"].to_string().contains("\"T\"") => by_name("T"),
        // They hand their own environment on (mcp-proxy 0.6.0: observed).
        Position::Variable if matches!(host, "lmstudio" | "mcp-proxy") => by_name("T"),
        Position::Header => {
            let key = server["auth"]["api_key_env"]
                .as_str()
                .filter(|_| server["auth"]["api_key_header"] == "X-T");
            let format = server["auth"]["api_key_format"]
                .as_str()
                .unwrap_or("Bearer {token}");
            match key.map(by_name) {
                Some(value) if !value.is_empty() => format.replace("{token}", &value),
                _ => String::new(),
            }
        }
        _ => String::new(),
    }
}

/// The text as its host hands it on.
fn expand(host: &str, position: Position, text: &str, world: &World) -> String {
    let again = matches!(position, Position::Variable | Position::Header);
    match host {
        "claude-code" => {
            let once = braces(text, world);
            if position == Position::Header {
                braces(&once, world)
            } else {
                once
            }
        }
        // Known words with a colon, and a few without; everything else stays.
        "vscode" => replace(r"\$\{env:([^}]*)\}", text, |found| {
            world.get(&found[1]).cloned().unwrap_or_default()
        }),
        "cursor" => {
            let named = replace(r"\$\{env:([A-Za-z_][A-Za-z0-9_]*)\}", text, |found| {
                world
                    .get(&found[1])
                    .cloned()
                    .unwrap_or_else(|| found[0].to_owned())
            });
            with_default(r"\$\{([^:}]+)(?::-([^}]*))?\}", &named, world)
        }
        "gemini" => {
            let once = replace(r"\$(?:(\w+)|\{([^}]+?)(?::-([^}]*))?\})", text, |found| {
                let name = found
                    .get(1)
                    .or(found.get(2))
                    .map_or("", |name| name.as_str());
                let default = found.get(3).map(|default| default.as_str().to_owned());
                world
                    .get(name)
                    .cloned()
                    .or(default)
                    .unwrap_or_else(|| found[0].to_owned())
            });
            if again {
                like_a_shell(&once, world)
            } else {
                once
            }
        }
        "opencode" => replace(r"\{env:([^}]+)\}", text, |found| {
            world.get(&found[1]).cloned().unwrap_or_default()
        }),
        "xcsh" => {
            let once = with_default(r"\$\{([^}:]+)(?::-([^}]*))?\}", text, world);
            let named = world
                .get(&once)
                .filter(|value| again && !value.is_empty())
                .cloned();
            named.unwrap_or(once)
        }
        "mcp-proxy" if again => replace(r"^\$\{([^}]+)\}$", text, |found| {
            world
                .get(&found[1])
                .cloned()
                .unwrap_or_else(|| found[0].to_owned())
        }),
        _ => text.to_owned(),
    }
}

/// `${NAME}` and `${NAME:-default}`, up to the first brace; a variable that is not set leaves its reference.
fn braces(text: &str, world: &World) -> String {
    replace(r"\$\{([^}]+)\}", text, |found| {
        let (name, default) = found[1]
            .split_once(":-")
            .map_or((&found[1], None), |(name, default)| (name, Some(default)));
        world
            .get(name)
            .cloned()
            .or(default.map(str::to_owned))
            .unwrap_or_else(|| found[0].to_owned())
    })
}

fn with_default(pattern: &'static str, text: &str, world: &World) -> String {
    replace(pattern, text, |found| {
        let default = found.get(2).map(|default| default.as_str().to_owned());
        world
            .get(&found[1])
            .cloned()
            .or(default)
            .unwrap_or_else(|| found[0].to_owned())
    })
}

/// The second reading of Gemini: nothing for what is not set, defaults behind `-`, and a backslash that escapes.
fn like_a_shell(text: &str, world: &World) -> String {
    replace(
        r"(\\\$)|\$(?:\{([A-Za-z0-9_]+)(?::?-([^}]*)|:\+[^}]*)?\}|([A-Za-z_]\w*))",
        text,
        |found| {
            if found.get(1).is_some() {
                return "$".to_owned();
            }
            let name = found
                .get(2)
                .or(found.get(4))
                .map_or("", |name| name.as_str());
            let value = world.get(name).filter(|value| !value.is_empty()).cloned();
            value
                .or(found.get(3).map(|default| default.as_str().to_owned()))
                .unwrap_or_default()
        },
    )
}

fn replace(pattern: &'static str, text: &str, with: impl Fn(&Captures<'_>) -> String) -> String {
    static COMPILED: Mutex<BTreeMap<&'static str, Regex>> = Mutex::new(BTreeMap::new());
    let pattern = {
        let mut compiled = COMPILED.lock().expect("no panic before");
        let pattern = compiled
            .entry(pattern)
            .or_insert_with(|| Regex::new(pattern).expect("a regular expression"));
        pattern.clone()
    };
    pattern
        .replace_all(text, |found: &Captures<'_>| with(found))
        .into_owned()
}

/// A server of `host` with the text in this position.
pub(super) fn server(host: &str, name: &str, position: Position, text: &str) -> Value {
    let url = if position == Position::Url {
        format!("https://x.acme.dev/{text}/mcp")
    } else {
        "https://x.acme.dev/mcp".to_owned()
    };
    let remote = matches!(position, Position::Url | Position::Header);
    let mut server = match (host, remote) {
        ("opencode", false) => json!({"type": "local", "command": ["npx", "srv"]}),
        ("opencode", true) => json!({"type": "remote", "url": url}),
        ("codex", false) => json!({"command": "npx", "args": ["srv"]}),
        ("codex", true) => json!({"url": url}),
        ("mistral-vibe" | "mcp-proxy", false) => {
            json!({"name": name, "transport": "stdio", "command": "npx", "args": ["srv"]})
        }
        ("mistral-vibe" | "mcp-proxy", true) => {
            json!({"name": name, "transport": "http", "url": url})
        }
        (_, false) => json!({"command": "npx", "args": ["srv"]}),
        (_, true) => json!({"type": "http", "url": url}),
    };
    match position {
        Position::Argument => {
            let list = if host == "opencode" {
                "command"
            } else {
                "args"
            };
            server[list]
                .as_array_mut()
                .expect("a list")
                .push(text.into());
            // A name of the child's own.
            server[if host == "opencode" {
                "environment"
            } else {
                "env"
            }] = json!({"OWN": "made-up"});
        }
        Position::Variable => {
            server[if host == "opencode" {
                "environment"
            } else {
                "env"
            }] = json!({"T": text})
        }
        Position::Header => match host {
            "codex" => server["http_headers"] = json!({"X-T": text}),
            "mistral-vibe" => server["auth"] = json!({"type": "static", "headers": {"X-T": text}}),
            _ => server["headers"] = json!({"X-T": text}),
        },
        Position::Url => {}
    }
    server
}
