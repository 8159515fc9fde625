//! FastMCP's client configuration, which many programs in Python share.

use crate::host::{
    BareMap, Cost, Evidence, Facts, Field, Format, HeaderText, Host, Inherit, Kind, Place, Runtime,
    Spelling, ToolIds, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "fastmcp",
    name: "FastMCP",
    aliases: &["mcpconfig"],
    version: "4.1.0",
    places: &[
        Place {
            // Any file that is passed to it; this is the one that it finds by itself.
            globs: &["mcp.json"],
            bare: BareMap::Any,
            ..JSON
        },
        // The name of a file that describes one server, which `fastmcp run` takes for a list of them by what is in it.
        Place {
            globs: &["fastmcp.json", "*.fastmcp.json"],
            ..JSON
        },
    ],
    facts: Facts {
        off: "remove it",
        ..Facts::NONE
    },
    pitfalls: &[
        "Nothing is expanded: `${X}` reaches the server as text.",
        "`type` on a server with a `url` is ignored. Without `transport`, a URL with `/sse` in its path is SSE, and any other is streamable HTTP.",
        "`streamable_http` is refused. Write `streamable-http`.",
        "One bad entry rejects the whole file, with an error for every shape that it could have had.",
        "`disabled` and other unknown fields are kept and ignored.",
        "`servers` in place of `mcpServers` gives no servers and no error.",
        "`timeout` is documented in milliseconds and not applied; `sse_read_timeout` counts seconds.",
        "`fastmcp.json` is another file: it describes how to run one server (`--from fastmcp-json`).",
    ],
    evidence: &[
        Evidence::observed(
            "4.1.0",
            "syntax, fields and their types, transports, variables and folder of processes",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/PrefectHQ/fastmcp/blob/main/fastmcp_slim/fastmcp/mcp_config.py",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/PrefectHQ/fastmcp/blob/main/fastmcp_slim/fastmcp/cli/discovery.py",
            "files that it finds by itself",
        ),
    ],
    ..Host::NEW
};

/// What its files have in common.
const JSON: Place = Place {
    own: false,
    bom: false,
    format: &FORMAT,
    ..Place::JSON
};

pub(super) static FORMAT: Format = Format {
    fields: &[
        Field::new("transport", Slot::Native, Kind::Tag).or_null(),
        // Empty texts pass the model, and fail when they are used.
        Field::COMMAND.late_empty().or_null(),
        Field::ARGS,
        // A number passes the model, and the process is not started with it (observed with 4.1.0).
        Field::ENV.late(),
        Field::native(
            "type",
            Kind::Word(&["stdio"]),
            "Accepted as `stdio` beside a command, and ignored",
        )
        .stdio()
        .or_null(),
        Field::CWD.late_empty().or_null(),
        Field::native(
            "keep_alive",
            Kind::Flag,
            "Whether the process lives on between connections",
        )
        .stdio()
        .or_null(),
        Field::URL.late_empty().or_null(),
        Field::HEADERS,
        Field::new("auth", Slot::Headers, Kind::BearerOrOauth)
            .http()
            .or_null(),
        Field::native(
            "sse_read_timeout",
            Kind::Number,
            "Time between two events of SSE, in seconds",
        )
        .http()
        .or_null(),
        Field::native(
            "timeout",
            Kind::Whole,
            "Timeout of a call, in milliseconds; not applied",
        )
        .or_null(),
        Field::new("description", Slot::Description, Kind::Text).or_null(),
        Field::native("icon", Kind::Text, "Picture of the server").or_null(),
        Field::native(
            "authentication",
            Kind::Object,
            "Free form, for programs that use the file",
        )
        .signs_in()
        .or_null(),
        // An entry in which one of these is wrong is taken for one without any (observed with 4.1.0).
        Field::native(
            "tools",
            Kind::Object,
            "Changes to tools, where FastMCP is a proxy",
        )
        .soft(),
        Field::limit(
            "include_tags",
            Kind::List,
            "The only tags whose tools are available",
        )
        .soft(),
        Field::limit("exclude_tags", Kind::List, "Tags whose tools are hidden").soft(),
    ],
    transports: Transports {
        tag: Some("transport"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        paths: &[("/sse", Transport::Sse)],
        ..Transports::NEW
    },
    bad_server: Cost::File,
    runtime: Runtime {
        inherit: Inherit::SDK,
        coerces: true,
        flag_words: true,
        // As its HTTP client and `subprocess` do (observed with 4.1.0).
        bad_header: Some(Cost::Server),
        header_text: HeaderText::Ascii,
        bare_headers: true,
        refuses_equals: true,
        ids: ToolIds {
            // `server_tool`, with more than one server.
            ambiguous: "",
            extra: 1,
            ..ToolIds::NEW
        },
        own_headers: &["accept"],
        takes_del: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};
