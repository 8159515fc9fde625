//! Continue, the extensions for editors and `cn` on the command line.
//!
//! YAML files have a list of servers, and one that is wrong costs the whole file. JSON files are those of others, read by
//! the extensions alone, and nothing in them is expanded.

use crate::host::{
    Aside, Cost, Evidence, Facts, Fallback, Field, FieldWrapper, Format, HeaderText, Host, Ids,
    Inherit, Kind, Layer, Layers, Place, Runtime, Scope, Spelling, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, InNames};
use crate::model::{Slot, Transport};
use crate::syntax::Language;

pub(super) static HOST: Host = Host {
    id: "continue",
    name: "Continue",
    aliases: &["continue-dev", "continue.dev", "cn"],
    version: "2.0.0",
    places: &[
        Place {
            globs: &[
                ".continue/mcpServers/*.yaml",
                ".continue/mcpServers/*.yml",
                ".continue/mcpServers/**/*.yaml",
                ".continue/mcpServers/**/*.yml",
            ],
            format: &BLOCK,
            ..YAML
        },
        Place {
            globs: &[
                ".continue/agents/*.yaml",
                ".continue/agents/*.yml",
                ".continue/assistants/*.yaml",
                ".continue/assistants/*.yml",
                ".continue/configs/*.yaml",
                ".continue/configs/*.yml",
            ],
            ..YAML
        },
        Place {
            globs: &["~/.continue/config.yaml", "~/.continue/config.yml"],
            scope: Scope::User,
            ..YAML
        },
        Place {
            globs: &[
                ".continue/mcpServers/*.json",
                ".continue/mcpServers/**/*.json",
            ],
            ..BLOCK_JSON
        },
        Place {
            globs: &["~/.continue/config.json"],
            scope: Scope::User,
            ..OLD_CONFIG
        },
        Place {
            globs: &[
                "~/.continue/mcpServers/*.yaml",
                "~/.continue/mcpServers/*.yml",
                "~/.continue/mcpServers/**/*.yaml",
                "~/.continue/mcpServers/**/*.yml",
            ],
            scope: Scope::User,
            format: &BLOCK,
            ..YAML
        },
        Place {
            globs: &[
                "~/.continue/mcpServers/*.json",
                "~/.continue/mcpServers/**/*.json",
            ],
            scope: Scope::User,
            ..BLOCK_JSON
        },
    ],
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &[".continue/config.json"],
                ..OLD_CONFIG
            },
            instead: ".continue/mcpServers/",
            // The repository may be that of a home folder.
            sure: false,
            names: &[],
            off: &[],
            rules: &[],
        }],
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[("CONTINUE_GLOBAL_DIR", "~/.continue")],
        order: &[
            Layer::files(
                ".continue/mcpServers/*.json",
                "only in editors; beats the same name in YAML",
            ),
            Layer::files("~/.continue/mcpServers/*.json", "only in editors"),
            Layer::file("~/.continue/config.yaml", "or the chosen agent"),
            Layer::files(".continue/mcpServers/*.yaml", "only in editors"),
            Layer::files("~/.continue/mcpServers/*.yaml", "only in editors"),
            Layer::file(
                "~/.continue/config.json",
                "only without a `config.yaml`; deprecated",
            ),
        ],
        ..Layers::ONE
    },
    pitfalls: &[
        "Continue is no longer maintained: 2.0.0 was its last release.",
        "In YAML, `mcpServers` is a list, and each server has a `name`. The file itself needs `name` and `version`.",
        "One bad server rejects the whole file: a number in `env` or `args`, or a `type` other than `stdio`, `sse` and `streamable-http`.",
        "`headers` belongs in `requestOptions.headers`; beside `url` it is ignored. `apiKey` beats an `Authorization` header.",
        "In YAML only `${{ secrets.X }}` is expanded, from `.env` files of Continue and the environment. `${X}` stays as text.",
        "In JSON files nothing is expanded: `${X}` in `env` becomes a secret only after secrets were filled in.",
        "In editors, processes inherit only a few variables. With `cn` they inherit all.",
        "`cn` does not read `.continue/mcpServers/`, and the merge key `<<` is not applied.",
    ],
    evidence: &[
        Evidence::observed(
            "1.42.0 of its config package, 1.5.47 of `cn`",
            "fields, types, transports, references, costs of mistakes",
        ),
        Evidence::source(
            "2026-06-18",
            "https://github.com/continuedev/continue/blob/main/packages/config-yaml/src/schemas/mcp/index.ts",
            "fields and their types",
        ),
        Evidence::source(
            "2026-06-18",
            "https://github.com/continuedev/continue/blob/main/core/context/mcp/MCPConnection.ts",
            "transports, headers, environment",
        ),
        Evidence::source(
            "2026-06-18",
            "https://github.com/continuedev/continue/blob/main/core/context/mcp/json/loadJsonMcpConfigs.ts",
            "JSON files",
        ),
    ],
    ..Host::NEW
};

/// A file in the manner of others.
const BLOCK_JSON: Place = Place {
    comments: true,
    roots: &[&["mcpServers"], &["projects", "*", "mcpServers"]],
    single: true,
    format: &JSON,
    ..Place::JSON
};

/// The deprecated `config.json`, wherever it is.
const OLD_CONFIG: Place = Place {
    comments: true,
    roots: &[&["experimental", "modelContextProtocolServers"]],
    list: true,
    unnamed: UNNAMED,
    format: &OLD,
    ..Place::JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        // An empty one is found out when it is started (observed with 1.5.47).
        Field::COMMAND.late_empty(),
        Field::ARGS,
        Field::ENV.says("Environment variables; a number rejects the file"),
        Field::CWD.says("Directory the process starts in, relative to the workspace"),
        Field::URL.remote().late_empty(),
        Field::new("apiKey", Slot::Headers, Kind::BearerText)
            .says("Bearer token of the `Authorization` header; beats `headers`")
            .remote(),
        Field::new("requestOptions.headers", Slot::Headers, Kind::Map).remote(),
        Field::native(
            "requestOptions.verifySsl",
            Kind::Flag,
            "Whether certificates are checked [default: true]",
        )
        .remote(),
        Field::native(
            "requestOptions.timeout",
            Kind::Number,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::native(
            "requestOptions.caBundlePath",
            Kind::Any,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::native(
            "requestOptions.proxy",
            Kind::Text,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::native(
            "requestOptions.noProxy",
            Kind::List,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::native(
            "requestOptions.clientCertificate",
            Kind::Object,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::native(
            "requestOptions.extraBodyProperties",
            Kind::Object,
            "Accepted and not used for MCP",
        )
        .remote(),
        Field::new("connectionTimeout", Slot::StartupTimeout, Kind::Millis)
            .says("Time to connect [default: 20000]")
            .fractions(),
        Field::native("uses", Kind::Text, "A block that is defined elsewhere"),
        Field::native("with", Kind::Object, "Inputs of that block"),
        Field::native(
            "override",
            Kind::Object,
            "Fields that replace those of the block",
        ),
        Field::native("serverName", Kind::Text, "Name in the registry"),
        Field::native("faviconUrl", Kind::Text, "Icon in the user interface"),
        Field::native("sourceFile", Kind::Text, "Set by Continue when it loads"),
        Field::native("sourceSlug", Kind::Text, "Set by Continue when it loads"),
    ],
    reference_fields: &["uses"],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            // Without it, SSE is tried too if streamable HTTP does not answer.
            Spelling::implied(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..Transports::NEW
    },
    header_vars_win: true,
    dialects: &[(&[], &SECRETS)],
    bad_server: Cost::File,
    runtime: RUNTIME,
    ..Format::NEW
};

/// A block of its own: what it takes as inputs are secrets of the user.
static BLOCK: Format = Format {
    dialects: &[(&[], &INPUTS)],
    ..FORMAT
};

/// In the old settings a server stands under `transport`, and has a number instead of a name.
static OLD: Format = Format {
    wrapper: Some(FieldWrapper {
        key: "transport",
        inside: &[],
        beside: &[],
        tagged: false,
    }),
    reference_fields: &[],
    // `packages/config-yaml/src/converter.ts` knows the last one from here alone.
    transports: Transports {
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::implied(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Sse, "sse"),
            Spelling::tagged(Transport::Ws, "websocket"),
        ],
        ..FORMAT.transports
    },
    dialects: &[],
    ..FORMAT
};

const UNNAMED: &[&str] = &[
    "continue-mcp-server-1",
    "continue-mcp-server-2",
    "continue-mcp-server-3",
    "continue-mcp-server-4",
    "continue-mcp-server-5",
    "continue-mcp-server-6",
    "continue-mcp-server-7",
    "continue-mcp-server-8",
    "continue-mcp-server-9",
];

/// A server as other hosts write it; whatever they refer to stays as it is written.
static JSON: Format = Format {
    fields: &[
        Field::TAG,
        Field::COMMAND.late_empty(),
        Field::ARGS,
        Field::ENV,
        Field::native(
            "envFile",
            Kind::Text,
            "Accepted with a warning, and not read",
        )
        .stdio(),
        Field::URL.remote().late_empty(),
        Field::HEADERS.remote(),
    ],
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[("url", Transport::Http), ("command", Transport::Stdio)],
        ..Transports::NEW
    },
    bad_server: Cost::File,
    runtime: RUNTIME,
    ..Format::NEW
};

const RUNTIME: Runtime = Runtime {
    // Its command line fails a server with a header that HTTP does not allow (observed with 1.5.47).
    bad_header: Some(Cost::Server),
    header_text: HeaderText::Latin,
    inherit: Inherit::Few(&[
        "HOME",
        "LOGNAME",
        "PATH",
        "SHELL",
        "TERM",
        "USER",
        "USERNAME",
        "USERPROFILE",
    ]),
    fallback: Fallback::ToSse,
    no_zero_time: true,
    ids: ToolIds {
        names: Some(Ids {
            keeps: "",
            lower: true,
            collapse: true,
            cost: Cost::Ignored,
            ..Ids::PLAIN
        }),
        ..ToolIds::NEW
    },
    ..Runtime::NEW
};

static SECRETS: Dialect = Dialect {
    forms: &[Form::Workflow(&["secrets"])],
    // Secrets are put into the text of the file before it is parsed (source of 2026-06-18).
    breaks: "\n\r",
    in_names: InNames::All,
    ..Dialect::NEW
};

static INPUTS: Dialect = Dialect {
    forms: &[Form::Workflow(&["secrets", "inputs"])],
    ..SECRETS
};

const YAML: Place = Place {
    language: Language::Yaml,
    comments: true,
    trailing_commas: true,
    list: true,
    // Any string (observed with 1.5.47).
    empty_names: true,
    // `unroll.ts` keeps the first of a name.
    first_wins: true,
    required: &[("name", "MCP servers"), ("version", "0.0.1")],
    format: &FORMAT,
    ..Place::JSON
};
