//! The meaning of a configuration, free of any host's spelling. Every leaf knows the bytes it came from.

pub(crate) mod compare;
pub(crate) mod dialect;
mod identity;
mod prompts;
pub(crate) mod refs;
mod slot;
pub(crate) mod template;
pub(crate) mod world;

pub(crate) use identity::Identity;
pub(crate) use prompts::Prompts;
pub use slot::Slot;
pub(crate) use template::as_written;
pub use template::{HostVar, Lacks, Part, Template};
pub use world::{Environment, Piece, Resolved, World, WorldKind};

use std::borrow::Cow;
use std::hash::{Hash, Hasher};

use crate::order::Order as _;
use crate::syntax::Span;

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Transport {
    /// A child process, talked to over its standard streams.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with server-sent events, the older form.
    Sse,
    /// WebSocket.
    Ws,
}

impl Transport {
    /// What people call it.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "HTTP",
            Self::Sse => "SSE",
            Self::Ws => "WebSocket",
        }
    }

    /// The word used in messages and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Sse => "sse",
            Self::Ws => "ws",
        }
    }
}

/// A value of a slot.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(Template),
    /// Strings in order.
    List(Vec<Template>),
    /// Strings by name, in order.
    Map(Vec<Pair>),
    /// Yes or no.
    Flag(bool),
    /// A time in milliseconds.
    Millis(f64),
    /// A whole number.
    Int(i64),
    /// A value in the form it has in its host.
    Raw(Raw),
}

impl Value {
    /// The string that it is.
    pub(crate) fn as_text(&self) -> Option<&Template> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The strings in order that it is.
    pub(crate) fn as_list(&self) -> Option<&[Template]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    /// The strings by name that it is.
    pub(crate) fn as_map(&self) -> Option<&[Pair]> {
        match self {
            Self::Map(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Calls `visit` for every string in it that may hold references.
    pub(crate) fn each_template(&mut self, visit: &mut dyn FnMut(&mut Template)) {
        match self {
            Self::Text(text) => visit(text),
            Self::List(list) => list.iter_mut().for_each(visit),
            Self::Map(pairs) => {
                let values = pairs.iter_mut().filter_map(|pair| pair.value.as_mut());
                values.for_each(visit);
            }
            _ => {}
        }
    }

    /// Every string in it that may hold references.
    pub(crate) fn templates(&self) -> impl Iterator<Item = &Template> {
        let pairs = self.as_map().unwrap_or_default().iter();
        let values = pairs.filter_map(|pair| pair.value.as_ref());
        let list = self.as_list().unwrap_or_default();
        self.as_text().into_iter().chain(list).chain(values)
    }

    /// Calls `visit` for every part of the strings in it.
    pub(crate) fn each_part(&self, visit: &mut dyn FnMut(&Part)) {
        self.templates()
            .for_each(|text| text.parts.iter().for_each(&mut *visit));
    }

    /// The same with maps in the order of their keys, which means nothing to a host; nor does the case of a header.
    pub(crate) fn in_order(&self, slot: Slot) -> Self {
        let Self::Map(pairs) = self else {
            return self.clone();
        };
        let mut pairs = pairs.clone();
        if slot == Slot::Headers {
            pairs
                .iter_mut()
                .for_each(|pair| pair.key.make_ascii_lowercase());
        }
        pairs.order_by(|a, b| a.key.cmp(&b.key));
        Self::Map(pairs)
    }
}

/// An entry of a [`Value::Map`].
#[derive(Clone, Debug)]
pub struct Pair {
    /// The name.
    pub key: String,
    /// Where the name stands.
    pub key_span: Span,
    /// The value; nothing where the host is told to remove the variable.
    pub value: Option<Template>,
    /// The source leaf.
    pub span: Span,
    /// The field that it stands in, where several make up one map and it is not the one that the entry is named after.
    pub field: Option<&'static str>,
}

impl Pair {
    /// The field of the source, and the key in it. What only names a variable, or is the whole of a field, has none.
    pub(crate) fn place<'n>(&'n self, entry: &'n str) -> (&'n str, Option<&'n str>) {
        let key = (self.key_span != self.span).then_some(&*self.key);
        (self.field.unwrap_or(entry), key)
    }

    /// What people call it: the field, and the key in it.
    pub(crate) fn name(&self, entry: &str) -> String {
        match self.place(entry) {
            (field, Some(key)) => [field, ".", key].concat(),
            (field, None) => field.to_owned(),
        }
    }
}

/// Equal in meaning, wherever they stood.
impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value
    }
}

/// A value without a meaning of ours, as deep as it is.
#[derive(Clone, Debug)]
pub struct Raw {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub value: RawValue,
}

/// Equal in meaning, wherever they stood.
impl PartialEq for Raw {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl Eq for Raw {}

impl Hash for Raw {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// The kinds of [`Raw`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RawValue {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number in its source spelling.
    Number(String),
    /// A string.
    String(String),
    /// A list.
    Array(Vec<Raw>),
    /// A map in source order.
    Object(Vec<(String, Raw)>),
}

/// A slot that is set.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Which one.
    pub slot: Slot,
    /// The name its host gives it, nested names joined by dots.
    pub field: Cow<'static, str>,
    /// Where that name stands.
    pub key_span: Span,
    /// Where the value stands.
    pub span: Span,
    /// The value.
    pub value: Value,
}

/// A server.
#[derive(Clone, Debug)]
pub struct Server {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// Where the whole entry stands.
    pub span: Span,
    /// How it is reached.
    pub transport: Transport,
    /// The field that said so, if one did.
    pub transport_span: Option<Span>,
    /// What is set, in source order.
    pub entries: Vec<Entry>,
    /// Fields the host does not use for this server, and why.
    pub ignored: Vec<IgnoredField>,
    /// Leaves that say what holds anyway.
    pub implied: Vec<Span>,
    /// Leaves that only have a meaning together with another one (the second), whose fate they share.
    pub riders: Vec<(Span, Span)>,
    /// Variables that reach the process under their own names without being written, as the target passes them on.
    pub inherited: Vec<String>,
}

/// A field its own host passes over.
#[derive(Clone, Debug)]
pub struct IgnoredField {
    /// Its name.
    pub field: String,
    /// What it would be about, if we know.
    pub slot: Option<Slot>,
    /// Where the name stands.
    pub key_span: Span,
    /// Where the value stands.
    pub span: Span,
    /// Why the host does not use it.
    pub reason: Reason,
}

/// Why a host passes over a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It does not know the field.
    Unknown,
    /// The field belongs to another transport.
    Transport,
    /// The same is said by another field, which wins.
    Overruled,
    /// It is `null`, which is no value there.
    Null,
    /// The host does not take the value.
    Refused,
    /// The host passes over a value this small.
    TooSmall,
    /// It counts only beside another time that is the same.
    Unpaired,
    /// The same key stands again further down, and that one counts.
    Duplicate,
}

impl Server {
    /// The entry of `slot`.
    #[must_use]
    pub fn entry(&self, slot: Slot) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.slot == slot)
    }

    /// The entry of `slot`, to be changed.
    pub(crate) fn entry_mut(&mut self, slot: Slot) -> Option<&mut Entry> {
        self.entries.iter_mut().find(|entry| entry.slot == slot)
    }

    /// The string of `slot`.
    pub(crate) fn text(&self, slot: Slot) -> Option<&Template> {
        self.entry(slot)?.value.as_text()
    }

    /// The strings of `slot`; none where it is not set.
    pub(crate) fn list(&self, slot: Slot) -> &[Template] {
        let list = self.entry(slot).and_then(|entry| entry.value.as_list());
        list.unwrap_or_default()
    }

    /// The strings by name of `slot`; none where it is not set.
    pub(crate) fn map(&self, slot: Slot) -> &[Pair] {
        let pairs = self.entry(slot).and_then(|entry| entry.value.as_map());
        pairs.unwrap_or_default()
    }

    /// Yes or no, if `slot` says so.
    pub(crate) fn flag(&self, slot: Slot) -> Option<bool> {
        match self.entry(slot)?.value {
            Value::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// The strings of `slot`, to be changed.
    pub(crate) fn list_mut(&mut self, slot: Slot) -> Option<&mut Vec<Template>> {
        match &mut self.entry_mut(slot)?.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    /// The strings by name of `slot`, to be changed.
    pub(crate) fn map_mut(&mut self, slot: Slot) -> Option<&mut Vec<Pair>> {
        match &mut self.entry_mut(slot)?.value {
            Value::Map(pairs) => Some(pairs),
            _ => None,
        }
    }

    /// Takes the entry of `slot` out.
    pub(crate) fn take(&mut self, slot: Slot) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.slot == slot)?;
        Some(self.entries.remove(at))
    }

    /// Whether the server is switched off.
    #[must_use]
    pub fn is_disabled(&self) -> bool {
        self.flag(Slot::Enabled) == Some(false)
    }

    /// Whether OAuth is on or off, if the entry says so.
    #[must_use]
    pub fn uses_oauth(&self) -> Option<bool> {
        self.flag(Slot::OauthEnabled)
    }

    /// Whether both mean the same, whatever their hosts call it and wherever they stood.
    #[must_use]
    pub fn same_meaning(&self, other: &Self) -> bool {
        let ours = |server: &Self| -> Vec<(Slot, Cow<'static, str>, Value)> {
            let mut list: Vec<_> = server
                .entries
                .iter()
                .filter(|entry| !(entry.slot == Slot::Enabled && entry.value == Value::Flag(true)))
                .map(|entry| {
                    let field = if entry.slot.is_native() {
                        entry.field.clone()
                    } else {
                        Cow::Borrowed("")
                    };
                    (entry.slot, field, entry.value.in_order(entry.slot))
                })
                .collect();
            list.order_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
            list
        };
        self.name == other.name && self.transport == other.transport && ours(self) == ours(other)
    }
}

/// A question the host asks its user, and whose answer servers refer to.
#[derive(Clone, Debug, PartialEq)]
pub struct Prompt {
    /// What references name.
    pub id: String,
    /// What is asked.
    pub description: Option<String>,
    /// The answer to start from.
    pub default: Option<String>,
    /// Whether the answer is hidden.
    pub password: bool,
    /// The answer is typed or picked, not computed by a command of the host.
    pub typed: bool,
    /// Where it stands.
    pub span: Span,
}

/// All servers of a document.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// In source order.
    pub servers: Vec<Server>,
    /// The questions they refer to.
    pub prompts: Vec<Prompt>,
}
