//! The vocabulary of host descriptions in words that `mcpconv hosts` can show.

use crate::host::{Cost, Field, GateKind, Host, Inherit, Kind, Names, Place, Scope, TagRule};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

/// What a field is about.
pub(super) fn meaning(field: &Field) -> &'static str {
    if field.kind == Kind::Tag {
        "transport"
    } else {
        slot(field.slot)
    }
}

/// What a slot is about.
pub(super) fn slot(slot: Slot) -> &'static str {
    match slot {
        Slot::Command => "program",
        Slot::Args => "arguments",
        Slot::Env => "variables",
        Slot::EnvFile => "file of variables",
        Slot::Cwd => "working folder",
        Slot::Url => "address",
        Slot::Headers => "headers",
        Slot::HeadersHelper => "command that prints headers",
        Slot::OauthEnabled => "OAuth on or off",
        Slot::OauthClientId => "OAuth client",
        Slot::OauthClientSecret => "OAuth client secret",
        Slot::OauthScopes => "OAuth scopes",
        Slot::OauthCallbackPort => "OAuth callback port",
        Slot::OauthRedirectUri => "OAuth callback address",
        Slot::OauthAuthorizationUrl => "OAuth authorisation address",
        Slot::OauthTokenUrl => "OAuth token address",
        Slot::OauthMetadataUrl => "OAuth server metadata",
        Slot::OauthResource => "OAuth resource",
        Slot::OauthClientMetadataUrl => "OAuth client metadata",
        Slot::StartupTimeout => "time to start",
        Slot::CallTimeout => "time for a call",
        Slot::Enabled => "on or off",
        Slot::AllowTools => "only these tools",
        Slot::DenyTools => "not these tools",
        Slot::Approvals => "approvals by tool",
        Slot::DefaultApproval => "approval of other tools",
        Slot::Sandbox => "sandbox",
        Slot::Description => "description",
        Slot::Native => "its own",
    }
}

/// How the value of a field is written.
pub(super) fn kind(kind: Kind) -> String {
    let plain = match kind {
        Kind::Text => "string",
        Kind::Line => "command line, or program beside arguments",
        Kind::Argv => "list of program and arguments",
        Kind::LineOrArgv => "command line, or list of program and arguments",
        Kind::List => "list of strings",
        Kind::Spaced => "words between spaces",
        Kind::Map => "map of strings",
        Kind::LooseMap => "map of strings, numbers and nulls",
        Kind::Flag => "boolean",
        Kind::NotFlag => "boolean, true is off",
        Kind::OffFlag => "false switches off",
        Kind::Millis => "milliseconds",
        Kind::Seconds => "seconds",
        Kind::WholeSeconds => "whole seconds",
        Kind::Port => "port",
        Kind::EnvNames => "list of variables to hand through",
        Kind::HeaderVars => "map from headers to variables",
        Kind::BearerVar => "variable with the bearer token",
        Kind::BearerText => "bearer token",
        Kind::KeyVar => "variable with the key",
        Kind::Approved => "list of tools that need no approval",
        Kind::Trusted => "true: no tool needs an approval",
        Kind::Tag => "word for the transport",
        Kind::Number => "number",
        Kind::Object => "object",
        Kind::Any => "anything",
        Kind::Policies(words) => return format!("map from tools to {}", words.join("|")),
        Kind::PolicyList(key, words) => {
            return format!("list of tools with `{key}` {}", words.join("|"));
        }
        Kind::PolicyTables(key, words) => {
            return format!("map from tools to `{key}` {}", words.join("|"));
        }
        Kind::DefaultPolicy(words) => return words.join("|"),
        Kind::Word(words) => return words.join("|"),
        Kind::Group(groups) => {
            return groups
                .iter()
                .map(|(word, _)| *word)
                .collect::<Vec<_>>()
                .join("|");
        }
    };
    plain.to_owned()
}

/// The spellings of a form, with `X` for a variable.
pub(super) fn form(form: &Form) -> Vec<String> {
    let plain = match form {
        Form::Braces => "${X}",
        Form::Default => "${X:-d}",
        Form::Prefixed => "${env:X}",
        Form::Bare => "$X",
        Form::Curly => "{env:X}",
        Form::File => "{file:path}",
        Form::Input => "${input:id}",
        Form::Shell => "!command",
        Form::Name => "X",
        Form::Tilde => "~/",
        Form::NotWhole => return Vec::new(),
        Form::Vars(vars) => {
            return vars
                .iter()
                .map(|(word, _)| format!("${{{word}}}"))
                .collect();
        }
        Form::Own(words) => return words.iter().map(|word| format!("${{{word}}}")).collect(),
    };
    vec![plain.to_owned()]
}

/// All spellings of a dialect.
pub(super) fn forms(dialect: &Dialect) -> Vec<String> {
    dialect.forms.iter().flat_map(form).collect()
}

/// Fields that hold names of variables instead of references to them.
pub(super) fn by_name(host: &Host, place: &Place) -> Vec<&'static str> {
    let names = |field: &&Field| {
        matches!(
            field.kind,
            Kind::EnvNames | Kind::HeaderVars | Kind::BearerVar | Kind::KeyVar
        )
    };
    host.fields(place)
        .iter()
        .filter(names)
        .map(|field| field.name)
        .collect()
}

/// The transports that `host` supports.
pub(super) fn transports(host: &Host) -> Vec<&'static str> {
    supported(host).map(Transport::name).collect()
}

/// Those of them that have `field`.
pub(super) fn transports_of(host: &Host, field: &Field) -> Vec<&'static str> {
    supported(host)
        .filter(|transport| field.on.has(*transport))
        .map(Transport::name)
        .collect()
}

fn supported(host: &Host) -> impl Iterator<Item = Transport> {
    [
        Transport::Stdio,
        Transport::Http,
        Transport::Sse,
        Transport::Ws,
    ]
    .into_iter()
    .filter(|transport| host.main().spelling(*transport).is_some())
}

/// Who a file is for.
pub(super) fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Project => "project",
        Scope::User => "user",
    }
}

/// What a key outside the servers says about them.
pub(super) fn gate(kind: GateKind) -> &'static str {
    match kind {
        GateKind::Off => "servers that are off",
        GateKind::Only => "the only servers that are on",
        GateKind::Tools => "tools that may be used",
        GateKind::All => "switch for all servers",
    }
}

/// What the field that names the transport is worth.
pub(super) fn tag_rule(rule: TagRule) -> &'static str {
    match rule {
        TagRule::Decides => "decides",
        TagRule::Hints => "decides if it is known",
        TagRule::Refines => "tells the kind of remote server",
        TagRule::Listed(_) => "decides for some of its words",
    }
}

/// Which names a server may have.
pub(super) fn names(names: &Names) -> String {
    let mut text = match names.extra {
        None => "any".to_owned(),
        Some("") => "letters and digits".to_owned(),
        Some(extra) => format!(
            "letters, digits and {}",
            extra
                .chars()
                .map(String::from)
                .collect::<Vec<_>>()
                .join(" ")
        ),
    };
    if names.max < usize::MAX {
        text.push_str(&format!(", at most {} characters", names.max));
    }
    if !names.reserved.is_empty() {
        text.push_str(&format!(", but not {}", names.reserved.join(", ")));
    }
    text
}

/// Which variables a child process gets.
pub(super) fn inherit(inherit: Inherit) -> &'static str {
    match inherit {
        Inherit::All => "all variables of the host",
        Inherit::Filtered(_) => "all variables of the host but those that look secret",
        Inherit::Few(_) => "a few variables such as PATH and HOME",
    }
}

/// What a mistake costs.
pub(super) fn cost(cost: Cost) -> &'static str {
    match cost {
        Cost::Ignored => "nothing",
        Cost::Server => "the server",
        Cost::File => "the file",
        Cost::Start => "the start of the host",
    }
}
