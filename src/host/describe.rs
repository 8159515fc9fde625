//! The vocabulary in which a host is described.

use std::fmt;

use super::{
    AddCommand, Evidence, Facts, Field, Format, InstallLink, Layers, SourceFormat, is_bare,
};
use crate::diagnostic::Level;
use crate::model::Slot;
use crate::model::dialect::Dialect;
use crate::syntax::{Language, Node, Style};

/// Everything we know about a host.
///
/// Fields that the documentation does not list are tables of ours, which change with every version.
#[non_exhaustive]
pub struct Host {
    /// What it is called on the command line.
    pub id: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Other words for it that `--from` and `--to` take.
    pub aliases: &'static [&'static str],
    /// The version these facts are of.
    pub version: &'static str,
    /// Where its configuration lives; the first is the one we write when nothing else is said.
    pub places: &'static [Place],
    /// How its files are laid over each other.
    #[doc(hidden)]
    pub layers: Layers,
    /// How its files look.
    #[doc(hidden)]
    pub style: Style,
    /// What a new document holds besides the servers, as JSON text.
    #[doc(hidden)]
    pub frame: &'static str,
    /// What stands in the `$schema` of its files.
    pub schemas: &'static [&'static str],
    /// What only the linter needs to know.
    #[doc(hidden)]
    pub facts: Facts,
    /// Its own commands that add a server, the one to write first.
    #[doc(hidden)]
    pub commands: &'static [AddCommand],
    /// Links that install a server.
    #[doc(hidden)]
    pub links: &'static [InstallLink],
    /// The traps that people run into, a sentence or two each.
    pub pitfalls: &'static [&'static str],
    /// What all of this rests on.
    pub evidence: &'static [Evidence],
}

impl fmt::Debug for Host {
    /// Its name; the whole of it is pages long.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Host").field(&self.id).finish()
    }
}

impl Host {
    /// Nothing special: no other names, JSON with two spaces, an empty new document.
    pub const NEW: Self = Self {
        id: "",
        name: "",
        aliases: &[],
        version: "",
        places: &[],
        layers: Layers::ONE,
        style: Style::TWO,
        frame: "",
        schemas: &[],
        facts: Facts::NONE,
        commands: &[],
        links: &[],
        pitfalls: &[],
        evidence: &[],
    };

    /// The format of its first place, for questions that are about no file in particular.
    #[must_use]
    pub fn main(&self) -> &'static Format {
        self.places[0].format
    }

    /// Its formats, each once, that of the first place first.
    pub fn formats(&self) -> impl Iterator<Item = &'static Format> {
        let same = |a: &Place, b: &Place| std::ptr::eq(a.format, b.format);
        let places = self.places;
        let first = move |(at, place): &(usize, &'static Place)| {
            !places[..*at].iter().any(|before| same(before, place))
        };
        places
            .iter()
            .enumerate()
            .filter(first)
            .map(|(_, place)| place.format)
    }

    /// The dialect of `slot` at `place`.
    #[must_use]
    pub fn dialect(&self, place: &Place, slot: Slot) -> &'static Dialect {
        place.format.dialect(slot)
    }

    /// The fields of a server at `place`.
    #[must_use]
    pub fn fields(&self, place: &Place) -> &'static [Field] {
        place.format.fields
    }
}

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
    /// Trailing commas are accepted (JSON), or multi-line inline tables (TOML).
    #[doc(hidden)]
    pub trailing_commas: bool,
    /// A byte-order mark is accepted.
    #[doc(hidden)]
    pub bom: bool,
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
    /// What a file without anything in it costs; nothing here if that is a matter of the language.
    #[doc(hidden)]
    pub blank: Option<Cost>,
    /// What a document costs that is no object; nothing here if that is as bad as one that cannot be parsed.
    #[doc(hidden)]
    pub no_object: Option<Cost>,
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

impl Host {
    /// What to call it in a sentence about a file. Where no host is meant in particular, its name says nothing to anybody.
    #[must_use]
    pub fn subject(&self) -> &'static str {
        if self.facts.lenient {
            "the host"
        } else {
            self.name
        }
    }

    /// Whether servers can be written for it, and not only read.
    #[must_use]
    pub fn is_target(&self) -> bool {
        self.places.iter().any(|place| place.source.is_none())
    }
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
        trailing_commas: false,
        bom: true,
        unreadable: Cost::File,
        misshapen: None,
        roots: &[&["mcpServers"]],
        first_root: &[],
        bare: BareMap::Never,
        single: false,
        unnamed: &[],
        list: false,
        numbered: false,
        inner: None,
        inner_objects: &[],
        inner_names: &[],
        inner_alone: false,
        beside: &[],
        never_empty: false,
        blank: None,
        no_object: None,
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

/// Who a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Shared with a repository.
    Project,
    /// One person's.
    User,
}

/// A key outside the servers that says something about them.
#[derive(Debug)]
pub struct Gate {
    /// Where it is, from the top of the document; `*` takes what it took in the servers' own path.
    pub path: &'static [&'static str],
    /// What it says.
    pub kind: GateKind,
}

/// The kinds of `Gate`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// A list of servers that are switched off.
    Off,
    /// A list of the only servers that are on.
    Only,
    /// A map from `server_tool` patterns to whether they may be used.
    Tools,
    /// A map from `server_tool` patterns to `allow`, `ask` or `deny`; the last one that fits counts.
    Permissions,
    /// A list of tools, as patterns over `server_tool`, that are hidden.
    DenyTools,
    /// A list of the only tools, as patterns over `server_tool`.
    AllowTools,
    /// A list of what an agent may use: `*`, `@server` or `@server/tool`.
    Mentions,
    /// A map from `server_tool` patterns to what one agent among several may do with them.
    AgentTools,
    /// One switch for all servers.
    All,
    /// A list of rules about what stands in the entries of servers: those that it lets run, and those that it does not.
    Rules,
}

impl GateKind {
    /// Whether it is about tools, of servers and of the host itself.
    pub(crate) fn names_tools(self) -> bool {
        matches!(
            self,
            Self::Tools
                | Self::Permissions
                | Self::DenyTools
                | Self::AllowTools
                | Self::Mentions
                | Self::AgentTools
        )
    }
}

/// What a mistake costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// It is passed over in silence.
    Ignored,
    /// The server is left out.
    Server,
    /// The whole file is left out.
    File,
    /// The host does not start.
    Start,
}

impl Cost {
    /// What the host does, as the end of a sentence that starts with its name.
    #[must_use]
    pub fn consequence(self) -> &'static str {
        match self {
            Self::Ignored => "ignores it",
            Self::Server => "skips this server",
            Self::File => "rejects the whole file",
            Self::Start => "does not start",
        }
    }

    /// How bad that is.
    #[must_use]
    pub fn level(self) -> Level {
        if self == Self::Ignored {
            Level::Warning
        } else {
            Level::Error
        }
    }
}
