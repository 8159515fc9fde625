//! What a host does with a server: the meaning that conversions, comparisons and people go by.
//!
//! A small interpreter of the host tables. Given a host's format, a server and a world, it says what is started or
//! connected to, with which environment, headers, timeouts and tools. What a world does not tell stays symbolic; nothing is
//! guessed, and nothing is looked up.

mod aspect;
mod blank;
mod build;
mod compare;
mod drift;
mod missing;
mod own;
mod plain;
mod tools;

pub use aspect::Aspect;
pub(crate) use aspect::{AspectNames, spellings};
pub use compare::{EffectChange, compare};
pub(crate) use compare::{compare_in, lists_windows_folders};
pub(crate) use drift::{Drift, changes, drifts, limits, same_for_people};
pub use missing::{Becomes, Missing};
pub(crate) use own::{leave_own, own_variables};
pub(crate) use plain::{PLAIN, may_only_be_missing};
pub use tools::{Pattern, Tools};

use crate::host::{Folder, Inherit, Place};
use crate::model::world::Resolved;
use crate::model::{Server, Slot, Transport, World};
use crate::syntax::Span;

/// What a host does with a server.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Nothing.
    Skips(Why),
    /// It starts a process.
    Starts(Box<Start>),
    /// It connects to a URL.
    Connects(Box<Connect>),
}

/// Why a host does nothing with a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// It is disabled, here.
    Disabled(Span),
    /// It does not say what to run or where to connect.
    Incomplete,
    /// The host does not support the transport.
    Transport(Transport),
    /// The host has it built in and passes over entries for it.
    BuiltIn,
    /// The host keeps the name for itself.
    Reserved,
    /// This variable is not set, and the host does without the server then.
    Unset(String, Span),
}

/// A value as the host uses it, and where it is said.
#[derive(Clone, Debug)]
pub struct Said {
    /// What it is in the world at hand.
    pub value: Resolved,
    /// The variables it was made from.
    pub variables: Vec<String>,
    /// Those of them that have no value, and what takes their place.
    pub missing: Vec<Missing>,
    /// Where it stands.
    pub span: Span,
}

/// A process.
#[derive(Clone, Debug)]
pub struct Start {
    /// The program.
    pub program: Said,
    /// Its arguments.
    pub args: Vec<Said>,
    /// The variables that are set, removed or appended to for it.
    pub env: Vec<(String, Setting)>,
    /// Files with more of them.
    pub env_file: Option<Said>,
    /// What it gets from the host's own environment besides.
    pub inherits: Inherit,
    /// The folder it starts in.
    pub folder: Where,
    /// What holds for any server.
    pub common: Common,
}

/// What becomes of a variable of the process.
#[derive(Clone, Debug)]
pub enum Setting {
    /// It has this value.
    Set(Said),
    /// It has what the host has, with this behind it.
    Appended(Said),
    /// It is taken away.
    Removed(Span),
}

/// The folder of a process.
#[derive(Clone, Debug)]
pub enum Where {
    /// The host's choice.
    Default(Folder),
    /// This one; a relative path starts from the host's choice.
    Given(Said, Folder),
}

/// A connection.
#[derive(Clone, Debug)]
pub struct Connect {
    /// The transports in the order in which they are tried.
    pub transports: Vec<Transport>,
    /// Where to.
    pub url: Said,
    /// What is sent along, by name.
    pub headers: Vec<(String, Said)>,
    /// A command that prints more headers.
    pub headers_helper: Option<Said>,
    /// What OAuth is told, by slot.
    pub oauth: Vec<(Slot, String, Span)>,
    /// What holds for any server.
    pub common: Common,
}

/// What holds for processes and connections alike.
#[derive(Clone, Debug)]
pub struct Common {
    /// How long the server may take to start, in milliseconds, where the host goes by it.
    pub startup_timeout: Option<(f64, Span)>,
    /// That is the timeout of a call, which its host applies to connecting too.
    pub startup_is_call: bool,
    /// How long a call may take, likewise.
    pub call_timeout: Option<(f64, Span)>,
    /// Which tools can be used, and which without asking.
    pub tools: Tools,
    /// It runs in a sandbox.
    pub sandbox: bool,
    /// What stands for the server in the ids of its tools.
    pub id: String,
}

impl Said {
    /// Without the blanks around it, which no parser of URLs minds.
    fn trimmed(self) -> Self {
        let trimmed = self.value.as_text().map(str::trim);
        match trimmed.map(Resolved::text) {
            Some(value) => Self { value, ..self },
            None => self,
        }
    }

    /// Whether it is not there at all, because the field names a variable that has no value.
    fn is_absent(&self) -> bool {
        let absent = |missing: &Missing| missing.becomes == Becomes::Absent;
        self.missing.iter().any(absent)
    }
}

impl Effect {
    /// What holds for processes and connections alike; nothing for a server that is skipped.
    #[must_use]
    pub fn common(&self) -> Option<&Common> {
        match self {
            Self::Skips(_) => None,
            Self::Starts(start) => Some(&start.common),
            Self::Connects(connect) => Some(&connect.common),
        }
    }
}

impl Effect {
    /// The variable that is not set and without which the host does not run the server, and where it is referred to.
    fn lacking(&self) -> Option<(&str, Span)> {
        let lacks = |said: &'_ Said| said.value.failing().is_some();
        let found = match self {
            Self::Skips(_) => None,
            Self::Starts(start) => std::iter::once(&start.program)
                .chain(&start.args)
                .chain(start.env.iter().filter_map(|(_, setting)| setting.said()))
                .chain(&start.env_file)
                .chain(start.folder.said())
                .find(|said| lacks(said)),
            Self::Connects(connect) => std::iter::once(&connect.url)
                .chain(connect.headers.iter().map(|(_, said)| said))
                .chain(&connect.headers_helper)
                .find(|said| lacks(said)),
        };
        found.and_then(|said| Some((said.value.failing()?, said.span)))
    }
}

impl Setting {
    /// The value, if it has one.
    fn said(&self) -> Option<&Said> {
        match self {
            Self::Set(said) | Self::Appended(said) => Some(said),
            Self::Removed(_) => None,
        }
    }
}

impl Where {
    /// The folder that the entry says.
    fn said(&self) -> Option<&Said> {
        match self {
            Self::Given(said, _) => Some(said),
            Self::Default(_) => None,
        }
    }
}

/// What the host that reads `place` does with `server` in `world`.
#[must_use]
pub fn effect(place: &Place, server: &Server, world: &World<'_>) -> Effect {
    let effect = build::effect(place, server, world);
    skipped(&effect).unwrap_or(effect)
}

/// A server that cannot run without a variable that is not set is skipped.
fn skipped(effect: &Effect) -> Option<Effect> {
    let (name, span) = effect.lacking()?;
    Some(Effect::Skips(Why::Unset(name.to_owned(), span)))
}

/// The port of a callback that says no more, such as `:7778` or `localhost:7778`.
pub(crate) fn callback_port(text: &str) -> Option<u16> {
    let (host, port) = text.rsplit_once(':')?;
    let local = matches!(host, "" | "localhost" | "127.0.0.1" | "[::1]");
    port.parse().ok().filter(|port| local && *port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::{Field, Format, Kind, Spelling, Transports};
    use crate::model::dialect::{Dialect, Form, WhenUnset};

    #[test]
    fn a_server_without_its_variable_is_skipped_where_the_host_says_so() {
        static DIALECT: Dialect = Dialect {
            forms: &[Form::Braces],
            unset: WhenUnset::SkipsServer,
            ..Dialect::NEW
        };
        static FORMAT: Format = Format {
            fields: &[Field::new("url", Slot::Url, Kind::Text).http()],
            transports: Transports {
                words: &[Spelling::implied(Transport::Http, "")],
                ..Transports::NEW
            },
            dialects: &[(&[], &DIALECT)],
            ..Format::NEW
        };
        static PLACE: Place = Place {
            format: &FORMAT,
            ..Place::JSON
        };
        let text = r#"{"mcpServers": {"a": {"url": "https://h/${X}"}}}"#;
        let document = crate::syntax::parse(text, PLACE.language).expect("JSON");
        let read = crate::host::read(&document, &crate::host::Host::NEW, &PLACE).expect("servers");
        let server = &read.config.servers[0];
        let (set, unset) = (|_: &str| Some("v".into()), |_: &str| None);
        let skipped = effect(&PLACE, server, &World::new(&unset));
        assert!(matches!(skipped, Effect::Skips(Why::Unset(name, _)) if name == "X"));
        let used = effect(&PLACE, server, &World::new(&set));
        assert!(matches!(used, Effect::Connects(_)));
    }

    #[test]
    fn only_a_port_of_this_machine_is_callback_port() {
        assert_eq!(callback_port(":7778"), Some(7778));
        assert_eq!(callback_port("localhost:80"), Some(80));
        for other in [
            "http://localhost:80",
            "http://localhost:80/cb",
            "acme.dev:80",
            ":0",
            ":x",
            "7778",
        ] {
            assert_eq!(callback_port(other), None, "{other}");
        }
    }
}
