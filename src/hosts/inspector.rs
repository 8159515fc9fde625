//! MCP Inspector, the test client of the protocol's own project.
//!
//! `type` alone decides: an entry without it is a process, whatever else it has.

use crate::host::{
    Cost, Evidence, Facts, Field, Folder, Format, HeaderText, Host, Inherit, Kind, Layers,
    MissingTag, Place, Runtime, Scope, Spelling, TagRule, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "inspector",
    name: "MCP Inspector",
    aliases: &["mcp-inspector"],
    version: "2.12.0",
    places: &[Place {
        globs: &["~/.mcp-inspector/mcp.json"],
        scope: Scope::User,
        alone: true,
        // Observed with 2.12.0.
        numbered: true,
        halves: true,
        any_bytes: true,
        bom: false,
        format: &FORMAT,
        ..Place::JSON
    }],
    layers: Layers {
        moved: &[("MCP_CATALOG_PATH", "~/.mcp-inspector/mcp.json")],
        ..Layers::ONE
    },
    facts: Facts {
        off: "remove the entry; nothing starts by itself",
        ..Facts::NONE
    },
    pitfalls: &[
        "`url` without `type` is a stdio server without a command. Write `\"type\": \"http\"`.",
        "An unknown `type`, such as `streamableHttp` or `websocket`, is taken for stdio.",
        "`${X}` and `${input:x}` are passed on as text.",
        "A `null` server breaks the whole file, and so does a comment, a trailing comma or a byte-order mark.",
        "VS Code's `servers` is read only by the import dialog.",
        "`--config FILE` reads any file in this format, but never writes it; `--catalog` and `MCP_CATALOG_PATH` name another catalog.",
        "Values of `env` and `oauth.clientSecret` may move to the keychain, and the file then has them empty.",
    ],
    evidence: &[
        Evidence::observed("2.12.0", "syntax, the root, transports, costs of mistakes"),
        Evidence::source(
            "2.3.0",
            "https://github.com/modelcontextprotocol/inspector/blob/main/core/mcp/serverList.ts",
            "fields and their types",
        ),
        Evidence::source(
            "2.3.0",
            "https://github.com/modelcontextprotocol/inspector/blob/main/core/mcp/node/transport.ts",
            "how servers are started and reached",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG
            .soft()
            .says("Transport of the server; missing or unknown, it is stdio"),
        Field::COMMAND,
        // Nothing in them is checked; what starts the process prints them (observed with 2.12.0).
        Field::new("args", Slot::Args, Kind::ScalarList)
            .stdio()
            .soft()
            .or_null(),
        Field::new("env", Slot::Env, Kind::NumberMap).stdio(),
        Field::CWD.or_null(),
        Field::URL,
        Field::new("headers", Slot::Headers, Kind::NumberMap)
            .http()
            .or_null(),
        Field::new("connectionTimeout", Slot::StartupTimeout, Kind::Millis)
            .zero_is_endless()
            .says("Time to connect; 0 = no limit"),
        Field::new("requestTimeout", Slot::CallTimeout, Kind::Millis)
            .zero_is_endless()
            .says("Timeout of a request; 0 = no limit"),
        Field::native(
            "protocolEra",
            Kind::Word(&["legacy", "auto", "modern"]),
            "Protocol generation to use [default: legacy]",
        ),
        Field::native(
            "modernLogLevel",
            Kind::Text,
            "Log level to ask for in the modern protocol, or `off`",
        ),
        Field::native(
            "taskTtl",
            Kind::Number,
            "Milliseconds that a task is kept [default: 60000]",
        ),
        Field::native("roots", Kind::Any, "Roots to offer, each with `uri`"),
        Field::native("metadata", Kind::Any, "Metadata sent with requests").signs_in(),
        Field::native(
            "autoRefreshOnListChanged",
            Kind::Flag,
            "Whether lists are fetched again when they change",
        ),
        Field::native(
            "paginatedLists",
            Kind::Flag,
            "Whether lists are shown by page",
        ),
        Field::native(
            "advertisedExtensions",
            Kind::Object,
            "Extensions of the protocol to announce",
        ),
        Field::native(
            "maxFetchRequests",
            Kind::Number,
            "HTTP requests kept in the log [default: 1000]",
        ),
        Field::OAUTH_CLIENT_ID,
        Field::OAUTH_CLIENT_SECRET,
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::Spaced).http(),
        Field::new(
            "oauth.authorizationUrl",
            Slot::OauthAuthorizationUrl,
            Kind::Text,
        )
        .http(),
        Field::new("oauth.tokenUrl", Slot::OauthTokenUrl, Kind::Text).http(),
        Field::native(
            "oauth.authorizationParams",
            Kind::Object,
            "More parameters of the authorization request",
        )
        .http(),
        Field::native(
            "oauth.enterpriseManaged",
            Kind::Any,
            "Settings for authorization that an organization manages",
        )
        .http(),
        Field::native(
            "oauth.onInsufficientScope",
            Kind::Text,
            "What to do when a scope is missing",
        )
        .http(),
    ],
    transports: Transports {
        tag: Some("type"),
        rule: TagRule::Hints,
        missing: MissingTag::Is(Transport::Stdio),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        // It is a process to the parser, and lacks its command when it is started (observed with 2.12.0).
        unknown: Some(Cost::Server),
        ..Transports::NEW
    },
    // Only some mistakes trip its reader; the others fail one server, or nothing (observed with 2.12.0).
    bad_server: Cost::Server,
    crashes: &["", "args"],
    crash: Cost::File,
    crash_by_text: true,
    runtime: Runtime {
        inherit: Inherit::SDK,
        loose_lists: true,
        loose_maps: true,
        letters: true,
        joins_headers: true,
        bad_header: Some(Cost::Server),
        header_text: HeaderText::Latin,
        folder: Folder::Elsewhere("the folder that the Inspector is started from"),
        own_headers: &["accept", "host", "mcp-session-id"],
        loses_proto: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};
