//! Mistral Vibe.
//!
//! Servers are a list of tables with names, and one that is wrong stops the program. The only way to a variable is a
//! key that is sent in a header.

use crate::host::{
    AddCommand, AddOption, Cost, Evidence, Field, Format, Gate, GateKind, Host, Ids, Inherit, Kind,
    Layer, Layers, Limits, MissingTag, Names, Place, Runtime, Scope, Spelling, Style, Tables,
    Takes, TextShape, ToolIds, Transports,
};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "mistral-vibe",
    name: "Mistral Vibe",
    aliases: &["vibe", "mistral"],
    version: "3.0.2",
    places: &[
        Place {
            globs: &[".vibe/config.toml", ".vibe/agents/*.toml"],
            ..TOML
        },
        Place {
            globs: &["~/.vibe/config.toml", "~/.vibe/agents/*.toml"],
            scope: Scope::User,
            ..TOML
        },
    ],
    style: Style {
        tables: Tables::Sub,
        ..Style::TWO
    },
    layers: Layers {
        moved: &[("VIBE_HOME", "~/.vibe")],
        order: &[
            Layer::other("Settings of an administrator"),
            Layer::file(".vibe/agents/*.toml", "agent profiles"),
            Layer::other("`VIBE_MCP_SERVERS` in the environment"),
            Layer::file(".vibe/config.toml", "the nearest; only in trusted folders"),
            Layer::file("~/.vibe/config.toml", ""),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["vibe", "mcp", "add"],
        options: &[
            AddOption::new(&["--url"], Takes::Url),
            AddOption::new(&["--transport"], Takes::Transport),
            AddOption::new(&["--header"], Takes::Pair("headers", '=')),
            AddOption::new(&["--command"], Takes::Program),
            AddOption::new(&["--arg"], Takes::Argument),
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(
                &["--startup-timeout-sec"],
                Takes::Number("startup_timeout_sec"),
            ),
            AddOption::new(&["--tool-timeout-sec"], Takes::Number("tool_timeout_sec")),
            AddOption::new(&["--scope"], Takes::Aside),
            AddOption::new(&["--no-login"], Takes::AsideFlag),
            AddOption::new(&["--allow-insecure-http"], Takes::AsideFlag),
        ],
        // It signs in at once, and has keys of its own for tokens.
        read_only: true,
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "Servers are a list: `[[mcp_servers]]`. The tables of Codex, `[mcp_servers.NAME]`, are an error.",
        "One invalid server stops Vibe.",
        "`transport` is required, and `sse` is refused.",
        "Nothing is expanded. The only way to a variable is `auth.api_key_env`.",
        "`[mcp_servers.env]` and `[mcp_servers.auth]` belong to the last `[[mcp_servers]]` above them.",
        "The older `headers` and `api_key_env` cannot be used with `auth`.",
        "Vibe rewrites the file when it starts or adds a server, and loses its comments.",
    ],
    evidence: &[
        Evidence::observed(
            "3.0.2",
            "files, syntax, fields, costs of mistakes, names, precedence",
        ),
        Evidence::source(
            "2.18.4",
            "https://github.com/mistralai/mistral-vibe",
            "layers of settings, defaults",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("transport", Slot::Native, Kind::Tag).required(),
        Field::new("command", Slot::Command, Kind::LineOrArgv)
            .says("Program to start; a string is split like a shell line")
            .stdio()
            .late_empty()
            .required(),
        Field::ARGS,
        Field::ENV.says("Environment variables with literal values; a number is an error"),
        Field::CWD.says("Directory the process starts in; `~` is not expanded"),
        Field::URL.remote().late_empty(),
        Field::native(
            "prompt",
            Kind::Text,
            "Hint added to the descriptions of its tools",
        ),
        Field::new("startup_timeout_sec", Slot::StartupTimeout, Kind::Seconds)
            .says("Timeout for starting the server [default: 10]"),
        Field::new("tool_timeout_sec", Slot::CallTimeout, Kind::Seconds)
            .says("Timeout of a tool call [default: 60]"),
        Field::native(
            "sampling_enabled",
            Kind::Flag,
            "Whether the server may use the model (sampling) [default: true]",
        ),
        Field::DISABLED.says("Whether the tools of the server are hidden"),
        Field::new("disabled_tools", Slot::DenyTools, Kind::List),
        Field::new("auth.type", Slot::Native, Kind::Group(GROUPS))
            .says("Kind of authentication: fixed headers, or OAuth")
            .remote(),
        Field::new("auth.api_key_env", Slot::Headers, Kind::KeyVar)
            .says("Name of the variable with the key; unset, no header is sent")
            .shaped(TextShape::Variable)
            .remote(),
        Field::new("auth.headers", Slot::Headers, Kind::Map).remote(),
        Field::new("auth.client_id", Slot::OauthClientId, Kind::Text).remote(),
        Field::new(
            "auth.client_metadata_url",
            Slot::OauthClientMetadataUrl,
            Kind::Text,
        )
        .remote()
        .unless("auth.client_id"),
        Field::new("auth.redirect_port", Slot::OauthCallbackPort, Kind::Port)
            .within(1024.0, 65535.0)
            .says("Local port of the OAuth callback, from 1024 [default: 47823]")
            .remote(),
        Field::new("auth.scopes", Slot::OauthScopes, Kind::List)
            .says("OAuth scopes to request; required, may be empty")
            .remote()
            .always(),
        Field::new("api_key_env", Slot::Headers, Kind::KeyVar)
            .says("Old name of `auth.api_key_env`")
            .shaped(TextShape::Variable)
            .remote()
            .legacy(),
        Field::HEADERS
            .says("Old name of `auth.headers`")
            .remote()
            .legacy(),
    ],
    transports: Transports {
        tag: Some("transport"),
        missing: MissingTag::Refused,
        words: &[
            Spelling::tagged(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Http, "http"),
        ],
        ..Transports::NEW
    },
    names: Names {
        invalid: Cost::Ignored,
        extra: Some("_-"),
        max: 256,
        reserved: &[],
        trim: true,
        ..Names::ANY
    },
    bad_server: Cost::Start,
    runtime: Runtime {
        inherit: Inherit::SDK,
        coerces: true,
        flag_words: true,
        ids: ToolIds {
            names: Some(Ids {
                trim: "_-",
                cost: Cost::Start,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        no_zero_time: true,
        equal_headers: Cost::Start,
        // "Invalid HTTP header name" (observed with 3.0.2).
        bad_header: Some(Cost::Start),
        ..Runtime::NEW
    },
    limits: Limits {
        excludes: &[
            (
                "auth",
                &["headers", "api_key_env", "api_key_header", "api_key_format"],
            ),
            ("auth.client_id", &["auth.client_metadata_url"]),
        ],
        closed: &[("auth", &[])],
        ..Limits::NONE
    },
    ..Format::NEW
};

/// A written `auth` table must say which kind it is.
const GROUPS: &[(&str, &[&str])] = &[
    ("static", &["auth.headers", "auth.api_key_env"]),
    (
        "oauth",
        &[
            "auth.scopes",
            "auth.client_id",
            "auth.client_metadata_url",
            "auth.redirect_port",
        ],
    ),
];

const TOML: Place = Place {
    language: Language::Toml,
    comments: true,
    bom: false,
    unreadable: Cost::Start,
    roots: &[&["mcp_servers"]],
    list: true,
    gates: &[
        Gate {
            path: &["enable_mcp"],
            kind: GateKind::All,
        },
        Gate {
            path: &["disabled_tools"],
            kind: GateKind::DenyTools,
        },
        Gate {
            path: &["enabled_tools"],
            kind: GateKind::AllowTools,
        },
        // A tool that is never permitted is there, and is refused to the model (3.0.2).
        Gate {
            path: &["tools"],
            kind: GateKind::ToolTables,
        },
    ],
    format: &FORMAT,
    ..Place::JSON
};
