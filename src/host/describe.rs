//! The vocabulary in which a host is described.

use super::Facts;
use crate::diagnostic::Level;
use crate::model::dialect::Dialect;
use crate::model::{Slot, Transport};
use crate::syntax::Language;

/// Everything we know about a host.
#[derive(Debug)]
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
    /// The fields of a server, in the order in which they are written.
    pub fields: &'static [Field],
    /// How the transport is told.
    pub transports: Transports,
    /// How references are spelled, by field.
    pub dialects: Dialects,
    /// Which names a server may have.
    pub names: Names,
    /// What it refuses beyond types.
    pub limits: Limits,
    /// Which variables a child process gets.
    pub inherit: Inherit,
    /// What a field it does not know costs.
    pub unknown_field: Cost,
    /// What a field of another transport costs.
    pub other_transport: Cost,
    /// What a wrongly typed or incomplete server costs.
    pub bad_server: Cost,
    /// It has no references of its own, and its users are expected to put values in.
    pub expects_values: bool,
    /// How its files look.
    pub style: Style,
    /// What a new document holds besides the servers, as JSON text.
    pub frame: &'static str,
    /// What only the linter needs to know.
    pub facts: Facts,
}

/// A kind of file a host reads, and how.
#[derive(Debug)]
pub struct Place {
    /// Which paths; `~` is the user's home.
    pub globs: &'static [&'static str],
    /// Who shares the file.
    pub scope: Scope,
    /// The file is this host's own, not one it borrows from another.
    pub own: bool,
    /// The language.
    pub language: Language,
    /// Comments are accepted (JSON).
    pub comments: bool,
    /// Trailing commas are accepted (JSON), or multi-line inline tables (TOML).
    pub trailing_commas: bool,
    /// A byte-order mark is accepted.
    pub bom: bool,
    /// Where the servers are; `*` stands for any key.
    pub roots: &'static [&'static [&'static str]],
    /// The document itself may be the map of servers.
    pub bare: bool,
    /// Servers are a list, each with its `name`, and not a map.
    pub list: bool,
    /// A member of the map that is no server but holds further ones.
    pub inner: Option<&'static str>,
    /// Members of the map that are settings for all servers.
    pub beside: &'static [&'static str],
    /// Fields that the host passes over in this place.
    pub without: &'static [&'static str],
    /// Keys elsewhere in the file that switch servers off or limit them.
    pub gates: &'static [Gate],
    /// Where the questions are that references of the form `${input:…}` name.
    pub prompts: Option<&'static [&'static str]>,
    /// References, where this place reads them differently from the rest of the host.
    pub dialects: Option<Dialects>,
    /// Fields, where this place has others than the rest of the host.
    pub fields: Option<&'static [Field]>,
    /// The file is about servers alone, so that any other key at its top is a mistake.
    pub alone: bool,
    /// Keys at the top of such a file that the host knows besides those of servers, gates and questions.
    pub keys: &'static [&'static str],
    /// The servers may be in another file, which is named here by its path.
    pub paths: bool,
    /// Keys at the top of the same file that programs outside of these tables read their servers from, each with the
    /// name of the program.
    pub others: &'static [(&'static str, &'static str)],
}

impl Place {
    /// A project's JSON file with a map of servers under `mcpServers`, read strictly.
    pub const JSON: Self = Self {
        globs: &[],
        scope: Scope::Project,
        own: true,
        language: Language::Json,
        comments: false,
        trailing_commas: false,
        bom: true,
        roots: &[&["mcpServers"]],
        bare: false,
        list: false,
        inner: None,
        beside: &[],
        without: &[],
        gates: &[],
        prompts: None,
        dialects: None,
        fields: None,
        alone: false,
        keys: &[],
        paths: false,
        others: &[],
    };
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

/// The kinds of [`Gate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateKind {
    /// A list of servers that are switched off.
    Off,
    /// A list of the only servers that are on.
    Only,
    /// A map from `server_tool` patterns to whether they may be used.
    Tools,
    /// One switch for all servers.
    All,
}

/// The fields a dialect is spoken in; the first rule that names a field's slot wins, an empty list names all.
pub type Dialects = &'static [(&'static [Slot], &'static Dialect)];

/// How a transport is told, in reading and writing.
#[derive(Debug)]
pub struct Transports {
    /// The field that names it, nested names joined by dots.
    pub tag: Option<&'static str>,
    /// What that field is worth.
    pub rule: TagRule,
    /// What a server without the field is.
    pub missing: Missing,
    /// Its words. For writing, the first of each transport counts; a transport without a word is not supported.
    pub words: &'static [Spelling],
    /// The keys that give a transport away, the winner first.
    pub infer: &'static [(&'static str, Transport)],
}

/// What the tag is worth beside the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagRule {
    /// It decides; a word that is not in the list is refused.
    Decides,
    /// It decides if its word is in the list; otherwise the keys do.
    Hints,
    /// The keys decide; among remote servers it tells the kind.
    Refines,
}

/// What a server without a tag is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// What its keys say.
    Infer,
    /// This.
    Is(Transport),
    /// Refused.
    Refused,
}

/// A word for a transport.
#[derive(Debug)]
pub struct Spelling {
    /// Which transport.
    pub transport: Transport,
    /// Its word; empty where the host has no tag.
    pub word: &'static str,
    /// A new file does without it, because the host takes this transport anyway.
    pub implied: bool,
    /// The host knows this very transport, and does not just try it after another.
    pub exact: bool,
}

impl Spelling {
    /// A word that must be written.
    #[must_use]
    pub const fn tagged(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: false,
            exact: true,
        }
    }

    /// A word that is understood and need not be written.
    #[must_use]
    pub const fn implied(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: true,
            exact: true,
        }
    }

    /// The transport works there, but cannot be told from another.
    #[must_use]
    pub const fn merged(transport: Transport, word: &'static str) -> Self {
        Self {
            transport,
            word,
            implied: word.is_empty(),
            exact: false,
        }
    }
}

/// The transports a field belongs to, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct On(u8);

impl On {
    /// Child processes.
    pub const STDIO: Self = Self(1);
    /// Streamable HTTP and server-sent events.
    pub const HTTP: Self = Self(2 | 4);
    /// Everything with an address.
    pub const REMOTE: Self = Self(2 | 4 | 8);
    /// All of them.
    pub const ALL: Self = Self(15);

    /// Whether `transport` is among them.
    #[must_use]
    pub const fn has(self, transport: Transport) -> bool {
        let bit = match transport {
            Transport::Stdio => 1,
            Transport::Http => 2,
            Transport::Sse => 4,
            Transport::Ws => 8,
        };
        self.0 & bit != 0
    }
}

/// A field of a server.
#[derive(Debug)]
pub struct Field {
    /// Its name, nested names joined by dots.
    pub name: &'static str,
    /// What it is about.
    pub slot: Slot,
    /// How its value is written.
    pub kind: Kind,
    /// Which transports have it.
    pub on: On,
    /// A server without it is refused.
    pub required: bool,
    /// When we write it.
    pub write: Write,
    /// Other names under which it is read, the deprecated ones among them.
    pub aliases: &'static [&'static str],
    /// It is only written beside this field.
    pub needs: Option<&'static str>,
    /// It is not written beside this field.
    pub unless: Option<&'static str>,
}

impl Field {
    /// A field of all transports that may be left out.
    #[must_use]
    pub const fn new(name: &'static str, slot: Slot, kind: Kind) -> Self {
        Self {
            name,
            slot,
            kind,
            on: On::ALL,
            required: false,
            write: Write::IfSet,
            aliases: &[],
            needs: None,
            unless: None,
        }
    }

    /// A field that only this host knows, on all transports.
    #[must_use]
    pub const fn native(name: &'static str, kind: Kind) -> Self {
        Self::new(name, Slot::Native, kind)
    }

    /// The same, of stdio servers.
    #[must_use]
    pub const fn stdio(self) -> Self {
        Self {
            on: On::STDIO,
            ..self
        }
    }

    /// The same, of HTTP and SSE servers.
    #[must_use]
    pub const fn http(self) -> Self {
        Self {
            on: On::HTTP,
            ..self
        }
    }

    /// The same, of everything with an address.
    #[must_use]
    pub const fn remote(self) -> Self {
        Self {
            on: On::REMOTE,
            ..self
        }
    }

    /// The same, and a server without it is refused.
    #[must_use]
    pub const fn required(self) -> Self {
        Self {
            required: true,
            ..self
        }
    }

    /// The same, and it is written even when nothing sets it.
    #[must_use]
    pub const fn always(self) -> Self {
        Self {
            write: Write::Always,
            ..self
        }
    }

    /// The same, but only ever read.
    #[must_use]
    pub const fn legacy(self) -> Self {
        Self {
            write: Write::Never,
            ..self
        }
    }

    /// The same, and written only beside `other`.
    #[must_use]
    pub const fn with(self, other: &'static str) -> Self {
        Self {
            needs: Some(other),
            ..self
        }
    }

    /// The same, and not written beside `other`.
    #[must_use]
    pub const fn unless(self, other: &'static str) -> Self {
        Self {
            unless: Some(other),
            ..self
        }
    }

    /// The same, also read under these names.
    #[must_use]
    pub const fn or(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }
}

/// When a field is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Write {
    /// When there is something to write.
    IfSet,
    /// Also when there is nothing: the empty value.
    Always,
    /// Never: it is an older or second way to say the same.
    Never,
}

/// How a field's value is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A string with a program and, where `args` is empty, its arguments.
    Line,
    /// A list with a program and its arguments.
    Argv,
    /// A string that is split into words, or a list; `args` follow in any case.
    LineOrArgv,
    /// A list of strings.
    List,
    /// A string with words between spaces.
    Spaced,
    /// A map from names to strings.
    Map,
    /// A map from names to strings; numbers are read as their text, and `null` removes a name.
    LooseMap,
    /// A boolean.
    Flag,
    /// A boolean that says the opposite.
    NotFlag,
    /// `false` switches it off; anything else is the business of other fields.
    OffFlag,
    /// A whole number of milliseconds.
    Millis,
    /// A number of seconds, fractions allowed.
    Seconds,
    /// A whole number of seconds.
    WholeSeconds,
    /// A whole number from 1 to 65535.
    Port,
    /// A list of variables (or `{name = …}`) that are handed through under their own names.
    EnvNames,
    /// A map from header names to the variables with their values.
    HeaderVars,
    /// The variable with the bearer token of the `Authorization` header.
    BearerVar,
    /// The bearer token of the `Authorization` header.
    BearerText,
    /// The variable with a key, beside `…_header` and `…_format` that say how it is sent.
    KeyVar,
    /// A list of tools that need no approval; `*` is all of them.
    Approved,
    /// `true`: no tool needs an approval.
    Trusted,
    /// A map from tools to words for allowed, to be asked, and forbidden.
    Policies([&'static str; 3]),
    /// A list of objects with a tool's name and such a word under the given key.
    PolicyList(&'static str, [&'static str; 3]),
    /// A map from tools to objects with such a word under the given key; there is no word for forbidden.
    PolicyTables(&'static str, [&'static str; 2]),
    /// Such a word for all tools that are not named.
    DefaultPolicy([&'static str; 2]),
    /// The field that names the transport.
    Tag,
    /// The field that tells which of several groups of fields is there: a word, and the names that go with it.
    Group(&'static [(&'static str, &'static [&'static str])]),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A number.
    Number,
    /// An object with anything in it.
    Object,
    /// Anything.
    Any,
}

/// Which names a server may have.
#[derive(Debug)]
pub struct Names {
    /// Characters besides letters and digits of ASCII; nothing if any character will do.
    pub extra: Option<&'static str>,
    /// The longest name.
    pub max: usize,
    /// Names the host keeps for itself.
    pub reserved: &'static [&'static str],
    /// The host cuts `-` and `_` off at both ends.
    pub trim: bool,
}

impl Names {
    /// Any name will do.
    pub const ANY: Self = Self {
        extra: None,
        max: usize::MAX,
        reserved: &[],
        trim: false,
    };
}

/// What a host refuses beyond types.
#[derive(Debug)]
pub struct Limits {
    /// The only commands it runs.
    pub commands: &'static [&'static str],
    /// Slots that make it refuse a server, even where they mean nothing.
    pub refuses: &'static [Slot],
    /// Only one of the two tool lists may be there.
    pub one_tool_list: bool,
    /// How the host itself complains; `{name}`, `{field}` and `{command}` are filled in.
    pub words: Option<Words>,
}

impl Limits {
    /// None.
    pub const NONE: Self = Self {
        commands: &[],
        refuses: &[],
        one_tool_list: false,
        words: None,
    };
}

/// A host's own words for what it refuses, so that people find the cause by searching for them.
#[derive(Debug)]
pub struct Words {
    /// A field it does not know.
    pub field: &'static str,
    /// No command.
    pub missing: &'static str,
    /// A command that is not on its list.
    pub command: &'static str,
    /// What to do about such a command.
    pub advice: &'static str,
}

/// Which variables a child process gets besides those of its `env`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inherit {
    /// All that the host has.
    All,
    /// All but those that look secret.
    Filtered,
    /// A handful such as `PATH` and `HOME`.
    Few,
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
            Self::Server => "leaves the server out",
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

/// How a host's files look.
#[derive(Debug)]
pub struct Style {
    /// One level of JSON.
    pub indent: &'static str,
    /// Maps inside a TOML server.
    pub tables: Tables,
}

impl Style {
    /// JSON with two spaces.
    pub const TWO: Self = Self {
        indent: "  ",
        tables: Tables::Sub,
    };
}

/// How maps inside a TOML server are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tables {
    /// Under headers of their own.
    Sub,
    /// Inline, between braces.
    Inline,
}

impl Host {
    /// The dialect spoken in `slot` at `place`.
    #[must_use]
    pub fn dialect(&self, place: &Place, slot: Slot) -> &'static Dialect {
        let rules = place.dialects.unwrap_or(self.dialects);
        rules
            .iter()
            .find(|(slots, _)| slots.is_empty() || slots.contains(&slot))
            .map_or(&crate::model::dialect::NONE, |(_, dialect)| dialect)
    }

    /// The fields of a server at `place`.
    #[must_use]
    pub fn fields(&self, place: &Place) -> &'static [Field] {
        place.fields.unwrap_or(self.fields)
    }

    /// The fields that a server always has in what we write. One that belongs to a group is only due with its group.
    pub(crate) fn always(
        &self,
        place: &Place,
        transport: Transport,
    ) -> impl Iterator<Item = &'static Field> {
        let fields = self.fields(place);
        let grouped = move |name: &str| {
            fields.iter().any(|field| matches!(field.kind, Kind::Group(words) if words.iter().any(|(_, names)| names.contains(&name))))
        };
        fields.iter().filter(move |field| {
            field.write == Write::Always && field.on.has(transport) && !grouped(field.name)
        })
    }

    /// The word for `transport`, if it is supported.
    #[must_use]
    pub fn spelling(&self, transport: Transport) -> Option<&'static Spelling> {
        self.transports
            .words
            .iter()
            .find(|word| word.transport == transport)
    }
}
