//! A string that may refer to something outside itself, free of any host's spelling.

use crate::syntax::Span;

/// A string as a sequence of literal and reference parts. Two literal parts never follow each other.
#[derive(Clone, Debug, Default)]
pub struct Template {
    /// The parts in order; none for the empty string.
    pub parts: Vec<Part>,
    /// The source value it was read from.
    pub span: Span,
}

/// Equal in meaning; where the strings stood does not matter.
impl PartialEq for Template {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

/// A piece of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text that means itself.
    Text(String),
    /// An environment variable.
    Env {
        /// Its name.
        name: String,
        /// What stands in for it when it is not set.
        default: Option<String>,
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

impl Template {
    /// A string without references.
    #[must_use]
    pub fn literal(text: impl Into<String>, span: Span) -> Self {
        let text = text.into();
        Self {
            parts: if text.is_empty() {
                Vec::new()
            } else {
                vec![Part::Text(text)]
            },
            span,
        }
    }

    /// A reference to the environment variable `name` and nothing else.
    #[must_use]
    pub fn env(name: impl Into<String>, span: Span) -> Self {
        Self {
            parts: vec![Part::Env {
                name: name.into(),
                default: None,
            }],
            span,
        }
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

    /// The variable's name, if the whole string is a reference to one without a default.
    #[must_use]
    pub fn as_env(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [
                Part::Env {
                    name,
                    default: None,
                },
            ] => Some(name),
            _ => None,
        }
    }

    /// Whether anything in it is a reference.
    #[must_use]
    pub fn has_references(&self) -> bool {
        self.parts.iter().any(|part| !matches!(part, Part::Text(_)))
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
