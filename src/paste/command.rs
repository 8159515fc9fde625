//! Commands that add a server to a host, and plain ones that start a server.

mod told;

use serde_json::Value;

use self::told::ToldOptions;
use super::draft::{DraftServer, put};
use super::fault::{Lack, PasteFault};
use super::shell::{ShellPiece, ShellWord};
use super::{Given, json};
use crate::host::{AddCommand, AddShape, Host, Takes, ends_in_sse};
use crate::hosts::HOSTS;
use crate::launch::{is_assignment, launch_words, program};
use crate::model::Transport;

/// Programs that start servers. Whatever else is in a text (`cd`, `npm install`) is no server.
const RUNNERS: &[&str] = &[
    "npx", "uvx", "bunx", "docker", "podman", "uv", "pipx", "pnpm", "yarn", "bun", "node",
    "python", "python3", "deno", "dnx",
];

/// Packages that are run once to write a config file.
const INSTALLERS: &[&str] = &["@smithery/cli", "install-mcp", "mcp-get", "mcp-installer"];

/// What `command` gives, if it is one that we know. A server that it starts gets the variables that were `set` before.
///
/// # Errors
/// It is one, and something is missing or wrong.
pub(super) fn read(command: &[ShellWord], set: &[ShellWord]) -> Option<Result<Given, PasteFault>> {
    let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
    let words: Vec<&str> = texts.iter().map(String::as_str).collect();
    let skipped = prompt(&words);
    let before = |word: &&&str| matches!(**word, "sudo" | "env" | "!");
    let skipped = skipped + words[skipped..].iter().take_while(before).count();
    let (words, command) = (&words[skipped..], &command[skipped..]);
    if let Some(command) = without_equals(command) {
        return read(&command, set);
    }
    if let Some(added) = adds(words) {
        let form = form(&added.words.join(" "));
        let given = add_command(
            added.host,
            added.add,
            &command[added.words.len() + added.runner..],
        )
        .map_err(|lack| lack.of(&form));
        return Some(given.map(|draft| draft.given(form, added.note())));
    }
    let own = words.iter().take_while(|word| is_assignment(word)).count();
    let program = program(words.get(own)?);
    let next = *words.get(own + 1)?;
    let runs = RUNNERS.contains(&program)
        && !matches!(
            (program, next),
            ("pnpm" | "yarn" | "bun", "install" | "add" | "run" | "build")
        )
        && !matches!((program, next), ("docker" | "podman", word) if word != "run")
        && !matches!((program, next), ("uv", word) if !matches!(word, "run" | "tool" | "x" | "--directory"))
        && !matches!(next, "--version" | "--help" | "-v" | "-h" | "-V");
    runs.then(|| {
        let set: Vec<ShellWord> = set.iter().chain(&command[..own]).cloned().collect();
        let form = form(program);
        plain(&set, &command[own..])
            .map(|draft| draft.given(form.clone(), None))
            .map_err(|lack| lack.of(&form))
    })
}

/// What a command is called in a sentence.
fn form(words: &str) -> String {
    let article = if words.starts_with(['a', 'e', 'i', 'o']) {
        "an"
    } else {
        "a"
    };
    format!("{article} `{words}` command")
}

/// A command whose own option has its value behind an equals sign: `code --add-mcp={…}`.
fn without_equals(command: &[ShellWord]) -> Option<Vec<ShellWord>> {
    let [program, word, rest @ ..] = command else {
        return None;
    };
    let text = word.text();
    let (option, _) = text.split_once('=')?;
    let hosts = HOSTS.iter();
    let mut commands = hosts.flat_map(|host| host.commands);
    let known = commands.any(|add| option.starts_with("--") && add.words.get(1) == Some(&option));
    known.then(|| {
        let mut words = vec![program.clone(), ShellWord::plain(option)];
        words.push(word.after(option.len() + 1));
        words.extend_from_slice(rest);
        words
    })
}

/// How many words a prompt takes that was copied along: `PS C:\\src>`, `me@host:~/src$`, `(venv) $`.
fn prompt(words: &[&str]) -> usize {
    let ends = |word: &str| word.ends_with(['$', '%', '#', '>', '❯']);
    match words {
        ["PS", path, ..] if path.ends_with('>') => 2,
        [place, mark, ..] if place.starts_with('(') && place.ends_with(')') && ends(mark) => 2,
        [word, ..] if ends(word) && word.contains(['@', ':', '~', '\\', '/']) => 1,
        _ => 0,
    }
}

/// The variables that a command sets for those after it, each as `NAME=value`.
pub(super) fn exports(command: &[ShellWord]) -> Option<Vec<ShellWord>> {
    let (first, rest) = command.split_first()?;
    // PowerShell: `$env:NAME = "value"`.
    if let [ShellPiece::Variable(name, None), tail @ ..] = first.pieces.as_slice() {
        if name == crate::emit::LEGACY {
            return Some(Vec::new());
        }
        let mut whole = ShellWord::plain(name);
        whole.pieces.extend(tail.iter().cloned());
        whole
            .pieces
            .extend(rest.iter().flat_map(|word| word.pieces.clone()));
        let whole = whole.merged();
        return is_assignment(&whole.text()).then(|| vec![whole]);
    }
    let is_set = matches!(first.text().as_str(), "export" | "set");
    let assigned = rest.iter().all(|word| is_assignment(&word.text()));
    (is_set && !rest.is_empty() && assigned).then(|| rest.to_vec())
}

/// The server at a URL, if that is all there is.
pub(super) fn address(text: &str) -> Option<Result<Given, PasteFault>> {
    let url = text.trim().trim_matches(['<', '>', '`']);
    if !is_url(url) || url.contains(char::is_whitespace) {
        return None;
    }
    let form = "the URL of a server".to_owned();
    let host = lenient()?;
    let transport = match ends_in_sse(url) {
        true => Transport::Sse,
        false => Transport::Http,
    };
    let mut draft = DraftServer::new(host, transport);
    let found = draft.url(&ShellWord::plain(url));
    let assumed = format!("{} was assumed", transport.label());
    draft.notes.push(assumed);
    Some(
        found
            .map(|()| draft.given(form.clone(), None))
            .map_err(|lack| lack.of(&form)),
    )
}

/// The host that stands for any, where none is named.
pub(super) fn lenient() -> Option<&'static Host> {
    HOSTS.iter().copied().find(|host| host.facts.lenient)
}

/// The command that a line begins with.
struct Added<'w> {
    host: &'static Host,
    add: &'static AddCommand,
    /// Its own words.
    words: Vec<&'w str>,
    /// How many words stand before them.
    runner: usize,
    /// It is no command of a host that we know, and only looks like one.
    stranger: bool,
}

impl Added<'_> {
    fn note(&self) -> Option<String> {
        let known = self.add.words.join(" ");
        let program = self.words.first().copied().unwrap_or_default();
        self.stranger
            .then(|| format!("`{program}` is not known, so it was read like `{known}`"))
    }
}

/// The host and the command that `words` begin with.
fn adds<'w>(words: &[&'w str]) -> Option<Added<'w>> {
    let all = || {
        let hosts = HOSTS.iter();
        hosts.flat_map(|host| host.commands.iter().map(move |add| (*host, add)))
    };
    // `npx -y add-mcp@latest` runs `add-mcp`.
    let runs = usize::from(matches!(words.first(), Some(&("npx" | "bunx" | "pnpx"))));
    let flags = words[runs..]
        .iter()
        .take_while(|word| runs == 1 && matches!(**word, "-y" | "--yes"))
        .count();
    let runner = runs + flags;
    let words = &words[runner..];
    let (first, rest) = words.split_first()?;
    let first = match first.rsplit_once('@') {
        Some((name, _)) if runs == 1 && !name.is_empty() => name,
        _ if runs == 1 => first,
        _ => program(first),
    };
    let begins = |add: &AddCommand| {
        add.words[0] == first
            && rest.len() >= add.words.len() - 1
            && add.words[1..]
                .iter()
                .zip(rest)
                .all(|(known, word)| known == word)
    };
    let known = all().find(|(_, add)| begins(add));
    // The commands of most hosts look alike.
    let alike = || {
        let is_add = |add: &AddCommand| add.words.len() == 3 && rest.starts_with(&add.words[1..]);
        let plain = first
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
        let like = all().find(|(_, add)| plain && runs == 0 && is_add(add));
        lenient().zip(like.map(|(_, add)| add))
    };
    let stranger = known.is_none();
    let (host, add) = known.or_else(alike)?;
    let words = std::iter::once(first).chain(rest[..add.words.len() - 1].iter().copied());
    Some(Added {
        host,
        add,
        words: words.collect(),
        runner,
        stranger,
    })
}

/// A server that is started by hand: `KEY=value npx -y package`.
fn plain(set: &[ShellWord], command: &[ShellWord]) -> Result<DraftServer, Lack> {
    let host = lenient().ok_or(Lack::NoName)?;
    let texts: Vec<String> = command.iter().map(ShellWord::text).collect();
    let words: Vec<&str> = texts.iter().map(String::as_str).collect();
    let package = launch_words(crate::launch::words(words[0], words[1..].iter().copied()));
    if let Some(name) = package.and_then(|launch| launch.package.published())
        && INSTALLERS.contains(&name)
    {
        return Err(Lack::Installer(name.to_owned()));
    }
    let what = match words[0] {
        "docker" | "podman" => Some("image"),
        "npx" | "uvx" | "bunx" | "dnx" => Some("package"),
        _ => None,
    };
    let said = words[1..].iter().filter(|word| **word != "run");
    if let Some(what) = what.filter(|_| said.clone().all(|word| word.starts_with('-'))) {
        return Err(Lack::NoPackage(what));
    }
    let mut entry = DraftServer::new(host, Transport::Stdio);
    entry.run(command);
    for word in set {
        entry.pair("env", '=', word)?;
    }
    Ok(entry)
}

/// What stands behind the words of an [`AddCommand`].
fn add_command(
    host: &'static Host,
    add: &AddCommand,
    words: &[ShellWord],
) -> Result<DraftServer, Lack> {
    let mut told = ToldOptions::new(add, words)?;
    // `--` may stand before all that is no option.
    if told.rest.is_empty() && told.name.is_none() && !names_itself(add) {
        let texts: Vec<String> = told.command.iter().map(ShellWord::text).collect();
        if let [first, second, ..] = texts.as_slice()
            && !RUNNERS.contains(&first.as_str())
            && !second.starts_with('-')
        {
            told.rest.push(told.command.remove(0));
        }
    }
    if matches!(add.shape, AddShape::Json | AddShape::NamedJson) {
        return from_json(host, add, &told);
    }
    let mut rest = told.rest.iter();
    let mut name = told.name.clone();
    if name.is_none() && !names_itself(add) {
        name = rest.next().map(ShellWord::text);
    }
    let rest = rest.cloned().chain(told.command.iter().cloned());
    let mut command: Vec<ShellWord> = match &told.program {
        Some(program) => {
            let arguments = told.arguments.iter().cloned();
            std::iter::once(program.clone())
                .chain(arguments)
                .chain(rest)
                .collect()
        }
        None => rest.collect(),
    };
    // Without a name, what was taken for it is the server itself.
    if let (Some(only), true, None) = (&name, command.is_empty(), &told.url)
        && is_url(only)
    {
        command = vec![told.rest[0].clone()];
        name = None;
    }
    let url = match (&told.url, command.as_slice()) {
        (Some(url), _) => Some(url.clone()),
        (None, [first, ..]) if is_url(&first.text()) => Some(first.clone()),
        _ => None,
    };
    let transport = match (told.transport, &url) {
        (Some(transport), _) => transport,
        (None, Some(_)) => Transport::Http,
        (None, None) => Transport::Stdio,
    };
    let mut entry = DraftServer::new(host, transport);
    match url {
        Some(url) if transport != Transport::Stdio => entry.url(&url)?,
        _ if transport != Transport::Stdio => return Err(Lack::NoUrl),
        _ if command.is_empty() => return Err(Lack::NoServer),
        _ if add.shape == AddShape::Line => {
            let mut whole = match command.as_slice() {
                // `add-mcp` is given a package, and runs it with npx.
                [only] if names_itself(add) && is_package(only) => npx(only),
                [line] => split(line),
                _ => command,
            };
            whole.extend(told.arguments.iter().cloned());
            entry.run(&whole);
        }
        _ => entry.run(&command),
    }
    for (takes, value) in &told.values {
        entry.option(*takes, value)?;
    }
    for (object, flag) in add.implies {
        if entry.server.contains_key(*object) {
            put(&mut entry.server, flag, true.into());
        }
    }
    if told.transport.is_none() && transport != Transport::Stdio && has_transport(add) {
        entry
            .notes
            .push("no transport is given; HTTP was assumed for the URL".to_owned());
    }
    entry.name = name;
    Ok(entry)
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

/// The words of a command line that is one word.
fn split(line: &ShellWord) -> Vec<ShellWord> {
    let commands = super::shell::commands(&line.text());
    commands.into_iter().next().unwrap_or_default()
}

fn npx(package: &ShellWord) -> Vec<ShellWord> {
    vec![
        ShellWord::plain("npx"),
        ShellWord::plain("-y"),
        package.clone(),
    ]
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
    told: &ToldOptions<'_>,
) -> Result<DraftServer, Lack> {
    let mut rest = told.rest.iter();
    let mut name = match add.shape {
        AddShape::Json => rest.next().map(ShellWord::text),
        _ => None,
    };
    let text = rest.next().map(ShellWord::text);
    let text = text.ok_or(Lack::NoServer)?;
    let mut server = json::argument(&text).ok_or(Lack::NoJson)?;
    if let (None, Some(Value::String(own))) = (&name, server.get("name")) {
        name = Some(own.clone());
    }
    if add.shape == AddShape::NamedJson {
        server.remove("name");
    }
    let mut entry = DraftServer::new(host, Transport::Stdio);
    (entry.name, entry.server) = (name, server);
    Ok(entry)
}
