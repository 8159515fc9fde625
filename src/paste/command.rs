//! Commands that add a server to a host, and plain ones that start a server.

use serde_json::{Map, Value};

use super::shell::{ShellPiece, ShellWord};
use super::{Given, PasteFault, json, name};
use crate::host::{AddCommand, AddOption, AddShape, Format, Host, Kind, Takes, Write};
use crate::hosts::HOSTS;
use crate::model::{Part, Slot, Transport};

/// Programs that start servers. Whatever else is in a text (`cd`, `npm install`) is no server.
const RUNNERS: &[&str] = &[
    "npx", "uvx", "bunx", "docker", "podman", "uv", "pipx", "pnpm", "yarn", "bun", "node",
    "python", "python3", "deno", "dnx",
];

/// Packages that are run once to write a config file.
const INSTALLERS: &[&str] = &["@smithery/cli", "install-mcp", "mcp-get", "mcp-installer"];

/// What `command` gives, if it is one that we know.
///
/// # Errors
/// It is one, and something is missing or wrong.
pub(super) fn read(command: &[ShellWord]) -> Option<Result<Given, PasteFault>> {
    let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
    let words: Vec<&str> = texts.iter().map(String::as_str).collect();
    let skipped = words.iter().take_while(|word| **word == "sudo").count();
    let (words, command) = (&words[skipped..], &command[skipped..]);
    if let Some((host, add, length)) = adds(words) {
        return Some(add_command(host, add, &command[length..]));
    }
    let set = words.iter().take_while(|word| is_assignment(word)).count();
    let program = crate::launch::program(words.get(set)?);
    let runs = RUNNERS.contains(&program)
        && words.len() > set + 1
        && !matches!(
            (program, words[set + 1]),
            ("pnpm" | "yarn" | "bun", "install" | "add" | "run" | "build")
        )
        && !matches!((program, words[set + 1]), ("docker" | "podman", word) if word != "run")
        && !matches!((program, words[set + 1]), ("uv", word) if !matches!(word, "run" | "tool" | "x" | "--directory"))
        && !matches!(words[set + 1], "--version" | "--help" | "-v" | "-h" | "-V");
    runs.then(|| plain(&command[..set], &command[set..]))
}

/// The host and the command that `words` begin with, and how many words that takes.
fn adds(words: &[&str]) -> Option<(&'static Host, &'static AddCommand, usize)> {
    let mut all = HOSTS
        .iter()
        .flat_map(|host| host.commands.iter().map(move |add| (*host, add)));
    // `npx -y add-mcp@latest` runs `add-mcp`.
    let runner = usize::from(matches!(words.first(), Some(&("npx" | "bunx"))));
    let flags = words[runner..]
        .iter()
        .take_while(|word| runner == 1 && matches!(**word, "-y" | "--yes"))
        .count();
    let skipped = runner + flags;
    let words = &words[skipped..];
    let begins = |add: &AddCommand| {
        let mut pairs = add.words.iter().zip(words);
        let mut first = true;
        words.len() >= add.words.len()
            && pairs.all(|(known, word)| {
                let word = if first && runner == 1 {
                    word.rsplit_once('@').map_or(
                        *word,
                        |(name, _)| if name.is_empty() { *word } else { name },
                    )
                } else if first {
                    crate::launch::program(word)
                } else {
                    word
                };
                first = false;
                *known == word
            })
    };
    all.find(|(_, add)| begins(add))
        .map(|(host, add)| (host, add, skipped + add.words.len()))
}

fn is_assignment(word: &str) -> bool {
    word.split_once('=')
        .is_some_and(|(name, _)| is_variable(name))
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// A server that is started by hand: `KEY=value npx -y package`.
fn plain(set: &[ShellWord], command: &[ShellWord]) -> Result<Given, PasteFault> {
    let lenient = HOSTS.iter().copied().find(|host| host.facts.lenient);
    let host = lenient.ok_or(PasteFault::NoName)?;
    let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
    let words: Vec<&str> = texts.iter().map(String::as_str).collect();
    let package =
        crate::launch::launch_words(crate::launch::words(words[0], words[1..].iter().copied()));
    if let Some(name) = package.and_then(|launch| launch.package.published())
        && INSTALLERS.contains(&name)
    {
        return Err(PasteFault::Installer(name.to_owned()));
    }
    let mut entry = Draft::new(host, Transport::Stdio);
    entry.run(command);
    for word in set {
        entry.pair("env", '=', word)?;
    }
    Ok(entry.done(format!("a `{}` command", words[0]), None))
}

/// What stands behind the words of an [`AddCommand`].
fn add_command(
    host: &'static Host,
    add: &AddCommand,
    words: &[ShellWord],
) -> Result<Given, PasteFault> {
    let form = format!("a `{}` command", add.words.join(" "));
    let told = Told::new(add, words)?;
    if matches!(add.shape, AddShape::Json | AddShape::NamedJson) {
        return from_json(host, add, &told, form);
    }
    let mut rest = told.rest.iter();
    let mut name = told.name.clone();
    let url_by_option = told.url.clone();
    if name.is_none() && !names_itself(add) {
        name = rest.next().map(ShellWord::text);
    }
    let mut command: Vec<ShellWord> = rest.cloned().chain(told.command).collect();
    // Without a name, what was taken for it is the server itself.
    if let (Some(only), true, None) = (&name, command.is_empty(), &url_by_option)
        && is_url(only)
    {
        command = vec![told.rest[0].clone()];
        name = None;
    }
    let url = match (&url_by_option, command.as_slice()) {
        (Some(url), _) => Some(url.clone()),
        (None, [first, ..]) if is_url(&first.text()) => Some(first.clone()),
        _ => None,
    };
    let transport = match (told.transport, &url) {
        (Some(transport), _) => transport,
        (None, Some(_)) => Transport::Http,
        (None, None) => Transport::Stdio,
    };
    let mut entry = Draft::new(host, transport);
    match url {
        Some(url) if transport != Transport::Stdio => entry.url(&url)?,
        _ if command.is_empty() => return Err(PasteFault::NoServer(form)),
        _ if transport != Transport::Stdio => return Err(PasteFault::NoUrl(form)),
        // `add-mcp` is given a package, and runs it with npx.
        _ if names_itself(add)
            && command.len() == 1
            && told.arguments.is_empty()
            && is_package(&command[0]) =>
        {
            entry.run(&npx(&command[0]));
        }
        _ if names_itself(add) => {
            let mut whole = if is_package(&command[0]) {
                npx(&command[0])
            } else {
                super::shell::commands(&command[0].text())
                    .into_iter()
                    .next()
                    .unwrap_or_default()
            };
            whole.extend(told.arguments.iter().cloned());
            entry.run(&whole);
        }
        _ => entry.run(&command),
    }
    for (takes, value) in &told.values {
        entry.option(*takes, value)?;
    }
    if told.transport.is_none() && transport != Transport::Stdio && has_transport(add) {
        entry
            .notes
            .push("no transport is given; HTTP was assumed for the URL".to_owned());
    }
    Ok(entry.done(form, name))
}

/// Whether the name is an option, and what stands there is a URL, a package or a command line.
fn names_itself(add: &AddCommand) -> bool {
    add.options.iter().any(|option| option.takes == Takes::Name)
}

fn has_transport(add: &AddCommand) -> bool {
    add.options
        .iter()
        .any(|option| option.takes == Takes::Transport)
}

fn is_package(word: &ShellWord) -> bool {
    let text = word.text();
    !text.contains(char::is_whitespace) && !text.starts_with(['/', '.'])
}

fn npx(package: &ShellWord) -> Vec<ShellWord> {
    let word = |text: &str| ShellWord {
        pieces: vec![ShellPiece::Text(text.to_owned())],
    };
    vec![word("npx"), word("-y"), package.clone()]
}

pub(super) fn is_url(text: &str) -> bool {
    ["http://", "https://", "ws://", "wss://"]
        .iter()
        .any(|scheme| text.starts_with(scheme))
}

/// A server that is given as JSON.
fn from_json(
    host: &'static Host,
    add: &AddCommand,
    told: &Told<'_>,
    form: String,
) -> Result<Given, PasteFault> {
    let mut rest = told.rest.iter();
    let mut name = match add.shape {
        AddShape::Json => rest.next().map(ShellWord::text),
        _ => None,
    };
    let text = rest.next().map(ShellWord::text);
    let text = text.ok_or_else(|| PasteFault::NoServer(form.clone()))?;
    let mended = json::mend(&text).ok_or_else(|| PasteFault::NoJson(form.clone()))?;
    let Some(mut server) = json::object(&mended.text) else {
        return Err(PasteFault::NoJson(form));
    };
    if let (None, Some(Value::String(own))) = (&name, server.get("name")) {
        name = Some(own.clone());
    }
    if add.shape == AddShape::NamedJson {
        server.remove("name");
    }
    Ok(Given {
        host,
        name,
        server,
        form,
        notes: Vec::new(),
    })
}

/// The words of a command, by what they are for.
struct Told<'a> {
    add: &'a AddCommand,
    name: Option<String>,
    url: Option<ShellWord>,
    transport: Option<Transport>,
    values: Vec<(Takes, ShellWord)>,
    arguments: Vec<ShellWord>,
    rest: Vec<ShellWord>,
    /// What stands after `--`.
    command: Vec<ShellWord>,
}

impl<'a> Told<'a> {
    fn new(add: &'a AddCommand, words: &[ShellWord]) -> Result<Self, PasteFault> {
        let mut told = Self {
            add,
            name: None,
            url: None,
            transport: None,
            values: Vec::new(),
            arguments: Vec::new(),
            rest: Vec::new(),
            command: Vec::new(),
        };
        let mut words = words.iter().peekable();
        while let Some(word) = words.next() {
            let text = word.text();
            if text == "--" {
                told.command = words.cloned().collect();
                break;
            }
            let (spelled, joined) = match text.split_once('=') {
                Some((spelled, _)) if text.starts_with("--") => {
                    (spelled, Some(word.after(spelled.len() + 1)))
                }
                _ => (text.as_str(), None),
            };
            let known = add
                .options
                .iter()
                .find(|option| option.names.contains(&spelled));
            let Some(option) = known
                .filter(|option| told.is_mine(option, words.peek().copied(), joined.is_some()))
            else {
                if text.starts_with('-') && text.len() > 1 && !told.has_program() {
                    return Err(PasteFault::UnknownOption(text));
                }
                told.rest.push(word.clone());
                continue;
            };
            if matches!(option.takes, Takes::Flag(_) | Takes::AsideFlag) {
                told.take(option.takes, word.clone())?;
                continue;
            }
            let value = joined.or_else(|| words.next().cloned());
            let value = value.ok_or_else(|| PasteFault::NoValue(text.clone()))?;
            told.take(option.takes, value)?;
            // `-e A=1 B=2` is two of them.
            if let Takes::Pair(_, separator) = option.takes {
                while let Some(more) =
                    words.next_if(|word| looks_like_a_pair(&word.text(), separator))
                {
                    told.take(option.takes, more.clone())?;
                }
            }
        }
        Ok(told)
    }

    /// Whether a program stands there already, whose options the rest may be.
    fn has_program(&self) -> bool {
        let before = usize::from(!names_itself(self.add));
        self.rest
            .get(before)
            .is_some_and(|word| !is_url(&word.text()))
    }

    /// Whether an option is the command's own, and not the program's.
    fn is_mine(&self, option: &AddOption, next: Option<&ShellWord>, joined: bool) -> bool {
        let pair = |separator| next.is_some_and(|word| looks_like_a_pair(&word.text(), separator));
        match option.takes {
            _ if !self.has_program() || joined => true,
            Takes::Pair(_, separator) => pair(separator),
            _ => false,
        }
    }

    fn take(&mut self, takes: Takes, value: ShellWord) -> Result<(), PasteFault> {
        match takes {
            Takes::Name => self.name = Some(value.text()),
            Takes::Url => self.url = Some(value),
            Takes::Argument => self.arguments.push(value),
            Takes::Transport => {
                let word = value.text();
                let transport = transport(&word).ok_or(PasteFault::UnknownTransport(word))?;
                self.transport = Some(transport);
            }
            Takes::Aside | Takes::AsideFlag => {}
            takes => self.values.push((takes, value)),
        }
        Ok(())
    }
}

fn transport(word: &str) -> Option<Transport> {
    match word.to_ascii_lowercase().as_str() {
        "stdio" | "local" => Some(Transport::Stdio),
        "http" | "streamable-http" | "streamablehttp" | "streamable_http" => Some(Transport::Http),
        "sse" => Some(Transport::Sse),
        "ws" => Some(Transport::Ws),
        _ => None,
    }
}

fn looks_like_a_pair(text: &str, separator: char) -> bool {
    let (name, value) = text.split_once(separator).unwrap_or_default();
    let header = |name: &str| {
        name.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
    };
    !name.is_empty() && !name.starts_with('-') && header(name) && !value.starts_with("//")
}

/// A server in its host's own fields.
struct Draft {
    host: &'static Host,
    format: &'static Format,
    transport: Transport,
    server: Map<String, Value>,
    derived: String,
    notes: Vec<String>,
}

impl Draft {
    fn new(host: &'static Host, transport: Transport) -> Self {
        let format = host.main();
        let mut server = Map::new();
        let spelling = format
            .spelling(transport)
            .filter(|spelling| !spelling.implied);
        if let (Some(tag), Some(spelling)) = (format.transports.tag, spelling) {
            put(&mut server, tag, spelling.word.into());
        }
        Self {
            host,
            format,
            transport,
            server,
            derived: String::new(),
            notes: Vec::new(),
        }
    }

    fn field(&self, slot: Slot) -> Option<(&'static str, Kind)> {
        let mut fields = self.format.fields.iter();
        let fits = |field: &&crate::host::Field| {
            field.slot == slot && field.on.has(self.transport) && field.write != Write::Never
        };
        fields.find(fits).map(|field| (field.name, field.kind))
    }

    /// Text in the place of `slot`. What the shell would put in becomes a reference.
    fn value(&mut self, slot: Slot, word: &ShellWord) -> Value {
        let dialect = self.format.dialect(slot);
        let mut text = String::new();
        for piece in &word.pieces {
            match piece {
                ShellPiece::Text(plain) => text.push_str(plain),
                ShellPiece::Variable(name, default) => {
                    let part = Part::env(name.clone(), default.as_deref());
                    match dialect.spell(&part) {
                        Some(reference) => text.push_str(&reference),
                        None => {
                            let name_of_host = self.host.name;
                            self.notes.push(format!("{name_of_host} has no references here, so the text `${name}` was kept"));
                            text.push_str(&format!("${{{name}}}"));
                        }
                    }
                }
            }
        }
        text.into()
    }

    fn url(&mut self, url: &ShellWord) -> Result<(), PasteFault> {
        let (field, _) = self
            .field(Slot::Url)
            .ok_or(PasteFault::NoRemote(self.host.name))?;
        self.derived = name::of_url(&url.text());
        let value = self.value(Slot::Url, url);
        put(&mut self.server, field, value);
        Ok(())
    }

    fn run(&mut self, command: &[ShellWord]) {
        let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
        let Some((first, rest)) = command.split_first() else {
            return;
        };
        let words: Vec<&str> = texts[1..].iter().map(String::as_str).collect();
        self.derived = name::of_command(&texts[0], &words);
        let program = self.value(Slot::Command, first);
        let args: Vec<Value> = rest
            .iter()
            .map(|word| self.value(Slot::Args, word))
            .collect();
        match self.field(Slot::Command) {
            Some((field, Kind::Argv | Kind::LineOrArgv)) => {
                let whole: Vec<Value> = std::iter::once(program).chain(args).collect();
                put(&mut self.server, field, whole.into());
            }
            Some((field, _)) => {
                put(&mut self.server, field, program);
                if let Some((field, _)) = self.field(Slot::Args).filter(|_| !args.is_empty()) {
                    put(&mut self.server, field, args.into());
                }
            }
            None => {}
        }
    }

    fn slot_of(&self, field: &str) -> Slot {
        let mut fields = self.format.fields.iter();
        fields
            .find(|known| known.name == field)
            .map_or(Slot::Native, |known| known.slot)
    }

    fn pair(
        &mut self,
        field: &'static str,
        separator: char,
        word: &ShellWord,
    ) -> Result<(), PasteFault> {
        let text = word.text();
        let (name, _) = text
            .split_once(separator)
            .ok_or(PasteFault::NoPair(separator))?;
        let mut value = word.after(name.len() + separator.len_utf8());
        if let Some(ShellPiece::Text(text)) = value.pieces.first_mut() {
            *text = text.trim_start().to_owned();
        }
        // `--env KEY=$KEY` is what some hosts have a list of names for.
        let own = matches!(value.pieces.as_slice(), [ShellPiece::Variable(variable, None)] | [ShellPiece::Text(_), ShellPiece::Variable(variable, None)] if variable == name && value.text() == format!("${{{name}}}"));
        let handed = self
            .format
            .fields
            .iter()
            .find(|field| field.kind == Kind::EnvNames);
        let has_references = self.format.dialect(Slot::Env).has_variables();
        if let (true, Some(handed), Slot::Env, false) =
            (own, handed, self.slot_of(field), has_references)
        {
            let list = self
                .server
                .entry(handed.name)
                .or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(list) = list {
                list.push(name.trim().into());
            }
            return Ok(());
        }
        let slot = self.slot_of(field);
        let value = self.value(slot, &value);
        put(
            &mut self.server,
            &format!("{field}\u{0}{}", name.trim()),
            value,
        );
        Ok(())
    }

    fn option(&mut self, takes: Takes, word: &ShellWord) -> Result<(), PasteFault> {
        match takes {
            Takes::Pair(field, separator) => self.pair(field, separator, word)?,
            Takes::Text(field) => {
                let value = self.value(self.slot_of(field), word);
                put(&mut self.server, field, value);
            }
            Takes::Number(field) => {
                let text = word.text();
                let number: serde_json::Number = text
                    .parse()
                    .map_err(|_| PasteFault::NoNumber(text.clone()))?;
                put(&mut self.server, field, number.into());
            }
            Takes::Commas(field) => {
                let text = word.text();
                let words = text
                    .split(',')
                    .map(str::trim)
                    .filter(|word| !word.is_empty());
                let words: Vec<Value> = words.map(Into::into).collect();
                put(&mut self.server, field, words.into());
            }
            Takes::Flag(field) => put(&mut self.server, field, true.into()),
            _ => {}
        }
        Ok(())
    }

    fn done(self, form: String, name: Option<String>) -> Given {
        let mut notes = self.notes;
        let name = name.unwrap_or_else(|| {
            notes.push(format!("no name is given; it is called `{}`", self.derived));
            self.derived
        });
        Given {
            host: self.host,
            name: Some(name),
            server: self.server,
            form,
            notes,
        }
    }
}

/// Puts `value` at a path of keys, which stand between dots, or after a NUL where they may have dots themselves.
fn put(server: &mut Map<String, Value>, path: &str, value: Value) {
    let (path, key) = path
        .split_once('\u{0}')
        .map_or((path, None), |(path, key)| (path, Some(key)));
    let mut keys: Vec<&str> = path.split('.').collect();
    keys.extend(key);
    let Some((last, way)) = keys.split_last() else {
        return;
    };
    let mut at = server;
    for key in way {
        let inner = at.entry(*key).or_insert_with(|| Value::Object(Map::new()));
        let Value::Object(inner) = inner else {
            return;
        };
        at = inner;
    }
    match (at.get_mut(*last), value) {
        (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
        (_, value) => {
            at.insert((*last).to_owned(), value);
        }
    }
}
