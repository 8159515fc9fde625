//! Programs that only start another program: what they start, and how.

use super::options::{OptionTable, scan};
use super::word::{Word, split_cmd, split_shell};

/// What stands in front of the program that is really meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WrapperKind {
    /// `cmd /c`.
    Cmd,
    /// `sh -c`, and the same with `bash`, `zsh`, `dash` and `busybox sh`.
    Shell,
    /// `env`.
    Env,
    /// `sudo` or `doas`.
    Elevated,
    /// `wsl`.
    Wsl,
}

/// One wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrapper<'a> {
    /// What it is.
    pub kind: WrapperKind,
    /// The word that names it.
    pub word: Word<'a>,
    /// The text that it reads as a command line of its own.
    pub script: Option<Word<'a>>,
    /// Variables that it sets, each as `NAME=value`.
    pub assigned: Vec<Word<'a>>,
}

/// A command line without its wrappers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unwrapped<'a> {
    /// The program that is meant and its arguments. Empty if a shell runs more than one plain command, which is then
    /// the script of the last wrapper, and if there is nothing to run.
    pub words: Vec<Word<'a>>,
    /// What was in front of it, outermost first.
    pub wrappers: Vec<Wrapper<'a>>,
}

impl Unwrapped<'_> {
    /// Whether a shell does something that is not one plain command.
    #[must_use]
    pub(crate) fn is_script(&self) -> bool {
        self.words.is_empty()
            && self
                .wrappers
                .last()
                .is_some_and(|wrapper| wrapper.script.is_some())
    }
}

/// Takes wrappers away until something else is in front.
#[must_use]
pub(crate) fn unwrap<'a>(words: Vec<Word<'a>>) -> Unwrapped<'a> {
    // Nobody wraps deeper, except to keep us busy.
    const DEEPEST: usize = 16;
    let mut done = Unwrapped {
        words,
        wrappers: Vec::new(),
    };
    let mut at = 0;
    while let Some((wrapper, next)) = done
        .words
        .get(at..)
        .filter(|_| done.wrappers.len() < DEEPEST)
        .and_then(wrapper)
    {
        done.wrappers.push(wrapper);
        match next {
            Next::Skip(count) => at += count,
            Next::Words(words) => (done.words, at) = (words, 0),
        }
    }
    done.words.drain(..at.min(done.words.len()));
    done
}

/// The name of a program without its folder and the endings that Windows gives to programs.
#[must_use]
pub(crate) fn program(word: &str) -> &str {
    let folder = word.bytes().rposition(|byte| matches!(byte, b'/' | b'\\'));
    let name = folder.map_or(word, |at| &word[at + 1..]);
    let stem = name.len().saturating_sub(4);
    match name.get(stem..) {
        Some(ending)
            if stem > 0
                && [".exe", ".cmd"]
                    .iter()
                    .any(|known| ending.eq_ignore_ascii_case(known)) =>
        {
            &name[..stem]
        }
        _ => name,
    }
}

/// Which of `commands` a line starts by way of a folder, an ending of Windows or a shell that does nothing else.
#[must_use]
pub(crate) fn started<'c>(line: &Unwrapped<'_>, commands: &[&'c str]) -> Option<&'c str> {
    let shells = [WrapperKind::Shell, WrapperKind::Cmd];
    let bare =
        |wrapper: &Wrapper<'_>| shells.contains(&wrapper.kind) && wrapper.assigned.is_empty();
    let name = program(line.words.first()?.text);
    let known = commands
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name))?;
    line.wrappers.iter().all(bare).then_some(*known)
}

/// What installers put on Windows as scripts (`npx.cmd`) rather than programs. `uvx`, `bunx`, `node`, `deno` and `docker`
/// are programs.
static SCRIPTS: &[&str] = &[
    "corepack", "npm", "npx", "pnpm", "pnpx", "ts-node", "tsx", "yarn", "yarnpkg",
];

/// Whether Windows has only a script of that name, which needs `cmd` to be started.
#[must_use]
pub(crate) fn is_script(word: &str) -> bool {
    let name = program(word);
    SCRIPTS.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Commands that are part of `cmd` itself: no program has that name to start without it.
static CMD_BUILTINS: &[&str] = &[
    "assoc", "break", "call", "cd", "chdir", "cls", "color", "copy", "date", "del", "dir", "dpath",
    "echo", "endlocal", "erase", "exit", "for", "ftype", "goto", "if", "keys", "md", "mkdir",
    "mklink", "move", "path", "pause", "popd", "prompt", "pushd", "rd", "rem", "ren", "rename",
    "rmdir", "set", "setlocal", "shift", "start", "time", "title", "type", "ver", "verify", "vol",
];

/// Commands that only mean something within a shell.
static SHELL_BUILTINS: &[&str] = &[
    ".", ":", "alias", "builtin", "cd", "command", "eval", "exec", "export", "hash", "set",
    "shift", "source", "trap", "ulimit", "umask", "unset", "wait",
];

/// Whether a wrapper of this kind carries `word` out itself, so that it cannot be started without the wrapper.
#[must_use]
pub(crate) fn is_builtin(kind: WrapperKind, word: &str) -> bool {
    match kind {
        // `@` keeps a command quiet, and a bracket groups several.
        WrapperKind::Cmd => {
            let word = word.trim_start_matches(['@', '(']);
            CMD_BUILTINS
                .iter()
                .any(|known| known.eq_ignore_ascii_case(word))
        }
        WrapperKind::Shell => SHELL_BUILTINS.contains(&word),
        _ => false,
    }
}

/// Whether `cmd` reads `word` as something between commands or as a redirection, such as `&&`, `1&&` and `2>nul`.
#[must_use]
pub(crate) fn is_cmd_operator(word: &str) -> bool {
    let marks = ['&', '|', '<', '>'];
    let whole = word.contains(marks)
        && word
            .chars()
            .all(|c| marks.contains(&c) || c.is_ascii_digit());
    let redirects = word
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .starts_with('>');
    whole || redirects || word.starts_with(['&', '|']) || word.ends_with(['&', '|'])
}

/// What is left after one wrapper.
enum Next<'a> {
    /// The same words without the first ones.
    Skip(usize),
    /// Words that came out of a text.
    Words(Vec<Word<'a>>),
}

static SUDO: OptionTable = OptionTable {
    values: &[
        "user",
        "group",
        "host",
        "prompt",
        "close-from",
        "chroot",
        "chdir",
        "role",
        "type",
        "command-timeout",
        "other-user",
    ],
    letters: "u=user g=group h=host p=prompt C=close-from R=chroot D=chdir r=role t=type T=command-timeout U=other-user",
    ..OptionTable::NONE
};
static DOAS: OptionTable = OptionTable {
    values: &["user", "config"],
    letters: "u=user C=config",
    ..OptionTable::NONE
};
static WSL: OptionTable = OptionTable {
    values: &[
        "distribution",
        "distribution-id",
        "user",
        "cd",
        "shell-type",
    ],
    letters: "d=distribution u=user",
    ..OptionTable::NONE
};
static ENV: OptionTable = OptionTable {
    values: &["unset", "chdir", "split-string"],
    letters: "u=unset C=chdir S=split-string P=chdir",
    ..OptionTable::NONE
};
static SHELL: OptionTable = OptionTable {
    values: &["rcfile", "init-file", "o"],
    letters: "o=o c=c",
    ..OptionTable::NONE
};

fn wrapper<'a>(words: &[Word<'a>]) -> Option<(Wrapper<'a>, Next<'a>)> {
    let (first, rest) = words.split_first()?;
    let name = program(first.text);
    let named = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(name));
    let made = |kind, assigned| Wrapper {
        kind,
        word: *first,
        script: None,
        assigned,
    };
    let prefix = |kind, rest: &[Word<'a>]| {
        let assigned = &rest[..assignments(rest)];
        let skipped = words.len() - rest.len() + assigned.len();
        Some((made(kind, assigned.to_vec()), Next::Skip(skipped)))
    };
    if named(&["cmd"]) {
        cmd(made(WrapperKind::Cmd, Vec::new()), rest)
    } else if named(&["sh", "bash", "zsh", "dash", "ash"]) {
        shell(made(WrapperKind::Shell, Vec::new()), rest)
    } else if named(&["busybox"])
        && rest
            .first()
            .is_some_and(|word| matches!(word.text, "sh" | "ash"))
    {
        shell(made(WrapperKind::Shell, Vec::new()), &rest[1..])
    } else if named(&["env"]) {
        let (flags, rest) = scan(rest, &ENV);
        match flags
            .iter()
            .find(|flag| flag.name == "split-string")
            .and_then(|flag| flag.value)
        {
            Some(script) => Some(env_script(made(WrapperKind::Env, Vec::new()), script, rest)),
            // `env -` is `env -i`.
            None if rest.first().is_some_and(|word| word.text == "-") => {
                prefix(WrapperKind::Env, &rest[1..])
            }
            None => prefix(WrapperKind::Env, rest),
        }
    } else if named(&["sudo"]) {
        prefix(WrapperKind::Elevated, scan(rest, &SUDO).1)
    } else if named(&["doas"]) {
        prefix(WrapperKind::Elevated, scan(rest, &DOAS).1)
    } else if named(&["wsl"]) {
        // `wsl ~` starts in the home folder.
        let (_, rest) = scan(rest, &WSL);
        let rest = if rest.first().is_some_and(|word| word.text == "~") {
            scan(&rest[1..], &WSL).1
        } else {
            rest
        };
        Some((
            made(WrapperKind::Wsl, Vec::new()),
            Next::Skip(words.len() - rest.len()),
        ))
    } else {
        None
    }
}

/// How many arguments of `cmd` are in front of what it runs: `/c`, and before it what says how it does that, such as `/d` and
/// `/s`. Nothing if it runs nothing; an argument that is not known is none of them.
pub(crate) fn cmd_switches<'a>(args: impl Iterator<Item = Option<&'a str>>) -> Option<usize> {
    let mut switches = args.map_while(|arg| arg.filter(|arg| arg.starts_with('/')));
    let last = switches.position(|arg| arg.eq_ignore_ascii_case("/c"))?;
    Some(last + 1)
}

/// `cmd /c` runs the words behind it; a first word with spaces is a command line of its own, unless it is a path.
fn cmd<'a>(mut wrapper: Wrapper<'a>, rest: &[Word<'a>]) -> Option<(Wrapper<'a>, Next<'a>)> {
    let switches = cmd_switches(rest.iter().map(|word| Some(word.text)))?;
    let rest = &rest[switches..];
    let Some((first, more)) = rest.split_first() else {
        return Some((wrapper, Next::Skip(switches + 1)));
    };
    if more.iter().any(|word| is_cmd_operator(word.text)) {
        wrapper.script = Some(*first);
        return Some((wrapper, Next::Words(Vec::new())));
    }
    let is_path = first
        .text
        .split_whitespace()
        .next()
        .is_some_and(|word| word.contains(['\\', '/']));
    if is_path || !first.text.contains(char::is_whitespace) {
        return Some((wrapper, Next::Skip(switches + 1)));
    }
    wrapper.script = Some(*first);
    let words = split_cmd(first).map(|mut words| {
        words.extend_from_slice(more);
        words
    });
    Some((wrapper, Next::Words(words.unwrap_or_default())))
}

/// `sh -c` takes its first operand for a command line; what follows are that line's own arguments. Without `-c` the
/// operand is a file, which is not a wrapper.
fn shell<'a>(mut wrapper: Wrapper<'a>, rest: &[Word<'a>]) -> Option<(Wrapper<'a>, Next<'a>)> {
    let (flags, rest) = scan(rest, &SHELL);
    flags.iter().find(|flag| flag.name == "c")?;
    wrapper.script = Some(*rest.first()?);
    let mut words = wrapper
        .script
        .as_ref()
        .and_then(split_shell)
        .unwrap_or_default();
    wrapper.assigned = words.drain(..assignments(&words)).collect();
    if words.first().is_some_and(|word| word.text == "exec")
        && words.get(1).is_some_and(|word| !word.text.starts_with('-'))
    {
        words.remove(0);
    }
    Some((wrapper, Next::Words(words)))
}

/// `env -S` splits a text and puts the words in front of its operands.
fn env_script<'a>(
    mut wrapper: Wrapper<'a>,
    script: Word<'a>,
    rest: &[Word<'a>],
) -> (Wrapper<'a>, Next<'a>) {
    wrapper.script = Some(script);
    let mut words = split_shell(&script).unwrap_or_default();
    wrapper.assigned = words.drain(..assignments(&words)).collect();
    if !words.is_empty() {
        words.extend_from_slice(rest);
    }
    (wrapper, Next::Words(words))
}

/// How many words in front of a command set variables.
fn assignments(words: &[Word<'_>]) -> usize {
    let set = |word: &&Word<'_>| is_assignment(word.text);
    words.iter().take_while(set).count()
}

/// Whether a word in front of a command sets a variable.
#[must_use]
pub(crate) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|c: char| c.is_ascii_digit())
            && name.chars().all(|c| c == '_' || c.is_ascii_alphanumeric())
    })
}
