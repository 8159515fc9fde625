//! Amp. Its settings have dots in their keys, and nothing in them is checked before a server is started.

use crate::diagnostic::Level;
use crate::host::{
    AddCommand, AddOption, Cost, Evidence, Facts, Fallback, Field, Format, Gate, GateKind,
    HeaderText, Host, HostSetting, Kind, Layer, Layers, Limits, Names, Place, Runtime, Scope,
    Spelling, Takes, ToolIds, Transports, Trust,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "amp",
    name: "Amp",
    aliases: &["ampcode", "sourcegraph-amp"],
    version: "0.0.1790142911",
    places: &[
        Place {
            globs: &[".amp/settings.json", ".amp/settings.jsonc"],
            ..SETTINGS
        },
        Place {
            globs: &[
                "~/.config/amp/settings.json",
                "~/.config/amp/settings.jsonc",
            ],
            scope: Scope::User,
            ..SETTINGS
        },
    ],
    layers: Layers {
        moved: &[("XDG_CONFIG_HOME", "~/.config")],
        at_root: &[".amp/settings.json", ".amp/settings.jsonc"],
        // As a whole file (observed with 0.0.1790142911).
        hides: &[
            (".amp/settings.json", ".amp/settings.jsonc"),
            (
                "~/.config/amp/settings.json",
                "~/.config/amp/settings.jsonc",
            ),
        ],
        order: &[
            Layer::other("`--mcp-config`, which has the bare map of servers"),
            Layer::file(
                ".amp/settings.json",
                "of the current folder or the root of the repository, once approved",
            ),
            Layer::file("~/.config/amp/settings.json", ""),
            Layer::other("Servers of the account on ampcode.com"),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["amp", "mcp", "add"],
        options: &[
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--header"], Takes::Pair("headers", '=')),
            AddOption::new(&["--workspace"], Takes::AsideFlag),
            AddOption::new(&["--settings-file"], Takes::Aside),
        ],
        // "Invalid server name. Allowed characters: ..." (observed).
        names: Names {
            extra: Some("@/-_"),
            ..Names::ANY
        },
        ..AddCommand::NEW
    }],
    facts: Facts {
        off: "reject it in `amp.mcpPermissions`, or remove it",
        trust: &[Trust::new(
            &["amp.dangerouslyAllowAll"],
            HostSetting::True,
            Level::Error,
            "lets every tool run without asking",
        )],
        ..Facts::NONE
    },
    pitfalls: &[
        "The key is `amp.mcpServers`, with the dot in it. `mcpServers`, and `mcpServers` inside `amp`, are ignored.",
        "There is no field to disable a server: with `disabled` or `enabled: false` it still starts. `amp.mcpPermissions` can reject it. `oauth` counts only with a client id, an authorization URL and a token URL.",
        "Servers of a project wait for `amp mcp approve NAME`.",
        "`${X}` is the only reference, and one that is unset stays as text. `${X:-d}` and `${env:X}` are read as names of unset variables.",
        "`transport` changes nothing: streamable HTTP is tried first, then SSE.",
        "Of `amp.mcpPermissions` the first rule that fits counts; any action but `allow` keeps the server from running. Patterns are compared with `command`, `args` joined by spaces, `url`, `env` and `headers` as they are written, before references. `*` is the only mark; one between slashes is a regular expression, of which mcpconv understands literal text, `^`, `$` and `.*`.",
        "Beside `settings.json`, `settings.jsonc` is not read.",
        "Mistakes show only when a server is started, as errors of JavaScript such as `H.replace is not a function`. `--mcp-config` is strict and refuses unknown fields.",
    ],
    evidence: &[
        Evidence::observed(
            "0.0.1790142911",
            "files, syntax, fields, transports, expansion, costs of mistakes, `amp.mcpPermissions`, the folder that servers start in, `amp mcp add`",
        ),
        Evidence::documented(
            "https://ampcode.com/news/mcp-permissions",
            "`amp.mcpPermissions`",
        ),
        Evidence::documented("https://ampcode.com/manual", "tool ids, paths on Windows"),
        Evidence::unsure(
            "which entry wins when the user and the project have the same name",
            "both are listed; not tried at run time",
        ),
        Evidence::unsure(
            "`amp.permissions`, rules about single tools",
            "mcpconv reports those that limit a server, and does not evaluate them",
        ),
        Evidence::unsure(
            "managed settings of an organization",
            "their path is not documented",
        ),
    ],
    ..Host::NEW
};

const SETTINGS: Place = Place {
    comments: true,
    trailing_commas: true,
    bom: false,
    roots: &[&["amp.mcpServers"]],
    unreadable: Cost::Start,
    // A list has no servers for it, and an empty file is no JSON (observed with 0.0.1790142911).
    no_object: Some(Cost::File),
    blank: Some(Cost::Start),
    // Observed with 0.0.1790142911.
    numbered: true,
    halves: true,
    any_bytes: true,
    gates: &[
        Gate {
            path: &["amp.mcpPermissions"],
            kind: GateKind::Rules,
        },
        Gate {
            path: &["amp.tools.disable"],
            kind: GateKind::DenyTools,
        },
        Gate {
            path: &["amp.permissions"],
            kind: GateKind::ToolRules,
        },
    ],
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND,
        Field::ARGS.or_null(),
        Field::ENV
            .says("Environment variables, on top of everything the host has")
            .or_null(),
        Field::URL.says("URL of the server; wins over `command`"),
        Field::HEADERS.or_null(),
        Field::native("transport", Kind::Text, "Accepted, and changes nothing")
            .http()
            .vain(),
        Field::OAUTH_CLIENT_ID.or(&["oauth.client_id"]),
        Field::OAUTH_CLIENT_SECRET.or(&["oauth.client_secret"]),
        Field::new("oauth.authUrl", Slot::OauthAuthorizationUrl, Kind::Text)
            .http()
            .or(&[
                "oauth.authorizationUrl",
                "oauth.auth_url",
                "oauth.authorization_url",
            ]),
        Field::new("oauth.tokenUrl", Slot::OauthTokenUrl, Kind::Text)
            .http()
            .or(&["oauth.token_url"]),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::List).http(),
        Field::new("oauth.redirectUrl", Slot::OauthRedirectUri, Kind::Text).http(),
    ],
    transports: Transports {
        words: &[
            Spelling::implied(Transport::Stdio, ""),
            Spelling::implied(Transport::Http, ""),
            Spelling::merged(Transport::Sse, ""),
        ],
        infer: &[("url", Transport::Http), ("command", Transport::Stdio)],
        ..Transports::NEW
    },
    dialects: &[(
        &[
            Slot::Command,
            Slot::Args,
            Slot::Env,
            Slot::Url,
            Slot::Headers,
        ],
        &DIALECT,
    )],
    limits: Limits {
        whole: &[
            ("oauth", "oauth.clientId"),
            ("oauth", "oauth.authUrl"),
            ("oauth", "oauth.tokenUrl"),
        ],
        // It connects without OAuth then.
        partial: Some(Cost::Ignored),
        ..Limits::NONE
    },
    runtime: Runtime {
        fallback: Fallback::ToSse,
        ids: ToolIds {
            listed: ("mcp__", "__"),
            ..ToolIds::NEW
        },
        // It copies a map member by member, and a list has members too (observed with 0.0.1790142911).
        positions: true,
        letters: true,
        joins_headers: true,
        bad_header: Some(Cost::Server),
        header_text: HeaderText::Latin,
        own_headers: &["accept"],
        loses_proto: true,
        takes_del: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces],
    // Observed.
    wide: true,
    ..Dialect::NEW
};
