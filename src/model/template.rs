//! A string that may refer to something outside itself, free of any host's spelling.

use super::dialect::is_name;
use super::world::{Piece, Resolved, World};
use crate::syntax::Span;

/// A string as a sequence of literal and reference parts. Two literal parts never follow each other.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// The parts in order; none for the empty string.
    pub parts: Vec<Part>,
    /// The text it was read from, where that says more than the parts: their spelling, and what a second pass sees.
    pub raw: Option<Box<str>>,
    /// The source value it was read from.
    pub span: Span,
}

/// Equal in meaning; where the strings stood and how they were spelled does not matter.
impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// A piece of a [`Template`].
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text that means itself.
    Text(String),
    /// An environment variable of the host.
    Env {
        /// Its name.
        name: String,
        /// What stands in for it when it is not set. Without one the host hands the reference on as it is written.
        default: Option<Template>,
        /// When it counts as missing, and whether that is an error.
        lacks: Lacks,
    },
    /// A reference that the host hands on as it is written, because only the server's own `env` sets the variable: it is
    /// left to the child process.
    Child {
        /// Its name.
        name: String,
        /// Its spelling.
        text: String,
    },
    /// A value the host asks its user for, by its id.
    Input(String),
    /// The content of a file.
    File(String),
    /// The output of a shell command.
    Command(String),
    /// Something the host knows.
    Host(HostVar),
    /// A reference that only the source host understands, in its own spelling.
    Other(String),
}

/// When a variable counts as missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Lacks {
    /// While it is not set.
    #[default]
    Unset,
    /// While it is not set, or is empty.
    Blank,
    /// The server is not started without it.
    Fails {
        /// An empty value does not count.
        blank: bool,
        /// What the host says then.
        message: String,
    },
    /// The host names the variable in a field of its own and does not connect while it is unset or empty. A habit of that
    /// field: where the value goes elsewhere, nobody counts on it.
    Needed,
}

impl Lacks {
    /// Whether an empty value is as good as none.
    #[must_use]
    pub fn blank(&self) -> bool {
        match self {
            Self::Unset | Self::Needed => false,
            Self::Blank => true,
            Self::Fails { blank, .. } => *blank,
        }
    }

    /// Whether the server is not started while it is missing.
    #[must_use]
    pub fn fails(&self) -> bool {
        matches!(self, Self::Fails { .. })
    }
}

/// What hosts know about where they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostVar {
    /// The folder that is open.
    Workspace,
    /// The last part of that folder's path.
    WorkspaceName,
    /// The user's home folder.
    Home,
    /// `/` or `\`.
    PathSeparator,
    /// The folder a plugin or an extension was installed into.
    PluginRoot,
}

impl HostVar {
    /// What it is, for messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Workspace => "the workspace folder",
            Self::WorkspaceName => "the workspace's name",
            Self::Home => "the home folder",
            Self::PathSeparator => "the path separator",
            Self::PluginRoot => "the plugin's folder",
        }
    }
}

/// Before a key of the entry, in what only the host itself understands.
const OWN_KEY: &str = "own:{{";

/// What only the host itself understands, as it stands in its file.
pub(crate) fn as_written(other: &str) -> &str {
    let marked = other.starts_with(OWN_KEY);
    if marked {
        &other["own:".len()..]
    } else {
        other
    }
}

impl Part {
    /// A reference to the environment variable `name`.
    #[must_use]
    pub fn env(name: impl Into<String>, default: Option<&str>) -> Self {
        Self::Env {
            name: name.into(),
            default: default.map(|text| Template::literal(text, Span::default())),
            lacks: Lacks::Unset,
        }
    }

    fn resolve(&self, world: &World<'_>, done: &mut Resolved) {
        match self {
            Self::Text(text) | Self::Child { text, .. } => done.push_text(text),
            Self::Env {
                name,
                lacks: Lacks::Needed,
                ..
            } if !world.symbolic && world.lacking(name, true).is_none() => {
                done.push(Piece::Fails(name.clone()));
            }
            Self::Env {
                name,
                default,
                lacks,
            } => match (world.lacking(name, lacks.blank()), default) {
                (Some(value), _) => done.push_text(&value),
                (None, _) if lacks.fails() => done.push(Piece::Fails(name.clone())),
                (None, Some(default)) => default
                    .parts
                    .iter()
                    .for_each(|part| part.resolve(world, done)),
                (None, None) => done.push(Piece::Unresolved {
                    name: name.clone(),
                    text: format!("${{{name}}}"),
                }),
            },
            other => match world.value_of(other) {
                Some(value) => done.push_text(&value),
                None => done.push(Piece::Unknown(other.clone())),
            },
        }
    }
}

impl Template {
    /// Takes off the white space around it.
    pub(crate) fn trim(&mut self) {
        if let Some(Part::Text(text)) = self.parts.first_mut() {
            *text = text.trim_start().to_owned();
        }
        if let Some(Part::Text(text)) = self.parts.last_mut() {
            text.truncate(text.trim_end().len());
        }
        self.parts
            .retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
        self.raw = self.raw.take().map(|raw| raw.trim().into());
    }

    /// These parts, read at `span`.
    #[must_use]
    pub fn new(parts: Vec<Part>, span: Span) -> Self {
        Self {
            parts,
            raw: None,
            span,
        }
    }

    /// A string without references.
    #[must_use]
    pub fn literal(text: impl Into<String>, span: Span) -> Self {
        let text = text.into();
        let parts = if text.is_empty() {
            Vec::new()
        } else {
            vec![Part::Text(text)]
        };
        Self::new(parts, span)
    }

    /// A reference to the environment variable `name` and nothing else. Unset, it is nothing.
    #[must_use]
    pub fn env(name: impl Into<String>, span: Span) -> Self {
        Self::new(vec![Part::env(name, Some(""))], span)
    }

    /// The text, if there is no reference in it.
    #[must_use]
    pub fn as_literal(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// The variable's name, if the whole string is a reference to one that nothing stands in for.
    #[must_use]
    pub fn as_env(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [part] => part.as_env(),
            _ => None,
        }
    }

    /// The variable and the text that stands in for it, if it is nothing but a reference with a default.
    #[must_use]
    pub fn as_env_or(&self) -> Option<(&str, &str)> {
        let [
            Part::Env {
                name,
                default: Some(default),
                ..
            },
        ] = self.parts.as_slice()
        else {
            return None;
        };
        let text = default.as_literal().filter(|text| !text.is_empty())?;
        is_name(name).then_some((name.as_str(), text))
    }

    /// The same text that stands in for a variable, as one that its file says, even if it is empty.
    #[must_use]
    pub(crate) fn said(mut self) -> Self {
        if self.parts.is_empty() {
            self.raw = Some("".into());
        }
        self
    }

    /// Whether a file says so. Else its host only passes on nothing for a variable that is not set.
    pub(crate) fn is_said(&self) -> bool {
        !self.parts.is_empty() || self.raw.is_some()
    }

    /// Whether it refers to the variable `name`.
    pub(crate) fn refers_to(&self, name: &str) -> bool {
        let mut found = false;
        self.each_variable(&mut |known| found |= known == name);
        found
    }

    /// The text as it is written, where that is known.
    pub(crate) fn written(&self) -> Option<&str> {
        self.raw.as_deref().or_else(|| self.as_literal())
    }

    /// Whether anything in it is a reference.
    #[must_use]
    pub fn has_references(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Text(_)))
    }

    /// What becomes of it in `world`, by the meaning of its parts.
    #[must_use]
    pub fn resolve(&self, world: &World<'_>) -> Resolved {
        let mut done = Resolved::default();
        self.parts
            .iter()
            .for_each(|part| part.resolve(world, &mut done));
        done
    }

    /// Whether an empty variable is as good as none somewhere in it.
    pub(crate) fn counts_blank(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Env { default, lacks, .. } => {
                lacks.blank() || default.as_ref().is_some_and(Self::counts_blank)
            }
            _ => false,
        })
    }

    /// Calls `visit` for every environment variable it refers to, those of defaults included.
    pub(crate) fn each_variable(&self, visit: &mut dyn FnMut(&str)) {
        for part in &self.parts {
            if let Part::Env { name, default, .. } = part {
                visit(name);
                if let Some(default) = default {
                    default.each_variable(visit);
                }
            }
        }
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        match self.parts.last_mut() {
            _ if text.is_empty() => {}
            Some(Part::Text(last)) => last.push_str(text),
            _ => self.parts.push(Part::Text(text.to_owned())),
        }
    }

    pub(crate) fn push(&mut self, part: Part) {
        match part {
            Part::Text(text) => self.push_text(&text),
            reference => self.parts.push(reference),
        }
    }
}

impl Part {
    /// The variable's name, if it is one.
    #[must_use]
    pub(crate) fn variable(&self) -> Option<&str> {
        match self {
            Self::Env { name, .. } => Some(name),
            _ => None,
        }
    }

    /// The name of a variable that is nothing while it is unset.
    pub(crate) fn optional(&self) -> Option<&str> {
        match self {
            Self::Env {
                name,
                default: Some(default),
                ..
            } if default.parts.is_empty() => Some(name),
            _ => None,
        }
    }

    /// `{{X}}` for what the entry itself has under that key. No other host's `{{X}}` is the same.
    pub(crate) fn of_own_key(name: &str) -> Self {
        Self::Other(format!("{OWN_KEY}{name}}}}}"))
    }

    /// The key that it stands for, if it is one of these.
    pub(crate) fn own_key(&self) -> Option<&str> {
        match self {
            Self::Other(text) => text.strip_prefix(OWN_KEY)?.strip_suffix("}}"),
            _ => None,
        }
    }

    /// The variable's name, if it is one that nothing stands in for. What a host looks up in vain, because no variable can
    /// be called so, has no name.
    #[must_use]
    pub fn as_env(&self) -> Option<&str> {
        match self {
            Self::Env { name, default, .. } => {
                let plain = default.as_ref().is_none_or(|it| it.parts.is_empty());
                (plain && is_name(name)).then_some(name.as_str())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literal_parts_are_joined() {
        let mut template = Template::literal("a", Span::default());
        template.push_text("b");
        template.push(Part::Text(String::new()));
        assert_eq!(template.as_literal(), Some("ab"));
        assert_eq!(
            Template::literal("", Span::default()).as_literal(),
            Some("")
        );
    }
}
