//! What can be said in a configuration. The parser, its messages and the schema are made from this description.

use crate::convert::Expand;
use crate::diagnostic::Level;
use crate::glob::Against;
use crate::hosts::HOSTS;
use crate::lint::RULES;

use super::settings::{Mode, Preset};

/// A table with a fixed set of keys.
#[derive(Debug)]
pub(super) struct Table {
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
    pub(super) shape: Shape,
    /// What it is for, shown by editors.
    pub(super) about: &'static str,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// One of these words.
    Word(&'static Words),
    /// Any text that is not blank.
    Text,
    /// A number of bytes.
    Size,
    /// A JSON pointer.
    Pointer,
    Glob(Against),
    Globs(Against),
    /// Patterns for packages, perhaps with an ecosystem in front.
    Packages,
    /// Patterns for addresses.
    Addresses,
    Table(&'static Table),
    /// At least one table.
    Tables(&'static Table),
    /// Keys and values that are words.
    Choices(&'static Words, &'static Words),
    /// Keys that are patterns for paths, and values that are words.
    Owners(&'static Words),
}

/// A closed set of words.
#[derive(Debug)]
pub(super) struct Words {
    /// What each of them is.
    pub(super) noun: &'static str,
    pub(super) list: fn() -> Vec<&'static str>,
    /// Where people find them, if there are too many for a message.
    pub(super) found: Option<&'static str>,
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

static PRESET: Words = Words {
    noun: "preset",
    list: || spelled(Preset::WORDS),
    found: None,
};
static LEVEL: Words = Words {
    noun: "level",
    list: || spelled(LEVELS),
    found: None,
};
static MODE: Words = Words {
    noun: "mode",
    list: || spelled(Mode::WORDS),
    found: None,
};
static EXPAND: Words = Words {
    noun: "way to expand",
    list: || spelled(Expand::WORDS),
    found: None,
};
static RULE: Words = Words {
    noun: "rule",
    list: || RULES.iter().map(|rule| rule.id).collect(),
    found: Some("`mcpconv rules` lists them"),
};
static HOST: Words = Words {
    noun: "host",
    list: || {
        HOSTS
            .iter()
            .flat_map(|host| [host.id].into_iter().chain(host.aliases.iter().copied()))
            .collect()
    },
    found: None,
};

const fn key(name: &'static str, shape: Shape, about: &'static str) -> Key {
    Key {
        name,
        required: false,
        shape,
        about,
    }
}

const fn required(name: &'static str, shape: Shape, about: &'static str) -> Key {
    Key {
        name,
        required: true,
        shape,
        about,
    }
}

/// The whole file.
pub(super) static ROOT: Table = Table {
    name: "the configuration",
    keys: &[
        key("preset", Shape::Word(&PRESET), "How strict to be."),
        key(
            "rules",
            Shape::Choices(&RULE, &LEVEL),
            "The level of each rule; `off` silences it.",
        ),
        key("files", Shape::Table(&FILES), "Which files to look at."),
        key(
            "ignore",
            Shape::Tables(&IGNORE),
            "Findings that do not count.",
        ),
        key(
            "policy",
            Shape::Table(&POLICY),
            "What servers may be. Everything else is a policy-violation.",
        ),
        key(
            "sync",
            Shape::Table(&SYNC),
            "What `mcpconv sync` keeps equal.",
        ),
    ],
    either: &[],
};

static FILES: Table = Table {
    name: "`[files]`",
    keys: &[
        key(
            "include",
            Shape::Globs(Against::Paths),
            "More files to look at.",
        ),
        key(
            "exclude",
            Shape::Globs(Against::Paths),
            "Files and folders to leave alone.",
        ),
        key(
            "max-size",
            Shape::Size,
            "The largest file to read, such as `16MB`.",
        ),
        key(
            "hosts",
            Shape::Owners(&HOST),
            "Whose files these are, where the path does not tell. The last pattern that fits counts.",
        ),
    ],
    either: &[],
};

static IGNORE: Table = Table {
    name: "`[[ignore]]`",
    keys: &[
        required("rule", Shape::Word(&RULE), "The rule."),
        key(
            "file",
            Shape::Glob(Against::Paths),
            "Only in files with such a path.",
        ),
        key(
            "server",
            Shape::Glob(Against::Names),
            "Only for servers with such a name.",
        ),
        key(
            "pointer",
            Shape::Pointer,
            "Only at this place of the document and below it.",
        ),
        required("reason", Shape::Text, "Why this is fine."),
    ],
    either: &[],
};

static POLICY: Table = Table {
    name: "`[policy]`",
    keys: &[
        key(
            "commands",
            Shape::Globs(Against::Parts),
            "The only programs that servers may start.",
        ),
        key(
            "packages",
            Shape::Packages,
            "The only packages that servers may come from, such as `@acme/*` or `pypi:acme-*`.",
        ),
        key(
            "urls",
            Shape::Addresses,
            "The only addresses that servers may be reached at, such as `https://*.acme.dev/**`.",
        ),
    ],
    either: &[],
};

static SYNC: Table = Table {
    name: "`[sync]`",
    keys: &[
        required("source", Shape::Text, "The file to copy servers from."),
        key("from", Shape::Word(&HOST), "Whose file that is."),
        required(
            "target",
            Shape::Tables(&TARGET),
            "The files to copy servers to.",
        ),
    ],
    either: &[],
};

static TARGET: Table = Table {
    name: "`[[sync.target]]`",
    keys: &[
        key("host", Shape::Word(&HOST), "Whose file to write."),
        key("file", Shape::Text, "Which file to write."),
        key(
            "servers",
            Shape::Globs(Against::Names),
            "Only servers with such names.",
        ),
        key(
            "skip",
            Shape::Globs(Against::Names),
            "No servers with such names.",
        ),
        key(
            "mode",
            Shape::Word(&MODE),
            "`merge` keeps servers that only the target has, `mirror` removes them.",
        ),
        key(
            "expand",
            Shape::Word(&EXPAND),
            "When to put in the values of variables.",
        ),
    ],
    either: &["host", "file"],
};
