//! Cline. Its extension and its command line share one file and have a parser each.
//!
//! Both take an entry whose `transport` holds what reaches the server, and then pass over the same fields beside it. What
//! is said here of references and processes is true of the extension; [`COMMAND_LINE`] has what differs.

use crate::host::{
    AddCommand, AddOption, Also, Aside, Cost, Evidence, Facts, Field, FieldWrapper, Folder, Format,
    HeaderText, Host, Inherit, Kind, Layer, Layers, Limits, Names, Place, Runtime, Scope, Spelling,
    Takes, TextShape, ToolIds, Transports,
};
use crate::model::dialect::{Dialect, Form, NONE};
use crate::model::{Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "cline",
    name: "Cline",
    aliases: &["claude-dev", "cline-cli"],
    version: "extension 2026-08-22, command line 3.0.65",
    places: &[Place {
        globs: &[
            "~/.cline/data/settings/cline_mcp_settings.json",
            "Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
            "~/Documents/Cline/MCP/cline_mcp_settings.json",
            "cline_mcp_settings.json",
        ],
        also: Some(Also {
            first: "the extension",
            second: "the command line",
            place: &COMMAND_LINE,
        }),
        ..JSON
    }],
    facts: Facts {
        asides: &[Aside {
            place: Place {
                globs: &["~/.cline/mcp.json", "~/.cline/mcp_settings.json"],
                ..JSON
            },
            instead: "~/.cline/data/settings/cline_mcp_settings.json",
            sure: true,
            names: &[],
            off: &[],
            rules: &[],
        }],
        ..Facts::NONE
    },
    layers: Layers {
        moved: &[
            (
                "CLINE_MCP_SETTINGS_PATH",
                "~/.cline/data/settings/cline_mcp_settings.json",
            ),
            ("CLINE_DATA_DIR", "~/.cline/data"),
            ("CLINE_DIR", "~/.cline"),
        ],
        order: &[
            Layer::other("The remote configuration of an organization"),
            Layer::file("~/.cline/data/settings/cline_mcp_settings.json", ""),
        ],
        ..Layers::ONE
    },
    commands: &[AddCommand {
        words: &["cline", "mcp", "add"],
        options: &[
            AddOption::new(&["--transport"], Takes::Transport),
            AddOption::new(&["--header"], Takes::Pair("headers", ':')),
            AddOption::new(&["--yes"], Takes::AsideFlag),
            AddOption::new(&["--json"], Takes::AsideFlag),
        ],
        // It opens a form to be filled in, and has no option for variables.
        read_only: true,
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "There is no file for projects. `CLINE_MCP_SETTINGS_PATH` names another file for everyone.",
        "One invalid server rejects the whole file: no server is loaded.",
        "`${env:X}` works in the extension only. The command line passes it on as text, and rejects the file if it is in the host of a URL.",
        "A URL without a `type` is SSE. For streamable HTTP write `streamableHttp`; `http` and `streamable-http` are rejected.",
        "`timeout` is in seconds, and counts from 1 to 3600: 60000 is one hour.",
        "Fields beside an object `transport`, which `cline mcp add` writes, do not count if it has a field for them.",
        "Processes of the extension inherit only a few variables, such as `PATH` and `HOME`; those of the command line inherit all.",
        "`alwaysAllow`, Roo's name for `autoApprove`, is ignored. `autoApprove` names tools one by one, and the command line drops it.",
    ],
    evidence: &[
        Evidence::observed(
            "3.0.65",
            "the command line: files, fields, transports, ranges, costs of mistakes",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/cline/cline/blob/main/apps/vscode/src/services/mcp/schemas.ts",
            "the extension: fields and transports",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/cline/cline/blob/main/apps/vscode/src/utils/envExpansion.ts",
            "the extension: references",
        ),
        Evidence::source(
            "2026-08-22",
            "https://github.com/cline/cline/blob/main/sdk/packages/core/src/extensions/mcp/config-loader.ts",
            "the command line: both shapes of an entry",
        ),
        Evidence::unsure("where processes start without `cwd`", "not tested"),
    ],
    ..Host::NEW
};

/// Both parsers read the file with `JSON.parse`.
const JSON: Place = Place {
    // Observed with 3.0.65.
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    scope: Scope::User,
    bom: false,
    alone: true,
    ..Place::JSON
};

/// The file as the command line reads it.
static COMMAND_LINE: Place = Place {
    format: &COMMAND_LINE_FORMAT,
    ..JSON
};

static FORMAT: Format = Format {
    fields: &[
        Field::TAG.says("Transport; a URL without it is SSE, which is not what most servers use"),
        Field::COMMAND,
        Field::ARGS,
        Field::CWD.shaped(TextShape::Filled),
        Field::ENV,
        Field::URL,
        Field::HEADERS,
        Field::DISABLED,
        Field::new("autoApprove", Slot::Approvals, Kind::ApprovedNames)
            .says("Tools that run without asking, by name; extension only"),
        Field::new("timeout", Slot::CallTimeout, Kind::Seconds)
            .says("Timeout of a request [default: 60]")
            .clamped(1e3, 3.6e6),
        Field::new("oauthClient.clientId", Slot::OauthClientId, Kind::Text)
            .says("Id of a registered OAuth client; command line only"),
        Field::new(
            "oauthClient.clientSecret",
            Slot::OauthClientSecret,
            Kind::Text,
        )
        .says("Secret of a registered OAuth client; command line only"),
        Field::native(
            "transportType",
            Kind::Text,
            "Old name of `type`; the extension ignores it, the command line does not",
        ),
        Field::native("oauth", Kind::Any, "Tokens and state; written by Cline").signs_in(),
        Field::native("metadata", Kind::Any, "Written by Cline"),
        Field::native("remoteConfigured", Kind::Any, "Written by Cline"),
    ],
    wrapper: Some(FieldWrapper {
        key: "transport",
        inside: &["type", "command", "args", "cwd", "env", "url", "headers"],
        beside: &[
            "disabled",
            "autoApprove",
            "timeout",
            "oauthClient",
            "oauth",
            "metadata",
            "remoteConfigured",
        ],
        tagged: true,
    }),
    transports: Transports {
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamableHttp"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        infer: &[("command", Transport::Stdio), ("url", Transport::Sse)],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    names: Names {
        reserved: &["__proto__"],
        ..Names::ANY
    },
    limits: Limits {
        partial: Some(Cost::Ignored),
        ..CLIENT
    },
    bad_server: Cost::File,
    checks_urls: true,
    runtime: Runtime {
        inherit: Inherit::SDK,
        folder: Folder::Unknown,
        // Seen with the command line; the extension connects with the same library.
        bad_header: Some(Cost::Server),
        joins_headers: true,
        header_text: HeaderText::Latin,
        // A name that changes in an id gets a hash behind it, so that no two become one (3.0.65).
        ids: ToolIds {
            beyond: "end in a hash",
            extra: 2,
            ..ToolIds::NEW
        },
        own_headers: &["accept", "host"],
        loses_proto: true,
        ..Runtime::NEW
    },
    ..Format::NEW
};

/// The command line rejects a secret without an id (observed with 3.0.65); the extension looks at neither.
const CLIENT: Limits = Limits {
    whole: &[("oauthClient", "oauthClient.clientId")],
    ..Limits::NONE
};

/// It expands nothing, hands its whole environment on, and goes by the old name of `type` too (observed with 3.0.65).
static COMMAND_LINE_FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::new("transportType", Slot::Native, Kind::Tag).legacy(),
        Field::COMMAND,
        Field::ARGS,
        Field::CWD,
        Field::ENV,
        Field::URL,
        Field::HEADERS,
        Field::DISABLED,
        Field::new("timeout", Slot::CallTimeout, Kind::Seconds).clamped(1e3, 3.6e6),
        Field::new("oauthClient.clientId", Slot::OauthClientId, Kind::Text)
            .shaped(TextShape::Filled),
        Field::new(
            "oauthClient.clientSecret",
            Slot::OauthClientSecret,
            Kind::Text,
        )
        .shaped(TextShape::Filled),
        Field::native("oauth", Kind::Object, "Tokens and state").signs_in(),
        Field::native("metadata", Kind::Object, "Written by Cline"),
        Field::native("remoteConfigured", Kind::Any, "Written by Cline"),
    ],
    transports: Transports {
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "streamableHttp"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Sse, "sse"),
        ],
        ..FORMAT.transports
    },
    dialects: &[(&[], &NONE)],
    limits: CLIENT,
    runtime: Runtime {
        inherit: Inherit::All,
        ..FORMAT.runtime
    },
    ..FORMAT
};

/// The extension expands every string of the file before it checks any (2026-08-22).
static DIALECT: Dialect = Dialect {
    forms: &[Form::Prefixed],
    blanks: true,
    ..Dialect::NEW
};
