//! Who reads each argument of a command line before the server does, and the variables that it counts on.

use std::collections::HashMap;
use std::ops::Range;

use super::script::{inherited, may_be_inherited};
use super::{Launch, Unwrapped, program, unwrap, words};
use crate::model::dialect::is_name;
use crate::model::refs::{RefForm, refs};

/// Who puts values into a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadBy {
    /// The host, if anybody.
    Host,
    /// A Unix shell, also one on another machine.
    Shell,
    /// `cmd`, which knows `%X%`.
    Cmd,
    /// A header of a bridge, which puts `${X}` in itself.
    Bridge,
    /// Program text, in which `$` means something else.
    Code,
}

/// Who reads each of the arguments.
pub(crate) fn readers<'a>(
    command: &'a str,
    args: impl IntoIterator<Item = &'a str>,
) -> Vec<ReadBy> {
    let mut list = Vec::new();
    let mut state = State::default();
    state.meet(command, true);
    let mut last = command;
    for arg in args {
        list.push(state.reader(last, arg));
        state.meet(arg, false);
        last = arg;
    }
    list
}
/// What has been met on a command line so far.
#[derive(Default)]
struct State {
    shell: bool,
    code: bool,
    bridge: bool,
    split: bool,
    rest: Option<ReadBy>,
}

impl State {
    fn reader(&self, last: &str, text: &str) -> ReadBy {
        let bundle = last.strip_prefix('-').is_some_and(|letters| {
            letters.ends_with('c') && letters.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
        if self.shell && bundle || self.split && matches!(last, "-S" | "--split-string") {
            return ReadBy::Shell;
        }
        if self.code && matches!(last, "-e" | "-c" | "-p" | "-pe" | "--eval" | "--print") {
            return ReadBy::Code;
        }
        if self.bridge && (last == "--header" || text.starts_with("--header=")) {
            return ReadBy::Bridge;
        }
        self.rest.unwrap_or(ReadBy::Host)
    }

    fn meet(&mut self, text: &str, first: bool) {
        if text.len() > 260 || text.starts_with('-') {
            return;
        }
        let name = program(text).to_ascii_lowercase();
        match name.as_str() {
            "sh" | "bash" | "zsh" | "dash" | "ash" | "ksh" | "fish" => self.shell = true,
            "node" | "python" | "python3" | "deno" | "bun" | "perl" | "ruby" | "php" => {
                self.code = true
            }
            "env" => self.split = true,
            "mcp-remote" => self.bridge = true,
            // Their arguments are put together and read once more.
            "ssh" | "wsl" | "powershell" | "pwsh" => self.rest = Some(ReadBy::Shell),
            "cmd" if first => self.rest = Some(ReadBy::Cmd),
            _ => self.bridge |= name.starts_with("mcp-remote@"),
        }
    }
}

/// A variable that a command line takes from its environment by its own means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Need<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Which argument refers to it, counted from 0.
    pub(crate) arg: usize,
    /// Where in that argument.
    pub(crate) range: Range<usize>,
    /// Something else stands in for it.
    pub(crate) optional: bool,
}

/// The variables that a command line counts on: those that a container is given by name, and those that a shell or a
/// bridge puts in.
pub(crate) fn needs<'a>(command: &'a str, args: &[&'a str]) -> Vec<Need<'a>> {
    let line = unwrap(words(command, args.iter().copied()));
    let mut list = Vec::new();
    if let Some(container) = super::launch_line(&line)
        .as_ref()
        .and_then(Launch::container)
    {
        for variable in container
            .variables()
            .filter(|variable| variable.value.is_none())
        {
            let (name, word) = (variable.name.text, variable.name);
            if let Some(arg) = word.index.checked_sub(1).filter(|_| is_name(name)) {
                list.push(Need {
                    name,
                    arg,
                    range: word.range(),
                    optional: false,
                });
            }
        }
    }
    if !args.iter().any(|arg| arg.contains(['$', '%'])) {
        return list;
    }
    let elsewhere = elsewhere(&line, command);
    // What another program sets for a shell; what its script sets is found in the script.
    let mut assigned: HashMap<&str, usize> = HashMap::new();
    for word in line.wrappers.iter().flat_map(|wrapper| &wrapper.assigned) {
        let name = word.text.split('=').next().unwrap_or_default();
        assigned.entry(name).or_insert(word.index);
    }
    let power = matches!(
        program(command).to_ascii_lowercase().as_str(),
        "powershell" | "pwsh"
    );
    for (arg, reader) in readers(command, args.iter().copied())
        .into_iter()
        .enumerate()
    {
        let text = args[arg];
        // What runs on another machine or in a container has another environment.
        if elsewhere.is_some_and(|first| arg + 1 > first) {
            continue;
        }
        if power {
            list.extend(power_variables(text).map(|range| Need {
                name: &text[range.clone()],
                arg,
                range,
                optional: false,
            }));
            continue;
        }
        let wanted = |form: RefForm, name: &str| match reader {
            ReadBy::Bridge => form == RefForm::Braces,
            ReadBy::Cmd => form == RefForm::Percent && may_be_inherited(name),
            _ => false,
        };
        match reader {
            ReadBy::Bridge | ReadBy::Cmd => {
                let mut found = refs(text);
                found.retain(|found| wanted(found.form, found.name));
                list.extend(found.into_iter().map(|found| Need {
                    name: found.name,
                    arg,
                    range: found.range,
                    optional: false,
                }));
            }
            ReadBy::Shell => {
                let found = inherited(text).into_iter();
                let set_before = |name| assigned.get(name).is_some_and(|index| *index != arg + 1);
                let found = found.filter(|found| !set_before(found.name));
                list.extend(found.map(|found| Need {
                    name: found.name,
                    arg,
                    range: found.range,
                    optional: found.optional,
                }));
            }
            _ => {}
        }
    }
    list
}

/// Programs that start what they are told on another machine or in a container.
const ELSEWHERE: &[&str] = &[
    "ssh",
    "wsl",
    "docker",
    "docker-compose",
    "podman",
    "podman-compose",
    "nerdctl",
    "finch",
    "kubectl",
    "oc",
];

/// The word of the line, counted from 0, that has all further ones run elsewhere.
fn elsewhere(line: &Unwrapped<'_>, command: &str) -> Option<usize> {
    let is_one = |word: &str| {
        let name = program(word);
        ELSEWHERE
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name))
    };
    if is_one(command) {
        return Some(0);
    }
    let word = line.words.first()?;
    is_one(word.text).then_some(word.index)
}

/// The names in `$env:X` and `${env:X}`, which are all that PowerShell takes from its environment.
fn power_variables(text: &str) -> impl Iterator<Item = Range<usize>> {
    let marks = ["$env:", "${env:"].into_iter().flat_map(move |mark| {
        let starts = text.char_indices().filter_map(move |(at, _)| {
            let end = at + mark.len();
            let found = text.get(at..end)?.eq_ignore_ascii_case(mark);
            found.then_some(end)
        });
        starts.collect::<Vec<_>>()
    });
    marks.filter_map(move |start| {
        let odd = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
        let rest = &text[start..];
        let end = start + rest.find(odd).unwrap_or(rest.len());
        (end > start).then_some(start..end)
    })
}
