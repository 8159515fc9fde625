//! What is missing from a text that was recognised, or wrong with it.

use crate::diagnostic::{Diagnostic, Level, list};

/// A text of a form that we know, and what it lacks.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PasteFault {
    /// What it was taken for.
    form: Option<String>,
    lack: Lack,
}

/// What it lacks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Lack {
    NoName,
    NoServer,
    NoUrl,
    NoJson,
    NoJsonInLink,
    NoPackage(&'static str),
    /// JSON that cannot be read: why, and in which line.
    Syntax(String, usize),
    /// JSON that says nothing of servers.
    NoServers,
    NoPackages,
    NoConfig,
    NoValue(String),
    NoPair(char),
    NoNumber,
    NoRemote(&'static str),
    UnknownOption(String),
    UnknownTransport(String),
    Installer(String),
    /// Blocks at these lines, what is in them, and whether a host tells them apart.
    Differ(Vec<(usize, String)>, bool),
}

impl Lack {
    /// The fault of something that was taken for `form`.
    pub(super) fn of(self, form: &str) -> PasteFault {
        PasteFault {
            form: Some(form.to_owned()),
            lack: self,
        }
    }
}

impl From<Lack> for PasteFault {
    fn from(lack: Lack) -> Self {
        Self { form: None, lack }
    }
}

impl PasteFault {
    pub(super) fn diagnostic(self) -> Diagnostic {
        let (message, help) = self.lack.words();
        let message = match self.form {
            Some(form) => format!("this looks like {form}, but {message}"),
            None => message,
        };
        Diagnostic::new("unreadable-paste", Level::Error, None, message).help(help)
    }
}

impl Lack {
    /// What is wrong, and what to do.
    fn words(self) -> (String, String) {
        let (message, help) = match self {
            Self::NoName => ("the server has no name", "use `--name NAME`"),
            Self::NoServer => (
                "it has neither a program nor a URL",
                "write the program after `--`",
            ),
            Self::NoUrl => (
                "it is for a remote server and has no URL",
                "write the URL after the name",
            ),
            Self::NoJson => (
                "what should be the server is not a JSON object",
                "put the JSON between single quotes, and copy all of it",
            ),
            Self::NoJsonInLink => (
                "what should be the server is not a JSON object",
                "copy the link as a whole",
            ),
            Self::NoServers => (
                "there is no server in it: nothing has a `command` or a `url`",
                "paste the part with the servers",
            ),
            Self::NoPackages => (
                "it has neither `packages` nor `remotes`",
                "paste the whole file",
            ),
            Self::NoPackage(what) => {
                return (
                    format!("it does not say which {what} to run"),
                    "copy the whole command".to_owned(),
                );
            }
            Self::Syntax(reason, line) => {
                return (
                    format!("it cannot be read from line {line} on: {reason}"),
                    "copy all of it, from the first `{` to its last `}`".to_owned(),
                );
            }
            Self::NoConfig => ("it has no `config`", "copy the link as a whole"),
            Self::NoNumber => ("an option needs a number", "write digits only"),
            Self::NoValue(option) => {
                return (
                    format!("`{option}` has no value"),
                    "write it after the option".to_owned(),
                );
            }
            Self::NoPair(separator) => {
                return (
                    "an option has no name and value".to_owned(),
                    format!("write `NAME{separator}VALUE`"),
                );
            }
            Self::NoRemote(host) => {
                return (
                    format!("{host} does not support remote servers"),
                    "use a program".to_owned(),
                );
            }
            Self::UnknownOption(option) => {
                return (
                    format!("it has no option `{option}`"),
                    "write options of the server's program after `--`".to_owned(),
                );
            }
            Self::UnknownTransport(word) => {
                return (
                    format!("`{word}` is not a transport"),
                    "use `stdio`, `http` or `sse`".to_owned(),
                );
            }
            Self::Installer(package) => {
                return (
                    format!("`{package}` is an installer and does not say what the server is"),
                    "paste the server's own config or command".to_owned(),
                );
            }
            Self::Differ(places, by_host) => {
                let places: Vec<String> = places
                    .iter()
                    .map(|(line, what)| format!("line {line} ({what})"))
                    .collect();
                let help = if by_host {
                    "paste one of them, or choose with `--from HOST`"
                } else {
                    "paste one of them"
                };
                return (
                    format!("the blocks at {} define different servers", list(&places)),
                    help.to_owned(),
                );
            }
        };
        (message.to_owned(), help.to_owned())
    }
}
