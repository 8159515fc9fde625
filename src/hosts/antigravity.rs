//! Google Antigravity: the editor, the desktop app and the command line `agy`.
//!
//! A URL beats a command here, and `serverUrl` beats `url`. One value of a wrong type drops its server without a word.

use crate::host::{
    Aside, Cost, Evidence, Facts, Field, Folder, Format, Host, Inherit, Kind, Layer, Layers, Place,
    Runtime, Scope, Spelling, TagRule, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "antigravity",
    name: "Antigravity",
    aliases: &["google-antigravity", "agy"],
    version: "1.1.26 (agy)",
    places: &[
        Place {
            globs: &[
                ".agents/mcp_config.json",
                ".agent/mcp_config.json",
                "_agents/mcp_config.json",
                "_agent/mcp_config.json",
            ],
            ..JSON
        },
        Place {
            globs: &["~/.gemini/config/mcp_config.json"],
            scope: Scope::User,
            ..JSON
        },
        Place {
            globs: &["plugins/*/mcp_config.json"],
            format: &PLUGIN_FORMAT,
            ..JSON
        },
    ],
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &[
                    "~/.gemini/antigravity/mcp_config.json",
                    "~/.gemini/antigravity-cli/mcp_config.json",
                ],
                scope: Scope::User,
                ..JSON
            },
            instead: "~/.gemini/config/mcp_config.json",
            sure: false,
            names: &[],
            off: &[],
            rules: &[],
        }],
        ..Facts::NONE
    },
    layers: Layers {
        order: &[
            Layer::file(".agents/mcp_config.json", ""),
            Layer::file("~/.gemini/config/mcp_config.json", ""),
            Layer::file("plugins/*/mcp_config.json", "while the plugin is enabled"),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "The user's file moved: 2.0 reads `~/.gemini/config/mcp_config.json`, 1.x read `~/.gemini/antigravity/mcp_config.json`.",
        "A syntax error, a comment, a byte-order mark, or `mcpServers` that is not an object stops `agy` with exit code 1.",
        "A value of a wrong type, such as a number in `env`, drops its server without a message.",
        "Fields of Gemini CLI are ignored: `httpUrl`, `trust`, `timeout`, `includeTools`, `excludeTools`. So is `enabled`.",
        "`serverUrl` wins over `url`, and both win over `command`.",
        "SSE does not work. Start a bridge such as `mcp-remote` instead.",
        "No expansion of `${X}` could be confirmed. Plugins have `${PLUGIN_ROOT}` and `${PLUGIN_DATA}`.",
        "`timeoutSeconds` counts seconds. The case of field names does not matter, and `null` is as good as nothing.",
    ],
    evidence: &[
        Evidence::observed(
            "0.1.22 of google-antigravity",
            "fields, paths, plugins and transports, in the engine's own guide and types; it was not run as a client",
        ),
        Evidence::source(
            "0.22.0",
            "https://pypi.org/project/skillsaw/",
            "syntax, precedence of keys and costs of mistakes, measured by others with agy 1.1.26",
        ),
        Evidence::source(
            "2026-10",
            "https://github.com/dyoshikawa/rulesync",
            "folders of a project, older paths",
        ),
        Evidence::unsure(
            "older files of the user",
            "other tools still write them; 2.0 is said not to read them",
        ),
        Evidence::unsure(
            "`timeoutSeconds`, `tools`, `eager`, `variables`",
            "in the engine's types, not documented",
        ),
        Evidence::unsure(
            "`${X}`",
            "recommended by others, but no code for it was found",
        ),
        Evidence::unsure(
            "which of two servers with one name wins, where processes start",
            "not documented",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    alone: true,
    bom: false,
    unreadable: Cost::Start,
    misshapen: Some(Cost::Start),
    null_servers: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    any_case: true,
    fields: &[
        Field::new("command", Slot::Command, Kind::Text)
            .stdio()
            .or_null(),
        Field::ARGS.or_null(),
        Field::ENV.or_null(),
        Field::CWD.or_null(),
        Field::new("serverUrl", Slot::Url, Kind::Text)
            .says("URL of the server; wins over `url` and `command`")
            .http()
            .or(&["url"])
            .or_null(),
        Field::HEADERS.or_null(),
        Field::DISABLED.or_null(),
        Field::new("enabledTools", Slot::AllowTools, Kind::List).or_null(),
        Field::new("disabledTools", Slot::DenyTools, Kind::List).or_null(),
        Field::new("timeoutSeconds", Slot::CallTimeout, Kind::Seconds)
            .says("Timeout of a request; not documented")
            .or_null(),
        Field::native(
            "authProviderType",
            Kind::Word(&["google_credentials"]),
            "Where credentials come from; any other value drops the server",
        )
        .http()
        .or_null(),
        Field::OAUTH_CLIENT_ID.or_null(),
        Field::OAUTH_CLIENT_SECRET.or_null(),
        Field::native(
            "tools",
            Kind::Any,
            "Settings of single tools; not documented",
        ),
        Field::native("eager", Kind::Any, "Loads the server early; not documented"),
        Field::native(
            "variables",
            Kind::Any,
            "Variables of the marketplace; not documented",
        ),
        Field::TAG.says("Accepted and ignored").legacy().or_null(),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Unused,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Http, "streamable-http"),
        ],
        infer: &[
            ("serverUrl", Transport::Http),
            ("url", Transport::Http),
            ("command", Transport::Stdio),
        ],
        ..Transports::NEW
    },
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// A plugin knows its own folders.
static PLUGIN_FORMAT: Format = Format {
    dialects: &[(&[], &PLUGIN)],
    ..FORMAT
};

static PLUGIN: Dialect = Dialect {
    forms: &[
        Form::Vars(&[("PLUGIN_ROOT", HostVar::PluginRoot)]),
        Form::Own(&["PLUGIN_DATA"]),
    ],
    ..Dialect::NEW
};
