//! What a host finds where it runs, and what strings become there.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

use super::dialect::{is_always_set, is_name};
use super::template::{HostVar, Part};

/// Where a host runs: its environment, the folders it knows, and what its user answered. What is not known here stays
/// symbolic in whatever is resolved.
pub struct World<'a> {
    /// Looks up an environment variable.
    pub variables: &'a dyn Fn(&str) -> Option<Cow<'a, str>>,
    /// The folder of the project.
    pub workspace: Option<&'a str>,
    /// The user's home folder.
    pub home: Option<&'a str>,
    /// The folder of the plugin that the file belongs to.
    pub plugin: Option<&'a str>,
    /// Values of inputs by their ids.
    pub inputs: Option<&'a BTreeMap<String, String>>,
    /// Whether a file that a reference names is known not to be there.
    pub lost: Option<&'a dyn Fn(&str) -> bool>,
    /// Every name may be a variable here. A word in small letters is then hardly meant as one.
    pub symbolic: bool,
}

impl<'a> World<'a> {
    /// A world of which only the environment is known.
    #[must_use]
    pub fn new(variables: &'a dyn Fn(&str) -> Option<Cow<'a, str>>) -> Self {
        Self {
            variables,
            workspace: None,
            home: None,
            plugin: None,
            inputs: None,
            lost: None,
            symbolic: false,
        }
    }

    /// The value of an environment variable; one that is set but empty has a value.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<Cow<'a, str>> {
        (self.variables)(name)
    }

    /// The same; with `blank`, one that is empty has none.
    #[must_use]
    pub fn lacking(&self, name: &str, blank: bool) -> Option<Cow<'a, str>> {
        self.variable(name)
            .filter(|value| !(blank && value.is_empty()))
    }

    /// The value of a reference that is not an environment variable, as far as it is known.
    #[must_use]
    pub fn value_of(&self, part: &Part) -> Option<Cow<'a, str>> {
        match part {
            Part::Host(HostVar::Workspace) => self.workspace.map(Cow::Borrowed),
            Part::Host(HostVar::WorkspaceName) => self
                .workspace
                .and_then(|folder| folder.rsplit(['/', '\\']).find(|name| !name.is_empty()))
                .map(Cow::Borrowed),
            Part::Host(HostVar::Home) => self.home.map(Cow::Borrowed),
            Part::Host(HostVar::PathSeparator) => Some(Cow::Borrowed("/")),
            Part::Host(HostVar::PluginRoot) => self.plugin.map(Cow::Borrowed),
            Part::Input(id) => self.inputs?.get(id).map(|value| Cow::Owned(value.clone())),
            _ => None,
        }
    }
}

/// The worlds in which a translation has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WorldKind {
    /// Every variable is set.
    Set,
    /// Every variable is set and empty.
    Empty,
    /// None is set.
    Unset,
    /// Every variable has a value full of marks: `$`, braces, quotes, blanks.
    Hostile,
}

impl WorldKind {
    /// All of them, those that matter most first.
    pub const ALL: [Self; 4] = [Self::Set, Self::Empty, Self::Unset, Self::Hostile];

    /// The value that a variable has there.
    #[must_use]
    pub fn variable(self, name: &str) -> Option<Cow<'static, str>> {
        // What a hostile value refers to in turn is not set, nor is anything that no variable can be called.
        if name == INNER || !is_name(name) {
            return None;
        }
        // Nobody has to be told what happens without a `PATH`, nor can do anything about it.
        let there = is_always_set(name);
        match self {
            Self::Empty if !there => Some(Cow::Borrowed("")),
            Self::Unset if !there => None,
            Self::Set | Self::Empty | Self::Unset => Some(Cow::Owned(format!("value-of-{name}."))),
            Self::Hostile => Some(Cow::Owned(format!(
                "{name} $MCPCONV_INNER ${{MCPCONV_INNER}} {{env:MCPCONV_INNER}} \"q\" \\d"
            ))),
        }
    }

    /// Its name in files.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Empty => "empty",
            Self::Unset => "unset",
            Self::Hostile => "special",
        }
    }

    /// What is different there, for reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Set => "set",
            Self::Empty => "empty",
            Self::Unset => "unset",
            Self::Hostile => "special (`$`, quotes or braces in its value)",
        }
    }
}

const INNER: &str = "MCPCONV_INNER";

/// A string as it is in a world.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Resolved {
    pieces: Vec<Piece>,
}

/// A piece of a [`Resolved`] string.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Text.
    Text(String),
    /// A reference to a variable that is not set, and that is handed on as it is written.
    Unresolved {
        /// The variable.
        name: String,
        /// The reference.
        text: String,
    },
    /// Something that cannot be known here.
    Unknown(Part),
    /// A value that breaks the text around it, or that the host gives up on.
    Broken,
    /// A variable that is not set, without which the host does not run the server.
    Fails(String),
}

/// Equal in what they mean: nobody makes anything of a reference that is handed on, however it is spelled.
impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Text(a), Self::Text(b)) => a == b,
            // In braces or not, a reference is one; a bare name that is handed on is a text of its own.
            (Self::Unresolved { name: a, text: c }, Self::Unresolved { name: b, text: d }) => {
                a == b && (a == c) == (b == d)
            }
            (Self::Unknown(a), Self::Unknown(b)) => a == b,
            (Self::Broken, Self::Broken) => true,
            (Self::Fails(_), Self::Fails(_)) => true,
            _ => false,
        }
    }
}

impl Resolved {
    /// A text that is the same for equal strings only.
    pub(crate) fn identity(&self) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Unresolved { name, text } if name != text => format!("${{{name:?}}}"),
            other => format!("{other:?}"),
        });
        pieces.collect()
    }

    /// Plain text.
    #[must_use]
    pub fn text(text: &str) -> Self {
        let mut done = Self::default();
        done.push_text(text);
        done
    }

    /// The pieces in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The variable that is not set and without which the host does not run the server.
    pub(crate) fn failing(&self) -> Option<&str> {
        self.pieces.iter().find_map(|piece| match piece {
            Piece::Fails(name) => Some(name.as_str()),
            _ => None,
        })
    }

    /// The same for a host that does without the server where a variable is not set.
    pub(crate) fn failing_unset(mut self) -> Self {
        for piece in &mut self.pieces {
            if let Piece::Unresolved { name, .. } = piece {
                *piece = Piece::Fails(std::mem::take(name));
            }
        }
        self
    }

    /// The text, if all of it is known.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [] => Some(""),
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The text with references that are handed on as they are written; nothing where something else is not known.
    pub(crate) fn as_written(&self) -> Option<String> {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) | Piece::Unresolved { text, .. } => Some(text.as_str()),
            Piece::Unknown(_) | Piece::Broken | Piece::Fails(_) => None,
        });
        pieces.collect()
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        match self.pieces.last_mut() {
            _ if text.is_empty() => {}
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }

    pub(crate) fn push(&mut self, piece: Piece) {
        match piece {
            Piece::Text(text) => self.push_text(&text),
            other => self.pieces.push(other),
        }
    }

    /// Puts another one at the end.
    pub(crate) fn append(&mut self, other: Self) {
        other.pieces.into_iter().for_each(|piece| self.push(piece));
    }

    /// The same with references to these variables as the text that they are: somebody else reads them.
    pub(crate) fn handed_on(self, names: &[&str]) -> Self {
        if names.is_empty() {
            return self;
        }
        let mut done = Self::default();
        for piece in self.pieces {
            match piece {
                Piece::Unresolved { name, text } if names.contains(&name.as_str()) => {
                    done.push_text(&text);
                }
                other => done.push(other),
            }
        }
        done
    }
}

/// The variables that can be put in: an environment by name.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Name and value.
    pub variables: HashMap<String, String>,
    /// Those that `variables` does not have. They are read when one is asked for: most conversions ask for none, and
    /// copying an environment takes as long as converting a server.
    others: OnceLock<HashMap<String, String>>,
    read: Option<fn() -> HashMap<String, String>>,
}

impl Environment {
    /// An environment whose variables come from `read`, unless [`variables`](Self::variables) has them.
    #[must_use]
    pub fn reading(read: fn() -> HashMap<String, String>) -> Self {
        Self {
            read: Some(read),
            ..Self::default()
        }
    }

    /// The value of `name`; a variable that is set but empty has one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        let other = || self.others.get_or_init(self.read?).get(name);
        self.variables.get(name).or_else(other).map(String::as_str)
    }

    /// The home folder, as the variables tell it.
    #[must_use]
    pub fn home(&self) -> Option<&str> {
        self.get("HOME").or_else(|| self.get("USERPROFILE"))
    }
}

impl From<HashMap<String, String>> for Environment {
    fn from(variables: HashMap<String, String>) -> Self {
        Self {
            variables,
            ..Self::default()
        }
    }
}
