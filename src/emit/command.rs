//! The command of a host that adds a server.

use serde_json::{Map, Value};

use super::{EmittedServer, Shell, Unsayable, json};
use crate::host::{AddCommand, AddOption, AddShape, Format, Host, Takes};
use crate::model::{Slot, Transport};
use crate::report::is_obeyed;

/// The first of the host's commands that can say all of `server`.
pub(super) fn write(
    host: &'static Host,
    server: &EmittedServer,
    shell: Shell,
) -> Result<String, Unsayable> {
    let mut why = None;
    for add in host.commands.iter().filter(|add| !add.read_only) {
        let named = accepts(add, &server.name).then_some(());
        let line = named.ok_or_else(|| NAME.to_owned());
        let line = line.and_then(|()| one(host, add, server, shell));
        match line.and_then(|line| printable(line, server)) {
            Ok(line) => return Ok(shell.prepared(line)),
            Err(field) => why = why.or(Some(field)),
        }
    }
    Err(Unsayable {
        server: server.name.clone(),
        field: why,
    })
}

/// What is said to be wrong with a server that no command can add under its name.
pub(crate) const NAME: &str = "name";

/// Whether a command adds a server of this name. A word that starts with a dash is an option to it.
fn accepts(add: &AddCommand, name: &str) -> bool {
    let kept = add.names.reserved.contains(&name);
    !kept && add.names.fits(name) && (add.shape == AddShape::NamedJson || !name.starts_with('-'))
}

/// A line that a terminal and a log show as it is; else the field with what they would obey.
fn printable(line: String, server: &EmittedServer) -> Result<String, String> {
    let obeyed = |text: &str| is_obeyed(text) || text.contains('\r');
    if !obeyed(&line) {
        return Ok(line);
    }
    let has = |value: &Value| match value {
        Value::String(text) => obeyed(text),
        Value::Array(items) => items.iter().filter_map(Value::as_str).any(obeyed),
        Value::Object(pairs) => pairs
            .iter()
            .any(|(key, value)| obeyed(key) || value.as_str().is_some_and(obeyed)),
        _ => false,
    };
    let field = server.fields.iter().find(|(_, value)| has(value));
    Err(field.map_or(NAME, |(name, _)| name).to_owned())
}

/// The command line; else the field that it cannot say.
fn one(
    host: &'static Host,
    add: &AddCommand,
    server: &EmittedServer,
    shell: Shell,
) -> Result<String, String> {
    let words = add.words.iter().copied();
    match add.shape {
        AddShape::Words | AddShape::Program | AddShape::Line => {
            plain(host.main(), add, server, shell)
        }
        AddShape::Json => {
            let json = json(server.fields.clone().into());
            Ok(shell.line(words.chain([server.name.as_str(), &json])))
        }
        AddShape::NamedJson => Ok(shell.line(words.chain([json(server.named()).as_str()]))),
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
        line.extend([option.names[0].to_owned(), transport.name().to_owned()]);
    }
    if let Some(option) = option(Takes::Name) {
        line.push(option.names[0].to_owned());
    }
    line.push(shell.quoted(&server.name));
    match (url, option(Takes::Url)) {
        (Some(url), Some(option)) => line.extend([option.names[0].to_owned(), shell.quoted(url)]),
        (Some(url), None) => line.push(shell.quoted(url)),
        (None, _) => {}
    }
    let started = Started::new(fields.shift_remove("command"), fields.shift_remove("args"))?;
    if url.is_some() != started.is_none() {
        return Err("command".to_owned());
    }
    if let Some(started) = &started {
        line.extend(started.before_options(add, shell)?);
    }
    for (object, flag) in add.implies {
        drop_implied(&mut fields, object, flag);
    }
    for (field, value) in &fields {
        line.extend(said(add.options, field, value, shell).ok_or_else(|| field.clone())?);
    }
    if let Some(started) = &started {
        line.extend(started.after_options(add, shell));
    }
    Ok(line.join(" "))
}

/// A flag that the command sets itself is not said.
fn drop_implied(fields: &mut Map<String, Value>, object: &str, flag: &str) {
    let Some(Value::Object(members)) = fields.get_mut(object) else {
        return;
    };
    let key = flag.rsplit('.').next().unwrap_or(flag);
    if members.len() > 1 && members.get(key) == Some(&Value::Bool(true)) {
        members.shift_remove(key);
    }
}

/// A program and its arguments.
struct Started {
    program: String,
    args: Vec<String>,
}

impl Started {
    /// Nothing if there is no program; else the field that is not what it should be.
    fn new(command: Option<Value>, args: Option<Value>) -> Result<Option<Self>, String> {
        let args = match args {
            None => Vec::new(),
            Some(Value::Array(args)) => args,
            Some(_) => return Err("args".to_owned()),
        };
        let text = |value: Value| match value {
            Value::String(text) => Ok(text),
            _ => Err("args".to_owned()),
        };
        let args: Vec<String> = args.into_iter().map(text).collect::<Result<_, _>>()?;
        match command {
            Some(Value::String(program)) => Ok(Some(Self { program, args })),
            None if args.is_empty() => Ok(None),
            _ => Err("command".to_owned()),
        }
    }

    /// What stands before the options.
    fn before_options(&self, add: &AddCommand, shell: Shell) -> Result<Vec<String>, String> {
        let mut words = Vec::new();
        let option = |takes: Takes| add.options.iter().find(|option| option.takes == takes);
        if let Some(program) = option(Takes::Program) {
            words.extend([program.names[0].to_owned(), shell.quoted(&self.program)]);
            let joined = [(Takes::ArgumentLine, " "), (Takes::ArgumentCommas, ",")];
            let found = joined
                .iter()
                .find_map(|(takes, between)| Some((option(*takes)?, *between)));
            let (option, between) = found.ok_or_else(|| "args".to_owned())?;
            if !self.args.is_empty() {
                let args = joinable(self.args.iter(), between).ok_or_else(|| "args".to_owned())?;
                words.extend([option.names[0].to_owned(), shell.quoted(&args)]);
            }
            return Ok(words);
        }
        match add.shape {
            AddShape::Program => words.push(shell.quoted(&self.program)),
            AddShape::Line => {
                let all = std::iter::once(&self.program).chain(&self.args);
                let line = joinable(all, " ").ok_or_else(|| "args".to_owned())?;
                words.push(shell.quoted(&line));
            }
            _ => {}
        }
        Ok(words)
    }

    /// What stands behind them.
    fn after_options(&self, add: &AddCommand, shell: Shell) -> Vec<String> {
        let has_option = add
            .options
            .iter()
            .any(|option| option.takes == Takes::Program);
        let dashes = shell.dashes().to_owned();
        let mut words = match add.shape {
            _ if has_option => return Vec::new(),
            AddShape::Program if self.args.is_empty() => return Vec::new(),
            AddShape::Program => vec![dashes],
            AddShape::Words => vec![dashes, shell.quoted(&self.program)],
            _ => return Vec::new(),
        };
        words.extend(self.args.iter().map(|arg| shell.quoted(arg)));
        words
    }
}

/// Words as one, if it can be taken apart again.
fn joinable<'w>(words: impl Iterator<Item = &'w String>, between: &str) -> Option<String> {
    let words: Vec<&str> = words.map(String::as_str).collect();
    let odd = |c: char| c.is_whitespace() || "'\"\\`$;|&<>()*?#~".contains(c);
    let fits = |word: &&str| !word.is_empty() && !word.contains(between) && !word.contains(odd);
    words.iter().all(fits).then(|| words.join(between))
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

/// The words that set `field` to `value`.
fn said(options: &[AddOption], field: &str, value: &Value, shell: Shell) -> Option<Vec<String>> {
    // An object may be an option each for what is in it.
    if let Value::Object(members) = value
        && !options
            .iter()
            .any(|option| matches!(option.takes, Takes::Pair(name, _) | Takes::CutPair(name, _) | Takes::Json(name) if name == field))
    {
        let inner = |(key, value): (&String, &Value)| {
            said(options, &format!("{field}.{key}"), value, shell)
        };
        let words: Option<Vec<Vec<String>>> = members.iter().map(inner).collect();
        return words.map(|words| words.concat());
    }
    let sets = |option: &&AddOption| match option.takes {
        Takes::Pair(name, _)
        | Takes::CutPair(name, _)
        | Takes::Text(name)
        | Takes::Number(name)
        | Takes::Commas(name)
        | Takes::Each(name)
        | Takes::Json(name)
        | Takes::Flag(name)
        | Takes::Off(name) => name == field,
        _ => false,
    };
    let option = options.iter().filter(sets).find(|option| {
        !matches!(
            (option.takes, value),
            (Takes::Flag(_), Value::Bool(false)) | (Takes::Off(_), Value::Bool(true))
        )
    })?;
    let spelled = || option.names[0].to_owned();
    match (option.takes, value) {
        (Takes::CutPair(_, separator), Value::Object(pairs))
            if pairs
                .values()
                .any(|value| value.as_str().is_none_or(|text| text.contains(separator))) =>
        {
            None
        }
        (Takes::Pair(_, separator) | Takes::CutPair(_, separator), Value::Object(pairs)) => {
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
        (Takes::Each(_), Value::Array(items)) => {
            let mut words = Vec::new();
            for item in items {
                words.extend([spelled(), shell.quoted(item.as_str()?)]);
            }
            // Without a single one, nobody hears that there are none.
            (!words.is_empty()).then_some(words)
        }
        (Takes::Json(_), Value::Object(_)) => {
            Some(vec![spelled(), shell.quoted(&json(value.clone()))])
        }
        (Takes::Flag(_), Value::Bool(true)) | (Takes::Off(_), Value::Bool(false)) => {
            Some(vec![spelled()])
        }
        _ => None,
    }
}
