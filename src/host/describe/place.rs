//! A kind of file that a host reads.

use super::{Cost, Gate, Host, Scope};
use crate::host::{Format, SourceFormat, is_bare};
use crate::syntax::{Language, Node};

/// A kind of file a host reads, and how.
///
/// Fields that the documentation does not list are tables of ours, which change with every version.
#[derive(Debug)]
#[non_exhaustive]
pub struct Place {
    /// Which paths; `~` is the user's home.
    pub globs: &'static [&'static str],
    /// Who shares the file.
    pub scope: Scope,
    /// The file is this host's own, not one it borrows from another.
    pub own: bool,
    /// What its servers look like; places may share one.
    #[doc(hidden)]
    pub format: &'static Format,
    /// The language.
    pub language: Language,
    /// Comments are accepted (JSON).
    #[doc(hidden)]
    pub comments: bool,
    /// The one of the host's programs that refuses comments, where another accepts them.
    #[doc(hidden)]
    pub strict: Option<&'static str>,
    /// Trailing commas are accepted (JSON), or multi-line inline tables (TOML).
    #[doc(hidden)]
    pub trailing_commas: bool,
    /// A byte-order mark is accepted.
    #[doc(hidden)]
    pub bom: bool,
    /// Half of a surrogate pair in a string is accepted (JSON), and becomes U+FFFD.
    #[doc(hidden)]
    pub halves: bool,
    /// White space of all kinds is accepted between tokens (JSON).
    #[doc(hidden)]
    pub any_blanks: bool,
    /// Bytes that are not UTF-8 are accepted, and become U+FFFD.
    #[doc(hidden)]
    pub any_bytes: bool,
    /// What a file costs whose text cannot be parsed.
    #[doc(hidden)]
    pub unreadable: Cost,
    /// What something else costs where the servers should be, if that is more than the file.
    #[doc(hidden)]
    pub misshapen: Option<Cost>,
    /// Where the servers are; `*` stands for any key.
    pub roots: &'static [&'static [&'static str]],
    /// Where only one of the roots is read: all of them, in the order in which the host looks for them.
    #[doc(hidden)]
    pub first_root: &'static [&'static [&'static str]],
    /// Whether the document itself may be the map of servers.
    #[doc(hidden)]
    pub bare: BareMap,
    /// The document itself may be one server, which is called as its file is.
    #[doc(hidden)]
    pub single: bool,
    /// What the servers of a list are called whose items have no names, one after the other.
    #[doc(hidden)]
    pub unnamed: &'static [&'static str],
    /// Servers are a list, each with its `name`, and not a map.
    #[doc(hidden)]
    pub list: bool,
    /// A list in the place of the map is used as JavaScript uses it: the positions of the servers are their names.
    #[doc(hidden)]
    pub numbered: bool,
    /// A server of a list may have an empty name.
    #[doc(hidden)]
    pub empty_names: bool,
    /// A member of the map that is no server but holds further ones.
    #[doc(hidden)]
    pub inner: Option<&'static str>,
    /// Fields that must be objects there, each with the keys that hold what it is elsewhere.
    #[doc(hidden)]
    pub inner_objects: &'static [(&'static str, &'static [&'static str])],
    /// Fields with another key there, which is one of their aliases.
    #[doc(hidden)]
    pub inner_names: &'static [(&'static str, &'static str)],
    /// A bad server costs itself alone there.
    #[doc(hidden)]
    pub inner_alone: bool,
    /// Members of the map that are settings for all servers.
    #[doc(hidden)]
    pub beside: &'static [&'static str],
    /// The host does not take a file without any server.
    #[doc(hidden)]
    pub never_empty: bool,
    /// The host complains about an object without the key of the servers.
    #[doc(hidden)]
    pub needs_root: bool,
    /// What a file without anything in it costs; nothing here if that is a matter of the language.
    #[doc(hidden)]
    pub blank: Option<Cost>,
    /// What a document costs that is no object; nothing here if that is as bad as one that cannot be parsed.
    #[doc(hidden)]
    pub no_object: Option<Cost>,
    /// A name without quotes that YAML takes for a number, a boolean or nothing costs the server.
    #[doc(hidden)]
    pub text_names: bool,
    /// `null` in the place of the servers is none of them, and no mistake.
    #[doc(hidden)]
    pub null_servers: bool,
    /// Keys elsewhere in the file that switch servers off or limit them.
    #[doc(hidden)]
    pub gates: &'static [Gate],
    /// What a value of another type costs in one of those keys, where the host checks them.
    #[doc(hidden)]
    pub wrong_gate: Option<Cost>,
    /// Where the questions are that references of the form `${input:…}` name.
    #[doc(hidden)]
    pub prompts: Option<&'static [&'static str]>,
    /// The file is no config file but describes a server in other words, which are read and never written.
    #[doc(hidden)]
    pub source: Option<&'static SourceFormat>,
    /// Of two servers with one name the first counts.
    #[doc(hidden)]
    pub first_wins: bool,
    /// The file is about servers alone, so that any other key at its top is a mistake.
    #[doc(hidden)]
    pub alone: bool,
    /// Keys at the top of such a file that the host knows besides those of servers, gates and questions.
    #[doc(hidden)]
    pub keys: &'static [&'static str],
    /// The key of a list beside the servers with tools that run without asking, as `@server/tool`, or `@server` for all.
    #[doc(hidden)]
    pub approves: Option<&'static str>,
    /// What an unknown key at the top of such a file costs.
    #[doc(hidden)]
    pub unknown_key: Cost,
    /// Keys that must be there, nested ones joined by dots, each with the string that a new document has. Nested ones
    /// stand in the frame of a new document.
    #[doc(hidden)]
    pub required: &'static [(&'static str, &'static str)],
    /// Objects that must be there, nested names joined by dots.
    #[doc(hidden)]
    pub tables: &'static [&'static str],
    /// The servers may be in another file, which is named here by its path.
    #[doc(hidden)]
    pub paths: bool,
    /// Files that are read as if they were named, from the folder that such paths start in.
    #[doc(hidden)]
    pub assumed: &'static [&'static str],
    /// Only such a path leads to files of this kind.
    #[doc(hidden)]
    pub named: bool,
    /// Another program of the host that reads the same file in its own way. What the place says is true of the first;
    /// the second is only asked where the two would disagree.
    #[doc(hidden)]
    pub also: Option<Also>,
    /// Keys at the top of the same file that programs outside of these tables read their servers from, each with the
    /// name of the program.
    #[doc(hidden)]
    pub others: &'static [(&'static str, &'static str)],
}

impl Place {
    /// Whether a field must be an object in the map inside of the map.
    pub(crate) fn is_inner_object(&self, name: &str) -> bool {
        self.inner_objects.iter().any(|(field, _)| *field == name)
    }

    /// Whether the document itself may be the map of servers.
    #[must_use]
    pub fn may_be_bare(&self) -> bool {
        self.bare != BareMap::Never
    }

    /// What `host` does with a file of this kind that it cannot parse.
    pub(crate) fn unreadable_for(&self, host: &Host) -> String {
        Self::rejected_for(host, self.unreadable)
    }

    /// What `host` does with a file of this kind that is not UTF-8.
    pub(crate) fn not_utf8_for(&self, host: &Host) -> String {
        match self.any_bytes {
            true if host.facts.lenient => {
                "some hosts reject the file, others read U+FFFD here".to_owned()
            }
            true => format!("{} reads U+FFFD here", host.name),
            false => self.unreadable_for(host),
        }
    }

    /// The keys at the top of the document that the host knows, but for `$schema`.
    pub(crate) fn known_keys(&self) -> Vec<&'static str> {
        let gates = self.gates.iter().map(|gate| gate.path);
        let paths = self.roots.iter().copied().chain(gates).chain(self.prompts);
        paths
            .filter_map(|path| path.first().copied())
            .chain(self.keys.iter().copied())
            .collect()
    }

    /// What a file without anything in it costs, if it is a mistake. Only JSON has no such documents.
    pub(crate) fn blank_for(&self, host: &Host) -> Option<Cost> {
        let strict =
            self.language == Language::Json && !self.trailing_commas && !host.facts.lenient;
        let cost = self.blank.or(strict.then_some(self.unreadable));
        cost.filter(|cost| *cost != Cost::Ignored)
    }

    /// What it costs that there is something else where the servers should be.
    pub(crate) fn misshapen(&self) -> Cost {
        if let Some(cost) = self.misshapen {
            return cost;
        }
        match self.format.bad_server {
            Cost::Start => Cost::Start,
            Cost::Ignored | Cost::Server | Cost::File => Cost::File,
        }
    }

    /// What it costs that a document is no object.
    pub(crate) fn no_object(&self) -> Cost {
        self.no_object.unwrap_or(self.unreadable)
    }

    /// What `host` does with a file of this kind that has something else where the servers should be.
    pub(crate) fn misshapen_for(&self, host: &Host) -> String {
        Self::rejected_for(host, self.misshapen())
    }

    pub(crate) fn rejected_for(host: &Host, cost: Cost) -> String {
        match host.facts.lenient {
            true => "no host can read this file".to_owned(),
            false => format!("{} {}", host.name, cost.consequence()),
        }
    }

    /// A project's JSON file with a map of servers under `mcpServers`, read strictly.
    pub const JSON: Self = Self {
        globs: &[],
        scope: Scope::Project,
        own: true,
        format: &Format::NEW,
        language: Language::Json,
        comments: false,
        strict: None,
        trailing_commas: false,
        bom: true,
        halves: false,
        any_blanks: false,
        any_bytes: false,
        unreadable: Cost::File,
        misshapen: None,
        roots: &[&["mcpServers"]],
        first_root: &[],
        bare: BareMap::Never,
        single: false,
        unnamed: &[],
        list: false,
        numbered: false,
        empty_names: false,
        inner: None,
        inner_objects: &[],
        inner_names: &[],
        inner_alone: false,
        beside: &[],
        never_empty: false,
        needs_root: false,
        blank: None,
        no_object: None,
        text_names: false,
        null_servers: false,
        gates: &[],
        wrong_gate: None,
        prompts: None,
        source: None,
        first_wins: false,
        alone: false,
        keys: &[],
        approves: None,
        unknown_key: Cost::Ignored,
        required: &[],
        tables: &[],
        paths: false,
        assumed: &[],
        named: false,
        others: &[],
        also: None,
    };
}

/// Whether a document itself may be the map of servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BareMap {
    /// It may not.
    Never,
    /// If all of its members are servers.
    All,
    /// If any of its members is one; the others are then servers that are wrong.
    Any,
}

impl BareMap {
    /// Whether the document with this `root` is taken for the map of servers.
    pub(crate) fn takes(self, root: &Node<'_>) -> bool {
        match self {
            Self::Never => false,
            Self::All => is_bare(root),
            Self::Any => root.members().iter().any(|member| {
                ["command", "url"]
                    .iter()
                    .any(|key| member.value.member(key).is_some())
            }),
        }
    }
}

/// A second program that reads a file.
#[derive(Clone, Copy, Debug)]
pub struct Also {
    /// What the first is called, in front of a verb.
    pub first: &'static str,
    /// What this one is called.
    pub second: &'static str,
    /// The file as this one reads it.
    pub place: &'static Place,
}
