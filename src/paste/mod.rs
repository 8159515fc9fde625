//! What people have in their hands: a block out of a README, a fragment, a command line, a link. Made into a config file of
//! the host it is for, which then goes the way of all config files.

mod blocks;
mod command;
mod document;
mod draft;
mod fault;
mod fence;
mod json;
mod link;
mod name;
mod shell;

use serde_json::{Map, Value};

use crate::diagnostic::{Diagnostic, Level, list};
use crate::host::Host;
use crate::hosts::HOSTS;
use crate::syntax::{self, Language, Out};
use crate::write::Writer;

use fault::{Lack, PasteFault};

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
    notes: Vec<String>,
}

impl Pasted {
    /// What it was taken for and what was assumed, in one line.
    pub(crate) fn note(&self) -> Option<Diagnostic> {
        let message = self.notes.join("; ");
        (!message.is_empty()).then(|| Diagnostic::new("pasted-input", Level::Info, None, message))
    }
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
    let found = blocks::fenced(text, from, name)
        .or_else(|| document::document(text, from, name).map(Ok))
        .or_else(|| blocks::bare(text, from, name))
        .or_else(|| given(text, name));
    found.map(|found| found.map_err(|fault| fault.diagnostic().into()))
}

/// Whether a text in which nothing was found is nobody's config file either, however broken: it does not begin like JSON, and
/// no line looks like TOML or has a key that servers stand under.
pub(crate) fn is_prose(text: &str) -> bool {
    let text = text.trim_start();
    let begins = ["{", "[", "//", "/*"];
    let begins = begins.iter().any(|mark| text.starts_with(mark));
    if text.is_empty() || begins || serde_json::from_str::<Value>(text).is_ok() {
        return false;
    }
    let roots = || {
        let places = HOSTS.iter().flat_map(|host| host.places);
        places
            .flat_map(|place| place.roots)
            .filter_map(|root| root.first())
    };
    let config = |line: &str| {
        let line = line.trim();
        let key = line.split([':', '=']).next().unwrap_or_default();
        let key_length = key.len();
        let key = key.trim().trim_matches(['"', '\'']);
        let named = !key.is_empty()
            && key
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c));
        match line.as_bytes().get(key_length) {
            _ if line.starts_with('[') && line.ends_with(']') => true,
            Some(b'=') => named,
            Some(b':') => named && roots().any(|root| *root == key),
            _ => false,
        }
    };
    !text.lines().any(config)
}

/// What to say about a text in which no server was found.
pub(crate) fn unknown(text: &str) -> Diagnostic {
    if let Some(fault) = document::fault(text) {
        return fault.diagnostic();
    }
    Diagnostic::new(
        "unreadable-paste",
        Level::Error,
        None,
        "no MCP server found in this text",
    )
    .help("paste a config file or a part of one, an `mcp add` command, a command that starts a server (`npx`, `uvx`, `docker run`), an install link, or a text with one of them")
}

/// Commands and links.
fn given(text: &str, name: Option<&str>) -> Option<Result<Pasted, PasteFault>> {
    if let Some((host, link, rest)) = link::find(text) {
        let form = format!("an install link of {}", host.name);
        let given = link::read(host, link, rest)
            .map_err(|lack| lack.of(&form))
            .map(|linked| Given {
                host: linked.host,
                name: linked.name,
                form: format!("an install link of {}", linked.host.name),
                server: linked.server,
                notes: linked.notes,
            });
        return Some(given.and_then(|given| file(vec![given], name)));
    }
    if let Some(given) = command::address(text) {
        return Some(given.and_then(|given| file(vec![given], name)));
    }
    let commands = shell::commands(text);
    commands_given(&commands, text, name).or_else(|| {
        // In prose and tables, commands stand between backticks.
        let spans = fence::spans(text);
        let commands: Vec<_> = spans.flat_map(shell::commands).collect();
        commands_given(&commands, text, name)
    })
}

/// The servers that `commands` add or start.
fn commands_given(
    commands: &[Vec<shell::ShellWord>],
    text: &str,
    name: Option<&str>,
) -> Option<Result<Pasted, PasteFault>> {
    let mut all = Vec::new();
    let mut set = Vec::new();
    for words in commands {
        if let Some(more) = command::exports(words) {
            set.extend(more);
            continue;
        }
        match command::read(words, &set) {
            Some(Ok(given)) => all.push(given),
            Some(Err(fault)) => return Some(Err(fault)),
            None => {}
        }
    }
    if let (Some(first), true) = (all.first_mut(), shell::is_typeset(text)) {
        let note = "curly quotes and long dashes were read as plain ones";
        first.notes.push(note.to_owned());
    }
    (!all.is_empty()).then(|| file(all, name))
}

/// The config file of servers that were given one by one. They are one host's; commands for others are said to be skipped.
fn file(all: Vec<Given>, name: Option<&str>) -> Result<Pasted, PasteFault> {
    let host = all[0].host;
    let alone = all.len() == 1;
    let (mine, others): (Vec<Given>, Vec<Given>) = all
        .into_iter()
        .partition(|given| std::ptr::eq(given.host, host));
    let form = &mine[0].form;
    let form = if mine.len() == 1 {
        form.clone()
    } else {
        format!("{} commands, the first of them {form}", mine.len())
    };
    let mut notes = vec![if form.contains(host.name) || host.facts.lenient {
        format!("read as {form}")
    } else {
        format!("read as {form} for {}", host.name)
    }];
    let mut servers: Vec<(String, Map<String, Value>)> = Vec::new();
    for given in mine {
        let called = name.filter(|_| alone).map(str::to_owned).or(given.name);
        let called = called.unwrap_or_else(|| {
            let derived = document::derived(&given.server);
            notes.push(format!("no name is given, so it is called `{derived}`"));
            derived
        });
        notes.extend(
            given
                .notes
                .into_iter()
                .filter(|note| name.is_none() || !note.starts_with("no name")),
        );
        match servers.iter_mut().find(|(known, _)| *known == called) {
            // The same command twice, in a README for two systems, is one server; the last of others counts, as in a shell.
            Some((_, server)) => {
                if *server != given.server {
                    notes.push(format!(
                        "`{called}` is added twice, and the last one counts"
                    ));
                }
                *server = given.server;
            }
            None => servers.push((called, given.server)),
        }
    }
    let mut skipped: Vec<&str> = others.iter().map(|given| given.host.name).collect();
    skipped.dedup();
    if !skipped.is_empty() {
        notes.push(format!("commands for {} were skipped", list(&skipped)));
    }
    let text = written(host, &servers).ok_or(Lack::NoName)?;
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

#[cfg(test)]
mod tests;
