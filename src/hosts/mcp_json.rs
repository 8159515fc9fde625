//! The plain `{"mcpServers": …}` document of no particular host, as READMEs print it and people pass it around.
//!
//! It is read leniently: every common spelling of every common field counts.

use crate::host::{
    AddCommand, AddOption, AddShape, BareMap, Evidence, Facts, Fallback, Field, Format, Host, Kind,
    Place, Runtime, Spelling, Takes, Transports,
};
use crate::model::dialect::{Dialect, Form};
use crate::model::{HostVar, Slot, Transport};

pub(super) static HOST: Host = Host {
    id: "mcp-json",
    name: "MCP JSON",
    aliases: &["json", "generic", "mcp"],
    version: "2026-11",
    places: &[
        Place {
            globs: &[
                "mcp.json",
                "mcp_servers.json",
                "mcp-servers.json",
                "mcp_config.json",
                // Given to Copilot CLI, Claude Code and others by a flag.
                "mcp-config.json",
            ],
            alone: true,
            comments: true,
            trailing_commas: true,
            ..JSON
        },
        Place {
            globs: &[],
            alone: true,
            comments: true,
            trailing_commas: true,
            bare: BareMap::All,
            ..JSON
        },
    ],
    facts: Facts {
        lenient: true,
        ..Facts::NONE
    },
    commands: &[AddCommand {
        words: &["add-mcp"],
        shape: AddShape::Line,
        options: &[
            AddOption::new(&["--name", "-n"], Takes::Name),
            AddOption::new(&["--transport", "-t", "--type"], Takes::Transport),
            AddOption::new(&["--header", "-h"], Takes::Pair("headers", ':')),
            AddOption::new(&["--env"], Takes::Pair("env", '=')),
            AddOption::new(&["--args"], Takes::Argument),
            AddOption::new(&["--timeout"], Takes::Number("timeout")),
            AddOption::new(&["--agent", "-a"], Takes::Aside),
            AddOption::new(&["--scopes", "--oauth-scopes"], Takes::Aside),
            AddOption::new(&["--bearer-token-env"], Takes::Aside),
            AddOption::new(&["--approve-tool"], Takes::Aside),
            AddOption::new(&["--global", "-g"], Takes::AsideFlag),
            AddOption::new(&["--yes", "-y"], Takes::AsideFlag),
            AddOption::new(&["--all"], Takes::AsideFlag),
            AddOption::new(&["--auto-approve"], Takes::AsideFlag),
            AddOption::new(&["--gitignore"], Takes::AsideFlag),
        ],
        // It asks which hosts to write for, and this table is none of them.
        read_only: true,
        ..AddCommand::NEW
    }],
    pitfalls: &[
        "No host reads this document by these rules. If you know which host a file is for, name it with `--from`.",
        "A `url` without `type` is HTTP here, or SSE if it ends in `/sse`. Claude Code skips such a server.",
        "`${X}` and `${env:X}` are both references here. Most hosts expand only one of the two.",
        "`timeout` counts milliseconds here. Cline writes seconds under the same name.",
    ],
    evidence: &[Evidence::unsure(
        "all of it",
        "no program defines this format; it is what READMEs and hosts have in common",
    )],
    ..Host::NEW
};

/// What its JSON files have in common.
const JSON: Place = Place {
    // Hosts differ in both.
    halves: true,
    any_bytes: true,
    format: &FORMAT,
    ..Place::JSON
};

pub(super) static FORMAT: Format = Format {
    fields: &[
        Field::TAG,
        Field::new("transport", Slot::Native, Kind::Tag).legacy(),
        Field::new("transport.type", Slot::Native, Kind::Tag).legacy(),
        Field::new("command", Slot::Command, Kind::Line)
            .says("Program to start, or a whole command line when `args` is empty")
            .stdio(),
        Field::ARGS,
        Field::new("env", Slot::Env, Kind::LooseMap)
            .stdio()
            .or(&["environment"]),
        Field::new("envFile", Slot::EnvFile, Kind::Text).stdio(),
        Field::CWD,
        Field::new("url", Slot::Url, Kind::Text)
            .remote()
            .or(&["httpUrl", "serverUrl"]),
        Field::HEADERS.remote(),
        Field::new("headersHelper", Slot::HeadersHelper, Kind::Text).remote(),
        Field::DISABLED,
        Field::ENABLED.legacy(),
        Field::new("timeout", Slot::CallTimeout, Kind::Millis),
        Field::new("startupTimeout", Slot::StartupTimeout, Kind::Millis),
        Field::new("enabledTools", Slot::AllowTools, Kind::List)
            .or(&["includeTools", "allowedTools"]),
        Field::new("disabledTools", Slot::DenyTools, Kind::List).or(&["excludeTools"]),
        Field::new("autoApprove", Slot::Approvals, Kind::Approved).or(&["alwaysAllow"]),
        Field::new("trust", Slot::DefaultApproval, Kind::Trusted).legacy(),
        Field::new("description", Slot::Description, Kind::Text),
        Field::new("oauth.enabled", Slot::OauthEnabled, Kind::Flag).http(),
        Field::OAUTH_CLIENT_ID.or(&["auth.CLIENT_ID"]),
        Field::OAUTH_CLIENT_SECRET.or(&["auth.CLIENT_SECRET"]),
        Field::new("oauth.scopes", Slot::OauthScopes, Kind::List)
            .http()
            .or(&["auth.scopes"]),
        Field::OAUTH_CALLBACK_PORT,
        Field::OAUTH_REDIRECT_URI,
        Field::new(
            "oauth.authorizationUrl",
            Slot::OauthAuthorizationUrl,
            Kind::Text,
        )
        .http(),
        Field::new("oauth.tokenUrl", Slot::OauthTokenUrl, Kind::Text).http(),
        Field::new(
            "oauth.authServerMetadataUrl",
            Slot::OauthMetadataUrl,
            Kind::Text,
        )
        .http(),
        Field::new("oauth.resource", Slot::OauthResource, Kind::Text).http(),
        Field::new(
            "oauth.clientMetadataUrl",
            Slot::OauthClientMetadataUrl,
            Kind::Text,
        )
        .http(),
    ],
    transports: Transports {
        elsewhere: &["registry", "sdk", "inMemory", "builtin", "platform"],
        tag: Some("type"),
        words: &[
            Spelling::implied(Transport::Stdio, "stdio"),
            Spelling::tagged(Transport::Http, "http"),
            Spelling::tagged(Transport::Http, "streamable-http"),
            Spelling::tagged(Transport::Http, "streamableHttp"),
            Spelling::tagged(Transport::Http, "streamable_http"),
            Spelling::tagged(Transport::Sse, "sse"),
            Spelling::tagged(Transport::Ws, "ws"),
            Spelling::tagged(Transport::Ws, "websocket"),
            // The words of single hosts, and what people write.
            Spelling::tagged(Transport::Stdio, "STDIO"),
            Spelling::tagged(Transport::Stdio, "local"),
            Spelling::tagged(Transport::Http, "HTTP"),
            Spelling::tagged(Transport::Http, "remote"),
            Spelling::tagged(Transport::Http, "streamableHTTP"),
            Spelling::tagged(Transport::Http, "streamablehttp"),
            Spelling::tagged(Transport::Sse, "SSE"),
        ],
        ..Transports::NEW
    },
    dialects: &[(&[], &DIALECT)],
    runtime: Runtime {
        toggles: true,
        // Snippets are written for hosts that fall back, so that an endpoint of SSE has no `type` in them.
        fallback: Fallback::Unsaid,
        ..Runtime::NEW
    },
    reference_fields: &["gallery"],
    ..Format::NEW
};

/// What editors know: nobody has variables of these names.
const VARS: Form = Form::Vars(&[
    ("workspaceFolder", HostVar::Workspace),
    ("workspaceRoot", HostVar::Workspace),
    ("workspaceFolderBasename", HostVar::WorkspaceName),
    ("userHome", HostVar::Home),
    ("pathSeparator", HostVar::PathSeparator),
    ("/", HostVar::PathSeparator),
]);

static DIALECT: Dialect = Dialect {
    forms: &[Form::Braces, Form::Default, Form::Prefixed, VARS],
    // Most hosts read them as text.
    foreign: &[VARS],
    ..Dialect::NEW
};
