//! What of an effect can differ.

use std::collections::HashMap;

use crate::model::{Server, Slot};
use crate::secret::{veiled_name, veiled_variable};

/// What of an effect differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aspect {
    /// Whether the server is used at all.
    Used,
    /// A process on one side and a URL on the other, or the transports that are tried.
    Transport,
    /// What is tried when the transport that is asked for does not answer.
    Fallback,
    /// The program.
    Program,
    /// Its arguments.
    Args,
    /// A variable of the process.
    Env(String),
    /// A file with variables.
    EnvFile,
    /// What the process gets from the host's own environment.
    Inherited,
    /// The folder it starts in.
    Folder,
    /// The folder it starts in, where neither entry says one.
    DefaultFolder,
    /// The URL.
    Url,
    /// A header.
    Header(String),
    /// A command that prints headers.
    HeadersHelper,
    /// What OAuth is told.
    Oauth(Slot),
    /// How long the server may take to start.
    StartupTimeout,
    /// How long a call may take.
    CallTimeout,
    /// Which tools can be used.
    Tools,
    /// Which tools run without asking.
    Approvals,
    /// Whether it runs in a sandbox.
    Sandbox,
}

impl Aspect {
    /// Whether a field of `slot` says it.
    #[must_use]
    pub fn is_about(&self, slot: Slot) -> bool {
        match self {
            Self::Used => slot == Slot::Enabled,
            Self::Transport | Self::Fallback | Self::Url => slot == Slot::Url,
            Self::Program => slot == Slot::Command,
            Self::Args => slot == Slot::Args,
            Self::Env(_) | Self::Inherited => slot == Slot::Env,
            Self::EnvFile => slot == Slot::EnvFile,
            Self::Folder | Self::DefaultFolder => slot == Slot::Cwd,
            Self::Header(_) => slot == Slot::Headers,
            Self::HeadersHelper => slot == Slot::HeadersHelper,
            Self::Oauth(Slot::OauthCallbackPort) => {
                matches!(slot, Slot::OauthCallbackPort | Slot::OauthRedirectUri)
            }
            Self::Oauth(own) => slot == *own,
            Self::StartupTimeout => slot == Slot::StartupTimeout,
            Self::CallTimeout => slot == Slot::CallTimeout,
            Self::Tools => matches!(slot, Slot::AllowTools | Slot::DenyTools),
            Self::Approvals => matches!(slot, Slot::Approvals | Slot::DefaultApproval),
            Self::Sandbox => slot == Slot::Sandbox,
        }
    }

    /// What to call it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Used => "enabled".to_owned(),
            Self::Transport => "transport".to_owned(),
            Self::Fallback => "fallback transport".to_owned(),
            Self::Program => "command".to_owned(),
            Self::Args => "args".to_owned(),
            Self::Env(name) => format!("env.{name}"),
            Self::EnvFile => "env file".to_owned(),
            Self::Inherited => "inherited environment".to_owned(),
            Self::Folder => "cwd".to_owned(),
            Self::DefaultFolder => "default folder".to_owned(),
            Self::Url => "url".to_owned(),
            Self::Header(name) => format!("headers.{name}"),
            Self::HeadersHelper => "headers helper".to_owned(),
            Self::Oauth(slot) => slot.name().to_owned(),
            Self::StartupTimeout => "startup timeout".to_owned(),
            Self::CallTimeout => "timeout".to_owned(),
            Self::Tools => "tools".to_owned(),
            Self::Approvals => "approvals".to_owned(),
            Self::Sandbox => "sandbox".to_owned(),
        }
    }

    /// Whether it follows from which host it is, and not from what the entry says.
    #[must_use]
    pub fn is_the_hosts(&self) -> bool {
        matches!(self, Self::Inherited | Self::Fallback | Self::DefaultFolder)
    }
}

/// What aspects are called where people read it: what somebody put in the place of a name is covered.
pub(crate) struct AspectNames<'s> {
    headers: HashMap<String, &'s str>,
}

impl<'s> AspectNames<'s> {
    /// The names of what differs between these servers.
    pub(crate) fn of(servers: [&'s Server; 2]) -> Self {
        Self {
            headers: spellings(servers, Slot::Headers),
        }
    }

    pub(crate) fn name(&self, aspect: &Aspect) -> String {
        match aspect {
            Aspect::Env(name) => format!("env.{}", veiled_variable(name)),
            // A token is known by its capitals, which the name of a header loses in an effect.
            Aspect::Header(name) => {
                let written = self.headers.get(name).copied().unwrap_or(name);
                format!("headers.{}", veiled_name(written).to_ascii_lowercase())
            }
            other => other.name(),
        }
    }
}

/// The names in the maps of `slot` as the servers write them, by their small letters.
pub(crate) fn spellings<'s>(
    servers: impl IntoIterator<Item = &'s Server>,
    slot: Slot,
) -> HashMap<String, &'s str> {
    let pairs = servers.into_iter().flat_map(|server| server.map(slot));
    pairs
        .map(|pair| (pair.key.to_ascii_lowercase(), pair.key.as_str()))
        .collect()
}
