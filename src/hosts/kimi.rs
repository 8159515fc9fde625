//! Kimi Code, and the older Kimi CLI whose files are still around.
//!
//! There are no references at all; a bearer token comes from a variable by its name.

// Kimi CLI left its file to FastMCP 3.2.
use super::fastmcp::FORMAT as OLD;
use crate::host::{
    AddCommand, AddOption, Cost, Evidence, Field, Format, HeaderText, Host, Ids, Inherit, Kind,
    Layer, Layers, Place, Runtime, Scope, Spelling, Takes, ToolIds, Transports,
};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "kimi",
    name: "Kimi Code",
    aliases: &["kimi-code", "kimi-cli"],
    version: "2.1.0",
    places: &[
        Place {
            globs: &[".kimi-code/mcp.json"],
            ..JSON
        },
        Place {
            globs: &["~/.kimi-code/mcp.json"],
            scope: Scope::User,
            ..JSON
        },
        Place {
            globs: &[".mcp.json"],
            own: false,
            ..JSON
        },
        // Passed with `--mcp-config-file`, or read by nobody any more.
        Place {
            globs: &[".kimi/mcp.json"],
            format: &OLD,
            ..JSON
        },
        Place {
            globs: &["~/.kimi/mcp.json"],
            scope: Scope::User,
            format: &OLD,
            ..JSON
        },
        Place {
            globs: &["kimi.plugin.json"],
            alone: false,
            ..JSON
        },
    ],
    layers: Layers {
        moved: &[
            ("KIMI_CODE_HOME", "~/.kimi-code"),
            ("KIMI_SHARE_DIR", "~/.kimi"),
        ],
        order: &[
            Layer::file(".kimi-code/mcp.json", "of the current folder only"),
            Layer::file(".mcp.json", "of the root of the repository"),
            Layer::file("~/.kimi-code/mcp.json", ""),
            Layer::file("kimi.plugin.json", "plugins"),
            Layer::file("~/.kimi/mcp.json", "of Kimi CLI, which is retired"),
        ],
        at_root: &[".mcp.json"],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["kimi", "mcp", "add"],
        options: &[
            AddOption::new(&["--transport", "-t"], Takes::Transport),
            AddOption::new(&["--env", "-e"], Takes::Pair("env", '=')),
            AddOption::new(&["--header", "-H"], Takes::Pair("headers", ':')),
            AddOption::new(&["--auth", "-a"], Takes::Text("auth")),
        ],
        // The documentation does not tell the two products apart, and nobody ran it.
        read_only: true,
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "Nothing is expanded: `${X}` reaches the server as text. Name the variable of a token in `bearerTokenEnvVar`.",
        "`type` is ignored. An SSE server needs `transport: \"sse\"`, or it is reached by streamable HTTP.",
        "One bad entry rejects the whole file, also a timeout of 0 and a number in `env`.",
        "`disabled`, `timeout` and `autoApprove` are ignored without a message. Write `enabled: false` and `toolTimeoutMs`.",
        "Files of a project are read only in a trusted folder.",
        "`.mcp.json` in the root of the repository is read too, which is not documented.",
        "A server whose `bearerTokenEnvVar` names an unset variable is not started.",
        "Kimi CLI, the older program, read `~/.kimi/mcp.json`; its last version only reports that it is retired.",
    ],
    evidence: &[
        Evidence::documented(
            "https://moonshotai.github.io/kimi-cli/en/reference/kimi-mcp.html",
            "`kimi mcp add`",
        ),
        Evidence::observed(
            "2.1.0",
            "syntax, fields and their types, transports, names, costs of mistakes",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/mcpCore/config-schema.ts",
            "fields and their types",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/MoonshotAI/kimi-code/blob/main/packages/agent-core-v2/src/app/mcpConfig/configLoader.ts",
            "files, precedence",
        ),
        Evidence::source(
            "1.49.0",
            "https://pypi.org/project/kimi-cli/1.49.0/",
            "the older program, which reads its file with FastMCP",
        ),
        Evidence::unsure(
            "servers of plugins",
            "taken to look like those of other files",
        ),
    ],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    // Observed with 2.1.0.
    halves: true,
    any_bytes: true,
    bom: false,
    blank: Some(Cost::Ignored),
    alone: true,
    format: &FORMAT,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::new("transport", Slot::Native, Kind::Tag),
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::CWD.says("Directory the process starts in, relative to the session's"),
        Field::native(
            "executor",
            Kind::Word(&["local", "kaos"]),
            "Where the process runs; only `local` works",
        )
        .stdio(),
        Field::native(
            "runtime_id",
            Kind::Text,
            "Remote runtime of the process; not implemented",
        )
        .stdio(),
        Field::URL,
        Field::HEADERS,
        Field::new("bearerTokenEnvVar", Slot::Headers, Kind::BearerVar).http(),
        Field::native("auth", Kind::Word(&["oauth"]), "`oauth` signs in by OAuth").http(),
        Field::ENABLED,
        Field::new("startupTimeoutMs", Slot::StartupTimeout, Kind::Millis)
            .within(1.0, LONGEST)
            .says("Timeout for starting the server [default: 30000]"),
        Field::new("toolTimeoutMs", Slot::CallTimeout, Kind::Millis).within(1.0, LONGEST),
        Field::new("enabledTools", Slot::AllowTools, Kind::List),
        Field::new("disabledTools", Slot::DenyTools, Kind::List),
    ],
    transports: Transports {
        tag: Some("transport"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    bad_server: Cost::File,
    checks_urls: true,
    runtime: Runtime {
        inherit: Inherit::Unknown,
        no_zero_time: true,
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        ids: ToolIds {
            names: Some(Ids {
                cost: Cost::Ignored,
                ..Ids::PLAIN
            }),
            ..ToolIds::NEW
        },
        own_headers: &["accept", "host"],
        loses_proto: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// The longest time that its timers take, in milliseconds.
const LONGEST: f64 = 2_147_483_647.0;
