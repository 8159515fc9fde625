//! What a host does with its files and servers, in the form in which it is shown.

use std::borrow::Cow;

use super::sources::Spot;
use super::value::Shown;
use super::verdict::{Complaint, Outcome};
use crate::effect::Tools;
use crate::host::{Host, Inherit};
use crate::model::{Reason, Transport};
use crate::secret::{veiled_name, veiled_variable};

/// All there is to show.
pub(super) struct Answer {
    pub(super) files: Vec<FileCard>,
    pub(super) cards: Vec<Card>,
    /// What else decides about servers, and is not looked at.
    pub(super) remarks: Vec<String>,
}

/// A file as it is shown.
pub(super) struct FileCard {
    pub(super) name: String,
    pub(super) host: &'static Host,
    /// Way many servers it has.
    pub(super) servers: usize,
    /// Way many of them belong to other projects.
    pub(super) private: usize,
    /// Why the host refuses it as a whole.
    pub(super) complaints: Vec<Complaint>,
    /// The host knows the file and reads no servers from it, and there are none.
    pub(super) idle: bool,
}

/// A server as it is shown.
pub(super) struct Card {
    pub(super) name: String,
    pub(super) host: &'static Host,
    pub(super) at: Spot,
    pub(super) verdict: Outcome<Does>,
    /// Other definitions of it, and what becomes of them.
    pub(super) others: Vec<(Spot, Other)>,
    /// Fields that the host passes over.
    pub(super) ignored: Vec<(String, Reason, Spot)>,
}

/// What becomes of another definition of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Other {
    /// Its fields count where the stronger ones say nothing.
    Merged,
    /// It is not used.
    Hidden,
}

/// What a host does with a server that it uses.
pub(super) struct Does {
    pub(super) how: Way,
    pub(super) startup: Option<(f64, Spot)>,
    pub(super) call: Option<(f64, Spot)>,
    pub(super) tools: Tools,
    pub(super) tools_at: Option<Spot>,
    pub(super) approvals_at: Option<Spot>,
    /// What limits it in a way that only its host can apply.
    pub(super) limits: Vec<(String, Spot)>,
    pub(super) sandbox: bool,
    pub(super) id: String,
}

impl Does {
    /// What tools of the server are called by, unless it repeats a credential in the name that it is made of.
    pub(super) fn shown_id(&self, name: &str) -> &str {
        match veiled_name(name) {
            Cow::Borrowed(_) => &self.id,
            Cow::Owned(_) => "***",
        }
    }
}

pub(super) enum Way {
    Starts(Box<Process>),
    Connects(Box<Remote>),
}

/// A process that is started.
pub(super) struct Process {
    pub(super) program: Shown,
    pub(super) args: Vec<Shown>,
    pub(super) env: Vec<(String, Variable)>,
    pub(super) env_file: Option<Shown>,
    pub(super) inherits: Inherit,
    pub(super) folder: Option<Shown>,
    /// Where it starts, or what a relative folder starts from.
    pub(super) base: Base,
}

/// What becomes of a variable of a process.
pub(super) enum Variable {
    Set(Shown),
    Appended(Shown),
    Removed(Spot),
}

impl Variable {
    /// Its name as it may be shown. Where a variable of the host is only handed on, a list may have something else in the
    /// place of its name.
    pub(super) fn shown_name<'a>(&self, name: &'a str) -> Cow<'a, str> {
        match self {
            Self::Set(shown) if shown.refers_to(name) => veiled_variable(name),
            _ => veiled_name(name),
        }
    }
}

/// The folder that a host chooses.
pub(super) enum Base {
    /// The project's, by its path.
    Project(String),
    /// Another, in words.
    Words(&'static str),
    Unknown,
}

/// A server that is connected to.
pub(super) struct Remote {
    pub(super) transports: Vec<Transport>,
    pub(super) url: Shown,
    pub(super) headers: Vec<(String, Shown)>,
    pub(super) helper: Option<Shown>,
    /// The fields about OAuth.
    pub(super) oauth: Vec<(String, Spot)>,
}
