//! The command of a host that adds a server.

use serde_json::{Map, Value};

use super::{EmittedServer, Shell, Unsayable};
use crate::host::{AddCommand, AddOption, AddShape, Format, Host, Takes};
use crate::model::{Slot, Transport};

/// The first of the host's commands that can say all of `server`.
pub(super) fn write(
    host: &'static Host,
    server: &EmittedServer,
    shell: Shell,
) -> Result<String, Unsayable> {
    let mut why = None;
    for add in host.commands {
        match one(host, add, server, shell) {
            Ok(line) => return Ok(line),
            Err(field) => why = why.or(Some(field)),
        }
    }
    Err(Unsayable {
        server: server.name.clone(),
        field: why,
    })
}

/// The command line; else the field that it cannot say.
fn one(
    host: &'static Host,
    add: &AddCommand,
    server: &EmittedServer,
    shell: Shell,
) -> Result<String, String> {
    let words = add.words.iter().copied();
    let json = |fields: Map<String, Value>| Value::Object(fields).to_string();
    match add.shape {
        AddShape::Words | AddShape::Program => plain(host.main(), add, server, shell),
        AddShape::Json => {
            let json = json(server.fields.clone());
            Ok(shell.line(words.chain([server.name.as_str(), &json])))
        }
        AddShape::NamedJson => {
            let mut named = Map::new();
            named.insert("name".to_owned(), server.name.as_str().into());
            named.extend(server.fields.clone());
            Ok(shell.line(words.chain([json(named).as_str()])))
        }
    }
}

/// A command whose options are fields.
fn plain(
    format: &'static Format,
    add: &AddCommand,
    server: &EmittedServer,
    shell: Shell,
) -> Result<String, String> {
    let mut fields = server.fields.clone();
    let transport = transport(format, &mut fields);
    let mut line: Vec<String> = add.words.iter().map(|word| (*word).to_owned()).collect();
    let option = |takes: Takes| add.options.iter().find(|option| option.takes == takes);
    let url = format
        .fields
        .iter()
        .filter(|field| field.slot == Slot::Url)
        .find_map(|field| fields.shift_remove(field.name));
    let url = url.as_ref().and_then(Value::as_str);
    if let Some(option) = option(Takes::Transport).filter(|_| transport != Transport::Stdio) {
        line.extend([option.names[0].to_owned(), word(transport).to_owned()]);
    }
    line.push(shell.quoted(&server.name));
    match (url, option(Takes::Url)) {
        (Some(url), Some(option)) => line.extend([option.names[0].to_owned(), shell.quoted(url)]),
        (Some(url), None) => line.push(shell.quoted(url)),
        (None, _) => {}
    }
    let command = fields.shift_remove("command");
    let args = fields.shift_remove("args");
    for (field, value) in &fields {
        line.extend(said(add.options, field, value, shell).ok_or_else(|| field.clone())?);
    }
    if url.is_some() {
        return match (command, args) {
            (None, None) => Ok(line.join(" ")),
            _ => Err("command".to_owned()),
        };
    }
    let program = command.as_ref().and_then(Value::as_str);
    let program = program.ok_or_else(|| "command".to_owned())?;
    let args = match args {
        None => Vec::new(),
        Some(Value::Array(args)) => args,
        Some(_) => return Err("args".to_owned()),
    };
    let dashes = shell.dashes().to_owned();
    let program = shell.quoted(program);
    match add.shape {
        AddShape::Program if args.is_empty() => line.push(program),
        AddShape::Program => line.extend([program, dashes]),
        _ => line.extend([dashes, program]),
    }
    for arg in &args {
        line.push(shell.quoted(arg.as_str().ok_or_else(|| "args".to_owned())?));
    }
    Ok(line.join(" "))
}

/// The transport of a server, whose tag is taken off.
fn transport(format: &Format, fields: &mut Map<String, Value>) -> Transport {
    let tag = format
        .transports
        .tag
        .and_then(|tag| fields.shift_remove(tag));
    let word = tag.as_ref().and_then(Value::as_str);
    let by_word = word.and_then(|word| {
        let mut words = format.transports.words.iter();
        words.find(|known| known.word == word)
    });
    let by_key = || {
        let mut keys = format.transports.infer.iter();
        keys.find(|(key, _)| fields.contains_key(*key))
            .map_or(Transport::Stdio, |(_, transport)| *transport)
    };
    by_word.map_or_else(by_key, |known| known.transport)
}

/// The word of every command line for a transport.
fn word(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "stdio",
        Transport::Http => "http",
        Transport::Sse => "sse",
        Transport::Ws => "ws",
    }
}

/// The words that set `field` to `value`.
fn said(options: &[AddOption], field: &str, value: &Value, shell: Shell) -> Option<Vec<String>> {
    // An object may be an option each for what is in it.
    if let Value::Object(members) = value
        && !options
            .iter()
            .any(|option| matches!(option.takes, Takes::Pair(name, _) if name == field))
    {
        let inner = |(key, value): (&String, &Value)| {
            said(options, &format!("{field}.{key}"), value, shell)
        };
        let words: Option<Vec<Vec<String>>> = members.iter().map(inner).collect();
        return words.map(|words| words.concat());
    }
    let sets = |option: &&AddOption| match option.takes {
        Takes::Pair(name, _)
        | Takes::Text(name)
        | Takes::Number(name)
        | Takes::Commas(name)
        | Takes::Flag(name) => name == field,
        _ => false,
    };
    let option = options.iter().find(sets)?;
    let spelled = || option.names[0].to_owned();
    match (option.takes, value) {
        (Takes::Pair(_, separator), Value::Object(pairs)) => {
            let mut words = Vec::new();
            for (name, value) in pairs {
                let blank = if separator == ':' { " " } else { "" };
                let pair = format!("{name}{separator}{blank}{}", value.as_str()?);
                words.extend([spelled(), shell.quoted(&pair)]);
            }
            Some(words)
        }
        (Takes::Text(_), Value::String(text)) => Some(vec![spelled(), shell.quoted(text)]),
        (Takes::Number(_), Value::Number(number)) => Some(vec![spelled(), number.to_string()]),
        (Takes::Commas(_), Value::Array(items)) => {
            let items: Option<Vec<&str>> = items.iter().map(Value::as_str).collect();
            let items = items.filter(|items| items.iter().all(|item| !item.contains(',')))?;
            Some(vec![spelled(), shell.quoted(&items.join(","))])
        }
        (Takes::Flag(_), Value::Bool(true)) => Some(vec![spelled()]),
        _ => None,
    }
}
