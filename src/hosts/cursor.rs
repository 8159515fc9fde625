//! Cursor.
//!
//! One server it cannot read empties the whole file without a word. The command-line agent and the editor read
//! references differently; `${env:X}` works in both.

use crate::host::{
    Aside, BareMap, Carries, Cost, Evidence, Facts, Fallback, Field, Format, Host, Inherit,
    InstallLink, Kind, Layer, Layers, Limits, Place, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, VariableNames};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "cursor",
    name: "Cursor",
    aliases: &["cursor-agent", "cursor-cli"],
    version: "1.0.32 (SDK)",
    places: &[
        Place {
            globs: &[".cursor/mcp.json"],
            alone: true,
            comments: true,
            trailing_commas: true,
            ..JSON
        },
        Place {
            globs: &["~/.cursor/mcp.json"],
            scope: Scope::User,
            alone: true,
            comments: true,
            trailing_commas: true,
            ..JSON
        },
        Place {
            globs: &[],
            bare: BareMap::All,
            alone: true,
            comments: true,
            trailing_commas: true,
            format: &PLUGIN_FORMAT,
            ..JSON
        },
    ],
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &[".cursor/mcp-configs/**/*.json"],
                ..JSON
            },
            instead: ".cursor/mcp.json",
            sure: true,
            names: &[],
            off: &[],
            rules: &[],
        }],
        off: "disable it in Cursor's settings",
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::other("Plugins"),
            Layer::file(".cursor/mcp.json", "if it is approved and loads"),
            Layer::file("~/.cursor/mcp.json", ""),
        ],
        ..Layers::ONE
    },
    links: &[InstallLink {
        prefixes: &[
            "cursor://anysphere.cursor-deeplink/mcp/install?",
            "https://cursor.com/install-mcp?",
            "https://cursor.com/en/install-mcp?",
            "https://cursor.com/en-US/install-mcp?",
            "https://www.cursor.com/install-mcp?",
            "https://www.cursor.com/en/install-mcp?",
            "https://cursor.com/link/mcp%2Finstall?",
        ],
        carries: Carries::Base64,
    }],
    pitfalls: &[
        "One server that Cursor cannot read empties the whole file without a message: a number in `env`, an unknown `type`, `args` as a string, neither `command` nor `url`.",
        "`type: \"streamable-http\"` and `\"streamableHttp\"` are unknown. Write `http`, or nothing.",
        "`${X}` and `${X:-d}` work in the command-line agent, `${workspaceFolder}` and `${userHome}` in the editor. `${env:X}` works in both.",
        "`envFile` is read by the editor only; the command-line agent drops it.",
        "`disabled`, `timeout` and `autoApprove` are dropped without a message.",
        "Servers of a project do not start until they are approved.",
    ],
    evidence: &[
        Evidence::observed(
            "1.0.32 of @cursor/sdk",
            "the command-line agent: syntax, fields, expansion, costs of mistakes, precedence",
        ),
        Evidence::documented(
            "https://cursor.com/docs/mcp",
            "the editor: fields, variables",
        ),
        Evidence::reported(
            "https://github.com/upstash/context7/issues/563",
            "the editor rejects a trailing comma",
        ),
        Evidence::unsure(
            "tool ids of at most 60 characters",
            "seen in the editor only",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Transport; `sse` skips streamable HTTP"),
        Field::new("command", Slot::Command, Kind::Line)
            .says("Program to start; split like a shell line when `args` is empty")
            .stdio()
            .required()
            .late_empty(),
        Field::ARGS,
        Field::ENV.says("Environment variables; a number is an error"),
        Field::new("envFile", Slot::EnvFile, Kind::Text)
            .says("File with variables; read by the editor only")
            .stdio(),
        Field::CWD.says("Directory the process starts in; works, but is not documented"),
        Field::URL.late_empty(),
        Field::HEADERS,
        Field::new("auth.CLIENT_ID", Slot::OauthClientId, Kind::Text).http(),
        Field::new("auth.CLIENT_SECRET", Slot::OauthClientSecret, Kind::Text)
            .http()
            .with(&["auth.CLIENT_ID"]),
        Field::new("auth.scopes", Slot::OauthScopes, Kind::List)
            .http()
            .with(&["auth.CLIENT_ID"]),
        Field::native("tls", Kind::Object, "Certificates to trust, in `caBundle`").http(),
        Field::native(
            "placement",
            Kind::Word(&["server", "client"]),
            "Which side connects",
        )
        .http(),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[
        (&[Slot::Command, Slot::Args, Slot::Cwd], &PATHS),
        (&[], &DIALECT),
    ],
    bad_server: Cost::File,
    runtime: Runtime {
        inherit: Inherit::Unknown,
        ids: ToolIds {
            longest: 60,
            extra: 1,
            long_name: 30,
            ..ToolIds::NEW
        },
        fallback: Fallback::ToSse,
        splits_arguments: true,
        ..Runtime::NEW
    },
    limits: Limits {
        closed: &[("tls", &["caBundle"])],
        whole: &[("auth", "auth.CLIENT_ID")],
        ..Limits::NONE
    },
    ..Format::NEW
};

/// A plugin also knows its own folder.
static PLUGIN_FORMAT: Format = Format {
    dialects: &[(&[], &PLUGIN)],
    ..FORMAT
};

const VARS: Form = Form::Vars(&[
    ("workspaceFolder", HostVar::Workspace),
    ("workspaceFolderBasename", HostVar::WorkspaceName),
    ("userHome", HostVar::Home),
    ("pathSeparator", HostVar::PathSeparator),
    ("/", HostVar::PathSeparator),
]);

static DIALECT: Dialect = Dialect {
    forms: &[Form::Prefixed, Form::Braces, Form::Default, VARS],
    names: VariableNames::NoColon,
    wide: true,
    ..Dialect::NEW
};

static PATHS: Dialect = Dialect {
    forms: &[
        Form::Prefixed,
        Form::Braces,
        Form::Default,
        VARS,
        Form::Tilde,
    ],
    names: VariableNames::NoColon,
    wide: true,
    ..Dialect::NEW
};

static PLUGIN: Dialect = Dialect {
    forms: &[
        Form::Prefixed,
        Form::Vars(&[
            ("CURSOR_PLUGIN_ROOT", HostVar::PluginRoot),
            ("CLAUDE_PLUGIN_ROOT", HostVar::PluginRoot),
        ]),
        VARS,
        Form::Braces,
        Form::Default,
    ],
    names: VariableNames::NoColon,
    wide: true,
    ..Dialect::NEW
};
