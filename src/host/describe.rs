//! The vocabulary in which a host is described.

mod place;

pub use place::Place;
pub(crate) use place::{Also, BareMap};

use std::fmt;

use super::{AddCommand, Evidence, Facts, Format, InstallLink, Layers};
use crate::diagnostic::Level;
use crate::syntax::Style;

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

/// Who a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Shared with a repository.
    Project,
    /// One person's.
    User,
}

/// A key outside the servers that says something about them.
#[derive(Clone, Copy, Debug)]
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
    /// A list of tools that are hidden, by ids and never by patterns.
    DenyIds,
    /// A list of the only tools, as patterns over `server_tool`.
    AllowTools,
    /// A list of the only tools, of servers and of the host itself, by ids; those that run without asking are there too.
    CoreTools,
    /// A list of what an agent may use: `*`, `@server` or `@server/tool`.
    Mentions,
    /// A map from `server_tool` patterns to what one agent among several may do with them.
    AgentTools,
    /// One switch for all servers.
    All,
    /// A list of rules about what stands in the entries of servers: those that it lets run, and those that it does not.
    Rules,
    /// Rules about single tools that only the host can apply: a list of them or of objects with the tool and what may be
    /// done with it, or a map from ids to such objects.
    ToolRules,
    /// A map from ids of tools to tables with their `permission`: `always`, `ask` or `never`.
    ToolTables,
    /// Which servers and which of their `tools` one profile among several may use.
    ProfileTools,
    /// The value of this field for servers that have none of their own.
    Default(&'static str),
    /// A list of tools, by ids, that run without asking.
    ApprovedTools,
    /// The same, as `@server` or `@server/tool`.
    ApprovedMentions,
    /// A list of tools, by ids, that ask in any case.
    AskedTools,
    /// A map of variables that every process gets, and that references find.
    Variables,
    /// A list of the only hosts that URLs of servers may have.
    Hosts,
    /// A list of private hosts, each with its port, that URLs of servers may have too.
    PrivateHosts,
}

impl GateKind {
    /// Whether it is about all servers, and names none of them.
    pub(crate) fn is_for_all(self) -> bool {
        matches!(
            self,
            Self::All | Self::Default(_) | Self::Variables | Self::Hosts | Self::PrivateHosts
        )
    }

    /// Whether it says what entries say that leave a field or a variable out.
    pub(crate) fn fills(self) -> bool {
        matches!(self, Self::Default(_) | Self::Variables)
    }

    /// Whether it names tools that run without asking, or tools that ask after all.
    pub(crate) fn approves(self) -> bool {
        matches!(
            self,
            Self::ApprovedTools | Self::AskedTools | Self::CoreTools | Self::ToolTables
        )
    }

    /// Whether it is about tools, of servers and of the host itself.
    pub(crate) fn names_tools(self) -> bool {
        matches!(
            self,
            Self::Tools
                | Self::Permissions
                | Self::DenyTools
                | Self::DenyIds
                | Self::AllowTools
                | Self::CoreTools
                | Self::Mentions
                | Self::AgentTools
                | Self::ToolRules
                | Self::ToolTables
                | Self::ProfileTools
                | Self::ApprovedTools
                | Self::AskedTools
                | Self::ApprovedMentions
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

    /// Whether more is lost than a server: all that the file says, or the host itself.
    pub(crate) fn is_of_the_file(self) -> bool {
        matches!(self, Self::File | Self::Start)
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
