//! FastMCP's `fastmcp.json`: how to run one server, read and never written.

use crate::host::sources::FASTMCP;
use crate::host::{Cost, Evidence, Field, Format, Host, Kind, Place, Spelling, Transports};
use crate::model::dialect::{Dialect, Form};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "fastmcp-json",
    name: "FastMCP project",
    aliases: &["fastmcp.json"],
    version: "4.1.0",
    places: &[Place {
        globs: &["fastmcp.json", "*.fastmcp.json"],
        source: Some(&FASTMCP),
        bom: false,
        format: &FORMAT,
        ..Place::JSON
    }],
    schemas: &["gofastmcp.com/"],
    pitfalls: &[
        "Paths in it start from its own folder. Convert it in that folder, or set `cwd`.",
        "`${X}` counts in `deployment.env` only, and stays as text while X is unset.",
        "A server that listens on a URL has to be started by you; only its URL is written.",
        "`deployment.log_level` and the host name are settings of `fastmcp run`, and are not written for stdio.",
    ],
    evidence: &[
        Evidence::source(
            "2026-08-21",
            "https://github.com/PrefectHQ/fastmcp/tree/main/fastmcp_slim/fastmcp/utilities/mcp_server_config/v1",
            "fields, the command for `uv`, references",
        ),
        Evidence::unsure(
            "the URL of a server that listens",
            "port 8000 and `/mcp` or `/sse` are used if the file does not set them",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND,
        Field::ARGS,
        Field::new("env", Slot::Env, Kind::NumberMap).stdio(),
        Field::CWD,
        Field::URL,
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[Slot::Env], &DIALECT)],
    bad_server: Cost::File,
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces],
    ..Dialect::NEW
};
