//! What people have in their hands: a block out of a README, a fragment, a command line, a link. Made into a config file of
//! the host it is for, which then goes the way of all config files.

mod command;
mod fence;
mod json;
mod link;
mod name;
mod shell;

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Level};
use crate::host::{Detected, Host, detect, find, is_bare, is_single_server, read as read_config};
use crate::hosts::HOSTS;
use crate::model::{Slot, Value as Setting};
use crate::syntax::{self, Language, Out};
use crate::write::Writer;

pub(crate) use json::value as value_of;
pub(crate) use link::DIGITS as BASE64;

/// What a node holds, if it is an object.
pub(crate) fn object_of(node: &syntax::Node<'_>) -> Option<Map<String, Value>> {
    match value_of(node) {
        Value::Object(object) => Some(object),
        _ => None,
    }
}

/// A pasted text as a config file.
#[derive(Debug)]
pub(crate) struct Pasted {
    /// Whose file it is; nothing if its own content has to tell.
    pub(crate) host: Option<&'static Host>,
    /// The config file.
    pub(crate) text: String,
    /// What it was taken for, and what was assumed.
    pub(crate) notes: Vec<Diagnostic>,
}

/// A server that somebody gave in another form than a file.
#[derive(Debug)]
struct Given {
    host: &'static Host,
    name: Option<String>,
    server: Map<String, Value>,
    /// What it was taken for.
    form: String,
    notes: Vec<String>,
}

/// What is missing from a text that was recognised, or wrong with it.
#[derive(Debug, PartialEq, Eq)]
enum PasteFault {
    NoName,
    NoServer(String),
    NoUrl(String),
    NoJson(String),
    NoValue(String),
    NoPair(char),
    NoNumber(String),
    NoRemote(&'static str),
    UnknownOption(String),
    UnknownTransport(String),
    Installer(String),
    Link(String, link::LinkFault),
    Differ(Vec<(usize, String)>),
}

impl PasteFault {
    fn diagnostic(self) -> Diagnostic {
        let (message, help) = match self {
            Self::NoName => (
                "the server has no name".to_owned(),
                "use `--name NAME`".to_owned(),
            ),
            Self::NoServer(form) => (
                format!("this looks like {form}, but it has neither a program nor a URL"),
                "write the program after `--`".to_owned(),
            ),
            Self::NoUrl(form) => (
                format!("this looks like {form} for a remote server, but it has no URL"),
                "write the URL after the name".to_owned(),
            ),
            Self::NoJson(form) => (
                format!("this looks like {form}, but the server is not a JSON object"),
                "put the JSON between single quotes".to_owned(),
            ),
            Self::NoValue(option) => (
                format!("`{option}` has no value"),
                "write it after the option".to_owned(),
            ),
            Self::NoPair(separator) => (
                "an option has no name and value".to_owned(),
                format!("write `NAME{separator}VALUE`"),
            ),
            Self::NoNumber(_) => (
                "an option needs a number".to_owned(),
                "write digits only".to_owned(),
            ),
            Self::NoRemote(host) => (
                format!("{host} does not support remote servers"),
                "use a program".to_owned(),
            ),
            Self::UnknownOption(option) => (
                format!("the command has no option `{option}`"),
                "options of the server's program belong after `--`".to_owned(),
            ),
            Self::UnknownTransport(word) => (
                format!("`{word}` is not a transport"),
                "use `stdio`, `http` or `sse`".to_owned(),
            ),
            Self::Installer(package) => (
                format!("`{package}` is an installer: the command does not contain the server"),
                "paste the server's own config or command instead".to_owned(),
            ),
            Self::Link(host, link::LinkFault::NoConfig) => (
                format!("this looks like an install link of {host}, but it has no `config`"),
                "copy the link as a whole".to_owned(),
            ),
            Self::Link(host, link::LinkFault::NoJson) => (
                format!(
                    "this looks like an install link of {host}, but its server is not a JSON object"
                ),
                "copy the link as a whole".to_owned(),
            ),
            Self::Differ(places) => {
                let places: Vec<String> = places
                    .iter()
                    .map(|(line, name)| format!("line {line} ({name})"))
                    .collect();
                (
                    format!("the blocks at {} define different servers", list(&places)),
                    "paste one of them, or choose with `--from HOST`".to_owned(),
                )
            }
        };
        Diagnostic::new("unreadable-paste", Level::Error, None, message).help(help)
    }
}

/// Makes a config file of `text`, for `from` if a host was named, calling a server without a name `name`. Nothing if it has no
/// form that we know.
///
/// # Errors
/// It has one, and something is missing.
pub(crate) fn read(
    text: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Result<Pasted, Box<Diagnostic>>> {
    let found = in_blocks(text, from, name)
        .or_else(|| document(text, from, name).map(Ok))
        .or_else(|| given(text, name));
    found.map(|found| found.map_err(|fault| fault.diagnostic().into()))
}

/// The block of a text that is meant: the one with a config file, else one with a command.
fn in_blocks(
    text: &str,
    from: Option<&'static Host>,
    name: Option<&str>,
) -> Option<Result<Pasted, PasteFault>> {
    let blocks = fence::blocks(text);
    let configs: Vec<(usize, Pasted)> = blocks
        .iter()
        .filter_map(|block| Some((block.line, document(block.text, from, name)?)))
        .collect();
    if configs.is_empty() {
        let mut blocks = blocks.iter();
        return blocks.find_map(|block| given(block.text, name));
    }
    let mut read: Vec<(usize, Pasted, Summary)> = configs
        .into_iter()
        .map(|(line, pasted)| {
            let summary = Summary::new(&pasted, from);
            (line, pasted, summary)
        })
        .collect();
    if let Some(host) = from
        && read
            .iter()
            .any(|(_, _, summary)| summary.host == Some(host.id))
    {
        read.retain(|(_, _, summary)| summary.host == Some(host.id));
    }
    if read
        .iter()
        .any(|(_, _, summary)| summary.servers != read[0].2.servers)
    {
        let places = read
            .into_iter()
            .map(|(line, _, summary)| (line, summary.name))
            .collect();
        return Some(Err(PasteFault::Differ(places)));
    }
    let (line, mut pasted, _) = read.swap_remove(0);
    pasted
        .notes
        .insert(0, note(format!("read the code block at line {line}")));
    Some(Ok(pasted))
}

/// What a config file comes down to, to tell whether two of them say the same.
struct Summary {
    host: Option<&'static str>,
    name: String,
    servers: Option<Vec<(String, Vec<String>)>>,
}

impl Summary {
    fn new(pasted: &Pasted, from: Option<&'static Host>) -> Self {
        let found = match detect(HOSTS, None, &pasted.text) {
            Detected::One(host, place, others) => {
                let host_is_from =
                    from.filter(|from| others.iter().any(|other| other.id == from.id));
                Some((host_is_from.unwrap_or(host), place))
            }
            _ => None,
        };
        let servers = found.and_then(|(host, place)| {
            let document = syntax::parse(&pasted.text, place.language).ok()?;
            let read = read_config(&document, host, place).ok()?;
            let texts = |value: &Setting| {
                let mut texts = Vec::new();
                let mut value = value.clone();
                value.each_template(&mut |template| {
                    texts.push(template.as_literal().unwrap_or("…").to_owned());
                });
                texts
            };
            let summary = |server: &crate::model::Server| {
                let slots = [Slot::Command, Slot::Args, Slot::Url];
                let entries = slots.iter().filter_map(|slot| server.entry(*slot));
                (
                    server.name.clone(),
                    entries.flat_map(|entry| texts(&entry.value)).collect(),
                )
            };
            Some(read.config.servers.iter().map(summary).collect())
        });
        Self {
            host: found.map(|(host, _)| host.id),
            name: found.map_or_else(|| "unknown".to_owned(), |(host, _)| host.name.to_owned()),
            servers,
        }
    }
}

/// Whether `text` is a config file of some host as it is.
fn is_config(text: &str) -> bool {
    match detect(HOSTS, None, text) {
        Detected::One(_, place, _) => syntax::parse(text, place.language).is_ok(),
        _ => false,
    }
}

/// `text` as a config file of any language, with what is missing around it.
fn document(text: &str, from: Option<&'static Host>, name: Option<&str>) -> Option<Pasted> {
    if text.trim().is_empty() {
        return None;
    }
    let as_is = || Pasted {
        host: None,
        text: text.to_owned(),
        notes: Vec::new(),
    };
    if is_config(text) {
        return Some(as_is());
    }
    let mended = json::mend(text)?;
    let parsed = syntax::parse(&mended.text, Language::Json).ok()?;
    let root = parsed.root.as_ref()?;
    let sins: Vec<&str> = mended.sins.iter().map(|sin| sin.words()).collect();
    let mut notes = Vec::new();
    if !sins.is_empty() {
        notes.push(note(format!(
            "read as JSON, although it has {}",
            list(&sins)
        )));
    }
    let lenient = HOSTS.iter().copied().find(|host| host.facts.lenient)?;
    let of_nobody = |key: &str| {
        from.unwrap_or(lenient)
            .places
            .iter()
            .any(|place| place.roots.iter().any(|root| root.first() == Some(&key)))
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
            notes.push(note(format!(
                "read as one server without a name; it is called `{derived}`"
            )));
            derived
        });
        let host = from.unwrap_or(lenient);
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
        notes.push(note("read as a map of servers".to_owned()));
        let host = from.unwrap_or(lenient);
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

/// The name of a server that has none.
fn derived(server: &Map<String, Value>) -> String {
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

/// Commands and links.
fn given(text: &str, name: Option<&str>) -> Option<Result<Pasted, PasteFault>> {
    if let Some((host, link, rest)) = link::find(text) {
        let given = link::read(host, link, rest)
            .map_err(|fault| PasteFault::Link(host.name.to_owned(), fault))
            .map(|linked| Given {
                host: linked.host,
                name: linked.name,
                form: format!("an install link of {}", linked.host.name),
                server: linked.server,
                notes: Vec::new(),
            });
        return Some(given.and_then(|given| file(vec![given], name)));
    }
    let commands = shell::commands(text);
    let read: Result<Vec<Given>, PasteFault> = commands
        .iter()
        .filter_map(|command| command::read(command))
        .collect();
    match read {
        Ok(all) if all.is_empty() => None,
        Ok(all) => Some(file(all, name)),
        Err(fault) => Some(Err(fault)),
    }
}

/// The config file of servers that were given one by one. They are one host's, or else nobody's in particular.
fn file(all: Vec<Given>, name: Option<&str>) -> Result<Pasted, PasteFault> {
    let host = all[0].host;
    let mut notes = Vec::new();
    let mut servers = Vec::new();
    let alone = all.len() == 1;
    for given in all
        .into_iter()
        .filter(|given| std::ptr::eq(given.host, host))
    {
        let form = format!("read as {} for {}", given.form, host.name);
        notes.push(note(
            if given.form.contains(host.name) || host.facts.lenient {
                format!("read as {}", given.form)
            } else {
                form
            },
        ));
        notes.extend(
            given
                .notes
                .into_iter()
                .filter(|note| name.is_none() || !note.starts_with("no name"))
                .map(note),
        );
        let called = name.filter(|_| alone).map(str::to_owned).or(given.name);
        servers.push((called.ok_or(PasteFault::NoName)?, given.server));
    }
    let text = written(host, &servers).ok_or(PasteFault::NoName)?;
    Ok(Pasted {
        host: Some(host),
        text,
        notes,
    })
}

/// A new config file of `host` with `servers`, whose fields are that host's own.
fn written(host: &'static Host, servers: &[(String, Map<String, Value>)]) -> Option<String> {
    let place = &host.places[0];
    let out = |value: &Value| {
        let text = value.to_string();
        let document = syntax::parse(&text, Language::Json).ok()?;
        document.root.as_ref().map(Out::from_node)
    };
    let mut writer = Writer::new(
        place.language,
        &host.style,
        place.roots[0],
        place.list.then_some("name"),
        &Out::object(),
    );
    let mut extras = Out::object();
    for (name, server) in servers {
        let mut server = server.clone();
        // Questions to the user stand beside the servers in a file.
        if let Some([prompts]) = place.prompts
            && let Some(asked) = server.remove(*prompts)
        {
            extras.set(prompts, out(&asked)?);
        }
        writer.entry(name, &out(&Value::Object(server))?);
    }
    Some(writer.finish(&extras))
}

/// `a, b and c`.
fn list<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.as_slice() {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

fn note(message: String) -> Diagnostic {
    Diagnostic::new("pasted-input", Level::Info, None, message)
}

#[cfg(test)]
mod tests;
