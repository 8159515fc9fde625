//! Gemini CLI.
//!
//! An address beats a command here, and `httpUrl` beats both. Servers are switched off outside their entries. Child
//! processes do not get variables whose names look secret, unless their `env` says so.

use crate::diagnostic::Level;
use crate::host::{
    Cost, Facts, Field, Format, Gate, GateKind, Host, Ids, Inherit, Kind, Missing, Names, Place,
    Retired, Runtime, Scope, Setting, Spelling, TagRule, ToolIds, Transports, Trust,
};
use crate::model::dialect::{Dialect, Form, Unset};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "gemini",
    name: "Gemini CLI",
    aliases: &["gemini-cli"],
    version: "0.61.0",
    places: &[
        Place {
            globs: &[".gemini/settings.json"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.gemini/settings.json",
                "/etc/gemini-cli/settings.json",
                "/etc/gemini-cli/system-defaults.json",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
        Place {
            globs: &["gemini-extension.json"],
            format: &EXTENSION_FORMAT,
            ..JSON
        },
    ],
    facts: Facts {
        retired: &[Retired {
            field: "httpUrl",
            since: "0.21.0",
            instead: "url",
            cost: Cost::Ignored,
            renamed: true,
        }],
        shell_forms: LATE,
        off: "name it in `mcp.excluded`",
        trust: TRUST,
        ..Facts::NONE
    },
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("httpUrl", Slot::Url, Kind::Text)
            .remote()
            .legacy(),
        Field::new("url", Slot::Url, Kind::Text).remote(),
        Field::new("command", Slot::Command, Kind::Text).stdio(),
        Field::new("type", Slot::Native, Kind::Tag),
        Field::new("args", Slot::Args, Kind::List).stdio(),
        Field::new("env", Slot::Env, Kind::Map).stdio(),
        Field::new("cwd", Slot::Cwd, Kind::Text).stdio(),
        Field::new("headers", Slot::Headers, Kind::Map).remote(),
        Field::native("tcp", Kind::Text),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis),
        Field::new("trust", Slot::DefaultApproval, Kind::Trusted),
        Field::new("description", Slot::Description, Kind::Text),
        Field::new("includeTools", Slot::AllowTools, Kind::List),
        Field::new("excludeTools", Slot::DenyTools, Kind::List),
        Field::new("oauth.enabled", Slot::OauthEnabled, Kind::Flag).remote(),
        Field::new("oauth.clientId", Slot::OauthClientId, Kind::Text).remote(),
        Field::new("oauth.clientSecret", Slot::OauthClientSecret, Kind::Text).remote(),
        Field::new(
            "oauth.authorizationUrl",
            Slot::OauthAuthorizationUrl,
            Kind::Text,
        )
        .remote(),
        Field::native("oauth.issuer", Kind::Text).remote(),
        Field::new("oauth.tokenUrl", Slot::OauthTokenUrl, Kind::Text).remote(),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::List).remote(),
        Field::native("oauth.audiences", Kind::List).remote(),
        Field::new("oauth.redirectUri", Slot::OauthRedirectUri, Kind::Text).remote(),
        Field::native("oauth.tokenParamName", Kind::Text).remote(),
        Field::native("oauth.registrationUrl", Kind::Text).remote(),
        Field::native(
            "authProviderType",
            Kind::Word(&[
                "dynamic_discovery",
                "google_credentials",
                "service_account_impersonation",
            ]),
        )
        .remote(),
        Field::native("targetAudience", Kind::Text).remote(),
        Field::native("targetServiceAccount", Kind::Text).remote(),
        Field::native("extension", Kind::Object),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        missing: Missing::Infer,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[
            ("httpUrl", Transport::Http),
            ("url", Transport::Http),
            ("command", Transport::Stdio),
        ],
    },
    dialects: &[(LATE, &TWICE), (&[], &ONCE)],
    names: Names {
        reserved: &["__proto__"],
        ..Names::ANY
    },
    runtime: Runtime {
        inherit: Inherit::Filtered(&[
            "TOKEN",
            "SECRET",
            "PASSWORD",
            "PASSWD",
            "KEY",
            "AUTH",
            "CREDENTIAL",
            "CREDS",
            "PRIVATE",
            "CERT",
        ]),
        ids: ToolIds {
            names: Some(Ids {
                keeps: "_.:-",
                ..Ids::PLAIN
            }),
            ambiguous: "_",
            ..ToolIds::NEW
        },
        coerces: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// An extension knows its own folder, and cannot trust itself.
static EXTENSION_FORMAT: Format = Format {
    dialects: &[(LATE, &EXTENSION_LATE), (&[], &EXTENSION)],
    without: &["trust"],
    ..FORMAT
};

const SETTINGS: Place = Place {
    comments: true,
    bom: false,
    gates: &[
        Gate {
            path: &["mcp", "excluded"],
            kind: GateKind::Off,
        },
        Gate {
            path: &["mcp", "allowed"],
            kind: GateKind::Only,
        },
    ],
    ..JSON
};

/// The second spelling of each is the one of older files.
const TRUST: &[Trust] = &[
    Trust {
        path: &["tools", "autoAccept"],
        is: Setting::True,
        ..ACCEPT
    },
    Trust {
        path: &["autoAccept"],
        is: Setting::True,
        ..ACCEPT
    },
    Trust {
        path: &["security", "folderTrust", "enabled"],
        is: Setting::False,
        ..OPEN
    },
    Trust {
        path: &["folderTrust"],
        is: Setting::False,
        ..OPEN
    },
];

const ACCEPT: Trust = Trust {
    path: &[],
    is: Setting::True,
    with: None,
    level: Level::Warning,
    why: "runs tools that are held to be safe without asking",
};

const OPEN: Trust = Trust {
    path: &[],
    is: Setting::False,
    with: None,
    level: Level::Warning,
    why: "trusts the folder without asking",
};

/// These are expanded a second time, and then a variable that is not set becomes nothing.
const LATE: &[Slot] = &[Slot::Env, Slot::Headers];

static ONCE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare],
    unset: Unset::Kept,
    whole: false,
    nested: false,
};

static TWICE: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Bare],
    unset: Unset::Empty,
    whole: false,
    nested: false,
};

const VARS: Form = Form::Vars(&[
    ("extensionPath", HostVar::PluginRoot),
    ("workspacePath", HostVar::Workspace),
    ("/", HostVar::PathSeparator),
    ("pathSeparator", HostVar::PathSeparator),
]);

static EXTENSION: Dialect = Dialect {
    forms: &[VARS, Form::Braces, Form::Default, Form::Bare],
    unset: Unset::Kept,
    whole: false,
    nested: false,
};

static EXTENSION_LATE: Dialect = Dialect {
    forms: &[VARS, Form::Braces, Form::Default, Form::Bare],
    unset: Unset::Empty,
    whole: false,
    nested: false,
};
