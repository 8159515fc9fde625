//! The registry's `server.json`: a published server, read and never written.

use crate::host::sources::SERVER_JSON;
use crate::host::{Evidence, Field, Format, Host, Place, Spelling, Transports};
use crate::model::Transport;
use crate::model::dialect::{Dialect, Form};

pub(super) static HOST: Host = Host {
    id: "server-json",
    name: "MCP registry",
    aliases: &["registry", "server.json"],
    version: "2025-12-11",
    places: &[Place {
        globs: &["server.json"],
        source: Some(&SERVER_JSON),
        prompts: Some(&["inputs"]),
        format: &FORMAT,
        ..Place::JSON
    }],
    schemas: &["/server.schema.json"],
    pitfalls: &[
        "A file called `server.json` is read as one only if its `$schema` or its content shows it.",
        "The schema shows `--flag={value}` for named arguments; clients write two arguments, and so does this program.",
        "Clients disagree on packages and remotes: VS Code asks, Amazon Q Developer prefers remotes, others packages.",
        "Two servers with the same name after the slash collide. Rename one of them.",
        "`version: \"latest\"` is not allowed by the registry.",
        "Files from before 2025-09-16 spell fields with underscores. Both are read.",
    ],
    evidence: &[
        Evidence::documented(
            "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
            "fields and their meaning",
        ),
        Evidence::source(
            "2026-08-21",
            "https://github.com/microsoft/vscode/blob/main/src/vs/platform/mcp/common/mcpManagementService.ts",
            "inputs for what has no value",
        ),
        Evidence::source(
            "2026-08-20",
            "https://github.com/aws/language-servers",
            "variables for other registries",
        ),
        Evidence::unsure(
            "`runtimeHint`",
            "the schema has it, and no client that was looked at uses it",
        ),
    ],
    ..Host::NEW
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND,
        Field::ARGS,
        Field::ENV,
        Field::URL,
        Field::HEADERS,
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    ..Format::NEW
};

static DIALECT: Dialect = Dialect {
    forms: &[Form::Input],
    ..Dialect::NEW
};
