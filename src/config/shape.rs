//! What can be said in a configuration. The parser, its messages and the schema are made from this description.

use crate::convert::Expand;
use crate::diagnostic::Level;
use crate::glob::Against;
use crate::hosts::HOSTS;
use crate::lint::RULES;

use super::settings::{Mode, Preset};

/// A table with a fixed set of keys.
#[derive(Debug)]
pub(super) struct KeyTable {
    /// How messages call it.
    pub(super) name: &'static str,
    pub(super) keys: &'static [Key],
    /// Keys of which one is needed.
    pub(super) either: &'static [&'static str],
}

#[derive(Debug)]
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) required: bool,
    pub(super) shape: KeyShape,
    /// What it is for, shown by editors.
    pub(super) about: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum KeyShape {
    /// One of these words.
    Word(&'static WordList),
    /// Any text that is not blank.
    Text,
    /// A number of bytes.
    Size,
    /// A JSON pointer.
    Pointer,
    Glob(Against),
    Globs(Against),
    /// Any number of these words.
    Words(&'static WordList),
    /// Patterns for packages, perhaps with an ecosystem in front.
    Packages,
    /// Patterns for addresses.
    Addresses,
    Table(&'static KeyTable),
    /// At least one table.
    Tables(&'static KeyTable),
    /// Keys and values that are words.
    Choices(&'static WordList, &'static WordList),
    /// Keys that are patterns for paths, and values that are words.
    Owners(&'static WordList),
}

/// A closed set of words.
#[derive(Debug)]
pub(super) struct WordList {
    /// What each of them is.
    pub(super) noun: &'static str,
    pub(super) list: fn() -> Vec<&'static str>,
    /// Where people find them, if there are too many for a message.
    pub(super) found: Option<&'static str>,
}

const fn word_list(noun: &'static str, list: fn() -> Vec<&'static str>) -> WordList {
    WordList {
        noun,
        list,
        found: None,
    }
}

/// What `word` stands for.
pub(super) fn meaning<T: Copy>(words: &[(&str, T)], word: &str) -> Option<T> {
    words
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, meaning)| *meaning)
}

fn spelled<T>(words: &[(&'static str, T)]) -> Vec<&'static str> {
    words.iter().map(|(word, _)| *word).collect()
}

pub(super) const LEVELS: &[(&str, Option<Level>)] = &[
    ("off", None),
    ("info", Some(Level::Info)),
    ("warning", Some(Level::Warning)),
    ("error", Some(Level::Error)),
];

static PRESET: WordList = word_list("preset", || spelled(Preset::WORDS));
static LEVEL: WordList = word_list("level", || spelled(LEVELS));
static MODE: WordList = word_list("mode", || spelled(Mode::WORDS));
static EXPAND: WordList = word_list("way to expand", || spelled(Expand::WORDS));
static RULE: WordList = WordList {
    noun: "rule",
    list: || RULES.iter().map(|rule| rule.id).collect(),
    found: Some("`mcpconv rules` lists them"),
};
static HOST: WordList = word_list("host", || {
    let hosts = HOSTS.iter();
    hosts
        .flat_map(|host| [host.id].into_iter().chain(host.aliases.iter().copied()))
        .collect()
});

const fn key(name: &'static str, shape: KeyShape, about: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        about,
    }
}

const fn required(name: &'static str, shape: KeyShape, about: &'static str) -> Key {
    Key {
        required: true,
        ..key(name, shape, about)
    }
}

/// The whole file.
pub(super) static ROOT: KeyTable = KeyTable {
    name: "the configuration",
    keys: &[
        key("preset", KeyShape::Word(&PRESET), "How strict to be."),
        key(
            "rules",
            KeyShape::Choices(&RULE, &LEVEL),
            "The level of each rule; `off` silences it.",
        ),
        key("files", KeyShape::Table(&FILES), "Which files to look at."),
        key(
            "baseline",
            KeyShape::Text,
            "Findings that were there before, as `mcpconv lint --write-baseline` wrote them.",
        ),
        key(
            "ignore",
            KeyShape::Tables(&IGNORE),
            "Findings that do not count.",
        ),
        key(
            "policy",
            KeyShape::Table(&POLICY),
            "What servers may be. Everything else is a policy-violation.",
        ),
        key(
            "sync",
            KeyShape::Table(&SYNC),
            "What `mcpconv sync` keeps equal.",
        ),
    ],
    either: &[],
};

static FILES: KeyTable = KeyTable {
    name: "`[files]`",
    keys: &[
        key(
            "include",
            KeyShape::Globs(Against::Paths),
            "More files to look at.",
        ),
        key(
            "exclude",
            KeyShape::Globs(Against::Paths),
            "Files and folders to leave alone.",
        ),
        key(
            "max-size",
            KeyShape::Size,
            "The largest file to read, such as `16MB`.",
        ),
        key(
            "hosts",
            KeyShape::Owners(&HOST),
            "Hosts of files whose path does not tell it. The last pattern that matches counts.",
        ),
    ],
    either: &[],
};

static IGNORE: KeyTable = KeyTable {
    name: "`[[ignore]]`",
    keys: &[
        required("rule", KeyShape::Word(&RULE), "The rule."),
        key(
            "file",
            KeyShape::Glob(Against::Paths),
            "Only in files with such a path.",
        ),
        key(
            "server",
            KeyShape::Glob(Against::Names),
            "Only for servers with such a name.",
        ),
        key(
            "pointer",
            KeyShape::Pointer,
            "Only at this location of the document and below it.",
        ),
        required("reason", KeyShape::Text, "Why this is fine."),
    ],
    either: &[],
};

static POLICY: KeyTable = KeyTable {
    name: "`[policy]`",
    keys: &[
        key(
            "commands",
            KeyShape::Globs(Against::Parts),
            "The only programs that servers may start.",
        ),
        key(
            "packages",
            KeyShape::Packages,
            "The only packages that servers may come from, such as `@acme/*` or `pypi:acme-*`.",
        ),
        key(
            "urls",
            KeyShape::Addresses,
            "The only URLs that servers may have, such as `https://*.acme.dev/**`.",
        ),
    ],
    either: &[],
};

static SYNC: KeyTable = KeyTable {
    name: "`[sync]`",
    keys: &[
        required("source", KeyShape::Text, "The file to copy servers from."),
        key("from", KeyShape::Word(&HOST), "Host of the source file."),
        required(
            "target",
            KeyShape::Tables(&TARGET),
            "The files to copy servers to.",
        ),
    ],
    either: &[],
};

static TARGET: KeyTable = KeyTable {
    name: "`[[sync.target]]`",
    keys: &[
        key("host", KeyShape::Word(&HOST), "Host of the target file."),
        key("file", KeyShape::Text, "Which file to write."),
        key(
            "servers",
            KeyShape::Globs(Against::Names),
            "Only servers with such names.",
        ),
        key(
            "skip",
            KeyShape::Globs(Against::Names),
            "No servers with such names.",
        ),
        key(
            "mode",
            KeyShape::Word(&MODE),
            "`merge` keeps servers that only the target has, `mirror` removes them.",
        ),
        key(
            "expand",
            KeyShape::Word(&EXPAND),
            "When to expand references.",
        ),
        key(
            "accept",
            KeyShape::Words(&RULE),
            "Losses that are known, by rule, and not reported again.",
        ),
    ],
    either: &["host", "file"],
};
