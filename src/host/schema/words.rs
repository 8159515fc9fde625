//! What editors show beside a field, in our own words.

use crate::host::{Field, Host, Kind};
use crate::model::{Slot, Transport};

/// What a server of `transport` is. Remote ones share their words, because most of them share their shape.
pub(super) fn transport(transport: Transport) -> &'static str {
    match transport {
        Transport::Stdio => "A server that runs as a child process.",
        Transport::Http | Transport::Sse | Transport::Ws => "A server behind an address.",
    }
}

/// What `field` is about, and in which form.
pub(super) fn field(field: &Field, host: &Host) -> String {
    let what = match (field.slot, field.kind) {
        (_, Kind::Tag) => "How the server is reached.".to_owned(),
        (_, Kind::Group(_)) => "Which of the settings beside it are used.".to_owned(),
        (Slot::Native, _) => format!("A setting that only {} knows.", host.name),
        (slot, kind) => of_slot(slot, kind).to_owned(),
    };
    match of_kind(field.kind) {
        "" => what,
        form => format!("{what} {form}"),
    }
}

fn of_slot(slot: Slot, kind: Kind) -> &'static str {
    match slot {
        Slot::Command => "The program that is started.",
        Slot::Args => "The arguments of the program.",
        Slot::Env if kind == Kind::EnvNames => "Variables that are handed through to the program.",
        Slot::Env => "Variables that are set for the program.",
        Slot::EnvFile => "A file with variables for the program.",
        Slot::Cwd => "The folder the program starts in.",
        Slot::Url => "The address of the server.",
        Slot::Headers => "Headers that are sent with every request.",
        Slot::HeadersHelper => "A command that prints further headers.",
        Slot::OauthEnabled => "Whether OAuth is used.",
        Slot::OauthClientId => "The OAuth client.",
        Slot::OauthClientSecret => "The secret of the OAuth client.",
        Slot::OauthScopes => "The OAuth scopes that are asked for.",
        Slot::OauthCallbackPort => "The port of the OAuth callback.",
        Slot::OauthRedirectUri => "The address of the OAuth callback.",
        Slot::OauthAuthorizationUrl => "Where OAuth authorises.",
        Slot::OauthTokenUrl => "Where OAuth tokens come from.",
        Slot::OauthMetadataUrl => "Where the authorisation server describes itself.",
        Slot::OauthResource => "The audience or resource of the OAuth token.",
        Slot::OauthClientMetadataUrl => "The document that describes the OAuth client.",
        Slot::StartupTimeout => "How long the server may take to start.",
        Slot::CallTimeout => "How long a call may take.",
        Slot::Enabled if kind == Kind::NotFlag => "Whether the server is switched off.",
        Slot::Enabled => "Whether the server is used.",
        Slot::AllowTools => "The only tools that may be used.",
        Slot::DenyTools => "Tools that may not be used.",
        Slot::Approvals => "Which tools may run without asking.",
        Slot::DefaultApproval => "Whether tools that are not named may run without asking.",
        Slot::Sandbox => "Whether the server runs in a sandbox.",
        Slot::Description => "A sentence about the server.",
        Slot::Native => "A setting of this host.",
    }
}

/// What the type alone does not say.
fn of_kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Line => "Without arguments of its own, the line is split into words.",
        Kind::Argv => "Its arguments follow in the same list.",
        Kind::LineOrArgv => "Its arguments may follow in the same line or list.",
        Kind::Spaced => "Separated by spaces.",
        Kind::LooseMap => "`null` removes one.",
        Kind::OffFlag => "`false` switches it off.",
        Kind::Millis => "In milliseconds.",
        Kind::Seconds | Kind::WholeSeconds => "In seconds.",
        Kind::HeaderVars => "The values are the names of variables.",
        Kind::BearerVar => "This is the name of the variable with the bearer token.",
        Kind::BearerText => "This is the bearer token.",
        Kind::KeyVar => "This is the name of the variable with the key.",
        Kind::Approved => "`*` stands for all.",
        _ => "",
    }
}
