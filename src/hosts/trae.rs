//! Trae, a closed editor in two editions. It has no field for timeouts: they stand among the variables or headers.

use crate::host::{
    Evidence, Fallback, Field, Folder, Format, Host, Inherit, Kind, Layer, Layers, Limits, Place,
    Runtime, Scope, Spelling, TagRule, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "trae",
    name: "Trae",
    aliases: &["trae-ide", "trae-cn", "traecode"],
    version: "2026-11",
    places: &[
        Place {
            globs: &[".trae/mcp.json"],
            ..JSON
        },
        Place {
            globs: &["Trae/User/mcp.json", "Trae CN/User/mcp.json"],
            scope: Scope::User,
            ..JSON
        },
    ],
    layers: Layers {
        order: &[
            Layer::file(".trae/mcp.json", "if Enable Project MCP is on"),
            Layer::file("Trae/User/mcp.json", ""),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "`.trae/mcp.json` is read only if the setting Enable Project MCP is on; it is off by default.",
        "`${workspaceFolder}` is the only variable. `${X}` and `${env:X}` are passed on as text.",
        "Timeouts are `START_MCP_TIMEOUT_MS` and `RUN_MCP_TIMEOUT_MS` in `env` or `headers`, as strings in milliseconds.",
        "A space in `command` is a parsing error, also in a path.",
        "`type` and `cwd` are not documented. A URL is tried over both transports.",
        "The TRAE CLI has a file of its own, `trae_cli.yaml`, with a list of servers.",
    ],
    evidence: &[
        Evidence::documented(
            "https://docs.trae.ai/ide/add-mcp-servers",
            "files, fields, variables, timeouts",
        ),
        Evidence::source(
            "2026-11",
            "https://github.com/stacklok/toolhive/blob/main/pkg/client/config.go",
            "the user's file of the international edition",
        ),
        Evidence::reported(
            "https://github.com/pathintegral-institute/mcpm.sh/issues/92",
            "`fromGalleryId`",
        ),
        Evidence::unsure(
            "`disabled`",
            "seen in files that people share; not documented",
        ),
        Evidence::unsure(
            "the user's file",
            "one guide has it beside the folder `User`, not in it",
        ),
        Evidence::unsure(
            "comments, wrong types, unknown fields, names, precedence",
            "not documented, and the app was not run",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::COMMAND.says("Program to start; a space in it is an error"),
        Field::ARGS,
        Field::ENV,
        Field::new(
            "env.START_MCP_TIMEOUT_MS",
            Slot::StartupTimeout,
            Kind::MillisInMap,
        )
        .says("Timeout for starting the server [default: 600000]")
        .stdio(),
        Field::new(
            "env.RUN_MCP_TIMEOUT_MS",
            Slot::CallTimeout,
            Kind::MillisInMap,
        )
        .says("Timeout of a tool call [default: 600000]")
        .stdio(),
        Field::URL,
        Field::HEADERS,
        Field::new(
            "headers.START_MCP_TIMEOUT_MS",
            Slot::StartupTimeout,
            Kind::MillisInMap,
        )
        .says("Time to connect [default: 600000]")
        .http(),
        Field::new(
            "headers.RUN_MCP_TIMEOUT_MS",
            Slot::CallTimeout,
            Kind::MillisInMap,
        )
        .says("Timeout of a tool call [default: 600000]")
        .http(),
        Field::DISABLED,
        Field::native(
            "fromGalleryId",
            Kind::Text,
            "Id of the server in the market; written by its installer",
        ),
        Field::IDLE_TAG,
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Refines,
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::implied(Transport::Http, "streamable-http"),
            Spelling::tried(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    limits: Limits {
        no_blanks: true,
        ..Limits::NONE
    },
    dialects: &[(&[], &DIALECT)],
    runtime: Runtime {
        inherit: Inherit::Unknown,
        folder: Folder::Unknown,
        fallback: Fallback::Either,
        ..Runtime::NEW
    },
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Vars(&[("workspaceFolder", HostVar::Workspace)])],
    ..Dialect::NEW
};
