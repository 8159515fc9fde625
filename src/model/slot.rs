//! What a field is about, and the words for it.

use std::borrow::Cow;

/// What a field is about, in any host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// The program.
    Command,
    /// Its arguments.
    Args,
    /// Variables set for it; a value of nothing removes one.
    Env,
    /// A file with more of them.
    EnvFile,
    /// The folder it starts in.
    Cwd,
    /// Where a remote server is.
    Url,
    /// What is sent along with every request.
    Headers,
    /// A command that prints further headers.
    HeadersHelper,
    /// OAuth is switched off (or on) for this server.
    OauthEnabled,
    /// The OAuth client.
    OauthClientId,
    /// Its secret.
    OauthClientSecret,
    /// What it asks for.
    OauthScopes,
    /// The port of the callback.
    OauthCallbackPort,
    /// The address of the callback.
    OauthRedirectUri,
    /// Where to authorise.
    OauthAuthorizationUrl,
    /// Where tokens come from.
    OauthTokenUrl,
    /// Where the authorisation server describes itself.
    OauthMetadataUrl,
    /// The audience or resource of the token.
    OauthResource,
    /// The document that describes the client.
    OauthClientMetadataUrl,
    /// How long a server may take to start.
    StartupTimeout,
    /// How long a call may take.
    CallTimeout,
    /// Whether the server is used at all.
    Enabled,
    /// The only tools that may be used.
    AllowTools,
    /// Tools that may not be used.
    DenyTools,
    /// Tools that may run without asking, or must ask: `allow` or `ask` by tool.
    Approvals,
    /// The same for all tools that are not named.
    DefaultApproval,
    /// The server runs in a sandbox.
    Sandbox,
    /// A sentence about the server.
    Description,
    /// A limit that only its own host knows, so that a server may do more wherever it is lost.
    Limit,
    /// Another field that only its own host knows.
    Native,
}

impl Slot {
    /// Whether it is a part of how OAuth is done.
    #[must_use]
    pub(crate) const fn is_oauth(self) -> bool {
        matches!(
            self,
            Self::OauthEnabled
                | Self::OauthClientId
                | Self::OauthClientSecret
                | Self::OauthScopes
                | Self::OauthCallbackPort
                | Self::OauthRedirectUri
                | Self::OauthAuthorizationUrl
                | Self::OauthTokenUrl
                | Self::OauthMetadataUrl
                | Self::OauthResource
                | Self::OauthClientMetadataUrl
        )
    }

    /// What it is called in messages.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// What it is about, in one line without a full stop.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        self.words().1
    }

    /// The only table of words about slots.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Command => ("command", "Program to start"),
            Self::Args => ("arguments", "Arguments of the program"),
            Self::Env => ("variables", "Environment variables set for the process"),
            Self::EnvFile => (
                "env file",
                "File with environment variables for the process",
            ),
            Self::Cwd => ("working directory", "Directory the process starts in"),
            Self::Url => ("URL", "URL of the server"),
            Self::Headers => ("headers", "HTTP headers sent with every request"),
            Self::HeadersHelper => (
                "headers helper",
                "Command that prints more headers as a JSON object",
            ),
            Self::OauthEnabled => ("OAuth setting", "Whether OAuth is used"),
            Self::OauthClientId => ("OAuth client id", "OAuth client id"),
            Self::OauthClientSecret => ("OAuth client secret", "OAuth client secret"),
            Self::OauthScopes => ("OAuth scopes", "OAuth scopes to request"),
            Self::OauthCallbackPort => ("OAuth callback port", "Local port of the OAuth callback"),
            Self::OauthRedirectUri => ("OAuth redirect URI", "URL of the OAuth callback"),
            Self::OauthAuthorizationUrl => (
                "OAuth authorization URL",
                "URL of the OAuth authorization endpoint",
            ),
            Self::OauthTokenUrl => ("OAuth token URL", "URL of the OAuth token endpoint"),
            Self::OauthMetadataUrl => (
                "OAuth server metadata",
                "URL of the metadata of the authorization server",
            ),
            Self::OauthResource => ("OAuth resource", "Resource the token is requested for"),
            Self::OauthClientMetadataUrl => (
                "OAuth client metadata",
                "URL of the document that describes the OAuth client",
            ),
            Self::StartupTimeout => ("startup timeout", "Timeout for starting the server"),
            Self::CallTimeout => ("call timeout", "Timeout of a tool call"),
            Self::Enabled => ("enabled", "Whether the server is enabled"),
            Self::AllowTools => ("allowed tools", "The only tools that are available"),
            Self::DenyTools => ("denied tools", "Tools that are hidden"),
            Self::Approvals => ("approvals", "Tools that run without asking"),
            Self::DefaultApproval => (
                "default approval",
                "Whether tools without a setting of their own run without asking",
            ),
            Self::Sandbox => ("sandbox", "Whether the process runs in a sandbox"),
            Self::Description => ("description", "Description for people"),
            Self::Limit => ("limit", "Limit of this host alone"),
            Self::Native => ("setting", "Setting of this host alone"),
        }
    }

    /// A name of a map, such that two which are the same one are equal; the case of a header does not matter.
    pub(crate) fn folded(self, name: &str) -> Cow<'_, str> {
        if self == Self::Headers {
            Cow::Owned(name.to_ascii_lowercase())
        } else {
            Cow::Borrowed(name)
        }
    }

    /// Whether only its own host gives it a meaning.
    pub(crate) fn is_native(self) -> bool {
        matches!(self, Self::Native | Self::Limit)
    }

    /// Whether losing the field would let the server do more than before.
    #[must_use]
    pub fn restricts(self) -> bool {
        matches!(
            self,
            Self::AllowTools | Self::DenyTools | Self::Sandbox | Self::Enabled | Self::Limit
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_lower_case_and_meanings_are_lines() {
        for slot in [Slot::Command, Slot::Cwd, Slot::OauthScopes, Slot::Native] {
            assert!(!slot.name().ends_with('.') && !slot.meaning().ends_with('.'));
            assert!(slot.meaning().starts_with(char::is_uppercase));
        }
    }
}
